//! The site whose pages may ask for passkeys.

use countersign_webauthn::is_within;
use countersign_words::{Message, say};

use crate::error::{Error, ErrorCode, Result};

/// The site that passkeys are made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The domain that passkeys are bound to.
    pub rp_id: String,
    /// The origins (`https://review.example.com`) that may ask for a signature.
    pub origins: Vec<String>,
}

impl Site {
    /// Whether browsers can make passkeys for it.
    pub fn check(&self) -> Result<()> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
        let numeric = self.rp_id.split('.').all(|part| part.bytes().all(|b| b.is_ascii_digit()));
        let wrong = |what: Message| Err(Error::new(ErrorCode::Settings, what));
        if numeric || !self.rp_id.chars().all(plain) {
            return wrong(say!("judge-passkey-domain", domain = format!("{:?}", self.rp_id)))
                .map_err(|e| e.hint(say!("judge-passkey-domain-hint")));
        }
        if self.origins.is_empty() {
            return wrong(say!("judge-passkey-no-origin"));
        }
        match self.origins.iter().find(|origin| !is_within(origin, &self.rp_id)) {
            Some(origin) => wrong(say!(
                "judge-passkey-origin",
                origin = format!("{:?}", origin),
                domain = format!("{:?}", self.rp_id)
            )),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_inside_its_domain_and_safe_on_its_way() {
        let inside = [
            ("https://example.org", "example.org"),
            ("https://review.example.org:8443", "example.org"),
            ("http://localhost:7777", "localhost"),
        ];
        for (origin, rp_id) in inside {
            assert!(is_within(origin, rp_id), "{origin}");
            assert!(Site { rp_id: rp_id.into(), origins: vec![origin.into()] }.check().is_ok());
        }
        let outside = [
            ("http://example.org", "example.org"),
            ("https://badexample.org", "example.org"),
            ("https://example.org.evil.com", "example.org"),
            ("https://example.org/", "example.org"),
            ("https://evil.com:443@example.org", "example.org"),
            ("https://example.org:99999", "example.org"),
            ("https://example.org@evil.com", "example.org"),
            ("ftp://example.org", "example.org"),
            ("null", "example.org"),
            ("https://127.0.0.1", "127.0.0.1"),
            ("https://", ""),
        ];
        for (origin, rp_id) in outside {
            let site = Site { rp_id: rp_id.into(), origins: vec![origin.into()] };
            assert_eq!(site.check().unwrap_err().code, ErrorCode::Settings, "{origin}");
        }
        assert!(Site { rp_id: "localhost".into(), origins: Vec::new() }.check().is_err());
    }
}
