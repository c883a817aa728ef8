//! What `setup` would change, found without changing anything.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result};
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
    agents,
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
            (_, true, true) => say!("command-setup-both"),
            (_, true, false) => say!("command-setup-hooks"),
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
    pub hooks: Vec<(&'static agents::Agent, Change)>,
    /// How the daemon comes to stay.
    pub daemon: Daemon,
    /// How a shell starts this program.
    program: String,
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
    for (agent, gate) in agents::Agent::gated() {
        let folder = hook::folder(agent)?;
        if !is_here(agent.name, &here, Some(&folder)) {
            continue;
        }
        match hooks_of(session, agent, &own) {
            Ok(changes) => hooks.extend(changes.into_iter().map(|change| (agent, change))),
            Err(e) => problems.push((folder.join(gate.files.first().map_or("", |file| file.user)), e)),
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
    let program = hook::program(&session.home)?;
    Ok(Plan { agents, problems, hooks, daemon, program, imports, entry, places: alone, own })
}

/// Returns whether an agent is on this machine: it has settings, or its program is found.
fn is_here(name: &str, here: &Surroundings, folder: Option<&Path>) -> bool {
    let has_folder = folder.is_some_and(|folder| folder != here.home && folder.is_dir());
    let own = here.places().into_iter().filter(|p| p.whose == Whose::User && p.agent.as_str() == name);
    let known = agents::Agent::named(name);
    has_folder
        || own.map(|place| place.path).any(|path| path.exists())
        || known.is_some_and(|agent| agent.gate.is_some() && is_on_path(agent.program))
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
        let folder = gate_of(agent).and_then(|agent| hook::folder(agent).ok());
        if !is_here(agent.as_str(), here, folder.as_deref()) {
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
    let breaks = |agent: &'static agents::Agent| {
        let files = agent.gate.iter().flat_map(|gate| gate.files);
        hook::folder(agent)
            .is_ok_and(|folder| files.map(|f| folder.join(f.user)).any(|path| is_broken(&path)))
    };
    let mut found = Vec::new();
    for agent in Agent::ALL {
        let of: Vec<&Place> = places.iter().filter(|p| p.agent == agent).collect();
        if of.is_empty() {
            continue;
        }
        let gated = gate_of(agent);
        let left_out = of.iter().any(|p| is_broken(&p.path)) || gated.is_some_and(breaks);
        let (agent, program) = (agent.as_str(), agent.program());
        found.push(FoundAgent { agent, hooks: gated.is_some(), mcp: true, left_out, program });
    }
    let imported = |name: &str| Agent::ALL.into_iter().any(|agent| agent.as_str() == name);
    for (agent, _) in agents::Agent::gated().filter(|(agent, _)| !imported(agent.name)) {
        if is_here(agent.name, here, hook::folder(agent).ok().as_deref()) {
            let (name, program, left_out) = (agent.name, agent.program, breaks(agent));
            found.push(FoundAgent { agent: name, hooks: true, mcp: false, left_out, program });
        }
    }
    let known = |name: &str| found.iter().any(|agent: &FoundAgent| agent.agent == name) || imported(name);
    let only_seen: Vec<_> =
        learn::seen().into_iter().filter(|name| !known(name) && here.home.is_dir()).collect();
    found.extend(only_seen.into_iter().map(|agent| FoundAgent {
        agent,
        hooks: false,
        mcp: false,
        left_out: false,
        program: agent,
    }));
    found
}

/// Returns the entry of an agent whose own tools can be judged.
fn gate_of(agent: Agent) -> Option<&'static agents::Agent> {
    agents::Agent::named(agent.as_str()).filter(|agent| agent.gate.is_some())
}

/// Returns the changes that install an agent's hooks; none if they are installed.
fn hooks_of(session: &Session, agent: &'static agents::Agent, own: &[PathBuf]) -> Result<Vec<Change>> {
    let hooks = Hooks::of(&session.home, agent, false)?;
    let mut found = Vec::new();
    for settings in &hooks.files {
        let file = file::read(&settings.path)?;
        file.as_ref().map_or(Ok(()), |file| entry::check(file, own))?;
        found.push(file);
    }
    let after = hooks.installed(&hook::program(&session.home)?, USUAL_WAIT_S)?;
    let mut changes = Vec::new();
    // What denies comes first.
    for ((settings, file), after) in hooks.files.iter().zip(found).zip(after).rev() {
        let before = file.as_ref().map(|file| file.text.clone());
        let Some(after) = after.filter(|after| Some(after) != before.as_ref()) else { continue };
        let path = file.as_ref().map_or_else(|| settings.path.clone(), |file| file.path.clone());
        let mode = file.as_ref().map_or(0o600, |file| file.mode);
        changes.push(Change { path, before: file, after, mode, own: Vec::new(), is_toml: false });
    }
    Ok(changes)
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
        let mut changes = self.imports.server_changes(tokens)?;
        for place in &self.places {
            let token = tokens.get(&place.agent).map(String::as_str);
            changes.extend(entry::added(place, &self.entry, token, &self.own)?);
        }
        changes.extend(self.unit());
        for (agent, change) in &self.hooks {
            // Servers and rules may lie in one file.
            let Some(earlier) = changes.iter_mut().find(|earlier| earlier.path == change.path) else {
                changes.push(change.clone());
                continue;
            };
            let both = hook::with_rules(agent, &earlier.after, &self.program, USUAL_WAIT_S);
            earlier.after = both.ok_or_else(|| {
                let what = say!("command-hook-unexpected", path = change.path.display());
                Error::new(ErrorCode::Settings, what).hint(say!("command-hook-correct"))
            })?;
        }
        let alone = self.places.iter().any(|place| place.agent == Agent::ClaudeCode);
        let names = alone.then(|| import::plan::ENTRY.to_owned()).into_iter();
        let names: BTreeSet<String> = names.chain(import::approval::names(&self.imports)).collect();
        import::approval::onto(&mut changes, &names.into_iter().collect::<Vec<_>>())?;
        Ok(changes)
    }
}
