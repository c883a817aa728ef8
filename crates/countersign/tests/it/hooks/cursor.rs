//! Events in the form of Cursor, as its SDK 1.0.32 sends them: to its own hooks, and to those of Claude Code.

use std::fs;

use serde_json::{Value, json};

use super::Desk;
use crate::ended;

fn event(desk: &Desk, tool: &str, input: &Value, id: &str) -> String {
    json!({
        "hook_event_name": "preToolUse", "conversation_id": "c1", "generation_id": "g1", "model": "x",
        "tool_name": tool, "tool_input": input, "tool_use_id": id, "cwd": desk.work(),
        "workspace_roots": [desk.work()], "cursor_version": "3.1.0",
    })
    .to_string()
}

#[track_caller]
fn told(desk: &Desk, hook: &str, tool: &str, input: &Value, id: &str) -> Value {
    let event = event(desk, tool, input, id);
    ended(desk.command(&["hook", "run", hook, "--wait-s", "1"]), &event).expect(0).json()
}

fn agents(desk: &Desk) -> Vec<String> {
    let inbox = desk.run(&["inbox", "--json"]).expect(0).json();
    let all = inbox["items"].as_array().unwrap();
    all.iter().map(|item| item["agent"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_command_of_cursor_is_replaced_and_its_change_waits_for_a_person() {
    let desk = Desk::new();
    let shell = json!({"command": "echo x > made", "cwd": "", "timeout": 30000});
    let said = told(&desk, "cursor", "Shell", &shell, "t1");
    let line = said["updated_input"]["command"].as_str().unwrap_or_else(|| panic!("{said}"));
    assert!(line.contains(" exec i") && line.contains("--agent cursor"), "{line}");
    assert_eq!((&said["permission"], &said["updated_input"]["timeout"]), (&json!("allow"), &json!(30000)));
    let write = json!({"file_path": desk.file("a.txt"), "content": "x"});
    let said = told(&desk, "cursor", "Write", &write, "t2");
    assert_eq!(said["permission"], "deny");
    assert!(said["agent_message"].as_str().unwrap().contains("Proposal queued"), "{said}");
    let unknown = told(&desk, "cursor", "MCP:write", &json!({"x": 1}), "t3");
    assert_eq!(unknown["permission"], "deny", "{unknown}");
    assert_eq!(agents(&desk), ["cursor", "cursor", "cursor"]);
}

#[test]
fn a3_what_cursor_sends_and_cannot_be_judged_is_denied_in_its_form() {
    let desk = Desk::new();
    for bad in ["", "{", "[]", "{\"tool_name\": \"Shell\"}"] {
        let said = ended(desk.command(&["hook", "run", "cursor"]), bad).expect(0).json();
        assert_eq!(said["permission"], "deny", "{said}");
    }
    let shell = event(&desk, "Shell", &json!({"command": "ls"}), "t1");
    let mut nowhere = desk.command(&["hook", "run", "cursor"]);
    nowhere.env("COUNTERSIGN_SOCKET", desk.file("nowhere.sock"));
    assert_eq!(ended(nowhere, &shell).expect(0).json()["permission"], "deny");
}

#[test]
fn the_hooks_of_claude_code_inside_cursor_count_as_cursors_and_get_its_answers() {
    let desk = Desk::new();
    let write = json!({"file_path": desk.file("a.txt"), "content": "x"});
    let said = told(&desk, "claude-code", "Write", &write, "t1");
    assert_eq!(said["permission"], "deny", "{said}");
    assert_eq!(agents(&desk), ["cursor"]);
    // It puts the event into a here-document behind the installed command.
    desk.run(&["hook", "install", "claude-code", "--yes"]).expect(0);
    let settings = fs::read_to_string(desk.user().join(".claude/settings.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    let hook = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap();
    let hook = hook.replace("--wait-s 120", "--wait-s 1");
    let event = event(&desk, "Write", &write, "t2");
    let line = format!("{hook} <<'CURSOR_HOOK_EOF'\n{event}\nCURSOR_HOOK_EOF");
    let (code, out, err) = super::output(desk.shell(&line));
    assert!(code == 0 && out.contains("Proposal queued"), "{code} {out} {err}");
}

#[test]
fn where_both_have_our_hooks_only_one_of_them_asks() {
    let desk = Desk::new();
    desk.run(&["hook", "install", "cursor", "--yes"]).expect(0);
    let write = json!({"file_path": desk.file("a.txt"), "content": "x"});
    assert_eq!(told(&desk, "claude-code", "Write", &write, "t1"), json!({"permission": "allow"}));
    assert_eq!(told(&desk, "cursor", "Write", &write, "t1")["permission"], "deny");
    assert_eq!(agents(&desk), ["cursor"]);
}

#[test]
fn a6_hooks_that_only_look_like_ours_do_not_make_those_of_claude_code_stand_aside() {
    let desk = Desk::new();
    let write = json!({"file_path": desk.file("a.txt"), "content": "x"});
    desk.run(&["hook", "install", "cursor", "--project", "--yes"]).expect(0);
    let path = desk.file(".cursor/hooks.json");
    let own = fs::read_to_string(&path).unwrap();
    // A project that comes with such a file, here without the hook that decides.
    desk.run(&["hook", "remove", "cursor", "--project", "--yes"]).expect(0);
    for other in [own.clone(), own.replace("--wait-s 120", "--wait-s 120 --help")] {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &other).unwrap();
        assert_eq!(told(&desk, "claude-code", "Write", &write, "t1")["permission"], "deny", "{other}");
    }
    // The user's own, with another program.
    let users = desk.user().join(".cursor/hooks.json");
    fs::create_dir_all(users.parent().unwrap()).unwrap();
    fs::write(&users, own.replace(env!("CARGO_BIN_EXE_countersign"), "/tmp/countersign")).unwrap();
    assert_eq!(told(&desk, "claude-code", "Write", &write, "t1")["permission"], "deny");
}
