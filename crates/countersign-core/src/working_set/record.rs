//! Working sets: things that a person collected to review, in their order, and which set has their focus.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, no_index, number, sortable, text};

/// A named collection of things to review. The whole team sees it; each person has their own focus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkingSet {
    /// Its id.
    pub id: String,
    /// Its name; unique, ignoring case.
    pub name: String,
    /// What is in it, in the person's order.
    pub entries: Vec<SetEntry>,
    /// Who made it.
    pub created_by: String,
    /// When.
    pub created_at: u64,
}

impl WorkingSet {
    /// Returns the form of a name used for comparison.
    pub fn folded(name: &str) -> String {
        name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
    }

    /// How many of its entries are in that state.
    pub fn count(&self, state: EntryState) -> u32 {
        u32::try_from(self.entries.iter().filter(|e| e.state == state).count()).unwrap_or(u32::MAX)
    }
}

/// One thing in a working set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetEntry {
    /// The id of a record, or `kind:id` for what is kept elsewhere.
    pub thing: String,
    /// What the person said of it.
    #[serde(default, skip_serializing_if = "EntryState::is_none")]
    pub state: EntryState,
    /// The person's note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a person said of a thing in a working set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryState {
    /// No mark.
    #[default]
    None,
    /// Keep at hand.
    Pinned,
    /// Do next.
    Staged,
    /// For later.
    Deferred,
}

impl EntryState {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pinned => "pinned",
            Self::Staged => "staged",
            Self::Deferred => "deferred",
        }
    }

    fn is_none(&self) -> bool {
        *self == Self::None
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![
        ("working_set.name", WorkingSet::folded(text(doc, "name"))),
        ("working_set.at", sortable(number(doc, "created_at"))),
    ]
}

impl Record for WorkingSet {
    const KIND: &'static Kind =
        &Kind { name: "working_set", prefix: "ws", domain: true, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// The working set that a person is viewing. It may outlive the set: a restored set has its focus again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Focus {
    /// The person.
    pub id: String,
    /// The set.
    pub set: Option<String>,
}

impl Record for Focus {
    const KIND: &'static Kind =
        &Kind { name: "focus", prefix: "", domain: true, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
