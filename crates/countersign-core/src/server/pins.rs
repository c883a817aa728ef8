//! Pinned definitions: compares the accepted definitions of upstream tools with what the servers list now. A
//! definition that nobody accepted is asked about before its tool is used, with the difference shown.

use std::collections::BTreeSet;

use countersign_words::{Message, say};
use serde_json::{Map, Value};

use crate::{
    error::Result,
    item::Item,
    record::{Key, Record},
    redact,
    server::Pin,
    store::{Base, Scan, Store},
    text,
    tool::{FieldChange, Tool},
    tx::Tx,
};

/// The maximum number of differences shown for one definition.
const MAX_CHANGES: usize = 40;
/// The maximum length of one side of a difference.
const MAX_CHARS: usize = 2000;
/// The maximum length of a label.
const MAX_LABEL_CHARS: usize = 120;
/// How deep a definition is compared; deeper parts are shown whole.
const MAX_DEPTH: usize = 5;

/// A definition that nobody accepted.
pub struct Unaccepted {
    /// In words.
    pub warning: Message,
    /// How it differs from the accepted one; the whole definition if there is none.
    pub changes: Vec<FieldChange>,
}

/// Whether a person accepted the definition of a tool, or it needs no acceptance.
pub fn is_accepted(tx: &mut Tx<'_>, tool: &Tool, definition: &str) -> Result<bool> {
    if tool.upstream.is_none() {
        return Ok(true);
    }
    Ok(tx.field::<Pin>(&tool.name, "digest")?.as_str() == Some(definition))
}

/// Whether a digest is that of the accepted definition of an upstream tool.
pub fn is_pinned(base: &mut dyn Base, tool: &str, definition: &str) -> Result<bool> {
    let stored = base.get(&Key::of::<Pin>(tool))?;
    Ok(stored.is_some_and(|pin| pin.row.doc.get("digest").and_then(Value::as_str) == Some(definition)))
}

/// Describes a tool whose definition, with that digest, is not the accepted one.
pub fn unaccepted(tx: &mut Tx<'_>, tool: &Tool, definition: &str) -> Result<Option<Unaccepted>> {
    let Some(listed) = &tool.upstream else { return Ok(None) };
    if is_accepted(tx, tool, definition)? {
        return Ok(None);
    }
    let pin = tx.get::<Pin>(&tool.name)?.filter(|p| p.digest.is_some());
    let server = text::visible(&tool.server).text;
    Ok(Some(match pin {
        Some(pin) => Unaccepted {
            warning: say!("judge-server-changed", server),
            changes: difference(&pin.definition, listed),
        },
        None => Unaccepted {
            warning: say!("judge-server-new", server),
            changes: difference(&Value::Null, listed),
        },
    }))
}

/// Accepts the new definition after a person approved an item that was shown with it.
pub fn accept_with(tx: &mut Tx<'_>, item: &Item) -> Result<()> {
    let catalog = &tx.setup().catalog;
    let Some(tool) = catalog.get(&item.tool).filter(|_| item.asks_definition) else { return Ok(()) };
    let Some(listed) = &tool.upstream else { return Ok(()) };
    // It has changed again and was not shown: the item is about to be stale.
    if catalog.definition(tool)? != item.definition {
        return Ok(());
    }
    let (at, by) = (tx.now(), tx.actor().to_string());
    let mut pin = tx.get::<Pin>(&tool.name)?.unwrap_or_else(|| Pin {
        id: tool.name.clone(),
        server: tool.server.clone(),
        name: own_name(tool).to_owned(),
        digest: None,
        definition: Value::Null,
        at,
        by: String::new(),
        offered: None,
        absent: false,
    });
    if pin.digest.as_ref() == Some(&item.definition) {
        return Ok(());
    }
    pin.accept(item.definition.clone(), Value::clone(listed), by, at);
    tx.put(&pin)?;
    tx.note("definition_accepted", serde_json::json!({"tool": tool.name, "definition": item.definition}));
    Ok(())
}

/// Returns a tool's name on its own server.
pub fn own_name(tool: &Tool) -> &str {
    let rest = tool.name.strip_prefix(tool.server.as_str()).and_then(|rest| rest.strip_prefix('.'));
    rest.unwrap_or(&tool.name)
}

/// Returns the servers' last listings, so that tools are known without starting any server: (server, tool,
/// definition).
pub fn listed(store: &dyn Store) -> Result<Vec<(String, String, Value)>> {
    let mut found = Vec::new();
    store.view(&mut |base| {
        for hit in base.scan(&Scan::prefix(Pin::KIND.name, "pin.server", ""))? {
            let pin: Pin = hit.stored.row.read()?;
            if !pin.absent {
                let definition = pin.latest().clone();
                found.push((pin.server, pin.name, definition));
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// Compares two definitions part by part, safe to show. Against null, returns the parts of the new one.
pub fn difference(before: &Value, after: &Value) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let depth = if before.is_null() { 1 } else { MAX_DEPTH };
    compare("", before, after, depth, &mut changes);
    let more = changes.len().saturating_sub(MAX_CHANGES);
    if more > 0 {
        changes.truncate(MAX_CHANGES);
        let label = say!("judge-more-differences", n = more);
        changes.push(FieldChange::new(label, Value::Null, Value::Null));
    }
    changes
}

fn compare(at: &str, before: &Value, after: &Value, depth: usize, changes: &mut Vec<FieldChange>) {
    if before == after {
        return;
    }
    let nothing = Map::new();
    let (old, new) = match (before, after) {
        (Value::Object(old), Value::Object(new)) if depth > 0 => (old, new),
        (Value::Null, Value::Object(new)) if depth > 0 => (&nothing, new),
        _ => {
            changes.push(FieldChange::new(at, shown(before), shown(after)));
            return;
        }
    };
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let label = text::line(name, MAX_LABEL_CHARS);
        let label = if at.is_empty() { label } else { format!("{at}.{label}") };
        let side = |map: &Map<String, Value>| map.get(name).cloned().unwrap_or_default();
        compare(&label, &side(old), &side(new), depth - 1, changes);
    }
}

/// Formats one side of a difference: invisible characters written out, and the length given if it is cut.
fn shown(value: &Value) -> Value {
    let text = match value {
        Value::Null => return Value::Null,
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let visible = text::visible_multiline(&redact::text(&text)).text;
    Value::String(text::truncate(&visible, MAX_CHARS))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(before: Value, after: Value) -> Vec<(Message, Value, Value)> {
        difference(&before, &after).into_iter().map(|c| (c.label, c.before, c.after)).collect()
    }

    #[test]
    fn a_difference_names_the_part_that_differs() {
        let old = json!({"name": "x", "description": "Adds.", "inputSchema": {"properties": {"a": {"type": "number"}}}});
        let mut new = old.clone();
        new["inputSchema"]["properties"]["a"]["type"] = json!("string");
        new["annotations"] = json!({"readOnlyHint": true});
        assert_eq!(
            told(old.clone(), new),
            [
                ("annotations.readOnlyHint".into(), json!(null), json!("true")),
                ("inputSchema.properties.a.type".into(), json!("number"), json!("string")),
            ]
        );
        assert_eq!(told(old.clone(), old), []);
    }

    #[test]
    fn of_a_new_definition_each_part_is_shown() {
        let new = json!({"name": "x", "inputSchema": {"type": "object"}});
        assert_eq!(
            told(Value::Null, new),
            [
                ("inputSchema".into(), json!(null), json!(r#"{"type":"object"}"#)),
                ("name".into(), json!(null), json!("x")),
            ]
        );
    }

    #[test]
    fn h2_what_a_server_writes_is_shown_and_does_nothing() {
        let new = json!({"description": "\u{1b}[2Jhi\u{202e}", "\u{1b}]0;x": 1});
        let shown = serde_json::to_string(&difference(&json!({}), &new)).unwrap();
        assert!(
            !shown.contains('\u{1b}') && !shown.contains("\\u001b") && !shown.contains('\u{202e}'),
            "{shown}"
        );
    }

    #[test]
    fn h3_a_huge_definition_is_cut_and_says_so() {
        let long = json!({"description": "x".repeat(MAX_CHARS + 7)});
        let [only] = &difference(&json!({}), &long)[..] else { panic!("one part differs") };
        assert!(only.after.as_str().unwrap().ends_with("(+7 characters)"), "{only:?}");
        let many: Map<String, Value> = (0..100).map(|n| (format!("k{n}"), json!(n))).collect();
        let cut = difference(&json!({}), &Value::Object(many));
        assert_eq!(cut.len(), MAX_CHANGES + 1);
        assert_eq!(cut.last().unwrap().label, "… and 60 more differences");
    }
}
