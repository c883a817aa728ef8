//! Operates on plans: which calls an approved plan covers, how its steps advance, and which plans wait for a
//! person.

pub mod advance;
pub mod decide;
pub mod news;
pub mod operations;
pub mod propose;
mod record;
pub mod rehearsal;
pub mod rollback;
pub mod view;

pub use self::record::{Plan, PlanStatus, PlanStep, PlanStepStatus};

use countersign_words::{Message, say};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    answer_status::WaitsKind,
    authority::Seen,
    call::{gate::Ground, placeholder},
    change_set,
    effect::landing,
    error::{Error, Result},
    item::{
        Item, ItemStatus, Reliance, Trigger,
        decide::{Obstacle, lose_children, mark_shown},
        view::Waits,
    },
    judge::Class,
    receipt::{PlanRef, Receipt},
    record::{Doc, Record},
    redact,
    run::Run,
    status::Status,
    store::Scan,
    text,
    tool::{Forecast, Tool},
    tx::Tx,
};

/// The maximum stored size of a step's result.
const MAX_RESULT_BYTES: usize = 64 * 1024;

/// The maximum length of a failed command's last output.
const MAX_TAIL_CHARS: usize = 300;

/// The maximum length of a plan's line in the inbox.
const MAX_LINE_CHARS: usize = 500;

/// Resolves `given` to a plan that the caller may see.
pub fn find(tx: &mut Tx<'_>, given: &str) -> Result<Plan> {
    let plan: Plan = tx.find(given)?;
    if tx.actor().kind == ActorKind::Agent && plan.agent != tx.actor().name {
        return Err(Error::not_found(say!("judge-not-yours", kind = "plan", id = given)));
    }
    Ok(plan)
}

/// The steps of a plan, in order.
pub fn steps(tx: &mut Tx<'_>, plan: &str) -> Result<Vec<PlanStep>> {
    tx.list(&Scan::prefix(PlanStep::KIND.name, "plan_step.plan", &format!("{plan}/")))
}

/// One step of a plan.
pub fn step(tx: &mut Tx<'_>, plan: &str, number: u32) -> Result<PlanStep> {
    tx.get(&PlanStep::key(plan, number))?
        .ok_or_else(|| Error::not_found(say!("judge-plan-no-step", plan, n = number)))
}

/// Returns the first waiting step. Steps run in order, one at a time.
pub fn next(steps: &[PlanStep]) -> Option<&PlanStep> {
    let is_done = |n: &u32| steps.iter().any(|s| s.number == *n && s.status == PlanStepStatus::Done);
    let first = steps.iter().find(|s| s.status == PlanStepStatus::Waiting)?;
    first.depends_on.iter().all(is_done).then_some(first)
}

/// Returns the next step of the run's approved plan if it lists this very call. Destructive calls are never
/// covered, nor is a call that differs from what was shown.
pub fn covering(
    tx: &mut Tx<'_>,
    run: &Run,
    tool: &Tool,
    class: Class,
    forecast: &Forecast,
    ground: &Ground<'_>,
) -> Result<Option<PlanRef>> {
    let Some(id) = &run.plan else { return Ok(None) };
    // An agent's own read is never a step: nothing would mark the step as used.
    let is_own_read = class == Class::Read && tx.actor().kind != ActorKind::System;
    if class == Class::Destructive || is_own_read {
        return Ok(None);
    }
    let plan: Plan = tx.need(id)?;
    if plan.status != PlanStatus::Approved || plan.running.is_some() {
        return Ok(None);
    }
    let steps = steps(tx, id)?;
    let Some(step) = next(&steps).filter(|s| !s.asked) else { return Ok(None) };
    if step.tool != tool.name || step.definition != ground.definition || step.class != class {
        return Ok(None);
    }
    let filled = match filled(tx, run, &steps, step) {
        Err(e) if crate::call::gate::is_mendable(&e) => return Ok(None),
        other => other?,
    };
    if filled.waits_for.is_some() {
        return Ok(None);
    }
    let facts = serde_json::to_value(&forecast.facts).map_err(Error::bug)?;
    let shown = serde_json::to_value(&step.facts).map_err(Error::bug)?;
    let same =
        filled.args == forecast.args && filled.reworded(shown) == facts && stands(&steps, step, ground);
    Ok(same.then_some(PlanRef { id: plan.id, step: step.number }))
}

/// The arguments of a step with the results of earlier ones filled in.
pub struct Filled {
    /// The exact arguments, without placeholders.
    pub args: Doc,
    /// The item whose result is missing; then nothing was filled in.
    pub waits_for: Option<String>,
    /// The filled-in values, by placeholder.
    values: Vec<(String, Value)>,
}

impl Filled {
    /// Fills the same results into the shown description of the step.
    fn reworded(&self, mut shown: Value) -> Value {
        if !self.values.is_empty() {
            reword(&mut shown, &self.values);
        }
        shown
    }
}

fn reword(value: &mut Value, values: &[(String, Value)]) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|v| reword(v, values)),
        Value::Object(map) => map.values_mut().for_each(|v| reword(v, values)),
        Value::String(text) => {
            for (name, given) in values {
                let given = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
                *text = text.replace(name, &given);
            }
        }
        _ => {}
    }
}

/// Fills the results of earlier steps, and of items, into the arguments of a step.
pub fn filled(tx: &mut Tx<'_>, run: &Run, steps: &[PlanStep], step: &PlanStep) -> Result<Filled> {
    let args = exact_args(tx, step)?;
    if !step.unbound {
        return Ok(Filled { args, waits_for: None, values: Vec::new() });
    }
    let given = |text: &str, n: u32| {
        let source = steps.iter().find(|s| s.number == n && s.status == PlanStepStatus::Done);
        let source = source.ok_or_else(|| Error::invalid(say!("judge-plan-no-result", n)))?;
        placeholder::picked(text, &source.result, &format!("step {n}"))
    };
    let named = placeholder::steps_in(&args).into_iter();
    let mut values =
        named.map(|(text, n)| given(&text, n).map(|value| (text, value))).collect::<Result<Vec<_>>>()?;
    // Longest first: one name may be a prefix of another.
    values.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut bound = placeholder::bind_with(tx, run, args, &|text, n| given(text, n).map(Some))?;
    Ok(Filled { args: bound.args, waits_for: bound.waits_for.pop(), values })
}

/// Whether what a step depends on is as it was shown, apart from changes by earlier steps of the plan.
fn stands(steps: &[PlanStep], step: &PlanStep, ground: &Ground<'_>) -> bool {
    let earlier: Vec<&PlanStep> =
        steps.iter().filter(|s| s.number < step.number && s.status == PlanStepStatus::Done).collect();
    let server = |tool: &str| tool.split('.').next().map(str::to_owned);
    let by_store = earlier.iter().any(|s| server(&s.tool) == server(&step.tool) && s.class != Class::Read);
    let key = |r: &Reliance| (r.kind.clone(), r.id.clone(), r.field.clone(), r.mark.clone());
    let then: Vec<_> = step.relies_on.iter().map(key).collect();
    let now: Vec<_> = ground.relies_on.iter().map(key).collect();
    if then != now && !by_store {
        return false;
    }
    let differs = |a: &[crate::world::Precondition], b: &[crate::world::Precondition]| {
        let alone = a.iter().filter(|p| !b.contains(p));
        alone.map(|p| p.what.clone()).collect::<Vec<_>>()
    };
    let mut moved = differs(&step.preconditions, ground.preconditions);
    moved.extend(differs(ground.preconditions, &step.preconditions));
    moved.iter().all(|what| earlier.iter().any(|s| may_touch(s, what)))
}

/// Whether a step may have touched `path`.
fn may_touch(step: &PlanStep, path: &str) -> bool {
    let facts = &step.facts;
    let touched = facts.writes.iter().chain(&facts.deletes);
    let within = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|r| r.is_empty() || r.starts_with('/'));
    facts.opaque
        || !facts.executes.is_empty()
        || touched.into_iter().any(|t| within(path, t) || within(t, path))
}

/// Returns the exact arguments of a step, secrets included.
pub fn exact_args(tx: &mut Tx<'_>, step: &PlanStep) -> Result<Doc> {
    let Some(name) = &step.args_blob else { return Ok(step.args.clone()) };
    let bytes =
        tx.blob(name)?.ok_or_else(|| Error::conflict(say!("judge-step-args-gone", n = step.number)))?;
    let mut kept: Value = serde_json::from_slice(&bytes).map_err(Error::bug)?;
    let args = kept["args"].as_object_mut().map(std::mem::take);
    args.ok_or_else(|| Error::bug(format!("the kept arguments of {} are broken", step.id)))
}

/// Writes arguments into a step: redacted, and the exact ones separately if they differ.
pub fn keep_args(tx: &mut Tx<'_>, step: &mut PlanStep, args: &Doc) -> Result<()> {
    step.args = redact::doc(args);
    if step.args != *args {
        // Includes the step's id: blobs are deleted by content, and an item may have the same arguments.
        let kept = json!({"step": step.id, "args": args});
        step.args_blob = Some(tx.put_blob(serde_json::to_vec(&kept).map_err(Error::bug)?)?);
    }
    Ok(())
}

/// Notes that an item carries out the step that it names.
pub fn taken(tx: &mut Tx<'_>, item: &Item) -> Result<()> {
    let Some(at) = &item.plan else { return Ok(()) };
    let (mut plan, mut step) = (tx.need::<Plan>(&at.id)?, step(tx, &at.id, at.step)?);
    plan.running = Some(at.step);
    step.status = step.status.to(PlanStepStatus::Running)?;
    step.item = Some(item.id.clone());
    step.error = None;
    step.tries += 1;
    tx.put(&step)?;
    tx.put(&plan)
}

/// Notes that the step that a receipt names was carried out.
pub fn landed(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<()> {
    let Some(at) = &receipt.plan else { return Ok(()) };
    let (mut plan, mut step) = (tx.need::<Plan>(&at.id)?, step(tx, &at.id, at.step)?);
    if !matches!(step.status, PlanStepStatus::Waiting | PlanStepStatus::Running) {
        return Ok(());
    }
    step.tries += u32::from(step.status == PlanStepStatus::Waiting);
    done(tx, &mut plan, &mut step, Some(receipt.id.clone()), &receipt.result)
}

/// Notes that a step was carried out; one with a bad result counts as failed, though its effects remain.
pub fn done(
    tx: &mut Tx<'_>,
    plan: &mut Plan,
    step: &mut PlanStep,
    receipt: Option<String>,
    result: &Value,
) -> Result<()> {
    step.receipt = receipt;
    step.result = bearable(redact::value(result));
    if let Some(why) = unwell(result) {
        return failed(tx, plan, step, &why);
    }
    step.status = step.status.to(PlanStepStatus::Done)?;
    step.error = None;
    plan.running = plan.running.filter(|n| *n != step.number);
    tx.put(step)?;
    tx.put(plan)
}

/// Returns the failure in a call's result: a command's exit code, a server's error mark.
fn unwell(result: &Value) -> Option<Message> {
    let tail = |text: &Value| {
        let text = text.as_str().unwrap_or_default().trim();
        let from = text.char_indices().rev().nth(MAX_TAIL_CHARS).map_or(0, |(at, _)| at);
        (!text.is_empty()).then(|| text[from..].to_owned())
    };
    if result["timed_out"] == true {
        return Some(say!("judge-ran-out"));
    }
    if result["isError"] == true {
        return Some(match tail(&result["content"][0]["text"]) {
            Some(text) => say!("judge-server-failed-with", text),
            None => say!("judge-server-failed"),
        });
    }
    match result.get("exit_code")? {
        code if *code == 0 => None,
        Value::Null => Some(say!("judge-ended-signal", signal = result["signal"])),
        code => Some(match tail(&result["stderr"]) {
            Some(text) => say!("judge-ended-exit-with", code, text),
            None => say!("judge-ended-exit", code),
        }),
    }
}

fn bearable(result: Value) -> Value {
    let text = result.to_string();
    if text.len() <= MAX_RESULT_BYTES {
        return result;
    }
    json!({"cut": true, "bytes": text.len(), "begins": text::truncate(&text, MAX_RESULT_BYTES / 16)})
}

/// Notes that a step did not happen: the plan is paused until a person decides how to continue.
pub fn failed(tx: &mut Tx<'_>, plan: &mut Plan, step: &mut PlanStep, why: &Message) -> Result<()> {
    step.status = step.status.to(PlanStepStatus::Failed)?;
    step.error = Some(redact::message(why));
    plan.running = plan.running.filter(|n| *n != step.number);
    tx.put(step)?;
    if plan.status.is_over() {
        return tx.put(plan);
    }
    let what = step.title.as_ref().map_or_else(|| step.summary.clone(), Message::from);
    pause(tx, plan, &say!("judge-plan-step-failed", n = step.number, said_what = what, said = why))
}

/// Pauses a plan.
pub fn pause(tx: &mut Tx<'_>, plan: &mut Plan, reason: &Message) -> Result<()> {
    plan.status = plan.status.to(PlanStatus::Paused)?;
    plan.reason = Some(redact::message(reason));
    plan.changed_at = tx.now();
    plan.told = false;
    tx.put(plan)
}

/// Resumes an approved plan.
pub fn go_on(tx: &mut Tx<'_>, plan: &mut Plan) -> Result<()> {
    plan.status = plan.status.to(if plan.whole { PlanStatus::Approved } else { PlanStatus::Stepwise })?;
    plan.reason = None;
    plan.changed_at = tx.now();
    tx.put(plan)
}

/// Ends a plan. Pending items are retracted; work in progress finishes by itself and is noted then.
pub fn end(tx: &mut Tx<'_>, plan: &mut Plan, status: PlanStatus, reason: Option<Message>) -> Result<()> {
    plan.status = plan.status.to(status)?;
    plan.reason = reason.map(|r| redact::message(&r));
    plan.changed_at = tx.now();
    plan.ended_at = Some(tx.now());
    plan.told = false;
    for mut step in steps(tx, &plan.id)? {
        let was = step.clone();
        if plan.running == Some(step.number) && take_back(tx, step.item.as_deref())? {
            (step.status, plan.running) = (PlanStepStatus::Waiting, None);
        }
        if let Some(name) = step.args_blob.take() {
            tx.drop_blob(&name)?;
        }
        if step != was {
            tx.put(&step)?;
        }
    }
    let mut run: Run = tx.need(&plan.run)?;
    if run.plan.as_ref() == Some(&plan.id) {
        run.plan = None;
        tx.put(&run)?;
    }
    tx.put(plan)
}

/// Retracts an undecided item; false if that is no longer possible.
pub fn take_back(tx: &mut Tx<'_>, item: Option<&str>) -> Result<bool> {
    let Some(id) = item else { return Ok(true) };
    let mut item: Item = tx.need(id)?;
    if item.status.on(Trigger::Retract).is_err() {
        return Ok(!item.status.is_open());
    }
    item.decision = None;
    item.decided_at = None;
    landing::drop_secret_args(tx, &mut item)?;
    change_set::step(tx, &mut item, Trigger::Retract)?;
    lose_children(tx, id, say!("judge-plan-took-back"))?;
    Ok(true)
}

/// Updates the plan with the state of the current step. Everything is read from its item, so a daemon that
/// was killed in between repeats nothing.
pub fn settle(tx: &mut Tx<'_>, plan: &mut Plan) -> Result<()> {
    let Some(number) = plan.running else { return revive(tx, plan) };
    let mut step = step(tx, &plan.id, number)?;
    let Some(id) = step.item.clone() else {
        return Err(Error::bug(format!("{} runs without item", step.id)));
    };
    let item: Item = tx.need(&id)?;
    let why = match item.status {
        ItemStatus::Applied => return done(tx, plan, &mut step, item.receipt.clone(), &item.result),
        ItemStatus::NeedsReview => return doubt(tx, plan, step, &item),
        ItemStatus::Confirmed | ItemStatus::Applying => return Ok(()),
        ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked if item.error.is_none() => {
            return Ok(());
        }
        ItemStatus::Rejected if item.decision.is_none() => {
            say!("op-not-carried-out-why", id, said = item.reason.clone().unwrap_or_default())
        }
        ItemStatus::Rejected => match &item.reason {
            Some(reason) => say!("judge-plan-said-no-why", item = id, reason = format!("{reason:?}")),
            None => say!("judge-plan-said-no", item = id),
        },
        ItemStatus::Retracted => say!("judge-was-taken-back", item = id),
        ItemStatus::Expired => say!("judge-nobody-decided-on", item = id),
        _ => item.error.clone().unwrap_or_else(|| say!("op-id-is", id, status = item.status.as_str())),
    };
    // A retry examines the step again and asks again: the old question is void.
    take_back(tx, Some(&id))?;
    failed(tx, plan, &mut step, &why)
}

/// Handles a person who withdraws the rejection by which a step failed, and approves: then it must not be
/// tried again.
fn revive(tx: &mut Tx<'_>, plan: &mut Plan) -> Result<()> {
    if plan.status != PlanStatus::Paused {
        return Ok(());
    }
    let failed = steps(tx, &plan.id)?.into_iter().find(|s| s.status == PlanStepStatus::Failed);
    let Some((mut step, id)) = failed.and_then(|s| s.item.clone().map(|id| (s, id))) else { return Ok(()) };
    let item: Item = tx.need(&id)?;
    if item.receipt.is_some() && item.receipt == step.receipt {
        // It ran, and failed.
        return Ok(());
    }
    let reason = say!("judge-plan-resume", n = step.number);
    if item.status == ItemStatus::Applied {
        plan.reason = Some(reason);
        return done(tx, plan, &mut step, item.receipt.clone(), &item.result);
    }
    if item.status.is_open() {
        plan.reason = Some(reason);
        plan.running = Some(step.number);
        step.status = step.status.to(PlanStepStatus::Running)?;
        step.error = None;
        tx.put(&step)?;
        tx.put(plan)?;
    }
    Ok(())
}

/// It is unknown how the step ended: it is neither repeated nor skipped until a person decides.
fn doubt(tx: &mut Tx<'_>, plan: &mut Plan, mut step: PlanStep, item: &Item) -> Result<()> {
    if step.error.is_none() {
        step.error = Some(item.error.clone().unwrap_or_else(|| say!("judge-how-it-ended")));
        tx.put(&step)?;
    }
    if !plan.status.is_going() {
        return Ok(());
    }
    let reason = say!("judge-how-step-ended", n = step.number, item = item.id);
    pause(tx, plan, &reason)
}

/// Skips a step; steps that depend on it are blocked.
pub fn leave_out(tx: &mut Tx<'_>, plan: &mut Plan, number: u32) -> Result<()> {
    let mut out = std::collections::BTreeSet::from([number]);
    for mut step in steps(tx, &plan.id)? {
        let blocked = step.depends_on.iter().any(|n| out.contains(n));
        if step.number == number {
            step.status = step.status.to(PlanStepStatus::Skipped)?;
        } else if blocked && step.status == PlanStepStatus::Waiting {
            step.status = step.status.to(PlanStepStatus::Blocked)?;
            out.insert(step.number);
        } else {
            continue;
        }
        tx.put(&step)?;
    }
    plan.running = plan.running.filter(|n| *n != number);
    tx.put(plan)
}

/// Notes that a plan was shown to the caller.
pub fn mark_seen(tx: &mut Tx<'_>, plan: &Plan) -> Result<()> {
    mark_shown(tx, &plan.id, &plan.digest).map(drop)
}

/// Checks whether the digest in an approval, or the one last shown to this person, matches the plan.
pub fn check_digest(tx: &mut Tx<'_>, plan: &Plan, given: Option<&str>) -> Result<()> {
    let seen = tx.get::<Seen>(&Seen::key(&tx.actor().name, &plan.id))?;
    let obstacle = match given.or(seen.as_ref().map(|s| s.digest.as_str())) {
        None => Obstacle::NotShown,
        Some(digest) if digest == plan.digest => return Ok(()),
        Some(_) => Obstacle::Changed(say!(
            "judge-now-says-steps",
            title = format!("{:?}", plan.title),
            n = plan.length
        )),
    };
    Err(Error::stale(obstacle.message(&plan.id)).hint(format!("countersign plan show {}", plan.id)))
}

/// Ends the plan of a run that continues without it, or ends; the caller stores the run.
pub fn abort_for_run(tx: &mut Tx<'_>, run: &mut Run, why: impl Into<Message>) -> Result<()> {
    let Some(id) = run.plan.take() else { return Ok(()) };
    match tx.get::<Plan>(&id)?.filter(|plan| !plan.status.is_over()) {
        Some(mut plan) => {
            // Steps that have landed count as done, even if that was not noted yet.
            settle(tx, &mut plan)?;
            end(tx, &mut plan, PlanStatus::Aborted, Some(why.into()))
        }
        None => Ok(()),
    }
}

/// Notes that nothing is left of what a plan did.
pub fn rolled_back(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let mut plan: Plan = tx.need(id)?;
    if !matches!(plan.status, PlanStatus::Completed | PlanStatus::Aborted) || plan.running.is_some() {
        return Ok(());
    }
    plan.status = plan.status.to(PlanStatus::RolledBack)?;
    plan.changed_at = tx.now();
    plan.told = false;
    tx.put(&plan)
}

/// The plans that wait for a person, of one run or of all.
pub fn waiting(tx: &mut Tx<'_>, run: Option<&str>) -> Result<Vec<Waits>> {
    if tx.is_empty(Plan::KIND.name, "plan.waiting")? {
        return Ok(Vec::new());
    }
    let prefix = run.map(|r| format!("{r}/")).unwrap_or_default();
    let plans: Vec<Plan> = tx.list(&Scan::prefix(Plan::KIND.name, "plan.waiting", &prefix))?;
    plans.into_iter().map(|plan| waits(tx, plan)).collect()
}

/// Creates the inbox entry of a plan: as dangerous as the worst remaining step.
fn waits(tx: &mut Tx<'_>, plan: Plan) -> Result<Waits> {
    use PlanStepStatus::{Failed, Running, Waiting};
    let steps = steps(tx, &plan.id)?;
    let left = steps.iter().filter(|s| matches!(s.status, Waiting | Running | Failed));
    let worst = left.map(|s| s.class).max().unwrap_or(Class::Read);
    let title = match &plan.reason {
        Some(reason) => Message::joined(": ", [plan.title.into(), reason.clone()]),
        None => say!("judge-plan-title", title = plan.title, n = plan.length),
    };
    Ok(Waits {
        kind: WaitsKind::Plan,
        id: plan.id,
        run: plan.run,
        agent: plan.agent,
        title: title.map_texts(&|text| text::line(text, MAX_LINE_CHARS)),
        risk_level: worst.risk_level(),
        status: plan.status.into(),
        at: plan.changed_at,
        auto_approve_timeout: None,
    })
}

#[cfg(test)]
mod tests;
