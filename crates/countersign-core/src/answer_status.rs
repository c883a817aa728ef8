//! The status words in answers of operations: one enum for each kind of answer, written in JSON as the word.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{error::ErrorCode, item::ItemStatus};

/// Declares an enum whose variants are written as words.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident => $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All variants.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns its name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

words! {
    /// The outcome of a decision on an item.
    DecisionStatus {
        /// The item waits for a person.
        Pending => "pending",
        /// A person put it off.
        Deferred => "deferred",
        /// It waits for the result of another item.
        Blocked => "blocked",
        /// A person said yes; the effect has not begun.
        Confirmed => "confirmed",
        /// The effect has begun.
        Applying => "applying",
        /// The effect landed.
        Applied => "applied",
        /// The effect failed, or the decision could not be carried out.
        Failed => "failed",
        /// The state it depends on has changed.
        Stale => "stale",
        /// The effect began and nobody knows how it ended.
        NeedsReview => "needs_review",
        /// A person said no.
        Rejected => "rejected",
        /// The agent took it back.
        Retracted => "retracted",
        /// Nobody decided in time.
        Expired => "expired",
        /// The yes counts, and another person's is needed as well.
        Approved => "approved",
        /// Somebody decided before.
        AlreadyDecided => "already_decided",
        /// Another person holds it.
        Claimed => "claimed",
        /// It was never shown to this person.
        NotShown => "not_shown",
        /// It differs from what was shown.
        Changed => "changed",
        /// A yes to several at once does not take it.
        LeftOut => "left_out",
        /// Everything is frozen.
        Frozen => "frozen",
        /// The rule asks for somebody else.
        NotYou => "not_you",
        /// Another yes may come from the same human.
        SameHuman => "same_human",
        /// Something must be typed to confirm it.
        NeedsTyped => "needs_typed",
        /// It must be signed with a passkey.
        NeedsPasskey => "needs_passkey",
        /// The signature is not good.
        BadAssertion => "bad_assertion",
        /// Its effect was taken back.
        Undone => "undone",
        /// The answer to it was taken back.
        Withdrawn => "withdrawn",
        /// There is no answer to take back.
        NotDecided => "not_decided",
        /// It cannot be taken back.
        Irreversible => "irreversible",
        /// Its undo is under way.
        Undoing => "undoing",
        /// It was undone before.
        AlreadyUndone => "already_undone",
        /// The bytes that its undo needs are gone.
        Purged => "purged",
        /// Its undo may not restore everything, and nobody has said yes to that.
        Unconfirmed => "unconfirmed",
        /// It may not be done.
        Refused => "refused",
        /// The request is malformed.
        Usage => "usage",
        /// What the request says cannot be accepted.
        Invalid => "invalid",
        /// Nothing has that id.
        NotFound => "not_found",
        /// The state does not allow it now.
        Conflict => "conflict",
        /// No valid token came with the call.
        Unauthenticated => "unauthenticated",
        /// The store cannot be used.
        Store => "store",
        /// A settings file cannot be used.
        Settings => "settings",
        /// A defect of ours.
        Internal => "internal",
    }
}

impl From<ItemStatus> for DecisionStatus {
    fn from(status: ItemStatus) -> Self {
        match status {
            ItemStatus::Pending => Self::Pending,
            ItemStatus::Deferred => Self::Deferred,
            ItemStatus::Blocked => Self::Blocked,
            ItemStatus::Confirmed => Self::Confirmed,
            ItemStatus::Applying => Self::Applying,
            ItemStatus::Applied => Self::Applied,
            ItemStatus::Failed => Self::Failed,
            ItemStatus::Stale => Self::Stale,
            ItemStatus::NeedsReview => Self::NeedsReview,
            ItemStatus::Rejected => Self::Rejected,
            ItemStatus::Retracted => Self::Retracted,
            ItemStatus::Expired => Self::Expired,
        }
    }
}

impl From<ErrorCode> for DecisionStatus {
    fn from(code: ErrorCode) -> Self {
        match code {
            ErrorCode::Usage => Self::Usage,
            ErrorCode::Invalid => Self::Invalid,
            ErrorCode::NotFound => Self::NotFound,
            ErrorCode::Conflict => Self::Conflict,
            ErrorCode::Stale => Self::Stale,
            ErrorCode::Unauthenticated => Self::Unauthenticated,
            ErrorCode::Refused => Self::Refused,
            ErrorCode::Store => Self::Store,
            ErrorCode::Settings => Self::Settings,
            ErrorCode::Internal => Self::Internal,
        }
    }
}

impl From<UndoStatus> for DecisionStatus {
    /// Converts the status of an undo to that of the item that proposed it.
    fn from(status: UndoStatus) -> Self {
        match status {
            UndoStatus::Undone => Self::Applied,
            UndoStatus::Undoing => Self::Undoing,
            UndoStatus::AlreadyUndone => Self::AlreadyUndone,
            UndoStatus::Irreversible => Self::Irreversible,
            UndoStatus::Purged => Self::Purged,
            UndoStatus::Stale => Self::Stale,
            UndoStatus::Failed => Self::Failed,
            UndoStatus::Refused => Self::Refused,
            UndoStatus::Unconfirmed => Self::Unconfirmed,
        }
    }
}

words! {
    /// The outcome of an undo.
    UndoStatus {
        /// It was taken back.
        Undone => "undone",
        /// It has begun.
        Undoing => "undoing",
        /// It was taken back before.
        AlreadyUndone => "already_undone",
        /// It has no undo.
        Irreversible => "irreversible",
        /// The bytes that it needs are gone.
        Purged => "purged",
        /// Something has changed since.
        Stale => "stale",
        /// It was tried and failed.
        Failed => "failed",
        /// The call that would take it back is not let through.
        Refused => "refused",
        /// It may not restore everything, and nobody has said yes to that.
        Unconfirmed => "unconfirmed",
    }
}

words! {
    /// What became of a proposal, as its agent is told.
    NewsStatus {
        /// A person said yes; the effect has not begun.
        Confirmed => "confirmed",
        /// The effect has begun.
        Applying => "applying",
        /// The effect landed.
        Applied => "applied",
        /// A person said no.
        Rejected => "rejected",
        /// The agent took it back.
        Retracted => "retracted",
        /// Nobody decided in time.
        Expired => "expired",
        /// The effect failed; the item may wait for the person again.
        Failed => "failed",
        /// What it rests on has moved.
        Stale => "stale",
        /// The effect began and nobody knows how it ended.
        NeedsReview => "needs_review",
        /// The person changed its arguments; it still waits.
        Edited => "edited",
        /// It landed, and was undone since.
        Undone => "undone",
    }
}

words! {
    /// What a person did to something that had landed, as its agent is told.
    TurnedStatus {
        /// They undid it.
        Undone => "undone",
        /// They put it back.
        Redone => "redone",
    }
}

words! {
    /// The outcome of undoing several effects.
    RollbackStatus {
        /// All of them are taken back.
        RolledBack => "rolled_back",
        /// Some still stand.
        Partial => "partial",
        /// Nothing stood.
        NothingToDo => "nothing_to_do",
    }
}

words! {
    /// The outcome of withdrawing a proposal.
    RetractStatus {
        /// It is taken back.
        Retracted => "retracted",
        /// It was decided before.
        NotOpen => "not_open",
        /// There is none with that id.
        NotFound => "not_found",
    }
}

words! {
    /// Who holds an item or a set now.
    ClaimStatus {
        /// The caller.
        Claimed => "claimed",
        /// Nobody.
        Released => "released",
        /// Another person.
        HeldByAnother => "held_by_another",
    }
}

words! {
    /// The outcome of an answer to a question.
    AnswerStatus {
        /// It is the answer.
        Answered => "answered",
        /// Somebody answered before.
        AlreadyAnswered => "already_answered",
        /// The question's time is over.
        Expired => "expired",
        /// The question was called off.
        Cancelled => "cancelled",
        /// The answer is taken back.
        TakenBack => "taken_back",
        /// There is no answer to take back.
        NotAnswered => "not_answered",
        /// It can no longer be undone.
        Irreversible => "irreversible",
    }
}

words! {
    /// The outcome of one element of a batch call.
    ElementOutcome {
        /// It was queued, or done at once.
        Added => "added",
        /// It cannot run.
        Malformed => "malformed",
        /// It is already so, or already proposed.
        Redundant => "redundant",
        /// It was refused, or rejected before.
        Rejected => "rejected",
    }
}

words! {
    /// The outcome of a change to a working set.
    SetChange {
        /// It was made.
        Done => "done",
        /// There was nothing to change.
        Unchanged => "unchanged",
    }
}

words! {
    /// What waits for a person.
    WaitsKind {
        /// An item.
        Item => "item",
        /// A step of a run.
        Step => "step",
        /// A plan.
        Plan => "plan",
        /// A question.
        Question => "question",
        /// A stage.
        Stage => "stage",
        /// A settings file, which loosens something.
        Settings => "settings",
    }
}

words! {
    /// What happened that a person wants to hear of.
    HappeningWhat {
        /// An effect landed.
        Landed => "landed",
        /// An effect was taken back.
        Undone => "undone",
        /// A person decided.
        Decided => "decided",
        /// Something was asked.
        Asked => "asked",
        /// Nobody decided in time.
        Expired => "expired",
    }
}

words! {
    /// What it happened to.
    HappeningKind {
        /// A receipt.
        Receipt => "receipt",
        /// A decision.
        Decision => "decision",
        /// An item.
        Item => "item",
        /// A plan.
        Plan => "plan",
        /// A question.
        Question => "question",
    }
}

words! {
    /// What a person can say to a plan.
    PlanChoice {
        /// Carry it out.
        Approve => "approve",
        /// Never carry it out.
        Reject => "reject",
        /// Begin no further step for now.
        Pause => "pause",
        /// Go on.
        Resume => "resume",
        /// Try the failed step again.
        Retry => "retry",
        /// Leave the next step out.
        Skip => "skip",
        /// End it.
        Abort => "abort",
        /// Take back what its steps did.
        Rollback => "rollback",
    }
}

words! {
    /// The state of a watched folder.
    WatchState {
        /// It has not begun yet.
        Beginning => "beginning",
        /// Changes are detected.
        Watching => "watching",
        /// Everything is frozen.
        Frozen => "frozen",
        /// It has ended.
        Ended => "ended",
    }
}

words! {
    /// How an upstream tool's definition compares with the accepted one.
    OfferedState {
        /// Nothing was accepted of it.
        New => "new",
        /// It differs from the accepted definition.
        Changed => "changed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_written_and_read_as_its_word() {
        for status in DecisionStatus::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
        for status in ItemStatus::ALL {
            assert_eq!(DecisionStatus::from(status).as_str(), status.as_str());
        }
        for code in ErrorCode::ALL {
            assert_eq!(DecisionStatus::from(code).as_str(), code.as_str());
        }
    }
}
