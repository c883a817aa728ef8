//! An upstream server as the core sees it: tools with listed definitions, and a world in which they act.

mod inverse;
mod news;
mod pins;
mod reading;

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard},
};

use countersign_core::{
    Actor, Answer, Engine, Error, FixedEnv, Origin, Request, Result, Setup,
    event::Event,
    judge::{Class, Facts},
    memory::MemoryStore,
    tool::{Effect, Forecast, Preview, Reversal, Tool},
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted, World},
};
use serde_json::{Value, json};

use super::world::{NOON, ana, codex, id, setup};

/// A set of names: `notes.add` adds one, `notes.remove` removes one.
#[derive(Default)]
pub struct Shelf {
    names: Mutex<BTreeSet<String>>,
    /// The calls it received, in order.
    asked: Mutex<Vec<String>>,
    /// Runs while it acts.
    meanwhile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Shelf {
    pub fn names(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.names.lock().unwrap()
    }

    fn asked(&self, word: &str, tool: &str) {
        self.asked.lock().unwrap().push(format!("{word} {tool}"));
    }

    fn act(&self, tool: &str, args: &serde_json::Map<String, Value>) -> Result<Option<Inverse>> {
        let name = args.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let back = |tool: &str| {
            let steps = json!({"call": {"tool": tool, "args": {"name": name}}});
            Some(Inverse { tool: tool.to_owned(), steps })
        };
        match tool {
            "notes.add" if self.names().insert(name.clone()) => Ok(back("notes.remove")),
            "notes.remove" if self.names().remove(&name) => Ok(back("notes.add")),
            "notes.add" | "notes.remove" => Err(Error::stale(format!("{name} is not as it was"))),
            _ => Ok(None),
        }
    }
}

impl World for Shelf {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        self.asked("look", &ask.tool);
        let name = ask.args.get("name").and_then(Value::as_str).unwrap_or_default();
        let target = format!("note:{name}");
        let facts = match ask.tool.as_str() {
            "notes.add" => Facts::write(target.clone()),
            "notes.remove" => Facts { deletes: vec![target.clone()], ..Facts::default() },
            _ => Facts::default(),
        };
        let reversal = if facts == Facts::default() { Reversal::None } else { Reversal::Exact };
        Ok(Forecast {
            args: ask.args.clone(),
            facts,
            summary: format!("{} {name}", ask.tool).into(),
            preview: Preview { target: target.into(), ..Preview::default() },
            reversal,
            typed: name.to_owned(),
            ..Forecast::default()
        })
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        self.asked("read", &ask.tool);
        match ask.args.get("name").and_then(Value::as_str) {
            Some(name) if !self.names().contains(name) => {
                Err(Error::not_found(format!("there is no {name}")))
            }
            _ => Ok(json!({"names": *self.names()})),
        }
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        self.asked("apply", &order.tool);
        if let Some(meanwhile) = self.meanwhile.lock().unwrap().take() {
            meanwhile();
        }
        let inverse = self.act(&order.tool, &order.args)?;
        let result = json!({"names": *self.names()});
        Ok(Landed { result, effects: Vec::new(), inverse, caveats: Vec::new(), duration_ms: 0 })
    }

    fn check(&self, _order: &Order) -> Result<RecoveryState> {
        Ok(RecoveryState::NotBegun)
    }

    fn revert(&self, _id: &str, inverse: &Inverse) -> Result<Reverted> {
        let call = &inverse.steps["call"];
        let tool = call["tool"].as_str().unwrap_or_default();
        self.asked("revert", tool);
        let inverse = self.act(tool, call["args"].as_object().unwrap())?;
        Ok(Reverted { restored: Vec::new(), inverse })
    }

    fn forget(&self, _id: &str) -> Result<()> {
        Ok(())
    }
}

/// A definition as a server lists it.
pub fn definition(name: &str, description: &str) -> Value {
    let properties = json!({"name": {"type": "string"}, "names": {"type": "array"}});
    json!({"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}})
}

pub fn tool(name: &str, class: Class, listed: Value) -> Tool {
    Tool {
        server: "notes".into(),
        name: format!("notes.{name}"),
        doc: String::new(),
        schema: listed["inputSchema"].clone(),
        class,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::World,
        upstream: Some(Arc::new(listed)),
    }
}

/// Returns the initial tools of the server `notes`.
pub fn tools() -> Vec<Tool> {
    let plain = |name: &str, class| tool(name, class, definition(name, &format!("Does {name}.")));
    vec![plain("add", Class::Mutable), plain("remove", Class::Destructive), plain("list", Class::Read)]
}

pub struct Desk {
    pub engine: Arc<Engine>,
    pub env: Arc<FixedEnv>,
    pub store: Arc<MemoryStore>,
    pub shelf: Arc<Shelf>,
}

impl Desk {
    /// Creates one with the server's tools listed once.
    pub fn new() -> Self {
        let d = Self::unlisted("");
        d.listed(tools());
        d
    }

    pub fn with_policy(policy: &str) -> Self {
        let d = Self::unlisted(policy);
        d.listed(tools());
        d
    }

    pub fn unlisted(policy: &str) -> Self {
        let (env, store) = (Arc::new(FixedEnv::at(NOON)), Arc::new(MemoryStore::new()));
        let shelf = Arc::<Shelf>::default();
        let engine = Engine::new(store.clone(), setup(policy, tools()).unwrap(), Box::new(env.clone()))
            .with_world(Box::new(shelf.clone()));
        Self { engine: Arc::new(engine), env, store, shelf }
    }

    /// Lists these tools: reports them to the core and adds them to the catalogue.
    pub fn listed(&self, tools: Vec<Tool>) -> Value {
        let own = |t: &Tool| t.name.strip_prefix("notes.").unwrap().to_owned();
        let listing: Vec<Value> =
            tools.iter().map(|t| json!({"name": own(t), "definition": t.upstream.as_deref()})).collect();
        let told = self.ask(&Actor::system(), "server.listed", json!({"server": "notes", "tools": listing}));
        self.engine.amend_setup(|setup: &mut Setup| {
            setup.catalog = setup.catalog.with_server("notes", tools);
        });
        told
    }

    /// Changes the definition of one of the server's tools.
    pub fn changed(&self, name: &str, class: Class, description: &str) -> Value {
        let all = tools().into_iter().map(|t| {
            if t.name == format!("notes.{name}") {
                tool(name, class, definition(name, description))
            } else {
                t
            }
        });
        self.listed(all.collect())
    }

    pub fn request(&self, actor: &Actor, op: &str, input: Value) -> Result<Answer> {
        self.env.advance(1);
        let origin = Origin { cwd: Some("/w".into()), ..Origin::from("test") };
        self.engine.call(Request { actor: actor.clone(), op: op.into(), input, key: None, origin })
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

    #[track_caller]
    pub fn call(&self, tool: &str, args: Value) -> Value {
        self.ask(&codex(), "call.propose", json!({"tool": tool, "args": args}))
    }

    #[track_caller]
    pub fn hold(&self, tool: &str, args: Value) -> String {
        let answer = self.call(tool, args);
        assert_eq!(answer["status"], "queued", "{answer}");
        id(&answer["item"])
    }

    pub fn show(&self, item: &str) -> Value {
        self.ask(&ana(), "show", json!({"id": item}))["item"].clone()
    }

    pub fn confirm(&self, item: &str) -> Value {
        let typed = self.show(item)["typed"].clone();
        self.ask(&ana(), "item.confirm", json!({"id": item, "typed": typed}))
    }

    /// Adds a note through the gate; returns the receipt.
    #[track_caller]
    pub fn added(&self, name: &str) -> Value {
        let landed = self.confirm(&self.hold("notes.add", json!({"name": name})));
        assert_eq!(landed["status"], "applied", "{landed}");
        landed["receipt"].clone()
    }

    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.shelf.asked.lock().unwrap())
    }

    pub fn events(&self) -> Vec<Event> {
        self.store.with(|base| base.events_mut().clone())
    }

    #[track_caller]
    pub fn verify(&self) {
        let setup = self.engine.setup();
        let found = self.store.with(|base| countersign_core::audit::verify(base, &setup, &[], None)).unwrap();
        assert!(found.ok, "{found:?}");
    }
}
