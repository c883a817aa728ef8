//! Drills: how many made-up dangerous proposals were noticed.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    drill::{Drill, DrillAnswer},
    error::Result,
    record::{Record, sortable},
    store::Scan,
    tx::Tx,
};

/// How many drills are read, and listed.
const MAX_READ: usize = 1000;
const MAX_LISTED: usize = 20;

/// The drills of a period that are over.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drills {
    /// How many were answered.
    pub answered: u64,
    /// How many of these were noticed: not confirmed.
    pub caught: u64,
    /// How many went away without an answer.
    pub unanswered: u64,
    /// The newest of all of them.
    pub newest: Vec<PastDrill>,
}

/// A drill that is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PastDrill {
    /// Its id.
    pub drill: String,
    /// What was made up.
    pub summary: Message,
    /// Who it was shown to.
    pub person: String,
    /// When it was first shown.
    pub at: u64,
    /// What was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<DrillAnswer>,
}

/// Reads the drills shown since `from`.
pub(super) fn drills(tx: &mut Tx<'_>, from: u64) -> Result<Drills> {
    let all = Scan::prefix(Drill::KIND.name, "drill.at", "").reversed().limit(MAX_READ);
    let read: Vec<Drill> = tx.list(&Scan { from: sortable(from), ..all })?;
    let mut found = Drills::default();
    // One that is open would be given away.
    for drill in read.into_iter().filter(|drill| drill.ended_at.is_some()) {
        match drill.answer {
            Some(answer) => {
                found.answered += 1;
                found.caught += u64::from(answer.is_caught());
            }
            None => found.unanswered += 1,
        }
        if found.newest.len() < MAX_LISTED {
            let Drill { id, person, item, shown_at, answer, .. } = drill;
            found.newest.push(PastDrill { drill: id, summary: item.summary, person, at: shown_at, answer });
        }
    }
    Ok(found)
}
