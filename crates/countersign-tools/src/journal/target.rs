//! The targets of a call: ids of records, ids that are not known yet, and how both are named to people.

use countersign_core::{
    Error, ErrorCode, Result, Tx,
    call::placeholder,
    judge::Facts,
    record::Record,
    tool::{Forecast, Preview, Reversal},
};
use countersign_words::{Message, say};

/// What an id in the arguments means.
pub(super) enum Given<R> {
    /// An existing record.
    There(R),
    /// The result of an item that has not landed (`$item1.result.id`), described: it cannot be looked up.
    Later(Message),
}

impl<R> Given<R> {
    /// Returns the record, if it exists.
    pub fn there(&self) -> Option<&R> {
        match self {
            Self::There(record) => Some(record),
            Self::Later(_) => None,
        }
    }

    /// Returns its name for people.
    pub fn named(&self, name: impl FnOnce(&R) -> Message) -> Message {
        match self {
            Self::There(record) => name(record),
            Self::Later(words) => words.clone(),
        }
    }
}

/// Looks up `id` and replaces it by the full id.
pub(super) fn given<R: Record>(tx: &mut Tx<'_>, id: &mut String) -> Result<Given<R>> {
    *id = id.trim().to_owned();
    if let Some(words) = later(id) {
        return Ok(Given::Later(words));
    }
    let record: R = there(tx, id)?;
    record.id().clone_into(id);
    Ok(Given::There(record))
}

/// Like [`given`], for an optional argument.
pub(super) fn maybe_given<R: Record>(tx: &mut Tx<'_>, id: &mut Option<String>) -> Result<Option<Given<R>>> {
    id.as_mut().map(|id| given(tx, id)).transpose()
}

/// Looks up a record that must exist by now.
pub(super) fn there<R: Record>(tx: &mut Tx<'_>, id: &str) -> Result<R> {
    if let Some(words) = later(id) {
        return Err(Error::conflict(say!("effect-not-yet", said = words, id)));
    }
    tx.find(id).map_err(|e| match e.code {
        ErrorCode::NotFound => {
            let message = match R::KIND.name {
                "checklist_item" => say!("effect-no-item", id),
                kind => say!("judge-not-there", kind, id),
            };
            Error::not_found(message).hint(say!("effect-list-ids"))
        }
        _ => e,
    })
}

/// Describes an id that refers to an earlier item's result: `the result of item 1`.
fn later(id: &str) -> Option<Message> {
    if !placeholder::is_placeholder(id) {
        return None;
    }
    let (item, _) = id.strip_prefix('$')?.split_once(".result")?;
    if let Some(number) = item.strip_prefix("step") {
        return Some(say!("effect-later-step", n = number));
    }
    Some(say!("effect-later-item", item = item.strip_prefix("item").unwrap_or(short(item))))
}

/// Returns the part of an id that people type: `t12` of `t12-9f3a`.
pub(super) fn short(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

/// Returns the forecast of a call that writes `what`, named as in grants: `task:t12-9f3a/title`, or
/// `task:new` for a record that does not exist yet. It can be undone exactly.
pub(super) fn writing(
    what: impl IntoIterator<Item: Into<String>>,
    target: Message,
    summary: Message,
) -> Forecast {
    Forecast {
        args: Default::default(),
        facts: Facts { writes: what.into_iter().map(Into::into).collect(), ..Facts::default() },
        summary,
        typed: target.to_string(),
        preview: Preview { target, ..Preview::default() },
        reversal: Reversal::Exact,
        ..Forecast::default()
    }
}

/// Returns the forecast of a call that reads `what`.
pub(super) fn reading(what: impl Into<String>, summary: Message) -> Forecast {
    Forecast {
        facts: Facts::read(what),
        reversal: Reversal::None,
        ..writing([""; 0], Message::default(), summary)
    }
}

/// Quotes a title for a sentence.
pub(super) fn quoted(title: &str) -> Message {
    say!("effect-quoted", text = title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b8_a_placeholder_is_told_as_the_item_it_waits_for() {
        assert_eq!(later("$item1.result.id").as_deref(), Some("the result of item 1"));
        assert_eq!(later("$i42-9f3a.result.id").as_deref(), Some("the result of item i42"));
        assert_eq!(later("$i42.1-77ab.result.id").as_deref(), Some("the result of item i42.1"));
        assert_eq!(later("$step2.result.id").as_deref(), Some("the result of step 2"));
        assert_eq!(later("t1"), None);
        assert_eq!(later("$t1"), None);
    }
}
