//! A8, A9: steps, their evidence, and what it releases. The checks are real commands in a real folder.

mod cheating;
mod countdowns;
mod evidence;
mod news;
mod reports;
mod steered;

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf, sync::Arc};

use countersign_core::{
    Actor, ActorKind, Answer, Engine, Error, FixedEnv, Level, Origin, Request, Result, Setup,
    memory::MemoryStore,
};
use countersign_tools::Builtins;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::world::{NOON, ana, codex, id, setup, text};

/// `check.sh` decides about every call in a step; it records each time it runs.
pub const CHECKED: &str = "version = 1\nchecks = [\"./check.sh\"]";
/// Like `CHECKED`, with one number that decides.
pub const THRESHOLD: &str = "version = 1\nmode = \"confidence_threshold\"\nconfidence_threshold = 0.75\n\
                             checks = [\"./check.sh\"]";

/// A folder with a check in it, and an engine that works there.
pub struct Desk {
    dir: TempDir,
    store: Arc<MemoryStore>,
    pub env: Arc<FixedEnv>,
    engine: Engine,
}

impl Desk {
    /// Creates one whose folder a person named in the settings.
    pub fn new(policy: &str) -> Self {
        Self::rooted(policy, Some("work"))
    }

    /// Creates one whose settings name that folder, or none.
    pub fn rooted(policy: &str, root: Option<&str>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("work")).unwrap();
        let roots: Vec<PathBuf> =
            root.iter().map(|root| dir.path().canonicalize().unwrap().join(root)).collect();
        let (store, env) = (Arc::new(MemoryStore::new()), Arc::new(FixedEnv::at(NOON)));
        let own = vec![dir.path().join("home")];
        let builtins = Builtins::new(dir.path().join("trash"), roots.clone(), own, Vec::new());
        let setup = Setup { roots, ..setup(policy, Vec::new()).unwrap() };
        let engine = Engine::new(store.clone(), setup, Box::new(env.clone())).with_world(Box::new(builtins));
        let desk = Self { dir, store, env, engine };
        desk.passes(true);
        desk
    }

    /// Sets whether the check passes from now on.
    pub fn passes(&self, passes: bool) {
        let code = i32::from(!passes);
        self.script("check.sh", &format!("echo asked >> asked.log\necho 'it is {passes}'\nexit {code}\n"));
    }

    pub fn script(&self, name: &str, lines: &str) {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{lines}")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Returns how often the check ran.
    pub fn asked(&self) -> usize {
        fs::read_to_string(self.path("asked.log")).map_or(0, |log| log.lines().count())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join("work").join(name)
    }

    pub fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    pub fn request(&self, actor: &Actor, op: &str, input: Value) -> Result<Answer> {
        self.request_at(Level::SameUser, actor, op, input)
    }

    /// Like `request`, with this level of separation between persons and agents.
    pub fn request_at(&self, level: Level, actor: &Actor, op: &str, input: Value) -> Result<Answer> {
        self.env.advance(1);
        let cwd = self.dir.path().join("work").canonicalize().unwrap().display().to_string();
        let origin = Origin { cwd: Some(cwd), level, ..Origin::from("test") };
        let (actor, op) = (actor.clone(), op.to_owned());
        self.engine.call(Request { actor, op, input, key: None, origin })
    }

    #[track_caller]
    pub fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.request(actor, op, input.clone()).unwrap_or_else(|e| panic!("{op} {input}: {e:?}")).value
    }

    #[track_caller]
    pub fn fails(&self, actor: &Actor, op: &str, input: Value) -> Error {
        match self.request(actor, op, input.clone()) {
            Err(e) => e,
            Ok(answer) => panic!("{op} {input} was answered: {}", answer.value),
        }
    }

    /// Begins a step as the agent; returns its id.
    #[track_caller]
    pub fn begin(&self) -> String {
        id(&self.ask(&codex(), "step.begin", json!({"title": "tidy up"})))
    }

    /// Reports as the agent that it is done.
    #[track_caller]
    pub fn report(&self) -> Value {
        self.ask(&codex(), "step.report", json!({"outcome": "succeeded"}))
    }

    pub fn step(&self, step: &str) -> Value {
        self.ask(&ana(), "step.show", json!({"id": step}))
    }

    #[track_caller]
    pub fn standing(&self, step: &str) -> String {
        text(&self.step(step), "status")
    }

    /// The agent writes a file.
    #[track_caller]
    pub fn write(&self, name: &str, content: &str) -> Value {
        let args = json!({"path": name, "content": content});
        self.ask(&codex(), "call.propose", json!({"tool": "filesystem.write_file", "args": args}))
    }

    #[track_caller]
    pub fn confirm(&self, item: &str) -> Value {
        let shown = self.item(item);
        let typed = shown["typed"].clone();
        self.ask(&ana(), "item.confirm", json!({"id": item, "typed": typed}))
    }

    #[track_caller]
    pub fn item(&self, item: &str) -> Value {
        self.ask(&ana(), "show", json!({"id": item}))["item"].clone()
    }

    /// Fires the timers as a process that has watched this countdown to its end.
    #[track_caller]
    pub fn fire_ripe(&self, id: &str, proceeds_at: &Value) -> Value {
        let ripe = json!([{"id": id, "proceeds_at": proceeds_at}]);
        self.ask(&Actor::system(), "timer.fire", json!({"ripe": ripe}))
    }

    #[track_caller]
    pub fn fire(&self) -> Value {
        self.ask(&Actor::system(), "timer.fire", json!({}))
    }

    pub fn last_event(&self) -> countersign_core::event::Event {
        self.store.with(|base| base.events_mut().last().cloned()).unwrap()
    }
}

pub fn laura() -> Actor {
    Actor::new(ActorKind::Verifier, "laura")
}
