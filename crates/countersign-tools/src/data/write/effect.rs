//! What statements would do, as it is shown to a person and checked again before it happens.

use std::collections::BTreeMap;

use countersign_core::{
    Error, Result,
    canonical::digest,
    text::{truncate, visible, visible_multiline},
    tool::{FieldChange, Preview, Reversal},
    world::Order,
};
use rusqlite::Connection;
use serde_json::{Map, Value, json};

use super::{Counts, Diff, Ran, Write};
use crate::data::{
    cell::Row,
    diff::{RowChange, TableDiff, count},
};

const SAMPLE_ROWS: usize = 10;
const SHOWN_CELL_CHARS: usize = 200;

/// What statements did inside a transaction that was not committed.
pub struct Effect {
    pub ran: Ran,
    /// None where the database is too large to be compared.
    pub diff: Option<Diff>,
    /// How many rows the changed tables had before.
    had: BTreeMap<String, u64>,
}

impl Effect {
    /// Gathers it; `before` names the database as it was.
    pub fn of(conn: &Connection, before: &str, ran: Ran, diff: Option<Diff>) -> Result<Self> {
        let mut had = BTreeMap::new();
        for table in diff.iter().flat_map(|d| &d.tables) {
            // A table that is new had none.
            let rows = count(conn, before, &table.table).unwrap_or_default();
            had.insert(table.table.clone(), rows);
        }
        Ok(Self { ran, diff, had })
    }

    /// Whether nothing would be different.
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

    /// How many rows of each table are touched.
    pub fn counts(&self) -> Vec<(String, Counts)> {
        let dropped = self.diff.iter().flat_map(|d| &d.dropped);
        let dropped = dropped.map(|(t, n)| (t.clone(), Counts { deleted: *n, ..Counts::default() }));
        self.tables().map(|t| (t.table.clone(), t.counts)).chain(dropped).collect()
    }

    /// What would be destroyed, in the words of the facts.
    pub fn deletes(&self, path: &str) -> Vec<String> {
        let Some(diff) = &self.diff else {
            let told = format!("{path}: rows or tables (too large to tell which)");
            return if self.ran.deletes { vec![told] } else { Vec::new() };
        };
        let gone = self.tables().filter(|t| t.counts.deleted > 0);
        let mut all: Vec<String> =
            gone.map(|t| format!("{path}: {} of table {}", rows(t.counts.deleted), t.table)).collect();
        all.extend(diff.dropped.iter().map(|(t, n)| format!("{path}: table {t} with {}", rows(*n))));
        all.extend(diff.narrowed.iter().map(|t| format!("{path}: columns of table {t}")));
        all
    }

    /// Why it is always asked about: dropping and emptying tables.
    pub fn protected(&self) -> Vec<String> {
        let Some(diff) = &self.diff else { return Vec::new() };
        let dropped = diff.dropped.keys().map(|t| format!("drops table {t}"));
        dropped.chain(diff.emptied.iter().map(|t| format!("empties table {t}"))).collect()
    }

    /// One line.
    pub fn summary(&self, name: &str) -> String {
        let Some(diff) = &self.diff else {
            let changed: u64 = self.ran.changes.iter().sum();
            return format!("change {} of {name}", rows(changed));
        };
        let mut parts: Vec<String> = Vec::new();
        for table in self.tables() {
            let c = table.counts;
            for (verb, n) in [("add", c.inserted), ("change", c.updated), ("delete", c.deleted)] {
                if n > 0 {
                    parts.push(format!("{verb} {} of {}", rows(n), table.table));
                }
            }
        }
        parts.extend(diff.dropped.iter().map(|(t, n)| format!("drop table {t} with {}", rows(*n))));
        let made = diff.objects.iter().filter(|(name, _)| !diff.dropped.keys().any(|d| name.ends_with(d)));
        for (object, (before, after)) in made {
            let verb = match (before, after) {
                (None, _) => "create",
                (Some(_), None) => "drop",
                _ => "alter",
            };
            parts.push(format!("{verb} {object}"));
        }
        if parts.is_empty() {
            return format!("change nothing in {name}");
        }
        visible(&format!("{} in {name}", truncate(&parts.join(", "), 300))).text
    }

    /// What a person is shown.
    pub fn preview(&self, write: &Write) -> Preview {
        let sql = visible_multiline(&write.sql);
        let size = format!("{} lines, {} characters", write.sql.lines().count(), write.sql.chars().count());
        let change = |label: String, before: Value, after: Value| FieldChange { label, before, after };
        let mut changes = vec![change(format!("statements ({size})"), Value::Null, json!(sql.text))];
        if !write.params.is_none() {
            changes.push(change("parameters".to_owned(), Value::Null, json!(write.params)));
        }
        for table in self.tables() {
            let had = self.had.get(&table.table).copied().unwrap_or_default();
            let has = (had + table.counts.inserted).saturating_sub(table.counts.deleted);
            changes.push(change(format!("rows of {}", table.table), json!(had), json!(has)));
            changes.extend(table.rows.iter().take(SAMPLE_ROWS).map(|row| sample(table, row)));
        }
        for (object, (before, after)) in self.diff.iter().flat_map(|d| &d.objects) {
            changes.push(change(object.clone(), json!(before), json!(after)));
        }
        let mut warnings: Vec<String> =
            sql.flags.iter().map(|f| format!("the statements hold {f}")).collect();
        warnings.extend(self.deletes(&write.database).iter().map(|d| format!("deletes {d}")));
        for table in self.tables().filter(|t| t.rows.len() > SAMPLE_ROWS) {
            let (all, name) = (rows(table.counts.total()), &table.table);
            warnings.push(format!("{all} of {name} are touched; {SAMPLE_ROWS} are shown"));
        }
        if self.ran.varies {
            warnings
                .push("uses the time or chance: the values written may differ from those shown".to_owned());
        }
        let target = format!("database {}", visible(&write.database).text);
        let large = self.tables().filter(|t| t.rows.len() > SAMPLE_ROWS);
        let not_shown =
            large.map(|t| format!("{} rows of {}", t.rows.len() - SAMPLE_ROWS, t.table)).collect();
        Preview { target, changes, warnings, not_shown, ..Preview::default() }
    }

    /// Whether it could be taken back.
    pub fn reversal(&self, capture_max: u64) -> Reversal {
        match &self.diff {
            Some(_) => Reversal::Exact,
            None => Reversal::Irreversible {
                reason: format!(
                    "the database is larger than {} MiB, so what stands is not kept",
                    capture_max >> 20
                ),
            },
        }
    }

    /// What the preview rests on: the effect itself. Whatever else changes in the database does not matter.
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

    /// Refuses when the statements would now do something else than what was shown.
    pub fn check(&self, order: &Order) -> Result<()> {
        let now = self.state();
        match order.preconditions.iter().find(|p| p.state != now) {
            None => Ok(()),
            Some(shown) => {
                Err(Error::stale(format!("the statements would now change {} otherwise", shown.what))
                    .detail(format!("shown: {}\nnow: {}", shown.state["tables"], now["tables"])))
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
    FieldChange { label, before: values(&row.before), after: values(&row.after) }
}

fn short(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(truncate(&visible(&text).text, SHOWN_CELL_CHARS)),
        Value::Object(map) => {
            let bytes = map.get("base64").and_then(Value::as_str).map_or(0, |b| b.len() / 4 * 3);
            json!(format!("about {bytes} bytes"))
        }
        other => other,
    }
}

fn rows(n: u64) -> String {
    if n == 1 { "1 row".to_owned() } else { format!("{n} rows") }
}
