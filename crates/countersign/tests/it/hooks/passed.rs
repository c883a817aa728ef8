//! Agents whose hooks cannot replace a command, in the forms that they send: the command is refused with the line that
//! passes it on, and that is judged when it runs. And Crush, which could not be run.

use std::{fs, process::Command};

use serde_json::{Value, json};

use super::{Desk, output};
use crate::ended;

/// What a hook answers to an event. Whoever starts it counts as the agent, so that is not this process.
fn told(desk: &Desk, agent: &str, event: &Value) -> crate::Ended {
    let own = desk.command(&["hook", "run", agent, "--wait-s", "1"]);
    let mut hook = Command::new("timeout");
    hook.arg("60").arg(own.get_program()).args(own.get_args()).current_dir(desk.work()).env_clear();
    hook.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
    ended(hook, &event.to_string())
}

fn inbox(desk: &Desk) -> Vec<Value> {
    desk.run(&["inbox", "--json"]).expect(0).json()["items"].as_array().unwrap().clone()
}

fn windsurf(name: &str, info: Value) -> Value {
    json!({"agent_action_name": name, "trajectory_id": "t", "execution_id": "e", "timestamp": "now",
        "tool_info": info})
}

/// The line that a refusal says to run instead.
#[track_caller]
fn instead(said: &str) -> String {
    let line =
        said.split_once("exactly this instead:\n").and_then(|(_, rest)| rest.split_once("\nRun further"));
    line.unwrap_or_else(|| panic!("{said}")).0.to_owned()
}

#[test]
fn a6_a_command_that_cannot_be_replaced_is_passed_on_and_judged_when_it_runs() {
    let desk = Desk::new();
    fs::write(desk.file("note.txt"), "it's 5 o'clock\n").unwrap();
    let run = |line: &str| {
        let event = windsurf("pre_run_command", json!({"command_line": line, "cwd": desk.work()}));
        let said = told(&desk, "windsurf", &event).expect(2);
        let line = instead(&said.err);
        let own = windsurf("pre_run_command", json!({"command_line": line, "cwd": desk.work()}));
        told(&desk, "windsurf", &own).expect(0);
        line
    };
    let read = run("grep -n \"it's\" note.txt");
    assert_eq!(output(desk.shell(&read)), (0, "1:it's 5 o'clock\n".to_owned(), String::new()));
    assert_eq!(inbox(&desk), [] as [Value; 0], "a read is in no inbox");
    let lines = run("for n in 1 2; do\n\techo $n\ndone");
    assert_eq!(output(desk.shell(&lines)).1, "1\n2\n");
    let slash = run(r"printf 'a\tb\n'");
    assert!(slash.contains(" exec ") && !slash.contains("--line"), "{slash}");
    assert_eq!(output(desk.shell(&slash)).1, "a\tb\n");
    let made = run("echo made > made.txt").replace("--line", "--wait-s 1 --line");
    assert_eq!(output(desk.shell(&made)).0, 7, "it waits for a person");
    assert!(!desk.file("made.txt").exists());
    let all = inbox(&desk);
    assert_eq!((all.len(), &all[0]["agent"]), (1, &json!("windsurf")), "{all:?}");
    desk.confirm(all[0]["id"].as_str().unwrap());
    assert_eq!(output(desk.shell(&made)).0, 0, "the same line again gives its result");
    assert_eq!(fs::read_to_string(desk.file("made.txt")).unwrap(), "made\n");
    assert_eq!(inbox(&desk), [] as [Value; 0], "and is not asked about twice");
}

#[test]
fn a3_windsurf_is_stopped_by_the_exit_code_with_the_reason_behind_it() {
    let desk = Desk::new();
    let edit = json!({"file_path": desk.file("a.txt"), "edits": [{"old_string": "x", "new_string": "y"}]});
    fs::write(desk.file("a.txt"), "x\n").unwrap();
    let said = told(&desk, "windsurf", &windsurf("pre_write_code", edit.clone())).expect(2);
    assert!(said.err.contains("Proposal queued"), "{said:?}");
    let id = inbox(&desk)[0]["id"].as_str().unwrap().to_owned();
    desk.confirm(&id);
    told(&desk, "windsurf", &windsurf("pre_write_code", edit.clone())).expect(0);
    fs::write(desk.file("a.txt"), "y\n").unwrap();
    told(&desk, "windsurf", &windsurf("post_write_code", edit)).expect(0);
    let receipts = desk.run(&["receipts", "--json"]).expect(0).json();
    let receipt = receipts["receipts"][0]["id"].as_str().unwrap().to_owned();
    desk.run(&["undo", &receipt]).expect(0);
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "x\n");
    let other = windsurf("pre_mcp_tool_use", json!({"mcp_server_name": "x", "mcp_tool_name": "y"}));
    told(&desk, "windsurf", &other).expect(2);
    for bad in [json!({}), json!([]), json!({"agent_action_name": 1})] {
        assert!(!told(&desk, "windsurf", &bad).expect(2).err.is_empty());
    }
}

#[test]
fn crushs_command_is_replaced_and_its_change_waits_for_a_person() {
    let desk = Desk::new();
    let event = |tool: &str, input: Value| json!({"event": "PreToolUse", "session_id": "s", "cwd": desk.work(), "tool_name": tool, "tool_input": input});
    let run = event("bash", json!({"command": "echo x > made", "description": "a step"}));
    let said = told(&desk, "crush", &run).expect(0).json();
    let line = said["updated_input"]["command"].as_str().unwrap_or_else(|| panic!("{said}"));
    assert!(line.contains(" exec i") && said["decision"] == "allow", "{said}");
    let write = event("write", json!({"file_path": desk.file("a.txt"), "content": "x"}));
    let said = told(&desk, "crush", &write).expect(0).json();
    assert!(
        said["decision"] == "deny" && said["reason"].as_str().unwrap().contains("Proposal queued"),
        "{said}"
    );
    // It says nothing about what is only its own, since a yes would skip its own prompt.
    let inside = event("todos", json!({}));
    assert_eq!(told(&desk, "crush", &inside).expect(0).json()["decision"], "deny", "unknown tools ask");
}

#[test]
fn a3_h8_exec_takes_one_command_and_nothing_around_it() {
    let desk = Desk::new();
    desk.run(&["exec"]).expect(2);
    desk.run(&["exec", "i1", "--line", "ls"]).expect(2);
    desk.run(&["exec", "--line", "ls", "--follow"]).expect(2);
    // It is an agent's: a person runs a command directly.
    assert_ne!(desk.run(&["exec", "--line", "touch x"]).code, 0);
    assert!(!desk.file("x").exists());
    let refused = desk.run(&["exec", "--agent", "goose", "--line", ""]);
    assert!(refused.code != 0 && !refused.err.is_empty(), "{refused:?}");
}

/// An agent that starts a hook, and then something else.
const AGENT: &str = "import subprocess, sys
at = sys.argv.index('--then')
subprocess.run(sys.argv[1:at], input=sys.stdin.buffer.read(), capture_output=True)
sys.exit(subprocess.run(sys.argv[at + 1:]).returncode)";

#[test]
fn c1_an_agent_that_does_not_say_when_it_starts_is_known_from_its_first_call_on() {
    let desk = Desk::new();
    desk.run(&["hook", "install", "amp", "--yes"]).expect(0);
    let script = desk.user().join(".config/amp/countersign-amp");
    let own = env!("CARGO_BIN_EXE_countersign");
    let windsurf = windsurf("pre_read_code", json!({"file_path": desk.file("a.txt")})).to_string();
    let crush = json!({"event": "PreToolUse", "session_id": "s", "cwd": desk.work(), "tool_name": "view",
        "tool_input": {"file_path": desk.file("a.txt")}});
    for (agent, hook, event) in [
        ("amp", vec![script.to_str().unwrap()], json!({"path": desk.file("a.txt")}).to_string()),
        ("windsurf", vec!["sh", "-c", "\"$0\" hook run windsurf || exit 2", own], windsurf),
        ("crush", vec![own, "hook", "run", "crush"], crush.to_string()),
    ] {
        let usual = desk.command(&[]);
        let mut started = Command::new("python3");
        started.args(["-c", AGENT]).args(&hook).args(["--then", own, "freeze"]);
        started.current_dir(desk.work()).env_clear().env("AGENT_TOOL_NAME", "Read");
        started.envs(usual.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let told = ended(started, &event);
        assert!(
            told.code == 3 && told.err.contains(&format!("from a process of {agent}")),
            "{agent}: {told:?}"
        );
    }
    desk.run(&["inbox"]).expect(0);
}

/// Cline: plugins run in a process of their own, beside the tools.
const CLINE: &str = "import os, subprocess, sys
sandbox, own, event = sys.argv[1:4]
subprocess.run(['python3', sandbox, own, event], capture_output=True)
sys.exit(subprocess.run([own, 'freeze']).returncode)";

#[test]
fn c1_clines_own_process_is_known_though_its_plugin_runs_in_another() {
    let desk = Desk::new();
    let own = env!("CARGO_BIN_EXE_countersign");
    let sandbox = desk.user().join("plugin-sandbox-bootstrap.js");
    let hook = "import subprocess, sys
subprocess.run(['/bin/sh', '-c', sys.argv[1] + ' hook run cline --wait-s 1'], input=sys.argv[2].encode())
";
    fs::write(&sandbox, hook).unwrap();
    let run = |event: &Value| {
        let usual = desk.command(&[]);
        let mut started = Command::new("python3");
        started.args(["-c", CLINE]).arg(&sandbox).args([own, &event.to_string()]);
        started.current_dir(desk.work()).env_clear();
        started.envs(usual.get_envs().filter_map(|(name, value)| Some((name, value?))));
        ended(started, "")
    };
    let before = json!({"event": "before", "tool": "run_commands", "id": "c1", "cwd": desk.work(),
        "input": {"commands": ["ls"]}});
    for event in [before, json!({"event": "begun", "cwd": desk.work()})] {
        let told = run(&event);
        assert!(told.code == 3 && told.err.contains("from a process of cline"), "{event}: {told:?}");
    }
    // Who has started Cline still decides.
    desk.run(&["inbox"]).expect(0);
    desk.run(&["freeze"]).expect(0);
}

#[test]
fn a_prompt_of_qwen_names_no_call_and_its_command_is_replaced_all_the_same() {
    let desk = Desk::new();
    let event = |tool: &str, input: Value| {
        json!({"session_id": "s", "cwd": desk.work(), "hook_event_name": "PermissionRequest",
            "permission_mode": "default", "tool_name": tool, "tool_input": input})
    };
    let run = event("run_shell_command", json!({"command": "echo x > made", "is_background": false}));
    let said = told(&desk, "qwen", &run).expect(0).json()["hookSpecificOutput"]["decision"].clone();
    let line = said["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{said}"));
    assert!(said["behavior"] == "allow" && line.contains(" exec i"), "{said}");
    let again = event("run_shell_command", json!({"command": line, "is_background": false}));
    let said = told(&desk, "qwen", &again).expect(0).json()["hookSpecificOutput"]["decision"].clone();
    assert_eq!(said["behavior"], "allow");
    // Its own question about an edit stays: only the hook right before the edit decides.
    let edit = event("write_file", json!({"file_path": desk.file("a.txt"), "content": "x"}));
    assert_eq!(told(&desk, "qwen", &edit).expect(0).out, "");
}
