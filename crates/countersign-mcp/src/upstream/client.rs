//! Our client towards a server: it has the agent's folder, and forwards the server's own requests to the client of the
//! agent whose call is in progress. That client's answer goes to the server and is never a person's decision.
#![expect(deprecated, reason = "most servers still use roots, sampling and log messages")]

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex as Lock, PoisonError, RwLock, Weak},
    time::{Duration, Instant},
};

use countersign_core::{text, tool::Tool};
use countersign_words::{Message, say};
use rmcp::{
    ClientHandler,
    model::{
        ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult,
        ElicitRequestParams, ElicitResult, ErrorCode, ErrorData, Implementation, InputRequest,
        ListRootsResult, LoggingLevel, LoggingMessageNotificationParam, Notification,
        ProgressNotificationParam, ProgressToken, ResourceUpdatedNotificationParam, Root, ServerNotification,
    },
    service::{NotificationContext, Peer, RequestContext, RoleClient, ServiceError},
};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::{News, UpstreamNews, Upstreams, learn::KnownTools, seal::Seals, tally::Tally};
use crate::{Caller, foreign};

/// How long the agent's client may take to answer a request of a server.
const ANSWER: Duration = Duration::from_secs(120);
/// How many folders of one agent a server gets.
const ROOTS: usize = 100;

/// State shared by an instance and its connection.
pub(super) struct Shared {
    pub agent: String,
    pub server: String,
    pub capabilities: ClientCapabilities,
    pub owner: Weak<Upstreams>,
    /// Whether it is on another machine, which gets no local folders.
    pub is_remote: bool,
    /// The folders that the agent works in.
    pub roots: Lock<BTreeSet<String>>,
    /// Receivers of the progress of calls.
    pub progress: Mutex<HashMap<ProgressToken, Arc<Caller>>>,
    /// Callers of the calls in progress, latest last.
    pub callers: Lock<Vec<Arc<Caller>>>,
    /// Its tools, as last listed.
    pub tools: RwLock<Arc<Vec<Tool>>>,
    /// The same with the digests of their definitions, and when they were listed.
    pub listed: RwLock<Option<(KnownTools, Instant)>>,
    /// Held while its list is read.
    pub listing: Mutex<()>,
    /// The resources that it is subscribed to.
    pub watched: Mutex<BTreeSet<String>>,
    /// Seals data that passes through clients.
    pub seals: Arc<Seals>,
    /// Counts messages received and forwarded.
    pub tally: Arc<Tally>,
}

impl Shared {
    /// Adds a folder; true if it is new.
    pub fn add_root(&self, folder: &str) -> bool {
        let mut roots = self.roots.lock().unwrap_or_else(PoisonError::into_inner);
        roots.len() < ROOTS && roots.insert(folder.to_owned())
    }

    /// Returns the caller of the call in progress. A server does not say which; all belong to the same agent.
    fn caller(&self) -> Option<Arc<Caller>> {
        self.callers.lock().unwrap_or_else(PoisonError::into_inner).last().cloned()
    }

    /// Returns who gets a log message with its answer: the latest caller that wants it so.
    fn hears(&self, level: LoggingLevel) -> Option<Arc<Caller>> {
        let callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        let wants = |c: &&Arc<Caller>| {
            c.answers_later() && c.meta.log_level().is_some_and(|least| least as u8 <= level as u8)
        };
        callers.iter().rev().find(wants).cloned()
    }

    /// Notifies listeners.
    pub fn tell(&self, what: News) {
        if let Some(owner) = self.owner.upgrade() {
            let (agent, server) = (self.agent.clone(), self.server.clone());
            // There may be no listener.
            let _heard = owner.news.send(UpstreamNews { agent, server, what });
        }
    }

    fn roots(&self) -> ListRootsResult {
        if self.is_remote {
            return ListRootsResult::new(Vec::new());
        }
        let roots = self.roots.lock().unwrap_or_else(PoisonError::into_inner);
        let root = |folder: &String| {
            let name = folder.rsplit('/').next().unwrap_or_default().to_owned();
            Root::new(file_address(folder)).with_name(name)
        };
        ListRootsResult::new(roots.iter().map(root).collect())
    }

    async fn sample(
        &self,
        caller: Option<Arc<Caller>>,
        params: CreateMessageRequestParams,
    ) -> Result<CreateMessageResult, Refused> {
        let caller = caller.ok_or_else(nobody)?;
        refuse_imitation(&params)?;
        if caller.answers_later() || caller.declared().sampling.is_none() {
            return Err(unable("sampling".into()));
        }
        bounded(&caller, caller.peer.create_message(params)).await
    }

    async fn elicit(
        &self,
        caller: Option<Arc<Caller>>,
        params: ElicitRequestParams,
    ) -> Result<ElicitResult, Refused> {
        let caller = caller.ok_or_else(nobody)?;
        let able = caller.declared().elicitation;
        let fits = able.filter(|_| !caller.answers_later()).is_some_and(|able| match &params {
            ElicitRequestParams::UrlElicitationParams { .. } => able.url.is_some(),
            // Clients that name no form support forms: originally there was nothing else.
            _ => able.form.is_some() || able.url.is_none(),
        });
        if !fits {
            return Err(unable("elicitation".into()));
        }
        let params = self.named(params)?;
        bounded(&caller, caller.peer.create_elicitation(params)).await
    }

    /// Adds the server's name to its question: otherwise it looks like ours to the person.
    pub fn named(&self, mut params: ElicitRequestParams) -> Result<ElicitRequestParams, Refused> {
        refuse_imitation(&params)?;
        if let ElicitRequestParams::FormElicitationParams { message, .. }
        | ElicitRequestParams::UrlElicitationParams { message, .. } = &mut params
        {
            let asked = text::visible_multiline(message).text;
            *message = format!("The server {} asks: {asked}", self.server);
        }
        Ok(params)
    }

    /// Answers an input request of a server of the newest revision.
    pub async fn answer(&self, caller: Option<&Arc<Caller>>, asked: InputRequest) -> Result<Value, Refused> {
        let caller = caller.cloned();
        let answer = match asked {
            InputRequest::CreateMessage(request) => {
                serde_json::to_value(self.sample(caller, request.params).await?)
            }
            InputRequest::Elicitation(request) => {
                serde_json::to_value(self.elicit(caller, request.params).await?)
            }
            InputRequest::ListRoots(_) => serde_json::to_value(self.roots()),
            _ => return Err(unable(say!("problem-up-that"))),
        };
        answer.map_err(|e| Refused::internal(e.to_string()))
    }
}

/// Why a server's request to the agent's client has no answer. The server gets it in English.
pub(super) struct Refused {
    code: ErrorCode,
    pub said: Message,
    data: Option<Value>,
}

impl Refused {
    fn invalid(said: Message) -> Self {
        Self { code: ErrorCode::INVALID_REQUEST, said, data: None }
    }

    fn internal(said: impl Into<Message>) -> Self {
        Self { code: ErrorCode::INTERNAL_ERROR, said: said.into(), data: None }
    }
}

impl From<Refused> for ErrorData {
    fn from(refused: Refused) -> Self {
        Self::new(refused.code, refused.said.to_string(), refused.data)
    }
}

/// Refuses a request to the agent's client that imitates our words.
pub(super) fn refuse_imitation(params: &impl Serialize) -> Result<(), Refused> {
    let params = serde_json::to_value(params).unwrap_or_default();
    match foreign::imitation(&params) {
        Some(found) => Err(Refused::invalid(say!("problem-up-imitates", words = found))),
        None => Ok(()),
    }
}

fn nobody() -> Refused {
    Refused::invalid(say!("problem-up-no-call"))
}

fn unable(what: Message) -> Refused {
    Refused::invalid(say!("problem-up-client-unable", said = what))
}

async fn bounded<T>(
    caller: &Caller,
    asking: impl Future<Output = Result<T, ServiceError>>,
) -> Result<T, Refused> {
    let failed = |e: ServiceError| match e {
        ServiceError::McpError(error) => {
            Refused { code: error.code, said: error.message.into(), data: error.data }
        }
        other => Refused::internal(other.to_string()),
    };
    tokio::select! {
        answer = asking => answer.map_err(failed),
        () = caller.gone.cancelled() => Err(Refused::internal(say!("problem-up-client-gone"))),
        () = tokio::time::sleep(ANSWER) => Err(Refused::internal(say!("problem-up-client-silent"))),
    }
}

fn file_address(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'.' | b'_' | b'~');
    let escaped =
        path.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") });
    format!("file://{}", escaped.collect::<String>())
}

/// The client's end of a connection.
pub(super) struct Client(pub Arc<Shared>);

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let us = Implementation::new("countersign", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(self.0.capabilities.clone(), us)
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        Ok(self.0.sample(self.0.caller(), params).await?)
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(self.0.elicit(self.0.caller(), params).await?)
    }

    async fn list_roots(&self, _context: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        Ok(self.0.roots())
    }

    async fn on_progress(
        &self,
        mut params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        let _passed = self.0.tally.passing_on();
        let caller = self.0.progress.lock().await.get(&params.progress_token).cloned();
        let Some(caller) = caller else { return };
        let Some(token) = caller.progress.clone() else { return };
        params.progress_token = token;
        params.message = params.message.map(|said| {
            foreign::or_left_out(&text::visible_multiline(&said).text, &self.0.server).into_owned()
        });
        caller.tell_progress(params).await;
    }

    async fn on_logging_message(
        &self,
        mut params: LoggingMessageNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        let _passed = self.0.tally.passing_on();
        if let Some(found) = foreign::imitation(&params.data) {
            params.data = json!(foreign::left_out(&self.0.server, found));
        }
        foreign::strip_meta(&mut params.data);
        // Only our own messages may have a logger of our name.
        params.logger = params.logger.map(|logger| match foreign::is_our_name(&logger) {
            true => self.0.server.clone(),
            false => logger,
        });
        if let Some(caller) = self.0.hears(params.level) {
            let told = Notification::new(params.clone());
            caller.tell(ServerNotification::LoggingMessageNotification(told)).await;
        }
        self.0.tell(News::Log(params));
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.0.tell(News::ResourceUpdated(params));
    }

    async fn on_resource_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.0.tell(News::Resources);
    }

    async fn on_tool_list_changed(&self, context: NotificationContext<RoleClient>) {
        self.0.tools_changed(&context.peer).await;
    }

    async fn on_prompt_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.0.tell(News::Prompts);
    }
}

impl Shared {
    /// The server's tools changed: reads the new list, then notifies listeners.
    pub async fn tools_changed(&self, peer: &Peer<RoleClient>) {
        if let Some(owner) = self.owner.upgrade()
            && let Err(e) = owner.learn_changes(self, peer).await
        {
            tracing::warn!(server = self.server, "a changed list of tools cannot be read: {e}");
        }
        self.tell(News::Tools);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_told_as_an_address() {
        assert_eq!(file_address("/desk/a b#ü"), "file:///desk/a%20b%23%C3%BC");
    }
}
