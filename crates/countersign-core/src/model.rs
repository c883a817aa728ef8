//! The records that the core keeps: runs, change sets, items, decisions, receipts, and what goes with them.

mod authority;
mod change_set;
mod decision;
mod handover;
mod instruction;
mod item;
mod passkey;
mod pin;
mod plan;
mod process;
mod question;
mod receipt;
mod run;
mod settings;
mod stage;
mod status;
mod step;
mod visit;
mod watch;
mod webhook;
mod working_set;

pub use authority::{Claim, Control, Grant, KeptAnswer, Lifetime, Link, Seen, Token};
pub use change_set::ChangeSet;
pub use decision::{Decision, DecisionWord, Declined};
pub use handover::Handover;
pub use instruction::{Instruction, MemoryKind};
pub use item::{Approval, Item, Reason, Reliance, inbox_sort};
pub use passkey::{Challenge, Passkey};
pub use pin::{Offered, Pin, Server};
pub use plan::{Plan, PlanStatus, PlanStep, PlanStepStatus};
pub use process::AgentProcess;
pub use question::{Question, QuestionStatus};
pub use receipt::{AllowedBy, PlanRef, Receipt, RerunAction, StaleUndo, UndoAction, UndoLabel, Undone};
pub use run::{Run, RunStatus};
pub use settings::{Accepted, Waiting};
pub use stage::{Stage, StageCommand, StageStatus};
pub use status::{ItemStatus, SetStatus, TRANSITIONS, Trigger};
pub use step::{Check, Diagnostics, FailedCheck, Step, StepStatus, Verified};
pub use visit::Visit;
pub use watch::{Happened, Noticed, Watch, WatchEnd};
pub use webhook::{Address, Delivery, Rung, Shape, Target, Webhook};
pub use working_set::{EntryState, Focus, SetEntry, WorkingSet};

use crate::record::{Kind, Record};

/// The kinds of records that the core itself keeps: bookkeeping, but for a person's working sets and their focus.
pub static KINDS: &[&Kind] = &[
    Run::KIND,
    ChangeSet::KIND,
    Item::KIND,
    Decision::KIND,
    Declined::KIND,
    Receipt::KIND,
    Grant::KIND,
    Token::KIND,
    Claim::KIND,
    Seen::KIND,
    Control::KIND,
    KeptAnswer::KIND,
    Link::KIND,
    Accepted::KIND,
    Passkey::KIND,
    Challenge::KIND,
    Webhook::KIND,
    Delivery::KIND,
    AgentProcess::KIND,
    Pin::KIND,
    Server::KIND,
    Handover::KIND,
    Watch::KIND,
    WorkingSet::KIND,
    Focus::KIND,
    Visit::KIND,
    Step::KIND,
    Instruction::KIND,
    Question::KIND,
    Plan::KIND,
    PlanStep::KIND,
    Stage::KIND,
];

/// A time as part of a sort key.
pub fn sortable(ms: u64) -> String {
    format!("{ms:013}")
}

/// A text field of a stored record, for index functions.
pub fn text<'a>(doc: &'a crate::record::Fields, field: &str) -> &'a str {
    doc.get(field).and_then(serde_json::Value::as_str).unwrap_or_default()
}

/// A number field of a stored record, for index functions.
pub fn number(doc: &crate::record::Fields, field: &str) -> u64 {
    doc.get(field).and_then(serde_json::Value::as_u64).unwrap_or_default()
}
