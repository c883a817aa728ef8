//! Runs a person's own command in a stage, at their terminal: a whole agent, a build, a shell.

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result, judge::Rehearsal, text::visible};
use countersign_rehearsal::{Denied, Ender, Io, Layers, Limit, Limits, Network, Program, World, start};
use countersign_words::{Message, say};

use super::{
    Around, Stages,
    hidden::{secrets_in_scratch, secrets_near},
};
use crate::shell::run_world;

/// A command to run in a stage.
#[derive(Debug, Clone, Default)]
pub struct Command {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Its whole environment.
    pub env: Vec<(OsString, OsString)>,
    /// Its working folder.
    pub cwd: PathBuf,
    /// Hidden paths, besides those hidden in every stage.
    pub hidden: Vec<PathBuf>,
    /// Paths where its changes are real.
    pub through: Vec<PathBuf>,
    /// The hosts it may reach.
    pub hosts: Vec<String>,
    /// The settings for caches.
    pub rehearsal: Rehearsal,
}

/// How a command in a stage ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code, if it exited.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The limits that it ran into.
    pub over: Vec<&'static str>,
    /// Somebody ended it.
    pub stopped: bool,
    /// Its denied attempts, as messages.
    pub denied: Vec<Message>,
}

/// Limits of a command at a terminal: generous, since a person watches it.
fn limits() -> Limits {
    Limits { time: None, waiting: None, memory: 16 << 30, processes: 4_096, disk: 16 << 30 }
}

impl Stages {
    /// Runs a command in layers to its end, at the terminal of this process; `begun` gets the handle that ends it.
    pub fn run(
        &self,
        id: &str,
        layers: &Layers,
        command: &Command,
        begun: impl FnOnce(Ender),
    ) -> Result<Ended> {
        // Two overlays of the same layers would each miss what the other changes.
        run_world::end(&self.folder, id);
        let near = self.near(&layers.roots);
        let hidden = self.hidden.iter().chain(&command.hidden).chain(&near);
        let around = Around { rehearsal: command.rehearsal.clone(), ..Around::default() };
        let asides = self.asides(&around, layers, id, &command.through);
        let world = World {
            layers,
            asides: asides.folders.clone(),
            on_top: Vec::new(),
            still: Vec::new(),
            hidden: self.out_of_sight(hidden, &command.through),
            instead: Vec::new(),
            closed: self.closed(),
            through: command.through.clone(),
            network: network(&command.hosts),
            shared: None,
            apart: false,
            watch_files: false,
            limits: limits(),
        };
        let program = Program {
            argv: command.argv.clone(),
            env: command.env.clone(),
            cwd: command.cwd.clone(),
            io: Io::Inherited,
        };
        let name = command.argv.first().map(|n| visible(&n.to_string_lossy()).text).unwrap_or_default();
        let running = start(&world, &program).map_err(|e| not_started(&name, &e))?;
        begun(running.ender());
        let mut ended = running
            .wait(None)
            .map_err(|e| Error::conflict(say!("effect-program-not-awaited", name, error = e)))?;
        asides.finish(&mut ended);
        Ok(Ended {
            code: ended.code,
            signal: ended.signal,
            over: ended.over.iter().copied().filter(|l| *l != Limit::Ended).map(limit_name).collect(),
            stopped: ended.over.contains(&Limit::Ended),
            denied: ended.denied.iter().map(denied).collect(),
        })
    }
}

impl Stages {
    /// Returns the secrets of other projects, and those in world-writable folders.
    pub(super) fn near(&self, roots: &[PathBuf]) -> Vec<PathBuf> {
        let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let mut found = secrets_near(&home.into_iter().collect::<Vec<_>>(), roots);
        found.extend(secrets_in_scratch(roots));
        found
    }

    /// Returns what stays hidden if some paths are let through: Countersign's own folders always do.
    pub(super) fn out_of_sight<'a>(
        &self,
        hidden: impl Iterator<Item = &'a PathBuf>,
        through: &[PathBuf],
    ) -> Vec<PathBuf> {
        let let_in = |path: &&PathBuf| !through.iter().any(|t| path.starts_with(t));
        hidden.filter(let_in).filter(|path| exists(path)).cloned().collect()
    }

    /// Returns Countersign's own folders, which stay closed in any case: their names reveal other stages.
    pub(super) fn closed(&self) -> Vec<PathBuf> {
        self.own.iter().filter(|path| exists(path)).cloned().collect()
    }
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Returns the network of a world with these hosts.
pub(crate) fn network(hosts: &[String]) -> Network {
    if hosts.is_empty() { Network::None } else { Network::Hosts(hosts.to_vec()) }
}

/// Returns why a program could not be started.
pub(super) fn not_started(name: &str, e: &io::Error) -> Error {
    match e.kind() {
        io::ErrorKind::NotFound => {
            Error::not_found(say!("effect-program-none", name = format!("{:?}", name)))
                .hint(say!("effect-program-check"))
        }
        _ => Error::conflict(say!("effect-program-not-staged", name, said = e))
            .hint(say!("effect-doctor-lacks")),
    }
}

/// Names a limit.
pub(crate) fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Processes => "processes",
        Limit::Disk => "disk",
        Limit::Aside => "cache",
        Limit::Ended => "ended",
    }
}

/// Names a limit in a sentence; None if it is not a limit.
pub(super) fn limit(limit: Limit) -> Option<Message> {
    match limit {
        Limit::Time => Some(say!("effect-limit-time")),
        Limit::Memory => Some(say!("effect-limit-memory")),
        Limit::Processes => Some(say!("effect-limit-processes")),
        Limit::Disk => Some(say!("effect-limit-disk")),
        Limit::Aside => Some(say!("effect-limit-aside")),
        Limit::Ended => None,
    }
}

/// Describes a denied attempt.
pub(crate) fn denied(attempt: &Denied) -> Message {
    let path = |path: &Path| visible(&path.to_string_lossy()).text;
    match attempt {
        Denied::Host(host) => say!("effect-denied-network", host = visible(host).text),
        Denied::Name(name) => say!("effect-denied-address", host = visible(name).text),
        Denied::Socket(name) => say!("effect-denied-socket", name = visible(name).text),
        Denied::Write(to) => say!("effect-denied-change", path = path(to)),
        Denied::Read(from) => say!("effect-denied-read", path = path(from)),
        Denied::Absent(from) => say!("effect-denied-absent", path = path(from)),
        Denied::Call(name) => say!("effect-denied-call", name = visible(name).text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_let_through_is_not_hidden_and_neither_is_what_is_not_there() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir(at("ssh")).unwrap();
        std::fs::write(at("ssh/id"), "x").unwrap();
        std::fs::write(at("env"), "x").unwrap();
        let hidden = [at("ssh"), at("ssh/id"), at("env"), at("gone")];
        let stages = Stages { own: vec![at("own")], ..Stages::default() };
        std::fs::create_dir(at("own")).unwrap();
        let seen = |through: &[PathBuf]| stages.out_of_sight(hidden.iter(), through);
        assert_eq!(seen(&[]), [at("ssh"), at("ssh/id"), at("env")]);
        assert_eq!(seen(&[at("ssh"), at("own")]), [at("env")]);
        assert_eq!(stages.closed(), [at("own")]);
    }

    #[test]
    fn h2_what_was_denied_is_told_without_control_characters() {
        let told = denied(&Denied::Host("evil\u{1b}[2J.test:443".to_owned()));
        assert!(told.starts_with("network: evil") && !told.contains('\u{1b}'), "{told}");
    }
}
