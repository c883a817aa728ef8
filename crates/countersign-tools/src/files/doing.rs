//! Runs [steps](super::step), undoes and redoes them, and recovers after a crash.
//!
//! The steps are written durably before anything is touched. All steps are prepared before the first one
//! acts, and made durable together; if one fails, those before it are undone.

mod act;
mod build;

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    os::fd::{AsFd as _, OwnedFd},
    path::{Path, PathBuf},
    sync::Arc,
};

use countersign_core::{
    Error, ErrorCode, Result,
    engine::work::{self, Meter},
};
use countersign_words::{Message, say};
use rustix::fs;

use super::{
    copy,
    copy::Durable,
    diff,
    resolved_path::{Attempt, Folders, Held, ResolvedPath, failed},
    state::{Kind, State},
    step::{From, Step},
    trash::Trash,
};

static ABSENT: State = State::ABSENT;
/// Number of steps from which several threads are worth starting; they mostly wait for the disk.
const SIDE_BY_SIDE: usize = 64;
const THREADS: usize = 4;
/// With more steps than this, written texts are not kept for later diffs.
const TEXTS_KEPT: usize = 100;

/// Steps that run together under one id.
pub(super) struct Doing<'a> {
    trash: &'a Trash,
    id: &'a str,
    /// All of them, in order.
    pub steps: Vec<Step>,
    /// The bytes for [`From::Given`].
    given: Option<&'a [u8]>,
    /// The last known states of the paths.
    seen: BTreeMap<PathBuf, Seen>,
    /// The steps whose content is staged.
    prepared: BTreeSet<usize>,
    /// The folders of the paths, held open.
    held: Held,
    /// How many steps were done when the outcome became uncertain.
    known: usize,
}

/// A path that steps touch.
struct Seen {
    now: State,
    /// The steps that touch it, in order.
    by: Vec<usize>,
}

/// The progress of steps.
pub(super) struct Progress {
    /// Whether everything is as before the first step.
    pub fresh: bool,
    /// How many of them are done; None if the state matches none of them.
    pub done: Option<usize>,
}

impl<'a> Doing<'a> {
    /// Creates steps to run, or that were begun, under `id`.
    pub fn new(trash: &'a Trash, id: &'a str, steps: Vec<Step>, given: Option<&'a [u8]>) -> Self {
        let (seen, prepared, held) = Default::default();
        Self { trash, id, steps, given, seen, prepared, held, known: 0 }
    }

    /// Runs the remaining steps; after a crash it continues where the first run stopped. Touches nothing
    /// unless everything is as expected.
    pub fn run(&mut self) -> Result<Vec<Step>> {
        let begun = self.trash.manifest(self.id)?;
        let resumed = begun.is_some();
        if let Some(steps) = begun {
            self.steps = steps;
        }
        let progress = self.progress()?;
        let done = match progress.done {
            Some(done) if resumed => done,
            _ if progress.fresh && !resumed => 0,
            _ => return Err(self.stale()?),
        };
        self.slots_are_there(done)?;
        match resumed {
            true => self.clean(done)?,
            false => {
                self.names_are_free()?;
                self.expect_standing_indexes();
                self.trash.begin(self.id, &self.steps)?;
            }
        }
        if let Err(e) = self.go_on(done) {
            match self.done_by_now() {
                // Only something after the effect failed; the effect itself is complete.
                Some(done) if done == self.steps.len() => {
                    let _leftovers = self.clean_stages();
                }
                // Undo the finished steps, then remove leftovers, and last the manifest.
                Some(done) if self.take_back(done).is_ok() => {
                    let _leftovers = self.clean(0).and_then(|()| self.trash.forget(self.id));
                    return Err(e);
                }
                // Partly done, and can be neither finished nor undone now.
                _ => {
                    self.known = self.done_by_now().unwrap_or(0);
                    return Err(self.doubtful(e.message));
                }
            }
        }
        if let Some(folder) = self.held.displaced() {
            self.known = self.steps.len();
            let moved = say!("effect-moved-landing", path = folder.display());
            return Err(self.doubtful(moved));
        }
        Ok(self.landed())
    }

    /// Where git rewrote its index without changing what it lists, expects those bytes: they are what the trash
    /// will hold, and what an undo restores.
    fn expect_standing_indexes(&mut self) {
        for (n, step) in self.steps.iter_mut().enumerate() {
            let (Step::Put { path, before, .. } | Step::Gone { path, before, .. }) = step else { continue };
            let Some(seen) = self.seen.get(path).filter(|seen| seen.by.first() == Some(&n)) else { continue };
            if seen.now.lists_the_same(before) {
                (before.hash, before.size) = (seen.now.hash.clone(), seen.now.size);
            }
        }
    }

    /// Returns how many steps are done, if that can be determined.
    fn done_by_now(&mut self) -> Option<usize> {
        self.progress().ok().and_then(|progress| progress.done)
    }

    fn doubtful(&self, why: Message) -> Error {
        Error::doubt(match self.known {
            0 => say!("effect-how-far-unknown", saids = why),
            n => say!("effect-how-far-known", saids = why, n, all = self.steps.len()),
        })
    }

    /// Returns the steps that are certainly done although the outcome is uncertain, and their inverse; None
    /// if there are none.
    pub fn known(&self) -> Option<(&[Step], Vec<Step>)> {
        (self.known > 0).then(|| (&self.steps[..self.known], self.inverse(self.known)))
    }

    fn go_on(&mut self, done: usize) -> Result<()> {
        let all = self.steps.len();
        let durable = if all - done > 1 { Durable::Later } else { Durable::Now };
        let meter = work::meter();
        // Several are prepared first, and then done.
        let times = if durable == Durable::Later { 2 } else { 1 };
        meter.expect(times * (all - done));
        meter.can_end(true);
        let mut first = done;
        if durable == Durable::Later {
            // A folder may have to be made writable before anything can be staged in it.
            while first < all && matches!(self.steps[first], Step::Set { .. }) {
                self.step(first, durable, &Nearby::default())?;
                meter.did(times);
                first += 1;
            }
            let waiting = side_by_side(all - first, |n, near| {
                not_cancelled(&meter)?;
                meter.did(1);
                self.prepare(first + n, durable, near)
            })?;
            let waiting = waiting.into_iter().enumerate().filter(|(_, waits)| *waits);
            self.prepared = waiting.map(|(n, _)| first + n).collect();
            self.sync()?;
        }
        if let Some(folder) = self.held.displaced() {
            return Err(Error::stale(say!("effect-moved-now", path = folder.display())));
        }
        let near = Nearby::default();
        for n in first..all {
            not_cancelled(&meter)?;
            self.step(n, durable, &near)?;
            meter.did(1);
        }
        meter.can_end(false);
        if durable == Durable::Later { self.sync() } else { Ok(()) }
    }

    /// Makes all written data durable with one sync per disk: syncing each file would be much slower.
    fn sync(&self) -> Result<()> {
        let mut disks: BTreeMap<u64, (Arc<OwnedFd>, PathBuf)> = BTreeMap::new();
        let mut folders: BTreeSet<PathBuf> = [self.trash.folder(self.id)?].into();
        for (path, ..) in self.steps.iter().flat_map(Step::touches) {
            folders.extend(path.parent().map(Path::to_owned));
        }
        for folder in folders {
            let Ok(place) = self.held.open(&folder.join("_")) else { continue };
            let disk = fs::fstat(&place.dir).map_err(|e| failed(Attempt::LookAt, &folder)(e.into()))?.st_dev;
            disks.entry(disk).or_insert((place.dir, folder));
        }
        for (dir, folder) in disks.into_values() {
            sync_disk(&dir).map_err(failed(Attempt::WriteDisk, &folder))?;
        }
        Ok(())
    }

    /// Returns the inverse of steps that are all done.
    pub fn landed(&self) -> Vec<Step> {
        self.inverse(self.steps.len())
    }

    /// Returns the inverse of the first `done` steps.
    fn inverse(&self, done: usize) -> Vec<Step> {
        let mut inverse = Vec::new();
        let near = Nearby::default();
        for (n, step) in self.steps[..done].iter().enumerate().rev() {
            let mut step = step.clone();
            if let Step::Put { path, after, .. } = &mut step
                && let Ok(stands) = settled(&self.held, path, after)
            {
                // If the state cannot be read, the planned one is assumed; undo checks again.
                *after = stands;
            }
            let slot = self.trash.slot_name(self.id, n);
            let displaced = match &mut step {
                Step::Put { before, .. } | Step::Gone { before, .. } => Some(before),
                Step::Move { over, .. } => Some(over),
                Step::Set { .. } => None,
            };
            if let Some(displaced) = displaced.filter(|displaced| displaced.exists())
                && let Some(kept) = self.trash.stat_in(&near.slots, &slot)
                && kept.kind == displaced.kind
            {
                // Use the current time and link count, which may have changed harmlessly since the check.
                (displaced.mode, displaced.mtime_ns, displaced.links) =
                    (kept.mode, kept.mtime_ns, kept.links);
            }
            let text = if self.keeps_texts() { self.trash.text(self.id, n) } else { None };
            inverse.extend(step.inverse(slot, text));
        }
        inverse
    }

    /// Whether written texts are kept for later diffs.
    fn keeps_texts(&self) -> bool {
        self.steps.len() <= TEXTS_KEPT
    }

    /// Determines how many of the steps are done.
    pub fn progress(&mut self) -> Result<Progress> {
        let mut by: BTreeMap<&Path, (bool, Vec<usize>)> = BTreeMap::new();
        for (n, step) in self.steps.iter().enumerate() {
            for (path, before, after) in step.touches() {
                let (deep, steps) = by.entry(path).or_default();
                *deep |= is_deep(before) || is_deep(after);
                steps.push(n);
            }
        }
        let paths: Vec<_> = by.into_iter().collect();
        let looks = side_by_side(paths.len(), |n, _| now(&self.held, paths[n].0, paths[n].1.0))?;
        let seen = paths.into_iter().zip(looks);
        self.seen = seen.map(|((path, (_, by)), now)| (path.to_owned(), Seen { now, by })).collect();
        let all = self.seen.keys().cloned().collect::<Vec<_>>();
        let mut wrong: BTreeSet<&Path> =
            all.iter().map(PathBuf::as_path).filter(|path| !self.fits(path, 0)).collect();
        let fresh = wrong.is_empty();
        let mut done = fresh.then_some(0);
        for n in 1..=self.steps.len() {
            for (path, ..) in self.steps[n - 1].touches() {
                match self.fits(path, n) {
                    true => wrong.remove(path),
                    false => wrong.insert(path),
                };
            }
            if wrong.is_empty() {
                done = Some(n);
            }
        }
        Ok(Progress { fresh, done })
    }

    /// Whether a path is as expected after `done` steps.
    fn fits(&self, path: &Path, done: usize) -> bool {
        let Some(seen) = self.seen.get(path) else { return false };
        let expected = self.expected(path, &seen.by, done);
        if seen.now.differs(expected).is_some() {
            return false;
        }
        // If only a time is set, only the time shows whether that was done.
        let only_time = |n: &usize| matches!(&self.steps[*n], Step::Set { before, after, .. } if before.mode == after.mode);
        !seen.by.iter().any(only_time) || seen.now.kind == Kind::Dir || seen.now.mtime_ns == expected.mtime_ns
    }

    /// Returns the expected state of a path touched by the steps `by`, after `done` steps.
    fn expected(&self, path: &Path, by: &[usize], done: usize) -> &State {
        let touch = |n: &usize| self.steps[*n].touches().into_iter().find(|(at, ..)| *at == path);
        let at = by.partition_point(|n| *n < done);
        let left_by = by[..at].last().and_then(touch).map(|(.., after)| after);
        left_by.or_else(|| by[at..].first().and_then(touch).map(|(_, before, _)| before)).unwrap_or(&ABSENT)
    }

    /// Checks once more, just before the effect, whether something was written meanwhile.
    fn unmoved(&self, n: usize, place: &ResolvedPath) -> Result<()> {
        let Some(seen) = self.seen.get(&place.path).filter(|seen| seen.by.first() == Some(&n)) else {
            return Ok(());
        };
        let seen = &seen.now;
        let stat = place.stat().map_err(failed(Attempt::LookAt, &place.path))?;
        let now = match stat {
            Some(stat) => State::shallow(&stat).map_err(failed(Attempt::LookAt, &place.path))?,
            None => State::ABSENT,
        };
        let size_moved = now.size.is_some() && now.size != seen.size;
        // Entries that come and go in a folder do not matter to a step that sets its mode, and may be due to these steps.
        let set = matches!(self.steps[n], Step::Set { .. }) && now.kind == Kind::Dir;
        let written = now.mtime_ns != seen.mtime_ns && !set;
        match now.kind != seen.kind || written || size_moved {
            true => Err(Error::stale(say!("effect-changed-now", path = place.path.display()))),
            false => Ok(()),
        }
    }

    /// Returns the error that says what is not as expected.
    fn stale(&self) -> Result<Error> {
        for step in &self.steps {
            for (path, before, _) in step.touches() {
                let Some(seen) = self.seen.get(path) else { continue };
                let expected = self.expected(path, &seen.by, 0);
                if let Some(why) = seen.now.differs(expected) {
                    return Ok(self.drift(step, path, before, why));
                }
                if !self.fits(path, 0) {
                    return Ok(self.drift(step, path, before, say!("effect-time-changed")));
                }
            }
        }
        Ok(Error::stale(say!("effect-files-not-left")))
    }

    fn drift(&self, step: &Step, path: &Path, before: &State, why: Message) -> Error {
        let shown = path.display();
        if !before.exists() {
            let taken = say!("effect-name-taken-why", path = shown, said = why);
            return Error::stale(taken).hint(say!("effect-move-away"));
        }
        let error = Error::stale(say!("effect-changed-since-why", path = shown, said = why));
        let (Step::Put { text, .. } | Step::Gone { text, .. }) = step else { return error };
        let kept = text.as_ref().and_then(|slot| self.trash.read_text(slot));
        match kept.zip(diff::text_at(path)) {
            Some((was, now)) => error.detail(diff::unified(&was, &now, &shown.to_string())),
            None => error,
        }
    }

    fn slots_are_there(&self, done: usize) -> Result<()> {
        let folders = Folders::default();
        for step in &self.steps[done..] {
            let Step::Put { path, after, from: From::Slot(slot), .. } = step else { continue };
            let gone = || Error::stale(say!("effect-stood-gone", path = path.display()));
            let place = self.trash.slot_in(&folders, slot).map_err(|_| gone())?;
            let stat = place.stat().map_err(failed(Attempt::LookAt, &place.path))?;
            let stat = stat.ok_or_else(gone)?;
            let now = State::shallow(&stat).map_err(failed(Attempt::LookAt, &place.path))?;
            if now.differs(after).is_some() {
                return Err(Error::stale(say!("effect-stood-changed", path = path.display())));
            }
        }
        Ok(())
    }

    /// Fails if a staging name is taken: the file would be mistaken for ours.
    fn names_are_free(&self) -> Result<()> {
        for (n, step) in self.steps.iter().enumerate() {
            for (path, ..) in step.touches() {
                let Ok(place) = self.held.open(path) else { continue };
                let stage = place.beside(&copy::stage_name(self.id, n));
                if stage.stat().map_err(failed(Attempt::LookAt, &stage.path))?.is_some() {
                    return Err(Error::conflict(say!("effect-in-the-way", path = stage.path.display())));
                }
            }
        }
        Ok(())
    }

    /// Removes staged files.
    pub fn clean_stages(&self) -> Result<()> {
        for (n, step) in self.steps.iter().enumerate() {
            for (path, ..) in step.touches() {
                let stage = self.held.open(path).map(|place| place.beside(&copy::stage_name(self.id, n)));
                if let Ok(stage) = stage {
                    copy::remove(&stage).map_err(failed(Attempt::Remove, &stage.path))?;
                }
            }
        }
        Ok(())
    }

    /// Removes what an attempt left that finished `done` steps.
    pub fn clean(&self, done: usize) -> Result<()> {
        self.clean_stages()?;
        let folders = Folders::default();
        for n in done..self.steps.len() {
            if let Ok(slot) = self.trash.slot_in(&folders, &self.trash.slot_name(self.id, n)) {
                copy::remove(&slot).map_err(failed(Attempt::Remove, &slot.path))?;
            }
        }
        Ok(())
    }
}

fn sync_disk(dir: &OwnedFd) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        // A folder without read permission cannot be asked for its disk.
        let opened = fs::openat(dir, ".", fs::OFlags::RDONLY | fs::OFlags::CLOEXEC, fs::Mode::empty());
        match &opened {
            Ok(opened) => Ok(fs::syncfs(opened.as_fd())?),
            Err(_) => {
                fs::sync();
                Ok(())
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = dir.as_fd();
        fs::sync();
        Ok(())
    }
}

/// Whether the content of a file or folder matters; not for a step that only sets a folder's mode.
fn is_deep(state: &State) -> bool {
    state.hash.is_some() || state.entries.is_some()
}

/// The folders that one thread has open.
#[derive(Default)]
struct Nearby {
    slots: Folders,
    contents: Folders,
}

/// Refuses to go on if a person has cancelled it: what was done is taken back then.
fn not_cancelled(meter: &Meter) -> Result<()> {
    match meter.ended_by() {
        None => Ok(()),
        Some(who) => Err(Error::conflict(say!("effect-cancelled", who)).hint(say!("effect-cancelled-hint"))),
    }
}

/// Calls `f` for each number below `count`, in order, or in several threads on parts of that order.
fn side_by_side<T: Send>(count: usize, f: impl Fn(usize, &Nearby) -> Result<T> + Sync) -> Result<Vec<T>> {
    let part = |from: usize, to: usize| {
        let near = Nearby::default();
        (from..to).map(|n| f(n, &near)).collect::<Result<Vec<T>>>()
    };
    if count < SIDE_BY_SIDE {
        return part(0, count);
    }
    let each = count.div_ceil(THREADS);
    let parts = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..THREADS)
            .map(|thread| {
                let (part, from) = (&part, (thread * each).min(count));
                scope.spawn(move || part(from, (from + each).min(count)))
            })
            .collect();
        let ended = |_| Err(Error::bug("a thread panicked"));
        parts.into_iter().map(|part| part.join().unwrap_or_else(ended)).collect::<Vec<_>>()
    });
    Ok(parts.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Returns the state of a path; one that leads elsewhere now counts as changed.
pub(super) fn now(folders: &Held, path: &Path, deep: bool) -> Result<State> {
    let forecast = || -> io::Result<State> {
        let place = match folders.open(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(State::ABSENT),
            other => other?,
        };
        match deep {
            true => as_far_as_allowed(&place),
            false => place.stat()?.map_or(Ok(State::ABSENT), |stat| State::shallow(&stat)),
        }
    };
    forecast().map_err(|e| match failed(Attempt::LookAt, path)(e) {
        e if e.code == ErrorCode::Invalid => {
            Error::stale(say!("effect-changed-since-why", path = path.display(), said = e))
        }
        e => e,
    })
}

/// Returns a state; for a folder that cannot be read, only its own metadata.
fn as_far_as_allowed(place: &ResolvedPath) -> io::Result<State> {
    match State::at(place) {
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => match place.stat()? {
            Some(stat) if matches!(Kind::of(&stat), Ok(Kind::Dir)) => State::shallow(&stat),
            _ => Err(e),
        },
        looked => looked,
    }
}

/// Returns the state of something that was put in place, without reading known content again.
fn settled(folders: &Held, path: &Path, planned: &State) -> Result<State> {
    let forecast = || -> io::Result<State> {
        let place = folders.open(path)?;
        match (planned.kind, place.stat()?) {
            (Kind::File, Some(stat)) if planned.hash.is_some() => {
                let (hash, index) = (planned.hash.clone(), planned.index.clone());
                Ok(State { hash, index, ..State::shallow(&stat)? })
            }
            _ => as_far_as_allowed(&place),
        }
    };
    forecast().map_err(failed(Attempt::LookAt, path))
}
