//! `pause` and `resume`: a countdown, a run or a plan goes no further until a person says so. The letters of an id say
//! what it is.

use std::io;

use clap::{Arg, ArgMatches, Command};
use countersign_core::{Error, Op as _, Result, countdown::operations::CountdownStop};
use countersign_words::say;
use serde_json::json;

use super::letters;
use crate::{
    cli,
    op_commands::{Binding, Wanted},
    session::Session,
};

/// Adds `--reason`, which agents read.
pub fn pause_args(command: Command) -> Command {
    command.arg(Arg::new("reason").long("reason").value_name("REASON").help("Why; the agent reads it"))
}

/// Stops countdowns, and pauses runs and plans.
pub fn pause(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let calls = binding.calls(matches, &mut io::stdin().lock())?;
    // The older spelling has no such option.
    let reason = matches.try_get_one::<String>("reason").ok().flatten();
    cli::each(&session.screen, &session.caller()?, calls, &|wanted| {
        let op = match letters(wanted.word.as_deref().unwrap_or_default()) {
            "run" => "run.pause",
            "pl" => "plan.pause",
            _ => CountdownStop::NAME,
        };
        let mut input = wanted.input;
        match reason {
            Some(_) if op == CountdownStop::NAME => {
                let id = wanted.word.unwrap_or_default();
                return Err(Error::usage(say!("command-items-only", option = "reason", id)));
            }
            Some(reason) => input["reason"] = reason.as_str().into(),
            None => {}
        }
        Ok((op, input))
    })
}

/// The arguments of `resume`.
pub fn resume_args(command: Command) -> Command {
    let id = Arg::new("id").value_name("ID").required(true).num_args(1..);
    command.arg(id.help(String::from(say!("command-arg-resume-id"))))
}

/// Resumes runs and plans.
pub fn resume(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let words = matches.get_many::<String>("id").into_iter().flatten();
    let calls = words.map(|word| Wanted { word: Some(word.clone()), input: json!({"id": word}) }).collect();
    cli::each(&session.screen, &session.caller()?, calls, &|wanted| {
        let word = wanted.word.unwrap_or_default();
        match letters(&word) {
            "run" => Ok(("run.resume", wanted.input)),
            "pl" => Ok(("plan.resume", wanted.input)),
            _ => Err(Error::usage(say!("command-not-paused", id = word))),
        }
    })
}
