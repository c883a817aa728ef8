//! Whether files are still as effects left them, and which later effects would have to be undone first. It only looks,
//! and only as far as that is cheap: where size and time are as they were left, the content is taken to be.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use countersign_core::world::{Standing, Undoable};
use countersign_words::{Message, say};
use serde::Deserialize as _;

use super::{
    Files,
    doing::now,
    resolved_path::Held,
    state::{Kind, State},
    step::Step,
};

/// The largest file that is read where its size is the same and its time is not.
const READ_MOST: u64 = 4 << 20;
/// The largest folder that is walked.
const WALKED_MOST: u64 = 200;

impl Files {
    /// Determines whether files are still as effects left them; newest first, as given.
    pub fn standing(&self, effects: &[Undoable]) -> Vec<Standing> {
        let known = effects.iter().filter_map(|effect| {
            let steps = Vec::<Step>::deserialize(&effect.inverse.steps).ok()?;
            Some((effect.receipt.as_str(), steps))
        });
        let known: Vec<(&str, Vec<Step>)> = known.collect();
        let mut disk = Disk { held: Held::default(), seen: BTreeMap::new() };
        (0..known.len()).filter_map(|n| disk.standing(self, &known, n)).collect()
    }
}

/// The files as they are, each looked at once.
struct Disk {
    held: Held,
    seen: BTreeMap<PathBuf, (State, State)>,
}

/// The states that undoing some effects would give.
type Undone<'a> = BTreeMap<&'a Path, &'a State>;

impl Disk {
    /// Returns how an effect stands; None if it cannot be told.
    fn standing(&mut self, files: &Files, all: &[(&str, Vec<Step>)], n: usize) -> Option<Standing> {
        let (receipt, steps) = &all[n];
        let moved = self.misfit(steps, &Undone::new())?;
        let first = match moved {
            None => Vec::new(),
            Some(_) => self.first(all, n).unwrap_or_default(),
        };
        let can_merge = moved.is_some() && files.merged_steps(steps).is_ok();
        Some(Standing { receipt: (*receipt).to_owned(), moved, first, can_merge })
    }

    /// Returns the later effects whose undo makes the files as effect `n` left them; None if they would not.
    fn first(&mut self, all: &[(&str, Vec<Step>)], n: usize) -> Option<Vec<String>> {
        let mut undone = Undone::new();
        let mut paths: BTreeSet<&Path> = touched(&all[n].1).collect();
        let mut first = Vec::new();
        for (receipt, steps) in &all[..n] {
            if !touched(steps).any(|path| paths.contains(path)) {
                continue;
            }
            if self.misfit(steps, &undone)?.is_some() {
                return None;
            }
            for (path, _, after) in steps.iter().flat_map(Step::touches) {
                undone.insert(path, after);
            }
            paths.extend(touched(steps));
            first.push((*receipt).to_owned());
            if self.misfit(&all[n].1, &undone)?.is_none() {
                return Some(first);
            }
        }
        None
    }

    /// Returns what is not as the first of the steps expect; `Some(None)` if all is, None if it cannot be told.
    fn misfit(&mut self, steps: &[Step], undone: &Undone<'_>) -> Option<Option<Message>> {
        let mut known: BTreeSet<&Path> = BTreeSet::new();
        for step in steps {
            for (path, before, after) in step.touches() {
                if !known.insert(path) {
                    continue;
                }
                let now = match undone.get(path) {
                    Some(now) => (*now).clone(),
                    None => self.now(path, before)?,
                };
                let only_time = matches!(step, Step::Set { .. }) && before.mode == after.mode;
                let written = only_time && now.kind == Kind::File && now.mtime_ns != before.mtime_ns;
                let differs = now.differs(before).or_else(|| written.then(|| say!("effect-time-changed")));
                if let Some(why) = differs {
                    let path = path.display();
                    return Some(Some(match before.exists() {
                        true => say!("effect-changed-since-why", path, said = why),
                        false => say!("effect-name-taken-why", path, said = why),
                    }));
                }
            }
        }
        Some(None)
    }

    /// Returns the state of a path, as far as is needed to compare it with `was`.
    fn now(&mut self, path: &Path, was: &State) -> Option<State> {
        let (shallow, deep) = match self.seen.get(path) {
            Some((shallow, deep)) => (shallow.clone(), deep.clone()),
            None => {
                let shallow = now(&self.held, path, false).ok()?;
                self.seen.insert(path.to_owned(), (shallow.clone(), shallow.clone()));
                (shallow.clone(), shallow)
            }
        };
        if deep.hash.is_some() {
            return Some(deep);
        }
        let small = match was.kind {
            Kind::File => was.size.unwrap_or(0) <= READ_MOST && shallow.mtime_ns != was.mtime_ns,
            Kind::Dir => was.entries.is_some_and(|entries| entries <= WALKED_MOST),
            Kind::Absent | Kind::Link => was.kind == Kind::Link,
        };
        if shallow.kind != was.kind
            || was.hash.is_none()
            || shallow.size != was.size.filter(|_| was.kind == Kind::File)
        {
            return Some(shallow);
        }
        if !small {
            // Where the time differs, only the content tells, and it is too large to be read for this.
            let unsure = was.kind == Kind::File && shallow.mtime_ns != was.mtime_ns;
            return (!unsure).then_some(shallow);
        }
        let deep = now(&self.held, path, true).ok()?;
        self.seen.insert(path.to_owned(), (shallow, deep.clone()));
        Some(deep)
    }
}

/// Returns the paths that steps touch.
fn touched(steps: &[Step]) -> impl Iterator<Item = &Path> {
    steps.iter().flat_map(Step::touches).map(|(path, ..)| path)
}
