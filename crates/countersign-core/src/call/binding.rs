//! Binding: placeholders in an item's arguments are replaced once the results are available. A call with
//! other arguments is another call, so it is examined, judged and shown again before anybody can approve it.

use countersign_words::{Message, say};
use serde_json::json;

use crate::{
    call::{
        gate::{self, Assessment},
        placeholder,
        propose::{self, note_verdict},
    },
    change_set, countdown,
    effect::landing,
    error::Result,
    item::{
        Item, ItemStatus, Trigger,
        confirm::Output,
        decide::{self, Obstacle},
    },
    judge::{Class, Ruling, TableRow},
    plan, redact,
    run::Run,
    tx::Tx,
    world::Job,
};

/// The surface of calls triggered by an arriving result: nobody waits for the answer.
pub const SURFACE: &str = "binding";

/// Updates the items that wait for a landed item. Those that only waited for its order are unchanged, and
/// pending. Those that use its result are bound by a call of their own, so that nothing prevents recording
/// the landing.
pub fn parent_landed(tx: &mut Tx<'_>, parent: &str) -> Result<()> {
    for mut child in change_set::children(tx, parent)? {
        if decide::waits_for(tx, &child)?.is_some() {
            continue;
        }
        if child.unbound {
            tx.order(Job::Bind { item: child.id });
        } else if child.status == ItemStatus::Blocked && child.approvals.is_empty() {
            change_set::step(tx, &mut child, Trigger::Unblock)?;
        }
    }
    Ok(())
}

/// Whether an item has placeholders and all the results are available.
pub fn is_due(tx: &mut Tx<'_>, item: &Item) -> Result<bool> {
    Ok(item.unbound && item.status.is_decidable() && decide::waits_for(tx, item)?.is_none())
}

/// Binds an item that somebody approved before it was bound. The approval was for something else, so it does
/// not count.
pub fn bound_late(tx: &mut Tx<'_>, mut item: Item) -> Result<Output> {
    bind(tx, &mut item)?;
    let what = if item.unbound {
        say!("op-result-not-judged")
    } else {
        say!("judge-now-says", summary = format!("{:?}", item.summary))
    };
    Ok(Output::obstacle(&item.id, &Obstacle::Changed(what)))
}

/// Puts the results into an item's arguments and judges it again: it proceeds if a row allows it, fails if it
/// cannot run or is refused, or waits for a person who has seen its new form. Stores the item.
pub fn bind(tx: &mut Tx<'_>, item: &mut Item) -> Result<()> {
    tx.about(Some(&item.run), Some(&item.tool));
    let run: Run = tx.need(&item.run)?;
    let sources = sources(item);
    let examined = match examined(tx, &run, item) {
        Err(e) if gate::is_mendable(&e) => return fall(tx, item, &e.message),
        other => other?,
    };
    note_verdict(tx, &examined);
    if matches!(examined.verdict.row, TableRow::Stopped | TableRow::Paused | TableRow::Frozen) {
        // The run is stopped or paused, or everything is frozen: it is bound with the next approval.
        return Ok(());
    }
    if examined.verdict.ruling == Ruling::Refuse {
        return fall(tx, item, &say!("op-refused", saids = Message::joined("; ", &examined.verdict.reasons)));
    }
    if let Some(why) = &examined.forecast.noop {
        return fall(tx, item, &say!("op-nothing-to-do", said = why));
    }
    tx.note("bound", json!({"before": item.args, "after": redact::value(&json!(examined.forecast.args))}));
    examined.describe(item);
    item.why.reasons.extend(sources.iter().map(|source| say!("op-holds-result", id = source)));
    landing::keep_args(tx, item, &examined.forecast.args)?;
    item.approvals.clear();
    item.error = None;
    if examined.proceeds() && examined.waits_for.is_empty() {
        return go_ahead(tx, &run, item, &examined);
    }
    gate::rehearsal::keep(tx, item, None);
    if item.status == ItemStatus::Blocked && item.depends_on.is_empty() {
        change_set::step(tx, item, Trigger::Unblock)?;
    }
    item.wait_ms = countdown::wait_of(&examined, item).filter(|_| item.plan.is_none());
    item.proceeds_at = item.wait_ms.map(|ms| tx.now().saturating_add(ms));
    tx.put(item)
}

/// Returns the items whose results an item's arguments use.
fn sources(item: &Item) -> Vec<String> {
    let named = placeholder::all_in(&item.args).into_iter();
    let mut items: Vec<String> =
        named.filter_map(|text| Some(text.strip_prefix('$')?.split_once(".result")?.0.to_owned())).collect();
    items.dedup();
    items
}

fn examined<'a>(tx: &mut Tx<'a>, run: &Run, item: &Item) -> Result<Assessment<'a>> {
    let tool = gate::tool_of(tx, item)?;
    let args = landing::exact_args(tx, item)?;
    let bound = placeholder::bind(tx, run, args)?;
    gate::examine(tx, run, tool, bound, gate::Options::afresh(item.ordinal, None))
}

/// Lands an item that now needs no person.
fn go_ahead(tx: &mut Tx<'_>, run: &Run, item: &mut Item, examined: &Assessment<'_>) -> Result<()> {
    let allowed_by = propose::allowed_by(tx, examined)?;
    if examined.verdict.row == TableRow::PlanStep && item.plan.is_none() {
        item.plan.clone_from(&examined.plan_step);
        plan::taken(tx, item)?;
    }
    if examined.class == Class::Read {
        let answer = match landing::answer(tx, run, examined) {
            Err(e) if gate::is_mendable(&e) => return fall(tx, item, &e.message),
            other => other?,
        };
        return landing::land_answer(tx, item, &answer, allowed_by).map(drop);
    }
    item.decided_at = Some(tx.now());
    change_set::pass(item, Trigger::Confirm)?;
    landing::land_item(tx, item, allowed_by).map(drop)
}

/// Ends an item that cannot be carried out with the results it waited for; its agent is told why.
fn fall(tx: &mut Tx<'_>, item: &mut Item, why: &Message) -> Result<()> {
    landing::drop_secret_args(tx, item)?;
    item.reason = Some(redact::message(&say!("op-with-result", saids = why)));
    item.decided_at = Some(tx.now());
    item.told = false;
    change_set::step(tx, item, Trigger::Reject)?;
    decide::lose_children(tx, &item.id, &say!("op-not-carried-out", id = item.id))
}
