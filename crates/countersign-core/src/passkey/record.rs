//! Passkeys, and the challenges issued for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    passkey::{Algorithm, Proof, Statement},
    record::{Fields, Kind, Record, number, sortable, text},
};

/// A person's passkey. The private key never leaves the authenticator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Passkey {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// The handle under which authenticators know the person.
    pub user_handle: String,
    /// The authenticator's id for it, in base64url.
    pub credential_id: String,
    /// The public key (COSE), in base64url.
    pub public_key: String,
    /// How it signs.
    pub algorithm: Algorithm,
    /// What the person calls it.
    pub label: String,
    /// The domain that it is bound to.
    pub rp_id: String,
    /// The highest counter seen; zero for authenticators without one.
    pub sign_count: u32,
    /// When it was added.
    pub created_at: u64,
    /// The signature of another passkey that authorised it; None for a person's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_by: Option<Proof>,
    /// When it last signed.
    pub last_used_at: Option<u64>,
    /// When it ceased to count.
    pub revoked_at: Option<u64>,
    /// Who revoked it (`person:ana`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_by: Option<String>,
    /// The signature that revoked it; None if it was reset on the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_with: Option<Proof>,
}

impl Passkey {
    /// Whether it was valid at `at`, not counting the moments when it was added or revoked.
    pub fn counted_at(&self, at: u64) -> bool {
        self.created_at < at && self.revoked_at.is_none_or(|end| at < end)
    }
}

fn passkey_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let person = text(doc, "person");
    let mut entries = vec![
        ("passkey.at", sortable(number(doc, "created_at"))),
        ("passkey.credential", text(doc, "credential_id").to_owned()),
        ("passkey.person", person.to_owned()),
    ];
    if doc.get("revoked_at").is_none() {
        entries.push(("passkey.live", person.to_owned()));
    }
    entries
}

impl Record for Passkey {
    const KIND: &'static Kind =
        &Kind { name: "passkey", prefix: "pk", domain: false, index: passkey_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Something that a person was asked to sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Challenge {
    /// Its id.
    pub id: String,
    /// Who was asked.
    pub person: String,
    /// The statement.
    pub statement: Statement,
    /// Makes it unique.
    pub nonce: String,
    /// When it ends.
    pub expires_at: u64,
    /// The bytes to sign, in base64url.
    pub value: String,
    /// Whether it was answered.
    pub used: bool,
}

fn challenge_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let end = sortable(number(doc, "expires_at"));
    vec![
        ("challenge.value", text(doc, "value").to_owned()),
        ("challenge.person", format!("{}/{end}", text(doc, "person"))),
    ]
}

impl Record for Challenge {
    const KIND: &'static Kind =
        &Kind { name: "challenge", prefix: "ch", domain: false, index: challenge_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
