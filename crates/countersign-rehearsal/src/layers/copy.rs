//! Copies a whole folder with modes, times, links and hard links, using reflinks where the file system
//! supports them.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::File,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::fs::FileExt as _,
    },
    path::{Path, PathBuf},
};

use countersign_words::say;
use rustix::{
    fs::{self, AtFlags, FileType, Gid, Mode, OFlags, SeekFrom, Stat, Timespec, Timestamps, Uid, XattrFlags},
    io::Errno,
};

use crate::{
    Kind,
    effects::node::{self, DEPTH},
};

const CHUNK: usize = 256 * 1024;
/// Bytes that each entry counts besides its content: many empty files take time, too.
const ENTRY: u64 = 1024;

/// Copies with a common size limit.
pub(super) struct Copying {
    most: u64,
    left: u64,
    /// For a file with several hard links, the copy of its first name.
    linked: BTreeMap<(u64, u64), PathBuf>,
    /// Whether the marks of an overlay are copied as well.
    marks: bool,
}

/// Copies a part of an overlay's changes, with its marks for what is deleted.
pub(crate) fn overlay(from: &Path, to: &Path) -> io::Result<()> {
    let mut copying = Copying { marks: true, ..Copying::new(u64::MAX) };
    let stat = fs::lstat(from)?;
    match node::kind(&stat) {
        Kind::Dir => copying.folder(from, to),
        _ => copying.mark(fs::CWD, to.as_os_str(), &stat),
    }
}

impl Copying {
    pub fn new(most: u64) -> Self {
        Self { most, left: most, linked: BTreeMap::new(), marks: false }
    }

    /// Copies a folder to a path that does not exist yet.
    pub fn folder(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::create_dir(to)?;
        let (source, target) = (node::open_path(from)?, node::open_path(to)?);
        self.within(&source, &target, to, 0)?;
        self.opaque(&source, &target)?;
        like(from, to)
    }

    /// Copies the mark of a deleted entry.
    fn mark(&self, to: impl AsFd, name: &OsStr, stat: &Stat) -> io::Result<()> {
        let is_mark = self.marks && FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice;
        match is_mark && stat.st_rdev == 0 {
            true => Ok(fs::mknodat(to, name, FileType::CharacterDevice, Mode::empty(), 0)?),
            // Devices, sockets and pipes are meaningless in a copy.
            false => Ok(()),
        }
    }

    /// Copies the mark of a folder that hides what is below it.
    fn opaque(&self, from: &OwnedFd, to: &OwnedFd) -> io::Result<()> {
        const OPAQUE: &str = "user.overlay.opaque";
        let mut value = [0; 1];
        if self.marks && fs::fgetxattr(from, OPAQUE, &mut value[..]) == Ok(1) {
            fs::fsetxattr(to, OPAQUE, &value, XattrFlags::empty())?;
        }
        Ok(())
    }

    fn within(&mut self, from: &OwnedFd, to: &OwnedFd, path: &Path, depth: usize) -> io::Result<()> {
        if depth > DEPTH {
            return Err(io::Error::other(say!("effect-copy-deep", n = DEPTH)));
        }
        for name in node::names(from)? {
            self.weigh(ENTRY)?;
            // Deleted meanwhile: treated as deleted before.
            let Some(stat) = node::stat(from, &name)? else { continue };
            let at = path.join(&name);
            match node::kind(&stat) {
                Kind::Dir => {
                    fs::mkdirat(to, &name, Mode::RWXU)?;
                    let target = node::open_sub(to, &name)?;
                    match node::open_sub(from, &name) {
                        Ok(source) => {
                            self.within(&source, &target, &at, depth + 1)?;
                            self.opaque(&source, &target)?;
                        }
                        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {}
                        Err(e) => return Err(e),
                    }
                    attributes(&stat, &File::from(target))?;
                }
                Kind::Link => {
                    fs::symlinkat(node::target(from, &name)?, to, &name)?;
                    fs::utimensat(to, &name, &times(&stat), AtFlags::SYMLINK_NOFOLLOW)?;
                }
                Kind::File => self.file(from, to, &name, &stat, &at)?,
                Kind::Other => self.mark(to, &name, &stat)?,
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &OwnedFd, to: &OwnedFd, name: &OsStr, stat: &Stat, at: &Path) -> io::Result<()> {
        let number = (stat.st_dev, stat.st_ino);
        if let Some(first) = self.linked.get(&number) {
            return Ok(fs::linkat(fs::CWD, first, to, name, AtFlags::empty())?);
        }
        let source = match node::open_file(from, name) {
            // The command could not read it either.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
            other => other?,
        };
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let target = File::from(fs::openat(to, name, flags, Mode::RUSR | Mode::WUSR)?);
        self.bytes(&source, &target)?;
        attributes(stat, &target)?;
        if stat.st_nlink > 1 {
            self.linked.insert(number, at.to_owned());
        }
        Ok(())
    }

    fn bytes(&mut self, from: &File, to: &File) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if fs::ioctl_ficlone(to, from).is_ok() {
            return Ok(());
        }
        let size = from.metadata()?.len();
        let mut buffer = vec![0; CHUNK];
        let mut at = 0;
        while at < size {
            let (start, end) = match fs::seek(from, SeekFrom::Data(at)) {
                Ok(start) => (start, fs::seek(from, SeekFrom::Hole(start)).unwrap_or(size)),
                Err(Errno::NXIO) => break,
                // Not every file system supports holes.
                Err(_) => (at, size),
            };
            at = start;
            while at < end {
                let wanted = buffer.len().min(usize::try_from(end - at).unwrap_or(usize::MAX));
                let n = from.read_at(&mut buffer[..wanted], at)?;
                if n == 0 {
                    break;
                }
                self.weigh(n as u64)?;
                to.write_all_at(&buffer[..n], at)?;
                at += n as u64;
            }
            at = at.max(end);
        }
        to.set_len(size)
    }

    fn weigh(&mut self, bytes: u64) -> io::Result<()> {
        self.left = self.left.checked_sub(bytes).ok_or_else(|| {
            let most = say!("effect-copy-weight", n = self.most);
            io::Error::new(io::ErrorKind::FileTooLarge, most)
        })?;
        Ok(())
    }
}

/// Gives one folder the owner, mode and times of another.
pub(crate) fn like(from: &Path, to: &Path) -> io::Result<()> {
    let stat = fs::fstat(node::open_path(from)?)?;
    attributes(&stat, &File::from(node::open_path(to)?))
}

/// Writes to a file until its timestamp advances, so that later changes get a later time.
pub(super) fn tick(file: &Path) -> io::Result<()> {
    let write = || -> io::Result<_> {
        std::fs::write(file, [0])?;
        std::fs::metadata(file)?.modified()
    };
    let begun = write()?;
    for _ in 0..200 {
        if write()? > begun {
            break;
        }
        std::thread::sleep(std::time::Duration::from_micros(500));
    }
    // If the clock of the file system does not advance, everything is compared by content.
    Ok(())
}

fn attributes(stat: &Stat, to: &File) -> io::Result<()> {
    let now = fs::fstat(to)?;
    if (stat.st_uid, stat.st_gid) != (now.st_uid, now.st_gid) {
        match fs::fchown(to, Some(Uid::from_raw(stat.st_uid)), Some(Gid::from_raw(stat.st_gid))) {
            // Only root can change owners; for others, copies stay their own.
            Ok(()) | Err(Errno::PERM) => {}
            Err(e) => return Err(e.into()),
        }
    }
    fs::fchmod(to, Mode::from_raw_mode(stat.st_mode))?;
    Ok(fs::futimens(to, &times(stat))?)
}

fn times(stat: &Stat) -> Timestamps {
    let nanos = |n| i64::try_from(n).unwrap_or(0);
    Timestamps {
        last_access: Timespec { tv_sec: stat.st_atime, tv_nsec: nanos(stat.st_atime_nsec) },
        last_modification: Timespec { tv_sec: stat.st_mtime, tv_nsec: nanos(stat.st_mtime_nsec) },
    }
}
