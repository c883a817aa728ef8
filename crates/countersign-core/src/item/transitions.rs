//! The state machines of items and sets: one transition table.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// The status of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    /// Waits for a person.
    Pending,
    /// A person put it off.
    Deferred,
    /// Waits for a parent, or for more approvers.
    Blocked,
    /// A person said yes; the effect has not begun.
    Confirmed,
    /// The effect has begun.
    Applying,
    /// The effect landed.
    Applied,
    /// The effect failed for good.
    Failed,
    /// The state it depends on has changed.
    Stale,
    /// The effect began and nobody knows how it ended.
    NeedsReview,
    /// A person said no.
    Rejected,
    /// The agent took it back.
    Retracted,
    /// Nobody decided in time.
    Expired,
}

/// The triggers that move an item from one state to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// Enough persons approved.
    Confirm,
    /// It must wait for a parent or another approver.
    Block,
    /// What it waited for has happened.
    Unblock,
    /// A person rejected it, or its parent is lost.
    Reject,
    /// A person put it off.
    Defer,
    /// The time until which it was put off has come.
    Return,
    /// A person changed its arguments.
    Edit,
    /// It was examined again.
    Refresh,
    /// The agent took it back.
    Retract,
    /// Its time is over.
    Expire,
    /// The state it depends on has changed.
    Drift,
    /// The effect begins.
    Begin,
    /// Its agent, which does it itself, has not begun, and the files have changed since they were captured.
    Again,
    /// The effect landed.
    Land,
    /// The effect failed; it may be tried again after a new decision.
    Fail,
    /// The effect failed for good.
    Break,
    /// It is unknown how the effect ended.
    Doubt,
    /// A person says that the effect did not land.
    Reopen,
    /// A decision is withdrawn.
    Withdraw,
}

use ItemStatus::{
    Applied, Applying, Blocked, Confirmed, Deferred, Expired, Failed, NeedsReview, Pending, Rejected,
    Retracted, Stale,
};

/// The transition table. Any other transition is impossible.
pub const TRANSITIONS: &[(ItemStatus, Trigger, ItemStatus)] = &[
    (Pending, Trigger::Confirm, Confirmed),
    (Pending, Trigger::Block, Blocked),
    (Pending, Trigger::Reject, Rejected),
    (Pending, Trigger::Defer, Deferred),
    (Pending, Trigger::Edit, Pending),
    (Pending, Trigger::Refresh, Pending),
    (Pending, Trigger::Retract, Retracted),
    (Pending, Trigger::Expire, Expired),
    (Pending, Trigger::Drift, Stale),
    (Deferred, Trigger::Confirm, Confirmed),
    (Deferred, Trigger::Block, Blocked),
    (Deferred, Trigger::Reject, Rejected),
    (Deferred, Trigger::Defer, Deferred),
    (Deferred, Trigger::Return, Pending),
    (Deferred, Trigger::Edit, Pending),
    (Deferred, Trigger::Refresh, Pending),
    (Deferred, Trigger::Retract, Retracted),
    (Deferred, Trigger::Expire, Expired),
    (Deferred, Trigger::Drift, Stale),
    (Blocked, Trigger::Confirm, Confirmed),
    (Blocked, Trigger::Block, Blocked),
    (Blocked, Trigger::Unblock, Pending),
    (Blocked, Trigger::Reject, Rejected),
    (Blocked, Trigger::Edit, Pending),
    (Blocked, Trigger::Refresh, Pending),
    (Blocked, Trigger::Retract, Retracted),
    (Blocked, Trigger::Expire, Expired),
    (Blocked, Trigger::Drift, Stale),
    (Confirmed, Trigger::Begin, Applying),
    (Confirmed, Trigger::Withdraw, Pending),
    (Confirmed, Trigger::Expire, Expired),
    (Confirmed, Trigger::Drift, Stale),
    (Applied, Trigger::Again, Applying),
    (Applying, Trigger::Land, Applied),
    (Applying, Trigger::Fail, Pending),
    (Applying, Trigger::Break, Failed),
    (Applying, Trigger::Drift, Stale),
    (Applying, Trigger::Doubt, NeedsReview),
    (Stale, Trigger::Edit, Pending),
    (Stale, Trigger::Refresh, Pending),
    (Stale, Trigger::Reject, Rejected),
    (Stale, Trigger::Retract, Retracted),
    (Stale, Trigger::Expire, Expired),
    (NeedsReview, Trigger::Land, Applied),
    (NeedsReview, Trigger::Reopen, Pending),
    (Rejected, Trigger::Withdraw, Pending),
];

impl ItemStatus {
    /// Every state.
    pub const ALL: [Self; 12] = [
        Pending,
        Deferred,
        Blocked,
        Confirmed,
        Applying,
        Applied,
        Failed,
        Stale,
        NeedsReview,
        Rejected,
        Retracted,
        Expired,
    ];

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Pending => "pending",
            Deferred => "deferred",
            Blocked => "blocked",
            Confirmed => "confirmed",
            Applying => "applying",
            Applied => "applied",
            Failed => "failed",
            Stale => "stale",
            NeedsReview => "needs_review",
            Rejected => "rejected",
            Retracted => "retracted",
            Expired => "expired",
        }
    }

    /// Parses a name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.as_str() == word)
    }

    /// Whether its set still waits for it.
    pub fn is_open(self) -> bool {
        matches!(self, Pending | Deferred | Blocked | Confirmed | Applying | Stale | NeedsReview)
    }

    /// Whether a person can still approve or reject it.
    pub fn is_decidable(self) -> bool {
        matches!(self, Pending | Deferred | Blocked | Stale)
    }

    /// Returns the state that `trigger` leads to.
    pub fn on(self, trigger: Trigger) -> Result<Self> {
        TRANSITIONS
            .iter()
            .find(|(from, by, _)| *from == self && *by == trigger)
            .map(|(_, _, to)| *to)
            .ok_or_else(|| {
                let trigger = format!("{trigger:?}").to_lowercase();
                Error::conflict(say!("judge-item-cannot", status = self.as_str(), trigger))
            })
    }
}

/// The status of a change set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetStatus {
    /// Nothing in it is decided.
    Pending,
    /// Something is, something is not.
    PartiallyResolved,
    /// Nothing is open any more.
    Resolved,
    /// Its time ran out with nothing decided.
    Expired,
}

impl SetStatus {
    /// Returns the state of a set from its number of items, open items and expired items.
    pub fn of(total: u32, open: u32, expired: u32) -> Self {
        match (total, open) {
            (_, 0) if total > 0 && expired == total => Self::Expired,
            (_, 0) => Self::Resolved,
            (total, open) if total == open => Self::Pending,
            _ => Self::PartiallyResolved,
        }
    }

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::PartiallyResolved => "partially_resolved",
            Self::Resolved => "resolved",
            Self::Expired => "expired",
        }
    }

    /// Whether anything in it is open.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::PartiallyResolved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIGGERS: [Trigger; 19] = [
        Trigger::Confirm,
        Trigger::Block,
        Trigger::Unblock,
        Trigger::Reject,
        Trigger::Defer,
        Trigger::Return,
        Trigger::Edit,
        Trigger::Refresh,
        Trigger::Retract,
        Trigger::Expire,
        Trigger::Drift,
        Trigger::Begin,
        Trigger::Again,
        Trigger::Land,
        Trigger::Fail,
        Trigger::Break,
        Trigger::Doubt,
        Trigger::Reopen,
        Trigger::Withdraw,
    ];

    #[test]
    fn every_pair_of_state_and_trigger_has_one_answer() {
        let mut matrix = String::new();
        for from in ItemStatus::ALL {
            for by in TRIGGERS {
                let rows = TRANSITIONS.iter().filter(|(f, b, _)| *f == from && *b == by).count();
                assert!(rows <= 1, "{from:?} on {by:?} leads to two states");
                if let Ok(to) = from.on(by) {
                    matrix.push_str(&format!("{} --{by:?}--> {}\n", from.as_str(), to.as_str()));
                }
            }
        }
        insta::assert_snapshot!(matrix);
    }

    #[test]
    fn what_is_over_stays_over() {
        for over in [Applied, Failed, Retracted, Expired] {
            // What its agent has not begun can be handed over anew; `dispatch_again` alone does that.
            let is_final = |t: &&Trigger| over != Applied || **t != Trigger::Again;
            assert!(TRIGGERS.iter().filter(is_final).all(|t| over.on(*t).is_err()), "{over:?} must be final");
            assert!(!over.is_open());
        }
        // A rejection can only be withdrawn.
        assert_eq!(TRIGGERS.iter().filter(|t| Rejected.on(**t).is_ok()).count(), 1);
    }

    #[test]
    fn no_effect_begins_without_a_confirmation() {
        for (from, by, to) in TRANSITIONS {
            let begins = [(Confirmed, Trigger::Begin), (Applied, Trigger::Again)];
            assert!(*to != Applying || begins.contains(&(*from, *by)));
            assert!(*to != Applied || matches!(from, Applying | NeedsReview));
        }
    }

    #[test]
    fn a_set_follows_its_items() {
        assert_eq!(SetStatus::of(3, 3, 0), SetStatus::Pending);
        assert_eq!(SetStatus::of(3, 1, 0), SetStatus::PartiallyResolved);
        assert_eq!(SetStatus::of(3, 0, 1), SetStatus::Resolved);
        assert_eq!(SetStatus::of(3, 0, 3), SetStatus::Expired);
    }
}
