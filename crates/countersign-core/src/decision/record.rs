//! Decisions: a person's answers, kept for ever.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    actor::Level,
    passkey::Proof,
    record::{Fields, Kind, Record, no_index, number, sortable, text},
};

/// What a person answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecisionWord {
    /// Yes.
    Confirmed,
    /// No.
    Rejected,
    /// Later.
    Deferred,
}

impl DecisionWord {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Deferred => "deferred",
        }
    }
}

/// What a person was shown of an item before they answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// When it was shown as it was decided.
    pub at: u64,
    /// On which surface.
    #[serde(default)]
    pub from: String,
    /// Whether it was opened itself, not only shown in its set.
    pub opened: bool,
    /// Whether its preview showed all of it, or the rest was looked at too.
    pub whole: bool,
}

impl Shown {
    /// The name under which events tell it.
    pub const NOTE: &'static str = "shown";

    /// Says what was shown before an answer that came at `at`.
    pub fn said(shown: Option<&Self>, at: u64) -> Message {
        let Some(shown) = shown else { return say!("judge-seen-never") };
        let (from, s) = (shown.from.clone(), at.saturating_sub(shown.at) / 1000);
        match (shown.opened, shown.whole) {
            (true, true) => say!("judge-seen-opened", from, s),
            (true, false) => say!("judge-seen-opened-part", from, s),
            (false, true) => say!("judge-seen-listed", from, s),
            (false, false) => say!("judge-seen-listed-part", from, s),
        }
    }
}

/// A person's answer to an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// Its id.
    pub id: String,
    /// The item.
    pub item: String,
    /// Its set.
    pub set: String,
    /// Its run.
    pub run: String,
    /// The agent that proposed it.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// What was proposed, generated.
    pub summary: Message,
    /// What it is about.
    pub subject: String,
    /// The answer.
    pub decision: DecisionWord,
    /// The reason given.
    pub reason: Option<String>,
    /// Who.
    pub by: String,
    /// When.
    pub at: u64,
    /// From which surface.
    pub from: String,
    /// What was shown.
    pub digest: String,
    /// How it had been shown to them; None if this version never was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
    /// How well persons and agents were kept apart when it was made.
    #[serde(default)]
    pub level: Level,
    /// The person's signature, where a passkey gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Box<Proof>>,
    /// Why its effect failed, or could not begin because something had changed; then the item waited for a person again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<Message>,
    /// Whether it was taken back; then nothing is learned from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// The shape of what was decided on, for what is learned from it; none where nothing is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shape: String,
}

impl Decision {
    /// Returns the index key for decisions on calls of one agent, tool and shape, in order of time.
    pub fn habit(agent: &str, tool: &str, shape: &str) -> String {
        format!("{agent}/{tool}/{shape}/")
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "at"));
    let mut entries = vec![("decision.item", format!("{}/{at}", text(doc, "item")))];
    let shape = text(doc, "shape");
    if !shape.is_empty() && doc.get("withdrawn").is_none() {
        let habit = Decision::habit(text(doc, "agent"), text(doc, "tool"), shape);
        entries.push(("decision.habit", format!("{habit}{at}")));
    }
    if doc.contains_key("failed") {
        entries.push(("decision.failed", format!("{}/{at}", text(doc, "agent"))));
    }
    entries.push(("decision.at", at));
    entries
}

impl Record for Decision {
    const KIND: &'static Kind = &Kind { name: "decision", prefix: "d", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// A suggestion that a person did not want; it comes back when there is twice as much to say for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Declined {
    /// The habit that it was made from.
    pub id: String,
    /// The agent.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// How many decisions spoke for it then.
    pub decided: u32,
    /// Who declined it.
    pub by: String,
    /// When.
    pub at: u64,
}

impl Record for Declined {
    const KIND: &'static Kind =
        &Kind { name: "declined", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
