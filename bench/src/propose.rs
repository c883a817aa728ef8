//! Durable proposals per second: through the engine, and as raw rows.

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

/// How many rounds engine and raw loop alternate.
const ROUNDS: usize = 3;

/// Time and CPU of one way to write proposals.
#[derive(Default)]
struct Rates {
    per_second: Vec<f64>,
    cpu_us: Vec<f64>,
}

impl Rates {
    /// Runs `f`, which writes `total` proposals and returns how long that took.
    fn measure(&mut self, total: f64, f: impl FnOnce() -> Result<Duration>) -> Result<()> {
        let before = cpu_time_us();
        self.per_second.push(total / f()?.as_secs_f64());
        self.cpu_us.extend(before.zip(cpu_time_us()).map(|(before, after)| (after - before) / total));
        Ok(())
    }
}

/// Returns the CPU time of this process so far, where `/proc` has it.
fn cpu_time_us() -> Option<f64> {
    // User and system time are the 14th and 15th fields, in hundredths of a second; the 2nd may contain spaces.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) * 1e4)
}

/// Measures `each` proposals by each of `callers`.
pub fn measure(report: &mut Report, callers: usize, each: usize) -> Result<()> {
    let total = (callers * each) as f64;
    let (mut engine, mut raw) = (Rates::default(), Rates::default());
    let mut memory_us = Vec::new();
    let (mut rows, mut bytes) = (0, 0);
    for _ in 0..ROUNDS {
        let home = tempfile::tempdir().map_err(Error::bug)?;
        let captured = Instant::now();
        let lists = load::capture(callers, each)?;
        memory_us.push(captured.elapsed().as_secs_f64() * 1e6 / total);
        rows = lists.iter().flatten().map(load::Rows::count).sum();
        bytes = lists.iter().flatten().map(load::Rows::bytes).sum();
        raw.measure(total, || raw::write(&home.path().join("raw.db"), lists))?;
        engine.measure(total, || through_engine(&home.path().join("engine.db"), callers, each))?;
    }
    let who = if callers == 1 { "1 caller".to_owned() } else { format!("{callers} callers") };
    let shape = format!("{:.1} rows, {:.1} kB each", rows as f64 / total, bytes as f64 / total / 1000.0);
    let (engine_rate, raw_rate) = (median(engine.per_second), median(raw.per_second));
    report.add(&format!("durable proposals, {who}, raw loop ({shape})"), raw_rate, "/s", Target::None);
    report.add(&format!("durable proposals, {who}, engine"), engine_rate, "/s", Target::None);
    let target = if callers == 1 { Target::None } else { Target::AtLeast(50.0) };
    report.add(
        &format!("durable proposals, {who}, engine in % of raw"),
        100.0 * engine_rate / raw_rate,
        "%",
        target,
    );
    report.add(&format!("one proposal, {who}, raw loop, processor"), median(raw.cpu_us), "µs", Target::None);
    report.add(&format!("one proposal, {who}, engine, processor"), median(engine.cpu_us), "µs", Target::None);
    report.add(&format!("one proposal, {who}, engine in memory"), median(memory_us), "µs", Target::None);
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
