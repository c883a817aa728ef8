//! `answer`: a person's answer to a question, or with `--take-back` its withdrawal.

use std::io;

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{Error, Result};
use countersign_words::say;
use serde_json::json;

use crate::{caller::Caller, exit, op_commands::Binding, session::Session};

/// The operation behind the flag.
const TAKE_BACK: &str = "question.take_back";

/// Adds `--take-back`, which replaces an answer.
pub fn args(command: Command) -> Command {
    let flag = Arg::new("take-back").long("take-back").action(ArgAction::SetTrue).conflicts_with("rerun");
    command.arg(flag.help(String::from(say!("command-arg-take-back")))).mut_arg("answer", |a| {
        a.required(false).required_unless_present("take-back").conflicts_with("take-back")
    })
}

/// Answers, or takes an answer back.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let mut calls = binding.calls(matches, &mut io::stdin().lock())?;
    let mut input = calls.pop().map(|w| w.input).ok_or_else(|| Error::bug("an answer is always one call"))?;
    let op = match matches.get_flag("take-back") {
        true => {
            input = json!({"id": input["id"]});
            TAKE_BACK
        }
        false => binding.op.spec().name,
    };
    let answer = session.caller()?.call(op, input)?;
    session.screen.answer(op, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}
