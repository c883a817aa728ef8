//! A small world: one engine, one agent, two persons, a clock that moves when told.

use std::sync::Arc;

use countersign_core::{
    Actor, Answer, Engine, Error, FixedEnv, Origin, Outcome, Request, Result, Setup,
    judge::Policy,
    kinds,
    memory::MemoryStore,
    receipt::undo,
    tool::{Catalog, Tool},
};
use serde_json::{Value, json};

/// Noon of 15 November 2026, UTC.
pub const NOON: u64 = 1_794_744_000_000;
pub const MINUTE: u64 = 60_000;
pub const DAY: u64 = 24 * 60 * MINUTE;

pub struct World {
    pub engine: Engine,
    pub env: Arc<FixedEnv>,
    pub store: Arc<MemoryStore>,
}

pub fn catalog(more: Vec<Tool>) -> Catalog {
    Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()).chain(more))
}

pub fn setup(policy: &str, more: Vec<Tool>) -> Result<Setup> {
    let catalog = catalog(more);
    let policy = if policy.is_empty() { Policy::default() } else { Policy::parse(policy, &catalog)? };
    let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    Ok(Setup {
        catalog,
        policy,
        kinds,
        zone: jiff::tz::TimeZone::UTC,
        servers: Default::default(),
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    })
}

impl World {
    pub fn new() -> Self {
        Self::with("", Vec::new())
    }

    pub fn with_policy(policy: &str) -> Self {
        Self::with(policy, Vec::new())
    }

    pub fn with(policy: &str, more: Vec<Tool>) -> Self {
        let (env, store) = (Arc::new(FixedEnv::at(NOON)), Arc::new(MemoryStore::new()));
        let engine = Engine::new(store.clone(), setup(policy, more).unwrap(), Box::new(env.clone()));
        Self { engine, env, store }
    }

    /// Reopens the store with another setup, as after a restart.
    pub fn restarted(self, policy: &str, more: Vec<Tool>) -> Self {
        let engine =
            Engine::new(self.store.clone(), setup(policy, more).unwrap(), Box::new(self.env.clone()));
        Self { engine, ..self }
    }

    /// Reopens the store with another clock, as after a restart.
    pub fn restarted_at(self, now_ms: u64) -> Self {
        let env = Arc::new(FixedEnv::at(now_ms));
        let engine = Engine::new(self.store.clone(), setup("", Vec::new()).unwrap(), Box::new(env.clone()));
        Self { engine, env, store: self.store }
    }

    pub fn request(&self, actor: &Actor, op: &str, input: Value, key: Option<&str>) -> Result<Answer> {
        self.env.advance(1);
        let origin = Origin { cwd: Some("/w".into()), ..Origin::from("test") };
        self.engine.call(Request {
            actor: actor.clone(),
            op: op.into(),
            input,
            key: key.map(str::to_owned),
            origin,
        })
    }

    /// A call that must give an answer.
    #[track_caller]
    pub fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.request(actor, op, input.clone(), None).unwrap_or_else(|e| panic!("{op} {input}: {e:?}")).value
    }

    /// A call that must fail.
    #[track_caller]
    pub fn fails(&self, actor: &Actor, op: &str, input: Value) -> Error {
        match self.request(actor, op, input.clone(), None) {
            Err(e) => e,
            Ok(answer) => panic!("{op} {input} was answered: {}", answer.value),
        }
    }

    #[track_caller]
    pub fn outcome(&self, actor: &Actor, op: &str, input: Value) -> Outcome {
        self.request(actor, op, input, None).unwrap().outcome
    }

    /// The agent calls a tool.
    #[track_caller]
    pub fn call(&self, tool: &str, args: Value) -> Value {
        self.ask(&codex(), "call.propose", json!({"tool": tool, "args": args}))
    }

    /// Calls a tool as the agent, and the call is held; returns the item's id.
    #[track_caller]
    pub fn hold(&self, tool: &str, args: Value) -> String {
        let answer = self.call(tool, args);
        assert_eq!(answer["status"], "queued", "{answer}");
        id(&answer["item"])
    }

    /// Ana looks at an item and says yes.
    #[track_caller]
    pub fn confirm(&self, item: &str) -> Value {
        self.ask(&ana(), "show", json!({"id": item}));
        self.ask(&ana(), "item.confirm", json!({"id": item}))
    }

    #[track_caller]
    pub fn status(&self, item: &str) -> String {
        self.ask(&ana(), "show", json!({"id": item}))["item"]["status"].as_str().unwrap().to_owned()
    }

    /// Creates a task: proposed by the agent, confirmed by Ana.
    #[track_caller]
    pub fn task(&self, title: &str) -> String {
        let item = self.hold("task.create_task", json!({"title": title}));
        let landed = self.confirm(&item);
        assert_eq!(landed["status"], "applied", "{landed}");
        landed["receipt"]["result"]["id"].as_str().unwrap().to_owned()
    }

    /// Returns the current title of a task.
    #[track_caller]
    pub fn title(&self, task: &str) -> Option<String> {
        let tasks = self.call("task.list_tasks", json!({}))["result"]["tasks"].clone();
        let found = tasks.as_array().unwrap().iter().find(|t| t["id"] == task)?;
        Some(found["title"].as_str().unwrap().to_owned())
    }

    pub fn events(&self) -> Vec<countersign_core::event::Event> {
        self.store.with(|base| base.events_mut().clone())
    }

    pub fn last_event(&self) -> countersign_core::event::Event {
        self.events().pop().unwrap()
    }

    pub fn verify(&self) -> countersign_core::audit::Verification {
        let setup = self.engine.setup();
        self.store.with(|base| countersign_core::audit::verify(base, &setup, &[], None)).unwrap()
    }
}

pub fn codex() -> Actor {
    Actor { owner: Some("ana".into()), ..Actor::agent("codex") }
}

pub fn ana() -> Actor {
    Actor::person("ana")
}

pub fn ben() -> Actor {
    Actor::person("ben")
}

#[track_caller]
pub fn id(value: &Value) -> String {
    value["id"].as_str().unwrap_or_else(|| panic!("no id in {value}")).to_owned()
}

#[track_caller]
pub fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_else(|| panic!("no {field} in {value}")).to_owned()
}
