//! The misses that were found so far, in `kept.jsonl`.

use std::fs;

use serde::{Deserialize, Serialize};

/// A shrunk miss.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The shortest line that showed it.
    pub line: String,
    /// What it did.
    pub class: String,
    /// The same in words.
    pub evidence: String,
    /// Whether that is so still.
    pub state: State,
    /// The generated line that it was found in.
    pub from: String,
}

/// Whether a miss is mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is judged a read and does more. To be mended; a mend makes the tests say so.
    Known,
    /// It is asked about, or does nothing but read.
    Mended,
}

impl Kept {
    /// Whether a line is this miss, whole or shrunk.
    pub fn is_of(&self, line: &str) -> bool {
        self.line == line || self.from == line
    }
}

/// All of them.
pub fn load() -> Vec<Kept> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/differential/kept.jsonl");
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
