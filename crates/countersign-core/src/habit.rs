//! Habits: how people decided on calls of the same agent, tool and shape of facts. They are history for confidence and
//! the ground of suggestions; they never loosen anything by themselves.

use crate::{
    error::Result,
    judge::{Facts, Millionths},
    tx::Tx,
};

/// How people decided on calls of one shape.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Habit {
    /// How many were confirmed.
    pub confirmed: u32,
    /// How many were decided.
    pub decided: u32,
    /// The lower bound of the rate of yeses.
    pub at_least: Millionths,
}

impl Habit {
    /// Whether it is history in favour.
    pub fn speaks_for_it(self) -> bool {
        self.at_least >= Millionths::new(500_000)
    }
}

/// How people decided on such calls of this agent.
pub fn of(_tx: &mut Tx<'_>, _agent: &str, _tool: &str, _facts: &Facts) -> Result<Habit> {
    Ok(Habit::default())
}
