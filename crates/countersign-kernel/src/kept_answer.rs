//! Stored answers for requests with an idempotency key.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    error::Outcome,
    record::{Fields, Kind, Record, number, sortable},
};

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
    /// Its outcome.
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
