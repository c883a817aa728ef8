//! The fields of a record, gathered in the order in which its type names them and put into a document's order at once: one
//! after the other, each would have to find its place among the others.

use serde::{
    Serialize, Serializer,
    ser::{Error as _, Impossible, SerializeMap, SerializeStruct},
};
use serde_json::{Error, Value};

use super::Doc;

/// Gives the fields of what is serialized, nulls left out; fails where that is no object.
pub struct Fields;

/// What was gathered so far.
pub struct Gathered(Vec<(&'static str, Value)>);

/// The fields of a type that has others flattened into it: their names are known only now.
pub struct Named {
    fields: Vec<(String, Value)>,
    name: String,
}

impl SerializeStruct for Gathered {
    type Ok = Doc;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        let value = serde_json::to_value(value)?;
        if !value.is_null() {
            self.0.push((name, value));
        }
        Ok(())
    }

    fn end(mut self) -> Result<Doc, Error> {
        self.0.sort_unstable_by_key(|(name, _)| *name);
        Ok(self.0.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl SerializeMap for Named {
    type Ok = Doc;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Error> {
        match serde_json::to_value(name)? {
            Value::String(name) => self.name = name,
            _ => return Err(Error::custom("not an object")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let (name, value) = (std::mem::take(&mut self.name), serde_json::to_value(value)?);
        if !value.is_null() {
            self.fields.push((name, value));
        }
        Ok(())
    }

    fn end(self) -> Result<Doc, Error> {
        Ok(self.fields.into_iter().collect())
    }
}

/// What is no object.
macro_rules! refused {
    ($($name:ident($($kind:ty),*) -> $gives:ty;)*) => {
        $(fn $name(self $(, _: $kind)*) -> Result<$gives, Error> {
            Err(Error::custom("not an object"))
        })*
    };
}

type No = Impossible<Doc, Error>;

impl Serializer for Fields {
    type Ok = Doc;
    type Error = Error;
    type SerializeSeq = No;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = Named;
    type SerializeStruct = Gathered;
    type SerializeStructVariant = No;

    fn serialize_struct(self, _name: &'static str, fields: usize) -> Result<Gathered, Error> {
        Ok(Gathered(Vec::with_capacity(fields)))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Named, Error> {
        Ok(Named { fields: Vec::new(), name: String::new() })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Doc, Error> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Doc, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Doc, Error> {
        Err(Error::custom("not an object"))
    }

    refused! {
        serialize_bool(bool) -> Doc;
        serialize_i8(i8) -> Doc;
        serialize_i16(i16) -> Doc;
        serialize_i32(i32) -> Doc;
        serialize_i64(i64) -> Doc;
        serialize_u8(u8) -> Doc;
        serialize_u16(u16) -> Doc;
        serialize_u32(u32) -> Doc;
        serialize_u64(u64) -> Doc;
        serialize_f32(f32) -> Doc;
        serialize_f64(f64) -> Doc;
        serialize_char(char) -> Doc;
        serialize_str(&str) -> Doc;
        serialize_bytes(&[u8]) -> Doc;
        serialize_none() -> Doc;
        serialize_unit() -> Doc;
        serialize_unit_struct(&'static str) -> Doc;
        serialize_unit_variant(&'static str, u32, &'static str) -> Doc;
        serialize_seq(Option<usize>) -> No;
        serialize_tuple(usize) -> No;
        serialize_tuple_struct(&'static str, usize) -> No;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    struct Plain {
        z: u8,
        a: Option<&'static str>,
        m: Vec<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<u8>,
    }

    #[derive(Serialize)]
    struct Flat {
        z: u8,
        #[serde(flatten)]
        more: BTreeMap<&'static str, Option<u8>>,
    }

    fn fields(of: impl Serialize) -> Value {
        of.serialize(Fields).map_or_else(|e| e.to_string().into(), Value::Object)
    }

    #[test]
    fn fields_are_those_of_the_value_without_nulls() {
        let some = Plain { z: 1, a: Some("x"), m: vec![2], b: Some(3) };
        assert_eq!(fields(&some), serde_json::to_value(&some).unwrap());
        assert_eq!(fields(Plain { z: 1, a: None, m: vec![], b: None }), json!({"z": 1, "m": []}));
        let more = BTreeMap::from([("b", Some(2)), ("c", None)]);
        assert_eq!(fields(Flat { z: 1, more }), json!({"z": 1, "b": 2}));
        assert_eq!(fields(Some(json!({"b": null, "a": [null]}))), json!({"a": [null]}));
    }

    #[test]
    fn what_has_no_fields_is_refused() {
        for value in [json!([1]), json!("x"), json!(null), json!(1.5), json!(true)] {
            assert_eq!(fields(value), json!("not an object"));
        }
        assert_eq!(fields(BTreeMap::from([([1], 2)])), json!("not an object"));
    }
}
