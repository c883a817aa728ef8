//! Messages as JSON. Programs get a text; records also store the id and arguments, so that the message can be
//! shown in any language later.

use std::{borrow::Cow, cell::Cell, collections::BTreeMap, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
    ser::SerializeMap,
};

use crate::{
    Language,
    message::{Arg, Message, Parts},
};

/// How messages are serialized.
#[derive(Clone, Copy)]
enum Written {
    /// As text in a language.
    In(Language),
    /// With everything needed for any language.
    Kept,
}

thread_local! {
    static WRITTEN: Cell<Written> = const { Cell::new(Written::In(Language::English)) };
}

/// Restores the previous mode when dropped.
struct Before(Written);

impl Drop for Before {
    fn drop(&mut self) {
        WRITTEN.set(self.0);
    }
}

fn writing<T>(how: Written, write: impl FnOnce() -> T) -> T {
    let _before = Before(WRITTEN.replace(how));
    write()
}

/// Serializes messages so that they can be shown in any language later: for records. Everywhere else they
/// become English texts.
pub fn kept<T>(write: impl FnOnce() -> T) -> T {
    writing(Written::Kept, write)
}

/// Serializes messages as texts in a language: for answers.
pub fn said_in<T>(language: Language, write: impl FnOnce() -> T) -> T {
    writing(Written::In(language), write)
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (WRITTEN.get(), self.parts()) {
            (Written::In(language), _) => serializer.serialize_str(&self.in_language(language)),
            (Written::Kept, Parts::Words) => serializer.serialize_str(self),
            (Written::Kept, parts) => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("text", self.as_str())?;
                match parts {
                    Parts::Said(entry, args) => {
                        map.serialize_entry("id", entry.id)?;
                        let args: BTreeMap<&str, &Arg> = entry.args.iter().copied().zip(args).collect();
                        if !args.is_empty() {
                            map.serialize_entry("args", &args)?;
                        }
                    }
                    Parts::Joined(with, parts) => {
                        map.serialize_entry("with", with)?;
                        map.serialize_entry("parts", parts)?;
                    }
                    Parts::Capital(message) => map.serialize_entry("capital", message)?,
                    Parts::Words => {}
                }
                map.end()
            }
        }
    }
}

impl Serialize for Arg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Message(message) => message.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
        }
    }
}

/// A message as stored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    text: String,
    id: Option<String>,
    #[serde(default)]
    args: BTreeMap<String, Arg>,
    with: Option<String>,
    parts: Option<Vec<Message>>,
    capital: Option<Box<Message>>,
}

impl From<Kept> for Message {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept { text, id: Some(id), args, .. } => Self::of_kept(text, &id, args.into_iter().collect()),
            Kept { with: Some(with), parts: Some(parts), .. } => Self::joined(with, parts),
            Kept { capital: Some(message), .. } => message.capitalised(),
            Kept { text, .. } => Self::from(text),
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Arg;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Arg, E> {
        Ok(Arg::Message(text.into()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Arg, E> {
        Ok(Arg::Message(text.into()))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Arg, E> {
        Ok(Arg::Number(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Arg, E> {
        i64::try_from(number).map(Arg::Number).map_err(|_| E::custom("the number is too large"))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Arg, A::Error> {
        Kept::deserialize(MapAccessDeserializer::new(map)).map(|kept| Arg::Message(kept.into()))
    }
}

impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Arg::deserialize(deserializer)? {
            Arg::Message(message) => Ok(message),
            Arg::Number(number) => Err(de::Error::invalid_type(de::Unexpected::Signed(number), &"a text")),
        }
    }
}

impl JsonSchema for Message {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Message")
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
