//! The checklist of a task.

use countersign_core::{
    Error, Result, Tx,
    record::{Fields, Key, Kind, Record, number, text},
    store::Scan,
    tool::{FieldChange, Forecast},
};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    action::{Action, Spec, result},
    batch,
    target::{given, maybe_given, quoted, short, there, writing},
    task::Task,
    words::Title,
};

/// One line of a task's checklist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChecklistItem {
    /// Its id.
    pub id: String,
    /// The task.
    pub task: String,
    /// What it says.
    pub title: String,
    /// Whether it is checked off.
    pub checked: bool,
    /// Its place in the list, from 1.
    pub position: u64,
}

impl ChecklistItem {
    fn named(&self) -> Message {
        say!("effect-checklist-item", title = self.title, id = short(&self.id))
    }

    /// Returns the checklist of a task, in order.
    pub(super) fn of_task(tx: &mut Tx<'_>, task: &str) -> Result<Vec<Self>> {
        tx.list(&Self::scan(task))
    }

    fn scan(task: &str) -> Scan {
        Scan::prefix(Self::KIND.name, "checklist_item.task", &format!("{task}/"))
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("checklist_item.task", format!("{}/{:06}", text(doc, "task"), number(doc, "position")))]
}

impl Record for ChecklistItem {
    const KIND: &'static Kind =
        &Kind { name: "checklist_item", prefix: "ck", domain: true, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AddChecklistItem {
    /// The id of the task.
    task: String,
    /// What the item says, in one line.
    title: Title,
    /// Whether it is checked off already.
    checked: Option<bool>,
}

impl Action for AddChecklistItem {
    const SPEC: Spec = Spec::create(
        "task.add_checklist_item",
        "Adds an item to the checklist of a task.",
        r#"{"task": "t12", "title": "Design mockup"}"#,
    )
    .once();

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let task = given::<Task>(tx, &mut self.task)?;
        let title = self.title.0.as_str();
        // A missing value means no; normalised, so that duplicates are found.
        self.checked = self.checked.filter(|c| *c);
        let summary = say!("sum-add", title);
        let mut forecast =
            writing([format!("task:{}/checklist", self.task)], task.named(Task::named), summary);
        forecast.preview.changes = vec![FieldChange::new(say!("effect-field-item"), Value::Null, title)];
        if self.checked.is_some() {
            let checked = FieldChange::new(say!("effect-field-checked"), Value::Null, true);
            forecast.preview.changes.push(checked);
        }
        let Some(task) = task.there() else { return Ok(forecast) };
        let same = |item: &&ChecklistItem| item.title.to_lowercase() == title.to_lowercase();
        if let Some(item) = ChecklistItem::of_task(tx, &task.id)?.iter().find(same) {
            let (said, id) = (&forecast.preview.target, short(&item.id));
            forecast.noop = Some(say!("effect-item-already", said, title = item.title, id));
        }
        forecast.relies_on = vec![(Key::of::<Task>(&task.id), "id".to_owned())];
        Ok(forecast)
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let task: Task = there(tx, &self.task)?;
        let last = tx.list::<ChecklistItem>(&ChecklistItem::scan(&task.id).reversed().limit(1))?;
        let item = ChecklistItem {
            id: tx.new_id(ChecklistItem::KIND),
            task: task.id,
            title: self.title.0,
            checked: self.checked.unwrap_or_default(),
            position: last.first().map_or(0, |i| i.position) + 1,
        };
        tx.create(&item)?;
        result(&item)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateChecklistItem {
    /// The id of the checklist item.
    id: String,
    /// A new title, in one line.
    title: Option<Title>,
    /// Whether it is checked off.
    checked: Option<bool>,
    /// The id of its task, if it is to be checked that the item belongs to it.
    task: Option<String>,
}

impl UpdateChecklistItem {
    /// Returns the fields that it would write.
    fn given_fields(&self) -> impl Iterator<Item = &'static str> + use<> {
        let fields = [self.title.is_some().then_some("title"), self.checked.is_some().then_some("checked")];
        fields.into_iter().flatten()
    }

    fn summary(&self, said: &Message) -> Result<Message> {
        match (self.checked, &self.title) {
            (Some(true), None) => Ok(say!("sum-task-check-off", said)),
            (Some(false), None) => Ok(say!("sum-task-uncheck", said)),
            (None, Some(title)) => Ok(say!("sum-task-rename-item", said, new = title.0)),
            (Some(true), Some(title)) => Ok(say!("sum-task-check-and-rename", said, new = title.0)),
            (Some(false), Some(title)) => Ok(say!("sum-task-uncheck-and-rename", said, new = title.0)),
            (None, None) => Err(Error::invalid(say!("effect-nothing-given")).hint(say!("effect-give-title"))),
        }
    }
}

impl Action for UpdateChecklistItem {
    const SPEC: Spec = Spec::write(
        "task.update_checklist_item",
        "Checks off, unchecks or renames an item of a checklist.",
        r#"{"id": "ck14", "checked": true}"#,
    );

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let item = given::<ChecklistItem>(tx, &mut self.id)?;
        let task = maybe_given::<Task>(tx, &mut self.task)?;
        let summary = self.summary(&item.named(|i| quoted(&i.title)))?;
        let mut forecast = writing(
            self.given_fields().map(|f| format!("checklist_item:{}/{f}", self.id)),
            item.named(ChecklistItem::named),
            summary,
        );
        let item = item.there();
        if let (Some(item), Some(task)) = (item, task.as_ref().and_then(|t| t.there()))
            && item.task != task.id
        {
            return Err(Error::invalid(say!(
                "effect-item-belongs",
                said_item = item.named(),
                said_task = task.named()
            )));
        }
        if let Some(title) = self.title.as_ref().filter(|t| item.is_none_or(|i| i.title != t.0)) {
            let (before, after) = (item.map(|i| i.title.clone()), title.0.clone());
            forecast.preview.changes.push(FieldChange::new(say!("effect-field-title"), before, after));
        }
        if let Some(checked) = self.checked.filter(|c| item.is_none_or(|i| i.checked != *c)) {
            let before = item.map(|i| i.checked);
            forecast.preview.changes.push(FieldChange::new(say!("effect-field-checked"), before, checked));
        }
        let Some(item) = item else { return Ok(forecast) };
        if forecast.preview.changes.is_empty() {
            forecast.noop = Some(say!("effect-item-so", said = forecast.preview.target));
        }
        let key = Key::of::<ChecklistItem>(&item.id);
        forecast.relies_on = self.given_fields().map(|f| (key.clone(), f.to_owned())).collect();
        Ok(forecast)
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let mut item: ChecklistItem = there(tx, &self.id)?;
        if let Some(title) = self.title {
            item.title = title.0;
        }
        item.checked = self.checked.unwrap_or(item.checked);
        tx.put(&item)?;
        result(&item)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AddChecklistItems {
    /// The id of the task.
    task: String,
    /// The items, each a title or an object with `title` and, optionally, `checked`.
    #[schemars(length(max = 100))]
    items: Vec<Value>,
}

impl Action for AddChecklistItems {
    const SPEC: Spec = Spec::create(
        "task.add_checklist_items",
        "Adds several items to the checklist of a task; each is decided on its own.",
        r#"{"task": "t12", "items": ["Design mockup", {"title": "Implement API", "checked": false}]}"#,
    )
    .once()
    .batch("items", AddChecklistItem::SPEC.name, Some("title"));

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        batch::forecast::<_, AddChecklistItem>(tx, self)
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        batch::apply::<_, AddChecklistItem>(tx, &self)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateChecklistItems {
    /// The id of the task that all items belong to, if that is to be checked.
    task: Option<String>,
    /// The items, each an object with the item's `id` and `title` or `checked` or both.
    #[schemars(length(max = 100))]
    items: Vec<Value>,
}

impl Action for UpdateChecklistItems {
    const SPEC: Spec = Spec::write(
        "task.update_checklist_items",
        "Checks off, unchecks or renames several checklist items; each is decided on its own.",
        r#"{"items": [{"id": "ck14", "checked": true}, {"id": "ck15", "title": "Implement the API"}]}"#,
    )
    .batch("items", UpdateChecklistItem::SPEC.name, None);

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        batch::forecast::<_, UpdateChecklistItem>(tx, self)
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        batch::apply::<_, UpdateChecklistItem>(tx, &self)
    }
}
