//! Runs one scenario twice: on the engine in this process, and on the daemon over its socket. Any difference is a bug
//! in a surface.

use std::sync::Arc;

use countersign_client::Client;
use countersign_core::{
    Actor, Answer, Engine, Env, Origin, Request, Result, Setup, judge::Policy, kinds, operations,
    receipt::undo, tool::Catalog,
};
use countersign_store::SqliteStore;
use countersign_tools::{Builtins, stage::Stages};
use serde_json::{Value, json};

use crate::Home;

/// The actors.
#[derive(Clone, Copy)]
enum Who {
    Ana,
    Codex,
    Verifier,
}

/// A way to call the engine.
trait Door {
    fn call(&self, who: Who, op: &str, input: Value, key: Option<&str>) -> Result<Answer>;
}

/// The engine itself.
struct Inside {
    engine: Engine,
    cwd: String,
    _dir: tempfile::TempDir,
}

struct Clock;

impl Env for Clock {
    fn now_ms(&self) -> u64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        since.as_millis().try_into().unwrap()
    }

    fn seed(&self) -> [u8; 32] {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).unwrap();
        seed
    }
}

impl Inside {
    fn new(folder: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&dir.path().join("countersign.db")).unwrap());
        let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
        let catalog = Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()));
        let zone = jiff::tz::TimeZone::UTC;
        let setup = Setup {
            catalog,
            policy: Policy::default(),
            kinds,
            zone,
            servers: Default::default(),
            agents: Default::default(),
            site: None,
            roots: Vec::new(),
            keeping: Default::default(),
            hosts: Default::default(),
        };
        let own = vec![dir.path().to_owned()];
        let builtins = Builtins::new(dir.path().join("trash"), Vec::new(), own, Vec::new());
        let builtins =
            builtins.with_stages(Stages { folder: dir.path().join("stages"), ..Stages::default() });
        let engine = Engine::new(store, setup, Box::new(Clock)).with_world(Box::new(builtins));
        Self { engine, cwd: folder.to_owned(), _dir: dir }
    }
}

impl Door for Inside {
    fn call(&self, who: Who, op: &str, input: Value, key: Option<&str>) -> Result<Answer> {
        let actor = match who {
            Who::Ana => Actor::person("ana"),
            Who::Codex => Actor { owner: Some("ana".into()), ..Actor::agent("codex") },
            Who::Verifier => Actor::new(countersign_core::ActorKind::Verifier, "checks"),
        };
        let origin = Origin { cwd: Some(self.cwd.clone()), ..Origin::from("test") };
        let named = input.get("run").cloned();
        let request = |op: &str, input, key: Option<&str>| Request {
            actor: actor.clone(),
            op: op.to_owned(),
            input,
            key: key.map(str::to_owned),
            origin: origin.clone(),
        };
        let mut answer = self.engine.call(request(op, input, key))?;
        // Over HTTP, what the agent does not know yet rides on its answers.
        if matches!(who, Who::Codex) && operations::find(op).is_some_and(|op| op.spec().write) {
            let run = answer.value.get("run").filter(|run| run.is_string()).cloned().or(named);
            let input = run.map_or_else(|| json!({}), |run| json!({"run": run}));
            let news = self.engine.call(request("agent.news", input, None))?.value;
            if news["text"] != "" {
                answer.value["news"] = news;
            }
        }
        Ok(answer)
    }
}

/// The daemon.
struct Outside {
    clients: [Client; 3],
    _home: Home,
}

impl Outside {
    fn new(folder: &str) -> Self {
        let home = Home::new();
        let (ana, codex) = home.with_people();
        let verifier =
            home.json(&ana, &["token", "verifier", "checks"], 0)["token"].as_str().unwrap().to_owned();
        let client = |token: &str| {
            Client::unix(&home.path().join("daemon.sock"))
                .token(Some(token))
                .folder(Some(folder))
                .surface("cli")
        };
        Self { clients: [client(&ana), client(&codex), client(&verifier)], _home: home }
    }
}

impl Door for Outside {
    fn call(&self, who: Who, op: &str, input: Value, key: Option<&str>) -> Result<Answer> {
        self.clients[who as usize].call(op, input, key)
    }
}

/// Requests and responses, without parts that differ from one home to the next.
struct Teller<'d> {
    door: &'d dyn Door,
    told: Vec<String>,
    first_event: Option<u64>,
}

impl Teller<'_> {
    fn ask(&mut self, who: Who, op: &str, input: Value) -> Value {
        self.keyed(who, op, input, None)
    }

    fn keyed(&mut self, who: Who, op: &str, input: Value, key: Option<&str>) -> Value {
        let (line, value) = match self.door.call(who, op, input, key) {
            Ok(answer) => {
                let told = self.plain(&answer.value);
                (format!("{op}: {} {told}", answer.outcome.as_str()), answer.value)
            }
            Err(e) => (format!("{op}: error {} {:?} {:?}", e.code.as_str(), e.message, e.hint), Value::Null),
        };
        let line = self.words(&line);
        self.told.push(line);
        value
    }

    fn plain(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(doc) => {
                let kept = doc.iter().filter(|(k, _)| *k != "duration_ms");
                kept.map(|(k, v)| (k.clone(), self.plain(v))).collect()
            }
            Value::Array(list) => list.iter().map(|v| self.plain(v)).collect(),
            Value::Number(n) if n.as_u64().is_some_and(|n| n > 1_000_000_000_000) => "a time".into(),
            other => other.clone(),
        }
    }

    /// Numbers ids in order of appearance, without their random part; removes digests.
    fn words(&mut self, text: &str) -> String {
        let mut out = String::new();
        for word in text.split_inclusive(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')) {
            let (core, tail) = match word.char_indices().last() {
                Some((i, c)) if !(c.is_ascii_alphanumeric() || c == '-' || c == '_') => word.split_at(i),
                _ => (word, ""),
            };
            out.push_str(&self.word(core));
            out.push_str(tail);
        }
        out
    }

    fn word(&mut self, word: &str) -> String {
        if word.len() >= 32 && word.chars().all(|c| c.is_ascii_hexdigit()) {
            return "a-digest".to_owned();
        }
        let letters = word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let (prefix, rest) = word.split_at(letters);
        let number = rest.split('-').next().and_then(|n| n.parse::<u64>().ok());
        let suffix = rest.split_once('-').map_or("", |(_, s)| s);
        let is_id = (4..=6).contains(&suffix.len()) && suffix.chars().all(|c| c.is_ascii_hexdigit());
        match number {
            Some(n) if is_id || (rest.len() == n.to_string().len() && is_known(prefix)) => {
                let first = *self.first_event.get_or_insert(n);
                format!("{prefix}+{}", n as i64 - first as i64)
            }
            _ => word.to_owned(),
        }
    }
}

fn is_known(prefix: &str) -> bool {
    matches!(prefix, "run" | "i" | "s" | "rc" | "d" | "e" | "t" | "g" | "c" | "ci")
}

fn id(value: &Value) -> Value {
    value["id"].clone()
}

/// The scenario: proposing, deciding, landing, undoing, refusing, remembering, freezing.
fn story(door: &dyn Door, folder: &str) -> Vec<String> {
    let mut t = Teller { door, told: Vec::new(), first_event: None };
    let run = id(&t.ask(Who::Codex, "run.start", json!({"title": "Mend the login"})));
    let call = |tool: &str, args: Value| json!({"run": run, "tool": tool, "args": args});
    t.ask(Who::Codex, "call.propose", call("task.list_tasks", json!({})));
    let made = call("task.create_task", json!({"title": "Fix login"}));
    let held = t.keyed(Who::Codex, "call.propose", made.clone(), Some("k1"));
    t.keyed(Who::Codex, "call.propose", made, Some("k1"));
    t.keyed(Who::Codex, "call.propose", call("task.create_task", json!({"title": "Other"})), Some("k1"));
    let item = id(&held["item"]);
    for who in [Who::Codex, Who::Verifier] {
        t.ask(who, "item.confirm", json!({"id": item}));
    }
    t.ask(Who::Ana, "item.confirm", json!({"id": item}));
    t.ask(Who::Ana, "item.confirm", json!({"id": item, "digest": "of something else"}));
    let shown = t.ask(Who::Ana, "show", json!({"id": item}));
    let landed = t.ask(Who::Ana, "item.confirm", json!({"id": item, "digest": shown["item"]["digest"]}));
    t.ask(Who::Ana, "item.confirm", json!({"id": item}));
    let task = landed["receipt"]["result"]["id"].clone();
    let items = json!([{"title": "Design"}, {"title": "Tests"}, {"title": ""}, {"title": "Design"}]);
    let batch = t.ask(
        Who::Codex,
        "call.propose",
        call("task.add_checklist_items", json!({"task": task, "items": items})),
    );
    t.ask(Who::Ana, "show", json!({"id": batch["change_set"]["id"]}));
    t.ask(Who::Ana, "item.reject", json!({"id": batch["items"][1]["id"], "reason": "we have tests"}));
    t.ask(Who::Ana, "set.confirm_all", json!({"id": batch["change_set"]["id"]}));
    t.ask(Who::Codex, "item.status", json!({"id": batch["items"][1]["id"]}));
    let file = format!("{folder}/notes.txt");
    let write = t.ask(
        Who::Codex,
        "call.propose",
        call("filesystem.write_file", json!({"path": file, "content": "one\n"})),
    );
    t.ask(Who::Ana, "show", json!({"id": write["item"]["id"]}));
    let wrote = t.ask(Who::Ana, "item.confirm", json!({"id": write["item"]["id"]}));
    t.ask(Who::Codex, "call.propose", call("filesystem.read_file", json!({"path": file})));
    std::fs::write(&file, "somebody else\n").unwrap();
    t.ask(Who::Ana, "receipt.undo", json!({"id": wrote["receipt"]["id"]}));
    std::fs::write(&file, "one\n").unwrap();
    let undone = t.ask(
        Who::Ana,
        "receipt.undo",
        json!({"id": landed["receipt"]["id"], "expected_event_id": wrote["receipt"]["event_id"]}),
    );
    t.told.push(undone["status"].to_string());
    t.ask(
        Who::Codex,
        "call.propose",
        call("shell.run", json!({"command": format!("rm -rf {folder}/notes.txt")})),
    );
    t.ask(Who::Codex, "call.propose", call("no.such_tool", json!({})));
    t.ask(Who::Codex, "call.propose", call("task.set_title", json!({"task": task})));
    t.ask(Who::Ana, "freeze", json!({"reason": "lunch"}));
    t.ask(Who::Codex, "call.propose", call("task.set_title", json!({"task": task, "title": "Later"})));
    t.ask(Who::Ana, "thaw", json!({}));
    t.ask(Who::Codex, "context", json!({}));
    t.ask(Who::Ana, "inbox.list", json!({}));
    t.ask(Who::Ana, "run.rollback", json!({"id": run}));
    t.ask(Who::Codex, "run.end", json!({"id": run}));
    t.ask(Who::Codex, "call.propose", call("task.list_tasks", json!({})));
    t.ask(Who::Ana, "run.show", json!({"id": "no-such-run"}));
    t.told
}

#[test]
fn c1_c2_d1_e4_one_story_is_the_same_in_process_and_on_the_daemon() {
    let tell = |door: fn(&str) -> Box<dyn Door>| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap().display().to_string();
        let told = story(&*door(&path), &path);
        let without_trash = |line: String| match line.split_once("is kept in ") {
            Some((before, after)) => {
                let after = after.split_once(" for 30 days").map_or(after, |(_, rest)| rest);
                format!("{before}is kept{after}")
            }
            None => line,
        };
        let here = told.into_iter().map(|line| line.replace(&path, "FOLDER"));
        // Each has a trash of its own.
        here.map(without_trash).collect::<Vec<_>>()
    };
    let inside = tell(|folder| Box::new(Inside::new(folder)));
    let outside = tell(|folder| Box::new(Outside::new(folder)));
    for (a, b) in inside.iter().zip(&outside) {
        assert_eq!(a, b);
    }
    assert_eq!(inside.len(), outside.len());
}
