//! Shows and tells what changed in build folders and in ignored ones: one line for all of it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use countersign_core::tool::FieldChange;
use countersign_rehearsal::{Change, Kind};
use countersign_words::{Message, say};

use super::show::Counts;
use crate::{
    files::{
        forecast::shown,
        git::ignored,
        state::{self, State},
    },
    shell::has_build_name,
};

/// How many folders are named.
const NAMED: usize = 6;

/// Returns the words for a number of files in build folders.
pub(crate) fn build_files(files: u64, folders: &[PathBuf], roots: &[PathBuf]) -> Message {
    let within = |path: &PathBuf| {
        let root = roots.iter().find_map(|root| path.strip_prefix(root).ok());
        format!("{}/", shown(root.unwrap_or(path)))
    };
    let mut names: Vec<String> = folders.iter().take(NAMED).map(within).collect();
    if folders.len() > NAMED {
        names.push(format!("… (+{})", folders.len() - NAMED));
    }
    say!("effect-build-files", n = files, folders = names.join(", "))
}

/// A folder with less is told file by file.
const FOLDED: usize = 20;
/// Maximum number of folders that git is asked about.
const ASKED: usize = 500;

/// Many changes in a folder that holds what tools make: one line stands for them.
pub(super) struct Folded {
    /// The folder.
    pub folder: PathBuf,
    counts: Counts,
    bytes: u64,
}

impl Folded {
    /// Finds folders in which much changed, and which git ignores or which have the name of a build folder.
    pub fn among<'a>(changes: impl Iterator<Item = &'a Change> + Clone, roots: &[PathBuf]) -> Vec<Self> {
        let mut files: BTreeMap<&Path, usize> = BTreeMap::new();
        for change in changes.clone().filter(|change| !is_folder(change)) {
            let Some(root) = roots.iter().find(|root| change.path.starts_with(root)) else { continue };
            for folder in change.path.ancestors().skip(1).take_while(|folder| *folder != root) {
                *files.entry(folder).or_default() += 1;
            }
        }
        let in_git = |folder: &Path| folder.iter().any(|part| part == ".git");
        let many = files.into_iter().filter(|(folder, n)| *n >= FOLDED && !in_git(folder));
        let many: Vec<PathBuf> = many.map(|(folder, _)| folder.to_owned()).take(ASKED).collect();
        let ignored = if many.is_empty() { Default::default() } else { ignored(&many) };
        let mut found: Vec<Self> = Vec::new();
        for folder in many {
            let is_inner = found.iter().any(|other| folder.starts_with(&other.folder));
            if is_inner || !(ignored.contains(&folder) || has_build_name(&folder)) {
                continue;
            }
            let mut folded = Self { folder, counts: Counts::default(), bytes: 0 };
            for change in changes.clone().filter(|change| change.path.starts_with(&folded.folder)) {
                folded.counts.add(change, false);
                folded.bytes += size(change);
            }
            found.push(folded);
        }
        found
    }

    /// Returns the number of files.
    pub fn files(&self) -> usize {
        self.counts.files()
    }

    fn name(&self, roots: &[PathBuf]) -> String {
        let root = roots.iter().find_map(|root| self.folder.strip_prefix(root).ok());
        format!("{}/", shown(root.unwrap_or(&self.folder)))
    }

    /// Returns the words for it: `target/: 1204 files created, 61.0 MB`.
    pub fn words(&self, roots: &[PathBuf]) -> Message {
        let (saids, size) = (self.counts.words(false), crate::size::bytes(self.bytes));
        say!("effect-folded", folder = self.name(roots), saids, said_size = size)
    }

    /// Returns the line about it.
    pub fn line(&self) -> FieldChange {
        let (saids, size) = (self.counts.words(false), crate::size::bytes(self.bytes));
        let words = say!("effect-folded-words", saids, said_size = size);
        FieldChange::told(format!("{}/", shown(&self.folder)), None, Some(words))
    }

    /// Returns what is not shown of it.
    pub fn not_shown(&self, roots: &[PathBuf]) -> Message {
        say!("unseen-folded", n = self.files(), folder = self.name(roots))
    }
}

fn is_folder(change: &Change) -> bool {
    change.after.as_ref().or(change.before.as_ref()).is_some_and(|node| node.kind == Kind::Dir)
}

/// Returns how much a changed file holds, or held.
fn size(change: &Change) -> u64 {
    let file = change.after.as_ref().or(change.before.as_ref()).filter(|node| node.kind == Kind::File);
    file.map_or(0, |node| node.size)
}

/// What changed in build folders.
pub(super) struct Built {
    /// The folders in which something changed.
    pub folders: Vec<PathBuf>,
    files: u64,
    /// How much they hold; not known of what landed.
    bytes: Option<u64>,
}

impl Built {
    /// Counts the changes that are in one of these folders.
    pub fn of<'a>(changes: impl Iterator<Item = &'a Change> + Clone, folders: &[PathBuf]) -> Self {
        let is_file = |change: &&Change| {
            let node = change.after.as_ref().or(change.before.as_ref());
            node.is_some_and(|node| node.kind != Kind::Dir)
        };
        let has = |folder: &&PathBuf| changes.clone().any(|change| change.path.starts_with(folder));
        let files = changes.clone().filter(is_file).count() as u64;
        let bytes = Some(changes.clone().map(size).sum());
        Self { folders: folders.iter().filter(has).cloned().collect(), files, bytes }
    }

    /// Counts what landed in these folders.
    pub fn landed(touches: &[(&Path, &State, &State)], folders: Vec<PathBuf>) -> Self {
        let files = touches.iter().map(|(_, was, now)| {
            let now = if now.exists() { now } else { was };
            // A folder that came or went as a whole knows how much it holds.
            if now.kind == state::Kind::Dir { now.entries.unwrap_or(0) } else { 1 }
        });
        let files = files.sum();
        let has = |folder: &PathBuf| touches.iter().any(|(path, ..)| path.starts_with(folder));
        Self { folders: folders.into_iter().filter(has).collect(), files, bytes: None }
    }

    /// Returns the words for them; None if nothing changed there.
    pub fn words(&self, roots: &[PathBuf]) -> Option<Message> {
        (!self.folders.is_empty()).then(|| {
            let size = self.bytes.map(crate::size::bytes);
            Message::joined(", ", [build_files(self.files, &self.folders, roots)].into_iter().chain(size))
        })
    }

    /// Returns the line about them.
    pub fn line(&self, roots: &[PathBuf]) -> Option<FieldChange> {
        Some(FieldChange::told(say!("effect-label-build"), None, Some(self.words(roots)?)))
    }
}

/// Whether a path is in one of these folders, or is one.
pub(super) fn is_in(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}
