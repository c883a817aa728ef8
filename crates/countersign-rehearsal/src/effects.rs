//! What a command changed, read from its layers.

pub(crate) mod node;
mod renames;
mod scan;

use std::{
    fs::File,
    io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
};

use countersign_words::say;
use serde::{Deserialize, Serialize};

use crate::path_text;
pub(crate) use scan::{Upper, scan};

/// What something on the disk is.
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

/// Something on the disk, as it stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// The size of a file.
    pub size: u64,
    /// The permission bits, those for set-user-id, set-group-id and sticky included.
    pub mode: u32,
    /// When its content last changed, in nanoseconds since 1970.
    pub mtime_ns: i128,
    /// The BLAKE3 hash of a file's content. It may be missing of what goes where there is very much of that, and of what
    /// cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Where a link leads.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub target: Option<PathBuf>,
    /// The numbers of its user and group, where they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<(u32, u32)>,
    /// A hash of its extended attributes and access lists, where they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended: Option<String>,
}

/// One path that differs. A folder that appears or goes is told with all that is in it, a folder before what is in it where it
/// appears, after it where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The path in the real world.
    #[serde(with = "path_text")]
    pub path: PathBuf,
    /// How it stands there; None: there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Node>,
    /// How it stands in the layers; None: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Node>,
    /// Where its content is kept, if there is any: a file in the layers.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub content: Option<PathBuf>,
    /// The path it was renamed from, where that is certain; that path is told as gone, too.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<PathBuf>,
    /// The text that the real file held when [`Layers::keep_base`](crate::Layers::keep_base) was called, of a text that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// Whether the real one has changed or appeared since then, and nothing was kept of it that could be merged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
}

/// Everything that differs, sorted by path (with what goes after what is in it).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// What differs.
    pub changes: Vec<Change>,
    /// Whether there is more than was asked for.
    pub more: bool,
}

/// A text that was kept: a part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// The file.
    #[serde(with = "path_text")]
    pub file: PathBuf,
    /// Where in it the text begins.
    pub at: u64,
    /// How many bytes it has.
    pub size: u64,
    /// Their BLAKE3 hash.
    pub hash: String,
}

impl Base {
    /// The text's bytes.
    ///
    /// # Errors
    /// If they can no longer be read, or are not those that were kept.
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

/// Opens a file in layers for reading, through no link, also one that its command made unreadable.
///
/// # Limitations
/// What its owner may not read is made readable for a moment.
pub fn open_content(path: &Path) -> io::Result<File> {
    node::open_ours(path)
}
