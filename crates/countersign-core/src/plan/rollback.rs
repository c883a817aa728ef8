//! `plan.rollback`: undoes the steps of a plan, newest first, as far as nothing has changed since. It names
//! what could not be undone, and the next attempt continues from there.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::operations::OnePlan;
use crate::{
    ActorKind, Outcome,
    answer_status::RollbackStatus,
    error::{Error, Result},
    op::{Answer, Op, Part, Undo},
    plan,
    receipt::{Receipt, operations::UndoOutput},
    run::{
        Run,
        rollback::{self, Output as RolledBack, Remaining},
    },
    tx::Tx,
};

/// See the module.
pub struct PlanRollback;

/// What is undone, and what is not.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// How much of it is undone.
    pub status: RollbackStatus,
    /// The plan.
    pub plan: String,
    /// What was undone, in order.
    pub undone: Vec<UndoOutput>,
    /// What was not, and why.
    pub remaining: Vec<Remaining>,
    /// In words.
    pub message: Message,
}

impl Op for PlanRollback {
    const NAME: &'static str = "plan.rollback";
    const DOC: &'static str = "Undo the steps of a plan, newest first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/plans/{id}/rollback";
    const CLI: &'static str = "plan rollback {id}";
    type Input = OnePlan;
    type Output = Output;

    fn parts(&self, view: &mut Tx<'_>, input: &OnePlan) -> Result<Option<Vec<Part>>> {
        let found = plan::find(view, &input.id)?;
        if !found.status.is_over() || found.running.is_some() {
            return Err(Error::conflict(say!("op-plan-is", id = found.id, status = found.status.as_str()))
                .hint(say!("op-hint-end-plan-first", id = found.id)));
        }
        let run: Run = view.need(&found.run)?;
        let own = |receipt: &Receipt| receipt.plan.as_ref().is_some_and(|p| p.id == found.id);
        rollback::rollback_parts(view, &run, own).map(Some)
    }

    fn join(&self, input: &OnePlan, answers: Vec<Result<Answer>>) -> Result<Output> {
        let plan = input.id.clone();
        let RolledBack { status, undone, remaining, message, .. } = rollback::joined(answers, "", "plan")?;
        Ok(Output { status, plan, undone, remaining, message })
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &OnePlan) -> Result<Output> {
        Err(Error::bug("a rollback consists of parts"))
    }

    fn outcome(output: &Output) -> Outcome {
        if output.status == RollbackStatus::Partial { Outcome::Stale } else { Outcome::Done }
    }
}
