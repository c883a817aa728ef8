//! What a yes to an item does, in the words of the button; and why it must be typed.

use countersign_words::{Message, say};

use super::Item;
use crate::{
    judge::Class,
    tool::{Effect, Reversal},
    tx::Tx,
    when,
};

/// Returns the words on the button of a yes: what goes, if something does.
pub fn verb(item: &Item) -> Message {
    if item.class != Class::Destructive {
        return say!("verb-confirm");
    }
    let changes_more = !item.facts.writes.is_empty();
    match item.preview.lost_counts() {
        (0, 0, _) if !item.facts.commands.is_empty() && !item.facts.deletes.is_empty() => {
            say!("verb-run-deleting")
        }
        (0, 0, _) if item.facts.sends => say!("verb-send"),
        (0, 0, _) => say!("verb-confirm"),
        (n @ 1.., ..) if changes_more => say!("verb-delete-files-and-more", n),
        (n @ 1.., ..) => say!("verb-delete-files", n),
        (0, n, _) => say!("verb-delete-folders", n),
    }
}

/// Returns the one reason why a word must be typed to confirm an item, if one must.
pub fn typed_why(item: &Item) -> Option<Message> {
    item.typed.as_ref()?;
    let hit = item.facts.deletes.len().max(item.facts.hits);
    Some(match &item.reversal {
        Reversal::Irreversible { .. } | Reversal::None => say!("typed-never"),
        Reversal::BestEffort { .. } => say!("typed-best"),
        Reversal::Exact if item.facts.outside => say!("typed-outside"),
        Reversal::Exact => say!("typed-many", n = hit),
    })
}

/// Returns until when an effect that lands now can be undone, if that ends: what it displaces is kept for so long.
pub fn undo_until(tx: &Tx<'_>) -> u64 {
    tx.now().saturating_add(u64::from(tx.setup().keeping.days) * 24 * 3_600_000)
}

/// Says where an item's undo data would be kept, and until when, if it landed now.
pub fn kept(tx: &Tx<'_>, item: &Item, is_here: bool) -> Option<Message> {
    let is_world = || {
        let tool = tx.setup().catalog.get(&item.tool);
        tool.is_some_and(|tool| matches!(tool.effect, Effect::World))
    };
    let comes_back = matches!(item.reversal, Reversal::Exact | Reversal::BestEffort { .. });
    if item.class == Class::Read || !comes_back || !is_world() || !is_here {
        return None;
    }
    let keeping = &tx.setup().keeping;
    let (days, place) = (keeping.days, keeping.place.display().to_string());
    let until = when::from_ms(undo_until(tx)).to_zoned(tx.setup().zone.clone()).date();
    Some(say!("kept-until", place, days, date = until.to_string()))
}
