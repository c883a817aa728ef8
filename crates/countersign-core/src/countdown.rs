//! Countdowns: calls and steps that proceed by themselves unless a person objects in time.
//!
//! The process that fires the timers measures how long each has waited, on a monotonic clock. Wall-clock time
//! is only displayed: a jump ahead shortens nothing, and a jump back loses nothing.

pub mod operations;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    authority::Claim,
    call::gate::{self, Assessment},
    change_set,
    effect::landing,
    error::Result,
    host,
    item::{Item, ItemStatus, Trigger, bulk, decide, view::Waits},
    judge::{Class, Ruling, TableRow},
    receipt::AllowedBy,
    record::Record,
    run::{Run, RunStatus},
    status::Status,
    step::{self, Step, StepStatus},
    store::Scan,
    tx::Tx,
};

/// A running countdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counting {
    /// The item or the step.
    pub id: String,
    /// When it would end by the wall clock. Together with the id it identifies this countdown: a restarted
    /// one is another.
    pub proceeds_at: u64,
    /// How long it must have been watched before it ends.
    pub wait_ms: u64,
}

/// A countdown that was watched to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ripe {
    /// The item or the step.
    pub id: String,
    /// When it was to end by the wall clock.
    pub proceeds_at: u64,
}

/// Returns how long an item waits before it proceeds by itself, if it does. Not if it is not shown whole,
/// because nobody could object; not if it has a warning; and not if the agent acts itself, because that
/// cannot be released from here.
pub fn wait_of(examined: &Assessment<'_>, item: &Item) -> Option<u64> {
    let counts = item.status == ItemStatus::Pending
        && !examined.tool.is_handed()
        && bulk::needs_own_yes(item, true).is_empty();
    examined.verdict.wait_ms.filter(|_| counts)
}

/// Returns the running countdowns. Those of a paused run stand still.
pub fn running(tx: &mut Tx<'_>) -> Result<Vec<Counting>> {
    let mut counting = Vec::new();
    for item in items(tx)? {
        // Another host watches its own.
        if host::is_here(tx, Some(&item.run))?
            && let (Some(proceeds_at), Some(wait_ms)) = (item.proceeds_at, item.wait_ms)
            && !is_paused(tx, &item.run)?
        {
            counting.push(Counting { id: item.id, proceeds_at, wait_ms });
        }
    }
    for step in steps(tx)? {
        if host::is_here(tx, Some(&step.run))?
            && let (Some(proceeds_at), Some(wait_ms)) = (step.proceeds_at, step.wait_ms)
            && !is_paused(tx, &step.run)?
        {
            counting.push(Counting { id: step.id, proceeds_at, wait_ms });
        }
    }
    Ok(counting)
}

/// Returns the items and steps that count down now, the next to end first, without those that stand still.
pub fn waiting(tx: &mut Tx<'_>) -> Result<Vec<Waits>> {
    let mut all = items(tx)?.iter().map(|item| Waits::item(tx, item)).collect::<Result<Vec<_>>>()?;
    for step in steps(tx)? {
        all.push(step::waits(tx, step)?);
    }
    all.retain(|one| one.auto_approve_timeout.is_some());
    all.sort_by(|a, b| (a.auto_approve_timeout, &a.id).cmp(&(b.auto_approve_timeout, &b.id)));
    Ok(all)
}

fn items(tx: &mut Tx<'_>) -> Result<Vec<Item>> {
    tx.list(&Scan::prefix(Item::KIND.name, "item.counting", ""))
}

fn steps(tx: &mut Tx<'_>) -> Result<Vec<Step>> {
    tx.list(&Scan::prefix(Step::KIND.name, "step.counting", ""))
}

/// Whether a person paused the run.
pub fn is_paused(tx: &mut Tx<'_>, run: &str) -> Result<bool> {
    Ok(tx.need::<Run>(run)?.status == RunStatus::Paused)
}

/// Restarts countdowns, of one run or of all: time during which nobody could object does not count.
pub fn begin_anew(tx: &mut Tx<'_>, run: Option<&str>) -> Result<()> {
    let now = tx.now();
    let is_meant = |tx: &mut Tx<'_>, of: &str| match run {
        Some(run) => Ok(run == of),
        // Another host watches its own.
        None => host::is_here(tx, Some(of)),
    };
    for mut item in items(tx)? {
        if !is_meant(tx, &item.run)? {
            continue;
        }
        item.proceeds_at = item.wait_ms.map(|wait| now.saturating_add(wait));
        tx.put(&item)?;
    }
    for mut step in steps(tx)? {
        if !is_meant(tx, &step.run)? {
            continue;
        }
        step.proceeds_at = step.wait_ms.map(|wait| now.saturating_add(wait));
        tx.put(&step)?;
    }
    Ok(())
}

/// Ends the countdowns of a run: what counted down waits for a person.
pub fn end_of_run(tx: &mut Tx<'_>, run: &str) -> Result<()> {
    for mut item in items(tx)?.into_iter().filter(|item| item.run == run) {
        item.end_countdown();
        tx.put(&item)?;
    }
    for mut step in steps(tx)?.into_iter().filter(|step| step.run == run) {
        wait(tx, &mut step)?;
    }
    Ok(())
}

/// Lets the item or step of a finished countdown proceed if nothing has changed; else it waits for a person.
/// A countdown that was ended or restarted meanwhile is left alone. Returns whether it proceeded.
pub fn over(tx: &mut Tx<'_>, ripe: &Ripe) -> Result<bool> {
    if let Some(item) = tx.get::<Item>(&ripe.id)? {
        let same = item.status == ItemStatus::Pending && item.proceeds_at == Some(ripe.proceeds_at);
        return if same { over_item(tx, item) } else { Ok(false) };
    }
    let Some(step) = tx.get::<Step>(&ripe.id)? else { return Ok(false) };
    let same = step.status == StepStatus::Counting && step.proceeds_at == Some(ripe.proceeds_at);
    if same { over_step(tx, step) } else { Ok(false) }
}

fn over_item(tx: &mut Tx<'_>, mut item: Item) -> Result<bool> {
    let run: Run = tx.need(&item.run)?;
    if run.status == RunStatus::Paused {
        return Ok(false);
    }
    let in_the_way = match in_the_way(tx, &run, &item) {
        Err(e) if tx.is_asking() => return Err(e),
        Err(e) => Some(e.message),
        Ok(found) => found,
    };
    tx.about(Some(&item.run), Some(&item.tool));
    if let Some(why) = in_the_way {
        item.end_countdown();
        item.why.reasons.push(say!("judge-goes-not-on", said = why));
        tx.put(&item)?;
        return Ok(false);
    }
    let by = item.step.clone().unwrap_or_else(|| item.id.clone());
    decide::record_timeout(tx, &mut item)?;
    change_set::pass(&mut item, Trigger::Confirm)?;
    landing::land_item(tx, &mut item, AllowedBy::Timeout(by))?;
    Ok(true)
}

/// Says why a call must not proceed although its countdown has ended, if so.
fn in_the_way(tx: &mut Tx<'_>, run: &Run, item: &Item) -> Result<Option<Message>> {
    if run.status != RunStatus::Running {
        return Ok(Some(say!("judge-its-run-over")));
    }
    if item.step.is_none() || item.step != run.step {
        return Ok(Some(say!("judge-its-step-over")));
    }
    if item.expires_at.is_some_and(|t| t <= tx.now()) {
        return Ok(Some(say!("judge-has-expired")));
    }
    for id in [&item.id, &item.set] {
        if tx.get::<Claim>(id)?.is_some_and(|c| c.until > tx.now()) {
            return Ok(Some(say!("judge-person-holds")));
        }
    }
    let tool = gate::tool_of(tx, item)?;
    let args = landing::exact_args(tx, item)?;
    let examined = gate::examine(tx, run, tool, args, gate::Options::after(item.ordinal))?;
    if examined.class != Class::Mutable || !examined.forecast.facts.protected.is_empty() || tool.is_handed() {
        return Ok(Some(say!("judge-kind-always-asked")));
    }
    if !bulk::needs_own_yes(item, true).is_empty() {
        return Ok(Some(say!("judge-own-yes")));
    }
    if examined.digest() != item.digest || !examined.waits_for.is_empty() || examined.forecast.noop.is_some()
    {
        return Ok(Some(say!("judge-rests-moved")));
    }
    let lets_go = matches!(examined.verdict.ruling, Ruling::Proceed | Ruling::ProceedAfter);
    if !lets_go || examined.verdict.row != TableRow::Evidence {
        return Ok(Some(say!("judge-evidence-no-longer")));
    }
    Ok(None)
}

fn over_step(tx: &mut Tx<'_>, mut step: Step) -> Result<bool> {
    let run: Run = tx.need(&step.run)?;
    if run.status == RunStatus::Paused {
        return Ok(false);
    }
    tx.about(Some(&step.run), None);
    if run.status == RunStatus::Running && step::still_counts(tx, &run, &step)? {
        step::end(tx, &mut step, StepStatus::Completed, decide::TIMEOUT)?;
        return Ok(true);
    }
    wait(tx, &mut step)?;
    Ok(false)
}

/// Lets a step that counted down wait for a person.
fn wait(tx: &mut Tx<'_>, step: &mut Step) -> Result<()> {
    step.status = step.status.to(StepStatus::Waiting)?;
    step.untold = true;
    step.end_countdown();
    tx.put(step)
}
