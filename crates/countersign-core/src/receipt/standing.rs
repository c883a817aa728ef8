//! Whether receipts can be undone now, computed when they are shown: what has changed since, and which receipts would
//! have to be undone first. Nothing is written; the undo itself checks everything again.

use std::collections::BTreeMap;

use countersign_words::Message;

use super::{Receipt, StaleUndo, UndoFirst, merge, undo};
use crate::{
    ActorKind,
    change::Change,
    error::Result,
    event::event_seq,
    question::receipt as answers,
    record::{Key, Record, Row},
    store::Scan,
    tx::{Tx, has_child},
    world::Undoable,
};

/// How many of the latest effects on the world are compared with it.
const LOOKED_MOST: usize = 200;
/// The longest undo that is compared: longer ones are looked at when they are tried.
const STEPS_MOST: usize = 200;
/// How many receipts may have to be undone first.
const FIRST_MOST: usize = 20;
/// How many later receipts are searched for the one that deleted a record.
const SEARCHED_MOST: usize = 200;

/// Sets on each receipt whether its undo still applies, as far as that is cheap to know.
pub fn look<'r>(tx: &mut Tx<'_>, receipts: impl IntoIterator<Item = &'r mut Receipt>) -> Result<()> {
    let mut open: Vec<&mut Receipt> = receipts.into_iter().filter(|r| is_open(r)).collect();
    if open.iter().any(|receipt| receipt.inverse.is_some()) {
        look_at_world(tx, &mut open)?;
    }
    for receipt in open.into_iter().filter(|receipt| receipt.inverse.is_none()) {
        if let Some(question) = answers::question_of(receipt).map(str::to_owned) {
            answers::look(tx, receipt, &question)?;
            continue;
        }
        let mut undos = Undos::default();
        let found = undos.undo(tx, receipt)?.map(|why| (why, std::mem::take(&mut undos.first)));
        let can_merge = found.is_some() && merge::is_possible(tx, receipt)?;
        set(tx, receipt, found, can_merge)?;
    }
    Ok(())
}

/// Like [`look()`], for one.
pub fn look_at(tx: &mut Tx<'_>, receipt: &mut Receipt) -> Result<()> {
    look(tx, [receipt])
}

/// Whether it could be undone.
fn is_open(receipt: &Receipt) -> bool {
    receipt.undo_action.is_some() && receipt.undone.is_none() && receipt.undoing.is_none()
}

/// Stores the answer in a receipt that is about to be shown.
fn set(
    tx: &Tx<'_>,
    receipt: &mut Receipt,
    found: Option<(Message, Vec<Receipt>)>,
    can_merge: bool,
) -> Result<()> {
    let Some((reason, first)) = found else {
        receipt.stale = None;
        return Ok(());
    };
    let at = receipt.stale.as_ref().filter(|s| s.reason == reason).map_or(tx.now(), |s| s.at);
    // An agent is not told of the work of others.
    let hidden =
        tx.actor().kind == ActorKind::Agent && first.iter().any(|r| r.agent != tx.actor().agent_name());
    let first = if hidden { Vec::new() } else { first.iter().filter_map(UndoFirst::of).collect() };
    receipt.stale = Some(StaleUndo { reason, at, first, can_merge });
    Ok(())
}

impl UndoFirst {
    fn of(receipt: &Receipt) -> Option<Self> {
        let action = receipt.undo_action.clone()?;
        Some(Self { receipt: receipt.id.clone(), summary: receipt.summary.clone(), undo_action: action })
    }
}

/// Compares the effects of receipts with the world; one question for all of them.
fn look_at_world(tx: &mut Tx<'_>, open: &mut [&mut Receipt]) -> Result<()> {
    let scan = Scan::prefix(Receipt::KIND.name, "receipt.kept", "").reversed().limit(LOOKED_MOST);
    let mut kept: Vec<Receipt> = tx.list(&scan)?.into_iter().filter(is_open).collect();
    kept.retain(|receipt| steps(receipt) <= STEPS_MOST);
    kept.sort_by_key(|receipt| std::cmp::Reverse(event_seq(&receipt.event_id)));
    let effects = kept.iter().filter_map(|receipt| {
        Some(Undoable { receipt: receipt.id.clone(), inverse: receipt.inverse.clone()? })
    });
    for found in tx.standing(effects.collect())? {
        let Some(receipt) = open.iter_mut().find(|receipt| receipt.id == found.receipt) else { continue };
        let first = found.first.iter().filter_map(|id| kept.iter().find(|r| r.id == *id).cloned()).collect();
        set(tx, receipt, found.moved.map(|why| (why, first)), found.can_merge)?;
    }
    Ok(())
}

fn steps(receipt: &Receipt) -> usize {
    receipt.inverse.as_ref().and_then(|inverse| inverse.steps.as_array()).map_or(0, Vec::len)
}

/// Undos of changes to records, tried without writing anything.
#[derive(Default)]
struct Undos {
    /// The records as they would be.
    rows: BTreeMap<Key, Option<Row>>,
    /// What was undone first, in order.
    first: Vec<Receipt>,
}

/// What stands in the way of an undo.
struct Obstacle {
    why: Message,
    /// The event that wrote it; None if a record is gone.
    writer: Option<u64>,
    key: Key,
}

impl Undos {
    /// Undoes a receipt after everything that must be undone before it. Returns why it cannot be undone as it stands;
    /// [`Self::first`] is then what would have to be undone first, or empty if that would not help.
    fn undo(&mut self, tx: &mut Tx<'_>, target: &Receipt) -> Result<Option<Message>> {
        let Some(changes) = changes(tx, target)? else { return Ok(None) };
        let Some(obstacle) = self.try_changes(tx, &changes)? else { return Ok(None) };
        let why = obstacle.why.clone();
        let mut next = Some(obstacle);
        while let Some(obstacle) = next {
            let cleared = match blocker(tx, target, &obstacle)? {
                Some(blocker) => self.clear(tx, target, blocker)?,
                None => false,
            };
            if !cleared {
                self.first.clear();
                break;
            }
            next = self.try_changes(tx, &changes)?;
        }
        Ok(Some(why))
    }

    /// Undoes what stands in the way of `target`; false if that is impossible.
    fn clear(&mut self, tx: &mut Tx<'_>, target: &Receipt, blocker: Receipt) -> Result<bool> {
        let known = blocker.id == target.id || self.first.iter().any(|r| r.id == blocker.id);
        if known || !is_open(&blocker) || blocker.inverse.is_some() || self.first.len() >= FIRST_MOST {
            return Ok(false);
        }
        let stood = self.first.len();
        let why = self.undo(tx, &blocker)?;
        // Either nothing stood in its way, or what did is undone now.
        let is_undone = why.is_none() || self.first.len() > stood;
        if is_undone {
            self.first.push(blocker);
        }
        Ok(is_undone)
    }

    /// Makes changes if all of them fit; else nothing, and returns what does not.
    fn try_changes(&mut self, tx: &mut Tx<'_>, changes: &[Change]) -> Result<Option<Obstacle>> {
        let mut rows = self.rows.clone();
        for change in changes {
            let key = change.key().clone();
            if let Change::Whole { after: None, .. } = change
                && let Some(obstacle) = child(tx, &rows, &key)?
            {
                return Ok(Some(obstacle));
            }
            if !rows.contains_key(&key) {
                rows.insert(key.clone(), tx.row(&key)?);
            }
            let Some(row) = rows.get_mut(&key) else { continue };
            if let Some(misfit) = change.misfit(row.as_ref()) {
                return Ok(Some(Obstacle { why: misfit.why, writer: misfit.writer, key }));
            }
            change.clone().make(row);
        }
        self.rows = rows;
        Ok(None)
    }
}

/// Returns the changes that undo a receipt; None if they are not kept.
pub(super) fn changes(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<Option<Vec<Change>>> {
    let Some(changes) = undo::domain_changes(tx, receipt)? else { return Ok(None) };
    Ok(Some(changes.into_iter().rev().map(Change::invert).collect()))
}

/// Returns what was added later to a record that would be deleted.
fn child(tx: &mut Tx<'_>, rows: &BTreeMap<Key, Option<Row>>, key: &Key) -> Result<Option<Obstacle>> {
    let children = tx.children(key, FIRST_MOST + 1)?;
    let stands = |(child, _): &&(Key, _)| !matches!(rows.get(child), Some(None));
    Ok(children.iter().find(stands).map(|(child, stored)| Obstacle {
        why: has_child(key, child),
        writer: Some(stored.row.created_by()),
        key: child.clone(),
    }))
}

/// Returns the receipt of what stands in the way.
fn blocker(tx: &mut Tx<'_>, target: &Receipt, obstacle: &Obstacle) -> Result<Option<Receipt>> {
    match obstacle.writer {
        Some(seq) => of_event(tx, seq),
        None => deleter(tx, target, &obstacle.key),
    }
}

/// Returns the receipt that an event made.
fn of_event(tx: &mut Tx<'_>, seq: u64) -> Result<Option<Receipt>> {
    // Its id has the number of its event.
    let found = tx.find::<Receipt>(&format!("{}{seq}", Receipt::KIND.prefix)).ok();
    Ok(found.filter(|receipt| event_seq(&receipt.event_id) == Some(seq)))
}

/// Returns the receipt, later than `target`, that deleted a record.
fn deleter(tx: &mut Tx<'_>, target: &Receipt, key: &Key) -> Result<Option<Receipt>> {
    let scan = Scan::prefix(Receipt::KIND.name, "receipt.at", "").reversed().limit(SEARCHED_MOST);
    for receipt in tx.list::<Receipt>(&scan)? {
        if receipt.at < target.at {
            break;
        }
        let deletes = |change: &Change| matches!(change, Change::Whole { after: None, .. });
        let changes = if is_open(&receipt) { undo::domain_changes(tx, &receipt)? } else { None };
        if changes.into_iter().flatten().any(|change| deletes(&change) && change.key() == key) {
            return Ok(Some(receipt));
        }
    }
    Ok(None)
}
