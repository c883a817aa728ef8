//! A1: a call that only reads is answered at once, with the same event as on the usual path.

use std::sync::Arc;

use countersign_core::{
    Answer, Engine, Error, FixedEnv, Origin, Ran, Request, Result,
    execute::Call,
    judge::Class,
    memory::MemoryStore,
    store::{Base, Store},
};
use serde_json::{Value, json};

use super::{
    super::world::{NOON, ana, codex, setup},
    Desk, Shelf, tools,
};

/// A store without the fast path.
struct Usual(Arc<MemoryStore>);

impl Store for Usual {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        self.0.submit(call)
    }

    fn is_behind(&self) -> bool {
        true
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        self.0.view(f)
    }
}

/// Creates one on the usual path.
fn usual() -> Desk {
    let (env, store) = (Arc::new(FixedEnv::at(NOON)), Arc::new(MemoryStore::new()));
    let shelf = Arc::<Shelf>::default();
    let engine =
        Engine::new(Arc::new(Usual(store.clone())), setup("", tools()).unwrap(), Box::new(env.clone()))
            .with_world(Box::new(shelf.clone()));
    let d = Desk { engine: Arc::new(engine), env, store, shelf };
    d.listed(tools());
    d
}

fn story(d: &Desk) -> Vec<Value> {
    d.shelf.names().insert("a".into());
    let mut answers = vec![d.call("notes.list", json!({"token": "sk-1234567890abcdef1234567890abcdef"}))];
    for args in [json!({}), json!({"name": "a"}), json!({"name": "gone"}), json!({"name": 7})] {
        answers.push(d.call("notes.list", args));
    }
    d.env.advance(61_000);
    answers.push(d.call("notes.list", json!({})));
    answers.push(d.call("task.list_tasks", json!({})));
    answers.push(d.call("notes.add", json!({"name": "b"})));
    answers.push(d.call("notes.list", json!({})));
    answers
}

#[test]
fn a1_both_ways_give_the_same_answers_and_the_same_log() {
    let (quick, usual) = (Desk::new(), usual());
    assert_eq!(story(&quick), story(&usual));
    assert_eq!(quick.events(), usual.events());
    quick.verify();
    usual.verify();
}

#[test]
fn a1_a_read_asks_the_world_once_and_leaves_one_event_without_changes() {
    let d = Desk::new();
    d.call("notes.list", json!({}));
    d.asked();
    let events = d.events().len();
    let answer = d.request(&codex(), "call.propose", json!({"tool": "notes.list"})).unwrap();
    assert_eq!(answer.value["status"], "done");
    assert_eq!(d.asked(), ["look notes.list", "read notes.list"]);
    let events = &d.events()[events..];
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].changes.as_deref(), Some(&b"[]"[..]));
    let told = events[0].told().unwrap();
    assert_eq!((told.calls[0].tool.as_str(), told.calls[0].user_confirmed), ("notes.list", false));
    assert_eq!(told.note["verdict"]["row"], "class");
}

#[test]
fn a1_what_is_not_a_plain_read_takes_the_usual_way() {
    let d = Desk::with_policy(
        "version = 1\n[[rule]]\nname = \"no\"\ntools = [\"notes.list\"]\nthen = \"refuse\"\n\
         when = 'has(args.name) && args.name == \"x\"'\n\
         [[rule]]\nname = \"hm\"\ntools = [\"notes.list\"]\nthen = \"ask\"\nwhen = 'has(args.name) && args.name == \"y\"'\n",
    );
    d.shelf.names().extend(["x".to_owned(), "y".to_owned()]);
    d.call("notes.list", json!({}));
    d.asked();
    assert_eq!(d.call("notes.list", json!({"name": "x"}))["status"], "refused");
    assert_eq!(d.events().last().unwrap().status, "refused");
    assert_eq!(d.call("notes.list", json!({"name": "y"}))["status"], "queued");
    assert_eq!(d.asked(), ["look notes.list", "look notes.list"], "looked at once each, and never read");
    d.ask(&ana(), "freeze", json!({}));
    assert_eq!(d.call("notes.list", json!({}))["status"], "done", "a freeze lets people look");
    d.changed("list", Class::Read, "More.");
    assert_eq!(d.call("notes.list", json!({}))["status"], "queued", "nobody accepted that");
    d.verify();
}

#[test]
fn a1_a_key_gives_the_same_answer_twice_and_reads_once() {
    let d = Desk::new();
    d.call("notes.list", json!({}));
    d.asked();
    let once = || {
        let origin = Origin { cwd: Some("/w".into()), ..Origin::from("test") };
        let (actor, op, input) = (codex(), "call.propose".to_owned(), json!({"tool": "notes.list"}));
        d.engine.call(Request { actor, op, input, key: Some("k".into()), origin }).unwrap()
    };
    assert_eq!(once().value, once().value);
    assert_eq!(d.asked().iter().filter(|a| a.starts_with("read")).count(), 1);
}

#[test]
fn c1_a_revoked_token_reads_nothing() {
    let d = Desk::new();
    let own = d.ask(&ana(), "token.create", json!({"kind": "person", "name": "ana"}));
    let ana = d.engine.authenticate(own["token"].as_str()).unwrap();
    let made = d.ask(&ana, "token.create", json!({"kind": "agent", "name": "codex"}));
    let actor = d.engine.authenticate(made["token"].as_str()).unwrap();
    d.ask(&actor, "call.propose", json!({"tool": "notes.list"}));
    d.ask(&ana, "token.revoke", json!({"id": made["id"]}));
    d.asked();
    let error: Error = d.fails(&actor, "call.propose", json!({"tool": "notes.list"}));
    assert_eq!(error.code, countersign_core::ErrorCode::Unauthenticated);
    assert_eq!(d.asked(), Vec::<String>::new());
}
