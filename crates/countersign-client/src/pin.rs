//! TLS to a daemon with a pinned certificate: exactly that one is accepted, whatever its issuer and name.

use std::{io, net::TcpStream, sync::Arc};

use countersign_core::{Error, Result};
use countersign_words::say;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme, StreamOwned,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};

use crate::stream::Stream;

/// Returns a TLS configuration that accepts only `certificate` (PEM).
pub fn config(certificate: &[u8]) -> Result<Arc<ClientConfig>> {
    let unusable = |e: &dyn std::fmt::Display| {
        Error::usage(say!("problem-client-certificate-unusable", error = e.to_string()))
    };
    let certificate = CertificateDer::from_pem_slice(certificate).map_err(|e| unusable(&e))?;
    let provider = Arc::new(ring::default_provider());
    let pin = Arc::new(Pin { certificate, provider: provider.clone() });
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| unusable(&e))?
        .dangerous()
        .with_custom_certificate_verifier(pin)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// Encrypts a connection.
pub fn encrypt(plain: TcpStream, host: &str, config: Arc<ClientConfig>) -> io::Result<Stream> {
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let session = ClientConnection::new(config, name).map_err(io::Error::other)?;
    Ok(Stream::Tls(Box::new(StreamOwned::new(session, plain))))
}

#[derive(Debug)]
struct Pin {
    certificate: CertificateDer<'static>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pin {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> std::result::Result<ServerCertVerified, rustls::Error> {
        if *shown == self.certificate {
            return Ok(ServerCertVerified::assertion());
        }
        Err(rustls::Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure))
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, shown, signature, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, shown, signature, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
