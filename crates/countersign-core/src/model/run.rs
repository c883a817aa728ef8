//! Runs: one piece of work of one agent, from start to end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{number, sortable, text};
use crate::record::{Doc, Kind, Record};

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// It works.
    Running,
    /// It ended well.
    Completed,
    /// A person stopped it.
    Aborted,
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
    /// Where it stands.
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
}

impl Run {
    /// A run that is never stored: its calls are judged and not made.
    pub fn imagined(agent: &str, cwd: Option<String>, now: u64) -> Self {
        Self {
            id: crate::gate::IMAGINED.to_owned(),
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
        }
    }

    /// What its items are about: its subject, or itself.
    pub fn subject(&self) -> &str {
        self.subject.as_deref().unwrap_or(&self.id)
    }
}

fn index(doc: &Doc) -> Vec<(&'static str, String)> {
    let started = sortable(number(doc, "started_at"));
    let subject = doc.get("subject").and_then(|s| s.as_str()).unwrap_or_else(|| text(doc, "id"));
    let mut entries = vec![("run.started", started.clone()), ("run.subject", format!("{subject}/{started}"))];
    if text(doc, "status") == "running" {
        entries.push(("run.open", format!("{}/{}", text(doc, "agent"), text(doc, "cwd"))));
    }
    entries
}

impl Record for Run {
    const KIND: &'static Kind = &Kind { name: "run", prefix: "run", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
