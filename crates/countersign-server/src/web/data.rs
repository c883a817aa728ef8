//! Renders any answer of an operation for a person: objects as facts, lists of similar things as tables.

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::{
    Visit,
    text::{ago, folded, shown},
};

/// The maximum depth of the layout; deeper values are shown as JSON.
const DEPTH: usize = 5;
/// The maximum number of columns of a table.
const COLUMNS: usize = 12;
/// The longest text in a cell of a table.
const CELL: usize = 160;
/// The longest text that is shown completely; of longer ones, how much more there is.
const TEXT: usize = 200_000;

/// Renders a value.
pub(crate) fn value(visit: &Visit, value: &Value) -> Markup {
    laid_out(visit, "", value, DEPTH)
}

fn laid_out(visit: &Visit, name: &str, value: &Value, depth: usize) -> Markup {
    match value {
        Value::Object(fields) if depth > 0 && !fields.is_empty() => facts(visit, fields, depth),
        Value::Array(list) if depth > 0 && !list.is_empty() => {
            columns(list).map_or_else(|| entries(visit, list, depth), |columns| table(visit, &columns, list))
        }
        other => scalar(visit, name, other, TEXT),
    }
}

/// Renders the fields of an object, without empty ones.
fn facts(visit: &Visit, fields: &Map<String, Value>, depth: usize) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in fields.iter().filter(|(_, value)| !is_empty(value)) {
                dt { (label(name)) }
                dd { (laid_out(visit, name, value, depth - 1)) }
            }
        }
    }
}

fn entries(visit: &Visit, list: &[Value], depth: usize) -> Markup {
    html! { ol.entries { @for one in list { li { (laid_out(visit, "", one, depth - 1)) } } } }
}

/// Returns the columns of a list, if a table can show it: objects with short fields.
fn columns(list: &[Value]) -> Option<Vec<&str>> {
    let mut columns: Vec<&str> = Vec::new();
    for (name, value) in list.iter().map(Value::as_object).collect::<Option<Vec<_>>>()?.into_iter().flatten()
    {
        let fits = match value {
            Value::Object(_) | Value::Array(_) => is_empty(value),
            Value::String(s) => s.len() <= CELL && !s.contains('\n'),
            _ => true,
        };
        if !fits {
            return None;
        }
        if !is_empty(value) && !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    (!columns.is_empty() && columns.len() <= COLUMNS).then_some(columns)
}

fn table(visit: &Visit, columns: &[&str], list: &[Value]) -> Markup {
    html! {
        div.wide tabindex="0" {
            table {
                thead { tr { @for name in columns { th scope="col" { (label(name)) } } } }
                tbody {
                    @for row in list { tr { @for name in columns { td { (scalar(visit, name, &row[*name], CELL)) } } } }
                }
            }
        }
    }
}

fn scalar(visit: &Visit, name: &str, value: &Value, most: usize) -> Markup {
    match value {
        Value::Null => html! { span.quiet { "–" } },
        Value::Bool(yes) => html! { (visit.words.t(if *yes { "palette-yes" } else { "palette-no" })) },
        Value::Number(n) if is_moment(name) && n.as_u64().is_some_and(|n| n > 1_000_000_000_000) => {
            ago(visit.words, n.as_u64().unwrap_or_default(), visit.now())
        }
        Value::String(s) if s.contains('\n') => {
            let text = countersign_core::text::visible_multiline(s).text;
            let rest = text.chars().count().saturating_sub(most);
            html! {
                pre { code { (text.chars().take(most).collect::<String>()) } }
                @if rest > 0 { p.quiet { (visit.words.count("palette-rest", rest)) } }
            }
        }
        Value::String(s) => html! { (folded(s, most)) },
        other => html! { code { (folded(&other.to_string(), most)) } },
    }
}

/// Returns whether a field is a time: `created_at`, `at`, `expires_at`, in milliseconds since 1970.
fn is_moment(name: &str) -> bool {
    name == "at" || name.ends_with("_at")
}

fn label(name: &str) -> String {
    shown(&name.replace('_', " "))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(s) => s.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn like_things_with_short_fields_are_a_table() {
        let rows = [json!({"id": "r1", "tags": [], "at": 1}), json!({"id": "r2", "title": "x"})];
        let mut found = columns(&rows).unwrap();
        found.sort_unstable();
        assert_eq!(found, ["at", "id", "title"]);
        for odd in [json!({"id": {"a": 1}}), json!("text"), json!({"text": "a\nb"})] {
            assert_eq!(columns(&[rows[0].clone(), odd.clone()]), None, "{odd}");
        }
    }
}
