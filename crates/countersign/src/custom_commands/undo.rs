//! `undo`: takes back what the id names: what landed, everything of a run, a plan or a step, an answer, a decision.
//! Without an id it offers the last change that can be undone. `redo` takes back an undo.

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{
    Error, Op, Outcome, Result,
    item::{ItemStatus, claim::ItemLift, reject::ItemWithdraw, status::ItemStatusOp},
    receipt::{
        Receipt,
        chain::ReceiptUndoChain,
        merge::ReceiptMerge,
        operations::{ReceiptList, ReceiptUndo},
        take_back::ReceiptsUndoSelected,
    },
    show::{self, Show},
};
use countersign_tui::Asked;
use countersign_words::say;
use serde_json::{Value, json};

use super::{decide, letters};
use crate::{
    caller::{self, Caller},
    cli, exit,
    op_commands::Binding,
    session::Session,
};

/// Makes the id optional, and takes several.
pub fn args(command: Command) -> Command {
    let command = command.mut_arg("id", |id| id.required(false).num_args(1..));
    let merge = Arg::new("merge").long("merge").action(ArgAction::SetTrue).requires("id");
    let merge = merge.help(String::from(say!("command-arg-undo-merge")));
    command
        .mut_arg("expected_event_id", |arg| arg.requires("id"))
        .arg(merge.conflicts_with("expected_event_id"))
}

/// Adds the id of `redo`.
pub fn redo_args(command: Command) -> Command {
    command.arg(Arg::new("id").value_name("ID").help(String::from(say!("command-redo-about"))))
}

/// Undoes what is named, else what the person agrees to.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let best_effort = matches.get_flag("best_effort");
    let ids: Vec<&String> = matches.get_many("id").into_iter().flatten().collect();
    if let (true, [id]) = (matches.get_flag("merge"), ids.as_slice()) {
        return call(session, &session.caller()?, ReceiptMerge::NAME, id, false);
    }
    if ids.len() > 1 {
        return several(session, &ids, best_effort, matches.contains_id("expected_event_id"));
    }
    if let Some(id) = ids.first() {
        // An event to expect is that of a receipt. Scripts undo what landed, and nothing else by the same word.
        let is_expected = matches.contains_id("expected_event_id");
        let whole = if is_expected { None } else { whole(id) };
        return match whole {
            Some(op) => call(session, &session.caller()?, op, id, best_effort),
            None if letters(id) == "i" && !is_expected && !session.screen.json => {
                item(session, id, best_effort)
            }
            None => cli::call(session, binding, matches),
        };
    }
    let can_be = |r: &Receipt| r.undo_action.is_some() && r.undone.is_none() && r.undoes.is_none();
    // An undo is no change of its own: asked again, the one before comes.
    offer(session, &can_be, "term-nothing-to-undo")
}

/// Undoes the undo that is named, or that of what is named; else the last one, if the person agrees.
pub fn redo(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let is_undo = |r: &Receipt| r.undoes.is_some() && !r.is_redo;
    let Some(id) = matches.get_one::<String>("id") else {
        let can_be = |r: &Receipt| is_undo(r) && r.undo_action.is_some() && r.undone.is_none();
        return offer(session, &can_be, "term-no-redo");
    };
    let caller = session.caller()?;
    let found = caller::ask::<Show>(&caller, json!({"id": id}))?;
    let undo = match found {
        show::Output::Receipt { receipt } if is_undo(&receipt) => Some(receipt.id),
        show::Output::Receipt { receipt } => receipt.undone.map(|undone| undone.receipt),
        show::Output::Item { receipt: Some(landed), .. } => landed.undone.map(|undone| undone.receipt),
        _ => None,
    };
    let undo = undo.ok_or_else(|| Error::usage(say!("command-no-undo-of", id = id)))?;
    let answer = caller.call(ReceiptUndo::NAME, json!({"id": undo}))?;
    session.screen.answer(ReceiptUndo::NAME, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}

/// Undoes several receipts in the order given: those before the last because they stand in its way, if that is so.
fn several(session: &Session, ids: &[&String], best_effort: bool, is_expected: bool) -> Result<u8> {
    if is_expected {
        return Err(Error::usage(say!("command-expect-one")));
    }
    let caller = session.caller()?;
    let mut found = Vec::new();
    for id in ids {
        found.push(match caller::ask::<Show>(&caller, json!({"id": id}))? {
            show::Output::Receipt { receipt } => receipt,
            show::Output::Item { receipt: Some(landed), .. } => landed,
            _ => return Err(Error::usage(say!("command-several-receipts", id = *id))),
        });
    }
    let handle = |r: &Receipt| json!({"id": r.id, "expected_event_id": r.event_id});
    let is_chain = found.last().and_then(|r| r.stale.as_ref()).is_some_and(|stale| !stale.first.is_empty());
    let (op, input) = match found.split_last() {
        Some((last, before)) if is_chain => {
            let first: Vec<Value> = before.iter().map(|r| handle(r)).collect();
            let (id, event) = (&last.id, &last.event_id);
            let input =
                json!({"id": id, "expected_event_id": event, "first": first, "best_effort": best_effort});
            (ReceiptUndoChain::NAME, input)
        }
        _ => {
            // That operation undoes the last one first.
            let receipts: Vec<Value> = found.iter().rev().map(|r| handle(r)).collect();
            (ReceiptsUndoSelected::NAME, json!({"receipts": receipts, "best_effort": best_effort}))
        }
    };
    let answer = caller.call(op, input)?;
    session.screen.answer(op, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}

/// Returns the operation that takes back a thing that is more than one change.
fn whole(id: &str) -> Option<&'static str> {
    match letters(id) {
        "run" => Some("run.rollback"),
        "pl" => Some("plan.rollback"),
        "st" => Some("step.rollback"),
        "q" => Some("question.take_back"),
        _ => None,
    }
}

/// Takes back what was decided on an item: what landed, else the decision. A rejection that its agent has read stands,
/// but the agent may propose the same again.
fn item(session: &Session, id: &str, best_effort: bool) -> Result<u8> {
    let caller = session.caller()?;
    let stands = caller::ask::<ItemStatusOp>(&caller, json!({"id": id}))?;
    match stands.status {
        ItemStatus::Confirmed => call(session, &caller, ItemWithdraw::NAME, id, false),
        ItemStatus::Rejected => {
            let answer = caller.call(ItemWithdraw::NAME, json!({"id": id}))?;
            if answer.outcome != Outcome::Done {
                return call(session, &caller, ItemLift::NAME, id, false);
            }
            session.screen.answer(ItemWithdraw::NAME, &answer.value)?;
            Ok(exit::DONE)
        }
        _ => call(session, &caller, ReceiptUndo::NAME, id, best_effort),
    }
}

fn call(session: &Session, caller: &dyn Caller, op: &str, id: &str, best_effort: bool) -> Result<u8> {
    let mut input = json!({"id": id});
    if best_effort {
        input["best_effort"] = true.into();
    }
    let answer = caller.call(op, input)?;
    session.screen.answer(op, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}

/// Shows the last receipt that fits, and undoes it if the person agrees.
fn offer(session: &Session, fits: &dyn Fn(&Receipt) -> bool, none: &str) -> Result<u8> {
    if !decide::can_ask(session) {
        return Err(Error::usage(say!("command-nobody-to-ask")).hint(say!("command-name-what-landed")));
    }
    let caller = session.caller()?;
    let Some(last) = last(&caller, fits)? else {
        session.screen.text(&session.screen.view().t(none))?;
        return Ok(exit::DONE);
    };
    Ok(match decide::asked(session, &caller, &last.id, &json!({}), false)? {
        Asked::Answered(ended) => exit::of_outcome(ended),
        Asked::Skipped | Asked::Left => exit::DONE,
    })
}

/// Returns the last receipt that fits.
fn last(caller: &dyn Caller, fits: &dyn Fn(&Receipt) -> bool) -> Result<Option<Receipt>> {
    let mut before = None;
    loop {
        let page = caller::ask::<ReceiptList>(caller, json!({"before": before}))?;
        let found = page.receipts.into_iter().find(|receipt| fits(receipt));
        if found.is_some() || page.next.is_none() {
            return Ok(found);
        }
        before = page.next;
    }
}
