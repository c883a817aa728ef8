//! Agent processes: nothing can be decided from them or their descendants.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, number, sortable};

/// A process of this machine that a hook or a bridge said is the agent itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentProcess {
    /// `boot/pid/started`: which process it is, also after its number was given to another.
    pub id: String,
    /// The agent.
    pub agent: String,
    /// When that was said.
    pub at: u64,
}

impl AgentProcess {
    /// Environment variable set on every process that Countersign starts, to the item or agent it was started
    /// for. It is inherited even by processes that detach from their parents.
    pub const MARKER: &'static str = "COUNTERSIGN_FOR";
    /// The marker's value for a stage that a person began; its calls are attributed to `local`.
    pub const STAGE: &'static str = "stage";

    /// Returns the id of a process: pid, start time (in clock ticks since boot), and the boot id, where
    /// known.
    pub fn key(boot: Option<&str>, pid: u32, started: u64) -> String {
        format!("{}/{pid}/{started}", boot.unwrap_or("-"))
    }

    /// Splits its id into these parts.
    pub fn parts(&self) -> Option<(Option<&str>, u32, u64)> {
        let mut parts = self.id.split('/');
        let (boot, pid, started) = (parts.next()?, parts.next()?, parts.next()?);
        Some(((boot != "-").then_some(boot), pid.parse().ok()?, started.parse().ok()?))
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("process.at", sortable(number(doc, "at")))]
}

impl Record for AgentProcess {
    const KIND: &'static Kind = &Kind { name: "process", prefix: "", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_which_process_it_is() {
        for boot in [None, Some("a-b")] {
            let process =
                AgentProcess { id: AgentProcess::key(boot, 7, 99), agent: "codex".to_owned(), at: 1 };
            assert_eq!(process.parts(), Some((boot, 7, 99)));
        }
    }
}
