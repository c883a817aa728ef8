//! Long work is visible while it runs, and a person can end it.

use std::sync::{Arc, Condvar, Mutex};

use countersign_core::{
    Actor, Engine, ErrorCode, FixedEnv, Origin, Request, Result, Role,
    memory::MemoryStore,
    tool::Forecast,
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted, World},
};
use countersign_tools::Builtins;
use serde_json::{Value, json};

use super::world::{NOON, ana, codex, id, setup};

/// The real tools behind a gate: no effect happens before it is opened.
struct Held {
    tools: Builtins,
    door: Arc<(Mutex<bool>, Condvar)>,
}

impl World for Held {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        self.tools.forecast(ask)
    }
    fn read(&self, ask: &Ask) -> Result<Value> {
        self.tools.read(ask)
    }
    fn apply(&self, order: &Order) -> Result<Landed> {
        let open = self.door.1.wait_while(self.door.0.lock().unwrap(), |open| !*open).unwrap();
        drop(open);
        self.tools.apply(order)
    }
    fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.tools.check(order)
    }
    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.tools.revert(id, inverse)
    }
    fn forget(&self, id: &str) -> Result<()> {
        self.tools.forget(id)
    }
}

#[test]
fn c3_d1_what_has_not_begun_never_happens_when_a_person_ends_it() {
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let root = work.canonicalize().unwrap();
    let tools = Builtins::new(dir.path().join("trash"), vec![root.clone()], Vec::new(), Vec::new());
    let door = Arc::new((Mutex::new(false), Condvar::new()));
    let env = Arc::new(FixedEnv::at(NOON));
    let engine =
        Engine::new(Arc::new(MemoryStore::new()), setup("", Vec::new()).unwrap(), Box::new(env.clone()))
            .with_world(Box::new(Held { tools, door: door.clone() }));
    let call = |actor: &Actor, op: &str, input: Value| {
        let origin = Origin { cwd: Some(root.display().to_string()), ..Origin::from("test") };
        engine.call(Request { actor: actor.clone(), op: op.into(), input, key: None, origin }).unwrap().value
    };
    let items: Vec<Value> = (0..100)
        .map(|n| {
            env.advance(1);
            let args = json!({"path": format!("f{n}"), "content": "x"});
            let item = id(&call(
                &codex(),
                "call.propose",
                json!({"tool": "filesystem.write_file", "args": args}),
            )["item"]);
            let shown = call(&ana(), "show", json!({"id": item}));
            json!({"id": item, "digest": shown["item"]["digest"]})
        })
        .collect();
    let results = std::thread::scope(|scope| {
        let confirming = scope.spawn(|| call(&ana(), "items.confirm_selected", json!({"items": items})));
        let under_way = loop {
            if let Some(first) = engine.works().into_iter().next() {
                break first;
            }
            std::thread::yield_now();
        };
        assert_eq!((under_way.kind.as_str(), under_way.total), ("items.confirm_selected", 100));
        let end = |actor: &Actor, agent: Option<&str>| {
            let origin = Origin { agent_process: agent.map(str::to_owned), ..Origin::from("test") };
            engine.end_work(&under_way.id, actor, &origin).map(|work| work.ended_by)
        };
        assert!(engine.works_of(&codex()).is_empty(), "it is ana's");
        assert_eq!(engine.works_of(&ana()).len(), 1);
        let viewer = Actor { role: Role::Viewer, ..ana() };
        let narrow = Actor { scopes: vec!["inbox.*".to_owned()], ..ana() };
        for (who, agent) in [(codex(), None), (viewer, None), (narrow, None), (ana(), Some("codex"))] {
            assert_eq!(end(&who, agent).unwrap_err().code, ErrorCode::Refused, "{who} {agent:?}");
        }
        assert_eq!(end(&ana(), None).unwrap().as_deref(), Some("ana"));
        *door.0.lock().unwrap() = true;
        door.1.notify_all();
        confirming.join().unwrap()
    });
    assert!(engine.works().is_empty());
    let results = results["results"].as_array().unwrap().clone();
    let applied = results.iter().filter(|r| r["status"] == "applied").count();
    let never = results
        .iter()
        .filter(|r| r["message"].to_string().contains("ana stopped this before it began"))
        .count();
    assert_eq!((results.len(), applied + never), (100, 100));
    assert!(never > 0 && std::fs::read_dir(&work).unwrap().count() == applied, "{applied} of 100");
    let open = call(&ana(), "inbox.list", json!({"limit": 1000}))["items"].as_array().unwrap().len();
    assert_eq!(open, never, "what never was is still to be decided");
}
