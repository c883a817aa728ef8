//! The state of a file system entry: what previews and undo depend on.

use std::{
    ffi::{CString, OsStr, OsString},
    io,
    os::{fd::OwnedFd, unix::ffi::OsStrExt as _},
    path::{Path, PathBuf},
};

use countersign_rehearsal::{self as rehearsal, Node, git_index};
use countersign_words::{Message, say};
use rustix::{
    fs::{self, AtFlags, Dir, FileType, Mode, OFlags, Stat},
    io::Errno,
};
use serde::{Deserialize, Serialize};

use super::{
    hash::hash_file,
    resolved_path::{ResolvedPath, open_file},
};

/// Maximum bytes hashed per tree; beyond that, times and sizes are used instead.
const TREE_HASHED: u64 = 64 * 1024 * 1024;
/// Maximum depth of a tree.
const DEPTH: usize = 128;

/// What kind of thing it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Absent,
    File,
    Dir,
    Link,
}

impl Kind {
    /// Returns the word for people.
    pub fn word(self) -> Message {
        match self {
            Self::Absent => say!("effect-kind-nothing"),
            Self::File => say!("effect-kind-file"),
            Self::Dir => say!("effect-kind-folder"),
            Self::Link => say!("effect-kind-link"),
        }
    }

    /// Returns the kind; fails for devices and the like.
    pub fn of(stat: &Stat) -> io::Result<Self> {
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Ok(Self::File),
            FileType::Directory => Ok(Self::Dir),
            FileType::Symlink => Ok(Self::Link),
            _ => Err(Errno::NODEV.into()),
        }
    }
}

/// The state of an entry. None means unknown, and is not compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    pub kind: Kind,
    /// In bytes; of a folder, of all files in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mtime_ns: Option<i64>,
    /// How many names it has; told, not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<u64>,
    /// Of the content, of a link's target, or over the sorted listing of a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// How many things are in a folder, at any depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<u64>,
    /// Of what git's index lists, if it is one: if that is the same, other bytes do not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
}

impl State {
    /// A missing entry.
    pub const ABSENT: Self = Self::bare(Kind::Absent);

    /// Creates a state of which only the kind is known.
    pub const fn bare(kind: Kind) -> Self {
        Self {
            kind,
            size: None,
            mode: None,
            mtime_ns: None,
            links: None,
            hash: None,
            entries: None,
            index: None,
        }
    }

    /// Creates the state of a file with that content and an unknown mode.
    pub fn file(size: u64, hash: String) -> Self {
        Self { size: Some(size), hash: Some(hash), ..Self::bare(Kind::File) }
    }

    /// Converts the result of a rehearsal; None for special files.
    pub fn rehearsed(node: Option<&Node>) -> Option<Self> {
        let Some(node) = node else { return Some(Self::ABSENT) };
        let kind = match node.kind {
            rehearsal::Kind::File => Kind::File,
            rehearsal::Kind::Dir => Kind::Dir,
            rehearsal::Kind::Link => Kind::Link,
            rehearsal::Kind::Other => return None,
        };
        let target = node.target.as_ref().map(|target| target.as_os_str().as_bytes());
        Some(Self {
            size: (kind == Kind::File).then_some(node.size),
            mode: (kind != Kind::Link).then_some(node.mode),
            mtime_ns: i64::try_from(node.mtime_ns).ok(),
            index: node.index.clone(),
            hash: node.hash.clone().or_else(|| target.map(|t| blake3::hash(t).to_hex().to_string())),
            ..Self::bare(kind)
        })
    }

    /// Whether the entry exists.
    pub fn exists(&self) -> bool {
        self.kind != Kind::Absent
    }

    /// Fails as stale if something that matters differs from `was`.
    pub fn check_same(&self, was: &Self, path: &Path) -> countersign_core::Result<()> {
        let Some(why) = self.differs(was) else { return Ok(()) };
        Err(countersign_core::Error::stale(say!(
            "effect-changed-since-why",
            path = path.display(),
            said = why
        )))
    }

    /// Returns what differs from `was`; None if nothing that matters does. If the content is known, a changed
    /// time alone does not matter.
    pub fn differs(&self, was: &Self) -> Option<Message> {
        fn moved<T: PartialEq>(now: &Option<T>, was: &Option<T>) -> bool {
            matches!((now, was), (Some(now), Some(was)) if now != was)
        }
        if self.kind != was.kind {
            return Some(match (was.kind, self.kind) {
                (Kind::Absent, now) => say!("effect-kind-there-now", said_kind = now.word()),
                (_, Kind::Absent) => say!("effect-is-gone"),
                (was, now) => say!("effect-kind-was", said_was = was.word(), said_now = now.word()),
            });
        }
        let content = moved(&self.hash, &was.hash)
            || moved(&self.size, &was.size)
            || moved(&self.entries, &was.entries);
        if content && !self.lists_the_same(was) {
            return Some(say!("effect-content-changed"));
        }
        if moved(&self.mode, &was.mode) {
            let (was, now) = (was.mode.unwrap_or_default(), self.mode.unwrap_or_default());
            return Some(say!("effect-mode-changed", was = format!("{was:o}"), now = format!("{now:o}")));
        }
        let guessed = self.hash.is_none() || was.hash.is_none();
        (self.kind == Kind::File && guessed && moved(&self.mtime_ns, &was.mtime_ns))
            .then(|| say!("effect-written-to"))
    }

    /// Whether both are git's index with the same entries.
    pub fn lists_the_same(&self, other: &Self) -> bool {
        self.index.is_some() && self.index == other.index
    }

    /// Reads the state of a place.
    pub fn at(place: &ResolvedPath) -> io::Result<Self> {
        Ok(Self::with_tree(place)?.0)
    }

    /// Reads the state of a place; for a folder, also its content.
    pub fn with_tree(place: &ResolvedPath) -> io::Result<(Self, Option<Tree>)> {
        let Some(stat) = place.stat()? else { return Ok((Self::ABSENT, None)) };
        let mut state = Self::shallow(&stat)?;
        match state.kind {
            Kind::File => {
                let mut file = place.file()?;
                (state.hash, state.index) = match git_index::hashes(&place.name, &mut file)? {
                    Some(hashes) => (Some(hashes.content), hashes.entries),
                    None => (Some(hash_file(&mut file)?), None),
                };
            }
            Kind::Link => {
                let target = fs::readlinkat(&place.dir, &place.name, Vec::new())?;
                state.hash = Some(blake3::hash(target.as_bytes()).to_hex().to_string());
            }
            Kind::Dir => {
                let tree = Tree::of(place)?;
                state.hash = Some(tree.digest.clone());
                state.size = Some(tree.bytes);
                state.entries = Some(tree.entries);
                return Ok((state, Some(tree)));
            }
            Kind::Absent => {}
        }
        Ok((state, None))
    }

    /// Reads the state of a resolved path; if its parent is missing, so is it.
    pub fn of(path: &Path) -> io::Result<Self> {
        match ResolvedPath::open(path) {
            Ok(place) => Self::at(&place),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Self::ABSENT),
            Err(e) => Err(e),
        }
    }

    /// Returns the state that a stat alone gives.
    pub fn shallow(stat: &Stat) -> io::Result<Self> {
        let kind = Kind::of(stat)?;
        Ok(Self {
            size: (kind == Kind::File).then(|| stat_size(stat)),
            mode: (kind != Kind::Link).then(|| mode_bits(stat)),
            mtime_ns: Some(mtime_ns(stat)),
            links: (kind == Kind::File).then(|| count(stat.st_nlink)),
            ..Self::bare(kind)
        })
    }
}

/// Converts a count, whose type depends on the platform.
fn count(n: impl Into<u64>) -> u64 {
    n.into()
}

/// Returns the permission bits.
pub(super) fn mode_bits(stat: &Stat) -> u32 {
    Mode::from_raw_mode(stat.st_mode).bits() & 0o7777
}

/// Returns the size in bytes.
pub(super) fn stat_size(stat: &Stat) -> u64 {
    u64::try_from(stat.st_size).unwrap_or(0)
}

/// Returns the modification time.
pub(super) fn mtime_ns(stat: &Stat) -> i64 {
    let nanos = i64::try_from(stat.st_mtime_nsec).unwrap_or(0);
    stat.st_mtime.saturating_mul(1_000_000_000).saturating_add(nanos)
}

/// An entry of a tree.
pub(super) struct Entry<'a> {
    /// The folder it is in.
    pub dir: &'a OwnedFd,
    /// Its name there.
    pub name: &'a OsStr,
    /// Its path within the tree.
    pub path: &'a Path,
    /// What it is.
    pub stat: Stat,
}

/// The content of a folder.
pub(super) struct Tree {
    pub entries: u64,
    pub bytes: u64,
    pub digest: String,
    /// The paths in it, at most [`Tree::NAMED`].
    pub paths: Vec<PathBuf>,
    /// Of each of these its size; None for a folder.
    pub sizes: Vec<Option<u64>>,
}

impl Tree {
    /// Maximum number of paths recorded.
    pub const NAMED: usize = 100_000;

    /// Walks the folder at a place.
    pub fn of(place: &ResolvedPath) -> io::Result<Self> {
        let mut tree =
            Self { entries: 0, bytes: 0, digest: String::new(), paths: Vec::new(), sizes: Vec::new() };
        let mut hasher = blake3::Hasher::new();
        let mut hashed = 0;
        walk(&open_sub(&place.dir, &place.name)?, Path::new(""), 0, &mut |entry| {
            let state = State::shallow(&entry.stat)?;
            tree.entries += 1;
            tree.bytes += state.size.unwrap_or(0);
            if tree.paths.len() < Self::NAMED {
                tree.paths.push(entry.path.to_owned());
                tree.sizes.push((state.kind != Kind::Dir).then(|| state.size.unwrap_or_default()));
            }
            hasher.update(entry.path.as_os_str().as_bytes());
            hasher.update(format!("\0{:?} {:?} {:?} ", state.kind, state.size, state.mode).as_bytes());
            match state.kind {
                Kind::File if hashed + state.size.unwrap_or(0) <= TREE_HASHED => {
                    hashed += state.size.unwrap_or(0);
                    let content = hash_file(&mut open_file(entry.dir, entry.name, OFlags::RDONLY)?)?;
                    hasher.update(content.as_bytes());
                }
                Kind::File => {
                    hasher.update(format!("{:?}", state.mtime_ns).as_bytes());
                }
                Kind::Link => {
                    hasher.update(fs::readlinkat(entry.dir, entry.name, Vec::new())?.as_bytes());
                }
                _ => {}
            }
            Ok(())
        })?;
        tree.digest = hasher.finalize().to_hex().to_string();
        Ok(tree)
    }
}

/// Opens a folder within a folder without following links.
pub(super) fn open_sub(dir: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(fs::openat(dir, name, flags, Mode::empty())?)
}

/// Returns the names in a folder, sorted.
pub(super) fn names(dir: &OwnedFd) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(dir)? {
        let name: CString = entry?.file_name().to_owned();
        if !matches!(name.as_bytes(), b"." | b"..") {
            names.push(OsStr::from_bytes(name.as_bytes()).to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Visits everything under a folder in a fixed order, folders before their content.
pub(super) fn walk(
    dir: &OwnedFd,
    path: &Path,
    depth: usize,
    visit: &mut dyn FnMut(&Entry<'_>) -> io::Result<()>,
) -> io::Result<()> {
    if depth > DEPTH {
        return Err(io::Error::other(say!("effect-deep", n = DEPTH)));
    }
    for name in names(dir)? {
        let path = path.join(&name);
        let stat = fs::statat(dir, &name, AtFlags::SYMLINK_NOFOLLOW)?;
        visit(&Entry { dir, name: &name, path: &path, stat })?;
        if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
            walk(&open_sub(dir, &name)?, &path, depth + 1, visit)?;
        }
    }
    Ok(())
}
