//! Operates on runs: which run a call belongs to, and what holds one up.

mod instruction;
pub mod news;
pub mod operations;
mod record;
pub mod rollback;
pub mod steer;

use countersign_words::{Message, say};

pub use self::instruction::{Instruction, MemoryKind};
pub use self::record::{ModeFrom, RolledBack, Run, RunStatus};

use crate::{
    ActorKind,
    error::{Error, Result},
    item::view::{Waits, by_risk},
    judge::{Millionths, Mode},
    mode, plan, question,
    record::Record,
    stage,
    status::Status,
    step,
    store::Scan,
    taint,
    tx::Tx,
    world::Job,
};

/// A run without activity for this long is over.
pub const IDLE_MS: u64 = 30 * 60_000;

/// Returns the run of a call: the one it names, else the open one of this agent in this folder, else a new
/// one. It may be paused or stopped: then the gate refuses its calls.
pub fn for_call(tx: &mut Tx<'_>, named: Option<&str>) -> Result<Run> {
    let run = found(tx, named)?;
    taint::follow(tx, &run)?;
    Ok(run)
}

fn found(tx: &mut Tx<'_>, named: Option<&str>) -> Result<Run> {
    if let Some(named) = named {
        let run = own(tx, named)?;
        if !run.status.is_open() && run.status != RunStatus::Aborted {
            return Err(Error::conflict(say!("judge-run-ended", run = run.id)).hint(say!("judge-start-new")));
        }
        if run.is_rolled_back() {
            let hint = say!("op-hint-new-or-reopen", id = run.id);
            return Err(Error::conflict(say!("op-run-rolled-back", id = run.id)).hint(hint));
        }
        return Ok(run);
    }
    if let Some(stopped) = stopped(tx)? {
        return Ok(stopped);
    }
    let (now, mut unheard) = (tx.now(), Vec::new());
    for mut run in open(tx)? {
        if run.is_rolled_back() && run.status != RunStatus::Paused {
            // Work after a rollback gets a run of its own, and with it what the agent was not told yet.
            unheard.extend(steer::untold(tx, &run.id)?);
            end(tx, &mut run, RunStatus::Completed)?;
            continue;
        }
        // A paused run does not end by inactivity: otherwise waiting would free the agent.
        let heard_of = run.status == RunStatus::Paused || run.last_at.saturating_add(IDLE_MS) > now;
        // Neither does a run whose agent has unread instructions.
        if heard_of || !steer::untold(tx, &run.id)?.is_empty() {
            steer::hand_on(tx, unheard, &run)?;
            return Ok(run);
        }
        end(tx, &mut run, RunStatus::Completed)?;
    }
    let stage = tx.setup().agents.get(tx.actor().agent_name()).is_some_and(|a| a.stage);
    let run = start(tx, Fresh { stage, ..Fresh::default() })?;
    steer::hand_on(tx, unheard, &run)?;
    Ok(run)
}

/// Returns the run for an agent's news: the one it names, else the open one in this folder.
pub fn for_news(tx: &mut Tx<'_>, named: Option<&str>) -> Result<Option<Run>> {
    match named {
        Some(named) => own(tx, named).map(Some),
        None => match stopped(tx)? {
            // A stopped session does not get news for a later one.
            Some(stopped) => Ok(Some(stopped)),
            None => Ok(open(tx)?.into_iter().next()),
        },
    }
}

/// Returns the open runs of the calling agent in this folder, most recently active first.
pub fn open(tx: &mut Tx<'_>) -> Result<Vec<Run>> {
    let scan = Scan::exactly(Run::KIND.name, "run.open", &folder(tx));
    let mut open: Vec<Run> = tx.list(&scan)?;
    open.sort_by_key(|r| std::cmp::Reverse(r.last_at));
    Ok(open)
}

/// Returns the index key for runs of the calling agent in this folder.
fn folder(tx: &Tx<'_>) -> String {
    format!("{}/{}", tx.actor().agent_name(), tx.call().origin.cwd.as_deref().unwrap_or_default())
}

/// Returns the stopped run in this folder because of which calls without a run are refused: stopped work must
/// not continue as if nothing had happened. A session that began later is a new start, and so is an agent
/// after long inactivity.
fn stopped(tx: &mut Tx<'_>) -> Result<Option<Run>> {
    if tx.is_empty(Run::KIND.name, "run.stopped")? {
        return Ok(None);
    }
    let (now, session_at) = (tx.now(), tx.call().origin.session_at);
    for mut run in tx.list::<Run>(&Scan::exactly(Run::KIND.name, "run.stopped", &folder(tx)))? {
        let ended_at = run.ended_at.unwrap_or_default();
        if run.last_at.max(ended_at).saturating_add(IDLE_MS) <= now {
            run.bars = false;
            tx.put(&run)?;
        } else if session_at.is_none_or(|at| at <= ended_at) {
            return Ok(Some(run));
        }
    }
    Ok(None)
}

/// Allows calls of an agent in a folder after a stop: a new run was started explicitly.
pub fn unbar(tx: &mut Tx<'_>, agent: &str, cwd: Option<&str>) -> Result<()> {
    let folder = format!("{agent}/{}", cwd.unwrap_or_default());
    for mut run in tx.list::<Run>(&Scan::exactly(Run::KIND.name, "run.stopped", &folder))? {
        run.bars = false;
        tx.put(&run)?;
    }
    Ok(())
}

/// Returns why nothing of a run may proceed now, and a hint; None if nothing holds it up.
pub fn held_up(run: &Run) -> Option<(Message, Message)> {
    let who = run.held_by.as_ref().map_or_else(|| say!("judge-a-person"), Message::from);
    let reason = run.reason.as_ref().map(|r| format!("{r:?}"));
    let (what, hint) = match (run.status, reason) {
        (RunStatus::Paused, None) => {
            (say!("judge-run-paused-by", run = run.id, who), say!("judge-run-paused-hint"))
        }
        (RunStatus::Paused, Some(reason)) => {
            (say!("judge-run-paused-by-why", run = run.id, who, reason), say!("judge-run-paused-hint"))
        }
        (RunStatus::Aborted, None) => {
            (say!("judge-run-stopped-by", run = run.id, who), say!("judge-run-stopped-hint"))
        }
        (RunStatus::Aborted, Some(reason)) => {
            (say!("judge-run-stopped-by-why", run = run.id, who, reason), say!("judge-run-stopped-hint"))
        }
        _ => return None,
    };
    Some((what, hint))
}

/// Refuses operations other than tool calls while the run is held up.
pub fn check_going(run: &Run) -> Result<()> {
    held_up(run).map_or(Ok(()), |(what, hint)| Err(Error::conflict(what).hint(hint)))
}

/// Returns a run that the caller may use: an agent's own, or any for a person.
pub fn own(tx: &mut Tx<'_>, named: &str) -> Result<Run> {
    let run: Run = tx.find(named)?;
    if tx.actor().kind == ActorKind::Agent && run.agent != tx.actor().name {
        // Reported as missing: an agent must not learn of other agents' work.
        return Err(Error::not_found(say!("judge-not-yours", kind = "run", id = named)));
    }
    Ok(run)
}

/// The parameters of a new run.
#[derive(Debug, Clone, Default)]
pub struct Fresh {
    /// Whose it is; by default the caller's.
    pub agent: Option<String>,
    /// The folder it works in; by default the caller's.
    pub cwd: Option<String>,
    /// What it is about.
    pub subject: Option<String>,
    /// The conversation it belongs to.
    pub thread: Option<String>,
    /// A line for people.
    pub title: Option<String>,
    /// The approval mode; by default the policy's.
    pub mode: Option<Mode>,
    /// The number for `confidence_threshold`.
    pub confidence_threshold: Option<Millionths>,
    /// Whether it needs one band more of confidence.
    pub critical: bool,
    /// The commands that check its steps.
    pub checks: Vec<String>,
    /// Whether its calls work in a stage.
    pub stage: bool,
}

/// Starts a run.
pub fn start(tx: &mut Tx<'_>, fresh: Fresh) -> Result<Run> {
    let actor = tx.actor();
    let is_person = actor.kind == ActorKind::Person;
    let owner = match actor.kind {
        ActorKind::Person => Some(actor.name.clone()),
        _ => actor.owner.clone(),
    };
    let agent = fresh.agent.unwrap_or_else(|| actor.agent_name().to_owned());
    let cwd = fresh.cwd.or_else(|| tx.call().origin.cwd.clone());
    let by_others = mode::governing(tx, &agent, cwd.as_deref())?;
    let own = fresh.mode.is_some() || fresh.confidence_threshold.is_some();
    let mut run = Run {
        id: tx.new_id(Run::KIND),
        agent,
        owner,
        subject: fresh.subject,
        thread: fresh.thread,
        title: fresh.title,
        cwd,
        status: RunStatus::Running,
        active: true,
        started_at: tx.now(),
        last_at: tx.now(),
        ended_at: None,
        proposed: 0,
        open_set: None,
        mode: fresh.mode.unwrap_or(by_others.mode),
        confidence_threshold: fresh.confidence_threshold.or(by_others.threshold),
        mode_from: if own { ModeFrom::Run } else { by_others.from },
        critical: fresh.critical,
        checks_by_person: is_person && !fresh.checks.is_empty(),
        checks: fresh.checks,
        step: None,
        plan: None,
        stage: None,
        staged_from: 0,
        held_by: None,
        reason: None,
        rolled_back: None,
        bars: false,
        host: tx.setup().hosts.own.clone(),
    };
    if fresh.stage {
        let roots = run.cwd.iter().cloned().collect();
        run.stage = Some(stage::begin(tx, &run, stage::Fresh { roots, ..stage::Fresh::default() })?.id);
    }
    tx.create(&run)?;
    taint::follow(tx, &run)?;
    Ok(run)
}

/// Ends a run; its open items stay for the person.
pub fn end(tx: &mut Tx<'_>, run: &mut Run, status: RunStatus) -> Result<()> {
    run.status = run.status.to(status)?;
    run.ended_at = Some(tx.now());
    if step::is_unreported(tx, run)? {
        step::end_for_run(tx, run, &say!("judge-run-ended-before"))?;
    }
    // Nobody is left to read them.
    steer::supersede(tx, &run.id)?;
    // Its scratch files.
    tx.order(Job::Forget { id: run.scratch() });
    tx.put(run)
}

/// Returns what waits for a person in a run, the most dangerous first.
pub fn waits_for(tx: &mut Tx<'_>, run: &Run) -> Result<Vec<Waits>> {
    let mut waiting = crate::change_set::waiting(tx, run)?;
    waiting.extend(step::waiting(tx, Some(&run.id))?);
    waiting.extend(plan::waiting(tx, Some(&run.id))?);
    waiting.extend(question::waiting(tx, Some(&run.id))?);
    waiting.sort_by(by_risk);
    Ok(waiting)
}

/// Returns a run for display: a running one with something waiting for a person is `waiting_approval`.
pub fn shown(tx: &mut Tx<'_>, mut run: Run) -> Result<Run> {
    if run.status == RunStatus::Running && !waits_for(tx, &run)?.is_empty() {
        run.status = RunStatus::WaitingApproval;
    }
    Ok(run)
}
