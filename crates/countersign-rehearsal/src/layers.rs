//! The copy-on-write side of one or more folders: what was changed in them, without their knowing.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::Effects;

/// How changes are kept apart from the real files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// Laid over them by the kernel; only what changes is copied.
    Overlay,
    /// A copy of everything, made when the layers are (by reflink where the disk can do that).
    Copy,
}

/// The copy-on-write side of folders, in a folder of its own that can be opened again later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// Where they are kept.
    pub folder: PathBuf,
    /// The real folders, absolute and resolved; none lies within another.
    pub roots: Vec<PathBuf>,
    /// How.
    pub manner: Manner,
}

impl Layers {
    /// New layers over `roots`, kept in `folder`, which must not be there yet. `most` bytes is what a copy may weigh.
    pub fn make(_folder: &Path, _roots: &[PathBuf], _manner: Manner, _most: u64) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The layers that are kept in `folder`.
    pub fn open(_folder: &Path) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What of root number `n` was changed (`upper`) and what the kernel needs for that (`work`), with [`Manner::Overlay`].
    pub fn upper(&self, n: usize) -> (PathBuf, PathBuf) {
        let at = self.folder.join(n.to_string());
        (at.join("upper"), at.join("work"))
    }

    /// The copy of root number `n`, with [`Manner::Copy`].
    pub fn copy(&self, n: usize) -> PathBuf {
        self.folder.join(n.to_string()).join("copy")
    }

    /// Where a path of the real world is found in the layers, as the command in them would find it: in the upper layer or
    /// the copy, else the real path, or None where it was deleted. It is for reading; `path` is resolved and absolute.
    pub fn seen(&self, _path: &Path) -> io::Result<Option<PathBuf>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What differs from the real folders, at most `most` changes of it.
    pub fn effects(&self, _most: usize) -> io::Result<Effects> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Takes the layers away, behind the caller's back where that takes long.
    pub fn discard(self) -> io::Result<()> {
        Ok(())
    }
}
