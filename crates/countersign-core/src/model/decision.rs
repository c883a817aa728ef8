//! Decisions: a person's answers, kept for ever.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{number, sortable, text};
use crate::{
    actor::Level,
    passkey::Proof,
    record::{Doc, Kind, Record},
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
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Deferred => "deferred",
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
    pub summary: String,
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
    /// How well persons and agents were kept apart when it was made.
    #[serde(default)]
    pub level: Level,
    /// The person's signature, where a passkey gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Box<Proof>>,
    /// Whether it was taken back; then it no longer counts as learning.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

fn index(doc: &Doc) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "at"));
    vec![("decision.item", format!("{}/{at}", text(doc, "item"))), ("decision.at", at)]
}

impl Record for Decision {
    const KIND: &'static Kind = &Kind { name: "decision", prefix: "d", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
