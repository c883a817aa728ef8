//! One running server for one agent: started once, called many times, and gone with a reason.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
    time::Duration,
};

use countersign_core::{Error, ErrorCode, Result, record::Doc, text, tool::Tool};
use rmcp::{
    model::{
        CallToolRequest, CallToolRequestParams, CancelledNotification, CancelledNotificationParam,
        ClientNotification, ClientRequest, ErrorCode as McpCode, InputRequiredResult, InputResponses,
        ListToolsRequest, PaginatedRequestParams, ProtocolVersion, RequestMetaObject, ServerNotification,
        ServerPeerInfo, ServerResult, SubscriptionFilter,
    },
    service::{
        ClientInitializeError, ClientLifecycleMode, Peer, PeerRequestOptions, RequestHandle, RoleClient,
        RunningService, ServiceError, serve_client_with_lifecycle_and_ct,
    },
    transport::streamable_http_client::StreamableHttpError,
};
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{
    INPUT_RESPONSES, Limits, News, REQUEST_STATE,
    child::{Child, LastWords},
    client::{Client, Shared},
    http, listed,
};
use crate::{Caller, ServerSettings};

/// How often a server may ask for more input within one call.
const ROUNDS: usize = 10;
/// How long one call may take, whatever progress it tells.
const WHOLE: Duration = Duration::from_secs(3600);
/// How many pages a list of tools may have.
const PAGES: usize = 200;
/// How many tools a server may have.
const TOOLS: usize = 5_000;

/// A running server.
pub struct Instance {
    /// The name that the person gave it.
    pub server: String,
    /// The agent it runs for.
    pub agent: String,
    /// The connection to it.
    pub peer: Peer<RoleClient>,
    /// What it said of itself: capabilities, instructions, revision.
    pub info: Arc<ServerPeerInfo>,
    /// The folder it runs in, if it is a process that was started in one.
    pub folder: Option<PathBuf>,
    pub(super) shared: Arc<Shared>,
    is_process: bool,
    stop: CancellationToken,
    ended: watch::Receiver<Option<String>>,
}

/// How one call is made.
#[derive(Clone)]
pub(super) struct Way {
    /// Whose call it is.
    pub caller: Option<Arc<Caller>>,
    /// How long it may take without a word.
    pub patience: Duration,
    /// Whether it is an effect: one that has begun is not cancelled because its caller has gone.
    pub effect: bool,
}

impl Instance {
    /// Starts a server and shakes hands.
    pub(super) async fn start(
        shared: Arc<Shared>,
        settings: Arc<ServerSettings>,
        folder: Option<PathBuf>,
        limits: Limits,
    ) -> Result<Self> {
        let name = shared.server.clone();
        let last = Arc::new(LastWords::default());
        let stop = CancellationToken::new();
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::LATEST],
            legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
        };
        let client = Client(shared.clone());
        let starting = async {
            if settings.command.is_some() {
                let cwd = folder.as_deref();
                let transport = Child::start(&name, &settings, cwd, &limits, last.clone())?;
                let begun =
                    serve_client_with_lifecycle_and_ct(client, transport, lifecycle, stop.clone()).await;
                if begun.is_err() {
                    last.settled().await;
                }
                begun.map_err(|e| no_start(&name, &e, &last))
            } else {
                let transport = http::connect(&name, &settings, &limits)?;
                let begun = serve_client_with_lifecycle_and_ct(client, transport, lifecycle, stop.clone());
                begun.await.map_err(|e| no_start(&name, &e, &last))
            }
        };
        let running = tokio::time::timeout(limits.start, starting).await.map_err(|_| {
            let wait = limits.start.as_secs();
            Error::conflict(format!("{name} did not start within {wait} s"))
                .hint(format!("check [server.{name}], and whether it runs from a terminal"))
        })??;
        Ok(Self::of(running, shared, folder, settings.command.is_some(), (stop, last)))
    }

    fn of(
        running: RunningService<RoleClient, Client>,
        shared: Arc<Shared>,
        folder: Option<PathBuf>,
        is_process: bool,
        (stop, last): (CancellationToken, Arc<LastWords>),
    ) -> Self {
        let peer = running.peer().clone();
        let unknown = || ServerPeerInfo::new(ProtocolVersion::LATEST, Default::default());
        let info = peer.peer_info().unwrap_or_else(|| Arc::new(unknown()));
        let (tell, ended) = watch::channel(None);
        let name = shared.server.clone();
        tokio::spawn(async move {
            let _how = running.waiting().await;
            let why = last.told().unwrap_or_else(|| "the connection was closed".to_owned());
            tracing::info!(server = name, "ended: {why}");
            // Nobody need wait for it.
            let _told = tell.send(Some(why));
        });
        let instance = Self {
            server: shared.server.clone(),
            agent: shared.agent.clone(),
            peer,
            info,
            folder,
            shared,
            is_process,
            stop,
            ended,
        };
        instance.listen();
        instance
    }

    /// Whether it can still be called.
    pub fn is_running(&self) -> bool {
        self.ended.borrow().is_none() && !self.peer.is_transport_closed()
    }

    /// Why it ended, if it has.
    pub fn ended(&self) -> Option<String> {
        self.ended.borrow().clone()
    }

    /// Its tools, as it last listed them.
    pub fn tools(&self) -> Arc<Vec<Tool>> {
        self.shared.tools.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends it, and returns when it has ended.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        let mut ended = self.ended.clone();
        // A task that is gone has nothing more to end.
        let _ended = ended.wait_for(Option::is_some).await;
    }

    /// Waits a moment for the reason of a connection that has just closed.
    async fn why(&self) -> String {
        let mut ended = self.ended.clone();
        let told = tokio::time::timeout(Duration::from_secs(10), ended.wait_for(Option::is_some)).await;
        let why = told.ok().and_then(|t| t.ok().and_then(|why| why.clone()));
        why.unwrap_or_else(|| "the connection was closed".to_owned())
    }

    /// Servers of the newest revision tell of changes only to those who listen.
    fn listen(&self) {
        let capabilities = &self.info.capabilities;
        if self.info.protocol_version.has_initialize() {
            return;
        }
        let mut filter = SubscriptionFilter::builder();
        if capabilities.tools.as_ref().is_some_and(|t| t.list_changed == Some(true)) {
            filter = filter.tools_list_changed();
        }
        if capabilities.prompts.as_ref().is_some_and(|p| p.list_changed == Some(true)) {
            filter = filter.prompts_list_changed();
        }
        if capabilities.resources.as_ref().is_some_and(|r| r.list_changed == Some(true)) {
            filter = filter.resources_list_changed();
        }
        let filter = filter.build();
        if filter == SubscriptionFilter::new() {
            return;
        }
        let (peer, shared, stop) = (self.peer.clone(), self.shared.clone(), self.stop.clone());
        tokio::spawn(async move {
            let Ok(mut heard) = peer.listen(filter).await else { return };
            loop {
                let next = tokio::select! {
                    next = heard.next() => next,
                    () = stop.cancelled() => return,
                };
                match next {
                    Ok(Some(ServerNotification::ToolListChangedNotification(_))) => {
                        shared.tools_changed(&peer).await;
                    }
                    Ok(Some(ServerNotification::PromptListChangedNotification(_))) => {
                        shared.tell(News::Prompts)
                    }
                    Ok(Some(ServerNotification::ResourceListChangedNotification(_))) => {
                        shared.tell(News::Resources);
                    }
                    Ok(Some(_)) => {}
                    Ok(None) | Err(_) => return,
                }
            }
        });
    }

    /// Calls a tool by its own name; what comes back is the whole result.
    pub(super) async fn call(&self, tool: &str, args: &Doc, way: &Way) -> Result<Value> {
        let _under_way = way.caller.as_ref().map(|caller| UnderWay::begin(&self.shared, caller));
        let mut params = CallToolRequestParams::new(tool.to_owned()).with_arguments(args.clone());
        let mut meta = way.caller.as_ref().map(|c| c.meta.clone()).unwrap_or_default();
        if let Some(said) = take::<InputResponses>(&mut meta, INPUT_RESPONSES) {
            params = params.with_input_responses(said);
        }
        if let Some(state) = take::<String>(&mut meta, REQUEST_STATE) {
            params = params.with_request_state(state);
        }
        let meta = passed_on(meta);
        for _ in 0..ROUNDS {
            let request = ClientRequest::CallToolRequest(CallToolRequest::new(params.clone()));
            match self.ask(request, &meta, way).await? {
                ServerResult::CallToolResult(result) => {
                    return serde_json::to_value(result).map_err(Error::bug);
                }
                // A kind of content that we do not know is the agent's to make sense of.
                ServerResult::CustomResult(result) if result.0.is_object() => return Ok(result.0),
                ServerResult::EmptyResult(_) => return Ok(serde_json::json!({"content": []})),
                ServerResult::InputRequiredResult(wanted) => {
                    if !way.effect && way.caller.as_ref().is_some_and(|c| answers_later(c)) {
                        return serde_json::to_value(wanted).map_err(Error::bug);
                    }
                    let (said, state) = self.input(wanted, way).await?;
                    params.input_responses = said;
                    params.request_state = state;
                }
                _ => return Err(self.nonsense()),
            }
        }
        Err(Error::conflict(format!("{} asked for more input {ROUNDS} times", self.server)))
    }

    /// Gets the input that a server needs from the agent's client.
    async fn input(
        &self,
        wanted: InputRequiredResult,
        way: &Way,
    ) -> Result<(Option<InputResponses>, Option<String>)> {
        let mut said = InputResponses::new();
        for (key, request) in wanted.input_requests.unwrap_or_default() {
            let answer = self.shared.answer(way.caller.as_ref(), request).await.map_err(|e| {
                Error::conflict(format!("{} needs input that nobody gave: {}", self.server, e.message))
            })?;
            said.insert(key, answer);
        }
        if said.is_empty() && wanted.request_state.is_none() {
            return Err(self.nonsense());
        }
        Ok(((!said.is_empty()).then_some(said), wanted.request_state))
    }

    fn nonsense(&self) -> Error {
        Error::conflict(format!("{} answered with something that is no result", self.server))
    }

    /// Sends a request and waits for its answer.
    async fn ask(&self, request: ClientRequest, meta: &RequestMetaObject, way: &Way) -> Result<ServerResult> {
        let options = PeerRequestOptions::with_timeout(way.patience)
            .reset_timeout_on_progress()
            .with_max_total_timeout(WHOLE)
            .with_meta(meta.clone());
        let listener = way.caller.as_ref().filter(|c| c.progress.is_some());
        let handle = match listener {
            // Nothing of its progress is heard before it is known whose it is.
            Some(caller) => {
                let mut progress = self.shared.progress.lock().await;
                let handle = self.peer.send_request_with_option(request, options).await;
                if let Ok(handle) = &handle {
                    progress.insert(handle.progress_token.clone(), caller.clone());
                }
                handle
            }
            None => self.peer.send_request_with_option(request, options).await,
        };
        let handle = match handle {
            Ok(handle) => handle,
            Err(e) => return Err(self.failed(e, way).await),
        };
        let token = listener.map(|_| handle.progress_token.clone());
        let answer = self.wait(handle, way).await;
        if let Some(token) = token {
            self.shared.progress.lock().await.remove(&token);
        }
        match answer {
            Ok(answer) => Ok(answer),
            Err(e) => Err(self.failed(e, way).await),
        }
    }

    async fn wait(
        &self,
        handle: RequestHandle<RoleClient>,
        way: &Way,
    ) -> std::result::Result<ServerResult, ServiceError> {
        let Some(caller) = way.caller.as_ref().filter(|_| !way.effect) else {
            return handle.await_response().await;
        };
        let id = handle.id.clone();
        tokio::select! {
            answer = handle.await_response() => answer,
            () = caller.gone.cancelled() => {
                let reason = Some("the agent no longer waits".to_owned());
                let cancelled = CancelledNotification::new(CancelledNotificationParam::new(Some(id), reason.clone()));
                // A server that cannot be told has ended.
                let _told = self.peer.send_notification(ClientNotification::CancelledNotification(cancelled)).await;
                Err(ServiceError::Cancelled { reason })
            }
        }
    }

    /// What went wrong, in words. An effect that was not answered may have happened.
    async fn failed(&self, e: ServiceError, way: &Way) -> Error {
        let name = &self.server;
        let unanswered = |message: String| {
            if way.effect { Error::doubt(message) } else { Error::conflict(message) }
        };
        match e {
            ServiceError::McpError(error) => {
                let said = text::truncate(&text::visible(&error.message).text, 1000);
                let theirs = matches!(error.code, McpCode::INVALID_PARAMS | McpCode::METHOD_NOT_FOUND);
                let code = if theirs { ErrorCode::Invalid } else { ErrorCode::Conflict };
                Error::new(code, format!("{name} answered with an error: {said}"))
            }
            ServiceError::TransportSend(e) if !self.is_process => {
                let (said, arrived) = why_not_sent(&*e.error);
                let message = format!("{name} cannot be reached: {said}");
                let error = if arrived { unanswered(message) } else { Error::conflict(message) };
                error.hint(format!("check `url` of [server.{name}], and whether it runs"))
            }
            ServiceError::TransportClosed | ServiceError::TransportSend(_) => {
                let message = format!("{name} ended before it answered: {}", self.why().await);
                unanswered(message).hint("it is started again on its next use")
            }
            ServiceError::Timeout { timeout } => {
                unanswered(format!("{name} did not answer within {} s", timeout.as_secs()))
                    .hint("it was told to stop working on it")
            }
            ServiceError::Cancelled { .. } => Error::conflict("the agent no longer waits for it"),
            other => unanswered(format!("{name} did not answer properly")).because(other),
        }
    }

    /// Asks a server for its tools.
    pub(super) async fn list(
        peer: &Peer<RoleClient>,
        server: &str,
        wait: Duration,
    ) -> Result<Vec<rmcp::model::Tool>> {
        let listing = async {
            let mut tools: Vec<rmcp::model::Tool> = Vec::new();
            let mut cursor = None;
            for _ in 0..PAGES {
                let params = PaginatedRequestParams::default().with_cursor(cursor.take());
                let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
                let (page, next) = match peer.send_request(request).await? {
                    ServerResult::ListToolsResult(page) => (page.tools, page.next_cursor),
                    // One broken entry is no reason to lose the others.
                    ServerResult::CustomResult(mut page) => {
                        let tools = page.0.get_mut("tools").and_then(Value::as_array_mut).map(std::mem::take);
                        let next = page.0.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
                        let tools = tools.ok_or(ServiceError::UnexpectedResponse)?;
                        (tools.into_iter().filter_map(listed::read).collect(), next)
                    }
                    _ => return Err(ServiceError::UnexpectedResponse),
                };
                for tool in page {
                    let plain = serde_json::to_value(tool).ok().and_then(listed::read);
                    // Of two with the same name the first is meant.
                    tools.extend(plain.filter(|tool| !tools.iter().any(|t| t.name == tool.name)));
                }
                if next.is_none() || tools.len() >= TOOLS {
                    break;
                }
                cursor = next;
            }
            tools.truncate(TOOLS);
            Ok(tools)
        };
        match tokio::time::timeout(wait, listing).await {
            Ok(Ok(tools)) => Ok(tools),
            // It need not have tools.
            Ok(Err(ServiceError::McpError(e))) if e.code == McpCode::METHOD_NOT_FOUND => Ok(Vec::new()),
            Ok(Err(e)) => Err(Error::conflict(format!("{server} did not list its tools")).because(e)),
            Err(_) => {
                Err(Error::conflict(format!("{server} did not list its tools within {} s", wait.as_secs())))
            }
        }
    }

    /// The folder that relative paths mean, for a call that comes from `cwd`.
    pub(super) fn folder_for<'a>(&'a self, cwd: Option<&'a str>) -> Option<&'a str> {
        self.folder.as_deref().and_then(Path::to_str).or(cwd)
    }
}

/// Nobody can call it any more.
impl Drop for Instance {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// A call that somebody waits for.
struct UnderWay<'a> {
    shared: &'a Shared,
    caller: &'a Arc<Caller>,
}

impl<'a> UnderWay<'a> {
    fn begin(shared: &'a Shared, caller: &'a Arc<Caller>) -> Self {
        shared.callers.lock().unwrap_or_else(PoisonError::into_inner).push(caller.clone());
        Self { shared, caller }
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut callers = self.shared.callers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = callers.iter().rposition(|c| Arc::ptr_eq(c, self.caller)) {
            callers.remove(at);
        }
    }
}

/// Why a message did not get through, and whether it may have arrived all the same.
fn why_not_sent(e: &(dyn std::error::Error + 'static)) -> (String, bool) {
    type Sent = StreamableHttpError<reqwest::Error>;
    // What is inside is not its source.
    let inner = match e.downcast_ref::<Sent>() {
        Some(Sent::Client(inner)) => Some(inner),
        _ => None,
    };
    let first: &(dyn std::error::Error + 'static) = inner.map_or(e, |inner| inner);
    let all: Vec<_> = std::iter::successors(Some(first), |e| e.source()).collect();
    let refused = inner.is_some_and(reqwest::Error::is_connect);
    let said: Vec<String> = all.iter().map(ToString::to_string).collect();
    (text::truncate(&text::visible(&said.join(": ")).text, 500), !refused)
}

/// Whether a client cannot be asked while it waits: it is given the question as an answer, and calls again.
fn answers_later(caller: &Caller) -> bool {
    let said = caller.meta.protocol_version();
    let version = said.or_else(|| caller.peer.peer_info().map(|info| info.protocol_version.clone()));
    version.is_some_and(|v| !v.has_initialize())
}

fn take<T: serde::de::DeserializeOwned>(meta: &mut RequestMetaObject, key: &str) -> Option<T> {
    serde_json::from_value(meta.0.0.remove(key)?).ok()
}

/// What an agent sent along, without what is about its own connection.
fn passed_on(mut meta: RequestMetaObject) -> RequestMetaObject {
    meta.0.0.retain(|key, _| key != "progressToken" && !key.starts_with("io.modelcontextprotocol/"));
    meta
}

fn no_start(name: &str, e: &ClientInitializeError, last: &LastWords) -> Error {
    let said = match e {
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::Cancelled => {
            "the connection was closed".to_owned()
        }
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => fallback.to_string(),
        other => other.to_string(),
    };
    let said = text::truncate(&text::visible(&said).text, 500);
    let why = last.told().unwrap_or(said);
    Error::conflict(format!("{name} did not start: {why}")).because(e)
}
