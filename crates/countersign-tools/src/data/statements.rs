//! Runs writing statements inside a transaction that is ours alone.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use countersign_core::{Error, Result};
use countersign_words::say;
use rusqlite::{
    Batch, Connection,
    fallible_iterator::FallibleIterator as _,
    hooks::{AuthAction, AuthContext, Authorization},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    cell::Cell,
    database::{failed, is_harmless, limit_time, only_reads, unleash},
    query::Params,
};

const WRITE_TIME: Duration = Duration::from_secs(60);
const RETURNED_MAX: usize = 100;

/// The result of running the statements.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// How many rows each statement changed.
    pub changes: Vec<u64>,
    /// The first hundred rows of the last statement with `RETURNING`.
    pub returned: Vec<Vec<Value>>,
    /// Whether running them again could give other values: they use the time or random numbers.
    pub varies: bool,
    /// Whether a statement deletes rows or drops something.
    pub deletes: bool,
}

#[derive(Clone, Default)]
struct Seen {
    varies: Arc<AtomicBool>,
    deletes: Arc<AtomicBool>,
}

/// Functions with a different result each time.
const VARYING: &[&str] = &[
    "changes",
    "current_date",
    "current_time",
    "current_timestamp",
    "date",
    "datetime",
    "julianday",
    "last_insert_rowid",
    "random",
    "randomblob",
    "strftime",
    "time",
    "timediff",
    "total_changes",
    "unixepoch",
];

/// Runs every statement of `sql`; nothing is committed.
pub fn run(conn: &mut Connection, sql: &str, params: &Params) -> Result<Ran> {
    let seen = Seen::default();
    let watch = seen.clone();
    conn.authorizer(Some(move |context: AuthContext<'_>| watch.judge(&context))).map_err(|e| failed(&e))?;
    limit_time(conn, WRITE_TIME)?;
    let ran = run_all(conn, sql, params);
    unleash(conn)?;
    let mut ran = ran?;
    ran.varies = seen.varies.load(Ordering::Relaxed);
    ran.deletes = seen.deletes.load(Ordering::Relaxed);
    Ok(ran)
}

impl Seen {
    fn judge(&self, context: &AuthContext<'_>) -> Authorization {
        // For a dropped column, SQLite passes its name in place of the database's.
        let database = match context.action {
            AuthAction::AlterTable { database_name, .. } => Some(database_name),
            _ => context.database_name,
        };
        if database.is_some_and(|db| db != "main" && db != "temp") {
            return Authorization::Deny;
        }
        match context.action {
            AuthAction::Function { function_name } if is_harmless(function_name) => {
                let name = function_name.to_ascii_lowercase();
                if VARYING.contains(&name.as_str()) {
                    self.varies.store(true, Ordering::Relaxed);
                }
                Authorization::Allow
            }
            AuthAction::Delete { table_name } | AuthAction::DropTable { table_name } => {
                if !table_name.starts_with("sqlite_") {
                    self.deletes.store(true, Ordering::Relaxed);
                }
                Authorization::Allow
            }
            AuthAction::Insert { .. }
            | AuthAction::Update { .. }
            | AuthAction::CreateIndex { .. }
            | AuthAction::CreateTable { .. }
            | AuthAction::CreateTempIndex { .. }
            | AuthAction::CreateTempTable { .. }
            | AuthAction::CreateTempView { .. }
            | AuthAction::CreateTrigger { .. }
            | AuthAction::CreateView { .. }
            | AuthAction::CreateVtable { .. }
            | AuthAction::DropIndex { .. }
            | AuthAction::DropTempIndex { .. }
            | AuthAction::DropTempTable { .. }
            | AuthAction::DropTempView { .. }
            | AuthAction::DropTrigger { .. }
            | AuthAction::DropView { .. }
            | AuthAction::DropVtable { .. }
            | AuthAction::AlterTable { .. }
            | AuthAction::Reindex { .. }
            | AuthAction::Analyze { .. } => Authorization::Allow,
            action if only_reads(action) => Authorization::Allow,
            _ => Authorization::Deny,
        }
    }
}

fn run_all(conn: &Connection, sql: &str, params: &Params) -> Result<Ran> {
    let mut ran = Ran::default();
    let mut batch = Batch::new(conn, sql);
    while let Some(mut statement) = batch.next().map_err(|e| failed(&e))? {
        if statement.parameter_count() > 0 && !ran.changes.is_empty() {
            return Err(
                Error::invalid(say!("effect-db-first-parameters")).hint(say!("effect-db-one-per-call"))
            );
        }
        if ran.changes.is_empty() {
            params.bind(&mut statement)?;
        }
        let before = conn.total_changes();
        let width = statement.column_count();
        let mut returned = Vec::new();
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next().map_err(|e| failed(&e))? {
            if returned.len() < RETURNED_MAX {
                let values = (0..width).map(|i| Ok(Cell::of(row.get_ref(i)?).shown()));
                returned.push(values.collect::<rusqlite::Result<Vec<_>>>().map_err(|e| failed(&e))?);
            }
        }
        if width > 0 {
            ran.returned = returned;
        }
        ran.changes.push(conn.total_changes() - before);
    }
    if ran.changes.is_empty() {
        return Err(Error::invalid(say!("effect-db-no-statement")));
    }
    Ok(ran)
}
