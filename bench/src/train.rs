//! What people and agents do most, done to a program that counts as it goes: `cargo xtask dist` builds from what it counted.
//! It is what is measured, and the demo; what is rarely done is left to the back of the program.

use std::process::{Command, Stdio};

use countersign_core::{Error, Result};

use crate::{commands, daemon, gateway, program, report::Report, start, web};

/// How many tasks each client proposes and decides.
const EACH: usize = 60;

/// Does all of it once.
pub fn run() -> Result<()> {
    let mut report = Report::unheard();
    commands::measure(&mut report)?;
    start::measure(&mut report)?;
    demo()?;
    daemon::pairs_per_s(EACH)?;
    web::pages(&mut report)?;
    gateway::ours()
}

/// The story that everybody begins with: files, commands, decisions, undo, and the log.
fn demo() -> Result<()> {
    let home = tempfile::tempdir().map_err(Error::bug)?;
    let mut command = Command::new(program::countersign()?);
    command.args(["demo", "--yes"]).env("COUNTERSIGN_HOME", home.path()).env_remove("COUNTERSIGN_TOKEN");
    let ended = command.current_dir(home.path()).stdout(Stdio::null()).status().map_err(Error::bug)?;
    if ended.success() { Ok(()) } else { Err(Error::bug(format!("the demo ended with {ended}"))) }
}
