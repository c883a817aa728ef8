//! `run.mode`, `mode.set`, `mode.list`, `mode.clear`: persons set in which mode a run, an agent or the work in a folder is
//! decided about. What loosens is logged; no agent and nothing from its process can do it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Governed, StandingMode, all, governing, note_loosened, put_in_force};
use crate::{
    ActorKind, Role,
    authority::operations::{ById, Nothing, check_name},
    error::{Error, Result},
    judge::{Millionths, Mode},
    op::Op,
    record::Record,
    run::{self, ModeFrom, Run, steer},
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// How many modes can be set.
const MOST: usize = 200;

/// Sets the mode of a run.
pub struct RunMode;

/// A run and its mode from now on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunModeInput {
    /// The run.
    pub id: String,
    /// Who decides about its steps from now on.
    pub mode: Mode,
    /// The number for `confidence_threshold`; 0.8 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_threshold: Option<Millionths>,
}

impl Op for RunMode {
    const NAME: &'static str = "run.mode";
    const DOC: &'static str = "Set in which mode a running run is decided about from now on";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/runs/{id}/mode";
    const CLI: &'static str = "run mode {id} {mode} --confidence-threshold {confidence_threshold}";
    type Input = RunModeInput;
    type Output = Run;

    fn run(&self, tx: &mut Tx<'_>, input: &RunModeInput) -> Result<Run> {
        let mut found = steer::going(tx, &input.id)?;
        check_threshold(input.mode, input.confidence_threshold)?;
        let before = Governed::of(&found);
        let now = Governed { mode: input.mode, threshold: input.confidence_threshold, from: ModeFrom::Run };
        now.put(tx, &mut found)?;
        if now.loosens(before) {
            note_loosened(tx, &found.id, now, before);
        }
        tx.about(Some(&found.id), None);
        run::shown(tx, found)
    }
}

/// A threshold is for one mode only.
pub fn check_threshold(mode: Mode, threshold: Option<Millionths>) -> Result<()> {
    match threshold {
        Some(_) if mode != Mode::ConfidenceThreshold => Err(Error::invalid(say!("op-threshold-mode"))),
        _ => Ok(()),
    }
}

/// Sets the mode of an agent or a folder.
pub struct ModeSet;

/// A mode, and for whose work or where.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetInput {
    /// Who decides about the steps of such runs.
    pub mode: Mode,
    /// The number for `confidence_threshold`; 0.8 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_threshold: Option<Millionths>,
    /// The agent whose runs it is for; with a folder, only those that work there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The folder, as an absolute path; it is for the runs that work there or below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

/// A mode that a person set, and what changed by it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SetOutput {
    /// What was set.
    #[serde(flatten)]
    pub set: StandingMode,
    /// The running runs that follow it from now on.
    pub runs: Vec<String>,
    /// Whether less is asked now than before.
    pub loosened: bool,
    /// In words.
    pub message: Message,
}

impl Op for ModeSet {
    const NAME: &'static str = "mode.set";
    const DOC: &'static str =
        "Set in which mode the runs of an agent, or the runs in a folder, are decided about";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/modes";
    const CLI: &'static str =
        "mode set {mode} --agent {agent} --folder {folder} --confidence-threshold {confidence_threshold}";
    type Input = SetInput;
    type Output = SetOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &SetInput) -> Result<SetOutput> {
        check_threshold(input.mode, input.confidence_threshold)?;
        let folder = input.folder.as_deref().map(|given| folder_of(tx, given)).transpose()?;
        let agent = input.agent.as_deref().map(|name| agent_of(tx, name)).transpose()?;
        if folder.is_none() && agent.is_none() {
            return Err(Error::invalid(say!("op-mode-whose")).hint(say!("op-mode-whose-hint")));
        }
        let (id, at, by) = (tx.new_id(StandingMode::KIND), tx.now(), tx.actor().name.clone());
        let (mode, confidence_threshold) = (input.mode, input.confidence_threshold);
        let mut set = StandingMode { id, agent, folder, mode, confidence_threshold, by, at };
        let said = all(tx)?;
        let before = before(tx, &said, &set)?;
        match said.iter().find(|one| (&one.agent, &one.folder) == (&set.agent, &set.folder)) {
            Some(old) => set.id.clone_from(&old.id),
            None if said.len() >= MOST => return Err(Error::conflict(say!("op-mode-most", n = MOST))),
            None => {}
        }
        tx.put(&set)?;
        let now = Governed { mode, threshold: confidence_threshold, from: set.from() };
        let loosened = now.loosens(before);
        if loosened {
            note_loosened(tx, &name_of(&set), now, before);
        }
        let runs = put_in_force(tx, &set)?;
        let message = say!("op-mode-was-set", what = name_of(&set), mode = mode.as_str(), n = runs.len());
        Ok(SetOutput { set, runs, loosened, message })
    }
}

/// Returns what was said of the same agent or folder before, or governed there without that.
fn before(tx: &mut Tx<'_>, said: &[StandingMode], set: &StandingMode) -> Result<Governed> {
    let old = said.iter().find(|one| (&one.agent, &one.folder) == (&set.agent, &set.folder));
    match old {
        Some(old) => Ok(Governed { mode: old.mode, threshold: old.confidence_threshold, from: old.from() }),
        None => governing(tx, set.agent.as_deref().unwrap_or_default(), set.folder.as_deref()),
    }
}

/// Names whose work, or where.
fn name_of(set: &StandingMode) -> String {
    let parts = [set.agent.as_deref(), set.folder.as_deref()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns the name of an agent, as a run would have it.
pub fn agent_of(tx: &mut Tx<'_>, name: &str) -> Result<String> {
    let name = name.trim();
    // Tool calls of a person, and stages, have these names, which no token has.
    if !matches!(name, "local" | "stage") {
        check_name(tx, ActorKind::Agent, name)?;
    }
    Ok(name.to_owned())
}

/// Returns a folder as the runs there name it; a relative one is relative to the caller's.
pub fn folder_of(tx: &Tx<'_>, given: &str) -> Result<String> {
    let from = tx.call().origin.cwd.as_deref();
    let home_or_relative = given.trim();
    let found = crate::analysis::path::resolve(from, None, home_or_relative);
    let wrong = || {
        let shown = crate::text::visible(given).text;
        Error::invalid(say!("op-mode-folder", path = shown)).hint(say!("op-mode-folder-hint"))
    };
    let folder = found.filter(|path| path.starts_with('/') && !given.trim().is_empty()).ok_or_else(wrong)?;
    Ok(match folder.trim_end_matches('/') {
        "" => "/".to_owned(),
        plain => plain.to_owned(),
    })
}

/// Lists the modes that persons set.
pub struct ModeList;

/// The modes that persons set, newest first; everything else is decided about in the policy's.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub modes: Vec<StandingMode>,
}

impl Op for ModeList {
    const NAME: &'static str = "mode.list";
    const DOC: &'static str = "List the modes that were set for agents and folders";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/modes";
    const CLI: &'static str = "mode list";
    type Input = Nothing;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ListOutput> {
        Ok(ListOutput { modes: all(tx)? })
    }
}

/// Ends a mode that a person set.
pub struct ModeClear;

impl Op for ModeClear {
    const NAME: &'static str = "mode.clear";
    const DOC: &'static str =
        "End a mode that was set for an agent or a folder: the policy's holds there again";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/modes/{id}/clear";
    const CLI: &'static str = "mode clear {id}";
    type Input = ById;
    type Output = SetOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<SetOutput> {
        let set: StandingMode = tx.find(&input.id)?;
        let before = Governed { mode: set.mode, threshold: set.confidence_threshold, from: set.from() };
        tx.delete::<StandingMode>(&set.id)?;
        let now = governing(tx, set.agent.as_deref().unwrap_or_default(), set.folder.as_deref())?;
        let loosened = now.loosens(before);
        if loosened {
            note_loosened(tx, &name_of(&set), now, before);
        }
        let runs = put_in_force(tx, &set)?;
        let message =
            say!("op-mode-was-cleared", what = name_of(&set), mode = now.mode.as_str(), n = runs.len());
        Ok(SetOutput { set, runs, loosened, message })
    }
}
