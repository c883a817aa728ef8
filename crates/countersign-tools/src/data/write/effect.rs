//! The effect of statements, as shown to a person and checked again before it is applied.

use std::collections::BTreeMap;

use countersign_core::{
    Error, Result,
    canonical::digest,
    text::{line, truncate, visible, visible_multiline},
    tool::{FieldChange, Preview, Reversal},
    world::Order,
};
use countersign_words::{Message, say};
use rusqlite::Connection;
use serde_json::{Map, Value, json};

use super::{Counts, Diff, Ran, Write};
use crate::data::{
    cell::Row,
    diff::{RowChange, TableDiff, count},
};

const SAMPLE_ROWS: usize = 10;
const SHOWN_CELL_CHARS: usize = 200;
const SHOWN_NAME_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 300;

/// What a write destroys.
enum Hit<'a> {
    /// Unknown: the database is too large to compare.
    Untold,
    /// This many rows of a table.
    Rows(&'a str, u64),
    /// A table with this many rows.
    Table(&'a str, u64),
    /// Columns of a table.
    Columns(&'a str),
}

impl Hit<'_> {
    /// Names it, in the database at `path`.
    fn named(&self, path: &str) -> Message {
        match *self {
            Self::Untold => say!("effect-db-hits-large", path),
            Self::Rows(table, n) => say!("effect-db-hits-rows", path, n, table),
            Self::Table(table, n) => say!("effect-db-hits-table", path, table, n),
            Self::Columns(table) => say!("effect-db-hits-columns", path, table),
        }
    }

    /// Warns that it will be destroyed.
    fn warning(&self, path: &str) -> Message {
        match *self {
            Self::Untold => say!("effect-db-deletes-large", path),
            Self::Rows(table, n) => say!("effect-db-deletes-rows", path, n, table),
            Self::Table(table, n) => say!("effect-db-deletes-table", path, table, n),
            Self::Columns(table) => say!("effect-db-deletes-columns", path, table),
        }
    }
}

/// The effect of statements inside an uncommitted transaction.
pub struct Effect {
    pub ran: Ran,
    /// None if the database is too large to be compared.
    pub diff: Option<Diff>,
    /// Numbers of rows of the changed tables before.
    had: BTreeMap<String, u64>,
}

impl Effect {
    /// Computes it; `before` is the schema name of the previous state.
    pub fn of(conn: &Connection, before: &str, ran: Ran, diff: Option<Diff>) -> Result<Self> {
        let mut had = BTreeMap::new();
        for table in diff.iter().flat_map(|d| &d.tables) {
            // A new table had none.
            let rows = count(conn, before, &table.table).unwrap_or_default();
            had.insert(table.table.clone(), rows);
        }
        Ok(Self { ran, diff, had })
    }

    /// Whether nothing would change.
    pub fn is_nothing(&self) -> bool {
        match &self.diff {
            Some(diff) => diff.is_empty(),
            None => false,
        }
    }

    fn tables(&self) -> impl Iterator<Item = &TableDiff> {
        let tables = self.diff.iter().flat_map(|d| &d.tables);
        tables.filter(|t| !t.table.starts_with("sqlite_"))
    }

    /// Returns the number of changed rows of each table.
    pub fn counts(&self) -> Vec<(String, Counts)> {
        let dropped = self.diff.iter().flat_map(|d| &d.dropped);
        let dropped = dropped.map(|(t, n)| (t.clone(), Counts { deleted: *n, ..Counts::default() }));
        self.tables().map(|t| (t.table.clone(), t.counts)).chain(dropped).collect()
    }

    fn hits(&self) -> Vec<Hit<'_>> {
        let Some(diff) = &self.diff else {
            return if self.ran.deletes { vec![Hit::Untold] } else { Vec::new() };
        };
        let gone = self.tables().filter(|t| t.counts.deleted > 0);
        let mut all: Vec<Hit<'_>> = gone.map(|t| Hit::Rows(&t.table, t.counts.deleted)).collect();
        all.extend(diff.dropped.iter().map(|(t, n)| Hit::Table(t, *n)));
        all.extend(diff.narrowed.iter().map(|t| Hit::Columns(t)));
        all
    }

    /// Returns what would be destroyed, for the facts.
    pub fn deletes(&self, path: &str) -> Vec<String> {
        self.hits().iter().map(|hit| hit.named(path).into()).collect()
    }

    /// Returns why it is always asked about: dropping and emptying tables.
    pub fn protected(&self) -> Vec<Message> {
        let Some(diff) = &self.diff else { return Vec::new() };
        let dropped = diff.dropped.keys().map(|t| say!("analysis-drops-kind", kind = "table", name = t));
        dropped.chain(diff.emptied.iter().map(|t| say!("analysis-empties-table", table = t))).collect()
    }

    /// Returns a one-line summary.
    pub fn summary(&self, name: &str) -> Message {
        let name = visible(name).text;
        let Some(diff) = &self.diff else {
            let changed: u64 = self.ran.changes.iter().sum();
            return say!("sum-data-change-some", n = changed, name);
        };
        let mut parts: Vec<Message> = Vec::new();
        for table in self.tables() {
            let (c, table) = (table.counts, line(&table.table, SHOWN_NAME_CHARS));
            if c.inserted > 0 {
                parts.push(say!("effect-data-add", n = c.inserted, table));
            }
            if c.updated > 0 {
                parts.push(say!("effect-data-change", n = c.updated, table));
            }
            if c.deleted > 0 {
                parts.push(say!("effect-data-delete", n = c.deleted, table));
            }
        }
        let dropped =
            |(t, n): (&String, &u64)| say!("effect-data-drop", table = line(t, SHOWN_NAME_CHARS), n = *n);
        parts.extend(diff.dropped.iter().map(dropped));
        let made = diff.objects.iter().filter(|(name, _)| !diff.dropped.keys().any(|d| name.ends_with(d)));
        for (object, (before, after)) in made {
            let (kind, object) = kind_and_name(object);
            let object = line(object, SHOWN_NAME_CHARS);
            parts.push(match (before, after) {
                (None, _) => say!("effect-data-create-object", kind, name = object),
                (Some(_), None) => say!("effect-data-drop-object", kind, name = object),
                _ => say!("effect-data-alter-object", kind, name = object),
            });
        }
        if parts.is_empty() {
            return say!("sum-data-nothing", name);
        }
        say!("sum-data-in", saids = listed(parts), name)
    }

    /// Returns the preview.
    pub fn preview(&self, write: &Write) -> Preview {
        let sql = visible_multiline(&write.sql);
        let (lines, characters) = (write.sql.lines().count(), write.sql.chars().count());
        let statements = say!("effect-label-statements", lines, characters);
        let mut changes = vec![FieldChange::new(statements, Value::Null, sql.text)];
        if !write.params.is_none() {
            let label = say!("effect-label-parameters");
            changes.push(FieldChange::new(label, Value::Null, json!(write.params)));
        }
        for table in self.tables() {
            let had = self.had.get(&table.table).copied().unwrap_or_default();
            let has = (had + table.counts.inserted).saturating_sub(table.counts.deleted);
            changes.push(FieldChange::new(say!("effect-label-rows-of", table = table.table), had, has));
            changes.extend(table.rows.iter().take(SAMPLE_ROWS).map(|row| sample(table, row)));
        }
        for (object, (before, after)) in self.diff.iter().flat_map(|d| &d.objects) {
            let (kind, name) = kind_and_name(object);
            changes.push(FieldChange::new(say!("effect-db-object", kind, name), json!(before), json!(after)));
        }
        let mut warnings: Vec<Message> =
            sql.flags.iter().map(|f| say!("effect-db-holds", said = f)).collect();
        warnings.extend(self.hits().iter().map(|hit| hit.warning(&write.database)));
        for table in self.tables().filter(|t| t.rows.len() > SAMPLE_ROWS) {
            let n = table.counts.total();
            warnings.push(say!("effect-db-touched", n, table = table.table, m = SAMPLE_ROWS));
        }
        if self.ran.varies {
            warnings.push(say!("effect-db-varies"));
        }
        let target = say!("effect-target-database", path = visible(&write.database).text);
        let large = self.tables().filter(|t| t.rows.len() > SAMPLE_ROWS);
        let not_shown =
            large.map(|t| say!("unseen-rows", n = t.rows.len() - SAMPLE_ROWS, table = t.table)).collect();
        Preview { target, changes, warnings, not_shown, ..Preview::default() }
    }

    /// Whether it could be undone.
    pub fn reversal(&self, capture_max: u64) -> Reversal {
        match &self.diff {
            Some(_) => Reversal::Exact,
            None => Reversal::Irreversible { reason: say!("effect-db-larger", n = capture_max >> 20) },
        }
    }

    /// Returns what the preview depends on: the effect itself. Other changes of the database do not matter.
    pub fn state(&self) -> Value {
        let counts: Vec<Value> = self.counts().iter().map(|(t, c)| json!([t, c])).collect();
        json!({ "changes": self.ran.changes, "tables": counts, "effect": self.digest() })
    }

    fn digest(&self) -> Option<String> {
        let diff = self.diff.as_ref()?;
        let one = |t: &TableDiff| {
            let after = (!self.ran.varies).then_some(&t.after_hash);
            json!([t.table, t.before_hash, after])
        };
        let tables: Vec<Value> = self.tables().map(one).collect();
        Some(digest("data effect", &json!([tables, diff.objects, diff.dropped])))
    }

    /// Fails if the statements would now do something other than shown.
    pub fn check(&self, order: &Order) -> Result<()> {
        let now = self.state();
        match order.preconditions.iter().find(|p| p.state != now) {
            None => Ok(()),
            Some(shown) => {
                let was = say!("effect-db-shown", tables = shown.state["tables"]);
                let is = say!("effect-db-now", tables = now["tables"]);
                Err(Error::stale(say!("effect-db-otherwise", path = shown.what))
                    .detail(Message::joined("\n", [was, is])))
            }
        }
    }
}

fn sample(table: &TableDiff, row: &RowChange) -> FieldChange {
    let shown = row.before.as_ref().or(row.after.as_ref());
    let key = |i: &usize| {
        let value = shown.and_then(|r| r.get(*i)).map(|c| short(c.shown()));
        format!("{}={}", table.columns[*i], value.unwrap_or_default())
    };
    let key = table.key.iter().map(key).collect::<Vec<_>>().join(", ");
    let values = |side: &Option<Row>| match side {
        None => Value::Null,
        Some(row) => {
            let pairs = table.columns.iter().cloned().zip(row.iter().map(|c| short(c.shown())));
            Value::Object(pairs.collect::<Map<_, _>>())
        }
    };
    let label = visible(format!("{} {key}", table.table).trim_end()).text;
    FieldChange::new(label, values(&row.before), values(&row.after))
}

fn short(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(truncate(&visible(&text).text, SHOWN_CELL_CHARS)),
        Value::Object(map) => {
            let bytes = map.get("base64").and_then(Value::as_str).map_or(0, |b| b.len() / 4 * 3);
            String::from(say!("effect-about-bytes", n = bytes)).into()
        }
        other => other,
    }
}

/// Splits the key of a changed object into kind and name.
fn kind_and_name(object: &str) -> (&str, &str) {
    object.split_once(' ').unwrap_or(("table", object))
}

/// Joins as many parts as fit into a summary.
fn listed(parts: Vec<Message>) -> Message {
    let (all, mut length) = (parts.len(), 0);
    let fits = |part: &Message| {
        length += part.chars().count() + 2;
        length <= SUMMARY_CHARS
    };
    let shown: Vec<Message> = parts.into_iter().take_while(fits).collect();
    let whole = shown.len() == all;
    let shown = Message::joined(", ", shown);
    if whole { shown } else { say!("effect-and-more", saids = shown) }
}
