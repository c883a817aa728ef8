//! Judges thousands of generated lines, and runs those judged as reads.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::{
    generate::Generator,
    scene::{Miss, Scene},
};

/// How many lines are judged before the reads among them run in one world.
const CHUNK: usize = 100;

/// The result.
#[derive(Default)]
pub struct Done {
    /// How many were judged as reads, and run.
    pub reads: usize,
    /// Those that did more than read, in order.
    pub misses: Vec<Found>,
}

/// A line that was judged a read and did more.
pub struct Found {
    case: usize,
    /// The line.
    pub line: String,
    /// What it did.
    pub miss: Miss,
    /// The evidence as text.
    pub evidence: String,
}

/// Judges and runs the lines of a seed. Which lines share a world depends on their numbers alone.
pub fn hunt(generator: &Generator, scene: &Scene, seed: usize, cases: usize) -> Done {
    let next = AtomicUsize::new(0);
    let done: Mutex<Done> = Mutex::default();
    let workers = thread::available_parallelism().map_or(2, |n| n.get().min(8));
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if from >= cases {
                        return;
                    }
                    let (reads, found) = chunk(generator, scene, seed, from..cases.min(from + CHUNK));
                    let mut done = done.lock().unwrap();
                    done.reads += reads;
                    done.misses.extend(found);
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.misses.sort_by_key(|found| found.case);
    done
}

fn chunk(
    generator: &Generator,
    scene: &Scene,
    seed: usize,
    cases: std::ops::Range<usize>,
) -> (usize, Vec<Found>) {
    let lines: Vec<(usize, String)> = cases.map(|case| (case, generator.line(seed, case))).collect();
    let reads: Vec<_> =
        lines.iter().filter_map(|(case, line)| Some((*case, line.as_str(), scene.unasked(line)?))).collect();
    let count = reads.len();
    // Lines that only meet secrets run separately: they need not be told apart.
    let (naming, meeting): (Vec<_>, Vec<_>) =
        reads.into_iter().partition(|(_, line, facts)| scene.names_secret(line, facts));
    let missed = scene.misses(&naming).into_iter().chain(scene.misses(&meeting));
    let found = missed.map(|(case, miss, evidence)| {
        let line = generator.line(seed, case);
        Found { case, line, miss, evidence }
    });
    (count, found.collect())
}
