//! What an agent is told that asks again about a call: by a repeated question, or by its own permission request after its
//! hook has asked.

use countersign_words::Message;
use serde_json::Value;

use crate::{
    call::gate,
    error::Result,
    handover::{
        self, Handover, Meant,
        operations::{AskInput, AskOutput, QUEUED, Word, exec, is_taken},
        ready,
    },
    item::{Item, ItemStatus},
    judge::Ruling,
    run::Run,
    tx::Tx,
};

/// What an agent is told whose other call changes the same file: it waits until that is done.
pub(super) const BEING_CHANGED: &str =
    "Another call of yours changes the same file; this one is handed over after it.";
const APPROVED_BEFORE: &str = "A person had said yes to this, and something has changed since";

/// Whether a permission request is for the call that the agent's hook was allowed and has not reported as done: the same
/// call, or another account of a change to the same file.
pub(super) fn is_as_hook_asked(tx: &mut Tx<'_>, known: &Handover, meant: &Meant, call: &str) -> Result<bool> {
    if known.exec || !known.taken || known.finished {
        return Ok(false);
    }
    if known.call == call {
        return Ok(true);
    }
    let Meant::Handed { tool, args } = meant else { return Ok(false) };
    if ![handover::WRITE, handover::EDIT, handover::CHANGE].contains(tool) {
        return Ok(false);
    }
    let item: Item = tx.need(&known.item)?;
    let path = args.get("path").and_then(Value::as_str).filter(|path| path.starts_with('/'));
    Ok(path.is_some() && item.args.get("path").and_then(Value::as_str) == path)
}

/// Answers a repeated question by the current state of its item.
pub(super) fn again(
    tx: &mut Tx<'_>,
    mut known: Handover,
    asked: &AskInput,
    program: &str,
    meant: Meant,
) -> Result<AskOutput> {
    let mut item: Item = tx.need(&known.item)?;
    let deny = |message: String| AskOutput::new(Word::Deny, message).about(&known.item);
    match item.status {
        ItemStatus::Rejected | ItemStatus::Expired | ItemStatus::Retracted | ItemStatus::Failed => {
            let told = deny(ended(&item));
            if !item.told {
                item.told = true;
                tx.put(&item)?;
            }
            Ok(told)
        }
        _ if known.exec => Ok(exec(tx, asked, program, &item.id)),
        ItemStatus::Applied if is_taken(tx, &item)? => {
            Ok(deny(format!("{} was allowed once, and that was used", item.id)))
        }
        ItemStatus::Applied if ready::is_being_changed(tx, &item)? => {
            Ok(AskOutput::new(Word::Held, BEING_CHANGED).about(&item.id))
        }
        ItemStatus::Applied if !ready::is_as_captured(tx, &item)? => anew(tx, item, meant),
        ItemStatus::Applied => {
            known.take(tx);
            tx.put(&known)?;
            item.told = true;
            tx.put(&item)?;
            tx.about(Some(&item.run), Some(&item.tool));
            Ok(AskOutput::new(Word::Allow, "a person or the policy allowed it").about(&item.id))
        }
        ItemStatus::Stale => Ok(deny(changed(&item.id, item.error.as_ref()))),
        ItemStatus::Deferred | ItemStatus::NeedsReview => {
            Ok(deny(format!("{QUEUED} It is {} ({}).", item.id, item.status.as_str())))
        }
        _ => Ok(AskOutput::new(Word::Held, queued(known.again.as_ref())).about(&item.id)),
    }
}

/// Says that a call waits for a person, and why again, if they had said yes before.
pub(super) fn queued(again: Option<&Message>) -> String {
    match again {
        Some(why) => format!("{QUEUED} {APPROVED_BEFORE} ({why}), so a person is asked again."),
        None => QUEUED.to_owned(),
    }
}

/// Says that what was approved was not handed over, and what to do.
fn changed(item: &str, why: Option<&Message>) -> String {
    let why = why.map_or_else(String::new, |why| format!(" ({why})"));
    format!(
        "{APPROVED_BEFORE}{why}, so {item} was not handed over. Look at what is there now and make the call again, adapted if \
         need be: a person is asked about it as it is then."
    )
}

/// Hands a call over anew whose files have changed since they were captured, or denies it.
fn anew(tx: &mut Tx<'_>, mut item: Item, meant: Meant) -> Result<AskOutput> {
    let moved = match meant {
        Meant::Handed { tool, args } => {
            let (run, tool): (Run, _) = (tx.need(&item.run)?, gate::find_tool(tx, tool)?);
            match gate::examine(tx, &run, tool, args, gate::Options::unrehearsed()) {
                Ok(examined) if examined.verdict.ruling == Ruling::Refuse => Some(examined.refusal(&run).0),
                Ok(examined) => ready::hand_anew(tx, &mut item, &examined)?,
                Err(e) if gate::is_mendable(&e) => Some(e.message),
                Err(e) => return Err(e),
            }
        }
        Meant::Command(_) | Meant::Nothing => None,
    };
    Ok(match moved {
        Some(why) => AskOutput::new(Word::Deny, changed(&item.id, Some(&why))).about(&item.id),
        None => AskOutput::new(Word::Held, QUEUED).about(&item.id),
    })
}

fn ended(item: &Item) -> String {
    let why = item.reason.as_deref().or(item.error.as_deref());
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    match item.status {
        ItemStatus::Rejected => format!("a person rejected {}{why}", item.id),
        other => format!("{} is {}{why}", item.id, other.as_str()),
    }
}
