//! Shows effects to a person completely: anything left out is mentioned and counted.

use std::{
    collections::{BTreeMap, BTreeSet},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{
    Error, Result, canonical,
    judge::Facts,
    tool::{FieldChange, Lost, Preview, Reversal, TrustGround},
    world::Precondition,
};
use countersign_rehearsal::{Change, Effects, Kind, Node};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    Chosen, Shown,
    builds::{self, Built, Folded},
    difference::{Difference, difference},
    git_files,
    part::{self, Picked},
    repository::{self, Explained},
    select,
    texts::Content,
};
use crate::{
    files::{
        Deleter, Files,
        capture::reason,
        forecast::{brief_hash, shown},
        given_back::{Deleted, content},
        ground, lost, protect,
        resolved_path::outside,
        state::State,
    },
    typed::target_name,
};

/// Maximum bytes of diffs shown; changed files come first, then new ones, then deleted ones.
const DIFF_MAX: usize = 6 << 20;
/// How many paths are named in a warning.
pub(super) const NAMED: usize = 20;
/// Maximum number of protected paths reported before those that are only deleted.
const PROTECTED: usize = 200;

/// Returns how effects are shown and judged.
pub(super) fn show(
    files: &Files,
    effects: &Effects,
    chosen: &[Chosen],
    cwd: Option<&str>,
    whose: Deleter<'_>,
) -> Result<Shown> {
    let selected = if chosen.is_empty() { select::all(effects) } else { select::select(effects, chosen)? };
    let mut views = part::picked(&selected)?;
    views.retain(|view| !is_nothing(&view.change, &view.content));
    let (in_builds, views): (Vec<Picked<'_>>, Vec<Picked<'_>>) =
        views.into_iter().partition(|view| builds::is_in(&view.change.path, &effects.builds));
    let built = Built::of(in_builds.iter().map(|view| view.change.as_ref()), &effects.builds);
    let mut left = DIFF_MAX;
    let git = repository::explain(&views, &mut left);
    let roots = files.roots_of(cwd);
    let folded = Folded::among(views.iter().map(|view| &*view.change), &roots);
    let told: Vec<&Picked<'_>> = views.iter().filter(|v| !git.paths.contains(&v.change.path)).collect();
    let Difference { text: diff, lines, mut not_shown, pictures, whole } = difference(&told, left)?;
    let mut showing = Showing {
        files,
        git: &git,
        folded: &folded,
        in_diff: whole,
        roots,
        own: files.own_places(),
        facts: Facts::default(),
        lost: Vec::new(),
        warnings: Vec::new(),
        emptied: Vec::new(),
        changes: Vec::new(),
        preconditions: Vec::new(),
        conflicts: Vec::new(),
        by_name: Vec::new(),
        refs: git_files::removed_refs(views.iter().map(|view| &*view.change)),
        renamed: views.iter().filter_map(|view| view.change.renamed_from.as_deref()).collect(),
        counts: Counts::default(),
    };
    for view in &views {
        showing.change(&view.change, &view.content)?;
    }
    for view in &in_builds {
        showing.build(&view.change);
    }
    let builds: Vec<String> = built.folders.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    showing.facts.writes.extend(builds.iter().cloned());
    showing.changes.extend(folded.iter().map(Folded::line));
    showing.changes.extend(git.changes(&showing.roots));
    showing.changes.extend(built.line(&showing.roots));
    let paths = views.iter().map(|view| &*view.change.path).chain(built.folders.iter().map(PathBuf::as_path));
    let mut ground = TrustGround { builds, ..ground::of(paths, &showing.roots) };
    if !files.covers_deletions(whose, &showing.deleted(), &showing.facts, &mut ground) {
        showing.warn_of_deletes();
    }
    if effects.more {
        showing.facts.opaque = true;
        showing.warnings.push(say!("effect-more-changes"));
    }
    let (gone, unlisted) = lost::sorted(showing.gone());
    not_shown.extend(git.not_shown.iter().cloned());
    not_shown.extend(unlisted);
    not_shown.extend(folded.iter().map(|folded| folded.not_shown(&showing.roots)));
    if effects.more {
        not_shown.push(say!("unseen-more-changes"));
    }
    let counts = &showing.counts;
    let in_fold = |path: &Path| folded.iter().any(|folded| path.starts_with(&folded.folder));
    let counted = told.iter().any(|v| !in_fold(&v.change.path)).then(|| counts.words(effects.more));
    let diff = match &counted {
        Some(counted) => Some(format!("{counted}; {lines}\n{diff}{}", git.diff)),
        None => Some(format!("{diff}{}", git.diff)).filter(|diff| !diff.is_empty()),
    };
    let typed = match showing.facts.deletes.as_slice() {
        [] => {
            target_name(&views.iter().map(|view| &view.change.path).chain(&built.folders).collect::<Vec<_>>())
        }
        deleted => target_name(deleted),
    };
    let folds = folded.iter().map(|folded| folded.words(&showing.roots));
    let all: Vec<Message> =
        counted.into_iter().chain(folds).chain(git.words()).chain(built.words(&showing.roots)).collect();
    let words = if all.is_empty() { counts.words(effects.more) } else { Message::joined("; ", all) };
    let target = match (told.as_slice(), built.folders.as_slice(), git.lines.as_slice()) {
        ([one], [], []) => shown(&one.change.path).into(),
        _ => words.clone(),
    };
    Ok(Shown {
        summary: words,
        preview: Preview {
            target,
            changes: showing.changes,
            warnings: showing.warnings,
            diff,
            not_shown,
            lost: gone,
            pictures,
            ..Preview::default()
        },
        facts: showing.facts,
        preconditions: showing.preconditions,
        reversal: Reversal::Exact,
        typed,
        conflicts: showing.conflicts,
        by_name: showing.by_name,
        ground,
        effect: mark(&views, &git),
    })
}

/// Returns the digest of what changes: of each path its kind, rights and content before and after, and of git's own files
/// what is said of them. What appears in build folders does not count.
fn mark(views: &[Picked<'_>], git: &Explained) -> String {
    let about = |node: &Node| {
        let content = node.hash.clone().map_or_else(|| json!(node.size), |hash| json!(hash));
        let content = if node.kind == Kind::File { content } else { Value::Null };
        json!([node.kind, node.mode, content, format!("{:?}", node.target), node.owner, node.extended])
    };
    let is_told = |view: &&Picked<'_>| {
        let is_folder = |node: &Option<Node>| node.as_ref().is_some_and(|node| node.kind == Kind::Dir);
        let about = |node: &Option<Node>| node.as_ref().map(about);
        let only_time =
            is_folder(&view.change.before) && about(&view.change.before) == about(&view.change.after);
        !only_time && !git.paths.contains(&view.change.path)
    };
    let mut changes: Vec<Value> = Vec::new();
    for view in views.iter().filter(is_told) {
        let Change { path, before, after, .. } = &*view.change;
        changes.push(json!([format!("{path:?}"), before.as_ref().map(about), after.as_ref().map(about)]));
    }
    changes.sort_by_key(Value::to_string);
    let said: Vec<String> = git.words().map(|words| words.to_string()).collect();
    canonical::digest("effect", &json!([changes, said, git.diff]))
}

/// Whether only the real file moved, or the change has landed already.
fn is_nothing(change: &Change, content: &Content) -> bool {
    let modes = change.before.as_ref().map(|n| n.mode) == change.after.as_ref().map(|n| n.mode);
    let after = change.after.as_ref().and_then(|n| n.hash.as_deref());
    let rewritten = change.before.as_ref().and_then(|n| n.hash.as_deref()) != after;
    let landed = change.base.as_ref().is_some_and(|base| Some(base.hash.as_str()) != after);
    *content == Content::Stays && modes && (rewritten || landed)
}

/// What happens to an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Changed,
    Created,
    Deleted,
    Renamed,
}

impl Fate {
    /// Returns the message that it happens to `n` entries.
    fn some(self, n: usize) -> Message {
        match self {
            Self::Changed => say!("effect-kinds-changed", n),
            Self::Created => say!("effect-kinds-created", n),
            Self::Deleted => say!("effect-kinds-deleted", n),
            Self::Renamed => say!("effect-kinds-renamed", n),
        }
    }

    /// Returns the message that it happens to `n` files.
    fn files(self, n: usize) -> Message {
        match self {
            Self::Changed => say!("effect-files-changed", n),
            Self::Created => say!("effect-files-created", n),
            Self::Deleted => say!("effect-files-deleted", n),
            Self::Renamed => say!("effect-files-renamed", n),
        }
    }

    /// Returns the message that it happens to `n` folders.
    fn folders(self, n: usize) -> Message {
        match self {
            Self::Changed => say!("effect-folders-changed", n),
            Self::Created => say!("effect-folders-created", n),
            Self::Deleted => say!("effect-folders-deleted", n),
            Self::Renamed => say!("effect-folders-renamed", n),
        }
    }
}

/// The numbers per fate.
#[derive(Default)]
pub(super) struct Counts {
    files: BTreeMap<Fate, usize>,
    folders: BTreeMap<Fate, usize>,
}

impl Counts {
    /// Counts a change; `moved`: it is the old path of a renamed entry, which is counted at its new one.
    pub fn add(&mut self, change: &Change, moved: bool) {
        let (before, after) = (change.before.as_ref(), change.after.as_ref());
        let fate = match (before, after) {
            (None, _) if change.renamed_from.is_some() => Fate::Renamed,
            (None, _) => Fate::Created,
            (_, None) if moved => return,
            (_, None) => Fate::Deleted,
            _ => Fate::Changed,
        };
        let folder = after.or(before).is_some_and(|node| node.kind == Kind::Dir);
        let counts = if folder { &mut self.folders } else { &mut self.files };
        *counts.entry(fate).or_default() += 1;
    }

    /// Returns the number of files.
    pub fn files(&self) -> usize {
        self.files.values().sum()
    }

    pub fn words(&self, more: bool) -> Message {
        let kinds = |count: &BTreeMap<Fate, usize>| {
            let total: usize = count.values().sum();
            (total, Message::joined(", ", count.iter().map(|(fate, n)| fate.some(*n))))
        };
        let one = |count: &BTreeMap<Fate, usize>| match count.iter().collect::<Vec<_>>().as_slice() {
            [(fate, n)] => Some((**fate, **n)),
            _ => None,
        };
        let files = (!self.files.is_empty()).then(|| match (one(&self.files), kinds(&self.files)) {
            (Some((fate, n)), _) => fate.files(n),
            (None, (n, kinds)) => say!("effect-files-several", n, said_kinds = kinds),
        });
        let folders = (!self.folders.is_empty()).then(|| match (one(&self.folders), kinds(&self.folders)) {
            (Some((fate, n)), _) => fate.folders(n),
            (None, (n, kinds)) => say!("effect-folders-several", n, said_kinds = kinds),
        });
        let words = match (files, folders) {
            (None, None) => say!("effect-nothing-changed"),
            (files, folders) => Message::joined("; ", files.into_iter().chain(folders)),
        };
        if more { say!("effect-and-more", saids = words) } else { words }
    }
}

struct Showing<'a> {
    files: &'a Files,
    /// What is told of git's own files in words.
    git: &'a Explained,
    /// Folders that one line stands for.
    folded: &'a [Folded],
    /// Paths of which the difference shows everything.
    in_diff: BTreeSet<&'a Path>,
    roots: Vec<PathBuf>,
    own: Vec<PathBuf>,
    facts: Facts,
    /// Deleted or emptied files.
    lost: Vec<&'a Change>,
    warnings: Vec<Message>,
    /// The warnings about emptied files.
    emptied: Vec<Message>,
    changes: Vec<FieldChange>,
    preconditions: Vec<Precondition>,
    conflicts: Vec<PathBuf>,
    by_name: Vec<PathBuf>,
    /// Refs of git that were removed, with their reflogs.
    refs: BTreeSet<PathBuf>,
    /// Files that were only renamed.
    renamed: BTreeSet<&'a Path>,
    counts: Counts,
}

impl<'a> Showing<'a> {
    fn change(&mut self, change: &'a Change, content: &Content) -> Result<()> {
        let path = &change.path;
        let lossy = path.to_string_lossy().into_owned();
        let (before, after) = (change.before.as_ref(), change.after.as_ref());
        self.facts.outside |= outside(path, &self.roots);
        if let Some(why) = protect::writing(path, &self.own)
            && !git_files::is_only_tracking(change)
        {
            self.protected(why, path);
        }
        let moved = self.renamed.contains(path.as_path());
        let kinds_differ = before.zip(after).is_some_and(|(before, after)| before.kind != after.kind);
        let size = |node: Option<&Node>| node.filter(|n| n.kind == Kind::File).map_or(0, |n| n.size);
        let emptied = before.zip(after).is_some() && size(before) > 0 && size(after) == 0;
        let lost = (before.is_some() && after.is_none() && !moved) || kinds_differ || emptied;
        let of_git = git_files::is_state(path) || self.refs.contains(path);
        match lost && !self.files.is_scratch(path, &self.roots) && !of_git {
            true => {
                self.lost.push(change);
                self.facts.deletes.push(lossy.clone());
            }
            false => self.facts.writes.push(lossy.clone()),
        }
        let in_words = self.git.paths.contains(path)
            || self.folded.iter().any(|folded| path.starts_with(&folded.folder));
        if !in_words {
            self.counts.add(change, moved);
        }
        self.warn(change, content);
        self.emptied.extend(emptied.then(|| say!("effect-emptied", path = shown(path))));
        let state = serde_json::to_value(State::rehearsed(before)).map_err(Error::bug)?;
        self.preconditions.push(Precondition { what: lossy, state });
        let in_diff = self.in_diff.contains(path.as_path());
        self.changes.extend((!in_words).then(|| FieldChange { in_diff, ..told(change, content) }));
        Ok(())
    }

    /// Looks at a change in a build folder. A tool makes what is there, so only what gives rights or another
    /// repository's files are noted.
    fn build(&mut self, change: &Change) {
        self.facts.outside |= outside(&change.path, &self.roots);
        self.warn_of_rights(change);
        let of_git = change.path.iter().any(|part| part == ".git");
        if let Some(why) = protect::writing(&change.path, &self.own).filter(|_| of_git) {
            self.protected(why, &change.path);
        }
    }

    fn protected(&mut self, why: Message, path: &Path) {
        self.by_name.push(path.to_owned());
        if self.facts.protected.len() < PROTECTED {
            self.facts.protected.push(reason(why, path));
        }
    }

    fn warn_of_rights(&mut self, change: &Change) {
        let bits = |node: Option<&Node>| node.map_or(0, |node| node.mode & 0o6000);
        let after = change.after.as_ref().filter(|after| after.kind == Kind::File);
        if let Some(after) = after.filter(|after| bits(Some(after)) & !bits(change.before.as_ref()) != 0) {
            let (path, mode) = (shown(&change.path), format!("{:o}", after.mode));
            self.warnings.push(say!("effect-rights", path, mode));
        }
    }

    fn warn(&mut self, change: &Change, content: &Content) {
        self.warn_of_rights(change);
        let path = shown(&change.path);
        let mut warn = |words: Message| self.warnings.push(words);
        if let Some(after) = &change.after {
            if after.kind == Kind::Other {
                warn(say!("effect-odd-stays", path));
            }
            if after.extended.is_some() || change.before.as_ref().is_some_and(|b| b.extended.is_some()) {
                warn(say!("effect-attributes-stay", path));
            }
            if let Some((user, group)) = after.owner {
                warn(say!("effect-owner-stays-who", path, owner = format!("{user}:{group}")));
            }
        } else if change.before.as_ref().is_some_and(|before| before.kind == Kind::Other) {
            warn(say!("effect-odd-delete-stays", path));
        }
        let names = change.path.symlink_metadata().ok().filter(|m| m.is_file()).map_or(1, |m| m.nlink());
        if names > 1 && change.content.is_some() {
            warn(say!("effect-names-only", path, n = names));
        }
        match content {
            Content::Merged(_) => warn(say!("effect-merged", path)),
            Content::Conflict(_) => {
                warn(say!("effect-both-sides-cannot", path));
                self.conflicts.push(change.path.clone());
            }
            Content::Stays | Content::Rehearsed => {}
        }
    }

    fn deleted(&self) -> Vec<Deleted<'_>> {
        let lost = self.lost.iter().filter_map(|change| Some((change, change.before.as_ref()?)));
        let deleted = lost.map(|(change, before)| Deleted {
            path: &change.path,
            is_folder: before.kind == Kind::Dir,
            content: content(before),
        });
        deleted.collect()
    }

    /// Returns what is deleted; what is only emptied or replaced stays.
    fn gone(&self) -> Vec<Lost> {
        let gone = self.lost.iter().filter(|change| change.after.is_none());
        let gone = gone.filter_map(|change| Some((&change.path, change.before.as_ref()?)));
        gone.map(|(path, node)| {
            let is_folder = node.kind == Kind::Dir;
            Lost { path: shown(path), bytes: if is_folder { 0 } else { node.size }, is_folder, files: 0 }
        })
        .collect()
    }

    /// Warns what is deleted: how many, how much, and the first ones by name.
    fn warn_of_deletes(&mut self) {
        self.warnings.append(&mut self.emptied);
        if self.lost.is_empty() {
            return;
        }
        let bytes: u64 = self.lost.iter().filter_map(|c| c.before.as_ref()).map(|node| node.size).sum();
        let mut paths: Vec<&Path> = self.lost.iter().map(|change| change.path.as_path()).collect();
        paths.sort_unstable();
        let mut names: Vec<String> = paths.iter().take(NAMED).map(|path| shown(path)).collect();
        self.facts.protected.extend(names.iter().map(|name| say!("effect-deleting-files", path = name)));
        let all = self.lost.len();
        if all > NAMED {
            names.push(format!("… (+{})", all - NAMED));
        }
        self.warnings.push(say!("effect-deletes-things", n = all, bytes, names = names.join(", ")));
    }
}

/// Describes one path before and after.
fn told(change: &Change, content: &Content) -> FieldChange {
    let label = match &change.renamed_from {
        Some(from) => say!("effect-renamed-from", path = shown(&change.path), from = shown(from)),
        None => shown(&change.path).into(),
    };
    let (mut before, mut after) = (brief(change.before.as_ref()), brief(change.after.as_ref()));
    match content {
        Content::Merged(text) => {
            let hash = blake3::hash(text.as_bytes()).to_hex();
            after = Some(say!("effect-file-merged", bytes = text.len(), hash = &hash[..16]));
        }
        Content::Conflict(_) => after = Some(say!("effect-conflict")),
        Content::Stays | Content::Rehearsed => {}
    }
    if before == after {
        // The short descriptions are equal: use longer ones.
        before = more_words(before, change.before.as_ref());
        after = more_words(after, change.after.as_ref());
    }
    FieldChange::told(label, before, after)
}

/// Describes an entry briefly; None for a missing one.
pub(super) fn brief(node: Option<&Node>) -> Option<Message> {
    let node = node?;
    let thing = match node.kind {
        Kind::File => say!("effect-file", bytes = node.size),
        Kind::Dir => say!("effect-folder"),
        Kind::Link => match &node.target {
            Some(target) => return Some(say!("effect-link-to", path = shown(target))),
            None => return Some(say!("effect-link")),
        },
        Kind::Other => say!("effect-odd-thing"),
    };
    let mode = say!("effect-mode", mode = format!("{:o}", node.mode));
    Some(Message::joined(", ", [thing, mode].into_iter().chain(node.hash.as_deref().map(brief_hash))))
}

fn more_words(brief: Option<Message>, node: Option<&Node>) -> Option<Message> {
    let (Some(words), Some(node)) = (&brief, node) else { return brief };
    let time = match jiff::Timestamp::from_nanosecond(node.mtime_ns) {
        Ok(time) => time.to_string(),
        Err(_) => format!("1970-01-01T00:00:00Z + {} ns", node.mtime_ns),
    };
    let owner = node.owner.map(|(user, group)| say!("effect-owner", owner = format!("{user}:{group}")));
    let extended = node.extended.as_deref();
    let attributes = extended.map(|hash| say!("effect-attributes", attributes = &hash[..16.min(hash.len())]));
    let parts = [Some(words.clone()), Some(say!("effect-written-at", time)), owner, attributes];
    Some(Message::joined(", ", parts.into_iter().flatten()))
}
