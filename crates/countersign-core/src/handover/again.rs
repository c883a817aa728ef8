//! What an agent is told that asks again about a call: by a repeated question, or by its own permission request after its
//! hook has asked.

use serde_json::Value;

use crate::{
    error::Result,
    handover::{
        self, Handover, Meant,
        operations::{AskInput, AskOutput, QUEUED, Word, exec, is_taken},
    },
    item::{Item, ItemStatus},
    tx::Tx,
};

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
        ItemStatus::Applied => {
            known.taken = true;
            tx.put(&known)?;
            item.told = true;
            tx.put(&item)?;
            tx.about(Some(&item.run), Some(&item.tool));
            Ok(AskOutput::new(Word::Allow, "a person or the policy allowed it").about(&item.id))
        }
        ItemStatus::Deferred | ItemStatus::Stale | ItemStatus::NeedsReview => {
            Ok(deny(format!("{QUEUED} It is {} ({}).", item.id, item.status.as_str())))
        }
        _ => Ok(AskOutput::new(Word::Held, QUEUED).about(&item.id)),
    }
}

fn ended(item: &Item) -> String {
    let why = item.reason.as_deref().or(item.error.as_deref());
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    match item.status {
        ItemStatus::Rejected => format!("a person rejected {}{why}", item.id),
        other => format!("{} is {}{why}", item.id, other.as_str()),
    }
}
