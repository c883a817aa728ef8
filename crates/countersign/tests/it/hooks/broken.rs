//! Hooks and plugins whose program is gone, killed, silent or slow: what is installed says no by itself. What the agents
//! make of that, `cargo xtask agents` tries with the real ones.

use std::{
    fs,
    io::Write as _,
    os::unix::{fs::PermissionsExt as _, net::UnixListener},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use super::{Desk, output};
use crate::{agents::program, ended};

const OWN: &str = env!("CARGO_BIN_EXE_countersign");

/// A program that does something else than ours; none if it is missing.
fn other(desk: &Desk, text: Option<&str>) -> PathBuf {
    let path = desk.home.dir.path().join("other-program");
    drop(fs::remove_file(&path));
    if let Some(text) = text {
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    path
}

/// The commands in settings that decide about a call.
fn deciding(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.contains(" hook run ") && text.contains("--wait-s") => {
            found.push(text.clone())
        }
        Value::Array(all) => all.iter().for_each(|one| deciding(one, found)),
        Value::Object(all) => all.values().for_each(|one| deciding(one, found)),
        _ => {}
    }
}

#[test]
fn a3_what_is_installed_stops_a_call_if_its_program_is_gone_killed_or_fails() {
    let desk = Desk::new();
    let event = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "touch made"}});
    for (agent, file, is_guarded) in [
        ("claude-code", ".claude/settings.json", true),
        ("codex", ".codex/hooks.json", true),
        ("gemini", ".gemini/settings.json", true),
        ("qwen", ".qwen/settings.json", true),
        ("goose", ".agents/plugins/countersign/hooks/hooks.json", true),
        ("windsurf", ".codeium/windsurf/hooks.json", true),
        ("crush", ".config/crush/crush.json", true),
        ("copilot", ".copilot/hooks/countersign.json", true),
        // It stops at any failure, and a second command would not get the event.
        ("cursor", ".cursor/hooks.json", false),
    ] {
        desk.run(&["hook", "install", agent, "--yes"]).expect(0);
        let settings: Value =
            serde_json::from_str(&fs::read_to_string(desk.user().join(file)).unwrap()).unwrap();
        let mut commands = Vec::new();
        deciding(&settings, &mut commands);
        assert!(!commands.is_empty(), "{agent}: {settings}");
        for text in [None, Some("kill -9 $$"), Some("exit 1"), Some("kill -15 $$")] {
            let program = other(&desk, text);
            for command in &commands {
                let command = command.replace(OWN, program.to_str().unwrap());
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", &command]).current_dir(desk.work());
                let ended = ended(shell, &event.to_string());
                assert_ne!(ended.code, 0, "{agent}, {text:?}: {ended:?}");
                if is_guarded {
                    let said = ended.code == 2 && ended.err.contains("so it is denied");
                    assert!(said, "{agent}, {text:?}: {ended:?}");
                }
            }
        }
    }
    desk.run(&["hook", "install", "amp", "--yes"]).expect(0);
    let script = fs::read_to_string(desk.user().join(".config/amp/countersign-amp")).unwrap();
    for text in [None, Some("kill -9 $$"), Some("exit 1")] {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &script.replace(OWN, other(&desk, text).to_str().unwrap())]);
        assert_eq!(ended(shell, "{}").code, 2, "{text:?}");
    }
}

/// Loads a plugin as its agent does, and tells what it answers to a call.
const LOADER: &str = r#"
import { pathToFileURL } from "node:url"
const [agent, file] = process.argv.slice(2)
const plugin = await import(pathToFileURL(file))
const call = { command: "touch made" }
let said
if (agent === "opencode") {
  const hooks = await plugin.Countersign({ directory: process.cwd() })
  try {
    await hooks["tool.execute.before"]({ tool: "bash", callID: "c1", sessionID: "s" }, { args: call })
    said = { passed: call }
  } catch (e) {
    said = { no: e.message }
  }
} else if (agent === "pi") {
  const on = {}
  plugin.default({ on: (name, hook) => (on[name] = hook) })
  const got = await on.tool_call({ toolName: "bash", toolCallId: "c1", input: call }, { cwd: process.cwd() })
  said = got?.block === true ? { no: got.reason } : { passed: got ?? null }
} else {
  const input = { commands: [call.command] }
  const got = await plugin.default.hooks.beforeTool({ tool: { name: "run_commands" }, toolCall: { toolCallId: "c1" }, input })
  said = got?.skip === true ? { no: got.reason } : { passed: got ?? null }
}
console.log(JSON.stringify(said))
process.exit(0)
"#;

fn loaded(desk: &Desk, agent: &str, plugin: &Path) -> Value {
    let node = program("agents/node/node_modules/.bin/node", "cargo xtask install");
    let loader = desk.home.dir.path().join("loader.mjs");
    fs::write(&loader, LOADER).unwrap();
    let usual = desk.command(&[]);
    let mut command = Command::new(node);
    command.arg(loader).arg(agent).arg(plugin).current_dir(desk.work()).env_clear();
    command.envs(usual.get_envs().filter_map(|(name, value)| Some((name, value?))));
    ended(command, "").expect(0).json()
}

#[test]
fn a3_a_plugin_takes_a_program_that_is_gone_killed_silent_or_slow_for_a_no() {
    let desk = Desk::new();
    let plugin = desk.home.dir.path().join("plugin.mjs");
    for (agent, file) in [
        ("opencode", ".config/opencode/plugins/countersign.js"),
        ("pi", ".pi/agent/extensions/countersign.ts"),
        ("cline", ".cline/plugins/countersign.js"),
    ] {
        desk.run(&["hook", "install", agent, "--wait-s", "1", "--yes"]).expect(0);
        let text = fs::read_to_string(desk.user().join(file)).unwrap();
        let mut ways = vec![
            None,
            Some("kill -9 $$"),
            Some("exit 1"),
            Some("exit 0"),
            Some("echo hello"),
            Some("echo null"),
            Some("echo '{\"deny\": 5}'"),
            Some("echo '{}'; exit 1"),
        ];
        // Cline waits only three seconds, so this can be tried.
        ways.extend((agent == "cline").then_some(Some("exec sleep 600")));
        for way in ways {
            let program = other(&desk, way);
            fs::write(&plugin, text.replace(OWN, program.to_str().unwrap())).unwrap();
            let said = loaded(&desk, agent, &plugin);
            let no = said["no"].as_str().unwrap_or_else(|| panic!("{agent}, {way:?}: {said}"));
            assert!(no.contains("so it is denied"), "{agent}, {way:?}: {no}");
        }
        // It does pass a call on, if nothing is wrong.
        let program = other(&desk, Some("cat > /dev/null; echo '{}'"));
        fs::write(&plugin, text.replace(OWN, program.to_str().unwrap())).unwrap();
        assert!(loaded(&desk, agent, &plugin).get("passed").is_some(), "{agent}");
    }
}

#[test]
fn a3_a_hook_that_takes_too_long_denies_by_itself_before_its_agent_goes_on_without_it() {
    let desk = Desk::new();
    // A daemon that can be connected to and never answers.
    let socket = desk.home.dir.path().join("silent.sock");
    let silent = UnixListener::bind(&socket).unwrap();
    let start = |agent: &str, is_silent: bool| {
        let mut hook = desk.command(&["hook", "run", agent, "--wait-s", "1"]);
        if is_silent {
            hook.env("COUNTERSIGN_SOCKET", &socket);
        }
        hook.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut asked = start("claude-code", true);
    let event =
        desk.event("PreToolUse", "Write", &json!({"file_path": desk.file("a"), "content": "x"}), "t1");
    asked.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
    // An event that never ends.
    let mut others = [start("codex", false), start("gemini", false)];
    let open: Vec<_> = others.iter_mut().map(|hook| hook.stdin.take().unwrap()).collect();
    let [codex, gemini] = others;
    for (code, out, err) in [output(asked), output(codex)] {
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("Countersign took too long, so this is denied"), "{err}");
    }
    let (code, out, err) = output(gemini);
    let said: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}"));
    assert_eq!((code, &said["decision"]), (0, &json!("deny")), "{out}{err}");
    drop((open, silent));
}
