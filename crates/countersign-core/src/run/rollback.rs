//! `run.rollback`: takes back everything a run did, newest first, as far as nothing has moved since. What could not be
//! taken back is named, and the next try goes on from there.

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
    receipt::{Receipt, operations::UndoOutput},
    record::{Fields, Record},
    run::Run,
    step,
    store::Scan,
    tx::Tx,
};

/// See the module.
pub struct RunRollback;

/// What is back, and what is not.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// How much of it is taken back.
    pub status: RollbackStatus,
    /// The run.
    pub run: String,
    /// What was taken back, in order.
    pub undone: Vec<UndoOutput>,
    /// What was not, and why.
    pub remaining: Vec<Remaining>,
    /// In words.
    pub message: Message,
}

/// Something that was not taken back.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
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
    const DOC: &'static str = "Take back everything a run did, newest first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/runs/{id}/rollback";
    const CLI: &'static str = "run rollback {id}";
    type Input = OneRun;
    type Output = Output;

    fn parts(&self, view: &mut Tx<'_>, input: &OneRun) -> Result<Option<Vec<Part>>> {
        let run: Run = view.find(&input.id)?;
        let settle = || Part { op: "run.settle", input: json!({"id": run.id}), touches: None };
        // First as well: else its plan would go on while it is taken back.
        let mut parts = vec![settle()];
        parts.extend(rollback_parts(view, &run, |_| true)?);
        parts.push(settle());
        Ok(Some(parts))
    }

    fn join(&self, _input: &OneRun, mut answers: Vec<Result<Answer>>) -> Result<Output> {
        let settled = answers.pop().ok_or_else(|| Error::bug("a rollback has a last part"))??;
        if answers.is_empty() {
            return Err(Error::bug("a rollback has a first part"));
        }
        answers.remove(0)?;
        joined(answers, &settled.output::<RunSettle>()?.run, "run")
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &OneRun) -> Result<Output> {
        Err(Error::bug("a rollback consists of parts"))
    }

    fn outcome(output: &Output) -> Outcome {
        outcome(output)
    }
}

/// How a rollback counts.
pub(crate) fn outcome(output: &Output) -> Outcome {
    if output.status == RollbackStatus::Partial { Outcome::Stale } else { Outcome::Done }
}

/// The calls that take receipts back, in their order.
pub(crate) fn undo_parts(view: &mut Tx<'_>, standing: Vec<Receipt>) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for receipt in standing {
        let item = receipt.item.as_deref().map(|id| view.get::<Item>(id)).transpose()?.flatten();
        let input = json!({"id": receipt.id, "expected_event_id": receipt.event_id});
        parts.push(Part { op: "receipt.undo", input, touches: item.and_then(|i| i.touches()) });
    }
    Ok(parts)
}

/// Puts the answers of those calls together; `what` of that run was rolled back.
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
    Ok(Output { status, run: run.to_owned(), undone, remaining, message })
}

/// The undos of what stands of a run, newest first, as far as `wanted`.
pub(crate) fn rollback_parts(
    tx: &mut Tx<'_>,
    run: &Run,
    wanted: impl Fn(&Receipt) -> bool,
) -> Result<Vec<Part>> {
    check_latest(tx, run)?;
    let mut standing = standing(tx, &of_run(run))?;
    standing.retain(wanted);
    undo_parts(tx, standing)
}

fn of_run(run: &Run) -> Scan {
    Scan::prefix(Receipt::KIND.name, "receipt.run", &format!("{}/", run.id))
}

/// What of the receipts along an index still stands, newest first. An undo of another of them cancels out and is left
/// alone.
pub(crate) fn standing(tx: &mut Tx<'_>, scan: &Scan) -> Result<Vec<Receipt>> {
    let hits = tx.scan(scan)?;
    let own: BTreeSet<&str> = hits.iter().map(|h| h.id.as_str()).collect();
    let stands = |doc: &Fields| {
        let undoes = doc.get("undoes").and_then(Value::as_str);
        !doc.contains_key("undone") && !undoes.is_some_and(|u| own.contains(u))
    };
    let hits = hits.iter().filter(|h| stands(&h.stored.row.doc));
    let mut standing = hits.map(|h| h.stored.row.read()).collect::<Result<Vec<Receipt>>>()?;
    // Several may have landed within one millisecond: the event's number decides.
    standing.sort_by_key(|r| std::cmp::Reverse(crate::event::event_seq(&r.event_id)));
    Ok(standing)
}

/// Only the latest active run of a subject may be rolled back: what came later may rest on it.
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

/// Ends what a run that is rolled back was about to do, and marks it as rolled back when nothing of it stands.
pub struct RunSettle;

/// Where the run stands.
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
        "End the plan and the step of a run that is rolled back; mark it when nothing of it stands";
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
        run.active &= !standing(tx, &of_run(&run))?.is_empty();
        tx.put(&run)?;
        Ok(SettleOutput { run: run.id, active: run.active })
    }
}
