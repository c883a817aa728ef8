//! `retention.sweep`: deletes undo data after its retention time. That is an event, and each receipt then
//! says why it cannot be undone.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind, Role,
    error::{Error, Result},
    host,
    op::Op,
    receipt::Receipt,
    record::{Record, sortable},
    store::Scan,
    tx::Tx,
    world::Job,
};

/// See the module.
pub struct RetentionSweep;

/// For how long things are kept.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// This many days.
    #[schemars(range(min = 1))]
    pub days: u32,
}

/// What was deleted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The receipts that lost their way back.
    pub purged: Vec<String>,
}

/// The maximum number of receipts in one sweep.
const MAX_RECEIPTS: usize = 1000;

impl Op for RetentionSweep {
    const NAME: &'static str = "retention.sweep";
    const DOC: &'static str = "Delete expired undo data";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System, ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/retention/sweep";
    const CLI: &'static str = "";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        if input.days == 0 {
            return Err(Error::invalid(say!("op-kept-a-day")));
        }
        let oldest = tx.now().saturating_sub(u64::from(input.days) * 24 * 3_600_000);
        let scan = Scan {
            to: sortable(oldest),
            ..Scan::prefix(Receipt::KIND.name, "receipt.kept", "").limit(MAX_RECEIPTS)
        };
        let mut purged = Vec::new();
        for mut receipt in tx.list::<Receipt>(&scan)?.into_iter().filter(|r| r.undoing.is_none()) {
            if !host::is_here(tx, receipt.run.as_deref())? {
                // What it keeps is on another machine, which removes it.
                continue;
            }
            receipt.inverse = None;
            receipt.undo_until = None;
            if receipt.undo_action.take().is_some() {
                receipt.irreversible_reason = Some(say!("op-kept-days-over", n = input.days));
            }
            tx.put(&receipt)?;
            // An effect stores data under its item, an undo under its own receipt.
            let id =
                if receipt.undoes.is_some() { receipt.id.clone() } else { receipt.item.unwrap_or_default() };
            tx.order(Job::Forget { id });
            purged.push(receipt.id);
        }
        Ok(Output { purged })
    }
}
