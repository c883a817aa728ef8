//! A daemon with small limits and misbehaving routes, and a raw client.

use std::{
    convert::Infallible,
    net::SocketAddr,
    os::unix::net::UnixListener,
    path::PathBuf,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Extension, Router,
    body::{Body, Bytes},
    http::StatusCode,
    routing::{get, post},
};
use countersign_core::{Engine, FixedEnv, Level, Result, Setup, kinds, tool::Catalog};
use countersign_server::{App, Door, Growth, Limits, Listeners, Peer, Settings, TcpDoor, serve};
use countersign_store::SqliteStore;
use hyper::body::Frame;
use rustls::ServerConfig;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpStream, UnixStream},
    sync::Notify,
    task::JoinHandle,
    time::timeout,
};

/// A request that is always answered.
pub const GET_HELLO: &str = "GET /hello HTTP/1.1\r\nhost: x\r\n\r\n";
/// The timeout of every test step.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Limits that a test can reach.
pub fn small() -> Limits {
    Limits {
        body_bytes: 3 << 20,
        connections: 64,
        head_time: Duration::from_secs(1),
        body_time: Duration::from_secs(1),
        ..Limits::default()
    }
}

/// Time limits that no test reaches, however slow the machine.
pub fn patient() -> Limits {
    Limits { head_time: PATIENCE, body_time: PATIENCE, ..small() }
}

/// A running daemon.
pub struct Daemon {
    pub app: Arc<App>,
    pub addr: SocketAddr,
    pub serving: JoinHandle<Result<()>>,
    pub reached: Arc<Notify>,
    pub go_on: Arc<Notify>,
    socket: PathBuf,
    _dir: tempfile::TempDir,
}

impl Daemon {
    pub async fn start() -> Self {
        Self::start_with(patient(), None).await
    }

    pub async fn start_with(limits: Limits, tls: Option<Arc<ServerConfig>>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let app = app(&dir.path().join("countersign.db"), limits);
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let (addr, socket) = (listener.local_addr().unwrap(), dir.path().join("socket"));
        let unix = Some(UnixListener::bind(&socket).unwrap());
        let listeners = Listeners { tcp: vec![TcpDoor { listener, tls }], unix };
        let (reached, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let routes = routes(&app, reached.clone(), go_on.clone());
        let serving = tokio::spawn(serve(app.clone(), listeners, routes));
        Self { app, addr, serving, reached, go_on, socket, _dir: dir }
    }

    pub async fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.addr).await.unwrap();
        let here = Some(stream.local_addr().unwrap());
        Client { stream: Box::new(stream), here }
    }

    pub async fn connect_unix(&self) -> Client {
        Client { stream: Box::new(UnixStream::connect(&self.socket).await.unwrap()), here: None }
    }

    /// The complete response to `text` until the connection is closed.
    pub async fn say(&self, text: &str) -> String {
        self.say_bytes(text.as_bytes()).await
    }

    pub async fn say_bytes(&self, bytes: &[u8]) -> String {
        let mut client = self.connect().await;
        client.send_bytes(bytes).await;
        client.rest().await
    }

    /// Fails unless a new client is served.
    pub async fn is_well(&self) {
        let mut client = self.connect().await;
        client.send(GET_HELLO).await;
        assert_eq!(client.answer().await, (StatusCode::OK, "hello".to_owned()));
    }

    pub fn metrics(&self) -> String {
        self.app.metrics.text(|| None)
    }

    /// Waits until nobody is connected.
    pub async fn is_alone(&self) {
        let alone = async {
            while self.app.idle.uses() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, alone).await.expect("somebody stays connected");
    }

    /// Waits until serving has ended.
    pub async fn ended(self) -> Result<()> {
        timeout(PATIENCE, self.serving).await.expect("it does not end").unwrap()
    }
}

fn app(path: &std::path::Path, limits: Limits) -> Arc<App> {
    let growth = Growth::default();
    let setup = Setup {
        catalog: Catalog::new(countersign_tools::journal::catalog()),
        policy: Default::default(),
        kinds: kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect(),
        zone: jiff::tz::TimeZone::UTC,
        servers: Default::default(),
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    };
    let store = Arc::new(SqliteStore::open(path).unwrap());
    let engine = Engine::new(store, setup, Box::new(FixedEnv::at(1_000))).with_listener(growth.listener());
    let settings = Settings {
        level: Level::SameUser,
        names: Vec::new(),
        url: String::new(),
        users: None,
        passes_on: false,
        oidc: None,
        otlp: None,
        limits,
    };
    App::new(Arc::new(engine), growth, settings)
}

fn routes(app: &Arc<App>, reached: Arc<Notify>, go_on: Arc<Notify>) -> Router {
    let stop = app.stop.clone();
    Router::new()
        .route("/hello", get(|| async { "hello" }))
        .route("/echo", post(|body: Bytes| async move { body.len().to_string() }))
        .route("/refuses", post(|| async { (StatusCode::UNAUTHORIZED, "who are you?") }))
        .route("/panic", get(|| async { panic!("hush") as &'static str }))
        .route(
            "/late-panic",
            get(|| async {
                tokio::task::yield_now().await;
                panic!("{}", String::from("hush")) as &'static str
            }),
        )
        .route("/peer", get(|Extension(peer): Extension<Peer>| async move { describe(&peer) }))
        .route(
            "/flood",
            get(|| async { Body::new(Frames(|| Poll::Ready(Bytes::from_static(&[b'x'; 65536])))) }),
        )
        .route("/broken-stream", get(|| async { Body::new(Frames(|| panic!("hush"))) }))
        .route(
            "/slow",
            get(move || async move {
                reached.notify_one();
                go_on.notified().await;
                "at last"
            }),
        )
        .route(
            "/events",
            get(move || async move {
                Body::new(Stream { first: true, stopped: Box::pin(async move { stop.stopped().await }) })
            }),
        )
}

fn describe(peer: &Peer) -> String {
    let door = match peer.door {
        Door::Unix => "unix".to_owned(),
        Door::Tcp { here, there, tls } => format!("{here} {there} tls={tls}"),
    };
    format!("{door} {:?} {:?}", peer.uid, peer.pid)
}

/// A body that never ends by itself.
struct Frames<F>(F);

impl<F: FnMut() -> Poll<Bytes> + Unpin> hyper::body::Body for Frames<F> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, Infallible>>> {
        (self.0)().map(|bytes| Some(Ok(Frame::data(bytes))))
    }
}

/// A body that sends one event and then waits for shutdown, like event streams.
struct Stream {
    first: bool,
    stopped: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl hyper::body::Body for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, Infallible>>> {
        if std::mem::take(&mut self.first) {
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"data: 1\n\n")))));
        }
        self.stopped.as_mut().poll(cx).map(|()| None)
    }
}

/// Both directions of a connection.
pub trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

/// A raw client.
pub struct Client {
    pub stream: Box<dyn Wire>,
    pub here: Option<SocketAddr>,
}

impl Client {
    pub async fn send(&mut self, text: &str) {
        self.send_bytes(text.as_bytes()).await;
    }

    /// Sends; a closed connection is noticed by reading.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = timeout(PATIENCE, self.stream.write_all(bytes)).await.expect("nobody takes what is sent");
    }

    /// Everything up to the end of the connection.
    pub async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        let _ = timeout(PATIENCE, self.stream.read_to_end(&mut bytes)).await.expect("it is not closed");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Reads up to `end`; fails if the connection ends before.
    pub async fn read_to(&mut self, end: &str) -> String {
        let mut bytes = Vec::new();
        while !bytes.ends_with(end.as_bytes()) {
            bytes.push(timeout(PATIENCE, self.stream.read_u8()).await.expect("no answer comes").unwrap());
        }
        String::from_utf8(bytes).unwrap()
    }

    /// Reads the next response with a length: its status and its body.
    pub async fn answer(&mut self) -> (StatusCode, String) {
        let head = self.read_to("\r\n\r\n").await;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |n| n.parse().unwrap())];
        self.stream.read_exact(&mut body).await.unwrap();
        (status(&head).unwrap(), String::from_utf8(body).unwrap())
    }
}

/// The status of a response, if it is one.
pub fn status(answer: &str) -> Option<StatusCode> {
    answer.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
}
