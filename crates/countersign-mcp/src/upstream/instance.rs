//! One running server for one agent: started once, called many times, ended with a reason.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
    time::Duration,
};

use countersign_core::{Error, Result, text, tool::Tool};
use countersign_words::{Message, say};
use rmcp::{
    ErrorData,
    model::{
        ClientRequest, ErrorCode as McpCode, ListToolsRequest, PaginatedRequestParams, ProtocolVersion,
        ServerNotification, ServerPeerInfo, ServerResult, SubscribeRequestParams, SubscriptionFilter,
    },
    service::{
        ClientInitializeError, ClientLifecycleMode, Peer, RoleClient, RunningService, ServiceError,
        Subscription, serve_client_with_lifecycle_and_ct,
    },
};
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{
    Limits, News,
    child::{Child, LastWords},
    client::{Client, Shared},
    http, listed,
    tally::Counted,
};
use crate::ServerSettings;

/// How many pages a list of tools may have.
const PAGES: usize = 200;
/// How many tools a server may have.
const TOOLS: usize = 5_000;
/// How many resources of a server are watched for one agent.
const WATCHED: usize = 1_000;

/// A running server.
pub struct Instance {
    /// The name that the person gave it.
    pub server: String,
    /// The agent it runs for.
    pub agent: String,
    /// The connection to it.
    pub peer: Peer<RoleClient>,
    /// Its description: capabilities, instructions, revision.
    pub info: Arc<ServerPeerInfo>,
    /// Its working folder, if it is a process that was started in one.
    pub folder: Option<PathBuf>,
    pub(super) shared: Arc<Shared>,
    pub(super) is_process: bool,
    stop: CancellationToken,
    ended: watch::Receiver<Option<Message>>,
}

impl Instance {
    /// Starts a server and performs the handshake.
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
                let inner = Child::start(&name, &settings, cwd, &limits, last.clone())?;
                let transport = Counted { inner, tally: shared.tally.clone(), stop: stop.clone() };
                let begun =
                    serve_client_with_lifecycle_and_ct(client, transport, lifecycle, stop.clone()).await;
                if begun.is_err() {
                    last.settled().await;
                }
                begun.map_err(|e| no_start(&name, &e, &last))
            } else {
                let inner = http::connect(&name, &settings, &limits)?;
                let transport = Counted { inner, tally: shared.tally.clone(), stop: stop.clone() };
                let begun = serve_client_with_lifecycle_and_ct(client, transport, lifecycle, stop.clone());
                begun.await.map_err(|e| no_start(&name, &e, &last))
            }
        };
        let running = tokio::time::timeout(limits.start, starting).await.map_err(|_| {
            let wait = limits.start.as_secs();
            Error::conflict(say!("problem-up-slow-start", server = name, seconds = wait))
                .hint(say!("problem-up-check-terminal", server = name))
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
            let why = last.told().unwrap_or(say!("problem-up-closed"));
            tracing::info!(server = name, "ended: {why}");
            // There may be no receiver.
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
        self.ended.borrow().is_none() && !self.peer.is_transport_closed() && !self.has_lost_session()
    }

    /// Why it ended, if it has.
    pub fn ended(&self) -> Option<Message> {
        self.ended.borrow().clone()
    }

    /// Returns whether it ended because the server lost our session; the request was then not carried out.
    pub(super) fn has_lost_session(&self) -> bool {
        self.shared.tally.has_lost_session()
    }

    /// Returns its tools, as last listed.
    pub fn tools(&self) -> Arc<Vec<Tool>> {
        self.shared.tools.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops it, and returns when it has ended.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        let mut ended = self.ended.clone();
        // A task that is gone has ended already.
        let _ended = ended.wait_for(Option::is_some).await;
    }

    /// Waits a moment for the reason of a connection that has just closed.
    pub(super) async fn why(&self) -> Message {
        let mut ended = self.ended.clone();
        let told = tokio::time::timeout(Duration::from_secs(10), ended.wait_for(Option::is_some)).await;
        let why = told.ok().and_then(|t| t.ok().and_then(|why| why.clone()));
        why.unwrap_or(say!("problem-up-closed"))
    }

    /// Subscribes to changes, which servers of the newest revision require.
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
            let Ok(heard) = peer.listen(filter).await else { return };
            hear(heard, &peer, &shared, &stop).await;
        });
    }

    /// Returns whether each request carries the client's capabilities and subscriptions.
    pub(super) fn is_stateless(&self) -> bool {
        !self.info.protocol_version.has_initialize()
    }

    /// Returns whether it may answer with a task.
    pub(super) fn knows_tasks(&self) -> bool {
        self.is_stateless() && self.info.capabilities.supports_tasks()
    }

    /// Subscribes to changes of a resource.
    #[expect(deprecated, reason = "older revisions have subscriptions")]
    pub(crate) async fn watch(&self, uri: &str) -> Result<(), ServiceError> {
        if !self.is_stateless() {
            return self.peer.subscribe(SubscribeRequestParams::new(uri)).await;
        }
        let mut watched = self.shared.watched.lock().await;
        if watched.contains(uri) {
            return Ok(());
        }
        let refused =
            |message: &'static str| ServiceError::McpError(ErrorData::invalid_request(message, None));
        if watched.len() >= WATCHED {
            return Err(refused("too many resources of this server are watched"));
        }
        let heard =
            self.peer.listen(SubscriptionFilter::builder().resource_subscription(uri).build()).await?;
        if heard.acknowledged().resource_subscriptions.iter().flatten().all(|known| known != uri) {
            return Err(refused("the server does not tell when this resource changes"));
        }
        watched.insert(uri.to_owned());
        let (peer, shared, stop) = (self.peer.clone(), self.shared.clone(), self.stop.clone());
        let uri = uri.to_owned();
        tokio::spawn(async move {
            hear(heard, &peer, &shared, &stop).await;
            shared.watched.lock().await.remove(&uri);
        });
        Ok(())
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
                    // One broken entry must not hide the others.
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
                    // Of two with the same name the first counts.
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
            // It may have no tools.
            Ok(Err(ServiceError::McpError(e))) if e.code == McpCode::METHOD_NOT_FOUND => Ok(Vec::new()),
            Ok(Err(e)) => Err(Error::conflict(say!("problem-up-no-list", server)).because(e)),
            Err(_) => Err(Error::conflict(say!("problem-up-slow-list", server, seconds = wait.as_secs()))),
        }
    }

    /// Returns the base folder of relative paths, for a call from `cwd`.
    pub(super) fn folder_for<'a>(&'a self, cwd: Option<&'a str>) -> Option<&'a str> {
        self.folder.as_deref().and_then(Path::to_str).or(cwd)
    }
}

/// Forwards a server's notifications until they end.
async fn hear(mut heard: Subscription, peer: &Peer<RoleClient>, shared: &Shared, stop: &CancellationToken) {
    loop {
        let next = tokio::select! {
            next = heard.next() => next,
            () = stop.cancelled() => return,
        };
        match next {
            Ok(Some(ServerNotification::ToolListChangedNotification(_))) => shared.tools_changed(peer).await,
            Ok(Some(ServerNotification::PromptListChangedNotification(_))) => shared.tell(News::Prompts),
            Ok(Some(ServerNotification::ResourceListChangedNotification(_))) => shared.tell(News::Resources),
            Ok(Some(ServerNotification::ResourceUpdatedNotification(told))) => {
                shared.tell(News::ResourceUpdated(told.params));
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => {
                // Later changes would go unnoticed.
                shared.tally.list_changed();
                return;
            }
        }
    }
}

/// It can no longer be called.
impl Drop for Instance {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

fn no_start(name: &str, e: &ClientInitializeError, last: &LastWords) -> Error {
    let shown = |said: String| Message::from(text::truncate(&text::visible(&said).text, 500));
    let said = match e {
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::Cancelled => {
            say!("problem-up-closed")
        }
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => shown(fallback.to_string()),
        other => shown(other.to_string()),
    };
    let why = last.told().unwrap_or(said);
    Error::conflict(say!("problem-up-no-start", server = name, said = why)).because(e)
}
