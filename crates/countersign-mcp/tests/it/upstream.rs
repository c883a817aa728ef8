//! The client of upstream servers, with small scripts as servers that do everything wrong.

mod calling;
mod engine;
mod starting;
mod talking;
mod undoing;
mod web;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use countersign_core::{
    Result,
    record::Doc,
    tool::Forecast,
    world::{Ask, Order, World as _},
};
use countersign_mcp::{
    ServerSettings, Upstreams,
    upstream::{Instance, Limits},
};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// Servers, their runtime, and a folder.
pub struct World {
    pub upstreams: Arc<Upstreams>,
    pub runtime: Runtime,
    folder: tempfile::TempDir,
}

/// A script beside these tests, as a server.
pub fn script(name: &str, args: &[&str]) -> ServerSettings {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers").join(name);
    let mut all = vec!["-B".to_owned(), path.display().to_string()];
    all.extend(args.iter().map(|arg| (*arg).to_owned()));
    ServerSettings { command: Some("python3".to_owned()), args: all, ..ServerSettings::default() }
}

/// Timeouts long enough for any machine, and delays too short to slow a test.
pub fn limits() -> Limits {
    Limits { pause: Duration::from_secs(3600), longest_pause: Duration::from_secs(3600), ..Limits::default() }
}

impl World {
    pub fn new(servers: &[(&str, ServerSettings)]) -> Self {
        Self::with(servers, limits())
    }

    pub fn with(servers: &[(&str, ServerSettings)], limits: Limits) -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("desk")).unwrap();
        let (trash, own) = (folder.path().join("trash"), vec![folder.path().join("home")]);
        let upstreams = Upstreams::with_limits(trash, own, runtime.handle().clone(), limits);
        upstreams.configure(named(servers));
        Self { upstreams, runtime, folder }
    }

    /// The same folder and servers after the process was killed: its memory is lost.
    pub fn restart(&mut self, servers: &[(&str, ServerSettings)]) {
        self.runtime.block_on(self.upstreams.stop());
        let (trash, own) = (self.folder.path().join("trash"), vec![self.folder.path().join("home")]);
        let upstreams = Upstreams::with_limits(trash, own, self.runtime.handle().clone(), limits());
        upstreams.configure(named(servers));
        self.upstreams = upstreams;
    }

    /// The agent's working folder.
    pub fn desk(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("desk")
    }

    pub fn at(&self, name: &str) -> String {
        self.desk().join(name).display().to_string()
    }

    pub fn put(&self, name: &str, content: &str) {
        std::fs::write(self.desk().join(name), content).unwrap();
    }

    pub fn text(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.desk().join(name)).ok()
    }

    pub fn ask(&self, tool: &str, args: Value) -> Ask {
        let cwd = Some(self.desk().display().to_string());
        Ask { tool: tool.to_owned(), args: doc(args), agent: "claude".to_owned(), cwd, ..Ask::default() }
    }

    pub fn forecast(&self, tool: &str, args: Value) -> Result<Forecast> {
        self.upstreams.forecast(&self.ask(tool, args))
    }

    pub fn read(&self, tool: &str, args: Value) -> Result<Value> {
        self.upstreams.read(&self.ask(tool, args))
    }

    /// Returns the order for a call, as forecast now.
    pub fn order(&self, id: &str, tool: &str, args: Value) -> Order {
        let ask = self.ask(tool, args);
        let forecast = self.upstreams.forecast(&ask).unwrap();
        Order {
            id: id.to_owned(),
            tool: ask.tool,
            args: forecast.args,
            preconditions: forecast.preconditions,
            agent: ask.agent,
            cwd: ask.cwd,
            ..Order::default()
        }
    }

    pub fn instance(&self, server: &str) -> Result<Arc<Instance>> {
        let desk = self.desk().display().to_string();
        self.runtime.block_on(self.upstreams.instance("claude", server, Some(&desk)))
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.runtime.block_on(self.upstreams.stop());
    }
}

pub fn named(servers: &[(&str, ServerSettings)]) -> BTreeMap<String, ServerSettings> {
    servers.iter().map(|(name, settings)| ((*name).to_owned(), settings.clone())).collect()
}

pub fn doc(value: Value) -> Doc {
    value.as_object().cloned().unwrap()
}

/// The text of a result.
pub fn said(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

/// Waits for something to become true.
pub fn eventually(what: &str, mut is: impl FnMut() -> bool) {
    for _ in 0..2000 {
        if is() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} never came");
}

#[test]
fn names_that_no_server_may_have_are_refused_with_a_reason() {
    let (url, odd) = (Some("https://example.com/mcp".to_owned()), script("odd.py", &[]));
    let both = ServerSettings { url: url.clone(), ..odd.clone() };
    let unknown = ServerSettings { pack: Some("nope".to_owned()), ..odd.clone() };
    let world = World::new(&[
        ("filesystem", odd.clone()),
        ("task", odd.clone()),
        ("countersign", odd.clone()),
        ("a.b", odd.clone()),
        ("", odd.clone()),
        ("both", both),
        ("neither", ServerSettings::default()),
        ("unknown-pack", unknown),
        ("good", odd),
        ("far", ServerSettings { url, ..ServerSettings::default() }),
    ]);
    assert_eq!(world.upstreams.servers(), ["far", "good"]);
    let status = world.upstreams.status();
    let broken: Vec<_> = status.iter().filter(|s| s.kind == "broken").map(|s| s.name.as_str()).collect();
    assert_eq!(broken, ["", "a.b", "both", "countersign", "filesystem", "neither", "task", "unknown-pack"]);
    assert!(status.iter().all(|s| s.instances.is_empty() && s.error.is_some() == (s.kind == "broken")));
    let refused = world.read("task.x", json!({})).unwrap_err();
    assert!(refused.message.contains("reserved by Countersign"), "{refused}");
    let missing = world.read("nobody.x", json!({})).unwrap_err();
    assert!(missing.hint.unwrap().contains("config.toml"));
}
