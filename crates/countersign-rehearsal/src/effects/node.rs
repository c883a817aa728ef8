//! Inspects one file system entry without following links and without blocking.

use std::{
    ffi::{CStr, OsStr, OsString},
    fs::File,
    io::{self, Read as _},
    os::{
        fd::{AsFd, OwnedFd},
        unix::ffi::{OsStrExt as _, OsStringExt as _},
    },
    path::{Path, PathBuf},
};

use countersign_words::say;
use rustix::{
    fs::{self, AtFlags, Dir, FileType, Mode, OFlags, Stat},
    io::Errno,
};

use super::{Kind, Node};
use crate::git_index;

/// Maximum folder depth: each level keeps a folder open.
pub(crate) const DEPTH: usize = 200;
/// Larger files are not hashed: it would take too long.
const READ_MAX: u64 = 16 << 30;
const CHUNK: usize = 128 * 1024;
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Returns the names in a folder, sorted.
pub(crate) fn names(dir: &OwnedFd) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(dir)? {
        let entry = entry?;
        let name: &CStr = entry.file_name();
        if !matches!(name.to_bytes(), b"." | b"..") {
            names.push(OsStr::from_bytes(name.to_bytes()).to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Returns the names in a folder, sorted, each with the type (if the file system reports it) and inode
/// number.
pub(crate) fn entries(dir: &OwnedFd) -> io::Result<Vec<(OsString, FileType, u64)>> {
    let mut all = Vec::new();
    for entry in Dir::read_from(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if !matches!(name, b"." | b"..") {
            all.push((OsStr::from_bytes(name).to_owned(), entry.file_type(), entry.ino()));
        }
    }
    all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    Ok(all)
}

/// Returns the stat of an entry; None if it does not exist.
pub(crate) fn stat(dir: &OwnedFd, name: &OsStr) -> io::Result<Option<Stat>> {
    match fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT) => Ok(None),
        Err(e) => Err(e.into()),
    }
}

/// Opens a folder by path without following any link.
pub(crate) fn open_path(path: &Path) -> io::Result<OwnedFd> {
    #[cfg(target_os = "linux")]
    {
        let how = fs::ResolveFlags::NO_SYMLINKS | fs::ResolveFlags::NO_MAGICLINKS;
        match fs::openat2(fs::CWD, path, FOLDER, Mode::empty(), how) {
            Err(Errno::NOSYS | Errno::PERM | Errno::NAMETOOLONG) => {}
            other => return Ok(other?),
        }
    }
    let mut at = fs::openat(fs::CWD, "/", FOLDER, Mode::empty())?;
    for part in path.components().skip(1) {
        at = fs::openat(&at, part.as_os_str(), FOLDER, Mode::empty())?;
    }
    Ok(at)
}

/// Opens a folder within a folder.
pub(crate) fn open_sub(dir: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    Ok(fs::openat(dir, name, FOLDER, Mode::empty())?)
}

/// A folder or file in layers. If its mode denies access to the owner (us), it is opened up while this is
/// held.
#[derive(Debug)]
pub(crate) struct Ours {
    dir: OwnedFd,
    /// The mode to restore.
    closed: Option<Mode>,
}

impl Ours {
    /// Opens a folder by path without following any link.
    pub fn at(path: &Path) -> io::Result<Self> {
        Ok(Self { dir: open_path(path)?, closed: None })
    }

    /// Opens a folder within a folder.
    pub fn within(dir: &OwnedFd, name: &OsStr) -> io::Result<Self> {
        let needed = Mode::RUSR | Mode::XUSR;
        match fs::openat(dir, name, FOLDER, Mode::empty()) {
            Ok(opened) => {
                let mode = Mode::from_raw_mode(fs::fstat(&opened)?.st_mode);
                let closed =
                    (!mode.contains(needed) && !rustix::process::geteuid().is_root()).then_some(mode);
                if closed.is_some() {
                    fs::fchmod(&opened, mode | Mode::RWXU)?;
                }
                Ok(Self { dir: opened, closed })
            }
            Err(Errno::ACCESS) => Self::unclosed(dir, name, Mode::RWXU, FOLDER),
            Err(e) => Err(e.into()),
        }
    }

    /// Opens an entry of a folder if it is a regular file.
    pub fn file(dir: &OwnedFd, name: &OsStr) -> io::Result<Self> {
        regular(&fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?)?;
        let opened = match fs::openat(dir, name, FILE, Mode::empty()) {
            Err(Errno::ACCESS) => Self::unclosed(dir, name, Mode::RUSR, FILE)?,
            other => Self { dir: other?, closed: None },
        };
        regular(&fs::fstat(&opened.dir)?)?;
        Ok(opened)
    }

    fn unclosed(dir: &OwnedFd, name: &OsStr, needed: Mode, flags: OFlags) -> io::Result<Self> {
        let mode = Mode::from_raw_mode(fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode);
        fs::chmodat(dir, name, mode | needed, AtFlags::empty())?;
        match fs::openat(dir, name, flags, Mode::empty()) {
            Ok(opened) => Ok(Self { dir: opened, closed: Some(mode) }),
            Err(e) => {
                fs::chmodat(dir, name, mode, AtFlags::empty())?;
                Err(e.into())
            }
        }
    }
}

impl std::ops::Deref for Ours {
    type Target = OwnedFd;

    fn deref(&self) -> &OwnedFd {
        &self.dir
    }
}

impl Drop for Ours {
    fn drop(&mut self) {
        if let Some(mode) = self.closed {
            // If the mode cannot be restored, the next scan shows that.
            let _still_open = fs::fchmod(&self.dir, mode);
        }
    }
}

/// Opens a regular file in layers by its whole path, through folders whose mode may deny access.
pub(crate) fn open_ours(path: &Path) -> io::Result<File> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(Errno::INVAL.into());
    };
    match open_path(parent) {
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {}
        other => match Ours::file(&other?, name).and_then(|file| file.try_clone()) {
            // Traversing a folder needs another permission than opening it.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {}
            other => return Ok(other?.into()),
        },
    }
    let mut way = vec![Ours::at(Path::new("/"))?];
    for part in parent.components().skip(1) {
        let Some(last) = way.last() else { break };
        // Folders above the layers are not ours to chmod, and traversing them does not need it.
        let next = match Ours::within(last, part.as_os_str()) {
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {
                let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                let dir = fs::openat(&**last, part.as_os_str(), flags, Mode::empty())?;
                Ours { dir, closed: None }
            }
            other => other?,
        };
        way.push(next);
    }
    let last = way.last().ok_or(Errno::NOENT)?;
    Ok(Ours::file(last, name)?.try_clone()?.into())
}

/// Opens an entry of a folder if it is a regular file.
pub(crate) fn open_file(dir: &OwnedFd, name: &OsStr) -> io::Result<File> {
    regular(&fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?)?;
    let file = fs::openat(dir, name, FILE, Mode::empty())?;
    regular(&fs::fstat(&file)?)?;
    Ok(file.into())
}

fn regular(stat: &Stat) -> io::Result<()> {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Ok(()),
        _ => Err(Errno::NODEV.into()),
    }
}

/// Converts a stat to a [`Node`].
pub(crate) fn told(stat: &Stat) -> Node {
    let kind = kind(stat);
    Node {
        kind,
        size: if kind == Kind::File { u64::try_from(stat.st_size).unwrap_or(0) } else { 0 },
        mode: if kind == Kind::Link { 0o777 } else { mode(stat) },
        mtime_ns: time_ns(stat.st_mtime, stat.st_mtime_nsec),
        hash: None,
        index: None,
        target: None,
        owner: None,
        extended: None,
    }
}

/// What kind of thing it is.
pub(crate) fn kind(stat: &Stat) -> Kind {
    kind_of(FileType::from_raw_mode(stat.st_mode))
}

/// Like [`kind`], from the kernel's file type.
pub(crate) fn kind_of(kind: FileType) -> Kind {
    match kind {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Dir,
        FileType::Symlink => Kind::Link,
        _ => Kind::Other,
    }
}

/// Returns the permission bits.
pub(crate) fn mode(stat: &Stat) -> u32 {
    Mode::from_raw_mode(stat.st_mode).bits() & 0o7777
}

/// Combines seconds and nanoseconds.
pub(crate) fn time_ns(seconds: i64, nanos: impl TryInto<i64>) -> i128 {
    i128::from(seconds) * 1_000_000_000 + i128::from(nanos.try_into().unwrap_or(0))
}

/// Returns the target of a symbolic link.
pub(crate) fn target(dir: &OwnedFd, name: &OsStr) -> io::Result<PathBuf> {
    let target = fs::readlinkat(dir, name, Vec::new())?;
    Ok(OsString::from_vec(target.into_bytes()).into())
}

/// Hashes the content of a file.
pub(crate) fn hash(mut file: File) -> io::Result<String> {
    let size = file.metadata()?.len();
    if size > READ_MAX {
        let large = say!("effect-large-gib", n = READ_MAX >> 30);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, large));
    }
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; usize::try_from(size + 1).map_or(CHUNK, |room| room.clamp(4096, CHUNK))];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finalize().to_hex().to_string()),
            Ok(n) => {
                hasher.update(&buffer[..n]);
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
}

/// Hashes the content of a file into its node, and the entries of git's index, which is known by its name.
pub(crate) fn hash_as(found: &mut Node, name: &OsStr, mut file: File) -> io::Result<()> {
    (found.hash, found.index) = match git_index::hashes(name, &mut file)? {
        Some(hashes) => (Some(hashes.content), hashes.entries),
        None => (Some(hash(file)?), None),
    };
    Ok(())
}

/// Returns the value of an extended attribute, if it is set.
pub(crate) fn attribute(file: impl AsFd, name: &str) -> io::Result<Option<Vec<u8>>> {
    let mut value = vec![0; 256];
    match fs::fgetxattr(&file, name, &mut value[..]) {
        Ok(n) => {
            value.truncate(n);
            Ok(Some(value))
        }
        Err(Errno::NODATA | Errno::NOTSUP) => Ok(None),
        // Longer than any value we interpret.
        Err(Errno::RANGE) => Ok(Some(Vec::new())),
        Err(e) => Err(e.into()),
    }
}

/// Returns the names of the extended attributes that a command can set.
pub(crate) fn attributes(file: impl AsFd) -> io::Result<Vec<Vec<u8>>> {
    let mut list = vec![0; 64 * 1024];
    let length = match fs::flistxattr(&file, &mut list[..]) {
        Ok(length) => length,
        Err(Errno::NOTSUP) => 0,
        Err(e) => return Err(e.into()),
    };
    let own = |name: &&[u8]| {
        (name.starts_with(b"user.") && !name.starts_with(b"user.overlay."))
            || name.starts_with(b"system.posix_acl_")
    };
    let mut names: Vec<_> = list[..length].split(|b| *b == 0).filter(own).map(<[u8]>::to_vec).collect();
    names.sort_unstable();
    Ok(names)
}

/// Hashes the extended attributes that a command can set; None if there are none.
pub(crate) fn extended(file: impl AsFd) -> io::Result<Option<String>> {
    let names = attributes(&file)?;
    if names.is_empty() {
        return Ok(None);
    }
    let mut hasher = blake3::Hasher::new();
    let mut value = vec![0; 64 * 1024];
    for name in names {
        let n = fs::fgetxattr(&file, name.as_slice(), &mut value[..])?;
        for part in [name.as_slice(), &value[..n]] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(Some(hasher.finalize().to_hex().to_string()))
}
