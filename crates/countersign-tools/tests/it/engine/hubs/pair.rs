//! Two engines that are a gate and its hub, and what they say to each other, carried by hand.

use std::sync::Arc;

use countersign_core::{
    Actor, Engine, FixedEnv,
    decision::DecisionWord,
    hub::{GateItem, LogKey, answer::SignedDecision},
    memory::MemoryStore,
    record::Key,
    store::Base as _,
};
use serde_json::{Value, json};

use crate::engine::world::{NOON, World, ana, id, setup, text};

/// A gate that is joined to a hub.
pub struct Pair {
    pub hub: World,
    pub gate: World,
    /// The gate, as the hub knows it.
    pub joined: Actor,
}

pub fn system() -> Actor {
    Actor::system()
}

/// A world whose random words are its own.
pub fn world(policy: &str, skip: usize) -> World {
    use countersign_core::Env as _;
    let (env, store) = (Arc::new(FixedEnv::at(NOON)), Arc::new(MemoryStore::new()));
    for _ in 0..skip {
        env.seed();
    }
    let engine = Engine::new(store.clone(), setup(policy, Vec::new()).unwrap(), Box::new(env.clone()));
    World { engine, env, store }
}

impl Pair {
    pub fn new() -> Self {
        Self::with("", "")
    }

    pub fn with(hub: &str, gate: &str) -> Self {
        let (hub, gate) = (world(hub, 0), world(gate, 5000));
        let invited = hub.ask(&ana(), "gate.invite", json!({"name": "laptop"}));
        let joined = Self::join(&hub, &gate, &text(&invited, "invitation"));
        Self { hub, gate, joined }
    }

    pub fn join(hub: &World, gate: &World, invitation: &str) -> Actor {
        gate.ask(&ana(), "hub.join", json!({"url": "https://hub.example", "credentials": invitation}));
        let due = gate.ask(&system(), "hub.due", json!({}));
        let invited = hub.engine.authenticate(due["hub"]["token"].as_str()).unwrap();
        let answer = hub.ask(&invited, "gate.join", due["join"].clone());
        gate.ask(&system(), "hub.synced", json!({"joined": answer}));
        let due = gate.ask(&system(), "hub.due", json!({}));
        hub.engine.authenticate(due["hub"]["token"].as_str()).unwrap()
    }

    pub fn due(&self) -> Value {
        self.gate.ask(&system(), "hub.due", json!({}))
    }

    /// One exchange without taking decisions; returns what was decided on the hub.
    #[track_caller]
    pub fn show(&self) -> Vec<Value> {
        let due = self.due();
        for report in due["reports"].as_array().unwrap() {
            self.hub.ask(&self.joined, "gate.report", report.clone());
            self.gate.ask(&system(), "hub.synced", json!({"reported": [report]}));
        }
        let sync = due["sync"].clone();
        let answer = self.hub.ask(&self.joined, "gate.sync", sync.clone());
        assert_eq!(answer.get("alert"), None, "{answer}");
        let items = sync["items"].as_array().cloned().unwrap_or_default();
        let shown: Vec<Value> =
            items.iter().map(|one| json!({"item": one["item"], "digest": one["digest"]})).collect();
        let refused = answer.get("refused").cloned().unwrap_or(json!([]));
        let told = self.gate.ask(
            &system(),
            "hub.synced",
            json!({"shown": shown, "refused": refused, "checkpoint": answer["checkpoint"]}),
        );
        assert_eq!(told["alert"], Value::Null, "{told}");
        answer.get("decided").and_then(Value::as_array).cloned().unwrap_or_default()
    }

    pub fn take(&self, decided: &Value) -> Option<SignedDecision> {
        let taken = self.hub.ask(&self.joined, "gate.take", decided.clone());
        serde_json::from_value(taken["decision"].clone()).unwrap()
    }

    /// Exchanges everything until nobody has anything to say.
    #[track_caller]
    pub fn converge(&self) {
        for _ in 0..20 {
            let decided = self.show();
            let due = self.due();
            let mut more = !due["reports"].as_array().unwrap().is_empty();
            for one in decided {
                let Some(decision) = self.take(&one) else { continue };
                self.decide(&decision);
                more = true;
            }
            if !more {
                return;
            }
        }
        panic!("they do not come to an end");
    }

    #[track_caller]
    pub fn decide(&self, decision: &SignedDecision) -> Value {
        self.gate.ask(&system(), "hub.decide", json!({"decision": decision, "asked": decision.item}))
    }

    /// Returns the hub's item for an item of the gate, whatever became of it.
    #[track_caller]
    pub fn there(&self, item: &str) -> Value {
        let gates = self.hub.ask(&ana(), "gate.list", json!({}))["gates"].clone();
        let key = Key::of::<GateItem>(&GateItem::key(&id(&gates[0]), item));
        let found = self.hub.store.with(|base| base.get(&key)).unwrap();
        let found: GateItem = found.unwrap_or_else(|| panic!("{item} is not on the hub")).row.read().unwrap();
        self.hub.ask(&ana(), "show", json!({"id": found.here}))["item"].clone()
    }

    pub fn hub_item(&self, item: &str) -> String {
        id(&self.there(item))
    }

    pub fn task(&self, title: &str) -> String {
        self.gate.hold("task.create_task", json!({"title": title}))
    }

    pub fn tasks(&self) -> Vec<String> {
        let tasks = self.gate.call("task.list_tasks", json!({}))["result"]["tasks"].clone();
        let mut titles: Vec<String> =
            tasks.as_array().unwrap().iter().map(|task| text(task, "title")).collect();
        titles.sort();
        titles
    }

    #[track_caller]
    pub fn yes(&self, who: &Actor, item: &str) -> Value {
        self.hub.ask(who, "show", json!({"id": item}));
        self.hub.ask(who, "item.confirm", json!({"id": item}))
    }

    #[track_caller]
    pub fn verify(&self) {
        for world in [&self.hub, &self.gate] {
            let found = world.verify();
            assert!(found.ok, "{found:?}");
        }
    }

    pub fn hub_view(&self) -> Value {
        self.gate.ask(&ana(), "hub.show", json!({}))
    }

    /// A decision that is signed as the hub signs, by whoever has its key.
    pub fn forged(&self, item: &str, digest: &str, by: &[&str]) -> SignedDecision {
        let due = self.hub.store.with(|base| {
            let kept: LogKey = base.get(&Key::of::<LogKey>(LogKey::ID)).unwrap().unwrap().row.read().unwrap();
            base.blob(&kept.blob).unwrap().unwrap()
        });
        let gate =
            self.hub.ask(&ana(), "gate.list", json!({}))["gates"][0]["id"].as_str().unwrap().to_owned();
        SignedDecision {
            id: "de999-ffff".into(),
            gate,
            item: item.into(),
            digest: digest.into(),
            decision: DecisionWord::Confirmed,
            by: by.iter().map(|name| (*name).to_owned()).collect(),
            reason: None,
            at: NOON,
            signature: String::new(),
        }
        .signed(&due.try_into().unwrap())
    }

    pub fn digest(&self, item: &str) -> String {
        text(&self.gate.ask(&ana(), "show", json!({"id": item}))["item"], "digest")
    }
}
