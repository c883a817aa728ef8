//! The terminal: how long a frame of the review desk takes, and how soon `countersign watch` tells of a proposal.

use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use countersign_core::{Error, Result};
use countersign_tui::measured;
use serde_json::json;

use crate::{
    daemon::{Client, Daemon},
    program,
    report::{Report, Target, median},
};

const FRAMES: usize = 200;
const ITEMS: usize = 10_000;
const LARGE: usize = 5 << 20;
const PROPOSALS: usize = 30;

/// Measures all of them.
pub fn measure(report: &mut Report) -> Result<()> {
    let ms = |times: Vec<Duration>| median(times.iter().map(|t| t.as_secs_f64() * 1e3).collect());
    let frames = ms(measured::list_frames(ITEMS, FRAMES));
    report.add("`countersign review`, a frame with 10,000 items, median", frames, "ms", Target::Below(16.0));
    let frames = ms(measured::difference_frames(LARGE, FRAMES));
    report.add("the same with a difference of 5 MB", frames, "ms", Target::Below(16.0));
    report.add("`countersign watch`, from proposal to line, median", watch()?, "ms", Target::Below(100.0));
    Ok(())
}

/// Returns the time from before a proposal is sent until its line is read.
fn watch() -> Result<f64> {
    let daemon = Daemon::start()?;
    let agent = daemon.token(&daemon.person, "agent", "codex")?;
    let mut client = Client::of(&daemon)?;
    let mut command = Command::new(program::countersign()?);
    command.arg("watch").env("COUNTERSIGN_HOME", daemon.home.path()).env("COUNTERSIGN_TOKEN", &daemon.person);
    let mut watch = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(Error::bug)?;
    let mut lines = BufReader::new(watch.stdout.take().ok_or_else(|| Error::bug("no output"))?);
    let mut times = Vec::new();
    for n in 0..=PROPOSALS {
        let begun = Instant::now();
        let call = json!({"tool": "task.create_task", "args": {"title": format!("Task {n}")}});
        client.ask(&agent, "/v1/runs/-/calls", &call)?;
        lines.read_line(&mut String::new()).map_err(Error::bug)?;
        // The first one also waits for the start of the program.
        if n > 0 {
            times.push(begun.elapsed().as_secs_f64() * 1e3);
        }
    }
    program::end(&mut watch);
    Ok(median(times))
}
