//! Shortens the schemas of our own tools for a model. Every agent pays for each of their words in every prompt; calls
//! are checked against the whole schema.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

/// The maximum depth of a schema.
const DEPTH: usize = 16;
/// Shorter descriptions, in words, only repeat the name of an argument.
const TELLING: usize = 3;

/// Returns a schema without what a model does not need.
pub fn schema(mut whole: JsonObject) -> JsonObject {
    let definitions = match whole.remove("$defs") {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    shorten(&mut whole, &definitions, 0);
    for key in ["$schema", "title", "description"] {
        whole.remove(key);
    }
    whole
}

fn shorten(part: &mut JsonObject, definitions: &JsonObject, depth: usize) {
    if depth > DEPTH {
        return;
    }
    resolve(part, definitions);
    words(part);
    part.remove("examples");
    part.remove("format");
    for (key, usual) in [
        ("additionalProperties", json!(false)),
        ("additionalProperties", json!(true)),
        ("default", Value::Null),
        ("default", json!({})),
        ("minimum", json!(0)),
    ] {
        if part.get(key) == Some(&usual) {
            part.remove(key);
        }
    }
    let required: Vec<Value> = part.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = part.get_mut("properties") {
        for (name, property) in properties {
            let Value::Object(property) = property else { continue };
            if !required.contains(&json!(name)) {
                without_null(property);
            }
            shorten(property, definitions, depth + 1);
            // `The file.` says nothing that the name does not.
            let told = property.get("description").and_then(Value::as_str);
            if told.is_some_and(|told| told.split_whitespace().count() < TELLING) {
                property.remove("description");
            }
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(Value::Object(inner)) = part.get_mut(key) {
            shorten(inner, definitions, depth + 1);
            inner.remove("description");
        }
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(all)) = part.get_mut(key) {
            for inner in all.iter_mut().filter_map(Value::as_object_mut) {
                shorten(inner, definitions, depth + 1);
            }
        }
    }
}

/// Puts a definition in place of a reference to it.
fn resolve(part: &mut JsonObject, definitions: &JsonObject) {
    let named = part.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix("#/$defs/"));
    let Some(Value::Object(definition)) = named.and_then(|name| definitions.get(name)).cloned() else {
        return;
    };
    part.remove("$ref");
    for (key, value) in definition {
        part.entry(key).or_insert(value);
    }
}

/// Writes a choice of words as a list.
fn words(part: &mut JsonObject) {
    let Some(Value::Array(options)) = part.get("oneOf") else { return };
    let words: Option<Vec<Value>> =
        options.iter().map(|one| one.get("const").filter(|word| word.is_string()).cloned()).collect();
    if let Some(words) = words {
        part.remove("oneOf");
        part.insert("enum".to_owned(), Value::Array(words));
    }
}

/// An argument that can be left out need not be `null` as well.
fn without_null(property: &mut JsonObject) {
    let null = json!("null");
    if let Some(Value::Array(kinds)) = property.get_mut("type") {
        kinds.retain(|kind| *kind != null);
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            property.insert("type".to_owned(), kind);
        }
    }
    let Some(Value::Array(all)) = property.get_mut("anyOf") else { return };
    all.retain(|one| one.get("type") != Some(&null));
    if let [Value::Object(only)] = all.as_slice() {
        let only = only.clone();
        property.remove("anyOf");
        for (key, value) in only {
            property.entry(key).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_is_short_and_admits_the_same_calls() {
        let whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Args", "description": "A call.",
            "type": "object", "additionalProperties": false, "examples": [{"title": "x"}], "required": ["title"],
            "properties": {
                // Named like keywords of schemas.
                "title": {"type": "string", "description": "What to do."},
                "format": {"type": ["string", "null"], "default": null, "description": "The format."},
                "minimum": {"type": ["integer", "null"], "format": "uint32", "minimum": 0, "maximum": 9},
                "how": {"anyOf": [{"$ref": "#/$defs/How"}, {"type": "null"}], "description": "How fast or well."},
                "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}},
            },
            "$defs": {
                "How": {"oneOf": [{"const": "fast", "type": "string", "description": "Soon."}, {"const": "well"}]},
                "Part": {"type": "object", "description": "One of the parts.", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
            },
        });
        let short = Value::Object(schema(whole.as_object().unwrap().clone()));
        let expected = json!({
            "type": "object", "required": ["title"],
            "properties": {
                "title": {"type": "string", "description": "What to do."},
                "format": {"type": "string"},
                "minimum": {"type": "integer", "maximum": 9},
                "how": {"enum": ["fast", "well"], "description": "How fast or well."},
                "parts": {"type": "array", "items":
                    {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
            },
        });
        assert_eq!(short, expected);
        let call = json!({"title": "x", "format": "a", "minimum": 3, "how": "well", "parts": [{"n": 1}]});
        for schema in [&whole, &short] {
            let validator = jsonschema::validator_for(schema).unwrap();
            assert!(validator.is_valid(&call));
            assert!(!validator.is_valid(&json!({"title": "x", "how": "badly"})));
        }
    }
}
