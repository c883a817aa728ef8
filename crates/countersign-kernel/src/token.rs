//! Tokens, which authenticate actors.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    actor::{Actor, ActorKind, Role},
    error::Result,
    record::{Fields, Kind, Record, number, sortable, text},
    store::{Base, Scan},
};

/// Authenticates an actor. The token itself is printed once and never stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// Its id.
    pub id: String,
    /// The kind of its bearer.
    pub kind: ActorKind,
    /// The bearer's name.
    pub name: String,
    /// The hash of the token.
    pub hash: String,
    /// The person who made it.
    pub owner: Option<String>,
    /// When.
    pub created_at: u64,
    /// When it ceased to count.
    pub revoked_at: Option<u64>,
    /// When it expires.
    #[serde(default)]
    pub expires_at: Option<u64>,
    /// What a person may do with it.
    #[serde(default)]
    pub role: Role,
    /// What it allows; see [`crate::Actor::scopes`].
    #[serde(default)]
    pub scopes: Vec<String>,
    /// The one user of the machine from whose processes it is taken.
    #[serde(default)]
    pub uid: Option<u32>,
    /// Whether a browser got it by a one-time link, and keeps it as a cookie.
    #[serde(default)]
    pub session: bool,
    /// The provider through which its person signed in, for a session that began there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    /// The groups in which that provider said that person is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
}

impl Token {
    /// Returns the hash under which a token is stored. Tokens are 256 random bits, so a plain hash cannot be
    /// guessed.
    pub fn hash(token: &str) -> String {
        blake3::derive_key("countersign 2026 token", token.trim().as_bytes())
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect()
    }

    /// Returns why it is not valid at `now`, if so.
    pub fn lapsed(&self, now: u64) -> Option<Message> {
        match (self.revoked_at, self.expires_at) {
            (Some(_), _) => Some(say!("judge-token-revoked")),
            (None, Some(end)) if end <= now => Some(say!("judge-token-expired")),
            _ => None,
        }
    }

    /// Returns its person: the bearer, or who made it for an agent or a verifier.
    pub fn whose(&self) -> Option<&str> {
        if self.kind == ActorKind::Person { Some(&self.name) } else { self.owner.as_deref() }
    }

    /// Finds a token by its hash.
    pub fn by_hash(base: &mut dyn Base, hash: &str) -> Result<Option<Self>> {
        let hits = base.scan(&Scan::exactly(Self::KIND.name, "token.hash", hash).limit(1))?;
        hits.first().map(|h| h.stored.row.read()).transpose()
    }
}

impl From<Token> for Actor {
    fn from(token: Token) -> Self {
        let Token { id, kind, name, owner, role, scopes, groups, .. } = token;
        Self { kind, name, token: Some(id), owner, role, scopes, groups }
    }
}

fn token_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("token.hash", text(doc, "hash").to_owned()), ("token.at", sortable(number(doc, "created_at")))]
}

impl Record for Token {
    const KIND: &'static Kind =
        &Kind { name: "token", prefix: "tk", domain: false, index: token_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
