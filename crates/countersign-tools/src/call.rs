//! Calls of tools that act on the world: typed arguments and catalogue entries.

use countersign_core::{
    Error, Result,
    judge::Class,
    record::Doc,
    tool::{Effect, Tool},
};
use countersign_words::say;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// The constants of a tool.
pub(crate) struct Spec {
    /// The name with its server (`data.write_csv`).
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Example arguments as JSON.
    pub example: &'static str,
    /// Its class.
    pub class: Class,
    /// Whether repeating it makes sense.
    pub rerun: bool,
    /// The word of the `undo_stack` view.
    pub action: &'static str,
}

/// Parses the arguments of a call.
pub(crate) fn parse<A: DeserializeOwned>(tool: &str, args: &Doc) -> Result<A> {
    A::deserialize(args).map_err(|e| Error::invalid(say!("effect-cannot-take", tool, said = e)))
}

/// Returns the fields of arguments without nulls.
pub(crate) fn fields(value: &impl Serialize) -> Result<Doc> {
    match serde_json::to_value(value) {
        Ok(Value::Object(mut doc)) => {
            doc.retain(|_, v| !v.is_null());
            Ok(doc)
        }
        Ok(other) => Err(Error::bug(format!("{other} is not an object"))),
        Err(e) => Err(Error::bug(e)),
    }
}

/// Returns the catalogue entry of a tool with arguments `A`.
pub(crate) fn tool<A: JsonSchema>(spec: &Spec) -> Tool {
    let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<A>();
    // The names of our types mean nothing to a model, and the dialect is the default.
    schema.remove("$schema");
    schema.remove("title");
    let example: Value = serde_json::from_str(spec.example).expect("BUG: an example is JSON");
    schema.insert("examples".to_owned(), Value::Array(vec![example]));
    Tool {
        server: spec.name.split('.').next().unwrap_or_default().to_owned(),
        name: spec.name.to_owned(),
        doc: spec.doc.to_owned(),
        schema: schema.to_value(),
        class: spec.class,
        hold: None,
        explode: None,
        rerun: spec.rerun,
        action: spec.action,
        effect: Effect::World,
        upstream: None,
    }
}
