//! Steps: the few things that are ever done to files, each of them atomic on its own and each with an inverse that is
//! again a step. Doing, undoing and doing again all run through here, and so does finding out what a crash left.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result};
use rustix::fs::{self, Mode, OFlags};
use serde::{Deserialize, Serialize};

use super::{
    copy::{self, Keep},
    diff,
    hash::hash_file,
    place::{Place, failed, open_file},
    state::{Kind, State},
    trash::Trash,
};

static ABSENT: State = State::ABSENT;

/// Where what is put somewhere comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum From {
    /// The bytes handed over with the steps.
    Given,
    /// The bytes of a file.
    Bytes(PathBuf),
    /// A copy of a file, link or folder.
    Copy(PathBuf),
    /// A new folder, with this path of folders in it.
    Folder(PathBuf),
    /// Something kept in the trash, which leaves it.
    Slot(String),
}

/// One thing done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub(super) enum Step {
    /// Something is put at a path; what stood there goes to the trash.
    Put {
        path: PathBuf,
        before: State,
        after: State,
        from: From,
        /// Where a copy of the text that should stand there is kept, to show differences from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// What stands at a path goes to the trash.
    Gone {
        path: PathBuf,
        before: State,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Something moves; what stood where it goes to goes to the trash.
    Move { from: PathBuf, to: PathBuf, state: State, over: State },
}

impl Step {
    /// The paths it touches, with how they are before and after.
    pub fn touches(&self) -> Vec<(&Path, &State, &State)> {
        match self {
            Self::Put { path, before, after, .. } => vec![(path, before, after)],
            Self::Gone { path, before, .. } => vec![(path, before, &ABSENT)],
            Self::Move { from, to, state, over } => vec![(from, state, &ABSENT), (to, over, state)],
        }
    }

    /// Whether it copies the content of the file at `path`, and checks it meanwhile.
    pub fn copies(&self, path: &Path) -> bool {
        let Self::Put { after, from: From::Bytes(source), .. } = self else { return false };
        after.kind == Kind::File && after.hash.is_some() && source == path
    }

    /// What takes it back, if what it displaced was kept in `slot` and `text` is what it wrote.
    pub fn inverse(self, slot: String, text: Option<String>) -> Vec<Self> {
        match self {
            Self::Put { path, before, after, .. } if before.exists() => {
                vec![Self::Put { path, before: after, after: before, from: From::Slot(slot), text }]
            }
            Self::Put { path, after, .. } => vec![Self::Gone { path, before: after, text }],
            Self::Gone { path, before, .. } => {
                let from = From::Slot(slot);
                vec![Self::Put { path, before: State::ABSENT, after: before, from, text: None }]
            }
            Self::Move { from, to, state, over } => {
                let back = Self::Move { from: to.clone(), to: from, state, over: State::ABSENT };
                let restored = over.exists().then_some(Self::Put {
                    path: to,
                    before: State::ABSENT,
                    after: over,
                    from: From::Slot(slot),
                    text: None,
                });
                std::iter::once(back).chain(restored).collect()
            }
        }
    }
}

/// Steps that are done together under one name.
pub(super) struct Doing<'a> {
    trash: &'a Trash,
    id: &'a str,
    /// All of them, in order.
    pub steps: Vec<Step>,
    /// The bytes for [`From::Given`].
    given: Option<&'a [u8]>,
    /// How the paths were when they were last looked at.
    seen: BTreeMap<PathBuf, State>,
}

impl<'a> Doing<'a> {
    /// Steps to be done, or that were begun, under the name `id`.
    pub fn new(trash: &'a Trash, id: &'a str, steps: Vec<Step>, given: Option<&'a [u8]>) -> Self {
        Self { trash, id, steps, given, seen: BTreeMap::new() }
    }

    /// Does what is not yet done; a second run after a crash goes on where the first stopped. Nothing is touched
    /// unless everything is as expected.
    pub fn run(&mut self) -> Result<Vec<Step>> {
        let begun = self.trash.manifest(self.id)?;
        let resumed = begun.is_some();
        if let Some(steps) = begun {
            self.steps = steps;
        }
        let done = match self.progress()? {
            Some(done) if resumed || done == 0 => done,
            _ => return Err(self.stale()?),
        };
        self.slots_are_there(done)?;
        self.clean(done)?;
        if !resumed {
            self.trash.begin(self.id, &self.steps)?;
        }
        for n in done..self.steps.len() {
            if let Err(e) = self.step(n) {
                match self.progress()? {
                    // Nothing began: its leftovers go, and so does the word that it began.
                    Some(0) => {
                        self.clean(0)?;
                        self.trash.forget(self.id)?;
                        return Err(e);
                    }
                    // Only what comes after the effect failed; the effect itself is there.
                    Some(done) if done == self.steps.len() => {
                        let _leftovers = self.clean_stages();
                        break;
                    }
                    _ => return Err(e),
                }
            }
        }
        self.landed()
    }

    /// The inverse of steps that have all been done.
    pub fn landed(&self) -> Result<Vec<Step>> {
        let mut inverse = Vec::new();
        for (n, step) in self.steps.iter().enumerate().rev() {
            let mut step = step.clone();
            if let Step::Put { path, after, .. } = &mut step {
                *after = settled(path, after)?;
            }
            let slot = self.trash.slot_name(self.id, n);
            let (Step::Put { before: displaced, .. }
            | Step::Gone { before: displaced, .. }
            | Step::Move { over: displaced, .. }) = &mut step;
            if let Some(kept) = self.trash.stat(&slot)
                && kept.kind == displaced.kind
            {
                // A time or a link that changed harmlessly since the look is how it will be found again.
                (displaced.mode, displaced.mtime_ns, displaced.links) =
                    (kept.mode, kept.mtime_ns, kept.links);
            }
            inverse.extend(step.inverse(slot, self.trash.text(self.id, n)));
        }
        Ok(inverse)
    }

    /// How many of the steps are done; None if the world is as none of them left it.
    pub fn progress(&mut self) -> Result<Option<usize>> {
        let mut seen = BTreeMap::new();
        for (path, ..) in self.steps.iter().flat_map(Step::touches) {
            if !seen.contains_key(path) {
                seen.insert(path.to_owned(), now(path)?);
            }
        }
        let fits =
            |done: &usize| seen.iter().all(|(path, now)| now.differs(self.expected(path, *done)).is_none());
        let done = (0..=self.steps.len()).rev().find(fits);
        self.seen = seen;
        Ok(done)
    }

    /// Looks once more, just before the effect, whether something was written since it was last looked at.
    fn unmoved(&self, n: usize, place: &Place) -> Result<()> {
        let earlier = self.steps[..n].iter().flat_map(Step::touches).any(|(path, ..)| path == place.path);
        let Some(seen) = self.seen.get(&place.path).filter(|_| !earlier) else { return Ok(()) };
        let stat = place.stat().map_err(failed("look at", &place.path))?;
        let now = match stat {
            Some(stat) => State::shallow(&stat).map_err(failed("look at", &place.path))?,
            None => State::ABSENT,
        };
        let size_moved = now.size.is_some() && now.size != seen.size;
        match now.kind != seen.kind || now.mtime_ns != seen.mtime_ns || size_moved {
            true => Err(Error::stale(format!("{} changed just now", place.path.display()))),
            false => Ok(()),
        }
    }

    /// How a path is once `done` steps are done.
    fn expected(&self, path: &Path, done: usize) -> &State {
        let touch = |step| Step::touches(step).into_iter().find(|(at, ..)| *at == path);
        let left_by = || self.steps[..done].iter().rev().find_map(touch).map(|(.., after)| after);
        let found_by = || self.steps[done..].iter().find_map(touch).map(|(_, before, _)| before);
        left_by().or_else(found_by).unwrap_or(&ABSENT)
    }

    /// Says what is not as expected.
    fn stale(&self) -> Result<Error> {
        for step in &self.steps {
            for (path, before, _) in step.touches() {
                if let Some(why) = now(path)?.differs(self.expected(path, 0)) {
                    return Ok(self.drift(step, path, before, &why));
                }
            }
        }
        Ok(Error::stale("the files are not as they were left"))
    }

    fn drift(&self, step: &Step, path: &Path, before: &State, why: &str) -> Error {
        let shown = path.display();
        if !before.exists() {
            let taken = format!("the name {shown} is taken: {why}");
            return Error::stale(taken).hint("move what is there out of the way and try again");
        }
        let error = Error::stale(format!("{shown} changed since: {why}"));
        let (Step::Put { text, .. } | Step::Gone { text, .. }) = step else { return error };
        let kept = text.as_ref().and_then(|slot| self.trash.read_text(slot));
        match kept.zip(diff::text_at(path)) {
            Some((was, now)) => error.detail(diff::unified(&was, &now, &shown.to_string())),
            None => error,
        }
    }

    fn slots_are_there(&self, done: usize) -> Result<()> {
        for step in &self.steps[done..] {
            let Step::Put { path, after, from: From::Slot(slot), .. } = step else { continue };
            let gone = |why| Error::stale(format!("what stood at {} {why}", path.display()));
            let place = self.trash.slot(slot).map_err(|_| gone("is gone from the trash"))?;
            let stat = place.stat().map_err(failed("look at", &place.path))?;
            let stat = stat.ok_or_else(|| gone("is gone from the trash"))?;
            let now = State::shallow(&stat).map_err(failed("look at", &place.path))?;
            if now.differs(after).is_some() {
                return Err(gone("was changed in the trash"));
            }
        }
        Ok(())
    }

    /// Removes what waits beside the files, or is about to leave them for good.
    pub fn clean_stages(&self) -> Result<()> {
        for (n, step) in self.steps.iter().enumerate() {
            for (path, ..) in step.touches() {
                let stage = Place::open(path).and_then(|p| p.beside(&copy::stage_name(self.id, n)));
                if let Ok(stage) = stage {
                    copy::remove(&stage).map_err(failed("remove", &stage.path))?;
                }
            }
        }
        Ok(())
    }

    /// Removes what an attempt left behind that got no further than `done` steps.
    pub fn clean(&self, done: usize) -> Result<()> {
        self.clean_stages()?;
        for n in done..self.steps.len() {
            if let Ok(slot) = self.trash.slot(&self.trash.slot_name(self.id, n)) {
                copy::remove(&slot).map_err(failed("remove", &slot.path))?;
            }
        }
        Ok(())
    }

    fn step(&self, n: usize) -> Result<()> {
        let slot = self.trash.slot(&self.trash.slot_name(self.id, n))?;
        match &self.steps[n] {
            Step::Put { path, before, after, from, .. } => self.put(n, path, (before, after), from, &slot),
            Step::Gone { path, .. } => self.gone(n, path, &slot),
            Step::Move { from, to, over, .. } => self.moved(n, (from, to), over.exists(), &slot),
        }
    }

    fn place(&self, path: &Path) -> Result<Place> {
        Place::open(path).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => Error::stale(format!("the folder of {} is gone", path.display())),
            _ => failed("open the folder of", path)(e),
        })
    }

    fn put(&self, n: usize, path: &Path, states: (&State, &State), from: &From, slot: &Place) -> Result<()> {
        let place = self.place(path)?;
        let standing = place.stat().map_err(failed("look at", path))?;
        let in_place = states.1.kind == Kind::File
            && standing.is_some_and(|s| matches!(Kind::of(&s), Ok(Kind::File)) && s.st_nlink > 1);
        let stage = place.beside(&copy::stage_name(self.id, n)).map_err(failed("prepare", path))?;
        let staged = self.stage(&place, &stage, from, states.1, in_place).and_then(|kept| {
            let source = kept.as_ref().unwrap_or(&stage);
            self.unmoved(n, &place)?;
            if states.0.exists() {
                let captured = match in_place {
                    true => copy::thing(&place, slot, Keep::All),
                    false => copy::link_or_copy(&place, slot),
                };
                captured.map_err(failed("keep what stands at", path))?;
            }
            if in_place {
                return overwrite(&place, source, slot, matches!(from, From::Slot(_)));
            }
            land(&place, source, states.0.exists())
        });
        if staged.is_err() || in_place {
            let removed = copy::remove(&stage).map_err(failed("remove", &stage.path));
            staged.and(removed)?;
        } else {
            staged?;
        }
        // What was kept becomes durable before its absence does; a journal keeps their order until then.
        let kept = if states.0.exists() || matches!(from, From::Slot(_)) { slot.sync() } else { Ok(()) };
        kept.and_then(|()| place.sync()).map_err(failed("write", path))?;
        self.keep_text(n);
        Ok(())
    }

    /// Prepares what is to be put somewhere at `stage`, unless it can come straight from where it is kept.
    fn stage(
        &self,
        place: &Place,
        stage: &Place,
        from: &From,
        after: &State,
        in_place: bool,
    ) -> Result<Option<Place>> {
        let path = &place.path;
        let wrote = failed("write", path);
        let mut written = None;
        match from {
            From::Slot(slot) => {
                let kept = self.trash.slot(slot)?;
                let near =
                    fs::fstat(&kept.dir).and_then(|a| fs::fstat(&place.dir).map(|b| a.st_dev == b.st_dev));
                if near.unwrap_or(false) && !in_place {
                    return Ok(Some(kept));
                }
                copy::thing(&kept, stage, Keep::All).map_err(wrote)?;
            }
            From::Copy(source) => {
                copy::thing(&self.place(source)?, stage, Keep::NotTimes).map_err(wrote)?;
            }
            From::Given => {
                fill(place, stage, |to| to.write_all(self.given.unwrap_or_default())).map_err(wrote)?;
            }
            From::Bytes(source) => {
                let source = self.place(source)?.file().map_err(failed("read", source))?;
                let copy = |to: &mut File| copy::bytes(&source, to).map(|hash| written = Some(hash));
                fill(place, stage, copy).map_err(wrote)?;
            }
            From::Folder(below) => folder(stage, below).map_err(wrote)?,
        }
        if after.kind == Kind::File && !matches!(from, From::Given) {
            let hash = match written {
                Some(hash) => hash,
                None => stage.file().and_then(|mut f| hash_file(&mut f)).map_err(failed("read", path))?,
            };
            if after.hash.as_ref().is_some_and(|expected| *expected != hash) {
                let what = match from {
                    From::Bytes(source) | From::Copy(source) => source.display().to_string(),
                    _ => format!("what was to be written to {}", path.display()),
                };
                return Err(Error::stale(format!("{what} changed since: its content changed")));
            }
        }
        Ok(None)
    }

    fn gone(&self, n: usize, path: &Path, slot: &Place) -> Result<()> {
        let place = self.place(path)?;
        self.unmoved(n, &place)?;
        match copy::rename_new(&place, slot) {
            Err(e) if copy::is_elsewhere(&e) => {
                let stage = place.beside(&copy::stage_name(self.id, n)).map_err(failed("delete", path))?;
                copy::thing(&place, slot, Keep::All).map_err(failed("keep", path))?;
                copy::rename_new(&place, &stage).map_err(failed("delete", path))?;
                copy::remove(&stage).map_err(failed("delete", path))?;
            }
            other => other.map_err(failed("delete", path))?,
        }
        slot.sync().and_then(|()| place.sync()).map_err(failed("delete", path))
    }

    fn moved(&self, n: usize, (from, to): (&Path, &Path), over: bool, slot: &Place) -> Result<()> {
        let (source, target) = (self.place(from)?, self.place(to)?);
        self.unmoved(n, &source)?;
        self.unmoved(n, &target)?;
        if over {
            copy::link_or_copy(&target, slot).map_err(failed("keep what stands at", to))?;
        }
        let rename = if over { copy::rename_over } else { copy::rename_new };
        match rename(&source, &target) {
            Err(e) if copy::is_elsewhere(&e) => {
                let name = copy::stage_name(self.id, n);
                let stage = target.beside(&name).map_err(failed("move to", to))?;
                copy::thing(&source, &stage, Keep::All).map_err(failed("copy to", to))?;
                rename(&stage, &target).map_err(failed("move to", to))?;
                let leaving = source.beside(&name).map_err(failed("move", from))?;
                copy::rename_new(&source, &leaving).map_err(failed("move", from))?;
                copy::remove(&leaving).map_err(failed("move", from))?;
            }
            other => other.map_err(failed("move", from))?,
        }
        let synced = slot.sync().and_then(|()| target.sync()).and_then(|()| source.sync());
        synced.map_err(failed("move", from))
    }

    /// Keeps a copy of text that was written, so that an undo which finds another can show the difference.
    fn keep_text(&self, n: usize) {
        if let (Step::Put { from: From::Given, .. }, Some(given)) = (&self.steps[n], self.given)
            && diff::is_text(given)
        {
            self.trash.keep_text(self.id, n, given);
        }
    }
}

/// How a path is; one that no longer leads where it led has changed.
fn now(path: &Path) -> Result<State> {
    State::of(path).map_err(|e| match failed("look at", path)(e) {
        e if e.code == ErrorCode::Invalid => Error::stale(format!("{} changed since: {e}", path.display())),
        e => e,
    })
}

/// Writes new content beside a place, with the mode, owner and attributes of the file that stands there.
fn fill(place: &Place, stage: &Place, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = copy::create(stage)?;
    write(&mut file)?;
    if let Some(stat) = place.stat()?
        && Kind::of(&stat)? == Kind::File
    {
        copy::attributes(&place.file()?, &file, Keep::NotTimes)?;
    }
    file.sync_all()
}

fn folder(stage: &Place, below: &Path) -> io::Result<()> {
    fs::mkdirat(&stage.dir, &stage.name, Mode::from_raw_mode(0o777))?;
    let mut at = PathBuf::from(&stage.name);
    for name in below {
        at.push(name);
        fs::mkdirat(&stage.dir, &at, Mode::from_raw_mode(0o777))?;
    }
    Ok(())
}

/// Brings what waits to its place in one move.
fn land(place: &Place, source: &Place, over: bool) -> Result<()> {
    let landed = if over { copy::rename_over(source, place) } else { copy::rename_new(source, place) };
    landed.map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => Error::stale(format!("the name {} is taken", place.path.display())),
        _ => failed("write", &place.path)(e),
    })
}

/// Overwrites a file that has several names, so that all of them keep meaning the same file; if that fails, what
/// stood there comes back from where it was kept.
fn overwrite(place: &Place, source: &Place, kept: &Place, whole: bool) -> Result<()> {
    let write = |from: &Place, whole: bool| -> io::Result<()> {
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
        // The room that the new content took may be just what is missing.
        let back = copy::remove(source).and_then(|()| write(kept, true));
        let error = failed("write", &place.path)(e);
        match back {
            Ok(()) => error,
            Err(_) => error.hint(format!("what stood there is kept at {}", kept.path.display())),
        }
    })
}

/// How something that was put somewhere is, its known content not read again.
fn settled(path: &Path, planned: &State) -> Result<State> {
    let look = || -> io::Result<State> {
        let place = Place::open(path)?;
        match (planned.kind, place.stat()?) {
            (Kind::File, Some(stat)) if planned.hash.is_some() => {
                Ok(State { hash: planned.hash.clone(), ..State::shallow(&stat)? })
            }
            _ => State::at(&place),
        }
    };
    look().map_err(failed("look at", path))
}

/// Turns errors that are the agent's to mend while looking into failures while doing.
pub(super) fn as_failure(mut e: Error) -> Error {
    match e.code {
        ErrorCode::Invalid | ErrorCode::NotFound => e.code = ErrorCode::Conflict,
        _ => {}
    }
    e
}
