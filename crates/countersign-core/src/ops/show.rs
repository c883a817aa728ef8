//! `show`: everything there is to know about one thing. What a person was shown of an item is remembered, since
//! their yes will bind to it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    ActorKind, Role, decide,
    error::{Error, ErrorCode, Result},
    model::{
        ChangeSet, Decision, Grant, Instruction, Item, Question, Receipt, Run, StageStatus, Step, WorkingSet,
    },
    op::Op,
    ops::{audit, stages},
    plan::{self, view::PlanView},
    record::Record,
    set,
    stage::{self, StageView},
    store::Scan,
    tx::Tx,
    view::{ItemView, SetView},
    working_set::WorkingSetView,
};

/// See the module.
pub struct Show;

/// One thing.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The id of an item, a set, a plan, a run, a step, a receipt, a decision, a grant, a working set, a stage, a
    /// question, an instruction or an event.
    pub id: String,
}

/// What kinds of things can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShownKind {
    /// A proposed call: in `item`, `decisions` and `receipt`.
    Item,
    /// A change set: in `change_set` and `items`.
    ChangeSet,
    /// A plan: a [`PlanView`] in `value`.
    Plan,
    /// A run: a [`Run`] in `value`.
    Run,
    /// A step of a run: a [`Step`] in `value`.
    Step,
    /// A receipt: in `receipt`.
    Receipt,
    /// A decision: a [`Decision`] in `value`.
    Decision,
    /// A grant: a [`Grant`] in `value`.
    Grant,
    /// A working set: a [`WorkingSetView`] in `value`.
    WorkingSet,
    /// A stage: a [`StageView`] in `value`, or a [`stages::land::DiffOutput`] while there is something in it to see.
    Stage,
    /// A question: a [`Question`] in `value`.
    Question,
    /// An instruction: an [`Instruction`] in `value`.
    Instruction,
    /// An event of the log: an [`audit::EventView`] in `value`.
    Event,
}

/// The thing, under the name of its kind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// What it is.
    pub kind: ShownKind,
    /// The item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ItemView>,
    /// The set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change_set: Option<SetView>,
    /// The items of the set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<ItemView>>,
    /// The decisions on the item, newest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisions: Option<Vec<Decision>>,
    /// The receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Anything else.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub value: Value,
}

impl Output {
    /// A thing of that kind, yet to be filled in.
    fn of(kind: ShownKind) -> Self {
        let (item, change_set, items, decisions, receipt) = (None, None, None, None, None);
        Self { kind, item, change_set, items, decisions, receipt, value: Value::Null }
    }

    /// Reads `value` as the type that its kind says.
    pub fn read<T: DeserializeOwned>(self) -> Result<T> {
        serde_json::from_value(self.value).map_err(Error::bug)
    }
}

impl Op for Show {
    const NAME: &'static str = "show";
    const DOC: &'static str = "Show one thing whole; a later yes binds to what was shown";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "GET /v1/show/{id}";
    const CLI: &'static str = "show {id}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let id = input.id.trim();
        let looks = [
            show_item,
            show_set,
            show_plan,
            show_step,
            show_receipt,
            show_run,
            show_decision,
            show_grant,
            show_working_set,
            show_stage,
            show_question,
            show_instruction,
            show_event,
        ];
        for look in looks {
            match look(tx, id) {
                Err(e) if e.code == ErrorCode::NotFound => {}
                found => return found,
            }
        }
        Err(Error::not_found(format!("nothing here is called {id:?}"))
            .hint("countersign inbox lists what waits"))
    }
}

fn show_item(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let item: Item = tx.find(id)?;
    let scan = Scan::prefix(Decision::KIND.name, "decision.item", &format!("{}/", item.id)).reversed();
    let decisions = tx.list(&scan)?;
    let receipt = item.receipt.as_ref().map(|r| tx.need(r)).transpose()?;
    // Looked at before it is marked, so that the page can say what has changed since the last look.
    let view = ItemView::of(tx, item.clone())?;
    decide::mark_opened(tx, &item)?;
    Ok(Output {
        item: Some(view),
        decisions: Some(decisions),
        receipt,
        ..Output::of(ShownKind::Item)
    })
}

fn show_set(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found: ChangeSet = tx.find(id)?;
    let mut views = Vec::new();
    for item in set::items(tx, &found)? {
        views.push(ItemView::of(tx, item.clone())?);
        decide::mark_seen(tx, &item)?;
    }
    let set = SetView::from(found);
    Ok(Output { change_set: Some(set), items: Some(views), ..Output::of(ShownKind::ChangeSet) })
}

fn show_step(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let step: Step = tx.find(id)?;
    Ok(Output { value: json!(step), ..Output::of(ShownKind::Step) })
}

fn show_plan(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found = plan::find(tx, id)?;
    plan::mark_seen(tx, &found)?;
    let value = serde_json::to_value(PlanView::of(tx, found)?).map_err(Error::bug)?;
    Ok(Output { value, ..Output::of(ShownKind::Plan) })
}

fn show_receipt(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    Ok(Output { receipt: Some(tx.find(id)?), ..Output::of(ShownKind::Receipt) })
}

fn show_run(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let run: Run = tx.find(id)?;
    Ok(Output { value: json!(run), ..Output::of(ShownKind::Run) })
}

fn show_decision(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let decision: Decision = tx.find(id)?;
    Ok(Output { value: json!(decision), ..Output::of(ShownKind::Decision) })
}

fn show_grant(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let grant: Grant = tx.find(id)?;
    Ok(Output { value: json!(grant), ..Output::of(ShownKind::Grant) })
}

fn show_working_set(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let set: WorkingSet = tx.find(id)?;
    let view = WorkingSetView::of(tx, &set)?;
    Ok(Output { value: json!(view), ..Output::of(ShownKind::WorkingSet) })
}

fn show_stage(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found = stage::find(tx, id)?;
    // Of one that was dropped there is nothing left to look at.
    let value = match found.status {
        StageStatus::Dropped => serde_json::to_value(StageView::of(tx, found)?),
        _ => serde_json::to_value(stages::land::difference(tx, found)?),
    };
    Ok(Output { value: value.map_err(Error::bug)?, ..Output::of(ShownKind::Stage) })
}

fn show_question(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let question: Question = tx.find(id)?;
    Ok(Output { value: json!(question), ..Output::of(ShownKind::Question) })
}

fn show_instruction(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let instruction: Instruction = tx.find(id)?;
    Ok(Output { value: json!(instruction), ..Output::of(ShownKind::Instruction) })
}

fn show_event(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let missing = || Error::not_found(format!("there is no event {id}"));
    let seq = crate::event::event_seq(id).ok_or_else(missing)?;
    let event = tx.event(seq)?.filter(|e| !id.contains('-') || e.id() == id).ok_or_else(missing)?;
    Ok(Output { value: audit::event_json(&event), ..Output::of(ShownKind::Event) })
}
