//! A snapshot that only records names before a command runs, which is quick for folders of any size. The
//! metadata follows if needed, and anything changed in between is recorded as moved.

use std::{
    cmp::Ordering,
    fs,
    io::{self, Write},
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::fs::FileType;

use super::{
    Entry, FOLDER, INDEX, MOVED, Reading, Snapshot, Stand, clock, index_at, node, not_too_deep, number_of,
    walk, writing,
};
use crate::{effects::Kind, git_index};

/// Up to this many entries are recorded at once: that takes no longer than a clock tick.
const FEW: usize = 1_000;

/// A snapshot that was begun: any change from here on will be found, before it is finished and after.
///
/// At first only the name and inode number of a file are known. Its change time, which no program can set,
/// then tells whether it is unchanged. Where the file system uses another machine's clock, everything was
/// recorded at the beginning.
#[derive(Debug)]
pub struct Begun(State);

#[derive(Debug)]
enum State {
    Whole(Snapshot),
    Names { names: PathBuf, file: PathBuf, beginning: clock::Beginning },
}

impl Snapshot {
    /// Begins a snapshot of everything under `roots`, calling `visit` with each path; it will be stored in
    /// `file`. Nothing else may be mounted in the roots.
    pub fn begin(roots: &[PathBuf], file: &Path, visit: &mut dyn FnMut(&Path)) -> io::Result<Begun> {
        let asked = clock::now();
        let names = file.with_extension("names");
        let mut to = writing(roots, &names)?;
        let mut count = 0;
        for (n, root) in roots.iter().enumerate() {
            named(n, root, &mut |path, stand| {
                visit(path);
                count += 1;
                let index = match git_index::is_named_so(path) && stand.kind != FOLDER {
                    true => index_at(path),
                    false => None,
                };
                index.map_or(*stand, |digest| stand.by_index(&digest)).write(path, &mut to)
            })?;
        }
        to.flush()?;
        if count <= FEW || !roots.iter().all(|root| clock::notes_changes(root)) {
            fs::remove_file(&names)?;
            return Ok(Begun(State::Whole(Self::take(roots, file, &mut |_| {})?)));
        }
        let beginning = clock::Beginning::after(asked);
        Ok(Begun(State::Names { names, file: file.to_owned(), beginning }))
    }
}

impl From<Snapshot> for Begun {
    fn from(whole: Snapshot) -> Self {
        Self(State::Whole(whole))
    }
}

impl Begun {
    /// Records the rest, and marks what changed since the beginning as moved. A snapshot that is not needed
    /// need not be finished.
    pub fn finish(self) -> io::Result<Snapshot> {
        let (names, file, beginning) = match self.0 {
            State::Whole(snapshot) => return Ok(snapshot),
            State::Names { names, file, beginning } => (names, file, beginning),
        };
        let mut was = Reading::open(&names)?;
        let roots = was.roots.clone();
        let mut to = writing(&roots, &file)?;
        let moved = |entry: &Entry, to: &mut _| Stand { kind: MOVED, ..entry.stand }.write(&entry.path, to);
        for (n, root) in roots.iter().enumerate() {
            walk(root, &mut |path, stat| {
                let now = Stand::at(n, path, stat);
                while let Some(gone) = was.next_if(|was| was.order(&now, path) == Ordering::Less)? {
                    moved(&gone, &mut to)?;
                }
                match was.next_if(|was| was.order(&now, path) == Ordering::Equal)? {
                    Some(then) if still(&then.stand, &now, &beginning) => now.write(path, &mut to)?,
                    Some(then) => moved(&then, &mut to)?,
                    // New entries are not in the snapshot and will be reported as new.
                    None => {}
                }
                Ok(true)
            })?;
        }
        while let Some(gone) = was.next_if(|_| true)? {
            moved(&gone, &mut to)?;
        }
        to.flush()?;
        beginning.went_on()?;
        fs::remove_file(&names)?;
        Ok(Snapshot { file })
    }
}

/// Whether an entry is unchanged since its name was recorded. A folder's own times are ignored: entries that
/// came or went are reported themselves.
fn still(then: &Stand, now: &Stand, beginning: &clock::Beginning) -> bool {
    let same = (then.kind, then.number.1) == (now.kind, now.number.1);
    match then.kind {
        FOLDER => same && then.mode == now.mode,
        // Its mode was not recorded; it does not matter to git.
        INDEX => same && (then.mtime, then.ctime) == (now.mtime, now.ctime),
        _ => same && !beginning.covers(now.ctime),
    }
}

/// Calls `visit` with every path under `roots`, folders before their content.
pub fn visit_names(roots: &[PathBuf], visit: &mut dyn FnMut(&Path)) -> io::Result<()> {
    let mut one = |path: &Path, _: &Stand| {
        visit(path);
        Ok(())
    };
    roots.iter().enumerate().try_for_each(|(n, root)| named(n, root, &mut one))
}

/// Called for each entry.
type Visit<'a> = dyn FnMut(&Path, &Stand) -> io::Result<()> + 'a;

/// Visits a folder and everything in it in the order of [`walk`], with a stat of folders only.
fn named(n: usize, root: &Path, visit: &mut Visit<'_>) -> io::Result<()> {
    let dir = match node::open_path(root) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    let mut path = root.to_owned();
    visit(&path, &Stand::of(n, &rustix::fs::fstat(&dir)?))?;
    within(n, &dir, &mut path, 0, visit)
}

fn within(
    n: usize,
    dir: &OwnedFd,
    path: &mut PathBuf,
    depth: usize,
    visit: &mut Visit<'_>,
) -> io::Result<()> {
    not_too_deep(path, depth)?;
    for (name, kind, inode) in node::entries(dir)? {
        path.push(&name);
        match kind {
            // Some file systems do not report the type.
            FileType::Directory | FileType::Unknown => {
                if let Some(stat) = node::stat(dir, &name)? {
                    visit(path, &Stand::of(n, &stat))?;
                    if node::kind(&stat) == Kind::Dir {
                        folder(n, dir, path, depth, visit)?;
                    }
                }
            }
            kind => visit(path, &by_name(n, kind, inode))?,
        }
        path.pop();
    }
    Ok(())
}

fn folder(
    n: usize,
    dir: &OwnedFd,
    path: &mut PathBuf,
    depth: usize,
    visit: &mut Visit<'_>,
) -> io::Result<()> {
    let Some(name) = path.file_name().map(std::ffi::OsStr::to_owned) else { return Ok(()) };
    match node::open_sub(dir, &name) {
        Ok(sub) => within(n, &sub, path, depth + 1, visit),
        // Unreadable for us, so unreadable for the command.
        Err(e) if matches!(e.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::NotFound) => Ok(()),
        Err(e) => Err(e),
    }
}

fn by_name(root: usize, kind: FileType, inode: u64) -> Stand {
    Stand {
        root: root as u64,
        kind: number_of(node::kind_of(kind)),
        mode: 0,
        size: 0,
        mtime: 0,
        ctime: 0,
        number: (0, inode),
    }
}
