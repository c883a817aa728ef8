//! Reads the schema of a database, and hashes its content.

use std::collections::BTreeMap;

use countersign_core::Result;
use rusqlite::{Connection, params};

use super::{
    cell::Cell,
    database::{failed, quoted},
};

/// A table whose rows are stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns in order, without generated ones.
    pub columns: Vec<String>,
    /// The primary key columns, in order.
    pub primary_key: Vec<String>,
    /// The rowid column, if there is one.
    pub number: Option<String>,
    /// Whether its rows have no rowid.
    pub without_rowid: bool,
}

impl Table {
    /// Returns a name for the rowid that no column hides.
    pub fn rowid(&self) -> Option<&'static str> {
        let hidden = |name: &str| self.columns.iter().any(|c| c.eq_ignore_ascii_case(name));
        (!self.without_rowid).then(|| ["rowid", "_rowid_", "oid"].into_iter().find(|n| !hidden(n)))?
    }
}

/// The schema of a database.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// Its tables by name.
    pub tables: BTreeMap<String, Table>,
    /// All its objects: type and name, with the SQL text.
    pub objects: BTreeMap<(String, String), Option<String>>,
    /// Whether there are virtual tables, which store rows elsewhere.
    pub has_virtual: bool,
}

/// Reads the schema of the database attached to `conn` as `db`.
pub fn schema(conn: &Connection, db: &str) -> Result<Schema> {
    read(conn, db).map_err(|e| failed(&e))
}

fn read(conn: &Connection, db: &str) -> rusqlite::Result<Schema> {
    let mut schema = Schema { tables: BTreeMap::new(), objects: BTreeMap::new(), has_virtual: false };
    let mut list = conn.prepare("SELECT name, type, wr FROM pragma_table_list WHERE schema = ?1")?;
    let mut rows = list.query([db])?;
    while let Some(row) = rows.next()? {
        let (name, kind, without_rowid): (String, String, bool) = (row.get(0)?, row.get(1)?, row.get(2)?);
        schema.has_virtual |= kind == "virtual";
        if (kind == "table" || kind == "shadow") && name != "sqlite_schema" {
            schema.tables.insert(name.clone(), table(conn, db, name, without_rowid)?);
        }
    }
    let sql = format!("SELECT type, name, sql FROM {}.sqlite_schema", quoted(db));
    let mut list = conn.prepare(&sql)?;
    let mut rows = list.query([])?;
    while let Some(row) = rows.next()? {
        schema.objects.insert((row.get(0)?, row.get(1)?), row.get(2)?);
    }
    Ok(schema)
}

fn table(conn: &Connection, db: &str, name: String, without_rowid: bool) -> rusqlite::Result<Table> {
    let mut info =
        conn.prepare("SELECT name, pk, hidden, type FROM pragma_table_xinfo(?1, ?2) ORDER BY cid")?;
    let mut columns = Vec::new();
    let mut key: Vec<(i64, String)> = Vec::new();
    let mut numbered = None;
    let mut rows = info.query(params![name, db])?;
    while let Some(row) = rows.next()? {
        let (column, pk, hidden, kind): (String, i64, i64, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        if pk > 0 {
            key.push((pk, column.clone()));
            numbered = kind.eq_ignore_ascii_case("integer").then(|| column.clone());
        }
        if hidden == 0 {
            columns.push(column);
        }
    }
    key.sort();
    // Holds the highest assigned number; SQLite declares no key for it.
    if name == "sqlite_sequence" {
        key = vec![(1, "name".to_owned())];
    }
    let number = numbered.filter(|_| key.len() == 1 && !without_rowid);
    let primary_key = key.into_iter().map(|(_, column)| column).collect();
    Ok(Table { name, columns, primary_key, number, without_rowid })
}

/// Hashes the content of the database `db`, independent of the page layout.
pub fn content_hash(conn: &Connection, db: &str) -> Result<String> {
    hash(conn, db).map_err(|e| failed(&e))
}

fn hash(conn: &Connection, db: &str) -> rusqlite::Result<String> {
    let mut hasher = blake3::Hasher::new();
    let schema = read(conn, db)?;
    for ((kind, name), sql) in &schema.objects {
        for text in [kind, name, sql.as_ref().unwrap_or(kind)] {
            Cell::Text(text.clone().into_bytes()).hash_into(&mut hasher);
        }
    }
    for pragma in ["user_version", "application_id"] {
        let value: i64 = conn.pragma_query_value(Some(db), pragma, |row| row.get(0))?;
        Cell::Integer(value).hash_into(&mut hasher);
    }
    for table in schema.tables.values() {
        Cell::Text(table.name.clone().into_bytes()).hash_into(&mut hasher);
        let mut columns: Vec<String> = table.columns.iter().map(|c| quoted(c)).collect();
        columns.extend(table.rowid().map(str::to_owned));
        let order = match table.rowid() {
            Some(rowid) => rowid.to_owned(),
            None => table.primary_key.iter().map(|c| quoted(c)).collect::<Vec<_>>().join(", "),
        };
        let order = if order.is_empty() { columns.join(", ") } else { order };
        let sql = format!(
            "SELECT {} FROM {}.{} ORDER BY {order}",
            columns.join(", "),
            quoted(db),
            quoted(&table.name)
        );
        let mut rows_of = conn.prepare(&sql)?;
        let width = rows_of.column_count();
        let mut rows = rows_of.query([])?;
        while let Some(row) = rows.next()? {
            for i in 0..width {
                Cell::of(row.get_ref(i)?).hash_into(&mut hasher);
            }
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}
