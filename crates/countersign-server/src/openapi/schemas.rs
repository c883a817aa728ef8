//! The schemas of the document's components: operations' inputs and outputs.

use std::collections::BTreeMap;

use countersign_core::AnyOp;
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The prefix of references between components.
pub(super) const PLACE: &str = "#/components/schemas/";

/// Schemas, collected while the document is built.
pub(super) struct Schemas {
    /// For inputs: a field with a default may be omitted.
    taken: SchemaGenerator,
    /// For outputs: such a field is always present.
    given: SchemaGenerator,
    named: Map<String, Value>,
}

impl Default for Schemas {
    fn default() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|s| {
                s.definitions_path = "/components/schemas".into();
                s.meta_schema = None;
            })
        };
        Self {
            taken: settings().into_generator(),
            given: settings().for_serialize().into_generator(),
            named: Map::new(),
        }
    }
}

impl Schemas {
    /// Returns the schema of an operation's input.
    pub(super) fn input(&mut self, op: &dyn AnyOp) -> Value {
        plain(op.input_schema(&mut self.taken).to_value())
    }

    /// Adds an operation's output, and refers to it.
    pub(super) fn output(&mut self, op: &dyn AnyOp) -> Value {
        let schema = op.output_schema(&mut self.given).to_value();
        self.add(&format!("{}.output", op.spec().name), schema)
    }

    /// Adds a schema under its name, and refers to it.
    pub(super) fn add(&mut self, name: &str, schema: Value) -> Value {
        self.named.insert(name.to_owned(), schema);
        json!({"$ref": format!("{PLACE}{name}")})
    }

    /// Returns all of them.
    pub(super) fn finish(mut self) -> Map<String, Value> {
        let mut all = self.given.take_definitions(true);
        let taken = self.taken.take_definitions(true);
        // A type that differs as input and as output would need two names.
        let differs =
            |(name, schema): &(&String, &Value)| all.get(*name).is_some_and(|given| given != *schema);
        let differing: Vec<_> = taken.iter().filter(differs).map(|(name, _)| name).collect();
        assert!(
            differing.is_empty(),
            "BUG: read otherwise than written, so they need two names: {differing:?}"
        );
        all.extend(taken);
        let own = own_outputs(&self.named);
        for (type_name, component) in &own {
            let schema = all.remove(type_name).expect("BUG: a schema that is referred to was kept");
            self.named.insert(component.clone(), schema);
        }
        for (name, schema) in self.named {
            let before = all.insert(name.clone(), schema);
            assert!(before.is_none(), "BUG: two schemas are called {name}");
        }
        all.values_mut().for_each(|schema| {
            name_once(schema);
            refer(schema, &own);
            *schema = bounded(schema.take());
        });
        all
    }
}

/// Returns the types made for the output of one operation, each with the component of the first such operation by name:
/// it is defined there, and other components refer to it. Other types are defined under their own names.
fn own_outputs(named: &Map<String, Value>) -> BTreeMap<String, String> {
    let mut own = BTreeMap::new();
    // The order must not depend on how the JSON library was built.
    for (component, schema) in named.iter().collect::<BTreeMap<_, _>>() {
        let type_name = schema.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix(PLACE));
        // Duplicate names have a number at the end.
        let is_own = |name: &&str| name.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with("Output");
        if let Some(name) = type_name.filter(is_own) {
            own.entry(name.to_owned()).or_insert_with(|| component.clone());
        }
    }
    own
}

/// Redirects references to types that are defined elsewhere.
fn refer(schema: &mut Value, places: &BTreeMap<String, String>) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(|one| refer(one, places)),
        Value::Object(object) => {
            if let Some(Value::String(to)) = object.get_mut("$ref")
                && let Some(place) = to.strip_prefix(PLACE).and_then(|name| places.get(name))
            {
                *to = format!("{PLACE}{place}");
            }
            object.values_mut().for_each(|one| refer(one, places));
        }
        _ => {}
    }
}

/// Removes parts that only make sense in a standalone schema.
fn plain(mut schema: Value) -> Value {
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("$schema");
    }
    schema
}

/// Adds the bounds of its type to every integer.
pub(super) fn bounded(mut schema: Value) -> Value {
    match &mut schema {
        Value::Array(list) => list.iter_mut().for_each(|s| *s = bounded(s.take())),
        Value::Object(object) => {
            let most = match object.get("format").and_then(Value::as_str) {
                Some("uint8") => Some(u64::from(u8::MAX)),
                Some("uint16") => Some(u64::from(u16::MAX)),
                Some("uint32") => Some(u64::from(u32::MAX)),
                Some("uint" | "uint64") => Some(u64::MAX),
                _ => None,
            };
            if let Some(most) = most {
                object.entry("maximum").or_insert(most.into());
            }
            object.values_mut().for_each(|s| *s = bounded(s.take()));
        }
        _ => {}
    }
    schema
}

/// Removes duplicate required fields, which a flattened record may cause.
fn name_once(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(name_once),
        Value::Object(object) => {
            if let Some(Value::Array(required)) = object.get_mut("required") {
                let mut seen = Vec::new();
                required.retain(|field| {
                    !seen.contains(field) && {
                        seen.push(field.clone());
                        true
                    }
                });
            }
            object.values_mut().for_each(name_once);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_has_a_largest() {
        let number = |format: &str| json!({"type": "integer", "format": format, "minimum": 0});
        let schema = json!({"properties": {"a": number("uint32"), "b": {"items": number("uint64")}}});
        let schema = bounded(schema);
        assert_eq!(schema["properties"]["a"]["maximum"], json!(u32::MAX));
        assert_eq!(schema["properties"]["b"]["items"]["maximum"], json!(u64::MAX));
        let tighter = json!({"type": "integer", "format": "uint32", "maximum": 60});
        assert_eq!(bounded(tighter.clone()), tighter);
    }

    #[test]
    fn a_type_of_one_operation_stands_in_its_place_and_others_refer_to_it() {
        let to = |name: &str| json!({"$ref": format!("{PLACE}{name}")});
        let named = Map::from_iter(
            [
                ("a.output", "Output2"),
                ("b.output", "Output2"),
                ("c.output", "Plan"),
                ("d.output", "ListOutput"),
            ]
            .map(|(component, name)| (component.to_owned(), to(name))),
        );
        let own = own_outputs(&named);
        let expected = [("ListOutput", "d.output"), ("Output2", "a.output")];
        assert_eq!(own, expected.map(|(name, place)| (name.to_owned(), place.to_owned())).into());
        let mut schema = json!({"anyOf": [to("Output2"), to("Plan")]});
        refer(&mut schema, &own);
        assert_eq!(schema, json!({"anyOf": [to("a.output"), to("Plan")]}));
    }

    #[test]
    fn a_field_is_required_once() {
        let mut schema = json!({"anyOf": [{"required": ["a", "b", "a"]}]});
        name_once(&mut schema);
        assert_eq!(schema, json!({"anyOf": [{"required": ["a", "b"]}]}));
    }
}
