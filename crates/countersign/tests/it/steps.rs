//! Steps on the real binary: each band once, and countdowns that finish, are stopped, and survive a daemon.

use std::{fs, os::unix::fs::PermissionsExt};

use serde_json::{Value, json};

use crate::{Home, eventually};

const CHECKS: &str = "version = 1\nchecks = [\"./check.sh\"]\n";

/// A home whose policy checks steps, with a person and an agent.
fn home(policy: &str) -> (Home, String, String) {
    let home = Home::new();
    home.write("policy.toml", policy);
    let work = home.dir.path().canonicalize().unwrap();
    home.write("config.toml", &format!("roots = [{:?}]\n", work.display().to_string()));
    passes(&home, true);
    let (person, agent) = home.with_people();
    (home, person, agent)
}

/// Sets whether the check passes from now on.
fn passes(home: &Home, passes: bool) {
    let path = home.dir.path().join("check.sh");
    fs::write(&path, format!("#!/bin/sh\necho 'it is {passes}'\nexit {}\n", i32::from(!passes))).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap_or_else(|| panic!("no id in {value}")).to_owned()
}

fn begin(home: &Home, agent: &str) -> String {
    id(&home.json(agent, &["step", "begin", "--title", "tidy up"], 0))
}

fn report(home: &Home, agent: &str, code: i32) -> Value {
    home.json(agent, &["step", "report", "succeeded"], code)
}

/// Makes a call that counts down; returns its item.
fn counting(home: &Home, agent: &str) -> String {
    begin(home, agent);
    home.json(agent, &["step", "check"], 0);
    let args = json!({"path": "a.txt", "content": "one\n"}).to_string();
    let call = home.json(agent, &["call", "filesystem.write_file", "--args", &args], 7);
    assert!(call["item"]["proceeds_at"].is_u64(), "{call}");
    id(&call["item"])
}

fn item(home: &Home, person: &str, item: &str) -> Value {
    home.json(person, &["show", item], 0)["item"].clone()
}

#[test]
fn a8_each_band_once() {
    let (home, person, agent) = home(CHECKS);
    let first = begin(&home, &agent);
    assert_eq!(report(&home, &agent, 7)["answer"], "proceed_after");
    let inbox = home.run(&person, &["inbox"]).expect(0).out;
    let hold = format!("pause {} stops it", first.split('-').next().unwrap());
    assert!(inbox.contains("continues in ") && inbox.contains(&hold), "{inbox}");
    home.json(&person, &["step", "approve", &first], 0);

    let second = begin(&home, &agent);
    passes(&home, false);
    let asked = report(&home, &agent, 7);
    assert_eq!((&asked["answer"], &asked["confidence"]), (&json!("ask"), &json!(0.49)));
    assert_eq!(asked["diagnostics"]["failed_checks"][0]["output"], "it is false");
    let no = home.json(&person, &["step", "reject", &second, "--reason", "mend it"], 0);
    assert!(no.to_string().contains("mend it"), "{no}");

    let third = begin(&home, &agent);
    let stopped = home.json(&agent, &["step", "report", "failed", "--notes", "it cannot be done"], 7);
    assert_eq!(stopped["answer"], "stop");
    home.json(&person, &["step", "skip", &third], 0);

    passes(&home, true);
    let mode = ["--mode", "confidence_threshold", "--confidence-threshold", "0.75"];
    let run = id(&home.json(&person, &[&["run", "start"][..], &mode].concat(), 0));
    home.json(&person, &["step", "begin", "--run", &run, "--title", "tidy up"], 0);
    let done = home.json(&person, &["step", "report", "succeeded", "--run", &run], 0);
    assert_eq!((&done["answer"], &done["step"]["status"]), (&json!("proceed"), &json!("completed")));
}

#[test]
fn a10_a_countdown_really_goes_on() {
    let (home, person, agent) = home(CHECKS);
    let waits = counting(&home, &agent);
    let shown = home.run(&person, &["show", &waits]).expect(0).out;
    assert!(shown.contains("continues in ") && shown.contains("stops it"), "{shown}");
    eventually("it goes on", || item(&home, &person, &waits)["status"] == "applied");
    assert_eq!(fs::read_to_string(home.dir.path().join("a.txt")).unwrap(), "one\n");
    let receipts = home.json(&person, &["receipts"], 0);
    assert_eq!(receipts["receipts"][0]["allowed_by"]["by"], "timeout", "{receipts}");
}

#[test]
fn a10_a_countdown_that_was_stopped_waits_for_a_yes_and_one_that_lost_its_daemon_begins_anew() {
    let (home, person, agent) = home(CHECKS);
    let waits = counting(&home, &agent);
    let at = item(&home, &person, &waits)["proceeds_at"].as_u64().unwrap();
    assert!(home.kill_daemon());
    eventually("it begins anew", || item(&home, &person, &waits)["proceeds_at"].as_u64() > Some(at));
    home.run(&person, &["hold", &waits]).expect(0);
    home.run(&person, &["hold", &waits]).expect(4);
    home.run(&agent, &["hold", &waits]).expect(3);
    let held = item(&home, &person, &waits);
    assert_eq!((&held["status"], &held["proceeds_at"]), (&json!("pending"), &Value::Null));
    // A step of the same run that is not held continues after the daemon was killed.
    let step = home.json(&person, &["inbox"], 0)["items"][0]["step"].as_str().unwrap().to_owned();
    home.json(&person, &["step", "skip", &step], 0);
    let next = begin(&home, &agent);
    report(&home, &agent, 7);
    assert!(home.kill_daemon());
    let standing = || home.json(&person, &["step", "show", &next], 0);
    eventually("it goes on", || standing()["status"] == "completed");
    assert_eq!(standing()["decided_by"], "timeout");
    assert!(!home.dir.path().join("a.txt").exists(), "what was held still waits");
}
