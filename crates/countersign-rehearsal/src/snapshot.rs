//! Compact metadata of folders: enough to find later what changed in them.

mod begun;
mod clock;

use std::{
    cmp::Ordering,
    ffi::OsString,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    os::{
        fd::OwnedFd,
        unix::ffi::{OsStrExt as _, OsStringExt as _},
        unix::fs::OpenOptionsExt as _,
    },
    path::{Path, PathBuf},
};

use countersign_words::say;
use rustix::fs::Stat;

pub use begun::{Begun, visit_names};

use crate::{
    effects::{Kind, node},
    git_index,
};

const MAGIC: &[u8; 8] = b"csnap\0\0\x01";
/// Sanity limit on the length of a path.
const PATH_MAX: usize = 1 << 20;

/// Metadata of folders, stored in a file so that memory use stays constant: type, size, mode, times and inode
/// number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    file: PathBuf,
}

impl Snapshot {
    /// Records everything under `roots` in `file`, calling `visit` with each path.
    pub fn take(roots: &[PathBuf], file: &Path, visit: &mut dyn FnMut(&Path)) -> io::Result<Self> {
        Self::record(roots, file, visit, Stand::at)
    }

    /// Like [`take`](Self::take); git's index is recorded by its times, like any other file.
    pub(crate) fn take_times(roots: &[PathBuf], file: &Path) -> io::Result<Self> {
        Self::record(roots, file, &mut |_| {}, |n, _, stat| Stand::of(n, stat))
    }

    fn record(
        roots: &[PathBuf],
        file: &Path,
        visit: &mut dyn FnMut(&Path),
        stand: fn(usize, &Path, &Stat) -> Stand,
    ) -> io::Result<Self> {
        let mut to = writing(roots, file)?;
        for (n, root) in roots.iter().enumerate() {
            walk(root, &mut |path, stat| {
                visit(path);
                stand(n, path, stat).write(path, &mut to)?;
                Ok(true)
            })?;
        }
        to.flush()?;
        Ok(Self { file: file.to_owned() })
    }

    /// Opens the snapshot stored in `file`.
    pub fn open(file: &Path) -> io::Result<Self> {
        Reading::open(file)?;
        Ok(Self { file: file.to_owned() })
    }

    /// Returns the paths that changed, at most `most`, without those that `own` says are one's own changes.
    pub fn moved(&self, most: usize, own: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
        Ok(self.moved_from(most, own)?.into_iter().map(|(path, _)| path).collect())
    }

    /// Like [`moved`](Self::moved), with how each path stood; None: it was not there.
    pub fn moved_from(
        &self,
        most: usize,
        own: &dyn Fn(&Path) -> bool,
    ) -> io::Result<Vec<(PathBuf, Option<Stand>)>> {
        let mut was = Reading::open(&self.file)?;
        let mut moved = Vec::new();
        let mut tell = |path: &Path, stood: Option<Stand>| {
            if moved.len() < most && !own(path) {
                moved.push((path.to_owned(), stood));
            }
            moved.len() < most
        };
        let roots = was.roots.clone();
        for (n, root) in roots.iter().enumerate() {
            walk(root, &mut |path, stat| {
                let now = Stand::at(n, path, stat);
                // Entries that sort before this one and were not met now are gone.
                while let Some(gone) = was.next_if(|was| was.order(&now, path) == Ordering::Less)? {
                    if !tell(&gone.path, Some(gone.stand)) {
                        return Ok(false);
                    }
                }
                let stood = was.next_if(|was| was.order(&now, path) == Ordering::Equal)?;
                let stood = stood.map(|stood| stood.stand);
                Ok(stood.is_some_and(|stood| stood.stands_as(&now)) || tell(path, stood))
            })?;
        }
        while let Some(gone) = was.next_if(|_| true)? {
            if !tell(&gone.path, Some(gone.stand)) {
                break;
            }
        }
        Ok(moved)
    }
}

/// An entry with its metadata.
#[derive(Debug)]
struct Entry {
    path: PathBuf,
    stand: Stand,
}

/// The metadata of an entry.
#[derive(Debug, Clone, Copy)]
pub struct Stand {
    root: u64,
    kind: u64,
    mode: u64,
    size: u64,
    mtime: i128,
    ctime: i128,
    number: (u64, u64),
}

/// The type of a folder.
const FOLDER: u64 = 1;
/// The type of git's index. Its digest is recorded in place of times and inode number.
const INDEX: u64 = 4;
/// Marks an entry that is known to have changed: no real entry has this type.
const MOVED: u64 = u64::MAX;

impl Stand {
    /// Returns that of a path; None if there is nothing.
    pub fn now(path: &Path) -> io::Result<Option<Self>> {
        match rustix::fs::statat(rustix::fs::CWD, path, rustix::fs::AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(Self::at(0, path, &stat))),
            Err(rustix::io::Errno::NOENT | rustix::io::Errno::NOTDIR) => Ok(None),
            Err(e) => Err(e.into()),
        }
    }

    /// Whether it is a folder.
    pub fn is_folder(&self) -> bool {
        self.kind == FOLDER
    }

    fn of(root: usize, stat: &Stat) -> Self {
        Self {
            root: root as u64,
            kind: number_of(node::kind(stat)),
            mode: u64::from(node::mode(stat)),
            size: u64::try_from(stat.st_size).unwrap_or(0),
            mtime: node::time_ns(stat.st_mtime, stat.st_mtime_nsec),
            ctime: node::time_ns(stat.st_ctime, stat.st_ctime_nsec),
            number: (stat.st_dev, stat.st_ino),
        }
    }

    /// Like [`of`](Self::of); git's index is recorded by what it lists.
    fn at(root: usize, path: &Path, stat: &Stat) -> Self {
        let stand = Self::of(root, stat);
        let digest = match git_index::is_named_so(path) && node::kind(stat) == Kind::File {
            true => index_at(path),
            false => None,
        };
        digest.map_or(stand, |digest| stand.by_index(&digest))
    }

    fn by_index(self, digest: &[u8; 32]) -> Self {
        let half = |n: usize| i128::from_le_bytes(std::array::from_fn(|i| digest[n + i]));
        Self { kind: INDEX, size: 0, mtime: half(0), ctime: half(16), number: (0, 0), ..self }
    }

    /// Whether it is unchanged. For a folder, entries that came or went are reported themselves.
    pub fn stands_as(&self, now: &Self) -> bool {
        let same = (self.kind, self.mode, self.number) == (now.kind, now.mode, now.number);
        let folder = self.kind == FOLDER;
        same && (folder || (self.size, self.mtime, self.ctime) == (now.size, now.mtime, now.ctime))
    }

    fn write(&self, path: &Path, to: &mut impl Write) -> io::Result<()> {
        write_path(to, path)?;
        for number in [self.root, self.kind, self.mode, self.size, self.number.0, self.number.1] {
            to.write_all(&number.to_le_bytes())?;
        }
        to.write_all(&self.mtime.to_le_bytes())?;
        to.write_all(&self.ctime.to_le_bytes())
    }
}

impl Entry {
    /// Compares in walk order.
    fn order(&self, other: &Stand, path: &Path) -> Ordering {
        self.stand.root.cmp(&other.root).then_with(|| self.path.as_path().cmp(path))
    }

    fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let Some(path) = read_path(from)? else { return Ok(None) };
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = u64::from_le_bytes(bytes(from)?);
        }
        let [root, kind, mode, size, device, inode] = numbers;
        let (mtime, ctime) = (i128::from_le_bytes(bytes(from)?), i128::from_le_bytes(bytes(from)?));
        let stand = Stand { root, kind, mode, size, mtime, ctime, number: (device, inode) };
        Ok(Some(Self { path, stand }))
    }
}

/// Returns the digest of git's index at a path; None if there is none that is understood.
pub(crate) fn index_at(path: &Path) -> Option<[u8; 32]> {
    let (dir, name) = (node::open_path(path.parent()?).ok()?, path.file_name()?);
    git_index::digest(&git_index::bytes(&mut node::open_file(&dir, name).ok()?).ok()??)
}

fn number_of(kind: Kind) -> u64 {
    match kind {
        Kind::File => 0,
        Kind::Dir => FOLDER,
        Kind::Link => 2,
        Kind::Other => 3,
    }
}

/// The snapshot of a copy when it was made, queried path by path in walk order.
#[derive(Debug)]
pub(crate) struct Stood {
    was: Reading,
    /// Anything changed after the snapshot was written has this change time or a later one.
    ready: i128,
}

impl Stood {
    /// Opens the snapshot stored in `file`.
    pub fn open(file: &Path) -> io::Result<Self> {
        let stat = rustix::fs::statat(rustix::fs::CWD, file, rustix::fs::AtFlags::empty())?;
        Ok(Self { was: Reading::open(file)?, ready: node::time_ns(stat.st_mtime, stat.st_mtime_nsec) })
    }

    /// Whether it existed. Paths must be queried in ascending order.
    pub fn stood(&mut self, root: usize, below: &Path) -> io::Result<bool> {
        Ok(self.seek(root, below)?.is_some())
    }

    /// Whether it is certainly unchanged. A change within the clock tick of the snapshot cannot be detected.
    pub fn still(&mut self, root: usize, below: &Path, now: &Stat) -> io::Result<bool> {
        let ready = self.ready;
        let now = Stand::of(root, now);
        let was = self.seek(root, below)?.map(|was| was.stand);
        Ok(was.is_some_and(|was| was.stands_as(&now) && was.ctime < ready))
    }

    fn seek(&mut self, root: usize, below: &Path) -> io::Result<Option<&Entry>> {
        let Some(whole) = self.was.roots.get(root).map(|at| at.join(below)) else { return Ok(None) };
        let wanted = (root as u64, whole.as_path());
        while self.was.next_if(|was| (was.stand.root, was.path.as_path()) < wanted)?.is_some() {}
        Ok(self.was.next.as_ref().filter(|was| (was.stand.root, was.path.as_path()) == wanted))
    }
}

/// Reads a snapshot entry by entry.
#[derive(Debug)]
struct Reading {
    from: BufReader<File>,
    roots: Vec<PathBuf>,
    next: Option<Entry>,
}

impl Reading {
    fn open(file: &Path) -> io::Result<Self> {
        let broken = || io::Error::new(io::ErrorKind::InvalidData, say!("effect-no-snapshot"));
        let mut from = BufReader::with_capacity(1 << 16, File::open(file)?);
        if bytes::<8>(&mut from)? != *MAGIC {
            return Err(broken());
        }
        let count = u64::from_le_bytes(bytes(&mut from)?);
        let mut roots = Vec::new();
        for _ in 0..count.min(1 << 16) {
            roots.push(read_path(&mut from)?.ok_or_else(broken)?);
        }
        let next = Entry::read(&mut from)?;
        Ok(Self { from, roots, next })
    }

    fn next_if(&mut self, wanted: impl FnOnce(&Entry) -> bool) -> io::Result<Option<Entry>> {
        match &self.next {
            Some(entry) if wanted(entry) => {
                let following = Entry::read(&mut self.from)?;
                Ok(std::mem::replace(&mut self.next, following))
            }
            _ => Ok(None),
        }
    }
}

/// Starts a snapshot file with its folders.
fn writing(roots: &[PathBuf], file: &Path) -> io::Result<BufWriter<File>> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true).mode(0o600);
    let mut to = BufWriter::with_capacity(1 << 16, options.open(file)?);
    to.write_all(MAGIC)?;
    to.write_all(&(roots.len() as u64).to_le_bytes())?;
    for root in roots {
        write_path(&mut to, root)?;
    }
    Ok(to)
}

fn write_path(to: &mut impl Write, path: &Path) -> io::Result<()> {
    let name = path.as_os_str().as_bytes();
    to.write_all(&u32::try_from(name.len()).map_err(io::Error::other)?.to_le_bytes())?;
    to.write_all(name)
}

fn read_path(from: &mut impl Read) -> io::Result<Option<PathBuf>> {
    let mut length = [0; 4];
    match from.read(&mut length[..1])? {
        0 => return Ok(None),
        _ => from.read_exact(&mut length[1..])?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > PATH_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut name = vec![0; length];
    from.read_exact(&mut name)?;
    Ok(Some(OsString::from_vec(name).into()))
}

fn bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Called for each entry; returns whether to go on.
type Visit<'a> = dyn FnMut(&Path, &Stat) -> io::Result<bool> + 'a;

/// Visits a folder and everything in it, sorted, folders before their content.
pub(crate) fn walk(root: &Path, visit: &mut Visit<'_>) -> io::Result<()> {
    let dir = match node::open_path(root) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    let mut path = root.to_owned();
    if visit(&path, &rustix::fs::fstat(&dir)?)? {
        within(&dir, &mut path, 0, visit)?;
    }
    Ok(())
}

fn within(dir: &OwnedFd, path: &mut PathBuf, depth: usize, visit: &mut Visit<'_>) -> io::Result<bool> {
    not_too_deep(path, depth)?;
    for name in node::names(dir)? {
        // Deleted meanwhile: treated as deleted before.
        let Some(stat) = node::stat(dir, &name)? else { continue };
        path.push(&name);
        let mut more = visit(path, &stat)?;
        if more && node::kind(&stat) == Kind::Dir {
            match node::open_sub(dir, &name) {
                Ok(sub) => more = within(&sub, path, depth + 1, visit)?,
                // Unreadable for us, so unreadable for the command.
                Err(e) if matches!(e.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::NotFound) => {}
                Err(e) => return Err(e),
            }
        }
        path.pop();
        if !more {
            return Ok(false);
        }
    }
    Ok(true)
}

fn not_too_deep(path: &Path, depth: usize) -> io::Result<()> {
    if depth <= node::DEPTH {
        return Ok(());
    }
    let deep = say!("effect-deep-at", n = node::DEPTH, path = path.display());
    Err(io::Error::new(io::ErrorKind::InvalidData, deep))
}
