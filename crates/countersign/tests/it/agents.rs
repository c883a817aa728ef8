//! Real agents behind the gateway, with a scripted model: a held call is decided in another terminal, and the model
//! receives its result. `cargo xtask install` installs the agents.

pub mod model;
mod own_sandbox;
mod own_tools;
mod probe;
mod session;

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::{Home, eventually};
use model::Model;

/// How long an agent may take from the decision to its exit.
const PATIENCE: Duration = Duration::from_secs(120);

/// A home with the fixture behind the gateway, people, a model, and a working folder for the agent.
struct Scene {
    home: Home,
    person: String,
    agent: String,
    model: Model,
    folder: PathBuf,
}

/// The target folder, which also holds the programs installed for tests.
fn target() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_countersign")).parent().unwrap().parent().unwrap().to_owned()
}

/// The path of a program that must exist.
#[track_caller]
pub fn program(path: &str, otherwise: &str) -> String {
    let path = target().join(path);
    assert!(path.is_file(), "{} is missing: {otherwise}", path.display());
    path.display().to_string()
}

impl Scene {
    fn new() -> Self {
        let fixture = program("debug/examples/fixture", "cargo build -p countersign-mcp --example fixture");
        let home = Home::new();
        home.write("config.toml", &format!("[server.fixture]\ncommand = {}\n", json!(fixture)));
        let (person, agent) = home.with_people();
        let folder = home.dir.path().join("agent");
        fs::create_dir_all(&folder).unwrap();
        Self { home, person, agent, model: Model::start("remember", json!({"text": "milk"})), folder }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).unwrap();
    }

    /// The entry in an agent's settings that starts the gateway.
    fn gateway(&self) -> (&'static str, Value) {
        let env = json!({"COUNTERSIGN_HOME": self.home.path(), "COUNTERSIGN_TOKEN": self.agent});
        (env!("CARGO_BIN_EXE_countersign"), env)
    }

    fn command(&self, agent: &str, args: &[&str]) -> Command {
        let path = program(&format!("agents/node_modules/.bin/{agent}"), "cargo xtask install");
        let mut command = Command::new(path);
        command.args(args).env_clear().env("HOME", &self.folder).current_dir(&self.folder);
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }

    /// The one held call, after a person has viewed it.
    fn held(&self) -> String {
        let mut item = String::new();
        eventually("the agent's call is held", || {
            let inbox = self.home.json(&self.person, &["inbox"], 0);
            item = inbox["items"][0]["id"].as_str().unwrap_or_default().to_owned();
            !item.is_empty()
        });
        self.home.run(&self.person, &["show", &item]).expect(0);
        item
    }
}

/// A running agent; it is killed on drop.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.0.id().cast_signed())
            && matches!(self.0.try_wait(), Ok(None))
        {
            let _ = kill_process(pid, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

impl Running {
    /// Its output until it exits by itself.
    fn said(mut self) -> String {
        let mut out = self.0.stdout.take().unwrap();
        let reading = std::thread::spawn(move || {
            let mut said = String::new();
            out.read_to_string(&mut said).map(|_| said)
        });
        let until = Instant::now() + PATIENCE;
        while self.0.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "the agent does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        reading.join().unwrap().unwrap()
    }
}

fn claude_code(scene: &Scene) -> Command {
    let (command, env) = scene.gateway();
    let servers = json!({"mcpServers": {"gate": {"command": command, "args": ["mcp"], "env": env}}});
    scene.write("mcp.json", &servers.to_string());
    let mut claude = scene.command(
        "claude",
        &[
            "-p",
            "remember the milk",
            "--model",
            "scripted",
            "--mcp-config",
            "mcp.json",
            "--strict-mcp-config",
            "--allowedTools",
            "mcp__gate__remember",
        ],
    );
    claude.env("ANTHROPIC_BASE_URL", &scene.model.url).env("ANTHROPIC_API_KEY", "none");
    claude.env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1").env("DISABLE_AUTOUPDATER", "1");
    claude
}

fn codex(scene: &Scene) -> Command {
    let (command, env) = scene.gateway();
    // Codex would itself refuse tools that are not marked as reading: here Countersign asks.
    let settings = format!(
        r#"model = "scripted"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "read-only"

[model_providers.scripted]
name = "scripted"
base_url = "{}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[mcp_servers.gate]
command = {}
args = ["mcp"]
default_tools_approval_mode = "approve"

[mcp_servers.gate.env]
COUNTERSIGN_HOME = {}
COUNTERSIGN_TOKEN = {}
"#,
        scene.model.url,
        json!(command),
        env["COUNTERSIGN_HOME"],
        env["COUNTERSIGN_TOKEN"]
    );
    scene.write("config.toml", &settings);
    let mut codex = scene.command("codex", &["exec", "--skip-git-repo-check", "remember the milk"]);
    codex.env("CODEX_HOME", &scene.folder).env("SCRIPTED_KEY", "none");
    codex
}

fn opencode(scene: &Scene) -> Command {
    let (command, env) = scene.gateway();
    let settings = json!({
        "autoupdate": false,
        "share": "disabled",
        "model": "scripted/scripted",
        "small_model": "scripted/scripted",
        "permission": "allow",
        "provider": {"scripted": {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": {"baseURL": format!("{}/v1", scene.model.url), "apiKey": "none"},
            "models": {"scripted": {"name": "scripted"}},
        }},
        "mcp": {"gate": {"type": "local", "command": [command, "mcp"], "environment": env, "enabled": true}},
    });
    scene.write("opencode.json", &settings.to_string());
    scene.command("opencode", &["run", "remember the milk"])
}

/// A held call that a person confirms while the agent waits: it lands, and the model gets its result.
fn confirmed(agent: fn(&Scene) -> Command) {
    let scene = Scene::new();
    let running = Running(agent(&scene).spawn().unwrap());
    let item = scene.held();
    scene.home.run(&scene.person, &["confirm", &item]).expect(0);
    let said = running.said();
    assert!(said.contains("DONE") && said.contains("remembered"), "{said}");
    let results = scene.model.results();
    assert!(results.iter().any(|r| r.contains("remembered")), "{results:?}");
}

/// A held call that a person rejects: nothing lands, and the model gets the reason.
fn rejected(agent: fn(&Scene) -> Command) {
    let scene = Scene::new();
    let running = Running(agent(&scene).spawn().unwrap());
    let item = scene.held();
    scene.home.run(&scene.person, &["reject", &item, "--reason", "we drink oats now"]).expect(0);
    let said = running.said();
    let results = scene.model.results();
    assert!(results.iter().any(|r| r.contains("we drink oats now")), "{results:?} in {said}");
    assert!(!results.iter().any(|r| r.contains("remembered")), "{results:?}");
    assert_eq!(scene.home.json(&scene.person, &["receipts"], 0)["receipts"], json!([]));
}

#[test]
fn claude_code_is_told_the_result_of_what_a_person_confirmed() {
    confirmed(claude_code);
}

#[test]
fn claude_code_is_told_why_a_person_rejected() {
    rejected(claude_code);
}

#[test]
fn codex_is_told_the_result_of_what_a_person_confirmed() {
    confirmed(codex);
}

#[test]
fn codex_is_told_why_a_person_rejected() {
    rejected(codex);
}

#[test]
fn opencode_is_told_the_result_of_what_a_person_confirmed() {
    confirmed(opencode);
}

#[test]
fn opencode_is_told_why_a_person_rejected() {
    rejected(opencode);
}
