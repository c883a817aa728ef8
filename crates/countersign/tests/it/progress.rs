//! What takes long is shown at a terminal, with what Ctrl-C does; and Ctrl-C does that.

use std::{fs, process::Command};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::{Home, eventually, pty::Terminal};

/// A command in a folder to work in, apart from the home.
fn command(home: &Home, token: &str, args: &[&str]) -> Command {
    let work = home.dir.path().join("w");
    fs::create_dir_all(&work).unwrap();
    let mut command = home.command(token, args);
    command.current_dir(work).env("PATH", "/usr/bin:/bin");
    command
}

fn interrupt(terminal: &Terminal) {
    kill_process(Pid::from_child(&terminal.child), Signal::INT).unwrap();
}

/// Whether a process of this machine has these words on its command line.
fn runs(words: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(words))
}

#[test]
fn a_long_rehearsal_says_what_it_does_and_ctrl_c_cancels_it() {
    let home = Home::new();
    let (person, _) = home.with_people();
    let args = json!({"command": "echo begun > it; sleep 987"}).to_string();
    let call = ["call", "shell.run", "--args", &args];
    let terminal = Terminal::new(command(&home, &person, &call), "xterm-256color");
    terminal.sees("rehearsing echo begun > it; sleep 987", 1);
    terminal.sees("Ctrl-C cancels it", 1);
    interrupt(&terminal);
    let (code, text) = terminal.end();
    assert_eq!(code, 7, "it is asked about, without having run: {text}");
    assert!(text.contains("ended"), "{text}");
    eventually("nothing of it goes on", || !runs("sleep\0987"));
}

#[test]
fn a_landing_says_what_it_does_and_ctrl_c_ends_its_command() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    // The home is in the folder, so it cannot be rehearsed there, and runs for real after a yes.
    let args = json!({"command": "echo begun > it; sleep 986"}).to_string();
    let asked = home.json(&agent, &["call", "shell.run", "--args", &args], 7);
    let item = asked["item"]["id"].as_str().unwrap();
    home.json(&person, &["show", item], 0);
    let terminal = Terminal::new(
        command(&home, &person, &["confirm", item, "--yes", "--wait-s", "600"]),
        "xterm-256color",
    );
    terminal.sees("applying echo begun > it; sleep 986", 1);
    terminal.sees("Ctrl-C cancels it", 1);
    interrupt(&terminal);
    let (_, text) = terminal.end();
    let status = home.json(&person, &["status", item], 0);
    assert_eq!(status["result"]["signal"], 9, "{status} {text}");
    eventually("nothing of it goes on", || !runs("sleep\0986"));
}

#[test]
fn neither_programs_nor_dumb_terminals_nor_pipes_get_a_progress_line() {
    let home = Home::new();
    let (person, _) = home.with_people();
    let args = json!({"command": "sleep 1.5; echo done"}).to_string();
    let call = ["call", "shell.run", "--args", &args];
    let dumb = Terminal::new(command(&home, &person, &call), "dumb");
    let json = Terminal::new(command(&home, &person, &[&call[..], &["--json"]].concat()), "xterm-256color");
    for terminal in [dumb, json] {
        let (code, text) = terminal.end();
        assert!(code == 0 && text.contains("done") && !text.contains("rehearsing"), "{code} {text}");
    }
    let piped = command(&home, &person, &call).output().unwrap();
    assert!(piped.stderr.is_empty(), "{}", String::from_utf8_lossy(&piped.stderr));
}
