//! The outer shell of the daemon: listens, admits connections up to the limit, enforces limits on every client, and
//! shuts down gracefully.

mod body;
mod connection;
mod head;
mod patient;
mod request;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use countersign_core::{Error, Result};
use countersign_words::say;
use rustls::ServerConfig;
use tokio::{
    net::{TcpListener, TcpStream, UnixListener, UnixStream},
    sync::{OwnedSemaphorePermit, Semaphore, mpsc::UnboundedReceiver},
    task::{JoinError, JoinSet},
    time::{sleep, timeout},
};

use self::connection::Shell;
use crate::{
    App,
    far::{Added, Closing},
    idle::InUse,
};

/// How long requests may take to finish on shutdown.
const STOP_TIME: Duration = Duration::from_secs(10);
/// How long requests may take to finish when only their listener is closed: one of them may be the one that closes it.
const CLOSE_TIME: Duration = Duration::from_secs(1);
/// The pause after a failed accept, initially and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));
/// One in this many places is reserved for the UNIX socket: remote clients must not be able to keep local people from
/// stopping things.
const KEPT: usize = 8;

/// The daemon's sockets; already bound, so that their ports are known.
#[derive(Debug, Default)]
pub struct Listeners {
    /// TCP, plain or with TLS.
    pub tcp: Vec<TcpDoor>,
    /// The UNIX socket.
    pub unix: Option<std::os::unix::net::UnixListener>,
}

/// A bound TCP socket.
#[derive(Debug)]
pub struct TcpDoor {
    /// The socket.
    pub listener: std::net::TcpListener,
    /// The TLS settings, if any.
    pub tls: Option<Arc<ServerConfig>>,
}

/// Serves routes until the app stops: then no connection is accepted, open requests are answered (cut off after ten
/// seconds), and it returns. Event streams have to watch [`App::stop`] themselves.
pub async fn serve(app: Arc<App>, listeners: Listeners, routes: Router) -> Result<()> {
    let ways = ways(listeners).map_err(|e| Error::bug(format!("a listener cannot be used: {e}")))?;
    let places = Places::new(app.settings.limits.connections, ways.iter().any(Way::is_local));
    let mut added = app.far.added();
    let shell = Arc::new(Shell::new(app, routes));
    let mut loops = JoinSet::new();
    for way in ways {
        loops.spawn(let_in(shell.clone(), way, places.clone(), Closing::default()));
    }
    loop {
        tokio::select! {
            ended = loops.join_next() => match ended {
                Some(ended) => ended.map_err(Error::bug)?,
                None => return Ok(()),
            },
            Some(Added { door, closing }) = next(&mut added) => match tcp(door) {
                Ok(way) => drop(loops.spawn(let_in(shell.clone(), way, places.clone(), closing))),
                Err(e) => tracing::error!(error = %e, "a listener cannot be used"),
            },
        }
    }
}

/// Returns the next listener that was opened while the daemon runs.
async fn next(added: &mut Option<UnboundedReceiver<Added>>) -> Option<Added> {
    added.as_mut()?.recv().await
}

/// Checks whether it may listen there: beyond loopback only with TLS, or with a person's consent.
pub fn check_exposure(addr: SocketAddr, tls: bool, insecure: bool) -> Result<()> {
    if tls || insecure || addr.ip().to_canonical().is_loopback() {
        return Ok(());
    }
    Err(Error::usage(say!("problem-serve-open", address = addr.to_string()))
        .hint(say!("problem-serve-open-hint")))
}

enum Way {
    Tcp(TcpListener, Option<Arc<ServerConfig>>),
    Unix(UnixListener),
}

enum Arrived {
    Tcp(TcpStream, Option<Arc<ServerConfig>>),
    Unix(UnixStream),
}

impl Way {
    async fn accept(&self) -> io::Result<Arrived> {
        match self {
            Self::Tcp(listener, tls) => Ok(Arrived::Tcp(listener.accept().await?.0, tls.clone())),
            Self::Unix(listener) => Ok(Arrived::Unix(listener.accept().await?.0)),
        }
    }

    fn is_local(&self) -> bool {
        matches!(self, Self::Unix(_))
    }
}

fn ways(listeners: Listeners) -> io::Result<Vec<Way>> {
    let mut ways = Vec::new();
    for door in listeners.tcp {
        ways.push(tcp(door)?);
    }
    if let Some(listener) = listeners.unix {
        listener.set_nonblocking(true)?;
        ways.push(Way::Unix(UnixListener::from_std(listener)?));
    }
    Ok(ways)
}

fn tcp(TcpDoor { listener, tls }: TcpDoor) -> io::Result<Way> {
    listener.set_nonblocking(true)?;
    Ok(Way::Tcp(TcpListener::from_std(listener)?, tls))
}

/// The places for connections.
#[derive(Clone)]
struct Places {
    all: Arc<Semaphore>,
    distant: Arc<Semaphore>,
}

/// A taken place, released on drop.
struct Place {
    _all: OwnedSemaphorePermit,
    _distant: Option<OwnedSemaphorePermit>,
    _in_use: InUse,
}

impl Places {
    fn new(most: usize, has_unix: bool) -> Self {
        let most = most.min(Semaphore::MAX_PERMITS);
        let kept = if has_unix { most / KEPT } else { 0 };
        Self { all: Arc::new(Semaphore::new(most)), distant: Arc::new(Semaphore::new(most - kept)) }
    }

    fn take(&self, app: &App, is_local: bool) -> Option<Place> {
        let distant = match is_local {
            true => None,
            false => Some(self.distant.clone().try_acquire_owned().ok()?),
        };
        let all = self.all.clone().try_acquire_owned().ok()?;
        Some(Place { _all: all, _distant: distant, _in_use: app.idle.hold() })
    }
}

async fn let_in(shell: Arc<Shell>, way: Way, places: Places, closing: Closing) {
    let mut connections = JoinSet::new();
    let mut pause = PAUSE.0;
    loop {
        let arrived = tokio::select! {
            biased;
            () = shell.app.stop.stopped() => break,
            () = closing.stop.stopped() => break,
            Some(ended) = connections.join_next() => {
                tell(ended);
                continue;
            }
            arrived = way.accept() => arrived,
        };
        match arrived {
            Ok(arrived) => {
                pause = PAUSE.0;
                if let Some(place) = places.take(&shell.app, way.is_local()) {
                    connections.spawn(connection(shell.clone(), arrived, place));
                } else {
                    refuse(&shell.app);
                }
            }
            // The client left before it was accepted.
            Err(e) if e.kind() == io::ErrorKind::ConnectionAborted => {}
            // Most likely there are no file descriptors left; retrying at once would only waste time.
            Err(e) => {
                tracing::warn!(error = %e, "no connection can be accepted");
                tokio::select! {
                    () = shell.app.stop.stopped() => break,
                    () = closing.stop.stopped() => break,
                    () = sleep(pause) => pause = (pause * 2).min(PAUSE.1),
                }
            }
        }
    }
    drop(way);
    // Nobody waits for it when the daemon ends.
    let _ = closing.gone.map(|gone| gone.send(()));
    let time = if closing.stop.is_stopped() { CLOSE_TIME } else { STOP_TIME };
    let all_ended = async {
        while let Some(ended) = connections.join_next().await {
            tell(ended);
        }
    };
    if timeout(time, all_ended).await.is_err() {
        tracing::warn!(connections = connections.len(), "cut at the end: they took too long");
    }
}

async fn connection(shell: Arc<Shell>, arrived: Arrived, place: Place) -> io::Result<()> {
    let _open = shell.app.metrics.connection();
    let _place = place;
    match arrived {
        Arrived::Tcp(stream, tls) => shell.tcp(stream, tls).await,
        Arrived::Unix(stream) => shell.unix(stream).await,
    }
}

fn refuse(app: &App) {
    let refused = app.metrics.connection_refused();
    // A flood of connections must not flood the log.
    if refused.is_power_of_two() {
        tracing::warn!(refused, "no place is left: connections are closed as they come");
    }
}

fn tell(ended: Result<io::Result<()>, JoinError>) {
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(e)) => tracing::info!(why = %e, "cut before its first request"),
        Err(e) => tracing::error!(internal = %e, "a connection ended by a defect of ours"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_are_let_in_only_with_tls_or_by_a_word() {
        let check = |addr: &str, tls, insecure| check_exposure(addr.parse().unwrap(), tls, insecure);
        for loopback in ["127.0.0.1:0", "127.9.9.9:1", "[::1]:0", "[::ffff:127.0.0.1]:0"] {
            check(loopback, false, false).unwrap();
        }
        for open in ["0.0.0.0:0", "[::]:0", "192.168.1.2:4114", "[::ffff:10.0.0.1]:0", "169.254.1.1:1"] {
            let error = check(open, false, false).unwrap_err();
            assert!(error.hint.is_some_and(|h| h.contains("--tls")), "{open}");
            check(open, true, false).unwrap();
            check(open, false, true).unwrap();
        }
    }
}
