//! Live events: `GET /v1/events` streams the log as server-sent events. A stream resumes after the number of the last
//! event that was read, with nothing missed and nothing repeated.
//!
//! One task reads new events and keeps the newest encoded; streams share those, and only a stream that is behind reads
//! the store itself. A reader that does not keep up is cut off: it resumes where it was.

mod filter;
mod sight;
mod stream;
mod tail;
mod told;

use std::sync::{
    Arc, Once,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

use axum::{
    Extension, Router,
    body::Body,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderValue, header},
    response::Response,
    routing::get,
};
use countersign_core::{Error, ErrorCode, Result, store::Base};
use countersign_words::say;
use tokio::sync::Semaphore;

use self::{
    filter::{Filter, Params},
    sight::{Pass, Sight},
    stream::{Outlet, Stream},
    tail::Shelf,
};
use crate::{App, Caller, answer::Refusal};

/// The name of the stream in a token's scopes; it is not an operation.
pub const SCOPE: &str = "events.stream";

/// How many streams that are behind may read the store at once.
const READERS: usize = 4;

/// Counters of the streams.
#[derive(Debug, Default)]
pub struct StreamCounts {
    open: AtomicUsize,
    opened: AtomicU64,
    turned_away: AtomicU64,
    cut: AtomicU64,
    told: AtomicU64,
}

impl StreamCounts {
    /// How many are open.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// How many were opened.
    pub fn opened(&self) -> u64 {
        self.opened.load(Ordering::Relaxed)
    }

    /// How many were refused because of the limit.
    pub fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }

    /// How many were cut off because their readers did not keep up.
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// How many events were sent, over all streams.
    pub fn told(&self) -> u64 {
        self.told.load(Ordering::Relaxed)
    }
}

/// A place among the open streams, released on drop.
struct Seat(Arc<StreamCounts>);

impl Seat {
    fn take(counts: &Arc<StreamCounts>, most: usize) -> Option<Self> {
        let more = |open: usize| (open < most).then_some(open + 1);
        if counts.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_err() {
            counts.turned_away.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        counts.opened.fetch_add(1, Ordering::Relaxed);
        Some(Self(counts.clone()))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// State shared by all streams.
pub struct Streams {
    counts: Arc<StreamCounts>,
    shelf: Shelf,
    reads: Semaphore,
    tail: Once,
}

impl Default for Streams {
    fn default() -> Self {
        let (counts, shelf) = (Arc::default(), Shelf::default());
        Self { counts, shelf, reads: Semaphore::new(READERS), tail: Once::new() }
    }
}

impl Streams {
    /// Creates streams that count there.
    pub fn counted(counts: Arc<StreamCounts>) -> Self {
        Self { counts, ..Self::default() }
    }

    /// Returns the counters.
    pub fn counts(&self) -> Arc<StreamCounts> {
        self.counts.clone()
    }

    /// The routes that serve them.
    pub fn routes(self: Arc<Self>) -> Router<Arc<App>> {
        Router::new().route("/v1/events", get(open)).layer(Extension(self))
    }

    /// Makes sure that the task that reads new events runs.
    fn follow(self: &Arc<Self>, app: &Arc<App>) {
        self.tail.call_once(|| {
            tokio::spawn(tail::follow(app.clone(), self.clone()));
        });
        self.shelf.wake();
    }
}
/// What one stream sends, and to whom.
struct View {
    sight: Sight,
    filter: Filter,
    pass: Pass,
}

async fn open(
    State(app): State<Arc<App>>,
    Extension(streams): Extension<Arc<Streams>>,
    caller: Option<Extension<Caller>>,
    headers: HeaderMap,
    query: Result<Query<Params>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Some(Extension(Caller { actor, .. })) = caller else {
        return Err(Error::new(ErrorCode::Unauthenticated, say!("problem-events-nobody")).into());
    };
    if !actor.in_scope(SCOPE) {
        let what = say!("problem-events-scope", actor);
        let hint = say!("problem-events-scope-hint", scopes = actor.scopes.join(", "), scope = SCOPE);
        return Err(Error::refused(what).hint(hint).into());
    }
    let Query(params) =
        query.map_err(|e| Error::usage(say!("problem-events-query", error = e.to_string())))?;
    let after = start(&headers, &params)?;
    let (filter, sight, pass) = (Filter::read(&params)?, Sight::of(&actor), Pass::of(&actor));
    let Some(seat) = Seat::take(&streams.counts, app.settings.limits.streams) else {
        return Err(Refusal::Busy);
    };
    let mut view = View { sight, filter, pass };
    let (view, at) = app
        .blocking(move |engine| {
            let now = engine.env().now_ms();
            let mut at = Err(Error::bug("the log was not looked at"));
            engine.store().view(&mut |base| {
                at = begin(base, &mut view, after, now);
                Ok(())
            })?;
            at.map(|at| (view, at))
        })
        .await?;
    streams.follow(&app);
    let (outlet, out) = Outlet::new(&app, seat);
    tokio::spawn(Stream::new(app, streams, view, at, out).run());
    Ok(respond(outlet))
}

/// Returns the event after which a stream begins; the header wins, since a resuming browser repeats the original URL.
fn start(headers: &HeaderMap, params: &Params) -> Result<Option<u64>> {
    let header = headers.get("last-event-id");
    let given = header.map(|h| h.to_str().unwrap_or("?")).or(params.after.as_deref());
    let Some(text) = given else { return Ok(None) };
    let number = text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
    let wrong =
        || Error::usage(say!("problem-events-not-number", text)).hint(say!("problem-events-number-hint"));
    number.map(Some).ok_or_else(wrong)
}

/// Determines where a stream begins, in the snapshot that everything else is read from.
fn begin(base: &mut dyn Base, view: &mut View, after: Option<u64>, now: u64) -> Result<u64> {
    if let Some(why) = view.pass.lapsed(base, now)? {
        return Err(Error::new(ErrorCode::Unauthenticated, why));
    }
    view.pass.settle(base)?;
    view.filter.settle(base, &view.sight)?;
    let head = base.head()?.seq;
    match after {
        Some(seq) if seq > head => {
            Err(Error::conflict(say!("problem-events-log-ends", head)).hint(say!("problem-events-other-log")))
        }
        given => Ok(given.unwrap_or(head)),
    }
}

fn respond(outlet: Outlet) -> Response {
    let mut response = Response::new(Body::new(outlet));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Some proxies buffer a response before they forward it.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
