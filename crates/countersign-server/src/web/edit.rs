//! Edits a call's arguments in a form built from its tool's schema; and for a rehearsal, the part that is to land.
//! Either way the item is judged and previewed again.

use countersign_core::{
    item::{ItemStatus, view::ItemView},
    policy::operations::{ToolInput, ToolList},
    redact::REDACTED,
    text,
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Visit, card,
    diff::Diff,
    form::{form, submit},
    text::{folded, shown},
};
use crate::answer::Refusal;

/// Larger arguments cannot be edited in a form.
const BYTES: usize = 200_000;
/// Longer texts get more than one line.
const LONG: usize = 80;
/// How many parts of a rehearsal can be chosen here.
const PARTS: usize = 300;

/// Renders the forms, instead of the arguments.
pub(super) async fn edit(visit: &Visit, item: &ItemView, diff: &Diff<'_>) -> Result<Markup, Refusal> {
    let words = visit.words;
    let id = item.id.as_str();
    let page = format!("/items/{id}");
    if !card::is_decidable(item) && item.status != ItemStatus::Stale {
        return Ok(
            html! { section.card id="edit" { h2 { (words.t("edit-title")) } p { (words.t("edit-decided")) } } },
        );
    }
    // A tool that is gone has no schema; its arguments are still JSON.
    let tools = visit.ask::<ToolList>(ToolInput { name: Some(item.tool.clone()) }).await;
    let tools = tools.map(|found| found.tools).unwrap_or_default();
    let schema = tools.iter().find(|known| known.name == item.tool).map(|known| &known.schema);
    let args = json!(item.args);
    let large = args.to_string().len() > BYTES;
    Ok(html! {
        section.card.edit id="edit" {
            h2 { (words.with("edit-tool", &[("tool", shown(&item.tool).into())])) }
            p.quiet { (words.t("edit-why")) }
            @if large {
                p { (words.t("edit-large")) }
                p { a.button href={ "/do/item.edit?id=" (id) } { (words.t("edit-large-json")) } }
            } @else {
                (form(visit, "item.edit", &[("id", id), ("back", &page)], html! {
                    (inputs(visit, schema.unwrap_or(&Value::Null), &args))
                    p.answers { (submit(&words.t("edit-send"), "yes", "")) a.button.quiet href=(page) { (words.t("edit-leave")) } }
                }))
            }
        }
        (land(visit, item, diff))
    })
}

/// The input element of a value.
#[derive(Debug, PartialEq)]
enum Entry {
    Text,
    Area,
    Number,
    Choice(Vec<String>),
    Bool,
    Lines,
    Json,
}

/// Returns the input element for a value of that schema. Text that a browser would change (line ends, invisible
/// characters) is edited as JSON, where everything is visible and preserved.
fn entry(schema: &Value, now: Option<&Value>) -> Entry {
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).filter(|t| *t != "null").collect(),
        Value::String(one) => vec![one],
        _ => Vec::new(),
    };
    let safe = |s: &str| text::visible_multiline(s).flags.is_empty();
    let choices: Option<Vec<String>> = schema["enum"]
        .as_array()
        .map(|all| all.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    let now = now.filter(|value| !value.is_null());
    match (types.as_slice(), now) {
        (["string"], None | Some(Value::String(_))) if schema["enum"].is_array() => {
            let choices = choices.unwrap_or_default();
            let known = now.and_then(Value::as_str).is_none_or(|n| choices.iter().any(|c| c == n));
            if known && choices.iter().all(|c| safe(c)) { Entry::Choice(choices) } else { Entry::Json }
        }
        (["string"], None) => {
            if schema["maxLength"].as_u64().is_some_and(|n| n <= 200) {
                Entry::Text
            } else {
                Entry::Area
            }
        }
        (["string"], Some(Value::String(s))) if safe_lines(s) => {
            if s.contains('\n') || s.chars().count() > LONG { Entry::Area } else { Entry::Text }
        }
        (["integer" | "number"], None | Some(Value::Number(_))) => Entry::Number,
        (["boolean"], None | Some(Value::Bool(_))) => Entry::Bool,
        (["array"], now)
            if schema["items"]["type"] == "string" && schema["items"]["enum"].is_null() && is_lines(now) =>
        {
            Entry::Lines
        }
        _ => Entry::Json,
    }
}

/// Returns whether a text contains nothing invisible except line feeds and tabs.
fn safe_lines(s: &str) -> bool {
    text::visible_multiline(s).text == s
}

fn is_lines(now: Option<&Value>) -> bool {
    let line = |v: &Value| {
        v.as_str().is_some_and(|s| !s.is_empty() && s.trim() == s && !s.contains('\n') && safe_lines(s))
    };
    now.is_none_or(|now| now.as_array().is_some_and(|all| all.iter().all(line)))
}

/// Formats JSON with invisible characters escaped.
fn visible_json(value: &Value) -> String {
    let mut out = String::new();
    for c in format!("{value:#}").chars() {
        let mut one = [0; 4];
        if c == '\n' || text::visible(c.encode_utf8(&mut one)).text.chars().eq([c]) {
            out.push(c);
        } else {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        }
    }
    out
}

/// Returns whether a name can be part of a field name.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'$'))
}

/// Renders a field for each argument in the schema or the call.
fn inputs(visit: &Visit, schema: &Value, args: &Value) -> Markup {
    let properties = schema["properties"].as_object();
    let known = properties.into_iter().flat_map(|all| all.iter());
    let more = args
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| properties.is_none_or(|p| !p.contains_key(*name)));
    let all: Vec<(&String, &Value)> = known.chain(more.map(|(name, _)| (name, &Value::Null))).collect();
    if all.iter().any(|(name, _)| !is_plain(name)) {
        return html! {
            label for="f-args" { (visit.words.t("edit-json")) }
            textarea id="f-args" name="args" rows="12" spellcheck="false" required { "\n" (visible_json(args)) }
        };
    }
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let required: Vec<&str> = required.iter().filter_map(Value::as_str).collect();
    html! { @for (name, schema) in all { (input(visit, name, schema, args.get(name), required.contains(&name.as_str()))) } }
}

fn input(visit: &Visit, name: &str, schema: &Value, now: Option<&Value>, required: bool) -> Markup {
    let words = visit.words;
    let (id, hides) = (format!("f-{name}"), now.is_some_and(|v| v.to_string().contains(REDACTED)));
    let doc = schema["description"].as_str().unwrap_or_default();
    let entry = entry(schema, now);
    let part = |kind: &str| format!("args.{name}:{kind}");
    let now = if hides { None } else { now };
    let written = now.and_then(Value::as_str).unwrap_or_default();
    // A new argument that is left empty is omitted.
    let kind = |there: &'static str| if now.is_some() || required { there } else { "maybe" };
    html! {
        div.field {
            label for=(id) { code { (shown(name)) } @if required { " " span.quiet { (words.t("edit-required")) } } }
            @if !doc.is_empty() { p.sub { (folded(doc, 400)) } }
            @if hides { p.warning.flag { (words.t("edit-hidden")) } }
            @match &entry {
                Entry::Text => input id=(id) type="text" name=(part(kind("text"))) value=(written) required[hides] autocomplete="off" spellcheck="false";,
                Entry::Area => textarea id=(id) name=(part(kind("area"))) rows=(rows(written)) required[hides] spellcheck="false" { "\n" (written) },
                Entry::Number => input id=(id) type="number" step="any" name=(part("number")) value=(now.map(Value::to_string).unwrap_or_default()) required[required];,
                Entry::Choice(all) => select id=(id) name=(part(kind("text"))) {
                    @if !required { option value="" selected[now.is_none()] { "–" } }
                    @for one in all { option value=(one) selected[written == one] { (shown(one)) } }
                },
                Entry::Bool => select id=(id) name=(part("json")) {
                    @if !required { option value="" selected[now.is_none()] { "–" } }
                    @for one in [false, true] { option value=(one) selected[now == Some(&Value::Bool(one))] { (words.t(if one { "edit-yes" } else { "edit-no" })) } }
                },
                Entry::Lines => {
                    textarea id=(id) name=(part("lines")) rows="4" spellcheck="false" required[hides] {
                        "\n" @for line in now.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) { (line) "\n" }
                    }
                    p.sub { (words.t("edit-lines")) }
                },
                Entry::Json => {
                    textarea id=(id) name=(part("json")) rows="6" spellcheck="false" required[required || hides] { "\n" @if let Some(now) = now { (visible_json(now)) } }
                    p.sub { (words.t("edit-json")) }
                },
            }
        }
    }
}

fn rows(text: &str) -> usize {
    (text.lines().count() + 1).clamp(3, 24)
}

/// Renders what of a rehearsal is to land, by file and hunk. Deletions are not preselected.
fn land(visit: &Visit, item: &ItemView, diff: &Diff<'_>) -> Markup {
    if !item.rehearsed {
        return html! {};
    }
    let words = visit.words;
    let (id, facts) = (item.id.as_str(), &item.facts);
    let all = facts.writes.iter().map(|p| (p, true)).chain(facts.deletes.iter().map(|p| (p, false)));
    let all: Vec<(&String, bool)> = all.filter(|(p, _)| p.starts_with('/')).collect();
    let hunks = |path: &str| {
        diff.files.iter().find(|f| f.name == shown(path)).map(|f| f.hunks.as_slice()).filter(|h| h.len() > 1)
    };
    let choice = |value: Value, label: Markup, chosen: bool| {
        html! { label.inline { input type="checkbox" name="land[]" value=(value.to_string()) checked[chosen]; (label) } }
    };
    let inside = html! {
        @for (path, writes) in all.iter().take(PARTS) {
            @match hunks(path) {
                None => { (choice(json!({"path": path}), html! { code { (shown(path)) } @if !writes { " " span.badge.danger { (words.t("details-deletes")) } } }, *writes)) },
                Some(hunks) => fieldset {
                    legend { code { (shown(path)) } }
                    @for n in hunks { (choice(json!({"path": path, "hunks": [n]}), html! { (words.count("edit-hunk", *n)) }, *writes)) }
                },
            }
        }
        @if all.len() > PARTS { p.fold { (words.with("details-more-of", &[("n", (all.len() - PARTS).into()), ("total", all.len().into())])) } }
        p.answers { (submit(&words.t("edit-land-send"), "yes", "")) }
    };
    html! {
        section.card.edit {
            h2 { (words.t("edit-land")) }
            p.quiet { (words.t("edit-land-why")) }
            (form(visit, "item.edit", &[("id", id), ("back", &format!("/items/{id}"))], inside))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_entered_with_what_its_schema_says_and_what_it_holds() {
        let text = json!({"type": "string"});
        for (schema, now, want) in [
            (text.clone(), json!("short"), Entry::Text),
            (text.clone(), json!("two\nlines"), Entry::Area),
            (text.clone(), json!("two\r\nlines"), Entry::Json),
            (text.clone(), json!("gpj.\u{202e}exe"), Entry::Json),
            (text, json!(3), Entry::Json),
            (json!({"type": ["integer", "null"]}), json!(3), Entry::Number),
            (json!({"type": "boolean"}), json!(true), Entry::Bool),
            (
                json!({"type": "string", "enum": ["a", "b"]}),
                json!("a"),
                Entry::Choice(vec!["a".into(), "b".into()]),
            ),
            (json!({"type": "string", "enum": ["a", "b"]}), json!("c"), Entry::Json),
            (json!({"type": "array", "items": {"type": "string"}}), json!(["a", "b"]), Entry::Lines),
            (json!({"type": "array", "items": {"type": "string"}}), json!(["a\nb"]), Entry::Json),
            (json!({"type": "object"}), json!({}), Entry::Json),
        ] {
            assert_eq!(entry(&schema, Some(&now)), want, "{schema} {now}");
        }
    }

    #[test]
    fn h2_json_to_edit_shows_what_is_invisible_and_means_the_same() {
        let value = json!({"name": "gpj.\u{202e}exe\u{e0041}\u{1b}", "é": "ü\t\r\n"});
        let written = visible_json(&value);
        assert!(
            written.contains("\\u202e") && written.contains("é") && !written.contains('\u{202e}'),
            "{written}"
        );
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
    }
}
