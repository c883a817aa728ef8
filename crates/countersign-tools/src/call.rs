//! Calls of tools whose effect is in the world: their arguments as types, and their entries in the catalogue.

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
    /// With the server's name (`data.write_csv`).
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Arguments that it takes, as JSON.
    pub example: &'static str,
    /// What it is.
    pub class: Class,
    /// Whether repeating it makes sense.
    pub rerun: bool,
    /// The word of the `undo_stack` view.
    pub action: &'static str,
}

/// Reads the arguments of a call.
pub(crate) fn parse<A: DeserializeOwned>(tool: &str, args: &Doc) -> Result<A> {
    A::deserialize(args).map_err(|e| Error::invalid(say!("effect-cannot-take", tool, said = e)))
}

/// The fields of arguments, nulls left out.
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

/// The catalogue's entry for a tool that takes `A`.
pub(crate) fn tool<A: JsonSchema>(spec: &Spec) -> Tool {
    let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<A>();
    // Names of our types mean nothing to a model, and the dialect is the default one.
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
