//! Jobs for workers: `function.take` gives one to a worker that has the same version of the function,
//! `function.finish` records what it says.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    FunctionCall, FunctionJob, JobKind, Wrapped, check_name, claimed, lease_ms,
    report::{carried_out, waits},
};
use crate::{
    ActorKind,
    authority::Control,
    change_set,
    effect::operations::{EffectReverted, Ended, Failure, RevertedInput},
    error::{Error, Result},
    item::{Item, ItemStatus, Trigger},
    op::Op,
    receipt::Receipt,
    record::{Doc, Record},
    redact,
    store::Scan,
    tx::Tx,
    world::{Inverse, Reverted},
};

/// Lets a worker find out if a function ran.
pub(super) fn order_check(tx: &mut Tx<'_>, item: &Item, call: &FunctionCall) -> Result<()> {
    let wrapped = Wrapped::of(&item.args)?;
    let job = FunctionJob {
        id: tx.new_id(FunctionJob::KIND),
        what: JobKind::Check,
        agent: item.agent.clone(),
        item: item.id.clone(),
        receipt: None,
        undoing: None,
        function: call.function.clone(),
        version: call.version.clone(),
        args: wrapped.args,
        result: Value::Null,
        other_version: None,
        claim: None,
        lease_ms: 0,
        leased_until: None,
        taken_at: None,
        at: tx.now(),
    };
    tx.create(&job)
}

/// Lets a worker take back what a function did; the receipt says that it waits for one.
pub fn order_undo(tx: &mut Tx<'_>, target: &mut Receipt, inverse: &Inverse) -> Result<()> {
    let steps = &inverse.steps;
    let text = |name: &str| steps.get(name).and_then(Value::as_str).map(str::to_owned);
    let function = text("function").unwrap_or_default();
    let version = text("version");
    target.undo_waits = Some(waits(&function, version.as_deref()));
    tx.put(target)?;
    let job = FunctionJob {
        id: tx.new_id(FunctionJob::KIND),
        what: JobKind::Undo,
        agent: target.agent.clone(),
        item: target.item.clone().unwrap_or_default(),
        receipt: Some(target.id.clone()),
        undoing: target.undoing.clone(),
        function,
        version,
        args: steps["args"].as_object().cloned().unwrap_or_default(),
        result: steps["result"].clone(),
        other_version: None,
        claim: None,
        lease_ms: 0,
        leased_until: None,
        taken_at: None,
        at: tx.now(),
    };
    tx.create(&job)
}

/// Gives a worker something to do.
pub struct FunctionTake;

/// A function that a worker knows.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownFunction {
    /// Its name.
    pub name: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether the worker can take it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
    /// Whether the worker can find out if it ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
}

/// A worker that has time.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeInput {
    /// What it knows.
    #[schemars(length(max = FUNCTIONS_MOST))]
    pub functions: Vec<KnownFunction>,
    /// A random word of this worker, for one job.
    pub claim: String,
    /// For how many seconds it may be silent; by default 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_s: Option<u64>,
}

const FUNCTIONS_MOST: usize = 1000;

/// Something to do.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct JobView {
    /// Its id.
    pub id: String,
    /// What is to be done.
    pub what: JobKind,
    /// The function.
    pub function: String,
    /// Its version.
    pub version: Option<String>,
    /// The arguments that it ran with; secrets are not kept.
    pub args: Doc,
    /// What it returned, where that is known.
    #[serde(default)]
    pub result: Value,
    /// The item.
    pub item: String,
    /// The receipt that is taken back.
    pub receipt: Option<String>,
    /// Until when the worker must report or renew.
    pub until: Option<u64>,
}

/// What there is to do.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TakeOutput {
    /// The oldest job that fits; none if nothing is to be done.
    pub job: Option<JobView>,
    /// How many jobs wait for another version of a function.
    pub other_versions: usize,
}

impl Op for FunctionTake {
    const NAME: &'static str = "function.take";
    const DOC: &'static str = "Take a job that only a worker with that function can do";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    // Its functions are a list of objects, which no address can hold.
    const LOOKS: bool = false;
    const HTTP: &'static str = "POST /v1/functions/take";
    const CLI: &'static str = "";
    type Input = TakeInput;
    type Output = TakeOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &TakeInput) -> Result<TakeOutput> {
        let claim = claimed(&input.claim)?;
        if input.functions.len() > FUNCTIONS_MOST {
            return Err(Error::invalid(say!("op-function-too-many", n = FUNCTIONS_MOST)));
        }
        let mut output = TakeOutput { job: None, other_versions: 0 };
        if tx.get::<Control>(Control::FREEZE)?.is_some() {
            return Ok(output);
        }
        let prefix = format!("{}/", tx.actor().name);
        let open = Scan::prefix(FunctionJob::KIND.name, "functionjob.open", &prefix);
        for mut job in tx.list::<FunctionJob>(&open)? {
            if job.leased_until.is_some() && job.claim.as_ref() != Some(&claim) {
                continue;
            }
            let can = |known: &KnownFunction| match job.what {
                JobKind::Undo => known.undo,
                JobKind::Check => known.check,
            };
            let named: Vec<&KnownFunction> =
                input.functions.iter().filter(|known| known.name == job.function && can(known)).collect();
            let Some(first) = named.first() else { continue };
            if !named.iter().any(|known| known.version == job.version) {
                output.other_versions += 1;
                let version = first.version.clone().unwrap_or_else(|| "-".to_owned());
                other_version(tx, &mut job, version)?;
                continue;
            }
            if output.job.is_some() {
                continue;
            }
            if !is_wanted(tx, &job)? {
                tx.delete::<FunctionJob>(&job.id)?;
                continue;
            }
            if job.claim.as_ref() != Some(&claim) {
                job.taken_at = Some(tx.now());
            }
            job.claim = Some(claim.clone());
            job.lease_ms = lease_ms(input.lease_s);
            job.leased_until = Some(tx.now().saturating_add(job.lease_ms));
            tx.put(&job)?;
            output.job = Some(JobView {
                id: job.id,
                what: job.what,
                function: job.function,
                version: job.version,
                args: job.args,
                result: job.result,
                item: job.item,
                receipt: job.receipt,
                until: job.leased_until,
            });
        }
        Ok(output)
    }
}

/// Whether a job is still to be done: a person may have answered meanwhile.
fn is_wanted(tx: &mut Tx<'_>, job: &FunctionJob) -> Result<bool> {
    Ok(match &job.receipt {
        Some(receipt) => tx.need::<Receipt>(receipt)?.undoing == job.undoing,
        None => tx.need::<Item>(&job.item)?.status == ItemStatus::NeedsReview,
    })
}

/// Tells people that a worker came with another version of the function, and did not get the job.
fn other_version(tx: &mut Tx<'_>, job: &mut FunctionJob, version: String) -> Result<()> {
    check_name(&version)?;
    if job.other_version.as_ref() == Some(&version) || job.leased_until.is_some() {
        return Ok(());
    }
    let was = job.version.clone().unwrap_or_else(|| "-".to_owned());
    let message = Message::joined(
        "; ",
        [
            waits(&job.function, job.version.as_deref()),
            say!("op-function-worker-version", name = job.function, now = version.clone(), was),
        ],
    );
    job.other_version = Some(version);
    tx.put(job)?;
    if let Some(receipt) = &job.receipt {
        let mut receipt: Receipt = tx.need(receipt)?;
        receipt.undo_waits = Some(message);
        return tx.put(&receipt);
    }
    let mut item: Item = tx.need(&job.item)?;
    if item.status == ItemStatus::NeedsReview {
        item.error = Some(Message::joined("; ", [say!("op-function-silent"), message]));
        tx.put(&item)?;
    }
    Ok(())
}

/// Records what a worker says of its job.
pub struct FunctionFinish;

/// What a worker did or found.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JobEnd {
    /// It was taken back; or the function did run.
    Done {
        /// What the worker returned; of a check, what the function had returned.
        #[serde(default)]
        result: Value,
    },
    /// The function did not run. Only for checks.
    NotDone,
    /// Something has changed since, and nothing was taken back.
    Moved {
        /// What has changed.
        message: String,
    },
    /// It failed, or the worker cannot tell.
    Failed {
        /// Why.
        message: String,
    },
}

/// A job and how it ended.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishInput {
    /// The job.
    pub job: String,
    /// The word with which it was taken.
    pub claim: String,
    /// How it ended.
    pub outcome: JobEnd,
}

/// What follows from that.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FinishOutput {
    /// The item.
    pub item: String,
    /// The receipt of what was taken back, or of what proved to have landed.
    pub receipt: Option<String>,
    /// In words.
    pub message: Message,
}

impl Op for FunctionFinish {
    const NAME: &'static str = "function.finish";
    const DOC: &'static str = "Report how a job ended that you took as a worker";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const HTTP: &'static str = "POST /v1/functions/finish";
    const CLI: &'static str = "";
    type Input = FinishInput;
    type Output = FinishOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &FinishInput) -> Result<FinishOutput> {
        let claim = claimed(&input.claim)?;
        let job = tx.get::<FunctionJob>(&input.job)?;
        let is_own = |job: &FunctionJob| {
            job.agent == tx.actor().name && job.claim.as_ref() == Some(&claim) && job.leased_until.is_some()
        };
        let Some(job) = job.filter(is_own) else {
            return Err(Error::conflict(say!("op-function-not-yours", id = input.job)));
        };
        if matches!((&input.outcome, job.what), (JobEnd::NotDone, JobKind::Undo)) {
            return Err(Error::invalid(say!("op-function-not-a-check")));
        }
        tx.delete::<FunctionJob>(&job.id)?;
        match (&job.receipt, &job.undoing) {
            (Some(receipt), Some(id)) => undone(tx, &job, receipt, id, &input.outcome),
            _ => checked(tx, &job, &input.outcome),
        }
    }
}

fn undone(
    tx: &mut Tx<'_>,
    job: &FunctionJob,
    receipt: &str,
    id: &str,
    outcome: &JobEnd,
) -> Result<FinishOutput> {
    let failure = |message: &str| Failure { message: said(message), detail: None };
    let outcome = match outcome {
        JobEnd::Done { result } => {
            let value = redact::value(result);
            let restored = vec![json!({"kind": "function", "id": job.function, "value": value})];
            Ended::Done(Reverted { restored, inverse: None })
        }
        JobEnd::Moved { message } => Ended::Stale(failure(message)),
        JobEnd::Failed { message } => Ended::Failed(failure(message)),
        JobEnd::NotDone => return Err(Error::bug("an undo is no check")),
    };
    let done = matches!(outcome, Ended::Done(_));
    let input = RevertedInput {
        receipt: receipt.to_owned(),
        id: id.to_owned(),
        outcome,
        // From the moment at which a worker took it.
        duration_ms: job.taken_at.map_or(0, |at| tx.now().saturating_sub(at)),
    };
    let output = EffectReverted.run(tx, &input)?;
    let mut receipt = output.receipt;
    if done {
        receipt.rollback_cues.push(say!("op-function-word", agent = job.agent));
        tx.put(&receipt)?;
    }
    Ok(FinishOutput { item: job.item.clone(), receipt: Some(receipt.id), message: output.message })
}

fn checked(tx: &mut Tx<'_>, job: &FunctionJob, outcome: &JobEnd) -> Result<FinishOutput> {
    let mut item: Item = tx.need(&job.item)?;
    tx.about(Some(&item.run), Some(&item.tool));
    let told = |item: &Item, receipt: Option<String>, message| {
        Ok(FinishOutput { item: item.id.clone(), receipt, message })
    };
    if item.status != ItemStatus::NeedsReview {
        let message = say!("judge-it-is", status = item.status.as_str());
        return told(&item, item.receipt.clone(), message);
    }
    match outcome {
        JobEnd::Done { result } => {
            let receipt = carried_out(tx, &mut item, result, 0)?;
            told(&item, Some(receipt.id), say!("op-function-did-run"))
        }
        JobEnd::NotDone => {
            let message = say!("op-function-did-not-run");
            item.error = Some(message.clone());
            item.decided_at = None;
            item.told = false;
            change_set::step(tx, &mut item, Trigger::Reopen)?;
            told(&item, None, message)
        }
        JobEnd::Moved { message } | JobEnd::Failed { message } => {
            item.error = Some(Message::joined("; ", [say!("op-function-silent"), said(message)]));
            tx.put(&item)?;
            told(&item, None, item.error.clone().unwrap_or_default())
        }
    }
}

fn said(message: &str) -> Message {
    let why = redact::text(&crate::text::truncate(message, 2000));
    say!("op-function-worker-says", said = why)
}
