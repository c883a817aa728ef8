//! Change sets: the proposals of a run, in order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    item::SetStatus,
    record::{Fields, Kind, Record, number, text},
};

/// A set of proposals of one run, reviewed together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChangeSet {
    /// Its id.
    pub id: String,
    /// The run that proposes.
    pub run: String,
    /// The agent's name.
    pub agent: String,
    /// What it is about.
    pub subject: String,
    /// The conversation it belongs to.
    pub thread: Option<String>,
    /// Its status.
    pub status: SetStatus,
    /// When its first item was proposed.
    pub created_at: u64,
    /// When nothing was open any more.
    pub resolved_at: Option<u64>,
    /// The position in the run of its first item; its items follow without gaps.
    pub first: u32,
    /// How many items it has.
    pub total: u32,
    /// How many of them are open.
    pub open: u32,
    /// How many of them expired.
    pub expired: u32,
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("set.run", format!("{}/{:06}", text(doc, "run"), number(doc, "first")))]
}

impl Record for ChangeSet {
    const KIND: &'static Kind = &Kind { name: "set", prefix: "s", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
