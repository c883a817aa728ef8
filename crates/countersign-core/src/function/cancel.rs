//! `receipt.cancel_undo`: a person calls off an undo that still waits for a worker.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FunctionJob, JobKind};
use crate::{
    ActorKind, change_set,
    error::{Error, Result},
    item::{Item, Trigger},
    op::Op,
    receipt::{Receipt, find},
    tx::Tx,
};

/// See the module.
pub struct CancelUndo;

/// One receipt.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The receipt.
    pub id: String,
}

/// The receipt, which stands.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The receipt.
    pub receipt: Receipt,
    /// In words.
    pub message: Message,
}

impl Op for CancelUndo {
    const NAME: &'static str = "receipt.cancel_undo";
    const DOC: &'static str = "Call off an undo that waits for a worker";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/receipts/{id}/cancel-undo";
    const CLI: &'static str = "cancel-undo {id}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let mut receipt = find::receipt(tx, &input.id)?;
        tx.about(receipt.run.as_deref(), Some(&receipt.tool));
        let job = FunctionJob::of_item(tx, receipt.item.as_deref().unwrap_or_default(), JobKind::Undo)?;
        let waiting = job.filter(|job| job.receipt.as_ref() == Some(&receipt.id));
        let Some(job) = waiting.filter(|_| receipt.undoing.is_some()) else {
            return Err(Error::conflict(say!("op-cancel-undo-none", id = receipt.id)));
        };
        if job.leased_until.is_some() {
            return Err(Error::conflict(say!("op-cancel-undo-late", id = receipt.id)));
        }
        tx.delete::<FunctionJob>(&job.id)?;
        let message = say!("op-cancel-undo-done", said = receipt.summary.clone());
        (receipt.undoing, receipt.undo_waits, receipt.undo_asked_by) = (None, None, None);
        if let Some(proposed) = receipt.undo_item.take() {
            let mut item: Item = tx.need(&proposed)?;
            item.error = Some(message.clone());
            item.decided_at = None;
            item.told = false;
            change_set::step(tx, &mut item, Trigger::Fail)?;
        }
        tx.put(&receipt)?;
        Ok(Output { receipt, message })
    }
}
