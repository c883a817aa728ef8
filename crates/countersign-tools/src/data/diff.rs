//! Compares two databases row by row: the net effect of statements.

use std::collections::BTreeMap;

use countersign_core::Result;
use rusqlite::{Connection, Row as SqlRow};
use serde::{Deserialize, Serialize};

use super::{
    cell::{Cell, Row},
    database::{failed, quoted},
    schema::{Schema, Table, schema},
};

/// If a table has more changed rows or bytes, they are only counted and hashed.
const ROWS_MAX: usize = 200_000;
const BYTES_MAX: usize = 32 << 20;

/// A row before and after; one is None for inserted and deleted rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowChange {
    /// The old row.
    pub before: Option<Row>,
    /// The new row.
    pub after: Option<Row>,
}

/// Numbers of inserted, updated and deleted rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Inserted rows.
    pub inserted: u64,
    /// Updated rows.
    pub updated: u64,
    /// Deleted rows.
    pub deleted: u64,
}

impl Counts {
    /// Returns the sum.
    pub fn total(self) -> u64 {
        self.inserted + self.updated + self.deleted
    }
}

/// The differences of one table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableDiff {
    /// The table.
    pub table: String,
    /// Its columns, in the order of the row values.
    pub columns: Vec<String>,
    /// Indexes of the primary key columns; empty if there is no key.
    pub key: Vec<usize>,
    /// Index of the rowid column, if there is one.
    pub number: Option<usize>,
    /// The changed rows.
    pub rows: Vec<RowChange>,
    /// Their numbers.
    pub counts: Counts,
    /// Hash of all of them before.
    pub before_hash: String,
    /// Hash of all of them after, without numbers assigned by the database.
    pub after_hash: String,
}

impl TableDiff {
    /// Returns the reverse difference.
    #[must_use]
    pub fn inverted(&self) -> Self {
        let swap = |r: &RowChange| RowChange { before: r.after.clone(), after: r.before.clone() };
        let Counts { inserted, updated, deleted } = self.counts;
        Self {
            rows: self.rows.iter().map(swap).collect(),
            counts: Counts { inserted: deleted, updated, deleted: inserted },
            ..self.clone()
        }
    }
}

/// The differences between two databases.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Diff {
    /// Tables with changed rows.
    pub tables: Vec<TableDiff>,
    /// Created, changed or dropped objects (`table orders`), with the old and new text.
    pub objects: BTreeMap<String, (Option<String>, Option<String>)>,
    /// Dropped tables, with their numbers of rows.
    pub dropped: BTreeMap<String, u64>,
    /// Tables that lost columns.
    pub narrowed: Vec<String>,
    /// Tables that had rows and are empty now.
    pub emptied: Vec<String>,
    /// Whether every row change is listed and rows are identifiable, so that each can be undone.
    pub by_rows: bool,
}

impl Diff {
    /// Whether there is no difference.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.objects.is_empty()
    }
}

/// Compares the database `new` with `old`, both attached to `conn`.
pub fn diff(conn: &Connection, old: &str, new: &str) -> Result<Diff> {
    let (before, after) = (schema(conn, old)?, schema(conn, new)?);
    compare(conn, (old, &before), (new, &after)).map_err(|e| failed(&e))
}

type Side<'a> = (&'a str, &'a Schema);

fn compare(conn: &Connection, old: Side<'_>, new: Side<'_>) -> rusqlite::Result<Diff> {
    let mut diff = Diff { objects: objects(old.1, new.1), ..Diff::default() };
    diff.by_rows = diff.objects.is_empty() && !old.1.has_virtual;
    for (name, before) in &old.1.tables {
        let Some(after) = new.1.tables.get(name) else {
            if !name.starts_with("sqlite_") {
                diff.dropped.insert(name.clone(), count(conn, old.0, name)?);
            }
            continue;
        };
        if before.columns.iter().any(|c| !after.columns.contains(c)) {
            diff.narrowed.push(name.clone());
        }
        if before.columns != after.columns {
            continue;
        }
        if let Some(table) = compare_table(conn, old.0, new.0, after)? {
            diff.by_rows &= !table.key.is_empty() && table.rows.len() as u64 == table.counts.total();
            if table.counts.deleted > 0 && count(conn, new.0, name)? == 0 {
                diff.emptied.push(name.clone());
            }
            diff.tables.push(table);
        }
    }
    for (name, after) in new.1.tables.iter().filter(|(name, _)| !old.1.tables.contains_key(*name)) {
        let inserted = count(conn, new.0, name)?;
        if inserted > 0 && !name.starts_with("sqlite_") {
            diff.tables.push(TableDiff {
                counts: Counts { inserted, ..Counts::default() },
                ..TableDiff::new(after, Vec::new())
            });
        }
    }
    Ok(diff)
}

fn objects(old: &Schema, new: &Schema) -> BTreeMap<String, (Option<String>, Option<String>)> {
    let mut changed = BTreeMap::new();
    for key in old.objects.keys().chain(new.objects.keys()) {
        let (before, after) = (old.objects.get(key), new.objects.get(key));
        if before != after {
            let text = |sql: Option<&Option<String>>| sql.map(|s| s.clone().unwrap_or_default());
            changed.insert(format!("{} {}", key.0, key.1), (text(before), text(after)));
        }
    }
    changed
}

/// Counts the rows of a table.
pub fn count(conn: &Connection, db: &str, table: &str) -> rusqlite::Result<u64> {
    let sql = format!("SELECT count(*) FROM {}.{}", quoted(db), quoted(table));
    conn.query_row(&sql, [], |row| row.get::<_, i64>(0)).map(|n| u64::try_from(n).unwrap_or_default())
}

/// Returns the columns that identify a row of `table` in both: its primary key, or its rowid if the key has
/// NULLs or is missing.
fn identity(conn: &Connection, dbs: [&str; 2], table: &Table) -> rusqlite::Result<Option<Vec<String>>> {
    let key: Vec<String> = table.primary_key.iter().map(|c| quoted(c)).collect();
    let mut whole = !key.is_empty();
    if whole && !table.without_rowid && table.number.is_none() {
        let gaps = key.iter().map(|c| format!("{c} IS NULL")).collect::<Vec<_>>().join(" OR ");
        for db in dbs {
            let sql =
                format!("SELECT EXISTS (SELECT 1 FROM {}.{} WHERE {gaps})", quoted(db), quoted(&table.name));
            whole &= !conn.query_row(&sql, [], |row| row.get::<_, bool>(0))?;
        }
    }
    Ok(whole.then_some(key))
}

fn compare_table(
    conn: &Connection,
    old: &str,
    new: &str,
    table: &Table,
) -> rusqlite::Result<Option<TableDiff>> {
    let key = identity(conn, [old, new], table)?;
    let join = match (&key, table.rowid()) {
        (Some(key), _) => key.clone(),
        (None, Some(rowid)) => vec![rowid.to_owned()],
        (None, None) => return Err(rusqlite::Error::InvalidColumnName(table.name.clone())),
    };
    let key = if key.is_some() { table.primary_key.clone() } else { Vec::new() };
    let mut found = TableDiff::new(table, key);
    let mut tally = Tally::default();
    let on = join.iter().map(|c| format!("n.{c} = o.{c}")).collect::<Vec<_>>().join(" AND ");
    let from = |db: &str, alias: &str| format!("{}.{} AS {alias}", quoted(db), quoted(&table.name));
    let list = |alias: &str| {
        table.columns.iter().map(|c| format!("{alias}.{}", quoted(c))).collect::<Vec<_>>().join(", ")
    };
    // Equal means the same type and bytes, whatever the collation.
    let differs = |c: &String| {
        let c = quoted(c);
        format!("n.{c} IS NOT o.{c} COLLATE BINARY OR typeof(n.{c}) <> typeof(o.{c})")
    };
    let differs = table.columns.iter().map(differs).collect::<Vec<_>>().join(" OR ");
    let first = &join[0];
    let width = table.columns.len();
    let sql = format!(
        "SELECT {}, {}, o.{first} IS NULL FROM {} LEFT JOIN {} ON {on} WHERE o.{first} IS NULL OR {differs}",
        list("n"),
        list("o"),
        from(new, "n"),
        from(old, "o"),
    );
    each(conn, &sql, |row| {
        let came = row.get::<_, bool>(2 * width)?;
        let before = if came { None } else { Some(cells(row, width, width)?) };
        found.add(&mut tally, RowChange { before, after: Some(cells(row, 0, width)?) });
        *(if came { &mut found.counts.inserted } else { &mut found.counts.updated }) += 1;
        Ok(())
    })?;
    let sql = format!(
        "SELECT {} FROM {} WHERE NOT EXISTS (SELECT 1 FROM {} WHERE {on})",
        list("o"),
        from(old, "o"),
        from(new, "n"),
    );
    each(conn, &sql, |row| {
        found.add(&mut tally, RowChange { before: Some(cells(row, 0, width)?), after: None });
        found.counts.deleted += 1;
        Ok(())
    })?;
    found.before_hash = tally.before.finalize().to_hex().to_string();
    found.after_hash = tally.after.finalize().to_hex().to_string();
    Ok((found.counts.total() > 0).then_some(found))
}

/// Accumulates over all rows, kept or not.
#[derive(Default)]
struct Tally {
    before: blake3::Hasher,
    after: blake3::Hasher,
    bytes: usize,
}

impl TableDiff {
    fn new(table: &Table, key: Vec<String>) -> Self {
        let place = |name: &String| table.columns.iter().position(|c| c == name);
        Self {
            table: table.name.clone(),
            columns: table.columns.clone(),
            key: key.iter().filter_map(place).collect(),
            number: table.number.as_ref().and_then(place),
            rows: Vec::new(),
            counts: Counts::default(),
            before_hash: String::new(),
            after_hash: String::new(),
        }
    }

    fn add(&mut self, tally: &mut Tally, row: RowChange) {
        for cell in row.before.iter().flatten() {
            cell.hash_into(&mut tally.before);
        }
        // Numbers assigned by the database advance with every other writer.
        let given = if row.before.is_none() { self.number } else { None };
        for (_, cell) in row.after.iter().flatten().enumerate().filter(|(i, _)| given != Some(*i)) {
            cell.hash_into(&mut tally.after);
        }
        tally.bytes += row.before.iter().chain(&row.after).flatten().map(Cell::size).sum::<usize>();
        if self.rows.len() < ROWS_MAX && tally.bytes < BYTES_MAX {
            self.rows.push(row);
        }
    }
}

fn each(
    conn: &Connection,
    sql: &str,
    mut see: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut statement = conn.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        see(row)?;
    }
    Ok(())
}

/// Returns `width` values of a row, from index `start` on.
pub fn cells(row: &SqlRow<'_>, start: usize, width: usize) -> rusqlite::Result<Row> {
    (start..start + width).map(|i| row.get_ref(i).map(Cell::of)).collect()
}
