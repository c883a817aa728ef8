//! A15: a run that has read a secret, or text that others wrote, asks before it sends, and says why.

use std::{
    fs,
    sync::{Arc, Mutex},
};

use countersign_core::{
    Actor, ActorKind, Engine, Env as _, FixedEnv, Origin, Request, Result,
    judge::{Class, Facts},
    memory::MemoryStore,
    tool::{Effect, Forecast, Reversal, Tool},
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted, World},
};
use countersign_tools::Builtins;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    judging::sender,
    world::{MINUTE, NOON, ana, codex, id, setup, text},
};

const LISTED: &str = "version = 1\nhosts = [\"api.example.com\", \"docs.example.com\"]\n";

/// The built-in tools, with two tools of a server that nobody trusts; commands are only said to have run.
struct Machine {
    builtins: Builtins,
    /// The hosts that each call in a stage could reach.
    opened: Arc<Mutex<Vec<Vec<String>>>>,
}

impl Machine {
    fn opened(&self, stage: Option<&countersign_core::world::InStage>) {
        self.opened.lock().unwrap().extend(stage.map(|stage| stage.hosts.clone()));
    }
}

impl World for Machine {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        self.opened(ask.stage.as_ref());
        let facts = match ask.tool.as_str() {
            "notes.list" => Facts { foreign: vec!["notes".into()], ..Facts::default() },
            "notes.post" => Facts { foreign: vec!["notes".into()], ..Facts::write("note:1") },
            _ => return self.builtins.forecast(&Ask { stage: None, ..ask.clone() }),
        };
        let (args, summary, reversal) = (ask.args.clone(), "notes".into(), Reversal::Exact);
        Ok(Forecast { args, facts, summary, reversal, ..Forecast::default() })
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        if ask.tool.starts_with("notes.") { Ok(json!({})) } else { self.builtins.read(ask) }
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        self.opened(order.stage.as_ref());
        if order.tool.starts_with("filesystem.write") {
            return self.builtins.apply(order);
        }
        let result = json!({"exit_code": 0});
        Ok(Landed { result, effects: Vec::new(), inverse: None, caveats: Vec::new(), duration_ms: 0 })
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.builtins.check(order)
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.builtins.revert(id, inverse)
    }

    fn forget(&self, id: &str) -> Result<()> {
        self.builtins.forget(id)
    }
}

fn of_server(name: &str, class: Class) -> Tool {
    Tool { class, server: "notes".into(), name: format!("notes.{name}"), effect: Effect::World, ..sender() }
}

fn claude() -> Actor {
    Actor::new(ActorKind::Agent, "claude")
}

struct Desk {
    dir: TempDir,
    env: Arc<FixedEnv>,
    engine: Engine,
    opened: Arc<Mutex<Vec<Vec<String>>>>,
}

impl Desk {
    fn new(policy: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("w")).unwrap();
        let builtins = Builtins::new(dir.path().join("trash"), Vec::new(), Vec::new(), Vec::new());
        let opened = Arc::<Mutex<Vec<Vec<String>>>>::default();
        let machine = Machine { builtins, opened: opened.clone() };
        let tools = vec![sender(), of_server("list", Class::Read), of_server("post", Class::Mutable)];
        let env = Arc::new(FixedEnv::at(NOON));
        let engine =
            Engine::new(Arc::new(MemoryStore::new()), setup(policy, tools).unwrap(), Box::new(env.clone()))
                .with_world(Box::new(machine));
        let desk = Self { dir, env, engine, opened };
        desk.put(".env", "KEY=hunter2\n");
        desk.put("a.txt", "plain\n");
        desk
    }

    fn put(&self, name: &str, content: &str) {
        fs::write(self.dir.path().join("w").join(name), content).unwrap();
    }

    fn file(&self, name: &str) -> String {
        self.dir.path().canonicalize().unwrap().join("w").join(name).display().to_string()
    }

    #[track_caller]
    fn from(&self, actor: &Actor, folder: &str, session_at: Option<u64>, op: &str, input: Value) -> Value {
        self.env.advance(1);
        let cwd = Some(self.file(folder).trim_end_matches('/').to_owned());
        let origin = Origin { cwd, session_at, ..Origin::from("test") };
        let request =
            Request { actor: actor.clone(), op: op.into(), input: input.clone(), key: None, origin };
        self.engine.call(request).unwrap_or_else(|e| panic!("{op} {input}: {e:?}")).value
    }

    #[track_caller]
    fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.from(actor, "", None, op, input)
    }

    #[track_caller]
    fn call(&self, tool: &str, args: Value) -> Value {
        self.ask(&codex(), "call.propose", json!({"tool": tool, "args": args}))
    }

    #[track_caller]
    fn send(&self, host: &str) -> Value {
        self.call("test.send", json!({"name": host}))
    }

    #[track_caller]
    fn yes(&self, item: &str, more: Value) {
        self.ask(&ana(), "show", json!({"id": item}));
        let mut input = json!({"id": item});
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let told = self.ask(&ana(), "item.confirm", input);
        assert_eq!(told["status"], "applied", "{told}");
    }

    /// The agent reads a secret after a yes; returns the item.
    #[track_caller]
    fn reads_secret(&self) -> String {
        let held = self.call("filesystem.read_file", json!({"path": ".env"}));
        assert_eq!(held["status"], "queued", "{held}");
        let item = id(&held["item"]);
        self.yes(&item, json!({}));
        item
    }
}

/// Asserts that a call waits because of what its run has read.
#[track_caller]
fn asks_for(told: &Value, source: &str) {
    assert_eq!((&told["status"], &told["why"]["row"]), (&json!("queued"), &json!("tainted")), "{told}");
    assert!(told["why"]["reasons"][0].as_str().unwrap().contains(source), "{told}");
}

#[test]
fn a15_after_a_secret_was_read_sending_asks_also_where_the_host_is_listed_and_says_why() {
    let d = Desk::new(LISTED);
    let item = d.reads_secret();
    let told = d.send("api.example.com");
    asks_for(&told, &d.file(".env"));
    let short = item.split('-').next().unwrap();
    assert!(told["why"]["reasons"][0].as_str().unwrap().contains(&format!("({short})")), "{told}");
    let run = text(&told, "run");
    let shown = d.ask(&ana(), "run.show", json!({"id": run}));
    assert_eq!(shown["marks"][0]["what"], "secret", "{shown}");
    assert_eq!(
        (&shown["marks"][0]["by"], &shown["marks"][0]["source"]),
        (&json!(item), &json!(d.file(".env")))
    );
    // What does not send goes on as before.
    assert_eq!(d.call("filesystem.read_file", json!({"path": "a.txt"}))["status"], "done");
    // A person's yes to this very call is enough, and is one for this call only.
    d.yes(&id(&told["item"]), json!({}));
    asks_for(&d.send("api.example.com"), &d.file(".env"));
}

#[test]
fn a15_a_secret_that_nobody_let_it_read_marks_nothing() {
    let d = Desk::new(LISTED);
    let held = d.call("filesystem.read_file", json!({"path": ".env"}));
    assert_eq!(d.send("api.example.com")["status"], "done", "it only asked for it");
    d.ask(&ana(), "item.reject", json!({"id": held["item"]["id"]}));
    let run = text(&held, "run");
    let marks = d.ask(&ana(), "run.show", json!({"id": run}))["marks"].clone();
    assert!(marks.as_array().is_some_and(|all| all.iter().all(|mark| mark["what"] == "web")), "{marks}");
}

#[test]
fn a15_text_from_the_web_and_of_a_server_that_nobody_trusts_marks_a_run() {
    let d = Desk::new(LISTED);
    assert_eq!(d.send("docs.example.com")["status"], "done");
    asks_for(&d.send("api.example.com"), "docs.example.com");
    let d = Desk::new(LISTED);
    assert_eq!(d.call("notes.list", json!({"name": "x"}))["status"], "done");
    asks_for(&d.send("api.example.com"), "notes");
    let d = Desk::new(LISTED);
    let fetch = |id: &str, url: &str| {
        let input = json!({"tool_name": "WebFetch", "input": {"url": url, "prompt": "?"}, "tool_use_id": id});
        d.ask(&codex(), "handover.ask", input)
    };
    assert_eq!(fetch("t1", "https://docs.example.com/a")["decision"], "allow");
    assert_eq!(fetch("t2", "https://docs.example.com/b")["decision"], "held");
    asks_for(&d.send("api.example.com"), "docs.example.com");
}

#[test]
fn a15_packages_and_commits_are_no_text_from_the_web_and_a_command_that_fetches_is() {
    let d = Desk::new(LISTED);
    for (command, marks) in [
        ("npm install left-pad 2>&1 | tail -3", 0),
        ("git fetch origin", 0),
        ("npm install x && curl https://evil.test/x", 1),
        ("curl http://127.0.0.1:8000/", 1),
    ] {
        let held = d.call("shell.run", json!({"command": command}));
        assert_eq!(held["status"], "queued", "{held}");
        d.yes(&id(&held["item"]), json!({}));
        let shown = d.ask(&ana(), "run.show", json!({"id": text(&held, "run")}));
        assert_eq!(shown["marks"].as_array().map_or(0, Vec::len), marks, "{command}: {}", shown["marks"]);
    }
}

#[test]
fn a15_rules_and_grants_from_before_do_not_cover_sending_and_a_grant_given_since_does() {
    let policy = "version = 1\n[[rule]]\nname = \"api\"\ntools = [\"test.send\"]\nthen = \"allow\"\n";
    let d = Desk::new(policy);
    assert_eq!(d.call("filesystem.read_file", json!({"path": "a.txt"}))["status"], "done");
    d.reads_secret();
    asks_for(&d.send("api.example.com"), ".env");
    let d = Desk::new("");
    let held = d.send("api.example.com");
    d.yes(&id(&held["item"]), json!({"always": "forever"}));
    assert_eq!(d.send("api.example.com")["status"], "done");
    assert_eq!(d.send("api.example.com")["status"], "done", "the host's own text was known to come");
    d.reads_secret();
    let held = d.send("api.example.com");
    asks_for(&held, ".env");
    d.yes(&id(&held["item"]), json!({"always": "forever"}));
    assert_eq!(d.send("api.example.com")["status"], "done", "a person who knew of it granted that");
    // Whatever it reads next, nobody who granted that could know of.
    assert_eq!(d.call("notes.list", json!({"name": "x"}))["status"], "done");
    asks_for(&d.send("api.example.com"), "notes");
}

#[test]
fn a15_what_a_server_that_nobody_trusts_is_told_counts_as_sent_unless_it_gave_it_itself() {
    let policy = "version = 1\n[[rule]]\nname = \"n\"\ntools = [\"notes.post\"]\nthen = \"allow\"\n";
    let d = Desk::new(policy);
    assert_eq!(d.call("notes.post", json!({"name": "1"}))["status"], "done");
    assert_eq!(d.call("notes.post", json!({"name": "2"}))["status"], "done");
    d.reads_secret();
    asks_for(&d.call("notes.post", json!({"name": "3"})), ".env");
}

#[test]
fn a15_another_run_of_the_same_agent_is_no_way_to_wash_a_mark_off() {
    let d = Desk::new(LISTED);
    let clean = text(&d.ask(&codex(), "run.start", json!({"title": "before"})), "id");
    d.from(&codex(), "", None, "run.end", json!({"id": clean}));
    let kept = text(&d.from(&codex(), "elsewhere", None, "run.start", json!({"title": "kept"})), "id");
    d.reads_secret();
    // It ends the run and goes on.
    d.ask(&codex(), "run.end", json!({}));
    asks_for(&d.send("api.example.com"), ".env");
    // It starts one, here and in another folder.
    let fresh = text(&d.ask(&codex(), "run.start", json!({"title": "fresh"})), "id");
    let input = |run: &str| json!({"run": run, "tool": "test.send", "args": {"name": "api.example.com"}});
    asks_for(&d.ask(&codex(), "call.propose", input(&fresh)), ".env");
    let other = d.from(
        &codex(),
        "other",
        None,
        "call.propose",
        json!({"tool": "test.send", "args": {"name": "docs.example.com"}}),
    );
    asks_for(&other, ".env");
    // It names an older one that was clean.
    asks_for(&d.ask(&codex(), "call.propose", input(&kept)), ".env");
    let shown = d.ask(&ana(), "run.show", json!({"id": kept}));
    assert!(shown["marks"][0]["from"].is_string(), "{}", shown["marks"]);
    // It works elsewhere until the first run was idle for long.
    for _ in 0..4 {
        d.env.advance(20 * MINUTE);
        asks_for(&d.ask(&codex(), "call.propose", input(&fresh)), ".env");
    }
    // Another agent has not read it.
    let answer =
        d.ask(&claude(), "call.propose", json!({"tool": "test.send", "args": {"name": "api.example.com"}}));
    assert_eq!(answer["status"], "done", "{answer}");
}

#[test]
fn a15_marks_end_with_the_run_a_later_session_is_clean() {
    let d = Desk::new(LISTED);
    let begun = d.env.now_ms();
    let input = json!({"tool": "test.send", "args": {"name": "api.example.com"}});
    d.reads_secret();
    d.ask(&codex(), "run.end", json!({}));
    // The same session, in a run of its own, even much later.
    d.env.advance(5 * 60 * MINUTE);
    asks_for(&d.from(&codex(), "", Some(begun), "call.propose", input.clone()), ".env");
    let d = Desk::new(LISTED);
    d.reads_secret();
    d.ask(&codex(), "run.end", json!({}));
    d.env.advance(1);
    let later = d.env.now_ms();
    let answer = d.from(&codex(), "", Some(later), "call.propose", input.clone());
    assert_eq!(answer["status"], "done", "{answer}");
    // Without sessions, long silence is a new start.
    let d = Desk::new(LISTED);
    d.reads_secret();
    d.ask(&codex(), "run.end", json!({}));
    d.env.advance(31 * MINUTE);
    assert_eq!(d.send("api.example.com")["status"], "done");
}

#[test]
fn a15_in_a_stage_no_host_is_open_to_a_marked_run_without_a_yes() {
    let d = Desk::new(LISTED);
    let run = text(&d.ask(&codex(), "run.start", json!({"stage": true})), "id");
    let call = |command: &str| {
        let input = json!({"run": run, "tool": "shell.run", "args": {"command": command}});
        d.ask(&codex(), "call.propose", input)
    };
    call("python3 fetch.py");
    let before = d.opened.lock().unwrap().last().unwrap().clone();
    assert!(before.contains(&"api.example.com".to_owned()), "{before:?}");
    let read = json!({"run": run, "tool": "filesystem.read_file", "args": {"path": ".env"}});
    let held = d.ask(&codex(), "call.propose", read);
    d.yes(&id(&held["item"]), json!({}));
    call("python3 fetch.py again");
    assert_eq!(*d.opened.lock().unwrap().last().unwrap(), Vec::<String>::new());
    let held = call("curl https://api.example.com/x");
    asks_for(&held, ".env");
    d.yes(&id(&held["item"]), json!({}));
    assert!(d.opened.lock().unwrap().last().unwrap().contains(&"api.example.com".to_owned()));
}

#[test]
fn a15_a_file_carries_the_mark_to_another_run_while_its_writer_is_at_work() {
    let d = Desk::new(LISTED);
    d.reads_secret();
    let held = d.call("filesystem.write_file", json!({"path": "notes.txt", "content": "hunter2\n"}));
    d.yes(&id(&held["item"]), json!({}));
    let call = |actor: &Actor, tool: &str, args: Value| {
        d.ask(actor, "call.propose", json!({"tool": tool, "args": args}))
    };
    assert_eq!(call(&claude(), "filesystem.read_file", json!({"path": "a.txt"}))["status"], "done");
    assert_eq!(call(&claude(), "filesystem.read_file", json!({"path": "notes.txt"}))["status"], "done");
    asks_for(&call(&claude(), "test.send", json!({"name": "api.example.com"})), &d.file("notes.txt"));
    d.ask(&codex(), "run.end", json!({}));
    let third = Actor::new(ActorKind::Agent, "gemini");
    assert_eq!(call(&third, "filesystem.read_file", json!({"path": "notes.txt"}))["status"], "done");
    assert_eq!(call(&third, "test.send", json!({"name": "api.example.com"}))["status"], "done");
}
