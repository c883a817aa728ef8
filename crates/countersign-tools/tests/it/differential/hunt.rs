//! Judges generated lines by the thousand, and runs those that are judged reads.

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

/// How many lines are judged before those of them that read run in one world.
const CHUNK: usize = 100;

/// What came out.
#[derive(Default)]
pub struct Done {
    /// How many were judged reads, and run.
    pub reads: usize,
    /// Those that did more than read, in the order of their numbers.
    pub misses: Vec<Found>,
}

/// A line that was judged a read and did more.
pub struct Found {
    case: usize,
    /// The line.
    pub line: String,
    /// What it did.
    pub miss: Miss,
    /// The same in words.
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
    // Those that only meet secrets run by themselves: nothing is to be told apart there.
    let (naming, meeting): (Vec<_>, Vec<_>) =
        reads.into_iter().partition(|(_, line, facts)| scene.names_secret(line, facts));
    let missed = scene.misses(&naming).into_iter().chain(scene.misses(&meeting));
    let found = missed.map(|(case, miss, evidence)| {
        let line = generator.line(seed, case);
        Found { case, line, miss, evidence }
    });
    (count, found.collect())
}
