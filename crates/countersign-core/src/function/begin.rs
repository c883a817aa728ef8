//! `function.begin`: one process takes an allowed call, to carry it out; `function.renew`: it is still at work.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FunctionCall, FunctionJob, Wrapped, claimed, lease_ms};
use crate::{
    ActorKind, Outcome,
    authority::Control,
    call::gate,
    change_set,
    effect::landing,
    error::{Error, Result},
    item::{Item, ItemStatus, Trigger, decide},
    judge::Ruling,
    op::Op,
    receipt::AllowedBy,
    record::Doc,
    run::{Run, RunStatus},
    taint,
    tx::Tx,
};

/// See the module.
pub struct FunctionBegin;

/// An item that a process is about to carry out.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginInput {
    /// The item.
    pub item: String,
    /// A random word of this process: whoever comes with another one is too late.
    pub claim: String,
    /// The version of its function: another one than was asked about does not begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// For how many seconds it may be silent; by default 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_s: Option<u64>,
}

/// Whether it begins.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct BeginOutput {
    /// Whether the caller, and nobody else, carries it out now.
    pub begun: bool,
    /// The item.
    pub item: String,
    /// Its status.
    pub status: ItemStatus,
    /// Why not, or that it does.
    pub message: Message,
    /// The arguments to run it with: exactly what was approved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Doc>,
    /// Until when the caller must report or renew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

impl Op for FunctionBegin {
    const NAME: &'static str = "function.begin";
    const DOC: &'static str = "Take an allowed function, to carry it out once";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const HTTP: &'static str = "POST /v1/functions/begin";
    const CLI: &'static str = "";
    type Input = BeginInput;
    type Output = BeginOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &BeginInput) -> Result<BeginOutput> {
        let claim = claimed(&input.claim)?;
        let mut item = decide::find_item(tx, &input.item)?;
        tx.about(Some(&item.run), Some(&item.tool));
        let mut call = called(tx, &item)?;
        let not = |item: &Item, message: Message| BeginOutput {
            begun: false,
            item: item.id.clone(),
            status: item.status,
            message,
            args: None,
            until: None,
        };
        let is_mine = call.claim.as_ref() == Some(&claim) && call.leased_until.is_some();
        if !(is_mine && item.status == ItemStatus::Applying) {
            if let Some(why) = obstacle(tx, &mut item, &call, input)? {
                return Ok(not(&item, why));
            }
            change_set::step(tx, &mut item, Trigger::Begin)?;
            let run: Run = tx.need(&item.run)?;
            taint::mark(tx, &run, &landing::tool_once(tx, &item), &item.facts, Some(&item.id))?;
            call.claim = Some(claim);
            call.lease_ms = lease_ms(input.lease_s);
            call.leased_until = Some(tx.now().saturating_add(call.lease_ms));
            tx.put(&call)?;
        }
        let args = Wrapped::of(&landing::exact_args(tx, &item)?)?.args;
        let (args, until) = (Some(args), call.leased_until);
        Ok(BeginOutput { begun: true, args, until, ..not(&item, say!("op-function-begun")) })
    }

    fn outcome(output: &BeginOutput) -> Outcome {
        if output.begun { Outcome::Done } else { Outcome::Stale }
    }
}

/// Returns the call that an item came from.
pub(super) fn called(tx: &mut Tx<'_>, item: &Item) -> Result<FunctionCall> {
    FunctionCall::of_item(tx, &item.id)?
        .ok_or_else(|| Error::conflict(say!("op-function-not-one", id = item.id)))
}

/// Returns why an item cannot begin. What moved since the decision is checked here, just before the effect.
fn obstacle(
    tx: &mut Tx<'_>,
    item: &mut Item,
    call: &FunctionCall,
    input: &BeginInput,
) -> Result<Option<Message>> {
    if item.status != ItemStatus::Confirmed {
        let message = match item.status {
            ItemStatus::Applying => say!("op-function-taken", id = item.id),
            status => say!("judge-it-is", status = status.as_str()),
        };
        return Ok(Some(message));
    }
    if let Some(control) = tx.get::<Control>(Control::FREEZE)? {
        return Ok(Some(say!("op-froze-thaw", who = control.by)));
    }
    let run: Run = tx.need(&item.run)?;
    if let Some((why, _)) = crate::run::held_up(&run).filter(|_| run.status != RunStatus::Completed) {
        return Ok(Some(why));
    }
    if item.expires_at.is_some_and(|at| at <= tx.now()) {
        decide::expire(tx, item)?;
        return Ok(Some(say!("judge-nobody-decided-again")));
    }
    if input.version != call.version {
        let shown = |version: &Option<String>| version.clone().unwrap_or_else(|| "-".to_owned());
        let (now, was) = (shown(&input.version), shown(&call.version));
        return drift(tx, item, say!("op-function-other-version", name = call.function, now, was)).map(Some);
    }
    let tool = gate::tool_of(tx, item)?;
    let args = landing::exact_args(tx, item)?;
    let examined = gate::examine(tx, &run, tool, args, gate::Options::after(item.ordinal))?;
    if examined.verdict.ruling == Ruling::Refuse {
        let why = Message::joined("; ", &examined.verdict.reasons);
        return drift(tx, item, say!("op-policy-refuses", saids = why)).map(Some);
    }
    if examined.digest() != item.digest {
        return drift(tx, item, say!("op-function-judged-anew", id = item.id)).map(Some);
    }
    if !matches!(item.allowed_by, Some(AllowedBy::Person(_))) && !examined.proceeds() {
        // What let it proceed is gone: a person decides.
        (item.decided_at, item.allowed_by) = (None, None);
        change_set::step(tx, item, Trigger::Withdraw)?;
        return Ok(Some(say!("op-queued")));
    }
    Ok(None)
}

fn drift(tx: &mut Tx<'_>, item: &mut Item, why: Message) -> Result<Message> {
    item.error = Some(why.clone());
    item.decided_at = None;
    item.told = false;
    change_set::step(tx, item, Trigger::Drift)?;
    Ok(why)
}

/// Says that a process is still at work.
pub struct FunctionRenew;

/// What it is at.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RenewInput {
    /// The item or the job that it began.
    pub id: String,
    /// The word it began with.
    pub claim: String,
}

/// Until when it is believed now.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RenewOutput {
    /// Until when it must report or renew; none if it is not believed to be at work any more.
    pub until: Option<u64>,
}

impl Op for FunctionRenew {
    const NAME: &'static str = "function.renew";
    const DOC: &'static str = "Say that a function or a job is still being carried out";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/functions/renew";
    const CLI: &'static str = "";
    type Input = RenewInput;
    type Output = RenewOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &RenewInput) -> Result<RenewOutput> {
        let claim = claimed(&input.claim)?;
        if let Some(mut job) = tx.get::<FunctionJob>(&input.id)?.filter(|j| j.agent == tx.actor().name) {
            if job.claim.as_ref() != Some(&claim) || job.leased_until.is_none() {
                return Ok(RenewOutput { until: None });
            }
            job.leased_until = Some(tx.now().saturating_add(job.lease_ms));
            tx.put(&job)?;
            return Ok(RenewOutput { until: job.leased_until });
        }
        let item = decide::find_item(tx, &input.id)?;
        tx.about(Some(&item.run), Some(&item.tool));
        let mut call = called(tx, &item)?;
        if call.claim.as_ref() != Some(&claim) || call.leased_until.is_none() {
            return Ok(RenewOutput { until: None });
        }
        call.leased_until = Some(tx.now().saturating_add(call.lease_ms));
        tx.put(&call)?;
        Ok(RenewOutput { until: call.leased_until })
    }
}
