//! A call that its agent repeats, since it no longer waited when a person said yes: it gets the result of what has landed,
//! and nothing happens twice.

use countersign_words::say;

use super::{
    gate::Assessment,
    propose::{CallStatus, Output},
    twin,
};
use crate::{
    effect::large_result,
    error::Result,
    item::{Item, ItemStatus},
    receipt::{AllowedBy, Receipt, news},
    record::Record,
    run::{self, Run},
    store::Scan,
    tx::Tx,
};

/// How long after a yes a repeated call is taken for the one that was decided.
const KEPT_MS: u64 = run::IDLE_MS;
/// How many undelivered outcomes of an agent are looked at.
const LOOKED_AT: usize = 100;

/// Returns the outcome of the same call of the same run, if a person or a countdown approved it when its agent no longer
/// waited, the agent has not heard of it yet, and it still stands. From now on the agent has heard.
pub fn find(tx: &mut Tx<'_>, run: &Run, examined: &Assessment<'_>) -> Result<Option<Output>> {
    let Some(mut item) = undelivered(tx, run, examined)? else { return Ok(None) };
    let mut receipt = item.receipt.as_ref().map(|id| tx.need::<Receipt>(id)).transpose()?;
    if receipt.as_ref().is_some_and(|receipt| receipt.undone.is_some()) {
        return Ok(None);
    }
    item.told = true;
    tx.put(&item)?;
    if let Some(receipt) = &mut receipt {
        news::tell(tx, receipt)?;
    }
    let result = large_result::of_item(tx, &item)?;
    let message = say!("op-landed-before", id = item.id);
    let output = Output { result, redundant: true, ..Output::new(CallStatus::Done, message) }.with_item(item);
    Ok(Some(match receipt {
        Some(receipt) => output.with_receipt(receipt),
        None => output,
    }))
}

fn undelivered(tx: &mut Tx<'_>, run: &Run, examined: &Assessment<'_>) -> Result<Option<Item>> {
    // What the agent does itself is allowed again in another way.
    let is_other = examined.unbound || examined.tool.is_handed();
    let (Some(args), false) = (examined.twins().first(), is_other) else { return Ok(None) };
    if tx.is_empty(Item::KIND.name, "item.untold")? {
        return Ok(None);
    }
    let now = tx.now();
    let is_same = |item: &Item| match &item.original_args {
        // A person changed what the agent had proposed, and it repeats that.
        Some(original) => twin::args_key(&item.tool, original) == *args,
        None => item.twins.first() == Some(args),
    };
    let is_it = |item: &Item| {
        item.status == ItemStatus::Applied
            && item.run == run.id
            && item.tool == examined.tool.name
            && matches!(item.allowed_by, Some(AllowedBy::Person(_) | AllowedBy::Timeout(_)))
            && item.decided_at.is_some_and(|at| now < at.saturating_add(KEPT_MS))
            && is_same(item)
    };
    let scan = Scan::prefix(Item::KIND.name, "item.untold", &format!("{}/", run.agent));
    let untold = tx.list::<Item>(&scan.reversed().limit(LOOKED_AT))?;
    Ok(untold.into_iter().find(is_it))
}
