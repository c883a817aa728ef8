//! Converts errors from the wire back to our own errors.

use countersign_core::{Error, ErrorCode};
use countersign_words::{Message, say};
use serde::Deserialize as _;
use serde_json::Value;

/// Converts a problem object to an error; `status` is used if its code is unknown.
pub fn of_problem(problem: &Value, status: u16) -> Error {
    let code = serde_json::from_value(problem["code"].clone()).unwrap_or_else(|_| of_status(status));
    let text = |member: &str| Message::deserialize(&problem[member]).ok().filter(|text| !text.is_empty());
    let message = text("detail").or_else(|| text("title"));
    let mut error = Error::new(code, message.unwrap_or_else(|| say!("problem-client-status", status)));
    error.hint = text("hint");
    error.detail = text("difference");
    error
}

fn of_status(status: u16) -> ErrorCode {
    match status {
        401 => ErrorCode::Unauthenticated,
        403 => ErrorCode::Refused,
        404 => ErrorCode::NotFound,
        409 | 429 => ErrorCode::Conflict,
        413 | 422 => ErrorCode::Invalid,
        400..=499 => ErrorCode::Usage,
        502..=504 => ErrorCode::Store,
        _ => ErrorCode::Internal,
    }
}

#[cfg(test)]
mod tests {
    use countersign_core::Problem;
    use serde_json::json;

    use countersign_words::Language;

    use super::*;

    #[test]
    fn every_error_comes_back_as_it_was_sent() {
        for code in ErrorCode::ALL {
            let sent = Error::new(code, "it did not work").hint("try again");
            assert_eq!(of_problem(&Problem::of(&sent).to_json(Language::English), 500), sent);
        }
    }

    #[test]
    fn b3_what_was_sent_with_its_id_can_be_said_in_any_language() {
        let sent = Error::new(ErrorCode::Store, say!("problem-client-status", status = 7));
        let problem = countersign_words::kept(|| json!(Problem::of(&sent)));
        let message = of_problem(&problem, 503).message;
        assert_eq!(message.in_language(Language::German), sent.message.in_language(Language::German));
        assert_ne!(message.in_language(Language::German), sent.message.as_str());
    }

    #[test]
    fn the_difference_that_stands_in_the_way_comes_along() {
        let problem = json!({"code": "stale", "detail": "it moved", "difference": "-a\n+b"});
        assert_eq!(of_problem(&problem, 409).detail.as_deref(), Some("-a\n+b"));
    }

    #[test]
    fn an_unknown_code_is_told_by_the_status_and_never_as_success() {
        for (status, code) in [
            (429, ErrorCode::Conflict),
            (413, ErrorCode::Invalid),
            (401, ErrorCode::Unauthenticated),
            (503, ErrorCode::Store),
            (500, ErrorCode::Internal),
            (418, ErrorCode::Usage),
        ] {
            assert_eq!(of_problem(&json!({"code": "of tomorrow"}), status).code, code);
            assert!(!of_problem(&Value::Null, status).message.is_empty());
        }
    }
}
