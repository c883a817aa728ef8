//! A world for streams: an engine over SQLite, a manual clock, servers that know their caller, and a reader of
//! server-sent events.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{Extension, Router, body::Bytes};
use countersign_core::{
    Actor, Answer, Engine, FixedEnv, Level, Origin, Ran, Request, Result, Setup,
    execute::Call,
    judge::Policy,
    kinds,
    receipt::undo,
    store::{Base, Store},
    tool::Catalog,
};
use countersign_server::{
    App, Caller, Growth, Limits, Settings,
    events::{StreamCounts, Streams},
};
use countersign_store::SqliteStore;
use http_body_util::{BodyExt, Empty};
use hyper::{Response, StatusCode, body::Incoming};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    net::{TcpListener, TcpStream},
    time::timeout,
};

/// Noon of 15 November 2026, UTC.
pub const NOON: u64 = 1_794_744_000_000;
pub const DAY: u64 = 24 * 3_600_000;

/// The timeout of every test step.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A store that counts how often it is read.
pub struct Counted {
    inner: SqliteStore,
    reads: Arc<AtomicUsize>,
}

impl Store for Counted {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        self.inner.submit(call)
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.inner.view(f)
    }
}

pub struct World {
    pub app: Arc<App>,
    pub env: Arc<FixedEnv>,
    pub streams: Arc<Streams>,
    reads: Arc<AtomicUsize>,
    _home: TempDir,
}

impl World {
    pub fn new() -> Self {
        Self::with(Limits::default())
    }

    pub fn with(limits: Limits) -> Self {
        let home = tempfile::tempdir().unwrap();
        let reads = Arc::<AtomicUsize>::default();
        let inner = SqliteStore::open(&home.path().join("countersign.db")).unwrap();
        let store = Arc::new(Counted { inner, reads: reads.clone() });
        let env = Arc::new(FixedEnv::at(NOON));
        let catalog = Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()));
        let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
        let (policy, zone) = (Policy::default(), jiff::tz::TimeZone::UTC);
        let setup = Setup {
            catalog,
            policy,
            kinds,
            zone,
            servers: Default::default(),
            agents: Default::default(),
            site: None,
            roots: Vec::new(),
            keeping: Default::default(),
            hosts: Default::default(),
        };
        let growth = Growth::default();
        let engine = Engine::new(store, setup, Box::new(env.clone())).with_listener(growth.listener());
        let url = "http://127.0.0.1:4114".to_owned();
        let settings = Settings {
            level: Level::SameUser,
            names: Vec::new(),
            url,
            users: None,
            passes_on: false,
            oidc: None,
            otlp: None,
            limits,
        };
        let app = App::new(Arc::new(engine), growth, settings);
        Self { app, env, streams: Arc::default(), reads, _home: home }
    }

    pub fn counts(&self) -> Arc<StreamCounts> {
        self.streams.counts()
    }

    pub fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    /// The routes as one caller sees them.
    pub fn routes(&self, actor: &Actor) -> Router {
        let caller = Caller { actor: actor.clone(), origin: Origin::from("http") };
        let routes = self.streams.clone().routes().layer(Extension(caller));
        routes.merge(countersign_server::openapi::routes()).with_state(self.app.clone())
    }

    /// A server for one caller.
    pub async fn serve(&self, actor: &Actor) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, routes) = (listener.local_addr().unwrap(), self.routes(actor));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        address
    }

    pub fn request(&self, actor: &Actor, op: &str, input: Value) -> Result<Answer> {
        self.env.advance(1);
        let origin = Origin { cwd: Some("/w".into()), ..Origin::from("test") };
        let (actor, op) = (actor.clone(), op.to_owned());
        self.app.engine.call(Request { actor, op, input, key: None, origin })
    }

    /// Makes a call that must succeed.
    #[track_caller]
    pub fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.request(actor, op, input.clone()).unwrap_or_else(|e| panic!("{op} {input}: {e:?}")).value
    }

    /// A run of `agent` about `subject`.
    #[track_caller]
    pub fn run(&self, agent: &Actor, subject: &str) -> String {
        text(&self.ask(agent, "run.start", json!({"subject": subject})), "id")
    }

    /// Makes a call that is held; returns the item's id.
    #[track_caller]
    pub fn hold(&self, agent: &Actor, run: &str, title: &str) -> String {
        let input = json!({"run": run, "tool": "task.create_task", "args": {"title": title}});
        text(&self.ask(agent, "call.propose", input)["item"], "id")
    }

    /// Creates a token and returns its actor.
    #[track_caller]
    pub fn token(&self, by: &Actor, input: Value) -> Actor {
        let token = text(&self.ask(by, "token.create", input), "token");
        self.app.engine.authenticate(Some(&token)).unwrap()
    }

    pub fn head(&self) -> u64 {
        let mut head = 0;
        self.app
            .engine
            .store()
            .view(&mut |base| {
                head = base.head()?.seq;
                Ok(())
            })
            .unwrap();
        head
    }
}

/// The first person of a home, who has no token.
pub fn owner() -> Actor {
    Actor::person("owner")
}

pub fn codex() -> Actor {
    Actor::agent("codex")
}

#[track_caller]
pub fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_else(|| panic!("no {field} in {value}")).to_owned()
}

/// Sends a request over its own connection.
pub async fn get(to: SocketAddr, path: &str, last: Option<&str>) -> Response<Incoming> {
    let stream = TcpStream::connect(to).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let mut request = hyper::Request::get(path).header("host", to.to_string());
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    let request = request.body(Empty::<Bytes>::new()).unwrap();
    timeout(PATIENCE, sender.send_request(request)).await.unwrap().unwrap()
}

/// The status and problem of a request that must not become a stream.
pub async fn problem(to: SocketAddr, path: &str, last: Option<&str>) -> (u16, Value) {
    let response = get(to, path, last).await;
    let (status, media) = (response.status(), response.headers()["content-type"].clone());
    assert_ne!(status, StatusCode::OK, "{path} was answered");
    assert_eq!(media, "application/problem+json");
    let body = timeout(PATIENCE, response.into_body().collect()).await.unwrap().unwrap().to_bytes();
    (status.as_u16(), serde_json::from_slice(&body).unwrap())
}

/// One block of a stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Block {
    pub id: Option<u64>,
    pub event: String,
    pub data: Value,
    pub comment: String,
}

impl Block {
    fn read(text: &str) -> Self {
        let mut block = Self::default();
        for line in text.lines() {
            match line.split_once(": ") {
                Some(("", comment)) => block.comment = comment.to_owned(),
                Some(("id", id)) => block.id = Some(id.parse().unwrap()),
                Some(("event", name)) => block.event = name.to_owned(),
                Some(("data", data)) => block.data = serde_json::from_str(data).unwrap(),
                Some(("retry", _)) => {}
                _ => panic!("a line that is none: {line:?}"),
            }
        }
        block
    }
}

/// A reader of a stream, over a socket or directly.
pub struct Reader<B> {
    body: B,
    buffer: String,
}

impl<B> Reader<B>
where
    B: hyper::body::Body<Data = Bytes> + Unpin,
    B::Error: std::fmt::Debug,
{
    pub fn of(response: Response<B>) -> Self {
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { body: response.into_body(), buffer: String::new() }
    }

    /// The next block of any kind; `None` at the end.
    pub async fn block(&mut self) -> Option<Block> {
        loop {
            if let Some(end) = self.buffer.find("\n\n") {
                let text: String = self.buffer.drain(..end + 2).collect();
                return Some(Block::read(text.trim_end()));
            }
            let frame = timeout(PATIENCE, self.body.frame()).await.expect("nothing came");
            let bytes = frame?.unwrap().into_data().unwrap();
            self.buffer.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    /// The next event.
    pub async fn event(&mut self) -> Option<Block> {
        loop {
            let block = self.block().await?;
            if !block.event.is_empty() {
                return Some(block);
            }
        }
    }

    /// The next `count` events.
    pub async fn events(&mut self, count: usize) -> Vec<Block> {
        let mut events = Vec::new();
        while events.len() < count {
            events.push(self.event().await.expect("the stream ended"));
        }
        events
    }

    /// Everything that is left: the events, and the last comment.
    pub async fn rest(&mut self) -> (Vec<Block>, String) {
        let (mut events, mut last) = (Vec::new(), String::new());
        while let Some(block) = self.block().await {
            last.clone_from(&block.comment);
            if !block.event.is_empty() {
                events.push(block);
            }
        }
        (events, last)
    }
}

/// Opens a stream over a socket.
pub async fn open(to: SocketAddr, query: &str, last: Option<&str>) -> Reader<Incoming> {
    let mut reader = Reader::of(get(to, &format!("/v1/events{query}"), last).await);
    // The start position: from here on nothing is missed.
    assert!(reader.block().await.unwrap().id.is_some());
    reader
}

pub fn ids(events: &[Block]) -> Vec<u64> {
    events.iter().map(|e| e.id.unwrap()).collect()
}

pub fn kinds(events: &[Block]) -> Vec<&str> {
    events.iter().map(|e| e.event.as_str()).collect()
}
