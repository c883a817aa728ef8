//! `data.write_sqlite`: tries statements on a copy, applies them in one transaction, and undoes them row by
//! row or, if rows are not identifiable, by restoring the whole database.

mod effect;
mod undo;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use countersign_core::{
    Error, ErrorCode, Result,
    judge::Facts,
    tool::{FieldChange, Forecast},
    world::{Ask, Inverse, Landed, Order, Precondition, RecoveryState, Reverted},
};
use countersign_words::say;
use rusqlite::{Connection, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    Data,
    database::{copy, failed, writable},
    diff::{Counts, Diff, TableDiff, diff},
    drawer::{Drawer, kept},
    place,
    query::Params,
    schema::content_hash,
    statements::{Ran, run},
};
use crate::{
    call::{fields, parse},
    files::protect,
};
use effect::Effect;
pub use undo::{Kept, RowsNow, Stand, kept_of};

/// The schema name of the database's previous state.
const BEFORE: &str = "countersign_before";
const PLAN: &str = "plan.json";
const ROWS: &str = "rows.json";
const COPY: &str = "before.db";

/// The arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Write {
    /// The database file; it must be there.
    pub database: String,
    /// The statements; they are applied in one transaction, all or none.
    pub sql: String,
    /// Values for the parameters of the first statement.
    #[serde(default, skip_serializing_if = "Params::is_none")]
    pub params: Params,
}

/// Data known before a write is committed: enough to determine later whether it was, and to undo it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Plan {
    path: PathBuf,
    capture: Capture,
    ran: Ran,
    tables: Vec<(String, Counts)>,
}

/// What was kept of the previous state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Capture {
    /// Every changed row, before and after.
    Rows,
    /// The whole database, and the hashes of its content before and after.
    Whole { before: String, after: String },
    /// Nothing: it is too large.
    Nothing,
}

impl Write {
    /// Tries the statements on a copy and returns what they would do.
    pub fn forecast(mut self, data: &Data, ask: &Ask) -> Result<Forecast> {
        let path = place::existing(ask.cwd.as_deref(), &self.database)?;
        self.database = place::text(&path)?;
        let mut built_on = Vec::new();
        let effect = if size(&path)? > data.capture_max {
            self.try_in_place(&path)?
        } else {
            self.try_on_copy(data, &path, pending(ask, &path), &mut built_on)?
        };
        let mut facts = Facts::write(self.database.clone());
        facts.deletes = effect.deletes(&self.database);
        facts.protected = effect.protected();
        facts.protected.extend(protect::writing(&path, &data.own));
        facts.outside = place::is_outside(&data.roots, ask.cwd.as_deref(), &path);
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        Ok(Forecast {
            args: fields(&self)?,
            summary: effect.summary(&name),
            preview: effect.preview(&self),
            noop: effect.is_nothing().then(|| say!("effect-db-change-nothing")),
            preconditions: vec![Precondition { what: self.database.clone(), state: effect.state() }],
            reversal: effect.reversal(data.capture_max),
            typed: name,
            facts,
            built_on,
            ..Forecast::default()
        })
    }

    fn try_on_copy(
        &self,
        data: &Data,
        path: &Path,
        pending: Vec<(String, Self)>,
        built_on: &mut Vec<String>,
    ) -> Result<Effect> {
        let scratch = data.scratch()?;
        let (old, new) = (scratch.path().join("old.db"), scratch.path().join("new.db"));
        copy(path, &old)?;
        *built_on = replay(&old, pending)?;
        std::fs::copy(&old, &new).map_err(|e| kept(say!("effect-do-copy-db"), &e))?;
        let mut conn = writable(&new)?;
        attach(&conn, &old)?;
        conn.execute_batch("BEGIN").map_err(|e| failed(&e))?;
        let ran = run(&mut conn, &self.sql, &self.params)?;
        let diff = diff(&conn, BEFORE, "main")?;
        Effect::of(&conn, BEFORE, ran, Some(diff))
    }

    fn try_in_place(&self, path: &Path) -> Result<Effect> {
        let mut conn = writable(path)?;
        conn.execute_batch("BEGIN IMMEDIATE").map_err(|e| failed(&e))?;
        let ran = run(&mut conn, &self.sql, &self.params);
        conn.execute_batch("ROLLBACK").map_err(|e| failed(&e))?;
        Effect::of(&conn, "main", ran?, None)
    }

    /// Applies the statements, if they still do what was shown.
    pub fn apply(&self, data: &Data, order: &Order) -> Result<Landed> {
        let begun = Instant::now();
        let path = PathBuf::from(&self.database);
        if path.canonicalize().ok().as_deref() != Some(&path) {
            return Err(Error::stale(say!("effect-not-where", path = self.database)));
        }
        let drawer = Drawer::of(&data.trash()?, &order.id)?;
        drawer.make()?;
        let mut conn = writable(&path)?;
        let applied = self.transact(data, order, &path, &mut conn, &drawer);
        match applied {
            Ok(plan) => plan.landed(&order.id, begun),
            Err(e) => {
                // Dropping the connection rolls back; the kept state is then meaningless.
                drop(conn);
                drawer.remove()?;
                Err(e)
            }
        }
    }

    fn transact(
        &self,
        data: &Data,
        order: &Order,
        path: &Path,
        conn: &mut Connection,
        drawer: &Drawer,
    ) -> Result<Plan> {
        conn.execute_batch("BEGIN IMMEDIATE").map_err(|e| failed(&e))?;
        let captured = size(path)? <= data.capture_max;
        if captured {
            // Other writers are locked out by now, so the copy is the state that the statements will see.
            copy(path, &drawer.path(COPY))?;
            attach(conn, &drawer.path(COPY))?;
        }
        let ran = run(conn, &self.sql, &self.params).map_err(no_longer)?;
        let found = if captured { Some(diff(conn, BEFORE, "main")?) } else { None };
        let effect = Effect::of(conn, if captured { BEFORE } else { "main" }, ran, found)?;
        effect.check(order)?;
        let plan = self.keep(path, conn, drawer, effect)?;
        conn.execute_batch("COMMIT").map_err(|e| failed(&e))?;
        Ok(plan)
    }

    /// Keeps the data for undo, durably, before anything is committed.
    fn keep(&self, path: &Path, conn: &Connection, drawer: &Drawer, effect: Effect) -> Result<Plan> {
        let tables = effect.counts();
        let capture = match &effect.diff {
            None => Capture::Nothing,
            Some(diff) if diff.by_rows => {
                drawer.write(ROWS, &diff.tables)?;
                Capture::Rows
            }
            Some(_) => {
                let file = std::fs::File::open(drawer.path(COPY));
                file.and_then(|f| f.sync_all()).map_err(|e| kept(say!("effect-do-keep-db"), &e))?;
                Capture::Whole { before: content_hash(conn, BEFORE)?, after: content_hash(conn, "main")? }
            }
        };
        let plan = Plan { path: path.to_owned(), capture, ran: effect.ran, tables };
        drawer.write(PLAN, &plan)?;
        Ok(plan)
    }
}

impl Plan {
    fn landed(self, id: &str, begun: Instant) -> Result<Landed> {
        let counts = |(table, c): &(String, Counts)| {
            (table.clone(), json!({ "inserted": c.inserted, "updated": c.updated, "deleted": c.deleted }))
        };
        let tables: serde_json::Map<String, Value> = self.tables.iter().map(counts).collect();
        let effect = |(table, counts): (&String, &Value)| {
            FieldChange::new(say!("effect-label-rows-of", table), Value::Null, counts.clone())
        };
        let effects = tables.iter().map(effect).collect();
        let mut result = json!({
            "database": place::text(&self.path)?,
            "statement_changes": self.ran.changes,
            "tables": tables,
        });
        if !self.ran.returned.is_empty() {
            result["returned"] = json!(self.ran.returned);
        }
        let (inverse, caveats) = match self.capture {
            Capture::Nothing => (None, vec![say!("effect-db-too-large-before")]),
            Capture::Rows | Capture::Whole { .. } => (Some(undo::inverse(id)), Vec::new()),
        };
        let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Landed { result, effects, inverse, caveats, duration_ms })
    }
}

/// Returns the run's pending writes to `path`, oldest first.
pub fn pending(ask: &Ask, path: &Path) -> Vec<(String, Write)> {
    let ours = ask.pending.iter().filter(|p| p.tool == "data.write_sqlite");
    let writes = ours.filter_map(|p| Some((p.item.clone(), parse::<Write>(&p.tool, &p.args).ok()?)));
    writes.filter(|(_, write)| Path::new(&write.database) == path).collect()
}

/// Applies pending writes to a copy, and returns which succeeded.
pub fn replay(path: &Path, pending: Vec<(String, Write)>) -> Result<Vec<String>> {
    let mut done = Vec::new();
    if pending.is_empty() {
        return Ok(done);
    }
    let mut conn = writable(path)?;
    for (item, write) in pending {
        conn.execute_batch("BEGIN").map_err(|e| failed(&e))?;
        let ran = run(&mut conn, &write.sql, &write.params).is_ok();
        // Some errors end the transaction by themselves.
        if !conn.is_autocommit() {
            let end = if ran { "COMMIT" } else { "ROLLBACK" };
            conn.execute_batch(end).map_err(|e| failed(&e))?;
        }
        if ran {
            done.push(item);
        }
    }
    Ok(done)
}

/// Determines whether an order was committed, from the rows: SQLite's transaction is all or nothing.
pub fn check(data: &Data, order: &Order) -> Result<RecoveryState> {
    let drawer = Drawer::of(&data.trash()?, &order.id)?;
    let Some(plan) = drawer.read::<Plan>(PLAN)? else {
        return Ok(RecoveryState::NotBegun);
    };
    let begun = Instant::now();
    // Opened for writing, since SQLite first rolls back what a killed writer left.
    let conn = writable(&plan.path)?;
    let unknown = || Ok(RecoveryState::Unknown(say!("effect-changed-meanwhile", path = plan.path.display())));
    match &plan.capture {
        Capture::Nothing => {
            Ok(RecoveryState::Unknown(say!("effect-db-too-large-tell", path = plan.path.display())))
        }
        Capture::Rows => {
            let tables =
                drawer.read::<Vec<TableDiff>>(ROWS)?.ok_or_else(|| Error::bug("the rows are gone"))?;
            match undo::stand(&conn, &tables)? {
                Stand::After => Ok(RecoveryState::Landed(Box::new(plan.landed(&order.id, begun)?))),
                Stand::Before => Ok(RecoveryState::NotBegun),
                Stand::Neither(_) => unknown(),
            }
        }
        Capture::Whole { before, after } => {
            let now = content_hash(&conn, "main")?;
            if now == *after {
                Ok(RecoveryState::Landed(Box::new(plan.landed(&order.id, begun)?)))
            } else if now == *before {
                Ok(RecoveryState::NotBegun)
            } else {
                unknown()
            }
        }
    }
}

/// Undoes a write.
pub fn revert(data: &Data, id: &str, inverse: &Inverse) -> Result<Reverted> {
    undo::revert(data, id, inverse)
}

fn attach(conn: &Connection, path: &Path) -> Result<()> {
    conn.execute(&format!("ATTACH ?1 AS {BEFORE}"), params![place::text(path)?]).map_err(|e| failed(&e))?;
    Ok(())
}

/// Returns the size of a database, including its write-ahead log.
pub fn size(path: &Path) -> Result<u64> {
    let of = |path: &Path| path.metadata().map(|m| m.len());
    let main = of(path).map_err(|e| Error::conflict(say!("effect-cannot-look-db", error = e)))?;
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    Ok(main + of(Path::new(&wal)).unwrap_or_default())
}

/// A statement that worked when it was shown and fails now is stale, not invalid.
fn no_longer(e: Error) -> Error {
    match e.code {
        ErrorCode::Invalid => Error::stale(say!("effect-db-no-longer-run", said = e.message)),
        _ => e,
    }
}
