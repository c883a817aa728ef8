//! The entries. What each agent does was seen with the version that its entry names.

mod passing;

use countersign_words::{Message, say};
use serde_json::json;

use super::{
    Agent, Can, File, Folder, Gate, Holds, Hook, Shape, Silent, Stage,
    json::Json,
    plugin, sandbox_rule,
    wire::{CLAUDE, CLINE, CODEX, COPILOT, CRUSH, CURSOR, GEMINI, PLUGIN},
};

const fn folder(variable: Option<&'static str>, inside: &'static str, below: &'static str) -> Folder {
    Folder { variable, inside, below }
}

const fn on(event: &'static str, matcher: Option<&'static str>) -> Hook {
    Hook { event, matcher, decides: false }
}

const fn decides(event: &'static str, matcher: Option<&'static str>) -> Hook {
    Hook { event, matcher, decides: true }
}

/// Everything that a hook may do.
const ALL_OF_IT: Can = Can { deny: true, ask: true, rewrite: true, after: true };
/// The same, but it cannot have the agent ask.
const NOT_ASK: Can = Can { ask: false, ..ALL_OF_IT };

fn object(fields: &[(&str, serde_json::Value)]) -> Json {
    Json::Object(fields.iter().map(|(name, value)| ((*name).to_owned(), Json::from(value))).collect())
}

fn claude_fields(_: &Hook, command: &str, timeout: u64) -> Json {
    object(&[("type", json!("command")), ("command", json!(command)), ("timeout", json!(timeout))])
}

fn gemini_fields(hook: &Hook, command: &str, timeout: u64) -> Json {
    let name = format!("countersign-{}", hook.event);
    let (kind, command) = (json!("command"), json!(command));
    object(&[("name", json!(name)), ("type", kind), ("command", command), ("timeout", json!(timeout))])
}

fn copilot_fields(_: &Hook, command: &str, timeout: u64) -> Json {
    object(&[("type", json!("command")), ("bash", json!(command)), ("timeoutSec", json!(timeout))])
}

fn cursor_fields(hook: &Hook, command: &str, timeout: u64) -> Json {
    let mut fields = vec![("command", json!(command)), ("timeout", json!(timeout))];
    fields.extend(hook.decides.then_some(("failClosed", json!(true))));
    object(&fields)
}

fn crush_fields(_: &Hook, command: &str, timeout: u64) -> Json {
    object(&[("name", json!("countersign")), ("command", json!(command)), ("timeout", json!(timeout))])
}

fn not_run(agent: &str) -> Message {
    say!("command-hook-note-not-run", agent)
}

fn restart(agent: &str) -> Message {
    say!("command-hook-note-restart", agent)
}

fn too_slow(agent: &str) -> Message {
    say!("command-hook-note-time", agent)
}

/// All of them.
pub static ALL: [Agent; 16] = [
    Agent {
        name: "claude-code",
        title: "Claude Code",
        program: "claude",
        settings: folder(Some("CLAUDE_CONFIG_DIR"), "", ".claude"),
        gate: Some(Gate {
            files: &[File {
                user: "settings.json",
                project: Some(".claude/settings.json"),
                holds: Holds::Hooks(Shape {
                    grouped: true,
                    version: false,
                    guarded: true,
                    ms: false,
                    fields: claude_fields,
                    hooks: &[
                        on("SessionStart", None),
                        decides("PreToolUse", Some("*")),
                        on("PostToolUse", Some("Write|Edit|MultiEdit|NotebookEdit")),
                        on("PostToolUseFailure", Some("Write|Edit|MultiEdit|NotebookEdit")),
                    ],
                }),
            }],
            wire: &CLAUDE,
            can: ALL_OF_IT,
            silent: Silent::MadeIfSlow,
            keeps_folder: true,
            applies_patches: false,
            project: Some("CLAUDE_PROJECT_DIR"),
            must_trust: false,
            notes: |_| vec![say!("command-hook-note-claude"), say!("command-hook-note-claude-time")],
        }),
        transcripts: Some("projects"),
        stage: Some(Stage {
            hosts: &["api.anthropic.com", "console.anthropic.com", "platform.claude.com", "claude.ai"],
            variable: Some("CLAUDE_CONFIG_DIR"),
            folders: &[".claude", ".claude.json"],
            settings: &["settings.json", "settings.local.json", ".claude.json", "CLAUDE.md"],
            unconfined: &[],
        }),
    },
    Agent {
        name: "codex",
        title: "Codex",
        program: "codex",
        settings: folder(Some("CODEX_HOME"), "", ".codex"),
        gate: Some(Gate {
            files: &[
                File {
                    user: "hooks.json",
                    project: Some(".codex/hooks.json"),
                    holds: Holds::Hooks(Shape {
                        grouped: true,
                        version: false,
                        guarded: true,
                        ms: false,
                        fields: claude_fields,
                        hooks: &[
                            on("SessionStart", None),
                            decides("PreToolUse", Some(".*")),
                            on("PostToolUse", Some("apply_patch")),
                        ],
                    }),
                },
                File {
                    user: "rules/countersign.rules",
                    project: Some(".codex/rules/countersign.rules"),
                    holds: Holds::Whole(sandbox_rule::text),
                },
            ],
            wire: &CODEX,
            can: NOT_ASK,
            silent: Silent::MadeIfSlow,
            keeps_folder: false,
            applies_patches: true,
            project: None,
            must_trust: true,
            notes: |_| {
                vec![
                    say!("command-hook-note-codex"),
                    say!("command-hook-note-codex-time"),
                    say!("command-hook-note-codex-typed"),
                ]
            },
        }),
        transcripts: Some("sessions"),
        stage: Some(Stage {
            hosts: &["api.openai.com", "chatgpt.com", "auth.openai.com"],
            variable: Some("CODEX_HOME"),
            folders: &[".codex"],
            settings: &["config.toml", "hooks.json", "rules/countersign.rules", "AGENTS.md"],
            unconfined: &["-c", "sandbox_mode=\"danger-full-access\""],
        }),
    },
    // Run with 1.0.102.
    Agent {
        name: "copilot",
        title: "GitHub Copilot CLI",
        program: "copilot",
        settings: folder(Some("COPILOT_HOME"), "", ".copilot"),
        gate: Some(Gate {
            files: &[File {
                user: "hooks/countersign.json",
                project: Some(".github/hooks/countersign.json"),
                holds: Holds::Hooks(Shape {
                    grouped: false,
                    version: true,
                    guarded: true,
                    ms: false,
                    fields: copilot_fields,
                    hooks: &[on("sessionStart", None), decides("preToolUse", None), on("postToolUse", None)],
                }),
            }],
            wire: &COPILOT,
            can: ALL_OF_IT,
            silent: Silent::MadeIfSlow,
            keeps_folder: false,
            applies_patches: false,
            project: None,
            must_trust: false,
            notes: |program| {
                // Its rules name a command by its first word as it is written, without variables before it.
                let program =
                    program.rsplit_once(" '").map_or(program.to_owned(), |(_, own)| format!("'{own}"));
                let folder = program.rsplit_once('/').map_or("'", |(folder, _)| folder).to_owned() + "'";
                vec![say!("command-hook-note-copilot", program, folder), too_slow("GitHub Copilot CLI")]
            },
        }),
        transcripts: None,
        stage: Some(Stage {
            hosts: &[
                "api.github.com",
                "github.com",
                "api.githubcopilot.com",
                "api.individual.githubcopilot.com",
            ],
            variable: Some("COPILOT_HOME"),
            folders: &[".copilot"],
            settings: &["config.json", "settings.json", "mcp-config.json", "hooks/countersign.json"],
            unconfined: &[],
        }),
    },
    // Its hooks were read in its SDK 1.0.32; it could not be run.
    Agent {
        name: "cursor",
        title: "Cursor",
        program: "cursor-agent",
        settings: folder(None, "", ".cursor"),
        gate: Some(Gate {
            files: &[File {
                user: "hooks.json",
                project: Some(".cursor/hooks.json"),
                holds: Holds::Hooks(Shape {
                    grouped: false,
                    version: true,
                    // What fails is stopped by `failClosed`; a second command would not get the event.
                    guarded: false,
                    ms: false,
                    fields: cursor_fields,
                    hooks: &[
                        on("sessionStart", None),
                        decides("preToolUse", None),
                        on("postToolUse", None),
                        on("postToolUseFailure", None),
                    ],
                }),
            }],
            wire: &CURSOR,
            can: ALL_OF_IT,
            silent: Silent::Stopped,
            keeps_folder: false,
            applies_patches: false,
            project: None,
            must_trust: false,
            notes: |_| vec![restart("Cursor"), say!("command-hook-note-cursor")],
        }),
        transcripts: Some("projects"),
        stage: None,
    },
    // Run with 0.61.0.
    Agent {
        name: "gemini",
        title: "Gemini CLI",
        program: "gemini",
        settings: folder(Some("GEMINI_CLI_HOME"), ".gemini", ".gemini"),
        gate: Some(Gate {
            files: &[
                File {
                    user: "settings.json",
                    project: Some(".gemini/settings.json"),
                    holds: Holds::Hooks(Shape {
                        grouped: true,
                        version: false,
                        guarded: true,
                        ms: true,
                        fields: gemini_fields,
                        hooks: &[
                            on("SessionStart", None),
                            decides("BeforeTool", Some(".*")),
                            on("AfterTool", Some("write_file|replace")),
                        ],
                    }),
                },
                // Only the user's own rules count.
                File {
                    user: "policies/countersign.toml",
                    project: None,
                    holds: Holds::Whole(plugin::gemini_policy),
                },
            ],
            wire: &GEMINI,
            can: ALL_OF_IT,
            silent: Silent::CommandsStopped,
            keeps_folder: false,
            applies_patches: false,
            project: Some("GEMINI_PROJECT_DIR"),
            must_trust: false,
            notes: |_| vec![restart("Gemini CLI"), say!("command-hook-note-gemini"), too_slow("Gemini CLI")],
        }),
        transcripts: Some("tmp"),
        stage: Some(Stage {
            hosts: &[
                "generativelanguage.googleapis.com",
                "cloudcode-pa.googleapis.com",
                "oauth2.googleapis.com",
            ],
            variable: None,
            folders: &[".gemini"],
            settings: &["settings.json", "trusted_hooks.json", "policies/countersign.toml", "GEMINI.md"],
            unconfined: &[],
        }),
    },
    // Run with 1.18.33.
    Agent {
        name: "opencode",
        title: "opencode",
        program: "opencode",
        settings: folder(Some("XDG_CONFIG_HOME"), "opencode", ".config/opencode"),
        gate: Some(Gate {
            files: &[
                File {
                    user: "plugins/countersign.js",
                    project: Some(".opencode/plugins/countersign.js"),
                    holds: Holds::Whole(plugin::opencode),
                },
                File {
                    user: "opencode.json",
                    project: Some("opencode.json"),
                    holds: Holds::Rules("permission", plugin::opencode_rules),
                },
            ],
            wire: &PLUGIN,
            can: NOT_ASK,
            silent: Silent::CommandsStopped,
            keeps_folder: false,
            applies_patches: false,
            project: None,
            must_trust: false,
            notes: |_| vec![restart("opencode"), say!("command-hook-note-unloaded", agent = "opencode")],
        }),
        transcripts: Some("~/.local/share/opencode"),
        stage: Some(Stage {
            hosts: &["opencode.ai", "models.dev", "api.anthropic.com", "api.openai.com"],
            variable: None,
            folders: &[
                ".local/share/opencode",
                ".local/state/opencode",
                ".cache/opencode",
                ".config/opencode",
            ],
            settings: &["opencode.json", "opencode.jsonc", "config.json", "plugins/countersign.js"],
            unconfined: &[],
        }),
    },
    // Run with 7.7.7; it is made from opencode.
    Agent {
        name: "kilo",
        title: "Kilo",
        program: "kilo",
        settings: folder(Some("XDG_CONFIG_HOME"), "kilo", ".config/kilo"),
        gate: Some(Gate {
            files: &[
                File {
                    user: "plugins/countersign.js",
                    project: Some(".kilo/plugins/countersign.js"),
                    holds: Holds::Whole(plugin::opencode),
                },
                File {
                    user: "kilo.json",
                    project: Some("kilo.json"),
                    holds: Holds::Rules("permission", plugin::opencode_rules),
                },
            ],
            wire: &PLUGIN,
            can: NOT_ASK,
            silent: Silent::CommandsStopped,
            keeps_folder: false,
            applies_patches: false,
            project: None,
            must_trust: false,
            notes: |_| vec![restart("Kilo"), say!("command-hook-note-unloaded", agent = "Kilo")],
        }),
        transcripts: None,
        stage: Some(Stage {
            hosts: &["api.kilo.ai", "kilo.ai", "models.dev"],
            variable: None,
            folders: &[".local/share/kilo", ".local/state/kilo", ".cache/kilo", ".config/kilo"],
            settings: &["kilo.json", "kilo.jsonc", "config.json", "plugins/countersign.js"],
            unconfined: &[],
        }),
    },
    // Run with 0.87.1.
    Agent {
        name: "pi",
        title: "pi",
        program: "pi",
        settings: folder(Some("PI_CODING_AGENT_DIR"), "", ".pi/agent"),
        gate: Some(Gate {
            files: &[File {
                user: "extensions/countersign.ts",
                project: Some(".pi/extensions/countersign.ts"),
                holds: Holds::Whole(plugin::pi),
            }],
            wire: &PLUGIN,
            can: NOT_ASK,
            silent: Silent::MadeIfUnloaded,
            keeps_folder: false,
            applies_patches: false,
            project: None,
            must_trust: false,
            notes: |_| vec![restart("pi"), say!("command-hook-note-pi")],
        }),
        transcripts: None,
        stage: Some(Stage {
            hosts: &["api.anthropic.com", "api.openai.com"],
            variable: Some("PI_CODING_AGENT_DIR"),
            folders: &[".pi/agent"],
            settings: &["settings.json", "models.json", "extensions/countersign.ts"],
            unconfined: &[],
        }),
    },
    // Run with 3.0.65.
    Agent {
        name: "cline",
        title: "Cline",
        program: "cline",
        settings: folder(Some("CLINE_DIR"), "", ".cline"),
        gate: Some(Gate {
            files: &[File {
                user: "plugins/countersign.js",
                project: None,
                holds: Holds::Whole(plugin::cline),
            }],
            wire: &CLINE,
            can: NOT_ASK,
            silent: Silent::MadeIfUnloaded,
            keeps_folder: false,
            applies_patches: false,
            project: None,
            must_trust: false,
            notes: |_| vec![say!("command-hook-note-cline"), say!("command-hook-note-cline-time")],
        }),
        transcripts: None,
        stage: Some(Stage {
            hosts: &[
                "api.cline.bot",
                "app.cline.bot",
                "api.anthropic.com",
                "api.openai.com",
                "openrouter.ai",
            ],
            variable: Some("CLINE_DIR"),
            folders: &[".cline"],
            settings: &["plugins/countersign.js", "data/settings/cline_mcp_settings.json"],
            unconfined: &[],
        }),
    },
    passing::GOOSE,
    passing::QWEN,
    passing::AMP,
    passing::WINDSURF,
    // Its hooks were read in its source; it could not be run.
    Agent {
        name: "crush",
        title: "Crush",
        program: "crush",
        settings: folder(Some("XDG_CONFIG_HOME"), "crush", ".config/crush"),
        gate: Some(Gate {
            files: &[File {
                user: "crush.json",
                project: Some("crush.json"),
                holds: Holds::Hooks(Shape {
                    grouped: false,
                    version: false,
                    guarded: true,
                    ms: false,
                    fields: crush_fields,
                    hooks: &[decides("PreToolUse", None)],
                }),
            }],
            wire: &CRUSH,
            can: Can { after: false, ..NOT_ASK },
            silent: Silent::MadeIfSlow,
            keeps_folder: false,
            applies_patches: false,
            project: None,
            must_trust: false,
            notes: |_| vec![restart("Crush"), not_run("Crush"), say!("command-hook-note-crush")],
        }),
        transcripts: None,
        stage: Some(Stage {
            hosts: &["catwalk.charm.land", "api.anthropic.com", "api.openai.com", "openrouter.ai"],
            variable: None,
            folders: &[".config/crush", ".local/share/crush", ".cache/crush"],
            settings: &["crush.json", "CRUSH.md"],
            unconfined: &[],
        }),
    },
    // Its CLI, 1.5.47, has hooks that it never calls.
    Agent {
        name: "continue",
        title: "Continue",
        program: "cn",
        settings: folder(Some("CONTINUE_GLOBAL_DIR"), "", ".continue"),
        gate: None,
        transcripts: None,
        stage: Some(Stage {
            hosts: &[
                "api.continue.dev",
                "hub.continue.dev",
                "api.workos.com",
                "api.anthropic.com",
                "api.openai.com",
            ],
            variable: Some("CONTINUE_GLOBAL_DIR"),
            folders: &[".continue"],
            settings: &["config.yaml", "config.json", "config.ts", "permissions.yaml", ".env"],
            unconfined: &[],
        }),
    },
    // Its own tools cannot be judged by hooks; it starts servers.
    Agent {
        name: "vscode",
        title: "VS Code",
        program: "code",
        settings: folder(Some("XDG_CONFIG_HOME"), "Code/User", ".config/Code/User"),
        gate: None,
        transcripts: None,
        stage: None,
    },
];
