//! A world's private folders (`/tmp` and the like), and what a command leaves in them. They are removed with
//! the world.
//!
//! Each is a layer in memory over the real folder, so the real files can be read. Where no layer is possible,
//! it is empty except for watched, empty stand-ins of the real files. A command that opens one would have
//! found content in the real world, and that is reported.

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

/// Maximum number of stand-ins per real folder (the newest files), and of entries searched for them.
const SHOWN: usize = 64;
const LOOKED_THROUGH: usize = 16_384;
/// Maximum number of leftovers reported, and of entries inspected for that.
const TOLD: usize = 100;
const LOOKED_AT: usize = 10_000;
/// Maximum depth.
const DEPTH: usize = 32;

/// Where the private folders are created, each by its number.
pub const MADE_AT: &str = "/dev/private";
/// Where their overlay work folders are.
pub const WORK_AT: &str = "/dev/private-work";

/// The private folders of a world.
#[derive(Debug, Default)]
pub struct Private {
    /// Their paths in the world, by number.
    pub folders: Vec<PathBuf>,
    /// The numbers of those that are layers over the real ones.
    pub layered: BTreeSet<usize>,
    /// Entries in them that no command created.
    pub ours: BTreeSet<PathBuf>,
}

impl Private {
    /// Returns the steps that create the stand-ins of real files, and their paths: they are read-only.
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

    /// Returns what a command left or removed in them, topmost entries only. Sockets and pipes are ignored:
    /// they are nothing without their processes.
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

/// Returns the newest files of a real folder that this user can read.
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
    /// Whether this is the upper folder of a layer.
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
            // A folder on the way to our mounts is ignored; so is one that also exists in the real folder:
            // only its content counts.
            let around = self.ours.range(path.clone()..).next().is_some_and(|ours| ours.starts_with(&path));
            let around = around || (self.layered && is_merged(dir, &name, &path));
            match node::open_sub(dir, &name) {
                Ok(sub) if around && depth > 0 => self.within(&sub, &path, depth - 1),
                _ if self.counts(dir, &name, depth) => self.left.push(path),
                _ => {}
            }
        }
    }

    /// Whether an entry is more than sockets and pipes, or folders of them.
    fn counts(&mut self, dir: &OwnedFd, name: &OsStr, depth: usize) -> bool {
        self.looked_at += 1;
        let Ok(Some(stat)) = node::stat(dir, name) else { return false };
        match node::kind(&stat) {
            // A whiteout: something was removed.
            Kind::Other => self.layered && is_whiteout(&stat),
            Kind::File | Kind::Link => true,
            Kind::Dir if depth == 0 || self.looked_at > LOOKED_AT => true,
            Kind::Dir => match node::open_sub(dir, name).and_then(|sub| Ok((node::names(&sub)?, sub))) {
                Ok((names, sub)) => names.is_empty() || names.iter().any(|n| self.counts(&sub, n, depth - 1)),
                // A command denied access to it, so it is the command's.
                Err(_) => true,
            },
        }
    }
}

fn is_whiteout(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice && stat.st_rdev == 0
}

/// Whether a folder of a layer is merged with the real one rather than replacing it.
fn is_merged(dir: &OwnedFd, name: &OsStr, real: &Path) -> bool {
    let is_folder = |stat: fs::Metadata| stat.is_dir();
    let Ok(upper) = node::open_sub(dir, name) else { return false };
    let mut mark = [0; 8];
    let opaque =
        rustix::fs::fgetxattr(&upper, "user.overlay.opaque", &mut mark).is_ok_and(|length| length > 0);
    !opaque && fs::symlink_metadata(real).is_ok_and(is_folder)
}
