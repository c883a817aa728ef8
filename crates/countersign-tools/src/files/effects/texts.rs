//! Determines the new content of a changed file: the rehearsed bytes, or a text merged with the current real file.

use std::{fs::File, io::Read as _, path::Path};

use countersign_core::{Error, Result};
use countersign_rehearsal::{Change, Kind, Node, open_content};
use countersign_words::{Message, say};

use super::merge::merge;
use crate::files::{
    diff::{self, TEXT_MAX},
    resolved_path::{Attempt, ResolvedPath, failed},
};

/// The new content of a file.
#[derive(Debug, PartialEq)]
pub(super) enum Content {
    /// It stays as it is.
    Stays,
    /// The rehearsed bytes.
    Rehearsed,
    /// A text merged from both sides.
    Merged(String),
    /// Both sides changed it; how that looks.
    Conflict(Message),
}

/// Returns the new content of a changed file whose real content has the hash `now`.
pub(super) fn content(change: &Change, now: Option<&str>) -> Result<Content> {
    let (Some(before), after) = (&change.before, &change.after) else { return Ok(Content::Rehearsed) };
    let content = |node: &Node| (node.kind, node.size, node.hash.clone(), node.target.clone());
    if change.moved && after.as_ref().map(content) != Some(content(before)) {
        return Ok(Content::Conflict(say!("effect-merge-nothing-kept")));
    }
    if before.kind != Kind::File || after.as_ref().is_some_and(|after| after.kind != Kind::File) {
        return Ok(Content::Rehearsed);
    }
    let began = change.base.as_ref().map(|base| base.hash.as_str()).or(before.hash.as_deref());
    if after.as_ref().is_some_and(|after| after.hash.as_deref() == began && began.is_some()) {
        return Ok(Content::Stays);
    }
    if now == began {
        return Ok(Content::Rehearsed);
    }
    let theirs = diff::text_at(&change.path);
    let base = change.base.as_ref().map(|base| base.read().map_err(failed(Attempt::ReadKept, &change.path)));
    let base = base.transpose()?.and_then(|bytes| String::from_utf8(bytes).ok());
    let merged = match (base, theirs, after) {
        (Some(base), Some(theirs), None) => {
            let difference = diff::unified(&base, &theirs, "");
            Err(Message::joined("\n", [say!("effect-merge-deleted"), difference.into()]))
        }
        (Some(base), Some(theirs), Some(_)) => match rehearsed(change)? {
            Some(ours) => match merge(&base, &ours, &theirs) {
                // The real file already contains the change: all of it has landed.
                Ok(merged) if merged == theirs => return Ok(Content::Stays),
                // The rehearsed file already contains the real change.
                Ok(merged) if merged == ours => return Ok(Content::Rehearsed),
                merged => merged,
            },
            None => Err(say!("effect-merge-no-text")),
        },
        _ => Err(say!("effect-merge-nothing-kept")),
    };
    Ok(merged.map_or_else(Content::Conflict, Content::Merged))
}

/// Returns the rehearsed text, if it is text and short enough.
pub(super) fn rehearsed(change: &Change) -> Result<Option<String>> {
    let Some((path, node)) = change.content.as_ref().zip(change.after.as_ref()) else { return Ok(None) };
    if node.size > TEXT_MAX {
        return Ok(None);
    }
    let bytes = bytes(path)?;
    match node.hash.as_deref() == Some(blake3::hash(&bytes).to_hex().as_str()) {
        true => Ok(diff::is_text(&bytes).then(|| String::from_utf8(bytes).ok()).flatten()),
        false => Err(Error::stale(say!("effect-to-write-changed", path = change.path.display()))),
    }
}

/// Returns the text before, which is that of the real file unless it is said where it is, if it is text, short enough, and the one that the change refers to.
pub(super) fn standing(change: &Change, node: &Node) -> Option<String> {
    if node.kind != Kind::File || node.size > TEXT_MAX {
        return None;
    }
    let text = match &change.stood {
        Some(stood) => {
            String::from_utf8(bytes(stood).ok()?).ok().filter(|text| diff::is_text(text.as_bytes()))?
        }
        None => diff::text_at(&change.path)?,
    };
    let same = |hash: &String| blake3::hash(text.as_bytes()).to_hex().as_str() == hash;
    node.hash.as_ref().is_none_or(same).then_some(text)
}

/// Returns the bytes of a file before, if they are at most so many, begin as is wanted, and are those that the change
/// refers to.
pub(super) fn bytes_before(change: &Change, most: u64, begins: fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let node = change.before.as_ref().filter(|node| node.kind == Kind::File && node.size <= most)?;
    let file = match &change.stood {
        Some(stood) => open_content(stood),
        None => ResolvedPath::open(&change.path).and_then(|path| path.file()),
    };
    checked(file.ok()?, node, begins)
}

/// Returns the rehearsed bytes of a file, likewise.
pub(super) fn bytes_after(change: &Change, most: u64, begins: fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let node = change.after.as_ref().filter(|node| node.kind == Kind::File && node.size <= most)?;
    checked(open_content(change.content.as_deref()?).ok()?, node, begins)
}

/// Reads a file; None if it does not begin as is wanted, or is not the one that was seen.
fn checked(mut file: File, node: &Node, begins: fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    (&mut file).take(16).read_to_end(&mut bytes).ok()?;
    if !begins(&bytes) {
        return None;
    }
    file.take(node.size).read_to_end(&mut bytes).ok()?;
    let same = |hash: &String| blake3::hash(&bytes).to_hex().as_str() == hash;
    (bytes.len() as u64 == node.size && node.hash.as_ref().is_none_or(same)).then_some(bytes)
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open_content(path).and_then(|file| file.take(TEXT_MAX + 1).read_to_end(&mut bytes));
    read.map_err(failed(Attempt::Read, path))?;
    Ok(bytes)
}
