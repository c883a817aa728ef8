//! `review`: the review desk in this terminal, or with `--inline` one question below the prompt.

use clap::{Arg, ArgMatches, Command};
use countersign_core::Result;
use countersign_tui::Asked;
use countersign_words::{Words, say};

use serde_json::json;

use super::decide;
use crate::{exit, session::Session};

/// The arguments of `review`.
pub fn args(command: Command) -> Command {
    let inline = Arg::new("inline").long("inline").value_name("ID");
    command.arg(inline.help(String::from(say!("command-arg-review-inline"))))
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let caller = session.caller()?;
    let Some(id) = matches.get_one::<String>("inline") else {
        let words = Words::of(session.screen.language());
        countersign_tui::review(caller.client.surface("tui"), words, session.desktop())?;
        return Ok(exit::DONE);
    };
    Ok(match decide::asked(session, &caller, id, &json!({}), false)? {
        Asked::Answered(ended) => exit::of_outcome(ended),
        Asked::Skipped | Asked::Left => exit::HELD,
    })
}
