//! One connection: implements the server side of the protocol.

// Logging and roots are deprecated in the protocol, but current clients use them.
#![expect(deprecated, reason = "older revisions are spoken, too")]

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use countersign_core::{Actor, Origin};
use rmcp::{
    ErrorData, ServerHandler,
    model::*,
    service::{NotificationContext, Peer, RequestContext, RoleServer, SubscriptionContext},
};
use serde_json::{Value, json};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{Gateway, Who, answer, forward::Wants, listing, mark::Mark, own, reading};
use crate::upstream::address::{Named, named};

/// How long a client may take to list its roots.
const ROOTS_TIME: Duration = Duration::from_secs(2);
/// How many tools go on one page.
const PAGE: usize = 1000;

/// The caller of a request.
pub(super) struct Me {
    /// The client.
    pub who: Arc<Who>,
    /// The agent.
    pub actor: Actor,
    /// Its origin, with its working folder.
    pub origin: Origin,
    /// The run that its calls belong to, if it names one.
    pub run: Option<String>,
    /// Its client's answers to an input request of a server, and the state that the server wants back with them.
    pub said: (Option<Value>, Option<Value>),
    /// The mark of our messages.
    pub mark: Mark,
    /// The minimum level of servers' log messages, if it is not set per request.
    pub level: Option<LoggingLevel>,
}

/// The server of one connection.
pub struct Session {
    pub(super) gateway: Arc<Gateway>,
    /// The client; `None` if each request identifies it.
    who: Option<Arc<Who>>,
    state: Mutex<State>,
    /// When it began, by the engine's clock.
    begun: u64,
    /// The mark of our messages.
    mark: Mark,
    pub(super) wants: Arc<Mutex<Wants>>,
    life: CancellationToken,
    _end: DropGuard,
}

#[derive(Default)]
struct State {
    /// The first root of the client, once asked.
    root: Option<Option<String>>,
    /// Whether the client already gets change notifications.
    told: bool,
}

impl Session {
    pub(super) fn new(gateway: Arc<Gateway>, who: Option<Arc<Who>>) -> Self {
        let life = CancellationToken::new();
        let _end = life.clone().drop_guard();
        let begun = gateway.engine.env().now_ms();
        let mark = who.as_ref().and_then(|who| Mark::chosen(who.mark.as_deref()?)).unwrap_or_else(Mark::new);
        Self { gateway, who, state: Mutex::default(), begun, mark, wants: Arc::default(), life, _end }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn who(&self, extensions: &Extensions) -> Result<Arc<Who>, ErrorData> {
        let of_request = || extensions.get::<::http::request::Parts>()?.extensions.get::<Arc<Who>>().cloned();
        let nobody = || ErrorData::internal_error("nobody was let in", None);
        self.who.clone().or_else(of_request).ok_or_else(nobody)
    }

    /// Returns the caller of a request, without asking the client.
    pub(super) fn agent(&self, context: &RequestContext<RoleServer>) -> Result<Me, ErrorData> {
        let who = self.who(&context.extensions)?;
        let client = context.client_info();
        let actor = who
            .agent(client.as_ref().map(|c| c.name.as_str()))
            .map_err(|e| ErrorData::invalid_request(e.message.to_string(), None))?;
        let in_meta = context.meta.get("countersign/run").and_then(|run| run.as_str()).map(str::to_owned);
        let run = in_meta.or_else(|| who.run.clone());
        let version = context.protocol_version();
        let old = version.is_none_or(|v| v < ProtocolVersion::V_2026_07_28);
        let level = old.then(|| self.wants().least());
        // Stateless requests have no session that could be new.
        let session_at = (self.who.is_some() || old).then_some(self.begun);
        let mark = match session_at {
            Some(_) => self.mark.clone(),
            None => self.gateway.mark(&actor.name),
        };
        // A pipe has no headers: what a client says of its trace is in the request.
        let traced = context.meta.get("traceparent").and_then(|parent| parent.as_str());
        let traceparent = traced.and_then(Origin::traceparent).or_else(|| who.origin.traceparent.clone());
        let origin = Origin { session_at, traceparent, ..who.origin.clone() };
        Ok(Me { actor, origin, run, said: (None, None), mark, level, who })
    }

    /// Returns the caller of a request; a local client that does not name its folder is asked for it.
    pub(super) async fn me(&self, context: &RequestContext<RoleServer>) -> Result<Me, ErrorData> {
        let mut me = self.agent(context)?;
        if me.origin.cwd.is_none() && me.who.local {
            me.origin.cwd = self.root(context).await;
        }
        Ok(me)
    }

    async fn root(&self, context: &RequestContext<RoleServer>) -> Option<String> {
        let known = self.state().root.clone();
        if let Some(known) = known {
            return known;
        }
        // The client of a stateless request cannot be asked.
        let has_roots = context.client_capabilities().is_some_and(|c| c.roots.is_some());
        let modern =
            context.peer.peer_info().is_none_or(|i| i.protocol_version >= ProtocolVersion::V_2026_07_28);
        if !has_roots || modern {
            return None;
        }
        let roots = tokio::time::timeout(ROOTS_TIME, context.peer.list_roots()).await.ok()?.ok()?;
        let root = roots.roots.iter().find_map(|root| folder(&root.uri));
        self.state().root = Some(root.clone());
        root
    }

    /// Starts change notifications to a client, once.
    fn tell_changes(&self, agent: &str, peer: &Peer<RoleServer>) {
        if std::mem::replace(&mut self.state().told, true) {
            return;
        }
        let news = self.gateway.changes(agent);
        tokio::spawn(news.tell(peer.clone(), self.wants.clone(), self.life.clone()));
    }

    /// Sends a warning to a client.
    pub(super) async fn warn(&self, context: &RequestContext<RoleServer>, told: String) {
        let level = LoggingLevel::Warning;
        let modern = context.meta.protocol_version().is_some_and(|v| v >= ProtocolVersion::V_2026_07_28);
        let wanted = match context.meta.log_level() {
            Some(least) => least as u8 <= level as u8,
            None => !modern && self.wants().wants(level),
        };
        tracing::warn!("{told}");
        if wanted {
            let message = LoggingMessageNotificationParam::new(level, json!(told)).with_logger("countersign");
            // Whoever reads from the client notices when it is gone.
            let _ = context.peer.notify_logging_message(message).await;
        }
    }

    pub(super) fn wants(&self) -> MutexGuard<'_, Wants> {
        self.wants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn capabilities(&self) -> ServerCapabilities {
        let alone = self.gateway.upstreams.servers().is_empty();
        let tools = ServerCapabilities::builder().enable_logging().enable_tools().enable_tool_list_changed();
        if alone {
            return tools.build();
        }
        let mut all = tools
            .enable_resources()
            .enable_resources_list_changed()
            .enable_resources_subscribe()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_completions()
            .build();
        if self.gateway.upstreams.know_tasks() {
            all.extensions.get_or_insert_default().insert(TASKS_EXTENSION_ID.to_owned(), JsonObject::new());
        }
        all
    }

    /// Stores a client's capabilities. A client that supports tasks is told whether any server does, so the servers are
    /// started first.
    async fn declare(&self, me: &Me, capabilities: ClientCapabilities) {
        if capabilities.supports_tasks() {
            self.gateway.learn_tasks(&me.actor.name, me.origin.cwd.as_deref()).await;
        }
        self.gateway.upstreams.declare(&me.actor.name, capabilities);
    }

    async fn info(&self, me: &Me) -> ServerConfig {
        let mut info = self.get_info();
        info.instructions = Some(self.gateway.instructions(me).await);
        info
    }
}

/// Returns a client's answers from an earlier round of a call, and their state.
fn said(responses: Option<InputResponses>, state: Option<String>) -> (Option<Value>, Option<Value>) {
    (responses.map(|said| json!(said)), state.map(Value::from))
}

/// Returns the folder that a root names.
fn folder(uri: &str) -> Option<String> {
    let Named::File(path) = named(uri) else { return None };
    Some(if path.len() > 1 { path.trim_end_matches('/').to_owned() } else { path })
}

impl ServerHandler for Session {
    fn get_info(&self) -> ServerConfig {
        let about = Implementation::new("countersign", env!("CARGO_PKG_VERSION")).with_title("Countersign");
        ServerConfig::new(self.capabilities()).with_server_info(about)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let me = self.agent(&context)?;
        self.declare(&me, request.capabilities.clone()).await;
        self.tell_changes(&me.actor.name, &context.peer);
        let mut info = self.negotiate_initialize(&request)?;
        info.instructions = self.info(&me).await.instructions;
        Ok(info)
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let me = self.agent(&context)?;
        if let Some(capabilities) = context.client_capabilities() {
            self.declare(&me, capabilities).await;
        }
        let info = self.info(&me).await;
        Ok(DiscoverResult::from_server_info(self.supported_protocol_versions().into_owned(), info))
    }

    async fn on_roots_list_changed(&self, _context: NotificationContext<RoleServer>) {
        self.state().root = None;
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let me = self.me(&context).await?;
        for (server, error) in self.gateway.learn(&me.actor.name, me.origin.cwd.as_deref(), false).await {
            let told = answer::shown(&error.message);
            self.warn(&context, format!("the tools of {server} are missing: {told}")).await;
        }
        let table = self.gateway.table();
        let mut tools = self.gateway.offered(&me, &table).listed;
        let begin = request.and_then(|r| r.cursor).map_or(Some(0), |cursor| cursor.parse().ok());
        let begin = begin.filter(|b| *b <= tools.len());
        let Some(begin) = begin else {
            return Err(ErrorData::invalid_params("that cursor is none of ours", None));
        };
        let end = (begin + PAGE).min(tools.len());
        let next = (end < tools.len()).then(|| end.to_string());
        tools.truncate(end);
        let mut result = ListToolsResult::with_all_items(tools.split_off(begin));
        result.next_cursor = next;
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let own = own::listed().iter().find(|tool| tool.name == name).cloned();
        if let Some(own) = own.or_else(|| Gateway::of_search(name)) {
            return Some(own);
        }
        let table = self.gateway.table();
        table.tool(name).and_then(|tool| listing::listed(tool, name, &table.setup.policy))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut me = self.me(&context).await?;
        me.said = said(request.input_responses, request.request_state);
        let args = request.arguments.unwrap_or_default();
        self.gateway.call_tool(&me, &request.name, args, &context).await
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let me = self.agent(&context)?;
        self.wants().level = Some(request.level);
        self.gateway.set_level(&me, request).await;
        Ok(())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let me = self.me(&context).await?;
        Ok(ListResourcesResult::with_all_items(self.gateway.resources(&me).await))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let me = self.me(&context).await?;
        Ok(ListResourceTemplatesResult::with_all_items(self.gateway.templates(&me).await))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let mut me = self.me(&context).await?;
        me.said = said(request.input_responses, request.request_state);
        self.gateway.read_resource(&me, &request.uri, &context).await
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let me = self.me(&context).await?;
        Ok(ListPromptsResult::with_all_items(self.gateway.prompts(&me).await))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let mut me = self.me(&context).await?;
        me.said = said(request.input_responses, request.request_state);
        self.gateway.get_prompt(&me, &request.name, request.arguments, &context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let me = self.me(&context).await?;
        self.gateway.complete(&me, request, &context).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let me = self.me(&context).await?;
        self.gateway.subscribe(&me, &request.uri).await?;
        self.wants().resources.insert(request.uri);
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.agent(&context)?;
        // Other connections of the agent may still be subscribed, so the server stays subscribed.
        self.wants().resources.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let me = self.agent(context.request_context())?;
        for uri in context.accepted().resource_subscriptions.iter().flatten() {
            self.gateway.subscribe(&me, uri).await?;
        }
        let news = self.gateway.changes(&me.actor.name);
        tokio::select! {
            () = context.cancelled() => {}
            () = me.who.gone.cancelled() => {}
            () = news.listen(context.sink()) => {}
        }
        Ok(())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let me = self.me(&context).await?;
        self.gateway.get_task(&me, &request.task_id, &context).await
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let mut me = self.me(&context).await?;
        me.said = said(Some(request.input_responses), None);
        self.gateway.of_task(&me, reading::UPDATE_TASK, &request.task_id, &context).await.map(drop)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let me = self.me(&context).await?;
        self.gateway.of_task(&me, reading::CANCEL_TASK, &request.task_id, &context).await.map(drop)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_a_folder_of_this_machine_or_none() {
        assert_eq!(folder("file:///desk/a%20b/").as_deref(), Some("/desk/a b"));
        assert_eq!(folder("file://localhost/x").as_deref(), Some("/x"));
        assert_eq!(folder("file:///").as_deref(), Some("/"));
        for none in ["https://example.com/x", "file://server/share", "/x", "file:///a%00b"] {
            assert_eq!(folder(none), None, "{none}");
        }
    }
}
