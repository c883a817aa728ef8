//! Commands with code of their own: they are not one operation (those are in `op_commands.rs`), but look at the program
//! itself or the whole store, read many lines, or wait. The tables below are all there are.

mod answer;
mod audit;
mod check;
mod demo;
mod doctor;
mod down;
mod exec;
mod export;
mod hook;
mod import;
mod mcp;
mod open;
mod pages;
mod pair;
mod passkey;
pub mod stage;
mod system;
mod up;
mod wait;

pub use import::concealed;

use clap::{ArgMatches, Command};
use countersign_core::Result;

use crate::{
    op_commands::{Binding, Shape},
    session::Session,
};

type Run = fn(&Session, &ArgMatches) -> Result<u8>;
type RunOp = fn(&Session, &Binding, &ArgMatches) -> Result<u8>;

/// A command that is no operation.
struct CustomCommand {
    path: &'static [&'static str],
    about: &'static str,
    args: fn(Command) -> Command,
    run: Run,
}

const CUSTOM_COMMANDS: &[CustomCommand] = &[
    CustomCommand {
        path: &["up"],
        about: "Run the daemon of this home: HTTP API, live events, timers",
        args: up::args,
        run: up::run,
    },
    CustomCommand { path: &["down"], about: "End the daemon of this home", args: |c| c, run: down::run },
    CustomCommand {
        path: &["mcp"],
        about: "Be an MCP server on standard input and output, for an agent: a bridge to the daemon",
        args: mcp::args,
        run: mcp::run,
    },
    CustomCommand {
        path: &["open"],
        about: "Make a one-time link that signs in a browser, and open it where there is a display",
        args: open::args,
        run: open::run,
    },
    CustomCommand {
        path: &["pair"],
        about: "Show a one-time link that signs in a telephone, as a QR code",
        args: pair::args,
        run: pair::run,
    },
    CustomCommand {
        path: &["passkey", "reset"],
        about: "Revoke all passkeys of a person who lost them; on the machine itself, while no daemon runs",
        args: passkey::args,
        run: passkey::reset,
    },
    CustomCommand {
        path: &["audit", "verify"],
        about: "Find out whether the log or the records were edited",
        args: audit::verify_args,
        run: audit::verify,
    },
    CustomCommand {
        path: &["audit", "checkpoint"],
        about: "Sign the end of the log, to be kept elsewhere as a witness",
        args: audit::checkpoint_args,
        run: audit::checkpoint,
    },
    CustomCommand {
        path: &["demo"],
        about: "Play a scripted agent on a scratch folder: look, decide, undo, see the log",
        args: demo::args,
        run: demo::run,
    },
    CustomCommand {
        path: &["import"],
        about: "Take over the servers that agents have in their own settings; shown first, undoable",
        args: import::args,
        run: import::run,
    },
    CustomCommand {
        path: &["doctor"],
        about: "Look at this home: what is there, what is wrong, what is not protected",
        args: |c| c,
        run: doctor::run,
    },
    CustomCommand {
        path: &["hook", "install"],
        about: "Put an agent's own tools under control, by hooks in its settings; shown first, undoable",
        args: hook::install_args,
        run: hook::install,
    },
    CustomCommand {
        path: &["hook", "remove"],
        about: "Take the hooks out of an agent's settings again",
        args: hook::remove_args,
        run: hook::remove,
    },
    CustomCommand {
        path: &["hook", "status"],
        about: "Say where hooks are in place",
        args: |c| c,
        run: hook::status,
    },
    CustomCommand {
        path: &["hook", "run"],
        about: "Judge an event of an agent, read from standard input (agents start this)",
        args: hook::run_args,
        run: hook::run,
    },
    CustomCommand {
        path: &["exec"],
        about: "Wait for a command that an agent asked about, and tell its output (agents start this)",
        args: exec::args,
        run: exec::run,
    },
    CustomCommand {
        path: &["stage"],
        about: "Run a whole agent or a command in a stage: nothing lands until you say so",
        args: stage::args,
        run: stage::run,
    },
    CustomCommand {
        path: &["stage", "run"],
        about: "Run one more command in a stage",
        args: stage::run_args,
        run: stage::again,
    },
    CustomCommand {
        path: &["stage", "shell"],
        about: "Open a shell in a stage",
        args: stage::shell_args,
        run: stage::again,
    },
    CustomCommand {
        path: &["completions"],
        about: "Print completions for a shell",
        args: pages::completions_args,
        run: pages::completions,
    },
    CustomCommand { path: &["man"], about: "Print the manual page", args: pages::man_args, run: pages::man },
];

/// What runs instead of a plain call of an operation, with the options it adds to the operation's command.
struct Replacement {
    op: &'static str,
    path: &'static [&'static str],
    args: fn(Command) -> Command,
    run: RunOp,
}

const REPLACEMENTS: &[Replacement] = &[
    Replacement { op: "audit.export", path: &["audit", "export"], args: |c| c, run: export::run },
    Replacement { op: "question.answer", path: &["answer"], args: answer::args, run: answer::run },
    Replacement { op: "call.propose", path: &["call"], args: wait::args, run: wait::run },
    Replacement { op: "policy.check", path: &["check"], args: check::args, run: check::run },
];

/// What all of them look like.
pub fn shapes() -> Vec<Shape> {
    let own = CUSTOM_COMMANDS.iter().map(|e| Shape { path: e.path, about: e.about, args: e.args });
    let added = REPLACEMENTS.iter().map(|h| Shape { path: h.path, about: "", args: h.args });
    own.chain(added).collect()
}

/// The command of that one word, complete, if it is one of these.
pub fn alone(word: &str) -> Option<(Shape, Run)> {
    let found = CUSTOM_COMMANDS.iter().find(|e| e.path == [word])?;
    Some((Shape { path: found.path, about: found.about, args: found.args }, found.run))
}

/// The command of that path, if it is one of these.
pub fn find(path: &[&str]) -> Option<Run> {
    CUSTOM_COMMANDS.iter().find(|e| e.path == path).map(|e| e.run)
}

/// What runs instead of a plain call of an operation.
pub fn replacement(op: &str) -> Option<RunOp> {
    REPLACEMENTS.iter().find(|h| h.op == op).map(|h| h.run)
}
