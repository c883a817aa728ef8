//! The MCP server for agents, with the built-in tools, the upstream servers' tools, and a few of its own.
//!
//! A [`Session`] handles one connection; their shared state is here. Nothing is decided here: every call is an
//! [`Engine::call`], made as the agent.

mod answer;
mod batch;
mod beside;
mod call;
mod direct;
mod forward;
mod http;
mod instructions;
mod line;
mod listing;
mod mark;
mod names;
mod offer;
mod own;
mod pass;
pub mod reading;
mod routes;
mod search;
mod session;
mod short;
mod stream;
mod wait;
mod who;

use std::{
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak},
    time::{Duration, Instant},
};

use countersign_core::{
    Actor, Answer, Engine, Error, Origin, Request, Result, Setup,
    engine::{Next, Reading},
    receipt::undo,
    server::pins,
    tool::{Hold, Tool},
    world::Ask,
};
use countersign_words::{kept, say};
use serde_json::{Value, json};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, broadcast, watch},
};

pub(crate) use self::line::tell;
use self::{call::Ended, mark::Mark, names::Names, routes::Routes};
pub use self::{http::Http, line::Line, session::Session, who::Who};
use crate::{AgentSettings, Caller, ServerSettings, Upstreams};

/// How long a held call waits by default.
const WAIT: Duration = Duration::from_secs(45);
/// Servers whose tools are never listed: they represent other actions of an agent.
const UNLISTED: &[&str] = &[reading::SERVER, "agent", "function", "stage"];

/// Subscribes to the growth of the log.
type Growth = Box<dyn Fn() -> watch::Receiver<()> + Send + Sync>;

/// Limits and metrics of the gateway.
pub trait Meter: Send + Sync {
    /// Returns how long an agent must wait before its next call, if it calls too often.
    fn admit(&self, agent: &Actor) -> Option<Duration>;
    /// Called after each operation.
    fn called(&self, op: &str, answer: &Result<Answer>, took: Duration);
}

/// The MCP server for agents: state shared by all connections.
pub struct Gateway {
    engine: Arc<Engine>,
    growth: Growth,
    upstreams: Arc<Upstreams>,
    agents: RwLock<BTreeMap<String, AgentSettings>>,
    meter: OnceLock<Box<dyn Meter>>,
    table: RwLock<Option<Arc<Table>>>,
    /// Ticks when the tools may have changed.
    tools: watch::Sender<()>,
    /// Tells which agent has found tools.
    found: broadcast::Sender<Arc<str>>,
    known: Mutex<Known>,
}

/// The tools under a setup, by the names that agents use.
struct Table {
    setup: Arc<Setup>,
    names: Names,
    /// The tools with arguments that clients repeat in headers.
    with_headers: BTreeSet<String>,
}

/// State learnt at runtime.
#[derive(Default)]
struct Known {
    /// The servers that have listed their tools.
    listed: BTreeSet<String>,
    /// Those that a connection has waited for in vain.
    late: BTreeSet<String>,
    agents: BTreeMap<String, AgentState>,
}

/// The state of an agent.
#[derive(Default)]
struct AgentState {
    /// The servers that work for it.
    servers: BTreeSet<String>,
    /// The full names of tools that it found, the latest last.
    found: Vec<String>,
    /// The owners of resources and prompts.
    routes: Arc<Routes>,
    /// The mark of our messages to it, for stateless requests.
    mark: Option<Mark>,
}

impl Table {
    fn new(setup: Arc<Setup>, servers: &[String]) -> Self {
        let is_there = |tool: &&Tool| match tool.upstream {
            Some(_) => servers.contains(&tool.server),
            None => !UNLISTED.contains(&&*tool.server),
        };
        let taken = own::operations().map(|(name, _)| name).chain([offer::FIND, offer::CALL]);
        let fixed = BTreeMap::from([(undo::UNDO_TOOL, "undo")]);
        let names = Names::new(setup.catalog.iter().filter(is_there), taken.map(str::to_owned), &fixed);
        let upstream = setup.catalog.iter().filter(|tool| tool.upstream.is_some());
        let with_headers = upstream.filter(|tool| names_header(&tool.schema)).map(|tool| tool.name.clone());
        Self { with_headers: with_headers.collect(), setup, names }
    }

    /// Returns whether clients repeat arguments of a tool in headers.
    fn has_headers(&self, tool: &Tool) -> bool {
        self.with_headers.contains(&tool.name)
    }

    /// Finds a tool by the name that an agent uses.
    fn tool(&self, name: &str) -> Option<&Tool> {
        self.names.full(name).and_then(|full| self.setup.catalog.find(full))
    }
}

impl Gateway {
    /// Creates a gateway over an engine; `growth` subscribes to the growth of the log.
    pub fn new(
        engine: Arc<Engine>,
        growth: impl Fn() -> watch::Receiver<()> + Send + Sync + 'static,
        upstreams: Arc<Upstreams>,
        agents: BTreeMap<String, AgentSettings>,
    ) -> Arc<Self> {
        let gateway = Arc::new(Self {
            engine,
            growth: Box::new(growth),
            upstreams,
            agents: RwLock::new(agents),
            meter: OnceLock::new(),
            table: RwLock::default(),
            tools: watch::Sender::new(()),
            found: broadcast::Sender::new(16),
            known: Mutex::default(),
        });
        // Weak: the servers must not keep alive what stops them.
        let here: Weak<Self> = Arc::downgrade(&gateway);
        gateway.upstreams.on_listed(Box::new(move |server, tools| {
            if let Some(gateway) = here.upgrade() {
                gateway.listed(server, tools);
            }
        }));
        let here: Weak<Self> = Arc::downgrade(&gateway);
        gateway.upstreams.accept_by(Box::new(move |tool, definition| match here.upgrade() {
            Some(gateway) => gateway.is_pinned(tool, definition),
            None => Ok(false),
        }));
        gateway
    }

    /// Sets the meter of its calls; only the first call has an effect.
    pub fn measure(&self, meter: Box<dyn Meter>) {
        let _ = self.meter.set(meter);
    }

    /// Applies new settings at runtime. `changed` are the servers with new settings, each with its accepted tools: they
    /// are restarted on their next use.
    pub fn take_up(
        &self,
        servers: BTreeMap<String, ServerSettings>,
        agents: BTreeMap<String, AgentSettings>,
        changed: BTreeMap<String, Vec<Tool>>,
    ) {
        self.upstreams.configure(servers);
        *self.agents.write().unwrap_or_else(PoisonError::into_inner) = agents;
        for (server, tools) in changed {
            {
                let mut known = self.known();
                known.listed.remove(&server);
                known.late.remove(&server);
            }
            self.engine.amend_setup(|setup| setup.catalog = setup.catalog.with_server(&server, tools));
        }
        self.tools.send_replace(());
    }

    /// Creates the server of one connection, whose requests all come from the same client.
    pub fn session(self: &Arc<Self>, who: Who) -> Session {
        Session::new(self.clone(), Some(Arc::new(who)))
    }

    /// Stores which tools a server has: for judging, for the record, and for listeners.
    fn listed(&self, server: &str, tools: Vec<Tool>) {
        let told: Vec<Value> = tools
            .iter()
            .filter_map(|tool| {
                let name = tool.name.strip_prefix(server).and_then(|rest| rest.strip_prefix('.'));
                Some(json!({"name": name.unwrap_or(&tool.name), "definition": tool.upstream.as_deref()?}))
            })
            .collect();
        {
            let mut known = self.known();
            known.listed.insert(server.to_owned());
            known.late.remove(server);
        }
        let before = self.engine.setup();
        let same = {
            let of = |tool: &&Tool| tool.upstream.is_some() && tool.server == server;
            let old = before.catalog.iter().filter(of).map(|t| (&t.name, &t.upstream, t.class));
            old.eq(sorted(&tools).into_iter().map(|t| (&t.name, &t.upstream, t.class)))
        };
        // Recorded first: a new definition counts as new until a person has seen it.
        self.record(json!({"server": server, "tools": told}));
        if same {
            return;
        }
        self.engine.amend_setup(|setup| setup.catalog = setup.catalog.with_server(server, tools));
        self.tools.send_replace(());
    }

    fn is_pinned(&self, tool: &str, definition: &str) -> Result<bool> {
        let mut pinned = false;
        self.engine.read_cached(&mut |base| {
            pinned = pins::is_pinned(base, tool, definition)?;
            Ok(())
        })?;
        Ok(pinned)
    }

    fn record(&self, input: Value) {
        let (actor, origin) = (Actor::system(), Origin::from("mcp"));
        let request = Request { actor, op: "server.listed".to_owned(), input, key: None, origin };
        if let Err(e) = self.engine.call(request) {
            tracing::error!(error = %e, internal = e.internal(), "what a server lists cannot be recorded");
        }
    }

    /// Records why a server did not start, for persons. A pause between two attempts is no other reason.
    fn did_not_start(&self, agent: &str, server: &str, e: &Error) {
        let statuses = self.upstreams.status();
        let own = statuses.iter().find(|status| status.name == server);
        let error = own.and_then(|own| {
            own.error.clone().or_else(|| own.instances.iter().find_map(|one| one.error.clone()))
        });
        let why = error.unwrap_or_else(|| e.message.clone());
        let input = kept(|| json!({"server": server, "agent": agent, "why": why}));
        let (actor, origin) = (Actor::system(), Origin::from("mcp"));
        let request = Request { actor, op: "server.failed".to_owned(), input, key: None, origin };
        let engine = self.engine.clone();
        // Nobody waits for that.
        tokio::task::spawn_blocking(move || {
            if let Err(e) = engine.call(request) {
                tracing::error!(error = %e, internal = e.internal(), "why a server did not start cannot be recorded");
            }
        });
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current names.
    fn table(&self) -> Arc<Table> {
        let setup = self.engine.setup();
        let held = self.table.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(table) = held.filter(|table| Arc::ptr_eq(&table.setup, &setup)) {
            return table;
        }
        let table = Arc::new(Table::new(setup, &self.upstreams.servers()));
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Some(table.clone());
        table
    }

    fn settings(&self, agent: &str) -> AgentSettings {
        self.agents.read().unwrap_or_else(PoisonError::into_inner).get(agent).cloned().unwrap_or_default()
    }

    /// Returns how long a held call of an agent waits: by the person's setting for the tool, otherwise the tool's own,
    /// otherwise the person's setting for the agent, otherwise the default.
    fn hold(&self, table: &Table, tool: &Tool, agent: &str) -> (Hold, Duration) {
        let settings = self.settings(agent);
        let entry = table.setup.policy.tool(&tool.server, &tool.name).and_then(|e| e.hold);
        let hold = entry.or(tool.hold).or(settings.hold).unwrap_or(Hold::Wait);
        (hold, settings.wait.unwrap_or(WAIT))
    }

    /// Makes a call on a blocking thread; the upstream client finds `caller` there.
    async fn call(&self, request: Request, caller: Option<Arc<Caller>>) -> Result<Answer> {
        let (engine, op) = (self.engine.clone(), request.op.clone());
        let run = move || {
            // A connection may outlive its token.
            engine.still_counts(&request.actor)?;
            match caller {
                Some(caller) => caller.during(|| engine.call(request)),
                None => engine.call(request),
            }
        };
        let begun = Instant::now();
        let answer = blocking(run).await;
        self.count(&op, &answer, begun);
        answer
    }

    /// Makes a call of an upstream server's tool. A read is judged on this thread and waits only for the server.
    async fn call_upstream(&self, request: Request, caller: Arc<Caller>) -> Result<Answer> {
        let (op, begun) = (request.op.clone(), Instant::now());
        let answer = self.made_upstream(request, caller).await;
        self.count(&op, &answer, begun);
        answer
    }

    fn count(&self, op: &str, answer: &Result<Answer>, begun: Instant) {
        if let Some(meter) = self.meter.get() {
            meter.called(op, answer, begun.elapsed());
        }
    }

    async fn made_upstream(&self, request: Request, caller: Arc<Caller>) -> Result<Answer> {
        let engine = &self.engine;
        let tool = request.input["tool"].as_str().unwrap_or_default();
        if let Some((server, _)) = tool.split_once('.') {
            let (agent, cwd) = (&request.actor.name, request.origin.cwd.as_deref());
            engine.still_counts(&request.actor)?;
            // A call is judged by what the server lists now. A server that does not start is judged by its last list.
            if let Err(e) = Box::pin(self.upstreams.prepare(agent, server, cwd)).await {
                tracing::debug!(server, error = %e, "its tools are judged by what it last said");
                self.did_not_start(agent, server, &e);
            }
        }
        // A panic in one call must not end the connection.
        let begin = || engine.still_counts(&request.actor).and_then(|()| engine.begin(request));
        let next = match catch_unwind(AssertUnwindSafe(begin)).unwrap_or_else(|_| Err(panicked()))? {
            Next::Read(reading) => {
                let reading = Unended::new(engine.clone(), reading);
                let result = self.upstreams.read_for(reading.ask(), Some(caller.clone())).await;
                // A call is logged even if nobody waits for it any more.
                let unheard =
                    |e: Error| if caller.gone.is_cancelled() { Error::invalid(e.message) } else { e };
                reading.end(result.map_err(unheard)).await?
            }
            next => next,
        };
        let engine = engine.clone();
        match next {
            Next::Over(answer) => Ok(answer),
            next => Box::pin(blocking(move || caller.during(|| engine.drive(next)))).await,
        }
    }

    /// Lists the tools of servers that have not listed any yet. Returns the failures. A server that is late goes on
    /// starting, and clients are told when it lists its tools; until then, later connections hardly wait for it. A call
    /// of a tool that may be its (`called`) does.
    async fn learn(&self, agent: &str, cwd: Option<&str>, called: bool) -> Vec<(String, Error)> {
        let setup = self.engine.setup();
        let is_known = |server: &String| {
            self.known().listed.contains(server)
                || setup.catalog.iter().any(|t| t.upstream.is_some() && t.server == *server)
        };
        let unknown: Vec<String> = self.upstreams.servers().into_iter().filter(|s| !is_known(s)).collect();
        let ask = |server: String| async move {
            match self.in_time(&server, called, self.upstreams.list(agent, &server, cwd)).await {
                Some(Ok(_)) => {
                    self.works_for(agent, &server);
                    None
                }
                Some(Err(e)) => {
                    self.did_not_start(agent, &server, &e);
                    Some((server, e))
                }
                None => {
                    let e = Error::conflict(say!("problem-up-tools-late", server = server));
                    self.did_not_start(agent, &server, &e);
                    Some((server, e))
                }
            }
        };
        futures::future::join_all(unknown.into_iter().map(ask)).await.into_iter().flatten().collect()
    }

    /// Waits for a server: hardly at all if a connection has waited for it in vain before, and until it has started if it
    /// is `called`. `None` if it is late.
    async fn in_time<T>(&self, server: &str, called: bool, work: impl Future<Output = T>) -> Option<T> {
        let limits = self.upstreams.limits();
        let is_late = self.known().late.contains(server);
        let patience = match (called, is_late) {
            (true, _) => limits.start,
            (false, true) => limits.list_late,
            (false, false) => limits.list,
        };
        let done = tokio::time::timeout(patience, work).await.ok();
        if done.is_none() {
            self.known().late.insert(server.to_owned());
        }
        done
    }

    /// Starts the servers that were never started, to find out whether they may answer with tasks.
    async fn learn_tasks(&self, agent: &str, cwd: Option<&str>) {
        let start = |server: String| async move {
            match self.in_time(&server, false, self.upstreams.instance(agent, &server, cwd)).await {
                Some(Ok(_)) => self.works_for(agent, &server),
                Some(Err(e)) => tracing::debug!(server, error = %e, "it cannot say whether it knows tasks"),
                None => tracing::debug!(server, "it did not say in time whether it knows tasks"),
            }
        };
        futures::future::join_all(self.upstreams.never_started().into_iter().map(start)).await;
    }

    /// Returns the mark of our messages to an agent that makes stateless requests.
    fn mark(&self, agent: &str) -> Mark {
        self.known().agents.entry(agent.to_owned()).or_default().mark.get_or_insert_with(Mark::new).clone()
    }

    /// Records that a server works for an agent.
    fn works_for(&self, agent: &str, server: &str) {
        let mut known = self.known();
        known.late.remove(server);
        let servers = &mut known.agents.entry(agent.to_owned()).or_default().servers;
        if !servers.contains(server) {
            servers.insert(server.to_owned());
        }
    }

    /// The servers that work for an agent.
    fn workers(&self, agent: &str) -> Vec<String> {
        self.known().agents.get(agent).map(|a| a.servers.iter().cloned().collect()).unwrap_or_default()
    }
}

fn sorted(tools: &[Tool]) -> Vec<&Tool> {
    let mut sorted: Vec<&Tool> = tools.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    sorted
}

/// A read that is logged even if its caller disappears.
struct Unended {
    engine: Arc<Engine>,
    reading: Option<Box<Reading>>,
    /// The request; kept apart because the call is gone once it has ended.
    ask: Arc<Ask>,
}

impl Unended {
    fn new(engine: Arc<Engine>, reading: Box<Reading>) -> Self {
        let ask = reading.ask().clone();
        Self { engine, ask, reading: Some(reading) }
    }

    fn ask(&self) -> &Ask {
        &self.ask
    }

    async fn end(mut self, result: Result<Value>) -> Result<Next> {
        let Some(reading) = self.reading.take() else { return Err(Error::bug("it has ended")) };
        let engine = self.engine.clone();
        if engine.store().is_full() {
            return Box::pin(blocking(move || engine.has_read(*reading, result))).await;
        }
        let end = || engine.has_read(*reading, result);
        catch_unwind(AssertUnwindSafe(end)).unwrap_or_else(|_| Err(panicked()))
    }
}

impl Drop for Unended {
    fn drop(&mut self) {
        let (Some(reading), Ok(runtime)) = (self.reading.take(), Handle::try_current()) else { return };
        let engine = self.engine.clone();
        runtime.spawn_blocking(move || {
            let gone = Error::invalid(say!("problem-up-caller-gone"));
            let recorded = engine.has_read(*reading, Err(gone)).and_then(|next| engine.drive(next));
            if let Err(e) = recorded {
                tracing::error!(error = %e, internal = e.internal(), "a read cannot be recorded");
            }
        });
    }
}

/// How many agents' calls run at once, so that threads are left for persons.
static SEATS: Semaphore = Semaphore::const_new(128);

/// Runs blocking work away from the threads that serve connections.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let seat = SEATS.acquire().await.map_err(Error::bug)?;
    let work = move || {
        // Held until the work is done, whether or not somebody still waits for it.
        let _seat = seat;
        work()
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|e| Err(Error::bug(e)))
}

/// Returns whether a schema, or any part of it, names a header.
fn names_header(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => map.contains_key("x-mcp-header") || map.values().any(names_header),
        Value::Array(list) => list.iter().any(names_header),
        _ => false,
    }
}

fn panicked() -> Error {
    Error::bug("a call panicked while it was judged")
}
