//! Commits, tags and trees, read strictly: what git would ignore or what has no place in the words for it is not
//! understood.

use super::objects::{Id, Objects, Type, parse_id};

/// Maximum number of differences between trees, and of folders within one another.
const MOST: usize = 5_000;
const DEEP: usize = 200;

pub(super) const FILE: u32 = 0o100_644;
pub(super) const PROGRAM: u32 = 0o100_755;
pub(super) const LINK: u32 = 0o120_000;
pub(super) const SUBMODULE: u32 = 0o160_000;
const FOLDER: u32 = 0o040_000;

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Commit {
    pub tree: Id,
    pub parents: Vec<Id>,
    /// Name and address.
    pub author: String,
    pub committer: String,
    /// When it was committed, in seconds since 1970.
    pub at: i64,
    pub message: String,
}

impl Commit {
    /// Reads a commit; None if it is none or says more than a person is shown.
    pub fn read(objects: &Objects, id: &Id) -> Option<Self> {
        let object = objects.typed(id, Type::Commit)?;
        let text = std::str::from_utf8(&object.bytes).ok()?;
        let (head, message) = text.split_once("\n\n").unwrap_or((text.trim_end_matches('\n'), ""));
        let mut lines = head.split('\n').peekable();
        let tree = parse_id(lines.next()?.strip_prefix("tree ")?)?;
        let mut parents = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("parent ")) {
            parents.push(parse_id(line.strip_prefix("parent ")?)?);
        }
        let (author, _) = who(lines.next()?.strip_prefix("author ")?)?;
        let (committer, at) = who(lines.next()?.strip_prefix("committer ")?)?;
        let mut in_signature = false;
        for line in lines {
            let goes_on = in_signature && line.starts_with(' ');
            in_signature = goes_on || line.starts_with("gpgsig ") || line.starts_with("gpgsig-sha256 ");
            if !in_signature && !line.eq_ignore_ascii_case("encoding utf-8") {
                return None;
            }
        }
        (!message.contains('\0')).then(|| Self {
            tree,
            parents,
            author,
            committer,
            at,
            message: message.to_owned(),
        })
    }

    /// Reads a commit that was there before, whatever else it says.
    pub fn older(objects: &Objects, id: &Id) -> Option<Self> {
        if let Some(commit) = Self::read(objects, id) {
            return Some(commit);
        }
        let object = objects.typed(id, Type::Commit)?;
        let text = String::from_utf8_lossy(&object.bytes);
        let (head, message) = text.split_once("\n\n").unwrap_or((&text, ""));
        let after = |word: &'static str| head.lines().filter_map(move |line| line.strip_prefix(word));
        let (committer, at) = after("committer ").next().and_then(who).unwrap_or_default();
        Some(Self {
            tree: parse_id(after("tree ").next()?)?,
            parents: after("parent ").map(parse_id).collect::<Option<_>>()?,
            author: after("author ").next().unwrap_or_default().to_owned(),
            committer,
            at,
            message: message.to_owned(),
        })
    }

    /// Returns the first line of its message.
    pub fn subject(&self) -> &str {
        self.message.trim_start().lines().next().unwrap_or_default()
    }
}

/// Splits `Name <address> 1700000000 +0100`.
fn who(text: &str) -> Option<(String, i64)> {
    let end = text.rfind("> ")? + 1;
    let (at, zone) = text[end..].trim_start().split_once(' ')?;
    let is_zone = zone.len() == 5 && zone[1..].bytes().all(|b| b.is_ascii_digit());
    (is_zone && zone.starts_with(['+', '-'])).then_some((text[..end].to_owned(), at.parse().ok()?))
}

/// A tag with a message of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub of: Id,
    pub name: String,
    pub tagger: String,
    pub message: String,
}

impl Tag {
    /// Reads a tag of a commit; None if it is none or says more than a person is shown.
    pub fn read(objects: &Objects, id: &Id) -> Option<Self> {
        let object = objects.typed(id, Type::Tag)?;
        let text = std::str::from_utf8(&object.bytes).ok()?;
        let (head, message) = text.split_once("\n\n")?;
        let mut lines = head.split('\n');
        let of = parse_id(lines.next()?.strip_prefix("object ")?)?;
        (lines.next()? == "type commit").then_some(())?;
        let name = lines.next()?.strip_prefix("tag ")?.to_owned();
        let (tagger, _) = who(lines.next()?.strip_prefix("tagger ")?)?;
        let whole = lines.next().is_none() && !message.contains('\0');
        whole.then(|| Self { of, name, tagger, message: message.to_owned() })
    }
}

/// Something in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Held {
    pub mode: u32,
    pub id: Id,
}

/// Reads a tree; None if a name has no place in a work tree, or is there twice.
fn tree(objects: &Objects, id: &Id) -> Option<Vec<(String, Held)>> {
    let object = objects.typed(id, Type::Tree)?;
    let mut rest = object.bytes.as_slice();
    let mut entries: Vec<(String, Held)> = Vec::new();
    let mut before: Vec<u8> = Vec::new();
    while !rest.is_empty() {
        let space = rest.iter().take(8).position(|byte| *byte == b' ')?;
        let mode = u32::from_str_radix(std::str::from_utf8(&rest[..space]).ok()?, 8).ok()?;
        let end = space + 1 + rest[space + 1..].iter().position(|byte| *byte == 0)?;
        let name = std::str::from_utf8(&rest[space + 1..end]).ok()?.to_owned();
        let id: Id = rest.get(end + 1..end + 21)?.try_into().ok()?;
        rest = &rest[end + 21..];
        if !is_name(&name) || ![FILE, PROGRAM, LINK, SUBMODULE, FOLDER].contains(&mode) {
            return None;
        }
        // Git sorts a folder as if its name ended in a slash.
        let key = [name.as_bytes(), if mode == FOLDER { b"/" } else { b"" }].concat();
        if key <= before || entries.iter().rev().take(2).any(|(other, _)| *other == name) {
            return None;
        }
        before = key;
        entries.push((name, Held { mode, id }));
    }
    let names: std::collections::BTreeSet<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    (names.len() == entries.len()).then_some(entries)
}

/// Whether a name can be that of a file in a work tree, and is not git's own on any system.
pub(super) fn is_name(name: &str) -> bool {
    let ignored =
        |c: &char| !matches!(*c as u32, 0x200b..=0x200f | 0x202a..=0x202e | 0x206a..=0x206f | 0xfeff);
    let plain: String = name.chars().filter(ignored).collect::<String>().to_lowercase();
    let plain = plain.trim_end_matches(['.', ' ']);
    let is_git = [".git", "git~1"].contains(&plain) || plain.starts_with(".git:");
    !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\\']) && !is_git
}

/// One path that differs between two trees.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Difference {
    pub path: String,
    pub old: Option<Held>,
    pub new: Option<Held>,
}

/// Returns the differences between two trees, by path, and adds the trees that were read on the new side to `read`.
pub(super) fn between(
    objects: &Objects,
    old: Option<&Id>,
    new: Option<&Id>,
    read: &mut Vec<Id>,
) -> Option<Vec<Difference>> {
    let mut found = Vec::new();
    let folder = |id: &Id| Held { mode: FOLDER, id: *id };
    compare(objects, old.map(folder), new.map(folder), "", &mut found, read, 0)?;
    Some(found)
}

fn compare(
    objects: &Objects,
    old: Option<Held>,
    new: Option<Held>,
    path: &str,
    found: &mut Vec<Difference>,
    read: &mut Vec<Id>,
    depth: usize,
) -> Option<()> {
    if old == new {
        return Some(());
    }
    let is_folder = |held: &Held| held.mode == FOLDER;
    let (old_folder, new_folder) = (old.filter(is_folder), new.filter(is_folder));
    let (old_file, new_file) = (old.filter(|h| !is_folder(h)), new.filter(|h| !is_folder(h)));
    if old_file.is_some() || new_file.is_some() {
        found.push(Difference { path: path.to_owned(), old: old_file, new: new_file });
    }
    if found.len() > MOST || depth > DEEP {
        return None;
    }
    read.extend(new_folder.map(|held| held.id));
    let entries = |held: Option<Held>| held.map_or(Some(Vec::new()), |held| tree(objects, &held.id));
    let (was, will) = (entries(old_folder)?, entries(new_folder)?);
    let mut names: std::collections::BTreeMap<String, (Option<Held>, Option<Held>)> = Default::default();
    was.into_iter().for_each(|(name, held)| names.entry(name).or_default().0 = Some(held));
    will.into_iter().for_each(|(name, held)| names.entry(name).or_default().1 = Some(held));
    for (name, (was, will)) in names {
        let inner = if path.is_empty() { name } else { format!("{path}/{name}") };
        compare(objects, was, will, &inner, found, read, depth + 1)?;
    }
    Some(())
}

/// Returns what a tree holds at a path; `Some(None)`: nothing.
pub(super) fn held_at(objects: &Objects, root: &Id, path: &str) -> Option<Option<Held>> {
    let mut held = Held { mode: FOLDER, id: *root };
    for name in path.split('/') {
        if held.mode != FOLDER {
            return Some(None);
        }
        match tree(objects, &held.id)?.into_iter().find(|(other, _)| other == name) {
            Some((_, inner)) => held = inner,
            None => return Some(None),
        }
    }
    Some(Some(held).filter(|held| held.mode != FOLDER))
}
