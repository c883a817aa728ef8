//! What other agents call the tools that [`meant`](super::meant) knows, and their fields.

mod tables;

use serde_json::{Value, json};

use self::tables::{AGENTS, EACH};

use crate::record::Doc;

/// Its hooks already name tools as [`meant`](super::meant) knows them.
const CODEX_AGENT: &str = "codex";

/// Returns a call of an agent's tool in the names that [`meant`](super::meant) knows; an unknown tool stays as it is.
/// Fields that are not in the table are left out: for calls of the past, not for calls that are about to be made.
pub fn known_as(agent: &str, tool: &str, input: &Doc) -> (String, Doc) {
    let unchanged = || (tool.to_owned(), input.clone());
    let Some(names) = AGENTS.iter().find(|names| names.agent == agent) else { return unchanged() };
    if let Some(known) = special(agent, tool, input) {
        return known;
    }
    let Some((_, name, fields)) = names.tools.iter().find(|(theirs, ..)| *theirs == tool) else {
        return unchanged();
    };
    let mut known = Doc::new();
    for (theirs, ours) in fields.iter().filter(|(_, ours)| !ours.is_empty()) {
        if let Some(value) = input.get(*theirs).filter(|value| !value.is_null()) {
            known.entry(*ours).or_insert_with(|| value.clone());
        }
    }
    if let Some(words) = known.get("command").and_then(Value::as_array) {
        known.insert("command".to_owned(), line(words).into());
    }
    normalise(&mut known);
    ((*name).to_owned(), known)
}

/// A call that an agent is about to make, in the names that are judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The tool, as [`meant`](super::meant) knows it, or a name that it does not know.
    pub tool: String,
    /// Its input.
    pub input: Doc,
    /// The agent's own field with the command.
    command: Option<&'static str>,
}

impl Judged {
    /// Returns the agent's own input with the command of `updated` instead of its own.
    pub fn back(&self, theirs: &Doc, updated: &Doc) -> Doc {
        let mut input = theirs.clone();
        if let (Some(field), Some(line)) = (self.command, updated.get("command")) {
            let value = if field == "commands" { json!([line]) } else { line.clone() };
            input.insert(field.to_owned(), value);
        }
        input
    }
}

/// Returns a call that an agent is about to make in the names that [`meant`](super::meant) knows. What is not understood
/// to its last field gets a name that nobody knows, so that it is asked about.
pub fn judged_as(agent: &str, tool: &str, input: &Doc) -> Judged {
    let known = |tool: &str, input: Doc, command| Judged { tool: tool.to_owned(), input, command };
    let names = AGENTS.iter().find(|names| names.agent == agent && agent != CODEX_AGENT);
    let Some(names) = names else { return known(tool, input.clone(), Some("command")) };
    let unknown = || known(&format!("{agent}:{tool}"), input.clone(), None);
    if let Some(rest) = tool.strip_prefix(names.gateway).filter(|_| !names.gateway.is_empty()) {
        return known(&format!("{}{rest}", super::OURS), input.clone(), None);
    }
    if let Some((tool, input)) = special(agent, tool, input) {
        return known(&tool, input, None);
    }
    let Some((_, name, fields)) = names.tools.iter().find(|(theirs, ..)| *theirs == tool) else {
        return unknown();
    };
    if super::INSIDE.contains(name) {
        return known(name, input.clone(), None);
    }
    let (mut now, mut command) = (Doc::new(), None);
    for (theirs, value) in input.iter().filter(|(_, value)| !value.is_null()) {
        let Some((theirs, ours)) = fields.iter().find(|(field, _)| field == theirs) else {
            // A command is replaced, whatever else is said of it.
            if *name == "Bash" { continue } else { return unknown() }
        };
        if matches!(*ours, "command" | "lines") {
            command = Some(*theirs);
        }
        // Two fields for one thing: the agent might use the other one.
        if !ours.is_empty() && now.insert((*ours).to_owned(), value.clone()).is_some() {
            return unknown();
        }
    }
    if *name == "Bash" {
        now.entry("timeout").or_insert_with(|| names.patience_ms.into());
    }
    match normalise(&mut now) && !now.is_empty() {
        true => known(name, now, command),
        false => unknown(),
    }
}

/// Turns what only some agents have into what all have; false where that cannot be done.
fn normalise(input: &mut Doc) -> bool {
    let mut done = true;
    if let Some(seconds) = input.remove("timeout_s") {
        let ms = seconds.as_f64().filter(|s| (0.0..=86_400.0).contains(s)).map(|s| (s * 1000.0).round());
        done &= ms.is_some();
        input.extend(ms.map(|ms| ("timeout".to_owned(), json!(ms as u64))));
    }
    if let Some(lines) = input.remove("lines") {
        let lines: Option<Vec<&str>> =
            lines.as_array().and_then(|all| all.iter().map(Value::as_str).collect());
        done &= lines.as_ref().is_some_and(|lines| !lines.is_empty());
        input.extend(lines.map(|lines| ("command".to_owned(), lines.join("\n").into())));
    }
    if let Some(edits) = input.get_mut("edits").and_then(Value::as_array_mut) {
        for edit in edits.iter_mut().filter_map(Value::as_object_mut) {
            let mut each = Doc::new();
            for (name, value) in std::mem::take(edit) {
                let ours = EACH.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| *ours);
                done &= ours.is_some_and(|ours| each.insert(ours.to_owned(), value).is_none());
            }
            *edit = each;
        }
    }
    done
}

/// Tools whose meaning depends on more than the names of their fields.
fn special(agent: &str, tool: &str, input: &Doc) -> Option<(String, Doc)> {
    let text = |name: &str| input.get(name).and_then(Value::as_str);
    let only = |names: &[&str]| input.iter().all(|(n, v)| v.is_null() || names.contains(&n.as_str()));
    match (agent, tool) {
        ("cursor", "Delete") if only(&["path"]) || only(&["file_path"]) => {
            let path = text("path").or(text("file_path")).filter(|path| !path.contains(char::is_control))?;
            Some(("apply_patch".to_owned(), patch(&[&format!("*** Delete File: {path}")])))
        }
        ("cline", "read_files") if only(&["files"]) => {
            let [Value::Object(file)] = input.get("files")?.as_array()?.as_slice() else { return None };
            let known = |name: &String| matches!(name.as_str(), "path" | "start_line" | "end_line");
            let path = file.get("path")?.as_str().filter(|_| file.keys().all(known))?;
            Some(("Read".to_owned(), fields(&[("file_path", path)]).collect()))
        }
        ("cline", "editor") if only(&["path", "new_text", "old_text", "insert_line"]) => {
            let (path, new) = (text("path")?, text("new_text")?);
            let given = |name: &str| input.get(name).filter(|v| !v.is_null());
            Some(match (given("old_text"), given("insert_line")) {
                (None, None) => {
                    ("Write".to_owned(), Doc::from_iter(fields(&[("file_path", path), ("content", new)])))
                }
                (Some(Value::String(old)), None) => {
                    let all = [("file_path", path), ("old_string", old.as_str()), ("new_string", new)];
                    ("Edit".to_owned(), Doc::from_iter(fields(&all)))
                }
                (None, Some(line)) => {
                    let all = [("notebook_path", path), ("new_text", new)];
                    (
                        "NotebookEdit".to_owned(),
                        fields(&all).chain([("insert_line".to_owned(), line.clone())]).collect(),
                    )
                }
                _ => return None,
            })
        }
        _ => None,
    }
}

fn fields<'a>(all: &'a [(&'a str, &'a str)]) -> impl Iterator<Item = (String, Value)> + 'a {
    all.iter().map(|(name, value)| ((*name).to_owned(), json!(value)))
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

    #[track_caller]
    fn judged(agent: &str, tool: &str, input: Value) -> Judged {
        judged_as(agent, tool, input.as_object().expect("an object"))
    }

    #[test]
    fn a_call_that_is_about_to_be_made_is_judged_by_its_real_fields() {
        for (agent, tool, input, name, known) in [
            (
                "copilot",
                "create",
                json!({"path": "/w/a", "file_text": "x"}),
                "Write",
                json!({"file_path": "/w/a", "content": "x"}),
            ),
            (
                "copilot",
                "edit",
                json!({"path": "/w/a", "old_str": "x", "new_str": "y"}),
                "Edit",
                json!({"file_path": "/w/a", "old_string": "x", "new_string": "y"}),
            ),
            (
                "gemini",
                "replace",
                json!({"file_path": "a", "instruction": "?", "old_string": "x",
                "new_string": "y", "allow_multiple": true}),
                "Edit",
                json!({"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true}),
            ),
            (
                "kilo",
                "write",
                json!({"filePath": "/w/a", "content": "x"}),
                "Write",
                json!({"file_path": "/w/a", "content": "x"}),
            ),
            (
                "pi",
                "edit",
                json!({"path": "a", "edits": [{"oldText": "x", "newText": "y"}]}),
                "MultiEdit",
                json!({"file_path": "a", "edits": [{"old_string": "x", "new_string": "y"}]}),
            ),
            (
                "pi",
                "bash",
                json!({"command": "make", "timeout": 9}),
                "Bash",
                json!({"command": "make", "timeout": 9000}),
            ),
            (
                "cline",
                "editor",
                json!({"path": "a", "new_text": "x"}),
                "Write",
                json!({"file_path": "a", "content": "x"}),
            ),
            (
                "cline",
                "run_commands",
                json!({"commands": ["cd x", "make"]}),
                "Bash",
                json!({"command": "cd x\nmake", "timeout": 30000}),
            ),
            (
                "goose",
                "shell",
                json!({"command": "make"}),
                "Bash",
                json!({"command": "make", "timeout": 300_000}),
            ),
            ("gemini", "mcp_countersign_files_read", json!({}), "mcp__countersign__files_read", json!({})),
        ] {
            let now = judged(agent, tool, input);
            assert_eq!((now.tool.as_str(), Value::Object(now.input)), (name, known), "{agent} {tool}");
        }
    }

    #[test]
    fn a_rewritten_command_goes_back_into_the_agents_own_field() {
        for (agent, tool, input, expected) in [
            (
                "gemini",
                "run_shell_command",
                json!({"command": "a", "is_background": true}),
                json!({"command": "b", "is_background": true}),
            ),
            ("cline", "run_commands", json!({"commands": ["a", "c"]}), json!({"commands": ["b"]})),
            (
                "opencode",
                "bash",
                json!({"command": "a", "workdir": "/w"}),
                json!({"command": "b", "workdir": "/w"}),
            ),
        ] {
            let theirs = input.as_object().unwrap();
            let updated = Doc::from_iter([("command".to_owned(), json!("b"))]);
            let back = judged_as(agent, tool, theirs).back(theirs, &updated);
            assert_eq!(Value::Object(back), expected);
        }
    }

    #[test]
    fn a13_what_is_not_understood_to_its_last_field_gets_a_name_that_is_asked_about() {
        for (agent, tool, input) in [
            ("opencode", "write", json!({"filePath": "/etc/x", "file_path": "a", "content": "x"})),
            ("opencode", "read", json!({"filePath": "a", "more": ["/etc/shadow"]})),
            (
                "pi",
                "edit",
                json!({"path": "a", "edits": [{"oldText": "x", "newText": "y", "old_string": "z"}]}),
            ),
            ("cline", "run_commands", json!({"commands": [{"command": "rm"}]})),
            ("cline", "read_files", json!({"files": [{"path": "a"}, {"path": "/etc/shadow"}]})),
            ("cline", "editor", json!({"path": "a", "new_text": "x", "old_text": "y", "insert_line": 1})),
            ("cursor", "Delete", json!({"path": "a\n*** Delete File: b"})),
            ("cursor", "Delete", json!({"path": "a", "file_path": "b"})),
            ("copilot", "write_bash", json!({"shellId": "1", "input": "rm -rf x"})),
            ("copilot", "Read", json!({"file_path": "a"})),
            // The names of Claude Code mean nothing elsewhere: a server may have such a tool.
            ("gemini", "TodoWrite", json!({})),
            ("gemini", "mcp__countersign__x", json!({})),
            ("kilo", "background_process", json!({"action": "start", "command": "rm -r x"})),
            ("cursor", "MCP:write", json!({})),
        ] {
            assert_eq!(judged(agent, tool, input).tool, format!("{agent}:{tool}"));
        }
    }

    #[test]
    fn a_tool_that_is_not_in_the_table_stays_what_it_is() {
        let input = json!({"command": "x"});
        for (agent, tool) in [("gemini", "mcp_x_y"), ("claude-code", "shell"), ("somebody", "bash")] {
            assert_eq!(of(agent, tool, input.clone()), (tool.to_owned(), input.clone()));
        }
    }
}
