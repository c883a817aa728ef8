//! What the agent says of its tool calls: those that were allowed are finished when it says so, those that nobody was
//! asked about are recorded in its run, and nothing that it says passes for something that the gate shows.

use serde_json::{Map, Value, json};

use super::{
    asking::OURS,
    gate::{Gate, Message},
};

/// How many files of a call are recorded.
const PATHS_MOST: usize = 50;

/// What is known of one tool call.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// What the agent said of it.
    pub fields: Map<String, Value>,
    /// Whether it asked.
    pub asked: bool,
    /// The ids under which it was allowed, and that are not finished.
    pub allowed: Vec<String>,
    /// Whether it was recorded.
    pub recorded: bool,
}

/// Looks at an update; whether the editor gets it.
pub fn seen(gate: &std::sync::Arc<Gate>, message: &mut Message) -> bool {
    let Some(params) = message.get_mut("params") else { return false };
    let session = params["sessionId"].as_str().unwrap_or_default().to_owned();
    let Some(update) = params.get_mut("update").and_then(Value::as_object_mut) else { return true };
    match update.get("sessionUpdate").and_then(Value::as_str) {
        Some("tool_call" | "tool_call_update") => of_call(gate, &session, update),
        Some("config_option_update") => {
            super::modes::hide_options(update.get_mut("configOptions"));
            true
        }
        Some("current_mode_update") => {
            let mode = update.get("currentModeId").and_then(Value::as_str).unwrap_or_default();
            if super::modes::is_free(mode) {
                let told = countersign_words::say!("command-acp-mode-left", agent = gate.agent, mode);
                gate.session.screen.note(&told);
            }
            true
        }
        _ => true,
    }
}

fn of_call(gate: &std::sync::Arc<Gate>, session: &str, update: &mut Map<String, Value>) -> bool {
    let Some(id) = update.get("toolCallId").and_then(Value::as_str).map(str::to_owned) else { return true };
    // Only the gate speaks of what the gate shows.
    if id.starts_with(OURS) {
        return false;
    }
    // The editor has none of the terminals that the gate keeps.
    without_terminals(update);
    let status = update.get("status").and_then(Value::as_str).unwrap_or_default().to_owned();
    let is_over = matches!(status.as_str(), "completed" | "failed");
    let mut finished = Vec::new();
    let mut unasked = None;
    gate.known(&id, |known| {
        for field in ["title", "kind", "rawInput", "content", "locations"] {
            if let Some(value) = update.get(field).filter(|value| !value.is_null()) {
                known.fields.insert(field.to_owned(), value.clone());
            }
        }
        if is_over {
            finished = std::mem::take(&mut known.allowed);
        }
        if is_over && !known.asked && !known.recorded && changes(&known.fields) {
            known.recorded = true;
            unasked = Some(known.fields.clone());
        }
    });
    if finished.is_empty() && unasked.is_none() {
        return true;
    }
    let (gate, session) = (gate.clone(), session.to_owned());
    // The editor does not wait for the record.
    let record = move || {
        let Ok(client) = gate.client(&session) else { return };
        for own in finished {
            let _unheard = client.call("handover.finish", json!({"tool_use_id": own}), None);
        }
        if let Some(fields) = unasked {
            let _unheard = client.call("handover.note", note(&id, &fields), None);
        }
    };
    let _unrecorded = std::thread::Builder::new().name("acp-record".to_owned()).spawn(record);
    true
}

/// Whether a call, by what the agent says of it, is more than a look.
fn changes(fields: &Map<String, Value>) -> bool {
    let kind = fields.get("kind").and_then(Value::as_str).unwrap_or("other");
    !matches!(kind, "read" | "search" | "think" | "switch_mode")
}

fn note(id: &str, fields: &Map<String, Value>) -> Value {
    let text = |field: &str| fields.get(field).and_then(Value::as_str).unwrap_or_default();
    let paths = |field: &str| {
        let list = fields.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(|one| one["path"].as_str()).take(PATHS_MOST).collect::<Vec<_>>()
    };
    let title = if text("title").trim().is_empty() { id } else { text("title") };
    let named = [paths("locations"), paths("content")].concat();
    json!({"tool_use_id": id, "title": title, "kind": text("kind"), "paths": named})
}

fn without_terminals(update: &mut Map<String, Value>) {
    let Some(parts) = update.get_mut("content").and_then(Value::as_array_mut) else { return };
    parts.retain(|part| part["type"] != "terminal");
}
