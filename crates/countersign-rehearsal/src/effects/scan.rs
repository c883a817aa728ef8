//! Compares layers with the real folders: walks both side by side and keeps only the differences.

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use countersign_words::{Message, say};
use rustix::{
    fs::{FileType, Stat},
    io::Errno,
};

use super::{
    Change, Effects, Kind, Node,
    node::{self, DEPTH, Ours, attribute, extended, names, open_file, open_sub, stat},
    renames,
};
use crate::snapshot::Stood;

/// Maximum bytes of deleted files to hash for rename detection.
const GONE_HASHED: u64 = 256 << 20;

/// What the changed side of a root is.
#[derive(Debug)]
pub(crate) enum Upper {
    /// An overlay's upper folder: changed files, and whiteouts for deleted ones.
    Overlay,
    /// A full copy, with a snapshot from when it was made.
    Copy(Box<Stood>),
}

/// Returns the differences between each real folder and its changed side.
pub(crate) fn scan(roots: &[(PathBuf, PathBuf)], upper: Upper, most: usize) -> io::Result<Effects> {
    let mut scan = Scan { upper, most, found: Effects::default(), hashed: 0 };
    for (n, (real, changed)) in roots.iter().enumerate() {
        let over = node::open_path(changed)?;
        let under = match node::open_path(real) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let gone = say!("effect-folder-gone", path = real.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, gone));
            }
            other => other?,
        };
        scan.root(n, (real, changed), &over, &under)?;
    }
    renames::find(&mut scan.found.changes);
    Ok(scan.found)
}

struct Scan {
    upper: Upper,
    most: usize,
    found: Effects,
    /// Bytes of deleted files hashed so far.
    hashed: u64,
}

/// A folder in both worlds.
struct Folder<'a> {
    /// The number and real path of its root.
    root: (usize, &'a Path),
    /// The real path, and the path in the layers.
    path: &'a Path,
    changed: &'a Path,
    over: &'a OwnedFd,
    under: Option<&'a OwnedFd>,
    /// Whether it hides the real folder completely.
    whole: bool,
    depth: usize,
}

impl Scan {
    fn root(
        &mut self,
        n: usize,
        (real, changed): (&Path, &Path),
        over: &OwnedFd,
        under: &OwnedFd,
    ) -> io::Result<()> {
        let marks = self.marks(over, real)?;
        let whole = matches!(self.upper, Upper::Copy(_)) || marks.opaque;
        let stats = (rustix::fs::fstat(under)?, rustix::fs::fstat(over)?);
        self.folder_itself(real, (under, &stats.0), (over, &stats.1))?;
        self.folder(
            &Folder { root: (n, real), path: real, changed, over, under: Some(under), whole, depth: 0 },
            marks.files_as_whiteouts,
        )
    }

    fn tell(&mut self, change: Change) {
        match self.found.changes.len() < self.most {
            true => self.found.changes.push(change),
            false => self.found.more = true,
        }
    }

    fn folder(&mut self, at: &Folder<'_>, files_as_whiteouts: bool) -> io::Result<()> {
        if at.depth > DEPTH {
            return Err(too_deep(at.path));
        }
        let mut all: BTreeSet<OsString> = names(at.over)?.into_iter().collect();
        if let (true, Some(under)) = (at.whole, at.under) {
            all.extend(names(under)?);
        }
        for name in all {
            if self.found.more {
                return Ok(());
            }
            self.entry(at, &name, files_as_whiteouts).map_err(|e| named(e, &at.path.join(&name)))?;
        }
        Ok(())
    }

    fn entry(&mut self, at: &Folder<'_>, name: &OsStr, files_as_whiteouts: bool) -> io::Result<()> {
        let over = match stat(at.over, name)? {
            Some(stat) if self.is_whiteout(at.over, name, &stat, files_as_whiteouts)? => None,
            other => other,
        };
        let under = at.under.map(|under| stat(under, name)).transpose()?.flatten();
        let (path, changed) = (at.path.join(name), at.changed.join(name));
        let kinds = (under.as_ref().map(node::kind), over.as_ref().map(node::kind));
        if kinds.1 != Some(Kind::Dir) && self.untouched(at.root, &path, over.as_ref())? {
            return Ok(());
        }
        match (under, over) {
            (None, None) => Ok(()),
            (Some(under), Some(over)) if kinds == (Some(Kind::Dir), Some(Kind::Dir)) => {
                self.both_folders(at, name, (&path, &changed), (&under, &over))
            }
            (Some(under), Some(over)) => {
                if kinds.0 == Some(Kind::Dir) {
                    self.gone_within(at.root, at.under, name, &path, at.depth)?;
                }
                let mut before = self.look(at.under, name, &under, false)?;
                let mut after = self.look(Some(at.over), name, &over, true)?;
                settle(&mut before, &mut after, (&under, &over), &self.upper);
                if same(&before, &after, (&under, &over)) {
                    return Ok(());
                }
                self.appears(at, name, (path, changed), Some(before), after)
            }
            (None, Some(over)) => {
                let mut after = self.look(Some(at.over), name, &over, true)?;
                if over.st_uid != rustix::process::geteuid().as_raw() {
                    after.owner = Some((over.st_uid, over.st_gid));
                }
                self.appears(at, name, (path, changed), None, after)
            }
            (Some(under), None) => self.gone(at.root, at.under, (name, &path), &under, at.depth),
        }
    }

    /// Whether an entry is unchanged since the copy, or was never copied. Changes of the real one are then
    /// not the command's.
    fn untouched(&mut self, root: (usize, &Path), path: &Path, over: Option<&Stat>) -> io::Result<bool> {
        let Upper::Copy(stood) = &mut self.upper else { return Ok(false) };
        let below = path.strip_prefix(root.1).map_err(io::Error::other)?;
        match over {
            Some(over) => stood.still(root.0, below, over),
            None => Ok(!stood.stood(root.0, below)?),
        }
    }

    /// Reports an entry of the layers as new, for a folder with all its content.
    fn appears(
        &mut self,
        at: &Folder<'_>,
        name: &OsStr,
        (path, changed): (PathBuf, PathBuf),
        before: Option<Node>,
        after: Node,
    ) -> io::Result<()> {
        let kind = after.kind;
        let content = (kind == Kind::File).then(|| changed.clone());
        self.tell(Change {
            path: path.clone(),
            before,
            after: Some(after),
            content,
            renamed_from: None,
            base: None,
            moved: false,
            stood: None,
        });
        if kind != Kind::Dir {
            return Ok(());
        }
        let over = Ours::within(at.over, name)?;
        let marks = self.marks(&over, &path)?;
        let (path, changed) = (path.as_path(), changed.as_path());
        let depth = at.depth + 1;
        let within = Folder { root: at.root, path, changed, over: &over, under: None, whole: true, depth };
        self.folder(&within, marks.files_as_whiteouts)
    }

    fn both_folders(
        &mut self,
        at: &Folder<'_>,
        name: &OsStr,
        (path, changed): (&Path, &Path),
        stats: (&Stat, &Stat),
    ) -> io::Result<()> {
        let over = Ours::within(at.over, name)?;
        let under = at.under.map(|under| open_sub(under, name)).transpose()?;
        let marks = self.marks(&over, path)?;
        if let Some(under) = &under {
            self.folder_itself(path, (under, stats.0), (&over, stats.1))?;
        }
        let whole = at.whole || marks.opaque;
        let depth = at.depth + 1;
        let within =
            Folder { root: at.root, path, changed, over: &over, under: under.as_ref(), whole, depth };
        self.folder(&within, marks.files_as_whiteouts)
    }

    /// Reports a folder that exists on both sides, if more than its time differs.
    fn folder_itself(
        &mut self,
        path: &Path,
        under: (&OwnedFd, &Stat),
        over: (&OwnedFd, &Stat),
    ) -> io::Result<()> {
        let (mut before, mut after) = (node::told(under.1), node::told(over.1));
        (before.extended, after.extended) = (extended(under.0)?, extended(over.0)?);
        settle(&mut before, &mut after, (under.1, over.1), &self.upper);
        if same(&before, &Node { mtime_ns: before.mtime_ns, ..after.clone() }, (under.1, over.1)) {
            return Ok(());
        }
        let (before, after) = (Some(before), Some(after));
        self.tell(Change {
            path: path.to_owned(),
            before,
            after,
            content: None,
            renamed_from: None,
            base: None,
            moved: false,
            stood: None,
        });
        Ok(())
    }

    fn gone(
        &mut self,
        root: (usize, &Path),
        under: Option<&OwnedFd>,
        (name, path): (&OsStr, &Path),
        stat: &Stat,
        depth: usize,
    ) -> io::Result<()> {
        let mut before = node::told(stat);
        match before.kind {
            Kind::Dir => self.gone_within(root, under, name, path, depth)?,
            Kind::Link => before.target = under.map(|under| node::target(under, name)).transpose()?,
            Kind::File if self.hashed.saturating_add(before.size) <= GONE_HASHED => {
                self.hashed += before.size;
                let hashed = under.map(|under| node::hash_as(&mut before, name, open_file(under, name)?));
                match hashed.transpose() {
                    Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {}
                    other => drop(other?),
                }
            }
            Kind::File | Kind::Other => {}
        }
        let path = path.to_owned();
        self.tell(Change {
            path,
            before: Some(before),
            after: None,
            content: None,
            renamed_from: None,
            base: None,
            moved: false,
            stood: None,
        });
        Ok(())
    }

    fn gone_within(
        &mut self,
        root: (usize, &Path),
        dir: Option<&OwnedFd>,
        name: &OsStr,
        path: &Path,
        depth: usize,
    ) -> io::Result<()> {
        if depth > DEPTH {
            return Err(too_deep(path));
        }
        let Some(dir) = dir else { return Ok(()) };
        let dir = open_sub(dir, name)?;
        for name in names(&dir)? {
            if self.found.more {
                return Ok(());
            }
            let path = path.join(&name);
            let Some(stat) = stat(&dir, &name)? else { continue };
            if !self.untouched(root, &path, None)? {
                let gone = self.gone(root, Some(&dir), (&name, &path), &stat, depth + 1);
                gone.map_err(|e| named(e, &path))?;
            }
        }
        Ok(())
    }

    /// Reads an entry's metadata and hashes its content.
    fn look(&self, dir: Option<&OwnedFd>, name: &OsStr, stat: &Stat, ours: bool) -> io::Result<Node> {
        let mut found = node::told(stat);
        let Some(dir) = dir else { return Ok(found) };
        match found.kind {
            Kind::Link => found.target = Some(node::target(dir, name)?),
            Kind::Dir if ours => found.extended = extended(&*Ours::within(dir, name)?)?,
            Kind::Dir => found.extended = extended(open_sub(dir, name)?)?,
            Kind::File if ours => {
                let file = Ours::file(dir, name)?;
                if attribute(&*file, "user.overlay.metacopy")?.is_some() {
                    return Err(unclear(say!("effect-scan-elsewhere")));
                }
                found.extended = extended(&*file)?;
                node::hash_as(&mut found, name, file.try_clone()?.into())?;
            }
            Kind::File => match open_file(dir, name) {
                Err(e) if e.kind() == io::ErrorKind::PermissionDenied => {}
                file => {
                    let file = file?;
                    found.extended = extended(&file)?;
                    node::hash_as(&mut found, name, file)?;
                }
            },
            Kind::Other => {}
        }
        Ok(found)
    }

    fn is_whiteout(
        &self,
        dir: &OwnedFd,
        name: &OsStr,
        stat: &Stat,
        files_as_whiteouts: bool,
    ) -> io::Result<bool> {
        if matches!(self.upper, Upper::Copy(_)) {
            return Ok(false);
        }
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::CharacterDevice => Ok(stat.st_rdev == 0),
            FileType::RegularFile if stat.st_size == 0 => {
                let marked = attribute(&*Ours::file(dir, name)?, "user.overlay.whiteout")?.is_some();
                match marked && !files_as_whiteouts {
                    true => Err(unclear(say!("effect-scan-deleted"))),
                    false => Ok(marked),
                }
            }
            _ => Ok(false),
        }
    }

    fn marks(&self, dir: &OwnedFd, path: &Path) -> io::Result<Marks> {
        if matches!(self.upper, Upper::Copy(_)) {
            return Ok(Marks::default());
        }
        if attribute(dir, "user.overlay.redirect")?.is_some() {
            return Err(named(unclear(say!("effect-scan-elsewhere")), path));
        }
        match attribute(dir, "user.overlay.opaque")?.as_deref() {
            None => Ok(Marks::default()),
            Some(b"y") => Ok(Marks { opaque: true, ..Marks::default() }),
            Some(b"x") => Ok(Marks { files_as_whiteouts: true, ..Marks::default() }),
            Some(_) => Err(named(unclear(say!("effect-scan-mark")), path)),
        }
    }
}

/// Overlay marks of a folder.
#[derive(Default)]
struct Marks {
    /// The real folder is hidden completely.
    opaque: bool,
    /// Empty files in it may be whiteouts.
    files_as_whiteouts: bool,
}

/// Keeps owners and extended attributes only if they changed.
fn settle(before: &mut Node, after: &mut Node, (under, over): (&Stat, &Stat), upper: &Upper) {
    if before.extended == after.extended {
        (before.extended, after.extended) = (None, None);
    }
    // We own the copy, whoever owns the real one.
    if matches!(upper, Upper::Overlay) && (under.st_uid, under.st_gid) != (over.st_uid, over.st_gid) {
        before.owner = Some((under.st_uid, under.st_gid));
        after.owner = Some((over.st_uid, over.st_gid));
    }
}

fn same(before: &Node, after: &Node, (under, over): (&Stat, &Stat)) -> bool {
    let other = before.kind == Kind::Other;
    let unread = before.kind == Kind::File && before.hash.is_none();
    if before.index.is_some() && before.index == after.index {
        let Node { size, mtime_ns, hash, .. } = before.clone();
        return *before == Node { size, mtime_ns, hash, ..after.clone() };
    }
    before == after && !unread && (!other || (under.st_rdev, under.st_mode) == (over.st_rdev, over.st_mode))
}

fn unclear(why: Message) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn too_deep(path: &Path) -> io::Error {
    let deep = say!("effect-deep-at", n = DEPTH, path = path.display());
    io::Error::new(io::ErrorKind::InvalidData, deep)
}

/// Adds the path to an error, once.
fn named(e: io::Error, path: &Path) -> io::Error {
    if e.get_ref().is_some_and(|inner| inner.is::<Named>()) {
        return e;
    }
    let kind = Errno::from_io_error(&e).map_or(e.kind(), |errno| io::Error::from(errno).kind());
    io::Error::new(
        kind,
        Named(Message::joined(": ", [path.display().to_string().into(), Message::of_error(&e)])),
    )
}

#[derive(Debug)]
struct Named(Message);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Named {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}
