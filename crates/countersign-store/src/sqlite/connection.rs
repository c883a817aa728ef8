//! The SQLite driver: a connection, its settings, and its errors.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use countersign_kernel::{Error, ErrorCode, Result, event::Hash};
use countersign_words::{Message, say};
use rusqlite::{
    OpenFlags, Row, ToSql,
    config::DbConfig,
    ffi::ErrorCode as Fault,
    params_from_iter,
    types::{FromSql, ToSqlOutput, ValueRef},
};

use super::{
    Options,
    folding::{Folding, Length},
    schema,
};
use crate::driver::{Columns, Driver, EachRow, Param, damaged, disk_full, not_writable};

/// How many prepared statements a connection caches.
const STATEMENTS_KEPT: usize = 64;

/// How many pages the write-ahead log may have before a checkpoint. SQLite's default of 1000 does so in the
/// middle of many commits and doubles the latency of the slowest.
const LOG_LENGTH: Length = Length { aside: 24_000, step: 4_000, most: 32_000 };

/// The page size of a new file. A commit changes a little of many pages and writes them whole, so smaller
/// pages mean less to write; half this size would not hold a record.
const PAGE_BYTES: u32 = 2048;

/// The size of the writer's page cache between transactions: the operating system caches the file too.
const WRITER_CACHE_KIB: i32 = 2048;

/// How many pages a transaction may change before some are written early.
const PAGES_PER_COMMIT: u32 = 2048;

/// The size of each reader's cache: there are several, and the operating system caches the file too.
const READER_CACHE_KIB: i32 = 512;

/// A connection to a file.
pub struct Connection {
    // Before the connection itself, which closes last: only the last writing connection checkpoints the whole
    // log.
    _folding: Option<Folding>,
    inner: rusqlite::Connection,
}

impl Connection {
    /// Opens `path` for writing and migrates it to this program's version. A file of a newer version is not
    /// touched.
    pub fn writer(path: &Path, options: &Options) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut inner = rusqlite::Connection::open_with_flags(path, flags).map_err(fault)?;
        inner.busy_timeout(options.busy_timeout).map_err(fault)?;
        schema::check_not_newer(&inner)?;
        let set = |inner: &rusqlite::Connection| -> rusqlite::Result<()> {
            // Has no effect on a file that already has pages.
            inner.pragma_update(None, "page_size", PAGE_BYTES)?;
            inner.pragma_update(None, "journal_mode", "WAL")?;
            inner.pragma_update(None, "synchronous", "FULL")?;
            // Replaced and deleted data is zeroed, so that a deleted secret is gone and nothing stale can be
            // read as data.
            inner.pragma_update(None, "secure_delete", "ON")?;
            inner.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
            inner.pragma_update(None, "cache_spill", PAGES_PER_COMMIT)
        };
        while_busy(options.busy_timeout, || set(&inner)).map_err(fault)?;
        schema::migrate(&mut inner, options.busy_timeout)?;
        if let Some(pages) = options.pages_most {
            inner.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).map_err(fault)?;
        }
        let folding = Folding::of(&mut inner, path, LOG_LENGTH).map_err(fault)?;
        Self::from(inner, Some(folding))
    }

    /// Opens a new file for writing, with nothing beside it.
    pub(crate) fn single_file(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut inner = rusqlite::Connection::open_with_flags(path, flags).map_err(fault)?;
        inner.pragma_update(None, "synchronous", "FULL").map_err(fault)?;
        schema::migrate(&mut inner, Duration::ZERO)?;
        Self::from(inner, None)
    }

    /// Opens `path` for reading.
    pub fn reader(path: &Path, wait: Duration) -> Result<Self> {
        let open = |path: &Path, more: OpenFlags| -> rusqlite::Result<rusqlite::Connection> {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
            let inner = rusqlite::Connection::open_with_flags(path, flags)?;
            inner.busy_timeout(wait)?;
            inner.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
            // Opening reads nothing; problems only show here.
            inner.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            schema::show_entries_set_aside(&inner)?;
            Ok(inner)
        };
        let inner = open(path, OpenFlags::empty()).or_else(|e| match e.sqlite_error_code() {
            // Readers share a file beside the database, which cannot be created on a read-only disk. If there
            // is no log either, nobody can be writing.
            Some(Fault::CannotOpen | Fault::ReadOnly) if path.is_file() && !has_log(path) => {
                open(&immutable(path), OpenFlags::SQLITE_OPEN_URI)
            }
            _ => Err(e),
        });
        Self::from(inner.map_err(fault)?, None)
    }

    /// Fails unless the file can be read without migration.
    pub fn check_version(&self) -> Result<()> {
        schema::check_readable(&self.inner)
    }

    fn from(inner: rusqlite::Connection, folding: Option<Folding>) -> Result<Self> {
        inner.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
        // Otherwise SQLite plans every range query again whenever its bounds change, which costs more than
        // the query.
        inner.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(fault)?;
        Ok(Self { _folding: folding, inner })
    }
}

impl Driver for Connection {
    const ROWS_PER_STATEMENT: usize = 1;

    fn begin_write(&mut self) -> Result<()> {
        self.execute("BEGIN IMMEDIATE", &[])
    }

    fn begin_read(&mut self) -> Result<()> {
        self.execute("BEGIN", &[])
    }

    fn in_transaction(&self) -> bool {
        !self.inner.is_autocommit()
    }

    fn commit(&mut self) -> Result<()> {
        self.execute("COMMIT", &[])
    }

    fn rollback(&mut self) {
        if self.in_transaction() {
            // If even this fails, the next transaction cannot begin and reports it.
            let _ = self.execute("ROLLBACK", &[]);
        }
    }

    fn execute(&mut self, sql: &str, params: &[Param<'_>]) -> Result<()> {
        let run = || self.inner.prepare_cached(sql)?.execute(params_from_iter(params));
        run().map(|_| ()).map_err(fault)
    }

    fn execute_each(&mut self, sql: &str, params: &[Param<'_>], width: usize) -> Result<()> {
        // Looked up once in the cache, not for each row.
        let mut statement = self.inner.prepare_cached(sql).map_err(fault)?;
        params
            .chunks(width)
            .try_for_each(|row| statement.execute(params_from_iter(row)).map(|_| ()).map_err(fault))
    }

    fn query(&mut self, sql: &str, params: &[Param<'_>], each: EachRow<'_>) -> Result<()> {
        let mut statement = self.inner.prepare_cached(sql).map_err(fault)?;
        let mut rows = statement.query(params_from_iter(params)).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            if let ControlFlow::Break(()) = each(row)? {
                break;
            }
        }
        Ok(())
    }

    fn damage(&mut self) -> Result<Vec<Message>> {
        let mut findings = Vec::new();
        let checked = self.inner.pragma_query(None, "integrity_check", |row| {
            findings.push(Message::from(match row.get_ref(0)? {
                ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                other => format!("{other:?}"),
            }));
            Ok(())
        });
        findings.retain(|finding| finding != "ok");
        match checked {
            Ok(()) => {}
            Err(e) if is_damage(&e) => findings.push(e.to_string().into()),
            Err(e) => return Err(fault(e)),
        }
        match schema::differences(&self.inner) {
            Ok(differences) => findings.extend(differences),
            // In a broken file this is just another symptom; the findings so far say more.
            Err(e) if !findings.is_empty() => findings.push(say!("problem-store-schema-unchecked", said = e)),
            Err(e) => return Err(e),
        }
        Ok(findings)
    }
}

impl ToSql for Param<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Param::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Param::Int(Some(number)) => ValueRef::Integer(number),
            Param::Bytes(Some(bytes)) => ValueRef::Blob(bytes),
            Param::Text(None) | Param::Int(None) | Param::Bytes(None) => ValueRef::Null,
        }))
    }
}

impl Columns for Row<'_> {
    fn text(&self, i: usize) -> Result<String> {
        column(self, i)
    }

    fn text_or_null(&self, i: usize) -> Result<Option<String>> {
        column(self, i)
    }

    fn int(&self, i: usize) -> Result<i64> {
        column(self, i)
    }

    fn hash(&self, i: usize) -> Result<Hash> {
        column(self, i)
    }

    fn bytes_or_null(&self, i: usize) -> Result<Option<Vec<u8>>> {
        column(self, i)
    }
}

fn column<T: FromSql>(row: &Row<'_>, i: usize) -> Result<T> {
    row.get(i).map_err(fault)
}

/// Converts an error of SQLite.
pub fn fault(e: rusqlite::Error) -> Error {
    let error =
        |message: Message, hint: Message| Error::new(ErrorCode::Store, message).hint(hint).because(&e);
    match e.sqlite_error_code() {
        Some(Fault::DiskFull) => disk_full(e),
        Some(Fault::ReadOnly | Fault::PermissionDenied) => not_writable(e),
        Some(Fault::NotADatabase) => {
            error(say!("problem-store-no-database-file"), say!("problem-store-no-database-file-hint"))
        }
        Some(Fault::DatabaseBusy | Fault::DatabaseLocked) => {
            error(say!("problem-store-busy"), say!("problem-store-busy-hint"))
        }
        Some(Fault::CannotOpen) => {
            error(say!("problem-store-not-opened"), say!("problem-store-not-opened-hint"))
        }
        Some(Fault::SystemIoFailure) => {
            error(say!("problem-store-disk-failed"), say!("problem-store-check-disk"))
        }
        _ if is_damage(&e) => damaged(e),
        _ => error(say!("problem-store-refused"), say!("problem-store-refused-hint")),
    }
}

/// Whether `e` says that the file's content is damaged.
fn is_damage(e: &rusqlite::Error) -> bool {
    use rusqlite::Error as E;
    let is_corrupt = matches!(e.sqlite_error_code(), Some(Fault::DatabaseCorrupt | Fault::NotADatabase));
    // Only files of version 4 contain JSON that SQLite itself must parse.
    let is_broken_json = matches!(e, E::SqliteFailure(_, Some(text)) if text == "malformed JSON");
    is_corrupt
        || is_broken_json
        || matches!(
            e,
            E::InvalidColumnType(..) | E::FromSqlConversionFailure(..) | E::IntegralValueOutOfRange(..)
        )
        || matches!(e, E::Utf8Error(..))
}

/// Repeats `f` while another process blocks it: SQLite itself does not wait in every case.
pub fn while_busy<T>(wait: Duration, mut f: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let end = std::time::Instant::now() + wait;
    loop {
        match f() {
            Err(e)
                if matches!(e.sqlite_error_code(), Some(Fault::DatabaseBusy | Fault::DatabaseLocked))
                    && std::time::Instant::now() < end =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|m| m.len() > 0)
}

/// Returns the URI of a file that nobody changes while it is open.
fn immutable(path: &Path) -> PathBuf {
    let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    PathBuf::from(format!("file:{escaped}?immutable=1"))
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    #[test]
    fn each_failure_of_the_database_says_what_happened_and_what_to_do() {
        for (code, message) in [
            (ffi::SQLITE_FULL, "the disk is full; nothing was written"),
            (ffi::SQLITE_READONLY, "the database cannot be written"),
            (ffi::SQLITE_CORRUPT, "the database is damaged"),
            (ffi::SQLITE_NOTADB, "the file is not a database"),
            (ffi::SQLITE_BUSY, "another process is writing to the database"),
            (ffi::SQLITE_CANTOPEN, "the database cannot be opened"),
            (ffi::SQLITE_IOERR, "the disk failed; nothing was written"),
            (ffi::SQLITE_ERROR, "the database reported an error"),
        ] {
            let e = fault(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
            assert_eq!((e.code, e.message.as_str()), (ErrorCode::Store, message));
            assert!(e.hint.is_some() && e.internal().is_some(), "{message}");
        }
    }

    #[test]
    fn a_file_on_a_read_only_disk_can_be_named_whatever_its_name() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("100% a?b#c.db");
        std::fs::File::create_new(&path).unwrap();
        drop(Connection::writer(&path, &Options::default()).unwrap());
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let found = rusqlite::Connection::open_with_flags(immutable(&path), flags).unwrap();
        assert_eq!(found.query_row("SELECT count(*) FROM event", [], |r| r.get::<_, i64>(0)), Ok(0));
    }
}
