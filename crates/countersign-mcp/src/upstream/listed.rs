//! Converts listed tools to the core's form. Nothing that a server says lowers the scrutiny.

use std::sync::Arc;

use countersign_core::{
    judge::Class,
    tool::{Catalog, Effect, Tool},
};
use countersign_tools::packs::Pack;
use rmcp::model;
use serde_json::{Value, json};

/// Longer names are refused.
const NAME_MAX: usize = 256;

/// Converts a listed tool to the core's form.
pub(super) fn tool(server: &str, listed: &model::Tool, pack: Option<&Pack>) -> Tool {
    let known = pack.and_then(|pack| pack.find(server, &listed.name));
    let hints = listed.annotations.as_ref();
    let destroys = hints.and_then(|h| h.destructive_hint) == Some(true);
    let class = match known {
        Some(known) => known.class,
        None if destroys => Class::Destructive,
        None => Class::Mutable,
    };
    let definition = serde_json::to_value(listed).unwrap_or_default();
    let mut tool = Tool {
        server: server.to_owned(),
        name: format!("{server}.{}", listed.name),
        doc: listed.description.as_deref().unwrap_or_default().to_owned(),
        schema: Value::Object(listed.input_schema.as_ref().clone()),
        class,
        hold: known.and_then(|k| k.hold),
        explode: known.and_then(|k| k.explode.clone()),
        rerun: class == Class::Read,
        action: if class == Class::Destructive { "delete" } else { "write" },
        effect: Effect::World,
        upstream: Some(Arc::new(definition)),
    };
    if !is_usable(&tool) {
        tool.schema = json!({"type": "object"});
    }
    tool
}

/// Returns whether calls can be checked against a tool's schema.
fn is_usable(tool: &Tool) -> bool {
    let takes_fields = tool.schema.get("type").is_none_or(|t| t == "object");
    takes_fields && Catalog::new([tool.clone()]).validator(tool).is_ok()
}

/// Returns whether a tool declares an open world.
pub(super) fn reaches_out(tool: &Tool) -> bool {
    let hints = tool.upstream.as_ref().and_then(|listed| listed.get("annotations"));
    hints.and_then(|h| h.get("openWorldHint")) == Some(&Value::Bool(true))
}

/// Parses one entry of a list leniently: without a usable schema it accepts anything.
pub(super) fn read(mut entry: Value) -> Option<model::Tool> {
    let fields = entry.as_object_mut()?;
    if !fields.get("inputSchema").is_some_and(Value::is_object) {
        fields.insert("inputSchema".to_owned(), json!({"type": "object"}));
    }
    let read = serde_json::from_value::<model::Tool>(entry.clone()).ok().or_else(|| {
        // Broken metadata is dropped.
        let fields = entry.as_object_mut()?;
        fields.retain(|name, _| matches!(name.as_str(), "name" | "description" | "inputSchema"));
        serde_json::from_value(entry).ok()
    })?;
    Some(read).filter(|tool| !tool.name.is_empty() && tool.name.len() <= NAME_MAX)
}

#[cfg(test)]
mod tests {
    use countersign_tools::packs::pack;

    use super::*;

    fn listed(annotations: Value) -> model::Tool {
        read(json!({"name": "act", "inputSchema": {"type": "object"}, "annotations": annotations})).unwrap()
    }

    #[test]
    fn a4_what_a_server_says_of_a_tool_raises_and_never_lowers() {
        let class = |annotations| tool("box", &listed(annotations), None).class;
        assert_eq!(class(json!({})), Class::Mutable, "absent hints say nothing");
        assert_eq!(class(json!({"readOnlyHint": true})), Class::Mutable);
        assert_eq!(class(json!({"readOnlyHint": true, "destructiveHint": true})), Class::Destructive);
        assert_eq!(class(json!({"destructiveHint": false})), Class::Mutable);
        assert!(reaches_out(&tool("box", &listed(json!({"openWorldHint": true})), None)));
        assert!(!reaches_out(&tool("box", &listed(json!({"openWorldHint": false})), None)));
        assert!(!reaches_out(&tool("box", &listed(json!({})), None)));
    }

    #[test]
    fn a4_only_a_pack_that_a_person_bound_knows_a_tool_by_its_name() {
        let read_file = read(json!({"name": "read_text_file", "inputSchema": {}})).unwrap();
        assert_eq!(tool("box", &read_file, None).class, Class::Mutable);
        assert_eq!(tool("box", &read_file, pack("filesystem")).class, Class::Read);
        assert_eq!(tool("box", &read_file, pack("memory")).class, Class::Mutable);
    }

    #[test]
    fn a_schema_that_cannot_be_meant_takes_any_arguments() {
        for schema in
            [json!(null), json!(7), json!({"type": 7}), json!({"type": "string"}), json!({"$ref": "#/no"})]
        {
            let listed = read(json!({"name": "a", "inputSchema": schema})).unwrap();
            assert_eq!(tool("box", &listed, None).schema, json!({"type": "object"}), "{schema}");
        }
        let good = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        let listed = read(json!({"name": "a", "inputSchema": good})).unwrap();
        assert_eq!(tool("box", &listed, None).schema, good);
    }

    #[test]
    fn a_tool_keeps_its_name_whatever_it_is_and_its_whole_definition() {
        let odd = read(json!({"name": "a.b/c d", "title": "T", "annotations": 7})).unwrap();
        let tool = tool("box", &odd, None);
        assert_eq!((tool.server.as_str(), tool.name.as_str()), ("box", "box.a.b/c d"));
        assert_eq!(tool.upstream.unwrap()["name"], "a.b/c d");
        assert!(read(json!({"name": ""})).is_none());
        assert!(read(json!({"name": "x".repeat(NAME_MAX + 1)})).is_none());
        assert!(read(json!("name")).is_none());
    }

    #[test]
    fn a3_a_schema_that_never_ends_neither_hangs_nor_ends_the_daemon() {
        let long = "a".repeat(60) + "!";
        for schema in [
            json!({"type": "object", "$ref": "#"}),
            json!({"type": "object", "allOf": [{"$ref": "#"}]}),
            json!({"type": "object", "not": {"$ref": "#"}}),
            json!({"type": "object", "$ref": "#/$defs/a",
                "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
            json!({"type": "object", "$dynamicRef": "#a", "$dynamicAnchor": "a"}),
            json!({"type": "object", "properties": {"text": {"type": "string", "pattern": "^(a|a)*$"}}}),
            json!({"type": "object", "properties": {"text": {"type": "string", "pattern": "^(a+)+$"}}}),
            json!({"type": "object", "properties": {"text": {"type": "string", "pattern": "^(a*)*\\1b$"}}}),
            json!({"type": "object", "patternProperties": {"^(t|t|te)*x$": {"$ref": "#"}}}),
        ] {
            let listed = read(json!({"name": "a", "inputSchema": schema})).unwrap();
            let tool = tool("box", &listed, None);
            let catalog = Catalog::new([tool.clone()]);
            // Any result is fine, as long as it is one.
            let _fits = catalog.validator(&tool).unwrap().is_valid(&json!({"text": long}));
        }
    }
}
