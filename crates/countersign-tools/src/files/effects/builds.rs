//! Shows and tells what changed in build folders: one line for all of it.

use std::path::{Path, PathBuf};

use countersign_core::tool::FieldChange;
use countersign_rehearsal::{Change, Kind};
use countersign_words::{Message, say};

use crate::files::{
    forecast::shown,
    state::{self, State},
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

/// What changed in build folders.
pub(super) struct Built {
    /// The folders in which something changed.
    pub folders: Vec<PathBuf>,
    files: u64,
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
        Self { folders: folders.iter().filter(has).cloned().collect(), files }
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
        Self { folders: folders.into_iter().filter(has).collect(), files }
    }

    /// Returns the words for them; None if nothing changed there.
    pub fn words(&self, roots: &[PathBuf]) -> Option<Message> {
        (!self.folders.is_empty()).then(|| build_files(self.files, &self.folders, roots))
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
