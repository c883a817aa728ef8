//! What may become of a record: a table of the states that may follow each other.

use countersign_words::say;

use crate::error::{Error, Result};

/// Where a record stands. What is not in its table cannot happen; a state may always stay.
pub trait Status: Copy + Eq + 'static {
    /// What it is the state of (`plan`).
    const NOUN: &'static str;
    /// From which state to which.
    const TRANSITIONS: &'static [(Self, Self)];

    /// The word for it.
    fn word(self) -> &'static str;

    /// The next state, if it may follow this one.
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
