//! The chosen part of some effects, as it would land: of a text, only the chosen hunks.

use std::{borrow::Cow, collections::BTreeSet, path::Path};

use countersign_core::{Error, Result};
use countersign_rehearsal::{Change, Kind, Node};
use countersign_words::say;

use super::{
    hunks::Hunks,
    select::Selected,
    texts::{self, Content},
};
use crate::files::forecast::shown;

/// A change as it would land.
pub(super) struct Picked<'a> {
    pub change: Cow<'a, Change>,
    pub content: Content,
    /// If only some hunks land: the whole text, and which of its hunks.
    pub part: Option<(String, BTreeSet<usize>)>,
}

/// Returns how the selected changes would land.
pub(super) fn picked<'a>(selected: &[Selected<'a>]) -> Result<Vec<Picked<'a>>> {
    let paths: BTreeSet<&Path> = selected.iter().map(|one| one.change.path.as_path()).collect();
    selected.iter().map(|one| picked_one(one, &paths)).collect()
}

fn picked_one<'a>(one: &Selected<'a>, paths: &BTreeSet<&Path>) -> Result<Picked<'a>> {
    let change = one.change;
    let content = texts::content(change, change.before.as_ref().and_then(|before| before.hash.as_deref()))?;
    // If the old path does not land, it is not a rename.
    let stays = change.renamed_from.as_ref().is_some_and(|from| !paths.contains(from.as_path()));
    let change = match stays {
        true => Cow::Owned(Change { renamed_from: None, ..change.clone() }),
        false => Cow::Borrowed(change),
    };
    if one.hunks.is_empty() || matches!(content, Content::Conflict(_)) {
        return Ok(Picked { change, content, part: None });
    }
    let is_file = |node: &&Node| node.kind == Kind::File;
    let nodes = change.before.as_ref().filter(is_file).zip(change.after.as_ref().filter(is_file));
    let (Some((before, after)), true) = (nodes, content != Content::Stays) else {
        return Err(no_hunks(&change.path));
    };
    let whole = match &content {
        Content::Merged(text) => text.clone(),
        _ => texts::rehearsed(&change)?.ok_or_else(|| no_hunks(&change.path))?,
    };
    let text = chosen(&one.hunks, &change, &whole)?;
    let after = Node {
        size: text.len() as u64,
        hash: Some(blake3::hash(text.as_bytes()).to_hex().to_string()),
        // Hunks change the text, not the mode.
        mode: before.mode,
        ..after.clone()
    };
    let change = Cow::Owned(Change { after: Some(after), ..change.into_owned() });
    let content = if matches!(content, Content::Merged(_)) { Content::Merged(text) } else { content };
    Ok(Picked { change, content, part: Some((whole, one.hunks.clone())) })
}

/// Returns the current text with the chosen hunks of a new text; all of it if none are named.
pub(super) fn chosen(wanted: &BTreeSet<usize>, change: &Change, text: &str) -> Result<String> {
    if wanted.is_empty() {
        return Ok(text.to_owned());
    }
    let old = change.before.as_ref().and_then(|node| texts::standing(change, node));
    let old = old.ok_or_else(|| Error::stale(say!("effect-changed-since", path = change.path.display())))?;
    let hunks = Hunks::of(&old, text);
    match wanted.iter().find(|n| **n == 0 || **n > hunks.count()) {
        Some(n) => {
            let (path, count) = (shown(&change.path), hunks.count());
            let has = if count == 1 { say!("effect-hunk-one") } else { say!("effect-hunk-some", n = count) };
            Err(Error::invalid(say!("effect-no-hunk", path, n)).hint(has))
        }
        None => Ok(hunks.with(&wanted.iter().copied().collect::<Vec<_>>())),
    }
}

/// Returns the error that something can only be chosen whole.
pub(super) fn no_hunks(path: &Path) -> Error {
    Error::invalid(say!("effect-no-hunks", path = shown(path))).hint(say!("effect-choose-whole"))
}
