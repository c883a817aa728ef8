//! Build folders (`target`, `node_modules`): what commands write there is taken out of their layers, so that it is no
//! effect of theirs, and kept for later commands, which see it on top of the real folder.
//!
//! The kept changes of a folder are dropped as soon as somebody else has changed what they cover in the real one.

use std::{
    collections::{BTreeSet, VecDeque},
    ffi::OsString,
    fs::{self, DirBuilder, File},
    io,
    os::unix::fs::{DirBuilderExt as _, FileTypeExt as _, MetadataExt as _},
    path::{Path, PathBuf},
};

use rustix::fs::XattrFlags;
use serde::{Deserialize, Serialize};

use crate::{
    Effects, Layers, Manner,
    effects::{Upper, node, scan},
    layers::{copy, remove, unfinished},
    path_text,
};

/// In the folder of layers: the changes that were taken out.
const APART: &str = "apart";
/// In the folder of kept changes: these, by root, what is known of them, and the lock.
const TREE: &str = "tree";
const STATE: &str = "state.json";
const LOCK: &str = "lock";
/// The mark of a folder that hides those below it completely.
const OPAQUE: &str = "user.overlay.opaque";
/// How many entries of a real folder that is hidden as a whole are looked at.
const HIDDEN_MOST: usize = 2_000;

impl Layers {
    /// Returns the changed folders whose path `fits` accepts, outermost ones only. None within
    /// `.git`, and none that is something else in the real world; always none with [`Manner::Copy`].
    pub fn changed_folders(&self, fits: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        if self.manner == Manner::Copy {
            return Ok(found);
        }
        for (n, root) in self.roots.iter().enumerate() {
            let upper = self.upper(n).0;
            let mut open = vec![PathBuf::new()];
            while let Some(within) = open.pop() {
                // What cannot be listed stays where it is, and is looked at as any other change.
                let entries = fs::read_dir(upper.join(&within)).into_iter().flatten();
                for entry in entries.flatten().filter(|entry| entry.file_name() != ".git") {
                    let (path, kind) = (within.join(entry.file_name()), entry.file_type()?);
                    let (is_dir, is_gone) = (kind.is_dir(), kind.is_char_device());
                    if !is_dir && !is_gone {
                        continue;
                    }
                    // Deleted and not real: it was kept, and shown on top.
                    let fits_real = root.join(&path).symlink_metadata().map_or(true, |real| real.is_dir());
                    match fits_real && fits(&root.join(&path)) {
                        true => found.push(root.join(path)),
                        false if is_dir => open.push(path),
                        false => {}
                    }
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Takes the changes of these folders out of the layers; returns how many files that were. They are stored beside
    /// the layers, and removed with them. `copy`: they stay in the layers, too.
    pub fn set_apart(&self, folders: &[PathBuf], copy: bool) -> io::Result<u64> {
        let mut files = 0;
        for (n, within) in folders.iter().filter_map(|path| self.within(path)) {
            let (from, to) = (self.upper(n).0.join(within), self.apart(n).join(within));
            let above = within.parent().unwrap_or(Path::new(""));
            make_like(&self.apart(n), &self.upper(n).0, above)?;
            match copy {
                true => copy::overlay(&from, &to)?,
                false => fs::rename(&from, &to)?,
            }
            files += size(&to).0;
        }
        Ok(files)
    }

    /// Returns the changes of folders that were taken out, at most `most`.
    pub fn effects_apart(&self, folders: &[PathBuf], most: usize) -> io::Result<Effects> {
        let roots = self.roots.iter().enumerate().map(|(n, root)| (root.clone(), self.apart(n)));
        let roots: Vec<_> = roots.filter(|(_, apart)| apart.is_dir()).collect();
        let mut found = scan(&roots, Upper::Overlay, most)?;
        // Folders around them are told with the other changes.
        found.changes.retain(|change| folders.iter().any(|folder| change.path.starts_with(folder)));
        Ok(found)
    }

    fn apart(&self, n: usize) -> PathBuf {
        self.folder.join(APART).join(n.to_string())
    }
}

/// Kept changes of build folders, stored in a folder of their own.
#[derive(Debug, Clone)]
pub struct Builds {
    folder: PathBuf,
    roots: Vec<PathBuf>,
    /// Counts up with every change: who saw another one cannot add to it.
    pub generation: u64,
    /// Those of which something is kept.
    folders: Vec<PathBuf>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct State {
    generation: u64,
    /// An upper limit of their size.
    bytes: u64,
    folders: Vec<Kept>,
}

/// The kept changes of one folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Kept {
    #[serde(with = "path_text")]
    path: PathBuf,
    /// A hash of how what they cover stood in the real folder.
    covers: String,
}

impl Builds {
    /// Returns it as it was opened when it had this generation.
    pub fn begun(folder: &Path, roots: &[PathBuf], generation: u64) -> Self {
        Self { folder: folder.to_owned(), roots: roots.to_vec(), generation, folders: Vec::new() }
    }

    /// Opens what is kept in `folder` for the build folders of `roots`, and drops what is out of date.
    pub fn open(folder: &Path, roots: &[PathBuf]) -> io::Result<Self> {
        let mut builds = Self::begun(folder, roots, 0);
        if !folder.join(TREE).is_dir() {
            return Ok(builds);
        }
        let _lock = builds.lock()?;
        let mut state = builds.state()?;
        let (valid, old): (Vec<Kept>, Vec<Kept>) =
            state.folders.drain(..).partition(|kept| builds.is_valid(kept).unwrap_or(false));
        for (n, kept) in old.iter().filter_map(|kept| builds.kept(&kept.path)) {
            builds.throw_away(&kept)?;
            let mut around = kept.ancestors().skip(1).take_while(|above| *above != builds.tree(n));
            // Folders around others stay.
            while around.next().is_some_and(|above| fs::remove_dir(above).is_ok()) {}
        }
        for (n, within) in valid.iter().filter_map(|kept| builds.within(&kept.path)) {
            make_like(&builds.tree(n), &builds.roots[n], within.parent().unwrap_or(Path::new("")))?;
        }
        builds.folders = valid.iter().map(|kept| kept.path.clone()).collect();
        state.folders = valid;
        if !old.is_empty() {
            state.generation += 1;
            builds.write(&state)?;
        }
        builds.generation = state.generation;
        Ok(builds)
    }

    /// Returns the roots of which something is kept, each with the folder to show on top of it.
    pub fn on_top(&self) -> Vec<(PathBuf, PathBuf)> {
        let all = self.roots.iter().enumerate().map(|(n, root)| (root.clone(), self.tree(n)));
        all.filter(|(_, tree)| fs::read_dir(tree).is_ok_and(|mut names| names.next().is_some())).collect()
    }

    /// Returns the folders of which something is kept.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Whether something is kept of a folder.
    pub fn has(&self, folder: &Path) -> bool {
        self.folders.iter().any(|kept| kept == folder)
    }

    /// Keeps the changes of these folders that were taken out of layers; returns whether they are kept. They are not if
    /// something else was kept since they were begun. If all of it takes more than `most` bytes, all is dropped.
    pub fn keep(&self, layers: &Layers, folders: &[PathBuf], most: u64) -> io::Result<bool> {
        DirBuilder::new().recursive(true).mode(0o700).create(self.folder.join(TREE))?;
        let _lock = self.lock()?;
        let mut state = self.state()?;
        if state.generation != self.generation || layers.roots != self.roots {
            return Ok(false);
        }
        // Without it, what an interruption leaves half done is dropped.
        match fs::remove_file(self.folder.join(STATE)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        for path in folders {
            let Some((n, within)) = self.within(path) else { continue };
            let above = within.parent().unwrap_or(Path::new(""));
            make_like(&self.tree(n), &self.roots[n], above)?;
            let (from, to) = (layers.apart(n).join(within), self.tree(n).join(within));
            state.bytes = state.bytes.saturating_add(size(&from).1);
            self.merge(&from, &to, path)?;
            state.folders.retain(|kept| kept.path != *path);
            if to.symlink_metadata().is_ok() {
                state.folders.push(Kept { path: path.clone(), covers: covers(&to, path)? });
            }
        }
        if state.bytes > most {
            state.bytes = size(&self.folder.join(TREE)).1;
        }
        let fits = state.bytes <= most;
        if !fits {
            self.throw_away(&self.folder.join(TREE))?;
            (state.bytes, state.folders) = (0, Vec::new());
        }
        state.generation += 1;
        self.write(&state)?;
        Ok(fits)
    }

    /// Puts changes over kept ones, as an overlay would show both.
    fn merge(&self, from: &Path, to: &Path, real: &Path) -> io::Result<()> {
        let (stat, kept) = (from.symlink_metadata()?, to.symlink_metadata().ok());
        let both = stat.is_dir() && kept.as_ref().is_some_and(fs::Metadata::is_dir);
        if both && !is_opaque(from)? {
            for entry in fs::read_dir(from)? {
                let name = entry?.file_name();
                self.merge(&from.join(&name), &to.join(&name), &real.join(&name))?;
            }
            return copy::like(from, to);
        }
        if stat.is_dir() && kept.as_ref().is_some_and(|kept| kept.file_type().is_char_device()) {
            // It is new where something was deleted, which the kernel does not note if that was not its layer.
            rustix::fs::fsetxattr(node::open_path(from)?, OPAQUE, b"y", XattrFlags::empty())?;
        }
        if kept.is_some() {
            self.throw_away(to)?;
        }
        if stat.file_type().is_char_device() && real.symlink_metadata().is_err() {
            // It was only kept, and is gone.
            return fs::remove_file(from);
        }
        fs::rename(from, to)
    }

    /// Removes something later: first it gets out of the way.
    fn throw_away(&self, path: &Path) -> io::Result<()> {
        let (Some(above), Some(name)) = (self.folder.parent(), path.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let away = unfinished(above, name);
        match fs::rename(path, &away) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            done => done?,
        }
        let thread = std::thread::Builder::new().name("discard".to_owned());
        // What is left when the process exits is swept later.
        let _behind = thread.spawn(move || remove::tree(&away))?;
        Ok(())
    }

    /// Whether what is kept of a folder still fits the real one.
    fn is_valid(&self, kept: &Kept) -> io::Result<bool> {
        let Some((_, at)) = self.kept(&kept.path) else { return Ok(false) };
        let above = kept
            .path
            .parent()
            .is_some_and(|above| above.canonicalize().is_ok_and(|real| real == above) && above.is_dir());
        Ok(above && at.symlink_metadata().is_ok() && covers(&at, &kept.path)? == kept.covers)
    }

    fn kept(&self, path: &Path) -> Option<(usize, PathBuf)> {
        self.within(path).map(|(n, within)| (n, self.tree(n).join(within)))
    }

    fn within<'a>(&self, path: &'a Path) -> Option<(usize, &'a Path)> {
        self.roots.iter().enumerate().find_map(|(n, root)| Some((n, path.strip_prefix(root).ok()?)))
    }

    fn tree(&self, n: usize) -> PathBuf {
        self.folder.join(TREE).join(n.to_string())
    }

    /// Locks it while it is changed, which does not take long.
    fn lock(&self) -> io::Result<File> {
        let lock = File::create(self.folder.join(LOCK))?;
        lock.lock()?;
        Ok(lock)
    }

    fn state(&self) -> io::Result<State> {
        let read = fs::read(self.folder.join(STATE)).ok();
        let state = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        match state {
            Some(state) => Ok(state),
            None => {
                self.throw_away(&self.folder.join(TREE))?;
                Ok(State { generation: self.generation, ..State::default() })
            }
        }
    }

    fn write(&self, state: &State) -> io::Result<()> {
        let draft = self.folder.join("state.new");
        fs::write(&draft, serde_json::to_vec(state)?)?;
        fs::rename(draft, self.folder.join(STATE))
    }
}

/// Creates `at` like `model`, and the folders `within` it like those there: an overlay shows the modes of its topmost folders.
fn make_like(at: &Path, model: &Path, within: &Path) -> io::Result<()> {
    let mut private = DirBuilder::new();
    private.recursive(true).mode(0o700).create(at)?;
    let mut above: Vec<&Path> = within.ancestors().filter(|path| !path.as_os_str().is_empty()).collect();
    above.reverse();
    for path in &above {
        private.create(at.join(path))?;
    }
    for path in above.iter().rev() {
        copy::like(&model.join(path), &at.join(path))?;
    }
    copy::like(model, at)
}

/// Hashes how the real entries stand that kept ones cover. What is kept in a folder that is missing covers nothing; of
/// a folder that is hidden as a whole, the outermost entries count.
fn covers(kept: &Path, real: &Path) -> io::Result<String> {
    let mut hash = blake3::Hasher::new();
    let mut open = VecDeque::from([(Some(kept.to_owned()), real.to_owned())]);
    let mut hidden = 0;
    while let Some((kept, real)) = open.pop_front() {
        let Ok(stat) = real.symlink_metadata() else {
            hash.update(b"-");
            continue;
        };
        let size = if stat.is_dir() { 0 } else { stat.len() };
        let times = [stat.mtime(), stat.mtime_nsec()].map(i64::cast_unsigned);
        for number in [u64::from(stat.mode()), stat.ino(), size, times[0], times[1]] {
            hash.update(&number.to_le_bytes());
        }
        if !stat.is_dir() {
            continue;
        }
        let mut kept = kept.filter(|kept| kept.symlink_metadata().is_ok_and(|stat| stat.is_dir()));
        if kept.as_ref().is_some_and(|kept| is_opaque(kept).unwrap_or(true)) {
            kept = None;
        }
        let names =
            fs::read_dir(kept.as_ref().unwrap_or(&real))?.map(|entry| entry.map(|entry| entry.file_name()));
        let names: BTreeSet<OsString> = names.collect::<io::Result<_>>()?;
        let most = if kept.is_some() { usize::MAX } else { HIDDEN_MOST - hidden.min(HIDDEN_MOST) };
        hidden += if kept.is_some() { 0 } else { names.len() };
        let within = names.into_iter().take(most);
        open.extend(within.map(|name| (kept.as_ref().map(|kept| kept.join(&name)), real.join(&name))));
    }
    Ok(hash.finalize().to_hex().to_string())
}

fn is_opaque(folder: &Path) -> io::Result<bool> {
    Ok(node::attribute(&node::open_path(folder)?, OPAQUE)?.as_deref() == Some(b"y"))
}

/// Returns the number and the bytes of the files in a folder; of deleted ones, the number of entries.
fn size(path: &Path) -> (u64, u64) {
    let (mut files, mut bytes) = (0, 0);
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        let Ok(stat) = path.symlink_metadata() else { continue };
        if stat.is_dir() {
            open.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else {
            files += 1;
            bytes += stat.len();
        }
    }
    (files, bytes)
}
