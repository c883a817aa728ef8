//! Agents whose hooks can only refuse a command: they are told how to pass it on.

use countersign_words::{Message, say};
use serde_json::json;

use super::{
    super::{Agent, Can, File, Gate, Holds, Hook, Shape, Silent, Stage, json::Json, plugin, wire},
    NOT_ASK, claude_fields, decides, folder, not_run, object, on, restart, too_slow,
};

/// Neither that, nor replace a command.
const ONLY_DENY: Can = Can { rewrite: false, ..NOT_ASK };

fn goose_fields(hook: &Hook, command: &str, timeout: u64) -> Json {
    let mut fields =
        vec![("type", json!("command")), ("command", json!(command)), ("timeout", json!(timeout))];
    fields.extend(hook.decides.then_some(("on_failure", json!("block"))));
    object(&fields)
}

fn windsurf_fields(hook: &Hook, command: &str, _: u64) -> Json {
    object(&[("command", json!(command)), ("show_output", json!(hook.decides))])
}

fn passes(agent: &str) -> Message {
    say!("command-hook-note-passes", agent)
}

/// Run with 1.52.0.
pub(super) const GOOSE: Agent = Agent {
    name: "goose",
    title: "goose",
    program: "goose",
    settings: folder(None, "", ".agents/plugins/countersign"),
    gate: Some(Gate {
        files: &[
            File {
                user: "hooks/hooks.json",
                project: Some(".agents/plugins/countersign/hooks/hooks.json"),
                holds: Holds::Hooks(Shape {
                    grouped: true,
                    version: false,
                    guarded: true,
                    ms: false,
                    fields: goose_fields,
                    hooks: &[
                        on("SessionStart", None),
                        decides("PreToolUse", Some(".*")),
                        on("PostToolUse", Some("write|edit")),
                        on("PostToolUseFailure", Some("write|edit")),
                    ],
                }),
            },
            File {
                user: "plugin.json",
                project: Some(".agents/plugins/countersign/plugin.json"),
                holds: Holds::Whole(plugin::goose_manifest),
            },
        ],
        wire: &wire::GOOSE,
        can: ONLY_DENY,
        silent: Silent::MadeIfWordless,
        keeps_folder: false,
        applies_patches: false,
        project: None,
        must_trust: false,
        notes: |_| vec![restart("goose"), passes("goose"), say!("command-hook-note-silent", agent = "goose")],
    }),
    transcripts: None,
    // Whose model it is, its settings say: other hosts are named with `--hosts`.
    stage: Some(Stage {
        hosts: &["api.anthropic.com", "api.openai.com", "openrouter.ai", "generativelanguage.googleapis.com"],
        variable: None,
        folders: &[".config/goose", ".local/share/goose", ".local/state/goose"],
        settings: &["config.yaml", "permission.yaml", "secrets.yaml", ".goosehints"],
        unconfined: &[],
    }),
};

/// Run with 0.24.4.
pub(super) const QWEN: Agent = Agent {
    name: "qwen",
    title: "Qwen Code",
    program: "qwen",
    settings: folder(None, "", ".qwen"),
    gate: Some(Gate {
        files: &[File {
            user: "settings.json",
            project: Some(".qwen/settings.json"),
            holds: Holds::Hooks(Shape {
                grouped: true,
                version: false,
                guarded: true,
                ms: false,
                fields: claude_fields,
                hooks: &[
                    on("SessionStart", None),
                    decides("PreToolUse", Some("*")),
                    decides("PermissionRequest", Some("*")),
                    on("PostToolUse", Some("write_file|edit|notebook_edit")),
                    on("PostToolUseFailure", Some("write_file|edit|notebook_edit")),
                ],
            }),
        }],
        wire: &wire::QWEN,
        can: ONLY_DENY,
        silent: Silent::MadeIfSlow,
        keeps_folder: false,
        applies_patches: false,
        project: Some("QWEN_PROJECT_DIR"),
        must_trust: false,
        notes: |_| vec![restart("Qwen Code"), say!("command-hook-note-qwen"), too_slow("Qwen Code")],
    }),
    transcripts: None,
    stage: Some(Stage {
        hosts: &[
            "chat.qwen.ai",
            "portal.qwen.ai",
            "dashscope.aliyuncs.com",
            "dashscope-intl.aliyuncs.com",
            "coding.dashscope.aliyuncs.com",
            "coding-intl.dashscope.aliyuncs.com",
            "api.openai.com",
        ],
        variable: None,
        folders: &[".qwen"],
        settings: &["settings.json", "trustedFolders.json", ".env", "QWEN.md"],
        unconfined: &[],
    }),
};

/// Its rules were tried with 0.0.1790142911; without a login it does nothing else.
pub(super) const AMP: Agent = Agent {
    name: "amp",
    title: "Amp",
    program: "amp",
    settings: folder(Some("XDG_CONFIG_HOME"), "amp", ".config/amp"),
    gate: Some(Gate {
        files: &[
            File { user: plugin::AMP_PROGRAM, project: None, holds: Holds::Whole(plugin::amp) },
            File {
                user: "settings.json",
                project: None,
                holds: Holds::Rules("amp.permissions", plugin::amp_rules),
            },
        ],
        wire: &wire::AMP,
        can: Can { after: false, ..ONLY_DENY },
        silent: Silent::Stopped,
        keeps_folder: false,
        applies_patches: false,
        project: None,
        must_trust: false,
        notes: |_| vec![restart("Amp"), say!("command-hook-note-amp"), passes("Amp")],
    }),
    transcripts: None,
    stage: Some(Stage {
        hosts: &["ampcode.com"],
        variable: None,
        folders: &[".config/amp", ".local/share/amp", ".cache/amp"],
        settings: &["settings.json", plugin::AMP_PROGRAM, "AGENTS.md"],
        unconfined: &[],
    }),
};

/// Its hooks were read in its documents; it could not be run.
pub(super) const WINDSURF: Agent = Agent {
    name: "windsurf",
    title: "Windsurf",
    program: "windsurf",
    settings: folder(None, "", ".codeium/windsurf"),
    gate: Some(Gate {
        files: &[File {
            user: "hooks.json",
            project: Some(".windsurf/hooks.json"),
            holds: Holds::Hooks(Shape {
                grouped: false,
                version: false,
                guarded: true,
                ms: false,
                fields: windsurf_fields,
                hooks: &[
                    decides("pre_run_command", None),
                    decides("pre_read_code", None),
                    decides("pre_write_code", None),
                    decides("pre_mcp_tool_use", None),
                    on("post_write_code", None),
                ],
            }),
        }],
        wire: &wire::WINDSURF,
        can: ONLY_DENY,
        silent: Silent::MadeIfSlow,
        keeps_folder: false,
        applies_patches: false,
        project: None,
        must_trust: false,
        notes: |_| vec![restart("Windsurf"), not_run("Windsurf"), passes("Windsurf")],
    }),
    transcripts: None,
    stage: None,
};
