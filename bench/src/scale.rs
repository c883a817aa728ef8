//! Checks whether a long history slows the inbox and undo: a small store compared with a large one.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use countersign_core::{Engine, Error, Result};
use serde_json::Value;

use crate::{
    report::{Report, Target, median},
    world::{self, Worker},
};

/// How many items are pending in both stores during the measurement.
const PENDING: u64 = 200;

/// How often each is measured.
const TIMES: usize = 100;

/// How many threads fill a store.
const FILLERS: u64 = 32;

/// The most events of a history that go through the engine. A longer history consists of copies of these rows with new
/// ids: as many rows in trees as deep, in minutes instead of hours. Its hash chain does not verify, which neither the
/// inbox nor undo checks.
const REAL_EVENTS_MAX: u64 = 50_000;

/// How many events one run and one task get before new ones are started.
const EVENTS_PER_RUN: u64 = 200;

/// Measures a store of `small` events against one of `large`.
pub fn measure(report: &mut Report, small: u64, large: u64) -> Result<()> {
    let home = tempfile::tempdir().map_err(Error::bug)?;
    let begun = Instant::now();
    let stores =
        [filled(&home.path().join("small.db"), small)?, filled(&home.path().join("large.db"), large)?];
    println!("(two stores with {small} and {large} events filled in {:.0} s)", begun.elapsed().as_secs_f64());
    let (mut inbox, mut undo) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for _ in 0..TIMES {
        for (i, (engine, worker)) in stores.iter().enumerate() {
            inbox[i].push(ms(|| worker.inbox(engine))?);
        }
    }
    let mut stores = stores;
    for _ in 0..TIMES {
        for (i, (engine, worker)) in stores.iter_mut().enumerate() {
            let proposed = worker.propose(engine)?;
            let landed = worker.confirm(engine, &proposed)?;
            undo[i].push(ms(|| worker.undo(engine, &landed))?);
        }
    }
    tell(report, "inbox", inbox, [small, large]);
    tell(report, "undo", undo, [small, large]);
    Ok(())
}

fn tell(report: &mut Report, what: &str, times: [Vec<f64>; 2], events: [u64; 2]) {
    let [small, large] = times.map(median);
    report.add(&format!("{what} at {} events", events[0]), small, "ms", Target::None);
    report.add(&format!("{what} at {} events", events[1]), large, "ms", Target::None);
    report.add(
        &format!("{what} at {} events, times that at {}", events[1], events[0]),
        large / small,
        "×",
        Target::AtMost(1.5),
    );
}

fn ms(f: impl FnOnce() -> Result<Value>) -> Result<f64> {
    let begun = Instant::now();
    f()?;
    Ok(millis(begun.elapsed()))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Creates a store with `events` events, of which the last left [`PENDING`] items, and a worker in it.
fn filled(path: &Path, events: u64) -> Result<(Engine, Worker)> {
    let history = events.saturating_sub(PENDING);
    let copies = history.div_ceil(REAL_EVENTS_MAX).max(1);
    fill(&world::on_disk(path)?, history / copies)?;
    multiply(path, copies).map_err(|e| Error::bug(format!("the history was not copied: {e}")))?;
    let engine = world::on_disk(path)?;
    let mut worker = Worker::start(&engine, "measured")?;
    for _ in 0..PENDING {
        worker.propose(&engine)?;
    }
    Ok((engine, worker))
}

fn fill(engine: &Engine, events: u64) -> Result<()> {
    let fillers = FILLERS.min(events.div_ceil(EVENTS_PER_RUN)).max(1);
    thread::scope(|scope| {
        let running: Vec<_> =
            (0..fillers).map(|n| scope.spawn(move || fill_alone(engine, n, events / fillers))).collect();
        running
            .into_iter()
            .try_for_each(|filler| filler.join().map_err(|_| Error::bug("a filler panicked"))?)
    })
}

/// Appends copies of the history to itself.
fn multiply(path: &Path, copies: u64) -> rusqlite::Result<()> {
    let connection = rusqlite::Connection::open(path)?;
    // This file need not survive a crash.
    connection.pragma_update(None, "synchronous", "OFF")?;
    let last: i64 = connection.query_row("SELECT coalesce(max(seq), 0) FROM event", [], |row| row.get(0))?;
    for copy in 1..i64::try_from(copies).unwrap_or(i64::MAX) {
        connection.execute_batch(&format!(
            "BEGIN;
             INSERT INTO event SELECT seq + {last} * {copy}, at, actor, op, run || '~{copy}', tool, status, prev, state,
                 body_commitment, changes_commitment, salt, hash, body, changes FROM event WHERE seq <= {last};
             INSERT INTO record SELECT kind, id || '~{copy}', doc, stamps FROM record WHERE id NOT LIKE '%~%';
             INSERT INTO idx SELECT name, sort || '~{copy}', id || '~{copy}' FROM idx WHERE id NOT LIKE '%~%';
             COMMIT;"
        ))?;
    }
    Ok(())
}

/// Makes about `events` events: proposals that are confirmed, every fourth of them undone.
fn fill_alone(engine: &Engine, filler: u64, events: u64) -> Result<()> {
    let mut made = 0;
    let mut run = 0;
    while made < events {
        let mut worker = Worker::start(engine, &format!("filler-{filler}-{run}"))?;
        run += 1;
        made += 2;
        for turn in 0..EVENTS_PER_RUN / 9 * 4 {
            if made >= events {
                break;
            }
            let proposed = worker.propose(engine)?;
            let landed = worker.confirm(engine, &proposed)?;
            made += 2;
            if turn % 4 == 0 {
                worker.undo(engine, &landed)?;
                made += 1;
            }
        }
    }
    Ok(())
}
