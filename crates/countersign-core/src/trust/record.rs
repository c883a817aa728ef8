//! Trust that a person gave.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    judge::Trust,
    record::{Fields, Kind, Record, number, sortable},
};

/// A folder that a person trusts, for an agent or for one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StandingTrust {
    /// Its id.
    pub id: String,
    /// The folder, and how far it is trusted.
    pub trust: Trust,
    /// The run that it is for, as long as that is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Who gave it.
    pub by: String,
    /// When.
    pub at: u64,
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("trust.at", sortable(number(doc, "at")))]
}

impl Record for StandingTrust {
    const KIND: &'static Kind = &Kind { name: "trust", prefix: "tr", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
