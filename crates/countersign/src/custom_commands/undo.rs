//! `undo`: takes back what a receipt says. Without an id it offers the last change that can be undone.

use clap::{ArgMatches, Command};
use countersign_core::{
    Error, Result,
    receipt::{Receipt, operations::ReceiptList},
};
use countersign_tui::Asked;
use countersign_words::say;
use serde_json::json;

use super::decide;
use crate::{
    caller::{self, Caller},
    cli, exit,
    op_commands::Binding,
    session::Session,
};

/// Makes the id optional.
pub fn args(command: Command) -> Command {
    command.mut_arg("id", |id| id.required(false)).mut_arg("expected_event_id", |arg| arg.requires("id"))
}

/// Undoes what is named, else what the person agrees to.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    if matches.contains_id("id") {
        return cli::call(session, binding, matches);
    }
    if !decide::can_ask(session) {
        return Err(Error::usage(say!("command-nobody-to-ask")).hint(say!("command-name-what-landed")));
    }
    let caller = session.caller()?;
    let Some(last) = last(&caller)? else {
        session.screen.text(&session.screen.view().t("term-nothing-to-undo"))?;
        return Ok(exit::DONE);
    };
    Ok(match decide::asked(session, &caller, &last.id, &json!({}), false)? {
        Asked::Answered(ended) => exit::of_outcome(ended),
        Asked::Skipped | Asked::Left => exit::DONE,
    })
}

/// Returns the last change that can be undone. An undo is no change of its own: asked again, the one before comes.
fn last(caller: &dyn Caller) -> Result<Option<Receipt>> {
    let mut before = None;
    loop {
        let page = caller::ask::<ReceiptList>(caller, json!({"before": before}))?;
        let can_be = |r: &Receipt| r.undo_action.is_some() && r.undone.is_none() && r.undoes.is_none();
        let found = page.receipts.into_iter().find(can_be);
        if found.is_some() || page.next.is_none() {
            return Ok(found);
        }
        before = page.next;
    }
}
