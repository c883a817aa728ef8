//! Instructions: what persons tell a run while it works, stored as its memory.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, number, text};

/// What kind of memory an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MemoryKind {
    /// A person told the agent what to do.
    UserInstruction,
}

/// Something that a person told a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Instruction {
    /// Its id.
    pub id: String,
    /// The run it is for.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// Its position among the run's instructions, from 1: they are told in this order.
    pub ordinal: u32,
    /// What kind of memory it is.
    pub kind: MemoryKind,
    /// Its first characters.
    pub summary: String,
    /// The whole of it.
    pub text: String,
    /// What it is filed under.
    pub tags: Vec<String>,
    /// Who gave it.
    pub by: String,
    /// When.
    pub at: u64,
    /// When the agent was told; once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<u64>,
    /// Whether it was replaced, or its run ended, before the agent was told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub superseded: bool,
}

impl Instruction {
    /// The maximum length of the summary.
    pub const SUMMARY_CHARS: usize = 150;
    /// The maximum length of the text.
    pub const MOST_CHARS: usize = 20_000;
    /// The tags of every instruction.
    pub const TAGS: [&'static str; 2] = ["user", "steering"];
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let sort = format!("{}/{:06}", text(doc, "run"), number(doc, "ordinal"));
    let mut entries = vec![("instruction.run", sort.clone())];
    if !doc.contains_key("delivered_at") && !doc.contains_key("superseded") {
        entries.push(("instruction.untold", sort));
    }
    entries
}

impl Record for Instruction {
    const KIND: &'static Kind =
        &Kind { name: "instruction", prefix: "in", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
