//! An engine set up as the binary does it, and shorthands for calls.

use std::{
    path::Path,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use countersign_core::{
    Actor, Engine, Env, Error, Origin, Request, Result, Setup, judge::Policy, kinds, receipt::undo,
    store::Store, tool::Catalog,
};
use countersign_store::SqliteStore;
use serde_json::{Value, json};

/// The real clock and real randomness.
pub struct Real;

impl Env for Real {
    fn now_ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn seed(&self) -> [u8; 32] {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).unwrap_or_else(|e| panic!("the system gives no randomness: {e}"));
        seed
    }
}

/// All tools.
pub fn catalog() -> Catalog {
    Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()))
}

/// An engine over `store`, under the default policy.
pub fn engine(store: Arc<dyn Store>) -> Engine {
    let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    let setup = Setup {
        catalog: catalog(),
        policy: Policy::default(),
        kinds,
        zone: jiff::tz::TimeZone::UTC,
        servers: Default::default(),
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    };
    Engine::new(store, setup, Box::new(Real))
}

/// An engine over a new SQLite file.
pub fn on_disk(path: &Path) -> Result<Engine> {
    Ok(engine(Arc::new(SqliteStore::open(path)?)))
}

/// Calls an operation as `actor`, from the working folder `cwd`.
pub fn call(engine: &Engine, actor: &Actor, cwd: &str, op: &str, input: Value) -> Result<Value> {
    let origin = Origin { cwd: Some(cwd.to_owned()), ..Origin::from("cli") };
    let request = Request { actor: actor.clone(), op: op.to_owned(), input, key: None, origin };
    Ok(engine.call(request)?.value)
}

/// One agent with its own task and run.
pub struct Worker {
    agent: Actor,
    person: Actor,
    cwd: String,
    task: String,
    run: String,
    count: usize,
}

impl Worker {
    /// Creates the run and the task; a person confirms the task.
    pub fn start(engine: &Engine, name: &str) -> Result<Self> {
        let agent = Actor::agent(name);
        let mut worker = Self {
            agent,
            person: Actor::person("owner"),
            cwd: format!("/bench/{name}"),
            task: String::new(),
            run: String::new(),
            count: 0,
        };
        let run = call(engine, &worker.agent, &worker.cwd, "run.start", json!({}))?;
        worker.run = text(&run, "/id")?;
        let item =
            worker.call(engine, "task.create_task", json!({"title": format!("The task of {name}")}))?;
        let landed = worker.confirm(engine, &item)?;
        worker.task = text(&landed, "/receipt/result/id")?;
        Ok(worker)
    }

    fn call(&self, engine: &Engine, tool: &str, args: Value) -> Result<Value> {
        call(
            engine,
            &self.agent,
            &self.cwd,
            "call.propose",
            json!({"run": self.run, "tool": tool, "args": args}),
        )
    }

    /// Proposes a new title; the call is held.
    pub fn propose(&mut self, engine: &Engine) -> Result<Value> {
        self.count += 1;
        let title = format!("Mend the login page, attempt {:07}", self.count);
        let answer = self.call(engine, "task.set_title", json!({"task": self.task, "title": title}))?;
        match answer["status"].as_str() {
            Some("queued") => Ok(answer),
            _ => Err(Error::bug(format!("a proposal was not queued: {answer}"))),
        }
    }

    /// Confirms the result of [`Worker::propose`].
    pub fn confirm(&self, engine: &Engine, proposed: &Value) -> Result<Value> {
        let input = json!({"id": text(proposed, "/item/id")?, "digest": text(proposed, "/item/digest")?});
        let answer = call(engine, &self.person, &self.cwd, "item.confirm", input)?;
        match answer["status"].as_str() {
            Some("applied") => Ok(answer),
            _ => Err(Error::bug(format!("a proposal did not land: {answer}"))),
        }
    }

    /// Undoes the result of [`Worker::confirm`].
    pub fn undo(&self, engine: &Engine, landed: &Value) -> Result<Value> {
        let input = json!({
            "id": text(landed, "/receipt/id")?,
            "expected_event_id": text(landed, "/receipt/undo_action/expected_event_id")?,
        });
        let answer = call(engine, &self.person, &self.cwd, "receipt.undo", input)?;
        match answer["status"].as_str() {
            Some("undone") => Ok(answer),
            _ => Err(Error::bug(format!("an undo did not work: {answer}"))),
        }
    }

    /// Lists pending items.
    pub fn inbox(&self, engine: &Engine) -> Result<Value> {
        call(engine, &self.person, &self.cwd, "inbox.list", json!({}))
    }
}

/// Returns a string field of an answer.
pub fn text(answer: &Value, pointer: &str) -> Result<String> {
    let found = answer.pointer(pointer).and_then(Value::as_str);
    found.map(str::to_owned).ok_or_else(|| Error::bug(format!("no {pointer} in {answer}")))
}
