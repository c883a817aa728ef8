//! The table of measurements.

use std::{fmt::Write, fs, path::Path, thread};

use countersign_core::{Error, ErrorCode, Result};

use crate::program;

/// The sentence printed when the shipped program was measured.
const AS_SHIPPED: &str = " The program itself (its daemon, gateway and commands) was the\none that `cargo xtask dist` builds; \
                          what it is compared with, and what is measured in process, were built as usual.";

/// The target of a number.
#[derive(Clone, Copy)]
pub enum Target {
    /// At least this much.
    AtLeast(f64),
    /// Less than this much.
    Below(f64),
    /// At most this much.
    AtMost(f64),
    /// Reported without a target.
    None,
}

impl Target {
    fn is_met(self, value: f64) -> bool {
        match self {
            Self::AtLeast(limit) => value >= limit,
            Self::Below(limit) => value < limit,
            Self::AtMost(limit) => value <= limit,
            Self::None => true,
        }
    }

    fn words(self) -> String {
        match self {
            Self::AtLeast(limit) => format!("≥ {limit}"),
            Self::Below(limit) => format!("< {limit}"),
            Self::AtMost(limit) => format!("≤ {limit}"),
            Self::None => "–".into(),
        }
    }
}

/// All rows so far.
#[derive(Default)]
pub struct Report {
    rows: Vec<[String; 4]>,
    unheard: bool,
}

impl Report {
    /// Creates a report that is discarded.
    pub fn unheard() -> Self {
        Self { unheard: true, ..Self::default() }
    }

    /// Adds a row, and prints it.
    pub fn add(&mut self, what: &str, value: f64, unit: &str, target: Target) {
        let shown = match value {
            v if v >= 100.0 => format!("{v:.0} {unit}"),
            v if v >= 10.0 => format!("{v:.1} {unit}"),
            v => format!("{v:.2} {unit}"),
        };
        let met = match target {
            Target::None => "",
            _ if target.is_met(value) => "yes",
            _ => "**no**",
        };
        if self.unheard {
            return;
        }
        println!("{what:<64} {shown:>16}   {:>8}   {met}", target.words());
        self.rows.push([what.to_owned(), shown, target.words(), met.to_owned()]);
    }

    /// Writes the report page.
    pub fn write(&self, path: &Path) -> Result<()> {
        let cores = thread::available_parallelism().map_or(0, usize::from);
        let mut page = format!(
            "# Measurements\n\n\
             Written by `cargo xtask bench{}` on {cores} cores ({}). Raw loops ran beside Countersign in the same run, on\n\
             the same disk: read the ratios, not the rates.{}\n\n\
             | what | measured | target | met |\n|---|---:|---:|---|\n",
            if program::is_named() { " --dist" } else { "" },
            std::env::consts::OS,
            if program::is_named() { AS_SHIPPED } else { "" },
        );
        for [what, shown, target, met] in &self.rows {
            let _ = writeln!(page, "| {what} | {shown} | {target} | {met} |");
        }
        page.push_str(
            "\nHow each is measured:\n\n\
             - *Durable proposals*: the same proposals go through the engine into SQLite, and, as rows captured from the\n  \
             engine, through a bare `rusqlite` loop with the same queue, group commit and settings, one prepared statement\n  \
             per row, also for each index entry, which the engine writes many at a time. Engine and raw take turns; the ratio is\n  \
             that of the medians.\n\
             - *Judging*: class, rules and verdict of one call, as the gate asks for them.\n\
             - *Inbox and undo*: medians, with 200 items pending in both stores; small and large store take turns.\n  \
             At most 50,000 events of a history went through the engine, the others are copies of their rows.\n\
             - *Command lines*: ten lines as agents type them, each analysed 200 times, warm; `check` is started anew for one line,
  and reads 20,000 lines at once with `--jsonl`, judged by the default policy and answered with all facts.
- *Start*: `countersign inbox --json` in a home that was used before, from start to exit; the memory is the\n  \
             highest `VmHWM` seen while it ran.\n\
             - *Proposed and decided*: a task is proposed by an agent and confirmed by a person, each a request of its own,\n  \
             by 32 clients at once, to a daemon that was started for it; the clients share one thread, so that what they take\n  \
             of two processors is not missing to the daemon. In process the same two calls by 32 threads.\n  \
             LangGraph interrupts and resumes a graph of one node on its SQLite checkpointer (`bench/peers`), in one process\n  \
             with its client. Both begin with some that do not count; five rounds of both, the middle of the rounds' ratios.\n\
             - *Memory of a daemon*: `VmRSS` half a second after it was started in a home that was used before (in a new one it\n  \
             weighs 5 MiB more until it is started again), and with 1,000 readers of its event stream that each were told of an\n  \
             event.\n\
             - *Gateway*: a client of the same library calls `echo` of the same server through each, one call after another and\n  \
             32 at once, over HTTP by the newest revision that each speaks, with a token for progress in every call; what ours\n  \
             does besides is to judge every call and to log it. Medians of three rounds, all in one run. Where it is compared in\n  \
             p50 and calls/s, both are started once more and take 12 short turns, so that what the machine does meanwhile slows\n  \
             both; the middle of the turns' ratios counts. Memory is taken at the end of the load.\n\
             - *Rehearsal*: a line of the shell in a world of its own, layers, snapshot, the search for secrets and effects\n  \
             included, beside the same line without; landing beside `cp -r` of the same files; memory is how far `VmHWM`\n  \
             rises. A command that is known to read only (`grep -r`) reads the workspace as it is; one that nobody knows works in\n  \
             layers, which cost more to read through.\n\
             - *The review desk*: pages of a daemon as a signed-in browser asks for them, medians of 30, compressed (gzip) and not;\n  \
             *an answer and the page of the next* are the form of a yes and the page that it leads to, one after the other;\n  \
             *on the screen* is a real Chromium without a window, from when an agent has the answer to its proposal until the\n  \
             page shows it.\n\
             - *100 MB*: `filesystem.write_file` with a `source` over a file of the same size, confirmed and undone, beside\n  \
             two copies of that source with fsync; medians, taking turns. Being looked at when proposed counts too.\n\
             - *Peak memory*: how far `VmHWM` rises above the memory in use before, while that is done.\n\
             - *Small files*: 1,000 new files of one run, confirmed as selected items and rolled back with the run, beside\n  \
             1,000 new files that are written and synced one by one; medians. Proposing them is not counted.\n",
        );
        fs::write(path, page)
            .map_err(|e| Error::new(ErrorCode::Store, format!("cannot write {}", path.display())).because(e))
    }
}

/// Returns the median.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(Vec::new()), 0.0);
    }

    #[test]
    fn targets_know_their_side() {
        assert!(Target::AtLeast(0.5).is_met(0.5) && !Target::AtLeast(0.5).is_met(0.4));
        assert!(!Target::Below(25.0).is_met(25.0) && Target::AtMost(1.5).is_met(1.5));
    }
}
