//! Opens databases. SQLite itself prevents readers from writing and writers from reaching elsewhere; no
//! statement text is parsed here.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use countersign_core::{Error, Result};
use countersign_words::say;
use rusqlite::{
    Connection, ErrorCode, OpenFlags,
    backup::Backup,
    config::DbConfig,
    hooks::{AuthAction, AuthContext, Authorization},
};

/// `SQLITE_READONLY_ROLLBACK`: a writer's journal must be rolled back first, and a reader cannot.
const UNFINISHED: i32 = 776;
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// Opens a database for reading only.
pub fn read_only(path: &Path) -> Result<Connection> {
    let conn = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    conn.pragma_update(None, "query_only", true).map_err(|e| failed(&e))?;
    conn.pragma_update(None, "trusted_schema", false).map_err(|e| failed(&e))?;
    Ok(conn)
}

/// Opens an existing database for writing.
pub fn writable(path: &Path) -> Result<Connection> {
    let conn = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    conn.pragma_update(None, "synchronous", "EXTRA").map_err(|e| failed(&e))?;
    Ok(conn)
}

fn open(path: &Path, mode: OpenFlags) -> Result<Connection> {
    // The path is resolved: a link in it was put there since.
    let flags = mode | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let conn = Connection::open_with_flags(path, flags).map_err(|e| failed(&e))?;
    conn.busy_timeout(BUSY_WAIT).map_err(|e| failed(&e))?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map_err(|e| failed(&e))?;
    Ok(conn)
}

/// Copies the committed state of a database into the file `to`.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    let source = read_only(from)?;
    let mut copy = Connection::open(to).map_err(|e| failed(&e))?;
    copy_into(&source, &mut copy)
}

/// Copies a database over another in one transaction.
pub fn copy_into(source: &Connection, to: &mut Connection) -> Result<()> {
    let backup = Backup::new(source, to).map_err(|e| failed(&e))?;
    backup.run_to_completion(1024, Duration::from_millis(20), None).map_err(|e| failed(&e))
}

/// Interrupts statements on `conn` that run longer than `limit`.
pub fn limit_time(conn: &mut Connection, limit: Duration) -> Result<()> {
    let end = Instant::now() + limit;
    conn.progress_handler(1_000, Some(move || Instant::now() > end)).map_err(|e| failed(&e))
}

/// Removes all restrictions on statements.
pub fn unleash(conn: &mut Connection) -> Result<()> {
    conn.authorizer(None::<fn(AuthContext<'_>) -> Authorization>).map_err(|e| failed(&e))?;
    conn.progress_handler(0, None::<fn() -> bool>).map_err(|e| failed(&e))
}

/// Pragmas that only report.
const TELLING: &[&str] = &[
    "application_id",
    "collation_list",
    "compile_options",
    "database_list",
    "encoding",
    "foreign_key_check",
    "foreign_key_list",
    "freelist_count",
    "function_list",
    "index_info",
    "index_list",
    "index_xinfo",
    "integrity_check",
    "journal_mode",
    "page_count",
    "page_size",
    "quick_check",
    "schema_version",
    "table_info",
    "table_list",
    "table_xinfo",
    "user_version",
];

/// Those of them that set something if given a value.
const SETTING: &[&str] =
    &["application_id", "encoding", "journal_mode", "page_size", "schema_version", "user_version"];

/// Whether an action only reads.
pub fn only_reads(action: AuthAction<'_>) -> bool {
    match action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => is_harmless(function_name),
        AuthAction::Pragma { pragma_name, pragma_value } => {
            let name = pragma_name.to_ascii_lowercase();
            TELLING.contains(&name.as_str()) && (pragma_value.is_none() || !SETTING.contains(&name.as_str()))
        }
        _ => false,
    }
}

/// Whether a function reaches nothing outside the database.
pub fn is_harmless(function: &str) -> bool {
    !["load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"]
        .iter()
        .any(|f| f.eq_ignore_ascii_case(function))
}

/// Quotes a name for a statement.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Converts an SQLite error.
pub fn failed(e: &rusqlite::Error) -> Error {
    let message = e.to_string();
    if let Some(UNFINISHED) = e.sqlite_error().map(|e| e.extended_code) {
        return Error::conflict(say!("effect-db-half")).hint(say!("effect-db-open-once"));
    }
    match e.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Error::conflict(say!("effect-db-busy")).hint(say!("judge-try-again")).because(message)
        }
        Some(ErrorCode::NotADatabase) => Error::invalid(say!("effect-db-none")),
        Some(ErrorCode::AuthorizationForStatementDenied) => {
            Error::invalid(say!("effect-db-not-allowed", error = message)).hint(say!("effect-db-plain"))
        }
        Some(ErrorCode::ReadOnly) => {
            Error::invalid(say!("effect-db-read-only")).hint(say!("effect-db-write-tool")).because(message)
        }
        Some(ErrorCode::OperationInterrupted) => {
            Error::invalid(say!("effect-db-too-long")).hint(say!("effect-ask-less"))
        }
        Some(ErrorCode::CannotOpen) => Error::invalid(say!("problem-store-not-opened")).because(message),
        Some(
            ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::DatabaseCorrupt
            | ErrorCode::OutOfMemory
            | ErrorCode::PermissionDenied,
        ) => Error::conflict(say!("effect-db-failed", error = message)),
        _ => Error::invalid(say!("effect-sqlite-says", error = message)),
    }
}
