//! Implements each kind of step, and its reversal while the steps are still running.

use std::{
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result};
use countersign_words::say;
use rustix::fs::{self, AtFlags, Mode, OFlags, Timespec, Timestamps};

use super::{Doing, Nearby, build};
use crate::files::{
    copy::{self, Durable, Keep},
    diff,
    hash::hash_file,
    resolved_path::{Attempt, ResolvedPath, failed, open_file},
    state::{Kind, State},
    step::{From, Step},
};

impl Doing<'_> {
    /// Does one step.
    pub(super) fn step(&self, n: usize, durable: Durable, near: &Nearby) -> Result<()> {
        self.act(n, durable, near)?;
        self.let_go(n);
        Ok(())
    }

    /// Closes held folders that a step replaced.
    fn let_go(&self, n: usize) {
        if !matches!(self.steps[n], Step::Set { .. }) {
            self.steps[n].touches().iter().for_each(|(path, ..)| self.held.let_go(path));
        }
    }

    fn act(&self, n: usize, durable: Durable, near: &Nearby) -> Result<()> {
        let slot = || self.trash.slot_in(&near.slots, &self.trash.slot_name(self.id, n));
        match &self.steps[n] {
            Step::Put { path, before, after, from, .. } => {
                self.put(n, path, (before, after), from, &slot()?, (durable, near))
            }
            Step::Gone { path, .. } => self.gone(n, path, &slot()?, durable),
            Step::Move { from, to, over, .. } => self.moved(n, (from, to), over.exists(), &slot()?, durable),
            Step::Set { path, after, .. } => {
                let place = self.place(path)?;
                self.unmoved(n, &place)?;
                set(&place, after).map_err(failed(Attempt::Change, path))?;
                if durable == Durable::Now {
                    place.sync().map_err(failed(Attempt::Change, path))
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Prepares one step by staging its content beside the place. Returns whether anything is staged.
    pub(super) fn prepare(&self, n: usize, durable: Durable, near: &Nearby) -> Result<bool> {
        let Step::Put { path, after, from, .. } = &self.steps[n] else { return Ok(false) };
        let place = self.place(path)?;
        let in_place = in_place(&place, from, after)?;
        let stage = place.beside(&copy::stage_name(self.id, n));
        Ok(self.stage((&place, &stage), from, after, in_place, (durable, near))?.is_none())
    }

    fn place(&self, path: &Path) -> Result<ResolvedPath> {
        self.held.open(path).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => Error::stale(say!("effect-folder-of-gone", path = path.display())),
            _ => failed(Attempt::OpenFolderOf, path)(e),
        })
    }

    fn put(
        &self,
        n: usize,
        path: &Path,
        states: (&State, &State),
        from: &From,
        slot: &ResolvedPath,
        (durable, near): (Durable, &Nearby),
    ) -> Result<()> {
        let place = self.place(path)?;
        let in_place = in_place(&place, from, states.1)?;
        let stage = place.beside(&copy::stage_name(self.id, n));
        let kept = match self.prepared.contains(&n) {
            true => Ok(None),
            false => self.stage((&place, &stage), from, states.1, in_place, (durable, near)),
        };
        let staged = kept.and_then(|kept| {
            let source = kept.as_ref().unwrap_or(&stage);
            self.unmoved(n, &place)?;
            if states.0.exists() {
                let captured = match in_place {
                    true => copy::thing_as(&place, slot, Keep::All, durable),
                    false => copy::link_or_copy(&place, slot, durable),
                };
                captured.map_err(failed(Attempt::KeepStanding, path))?;
            }
            if in_place {
                return overwrite(&place, source, slot, matches!(from, From::Slot(_)));
            }
            land(&place, source, states.0.exists(), kept.is_none())
        });
        if staged.is_err() || in_place {
            let removed = copy::remove(&stage).map_err(failed(Attempt::Remove, &stage.path));
            staged.and(removed)?;
        } else {
            staged?;
        }
        self.keep_text(n, from, &place);
        if durable == Durable::Later {
            return Ok(());
        }
        // The kept state must be durable before its removal is; a file system journal keeps that order until then.
        let kept = if states.0.exists() || matches!(from, From::Slot(_)) { slot.sync() } else { Ok(()) };
        kept.and_then(|()| place.sync()).map_err(failed(Attempt::Write, path))
    }

    /// Stages the content at `stage`, unless it can be moved directly from the trash.
    fn stage(
        &self,
        (place, stage): (&ResolvedPath, &ResolvedPath),
        from: &From,
        after: &State,
        in_place: bool,
        (durable, near): (Durable, &Nearby),
    ) -> Result<Option<ResolvedPath>> {
        let path = &place.path;
        let wrote = failed(Attempt::Write, path);
        let mut written = None;
        match from {
            From::Slot(slot) => {
                let kept = self.trash.slot_in(&near.contents, slot)?;
                let near =
                    fs::fstat(&kept.dir).and_then(|a| fs::fstat(&place.dir).map(|b| a.st_dev == b.st_dev));
                if near.unwrap_or(false) && !in_place {
                    return Ok(Some(kept));
                }
                copy::thing_as(&kept, stage, Keep::All, durable).map_err(wrote)?;
            }
            From::Copy(source) => {
                copy::thing_as(&self.place(source)?, stage, Keep::NotTimes, durable).map_err(wrote)?;
            }
            From::Given => {
                fill(place, stage, durable, |to| to.write_all(self.given.unwrap_or_default()))
                    .map_err(wrote)?;
            }
            From::Text(text) => {
                fill(place, stage, durable, |to| to.write_all(text.as_bytes())).map_err(wrote)?;
            }
            From::Bytes(source) => {
                let source = self.place(source)?.file().map_err(failed(Attempt::Read, source))?;
                let copy = |to: &mut File| copy::bytes(&source, to).map(|hash| written = Some(hash));
                fill(place, stage, durable, copy).map_err(wrote)?;
            }
            From::Folder(below) => folder(stage, below).map_err(wrote)?,
            From::Rehearsed(branches) => {
                return build::build((place, stage), branches, durable, near).map(|()| None);
            }
        }
        if after.kind == Kind::File && !matches!(from, From::Given) {
            let hash = match written {
                Some(hash) => hash,
                None => {
                    stage.file().and_then(|mut f| hash_file(&mut f)).map_err(failed(Attempt::Read, path))?
                }
            };
            if after.hash.as_ref().is_some_and(|expected| *expected != hash) {
                return Err(Error::stale(match from {
                    From::Bytes(source) | From::Copy(source) => {
                        let why = say!("effect-content-changed");
                        say!("effect-changed-since-why", path = source.display(), said = why)
                    }
                    _ => say!("effect-to-write-changed", path = path.display()),
                }));
            }
        }
        Ok(None)
    }

    fn gone(&self, n: usize, path: &Path, slot: &ResolvedPath, durable: Durable) -> Result<()> {
        let place = self.place(path)?;
        self.unmoved(n, &place)?;
        match copy::rename_new(&place, slot) {
            Err(e) if copy::is_elsewhere(&e) => {
                let stage = place.beside(&copy::stage_name(self.id, n));
                copy::thing_as(&place, slot, Keep::All, durable).map_err(failed(Attempt::Keep, path))?;
                copy::rename_new(&place, &stage).map_err(failed(Attempt::Delete, path))?;
                copy::remove(&stage).map_err(failed(Attempt::Delete, path))?;
            }
            other => other.map_err(failed(Attempt::Delete, path))?,
        }
        if durable == Durable::Later {
            return Ok(());
        }
        slot.sync().and_then(|()| place.sync()).map_err(failed(Attempt::Delete, path))
    }

    fn moved(
        &self,
        n: usize,
        (from, to): (&Path, &Path),
        over: bool,
        slot: &ResolvedPath,
        durable: Durable,
    ) -> Result<()> {
        let (source, target) = (self.place(from)?, self.place(to)?);
        self.unmoved(n, &source)?;
        self.unmoved(n, &target)?;
        if over {
            copy::link_or_copy(&target, slot, durable).map_err(failed(Attempt::KeepStanding, to))?;
        }
        let rename = if over { copy::rename_over } else { copy::rename_new };
        match rename(&source, &target) {
            Err(e) if copy::is_elsewhere(&e) => {
                let name = copy::stage_name(self.id, n);
                let stage = target.beside(&name);
                copy::thing_as(&source, &stage, Keep::All, durable).map_err(failed(Attempt::CopyTo, to))?;
                rename(&stage, &target).map_err(failed(Attempt::MoveTo, to))?;
                let leaving = source.beside(&name);
                copy::rename_new(&source, &leaving).map_err(failed(Attempt::Move, from))?;
                copy::remove(&leaving).map_err(failed(Attempt::Move, from))?;
            }
            other => other.map_err(failed(Attempt::Move, from))?,
        }
        if durable == Durable::Later {
            return Ok(());
        }
        let synced = slot.sync().and_then(|()| target.sync()).and_then(|()| source.sync());
        synced.map_err(failed(Attempt::Move, from))
    }

    /// Keeps a copy of written text, so that an undo that finds another text can show the difference.
    fn keep_text(&self, n: usize, from: &From, place: &ResolvedPath) {
        match (from, self.given) {
            (From::Given, Some(given)) if diff::is_text(given) => self.trash.keep_text(self.id, n, given),
            (From::Text(text), _) => self.trash.keep_text(self.id, n, text.as_bytes()),
            (From::Rehearsed(_), _) if self.keeps_texts() => {
                if let Some(text) = diff::text_at(&place.path) {
                    self.trash.keep_text(self.id, n, text.as_bytes());
                }
            }
            _ => {}
        }
    }

    /// Undoes the first `done` steps, the last first.
    pub(super) fn take_back(&self, done: usize) -> Result<()> {
        if done == 0 {
            return Ok(());
        }
        for n in (0..done).rev() {
            let own = self.trash.slot(&self.trash.slot_name(self.id, n))?;
            match &self.steps[n] {
                Step::Put { path, before, from, .. } => {
                    self.take_back_put(n, &self.place(path)?, before.exists(), from, &own)?;
                }
                Step::Gone { path, .. } => bring(&own, &self.place(path)?)?,
                Step::Move { from, to, over, .. } => {
                    let target = self.place(to)?;
                    bring(&target, &self.place(from)?)?;
                    if over.exists() {
                        bring(&own, &target)?;
                    }
                }
                Step::Set { path, before, .. } => {
                    set(&self.place(path)?, before).map_err(failed(Attempt::ChangeBack, path))?;
                }
            }
            self.let_go(n);
        }
        self.sync()
    }

    fn take_back_put(
        &self,
        n: usize,
        place: &ResolvedPath,
        before: bool,
        from: &From,
        own: &ResolvedPath,
    ) -> Result<()> {
        let path = &place.path;
        let names = place.stat().map_err(failed(Attempt::LookAt, path))?.map_or(0, |stat| stat.st_nlink);
        if before && names > 1 && !matches!(from, From::Rehearsed(_)) {
            // It was overwritten in place because of its other hard links.
            return overwrite(place, own, own, true);
        }
        match from {
            From::Slot(slot) if self.trash.stat(slot).is_none() => bring(place, &self.trash.slot(slot)?)?,
            _ => {
                let stage = place.beside(&copy::stage_name(self.id, n));
                copy::rename_new(place, &stage).map_err(failed(Attempt::ChangeBack, path))?;
            }
        }
        if before { bring(own, place) } else { Ok(()) }
    }
}

/// Whether a file is overwritten in place because it has several hard links that must stay the same file.
fn in_place(place: &ResolvedPath, from: &From, after: &State) -> Result<bool> {
    if after.kind != Kind::File || matches!(from, From::Rehearsed(_)) {
        return Ok(false);
    }
    let standing = place.stat().map_err(failed(Attempt::LookAt, &place.path))?;
    Ok(standing.is_some_and(|s| matches!(Kind::of(&s), Ok(Kind::File)) && s.st_nlink > 1))
}

/// Moves an entry to where nothing exists, even across disks.
fn bring(from: &ResolvedPath, to: &ResolvedPath) -> Result<()> {
    match copy::rename_new(from, to) {
        Err(e) if copy::is_elsewhere(&e) => {
            copy::thing(from, to, Keep::All).map_err(failed(Attempt::BringBack, &to.path))?;
            copy::remove(from).map_err(failed(Attempt::Remove, &from.path))
        }
        other => other.map_err(failed(Attempt::BringBack, &to.path)),
    }
}

/// Sets mode and time from a state. The mode is set last: it shows that both are done.
fn set(place: &ResolvedPath, after: &State) -> io::Result<()> {
    if let (Some(ns), true) = (after.mtime_ns, after.kind != Kind::Dir) {
        fs::utimensat(&place.dir, &place.name, &written_at(ns), AtFlags::SYMLINK_NOFOLLOW)?;
    }
    match (after.mode, after.kind) {
        (Some(mode), Kind::File | Kind::Dir) => {
            Ok(fs::chmodat(&place.dir, &place.name, Mode::from_raw_mode(mode), AtFlags::empty())?)
        }
        _ => Ok(()),
    }
}

/// Returns timestamps that set the modification time and keep the access time.
pub(super) fn written_at(ns: i64) -> Timestamps {
    Timestamps {
        last_access: Timespec { tv_sec: 0, tv_nsec: fs::UTIME_OMIT },
        last_modification: Timespec {
            tv_sec: ns.div_euclid(1_000_000_000),
            tv_nsec: ns.rem_euclid(1_000_000_000),
        },
    }
}

/// Writes new content beside a place, with the mode, owner and attributes of the current file.
fn fill(
    place: &ResolvedPath,
    stage: &ResolvedPath,
    durable: Durable,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = copy::create(stage)?;
    write(&mut file)?;
    if let Some(stat) = place.stat()?
        && Kind::of(&stat)? == Kind::File
    {
        copy::attributes(&place.file()?, &file, Keep::NotTimes)?;
    }
    if durable == Durable::Now { file.sync_all() } else { Ok(()) }
}

fn folder(stage: &ResolvedPath, below: &Path) -> io::Result<()> {
    fs::mkdirat(&stage.dir, &stage.name, Mode::from_raw_mode(0o777))?;
    let mut at = PathBuf::from(&stage.name);
    for name in below {
        at.push(name);
        fs::mkdirat(&stage.dir, &at, Mode::from_raw_mode(0o777))?;
    }
    Ok(())
}

/// Moves staged content into place atomically.
fn land(place: &ResolvedPath, source: &ResolvedPath, over: bool, made: bool) -> Result<()> {
    let landed = match (over, made) {
        (false, _) => copy::rename_new(source, place),
        // A file just created is certainly not the existing one.
        (true, true) => fs::renameat(&source.dir, &source.name, &place.dir, &place.name).map_err(Into::into),
        (true, false) => copy::rename_over(source, place),
    };
    landed.map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => Error::stale(say!("effect-name-taken", path = place.path.display())),
        _ => failed(Attempt::Write, &place.path)(e),
    })
}

/// Overwrites a file with several hard links, so that all of them stay the same file; on failure the previous
/// content is restored from the trash.
fn overwrite(place: &ResolvedPath, source: &ResolvedPath, kept: &ResolvedPath, whole: bool) -> Result<()> {
    let write = |from: &ResolvedPath, whole: bool| -> io::Result<()> {
        let target = open_file(&place.dir, &place.name, OFlags::RDWR)?;
        let from = from.file()?;
        target.set_len(0)?;
        copy::bytes(&from, &target)?;
        if whole {
            copy::attributes(&from, &target, Keep::All)?;
        }
        target.sync_all()
    };
    write(source, whole).map_err(|e| {
        // The space that the new content uses may be what is missing.
        let back = copy::remove(source).and_then(|()| write(kept, true));
        let error = failed(Attempt::Write, &place.path)(e);
        match back {
            Ok(()) => error,
            Err(_) => error.hint(say!("effect-kept-at", path = kept.path.display())),
        }
    })
}
