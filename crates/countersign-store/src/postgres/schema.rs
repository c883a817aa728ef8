//! The schema of a team: checked before anything is touched, then migrated to this program's version while no other daemon
//! uses it.

use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    thread::sleep,
    time::{Duration, Instant},
};

use countersign_kernel::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use pollster::block_on;
use refinery_core::{Migration, Runner};

use super::{client::Client, connection::fault};

/// The migrations, oldest first: the name of each file in `migrations/postgres`, and its content.
const MIGRATIONS: &[(&str, &str)] = &[
    ("V1__records_log_blobs", include_str!("../../migrations/postgres/V1__records_log_blobs.sql")),
    ("V2__daemons", include_str!("../../migrations/postgres/V2__daemons.sql")),
];

/// The newest migration that this program knows.
pub const VERSION: i64 = 2;

/// How long a daemon waits for a lock: the server may not have noticed yet that the connection of who held it was lost.
const LOCK_TIME: Duration = Duration::from_secs(10);

/// The tables, indexes, views and functions of this version, with their types. Primary keys are named by their tables.
const OBJECTS: &[(&str, &str)] = &[
    ("function", "json_or_nothing"),
    ("index", "blob_pkey"),
    ("index", "changed_pkey"),
    ("index", "daemon_name_key"),
    ("index", "daemon_pkey"),
    ("index", "event_at"),
    ("index", "event_pkey"),
    ("index", "event_run"),
    ("index", "event_tool"),
    ("index", "idx_pkey"),
    ("index", "record_pkey"),
    ("table", "blob"),
    ("table", "changed"),
    ("table", "daemon"),
    ("table", "event"),
    ("table", "idx"),
    ("table", "record"),
    ("view", "audit_log"),
    ("view", "undo_stack"),
];

/// Everything that the schema holds, besides the migrations' own table.
const FOUND: &str = "
    SELECT CASE relkind WHEN 'i' THEN 'index' WHEN 'v' THEN 'view' ELSE 'table' END, relname::text
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace
        AND relkind IN ('r', 'p', 'i', 'v', 'm', 'f', 'S') AND relname NOT LIKE 'refinery_schema_history%'
    UNION ALL SELECT 'function', proname::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    UNION ALL SELECT 'trigger', tgname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
    UNION ALL SELECT 'rule', rulename::text FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
    WHERE relnamespace = current_schema()::regnamespace AND rulename <> '_RETURN'";

/// Returns the migration runner.
fn runner() -> Runner {
    let migration = |(name, sql): &(&str, &str)| {
        Migration::unapplied(name, sql).expect("BUG: a migration has no version")
    };
    Runner::new(&MIGRATIONS.iter().map(migration).collect::<Vec<_>>())
}

/// Takes a lock for as long as the connection lives; `what` is the statement's way to take it, and `name` its name.
pub fn lock(client: &Client, what: &str, name: &str) -> Result<()> {
    let end = Instant::now() + LOCK_TIME;
    let lock = format!("SELECT {what}(hashtextextended($1, 0))");
    loop {
        if client.row(&lock, &[&name])?.get(0) {
            return Ok(());
        }
        if Instant::now() >= end {
            return Err(Error::new(ErrorCode::Store, say!("problem-store-other-daemon"))
                .hint(say!("problem-store-other-daemon-hint")));
        }
        sleep(Duration::from_millis(100));
    }
}

/// Joins those who write the schema, migrating it to this program's version first: every daemon holds a shared lock, and a
/// migration needs it alone.
pub fn join(client: &mut Client, schema: &str) -> Result<()> {
    let name = format!("writer of {schema}");
    loop {
        if version(client)? != VERSION {
            lock(client, "pg_try_advisory_lock", &name)?;
            let migrated = migrate(client, schema);
            let _: bool = client.row("SELECT pg_advisory_unlock(hashtextextended($1, 0))", &[&name])?.get(0);
            migrated?;
        }
        lock(client, "pg_try_advisory_lock_shared", &name)?;
        // Somebody may have migrated it further in between.
        match version(client)? {
            VERSION => return Ok(()),
            found if found > VERSION => return Err(newer(found)),
            _ => {
                let unlock = "SELECT pg_advisory_unlock_shared(hashtextextended($1, 0))";
                let _: bool = client.row(unlock, &[&name])?.get(0);
            }
        }
    }
}

/// Returns the version of the schema; 0 if it does not exist or is empty.
fn version(client: &Client) -> Result<i64> {
    let has_history = "SELECT to_regclass('refinery_schema_history') IS NOT NULL";
    let has_history: bool = client.row(has_history, &[])?.get(0);
    if has_history {
        let newest = "SELECT coalesce(max(version), 0)::int8 FROM refinery_schema_history";
        return Ok(client.row(newest, &[])?.get(0));
    }
    let exists = "SELECT current_schema() IS NOT NULL";
    let exists: bool = client.row(exists, &[])?.get(0);
    match exists && !found(client)?.is_empty() {
        true => Err(Error::new(ErrorCode::Store, say!("problem-store-foreign-schema"))
            .hint(say!("problem-store-foreign-schema-hint"))),
        false => Ok(0),
    }
}

fn found(client: &Client) -> Result<BTreeSet<(String, String)>> {
    let mut all = BTreeSet::new();
    client.rows(FOUND, &[], &mut |row| {
        all.insert((row.get(0), row.get(1)));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// Fails unless the schema can be read as it is.
pub fn check_readable(client: &Client) -> Result<()> {
    match version(client)? {
        VERSION => Ok(()),
        0 => {
            Err(Error::not_found(say!("problem-store-no-schema")).hint(say!("problem-store-no-schema-hint")))
        }
        found if found > VERSION => Err(newer(found)),
        found => Err(Error::new(ErrorCode::Store, say!("problem-store-older", found, known = VERSION))
            .hint(say!("problem-store-older-hint"))),
    }
}

fn newer(found: i64) -> Error {
    Error::new(ErrorCode::Store, say!("problem-store-newer", found, known = VERSION))
        .hint(say!("problem-store-newer-hint"))
}

/// Migrates the schema to this program's version; nobody else uses it.
fn migrate(client: &mut Client, schema: &str) -> Result<()> {
    let encoding: String = client.row("SHOW server_encoding", &[])?.get(0);
    if encoding != "UTF8" {
        return Err(Error::new(ErrorCode::Store, say!("problem-store-encoding", encoding))
            .hint(say!("problem-store-encoding-hint")));
    }
    match version(client)? {
        VERSION => return Ok(()),
        found if found > VERSION => return Err(newer(found)),
        _ => {}
    }
    let exists = "SELECT current_schema() IS NOT NULL";
    let exists: bool = client.row(exists, &[])?.get(0);
    if !exists {
        // The name holds nothing that ends quotes.
        client.run(&format!("CREATE SCHEMA \"{schema}\""))?;
    }
    block_on(runner().set_grouped(true).run_async(client.inner())).map_err(|e| {
        let cause =
            std::error::Error::source(&e).and_then(|cause| cause.downcast_ref::<tokio_postgres::Error>());
        match cause {
            Some(cause) => fault(cause),
            None => Error::new(ErrorCode::Store, say!("problem-store-not-updated")).because(e),
        }
    })?;
    Ok(())
}

/// Lists what the schema lacks, and what was added to it.
pub fn differences(client: &Client) -> Result<Vec<Message>> {
    let found = found(client)?;
    let has = |kind: &str, name: &str| found.iter().any(|(k, n)| (k.as_str(), n.as_str()) == (kind, name));
    let missing = OBJECTS.iter().filter(|(kind, name)| !has(kind, name));
    let missing = missing.map(|(kind, name)| say!("problem-store-schema-missing", kind, name));
    let added = found.iter().filter(|(k, n)| !OBJECTS.contains(&(k.as_str(), n.as_str())));
    let added = added.map(|(kind, name)| say!("problem-store-schema-added", kind, name));
    Ok(missing.chain(added).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_newest_migration() {
        let newest = runner().get_migrations().iter().map(|m| i64::from(m.version())).max();
        assert_eq!(newest, Some(VERSION));
    }
}
