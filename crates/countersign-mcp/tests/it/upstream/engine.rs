//! End to end: an agent's call to a server's tool is judged, held, carried out and undone by the engine.

use std::sync::Arc;

use countersign_core::{
    Actor, Answer, Engine, FixedEnv, Origin, Outcome, Request, Setup,
    judge::Policy,
    kinds,
    memory::MemoryStore,
    receipt::undo,
    server::pins,
    tool::{Catalog, Tool},
};
use countersign_mcp::{ServerSettings, upstream::Worlds};
use countersign_tools::Builtins;
use serde_json::{Value, json};

use super::*;

/// Noon of 15 November 2026, UTC.
const NOON: u64 = 1_794_744_000_000;

struct Gate {
    world: World,
    engine: Engine,
    env: Arc<FixedEnv>,
}

impl Gate {
    /// An engine over these servers, their tools listed.
    fn new(servers: &[(&str, ServerSettings)]) -> Self {
        let world = World::new(servers);
        let catalog = Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()));
        let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
        let (policy, zone) = (Policy::default(), jiff::tz::TimeZone::UTC);
        let (bound, agents) = Default::default();
        let setup = Setup {
            catalog,
            policy,
            kinds,
            zone,
            servers: bound,
            agents,
            site: None,
            roots: Vec::new(),
            keeping: Default::default(),
            hosts: Default::default(),
        };
        let trash = world.desk().join("../trash");
        let builtins = Arc::new(Builtins::new(trash, Vec::new(), Vec::new(), Vec::new()));
        let worlds = Worlds::new(builtins, world.upstreams.clone());
        let env = Arc::new(FixedEnv::at(NOON));
        let engine = Engine::new(Arc::new(MemoryStore::new()), setup, Box::new(env.clone()));
        let gate = Self { engine: engine.with_world(Box::new(worlds)), world, env };
        for (server, _) in servers {
            gate.learn(server);
        }
        gate
    }

    fn learn(&self, server: &str) {
        let tools = self.world.instance(server).unwrap().tools();
        let told = |t: &Tool| json!({"name": pins::own_name(t), "definition": *t.upstream.clone().unwrap()});
        let listed: Vec<Value> = tools.iter().map(told).collect();
        self.request(Actor::system(), "server.listed", json!({"server": server, "tools": listed}));
        self.engine.amend_setup(|setup| setup.catalog = setup.catalog.with_server(server, tools.to_vec()));
    }

    fn request(&self, actor: Actor, op: &str, input: Value) -> Answer {
        self.env.advance(1);
        let origin = Origin { cwd: Some(self.world.desk().display().to_string()), ..Origin::from("test") };
        self.engine.call(Request { actor, op: op.to_owned(), input, key: None, origin }).unwrap()
    }

    fn propose(&self, tool: &str, args: Value) -> Answer {
        self.request(agent(), "call.propose", json!({"tool": tool, "args": args}))
    }

    fn confirm(&self, item: &Value) -> Answer {
        self.request(person(), "show", json!({"id": item["id"]}));
        self.request(person(), "item.confirm", json!({"id": item["id"]}))
    }
}

fn agent() -> Actor {
    Actor { owner: Some("ada".to_owned()), ..Actor::agent("claude") }
}

fn person() -> Actor {
    Actor::person("ada")
}

fn disk() -> (&'static str, ServerSettings) {
    ("disk", ServerSettings { pack: Some("filesystem".to_owned()), ..script("files.py", &[]) })
}

#[test]
fn a4_a6_reads_of_a_bound_server_proceed_and_everything_else_is_asked_about() {
    let gate = Gate::new(&[disk(), ("odd", script("odd.py", &[]))]);
    gate.world.put("a.txt", "content");
    let read = gate.propose("disk.read_text_file", json!({"path": "a.txt"}));
    assert_eq!(read.outcome, Outcome::Done);
    assert_eq!(said(&read.value["result"]), "content");
    for tool in ["odd.echo", "odd.helper", "odd.task.create_task"] {
        let held = gate.propose(tool, json!({}));
        assert_eq!((held.outcome, &held.value["status"]), (Outcome::Held, &json!("queued")), "{tool}");
    }
}

/// LocalCowork's mail server in a folder of its own.
fn mail(folder: &Path) -> (&'static str, ServerSettings) {
    let settings = script("mail.py", &[]);
    let cwd = Some(folder.to_owned());
    ("email", ServerSettings { pack: Some("localcowork".to_owned()), cwd, ..settings })
}

#[test]
fn a2_d2_a_mail_that_is_sent_by_the_id_of_its_draft_shows_the_draft_and_is_sent_as_shown() {
    let folder = tempfile::tempdir().unwrap();
    let gate = Gate::new(&[mail(folder.path())]);
    let held = gate.propose("email.send_draft", json!({"draft_id": "d-17"}));
    let item = &held.value["item"];
    assert_eq!(item["summary"], "Send mail to ana@example.org: “Offer” (email)", "{item}");
    let shown = item["preview"]["changes"].to_string();
    assert!(shown.contains("We sell at 10.") && shown.contains("d-17"), "{shown}");
    assert_eq!(item["typed"], "ana@example.org", "{item}");
    let typed = |item: &Value| {
        gate.request(person(), "show", json!({"id": item["id"]}));
        gate.request(person(), "item.confirm", json!({"id": item["id"], "typed": "ana@example.org"}))
    };
    // Somebody changes the draft after it was shown.
    let other =
        json!({"d-17": {"id": "d-17", "to_address": "ana@example.org", "subject": "Offer", "body": "Free."}});
    std::fs::write(folder.path().join("drafts.json"), other.to_string()).unwrap();
    let stale = typed(item);
    assert_eq!((stale.outcome, &stale.value["status"]), (Outcome::Stale, &json!("stale")), "{}", stale.value);
    assert!(!folder.path().join("sent.json").exists());
    let afresh = gate.request(person(), "item.refresh", json!({"id": item["id"]}));
    assert!(afresh.value["item"]["preview"]["changes"].to_string().contains("Free."), "{}", afresh.value);
    let sent = typed(item);
    assert_eq!(sent.outcome, Outcome::Done, "{}", sent.value);
    let sent = std::fs::read_to_string(folder.path().join("sent.json")).unwrap();
    assert!(sent.contains("Free."), "{sent}");
}

#[test]
fn h7_a_draft_that_cannot_be_read_is_said_not_to_be_shown() {
    let folder = tempfile::tempdir().unwrap();
    let gate = Gate::new(&[mail(folder.path())]);
    let twice = json!([1, 2].map(|_| json!({"id": "d-17", "to_address": "eve@example.org"})));
    std::fs::write(folder.path().join("drafts.json"), json!({"a": twice[0], "b": twice[1]}).to_string())
        .unwrap();
    for id in ["d-17", "d-18"] {
        let held = gate.propose("email.send_draft", json!({"draft_id": id}));
        let item = &held.value["item"];
        let told = item["preview"]["warnings"].to_string();
        assert!(told.contains("could not be read") && !told.contains("eve@"), "{item}");
        assert_eq!(item["typed"], id, "{item}");
    }
}

#[test]
fn b1_e9_a_write_is_held_confirmed_done_and_undone() {
    let gate = Gate::new(&[disk()]);
    gate.world.put("a.txt", "before");
    let held = gate.propose("disk.write_file", json!({"path": "a.txt", "content": "after"}));
    assert_eq!(held.outcome, Outcome::Held);
    assert_eq!(gate.world.text("a.txt").unwrap(), "before");
    let applied = gate.confirm(&held.value["item"]);
    assert_eq!(applied.outcome, Outcome::Done, "{}", applied.value);
    assert_eq!(gate.world.text("a.txt").unwrap(), "after");
    let receipt = &applied.value["receipt"];
    assert_eq!(said(&receipt["result"]), "written");
    assert_eq!(receipt["undo_action"]["label"], "Undo");
    let undone = gate.request(person(), "receipt.undo", json!({"id": receipt["id"], "best_effort": true}));
    assert_eq!(undone.outcome, Outcome::Done, "{}", undone.value);
    assert_eq!(gate.world.text("a.txt").unwrap(), "before");
}

#[test]
fn e9_the_file_tools_of_localcowork_are_previewed_and_taken_back() {
    let settings = ServerSettings { pack: Some("localcowork".to_owned()), ..script("cowork.py", &[]) };
    let gate = Gate::new(&[("cowork", settings)]);
    let csv = json!({"output_path": "t.csv", "data": [{"n": "1"}]});
    let secret = json!({"path": "a.txt", "output_path": "a.age"});
    for (tool, args, label) in [
        ("filesystem.write_file", json!({"path": "a.txt", "content": "after"}), "Undo"),
        ("filesystem.move_file", json!({"source": "a.txt", "destination": "b.txt"}), "Undo"),
        ("filesystem.copy_file", json!({"source": "a.txt", "destination": "b.txt"}), "Undo"),
        ("filesystem.delete_file", json!({"path": "a.txt"}), "Undo"),
        ("data.write_csv", csv, "Undo"),
        ("data.write_sqlite", json!({"db_path": "t.db", "table": "t", "data": []}), "Rollback"),
        ("security.encrypt_file", secret.clone(), "Rollback"),
        ("security.decrypt_file", secret, "Rollback"),
    ] {
        gate.world.put("a.txt", "before");
        let held = gate.propose(&format!("cowork.{tool}"), args);
        assert_eq!(held.outcome, Outcome::Held, "{tool}: {}", held.value);
        let item = &held.value["item"];
        let shown = json!([item["preview"], item["facts"]]).to_string();
        assert!(["a.txt", "t.csv", "t.db"].iter().any(|name| shown.contains(name)), "{tool}: {shown}");
        gate.request(person(), "show", json!({"id": item["id"]}));
        let yes = json!({"id": item["id"], "typed": item["typed"]});
        let applied = gate.request(person(), "item.confirm", yes);
        assert_eq!(applied.outcome, Outcome::Done, "{tool}: {}", applied.value);
        let receipt = &applied.value["receipt"];
        assert_eq!(receipt["undo_action"]["label"], label, "{tool}: {receipt}");
        let undo = json!({"id": receipt["id"], "best_effort": label == "Rollback"});
        let undone = gate.request(person(), "receipt.undo", undo);
        assert_eq!(undone.outcome, Outcome::Done, "{tool}: {}", undone.value);
        assert_eq!(gate.world.text("a.txt").as_deref(), Some("before"), "{tool}");
        for made in ["b.txt", "t.csv", "t.db", "a.age"] {
            assert_eq!(gate.world.text(made), None, "{tool} leaves {made}");
        }
    }
}

#[test]
fn an_effect_that_nobody_answered_for_needs_a_person_and_is_not_pending_again() {
    let gate = Gate::new(&[("odd", script("odd.py", &[]))]);
    let held = gate.propose("odd.crash", json!({}));
    let doubt = gate.confirm(&held.value["item"]);
    assert_eq!(doubt.value["status"], "needs_review", "{}", doubt.value);
}

#[test]
fn d2_a_definition_that_changed_makes_what_was_proposed_stale() {
    let gate = Gate::new(&[("odd", script("odd.py", &[]))]);
    let held = gate.propose("odd.echo", json!({"text": "hi"}));
    gate.world.read("odd.grow", json!({})).unwrap();
    let instance = gate.world.instance("odd").unwrap();
    eventually("the changed list", || instance.tools().iter().any(|t| t.name == "odd.grown"));
    let stale = gate.confirm(&held.value["item"]);
    assert_eq!(stale.outcome, Outcome::Stale, "{}", stale.value);
}

#[test]
fn b2_a_batch_of_a_server_comes_apart_into_lists_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.json").display().to_string();
    let settings = ServerSettings { pack: Some("memory".to_owned()), ..script("graph.py", &[&path]) };
    let gate = Gate::new(&[("mind", settings)]);
    let entity = |name: &str| json!({"name": name, "entityType": "person", "observations": []});
    let held = gate.propose("mind.create_entities", json!({"entities": [entity("Ada"), entity("Bob")]}));
    let items = held.value["items"].as_array().unwrap();
    assert_eq!((items.len(), &held.value["counts"]["added"]), (2, &json!(2)), "{}", held.value);
    let applied = gate.confirm(&items[1]);
    assert_eq!(applied.outcome, Outcome::Done, "{}", applied.value);
    let graph = std::fs::read_to_string(&path).unwrap();
    assert!(graph.contains("Bob") && !graph.contains("Ada"), "{graph}");
}

#[test]
fn a15_the_text_of_a_server_marks_the_run_unless_a_person_trusts_the_server() {
    for (trusted, marks) in [(false, 1), (true, 0)] {
        let (name, settings) = disk();
        let gate = Gate::new(&[(name, ServerSettings { trusted, ..settings })]);
        gate.world.put("a.txt", "content");
        let read = gate.propose("disk.read_text_file", json!({"path": "a.txt"}));
        assert_eq!(read.outcome, Outcome::Done);
        let shown = gate.request(person(), "run.show", json!({"id": read.value["run"]})).value;
        let found = shown["marks"].as_array().map_or(0, Vec::len);
        assert_eq!(found, marks, "trusted: {trusted}: {}", shown["marks"]);
        assert!(!trusted || shown.get("marks").is_none());
    }
}
