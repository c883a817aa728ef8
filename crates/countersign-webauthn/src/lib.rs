//! Checks WebAuthn signatures and registrations: pure functions over untrusted bytes. The caller must know
//! whose passkey it is, and what it was asked to sign.

mod cbor;
mod cose;
mod data;

pub use cose::{Algorithm, PublicKey};
pub use data::{AuthenticatorData, ClientData, Credential, decode, encode};

use countersign_words::{Message, say};
use data::{read_attestation, sha256};

/// The maximum size of each part, in bytes.
const CLIENT_DATA_MOST: usize = 4096;
const AUTHENTICATOR_DATA_MOST: usize = 4096;
const SIGNATURE_MOST: usize = 256;
const KEY_MOST: usize = 512;
const ATTESTATION_MOST: usize = 65_536;

/// What a valid proof says besides its statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The page that asked.
    pub origin: String,
    /// The authenticator's counter.
    pub sign_count: u32,
}

/// A signature and everything needed to check it, all in base64url.
#[derive(Debug, Clone, Copy)]
pub struct Signed<'a> {
    /// The domain that the passkey is bound to.
    pub rp_id: &'a str,
    /// Its public key (COSE).
    pub public_key: &'a str,
    /// What the browser vouched for.
    pub client_data_json: &'a str,
    /// What the authenticator vouched for.
    pub authenticator_data: &'a str,
    /// Its signature of both.
    pub signature: &'a str,
}

impl Signed<'_> {
    /// Checks that it answers a challenge, by the steps of Web Authentication Level 3, §7.2. The caller must
    /// check that the origin is its own, the challenge is fresh and the counter has grown.
    pub fn check(&self, challenge: &str) -> Result<Checked, Flaw> {
        let json = decode(self.client_data_json, CLIENT_DATA_MOST)?;
        let client = ClientData::read(&json)?;
        check_client(&client, "webauthn.get", challenge, self.rp_id)?;
        let bytes = decode(self.authenticator_data, AUTHENTICATOR_DATA_MOST)?;
        let told = AuthenticatorData::read(&bytes)?;
        check_authenticator(&told, self.rp_id)?;
        // Proves that the holder of the private key signed exactly these bytes.
        let key = PublicKey::read(&decode(self.public_key, KEY_MOST)?)?;
        let signature = decode(self.signature, SIGNATURE_MOST)?;
        key.verify(&[bytes.as_slice(), &sha256(&json)].concat(), &signature)?;
        Ok(Checked { origin: client.origin, sign_count: told.sign_count })
    }
}

/// Reads the new credential from the result of `navigator.credentials.create`, by the steps of §7.1, for a
/// challenge that was issued for `rp_id`.
pub fn check_registration(
    client_data_json: &str,
    attestation_object: &str,
    challenge: &str,
    rp_id: &str,
) -> Result<(Credential, Checked), Flaw> {
    let client = ClientData::read(&decode(client_data_json, CLIENT_DATA_MOST)?)?;
    check_client(&client, "webauthn.create", challenge, rp_id)?;
    let told = read_attestation(&decode(attestation_object, ATTESTATION_MOST)?)?;
    check_authenticator(&told, rp_id)?;
    let checked = Checked { origin: client.origin, sign_count: told.sign_count };
    Ok((told.credential.ok_or(Flaw::NoCredential)?, checked))
}

/// Returns the credential in an attestation object, unchecked: a person is asked to vouch for it.
pub fn attested(attestation_object: &str) -> Result<Credential, Flaw> {
    let told = read_attestation(&decode(attestation_object, ATTESTATION_MOST)?)?;
    told.credential.ok_or(Flaw::NoCredential)
}

/// Returns the challenge in the client data.
pub fn answered(client_data_json: &str) -> Result<String, Flaw> {
    Ok(ClientData::read(&decode(client_data_json, CLIENT_DATA_MOST)?)?.challenge)
}

fn check_client(client: &ClientData, kind: &str, challenge: &str, rp_id: &str) -> Result<(), Flaw> {
    // Otherwise a registration could pass for a signature, or vice versa.
    if client.kind != kind {
        return Err(Flaw::OtherKind);
    }
    // Otherwise a signature for one item, digest, answer or person could be used for another.
    if client.challenge != challenge {
        return Err(Flaw::OtherStatement);
    }
    // Otherwise a page of another site could have requested it.
    if !is_within(&client.origin, rp_id) {
        return Err(Flaw::OtherOrigin);
    }
    // Otherwise another site could have framed our page for clickjacking.
    if client.cross_origin || client.top_origin.is_some() {
        return Err(Flaw::Framed);
    }
    Ok(())
}

fn check_authenticator(told: &AuthenticatorData, rp_id: &str) -> Result<(), Flaw> {
    // Otherwise a credential for another site would be accepted.
    if told.rp_id_hash != sha256(rp_id.as_bytes()) {
        return Err(Flaw::OtherSite);
    }
    // Otherwise a program, or a thief, could have used an unlocked authenticator without its owner.
    told.check_flags()
}

/// Why an authenticator's response is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// A part is longer than any authenticator writes.
    TooLong,
    /// A part is not base64url without padding.
    NotBase64,
    /// Not the CBOR that authenticators write.
    NotCbor,
    /// Not the JSON that browsers write.
    NotClientData,
    /// Not the bytes that authenticators write.
    NotAuthenticatorData,
    /// No credential was made.
    NoCredential,
    /// The credential is not the claimed one.
    OtherCredential,
    /// Not a valid key of a supported algorithm.
    BadKey,
    /// Made for another ceremony.
    OtherKind,
    /// Made for something else.
    OtherStatement,
    /// Requested by a page of another origin.
    OtherOrigin,
    /// Asked for from inside another page.
    Framed,
    /// Made for another site.
    OtherSite,
    /// No user was present.
    NotPresent,
    /// The authenticator did not verify the user.
    NotVerified,
    /// Not that key's signature.
    BadSignature,
    /// Not a passkey of this person.
    UnknownPasskey,
    /// The passkey was revoked.
    Revoked,
    /// The challenge was not issued to this person.
    UnknownChallenge,
    /// The challenge was answered before.
    Used,
    /// The challenge has expired.
    Expired,
    /// The counter did not increase: there may be a second authenticator with the same key.
    CounterBack,
}

impl Flaw {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Self::TooLong => say!("judge-flaw-long"),
            Self::NotBase64 => say!("judge-flaw-base64"),
            Self::NotCbor => say!("judge-flaw-cbor"),
            Self::NotClientData => say!("judge-flaw-client-data"),
            Self::NotAuthenticatorData => say!("judge-flaw-authenticator-data"),
            Self::NoCredential => say!("judge-flaw-no-credential"),
            Self::OtherCredential => say!("judge-flaw-other-credential"),
            Self::BadKey => say!("judge-flaw-key"),
            Self::OtherKind => say!("judge-flaw-ceremony"),
            Self::OtherStatement => say!("judge-flaw-statement"),
            Self::OtherOrigin => say!("judge-flaw-origin"),
            Self::Framed => say!("judge-flaw-framed"),
            Self::OtherSite => say!("judge-flaw-site"),
            Self::NotPresent => say!("judge-flaw-nobody"),
            Self::NotVerified => say!("judge-flaw-not-verified"),
            Self::BadSignature => say!("judge-flaw-signature"),
            Self::UnknownPasskey => say!("judge-flaw-unknown"),
            Self::Revoked => say!("judge-flaw-revoked"),
            Self::UnknownChallenge => say!("judge-flaw-challenge"),
            Self::Used => say!("judge-flaw-used"),
            Self::Expired => say!("judge-flaw-expired"),
            Self::CounterBack => {
                say!("judge-flaw-counter")
            }
        }
    }
}

/// Whether an origin belongs to a domain and uses a secure transport.
pub fn is_within(origin: &str, rp_id: &str) -> bool {
    let (secure, rest) = match (origin.strip_prefix("https://"), origin.strip_prefix("http://")) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return false,
    };
    let (host, port) = rest.split_once(':').unwrap_or((rest, "0"));
    let local = host == "localhost" || host.ends_with(".localhost");
    let inside = host == rp_id || host.strip_suffix(rp_id).is_some_and(|sub| sub.ends_with('.'));
    inside && (secure || local) && port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests;
