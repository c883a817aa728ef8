//! Passkeys: signatures by a person's authenticator, and whether they count.
//!
//! Whoever holds a person's token or cookie can do what that person can, and a program that runs as the
//! person can hold both. A passkey is the one thing that it cannot use: the private key stays in the
//! authenticator, which asks for a finger or a PIN each time. So a person who has a passkey approves
//! destructive calls by signing them.
//!
//! The signed content is a [`Statement`]: this answer, to this item, with this digest. The challenge that the
//! authenticator signs is a hash of the statement, the person, a nonce and an expiry, so a signature fits
//! nothing else, and whoever has the parts can check it years later without us
//! ([`Proof::check`]; `audit verify` does).
//!
//! # Who may change passkeys
//! The first passkey of a person is accepted from whoever has that person's token: until then the token alone
//! decided, so nothing is lost. From then on
//! - another one is added only with a signature of a live one over the new credential's id and key;
//! - one is revoked only with a signature over its id: by one of the person's own, or by an admin's own;
//! - an admin without a passkey cannot. Lost ones are reset by `passkey.reset`, which no token can call: its
//!   only audience is Countersign itself, so it takes somebody who can open the store, that is, who can run
//!   the binary on the machine as the user that owns the home. The claimed origin of a call grants nothing; it
//!   can only exclude, as it does for processes that an agent started.
//!
//! Signing once does not make the session trusted: each statement is signed on its own, once, within five
//! minutes.
//!
//! # What else is signed
//! Whoever can create persons can create one without a passkey. So a person who has a passkey signs these as
//! well, with exactly the input of the call ([`Statement::Allow`], [`live::vouch`]): `token.create` of a
//! person, `token.revoke` of somebody else's, `link.create` for somebody else, `settings.accept`,
//! `server.accept`, `server.forget`. The signature is in the event; `audit verify` checks those of decisions
//! and passkeys only.
//!
//! # Limitations
//! - Where agent and person are the same operating system user, the agent can open the store as well, and
//!   reset passkeys or write anything. Passkeys protect against programs that cannot: behind a daemon with its
//!   own user.
//! - Attestation is not checked: a passkey may live in software. Models and vendors are not distinguished.
//! - The page decides what it shows while the authenticator asks; the authenticator shows only the site.
//! - An admin who has no passkey signs nothing: their stolen session can create a new person. Every admin
//!   needs one.
//! - Signing could be required, but is not yet, for: `item.resolve`, `thaw`, `item.edit`, `receipt.undo`,
//!   `run.rollback`, unlimited grants, webhooks, and an admin's new agents and verifiers.
//! - The owner of a passkey is known only from the log; `audit verify` proves that the passkey named there
//!   signed.

pub mod live;
pub mod operations;
pub mod options;
mod record;
pub mod stored;

pub use self::record::{Challenge, Passkey};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use countersign_webauthn::Signed;
pub use countersign_webauthn::{
    Algorithm, AuthenticatorData, Checked, Credential, Flaw, answered, attested, check_registration, decode,
    encode,
};

use crate::{
    canonical,
    decision::DecisionWord,
    error::{Error, Result},
};

/// How long a challenge is valid.
pub const CHALLENGE_MS: u64 = 5 * 60_000;

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
    /// "Do this": the statement for a call of an operation; its input may already hold the signature.
    pub fn of_call(op: &str, input: &Value) -> Self {
        let mut input = input.clone();
        if let Some(fields) = input.as_object_mut() {
            // A signature cannot cover itself; omitted and null are the same to an operation.
            fields.retain(|name, value| name != "assertion" && !value.is_null());
        }
        let bound = json!({"op": op, "input": input});
        Self::Allow { op: op.to_owned(), input: canonical::digest("passkey allow", &bound) }
    }

    /// Returns the challenge to sign, in base64url.
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

impl Proof {
    /// Checks that it is `person`'s signature of `statement`, by the steps of Web Authentication Level 3,
    /// §7.2. Only the live store can tell whether the origin is one of ours, the challenge fresh and the
    /// counter higher.
    pub fn check(&self, statement: &Statement, person: &str) -> Result<Checked, Flaw> {
        let Self { rp_id, public_key, client_data_json, authenticator_data, signature, .. } = self;
        Signed { rp_id, public_key, client_data_json, authenticator_data, signature }
            .check(&statement.challenge(person, &self.nonce, self.expires_at))
    }
}

/// The error for a call that needs a valid response of an authenticator: a mistake of the sender's, or an
/// attempt to log.
pub fn flawed(flaw: Flaw) -> Error {
    let malformed = matches!(
        flaw,
        Flaw::TooLong | Flaw::NotBase64 | Flaw::NotCbor | Flaw::NotClientData | Flaw::NotAuthenticatorData
    );
    if malformed { Error::invalid(flaw.message()) } else { Error::refused(flaw.message()) }
}

#[cfg(test)]
mod tests;
