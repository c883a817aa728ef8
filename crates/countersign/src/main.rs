//! Agents propose. You countersign: the command line.
//!
//! Commands derive from the table of operations ([`command`]); each makes its calls through one seam ([`caller`]),
//! prints answers ([`render`]) and ends with a code that a script can branch on ([`exit`]).

/// Documents consist of many small allocations: this allocator takes half the time of the system's. SQLite uses it too:
/// the system's returns memory after each commit, only to request it again.
///
/// On Linux it replaces `malloc`, which Rust uses by default: as a `GlobalAlloc` it would get an alignment for each
/// allocation, and sizes that are not a power of two would take a slower path.
#[cfg(not(target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
#[cfg(target_os = "linux")]
use mimalloc as _;

mod agents;
mod caller;
mod cli;
mod command_table;
mod custom_commands;
mod daemon;
mod exit;
mod field;
mod help;
mod home;
mod kept_token;
mod op_commands;
mod output;
mod own_process;
mod pager;
mod progress;
mod render;
mod session;
mod template;

use std::process::ExitCode;

use countersign_tools::stage;

fn main() -> ExitCode {
    // Inside a stage this program is a tool and has no home.
    if std::env::args_os().nth(1).is_some_and(|word| word == stage::WORD) {
        return if stage::answer() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    ExitCode::from(cli::run(std::env::args_os().collect()))
}
