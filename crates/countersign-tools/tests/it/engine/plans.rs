//! F1 to F3: plans, through the engine, with real files and commands.

mod cheating;
mod failing;
mod going;
mod steered;

use std::{fs, path::PathBuf, sync::Arc};

use countersign_core::{
    Actor, Engine, Error, FixedEnv, Origin, Outcome, Request, memory::MemoryStore, tool::Tool,
};
use countersign_tools::Builtins;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    effects::{Dies, Mortal},
    world::{NOON, ana, codex, id, setup, text},
};

/// One agent, two persons, a folder, and Countersign itself, which carries out plans when told.
struct Desk {
    dir: TempDir,
    store: Arc<MemoryStore>,
    env: Arc<FixedEnv>,
    engine: Engine,
}

impl Desk {
    fn new() -> Self {
        Self::with("")
    }

    fn with(policy: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("work")).unwrap();
        let (store, env) = (Arc::new(MemoryStore::new()), Arc::new(FixedEnv::at(NOON)));
        let engine = engine(&dir, &store, &env, policy, Dies::Never, Vec::new());
        Self { dir, store, env, engine }
    }

    /// A new process on the same store and disk.
    fn restart(&mut self, dies: Dies, more: Vec<Tool>) {
        self.engine = engine(&self.dir, &self.store, &self.env, "", dies, more);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join("work").join(name)
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    fn request(&self, actor: &Actor, op: &str, input: Value) -> Result<(Value, Outcome), Error> {
        self.env.advance(1);
        let cwd = self.dir.path().join("work").display().to_string();
        let origin = Origin { cwd: Some(cwd), ..Origin::from("test") };
        let (actor, op) = (actor.clone(), op.to_owned());
        let answer = self.engine.call(Request { actor, op, input, key: None, origin })?;
        Ok((answer.value, answer.outcome))
    }

    #[track_caller]
    fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.request(actor, op, input.clone()).unwrap_or_else(|e| panic!("{op} {input}: {e:?}")).0
    }

    #[track_caller]
    fn fails(&self, actor: &Actor, op: &str, input: Value) -> Error {
        match self.request(actor, op, input.clone()) {
            Err(e) => e,
            Ok((value, _)) => panic!("{op} {input} was answered: {value}"),
        }
    }

    fn call(&self, tool: &str, args: Value) -> Value {
        self.ask(&codex(), "call.propose", json!({"tool": tool, "args": args}))
    }

    /// Proposes a plan as the agent; returns its id.
    #[track_caller]
    fn propose(&self, steps: Value) -> String {
        id(&self.ask(&codex(), "plan.propose", json!({"title": "Tidy up", "steps": steps})))
    }

    /// Proposes a plan; Ana looks at it and approves it whole.
    #[track_caller]
    fn approved(&self, steps: Value) -> String {
        let plan = self.propose(steps);
        self.show(&plan);
        self.say("approve", &plan);
        plan
    }

    fn show(&self, plan: &str) -> Value {
        self.ask(&ana(), "plan.show", json!({"id": plan}))
    }

    /// Sends an operation about a plan as Ana.
    #[track_caller]
    fn say(&self, word: &str, plan: &str) -> Value {
        self.ask(&ana(), &format!("plan.{word}"), json!({"id": plan}))
    }

    fn advance(&self, plan: &str) -> Value {
        self.ask(&Actor::system(), "plan.advance", json!({"id": plan}))
    }

    /// Carries out what is possible; returns the plan's state.
    #[track_caller]
    fn go(&self, plan: &str) -> Value {
        for _ in 0..200 {
            if self.advance(plan)["more"] == false {
                return self.show(plan);
            }
        }
        panic!("the plan does not come to a stop: {}", self.show(plan));
    }

    fn confirm(&self, item: &str) -> Value {
        let shown = self.ask(&ana(), "show", json!({"id": item}))["item"].clone();
        self.ask(&ana(), "item.confirm", json!({"id": item, "typed": shown["typed"]}))
    }

    fn inbox(&self) -> Value {
        self.ask(&ana(), "inbox.list", json!({}))
    }

    fn receipts(&self) -> Vec<Value> {
        self.ask(&ana(), "receipt.list", json!({}))["receipts"].as_array().unwrap().clone()
    }

    fn verified(&self) -> bool {
        let setup = self.engine.setup();
        self.store.with(|base| countersign_core::audit::verify(base, &setup, &[], None)).unwrap().ok
    }
}

fn engine(
    dir: &TempDir,
    store: &Arc<MemoryStore>,
    env: &Arc<FixedEnv>,
    policy: &str,
    dies: Dies,
    more: Vec<Tool>,
) -> Engine {
    let work = fs::canonicalize(dir.path().join("work")).unwrap();
    let tools = Builtins::new(dir.path().join("trash"), vec![work], Vec::new(), Vec::new());
    Engine::new(store.clone(), setup(policy, more).unwrap(), Box::new(env.clone()))
        .with_world(Box::new(Mortal { tools, dies }))
}

fn write(name: &str, content: &str) -> Value {
    json!({"tool": "filesystem.write_file", "args": {"path": name, "content": content}})
}

fn edit(name: &str, old: &str, new: &str) -> Value {
    let edits = json!([{"old_text": old, "new_text": new}]);
    json!({"tool": "filesystem.edit_file", "args": {"path": name, "edits": edits}})
}

fn read(name: &str) -> Value {
    json!({"tool": "filesystem.read_file", "args": {"path": name}})
}

fn shell(command: &str) -> Value {
    json!({"tool": "shell.run", "args": {"command": command}})
}

/// Makes a step depend on others.
fn after(mut step: Value, numbers: &[u32]) -> Value {
    step["depends_on"] = json!(numbers);
    step
}

#[track_caller]
fn statuses(plan: &Value) -> Vec<String> {
    plan["steps"].as_array().unwrap().iter().map(|s| text(s, "status")).collect()
}

/// Returns the item of a step.
#[track_caller]
fn item(plan: &Value, number: usize) -> String {
    text(&plan["steps"][number - 1], "item")
}
