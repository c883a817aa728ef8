//! Agents with sandboxes of their own: Codex with hooks in its sandbox, and agents in a stage.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::json;

use super::{Model, Running, program};
use crate::{Home, eventually};

/// A home outside `/tmp`, where Codex makes no folders for itself, a user and a working folder.
struct Scene {
    home: Home,
    model: Model,
}

impl Scene {
    fn new(tool: &'static str, command: &str, field: &str) -> Self {
        let home = Home { dir: tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap() };
        let scene = Self { home, model: Model::start(tool, json!({field: command})) };
        for folder in ["w", "user"] {
            fs::create_dir_all(scene.at(folder)).unwrap();
        }
        scene
    }

    fn at(&self, name: &str) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap().join(name)
    }

    fn settle(&self, command: &mut Command) {
        command.current_dir(self.at("w")).env_clear().env("HOME", self.at("user"));
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("COUNTERSIGN_HOME", self.home.path()).env("COUNTERSIGN_IDLE_S", "60");
        command.env("CODEX_HOME", self.at("user").join(".codex")).env("SCRIPTED_KEY", "none");
        command.env("ANTHROPIC_BASE_URL", &self.model.url).env("ANTHROPIC_API_KEY", "none");
        command.env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1").env("DISABLE_AUTOUPDATER", "1");
        command.env("IS_SANDBOX", "1");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    }

    /// Runs Countersign as a person.
    fn ours(&self, args: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        self.settle(&mut command);
        let ran = command.args(args).stderr(Stdio::piped()).output().unwrap();
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    }

    fn codex_settings(&self, sandbox: &str) {
        let settings = format!(
            "model = \"scripted\"\nmodel_provider = \"scripted\"\napproval_policy = \"never\"\nsandbox_mode = {}\n\n\
             [model_providers.scripted]\nname = \"scripted\"\nbase_url = \"{}/v1\"\nwire_api = \"responses\"\n\
             env_key = \"SCRIPTED_KEY\"\n",
            json!(sandbox),
            self.model.url
        );
        let folder = self.at("user").join(".codex");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("config.toml"), settings).unwrap();
    }

    fn said(&self, mut command: Command) -> String {
        self.settle(&mut command);
        Running(command.spawn().unwrap()).said()
    }

    /// Runs an agent in a stage.
    fn staged(&self, agent: &str, args: &[&str]) -> String {
        let host = self.model.url.strip_prefix("http://").unwrap().to_owned();
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.args(["stage", "--no-ask", "--hosts", &host, "--"]).arg(agent_path(agent)).args(args);
        self.said(command)
    }
}

fn agent_path(agent: &str) -> String {
    program(&format!("agents/node_modules/.bin/{agent}"), "cargo xtask install")
}

/// Codex in a sandbox of its own: its command is an item with nothing of Codex' own in it, and runs after a yes.
fn sandboxed(sandbox: &str) {
    let scene = Scene::new("exec_command", "echo hello > made; cat made", "cmd");
    scene.codex_settings(sandbox);
    scene.ours(&["hook", "install", "codex", "--yes"]);
    let mut codex = Command::new(agent_path("codex"));
    codex.args(["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "make it"]);
    scene.settle(&mut codex);
    let running = Running(codex.spawn().unwrap());
    let mut item = serde_json::Value::Null;
    eventually("the command waits", || {
        let inbox: serde_json::Value = serde_json::from_str(&scene.ours(&["inbox", "--json"])).unwrap();
        item = inbox["items"][0].clone();
        item.is_object()
    });
    let id = item["id"].as_str().unwrap();
    let shown: serde_json::Value = serde_json::from_str(&scene.ours(&["show", id, "--json"])).unwrap();
    let env = shown["item"]["args"].get("env").map(ToString::to_string).unwrap_or_default();
    assert!(!env.contains("arg0"), "{shown}");
    // Its rehearsal may have changed it in between.
    eventually("it is confirmed", || {
        scene.ours(&["show", id]);
        let mut confirm = Command::new(env!("CARGO_BIN_EXE_countersign"));
        scene.settle(&mut confirm);
        confirm.args(["confirm", id]).stdout(Stdio::null()).status().unwrap().success()
    });
    let said = running.said();
    assert!(said.contains("DONE") && said.contains("hello"), "{said}");
    assert_eq!(fs::read_to_string(scene.at("w").join("made")).unwrap(), "hello\n");
}

#[test]
fn codex_reaches_countersign_from_its_read_only_sandbox() {
    sandboxed("read-only");
}

#[test]
fn codex_reaches_countersign_from_its_sandbox_that_may_write() {
    sandboxed("workspace-write");
}

/// What an agent made is in the stage and not in the folder.
fn kept_in_stage(scene: &Scene, said: &str) {
    assert!(said.contains("DONE") && said.contains("hello"), "{said}");
    assert!(!scene.at("w").join("made").exists(), "nothing has landed");
    let stages: serde_json::Value = serde_json::from_str(&scene.ours(&["stage", "list", "--json"])).unwrap();
    let id = stages["stages"][0]["id"].as_str().unwrap_or_else(|| panic!("{stages}")).to_owned();
    assert!(scene.ours(&["stage", "diff", &id]).contains("made"));
}

#[test]
fn codex_with_its_own_sandbox_works_in_a_stage_which_confines_it() {
    let scene = Scene::new("exec_command", "echo hello > made; cat made", "cmd");
    scene.codex_settings("workspace-write");
    let said = scene.staged("codex", &["exec", "--skip-git-repo-check", "make it"]);
    kept_in_stage(&scene, &said);
}

#[test]
fn claude_code_that_was_never_started_works_in_a_stage() {
    let scene = Scene::new("Bash", "echo hello > made; cat made", "command");
    assert!(!Path::new(&scene.at("user").join(".claude")).exists());
    let said =
        scene.staged("claude", &["-p", "make it", "--model", "scripted", "--dangerously-skip-permissions"]);
    kept_in_stage(&scene, &said);
}
