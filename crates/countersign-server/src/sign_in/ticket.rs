//! What binds a sign-in to the browser that began it, without anything kept here until it succeeds: a cookie with random
//! bytes, from which `state`, `nonce` and the PKCE verifier follow by a key of this process.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use blake3::Hash;
use ring::digest;

use crate::web;

/// How long a person may take at the provider, in milliseconds.
pub(super) const TIME_MS: u64 = 10 * 60_000;
/// The maximum number of sign-ins that are remembered as used; each was one that succeeded.
const MOST: usize = 100_000;

/// Makes tickets and reads them.
pub(super) struct Tickets {
    key: [u8; 32],
    /// The tickets that became sessions, with their times.
    used: Mutex<BTreeMap<String, u64>>,
}

/// One sign-in of one browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ticket {
    /// The cookie's value.
    pub(super) cookie: String,
    /// What the browser brings back in the URL.
    pub(super) state: String,
    /// What the ID token must contain.
    pub(super) nonce: String,
    /// What shows the provider that whoever redeems the code began the sign-in.
    pub(super) verifier: String,
    /// The page to go to afterwards.
    pub(super) next: String,
    at: u64,
}

impl Tickets {
    pub(super) fn new(seed: [u8; 32]) -> Self {
        Self { key: blake3::derive_key("countersign 2026 sign-in", &seed), used: Mutex::default() }
    }

    /// Begins a sign-in.
    pub(super) fn begin(&self, random: [u8; 32], next: &str, now: u64) -> Ticket {
        let cookie = format!("{now}.{}.{}", Hash::from_bytes(random).to_hex(), BASE64.encode(next));
        self.of(cookie, next.to_owned(), now)
    }

    /// Returns the sign-in of a browser with that cookie, if this process began it, in time, with that `state`.
    pub(super) fn read(&self, cookie: &str, state: &str, now: u64) -> Option<Ticket> {
        let mut parts = cookie.split('.');
        let (at, _random, next) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
        let next = String::from_utf8(BASE64.decode(next).ok()?).ok()?;
        let ticket = self.of(cookie.to_owned(), web::local(&next).to_owned(), at);
        // Compared as hashes, which takes the same time wherever they differ.
        let same = Hash::from_hex(state).is_ok_and(|given| {
            Hash::from_hex(&ticket.state).is_ok_and(|own| own == given) && state.len() == ticket.state.len()
        });
        (same && now.checked_sub(at).is_some_and(|age| age <= TIME_MS)).then_some(ticket)
    }

    /// Uses a ticket up; false if it was used before.
    pub(super) fn spend(&self, ticket: &Ticket, now: u64) -> bool {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.retain(|_, at| now.saturating_sub(*at) <= TIME_MS);
        used.len() < MOST && used.insert(ticket.state.clone(), ticket.at).is_none()
    }

    fn of(&self, cookie: String, next: String, at: u64) -> Ticket {
        let derived = |what: &str| {
            let mut hasher = blake3::Hasher::new_keyed(&self.key);
            hasher.update(what.as_bytes()).update(b"\n").update(cookie.as_bytes());
            hasher.finalize().to_hex().to_string()
        };
        let (state, nonce, verifier) = (derived("state"), derived("nonce"), derived("verifier"));
        Ticket { cookie, state, nonce, verifier, next, at }
    }
}

impl Ticket {
    /// Returns what the provider is told of the verifier beforehand.
    pub(super) fn challenge(&self) -> String {
        BASE64.encode(digest::digest(&digest::SHA256, self.verifier.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_in_is_of_one_browser_one_process_and_ten_minutes() {
        let tickets = Tickets::new([1; 32]);
        let ticket = tickets.begin([2; 32], "/items/i4", 1_000);
        let read = |cookie: &str, state: &str, now| tickets.read(cookie, state, now);
        assert_eq!(read(&ticket.cookie, &ticket.state, 2_000).as_ref(), Some(&ticket));
        let other = tickets.begin([3; 32], "/items/i4", 1_000);
        assert_eq!(read(&other.cookie, &ticket.state, 2_000), None, "another browser");
        assert_eq!(Tickets::new([4; 32]).read(&ticket.cookie, &ticket.state, 2_000), None);
        assert_eq!(read(&ticket.cookie, &ticket.state, 1_000 + TIME_MS + 1), None, "too late");
        assert_eq!(read(&ticket.cookie, &ticket.state, 999), None, "before it began");
        for state in ["", "x", &ticket.nonce, &ticket.state[1..], &ticket.state.to_uppercase()[1..]] {
            assert_eq!(read(&ticket.cookie, state, 2_000), None, "{state}");
        }
        // The time and the way back cannot be changed.
        let forged = ticket.cookie.replacen("1000.", "1500.", 1);
        assert_eq!(read(&forged, &ticket.state, 2_000), None);
        let (front, _) = ticket.cookie.rsplit_once('.').unwrap();
        let elsewhere = format!("{front}.{}", BASE64.encode("//evil.example"));
        assert_eq!(read(&elsewhere, &ticket.state, 2_000), None);
    }

    #[test]
    fn a_ticket_is_used_once_and_forgotten_when_it_is_over() {
        let tickets = Tickets::new([1; 32]);
        let ticket = tickets.begin([2; 32], "/", 1_000);
        assert!(tickets.spend(&ticket, 2_000) && !tickets.spend(&ticket, 3_000));
        let other = tickets.begin([3; 32], "/", 2_000 + TIME_MS);
        assert!(tickets.spend(&other, 3_000 + TIME_MS));
        assert_eq!(tickets.used.lock().unwrap().len(), 1);
    }

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // The example of RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned();
        let ticket = Ticket { verifier, ..Tickets::new([1; 32]).begin([2; 32], "/", 0) };
        assert_eq!(ticket.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
