//! One call to a hub over a connection of its own. TLS is checked against the machine's certificates and the one that
//! the person named; without TLS only an address of this machine is connected to. Redirects are not followed.

use std::{sync::Arc, time::Duration};

use countersign_core::{
    Op,
    hub::{link, outbox::Reach},
    webhook::Address,
};
use countersign_words::say;
use http_body_util::{BodyExt, Full, Limited};
use hyper::{Request, StatusCode, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};

/// The time for connecting.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// The time for everything.
const TOTAL_TIME: Duration = Duration::from_secs(30);
/// The largest answer.
const MAX_BODY: usize = 4 << 20;
/// The longest text of a hub that is repeated here, in characters.
const MAX_TEXT: usize = 300;

/// Why the hub was not reached, or did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// Why.
    pub why: String,
    /// Whether it answered that it will not.
    pub refused: bool,
}

impl Failure {
    fn away(why: impl ToString) -> Self {
        Self { why: why.to_string(), refused: false }
    }
}

/// How the hub is reached.
pub(super) struct Wire<'r> {
    reach: &'r Reach,
    address: Address,
}

impl<'r> Wire<'r> {
    /// Checks the address again, which was checked when it was kept.
    pub(super) fn new(reach: &'r Reach) -> Result<Self, Failure> {
        let address = link::address(&reach.url).map_err(|e| Failure::away(e.message))?;
        Ok(Self { reach, address })
    }

    /// Makes a call.
    pub(super) async fn call<O: Op>(&self, input: &O::Input) -> Result<O::Output, Failure>
    where
        O::Input: Serialize,
        O::Output: DeserializeOwned,
    {
        let path = O::HTTP.strip_prefix("POST ").ok_or_else(|| Failure::away("BUG: no POST"))?;
        let body = serde_json::to_vec(input).map_err(Failure::away)?;
        let answer = timeout(TOTAL_TIME, self.exchange(path, body))
            .await
            .map_err(|_| Failure::away(say!("hub-slow")))??;
        serde_json::from_value(answer).map_err(|_| Failure::away(say!("hub-no-answer")))
    }

    async fn exchange(&self, path: &str, body: Vec<u8>) -> Result<Value, Failure> {
        let request = Request::post(path)
            .header(header::HOST, self.address.authority.as_str())
            .header(header::AUTHORIZATION, format!("Bearer {}", self.reach.token))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("countersign/", env!("CARGO_PKG_VERSION")))
            .body(Full::from(body))
            .map_err(Failure::away)?;
        let stream = self.connect().await?;
        if !self.address.tls {
            return speak(stream, request).await;
        }
        let name = ServerName::try_from(self.address.host.trim_matches(['[', ']']).to_owned())
            .map_err(|_| Failure::away(say!("problem-hook-no-certificate")))?;
        let trust = trust(self.reach.certificate.clone()).await?;
        let stream = TlsConnector::from(trust).connect(name, stream).await.map_err(Failure::away)?;
        speak(stream, request).await
    }

    async fn connect(&self) -> Result<TcpStream, Failure> {
        let Address { host, port, tls, .. } = &self.address;
        let found = tokio::net::lookup_host((host.trim_matches(['[', ']']), *port))
            .await
            .map_err(|e| Failure::away(say!("problem-hook-unresolved", host = host.clone(), error = e)))?;
        let mut failure = Failure::away(say!("hub-only-https", host = host.clone()));
        // What a name means can change: without TLS it must mean this machine now.
        for address in found.filter(|address| *tls || address.ip().is_loopback()) {
            match timeout(CONNECT_TIME, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(e)) => failure = Failure::away(e),
                Err(_) => failure = Failure::away(say!("hub-slow")),
            }
        }
        Err(failure)
    }
}

/// Returns the TLS settings: this machine's certificates, and the one that the person named.
async fn trust(certificate: Option<String>) -> Result<Arc<ClientConfig>, Failure> {
    let read = tokio::task::spawn_blocking(move || {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if let Some(pem) = certificate {
            let bad = |e: String| Failure::away(say!("hub-certificate-bad", said = e));
            let one = CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|e| bad(e.to_string()))?;
            roots.add(one).map_err(|e| bad(e.to_string()))?;
        }
        Ok(roots)
    });
    let roots = read.await.map_err(Failure::away)??;
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(Failure::away)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

async fn speak<S>(stream: S, request: Request<Full<Bytes>>) -> Result<Value, Failure>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(Failure::away)?;
    let exchange = async {
        let answer = sender.send_request(request).await.map_err(Failure::away)?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), MAX_BODY).collect().await.map_err(Failure::away)?;
        read(status, &body.to_bytes())
    };
    tokio::pin!(connection);
    tokio::pin!(exchange);
    tokio::select! {
        outcome = &mut exchange => outcome,
        // The hub may close right after its answer, which still has to be read.
        _ = &mut connection => exchange.await,
    }
}

/// Reads an answer. One with an outcome that is no success has the status of a problem, and is one only if it says so.
fn read(status: StatusCode, body: &[u8]) -> Result<Value, Failure> {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let is_problem = value.get("code").is_some() && value.get("detail").is_some();
    if !value.is_object() || is_problem || !(status.is_success() || value.get("checkpoint").is_some()) {
        let said =
            value.get("detail").or_else(|| value.get("title")).and_then(Value::as_str).unwrap_or_default();
        let said: String = said.chars().take(MAX_TEXT).collect();
        let why = say!("hub-answered", status = status.as_u16(), said);
        return Err(Failure { why: why.to_string(), refused: status.is_client_error() });
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use countersign_core::hub::answer::{GateTake, TakeInput};
    use rcgen::{CertificateParams, KeyPair};
    use time::{Duration as Days, OffsetDateTime};
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };
    use tokio_rustls::{
        TlsAcceptor,
        rustls::{ServerConfig, pki_types::PrivateKeyDer},
    };

    use super::*;

    /// A hub with a certificate for that name, valid for days from now, that knows one answer.
    async fn hub(name: &str, days: i64) -> (u16, String) {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_before = OffsetDateTime::now_utc() - Days::days(30);
        params.not_after = OffsetDateTime::now_utc() + Days::days(days);
        let key = KeyPair::generate().unwrap();
        let cert = params.self_signed(&key).unwrap();
        let secret = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], secret)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(mut stream) = TlsAcceptor::from(Arc::new(config.clone())).accept(stream).await else {
                    continue;
                };
                let mut bytes = [0; 4096];
                let _ = stream.read(&mut bytes).await;
                let body = "{\"decision\":null}";
                let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        (port, cert.pem())
    }

    async fn take(url: String, certificate: Option<String>) -> Result<bool, Failure> {
        let (key, token) = Default::default();
        let reach = Reach { url, key, certificate, token };
        let input = TakeInput { item: "i1".into(), digest: "d".into() };
        Wire::new(&reach)?.call::<GateTake>(&input).await.map(|taken| taken.decision.is_none())
    }

    #[tokio::test]
    async fn c9_a_hub_is_believed_only_with_a_certificate_that_is_valid_and_its_own() {
        let (good, pem) = hub("localhost", 30).await;
        assert_eq!(take(format!("https://localhost:{good}"), Some(pem.clone())).await, Ok(true));
        let (expired, old) = hub("localhost", -1).await;
        let (other, named) = hub("elsewhere.example", 30).await;
        for (what, port, certificate) in [
            ("expired", expired, Some(old)),
            ("of another name", other, Some(named)),
            ("that nobody trusts", good, None),
            ("of somebody else", expired, Some(pem)),
        ] {
            let failure = take(format!("https://localhost:{port}"), certificate).await.unwrap_err();
            assert!(failure.why.contains("certificate") && !failure.refused, "{what}: {failure:?}");
        }
    }

    #[tokio::test]
    async fn c9_nothing_goes_unencrypted_to_another_machine_whatever_the_store_says() {
        for url in ["http://192.0.2.1:4114", "http://hub.example"] {
            let failure = take(url.to_owned(), None).await.unwrap_err();
            assert!(failure.why.contains("unencrypted"), "{failure:?}");
        }
    }
}
