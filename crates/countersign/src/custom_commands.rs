//! Commands with their own code: they are not a single operation (those are in `op_commands.rs`), but inspect the
//! program itself or the whole store, read many lines, or wait. The tables below list all of them.

mod acp;
mod answer;
mod audit;
mod backup;
mod check;
mod complete;
mod decide;
mod demo;
mod docs;
mod doctor;
mod down;
mod exec;
mod export;
mod hook;
mod hub;
mod import;
mod learn;
mod log;
mod mcp;
mod open;
mod pages;
mod pair;
mod passkey;
mod pause;
mod plan;
mod policy;
mod policy_file;
mod prompt;
mod review;
mod setup;
mod show;
pub mod stage;
mod store;
mod system;
mod token;
mod trust;
mod undo;
mod uninstall;
mod up;
mod wait;
mod watch;
mod world;

pub use import::concealed;
#[cfg(test)]
pub use pages::whole_tree;

use clap::{ArgMatches, Command};
use countersign_core::Result;

use crate::{
    op_commands::{Binding, Shape},
    session::Session,
};

type Run = fn(&Session, &ArgMatches) -> Result<u8>;
type RunOp = fn(&Session, &Binding, &ArgMatches) -> Result<u8>;

/// A command that is not an operation.
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
    CustomCommand { path: &["down"], about: "Stop the daemon of this home", args: |c| c, run: down::run },
    CustomCommand {
        path: &["watch"],
        about: "Tell of each thing that waits for you as it comes, with the commands that answer it",
        args: |c| c,
        run: watch::run,
    },
    CustomCommand {
        path: &["prompt"],
        about: "Print how much waits for you, for a shell prompt or a status line; nothing if nothing waits",
        args: |c| c,
        run: prompt::run,
    },
    CustomCommand {
        path: &["mcp"],
        about: "Serve MCP on standard input and output for an agent: a bridge to the daemon",
        args: mcp::args,
        run: mcp::run,
    },
    CustomCommand {
        path: &["acp"],
        about: "Stand between an editor and an agent that speak the Agent Client Protocol (editors start this)",
        args: acp::args,
        run: acp::run,
    },
    CustomCommand {
        path: &["review"],
        about: "Review what waits in this terminal, and answer with one key",
        args: review::args,
        run: review::run,
    },
    CustomCommand {
        path: &["open"],
        about: "Create a one-time link that signs in a browser, and open it if there is a display",
        args: open::args,
        run: open::run,
    },
    CustomCommand {
        path: &["pair"],
        about: "Show a one-time link that signs in a phone, as a QR code",
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
        path: &["token", "reset"],
        about: "Replace your lost token and end your sessions; on the machine itself, as the owner of the home",
        args: token::reset_args,
        run: token::reset,
    },
    CustomCommand {
        path: &["token", "keep"],
        about: "Keep a person's token, read from standard input, where commands find it",
        args: |c| c,
        run: token::keep,
    },
    CustomCommand {
        path: &["audit", "verify"],
        about: "Check whether the log or the records were edited",
        args: audit::verify_args,
        run: audit::verify,
    },
    CustomCommand {
        path: &["audit", "checkpoint"],
        about: "Sign the end of the log; keep the checkpoint elsewhere as a witness",
        args: audit::checkpoint_args,
        run: audit::checkpoint,
    },
    CustomCommand {
        path: &["store", "copy"],
        about: "Copy the log and all records into an empty store: a file, or a PostgreSQL database",
        args: store::copy_args,
        run: store::copy,
    },
    CustomCommand {
        path: &["store", "backup"],
        about: "Copy the log and all records into a new file, also while a daemon runs",
        args: store::file_args,
        run: store::backup,
    },
    CustomCommand {
        path: &["store", "restore"],
        about: "Copy a backup into the store of this home, which must hold nothing",
        args: store::file_args,
        run: store::restore,
    },
    CustomCommand {
        path: &["join"],
        about: "Join a hub with an invitation, read from standard input: what must be asked is also asked there",
        args: hub::join_args,
        run: hub::join,
    },
    CustomCommand {
        path: &["backup"],
        about: "Copy this whole home into one file, also while a daemon runs, and verify it",
        args: backup::args,
        run: backup::run,
    },
    CustomCommand {
        path: &["restore"],
        about: "Put the backup of a whole home into this home, which must hold nothing",
        args: backup::restore_args,
        run: backup::restore,
    },
    CustomCommand {
        path: &["uninstall"],
        about: "Take Countersign out of agents' settings and services and, if asked, delete its data: shown first",
        args: uninstall::args,
        run: uninstall::run,
    },
    CustomCommand {
        path: &["demo"],
        about: "See it work in a minute: a rehearsal, a stage, an undo and the log, in a scratch folder",
        args: demo::args,
        run: demo::run,
    },
    CustomCommand {
        path: &["setup"],
        about: "Put the agents on this machine behind Countersign: shown first, asked once, undoable",
        args: setup::args,
        run: setup::run,
    },
    CustomCommand {
        path: &["import"],
        about: "Import the servers in agents' own settings; shown first, undoable",
        args: import::args,
        run: import::run,
    },
    CustomCommand {
        path: &["trust"],
        about: "Trust a folder: changes there that can be undone exactly land without asking",
        args: trust::args,
        run: trust::run,
    },
    CustomCommand {
        path: &["learn"],
        about: "Show how often you would have been asked about the calls in agents' transcripts, and what would lower that",
        args: learn::args,
        run: learn::run,
    },
    CustomCommand {
        path: &["doctor"],
        about: "Check this home: what is there, what is wrong, what is not protected",
        args: doctor::args,
        run: doctor::run,
    },
    CustomCommand {
        path: &["hook", "install"],
        about: "Control an agent's own tools with hooks in its settings; shown first, undoable",
        args: hook::install_args,
        run: hook::install,
    },
    CustomCommand {
        path: &["hook", "remove"],
        about: "Remove the hooks from an agent's settings",
        args: hook::remove_args,
        run: hook::remove,
    },
    CustomCommand {
        path: &["hook", "status"],
        about: "Show where hooks are installed",
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
        about: "Wait for a command that an agent asked about, and print its output (agents start this)",
        args: exec::args,
        run: exec::run,
    },
    CustomCommand {
        path: &["stage"],
        about: "Run an agent or a command in a stage: nothing lands until you say so",
        args: stage::args,
        run: stage::run,
    },
    CustomCommand {
        path: &["stage", "run"],
        about: "Run another command in a stage",
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
        path: &["world", "reset"],
        about: "Remove what commands kept in the caches of a workspace",
        args: world::reset_args,
        run: world::reset,
    },
    CustomCommand {
        path: &["redo"],
        about: "Redo what was undone: by the receipt of the undo, or the last one",
        args: undo::redo_args,
        run: undo::redo,
    },
    CustomCommand {
        path: &["log"],
        about: "Show what happened, newest first: what landed, each with its undo",
        args: log::args,
        run: log::run,
    },
    CustomCommand {
        path: &["resume"],
        about: "Let paused runs and plans go on",
        args: pause::resume_args,
        run: pause::resume,
    },
    CustomCommand {
        path: &["__complete"],
        about: "Print what could stand at the end of a command line (shells start this)",
        args: complete::args,
        run: complete::run,
    },
    CustomCommand {
        path: &["completions"],
        about: "Print completions for a shell",
        args: pages::completions_args,
        run: pages::completions,
    },
    CustomCommand {
        path: &["docs"],
        about: "Read the documentation: its pages, one of them, or those that speak of something",
        args: docs::args,
        run: docs::run,
    },
    CustomCommand { path: &["man"], about: "Print the manual page", args: pages::man_args, run: pages::man },
    CustomCommand {
        path: &["help"],
        about: "Explain a command, with an example",
        args: pages::help_args,
        run: pages::help,
    },
];

/// Code that replaces the plain call of an operation, with the options it adds to the operation's command.
struct Replacement {
    op: &'static str,
    path: &'static [&'static str],
    args: fn(Command) -> Command,
    run: RunOp,
}

const REPLACEMENTS: &[Replacement] = &[
    Replacement { op: "audit.export", path: &["audit", "export"], args: |c| c, run: export::run },
    Replacement { op: "item.confirm", path: &["confirm"], args: decide::confirm_args, run: decide::confirm },
    Replacement { op: "item.reject", path: &["reject"], args: |c| c, run: decide::reject },
    Replacement { op: "item.defer", path: &["defer"], args: |c| c, run: decide::defer },
    Replacement { op: "show", path: &["show"], args: |c| c, run: show::run },
    Replacement { op: "item.status", path: &["status"], args: show::status_args, run: show::status },
    Replacement { op: "countdown.stop", path: &["pause"], args: pause::pause_args, run: pause::pause },
    Replacement { op: "receipt.undo", path: &["undo"], args: undo::args, run: undo::run },
    Replacement { op: "stage.diff", path: &["stage", "diff"], args: stage::brief_args, run: stage::diff },
    Replacement { op: "question.answer", path: &["answer"], args: answer::args, run: answer::run },
    Replacement { op: "call.propose", path: &["call"], args: wait::args, run: wait::run },
    Replacement { op: "plan.propose", path: &["plan", "propose"], args: |c| c, run: plan::propose },
    Replacement { op: "token.create", path: &["token", "person"], args: |c| c, run: token::create },
    Replacement { op: "settings.accept", path: &["policy", "accept"], args: |c| c, run: policy::accept },
    Replacement { op: "policy.backtest", path: &["policy", "backtest"], args: |c| c, run: policy::backtest },
    Replacement { op: "policy.check", path: &["check"], args: check::args, run: check::run },
];

/// What a command does where that is more than its operation.
const WIDER: &[(&[&str], &str)] = &[
    (&["show"], "Show anything by its id; a later yes binds to what was shown"),
    (&["confirm"], "Confirm what waits: exactly what was shown happens, once"),
    (&["reject"], "Reject what waits, with a reason that the agent reads"),
    (&["undo"], "Take back what an id names: what landed, a decision, an answer, or all that a run did"),
    (&["pause"], "Pause a countdown, a run or a plan, so that a person must decide"),
];

/// Returns the shapes of all of them.
pub fn shapes() -> Vec<Shape> {
    let own = CUSTOM_COMMANDS.iter().map(|e| Shape { path: e.path, about: e.about, args: e.args });
    let wider = WIDER.iter().map(|(path, about)| Shape { path, about, args: |c| c });
    let added = REPLACEMENTS.iter().map(|h| Shape { path: h.path, about: "", args: h.args });
    own.chain(wider).chain(added).collect()
}

/// Finds the command of that single word.
pub fn alone(word: &str) -> Option<(Shape, Run)> {
    let found = CUSTOM_COMMANDS.iter().find(|e| e.path == [word])?;
    Some((Shape { path: found.path, about: found.about, args: found.args }, found.run))
}

/// Finds the command of that path.
pub fn find(path: &[&str]) -> Option<Run> {
    CUSTOM_COMMANDS.iter().find(|e| e.path == path).map(|e| e.run)
}

/// Finds the replacement for the plain call of an operation.
pub fn replacement(op: &str) -> Option<RunOp> {
    REPLACEMENTS.iter().find(|h| h.op == op).map(|h| h.run)
}

/// Returns the letters that an id begins with, which say what it is.
fn letters(id: &str) -> &str {
    let id = id.trim();
    // What follows the letter of a question may be a letter.
    if id.starts_with('q') {
        return "q";
    }
    &id[..id.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(id.len())]
}
