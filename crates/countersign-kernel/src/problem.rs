//! Problems: how an error is told to programs, the same object in every surface (RFC 9457).

use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, ErrorCode};

/// One problem object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Always `about:blank`: `code` is what programs branch on.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What kind of problem it is, in words.
    pub title: &'static str,
    /// The status of the HTTP answer that carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The closed code.
    pub code: &'static str,
    /// What happened.
    pub detail: String,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The difference that stands in the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
}

impl Problem {
    /// A problem that a transport found before any operation ran.
    pub fn new(code: &'static str, title: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title,
            status: None,
            code,
            detail: detail.into(),
            hint: None,
            difference: None,
        }
    }

    /// The problem of an error; what was underneath stays inside.
    pub fn of(error: &Error) -> Self {
        let (hint, difference) = (error.hint.clone(), error.detail.clone());
        Self { hint, difference, ..Self::new(error.code.as_str(), title(error.code), error.message.as_str()) }
    }

    /// The object.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("BUG: our own types are JSON")
    }
}

fn title(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::Usage => "The request is malformed",
        ErrorCode::Invalid => "The content cannot be accepted",
        ErrorCode::NotFound => "Nothing has that id or name",
        ErrorCode::Conflict => "The state does not allow it",
        ErrorCode::Stale => "It has changed since",
        ErrorCode::Unauthenticated => "No valid token",
        ErrorCode::Refused => "Not allowed",
        ErrorCode::Store => "The store cannot be used",
        ErrorCode::Settings => "A settings file cannot be used",
        ErrorCode::Internal => "A defect of Countersign",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_has_code_words_and_hint() {
        let error = Error::not_found("there is no item i9")
            .hint("countersign inbox lists them")
            .because("secret")
            .detail("-a\n+b");
        let problem = Problem::of(&error).to_json();
        assert_eq!(problem["type"], "about:blank");
        assert_eq!(problem["code"], "not_found");
        assert_eq!(problem["detail"], "there is no item i9");
        assert_eq!(problem["hint"], "countersign inbox lists them");
        assert_eq!(problem["difference"], "-a\n+b");
        assert!(!problem.to_string().contains("secret"), "what is underneath stays inside");
    }
}
