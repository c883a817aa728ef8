//! A small world: a home with a person, an agent and a verifier, served on 127.0.0.1 and on a UNIX socket.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    os::unix::net::UnixStream,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use axum::{Extension, Router};
use countersign_core::{
    Actor, Engine, FixedEnv, Level, Origin, Request, Setup, judge::Policy, kinds, receipt::undo,
    store::Store, tool::Catalog,
};
use countersign_server::{App, Door, Growth, Limits, Peer, Settings, routes};
use countersign_store::SqliteStore;
use countersign_tools::{Builtins, stage::Stages};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, UnixListener},
};

/// The number of blocking threads: few, so that code that takes too many of them fails.
pub const THREADS: usize = 48;

/// Noon of 15 November 2026, UTC.
const NOON: u64 = 1_794_744_000_000;
pub const DAY: u64 = 24 * 3_600_000;

pub struct World {
    pub app: Arc<App>,
    pub engine: Arc<Engine>,
    pub env: Arc<FixedEnv>,
    pub address: SocketAddr,
    pub socket: PathBuf,
    /// The token of a person who is admin.
    pub ana: String,
    /// The token of an agent.
    pub codex: String,
    /// The token of a verifier.
    pub laura: String,
    /// The agents' working folder.
    pub work: PathBuf,
    /// Its runtime.
    pub runtime: tokio::runtime::Runtime,
    _home: tempfile::TempDir,
}

fn setup() -> Setup {
    let catalog = Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()));
    let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    let (policy, zone) = (Policy::default(), jiff::tz::TimeZone::UTC);
    Setup {
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
    }
}

impl World {
    pub fn new() -> Self {
        Self::with(Limits::default())
    }

    pub fn with(limits: Limits) -> Self {
        Self::empty(limits).with_people()
    }

    /// A home whose tools wrap the built-in ones.
    pub fn over(tools: impl FnOnce(Builtins) -> Box<dyn countersign_core::world::World>) -> Self {
        Self::made(Limits::default(), |_, _| {}, tools).with_people()
    }

    /// A home with another setup; `how` gets its address.
    pub fn set_up(how: impl FnOnce(&mut Setup, SocketAddr)) -> Self {
        Self::made(Limits::default(), how, |tools| Box::new(tools)).with_people()
    }

    fn with_people(mut self) -> Self {
        let owner = Actor::person("owner");
        self.ana = self.token(&owner, json!({"kind": "person", "name": "ana"}));
        let ana = self.engine.authenticate(Some(&self.ana)).unwrap();
        self.codex = self.token(&ana, json!({"kind": "agent", "name": "codex"}));
        self.laura = self.token(&ana, json!({"kind": "verifier", "name": "laura"}));
        self
    }

    /// A home in which nobody has a token yet.
    pub fn empty(limits: Limits) -> Self {
        Self::made(limits, |_, _| {}, |tools| Box::new(tools))
    }

    /// A direct call, from the agents' working folder.
    #[track_caller]
    pub fn at_work(&self, token: &str, op: &str, input: Value) -> Value {
        self.env.advance(1);
        let origin = Origin { cwd: Some(self.work.display().to_string()), ..Origin::from("test") };
        let (actor, op) = (self.engine.authenticate(Some(token)).unwrap(), op.to_owned());
        let told = format!("{op} {input}");
        let answer = self.engine.call(Request { actor, op, input, key: None, origin });
        answer.unwrap_or_else(|e| panic!("{told}: {e:?}")).value
    }

    /// Both: another setup, and tools that wrap the built-in ones.
    pub fn set_up_over(
        how: impl FnOnce(&mut Setup, SocketAddr),
        tools: impl FnOnce(Builtins) -> Box<dyn countersign_core::world::World>,
    ) -> Self {
        Self::made(Limits::default(), how, tools).with_people()
    }

    /// A home with other settings of the daemon, and another setup.
    pub fn settled(
        how: impl FnOnce(&mut Setup, SocketAddr),
        settle: impl FnOnce(&mut Settings, SocketAddr),
    ) -> Self {
        Self::made_with(Limits::default(), how, |tools| Box::new(tools), settle).with_people()
    }

    /// A home in which nobody has a token yet, with other settings of the daemon.
    pub fn unowned(settle: impl FnOnce(&mut Settings, SocketAddr)) -> Self {
        Self::made_with(Limits::default(), |_, _| {}, |tools| Box::new(tools), settle)
    }

    fn made(
        limits: Limits,
        how: impl FnOnce(&mut Setup, SocketAddr),
        tools: impl FnOnce(Builtins) -> Box<dyn countersign_core::world::World>,
    ) -> Self {
        Self::made_with(limits, how, tools, |_, _| {})
    }

    fn made_with(
        limits: Limits,
        how: impl FnOnce(&mut Setup, SocketAddr),
        tools: impl FnOnce(Builtins) -> Box<dyn countersign_core::world::World>,
        settle: impl FnOnce(&mut Settings, SocketAddr),
    ) -> Self {
        // Paths appear on pages, and pages in the documents: they need a readable name.
        let home = tempfile::Builder::new().prefix("garden-").rand_bytes(4).tempdir().unwrap();
        let work = home.path().canonicalize().unwrap().join("work");
        let stages = home.path().join("stages");
        std::fs::create_dir(&work).unwrap();
        std::fs::create_dir(&stages).unwrap();
        let builtins = Builtins::new(home.path().join("trash"), vec![work.clone()], Vec::new(), Vec::new())
            .with_stages(Stages { folder: stages, ..Stages::default() });
        let in_file = || Arc::new(SqliteStore::open(&home.path().join("countersign.db")).unwrap());
        let store: Arc<dyn Store> = crate::postgres::chosen().unwrap_or_else(|| in_file());
        let (env, growth) = (Arc::new(FixedEnv::at(NOON)), Growth::default());
        let tcp = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        tcp.set_nonblocking(true).unwrap();
        let address = tcp.local_addr().unwrap();
        let mut setup = setup();
        setup.keeping.place = home.path().join("trash");
        how(&mut setup, address);
        let engine = Engine::new(store, setup, Box::new(env.clone()))
            .with_world(tools(builtins))
            .with_listener(growth.listener());
        let engine = Arc::new(engine);
        let mut settings = Settings {
            level: Level::SameUser,
            names: vec!["desk.example.com".to_owned()],
            url: "http://127.0.0.1".to_owned(),
            users: None,
            passes_on: false,
            oidc: None,
            otlp: None,
            limits,
        };
        settle(&mut settings, address);
        let app = App::new(engine.clone(), growth, settings);
        let router = routes(&app);
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(2).max_blocking_threads(THREADS).enable_all().build().unwrap();
        let socket = home.path().join("socket");
        runtime.block_on(serve(router, tcp, socket.clone()));
        let none = String::new;
        let (ana, codex, laura) = (none(), none(), none());
        Self { app, engine, env, address, socket, ana, codex, laura, work, runtime, _home: home }
    }

    pub fn token(&self, by: &Actor, input: Value) -> String {
        self.direct(by, "token.create", input)["token"].as_str().unwrap().to_owned()
    }

    /// A token that Ana creates.
    pub fn token_of(&self, input: Value) -> Reply {
        let reply = self.send(Ask::post("/v1/tokens").bearer(&self.ana).json(input));
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply
    }

    /// A direct call, without HTTP.
    pub fn direct(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.env.advance(1);
        let (actor, op) = (actor.clone(), op.to_owned());
        self.engine.call(Request { actor, op, input, key: None, origin: Origin::from("test") }).unwrap().value
    }

    pub fn send(&self, ask: Ask) -> Reply {
        self.env.advance(1);
        self.raw(&ask.bytes(&self.address.to_string()))
    }

    /// Sends over the UNIX socket.
    pub fn send_unix(&self, ask: Ask) -> Reply {
        self.env.advance(1);
        let stream = UnixStream::connect(&self.socket).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        exchange(stream, &ask.bytes("localhost"))
    }

    /// Sends raw bytes over TCP.
    pub fn raw(&self, bytes: &[u8]) -> Reply {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        exchange(stream, bytes)
    }

    /// The agent proposes a task; returns the item's id.
    pub fn propose(&self, title: &str) -> String {
        let body = json!({"tool": "task.create_task", "args": {"title": title}});
        let reply = self.send(Ask::post("/v1/runs/-/calls").bearer(&self.codex).json(body));
        assert_eq!(reply.status, 202, "{}", reply.text());
        reply.json()["item"]["id"].as_str().unwrap().to_owned()
    }

    /// The agent calls a tool in its working folder; returns the item's id.
    #[track_caller]
    pub fn held(&self, call: Value) -> String {
        self.env.advance(1);
        let actor = self.engine.authenticate(Some(&self.codex)).unwrap();
        let origin = Origin { cwd: Some(self.work.display().to_string()), ..Origin::from("test") };
        let request = Request { actor, op: "call.propose".to_owned(), input: call, key: None, origin };
        let answer = self.engine.call(request).unwrap().value;
        answer["item"]["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// An item as shown to Ana.
    pub fn show(&self, item: &str) -> Value {
        let reply = self.send(Ask::post(&format!("/v1/show/{item}")).bearer(&self.ana));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["item"].clone()
    }

    /// The log, event by event.
    pub fn log(&self) -> Vec<Value> {
        let reply = self.send(Ask::get("/v1/audit/export").bearer(&self.ana));
        let json = reply.json();
        json["text"].as_str().unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    /// The number of events of an actor, an operation and a status.
    pub fn logged(&self, actor: &str, op: &str, status: &str) -> usize {
        let same = |e: &&Value| e["actor"] == actor && e["op"] == op && e["status"] == status;
        self.log().iter().filter(same).count()
    }
}

async fn serve(router: Router, tcp: std::net::TcpListener, socket: PathBuf) {
    let tcp = TcpListener::from_std(tcp).unwrap();
    let unix = UnixListener::bind(socket).unwrap();
    let here = tcp.local_addr().unwrap();
    let by_unix = router.clone();
    tokio::spawn(async move {
        while let Ok((stream, there)) = tcp.accept().await {
            let door = Door::Tcp { here, there, tls: false };
            connection(stream, router.clone(), Peer::new(door, None, None));
        }
    });
    tokio::spawn(async move {
        while let Ok((stream, _)) = unix.accept().await {
            let who = stream.peer_cred().unwrap();
            let pid = who.pid().and_then(|pid| u32::try_from(pid).ok());
            connection(stream, by_unix.clone(), Peer::new(Door::Unix, Some(who.uid()), pid));
        }
    });
}

fn connection(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, router: Router, peer: Peer) {
    let service = TowerToHyperService::new(router.layer(Extension(peer)));
    tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service));
}

pub fn exchange(mut stream: impl Read + Write, bytes: &[u8]) -> Reply {
    // A server that has already refused may have closed its end.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    Reply::parse(&answer)
}

/// A request to send.
#[derive(Clone)]
pub struct Ask {
    method: &'static str,
    path: String,
    host: Option<String>,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Ask {
    pub fn new(method: &'static str, path: &str) -> Self {
        Self { method, path: path.to_owned(), host: None, headers: Vec::new(), body: Vec::new() }
    }

    pub fn get(path: &str) -> Self {
        Self::new("GET", path)
    }

    pub fn post(path: &str) -> Self {
        Self::new("POST", path)
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn host(mut self, host: &str) -> Self {
        self.host = Some(host.to_owned());
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    pub fn cookie(self, session: &str) -> Self {
        self.header("Cookie", &format!("countersign_session={session}"))
    }

    pub fn body(mut self, media: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("Content-Type", media)
    }

    pub fn json(self, body: Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub fn form(self, body: &str) -> Self {
        self.body("application/x-www-form-urlencoded", body)
    }

    pub fn bytes(&self, host: &str) -> Vec<u8> {
        let host = self.host.as_deref().unwrap_or(host);
        let mut text =
            format!("{} {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if self.method != "GET" && self.method != "HEAD" {
            text.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        text.push_str("\r\n");
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Reply {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let first = lines.next().unwrap_or_else(|| panic!("no answer came"));
        let status = first.split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines
            .filter_map(|l| l.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        Self { status, headers, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// All headers of that name.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        self.headers.iter().filter(|(n, _)| n == name).map(|(_, value)| value.as_str()).collect()
    }

    pub fn text(&self) -> String {
        format!("{} {}", self.status, String::from_utf8_lossy(&self.body))
    }

    pub fn body(&self) -> &[u8] {
        &self.body
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// Checks that it is a problem of that status and code, as documented.
    #[track_caller]
    pub fn is_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!((&problem["code"], &problem["status"]), (&json!(code), &json!(status)), "{problem}");
        assert!(problem["detail"].is_string() && problem["title"].is_string(), "{problem}");
    }
}
