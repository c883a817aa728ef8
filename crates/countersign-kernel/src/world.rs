//! The world outside the store, as far as the core must know it: questions and orders as data.
//! `countersign-tools` implements it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    error::{Error, Result},
    judge::Trust,
    record::Doc,
    tool::{FieldChange, Forecast, Preview},
};

/// A call to forecast, read or rehearse.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// The tool.
    pub tool: String,
    /// Its arguments, as the agent or a person gave them.
    pub args: Doc,
    /// The agent whose call it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub agent: String,
    /// Names the scratch files of its run, which the run's commands share. Empty: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub run: String,
    /// The folder the call comes from.
    pub cwd: Option<String>,
    /// The run's own undecided writes, oldest first: its reads see them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<PendingWrite>,
    /// Whether the call is only judged and never made: then the folder need not exist.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imagined: bool,
    /// The part of an earlier rehearsal that a person wants to land; only a person's edit sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<ChosenPart>,
    /// The stage that its run works in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<InStage>,
    /// Whether something with authority (a grant, a plan's approval, a rule) approved running it for real.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allowed: bool,
    /// The hosts that it may reach, from the policy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// The trusted folders that are in force for its agent: build folders there are written back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trusted: Vec<Trust>,
    /// Whether a package client may reach its own registry in a rehearsal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub client: bool,
    /// Whether a person wants to see all of it: the difference is not cut.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// Whether its agent may be told what it prints while it runs: no rule may withhold its answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aloud: bool,
}

/// A part of a rehearsal, chosen by a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChosenPart {
    /// What the item depended on when it was chosen: the state of its precondition
    /// [`Precondition::REHEARSAL`].
    pub rehearsal: Value,
    /// Which part; only the tool interprets it.
    pub land: Vec<Value>,
}

/// The stage that a call runs in: its changes stay there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InStage {
    /// The stage.
    pub id: String,
    /// The folders that are copied on write, resolved.
    pub roots: Vec<String>,
    /// The hosts that it may reach.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether a person approved this very call: then it can read the secrets in the folders.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub approved: bool,
    /// Whether a package client may reach its own registry.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub client: bool,
}

/// A proposed write that a later read of the same run sees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PendingWrite {
    /// The item.
    pub item: String,
    /// Its tool.
    pub tool: String,
    /// Its exact arguments.
    pub args: Doc,
}

/// Something in the world that must not have changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Precondition {
    /// What it is about, such as a path.
    pub what: String,
    /// Its state: kind, size, content hash, mode…; only the tool interprets it.
    pub state: Value,
}

impl Precondition {
    /// The precondition of a rehearsed call: the rehearsal is still stored, as it was shown.
    pub const REHEARSAL: &'static str = "rehearsal";

    /// Returns the rehearsal among `all`, as its tool stored it.
    pub fn rehearsal(all: &[Self]) -> Option<&Value> {
        all.iter().find(|p| p.what == Self::REHEARSAL).map(|p| &p.state)
    }

    /// Returns the name under which the rehearsal among `all` is stored.
    pub fn rehearsal_id(all: &[Self]) -> Option<&str> {
        Self::rehearsal(all)?.get("id")?.as_str()
    }
}

/// A complete order for an effect that was decided.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// A permanent name: captures of the previous state are stored under it. Safe as a file name.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// The exact arguments, as [`Forecast::args`] had them.
    pub args: Doc,
    /// What must not have changed.
    pub preconditions: Vec<Precondition>,
    /// The agent whose call it was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub agent: String,
    /// Names the scratch files of its run.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub run: String,
    /// The folder the call came from.
    pub cwd: Option<String>,
    /// The stage that its run works in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<InStage>,
    /// The host of its run, if several daemons write the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

/// What landed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Landed {
    /// The result for the agent.
    pub result: Value,
    /// Before and after, for the receipt.
    #[serde(default)]
    pub effects: Vec<FieldChange>,
    /// How to undo it; None where that is impossible.
    pub inverse: Option<Inverse>,
    /// What cannot be undone exactly, or at all.
    #[serde(default)]
    pub caveats: Vec<Message>,
    /// How long it took.
    pub duration_ms: u64,
}

/// How to take an effect back, with everything that must still be so for that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Inverse {
    /// The tool that knows how.
    pub tool: String,
    /// What it needs to know; the tool alone reads it.
    pub steps: Value,
}

/// An effect that stands and could be undone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Undoable {
    /// Its receipt.
    pub receipt: String,
    /// How it is undone.
    pub inverse: Inverse,
}

/// Whether the world is still as an effect left it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The receipt of the effect.
    pub receipt: String,
    /// What has changed since; None if nothing has.
    pub moved: Option<Message>,
    /// The receipts of later effects on the same things that would have to be undone first, in that order; empty if
    /// that would not put everything back as the effect left it.
    pub first: Vec<String>,
    /// Whether an undo can be merged with what has changed since.
    pub can_merge: bool,
}

/// An undo merged with what has changed since: what it would do, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MergedUndo {
    /// How: it depends on what is there now.
    pub inverse: Inverse,
    /// What it would change.
    pub preview: Preview,
}

/// The result of an undo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reverted {
    /// What was restored: `{"kind": "file", "id": path, "value": …}`.
    pub restored: Vec<Value>,
    /// How to undo the undo.
    pub inverse: Option<Inverse>,
}

/// A question that an operation asks the world. It is answered outside of any transaction, and the operation
/// is run again with the answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Need {
    /// What would this call do?
    Forecast(Box<Ask>),
    /// What does this call read?
    Read(Box<Ask>),
    /// What does this call do in a rehearsal?
    Rehearse(Box<Ask>),
    /// Is the world still as these effects left it? Newest first.
    Standing(Vec<Undoable>),
    /// How would this undo be merged with what has changed since?
    Merge(Box<Inverse>),
    /// Would this order, which waits for a decision, still do what was shown?
    Recheck(Box<Order>),
}

impl Need {
    /// Returns a name for the question, so that answers are not mixed up.
    pub fn key(&self) -> String {
        let (word, ask) = match self {
            Self::Forecast(ask) => ("look", serde_json::to_value(ask)),
            Self::Read(ask) => ("read", serde_json::to_value(ask)),
            Self::Rehearse(ask) => ("rehearse", serde_json::to_value(ask)),
            Self::Standing(effects) => ("standing", serde_json::to_value(effects)),
            Self::Merge(inverse) => ("merge", serde_json::to_value(inverse)),
            Self::Recheck(order) => ("recheck", serde_json::to_value(order)),
        };
        crate::canonical::digest(word, &ask.unwrap_or_default())
    }
}

/// The world's answer.
#[derive(Debug, Clone, PartialEq)]
pub enum WorldAnswer {
    /// To [`Need::Forecast`].
    Forecast(Box<Result<Forecast>>),
    /// To [`Need::Read`].
    Result(Box<Result<Value>>),
    /// To [`Need::Rehearse`]; None if it cannot be rehearsed.
    Rehearsed(Box<Result<Option<Forecast>>>),
    /// To [`Need::Standing`].
    Standing(Vec<Standing>),
    /// To [`Need::Merge`].
    Merged(Box<Result<MergedUndo>>),
    /// To [`Need::Recheck`]: what it would do instead.
    Rechecked(Option<Message>),
}

/// Work to do in the world after an operation has committed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Job {
    /// An effect that was decided; the order is named by its item.
    Apply(Order),
    /// The undo of an effect.
    Revert {
        /// The receipt whose effect is undone.
        receipt: String,
        /// The id of the new receipt, under which the undo is done.
        id: String,
        /// How.
        inverse: Inverse,
    },
    /// The results that an item waited for are available: they are put into its arguments, and it is judged
    /// again.
    Bind {
        /// The item.
        item: String,
    },
    /// The data stored for an undo or a rehearsal is no longer needed.
    Forget {
        /// The name it is stored under.
        id: String,
    },
    /// An item depends on this rehearsal now, so it must be kept.
    Keep {
        /// The name it is stored under.
        id: String,
    },
}

/// The state of an effect that was begun and never reported.
#[derive(Debug, Clone, PartialEq)]
pub enum RecoveryState {
    /// Nothing happened; doing it now is safe.
    NotBegun,
    /// It landed.
    Landed(Box<Landed>),
    /// Unknown; a person must look.
    Unknown(Message),
}

/// Reads and changes the world. Errors: `Invalid` and `NotFound` are for the agent to fix, `Stale` says that
/// a precondition no longer holds (with what differs), anything else is a failed dispatch.
pub trait World: Send + Sync {
    /// Determines what a call would do; changes nothing.
    fn forecast(&self, ask: &Ask) -> Result<Forecast>;
    /// Runs a call that only reads. Commands run where nothing can be changed, unless [`Ask::allowed`] says
    /// otherwise.
    fn read(&self, ask: &Ask) -> Result<Value>;
    /// Carries out an order, once: checks the preconditions, captures the current state, acts, and reports.
    fn apply(&self, order: &Order) -> Result<Landed>;
    /// Determines the state of an order after a crash.
    fn check(&self, order: &Order) -> Result<RecoveryState>;
    /// Undoes an effect under the new name `id`, or says what has changed and touches nothing. Repeating it
    /// after a crash gives the same result.
    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted>;
    /// Deletes captures stored under a name, once they are no longer needed.
    fn forget(&self, id: &str) -> Result<()>;
    /// Runs a call in a sandbox and reports what it did there: a forecast with its effects or, if it proved
    /// harmless, its answer. None if it cannot be rehearsed.
    fn rehearse(&self, _ask: &Ask) -> Result<Option<Forecast>> {
        Ok(None)
    }
    /// Determines whether the world is still as effects left it, newest first; those it cannot tell of are missing.
    fn standing(&self, _effects: &[Undoable]) -> Vec<Standing> {
        Vec::new()
    }
    /// Merges an undo with what has changed since, without changing anything; `Stale` says what is in conflict.
    fn merge(&self, inverse: &Inverse) -> Result<MergedUndo> {
        Err(Error::stale(say!("judge-merge-impossible", tool = inverse.tool)))
    }
    /// Returns what has changed since, if an order that waits for a decision would no longer do what was shown; changes
    /// nothing.
    fn recheck(&self, _order: &Order) -> Option<Message> {
        None
    }
    /// Deletes all rehearsals but these. Call it only when no rehearsal is running.
    fn keep_only(&self, _rehearsals: &[String]) -> Result<()> {
        Ok(())
    }
    /// Runs `f` for each number below `count`, once each, and returns when all have finished. They touch
    /// different things and may run in parallel.
    fn side_by_side(&self, count: usize, f: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(f);
    }
}

/// A shared world.
impl<W: World + ?Sized> World for std::sync::Arc<W> {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        (**self).forecast(ask)
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        (**self).read(ask)
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        (**self).apply(order)
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        (**self).check(order)
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        (**self).revert(id, inverse)
    }

    fn forget(&self, id: &str) -> Result<()> {
        (**self).forget(id)
    }

    fn rehearse(&self, ask: &Ask) -> Result<Option<Forecast>> {
        (**self).rehearse(ask)
    }

    fn standing(&self, effects: &[Undoable]) -> Vec<Standing> {
        (**self).standing(effects)
    }

    fn merge(&self, inverse: &Inverse) -> Result<MergedUndo> {
        (**self).merge(inverse)
    }

    fn recheck(&self, order: &Order) -> Option<Message> {
        (**self).recheck(order)
    }

    fn keep_only(&self, rehearsals: &[String]) -> Result<()> {
        (**self).keep_only(rehearsals)
    }

    fn side_by_side(&self, count: usize, f: &(dyn Fn(usize) + Sync)) {
        (**self).side_by_side(count, f);
    }
}

/// A world in which nothing works.
pub struct NoWorld;

impl World for NoWorld {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        Err(nothing(&ask.tool))
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        Err(nothing(&ask.tool))
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        Err(nothing(&order.tool))
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        Err(nothing(&order.tool))
    }

    fn revert(&self, _id: &str, inverse: &Inverse) -> Result<Reverted> {
        Err(nothing(&inverse.tool))
    }

    fn forget(&self, _id: &str) -> Result<()> {
        Ok(())
    }
}

fn nothing(tool: &str) -> Error {
    Error::bug(format!("{tool} has its effect in the world, and there is none here"))
}
