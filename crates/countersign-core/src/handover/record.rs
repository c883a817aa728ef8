//! Handovers: calls of an agent's own tools, tracked by the agent's id from the question to the report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, text};

/// One call of an agent's own tool that became an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Handover {
    /// `agent/tool-use id`.
    pub id: String,
    /// The agent.
    pub agent: String,
    /// The digest of the call: the same id never means another call.
    pub call: String,
    /// The item it became.
    pub item: String,
    /// Whether the gate runs it, when the agent starts `exec`.
    pub exec: bool,
    /// Whether the policy allows it without a person, once `exec` comes for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proceeds: bool,
    /// Whether its command was rehearsed when `exec` came for it: it is rehearsed only once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rehearsed: bool,
    /// Whether the agent was told that it may proceed: it is told once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub taken: bool,
    /// Whether the agent's own permission request was answered as its hook was: that happens once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub prompted: bool,
    /// Whether the agent reported that it was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finished: bool,
    /// When it was asked.
    pub at: u64,
}

impl Handover {
    /// Returns the id of the call with the agent's `tool_use_id`.
    pub fn key(agent: &str, tool_use_id: &str) -> String {
        format!("{agent}/{tool_use_id}")
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let mut entries = vec![("handover.item", format!("{}/", text(doc, "item")))];
    if doc.get("exec") != Some(&true.into()) && doc.get("taken") != Some(&true.into()) {
        entries.push(("handover.open", format!("{}/{}", text(doc, "agent"), text(doc, "call"))));
    }
    entries
}

impl Record for Handover {
    const KIND: &'static Kind = &Kind { name: "handover", prefix: "", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
