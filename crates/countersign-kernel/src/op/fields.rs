//! One field of an operation's input, from its schema: enough to make an argument or a parameter of it, and
//! to parse its text. Values in command lines, paths and queries are all strings until they are parsed here.

use std::collections::BTreeMap;

use countersign_words::{Argument, Message, say};
use schemars::generate::SchemaSettings;
use serde_json::{Number, Value};

use crate::{
    error::{Error, Result},
    op::AnyOp,
};

/// One field of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The type of its value.
    pub kind: Kind,
    /// Whether it must be given.
    pub required: bool,
    /// A one-line description.
    pub doc: String,
}

/// The type of a field's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// A whole number.
    Integer {
        /// Whether it may be negative.
        signed: bool,
    },
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// One of these words, each with its description.
    Choice(Vec<(String, String)>),
    /// Several texts, separated by commas where there is only one string.
    List,
    /// A list, an object, or any JSON.
    Json,
}

/// Returns the fields of an operation's input, by name.
pub fn fields(op: &dyn AnyOp) -> BTreeMap<String, Field> {
    let mut generator = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true).into_generator();
    let schema = op.input_schema(&mut generator).to_value();
    let required: Vec<&str> = list(&schema, "required").filter_map(Value::as_str).collect();
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties
        .map(|(name, schema)| {
            let required = required.contains(&name.as_str());
            (name.clone(), Field { kind: kind(schema), required, doc: doc(schema) })
        })
        .collect()
}

fn list<'a>(schema: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    schema.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn doc(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

fn kind(schema: &Value) -> Kind {
    let is_null = |s: &&Value| s.get("type").and_then(Value::as_str) == Some("null");
    let options: Vec<&Value> = list(schema, "anyOf").filter(|s| !is_null(s)).collect();
    if let [only] = options.as_slice() {
        return kind(only);
    }
    let words = choices(schema);
    if !words.is_empty() {
        return Kind::Choice(words);
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::Array(types)) => {
            types.iter().filter_map(Value::as_str).filter(|t| *t != "null").collect()
        }
        Some(Value::String(one)) => vec![one],
        _ => Vec::new(),
    };
    match types.as_slice() {
        ["string"] => Kind::Text,
        ["integer"] => {
            Kind::Integer { signed: schema.get("minimum").and_then(Value::as_f64).is_none_or(|m| m < 0.0) }
        }
        ["number"] => Kind::Number,
        ["boolean"] => Kind::Boolean,
        ["array"] if schema["items"]["type"] == "string" => Kind::List,
        _ => Kind::Json,
    }
}

/// Returns the words of an enumeration; schemars writes those with doc lines as `oneOf` constants and others
/// as `enum`.
fn choices(schema: &Value) -> Vec<(String, String)> {
    let bare = list(schema, "enum").filter_map(Value::as_str).map(|w| (w.to_owned(), String::new()));
    let described = list(schema, "oneOf").flat_map(|s| {
        let constant = s.get("const").and_then(Value::as_str).map(|w| (w.to_owned(), doc(s)));
        constant.into_iter().chain(choices(s))
    });
    bare.chain(described).collect()
}

impl Field {
    /// Parses a text for this field; `label` is the field's name in messages.
    pub fn read(&self, label: &str, text: &str) -> Result<Value> {
        let wrong = |what: Message| {
            Error::usage(say!("judge-must-be", name = label, said = what, text = format!("{:?}", text)))
        };
        match &self.kind {
            Kind::Text | Kind::Choice(_) => Ok(text.into()),
            Kind::Integer { signed: false } => {
                text.parse::<u64>().map(Value::from).map_err(|_| wrong(say!("judge-whole-from-zero")))
            }
            Kind::Integer { signed: true } => {
                text.parse::<i64>().map(Value::from).map_err(|_| wrong(say!("judge-whole")))
            }
            Kind::Number => {
                let number = text.parse().ok().and_then(Number::from_f64);
                number.map(Value::Number).ok_or_else(|| wrong(say!("judge-number")))
            }
            Kind::Boolean => text.parse().map(Value::Bool).map_err(|_| wrong(say!("judge-true-false"))),
            Kind::List if !text.trim_start().starts_with('[') => {
                Ok(text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect())
            }
            Kind::List | Kind::Json => read_json(label, text),
        }
    }
}

/// Parses JSON; `place` is where it was given.
pub fn read_json(place: &(impl Argument + ?Sized), text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|e| {
        let line = text.lines().nth(e.line().saturating_sub(1)).unwrap_or_default();
        let from = e.column().saturating_sub(1).saturating_sub(20);
        let near: String = line.chars().skip(from).take(40).collect();
        Error::usage(match near.is_empty() {
            true => say!("judge-not-json", place, error = e),
            false => say!("judge-not-json-near", place, error = e, near = format!("{near:?}")),
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ErrorCode;

    fn field(kind: Kind) -> Field {
        Field { kind, required: false, doc: String::new() }
    }

    #[test]
    fn a_schema_says_what_may_be_typed() {
        let word = |w: &str| (w.to_owned(), String::new());
        for (schema, want) in [
            (json!({"type": "string"}), Kind::Text),
            (json!({"type": ["string", "null"]}), Kind::Text),
            (json!({"type": "integer", "format": "uint32", "minimum": 0}), Kind::Integer { signed: false }),
            (json!({"type": "integer", "minimum": 1, "maximum": 60}), Kind::Integer { signed: false }),
            (json!({"type": ["integer", "null"]}), Kind::Integer { signed: true }),
            (json!({"type": "number"}), Kind::Number),
            (json!({"type": "boolean"}), Kind::Boolean),
            (json!({"type": "object"}), Kind::Json),
            (json!({"type": "array"}), Kind::Json),
            (json!({"type": ["array", "null"], "items": {"type": "string"}}), Kind::List),
            (json!(true), Kind::Json),
            (json!({"type": "string", "enum": ["a", "b"]}), Kind::Choice(vec![word("a"), word("b")])),
            (json!({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}), Kind::Choice(vec![word("a")])),
            (
                json!({"oneOf": [{"const": "run", "description": "This  run."}, {"type": "string", "enum": ["x"]}]}),
                Kind::Choice(vec![("run".into(), "This run".into()), word("x")]),
            ),
            (json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), Kind::Json),
        ] {
            assert_eq!(kind(&schema), want, "{schema}");
        }
    }

    #[test]
    fn text_becomes_what_the_schema_asks_for() {
        for (kind, text, want) in [
            (Kind::Text, "12", json!("12")),
            (Kind::Integer { signed: false }, "18446744073709551615", json!(u64::MAX)),
            (Kind::Integer { signed: true }, "-3", json!(-3)),
            (Kind::Number, "0.5", json!(0.5)),
            (Kind::Boolean, "true", json!(true)),
            (Kind::List, "a.*, b", json!(["a.*", "b"])),
            (Kind::List, r#"["a,b"]"#, json!(["a,b"])),
            (Kind::Json, r#"{"a":[1]}"#, json!({"a": [1]})),
        ] {
            assert_eq!(field(kind).read("--x", text).unwrap(), want);
        }
    }

    #[test]
    fn what_does_not_fit_is_wrong_usage_and_says_why() {
        for (kind, text, say) in [
            (Kind::Integer { signed: false }, "-3", "a whole number, 0 or more"),
            (Kind::Number, "NaN", "a number"),
            (Kind::Boolean, "yes", "true or false"),
            (Kind::Json, r#"{"a": tru}"#, "line 1 column 10"),
        ] {
            let error = field(kind).read("--x", text).unwrap_err();
            assert_eq!(error.code, ErrorCode::Usage);
            assert!(error.message.contains(say), "{}", error.message);
        }
    }
}
