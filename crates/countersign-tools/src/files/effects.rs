//! Shows the changes of a rehearsal or a stage to a person, and lands all or a chosen part of them as steps.

mod builds;
mod database;
mod difference;
mod git_files;
mod hunks;
pub(super) mod merge;
mod part;
mod plan;
mod repository;
pub(crate) mod same_change;
mod select;
mod show;
mod texts;

pub(crate) use builds::build_files;
pub(crate) use repository::recorded_otherwise;
pub(crate) use select::choose_among;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use builds::Built;
use countersign_core::{
    Error, ErrorCode, Result,
    judge::Facts,
    tool::{FieldChange, Preview, Reversal, TrustGround},
    world::{Landed, Precondition, RecoveryState},
};
use countersign_rehearsal::{Change, Effects};
use countersign_words::{Message, kept};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Deleter, Files,
    doing::Doing,
    forecast, inverse_of,
    state::{Kind, State},
    step::{Step, as_failure},
    trash::Trash,
};

/// The tool that undoes landed effects.
const TOOL: &str = "filesystem.effects";
/// Name of the note about what does not land.
const LEFT: &str = "left.json";
/// Name of the note about build folders.
const BUILDS: &str = "builds.json";
/// Name of the note about git's own files.
const GIT: &str = "git.json";

/// What is said of git's own files that land, and which ones that is.
#[derive(Default, Serialize, Deserialize)]
struct SaidOfGit {
    paths: Vec<PathBuf>,
    changes: Vec<FieldChange>,
}

/// Effects as a person is shown them and as they are judged.
#[derive(Debug, Clone)]
pub struct Shown {
    /// What they touch: `writes`, `deletes`, `outside`, `protected`.
    pub facts: Facts,
    /// Before and after of each path, and the differences of texts, whole.
    pub preview: Preview,
    /// How each path that they touch stands in the real world.
    pub preconditions: Vec<Precondition>,
    /// Whether landing them can be taken back.
    pub reversal: Reversal,
    /// One line: `3 files changed, 1 created, 2 deleted`.
    pub summary: Message,
    /// What a person types where typing is asked for.
    pub typed: String,
    /// Where they lie, for trusted folders.
    pub ground: TrustGround,
    /// The paths that cannot land as they are, since the real file and its staged version were both changed.
    pub conflicts: Vec<PathBuf>,
    /// The protected paths among them: each lands from a stage only if it is asked for by its own name.
    pub by_name: Vec<PathBuf>,
    /// The digest of what they change: content, and not when it was written; of git's own files, what is said of them.
    pub effect: String,
}

/// The part of some effects that a person wants to land; the rest does not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// The path that changed, or a folder: all that changed in it.
    pub path: PathBuf,
    /// Which of the hunks of a text, by their number in the difference that was shown, from 1; none named: the whole file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hunks: Vec<usize>,
}

/// What to do where a real file moved meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// Land nothing and say what moved.
    Refuse,
    /// Merge texts whose changes do not overlap with what the file has become; refuse where they do, and say where.
    Merge,
}

/// Returns the part of some effects that lands if `chosen` is chosen, with the changes it depends on. Empty
/// `chosen` means all.
pub fn part(effects: &Effects, chosen: &[Chosen]) -> Result<Effects> {
    if chosen.is_empty() {
        return Ok(effects.clone());
    }
    let selected = select::select(effects, chosen)?;
    let lands = |path: &PathBuf| selected.iter().any(|one| one.change.path == *path);
    let changes = selected.iter().map(|one| {
        // If the old path does not land, it is not a rename.
        let renamed_from = one.change.renamed_from.clone().filter(lands);
        Change { renamed_from, ..one.change.clone() }
    });
    Ok(Effects { changes: changes.collect(), more: effects.more, builds: effects.builds.clone() })
}

impl Files {
    /// Returns how effects are shown and judged.
    pub fn show_effects(&self, effects: &Effects, cwd: Option<&str>) -> Result<Shown> {
        show::show(self, effects, &[], cwd, Deleter::default())
    }

    /// Like [`show_effects`](Self::show_effects), for a run that may have trusted folders.
    pub fn show_effects_of(&self, effects: &Effects, cwd: Option<&str>, whose: Deleter<'_>) -> Result<Shown> {
        show::show(self, effects, &[], cwd, whose)
    }

    /// Returns how the chosen part of effects is shown: exactly what [`Files::land_effects`] would land.
    /// Fails for a choice that does not exist.
    pub fn show_part(&self, effects: &Effects, chosen: &[Chosen], cwd: Option<&str>) -> Result<Shown> {
        show::show(self, effects, chosen, cwd, Deleter::default())
    }

    /// Lands effects under the id `id`: all or nothing, even after a crash. Empty `chosen` means all of them.
    /// The previous state is kept, and the inverse undoes it like every other change of files.
    ///
    /// # Limitations
    /// Owners, extended attributes and ACLs do not change, and special files are left out; both are reported
    /// as caveats, and before by [`Files::show_effects`].
    pub fn land_effects(
        &self,
        id: &str,
        effects: &Effects,
        chosen: &[Chosen],
        moved: Moved,
    ) -> Result<Landed> {
        let begun = Instant::now();
        let trash = Trash::open(&self.trash)?;
        if trash.manifest(id)?.is_some() {
            return self.go_on(&trash, id, Vec::new(), begun);
        }
        let selected = select::select(effects, chosen)?;
        let planned = plan::plan(&trash, id, &selected, moved).map_err(as_failure).and_then(|plan| {
            // Needed to finish this after a crash.
            if !plan.left.is_empty() {
                let left = kept(|| serde_json::to_value(&plan.left)).map_err(Error::bug)?;
                self.note(id, LEFT, &left, true)?;
            }
            if !effects.builds.is_empty() {
                self.note(id, BUILDS, &json!(effects.builds), true)?;
            }
            // Afterwards nobody could tell what changed.
            let git = repository::explain(&part::picked(&selected)?, &mut 0);
            if !git.paths.is_empty() {
                let (paths, changes) = (git.paths.iter().cloned().collect(), git.changes(&[]));
                // Where a path is no text, the files themselves are listed.
                if let Ok(said) = kept(|| serde_json::to_value(SaidOfGit { paths, changes })) {
                    self.note(id, GIT, &said, true)?;
                }
            }
            Ok(plan.steps)
        });
        let landed = planned.and_then(|steps| self.go_on(&trash, id, steps, begun));
        if landed.as_ref().is_err_and(|e| !e.is_doubt()) && trash.manifest(id)?.is_none() {
            trash.forget(id)?;
        }
        landed
    }

    fn go_on(&self, trash: &Trash, id: &str, steps: Vec<Step>, begun: Instant) -> Result<Landed> {
        let mut doing = Doing::new(trash, id, steps, None);
        match doing.run() {
            Ok(inverse) => self.landed_effects(id, &doing.steps, inverse, begun),
            Err(e) => match doing.known() {
                Some((steps, inverse)) => Err(e.known(self.landed_effects(id, steps, inverse, begun)?)),
                None => Err(as_failure(e)),
            },
        }
    }

    /// Returns the files that effects touch and that are no longer as they were when the effects were shown, each with
    /// what is different. Landing checks again, and more.
    pub fn touched(&self, effects: &Effects) -> Vec<(PathBuf, Error)> {
        let changed = |Change { path, before, .. }: &Change| {
            let was = State::rehearsed(before.as_ref()).filter(|was| was.kind != Kind::Dir)?;
            let now = State::of(path).ok()?;
            now.check_same(&was, path).err().map(|why| (path.clone(), why))
        };
        effects.changes.iter().filter_map(changed).collect()
    }

    /// Determines the state of a landing after a crash: it is finished, or nothing of it happened.
    pub fn check_effects(&self, id: &str) -> Result<RecoveryState> {
        let begun = Instant::now();
        let trash = Trash::open(&self.trash)?;
        let Some(steps) = trash.manifest(id)? else {
            trash.forget(id)?;
            return Ok(RecoveryState::NotBegun);
        };
        let mut doing = Doing::new(&trash, id, steps, None);
        let all = doing.steps.len();
        match doing.progress().map(|progress| progress.done) {
            Ok(Some(0)) => {
                doing.clean(0)?;
                trash.forget(id)?;
                Ok(RecoveryState::NotBegun)
            }
            Ok(Some(done)) if done == all => {
                doing.clean_stages()?;
                let inverse = doing.landed();
                Ok(RecoveryState::Landed(Box::new(self.landed_effects(id, &doing.steps, inverse, begun)?)))
            }
            Ok(Some(_)) => match doing.run() {
                Ok(inverse) => Ok(RecoveryState::Landed(Box::new(self.landed_effects(
                    id,
                    &doing.steps,
                    inverse,
                    begun,
                )?))),
                // It could not be finished, and all of it was undone.
                Err(_) if trash.manifest(id)?.is_none() => Ok(RecoveryState::NotBegun),
                Err(e) => Ok(RecoveryState::Unknown(Message::joined(
                    "; ",
                    [e.message, self.neither(id, &doing.steps)],
                ))),
            },
            Ok(None) => Ok(RecoveryState::Unknown(self.neither(id, &doing.steps))),
            Err(e) if e.code == ErrorCode::Stale => Ok(RecoveryState::Unknown(e.message)),
            Err(e) => Err(e),
        }
    }

    fn landed_effects(&self, id: &str, steps: &[Step], inverse: Vec<Step>, begun: Instant) -> Result<Landed> {
        let touches: Vec<_> = steps.iter().flat_map(Step::touches).collect();
        let builds = self.noted(id, BUILDS).ok().flatten().and_then(|builds| Vec::deserialize(builds).ok());
        let builds: Vec<PathBuf> = builds.unwrap_or_default();
        let (built, others): (Vec<_>, Vec<_>) =
            touches.iter().partition(|(path, ..)| builds::is_in(path, &builds));
        let built = Built::landed(&built, builds);
        let git = self.noted(id, GIT).ok().flatten().and_then(|git| SaidOfGit::deserialize(git).ok());
        let git = git.unwrap_or_default();
        let is_said = |path: &Path| git.paths.iter().any(|known| known == path);
        // It has landed, even if the note cannot be read.
        let left = self.noted(id, LEFT).ok().flatten().and_then(|left| Vec::deserialize(left).ok());
        Ok(Landed {
            result: json!({"done": true, "landed": touches.len()}),
            effects: others
                .iter()
                .filter(|(path, ..)| !is_said(path))
                .map(|(path, was, now)| forecast::change(path, was, now))
                .chain(git.changes.iter().cloned())
                .chain(built.line(&[]))
                .collect(),
            inverse: Some(inverse_of(TOOL, &inverse)?),
            caveats: left.unwrap_or_default(),
            duration_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }
}
