//! `run.rollback`: undoes everything a run did, newest first, as far as nothing has changed since. It names
//! what could not be undone, and the next attempt continues from there.

use std::collections::BTreeSet;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::operations::OneRun;
use crate::{
    ActorKind, Outcome,
    answer_status::{RollbackStatus, UndoStatus},
    error::{Error, Result},
    item::Item,
    op::{Answer, Op, Part, Undo},
    plan,
    receipt::{
        Receipt,
        operations::UndoOutput,
        resume::Resume,
        rollback::{Recorded, RollbackRecord, record_part},
    },
    record::{Fields, Record},
    run::{self, Run},
    step,
    store::Scan,
    tx::Tx,
};

/// See the module.
pub struct RunRollback;

/// What to roll back.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollbackInput {
    /// The id of the run, the plan or the step.
    pub id: String,
    /// The `expected_event_id` of its `undo_action`: refused if something landed or was undone since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_event_id: Option<String>,
    /// Yes to undos that may not restore everything; without it, those remain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub best_effort: bool,
}

/// What is undone, and what is not.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// How much of it is undone.
    pub status: RollbackStatus,
    /// The run.
    pub run: String,
    /// What was undone, in order.
    pub undone: Vec<UndoOutput>,
    /// What was not, and why.
    pub remaining: Vec<Remaining>,
    /// In words.
    pub message: Message,
    /// The receipt of the rollback, if anything was undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Box<Receipt>>,
    /// Where to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<Resume>,
}

/// Something that was not taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Remaining {
    /// Its receipt.
    pub receipt: String,
    /// What it did.
    pub summary: Message,
    /// Why it stands.
    pub reason: Message,
}

impl Op for RunRollback {
    const NAME: &'static str = "run.rollback";
    const DOC: &'static str = "Undo everything a run did, newest first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/runs/{id}/rollback";
    const CLI: &'static str = "run rollback {id} --expect {expected_event_id} --best-effort {best_effort}";
    type Input = RollbackInput;
    type Output = Output;

    fn parts(&self, view: &mut Tx<'_>, input: &RollbackInput) -> Result<Option<Vec<Part>>> {
        let run: Run = view.find(&input.id)?;
        let settle = || Part { op: "run.settle", input: json!({"id": run.id}), touches: None };
        // Also first: otherwise its plan would continue during the rollback.
        let mut parts = vec![settle()];
        parts.extend(rollback_parts(view, &run, input, |_| true)?);
        parts.push(settle());
        parts.push(record_part(&run.id, &parts));
        Ok(Some(parts))
    }

    fn join(&self, _input: &RollbackInput, mut answers: Vec<Result<Answer>>) -> Result<Output> {
        let recorded = answers.pop().ok_or_else(|| Error::bug("a rollback has a last part"))??;
        let settled = answers.pop().ok_or_else(|| Error::bug("a rollback has a part before its last"))??;
        if answers.is_empty() {
            return Err(Error::bug("a rollback has a first part"));
        }
        answers.remove(0)?;
        joined(answers, &settled.output::<RunSettle>()?.run, "run")?.recorded(recorded)
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &RollbackInput) -> Result<Output> {
        Err(Error::bug("a rollback consists of parts"))
    }

    fn outcome(output: &Output) -> Outcome {
        outcome(output)
    }
}

/// Returns the outcome of a rollback.
pub(crate) fn outcome(output: &Output) -> Outcome {
    if output.status == RollbackStatus::Partial { Outcome::Stale } else { Outcome::Done }
}

/// Returns the calls that undo receipts, in order.
pub(crate) fn undo_parts(
    view: &mut Tx<'_>,
    asked: &RollbackInput,
    standing: Vec<Receipt>,
) -> Result<Vec<Part>> {
    let latest = standing.iter().find(|receipt| receipt.undo_action.is_some()).map(|r| r.event_id.as_str());
    if let Some(expected) = asked.expected_event_id.as_deref().filter(|expected| latest != Some(*expected)) {
        return Err(Error::stale(say!("op-rollback-moved", id = asked.id, event = expected)));
    }
    let mut parts = Vec::new();
    for receipt in standing {
        let item = receipt.item.as_deref().map(|id| view.get::<Item>(id)).transpose()?.flatten();
        let best_effort = asked.best_effort;
        let input =
            json!({"id": receipt.id, "expected_event_id": receipt.event_id, "best_effort": best_effort});
        parts.push(Part { op: "receipt.undo", input, touches: item.and_then(|i| i.touches()) });
    }
    Ok(parts)
}

/// Combines the answers of those calls; `what` of that run was rolled back.
pub(crate) fn joined(answers: Vec<Result<Answer>>, run: &str, what: &str) -> Result<Output> {
    let (mut undone, mut remaining) = (Vec::new(), Vec::new());
    for answer in answers {
        let part: UndoOutput = serde_json::from_value(answer?.value).map_err(Error::bug)?;
        if part.status == UndoStatus::Undone {
            undone.push(part);
        } else {
            let (receipt, summary) = (part.receipt.id, part.receipt.summary);
            remaining.push(Remaining { receipt, summary, reason: part.message });
        }
    }
    let (status, message) = match (undone.len(), remaining.len()) {
        (0, 0) => (RollbackStatus::NothingToDo, say!("op-nothing-stands", what)),
        (n, 0) => (RollbackStatus::RolledBack, say!("op-effects-taken-back", n, all = n)),
        (n, m) => (RollbackStatus::Partial, say!("op-effects-partly", n, all = n + m, m)),
    };
    let (run, receipt, resume) = (run.to_owned(), None, None);
    Ok(Output { status, run, undone, remaining, message, receipt, resume })
}

impl Output {
    /// Adds the receipt that its last part made.
    pub(crate) fn recorded(self, last: Answer) -> Result<Self> {
        let Recorded { receipt, resume } = last.output::<RollbackRecord>()?;
        Ok(Self { receipt, resume: Some(resume), ..self })
    }
}

/// Returns the undos for receipts of a run that are in effect, newest first, filtered by `wanted`.
pub(crate) fn rollback_parts(
    tx: &mut Tx<'_>,
    run: &Run,
    asked: &RollbackInput,
    wanted: impl Fn(&Receipt) -> bool,
) -> Result<Vec<Part>> {
    check_latest(tx, run)?;
    let mut standing = standing(tx, &of_run(run))?;
    standing.retain(wanted);
    undo_parts(tx, asked, standing)
}

/// Returns the receipts along all of a run.
pub(crate) fn of_run(run: &Run) -> Scan {
    Scan::prefix(Receipt::KIND.name, "receipt.run", &format!("{}/", run.id))
}

/// Returns the receipts along an index that are still in effect, newest first. Undos of others among them
/// cancel out and are skipped.
pub(crate) fn standing(tx: &mut Tx<'_>, scan: &Scan) -> Result<Vec<Receipt>> {
    let hits = tx.scan(scan)?;
    let own: BTreeSet<&str> = hits.iter().map(|h| h.id.as_str()).collect();
    let stands = |doc: &Fields| {
        let undoes = doc.get("undoes").and_then(Value::as_str);
        let counts = !doc.contains_key("undone") && !doc.contains_key("rolls_back");
        counts && !undoes.is_some_and(|u| own.contains(u))
    };
    let hits = hits.iter().filter(|h| stands(&h.stored.row.doc));
    let mut standing = hits.map(|h| h.stored.row.read()).collect::<Result<Vec<Receipt>>>()?;
    // Several may have landed in the same millisecond: the event's number decides.
    standing.sort_by_key(|r| std::cmp::Reverse(crate::event::event_seq(&r.event_id)));
    Ok(standing)
}

/// Only the latest active run of a subject may be rolled back: later ones may depend on it.
fn check_latest(tx: &mut Tx<'_>, run: &Run) -> Result<()> {
    if !run.active {
        return Err(Error::conflict(say!("op-run-rolled-back-already", id = run.id)));
    }
    let scan = Scan::prefix(Run::KIND.name, "run.subject", &format!("{}/", run.subject())).reversed();
    for later in tx.list::<Run>(&scan)? {
        if later.id == run.id {
            return Ok(());
        }
        if later.active && !standing(tx, &of_run(&later))?.is_empty() {
            return Err(Error::conflict(say!("op-run-came-later", id = later.id))
                .hint(say!("op-hint-roll-that-first", id = later.id)));
        }
    }
    Ok(())
}

/// Ends pending work of a run that is rolled back, and marks it as rolled back when nothing of it remains.
pub struct RunSettle;

/// The status of the run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SettleOutput {
    /// The run.
    pub run: String,
    /// Whether it still counts.
    pub active: bool,
}

impl Op for RunSettle {
    const NAME: &'static str = "run.settle";
    const DOC: &'static str =
        "End the plan and the step of a run that is rolled back; mark the run when nothing of it remains";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/runs/{id}/settle";
    const CLI: &'static str = "";
    type Input = OneRun;
    type Output = SettleOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OneRun) -> Result<SettleOutput> {
        let mut run: Run = tx.find(&input.id)?;
        tx.about(Some(&run.id), None);
        let why = say!("op-run-is-rolled-back");
        plan::abort_for_run(tx, &mut run, &why)?;
        step::end_for_run(tx, &mut run, &why)?;
        let remaining = standing(tx, &of_run(&run))?.len();
        run.active &= remaining > 0;
        run::news::rolled_back(tx, &mut run, remaining);
        tx.put(&run)?;
        Ok(SettleOutput { run: run.id, active: run.active })
    }
}
