//! Links between tasks. A pair of tasks has one link, and every change replaces it completely, since undoing
//! a change depends on the state of the pair, not of one field.

use countersign_core::{
    Error, Result, Tx,
    record::{Fields, Key, Kind, Record, text},
    store::Scan,
    tool::{FieldChange, Forecast},
};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    action::{Action, Spec, result},
    target::{given, quoted, there, writing},
    task::Task,
};

/// How one task relates to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// Either way.
    RelatesTo,
    /// The first must be done before the second.
    Blocks,
    /// The first repeats the second.
    Duplicates,
    /// The first belongs to the second.
    PartOf,
}

impl Relation {
    /// Describes it between two tasks.
    fn told(self, said_a: &Message, said_b: &Message) -> Message {
        match self {
            Self::RelatesTo => say!("effect-link-relates", said_a, said_b),
            Self::Blocks => say!("effect-link-blocks", said_a, said_b),
            Self::Duplicates => say!("effect-link-duplicates", said_a, said_b),
            Self::PartOf => say!("effect-link-part", said_a, said_b),
        }
    }

    /// Describes its dismissal.
    fn dismissed(self, said_a: &Message, said_b: &Message) -> Message {
        match self {
            Self::RelatesTo => say!("sum-task-dismiss-relates", said_a, said_b),
            Self::Blocks => say!("sum-task-dismiss-blocks", said_a, said_b),
            Self::Duplicates => say!("sum-task-dismiss-duplicates", said_a, said_b),
            Self::PartOf => say!("sum-task-dismiss-part", said_a, said_b),
        }
    }
}

/// Whether a relationship holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// It does.
    Confirmed,
    /// It was thought of and does not.
    Dismissed,
}

/// The link of a pair of tasks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskLink {
    /// The ids of the pair, the lower first.
    pub id: String,
    /// The first task.
    pub a: String,
    /// The second task.
    pub b: String,
    /// How the first relates to the second.
    pub relation: Relation,
    /// Whether it does.
    pub state: LinkState,
}

impl TaskLink {
    fn new(a: &str, b: &str, relation: Relation, state: LinkState) -> Self {
        let (low, high) = if a <= b { (a, b) } else { (b, a) };
        // A symmetric relation is stored in one direction, or the same link could be written in two ways.
        let (first, second) = if relation == Relation::RelatesTo { (low, high) } else { (a, b) };
        Self { id: format!("{low}:{high}"), a: first.to_owned(), b: second.to_owned(), relation, state }
    }

    /// Returns the links of a task.
    pub(super) fn of_task(tx: &mut Tx<'_>, task: &str) -> Result<Vec<Self>> {
        tx.list(&Scan::prefix(Self::KIND.name, "task_link.task", &format!("{task}/")))
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let (a, b) = (text(doc, "a"), text(doc, "b"));
    vec![("task_link.task", format!("{a}/{b}")), ("task_link.task", format!("{b}/{a}"))]
}

impl Record for TaskLink {
    const KIND: &'static Kind = &Kind { name: "task_link", prefix: "", domain: true, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkTasks {
    /// The id of the first task.
    a: String,
    /// The id of the second task.
    b: String,
    /// How the first relates to the second.
    relation: Relation,
    /// Whether the relationship holds (the default), or is dismissed.
    state: Option<LinkState>,
}

impl LinkTasks {
    fn state(&self) -> LinkState {
        self.state.unwrap_or(LinkState::Confirmed)
    }

    fn check_pair(&self) -> Result<()> {
        if self.a == self.b { Err(Error::invalid(say!("effect-link-itself"))) } else { Ok(()) }
    }
}

impl Action for LinkTasks {
    const SPEC: Spec = Spec::write(
        "task.link_tasks",
        "Records how two tasks relate, or dismisses that they do. A pair of tasks has one link.",
        r#"{"a": "t12", "b": "t15", "relation": "blocks"}"#,
    );

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let first = given::<Task>(tx, &mut self.a)?;
        let second = given::<Task>(tx, &mut self.b)?;
        self.check_pair()?;
        self.state = Some(self.state());
        let title = |t: &Task| quoted(&t.title);
        let (one, other) = (first.named(title), second.named(title));
        let words = self.relation.told(&one, &other);
        let summary = match self.state() {
            LinkState::Confirmed => say!("sum-task-link", said = words),
            LinkState::Dismissed => self.relation.dismissed(&one, &other),
        };
        let (said_a, said_b) = (first.named(Task::named), second.named(Task::named));
        let target = say!("effect-two-tasks", said_a, said_b);
        let mut forecast = writing([&self.a, &self.b].map(|id| format!("task:{id}/links")), target, summary);
        let (Some(a), Some(b)) = (first.there(), second.there()) else {
            forecast.preview.changes = vec![FieldChange::told(say!("effect-field-link"), None, Some(words))];
            return Ok(forecast);
        };
        let link = TaskLink::new(&a.id, &b.id, self.relation, self.state());
        (self.a, self.b) = (link.a.clone(), link.b.clone());
        let old = tx.get::<TaskLink>(&link.id)?;
        if old.as_ref() == Some(&link) {
            forecast.noop = Some(say!("effect-link-recorded", said = words));
        }
        let told = |l: &TaskLink| {
            let title = |id: &str| quoted(if id == a.id { &a.title } else { &b.title });
            let words = l.relation.told(&title(&l.a), &title(&l.b));
            if l.state == LinkState::Dismissed { say!("effect-link-dismissed", said = words) } else { words }
        };
        let change = FieldChange::told(say!("effect-field-link"), old.as_ref().map(told), Some(told(&link)));
        forecast.preview.changes = vec![change];
        let key = Key::of::<TaskLink>(&link.id);
        forecast.relies_on =
            ["a", "relation", "state"].iter().map(|f| (key.clone(), (*f).to_owned())).collect();
        forecast.relies_on.extend([a, b].map(|t| (Key::of::<Task>(&t.id), "id".to_owned())));
        Ok(forecast)
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let (a, b): (Task, Task) = (there(tx, &self.a)?, there(tx, &self.b)?);
        let link = TaskLink::new(&a.id, &b.id, self.relation, self.state());
        // Deleted first, so that the change covers the whole record: see the top of this file.
        tx.delete::<TaskLink>(&link.id)?;
        tx.put(&link)?;
        result(&link)
    }
}
