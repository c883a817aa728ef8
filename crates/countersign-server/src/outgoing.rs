//! One request over a connection of its own. The name is resolved here, and the resolved address is checked and
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
    HeaderMap, Request, StatusCode,
    body::{Bytes, Incoming},
    client::conn::http1,
    header,
    http::request,
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

use crate::webhooks::is_public;

/// How much of a body that is not needed is read and discarded, so that the receiver can finish.
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

/// A request to send.
pub(crate) struct Outgoing<'a> {
    /// The receiver.
    pub(crate) address: &'a Address,
    /// Whether it may be in a private network or on this machine.
    pub(crate) allow_private: bool,
    /// The request.
    pub(crate) request: Request<Full<Bytes>>,
    /// The longest body that is read of the response; `None` where it is not needed.
    pub(crate) body_bytes: Option<usize>,
}

/// A response.
pub(crate) struct Reply {
    /// Its status.
    pub(crate) status: StatusCode,
    /// Its headers.
    pub(crate) headers: HeaderMap,
    /// Its body; empty where it was not needed.
    pub(crate) body: Bytes,
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unreachable(pub(crate) String);

impl Unreachable {
    /// In words.
    pub(crate) fn because(error: impl Into<String>) -> Self {
        Self(error.into())
    }
}

impl From<io::Error> for Unreachable {
    fn from(e: io::Error) -> Self {
        Self(e.to_string())
    }
}

impl From<hyper::Error> for Unreachable {
    fn from(e: hyper::Error) -> Self {
        Self::because(say!("problem-hook-no-http", error = e.to_string()))
    }
}

/// Begins a request to an address: `GET`, with the headers that every request has.
pub(crate) fn request(address: &Address) -> request::Builder {
    Request::get(address.path.as_str())
        .header(header::HOST, address.authority.as_str())
        .header(header::USER_AGENT, concat!("countersign/", env!("CARGO_PKG_VERSION")))
}

/// Completes a request.
pub(crate) fn with_body(
    request: request::Builder,
    body: Vec<u8>,
) -> Result<Request<Full<Bytes>>, Unreachable> {
    request
        .body(Full::from(body))
        .map_err(|e| Unreachable::because(say!("problem-hook-request", error = e.to_string())))
}

/// Sends a request, and returns the response, whatever its status.
pub(crate) async fn exchange(outgoing: Outgoing<'_>, options: &Options) -> Result<Reply, Unreachable> {
    let whole = async {
        let Outgoing { address, allow_private, request, body_bytes } = outgoing;
        let stream = connect(address, allow_private, options).await?;
        if !address.tls {
            return speak(stream, request, body_bytes).await;
        }
        let name = ServerName::try_from(address.host.clone())
            .map_err(|_| Unreachable::because(say!("problem-hook-no-certificate")))?;
        let stream = TlsConnector::from(trust().await?).connect(name, stream).await?;
        speak(stream, request, body_bytes).await
    };
    timeout(options.total_time, whole)
        .await
        .unwrap_or_else(|_| Err(Unreachable::because(say!("problem-hook-slow"))))
}

/// Connects to one of the host's current addresses, if allowed.
async fn connect(
    address: &Address,
    allow_private: bool,
    options: &Options,
) -> Result<TcpStream, Unreachable> {
    let Address { host, port, .. } = address;
    let found = tokio::net::lookup_host((host.as_str(), *port))
        .await
        .map_err(|e| Unreachable::because(say!("problem-hook-unresolved", host, error = e)))?;
    let allowed = |a: &SocketAddr| allow_private || is_public(a.ip());
    let addresses: Vec<SocketAddr> = found.filter(allowed).take(MAX_TRIES).collect();
    let mut failure = Unreachable::because(say!("problem-hook-private", host));
    for address in addresses {
        failure = match timeout(options.connect_time, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(e)) => Unreachable::because(say!("problem-unreachable", name = host, said = e)),
            Err(_) => Unreachable::because(say!("problem-hook-unreachable-in-time", host)),
        };
    }
    Err(failure)
}

async fn speak<S>(
    stream: S,
    request: Request<Full<Bytes>>,
    body_bytes: Option<usize>,
) -> Result<Reply, Unreachable>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(MAX_HEAD).handshake(TokioIo::new(stream)).await?;
    let exchange = async {
        let (head, body) = sender.send_request(request).await?.into_parts();
        let body = read(head.status, body, body_bytes).await?;
        Ok(Reply { status: head.status, headers: head.headers, body })
    };
    tokio::pin!(connection);
    tokio::pin!(exchange);
    tokio::select! {
        outcome = &mut exchange => outcome,
        // The receiver may close right after its response, which still has to be read.
        _ = &mut connection => exchange.await,
    }
}

async fn read(status: StatusCode, body: Incoming, most: Option<usize>) -> Result<Bytes, Unreachable> {
    match most {
        Some(most) => {
            let whole = Limited::new(body, most).collect().await;
            let failed = |e| Unreachable::because(say!("problem-hook-no-http", error = format!("{e}")));
            Ok(whole.map_err(failed)?.to_bytes())
        }
        None if status == StatusCode::NO_CONTENT => Ok(Bytes::new()),
        None => {
            // The body is not needed; errors in it do not matter.
            let _ = timeout(Duration::from_secs(1), Limited::new(body, MAX_BODY).collect()).await;
            Ok(Bytes::new())
        }
    }
}

/// Returns the TLS settings with the machine's own certificate list, so that receivers with an organisation's
/// certificate work if the machine trusts it. Read once.
async fn trust() -> Result<Arc<ClientConfig>, Unreachable> {
    static TRUST: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(known) = TRUST.get() {
        return Ok(known.clone());
    }
    let read = tokio::task::spawn_blocking(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots
    });
    let roots = read.await.map_err(|_| Unreachable::because(say!("problem-hook-certificates-unread")))?;
    if roots.is_empty() {
        return Err(Unreachable::because(say!("problem-hook-no-trust")));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| Unreachable::because(e.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TRUST.get_or_init(|| Arc::new(config)).clone())
}
