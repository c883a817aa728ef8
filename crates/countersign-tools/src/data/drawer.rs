//! The data kept to undo an effect: a folder named by the effect's id, durable before the effect.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result};
use countersign_words::{Message, say};
use serde::{Serialize, de::DeserializeOwned};

/// The folder of one effect.
pub struct Drawer {
    dir: PathBuf,
}

impl Drawer {
    /// Returns the folder of the effect `id`, which may not exist.
    pub fn of(trash: &Path, id: &str) -> Result<Self> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        if id.is_empty() || !id.bytes().all(plain) {
            return Err(Error::bug(format!("{id:?} cannot name a folder")));
        }
        Ok(Self { dir: trash.join(id) })
    }

    /// Creates it, empty.
    pub fn make(&self) -> Result<()> {
        self.remove()?;
        let parent = self.dir.parent().unwrap_or(&self.dir);
        make_private(parent)
            .and_then(|()| make_private(&self.dir))
            .and_then(|()| sync_dir(parent))
            .map_err(|e| kept(say!("effect-do-folder-kept"), &e))
    }

    /// Returns the path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Writes a note durably and atomically.
    pub fn write(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let draft = self.dir.join(format!("{name}.part"));
        let write = || -> io::Result<()> {
            let mut file = io::BufWriter::new(File::create(&draft)?);
            serde_json::to_writer(&mut file, value)?;
            file.flush()?;
            file.get_ref().sync_all()?;
            fs::rename(&draft, self.dir.join(name))?;
            sync_dir(&self.dir)
        };
        write().map_err(|e| kept(say!("effect-do-keep-stands"), &e))
    }

    /// Reads a note, if it exists.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        match File::open(self.dir.join(name)) {
            Ok(file) => serde_json::from_reader(io::BufReader::new(file))
                .map(Some)
                .map_err(|e| Error::bug(format!("{name} in {} is broken: {e}", self.dir.display()))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::conflict(say!("effect-cannot-read-kept", error = e))),
        }
    }

    /// Removes it with its content.
    pub fn remove(&self) -> Result<()> {
        match fs::remove_dir_all(&self.dir) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(kept(say!("effect-do-empty-trash"), &e)),
            _ => Ok(()),
        }
    }
}

/// Creates a folder that only its owner can access.
pub fn make_private(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes the entries of a folder durable.
pub fn sync_dir(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Wraps an error of keeping or restoring a state.
pub fn kept(doing: Message, e: &io::Error) -> Error {
    Error::conflict(say!("effect-cannot", said_doing = doing, said = e))
}
