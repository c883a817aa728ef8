//! Removes what a command left, including folders that deny access and very deep ones.

use std::{
    ffi::{OsStr, OsString},
    fs, io,
    os::fd::OwnedFd,
    path::Path,
};

use countersign_words::say;
use rustix::fs::{AtFlags, Mode};

use crate::{Kind, effects::node};

/// Deeper folders are first moved to the top: each level keeps a folder open.
const DEEP: usize = 64;

/// Removes a folder and everything in it, if it exists.
pub fn tree(path: &Path) -> io::Result<()> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let parent = node::open_path(&parent.canonicalize()?)?;
    let mut removing = Removing { top: &parent, brought_up: 0, waiting: vec![name.to_owned()] };
    while let Some(name) = removing.waiting.pop() {
        removing.one(&parent, &name, name.clone(), 0)?;
    }
    match fs::symlink_metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(_) => Err(io::Error::other(say!("effect-still-there"))),
        Err(e) => Err(e),
    }
}

struct Removing<'a> {
    /// The folder that contains the tree.
    top: &'a OwnedFd,
    brought_up: u64,
    /// Names in it that are still to be removed.
    waiting: Vec<OsString>,
}

impl Removing<'_> {
    /// Removes one entry. It is fine if it disappears meanwhile.
    fn one(&mut self, dir: &OwnedFd, name: &OsStr, top: OsString, depth: usize) -> io::Result<()> {
        match self.remove(dir, name, top, depth) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    fn remove(&mut self, dir: &OwnedFd, name: &OsStr, top: OsString, depth: usize) -> io::Result<()> {
        let Some(stat) = node::stat(dir, name)? else { return Ok(()) };
        if node::kind(&stat) != Kind::Dir {
            return Ok(rustix::fs::unlinkat(dir, name, AtFlags::empty())?);
        }
        if !Mode::from_raw_mode(stat.st_mode).contains(Mode::RWXU) {
            rustix::fs::chmodat(dir, name, Mode::RWXU, AtFlags::empty())?;
        }
        if depth > DEEP {
            self.brought_up += 1;
            let mut up = top;
            up.push(format!("-{}", self.brought_up));
            rustix::fs::renameat(dir, name, self.top, &up)?;
            self.waiting.push(up);
            return Ok(());
        }
        let sub = node::open_sub(dir, name)?;
        for inner in node::names(&sub)? {
            self.one(&sub, &inner, top.clone(), depth + 1)?;
        }
        drop(sub);
        Ok(rustix::fs::unlinkat(dir, name, AtFlags::REMOVEDIR)?)
    }
}
