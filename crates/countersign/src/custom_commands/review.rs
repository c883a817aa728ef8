//! `review`: the review desk in this terminal, or with `--inline` one question below the prompt.

use clap::{Arg, ArgMatches, Command};
use countersign_core::Result;
use countersign_tui::Asked;
use countersign_words::{Words, say};

use crate::{exit, session::Session};

/// The arguments of `review`.
pub fn args(command: Command) -> Command {
    let inline = Arg::new("inline").long("inline").value_name("ID");
    command.arg(inline.help(String::from(say!("command-arg-review-inline"))))
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let words = Words::of(session.screen.language());
    let client = session.caller()?.client.surface("tui");
    let Some(id) = matches.get_one::<String>("inline") else {
        countersign_tui::review(client, words)?;
        return Ok(exit::DONE);
    };
    Ok(match countersign_tui::ask(&client, words, id)? {
        Asked::Answered(ended) => exit::of_outcome(ended),
        Asked::Left => exit::of_outcome(countersign_core::Outcome::Held),
    })
}
