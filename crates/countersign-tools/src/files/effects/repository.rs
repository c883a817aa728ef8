//! Git's own files in words: which commits are new and on which branch, what is staged, which names come, go and move.
//! An agent can write anything into `.git`; so what is said here is read from the objects themselves, and a file that the
//! words do not account for completely stays in the list of files.

mod content;
mod index;
mod objects;
mod recorded;
mod refs;
mod trees;
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read as _,
    path::{Path, PathBuf},
    rc::Rc,
};

use content::Contents;
use countersign_core::tool::FieldChange;
use countersign_rehearsal::{Change, Kind, Node, open_content};
use countersign_words::{Message, say};
use objects::{Id, Object, Objects};
pub(crate) use recorded::recorded_otherwise;
use trees::{Commit, Tag};

use super::{
    git_files::{self, in_git},
    part::Picked,
    texts::Content,
};
use crate::files::{forecast::shown, resolved_path::ResolvedPath};

/// Larger files of git are not read.
const MOST: u64 = 64 << 20;
/// Maximum number of new commits that are told.
const COMMITS: usize = 200;

/// What changes of git's own files mean.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// The paths that the words stand for.
    pub paths: BTreeSet<PathBuf>,
    /// The words, by repository.
    pub lines: Vec<(PathBuf, Vec<Message>)>,
    /// The content of commits and of what is staged, as far as no changed file shows it.
    pub diff: String,
    /// Git's own files that nobody can say the meaning of, and content that is not shown.
    pub not_shown: Vec<Message>,
}

impl Explained {
    /// Returns all words.
    pub fn words(&self) -> impl Iterator<Item = Message> + '_ {
        self.lines.iter().flat_map(|(_, lines)| lines.iter().cloned())
    }

    /// Returns a line for each of them, as a person is shown it.
    pub fn changes(&self, roots: &[PathBuf]) -> Vec<FieldChange> {
        let label = |work: &Path| match roots.iter().find_map(|root| work.strip_prefix(root).ok()) {
            Some(below) if !below.as_os_str().is_empty() => {
                say!("effect-label-git-in", folder = shown(below))
            }
            _ => say!("effect-label-git"),
        };
        let told = |(work, lines): &(PathBuf, Vec<Message>)| -> Vec<FieldChange> {
            lines.iter().map(|line| FieldChange::told(label(work), None, Some(line.clone()))).collect()
        };
        self.lines.iter().flat_map(told).collect()
    }
}

/// Explains the changes of all repositories; `left`: how many bytes of differences may be shown.
pub(super) fn explain(views: &[Picked<'_>], left: &mut usize) -> Explained {
    let mut found = Explained::default();
    let repositories: BTreeSet<PathBuf> =
        views.iter().filter_map(|view| in_git(&view.change.path)).map(|(git, _)| git).collect();
    for git in repositories {
        let of = Repository::of(&git, views);
        if let Some(story) = of.as_ref().and_then(|of| of.story(left)) {
            found.paths.extend(story.paths.iter().map(|below| git.join(below)));
            found.diff.push_str(&story.diff);
            found.not_shown.extend(story.not_shown);
            if !story.lines.is_empty() {
                found.lines.push((git.parent().unwrap_or(&git).to_owned(), story.lines));
            }
        }
    }
    let is_odd = |view: &&Picked<'_>| {
        let change = &*view.change;
        in_git(&change.path).is_some()
            && !found.paths.contains(&change.path)
            && !git_files::is_state(&change.path)
            && !git_files::is_only_tracking(change)
    };
    let odd: Vec<String> = views.iter().filter(is_odd).map(|view| shown(&view.change.path)).collect();
    found.not_shown.extend(words::some(&odd, |path| say!("unseen-git", path)));
    found
}

/// A repository, with the changes of its own files and of others.
pub(super) struct Repository<'a> {
    git: &'a Path,
    work: &'a Path,
    /// By path within `.git`.
    changes: BTreeMap<&'a str, &'a Change>,
    /// Files of git that were only written again.
    same: BTreeSet<&'a str>,
    /// By whole path.
    others: BTreeMap<&'a Path, &'a Change>,
}

/// What is said of a repository.
#[derive(Default)]
struct Story {
    paths: BTreeSet<PathBuf>,
    lines: Vec<Message>,
    diff: String,
    not_shown: Vec<Message>,
}

impl<'a> Repository<'a> {
    /// Gathers the changes of a repository; None if some would land otherwise than rehearsed, or its files are elsewhere.
    fn of(git: &'a Path, views: &'a [Picked<'_>]) -> Option<Self> {
        let work = git.parent()?;
        let (mut changes, mut same, mut others) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        for view in views {
            let change = &*view.change;
            let is_plain = view.content == Content::Rehearsed && view.part.is_none() && !change.moved;
            match change.path.strip_prefix(git) {
                Ok(below) if is_same(change) => drop(same.insert(below.to_str()?)),
                Ok(_) if !is_plain && !is_time_of_folder(change) => return None,
                Ok(below) => drop(changes.insert(below.to_str()?, change)),
                Err(_) if is_plain => drop(others.insert(change.path.as_path(), change)),
                Err(_) => {}
            }
        }
        let elsewhere = git.join("commondir").symlink_metadata().is_ok();
        (!elsewhere && git.symlink_metadata().is_ok_and(|stat| stat.is_dir())).then_some(Self {
            git,
            work,
            changes,
            same,
            others,
        })
    }

    /// Returns the changed paths that are plain files, or no longer there.
    fn files(&self) -> impl Iterator<Item = &'a str> + '_ {
        let is_file = |node: &Option<Node>| node.as_ref().is_none_or(|node| node.kind == Kind::File);
        self.changes
            .iter()
            .filter(move |(_, change)| is_file(&change.before) && is_file(&change.after))
            .map(|(path, _)| *path)
    }

    /// Returns the bytes of a file of git before or afterwards; `Some(None)`: there is none.
    fn bytes(&self, below: &str, after: bool) -> Option<Option<Vec<u8>>> {
        let Some(change) = self.changes.get(below) else {
            let path = self.git.join(below);
            return match path.symlink_metadata() {
                Ok(stat) if stat.is_dir() => Some(None),
                Ok(_) => standing(&path).map(Some),
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => Some(None),
                // `refs/heads/a` where `refs/heads/a/b` was looked for.
                Err(e) if e.kind() == std::io::ErrorKind::NotADirectory => Some(None),
                Err(_) => None,
            };
        };
        let node = if after { &change.after } else { &change.before };
        let Some(node) = node else { return Some(None) };
        if node.kind == Kind::Dir {
            return Some(None);
        }
        if after {
            return rehearsed(change).map(Some);
        }
        let bytes = standing(&change.path)?;
        let is_it = node.hash.as_deref() == Some(blake3::hash(&bytes).to_hex().as_str());
        is_it.then_some(Some(bytes))
    }

    /// Like [`bytes`](Self::bytes), for a text.
    fn text(&self, below: &str, after: bool) -> Option<Option<String>> {
        match self.bytes(below, after)? {
            Some(bytes) => String::from_utf8(bytes).ok().map(Some),
            None => Some(None),
        }
    }

    /// Returns the new objects, with their paths. One that is not what its name says is not among them.
    fn new_objects(&self) -> (BTreeMap<Id, Rc<Object>>, BTreeMap<Id, &'a str>) {
        let mut found = (BTreeMap::new(), BTreeMap::new());
        for path in self.files() {
            let id = path.strip_prefix("objects/").map(|name| name.replacen('/', "", 1));
            let is_new = self.changes.get(path).is_some_and(|change| change.before.is_none());
            let Some(id) = id.filter(|_| is_new).as_deref().and_then(objects::parse_id) else { continue };
            let named = format!("objects/{:02x}/", id[0]);
            let file = self.bytes(path, true).flatten().filter(|_| path.starts_with(&named));
            if let Some(object) = file.and_then(|file| objects::loose(&id, &file)) {
                found.0.insert(id, Rc::new(object));
                found.1.insert(id, path);
            }
        }
        found
    }

    /// Says what happens to it; None if that is not understood.
    fn story(&self, left: &mut usize) -> Option<Story> {
        let (new, at) = self.new_objects();
        let objects = Objects::of(self.git, new);
        let names = refs::explain(self, &objects)?;
        let mut roots: Vec<Id> = names.moved.iter().filter_map(|moved| moved.to).collect();
        roots.extend(names.checked_out.1);
        roots.extend(names.logged.iter().copied());
        let made = Made::from(&objects, &roots)?;
        let staged = match self.changes.contains_key("index") {
            true => index::explain(self)?,
            false => Vec::new(),
        };
        let mut contents = Contents::new(self, &objects, left);
        let mut reached = made.tags.keys().copied().collect::<BTreeSet<Id>>();
        for (id, commit) in &made.commits {
            reached.insert(*id);
            reached.extend(contents.commit(id, commit)?);
        }
        for (id, tag) in &made.tags {
            contents.tag(id, tag);
        }
        let telling = words::Telling { objects: &objects, names: &names, made: &made };
        let mut lines = telling.lines()?;
        for moved in telling.joined_older()? {
            contents.moved(&moved)?;
        }
        let (told, shown) = telling.staged(&staged)?;
        lines.extend(told);
        for one in shown {
            contents.staged(&one)?;
        }
        reached.extend(staged.iter().filter_map(|one| one.to.map(|held| held.id)));
        let mut paths: BTreeSet<PathBuf> = names.paths.iter().map(PathBuf::from).collect();
        paths.extend(at.iter().filter(|(id, _)| reached.contains(*id)).map(|(_, path)| PathBuf::from(path)));
        paths.extend(self.changes.contains_key("index").then(|| PathBuf::from("index")));
        paths.extend(self.quiet(&made, &objects));
        paths.extend(self.same.iter().map(PathBuf::from));
        let (diff, not_shown) = contents.done();
        Some(Story { paths, lines, diff, not_shown })
    }

    /// Returns the files and folders that say nothing beside the words: the message of the last commit, where HEAD was,
    /// folders for objects, names and logs.
    fn quiet(&self, made: &Made, objects: &Objects) -> Vec<PathBuf> {
        let is_folder = |node: &Option<Node>| node.as_ref().is_none_or(|node| node.kind == Kind::Dir);
        let is_quiet = |path: &str, change: &Change| {
            let in_ours = ["objects", "refs", "logs"].iter().any(|name| Path::new(path).starts_with(name));
            if is_folder(&change.before) && is_folder(&change.after) {
                let is_moved = change.before.is_some() && change.after.is_some();
                return is_time_of_folder(change) || (in_ours && !is_moved);
            }
            let text = || self.text(path, true).flatten();
            match path {
                "COMMIT_EDITMSG" => text().is_some_and(|text| made.has_message(&text)),
                "ORIG_HEAD" => text().is_some_and(|text| {
                    let id = objects::parse_id(text.trim_end());
                    id.is_some_and(|id| refs::is_line_of(&text, &id) && Commit::read(objects, &id).is_some())
                }),
                _ => false,
            }
        };
        let quiet = self.changes.iter().filter(|(path, change)| is_quiet(path, change));
        quiet.map(|(path, _)| PathBuf::from(path)).collect()
    }
}

/// Commits and tags that a command made.
struct Made {
    /// Parents before children.
    commits: Vec<(Id, Commit)>,
    tags: BTreeMap<Id, Tag>,
}

impl Made {
    /// Follows names to everything new; None if something there is not understood or missing.
    fn from(objects: &Objects, roots: &[Id]) -> Option<Self> {
        let mut made = Self { commits: Vec::new(), tags: BTreeMap::new() };
        let mut seen = BTreeSet::new();
        // A commit comes twice: before its parents, and after them.
        let mut open: Vec<(Id, bool)> = roots.iter().map(|id| (*id, false)).collect();
        while let Some((id, is_done)) = open.pop() {
            if is_done {
                made.commits.push((id, Commit::read(objects, &id)?));
                continue;
            }
            if !seen.insert(id) {
                continue;
            }
            if !objects.new.contains_key(&id) {
                objects.get(&id)?;
                continue;
            }
            if let Some(tag) = Tag::read(objects, &id) {
                open.push((tag.of, false));
                made.tags.insert(id, tag);
                continue;
            }
            let commit = Commit::read(objects, &id)?;
            open.push((id, true));
            open.extend(commit.parents.iter().map(|parent| (*parent, false)));
        }
        (made.commits.len() <= COMMITS).then_some(made)
    }

    /// Whether one of the commits has this message.
    fn has_message(&self, text: &str) -> bool {
        let text = text.lines().filter(|line| !line.starts_with('#')).map(str::trim_end).collect::<Vec<_>>();
        let text = text.join("\n");
        self.commits.iter().any(|(_, commit)| commit.message.trim() == text.trim())
    }

    fn commit(&self, id: &Id) -> Option<&Commit> {
        self.commits.iter().find_map(|(other, commit)| (other == id).then_some(commit))
    }
}

/// Whether a file has another time and nothing else.
fn is_same(change: &Change) -> bool {
    let (Some(before), Some(after)) = (&change.before, &change.after) else { return false };
    let rest = |node: &Node| Node { mtime_ns: 0, ..node.clone() };
    before.kind == Kind::File && before.hash.is_some() && !change.moved && rest(before) == rest(after)
}

fn is_time_of_folder(change: &Change) -> bool {
    let folder = |node: &Node| (node.kind == Kind::Dir).then_some((node.mode, node.owner));
    let (before, after) = (change.before.as_ref().and_then(folder), change.after.as_ref().and_then(folder));
    before.is_some() && before == after
}

/// Returns the bytes that a change leaves; None if they are too many, or no longer those that were found.
fn rehearsed(change: &Change) -> Option<Vec<u8>> {
    let (content, node) = (change.content.as_ref()?, change.after.as_ref()?);
    let mut bytes = Vec::new();
    open_content(content).ok()?.take(MOST + 1).read_to_end(&mut bytes).ok()?;
    let is_it = node.hash.as_deref() == Some(blake3::hash(&bytes).to_hex().as_str());
    (node.kind == Kind::File && is_it).then_some(bytes)
}

/// Returns the bytes of a real file that is no link; None if they are too many.
fn standing(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    ResolvedPath::open(path).ok()?.file().ok()?.take(MOST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MOST).then_some(bytes)
}
