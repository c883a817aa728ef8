//! A gateway over an engine with the real tools, real MCP clients, and a person who decides beside them.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use countersign_core::{
    Actor, Engine, Env, Origin, Request, Setup,
    judge::Policy,
    kinds,
    memory::MemoryStore,
    receipt::undo,
    tool::{Catalog, Tool},
};
use countersign_mcp::{
    AgentSettings, Gateway, ServerSettings, Upstreams,
    gateway::{
        Who,
        reading::{self, Readings},
    },
    upstream::{Limits, Worlds},
};
use countersign_tools::Builtins;
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt as _, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation,
        ProgressNotificationParam, ResourceUpdatedNotificationParam,
    },
    service::{NotificationContext, RunningService, ServiceError},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{runtime::Handle, sync::watch};
use tokio_util::sync::CancellationToken;

/// The timeout of every test step.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The real clock, and ever different seeds.
struct Real(std::sync::atomic::AtomicU64);

impl Env for Real {
    fn now_ms(&self) -> u64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        u64::try_from(since.as_millis()).unwrap()
    }

    fn seed(&self) -> [u8; 32] {
        let n = self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let mut seed = [7; 32];
        seed[..8].copy_from_slice(&n.to_le_bytes());
        seed
    }
}

/// Everything but a client.
pub struct World {
    pub engine: Arc<Engine>,
    pub gateway: Arc<Gateway>,
    pub upstreams: Arc<Upstreams>,
    dir: TempDir,
}

/// The notifications that a client received.
#[derive(Clone, Default)]
pub struct Heard {
    pub progress: Arc<Mutex<Vec<String>>>,
    pub tools_changed: Arc<Mutex<usize>>,
    pub log: Arc<Mutex<Vec<Value>>>,
    pub updated: Arc<Mutex<Vec<String>>>,
}

impl ClientHandler for Heard {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(ClientCapabilities::default(), Implementation::new("Test Client", "1"))
    }

    async fn on_progress(&self, told: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.lock().unwrap().push(told.message.unwrap_or_default());
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        *self.tools_changed.lock().unwrap() += 1;
    }

    #[expect(deprecated, reason = "older revisions have log messages")]
    async fn on_logging_message(
        &self,
        told: rmcp::model::LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.log.lock().unwrap().push(told.data);
    }

    async fn on_resource_updated(
        &self,
        told: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.updated.lock().unwrap().push(told.uri);
    }
}

/// A client of the gateway.
pub struct Client {
    pub running: RunningService<RoleClient, Heard>,
    pub heard: Heard,
}

impl World {
    pub fn new() -> Self {
        Self::with(BTreeMap::new())
    }

    pub fn with(agents: BTreeMap<String, AgentSettings>) -> Self {
        // A machine may be slow.
        Self::with_limits(agents, Limits { list: PATIENCE, ..Limits::default() })
    }

    pub fn with_limits(agents: BTreeMap<String, AgentSettings>, limits: Limits) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        std::fs::create_dir(path("work")).unwrap();
        let own = vec![path("home")];
        let builtins = Arc::new(Builtins::new(path("home/trash"), Vec::new(), own.clone(), Vec::new()));
        let upstreams = Upstreams::with_limits(path("home/trash"), own, Handle::current(), limits);
        let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
        let tools = countersign_tools::catalog().into_iter().chain(undo::tools()).chain(reading::tools());
        let setup = Setup {
            catalog: Catalog::new(tools),
            policy: Policy::default(),
            kinds,
            zone: jiff::tz::TimeZone::UTC,
            servers: BTreeMap::new(),
            agents: BTreeMap::new(),
            site: None,
            roots: Vec::new(),
            keeping: Default::default(),
            hosts: Default::default(),
        };
        let growth = watch::Sender::new(());
        let grown = growth.clone();
        let world = Worlds::new(builtins, upstreams.clone());
        let world = Readings::new(world, upstreams.clone(), Handle::current());
        let engine = Engine::new(Arc::new(MemoryStore::new()), setup, Box::new(Real(0.into())))
            .with_world(Box::new(world))
            .with_listener(Box::new(move || {
                grown.send_replace(());
            }));
        let engine = Arc::new(engine);
        let gateway = Gateway::new(engine.clone(), move || growth.subscribe(), upstreams.clone(), agents);
        Self { engine, gateway, upstreams, dir }
    }

    pub fn folder(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    /// Another working folder.
    pub fn dir_named(&self, name: &str) -> String {
        let path = self.dir.path().join(name);
        std::fs::create_dir(&path).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder().join(name), text).unwrap();
    }

    /// The client end of `actor`.
    pub fn who(&self, actor: Actor) -> Who {
        let cwd = Some(self.folder().to_str().unwrap().to_owned());
        Who::new(actor, Origin { cwd, ..Origin::from("http") })
    }

    pub async fn connect(&self, who: Who, lifecycle: ClientLifecycleMode) -> Client {
        let (here, there) = tokio::io::duplex(1 << 20);
        let (read, write) = tokio::io::split(there);
        let gateway = self.gateway.clone();
        tokio::spawn(async move { gateway.serve_stream(who, read, write, CancellationToken::new()).await });
        let heard = Heard::default();
        let running = heard.clone().serve_with_lifecycle(here, lifecycle).await.unwrap();
        Client { running, heard }
    }

    pub async fn agent(&self, name: &str) -> Client {
        self.connect(self.who(Actor::agent(name)), ClientLifecycleMode::Initialize).await
    }

    /// Calls an operation as a person.
    pub async fn person(&self, op: &str, input: Value) -> Value {
        self.call(Actor::person("ana"), op, input).await.unwrap()
    }

    pub async fn call(&self, actor: Actor, op: &str, input: Value) -> countersign_core::Result<Value> {
        self.call_from(actor, Origin::from("cli"), op, input).await
    }

    pub async fn call_from(
        &self,
        actor: Actor,
        origin: Origin,
        op: &str,
        input: Value,
    ) -> countersign_core::Result<Value> {
        let (engine, op) = (self.engine.clone(), op.to_owned());
        let request = Request { actor, op, input, key: None, origin };
        tokio::task::spawn_blocking(move || engine.call(request)).await.unwrap().map(|answer| answer.value)
    }

    /// Waits for a pending item.
    pub async fn waiting(&self) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let inbox = self.person("inbox.list", json!({})).await;
            let mut found = Vec::new();
            ids(&inbox, &mut found);
            if let Some(id) = found.into_iter().find(|id| id.starts_with('i')) {
                return id;
            }
            assert!(Instant::now() < until, "nothing waits: {inbox}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub async fn confirm(&self, item: &str) -> Value {
        self.person("show", json!({"id": item})).await;
        self.person("item.confirm", json!({"id": item})).await
    }

    /// Adds tools of an upstream server to the catalogue that is never started.
    pub fn list_upstream(&self, server: &str, tools: Vec<Tool>) {
        let settings = ServerSettings { command: Some("/bin/false".to_owned()), ..ServerSettings::default() };
        self.upstreams.configure(BTreeMap::from([(server.to_owned(), settings)]));
        self.engine.amend_setup(|setup| setup.catalog = setup.catalog.with_server(server, tools));
    }
}

fn ids(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("id").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|v| ids(v, found));
        }
        Value::Array(list) => list.iter().for_each(|v| ids(v, found)),
        _ => {}
    }
}

impl Client {
    pub async fn call(&self, tool: &'static str, args: Value) -> Result<CallToolResult, ServiceError> {
        let params = CallToolRequestParams::new(tool).with_arguments(args.as_object().unwrap().clone());
        tokio::time::timeout(PATIENCE, self.running.peer().call_tool(params)).await.unwrap()
    }

    pub async fn names(&self) -> Vec<String> {
        let tools = self.running.peer().list_all_tools().await.unwrap();
        tools.into_iter().map(|t| t.name.into_owned()).collect()
    }
}

/// All text of a result.
pub fn text(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|c| c.as_text()).map(|t| t.text.as_str()).collect::<Vec<_>>().join("\n")
}
