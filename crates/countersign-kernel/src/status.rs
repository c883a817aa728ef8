//! State machines of records: a table of the allowed transitions.

use countersign_words::say;

use crate::error::{Error, Result};

/// The state of a record. Transitions outside the table cannot happen; staying in a state is always allowed.
pub trait Status: Copy + Eq + 'static {
    /// The noun it is the state of (`plan`).
    const NOUN: &'static str;
    /// The allowed transitions, from and to.
    const TRANSITIONS: &'static [(Self, Self)];

    /// Returns its name.
    fn word(self) -> &'static str;

    /// Returns the next state, if that transition is allowed.
    fn to(self, next: Self) -> Result<Self> {
        if self == next || Self::TRANSITIONS.contains(&(self, next)) {
            return Ok(next);
        }
        Err(Error::conflict(say!(
            "judge-status-cannot-become",
            noun = Self::NOUN,
            from = self.word(),
            to = next.word()
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Door {
        Open,
        Shut,
        Gone,
    }

    impl Status for Door {
        const NOUN: &'static str = "door";
        const TRANSITIONS: &'static [(Self, Self)] =
            &[(Self::Open, Self::Shut), (Self::Shut, Self::Open), (Self::Shut, Self::Gone)];

        fn word(self) -> &'static str {
            match self {
                Self::Open => "open",
                Self::Shut => "shut",
                Self::Gone => "gone",
            }
        }
    }

    #[test]
    fn only_what_the_table_has_can_happen_and_a_state_may_stay() {
        assert_eq!(Door::Open.to(Door::Shut), Ok(Door::Shut));
        assert_eq!(Door::Gone.to(Door::Gone), Ok(Door::Gone));
        let error = Door::Open.to(Door::Gone).unwrap_err();
        assert_eq!(
            (error.code, error.message.as_str()),
            (ErrorCode::Conflict, "a door that is open cannot become gone")
        );
    }
}
