//! Runs in motion: which run a call belongs to.

use crate::{
    ActorKind,
    error::{Error, Result},
    judge::{Millionths, Mode},
    model::{Run, RunStatus},
    plan, question,
    record::Record,
    step,
    store::Scan,
    tx::Tx,
    view::{Waits, by_risk},
};

/// A run that was not heard of for so long is over.
pub const IDLE_MS: u64 = 30 * 60_000;

/// The run that a call belongs to: the one it names, else the open one of this agent in this folder, else a new
/// one.
pub fn for_call(tx: &mut Tx<'_>, named: Option<&str>) -> Result<Run> {
    if let Some(named) = named {
        let run = own(tx, named)?;
        if !run.status.is_open() {
            return Err(Error::conflict(format!("the run {} has ended", run.id)).hint("start a new one"));
        }
        return Ok(run);
    }
    let cwd = tx.call().origin.cwd.clone();
    let sort = format!("{}/{}", tx.actor().agent_name(), cwd.as_deref().unwrap_or_default());
    let scan = Scan::exactly(Run::KIND.name, "run.open", &sort);
    let mut open: Vec<Run> = tx.list(&scan)?;
    open.sort_by_key(|r| std::cmp::Reverse(r.last_at));
    let now = tx.now();
    for mut run in open {
        if run.last_at.saturating_add(IDLE_MS) > now {
            return Ok(run);
        }
        end(tx, &mut run, RunStatus::Completed)?;
    }
    start(tx, Fresh::default())
}

/// A run that the caller may use: an agent's own, or any for a person.
pub fn own(tx: &mut Tx<'_>, named: &str) -> Result<Run> {
    let run: Run = tx.find(named)?;
    if tx.actor().kind == ActorKind::Agent && run.agent != tx.actor().name {
        // Said as if it did not exist: other agents' work is none of its business.
        return Err(Error::not_found(format!("there is no run {named} of yours")));
    }
    Ok(run)
}

/// What is said of a run when it starts.
#[derive(Debug, Clone, Default)]
pub struct Fresh {
    /// What it is about.
    pub subject: Option<String>,
    /// The conversation it belongs to.
    pub thread: Option<String>,
    /// A line for people.
    pub title: Option<String>,
    /// What governs it; without one, the policy's.
    pub mode: Option<Mode>,
    /// The number for `confidence_threshold`.
    pub confidence_threshold: Option<Millionths>,
    /// Whether it needs one band more of confidence.
    pub critical: bool,
    /// The commands that check its steps.
    pub checks: Vec<String>,
}

/// Starts a run.
pub fn start(tx: &mut Tx<'_>, fresh: Fresh) -> Result<Run> {
    let actor = tx.actor();
    let is_person = actor.kind == ActorKind::Person;
    let owner = match actor.kind {
        ActorKind::Person => Some(actor.name.clone()),
        _ => actor.owner.clone(),
    };
    let run = Run {
        id: tx.new_id(Run::KIND),
        agent: actor.agent_name().to_owned(),
        owner,
        subject: fresh.subject,
        thread: fresh.thread,
        title: fresh.title,
        cwd: tx.call().origin.cwd.clone(),
        status: RunStatus::Running,
        active: true,
        started_at: tx.now(),
        last_at: tx.now(),
        ended_at: None,
        proposed: 0,
        open_set: None,
        mode: fresh.mode.unwrap_or_else(|| tx.setup().policy.mode()),
        confidence_threshold: fresh.confidence_threshold.or(tx.setup().policy.confidence_threshold()),
        critical: fresh.critical,
        checks_by_person: is_person && !fresh.checks.is_empty(),
        checks: fresh.checks,
        step: None,
        plan: None,
        held_by: None,
        reason: None,
    };
    tx.create(&run)?;
    Ok(run)
}

/// Ends a run; its open items stay for the person.
pub fn end(tx: &mut Tx<'_>, run: &mut Run, status: RunStatus) -> Result<()> {
    run.status = status;
    run.ended_at = Some(tx.now());
    tx.put(run)
}

/// What of a run waits for a person, the most dangerous first.
pub fn waits_for(tx: &mut Tx<'_>, run: &Run) -> Result<Vec<Waits>> {
    let mut waiting = crate::set::waiting(tx, run)?;
    waiting.extend(step::waiting(tx, Some(&run.id))?);
    waiting.extend(plan::waiting(tx, Some(&run.id))?);
    waiting.extend(question::waiting(tx, Some(&run.id))?);
    waiting.sort_by(by_risk);
    Ok(waiting)
}

/// A run as it is shown: one that works while something of it waits for a person is `waiting_approval`.
pub fn shown(tx: &mut Tx<'_>, mut run: Run) -> Result<Run> {
    if run.status == RunStatus::Running && !waits_for(tx, &run)?.is_empty() {
        run.status = RunStatus::WaitingApproval;
    }
    Ok(run)
}
