//! A person's decisions on a step: `step.approve`, `step.reject`, `step.retry`, `step.skip`, and
//! `step.rollback`, which undoes it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::operations::{OneStep, StepShow};
use crate::{
    ActorKind, Outcome,
    error::{Error, Result},
    op::{Answer, Op, Part, Undo},
    receipt::{Receipt, rollback::record_part},
    record::Record,
    redact,
    run::{
        Run,
        rollback::{self, Output as RolledBack, RollbackInput},
    },
    status::Status,
    step::{self, Step, StepStatus},
    store::Scan,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// What became of a step.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The step's id.
    pub id: String,
    /// Where it stands.
    pub status: StepStatus,
    /// The step.
    pub step: Step,
    /// What of it can be taken back, newest first: `step.rollback` does so.
    pub receipts: Vec<String>,
    /// In words.
    pub message: Message,
}

/// Finds the step of a person's decision; its status must allow one.
fn waiting(tx: &mut Tx<'_>, given: &str, may: fn(StepStatus) -> bool) -> Result<Step> {
    let step: Step = tx.find(given)?;
    tx.about(Some(&step.run), None);
    if may(step.status) {
        return Ok(step);
    }
    let (id, status) = (&step.id, step.status.as_str());
    let error = Error::conflict(match &step.decided_by {
        Some(who) => say!("op-step-is-by", id, status, who),
        None => say!("op-id-is", id, status),
    });
    Err(match step.status {
        StepStatus::Running => error.hint(say!("op-hint-not-reported")),
        StepStatus::Stopped => error.hint(say!("op-hint-step-go-on", id, id2 = id, id3 = id)),
        _ => error,
    })
}

fn answered(tx: &mut Tx<'_>, step: Step, message: Message) -> Result<Output> {
    let receipts = standing(tx, &step)?.into_iter().filter(|r| r.undo_action.is_some()).map(|r| r.id);
    let receipts = receipts.collect();
    Ok(Output { id: step.id.clone(), status: step.status, step, receipts, message })
}

/// Approves a step.
pub struct StepApprove;

impl Op for StepApprove {
    const NAME: &'static str = "step.approve";
    const DOC: &'static str = "Approve steps that wait: their runs go on";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/steps/{id}/approve";
    const CLI: &'static str = "step approve {id...}";
    type Input = OneStep;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneStep) -> Result<Output> {
        let may = |s| matches!(s, StepStatus::Waiting | StepStatus::Counting);
        let mut found = waiting(tx, &input.id, may)?;
        let by = tx.actor().to_string();
        step::end(tx, &mut found, StepStatus::Completed, &by)?;
        let message = say!("op-approved", title = found.title);
        answered(tx, found, message)
    }
}

/// Rejects a step.
pub struct StepReject;

/// A no.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RejectInput {
    /// The step.
    pub id: String,
    /// Why; the agent reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Op for StepReject {
    const NAME: &'static str = "step.reject";
    const DOC: &'static str = "Reject steps: they count as failed, and their effects can be rolled back";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/steps/{id}/reject";
    const CLI: &'static str = "step reject {id...} --reason {reason}";
    type Input = RejectInput;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &RejectInput) -> Result<Output> {
        let mut found = waiting(tx, &input.id, StepStatus::waits)?;
        found.reason = input.reason.as_deref().map(|reason| redact::text(reason).into());
        let by = tx.actor().to_string();
        step::end(tx, &mut found, StepStatus::Failed, &by)?;
        let mut output = answered(tx, found, Message::default())?;
        let rejected = say!("op-rejected", said = output.step.title);
        output.message = match output.receipts.len() {
            0 => rejected,
            n => say!("op-step-rejected-effects", said = rejected, n, id = output.id),
        };
        Ok(output)
    }
}

/// Lets a step be tried again.
pub struct StepRetry;

impl Op for StepRetry {
    const NAME: &'static str = "step.retry";
    const DOC: &'static str = "Let the agent retry steps; their evidence is gathered again";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/steps/{id}/retry";
    const CLI: &'static str = "step retry {id...}";
    type Input = OneStep;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneStep) -> Result<Output> {
        let mut found = waiting(tx, &input.id, StepStatus::waits)?;
        let run: Run = tx.need(&found.run)?;
        if !run.status.is_open() {
            return Err(Error::conflict(say!("judge-run-ended", run = run.id)));
        }
        found.status = found.status.to(StepStatus::Running)?;
        found.retries = found.retries.saturating_add(1);
        (found.uncertain, found.gave_up, found.held_by) = (false, false, None);
        (found.reported_at, found.confidence, found.diagnostics) = (None, None, None);
        found.drop_checks(|_| true);
        found.verified.clear();
        found.end_countdown();
        found.untold = true;
        tx.put(&found)?;
        let message = say!("op-may-try-again", title = found.title);
        answered(tx, found, message)
    }
}

/// Skips a step.
pub struct StepSkip;

impl Op for StepSkip {
    const NAME: &'static str = "step.skip";
    const DOC: &'static str = "Skip steps: their runs go on without them";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/steps/{id}/skip";
    const CLI: &'static str = "step skip {id...}";
    type Input = OneStep;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneStep) -> Result<Output> {
        let mut found = waiting(tx, &input.id, StepStatus::is_open)?;
        let by = tx.actor().to_string();
        step::end(tx, &mut found, StepStatus::Skipped, &by)?;
        let message = say!("op-skipped", title = found.title);
        answered(tx, found, message)
    }
}

/// Undoes a step.
pub struct StepRollback;

/// Returns the receipts of a step that are still in effect, newest first.
fn standing(tx: &mut Tx<'_>, step: &Step) -> Result<Vec<Receipt>> {
    rollback::standing(tx, &Scan::prefix(Receipt::KIND.name, "receipt.step", &format!("{}/", step.id)))
}

impl Op for StepRollback {
    const NAME: &'static str = "step.rollback";
    const DOC: &'static str = "Undo everything a step did, newest first";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/steps/{id}/rollback";
    const CLI: &'static str = "step rollback {id} --expect {expected_event_id} --best-effort {best_effort}";
    type Input = RollbackInput;
    type Output = RolledBack;

    fn parts(&self, view: &mut Tx<'_>, input: &RollbackInput) -> Result<Option<Vec<Part>>> {
        let step: Step = view.find(&input.id)?;
        let standing = standing(view, &step)?;
        let mut parts = rollback::undo_parts(view, input, standing)?;
        let recorded = record_part(&step.id, &parts);
        parts.push(Part { op: "step.show", input: json!({"id": step.id}), touches: None });
        parts.push(recorded);
        Ok(Some(parts))
    }

    fn join(&self, _input: &RollbackInput, mut answers: Vec<Result<Answer>>) -> Result<RolledBack> {
        let recorded = answers.pop().ok_or_else(|| Error::bug("a rollback has a last part"))??;
        let last = answers.pop().ok_or_else(|| Error::bug("a rollback has a part before its last"))??;
        rollback::joined(answers, &last.output::<StepShow>()?.run, "step")?.recorded(recorded)
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &RollbackInput) -> Result<RolledBack> {
        Err(Error::bug("a rollback consists of parts"))
    }

    fn outcome(output: &RolledBack) -> Outcome {
        rollback::outcome(output)
    }
}
