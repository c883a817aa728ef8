//! `doctor --agents` with a real agent: once as it is, once with its hooks switched off.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::Value;

use super::program;
use crate::{Home, ended, eventually};

/// What doctor says of the agents whose programs are in a folder of their own, where only `claude` is.
fn probed(home: &Home, claude: &str) -> (i32, Value) {
    let folder = home.dir.path().join("bin");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("claude");
    fs::write(&path, claude).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = home.command("", &["doctor", "--agents", "--json"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", folder.display())).env("HOME", home.dir.path());
    let ended = ended(command, "");
    let told = ended.json();
    let all = told["checks"].as_array().unwrap();
    let about: Vec<&Value> = all.iter().filter(|check| check["name"] == "probe").collect();
    assert_eq!(about.len(), 1, "{told}");
    (ended.code, about[0].clone())
}

#[test]
fn doctor_sees_that_the_hook_of_an_installed_agent_denies_and_that_the_gate_runs_its_commands() {
    let real = program("agents/node_modules/.bin/claude", "cargo xtask install");
    let home = Home::new();
    let (_, probe) = probed(&home, &format!("#!/bin/sh\nexec '{real}' \"$@\"\n"));
    assert_eq!(probe["ok"], true, "{probe}");
    let detail = probe["detail"].as_str().unwrap();
    for part in ["Claude Code 2.1.197", "its hook is called", "is not run", "run by the gate"] {
        assert!(detail.contains(part), "{detail}");
    }
    assert!(!home.path().exists(), "the person's own home is not touched");
    assert!(!home.dir.path().join(".claude").exists(), "nor are the person's own settings");
}

#[test]
fn doctor_sees_that_an_agent_whose_hooks_are_switched_off_is_not_under_control() {
    let real = program("agents/node_modules/.bin/claude", "cargo xtask install");
    let home = Home::new();
    let off = format!(
        "#!/bin/sh\nexec '{real}' --settings '{{\"disableAllHooks\":true}}' --dangerously-skip-permissions \"$@\"\n"
    );
    let (code, probe) = probed(&home, &off);
    assert_eq!((code, &probe["ok"]), (1, &Value::Bool(false)), "{probe}");
    assert!(probe["detail"].as_str().unwrap().contains("its hook is not called"), "{probe}");
}

/// An agent whose shell has another name: it offers that to the model, and does what the model says, which is nothing.
const RENAMED: &str = r#"#!/usr/bin/python3
import json, os, sys, urllib.request
if "--version" in sys.argv:
    print("9.0.0 (Claude Code)")
    raise SystemExit
tools = [{"name": name, "input_schema": {}} for name in ["Terminal", "Read", "Write", "Edit"]]
asked = json.dumps({"tools": tools, "messages": [{"role": "user", "content": "x"}]}).encode()
request = urllib.request.Request(os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages", asked, method="POST")
print(urllib.request.urlopen(request).read())
"#;

#[test]
fn doctor_says_that_its_adapter_is_older_than_an_agent_whose_shell_has_another_name() {
    let home = Home::new();
    let (code, probe) = probed(&home, RENAMED);
    assert_eq!((code, &probe["ok"]), (1, &Value::Bool(false)), "{probe}");
    let detail = probe["detail"].as_str().unwrap();
    for part in [
        "older than the agent",
        "expects Bash",
        "offers Terminal, Read, Write, Edit",
        "are asked about",
        "9.0.0",
    ] {
        assert!(detail.contains(part), "{part}: {detail}");
    }
    assert!(probe["hint"].as_str().unwrap().contains("update Countersign"), "{probe}");
}

#[test]
fn doctor_ends_what_an_agent_leaves_running() {
    let home = Home::new();
    let pid = home.dir.path().join("pid");
    let leaves = format!("#!/bin/sh\nsetsid sleep 600 > /dev/null 2>&1 &\necho $! > {}\n", pid.display());
    probed(&home, &leaves);
    let pid = fs::read_to_string(&pid).unwrap();
    let stat = format!("/proc/{}/stat", pid.trim());
    eventually("it has ended", || fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z ")));
}

#[test]
fn doctor_does_not_call_it_well_if_an_agent_could_not_be_probed() {
    let home = Home::new();
    let (code, probe) = probed(&home, "#!/bin/sh\necho 'no login' >&2\nexit 1\n");
    assert_eq!((code, &probe["ok"]), (1, &Value::Bool(false)), "{probe}");
    let (detail, hint) = (probe["detail"].as_str().unwrap(), probe["hint"].as_str().unwrap());
    assert!(detail.contains("was not probed") && detail.contains("no login"), "{probe}");
    assert!(hint.contains("countersign stage -- claude"), "{probe}");
}
