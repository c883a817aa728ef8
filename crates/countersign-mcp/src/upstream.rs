//! The servers that a person configured, started on first use, and the world of their tools.
//!
//! There is one instance per agent and server: a server's memory is not shared between agents. A server that fails is
//! an error for its own tools only, and is retried with a growing delay. The judged call is the one that is made: paths
//! are resolved first, and files at captured paths are kept, so that changes by third-party servers can be undone.
//!
//! # Limitations
//! The JSON body of an HTTP server is not bounded by us, only an event of its stream. A server that changes files other
//! than the named ones is not noticed.

pub(crate) mod address;
mod asking;
mod child;
mod client;
mod effect;
mod forecast;
mod http;
mod instance;
mod learn;
mod listed;
mod named;
mod referred;
mod seal;
mod slot;
mod starting;
mod tally;
mod worlds;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::PathBuf,
    pin::Pin,
    sync::{Arc, Mutex as Lock, PoisonError, RwLock, Weak},
    time::Duration,
};

use countersign_core::{
    Error, ErrorCode, Result,
    judge::ToolEntry,
    record::Doc,
    text,
    tool::{Forecast, Tool},
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted, World},
};
use countersign_tools::{
    files::Files,
    packs::{self, Pack},
};
use countersign_words::{Message, say};
use rmcp::model::{ClientCapabilities, ResourceUpdatedNotificationParam};
use serde_json::Value;
use tokio::{runtime::Handle, sync::broadcast};

use crate::{Caller, ServerSettings};
pub(crate) use asking::{Asked, OfTask, Way};
use forecast::Known;
pub use instance::Instance;
pub use learn::Accepted;
use learn::KnownTools;
use seal::{SealedTask, Seals};
use slot::Slot;
pub use slot::{InstanceStatus, ServerStatus};
pub use worlds::{BUILTIN_SERVERS, Worlds};

/// Called with a server's tools each time they are listed.
pub type OnListed = Box<dyn Fn(&str, Vec<Tool>) + Send + Sync>;

/// The key in a caller's `meta` with its client's answers to an input request of a server. Only the gateway sets it; a
/// client's own value is dropped.
pub const INPUT_RESPONSES: &str = "countersign/inputResponses";
/// The key with the state that the server wants back with them.
pub const REQUEST_STATE: &str = "countersign/requestState";

/// How many notifications are queued for a slow listener.
const NEWS: usize = 256;

/// Timeouts and size limits.
#[derive(Debug, Clone)]
pub struct Limits {
    /// How long a server may take to start.
    pub start: Duration,
    /// How long a connection waits for a server to list its tools.
    pub list: Duration,
    /// The same for a server that a connection has already waited for in vain.
    pub list_late: Duration,
    /// How long a read may take without any message.
    pub read: Duration,
    /// How long an effect may take without any message.
    pub effect: Duration,
    /// The delay after the second failure in a row; it doubles with each further one.
    pub pause: Duration,
    /// The longest delay.
    pub longest_pause: Duration,
    /// The largest message.
    pub message_bytes: usize,
    /// How many lines of its output may be something other than messages.
    pub odd_lines: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(30),
            // Long enough for a program that is installed; some agents give up after ten seconds.
            list: Duration::from_secs(3),
            list_late: Duration::from_millis(200),
            read: Duration::from_secs(120),
            effect: Duration::from_secs(300),
            pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(60),
            message_bytes: 64 << 20,
            odd_lines: 200,
        }
    }
}

/// An unsolicited notification of a server.
#[derive(Debug, Clone)]
pub struct UpstreamNews {
    /// The agent whose instance it is.
    pub agent: String,
    /// The server.
    pub server: String,
    /// The notification.
    pub what: News,
}

/// The kinds of notifications.
#[derive(Debug, Clone)]
pub enum News {
    /// Its tools changed; the new list has been read.
    Tools,
    /// Its resources changed.
    Resources,
    /// Its prompts changed.
    Prompts,
    /// A resource was updated.
    ResourceUpdated(ResourceUpdatedNotificationParam),
    /// A log message.
    #[expect(deprecated, reason = "most servers still log that way")]
    Log(rmcp::model::LoggingMessageNotificationParam),
}

/// All upstream servers of a home: one instance per agent and server.
pub struct Upstreams {
    /// Itself, for tasks that outlive a call.
    me: Weak<Self>,
    files: Files,
    runtime: Handle,
    limits: Limits,
    settings: RwLock<BTreeMap<String, Arc<ServerSettings>>>,
    /// Unusable servers, and why.
    broken: RwLock<BTreeMap<String, Message>>,
    /// The person's entries for tools, by full name.
    entries: RwLock<BTreeMap<String, Arc<ToolEntry>>>,
    /// The capabilities of the agents' clients.
    declared: RwLock<HashMap<String, ClientCapabilities>>,
    slots: Lock<BTreeMap<(String, String), Arc<Slot>>>,
    /// The tools of each server, as last listed by any of its instances.
    known: RwLock<BTreeMap<String, KnownTools>>,
    /// Whether each server that was ever started may answer with tasks.
    tasks: RwLock<BTreeMap<String, bool>>,
    /// The resources that each server lists itself: reading one of them tells it nothing new.
    resources: RwLock<BTreeMap<String, BTreeSet<String>>>,
    seals: Arc<Seals>,
    on_listed: RwLock<Vec<OnListed>>,
    /// Returns whether a definition was accepted; without it none is compared.
    accepted: RwLock<Option<Accepted>>,
    news: broadcast::Sender<UpstreamNews>,
}

impl Upstreams {
    /// Keeps earlier file contents under `trash`; always asks about `own`, Countersign's folders; runs on `runtime`.
    pub fn new(trash: PathBuf, own: Vec<PathBuf>, runtime: Handle) -> Arc<Self> {
        Self::with_limits(trash, own, runtime, Limits::default())
    }

    /// The timeouts and size limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Like `new`, with other limits.
    pub fn with_limits(trash: PathBuf, own: Vec<PathBuf>, runtime: Handle, limits: Limits) -> Arc<Self> {
        let files = Files { trash: trash.join("upstream"), own, ..Files::default() };
        Arc::new_cyclic(|me| Self {
            me: me.clone(),
            files,
            runtime,
            limits,
            settings: RwLock::default(),
            broken: RwLock::default(),
            entries: RwLock::default(),
            declared: RwLock::default(),
            slots: Lock::default(),
            known: RwLock::default(),
            tasks: RwLock::default(),
            resources: RwLock::default(),
            seals: Arc::new(Seals::new()),
            on_listed: RwLock::default(),
            accepted: RwLock::default(),
            news: broadcast::channel(NEWS).0,
        })
    }

    /// Puts these servers in force. Changed ones are stopped, and restarted on their next use.
    pub fn configure(&self, servers: BTreeMap<String, ServerSettings>) {
        let mut broken = BTreeMap::new();
        let mut usable = BTreeMap::new();
        for (name, settings) in servers {
            match fault(&name, &settings) {
                Some(why) => drop(broken.insert(name, why)),
                None => drop(usable.insert(name, Arc::new(settings))),
            }
        }
        let gone: Vec<Arc<Slot>> = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            let mut settings = self.settings.write().unwrap_or_else(PoisonError::into_inner);
            let stays =
                |server: &String| usable.contains_key(server) && usable.get(server) == settings.get(server);
            let gone: Vec<_> = slots.keys().filter(|(_, server)| !stays(server)).cloned().collect();
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            known.retain(|server, _| stays(server));
            self.tasks.write().unwrap_or_else(PoisonError::into_inner).retain(|server, _| stays(server));
            *settings = usable;
            gone.iter().filter_map(|key| slots.remove(key)).collect()
        };
        *self.broken.write().unwrap_or_else(PoisonError::into_inner) = broken;
        for instance in gone.iter().filter_map(|slot| slot.set(None)) {
            self.runtime.spawn(async move { instance.stop().await });
        }
    }

    /// Puts the person's entries for tools in force: the paths they touch, and how they are undone.
    pub fn set_entries(&self, entries: impl IntoIterator<Item = ToolEntry>) {
        let named = |e: ToolEntry| (format!("{}.{}", e.server, e.name), Arc::new(e));
        *self.entries.write().unwrap_or_else(PoisonError::into_inner) =
            entries.into_iter().map(named).collect();
    }

    /// Sets the capabilities of an agent's client; servers started from now on get the same from us.
    pub fn declare(&self, agent: &str, capabilities: ClientCapabilities) {
        self.declared.write().unwrap_or_else(PoisonError::into_inner).insert(agent.to_owned(), capabilities);
    }

    /// Sets `f` to be called with a server's tools each time they are listed.
    pub fn on_listed(&self, f: OnListed) {
        self.on_listed.write().unwrap_or_else(PoisonError::into_inner).push(f);
    }

    /// Returns the names of all usable servers.
    pub fn servers(&self) -> Vec<String> {
        self.settings.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Returns the status of all servers, including those with unusable settings.
    pub fn status(&self) -> Vec<ServerStatus> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let usable = self.settings.read().unwrap_or_else(PoisonError::into_inner);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<ServerStatus> = usable
            .iter()
            .map(|(name, settings)| ServerStatus {
                name: name.clone(),
                kind: if settings.command.is_some() { "stdio" } else { "http" },
                pack: settings.pack.clone(),
                tools: known.get(name).map(|tools| tools.len()),
                error: None,
                instances: slots
                    .iter()
                    .filter(|((_, s), _)| s == name)
                    .map(|((a, _), slot)| slot.status(a))
                    .collect(),
            })
            .collect();
        let broken = self.broken.read().unwrap_or_else(PoisonError::into_inner);
        all.extend(broken.iter().map(|(name, why)| ServerStatus {
            name: name.clone(),
            kind: "broken",
            pack: None,
            tools: None,
            error: Some(why.clone()),
            instances: Vec::new(),
        }));
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Returns the instance of a server for an agent that works in `cwd`; starts it if needed.
    pub async fn instance(&self, agent: &str, server: &str, cwd: Option<&str>) -> Result<Arc<Instance>> {
        let (settings, slot) = self.slot(agent, server)?;
        if let Some(running) = slot.current().filter(|i| i.is_running()) {
            self.tell_folder(&running, cwd).await;
            return Ok(running);
        }
        // Boxed, because it is rare: every call's future would otherwise be as large.
        Box::pin(self.starting(agent, server, cwd, settings, slot)).await
    }

    fn slot(&self, agent: &str, server: &str) -> Result<(Arc<ServerSettings>, Arc<Slot>)> {
        // Locks are taken in this order everywhere.
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let settings = self.settings_of(server)?;
        let key = (agent.to_owned(), server.to_owned());
        Ok((settings, slots.entry(key).or_default().clone()))
    }

    fn settings_of(&self, server: &str) -> Result<Arc<ServerSettings>> {
        let settings = self.settings.read().unwrap_or_else(PoisonError::into_inner);
        settings.get(server).cloned().ok_or_else(|| {
            let shown = text::visible(server).text;
            let broken = self.broken.read().unwrap_or_else(PoisonError::into_inner).get(server).cloned();
            match broken {
                Some(why) => {
                    Error::new(ErrorCode::Settings, say!("problem-up-unusable", server = shown, said = why))
                }
                None => Error::conflict(say!("problem-up-no-server", server = shown))
                    .hint(say!("problem-up-no-server-hint")),
            }
        })
    }

    /// Returns whether any server is known to answer with tasks.
    pub fn know_tasks(&self) -> bool {
        self.tasks.read().unwrap_or_else(PoisonError::into_inner).values().any(|knows| *knows)
    }

    /// Returns the servers of which it is unknown whether they may answer with tasks.
    pub fn never_started(&self) -> Vec<String> {
        let known = self.tasks.read().unwrap_or_else(PoisonError::into_inner);
        self.servers().into_iter().filter(|server| !known.contains_key(server)).collect()
    }

    /// Returns the task that an agent knows by that name.
    pub(crate) fn task(&self, agent: &str, name: &str) -> Option<SealedTask> {
        self.seals.open_task(agent, name)
    }

    /// Returns how a read is made for the caller of this thread; `direct` if the result is its answer.
    pub(crate) fn reading(&self, direct: bool) -> Way {
        Way { caller: Caller::current(), patience: self.limits.read, effect: false, direct }
    }

    /// Returns our capabilities for a server: those of the agent's client, and roots.
    #[expect(deprecated, reason = "most servers still use roots and sampling")]
    fn capabilities(&self, agent: &str) -> ClientCapabilities {
        let declared = self.declared.read().unwrap_or_else(PoisonError::into_inner).get(agent).cloned();
        let ours = ClientCapabilities::builder().enable_roots().enable_roots_list_changed();
        let mut capabilities = ours.enable_sampling().enable_elicitation().build();
        if let Some(declared) = declared {
            capabilities.sampling = declared.sampling;
            capabilities.elicitation = declared.elicitation;
        }
        capabilities
    }

    /// Tells a server of another folder that its agent works in.
    async fn tell_folder(&self, instance: &Instance, cwd: Option<&str>) {
        if cwd.is_some_and(|cwd| instance.shared.add_root(cwd))
            && instance.info.protocol_version.has_initialize()
        {
            // A server that cannot be notified has ended.
            let _told = Box::pin(instance.peer.notify_roots_list_changed()).await;
        }
    }

    /// Converts a listed tool to the core's form: as the pack describes it, otherwise as an unknown one.
    pub fn tool(server: &str, listed: &rmcp::model::Tool, pack: Option<&Pack>) -> Tool {
        listed::tool(server, listed, pack)
    }

    /// Restores a tool from a stored definition; `None` if it can no longer be read.
    pub fn remembered(server: &str, definition: Value, pack: Option<&str>) -> Option<Tool> {
        let listed = serde_json::from_value(definition).ok()?;
        Some(listed::tool(server, &listed, pack.and_then(packs::pack)))
    }

    /// Subscribes to servers' notifications.
    pub fn subscribe(&self) -> broadcast::Receiver<UpstreamNews> {
        self.news.subscribe()
    }

    /// Stops all servers at once, and returns when they have ended. Each may take a few seconds.
    pub fn stop(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.end_all())
    }

    async fn end_all(&self) {
        let slots = std::mem::take(&mut *self.slots.lock().unwrap_or_else(PoisonError::into_inner));
        let ending: Vec<_> = slots
            .values()
            .filter_map(|slot| slot.set(None))
            .map(|instance| self.runtime.spawn(async move { instance.stop().await }))
            .collect();
        let all = async {
            for end in ending {
                // A panicked one has ended too.
                let _ended = end.await;
            }
        };
        if tokio::time::timeout(Duration::from_secs(15), all).await.is_err() {
            tracing::warn!("not all servers ended in time");
        }
    }

    fn pack_of(&self, server: &str) -> Option<&'static Pack> {
        let settings = self.settings.read().unwrap_or_else(PoisonError::into_inner).get(server).cloned()?;
        packs::pack(settings.pack.as_deref()?)
    }

    /// Runs a future on the runtime, from a thread that may block.
    fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Makes a read for a caller.
    pub(crate) async fn read_for(&self, ask: &Ask, caller: Option<Arc<Caller>>) -> Result<Value> {
        let (server, _) = split(&ask.tool)?;
        let at = At { agent: &ask.agent, server, cwd: ask.cwd.as_deref() };
        let args = Known::of(self, &ask.tool)?.normalised(self, &ask.args, &at)?.0;
        let way = Way { caller, patience: self.limits.read, effect: false, direct: true };
        self.call(&at, &ask.tool, &args, &way).await
    }

    /// Calls a tool by its full name, if its definition is the accepted one.
    async fn call(&self, at: &At<'_>, tool: &str, args: &Doc, way: &Way) -> Result<Value> {
        let (_, own) = split(tool)?;
        let mut instance = self.instance_for(at, tool).await?;
        let mut answer = Box::pin(instance.obtain(Asked::Tool(own, args), way)).await;
        if answer.is_err() && instance.has_lost_session() {
            // The server lost the session and did nothing. It may be a new one, so its list is read first.
            instance = self.instance_for(at, tool).await?;
            answer = Box::pin(instance.obtain(Asked::Tool(own, args), way)).await;
        }
        if let (Ok((_, slot)), Ok(_)) = (self.slot(at.agent, at.server), &answer) {
            // It works: earlier failures are forgotten.
            slot.trouble().failures = 0;
        }
        answer
    }

    /// Reads a resource or gets a prompt.
    pub(crate) async fn obtain(
        &self,
        agent: &str,
        server: &str,
        cwd: Option<&str>,
        asked: Asked<'_>,
        way: &Way,
    ) -> Result<Value> {
        let instance = self.instance(agent, server, cwd).await?;
        let answer = Box::pin(instance.obtain(asked, way)).await;
        match answer.is_err() && instance.has_lost_session() {
            true => Box::pin(self.instance(agent, server, cwd).await?.obtain(asked, way)).await,
            false => answer,
        }
    }
}

/// The instance that a call is for.
struct At<'a> {
    agent: &'a str,
    server: &'a str,
    cwd: Option<&'a str>,
}

/// Splits a full name into the server and the tool's own name.
fn split(tool: &str) -> Result<(&str, &str)> {
    tool.split_once('.').ok_or_else(|| Error::bug(format!("{tool} names no server")))
}

/// Returns why a server cannot be used with its name and settings.
fn fault(name: &str, settings: &ServerSettings) -> Option<Message> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    if name.is_empty() || name.len() > 64 || !name.bytes().all(plain) {
        return Some(say!("problem-up-name"));
    }
    if BUILTIN_SERVERS.contains(name) {
        return Some(say!("problem-up-own-name"));
    }
    if settings.command.is_some() == settings.url.is_some() {
        return Some(say!("problem-up-either"));
    }
    let pack = settings.pack.as_deref().filter(|pack| packs::pack(pack).is_none())?;
    let known: Vec<&str> = packs::names().collect();
    Some(say!("problem-up-no-pack", pack = pack.escape_debug().to_string(), packs = known.join(", ")))
}

/// The world of their tools. Its calls block, on threads that may.
impl World for Upstreams {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        forecast::forecast(self, ask)
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        self.wait(self.read_for(ask, Caller::current()))
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        effect::apply(self, order)
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        effect::check(self, order)
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        effect::revert(self, id, inverse)
    }

    fn forget(&self, id: &str) -> Result<()> {
        self.files.forget(id)
    }
}
