//! Errors that came over the wire, made into errors of ours again.

use countersign_core::{Error, ErrorCode};
use serde_json::Value;

/// The error that a problem object tells of; `status` counts where its code is not one of ours.
pub fn of_problem(problem: &Value, status: u16) -> Error {
    let code = serde_json::from_value(problem["code"].clone()).unwrap_or_else(|_| of_status(status));
    let text = |member: &str| problem[member].as_str().filter(|t| !t.is_empty()).map(str::to_owned);
    let message = text("detail").or_else(|| text("title"));
    let mut error = Error::new(code, message.unwrap_or_else(|| format!("the daemon answered {status}")));
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

    use super::*;

    #[test]
    fn every_error_comes_back_as_it_was_sent() {
        for code in ErrorCode::ALL {
            let sent = Error::new(code, "it did not work").hint("try again");
            assert_eq!(of_problem(&Problem::of(&sent).to_json(), 500), sent);
        }
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
