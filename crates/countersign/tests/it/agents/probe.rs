//! `doctor --agents` with a real agent: once as it is, once with its hooks switched off.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::Value;

use super::program;
use crate::{Home, ended};

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
