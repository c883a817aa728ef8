//! What a call deletes, each with its size. Nothing is hidden: of very many, those deep inside are told as their folder.

use std::{collections::BTreeMap, path::Path};

use countersign_core::tool::{Lost, Preview};
use countersign_words::{Message, say};

use super::{
    forecast::shown,
    state::{Kind, State, Tree},
};

/// How many lines a preview has.
const MOST: usize = 2_000;

/// Returns what goes with something: itself, and of a folder all that is in it.
pub(super) fn tree(at: &Path, state: &State, tree: Option<&Tree>) -> Vec<Lost> {
    let is_folder = state.kind == Kind::Dir;
    let bytes = if is_folder { 0 } else { state.size.unwrap_or_default() };
    let mut all = vec![Lost { path: shown(at), bytes, is_folder, files: 0 }];
    for (path, size) in tree.iter().flat_map(|tree| tree.paths.iter().zip(&tree.sizes)) {
        let path = shown(&at.join(path));
        all.push(Lost { path, bytes: size.unwrap_or_default(), is_folder: size.is_none(), files: 0 });
    }
    all
}

/// Adds what is deleted to a preview, in order.
pub(super) fn add(preview: &mut Preview, all: Vec<Lost>) {
    let (lost, rest) = sorted(all);
    preview.lost = lost;
    preview.not_shown.extend(rest);
}

/// Returns what is deleted in order, and what of it is not listed one by one.
pub(super) fn sorted(mut all: Vec<Lost>) -> (Vec<Lost>, Option<Message>) {
    all.sort_by(|a, b| a.path.cmp(&b.path));
    at_most(all, MOST)
}

/// Keeps at most so many lines: files far down are counted with the deepest of their folders that still fits.
fn at_most(all: Vec<Lost>, most: usize) -> (Vec<Lost>, Option<Message>) {
    if all.len() <= most {
        return (all, None);
    }
    let depth = |lost: &Lost| lost.path.matches('/').count();
    let (top, bottom) =
        all.iter().map(depth).fold((usize::MAX, 0), |(top, bottom), d| (top.min(d), bottom.max(d)));
    let fits =
        (top..bottom).rev().find(|level| all.iter().filter(|lost| depth(lost) <= *level).count() <= most);
    let level = fits.unwrap_or(top);
    let mut folders: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let (kept, deep): (Vec<Lost>, Vec<Lost>) = all.into_iter().partition(|lost| depth(lost) <= level);
    for lost in deep.iter().filter(|lost| !lost.is_folder) {
        let folder: Vec<&str> = lost.path.split('/').take(level + 1).collect();
        let inside = folders.entry(folder.join("/")).or_default();
        *inside = (inside.0 + 1, inside.1 + lost.bytes);
    }
    let (files, bytes) = folders.values().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let lost = kept
        .into_iter()
        .map(|lost| match folders.get(&lost.path) {
            Some((files, bytes)) => Lost { files: *files, bytes: *bytes, ..lost },
            None => lost,
        })
        .collect();
    (lost, Some(say!("unseen-deep-files", n = files, said_size = countersign_core::text::size(bytes))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: u64) -> Lost {
        Lost { path: path.to_owned(), bytes, is_folder: false, files: 0 }
    }

    fn folder(path: &str) -> Lost {
        Lost { path: path.to_owned(), bytes: 0, is_folder: true, files: 0 }
    }

    #[test]
    fn h6_of_very_many_deleted_files_those_deep_inside_are_counted_with_their_folder() {
        let all = vec![folder("/w"), file("/w/a", 1), folder("/w/d"), file("/w/d/x", 2), file("/w/d/y", 3)];
        assert_eq!(at_most(all.clone(), 5), (all.clone(), None));
        let (lost, rest) = at_most(all, 4);
        let want = vec![folder("/w"), file("/w/a", 1), Lost { files: 2, bytes: 5, ..folder("/w/d") }];
        assert_eq!(lost, want);
        let rest = rest.unwrap();
        assert!(rest.contains('2') && rest.contains("5 bytes"), "{rest}");
    }
}
