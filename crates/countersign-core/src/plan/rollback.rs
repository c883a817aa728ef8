//! `plan.rollback`: undoes the steps of a plan, newest first, as far as nothing has changed since. It names
//! what could not be undone, and the next attempt continues from there.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind, Outcome,
    answer_status::RollbackStatus,
    error::{Error, Result},
    op::{Answer, Op, Part, Undo},
    plan,
    receipt::{Receipt, operations::UndoOutput, resume::Resume, rollback::record_part},
    run::{
        Run,
        rollback::{self, Output as RolledBack, Remaining, RollbackInput},
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
    /// The receipt of the rollback, if anything was undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Box<Receipt>>,
    /// Where to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
}

impl Op for PlanRollback {
    const NAME: &'static str = "plan.rollback";
    const DOC: &'static str = "Undo the steps of a plan, newest first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/plans/{id}/rollback";
    const CLI: &'static str = "plan rollback {id} --expect {expected_event_id} --best-effort {best_effort}";
    type Input = RollbackInput;
    type Output = Output;

    fn parts(&self, view: &mut Tx<'_>, input: &RollbackInput) -> Result<Option<Vec<Part>>> {
        let found = plan::find(view, &input.id)?;
        if !found.status.is_over() || found.running.is_some() {
            return Err(Error::conflict(say!("op-plan-is", id = found.id, status = found.status.as_str()))
                .hint(say!("op-hint-end-plan-first", id = found.id)));
        }
        let run: Run = view.need(&found.run)?;
        let own = |receipt: &Receipt| receipt.plan.as_ref().is_some_and(|p| p.id == found.id);
        let mut parts = rollback::rollback_parts(view, &run, input, own)?;
        parts.push(record_part(&found.id, &parts));
        Ok(Some(parts))
    }

    fn join(&self, input: &RollbackInput, mut answers: Vec<Result<Answer>>) -> Result<Output> {
        let recorded = answers.pop().ok_or_else(|| Error::bug("a rollback has a last part"))??;
        let plan = input.id.clone();
        let RolledBack { status, undone, remaining, message, receipt, resume, .. } =
            rollback::joined(answers, "", "plan")?.recorded(recorded)?;
        Ok(Output { status, plan, undone, remaining, message, receipt, resume })
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &RollbackInput) -> Result<Output> {
        Err(Error::bug("a rollback consists of parts"))
    }

    fn outcome(output: &Output) -> Outcome {
        if output.status == RollbackStatus::Partial { Outcome::Stale } else { Outcome::Done }
    }
}
