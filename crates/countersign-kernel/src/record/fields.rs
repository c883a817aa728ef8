//! The fields of a record. They are few, created at once and mostly read, so they are a sorted vector, and
//! field names from a type are not copied.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor, value::MapDeserializer},
};
use serde_json::{Error, Value};

use super::Doc;

/// A name and its value.
pub(super) type Field = (Cow<'static, str>, Value);

/// Names and values, sorted by name, without duplicates: a JSON object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields(Vec<Field>);

impl Fields {
    /// Sorts fields; of several with one name the last counts.
    pub(super) fn of(mut fields: Vec<Field>) -> Self {
        fields.sort_by(|(a, _), (b, _)| a.cmp(b));
        fields.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                std::mem::swap(&mut later.1, &mut earlier.1);
            }
            same
        });
        Self(fields)
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| (**own).cmp(name))
    }

    /// Returns the value of a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.place(name).ok().map(|i| &self.0[i].1)
    }

    /// Whether the field exists.
    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Sets a field.
    pub fn insert(&mut self, name: &str, value: Value) {
        match self.place(name) {
            Ok(i) => self.0[i].1 = value,
            Err(i) => self.0.insert(i, (name.to_owned().into(), value)),
        }
    }

    /// Removes a field.
    pub fn remove(&mut self, name: &str) {
        if let Ok(i) = self.place(name) {
            self.0.remove(i);
        }
    }

    /// Removes null fields: an absent field and a null one are the same.
    pub(super) fn without_nulls(mut self) -> Self {
        self.0.retain(|(_, value)| !value.is_null());
        self
    }

    /// Iterates over the fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the number of fields.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Deserializes them.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, Error> {
        T::deserialize(MapDeserializer::new(self.iter()))
    }
}

impl From<Fields> for Doc {
    fn from(fields: Fields) -> Self {
        fields.0.into_iter().map(|(name, value)| (name.into_owned(), value)).collect()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    fields.push((name.into(), value));
                }
                Ok(Fields::of(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn fields_are_those_of_a_map(
            first in proptest::collection::vec(("[a-e]{0,2}", 0..9_u8), 0..12),
            then in proptest::collection::vec(("[a-e]{0,2}", proptest::option::of(0..9_u8)), 0..12),
        ) {
            let text = |(name, value): &(String, u8)| format!("{name:?}:{value}");
            let text = format!("{{{}}}", first.iter().map(text).collect::<Vec<_>>().join(","));
            let mut map: Doc = serde_json::from_str(&text).unwrap();
            let mut fields: Fields = serde_json::from_str(&text).unwrap();
            for (name, value) in then {
                match value {
                    Some(value) => {
                        map.insert(name.clone(), value.into());
                        fields.insert(&name, value.into());
                    }
                    None => {
                        map.remove(&name);
                        fields.remove(&name);
                    }
                }
                prop_assert_eq!(fields.get(&name), map.get(&name));
                prop_assert_eq!(fields.contains_key(&name), map.contains_key(&name));
            }
            prop_assert_eq!((fields.len(), fields.is_empty()), (map.len(), map.is_empty()));
            prop_assert_eq!(serde_json::to_string(&fields).unwrap(), serde_json::to_string(&map).unwrap());
            prop_assert_eq!(fields.read::<Doc>().unwrap(), map.clone());
            prop_assert_eq!(Doc::from(fields), map);
        }
    }
}
