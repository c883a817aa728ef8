//! Undoes a write: only its own changes, and only if they are untouched.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use countersign_core::{
    Error, ErrorCode, Result,
    world::{Inverse, Reverted},
};
use countersign_words::{Message, say};
use rusqlite::{Connection, OptionalExtension as _, config::DbConfig, params_from_iter};
use serde_json::{Value, json};

use super::{COPY, Capture, PLAN, Plan, ROWS};
use crate::data::{
    Data,
    cell::{Cell, Row},
    database::{copy_into, failed, quoted, read_only, writable},
    diff::{RowChange, TableDiff, cells},
    drawer::{Drawer, kept},
    place,
    schema::{content_hash, schema},
};

const TOLD_MAX: usize = 10;

/// A write with what was kept to undo it.
pub struct Kept {
    plan: Plan,
    tables: Vec<TableDiff>,
}

/// Returns what was kept of a write; None if that is gone.
pub fn kept_of(drawer: &Drawer) -> Result<Option<Kept>> {
    let Some(plan) = drawer.read::<Plan>(PLAN)? else { return Ok(None) };
    let tables = if plan.capture == Capture::Rows { drawer.read(ROWS)? } else { Some(Vec::new()) };
    Ok(tables.map(|tables| Kept { plan, tables }))
}

/// Content that undoing later writes would give: rows by table and key, and the hash of all.
#[derive(Debug, Default)]
pub struct RowsNow {
    rows: BTreeMap<(String, String), Option<Row>>,
    hash: Option<String>,
}

impl RowsNow {
    fn place(table: &TableDiff, change: &RowChange) -> (String, String) {
        let row = change.after.as_ref().or(change.before.as_ref());
        let key = row.map(|row| key_of(table, row)).unwrap_or_default();
        (table.table.clone(), json!(key).to_string())
    }
}

impl Kept {
    /// The database.
    pub fn path(&self) -> &Path {
        &self.plan.path
    }

    /// Whether only the whole database can be compared.
    pub fn is_whole(&self) -> bool {
        self.plan.capture != Capture::Rows
    }

    /// Returns how the database stands, where some of it would be as `now` says.
    pub fn stands(&self, conn: &Connection, now: &RowsNow) -> Result<Stand> {
        let Capture::Whole { before, after } = &self.plan.capture else {
            return stand_with(conn, &self.tables, now);
        };
        let hash = match &now.hash {
            Some(hash) => hash.clone(),
            None => content_hash(conn, "main")?,
        };
        Ok(if hash == *after {
            Stand::After
        } else if hash == *before {
            Stand::Before
        } else {
            Stand::Neither(Message::default())
        })
    }

    /// Whether undoing this write cannot change a row that the other has changed.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        let places = |kept: &Self| -> BTreeSet<(String, String)> {
            let of = |table: &TableDiff| -> Vec<_> {
                table.rows.iter().map(|change| RowsNow::place(table, change)).collect()
            };
            kept.tables.iter().flat_map(of).collect()
        };
        !self.is_whole() && !other.is_whole() && places(self).is_disjoint(&places(other))
    }

    /// Notes the content that undoing this write would give.
    pub fn undo_in(&self, now: &mut RowsNow) {
        if let Capture::Whole { before, .. } = &self.plan.capture {
            now.hash = Some(before.clone());
        }
        for table in &self.tables {
            for change in &table.rows {
                now.rows.insert(RowsNow::place(table, change), change.before.clone());
            }
        }
    }
}

/// Returns the inverse of the write kept under `id`.
pub fn inverse(id: &str) -> Inverse {
    Inverse { tool: "data.write_sqlite".to_owned(), steps: json!({ "capture": id }) }
}

/// The state of rows, compared with the kept ones.
pub enum Stand {
    /// As after the write.
    After,
    /// As before the write.
    Before,
    /// Neither: what differs.
    Neither(Message),
}

/// Restores the state before the write that `inverse_of` names; the data for redo is kept under `id`.
pub fn revert(data: &Data, id: &str, inverse_of: &Inverse) -> Result<Reverted> {
    let capture = inverse_of.steps["capture"].as_str().unwrap_or_default();
    let kept_under = Drawer::of(&data.trash()?, capture)?;
    let plan: Plan = kept_under.read(PLAN)?.ok_or_else(|| Error::stale(say!("effect-before-gone")))?;
    if plan.path.canonicalize().ok().as_deref() != Some(&plan.path) {
        return Err(Error::stale(say!("effect-no-longer-there", path = plan.path.display())));
    }
    let drawer = Drawer::of(&data.trash()?, id)?;
    let back = match &plan.capture {
        Capture::Rows => {
            let tables: Vec<TableDiff> =
                kept_under.read(ROWS)?.ok_or_else(|| Error::bug("the rows are gone"))?;
            revert_rows(&plan, &tables, &drawer)
        }
        Capture::Whole { before, after } => {
            revert_whole(&plan, (before, after), &kept_under.path(COPY), &drawer)
        }
        Capture::Nothing => Err(Error::stale(say!("effect-before-not-kept"))),
    };
    if back.as_ref().is_err_and(|e| e.code == ErrorCode::Stale) {
        drawer.remove()?;
    }
    back?;
    let value = json!(plan.tables.iter().map(|(table, _)| table).collect::<Vec<_>>());
    let restored = json!({ "kind": "database", "id": place::text(&plan.path)?, "value": value });
    Ok(Reverted { restored: vec![restored], inverse: Some(inverse(id)) })
}

fn revert_rows(plan: &Plan, tables: &[TableDiff], drawer: &Drawer) -> Result<()> {
    let conn = writable(&plan.path)?;
    // The kept rows include the effects of triggers and cascades: restoring must not fire them again.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).map_err(|e| failed(&e))?;
    conn.pragma_update(None, "foreign_keys", false).map_err(|e| failed(&e))?;
    conn.execute_batch("BEGIN IMMEDIATE").map_err(|e| failed(&e))?;
    let done = match stand(&conn, tables)? {
        Stand::Neither(detail) => {
            let message = say!("effect-db-rows-changed", path = plan.path.display());
            return Err(Error::stale(message).detail(detail));
        }
        Stand::Before => true,
        Stand::After => false,
    };
    let inverted: Vec<TableDiff> = tables.iter().map(TableDiff::inverted).collect();
    let counts = inverted.iter().map(|t| (t.table.clone(), t.counts)).collect();
    drawer.make()?;
    drawer.write(ROWS, &inverted)?;
    drawer.write(PLAN, &Plan { tables: counts, ..plan.clone() })?;
    if done {
        return Ok(());
    }
    let broken = dangling(&conn)?;
    put_back(&conn, tables).map_err(|e| taken(&e))?;
    if dangling(&conn)? > broken {
        return Err(Error::stale(say!("effect-db-refer")));
    }
    conn.execute_batch("COMMIT").map_err(|e| failed(&e))
}

/// Returns the state of the kept rows.
pub fn stand(conn: &Connection, tables: &[TableDiff]) -> Result<Stand> {
    stand_with(conn, tables, &RowsNow::default())
}

/// Like [`stand`], where some rows would be as `undone` says.
fn stand_with(conn: &Connection, tables: &[TableDiff], undone: &RowsNow) -> Result<Stand> {
    let now = schema(conn, "main")?;
    let (mut before, mut after, mut told) = (true, true, Vec::new());
    for table in tables.iter().filter(|t| t.table != "sqlite_sequence") {
        if now.tables.get(&table.table).map(|t| &t.columns) != Some(&table.columns) {
            return Ok(Stand::Neither(say!("effect-db-columns", table = table.table)));
        }
        let sql = format!(
            "SELECT {} FROM main.{} WHERE {}",
            list(&table.columns),
            quoted(&table.table),
            by_key(table)
        );
        let mut find = conn.prepare(&sql).map_err(|e| failed(&e))?;
        for change in &table.rows {
            let row = change.after.as_ref().or(change.before.as_ref());
            let key = row.map(|r| key_of(table, r)).unwrap_or_default();
            let width = table.columns.len();
            let would_be = match undone.rows.is_empty() {
                true => None,
                false => undone.rows.get(&RowsNow::place(table, change)),
            };
            let found = match would_be {
                Some(row) => row.clone(),
                None => find
                    .query_row(params_from_iter(key), |row| cells(row, 0, width))
                    .optional()
                    .map_err(|e| failed(&e))?,
            };
            before &= found == change.before;
            after &= found == change.after;
            if found != change.after && told.len() < TOLD_MAX {
                told.push(difference(table, change, found.as_ref()));
            }
        }
    }
    Ok(match (after, before) {
        (true, _) => Stand::After,
        (false, true) => Stand::Before,
        (false, false) => Stand::Neither(Message::joined("\n", told)),
    })
}

/// Restores the rows: first removes everything the write left, so that unique values are free.
fn put_back(conn: &Connection, tables: &[TableDiff]) -> rusqlite::Result<()> {
    for table in tables.iter().filter(|t| t.table != "sqlite_sequence") {
        let sql = format!("DELETE FROM main.{} WHERE {}", quoted(&table.table), by_key(table));
        let mut delete = conn.prepare(&sql)?;
        for row in table.rows.iter().filter_map(|r| r.after.as_ref()) {
            delete.execute(params_from_iter(key_of(table, row)))?;
        }
    }
    for table in tables.iter().filter(|t| t.table != "sqlite_sequence") {
        let marks = vec!["?"; table.columns.len()].join(", ");
        let sql =
            format!("INSERT INTO main.{} ({}) VALUES ({marks})", quoted(&table.table), list(&table.columns));
        let mut insert = conn.prepare(&sql)?;
        for row in table.rows.iter().filter_map(|r| r.before.as_ref()) {
            insert.execute(params_from_iter(row))?;
        }
    }
    tables.iter().filter(|t| t.table == "sqlite_sequence").try_for_each(|t| put_back_numbers(conn, t))
}

/// Resets assigned numbers only if no further one was assigned since.
fn put_back_numbers(conn: &Connection, table: &TableDiff) -> rusqlite::Result<()> {
    let place = |name: &str| table.columns.iter().position(|c| c == name).unwrap_or_default();
    let (name, seq) = (place("name"), place("seq"));
    for change in &table.rows {
        match (&change.before, &change.after) {
            (Some(before), Some(after)) => conn.execute(
                "UPDATE sqlite_sequence SET seq = ?1 WHERE name = ?2 AND seq IS ?3",
                (&before[seq], &after[name], &after[seq]),
            )?,
            (None, Some(after)) => conn.execute(
                "DELETE FROM sqlite_sequence WHERE name = ?1 AND seq IS ?2",
                (&after[name], &after[seq]),
            )?,
            (Some(before), None) => conn.execute(
                "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2
                 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
                (&before[name], &before[seq]),
            )?,
            (None, None) => 0,
        };
    }
    Ok(())
}

/// Restores the whole database, if its content is as the write left it.
///
/// # Limitations
/// In WAL mode, a program that writes between the last check and the copy loses that write.
fn revert_whole(plan: &Plan, hashes: (&str, &str), kept_copy: &Path, drawer: &Drawer) -> Result<()> {
    let (before, after) = hashes;
    let mut conn = writable(&plan.path)?;
    conn.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(|e| failed(&e))?;
    conn.execute_batch("BEGIN EXCLUSIVE").map_err(|e| failed(&e))?;
    let now = content_hash(&conn, "main")?;
    conn.execute_batch("COMMIT").map_err(|e| failed(&e))?;
    if now == before {
        return if drawer.read::<Plan>(PLAN)?.is_some() {
            Ok(())
        } else {
            Err(Error::stale(say!("effect-db-already", path = plan.path.display())))
        };
    }
    if now != after {
        return Err(Error::stale(say!("effect-changed-since", path = plan.path.display()))
            .detail(say!("effect-db-whole")));
    }
    drawer.make()?;
    let current = drawer.path(COPY);
    {
        let mut file = Connection::open(&current).map_err(|e| failed(&e))?;
        copy_into(&conn, &mut file)?;
    }
    let synced = std::fs::File::open(&current).and_then(|f| f.sync_all());
    synced.map_err(|e| kept(say!("effect-do-keep-db"), &e))?;
    let capture = Capture::Whole { before: after.to_owned(), after: before.to_owned() };
    let counts = plan.tables.clone();
    drawer.write(PLAN, &Plan { capture, tables: counts, ..plan.clone() })?;
    copy_into(&open_kept(kept_copy)?, &mut conn)
}

fn open_kept(path: &Path) -> Result<Connection> {
    if !path.exists() {
        return Err(Error::stale(say!("effect-before-gone")));
    }
    read_only(path)
}

fn dangling(conn: &Connection) -> Result<i64> {
    conn.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))
        .map_err(|e| failed(&e))
}

/// Converts the error for a row that cannot be restored because another took its place.
fn taken(e: &rusqlite::Error) -> Error {
    match e.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Error::stale(say!("effect-db-in-the-way")).detail(e.to_string())
        }
        _ => failed(e),
    }
}

fn list(columns: &[String]) -> String {
    columns.iter().map(|c| quoted(c)).collect::<Vec<_>>().join(", ")
}

fn by_key(table: &TableDiff) -> String {
    let one = |(n, i): (usize, &usize)| format!("{} = ?{}", quoted(&table.columns[*i]), n + 1);
    table.key.iter().enumerate().map(one).collect::<Vec<_>>().join(" AND ")
}

fn key_of<'a>(table: &TableDiff, row: &'a Row) -> Vec<&'a Cell> {
    table.key.iter().filter_map(|i| row.get(*i)).collect()
}

fn difference(table: &TableDiff, change: &RowChange, found: Option<&Row>) -> Message {
    let show = |row: Option<&Row>| match row {
        None => say!("effect-db-no-row"),
        Some(row) => Value::Array(row.iter().map(Cell::shown).collect()).to_string().into(),
    };
    say!(
        "effect-db-expected",
        table = table.table,
        expected = show(change.after.as_ref()),
        found = show(found)
    )
}
