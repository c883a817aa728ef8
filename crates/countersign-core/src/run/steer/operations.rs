//! Steering: `run.steer`, `run.redirect`, `run.pause`, `run.resume`, `run.stop`, and `run.memory`, which
//! lists a run's instructions.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind, countdown,
    error::{Error, Result},
    op::Op,
    plan, question,
    record::Record,
    redact,
    run::{
        self, Instruction, Run, RunStatus,
        operations::OneRun,
        steer::{self, Lasting},
    },
    status::Status,
    step,
    store::Scan,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];
/// The maximum length of a reason.
const REASON_CHARS: usize = 2_000;

/// Gives a run an instruction.
pub struct RunSteer;

/// An instruction for a run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SteerInput {
    /// The run.
    pub id: String,
    /// What to do; the agent reads it with the next answer it gets.
    pub instruction: String,
}

impl Op for RunSteer {
    const NAME: &'static str = "run.steer";
    const DOC: &'static str = "Give a run an instruction; its agent reads it with the next answer it gets";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "PATCH /v1/runs/{id}";
    const CLI: &'static str = "run steer {id} {instruction}";
    type Input = SteerInput;
    type Output = Instruction;

    fn run(&self, tx: &mut Tx<'_>, input: &SteerInput) -> Result<Instruction> {
        let found = steer::going(tx, &input.id)?;
        steer::instruct(tx, &found, &input.instruction)
    }
}

/// Redirects a run to something else.
pub struct RunRedirect;

/// What came of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RedirectOutput {
    /// What the agent will read.
    pub instruction: Instruction,
    /// The proposals that were rejected.
    pub rejected: Vec<String>,
    /// The instructions that it replaced.
    pub superseded: Vec<String>,
}

impl Op for RunRedirect {
    const NAME: &'static str = "run.redirect";
    const DOC: &'static str = "Tell a run to do something else: its proposals are rejected, and instructions it was not told yet are dropped";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/runs/{id}/redirect";
    const CLI: &'static str = "run redirect {id} {instruction}";
    type Input = SteerInput;
    type Output = RedirectOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &SteerInput) -> Result<RedirectOutput> {
        let mut found = steer::going(tx, &input.id)?;
        steer::check_text(&input.instruction)?;
        let start: String = input.instruction.trim().chars().take(Instruction::SUMMARY_CHARS).collect();
        let reason = say!("op-redirected", instruction = start);
        let superseded = steer::supersede(tx, &found.id)?;
        let rejected = steer::deny_open(tx, &found, &reason, Lasting::Yes)?;
        plan::abort_for_run(tx, &mut found, &reason)?;
        step::end_for_run(tx, &mut found, &reason)?;
        tx.put(&found)?;
        let instruction = steer::instruct(tx, &found, &input.instruction)?;
        Ok(RedirectOutput { instruction, rejected, superseded })
    }
}

/// Pauses a run.
pub struct RunPause;

/// A run, and why.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldInput {
    /// The run.
    pub id: String,
    /// Why; the agent reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Op for RunPause {
    const NAME: &'static str = "run.pause";
    const DOC: &'static str = "Pause a run: nothing of it begins until it is resumed";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/runs/{id}/pause";
    const CLI: &'static str = "run pause {id} --reason {reason}";
    type Input = HoldInput;
    type Output = Run;

    fn run(&self, tx: &mut Tx<'_>, input: &HoldInput) -> Result<Run> {
        let mut found = steer::going(tx, &input.id)?;
        if found.status == RunStatus::Paused {
            let who = found.held_by.as_ref().map_or_else(|| say!("judge-somebody"), Message::from);
            return Err(Error::conflict(say!("op-paused-already", who, id = found.id)));
        }
        hold(tx, &mut found, RunStatus::Paused, input.reason.as_deref())?;
        tx.put(&found)?;
        Ok(found)
    }
}

fn hold(tx: &mut Tx<'_>, found: &mut Run, status: RunStatus, reason: Option<&str>) -> Result<()> {
    let reason = reason.map(str::trim).filter(|r| !r.is_empty());
    if reason.is_some_and(|r| r.chars().count() > REASON_CHARS) {
        return Err(
            Error::invalid(say!("op-reason-range", n = REASON_CHARS)).hint(say!("op-hint-steer-more"))
        );
    }
    found.status = found.status.to(status)?;
    found.held_by = Some(tx.actor().name.clone());
    found.reason = reason.map(redact::text);
    tx.about(Some(&found.id), None);
    Ok(())
}

/// Resumes a run.
pub struct RunResume;

impl Op for RunResume {
    const NAME: &'static str = "run.resume";
    const DOC: &'static str = "Resume a paused run";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/runs/{id}/resume";
    const CLI: &'static str = "run resume {id}";
    type Input = OneRun;
    type Output = Run;

    fn run(&self, tx: &mut Tx<'_>, input: &OneRun) -> Result<Run> {
        let mut found = steer::going(tx, &input.id)?;
        if found.status != RunStatus::Paused && !found.is_rolled_back() {
            return Err(Error::conflict(say!("op-run-not-paused", id = found.id)));
        }
        found.active = true;
        found.rolled_back = None;
        found.status = found.status.to(RunStatus::Running)?;
        (found.held_by, found.reason) = (None, None);
        // It could not be active while it was paused.
        found.last_at = tx.now();
        tx.put(&found)?;
        // Nobody could object in the meantime.
        countdown::begin_anew(tx, Some(&found.id))?;
        tx.about(Some(&found.id), None);
        run::shown(tx, found)
    }
}

/// Stops a run.
pub struct RunStop;

/// A run that was stopped, and what ended with it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct StopOutput {
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// The proposals that were denied.
    pub denied: Vec<String>,
    /// The questions that nobody need answer any more.
    pub cancelled: Vec<String>,
}

impl Op for RunStop {
    const NAME: &'static str = "run.stop";
    const DOC: &'static str =
        "Stop a run: its proposals are denied, effects under way finish, and no call of it runs";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/runs/{id}/stop";
    const CLI: &'static str = "run stop {id} --reason {reason}";
    type Input = HoldInput;
    type Output = StopOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &HoldInput) -> Result<StopOutput> {
        let mut found = steer::going(tx, &input.id)?;
        hold(tx, &mut found, RunStatus::Aborted, input.reason.as_deref())?;
        let why = match &found.reason {
            Some(reason) => say!("op-run-stopped-why", reason),
            None => say!("judge-stopped"),
        };
        let denied = steer::deny_open(tx, &found, &why, Lasting::No)?;
        let cancelled = question::cancel_open(tx, &found.id)?;
        plan::abort_for_run(tx, &mut found, &why)?;
        step::end_for_run(tx, &mut found, &why)?;
        found.bars = true;
        run::end(tx, &mut found, RunStatus::Aborted)?;
        tx.note("stopped", json!({"denied": denied.len(), "cancelled": cancelled.len()}));
        Ok(StopOutput { run: found, denied, cancelled })
    }
}

/// Lists a run's instructions.
pub struct RunMemory;

/// What a run was told.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MemoryOutput {
    /// The run.
    pub run: String,
    /// In the order in which it was given.
    pub memory: Vec<Instruction>,
}

impl Op for RunMemory {
    const NAME: &'static str = "run.memory";
    const DOC: &'static str =
        "Show the instructions that persons gave a run, in order; an agent sees those it was told";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/runs/{id}/memory";
    const CLI: &'static str = "run memory {id}";
    type Input = OneRun;
    type Output = MemoryOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OneRun) -> Result<MemoryOutput> {
        let found = run::own(tx, &input.id)?;
        let scan = Scan::prefix(Instruction::KIND.name, "instruction.run", &format!("{}/", found.id));
        let mut memory: Vec<Instruction> = tx.list(&scan)?;
        // Reading does not deliver: otherwise an instruction would be told twice, or superseded too late.
        if tx.actor().kind == ActorKind::Agent {
            memory.retain(|i| i.delivered_at.is_some());
        }
        Ok(MemoryOutput { run: found.id, memory })
    }
}
