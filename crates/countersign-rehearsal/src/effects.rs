//! What a command changed, read from its layers.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

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
    /// The permission bits.
    pub mode: u32,
    /// When its content last changed, in nanoseconds since 1970.
    pub mtime_ns: i128,
    /// The BLAKE3 hash of a file's content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Where a link leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<PathBuf>,
}

/// One path that differs. A folder that appears or goes is told with all that is in it, a folder before what is in it where it
/// appears, after it where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The path in the real world.
    pub path: PathBuf,
    /// How it stands there; None: there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Node>,
    /// How it stands in the layers; None: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Node>,
    /// Where its content is kept, if there is any: a file in the layers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<PathBuf>,
    /// The path it was renamed from, where that is certain; that path is told as gone, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<PathBuf>,
}

/// Everything that differs, sorted by path (with what goes after what is in it).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// What differs.
    pub changes: Vec<Change>,
    /// Whether there is more than was asked for.
    pub more: bool,
}
