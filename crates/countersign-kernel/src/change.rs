//! Changes: what an operation did to the records, field by field, in a form that can be inverted.

use countersign_words::{Message, say};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    error::{Error, Result},
    record::{Cell, Fields, Key, Row, Stored, differing},
};

/// One change to one record.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A field's value and writer, before and after.
    Field {
        /// The record.
        key: Key,
        /// The field.
        field: String,
        /// The previous value and writer.
        before: Cell,
        /// What stands there now.
        after: Cell,
    },
    /// A record that was created (no `before`) or deleted (no `after`).
    Whole {
        /// The record.
        key: Key,
        /// The record before, unless it did not exist.
        before: Option<Row>,
        /// The record after, unless it was deleted.
        after: Option<Row>,
    },
}

/// Why a change cannot be applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Misfit {
    /// In words.
    pub why: Message,
    /// The event that wrote what is there now; None if the record is gone.
    pub writer: Option<u64>,
}

impl Misfit {
    fn gone(why: Message) -> Self {
        Self { why, writer: None }
    }

    fn by(writer: u64, why: Message) -> Self {
        Self { why, writer: Some(writer) }
    }
}

impl Change {
    /// Returns the key of the changed record.
    pub fn key(&self) -> &Key {
        match self {
            Self::Field { key, .. } | Self::Whole { key, .. } => key,
        }
    }

    /// Returns the inverse: before and after swapped, writers included.
    #[must_use]
    pub fn invert(self) -> Self {
        match self {
            Self::Field { key, field, before, after } => {
                Self::Field { key, field, before: after, after: before }
            }
            Self::Whole { key, before, after } => Self::Whole { key, before: after, after: before },
        }
    }

    /// Returns why it cannot be applied to a record: value *and* writer must be as expected.
    pub fn misfit(&self, now: Option<&Row>) -> Option<Misfit> {
        match self {
            Self::Field { key, field, before, .. } => {
                let (kind, id) = (&key.kind, &key.id);
                let Some(row) = now else { return Some(Misfit::gone(say!("judge-record-gone", kind, id))) };
                let Cell(_, event) = row.cell(field);
                (row.cell(field) != *before).then(|| {
                    Misfit::by(event, say!("judge-field-changed", field, kind = key.kind, id = key.id, event))
                })
            }
            Self::Whole { key, before, .. } => {
                let (kind, id) = (&key.kind, &key.id);
                match (now, before) {
                    (now, before) if now == before.as_ref() => None,
                    (None, _) => Some(Misfit::gone(say!("judge-record-gone", kind, id))),
                    (Some(now), None) => {
                        Some(Misfit::by(now.created_by(), say!("judge-record-again", kind, id)))
                    }
                    (Some(now), Some(_)) => {
                        let event = now.last_writer();
                        Some(Misfit::by(event, say!("judge-record-changed", kind, id, event)))
                    }
                }
            }
        }
    }

    /// Applies it to a record that it fits.
    pub fn make(self, record: &mut Option<Row>) {
        match self {
            Self::Field { field, after, .. } => {
                if let Some(row) = record {
                    row.set(&field, after);
                }
            }
            Self::Whole { after, .. } => *record = after,
        }
    }

    /// Returns the changes from one row to another, fields in order.
    pub fn between(key: &Key, before: Option<&Row>, after: Option<&Row>) -> Vec<Self> {
        match (before, after) {
            (None, None) => Vec::new(),
            (Some(b), Some(a)) if b.created_by() == a.created_by() => {
                let change = |f: &str| Self::Field {
                    key: key.clone(),
                    field: f.to_owned(),
                    before: b.cell(f),
                    after: a.cell(f),
                };
                moved(b, a).map(change).collect()
            }
            (b, a) => vec![Self::Whole { key: key.clone(), before: b.cloned(), after: a.cloned() }],
        }
    }

    /// Returns the compact form that events store.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Field { key, field, before, after } => {
                json!(["f", key.kind, key.id, field, [before.0, before.1], [after.0, after.1]])
            }
            Self::Whole { key, before, after } => {
                json!(["w", key.kind, key.id, row_json(before.as_ref()), row_json(after.as_ref())])
            }
        }
    }

    /// Appends the changes from one stored record to another in compact form, to a list that already has its
    /// `[`. Whole records are copied as text, without encoding them again.
    pub fn write(out: &mut Vec<u8>, key: &Key, before: Option<&Stored>, after: Option<&Stored>) {
        match (before, after) {
            (Some(b), Some(a)) if b.row.created_by() == a.row.created_by() => {
                for field in moved(&b.row, &a.row) {
                    add(out, &("f", key.kind, &key.id, field, b.row.seen(field), a.row.seen(field)));
                }
            }
            _ => {
                add(out, &("w", key.kind, &key.id));
                // Reopen the entry that `add` closed, to append the rows to it.
                out.pop();
                for stored in [before, after] {
                    match stored {
                        Some(s) => {
                            out.extend_from_slice(b",{\"d\":");
                            out.extend_from_slice(s.doc.as_bytes());
                            out.extend_from_slice(b",\"s\":");
                            out.extend_from_slice(s.stamps.as_bytes());
                            out.push(b'}');
                        }
                        None => out.extend_from_slice(b",null"),
                    }
                }
                out.push(b']');
            }
        }
    }

    /// Reads the compact form; `kind` finds the static name of a kind.
    pub fn from_json(value: &Value, kind: impl Fn(&str) -> Option<&'static str>) -> Result<Self> {
        let broken = || Error::bug(format!("a change in the log does not parse: {value}"));
        let at = |i: usize| value.get(i).ok_or_else(broken);
        let text = |i: usize| at(i)?.as_str().ok_or_else(broken);
        let key = Key { kind: kind(text(1)?).ok_or_else(broken)?, id: text(2)?.to_owned() };
        match text(0)? {
            "f" => {
                let cell = |i: usize| -> Result<Cell> {
                    let pair = at(i)?;
                    let writer = pair.get(1).and_then(Value::as_u64).ok_or_else(broken)?;
                    Ok(Cell(pair.get(0).cloned().ok_or_else(broken)?, writer))
                };
                Ok(Self::Field { key, field: text(3)?.to_owned(), before: cell(4)?, after: cell(5)? })
            }
            "w" => {
                let row = |i: usize| row_from_json(at(i)?).map_err(|_| broken());
                Ok(Self::Whole { key, before: row(3)?, after: row(4)? })
            }
            _ => Err(broken()),
        }
    }
}

/// Appends one entry to an open list.
fn add(out: &mut Vec<u8>, change: &impl Serialize) {
    if !out.ends_with(b"[") {
        out.push(b',');
    }
    serde_json::to_writer(out, change).expect("BUG: our own types are JSON");
}

fn stamps(row: &Row) -> impl Iterator<Item = (&str, &u64)> {
    row.stamps.iter().map(|(field, writer)| (field.as_str(), writer))
}

/// Returns the fields whose value or writer differs, in order.
fn moved<'a>(before: &'a Row, after: &'a Row) -> impl Iterator<Item = &'a str> {
    let mut fields = differing(before.doc.iter(), after.doc.iter());
    fields.extend(differing(stamps(before), stamps(after)).into_iter().filter(|field| !field.is_empty()));
    fields.sort_unstable();
    fields.dedup();
    fields.into_iter().filter(|field| before.seen(field) != after.seen(field))
}

fn row_json(row: Option<&Row>) -> Value {
    row.map_or(Value::Null, |row| json!({"d": row.doc, "s": row.stamps}))
}

fn row_from_json(value: &Value) -> Result<Option<Row>> {
    if value.is_null() {
        return Ok(None);
    }
    let part = |name: &str| value.get(name).cloned().unwrap_or_default();
    let doc: Fields = serde_json::from_value(part("d"))?;
    Ok(Some(Row { doc, stamps: serde_json::from_value(part("s"))? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        Key { kind: "task", id: "t1".into() }
    }

    fn row(title: &str, stamp: u64) -> Row {
        let mut row = Row::created(serde_json::from_value(json!({"title": "one"})).unwrap(), 1);
        row.set("title", Cell(title.into(), stamp));
        row
    }

    #[test]
    fn a_change_survives_its_stored_form_and_double_inversion() {
        let (a, b) = (row("one", 1), row("two", 5));
        for change in [
            Change::between(&key(), Some(&a), Some(&b)),
            Change::between(&key(), None, Some(&b)),
            Change::between(&key(), Some(&b), None),
        ]
        .concat()
        {
            let back = Change::from_json(&change.to_json(), |_| Some("task")).unwrap();
            assert_eq!(back, change);
            assert_eq!(change.clone().invert().invert(), change);
            assert_ne!(change.clone().invert(), change);
        }
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let (a, b) = (row("one", 1), row("two", 5));
        let frozen = |r: &Row| Stored::freeze(&key(), r.clone());
        for (before, after) in
            [(Some(&a), Some(&b)), (None, Some(&b)), (Some(&b), None), (Some(&a), Some(&a))]
        {
            let mut text = vec![b'['];
            Change::write(&mut text, &key(), before.map(frozen).as_ref(), after.map(frozen).as_ref());
            text.push(b']');
            let list: Vec<Value> = serde_json::from_slice(&text).unwrap();
            let read: Vec<Change> =
                list.iter().map(|v| Change::from_json(v, |_| Some("task")).unwrap()).collect();
            assert_eq!(read, Change::between(&key(), before, after));
        }
    }

    #[test]
    fn the_same_value_by_another_writer_is_a_change() {
        let changes = Change::between(&key(), Some(&row("one", 1)), Some(&row("one", 9)));
        assert_eq!(changes.len(), 1);
        assert!(Change::between(&key(), Some(&row("x", 3)), Some(&row("x", 3))).is_empty());
    }
}
