//! Measures the cost of judging a command line: the analysis alone, and `countersign check` as people and programs run
//! it.

use std::{
    hint::black_box,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use countersign_core::{
    Error, Result,
    analysis::{Setting, shell},
};
use serde_json::json;

use crate::{
    program,
    report::{Report, Target, median},
};

/// Commands as agents type them.
const TYPICAL: &[&str] = &[
    "ls -la src",
    "git status --short && git diff --stat",
    "cd crates/core && grep -rn \"fn judge\" --include='*.rs' . | head -20",
    "cat package.json | jq '.scripts'",
    "find . -name '*.py' -not -path './node_modules/*' | xargs grep -l TODAY",
    "sed -n '10,40p' src/main.rs",
    "for f in src/*.rs; do wc -l \"$f\"; done",
    "cargo test -p core 2>&1 | tail -30",
    "rm -rf build dist && mkdir -p build",
    "git log --oneline -10 | awk '{print $1}'",
];
const ROUNDS: usize = 200;
const LINES: usize = 20_000;
const STARTS: usize = 30;

/// Measures all three.
pub fn measure(report: &mut Report) -> Result<()> {
    let setting =
        Setting { cwd: Some("/w".to_owned()), home: Some("/home/ana".to_owned()), ..Setting::default() };
    let mut costs = Vec::new();
    for round in 0..ROUNDS {
        for line in TYPICAL {
            let begun = Instant::now();
            black_box(shell(black_box(line), &setting));
            // The first round only warms up the tables.
            if round > 0 {
                costs.push(begun.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    report.add("a typical command line, analysed, median", median(costs), "µs", Target::Below(100.0));
    let binary = program::countersign()?;
    let home = tempfile::tempdir().map_err(Error::bug)?;
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let begun = Instant::now();
        let mut command = check(&binary, home.path());
        command.args(["--command", "git status --short"]).stdout(Stdio::null());
        command.status().map_err(Error::bug)?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    report.add("start of check, median", median(times), "ms", Target::Below(15.0));
    report.add("check --jsonl", lines_per_second(&binary, home.path())?, "/s", Target::AtLeast(10_000.0));
    Ok(())
}

fn check(binary: &Path, home: &Path) -> Command {
    let mut command = Command::new(binary);
    command.arg("check").env("COUNTERSIGN_HOME", home).env_remove("COUNTERSIGN_TOKEN");
    command
}

fn lines_per_second(binary: &Path, home: &Path) -> Result<f64> {
    let line = |n: usize| {
        let command = TYPICAL.get(n % TYPICAL.len());
        json!({"id": n, "tool": "shell.run", "args": {"command": command}}).to_string() + "\n"
    };
    let input: String = (0..LINES).map(line).collect();
    let mut command = check(binary, home);
    command.arg("--jsonl").stdin(Stdio::piped()).stdout(Stdio::null());
    let begun = Instant::now();
    let mut child = command.spawn().map_err(Error::bug)?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).map_err(Error::bug)?;
    }
    child.wait().map_err(Error::bug)?;
    Ok(LINES as f64 / begun.elapsed().as_secs_f64())
}
