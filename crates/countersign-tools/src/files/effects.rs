//! What a rehearsal or a stage changed: shown to a person, and landed as steps, all of it or the part that was chosen.

use std::path::PathBuf;

use countersign_core::{
    Error, Result,
    judge::Facts,
    tool::{Preview, Reversal},
    world::{Found, Landed, Precondition},
};
use countersign_rehearsal::Effects;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Files;

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
    pub summary: String,
    /// What a person types where typing is asked for.
    pub typed: String,
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

impl Files {
    /// How effects look, and what they are.
    pub fn show_effects(&self, _effects: &Effects, _cwd: Option<&str>) -> Result<Shown> {
        Err(Error::bug("not there yet"))
    }

    /// Lands effects under the name `id`: all or nothing, also through a crash. `chosen` empty means all of them. What stood
    /// before is kept, and the inverse takes it back by the rules of every other change of files.
    pub fn land_effects(
        &self,
        _id: &str,
        _effects: &Effects,
        _chosen: &[Chosen],
        _moved: Moved,
    ) -> Result<Landed> {
        Err(Error::bug("not there yet"))
    }

    /// Finds out what became of a landing after a crash: it is finished, or nothing of it happened.
    pub fn check_effects(&self, _id: &str) -> Result<Found> {
        Err(Error::bug("not there yet"))
    }
}
