//! Operations on receipts: `receipt.list`, `receipt.undo`, `receipt.rerun`.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind, Outcome,
    answer_status::UndoStatus,
    call::{
        gate,
        propose::{self, CallPropose, Given},
    },
    error::{Error, Result},
    item::Item,
    op::{Op, Undo},
    page,
    question::receipt as answers,
    receipt::{
        Receipt, UndoLabel, chain, find, inverse,
        resume::Resume,
        standing,
        undo::{self, Refusal},
    },
    record::Record,
    run,
    store::Scan,
    tx::Tx,
};

/// Lists receipts.
pub struct ReceiptList;

/// Which receipts.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Only those of this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Maximum number; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those older than this one: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// Receipts, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub receipts: Vec<Receipt>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for ReceiptList {
    const NAME: &'static str = "receipt.list";
    const DOC: &'static str = "List receipts, newest first, each with its undo";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/receipts";
    const CLI: &'static str = "receipts --run {run} --limit {limit} --before {before}";
    const MCP: Option<&'static str> = Some("receipts");
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let scan = match &input.run {
            Some(named) => {
                let found = run::own(tx, named)?;
                Scan::prefix(Receipt::KIND.name, "receipt.run", &format!("{}/", found.id))
            }
            None => Scan::prefix(Receipt::KIND.name, "receipt.at", ""),
        };
        let actor = tx.actor();
        let own = |r: &Receipt| actor.kind != ActorKind::Agent || r.agent == actor.name;
        let mut page = page::older(tx, scan, input.before.as_deref(), input.limit, own)?;
        standing::look(tx, &mut page.rows)?;
        Ok(ListOutput { receipts: page.rows, next: page.next })
    }
}

/// Undoes a receipt.
pub struct ReceiptUndo;

/// One receipt, by exact handle.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoInput {
    /// The receipt, or its item or event.
    pub id: String,
    /// The shown handle; without one, the receipt's own event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_event_id: Option<String>,
    /// Yes to an undo that may not restore everything: needed where its `undo_action` says `Rollback`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best_effort: bool,
    /// What is undone with it, itself included, in order: refused unless that is still what has to be undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<String>,
}

/// The outcome.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UndoOutput {
    /// The outcome of the undo.
    pub status: UndoStatus,
    /// The receipt of the undo; where nothing was undone, the one that was asked about.
    pub receipt: Receipt,
    /// What was restored.
    pub restored: Vec<Value>,
    /// The event that was undone.
    pub undone_event_id: Option<String>,
    /// The event that undid it.
    pub undo_event_id: Option<String>,
    /// What the taken-back event was about.
    pub undone_event_type: Option<String>,
    /// Where to go on.
    pub resume: Option<Resume>,
    /// In words.
    pub message: Message,
    /// The difference that prevents it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Message>,
    /// What it would do, in order, where it waits for a yes to that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<Message>,
    /// The handle of the undo itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
}

impl Op for ReceiptUndo {
    const NAME: &'static str = "receipt.undo";
    const DOC: &'static str = "Take back exactly what a receipt says, if nothing has changed since";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/receipts/{id}/undo";
    const CLI: &'static str = "undo {id} --expect {expected_event_id} --best-effort {best_effort}";
    type Input = UndoInput;
    type Output = UndoOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &UndoInput) -> Result<UndoOutput> {
        let mut target = find::receipt(tx, &input.id)?;
        tx.about(target.run.as_deref(), Some(&target.tool));
        let expected = input.expected_event_id.as_deref();
        if let Some(refusal) = not_as_agreed(tx, &target, input)? {
            let operations = match refusal {
                Refusal::Unconfirmed => inverse::operations(&target),
                _ => Vec::new(),
            };
            return Ok(UndoOutput { operations, ..UndoOutput::refused(target, &refusal) });
        }
        if let Some(question) = answers::question_of(&target).map(str::to_owned) {
            return answers::undo(tx, target, &question, expected);
        }
        if let Some(inverse) = target.inverse.clone() {
            if let Some(refusal) = undo::refusal(tx, &target, expected)? {
                return Ok(UndoOutput::refused(target, &refusal));
            }
            if let Some(refusal) = undo::inverse_refusal(tx, &target, &inverse)? {
                undo::mark_stale(tx, &mut target, &refusal)?;
                return Ok(UndoOutput::refused(target, &refusal));
            }
            undo::order_revert(tx, &mut target, inverse, None)?;
            return Ok(UndoOutput::under_way(target));
        }
        match undo::revert(tx, &target, expected)? {
            Ok(restored) => {
                let receipt = undo::undo_receipt(tx, &target, &restored);
                undo::mark_undone(tx, &mut target, &receipt)?;
                tx.create(&receipt)?;
                tx.note_call(undo::told(&target, tx.call().asked_ms));
                Ok(UndoOutput::undone(target, receipt, restored))
            }
            Err(refusal) => {
                undo::mark_stale(tx, &mut target, &refusal)?;
                standing::look_at(tx, &mut target)?;
                Ok(UndoOutput::refused(target, &refusal))
            }
        }
    }

    fn outcome(output: &UndoOutput) -> Outcome {
        output.outcome()
    }
}

/// Returns why an undo is not what its person agreed to.
fn not_as_agreed(tx: &mut Tx<'_>, target: &Receipt, input: &UndoInput) -> Result<Option<Refusal>> {
    if let Some(refusal) = chain::refusal(tx, target, &input.chain)? {
        return Ok(Some(refusal));
    }
    let is_open = target.undone.is_none() && target.undoing.is_none();
    let is_rollback = target.undo_action.as_ref().is_some_and(|action| action.label == UndoLabel::Rollback);
    Ok((is_open && is_rollback && !input.best_effort).then_some(Refusal::Unconfirmed))
}

impl UndoOutput {
    /// Returns its outcome.
    pub fn outcome(&self) -> Outcome {
        match self.status {
            UndoStatus::Undone => Outcome::Done,
            UndoStatus::Undoing => Outcome::Held,
            UndoStatus::Failed => Outcome::Failed,
            UndoStatus::Refused => Outcome::Refused,
            UndoStatus::AlreadyUndone
            | UndoStatus::Irreversible
            | UndoStatus::Purged
            | UndoStatus::Stale
            | UndoStatus::Unconfirmed => Outcome::Stale,
        }
    }

    /// Creates the answer for an undo that was begun; its outcome is reported later.
    fn under_way(target: Receipt) -> Self {
        let status = UndoStatus::Undoing;
        let message = target.undo_waits.clone().unwrap_or_else(|| say!("judge-undo-under-way"));
        Self { status, ..Self::refused(target, &Refusal::Stale(message)) }
    }

    /// Creates the answer for a completed undo.
    pub fn undone(target: Receipt, receipt: Receipt, restored: Vec<Value>) -> Self {
        Self {
            status: UndoStatus::Undone,
            resume: Some(Resume::after(&receipt, &restored)),
            restored,
            undone_event_id: Some(target.event_id),
            undo_event_id: Some(receipt.event_id.clone()),
            undone_event_type: Some(target.event_type),
            message: receipt.summary.clone(),
            difference: None,
            operations: Vec::new(),
            latest_reversible_event_id: Some(receipt.event_id.clone()),
            latest_reversible_event_type: Some(receipt.event_type.clone()),
            receipt,
        }
    }

    /// Creates the answer for a refused undo.
    pub fn refused(target: Receipt, refusal: &Refusal) -> Self {
        Self {
            status: refusal.status(),
            restored: Vec::new(),
            undone_event_id: target.undone.as_ref().map(|_| target.event_id.clone()),
            undo_event_id: target.undone.as_ref().map(|u| u.event_id.clone()),
            undone_event_type: target.undone.as_ref().map(|_| target.event_type.clone()),
            resume: None,
            message: refusal.message(),
            difference: None,
            operations: Vec::new(),
            latest_reversible_event_id: None,
            latest_reversible_event_type: None,
            receipt: target,
        }
    }
}

/// Repeats the call of a receipt.
pub struct ReceiptRerun;

/// One receipt.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RerunInput {
    /// The receipt.
    pub id: String,
}

impl Op for ReceiptRerun {
    const NAME: &'static str = "receipt.rerun";
    const DOC: &'static str = "Propose the call of a receipt again; it passes the gate like any call";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/receipts/{id}/rerun";
    const CLI: &'static str = "rerun {id}";
    type Input = RerunInput;
    type Output = propose::Output;

    fn run(&self, tx: &mut Tx<'_>, input: &RerunInput) -> Result<propose::Output> {
        let receipt = find::receipt(tx, &input.id)?;
        if tx.actor().kind == ActorKind::Agent && receipt.agent != tx.actor().name {
            return Err(Error::not_found(say!("op-no-receipt-of-yours", id = input.id)));
        }
        if !receipt.can_rerun() {
            return Err(Error::conflict(say!("op-repeat-no-sense", id = receipt.id)));
        }
        let args = match &receipt.item {
            Some(item) => tx.need::<Item>(item)?.args,
            None => call_args(tx, &receipt)?,
        };
        let tool = gate::find_tool(tx, &receipt.tool)?;
        let mut own = run::for_call(tx, None)?;
        tx.note("rerun_of", receipt.id.clone().into());
        let output = propose::propose(tx, &mut own, tool, Given::Literal(args), None, None)?;
        Ok(propose::Output { run: Some(own.id), ..output })
    }

    fn outcome(output: &propose::Output) -> Outcome {
        CallPropose::outcome(output)
    }
}

/// Returns the arguments of a call that was never held, from the log.
fn call_args(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<crate::record::Doc> {
    let gone = || Error::conflict(say!("op-args-not-kept", id = receipt.id));
    let seq = crate::event::event_seq(&receipt.event_id).ok_or_else(gone)?;
    let body = tx.event(seq)?.and_then(|e| e.told()).ok_or_else(gone)?;
    let call = body.calls.into_iter().find(|c| c.tool == receipt.tool).ok_or_else(gone)?;
    call.arguments.as_object().cloned().ok_or_else(gone)
}
