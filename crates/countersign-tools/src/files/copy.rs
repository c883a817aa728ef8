//! Copies that keep what a plain copy loses: mode, owner, times, extended attributes, links, hard links and holes.

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
    fs::{
        self, AtFlags, FileType, Gid, Mode, OFlags, RenameFlags, SeekFrom, Stat, Timespec, Timestamps, Uid,
    },
    io::Errno,
};

use super::{
    hash::{hash_file, hashed},
    resolved_path::{ResolvedPath, open_file, sync_dir},
    state::{Kind, names, open_sub, stat_size},
};

/// The attributes that a copy keeps besides the content.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Everything.
    All,
    /// Everything but the times: it is a new file.
    NotTimes,
}

/// When written data becomes durable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Durable {
    /// Before the call returns.
    Now,
    /// When the caller syncs it.
    Later,
}

/// Creates an empty file; nothing may exist there.
pub(super) fn create(place: &ResolvedPath) -> io::Result<File> {
    create_in(&place.dir, &place.name)
}

pub(super) fn create_in(dir: &OwnedFd, name: &OsStr) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(fs::openat(dir, name, flags, Mode::from_raw_mode(0o666))?))
}

/// Copies all bytes of a file into an empty one and returns their hash; keeps holes, and uses reflinks where possible.
pub(super) fn bytes(from: &File, to: &File) -> io::Result<String> {
    #[cfg(target_os = "linux")]
    if fs::ioctl_ficlone(to, from).is_ok() {
        fs::seek(to, SeekFrom::Start(0))?;
        return hash_file(&mut to.try_clone()?);
    }
    let stat = fs::fstat(from)?;
    let size = stat_size(&stat);
    let has_holes = u64::try_from(stat.st_blocks).unwrap_or(0).saturating_mul(512) < size;
    let hash = hashed(size, |feed| {
        let mut at = 0;
        while at < size {
            let data = if has_holes { fs::seek(from, SeekFrom::Data(at)) } else { Err(Errno::NOTSUP) };
            let (start, end) = match data {
                Ok(start) => (start, fs::seek(from, SeekFrom::Hole(start)).unwrap_or(size)),
                Err(Errno::NXIO) => (size, size),
                // There are no holes, or the file system does not support them.
                Err(_) => (at, size),
            };
            feed.zeros(start.min(size) - at)?;
            at = start;
            while at < end {
                at += feed.next(|buffer| {
                    let wanted = buffer.len().min(usize::try_from(end - at).unwrap_or(usize::MAX));
                    let n = from.read_at(&mut buffer[..wanted], at)?;
                    if n == 0 {
                        return Err(io::Error::other(say!("effect-shorter")));
                    }
                    to.write_all_at(&buffer[..n], at)?;
                    Ok(n)
                })? as u64;
            }
        }
        Ok(())
    })?;
    if has_holes {
        to.set_len(size)?;
    }
    Ok(hash)
}

/// Copies all attributes except the content from `from` to `to`.
pub(super) fn attributes(from: &File, to: &File, keep: Keep) -> io::Result<()> {
    let stat = fs::fstat(from)?;
    let now = fs::fstat(to)?;
    if (stat.st_uid, stat.st_gid) != (now.st_uid, now.st_gid) {
        // Only root can change owners; for others, files stay their own.
        let given = fs::fchown(to, Some(Uid::from_raw(stat.st_uid)), Some(Gid::from_raw(stat.st_gid)));
        match given {
            Ok(()) | Err(Errno::PERM) => {}
            Err(e) => return Err(e.into()),
        }
    }
    xattrs(from, to)?;
    fs::fchmod(to, Mode::from_raw_mode(stat.st_mode))?;
    if keep == Keep::All {
        fs::futimens(to, &times(&stat))?;
    }
    Ok(())
}

/// Returns both times of a stat.
fn times(stat: &Stat) -> Timestamps {
    let nanos = |n| i64::try_from(n).unwrap_or(0);
    Timestamps {
        last_access: Timespec { tv_sec: stat.st_atime, tv_nsec: nanos(stat.st_atime_nsec) },
        last_modification: Timespec { tv_sec: stat.st_mtime, tv_nsec: nanos(stat.st_mtime_nsec) },
    }
}

fn xattrs(from: impl AsFd, to: impl AsFd) -> io::Result<()> {
    let mut list = vec![0; 64 * 1024];
    let mut value = vec![0; 64 * 1024];
    let length = match fs::flistxattr(&from, &mut list[..]) {
        Ok(length) => length,
        Err(Errno::NOTSUP | Errno::PERM) => return Ok(()),
        Err(e) => return Err(e.into()),
    };
    for name in list[..length].split(|b| *b == 0).filter(|name| !name.is_empty()) {
        let n = fs::fgetxattr(&from, name, &mut value[..])?;
        match fs::fsetxattr(&to, name, &value[..n], fs::XattrFlags::empty()) {
            // Some system attributes cannot be set by everybody.
            Ok(()) | Err(Errno::NOTSUP | Errno::PERM | Errno::ACCESS) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(())
}

/// Copies a file, link or whole folder durably to a place where nothing exists. On failure nothing is left there.
pub(super) fn thing(from: &ResolvedPath, to: &ResolvedPath, keep: Keep) -> io::Result<()> {
    thing_as(from, to, keep, Durable::Now)
}

/// Copies a file, link or whole folder to a place where nothing exists. On failure nothing is left there.
pub(super) fn thing_as(
    from: &ResolvedPath,
    to: &ResolvedPath,
    keep: Keep,
    durable: Durable,
) -> io::Result<()> {
    let mut copying = Copying { root: &to.dir, seen: BTreeMap::new(), keep, durable };
    let copied = copying.one((&from.dir, &from.name), (&to.dir, &to.name), Path::new(&to.name));
    match copied.and_then(|()| if durable == Durable::Now { to.sync() } else { Ok(()) }) {
        // An entry that existed before stays.
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(e),
        Err(e) => {
            let _leftover = remove(to);
            Err(e)
        }
        Ok(()) => Ok(()),
    }
}

/// A running copy.
struct Copying<'a> {
    /// The target folder.
    root: &'a OwnedFd,
    /// For a file with several hard links, the copy of its first name.
    seen: BTreeMap<(u64, u64), PathBuf>,
    keep: Keep,
    durable: Durable,
}

impl Copying<'_> {
    fn one(&mut self, from: (&OwnedFd, &OsStr), to: (&OwnedFd, &OsStr), path: &Path) -> io::Result<()> {
        let stat = fs::statat(from.0, from.1, AtFlags::SYMLINK_NOFOLLOW)?;
        match Kind::of(&stat)? {
            Kind::Absent => {}
            Kind::Link => {
                let target = fs::readlinkat(from.0, from.1, Vec::new())?;
                fs::symlinkat(target, to.0, to.1)?;
                if self.keep == Keep::All {
                    fs::utimensat(to.0, to.1, &times(&stat), AtFlags::SYMLINK_NOFOLLOW)?;
                }
            }
            Kind::File => {
                let inode = (stat.st_dev, stat.st_ino);
                if let Some(first) = self.seen.get(&inode) {
                    fs::linkat(self.root, first, to.0, to.1, AtFlags::empty())?;
                    return Ok(());
                }
                let source = open_file(from.0, from.1, OFlags::RDONLY)?;
                let target = create_in(to.0, to.1)?;
                bytes(&source, &target)?;
                attributes(&source, &target, self.keep)?;
                if self.durable == Durable::Now {
                    target.sync_all()?;
                }
                if stat.st_nlink > 1 {
                    self.seen.insert(inode, path.to_owned());
                }
            }
            Kind::Dir => {
                fs::mkdirat(to.0, to.1, Mode::from_raw_mode(0o700))?;
                let (source, target) = (open_sub(from.0, from.1)?, open_sub(to.0, to.1)?);
                for name in names(&source)? {
                    self.one((&source, &name), (&target, &name), &path.join(&name))?;
                }
                attributes(&File::from(source), &File::from(target.try_clone()?), self.keep)?;
                if self.durable == Durable::Now {
                    sync_dir(&target)?;
                }
            }
        }
        Ok(())
    }
}

/// Removes the entry at a place, if it exists.
pub(super) fn remove(place: &ResolvedPath) -> io::Result<()> {
    remove_in(&place.dir, &place.name)
}

fn remove_in(dir: &OwnedFd, name: &OsStr) -> io::Result<()> {
    let stat = match fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => return Ok(()),
        other => other?,
    };
    if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
        return Ok(fs::unlinkat(dir, name, AtFlags::empty())?);
    }
    if mode_lacks_write(&stat) {
        fs::chmodat(dir, name, Mode::RWXU, AtFlags::empty())?;
    }
    let sub = open_sub(dir, name)?;
    for inner in names(&sub)? {
        remove_in(&sub, &inner)?;
    }
    Ok(fs::unlinkat(dir, name, AtFlags::REMOVEDIR)?)
}

fn mode_lacks_write(stat: &Stat) -> bool {
    !Mode::from_raw_mode(stat.st_mode).contains(Mode::RWXU)
}

/// Renames to a place where nothing may exist.
pub(super) fn rename_new(from: &ResolvedPath, to: &ResolvedPath) -> io::Result<()> {
    match rename_plainly(from, to) {
        // A folder that its owner cannot write to cannot be moved into another.
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => match from.stat()? {
            Some(stat) if closed_folder(&stat) => {
                fs::chmodat(&from.dir, &from.name, Mode::RWXU, AtFlags::empty())?;
                let moved = rename_plainly(from, to);
                let at = if moved.is_ok() { to } else { from };
                fs::chmodat(&at.dir, &at.name, Mode::from_raw_mode(stat.st_mode), AtFlags::empty())?;
                moved
            }
            _ => Err(e),
        },
        other => other,
    }
}

fn closed_folder(stat: &Stat) -> bool {
    let ours = stat.st_uid == rustix::process::geteuid().as_raw();
    ours && FileType::from_raw_mode(stat.st_mode) == FileType::Directory
        && !Mode::from_raw_mode(stat.st_mode).contains(Mode::WUSR)
}

fn rename_plainly(from: &ResolvedPath, to: &ResolvedPath) -> io::Result<()> {
    match fs::renameat_with(&from.dir, &from.name, &to.dir, &to.name, RenameFlags::NOREPLACE) {
        // Not every file system supports that; a check just before is the next best.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => match to.stat()? {
            None => rename_over(from, to),
            Some(_) => Err(Errno::EXIST.into()),
        },
        other => Ok(other?),
    }
}

/// Renames over an existing entry.
pub(super) fn rename_over(from: &ResolvedPath, to: &ResolvedPath) -> io::Result<()> {
    let inode = |stat: Stat| (stat.st_dev, stat.st_ino);
    if let (Some(a), Some(b)) = (from.stat()?, to.stat()?)
        && inode(a) == inode(b)
    {
        // Two names of one file: a rename would leave both.
        return Ok(fs::unlinkat(&from.dir, &from.name, AtFlags::empty())?);
    }
    Ok(fs::renameat(&from.dir, &from.name, &to.dir, &to.name)?)
}

/// Creates a hard link, which is not durable yet, or else a copy.
pub(super) fn link_or_copy(from: &ResolvedPath, to: &ResolvedPath, durable: Durable) -> io::Result<()> {
    match fs::linkat(&from.dir, &from.name, &to.dir, &to.name, AtFlags::empty()) {
        Ok(()) => Ok(()),
        Err(Errno::XDEV | Errno::PERM | Errno::MLINK | Errno::NOTSUP | Errno::NOSYS) => {
            thing_as(from, to, Keep::All, durable)
        }
        Err(e) => Err(e.into()),
    }
}

/// Whether an error means that two places are on different file systems.
pub(super) fn is_elsewhere(e: &io::Error) -> bool {
    Errno::from_io_error(e) == Some(Errno::XDEV)
}

/// Returns the name under which new content is staged beside its place.
pub(super) fn stage_name(id: &str, n: usize) -> String {
    format!(".countersign-{id}-{n}")
}
