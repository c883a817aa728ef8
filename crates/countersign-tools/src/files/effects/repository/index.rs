//! The index: what is staged, and that it hides nothing from `git status` or the next commit.

use std::{collections::BTreeMap, fs, os::unix::fs::MetadataExt as _};

use countersign_rehearsal::{
    Kind,
    git_index::{self, Entry, Listed},
};
use sha1::{Digest as _, Sha1};

use super::{
    Repository,
    objects::{Id, Type, id_of},
    trees::{self, Held},
};

const INDEX: &str = "index";
/// Maximum bytes of files that are compared with what the index says of them.
const COMPARED: u64 = 64 << 20;
/// Maximum number of folders within one another.
const DEEP: usize = 200;

/// One path that is listed otherwise afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Staged {
    pub path: String,
    pub from: Option<Held>,
    pub to: Option<Held>,
}

/// Returns what is staged otherwise; None if the index is not understood, or says something besides. `Some(empty)`: only
/// times changed.
pub(super) fn explain(of: &Repository<'_>) -> Option<Vec<Staged>> {
    let change = of.changes.get(INDEX)?;
    let read =
        |after: bool| of.bytes(INDEX, after)?.map_or(Some(Listed::default()), |b| git_index::listed(&b));
    change.after.as_ref()?;
    let (was, will) = (read(false)?, read(true)?);
    let old: BTreeMap<&[u8], &Entry> = was.entries.iter().map(|e| (e.path.as_slice(), e)).collect();
    let mut compared = 0;
    let mut staged = Vec::new();
    for entry in &will.entries {
        let before = old.get(entry.path.as_slice()).copied();
        let name = std::str::from_utf8(&entry.path).ok()?;
        let unmarked = entry.marks() == before.map_or((0, 0), Entry::marks);
        if !entry.is_merged() || !unmarked || !name.split('/').all(trees::is_name) {
            return None;
        }
        // Other content with what git knew of the file before would pass for what stands there.
        if before.is_none_or(|before| (before.stat, before.id) != (entry.stat, entry.id)) {
            compared += is_true(of, entry, name)?;
        }
        if compared > COMPARED {
            return None;
        }
        let held = |entry: &Entry| Held { mode: entry.mode, id: entry.id };
        let (from, to) = (before.map(held), Some(held(entry)));
        if from != to {
            staged.push(Staged { path: name.to_owned(), from, to });
        }
    }
    let kept: std::collections::BTreeSet<&[u8]> = will.entries.iter().map(|e| e.path.as_slice()).collect();
    for entry in was.entries.iter().filter(|entry| !kept.contains(entry.path.as_slice())) {
        let path = std::str::from_utf8(&entry.path).ok()?.to_owned();
        staged.push(Staged { path, from: Some(Held { mode: entry.mode, id: entry.id }), to: None });
    }
    // What git derives from folders, and what it remembers of conflicts, must be as before.
    for (name, content) in &will.extensions {
        let stood = || was.extensions.iter().any(|(other, before)| (other, before) == (name, content));
        let is_right = match name.as_slice() {
            b"TREE" => is_cache(&will.entries, content),
            b"EOIE" | b"IEOT" => false,
            _ => stood(),
        };
        if !is_right {
            return None;
        }
    }
    Some(staged)
}

/// Checks that git, which trusts times and sizes, would not take a changed file for the listed one. Returns how many bytes
/// that took.
fn is_true(of: &Repository<'_>, entry: &Entry, name: &str) -> Option<u64> {
    let path = of.work.join(name);
    let (kind, size, at) = match of.others.get(path.as_path()) {
        Some(change) => {
            let Some(after) = &change.after else { return Some(0) };
            (after.kind, after.size, after.mtime_ns)
        }
        None => {
            let Ok(stat) = fs::symlink_metadata(&path) else { return Some(0) };
            let kind = if stat.is_file() { Kind::File } else { Kind::Other };
            (kind, stat.len(), i128::from(stat.mtime()) * 1_000_000_000 + i128::from(stat.mtime_nsec()))
        }
    };
    let cut = |number: i128| u32::try_from(number.rem_euclid(1 << 32)).unwrap_or_default();
    let seen = (cut(at.div_euclid(1_000_000_000)), cut(i128::from(size)));
    if kind != Kind::File || entry.written_and_size() != seen {
        return Some(0);
    }
    if size > COMPARED {
        return None;
    }
    let bytes = match of.others.get(path.as_path()) {
        Some(change) => super::rehearsed(change)?,
        None => super::standing(&path)?,
    };
    (id_of(Type::Blob, &bytes) == entry.id).then_some(size)
}

/// Whether the trees that the next commit would take from the index are those of its entries.
fn is_cache(entries: &[Entry], cache: &[u8]) -> bool {
    let mut rest = cache;
    is_cached(entries, "", &mut rest, 0).is_some() && rest.is_empty()
}

/// Checks one folder: its name, how many entries it has (fewer than none: not known), how many folders, and its tree.
fn is_cached(entries: &[Entry], above: &str, rest: &mut &[u8], depth: usize) -> Option<()> {
    let mut until = |byte: u8| {
        let end = rest.iter().position(|b| *b == byte)?;
        let text = std::str::from_utf8(&rest[..end]).ok()?;
        *rest = &rest[end + 1..];
        Some(text)
    };
    let (name, count, folders) = (until(0)?, until(b' ')?, until(b'\n')?);
    let (count, folders) = (count.parse::<i64>().ok()?, folders.parse::<usize>().ok()?);
    if depth > DEEP || name.is_empty() != (depth == 0) {
        return None;
    }
    let path = if depth == 0 { String::new() } else { format!("{above}{name}/") };
    if let Ok(count) = usize::try_from(count) {
        let (id, after) = rest.split_at_checked(20)?;
        *rest = after;
        let first = entries.partition_point(|entry| entry.path.as_slice() < path.as_bytes());
        let within = entries[first..].iter().take_while(|entry| entry.path.starts_with(path.as_bytes()));
        let within: Vec<&Entry> = within.collect();
        let is_whole = within.iter().all(|entry| entry.is_merged() && entry.marks().1 & 0x2000 == 0);
        if within.len() != count || !is_whole || tree_of(&within, path.len()).as_slice() != id {
            return None;
        }
    }
    (0..folders).try_for_each(|_| is_cached(entries, &path, rest, depth + 1))
}

/// Returns the id of the tree that entries make; `from`: where their names begin.
fn tree_of(entries: &[&Entry], from: usize) -> Id {
    let mut bytes = Vec::new();
    let folder = |entry: &Entry| entry.path[from..].iter().position(|b| *b == b'/').map(|end| from + end);
    let same = |a: &&Entry, b: &&Entry| match (folder(a), folder(b)) {
        (Some(x), Some(y)) => a.path[..x] == b.path[..y],
        _ => false,
    };
    for group in entries.chunk_by(same) {
        let Some(first) = group.first() else { continue };
        let (mode, end, id) = match folder(first) {
            Some(end) => (0o040_000, end, tree_of(group, end + 1)),
            None => (first.mode, first.path.len(), first.id),
        };
        bytes.extend(format!("{mode:o} ").bytes());
        bytes.extend(&first.path[from..end]);
        bytes.push(0);
        bytes.extend(id);
    }
    let mut hash = Sha1::new();
    hash.update(format!("tree {}\0", bytes.len()));
    hash.update(&bytes);
    hash.finalize().into()
}
