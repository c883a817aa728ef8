//! The tools of each agent, and their fields.

/// A tool of an agent, the tool that it is the same as, and its fields as `their name > ours`.
pub type Same = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const CODEX: &[Same] = &[
    ("close_agent", "TaskStop", &[]),
    ("container.exec", "Bash", SHELL),
    ("exec_command", "Bash", SHELL),
    ("local_shell", "Bash", SHELL),
    ("send_input", "Task", &[]),
    ("shell", "Bash", SHELL),
    ("shell_command", "Bash", SHELL),
    ("spawn_agent", "Task", &[]),
    ("wait", "TaskOutput", &[]),
];

const SHELL: &[(&str, &str)] = &[
    ("command", "command"),
    ("cmd", "command"),
    ("workdir", "workdir"),
    ("cwd", "workdir"),
    ("working_directory", "workdir"),
    ("dir_path", "workdir"),
    ("directory", "workdir"),
    ("timeout_ms", "timeout"),
    ("timeout", "timeout"),
    ("is_background", "run_in_background"),
    ("run_in_background", "run_in_background"),
];

/// The same, where the time is in seconds.
const SHELL_S: &[(&str, &str)] =
    &[("command", "command"), ("timeout", "timeout_s"), ("timeout_secs", "timeout_s")];

/// Where the commands are a list.
const SHELL_LIST: &[(&str, &str)] = &[("commands", "lines")];

const EDIT: &[(&str, &str)] = &[
    ("file_path", "file_path"),
    ("filePath", "file_path"),
    ("path", "file_path"),
    ("old_string", "old_string"),
    ("oldString", "old_string"),
    ("new_string", "new_string"),
    ("newString", "new_string"),
    ("old_str", "old_string"),
    ("new_str", "new_string"),
    ("replace_all", "replace_all"),
    ("replaceAll", "replace_all"),
    ("allow_multiple", "replace_all"),
    ("instruction", ""),
    ("description", ""),
];

/// Several replacements in one file.
const EDITS: &[(&str, &str)] = &[("path", "file_path"), ("file_path", "file_path"), ("edits", "edits")];
/// The fields of one of them.
pub const EACH: &[(&str, &str)] = &[
    ("oldText", "old_string"),
    ("newText", "new_string"),
    ("old_string", "old_string"),
    ("new_string", "new_string"),
    ("replace_all", "replace_all"),
];

const WRITE: &[(&str, &str)] = &[
    ("file_path", "file_path"),
    ("filePath", "file_path"),
    ("path", "file_path"),
    ("content", "content"),
    ("contents", "content"),
    ("file_text", "content"),
];

const READ: &[(&str, &str)] = &[
    ("file_path", "file_path"),
    ("filePath", "file_path"),
    ("absolute_path", "file_path"),
    ("path", "file_path"),
    ("offset", ""),
    ("limit", ""),
    ("view_range", ""),
    ("read_range", ""),
    ("forceReadLargeFiles", ""),
    ("start_line", ""),
    ("end_line", ""),
];

const SEARCH: &[(&str, &str)] = &[
    ("pattern", "pattern"),
    ("path", "path"),
    ("dir_path", "path"),
    ("target_directory", "path"),
    ("include", "glob"),
    ("glob", "glob"),
    ("type", "type"),
    ("include_pattern", "glob"),
    ("output_mode", ""),
    ("case_sensitive", ""),
    ("caseSensitive", ""),
    ("head_limit", ""),
    ("limit", ""),
    ("names_only", ""),
    ("total_max_matches", ""),
    ("paths", "path"),
    ("exclude_pattern", ""),
    ("context", ""),
    ("literal", ""),
    ("ignoreCase", ""),
    ("multiline", ""),
    ("-i", ""),
    ("-n", ""),
    ("-A", ""),
    ("-B", ""),
    ("-C", ""),
    ("max_matches_per_file", ""),
];

const LIST: &[(&str, &str)] = &[
    ("path", "path"),
    ("dir_path", "path"),
    ("target_directory", "path"),
    ("pattern", ""),
    ("ignore", ""),
    ("limit", ""),
    ("case_sensitive", ""),
    ("respect_git_ignore", ""),
    ("respect_gemini_ignore", ""),
    ("file_filtering_options", ""),
    ("paths", "path"),
];
const URL: &[(&str, &str)] =
    &[("url", "url"), ("prompt", "prompt"), ("format", ""), ("timeout", ""), ("max_length", "")];
const QUERY: &[(&str, &str)] = &[("query", "query"), ("search_term", "query"), ("prompt", "query")];
const PATCH: &[(&str, &str)] = &[("patchText", "patch"), ("patch", "patch"), ("input", "patch")];

const CLINE: &[Same] = &[
    ("ask_question", "AskUserQuestion", &[]),
    ("run_commands", "Bash", SHELL_LIST),
    ("search_codebase", "Grep", &[("queries", "pattern")]),
    ("skills", "Skill", &[]),
    ("submit_and_exit", "TaskOutput", &[]),
];

const COPILOT: &[Same] = &[
    ("apply_patch", "apply_patch", PATCH),
    ("ask_user", "AskUserQuestion", &[]),
    ("bash", "Bash", SHELL),
    ("create", "Write", WRITE),
    ("edit", "Edit", EDIT),
    ("exit_plan_mode", "ExitPlanMode", &[]),
    ("fetch_copilot_cli_documentation", "ToolSearch", &[]),
    ("glob", "Glob", LIST),
    ("grep", "Grep", SEARCH),
    ("list_agents", "TaskList", &[]),
    ("list_bash", "TaskList", &[]),
    ("read_agent", "TaskOutput", &[]),
    ("read_bash", "BashOutput", &[]),
    ("report_intent", "TodoWrite", &[]),
    ("rg", "Grep", SEARCH),
    ("skill", "Skill", &[]),
    ("stop_bash", "KillBash", &[]),
    ("task", "Task", &[]),
    ("update_todo", "TodoWrite", &[]),
    ("view", "Read", READ),
    ("web_fetch", "WebFetch", URL),
    ("web_search", "WebSearch", QUERY),
];

const PI: &[Same] = &[
    ("bash", "Bash", SHELL_S),
    ("edit", "MultiEdit", EDITS),
    ("find", "Glob", LIST),
    ("grep", "Grep", SEARCH),
    ("ls", "LS", LIST),
    ("read", "Read", READ),
    ("write", "Write", WRITE),
];

const GOOSE: &[Same] = &[
    ("edit", "Edit", &[("path", "file_path"), ("before", "old_string"), ("after", "new_string")]),
    ("shell", "Bash", SHELL_S),
    ("write", "Write", WRITE),
];

const CRUSH: &[Same] = &[
    (
        "bash",
        "Bash",
        &[
            ("command", "command"),
            ("working_dir", "workdir"),
            ("description", "description"),
            ("run_in_background", "run_in_background"),
        ],
    ),
    ("edit", "Edit", EDIT),
    ("glob", "Glob", LIST),
    ("grep", "Grep", SEARCH),
    ("ls", "LS", LIST),
    ("multiedit", "MultiEdit", EDITS),
    ("view", "Read", READ),
    ("write", "Write", WRITE),
];

const AMP: &[Same] = &[
    ("Bash", "Bash", SHELL),
    ("Grep", "Grep", SEARCH),
    ("Read", "Read", READ),
    ("create_file", "Write", WRITE),
    ("edit_file", "Edit", EDIT),
    ("shell_command", "Bash", SHELL),
    ("todo_read", "TodoRead", &[]),
    ("todo_write", "TodoWrite", &[]),
];

/// The events of Windsurf, which does not tell the names of its tools.
const WINDSURF: &[Same] = &[
    ("pre_read_code", "Read", READ),
    ("pre_run_command", "Bash", &[("command_line", "command"), ("cwd", "workdir")]),
    ("pre_write_code", "MultiEdit", EDITS),
];

const QWEN: &[Same] = &[
    ("ask_user_question", "AskUserQuestion", &[]),
    ("edit", "Edit", EDIT),
    ("exit_plan_mode", "ExitPlanMode", &[]),
    ("glob", "Glob", LIST),
    ("grep_search", "Grep", SEARCH),
    ("list_directory", "LS", LIST),
    ("notebook_edit", "NotebookEdit", &[("notebook_path", "notebook_path")]),
    ("read_file", "Read", READ),
    ("run_shell_command", "Bash", SHELL),
    ("skill", "Skill", &[]),
    ("todo_write", "TodoWrite", &[]),
    ("write_file", "Write", WRITE),
];

const CURSOR: &[Same] = &[
    ("ApplyPatch", "apply_patch", PATCH),
    ("AskQuestion", "AskUserQuestion", &[]),
    // So named where it runs the hooks of Claude Code.
    ("Bash", "Bash", SHELL),
    ("Await", "TaskOutput", &[]),
    ("EditNotebook", "NotebookEdit", &[("target_notebook", "notebook_path")]),
    ("Glob", "Glob", LIST),
    ("Grep", "Grep", SEARCH),
    ("LS", "LS", LIST),
    ("Read", "Read", READ),
    ("ReadLints", "LS", &[]),
    ("SemanticSearch", "Grep", &[]),
    ("Shell", "Bash", SHELL),
    ("StrReplace", "Edit", EDIT),
    ("SwitchMode", "ExitPlanMode", &[]),
    ("Task", "Task", &[]),
    ("TodoWrite", "TodoWrite", &[]),
    ("WebFetch", "WebFetch", URL),
    ("WebSearch", "WebSearch", QUERY),
    ("Write", "Write", WRITE),
];

const GEMINI: &[Same] = &[
    ("activate_skill", "Skill", &[]),
    ("ask_user", "AskUserQuestion", &[]),
    ("enter_plan_mode", "EnterPlanMode", &[]),
    ("exit_plan_mode", "ExitPlanMode", &[]),
    ("glob", "Glob", LIST),
    ("google_web_search", "WebSearch", QUERY),
    ("grep_search", "Grep", SEARCH),
    ("invoke_agent", "Agent", &[]),
    ("list_directory", "LS", LIST),
    ("read_file", "Read", READ),
    ("read_many_files", "Grep", &[]),
    ("replace", "Edit", EDIT),
    ("run_shell_command", "Bash", SHELL),
    ("search_file_content", "Grep", SEARCH),
    ("update_topic", "TodoWrite", &[]),
    ("web_fetch", "WebSearch", QUERY),
    ("write_file", "Write", WRITE),
    ("write_todos", "TodoWrite", &[]),
];

const OPENCODE: &[Same] = &[
    ("apply_patch", "apply_patch", PATCH),
    ("bash", "Bash", SHELL),
    ("edit", "Edit", EDIT),
    ("glob", "Glob", LIST),
    ("grep", "Grep", SEARCH),
    ("list", "LS", LIST),
    ("patch", "apply_patch", PATCH),
    ("question", "AskUserQuestion", &[]),
    ("read", "Read", READ),
    ("skill", "Skill", &[]),
    ("task", "Task", &[]),
    ("todoread", "TodoRead", &[]),
    ("todowrite", "TodoWrite", &[]),
    ("webfetch", "WebFetch", URL),
    ("websearch", "WebSearch", QUERY),
    ("write", "Write", WRITE),
];

/// An agent with names of its own.
pub struct Names {
    pub agent: &'static str,
    pub tools: &'static [Same],
    /// What the tools of the gateway begin with; empty where that is not known.
    pub gateway: &'static str,
    /// How long it waits for a command that does not say so, in milliseconds.
    pub patience_ms: u64,
}

const fn names(
    agent: &'static str,
    tools: &'static [Same],
    gateway: &'static str,
    patience_ms: u64,
) -> Names {
    Names { agent, tools, gateway, patience_ms }
}

pub static AGENTS: &[Names] = &[
    names("amp", AMP, "mcp__countersign__", 120_000),
    names("cline", CLINE, "", 30_000),
    names(super::CODEX_AGENT, CODEX, "mcp__countersign__", 120_000),
    names("copilot", COPILOT, "countersign-", 600_000),
    names("crush", CRUSH, "mcp_countersign_", 120_000),
    names("cursor", CURSOR, "", 120_000),
    names("gemini", GEMINI, "mcp_countersign_", 300_000),
    names("goose", GOOSE, "countersign__", 300_000),
    names("kilo", OPENCODE, "countersign_", 120_000),
    names("opencode", OPENCODE, "countersign_", 120_000),
    names("pi", PI, "", 600_000),
    names("qwen", QWEN, "mcp__countersign__", 120_000),
    names("windsurf", WINDSURF, "", 120_000),
];
