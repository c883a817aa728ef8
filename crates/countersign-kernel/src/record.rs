//! Records: what is stored, with the event that last wrote each field.

mod fields;
mod gather;

use std::{cmp::Ordering, collections::BTreeMap};

use countersign_words::{kept, say};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

pub use self::fields::Fields;
use self::gather::Gather;
use crate::error::{Error, Result};

/// A JSON object.
pub type Doc = Map<String, Value>;

/// The address of a record: its kind and its id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Key {
    /// The name of its kind.
    pub kind: &'static str,
    /// Its id, unique within the kind.
    pub id: String,
}

impl Key {
    /// Names a record of type `R`.
    pub fn of<R: Record>(id: &str) -> Self {
        Self { kind: R::KIND.name, id: id.to_owned() }
    }
}

/// Everything the engine knows about a kind of record.
pub struct Kind {
    /// The name, unique among kinds.
    pub name: &'static str,
    /// The prefix of ids of this kind (`i` for items); empty where ids are names.
    pub prefix: &'static str,
    /// Domain kinds are the ones people care about; undo inverts their changes. All others are bookkeeping.
    pub domain: bool,
    /// The index entries of a record: (index name, sort key).
    pub index: fn(&Fields) -> Vec<(&'static str, String)>,
    /// Indexes in which the children of such a record appear under `"{id}/"`: while there are any, undo may
    /// not delete it.
    pub children: &'static [&'static str],
}

/// A type that is stored as records of one kind.
pub trait Record: Serialize + DeserializeOwned {
    /// Its kind.
    const KIND: &'static Kind;
    /// Its id.
    fn id(&self) -> &str;
}

/// For kinds without an index.
pub fn no_index(_: &Fields) -> Vec<(&'static str, String)> {
    Vec::new()
}

/// A record's fields, and the sequence number of the event that wrote each.
/// `stamps[""]` is the event that created the record; a field has its own stamp only if written later.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// The fields. Absent and null are the same, and stored as absent.
    pub doc: Fields,
    /// The writer of each field.
    pub stamps: BTreeMap<String, u64>,
}

/// A field's value and the event that wrote it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell(pub Value, pub u64);

impl Row {
    /// Creates a row written by event `seq`.
    pub fn created(doc: Fields, seq: u64) -> Self {
        Self { doc: doc.without_nulls(), stamps: BTreeMap::from([(String::new(), seq)]) }
    }

    /// Returns `before` after event `seq` sets its fields to `doc`: only fields that differ get `seq` as
    /// their writer.
    pub fn rewritten(before: Option<&Self>, doc: Fields, seq: u64) -> Self {
        let Some(before) = before else { return Self::created(doc, seq) };
        let mut row = Self { doc: doc.without_nulls(), stamps: before.stamps.clone() };
        let moved: Vec<String> =
            differing(before.doc.iter(), row.doc.iter()).into_iter().map(str::to_owned).collect();
        moved.into_iter().for_each(|field| row.stamp(field, seq));
        row
    }

    fn stamp(&mut self, field: String, writer: u64) {
        if writer == self.created_by() {
            self.stamps.remove(&field);
        } else {
            self.stamps.insert(field, writer);
        }
    }

    /// Returns the event that created it.
    pub fn created_by(&self) -> u64 {
        self.stamps.get("").copied().unwrap_or_default()
    }

    /// Returns the event that last wrote to it.
    pub fn last_writer(&self) -> u64 {
        self.stamps.values().copied().max().unwrap_or_default()
    }

    /// Returns the value and writer of `field`.
    pub fn cell(&self, field: &str) -> Cell {
        let (value, writer) = self.seen(field);
        Cell(value.clone(), writer)
    }

    /// Like [`Row::cell`], without copying the value.
    pub fn seen(&self, field: &str) -> (&Value, u64) {
        let writer = self.stamps.get(field).copied().unwrap_or_else(|| self.created_by());
        (self.doc.get(field).unwrap_or(&Value::Null), writer)
    }

    /// Puts `cell` into `field`, value and writer both.
    pub fn set(&mut self, field: &str, cell: Cell) {
        let Cell(value, writer) = cell;
        if value.is_null() {
            self.doc.remove(field);
        } else {
            self.doc.insert(field, value);
        }
        self.stamp(field.to_owned(), writer);
    }

    /// Deserializes it as `R`.
    pub fn read<R: Record>(&self) -> Result<R> {
        self.doc.read().map_err(|e| Error::bug(format!("a {} record does not parse: {e}", R::KIND.name)))
    }
}

/// Returns the fields of `record`, without nulls.
pub fn to_doc<R: Record>(record: &R) -> Result<Fields> {
    kept(|| record.serialize(Gather)).map_err(|e| Error::bug(format!("a {} record: {e}", R::KIND.name)))
}

/// Returns the names whose values differ between two sorted maps, in order; each is walked once.
pub fn differing<'a, V: PartialEq + 'a>(
    a: impl IntoIterator<Item = (&'a str, &'a V)>,
    b: impl IntoIterator<Item = (&'a str, &'a V)>,
) -> Vec<&'a str> {
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    let mut names = Vec::new();
    loop {
        let order = match (a.peek(), b.peek()) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return names,
        };
        let of_a = a.next_if(|_| order.is_le());
        let of_b = b.next_if(|_| order.is_ge());
        if of_a.map(|(_, value)| value) != of_b.map(|(_, value)| value) {
            names.extend(of_a.or(of_b).map(|(name, _)| name));
        }
    }
}

/// A row as it is stored: parsed, as exact bytes, and with its mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// The parsed row.
    pub row: Row,
    /// The bytes of the fields.
    pub doc: String,
    /// The bytes of the stamps.
    pub stamps: String,
    /// What this record adds to the state's mark.
    pub mark: Mark,
}

impl Stored {
    /// Encodes a row.
    pub fn freeze(key: &Key, row: Row) -> Self {
        let doc = serde_json::to_string(&row.doc).expect("BUG: a JSON object is JSON");
        let stamps = serde_json::to_string(&row.stamps).expect("BUG: a map of numbers is JSON");
        let mark = Mark::of_record(key.kind, &key.id, &doc, &stamps);
        Self { row, doc, stamps, mark }
    }

    /// Parses stored bytes.
    pub fn thaw(kind: &str, id: &str, doc: String, stamps: String) -> Result<Self> {
        let broken =
            |e| Error::new(crate::ErrorCode::Store, say!("judge-record-damaged", kind, id)).because(e);
        let row = Row {
            doc: serde_json::from_str(&doc).map_err(broken)?,
            stamps: serde_json::from_str(&stamps).map_err(broken)?,
        };
        let mark = Mark::of_record(kind, id, &doc, &stamps);
        Ok(Self { row, doc, stamps, mark })
    }
}

/// A sum over a set that does not depend on the order: the log's head carries the mark of all records, so any
/// edit shows without replaying the log.
///
/// # Limitations
/// A sum of 256-bit hashes detects edits, but not an adversary who can add any number of chosen records. Such
/// an adversary can rewrite the chain as well, and is caught by a witness, not by this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark(u128, u128);

impl Mark {
    /// The mark of one record.
    pub fn of_record(kind: &str, id: &str, doc: &str, stamps: &str) -> Self {
        Self::of(&[kind, id, doc, stamps])
    }

    /// The mark of one index entry.
    pub fn of_index(name: &str, sort: &str, id: &str) -> Self {
        Self::of(&[name, sort, id])
    }

    fn of(parts: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self::from_bytes(hasher.finalize().as_bytes())
    }

    /// Decodes it.
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        let (low, high) = bytes.split_at(16);
        let half = |b: &[u8]| u128::from_le_bytes(b.try_into().expect("BUG: sixteen bytes"));
        Self(half(low), half(high))
    }

    /// Encodes it, for the chain.
    pub fn to_bytes(self) -> [u8; 32] {
        let mut out = [0; 32];
        out[..16].copy_from_slice(&self.0.to_le_bytes());
        out[16..].copy_from_slice(&self.1.to_le_bytes());
        out
    }

    /// Adds an element.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (low, carry) = self.0.overflowing_add(other.0);
        Self(low, self.1.wrapping_add(other.1).wrapping_add(carry.into()))
    }

    /// Removes an element.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.0.overflowing_sub(other.0);
        Self(low, self.1.wrapping_sub(other.1).wrapping_sub(borrow.into()))
    }
}

/// Formats a time for a sort key.
pub fn sortable(ms: u64) -> String {
    format!("{ms:013}")
}

/// Returns a text field of a stored record, for index functions.
pub fn text<'a>(doc: &'a Fields, field: &str) -> &'a str {
    doc.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// Returns a number field of a stored record, for index functions.
pub fn number(doc: &Fields, field: &str) -> u64 {
    doc.get(field).and_then(Value::as_u64).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_add_in_any_order_and_take_back() {
        let (a, b, c) = (Mark::of(&["a"]), Mark::of(&["b"]), Mark::of(&["c"]));
        let all = Mark::default().plus(a).plus(b).plus(c);
        assert_eq!(all, Mark::default().plus(c).plus(a).plus(b));
        assert_eq!(all.minus(b).minus(a), Mark::default().plus(c));
        assert_eq!(Mark::from_bytes(&all.to_bytes()), all);
        assert_ne!(Mark::of(&["ab", "c"]), Mark::of(&["a", "bc"]));
    }

    #[test]
    fn only_what_differs_gets_a_new_writer() {
        let doc = |text: &str| serde_json::from_str::<Fields>(text).unwrap();
        let row = Row::created(doc(r#"{"a":1,"b":2,"c":[3]}"#), 7);
        let next = Row::rewritten(Some(&row), doc(r#"{"a":1,"c":[4],"d":5,"e":null}"#), 9);
        let cells = ["a", "b", "c", "d", "e"].map(|f| next.cell(f));
        assert_eq!(cells.each_ref().map(|c| c.1), [7, 9, 9, 9, 7]);
        assert_eq!(next.doc, doc(r#"{"a":1,"c":[4],"d":5}"#));
        let same_event = Row::rewritten(Some(&row), doc(r#"{"a":0}"#), 7);
        assert_eq!(same_event, Row::created(doc(r#"{"a":0}"#), 7));
        assert_eq!(Row::rewritten(None, doc(r#"{"a":1}"#), 9), Row::created(doc(r#"{"a":1}"#), 9));
    }

    #[test]
    fn what_differs_is_found_wherever_it_stands() {
        let map = |pairs: &[(&'static str, u64)]| -> BTreeMap<&str, u64> { pairs.iter().copied().collect() };
        let differing = |a: &BTreeMap<&'static str, u64>, b: &BTreeMap<&'static str, u64>| -> Vec<String> {
            let (a, b) = (a.iter().map(|(k, v)| (*k, v)), b.iter().map(|(k, v)| (*k, v)));
            differing(a, b).into_iter().map(str::to_owned).collect()
        };
        let (a, b) = (map(&[("a", 1), ("c", 3), ("d", 4), ("e", 5)]), map(&[("b", 2), ("c", 3), ("d", 9)]));
        assert_eq!(differing(&a, &b), ["a", "b", "d", "e"]);
        assert_eq!(differing(&b, &a), ["a", "b", "d", "e"]);
        assert_eq!((differing(&a, &a).len(), differing(&a, &map(&[])).len()), (0, 4));
    }

    #[test]
    fn a_null_field_is_an_absent_field() {
        let row = Row::created(serde_json::from_str(r#"{"a":1,"b":null}"#).unwrap(), 7);
        assert!(!row.doc.contains_key("b"));
        assert_eq!(row.cell("b"), Cell(Value::Null, 7));
    }
}
