//! `world reset`: removes what commands of a workspace kept in their layers of tools' caches.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{Error, Result};
use countersign_tools::shell::reset_caches;
use countersign_words::{Message, say};
use serde_json::json;

use crate::{daemon::unusable, exit, session::Session};

/// The arguments of `world reset`.
pub fn reset_args(command: Command) -> Command {
    let folder = Arg::new("folder").value_name("DIR").help(say!("command-arg-world-folder").to_string());
    let all = Arg::new("all").long("all").action(ArgAction::SetTrue).conflicts_with("folder");
    command.arg(folder).arg(all.help(say!("command-arg-world-all").to_string()))
}

/// Removes them, unless a command of the workspace is running.
pub fn reset(session: &Session, matches: &ArgMatches) -> Result<u8> {
    session.home.need_own(say!("command-need-own-world"))?;
    let folder = PathBuf::from(matches.get_one::<String>("folder").map_or(".", String::as_str));
    let folder = folder.canonicalize().map_err(|e| unusable(&folder, &e))?;
    let workspace = (!matches.get_flag("all")).then_some(folder.as_path());
    let stages = session.home.stages().folder;
    let (reset, busy) = reset_caches(&stages, workspace).map_err(|e| unusable(&stages, &e))?;
    let named =
        |paths: &[PathBuf]| Message::joined(", ", paths.iter().map(|path| path.display().to_string()));
    if !busy.is_empty() {
        let told = say!("command-world-in-use", path = named(&busy));
        return Err(Error::conflict(told).hint(say!("command-world-in-use-hint")));
    }
    if session.screen.json {
        session.screen.value(&json!({"reset": reset}))?;
    } else {
        session.screen.told(&match reset.is_empty() {
            true => say!("command-world-reset-none", path = folder.display()),
            false => say!("command-world-reset-done", path = named(&reset)),
        })?;
    }
    Ok(exit::DONE)
}
