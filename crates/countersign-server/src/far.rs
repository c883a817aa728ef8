//! The second listener, which a person opens while the daemon runs so that a phone in the same network reaches it. It
//! always has TLS, and what comes through it passes the same checks as through any other listener.

pub mod addresses;

use std::{
    fs::DirBuilder,
    io,
    net::{IpAddr, SocketAddr, TcpListener},
    os::unix::fs::DirBuilderExt,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

use countersign_core::{
    Answer, Error, ErrorCode, Op, Request, Result,
    authority::listener::{ListenInput, ListenerClose, ListenerOpen},
    execute, operations as ops,
    text::visible,
};
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{Mutex as Turn, mpsc, oneshot},
    time::timeout,
};

use crate::{App, Stop, TcpDoor, http, idle::InUse, peer, tls};

/// How long closing waits until nobody listens any more.
const GONE_TIME: Duration = Duration::from_secs(5);

/// How it can be opened. Only a daemon that listens to nobody but this machine has one.
pub struct Offer {
    /// Its port: that of the daemon.
    pub port: u16,
    /// The folder of its certificates, one for each address.
    pub folder: PathBuf,
    /// Called when it was opened or closed.
    pub told: Told,
}

/// Is given the address, if it is open now.
pub type Told = Box<dyn Fn(Option<&PhoneAddress>) + Send + Sync>;

/// Where phones reach the daemon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneAddress {
    /// The address.
    pub address: IpAddr,
    /// The URL.
    pub url: String,
    /// The SHA-256 fingerprint of the certificate.
    pub fingerprint: String,
}

/// The second listener of a daemon.
pub struct Far {
    offer: OnceLock<Arc<Offer>>,
    /// Held by whoever opens or closes it.
    turn: Turn<Option<Open>>,
    opened: Mutex<Option<PhoneAddress>>,
    to_serve: mpsc::UnboundedSender<Added>,
    /// Taken by whoever serves connections.
    added: Mutex<Option<mpsc::UnboundedReceiver<Added>>>,
}

/// An open listener.
struct Open {
    stop: Stop,
    gone: oneshot::Receiver<()>,
    /// A daemon that a command started must not exit while a phone may come back.
    _in_use: InUse,
}

/// A listener to serve from now on.
pub(crate) struct Added {
    pub(crate) door: TcpDoor,
    pub(crate) closing: Closing,
}

/// How a listener ends before its daemon does; by default it does not.
#[derive(Default)]
pub(crate) struct Closing {
    /// Told when it should end.
    pub(crate) stop: Stop,
    /// Tells that nobody listens there any more.
    pub(crate) gone: Option<oneshot::Sender<()>>,
}

impl Default for Far {
    fn default() -> Self {
        let (to_serve, added) = mpsc::unbounded_channel();
        let added = Mutex::new(Some(added));
        Self { offer: OnceLock::new(), turn: Turn::default(), opened: Mutex::default(), to_serve, added }
    }
}

impl Far {
    /// Lets persons open it.
    pub fn offer(&self, offer: Offer) {
        // Said once, when the daemon starts.
        let _first = self.offer.set(Arc::new(offer));
    }

    /// Returns the URL that it would have at an address, if it can be opened.
    pub(crate) fn url_at(&self, address: IpAddr) -> Option<String> {
        self.offer.get().map(|offer| url(SocketAddr::new(address, offer.port)))
    }

    /// Returns where it is open.
    pub fn opened(&self) -> Option<PhoneAddress> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the listeners to serve from now on; there is one taker.
    pub(crate) fn added(&self) -> Option<mpsc::UnboundedReceiver<Added>> {
        self.added.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn url(address: SocketAddr) -> String {
    format!("https://{address}")
}

/// Returns whether a call is about this listener.
pub(crate) fn is_about(op: &str) -> bool {
    [ListenerOpen::NAME, ListenerClose::NAME].contains(&op)
}

/// Makes a call that opens or closes it. A caller that leaves does not leave it half open.
pub(crate) async fn call(app: &Arc<App>, request: Request) -> Result<Answer> {
    let app = app.clone();
    let made = tokio::spawn(async move {
        let mut open = app.far.turn.lock().await;
        let spec = ops::find(&request.op).map(|op| op.spec());
        let may = spec.is_some_and(|s| execute::authority(&s, &request.actor, &request.origin).is_ok());
        match &*request.op {
            // The engine refuses and logs it; nothing is done before.
            _ if !may => http::made(&app, request).await,
            ListenerOpen::NAME => opens(&app, &mut open, request).await,
            _ => closes(&app, &mut open, request).await,
        }
    });
    made.await.unwrap_or_else(|e| Err(Error::bug(e)))
}

async fn opens(app: &Arc<App>, open: &mut Option<Open>, request: Request) -> Result<Answer> {
    let input: ListenInput = match serde_json::from_value(request.input.clone()) {
        Ok(input) => input,
        // The engine says what is wrong with it.
        Err(_) => return http::made(app, request).await,
    };
    let address = input.ip()?;
    if let Some(now) = app.far.opened() {
        return match now.address == address {
            true => Ok(filled(http::made(app, request).await?, &now)),
            false => {
                Err(Error::conflict(say!("problem-far-open", url = now.url))
                    .hint(say!("problem-far-open-hint")))
            }
        };
    }
    let Some(offer) = app.far.offer.get().cloned() else {
        return Err(Error::conflict(say!("problem-far-none")).hint(say!("problem-far-none-hint")));
    };
    let wanted = offer.clone();
    let (door, opened) = app.blocking(move |_| bind(&wanted, address)).await?;
    let answer = http::made(app, request).await?;
    let (stop, (gone, ended)) = (Stop::default(), oneshot::channel());
    let closing = Closing { stop: stop.clone(), gone: Some(gone) };
    app.far.to_serve.send(Added { door, closing }).map_err(|_| Error::bug("nobody serves connections"))?;
    *open = Some(Open { stop, gone: ended, _in_use: app.idle.hold() });
    tell(app, &offer, Some(opened.clone())).await;
    Ok(filled(answer, &opened))
}

async fn closes(app: &Arc<App>, open: &mut Option<Open>, request: Request) -> Result<Answer> {
    let (Some(offer), true) = (app.far.offer.get().cloned(), open.is_some()) else {
        return Err(Error::conflict(say!("problem-far-closed")).hint(say!("problem-far-closed-hint")));
    };
    let answer = http::made(app, request).await?;
    if let Some(Open { stop, gone, .. }) = open.take() {
        stop.stop();
        if timeout(GONE_TIME, gone).await.is_err() {
            tracing::warn!("the listener for phones did not end in time");
        }
    }
    tell(app, &offer, None).await;
    Ok(answer)
}

/// Remembers where it is open, and says so.
async fn tell(app: &Arc<App>, offer: &Arc<Offer>, opened: Option<PhoneAddress>) {
    app.far.opened.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&opened);
    match &opened {
        Some(at) => tracing::info!(url = at.url, fingerprint = at.fingerprint, "listens for phones"),
        None => tracing::info!("listens for phones no more"),
    }
    let offer = offer.clone();
    let told = app.blocking(move |_| {
        (offer.told)(opened.as_ref());
        Ok(())
    });
    if let Err(e) = told.await {
        tracing::error!(internal = e.internal(), "where it listens could not be told");
    }
}

/// Listens there, with a certificate for that address. No connection is accepted yet.
fn bind(offer: &Offer, address: IpAddr) -> Result<(TcpDoor, PhoneAddress)> {
    let at = SocketAddr::new(address, offer.port);
    let listener = TcpListener::bind(at).map_err(|e| cannot(at, &e))?;
    let folder = offer.folder.join(address.to_string());
    DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(|e| {
        Error::new(ErrorCode::Settings, say!("problem-tls-unwritten", path = folder.display())).because(e)
    })?;
    let (config, fingerprint) = tls::self_signed(&folder, &[address.to_string()])?;
    let opened = PhoneAddress { address, url: url(at), fingerprint };
    Ok((TcpDoor { listener, tls: Some(Arc::new(config)) }, opened))
}

/// Returns the error for an address that cannot be listened on.
fn cannot(at: SocketAddr, e: &io::Error) -> Error {
    let address = at.to_string();
    if e.kind() != io::ErrorKind::AddrInUse {
        return Error::conflict(say!("problem-far-cannot", address, error = Message::of_error(e)))
            .hint(say!("problem-far-cannot-hint"));
    }
    let what = match peer::listener(at) {
        Some((pid, name)) => say!("problem-far-taken", address, pid, name = visible(&name).text),
        None => say!("problem-far-cannot", address, error = Message::of_error(e)),
    };
    Error::conflict(what).hint(say!("problem-far-taken-hint"))
}

/// Adds what only the daemon knows.
fn filled(mut answer: Answer, opened: &PhoneAddress) -> Answer {
    answer.value["url"] = opened.url.clone().into();
    answer.value["fingerprint"] = opened.fingerprint.clone().into();
    answer
}
