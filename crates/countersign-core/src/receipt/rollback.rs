//! The receipt of a rollback, made by its last part `rollback.record`: what came back, what remains and why. It also
//! marks plans of which nothing is left.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{AllowedBy, Receipt, UndoAction, UndoLabel, resume::Resume, standing};
use crate::{
    ActorKind,
    error::Result,
    judge::Class,
    op::{Op, Part},
    plan::{self, Plan},
    record::Record,
    run::{
        Run,
        rollback::{self, Remaining},
    },
    step::Step,
    store::Scan,
    tool::Reversal,
    tx::Tx,
};

/// The maximum number of effects of one rollback.
const MOST: usize = 10_000;

/// Records a rollback.
pub struct RollbackRecord;

/// What was rolled back.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordInput {
    /// The run, the plan or the step.
    pub id: String,
    /// The receipts that were to be undone.
    #[schemars(length(max = MOST))]
    pub receipts: Vec<String>,
}

/// The receipt, and where to go on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Recorded {
    /// The receipt, if anything was undone.
    pub receipt: Option<Box<Receipt>>,
    /// Where to go on.
    pub resume: Resume,
}

impl Op for RollbackRecord {
    const NAME: &'static str = "rollback.record";
    const DOC: &'static str = "Make the receipt of a rollback from what became of its receipts";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/rollbacks/{id}/record";
    const CLI: &'static str = "";
    type Input = RecordInput;
    type Output = Recorded;

    fn run(&self, tx: &mut Tx<'_>, input: &RecordInput) -> Result<Recorded> {
        let whole = Whole::find(tx, &input.id)?;
        tx.about(Some(&whole.run.id), None);
        let resume = Resume::to(whole.kind, &whole.id);
        let mut all = input.receipts.iter().map(|id| tx.find(id)).collect::<Result<Vec<Receipt>>>()?;
        all.retain(|receipt| receipt.run.as_ref() == Some(&whole.run.id));
        let (undone, mut left): (Vec<Receipt>, Vec<Receipt>) =
            all.into_iter().partition(|r| r.undone.is_some());
        plan_ends(tx, &whole)?;
        if undone.is_empty() {
            return Ok(Recorded { receipt: None, resume });
        }
        standing::look(tx, &mut left)?;
        let remaining: Vec<Remaining> = left.iter().map(remains).collect();
        let (n, all) = (undone.len(), undone.len() + remaining.len());
        let by = AllowedBy::Person(tx.actor().name.clone());
        let (level, run) = (tx.call().origin.level, whole.run);
        let mut receipt = Receipt {
            run: Some(run.id.clone()),
            subject: run.subject().to_owned(),
            agent: run.agent,
            summary: say!("judge-rolled-back", kind = whole.kind, id = whole.id, n, all),
            // It changed nothing itself: its parts did.
            class: Class::Read,
            result: json!({"undone": undone.iter().map(|r| &r.id).collect::<Vec<_>>()}),
            effects: Vec::new(),
            rolls_back: Some(whole.id),
            remaining,
            ..Receipt::made(tx, "rollback", by, Some(level))
        };
        receipt.set_reversal(&Reversal::Irreversible { reason: say!("judge-rollback-by-parts") });
        tx.create(&receipt)?;
        Ok(Recorded { receipt: Some(Box::new(receipt)), resume })
    }
}

/// What is rolled back.
struct Whole {
    kind: &'static str,
    id: String,
    run: Run,
}

impl Whole {
    fn find(tx: &mut Tx<'_>, given: &str) -> Result<Self> {
        if let Ok(run) = tx.find::<Run>(given) {
            return Ok(Self { kind: Run::KIND.name, id: run.id.clone(), run });
        }
        if let Ok(plan) = tx.find::<Plan>(given) {
            return Ok(Self { kind: Plan::KIND.name, id: plan.id, run: tx.need(&plan.run)? });
        }
        let step: Step = tx.find(given)?;
        Ok(Self { kind: Step::KIND.name, id: step.id, run: tx.need(&step.run)? })
    }
}

/// Returns the last part of a rollback, which records it.
pub(crate) fn record_part(id: &str, parts: &[Part]) -> Part {
    let undone = parts.iter().filter(|part| part.op == "receipt.undo");
    let receipts: Vec<&Value> = undone.map(|part| &part.input["id"]).collect();
    Part { op: RollbackRecord::NAME, input: json!({"id": id, "receipts": receipts}), touches: None }
}

/// Says why an effect stands.
fn remains(receipt: &Receipt) -> Remaining {
    let is_rollback = receipt.undo_action.as_ref().is_some_and(|action| action.label == UndoLabel::Rollback);
    let stale = receipt.stale.as_ref().map(|stale| stale.reason.clone());
    let reason = receipt.undo_waits.clone().or(stale).or_else(|| receipt.irreversible_reason.clone());
    let reason = reason.or_else(|| is_rollback.then(|| say!("judge-undo-unconfirmed")));
    let reason = reason.unwrap_or_else(|| say!("judge-undo-did-not-work"));
    Remaining { receipt: receipt.id.clone(), summary: receipt.summary.clone(), reason }
}

/// Marks the plans of which nothing is left.
fn plan_ends(tx: &mut Tx<'_>, whole: &Whole) -> Result<()> {
    let receipts: Vec<Receipt> = tx.list(&rollback::of_run(&whole.run))?;
    let mut plans: Vec<&str> =
        receipts.iter().filter_map(|r| r.plan.as_ref()).map(|p| p.id.as_str()).collect();
    plans.sort_unstable();
    plans.dedup();
    if plans.is_empty() {
        return Ok(());
    }
    let standing = rollback::standing(tx, &rollback::of_run(&whole.run))?;
    for id in plans {
        if !standing.iter().any(|receipt| receipt.plan.as_ref().is_some_and(|plan| plan.id == id)) {
            plan::rolled_back(tx, id)?;
        }
    }
    Ok(())
}

/// Returns the undo of several effects together, and what to know before: the handle is the latest of them.
pub fn of_several<'r>(standing: impl IntoIterator<Item = &'r Receipt>) -> (Option<UndoAction>, Vec<Message>) {
    let (mut action, mut cues, mut never): (Option<UndoAction>, Vec<Message>, usize) = (None, Vec::new(), 0);
    for receipt in standing {
        let Some(own) = &receipt.undo_action else {
            never += 1;
            continue;
        };
        let all = action.get_or_insert_with(|| own.clone());
        if own.label == UndoLabel::Rollback {
            all.label = UndoLabel::Rollback;
        }
        cues.extend(
            receipt.rollback_cues.iter().filter(|cue| !cues.contains(cue)).cloned().collect::<Vec<_>>(),
        );
    }
    if never > 0 {
        cues.insert(0, say!("judge-never-come-back", n = never));
        action.iter_mut().for_each(|all| all.label = UndoLabel::Rollback);
    }
    (action, cues)
}

/// Returns the undo of all that stands of a run, and what to know before.
pub fn of_run(tx: &mut Tx<'_>, run: &Run) -> Result<(Option<UndoAction>, Vec<Message>)> {
    if !run.active {
        return Ok((None, Vec::new()));
    }
    let scan: Scan = rollback::of_run(run);
    Ok(of_several(&rollback::standing(tx, &scan)?))
}
