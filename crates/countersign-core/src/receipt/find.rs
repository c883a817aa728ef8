//! Finds the receipt that somebody names: by its own id, by its item, or by its event.

use countersign_words::say;

use crate::{
    ActorKind,
    error::{Error, Result},
    event,
    item::Item,
    receipt::Receipt,
    record::{Key, Record},
    tx::Tx,
};

/// Returns the receipt of that id, of that item, or of the event that recorded it; to an agent, only its own.
pub fn receipt(tx: &mut Tx<'_>, given: &str) -> Result<Receipt> {
    let found = any(tx, given);
    let actor = tx.actor();
    let is_known = |agent: &str| actor.kind != ActorKind::Agent || agent == actor.name;
    match found {
        Ok(Found::Receipt(receipt)) if is_known(&receipt.agent) => Ok(*receipt),
        Ok(Found::Nothing { agent }) if is_known(&agent) => {
            Err(Error::conflict(say!("op-nothing-landed", id = given)))
        }
        // An agent must not learn of other agents' work.
        Ok(_) => Err(Error::not_found(say!("op-no-receipt-of-yours", id = given))),
        Err(e) => Err(e),
    }
}

enum Found {
    Receipt(Box<Receipt>),
    /// The item or event has none.
    Nothing {
        agent: String,
    },
}

fn any(tx: &mut Tx<'_>, given: &str) -> Result<Found> {
    if let Some(seq) = event::event_seq(given) {
        // Whose an event without a receipt is does not matter: it is nobody's.
        let found = of_event(tx, seq, given)?.map(|receipt| Found::Receipt(Box::new(receipt)));
        return Ok(found.unwrap_or_else(|| Found::Nothing { agent: tx.actor().name.clone() }));
    }
    let id = match tx.find::<Item>(given) {
        Ok(Item { receipt: Some(id), .. }) => id,
        Ok(item) => return Ok(Found::Nothing { agent: item.agent }),
        Err(_) => return tx.find(given).map(|receipt| Found::Receipt(Box::new(receipt))),
    };
    tx.need(&id).map(|receipt| Found::Receipt(Box::new(receipt)))
}

/// Returns the receipt that an event created. Its number alone names the event, too; an id must be exact.
fn of_event(tx: &mut Tx<'_>, seq: u64, given: &str) -> Result<Option<Receipt>> {
    let named = |id: &str| id == given || id.split('-').next() == Some(given);
    let Some(event) = tx.event(seq)?.filter(|event| named(&event.id())) else { return Ok(None) };
    let setup = tx.setup();
    let changes = event.changes(|kind| setup.kind(kind).map(|k| k.name))?.unwrap_or_default();
    let keys: Vec<Key> = changes.iter().map(|change| change.key().clone()).collect();
    for key in keys.iter().filter(|key| key.kind == Receipt::KIND.name) {
        let receipt = tx.get::<Receipt>(&key.id)?;
        if let Some(receipt) = receipt.filter(|receipt| receipt.event_id == event.id()) {
            return Ok(Some(receipt));
        }
    }
    Ok(None)
}
