//! Claude Code: a file for each session, a JSON object for each line; sub-agents in files of their own or inside.

use std::{io, path::Path};

use countersign_core::record::Doc;
use serde_json::Value;

use super::{Agent, Asked, Recorded, ids, rules, text, time};
use crate::custom_commands::learn::file;

/// How the result of a call begins that a person said no to.
const REJECTIONS: &[&str] =
    &["The user doesn't want to proceed", "The user doesn't want to take this action"];

/// What earlier lines of a session said.
#[derive(Default)]
struct Session {
    cwd: Option<String>,
    mode: Option<String>,
    /// Whether no person could be asked.
    is_headless: bool,
}

/// Reads one.
pub fn read(path: &Path, rules: &mut rules::Settings, each: &mut dyn FnMut(Recorded)) -> io::Result<u64> {
    let rejected = ids(path, "The user doesn't want to", &rejections)?;
    let (mut session, mut unknown) = (Session::default(), 0);
    let broken = file::lines(path, &mut |line| {
        let has_calls = line.contains("\"tool_use\"");
        if !has_calls && !line.contains("\"permissionMode\"") {
            return;
        }
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            unknown += 1;
            return;
        };
        session.take(&value);
        for (n, block) in blocks(&value).enumerate() {
            let (Some(name), Some(input)) =
                (text(block, "/name"), block.get("input").and_then(Value::as_object))
            else {
                unknown += 1;
                continue;
            };
            let id = text(block, "/id").or_else(|| text(&value, "/uuid")).map(|id| format!("{id}/{n}"));
            let was_rejected = text(block, "/id").is_some_and(|id| rejected.contains(id));
            let asked = session.asked(rules, name, input, was_rejected);
            let mut recorded = Recorded::new(Agent::ClaudeCode, name, input.clone(), session.cwd.clone());
            (recorded.id, recorded.asked, recorded.rejected) = (id, asked, was_rejected);
            recorded.at_ms = time(value.get("timestamp"));
            each(recorded);
        }
    })?;
    Ok(broken + unknown)
}

/// The calls of a line: of the session itself, or of a sub-agent that it tells of.
fn blocks(value: &Value) -> impl Iterator<Item = &Value> {
    let of = |pointer| value.pointer(pointer).and_then(Value::as_array).into_iter().flatten();
    of("/message/content")
        .chain(of("/data/message/message/content"))
        .filter(|block| text(block, "/type") == Some("tool_use"))
}

fn rejections(value: &Value) -> Vec<String> {
    let is_no = |said: &str| REJECTIONS.iter().any(|no| said.starts_with(no));
    let results = value.pointer("/message/content").and_then(Value::as_array).into_iter().flatten();
    let is_rejected = |result: &&Value| {
        let said = text(result, "/content").or_else(|| text(result, "/content/0/text"));
        text(result, "/type") == Some("tool_result") && said.is_some_and(is_no)
    };
    results.filter(is_rejected).filter_map(|result| Some(text(result, "/tool_use_id")?.to_owned())).collect()
}

impl Session {
    fn take(&mut self, line: &Value) {
        if let Some(cwd) = text(line, "/cwd").filter(|cwd| cwd.starts_with('/')) {
            self.cwd = Some(cwd.to_owned());
        }
        if let Some(mode) = text(line, "/permissionMode") {
            self.mode = Some(mode.to_owned());
        }
        if let Some(entrypoint) = text(line, "/entrypoint") {
            self.is_headless = entrypoint.starts_with("sdk");
        }
    }

    fn asked(&self, rules: &mut rules::Settings, tool: &str, input: &Doc, was_rejected: bool) -> Asked {
        match () {
            () if was_rejected => Asked::Yes,
            () if self.is_headless => Asked::No,
            () => match rules.asks(tool, input, self.cwd.as_deref(), self.mode.as_deref()) {
                true => Asked::Yes,
                false => Asked::No,
            },
        }
    }
}
