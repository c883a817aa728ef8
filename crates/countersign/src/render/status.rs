//! Statuses for people: a word, and a coloured sign.

use countersign_core::{
    answer_status::{
        AnswerStatus, ClaimStatus, DecisionStatus, HappeningWhat, RetractStatus, SetChange, UndoStatus,
    },
    call::propose::CallStatus,
    decision::DecisionWord,
    item::ItemStatus,
    plan::PlanStepStatus,
};

use super::Tone;

/// The sign before a line, and its colour.
pub type Mark = (&'static str, Tone);

const OPEN: Mark = ("○", Tone::Plain);
const DEFERRED: Mark = ("◷", Tone::Dim);
const BLOCKED: Mark = ("◌", Tone::Warn);
const BEGUN: Mark = ("◔", Tone::Good);
const DONE: Mark = ("✓", Tone::Good);
const NO: Mark = ("✗", Tone::Bad);
const FAILED: Mark = ("!", Tone::Bad);
const STALE: Mark = ("~", Tone::Warn);
const UNSURE: Mark = ("?", Tone::Warn);
const OTHER: Mark = ("·", Tone::Dim);

/// A status that is shown to people.
pub trait Status: Copy {
    /// Its word in the API.
    fn word(self) -> &'static str;
    /// Its sign and colour.
    fn mark(self) -> Mark;
}

impl Status for ItemStatus {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Pending => OPEN,
            Self::Deferred => DEFERRED,
            Self::Blocked => BLOCKED,
            Self::Confirmed | Self::Applying => BEGUN,
            Self::Applied => DONE,
            Self::Rejected => NO,
            Self::Failed => FAILED,
            Self::Stale => STALE,
            Self::NeedsReview => UNSURE,
            Self::Retracted | Self::Expired => OTHER,
        }
    }
}

impl Status for CallStatus {
    fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Queued => "queued",
            Self::Waiting => "waiting",
            Self::Rejected => "rejected",
            Self::Refused => "refused",
            Self::Invalid => "invalid",
        }
    }

    fn mark(self) -> Mark {
        match self {
            Self::Done => DONE,
            Self::Queued | Self::Waiting => OPEN,
            Self::Rejected | Self::Refused => NO,
            Self::Invalid => FAILED,
        }
    }
}

impl Status for DecisionStatus {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Pending => OPEN,
            Self::Deferred => DEFERRED,
            Self::Blocked => BLOCKED,
            Self::Confirmed | Self::Applying => BEGUN,
            Self::Applied | Self::Undone => DONE,
            Self::Rejected | Self::Refused => NO,
            Self::Failed | Self::Invalid => FAILED,
            Self::Stale => STALE,
            Self::NeedsReview | Self::NeedsTyped | Self::Unconfirmed => UNSURE,
            Self::Retracted
            | Self::Expired
            | Self::Approved
            | Self::AlreadyDecided
            | Self::Claimed
            | Self::NotShown
            | Self::Changed
            | Self::LeftOut
            | Self::Frozen
            | Self::NotYou
            | Self::SameHuman
            | Self::NeedsPasskey
            | Self::BadAssertion
            | Self::Withdrawn
            | Self::NotDecided
            | Self::Irreversible
            | Self::Undoing
            | Self::AlreadyUndone
            | Self::Purged
            | Self::Usage
            | Self::NotFound
            | Self::Conflict
            | Self::Unauthenticated
            | Self::Store
            | Self::Settings
            | Self::Internal => OTHER,
        }
    }
}

impl Status for UndoStatus {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Undone => DONE,
            Self::Stale => STALE,
            Self::Failed => FAILED,
            Self::Refused => NO,
            Self::Unconfirmed => UNSURE,
            Self::Undoing | Self::AlreadyUndone | Self::Irreversible | Self::Purged => OTHER,
        }
    }
}

impl Status for PlanStepStatus {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Waiting => OPEN,
            Self::Done => DONE,
            Self::Failed => FAILED,
            Self::Blocked => BLOCKED,
            Self::Running | Self::Skipped => OTHER,
        }
    }
}

impl Status for DecisionWord {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Confirmed => DONE,
            Self::Rejected => NO,
            Self::Deferred => DEFERRED,
        }
    }
}

impl Status for ClaimStatus {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Claimed | Self::Released | Self::HeldByAnother => OTHER,
        }
    }
}

impl Status for RetractStatus {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Retracted | Self::NotOpen | Self::NotFound => OTHER,
        }
    }
}

impl Status for AnswerStatus {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Answered
            | Self::AlreadyAnswered
            | Self::Expired
            | Self::Cancelled
            | Self::TakenBack
            | Self::NotAnswered
            | Self::Irreversible => OTHER,
        }
    }
}

impl Status for SetChange {
    fn word(self) -> &'static str {
        self.as_str()
    }

    fn mark(self) -> Mark {
        match self {
            Self::Done => DONE,
            Self::Unchanged => OTHER,
        }
    }
}

/// Returns the mark of an event; `decision` is the word of a decision.
pub fn happened(what: HappeningWhat, decision: Option<&str>) -> Mark {
    match what {
        HappeningWhat::Landed | HappeningWhat::Undone => DONE,
        HappeningWhat::Asked => OPEN,
        HappeningWhat::Expired => OTHER,
        // An approval does not say how it ended.
        HappeningWhat::Decided => decision.and_then(ItemStatus::parse).map_or(OTHER, Status::mark),
    }
}

/// The mark of things without a status.
pub const NONE: Mark = OTHER;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_mark_and_only_what_ended_unseen_shares_one() {
        let unmarked: Vec<_> =
            ItemStatus::ALL.iter().filter(|s| s.mark() == OTHER).map(|s| s.as_str()).collect();
        assert_eq!(unmarked, ["retracted", "expired"]);
    }

    #[test]
    fn a_decision_is_marked_as_the_item_that_it_leaves() {
        for status in ItemStatus::ALL {
            assert_eq!(DecisionStatus::from(status).mark(), status.mark(), "{}", status.as_str());
        }
        assert_eq!(happened(HappeningWhat::Decided, Some("confirmed")), BEGUN);
    }
}
