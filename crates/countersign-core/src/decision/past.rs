//! Reads what was recorded since a time, newest first: events, and persons' answers with their items. All counts over
//! past decisions read here, so that they have the same limits.

use crate::{
    decision::Decision,
    error::Result,
    event::Event,
    item::Item,
    record::{Record, sortable},
    store::{EventQuery, Scan},
    tx::Tx,
};

/// How many events are read before an answer is marked incomplete.
const MAX_EVENTS: usize = 50_000;
/// The same limit for decisions, and for items of one agent.
pub const MAX_RECORDS: usize = 10_000;
/// How many events are read at once.
const PAGE: usize = 500;

/// Passes each event since `from` to `each`; false if there were more than are read.
pub fn events(
    tx: &mut Tx<'_>,
    from: u64,
    each: &mut dyn FnMut(&mut Tx<'_>, &Event) -> Result<()>,
) -> Result<bool> {
    let mut query = EventQuery { from_ms: Some(from), limit: PAGE, ..EventQuery::default() };
    for _ in 0..MAX_EVENTS / PAGE {
        let events = tx.events(&query)?;
        query.before_seq = events.last().map(|e| e.seq);
        for event in &events {
            each(tx, event)?;
        }
        if events.len() < PAGE {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Is given a decision and its item.
pub type EachDecision<'f> = dyn FnMut(&mut Tx<'_>, &Decision, Option<&Item>) -> Result<()> + 'f;

/// Passes each decision since `from`, with its item, to `each`; false if there were more than are read.
pub fn decisions(tx: &mut Tx<'_>, from: u64, each: &mut EachDecision<'_>) -> Result<bool> {
    let all = Scan::prefix(Decision::KIND.name, "decision.at", "").reversed().limit(MAX_RECORDS);
    let decisions: Vec<Decision> = tx.list(&Scan { from: sortable(from), ..all })?;
    for decision in &decisions {
        let item = tx.get::<Item>(&decision.item)?;
        each(tx, decision, item.as_ref())?;
    }
    Ok(decisions.len() < MAX_RECORDS)
}
