//! Runs in motion: which run a call belongs to.

use crate::{
    ActorKind,
    error::{Error, Result},
    model::{Run, RunStatus},
    record::Record,
    store::Scan,
    tx::Tx,
};

/// A run that was not heard of for so long is over.
pub const IDLE_MS: u64 = 30 * 60_000;

/// The run that a call belongs to: the one it names, else the open one of this agent in this folder, else a new
/// one.
pub fn for_call(tx: &mut Tx<'_>, named: Option<&str>) -> Result<Run> {
    if let Some(named) = named {
        let run = own(tx, named)?;
        if run.status != RunStatus::Running {
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
    start(tx, None, None, None)
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

/// Starts a run.
pub fn start(
    tx: &mut Tx<'_>,
    subject: Option<String>,
    thread: Option<String>,
    title: Option<String>,
) -> Result<Run> {
    let actor = tx.actor();
    let owner = match actor.kind {
        ActorKind::Person => Some(actor.name.clone()),
        _ => actor.owner.clone(),
    };
    let run = Run {
        id: tx.new_id(Run::KIND),
        agent: actor.agent_name().to_owned(),
        owner,
        subject,
        thread,
        title,
        cwd: tx.call().origin.cwd.clone(),
        status: RunStatus::Running,
        active: true,
        started_at: tx.now(),
        last_at: tx.now(),
        ended_at: None,
        proposed: 0,
        open_set: None,
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
