//! The copy-on-write side of one or more folders.

mod base;
pub(crate) mod copy;
mod glance;
pub(crate) mod remove;

use std::{
    ffi::{OsStr, OsString},
    fs::{self, DirBuilder, File},
    io::{self, Write as _},
    os::unix::fs::DirBuilderExt as _,
    path::{Component, Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};

pub use base::Kept;
pub use glance::Glance;

use crate::{
    Effects, Kind, Snapshot,
    effects::{Base, Upper, node, node::Ours, scan},
    path_text,
    snapshot::Stood,
};

/// Name of the file that describes the layers.
const ABOUT: &str = "layers.json";
/// Name of the snapshot of the copies when they were made.
const COPIED: &str = "copied.snapshot";
/// Name prefix of layers that are being made or removed.
const UNFINISHED: &str = ".unfinished-";

/// How changes are kept apart from the real files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// A kernel overlay; only changed files are copied.
    Overlay,
    /// A full copy, made when the layers are made (by reflink where the file system supports it).
    Copy,
}

/// The copy-on-write side of folders, stored in a folder of its own that can be reopened later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// The folder that stores them.
    #[serde(with = "path_text")]
    pub folder: PathBuf,
    /// The real folders, absolute and resolved. None contains another.
    #[serde(with = "path_text::many")]
    pub roots: Vec<PathBuf>,
    /// How changes are kept apart.
    pub manner: Manner,
}

impl Layers {
    /// Creates layers over `roots` in `folder`, which must not exist yet. `most` limits the bytes of a copy.
    pub fn make(folder: &Path, roots: &[PathBuf], manner: Manner, most: u64) -> io::Result<Self> {
        let (parent, name) = named(folder)?;
        let parent = parent.canonicalize()?;
        let folder = parent.join(name);
        fitting(&folder, roots)?;
        if folder.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let draft = unfinished(&parent, name);
        let made = Self { folder: draft.clone(), roots: roots.to_vec(), manner }.fill(most);
        let layers = Self { folder: folder.clone(), roots: roots.to_vec(), manner };
        let made = made.and_then(|()| {
            let about = serde_json::to_vec(&layers).map_err(io::Error::other)?;
            let mut file = File::create(draft.join(ABOUT))?;
            file.write_all(&about)?;
            file.sync_all()?;
            rustix::fs::renameat_with(
                rustix::fs::CWD,
                &draft,
                rustix::fs::CWD,
                &folder,
                rustix::fs::RenameFlags::NOREPLACE,
            )?;
            Ok(layers)
        });
        if made.is_err() {
            let _leftover = remove::tree(&draft);
        }
        made
    }

    fn fill(&self, most: u64) -> io::Result<()> {
        let private = |path: &Path| DirBuilder::new().mode(0o700).create(path);
        private(&self.folder)?;
        let mut copying = copy::Copying::new(most);
        for (n, root) in self.roots.iter().enumerate() {
            private(&self.folder.join(n.to_string()))?;
            match self.manner {
                Manner::Overlay => {
                    let (upper, work) = self.upper(n);
                    private(&upper)?;
                    private(&work)?;
                    // An overlay shows the mode and times of its upper folder.
                    copy::like(root, &upper)?;
                }
                Manner::Copy => copying.folder(root, &self.copy(n))?,
            }
        }
        if self.manner == Manner::Copy {
            let copies: Vec<_> = (0..self.roots.len()).map(|n| self.copy(n)).collect();
            copy::tick(&self.folder.join(COPIED))?;
            Snapshot::take_times(&copies, &self.folder.join(COPIED))?;
        }
        Ok(())
    }

    /// Moves the changes elsewhere, for processes that still use them; these layers are empty then. `folder` must be on
    /// the same disk.
    pub fn move_to(&self, folder: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        for n in 0..self.roots.len() {
            fs::rename(self.folder.join(n.to_string()), folder.join(n.to_string()))?;
        }
        Ok(())
    }

    /// Opens the layers stored in `folder`.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let layers: Self = serde_json::from_slice(&fs::read(folder.join(ABOUT))?)?;
        // The folder may have been moved.
        Ok(Self { folder: folder.canonicalize()?, ..layers })
    }

    /// Returns the overlay's upper and work folders of root number `n`, with [`Manner::Overlay`].
    pub fn upper(&self, n: usize) -> (PathBuf, PathBuf) {
        let at = self.folder.join(n.to_string());
        (at.join("upper"), at.join("work"))
    }

    /// Returns the copy of root number `n`, with [`Manner::Copy`].
    pub fn copy(&self, n: usize) -> PathBuf {
        self.folder.join(n.to_string()).join("copy")
    }

    /// Returns the changed side of root number `n`.
    fn changed(&self, n: usize) -> PathBuf {
        match self.manner {
            Manner::Overlay => self.upper(n).0,
            Manner::Copy => self.copy(n),
        }
    }

    /// Returns where the command would read a real path: in the upper folder or the copy, else the real path;
    /// None if it was deleted. `path` is resolved and absolute. For a partly changed folder this is only the
    /// changed part; [`Layers::names`] lists all of it.
    pub fn seen(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        let real = || -> io::Result<_> { Ok(exists(path)?.then(|| path.to_owned())) };
        let Some((n, below)) = self.within(path) else { return real() };
        let mut at = self.changed(n);
        let mut through = self.manner == Manner::Overlay;
        // Folders whose mode was opened up stay open until the path is resolved.
        let mut way = vec![Ours::at(&at)?];
        let mut parts = below.components().peekable();
        while let Some(part) = parts.next() {
            let (Component::Normal(name), Some(dir)) = (part, way.last()) else {
                return Err(io::ErrorKind::InvalidInput.into());
            };
            through &= !is_opaque(dir)?;
            let Some(stat) = node::stat(dir, name)? else {
                return if through { real() } else { Ok(None) };
            };
            let whiteout = node::kind(&stat) == Kind::Other && stat.st_rdev == 0 && is_device(&stat);
            if self.manner == Manner::Overlay && whiteout {
                return Ok(None);
            }
            at.push(name);
            match (node::kind(&stat), parts.peek()) {
                (Kind::Dir, Some(_)) => {
                    let next = Ours::within(dir, name)?;
                    way.push(next);
                }
                (_, Some(_)) => return Ok(None),
                (_, None) => {}
            }
        }
        Ok(Some(at))
    }

    /// Returns the names that the command would see in a real folder, sorted; None if it sees no such folder.
    pub fn names(&self, path: &Path) -> io::Result<Option<Vec<OsString>>> {
        let Some(at) = self.seen(path)? else { return Ok(None) };
        if !at.symlink_metadata()?.is_dir() {
            return Ok(None);
        }
        let dir = node::open_path(&at)?;
        let mut all = node::names(&dir)?;
        if self.manner == Manner::Overlay && at != path && !is_opaque(&dir)? {
            match node::open_path(path) {
                Ok(real) => all.extend(node::names(&real)?),
                Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                Err(e) => return Err(e),
            }
            all.sort_unstable();
            all.dedup();
        }
        let mut seen = Vec::with_capacity(all.len());
        for name in all {
            if self.seen(&path.join(&name))?.is_some() {
                seen.push(name);
            }
        }
        Ok(Some(seen))
    }

    pub(crate) fn within<'a>(&self, path: &'a Path) -> Option<(usize, &'a Path)> {
        self.roots.iter().enumerate().find_map(|(n, root)| Some((n, path.strip_prefix(root).ok()?)))
    }

    /// Returns the differences from the real folders, at most `most`.
    pub fn effects(&self, most: usize) -> io::Result<Effects> {
        let upper = match self.manner {
            Manner::Overlay => Upper::Overlay,
            Manner::Copy => Upper::Copy(Box::new(Stood::open(&self.folder.join(COPIED))?)),
        };
        let sides = self.roots.iter().enumerate().map(|(n, root)| (root.clone(), self.changed(n)));
        let mut effects = scan(&sides.collect::<Vec<_>>(), upper, most)?;
        effects.changes.retain(|change| !change.is_freshened());
        base::fill_in(&self.folder, &mut effects.changes)?;
        Ok(effects)
    }

    /// Saves the texts of the real folders as bases for a later merge: up to `most` bytes in total and 1 MiB
    /// each, without those that `skip` excludes.
    pub fn keep_base(&self, most: u64, skip: &dyn Fn(&Path) -> bool) -> io::Result<Kept> {
        base::keep(&self.folder, &self.roots, most, skip)
    }

    /// Saves the current texts of some paths as their new merge bases, after they have landed. Does nothing
    /// without an earlier [`Layers::keep_base`].
    pub fn renew_base(&self, paths: &[PathBuf]) -> io::Result<()> {
        base::renew(&self.folder, paths)
    }

    /// Returns the text of a path that [`Layers::keep_base`] saved.
    pub fn base(&self, path: &Path) -> io::Result<Option<Base>> {
        base::find(&self.folder, path)
    }

    /// Removes the layers, in a background thread if that takes long.
    pub fn discard(self) -> io::Result<()> {
        discard(&self.folder)
    }
}

/// Removes a folder that a command filled, in a background thread if that takes long.
pub fn discard(folder: &Path) -> io::Result<()> {
    let (parent, name) = named(folder)?;
    let away = unfinished(parent, name);
    fs::rename(folder, &away)?;
    let thread = std::thread::Builder::new().name("discard".to_owned());
    // What is left when the process exits is swept later.
    let _behind = thread.spawn(move || remove::tree(&away))?;
    Ok(())
}

/// Removes layers in `parent` whose creation or removal was interrupted. No layers may be created there
/// meanwhile.
pub fn sweep(parent: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(parent) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            remove::tree(&entry.path())?;
        }
    }
    Ok(())
}

fn named(folder: &Path) -> io::Result<(&Path, &OsStr)> {
    match (folder.parent(), folder.file_name()) {
        (Some(parent), Some(name)) if folder.is_absolute() => Ok((parent, name)),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, say!("effect-layers-folder"))),
    }
}

pub(crate) fn unfinished(parent: &Path, name: &OsStr) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let unique = format!("{UNFINISHED}{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut unique = OsString::from(unique);
    unique.push(name);
    parent.join(unique)
}

/// Rejects roots that overlap, or that contain the layers themselves.
fn fitting(folder: &Path, roots: &[PathBuf]) -> io::Result<()> {
    let wrong = |why: Message| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    for (n, root) in roots.iter().enumerate() {
        let resolved = root.canonicalize()?;
        if resolved != *root || !resolved.is_dir() {
            return wrong(say!("effect-layers-unresolved", path = root.display()));
        }
        if folder.starts_with(root) || root.starts_with(folder) {
            return wrong(say!("effect-layers-themselves", path = root.display()));
        }
        let other = roots[..n].iter().find(|other| root.starts_with(other) || other.starts_with(root));
        if let Some(other) = other {
            return wrong(say!("effect-layers-overlap", a = other.display(), b = root.display()));
        }
    }
    Ok(())
}

fn exists(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Ok(_) => Ok(true),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(false),
        Err(e) => Err(e),
    }
}

fn is_opaque(dir: &std::os::fd::OwnedFd) -> io::Result<bool> {
    Ok(node::attribute(dir, "user.overlay.opaque")?.as_deref() == Some(b"y"))
}

fn is_device(stat: &rustix::fs::Stat) -> bool {
    rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::CharacterDevice
}
