//! A fast path for stateless read calls. The library serves each request of the newest revision as its own connection,
//! with tasks and channels that such a call does not need. Everything else is left to the library, which also reports
//! errors.

use std::sync::{Arc, OnceLock};

use ::http::{HeaderMap, Method, StatusCode, header, request::Parts};
use bytes::Bytes;
use countersign_core::judge::Class;
use futures::future::BoxFuture;
use rmcp::{
    ErrorData, ServerHandler as _,
    model::{
        CallToolRequestParams, CallToolResponse, ClientCapabilities, ErrorCode, Extensions, JsonRpcError,
        JsonRpcVersion2_0, ProtocolVersion, RequestId, RequestMetaObject, ServerJsonRpcMessage,
    },
    service::{Peer, RequestContext, RoleServer, serve_directly},
};
use serde::Deserialize;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    Gateway, Line, Session,
    http::{Answer, WITHOUT_SESSIONS, json_answer},
    line::{self, Said},
};

const METHOD: &str = "tools/call";
/// Longer bodies are left to the library, which streams them.
const BODY_MOST: usize = 256 << 10;

/// Answers such calls.
pub(super) struct Direct {
    session: Session,
    /// Cancelled on shutdown.
    stop: CancellationToken,
    /// A peer that nobody reads: such a call only gets its answer.
    peer: OnceLock<Peer<RoleServer>>,
}

/// A call as received.
#[derive(Deserialize)]
struct Message {
    #[serde(rename = "jsonrpc")]
    _version: JsonRpcVersion2_0,
    id: RequestId,
    method: String,
    params: CallToolRequestParams,
}

/// A call that can be answered here.
pub(super) struct Plain {
    id: RequestId,
    meta: RequestMetaObject,
    params: CallToolRequestParams,
}

/// Returns whether the headers of a request indicate a short call of this kind.
pub(super) fn may_be(method: &Method, headers: &HeaderMap) -> bool {
    let word = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let length = word(header::CONTENT_LENGTH.as_str()).and_then(|length| length.parse::<usize>().ok());
    let accept = word(header::ACCEPT.as_str()).unwrap_or_default();
    method == Method::POST
        && word("mcp-protocol-version") == Some(WITHOUT_SESSIONS)
        && word("mcp-method") == Some(METHOD)
        && word("mcp-session-id").is_none()
        && length.is_some_and(|length| length <= BODY_MOST)
        && accept.contains("application/json")
        && accept.contains("text/event-stream")
        && word(header::CONTENT_TYPE.as_str()).is_some_and(|kind| kind.starts_with("application/json"))
        && !headers.keys().any(|name| name.as_str().starts_with("mcp-param-"))
}

impl Direct {
    pub fn new(session: Session, stop: CancellationToken) -> Self {
        Self { session, stop, peer: OnceLock::new() }
    }

    /// Parses the call in `body`, if it can be answered here.
    pub fn read(&self, headers: &HeaderMap, body: &[u8]) -> Option<Plain> {
        let Message { id, method, mut params, .. } = serde_json::from_slice(body).ok()?;
        let meta = params.meta.take()?;
        let name = headers.get("mcp-name").and_then(|value| value.to_str().ok());
        let is_plain = method == METHOD
            && name == Some(&*params.name)
            && meta.protocol_version().is_some_and(|v| v.as_str() == WITHOUT_SESSIONS)
            && meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
            && meta.log_level().is_none()
            && self.session.gateway.only_reads(&params.name);
        is_plain.then_some(Plain { id, meta, params })
    }

    /// Answers a call; `guard` is dropped when nobody waits for it any more.
    pub async fn answer(self: &Arc<Self>, call: Plain, parts: Parts, guard: DropGuard) -> Answer {
        let mut extensions = Extensions::new();
        extensions.insert(parts);
        if call.meta.get_progress_token().is_none() {
            let message = self.message(call, extensions).await;
            guard.disarm();
            return whole(&message);
        }
        let (line, mut told) = Line::open();
        extensions.insert(line);
        let this = self.clone();
        let answer: BoxFuture<'static, _> = Box::pin(async move { this.message(call, extensions).await });
        match line::first(answer, &mut told).await {
            Said::Alone(message) => {
                guard.disarm();
                whole(&message)
            }
            Said::After(first, answer) => {
                line::answer(line::streamed(first, answer, told, self.stop.clone()), guard)
            }
            Said::Last(before, message) => line::answer(line::complete(before, &message), guard),
        }
    }

    async fn message(&self, call: Plain, extensions: Extensions) -> ServerJsonRpcMessage {
        let mut context = RequestContext::new(call.id.clone(), self.peer().clone());
        (context.meta, context.extensions) = (call.meta, extensions);
        let knows_tasks = context.client_capabilities().is_some_and(|can| can.supports_tasks());
        match self.session.call_tool(call.params, context).await {
            Ok(CallToolResponse::Task(_)) if !knows_tasks => {
                let needed = ClientCapabilities::builder().enable_tasks().build();
                let error = ErrorData::missing_required_client_capability(needed);
                ServerJsonRpcMessage::Error(JsonRpcError::new(Some(call.id), error))
            }
            Ok(response) => ServerJsonRpcMessage::response(response.into(), call.id),
            Err(error) => ServerJsonRpcMessage::Error(JsonRpcError::new(Some(call.id), error)),
        }
    }

    fn peer(&self) -> &Peer<RoleServer> {
        self.peer.get_or_init(|| {
            let nobody = (tokio::io::empty(), tokio::io::sink());
            let session = Session::new(self.session.gateway.clone(), None);
            serve_directly(session, nobody, None).peer().clone()
        })
    }
}

/// The answer as a single message.
fn whole(message: &ServerJsonRpcMessage) -> Answer {
    let status = match message {
        ServerJsonRpcMessage::Error(e) => status(&e.error),
        _ => StatusCode::OK,
    };
    match serde_json::to_vec(message) {
        Ok(bytes) => json_answer(status, bytes.into()),
        Err(_) => json_answer(StatusCode::INTERNAL_SERVER_ERROR, Bytes::new()),
    }
}

/// Returns the HTTP status of a protocol error.
fn status(error: &ErrorData) -> StatusCode {
    match error.code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::HEADER_MISMATCH => StatusCode::BAD_REQUEST,
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    }
}

impl Gateway {
    /// Returns whether the tool of that name is an upstream server's and, as far as known, only reads.
    fn only_reads(&self, name: &str) -> bool {
        let table = self.table();
        let Some(tool) = table.tool(name).filter(|tool| tool.upstream.is_some()) else { return false };
        let entry = table.setup.policy.tool(&tool.server, &tool.name).and_then(|e| e.class);
        // The library compares arguments that are repeated in headers.
        entry.unwrap_or(tool.class) == Class::Read && !table.has_headers(tool)
    }
}
