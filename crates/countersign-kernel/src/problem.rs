//! Problems: the error object for programs, the same on every surface (RFC 9457).

use countersign_words::{Language, Message, said_in, say};
use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, ErrorCode};

/// One problem object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Always `about:blank`: `code` is what programs branch on.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The kind of problem, in words.
    pub title: Message,
    /// The HTTP status of the response that carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The closed code.
    pub code: &'static str,
    /// What happened.
    pub detail: Message,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Message>,
    /// The difference that prevents it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Message>,
}

impl Problem {
    /// Creates a problem that a transport found before any operation ran.
    pub fn new(code: &'static str, title: impl Into<Message>, detail: impl Into<Message>) -> Self {
        Self {
            kind: "about:blank",
            title: title.into(),
            status: None,
            code,
            detail: detail.into(),
            hint: None,
            difference: None,
        }
    }

    /// Creates the problem for an error, without its internal cause.
    pub fn of(error: &Error) -> Self {
        let (hint, difference) = (error.hint.clone(), error.detail.clone());
        Self { hint, difference, ..Self::new(error.code.as_str(), title(error.code), error.message.clone()) }
    }

    /// Returns the object, in that language.
    pub fn to_json(&self, language: Language) -> Value {
        said_in(language, || serde_json::to_value(self)).expect("BUG: our own types are JSON")
    }
}

fn title(code: ErrorCode) -> Message {
    match code {
        ErrorCode::Usage => say!("judge-title-usage"),
        ErrorCode::Invalid => say!("judge-title-invalid"),
        ErrorCode::NotFound => say!("judge-title-not-found"),
        ErrorCode::Conflict => say!("judge-title-conflict"),
        ErrorCode::Stale => say!("judge-title-stale"),
        ErrorCode::Unauthenticated => say!("judge-title-unauthenticated"),
        ErrorCode::Refused => say!("judge-title-refused"),
        ErrorCode::Store => say!("judge-title-store"),
        ErrorCode::Settings => say!("judge-title-settings"),
        ErrorCode::Internal => say!("judge-title-internal"),
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
        let problem = Problem::of(&error).to_json(Language::English);
        assert_eq!(problem["type"], "about:blank");
        assert_eq!(problem["code"], "not_found");
        assert_eq!(problem["detail"], "there is no item i9");
        assert_eq!(problem["hint"], "countersign inbox lists them");
        assert_eq!(problem["difference"], "-a\n+b");
        assert!(!problem.to_string().contains("secret"), "what is underneath stays inside");
    }
}
