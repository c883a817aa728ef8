//! Undoes bulk decisions: `receipts.undo_selected` for effects that landed, each by its own handle, and
//! `items.withdraw_selected` for rejections that the agent has not been told. Newest first.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::operations::ReceiptUndo;
use crate::{
    ActorKind, Outcome,
    answer_status::{DecisionStatus, UndoStatus},
    change_set::decide::Results,
    error::{Error, Result},
    item::confirm::Output as ItemResult,
    op::{Answer, Op, Part},
    tx::Tx,
};

/// The maximum number at once.
pub(super) const MOST: usize = 1000;

pub(super) fn check(count: usize) -> Result<()> {
    if count > MOST {
        return Err(Error::invalid(say!("op-at-once", n = MOST)));
    }
    Ok(())
}

/// Undoes several receipts.
pub struct ReceiptsUndoSelected;

/// The receipts, in the order in which they landed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoSelection {
    /// Each with its handle.
    #[schemars(length(max = MOST))]
    pub receipts: Vec<UndoHandle>,
    /// Yes to undos that may not restore everything.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best_effort: bool,
}

/// One receipt with its handle.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoHandle {
    /// The receipt.
    pub id: String,
    /// The event to take back.
    pub expected_event_id: String,
}

/// The outcome of each, the last one first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UndoResults {
    /// In the order in which they were undone.
    pub results: Vec<UndoResult>,
}

/// The outcome for one receipt.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UndoResult {
    /// The receipt to undo.
    pub receipt: String,
    /// `undone`, `stale`, `already_undone`, `irreversible`, `purged`, `failed`, `refused`, or the code of an error.
    pub status: DecisionStatus,
    /// In words.
    pub message: Message,
    /// The receipt of the undo, which can be undone in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<String>,
}

impl Op for ReceiptsUndoSelected {
    const NAME: &'static str = "receipts.undo_selected";
    const DOC: &'static str = "Take back several receipts, each by its own handle, last one first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/receipts/undo-selected";
    const CLI: &'static str = "";
    type Input = UndoSelection;
    type Output = UndoResults;

    fn parts(&self, _view: &mut Tx<'_>, input: &UndoSelection) -> Result<Option<Vec<Part>>> {
        check(input.receipts.len())?;
        let part = |UndoHandle { id, expected_event_id }: &UndoHandle| {
            let best_effort = input.best_effort;
            let input = json!({"id": id, "expected_event_id": expected_event_id, "best_effort": best_effort});
            Part { op: "receipt.undo", input, touches: None }
        };
        Ok(Some(input.receipts.iter().rev().map(part).collect()))
    }

    fn join(&self, input: &UndoSelection, answers: Vec<Result<Answer>>) -> Result<UndoResults> {
        let result = |(handle, answer): (&UndoHandle, Result<Answer>)| undo_result(handle, answer);
        let results = input.receipts.iter().rev().zip(answers).map(result);
        Ok(UndoResults { results: results.collect::<Result<_>>()? })
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &UndoSelection) -> Result<UndoResults> {
        Err(Error::bug("undo-selected consists of parts"))
    }

    fn outcome(output: &UndoResults) -> Outcome {
        let all = output.results.iter().all(|r| r.status == DecisionStatus::Undone);
        if all { Outcome::Done } else { Outcome::Stale }
    }
}

/// Returns what became of the undo of one of several receipts.
pub(super) fn undo_result(handle: &UndoHandle, answer: Result<Answer>) -> Result<UndoResult> {
    let receipt = handle.id.clone();
    let undo = match answer {
        Ok(answer) => answer.output::<ReceiptUndo>()?,
        Err(e) => {
            let status = e.code.into();
            return Ok(UndoResult { receipt, status, message: e.message, undone_by: None });
        }
    };
    let undone_by = (undo.status == UndoStatus::Undone).then_some(undo.receipt.id);
    let status = match undo.status {
        UndoStatus::Undone => DecisionStatus::Undone,
        other => other.into(),
    };
    Ok(UndoResult { receipt, status, message: undo.message, undone_by })
}

/// Withdraws the answers to several items.
pub struct ItemsWithdrawSelected;

/// The items, in the order in which they were answered.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawSelection {
    /// Their ids.
    #[schemars(length(max = MOST))]
    pub items: Vec<String>,
}

impl Op for ItemsWithdrawSelected {
    const NAME: &'static str = "items.withdraw_selected";
    const DOC: &'static str = "Take back answers to several items where that is still possible";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/items/withdraw-selected";
    const CLI: &'static str = "";
    type Input = WithdrawSelection;
    type Output = Results;

    fn parts(&self, _view: &mut Tx<'_>, input: &WithdrawSelection) -> Result<Option<Vec<Part>>> {
        check(input.items.len())?;
        let part = |id: &String| Part { op: "item.withdraw", input: json!({"id": id}), touches: None };
        Ok(Some(input.items.iter().rev().map(part).collect()))
    }

    fn join(&self, input: &WithdrawSelection, answers: Vec<Result<Answer>>) -> Result<Results> {
        let result = |(id, answer): (&String, Result<Answer>)| match answer {
            Ok(answer) => serde_json::from_value(answer.value).map_err(Error::bug),
            Err(e) => Ok(ItemResult::new(id, e.code, e.message)),
        };
        let results = input.items.iter().rev().zip(answers).map(result);
        Ok(Results { results: results.collect::<Result<_>>()? })
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &WithdrawSelection) -> Result<Results> {
        Err(Error::bug("withdraw-selected consists of parts"))
    }

    fn outcome(output: &Results) -> Outcome {
        output.outcome()
    }
}
