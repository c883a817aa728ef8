//! The daemon: proposing and deciding over HTTP compared with LangGraph's interrupt and resume, and its memory.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use countersign_core::{Error, Result};
use serde_json::{Value, json};

use crate::{
    clients::{self, Pair},
    program,
    report::{Report, Target, median},
    world,
};

const CLIENTS: usize = 32;
const ROUNDS: usize = 5;
const STREAMS: usize = 1_000;
/// How many requests of each client are warm-up and not counted.
const WARM: usize = 20;

/// Measures a daemon with `each` proposals and decisions by each of 32 clients.
pub fn measure(report: &mut Report, each: usize) -> Result<()> {
    let peer = Peer::install()?;
    let (mut http, mut inside, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    let mut idle = 0.0;
    for _ in 0..ROUNDS {
        let mut daemon = Daemon::start()?;
        daemon.again()?;
        idle = daemon.resident_mib()?;
        http.push(over_http(&daemon, each)?);
        inside.push(in_process(each)?);
        theirs.push(peer.pairs_per_s(1, 200)?.max(peer.pairs_per_s(CLIENTS, 10)?));
    }
    // Ratios are taken per round, because other load on the machine slows both sides.
    let times = median(http.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect());
    let (http, inside, theirs) = (median(http), median(inside), median(theirs));
    report.add(
        "proposed and decided, LangGraph on SQLite, its best of 1 and 32 threads",
        theirs,
        "/s",
        Target::None,
    );
    report.add("proposed and decided, 32 callers, in process", inside, "/s", Target::None);
    report.add("proposed and decided, 32 clients over HTTP", http, "/s", Target::None);
    report.add("proposed and decided over HTTP, times LangGraph", times, "×", Target::AtLeast(15.0));
    report.add("memory of an idle daemon", idle, "MiB", Target::Below(30.0));
    streams(report)
}

/// A daemon with its own home, a person and agents.
pub struct Daemon {
    child: Child,
    /// Its home.
    pub home: tempfile::TempDir,
    /// Where it listens.
    pub address: String,
    /// The token of a person.
    pub person: String,
}

impl Daemon {
    /// Starts a daemon and creates its first token.
    pub fn start() -> Result<Self> {
        let home = tempfile::tempdir().map_err(Error::bug)?;
        let settings = "[limits]\nagent_calls_per_s = 1000000\nagent_burst = 1000000\n";
        std::fs::write(home.path().join("config.toml"), settings).map_err(Error::bug)?;
        let (child, address) = up(home.path())?;
        let mut daemon = Self { child, home, address, person: String::new() };
        daemon.person = daemon.token("", "person", "ana")?;
        Ok(daemon)
    }

    /// Stops the daemon and starts another in the same, already used home.
    fn again(&mut self) -> Result<()> {
        program::end(&mut self.child);
        (self.child, self.address) = up(self.home.path())?;
        Ok(())
    }

    /// Makes a token.
    pub fn token(&self, by: &str, kind: &str, name: &str) -> Result<String> {
        let mut command = command(self.home.path(), &["token", kind, name, "--json"])?;
        if !by.is_empty() {
            command.env("COUNTERSIGN_TOKEN", by);
        }
        let output = command.output().map_err(Error::bug)?;
        world::text(&serde_json::from_slice(&output.stdout)?, "/token")
    }

    /// A connection.
    pub fn connect(&self) -> Result<TcpStream> {
        let stream = TcpStream::connect(&self.address).map_err(Error::bug)?;
        stream.set_nodelay(true).map_err(Error::bug)?;
        Ok(stream)
    }

    fn resident_mib(&self) -> Result<f64> {
        // Startup work is over by then.
        thread::sleep(Duration::from_millis(500));
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).map_err(Error::bug)?;
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        let kib = line.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok());
        kib.map(|k| k / 1024.0).ok_or_else(|| Error::bug("no VmRSS"))
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        program::end(&mut self.child);
    }
}

/// Starts a daemon and returns its address.
fn up(home: &Path) -> Result<(Child, String)> {
    let mut command = command(home, &["up", "--listen", "127.0.0.1:0", "--json"])?;
    let spawned = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = spawned.map_err(Error::bug)?;
    let mut line = String::new();
    let out = child.stdout.take().ok_or_else(|| Error::bug("no output"))?;
    BufReader::new(out).read_line(&mut line).map_err(Error::bug)?;
    let address = world::text(&serde_json::from_str(&line)?, "/address")?;
    Ok((child, address))
}

fn command(home: &Path, args: &[&str]) -> Result<Command> {
    let mut command = Command::new(program::countersign()?);
    command.args(args).env("COUNTERSIGN_HOME", home).env_remove("COUNTERSIGN_TOKEN").current_dir(home);
    Ok(command)
}

/// One connection that sends requests and reads responses.
pub struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    /// Connects.
    pub fn of(daemon: &Daemon) -> Result<Self> {
        Ok(Self { stream: BufReader::new(daemon.connect()?), host: daemon.address.clone() })
    }

    /// Posts JSON and returns the response.
    pub fn ask(&mut self, token: &str, path: &str, body: &Value) -> Result<Value> {
        self.ask_from("/", token, path, body)
    }

    /// Like `ask`, with a working folder.
    pub fn ask_from(&mut self, folder: &str, token: &str, path: &str, body: &Value) -> Result<Value> {
        let body = body.to_string();
        let more = format!(
            "countersign-folder: {folder}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        Ok(serde_json::from_slice(&self.send("POST", token, path, &more)?)?)
    }

    fn send(&mut self, method: &str, token: &str, path: &str, more: &str) -> Result<Vec<u8>> {
        Ok(self.exchange(method, path, &format!("authorization: Bearer {token}\r\n{more}"))?.1)
    }

    /// Sends a request with the rest of its head and its body, and returns the head and the body of the response.
    pub fn exchange(&mut self, method: &str, path: &str, more: &str) -> Result<(String, Vec<u8>)> {
        let request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{more}", self.host);
        self.stream.get_mut().write_all(request.as_bytes()).map_err(Error::bug)?;
        let (mut length, mut head) = (0, String::new());
        loop {
            let before = head.len();
            if self.stream.read_line(&mut head).map_err(Error::bug)? == 0 {
                return Err(Error::bug(format!("{path}: the daemon closed the connection")));
            }
            let line = head[before..].trim_end().to_ascii_lowercase();
            if let Some(n) = line.strip_prefix("content-length:") {
                length = n.trim().parse().map_err(Error::bug)?;
            }
            if line.is_empty() {
                break;
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).map_err(Error::bug)?;
        Ok((head, bytes))
    }
}

/// Returns how many pairs per second a new daemon handles.
pub fn pairs_per_s(each: usize) -> Result<f64> {
    over_http(&Daemon::start()?, each)
}

fn over_http(daemon: &Daemon, each: usize) -> Result<f64> {
    let pair = |n| {
        let agent = daemon.token(&daemon.person, "agent", &format!("agent{n}"))?;
        Ok(Pair { address: daemon.address.clone(), agent, person: daemon.person.clone() })
    };
    let pairs = (0..CLIENTS).map(pair).collect::<Result<_>>()?;
    // Like the peer, each client starts with warm-up requests that do not count.
    clients::pairs_per_s(pairs, WARM, each)
}

fn in_process(each: usize) -> Result<f64> {
    let home = tempfile::tempdir().map_err(Error::bug)?;
    let engine = Arc::new(world::on_disk(&home.path().join("engine.db"))?);
    let begun = Instant::now();
    let threads = (0..CLIENTS).map(|client| {
        let engine = engine.clone();
        thread::spawn(move || -> Result<()> {
            let mut worker = world::Worker::start(&engine, &format!("agent{client}"))?;
            for _ in 0..each {
                let held = worker.propose(&engine)?;
                worker.confirm(&engine, &held)?;
            }
            Ok(())
        })
    });
    for thread in threads.collect::<Vec<_>>() {
        thread.join().map_err(|_| Error::bug("a caller panicked"))??;
    }
    Ok((CLIENTS * each) as f64 / begun.elapsed().as_secs_f64())
}

/// Measures the memory of a thousand open event streams while events arrive.
fn streams(report: &mut Report) -> Result<()> {
    let daemon = Daemon::start()?;
    let mut open = Vec::new();
    for _ in 0..STREAMS {
        let mut stream = daemon.connect()?;
        let request = format!(
            "GET /v1/events HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
            daemon.address, daemon.person
        );
        stream.write_all(request.as_bytes()).map_err(Error::bug)?;
        open.push(BufReader::new(stream));
    }
    let agent = daemon.token(&daemon.person, "agent", "codex")?;
    let mut client = Client::of(&daemon)?;
    client.ask(&agent, "/v1/runs", &json!({}))?;
    for stream in &mut open {
        let mut line = String::new();
        while !line.contains("run.start") {
            line.clear();
            if stream.read_line(&mut line).map_err(Error::bug)? == 0 {
                return Err(Error::bug("a stream ended"));
            }
        }
    }
    report.add(
        "memory of a daemon with 1,000 open event streams",
        daemon.resident_mib()?,
        "MiB",
        Target::Below(100.0),
    );
    Ok(())
}

/// LangGraph, in its own environment.
struct Peer {
    python: PathBuf,
}

impl Peer {
    fn install() -> Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench-peers");
        let python = folder.join("bin/python");
        if !folder.join("ready").is_file() {
            run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            let packages = ["langgraph==1.2.20", "langgraph-checkpoint-sqlite"];
            run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(packages))?;
            std::fs::write(folder.join("ready"), "").map_err(Error::bug)?;
        }
        Ok(Self { python })
    }

    fn pairs_per_s(&self, threads: usize, each: usize) -> Result<f64> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/langgraph_sqlite.py");
        let mut command = Command::new(&self.python);
        let output = command.arg(script).arg(threads.to_string()).arg(each.to_string()).output();
        let output = output.map_err(Error::bug)?;
        let told: Value = serde_json::from_slice(&output.stdout).map_err(|_| {
            Error::bug(format!("LangGraph did not run: {}", String::from_utf8_lossy(&output.stderr)))
        })?;
        told["pairs_per_s"].as_f64().ok_or_else(|| Error::bug("LangGraph told no number"))
    }
}

fn run(command: &mut Command) -> Result<()> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        other => Err(Error::bug(format!("{command:?}: {other:?}"))),
    }
}
