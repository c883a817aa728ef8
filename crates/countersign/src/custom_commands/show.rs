//! `show`: anything by its id. People see it in full; agents, who may not, see how it stands.

use clap::{ArgMatches, Command};
use countersign_core::{Op as _, Result, inbox::InboxList, item::status::ItemStatusOp};
use serde_json::json;

use super::letters;
use crate::{caller::Caller as _, cli, exit, op_commands::Binding, output, session::Session};

/// Shows it.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let id = matches.get_one::<String>("id").map(String::as_str).unwrap_or_default();
    let op = match letters(id) {
        _ if !output::is_for_agent() => return cli::call(session, binding, matches),
        "i" => ItemStatusOp::NAME,
        "run" => "run.show",
        "st" => "step.show",
        "pl" => "plan.show",
        "sg" => "stage.show",
        "q" => "question.show",
        _ => return cli::call(session, binding, matches),
    };
    let answer = session.caller()?.call(op, json!({"id": id}))?;
    session.screen.answer(op, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}

/// Makes the id of `status` optional.
pub fn status_args(command: Command) -> Command {
    command.mut_arg("id", |id| id.required(false))
}

/// `status`, as it is called elsewhere: without an id, what waits.
pub fn status(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    if matches.contains_id("id") {
        return cli::call(session, binding, matches);
    }
    let answer = session.caller()?.call(InboxList::NAME, json!({}))?;
    session.screen.answer(InboxList::NAME, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}
