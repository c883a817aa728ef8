//! The moment at which an agent comes for what it was allowed: whether the files are still as they were captured, and what
//! is done if they are not. One change that an agent makes must not spoil the next of the same file.

use countersign_words::{Message, say};

use super::{Handover, finish};
use crate::{call::gate::Assessment, effect::landing, error::Result, item::Item, receipt::Receipt, tx::Tx};

/// Whether the agent may be changing a file of this item now, for another call: what is captured of it would not be what
/// the agent finds.
pub(super) fn is_being_changed(tx: &mut Tx<'_>, item: &Item) -> Result<bool> {
    if item.preconditions.is_empty() {
        return Ok(false);
    }
    for other in Handover::in_the_making(tx, &item.agent)? {
        if other.item == item.id {
            continue;
        }
        let other: Item = tx.need(&other.item)?;
        let is_same = other.preconditions.iter().any(|a| item.preconditions.iter().any(|b| a.what == b.what));
        if is_same && other.receipt.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the files are as they were captured; also where nothing was.
pub(super) fn is_as_captured(tx: &mut Tx<'_>, item: &Item) -> Result<bool> {
    let receipt = item.receipt.as_deref().map(|id| tx.need::<Receipt>(id)).transpose()?;
    let standing = receipt.filter(|receipt| receipt.undone.is_none() && receipt.undoing.is_none());
    match standing.and_then(|receipt| receipt.inverse) {
        Some(inverse) => Ok(finish::is_not_done(&finish::settled(tx, &item.agent, &inverse)?)),
        None => Ok(true),
    }
}

/// Hands a call over anew, which is examined now, if it would still do what was approved; otherwise returns what has changed.
pub(super) fn hand_anew(
    tx: &mut Tx<'_>,
    item: &mut Item,
    examined: &Assessment<'_>,
) -> Result<Option<Message>> {
    if examined.digest_over(&item.preconditions) != item.digest {
        return Ok(Some(say!("judge-rests-moved")));
    }
    let mut order = landing::order(tx, item)?;
    // Secrets in the arguments are dropped when an item closes. The digest says that these are the same.
    order.args.clone_from(&examined.forecast.args);
    if let Some(changed) = tx.recheck(order)? {
        return Ok(Some(changed));
    }
    if let Some(id) = item.receipt.clone() {
        let mut before: Receipt = tx.need(&id)?;
        finish::not_done(tx, &mut before, &item.agent, &item.id);
        tx.put(&before)?;
    }
    tx.about(Some(&item.run), Some(&item.tool));
    landing::dispatch_again(tx, item, &examined.forecast.args)?;
    Ok(None)
}
