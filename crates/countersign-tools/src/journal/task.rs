//! Tasks.

use countersign_core::{
    Result, Tx,
    record::{Fields, Kind, Record, number, sortable, text},
    tool::{FieldChange, Forecast},
    when,
};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    action::{Action, Spec, result},
    edit::Edit,
    target::{short, writing},
    words::{Due, Estimate, Language, Priority, PriorityWord, Status, Text, Title},
};

/// Something to do.
///
/// It has no time of its last change: such a field would be written by every change, and would make each of
/// them stale for undo as soon as the next one landed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Its id.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Its status.
    pub status: Status,
    /// How urgent it is.
    pub priority: Option<Priority>,
    /// How long it will take.
    pub estimate_min: Option<u32>,
    /// The day it is due (`2026-11-15`).
    pub due: Option<String>,
    /// The language it is written in.
    pub language: Option<String>,
    /// Anything else.
    pub notes: Option<String>,
    /// When it was made.
    pub created_at: u64,
}

impl Task {
    /// `task "Fix login" (t12)`.
    pub(super) fn named(&self) -> Message {
        say!("effect-task", title = self.title, id = short(&self.id))
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "created_at"));
    let status = text(doc, "status");
    let mut entries = vec![("task.status", format!("{status}/{at}")), ("task.at", at)];
    let closed = Status::try_from(status.to_owned()).is_ok_and(Status::is_closed);
    if let (Some(due), false) = (doc.get("due").and_then(Value::as_str), closed) {
        entries.push(("task.due", due.to_owned()));
    }
    entries
}

impl Record for Task {
    // An agent's reports and observations do not count as children: its notes must not prevent a person from undoing a task.
    const KIND: &'static Kind = &Kind {
        name: "task",
        prefix: "t",
        domain: true,
        index,
        children: &["checklist_item.task", "task_label.task", "task_link.task", "calendar_event.task"],
    };

    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateTask {
    /// What is to be done, in one line.
    title: Title,
    /// Where it stands: open (the default), groomed, in_progress, blocked, on_hold, done or rejected.
    status: Option<Status>,
    /// How urgent it is: P0 (most), P1, P2 or P3.
    priority: Option<PriorityWord>,
    /// How long it will take: minutes, or text such as "2h", "90m", "1h 30m".
    estimate: Option<Estimate>,
    /// The day it is due: YYYY-MM-DD, "today" or "tomorrow".
    due: Option<Due>,
    /// The language it is written in, as a tag such as "en" or "pt-BR".
    language: Option<Language>,
    /// Anything else worth knowing.
    notes: Option<Text>,
}

impl CreateTask {
    /// Returns the task that it creates. The caller gives the id, which may be empty.
    fn task(&mut self, tx: &Tx<'_>, id: String) -> Task {
        let today = when::today(tx.now(), &tx.setup().zone);
        Task {
            id,
            title: self.title.0.clone(),
            status: *self.status.get_or_insert(Status::Open),
            priority: self.priority.and_then(|p| p.0),
            estimate_min: self.estimate.and_then(|e| e.0),
            due: self.due.as_mut().and_then(|d| d.settle(today)).map(|d| d.to_string()),
            language: self.language.clone().map(|l| l.0),
            notes: self.notes.clone().map(|n| n.0),
            created_at: tx.now(),
        }
    }
}

impl Action for CreateTask {
    const SPEC: Spec = Spec::create(
        "task.create_task",
        "Creates a task.",
        r#"{"title": "Fix login", "priority": "P1", "estimate": "2h", "due": "2026-11-20"}"#,
    );

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let task = self.task(tx, String::new());
        let target = say!("effect-task-new", title = task.title);
        let mut forecast = writing(["task:new"], target, say!("sum-task-create-task", title = task.title));
        forecast.preview.changes =
            Edit::all_of(&task).iter().map(|e| FieldChange::new(e.label(), Value::Null, e.after())).collect();
        forecast.typed = task.title;
        Ok(forecast)
    }

    fn apply(mut self, tx: &mut Tx<'_>) -> Result<Value> {
        let id = tx.new_id(Task::KIND);
        let task = self.task(tx, id);
        tx.create(&task)?;
        result(&task)
    }
}
