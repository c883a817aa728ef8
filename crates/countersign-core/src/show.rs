//! `show`: everything there is to know about one thing. What a person was shown of an item is remembered, since
//! their yes will bind to it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind, Role,
    authority::Grant,
    change_set::{self, ChangeSet},
    decision::Decision,
    error::{Error, ErrorCode, Result},
    item::{
        Item, decide,
        view::{ItemView, SetView},
    },
    op::Op,
    plan::{self, view::PlanView},
    question::Question,
    receipt::Receipt,
    record::Record,
    run::{Instruction, Run},
    stage::{self, StageStatus, StageView},
    step::Step,
    store::Scan,
    tx::Tx,
    working_set::{WorkingSet, WorkingSetView},
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

/// The thing, under the name of its kind.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// `item`, `change_set`, `plan`, `run`, `step`, `receipt`, `decision`, `grant`, `working_set`, `stage`,
    /// `question`, `instruction`, `event`.
    pub kind: String,
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
        for forecast in looks {
            match forecast(tx, id) {
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
        kind: "item".into(),
        item: Some(view),
        decisions: Some(decisions),
        receipt,
        ..Output::default()
    })
}

fn show_set(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found: ChangeSet = tx.find(id)?;
    let mut views = Vec::new();
    for item in change_set::items(tx, &found)? {
        views.push(ItemView::of(tx, item.clone())?);
        decide::mark_seen(tx, &item)?;
    }
    let set = SetView::from(found);
    Ok(Output { kind: "change_set".into(), change_set: Some(set), items: Some(views), ..Output::default() })
}

fn show_step(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let step: Step = tx.find(id)?;
    Ok(Output { kind: "step".into(), value: json!(step), ..Output::default() })
}

fn show_plan(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found = plan::find(tx, id)?;
    plan::mark_seen(tx, &found)?;
    let value = serde_json::to_value(PlanView::of(tx, found)?).map_err(Error::bug)?;
    Ok(Output { kind: "plan".into(), value, ..Output::default() })
}

fn show_receipt(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    Ok(Output { kind: "receipt".into(), receipt: Some(tx.find(id)?), ..Output::default() })
}

fn show_run(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let run: Run = tx.find(id)?;
    Ok(Output { kind: "run".into(), value: json!(run), ..Output::default() })
}

fn show_decision(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let decision: Decision = tx.find(id)?;
    Ok(Output { kind: "decision".into(), value: json!(decision), ..Output::default() })
}

fn show_grant(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let grant: Grant = tx.find(id)?;
    Ok(Output { kind: "grant".into(), value: json!(grant), ..Output::default() })
}

fn show_working_set(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let set: WorkingSet = tx.find(id)?;
    let view = WorkingSetView::of(tx, &set)?;
    Ok(Output { kind: "working_set".into(), value: json!(view), ..Output::default() })
}

fn show_stage(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found = stage::find(tx, id)?;
    // Of one that was dropped there is nothing left to look at.
    let value = match found.status {
        StageStatus::Dropped => serde_json::to_value(StageView::of(tx, found)?),
        _ => serde_json::to_value(stage::land::difference(tx, found)?),
    };
    Ok(Output { kind: "stage".into(), value: value.map_err(Error::bug)?, ..Output::default() })
}

fn show_question(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let question: Question = tx.find(id)?;
    Ok(Output { kind: "question".into(), value: json!(question), ..Output::default() })
}

fn show_instruction(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let instruction: Instruction = tx.find(id)?;
    Ok(Output { kind: "instruction".into(), value: json!(instruction), ..Output::default() })
}

fn show_event(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let missing = || Error::not_found(format!("there is no event {id}"));
    let seq = crate::event::event_seq(id).ok_or_else(missing)?;
    let event = tx.event(seq)?.filter(|e| !id.contains('-') || e.id() == id).ok_or_else(missing)?;
    Ok(Output {
        kind: "event".into(),
        value: crate::audit::operations::event_json(&event),
        ..Output::default()
    })
}
