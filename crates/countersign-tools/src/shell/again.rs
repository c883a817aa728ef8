//! Rehearses a command again after the yes, if something else in the workspace changed since the first time.
//! Exactly what was shown lands, and only if the command would still do exactly that; to a text that has changed since, the
//! same change is made.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    io::Read as _,
    path::{Path, PathBuf},
    sync::{Condvar, Mutex, PoisonError},
};

use countersign_core::{Error, Result, text::visible, world::Order};
use countersign_rehearsal::{Change, Effects, Kind, Node, git_index, open_content};
use countersign_words::{Message, say};
use serde_json::Value;

use super::{
    RUN, Run, Shell, clients, run_world,
    stored_rehearsal::{RehearsalReport, StoredRehearsal},
    trial::{As, Caller, Trial},
};
use crate::{call::parse, files::same_change, stage::denied};

/// Maximum number of paths named.
pub(super) const NAMED: usize = 10;
/// How often it is rehearsed again while the workspace keeps changing.
const TRIES: usize = 3;
/// Larger reflogs are not read.
const REFLOG_MOST: u64 = 4 << 20;

impl Shell {
    /// Returns what to land of a rehearsed command: None for what was shown, if it would still do exactly that; or another
    /// rehearsal, if the texts that it changes have changed since and it does to them what was shown. Fails if it does
    /// something else now, or if something changed even since then. `whole`: all of it lands, and not a chosen part.
    pub(super) fn as_shown(
        &self,
        order: &Order,
        kept: &StoredRehearsal,
        told: &RehearsalReport,
        whole: bool,
    ) -> Result<Option<Trial>> {
        let touched = self.touched(told, whole)?;
        let mut moved = self.moved_since(order, kept, told)?;
        if moved.is_empty() && touched.is_empty() {
            return Ok(None);
        }
        let mut last = kept.id.clone();
        for _ in 0..TRIES {
            run_world::end_background(&self.stages, &order.run, &last);
            let again = self.same_again(order, told, &moved, &touched)?;
            let Some(kept) = again.stored() else { return Err(Error::bug("a rehearsal has a folder")) };
            moved = self.moved_since(order, kept, told)?;
            if moved.is_empty() {
                return Ok((!touched.is_empty()).then_some(again));
            }
            last.clone_from(&kept.id);
        }
        Err(Error::stale(say!("effect-rehearsed-stale", paths = names(&moved))))
    }

    /// Returns the texts that a command changes and that have changed since it was rehearsed; fails if anything else did of
    /// what it changes, or of a chosen part: that is no longer what was shown, whatever the command would do now.
    fn touched(&self, told: &RehearsalReport, whole: bool) -> Result<Vec<PathBuf>> {
        let touched = self.files.touched(&told.effects).into_iter();
        let known = |(path, why): (PathBuf, Error)| match whole && same_change::is_known(&told.texts, &path) {
            true => Ok(path),
            false => Err(why),
        };
        touched.map(known).collect()
    }

    /// Returns what changed since a rehearsal, without what its command itself changes: landing checks that.
    pub(super) fn moved_since(
        &self,
        order: &Order,
        kept: &StoredRehearsal,
        told: &RehearsalReport,
    ) -> Result<Vec<PathBuf>> {
        let own: BTreeSet<&Path> = told.effects.changes.iter().map(|change| change.path.as_path()).collect();
        let roots = self.roots_of(order.cwd.as_deref());
        let builds = RefCell::new(BTreeMap::new());
        let is_own = |path: &Path| {
            own.contains(path)
                || self.is_insignificant(&roots, path)
                || self.build_folder_of(&roots, path, &mut builds.borrow_mut()).is_some()
        };
        let moved = kept.stood()?.moved(NAMED, &is_own);
        moved.map_err(|e| Error::conflict(say!("effect-workspace-unseen", said = e)))
    }

    /// Whether it does not matter what a path holds. What git's index lists does.
    pub(super) fn is_insignificant(&self, roots: &[PathBuf], path: &Path) -> bool {
        !git_index::is_named_so(path) && self.is_discardable(roots, path)
    }

    /// Rehearses the command of an order again, since some paths have `moved`, and some texts that it changes itself were
    /// `touched`; fails if that shows anything else than before.
    fn same_again(
        &self,
        order: &Order,
        told: &RehearsalReport,
        moved: &[PathBuf],
        touched: &[PathBuf],
    ) -> Result<Trial> {
        // What it changes itself says more than what it may only have read.
        let why = if touched.is_empty() { moved } else { &touched[..touched.len().min(NAMED)] };
        let again = self.trial_again(order, told, why)?;
        let paths = names(why);
        let roots = self.roots_of(order.cwd.as_deref());
        let is_built = |path: &Path| told.effects.builds.iter().any(|folder| path.starts_with(folder));
        let significant = |path: &Path| !self.is_insignificant(&roots, path) && !is_built(path);
        let mut others = differing(&told.effects, &again.effects, &significant);
        let mut same = Vec::new();
        for path in others.iter().filter(|path| touched.contains(path)) {
            if is_same_change(told, &again.effects, path)? {
                same.push(path.clone());
            }
        }
        others.retain(|path| !same.contains(path));
        others.truncate(NAMED);
        if others.is_empty() && !again.effects.more && is_ended_alike(&told.result, &again.result) {
            return Ok(again);
        }
        let why = match others.as_slice() {
            [] => say!("effect-rehearsed-ended-otherwise", paths),
            others => say!("effect-rehearsed-otherwise", paths, others = names(others)),
        };
        Err(Error::stale(why).hint(say!("effect-refresh-rehearse")))
    }

    /// Rehearses the command of an order again, as of the time of the first rehearsal.
    pub(super) fn trial_again(
        &self,
        order: &Order,
        told: &RehearsalReport,
        moved: &[PathBuf],
    ) -> Result<Trial> {
        let paths = names(moved);
        let not_again = |why: Message| {
            Error::stale(say!("effect-rehearsed-not-again", paths = paths.clone(), saids = why))
                .hint(say!("effect-refresh-rehearse"))
        };
        if !self.rehearsal.enabled {
            return Err(Error::stale(say!("effect-rehearsed-stale", paths)));
        }
        let mut run: Run = parse(RUN, &order.args)?;
        run.check()?;
        if let Some(date) = git_date(&told.effects) {
            for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
                run.env.entry(name.to_owned()).or_insert_with(|| Some(date.clone()));
            }
        }
        let client =
            told.result.get(clients::CONTACTED).and_then(|_| self.client_in(order.cwd.as_deref(), &run));
        let why = As::Rehearsal { agent: None, client };
        let from =
            Caller { cwd: order.cwd.as_deref(), run: &order.run, trusted: &told.trusted, aloud: false };
        let again = Trial::run(self, &run, from, &why).map_err(&not_again)?;
        if let Some(wanted) = again.ended.denied.first() {
            return Err(not_again(denied(wanted)));
        }
        Ok(again)
    }
}

/// Whether a command, rehearsed again, does to the text at `path` what was shown.
fn is_same_change(told: &RehearsalReport, again: &Effects, path: &Path) -> Result<bool> {
    fn at<'a>(effects: &'a Effects, path: &Path) -> Option<&'a Change> {
        effects.changes.iter().find(|change| change.path == path)
    }
    let base = path.to_str().and_then(|path| told.texts.get(path));
    match (at(&told.effects, path), base, at(again, path)) {
        (Some(shown), Some(base), Some(again)) => same_change::is_same(shown, base, again),
        _ => Ok(false),
    }
}

/// Whether two rehearsals have ended with the same exit code or signal.
pub(super) fn is_ended_alike(shown: &Value, again: &Value) -> bool {
    ["exit_code", "signal"].iter().all(|field| shown[field] == again[field])
}

pub(super) fn names(paths: &[PathBuf]) -> String {
    let names = paths.iter().map(|path| visible(&path.display().to_string()).text);
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the paths that two rehearsals change differently.
pub(super) fn differing(
    shown: &Effects,
    again: &Effects,
    significant: &dyn Fn(&Path) -> bool,
) -> Vec<PathBuf> {
    type Content = (Option<Node>, Option<Node>);
    fn by_path<'a>(effects: &'a Effects, significant: &dyn Fn(&Path) -> bool) -> BTreeMap<&'a Path, Content> {
        let changes = effects.changes.iter().filter(|change| significant(&change.path));
        changes.map(|c| (c.path.as_path(), (content(c.before.as_ref()), content(c.after.as_ref())))).collect()
    }
    let (shown, again) = (by_path(shown, significant), by_path(again, significant));
    let all: BTreeSet<&Path> = shown.keys().chain(again.keys()).copied().collect();
    let differs = |path: &&Path| shown.get(path) != again.get(path);
    all.into_iter().filter(differs).map(Path::to_owned).collect()
}

/// Returns an entry without when it was written, unless only that tells whether its content is the same.
fn content(node: Option<&Node>) -> Option<Node> {
    let node = node?.clone();
    let unread = node.kind == Kind::File && node.hash.is_none();
    let node = Node { mtime_ns: if unread { node.mtime_ns } else { 0 }, ..node };
    // The rest of git's index tells of times and inode numbers.
    Some(if node.index.is_some() { Node { hash: None, size: 0, ..node } } else { node })
}

/// Returns when git wrote the reflogs of a rehearsal, in git's words: a commit made at another time would be
/// another commit. None if there are none, or if they tell of several times.
fn git_date(effects: &Effects) -> Option<String> {
    let is_reflog = |change: &&Change| {
        let mut parts = change.path.iter();
        parts.any(|part| part == ".git") && parts.any(|part| part == "logs")
    };
    let files = effects.changes.iter().filter(is_reflog).filter_map(|change| change.content.as_ref());
    let mut dates = files.map(|file| last_date(file));
    let first = dates.next()??;
    dates.all(|date| date.as_ref() == Some(&first)).then_some(first)
}

/// Returns the date of the last line of a reflog.
fn last_date(file: &Path) -> Option<String> {
    let mut text = Vec::new();
    open_content(file).ok()?.take(REFLOG_MOST).read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    let (who, _) = text.lines().last()?.split_once('\t')?;
    let (_, date) = who.rsplit_once("> ")?;
    let (seconds, zone) = date.split_once(' ')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_zone = zone.len() == 5 && zone.starts_with(['+', '-']) && digits(&zone[1..]);
    (digits(seconds) && seconds.len() <= 12 && is_zone).then(|| format!("@{seconds} {zone}"))
}

/// The right to land in some folders: rehearsals that are confirmed together land one after the other, each
/// over what the one before has left.
pub(super) struct Alone {
    folders: Vec<PathBuf>,
}

static TAKEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static LEFT: Condvar = Condvar::new();

impl Alone {
    /// Waits until nothing else lands in these folders.
    pub(super) fn in_folders(folders: &[PathBuf]) -> Self {
        let overlap = |a: &PathBuf| folders.iter().any(|b| a.starts_with(b) || b.starts_with(a));
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = LEFT.wait_while(taken, |taken| taken.iter().any(overlap));
        waited.unwrap_or_else(PoisonError::into_inner).extend_from_slice(folders);
        Self { folders: folders.to_vec() }
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|folder| !self.folders.contains(folder));
        LEFT.notify_all();
    }
}
