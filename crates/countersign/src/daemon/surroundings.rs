//! The environment of a daemon that a command starts. Approved commands run in it, so it must not be an agent's: only a
//! person's command passes its own environment on, and so does the first command of a home without tokens, unless it is
//! one that agents start.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs,
    path::PathBuf,
    process::Command,
};

use countersign_core::{ActorKind, Result};

use crate::{
    home::{self, Home},
    own_process, session,
};

/// The search path of a daemon that no person started.
pub const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Other variables that such a daemon inherits: none that determines which program runs, or what it reads first.
const HARMLESS: &[&str] =
    &["LANG", "LC_ALL", "TZ", "USER", "LOGNAME", "COUNTERSIGN_IDLE_S", "COUNTERSIGN_LOG"];

/// Whose command starts a daemon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starter {
    /// An agent's, whatever its token.
    Agent,
    /// Decided by its token.
    Unknown,
}

/// Sets the daemon's environment.
pub fn lend(home: &Home, starter: Starter, command: &mut Command) {
    if starter == Starter::Unknown && is_persons(home).unwrap_or(false) {
        command.env_remove("COUNTERSIGN_TOKEN");
        return;
    }
    let kept = HARMLESS.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)));
    let kept: Vec<_> = kept.collect();
    command.env_clear().envs(kept).env("PATH", PATH);
    if let Some(own) = own_folder() {
        command.env("HOME", own);
    }
    for (name, folder) in [("XDG_DATA_HOME", &home.data), ("XDG_CONFIG_HOME", &home.settings)] {
        if let Some(parent) = folder.parent() {
            command.env(name, parent);
        }
    }
}

/// Returns whether this process has the environment that an agent's command lends a daemon, and nothing else.
pub fn is_plain(home: &Home) -> bool {
    let mut plain = Command::new("");
    lend(home, Starter::Agent, &mut plain);
    let named = |(name, value): (&OsStr, Option<&OsStr>)| Some((name.to_owned(), value?.to_owned()));
    let plain: BTreeMap<OsString, OsString> = plain.get_envs().filter_map(named).collect();
    let own: BTreeMap<OsString, OsString> =
        std::env::vars_os().filter(|(n, _)| n != "COUNTERSIGN_HOME").collect();
    plain == own
}

/// Returns whether this command is a person's: by looking its token up, not by its prefix. The token that a home keeps is
/// found by every process of its owner, so it says nothing in an agent's.
fn is_persons(home: &Home) -> Result<bool> {
    let Some(store) = home.store()?.read()? else { return Ok(true) };
    let config = home::config(&home.config())?;
    let engine = session::engine_of(home, &config, None, || Ok(store))?.engine;
    let token = session::token(home)?;
    Ok(engine.authenticate(token.as_deref())?.kind == ActorKind::Person
        && own_process::agent(home)?.is_none())
}

/// Returns this user's home folder from the machine's records, whatever `HOME` says.
fn own_folder() -> Option<PathBuf> {
    let uid = rustix::process::geteuid().as_raw().to_string();
    let text = fs::read_to_string("/etc/passwd").ok()?;
    let fields =
        text.lines().map(|line| line.split(':').collect::<Vec<_>>()).find(|f| f.get(2) == Some(&&*uid))?;
    fields.get(5).filter(|folder| folder.starts_with('/')).map(PathBuf::from)
}
