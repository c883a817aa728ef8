//! Lists of tasks, overdue tasks, and the daily briefing.

use countersign_core::{Result, Tx, record::Record, store::Scan, tool::Forecast, when};
use countersign_words::say;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    action::{Action, Spec, fields, result},
    calendar::CalendarEvent,
    checklist::ChecklistItem,
    label::TaskLabel,
    link::TaskLink,
    target::{given, reading, there},
    task::Task,
    words::{Due, Label, PriorityWord, Status},
};

/// Default length of a list.
const DEFAULT_LIMIT: usize = 50;
/// Maximum length of a list.
const MAX_LIMIT: usize = 500;

/// Returns a task with its checklist, labels and links.
fn whole(tx: &mut Tx<'_>, task: &Task) -> Result<Value> {
    let mut doc = fields(task)?;
    let labels = tx.list::<TaskLabel>(&Scan::prefix(
        TaskLabel::KIND.name,
        "task_label.task",
        &format!("{}/", task.id),
    ))?;
    let labels: Vec<Value> = labels.into_iter().map(|l| l.label.into()).collect();
    let checklist = ChecklistItem::of_task(tx, &task.id)?;
    let checklist: Vec<Value> =
        checklist.iter().map(|i| json!({"id": i.id, "title": i.title, "checked": i.checked})).collect();
    let links: Vec<Value> = TaskLink::of_task(tx, &task.id)?.iter().map(result).collect::<Result<_>>()?;
    for (name, list) in [("labels", labels), ("checklist", checklist), ("links", links)] {
        if !list.is_empty() {
            doc.insert(name.to_owned(), Value::Array(list));
        }
    }
    Ok(Value::Object(doc))
}

fn all_whole(tx: &mut Tx<'_>, tasks: &[Task]) -> Result<Vec<Value>> {
    tasks.iter().map(|t| whole(tx, t)).collect()
}

/// Returns open tasks due in a range, earliest first.
fn due(tx: &mut Tx<'_>, from: &str, to: &str) -> Result<Vec<Task>> {
    let scan =
        Scan { from: from.to_owned(), to: to.to_owned(), ..Scan::prefix(Task::KIND.name, "task.due", "") };
    tx.list(&scan)
}

fn with_status(tx: &mut Tx<'_>, status: Status) -> Result<Vec<Task>> {
    tx.list(&Scan::prefix(Task::KIND.name, "task.status", &format!("{}/", status.as_str())).reversed())
}

/// Returns the given day, or today.
fn the_day(tx: &Tx<'_>, date: Option<Due>) -> Date {
    let today = when::today(tx.now(), &tx.setup().zone);
    date.and_then(|mut d| d.settle(today)).unwrap_or(today)
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListTasks {
    /// Only this task, by its id.
    task: Option<String>,
    /// Only tasks with this status: open, groomed, in_progress, blocked, on_hold, done or rejected.
    status: Option<Status>,
    /// Only tasks with this priority: P0, P1, P2, P3, or "none".
    priority: Option<PriorityWord>,
    /// Only tasks with this label.
    label: Option<Label>,
    /// Only tasks whose title or notes contain this text.
    text: Option<String>,
    /// At most so many, newest first; 50 if left out.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
}

impl ListTasks {
    /// Returns the candidate tasks, newest first: as few as an index allows.
    fn candidates(&self, tx: &mut Tx<'_>) -> Result<Vec<Task>> {
        if let Some(id) = &self.task {
            return Ok(vec![there(tx, id)?]);
        }
        if let Some(label) = &self.label {
            let scan = Scan::prefix(TaskLabel::KIND.name, "task_label.label", &format!("{}/", label.0));
            let mut tasks = Vec::new();
            for labelled in tx.list::<TaskLabel>(&scan)? {
                tasks.extend(tx.get::<Task>(&labelled.task)?);
            }
            tasks.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
            return Ok(tasks);
        }
        match self.status {
            Some(status) => with_status(tx, status),
            None => tx.list(&Scan::prefix(Task::KIND.name, "task.at", "").reversed()),
        }
    }

    fn takes(&self, task: &Task) -> bool {
        let contains = |needle: &String| {
            let needle = needle.trim().to_lowercase();
            let notes = task.notes.as_deref().unwrap_or_default();
            task.title.to_lowercase().contains(&needle) || notes.to_lowercase().contains(&needle)
        };
        self.status.is_none_or(|s| task.status == s)
            && self.priority.is_none_or(|p| task.priority == p.0)
            && self.text.as_ref().is_none_or(contains)
    }
}

impl Action for ListTasks {
    const SPEC: Spec = Spec::read(
        "task.list_tasks",
        "Lists tasks with their labels, checklists and links.",
        r#"{"status": "open", "label": "bug"}"#,
    );

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        if let Some(id) = &mut self.task {
            given::<Task>(tx, id)?;
        }
        Ok(reading("task", say!("sum-task-list")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let limit = self.limit.map_or(DEFAULT_LIMIT, |n| n as usize).clamp(1, MAX_LIMIT);
        let mut tasks = self.candidates(tx)?;
        tasks.retain(|t| self.takes(t));
        let total = tasks.len();
        tasks.truncate(limit);
        Ok(json!({"tasks": all_whole(tx, &tasks)?, "total": total}))
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetOverdue {
    /// The day from which to look back: YYYY-MM-DD; today if left out.
    date: Option<Due>,
}

impl Action for GetOverdue {
    const SPEC: Spec = Spec::read(
        "task.get_overdue",
        "Lists the tasks that should be done by now.",
        r#"{"date": "2026-11-16"}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        Ok(reading("task", say!("sum-task-list-overdue")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let day = the_day(tx, self.date).to_string();
        let tasks = due(tx, "", &day)?;
        Ok(json!({"tasks": all_whole(tx, &tasks)?, "total": tasks.len(), "date": day}))
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DailyBriefing {
    /// The day: YYYY-MM-DD; today if left out.
    date: Option<Due>,
}

impl Action for DailyBriefing {
    const SPEC: Spec = Spec::read(
        "task.daily_briefing",
        "Tells what a day holds: events, what is due, overdue and in progress.",
        r#"{"date": "2026-11-16"}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        Ok(reading("task", say!("sum-task-briefing")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let zone = &tx.setup().zone;
        let date = the_day(tx, self.date);
        let day = date.to_string();
        let events = CalendarEvent::between(tx, when::day_start(date, zone)?, when::day_end(date, zone)?)?;
        let events: Vec<Value> = events.iter().map(|e| e.told(zone)).collect::<Result<_>>()?;
        let overdue = due(tx, "", &day)?;
        let due_today = due(tx, &day, &format!("{day}~"))?;
        let mut counts =
            json!({"events": events.len(), "due_today": due_today.len(), "overdue": overdue.len()});
        let mut in_progress = Vec::new();
        for status in Status::ALL.into_iter().filter(|s| !s.is_closed()) {
            let tasks = with_status(tx, status)?;
            counts[status.as_str()] = tasks.len().into();
            if status == Status::InProgress {
                in_progress = tasks;
            }
        }
        let planned: u32 = due_today.iter().chain(&in_progress).filter_map(|t| t.estimate_min).sum();
        Ok(json!({
            "date": day,
            "events": events,
            "due_today": all_whole(tx, &due_today)?,
            "overdue": all_whole(tx, &overdue)?,
            "in_progress": all_whole(tx, &in_progress)?,
            "counts": counts,
            "planned_min": planned,
        }))
    }
}
