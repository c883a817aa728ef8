//! What an undo would do, in words.

use countersign_words::{Message, say};
use serde_json::Value;

use super::Receipt;
use crate::text;

/// The length of a value or of the arguments of a call.
const SHOWN: usize = 2_000;

/// Describes the operations that undo a receipt, in order, as far as they can be read: their format belongs to the
/// tool.
pub fn operations(receipt: &Receipt) -> Vec<Message> {
    let steps = receipt.inverse.as_ref().map_or(&Value::Null, |inverse| &inverse.steps);
    let nested = if steps["by"] == "files" { &steps["steps"] } else { steps };
    if let Some(steps) = nested.as_array() {
        return steps.iter().map(file_step).collect();
    }
    if let Some(calls) = steps["calls"].as_array() {
        let call = |call: &Value| format!("{} {}", shown(&call["tool"]), shown(&call["args"])).into();
        return calls.iter().map(call).collect();
    }
    // Stored fields are restored one by one, the last first.
    let effects = receipt.effects.iter().rev().map(|change| {
        let (before, after) = (shown(&change.before), shown(&change.after));
        say!("judge-undo-do-field", said_label = change.label, after, before)
    });
    effects.collect()
}

fn file_step(step: &Value) -> Message {
    let at = |name: &str| shown(&step[name]);
    match step["do"].as_str() {
        Some("put") => say!("judge-undo-do-put", path = at("path")),
        Some("gone") => say!("judge-undo-do-gone", path = at("path")),
        Some("set") => say!("judge-undo-do-set", path = at("path")),
        Some("move") => say!("judge-undo-do-move", from = at("from"), to = at("to")),
        _ => shown(step).into(),
    }
}

/// Returns a value in one line, safe to show.
fn shown(value: &Value) -> String {
    match value {
        Value::String(value) => text::line(value, SHOWN),
        other => text::line(&other.to_string(), SHOWN),
    }
}
