//! What is the agent's own or the user's own: the search path of its shell, the user's rules, plan mode.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::{Value, json};

use super::{Desk, output};
use crate::ended;

/// The search path of a daemon that a hook starts.
const USUAL: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

impl Desk {
    /// The answer to an agent whose shell has this search path.
    #[track_caller]
    fn with_path(&self, agent: &str, path: &str, line: &str, id: &str) -> Value {
        let event = self.event("PreToolUse", "Bash", &json!({"command": line, "timeout": 60000}), id);
        let mut hook = self.command(&["hook", "run", agent, "--wait-s", "1"]);
        ended(
            {
                hook.env("PATH", path);
                hook
            },
            &event,
        )
        .expect(0)
        .json()["hookSpecificOutput"]
            .clone()
    }

    /// The arguments of the only item that waits.
    #[track_caller]
    fn waits(&self) -> Value {
        let inbox = self.run(&["inbox", "--json"]).expect(0).json();
        let items = inbox["items"].as_array().unwrap();
        assert_eq!(items.len(), 1, "{inbox}");
        let shown = self.run(&["show", items[0]["id"].as_str().unwrap(), "--json"]).expect(0).json();
        shown["item"].clone()
    }

    #[track_caller]
    fn in_mode(&self, mode: &str, tool: &str, input: &Value, id: &str) -> Value {
        let mut event: Value = serde_json::from_str(&self.event("PreToolUse", tool, input, id)).unwrap();
        event["permission_mode"] = mode.into();
        let hook = self.command(&["hook", "run", "claude-code", "--wait-s", "1"]);
        let told = ended(hook, &event.to_string()).expect(0);
        if told.out.is_empty() { Value::Null } else { told.json()["hookSpecificOutput"].clone() }
    }
}

#[test]
fn a_folder_that_codex_adds_for_itself_is_no_part_of_a_call() {
    let desk = Desk::new();
    let path = format!("/home/ana/.codex/tmp/arg0-linux/codex-arg0d1FCZG:{USUAL}:/usr/bin");
    desk.with_path("codex", &path, "touch made", "t1");
    let item = desk.waits();
    assert_eq!(item["args"]["command"], "touch made");
    assert_eq!(item["args"].get("env"), None, "{item}");
}

#[test]
fn c6_a_remembered_yes_holds_under_the_next_folder_that_codex_adds_for_itself() {
    let desk = Desk::new();
    let under = |folder: &str, id: &str| {
        let path = format!("{folder}:{USUAL}:/usr/bin");
        let told = desk.with_path("codex", &path, "touch made", id);
        told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    under("/home/ana/.codex/tmp/arg0-linux/codex-arg0d1FCZG", "t1");
    let item = desk.waits()["id"].as_str().unwrap().to_owned();
    let yes = (0..5).map(|_| {
        desk.run(&["show", &item]).expect(0);
        desk.run(&["confirm", &item, "--type", "touch", "--always", "1h"])
    });
    yes.into_iter().find(|ended| ended.code != 4).expect("it stays as it was shown").expect(0);
    fs::remove_file(desk.file("made")).unwrap();
    let line = under("/home/ana/.codex/tmp/arg0-linux/codex-arg0Zk93xQ", "t2");
    assert_eq!(output(desk.shell(&line.replace("--wait-s 55", "--wait-s 5"))).0, 0);
    assert!(desk.file("made").exists());
    assert_eq!(desk.run(&["inbox", "--json"]).expect(0).json()["items"], json!([]), "nobody was asked again");
    // A folder where an agent could put programs is none that Codex adds.
    fs::remove_file(desk.file("made")).unwrap();
    for (n, folder) in ["/tmp/codex-arg0d1FCZG", "/home/ana/.codex/tmp/other/bin"].into_iter().enumerate() {
        let line = under(folder, &format!("t{}", n + 3));
        assert_eq!(output(desk.shell(&line.replace("--wait-s 55", "--wait-s 1"))).0, 7, "{folder}");
        assert!(!desk.file("made").exists());
    }
}

#[test]
fn a5_a_search_path_counts_where_a_person_installs_programs_and_asks_where_an_agent_may_write() {
    let desk = Desk::new();
    // A read finds other programs there, and still is one: nobody is asked.
    let known = format!("/opt/tools/bin:{USUAL}");
    let told = desk.with_path("claude-code", &known, "ls && wc -l /etc/hostname", "t1");
    let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}"));
    assert!(line.contains(" exec call-"), "{line}");
    assert_eq!(output(desk.shell(line)).0, 0);
    // A program of the agent's is there, and does something else than its name says.
    fs::create_dir_all(desk.file("bin")).unwrap();
    fs::write(desk.file("bin/ls"), "#!/bin/sh\necho x > planted\n").unwrap();
    fs::set_permissions(desk.file("bin/ls"), fs::Permissions::from_mode(0o755)).unwrap();
    let told = desk.with_path("claude-code", &format!("{}:{USUAL}", desk.file("bin").display()), "ls", "t2");
    let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}"));
    assert_eq!(output(desk.shell(&line.replace("--wait-s 55", "--wait-s 1"))).0, 7);
    assert!(desk.waits().to_string().contains("PATH"));
    assert!(!desk.file("planted").exists(), "it ran in a world");
}

#[test]
fn a5_a_known_search_path_is_shown_with_a_call_that_is_asked_about() {
    let desk = Desk::new();
    desk.with_path("claude-code", &format!("/opt/tools/bin:{USUAL}"), "touch made", "t1");
    let item = desk.waits();
    assert_eq!(item["args"]["env"]["PATH"], format!("/opt/tools/bin:{USUAL}"), "{item}");
    assert!(
        !item["summary"].to_string().contains("PATH"),
        "it is not what makes the call one to ask about: {item}"
    );
}

#[test]
fn a5_plan_mode_stays_plan_mode() {
    let desk = Desk::new();
    fs::write(desk.file("a"), "x").unwrap();
    let mode = |tool: &str, input: Value, id: &str| desk.in_mode("plan", tool, &input, id);
    assert_eq!(mode("Bash", json!({"command": "ls"}), "t1")["permissionDecision"], "allow");
    assert_eq!(mode("Read", json!({"file_path": desk.file("a")}), "t2")["permissionDecision"], "allow");
    for (id, tool, input) in [
        ("t3", "Bash", json!({"command": "touch made"})),
        ("t4", "Write", json!({"file_path": desk.file("made"), "content": "x"})),
        ("t5", "WebFetch", json!({"url": "https://example.com/", "prompt": "x"})),
    ] {
        let told = mode(tool, input, id);
        assert_eq!(told["permissionDecision"], "deny", "{tool}: {told}");
        assert!(told["permissionDecisionReason"].as_str().unwrap().contains("plan mode"), "{told}");
    }
    let plan = desk.user().join(".claude/plans/tidy-otter.md");
    let own = mode("Write", json!({"file_path": plan, "content": "# Plan"}), "t6");
    assert_eq!(own, Value::Null, "Claude Code has rules of its own for its plans");
    assert_eq!(mode("mcp__countersign__approve", json!({}), "t7"), Value::Null);
    let inbox = desk.run(&["inbox", "--json"]).expect(0).json();
    assert_eq!(inbox["items"], json!([]), "a person is not asked about it");
}

#[test]
fn a5_what_the_users_own_settings_deny_is_denied_however_it_would_be_rewritten() {
    let desk = Desk::new();
    let own = desk.settings(".claude/settings.json");
    fs::write(own, r#"{"permissions": {"deny": ["Bash(rm:*)"], "ask": ["Bash(git push:*)", "Bash(ls:*)"]}}"#)
        .unwrap();
    fs::create_dir_all(desk.file(".claude")).unwrap();
    fs::write(desk.file(".claude/settings.json"), r#"{"permissions": {"deny": ["Read(./secrets/**)"]}}"#)
        .unwrap();
    let before = |line: &str, id: &str| desk.before("claude-code", "Bash", &json!({"command": line}), id);
    for (id, line) in [("t1", "rm -rf build"), ("t2", "ls && rm x > log"), ("t3", "cat secrets/key")] {
        let told = before(line, id);
        assert_eq!(told["permissionDecision"], "deny", "{line}: {told}");
        assert!(told["permissionDecisionReason"].as_str().unwrap().contains("own settings"), "{told}");
    }
    let inbox = desk.run(&["inbox", "--json"]).expect(0).json();
    assert_eq!(inbox["items"], json!([]), "a person is not asked about it");
    let told = before("ls", "t4");
    assert_eq!(told["permissionDecision"], "ask", "{told}");
    assert!(
        told["updatedInput"]["command"].as_str().unwrap().contains(" exec call-"),
        "ours holds, too: {told}"
    );
    assert_eq!(before("pwd", "t5")["permissionDecision"], "allow");
    // They are Claude Code's: another agent has others.
    assert_eq!(desk.before("codex", "Bash", &json!({"command": "ls"}), "t6")["permissionDecision"], "allow");
}

#[test]
fn codex_gets_the_rule_that_lets_exec_out_of_its_sandbox_and_loses_it_again() {
    let desk = Desk::new();
    let rule = desk.user().join(".codex/rules/countersign.rules");
    let shown = desk.run(&["hook", "install", "codex"]).expect(0);
    assert!(shown.out.contains("prefix_rule") && !rule.exists(), "{shown:?}");
    desk.run(&["hook", "install", "codex", "--yes"]).expect(0);
    let text = fs::read_to_string(&rule).unwrap();
    let (line, _) = desk.rewritten("codex", "touch made", "t1");
    let words: Vec<&str> = line.split(' ').take_while(|word| *word != "exec").collect();
    assert!(text.contains(&json!([&words[..], &["exec"]].concat()).to_string()), "{line}\n{text}");
    fs::remove_file(&rule).unwrap();
    let again = desk.run(&["hook", "install", "codex", "--yes"]).expect(0);
    assert!(rule.exists(), "{again:?}");
    desk.run(&["hook", "remove", "codex", "--yes"]).expect(0);
    assert!(!rule.exists());
}

#[test]
fn a_command_that_codex_keeps_from_the_daemon_says_what_to_do() {
    let desk = Desk::new();
    let mut exec = desk.command(&["exec", "i1", "--agent", "codex"]);
    exec.env("CODEX_SANDBOX_NETWORK_DISABLED", "1").env("COUNTERSIGN_SOCKET", desk.file("nowhere.sock"));
    let told = ended(exec, "");
    assert!(told.code != 0 && told.err.contains("countersign hook install codex"), "{told:?}");
}
