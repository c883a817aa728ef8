//! Codex: a file for each session, a JSON object for each line, with a time, a type and a payload.

use std::{io, path::Path};

use countersign_core::record::Doc;
use serde_json::{Value, json};

use super::{Agent, Asked, Recorded, ids, object, text, time};
use crate::custom_commands::learn::file;

/// How the output of a call begins that a person said no to.
const REJECTIONS: &[&str] = &["exec command rejected by user", "rejected by user", "patch rejected by user"];

/// What earlier lines of a session said.
#[derive(Default)]
struct Session {
    cwd: Option<String>,
    approvals: Option<String>,
}

/// Reads one.
pub fn read(path: &Path, each: &mut dyn FnMut(Recorded)) -> io::Result<u64> {
    let rejected = ids(path, "rejected by user", &rejections)?;
    let (mut session, mut unknown) = (Session::default(), 0);
    let broken = file::lines(path, &mut |line| {
        let is_wanted =
            ["_call\"", "\"turn_context\"", "\"session_meta\""].iter().any(|mark| line.contains(mark));
        if !is_wanted {
            return;
        }
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            unknown += 1;
            return;
        };
        match text(&value, "/type") {
            Some("session_meta" | "turn_context") => session.take(&value),
            // Older versions wrote the item without a payload.
            _ => {
                let item = if value["type"] == "response_item" { &value["payload"] } else { &value };
                match call(item) {
                    Some(Ok((tool, input))) => {
                        let id = text(item, "/call_id").or_else(|| text(item, "/id"));
                        let mut recorded = Recorded::new(Agent::Codex, &tool, input, session.cwd.clone());
                        recorded.rejected = id.is_some_and(|id| rejected.contains(id));
                        recorded.asked = session.asked(&recorded);
                        recorded.id = id.map(str::to_owned);
                        recorded.at_ms = time(value.get("timestamp"));
                        each(recorded);
                    }
                    Some(Err(())) => unknown += 1,
                    None => {}
                }
            }
        }
    })?;
    Ok(broken + unknown)
}

/// Returns the tool and its input; an error if they cannot be read, and None if the item is no call.
fn call(item: &Value) -> Option<Result<(String, Doc), ()>> {
    let made =
        |tool: &str, input: Value| input.as_object().cloned().map(|input| (tool.to_owned(), input)).ok_or(());
    let name = || text(item, "/name").ok_or(());
    Some(match text(item, "/type")? {
        "function_call" => name().and_then(|name| {
            let input = object(item.get("arguments")).ok_or(())?;
            Ok((name.to_owned(), input))
        }),
        // Its input is a text.
        "custom_tool_call" => name().and_then(|name| made(name, json!({"input": item.get("input")}))),
        "local_shell_call" => made("local_shell", item.get("action").cloned().unwrap_or_default()),
        "web_search_call" => match text(item, "/action/query").or_else(|| text(item, "/action/url")) {
            Some(query) => made("web_search", json!({"query": query})),
            None => return None,
        },
        _ => return None,
    })
}

fn rejections(line: &Value) -> Vec<String> {
    let item = if line["type"] == "response_item" { &line["payload"] } else { line };
    let is_output = text(item, "/type").is_some_and(|kind| kind.ends_with("_call_output"));
    let said = text(item, "/output").or_else(|| text(item, "/output/content"));
    let is_no = said.is_some_and(|said| REJECTIONS.iter().any(|no| said.starts_with(no)));
    text(item, "/call_id").filter(|_| is_output && is_no).map(str::to_owned).into_iter().collect()
}

impl Session {
    fn take(&mut self, line: &Value) {
        if let Some(cwd) = text(line, "/payload/cwd").filter(|cwd| cwd.starts_with('/')) {
            self.cwd = Some(cwd.to_owned());
        }
        if line["type"] == "turn_context" {
            self.approvals = text(line, "/payload/approval_policy").map(str::to_owned);
        }
    }

    /// Under `on-request` it asks when the model asks for more rights, which the call says; under the others only Codex
    /// knows.
    fn asked(&self, recorded: &Recorded) -> Asked {
        let input = &recorded.call.input;
        let escalates = input.get("sandbox_permissions").is_some_and(|v| v == "require_escalated")
            || input.get("with_escalated_permissions").is_some_and(|v| v == true);
        match self.approvals.as_deref() {
            _ if recorded.rejected => Asked::Yes,
            Some("never") => Asked::No,
            Some("on-request") if escalates => Asked::Yes,
            Some("on-request") => Asked::No,
            _ => Asked::Unknown,
        }
    }
}
