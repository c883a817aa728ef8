//! Who may what: tokens, grants, claims, what was shown to whom, and the big switch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{number, sortable, text};
use crate::{
    actor::{Actor, ActorKind, Role},
    error::{Outcome, Result},
    judge::Pattern,
    record::{Fields, Kind, Record, no_index},
    store::{Base, Scan},
};

/// What lets an actor in. The token itself is printed once and kept by nobody here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    /// Its id.
    pub id: String,
    /// What its bearer is.
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
    /// When it ceases to count by itself.
    #[serde(default)]
    pub expires_at: Option<u64>,
    /// What a person may do with it.
    #[serde(default)]
    pub role: Role,
    /// What it is for; see [`crate::Actor::scopes`].
    #[serde(default)]
    pub scopes: Vec<String>,
    /// The one user of the machine from whose processes it is taken.
    #[serde(default)]
    pub uid: Option<u32>,
    /// Whether a browser got it by a one-time link, and keeps it as a cookie.
    #[serde(default)]
    pub session: bool,
}

impl Token {
    /// The hash under which a token is known. Tokens are 256 random bits, so a plain hash cannot be guessed.
    pub fn hash(token: &str) -> String {
        blake3::derive_key("countersign 2026 token", token.trim().as_bytes())
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect()
    }

    /// Why it no longer counts at `now`, if so.
    pub fn lapsed(&self, now: u64) -> Option<&'static str> {
        match (self.revoked_at, self.expires_at) {
            (Some(_), _) => Some("that token was revoked"),
            (None, Some(end)) if end <= now => Some("that token has expired"),
            _ => None,
        }
    }

    /// Finds a token by its hash.
    pub fn by_hash(base: &mut dyn Base, hash: &str) -> Result<Option<Self>> {
        let hits = base.scan(&Scan::exactly(Self::KIND.name, "token.hash", hash).limit(1))?;
        hits.first().map(|h| h.stored.row.read()).transpose()
    }
}

impl From<Token> for Actor {
    fn from(token: Token) -> Self {
        let Token { id, kind, name, owner, role, scopes, .. } = token;
        Self { kind, name, token: Some(id), owner, role, scopes }
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

/// A one-time link that becomes a session. It is gone as soon as it was used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its id.
    pub id: String,
    /// The hash of its code.
    pub hash: String,
    /// Whose session it becomes.
    pub name: String,
    /// What that person may do there.
    pub role: Role,
    /// For how many days.
    pub days: u32,
    /// What is to be signed in.
    pub label: Option<String>,
    /// Who made it.
    pub by: String,
    /// When.
    pub created_at: u64,
    /// Until when it can be used.
    pub expires_at: u64,
    /// The one user of the machine whose browser may use it, if it comes from this machine.
    #[serde(default)]
    pub uid: Option<u32>,
}

fn link_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("link.hash", text(doc, "hash").to_owned()), ("link.end", sortable(number(doc, "expires_at")))]
}

impl Record for Link {
    const KIND: &'static Kind =
        &Kind { name: "link", prefix: "ln", domain: false, index: link_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// How long a grant lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Lifetime {
    /// As long as the run.
    #[serde(rename = "run")]
    Run,
    /// One hour.
    #[serde(rename = "1h")]
    Hour,
    /// One day.
    #[serde(rename = "1d")]
    Day,
    /// One week.
    #[serde(rename = "1w")]
    Week,
    /// Until revoked.
    #[serde(rename = "forever")]
    Forever,
}

impl Lifetime {
    /// Every one, the shortest first.
    pub const ALL: [Self; 5] = [Self::Run, Self::Hour, Self::Day, Self::Week, Self::Forever];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Hour => "1h",
            Self::Day => "1d",
            Self::Week => "1w",
            Self::Forever => "forever",
        }
    }

    /// When a grant that is given at `now` ends by the clock; None where something else ends it.
    pub fn ends(self, now: u64) -> Option<u64> {
        let hours = match self {
            Self::Hour => 1,
            Self::Day => 24,
            Self::Week => 7 * 24,
            Self::Run | Self::Forever => return None,
        };
        Some(now.saturating_add(hours * 3_600_000))
    }

    /// How long that is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Run => "for this run",
            Self::Hour => "for an hour",
            Self::Day => "for a day",
            Self::Week => "for a week",
            Self::Forever => "for ever",
        }
    }
}

/// A remembered yes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Grant {
    /// Its id.
    pub id: String,
    /// The agent it is for.
    pub agent: String,
    /// The tool it is for.
    pub tool: String,
    /// What it covers.
    pub pattern: Pattern,
    /// How long it lives.
    pub lifetime: Lifetime,
    /// The run it is bound to, for that lifetime.
    pub run: Option<String>,
    /// When it ends.
    pub expires_at: Option<u64>,
    /// How many uses are left; None for any number.
    pub uses_left: Option<u32>,
    /// How often it was used.
    pub used: u32,
    /// Who gave it.
    pub by: String,
    /// When.
    pub at: u64,
    /// For which item it was first given.
    pub item: String,
    /// When it was revoked.
    pub revoked_at: Option<u64>,
}

impl Grant {
    /// Whether it still counts at `now`, in `run`.
    pub fn is_live(&self, now: u64, run: &str) -> bool {
        self.revoked_at.is_none()
            && self.expires_at.is_none_or(|t| now < t)
            && self.uses_left.is_none_or(|n| n > 0)
            && self.run.as_deref().is_none_or(|r| r == run)
    }
}

fn grant_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let mut entries = vec![("grant.at", sortable(number(doc, "at")))];
    if doc.get("revoked_at").is_none() {
        entries.push(("grant.live", format!("{}/{}", text(doc, "agent"), text(doc, "tool"))));
    }
    entries
}

impl Record for Grant {
    const KIND: &'static Kind =
        &Kind { name: "grant", prefix: "g", domain: false, index: grant_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// A person's hold on an item or a set for a while.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// The id of what is claimed.
    pub id: String,
    /// Who holds it.
    pub person: String,
    /// Until when.
    pub until: u64,
}

impl Record for Claim {
    const KIND: &'static Kind =
        &Kind { name: "claim", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// The digest of an item that was last shown to a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// `person/item`.
    pub id: String,
    /// What was shown.
    pub digest: String,
    /// When.
    pub at: u64,
    /// Whether it was opened by itself, and not only shown with its set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opened: bool,
}

impl Seen {
    /// Its id.
    pub fn key(person: &str, item: &str) -> String {
        format!("{person}/{item}")
    }
}

impl Record for Seen {
    const KIND: &'static Kind =
        &Kind { name: "seen", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// The big switch: while it is there, nothing new takes effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// `freeze`.
    pub id: String,
    /// Who froze.
    pub by: String,
    /// When.
    pub at: u64,
    /// Why.
    pub reason: Option<String>,
}

impl Control {
    /// The id of the one control there is.
    pub const FREEZE: &'static str = "freeze";
}

impl Record for Control {
    const KIND: &'static Kind =
        &Kind { name: "control", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// The answer to a request with an idempotency key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptAnswer {
    /// `actor/key`.
    pub id: String,
    /// The operation.
    pub op: String,
    /// The digest of the input.
    pub input: String,
    /// The output, redacted.
    pub value: Value,
    /// How it counted.
    pub outcome: Outcome,
    /// The event.
    pub event: String,
    /// When.
    pub at: u64,
}

fn answer_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("answer.at", sortable(number(doc, "at")))]
}

impl Record for KeptAnswer {
    const KIND: &'static Kind =
        &Kind { name: "answer", prefix: "", domain: false, index: answer_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
