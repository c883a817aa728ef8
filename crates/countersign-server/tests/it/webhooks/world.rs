//! A daemon over a real store, and a receiver on a real socket with scripted responses.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use countersign_core::{
    Actor, Engine, FixedEnv, Origin, Request, Result, Setup,
    judge::Policy,
    kinds,
    tool::Catalog,
    webhook::outbox::{Body, DueInput, WebhookDue},
};
use countersign_server::{App, Growth, Limits, Settings, webhooks};
use countersign_store::SqliteStore;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

const NOON: u64 = 1_794_744_000_000;

/// A received request.
#[derive(Debug, Clone)]
pub struct Seen {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub raw: Vec<u8>,
}

impl Seen {
    pub fn body(&self) -> Value {
        serde_json::from_slice(&self.raw).unwrap()
    }

    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }
}

/// The response of a receiver; `None` for none at all.
type Reply = Box<dyn Fn(&Seen) -> Option<String> + Send + Sync>;

pub struct Receiver {
    pub at: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    reply: Arc<Mutex<Reply>>,
    task: JoinHandle<()>,
}

pub fn status(code: u16) -> Option<String> {
    Some(format!("HTTP/1.1 {code} X\r\ncontent-length: 0\r\n\r\n"))
}

impl Receiver {
    pub async fn new() -> Self {
        Self::at("127.0.0.1:0".parse().unwrap()).await
    }

    pub async fn at(at: SocketAddr) -> Self {
        let listener = TcpListener::bind(at).await.unwrap();
        let at = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let reply: Arc<Mutex<Reply>> = Arc::new(Mutex::new(Box::new(|_| status(204))));
        let (log, says) = (seen.clone(), reply.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, log.clone(), says.clone()));
            }
        });
        Self { at, seen, reply, task }
    }

    /// A port on which nobody listens.
    pub async fn closed() -> SocketAddr {
        TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
    }

    pub fn answers(&self, reply: impl Fn(&Seen) -> Option<String> + Send + Sync + 'static) {
        *self.reply.lock().unwrap() = Box::new(reply);
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub fn url(&self) -> String {
        format!("http://{}/in", self.at)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, seen: Arc<Mutex<Vec<Seen>>>, reply: Arc<Mutex<Reply>>) {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return;
        }
    };
    let Ok(text) = String::from_utf8(bytes[..head].to_vec()) else { return };
    let mut lines = text.lines();
    let Some(path) = lines.next().and_then(|l| l.strip_prefix("POST ")?.split(' ').next()) else { return };
    let headers: BTreeMap<String, String> = lines
        .filter_map(|l| l.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers["content-length"].parse().unwrap();
    while bytes.len() < head + length {
        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let request = Seen { path: path.to_owned(), headers, raw: bytes[head..].to_vec() };
    let answer = reply.lock().unwrap()(&request);
    seen.lock().unwrap().push(request);
    match answer {
        Some(answer) => drop(stream.write_all(answer.as_bytes()).await),
        None => std::future::pending().await,
    }
}

pub struct World {
    pub dir: Arc<TempDir>,
    pub env: Arc<FixedEnv>,
    pub app: Arc<App>,
    task: Option<JoinHandle<()>>,
}

pub fn setup(policy: &str) -> Setup {
    let catalog = Catalog::new(countersign_tools::catalog());
    let policy = if policy.is_empty() { Policy::default() } else { Policy::parse(policy, &catalog).unwrap() };
    let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    Setup {
        catalog,
        policy,
        kinds,
        zone: jiff::tz::TimeZone::UTC,
        servers: BTreeMap::new(),
        agents: BTreeMap::new(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    }
}

impl World {
    pub fn new() -> Self {
        Self::over(Arc::new(TempDir::new().unwrap()), Arc::new(FixedEnv::at(NOON)))
    }

    pub fn over(dir: Arc<TempDir>, env: Arc<FixedEnv>) -> Self {
        let store = SqliteStore::open(&dir.path().join("countersign.db")).unwrap();
        let growth = Growth::default();
        let engine =
            Engine::new(Arc::new(store), setup(""), Box::new(env.clone())).with_listener(growth.listener());
        let settings = Settings {
            level: Default::default(),
            names: Vec::new(),
            url: "http://desk.example.com:4114".into(),
            users: None,
            passes_on: false,
            oidc: None,
            otlp: None,
            limits: Limits::default(),
        };
        Self { dir, env, app: App::new(Arc::new(engine), growth, settings), task: None }
    }

    /// Starts sending.
    pub fn sending(mut self) -> Self {
        let options = webhooks::Options {
            connect_time: Duration::from_millis(400),
            total_time: Duration::from_millis(600),
        };
        self.task = Some(tokio::spawn(webhooks::run_with(self.app.clone(), options)));
        self
    }

    /// Stops like a daemon, and opens the same store again.
    pub async fn restarted(mut self) -> Self {
        self.app.stop.stop();
        if let Some(task) = self.task.take() {
            task.await.unwrap();
        }
        Self::over(self.dir.clone(), self.env.clone())
    }

    /// Stops like a killed daemon.
    pub async fn killed(mut self) -> Self {
        if let Some(task) = self.task.take() {
            task.abort();
            assert!(task.await.unwrap_err().is_cancelled());
        }
        Self::over(self.dir.clone(), self.env.clone())
    }

    pub fn call(&self, actor: &Actor, op: &str, input: Value, key: Option<&str>) -> Result<Value> {
        // Ids of the fixed environment repeat after a restart; time does not.
        self.env.advance(1);
        let origin = Origin::from("test");
        let (actor, op, key) = (actor.clone(), op.to_owned(), key.map(str::to_owned));
        Ok(self.app.engine.call(Request { actor, op, input, key, origin })?.value)
    }

    pub fn person(&self, op: &str, input: Value) -> Value {
        self.call(&Actor::person("ana"), op, input, None).unwrap()
    }

    pub fn agent(&self, op: &str, input: Value) -> Value {
        self.call(&Actor::agent("codex"), op, input, None).unwrap()
    }

    /// Proposes a task; returns the item.
    pub fn propose(&self, run: &str, title: &str, says: &str) -> Value {
        let args = json!({"title": title});
        let input = json!({"run": run, "tool": "task.create_task", "args": args, "human_summary": says});
        let answer = self.agent("call.propose", input);
        assert_eq!(answer["status"], "queued", "{answer}");
        answer["item"].clone()
    }

    pub fn run(&self) -> String {
        self.agent("run.start", json!({}))["id"].as_str().unwrap().to_owned()
    }

    /// Adds a webhook that may be on this machine.
    pub fn webhook(&self, url: &str, shape: &str) -> Value {
        self.person("webhook.create", json!({"url": url, "shape": shape, "allow_private": true}))
    }

    pub fn listed(&self, id: &Value) -> Value {
        let list = self.person("webhook.list", json!({}));
        list["webhooks"].as_array().unwrap().iter().find(|w| w["id"] == *id).unwrap().clone()
    }

    /// How many messages are due now.
    pub async fn due(&self) -> usize {
        self.due_bodies().await.len()
    }

    /// Their bodies.
    pub async fn due_bodies(&self) -> Vec<Body> {
        let input = DueInput { url: "http://x/".to_owned(), ..DueInput::default() };
        let due = self.app.system::<WebhookDue>(input, "test").await.unwrap();
        due.webhooks.into_iter().flat_map(|w| w.messages).map(|m| m.body).collect()
    }

    /// All events of the log, as exported.
    pub fn export(&self) -> String {
        self.person("audit.export", json!({}))["text"].as_str().unwrap().to_owned()
    }

    /// The number of log entries of operations whose names begin with `op`.
    pub fn logged(&self, op: &str) -> usize {
        let op = format!("\"op\":\"{op}");
        self.export().lines().filter(|l| l.contains(&op)).count()
    }

    /// Waits until something holds.
    pub async fn until(&self, what: &str, so: impl Fn() -> bool) {
        for _ in 0..1000 {
            if so() {
                return;
            }
            (self.app.growth.listener())();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("it never happened that {what}");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.app.stop.stop();
        if let Some(task) = self.task.take() {
            task.abort();
        }
    }
}
