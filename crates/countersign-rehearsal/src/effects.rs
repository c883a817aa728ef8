//! Changes that a command made, read from its layers.

pub(crate) mod node;
mod renames;
mod scan;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{DirBuilder, File},
    io::{self, Seek as _},
    os::unix::fs::{DirBuilderExt as _, FileExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use countersign_words::say;
use serde::{Deserialize, Serialize};

use crate::path_text;
pub(crate) use scan::{Upper, scan};

/// The type of a file system entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Dir,
    /// A symbolic link.
    Link,
    /// A device, a socket, a pipe.
    Other,
}

/// The metadata of a file system entry at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Its type.
    pub kind: Kind,
    /// The size of a file.
    pub size: u64,
    /// The permission bits, those for set-user-id, set-group-id and sticky included.
    pub mode: u32,
    /// Modification time, in nanoseconds since 1970.
    pub mtime_ns: i128,
    /// The BLAKE3 hash of a file's content. Missing for unreadable files, and for some deleted ones where
    /// there is a lot to hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The digest of the entries of git's index, if it is one: [`git_index::digest`](crate::git_index::digest).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// The target of a symbolic link.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub target: Option<PathBuf>,
    /// User and group id, if they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<(u32, u32)>,
    /// A hash of its extended attributes and ACLs, if they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended: Option<String>,
}

/// One path that differs. A folder that appears or is deleted is reported with everything in it: before its
/// content if it appears, after it if it is deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The path in the real world.
    #[serde(with = "path_text")]
    pub path: PathBuf,
    /// Its state in the real world; None: it does not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Node>,
    /// Its state in the layers; None: it does not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Node>,
    /// The file in the layers that holds its content, if any.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub content: Option<PathBuf>,
    /// The path it was renamed from, where that is certain. That path is also reported as deleted.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<PathBuf>,
    /// For a changed text: the real file's text when [`Layers::keep_base`](crate::Layers::keep_base) was
    /// called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// Whether the real file changed or appeared since then and no base was kept to merge with.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    /// The file that holds its content before, if that is not the real one.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub stood: Option<PathBuf>,
}

impl Change {
    /// Whether only the time of one of git's objects differs: git renews it when it would have written the same object
    /// again. Nobody would call that a change.
    pub(crate) fn is_freshened(&self) -> bool {
        let (Some(before), Some(after)) = (&self.before, &self.after) else { return false };
        let mut parts = self.path.iter().skip_while(|part| *part != ".git");
        let is_object = parts.nth(1).is_some_and(|part| part == "objects");
        let same = before.hash.is_some() && Node { mtime_ns: before.mtime_ns, ..after.clone() } == *before;
        is_object && before.kind == Kind::File && same
    }
}

/// All differences, sorted by path (deleted folders after their content).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// The differences.
    pub changes: Vec<Change>,
    /// Whether there are more than requested.
    pub more: bool,
    /// Build folders: what changed in each is told as one line.
    #[serde(default, with = "path_text::many", skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<PathBuf>,
}

impl Effects {
    /// Returns what differs from an earlier state of the same layers, whose contents were copied.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let was: BTreeMap<&Path, &Change> = earlier.changes.iter().map(|c| (c.path.as_path(), c)).collect();
        let now: BTreeSet<&Path> = self.changes.iter().map(|c| c.path.as_path()).collect();
        let mut changes = Vec::new();
        for change in &self.changes {
            let is_new = |from: &PathBuf| !was.contains_key(from.as_path());
            let renamed_from = change.renamed_from.clone().filter(is_new);
            match was.get(change.path.as_path()) {
                None => changes.push(Change { renamed_from, ..change.clone() }),
                Some(old) if is_alike(old.after.as_ref(), change.after.as_ref()) => {}
                Some(old) => changes.push(Change {
                    before: old.after.clone(),
                    stood: old.content.clone(),
                    renamed_from: None,
                    base: None,
                    ..change.clone()
                }),
            }
        }
        // What is as in the real world again.
        for old in earlier.changes.iter().filter(|old| !now.contains(old.path.as_path())) {
            let is_file = old.before.as_ref().is_some_and(|node| node.kind == Kind::File);
            changes.push(Change {
                before: old.after.clone(),
                after: old.before.clone(),
                content: is_file.then(|| old.path.clone()),
                stood: old.content.clone(),
                renamed_from: None,
                base: None,
                ..old.clone()
            });
        }
        Self { changes, more: self.more || earlier.more, builds: self.builds.clone() }
    }

    /// Copies the content of all changed files to a new folder, so that it stays what was found although processes still
    /// write to the layers.
    ///
    /// # Errors
    /// If a file has changed since it was found.
    pub fn copy_contents(&mut self, folder: &Path) -> io::Result<()> {
        DirBuilder::new().mode(0o700).create(folder)?;
        for (n, change) in self.changes.iter_mut().enumerate() {
            let Some((from, after)) = change.content.as_mut().zip(change.after.as_ref()) else { continue };
            let to = folder.join(n.to_string());
            let mut copied = File::options().read(true).write(true).create_new(true).mode(0o600).open(&to)?;
            io::copy(&mut open_content(from)?, &mut copied)?;
            copied.rewind()?;
            let mut hash = blake3::Hasher::new();
            hash.update_reader(&mut copied)?;
            if after.hash.as_deref() != Some(hash.finalize().to_hex().as_str()) {
                return Err(io::Error::other(say!("effect-kept-changed")));
            }
            *from = to;
        }
        Ok(())
    }
}

/// Whether an entry is the same in two states; the time of a folder changes with what is in it.
fn is_alike(a: Option<&Node>, b: Option<&Node>) -> bool {
    let plain = |node: &Node| match node.kind {
        Kind::Dir => Node { size: 0, mtime_ns: 0, ..node.clone() },
        Kind::File | Kind::Link | Kind::Other => node.clone(),
    };
    a.map(plain) == b.map(plain)
}

/// A base text: a range of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// The file.
    #[serde(with = "path_text")]
    pub file: PathBuf,
    /// Offset of the text.
    pub at: u64,
    /// Length in bytes.
    pub size: u64,
    /// BLAKE3 hash of the text.
    pub hash: String,
}

impl Base {
    /// Returns the bytes of the text.
    ///
    /// # Errors
    /// If they can no longer be read, or no longer match the hash.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let size = usize::try_from(self.size).map_err(io::Error::other)?;
        let file = File::open(&self.file)?;
        if file.metadata()?.len() < self.at.saturating_add(self.size) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = vec![0; size];
        file.read_exact_at(&mut bytes, self.at)?;
        match blake3::hash(&bytes).to_hex().as_str() == self.hash {
            true => Ok(bytes),
            false => Err(io::Error::other(say!("effect-kept-changed"))),
        }
    }
}

/// Opens a file in layers for reading without following links, even one that the command made unreadable.
///
/// # Limitations
/// An unreadable file is made readable for a moment.
pub fn open_content(path: &Path) -> io::Result<File> {
    node::open_ours(path)
}
