//! Hosts: where several daemons write one log, each carries out what concerns its own machine. A run belongs to the host on
//! which it was started, and with it everything that comes of it. A call about something of another host is left for that
//! one as an [`Errand`], which it carries out in order, when it is there.

pub mod errands;
pub mod operations;
mod record;

pub use record::{Caller, Errand, ErrandAnswer, told_error};

use crate::{
    error::Result,
    kinds::KINDS,
    record::{Key, Record as _},
    run::Run,
    store::Scan,
    tx::Tx,
};

/// The operations that act on the world, or may, at once or through what they order: they run where the world is. What
/// turns out to ask the world goes there too.
pub const CARRIED_OUT_THERE: &[&str] = &[
    "call.propose",
    "item.confirm",
    "item.edit",
    "item.refresh",
    "item.lift",
    "set.confirm_all",
    "receipt.undo",
    "receipt.undo_chain",
    "receipt.merge",
    "receipt.rerun",
    "rollback.record",
    "run.rollback",
    "run.stage",
    "stage.land",
    "stage.drop",
    "step.approve",
    "step.retry",
    "step.rollback",
    "step.report",
    "plan.propose",
    "plan.approve",
    "plan.retry",
    "plan.skip",
    "plan.rollback",
    "handover.approve",
    "handover.exec",
    "receipt.cancel_undo",
    "question.answer",
];

/// The operations on a thing that change nothing of what becomes of it: they never wait behind an errand.
pub const BESIDE: &[&str] = &["item.comment", "item.assign", "item.claim", "show", "run.show", "item.status"];

/// The fields of an input that may name what it is about.
const NAMES: [&str; 9] = ["id", "item", "receipt", "run", "set", "plan", "step", "stage", "question"];

/// What a call is about, and where that belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The run.
    pub run: String,
    /// Its host, as it was recorded.
    pub host: Option<String>,
}

/// Whether what comes of a run is carried out by this daemon. What belongs to no run is.
pub fn is_here(tx: &mut Tx<'_>, run: Option<&str>) -> Result<bool> {
    Ok(elsewhere(tx, run)?.is_none())
}

/// Returns the host that carries out what comes of a run, if it is another one.
pub fn elsewhere(tx: &mut Tx<'_>, run: Option<&str>) -> Result<Option<String>> {
    let (Some(run), true) = (run, tx.setup().hosts.own.is_some()) else { return Ok(None) };
    let named = tx.get::<Run>(run)?.and_then(|run| run.host);
    Ok(tx.setup().hosts.elsewhere(named.as_deref()).map(str::to_owned))
}

/// Returns the run that an input is about, by the first thing in it that belongs to one.
pub fn holder(tx: &mut Tx<'_>, input: &serde_json::Value) -> Result<Option<Holder>> {
    for given in NAMES.iter().filter_map(|name| input.get(name)?.as_str()) {
        let begins = |prefix: &str| {
            !prefix.is_empty()
                && given
                    .strip_prefix(prefix)
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        for kind in KINDS.iter().copied().filter(|kind| begins(kind.prefix)) {
            let Ok(id) = tx.resolve_kind(kind, given) else { continue };
            let run = match kind.name == Run::KIND.name {
                true => Some(id),
                false => {
                    let row = tx.row(&Key { kind: kind.name, id })?;
                    row.and_then(|row| Some(row.doc.get("run")?.as_str()?.to_owned()))
                }
            };
            if let Some(run) = run {
                let host = tx.get::<Run>(&run)?.and_then(|run| run.host);
                return Ok(Some(Holder { run, host }));
            }
        }
    }
    Ok(None)
}

/// Returns what waits to be carried out for a run, oldest first.
pub fn waiting(tx: &mut Tx<'_>, run: &str) -> Result<Vec<Errand>> {
    if tx.setup().hosts.own.is_none() {
        return Ok(Vec::new());
    }
    tx.list(&Scan::prefix(Errand::KIND.name, "errand.run", &format!("{run}/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_that_is_named_exists() {
        for name in CARRIED_OUT_THERE.iter().chain(BESIDE) {
            assert!(crate::operations::find(name).is_some(), "{name}");
        }
    }
}
