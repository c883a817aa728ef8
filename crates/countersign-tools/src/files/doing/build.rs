//! Builds rehearsed files beside their place, from the content in the layers.

use std::{
    collections::BTreeMap,
    fs::File,
    io,
    os::{fd::OwnedFd, unix::fs::MetadataExt as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use countersign_core::{Error, Result};
use countersign_rehearsal::open_content;
use countersign_words::say;
use rustix::{
    fs::{self, AtFlags, Mode},
    io::Errno,
};

use super::{Nearby, act::written_at};
use crate::files::{
    copy::{self, Durable, Keep},
    resolved_path::{Attempt, ResolvedPath, failed, sync_dir},
    state::{Kind, open_sub},
    step::Branch,
};

/// Builds an entry and its content at `stage`; `place` is its final path.
pub(super) fn build(
    (place, stage): (&ResolvedPath, &ResolvedPath),
    branches: &[Branch],
    durable: Durable,
    near: &Nearby,
) -> Result<()> {
    let mut building = Building { place, stage, durable, near, linked: BTreeMap::new(), last: None };
    let built = branches.iter().try_for_each(|branch| building.branch(branch));
    // Modes and times of folders come last: adding entries needs write permission and changes the time.
    let finished = built.and_then(|()| {
        let folders = branches.iter().rev().filter(|branch| branch.kind == Kind::Dir);
        folders.into_iter().try_for_each(|branch| building.finish(branch))
    });
    if finished.is_err() {
        let _leftover = copy::remove(stage);
    }
    finished
}

struct Building<'a> {
    place: &'a ResolvedPath,
    stage: &'a ResolvedPath,
    durable: Durable,
    near: &'a Nearby,
    /// The folder last written to.
    last: Option<(PathBuf, Arc<OwnedFd>)>,
    /// For a file with several hard links, its first path.
    linked: BTreeMap<(u64, u64), PathBuf>,
}

impl Building<'_> {
    /// Returns the final path of an entry, for people.
    fn path(&self, branch: &Branch) -> PathBuf {
        match branch.path.as_os_str().is_empty() {
            true => self.place.path.clone(),
            false => self.place.path.join(&branch.path),
        }
    }

    fn branch(&mut self, branch: &Branch) -> Result<()> {
        let path = self.path(branch);
        let at = self.within(&branch.path).map_err(failed(Attempt::Prepare, &path))?;
        match branch.kind {
            Kind::File => self.file(branch, &at),
            Kind::Link => self.link(branch, &at).map_err(failed(Attempt::Prepare, &self.path(branch))),
            Kind::Dir => fs::mkdirat(&at.dir, &at.name, Mode::RWXU)
                .map_err(|e| failed(Attempt::Prepare, &self.path(branch))(e.into())),
            Kind::Absent => Ok(()),
        }
    }

    /// Returns the place of an entry within what is built.
    fn within(&mut self, path: &Path) -> io::Result<ResolvedPath> {
        let Some((parent, name)) = path.parent().zip(path.file_name()) else {
            let (dir, name) = (self.stage.dir.clone(), self.stage.name.clone());
            return Ok(ResolvedPath { dir, name, path: self.stage.path.clone() });
        };
        let dir = match &self.last {
            Some((last, dir)) if last == parent => dir.clone(),
            _ => {
                let mut dir = open_sub(&self.stage.dir, &self.stage.name)?;
                for part in parent {
                    dir = open_sub(&dir, part)?;
                }
                self.last.insert((parent.to_owned(), Arc::new(dir))).1.clone()
            }
        };
        Ok(ResolvedPath { dir, name: name.to_owned(), path: self.stage.path.join(path) })
    }

    /// Opens kept content, even if its mode denies access to its owner.
    fn open(&self, content: &Path) -> io::Result<File> {
        match self.near.contents.open(content).and_then(|place| place.file()) {
            Err(e) if e.kind() == io::ErrorKind::PermissionDenied => open_content(content),
            other => other,
        }
    }

    fn file(&mut self, branch: &Branch, at: &ResolvedPath) -> Result<()> {
        let Some(content) = &branch.file else { return Err(Error::bug("a file without content")) };
        let from = self.open(content).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => Error::stale(say!("effect-no-longer-kept", path = content.display())),
            _ => failed(Attempt::Read, content)(e),
        })?;
        let meta = from.metadata().map_err(failed(Attempt::Read, content))?;
        let number = (meta.dev(), meta.ino());
        if let Some(first) = self.linked.get(&number).cloned() {
            let first = self.within(&first).map_err(failed(Attempt::Prepare, &at.path))?;
            let linked = fs::linkat(&first.dir, &first.name, &at.dir, &at.name, AtFlags::empty());
            return linked.map_err(|e| failed(Attempt::Prepare, &at.path)(e.into()));
        }
        let hash = self.fill(branch, &from, at).map_err(failed(Attempt::Write, &self.path(branch)))?;
        if branch.hash.as_ref() != Some(&hash) {
            let changed = say!("effect-to-write-changed", path = self.path(branch).display());
            return Err(Error::stale(changed));
        }
        if meta.nlink() > 1 && branch.path.file_name().is_some() {
            self.linked.insert(number, branch.path.clone());
        }
        Ok(())
    }

    fn fill(&self, branch: &Branch, from: &File, at: &ResolvedPath) -> io::Result<String> {
        let file = copy::create_in(&at.dir, &at.name)?;
        let hash = copy::bytes(from, &file)?;
        if branch.path.as_os_str().is_empty() {
            match self.place.file() {
                Ok(standing) => copy::attributes(&standing, &file, Keep::NotTimes)?,
                // Nothing exists there, or it is not a file.
                Err(e)
                    if matches!(
                        Errno::from_io_error(&e),
                        Some(Errno::NOENT | Errno::LOOP | Errno::ISDIR)
                    ) => {}
                Err(e) => return Err(e),
            }
        }
        if let Some(mode) = branch.mode {
            fs::fchmod(&file, Mode::from_raw_mode(mode))?;
        }
        if let Some(ns) = branch.mtime_ns {
            fs::futimens(&file, &written_at(ns))?;
        }
        if self.durable == Durable::Now {
            file.sync_all()?;
        }
        Ok(hash)
    }

    fn link(&self, branch: &Branch, at: &ResolvedPath) -> io::Result<()> {
        let target = branch.target.as_ref().ok_or(Errno::INVAL)?;
        fs::symlinkat(target, &at.dir, &at.name)?;
        if let Some(ns) = branch.mtime_ns {
            fs::utimensat(&at.dir, &at.name, &written_at(ns), AtFlags::SYMLINK_NOFOLLOW)?;
        }
        Ok(())
    }

    fn finish(&mut self, branch: &Branch) -> Result<()> {
        let path = self.path(branch);
        let mut finish = || -> io::Result<()> {
            let at = self.within(&branch.path)?;
            let dir = open_sub(&at.dir, &at.name)?;
            if self.durable == Durable::Now {
                sync_dir(&dir)?;
            }
            if let Some(ns) = branch.mtime_ns {
                fs::futimens(&dir, &written_at(ns))?;
            }
            Ok(fs::fchmod(&dir, Mode::from_raw_mode(branch.mode.unwrap_or(0o755)))?)
        };
        finish().map_err(failed(Attempt::Prepare, &path))
    }
}
