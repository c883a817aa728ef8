//! A serializer from a record's type to its fields.

use std::borrow::Cow;

use serde::{
    Serialize, Serializer,
    ser::{Error as _, Impossible, SerializeMap, SerializeStruct},
};
use serde_json::{Error, Value};

use super::fields::{Field, Fields};

/// Serializes to fields, without nulls; fails for values that are not objects.
pub struct Gather;

/// The fields so far.
pub struct Gathered {
    fields: Vec<Field>,
    /// The pending key, for types with flattened fields, which serialize as maps.
    name: String,
}

impl Gathered {
    fn add<T: Serialize + ?Sized>(&mut self, name: Cow<'static, str>, value: &T) -> Result<(), Error> {
        let value = serde_json::to_value(value)?;
        if !value.is_null() {
            self.fields.push((name, value));
        }
        Ok(())
    }
}

impl SerializeStruct for Gathered {
    type Ok = Fields;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.add(name.into(), value)
    }

    fn end(self) -> Result<Fields, Error> {
        Ok(Fields::of(self.fields))
    }
}

impl SerializeMap for Gathered {
    type Ok = Fields;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, name: &T) -> Result<(), Error> {
        match serde_json::to_value(name)? {
            Value::String(name) => self.name = name,
            _ => return Err(Error::custom("not an object")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let name = std::mem::take(&mut self.name);
        self.add(name.into(), value)
    }

    fn end(self) -> Result<Fields, Error> {
        Ok(Fields::of(self.fields))
    }
}

/// Rejects values that are not objects.
macro_rules! refused {
    ($($name:ident($($kind:ty),*) -> $gives:ty;)*) => {
        $(fn $name(self $(, _: $kind)*) -> Result<$gives, Error> {
            Err(Error::custom("not an object"))
        })*
    };
}

type No = Impossible<Fields, Error>;

impl Serializer for Gather {
    type Ok = Fields;
    type Error = Error;
    type SerializeSeq = No;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = Gathered;
    type SerializeStruct = Gathered;
    type SerializeStructVariant = No;

    fn serialize_struct(self, _name: &'static str, fields: usize) -> Result<Gathered, Error> {
        Ok(Gathered { fields: Vec::with_capacity(fields), name: String::new() })
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Gathered, Error> {
        Ok(Gathered { fields: Vec::new(), name: String::new() })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Fields, Error> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Fields, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Fields, Error> {
        Err(Error::custom("not an object"))
    }

    refused! {
        serialize_bool(bool) -> Fields;
        serialize_i8(i8) -> Fields;
        serialize_i16(i16) -> Fields;
        serialize_i32(i32) -> Fields;
        serialize_i64(i64) -> Fields;
        serialize_u8(u8) -> Fields;
        serialize_u16(u16) -> Fields;
        serialize_u32(u32) -> Fields;
        serialize_u64(u64) -> Fields;
        serialize_f32(f32) -> Fields;
        serialize_f64(f64) -> Fields;
        serialize_char(char) -> Fields;
        serialize_str(&str) -> Fields;
        serialize_bytes(&[u8]) -> Fields;
        serialize_none() -> Fields;
        serialize_unit() -> Fields;
        serialize_unit_struct(&'static str) -> Fields;
        serialize_unit_variant(&'static str, u32, &'static str) -> Fields;
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        b: Option<u8>,
    }

    #[derive(Serialize)]
    struct Flat {
        z: u8,
        #[serde(flatten)]
        more: BTreeMap<&'static str, Option<u8>>,
    }

    fn fields(of: impl Serialize) -> Value {
        of.serialize(Gather).map_or_else(|e| e.to_string().into(), |fields| Value::Object(fields.into()))
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
