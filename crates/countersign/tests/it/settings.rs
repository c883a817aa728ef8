//! Settings that change while the daemon runs: tightening applies, loosening waits, broken files are reported.

use std::{cell::Cell, fs, process::Command};

use serde_json::{Value, json};

use crate::{Home, eventually};

const ASKS: &str = "version = 1\n[[rule]]\nname = \"lists are mine\"\ntools = [\"task.list_tasks\"]\nthen = \"ask\"\nalways = true\n";
const ALLOWS: &str = "version = 1\n[[rule]]\nname = \"tasks are free\"\ntools = [\"task.create_task\"]\n\
                      class = \"mutable\"\nthen = \"allow\"\n";
const WAITS: &str = "note: policy.toml loosens something and waits: countersign policy changes";

/// The exit code of a listing by an agent: 0 if it runs, 7 if it is held.
fn list(home: &Home, agent: &str) -> i32 {
    home.run(agent, &["call", "task.list_tasks"]).code
}

/// The same for a call that changes a task.
fn create(home: &Home, agent: &str) -> i32 {
    home.run(agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#]).code
}

/// The notices to a person.
fn notes(home: &Home, person: &str) -> String {
    home.run(person, &["inbox"]).expect(0).err
}

/// The state of a settings file.
fn known(home: &Home, person: &str, name: &str) -> Value {
    let all = home.json(person, &["policy", "changes"], 0);
    let found = all["settings"].as_array().unwrap().iter().find(|s| s["name"] == name).cloned();
    found.unwrap_or_default()
}

/// Waits until the file is seen to loosen something, and returns the pending digest.
fn waiting(home: &Home, person: &str) -> String {
    eventually("it waits", || notes(home, person).contains(WAITS));
    known(home, person, "policy")["waiting"]["digest"].as_str().unwrap().to_owned()
}

#[test]
fn a_rule_that_asks_counts_without_a_restart() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let daemon = home.daemon();
    assert_eq!(list(&home, &agent), 0);
    home.write("policy.toml", ASKS);
    eventually("the rule counts", || list(&home, &agent) == 7);
    assert_eq!(home.daemon(), daemon);
    assert_eq!(notes(&home, &person), "", "there is nothing to say");
    let known = known(&home, &person, "policy");
    assert_eq!((&known["text"], &known["waiting"]), (&json!(ASKS), &Value::Null));
    let shown = home.json(&person, &["policy", "show"], 0);
    assert_eq!(shown["digest"], known["digest"]);
}

#[test]
fn c1_a_rule_that_allows_waits_for_a_persons_word() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.write("policy.toml", ALLOWS);
    let digest = waiting(&home, &person);
    assert_eq!(create(&home, &agent), 7, "it is not in force");
    home.run(&agent, &["policy", "accept", &digest]).expect(3);
    home.run(&agent, &["policy", "changes"]).expect(3);
    home.run(&person, &["policy", "accept", &"0".repeat(32)]).expect(5);
    assert_eq!(create(&home, &agent), 7, "nor by an agent's word");

    let shown = home.run(&person, &["policy", "changes"]).expect(0).out;
    for said in ["the rule \"tasks are free\" allows more", "+then = \"allow\"", "policy accept"] {
        assert!(shown.contains(said), "{said:?} is not in {shown}");
    }
    let done = home.run(&person, &["policy", "accept", &digest[..32]]).expect(0);
    assert!(done.out.contains("policy.toml is in force") && done.out.contains("person:ana"), "{done:?}");
    let shown = home.run(&person, &["policy", "show"]).expect(0).out;
    assert!(shown.contains("tasks are free"), "the next command sees it: {shown}");
    eventually("it is in force", || create(&home, &agent) == 0);
    eventually("nothing is left to say", || notes(&home, &person).is_empty());
}

#[test]
fn notes_are_for_persons_who_read() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.write("policy.toml", ALLOWS);
    waiting(&home, &person);
    let inbox = home.run(&person, &["inbox", "--json"]).expect(0);
    assert!(inbox.err.is_empty() && inbox.out.contains("policy.toml"), "it is listed there: {inbox:?}");
    for args in [&["call", "task.list_tasks"][..], &["context"]] {
        let ended = home.run(&agent, args).expect(0);
        assert!(!format!("{ended:?}").contains("policy.toml"), "{args:?}: {ended:?}");
    }
    let wrong = home.run(&person, &["show", "i99"]).expect(5);
    assert!(wrong.err.contains(WAITS), "an error is no reason to keep quiet: {wrong:?}");
}

#[test]
fn what_cannot_be_read_keeps_the_policy_of_before_and_the_daemon() {
    let home = Home::new();
    home.write("policy.toml", ASKS);
    let (person, agent) = home.with_people();
    let daemon = home.daemon();
    let path = home.path().join("policy.toml");
    let holds = |said: &str| {
        eventually(said, || notes(&home, &person).contains(said));
        assert_eq!(list(&home, &agent), 7, "{said}");
        assert_eq!(home.daemon(), daemon, "{said}");
    };
    home.write("policy.toml", "version = 1\n\nnonsense = 1\n");
    holds("note: policy.toml:3:1: ");
    assert!(notes(&home, &person).contains("the previous policy stays in force"));
    home.write("policy.toml", "");
    holds(WAITS);
    fs::write(&path, "#".repeat((1 << 20) + 1)).unwrap();
    holds("it is larger than 1 MiB");
    fs::write(&path, [0xff, 0xfe]).unwrap();
    holds("utf-8");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    holds("it is not a file");
    fs::remove_dir(&path).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    fs::remove_file(&path).unwrap();
    holds(WAITS);
    home.write("policy.toml", ASKS);
    eventually("put back, nothing waits", || notes(&home, &person).is_empty());
    assert_eq!(list(&home, &agent), 7);
}

#[test]
fn a_restart_puts_nothing_in_force_that_waits() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.down();
    for text in [ALLOWS, "version = 1\nrule = 3\n"] {
        home.write("policy.toml", text);
        assert_eq!(create(&home, &agent), 7, "{text}");
        assert!(notes(&home, &person).contains("note: policy.toml"), "{text}");
        let report = home.run("", &["doctor"]);
        assert!(report.out.contains("countersign policy changes") || report.code == 1, "{report:?}");
        home.down();
    }
    fs::remove_file(home.path().join("policy.toml")).unwrap();
    assert_eq!(notes(&home, &person), "");
    assert_eq!(known(&home, &person, "policy")["waiting"], Value::Null, "put back, nothing waits");
    assert!(home.kill_daemon());
    home.write("policy.toml", ALLOWS);
    let digest = waiting(&home, &person);
    home.run(&person, &["policy", "accept", &digest]).expect(0);
    assert!(home.kill_daemon());
    assert_eq!(create(&home, &agent), 0, "what was accepted stays so");
}

#[test]
fn a_call_that_is_only_judged_is_judged_by_what_is_in_force() {
    let home = Home::new();
    let (person, _) = home.with_people();
    home.down();
    let verdict = |tool: &str| {
        let args = if tool == "task.create_task" { r#"{"title":"x"}"# } else { "{}" };
        let ended = home.run(&person, &["check", "--tool", tool, "--args", args]).expect(0);
        (ended.out, ended.err)
    };
    home.write("policy.toml", ALLOWS);
    let (out, err) = verdict("task.create_task");
    assert!(out.contains("ask") && err.contains(WAITS), "{out}{err}");
    home.write("policy.toml", ASKS);
    let (out, err) = verdict("task.list_tasks");
    assert!(out.contains("lists are mine") && err.is_empty(), "{out}{err}");
    home.write("policy.toml", "mode");
    assert!(verdict("task.list_tasks").1.contains("note: policy.toml:1:"));
    assert_eq!(home.daemon(), None);
}

#[test]
fn a5_scratch_reaches_the_tools_once_it_is_accepted() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let target = home.dir.path().join("target");
    fs::create_dir(&target).unwrap();
    // A run does not see files that it has proposed to delete, so each attempt has its own file.
    let tries = Cell::new(0);
    let fresh = || {
        tries.set(tries.get() + 1);
        let name = format!("{}.o", tries.get());
        fs::write(target.join(&name), "x").unwrap();
        format!("target/{name}")
    };
    let class = |tool: &str, args: Value| {
        let call = home.json(&agent, &["call", tool, "--args", &args.to_string()], 7);
        call["item"]["class"].as_str().unwrap_or_else(|| panic!("{call}")).to_owned()
    };
    let delete = || class("filesystem.delete_file", json!({"path": fresh()}));
    let remove = || class("shell.run", json!({"command": format!("rm {}", fresh())}));
    assert_eq!((&*delete(), &*remove()), ("destructive", "destructive"));
    home.write("policy.toml", "version = 1\nscratch = [\"target/**\"]\n");
    let digest = waiting(&home, &person);
    assert_eq!((&*delete(), &*remove()), ("destructive", "destructive"));
    home.run(&person, &["policy", "accept", &digest]).expect(0);
    eventually("it reaches the file tools", || delete() == "mutable");
    assert_eq!(remove(), "mutable");
    fs::remove_file(home.path().join("policy.toml")).unwrap();
    eventually("less of it counts at once", || delete() == "destructive");
    assert_eq!(remove(), "destructive");
}

#[test]
fn a_first_policy_that_cannot_be_read_makes_no_database() {
    let home = Home::new();
    fs::create_dir_all(home.path().join("policy.toml")).unwrap();
    assert_eq!(home.json("", &["inbox"], 1)["code"], "settings");
    fs::remove_dir(home.path().join("policy.toml")).unwrap();
    home.write("policy.toml", "version = 1\n\nnonsense = 1\n");
    let problem = home.json("", &["inbox"], 1);
    assert!(problem["detail"].as_str().unwrap().contains("policy.toml:3:1"), "{problem}");
    assert!(!home.path().join("countersign.db").exists());
    assert_eq!(home.daemon(), None);
}

#[test]
fn a_changed_config_is_told_and_counts_from_the_next_start() {
    let home = Home::new();
    let (person, _) = home.with_people();
    assert_eq!(known(&home, &person, "config"), Value::Null);
    let config = "[server.x]\nenv = { PLAIN = \"swordfish\" }\n[retention]\ntrash_days = 7\n";
    home.write("config.toml", config);
    eventually("it is told", || {
        notes(&home, &person).contains("note: config.toml changed: run countersign down")
    });
    home.write("config.toml", "trash_days = 7\n");
    eventually("what is wrong is told", || notes(&home, &person).contains("config.toml:1:1: "));
    assert!(home.daemon().is_some());
    home.write("config.toml", config);
    home.down();
    assert_eq!(notes(&home, &person), "");
    let known = known(&home, &person, "config");
    let text = known["text"].as_str().unwrap();
    assert!(text.contains("trash_days = 7") && !text.contains("swordfish"), "{text}");
    home.down();
    let database = fs::read(home.path().join("countersign.db")).unwrap();
    assert!(!database.windows(9).any(|w| w == b"swordfish"), "no secret is in the log");
}

#[test]
fn a7_a_policy_is_tried_on_past_calls_by_the_name_of_its_file() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    assert_eq!(create(&home, &agent), 7);
    let file = home.dir.path().join("tried.toml");
    fs::write(&file, ALLOWS).unwrap();
    let name = file.to_str().unwrap();
    let tried = |given: &str| home.json(&person, &["policy", "backtest", given], 0)["results"][0].clone();
    let told = tried(name);
    assert!(told["judged"].as_u64() >= Some(1) && told["looser"].as_u64() >= Some(1), "{told}");
    assert_eq!(tried(&format!("@{name}")), told);
    assert_eq!(tried(ALLOWS), told, "the text itself does as well");
    let missing = home.run(&person, &["policy", "backtest", "no-such.toml"]).expect(2);
    assert!(missing.err.contains("no-such.toml"), "{missing:?}");
    assert_eq!(create(&home, &agent), 7, "nothing of it is in force");
}
