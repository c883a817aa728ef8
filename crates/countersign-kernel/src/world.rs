//! The world outside the store, as far as the core must know it: questions and orders as data. Who answers them is
//! handed in; see `countersign-tools`.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    error::Result,
    record::Doc,
    tool::{FieldChange, Forecast},
};

/// A call that is to be looked at or run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// The tool.
    pub tool: String,
    /// Its arguments, as the agent or a person gave them.
    pub args: Doc,
    /// The agent whose call it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub agent: String,
    /// The folder the call comes from.
    pub cwd: Option<String>,
    /// The run's own writes that nobody has decided yet, oldest first: its reads see them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<PendingWrite>,
    /// Whether the call is only judged and never made: then the folder need not be there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imagined: bool,
    /// The part of what an earlier rehearsal did that a person wants to land; only a person's edit sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<ChosenPart>,
    /// The stage that its run works in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<InStage>,
    /// Whether something with authority (a grant, a plan's approval, a rule) said yes to it running for real.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allowed: bool,
    /// The hosts that it may reach, because the policy lists them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
}

/// A part of what was rehearsed, chosen by a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChosenPart {
    /// What the item rested on when it was chosen: the state of its precondition [`Precondition::REHEARSAL`].
    pub rehearsal: Value,
    /// Which part; the tool alone reads it.
    pub land: Vec<Value>,
}

/// The stage in which a call happens: what it changes stays there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InStage {
    /// The stage.
    pub id: String,
    /// The folders that are copied on write, resolved.
    pub roots: Vec<String>,
    /// The hosts that it may reach.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether a person said yes to this very call: then the secrets of the folders are there for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub approved: bool,
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

/// Something in the world that must still be so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Precondition {
    /// What it is about, as a person knows it: a path.
    pub what: String,
    /// How it was: kind, size, content hash, mode…; the tool alone reads it.
    pub state: Value,
}

impl Precondition {
    /// What a call rests on whose effects were rehearsed: that the rehearsal is still kept, as it was shown.
    pub const REHEARSAL: &'static str = "rehearsal";

    /// The rehearsal among `all`, as its tool keeps it.
    pub fn rehearsal(all: &[Self]) -> Option<&Value> {
        all.iter().find(|p| p.what == Self::REHEARSAL).map(|p| &p.state)
    }

    /// The name under which the rehearsal among `all` is kept.
    pub fn rehearsal_id(all: &[Self]) -> Option<&str> {
        Self::rehearsal(all)?.get("id")?.as_str()
    }
}

/// An effect that was decided: the order to do it, complete.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// Names it for ever: captures of what stood before are kept under it. Safe as a file name.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// The exact arguments, as [`Forecast::args`] had them.
    pub args: Doc,
    /// What must still be so.
    pub preconditions: Vec<Precondition>,
    /// The agent whose call it was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub agent: String,
    /// The folder the call came from.
    pub cwd: Option<String>,
    /// The stage that its run works in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<InStage>,
}

/// What landed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Landed {
    /// What the agent gets.
    pub result: Value,
    /// Before and after, for the receipt.
    #[serde(default)]
    pub effects: Vec<FieldChange>,
    /// How to take it back; None where that cannot be done.
    pub inverse: Option<Inverse>,
    /// What cannot be taken back exactly, or at all.
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

/// What an undo restored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reverted {
    /// What stands again: `{"kind": "file", "id": path, "value": …}`.
    pub restored: Vec<Value>,
    /// How to take the undo back.
    pub inverse: Option<Inverse>,
}

/// A question that an operation asks of the world. Whoever answers does so outside of any transaction, and the
/// operation is run again with the answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Need {
    /// What would this call do?
    Forecast(Box<Ask>),
    /// What does this call read?
    Read(Box<Ask>),
    /// What does this call do where nothing is real?
    Rehearse(Box<Ask>),
}

impl Need {
    /// Names the question, so that an answer is never taken for that to another.
    pub fn key(&self) -> String {
        let (word, ask) = match self {
            Self::Forecast(ask) => ("look", ask),
            Self::Read(ask) => ("read", ask),
            Self::Rehearse(ask) => ("rehearse", ask),
        };
        crate::canonical::digest(word, &serde_json::to_value(ask).unwrap_or_default())
    }
}

/// What the world answered.
#[derive(Debug, Clone, PartialEq)]
pub enum WorldAnswer {
    /// To [`Need::Forecast`].
    Forecast(Box<Result<Forecast>>),
    /// To [`Need::Read`].
    Result(Box<Result<Value>>),
    /// To [`Need::Rehearse`]; None where there can be none.
    Rehearsed(Box<Result<Option<Forecast>>>),
}

/// Something to be done to the world after an operation has committed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Job {
    /// An effect that was decided; the order is named by its item.
    Apply(Order),
    /// The taking back of an effect.
    Revert {
        /// The receipt whose effect is taken back.
        receipt: String,
        /// The name under which that is done: the id of the receipt it will give.
        id: String,
        /// How.
        inverse: Inverse,
    },
    /// The results that an item waited for are there: they are put into its arguments, and it is judged again.
    Bind {
        /// The item.
        item: String,
    },
    /// What was kept for an undo, or of a rehearsal, is no longer needed.
    Forget {
        /// The name it was kept under.
        id: String,
    },
    /// A rehearsal that was made for this call is needed from now on: an item rests on it.
    Keep {
        /// The name it is kept under.
        id: String,
    },
}

/// What became of an effect that was begun and never reported.
#[derive(Debug, Clone, PartialEq)]
pub enum RecoveryState {
    /// Nothing of it happened; doing it now is safe.
    NotBegun,
    /// It landed.
    Landed(Box<Landed>),
    /// Nobody can tell; a person must look.
    Unknown(Message),
}

/// Whoever looks at the world and changes it. Errors: `Invalid` and `NotFound` are the agent's to mend, `Stale` says
/// that a precondition no longer holds (with what differs), anything else is a failed dispatch.
pub trait World: Send + Sync {
    /// Finds out what a call would do; changes nothing.
    fn forecast(&self, ask: &Ask) -> Result<Forecast>;
    /// Runs a call that only reads. A command does so where nothing can be changed, unless [`Ask::allowed`] says otherwise.
    fn read(&self, ask: &Ask) -> Result<Value>;
    /// Does what was decided, once: checks the preconditions, captures what stands, acts, and tells.
    fn apply(&self, order: &Order) -> Result<Landed>;
    /// Finds out what became of an order after a crash.
    fn check(&self, order: &Order) -> Result<RecoveryState>;
    /// Takes an effect back under the new name `id`, or says what moved and touches nothing. Doing it again after
    /// a crash ends the same.
    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted>;
    /// Forgets what was captured under a name, once it can no longer be needed.
    fn forget(&self, id: &str) -> Result<()>;
    /// Runs a call where nothing is real and tells what it did there: how it looks now that its effects are known, or, where
    /// it proved harmless, its answer. None where it cannot be rehearsed.
    fn rehearse(&self, _ask: &Ask) -> Result<Option<Forecast>> {
        Ok(None)
    }
    /// Forgets all rehearsals but those of these names. Only for whoever knows that none is under way.
    fn keep_only(&self, _rehearsals: &[String]) -> Result<()> {
        Ok(())
    }
    /// Runs `f` for each number below `count`, once each, and returns when all have ended. They touch different things
    /// and may run at the same time.
    fn side_by_side(&self, count: usize, f: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(f);
    }
}

/// A world that somebody else holds, too.
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

    fn keep_only(&self, rehearsals: &[String]) -> Result<()> {
        (**self).keep_only(rehearsals)
    }

    fn side_by_side(&self, count: usize, f: &(dyn Fn(usize) + Sync)) {
        (**self).side_by_side(count, f);
    }
}

/// A world in which nothing can be done.
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

fn nothing(tool: &str) -> crate::Error {
    crate::Error::bug(format!("{tool} has its effect in the world, and there is none here"))
}
