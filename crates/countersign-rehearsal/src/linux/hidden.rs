//! Stand-ins for hidden files and folders: the same names with no content, watched for opens.
//!
//! A folder is mirrored rather than left empty, so that asking for a missing file fails as in the real world,
//! and only reads that would really succeed count as denied.

use std::{
    collections::VecDeque,
    ffi::OsString,
    fs, io,
    os::unix::{ffi::OsStrExt as _, fs::MetadataExt as _},
    path::{Path, PathBuf},
};

use super::{mounts::Act, plan::c_path};

/// Maximum number of names mirrored in all hidden folders together; folders beyond that are empty.
const MIRRORED: usize = 2_000;

/// A watched place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// The real path.
    pub path: PathBuf,
    /// What is visible of it.
    pub shows: Shows,
}

/// What is visible of a hidden entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// All names in it: listing it is correct.
    Names,
    /// Some names: listing it is incomplete.
    SomeNames,
    /// No names: listing it counts as a denied attempt.
    Nothing,
    /// It is in a folder of which the world has its own.
    Elsewhere,
    /// Another content: opening it is fine.
    Instead,
}

/// Builds the mirrors and numbers their watches.
#[derive(Debug, Default)]
pub struct Mirrors {
    /// Number of names so far.
    names: usize,
    /// The watches by number, starting with 1.
    pub watched: Vec<Watched>,
}

impl Mirrors {
    /// Returns the steps that create at `at` the stand-in for the hidden `path`, without names if it is
    /// `closed`. `within` are paths below it where other mounts will be attached. Returns None if there is
    /// nothing to hide.
    pub fn mirror(
        &mut self,
        path: &Path,
        at: &Path,
        closed: bool,
        within: &[&Path],
    ) -> io::Result<Option<Vec<Act>>> {
        let stat = match fs::symlink_metadata(path) {
            Ok(stat) => stat,
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            // If even stat is denied, it cannot be opened anyway; but a mount does not need stat.
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
            Err(e) => return Err(e),
        };
        let mut acts = Vec::new();
        if !stat.is_dir() {
            acts.push(Act::File { at: c_path(at)?, mode: stat.mode() & 0o777 });
            self.watch(path, at, Shows::Names, &mut acts)?;
            return Ok(Some(acts));
        }
        acts.push(Act::Folder { at: c_path(at)?, mode: 0o755 });
        if closed {
            self.watch(path, at, Shows::Nothing, &mut acts)?;
        }
        let mut open = VecDeque::from_iter((!closed).then(PathBuf::new));
        while let Some(folder) = open.pop_front() {
            let cut = self.fill(path, at, &folder, &mut open, &mut acts)?;
            let shows = if cut { Shows::SomeNames } else { Shows::Names };
            self.watch(&below(path, &folder), &below(at, &folder), shows, &mut acts)?;
        }
        for inner in within.iter().filter_map(|p| p.strip_prefix(path).ok()) {
            let last = if path.join(inner).is_dir() { inner } else { inner.parent().unwrap_or(inner) };
            for folder in ancestors(last) {
                acts.push(Act::Folder { at: c_path(&at.join(folder))?, mode: 0o755 });
            }
            if last != inner {
                acts.push(Act::File { at: c_path(&at.join(inner))?, mode: 0o600 });
            }
        }
        Ok(Some(acts))
    }

    /// Returns the steps that create at `at` a file with another content than the hidden `path`.
    pub fn instead(&mut self, path: &Path, at: &Path, text: &str) -> io::Result<Option<Vec<Act>>> {
        let mut acts = vec![Act::Text { at: c_path(at)?, text: text.as_bytes().to_vec() }];
        self.watch(path, at, Shows::Instead, &mut acts)?;
        Ok(Some(acts))
    }

    /// Adds the names of one folder; returns whether some are missing.
    fn fill(
        &mut self,
        path: &Path,
        at: &Path,
        folder: &Path,
        open: &mut VecDeque<PathBuf>,
        acts: &mut Vec<Act>,
    ) -> io::Result<bool> {
        let Ok(entries) = fs::read_dir(below(path, folder)) else { return Ok(false) };
        let mut found: Vec<(OsString, bool)> = Vec::new();
        for entry in entries.flatten() {
            if self.names + found.len() >= MIRRORED {
                return Ok(true);
            }
            found.push((entry.file_name(), entry.file_type().is_ok_and(|kind| kind.is_dir())));
        }
        self.names += found.len();
        for (name, is_folder) in found {
            let inner = folder.join(name);
            let at = c_path(&at.join(&inner))?;
            if is_folder {
                acts.push(Act::Folder { at, mode: 0o755 });
                open.push_back(inner);
            } else {
                acts.push(Act::File { at, mode: 0o644 });
            }
        }
        Ok(false)
    }

    /// Watches the stand-in of `path` at `at` and its content for opens.
    pub fn watch(&mut self, path: &Path, at: &Path, shows: Shows, acts: &mut Vec<Act>) -> io::Result<()> {
        self.watched.push(Watched { path: path.to_owned(), shows });
        let number = i32::try_from(self.watched.len()).map_err(io::Error::other)?;
        acts.push(Act::Watch { at: c_path(at)?, number });
        Ok(())
    }
}

/// Joins two paths; the second may be empty.
fn below(path: &Path, inner: &Path) -> PathBuf {
    if inner.as_os_str().is_empty() { path.to_owned() } else { path.join(inner) }
}

/// Returns the folders on the way to `path`, ending with `path`.
pub fn ancestors(path: &Path) -> impl Iterator<Item = PathBuf> {
    let mut so_far = PathBuf::new();
    path.components().map(move |part| {
        so_far.push(part);
        so_far.clone()
    })
}

/// Parses inotify events: the number of the watch, whether a folder was opened, and the name in it, if any.
pub fn opened(mut bytes: &[u8]) -> Vec<(i32, bool, OsString)> {
    const HEAD: usize = 16;
    let mut told = Vec::new();
    while let Some((head, rest)) = bytes.split_at_checked(HEAD) {
        let word = |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let Some((name, rest)) = rest.split_at_checked(word(12) as usize) else { break };
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        let folder = word(4) & libc::IN_ISDIR != 0;
        // Sent when a watch ends because its file was removed.
        if word(4) & libc::IN_IGNORED == 0 {
            told.push((word(0) as i32, folder, std::ffi::OsStr::from_bytes(&name[..end]).to_owned()));
        }
        bytes = rest;
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_tells_is_read_and_what_is_cut_off_is_left() {
        let mut bytes = Vec::new();
        let taken_away = (1i32, libc::IN_IGNORED, &b""[..]);
        for (number, mask, name) in [(1, 0x20, &b"key\0"[..]), taken_away, (2, 0x4000_0020, b"")] {
            bytes.extend(number.to_ne_bytes());
            bytes.extend(mask.to_ne_bytes());
            bytes.extend(0u32.to_ne_bytes());
            bytes.extend((name.len() as u32).to_ne_bytes());
            bytes.extend(name);
        }
        bytes.extend([1, 2, 3]);
        assert_eq!(opened(&bytes), [(1, false, "key".into()), (2, true, "".into())]);
    }

    #[test]
    fn a_folder_beyond_the_bound_is_cut_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        for n in 0..=MIRRORED {
            fs::write(folder.path().join(n.to_string()), "").unwrap();
        }
        let mut mirrors = Mirrors::default();
        mirrors.mirror(folder.path(), Path::new("/at"), false, &[]).unwrap();
        assert_eq!(mirrors.watched, [Watched { path: folder.path().to_owned(), shows: Shows::SomeNames }]);
        assert_eq!(
            mirrors
                .mirror(&folder.path().join("gone"), Path::new("/at"), false, &[])
                .unwrap()
                .map(|a| a.len()),
            None
        );
    }
}
