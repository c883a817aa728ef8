//! Durable proposals per second: through the engine, and as bare rows.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use countersign_core::{Error, Result};

use crate::{
    load, raw,
    report::{Report, Target, median},
    world,
};

/// How often engine and raw loop take turns.
const ROUNDS: usize = 3;

/// Measures `each` proposals by each of `callers`.
pub fn measure(report: &mut Report, callers: usize, each: usize) -> Result<()> {
    let total = (callers * each) as f64;
    let (mut engine_rates, mut raw_rates) = (Vec::new(), Vec::new());
    let mut memory_us = Vec::new();
    let (mut rows, mut bytes) = (0, 0);
    for _ in 0..ROUNDS {
        let home = tempfile::tempdir().map_err(Error::bug)?;
        let captured = Instant::now();
        let lists = load::capture(callers, each)?;
        memory_us.push(captured.elapsed().as_secs_f64() * 1e6 / total);
        rows = lists.iter().flatten().map(load::Rows::count).sum();
        bytes = lists.iter().flatten().map(load::Rows::bytes).sum();
        raw_rates.push(total / raw::write(&home.path().join("raw.db"), lists)?.as_secs_f64());
        engine_rates
            .push(total / through_engine(&home.path().join("engine.db"), callers, each)?.as_secs_f64());
    }
    let (engine, raw) = (median(engine_rates), median(raw_rates));
    let who = if callers == 1 { "1 caller".to_owned() } else { format!("{callers} callers") };
    let shape = format!("{:.1} rows, {:.1} kB each", rows as f64 / total, bytes as f64 / total / 1000.0);
    report.add(&format!("durable proposals, {who}, raw loop ({shape})"), raw, "/s", Target::None);
    report.add(&format!("durable proposals, {who}, engine"), engine, "/s", Target::None);
    let in_memory = format!("one proposal of {who}, engine in memory, recorded");
    report.add(&in_memory, median(memory_us), "µs", Target::None);
    let target = if callers == 1 { Target::None } else { Target::AtLeast(50.0) };
    report.add(&format!("durable proposals, {who}, engine in % of raw"), 100.0 * engine / raw, "%", target);
    Ok(())
}

fn through_engine(path: &Path, callers: usize, each: usize) -> Result<Duration> {
    let engine = world::on_disk(path)?;
    let workers = load::start_workers(&engine, callers)?;
    let begun = Instant::now();
    thread::scope(|scope| {
        let engine = &engine;
        let running: Vec<_> = workers
            .into_iter()
            .map(|mut worker| {
                scope.spawn(move || (0..each).try_for_each(|_| worker.propose(engine).map(drop)))
            })
            .collect();
        running
            .into_iter()
            .try_for_each(|caller| caller.join().map_err(|_| Error::bug("a caller panicked"))?)
    })?;
    Ok(begun.elapsed())
}
