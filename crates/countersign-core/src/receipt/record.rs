//! Receipts: what landed, and how to undo it.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    actor::Level,
    judge::Class,
    record::{Fields, Kind, Record, number, sortable, text},
    run::rollback::Remaining,
    tool::{AGENT_SERVER, FieldChange, STAGE_SERVER},
    world::Inverse,
};

/// What landed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Receipt {
    /// Its id.
    pub id: String,
    /// The item it belongs to; None for calls that were never held.
    pub item: Option<String>,
    /// The run it belongs to.
    pub run: Option<String>,
    /// The agent that proposed it; empty for a person's own act.
    pub agent: String,
    /// What it is about.
    pub subject: String,
    /// The tool, or `undo`.
    pub tool: String,
    /// What was done, generated.
    pub summary: Message,
    /// What the call was.
    pub class: Class,
    /// Who allowed it.
    pub allowed_by: AllowedBy,
    /// Where persons allowed it: the least of the levels at which they said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The event that recorded it.
    pub event_id: String,
    /// What that event was about.
    pub event_type: String,
    /// When.
    pub at: u64,
    /// How long it took.
    pub duration_ms: u64,
    /// What came back, redacted.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// Before and after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<FieldChange>,
    /// The way back, while there is one.
    pub undo_action: Option<UndoAction>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub irreversible_reason: Option<Message>,
    /// The words that go with the way back.
    pub rollback_label: Message,
    /// What to know before taking it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rollback_cues: Vec<Message>,
    /// How to repeat it, if that makes sense.
    pub rerun_action: Option<RerunAction>,
    /// How to undo it, if that acts on the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inverse: Option<Inverse>,
    /// Until when what undo needs is kept, if it is not kept for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_until: Option<u64>,
    /// The id of the receipt that its undo will give, while that is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoing: Option<String>,
    /// The item by which an agent proposed that undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_item: Option<String>,
    /// Who asked for that undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_asked_by: Option<String>,
    /// What that undo waits for: a worker that knows how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_waits: Option<Message>,
    /// Why its undo does not apply now, and what would have to be undone first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stale: Option<StaleUndo>,
    /// How it was undone.
    pub undone: Option<Undone>,
    /// Who undid or redid it, until its agent is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<String>,
    /// The receipt that this one undid.
    pub undoes: Option<String>,
    /// The run, the plan or the step that it rolled back: each effect has its own receipt as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls_back: Option<String>,
    /// What that rollback could not undo, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remaining: Vec<Remaining>,
    /// Whether what it undid was itself an undo.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_redo: bool,
    /// `move`, `delete`, `create`, `write`.
    pub action: String,
    /// The step of the run that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The plan that it belongs to, and the number of its step there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanRef>,
}

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanRef {
    /// The plan.
    pub id: String,
    /// The number of the step, from 1.
    pub step: u32,
}

/// An executable way back, bound to one event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoAction {
    /// How completely it restores the previous state.
    pub label: UndoLabel,
    /// The exact handle.
    pub expected_event_id: String,
}

/// What the button of a way back says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum UndoLabel {
    /// It is exact.
    Undo,
    /// It is best effort.
    Rollback,
}

/// An executable repetition; it passes the gate like any call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RerunAction {
    /// `Run again`.
    pub label: Message,
    /// The receipt whose call is repeated.
    pub receipt: String,
}

/// An undo that does not apply any more. It is checked again each time the receipt is shown and on each attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StaleUndo {
    /// Why.
    pub reason: Message,
    /// When that was first found.
    pub at: u64,
    /// What would have to be undone first, in this order; empty if that would not help.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<UndoFirst>,
    /// Whether the undo can be merged with what has changed since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_merge: bool,
}

/// A receipt to undo before another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoFirst {
    /// The receipt.
    pub receipt: String,
    /// What it did.
    pub summary: Message,
    /// Its undo.
    pub undo_action: UndoAction,
}

/// Who allowed an effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "by", content = "name")]
pub enum AllowedBy {
    /// A person, by their own yes.
    Person(String),
    /// A grant.
    Grant(String),
    /// A rule or a setting of the policy.
    Policy(String),
    /// A plan that a person approved whole.
    Plan(String),
    /// Nobody objected in time; the name is the step whose evidence allowed the wait, or the item.
    Timeout(String),
    /// It only reads.
    Automatic,
}

/// How an effect was undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Undone {
    /// By which event.
    pub event_id: String,
    /// With which receipt.
    pub receipt: String,
    /// By whom.
    pub by: String,
    /// When.
    pub at: u64,
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "at"));
    let mut entries = vec![("receipt.at", at.clone())];
    if let Some(run) = doc.get("run").and_then(Value::as_str) {
        entries.push(("receipt.run", format!("{run}/{at}")));
    }
    if let Some(step) = doc.get("step").and_then(Value::as_str) {
        entries.push(("receipt.step", format!("{step}/{at}")));
    }
    if doc.contains_key("inverse") {
        entries.push(("receipt.kept", at.clone()));
    }
    if doc.contains_key("untold") {
        entries.push(("receipt.untold", format!("{}/{at}", text(doc, "agent"))));
    }
    if doc.contains_key("undoing") {
        entries.push(("receipt.undoing", at));
    }
    entries
}

impl Receipt {
    /// Returns whether its call can be proposed again: repeating it makes sense, or it was undone.
    pub fn can_rerun(&self) -> bool {
        let of_server = |server: &str| self.tool.split_once('.').is_some_and(|(of, _)| of == server);
        let is_ours = !of_server(AGENT_SERVER) && !of_server(STAGE_SERVER);
        let was_undone = self.undone.is_some() && self.undoes.is_none() && self.item.is_some() && is_ours;
        self.rerun_action.is_some() || was_undone
    }
}

impl Record for Receipt {
    const KIND: &'static Kind = &Kind { name: "receipt", prefix: "rc", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
