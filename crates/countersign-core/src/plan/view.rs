//! The view of a plan for people and agents: all of it, step by step.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{rehearsal::StepRehearsal, steps};
use crate::{
    actor::ActorKind,
    answer_status::PlanChoice,
    error::Result,
    judge::{Class, Facts, RiskLevel},
    plan::{Plan, PlanStatus, PlanStep, PlanStepStatus},
    receipt::{Receipt, UndoAction, rollback},
    record::Doc,
    run::Run,
    tool::{Preview, Reversal},
    tx::Tx,
};

/// A plan as it is shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PlanView {
    /// The plan.
    #[serde(flatten)]
    pub plan: Plan,
    /// Its steps, in order.
    pub steps: Vec<PlanStepView>,
    /// How many of them were carried out.
    pub done: u32,
    /// What a person can say to it now.
    pub choices: Vec<PlanChoice>,
    /// In words.
    pub message: Message,
    /// The undo of all that stands of it, by `plan.rollback`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_action: Option<UndoAction>,
    /// What to know before taking it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rollback_cues: Vec<Message>,
}

/// A step as it is shown: facts first, the agent's words apart.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PlanStepView {
    /// Its number, from 1.
    pub number: u32,
    /// What it does, in the agent's words.
    pub title: Option<String>,
    /// What it does, generated from facts.
    pub summary: Message,
    /// The tool.
    pub tool: String,
    /// The arguments, redacted.
    pub args: Doc,
    /// What the call is.
    pub class: Class,
    /// The same in the seeds' words.
    pub risk_level: RiskLevel,
    /// Before and after, as if the steps before it were done.
    pub preview: Preview,
    /// What it would touch.
    pub facts: Facts,
    /// Whether it could be undone.
    pub reversal: Reversal,
    /// What to know before saying yes.
    pub flags: Vec<Message>,
    /// The numbers of the steps that must be done before it.
    pub depends_on: Vec<u32>,
    /// Whether it asks on its own, even if the whole plan is approved.
    pub asked: bool,
    /// What a rehearsal of it over the steps before it showed: the preview is from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsed: Option<StepRehearsal>,
    /// What an approval binds to.
    pub digest: String,
    /// Its status.
    pub status: PlanStepStatus,
    /// How often it was begun.
    pub tries: u32,
    /// The item that carries it out, or did last.
    pub item: Option<String>,
    /// What landed.
    pub receipt: Option<String>,
    /// Whether it was undone since it landed.
    pub undone: bool,
    /// What came back, redacted.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// Why it failed, or what is in doubt.
    pub error: Option<Message>,
}

impl PlanStepView {
    fn of(tx: &mut Tx<'_>, step: PlanStep) -> Result<Self> {
        let receipt = step.receipt.as_deref().map(|id| tx.get::<Receipt>(id)).transpose()?.flatten();
        let is_person = tx.actor().kind == ActorKind::Person;
        Ok(Self {
            undone: receipt.is_some_and(|r| r.undone.is_some()),
            number: step.number,
            title: step.title,
            summary: step.summary,
            tool: step.tool,
            args: step.args,
            class: step.class,
            risk_level: step.class.risk_level(),
            preview: if is_person { step.preview } else { step.preview.for_agents(&step.facts) },
            facts: step.facts,
            reversal: step.reversal,
            flags: step.flags,
            depends_on: step.depends_on,
            asked: step.asked,
            rehearsed: step.rehearsed,
            digest: step.digest,
            status: step.status,
            tries: step.tries,
            item: step.item,
            receipt: step.receipt,
            result: step.result,
            error: step.error,
        })
    }
}

impl PlanView {
    /// Creates the view of a plan's current state.
    pub fn of(tx: &mut Tx<'_>, plan: Plan) -> Result<Self> {
        let steps = steps(tx, &plan.id)?;
        let steps = steps.into_iter().map(|s| PlanStepView::of(tx, s)).collect::<Result<Vec<_>>>()?;
        let is = |wanted: PlanStepStatus| steps.iter().filter(move |s| s.status == wanted).count();
        let done = is(PlanStepStatus::Done);
        let has_failed = is(PlanStepStatus::Failed) > 0;
        let standing = standing(tx, &plan, &steps)?;
        let (undo_action, rollback_cues) = rollback::of_several(&standing);
        // What can never be taken back is no choice.
        let stands = undo_action.is_some();
        let choices = choices(plan.status, has_failed, stands);
        let message = message(&plan, done, is(PlanStepStatus::Skipped) + is(PlanStepStatus::Blocked), stands);
        let done = u32::try_from(done).unwrap_or(u32::MAX);
        Ok(Self { plan, steps, done, choices, message, undo_action, rollback_cues })
    }

    /// Replaces the message.
    #[must_use]
    pub fn saying(self, message: Message) -> Self {
        Self { message, ..self }
    }
}

/// Returns the receipts of a plan that still stand, newest first.
fn standing(tx: &mut Tx<'_>, plan: &Plan, steps: &[PlanStepView]) -> Result<Vec<Receipt>> {
    if steps.iter().all(|step| step.receipt.is_none()) {
        return Ok(Vec::new());
    }
    let run: Run = tx.need(&plan.run)?;
    let mut standing = crate::run::rollback::standing(tx, &crate::run::rollback::of_run(&run))?;
    standing.retain(|receipt| receipt.plan.as_ref().is_some_and(|of| of.id == plan.id));
    Ok(standing)
}

fn choices(status: PlanStatus, has_failed: bool, stands: bool) -> Vec<PlanChoice> {
    use PlanChoice::{Abort, Approve, Pause, Reject, Resume, Retry, Rollback, Skip};
    match status {
        PlanStatus::Proposed => vec![Approve, Reject],
        PlanStatus::Approved | PlanStatus::Stepwise => vec![Pause, Skip, Abort],
        PlanStatus::Paused if has_failed => vec![Retry, Skip, Abort],
        PlanStatus::Paused => vec![Resume, Skip, Abort],
        PlanStatus::Completed | PlanStatus::Aborted | PlanStatus::RolledBack if stands => vec![Rollback],
        PlanStatus::Completed | PlanStatus::Aborted | PlanStatus::RolledBack | PlanStatus::Rejected => {
            Vec::new()
        }
    }
}

fn message(plan: &Plan, done: usize, left_out: usize, stands: bool) -> Message {
    let done = match left_out {
        0 => say!("judge-plan-done", done, n = plan.length),
        left => say!("judge-plan-done-left", done, n = plan.length, left),
    };
    let told = match (&plan.reason, plan.status) {
        (Some(said), PlanStatus::Paused) => say!("judge-plan-is-paused", said_done = done, said),
        (Some(said), PlanStatus::Aborted) => say!("judge-plan-is-aborted", said_done = done, said),
        (Some(said), PlanStatus::Rejected) => say!("judge-plan-is-rejected", said_done = done, said),
        // Other states have no reason.
        (_, _) => done,
    };
    if plan.status == PlanStatus::Aborted && stands {
        return say!("judge-plan-rollback", said = told, plan = plan.id);
    }
    told
}
