//! `countersign uninstall`: takes back what setup, import, hooks and services left, and says what stays.

use std::{fs, process::Command};

use serde_json::Value;

use crate::{ended, eventually, setup::User};

/// A user with a setup, an import after it, and hooks in a project that were installed by hand.
fn busy() -> User {
    let user = User::new();
    user.run(&["setup", "--yes"]).expect(0);
    user.run(&["hook", "install", "claude-code", "--project", "--yes"]).expect(0);
    user
}

#[test]
fn everything_is_taken_back_byte_for_byte_and_the_data_stays() {
    let user = User::new();
    let before = user.all();
    user.run(&["setup", "--yes"]).expect(0);
    user.run(&["hook", "install", "claude-code", "--project", "--yes"]).expect(0);
    let installed = user.all();
    let plan = user.run(&["uninstall", "--dry-run"]).expect(0).out;
    for part in [
        "Takes setup",
        ".claude/settings.json",
        "Removes the hooks of claude-code",
        "Ends the daemon",
        "stays",
    ] {
        assert!(plan.contains(part), "{part}: {plan}");
    }
    assert_eq!(user.all(), installed, "a plan changes nothing");
    let done = user.json(&["uninstall", "--yes"], 0);
    assert_eq!(done["problems"], serde_json::json!([]), "{done:#}");
    let mut after = user.all();
    // The folder of the project's settings was made by the hooks, and is nobody else's.
    after.retain(|path, _| !path.ends_with("my shop/.claude"));
    assert_eq!(after, before, "files, modes and folders are as before");
    eventually("the daemon is ended", || user.home.daemon().is_none());
    assert!(user.home.path().join("countersign.db").exists(), "the log stays");
    let again = user.run(&["uninstall", "--yes"]).expect(0).out;
    assert!(again.contains("nothing to take back"), "{again}");
}

#[test]
fn hooks_of_a_project_are_found_from_anywhere_and_the_log_says_who_removed_them() {
    let user = busy();
    let mut elsewhere = user.command("", &["uninstall", "--yes"]);
    elsewhere.current_dir(user.own());
    ended(elsewhere, "").expect(0);
    assert!(!user.work().join(".claude/settings.json").exists());
    let log = user.run(&["audit", "export"]).expect(0).out;
    let removed: Vec<Value> = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|event: &Value| {
            event["op"] == "hook.change" && event.to_string().contains("\"installed\":false")
        })
        .collect();
    assert!(removed.iter().any(|event| event.to_string().contains("my shop/.claude/settings.json")), "{log}");
}

#[test]
fn what_somebody_changed_since_is_named_and_the_rest_is_done() {
    let user = busy();
    let changed = user.text(".claude/settings.json").replace("hook run claude-code", "hook run claude-mine");
    user.put(".claude/settings.json", &changed, 0o644);
    let told = user.run(&["uninstall", "--yes", "--data"]);
    assert_ne!(told.code, 0, "{told:?}");
    assert!(told.err.contains(".claude/settings.json"), "{told:?}");
    assert_eq!(user.text(".claude/settings.json"), changed, "it is not touched");
    assert!(!user.work().join(".claude/settings.json").exists(), "the other part is done");
    assert!(user.home.path().join("imports").is_dir(), "the copies stay as long as they are needed");
}

#[test]
fn data_goes_only_if_asked_and_only_what_is_known() {
    let user = busy();
    fs::write(user.home.path().join("thesis.txt"), "mine").unwrap();
    let plan = user.json(&["uninstall", "--dry-run", "--data"], 0);
    assert!(plan["plan"].to_string().contains("countersign.db"), "{plan:#}");
    user.run(&["uninstall", "--yes", "--data"]).expect(0);
    let left: Vec<_> = fs::read_dir(user.home.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["thesis.txt"]);
}

#[test]
fn c1_no_agent_uninstalls_anything_and_without_a_terminal_nothing_is_done() {
    let user = busy();
    let installed = user.all();
    for args in
        [&["uninstall", "--yes"] as &[&str], &["uninstall", "--yes", "--data"], &["uninstall", "--dry-run"]]
    {
        let mut agent = user.command("", args);
        let refused = ended(std::mem::replace(agent.env("CLAUDECODE", "1"), Command::new("true")), "");
        assert_eq!(refused.code, 3, "{refused:?}");
    }
    let nobody = user.run(&["uninstall"]).expect(2);
    assert!(nobody.err.contains("--yes"), "{nobody:?}");
    let person = user.json(&["token", "person", "ana"], 0)["token"].as_str().unwrap().to_owned();
    let made = user.command(&person, &["token", "agent", "robin", "--json"]);
    let robin = ended(made, "").expect(0).json()["token"].as_str().unwrap().to_owned();
    let refused = ended(user.command(&robin, &["uninstall", "--yes"]), "").expect(3);
    assert!(refused.err.contains("agent:robin"), "{refused:?}");
    assert_eq!(user.all(), installed, "nothing was touched");
}
