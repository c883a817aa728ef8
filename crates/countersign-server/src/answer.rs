//! Maps errors and outcomes to HTTP: one exhaustive match each, and one shape for all problems.

use std::time::Duration;

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use countersign_core::{Answer, Error, ErrorCode, Outcome, Problem};
use countersign_words::{Language, Message, say};
use serde_json::Value;

/// The header with the outcome.
pub(crate) const OUTCOME: &str = "countersign-outcome";
/// The header with the event that recorded a call.
pub(crate) const EVENT: &str = "countersign-event";

/// Returns the status of an error.
pub(crate) fn of_error(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::Usage => StatusCode::BAD_REQUEST,
        ErrorCode::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::Conflict | ErrorCode::Stale => StatusCode::CONFLICT,
        ErrorCode::Unauthenticated => StatusCode::UNAUTHORIZED,
        ErrorCode::Refused => StatusCode::FORBIDDEN,
        ErrorCode::Store => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Settings | ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Returns the status of an outcome; `creates` for operations that create something.
pub(crate) fn of_outcome(outcome: Outcome, creates: bool) -> StatusCode {
    match outcome {
        Outcome::Done if creates => StatusCode::CREATED,
        Outcome::Done => StatusCode::OK,
        Outcome::Held => StatusCode::ACCEPTED,
        Outcome::Stale => StatusCode::CONFLICT,
        Outcome::Refused => StatusCode::FORBIDDEN,
        Outcome::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        // The tool behind the gate failed, not the gate.
        Outcome::Failed => StatusCode::BAD_GATEWAY,
        Outcome::Missing => StatusCode::NOT_FOUND,
    }
}

/// Builds the response of an answer: its bare output, and in headers its outcome and event.
pub(crate) fn respond(answer: &Answer, creates: bool) -> Response {
    let mut response = json(of_outcome(answer.outcome, creates), "application/json", &answer.value);
    let headers = response.headers_mut();
    headers.insert(OUTCOME, HeaderValue::from_static(answer.outcome.as_str()));
    if let Some(event) = answer.event.as_deref().and_then(|e| HeaderValue::from_str(e).ok()) {
        headers.insert(EVENT, event);
    }
    response
}

/// A response of JSON.
pub(crate) fn json(status: StatusCode, media: &'static str, value: &Value) -> Response {
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    response
}

/// Translates a problem into the language of the request, if it is not English.
pub(crate) fn in_language(mut response: Response, language: Language) -> Response {
    if language != Language::English
        && let Some(problem) = response.extensions_mut().remove::<Problem>()
    {
        response.headers_mut().remove(header::CONTENT_LENGTH);
        *response.body_mut() = Body::from(problem.to_json(language).to_string());
    }
    response
}

/// Why a request was not answered by an operation.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The operation, or parsing its input, failed.
    Error(Error),
    /// There is no such path.
    NoRoute,
    /// The path has only these methods.
    Method(Message),
    /// The request was meant for another host.
    Misdirected,
    /// It comes from a page of another site.
    CrossSite,
    /// The request has a session cookie but not the CSRF token of the session's pages.
    Forged,
    /// The body exceeds the limit.
    TooLarge,
    /// The body is not JSON.
    MediaType,
    /// The body did not arrive in time.
    SlowBody,
    /// The answer was not ready in time.
    TimedOut,
    /// Too many requests are being served.
    Busy,
    /// This actor calls too often.
    TooOften(Duration),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Refusal {
    /// Returns the status and the problem.
    pub(crate) fn told(&self) -> (StatusCode, Problem) {
        let hinted = |problem: Problem, hint: Message| Problem { hint: Some(hint), ..problem };
        match self {
            Self::Error(e) => (of_error(e.code), Problem::of(e)),
            Self::NoRoute => (
                StatusCode::NOT_FOUND,
                hinted(
                    Problem::new("not_found", say!("judge-title-not-found"), say!("problem-http-no-route")),
                    say!("problem-http-no-route-hint"),
                ),
            ),
            Self::Method(allow) => (
                StatusCode::METHOD_NOT_ALLOWED,
                hinted(
                    Problem::new("method", say!("problem-http-method-title"), say!("problem-http-method")),
                    say!("problem-http-method-takes", said = allow),
                ),
            ),
            Self::Misdirected => (
                StatusCode::MISDIRECTED_REQUEST,
                hinted(
                    Problem::new(
                        "misdirected",
                        say!("problem-http-misdirected-title"),
                        say!("problem-http-misdirected"),
                    ),
                    say!("problem-http-misdirected-hint"),
                ),
            ),
            Self::CrossSite => (
                StatusCode::FORBIDDEN,
                hinted(
                    Problem::new("cross_site", say!("judge-title-refused"), say!("problem-http-cross-site")),
                    say!("problem-http-cross-site-hint"),
                ),
            ),
            Self::Forged => (
                StatusCode::FORBIDDEN,
                hinted(
                    Problem::new("csrf", say!("judge-title-refused"), say!("problem-http-forged")),
                    say!("problem-http-forged-hint"),
                ),
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                hinted(
                    Problem::new(
                        "too_large",
                        say!("problem-http-too-large-title"),
                        say!("problem-http-too-large"),
                    ),
                    say!("problem-http-too-large-hint"),
                ),
            ),
            Self::MediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                hinted(
                    Problem::new(
                        "media_type",
                        say!("problem-http-media-type-title"),
                        say!("problem-http-media-type"),
                    ),
                    say!("problem-http-media-type-hint"),
                ),
            ),
            Self::SlowBody => (
                StatusCode::REQUEST_TIMEOUT,
                hinted(
                    Problem::new(
                        "slow_body",
                        say!("problem-http-slow-title"),
                        say!("problem-http-slow-body"),
                    ),
                    say!("problem-http-slow-body-hint"),
                ),
            ),
            Self::TimedOut => (
                StatusCode::GATEWAY_TIMEOUT,
                hinted(
                    Problem::new(
                        "timed_out",
                        say!("problem-http-slow-title"),
                        say!("problem-http-timed-out"),
                    ),
                    say!("problem-http-timed-out-hint"),
                ),
            ),
            Self::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                hinted(
                    Problem::new("busy", say!("problem-http-busy-title"), say!("problem-http-busy")),
                    say!("problem-http-retry-after"),
                ),
            ),
            Self::TooOften(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                hinted(
                    Problem::new(
                        "too_often",
                        say!("problem-http-too-often-title"),
                        say!("problem-http-too-often"),
                    ),
                    say!("problem-http-retry-after"),
                ),
            ),
        }
    }

    /// Returns the code of its problem, for logs.
    pub(crate) fn code(&self) -> &'static str {
        self.told().1.code
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Busy => Some(1),
            Self::TooOften(wait) => Some(wait.as_secs().saturating_add(1)),
            _ => None,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        if let Self::Error(e) = &self
            && let Some(internal) = e.internal()
        {
            tracing::error!(code = e.code.as_str(), internal, "a call failed inside");
        }
        let (status, problem) = self.told();
        let problem = Problem { status: Some(status.as_u16()), ..problem };
        let mut response = json(status, "application/problem+json", &problem.to_json(Language::English));
        if let Some(seconds) = self.retry_after_s() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if let Self::Method(allow) = &self
            && let Ok(allow) = HeaderValue::from_str(allow)
        {
            response.headers_mut().insert(header::ALLOW, allow);
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::REQUEST_TIMEOUT {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response.extensions_mut().insert(problem);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_and_outcome_has_its_documented_status() {
        let errors: Vec<_> = ErrorCode::ALL.iter().map(|c| (c.as_str(), of_error(*c).as_u16())).collect();
        assert_eq!(
            errors,
            [
                ("usage", 400),
                ("invalid", 422),
                ("not_found", 404),
                ("conflict", 409),
                ("stale", 409),
                ("unauthenticated", 401),
                ("refused", 403),
                ("store", 503),
                ("settings", 500),
                ("internal", 500),
            ]
        );
        let outcomes: Vec<_> =
            Outcome::ALL.iter().map(|o| (o.as_str(), of_outcome(*o, false).as_u16())).collect();
        assert_eq!(
            outcomes,
            [
                ("done", 200),
                ("held", 202),
                ("stale", 409),
                ("refused", 403),
                ("invalid", 422),
                ("failed", 502),
                ("missing", 404)
            ]
        );
        assert_eq!(of_outcome(Outcome::Done, true), StatusCode::CREATED);
    }

    #[test]
    fn what_was_underneath_reaches_no_client() {
        let (status, problem) = Refusal::from(Error::bug("row 7 of the table")).told();
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!problem.to_json(Language::English).to_string().contains("row 7"));
    }
}
