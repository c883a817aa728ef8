//! Sends one message over its own connection. The name is resolved here, and the resolved address is checked and
//! connected to: no name can mean one address when checked and another when used. Redirects are not followed.

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

use super::is_public;

/// How much of a response body is read and discarded, so that the receiver can finish.
const MAX_BODY: usize = 16 << 10;

/// The maximum size of a response head.
const MAX_HEAD: usize = 64 << 10;

/// How many addresses of one name are tried.
const MAX_TRIES: usize = 3;

/// Timeouts.
#[derive(Debug, Clone)]
pub struct Options {
    /// For connecting to each of its addresses.
    pub connect_time: Duration,
    /// For everything, from name resolution to the response.
    pub total_time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { connect_time: Duration::from_secs(5), total_time: Duration::from_secs(15) }
    }
}

/// A message to send.
pub struct Post<'a> {
    /// The receiver.
    pub address: &'a Address,
    /// Whether it may be in a private network or on this machine.
    pub allow_private: bool,
    /// Its own headers.
    pub headers: Vec<(&'static str, String)>,
    /// What is sent.
    pub body: Vec<u8>,
}

/// Why a delivery failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// A description, without any text of the receiver.
    pub error: String,
    /// The receiver's status; `None` if there was no response.
    pub status: Option<u16>,
    /// How long the receiver asks us to wait.
    pub retry_after_s: Option<u64>,
}

impl Failure {
    /// There was no response.
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

/// Posts a message; a 2xx response means that it was delivered.
pub async fn post(post: Post<'_>, options: &Options) -> Result<(), Failure> {
    let whole = async {
        let stream = connect(&post, options).await?;
        if post.address.tls {
            let name = ServerName::try_from(post.address.host.clone())
                .map_err(|_| Failure::unreachable(say!("problem-hook-no-certificate")))?;
            let stream = TlsConnector::from(trust().await?).connect(name, stream).await?;
            speak(stream, request(post)?).await
        } else {
            speak(stream, request(post)?).await
        }
    };
    timeout(options.total_time, whole)
        .await
        .unwrap_or_else(|_| Err(Failure::unreachable(say!("problem-hook-slow"))))
}

/// Connects to one of the host's current addresses, if allowed.
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

fn request(post: Post<'_>) -> Result<Request<Full<Bytes>>, Failure> {
    let mut request = Request::post(post.address.path.as_str())
        .header(header::HOST, post.address.authority.as_str())
        .header(header::USER_AGENT, concat!("countersign/", env!("CARGO_PKG_VERSION")));
    for (name, value) in post.headers {
        request = request.header(name, value);
    }
    request
        .body(Full::from(post.body))
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
            // The body is not needed; errors in it do not matter.
            let _ =
                timeout(Duration::from_secs(1), Limited::new(answer.into_body(), MAX_BODY).collect()).await;
        }
        outcome
    };
    tokio::pin!(connection);
    tokio::pin!(exchange);
    tokio::select! {
        outcome = &mut exchange => outcome,
        // The receiver may close right after its response, which still has to be read.
        _ = &mut connection => exchange.await,
    }
}

/// Returns the TLS settings with the machine's own certificate list, so that receivers with an organisation's
/// certificate work if the machine trusts it. Read once.
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
