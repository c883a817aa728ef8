//! Records of authority: tokens, grants, claims, what was shown to whom, and the freeze.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    actor::Role,
    judge::{Facts, Pattern},
    record::{Fields, Kind, Record, no_index, number, sortable, text},
};

/// A one-time link that becomes a session. It is deleted on use.
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
    /// When it expires.
    pub expires_at: u64,
    /// The only operating system user whose browser may use it, if it comes from this machine.
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
    /// All durations, shortest first.
    pub const ALL: [Self; 5] = [Self::Run, Self::Hour, Self::Day, Self::Week, Self::Forever];

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Hour => "1h",
            Self::Day => "1d",
            Self::Week => "1w",
            Self::Forever => "forever",
        }
    }

    /// Returns when a grant given at `now` expires; None if it ends some other way.
    pub fn ends(self, now: u64) -> Option<u64> {
        let hours = match self {
            Self::Hour => 1,
            Self::Day => 24,
            Self::Week => 7 * 24,
            Self::Run | Self::Forever => return None,
        };
        Some(now.saturating_add(hours * 3_600_000))
    }

    /// Describes the duration.
    pub fn words(self) -> Message {
        match self {
            Self::Run => say!("judge-for-run"),
            Self::Hour => say!("judge-for-hour"),
            Self::Day => say!("judge-for-day"),
            Self::Week => say!("judge-for-week"),
            Self::Forever => say!("judge-for-ever"),
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
    /// Whether it was given for what a rehearsal showed: then it covers the same words only if their own rehearsal
    /// stays where that one did, and that is what lands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rehearsed: bool,
}

impl Grant {
    /// Whether it covers a call that did this in a rehearsal; `said` is what analysis knows of it.
    pub fn covers_rehearsed(&self, said: &Facts, effect: &Facts) -> bool {
        self.rehearsed && self.pattern.covers_words(said) && self.pattern.covers_effect(effect)
    }

    /// Whether it is valid at `now`, in `run`.
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
    /// The id of the claimed item or set.
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_none(n: &usize) -> bool {
    *n == 0
}

/// The digest of the version of an item last shown to a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// `person/item`.
    pub id: String,
    /// What was shown.
    pub digest: String,
    /// When.
    pub at: u64,
    /// Whether it was opened itself, not only shown in its set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opened: bool,
    /// Whether the parts that a page cuts were looked at too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// Up to which line all parts of its whole difference were looked at.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lines: usize,
    /// On which surface.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
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

/// The freeze: while it exists, nothing new takes effect.
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
    /// The id of the only control.
    pub const FREEZE: &'static str = "freeze";
}

impl Record for Control {
    const KIND: &'static Kind =
        &Kind { name: "control", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
