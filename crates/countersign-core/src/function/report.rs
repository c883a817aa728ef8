//! `function.report`: the process that carried out a function says how it ended. That is its word: nothing here
//! can check it, and the receipt says so.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{CALL, FunctionCall, FunctionJob, JobKind, Wrapped, begin::called, caveat, claimed};
use crate::{
    ActorKind, Outcome, change_set,
    effect::{
        landing::{self, CallOutcome},
        operations::{EffectReverted, Ended, RevertedInput, receipt_of},
    },
    error::{Error, Result},
    item::{Item, ItemStatus, Trigger, decide},
    op::Op,
    receipt::{AllowedBy, Receipt},
    record::{Record, sortable},
    redact,
    run::Run,
    step,
    store::Scan,
    tx::Tx,
    world::{Inverse, Landed},
};

/// See the module.
pub struct FunctionReport;

/// What became of a function.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CarriedOut {
    /// It returned.
    Done {
        /// What it returned.
        #[serde(default)]
        result: Value,
        /// How long it took.
        #[serde(default)]
        duration_ms: u64,
    },
    /// It failed, and is not tried again.
    Failed {
        /// Why.
        message: String,
    },
    /// Its process does not know.
    Unknown {
        /// Why.
        message: String,
    },
}

/// A function and its outcome.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportInput {
    /// The item.
    pub item: String,
    /// The word with which it was begun.
    pub claim: String,
    /// How it ended.
    pub outcome: CarriedOut,
}

/// What follows from that.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReportOutput {
    /// The item.
    pub item: String,
    /// Its status.
    pub status: ItemStatus,
    /// In words.
    pub message: Message,
    /// The receipt.
    pub receipt: Option<Receipt>,
    /// The handle of what landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
}

impl ReportOutput {
    fn of(item: &Item, message: Message, receipt: Option<Receipt>) -> Self {
        let handle = receipt.as_ref().filter(|r| r.undo_action.is_some());
        Self {
            item: item.id.clone(),
            status: item.status,
            message,
            latest_reversible_event_id: handle.map(|r| r.event_id.clone()),
            latest_reversible_event_type: handle.map(|r| r.event_type.clone()),
            receipt,
        }
    }
}

impl Op for FunctionReport {
    const NAME: &'static str = "function.report";
    const DOC: &'static str = "Report how a function ended that you carried out";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const HTTP: &'static str = "POST /v1/functions/report";
    const CLI: &'static str = "";
    type Input = ReportInput;
    type Output = ReportOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ReportInput) -> Result<ReportOutput> {
        let claim = claimed(&input.claim)?;
        let mut item = decide::find_item(tx, &input.item)?;
        tx.about(Some(&item.run), Some(&item.tool));
        let mut call = called(tx, &item)?;
        if call.claim != Some(claim) {
            return Err(Error::conflict(say!("op-function-not-yours", id = item.id)));
        }
        let in_doubt = item.status == ItemStatus::NeedsReview;
        if !in_doubt && item.status != ItemStatus::Applying {
            // The same report once more, or a person has closed it since.
            let receipt = item.receipt.as_ref().map(|id| tx.need::<Receipt>(id)).transpose()?;
            let message = say!("judge-it-is", status = item.status.as_str());
            return Ok(ReportOutput::of(&item, message, receipt));
        }
        call.leased_until = None;
        call.delivered = !matches!(input.outcome, CarriedOut::Unknown { .. });
        tx.put(&call)?;
        let output = match &input.outcome {
            CarriedOut::Done { result, duration_ms } => {
                let receipt = carried_out(tx, &mut item, result, *duration_ms)?;
                let message = receipt.summary.clone();
                ReportOutput::of(&item, message, Some(receipt))
            }
            CarriedOut::Failed { message } => failed(tx, &mut item, message)?,
            CarriedOut::Unknown { message } => {
                let why = redact::text(&crate::text::truncate(message, MESSAGE_MOST));
                let message = in_doubt_now(tx, &mut item, &call, say!("op-function-unknown", said = why))?;
                ReportOutput::of(&item, message, None)
            }
        };
        item.told = true;
        tx.put(&item)?;
        Ok(output)
    }

    fn outcome(output: &ReportOutput) -> Outcome {
        match output.status {
            ItemStatus::Applied | ItemStatus::Failed => Outcome::Done,
            _ => Outcome::Stale,
        }
    }
}

/// The maximum length of a reported reason.
const MESSAGE_MOST: usize = 2000;

/// Records that a function was carried out, as its process or a worker says.
pub(super) fn carried_out(
    tx: &mut Tx<'_>,
    item: &mut Item,
    result: &Value,
    duration_ms: u64,
) -> Result<Receipt> {
    let run: Run = tx.need(&item.run)?;
    let tool = landing::tool_once(tx, item);
    let by_person = matches!(item.allowed_by, Some(AllowedBy::Person(_)));
    let call = Wrapped::of(&item.args)?;
    let steps = json!({
        "function": call.function, "version": call.version, "args": call.args, "result": redact::value(result),
    });
    let inverse = call.undo.then(|| Inverse { tool: CALL.to_owned(), steps });
    let effects = Vec::new();
    let landed = Landed { result: result.clone(), effects, inverse, caveats: vec![caveat()], duration_ms };
    let told = CallOutcome::Success { result, by_person };
    landing::note_timed(tx, &run.id, &tool.name, &item.args, told, duration_ms);
    let mut receipt = receipt_of(tx, &run, item, &tool, &landed)?;
    receipt.rollback_cues.insert(0, say!("op-function-word", agent = item.agent));
    tx.put(&receipt)?;
    landing::landed(tx, item, result, receipt.clone())?;
    step::checked(tx, &item.id)?;
    Ok(receipt)
}

fn failed(tx: &mut Tx<'_>, item: &mut Item, message: &str) -> Result<ReportOutput> {
    let why = redact::text(&crate::text::truncate(message, MESSAGE_MOST));
    let message = say!("op-function-failed", said = why);
    let (run, tool) = (item.run.clone(), landing::tool_once(tx, item));
    let by_person = matches!(item.allowed_by, Some(AllowedBy::Person(_)));
    let told = CallOutcome::Error { message: &message, by_person };
    landing::note(tx, &run, &tool, &item.args.clone(), told);
    item.error = Some(message.clone());
    if item.status == ItemStatus::Applying {
        landing::drop_secret_args(tx, item)?;
        change_set::step(tx, item, Trigger::Break)?;
        decide::lose_children(tx, &item.id, message.clone())?;
    }
    // One in doubt stays so: a person was asked, and now knows what its process says.
    Ok(ReportOutput::of(item, message, None))
}

/// Leaves an item to a person, because nobody knows how it ended; a worker is asked, if one can tell.
fn in_doubt_now(tx: &mut Tx<'_>, item: &mut Item, call: &FunctionCall, why: Message) -> Result<Message> {
    let by_person = matches!(item.allowed_by, Some(AllowedBy::Person(_)));
    let tool = landing::tool_once(tx, item);
    let told = CallOutcome::Error { message: &why, by_person };
    landing::note(tx, &item.run.clone(), &tool, &item.args.clone(), told);
    let mut message = why;
    if call.check && FunctionJob::of_item(tx, &item.id, JobKind::Check)?.is_none() {
        super::work::order_check(tx, item, call)?;
        message = Message::joined("; ", [message, waits(&call.function, call.version.as_deref())]);
    }
    item.error = Some(message.clone());
    item.told = false;
    if item.status == ItemStatus::Applying {
        change_set::step(tx, item, Trigger::Doubt)?;
    } else {
        tx.put(item)?;
    }
    Ok(message)
}

/// Says that only a worker can go on.
pub(super) fn waits(function: &str, version: Option<&str>) -> Message {
    match version {
        Some(version) => say!("op-function-waits-version", name = function, version),
        None => say!("op-function-waits", name = function),
    }
}

/// How many silent processes one call deals with; the next one follows at once.
const AT_ONCE: usize = 100;

/// Deals with processes that were silent for too long. Returns when the next one will have been.
pub fn expire_leases(tx: &mut Tx<'_>) -> Result<Option<u64>> {
    let now = tx.now();
    let due = |kind, index| Scan {
        to: sortable(now.saturating_add(1)),
        ..Scan::prefix(kind, index, "").limit(AT_ONCE)
    };
    for mut call in tx.list::<FunctionCall>(&due(FunctionCall::KIND.name, "function.lease"))? {
        call.leased_until = None;
        tx.put(&call)?;
        let mut item: Item = tx.need(&call.item)?;
        if item.status == ItemStatus::Applying {
            in_doubt_now(tx, &mut item, &call, say!("op-function-silent"))?;
        }
    }
    for mut job in tx.list::<FunctionJob>(&due(FunctionJob::KIND.name, "functionjob.lease"))? {
        (job.leased_until, job.claim) = (None, None);
        match (&job.receipt, &job.undoing) {
            (Some(receipt), Some(id)) => {
                let outcome = Ended::Doubt(say!("op-function-worker-silent"));
                let input =
                    RevertedInput { receipt: receipt.clone(), id: id.clone(), outcome, duration_ms: 0 };
                tx.delete::<FunctionJob>(&job.id)?;
                EffectReverted.run(tx, &input)?;
            }
            // Looking can be repeated.
            _ => tx.put(&job)?,
        }
    }
    let mut next = None;
    for (kind, index) in
        [(FunctionCall::KIND.name, "function.lease"), (FunctionJob::KIND.name, "functionjob.lease")]
    {
        let first = tx.scan(&Scan::prefix(kind, index, "").limit(1))?.into_iter().next();
        let at = first.and_then(|hit| hit.sort.parse::<u64>().ok());
        next = next.into_iter().chain(at).min();
    }
    Ok(next)
}
