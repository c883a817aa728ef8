//! Notes that an agent writes for itself and its person: one report per subject, and observations. No
//! approval is needed, since both are the agent's own words and can be undone exactly.

use countersign_core::{
    ActorKind, Error, Result, Tx,
    record::{Fields, Key, Kind, Record, number, sortable, text},
    tool::{FieldChange, Forecast},
};
use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    action::{Action, Spec, result},
    edit::excerpt,
    target::{maybe_given, there, writing},
    task::Task,
    words::Text,
};

/// An agent's present account of a subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// `agent/task`, or `agent/` for a report on no task.
    pub id: String,
    /// Whose it is.
    pub agent: String,
    /// The task it is about.
    pub task: Option<String>,
    /// What it says.
    pub text: String,
}

impl Report {
    fn key(agent: &str, task: Option<&str>) -> String {
        format!("{agent}/{}", task.unwrap_or_default())
    }
}

fn report_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("report.task", format!("{}/{}", text(doc, "task"), text(doc, "agent")))]
}

impl Record for Report {
    const KIND: &'static Kind =
        &Kind { name: "report", prefix: "", domain: true, index: report_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Something that an agent noticed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// Its id.
    pub id: String,
    /// Who noticed it.
    pub agent: String,
    /// The task it is about.
    pub task: Option<String>,
    /// What it was.
    pub text: String,
    /// When.
    pub at: u64,
}

fn observation_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "at"));
    vec![
        ("observation.agent", format!("{}/{at}", text(doc, "agent"))),
        ("observation.task", format!("{}/{at}", text(doc, "task"))),
    ]
}

impl Record for Observation {
    const KIND: &'static Kind =
        &Kind { name: "observation", prefix: "ob", domain: true, index: observation_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Returns the author. An agent can only write for itself; if a person inspects or applies an agent's call,
/// it stays the agent's.
fn author(tx: &Tx<'_>, given: &mut Option<String>) -> String {
    let actor = tx.actor();
    if actor.kind == ActorKind::Agent || given.is_none() {
        *given = Some(actor.agent_name().to_owned());
    }
    given.clone().unwrap_or_default()
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateReport {
    /// The id of the task that the report is about; left out for a report on the work as a whole.
    task: Option<String>,
    /// The whole report; it replaces the one before.
    text: Text,
    /// Whose report it is: filled in by Countersign, and always the agent that calls.
    agent: Option<String>,
}

impl Action for UpdateReport {
    const SPEC: Spec = Spec::write(
        "task.update_report",
        "Replaces the agent's own report on a task, or on its work as a whole.",
        r#"{"task": "t12", "text": "Two of three checks pass; the login test still fails."}"#,
    )
    .unheld();

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let agent = author(tx, &mut self.agent);
        let task = maybe_given::<Task>(tx, &mut self.task)?;
        let about = task.as_ref().map_or_else(|| say!("effect-its-work"), |t| t.named(Task::named));
        let id = Report::key(&agent, self.task.as_deref());
        let target = say!("effect-report-on", agent, said = about);
        let summary = say!("sum-task-update-report", text = excerpt(&self.text.0));
        let mut forecast = writing([format!("report:{agent}/text")], target, summary);
        let old = tx.get::<Report>(&id)?.map(|r| r.text);
        if old.as_ref() == Some(&self.text.0) {
            forecast.noop = Some(say!("effect-report-already"));
        }
        forecast.preview.changes =
            vec![FieldChange::new(say!("effect-field-report"), old, self.text.0.clone())];
        if task.as_ref().is_none_or(|t| t.there().is_some()) {
            forecast.relies_on = vec![(Key::of::<Report>(&id), "text".to_owned())];
        }
        Ok(forecast)
    }

    fn apply(mut self, tx: &mut Tx<'_>) -> Result<Value> {
        let agent = author(tx, &mut self.agent);
        let task = self.task.as_deref().map(|t| there::<Task>(tx, t)).transpose()?.map(|t| t.id);
        let report = Report { id: Report::key(&agent, task.as_deref()), agent, task, text: self.text.0 };
        tx.put(&report)?;
        result(&report)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordObservations {
    /// The id of the task that they are about; left out for observations on the work as a whole.
    task: Option<String>,
    /// What was noticed, one text each.
    #[schemars(length(min = 1, max = 50))]
    observations: Vec<Text>,
    /// Who noticed it: filled in by Countersign, and always the agent that calls.
    agent: Option<String>,
}

impl Action for RecordObservations {
    const SPEC: Spec = Spec::create(
        "task.record_observations",
        "Records the agent's own observations, for later runs.",
        r#"{"task": "t12", "observations": ["The user prefers short titles."]}"#,
    )
    .unheld()
    .once();

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let agent = author(tx, &mut self.agent);
        let task = maybe_given::<Task>(tx, &mut self.task)?;
        let about = task.as_ref().map_or_else(|| say!("effect-its-work"), |t| t.named(Task::named));
        let summary = match self.observations.as_slice() {
            [] => return Err(Error::invalid(say!("effect-no-observation"))),
            [one] => say!("sum-task-note", text = excerpt(&one.0)),
            [one, more @ ..] => say!("sum-task-note-more", text = excerpt(&one.0), n = more.len()),
        };
        let target = say!("effect-observations-on", agent, said = about);
        let mut forecast = writing(["observation:new"], target, summary);
        let noted =
            |text: &Text| FieldChange::new(say!("effect-field-observation"), Value::Null, text.0.clone());
        forecast.preview.changes = self.observations.iter().map(noted).collect();
        Ok(forecast)
    }

    fn apply(mut self, tx: &mut Tx<'_>) -> Result<Value> {
        let agent = author(tx, &mut self.agent);
        let task = self.task.as_deref().map(|t| there::<Task>(tx, t)).transpose()?.map(|t| t.id);
        let mut ids = Vec::new();
        for text in self.observations {
            let (id, at) = (tx.new_id(Observation::KIND), tx.now());
            let observation = Observation { id, agent: agent.clone(), task: task.clone(), text: text.0, at };
            tx.create(&observation)?;
            ids.push(observation.id);
        }
        Ok(json!({"id": ids.first(), "ids": ids, "task": task}))
    }
}
