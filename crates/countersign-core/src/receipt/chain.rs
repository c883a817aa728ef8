//! `receipt.undo_chain`: undoes a receipt after the later receipts that it depends on, exactly as they were shown. Each
//! part first checks that the rest of the chain is still what would have to be undone; if not, it and all after it are
//! refused.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Receipt, standing,
    take_back::{UndoHandle, UndoResults, undo_result},
    undo::Refusal,
};
use crate::{
    ActorKind, Outcome,
    answer_status::DecisionStatus,
    error::{Error, Result},
    op::{Answer, Op, Part},
    tx::Tx,
};

/// The maximum number at once.
const MOST: usize = 50;

/// Undoes a receipt and what stands in its way.
pub struct ReceiptUndoChain;

/// A receipt, and what is to be undone before it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoChain {
    /// The receipt.
    pub id: String,
    /// The event to take back.
    pub expected_event_id: String,
    /// The receipts to undo before it, in that order, as its `stale.first` shows them.
    #[schemars(length(max = MOST))]
    pub first: Vec<UndoHandle>,
    /// Yes to undos that may not restore everything.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best_effort: bool,
}

impl UndoChain {
    /// All receipts, in the order in which they are undone.
    fn handles(&self) -> Vec<UndoHandle> {
        let last = UndoHandle { id: self.id.clone(), expected_event_id: self.expected_event_id.clone() };
        self.first.iter().cloned().chain([last]).collect()
    }
}

impl Op for ReceiptUndoChain {
    const NAME: &'static str = "receipt.undo_chain";
    const DOC: &'static str =
        "Undo a receipt after the later ones that stand in its way, if they are as they were shown";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/receipts/{id}/undo-chain";
    const CLI: &'static str = "";
    type Input = UndoChain;
    type Output = UndoResults;

    fn parts(&self, _view: &mut Tx<'_>, input: &UndoChain) -> Result<Option<Vec<Part>>> {
        if input.first.len() > MOST {
            return Err(Error::invalid(say!("op-at-once", n = MOST)));
        }
        let handles = input.handles();
        let part = |(n, handle): (usize, &UndoHandle)| {
            let chain: Vec<&str> = handles[n..].iter().map(|handle| handle.id.as_str()).collect();
            let input = json!({
                "id": handle.id, "expected_event_id": handle.expected_event_id, "chain": chain,
                "best_effort": input.best_effort,
            });
            Part { op: "receipt.undo", input, touches: None }
        };
        Ok(Some(handles.iter().enumerate().map(part).collect()))
    }

    fn join(&self, input: &UndoChain, answers: Vec<Result<Answer>>) -> Result<UndoResults> {
        let results =
            input.handles().into_iter().zip(answers).map(|(handle, answer)| undo_result(&handle, answer));
        Ok(UndoResults { results: results.collect::<Result<_>>()? })
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &UndoChain) -> Result<UndoResults> {
        Err(Error::bug("an undo of several receipts consists of parts"))
    }

    fn outcome(output: &UndoResults) -> Outcome {
        let all = output.results.iter().all(|r| r.status == DecisionStatus::Undone);
        if all { Outcome::Done } else { Outcome::Stale }
    }
}

/// Returns why `receipt` is not to be undone as the first of `chain`: what would have to be undone has changed.
pub(super) fn refusal(tx: &mut Tx<'_>, receipt: &Receipt, chain: &[String]) -> Result<Option<Refusal>> {
    let Some((last, first)) = chain.split_last() else { return Ok(None) };
    if first.is_empty() {
        return Ok(None);
    }
    let mut target: Receipt = tx.find(last)?;
    standing::look_at(tx, &mut target)?;
    let wanted = target.stale.as_ref().map(|stale| stale.first.as_slice()).unwrap_or_default();
    let mut given = first.iter().map(|id| tx.resolve::<Receipt>(id)).collect::<Result<Vec<_>>>()?.into_iter();
    let fits = wanted.iter().all(|one| given.next().as_ref() == Some(&one.receipt)) && given.next().is_none();
    Ok((!fits).then(|| Refusal::Stale(say!("judge-undo-chain-moved", receipt = receipt.id))))
}
