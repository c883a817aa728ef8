//! Measures Countersign, as ratios to a raw loop in the same run where possible. `cargo xtask bench` runs it, prints
//! the table and writes it to `docs/bench.md`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool for developers")]

/// The same allocator as in the program itself.
#[cfg(not(target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
#[cfg(target_os = "linux")]
use mimalloc as _;

mod clients;
mod commands;
mod daemon;
mod files;
mod gateway;
mod judging;
mod load;
mod pages;
mod passthrough;
mod program;
mod propose;
mod raw;
mod rehearsal;
mod report;
mod scale;
mod start;
mod team;
mod terminal;
mod train;
mod web;
mod world;

use std::{env, path::Path, process::ExitCode};

use countersign_core::Result;
use report::Report;

/// How much is measured.
struct Size {
    /// Events in the large store.
    events: u64,
    /// Proposals per caller, with one caller.
    alone: usize,
    /// Proposals per caller, with many.
    together: usize,
}

const USUAL: Size = Size { events: 100_000, alone: 4_000, together: 750 };
const FULL: Size = Size { events: 1_000_000, alone: 8_000, together: 1_500 };

fn main() -> ExitCode {
    let mut args: Vec<String> = env::args().skip(1).collect();
    if let [flag, how, kind, to] = args.as_slice()
        && flag == "--passthrough"
    {
        return ended(passthrough::run(how, kind, to));
    }
    if cfg!(debug_assertions) {
        eprintln!("this is a debug build, and its times mean nothing: use cargo xtask bench");
        // Sizes do not depend on the build.
        if args != ["--pages"] {
            return ExitCode::FAILURE;
        }
    }
    if let [flag, path, ..] = args.as_slice()
        && flag == "--program"
    {
        program::set(Path::new(path));
        args.drain(..2);
    }
    let size = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => USUAL,
        ["--full"] => FULL,
        ["--files"] => return ended(files::measure(&mut Report::default())),
        ["--small"] => return ended(files::small(&mut Report::default())),
        ["--daemon"] => return ended(daemon::measure(&mut Report::default(), 150)),
        ["--gateway"] => return ended(gateway::measure(&mut Report::default())),
        ["--commands"] => return ended(commands::measure(&mut Report::default())),
        ["--terminal"] => return ended(terminal::measure(&mut Report::default())),
        ["--pages"] => return ended(pages::measure(&mut Report::default())),
        ["--web"] => return ended(web::measure(&mut Report::default())),
        ["--team"] => return ended(team::measure(&mut Report::default(), 100)),
        ["--train"] => return ended(train::run()),
        ["--rehearsal"] => return ended(rehearsal::measure(&mut Report::default())),
        _ => {
            eprintln!(
                "usage: cargo xtask bench [--full | --files | --small | --commands | --daemon | --gateway | --pages | --rehearsal | --team | --terminal | --web]"
            );
            return ExitCode::from(2);
        }
    };
    ended(measure(&size))
}

fn ended(measured: Result<()>) -> ExitCode {
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}{}", e.internal().map(|i| format!(" ({i})")).unwrap_or_default());
            ExitCode::FAILURE
        }
    }
}

fn measure(size: &Size) -> Result<()> {
    let mut report = Report::default();
    propose::measure(&mut report, 1, size.alone)?;
    propose::measure(&mut report, 32, size.together)?;
    judging::measure(&mut report)?;
    commands::measure(&mut report)?;
    start::measure(&mut report)?;
    daemon::measure(&mut report, 150)?;
    gateway::measure(&mut report)?;
    files::measure(&mut report)?;
    rehearsal::measure(&mut report)?;
    terminal::measure(&mut report)?;
    web::measure(&mut report)?;
    team::measure(&mut report, 100)?;
    scale::measure(&mut report, 1_000, size.events)?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/bench.md");
    report.write(&path)
}
