//! Brings an item on the hub to where its gate says that it is. The log of the gate has the last word: a decision made
//! here that came second there is marked so, and whoever made it is told.

use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::answer::{End, ReportInput};
use crate::{
    change_set::{self, ChangeSet},
    decision::Decision,
    effect::landing::{self, CallOutcome},
    error::Result,
    item::{Item, ItemStatus, Trigger},
    receipt::AllowedBy,
    redact,
    run::{self, Run, RunStatus},
    text,
    tool::Reversal,
    tx::Tx,
};

/// The longest text of a gate that is kept.
const TEXT_MOST: usize = 500;

fn plain(said: &str) -> String {
    redact::text(&text::truncate(&text::visible(said).text, TEXT_MOST))
}

/// Records what a gate says of an item. The same report can come again.
pub(super) fn ended(tx: &mut Tx<'_>, item: &mut Item, gate: &str, report: &ReportInput) -> Result<()> {
    tx.about(Some(&item.run), Some(&item.tool));
    let own = report.decision.is_some() && report.decision == item.decision;
    match &report.end {
        End::Applied { by, receipt, summary } => {
            if item.status == ItemStatus::Applied
                || !item.status.is_open() && item.status != ItemStatus::Rejected
            {
                return Ok(());
            }
            let first = if own { None } else { Some(plain(by)) };
            applied(tx, item, gate, first, &plain(receipt), &plain(summary))?;
        }
        End::Rejected { by, reason } => {
            if !item.status.is_open() {
                return Ok(());
            }
            let first = say!("hub-rejected-there", who = plain(by), gate);
            undecide(tx, item, &first)?;
            item.reason = Some(reason.as_deref().map_or(first.clone(), |why| plain(why).into()));
            item.error = Some(first);
            item.decided_at = Some(tx.now());
            item.told = true;
            change_set::step(tx, item, Trigger::Reject)?;
        }
        End::Again { why } => {
            let why = say!("hub-again", gate, said = plain(why));
            if matches!(item.status, ItemStatus::Confirmed | ItemStatus::Applying | ItemStatus::Rejected) {
                undecide(tx, item, &why)?;
                item.error = Some(why);
                tx.put(item)?;
            }
        }
        End::Over { why } => withdraw(tx, item, &say!("hub-over", gate, said = plain(why)))?,
    }
    end_run(tx, item)
}

/// Withdraws an item that the gate has changed, or asks about anew.
pub(super) fn replaced(tx: &mut Tx<'_>, item: &mut Item) -> Result<()> {
    withdraw(tx, item, &say!("hub-replaced"))
}

/// Withdraws an item whose gate was removed. Nobody will say what became of one that it carries out.
pub(super) fn removed(tx: &mut Tx<'_>, item: &mut Item, gate: &str) -> Result<()> {
    let why = say!("hub-gate-was-removed", name = gate);
    if item.status == ItemStatus::Applying {
        item.error = Some(why);
        return change_set::step(tx, item, Trigger::Doubt);
    }
    withdraw(tx, item, &why)?;
    end_run(tx, item)
}

fn withdraw(tx: &mut Tx<'_>, item: &mut Item, why: &Message) -> Result<()> {
    if !item.status.is_open() || item.status == ItemStatus::NeedsReview {
        return Ok(());
    }
    undecide(tx, item, why)?;
    item.error = Some(why.clone());
    item.decided_at = Some(tx.now());
    item.told = true;
    change_set::step(tx, item, Trigger::Retract)
}

/// Takes the decision made here off an item, if there is one: it came second, or does not count.
fn undecide(tx: &mut Tx<'_>, item: &mut Item, why: &Message) -> Result<()> {
    let trigger = match item.status {
        ItemStatus::Confirmed | ItemStatus::Rejected => Trigger::Withdraw,
        ItemStatus::Applying => Trigger::Fail,
        _ => return Ok(()),
    };
    item.error = Some(why.clone());
    if let Some(id) = item.decision.take() {
        let mut decision: Decision = tx.need(&id)?;
        decision.failed = Some(why.clone());
        decision.withdrawn = true;
        tx.put(&decision)?;
    }
    item.approvals.clear();
    item.reason = None;
    item.decided_at = None;
    change_set::step(tx, item, trigger)
}

/// Records that the effect landed at the gate; `first` says who decided there, if that was not the hub's decision.
fn applied(
    tx: &mut Tx<'_>,
    item: &mut Item,
    gate: &str,
    first: Option<String>,
    receipt: &str,
    summary: &str,
) -> Result<()> {
    let by_person = first.is_none();
    let mut told = None;
    if let Some(by) = first {
        let said = say!("hub-decided-there", who = by.clone(), gate);
        undecide(tx, item, &said)?;
        item.decided_at = Some(tx.now());
        // No name has a space: it is nobody's here.
        item.allowed_by = Some(match by.strip_prefix("person:") {
            Some(person) => AllowedBy::Person(format!("{person} at {gate}")),
            None => AllowedBy::Policy(format!("{by} at {gate}")),
        });
        told = Some(said);
    }
    match item.status {
        ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked => {
            change_set::pass(item, Trigger::Confirm)?;
            change_set::pass(item, Trigger::Begin)?;
        }
        ItemStatus::Stale => {
            change_set::pass(item, Trigger::Refresh)?;
            change_set::pass(item, Trigger::Confirm)?;
            change_set::pass(item, Trigger::Begin)?;
        }
        ItemStatus::Confirmed => change_set::pass(item, Trigger::Begin)?,
        _ => {}
    }
    let (run, tool): (Run, _) = (tx.need(&item.run)?, landing::tool_once(tx, item));
    let result = json!({"gate": gate, "receipt": receipt, "summary": summary});
    landing::note(tx, &run.id, &tool, &item.args, CallOutcome::Success { result: &result, by_person });
    let allowed_by = item.allowed_by.clone().unwrap_or(AllowedBy::Automatic);
    let mut made = landing::receipt(tx, &run, &tool, Some(item), allowed_by)?;
    made.summary.clone_from(&item.summary);
    made.class = item.class;
    made.effects.clone_from(&item.preview.changes);
    made.result = Value::clone(&result);
    made.set_reversal(&Reversal::Irreversible { reason: say!("hub-undo-there", gate, receipt) });
    made.rollback_cues.insert(0, say!("hub-word-of", gate));
    tx.create(&made)?;
    landing::landed(tx, item, &result, made)?;
    item.told = true;
    item.error = told;
    tx.put(item)
}

/// Ends the run here once nothing of it waits.
fn end_run(tx: &mut Tx<'_>, item: &Item) -> Result<()> {
    if item.status.is_open() || tx.need::<ChangeSet>(&item.set)?.open > 0 {
        return Ok(());
    }
    let mut run: Run = tx.need(&item.run)?;
    match run.status.is_open() {
        true => run::end(tx, &mut run, RunStatus::Completed),
        false => Ok(()),
    }
}
