//! The profiling workload: what people and agents do most. `cargo xtask dist` runs it on an instrumented build and
//! optimises from the profile. It covers the benchmarks and the demo; rare code is placed at the end of the binary.

use std::process::{Command, Stdio};

use countersign_core::{Error, Result};

use crate::{commands, daemon, gateway, pages, program, report::Report, start};

/// How many tasks each client proposes and decides.
const EACH: usize = 60;

/// Runs the workload once.
pub fn run() -> Result<()> {
    let mut report = Report::unheard();
    commands::measure(&mut report)?;
    start::measure(&mut report)?;
    demo()?;
    daemon::pairs_per_s(EACH)?;
    pages::measure(&mut report)?;
    gateway::ours()
}

/// Plays the demo: files, commands, decisions, undo, and the log.
fn demo() -> Result<()> {
    let home = tempfile::tempdir().map_err(Error::bug)?;
    let mut command = Command::new(program::countersign()?);
    command.args(["demo", "--yes"]).env("COUNTERSIGN_HOME", home.path()).env_remove("COUNTERSIGN_TOKEN");
    let ended = command.current_dir(home.path()).stdout(Stdio::null()).status().map_err(Error::bug)?;
    if ended.success() { Ok(()) } else { Err(Error::bug(format!("the demo ended with {ended}"))) }
}
