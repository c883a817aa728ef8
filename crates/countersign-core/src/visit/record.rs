//! Visits: how far in the log a person has looked.

use serde::{Deserialize, Serialize};

use crate::record::{Kind, Record, no_index};

/// A person's last visit. It is a place in the log and not a time, since clocks step back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// The person.
    pub id: String,
    /// The number of the last event that they have seen.
    pub seq: u64,
    /// The same of the visit before, so that a list that was marked on its first page can be read to its end.
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
