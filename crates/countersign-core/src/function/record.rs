//! What is stored of functions: calls from the question to the report, and jobs for workers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    error::Result,
    record::{Doc, Fields, Kind, Record, number, sortable, text},
    store::Scan,
    tx::Tx,
};

/// One call of a function that became an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionCall {
    /// `agent/run/call id`.
    pub id: String,
    /// The agent.
    pub agent: String,
    /// The run.
    pub run: String,
    /// The caller's id for it.
    pub call_id: String,
    /// The digest of the call: the same id never means another call.
    pub call: String,
    /// The item it became.
    pub item: String,
    /// The function.
    pub function: String,
    /// The version that was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether a worker can say if it ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    /// The digest of the word of the process that carries it out, or did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// How long that process may be silent.
    #[serde(default)]
    pub lease_ms: u64,
    /// Until when it is believed to be at work; none once it reported, or was silent for too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leased_until: Option<u64>,
    /// Whether a caller learnt the outcome.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub delivered: bool,
    /// When it was asked.
    pub at: u64,
}

impl FunctionCall {
    /// Returns the id of the call with the caller's id in a run.
    pub fn key(agent: &str, run: &str, call_id: &str) -> String {
        format!("{agent}/{run}/{call_id}")
    }

    /// Returns the call that an item came from.
    pub fn of_item(tx: &mut Tx<'_>, item: &str) -> Result<Option<Self>> {
        let scan = Scan::exactly(Self::KIND.name, "function.item", &format!("{item}/"));
        Ok(tx.list::<Self>(&scan)?.pop())
    }
}

fn call_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let mut entries = vec![
        ("function.item", format!("{}/", text(doc, "item"))),
        ("function.call", format!("{}/{}/", text(doc, "agent"), text(doc, "call_id"))),
    ];
    if doc.contains_key("leased_until") {
        entries.push(("function.lease", sortable(number(doc, "leased_until"))));
    }
    entries
}

impl Record for FunctionCall {
    const KIND: &'static Kind =
        &Kind { name: "function", prefix: "", domain: false, index: call_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// What a worker is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// Take back what the function did: a person asked for that.
    Undo,
    /// Find out whether it ran: its process died in the middle.
    Check,
}

/// Something that only a worker with that function can do. It is deleted once it is done or called off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionJob {
    /// Its id.
    pub id: String,
    /// What is to be done.
    pub what: JobKind,
    /// The agent whose worker does it.
    pub agent: String,
    /// The item that the function was approved as.
    pub item: String,
    /// The receipt that is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// The id of the receipt that this will give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoing: Option<String>,
    /// The function.
    pub function: String,
    /// The version that ran: a worker with another one does not get the job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The arguments that it ran with; secrets are not kept.
    #[serde(default)]
    pub args: Doc,
    /// What it reported.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// The version of a worker that came for it in vain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_version: Option<String>,
    /// The digest of the word of the worker that does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// How long it may be silent.
    #[serde(default)]
    pub lease_ms: u64,
    /// Until when it is believed to be at work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leased_until: Option<u64>,
    /// When a worker took it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_at: Option<u64>,
    /// When it was asked for.
    pub at: u64,
}

impl FunctionJob {
    /// Returns the job about an item, if there is one.
    pub fn of_item(tx: &mut Tx<'_>, item: &str, what: JobKind) -> Result<Option<Self>> {
        let scan = Scan::exactly(Self::KIND.name, "functionjob.item", &format!("{item}/"));
        Ok(tx.list::<Self>(&scan)?.into_iter().find(|job| job.what == what))
    }
}

fn job_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let mut entries = vec![
        ("functionjob.open", format!("{}/{}", text(doc, "agent"), sortable(number(doc, "at")))),
        ("functionjob.item", format!("{}/", text(doc, "item"))),
    ];
    if doc.contains_key("leased_until") {
        entries.push(("functionjob.lease", sortable(number(doc, "leased_until"))));
    }
    entries
}

impl Record for FunctionJob {
    const KIND: &'static Kind =
        &Kind { name: "functionjob", prefix: "fj", domain: false, index: job_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
