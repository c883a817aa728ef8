//! Bulk approval: which items it covers, and why each of the others needs its own approval. Every surface
//! asks here, and `item.confirm` enforces it at the moment of the decision.

use countersign_words::{Message, say};

use crate::{
    authority::Seen,
    error::Result,
    item::{Item, ItemStatus, decide, view::ItemView},
    judge::Class,
    tool::Preview,
    tx::Tx,
};

/// The maximum number of changed lines of an item that was not opened itself.
pub const UNOPENED_LINES: usize = 50;
/// How many lines of a diff one page shows.
pub const PAGE_LINES: usize = 800;
/// How many bytes of a diff one page shows.
pub const PAGE_BYTES: usize = 300_000;
/// How many characters of a line a page shows.
pub const PAGE_LINE_CHARS: usize = 2_000;
/// A line of up to this many characters counts as one; longer ones count as several.
const LINE_CHARS: usize = 200;

/// Returns why an item must be opened before it is approved: a line in a list does not show enough of it, or it carries
/// a warning or a flag. `opened` says whether this person has opened it.
pub fn needs_page(item: &Item, opened: bool) -> Vec<Message> {
    let mut why = Vec::new();
    if item.class == Class::Destructive {
        why.push(say!("bulk-destructive"));
    } else if item.typed.is_some() {
        why.push(say!("bulk-typed"));
    }
    if !item.preview.is_whole() {
        why.push(say!("bulk-not-whole", saids = Message::joined("; ", &item.preview.not_shown)));
    } else if !fits_a_page(&item.preview) {
        why.push(say!("bulk-long"));
    } else if let lines @ UNOPENED.. = changed_lines(&item.preview)
        && !opened
    {
        why.push(say!("bulk-unopened", n = lines));
    }
    why.extend(first(&item.preview.warnings).map(|(said, more)| match more {
        0 => say!("bulk-warning", said),
        n => say!("bulk-warning-more", said, n),
    }));
    why.extend(first(&item.flags).map(|(said, more)| match more {
        0 => say!("bulk-odd", said),
        n => say!("bulk-odd-more", said, n),
    }));
    why
}

/// Returns whether one key may confirm an item on a page that shows it: nothing is destructive, to be typed, not shown,
/// or odd.
pub fn has_one_key(item: &ItemView) -> bool {
    item.class != Class::Destructive
        && item.typed.is_none()
        && item.preview.is_whole()
        && fits_a_page(&item.preview)
        && item.preview.warnings.is_empty()
        && item.flags.is_empty()
}

const UNOPENED: usize = UNOPENED_LINES + 1;

/// Returns why a bulk approval skips this item; empty if it does not.
pub fn needs_own_yes(item: &Item, opened: bool) -> Vec<Message> {
    let mut why = needs_page(item, opened);
    match item.status {
        ItemStatus::Deferred => why.push(say!("bulk-put-off")),
        ItemStatus::NeedsReview => why.push(say!("bulk-unknown")),
        ItemStatus::Stale => why.push(say!("judge-rests-moved")),
        _ => {}
    }
    why
}

/// Returns the first one, with long texts shortened, and how many more there are.
fn first(all: &[Message]) -> Option<(Message, usize)> {
    let first = all.first()?.map_texts(&|text| crate::text::truncate(text, 200));
    Some((first, all.len() - 1))
}

/// Like [`needs_own_yes`] for the caller, who may not have been shown it at all; `digest` is what they claim
/// to have seen.
pub fn left_out(tx: &mut Tx<'_>, item: &Item, digest: Option<&str>) -> Result<Vec<Message>> {
    let seen = tx.get::<Seen>(&Seen::key(&tx.actor().name, &item.id))?;
    let mut why = needs_own_yes(item, is_opened(seen.as_ref(), item));
    why.extend(decide::not_among(tx, item)?);
    if digest.is_none() && seen.is_none() {
        why.insert(0, say!("bulk-never-shown"));
    }
    Ok(why)
}

/// Whether the item itself was opened in its current version.
pub fn is_opened(seen: Option<&Seen>, item: &Item) -> bool {
    seen.is_some_and(|seen| seen.opened && seen.digest == item.digest)
}

/// Whether one page shows the whole diff.
pub fn fits_a_page(preview: &Preview) -> bool {
    let diff = preview.diff.as_deref().unwrap_or_default();
    diff.len() <= PAGE_BYTES
        && diff.lines().count() <= PAGE_LINES
        && diff.lines().all(|line| line.len() <= PAGE_LINE_CHARS || line.chars().count() <= PAGE_LINE_CHARS)
}

/// Counts the changed lines in a preview: of texts, and of values before and after.
pub fn changed_lines(preview: &Preview) -> usize {
    let values = preview.changes.iter().flat_map(|change| [&change.before, &change.after]);
    let values = values.filter_map(|value| value.as_str()).map(|text| text.lines().map(room).sum::<usize>());
    diff_lines(preview.diff.as_deref().unwrap_or_default()) + values.sum::<usize>()
}

fn room(line: &str) -> usize {
    line.chars().count().div_ceil(LINE_CHARS).max(1)
}

/// Counts the added and removed lines of a unified diff. The lengths in a hunk's header decide which lines
/// belong to it, so that a line of a file cannot pass for a header and stay uncounted.
fn diff_lines(diff: &str) -> usize {
    let (mut old, mut new, mut changed) = (0_usize, 0_usize, 0);
    for line in diff.lines() {
        if let Some((old_left, new_left)) = line.strip_prefix("@@ ").and_then(spans) {
            (old, new) = (old_left, new_left);
        } else if line.starts_with("… (+") {
            // The rest of the hunk was cut.
            (old, new) = (0, 0);
        } else if old + new > 0 {
            let (is_old, is_new) = (!line.starts_with('+'), !line.starts_with('-'));
            changed += if is_old && is_new { 0 } else { room(line) };
            (old, new) = (old.saturating_sub(is_old.into()), new.saturating_sub(is_new.into()));
        }
    }
    changed
}

/// Parses the number of lines on both sides of a hunk: `-1,3 +1,4 @@`.
fn spans(rest: &str) -> Option<(usize, usize)> {
    let (old, new) = rest.split_once(" @@")?.0.split_once(' ')?;
    let length = |text: &str, sign: char| -> Option<usize> {
        text.strip_prefix(sign)?.split_once(',').map_or(Some(1), |(_, length)| length.parse().ok())
    };
    Some((length(old, '-')?, length(new, '+')?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tool::FieldChange;

    fn of_diff(diff: &str) -> Preview {
        Preview { diff: Some(diff.to_owned()), ..Preview::default() }
    }

    #[test]
    fn c3_changed_lines_are_counted_by_hunks_so_that_none_passes_for_a_heading() {
        let diff =
            "--- a\n+++ a\n@@ -1,2 +1,2 @@\n same\n--- old\n+++ new\n--- b\n+++ b\n@@ -0,0 +1 @@\n+x\n";
        assert_eq!(changed_lines(&of_diff(diff)), 3);
        let long = format!("--- a\n+++ a\n@@ -0,0 +1 @@\n+{}\n", "x".repeat(LINE_CHARS * 3));
        assert_eq!(changed_lines(&of_diff(&long)), 4, "a long line is not one line");
        let notes = FieldChange::new("notes", json!(null), "a\nb\nc");
        assert_eq!(changed_lines(&Preview { changes: vec![notes], ..Preview::default() }), 3);
    }

    #[test]
    fn h7_a_page_holds_so_many_lines_and_no_more() {
        let lines = |n: usize| of_diff(&"+x\n".repeat(n));
        assert!(fits_a_page(&lines(PAGE_LINES)) && !fits_a_page(&lines(PAGE_LINES + 1)));
        assert!(!fits_a_page(&of_diff(&"x".repeat(PAGE_LINE_CHARS + 1))));
    }
}
