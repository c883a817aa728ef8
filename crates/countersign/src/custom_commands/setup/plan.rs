//! What `setup` would change, found without changing anything.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result};
use countersign_words::{Message, say};
use serde::Serialize;

use super::super::{
    hook::{self, Hooks, USUAL_WAIT_S},
    import::{
        self,
        agent::{Agent, Place, Surroundings, Whose},
        entry, file,
        plan::{Change, Wanted},
    },
    learn,
};
use crate::{
    daemon::{
        Info,
        lock::Lock,
        unit::{self, Unit},
    },
    session::Session,
};

/// An agent on this machine.
#[derive(Debug, Serialize)]
pub struct FoundAgent {
    /// Its name in Countersign.
    pub agent: &'static str,
    /// Whether its own tools are judged, by hooks.
    pub hooks: bool,
    /// Whether its MCP servers are.
    pub mcp: bool,
    /// Whether its settings cannot be used.
    pub left_out: bool,
    /// The program that people start.
    pub program: &'static str,
}

impl FoundAgent {
    /// Says what of it is judged.
    pub fn words(&self) -> Message {
        match (self.left_out, self.hooks, self.mcp) {
            (true, ..) => say!("command-setup-broken"),
            (_, true, _) => say!("command-setup-both"),
            (_, _, true) => say!("command-setup-mcp", program = self.program),
            _ => say!("command-setup-neither", program = self.program),
        }
    }
}

/// How the daemon comes to stay.
pub enum Daemon {
    /// It does already.
    Stays,
    /// systemd starts it.
    ByUnit(Unit),
    /// It is started in the background.
    Detached,
}

/// All of it.
pub struct Plan {
    /// The agents that were found.
    pub agents: Vec<FoundAgent>,
    /// What cannot be used.
    pub problems: Vec<(PathBuf, Error)>,
    /// The hooks to install: agent and change.
    pub hooks: Vec<(hook::Agent, Change)>,
    /// How the daemon comes to stay.
    pub daemon: Daemon,
    imports: import::plan::Plan,
    entry: import::plan::Entry,
    /// Files that get the entry only.
    places: Vec<Place>,
    own: Vec<PathBuf>,
}

/// Makes the plan.
pub fn plan(session: &Session) -> Result<Plan> {
    let here = Surroundings::here()?;
    let own = [&session.home.data, &session.home.settings];
    let own: Vec<PathBuf> = own.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut problems = Vec::new();
    let mut hooks = Vec::new();
    for agent in hook::Agent::ALL {
        let path = agent.path(None)?;
        if !is_here(agent.name(), &here, Some(&path)) {
            continue;
        }
        match hooks_of(session, agent, &own) {
            Ok(change) => hooks.extend(change.map(|change| (agent, change))),
            Err(e) => problems.push((path, e)),
        }
    }
    let places = places(&here);
    let wanted = places.iter().map(|place| (place.clone(), false)).collect();
    let wanted: Wanted = import::wanted_of(session, &here, wanted, false)?;
    let entry = wanted.entry.clone();
    let mut imports = import::plan::plan(&session.home, wanted)?;
    problems.append(&mut imports.problems);
    let changed: BTreeSet<PathBuf> =
        imports.files.iter().filter(|f| f.is_changed()).map(|f| f.place.path.clone()).collect();
    let is_broken = |path: &Path| problems.iter().any(|(broken, _)| broken == path);
    let rest = places.iter().filter(|place| !changed.contains(&place.path) && !is_broken(&place.path));
    let (mut alone, mut broken) = (Vec::new(), Vec::new());
    for place in rest {
        match entry::added(place, &entry, None, &own) {
            Ok(None) => {}
            Ok(Some(_)) => alone.push(place.clone()),
            Err(e) => broken.push((place.path.clone(), e)),
        }
    }
    problems.append(&mut broken);
    let agents = agents(&here, &places, &problems);
    let daemon = daemon(session)?;
    Ok(Plan { agents, problems, hooks, daemon, imports, entry, places: alone, own })
}

/// Returns whether an agent is on this machine: it has settings, or its program is found.
fn is_here(name: &str, here: &Surroundings, settings: Option<&Path>) -> bool {
    let has_folder =
        settings.and_then(Path::parent).is_some_and(|folder| folder != here.home && folder.is_dir());
    let own = here.places().into_iter().filter(|p| p.whose == Whose::User && p.agent.as_str() == name);
    let known = Agent::ALL.into_iter().find(|agent| agent.as_str() == name);
    has_folder
        || own.map(|place| place.path).any(|path| path.exists())
        || known.is_some_and(|agent| agent != Agent::VsCode && is_on_path(agent.program()))
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.is_absolute() && folder.join(program).is_file())
}

/// Returns the settings files of the agents on this machine that name servers: one of each that exists, or the first.
fn places(here: &Surroundings) -> Vec<Place> {
    let user: Vec<Place> = here.places().into_iter().filter(|p| p.whose == Whose::User).collect();
    let mut chosen: Vec<Place> = Vec::new();
    for agent in Agent::ALL {
        let of: Vec<&Place> = user.iter().filter(|p| p.agent == agent).collect();
        let hooks = hook::Agent::ALL.into_iter().find(|h| h.name() == agent.as_str());
        let hooks = hooks.and_then(|h| h.path(None).ok());
        let first = of.first().map(|place| place.path.as_path());
        let folder = hooks.as_deref().or(first.filter(|_| agent != Agent::VsCode));
        if !is_here(agent.as_str(), here, folder) {
            continue;
        }
        let there: Vec<&Place> = of.iter().copied().filter(|p| p.path.symlink_metadata().is_ok()).collect();
        chosen.extend(
            if there.is_empty() { of.into_iter().take(1).collect() } else { there }.into_iter().cloned(),
        );
    }
    chosen
}

fn agents(here: &Surroundings, places: &[Place], problems: &[(PathBuf, Error)]) -> Vec<FoundAgent> {
    let is_broken = |path: &Path| problems.iter().any(|(broken, _)| broken == path);
    let mut found = Vec::new();
    for agent in Agent::ALL {
        let of: Vec<&Place> = places.iter().filter(|p| p.agent == agent).collect();
        if of.is_empty() {
            continue;
        }
        let hooks = hook::Agent::ALL.into_iter().find(|h| h.name() == agent.as_str());
        let hooks_at = hooks.and_then(|h| h.path(None).ok());
        let left_out = of.iter().any(|p| is_broken(&p.path)) || hooks_at.as_deref().is_some_and(is_broken);
        let (agent, program) = (agent.as_str(), agent.program());
        found.push(FoundAgent { agent, hooks: hooks.is_some(), mcp: true, left_out, program });
    }
    let known = |name: &str| Agent::ALL.into_iter().any(|agent| agent.as_str() == name);
    let only_seen = learn::seen().into_iter().filter(|name| !known(name) && here.home.is_dir());
    found.extend(only_seen.map(|agent| FoundAgent {
        agent,
        hooks: false,
        mcp: false,
        left_out: false,
        program: agent,
    }));
    found
}

/// Returns the change that installs an agent's hooks; `None` if they are installed.
fn hooks_of(session: &Session, agent: hook::Agent, own: &[PathBuf]) -> Result<Option<Change>> {
    let path = agent.path(None)?;
    let file = file::read(&path)?;
    file.as_ref().map_or(Ok(()), |file| entry::check(file, own))?;
    let hooks = Hooks::of(&session.home, agent, false)?;
    let after = hooks.installed(&hook::program(&session.home)?, USUAL_WAIT_S)?;
    let before = file.as_ref().map(|file| file.text.clone());
    let Some(after) = after.filter(|after| Some(after) != before.as_ref()) else { return Ok(None) };
    let path = file.as_ref().map_or(path, |file| file.path.clone());
    let mode = file.as_ref().map_or(0o600, |file| file.mode);
    Ok(Some(Change { path, before: file, after, mode, own: Vec::new(), is_toml: false }))
}

/// Says how the daemon comes to stay. systemd has one unit for a person, so a home that is named has none.
fn daemon(session: &Session) -> Result<Daemon> {
    let stays = Info::read(&session.home).is_some_and(|info| !info.auto) && Lock::is_held(&session.home);
    let is_named = std::env::var_os("COUNTERSIGN_HOME").is_some_and(|v| !v.is_empty());
    Ok(match stays {
        true => Daemon::Stays,
        false if !is_named && unit::works() => Daemon::ByUnit(Unit::of(&session.home, &[])?),
        false => Daemon::Detached,
    })
}

impl Plan {
    /// Returns whether no file changes.
    pub fn is_empty(&self) -> bool {
        self.imports.is_empty() && self.hooks.is_empty() && self.places.is_empty() && self.unit().is_none()
    }

    /// The agents whose entry needs a token.
    pub fn needing_tokens(&self) -> BTreeSet<Agent> {
        self.imports.agents().into_iter().chain(self.places.iter().map(|place| place.agent)).collect()
    }

    /// The names of the agents that are put behind Countersign.
    pub fn behind(&self) -> Vec<&'static str> {
        self.agents.iter().filter(|a| a.mcp && !a.left_out).map(|a| a.agent).collect()
    }

    fn unit(&self) -> Option<Change> {
        let Daemon::ByUnit(unit) = &self.daemon else { return None };
        let before = file::read(&unit.path).ok()?;
        let is_same = before.as_ref().is_some_and(|before| before.text == unit.text);
        let (path, after) = (unit.path.clone(), unit.text.clone());
        let change = Change { path, before, after, mode: 0o644, own: Vec::new(), is_toml: false };
        (!is_same).then_some(change)
    }

    /// Returns the changes of files, in the order in which they are made: an agent's entry always leads to existing
    /// servers.
    pub fn changes(&self, tokens: &BTreeMap<Agent, String>) -> Result<Vec<Change>> {
        let mut changes = self.imports.changes(tokens)?;
        for place in &self.places {
            let token = tokens.get(&place.agent).map(String::as_str);
            changes.extend(entry::added(place, &self.entry, token, &self.own)?);
        }
        changes.extend(self.unit());
        changes.extend(self.hooks.iter().map(|(_, change)| change.clone()));
        Ok(changes)
    }
}
