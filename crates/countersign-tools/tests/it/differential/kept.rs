//! The misses found so far, in `kept.jsonl`.

use std::fs;

use serde::{Deserialize, Serialize};

/// A shrunk miss.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The shortest line that shows it.
    pub line: String,
    /// What it did.
    pub class: String,
    /// The evidence as text.
    pub evidence: String,
    /// Whether it is fixed.
    pub state: State,
    /// The generated line that it was found in.
    pub from: String,
}

/// Whether a miss is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is judged a read and does more. To be fixed; a fix makes the tests say so.
    Known,
    /// It is asked about, or only reads.
    Mended,
}

impl Kept {
    /// Whether a line is this miss, whole or shrunk.
    pub fn is_of(&self, line: &str) -> bool {
        self.line == line || self.from == line
    }
}

/// Returns all of them.
pub fn load() -> Vec<Kept> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/differential/kept.jsonl");
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
