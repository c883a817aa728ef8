//! A drill as it is stored, and a person's consent to be shown them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    item::Item,
    record::{Fields, Kind, Record, no_index, sortable, text},
};

/// A made-up proposal that was shown to a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drill {
    /// Its id.
    pub id: String,
    /// The person.
    pub person: String,
    /// What is shown. It is stored nowhere else.
    pub item: Item,
    /// When it was first shown.
    pub shown_at: u64,
    /// What the person answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<DrillAnswer>,
    /// When it was answered, or went away without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
}

/// What a person answered to a drill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrillAnswer {
    /// They confirmed it: it would have happened.
    Confirmed,
    /// They rejected it.
    Rejected,
    /// They put it off.
    Deferred,
    /// They took it on to look into it.
    Examined,
}

impl DrillAnswer {
    /// Whether the danger was noticed.
    pub fn is_caught(self) -> bool {
        self != Self::Confirmed
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = doc.get("shown_at").and_then(serde_json::Value::as_u64).unwrap_or_default();
    let at = sortable(at);
    let mut entries = vec![("drill.at", at.clone())];
    if doc.get("ended_at").is_none_or(serde_json::Value::is_null) {
        entries.push(("drill.open", format!("{}/{at}", text(doc, "person"))));
    }
    entries
}

impl Record for Drill {
    const KIND: &'static Kind = &Kind { name: "drill", prefix: "dr", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// A person's consent to be shown drills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// The person.
    pub id: String,
    /// Since when.
    pub since: u64,
    /// When the next one may be shown.
    pub next_at: u64,
}

impl Record for Consent {
    const KIND: &'static Kind =
        &Kind { name: "drill_consent", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
