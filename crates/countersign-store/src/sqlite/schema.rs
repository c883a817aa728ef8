//! The version of a file: checked before anything is touched, then migrated to this program's own. Also
//! checks whether its tables, indexes, views and triggers are those of that version.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use countersign_kernel::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use refinery_core::{Migration, Runner, Target};
use rusqlite::Connection;

use super::connection::fault;
use crate::driver::damaged;

/// The migrations, oldest first: the name of each file in `migrations/sqlite`, and its content.
const MIGRATIONS: &[(&str, &str)] = &[
    ("V1__records_log_blobs", include_str!("../../migrations/sqlite/V1__records_log_blobs.sql")),
    ("V2__records_by_row", include_str!("../../migrations/sqlite/V2__records_by_row.sql")),
    ("V3__indexes_nobody_reads", include_str!("../../migrations/sqlite/V3__indexes_nobody_reads.sql")),
    ("V4__newest_index_entries", include_str!("../../migrations/sqlite/V4__newest_index_entries.sql")),
    ("V5__index_entries_in_place", include_str!("../../migrations/sqlite/V5__index_entries_in_place.sql")),
];

/// Returns the migration runner.
fn runner() -> Runner {
    let migration = |(name, sql): &(&str, &str)| {
        Migration::unapplied(name, sql).expect("BUG: a migration has no version")
    };
    Runner::new(&MIGRATIONS.iter().map(migration).collect::<Vec<_>>())
}

/// The newest migration that this program knows. A constant, so that opening a current file need not look at
/// migrations at all.
pub const VERSION: i64 = 5;

/// The oldest version that can be read without migration: later ones only moved data and removed unused
/// parts.
const OLDEST_READ: i64 = 1;

/// Shows the indexes of a file of version 4 including the entries set aside.
const ENTRIES_SET_ASIDE: &str = include_str!("entries_set_aside.sql");

/// Returns the version of a file; 0 for an empty one.
fn version(connection: &Connection) -> Result<i64> {
    let names = "SELECT count(*), count(CASE WHEN name = 'refinery_schema_history' THEN 1 END) \
                 FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let (tables, histories): (i64, i64) =
        connection.query_row(names, [], |row| Ok((row.get(0)?, row.get(1)?))).map_err(fault)?;
    if tables == 0 {
        return Ok(0);
    }
    if histories == 0 {
        return Err(Error::new(ErrorCode::Store, say!("problem-store-foreign-database"))
            .hint(say!("problem-store-check-path")));
    }
    let newest = "SELECT coalesce(max(version), 0) FROM refinery_schema_history";
    connection.query_row(newest, [], |row| row.get(0)).map_err(fault)
}

/// Fails if the file is newer than this program.
pub fn check_not_newer(connection: &Connection) -> Result<()> {
    let found = version(connection)?;
    if found <= VERSION {
        return Ok(());
    }
    Err(Error::new(ErrorCode::Store, say!("problem-store-newer", found, known = VERSION))
        .hint(say!("problem-store-newer-hint")))
}

/// Lets a read-only connection see the index entries that a file of version 4 set aside, without changing the
/// file.
pub fn show_entries_set_aside(connection: &Connection) -> rusqlite::Result<()> {
    if connection.table_exists(Some("main"), "idx_tail")? {
        connection.execute_batch(ENTRIES_SET_ASIDE)?;
    }
    Ok(())
}

/// Fails unless the file can be read without migration.
pub fn check_readable(connection: &Connection) -> Result<()> {
    check_not_newer(connection)?;
    match version(connection)? {
        OLDEST_READ..=VERSION => Ok(()),
        found => Err(Error::new(ErrorCode::Store, say!("problem-store-older", found, known = VERSION))
            .hint(say!("problem-store-older-hint"))),
    }
}

/// Migrates the file to this program's version. If several processes try at once, one succeeds and the others
/// find it done.
pub fn migrate(connection: &mut Connection, wait: Duration) -> Result<()> {
    let end = Instant::now() + wait;
    while version(connection)? < VERSION {
        // In one transaction: a migration that ran without being noted would run again.
        let Err(e) = runner().set_grouped(true).run(connection) else { continue };
        let is_done = version(connection)? == VERSION;
        if !is_done && (!is_contention(&e) || Instant::now() >= end) {
            return Err(failure(e));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    check_not_newer(connection)
}

/// A table, index, view or trigger: its type and its name.
type Object = (String, String);

/// Lists the differences between the file's schema and the one that the migrations up to its version give.
pub fn differences(connection: &Connection) -> Result<Vec<Message>> {
    let mut fresh = Connection::open_in_memory().map_err(fault)?;
    let version = version(connection)?.clamp(OLDEST_READ, VERSION);
    let version = i32::try_from(version).expect("BUG: versions are small and positive");
    let runner = runner().set_target(Target::Version(version));
    runner.run(&mut fresh).map_err(failure)?;
    let (mut found, expected) = (objects(connection)?, objects(&fresh)?);
    let mut differences = Vec::new();
    for ((kind, name), text) in expected {
        match found.remove(&(kind.clone(), name.clone())) {
            None => differences.push(say!("problem-store-schema-missing", kind, name)),
            Some(have) if have != text => {
                differences.push(say!("problem-store-schema-other", kind, name));
            }
            Some(_) => {}
        }
    }
    let added = found.into_keys().map(|(kind, name)| say!("problem-store-schema-added", kind, name));
    differences.extend(added);
    Ok(differences)
}

/// Returns all objects of a file's schema, each with its table and its SQL. The migration runner's own table
/// is not checked.
fn objects(connection: &Connection) -> Result<BTreeMap<Object, (String, Option<String>)>> {
    let all = "SELECT CAST(type AS TEXT), CAST(name AS TEXT), CAST(tbl_name AS TEXT), CAST(sql AS TEXT) \
               FROM sqlite_schema WHERE NOT (tbl_name = 'refinery_schema_history' AND type IN ('table', 'index'))";
    let mut statement = connection.prepare(all).map_err(fault)?;
    let rows = statement
        .query_map([], |row| Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?))))
        .map_err(fault)?;
    rows.collect::<rusqlite::Result<_>>().map_err(fault)
}

fn cause(e: &refinery_core::Error) -> Option<&rusqlite::Error> {
    std::error::Error::source(e)?.downcast_ref()
}

fn is_contention(e: &refinery_core::Error) -> bool {
    use rusqlite::ffi::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(cause(e).and_then(rusqlite::Error::sqlite_error_code), Some(DatabaseBusy | DatabaseLocked))
}

fn failure(e: refinery_core::Error) -> Error {
    match cause(&e) {
        // A table only refuses damaged data.
        Some(e) if e.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => damaged(e),
        Some(rusqlite::Error::SqliteFailure(inner, text)) => {
            fault(rusqlite::Error::SqliteFailure(*inner, text.clone()))
        }
        _ => Error::new(ErrorCode::Store, say!("problem-store-not-updated")).because(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_newest_migration() {
        let newest = runner().get_migrations().iter().map(|m| i64::from(m.version())).max();
        assert_eq!(newest, Some(VERSION));
    }

    #[test]
    fn every_migration_that_is_there_is_run() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let mut listed: Vec<String> = MIGRATIONS.iter().map(|(name, _)| format!("{name}.sql")).collect();
        listed.sort();
        assert_eq!(listed, files);
    }
}
