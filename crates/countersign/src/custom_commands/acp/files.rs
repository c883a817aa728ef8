//! Files that the agent reads and writes through the client: a read is judged, a write is carried out by the gate.

use std::{fs, io::ErrorKind, path::Path};

use countersign_core::{Error, Result, record::Doc};
use countersign_words::Message as Words;
use serde_json::{Value, json};

use super::{
    agents,
    call::{Expected, ToolUse},
    gate::{Gate, Message, Wait},
    judge::{Answer, Became},
    wire,
};

/// The largest file that is read for an agent.
const FILE_MOST: u64 = 16 << 20;

/// Reads a file for the agent, or passes the request on to an editor that reads: it knows what is not saved yet.
pub fn read(gate: &Gate, id: &Value, params: &Message, message: Message, wait: &Wait) -> Option<Value> {
    let refused = |why: &str| Some(wire::error(id, wire::REFUSED, why));
    let Some(path) = path(params) else { return Some(bad_path(id)) };
    let input = json!({"file_path": path}).as_object().cloned().unwrap_or_default();
    let wanted = ToolUse { tool: "Read".to_owned(), input };
    match gate.judge(&wanted, &own_id(gate), false, wait) {
        Ok(Answer::Yes) => {}
        Ok(Answer::No(why)) => return refused(&why),
        Ok(Answer::Over) => return Some(wire::error(id, wire::CANCELLED, "cancelled")),
        Err(e) => return refused(&e.message),
    }
    let reads = gate.state().editor_reads;
    if reads && Path::new(path).is_file() {
        gate.state().passed.insert(id.to_string());
        let _gone = gate.editor.send(&Value::Object(message));
        return None;
    }
    Some(match text(path) {
        Ok(text) => wire::result(id, json!({"content": part(&text, params)})),
        Err(e) if e.kind() == ErrorKind::NotFound && wants_empty(gate) => {
            wire::result(id, json!({"content": ""}))
        }
        Err(e) if e.kind() == ErrorKind::NotFound => wire::error(
            id,
            wire::NO_RESOURCE,
            &format!("Resource not found: {path} (ENOENT: no such file or directory)"),
        ),
        Err(e) => wire::error(id, wire::FAILED, &format!("{path}: {e}")),
    })
}

/// Whether the agent takes any error for a file that it cannot write.
fn wants_empty(gate: &Gate) -> bool {
    agents::wants_empty(&gate.state().info.0)
}

fn text(path: &str) -> std::io::Result<String> {
    let about = fs::metadata(path)?;
    if !about.is_file() || about.len() > FILE_MOST {
        return Err(std::io::Error::other("it is no file, or too large"));
    }
    fs::read_to_string(path)
}

/// The lines that are wanted.
fn part(text: &str, params: &Message) -> String {
    let number = |name: &str| params.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    match (number("line"), number("limit")) {
        (None, None) => text.to_owned(),
        (from, most) => {
            let lines = text.split_inclusive('\n').skip(from.unwrap_or(1).saturating_sub(1));
            lines.take(most.unwrap_or(usize::MAX)).collect()
        }
    }
}

/// Writes a file for the agent.
pub fn write(gate: &Gate, id: &Value, params: &Message, wait: &Wait) -> Value {
    let Some(path) = path(params) else { return bad_path(id) };
    let Some(content) = params.get("content").and_then(Value::as_str) else {
        return wire::error(id, wire::BAD_PARAMS, "the content is missing");
    };
    let expected = Expected { path: path.to_owned(), content: content.to_owned() };
    let done = match used(gate, &expected, wait) {
        true => put(&expected).map(|()| Became::Done(Value::Null)),
        false => judged(gate, &expected, wait),
    };
    match done {
        Ok(Became::Done(_)) => wire::result(id, json!({})),
        Ok(Became::Not(why)) => wire::error(id, wire::REFUSED, &why),
        Ok(Became::Over) => wire::error(id, wire::CANCELLED, "cancelled"),
        Err(e) => wire::error(id, wire::REFUSED, &e.message),
    }
}

/// Uses up the yes to exactly this content of this file, which the agent asked for before.
fn used(gate: &Gate, wanted: &Expected, wait: &Wait) -> bool {
    let mut state = gate.state();
    let at = state.allowed.iter().position(|(session, one)| *session == wait.session && one == wanted);
    at.map(|at| state.allowed.remove(at)).is_some()
}

fn judged(gate: &Gate, wanted: &Expected, wait: &Wait) -> Result<Became> {
    let Expected { path, content } = wanted;
    if Path::new(path).parent().is_some_and(Path::is_dir) {
        let args = json!({"path": path, "content": content}).as_object().cloned().unwrap_or_default();
        return gate.carry_out("filesystem.write_file", args, wait);
    }
    // Its folder does not exist yet: that is part of what is asked about, as for a hook.
    let input: Doc = json!({"file_path": path, "content": content}).as_object().cloned().unwrap_or_default();
    let own = own_id(gate);
    match gate.judge(&ToolUse { tool: "Write".to_owned(), input }, &own, false, wait)? {
        Answer::Yes => put(wanted)?,
        Answer::No(why) => return Ok(Became::Not(why)),
        Answer::Over => return Ok(Became::Over),
    }
    let client = gate.client(&wait.session)?;
    client.call("handover.finish", json!({"tool_use_id": own}), None)?;
    Ok(Became::Done(Value::Null))
}

/// Writes what was allowed, in place of the agent. A link that took the file's place meanwhile is not followed.
fn put(wanted: &Expected) -> Result<()> {
    let path = Path::new(&wanted.path);
    let failed = |e: std::io::Error| Error::invalid(Words::of_error(&e));
    if path.symlink_metadata().is_ok_and(|about| about.is_symlink()) {
        return Err(Error::conflict("it is a link"));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, &wanted.content).map_err(failed)
}

fn path(params: &Message) -> Option<&str> {
    params.get("path").and_then(Value::as_str).filter(|path| path.starts_with('/') && !path.contains('\0'))
}

fn bad_path(id: &Value) -> Value {
    wire::error(id, wire::BAD_PARAMS, "the path must be absolute")
}

fn own_id(gate: &Gate) -> String {
    format!("acp-{}-{}", gate.nonce, gate.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_file_is_counted_in_lines_from_one() {
        let of = |params: Value| part("a\nb\nc", params.as_object().unwrap());
        assert_eq!(of(json!({})), "a\nb\nc");
        assert_eq!(of(json!({"line": 2})), "b\nc");
        assert_eq!(of(json!({"line": 1, "limit": 2})), "a\nb\n");
        assert_eq!(of(json!({"line": 9, "limit": 2})), "");
    }
}
