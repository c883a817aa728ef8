//! How the landings of a run found each path and left it, as long as this process lives. A path that only they have
//! changed since a rehearsal was changed by nobody else.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use countersign_rehearsal::{Effects, Stand};

use super::{Files, state::State};

/// How many runs are remembered, landings of each, and paths of a landing. What is not remembered counts as changed by
/// somebody else.
const RUNS: usize = 16;
const LANDINGS: usize = 32;
const PATHS: usize = 200;

/// The landings of one run, oldest first.
#[derive(Default)]
struct Landings {
    run: (PathBuf, String),
    all: VecDeque<Landing>,
}

struct Landing {
    begun: SystemTime,
    /// How each path stood before and after it; None: it was not there.
    paths: BTreeMap<PathBuf, (Option<Stand>, Option<Stand>)>,
}

static ALL: Mutex<VecDeque<Landings>> = Mutex::new(VecDeque::new());

/// How paths stand before a landing.
pub(crate) struct BeforeLanding {
    begun: SystemTime,
    paths: BTreeMap<PathBuf, Option<Stand>>,
}

impl BeforeLanding {
    /// Looks at the paths that are about to change; None if they are too many.
    pub(super) fn of<'p>(paths: impl Iterator<Item = &'p Path>) -> Option<Self> {
        let begun = SystemTime::now();
        let stands = paths.take(PATHS + 1).map(|path| Some((path.to_owned(), Stand::now(path).ok()?)));
        let paths = stands.collect::<Option<BTreeMap<_, _>>>().filter(|paths| paths.len() <= PATHS)?;
        Some(Self { begun, paths })
    }

    /// Like [`of`](Self::of), for what effects change.
    pub(crate) fn of_effects(effects: &Effects) -> Option<Self> {
        Self::of(effects.changes.iter().map(|change| change.path.as_path()))
    }
}

impl Files {
    /// Remembers a landing of effects.
    pub(crate) fn note_landing(&self, run: &str, before: Option<BeforeLanding>, effects: &Effects) {
        let after = effects.changes.iter().map(|change| {
            let state = State::rehearsed(change.after.as_ref());
            (change.path.as_path(), state)
        });
        self.note_states(run, before, after);
    }

    /// Remembers a landing that left its paths so. What is no longer so is left out: somebody else has changed it.
    pub(super) fn note_states<'p>(
        &self,
        run: &str,
        before: Option<BeforeLanding>,
        after: impl Iterator<Item = (&'p Path, Option<State>)>,
    ) {
        let Some(BeforeLanding { begun, mut paths }) = before.filter(|_| !run.is_empty()) else { return };
        let mut landing = Landing { begun, paths: BTreeMap::new() };
        for (path, state) in after {
            let (Some(was), Some(state), Ok(now)) = (paths.remove(path), state, Stand::now(path)) else {
                continue;
            };
            let is_left = match now {
                None => !state.exists(),
                // Of a folder its content is told apart.
                Some(stand) if stand.is_folder() => state.kind == super::state::Kind::Dir,
                Some(_) => State::of(path).is_ok_and(|now| state.exists() && now.differs(&state).is_none()),
            };
            // It must not have changed while it was compared.
            if is_left && Stand::now(path).is_ok_and(|again| is_same(again, now)) {
                landing.paths.insert(path.to_owned(), (was, now));
            }
        }
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (self.trash.clone(), run.to_owned());
        let mut of_run = match all.iter().position(|one| one.run == key).and_then(|at| all.remove(at)) {
            Some(landings) => landings,
            None => Landings { run: key, all: VecDeque::new() },
        };
        of_run.all.push_back(landing);
        let surplus = of_run.all.len().saturating_sub(LANDINGS);
        of_run.all.drain(..surplus);
        all.push_back(of_run);
        let surplus = all.len().saturating_sub(RUNS);
        all.drain(..surplus);
    }

    /// Whether these paths, which stood so at a time, were changed since only by landings of this run: the first found
    /// each as it stood, each next one as the one before had left it, and it is still as the last one left it.
    pub(crate) fn only_run_changed(
        &self,
        run: &str,
        since: SystemTime,
        moved: &[(PathBuf, Option<Stand>)],
    ) -> bool {
        let all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let is_its = |one: &&Landings| one.run.0 == self.trash && one.run.1 == run;
        let Some(landings) = all.iter().find(is_its) else { return false };
        let is_explained = |(path, stood): &(PathBuf, Option<Stand>)| {
            let later = landings.all.iter().filter(|landing| landing.begun > since);
            let mut at = *stood;
            for (before, after) in later.filter_map(|landing| landing.paths.get(path)) {
                if !is_same(*before, at) {
                    return false;
                }
                at = *after;
            }
            Stand::now(path).is_ok_and(|now| is_same(at, now))
        };
        moved.iter().all(is_explained)
    }
}

fn is_same(a: Option<Stand>, b: Option<Stand>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.stands_as(&b),
        (a, b) => a.is_none() && b.is_none(),
    }
}
