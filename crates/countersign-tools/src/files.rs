//! Tools that read and change the files of this machine, and undo every change.
//!
//! A path is resolved through every link before it is judged, and opened again without following any when the
//! effect is applied, so what is shown is what is touched. Every change is a [`step`], which keeps what it
//! displaces in the trash under the order's id, and whose inverse is again a step.
//!
//! # Limitations
//! A change that another program makes in the microseconds between the last check of a file and the rename
//! that replaces it goes to the trash unseen. Names that are not UTF-8 can be listed, and moved, copied and
//! deleted with their folder, but not named. Owners are restored only if the caller may change owners.

mod args;
mod capture;
mod copy;
mod diff;
mod doing;
mod effects;
mod forecast;
pub(crate) mod git;
mod given_back;
pub(crate) mod ground;
pub(crate) mod handed;
mod hash;
mod landings;
mod lost;
mod merged;
mod overlay;
pub(crate) mod pattern;
mod plan;
mod reading;
mod resolved_path;
mod standing;
mod state;
mod step;
mod trash;
mod watch;

pub(crate) use countersign_core::analysis::path as protect;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use countersign_core::{
    Error, ErrorCode, Result,
    tool::{Forecast, Tool},
    watch::Watch,
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted},
};
use countersign_words::{Message, say};
use serde::Deserialize as _;
use serde_json::{Value, json};

pub use capture::{Became, Looked};
pub use diff::{compared, not_shown, unified};
use doing::Doing;
pub use effects::{Chosen, Moved, Shown, part};
pub(crate) use effects::{build_files, choose_among, recorded_otherwise, same_change};
pub use given_back::Deleter;
pub(crate) use landings::BeforeLanding;
use step::{Step, as_failure};
use trash::Trash;

/// Returns the file tools.
pub fn tools() -> Vec<Tool> {
    args::tools()
}

/// The files of this machine.
#[derive(Debug, Clone, Default)]
pub struct Files {
    /// The workspace folders; empty: the folder the call comes from.
    pub roots: Vec<PathBuf>,
    /// The folder for displaced files.
    pub trash: PathBuf,
    /// Countersign's own home and settings: always asked about.
    pub own: Vec<PathBuf>,
    /// Patterns, relative to the roots, of files that can be regenerated (`target/**`): deleting them is not destructive.
    pub scratch: Vec<String>,
}

impl Files {
    /// Inspects a call; changes nothing.
    pub fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        forecast::forecast(self, ask)
    }

    /// Runs a call that only reads.
    pub fn read(&self, ask: &Ask) -> Result<Value> {
        reading::read(self, ask)
    }

    /// Carries out an order, once.
    pub fn apply(&self, order: &Order) -> Result<Landed> {
        let begun = Instant::now();
        if order.tool == Watch::TOOL {
            return watch::apply(self, order).map_err(as_failure);
        }
        let trash = Trash::open(&self.trash)?;
        let (steps, given) = match trash.manifest(&order.id)? {
            // An attempt was interrupted: its planned steps count, and its bytes are read again.
            Some(steps) => {
                let given = plan::given(order, &steps)?;
                (steps, given)
            }
            None => plan::plan(order).map_err(as_failure)?,
        };
        let before = BeforeLanding::of(steps.iter().flat_map(Step::touches).map(|(path, ..)| path));
        let mut doing = Doing::new(&trash, &order.id, steps, given.as_deref());
        match doing.run() {
            Ok(inverse) => {
                let touches = doing.steps.iter().flat_map(Step::touches);
                let after = touches.map(|(path, _, now)| (path, Some(now.clone())));
                self.note_states(&order.run, before, after);
                let touches = doing.steps.iter().flat_map(Step::touches);
                let written = touches.filter(|(_, _, after)| after.kind == state::Kind::File);
                let written = written.map(|(path, was, now)| (path, !was.exists(), now.hash.as_deref()));
                let moves = doing.steps.iter().any(|step| matches!(step, Step::Move { .. }));
                if !moves {
                    self.note_written(&order.run, &written.collect::<Vec<_>>());
                }
                landed(order, &doing.steps, inverse, begun)
            }
            Err(e) => match doing.known() {
                Some((steps, inverse)) => Err(e.known(landed(order, steps, inverse, begun)?)),
                None => Err(as_failure(e)),
            },
        }
    }

    /// Returns what has changed since, if an order would not land as it was shown.
    pub fn changed_since(&self, order: &Order) -> Option<Message> {
        plan::changed(order)
    }

    /// Determines the state of an order after a crash.
    pub fn check(&self, order: &Order) -> Result<RecoveryState> {
        let begun = Instant::now();
        if order.tool == Watch::TOOL {
            // The record of its landing starts it.
            return Ok(RecoveryState::NotBegun);
        }
        let trash = Trash::open(&self.trash)?;
        let Some(steps) = trash.manifest(&order.id)? else {
            // Nothing is touched before the manifest is durable; only a partial manifest can be left.
            trash.forget(&order.id)?;
            return Ok(RecoveryState::NotBegun);
        };
        let mut doing = Doing::new(&trash, &order.id, steps, None);
        let all = doing.steps.len();
        match doing.progress().map(|progress| progress.done) {
            Ok(Some(0)) => {
                doing.clean(0)?;
                trash.forget(&order.id)?;
                Ok(RecoveryState::NotBegun)
            }
            Ok(Some(done)) if done == all => {
                doing.clean_stages()?;
                let inverse = doing.landed();
                Ok(RecoveryState::Landed(Box::new(landed(order, &doing.steps, inverse, begun)?)))
            }
            Ok(_) => Ok(RecoveryState::Unknown(self.neither(&order.id, &doing.steps))),
            Err(e) if e.code == ErrorCode::Stale => Ok(RecoveryState::Unknown(e.message)),
            Err(e) => Err(e),
        }
    }

    fn neither(&self, id: &str, steps: &[Step]) -> Message {
        let touches = steps.iter().flat_map(Step::touches);
        let paths: Vec<_> = touches.map(|(path, ..)| path.display().to_string()).collect();
        let (paths, kept) = (paths.join(", "), self.trash.join(id));
        say!("effect-neither", paths, folder = kept.display())
    }

    /// Undoes an effect under the id `id`, or reports what changed meanwhile and touches nothing.
    pub fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        if inverse.tool == Watch::TOOL {
            return watch::revert(self, inverse).map_err(as_failure);
        }
        let trash = Trash::open(&self.trash)?;
        let steps = Vec::<Step>::deserialize(&inverse.steps).map_err(Error::bug)?;
        let mut doing = Doing::new(&trash, id, steps, None);
        let again = doing.run().map_err(as_failure)?;
        let restored = doing.steps.iter().flat_map(Step::touches).map(|(path, _, after)| {
            json!({"kind": "file", "id": path.to_string_lossy(), "value": forecast::brief(after)})
        });
        let restored = restored.collect();
        Ok(Reverted { restored, inverse: Some(inverse_of(&inverse.tool, &again)?) })
    }

    /// Discards the state kept under an id.
    pub fn forget(&self, id: &str) -> Result<()> {
        self.forget_made(id);
        Trash::open(&self.trash)?.forget(id)
    }

    /// Returns the resolved workspace of a call.
    fn roots_of(&self, cwd: Option<&str>) -> Vec<PathBuf> {
        match (self.roots.is_empty(), cwd) {
            (true, Some(cwd)) => vec![resolved(Path::new(cwd))],
            _ => self.roots.iter().map(|root| resolved(root)).collect(),
        }
    }

    /// Whether a path matches a scratch pattern.
    fn is_scratch(&self, path: &Path, roots: &[PathBuf]) -> bool {
        let below = roots.iter().filter_map(|root| path.strip_prefix(root).ok()?.to_str());
        below.into_iter().any(|below| {
            let fits = |p: &String| pattern::matches(p, below) || p.strip_suffix("/**") == Some(below);
            self.scratch.iter().any(fits)
        })
    }

    /// Returns Countersign's own folders, resolved, including the trash.
    fn own_places(&self) -> Vec<PathBuf> {
        self.own.iter().chain([&self.trash]).map(|own| resolved(own)).collect()
    }
}

fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn inverse_of(tool: &str, steps: &[Step]) -> Result<Inverse> {
    let steps = serde_json::to_value(steps).map_err(Error::bug)?;
    Ok(Inverse { tool: tool.to_owned(), steps })
}

fn landed(order: &Order, steps: &[Step], inverse: Vec<Step>, begun: Instant) -> Result<Landed> {
    let touches: Vec<_> = steps.iter().flat_map(Step::touches).collect();
    let effects = touches.iter().map(|(path, before, after)| forecast::change(path, before, after)).collect();
    let paths: Vec<_> = touches.iter().map(|(path, ..)| path.to_string_lossy()).collect();
    let bytes = touches.last().and_then(|(.., after)| after.size);
    let mut result = json!({"done": true, "paths": paths});
    if let (Some(bytes), Value::Object(told)) = (bytes, &mut result) {
        told.insert("bytes".to_owned(), json!(bytes));
    }
    Ok(Landed {
        result,
        effects,
        inverse: Some(inverse_of(&order.tool, &inverse)?),
        caveats: Vec::new(),
        duration_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}
