//! Wraps every request: limits on its body, a response even if our code panics, metrics and a log line.

use std::{
    any::Any,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Instant,
};

use axum::{
    body::{Body, HttpBody},
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use countersign_core::{Error, Problem};
use countersign_words::{Language, say};

use super::body::{Bounded, Fault};
use crate::{App, answer::in_language, input, log};

/// Has `next` answer a request, with limits, metrics and the log around it. Not a layer of the routes, because layers
/// are created per request.
pub async fn around<F: Future<Output = Response>>(
    app: &App,
    mut request: Request,
    is_ambiguous: bool,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let began = Instant::now();
    let line = log::Line::of(&mut request);
    let response = match is_ambiguous {
        true => two_lengths(),
        false => {
            let language = input::language(request.headers());
            in_language(answer(app, request, next).await, language)
        }
    };
    app.metrics.request(response.status());
    line.end(&response, began.elapsed());
    response
}

async fn answer<F: Future<Output = Response>>(
    app: &App,
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let limits = &app.settings.limits;
    if request.body().size_hint().lower() > limits.body_bytes as u64 {
        return refusal(Fault::TooLarge, limits.body_bytes);
    }
    let (fault, has_ended) = (Arc::new(OnceLock::new()), Arc::new(AtomicBool::new(true)));
    let request = if request.body().is_end_stream() {
        request
    } else {
        has_ended.store(false, Ordering::Relaxed);
        let (fault, has_ended) = (fault.clone(), has_ended.clone());
        let (bytes, time) = (limits.body_bytes, limits.body_time);
        request.map(|body| Body::new(Bounded::new(body, bytes, time, fault, has_ended)))
    };
    let mut response = match caught(next(request)).await {
        Ok(response) => match fault.get() {
            // A route only knows that it could not read the body; this is why. A route that did not need the body has
            // done its work, and its response stands.
            Some(fault) if !response.status().is_success() => refusal(*fault, limits.body_bytes),
            _ => response,
        },
        Err(panic) => {
            let error = Error::bug(format!("a route panicked: {}", words(&*panic)));
            let mut response = problem(StatusCode::INTERNAL_SERVER_ERROR, Problem::of(&error));
            response.extensions_mut().insert(error);
            response
        }
    };
    if !has_ended.load(Ordering::Relaxed) {
        closes(&mut response);
    }
    response
}

/// Marks the connection as closing: the rest of the body will not be read, so nothing can follow it.
fn closes(response: &mut Response) {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}

/// The response to a request whose body has two lengths: a proxy may have used the other one.
fn two_lengths() -> Response {
    let detail = say!("problem-http-two-lengths");
    let mut response = problem(
        StatusCode::BAD_REQUEST,
        Problem::new("two_lengths", say!("problem-http-two-lengths-title"), detail),
    );
    closes(&mut response);
    response
}

fn refusal(fault: Fault, most: usize) -> Response {
    let (status, problem_of_it) = match fault {
        Fault::TooLarge => (
            StatusCode::PAYLOAD_TOO_LARGE,
            Problem::new(
                "too_large",
                say!("problem-http-too-large-title"),
                say!("problem-http-body-bytes", most),
            ),
        ),
        Fault::TooSlow => (
            StatusCode::REQUEST_TIMEOUT,
            Problem::new("slow_body", say!("problem-http-slowly-title"), say!("problem-http-slowly")),
        ),
    };
    let mut response = problem(status, problem_of_it);
    closes(&mut response);
    response
}

fn problem(status: StatusCode, problem: Problem) -> Response {
    let body = Problem { status: Some(status.as_u16()), ..problem }.to_json(Language::English).to_string();
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Runs a future and catches its panics.
async fn caught<T>(future: impl Future<Output = T>) -> Result<T, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    // The future is not polled again after a panic, so its broken state is not seen; routes share only locks that
    // detect poisoning, and the store's transactions.
    poll_fn(move |cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(Poll::Ready(done)) => Poll::Ready(Ok(done)),
        Ok(Poll::Pending) => Poll::Pending,
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

fn words(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it did not say why")
}
