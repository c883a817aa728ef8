//! Runs a command of a stage in a process of its own, and asks the person about its changes afterwards. Whoever runs a
//! stage counts as its agent from then on and can decide nothing; the process that has only started it does not.

use std::{
    ffi::OsString,
    io,
    os::unix::process::ExitStatusExt as _,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use countersign_core::{Error, Result, stage::land::StageDiff};
use serde_json::json;
use signal_hook::consts::signal::{SIGINT, SIGQUIT};

use super::{BY_SIGNAL, LetIn};
use crate::{caller::ask, custom_commands::decide, exit, progress, session::Session};

/// Runs the command, then asks. The exit code is the command's own.
pub fn run(session: &Session, stage: &str, let_in: &LetIn, argv: &[OsString]) -> Result<u8> {
    let failed = |e: io::Error| Error::bug(format!("the stage does not run: {e}"));
    // The terminal signals all its processes; while the command runs, only that should react.
    progress::leave_ctrl_c();
    let is_over = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGQUIT] {
        signal_hook::flag::register_conditional_default(signal, is_over.clone()).map_err(failed)?;
    }
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command.args(["stage", "run", stage, "--no-ask"]);
    for host in &let_in.hosts {
        command.arg("--hosts").arg(host);
    }
    for path in &let_in.through {
        command.arg("--through").arg(path);
    }
    let ended = command.arg("--").args(argv).status().map_err(failed)?;
    is_over.store(true, Ordering::SeqCst);
    let caller = session.caller()?;
    if ask::<StageDiff>(&caller, json!({"id": stage})).is_ok_and(|found| !found.empty) {
        decide::in_place(session, &caller, stage)?;
    }
    let code = ended.code().or(ended.signal().map(|signal| BY_SIGNAL + signal));
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(exit::FAILED))
}
