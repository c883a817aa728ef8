//! A store with the journal's tools, and the minimal operations to drive them.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use countersign_core::{
    Actor, ActorKind, AnyOp, Error, Op, Origin, Result, Setup, Tx,
    event::{CallNote, ResultStatus},
    execute::Call,
    kinds,
    memory::MemoryStore,
    record::Doc,
    store::{Base, Batch, RawRecord, Store},
    tool::{Catalog, Effect, Forecast, StoreTool},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const EVERYBODY: &[ActorKind] =
    &[ActorKind::Agent, ActorKind::Person, ActorKind::Verifier, ActorKind::System];

/// Sunday, 15 November 2026, 10:00 where the person is.
pub const NOW: u64 = 1_794_733_200_000;

fn code(tx: &Tx<'_>, name: &str) -> Result<&'static dyn StoreTool> {
    let tool =
        tx.setup().catalog.find(name).ok_or_else(|| Error::not_found(format!("there is no tool {name}")))?;
    match tool.effect {
        Effect::Store(code) => Ok(code),
        Effect::World => Err(Error::bug(format!("{name} has its effect outside the store"))),
    }
}

/// Forecasts, and applies the result.
struct Apply;

#[derive(Serialize, Deserialize, JsonSchema)]
struct ApplyInput {
    tool: String,
    args: Doc,
    run: Option<String>,
}

impl Op for Apply {
    const NAME: &'static str = "test.apply";
    const DOC: &'static str = "Applies a tool.";
    const AUDIENCE: &'static [ActorKind] = EVERYBODY;
    const HTTP: &'static str = "";
    const CLI: &'static str = "";
    type Input = ApplyInput;
    type Output = Value;

    fn run(&self, tx: &mut Tx<'_>, input: &ApplyInput) -> Result<Value> {
        let tool = code(tx, &input.tool)?;
        let forecast = tool.forecast(tx, &input.args)?;
        if let Some(noop) = forecast.noop {
            return Err(Error::conflict(noop));
        }
        let result = tool.apply(tx, &forecast.args)?;
        tx.about(input.run.as_deref(), Some(&input.tool));
        tx.note_call(CallNote {
            tool: input.tool.clone(),
            arguments: Value::Object(forecast.args),
            result: result.clone(),
            result_status: Some(ResultStatus::Success),
            user_confirmed: tx.actor().kind == ActorKind::Person,
            execution_time_ms: 3,
        });
        Ok(result)
    }
}

/// Undoes an event's domain changes, like the core's undo.
struct Undo;

#[derive(Serialize, Deserialize, JsonSchema)]
struct UndoInput {
    seq: u64,
}

impl Op for Undo {
    const NAME: &'static str = "test.undo";
    const DOC: &'static str = "Inverts an event.";
    const AUDIENCE: &'static [ActorKind] = EVERYBODY;
    const HTTP: &'static str = "";
    const CLI: &'static str = "";
    type Input = UndoInput;
    type Output = u64;

    fn run(&self, tx: &mut Tx<'_>, input: &UndoInput) -> Result<u64> {
        let event = tx.event(input.seq)?.ok_or_else(|| Error::not_found("no such event"))?;
        let setup = tx.setup();
        let changes = event.changes(|k| setup.kind(k).map(|k| k.name))?.unwrap_or_default();
        for change in changes.into_iter().rev() {
            if setup.kind(change.key().kind).is_some_and(|k| k.domain) {
                tx.apply(change.invert())?;
            }
        }
        Ok(tx.seq())
    }
}

/// Stores a run, for the tools that report on runs.
struct PutRun;

impl Op for PutRun {
    const NAME: &'static str = "test.run";
    const DOC: &'static str = "Stores a run.";
    const AUDIENCE: &'static [ActorKind] = EVERYBODY;
    const HTTP: &'static str = "";
    const CLI: &'static str = "";
    type Input = countersign_core::run::Run;
    type Output = String;

    fn run(&self, tx: &mut Tx<'_>, input: &countersign_core::run::Run) -> Result<String> {
        tx.create(input)?;
        Ok(input.id.clone())
    }
}

pub struct World {
    pub store: MemoryStore,
    setup: Arc<Setup>,
    pub actor: RefCell<Actor>,
    calls: Cell<u64>,
}

impl World {
    pub fn new() -> Self {
        let setup = Setup {
            catalog: Catalog::new(countersign_tools::journal::catalog()),
            policy: Default::default(),
            kinds: kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect(),
            zone: jiff::tz::TimeZone::fixed(jiff::tz::offset(1)),
            servers: Default::default(),
            agents: Default::default(),
            site: None,
            roots: Vec::new(),
            keeping: Default::default(),
            hosts: Default::default(),
        };
        Self {
            store: MemoryStore::new(),
            setup: Arc::new(setup),
            actor: RefCell::new(Actor::agent("laura")),
            calls: Cell::new(0),
        }
    }

    /// Creates one with two tasks (t1 and t2) and a checklist item on the first (ck3).
    pub fn furnished() -> Self {
        let world = Self::new();
        world.apply("task.create_task", serde_json::json!({"title": "Fix login"})).unwrap();
        world.apply("task.create_task", serde_json::json!({"title": "Release"})).unwrap();
        world
            .apply("task.add_checklist_item", serde_json::json!({"task": "t1", "title": "Design mockup"}))
            .unwrap();
        world
    }

    pub fn become_actor(&self, actor: Actor) {
        *self.actor.borrow_mut() = actor;
    }

    fn call(&self, op: &'static dyn AnyOp, input: Value) -> Result<Call> {
        let n = self.calls.replace(self.calls.get() + 1);
        let mut seed = [7; 32];
        seed[..8].copy_from_slice(&n.to_le_bytes());
        Ok(Call {
            actor: self.actor.borrow().clone(),
            op,
            pending: op.prepare(input.clone())?.into(),
            input,
            at: NOW + n,
            seed,
            key: None,
            origin: Origin::from("test"),
            setup: self.setup.clone(),
            seen: Default::default(),
            asked_ms: 0,
            told: Default::default(),
        })
    }

    /// Forecasts a call.
    pub fn forecast(&self, tool: &str, args: Value) -> Result<Forecast> {
        let args: Doc = serde_json::from_value(args)?;
        let call = self.call(&Undo, serde_json::json!({"seq": 0}))?;
        let mut forecast = Err(Error::bug("it did not run"));
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            let mut tx = Tx::reader(base, &mut batch, &call);
            forecast = code(&tx, tool).and_then(|t| t.forecast(&mut tx, &args));
            Ok(())
        })?;
        forecast
    }

    /// Forecasts and applies, as one event.
    pub fn apply(&self, tool: &str, args: Value) -> Result<Value> {
        self.apply_in(None, tool, args)
    }

    /// The same, as part of a run.
    pub fn apply_in(&self, run: Option<&str>, tool: &str, args: Value) -> Result<Value> {
        let input = serde_json::json!({"tool": tool, "args": args, "run": run});
        Ok(self.store.submit(self.call(&Apply, input)?)?.done()?.value)
    }

    /// Undoes an event.
    pub fn undo(&self, seq: u64) -> Result<u64> {
        let answer = self.store.submit(self.call(&Undo, serde_json::json!({"seq": seq}))?)?.done()?;
        Ok(answer.value.as_u64().unwrap())
    }

    /// Stores a run of an agent.
    pub fn start_run(&self, id: &str, agent: &str) {
        let run = serde_json::json!({
            "id": id, "agent": agent, "status": "running", "active": true,
            "started_at": NOW + self.calls.get(), "last_at": NOW, "items": 0,
        });
        self.store.submit(self.call(&PutRun, run).unwrap()).unwrap();
    }

    /// Returns the number of the last event.
    pub fn last(&self) -> u64 {
        self.store.with(|base| base.head().unwrap().seq)
    }

    /// Returns all domain records, to the byte.
    pub fn rows(&self) -> Vec<RawRecord> {
        let domain = |r: &RawRecord| self.setup.kind(&r.kind).is_some_and(|k| k.domain);
        let all = self.store.with(|base| base.records_after("", "", usize::MAX).unwrap());
        all.into_iter().filter(domain).collect()
    }
}
