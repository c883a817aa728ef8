//! The session cookie, and the CSRF token that proves that a request comes from a page of that session: a browser sends
//! the cookie by itself, the token only if a page of ours included it.

use axum::http::{HeaderMap, header};
use blake3::Hash;
use countersign_core::{Error, Result};
use countersign_words::say;

/// The header with the CSRF token.
pub(crate) const HEADER: &str = "countersign-csrf";
/// The form field with the CSRF token.
pub(crate) const FIELD: &str = "csrf";

/// The CSRF token of a session; pages put it into their forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Csrf(pub String);

/// Derives CSRF tokens from sessions with a key of this process, so that no token outlives it.
pub(crate) struct Words([u8; 32]);

impl Words {
    pub(crate) fn new(seed: [u8; 32]) -> Self {
        Self(blake3::derive_key("countersign 2026 csrf", &seed))
    }

    /// Returns the CSRF token of a session, masked with `pad`: no two pages have the same text, so that how well they
    /// compress says nothing of it.
    pub(crate) fn of(&self, session: &str, pad: [u8; 32]) -> Csrf {
        let masked = xor(self.hash(session).as_bytes(), &pad);
        Csrf(format!("{}{}", Hash::from_bytes(pad).to_hex(), Hash::from_bytes(masked).to_hex()))
    }

    /// Compares `given` with the CSRF token of a session, in constant time.
    pub(crate) fn fits(&self, session: &str, given: &str) -> bool {
        let Some((pad, masked)) = given.split_at_checked(64) else { return false };
        let (Ok(pad), Ok(masked)) = (Hash::from_hex(pad), Hash::from_hex(masked)) else { return false };
        Hash::from_bytes(xor(pad.as_bytes(), masked.as_bytes())) == self.hash(session)
    }

    fn hash(&self, session: &str) -> Hash {
        blake3::keyed_hash(&self.0, session.as_bytes())
    }
}

fn xor(one: &[u8; 32], other: &[u8; 32]) -> [u8; 32] {
    std::array::from_fn(|at| one[at] ^ other[at])
}

/// Returns the cookie's name. With its prefix a browser accepts it only over TLS and only from this host.
pub(crate) fn name(tls: bool) -> &'static str {
    if tls { "__Host-countersign_session" } else { "countersign_session" }
}

/// Reads the session from a request's cookies.
pub(crate) fn read(headers: &HeaderMap, tls: bool) -> Result<Option<String>> {
    find(headers, name(tls))
}

fn find(headers: &HeaderMap, name: &str) -> Result<Option<String>> {
    let mut found = None;
    for header in headers.get_all(header::COOKIE) {
        let text = header.to_str().map_err(|_| Error::usage(say!("problem-auth-cookies-text")))?;
        for pair in text.split(';') {
            let Some((key, value)) = pair.trim().split_once('=') else { continue };
            if key == name && found.replace(value.to_owned()).is_some() {
                return Err(
                    Error::usage(say!("problem-auth-sessions")).hint(say!("problem-auth-sessions-hint"))
                );
            }
        }
    }
    Ok(found.filter(|session| !session.is_empty()))
}

/// Returns the header value that sets the cookie for so many seconds.
pub(crate) fn keep(session: &str, tls: bool, seconds: u64) -> String {
    let secure = if tls { "; Secure" } else { "" };
    format!("{}={session}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}", name(tls))
}

/// Returns the name of the cookie with a sign-in under way. Unlike the session it is sent when another site, the provider,
/// sends the browser back.
fn ticket(tls: bool) -> &'static str {
    if tls { "__Host-countersign_sign_in" } else { "countersign_sign_in" }
}

/// Reads the sign-in under way from a request's cookies.
pub(crate) fn read_ticket(headers: &HeaderMap, tls: bool) -> Result<Option<String>> {
    find(headers, ticket(tls))
}

/// Returns the header value that sets the cookie with a sign-in for so many seconds.
pub(crate) fn keep_ticket(value: &str, tls: bool, seconds: u64) -> String {
    let secure = if tls { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}", ticket(tls))
}

/// Returns the header value that deletes it.
pub(crate) fn forget(tls: bool) -> String {
    keep("", tls, 0)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn cookies(values: &[&str]) -> HeaderMap {
        values.iter().map(|v| (header::COOKIE, HeaderValue::from_str(v).unwrap())).collect()
    }

    #[test]
    fn a_session_is_found_among_other_cookies() {
        for (given, want) in [
            (&[][..], None),
            (&["a=b"], None),
            (&["countersign_session="], None),
            (&["a=b; countersign_session=cs_x;c"], Some("cs_x")),
            (&["a=b", "countersign_session=cs_x"], Some("cs_x")),
            (&["xcountersign_session=cs_x"], None),
            (&["__Host-countersign_session=cs_x"], None),
        ] {
            assert_eq!(read(&cookies(given), false).unwrap().as_deref(), want, "{given:?}");
        }
        assert_eq!(read(&cookies(&["countersign_session=cs_x"]), true).unwrap(), None);
        let two = cookies(&["countersign_session=a; countersign_session=b"]);
        assert!(read(&two, false).is_err());
    }

    #[test]
    fn scripts_other_sites_and_plain_connections_do_not_get_it() {
        assert_eq!(
            keep("cs_x", true, 60),
            "__Host-countersign_session=cs_x; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure"
        );
        let plain = keep("cs_x", false, 60);
        assert!(plain.starts_with("countersign_session=cs_x; ") && !plain.contains("Secure"));
        assert!(forget(false).contains("Max-Age=0"));
    }

    #[test]
    fn a_word_is_of_one_session_and_one_process() {
        let words = Words::new([1; 32]);
        let Csrf(word) = words.of("cs_a", [0x3c; 32]);
        assert!(words.fits("cs_a", &word));
        let Csrf(again) = words.of("cs_a", [0xc3; 32]);
        assert!(words.fits("cs_a", &again));
        let same = word.bytes().zip(again.bytes()).filter(|(a, b)| a == b).count();
        assert_eq!(same, 0, "{word} {again}");
        assert!(!words.fits("cs_b", &word) && !Words::new([2; 32]).fits("cs_a", &word));
        for forged in [
            "",
            "x",
            "cs_a",
            &"0".repeat(64),
            &"0".repeat(128),
            &word[..64],
            &word[64..],
            &"é".repeat(64),
            &word[1..],
            &format!("{word}0"),
        ] {
            assert!(!words.fits("cs_a", forged), "{forged}");
        }
    }
}
