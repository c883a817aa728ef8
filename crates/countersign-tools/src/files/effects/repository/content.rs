//! What commits and the index hold, as differences. What a changed file of the work tree shows already is not shown again.

use std::collections::BTreeSet;

use countersign_core::text::{visible, visible_multiline};
use countersign_rehearsal::Kind;
use countersign_words::{Message, say};

use super::{
    super::hunks::Hunks,
    Repository,
    objects::{Id, Objects, Type, brief, id_of},
    refs::Moved,
    rehearsed, standing,
    trees::{self, Commit, Difference, Held, LINK, SUBMODULE, Tag},
    words,
};
use crate::files::diff::{self, TEXT_MAX};

/// Content as it is shown.
pub(super) struct Contents<'a> {
    of: &'a Repository<'a>,
    objects: &'a Objects,
    left: &'a mut usize,
    /// What was shown, and is not shown again.
    seen: BTreeSet<(String, Option<Id>)>,
    diff: String,
    /// What is not shown.
    missing: Vec<String>,
    submodules: Vec<String>,
}

impl<'a> Contents<'a> {
    pub fn new(of: &'a Repository<'a>, objects: &'a Objects, left: &'a mut usize) -> Self {
        let mut seen = BTreeSet::new();
        for (path, change) in &of.others {
            let Some(name) = path.strip_prefix(of.work).ok().and_then(|name| name.to_str()) else { continue };
            let is_text = |bytes: &Vec<u8>| diff::is_text(bytes);
            let is_file = change.after.as_ref().is_some_and(|after| after.kind == Kind::File);
            let is_plain = change.renamed_from.is_none();
            match &change.after {
                None => drop(seen.insert((name.to_owned(), None))),
                Some(after) if is_plain && is_file && after.size <= TEXT_MAX => {
                    let id = rehearsed(change).filter(is_text).map(|bytes| id_of(Type::Blob, &bytes));
                    seen.extend(id.map(|id| (name.to_owned(), Some(id))));
                }
                Some(_) => {}
            }
        }
        let (missing, submodules) = Default::default();
        Self { of, objects, left, seen, diff: String::new(), missing, submodules }
    }

    /// Returns the differences, and what they leave out.
    pub fn done(self) -> (String, Vec<Message>) {
        let missing = words::some(&self.missing, |path| say!("unseen-difference", path));
        let submodules = words::some(&self.submodules, |path| say!("unseen-submodule", path));
        (self.diff, missing.into_iter().chain(submodules).collect())
    }

    /// Shows a commit: who made it, its whole message, and how it differs from its first parent. Returns the objects that
    /// this accounts for.
    pub fn commit(&mut self, id: &Id, commit: &Commit) -> Option<Vec<Id>> {
        let place = format!("in commit {}", brief(id));
        let by = match commit.author == commit.committer {
            true => visible(&commit.author).text,
            false => {
                format!("{}, committed by {}", visible(&commit.author).text, visible(&commit.committer).text)
            }
        };
        let more = match commit.parents.as_slice() {
            [_, others @ ..] if !others.is_empty() => {
                format!(", merging {}", others.iter().map(brief).collect::<Vec<_>>().join(", "))
            }
            _ => String::new(),
        };
        self.heading(&format!("commit {} by {by}{more}", brief(id)), &commit.message);
        let first = commit.parents.first();
        let first = first.map(|id| Commit::older(self.objects, id).map(|commit| commit.tree));
        let first = first.map_or(Some(None), |tree| tree.map(Some))?;
        let mut reached = Vec::new();
        let found = trees::between(self.objects, first.as_ref(), Some(&commit.tree), &mut reached)?;
        reached.push(commit.tree);
        for one in &found {
            reached.extend(one.new.map(|held| held.id));
            self.one(one, &place)?;
        }
        Some(reached)
    }

    /// Shows a tag: who made it, and its whole message.
    pub fn tag(&mut self, id: &Id, tag: &Tag) {
        let (name, by) = (visible(&tag.name).text, visible(&tag.tagger).text);
        self.heading(&format!("tag {} {name} of {} by {by}", brief(id), brief(&tag.of)), &tag.message);
    }

    /// Shows how a name that moves to older commits differs from where it was.
    pub fn moved(&mut self, moved: &Moved) -> Option<()> {
        let tree = |id: &Option<Id>| id.as_ref().map(|id| Commit::older(self.objects, id).map(|c| c.tree));
        let (from, to) = (tree(&moved.from).unwrap_or_default(), tree(&moved.to)??);
        let place = format!("in {}", visible(&moved.name).text);
        let found = trees::between(self.objects, from.as_ref(), Some(&to), &mut Vec::new())?;
        found.iter().try_for_each(|one| self.one(one, &place))
    }

    /// Shows what is staged.
    pub fn staged(&mut self, one: &Difference) -> Option<()> {
        self.one(one, "staged")
    }

    fn heading(&mut self, line: &str, message: &str) {
        let mut text = format!("{line}\n");
        for line in message.trim_end().lines() {
            text += &format!("    {}\n", visible_multiline(line).text);
        }
        self.push(&text, line);
    }

    fn push(&mut self, text: &str, what: &str) {
        match self.left.checked_sub(text.len()) {
            Some(left) => {
                *self.left = left;
                self.diff.push_str(text);
            }
            None => self.missing.push(what.to_owned()),
        }
    }

    fn one(&mut self, one: &Difference, place: &str) -> Option<()> {
        let path = visible(&one.path).text;
        let name = format!("{path} ({place})");
        if [one.old, one.new].iter().flatten().any(|held| held.mode == SUBMODULE) {
            let id = |held: Option<Held>| held.map_or("nothing".to_owned(), |held| brief(&held.id));
            self.push(&format!("submodule {name}: {} → {}\n", id(one.old), id(one.new)), &name);
            self.submodules.push(path);
            return Some(());
        }
        let note = match (one.old.map(|held| held.mode), one.new.map(|held| held.mode)) {
            (Some(old), Some(new)) if old != new => format!("mode {old:o} → {new:o}\n"),
            (None, Some(new)) if new != trees::FILE => format!("mode {new:o}\n"),
            _ => String::new(),
        };
        let head = |there: bool| if there { name.as_str() } else { "/dev/null" };
        let head = format!("--- {}\n+++ {}\n{note}", head(one.old.is_some()), head(one.new.is_some()));
        if one.old.map(|held| held.id) == one.new.map(|held| held.id) {
            self.push(&head, &name);
            return Some(());
        }
        if !self.seen.insert((one.path.clone(), one.new.map(|held| held.id))) {
            self.push(&format!("{name}: as shown above\n{note}"), &name);
            return Some(());
        }
        let (old, new) = (self.text(one.old)?, self.text(one.new)?);
        let shown = match (old, new) {
            (Some(old), Some(new)) => head.clone() + &Hunks::of(&old, &new).unnumbered(),
            _ if self.stands(one) => {
                format!("{head}no text, or a very long one: the file in the work tree\n")
            }
            _ => {
                self.missing.push(name.clone());
                format!("{head}not shown, since it is no text, or a very long one\n")
            }
        };
        self.push(&shown, &name);
        Some(())
    }

    /// Returns the text of something in a tree, `Some(None)` if it is no text; None if it is missing.
    fn text(&self, held: Option<Held>) -> Option<Option<String>> {
        let Some(held) = held else { return Some(Some(String::new())) };
        let object = self.objects.typed(&held.id, Type::Blob)?;
        if !diff::is_text(&object.bytes) {
            return Some(None);
        }
        let text = String::from_utf8(object.bytes.clone()).ok();
        Some(text.map(|text| if held.mode == LINK { format!("link to {text}\n") } else { text }))
    }

    /// Whether a file of the work tree that the command does not touch is just this.
    fn stands(&self, one: &Difference) -> bool {
        let path = self.of.work.join(&one.path);
        let is_touched = self.of.others.contains_key(path.as_path());
        let is = |held: Held| standing(&path).is_some_and(|bytes| id_of(Type::Blob, &bytes) == held.id);
        one.new.is_some_and(|held| held.mode != LINK && !is_touched && is(held))
    }
}
