//! Whether a command changes a text in the same way although the text has changed since the command was rehearsed.

use std::{collections::BTreeMap, path::Path};

use countersign_core::{Result, canonical};
use countersign_rehearsal::{Change, Effects, Kind, Node};
use serde_json::json;
use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::{
    hunks::{Hunks, apart},
    merge::merge,
    texts,
};

/// Maximum bytes of all texts that are remembered of one rehearsal.
const TEXTS_MAX: usize = 1 << 20;
/// If more lines lie between the first and the last difference, comparing takes too long.
const LINES_MAX: usize = 10_000;

/// Returns the texts that changed files had before, by path, as far as they are short.
pub(crate) fn texts_before(effects: &Effects) -> BTreeMap<String, String> {
    let mut left = TEXTS_MAX;
    let mut texts = BTreeMap::new();
    for change in effects.changes.iter().filter(|change| is_file(&change.before) && is_file(&change.after)) {
        let text = change.before.as_ref().and_then(|before| texts::standing(change, before));
        if let (Some(path), Some(text)) = (change.path.to_str(), text)
            && text.len() <= left
        {
            left -= text.len();
            texts.insert(path.to_owned(), text);
        }
    }
    texts
}

/// Whether the change `again`, of a text that was `base` when `shown` was made and is another one now, is what was shown:
/// it removes and adds the same lines, at the same places, and changes nothing else of the file. `again` must have been
/// made over what the file holds now.
pub(crate) fn is_same(shown: &Change, base: &str, again: &Change) -> Result<bool> {
    let (Some(was), Some(now)) = (&again.before, &again.after) else { return Ok(false) };
    let (Some(shown_was), Some(shown_now)) = (&shown.before, &shown.after) else { return Ok(false) };
    if about(was) != about(shown_was) || about(now) != about(shown_now) || was.kind != Kind::File {
        return Ok(false);
    }
    let texts = (texts::rehearsed(shown)?, texts::standing(again, was), texts::rehearsed(again)?);
    let (Some(ours), Some(theirs), Some(found)) = texts else { return Ok(false) };
    if apart(base, &ours).max(apart(&theirs, &found)) > LINES_MAX {
        return Ok(false);
    }
    // The merge says where the shown lines belong in the file as it is now.
    let is_transported = merge(base, &ours, &theirs).is_ok_and(|merged| merged == found);
    Ok(is_transported && changed_lines(base, &ours) == changed_lines(&theirs, &found))
}

/// Returns a digest of what is shown of a difference: the lines that it takes out and adds, and those around them, wherever in
/// the text they are.
pub(crate) fn as_shown(old: &str, new: &str) -> String {
    canonical::digest("shown-difference", &json!(Hunks::of(old, new).lines_shown()))
}

/// Whether the text has only one place that looks as a difference shows it. Otherwise the same lines at another place would
/// pass for it.
pub(crate) fn is_only_place(old: &str, new: &str) -> bool {
    Hunks::of(old, new).are_where_only()
}

/// Returns what is told of a file besides its content and when it was written.
fn about(node: &Node) -> Node {
    Node { size: 0, mtime_ns: 0, hash: None, ..node.clone() }
}

fn is_file(node: &Option<Node>) -> bool {
    node.as_ref().is_some_and(|node| node.kind == Kind::File)
}

/// Returns the lines that a difference removes and adds, in order.
fn changed_lines<'a>(old: &'a str, new: &'a str) -> Vec<(ChangeTag, &'a str)> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
    let changes = ops.iter().flat_map(|op| op.iter_changes(&old, &new));
    changes.filter(|c| c.tag() != ChangeTag::Equal).map(|c| (c.tag(), c.value())).collect()
}

/// Whether a path is among those whose former text is remembered.
pub(crate) fn is_known(texts: &BTreeMap<String, String>, path: &Path) -> bool {
    path.to_str().is_some_and(|path| texts.contains_key(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(base: &str, shown: &str, now: &str, again: &str) -> bool {
        let dir = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).expect("it is written");
            path
        };
        let node = |text: &str| Node {
            kind: Kind::File,
            size: text.len() as u64,
            mode: 0o644,
            mtime_ns: 0,
            hash: Some(blake3::hash(text.as_bytes()).to_hex().to_string()),
            index: None,
            target: None,
            owner: None,
            extended: None,
        };
        let path = file("real", now);
        let change = |before: &str, after: &str, name: &str| Change {
            path: path.clone(),
            before: Some(node(before)),
            after: Some(node(after)),
            content: Some(file(name, after)),
            renamed_from: None,
            base: None,
            moved: false,
            stood: None,
        };
        is_same(&change(base, shown, "shown"), base, &change(now, again, "again")).expect("it is read")
    }

    #[test]
    fn d2_the_same_lines_at_the_same_place_are_the_same_change() {
        let base = "a\nb\nc\nd\ne\nf\ng\n";
        assert!(is(base, "a\nB\nc\nd\ne\nf\ng\n", "a\nb\nc\nd\ne\nF\ng\n", "a\nB\nc\nd\ne\nF\ng\n"));
        assert!(is(base, "a\nB\nc\nd\ne\nf\ng\n", "0\na\nb\nc\nd\ne\nf\ng\n", "0\na\nB\nc\nd\ne\nf\ng\n"));
    }

    #[test]
    fn d2_the_same_lines_at_another_place_are_another_change() {
        // The third line is replaced, whatever it holds: first the second `x`, and then the third.
        let block = "x\n1\nx\n2\nx\n3\n";
        assert!(!is(block, "x\n1\nY\n2\nx\n3\n", "1\nx\n2\nx\n3\n", "1\nx\n2\nY\n3\n"));
    }

    #[test]
    fn d2_other_lines_fewer_lines_and_more_lines_are_another_change() {
        let base = "a\nb\nc\nd\ne\n";
        let shown = "a\nB\nc\nd\ne\n";
        // It changes what has come since, too.
        assert!(!is(base, shown, "a\nb\nc\nd\ne\nb\n", "a\nB\nc\nd\ne\nB\n"));
        // What it would do was done by somebody else.
        assert!(!is(base, shown, "a\nB\nc\nd\ne\n", "a\nB\nc\nd\ne\n"));
        // The line that it replaces is another one now.
        assert!(!is(base, shown, "a\nb and more\nc\nd\ne\n", "a\nB and more\nc\nd\ne\n"));
        // It takes back what came since.
        assert!(!is(base, shown, "a\nb\nc\nd\nE\n", "a\nB\nc\nd\ne\n"));
    }

    #[test]
    fn d2_other_rights_are_another_change() {
        let node = |mode| Node {
            kind: Kind::File,
            size: 1,
            mode,
            mtime_ns: 1,
            hash: Some("h".to_owned()),
            index: None,
            target: None,
            owner: None,
            extended: None,
        };
        assert_ne!(about(&node(0o644)), about(&node(0o755)));
        assert_eq!(about(&node(0o644)), about(&Node { size: 2, mtime_ns: 2, hash: None, ..node(0o644) }));
    }
}
