//! The program under measurement: the one from this build, or another one given by path.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Child, Command},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use countersign_core::{Error, ErrorCode, Result};
use rustix::process::{Pid, Signal, kill_process};

/// How long a program may take to exit.
const PATIENCE: Duration = Duration::from_secs(20);

static NAMED: OnceLock<PathBuf> = OnceLock::new();

/// Sets another program to measure.
pub fn set(path: &Path) {
    // Only the command line sets it, and only once.
    let _ = NAMED.set(path.to_owned());
}

/// Returns the path of `countersign`.
pub fn countersign() -> Result<PathBuf> {
    NAMED.get().map_or_else(|| built("countersign"), |named| there(named.clone()))
}

/// Returns whether a program other than that of this build is measured.
pub fn is_named() -> bool {
    NAMED.get().is_some()
}

/// Returns the path of a program from this build.
pub fn built(name: &str) -> Result<PathBuf> {
    there(env::current_exe().map_err(Error::bug)?.with_file_name(name))
}

fn there(path: PathBuf) -> Result<PathBuf> {
    if path.is_file() {
        return Ok(path);
    }
    Err(Error::new(ErrorCode::NotFound, format!("{} is missing", path.display()))
        .hint("use cargo xtask bench"))
}

/// Stops the daemon that a command may have started in `home` and waits: it must not outlive its folder.
pub fn down(home: &Path) -> Result<()> {
    let mut command = Command::new(countersign()?);
    command.arg("down").env("COUNTERSIGN_HOME", home).env_remove("COUNTERSIGN_TOKEN");
    command.output().map(drop).map_err(Error::bug)
}

/// Asks a program to exit, waits, and kills it if it does not: an instrumented program writes its profile at exit.
pub fn end(child: &mut Child) {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let asked = id.is_some_and(|id| kill_process(id, Signal::TERM).is_ok());
    let until = Instant::now() + PATIENCE;
    while asked && Instant::now() < until && matches!(child.try_wait(), Ok(None)) {
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
}
