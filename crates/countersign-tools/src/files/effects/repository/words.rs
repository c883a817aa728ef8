//! The words for what happens to a repository.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::text::{line, visible};
use countersign_words::{Message, say};

use super::{
    Made,
    index::Staged,
    objects::{Id, Objects, Type, brief},
    refs::{self, Head, Kind, Moved, Names},
    trees::{self, Commit, Difference, Held, Tag},
};

/// How many commits or files are named.
const NAMED: usize = 6;
/// How many things are named that are not shown.
const MISSING: usize = 20;
/// Maximum number of older commits that are looked at.
const WALKED: usize = 10_000;

/// What is told of a repository.
pub(super) struct Telling<'a> {
    pub objects: &'a Objects,
    pub names: &'a Names,
    pub made: &'a Made,
}

/// How a name's commits differ from those before: which join it, and which leave it.
struct History {
    join: Vec<Id>,
    leave: Vec<Id>,
}

impl Telling<'_> {
    /// Returns what happens to names and commits.
    pub fn lines(&self) -> Option<Vec<Message>> {
        let mut lines = Vec::new();
        let mut told: BTreeSet<Id> = BTreeSet::new();
        if let Some((from, to)) = &self.names.head {
            lines.push(say!("git-head", from = self.head(from), to = self.head(to)));
        }
        for moved in &self.names.moved {
            lines.extend(self.moved(moved, &mut told)?);
        }
        lines.extend(self.names.dropped.iter().map(|said| say!("git-stash-dropped", what = line(said, 100))));
        let others: Vec<Id> =
            self.made.commits.iter().map(|(id, _)| *id).filter(|id| !told.contains(id)).collect();
        if !others.is_empty() {
            lines.push(say!("git-no-branch", n = others.len(), subjects = self.subjects(&others)));
        }
        Some(lines)
    }

    fn head(&self, head: &Head) -> String {
        match head {
            Head::Branch(name) => visible(name.strip_prefix("refs/heads/").unwrap_or(name)).text,
            Head::Commit(id) => self.at(id),
        }
    }

    /// Names a commit: `1a2b3c4 "Fix login"`.
    fn at(&self, id: &Id) -> String {
        match Commit::older(self.objects, id) {
            Some(commit) => format!("{} \"{}\"", brief(id), line(commit.subject(), 100)),
            None => brief(id),
        }
    }

    fn subjects(&self, commits: &[Id]) -> String {
        let subject = |id: &Id| Commit::older(self.objects, id).map(|commit| line(commit.subject(), 100));
        names(commits.iter().map(|id| subject(id).unwrap_or_else(|| brief(id))), commits.len())
    }

    fn moved(&self, moved: &Moved, told: &mut BTreeSet<Id>) -> Option<Vec<Message>> {
        let (kind, name) = refs::kind(&moved.name)?;
        let name = visible(name).text;
        match kind {
            Kind::Tag => self.tag(moved, &name),
            Kind::Stash => self.stash(moved, told),
            Kind::Branch | Kind::Remote => self.branch(moved, &name, told).map(|line| vec![line]),
        }
    }

    fn branch(&self, moved: &Moved, name: &str, told: &mut BTreeSet<Id>) -> Option<Message> {
        // What a branch stands at must be a commit.
        if let Some(to) = &moved.to {
            self.objects.typed(to, Type::Commit)?;
        }
        let (from, to) = match (&moved.from, &moved.to) {
            (Some(from), Some(to)) => (from, to),
            (Some(from), None) => return Some(say!("git-branch-deleted", name, at = self.at(from))),
            (None, Some(to)) => {
                let new = self.new_from(to);
                told.extend(&new.0);
                return Some(match new.0.as_slice() {
                    [] => say!("git-branch-created", name, at = self.at(to)),
                    // The first commits of a repository: nothing else is on their branch.
                    commits if new.1.is_empty() => {
                        say!("git-commits", n = commits.len(), name, subjects = self.subjects(commits))
                    }
                    commits => {
                        let subjects = self.subjects(commits);
                        say!("git-branch-created-with", name, at = self.at(to), n = commits.len(), subjects)
                    }
                });
            }
            (None, None) => return None,
        };
        let moves = say!("git-moves", name, from = self.at(from), to = self.at(to));
        let Some(history) = self.history(from, to) else {
            told.extend(self.new_from(to).0);
            return Some(moves);
        };
        told.extend(&history.join);
        let is_new = |id: &Id| self.objects.new.contains_key(id);
        let subjects = self.subjects(&history.join);
        if history.leave.is_empty() && history.join.iter().all(is_new) {
            return Some(say!("git-commits", n = history.join.len(), name, subjects));
        }
        let join = (!history.join.is_empty()).then(|| say!("git-join", n = history.join.len(), subjects));
        let subjects = self.subjects(&history.leave);
        let leave = (!history.leave.is_empty()).then(|| say!("git-leave", n = history.leave.len(), subjects));
        Some(Message::joined("; ", [moves].into_iter().chain(join).chain(leave)))
    }

    fn tag(&self, moved: &Moved, name: &str) -> Option<Vec<Message>> {
        let of = |id: &Id| match self.objects.get(id)?.is {
            Type::Commit => Some(*id),
            Type::Tag => Tag::read(self.objects, id).filter(|tag| tag.name == name).map(|tag| tag.of),
            Type::Blob | Type::Tree => None,
        };
        let was = |id: &Id| of(id).map_or_else(|| brief(id), |id| self.at(&id));
        Some(vec![match (&moved.from, &moved.to) {
            (None, Some(to)) => say!("git-tag-created", name, at = self.at(&of(to)?)),
            (Some(from), None) => say!("git-tag-deleted", name, at = was(from)),
            (Some(from), Some(to)) => say!("git-tag-moves", name, from = was(from), to = self.at(&of(to)?)),
            (None, None) => return None,
        }])
    }

    /// Says that something was stashed. What goes, the log of stashes tells.
    fn stash(&self, moved: &Moved, told: &mut BTreeSet<Id>) -> Option<Vec<Message>> {
        let Some(to) = &moved.to else { return Some(Vec::new()) };
        let Some(commit) = self.made.commit(to) else {
            // One that is older stands there again, if others were dropped.
            return (!self.names.dropped.is_empty()).then(Vec::new);
        };
        told.insert(*to);
        told.extend(&commit.parents);
        Some(vec![say!("git-stash-created", name = "stash@{0}", what = line(commit.subject(), 100))])
    }

    /// Returns the new commits from one on, children before parents, and the older ones that they follow.
    fn new_from(&self, from: &Id) -> (Vec<Id>, BTreeSet<Id>) {
        let (mut open, mut seen) = (vec![*from], BTreeSet::new());
        let (mut new, mut older) = (Vec::new(), BTreeSet::new());
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.made.commit(&id) {
                Some(commit) => {
                    new.push(id);
                    open.extend(&commit.parents);
                }
                None => drop(older.insert(id)),
            }
        }
        new.sort_by_key(|id| std::cmp::Reverse(self.made.commits.iter().position(|(other, _)| other == id)));
        (new, older)
    }

    /// Returns which commits join and leave a name; None if there are too many.
    fn history(&self, from: &Id, to: &Id) -> Option<History> {
        let (new, older) = self.new_from(to);
        if older.iter().eq([from]) {
            return Some(History { join: new, leave: Vec::new() });
        }
        // The newest first, until all that is left is on both sides.
        const OLD: u8 = 1;
        const NEW: u8 = 2;
        let mut sides: BTreeMap<Id, u8> = BTreeMap::new();
        let mut open: BTreeSet<(i64, Id)> = BTreeSet::new();
        for (id, side) in [(from, OLD), (to, NEW)] {
            *sides.entry(*id).or_default() |= side;
            open.insert((Commit::older(self.objects, id)?.at, *id));
        }
        let mut order = Vec::new();
        for _ in 0..WALKED {
            if open.iter().all(|(_, id)| sides.get(id) == Some(&(OLD | NEW))) {
                let on =
                    |side: u8| order.iter().filter(|id| sides.get(*id) == Some(&side)).copied().collect();
                return Some(History { join: on(NEW), leave: on(OLD) });
            }
            let (_, id) = open.pop_last()?;
            let side = sides.get(&id).copied().unwrap_or_default();
            if !order.contains(&id) {
                order.push(id);
            }
            for parent in Commit::older(self.objects, &id)?.parents {
                let known = sides.entry(parent).or_default();
                if *known | side != *known {
                    *known |= side;
                    open.insert((Commit::older(self.objects, &parent)?.at, parent));
                }
            }
        }
        None
    }

    /// Returns the names that move to older commits which were not on them.
    pub fn joined_older(&self) -> Option<Vec<Moved>> {
        let mut found = Vec::new();
        for moved in &self.names.moved {
            let (Some(from), Some(to)) = (&moved.from, &moved.to) else { continue };
            let is_branch = matches!(refs::kind(&moved.name)?.0, Kind::Branch | Kind::Remote);
            if !is_branch || self.objects.new.contains_key(to) {
                continue;
            }
            if self.history(from, to).is_none_or(|history| !history.join.is_empty()) {
                found.push(moved.clone());
            }
        }
        Some(found)
    }

    /// Says what is staged and what no longer is, and returns what is to be shown of it.
    pub fn staged(&self, staged: &[Staged]) -> Option<(Vec<Message>, Vec<Difference>)> {
        let tree = |id: Option<Id>| {
            id.map_or(Some(None), |id| Commit::older(self.objects, &id).map(|commit| Some(commit.tree)))
        };
        let (was, will) = (tree(self.names.checked_out.0)?, tree(self.names.checked_out.1)?);
        let held = |tree: Option<Id>, path: &str| -> Option<Option<Held>> {
            tree.map_or(Some(None), |tree| trees::held_at(self.objects, &tree, path))
        };
        let (mut shown, mut unstaged) = (Vec::new(), Vec::new());
        for Staged { path, from, to } in staged {
            let (before, after) = (held(was, path)?, held(will, path)?);
            if *to != after {
                shown.push(Difference { path: path.clone(), old: after, new: *to });
            } else if before == after && *from != after {
                unstaged.push(path.clone());
            }
        }
        let paths =
            |paths: Vec<String>| (paths.len(), names(paths.iter().map(|p| visible(p).text), paths.len()));
        let mut lines = Vec::new();
        let (n, files) = paths(shown.iter().map(|one| one.path.clone()).collect());
        lines.extend((n > 0).then(|| say!("git-staged", n, files)));
        let (n, files) = paths(unstaged);
        lines.extend((n > 0).then(|| say!("git-unstaged", n, files)));
        Some((lines, shown))
    }
}

/// Joins the first of some names, and counts the others.
fn names(names: impl Iterator<Item = String>, all: usize) -> String {
    let mut named: Vec<String> = names.take(NAMED).collect();
    if all > NAMED {
        named.push(format!("… (+{})", all - NAMED));
    }
    named.join(", ")
}

/// Says something of each of some names, and counts what is too much.
pub(super) fn some(all: &[String], each: impl Fn(&String) -> Message) -> Vec<Message> {
    let more = all.len().saturating_sub(MISSING);
    let more = (more > 0).then(|| say!("unseen-more-differences", n = more));
    all.iter().take(MISSING).map(each).chain(more).collect()
}
