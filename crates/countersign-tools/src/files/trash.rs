//! The trash: previous states, stored under the id of the effect that displaced them.
//!
//! `<id>/manifest.json` lists the steps; it is durable before anything is touched. `<id>/<n>` is what step n
//! displaced, `<id>/<n>.text` a copy of the text that it wrote.

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Write as _},
    os::unix::fs::DirBuilderExt as _,
    path::{Component, Path, PathBuf},
};

use countersign_core::{Error, Result};
use serde::{Deserialize, Serialize};

use super::{
    copy, diff,
    resolved_path::{Attempt, Folders, ResolvedPath, failed},
    state::State,
    step::Step,
};

/// The folder of displaced files.
pub(super) struct Trash {
    root: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    version: u32,
    steps: Vec<Step>,
}

impl Trash {
    /// Opens the trash at `root`, creating it if it does not exist.
    pub fn open(root: &Path) -> Result<Self> {
        private_dir(root).map_err(failed(Attempt::OpenTrash, root))?;
        let root = root.canonicalize().map_err(failed(Attempt::OpenTrash, root))?;
        Ok(Self { root })
    }

    /// Returns the steps begun under an id. A partly written manifest began nothing.
    pub fn manifest(&self, id: &str) -> Result<Option<Vec<Step>>> {
        let path = self.folder(id)?.join("manifest.json");
        match fs::read(&path) {
            Ok(bytes) => {
                let manifest: Option<Manifest> = serde_json::from_slice(&bytes).ok();
                Ok(manifest.map(|m| m.steps))
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(failed(Attempt::Read, &path)(e)),
        }
    }

    /// Records durably what is about to be done.
    pub fn begin(&self, id: &str, steps: &[Step]) -> Result<()> {
        let folder = self.folder(id)?;
        let bytes =
            serde_json::to_vec(&Manifest { version: 1, steps: steps.to_vec() }).map_err(Error::bug)?;
        let write = || -> io::Result<()> {
            private_dir(&folder)?;
            let mut file = File::create(folder.join("manifest.json"))?;
            file.write_all(&bytes)?;
            // A file system journal makes the names of a new file durable with it; syncing the folders as
            // well would double the cost of a small write.
            file.sync_all()
        };
        write().map_err(|e| {
            let _leftover = fs::remove_dir_all(&folder);
            failed(Attempt::WriteTrash, &folder)(e)
        })
    }

    /// Creates the folder of an id.
    pub fn make(&self, id: &str) -> Result<PathBuf> {
        let folder = self.folder(id)?;
        private_dir(&folder).map_err(failed(Attempt::WriteTrash, &folder))?;
        Ok(folder)
    }

    /// Returns the name of what step `n` displaces.
    pub fn slot_name(&self, id: &str, n: usize) -> String {
        format!("{id}/{n}")
    }

    /// Returns the place of that name.
    pub fn slot(&self, name: &str) -> Result<ResolvedPath> {
        self.slot_in(&Folders::default(), name)
    }

    /// Like `slot`, reusing open folders.
    pub fn slot_in(&self, folders: &Folders, name: &str) -> Result<ResolvedPath> {
        let plain = Path::new(name).components().all(|c| matches!(c, Component::Normal(_)));
        if !plain {
            return Err(Error::bug(format!("{name:?} is no place in the trash")));
        }
        let path = self.root.join(name);
        folders.open(&path).map_err(failed(Attempt::Open, &path))
    }

    /// Returns the stat of what is kept under a name, if anything is.
    pub fn stat(&self, name: &str) -> Option<State> {
        self.stat_in(&Folders::default(), name)
    }

    /// Like `stat`, reusing open folders.
    pub fn stat_in(&self, folders: &Folders, name: &str) -> Option<State> {
        let stat = self.slot_in(folders, name).ok()?.stat().ok()??;
        State::shallow(&stat).ok()
    }

    /// Keeps a copy of text that step `n` wrote. It only serves to show differences: it need not be durable,
    /// and a failure to keep it does not fail the effect.
    pub fn keep_text(&self, id: &str, n: usize, text: &[u8]) {
        let _shown_without = self.folder(id).map(|folder| fs::write(folder.join(format!("{n}.text")), text));
    }

    /// Returns the name of the copy of the text that step `n` wrote, if there is one.
    pub fn text(&self, id: &str, n: usize) -> Option<String> {
        let name = format!("{id}/{n}.text");
        self.root.join(&name).exists().then_some(name)
    }

    /// Reads the text of that name.
    pub fn read_text(&self, name: &str) -> Option<String> {
        diff::text_at(&self.slot(name).ok()?.path)
    }

    /// Removes everything kept under an id.
    pub fn forget(&self, id: &str) -> Result<()> {
        let folder = self.folder(id)?;
        let place = ResolvedPath::open(&folder).map_err(failed(Attempt::Open, &folder))?;
        copy::remove(&place).map_err(failed(Attempt::Remove, &folder))
    }

    /// Returns the folder of an id.
    pub fn folder(&self, id: &str) -> Result<PathBuf> {
        let mut parts = Path::new(id).components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(name)), None) => Ok(self.root.join(name)),
            _ => Err(Error::bug(format!("{id:?} is not safe as a file name"))),
        }
    }
}

fn private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}
