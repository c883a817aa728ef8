//! Renders any answer generically: names and values, and tables for lists of similar things.

use serde_json::{Map, Value};

use super::{
    View, short,
    table::{plain, table},
};

/// Returns whether a field is a time in milliseconds.
fn is_time(name: &str) -> bool {
    name == "at" || name == "until" || name.ends_with("_at")
}

/// Ranks fields: identity first, times last.
fn rank(name: &str) -> u8 {
    match name {
        "id" => 0,
        "kind" | "name" => 1,
        _ if is_time(name) => 3,
        _ => 2,
    }
}

/// Renders `value` generically.
pub fn render(value: &Value, view: &View) -> String {
    match value {
        Value::Object(map) => object(map, 0, view),
        Value::Array(list) => array(list, 0, view),
        Value::String(text) => countersign_core::text::visible_multiline(text).text,
        scalar => scalar.to_string(),
    }
}

/// Returns the cursor of the next page, if any.
pub fn next(value: &Value) -> Option<&str> {
    value.get("next").and_then(Value::as_str)
}

/// Returns a list without its cursor.
pub fn without_next(value: &Value) -> Value {
    let mut rest = value.clone();
    rest.as_object_mut().map(|fields| fields.remove("next"));
    rest
}

fn object(map: &Map<String, Value>, depth: usize, view: &View) -> String {
    let indent = "  ".repeat(depth);
    let mut out = String::new();
    let mut fields: Vec<_> = map.iter().filter(|(_, v)| !v.is_null()).collect();
    fields.sort_by_key(|(name, _)| rank(name));
    for (name, value) in fields {
        let label = view.paint.dim(&view.label(&view.field(name)));
        match value {
            Value::Object(inner) if inner.is_empty() => {}
            Value::Object(inner) => {
                out.push_str(&format!("{indent}{label}\n{}", object(inner, depth + 1, view)))
            }
            Value::Array(list) if list.iter().any(Value::is_object) => {
                out.push_str(&format!("{indent}{label}\n{}", array(list, depth + 1, view)));
            }
            _ => out.push_str(&format!("{indent}{label} {}\n", cell(name, value, view))),
        }
    }
    out
}

fn array(list: &[Value], depth: usize, view: &View) -> String {
    let indent = "  ".repeat(depth);
    let mut names: Vec<&String> = Vec::new();
    for name in list.iter().filter_map(Value::as_object).flat_map(Map::keys) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort_by_key(|name| rank(name));
    let flat = list.iter().filter_map(Value::as_object).all(|m| m.values().all(|v| !v.is_object()));
    if names.is_empty() {
        return list.iter().map(|v| format!("{indent}{}\n", cell("", v, view))).collect();
    }
    if !flat || names.len() > 8 {
        let each = list.iter().filter_map(Value::as_object).map(|m| object(m, depth, view));
        return each.collect::<Vec<_>>().join("\n");
    }
    let headings: Vec<String> = names.iter().map(|n| view.field(n).to_uppercase()).collect();
    let row = |v: &Value| names.iter().map(|n| plain(cell(n, &v[n.as_str()], view))).collect();
    let rows: Vec<Vec<_>> = list.iter().map(row).collect();
    table(&headings, &rows, view).lines().map(|l| format!("{indent}{l}\n")).collect()
}

fn cell(name: &str, value: &Value, view: &View) -> String {
    match value {
        Value::Null => String::new(),
        Value::Number(n) if is_time(name) => n.as_u64().map(|ms| view.time(ms)).unwrap_or_default(),
        Value::String(text) if name == "id" || name == "run" || name == "item" || name == "set" => {
            short(text)
        }
        Value::String(text) if name == "kind" => view.field(text),
        Value::String(text) if name == "status" => view.item_status(text),
        Value::String(text) => view.folded(text, 200),
        other => view.inline(other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    #[test]
    fn an_object_is_names_and_values() {
        let text = render(&json!({"id": "g3-ab12", "at": 0, "none": null, "in": {"x": [1, 2]}}), &view());
        assert_eq!(text, "id: g3\nin:\n  x: 1, 2\nat: 1970-01-01 00:00:00\n");
    }

    #[test]
    fn a_list_of_alike_things_is_a_table() {
        let text = render(
            &json!({"grants": [{"id": "g3-ab12", "tool": "a"}, {"id": "g40-ab12", "tool": "b"}]}),
            &view(),
        );
        assert_eq!(text, "grants:\n  ID   TOOL\n  g3   a\n  g40  b\n");
    }
}
