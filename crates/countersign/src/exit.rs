//! Exit codes, which scripts can branch on.

use countersign_core::{ErrorCode, Outcome};
use countersign_words::{Message, say};

/// It was done.
pub const DONE: u8 = 0;
/// It was tried and failed.
pub const FAILED: u8 = 1;
/// The command line was wrong.
pub const USAGE: u8 = 2;
/// A verdict, a person or an authority check said no.
pub const REFUSED: u8 = 3;
/// The state has changed or forbids it.
pub const CONFLICT: u8 = 4;
/// Nothing has that id.
pub const MISSING: u8 = 5;
/// There is no store.
pub const STORE: u8 = 6;
/// It waits for a person.
pub const HELD: u8 = 7;

/// A person pressed Ctrl-C, as shells say it.
pub const INTERRUPTED: u8 = 130;

/// What each means, for people.
pub static MEANINGS: &[(u8, Message)] = &[
    (DONE, say!("command-exit-done")),
    (FAILED, say!("command-exit-failed")),
    (USAGE, say!("command-exit-usage")),
    (REFUSED, say!("command-exit-refused")),
    (CONFLICT, say!("command-exit-conflict")),
    (MISSING, say!("command-exit-missing")),
    (STORE, say!("command-exit-store")),
    (HELD, say!("command-exit-held")),
];

/// From best to worst: when several calls were made, the rightmost wins.
const ORDER: [u8; 8] = [DONE, HELD, CONFLICT, REFUSED, MISSING, FAILED, STORE, USAGE];

/// The exit code of an error.
pub fn of_error(code: ErrorCode) -> u8 {
    match code {
        ErrorCode::Usage | ErrorCode::Invalid => USAGE,
        ErrorCode::NotFound => MISSING,
        ErrorCode::Conflict | ErrorCode::Stale => CONFLICT,
        ErrorCode::Unauthenticated | ErrorCode::Refused => REFUSED,
        ErrorCode::Store => STORE,
        ErrorCode::Settings | ErrorCode::Internal => FAILED,
    }
}

/// The exit code of an outcome.
pub fn of_outcome(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Done => DONE,
        Outcome::Held => HELD,
        Outcome::Stale => CONFLICT,
        Outcome::Refused => REFUSED,
        Outcome::Invalid => USAGE,
        Outcome::Failed => FAILED,
        Outcome::Missing => MISSING,
    }
}

/// The worse of two exit codes.
pub fn worse(a: u8, b: u8) -> u8 {
    let rank = |code: u8| ORDER.iter().position(|c| *c == code);
    if rank(a) >= rank(b) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_and_outcome_has_its_documented_code() {
        let errors: Vec<_> = ErrorCode::ALL.iter().map(|c| (c.as_str(), of_error(*c))).collect();
        assert_eq!(
            errors,
            [
                ("usage", 2),
                ("invalid", 2),
                ("not_found", 5),
                ("conflict", 4),
                ("stale", 4),
                ("unauthenticated", 3),
                ("refused", 3),
                ("store", 6),
                ("settings", 1),
                ("internal", 1),
            ]
        );
        let outcomes: Vec<_> = Outcome::ALL.iter().map(|o| (o.as_str(), of_outcome(*o))).collect();
        assert_eq!(
            outcomes,
            [
                ("done", 0),
                ("held", 7),
                ("stale", 4),
                ("refused", 3),
                ("invalid", 2),
                ("failed", 1),
                ("missing", 5)
            ]
        );
    }

    #[test]
    fn no_error_looks_like_success() {
        assert!(ErrorCode::ALL.iter().all(|c| of_error(*c) != DONE && of_error(*c) != HELD));
    }

    #[test]
    fn the_worst_of_several_wins_in_any_order() {
        for (i, better) in ORDER.iter().enumerate() {
            for worse_one in &ORDER[i..] {
                assert_eq!(worse(*better, *worse_one), *worse_one);
                assert_eq!(worse(*worse_one, *better), *worse_one);
            }
        }
        assert_eq!(ORDER, [0, 7, 4, 3, 5, 1, 6, 2]);
        assert!(ORDER.iter().all(|code| MEANINGS.iter().any(|(known, _)| known == code)));
    }
}
