//! Handovers: calls of an agent's own tools, tracked by the agent's id from the question to the report.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    error::Result,
    record::{Fields, Kind, Record, sortable, text},
    store::Scan,
    tx::Tx,
};

/// How long an agent that was told that it may change a file is given to do it before another change of that file is handed
/// over: not all agents report what they did.
const MAKING_MS: u64 = 10_000;

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
    /// When it was told so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_at: Option<u64>,
    /// Why a person is asked again who had said yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Message>,
    /// Whether the agent's own permission request was answered as its hook was: that happens once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub prompted: bool,
    /// Whether the agent reported that it was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finished: bool,
    /// The run whose agent is still to be told the receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
    /// When it was asked.
    pub at: u64,
}

impl Handover {
    /// Returns the id of the call with the agent's `tool_use_id`.
    pub fn key(agent: &str, tool_use_id: &str) -> String {
        format!("{agent}/{tool_use_id}")
    }

    /// Notes that the agent is told that it may proceed.
    pub fn take(&mut self, tx: &Tx<'_>) {
        self.taken = true;
        self.taken_at = Some(tx.now());
    }

    /// Returns the agent's calls that it may be making now: it was told that it may, and has not reported.
    pub fn in_the_making(tx: &mut Tx<'_>, agent: &str) -> Result<Vec<Self>> {
        let from = format!("{agent}/{}", sortable(tx.now().saturating_sub(MAKING_MS)));
        let all = Scan::prefix(Self::KIND.name, "handover.making", &format!("{agent}/"));
        tx.list(&Scan { from, ..all })
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let mut entries = vec![("handover.item", format!("{}/", text(doc, "item")))];
    if doc.get("exec") != Some(&true.into()) && doc.get("taken") != Some(&true.into()) {
        entries.push(("handover.open", format!("{}/{}", text(doc, "agent"), text(doc, "call"))));
    }
    if !text(doc, "untold").is_empty() {
        entries.push((
            "handover.untold",
            format!("{}/{}/{}", text(doc, "agent"), text(doc, "untold"), text(doc, "id")),
        ));
    }
    let is_finished = doc.get("finished") == Some(&true.into());
    if let Some(at) = doc.get("taken_at").and_then(Value::as_u64).filter(|_| !is_finished) {
        entries.push(("handover.making", format!("{}/{}", text(doc, "agent"), sortable(at))));
    }
    entries
}

impl Record for Handover {
    const KIND: &'static Kind = &Kind { name: "handover", prefix: "", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
