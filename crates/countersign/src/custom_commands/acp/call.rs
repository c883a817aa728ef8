//! What a tool call of the protocol means: agents describe theirs by a title, a kind, arguments of their own and
//! differences. It is read by the shape of these, as one of the tools that hooks know; what fits none, or two, is an
//! unknown tool, which a person is asked about.

use std::{fs, path::Path};

use countersign_core::record::Doc;
use serde_json::{Map, Value, json};

/// A tool by the name that `handover.ask` knows, and its input.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolUse {
    /// Its name.
    pub tool: String,
    /// Its input.
    pub input: Doc,
}

/// The content that a file will have, if it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The file.
    pub path: String,
    /// All of it.
    pub content: String,
}

/// Fields in which agents name a file.
const PATHS: &[&str] =
    &["path", "file_path", "filePath", "filepath", "abs_path", "absolute_path", "notebook_path", "fileName"];
const COMMANDS: &[&str] = &["command", "cmd"];
const FOLDERS: &[&str] = &["cwd", "workdir", "dir_path", "directory", "working_directory", "working_dir"];
const CONTENTS: &[&str] = &["content", "contents", "file_text", "new_text_whole"];
const OLD: &[&str] = &["old_string", "oldString", "old_str", "before", "oldText", "old_text"];
const NEW: &[&str] = &["new_string", "newString", "new_str", "after", "newText", "new_text"];
/// How much of a title becomes the name of an unknown tool.
const TITLE_CHARS: usize = 120;

/// Returns what a call means: one tool, or one for each file that it changes.
pub fn meant(call: &Map<String, Value>, cwd: &str) -> Vec<ToolUse> {
    let raw = call.get("rawInput").and_then(Value::as_object);
    let diffs = diffs(call);
    let unknown = || vec![unknown(call)];
    let kind = call.get("kind").and_then(Value::as_str).unwrap_or_default();
    let of_raw = raw.filter(|raw| !raw.is_empty()).map(|raw| of_raw(raw, kind, cwd));
    match of_raw {
        Some(Some(known)) => match changed(&known, cwd) {
            // The difference is what a person would be shown by the agent: it must be about the same file.
            Some(path) if diffs.iter().any(|diff| absolute(diff.path, cwd) != path) => unknown(),
            None if !diffs.is_empty() => unknown(),
            _ => vec![known],
        },
        Some(None) if diffs.is_empty() => unknown(),
        _ if !diffs.is_empty() => diffs.iter().map(|diff| diff.meant(cwd)).collect(),
        _ => match (kind, call.get("title").and_then(Value::as_str)) {
            // Gemini CLI has nothing but the title, which is the command.
            ("execute", Some(line)) if !line.trim().is_empty() => vec![command(line.into(), None, cwd)],
            ("read", _) => match only_location(call) {
                Some(path) => vec![tool("Read", json!({"file_path": absolute(path, cwd)}))],
                None => unknown(),
            },
            _ => unknown(),
        },
    }
}

/// Returns the content that a call leaves in its file, if it leaves any.
pub fn expected(known: &ToolUse) -> Option<Expected> {
    let text = |name: &str| known.input.get(name).and_then(Value::as_str);
    let path = text("file_path")?.to_owned();
    let content = match known.tool.as_str() {
        "Write" => text("content")?.to_owned(),
        "Edit" => {
            let (old, new) = (text("old_string")?, text("new_string")?);
            match fs::read_to_string(&path) {
                Ok(now) if !old.is_empty() && now.matches(old).count() == 1 => now.replacen(old, new, 1),
                Err(_) if old.is_empty() => new.to_owned(),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(Expected { path, content })
}

/// Resolves a path as the agent would, from its folder.
pub fn absolute(path: &str, cwd: &str) -> String {
    Path::new(cwd).join(path).display().to_string()
}

fn tool(name: &str, input: Value) -> ToolUse {
    ToolUse { tool: name.to_owned(), input: input.as_object().cloned().unwrap_or_default() }
}

fn command(line: Value, folder: Option<&str>, cwd: &str) -> ToolUse {
    tool(
        "Bash",
        json!({"command": line, "workdir": folder.map_or_else(|| cwd.to_owned(), |f| absolute(f, cwd))}),
    )
}

/// A tool that nobody knows. Its name is no name that anybody knows.
fn unknown(call: &Map<String, Value>) -> ToolUse {
    let title = call.get("title").and_then(Value::as_str).unwrap_or_default();
    let title = countersign_core::text::line(title, TITLE_CHARS);
    let mut input = Doc::new();
    for field in ["title", "kind", "rawInput", "content", "locations"] {
        if let Some(value) = call.get(field).filter(|value| !value.is_null()) {
            input.insert(field.to_owned(), value.clone());
        }
    }
    ToolUse { tool: format!("acp: {title}"), input }
}

/// Reads arguments by the names of their fields. A field that is there twice, or of another type, says nothing.
fn of_raw(raw: &Map<String, Value>, kind: &str, cwd: &str) -> Option<ToolUse> {
    let only = |names: &[&str]| -> Result<Option<&Value>, ()> {
        let mut found = names.iter().filter_map(|name| raw.get(*name)).filter(|value| !value.is_null());
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(()),
            (one, None) => Ok(one),
        }
    };
    let [shell, path, content, old, new] =
        [COMMANDS, PATHS, CONTENTS, OLD, NEW].map(|names| only(names).map(|value| value.cloned()));
    let folder = only(FOLDERS).ok()?.cloned();
    let (shell, path, content, old, new) = (shell.ok()?, path.ok()?, content.ok()?, old.ok()?, new.ok()?);
    let text = |value: &Option<Value>| value.as_ref().and_then(Value::as_str).map(str::to_owned);
    match (&shell, &path, &content, &old, &new) {
        (Some(shell), None, None, None, None) => {
            let line = line(shell)?;
            Some(command(line.into(), text(&folder).as_deref(), cwd))
        }
        (None, Some(_), Some(_), None, None) => Some(tool(
            "Write",
            json!({"file_path": absolute(&text(&path)?, cwd), "content": text(&content)?}),
        )),
        (None, Some(_), None, Some(_), Some(_)) if !raw.contains_key("edits") => {
            let all = ["replace_all", "replaceAll", "allow_multiple"].iter().find_map(|name| raw.get(*name));
            let edit = json!({"file_path": absolute(&text(&path)?, cwd), "old_string": text(&old)?,
                "new_string": text(&new)?, "replace_all": all.and_then(Value::as_bool).unwrap_or(false)});
            Some(tool("Edit", edit))
        }
        (None, Some(_), None, None, None) if kind == "read" => {
            Some(tool("Read", json!({"file_path": absolute(&text(&path)?, cwd)})))
        }
        (None, None, None, None, None) if kind == "fetch" => match (raw.get("url"), raw.get("query")) {
            (Some(Value::String(url)), None) => Some(tool("WebFetch", json!({"url": url}))),
            (None, Some(Value::String(query))) => Some(tool("WebSearch", json!({"query": query}))),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the command line of a text, or of a list of words.
fn line(shell: &Value) -> Option<String> {
    match shell {
        Value::String(line) => Some(line.clone()),
        Value::Array(words) if !words.is_empty() => {
            let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
            match words?.as_slice() {
                [shell, "-c" | "-lc", line]
                    if matches!(shell.rsplit('/').next(), Some("bash" | "sh" | "zsh")) =>
                {
                    Some((*line).to_owned())
                }
                words => Some(
                    words
                        .iter()
                        .map(|word| countersign_core::handover::quoted(word))
                        .collect::<Vec<_>>()
                        .join(" "),
                ),
            }
        }
        _ => None,
    }
}

/// Returns the file that a call changes.
fn changed(known: &ToolUse, cwd: &str) -> Option<String> {
    let changes = matches!(known.tool.as_str(), "Write" | "Edit");
    let path = known.input.get("file_path").and_then(Value::as_str).filter(|_| changes)?;
    Some(absolute(path, cwd))
}

fn only_location(call: &Map<String, Value>) -> Option<&str> {
    match call.get("locations").and_then(Value::as_array)?.as_slice() {
        [one] => one["path"].as_str(),
        _ => None,
    }
}

/// A difference that an agent shows.
struct Diff<'a> {
    path: &'a str,
    old: Option<&'a str>,
    new: &'a str,
}

fn diffs(call: &Map<String, Value>) -> Vec<Diff<'_>> {
    let content = call.get("content").and_then(Value::as_array);
    let diff = |part: &'_ Value| part["type"] == "diff";
    let shown = content.into_iter().flatten().filter(|part| diff(part));
    shown
        .map(|part| Diff {
            path: part["path"].as_str().unwrap_or_default(),
            old: part["oldText"].as_str(),
            new: part["newText"].as_str().unwrap_or_default(),
        })
        .collect()
}

impl Diff<'_> {
    /// Agents show the whole file, or only what changes in it.
    fn meant(&self, cwd: &str) -> ToolUse {
        let path = absolute(self.path, cwd);
        let now = fs::read_to_string(&path);
        let old = self.old.unwrap_or_default();
        match now {
            Ok(now) if now == old => tool("Write", json!({"file_path": path, "content": self.new})),
            Err(e) if old.is_empty() && e.kind() == std::io::ErrorKind::NotFound => {
                tool("Write", json!({"file_path": path, "content": self.new}))
            }
            Ok(now) if !old.is_empty() && now.matches(old).count() == 1 => {
                tool("Edit", json!({"file_path": path, "old_string": old, "new_string": self.new}))
            }
            // What becomes of the file is the agent's secret: the file is named, and what it showed.
            _ => tool("NotebookEdit", json!({"notebook_path": path, "old_text": old, "new_text": self.new})),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(call: Value) -> Vec<(String, Value)> {
        let call = call.as_object().cloned().unwrap();
        meant(&call, "/w").into_iter().map(|known| (known.tool, Value::Object(known.input))).collect()
    }

    fn one(call: Value) -> (String, Value) {
        let [one] = of(call).try_into().unwrap();
        one
    }

    #[test]
    fn a_command_is_read_from_the_arguments_or_from_the_title_of_what_has_none() {
        let bash =
            |line: &str, folder: &str| ("Bash".to_owned(), json!({"command": line, "workdir": folder}));
        let title = json!({"kind": "execute", "title": "make a", "content": [], "locations": []});
        assert_eq!(one(title), bash("make a", "/w"));
        let goose = json!({"kind": "other", "title": "shell · make a", "rawInput": {"command": "make a"}});
        assert_eq!(one(goose), bash("make a", "/w"));
        let codex =
            json!({"kind": "execute", "rawInput": {"command": ["bash", "-lc", "make a"], "cwd": "/x"}});
        assert_eq!(one(codex), bash("make a", "/x"));
        let words = json!({"kind": "execute", "rawInput": {"command": ["rm", "a b; c"]}});
        assert_eq!(one(words).1["command"], "'rm' 'a b; c'");
    }

    #[test]
    fn a4_what_fits_no_shape_or_two_is_a_tool_that_nobody_knows_whatever_its_title() {
        for call in [
            json!({"title": "TodoWrite"}),
            json!({"title": "Read", "kind": "read"}),
            json!({"title": "mcp__countersign__x", "kind": "other", "rawInput": {}}),
            json!({"title": "x", "kind": "think"}),
            json!({"title": "x", "kind": "switch_mode", "rawInput": {"plan": "y"}}),
            json!({"kind": "execute", "rawInput": {"command": "ls", "cmd": "rm x"}}),
            json!({"kind": "execute", "rawInput": {"command": "ls", "path": "x", "content": "y"}}),
            json!({"kind": "execute", "rawInput": {"command": {"a": 1}}, "title": "ls"}),
            json!({"kind": "read", "title": "ls", "locations": [{"path": "a"}, {"path": "b"}]}),
            json!({"kind": "delete", "title": "ls", "locations": [{"path": "a"}]}),
            json!({"kind": "edit", "rawInput": {"path": "a", "content": "x"},
                "content": [{"type": "diff", "path": "b", "newText": "x"}]}),
            json!({"kind": "execute", "rawInput": {"command": "ls"},
                "content": [{"type": "diff", "path": "b", "newText": "x"}]}),
            json!({"kind": "edit", "rawInput": {"path": "a", "old_string": "x", "new_string": "y", "edits": []}}),
        ] {
            let (name, _) = one(call.clone());
            assert!(name.starts_with("acp: "), "{call}: {name}");
        }
    }

    #[test]
    fn an_edit_is_read_from_the_arguments_or_from_the_difference() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a").display().to_string();
        let diff = |old: Value, new: &str| json!({"kind": "edit", "content": [{"type": "diff", "path": path, "oldText": old, "newText": new}]});
        let write = |content: &str| ("Write".to_owned(), json!({"file_path": path, "content": content}));
        assert_eq!(one(diff(json!(""), "new")), write("new"));
        assert_eq!(one(diff(Value::Null, "new")), write("new"));
        fs::write(&path, "one two").unwrap();
        assert_eq!(one(diff(json!("one two"), "x")), write("x"));
        let edit = one(diff(json!("two"), "x"));
        assert_eq!((edit.0.as_str(), &edit.1["old_string"]), ("Edit", &json!("two")));
        for odd in [json!("three"), json!(""), Value::Null] {
            assert_eq!(one(diff(odd.clone(), "x")).0, "NotebookEdit", "{odd}");
        }
        let raw = json!({"kind": "other", "rawInput": {"path": path, "before": "two", "after": "2"}});
        let known = ToolUse { tool: one(raw.clone()).0, input: one(raw).1.as_object().cloned().unwrap() };
        assert_eq!(expected(&known).unwrap().content, "one 2");
    }
}
