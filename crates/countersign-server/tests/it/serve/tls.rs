//! TLS with a real client that trusts exactly one certificate.

use std::{io, path::Path, sync::Arc};

use axum::http::StatusCode;
use countersign_server::tls;
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use tokio::net::TcpStream;
use tokio_rustls::{TlsConnector, client::TlsStream};

use super::daemon::{Client, Daemon, GET_HELLO, patient, small, status};

fn names() -> Vec<String> {
    vec!["localhost".to_owned(), "127.0.0.1".to_owned()]
}

/// A handshake by a client that trusts the certificate in `dir`.
async fn shake(daemon: &Daemon, dir: &Path, name: &'static str) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(dir.join(tls::CERTIFICATE)).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let stream = TcpStream::connect(daemon.addr).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from(name).unwrap(), stream).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_trusts_our_certificate_is_served_and_others_find_out() {
    let (ours, others) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (config, _) = tls::self_signed(ours.path(), &names()).unwrap();
    tls::self_signed(others.path(), &names()).unwrap();
    let daemon = Daemon::start_with(patient(), Some(Arc::new(config))).await;
    for name in ["localhost", "127.0.0.1"] {
        let stream = shake(&daemon, ours.path(), name).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
        let mut client = Client { stream: Box::new(stream), here: None };
        for _ in 0..2 {
            client.send(GET_HELLO).await;
            assert_eq!(client.answer().await, (StatusCode::OK, "hello".to_owned()));
        }
        client.send("GET /peer HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
        assert!(client.rest().await.contains("tls=true"));
    }
    assert!(shake(&daemon, others.path(), "localhost").await.is_err(), "another certificate is not ours");
    assert!(shake(&daemon, ours.path(), "desk.example.com").await.is_err(), "it is not for that name");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_that_is_not_finished_is_cut() {
    let dir = tempfile::tempdir().unwrap();
    let (config, _) = tls::self_signed(dir.path(), &names()).unwrap();
    let daemon = Daemon::start_with(small(), Some(Arc::new(config))).await;
    let mut silent = daemon.connect().await;
    // The first bytes of a client's hello, and nothing after them.
    let mut half = daemon.connect().await;
    half.send_bytes(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").await;
    assert_eq!((silent.rest().await, half.rest().await), (String::new(), String::new()));
    let plain = daemon.say(GET_HELLO).await;
    assert_eq!(status(&plain), None, "nothing is answered in the clear");
    daemon.is_alone().await;
    shake(&daemon, dir.path(), "localhost").await.unwrap();
}
