//! The folders that a world has for itself (`/tmp` and its like), and what a command leaves in them. They go with the world.
//!
//! Each is a layer in memory over the real folder, so that what stands there can be read. Where there can be no layer it stands
//! empty: files of the real folder are there by name, with nothing in them, and watched. A command that opens one would have
//! found something else in the real world, and that is told.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs, io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::fs::{Access, AtFlags, CWD, FileType, Stat, accessat};

use super::{
    hidden::{Mirrors, Shows},
    mounts::Act,
    plan::c_path,
};
use crate::{Kind, effects::node};

/// How many files of one real folder show, the newest, and among how many entries they are looked for.
const SHOWN: usize = 64;
const LOOKED_THROUGH: usize = 16_384;
/// How many things that are left are told, and how many are looked at for that.
const TOLD: usize = 100;
const LOOKED_AT: usize = 10_000;
/// How deep it is looked.
const DEPTH: usize = 32;

/// Where the private folders are made, each under its number.
pub const MADE_AT: &str = "/dev/private";
/// Where the kernel works meanwhile, for each that is a layer.
pub const WORK_AT: &str = "/dev/private-work";

/// The private folders of a world.
#[derive(Debug, Default)]
pub struct Private {
    /// The names that they have in the world, in the order of their numbers.
    pub folders: Vec<PathBuf>,
    /// The numbers of those that are layers over the real ones.
    pub layered: BTreeSet<usize>,
    /// What stands in them that no command made.
    pub ours: BTreeSet<PathBuf>,
}

impl Private {
    /// The steps that make the files of the real folders show, and their paths: they cannot be changed from here.
    pub fn standing(&mut self, mirrors: &mut Mirrors) -> io::Result<(Vec<Act>, Vec<PathBuf>)> {
        let (mut acts, mut shown) = (Vec::new(), Vec::new());
        for (n, folder) in self.folders.iter().enumerate().filter(|(n, _)| !self.layered.contains(n)) {
            for path in files(folder).filter(|path| !self.ours.iter().any(|o| o.starts_with(path))) {
                let Some(name) = path.file_name() else { continue };
                let at = Path::new(MADE_AT).join(n.to_string()).join(name);
                acts.push(Act::File { at: c_path(&at)?, mode: 0o600 });
                mirrors.watch(&path, &at, Shows::Elsewhere, &mut acts)?;
                shown.push(path);
            }
        }
        self.ours.extend(shown.iter().cloned());
        Ok((acts, shown))
    }

    /// What a command left in them, or took away there, the topmost of it. Sockets and pipes are nothing without the processes behind them.
    pub fn left(&self, made_at: &OwnedFd) -> Vec<PathBuf> {
        let mut looking = Looking { ours: &self.ours, layered: false, left: Vec::new(), looked_at: 0 };
        for (n, folder) in self.folders.iter().enumerate() {
            looking.layered = self.layered.contains(&n);
            if let Ok(dir) = node::open_sub(made_at, n.to_string().as_ref()) {
                looking.within(&dir, folder, DEPTH);
            }
        }
        looking.left
    }
}

/// The newest files of a real folder, of those that this user could read.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(LOOKED_THROUGH).flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let dated = |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()));
    let mut files: Vec<_> = files.filter_map(dated).collect();
    files.sort_unstable_by(|a, b| b.cmp(a));
    let readable = |path: &PathBuf| accessat(CWD, path, Access::READ_OK, AtFlags::EACCESS).is_ok();
    files.into_iter().map(|(_, path)| path).filter(readable).take(SHOWN)
}

struct Looking<'a> {
    ours: &'a BTreeSet<PathBuf>,
    /// Whether it looks at the upper side of a layer.
    layered: bool,
    left: Vec<PathBuf>,
    looked_at: usize,
}

impl Looking<'_> {
    fn within(&mut self, dir: &OwnedFd, folder: &Path, depth: usize) {
        for name in node::names(dir).unwrap_or_default() {
            let path = folder.join(&name);
            if self.left.len() >= TOLD {
                return;
            }
            if self.ours.contains(&path) {
                continue;
            }
            // A folder around a place of ours is there for its sake, and one that stands in the real folder, too, for the sake
            // of what was changed in it.
            let around = self.ours.range(path.clone()..).next().is_some_and(|ours| ours.starts_with(&path));
            let around = around || (self.layered && is_merged(dir, &name, &path));
            match node::open_sub(dir, &name) {
                Ok(sub) if around && depth > 0 => self.within(&sub, &path, depth - 1),
                _ if self.counts(dir, &name, depth) => self.left.push(path),
                _ => {}
            }
        }
    }

    /// Whether something is more than a socket or a pipe, or a folder that holds only such.
    fn counts(&mut self, dir: &OwnedFd, name: &OsStr, depth: usize) -> bool {
        self.looked_at += 1;
        let Ok(Some(stat)) = node::stat(dir, name) else { return false };
        match node::kind(&stat) {
            // What a layer has in place of something that was taken away.
            Kind::Other => self.layered && is_whiteout(&stat),
            Kind::File | Kind::Link => true,
            Kind::Dir if depth == 0 || self.looked_at > LOOKED_AT => true,
            Kind::Dir => match node::open_sub(dir, name).and_then(|sub| Ok((node::names(&sub)?, sub))) {
                Ok((names, sub)) => names.is_empty() || names.iter().any(|n| self.counts(&sub, n, depth - 1)),
                // Whoever closed it has put something there.
                Err(_) => true,
            },
        }
    }
}

fn is_whiteout(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice && stat.st_rdev == 0
}

/// Whether a folder of a layer shows together with the real one, and does not stand in its place.
fn is_merged(dir: &OwnedFd, name: &OsStr, real: &Path) -> bool {
    let is_folder = |stat: fs::Metadata| stat.is_dir();
    let Ok(upper) = node::open_sub(dir, name) else { return false };
    let mut mark = [0; 8];
    let opaque =
        rustix::fs::fgetxattr(&upper, "user.overlay.opaque", &mut mark).is_ok_and(|length| length > 0);
    !opaque && fs::symlink_metadata(real).is_ok_and(is_folder)
}
