//! Changing the fields of a task: one at a time, or several at once.

use countersign_core::{
    Error, Result, Tx,
    record::{Key, Record},
    tool::{FieldChange, Forecast},
    when,
};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    action::{Action, Spec, result},
    target::{given, quoted, there, writing},
    task::Task,
    words::{Due, Duration, Estimate, Language, Priority, PriorityWord, Status, Text, Title},
};

/// Maximum number of characters of a long text in a summary.
const EXCERPT: usize = 60;

/// A new value for one field of a task.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Edit {
    Title(String),
    Status(Status),
    Priority(Option<Priority>),
    Estimate(Option<u32>),
    Due(Option<String>),
    Language(Option<String>),
    Notes(Option<String>),
}

impl Edit {
    /// Returns a task's values as edits.
    pub fn all_of(task: &Task) -> Vec<Self> {
        let edits = [
            Self::Title(task.title.clone()),
            Self::Status(task.status),
            Self::Priority(task.priority),
            Self::Estimate(task.estimate_min),
            Self::Due(task.due.clone()),
            Self::Language(task.language.clone()),
            Self::Notes(task.notes.clone()),
        ];
        edits.into_iter().filter(|e| !e.after().is_null()).collect()
    }

    /// Returns the field name for a person.
    pub fn label(&self) -> Message {
        match self {
            Self::Title(_) => say!("effect-field-title"),
            Self::Status(_) => say!("effect-field-status"),
            Self::Priority(_) => say!("effect-field-priority"),
            Self::Estimate(_) => say!("effect-field-estimate"),
            Self::Due(_) => say!("effect-field-due"),
            Self::Language(_) => say!("effect-field-language"),
            Self::Notes(_) => say!("effect-field-notes"),
        }
    }

    /// Returns the field name in the record.
    fn field(&self) -> &'static str {
        match self {
            Self::Title(_) => "title",
            Self::Status(_) => "status",
            Self::Priority(_) => "priority",
            Self::Estimate(_) => "estimate_min",
            Self::Due(_) => "due",
            Self::Language(_) => "language",
            Self::Notes(_) => "notes",
        }
    }

    /// Returns the new value for a person; null for none.
    pub fn after(&self) -> Value {
        match self {
            Self::Title(title) => title.as_str().into(),
            Self::Status(status) => status.as_str().into(),
            Self::Priority(priority) => priority.map(Priority::as_str).into(),
            Self::Estimate(minutes) => minutes.map(|m| Duration(m).to_string()).into(),
            Self::Due(text) | Self::Language(text) | Self::Notes(text) => text.clone().into(),
        }
    }

    /// Returns the same field with the value in `task`.
    fn current(&self, task: &Task) -> Self {
        match self {
            Self::Title(_) => Self::Title(task.title.clone()),
            Self::Status(_) => Self::Status(task.status),
            Self::Priority(_) => Self::Priority(task.priority),
            Self::Estimate(_) => Self::Estimate(task.estimate_min),
            Self::Due(_) => Self::Due(task.due.clone()),
            Self::Language(_) => Self::Language(task.language.clone()),
            Self::Notes(_) => Self::Notes(task.notes.clone()),
        }
    }

    fn put(self, task: &mut Task) {
        match self {
            Self::Title(title) => task.title = title,
            Self::Status(status) => task.status = status,
            Self::Priority(priority) => task.priority = priority,
            Self::Estimate(minutes) => task.estimate_min = minutes,
            Self::Due(day) => task.due = day,
            Self::Language(language) => task.language = language,
            Self::Notes(notes) => task.notes = notes,
        }
    }

    /// Returns the new value for a summary.
    fn word(&self) -> Message {
        match (self, self.after()) {
            (Self::Title(title), _) => quoted(title),
            (Self::Notes(Some(notes)), _) => quoted(&excerpt(notes)),
            (_, Value::String(text)) => text.into(),
            _ => say!("effect-value-none"),
        }
    }

    /// Returns the summary for a single edit.
    fn summary(&self) -> Message {
        match self {
            Self::Title(title) => say!("sum-task-set-title", title),
            Self::Status(status) => say!("sum-task-set-status", status = status.as_str()),
            Self::Priority(Some(priority)) => say!("sum-task-set-priority", priority = priority.as_str()),
            Self::Priority(None) => say!("sum-task-set-priority-none"),
            Self::Estimate(Some(minutes)) => say!("sum-task-set-estimate", estimate = Duration(*minutes)),
            Self::Estimate(None) => say!("sum-task-set-estimate-none"),
            Self::Due(Some(due)) => say!("sum-task-set-due-date", due),
            Self::Due(None) => say!("sum-task-set-due-date-none"),
            Self::Language(_) => say!("sum-task-set-language", language = self.word()),
            Self::Notes(Some(notes)) => say!("sum-task-set-notes", notes = excerpt(notes)),
            Self::Notes(None) => say!("sum-task-set-notes-none"),
        }
    }

    /// Returns the message that a task already has this value, for a single edit.
    fn already(&self, said: &Message) -> Message {
        match self {
            Self::Title(title) => say!("effect-title-already", said, title),
            Self::Status(status) => say!("effect-status-already", said, status = status.as_str()),
            Self::Priority(Some(priority)) => {
                say!("effect-priority-already", said, priority = priority.as_str())
            }
            Self::Priority(None) => say!("effect-priority-none-already", said),
            Self::Estimate(Some(minutes)) => {
                say!("effect-estimate-already", said, estimate = Duration(*minutes))
            }
            Self::Estimate(None) => say!("effect-estimate-none-already", said),
            Self::Due(Some(due)) => say!("effect-due-already", said, due),
            Self::Due(None) => say!("effect-due-none-already", said),
            Self::Language(_) => say!("effect-language-already", said, language = self.word()),
            Self::Notes(Some(notes)) => say!("effect-notes-already", said, notes = excerpt(notes)),
            Self::Notes(None) => say!("effect-notes-none-already", said),
        }
    }
}

/// Returns the beginning of a text on one line.
pub(super) fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn forecast_edits(tx: &mut Tx<'_>, id: &mut String, edits: &[Edit]) -> Result<Forecast> {
    if edits.is_empty() {
        return Err(Error::invalid(say!("effect-nothing-given")).hint(say!("effect-give-field")));
    }
    let task = given::<Task>(tx, id)?;
    let summary = match edits {
        [edit] => edit.summary(),
        edits => {
            let one = |e: &Edit| say!("effect-field-to", said_field = e.label(), said_value = e.word());
            say!("sum-task-set", saids = Message::joined(", ", edits.iter().map(one)))
        }
    };
    let mut forecast =
        writing(edits.iter().map(|e| format!("task:{id}/{}", e.field())), task.named(Task::named), summary);
    let Some(task) = task.there() else {
        forecast.preview.changes =
            edits.iter().map(|e| FieldChange::new(e.label(), Value::Null, e.after())).collect();
        return Ok(forecast);
    };
    for edit in edits {
        let current = edit.current(task);
        if current != *edit {
            forecast.preview.changes.push(FieldChange::new(edit.label(), current.after(), edit.after()));
        }
        forecast.relies_on.push((Key::of::<Task>(task.id()), edit.field().to_owned()));
    }
    if forecast.preview.changes.is_empty() {
        let said = &forecast.preview.target;
        forecast.noop = Some(match edits {
            [edit] => edit.already(said),
            edits => {
                let one = |e: &Edit| Message::joined(" ", [e.label(), e.word()]);
                say!("effect-fields-already", said, saids = Message::joined(", ", edits.iter().map(one)))
            }
        });
    }
    forecast.typed.clone_from(&task.title);
    Ok(forecast)
}

fn apply_edits(tx: &mut Tx<'_>, id: &str, edits: Vec<Edit>) -> Result<Value> {
    let mut task: Task = there(tx, id)?;
    for edit in edits {
        edit.put(&mut task);
    }
    tx.put(&task)?;
    result(&task)
}

fn settle(tx: &Tx<'_>, due: &mut Due) -> Edit {
    Edit::Due(due.settle(when::today(tx.now(), &tx.setup().zone)).map(|d| d.to_string()))
}

/// Defines a tool that sets one field: its arguments, and the edit that they mean.
macro_rules! setter {
    ($type:ident, $spec:expr, $(#[$doc:meta])* $arg:ident: $kind:ty, |$tx:ident, $value:ident| $edit:expr) => {
        #[derive(Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $type {
            /// The id of the task.
            task: String,
            $(#[$doc])*
            $arg: $kind,
        }

        impl Action for $type {
            const SPEC: Spec = $spec;

            fn forecast(&mut self, $tx: &mut Tx<'_>) -> Result<Forecast> {
                let $value = &mut self.$arg;
                let edit = $edit;
                forecast_edits($tx, &mut self.task, &[edit])
            }

            fn apply(mut self, $tx: &mut Tx<'_>) -> Result<Value> {
                let $value = &mut self.$arg;
                let edit = $edit;
                apply_edits($tx, &self.task, vec![edit])
            }
        }
    };
}

setter!(
    SetTitle,
    Spec::write("task.set_title", "Sets the title of a task.", r#"{"task": "t12", "title": "Fix login bug"}"#),
    /// The new title, in one line.
    title: Title,
    |tx, title| Edit::Title(title.0.clone())
);

setter!(
    SetEstimate,
    Spec::write(
        "task.set_estimate",
        "Sets how long a task will take.",
        r#"{"task": "t12", "estimate": "2h"}"#
    ),
    /// Minutes, or text such as "2h", "90m", "1h 30m"; "none" takes the estimate away.
    estimate: Estimate,
    |tx, estimate| Edit::Estimate(estimate.0)
);

setter!(
    SetDueDate,
    Spec::write(
        "task.set_due_date",
        "Sets the day on which a task is due.",
        r#"{"task": "t12", "due": "2026-11-20"}"#
    ),
    /// YYYY-MM-DD, "today" or "tomorrow"; "none" takes the due date away.
    due: Due,
    |tx, due| settle(tx, due)
);

setter!(
    SetPriority,
    Spec::write(
        "task.set_priority",
        "Sets how urgent a task is.",
        r#"{"task": "t12", "priority": "P2"}"#
    ),
    /// P0 (most urgent), P1, P2 or P3; "none" takes the priority away.
    priority: PriorityWord,
    |tx, priority| Edit::Priority(priority.0)
);

setter!(
    SetStatus,
    Spec::write(
        "task.set_status",
        "Sets where a task stands.",
        r#"{"task": "t12", "status": "in_progress"}"#
    ),
    /// open, groomed, in_progress, blocked, on_hold, done or rejected.
    status: Status,
    |tx, status| Edit::Status(*status)
);

setter!(
    SetLanguage,
    Spec::write(
        "task.set_language",
        "Sets the language that a task is written in.",
        r#"{"task": "t12", "language": "de"}"#
    )
    .unheld(),
    /// A language tag such as "en" or "pt-BR".
    language: Language,
    |tx, language| Edit::Language(Some(language.0.clone()))
);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateTask {
    /// The id of the task.
    task: String,
    /// A new title, in one line.
    title: Option<Title>,
    /// open, groomed, in_progress, blocked, on_hold, done or rejected.
    status: Option<Status>,
    /// P0 (most urgent), P1, P2 or P3; "none" takes the priority away.
    priority: Option<PriorityWord>,
    /// Minutes, or text such as "2h", "90m", "1h 30m"; "none" takes the estimate away.
    estimate: Option<Estimate>,
    /// YYYY-MM-DD, "today" or "tomorrow"; "none" takes the due date away.
    due: Option<Due>,
    /// A language tag such as "en" or "pt-BR".
    language: Option<Language>,
    /// Anything else worth knowing; it replaces the notes that are there, and "none" takes them away.
    notes: Option<Text>,
}

impl UpdateTask {
    fn edits(&mut self, tx: &Tx<'_>) -> Vec<Edit> {
        let title = self.title.clone().map(|t| Edit::Title(t.0));
        let status = self.status.map(Edit::Status);
        let priority = self.priority.map(|p| Edit::Priority(p.0));
        let estimate = self.estimate.map(|e| Edit::Estimate(e.0));
        let due = self.due.as_mut().map(|d| settle(tx, d));
        let language = self.language.clone().map(|l| Edit::Language(Some(l.0)));
        let notes = self.notes.clone().map(|n| Edit::Notes(Some(n.0).filter(|n| n != "none")));
        [title, status, priority, estimate, due, language, notes].into_iter().flatten().collect()
    }
}

impl Action for UpdateTask {
    const SPEC: Spec = Spec::write(
        "task.update_task",
        "Changes several fields of a task at once; those left out stay as they are.",
        r#"{"task": "t12", "status": "in_progress", "estimate": "1h 30m"}"#,
    );

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let edits = self.edits(tx);
        forecast_edits(tx, &mut self.task, &edits)
    }

    fn apply(mut self, tx: &mut Tx<'_>) -> Result<Value> {
        let edits = self.edits(tx);
        apply_edits(tx, &self.task, edits)
    }
}
