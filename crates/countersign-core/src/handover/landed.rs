//! What landed of the calls of an agent behind hooks, and was not told it yet: each with the handle to take it back.

use crate::{
    error::Result,
    handover::Handover,
    item::Item,
    receipt::{Receipt, handle::Handle},
    record::Record,
    run::Run,
    store::Scan,
    tx::Tx,
};

/// The maximum number that is told at once.
const TOLD_MOST: usize = 5;
/// The maximum number that is looked at.
const SEEN_MOST: usize = 50;

/// Notes on the calls that asked for an item which the gate carried out that their agents are to be told its receipt.
pub fn to_tell(tx: &mut Tx<'_>, item: &Item, receipt: &Receipt) -> Result<()> {
    if receipt.undo_action.is_none() || tx.is_empty(Handover::KIND.name, "handover.item")? {
        return Ok(());
    }
    let scan = Scan::exactly(Handover::KIND.name, "handover.item", &format!("{}/", item.id));
    for mut handover in tx.list::<Handover>(&scan)?.into_iter().filter(|h| h.exec) {
        handover.untold = Some(item.run.clone());
        tx.put(&handover)?;
    }
    Ok(())
}

/// Returns the handles that the caller was not told yet in this run, and whether there is more. Marks them as told;
/// those that were undone since are told as that, and those of runs that are over are told to nobody.
pub fn untold(tx: &mut Tx<'_>, run: Option<&Run>) -> Result<(Vec<Handle>, bool)> {
    let (mut told, mut more): (Vec<Handle>, bool) = (Vec::new(), false);
    if tx.is_empty(Handover::KIND.name, "handover.untold")? {
        return Ok((told, more));
    }
    let own = format!("{}/", tx.actor().agent_name());
    let scan = Scan::prefix(Handover::KIND.name, "handover.untold", &own).limit(SEEN_MOST);
    for mut handover in tx.list::<Handover>(&scan)? {
        let of = handover.untold.clone().unwrap_or_default();
        if run.is_none_or(|run| run.id != of) {
            if tx.get::<Run>(&of)?.is_some_and(|run| run.status.is_open()) {
                continue;
            }
        } else if told.len() == TOLD_MOST {
            more = true;
            break;
        } else if let Some(handle) = standing(tx, &handover)?
            && !told.iter().any(|known| known.receipt == handle.receipt)
        {
            told.push(handle);
        }
        handover.untold = None;
        tx.put(&handover)?;
    }
    Ok((told, more))
}

/// Returns the handle of what a call landed, while there is a way back.
fn standing(tx: &mut Tx<'_>, handover: &Handover) -> Result<Option<Handle>> {
    let Some(id) = tx.get::<Item>(&handover.item)?.and_then(|item| item.receipt) else { return Ok(None) };
    let receipt = tx.get::<Receipt>(&id)?.filter(|r| r.undone.is_none() && r.undo_action.is_some());
    Ok(receipt.as_ref().map(Handle::from))
}
