//! Captures files before another program changes them: their state, a copy, and afterwards what changed and
//! how to undo it. Undo uses [`step`](super::step)s, as for our own tools.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use countersign_core::{
    Error, Result,
    judge::{Class, Facts},
    tool::{FieldChange, Lost},
    world::Precondition,
};
use countersign_words::{Message, say};
use rustix::{fs::FileType, io::Errno};
use serde::Deserialize as _;
use serde_json::Value;

use super::{
    Files, copy,
    copy::Keep,
    diff, forecast, lost, protect,
    resolved_path::{self, Attempt, ResolvedPath, failed},
    state::{Kind, State, Tree, open_sub, stat_size, walk},
    step::{From, Step},
    trash::Trash,
};

/// Larger files are watched but not copied.
const KEPT_BYTES: u64 = 256 * 1024 * 1024;
/// A folder with more entries is not copied.
const KEPT_ENTRIES: u64 = 10_000;
/// Maximum number of reasons to ask.
const TOLD: usize = 20;

/// The result of inspecting paths.
#[derive(Debug, Default)]
pub struct Looked {
    /// The facts of touching them.
    pub facts: Facts,
    /// Their states.
    pub watched: Vec<Precondition>,
    /// What is too large to be kept, as messages.
    pub too_large: Vec<Message>,
    /// What is deleted, each with its size.
    pub lost: Vec<Lost>,
    /// What of that is not listed one by one.
    pub lost_unlisted: Option<Message>,
}

/// What happened to watched paths.
#[derive(Debug, Default)]
pub struct Became {
    /// Before and after of each changed path.
    pub effects: Vec<FieldChange>,
    /// The steps that undo it, for [`Files::revert`]; None if nothing changed or nothing was kept.
    pub inverse: Option<Value>,
    /// What cannot be restored, as messages.
    pub lost: Vec<Message>,
}

impl Files {
    /// Resolves `given` to an absolute path, through every link.
    pub fn meant(&self, given: &str, cwd: Option<&str>) -> Result<PathBuf> {
        resolved_path::resolve(given, cwd, true)
    }

    /// The text at a resolved path, if it is text and short enough to compare.
    pub fn text(&self, path: &Path) -> Option<String> {
        diff::text_at(path)
    }

    /// Whether a resolved path is a file with exactly that content.
    pub fn holds(&self, path: &Path, content: &[u8]) -> bool {
        let hash = || blake3::hash(content).to_hex().to_string();
        State::of(path).is_ok_and(|now| {
            now.kind == Kind::File && now.size == Some(content.len() as u64) && now.hash == Some(hash())
        })
    }

    /// Returns the facts of a call that touches these resolved paths, given the call's class. With `watch`,
    /// also their states.
    pub fn forecast_at(
        &self,
        paths: &[PathBuf],
        class: Class,
        cwd: Option<&str>,
        watch: bool,
    ) -> Result<Looked> {
        let mut looked = Looked::default();
        if paths.is_empty() {
            return Ok(looked);
        }
        let (roots, own) = (self.roots_of(cwd), self.own_places());
        let facts = &mut looked.facts;
        for path in paths {
            facts.outside |= resolved_path::outside(path, &roots);
            let text = path.to_string_lossy().into_owned();
            let (list, why) = match class {
                Class::Read => (&mut facts.reads, protect::reading(path, &own)),
                Class::Mutable => (&mut facts.writes, protect::writing(path, &own)),
                Class::Destructive => (&mut facts.deletes, protect::writing(path, &own)),
            };
            list.push(text);
            let deleting = class == Class::Destructive && why.is_none();
            tell(facts, why, path);
            if deleting {
                add(facts, say!("effect-deleting-files", path = forecast::shown(path)));
            }
        }
        if !watch || class == Class::Read {
            return Ok(looked);
        }
        let mut gone = Vec::new();
        for path in tops(paths)? {
            let (state, tree) = watched_state(&path).map_err(failed(Attempt::LookAt, &path))?;
            for inner in tree.iter().flat_map(|tree| &tree.paths) {
                let inner = path.join(inner);
                tell(&mut looked.facts, protect::writing(&inner, &own), &inner);
            }
            if state.exists() && state.hash.is_none() {
                looked.facts.opaque |= state.kind == Kind::Dir;
                looked.too_large.push(say!("effect-too-large-kept", path = path.display()));
            }
            if class == Class::Destructive && state.exists() {
                gone.extend(lost::tree(&path, &state, tree.as_ref()));
            }
            let state = serde_json::to_value(&state).map_err(Error::bug)?;
            looked.watched.push(Precondition { what: path.to_string_lossy().into_owned(), state });
        }
        (looked.lost, looked.lost_unlisted) = lost::sorted(gone);
        Ok(looked)
    }

    /// Fails with what differs, unless everything is as watched.
    pub fn unchanged(&self, watched: &[Precondition]) -> Result<()> {
        for (path, was) in read(watched)? {
            let now = watched_state(&path).map_err(failed(Attempt::LookAt, &path))?.0;
            now.check_same(&was, &path)?;
        }
        Ok(())
    }

    /// Copies everything that is watched under an id, durably.
    pub fn keep(&self, id: &str, watched: &[Precondition]) -> Result<()> {
        let trash = Trash::open(&self.trash)?;
        // Left by an attempt that was interrupted before anything was done.
        trash.forget(id)?;
        trash.make(id)?;
        for (n, (path, was)) in read(watched)?.into_iter().enumerate() {
            if !was.exists() || was.hash.is_none() {
                continue;
            }
            let from = ResolvedPath::open(&path).map_err(failed(Attempt::KeepStanding, &path))?;
            let slot = trash.slot(&trash.slot_name(id, n))?;
            copy::thing(&from, &slot, Keep::All).map_err(failed(Attempt::KeepStanding, &path))?;
        }
        Ok(())
    }

    /// Determines what happened to the paths watched and kept under an id.
    pub fn became(&self, id: &str, watched: &[Precondition]) -> Result<Became> {
        let trash = Trash::open(&self.trash)?;
        let mut all = Vec::new();
        for (n, (path, was)) in read(watched)?.into_iter().enumerate() {
            let now = watched_state(&path).map_err(failed(Attempt::LookAt, &path))?.0;
            all.push(Seen { n, path, was, now });
        }
        let mut became = Became::default();
        let mut steps = Vec::new();
        let moved =
            all.iter().find_map(|gone| all.iter().find(|here| here.is(gone)).map(|here| (gone.n, here.n)));
        if let Some((gone, here)) = moved {
            let (gone, here) = (&all[gone], &all[here]);
            let (from, to) = (here.path.clone(), gone.path.clone());
            steps.push(Step::Move { from, to, state: here.now.clone(), over: State::ABSENT });
        }
        for seen in all.iter().filter(|seen| seen.changed()) {
            became.effects.push(forecast::change(&seen.path, &seen.was, &seen.now));
            let part = moved.map(|(gone, here)| (gone == seen.n, here == seen.n)).unwrap_or_default();
            if part == (true, false) || (part == (false, true) && !seen.was.exists()) {
                continue;
            }
            if seen.was.exists() && trash.stat(&trash.slot_name(id, seen.n)).is_none() {
                became.lost.push(say!("effect-stood-not-kept", path = seen.path.display()));
                continue;
            }
            steps.push(seen.step_back(&trash, id, part == (false, true)));
        }
        if !steps.is_empty() {
            became.inverse = Some(serde_json::to_value(&steps).map_err(Error::bug)?);
        }
        Ok(became)
    }

    /// Writes a note beside the state kept under an id; a durable one survives a crash of the machine.
    pub fn note(&self, id: &str, name: &str, note: &Value, durable: bool) -> Result<()> {
        let trash = Trash::open(&self.trash)?;
        let folder = trash.make(id)?;
        let bytes = serde_json::to_vec(note).map_err(Error::bug)?;
        let write = || -> io::Result<()> {
            // A note is written atomically.
            let draft = folder.join(format!("{name}.new"));
            let mut file = File::create(&draft)?;
            file.write_all(&bytes)?;
            if durable {
                file.sync_all()?;
            }
            fs::rename(&draft, folder.join(name))?;
            if durable { File::open(&folder)?.sync_all() } else { Ok(()) }
        };
        write().map_err(failed(Attempt::WriteTrash, &folder))
    }

    /// Returns the note of that name, if it exists.
    pub fn noted(&self, id: &str, name: &str) -> Result<Option<Value>> {
        let path = Trash::open(&self.trash)?.folder(id)?.join(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(failed(Attempt::Read, &path)(e)),
        }
    }
}

/// A watched path, before and after.
struct Seen {
    n: usize,
    path: PathBuf,
    was: State,
    now: State,
}

impl Seen {
    fn changed(&self) -> bool {
        self.now.differs(&self.was).is_some()
    }

    /// Whether the current file here is the one that disappeared there.
    fn is(&self, gone: &Self) -> bool {
        let vanished = gone.was.exists() && !gone.now.exists();
        let same = match (&gone.was.hash, &self.now.hash) {
            (Some(was), Some(now)) => was == now,
            // Too large to compare; a renamed file keeps its times.
            (None, None) => gone.was.mtime_ns == self.now.mtime_ns,
            _ => false,
        };
        vanished && self.changed() && gone.was.kind == self.now.kind && same
    }

    /// Returns the step that restores the old state; `cleared`: an earlier step removes the current one.
    fn step_back(&self, trash: &Trash, id: &str, cleared: bool) -> Step {
        let path = self.path.clone();
        let text = diff::text_at(&path).filter(|_| !cleared).and_then(|text| {
            trash.keep_text(id, self.n, text.as_bytes());
            trash.text(id, self.n)
        });
        if !self.was.exists() {
            return Step::Gone { path, before: self.now.clone(), text };
        }
        let before = if cleared { State::ABSENT } else { self.now.clone() };
        let from = From::Slot(trash.slot_name(id, self.n));
        Step::Put { path, before, after: self.was.clone(), from, text }
    }
}

fn tell(facts: &mut Facts, why: Option<Message>, path: &Path) {
    if let Some(why) = why {
        add(facts, reason(why, path));
    }
}

/// Returns why a path is asked about.
pub(super) fn reason(why: Message, path: &Path) -> Message {
    Message::joined(": ", [why, forecast::shown(path).into()])
}

fn add(facts: &mut Facts, reason: Message) {
    if facts.protected.len() < TOLD && !facts.protected.contains(&reason) {
        facts.protected.push(reason);
    }
}

fn read(watched: &[Precondition]) -> Result<Vec<(PathBuf, State)>> {
    let one =
        |p: &Precondition| Ok((PathBuf::from(&p.what), State::deserialize(&p.state).map_err(Error::bug)?));
    watched.iter().map(one).collect()
}

/// Returns the paths to watch so that all of `paths` are covered: for a path with missing folders the topmost
/// missing one, without duplicates and without paths inside others.
fn tops(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut tops = BTreeSet::new();
    for path in paths {
        let mut top = path.as_path();
        while let Some(parent) = top.parent() {
            match fs::symlink_metadata(parent) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => top = parent,
                _ => break,
            }
        }
        if top.file_name().is_none() {
            return Err(Error::invalid(say!("effect-root")));
        }
        tops.insert(top.to_owned());
    }
    let inside = |path: &PathBuf| tops.iter().any(|other| other != path && path.starts_with(other));
    Ok(tops.iter().filter(|path| !inside(path)).cloned().collect())
}

/// Returns the state of a path and its content; for large ones only what a stat gives.
fn watched_state(path: &Path) -> io::Result<(State, Option<Tree>)> {
    let place = match ResolvedPath::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok((State::ABSENT, None)),
        other => other?,
    };
    let Some(stat) = place.stat()? else { return Ok((State::ABSENT, None)) };
    let large = match Kind::of(&stat)? {
        Kind::File => stat_size(&stat) > KEPT_BYTES,
        Kind::Dir => is_large(&place)?,
        _ => false,
    };
    if large { Ok((State::shallow(&stat)?, None)) } else { State::with_tree(&place) }
}

fn is_large(place: &ResolvedPath) -> io::Result<bool> {
    let (mut entries, mut bytes) = (0, 0);
    let walked = walk(&open_sub(&place.dir, &place.name)?, Path::new(""), 0, &mut |entry| {
        entries += 1;
        if FileType::from_raw_mode(entry.stat.st_mode) == FileType::RegularFile {
            bytes += stat_size(&entry.stat);
        }
        if entries > KEPT_ENTRIES || bytes > KEPT_BYTES { Err(Errno::FBIG.into()) } else { Ok(()) }
    });
    match walked {
        Err(e) if Errno::from_io_error(&e) == Some(Errno::FBIG) => Ok(true),
        other => other.map(|()| false),
    }
}
