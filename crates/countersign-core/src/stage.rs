//! Operates on stages: which stage a call runs in, who may use one, and what follows when its content has
//! landed.

pub mod land;
pub mod operations;
mod record;
pub mod turn;

pub use self::record::{Stage, StageCommand, StageStatus};

use std::collections::BTreeMap;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    answer_status::WaitsKind,
    change_set,
    effect::operations::Ended,
    error::{Error, Result},
    item::{Item, Trigger, view::Waits},
    judge::Class,
    record::{Doc, Record},
    run::Run,
    status::Status,
    store::Scan,
    taint, text,
    tool::{Effect, Tool},
    tx::Tx,
    watch::Watch,
    world::{Ask, InStage, Landed},
};

/// The servers whose tools work in the stage of their run; all others act on the real world, and are judged
/// as always.
const SERVERS: [&str; 3] = ["filesystem", "data", "shell"];

/// The maximum number of folders of a stage, and of allowed hosts or paths.
const MAX_ROOTS: usize = 16;
const MAX_LET_THROUGH: usize = 200;
/// How many stages are checked for pending content, newest first.
const LISTED: usize = 50;
/// The maximum length of a command in a list.
const TITLE_CHARS: usize = 200;

/// The parameters of a new stage.
#[derive(Debug, Clone, Default)]
pub struct Fresh {
    /// The folders that are copied on write, resolved.
    pub roots: Vec<String>,
    /// The hosts that may be reached.
    pub hosts: Vec<String>,
    /// Paths where changes are real.
    pub through: Vec<String>,
}

/// Begins a stage for a run.
pub fn begin(tx: &mut Tx<'_>, run: &Run, fresh: Fresh) -> Result<Stage> {
    check_roots(&fresh.roots)?;
    if fresh.hosts.len().max(fresh.through.len()) > MAX_LET_THROUGH {
        return Err(Error::invalid(say!("judge-stage-let-through", most = MAX_LET_THROUGH)));
    }
    let stage = Stage {
        id: tx.new_id(Stage::KIND),
        run: run.id.clone(),
        agent: run.agent.clone(),
        by: tx.actor().to_string(),
        roots: fresh.roots,
        hosts: fresh.hosts,
        through: fresh.through,
        status: StageStatus::Open,
        at: tx.now(),
        ended_at: None,
        commands: Vec::new(),
        earlier: 0,
        denied: Vec::new(),
        denied_more: 0,
        item: None,
        receipts: Vec::new(),
    };
    tx.create(&stage)?;
    Ok(stage)
}

fn check_roots(roots: &[String]) -> Result<()> {
    if roots.is_empty() || roots.len() > MAX_ROOTS {
        return Err(Error::invalid(say!("judge-stage-folders", most = MAX_ROOTS))
            .hint(say!("judge-stage-folders-hint")));
    }
    for root in roots {
        let plain = root.split('/').skip(1).all(|part| !matches!(part, "" | "." | ".."));
        if !root.starts_with('/') || !plain || root.contains('\0') {
            return Err(Error::invalid(say!("judge-stage-cannot", path = format!("{root:?}")))
                .hint(say!("judge-stage-cannot-hint")));
        }
    }
    Ok(())
}

/// Returns the hosts that commands in a stage may reach.
pub fn hosts_of(tx: &mut Tx<'_>, stage: &str) -> Result<Vec<String>> {
    let stage: Stage = tx.need(stage)?;
    Ok(stage.hosts.iter().chain(tx.setup().policy.hosts()).cloned().collect())
}

/// Whether calls of a tool work in the stage of their run.
pub fn works_in_stages(tool: &Tool) -> bool {
    matches!(tool.effect, Effect::World)
        && tool.upstream.is_none()
        && SERVERS.contains(&tool.server.as_str())
        && tool.name != Watch::TOOL
}

/// Whether a run proposed a call before it worked in its stage. 0 is none of its proposals, but a step of its plan.
fn is_before(run: &Run, ordinal: u32) -> bool {
    (1..run.staged_from).contains(&ordinal)
}

/// Returns the stage in which a call of `tool`, the `ordinal`th of `run`, runs, if any.
pub fn of_call(tx: &mut Tx<'_>, run: &Run, tool: &Tool, ordinal: u32) -> Result<Option<InStage>> {
    let Some(id) = &run.stage else { return Ok(None) };
    if !works_in_stages(tool) || is_before(run, ordinal) {
        return Ok(None);
    }
    let stage: Stage = tx.need(id)?;
    if stage.status == StageStatus::Dropped {
        return Err(Error::conflict(say!("judge-stage-of-run-dropped", stage = stage.id))
            .hint(say!("judge-start-new-run")));
    }
    // Hosts were let through before the run had read what it has read: only a person's yes opens them now.
    let is_marked = !taint::of_run(tx, &run.id)?.is_empty();
    let hosts = if is_marked { Vec::new() } else { hosts_of(tx, &stage.id)? };
    Ok(Some(InStage { id: stage.id, roots: stage.roots, hosts, approved: false, client: !is_marked }))
}

/// Resolves `given` to a stage that the caller may see.
pub fn find(tx: &mut Tx<'_>, given: &str) -> Result<Stage> {
    let stage: Stage = tx.find(given)?;
    if tx.actor().kind == ActorKind::Agent && stage.agent != tx.actor().name {
        return Err(Error::not_found(say!("judge-not-yours", kind = "stage", id = given)));
    }
    Ok(stage)
}

/// Like [`find()`], for a stage that was not dropped.
pub fn find_live(tx: &mut Tx<'_>, given: &str) -> Result<Stage> {
    let stage = find(tx, given)?;
    if stage.status == StageStatus::Dropped {
        return Err(Error::conflict(say!("judge-stage-dropped", stage = stage.id)));
    }
    Ok(stage)
}

/// Returns which of these stages are in use now.
pub fn in_use(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<String>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let args = Doc::from_iter([("stages".to_owned(), json!(ids))]);
    let used = tx.world_read(Ask { tool: Stage::IN_USE.to_owned(), args, ..Ask::default() })?;
    serde_json::from_value(used).map_err(Error::bug)
}

/// A summary of one stage's content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// Whether something real would be deleted.
    pub deletes: bool,
    /// Whether a command runs in it.
    pub used: bool,
}

/// Returns the stages with content that a person has yet to land or drop, of one run or of all.
pub fn waiting(tx: &mut Tx<'_>, run: Option<&str>) -> Result<Vec<Waits>> {
    if tx.is_empty(Stage::KIND.name, "stage.live")? {
        return Ok(Vec::new());
    }
    let scan = Scan::prefix(Stage::KIND.name, "stage.live", "").reversed().limit(LISTED);
    let mut open = Vec::new();
    for stage in tx.list::<Stage>(&scan)? {
        let wanted = stage.status == StageStatus::Open && run.is_none_or(|run| run == stage.run);
        // A landing that was begun is itself waiting in the inbox.
        let asked = stage.item.as_ref().map(|id| tx.get::<Item>(id)).transpose()?.flatten();
        if wanted && !asked.is_some_and(|item| item.status.is_open()) {
            open.push(stage);
        }
    }
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<&String> = open.iter().map(|stage| &stage.id).collect();
    let args = Doc::from_iter([("stages".to_owned(), json!(ids))]);
    let held = tx.world_read(Ask { tool: Stage::HOLDING.to_owned(), args, ..Ask::default() })?;
    let held: BTreeMap<String, Holding> = serde_json::from_value(held).map_err(Error::bug)?;
    Ok(open.into_iter().filter_map(|stage| Some(waits(held.get(&stage.id)?, stage))).collect())
}

/// Creates the inbox entry of a stage.
fn waits(held: &Holding, stage: Stage) -> Waits {
    let last = stage.commands.last();
    let folders = text::line(&stage.roots.join(", "), TITLE_CHARS);
    let title = match last {
        Some(last) => {
            let command = text::line(&last.command, TITLE_CHARS);
            say!("judge-stage-waits-command", folders, command)
        }
        None => say!("judge-stage-waits", folders),
    };
    let class = if held.deletes { Class::Destructive } else { Class::Mutable };
    Waits {
        kind: WaitsKind::Stage,
        title,
        risk_level: class.risk_level(),
        status: if held.used { StageStatus::Running } else { stage.status }.into(),
        at: last.map_or(stage.at, |command| command.ended_at.unwrap_or(command.started_at)),
        auto_approve_timeout: None,
        id: stage.id,
        run: stage.run,
        agent: stage.agent,
    }
}

/// Refuses while a command runs in it.
pub fn check_unused(tx: &mut Tx<'_>, stage: &Stage) -> Result<()> {
    match in_use(tx, std::slice::from_ref(&stage.id))?.is_empty() {
        true => Ok(()),
        false => {
            Err(Error::conflict(say!("judge-stage-used", stage = stage.id))
                .hint(say!("judge-stage-used-hint")))
        }
    }
}

/// Retracts the open proposal to land a stage, if there is one.
pub fn retract(tx: &mut Tx<'_>, stage: &mut Stage) -> Result<()> {
    let Some(id) = stage.item.take() else { return Ok(()) };
    let mut item: Item = tx.need(&id)?;
    if item.status == crate::item::ItemStatus::Applying {
        return Err(Error::conflict(say!("judge-stage-landing", stage = stage.id)));
    }
    if item.status.is_open() && item.status.on(Trigger::Retract).is_ok() {
        change_set::step(tx, &mut item, Trigger::Retract)?;
    }
    Ok(())
}

/// Notes the outcome of an effect: the landing of a stage, or a call that ran in one.
pub fn settled(tx: &mut Tx<'_>, item: &Item, receipt: Option<&str>, outcome: &Ended<Landed>) -> Result<()> {
    let Ended::Done(landed) = outcome else { return Ok(()) };
    if item.tool == Stage::LAND {
        return all_landed(tx, item, receipt, landed);
    }
    let run: Run = tx.need(&item.run)?;
    let Some(id) = run.stage.clone().filter(|_| !is_before(&run, item.ordinal)) else { return Ok(()) };
    let Some(mut stage) = tx.get::<Stage>(&id)? else { return Ok(()) };
    let denied = landed.result["denied"].as_array().into_iter().flatten();
    stage.deny(denied.filter_map(|denied| Message::deserialize(denied).ok()));
    if stage.status == StageStatus::Landed {
        stage.status = stage.status.to(StageStatus::Open)?;
    }
    tx.put(&stage)
}

fn all_landed(tx: &mut Tx<'_>, item: &Item, receipt: Option<&str>, landed: &Landed) -> Result<()> {
    let id = item.args.get("stage").and_then(Value::as_str).unwrap_or_default();
    let Some(mut stage) = tx.get::<Stage>(id)? else { return Ok(()) };
    stage.item = None;
    stage.receipts.extend(receipt.map(str::to_owned));
    if landed.result["left"] == 0 {
        stage.status = stage.status.to(StageStatus::Landed)?;
    }
    tx.put(&stage)
}

/// A stage as it is shown: with whether a command runs in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StageView {
    /// The stage.
    #[serde(flatten)]
    pub stage: Stage,
}

impl StageView {
    /// Creates views of all, in order.
    pub fn all(tx: &mut Tx<'_>, stages: Vec<Stage>) -> Result<Vec<Self>> {
        let live = |s: &&Stage| s.status != StageStatus::Dropped;
        let ids: Vec<String> = stages.iter().filter(live).map(|s| s.id.clone()).collect();
        let used = in_use(tx, &ids)?;
        let shown = |mut stage: Stage| {
            if used.contains(&stage.id) {
                stage.status = StageStatus::Running;
            }
            Self { stage }
        };
        Ok(stages.into_iter().map(shown).collect())
    }

    /// Creates the view of one.
    pub fn of(tx: &mut Tx<'_>, stage: Stage) -> Result<Self> {
        Self::all(tx, vec![stage])?.pop().ok_or_else(|| Error::bug("a stage was shown and is gone"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_that_can_be_named_plainly_are_staged() {
        check_roots(&["/w".to_owned(), "/home/ana/project".to_owned()]).unwrap();
        for root in ["", "/", "w", "./w", "/w/", "/w/../etc", "/w/./x", "//w", "/w\0"] {
            assert!(check_roots(&[root.to_owned()]).is_err(), "{root:?}");
        }
        assert!(check_roots(&[]).is_err());
    }
}
