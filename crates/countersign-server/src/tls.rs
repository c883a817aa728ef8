//! TLS: with a person's own certificate, or a self-signed one. Uses only `ring`, and TLS 1.2 or later.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;
use rcgen::{CertificateParams, DnType, ExtendedKeyUsagePurpose, KeyPair, KeyUsagePurpose};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

/// The self-signed certificate; it may be given to clients.
pub const CERTIFICATE: &str = "tls-cert.pem";
/// Its private key.
pub const KEY: &str = "tls-key.pem";
/// The metadata of the certificate.
const NOTE: &str = "tls.json";

const DAY_S: i64 = 24 * 60 * 60;
/// The validity of a self-signed certificate; some clients refuse longer ones.
const DAYS: i64 = 397;
/// How many days before expiry it is renewed, so that a running daemon does not reach the expiry soon.
const DAYS_LEFT: i64 = 30;

/// Reads a certificate (with its chain) and its key, both PEM.
pub fn load(cert: &Path, key: &Path) -> Result<ServerConfig> {
    let mode = fs::metadata(key).map_err(|e| unreadable(key, &e))?.permissions().mode();
    if mode & 0o007 != 0 {
        return Err(Error::new(ErrorCode::Settings, say!("problem-tls-key-open", path = key.display()))
            .hint(say!("problem-tls-key-open-hint", path = key.display())));
    }
    let chain = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect::<std::result::Result<Vec<_>, _>>)
        .map_err(|e| unreadable(cert, &e))?;
    if chain.is_empty() {
        return Err(unreadable(cert, &say!("problem-tls-no-certificate")));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|e| unreadable(key, &e))?;
    config(chain, secret).map_err(|e| {
        let what = say!("problem-tls-no-pair", certificate = cert.display(), key = key.display());
        Error::new(ErrorCode::Settings, what).hint(say!("problem-tls-no-pair-hint")).because(e)
    })
}

/// Returns a self-signed certificate for `names` (hosts and addresses, without ports), kept in `dir` and renewed before
/// expiry or when the names change. Also returns its SHA-256 fingerprint, for people to compare.
pub fn self_signed(dir: &Path, names: &[String]) -> Result<(ServerConfig, String)> {
    if names.is_empty() {
        return Err(Error::usage(say!("problem-tls-needs-name")));
    }
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    let now = now_s();
    match kept(dir, &names, now) {
        Some(ready) => Ok(ready),
        None => make(dir, names, now),
    }
}

/// The metadata of a certificate; the fingerprint identifies it.
#[derive(PartialEq, Serialize, Deserialize)]
struct Note {
    names: Vec<String>,
    ends_at_s: i64,
    fingerprint: String,
}

/// Returns the existing certificate, if it is valid.
fn kept(dir: &Path, names: &[String], now: i64) -> Option<(ServerConfig, String)> {
    let note: Note = serde_json::from_slice(&fs::read(dir.join(NOTE)).ok()?).ok()?;
    let key = dir.join(KEY);
    // A key that others could read must be replaced.
    let private = fs::metadata(&key).ok()?.permissions().mode() & 0o077 == 0;
    let chain = vec![CertificateDer::from_pem_file(dir.join(CERTIFICATE)).ok()?];
    let same = note.names == names && note.fingerprint == fingerprint(&chain[0]);
    let lasts = note.ends_at_s - now > DAYS_LEFT * DAY_S && note.ends_at_s - now <= DAYS * DAY_S;
    if !(private && same && lasts) {
        return None;
    }
    let config = config(chain, PrivateKeyDer::from_pem_file(key).ok()?).ok()?;
    Some((config, note.fingerprint))
}

fn make(dir: &Path, names: Vec<String>, now: i64) -> Result<(ServerConfig, String)> {
    let ends_at_s = now + DAYS * DAY_S;
    let mut params = CertificateParams::new(names.clone()).map_err(|e| {
        Error::usage(say!("problem-tls-bad-name")).hint(say!("problem-tls-bad-name-hint")).because(e)
    })?;
    params.distinguished_name.push(DnType::CommonName, "countersign");
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    // Clocks differ: it is valid from yesterday.
    params.not_before = OffsetDateTime::from_unix_timestamp(now - DAY_S).map_err(Error::bug)?;
    params.not_after = OffsetDateTime::from_unix_timestamp(ends_at_s).map_err(Error::bug)?;
    let key = KeyPair::generate().map_err(Error::bug)?;
    let cert = params.self_signed(&key).map_err(Error::bug)?;
    let fingerprint = fingerprint(cert.der());
    let note = Note { names, ends_at_s, fingerprint: fingerprint.clone() };
    let note = serde_json::to_vec(&note).map_err(Error::bug)?;
    // The metadata comes last: without a matching one, the others are made again.
    for (name, bytes) in
        [(KEY, key.serialize_pem().as_bytes()), (CERTIFICATE, cert.pem().as_bytes()), (NOTE, &note)]
    {
        write_private(dir, name, bytes).map_err(|e| {
            Error::new(ErrorCode::Settings, say!("problem-tls-unwritten", path = dir.join(name).display()))
                .because(e)
        })?;
    }
    let secret = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).map_err(Error::bug)?;
    let config = config(vec![cert.der().clone()], secret).map_err(Error::bug)?;
    Ok((config, fingerprint))
}

/// Writes a file atomically, never readable by others.
fn write_private(dir: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let new = dir.join(format!("{name}.new"));
    match fs::remove_file(&new) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&new, dir.join(name))?;
    File::open(dir)?.sync_all()
}

fn config(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> std::result::Result<ServerConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// Formats it like browsers and `openssl x509 -fingerprint -sha256`: `AB:CD:…`.
fn fingerprint(cert: &CertificateDer<'_>) -> String {
    let pairs: Vec<_> = Sha256::digest(cert).iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}

fn unreadable(path: &Path, why: &dyn std::fmt::Display) -> Error {
    Error::new(
        ErrorCode::Settings,
        say!("problem-tls-unusable", path = path.display(), said = why.to_string()),
    )
    .hint(say!("problem-tls-unusable-hint"))
}

fn now_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|n| (*n).to_owned()).collect()
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn edit_note(dir: &Path, change: impl FnOnce(&mut Note)) {
        let mut note: Note = serde_json::from_slice(&fs::read(dir.join(NOTE)).unwrap()).unwrap();
        change(&mut note);
        fs::write(dir.join(NOTE), serde_json::to_vec(&note).unwrap()).unwrap();
    }

    #[test]
    fn a_certificate_is_kept_and_its_key_is_private() {
        let dir = tempfile::tempdir().unwrap();
        let (config, first) = self_signed(dir.path(), &names(&["localhost", "127.0.0.1"])).unwrap();
        assert_eq!(config.alpn_protocols, [b"http/1.1"]);
        assert_eq!(first.len(), 32 * 3 - 1);
        assert_eq!(mode(&dir.path().join(KEY)), 0o600);
        let (_, second) = self_signed(dir.path(), &names(&["127.0.0.1", "localhost", "localhost"])).unwrap();
        assert_eq!(first, second, "the order of names does not matter");
    }

    #[test]
    fn it_is_made_anew_for_other_names_near_its_end_and_when_anything_is_off() {
        let dir = tempfile::tempdir().unwrap();
        let (path, ours) = (dir.path(), names(&["localhost"]));
        let mut last = self_signed(path, &names(&["desk.example.com"])).unwrap().1;
        let mut is_new = |why: &str| {
            let next = self_signed(path, &ours).unwrap().1;
            assert_ne!(next, last, "{why}");
            assert_eq!(self_signed(path, &ours).unwrap().1, next, "{why}");
            assert_eq!(mode(&path.join(KEY)), 0o600, "{why}");
            last = next;
        };
        is_new("other names");
        edit_note(path, |note| note.ends_at_s = now_s() + DAYS_LEFT * DAY_S - 1);
        is_new("near its end");
        edit_note(path, |note| note.ends_at_s = i64::MAX);
        is_new("a note that cannot be true");
        fs::set_permissions(path.join(KEY), fs::Permissions::from_mode(0o640)).unwrap();
        is_new("a key that others can read");
        fs::write(path.join(KEY), KeyPair::generate().unwrap().serialize_pem()).unwrap();
        is_new("another key");
        fs::remove_file(path.join(CERTIFICATE)).unwrap();
        is_new("no certificate");
        fs::write(path.join(NOTE), "{").unwrap();
        is_new("a broken note");
    }

    #[test]
    fn a_new_file_does_not_go_through_a_link_that_somebody_left() {
        let dir = tempfile::tempdir().unwrap();
        let elsewhere = dir.path().join("elsewhere");
        fs::write(&elsewhere, "mine").unwrap();
        std::os::unix::fs::symlink(&elsewhere, dir.path().join(format!("{KEY}.new"))).unwrap();
        self_signed(dir.path(), &names(&["localhost"])).unwrap();
        assert_eq!(fs::read(elsewhere).unwrap(), b"mine");
    }

    #[test]
    fn a_certificate_is_for_something_that_has_a_name() {
        let dir = tempfile::tempdir().unwrap();
        assert!(self_signed(dir.path(), &[]).is_err());
        assert!(self_signed(dir.path(), &names(&["bücher.example"])).is_err());
    }

    #[test]
    fn what_a_person_has_is_loaded_and_what_does_not_fit_is_refused() {
        let (ours, others) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for dir in [&ours, &others] {
            self_signed(dir.path(), &names(&["localhost"])).unwrap();
        }
        let (cert, key) = (ours.path().join(CERTIFICATE), ours.path().join(KEY));
        assert_eq!(load(&cert, &key).unwrap().alpn_protocols, [b"http/1.1"]);
        for (cert, key) in [
            (&cert, &others.path().join(KEY)),
            (&key, &key),
            (&cert, &cert),
            (&cert, &ours.path().join("none")),
            (&ours.path().join("none"), &key),
        ] {
            let error = load(cert, key).unwrap_err();
            assert_eq!(error.code, ErrorCode::Settings);
            assert!(error.hint.is_some());
        }
        fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(load(&cert, &key).is_err_and(|e| e.message.contains("open to other users")));
    }
}
