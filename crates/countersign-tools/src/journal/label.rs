//! Labels on tasks. Each is a separate record, so that one can be undone while another stays.

use countersign_core::{
    Result, Tx,
    record::{Fields, Key, Kind, Record, text},
    tool::{FieldChange, Forecast},
};
use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    action::{Action, Spec, result},
    batch,
    target::{given, there, writing},
    task::Task,
    words::Label,
};

/// A label on a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskLabel {
    /// `task:label`.
    pub id: String,
    /// The task.
    pub task: String,
    /// The label.
    pub label: String,
}

impl TaskLabel {
    fn key(task: &str, label: &str) -> String {
        format!("{task}:{label}")
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let (task, label) = (text(doc, "task"), text(doc, "label"));
    vec![("task_label.task", format!("{task}/{label}")), ("task_label.label", format!("{label}/{task}"))]
}

impl Record for TaskLabel {
    const KIND: &'static Kind = &Kind { name: "task_label", prefix: "", domain: true, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AssignLabel {
    /// The id of the task.
    task: String,
    /// The label.
    label: Label,
}

impl Action for AssignLabel {
    const SPEC: Spec =
        Spec::write("task.assign_label", "Puts a label on a task.", r#"{"task": "t12", "label": "bug"}"#);

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let task = given::<Task>(tx, &mut self.task)?;
        let label = self.label.0.as_str();
        let summary = say!("sum-task-assign-label", label);
        let mut forecast = writing([format!("task:{}/labels", self.task)], task.named(Task::named), summary);
        forecast.preview.changes = vec![FieldChange::new(say!("effect-field-label"), Value::Null, label)];
        let Some(task) = task.there() else { return Ok(forecast) };
        let id = TaskLabel::key(&task.id, label);
        if tx.get::<TaskLabel>(&id)?.is_some() {
            forecast.noop = Some(say!("effect-label-already", said = forecast.preview.target, label));
        }
        forecast.relies_on =
            vec![(Key::of::<Task>(&task.id), "id".to_owned()), (Key::of::<TaskLabel>(&id), "id".to_owned())];
        Ok(forecast)
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let task: Task = there(tx, &self.task)?;
        let label = self.label.0;
        let assigned = TaskLabel { id: TaskLabel::key(&task.id, &label), task: task.id, label };
        tx.put(&assigned)?;
        result(&assigned)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AssignLabels {
    /// The id of the task.
    task: String,
    /// The labels, each a text.
    #[schemars(length(max = 100))]
    labels: Vec<Value>,
}

impl Action for AssignLabels {
    const SPEC: Spec = Spec::write(
        "task.assign_labels",
        "Puts several labels on a task; each is decided on its own.",
        r#"{"task": "t12", "labels": ["bug", "auth"]}"#,
    )
    .batch("labels", AssignLabel::SPEC.name, Some("label"));

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        batch::forecast::<_, AssignLabel>(tx, self)
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        batch::apply::<_, AssignLabel>(tx, &self)
    }
}
