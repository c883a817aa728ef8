//! How a tool is listed: as by its server, plus Countersign's additions.

use std::{borrow::Cow, sync::Arc};

use countersign_core::{
    judge::{Class, Policy},
    text,
    tool::{Effect, Tool},
};
use rmcp::model::{JsonObject, Tool as Listed, ToolAnnotations};
use serde::Serialize;
use serde_json::{Value, json};

use super::short;
use crate::foreign;

/// The argument with the summary for a person, which no tool receives.
pub const SUMMARY: &str = "human_summary";

/// The largest output schema that is listed: results have their structure without it, too.
const OUTPUT_BYTES: usize = 2000;

/// Lists a tool under a name. An invalid definition is omitted.
pub fn listed(tool: &Tool, name: &str, policy: &Policy) -> Option<Listed> {
    let mut listed = match &tool.upstream {
        Some(definition) => {
            let mut definition = Value::clone(definition);
            definition["inputSchema"] = json!({});
            serde_json::from_value(definition).ok()?
        }
        None => built_in(tool),
    };
    listed.name = Cow::Owned(name.to_owned());
    let mut schema = tool.schema.as_object().cloned().unwrap_or_default();
    if tool.upstream.is_none() {
        schema = short::schema(schema);
    }
    schema.entry("type").or_insert_with(|| "object".into());
    let told = listed.description.take().unwrap_or_default();
    let mut told = text::visible_multiline(&told).text;
    if tool.upstream.is_some() {
        told = foreign::or_left_out(&told, &tool.server).into_owned();
        if let Some(found) = foreign::imitation(&tool.schema) {
            told = format!("{told}\n\nIn its schema, {}", foreign::left_out(&tool.server, found));
            foreign::leave_out_descriptions(&mut schema);
        }
    }
    if !has_own_summary(&schema) {
        add_summary(&mut schema, may_wait(tool, policy));
    }
    listed.description = (!told.is_empty()).then_some(Cow::Owned(told));
    listed.title = listed.title.map(|title| text::visible(&title).text);
    if let Some(hints) = &mut listed.annotations {
        hints.title = hints.title.take().map(|title| text::visible(&title).text);
    }
    listed.input_schema = Arc::new(schema);
    let output = listed.output_schema.map(|own| Arc::new(widened(Arc::unwrap_or_clone(own))));
    listed.output_schema = output.filter(|schema| bytes(schema) <= OUTPUT_BYTES);
    Some(listed)
}

/// Returns the hints of a tool of ours. What is the protocol's default is left out.
pub fn hints(reads: bool, destroys: bool) -> ToolAnnotations {
    match reads {
        true => ToolAnnotations::new().read_only(true),
        false => ToolAnnotations::new().destructive(destroys).open_world(false),
    }
}

/// Returns how many bytes a part of a list takes.
pub fn bytes(part: &impl Serialize) -> usize {
    serde_json::to_vec(part).map_or(usize::MAX, |bytes| bytes.len())
}

fn built_in(tool: &Tool) -> Listed {
    // The effect of a command or a query is only known from its text.
    let judged_by_text = matches!(tool.effect, Effect::World) && tool.server != "filesystem";
    let hints = match tool.class {
        Class::Read if judged_by_text => ToolAnnotations::new(),
        class => hints(class == Class::Read, class == Class::Destructive),
    };
    Listed::new(tool.name.clone(), tool.doc.clone(), JsonObject::new()).with_annotations(hints)
}

/// Returns whether its calls are likely to wait: any call can be held, but a line under every read is noise.
fn may_wait(tool: &Tool, policy: &Policy) -> bool {
    let said = policy.tool(&tool.server, &tool.name).and_then(|entry| entry.class);
    let class = said.unwrap_or(tool.class);
    let by_text =
        tool.upstream.is_none() && matches!(tool.effect, Effect::World) && tool.server != "filesystem";
    class != Class::Read || by_text
}

/// Returns whether a tool has its own argument of that name; then it keeps it.
fn has_own_summary(schema: &JsonObject) -> bool {
    schema.get("properties").and_then(|p| p.get(SUMMARY)).is_some()
}

/// Adds the argument. What it is for, the instructions say; here it is said in a few words to clients that show none.
fn add_summary(schema: &mut JsonObject, may_wait: bool) {
    let property = match may_wait {
        true => json!({"type": "string", "description": "What and why, for the user."}),
        false => json!({"type": "string"}),
    };
    // Invalid `properties` are left alone.
    if let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) {
        properties.insert(SUMMARY.to_owned(), property);
    }
}

/// Returns the schema of the answer of a call that waits, is refused, or has nothing to do.
fn answer_schema() -> Value {
    let text = || json!({"type": "string"});
    json!({"type": "object", "properties": {"status": text(), "message": text()}, "required": ["status", "message"]})
}

/// Widens an output schema to allow the answer of a call that waits.
pub fn widened(own: JsonObject) -> JsonObject {
    let mut own = Value::Object(own);
    // With its own id, its references already resolve within itself.
    if own.get("$id").is_none() {
        move_refs(&mut own, 0);
    }
    let mut whole = JsonObject::new();
    if let Some(dialect) = own.as_object_mut().and_then(|o| o.remove("$schema")) {
        whole.insert("$schema".to_owned(), dialect);
    }
    whole.insert("type".to_owned(), "object".into());
    whole.insert("anyOf".to_owned(), json!([own, answer_schema()]));
    whole
}

/// The maximum depth of a schema.
const DEPTH: usize = 128;

/// Rewrites references into the schema to its new position.
fn move_refs(value: &mut Value, depth: usize) {
    if depth > DEPTH {
        return;
    }
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                match inner {
                    Value::String(to) if key == "$ref" && (to == "#" || to.starts_with("#/")) => {
                        *to = format!("#/anyOf/0{}", &to[1..]);
                    }
                    other => move_refs(other, depth + 1),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|v| move_refs(v, depth + 1)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upstream(definition: Value, class: Class) -> Tool {
        Tool {
            server: "github".to_owned(),
            name: format!("github.{}", definition["name"].as_str().unwrap()),
            doc: String::new(),
            schema: definition["inputSchema"].clone(),
            class,
            hold: None,
            explode: None,
            rerun: false,
            action: "write",
            effect: Effect::World,
            upstream: Some(Arc::new(definition)),
        }
    }

    fn shown(definition: Value, class: Class) -> Value {
        let tool = upstream(definition, class);
        serde_json::to_value(listed(&tool, "shown", &Policy::default()).unwrap()).unwrap()
    }

    #[test]
    fn what_the_server_says_of_a_tool_passes_and_the_name_is_ours() {
        let shown = shown(
            json!({
                "name": "own", "title": "Own", "description": "Does it.", "inputSchema": {"type": "object"},
                "annotations": {"readOnlyHint": true, "openWorldHint": false},
                "icons": [{"src": "data:,x"}], "_meta": {"a/b": 1},
            }),
            Class::Mutable,
        );
        assert_eq!((&shown["name"], &shown["title"]), (&json!("shown"), &json!("Own")));
        assert_eq!(shown["annotations"], json!({"readOnlyHint": true, "openWorldHint": false}));
        assert_eq!((&shown["icons"][0]["src"], &shown["_meta"]), (&json!("data:,x"), &json!({"a/b": 1})));
        assert_eq!(shown["description"], "Does it.");
        assert!(shown["inputSchema"]["properties"][SUMMARY]["description"].is_string());
    }

    #[test]
    fn a_read_has_the_argument_and_no_line() {
        let shown = shown(json!({"name": "x", "inputSchema": {"type": "object"}}), Class::Read);
        assert_eq!(shown.get("description"), None);
        assert_eq!(shown["inputSchema"]["properties"][SUMMARY], json!({"type": "string"}));
    }

    #[test]
    fn a_closed_schema_admits_the_summary_and_a_tool_with_one_of_its_own_keeps_it() {
        let closed = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
                            "additionalProperties": false});
        let listed = shown(json!({"name": "x", "inputSchema": closed}), Class::Mutable);
        let validator = jsonschema::validator_for(&listed["inputSchema"]).unwrap();
        assert!(validator.is_valid(&json!({"a": "1", "human_summary": "why"})));
        assert!(validator.is_valid(&json!({"a": "1"})));
        assert!(!validator.is_valid(&json!({"a": "1", "b": 2})));
        let own = json!({"type": "object", "properties": {"human_summary": {"type": "integer"}}});
        let listed = shown(json!({"name": "x", "description": "D", "inputSchema": own}), Class::Mutable);
        assert_eq!(listed["inputSchema"], own);
        assert_eq!(listed["description"], "D");
    }

    #[test]
    fn h2_descriptions_hide_nothing() {
        let listed = shown(
            json!({"name": "x", "title": "a\u{202e}b", "description": "one\ntwo\u{200b}\x1b[2J", "inputSchema": {}}),
            Class::Read,
        );
        assert_eq!(listed["description"], "one\ntwo⟨U+200B⟩\\x1b[2J");
        assert_eq!(listed["title"], "a⟨U+202E⟩b");
        assert_eq!(listed["inputSchema"]["type"], "object");
    }

    #[test]
    fn an_output_schema_admits_its_own_and_the_answer_that_waits() {
        let own = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object", "properties": {"tree": {"$ref": "#/$defs/node"}, "again": {"$ref": "#"}},
            "required": ["tree"], "additionalProperties": false,
            "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}, "required": ["v"]}},
        });
        let wide = Value::Object(widened(own.as_object().unwrap().clone()));
        assert_eq!(wide["type"], "object");
        let validator = jsonschema::validator_for(&wide).unwrap();
        assert!(
            validator.is_valid(&json!({"tree": {"v": 1, "next": {"v": 2}}, "again": {"tree": {"v": 1}}}))
        );
        assert!(!validator.is_valid(&json!({"tree": {"v": 1, "next": {}}})), "its own rules still hold");
        assert!(validator.is_valid(&json!({"status": "queued", "item": "i1", "message": "waits"})));
        assert!(!validator.is_valid(&json!({"item": "i1"})));
    }

    #[test]
    fn a_large_output_schema_is_left_out() {
        let output = |words: usize| {
            let told = "word ".repeat(words);
            let schema = json!({"type": "object", "properties": {"a": {"description": told}}});
            let tool = upstream(json!({"name": "x", "inputSchema": {}, "outputSchema": schema}), Class::Read);
            listed(&tool, "x", &Policy::default()).unwrap().output_schema
        };
        assert!(output(10).is_some());
        assert!(output(1000).is_none());
    }

    #[test]
    fn a_definition_that_is_none_is_left_out() {
        let at = |definition| listed(&upstream(definition, Class::Read), "x", &Policy::default());
        assert!(at(json!({"name": "x", "inputSchema": {}, "icons": 7})).is_none());
        assert!(
            at(json!({"name": "x", "inputSchema": 7})).is_some(),
            "without a schema it takes what it is given"
        );
    }
}
