//! `show`: everything about one thing. The version of an item that was shown to a person is remembered, since
//! their approval will bind to it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    receipt::{Receipt, UndoAction, rollback, standing},
    record::Record,
    run::{Instruction, Run},
    stage::{self, StageStatus, StageView, land::DiffOutput},
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
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Output {
    /// An item.
    Item {
        /// The item.
        item: Box<ItemView>,
        /// The decisions on it, newest first.
        decisions: Vec<Decision>,
        /// What landed of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receipt: Option<Box<Receipt>>,
    },
    /// A change set.
    ChangeSet {
        /// The set.
        change_set: SetView,
        /// Its items.
        items: Vec<ItemView>,
    },
    /// A plan.
    Plan {
        /// The plan, whole.
        value: Box<PlanView>,
    },
    /// A run.
    Run {
        /// The run.
        value: Box<Run>,
        /// The undo of all that stands of it, by `run.rollback`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        undo_action: Option<UndoAction>,
        /// What to know before taking it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rollback_cues: Vec<Message>,
    },
    /// A step.
    Step {
        /// The step.
        value: Box<Step>,
    },
    /// A receipt.
    Receipt {
        /// The receipt.
        receipt: Box<Receipt>,
    },
    /// A decision.
    Decision {
        /// The decision.
        value: Box<Decision>,
    },
    /// A grant.
    Grant {
        /// The grant.
        value: Box<Grant>,
    },
    /// A working set.
    WorkingSet {
        /// The set with what is in it.
        value: WorkingSetView,
    },
    /// A stage.
    Stage {
        /// The stage, and what would land of it.
        value: ShownStage,
    },
    /// A question.
    Question {
        /// The question.
        value: Box<Question>,
    },
    /// An instruction.
    Instruction {
        /// The instruction.
        value: Box<Instruction>,
    },
    /// An event of the log.
    Event {
        /// The event, as the log tells it.
        value: Value,
    },
}

/// A stage, as far as there is something left to look at.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ShownStage {
    /// One that can land: everything that would.
    Live(Box<DiffOutput>),
    /// One that was dropped.
    Dropped(Box<StageView>),
}

impl Op for Show {
    const NAME: &'static str = "show";
    const DOC: &'static str = "Show one thing in full; a later yes binds to what was shown";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/show/{id}";
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
        Err(Error::not_found(say!("judge-nothing-called", name = format!("{:?}", id)))
            .hint(say!("op-hint-inbox-lists")))
    }
}

fn show_item(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let item: Item = tx.find(id)?;
    let scan = Scan::prefix(Decision::KIND.name, "decision.item", &format!("{}/", item.id)).reversed();
    let decisions = tx.list(&scan)?;
    let mut receipt = item.receipt.as_ref().map(|r| tx.need(r)).transpose()?.map(Box::new);
    if let Some(receipt) = &mut receipt {
        standing::look_at(tx, receipt)?;
    }
    // Created before it is marked as seen, so that the page can show what has changed since the last visit.
    let view = ItemView::of(tx, item.clone())?;
    decide::mark_opened(tx, &item)?;
    Ok(Output::Item { item: Box::new(view), decisions, receipt })
}

fn show_set(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found: ChangeSet = tx.find(id)?;
    let items = change_set::items(tx, &found)?;
    let views = ItemView::all(tx, items.clone())?;
    for item in &items {
        decide::mark_seen(tx, item)?;
    }
    Ok(Output::ChangeSet { change_set: SetView::from(found), items: views })
}

fn show_step(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    Ok(Output::Step { value: Box::new(tx.find(id)?) })
}

fn show_plan(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found = plan::find(tx, id)?;
    plan::mark_seen(tx, &found)?;
    Ok(Output::Plan { value: Box::new(PlanView::of(tx, found)?) })
}

fn show_receipt(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let mut receipt = Box::new(tx.find(id)?);
    standing::look_at(tx, &mut receipt)?;
    Ok(Output::Receipt { receipt })
}

fn show_run(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let value: Box<Run> = Box::new(tx.find(id)?);
    let (undo_action, rollback_cues) = rollback::of_run(tx, &value)?;
    Ok(Output::Run { value, undo_action, rollback_cues })
}

fn show_decision(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    Ok(Output::Decision { value: Box::new(tx.find(id)?) })
}

fn show_grant(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    Ok(Output::Grant { value: Box::new(tx.find(id)?) })
}

fn show_working_set(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let set: WorkingSet = tx.find(id)?;
    Ok(Output::WorkingSet { value: WorkingSetView::of(tx, &set)? })
}

fn show_stage(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let found = stage::find(tx, id)?;
    // A dropped stage has nothing left to show.
    let value = match found.status {
        StageStatus::Dropped => ShownStage::Dropped(Box::new(StageView::of(tx, found)?)),
        StageStatus::Open | StageStatus::Running | StageStatus::Landed => {
            ShownStage::Live(Box::new(stage::land::difference(tx, found, false)?))
        }
    };
    Ok(Output::Stage { value })
}

fn show_question(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    Ok(Output::Question { value: Box::new(tx.find(id)?) })
}

fn show_instruction(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    Ok(Output::Instruction { value: Box::new(tx.find(id)?) })
}

fn show_event(tx: &mut Tx<'_>, id: &str) -> Result<Output> {
    let missing = || Error::not_found(say!("op-no-event", id));
    let seq = crate::event::event_seq(id).ok_or_else(missing)?;
    let event = tx.event(seq)?.filter(|e| !id.contains('-') || e.id() == id).ok_or_else(missing)?;
    Ok(Output::Event { value: crate::audit::operations::event_json(&event) })
}
