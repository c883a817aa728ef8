//! The baseline loop: the same rows, the same queue, the same group commit, and nothing else.

use std::{
    path::Path,
    sync::mpsc::{Receiver, SyncSender, channel, sync_channel},
    thread,
    time::{Duration, Instant},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_store::SqliteStore;
use rusqlite::{Connection, params};

use crate::load::Rows;

/// How many operations one commit takes at most, as in the store's own writer.
const CALLS_PER_COMMIT: usize = 256;

struct Job {
    rows: Rows,
    reply: SyncSender<()>,
}

/// Writes each caller's rows, each caller waiting for its commit before the next. Returns the total time.
pub fn write(path: &Path, lists: Vec<Vec<Rows>>) -> Result<Duration> {
    // The store's own migrations create the tables, so that indexes and settings are the same.
    drop(SqliteStore::open(path)?);
    let mut connection = open(path).map_err(broken)?;
    let (queue, jobs) = channel::<Job>();
    thread::scope(|scope| {
        let writer = scope.spawn(move || serve(&mut connection, &jobs));
        let begun = Instant::now();
        let callers: Vec<_> = lists
            .into_iter()
            .map(|list| {
                let queue = queue.clone();
                scope.spawn(move || {
                    for rows in list {
                        let (reply, done) = sync_channel(1);
                        if queue.send(Job { rows, reply }).is_err() || done.recv().is_err() {
                            return;
                        }
                    }
                })
            })
            .collect();
        for caller in callers {
            caller.join().map_err(|_| Error::bug("a caller panicked"))?;
        }
        let took = begun.elapsed();
        drop(queue);
        writer.join().map_err(|_| Error::bug("the raw writer panicked"))?.map_err(broken)?;
        Ok(took)
    })
}

fn broken(e: rusqlite::Error) -> Error {
    Error::new(ErrorCode::Store, "the raw loop failed").because(e)
}

/// Opens the database with the settings of the store's own writer.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 32_000)?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.pragma_update(None, "cache_size", -2048)?;
    connection.pragma_update(None, "cache_spill", 2048)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn serve(connection: &mut Connection, queue: &Receiver<Job>) -> rusqlite::Result<()> {
    let mut jobs = Vec::with_capacity(CALLS_PER_COMMIT);
    let mut seq = 0;
    while let Ok(first) = queue.recv() {
        jobs.push(first);
        jobs.extend(queue.try_iter().take(CALLS_PER_COMMIT - 1));
        connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        for job in &jobs {
            seq += 1;
            write_rows(connection, &job.rows, seq)?;
        }
        connection.prepare_cached("COMMIT")?.execute([])?;
        for job in jobs.drain(..) {
            // A caller that is gone has panicked and reported that itself.
            let _ = job.reply.send(());
        }
    }
    Ok(())
}

fn write_rows(connection: &Connection, rows: &Rows, seq: i64) -> rusqlite::Result<()> {
    let put_record = "INSERT INTO record (kind, id, doc, stamps) VALUES ($1, $2, $3, $4) \
                      ON CONFLICT (kind, id) DO UPDATE SET doc = excluded.doc, stamps = excluded.stamps";
    for record in &rows.records {
        connection.prepare_cached(put_record)?.execute(record.each_ref())?;
    }
    for record in &rows.deleted {
        connection
            .prepare_cached("DELETE FROM record WHERE kind = $1 AND id = $2")?
            .execute(record.each_ref())?;
    }
    let put_index =
        "INSERT INTO idx (name, sort, id) VALUES ($1, $2, $3) ON CONFLICT (name, sort, id) DO NOTHING";
    for entry in &rows.index_added {
        connection.prepare_cached(put_index)?.execute(entry.each_ref())?;
    }
    let delete_index = "DELETE FROM idx WHERE name = $1 AND sort = $2 AND id = $3";
    for entry in &rows.index_removed {
        connection.prepare_cached(delete_index)?.execute(entry.each_ref())?;
    }
    let put_blob = "INSERT INTO blob (name, size, bytes) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
    for (name, bytes) in &rows.blobs {
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        connection.prepare_cached(put_blob)?.execute(params![name, size, bytes])?;
    }
    let e = &rows.event;
    let append = "INSERT INTO event (seq, at, actor, op, run, tool, status, prev, state, body_commitment, \
                  changes_commitment, salt, hash, body, changes) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    connection.prepare_cached(append)?.execute(params![
        seq,
        i64::try_from(e.at).unwrap_or(i64::MAX),
        e.actor,
        e.op,
        e.run,
        e.tool,
        e.status,
        e.prev,
        e.state.to_bytes(),
        e.body_commitment,
        e.changes_commitment,
        e.salt,
        e.hash,
        e.body,
        e.changes,
    ])?;
    Ok(())
}
