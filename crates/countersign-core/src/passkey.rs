//! Passkeys: what a person's authenticator signed, and whether that counts.
//!
//! Whoever holds a person's token or cookie can do what that person can, and a program that runs as the person can
//! hold both. A passkey is the one thing that it cannot use: the private key stays in the authenticator, which asks for
//! a finger or a PIN each time. So a person who has a passkey says yes to what is destructive by signing it.
//!
//! What is signed is a [`Statement`]: this word, to this item, with this digest. The challenge that the authenticator
//! signs is a hash of the statement, the person, a nonce and an end, so that a signature fits nothing else, and whoever
//! has the parts can check it years later without us ([`Proof::check`]; `audit verify` does).
//!
//! # Who may change passkeys
//! The first passkey of a person is taken from whoever comes with that person's token: until then the token alone
//! decided, so nothing is lost. From then on
//! - another one is added only with a signature of a live one over the new credential's id and key;
//! - one is revoked only with a signature over its id: by one of the person's own, or by an admin's own;
//! - an admin without a passkey cannot. Lost ones are reset by `passkey.reset`, which no token can call: its only
//!   audience is Countersign itself, so it takes somebody who can open the store, that is, who can run the binary on
//!   the machine as the user that owns the home. Where a call says that it came from lets nobody in; it can only
//!   keep out, as it does for what an agent started.
//!
//! Signing once does not make the session trusted: each statement is signed on its own, once, within five minutes.
//!
//! # What else is signed
//! Whoever can make persons can make one without a passkey. So a person who has a passkey signs these as well, with
//! exactly the input that they are called with ([`Statement::Allow`], [`live::vouch`]): `token.create` of a person,
//! `token.revoke` of somebody else's, `link.create` for somebody else, `settings.accept`, `server.accept`,
//! `server.forget`. The signature is in the event; `audit verify` checks those of decisions and passkeys only.
//!
//! # Limitations
//! - Where agent and person are the same user of the machine, the agent can open the store as well, and reset passkeys
//!   or write what it likes. Passkeys hold against programs that cannot: behind a daemon with a user of its own.
//! - Attestation is not looked at: a passkey may live in software. Models and vendors are not told apart.
//! - What the page shows while the authenticator asks is the page's word; the authenticator shows only the site.
//! - An admin who has no passkey signs nothing: their stolen session can make a new person. Every admin needs one.
//! - Signing could be asked for, and is not yet, for: `item.resolve`, `thaw`, `item.edit`, `receipt.undo`,
//!   `run.rollback`, grants for ever, webhooks, and an admin's new agents and verifiers.
//! - Whose a passkey is rests on the log; `audit verify` proves that the passkey which the log names has signed.

mod cbor;
pub mod cose;
mod data;
pub mod live;
pub mod operations;
pub mod options;
mod record;
pub mod stored;

pub use self::record::{Challenge, Passkey};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use data::{AuthenticatorData, Credential, decode, encode};

use crate::{
    canonical,
    decision::DecisionWord,
    error::{Error, Result},
    site,
};
use cose::PublicKey;
use data::{ClientData, read_attestation, sha256};

/// How long a challenge waits for its answer.
pub const CHALLENGE_MS: u64 = 5 * 60_000;

/// The most bytes that are taken of each part.
const CLIENT_DATA_MOST: usize = 4096;
const AUTHENTICATOR_DATA_MOST: usize = 4096;
const SIGNATURE_MOST: usize = 256;
const KEY_MOST: usize = 512;
const ATTESTATION_MOST: usize = 65_536;

/// What a signature says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "purpose", rename_all = "snake_case")]
pub enum Statement {
    /// "This is my authenticator": the making of a passkey, which signs nothing yet.
    Register {
        /// The handle under which authenticators know the person.
        user: String,
    },
    /// "This is my answer to this item as it stands."
    Decide {
        /// The item.
        item: String,
        /// Its digest.
        digest: String,
        /// The answer.
        decision: DecisionWord,
    },
    /// "This passkey is mine, too."
    Add {
        /// The id of the credential.
        credential: String,
        /// Its public key.
        public_key: String,
    },
    /// "This passkey no longer counts."
    Revoke {
        /// The passkey.
        passkey: String,
    },
    /// "Do this, as I say it here."
    Allow {
        /// The operation.
        op: String,
        /// The digest of its input.
        input: String,
    },
}

impl Statement {
    /// "Do this": the call of an operation with an input, which may hold the signature already.
    pub fn of_call(op: &str, input: &Value) -> Self {
        let mut input = input.clone();
        if let Some(fields) = input.as_object_mut() {
            // A signature cannot be over itself; what is left out and what is null are the same to an operation.
            fields.retain(|name, value| name != "assertion" && !value.is_null());
        }
        let bound = json!({"op": op, "input": input});
        Self::Allow { op: op.to_owned(), input: canonical::digest("passkey allow", &bound) }
    }

    /// The challenge whose signature says this, in base64url.
    pub fn challenge(&self, person: &str, nonce: &str, expires_at: u64) -> String {
        let bound = json!({"statement": self, "person": person, "nonce": nonce, "expires_at": expires_at});
        let bytes = canonical::encode(&bound);
        encode(&blake3::derive_key("countersign 2026 passkey challenge", bytes.as_bytes()))
    }
}

/// What a browser brings back from `navigator.credentials.get`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assertion {
    /// The id of the credential, in base64url, like all of it.
    pub id: String,
    /// What the browser vouches for.
    #[serde(rename = "clientDataJSON")]
    pub client_data_json: String,
    /// What the authenticator vouches for.
    #[serde(rename = "authenticatorData")]
    pub authenticator_data: String,
    /// Its signature of both.
    pub signature: String,
}

/// A signature with everything that is needed to check it again, whenever and wherever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// The passkey.
    pub passkey: String,
    /// Its public key (COSE).
    pub public_key: String,
    /// The domain that it is bound to.
    pub rp_id: String,
    /// What made the challenge unlike any other.
    pub nonce: String,
    /// When the challenge ended.
    pub expires_at: u64,
    /// What the browser vouched for.
    pub client_data_json: String,
    /// What the authenticator vouched for.
    pub authenticator_data: String,
    /// Its signature of both.
    pub signature: String,
}

/// What a good proof says besides its statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The page that asked.
    pub origin: String,
    /// The authenticator's counter.
    pub sign_count: u32,
}

impl Proof {
    /// Whether it is `person`'s signature of `statement`, by the steps of Web Authentication Level 3, §7.2.
    /// Whether the origin is one of ours, the challenge fresh and the counter ahead, only the living store can tell.
    pub fn check(&self, statement: &Statement, person: &str) -> Result<Checked, Flaw> {
        self.check_answer(&statement.challenge(person, &self.nonce, self.expires_at))
    }

    fn check_answer(&self, challenge: &str) -> Result<Checked, Flaw> {
        let json = decode(&self.client_data_json, CLIENT_DATA_MOST)?;
        let client = ClientData::read(&json)?;
        check_client(&client, "webauthn.get", challenge, &self.rp_id)?;
        let bytes = decode(&self.authenticator_data, AUTHENTICATOR_DATA_MOST)?;
        let told = AuthenticatorData::read(&bytes)?;
        check_authenticator(&told, &self.rp_id)?;
        // Only the holder of the private key can have made it, and over nothing but these bytes.
        let key = PublicKey::read(&decode(&self.public_key, KEY_MOST)?)?;
        let signature = decode(&self.signature, SIGNATURE_MOST)?;
        key.verify(&[bytes.as_slice(), &sha256(&json)].concat(), &signature)?;
        Ok(Checked { origin: client.origin, sign_count: told.sign_count })
    }
}

/// Reads the new credential out of what `navigator.credentials.create` gave, by the steps of §7.1, for a challenge
/// that was given out for `rp_id`.
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

/// The credential in an attestation object, unchecked: what a person is asked to vouch for.
pub fn attested(attestation_object: &str) -> Result<Credential, Flaw> {
    let told = read_attestation(&decode(attestation_object, ATTESTATION_MOST)?)?;
    told.credential.ok_or(Flaw::NoCredential)
}

/// The challenge that client data answer.
pub fn answered(client_data_json: &str) -> Result<String, Flaw> {
    Ok(ClientData::read(&decode(client_data_json, CLIENT_DATA_MOST)?)?.challenge)
}

fn check_client(client: &ClientData, kind: &str, challenge: &str, rp_id: &str) -> Result<(), Flaw> {
    // Else the making of a credential could pass for a signature with it, or the other way round.
    if client.kind != kind {
        return Err(Flaw::OtherKind);
    }
    // Else a signature for one item, digest, answer or person could serve another.
    if client.challenge != challenge {
        return Err(Flaw::OtherStatement);
    }
    // Else a page of somebody else's could have asked for it.
    if !site::is_within(&client.origin, rp_id) {
        return Err(Flaw::OtherOrigin);
    }
    // Else our page could have been framed by another, with a picture over the button.
    if client.cross_origin || client.top_origin.is_some() {
        return Err(Flaw::Framed);
    }
    Ok(())
}

fn check_authenticator(told: &AuthenticatorData, rp_id: &str) -> Result<(), Flaw> {
    // Else a credential that was made for another site would do.
    if told.rp_id_hash != sha256(rp_id.as_bytes()) {
        return Err(Flaw::OtherSite);
    }
    // Else a program could have asked an unlocked authenticator while nobody was there, or whoever found it could.
    told.check_flags()
}

/// Why an answer of an authenticator does not count.
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
    /// The credential is not the one that it is said to be.
    OtherCredential,
    /// No key of a kind that is taken.
    BadKey,
    /// Made for another ceremony.
    OtherKind,
    /// Made for something else.
    OtherStatement,
    /// Asked for by a page elsewhere.
    OtherOrigin,
    /// Asked for from inside another page.
    Framed,
    /// Made for another site.
    OtherSite,
    /// Nobody was there.
    NotPresent,
    /// The authenticator did not make sure who it was.
    NotVerified,
    /// Not that key's signature.
    BadSignature,
    /// No passkey of this person.
    UnknownPasskey,
    /// A passkey that no longer counts.
    Revoked,
    /// A challenge that was not given out to this person.
    UnknownChallenge,
    /// A challenge that was answered before.
    Used,
    /// A challenge whose time is over.
    Expired,
    /// The counter did not go on: there may be a second authenticator with the same key.
    CounterBack,
}

impl Flaw {
    /// In words.
    pub fn message(self) -> &'static str {
        match self {
            Self::TooLong => "a part of it is longer than any authenticator writes",
            Self::NotBase64 => "a part of it is not base64url without padding",
            Self::NotCbor => "it holds something else than the CBOR that authenticators write",
            Self::NotClientData => "its client data are not what browsers write",
            Self::NotAuthenticatorData => "its authenticator data are not what authenticators write",
            Self::NoCredential => "no credential was made",
            Self::OtherCredential => "the credential is not the one that it is said to be",
            Self::BadKey => "its key is none that can be used here: ES256 and EdDSA are taken",
            Self::OtherKind => "it was made for another ceremony",
            Self::OtherStatement => "what was signed is something else",
            Self::OtherOrigin => "a page elsewhere asked for it",
            Self::Framed => "it was asked for from inside another page",
            Self::OtherSite => "it was made for another site",
            Self::NotPresent => "nobody was there",
            Self::NotVerified => "the authenticator did not make sure who it was",
            Self::BadSignature => "the signature is not that passkey's",
            Self::UnknownPasskey => "that is no passkey of this person",
            Self::Revoked => "that passkey was revoked",
            Self::UnknownChallenge => "that challenge was not given to this person",
            Self::Used => "that challenge was answered before",
            Self::Expired => "that challenge has expired",
            Self::CounterBack => {
                "the counter of that passkey did not go on: somebody may have a copy of it; revoke it"
            }
        }
    }

    /// The error for a call that stands and falls with it: a slip of the sender's, or an attempt to be remembered.
    pub fn error(self) -> Error {
        let malformed = matches!(
            self,
            Self::TooLong
                | Self::NotBase64
                | Self::NotCbor
                | Self::NotClientData
                | Self::NotAuthenticatorData
        );
        if malformed { Error::invalid(self.message()) } else { Error::refused(self.message()) }
    }
}

#[cfg(test)]
mod tests;
