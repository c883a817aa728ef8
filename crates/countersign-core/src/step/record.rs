//! Steps: the parts of a run as its agent works through them, each with its evidence.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    judge::{Confidence, Millionths},
    record::{Fields, Kind, Record, number, sortable, text},
    status::Status,
};

/// The status of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepStatus {
    /// Its agent works on it.
    Running,
    /// It was reported, and is done if nobody objects in time.
    Counting,
    /// It was reported, and waits for a person's word.
    Waiting,
    /// Too little speaks for it: a person says how to go on.
    Stopped,
    /// It is done.
    Completed,
    /// A person said no to it.
    Failed,
    /// A person left it out.
    Skipped,
}

impl Status for StepStatus {
    const NOUN: &'static str = "step";
    const TRANSITIONS: &'static [(Self, Self)] = &[
        (Self::Running, Self::Counting),
        (Self::Running, Self::Waiting),
        (Self::Running, Self::Stopped),
        (Self::Running, Self::Completed),
        (Self::Running, Self::Failed),
        (Self::Running, Self::Skipped),
        (Self::Counting, Self::Waiting),
        (Self::Counting, Self::Stopped),
        (Self::Counting, Self::Completed),
        (Self::Counting, Self::Failed),
        (Self::Counting, Self::Skipped),
        (Self::Counting, Self::Running),
        (Self::Waiting, Self::Counting),
        (Self::Waiting, Self::Stopped),
        (Self::Waiting, Self::Completed),
        (Self::Waiting, Self::Failed),
        (Self::Waiting, Self::Skipped),
        (Self::Waiting, Self::Running),
        (Self::Stopped, Self::Counting),
        (Self::Stopped, Self::Waiting),
        (Self::Stopped, Self::Completed),
        (Self::Stopped, Self::Failed),
        (Self::Stopped, Self::Skipped),
        (Self::Stopped, Self::Running),
    ];

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl StepStatus {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Counting => "counting",
            Self::Waiting => "waiting",
            Self::Stopped => "stopped",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }

    /// Whether it is not over.
    pub fn is_open(self) -> bool {
        self == Self::Running || self.waits()
    }

    /// Whether it was reported and a person may decide on it.
    pub fn waits(self) -> bool {
        matches!(self, Self::Counting | Self::Waiting | Self::Stopped)
    }
}

/// One part of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// Its id.
    pub id: String,
    /// Its run.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// Its position in the run, from 1.
    pub ordinal: u32,
    /// What it is to do, in the agent's words.
    pub title: String,
    /// Its status.
    pub status: StepStatus,
    /// How often it was tried again, as far as anybody knows.
    pub retries: u32,
    /// How often it may be.
    pub max_retries: u32,
    /// Whether its agent said that it is not sure, or that it failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncertain: bool,
    /// Whether its agent said that it failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gave_up: bool,
    /// What its agent says of it: a claim, never a fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The checks that were made of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Check>,
    /// The calls of earlier checks that were replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_checks: Vec<String>,
    /// How sure verifiers are of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verified: Vec<Verified>,
    /// How far the evidence speaks for it, once it was reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// What a person must know to say how to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Diagnostics>,
    /// How long it waits for an objection; None: it waits for a person's word, or for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
    /// When it continues automatically, by wall clock. For display only: the elapsed time decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proceeds_at: Option<u64>,
    /// The person who objected when it, or a call in it, was about to go on by itself: from then on only a person's own
    /// word counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_by: Option<String>,
    /// When it was begun.
    pub begun_at: u64,
    /// When it was reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_at: Option<u64>,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// Who ended it: `person:ana`, `evidence`, `timeout`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// The reason that the person gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
    /// Whether something became of it that its agent has yet to hear.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
}

/// One check of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// The command, or a verifier's name for what it checked.
    pub command: String,
    /// Whether it passed; null while that is not known.
    pub passed: Option<bool>,
    /// `countersign`, or the verifier that reported it.
    pub by: String,
    /// The call by which it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// When.
    pub at: u64,
    /// The number of the event by which it began: what landed later, it knows nothing of.
    pub seq: u64,
    /// Whether passing speaks for the step. What an agent declares for itself can only speak against it.
    pub counts: bool,
    /// The end of its output, if it did not pass.
    #[serde(default, skip_serializing_if = "Message::is_empty")]
    pub output: Message,
}

/// What a verifier thinks of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verified {
    /// The verifier.
    pub by: String,
    /// How sure it is.
    pub confidence: Millionths,
    /// When it said so.
    pub at: u64,
    /// The number of the event by which it did.
    pub seq: u64,
}

/// What is known about a step that does not continue automatically.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostics {
    /// What was tried, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Message>,
    /// The failed checks, each with the end of its output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_checks: Vec<FailedCheck>,
    /// What went wrong in its calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Message>,
}

/// A check that did not pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailedCheck {
    /// The command, or a verifier's name for what it checked.
    pub command: String,
    /// The last lines of its output.
    pub output: Message,
}

impl Step {
    /// Drops checks; their calls still do not count as the agent's.
    pub fn drop_checks(&mut self, which: impl Fn(&Check) -> bool) {
        let (dropped, kept) = std::mem::take(&mut self.checks).into_iter().partition(|c| which(c));
        self.checks = kept;
        let dropped: Vec<Check> = dropped;
        self.former_checks.extend(dropped.into_iter().filter_map(|c| c.item));
    }

    /// Ends its countdown, if there is one.
    pub fn end_countdown(&mut self) {
        (self.wait_ms, self.proceeds_at) = (None, None);
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let (run, begun) = (text(doc, "run"), sortable(number(doc, "begun_at")));
    let mut entries = vec![("step.run", format!("{run}/{:06}", number(doc, "ordinal")))];
    let status = doc.get("status").and_then(|status| StepStatus::deserialize(status).ok());
    if status.is_some_and(StepStatus::waits) {
        entries.push(("step.waiting", format!("{run}/{begun}")));
    }
    if status == Some(StepStatus::Counting) {
        entries.push(("step.counting", begun.clone()));
    }
    if doc.get("untold") == Some(&Value::Bool(true)) {
        entries.push(("step.untold", format!("{}/{begun}", text(doc, "agent"))));
    }
    entries
}

impl Record for Step {
    const KIND: &'static Kind = &Kind { name: "step", prefix: "st", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
