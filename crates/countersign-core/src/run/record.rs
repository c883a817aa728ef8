//! Runs: one piece of work of one agent, from start to end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    judge::{Millionths, Mode},
    record::{Fields, Kind, Record, number, sortable, text},
    status::Status,
};

/// The status of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// It works.
    Running,
    /// It works, and something of it waits for a person. Only ever shown: see `run::shown`.
    WaitingApproval,
    /// A person holds it; nothing of it begins until they let go.
    Paused,
    /// It ended well.
    Completed,
    /// It ended, and not well.
    Failed,
    /// A person stopped it.
    Aborted,
}

impl Status for RunStatus {
    const NOUN: &'static str = "run";
    const TRANSITIONS: &'static [(Self, Self)] = &[
        (Self::Running, Self::Paused),
        (Self::Running, Self::Completed),
        (Self::Running, Self::Failed),
        (Self::Running, Self::Aborted),
        (Self::Paused, Self::Running),
        (Self::Paused, Self::Completed),
        (Self::Paused, Self::Failed),
        (Self::Paused, Self::Aborted),
    ];

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl RunStatus {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::WaitingApproval => "waiting_approval",
            Self::Paused => "paused",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Aborted => "aborted",
        }
    }

    /// Whether it is not over.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Running | Self::WaitingApproval | Self::Paused)
    }
}

/// Where the mode of a run is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModeFrom {
    /// The policy.
    Policy,
    /// What a person set for its agent.
    Agent,
    /// What a person set for its folder.
    Folder,
    /// It was set for this run alone: when it was started, or by a person since.
    Run,
}

impl ModeFrom {
    /// Of a run that was stored before this was known: nothing else changes its mode.
    fn unknown() -> Self {
        Self::Run
    }
}

/// One piece of work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Its id.
    pub id: String,
    /// The agent's registered name.
    pub agent: String,
    /// On whose behalf.
    pub owner: Option<String>,
    /// What it is about.
    pub subject: Option<String>,
    /// The conversation it belongs to.
    pub thread: Option<String>,
    /// A line for people.
    pub title: Option<String>,
    /// The folder it works in.
    pub cwd: Option<String>,
    /// Its status.
    pub status: RunStatus,
    /// False once it was rolled back: it stays in history and counts no more.
    pub active: bool,
    /// When it began.
    pub started_at: u64,
    /// When it was last heard of.
    pub last_at: u64,
    /// When it ended.
    pub ended_at: Option<u64>,
    /// How many items it proposed so far.
    #[serde(alias = "items")]
    pub proposed: u32,
    /// The change set that the next item joins.
    pub open_set: Option<String>,
    /// What governs its mutable calls and its finished steps.
    #[serde(default)]
    pub mode: Mode,
    /// The number for `confidence_threshold`; 0.8 where none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_threshold: Option<Millionths>,
    /// Where its mode is from.
    #[serde(default = "ModeFrom::unknown")]
    pub mode_from: ModeFrom,
    /// Whether it needs a confidence one band higher than others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub critical: bool,
    /// The commands that check its steps, as whoever started it declared them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<String>,
    /// Whether a person declared them. What an agent declares for itself can only lower.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub checks_by_person: bool,
    /// The step it is at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Its plan that is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// The stage that its calls work in: what they change stays there until a person lands it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// The first of its calls, by ordinal, that works in the stage; those proposed before are for real.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub staged_from: u32,
    /// Who paused or stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_by: Option<String>,
    /// Why it was paused, stopped or failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The last time that a person rolled it back, also if something of it still stands. What its agent does from then on
    /// belongs to another run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled_back: Option<RolledBack>,
    /// Whether it was stopped so that calls in its folder which name no run are refused on its account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bars: bool,
    /// The host that carries out what it does, if several daemons write the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

/// That a person rolled a run back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RolledBack {
    /// Who.
    pub by: String,
    /// When.
    pub at: u64,
    /// How many of its effects still stand.
    pub remaining: u32,
    /// Whether the agent was told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Run {
    /// Names its scratch files. Unlike its id, this is the same on each attempt of the call that starts it.
    pub fn scratch(&self) -> String {
        let known = serde_json::json!([self.agent, self.cwd, self.thread, self.title, self.started_at]);
        format!("r{}", &crate::canonical::digest("scratch", &known)[..24])
    }

    /// Creates a run that is never stored: its calls are judged but not made.
    pub fn imagined(agent: &str, cwd: Option<String>, now: u64) -> Self {
        Self {
            id: crate::call::gate::IMAGINED.to_owned(),
            agent: agent.to_owned(),
            owner: None,
            subject: None,
            thread: None,
            title: None,
            cwd,
            status: RunStatus::Running,
            active: true,
            started_at: now,
            last_at: now,
            ended_at: None,
            proposed: 0,
            open_set: None,
            mode: Mode::default(),
            confidence_threshold: None,
            mode_from: ModeFrom::Policy,
            critical: false,
            checks: Vec::new(),
            checks_by_person: false,
            step: None,
            plan: None,
            stage: None,
            staged_from: 0,
            held_by: None,
            reason: None,
            rolled_back: None,
            bars: false,
            host: None,
        }
    }

    /// Whether a person rolled it back, wholly or in part.
    pub fn is_rolled_back(&self) -> bool {
        !self.active || self.rolled_back.is_some()
    }

    /// Returns the subject of its items: its own subject, or itself.
    pub fn subject(&self) -> &str {
        self.subject.as_deref().unwrap_or(&self.id)
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let started = sortable(number(doc, "started_at"));
    let subject = doc.get("subject").and_then(|s| s.as_str()).unwrap_or_else(|| text(doc, "id"));
    let mut entries = vec![("run.started", started.clone()), ("run.subject", format!("{subject}/{started}"))];
    // A paused run stays the open one of its folder: the agent must not continue in a new one.
    let status = doc.get("status").and_then(|status| RunStatus::deserialize(status).ok());
    if status.is_some_and(RunStatus::is_open) {
        entries.push(("run.open", format!("{}/{}", text(doc, "agent"), text(doc, "cwd"))));
    }
    let untold = |rolled_back: &serde_json::Value| rolled_back.get("told") != Some(&true.into());
    if doc.get("rolled_back").is_some_and(untold) {
        entries.push(("run.untold", format!("{}/{started}", text(doc, "agent"))));
    }
    if doc.contains_key("bars") {
        entries.push(("run.stopped", format!("{}/{}", text(doc, "agent"), text(doc, "cwd"))));
    }
    entries
}

impl Record for Run {
    const KIND: &'static Kind = &Kind { name: "run", prefix: "run", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
