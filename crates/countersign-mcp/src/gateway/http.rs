//! Streamable HTTP: each request identifies its caller. Sessions of older revisions belong to whoever opened them and
//! are bounded in number and idle time.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use ::http::{Request, Response, StatusCode, header};
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::{
    BodyExt as _, Full,
    combinators::{BoxBody, UnsyncBoxBody},
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService,
    session::local::{LocalSessionManager, SessionConfig},
};
use serde_json::json;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{Gateway, Session, Who, direct, direct::Direct};

/// The maximum number of sessions, in total and per agent.
const SESSIONS: usize = 512;
const SESSIONS_EACH: usize = 64;
/// The idle time after which a session ends.
const IDLE: Duration = Duration::from_secs(30 * 60);

const SESSION_ID: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";
/// The first revision without sessions.
pub(super) const WITHOUT_SESSIONS: &str = "2026-07-28";

pub(super) type Answer = Response<BoxBody<Bytes, Infallible>>;
/// A request with a boxed body, so that everything behind it is compiled once, here.
type Brought = UnsyncBoxBody<Bytes, String>;

/// An answer in progress. Boxed, so that it is compiled in this crate and not in each caller.
pub(super) type Answering<'h> = Pin<Box<dyn Future<Output = Answer> + Send + 'h>>;

/// The gateway over HTTP.
pub struct Http {
    service: StreamableHttpService<Session, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    /// The owner of each session.
    owners: Mutex<BTreeMap<String, String>>,
    direct: Arc<Direct>,
}

impl Gateway {
    /// Serves requests of at most `body_bytes` until `stop` is cancelled.
    pub fn http(self: &Arc<Self>, body_bytes: usize, stop: CancellationToken) -> Http {
        let mut settings = SessionConfig::default();
        settings.keep_alive = Some(IDLE);
        let mut sessions = LocalSessionManager::default();
        sessions.session_config = settings;
        let sessions = Arc::new(sessions);
        let direct = Arc::new(Direct::new(Session::new(self.clone(), None), stop.clone()));
        // Host and origin are checked before it.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_json_response(true)
            .with_max_request_body_bytes(body_bytes)
            .with_cancellation_token(stop);
        let gateway = self.clone();
        let make = move || Ok(Session::new(gateway.clone(), None));
        let service = StreamableHttpService::new(make, sessions.clone(), config);
        Http { service, sessions, owners: Mutex::default(), direct }
    }
}

impl Http {
    /// Answers one request.
    pub fn handle<B>(&self, who: Who, request: Request<B>) -> Answering<'_>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: std::fmt::Display,
    {
        let request = request.map(|body| body.map_err(|e| e.to_string()).boxed_unsync());
        self.answering(who, request)
    }

    fn answering(&self, who: Who, request: Request<Brought>) -> Answering<'_> {
        Box::pin(self.answer(who, request))
    }

    async fn answer(&self, who: Who, request: Request<Brought>) -> Answer {
        // Boxed, because it is rare: every request's future would otherwise be as large.
        if !direct::may_be(request.method(), request.headers()) {
            return Box::pin(self.served(who, request)).await;
        }
        let (mut parts, body) = request.into_parts();
        let body = match body.collect().await {
            Ok(body) => body.to_bytes(),
            Err(e) => return told(StatusCode::BAD_REQUEST, &format!("the request cannot be read: {e}")),
        };
        let Some(call) = self.direct.read(&parts.headers, &body) else {
            let body = Full::new(body).map_err(|never| match never {}).boxed_unsync();
            return Box::pin(self.served(who, Request::from_parts(parts, body))).await;
        };
        // Dropped when the client disconnects.
        let guard = who.gone.clone().drop_guard();
        parts.extensions.insert(Arc::new(who));
        self.direct.answer(call, parts, guard).await
    }

    /// Answers one request through the library.
    async fn served(&self, who: Who, mut request: Request<Brought>) -> Answer {
        let owner = format!("{}/{}", who.actor, who.named.as_deref().unwrap_or_default());
        let named = request.headers().get(SESSION_ID).and_then(|v| v.to_str().ok()).map(str::to_owned);
        if let Some(id) = &named
            && self.owner(id).is_some_and(|known| known != owner)
        {
            // Answered as not found, so that other agents' sessions are not revealed.
            return told(StatusCode::NOT_FOUND, "there is no such session");
        }
        if named.is_none() && !is_modern(&request) && !self.has_room(&owner).await {
            return told(StatusCode::SERVICE_UNAVAILABLE, "there are too many sessions; end one of them");
        }
        // The answer is dropped when the client disconnects.
        let guard = who.gone.clone().drop_guard();
        request.extensions_mut().insert(Arc::new(who));
        let response = self.service.handle(request).await;
        let begun = response.headers().get(SESSION_ID).and_then(|v| v.to_str().ok());
        if let Some(id) = begun.filter(|_| named.is_none()) {
            self.owners.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), owner);
        }
        response.map(|body| Watched { body, guard: Some(guard) }.boxed())
    }

    fn owner(&self, id: &str) -> Option<String> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Returns whether one more session may begin.
    async fn has_room(&self, owner: &str) -> bool {
        let open = self.sessions.sessions.read().await;
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.retain(|id, _| open.contains_key(id.as_str()));
        let own = owners.values().filter(|known| *known == owner).count();
        open.len() < SESSIONS && own < SESSIONS_EACH
    }
}

/// Returns whether a request is of a revision without sessions.
fn is_modern<B>(request: &Request<B>) -> bool {
    let version = request.headers().get(VERSION).and_then(|v| v.to_str().ok());
    version.is_some_and(|v| v >= WITHOUT_SESSIONS)
}

fn told(status: StatusCode, message: &str) -> Answer {
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": message}});
    json_answer(status, Bytes::from(error.to_string()))
}

pub(super) fn json_answer(status: StatusCode, message: Bytes) -> Answer {
    let mut response = Response::new(Full::new(message).boxed());
    *response.status_mut() = status;
    let json = ::http::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// A response that signals when it is dropped early.
pub(super) struct Watched<B> {
    pub body: B,
    /// Signals on drop; disarmed when the response is complete.
    pub guard: Option<DropGuard>,
}

impl<B: Body + Unpin> Body for Watched<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if let Poll::Ready(None) = polled
            && let Some(guard) = self.guard.take()
        {
            guard.disarm();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
