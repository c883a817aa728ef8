//! The commands of the README, typed in order on an empty home.

use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
};

/// The part of the README that can be typed from top to bottom.
const PART: &str = "\n## By hand\n";

/// One command: who types it, what, and whether it is shown to be refused.
struct Typed {
    by_agent: bool,
    line: String,
    is_refused: bool,
}

fn typed() -> Vec<Typed> {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let part = readme.split_once(PART).unwrap().1;
    let part = part.split("\n## ").next().unwrap();
    let mut all: Vec<Typed> = Vec::new();
    for block in part.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            if let Some(line) = line.strip_prefix("$ ") {
                all.push(Typed { by_agent: false, line: line.to_owned(), is_refused: false });
            } else if let Some(line) = line.strip_prefix("codex$ ") {
                all.push(Typed { by_agent: true, line: line.to_owned(), is_refused: false });
            } else if line.starts_with("error:") {
                all.last_mut().unwrap().is_refused = true;
            }
        }
    }
    all
}

#[test]
fn h8_the_commands_of_the_readme_work_typed_in_order_on_an_empty_home() {
    let all = typed();
    assert!(all.len() > 10, "{}", all.len());
    let dir = tempfile::tempdir().unwrap();
    let (home, bin) = (dir.path().join("ana"), dir.path().join("bin"));
    fs::create_dir_all(&home).unwrap();
    fs::create_dir_all(&bin).unwrap();
    symlink(env!("CARGO_BIN_EXE_countersign"), bin.join("countersign")).unwrap();
    let mut script = String::from("trap 'countersign down >&2' EXIT\n");
    for Typed { by_agent, line, is_refused } in &all {
        // A call of an agent may wait for a person.
        let codes = match (by_agent, is_refused) {
            (_, true) => "3",
            (true, false) => "0|7",
            (false, false) => "0",
        };
        let token = if *by_agent { "COUNTERSIGN_TOKEN=$CODEX " } else { "" };
        let quoted = line.replace('\'', r"'\''");
        script.push_str(&format!(
            "{token}{line}\ncase $? in {codes}) ;; *) echo \"failed with $?\": '{quoted}' >&2; exit 1;; esac\n"
        ));
    }
    let mut command = Command::new("bash");
    command.args(["--norc", "-c", &script]).env_clear().current_dir(&home).stdin(Stdio::null());
    command.env("HOME", &home).env("COUNTERSIGN_IDLE_S", "60").env("LC_ALL", "C.UTF-8");
    command.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    let output = command.output().unwrap();
    let told =
        format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
}
