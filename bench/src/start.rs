//! Measures starting a command: time and memory of `countersign inbox --json` in an already used home, and the time
//! of `countersign prompt`, which shells run at every prompt.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use countersign_core::{Error, Result};

use crate::{
    program,
    report::{Report, Target, median},
};

const RUNS: usize = 30;
const INBOX: &[&str] = &["inbox", "--json"];
const PROMPT: &[&str] = &["prompt"];

/// Measures the program, which was built just before.
pub fn measure(report: &mut Report) -> Result<()> {
    let binary = program::countersign()?;
    let home = tempfile::tempdir().map_err(Error::bug)?;
    run(&binary, home.path(), INBOX, false)?;
    let (mut times, mut prompts) = (Vec::new(), Vec::new());
    let mut peak_kib = None;
    for _ in 0..RUNS {
        times.push(run(&binary, home.path(), INBOX, false)?.0);
        prompts.push(run(&binary, home.path(), PROMPT, false)?.0);
    }
    // Separate from the timed runs, since watching takes a core.
    for _ in 0..RUNS {
        peak_kib = peak_kib.max(run(&binary, home.path(), INBOX, true)?.1);
    }
    program::down(home.path())?;
    report.add("start of a command, median", median(times), "ms", Target::Below(30.0));
    report.add("`countersign prompt`, median", median(prompts), "ms", Target::Below(5.0));
    if let Some(kib) = peak_kib {
        report.add("start of a command, peak memory", kib as f64 / 1024.0, "MiB", Target::Below(30.0));
    } else {
        println!("(peak memory is not known here: it is read from /proc)");
    }
    Ok(())
}

/// Runs the command once. Returns its time in milliseconds, and its peak memory if watched.
fn run(binary: &Path, home: &Path, args: &[&str], watch: bool) -> Result<(f64, Option<u64>)> {
    let mut command = Command::new(binary);
    command.args(args).env("COUNTERSIGN_HOME", home).env_remove("COUNTERSIGN_TOKEN");
    let begun = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn().map_err(Error::bug)?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    let exit = loop {
        if !watch {
            break child.wait();
        }
        peak = peak.max(fs::read_to_string(&status).ok().and_then(|text| peak_kib(&text)));
        match child.try_wait() {
            Ok(None) => {}
            Ok(Some(exit)) => break Ok(exit),
            Err(e) => break Err(e),
        }
    };
    let took = begun.elapsed().as_secs_f64() * 1e3;
    match exit {
        Ok(exit) if exit.success() => Ok((took, peak)),
        Ok(exit) => Err(Error::bug(format!("countersign {} ended with {exit}", args.join(" ")))),
        Err(e) => Err(Error::bug(e)),
    }
}

/// Parses peak memory from `/proc/PID/status`. Until the child has executed `countersign`, it shows our own memory.
fn peak_kib(status: &str) -> Option<u64> {
    let field = |name: &str| status.lines().find_map(|l| l.strip_prefix(name)).map(str::trim);
    if field("Name:") != Some("countersign") {
        return None;
    }
    field("VmHWM:")?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_counts_only_once_the_child_is_the_command() {
        assert_eq!(peak_kib("Name:\tcountersign\nVmHWM:\t    9876 kB\n"), Some(9876));
        assert_eq!(peak_kib("Name:\tcountersign-ben\nVmHWM:\t    9876 kB\n"), None);
        assert_eq!(peak_kib("Name:\tcountersign\nState:\tZ (zombie)\n"), None);
    }
}
