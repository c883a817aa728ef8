//! From errors and outcomes to HTTP: one exhaustive match each, and one shape for everything that went wrong.

use std::time::Duration;

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use countersign_core::{Answer, Error, ErrorCode, Outcome, Problem};
use serde_json::Value;

/// The header that tells how an answer counts.
pub(crate) const OUTCOME: &str = "countersign-outcome";
/// The header that names the event which recorded a call.
pub(crate) const EVENT: &str = "countersign-event";

/// The status of an error.
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

/// The status of an outcome; `creates` for operations that make something.
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

/// The response of an answer: its output bare, and in headers how it counts and what recorded it.
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

/// Why a request did not get the answer of an operation.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The operation, or the reading of its input, failed.
    Error(Error),
    /// Nothing is served at that path.
    NoRoute,
    /// Something is, by these methods.
    Method(String),
    /// It was meant for a server of another name.
    Misdirected,
    /// It comes from a page of another site.
    CrossSite,
    /// It came with a session's cookie and without the word that only the session's own pages have.
    Forged,
    /// The body is larger than any that is taken.
    TooLarge,
    /// The body is not JSON.
    MediaType,
    /// The body was too long in coming.
    SlowBody,
    /// The answer was too long in coming.
    TimedOut,
    /// Too many others are being served.
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
    /// The status and the problem.
    pub(crate) fn told(&self) -> (StatusCode, Problem) {
        let hinted = |problem: Problem, hint: &str| Problem { hint: Some(hint.to_owned()), ..problem };
        match self {
            Self::Error(e) => (of_error(e.code), Problem::of(e)),
            Self::NoRoute => (
                StatusCode::NOT_FOUND,
                hinted(
                    Problem::new(
                        "not_found",
                        "Nothing has that id or name",
                        "nothing is served at that path",
                    ),
                    "/v1/openapi.json lists everything",
                ),
            ),
            Self::Method(allow) => (
                StatusCode::METHOD_NOT_ALLOWED,
                hinted(
                    Problem::new("method", "Another method is needed", "that path does not take this method"),
                    &format!("it takes {allow}"),
                ),
            ),
            Self::Misdirected => (
                StatusCode::MISDIRECTED_REQUEST,
                hinted(
                    Problem::new("misdirected", "Another server was meant", "this server has no such name"),
                    "use localhost or its address with the port, or add the name to its settings",
                ),
            ),
            Self::CrossSite => (
                StatusCode::FORBIDDEN,
                hinted(
                    Problem::new(
                        "cross_site",
                        "Not allowed",
                        "pages of other sites may not call this server",
                    ),
                    "a reverse proxy's name belongs into the settings",
                ),
            ),
            Self::Forged => (
                StatusCode::FORBIDDEN,
                hinted(
                    Problem::new("csrf", "Not allowed", "a session's cookie alone changes nothing"),
                    "send the csrf of GET /v1/session as Countersign-CSRF",
                ),
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                hinted(
                    Problem::new("too_large", "The body is too large", "the body is larger than is taken"),
                    "send less at once, or name a file instead",
                ),
            ),
            Self::MediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                hinted(
                    Problem::new("media_type", "The body must be JSON", "the body is not application/json"),
                    "send Content-Type: application/json",
                ),
            ),
            Self::SlowBody => (
                StatusCode::REQUEST_TIMEOUT,
                hinted(
                    Problem::new("slow_body", "It took too long", "the body did not come in time"),
                    "nothing was done; send it again",
                ),
            ),
            Self::TimedOut => (
                StatusCode::GATEWAY_TIMEOUT,
                hinted(
                    Problem::new("timed_out", "It took too long", "the call was not done in time"),
                    "it may still land; ask again with the same Idempotency-Key to find out",
                ),
            ),
            Self::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                hinted(
                    Problem::new(
                        "busy",
                        "Too many calls at once",
                        "as many calls as can be are being served",
                    ),
                    "wait as long as Retry-After says",
                ),
            ),
            Self::TooOften(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                hinted(
                    Problem::new("too_often", "Too many calls", "this caller asks more often than it may"),
                    "wait as long as Retry-After says",
                ),
            ),
        }
    }

    /// The code in its problem, which logs tell it by.
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
        let mut response = json(status, "application/problem+json", &problem.to_json());
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
        assert!(!problem.to_json().to_string().contains("row 7"));
    }
}
