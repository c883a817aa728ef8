//! Tells certificates, which are public, from the keys whose files have the same endings.

use std::{fs::OpenOptions, io::Read as _, os::unix::fs::OpenOptionsExt as _, path::Path};

/// Larger files are not read: the list of all authorities has about 300 kB.
const LARGEST: u64 = 4 << 20;
/// Endings of files that hold certificates or keys.
const ENDINGS: &[&str] = &["pem", "crt", "cer", "key"];
/// The kinds of blocks that are public.
const PUBLIC: &[&str] = &["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE", "X509 CRL", "PUBLIC KEY"];

/// Whether a file holds certificates and nothing else: text with at least one block, all of them public.
pub(crate) fn only_certificates(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    if !ending.is_some_and(|ending| ENDINGS.contains(&&*ending)) {
        return false;
    }
    // A pipe of that name must not hold us up.
    let nonblocking = rustix::fs::OFlags::NONBLOCK.bits() as i32;
    let Ok(file) = OpenOptions::new().read(true).custom_flags(nonblocking).open(path) else { return false };
    if !file.metadata().is_ok_and(|about| about.is_file() && about.len() <= LARGEST) {
        return false;
    }
    let mut text = String::new();
    file.take(LARGEST).read_to_string(&mut text).is_ok() && are_certificates(&text)
}

fn are_certificates(text: &str) -> bool {
    let mut blocks = text.split("-----BEGIN ").skip(1).peekable();
    let is_public = |block: &str| block.split_once("-----").is_some_and(|(kind, _)| PUBLIC.contains(&kind));
    blocks.peek().is_some() && blocks.all(is_public) && !text.contains("PRIVATE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a5_a_file_of_certificates_alone_is_no_secret_and_one_with_a_key_is() {
        let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
        let key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n";
        let rsa = key.replace("PRIVATE", "RSA PRIVATE");
        let listed = format!("# Issuer: CN=Root\n{certificate}\n{certificate}");
        for text in [certificate, &listed] {
            assert!(are_certificates(text), "{text}");
        }
        let mixed = format!("{certificate}{key}");
        let lower = format!("{certificate}{}", key.replace("BEGIN ", "begin "));
        for text in ["", "KEY hunter2", key, &rsa, &mixed, &lower, "-----BEGIN CERTIFICATE"] {
            assert!(!are_certificates(text), "{text}");
        }
        let dir = tempfile::tempdir().unwrap();
        for (name, text, only) in
            [("a.pem", certificate, true), ("b.pem", &*mixed, false), ("id_rsa", certificate, false)]
        {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            assert_eq!(only_certificates(&path), only, "{name}");
        }
        assert!(!only_certificates(&dir.path().join("missing.pem")));
    }
}
