//! The definition of a journal tool: its arguments, and what is done with them.

use std::marker::PhantomData;

use countersign_core::{
    Error, Result, Tx,
    judge::Class,
    record::Doc,
    tool::{Effect, Explode, Forecast, Hold, StoreTool, Tool},
};
use countersign_words::{Message, say};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// A tool, as the type of its arguments. Parsing normalises words; [`Action::forecast`] normalises what needs the store.
pub(super) trait Action: Serialize + DeserializeOwned + JsonSchema + 'static {
    /// Its constants.
    const SPEC: Spec;
    /// Inspects the call, replaces references by what they mean, and returns what it would do.
    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast>;
    /// Applies it, after an inspection.
    fn apply(self, tx: &mut Tx<'_>) -> Result<Value>;
}

/// The constants of a tool.
pub(super) struct Spec {
    /// The name with its server (`task.set_title`).
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Example arguments as JSON: part of its schema.
    pub example: &'static str,
    /// Its class.
    pub class: Class,
    /// How long a held call waits.
    pub hold: Option<Hold>,
    /// Whether repeating it makes sense.
    pub rerun: bool,
    /// The word of the `undo_stack` view.
    pub action: &'static str,
    /// How it is split.
    pub explode: Option<Apart>,
}

/// How a batch tool is split; the constant form of [`Explode`].
pub(super) struct Apart {
    /// The argument with the list.
    pub field: &'static str,
    /// The tool for one element.
    pub into: &'static str,
    /// The key for an element that is plain text.
    pub item_key: Option<&'static str>,
}

impl Apart {
    /// Converts it for the core.
    pub fn explode(&self) -> Explode {
        Explode {
            field: self.field.to_owned(),
            into: self.into.to_owned(),
            item_key: self.item_key.map(str::to_owned),
            listed: false,
        }
    }
}

impl Spec {
    /// A tool that reads.
    pub const fn read(name: &'static str, doc: &'static str, example: &'static str) -> Self {
        let class = Class::Read;
        Self { name, doc, example, class, hold: None, rerun: true, action: "read", explode: None }
    }

    /// A tool that changes existing records: repeating it changes nothing more.
    pub const fn write(name: &'static str, doc: &'static str, example: &'static str) -> Self {
        let class = Class::Mutable;
        Self { name, doc, example, class, hold: None, rerun: false, action: "write", explode: None }
    }

    /// A tool that adds a new record each time.
    pub const fn create(name: &'static str, doc: &'static str, example: &'static str) -> Self {
        Self { rerun: true, action: "create", ..Self::write(name, doc, example) }
    }

    /// Makes it decided by policy instead of by a person.
    pub const fn unheld(self) -> Self {
        Self { hold: Some(Hold::None), ..self }
    }

    /// Marks it as not worth repeating.
    pub const fn once(self) -> Self {
        Self { rerun: false, ..self }
    }

    /// Makes it a batch.
    pub const fn batch(
        self,
        field: &'static str,
        into: &'static str,
        item_key: Option<&'static str>,
    ) -> Self {
        Self { explode: Some(Apart { field, into, item_key }), ..self }
    }
}

struct Typed<A>(PhantomData<fn() -> A>);

impl<A: Action> StoreTool for Typed<A> {
    fn forecast(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Forecast> {
        let mut call: A = parse(args)?;
        let mut forecast = call.forecast(tx)?;
        forecast.args = fields(&call)?;
        Ok(forecast)
    }

    fn apply(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Value> {
        parse::<A>(args)?.apply(tx)
    }
}

/// Parses arguments.
pub(super) fn parse<A: Action>(args: &Doc) -> Result<A> {
    A::deserialize(args).map_err(|e| {
        Error::invalid(say!("effect-cannot-take", tool = A::SPEC.name, said = Message::known(e.to_string())))
    })
}

/// Returns the fields of arguments or of a record without nulls.
pub(super) fn fields(value: &impl Serialize) -> Result<Doc> {
    match serde_json::to_value(value) {
        Ok(Value::Object(mut doc)) => {
            doc.retain(|_, v| !v.is_null());
            Ok(doc)
        }
        Ok(other) => Err(Error::bug(format!("{other} is not an object"))),
        Err(e) => Err(Error::bug(e)),
    }
}

/// Returns a record as the result of a call.
pub(super) fn result(record: &impl Serialize) -> Result<Value> {
    fields(record).map(Value::Object)
}

/// Returns the catalogue entry of a tool.
pub(super) fn tool<A: Action>() -> Tool {
    let spec = A::SPEC;
    Tool {
        server: spec.name.split('.').next().unwrap_or_default().to_owned(),
        name: spec.name.to_owned(),
        doc: spec.doc.to_owned(),
        schema: schema::<A>(),
        class: spec.class,
        hold: spec.hold,
        explode: spec.explode.as_ref().map(Apart::explode),
        rerun: spec.rerun,
        action: spec.action,
        effect: Effect::Store(&Typed::<A>(PhantomData)),
        upstream: None,
    }
}

fn schema<A: Action>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<A>();
    // The names of our types mean nothing to a model, and the dialect is the default.
    schema.remove("$schema");
    schema.remove("title");
    let example: Value = serde_json::from_str(A::SPEC.example).expect("BUG: an example is JSON");
    schema.insert("examples".to_owned(), Value::Array(vec![example]));
    schema.to_value()
}
