//! JSON that keeps the order of object fields.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, SeqAccess, Visitor},
    ser::{SerializeMap as _, SerializeSeq as _},
};
use serde_json::{Number, Value};

/// A JSON value whose objects keep their order.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// Null, a boolean, a number or a string.
    Leaf(Value),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text.
    pub fn parse(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Formats the value indented, with a line break at its end.
    pub fn pretty(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    /// Returns a field to change, created by `new` if missing. `None` if this is not an object.
    pub fn entry(&mut self, name: &str, new: impl FnOnce() -> Self) -> Option<&mut Self> {
        let Self::Object(fields) = self else { return None };
        let at = fields.iter().position(|(n, _)| n == name).unwrap_or_else(|| {
            fields.push((name.to_owned(), new()));
            fields.len() - 1
        });
        fields.get_mut(at).map(|(_, v)| v)
    }

    /// Sets a field of an object, or removes it.
    pub fn set(&mut self, name: &str, value: Option<Self>) {
        let Self::Object(fields) = self else { return };
        match (fields.iter().position(|(n, _)| n == name), value) {
            (Some(at), Some(value)) => fields[at].1 = value,
            (Some(at), None) => drop(fields.remove(at)),
            (None, Some(value)) => fields.push((name.to_owned(), value)),
            (None, None) => {}
        }
    }

    /// The elements of a list; empty for anything else.
    pub fn elements(&self) -> &[Self] {
        if let Self::List(list) = self { list } else { &[] }
    }

    /// Whether this is the entry of one server, which is ours as a whole.
    pub fn is_entry(&self) -> bool {
        ["command", "url", "type"].iter().any(|name| self.get(name).is_some())
    }

    /// The string, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Self::Leaf(value) = self { value.as_str() } else { None }
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        match value {
            Value::Array(list) => Self::List(list.iter().map(Self::from).collect()),
            Value::Object(map) => Self::Object(map.iter().map(|(k, v)| (k.clone(), Self::from(v))).collect()),
            leaf => Self::Leaf(leaf.clone()),
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Leaf(value) => value.serialize(to),
            Self::List(list) => {
                let mut seq = to.serialize_seq(Some(list.len()))?;
                list.iter().try_for_each(|v| seq.serialize_element(v))?;
                seq.end()
            }
            Self::Object(fields) => {
                let mut map = to.serialize_map(Some(fields.len()))?;
                fields.iter().try_for_each(|(k, v)| map.serialize_entry(k, v))?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json::Leaf(Value::Null))
            }

            fn visit_bool<E>(self, v: bool) -> Result<Json, E> {
                Ok(Json::Leaf(v.into()))
            }

            fn visit_i64<E>(self, v: i64) -> Result<Json, E> {
                Ok(Json::Leaf(v.into()))
            }

            fn visit_u64<E>(self, v: u64) -> Result<Json, E> {
                Ok(Json::Leaf(v.into()))
            }

            fn visit_f64<E>(self, v: f64) -> Result<Json, E> {
                Ok(Json::Leaf(Number::from_f64(v).map_or(Value::Null, Value::Number)))
            }

            fn visit_str<E>(self, v: &str) -> Result<Json, E> {
                Ok(Json::Leaf(v.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
                let mut list = Vec::new();
                while let Some(v) = seq.next_element()? {
                    list.push(v);
                }
                Ok(Json::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let mut fields = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    fields.push(entry);
                }
                Ok(Json::Object(fields))
            }
        }
        from.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_what_somebody_wrote_stays() {
        let text = "{\n  \"z\": 1,\n  \"a\": [\n    true,\n    null,\n    1.5,\n    -2\n  ],\n  \"m\": {\n    \"y\": \"é\",\n    \"b\": {}\n  }\n}\n";
        assert_eq!(Json::parse(text).unwrap().pretty(), text);
    }
}
