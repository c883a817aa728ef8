//! Folders outside of the layers that a command may change as well, such as the caches of tools and `/tmp`.
//! What it changes there is stored apart, for the next command, and is no effect of it.

use std::{
    fs::DirBuilder,
    io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use crate::layers::copy;

/// A folder whose changes are stored apart from it. Two commands at once must not use the same store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The real folder, absolute and resolved. If it is missing, the command sees an empty one.
    pub path: PathBuf,
    /// The folder that stores the changes.
    pub store: PathBuf,
    /// Another store of the same folder, whose changes the command sees and leaves as they are.
    pub over: Option<PathBuf>,
    /// The maximum size of the changes in bytes.
    pub most: u64,
}

impl Aside {
    /// Creates the store unless it exists.
    pub fn make(path: &Path, store: &Path, over: Option<&Path>, most: u64) -> io::Result<Self> {
        let made =
            Self { path: path.to_owned(), store: store.to_owned(), over: over.map(Path::to_owned), most };
        let mut private = DirBuilder::new();
        private.recursive(true).mode(0o700);
        private.create(made.work())?;
        private.create(made.empty())?;
        if !made.upper().is_dir() {
            private.create(made.upper())?;
            if path.symlink_metadata().is_ok_and(|stat| stat.is_dir()) {
                // An overlay shows the mode and times of its upper folder.
                copy::like(path, &made.upper())?;
            }
        }
        Ok(made)
    }

    /// Returns the upper folder of its overlay: the changes.
    pub fn upper(&self) -> PathBuf {
        upper(&self.store)
    }

    /// Returns the folder for the work folders of its overlays.
    pub(crate) fn work(&self) -> PathBuf {
        self.store.join("work")
    }

    /// Returns an empty folder, which stands in for the real one if that is missing.
    fn empty(&self) -> PathBuf {
        self.store.join("empty")
    }

    /// Returns the folders below its changes, topmost first.
    pub(crate) fn lower(&self) -> Vec<PathBuf> {
        let real = if self.path.is_dir() { self.path.clone() } else { self.empty() };
        let over = self.over.as_deref().map(upper).filter(|over| over.is_dir());
        over.into_iter().chain([real]).collect()
    }
}

fn upper(store: &Path) -> PathBuf {
    store.join("upper")
}
