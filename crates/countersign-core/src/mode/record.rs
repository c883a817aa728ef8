//! A mode that a person set.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    judge::{Millionths, Mode},
    record::{Fields, Kind, Record, number, sortable},
    run::ModeFrom,
};

/// A mode that a person set for an agent, a folder, or an agent in a folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StandingMode {
    /// Its id.
    pub id: String,
    /// The agent's registered name; every agent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The folder, with what is below it; everywhere if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The mode.
    pub mode: Mode,
    /// The number for `confidence_threshold`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_threshold: Option<Millionths>,
    /// Who set it.
    pub by: String,
    /// When.
    pub at: u64,
}

impl StandingMode {
    /// Whether it is about the work of an agent in a folder.
    pub fn is_for(&self, agent: &str, cwd: Option<&str>) -> bool {
        let below = |folder: &String| {
            let rest = cwd.and_then(|cwd| cwd.strip_prefix(folder.trim_end_matches('/')));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.agent.as_ref().is_none_or(|one| one == agent) && self.folder.as_ref().is_none_or(below)
    }

    /// How specific it is: an agent in a folder, then the deepest folder, then an agent.
    pub fn weight(&self) -> (bool, usize, bool) {
        let depth = self.folder.as_ref().map_or(0, String::len);
        (self.agent.is_some() && self.folder.is_some(), depth, self.agent.is_some())
    }

    /// Where the mode of a run that follows it is from.
    pub fn from(&self) -> ModeFrom {
        if self.folder.is_some() { ModeFrom::Folder } else { ModeFrom::Agent }
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("mode.at", sortable(number(doc, "at")))]
}

impl Record for StandingMode {
    const KIND: &'static Kind = &Kind { name: "mode", prefix: "md", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
