//! Visits: how far a person has read the log.

use serde::{Deserialize, Serialize};

use crate::record::{Kind, Record, no_index};

/// A person's last visit. It is a position in the log and not a time, since clocks step back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The person.
    pub id: String,
    /// The number of the last event they have seen.
    pub seq: u64,
    /// The position of the visit before, so that a list marked as seen on its first page can be read to its
    /// end.
    #[serde(default)]
    pub before: u64,
    /// When.
    pub at: u64,
}

impl Record for Visit {
    const KIND: &'static Kind =
        &Kind { name: "visit", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
