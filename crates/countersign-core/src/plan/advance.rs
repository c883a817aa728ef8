//! `plan.advance`: does the next thing for a plan. The daemon calls it whenever something has happened; it
//! reads all state again, so extra calls do no harm and a restart repeats nothing.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::operations::OnePlan;
use crate::{
    ActorKind,
    authority::Control,
    call::{
        gate::{self, Assessment},
        propose::{self, CallStatus},
        queue,
        twin::{self, Twin},
    },
    effect::landing::{self, CallOutcome},
    error::{Error, ErrorCode, Result},
    item::Item,
    judge::{Class, Ruling, TableRow},
    op::{Answer, Op, Undo},
    plan::{self, Plan, PlanStatus, PlanStep},
    receipt::PlanRef,
    run::{Run, RunStatus},
    tool::Hold,
    tx::Tx,
};

/// See the module.
pub struct PlanAdvance;

/// The state of the plan.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The plan.
    pub plan: String,
    /// Its status.
    pub status: PlanStatus,
    /// Whether there is more to do now.
    pub more: bool,
    /// What it waits for, in words.
    pub message: Message,
}

impl Op for PlanAdvance {
    const NAME: &'static str = "plan.advance";
    const DOC: &'static str = "Run the next step of a plan, if it is due";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const UNDO: Undo = Undo::ByChanges;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/plans/{id}/advance";
    const CLI: &'static str = "";
    type Input = OnePlan;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OnePlan) -> Result<Output> {
        let mut found: Plan = tx.need(&input.id)?;
        tx.about(Some(&found.run), None);
        plan::settle(tx, &mut found)?;
        let (more, message) = match standstill(tx, &mut found)? {
            Some(why) => (false, why),
            None => go_on(tx, &mut found)?,
        };
        // The work above also wrote the plan.
        let now: Plan = tx.need(&found.id)?;
        Ok(Output { plan: now.id, status: now.status, more, message })
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        Ok(Answer { value: output, ..finished })
    }
}

/// Returns why nothing of the plan may begin now.
fn standstill(tx: &mut Tx<'_>, plan: &mut Plan) -> Result<Option<Message>> {
    let run: Run = tx.need(&plan.run)?;
    if !plan.status.is_over() && (run.status == RunStatus::Aborted || !run.active) {
        let why = if run.active { say!("op-run-was-stopped") } else { say!("op-run-was-rolled-back") };
        plan::end(tx, plan, PlanStatus::Aborted, Some(why))?;
    }
    if !plan.status.is_going() {
        return Ok(Some(say!("op-it-is", status = plan.status.as_str())));
    }
    if run.status == RunStatus::Paused {
        return Ok(Some(say!("op-run-is-paused")));
    }
    if tx.get::<Control>(Control::FREEZE)?.is_some() {
        return Ok(Some(say!("op-everything-frozen")));
    }
    Ok(plan.running.map(|n| say!("op-step-under-way", n)))
}

/// Takes the next step, or ends a plan without one. Returns whether there is more to do, and what was done.
fn go_on(tx: &mut Tx<'_>, plan: &mut Plan) -> Result<(bool, Message)> {
    let steps = plan::steps(tx, &plan.id)?;
    let Some(step) = plan::next(&steps) else {
        plan::end(tx, plan, PlanStatus::Completed, None)?;
        return Ok((false, say!("op-nothing-left-to-do")));
    };
    let mut run: Run = tx.need(&plan.run)?;
    let turn = Turn { plan, steps: &steps, step };
    match tx.attempt(|tx| turn.carry_out(tx, &mut run)) {
        Err(e) if is_ours(&e) => Err(e),
        // The plan is paused, and a person is told why.
        Err(e) => {
            let mut step = step.clone();
            step.tries += 1;
            plan::failed(tx, plan, &mut step, &e.message)?;
            Ok((false, e.message))
        }
        Ok(done) => Ok(done),
    }
}

/// Whether an error is not about the step: the world must be asked first, or the fault is ours.
fn is_ours(error: &Error) -> bool {
    matches!(error.code, ErrorCode::Internal | ErrorCode::Store)
}

/// The step to run.
struct Turn<'t> {
    plan: &'t Plan,
    steps: &'t [PlanStep],
    step: &'t PlanStep,
}

impl Turn<'_> {
    fn carry_out(&self, tx: &mut Tx<'_>, run: &mut Run) -> Result<(bool, Message)> {
        let tool = gate::find_tool(tx, &self.step.tool)?;
        let plan::Filled { args, waits_for, .. } = plan::filled(tx, run, self.steps, self.step)?;
        if let Some(parent) = waits_for {
            return Ok((false, say!("op-step-waits-result", n = self.step.number, id = parent)));
        }
        // It runs now, so the real state counts, without the agent's other proposals.
        let mut examined = gate::examine(tx, run, tool, args, gate::Options::afresh(0, None))?;
        propose::note_verdict(tx, &examined);
        let verdict = &examined.verdict;
        if verdict.ruling == Ruling::Refuse {
            return Err(Error::refused(say!("op-refused", saids = Message::joined("; ", &verdict.reasons))));
        }
        if examined.class == Class::Read && verdict.ruling == Ruling::Proceed {
            let result = landing::read(tx, run, &examined)?;
            return self.done(tx, &result, examined.forecast.summary.clone());
        }
        if let Some(why) = &examined.forecast.noop {
            landing::note(tx, &run.id, tool, &examined.forecast.args, CallOutcome::Held);
            let why = say!("op-nothing-to-do", said = why);
            return self.done(tx, &json!({"redundant": why}), why);
        }
        let covered = verdict.ruling == Ruling::Proceed && verdict.row == TableRow::PlanStep;
        let done = if covered && examined.waits_for.is_empty() {
            let answer = propose::proceed(tx, run, &examined)?;
            if answer.status != CallStatus::Done {
                return Err(Error::invalid(answer.message));
            }
            (true, answer.message)
        } else {
            // The plan says that a person is asked: no countdown may answer instead.
            examined.verdict.wait_ms = None;
            examined.plan_step = Some(PlanRef { id: self.plan.id.clone(), step: self.step.number });
            let item = self.ask(tx, run, &examined)?;
            (false, say!("op-step-waits-as", n = self.step.number, item))
        };
        run.last_at = tx.now();
        tx.put(run)?;
        Ok(done)
    }

    /// Completes a step without a receipt.
    fn done(&self, tx: &mut Tx<'_>, result: &Value, message: Message) -> Result<(bool, Message)> {
        let (mut plan, mut step) = (self.plan.clone(), self.step.clone());
        step.tries += 1;
        plan::done(tx, &mut plan, &mut step, None, result)?;
        Ok((true, message))
    }

    /// Asks a person about the step: with the agent's own pending item for the same call, if there is one.
    fn ask(&self, tx: &mut Tx<'_>, run: &mut Run, examined: &Assessment<'_>) -> Result<String> {
        landing::note(tx, &run.id, examined.tool, &examined.forecast.args, CallOutcome::Held);
        let twin = twin::find(tx, run, examined.twins(), Hold::Queue, |_| true)?;
        if let Some(Twin::Open(mut twin)) = twin.filter(|t| self.is_own(t)) {
            twin.plan.clone_from(&examined.plan_step);
            tx.put(&*twin)?;
            plan::taken(tx, &twin)?;
            return Ok(twin.id);
        }
        let item: Item = queue::queue(tx, run, examined, self.step.title.clone(), Hold::Queue)?;
        Ok(item.id)
    }

    fn is_own(&self, twin: &Twin) -> bool {
        matches!(twin, Twin::Open(item) if item.run == self.plan.run && item.plan.is_none())
    }
}
