//! Gemini CLI: a file for each session: one JSON object in older versions, one for each line in newer ones, in which a
//! message is written again whenever it has changed.

use std::{fs, io, path::Path};

use serde_json::Value;

use super::{Agent, Homes, Recorded, text, time};
use crate::custom_commands::learn::file;

/// Reads one.
pub fn read(path: &Path, homes: &Homes, each: &mut dyn FnMut(Recorded)) -> io::Result<u64> {
    let mut cwd = project(path, homes);
    if path.extension().is_some_and(|ending| ending == "json") {
        let Ok(value) = serde_json::from_slice::<Value>(&file::whole(path)?) else { return Ok(1) };
        return Ok(calls(&value, &mut cwd, each));
    }
    let mut unknown = 0;
    let broken = file::lines(path, &mut |line| {
        if line.contains("\"toolCalls\"") || line.contains("\"directories\"") {
            match serde_json::from_str::<Value>(line) {
                Ok(value) => unknown += calls(&value, &mut cwd, each),
                Err(_) => unknown += 1,
            }
        }
    })?;
    Ok(broken + unknown)
}

/// Hands on the calls of a session, a change of one, or a message; returns how many could not be read.
fn calls(value: &Value, cwd: &mut Option<String>, each: &mut dyn FnMut(Recorded)) -> u64 {
    let value = value.get("$set").unwrap_or(value);
    if let Some(first) = text(value, "/directories/0").filter(|folder| folder.starts_with('/')) {
        cwd.get_or_insert_with(|| first.to_owned());
    }
    let several = value.get("messages").and_then(Value::as_array).into_iter().flatten();
    let mut unknown = 0;
    for message in several.chain([value]) {
        for call in message.get("toolCalls").and_then(Value::as_array).into_iter().flatten() {
            let (Some(name), Some(args)) = (text(call, "/name"), call.get("args").and_then(Value::as_object))
            else {
                unknown += 1;
                continue;
            };
            let mut recorded = Recorded::new(Agent::Gemini, name, args.clone(), cwd.clone());
            recorded.id = text(call, "/id").map(str::to_owned);
            recorded.at_ms = time(call.get("timestamp")).or_else(|| time(message.get("timestamp")));
            each(recorded);
        }
    }
    unknown
}

/// Returns the folder of a session's project: a file beside the sessions names it, or a list of all projects.
fn project(path: &Path, homes: &Homes) -> Option<String> {
    let chats = path.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == "chats"))?;
    let own = chats.parent()?;
    let is_path = |text: &String| text.starts_with('/');
    let named = fs::read_to_string(own.join(".project_root")).ok().map(|text| text.trim().to_owned());
    named.filter(is_path).or_else(|| {
        let list = file::whole(&homes.home.join(".gemini/projects.json")).ok()?;
        let list: Value = serde_json::from_slice(&list).ok()?;
        let name = own.file_name()?.to_str()?;
        let entries = list.get("projects")?.as_object()?;
        entries
            .iter()
            .find(|(_, short)| short.as_str() == Some(name))
            .map(|(path, _)| path.clone())
            .filter(is_path)
    })
}
