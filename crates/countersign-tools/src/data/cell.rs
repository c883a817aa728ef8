//! One value of a database, stored exactly for undo, and its display form.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use countersign_core::{Error, Result};
use countersign_words::say;
use rusqlite::{
    ToSql,
    types::{ToSqlOutput, ValueRef},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A value with its type. Text need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Cell {
    /// NULL.
    Null,
    /// INTEGER.
    Integer(i64),
    /// REAL.
    Real(f64),
    /// TEXT.
    Text(Vec<u8>),
    /// BLOB.
    Blob(Vec<u8>),
}

/// The values of one row, in the order of its columns.
pub type Row = Vec<Cell>;

impl Cell {
    /// Converts a value of a query.
    pub fn of(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(n) => Self::Integer(n),
            ValueRef::Real(x) => Self::Real(x),
            ValueRef::Text(text) => Self::Text(text.to_vec()),
            ValueRef::Blob(bytes) => Self::Blob(bytes.to_vec()),
        }
    }

    /// Converts a JSON argument.
    pub fn parameter(value: &Value) -> Result<Self> {
        Ok(match value {
            Value::Null => Self::Null,
            Value::Bool(b) => Self::Integer(i64::from(*b)),
            Value::Number(n) => match (n.as_i64(), n.as_f64()) {
                (Some(n), _) => Self::Integer(n),
                (None, Some(x)) if n.is_f64() => Self::Real(x),
                _ => return Err(Error::invalid(say!("effect-db-large-value", value = n.to_string()))),
            },
            Value::String(s) => Self::Text(s.clone().into_bytes()),
            Value::Object(map) if map.len() == 1 && map.contains_key("base64") => {
                let text = map["base64"].as_str().unwrap_or_default();
                Self::Blob(
                    STANDARD
                        .decode(text)
                        .map_err(|e| Error::invalid(say!("effect-not-base64", error = e.to_string())))?,
                )
            }
            other => {
                return Err(Error::invalid(say!("effect-db-no-value", value = other))
                    .hint(say!("effect-db-value-hint")));
            }
        })
    }

    /// Returns its display form.
    pub fn shown(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Integer(n) => json!(n),
            Self::Real(x) if x.is_finite() => json!(x),
            Self::Real(x) => json!(format!("{x:?}")),
            Self::Text(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => json!(text),
                Err(_) => json!({ "base64": STANDARD.encode(bytes), "type": "text" }),
            },
            Self::Blob(bytes) => json!({ "base64": STANDARD.encode(bytes) }),
        }
    }

    /// Returns its approximate size in bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(bytes) | Self::Blob(bytes) => 16 + bytes.len(),
            _ => 16,
        }
    }

    /// Feeds its type and value to a hash.
    pub fn hash_into(&self, hasher: &mut blake3::Hasher) {
        let (tag, bytes): (u8, &[u8]) = match self {
            Self::Null => (0, &[]),
            Self::Integer(n) => (1, &n.to_le_bytes()),
            Self::Real(x) => (2, &x.to_bits().to_le_bytes()),
            Self::Text(text) => (3, text),
            Self::Blob(bytes) => (4, bytes),
        };
        hasher.update(&[tag]).update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
    }
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(n) => ValueRef::Integer(*n),
            Self::Real(x) => ValueRef::Real(*x),
            Self::Text(text) => ValueRef::Text(text),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Null => Self::Null,
            Cell::Integer(n) => json!(n),
            // As text: reading JSON numbers is not exact in the last bit, and infinity is not JSON.
            Cell::Real(x) => json!({ "real": format!("{x:?}") }),
            Cell::Text(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Self::String(text),
                Err(e) => json!({ "text": STANDARD.encode(e.as_bytes()) }),
            },
            Cell::Blob(bytes) => json!({ "blob": STANDARD.encode(bytes) }),
        }
    }
}

impl TryFrom<Value> for Cell {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let broken = |value: &Value| format!("{value} is not a kept value");
        match &value {
            Value::Null => Ok(Self::Null),
            Value::Number(n) => n.as_i64().map(Self::Integer).ok_or_else(|| broken(&value)),
            Value::String(s) => Ok(Self::Text(s.clone().into_bytes())),
            Value::Object(map) => {
                let (kind, text) = map.iter().next().ok_or_else(|| broken(&value))?;
                let text = text.as_str().ok_or_else(|| broken(&value))?;
                match kind.as_str() {
                    "real" => text.parse().map(Self::Real).map_err(|_| broken(&value)),
                    "text" => STANDARD.decode(text).map(Self::Text).map_err(|_| broken(&value)),
                    "blob" => STANDARD.decode(text).map(Self::Blob).map_err(|_| broken(&value)),
                    _ => Err(broken(&value)),
                }
            }
            _ => Err(broken(&value)),
        }
    }
}
