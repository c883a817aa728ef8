//! What git records, compared between two rehearsals of the same command: filters and signing programs of a repository run
//! in it, too, and could have it record something in the second one that nobody has seen.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::{ffi::OsStrExt as _, fs::PermissionsExt as _},
    path::{Path, PathBuf},
};

use countersign_rehearsal::{Effects, git_index};

use super::{
    Made, Picked, Repository,
    objects::{Id, Objects, Type, id_of, parse_id},
    standing,
    trees::{self, Commit, FILE, Held, LINK, PROGRAM},
};
use crate::files::effects::{git_files::in_git, texts::Content};

/// What is listed, by path.
type Listed = BTreeMap<String, Held>;

/// What a command records in one repository.
#[derive(Default)]
struct Recorded {
    /// The new commits: message, author, committer, and how many commits each follows.
    commits: Vec<(String, String, String, usize)>,
    ids: BTreeSet<Id>,
    /// The paths that they hold otherwise than the commits they follow.
    held: BTreeSet<(String, Option<Held>)>,
    /// Where names stand afterwards.
    names: BTreeMap<String, Id>,
    /// What the index lists afterwards, if it changes.
    listed: Option<Listed>,
}

/// Returns the paths that a command records otherwise than it was shown. It may record what stands at one of the paths that
/// `moved`, and what was staged meanwhile. None if not all of it is understood.
pub(crate) fn recorded_otherwise(
    shown: &Effects,
    again: &Effects,
    moved: &[PathBuf],
) -> Option<BTreeSet<PathBuf>> {
    let (shown, again) = (views(shown), views(again));
    let git = |views: &[Picked<'_>]| -> BTreeSet<PathBuf> {
        views.iter().filter_map(|view| in_git(&view.change.path)).map(|(git, _)| git).collect()
    };
    let mut others = BTreeSet::new();
    for git in git(&shown).union(&git(&again)) {
        let (before, after) = (Repository::of(git, &shown)?, Repository::of(git, &again)?);
        let stood = listed(&after, false)?;
        let (before, after) = (Recorded::read(&before, false)?, Recorded::read(&after, true)?);
        let same = before.commits == after.commits
            && after
                .names
                .iter()
                .all(|(name, to)| after.ids.contains(to) || before.names.get(name) == Some(to));
        others.extend((!same).then(|| git.clone()));
        let work = git.parent()?;
        let is_moved = |path: &str| moved.contains(&work.join(path));
        let fits = |path: &str, held: Option<Held>| is_moved(path) && stands(&work.join(path), held);
        let was_shown = |path: &str, held: Option<Held>| {
            let listed = before.listed.as_ref().map(|listed| listed.get(path).copied());
            before.held.contains(&(path.to_owned(), held)) || listed == Some(held)
        };
        let was_staged = |path: &str, held: Option<Held>| stood.get(path).copied() == held;
        let wrong = |path: &str, held| !was_shown(path, held) && !was_staged(path, held) && !fits(path, held);
        others.extend(after.held.iter().filter(|(path, held)| wrong(path, *held)).map(|(p, _)| work.join(p)));
        // What was shown, and is not among it, must have been recorded by then.
        let lacks = |(path, held): &&(String, Option<Held>)| {
            !after.held.contains(&(path.clone(), *held)) && !was_staged(path, *held) && !is_moved(path)
        };
        others.extend(before.held.iter().filter(lacks).map(|(path, _)| work.join(path)));
        let Some(lists) = &after.listed else { continue };
        let paths: BTreeSet<&String> = stood.keys().chain(lists.keys()).collect();
        let changed = paths.into_iter().filter(|path| stood.get(*path) != lists.get(*path));
        let wrong = changed.filter(|path| wrong(path, lists.get(*path).copied()));
        others.extend(wrong.map(|path| work.join(path)));
    }
    Some(others)
}

/// Returns effects as they were rehearsed.
fn views(effects: &Effects) -> Vec<Picked<'_>> {
    let rehearsed = |change| Picked { change, content: Content::Rehearsed, part: None };
    effects.changes.iter().map(|change| rehearsed(std::borrow::Cow::Borrowed(change))).collect()
}

impl Recorded {
    /// Reads it; with `whole`, everything new must be part of it.
    fn read(of: &Repository<'_>, whole: bool) -> Option<Self> {
        let (new, at) = of.new_objects();
        let objects = Objects::of(of.git, new);
        let mut all = Self::default();
        for name in of.files().filter(|path| path.starts_with("refs/")) {
            let text = of.text(name, true)??;
            all.names.insert(name.to_owned(), parse_id(text.trim_end())?);
        }
        let made = Made::from(&objects, &all.names.values().copied().collect::<Vec<_>>())?;
        let mut reached: BTreeSet<Id> = made.tags.keys().copied().collect();
        for (id, commit) in &made.commits {
            let first = commit.parents.first().map(|parent| Commit::older(&objects, parent));
            let first = first.map_or(Some(None), |first| first.map(|first| Some(first.tree)))?;
            let mut trees = vec![*id, commit.tree];
            let found = trees::between(&objects, first.as_ref(), Some(&commit.tree), &mut trees)?;
            reached
                .extend(trees.into_iter().chain(found.iter().filter_map(|one| one.new.map(|held| held.id))));
            all.held.extend(found.into_iter().map(|one| (one.path, one.new)));
            let Commit { message, author, committer, parents, .. } = commit.clone();
            all.commits.push((message, author, committer, parents.len()));
            all.ids.insert(*id);
        }
        if of.changes.contains_key("index") {
            let listed = listed(of, true)?;
            reached.extend(listed.values().map(|held| held.id));
            all.listed = Some(listed);
        }
        let is_object = |path: &&str| path.starts_with("objects/");
        let is_known = |path: &str| at.iter().any(|(id, known)| *known == path && reached.contains(id));
        let rest = of.files().filter(is_object).any(|path| !is_known(path));
        (!whole || !rest).then_some(all)
    }
}

/// Returns what the index lists before or afterwards; None if it is not understood.
fn listed(of: &Repository<'_>, after: bool) -> Option<Listed> {
    let Some(bytes) = of.bytes("index", after)? else { return Some(Listed::new()) };
    let entries = git_index::listed(&bytes)?.entries.into_iter();
    let held = |entry: git_index::Entry| {
        let path = String::from_utf8(entry.path.clone()).ok().filter(|_| entry.is_merged())?;
        Some((path, Held { mode: entry.mode, id: entry.id }))
    };
    entries.map(held).collect()
}

/// Whether a path of the work tree is just that.
fn stands(path: &Path, held: Option<Held>) -> bool {
    let stat = path.symlink_metadata();
    let Some(held) = held else { return stat.is_err_and(|e| e.kind() == std::io::ErrorKind::NotFound) };
    let Ok(stat) = stat else { return false };
    if stat.is_symlink() {
        let target = fs::read_link(path).map(|target| id_of(Type::Blob, target.as_os_str().as_bytes()));
        return held.mode == LINK && target.is_ok_and(|id| id == held.id);
    }
    let mode = if stat.permissions().mode() & 0o100 == 0 { FILE } else { PROGRAM };
    held.mode == mode && standing(path).is_some_and(|bytes| id_of(Type::Blob, &bytes) == held.id)
}
