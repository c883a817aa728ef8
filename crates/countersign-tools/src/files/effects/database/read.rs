//! Reads the tables of a SQLite database in memory. Its bytes are hostile: nothing of it is run, and only rows of plain
//! tables are read, up to limits that do not depend on time.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::text;
use rusqlite::{
    Connection, MAIN_DB, Result,
    config::DbConfig,
    hooks::{AuthAction, AuthContext, Authorization},
    limits::Limit,
    types::ValueRef,
};

use crate::data::database::quoted;

/// How every database begins.
pub(super) const MAGIC: &[u8] = b"SQLite format 3\0";
/// Rows of larger tables are not compared.
const ROWS: usize = 50_000;
/// Rows of wider tables are not compared.
const COLUMNS: usize = 100;
/// How many bytes of values are read of a database.
const BYTES: usize = 64 << 20;
/// How many thousand steps of SQLite's machine all its statements take.
const STEPS: usize = 20_000;
/// How many things a schema has.
const ENTRIES: usize = 2_000;
/// How many characters of a value are shown.
const CELL: usize = 200;

/// What may be changed about a connection, and how it is here.
const CONFIG: [(DbConfig, bool); 5] = [
    (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
    (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    // An unknown column is an error, and not a text.
    (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
];

const LIMITS: [(Limit, i32); 7] = [
    (Limit::SQLITE_LIMIT_LENGTH, 8 << 20),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 200_000),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 20),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// An open database.
pub(super) struct Database {
    conn: Connection,
    left: usize,
    /// Its schema: the kind and the name of each thing, and how it was created.
    pub schema: BTreeMap<(String, String), String>,
    /// Its plain tables.
    pub tables: BTreeSet<String>,
    /// Whether it writes ahead into a file beside it.
    pub is_wal: bool,
}

/// The columns of a table.
#[derive(Default, PartialEq)]
pub(super) struct Columns {
    /// Their names, without generated ones.
    pub names: Vec<String>,
    /// Those of the primary key; none: rows have a number.
    key: Vec<usize>,
}

impl Columns {
    /// Whether rows are told by their number.
    pub fn are_numbered(&self) -> bool {
        self.key.is_empty()
    }
}

/// A row: the digest of its values, and how it is shown.
#[derive(PartialEq)]
pub(super) struct Row {
    pub digest: blake3::Hash,
    pub line: String,
}

/// The rows of a table by their keys.
pub(super) type Rows = BTreeMap<Vec<u8>, Row>;

impl Database {
    /// Opens a copy of a database; nothing stands for an empty one. None: it cannot be read.
    pub fn open(bytes: &[u8]) -> Option<Self> {
        let mut conn = Connection::open_in_memory().ok()?;
        let is_wal = bytes.get(18..20) == Some(&[2, 2]);
        set_up(&mut conn, bytes, is_wal).ok()?;
        let mut database =
            Self { conn, left: BYTES, schema: BTreeMap::new(), tables: BTreeSet::new(), is_wal };
        database.read_schema().ok()??;
        database.leave_out_shadows();
        Some(database)
    }

    /// Reads the schema; None if it is not what SQLite itself writes.
    fn read_schema(&mut self) -> Result<Option<()>> {
        let mut statement = self.conn.prepare("SELECT type, name, sql FROM sqlite_schema")?;
        let mut rows = statement.query([])?;
        let mut known = BTreeSet::new();
        while let Some(row) = rows.next()? {
            let (ValueRef::Text(kind), ValueRef::Text(name)) = (row.get_ref(0)?, row.get_ref(1)?) else {
                return Ok(None);
            };
            // What SQLite makes itself for a key has no text.
            let ValueRef::Text(sql) = row.get_ref(2)? else { continue };
            let texts = [kind, name, sql].map(|text| String::from_utf8(text.to_vec()).ok());
            let [Some(kind), Some(name), Some(sql)] = texts else { return Ok(None) };
            let is_told = match (kind.as_str(), declared(&sql)) {
                ("table", Some((Declared::Table, told))) if told == name => {
                    if !name.to_ascii_lowercase().starts_with("sqlite_") {
                        self.tables.insert(name.clone());
                    }
                    true
                }
                ("table", Some((Declared::Virtual, told))) | ("view", Some((Declared::View, told))) => {
                    told == name
                }
                ("index" | "trigger", _) => true,
                _ => false,
            };
            let is_new = known.insert((kind == "trigger", name.to_ascii_lowercase()));
            if !is_told || !is_new || known.len() > ENTRIES {
                return Ok(None);
            }
            self.schema.insert((kind, name), sql);
        }
        Ok(Some(()))
    }

    /// Leaves out the tables in which a virtual one keeps its content.
    fn leave_out_shadows(&mut self) {
        let is_virtual = |sql: &String| matches!(declared(sql), Some((Declared::Virtual, _)));
        let of_virtual: Vec<String> = self
            .schema
            .iter()
            .filter(|(_, sql)| is_virtual(sql))
            .map(|((_, name), _)| format!("{name}_"))
            .collect();
        self.tables.retain(|name| !of_virtual.iter().any(|begin| name.starts_with(begin.as_str())));
    }

    /// Returns the columns of a table; none if it does not exist, or has too many.
    pub fn columns(&self, table: &str) -> Result<Option<Columns>> {
        if !self.tables.contains(table) {
            return Ok(None);
        }
        let mut statement = self.conn.prepare(&format!("PRAGMA table_xinfo({})", quoted(table)))?;
        let mut rows = statement.query([])?;
        let (mut names, mut key) = (Vec::new(), Vec::new());
        while let Some(row) = rows.next()? {
            let (name, place, hidden): (String, i64, i64) = (row.get(1)?, row.get(5)?, row.get(6)?);
            if hidden == 0 {
                key.extend((place > 0).then_some((place, names.len())));
                names.push(name);
            } else if place > 0 {
                return Ok(None);
            }
        }
        key.sort_unstable();
        let key = key.into_iter().map(|(_, column)| column).collect();
        Ok(Some(Columns { names, key }).filter(|c| !c.names.is_empty() && c.names.len() <= COLUMNS))
    }

    /// Returns the rows of a table, with the values of `all` columns; those that it has not are NULL. None: there are too
    /// many, or they cannot be told apart.
    pub fn rows(&mut self, table: &str, columns: &Columns, all: &[String]) -> Result<Option<Rows>> {
        let number = ["rowid", "_rowid_", "oid"]
            .into_iter()
            .find(|name| !columns.names.iter().any(|column| column.eq_ignore_ascii_case(name)));
        let number = match (columns.are_numbered(), number) {
            (false, _) => "NULL",
            (true, Some(number)) => number,
            (true, None) => return Ok(None),
        };
        let names = columns.names.iter().map(|name| format!(", {}", quoted(name))).collect::<String>();
        let sql = format!("SELECT {number}{names} FROM main.{} NOT INDEXED", quoted(table));
        let at: Vec<Option<usize>> =
            all.iter().map(|name| columns.names.iter().position(|own| own == name)).collect();
        let mut statement = self.conn.prepare(&sql)?;
        let mut rows = statement.query([])?;
        let mut seen = Rows::new();
        while let Some(row) = rows.next()? {
            let mut key = Vec::new();
            let (mut hasher, mut line) = (blake3::Hasher::new(), String::new());
            if columns.are_numbered() {
                let number: i64 = row.get(0)?;
                key.extend(number.wrapping_sub(i64::MIN).to_be_bytes());
                line.push_str(&number.to_string());
            }
            for column in &columns.key {
                encode(row.get_ref(column + 1)?, &mut |bytes| key.extend(bytes));
            }
            for (n, column) in at.iter().enumerate() {
                let value = column.map_or(Ok(ValueRef::Null), |column| row.get_ref(column + 1))?;
                encode(value, &mut |bytes| {
                    hasher.update(bytes);
                });
                self.left = self.left.saturating_sub(size(value));
                line.push_str(if n > 0 || columns.are_numbered() { "," } else { "" });
                line.push_str(&cell(value));
            }
            self.left = self.left.saturating_sub(key.len() + line.len());
            let is_new = seen.insert(key, Row { digest: hasher.finalize(), line }).is_none();
            if !is_new || seen.len() > ROWS || self.left == 0 {
                return Ok(None);
            }
        }
        Ok(Some(seen))
    }
}

fn set_up(conn: &mut Connection, bytes: &[u8], is_wal: bool) -> Result<()> {
    for (what, on) in CONFIG {
        conn.set_db_config(what, on)?;
    }
    for (limit, most) in LIMITS {
        conn.set_limit(limit, most)?;
    }
    conn.pragma_update(None, "cell_size_check", true)?;
    conn.pragma_update(None, "query_only", true)?;
    if !bytes.is_empty() {
        // Without its log it is read as it stands.
        let mut copy = bytes.to_vec();
        if is_wal {
            copy[18..20].copy_from_slice(&[1, 1]);
        }
        conn.deserialize_read_exact(MAIN_DB, copy.as_slice(), copy.len(), true)?;
    }
    let mut steps = 0;
    let is_too_long = move || {
        steps += 1;
        steps > STEPS
    };
    conn.progress_handler(1_000, Some(is_too_long))?;
    conn.authorizer(Some(only_rows))
}

/// Allows to read rows and the columns of tables, and nothing on behalf of a view.
fn only_rows(context: AuthContext<'_>) -> Authorization {
    let reads = match context.action {
        AuthAction::Select | AuthAction::Read { .. } => true,
        AuthAction::Pragma { pragma_name, .. } => pragma_name.eq_ignore_ascii_case("table_xinfo"),
        _ => false,
    };
    if reads && context.accessor.is_none() { Authorization::Allow } else { Authorization::Deny }
}

/// What a schema declares.
#[derive(Debug, PartialEq)]
enum Declared {
    Table,
    Virtual,
    View,
}

/// Returns what the text of a schema declares, in the form in which SQLite writes it: then no other thing can pass for a
/// plain table.
fn declared(sql: &str) -> Option<(Declared, String)> {
    let (kind, rest) = if let Some(rest) = sql.strip_prefix("CREATE TABLE ") {
        (Declared::Table, rest)
    } else if let Some(rest) = sql.strip_prefix("CREATE VIRTUAL TABLE ") {
        (Declared::Virtual, rest)
    } else {
        (Declared::View, sql.strip_prefix("CREATE VIEW ")?)
    };
    Some((kind, name(rest)?))
}

/// Reads the name that a text begins with.
fn name(text: &str) -> Option<String> {
    let mut chars = text.chars().peekable();
    let first = *chars.peek()?;
    let end = match first {
        '"' | '`' | '\'' => first,
        '[' => ']',
        _ => {
            let is_of_name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$') || !c.is_ascii();
            return Some(chars.take_while(is_of_name).collect()).filter(|name: &String| !name.is_empty());
        }
    };
    chars.next();
    let mut name = String::new();
    loop {
        match chars.next()? {
            c if c != end => name.push(c),
            c if c != ']' && chars.peek() == Some(&c) => name.extend(chars.next()),
            _ => return Some(name),
        }
    }
}

/// Hands the type, the length and the bytes of a value to a function.
fn encode(value: ValueRef<'_>, to: &mut dyn FnMut(&[u8])) {
    let mut put = |tag: u8, bytes: &[u8]| {
        to(&[tag]);
        to(&(bytes.len() as u64).to_be_bytes());
        to(bytes);
    };
    match value {
        ValueRef::Null => put(0, &[]),
        // In the order of the numbers.
        ValueRef::Integer(n) => put(1, &n.wrapping_sub(i64::MIN).to_be_bytes()),
        ValueRef::Real(x) => put(2, &x.to_bits().to_be_bytes()),
        ValueRef::Text(text) => put(3, text),
        ValueRef::Blob(bytes) => put(4, bytes),
    }
}

fn size(value: ValueRef<'_>) -> usize {
    match value {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => 16 + bytes.len(),
        _ => 16,
    }
}

/// Writes a value as a cell of CSV, on one line and safe to show.
fn cell(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(n) => n.to_string(),
        ValueRef::Real(x) => format!("{x:?}"),
        ValueRef::Text(bytes) => text_cell(&String::from_utf8_lossy(bytes)),
        ValueRef::Blob(bytes) => format!("\"blob, {} bytes\"", bytes.len()),
    }
}

/// Writes a text as a cell of CSV.
pub(super) fn text_cell(text: &str) -> String {
    let (begin, rest) = text.char_indices().nth(CELL).map_or((text, ""), |(end, _)| text.split_at(end));
    let mut shown = text::visible(begin).text;
    if !rest.is_empty() {
        shown.push_str(&format!("… (+{} bytes)", rest.len()));
    }
    let is_plain =
        !shown.is_empty() && shown != "NULL" && shown.trim() == shown && !shown.contains([',', '"']);
    if is_plain { shown } else { format!("\"{}\"", shown.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_sqlite_itself_writes_declares_a_table() {
        for (sql, kind, name) in [
            ("CREATE TABLE a(x)", Declared::Table, "a"),
            ("CREATE TABLE \"a \"\"b\"\"\" (x)", Declared::Table, "a \"b\""),
            ("CREATE TABLE [a b](x)", Declared::Table, "a b"),
            ("CREATE VIRTUAL TABLE t USING fts5(x)", Declared::Virtual, "t"),
            ("CREATE VIEW `v` AS SELECT 1", Declared::View, "v"),
        ] {
            assert_eq!(declared(sql), Some((kind, name.to_owned())), "{sql}");
        }
        for sql in ["create table a(x)", "CREATE/**/VIRTUAL TABLE a", "CREATE TABLE ", "CREATE TABLE \"a"] {
            assert_eq!(declared(sql), None, "{sql}");
        }
    }

    #[test]
    fn h2_a_cell_is_one_line_that_says_what_it_leaves_out() {
        for (text, want) in [
            ("plain", "plain"),
            ("", "\"\""),
            ("NULL", "\"NULL\""),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("a\n--- /etc/passwd\u{1b}[2J", "a\\n--- /etc/passwd\\x1b[2J"),
        ] {
            assert_eq!(text_cell(text), want);
        }
        assert!(text_cell(&"x".repeat(300)).ends_with("x… (+100 bytes)"));
        assert_eq!(cell(ValueRef::Blob(&[0; 3])), "\"blob, 3 bytes\"");
    }
}
