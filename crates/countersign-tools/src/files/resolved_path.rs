//! Paths resolved through every link, with their folder held open, so that a link put in its place afterwards
//! is noticed and never followed.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::fd::{AsFd, OwnedFd},
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use rustix::{
    fs::{self, AtFlags, FileType, Mode, OFlags, Stat},
    io::Errno,
};

/// An operation on a path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Attempt {
    BringBack,
    Change,
    ChangeBack,
    CopyTo,
    Delete,
    Keep,
    KeepStanding,
    List,
    LookAt,
    Move,
    MoveTo,
    Open,
    OpenFolderOf,
    OpenTrash,
    Prepare,
    Read,
    ReadKept,
    Remove,
    Resolve,
    Watch,
    Write,
    WriteDisk,
    WriteTrash,
}

impl Attempt {
    /// Returns the message that it failed for `path`, and why.
    fn cannot(self, path: &str, why: Message) -> Message {
        let doing = match self {
            Self::LookAt => return say!("effect-cannot-look", path, said = why),
            Self::Read => return say!("effect-cannot-read", path, said = why),
            Self::ReadKept => return say!("effect-cannot-read-kept-of", path, said = why),
            Self::Remove => return say!("effect-cannot-remove", path, said = why),
            Self::Write => return say!("effect-cannot-write", path, said = why),
            Self::WriteDisk => return say!("effect-cannot-write-disk", path, said = why),
            Self::WriteTrash => return say!("effect-cannot-write-trash", path, said = why),
            Self::BringBack => say!("effect-do-bring-back", path),
            Self::Change => say!("effect-do-change", path),
            Self::ChangeBack => say!("effect-do-change-back", path),
            Self::CopyTo => say!("effect-do-copy-to", path),
            Self::Delete => say!("effect-do-delete", path),
            Self::Keep => say!("effect-do-keep-thing", path),
            Self::KeepStanding => say!("effect-do-keep", path),
            Self::List => say!("effect-do-list", path),
            Self::Move => say!("effect-do-move", path),
            Self::MoveTo => say!("effect-do-move-to", path),
            Self::Open => say!("effect-do-open", path),
            Self::OpenFolderOf => say!("effect-do-open-folder-of", path),
            Self::OpenTrash => say!("effect-do-open-trash-at", path),
            Self::Prepare => say!("effect-do-prepare", path),
            Self::Resolve => say!("effect-do-resolve", path),
            Self::Watch => say!("effect-do-watch", path),
        };
        say!("effect-cannot", said_doing = doing, said = why)
    }
}

/// Converts a system error, naming the operation and the path.
pub(super) fn failed(attempt: Attempt, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.display().to_string();
    move |e| {
        let (code, why) = match Errno::from_io_error(&e) {
            Some(Errno::NOENT) => (ErrorCode::NotFound, say!("effect-err-noent")),
            Some(Errno::NOSPC | Errno::DQUOT) => (ErrorCode::Conflict, say!("effect-err-full")),
            Some(Errno::ACCESS | Errno::PERM) => (ErrorCode::Invalid, say!("effect-err-denied")),
            Some(Errno::ROFS) => (ErrorCode::Invalid, say!("effect-err-read-only")),
            Some(Errno::LOOP) => (ErrorCode::Invalid, say!("effect-err-link")),
            Some(Errno::NOTDIR) => (ErrorCode::Invalid, say!("effect-err-not-folder")),
            Some(Errno::ISDIR) => (ErrorCode::Invalid, say!("effect-err-is-folder")),
            Some(Errno::NODEV | Errno::NXIO) => (ErrorCode::Invalid, say!("effect-err-device")),
            Some(Errno::NAMETOOLONG) => (ErrorCode::Invalid, say!("effect-err-long")),
            _ => (ErrorCode::Conflict, Message::of_error(&e)),
        };
        Error::new(code, attempt.cannot(&path, why)).because(e)
    }
}

/// Resolves `given` to an absolute path through every link; with `follow` also through one at its end. Parts
/// that do not exist yet stay as written.
pub(super) fn resolve(given: &str, cwd: Option<&str>, follow: bool) -> Result<PathBuf> {
    if given.is_empty() || given.contains('\0') {
        return Err(Error::invalid(say!("effect-not-a-path", path = format!("{:?}", given))));
    }
    let written = match cwd {
        _ if Path::new(given).is_absolute() => PathBuf::from(given),
        Some(cwd) if Path::new(cwd).is_absolute() => Path::new(cwd).join(given),
        _ => {
            let unknown = say!("effect-relative", path = given);
            return Err(Error::invalid(unknown).hint(say!("effect-give-absolute")));
        }
    };
    let resolved = match (follow, written.file_name()) {
        (false, Some(name)) => existing(written.parent().unwrap_or(Path::new("/")))?.join(name),
        _ => existing(&written)?,
    };
    if resolved.to_str().is_none() {
        return Err(Error::invalid(say!("effect-links-not-utf8", path = resolved.display())));
    }
    special(&resolved)?;
    Ok(resolved)
}

/// Follows all links of the existing part of a path.
fn existing(path: &Path) -> Result<PathBuf> {
    let mut missing = Vec::new();
    let mut rest = path;
    loop {
        match rest.canonicalize() {
            Ok(found) => return Ok(missing.iter().rev().fold(found, |at, name: &OsString| at.join(name))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                if rest.symlink_metadata().is_ok() {
                    return Err(Error::invalid(say!("effect-link-to-nothing", path = rest.display())));
                }
                // A missing folder has no parent that `..` could mean.
                let Some((parent, name)) = rest.parent().zip(rest.file_name()) else {
                    return Err(Error::invalid(say!("effect-leads-through-nothing", path = path.display())));
                };
                missing.push(name.to_owned());
                rest = parent;
            }
            Err(e) => return Err(failed(Attempt::Resolve, path)(e)),
        }
    }
}

/// Rejects file systems that only look like files.
fn special(path: &Path) -> Result<()> {
    let odd = ["/proc", "/sys", "/dev"].iter().find(|odd| path.starts_with(odd));
    match odd {
        Some(odd) if !path.starts_with("/dev/shm") => {
            Err(Error::invalid(say!("effect-no-real-files", path = path.display(), folder = odd)))
        }
        _ => Ok(()),
    }
}

/// Whether `path` is neither one of `roots` nor below one.
pub(super) fn outside(path: &Path, roots: &[PathBuf]) -> bool {
    !roots.iter().any(|root| path.starts_with(root))
}

/// A name in a folder that is held open.
pub(super) struct ResolvedPath {
    /// The folder.
    pub dir: Arc<OwnedFd>,
    /// The name in it.
    pub name: OsString,
    /// The whole path, for people.
    pub path: PathBuf,
}

impl ResolvedPath {
    /// Opens the folder of a resolved path without following any link.
    pub fn open(path: &Path) -> io::Result<Self> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(Errno::INVAL.into());
        };
        Ok(Self { dir: Arc::new(open_dir(parent)?), name: name.to_owned(), path: path.to_owned() })
    }

    /// Returns the stat; None if it does not exist.
    pub fn stat(&self) -> io::Result<Option<Stat>> {
        match fs::statat(&self.dir, &self.name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(e) => Err(e.into()),
        }
    }

    /// Opens the regular file there, without blocking.
    pub fn file(&self) -> io::Result<File> {
        open_file(&self.dir, &self.name, OFlags::RDONLY)
    }

    /// Returns the place of another name in the same folder.
    pub fn beside(&self, name: &str) -> Self {
        Self { dir: self.dir.clone(), name: name.into(), path: self.path.with_file_name(name) }
    }

    /// Makes changes of names in the folder durable.
    pub fn sync(&self) -> io::Result<()> {
        sync_dir(&self.dir)
    }
}

/// Opens places one after the other; a folder stays open while the next place is in it, too.
#[derive(Default)]
pub(super) struct Folders {
    last: RefCell<Option<(PathBuf, Arc<OwnedFd>)>>,
}

impl Folders {
    /// Like [`ResolvedPath::open`].
    pub fn open(&self, path: &Path) -> io::Result<ResolvedPath> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(Errno::INVAL.into());
        };
        if let Some((last, dir)) = &*self.last.borrow()
            && last == parent
        {
            return Ok(ResolvedPath { dir: dir.clone(), name: name.to_owned(), path: path.to_owned() });
        }
        let place = ResolvedPath::open(path)?;
        *self.last.borrow_mut() = Some((parent.to_owned(), place.dir.clone()));
        Ok(place)
    }
}

/// Maximum number of folders held open: a process may have only so many descriptors.
const HELD_MOST: usize = 256;

/// Folders that stay open once opened: even if one is replaced afterwards, operations on names happen in the
/// original folder. Beyond a limit they are reopened each time without following links.
#[derive(Default)]
pub(super) struct Held {
    folders: Mutex<BTreeMap<PathBuf, Arc<OwnedFd>>>,
}

impl Held {
    /// Like [`ResolvedPath::open`].
    pub fn open(&self, path: &Path) -> io::Result<ResolvedPath> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(Errno::INVAL.into());
        };
        let held = self.folders().get(parent).cloned();
        if let Some(dir) = held {
            return Ok(ResolvedPath { dir, name: name.to_owned(), path: path.to_owned() });
        }
        let place = ResolvedPath::open(path)?;
        let mut folders = self.folders();
        if folders.len() < HELD_MOST {
            folders.insert(parent.to_owned(), place.dir.clone());
        }
        Ok(place)
    }

    /// Closes a folder and all in it: it was replaced on purpose.
    pub fn let_go(&self, path: &Path) {
        self.folders().retain(|held, _| !held.starts_with(path));
    }

    /// Returns a folder that is no longer where it was when it was opened.
    pub fn displaced(&self) -> Option<PathBuf> {
        let same = |path: &Path, dir: &OwnedFd| -> io::Result<bool> {
            let (now, held) = (fs::fstat(open_dir(path)?)?, fs::fstat(dir)?);
            Ok((now.st_dev, now.st_ino) == (held.st_dev, held.st_ino))
        };
        let moved = |path: &Path, dir: &OwnedFd| match same(path, dir) {
            Ok(same) => !same,
            // A folder above it that can no longer be traversed proves nothing.
            Err(e) => matches!(Errno::from_io_error(&e), Some(Errno::NOENT | Errno::NOTDIR | Errno::LOOP)),
        };
        self.folders().iter().find(|(path, dir)| moved(path, dir)).map(|(path, _)| path.clone())
    }

    fn folders(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Arc<OwnedFd>>> {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes changes of names in a folder durable.
pub(super) fn sync_dir(dir: &OwnedFd) -> io::Result<()> {
    match fs::fsync(dir) {
        // The folder is not readable, or the file system does not support syncing it.
        Ok(()) | Err(Errno::BADF | Errno::INVAL) => Ok(()),
        Err(e) => Err(e.into()),
    }
}

/// Opens the regular file `name` in `dir`; never follows a link and never blocks.
pub(super) fn open_file(dir: impl AsFd, name: &OsStr, access: OFlags) -> io::Result<File> {
    let stat = fs::statat(&dir, name, AtFlags::SYMLINK_NOFOLLOW)?;
    regular(&stat)?;
    let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(fs::openat(dir, name, flags, Mode::empty())?);
    regular(&fs::fstat(&file)?)?;
    Ok(file)
}

fn regular(stat: &Stat) -> io::Result<()> {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Ok(()),
        FileType::Directory => Err(Errno::ISDIR.into()),
        FileType::Symlink => Err(Errno::LOOP.into()),
        _ => Err(Errno::NODEV.into()),
    }
}

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a folder by its resolved path without following any link.
pub(super) fn open_dir(path: &Path) -> io::Result<OwnedFd> {
    match direct(path, OFlags::RDONLY) {
        #[cfg(target_os = "linux")]
        Err(Errno::ACCESS) => Ok(direct(path, OFlags::PATH)?),
        other => Ok(other?),
    }
}

#[cfg(target_os = "linux")]
fn direct(path: &Path, access: OFlags) -> rustix::io::Result<OwnedFd> {
    let how = fs::ResolveFlags::NO_SYMLINKS | fs::ResolveFlags::NO_MAGICLINKS;
    match fs::openat2(fs::CWD, path, FOLDER | access, Mode::empty(), how) {
        // Old kernels and some sandboxes lack openat2.
        Err(Errno::NOSYS | Errno::PERM) => step_by_step(path, access),
        other => other,
    }
}

#[cfg(not(target_os = "linux"))]
fn direct(path: &Path, access: OFlags) -> rustix::io::Result<OwnedFd> {
    step_by_step(path, access)
}

/// Opens each folder of a path in the one before it.
pub(super) fn step_by_step(path: &Path, access: OFlags) -> rustix::io::Result<OwnedFd> {
    let mut at = fs::openat(fs::CWD, "/", FOLDER | access, Mode::empty())?;
    for part in path.components() {
        match part {
            Component::RootDir => {}
            Component::Normal(name) => at = fs::openat(&at, name, FOLDER | access, Mode::empty())?,
            _ => return Err(Errno::INVAL),
        }
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_openat2_a_link_in_the_way_is_refused_just_the_same() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        std::fs::create_dir(home.join("real")).unwrap();
        std::os::unix::fs::symlink(home.join("real"), home.join("link")).unwrap();
        assert!(step_by_step(&home.join("real"), OFlags::RDONLY).is_ok());
        assert!(step_by_step(&home.join("link"), OFlags::RDONLY).is_err());
        assert!(open_dir(&home.join("link")).is_err());
        assert!(open_dir(&home.join("real")).is_ok());
    }

    #[test]
    fn a_prefix_of_a_name_is_not_a_folder_above_it() {
        assert!(outside(Path::new("/desk-evil/x"), &["/desk".into()]));
        assert!(!outside(Path::new("/desk/x"), &["/desk".into()]));
        assert!(!outside(Path::new("/desk"), &["/desk".into()]));
    }
}
