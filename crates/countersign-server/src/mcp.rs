//! Agents over MCP: `/mcp`, by the protocol's requests, or as one stream each way after an upgrade, which `countersign
//! mcp` carries to an agent's stdio.

use std::{
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use countersign_core::{Actor, Answer, Error, Result};
use countersign_mcp::gateway::{Gateway, Http, Meter, Who};
use countersign_words::say;
use hyper_util::rt::TokioIo;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{
    App, Caller,
    answer::Refusal,
    auth,
    input::{self, only},
    rate::Rate,
};

/// The path for agents.
pub(crate) const PATH: &str = "/mcp";
/// The protocol after an upgrade.
const PROTOCOL: &str = "countersign-mcp";
/// The header with the agent's name, if the token is a person's.
const AGENT: HeaderName = HeaderName::from_static("countersign-agent");
/// The header with the run of the calls.
const RUN: HeaderName = HeaderName::from_static("countersign-run");
/// The header with the mark of our messages.
const MARK: HeaderName = HeaderName::from_static("countersign-mark");
/// The longest value of these headers.
const WORD_MOST: usize = 128;
/// The maximum number of streams.
const STREAMS: u32 = 1024;
/// How long they may take to end.
const END_TIME: Duration = Duration::from_secs(5);

/// The MCP server for agents, and the state of its connections.
pub(crate) struct Mcp {
    gateway: Arc<Gateway>,
    http: Http,
    streams: Arc<Semaphore>,
    stop: CancellationToken,
}

/// Counts agents' calls and their outcomes, as for other surfaces.
struct Counted {
    rate: Rate,
    app: Weak<App>,
}

impl Meter for Counted {
    fn admit(&self, agent: &Actor) -> Option<Duration> {
        self.rate.take(&agent.to_string(), Instant::now()).err()
    }

    fn called(&self, op: &str, answer: &Result<Answer>, took: Duration) {
        if let Some(app) = self.app.upgrade() {
            app.metrics.call(op, answer, took);
        }
    }
}

impl App {
    /// Enables MCP; once, before anything is served.
    pub fn serve_mcp(self: &Arc<Self>, gateway: Arc<Gateway>) {
        let limits = &self.settings.limits;
        let rate = Rate::new(limits.agent_calls_per_s, Duration::from_secs(1), limits.agent_burst);
        gateway.measure(Box::new(Counted { rate, app: Arc::downgrade(self) }));
        let stop = CancellationToken::new();
        let http = gateway.http(limits.body_bytes, stop.clone());
        let streams = Arc::new(Semaphore::new(STREAMS as usize));
        // Only the first call has an effect.
        let _ = self.mcp.set(Arc::new(Mcp { gateway, http, streams, stop }));
    }
}

/// Returns the entrance for agents, if MCP is enabled.
pub(crate) fn entrance(app: &Arc<App>) -> Option<Entrance> {
    app.mcp.get().map(|mcp| Entrance { app: app.clone(), mcp: mcp.clone() })
}

/// Ends every connection on shutdown, with a moment for open calls.
pub(crate) async fn run(app: Arc<App>) {
    let Some(mcp) = app.mcp.get().cloned() else { return };
    app.stop.stopped().await;
    mcp.stop.cancel();
    if tokio::time::timeout(END_TIME, mcp.streams.acquire_many(STREAMS)).await.is_err() {
        tracing::warn!("agents' connections were cut at the end: they took too long");
    }
}

/// Where agents come in.
pub(crate) struct Entrance {
    app: Arc<App>,
    mcp: Arc<Mcp>,
}

impl Entrance {
    /// Answers an authenticated caller.
    pub async fn serve(&self, request: Request) -> Response {
        let who = match who(&request) {
            Ok(who) => who,
            Err(e) => return Refusal::from(e).into_response(),
        };
        if request.headers().contains_key(header::UPGRADE) {
            let upgraded = upgrade(&self.app, &self.mcp, who, request);
            return upgraded.unwrap_or_else(IntoResponse::into_response);
        }
        self.mcp.http.handle(who, request).await.map(Body::new)
    }
}

/// Returns the client of a request, as authenticated.
fn who(request: &Request) -> Result<Who> {
    let caller = request.extensions().get::<Caller>().ok_or_else(|| Error::bug("nobody was let in"))?;
    let peer = auth::peer_of(request)?;
    let mut who = Who::new(caller.actor.clone(), caller.origin.clone());
    who.named = word(request.headers(), &AGENT)?;
    who.run = word(request.headers(), &RUN)?;
    who.mark = word(request.headers(), &MARK)?;
    who.local = peer.is_here();
    // Refused now instead of at its first call.
    who.agent(None)?;
    Ok(who)
}

fn word(headers: &HeaderMap, name: &HeaderName) -> Result<Option<String>> {
    let given = only(headers, name)?.map(str::trim).filter(|word| !word.is_empty());
    match given {
        Some(word) if word.len() > WORD_MOST => {
            Err(Error::usage(say!("problem-input-header-long", name = name.as_str())))
        }
        other => Ok(other.map(str::to_owned)),
    }
}

/// Upgrades the connection to a stream, and serves it from then on.
fn upgrade(app: &Arc<App>, mcp: &Arc<Mcp>, mut who: Who, mut request: Request) -> Result<Response, Refusal> {
    let wanted = only(request.headers(), &header::UPGRADE)?;
    if request.method() != Method::GET || wanted != Some(PROTOCOL) || input::has_body(request.headers()) {
        return Err(Error::usage(say!("problem-mcp-upgrade", protocol = PROTOCOL)).into());
    }
    let place = mcp.streams.clone().try_acquire_owned().map_err(|_| Refusal::Busy)?;
    // Counts as a use before the response is sent, so that the daemon does not exit in between.
    let in_use = app.idle.hold();
    let (mcp, upgraded) = (mcp.clone(), hyper::upgrade::on(&mut request));
    who.counts = true;
    tokio::spawn(async move {
        let _held = (place, in_use);
        match upgraded.await {
            Ok(stream) => {
                let (read, write) = tokio::io::split(TokioIo::new(stream));
                mcp.gateway.serve_stream(who, read, write, mcp.stop.child_token()).await;
            }
            Err(e) => tracing::debug!(why = %e, "an upgrade did not come about"),
        }
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static(PROTOCOL));
    Ok(response)
}
