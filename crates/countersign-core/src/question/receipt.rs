//! The receipt of an answer: as long as the answer can be taken back, the receipt can be undone.

use countersign_words::say;
use serde_json::{Value, json};

use super::{Question, QuestionStatus, operations::QuestionAnswer};
use crate::{
    error::Result,
    op::Op as _,
    receipt::{
        AllowedBy, Receipt,
        operations::UndoOutput,
        undo::{self, Refusal},
    },
    record::Record,
    run::Run,
    text,
    tool::{FieldChange, Reversal},
    tx::Tx,
};

/// How much of a question and its answer a summary shows.
const SHOWN: usize = 120;

/// Creates the receipt of an answer that was just given.
pub(super) fn make(tx: &mut Tx<'_>, asked: &mut Question, given: &str) -> Result<Receipt> {
    let run: Run = tx.need(&asked.run)?;
    let (by, level) = (AllowedBy::Person(tx.actor().name.clone()), tx.call().origin.level.unsigned());
    let (question, answer) = (text::line(&asked.text, SHOWN), text::line(given, SHOWN));
    let mut receipt = Receipt {
        subject: run.subject().to_owned(),
        summary: say!("judge-answered-question", question, answer),
        effects: vec![FieldChange::new(say!("judge-answer"), Value::Null, given)],
        result: json!({"question": asked.id}),
        ..Receipt::made(tx, QuestionAnswer::NAME, by, Some(level))
    };
    receipt.set_reversal(&match super::irreversible(tx, asked)? {
        Some(reason) => Reversal::Irreversible { reason },
        None => Reversal::Exact,
    });
    tx.create(&receipt)?;
    asked.receipt = Some(receipt.id.clone());
    tx.put(asked)?;
    Ok(receipt)
}

/// Returns the question whose answer a receipt is about.
pub(crate) fn question_of(receipt: &Receipt) -> Option<&str> {
    (receipt.tool == QuestionAnswer::NAME).then(|| receipt.result["question"].as_str()).flatten()
}

/// Sets on the receipt of an answer whether it can still be taken back.
pub(crate) fn look(tx: &mut Tx<'_>, receipt: &mut Receipt, question: &str) -> Result<()> {
    let asked: Question = tx.need(question)?;
    let reason = match asked.receipt.as_ref() == Some(&receipt.id) {
        true => super::irreversible(tx, &asked)?,
        false => Some(say!("op-no-answer")),
    };
    if let Some(reason) = reason {
        receipt.undo_action = None;
        receipt.set_reversal(&Reversal::Irreversible { reason });
    }
    Ok(())
}

/// Takes the answer back that a receipt is about.
pub(crate) fn undo(
    tx: &mut Tx<'_>,
    mut target: Receipt,
    question: &str,
    expected: Option<&str>,
) -> Result<UndoOutput> {
    if let Some(refusal) = undo::refusal(tx, &target, expected)? {
        return Ok(UndoOutput::refused(target, &refusal));
    }
    let mut asked: Question = tx.need(question)?;
    look(tx, &mut target, question)?;
    if asked.status != QuestionStatus::Answered || target.undo_action.is_none() {
        tx.put(&target)?;
        let reason = target.irreversible_reason.clone().unwrap_or_else(|| say!("op-no-answer"));
        return Ok(UndoOutput::refused(target, &Refusal::Irreversible(reason)));
    }
    super::take_back(tx, &mut asked)?;
    let restored = vec![json!({"kind": Question::KIND.name, "id": asked.id, "value": {"text": asked.text}})];
    let receipt = taken_back(tx, &mut target, &restored)?;
    tx.note_call(undo::told(&target, tx.call().asked_ms));
    Ok(UndoOutput::undone(target, receipt, restored))
}

/// Creates the receipt of an answer that was just taken back.
pub(super) fn taken_back(tx: &mut Tx<'_>, target: &mut Receipt, restored: &[Value]) -> Result<Receipt> {
    let mut receipt = undo::undo_receipt(tx, target, restored);
    receipt.undo_action = None;
    receipt.set_reversal(&Reversal::Irreversible { reason: say!("judge-answer-again") });
    undo::mark_undone(tx, target, &receipt)?;
    tx.create(&receipt)?;
    Ok(receipt)
}
