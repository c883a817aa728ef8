//! Doing [steps](super::step), undoing them and doing them again, and finding out what a crash left.
//!
//! What is to be done is written down durably before anything is touched. Several steps together are all prepared
//! before the first of them acts, and made durable at once; where one fails, those before it are taken back.

mod act;
mod build;

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    os::fd::{AsFd as _, OwnedFd},
    path::{Path, PathBuf},
    sync::Arc,
};

use countersign_core::{Error, ErrorCode, Result};
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
/// From so many on, several threads are worth their start; they mostly wait for the disk.
const SIDE_BY_SIDE: usize = 64;
const THREADS: usize = 4;
/// With more steps than this, what was written is not kept for showing differences later.
const TEXTS_KEPT: usize = 100;

/// Steps that are done together under one name.
pub(super) struct Doing<'a> {
    trash: &'a Trash,
    id: &'a str,
    /// All of them, in order.
    pub steps: Vec<Step>,
    /// The bytes for [`From::Given`].
    given: Option<&'a [u8]>,
    /// How the paths were when they were last looked at.
    seen: BTreeMap<PathBuf, Seen>,
    /// The steps that wait beside their places.
    prepared: BTreeSet<usize>,
    /// The folders of the paths.
    held: Held,
    /// How many of the steps were done when it became doubtful how they ended.
    known: usize,
}

/// A path that steps touch.
struct Seen {
    now: State,
    /// The steps that touch it, in order.
    by: Vec<usize>,
}

/// How far steps have come.
pub(super) struct Progress {
    /// Whether everything is as before the first.
    pub fresh: bool,
    /// How many of them are done; None if the world is as none of them left it.
    pub done: Option<usize>,
}

impl<'a> Doing<'a> {
    /// Steps to be done, or that were begun, under the name `id`.
    pub fn new(trash: &'a Trash, id: &'a str, steps: Vec<Step>, given: Option<&'a [u8]>) -> Self {
        let (seen, prepared, held) = Default::default();
        Self { trash, id, steps, given, seen, prepared, held, known: 0 }
    }

    /// Does what is not yet done; a second run after a crash goes on where the first stopped. Nothing is touched
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
                self.trash.begin(self.id, &self.steps)?;
            }
        }
        if let Err(e) = self.go_on(done) {
            match self.done_by_now() {
                // Only what comes after the effect failed; the effect itself is there.
                Some(done) if done == self.steps.len() => {
                    let _leftovers = self.clean_stages();
                }
                // What was done goes back, then what is left over, and last the word that it began.
                Some(done) if self.take_back(done).is_ok() => {
                    let _leftovers = self.clean(0).and_then(|()| self.trash.forget(self.id));
                    return Err(e);
                }
                // Some of it is there and can neither be finished nor taken back now.
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

    /// How many steps are done, if that can be told.
    fn done_by_now(&mut self) -> Option<usize> {
        self.progress().ok().and_then(|progress| progress.done)
    }

    fn doubtful(&self, why: Message) -> Error {
        Error::doubt(match self.known {
            0 => say!("effect-how-far-unknown", saids = why),
            n => say!("effect-how-far-known", saids = why, n, all = self.steps.len()),
        })
    }

    /// The steps that are known to be done although nobody knows how it ended, and their inverse; none where none is.
    pub fn known(&self) -> Option<(&[Step], Vec<Step>)> {
        (self.known > 0).then(|| (&self.steps[..self.known], self.inverse(self.known)))
    }

    fn go_on(&mut self, done: usize) -> Result<()> {
        let all = self.steps.len();
        let durable = if all - done > 1 { Durable::Later } else { Durable::Now };
        let mut first = done;
        if durable == Durable::Later {
            // A folder may have to be opened to its owner before something can wait in it.
            while first < all && matches!(self.steps[first], Step::Set { .. }) {
                self.step(first, durable, &Nearby::default())?;
                first += 1;
            }
            let waiting = side_by_side(all - first, |n, near| self.prepare(first + n, durable, near))?;
            let waiting = waiting.into_iter().enumerate().filter(|(_, waits)| *waits);
            self.prepared = waiting.map(|(n, _)| first + n).collect();
            self.sync()?;
        }
        if let Some(folder) = self.held.displaced() {
            return Err(Error::stale(say!("effect-moved-now", path = folder.display())));
        }
        let near = Nearby::default();
        for n in first..all {
            self.step(n, durable, &near)?;
        }
        if durable == Durable::Later { self.sync() } else { Ok(()) }
    }

    /// Makes everything that was written durable, on each disk at once: a call for each file would take many times as long.
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

    /// The inverse of steps that have all been done.
    pub fn landed(&self) -> Vec<Step> {
        self.inverse(self.steps.len())
    }

    /// The inverse of the first `done` steps.
    fn inverse(&self, done: usize) -> Vec<Step> {
        let mut inverse = Vec::new();
        let near = Nearby::default();
        for (n, step) in self.steps[..done].iter().enumerate().rev() {
            let mut step = step.clone();
            if let Step::Put { path, after, .. } = &mut step
                && let Ok(stands) = settled(&self.held, path, after)
            {
                // What cannot be looked at is taken to be as it was planned; its undo looks again.
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
                // A time or a link that changed harmlessly since the look is how it will be found again.
                (displaced.mode, displaced.mtime_ns, displaced.links) =
                    (kept.mode, kept.mtime_ns, kept.links);
            }
            let text = if self.keeps_texts() { self.trash.text(self.id, n) } else { None };
            inverse.extend(step.inverse(slot, text));
        }
        inverse
    }

    /// Whether texts that were written are kept for showing differences later.
    fn keeps_texts(&self) -> bool {
        self.steps.len() <= TEXTS_KEPT
    }

    /// Finds out how many of the steps are done.
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

    /// Whether a path is as it should be once `done` steps are done.
    fn fits(&self, path: &Path, done: usize) -> bool {
        let Some(seen) = self.seen.get(path) else { return false };
        let expected = self.expected(path, &seen.by, done);
        if seen.now.differs(expected).is_some() {
            return false;
        }
        // Where only a time is set, the time alone tells whether that was done.
        let only_time = |n: &usize| matches!(&self.steps[*n], Step::Set { before, after, .. } if before.mode == after.mode);
        !seen.by.iter().any(only_time) || seen.now.kind == Kind::Dir || seen.now.mtime_ns == expected.mtime_ns
    }

    /// How a path that the steps `by` touch is once `done` steps are done.
    fn expected(&self, path: &Path, by: &[usize], done: usize) -> &State {
        let touch = |n: &usize| self.steps[*n].touches().into_iter().find(|(at, ..)| *at == path);
        let at = by.partition_point(|n| *n < done);
        let left_by = by[..at].last().and_then(touch).map(|(.., after)| after);
        left_by.or_else(|| by[at..].first().and_then(touch).map(|(_, before, _)| before)).unwrap_or(&ABSENT)
    }

    /// Looks once more, just before the effect, whether something was written since it was last looked at.
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
        // What comes and goes in a folder whose mode is set is no concern of that step, and may be these steps' own doing.
        let set = matches!(self.steps[n], Step::Set { .. }) && now.kind == Kind::Dir;
        let written = now.mtime_ns != seen.mtime_ns && !set;
        match now.kind != seen.kind || written || size_moved {
            true => Err(Error::stale(say!("effect-changed-now", path = place.path.display()))),
            false => Ok(()),
        }
    }

    /// Says what is not as expected.
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

    /// Refuses where something stands under a name that is to wait beside a place: it would be taken for ours.
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

    /// Removes what waits beside the files, or is about to leave them for good.
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

    /// Removes what an attempt left behind that got no further than `done` steps.
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
        // A folder that may only be passed through cannot be asked for its disk.
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

/// Whether what is in a file or a folder matters, too; a step that only sets a folder's mode does not ask.
fn is_deep(state: &State) -> bool {
    state.hash.is_some() || state.entries.is_some()
}

/// The folders that one thread has at hand.
#[derive(Default)]
struct Nearby {
    slots: Folders,
    contents: Folders,
}

/// Does something for each number below `count`, in order, or with several threads in parts of that order.
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

/// How a path is; one that no longer leads where it led has changed.
fn now(folders: &Held, path: &Path, deep: bool) -> Result<State> {
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

/// How something is; of a folder that its owner may not look into, how it is from outside.
fn as_far_as_allowed(place: &ResolvedPath) -> io::Result<State> {
    match State::at(place) {
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => match place.stat()? {
            Some(stat) if matches!(Kind::of(&stat), Ok(Kind::Dir)) => State::shallow(&stat),
            _ => Err(e),
        },
        looked => looked,
    }
}

/// How something that was put somewhere is, its known content not read again.
fn settled(folders: &Held, path: &Path, planned: &State) -> Result<State> {
    let forecast = || -> io::Result<State> {
        let place = folders.open(path)?;
        match (planned.kind, place.stat()?) {
            (Kind::File, Some(stat)) if planned.hash.is_some() => {
                Ok(State { hash: planned.hash.clone(), ..State::shallow(&stat)? })
            }
            _ => as_far_as_allowed(&place),
        }
    };
    forecast().map_err(failed(Attempt::LookAt, path))
}
