//! One message over one connection of its own. The address is resolved here, and what it resolves to is checked and
//! connected to: no name can mean one thing when checked and another when used. Redirects are not followed.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};

use countersign_core::webhook::Address;
use countersign_words::say;
use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    client::conn::http1,
    header,
};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};

use super::{is_public, signature};

/// How much of an answer's body is read, and thrown away, so that the receiver can end in peace.
const MAX_BODY: usize = 16 << 10;

/// How large the head of an answer may be.
const MAX_HEAD: usize = 64 << 10;

/// How many addresses of one name are tried.
const MAX_TRIES: usize = 3;

/// How long a receiver may take.
#[derive(Debug, Clone)]
pub struct Options {
    /// To be reached, for each of its addresses.
    pub connect_time: Duration,
    /// For everything, from its name to its answer.
    pub total_time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { connect_time: Duration::from_secs(5), total_time: Duration::from_secs(15) }
    }
}

/// Where a message goes, and under which name.
pub struct Post<'a> {
    /// Where.
    pub address: &'a Address,
    /// Whether that may be in a private network or on this machine.
    pub allow_private: bool,
    /// The id of the message.
    pub id: &'a str,
    /// The time of this try.
    pub now_s: u64,
    /// The key to sign with.
    pub secret: Option<&'a str>,
}

/// Why a message did not arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// In words, without anything that the receiver wrote.
    pub error: String,
    /// The receiver's status; None when there was no answer.
    pub status: Option<u16>,
    /// How long the receiver asks us to wait.
    pub retry_after_s: Option<u64>,
}

impl Failure {
    /// There was no answer.
    pub fn unreachable(error: impl Into<String>) -> Self {
        Self { error: error.into(), status: None, retry_after_s: None }
    }

    fn answered(answer: &Response<Incoming>) -> Self {
        let status = answer.status();
        let asked = answer.headers().get(header::RETRY_AFTER).and_then(|v| v.to_str().ok()?.parse().ok());
        let error = match status.is_redirection() {
            true => say!("problem-hook-redirected", status = status.as_u16()),
            false => say!("problem-hook-answered", status = status.as_u16()),
        };
        Self { error: error.into(), status: Some(status.as_u16()), retry_after_s: asked }
    }
}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Self {
        Self::unreachable(e.to_string())
    }
}

impl From<hyper::Error> for Failure {
    fn from(e: hyper::Error) -> Self {
        Self::unreachable(say!("problem-hook-no-http", error = e.to_string()))
    }
}

/// Posts a message; it has arrived when the receiver says so with a 2xx.
pub async fn post(post: &Post<'_>, body: String, options: &Options) -> Result<(), Failure> {
    let whole = async {
        let stream = connect(post, options).await?;
        if post.address.tls {
            let name = ServerName::try_from(post.address.host.clone())
                .map_err(|_| Failure::unreachable(say!("problem-hook-no-certificate")))?;
            let stream = TlsConnector::from(trust().await?).connect(name, stream).await?;
            speak(stream, request(post, body)?).await
        } else {
            speak(stream, request(post, body)?).await
        }
    };
    timeout(options.total_time, whole)
        .await
        .unwrap_or_else(|_| Err(Failure::unreachable(say!("problem-hook-slow"))))
}

/// Connects to one of the addresses that the host's name stands for now, if it may be connected to.
async fn connect(post: &Post<'_>, options: &Options) -> Result<TcpStream, Failure> {
    let Address { host, port, .. } = post.address;
    let found = tokio::net::lookup_host((host.as_str(), *port))
        .await
        .map_err(|e| Failure::unreachable(say!("problem-hook-unresolved", host, error = e)))?;
    let allowed = |a: &SocketAddr| post.allow_private || is_public(a.ip());
    let addresses: Vec<SocketAddr> = found.filter(allowed).take(MAX_TRIES).collect();
    let mut failure = Failure::unreachable(say!("problem-hook-private", host));
    for address in addresses {
        failure = match timeout(options.connect_time, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(e)) => Failure::unreachable(say!("problem-unreachable", name = host, said = e)),
            Err(_) => Failure::unreachable(say!("problem-hook-unreachable-in-time", host)),
        };
    }
    Err(failure)
}

fn request(post: &Post<'_>, body: String) -> Result<Request<Full<Bytes>>, Failure> {
    let mut request = Request::post(post.address.path.as_str())
        .header(header::HOST, post.address.authority.as_str())
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, concat!("countersign/", env!("CARGO_PKG_VERSION")))
        .header("webhook-id", post.id)
        .header("webhook-timestamp", post.now_s);
    if let Some(secret) = post.secret {
        let signed = signature(secret, post.id, post.now_s, body.as_bytes());
        request = request.header("webhook-signature", signed.map_err(|e| Failure::unreachable(e.message))?);
    }
    request
        .body(Full::from(body))
        .map_err(|e| Failure::unreachable(say!("problem-hook-request", error = e.to_string())))
}

async fn speak<S>(stream: S, request: Request<Full<Bytes>>) -> Result<(), Failure>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(MAX_HEAD).handshake(TokioIo::new(stream)).await?;
    let exchange = async {
        let answer = sender.send_request(request).await?;
        let outcome = match answer.status() {
            status if status.is_success() => Ok(()),
            _ => Err(Failure::answered(&answer)),
        };
        if answer.status() != StatusCode::NO_CONTENT {
            // Nobody needs it; that it was too long or broke off changes nothing.
            let _ =
                timeout(Duration::from_secs(1), Limited::new(answer.into_body(), MAX_BODY).collect()).await;
        }
        outcome
    };
    tokio::pin!(connection);
    tokio::pin!(exchange);
    tokio::select! {
        outcome = &mut exchange => outcome,
        // The receiver may close as soon as it has answered; the answer is still to be read.
        _ = &mut connection => exchange.await,
    }
}

/// Whom we believe to be who they say: the machine's own list, so that receivers with a certificate of one's own
/// organisation are known here when they are known to the machine. It is read once.
async fn trust() -> Result<Arc<ClientConfig>, Failure> {
    static TRUST: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(known) = TRUST.get() {
        return Ok(known.clone());
    }
    let read = tokio::task::spawn_blocking(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots
    });
    let roots = read.await.map_err(|_| Failure::unreachable(say!("problem-hook-certificates-unread")))?;
    if roots.is_empty() {
        return Err(Failure::unreachable(say!("problem-hook-no-trust")));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| Failure::unreachable(e.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TRUST.get_or_init(|| Arc::new(config)).clone())
}
