//! The copy-on-write side of one or more folders: what was changed in them, without their knowing.

mod base;
mod copy;
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

/// The name of what says what the layers are.
const ABOUT: &str = "layers.json";
/// The name of what says how the copies stood when they were made.
const COPIED: &str = "copied.snapshot";
/// What is being made or is going away has a name that begins so.
const UNFINISHED: &str = ".unfinished-";

/// How changes are kept apart from the real files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// Laid over them by the kernel; only what changes is copied.
    Overlay,
    /// A copy of everything, made when the layers are (by reflink where the disk can do that).
    Copy,
}

/// The copy-on-write side of folders, in a folder of its own that can be opened again later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// Where they are kept.
    #[serde(with = "path_text")]
    pub folder: PathBuf,
    /// The real folders, absolute and resolved; none lies within another.
    #[serde(with = "path_text::many")]
    pub roots: Vec<PathBuf>,
    /// How.
    pub manner: Manner,
}

impl Layers {
    /// New layers over `roots`, kept in `folder`, which must not be there yet. `most` bytes is what a copy may weigh.
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
                    // The folder that is seen has the mode and times of the changed side.
                    copy::like(root, &upper)?;
                }
                Manner::Copy => copying.folder(root, &self.copy(n))?,
            }
        }
        if self.manner == Manner::Copy {
            let copies: Vec<_> = (0..self.roots.len()).map(|n| self.copy(n)).collect();
            copy::tick(&self.folder.join(COPIED))?;
            Snapshot::take(&copies, &self.folder.join(COPIED), &mut |_| {})?;
        }
        Ok(())
    }

    /// The layers that are kept in `folder`.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let layers: Self = serde_json::from_slice(&fs::read(folder.join(ABOUT))?)?;
        // The folder may have been moved with all that is in it.
        Ok(Self { folder: folder.canonicalize()?, ..layers })
    }

    /// What of root number `n` was changed (`upper`) and what the kernel needs for that (`work`), with [`Manner::Overlay`].
    pub fn upper(&self, n: usize) -> (PathBuf, PathBuf) {
        let at = self.folder.join(n.to_string());
        (at.join("upper"), at.join("work"))
    }

    /// The copy of root number `n`, with [`Manner::Copy`].
    pub fn copy(&self, n: usize) -> PathBuf {
        self.folder.join(n.to_string()).join("copy")
    }

    /// The changed side of root number `n`.
    fn changed(&self, n: usize) -> PathBuf {
        match self.manner {
            Manner::Overlay => self.upper(n).0,
            Manner::Copy => self.copy(n),
        }
    }

    /// Where a path of the real world is found in the layers, as the command in them would find it: in the upper layer or
    /// the copy, else the real path, or None where it was deleted. It is for reading; `path` is resolved and absolute.
    /// Of a folder that is only partly changed this is its changed part; [`Layers::names`] has all that is in it.
    pub fn seen(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        let real = || -> io::Result<_> { Ok(exists(path)?.then(|| path.to_owned())) };
        let Some((n, below)) = self.within(path) else { return real() };
        let mut at = self.changed(n);
        let mut through = self.manner == Manner::Overlay;
        // Folders that were closed stay open until the way through them is known.
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

    /// The names in a folder of the real world as the command in the layers would list it, sorted; None if there is no such
    /// folder for it.
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

    fn within<'a>(&self, path: &'a Path) -> Option<(usize, &'a Path)> {
        self.roots.iter().enumerate().find_map(|(n, root)| Some((n, path.strip_prefix(root).ok()?)))
    }

    /// What differs from the real folders, at most `most` changes of it.
    pub fn effects(&self, most: usize) -> io::Result<Effects> {
        let upper = match self.manner {
            Manner::Overlay => Upper::Overlay,
            Manner::Copy => Upper::Copy(Box::new(Stood::open(&self.folder.join(COPIED))?)),
        };
        let sides = self.roots.iter().enumerate().map(|(n, root)| (root.clone(), self.changed(n)));
        let mut effects = scan(&sides.collect::<Vec<_>>(), upper, most)?;
        base::fill_in(&self.folder, &mut effects.changes)?;
        Ok(effects)
    }

    /// Keeps the texts of the real folders as they stand, so that what changes later on both sides can be merged: up to
    /// `most` bytes of them, each up to 1 MiB, without those that `skip` says are not wanted.
    pub fn keep_base(&self, most: u64, skip: &dyn Fn(&Path) -> bool) -> io::Result<Kept> {
        base::keep(&self.folder, &self.roots, most, skip)
    }

    /// Keeps some paths anew, as they stand now: those that have just landed, so that what changes in them from here on is
    /// merged with that. Without an earlier [`Layers::keep_base`] there is nothing to do.
    pub fn renew_base(&self, paths: &[PathBuf]) -> io::Result<()> {
        base::renew(&self.folder, paths)
    }

    /// The text that [`Layers::keep_base`] kept of a path.
    pub fn base(&self, path: &Path) -> io::Result<Option<Base>> {
        base::find(&self.folder, path)
    }

    /// Takes the layers away, behind the caller's back where that takes long.
    pub fn discard(self) -> io::Result<()> {
        let (parent, name) = named(&self.folder)?;
        let away = unfinished(parent, name);
        fs::rename(&self.folder, &away)?;
        let thread = std::thread::Builder::new().name("discard".to_owned());
        // What is left when the process ends is swept later.
        let _behind = thread.spawn(move || remove::tree(&away))?;
        Ok(())
    }
}

/// Removes what layers in `parent` left that were being made or discarded when their process died. Nothing else may be
/// making any there meanwhile.
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

fn unfinished(parent: &Path, name: &OsStr) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let unique = format!("{UNFINISHED}{}-{}-", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut unique = OsString::from(unique);
    unique.push(name);
    parent.join(unique)
}

/// Refuses roots that could not be told apart, or that hold the layers themselves.
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
