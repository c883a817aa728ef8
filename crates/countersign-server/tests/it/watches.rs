//! Watched folders on the real disk: changes in them become events, also after the daemon was down.

use std::{fs, path::PathBuf, sync::Arc, time::Duration};

use axum::Extension;
use countersign_core::{
    Actor, Engine, FixedEnv, Level, Origin, Request, Setup, judge::Policy, kinds, receipt::undo,
    tool::Catalog,
};
use countersign_server::{App, Caller, Growth, Limits, Settings, events::Streams, watches};
use countersign_store::SqliteStore;
use countersign_tools::Builtins;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{net::TcpListener, task::JoinHandle};

use crate::streaming::{NOON, PATIENCE, codex, open, owner, text};

/// The daemon's watches over a home and a workspace on the disk.
struct Desk {
    dir: TempDir,
    env: Arc<FixedEnv>,
    app: Arc<App>,
    watching: Option<JoinHandle<()>>,
}

fn app(dir: &TempDir, env: &Arc<FixedEnv>) -> Arc<App> {
    let home = dir.path().canonicalize().unwrap().join("home");
    let store = Arc::new(SqliteStore::open(&home.join("countersign.db")).unwrap());
    let setup = Setup {
        catalog: Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools())),
        policy: Policy::default(),
        kinds: kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect(),
        zone: jiff::tz::TimeZone::UTC,
        servers: Default::default(),
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    };
    let growth = Growth::default();
    let tools = Builtins::new(home.join("trash"), Vec::new(), vec![home], Vec::new());
    let engine = Engine::new(store, setup, Box::new(env.clone()))
        .with_world(Box::new(tools))
        .with_listener(growth.listener());
    let limits = Limits { timer_sleep: Duration::from_millis(100), ..Limits::default() };
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
    App::new(Arc::new(engine), growth, settings)
}

impl Desk {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("home")).unwrap();
        fs::create_dir(dir.path().join("work")).unwrap();
        let env = Arc::new(FixedEnv::at(NOON));
        let app = app(&dir, &env);
        Self { dir, env, app, watching: None }
    }

    fn start(&mut self) {
        self.watching = Some(tokio::spawn(watches::run(self.app.clone())));
    }

    /// The daemon stops, `meanwhile` runs, and another one starts.
    async fn restart(&mut self, meanwhile: impl FnOnce(&Self)) {
        self.stop().await;
        meanwhile(self);
        self.app = app(&self.dir, &self.env);
        self.start();
    }

    async fn stop(&mut self) {
        self.app.stop.stop();
        self.watching.take().unwrap().await.unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join("work").join(name)
    }

    fn put(&self, name: &str, content: &str) {
        fs::write(self.path(name), content).unwrap();
    }

    #[track_caller]
    fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.env.advance(1);
        let cwd = Some(self.path("").display().to_string());
        let origin = Origin { cwd, ..Origin::from("test") };
        let request =
            Request { actor: actor.clone(), op: op.into(), input: input.clone(), key: None, origin };
        self.app.engine.call(request).unwrap_or_else(|e| panic!("{op} {input}: {e:?}")).value
    }

    /// An approved watch: its item and its receipt.
    async fn watch(&self, args: Value) -> (String, String) {
        let input = json!({"tool": "filesystem.watch_folder", "args": args});
        let item = text(&self.ask(&codex(), "call.propose", input)["item"], "id");
        self.ask(&owner(), "show", json!({"id": item}));
        let landed = self.ask(&owner(), "item.confirm", json!({"id": item}));
        assert_eq!(landed["status"], "applied", "{landed}");
        self.until(&item, |result| result["state"] == "watching").await;
        (item, text(&landed["receipt"], "id"))
    }

    /// Waits until the agent's view of a watch satisfies `so`.
    async fn until(&self, item: &str, so: impl Fn(&Value) -> bool) -> Value {
        let mut result = Value::Null;
        let wait = async {
            loop {
                result = self.ask(&codex(), "item.status", json!({"id": item}))["result"].clone();
                if so(&result) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        assert!(waited.is_ok(), "it did not happen: {result}");
        result
    }

    /// Waits until a watch has reported something.
    async fn told(&self, item: &str, change: Value) -> Value {
        self.until(item, |result| has(result, &change)).await
    }
}

/// Returns whether a change is among the reported ones.
fn has(result: &Value, change: &Value) -> bool {
    let same = |c: &Value| change.as_object().unwrap().iter().all(|(field, value)| &c[field] == value);
    result["changes"].as_array().into_iter().flatten().any(same)
}

fn created(path: &str) -> Value {
    json!({"kind": "created", "path": path})
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_renamed_and_deleted_becomes_events_of_the_run() {
    let mut desk = Desk::new();
    desk.start();
    desk.put("old.txt", "x");
    let (item, _) = desk.watch(json!({"path": "."})).await;
    let run = text(&desk.ask(&owner(), "show", json!({"id": item}))["item"], "run");
    let caller = Caller { actor: codex(), origin: Origin::from("http") };
    let routes = Arc::<Streams>::default().routes().layer(Extension(caller)).with_state(desk.app.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let mut stream = open(server, &format!("?run={run}&kind=watch.noticed"), None).await;
    desk.put("new.txt", "secret content");
    desk.told(&item, created("new.txt")).await;
    let event = stream.events(1).await.remove(0).data;
    assert_eq!((&event["op"], &event["tool"]), (&json!("watch.noticed"), &json!("filesystem.watch_folder")));
    assert_eq!(event["told"]["input"]["changes"], json!([created("new.txt")]));
    assert!(!event.to_string().contains("secret content"));
    desk.put("old.txt", "y");
    desk.told(&item, json!({"kind": "changed", "path": "old.txt"})).await;
    fs::rename(desk.path("old.txt"), desk.path("moved.txt")).unwrap();
    desk.told(&item, json!({"kind": "renamed", "path": "old.txt", "to": "moved.txt"})).await;
    fs::remove_file(desk.path("moved.txt")).unwrap();
    let result = desk.told(&item, json!({"kind": "deleted", "path": "moved.txt"})).await;
    assert!(
        !has(&result, &json!({"kind": "deleted", "path": "old.txt"})),
        "a renaming is told as one: {result}"
    );
    desk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_folders_are_watched_with_what_was_put_into_them_and_links_are_not_followed() {
    let mut desk = Desk::new();
    desk.start();
    fs::create_dir_all(desk.path("src/deep")).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), desk.path("src/link")).unwrap();
    let (deep, _) = desk.watch(json!({"path": "src", "recursive": true})).await;
    let (flat, _) = desk.watch(json!({"path": "src"})).await;
    fs::write(elsewhere.path().join("unseen"), "x").unwrap();
    desk.put("src/deep/a", "x");
    desk.told(&deep, created("deep/a")).await;
    fs::create_dir_all(desk.path("src/new/er")).unwrap();
    desk.put("src/new/er/b", "x");
    desk.told(&deep, created("new/er/b")).await;
    desk.put("src/new/er/c", "x");
    desk.told(&deep, created("new/er/c")).await;
    fs::rename(desk.path("src/new"), desk.path("src/other")).unwrap();
    desk.told(&deep, json!({"kind": "renamed", "path": "new", "to": "other"})).await;
    desk.put("src/other/er/d", "x");
    let result = desk.told(&deep, created("other/er/d")).await;
    assert!(!result.to_string().contains("unseen"), "{result}");
    let result = desk.told(&flat, json!({"kind": "renamed", "path": "new", "to": "other"})).await;
    assert!(!result.to_string().contains("er/"), "{result}");
    desk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_outlives_the_daemon_and_the_gap_is_told() {
    let mut desk = Desk::new();
    desk.start();
    let (item, _) = desk.watch(json!({"path": "."})).await;
    desk.restart(|desk| desk.put("unseen", "x")).await;
    let why = "changes were missed while the daemon was not running";
    desk.told(&item, json!({"kind": "gap", "why": why})).await;
    desk.put("seen", "x");
    let result = desk.told(&item, created("seen")).await;
    assert!(!has(&result, &created("unseen")), "{result}");
    desk.ask(&owner(), "freeze", json!({}));
    desk.until(&item, |result| result["state"] == "frozen").await;
    assert!(wait(|| desk.app.idle.uses() == 0).await, "a frozen watch does not keep the daemon up");
    desk.put("unseen as well", "x");
    desk.ask(&owner(), "thaw", json!({}));
    let why = "changes were missed while everything was frozen";
    let result = desk.told(&item, json!({"kind": "gap", "why": why})).await;
    assert!(!result.to_string().contains("as well"), "{result}");
    desk.stop().await;
}

async fn wait(mut so: impl FnMut() -> bool) -> bool {
    let wait = async {
        while !so() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_that_was_undone_tells_no_more_and_the_other_on_its_folder_goes_on() {
    let mut desk = Desk::new();
    desk.start();
    fs::create_dir(desk.path("src")).unwrap();
    let (first, receipt) = desk.watch(json!({"path": ".", "recursive": true})).await;
    let (second, _) = desk.watch(json!({"path": "src"})).await;
    assert_eq!(desk.app.idle.uses(), 1, "a daemon that watches is in use");
    desk.ask(&owner(), "receipt.undo", json!({"id": receipt}));
    desk.put("src/a", "x");
    desk.told(&second, created("a")).await;
    desk.put("src/b", "x");
    desk.told(&second, created("b")).await;
    let result = desk.ask(&codex(), "item.status", json!({"id": first}))["result"].clone();
    assert_eq!((&result["state"], &result["changes"]), (&json!("ended"), &json!([])));
    desk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_goes_away_ends_its_watch() {
    let mut desk = Desk::new();
    desk.start();
    for name in ["gone", "moved", "above/below"] {
        fs::create_dir_all(desk.path(name)).unwrap();
    }
    let (gone, _) = desk.watch(json!({"path": "gone"})).await;
    let (moved, _) = desk.watch(json!({"path": "moved"})).await;
    let (below, _) = desk.watch(json!({"path": "above/below"})).await;
    fs::remove_dir(desk.path("gone")).unwrap();
    fs::rename(desk.path("moved"), desk.path("elsewhere")).unwrap();
    fs::rename(desk.path("above"), desk.path("over there")).unwrap();
    desk.put("over there/below/a", "x");
    for item in [gone, moved, below] {
        let result = desk.until(&item, |result| result["state"] == "ended").await;
        assert_eq!(result["ended"], "the folder no longer exists");
    }
    assert!(wait(|| desk.app.idle.uses() == 0).await);
    desk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h1_a_flood_with_lying_names_is_cut_and_shown() {
    let mut desk = Desk::new();
    desk.start();
    let (item, _) = desk.watch(json!({"path": "."})).await;
    desk.put("a\u{202e}txt.exe\n", "x");
    let result = desk.until(&item, |result| result["noticed"].as_u64() > Some(0)).await;
    let path = text(&result["changes"][0], "path");
    assert!(!path.contains(['\u{202e}', '\n']), "{path}");
    (0..1000).for_each(|n| desk.put(&format!("f{n}"), "x"));
    let result = desk.until(&item, |result| result["noticed"].as_u64() >= Some(1001)).await;
    assert_eq!(result["changes"].as_array().unwrap().len(), 50);
    let log = text(&desk.ask(&owner(), "audit.export", json!({})), "text");
    let told = log.lines().filter(|line| line.contains("\"watch.noticed\"")).count();
    assert!((2..20).contains(&told), "{told} events for a thousand files");
    desk.stop().await;
}
