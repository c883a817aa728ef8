//! Tests commands that take long: how long they may, and who hears what they print meanwhile.

use std::sync::{Arc, Mutex};

use countersign_core::engine::work;
use serde_json::{Value, json};

use super::{Desk, codex, has_means, warns};

/// Prints something five times a second, eighteen times.
const PRINTS: &str = "for n in $(seq 18); do echo line $n; sleep 0.2; done";

/// Runs a command, and returns its answer and what was told meanwhile.
fn heard(desk: &Desk, args: Value) -> (Value, Vec<String>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let into = told.clone();
    let listener: work::Listener = Arc::new(move |text| into.lock().unwrap().push(text.to_owned()));
    let call = || desk.done(&codex(), "call.propose", json!({"tool": "shell.run", "args": args}));
    let answer = work::heard_by(Some(listener), call);
    let told = told.lock().unwrap().clone();
    (answer, told)
}

#[test]
fn a16_a_command_is_not_ended_while_it_prints_and_a_silent_one_is() {
    if !has_means() {
        return;
    }
    let desk = Desk::with_policy("[rehearsal]\ntimeout_s = 2");
    desk.put("build.sh", &format!("{PRINTS}; echo built > made.txt"));
    desk.put("silent.sh", "echo begun; sleep 60");
    let item = desk.held("bash build.sh");
    assert!(!item["preview"].to_string().contains("too long"), "{item}");
    let result = desk.confirm(&item)["receipt"]["result"].clone();
    assert_eq!((&result["exit_code"], &result["timed_out"]), (&json!(0), &json!(false)), "{result}");
    assert!(result["stdout"].as_str().unwrap().ends_with("line 18\n"), "{result}");
    assert_eq!(desk.holds("made.txt").as_deref(), Some("built\n"));
    warns(&desk.held("bash silent.sh"), "it was not rehearsed: it took too long");
}

#[test]
fn a16_time_that_is_given_ends_a_command_although_it_prints() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let args = json!({"command": "yes", "timeout_s": 1});
    let answer = desk.done(&codex(), "call.propose", json!({"tool": "shell.run", "args": args}));
    assert_eq!(
        (&answer["status"], &answer["result"]["timed_out"]),
        (&json!("done"), &json!(true)),
        "{answer}"
    );
}

#[test]
fn a16_what_a_command_prints_is_told_while_it_runs_without_secrets() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let token = format!("ghp_{}", "a1B2".repeat(9));
    desk.put("p.sh", &format!("echo begun; echo token={token}; sleep 2; echo end; sleep 1"));
    let (answer, told) = heard(&desk, json!({"command": "bash p.sh"}));
    assert_eq!(answer["status"], "done", "{answer}");
    let all = told.join("\n");
    assert!(all.contains("begun") && !all.contains(&token) && all.contains("redacted"), "{told:?}");
    let (_, nothing) = heard(&desk, json!({"command": "sleep 2"}));
    assert_eq!(nothing, Vec::<String>::new());
}

#[test]
fn a1_what_a_rule_asks_about_prints_nothing_before_the_yes() {
    if !has_means() {
        return;
    }
    let policy = "[[rule]]\nname = \"look first\"\ntools = [\"shell.run\"]\nthen = \"ask\"";
    let desk = Desk::with_policy(policy);
    desk.put("p.sh", "echo begun; sleep 2; echo end");
    for command in ["bash p.sh", "cat p.sh; sleep 2; echo x"] {
        let (answer, told) = heard(&desk, json!({"command": command}));
        assert_eq!((&answer["status"], told), (&json!("queued"), Vec::<String>::new()), "{answer}");
    }
}
