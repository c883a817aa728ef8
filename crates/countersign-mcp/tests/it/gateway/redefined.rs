//! A server that offers something else than was accepted: its list is compared before it is called.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use countersign_core::{Actor, Origin, judge::Policy};
use countersign_mcp::{AgentSettings, ServerSettings};
use serde_json::{Value, json};

use super::world::{Client, PATIENCE, World, text};

/// The person's policy: the tools only read.
const READS: &str = "version = 1\n[[tool]]\nserver = \"box\"\nname = \"look\"\nclass = \"read\"\n\
    [[tool]]\nserver = \"box\"\nname = \"turn\"\nclass = \"read\"\n\
    [[tool]]\nserver = \"box\"\nname = \"announce\"\nclass = \"read\"\n\
    [[tool]]\nserver = \"box\"\nname = \"end\"\nclass = \"read\"\n";
/// The person's policy: the tools change something, and are allowed.
const ALLOWED: &str = "version = 1\n[[rule]]\nname = \"box\"\ntools = [\"box.*\"]\nthen = \"allow\"\n";

struct Turncoat {
    world: World,
    folder: PathBuf,
    settings: ServerSettings,
}

impl Turncoat {
    fn new(policy: &str, more: &[&str]) -> Self {
        let queue = AgentSettings {
            hold: Some(countersign_core::tool::Hold::Queue),
            wait: None,
            ..AgentSettings::default()
        };
        let agents = ["codex", "claude"].map(|name| (name.to_owned(), queue.clone()));
        let world = World::with(BTreeMap::from(agents));
        let folder = PathBuf::from(world.dir_named("turncoat"));
        std::fs::write(folder.join("version"), "one").unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/turncoat.py");
        let mut args = vec!["-B".to_owned(), script.to_owned(), folder.display().to_string()];
        args.extend(more.iter().map(|m| (*m).to_owned()));
        let settings =
            ServerSettings { command: Some("python3".to_owned()), args, ..ServerSettings::default() };
        world.upstreams.configure(BTreeMap::from([("box".to_owned(), settings.clone())]));
        obey(&world, policy);
        Self { world, folder, settings }
    }

    fn lists(&self, version: &str) {
        std::fs::write(self.folder.join("version"), version).unwrap();
    }

    /// The calls that the server received.
    fn calls(&self) -> Vec<String> {
        let calls = std::fs::read_to_string(self.folder.join("calls")).unwrap_or_default();
        calls.lines().map(|line| line.trim().to_owned()).collect()
    }

    /// Ends an agent's server, and starts it as another.
    async fn restarts_as(&self, client: &Client, version: &str) {
        self.lists(version);
        says(client, "end", "").await;
        let until = Instant::now() + PATIENCE;
        while self.world.upstreams.status()[0].instances.iter().any(|i| i.running) {
            assert!(Instant::now() < until, "the server does not end");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The diff of the one pending item.
    async fn difference(&self) -> Value {
        let item = self.world.waiting().await;
        self.world.person("show", json!({"id": item})).await["item"]["preview"]["definition"].clone()
    }
}

fn obey(world: &World, policy: &str) {
    let policy = Policy::parse(policy, &world.engine.setup().catalog).unwrap();
    world.engine.amend_setup(|setup| setup.policy = policy);
}

async fn says(client: &Client, tool: &'static str, said: &str) -> String {
    text(&client.call(tool, json!({"text": said})).await.unwrap())
}

fn is_held(answer: &str) -> bool {
    answer.contains("Proposal queued for user review.")
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_the_first_call_to_a_restarted_server_waits_if_its_tool_is_defined_otherwise() {
    let box_ = Turncoat::new(READS, &[]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    assert_eq!(says(&client, "look", "first").await, "seen by one");
    box_.restarts_as(&client, "two").await;
    let held = says(&client, "look", "second").await;
    assert!(is_held(&held), "{held}");
    assert_eq!(box_.calls(), ["look first", "end"], "the server was not called");
    let shown = box_.difference().await;
    assert_eq!(shown[0]["label"], "description", "{shown}");
    assert_eq!(
        (&shown[0]["before"], &shown[0]["after"]),
        (&json!("Looks, version one"), &json!("Looks, version two"))
    );
    let item = box_.world.waiting().await;
    box_.world.confirm(&item).await;
    assert_eq!(box_.calls(), ["look first", "end", "look second"]);
    says(&client, "look", "third").await;
    assert_eq!(box_.calls().last().unwrap(), "look third", "what was accepted is not asked about again");
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_a_server_whose_settings_changed_is_compared_before_its_first_call() {
    let box_ = Turncoat::new(READS, &[]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    assert_eq!(says(&client, "look", "first").await, "seen by one");
    box_.lists("two");
    let changed = ServerSettings { env: [("X".to_owned(), "1".to_owned())].into(), ..box_.settings.clone() };
    box_.world.upstreams.configure(BTreeMap::from([("box".to_owned(), changed)]));
    let held = says(&client, "look", "second").await;
    assert!(is_held(&held), "{held}");
    assert_eq!(box_.calls(), ["look first"]);
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_without_the_gateway_a_read_of_a_redefined_tool_is_judged_anew_and_held() {
    let box_ = Turncoat::new(READS, &[]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    says(&client, "look", "first").await;
    box_.restarts_as(&client, "two").await;
    for n in ["second", "third"] {
        let origin = Origin { cwd: Some(box_.world.folder().display().to_string()), ..Origin::from("http") };
        let input = json!({"tool": "box.look", "args": {"text": n}});
        let answer =
            box_.world.call_from(Actor::agent("codex"), origin, "call.propose", input).await.unwrap();
        assert_eq!(answer["status"], "queued", "{answer}");
    }
    assert_eq!(box_.calls(), ["look first", "end"]);
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_an_allowed_change_through_a_redefined_tool_does_not_reach_the_server() {
    let box_ = Turncoat::new(ALLOWED, &[]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    let seen = says(&client, "look", "first").await;
    assert!(
        seen.starts_with("seen by one\n[countersign ") && seen.contains("It landed: receipt rc"),
        "{seen}"
    );
    box_.restarts_as(&client, "two").await;
    let held = says(&client, "look", "second").await;
    assert!(is_held(&held), "{held}");
    assert_eq!(box_.difference().await[0]["after"], "Looks, version two");
    assert_eq!(box_.calls(), ["look first", "end"]);
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn d2_what_was_confirmed_is_stale_if_the_server_that_is_started_for_it_defines_it_otherwise() {
    let box_ = Turncoat::new("version = 1\n", &[]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    // It is forgotten completely, as by a restart of the daemon: the call is proposed while no server runs.
    box_.world.upstreams.configure(BTreeMap::new());
    box_.world.upstreams.configure(BTreeMap::from([("box".to_owned(), box_.settings.clone())]));
    let input = json!({"tool": "box.look", "args": {"text": "first"}});
    let held = box_.world.call(Actor::agent("codex"), "call.propose", input).await.unwrap();
    assert_eq!(held["status"], "queued", "{held}");
    let item = box_.world.waiting().await;
    box_.lists("two");
    let answer = box_.world.confirm(&item).await;
    assert_eq!(answer["status"], "stale", "{answer}");
    assert_eq!(box_.calls(), Vec::<String>::new());
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_no_call_overtakes_the_notice_that_the_tools_have_changed() {
    let box_ = Turncoat::new(READS, &[]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    says(&client, "turn", "").await;
    let held = says(&client, "look", "now").await;
    assert!(is_held(&held), "{held}");
    assert_eq!(box_.calls(), ["turn"]);
    assert_eq!(box_.difference().await[0]["after"], "Looks, version turned");
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_a_list_that_is_another_when_asked_for_again_is_asked_about() {
    let box_ = Turncoat::new(READS, &["lies later"]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    assert_eq!(says(&client, "look", "first").await, "seen by one");
    says(&client, "announce", "").await;
    let held = says(&client, "look", "second").await;
    assert!(is_held(&held), "{held}");
    assert_eq!(box_.calls(), ["look first", "announce"]);
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_what_another_agents_instance_lists_is_not_called_unseen() {
    let box_ = Turncoat::new(READS, &[]);
    let first = box_.world.agent("codex").await;
    first.names().await;
    assert_eq!(says(&first, "look", "first").await, "seen by one");
    box_.lists("two");
    let second = box_.world.agent("claude").await;
    let held = says(&second, "look", "other").await;
    assert!(is_held(&held), "{held}");
    assert_eq!(box_.calls(), ["look first"]);
    box_.world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a3_a_tool_that_a_restarted_server_no_longer_has_is_an_error() {
    let box_ = Turncoat::new(READS, &[]);
    let client = box_.world.agent("codex").await;
    client.names().await;
    box_.restarts_as(&client, "shrunk").await;
    let gone = client.call("turn", json!({})).await;
    let told = gone.map_or_else(|e| e.to_string(), |result| text(&result));
    assert!(told.contains("turn"), "{told}");
    assert_eq!(box_.calls(), ["end"]);
    box_.world.upstreams.stop().await;
}

struct Forgetful {
    process: Child,
    port: u16,
}

impl Forgetful {
    fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/forgetful.py");
        let mut process =
            Command::new("python3").args(["-B", script]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { port: line.trim().parse().unwrap(), process }
    }

    fn ask(&self, what: &str) -> String {
        let mut connection = std::net::TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(connection, "{what} HTTP/1.0\r\nContent-Length: 0\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer.rsplit("\r\n").next().unwrap().to_owned()
    }
}

impl Drop for Forgetful {
    fn drop(&mut self) {
        let _ended = self.process.kill().and_then(|()| self.process.wait());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_a_server_behind_an_address_that_forgot_us_is_compared_before_it_is_called() {
    let server = Forgetful::start();
    let queue = AgentSettings {
        hold: Some(countersign_core::tool::Hold::Queue),
        wait: None,
        ..AgentSettings::default()
    };
    let world = World::with(BTreeMap::from([("codex".to_owned(), queue)]));
    let url = Some(format!("http://127.0.0.1:{}/mcp", server.port));
    let settings = ServerSettings { url, ..ServerSettings::default() };
    world.upstreams.configure(BTreeMap::from([("box".to_owned(), settings)]));
    obey(&world, READS);
    let client = world.agent("codex").await;
    client.names().await;
    assert_eq!(says(&client, "look", "first").await, "seen by 1");
    server.ask("POST /forget");
    assert_eq!(says(&client, "look", "again").await, "seen by 1", "the same server goes on as before");
    assert_eq!(server.ask("GET /calls"), "2", "each call was made once");
    server.ask("POST /restart");
    let held = says(&client, "look", "other").await;
    assert!(is_held(&held), "{held}");
    assert_eq!(server.ask("GET /calls"), "2", "the other server was not called");
    world.upstreams.stop().await;
}
