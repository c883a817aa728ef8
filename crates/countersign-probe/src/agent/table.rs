//! The table of agents.

use serde_json::{Value, json};

use super::Agent;
use crate::script::{Act, Call};

/// All agents that can be started here.
pub static AGENTS: &[Agent] = &[
    Agent {
        name: "claude-code",
        title: "Claude Code",
        program: "claude",
        tested: "2.1.197",
        installed: "node_modules/.bin/claude",
        node: 0,
        files: |_| Vec::new(),
        env: |url| {
            let on = || "1".to_owned();
            vec![
                ("ANTHROPIC_BASE_URL", url.to_owned()),
                ("ANTHROPIC_API_KEY", "none".to_owned()),
                ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", on()),
                ("DISABLE_AUTOUPDATER", on()),
            ]
        },
        prepares: nothing,
        args: |task| words(&["-p", task, "--model", "scripted"]),
        unasked: &["--dangerously-skip-permissions"],
        tool: |act| match act {
            Act::Shell(command) => call("Bash", json!({"command": command, "description": "a step"})),
            Act::Read(path) => call("Read", json!({"file_path": path})),
            Act::Search(_) => None,
            Act::Write { path, content } => call("Write", json!({"file_path": path, "content": content})),
            Act::Edit { path, old, new } => {
                call("Edit", json!({"file_path": path, "old_string": old, "new_string": new}))
            }
        },
    },
    Agent {
        name: "codex",
        title: "Codex",
        program: "codex",
        tested: "0.166.0",
        installed: "node_modules/.bin/codex",
        node: 0,
        files: |url| {
            let settings = format!(
                "model = \"scripted\"\nmodel_provider = \"scripted\"\napproval_policy = \"never\"\n\
                 sandbox_mode = \"danger-full-access\"\ncheck_for_update_on_startup = false\n\n\
                 [analytics]\nenabled = false\n\n[model_providers.scripted]\nname = \"scripted\"\n\
                 base_url = \"{url}/v1\"\nwire_api = \"responses\"\nenv_key = \"SCRIPTED_KEY\"\n"
            );
            vec![(".codex/config.toml", settings)]
        },
        env: |_| vec![("SCRIPTED_KEY", "none".to_owned())],
        prepares: nothing,
        // In a scratch home nobody has trusted the hooks yet.
        args: |task| words(&["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", task]),
        unasked: &[],
        tool: |act| match act {
            Act::Shell(command) => call("exec_command", json!({"cmd": command})),
            Act::Write { .. } | Act::Edit { .. } => {
                let line = format!("apply_patch <<'PATCH'\n{}PATCH", act.as_patch()?);
                call("exec_command", json!({"cmd": line}))
            }
            Act::Read(_) | Act::Search(_) => None,
        },
    },
    Agent {
        name: "copilot",
        title: "GitHub Copilot CLI",
        program: "copilot",
        tested: "1.0.102",
        installed: "copilot/node_modules/.bin/copilot",
        node: 22,
        files: |_| Vec::new(),
        env: |url| {
            vec![
                ("COPILOT_OFFLINE", "true".to_owned()),
                ("COPILOT_PROVIDER_BASE_URL", format!("{url}/v1")),
                ("COPILOT_PROVIDER_API_KEY", "none".to_owned()),
                ("COPILOT_MODEL", "scripted".to_owned()),
                ("COPILOT_AUTO_UPDATE", "false".to_owned()),
            ]
        },
        prepares: nothing,
        args: |task| words(&["--allow-all", "-p", task]),
        unasked: &[],
        tool: |act| match act {
            Act::Shell(command) => call("bash", json!({"command": command, "description": "a step"})),
            Act::Read(path) => call("view", json!({"path": path})),
            Act::Search(text) => call("grep", json!({"pattern": text, "output_mode": "content"})),
            Act::Write { path, content } => call("create", json!({"path": path, "file_text": content})),
            Act::Edit { path, old, new } => {
                call("edit", json!({"path": path, "old_str": old, "new_str": new}))
            }
        },
    },
    Agent {
        name: "gemini",
        title: "Gemini CLI",
        program: "gemini",
        tested: "0.61.0",
        installed: "gemini/node_modules/.bin/gemini",
        node: 20,
        files: |_| {
            let settings = json!({
                "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
                "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
                "privacy": {"usageStatisticsEnabled": false},
            });
            vec![(".gemini/settings.json", pretty(&settings))]
        },
        env: |url| {
            let url = url.to_owned();
            vec![
                ("GEMINI_API_KEY", "none".to_owned()),
                ("GOOGLE_GEMINI_BASE_URL", url),
                ("GEMINI_CLI_TRUST_WORKSPACE", "true".to_owned()),
            ]
        },
        prepares: nothing,
        args: |task| words(&["-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", task]),
        unasked: &[],
        tool: |act| match act {
            Act::Shell(command) => {
                call("run_shell_command", json!({"command": command, "description": "a step"}))
            }
            Act::Read(path) => call("read_file", json!({"file_path": path})),
            Act::Search(text) => call("grep_search", json!({"pattern": text})),
            Act::Write { path, content } => {
                call("write_file", json!({"file_path": path, "content": content}))
            }
            Act::Edit { path, old, new } => call(
                "replace",
                json!({"file_path": path, "instruction": "a step", "old_string": old, "new_string": new}),
            ),
        },
    },
    Agent {
        name: "opencode",
        title: "opencode",
        program: "opencode",
        tested: "1.18.33",
        installed: "node_modules/.bin/opencode",
        node: 0,
        files: |url| vec![(".config/opencode/opencode.json", opencode(url))],
        env: |_| {
            vec![("OPENCODE_DISABLE_AUTOUPDATE", "1".into()), ("OPENCODE_DISABLE_MODELS_FETCH", "1".into())]
        },
        prepares: nothing,
        args: |task| words(&["run", task]),
        unasked: &[],
        tool: opencode_tool,
    },
    Agent {
        name: "kilo",
        title: "Kilo",
        program: "kilo",
        tested: "7.7.7",
        installed: "kilo/node_modules/.bin/kilo",
        node: 0,
        files: |url| vec![(".config/kilo/kilo.json", opencode(url))],
        env: |_| {
            let on = || "1".to_owned();
            vec![
                ("KILO_DISABLE_AUTOUPDATE", on()),
                ("KILO_DISABLE_MODELS_FETCH", on()),
                ("KILO_TELEMETRY_LEVEL", "off".into()),
            ]
        },
        prepares: nothing,
        args: |task| words(&["run", "--auto", task]),
        unasked: &[],
        tool: opencode_tool,
    },
    Agent {
        name: "pi",
        title: "pi",
        program: "pi",
        tested: "0.87.1",
        installed: "pi/node_modules/.bin/pi",
        node: 22,
        files: |url| {
            let models = json!({"providers": {"scripted": {"baseUrl": format!("{url}/v1"),
                "api": "openai-completions", "apiKey": "none", "models": [{"id": "scripted"}]}}});
            vec![(".pi/agent/models.json", pretty(&models))]
        },
        env: |_| {
            vec![
                ("PI_OFFLINE", "1".into()),
                ("PI_SKIP_VERSION_CHECK", "1".into()),
                ("PI_TELEMETRY", "0".into()),
            ]
        },
        prepares: nothing,
        args: |task| words(&["--provider", "scripted", "--model", "scripted", "-p", task]),
        unasked: &[],
        tool: |act| match act {
            Act::Shell(command) => call("bash", json!({"command": command})),
            Act::Read(path) => call("read", json!({"path": path})),
            Act::Search(_) => None,
            Act::Write { path, content } => call("write", json!({"path": path, "content": content})),
            Act::Edit { path, old, new } => {
                call("edit", json!({"path": path, "edits": [{"oldText": old, "newText": new}]}))
            }
        },
    },
    Agent {
        name: "cline",
        title: "Cline CLI",
        program: "cline",
        tested: "3.0.65",
        installed: "cline/node_modules/.bin/cline",
        node: 22,
        files: |_| Vec::new(),
        env: |_| vec![("CLINE_TELEMETRY_DISABLED", "1".into()), ("CLINE_NO_AUTO_UPDATE", "1".into())],
        prepares: |url| {
            words(&["auth", "-p", "openai", "-k", "none", "-m", "scripted", "-b", &format!("{url}/v1")])
        },
        args: |task| words(&[task]),
        unasked: &[],
        tool: |act| match act {
            Act::Shell(command) => call("run_commands", json!({"commands": [command]})),
            Act::Read(path) => call("read_files", json!({"files": [{"path": path}]})),
            Act::Search(text) => call("search_codebase", json!({"queries": [text]})),
            Act::Write { path, content } => call("editor", json!({"path": path, "new_text": content})),
            Act::Edit { path, old, new } => {
                call("editor", json!({"path": path, "old_text": old, "new_text": new}))
            }
        },
    },
    Agent {
        name: "goose",
        title: "goose",
        program: "goose",
        tested: "1.52.0",
        installed: "goose/node_modules/@aaif/goose-binary-linux-x64/bin/goose",
        node: 0,
        files: |_| {
            let settings = "GOOSE_PROVIDER: openai\nGOOSE_MODEL: scripted\nGOOSE_MODE: auto\n\
                GOOSE_TELEMETRY_ENABLED: false\nextensions:\n  developer:\n    enabled: true\n    \
                type: builtin\n    name: developer\n    timeout: 600\n";
            vec![(".config/goose/config.yaml", settings.to_owned())]
        },
        env: |url| {
            vec![
                ("OPENAI_API_KEY", "none".to_owned()),
                ("OPENAI_HOST", url.to_owned()),
                ("OPENAI_BASE_PATH", "v1/chat/completions".to_owned()),
                ("GOOSE_DISABLE_KEYRING", "1".to_owned()),
                ("GOOSE_PROVIDER", "openai".to_owned()),
                ("GOOSE_MODEL", "scripted".to_owned()),
            ]
        },
        prepares: nothing,
        args: |task| words(&["run", "--no-session", "-t", task]),
        unasked: &[],
        tool: |act| match act {
            Act::Shell(command) => call("shell", json!({"command": command})),
            Act::Read(_) | Act::Search(_) => None,
            Act::Write { path, content } => call("write", json!({"path": path, "content": content})),
            Act::Edit { path, old, new } => call("edit", json!({"path": path, "before": old, "after": new})),
        },
    },
    Agent {
        name: "qwen",
        title: "Qwen Code",
        program: "qwen",
        tested: "0.24.4",
        installed: "qwen/node_modules/.bin/qwen",
        node: 22,
        files: |_| {
            let settings = json!({
                "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": false}},
                "general": {"enableAutoUpdate": false, "disableAutoUpdate": true},
                "privacy": {"usageStatisticsEnabled": false},
            });
            vec![(".qwen/settings.json", pretty(&settings))]
        },
        env: |url| {
            vec![
                ("OPENAI_API_KEY", "none".to_owned()),
                ("OPENAI_BASE_URL", format!("{url}/v1")),
                ("OPENAI_MODEL", "scripted".to_owned()),
            ]
        },
        prepares: nothing,
        args: |task| words(&["--approval-mode", "yolo", "-p", task]),
        unasked: &[],
        tool: |act| match act {
            Act::Shell(command) => {
                call("run_shell_command", json!({"command": command, "is_background": false}))
            }
            Act::Read(path) => call("read_file", json!({"file_path": path})),
            Act::Search(text) => call("grep_search", json!({"pattern": text})),
            Act::Write { path, content } => {
                call("write_file", json!({"file_path": path, "content": content}))
            }
            Act::Edit { path, old, new } => {
                call("edit", json!({"file_path": path, "old_string": old, "new_string": new}))
            }
        },
    },
];

fn call(tool: &'static str, args: Value) -> Option<Call> {
    Some(Call { tool, args })
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn nothing(_: &str) -> Vec<String> {
    Vec::new()
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The settings of opencode and of Kilo, which was made from it.
fn opencode(url: &str) -> String {
    pretty(&json!({
        "autoupdate": false,
        "share": "disabled",
        "model": "scripted/scripted",
        "small_model": "scripted/scripted",
        "provider": {"scripted": {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": {"baseURL": format!("{url}/v1"), "apiKey": "none"},
            "models": {"scripted": {"name": "scripted"}},
        }},
    }))
}

fn opencode_tool(act: &Act) -> Option<Call> {
    match act {
        Act::Shell(command) => call("bash", json!({"command": command, "description": "a step"})),
        Act::Read(path) => call("read", json!({"filePath": path})),
        Act::Search(text) => call("grep", json!({"pattern": text})),
        Act::Write { path, content } => call("write", json!({"filePath": path, "content": content})),
        Act::Edit { path, old, new } => {
            call("edit", json!({"filePath": path, "oldString": old, "newString": new}))
        }
    }
}
