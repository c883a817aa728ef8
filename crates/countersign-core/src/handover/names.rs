//! What other agents call the tools that [`meant`](super::meant) knows, and their fields.

use serde_json::{Value, json};

use crate::record::Doc;

/// A tool of an agent, the tool that it is the same as, and its fields as `their name > ours`.
type Same = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

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
    ("working_directory", "workdir"),
    ("dir_path", "workdir"),
    ("directory", "workdir"),
    ("timeout_ms", "timeout"),
    ("timeout", "timeout"),
];

const EDIT: &[(&str, &str)] = &[
    ("file_path", "file_path"),
    ("filePath", "file_path"),
    ("path", "file_path"),
    ("old_string", "old_string"),
    ("oldString", "old_string"),
    ("new_string", "new_string"),
    ("newString", "new_string"),
];

const WRITE: &[(&str, &str)] = &[
    ("file_path", "file_path"),
    ("filePath", "file_path"),
    ("path", "file_path"),
    ("content", "content"),
    ("contents", "content"),
];

const READ: &[(&str, &str)] = &[
    ("file_path", "file_path"),
    ("filePath", "file_path"),
    ("absolute_path", "file_path"),
    ("path", "file_path"),
];

const SEARCH: &[(&str, &str)] = &[
    ("pattern", "pattern"),
    ("path", "path"),
    ("dir_path", "path"),
    ("target_directory", "path"),
    ("include", "glob"),
    ("glob", "glob"),
    ("type", "type"),
];

const LIST: &[(&str, &str)] = &[("path", "path"), ("dir_path", "path"), ("target_directory", "path")];
const URL: &[(&str, &str)] = &[("url", "url")];
const QUERY: &[(&str, &str)] = &[("query", "query"), ("search_term", "query"), ("prompt", "query")];
const PATCH: &[(&str, &str)] = &[("patchText", "patch"), ("patch", "patch"), ("input", "patch")];

const CURSOR: &[Same] = &[
    ("ApplyPatch", "apply_patch", PATCH),
    ("AskQuestion", "AskUserQuestion", &[]),
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

/// The agents with names of their own.
const AGENTS: &[(&str, &[Same])] =
    &[("codex", CODEX), ("cursor", CURSOR), ("gemini", GEMINI), ("opencode", OPENCODE)];

/// Returns a call of an agent's tool in the names that [`meant`](super::meant) knows; an unknown tool stays as it is.
pub fn known_as(agent: &str, tool: &str, input: &Doc) -> (String, Doc) {
    let unchanged = || (tool.to_owned(), input.clone());
    let Some((_, tools)) = AGENTS.iter().find(|(name, _)| *name == agent) else { return unchanged() };
    if let ("cursor", "Delete", Some(path)) = (agent, tool, input.get("path").and_then(Value::as_str)) {
        return ("apply_patch".to_owned(), patch(&[&format!("*** Delete File: {path}")]));
    }
    let Some((_, name, fields)) = tools.iter().find(|(theirs, ..)| *theirs == tool) else {
        return unchanged();
    };
    let mut known = Doc::new();
    for (theirs, ours) in *fields {
        if let Some(value) = input.get(*theirs).filter(|value| !value.is_null()) {
            known.entry(*ours).or_insert_with(|| value.clone());
        }
    }
    if let Some(words) = known.get("command").and_then(Value::as_array) {
        known.insert("command".to_owned(), line(words).into());
    }
    ((*name).to_owned(), known)
}

fn patch(lines: &[&str]) -> Doc {
    let text = format!("*** Begin Patch\n{}\n*** End Patch", lines.join("\n"));
    Doc::from_iter([("patch".to_owned(), json!(text))])
}

/// Returns the command line of a list of words; that of `bash -lc LINE` is the line.
fn line(words: &[Value]) -> String {
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    match words.as_slice() {
        [shell, "-c" | "-lc", line] if matches!(shell.rsplit('/').next(), Some("bash" | "sh" | "zsh")) => {
            (*line).to_owned()
        }
        words => {
            let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-_./=:,@+%".contains(&b);
            let word = |word: &&str| match !word.is_empty() && word.bytes().all(is_plain) {
                true => (*word).to_owned(),
                false => super::quoted(word),
            };
            words.iter().map(word).collect::<Vec<_>>().join(" ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(agent: &str, tool: &str, input: Value) -> (String, Value) {
        let (tool, input) = known_as(agent, tool, input.as_object().expect("an object"));
        (tool, Value::Object(input))
    }

    #[test]
    fn calls_of_other_agents_are_read_under_the_names_that_are_judged() {
        let bash =
            |line: &str, folder: &str| ("Bash".to_owned(), json!({"command": line, "workdir": folder}));
        for (agent, tool, input) in [
            ("codex", "shell", json!({"command": ["bash", "-lc", "make a"], "workdir": "/w"})),
            ("codex", "exec_command", json!({"cmd": "make a", "workdir": "/w", "yield_time_ms": 1000})),
            ("cursor", "Shell", json!({"command": "make a", "working_directory": "/w", "description": "x"})),
            ("gemini", "run_shell_command", json!({"command": "make a", "dir_path": "/w"})),
            ("opencode", "bash", json!({"command": "make a", "workdir": "/w"})),
        ] {
            assert_eq!(of(agent, tool, input), bash("make a", "/w"), "{agent}");
        }
        let plain = json!({"command": ["rm", "-r", "a b"]});
        assert_eq!(of("codex", "shell", plain).1["command"], "rm -r 'a b'");
        let edit = json!({"file_path": "/w/a", "old_string": "x", "new_string": "y"});
        for (agent, tool, input) in [
            ("gemini", "replace", edit.clone()),
            ("opencode", "edit", json!({"filePath": "/w/a", "oldString": "x", "newString": "y"})),
            ("cursor", "StrReplace", json!({"path": "/w/a", "old_string": "x", "new_string": "y"})),
        ] {
            assert_eq!(of(agent, tool, input), ("Edit".to_owned(), edit.clone()), "{agent}");
        }
        let gone = of("cursor", "Delete", json!({"path": "a"}));
        assert!(gone.0 == "apply_patch" && gone.1["patch"].as_str().unwrap().contains("*** Delete File: a"));
    }

    #[test]
    fn a_tool_that_is_not_in_the_table_stays_what_it_is() {
        let input = json!({"command": "x"});
        for (agent, tool) in [("gemini", "mcp_x_y"), ("claude-code", "shell"), ("somebody", "bash")] {
            assert_eq!(of(agent, tool, input.clone()), (tool.to_owned(), input.clone()));
        }
    }
}
