//! Requests to a server for a caller: a tool call, a resource, a prompt, a task. The server gets the capabilities of
//! this request's client, so that it asks for nothing else; a question or a task instead of a result reaches the client
//! only if the answer is its own.

use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

use countersign_core::{Error, ErrorCode, Result, record::Doc, text};
use countersign_words::{Message, say};
use rmcp::{
    ErrorData,
    model::{
        CallToolRequest, CallToolRequestParams, CancelTaskParams, CancelTaskRequest, CancelledNotification,
        CancelledNotificationParam, ClientCapabilities, ClientNotification, ClientRequest, CompleteRequest,
        CompleteRequestParams, CreateTaskResult, ErrorCode as McpCode, GetPromptRequest,
        GetPromptRequestParams, GetTaskParams, GetTaskRequest, InputRequest, InputRequiredResult,
        InputResponses, JsonObject, ReadResourceRequest, ReadResourceRequestParams, RequestMetaObject,
        ServerResult, UpdateTaskParams, UpdateTaskRequest,
    },
    service::{PeerRequestOptions, RequestHandle, RoleClient, ServiceError},
    transport::streamable_http_client::StreamableHttpError,
};
use serde_json::{Value, json};

use super::{
    INPUT_RESPONSES, Instance, REQUEST_STATE,
    client::{Refused, Shared, refuse_imitation},
};
use crate::{Caller, foreign};

/// How often a server may ask for more input within one call.
const ROUNDS: usize = 10;
/// The longest duration of one call, whatever progress it reports.
const WHOLE: Duration = Duration::from_secs(3600);

/// How one call is made.
#[derive(Clone)]
pub(crate) struct Way {
    /// The caller.
    pub caller: Option<Arc<Caller>>,
    /// How long it may take without any message.
    pub patience: Duration,
    /// Whether it is an effect: once begun, it is not cancelled when its caller disconnects.
    pub effect: bool,
    /// Whether the server's answer is the caller's answer: only then may it be a question or a task, and only then are
    /// the client's answers meant for it.
    pub direct: bool,
}

impl Way {
    /// Returns the caller whose answer it is.
    fn asker(&self) -> Option<&Arc<Caller>> {
        self.caller.as_ref().filter(|_| self.direct && !self.effect)
    }

    /// Returns the capabilities for a server during this call: the client's, and roots, which are ours.
    #[expect(deprecated, reason = "most servers still use roots and sampling")]
    fn capabilities(&self) -> ClientCapabilities {
        let mut ours = ClientCapabilities::builder().enable_roots().build();
        let Some(caller) = &self.caller else { return ours };
        let declared = caller.declared();
        if caller.answers_later() {
            // The client answers itself, roots included, or cannot be asked at all.
            return if self.asker().is_some() { declared } else { ours };
        }
        ours.sampling = declared.sampling;
        ours.elicitation = declared.elicitation;
        if self.asker().is_some() {
            ours.extensions = declared.extensions;
        }
        ours
    }
}

/// A request to a server.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Asked<'a> {
    /// A tool by its own name.
    Tool(&'a str, &'a Doc),
    /// A resource.
    Resource(&'a str),
    /// A prompt.
    Prompt(&'a str, Option<&'a JsonObject>),
}

impl Asked<'_> {
    fn request(self, said: Option<InputResponses>, state: Option<String>) -> ClientRequest {
        match self {
            Self::Tool(name, args) => {
                let mut params = CallToolRequestParams::new(name.to_owned()).with_arguments(args.clone());
                (params.input_responses, params.request_state) = (said, state);
                ClientRequest::CallToolRequest(CallToolRequest::new(params))
            }
            Self::Resource(uri) => {
                let mut params = ReadResourceRequestParams::new(uri);
                (params.input_responses, params.request_state) = (said, state);
                ClientRequest::ReadResourceRequest(ReadResourceRequest::new(params))
            }
            Self::Prompt(name, arguments) => {
                let mut params = GetPromptRequestParams::new(name);
                params.arguments = arguments.cloned();
                (params.input_responses, params.request_state) = (said, state);
                ClientRequest::GetPromptRequest(GetPromptRequest::new(params))
            }
        }
    }

    /// Returns what a state is bound to.
    fn about(self, agent: &str, server: &str) -> Value {
        match self {
            Self::Tool(name, args) => json!([agent, server, "tool", name, args]),
            Self::Resource(uri) => json!([agent, server, "resource", uri]),
            Self::Prompt(name, arguments) => json!([agent, server, "prompt", name, arguments]),
        }
    }
}

/// A request about a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfTask {
    /// Gets its state.
    Get,
    /// Continues it with the client's answers.
    Update,
    /// Cancels it.
    Cancel,
}

impl Instance {
    /// Makes a request and returns the complete result.
    pub(crate) async fn obtain(&self, asked: Asked<'_>, way: &Way) -> Result<Value> {
        let _under_way = way.caller.as_ref().map(|caller| UnderWay::begin(&self.shared, caller));
        let (meta, mut said) = self.meta(way);
        let mut state = self.state(asked, way)?;
        for _ in 0..ROUNDS {
            let wanted = match self.ask(asked.request(said.take(), state.take()), &meta, way).await? {
                ServerResult::InputRequiredResult(wanted) => wanted,
                result => return self.result(asked, result, way),
            };
            if way.asker().is_some_and(|c| c.answers_later()) {
                return self.question(asked, wanted);
            }
            (said, state) = Box::pin(self.input(wanted, way)).await?;
        }
        Err(Error::conflict(say!("problem-up-more-input", server = self.server, n = ROUNDS)))
    }

    /// Makes a request about a task by the server's own name for it.
    pub(crate) async fn of_task(&self, what: OfTask, task: &str, way: &Way) -> Result<Value> {
        let _under_way = way.caller.as_ref().map(|caller| UnderWay::begin(&self.shared, caller));
        let (meta, said) = self.meta(way);
        let request = match what {
            OfTask::Get => ClientRequest::GetTaskRequest(GetTaskRequest::new(GetTaskParams::new(task))),
            OfTask::Update => {
                let params = UpdateTaskParams::new(task, said.unwrap_or_default());
                ClientRequest::UpdateTaskRequest(UpdateTaskRequest::new(params))
            }
            OfTask::Cancel => {
                ClientRequest::CancelTaskRequest(CancelTaskRequest::new(CancelTaskParams::new(task)))
            }
        };
        match self.ask(request, &meta, way).await? {
            ServerResult::GetTaskResult(mut got) if what == OfTask::Get => {
                self.name_task(&mut got.task.task, task)?;
                serde_json::to_value(got).map_err(Error::bug)
            }
            ServerResult::TaskAckResult(_) | ServerResult::EmptyResult(_) if what != OfTask::Get => {
                Ok(json!({}))
            }
            _ => Err(self.nonsense(way)),
        }
    }

    /// Completes an argument of a prompt or of a template.
    pub(crate) async fn complete(&self, request: CompleteRequestParams, way: &Way) -> Result<Value> {
        let request = ClientRequest::CompleteRequest(CompleteRequest::new(request));
        match self.ask(request, &self.meta(way).0, way).await? {
            ServerResult::CompleteResult(completed) => serde_json::to_value(completed).map_err(Error::bug),
            _ => Err(self.nonsense(way)),
        }
    }

    /// Replaces a task's name by ours.
    fn name_task(&self, told: &mut rmcp::model::Task, own: &str) -> Result<()> {
        told.task_id = self.shared.seals.task(&self.agent, &self.server, own)?;
        told.status_message = told.status_message.take().map(|said| {
            foreign::or_left_out(&text::visible_multiline(&said).text, &self.server).into_owned()
        });
        Ok(())
    }

    /// Returns the metadata of a request, and the client's answers.
    fn meta(&self, way: &Way) -> (RequestMetaObject, Option<InputResponses>) {
        let mut meta = way.caller.as_ref().map(|c| c.meta.clone()).unwrap_or_default();
        let said = meta.0.0.remove(INPUT_RESPONSES).filter(|_| way.asker().is_some());
        meta.0.0.remove(REQUEST_STATE);
        let level = meta.log_level();
        meta.0.0.retain(|key, _| {
            key != "progressToken" && !key.starts_with("io.modelcontextprotocol/") && !foreign::is_ours(key)
        });
        if self.is_stateless() {
            meta.set_client_capabilities(way.capabilities());
            if let Some(level) = level {
                meta.set_log_level(level);
            }
        }
        (meta, said.and_then(|said| serde_json::from_value(said).ok()))
    }

    /// Returns the state that the server gave for this call, if the client sends one.
    fn state(&self, asked: Asked<'_>, way: &Way) -> Result<Option<String>> {
        let Some(caller) = way.asker() else { return Ok(None) };
        let Some(brought) = caller.meta.0.0.get(REQUEST_STATE) else { return Ok(None) };
        let about = asked.about(&self.agent, &self.server);
        let state = brought.as_str().and_then(|sealed| self.shared.seals.open_state(&about, sealed));
        if state.is_none() {
            let message = say!("problem-up-state");
            caller.refuse(ErrorData::invalid_params(message.to_string(), None));
            return Err(Error::invalid(message).hint(say!("problem-up-state-hint")));
        }
        Ok(state)
    }

    /// Returns the server's question as the caller's answer.
    fn question(&self, asked: Asked<'_>, mut wanted: InputRequiredResult) -> Result<Value> {
        let refused =
            |e: Refused| Error::conflict(Message::joined(": ", [self.server.as_str().into(), e.said]));
        for request in wanted.input_requests.iter_mut().flat_map(|all| all.values_mut()) {
            match request {
                InputRequest::Elicitation(asked) => {
                    asked.params = self.shared.named(asked.params.clone()).map_err(refused)?;
                }
                other => refuse_imitation(other).map_err(refused)?,
            }
        }
        if let Some(state) = wanted.request_state.take() {
            let about = asked.about(&self.agent, &self.server);
            wanted.request_state = Some(self.shared.seals.state(&about, state)?);
        }
        serde_json::to_value(wanted).map_err(Error::bug)
    }

    fn result(&self, asked: Asked<'_>, result: ServerResult, way: &Way) -> Result<Value> {
        let is_tool = matches!(asked, Asked::Tool(..));
        let value = match result {
            ServerResult::CallToolResult(result) if is_tool => serde_json::to_value(result),
            // Unknown content kinds are passed on to the agent.
            ServerResult::CustomResult(result) if is_tool && is_plain(&result.0) => Ok(result.0),
            ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) if is_tool => {
                Ok(json!({"content": []}))
            }
            ServerResult::CreateTaskResult(begun) if is_tool => return self.begun(begun, way),
            ServerResult::ReadResourceResult(result) if matches!(asked, Asked::Resource(_)) => {
                serde_json::to_value(result)
            }
            ServerResult::GetPromptResult(result) if matches!(asked, Asked::Prompt(..)) => {
                serde_json::to_value(result)
            }
            _ => return Err(self.nonsense(way)),
        };
        value.map_err(Error::bug)
    }

    /// The server continues a call as a task: the client is told if it supports that.
    fn begun(&self, mut begun: CreateTaskResult, way: &Way) -> Result<Value> {
        if way.asker().is_some_and(|c| c.declared().supports_tasks()) {
            let own = std::mem::take(&mut begun.task.task_id);
            self.name_task(&mut begun.task, &own)?;
            return serde_json::to_value(begun).map_err(Error::bug);
        }
        let message = say!("problem-up-as-task", server = self.server);
        Err(if way.effect { Error::doubt(message) } else { Error::conflict(message) })
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
                Error::conflict(say!("problem-up-no-input", server = self.server, said = e.said))
            })?;
            said.insert(key, answer);
        }
        if said.is_empty() && wanted.request_state.is_none() {
            return Err(self.nonsense(way));
        }
        Ok(((!said.is_empty()).then_some(said), wanted.request_state))
    }

    /// The response is invalid. An effect may have happened anyway.
    fn nonsense(&self, way: &Way) -> Error {
        let message = say!("problem-up-nonsense", server = self.server);
        if way.effect { Error::doubt(message) } else { Error::conflict(message) }
    }

    /// Sends a request and waits for its response.
    async fn ask(&self, request: ClientRequest, meta: &RequestMetaObject, way: &Way) -> Result<ServerResult> {
        let options = PeerRequestOptions::with_timeout(way.patience)
            .reset_timeout_on_progress()
            .with_max_total_timeout(WHOLE)
            .with_meta(meta.clone());
        let listener = way.caller.as_ref().filter(|c| c.progress.is_some());
        // Locked until the owner of its progress is known.
        let mut heard = match listener {
            Some(caller) => Some((self.shared.progress.lock().await, caller)),
            None => None,
        };
        let sent = self.peer.send_request_with_option(request, options).await;
        if let (Some((progress, caller)), Ok(handle)) = (&mut heard, &sent) {
            progress.insert(handle.progress_token.clone(), Arc::clone(caller));
        }
        // Finding the cause may take a while; others need the lock meanwhile.
        drop(heard);
        let handle = match sent {
            Ok(handle) => handle,
            Err(e) => return Err(Box::pin(self.failed(e, way)).await),
        };
        let token = listener.map(|_| handle.progress_token.clone());
        let answer = self.wait(handle, way).await;
        if way.caller.is_some() {
            self.shared.tally.settled().await;
        }
        if let Some(token) = token {
            self.shared.progress.lock().await.remove(&token);
        }
        match answer {
            Ok(answer) => Ok(answer),
            Err(e) => Err(Box::pin(self.failed(e, way)).await),
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
                // A server that cannot be notified has ended.
                let cancelled = ClientNotification::CancelledNotification(cancelled);
                let _told = Box::pin(self.peer.send_notification(cancelled)).await;
                Err(ServiceError::Cancelled { reason })
            }
        }
    }

    /// Describes a failure. An effect without an answer may have happened.
    async fn failed(&self, e: ServiceError, way: &Way) -> Error {
        let name = &self.server;
        let unanswered = |message: Message| {
            if way.effect { Error::doubt(message) } else { Error::conflict(message) }
        };
        match e {
            ServiceError::McpError(error) => {
                // It may be an error that we made from an invalid line.
                let said = Message::known(text::truncate(&text::visible(&error.message).text, 1000));
                let theirs = matches!(error.code, McpCode::INVALID_PARAMS | McpCode::METHOD_NOT_FOUND);
                let code = if theirs { ErrorCode::Invalid } else { ErrorCode::Conflict };
                if let Some(caller) = way.asker() {
                    caller.refuse(error);
                }
                Error::new(code, say!("problem-up-error", server = name, said))
            }
            ServiceError::TransportSend(_) if self.has_lost_session() => {
                Error::conflict(say!("problem-up-session-lost", server = name))
                    .hint(say!("problem-up-reconnects"))
            }
            ServiceError::TransportSend(e) if !self.is_process => {
                let (said, arrived) = why_not_sent(&*e.error);
                let message = say!("problem-unreachable", name, said);
                let error = if arrived { unanswered(message) } else { Error::conflict(message) };
                error.hint(say!("problem-up-check-url", server = name))
            }
            ServiceError::TransportClosed | ServiceError::TransportSend(_) => {
                let message = say!("problem-up-ended", server = name, said = self.why().await);
                unanswered(message).hint(say!("problem-up-again"))
            }
            ServiceError::Timeout { timeout } => {
                unanswered(say!("problem-up-no-answer", server = name, seconds = timeout.as_secs()))
                    .hint(say!("problem-up-told-stop"))
            }
            ServiceError::Cancelled { .. } => Error::conflict(say!("problem-up-agent-gone")),
            other => unanswered(say!("problem-up-improper", server = name)).because(other),
        }
    }
}

/// Returns whether an unknown result claims to be a plain result.
fn is_plain(result: &Value) -> bool {
    result.is_object() && result.get("resultType").is_none_or(|kind| kind == "complete")
}

/// A call in progress.
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

/// Returns why a message was not delivered, and whether it may have arrived anyway.
fn why_not_sent(e: &(dyn std::error::Error + 'static)) -> (Message, bool) {
    type Sent = StreamableHttpError<reqwest::Error>;
    // The inner error is not its source.
    let inner = match e.downcast_ref::<Sent>() {
        Some(Sent::Client(inner)) => Some(inner),
        _ => None,
    };
    let first: &(dyn std::error::Error + 'static) = inner.map_or(e, |inner| inner);
    let all: Vec<_> = std::iter::successors(Some(first), |e| e.source()).collect();
    let refused = inner.is_some_and(reqwest::Error::is_connect);
    let words = |e: &dyn std::error::Error| text::truncate(&text::visible(&e.to_string()).text, 500).into();
    let said = all.into_iter().map(|e| e.downcast_ref::<Message>().cloned().unwrap_or_else(|| words(e)));
    (Message::joined(": ", said), !refused)
}
