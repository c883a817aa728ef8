//! Plans: work described before it is done. The steps of a plan are separate records, so that a change of one
//! does not rewrite the others.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::rehearsal::StepRehearsal;
use crate::{
    item::Reliance,
    judge::{Class, Facts},
    record::{Doc, Fields, Kind, Record, number, sortable, text},
    status::Status,
    tool::{Preview, Reversal},
    world::Precondition,
};

/// The status of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanStatus {
    /// Waits for a person.
    Proposed,
    /// A person approved it whole: the listed steps go ahead.
    Approved,
    /// A person approved it step by step: each step that changes something is asked about.
    Stepwise,
    /// It is paused until a person decides.
    Paused,
    /// Nothing is left to do.
    Completed,
    /// It was ended before all was done.
    Aborted,
    /// A person said no.
    Rejected,
    /// It was over, and a person took back all that it did.
    RolledBack,
}

impl Status for PlanStatus {
    const NOUN: &'static str = "plan";
    const TRANSITIONS: &'static [(Self, Self)] = &[
        (Self::Proposed, Self::Approved),
        (Self::Proposed, Self::Stepwise),
        (Self::Proposed, Self::Rejected),
        (Self::Proposed, Self::Aborted),
        (Self::Approved, Self::Paused),
        (Self::Approved, Self::Completed),
        (Self::Approved, Self::Aborted),
        (Self::Stepwise, Self::Paused),
        (Self::Stepwise, Self::Completed),
        (Self::Stepwise, Self::Aborted),
        (Self::Paused, Self::Approved),
        (Self::Paused, Self::Stepwise),
        (Self::Paused, Self::Completed),
        (Self::Paused, Self::Aborted),
        (Self::Completed, Self::RolledBack),
        (Self::Aborted, Self::RolledBack),
    ];

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl PlanStatus {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Approved => "approved",
            Self::Stepwise => "stepwise",
            Self::Paused => "paused",
            Self::Completed => "completed",
            Self::Aborted => "aborted",
            Self::Rejected => "rejected",
            Self::RolledBack => "rolled_back",
        }
    }

    /// Whether its steps are being carried out.
    pub fn is_going(self) -> bool {
        match self {
            Self::Approved | Self::Stepwise => true,
            Self::Proposed
            | Self::Paused
            | Self::Completed
            | Self::Aborted
            | Self::Rejected
            | Self::RolledBack => false,
        }
    }

    /// Whether nothing of it will be carried out any more.
    pub fn is_over(self) -> bool {
        match self {
            Self::Completed | Self::Aborted | Self::Rejected | Self::RolledBack => true,
            Self::Proposed | Self::Approved | Self::Stepwise | Self::Paused => false,
        }
    }
}

/// The status of a step of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanStepStatus {
    /// Its turn has not come.
    Waiting,
    /// It is being carried out, or a person is being asked about it.
    Running,
    /// It was carried out.
    Done,
    /// It was tried, and did not happen.
    Failed,
    /// A person left it out.
    Skipped,
    /// A step that it depends on was left out.
    Blocked,
}

impl Status for PlanStepStatus {
    const NOUN: &'static str = "step of a plan";
    const TRANSITIONS: &'static [(Self, Self)] = &[
        (Self::Waiting, Self::Running),
        (Self::Waiting, Self::Done),
        (Self::Waiting, Self::Failed),
        (Self::Waiting, Self::Skipped),
        (Self::Waiting, Self::Blocked),
        (Self::Running, Self::Waiting),
        (Self::Running, Self::Done),
        (Self::Running, Self::Failed),
        (Self::Running, Self::Skipped),
        (Self::Failed, Self::Waiting),
        (Self::Failed, Self::Running),
        (Self::Failed, Self::Done),
        (Self::Failed, Self::Skipped),
    ];

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl PlanStepStatus {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Blocked => "blocked",
        }
    }
}

/// Work of one run, laid out before it is done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// Its id.
    pub id: String,
    /// Its run.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// What it is for, in the agent's words.
    pub title: String,
    /// Its status.
    pub status: PlanStatus,
    /// What an approval binds to: all steps, as they are shown.
    pub digest: String,
    /// How many steps it has.
    pub length: u32,
    /// Whether it was approved whole: what a pause goes back to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The number of the step that is being carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<u32>,
    /// Why it is paused, rejected or aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
    /// Who approved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
    /// When it was proposed.
    pub created_at: u64,
    /// When its status last changed.
    pub changed_at: u64,
    /// When it was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// Whether the agent was told its status.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
}

/// One step of a plan, as a person is shown it before approving.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanStep {
    /// `plan/number`.
    pub id: String,
    /// Its plan.
    pub plan: String,
    /// Its number, from 1.
    pub number: u32,
    /// What it does, in the agent's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The tool.
    pub tool: String,
    /// The digest of the tool's definition.
    pub definition: String,
    /// The arguments, normalised where they could be examined, secrets redacted.
    pub args: Doc,
    /// The exact arguments, stored separately while they hold secrets and the plan is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args_blob: Option<String>,
    /// What the call is.
    pub class: Class,
    /// What it does, generated from facts.
    pub summary: Message,
    /// Before and after.
    #[serde(default)]
    pub preview: Preview,
    /// What it would touch.
    pub facts: Facts,
    /// Whether it could be undone.
    pub reversal: Reversal,
    /// What to know before saying yes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Message>,
    /// The numbers of the steps that must be done before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<u32>,
    /// Whether it is asked about on its own, even if the plan was approved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// Whether its arguments have placeholders for results of earlier steps or of items.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbound: bool,
    /// What it depends on in the store.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relies_on: Vec<Reliance>,
    /// What it depends on in the world.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preconditions: Vec<Precondition>,
    /// What a rehearsal of it over the steps before it showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsed: Option<StepRehearsal>,
    /// What an approval binds to.
    pub digest: String,
    /// Its status.
    pub status: PlanStepStatus,
    /// How often it was begun.
    #[serde(default)]
    pub tries: u32,
    /// The item that carries it out, or did last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// What landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// The result, redacted and truncated.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// Why it failed, or what is in doubt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Message>,
}

impl PlanStep {
    /// The id of a step.
    pub fn key(plan: &str, number: u32) -> String {
        format!("{plan}/{number}")
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let created = sortable(number(doc, "created_at"));
    let by_run = format!("{}/{created}", text(doc, "run"));
    let status = doc.get("status").and_then(|status| PlanStatus::deserialize(status).ok());
    let (is_active, is_waiting, is_news) = match status {
        Some(PlanStatus::Proposed) => (false, true, false),
        Some(PlanStatus::Approved | PlanStatus::Stepwise) => (true, false, false),
        Some(PlanStatus::Paused) => (true, true, true),
        Some(PlanStatus::Completed | PlanStatus::Aborted | PlanStatus::Rejected | PlanStatus::RolledBack) => {
            (false, false, true)
        }
        None => (false, false, false),
    };
    let mut entries = vec![("plan.at", created.clone())];
    // A step in progress when its plan ends must still be settled.
    if is_active || doc.contains_key("running") {
        entries.push(("plan.active", created));
    }
    if is_waiting {
        entries.push(("plan.waiting", by_run));
    }
    if is_news && doc.get("told") != Some(&Value::Bool(true)) {
        let at = sortable(number(doc, "changed_at"));
        entries.push(("plan.untold", format!("{}/{at}", text(doc, "agent"))));
    }
    entries
}

impl Record for Plan {
    const KIND: &'static Kind = &Kind { name: "plan", prefix: "pl", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

fn step_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("plan_step.plan", format!("{}/{:04}", text(doc, "plan"), number(doc, "number")))]
}

impl Record for PlanStep {
    const KIND: &'static Kind =
        &Kind { name: "plan_step", prefix: "", domain: false, index: step_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
