//! Decisions on plans: `plan.approve`, `plan.reject`, `plan.pause`, `plan.resume`, `plan.retry`, `plan.skip`,
//! `plan.abort`. An agent may end its own plan, and nothing else.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::operations::{AGENT_OR_PERSON, OnePlan};
use crate::{
    ActorKind,
    error::{Error, Result},
    item::{Item, ItemStatus},
    op::Op,
    plan::{self, Plan, PlanStatus, PlanStep, PlanStepStatus, view::PlanView},
    status::Status,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// Finds the plan and updates the state of its step.
fn found(tx: &mut Tx<'_>, id: &str) -> Result<Plan> {
    let mut plan = plan::find(tx, id)?;
    tx.about(Some(&plan.run), None);
    plan::settle(tx, &mut plan)?;
    Ok(plan)
}

fn wrong_state(plan: &Plan, hint: Message) -> Error {
    let (id, status) = (&plan.id, plan.status.as_str());
    let message = match &plan.approved_by {
        Some(who) => say!("op-plan-is-approved-by", id, status, who),
        None => say!("op-plan-is", id, status),
    };
    Error::conflict(message).hint(hint)
}

fn failed_step(tx: &mut Tx<'_>, plan: &Plan) -> Result<Option<PlanStep>> {
    Ok(plan::steps(tx, &plan.id)?.into_iter().find(|s| s.status == PlanStepStatus::Failed))
}

/// Approves a plan.
pub struct PlanApprove;

/// A yes to a plan.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApproveInput {
    /// The plan.
    pub id: String,
    /// The shown digest; without one, the digest last shown to this person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Ask about each step that changes something when its turn comes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stepwise: bool,
}

impl Op for PlanApprove {
    const NAME: &'static str = "plan.approve";
    const DOC: &'static str = "Approve a plan as it was shown, as a whole or step by step";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/plans/{id}/approve";
    const CLI: &'static str = "plan approve {id} --digest {digest} --stepwise {stepwise}";
    type Input = ApproveInput;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &ApproveInput) -> Result<PlanView> {
        let mut plan = found(tx, &input.id)?;
        if plan.status != PlanStatus::Proposed {
            return Err(wrong_state(&plan, say!("op-hint-only-proposed")));
        }
        plan::check_digest(tx, &plan, input.digest.as_deref())?;
        plan.whole = !input.stepwise;
        plan.approved_by = Some(tx.actor().name.clone());
        plan::go_on(tx, &mut plan)?;
        let asked = plan::steps(tx, &plan.id)?.iter().filter(|s| s.asked).count();
        let message = match (input.stepwise, asked) {
            (true, _) => say!("op-approved-stepwise"),
            (false, 0) => say!("op-approved-whole"),
            (false, n) => say!("op-approved-whole-asked", n),
        };
        Ok(PlanView::of(tx, plan)?.saying(message))
    }
}

/// Rejects a plan.
pub struct PlanReject;

/// A no, or an end, with its reason.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonInput {
    /// The plan.
    pub id: String,
    /// Why; the agent reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Op for PlanReject {
    const NAME: &'static str = "plan.reject";
    const DOC: &'static str = "Reject a plan, with a reason that the agent reads";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/plans/{id}/reject";
    const CLI: &'static str = "plan reject {id} --reason {reason}";
    type Input = ReasonInput;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &ReasonInput) -> Result<PlanView> {
        let mut plan = found(tx, &input.id)?;
        if plan.status != PlanStatus::Proposed {
            return Err(wrong_state(&plan, say!("op-hint-approved-is-aborted")));
        }
        plan::end(tx, &mut plan, PlanStatus::Rejected, input.reason.as_ref().map(Message::from))?;
        PlanView::of(tx, plan)
    }
}

/// Pauses a plan.
pub struct PlanPause;

impl Op for PlanPause {
    const NAME: &'static str = "plan.pause";
    const DOC: &'static str = "Pause a plan; the step under way finishes";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/plans/{id}/pause";
    const CLI: &'static str = "plan pause {id} --reason {reason}";
    type Input = ReasonInput;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &ReasonInput) -> Result<PlanView> {
        let mut plan = found(tx, &input.id)?;
        if !plan.status.is_going() {
            return Err(wrong_state(&plan, say!("op-hint-only-going-paused")));
        }
        let who = &tx.actor().name;
        let reason = match &input.reason {
            Some(reason) => say!("op-paused-it-why", who, reason),
            None => say!("op-paused-it", who),
        };
        plan::pause(tx, &mut plan, &reason)?;
        PlanView::of(tx, plan)
    }
}

/// Resumes a plan.
pub struct PlanResume;

impl Op for PlanResume {
    const NAME: &'static str = "plan.resume";
    const DOC: &'static str = "Resume a paused plan";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/plans/{id}/resume";
    const CLI: &'static str = "plan resume {id}";
    type Input = OnePlan;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &OnePlan) -> Result<PlanView> {
        let mut plan = paused(tx, &input.id)?;
        if let Some(step) = failed_step(tx, &plan)? {
            return Err(Error::conflict(say!("op-step-failed", n = step.number))
                .hint(say!("op-hint-plan-go-on", id = plan.id)));
        }
        plan::go_on(tx, &mut plan)?;
        PlanView::of(tx, plan)
    }
}

/// Finds a paused plan without steps in doubt.
fn paused(tx: &mut Tx<'_>, id: &str) -> Result<Plan> {
    let plan = found(tx, id)?;
    if plan.status != PlanStatus::Paused {
        return Err(wrong_state(&plan, say!("op-hint-only-paused")));
    }
    check_no_doubt(tx, &plan)?;
    Ok(plan)
}

fn check_no_doubt(tx: &mut Tx<'_>, plan: &Plan) -> Result<()> {
    let Some(number) = plan.running else { return Ok(()) };
    let step = plan::step(tx, &plan.id, number)?;
    let item = step.item.as_deref().map(|id| tx.need::<Item>(id)).transpose()?;
    match item.filter(|i| i.status == ItemStatus::NeedsReview) {
        None => Ok(()),
        Some(item) => Err(Error::conflict(say!("op-nobody-knows-step", n = number))
            .hint(say!("op-hint-look-resolve", id = item.id))),
    }
}

/// Tries a failed step again.
pub struct PlanRetry;

impl Op for PlanRetry {
    const NAME: &'static str = "plan.retry";
    const DOC: &'static str = "Check the failed step of a plan again and retry it";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/plans/{id}/retry";
    const CLI: &'static str = "plan retry {id}";
    type Input = OnePlan;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &OnePlan) -> Result<PlanView> {
        let mut plan = paused(tx, &input.id)?;
        let Some(mut step) = failed_step(tx, &plan)? else {
            return Err(wrong_state(&plan, say!("op-hint-no-step-failed-resume")));
        };
        step.status = step.status.to(PlanStepStatus::Waiting)?;
        step.error = None;
        tx.put(&step)?;
        plan::go_on(tx, &mut plan)?;
        PlanView::of(tx, plan)
    }
}

/// Skips a step.
pub struct PlanSkip;

/// The step.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkipInput {
    /// The plan.
    pub id: String,
    /// The number of the step; by default the failed step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
}

impl Op for PlanSkip {
    const NAME: &'static str = "plan.skip";
    const DOC: &'static str = "Skip a step of a plan and all steps that depend on it";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/plans/{id}/skip";
    const CLI: &'static str = "plan skip {id} --step {step}";
    type Input = SkipInput;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &SkipInput) -> Result<PlanView> {
        let mut plan = found(tx, &input.id)?;
        if !plan.status.is_going() && plan.status != PlanStatus::Paused {
            return Err(wrong_state(&plan, say!("op-hint-left-out-when")));
        }
        let failed = failed_step(tx, &plan)?;
        let step = match input.step {
            Some(number) => plan::step(tx, &plan.id, number)?,
            None => failed.clone().ok_or_else(|| wrong_state(&plan, say!("op-hint-no-step-failed-which")))?,
        };
        let open = match step.status {
            PlanStepStatus::Waiting | PlanStepStatus::Failed => true,
            // An undecided step can still be skipped; one in progress cannot.
            PlanStepStatus::Running => plan::take_back(tx, step.item.as_deref())?,
            PlanStepStatus::Done | PlanStepStatus::Skipped | PlanStepStatus::Blocked => false,
        };
        if !open {
            let (number, status) = (step.number, step.status.as_str());
            return Err(Error::conflict(say!("op-step-not-left-out", n = number, status)));
        }
        plan::leave_out(tx, &mut plan, step.number)?;
        if failed.is_some_and(|f| f.number == step.number) {
            plan::go_on(tx, &mut plan)?;
        }
        PlanView::of(tx, plan)
    }
}

/// Ends a plan early.
pub struct PlanAbort;

impl Op for PlanAbort {
    const NAME: &'static str = "plan.abort";
    const DOC: &'static str = "End a plan; completed steps stay until they are rolled back";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/plans/{id}/abort";
    const CLI: &'static str = "plan abort {id} --reason {reason}";
    type Input = ReasonInput;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &ReasonInput) -> Result<PlanView> {
        let mut plan = found(tx, &input.id)?;
        if plan.status.is_over() {
            return Err(wrong_state(&plan, say!("op-it-is-over")));
        }
        let who = &tx.actor().name;
        let why = match &input.reason {
            Some(reason) => say!("op-ended-it-why", who, reason),
            None => say!("op-ended-it", who),
        };
        plan::end(tx, &mut plan, PlanStatus::Aborted, Some(why))?;
        PlanView::of(tx, plan)
    }
}
