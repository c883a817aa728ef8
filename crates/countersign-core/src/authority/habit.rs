//! Habits: how people decided on calls with the same agent, tool and shape of facts. They count as history
//! for confidence and are the basis of suggestions; they never loosen anything by themselves.

use std::collections::BTreeSet;

use crate::{
    Actor, ActorKind,
    decision::{Decision, DecisionWord},
    error::Result,
    judge::{self, Facts, Millionths},
    record::Record,
    store::Scan,
    tx::Tx,
};

/// How many decisions of a habit are considered, newest first.
pub const LOOKED_AT: usize = 200;
const DAY_MS: u64 = 24 * 3_600_000;

/// How people decided on calls of one shape.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Habit {
    /// How many were confirmed.
    pub confirmed: u32,
    /// How many were decided.
    pub decided: u32,
    /// The lower bound of the rate of yeses.
    pub at_least: Millionths,
    /// When the first of them was decided.
    pub first_at: u64,
    /// When the last.
    pub last_at: u64,
    /// Whether the last decision was a no.
    pub refused: bool,
}

impl Habit {
    /// Whether it is history in favour: the lower bound is at least one half, which needs four of four.
    pub fn speaks_for_it(self) -> bool {
        self.at_least >= Millionths::new(500_000)
    }

    /// Returns the number of days it spans, started days included.
    pub fn days(self) -> u64 {
        self.last_at.saturating_sub(self.first_at) / DAY_MS + 1
    }

    /// Summarises these decisions, newest first. Only the newest on an item counts; withdrawn decisions and
    /// those that are neither yes nor no do not.
    pub fn over(decisions: &[Decision]) -> Self {
        let counted = counted(decisions);
        let yeses = counted.iter().filter(|d| d.decision == DecisionWord::Confirmed).count();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (confirmed, decided) = (count(yeses), count(counted.len()));
        Self {
            confirmed,
            decided,
            at_least: at_least(confirmed, decided),
            first_at: counted.iter().map(|d| d.at).min().unwrap_or_default(),
            last_at: counted.iter().map(|d| d.at).max().unwrap_or_default(),
            refused: counted
                .iter()
                .max_by_key(|d| d.at)
                .is_some_and(|d| d.decision == DecisionWord::Rejected),
        }
    }
}

/// Returns the decisions that count, newest first.
pub fn counted(decisions: &[Decision]) -> Vec<&Decision> {
    let mut items = BTreeSet::new();
    let said = decisions.iter().filter(|d| d.decision != DecisionWord::Deferred && !d.withdrawn);
    said.filter(|d| items.insert(d.item.as_str())).collect()
}

/// Returns how people decided on such calls of this agent.
pub fn of(tx: &mut Tx<'_>, agent: &str, tool: &str, facts: &Facts) -> Result<Habit> {
    if tx.is_empty(Decision::KIND.name, "decision.habit")? {
        return Ok(Habit::default());
    }
    let Some(shape) = judge::shape(facts) else { return Ok(Habit::default()) };
    let sort = Decision::habit(agent, tool, &shape);
    let scan = Scan::prefix(Decision::KIND.name, "decision.habit", &sort).reversed().limit(LOOKED_AT);
    let mut decisions: Vec<Decision> = tx.list(&scan)?;
    // An upstream tool's name may have any form, even one that collides with another key in the index.
    decisions.retain(|d| d.agent == agent && d.tool == tool && d.shape == shape);
    Ok(Habit::over(&decisions))
}

/// Returns the shape under which a decision is remembered; empty if nothing is learned from it: not a
/// person's own decision, or "later".
pub fn learned(actor: &Actor, word: DecisionWord, facts: &Facts) -> String {
    if actor.kind != ActorKind::Person || word == DecisionWord::Deferred {
        return String::new();
    }
    judge::shape(facts).unwrap_or_default()
}

/// Returns Wilson's lower bound of the rate of which `confirmed` of `decided` were seen, at 95 % (z = 1.96),
/// in integers and rounded down.
pub fn at_least(confirmed: u32, decided: u32) -> Millionths {
    if decided == 0 {
        return Millionths::ZERO;
    }
    // z² in ten-thousandths; roots and counts in hundred-millionths.
    const Z2: u128 = 38_416;
    const UNIT: u128 = 100_000_000;
    let (yes, all) = (u128::from(confirmed.min(decided)), u128::from(decided));
    let spread = (Z2 * yes * (all - yes) * 1_000_000_000_000).div_ceil(all) + Z2 * Z2 / 4 * UNIT;
    let root = spread.isqrt();
    let root = root + u128::from(root * root < spread);
    let middle = yes * UNIT + Z2 / 2 * 10_000;
    let millionths = middle.saturating_sub(root) * 100 / (all * 10_000 + Z2);
    Millionths::new(u32::try_from(millionths).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
