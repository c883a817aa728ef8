//! Tests of paged lists.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{
    Actor, Engine, Error, ErrorCode, FixedEnv, Origin, Request, Setup, judge::Policy, kinds,
    memory::MemoryStore, tool::Catalog,
};

fn engine() -> Engine {
    let setup = Setup {
        catalog: Catalog::new(Vec::new()),
        policy: Policy::default(),
        kinds: kinds::KINDS.to_vec(),
        zone: jiff::tz::TimeZone::UTC,
        servers: Default::default(),
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    };
    // The clock does not move: everything has the same time, and only ids differ.
    Engine::new(Arc::new(MemoryStore::new()), setup, Box::new(FixedEnv::at(1_000)))
}

fn ask(engine: &Engine, who: &Actor, op: &str, input: Value) -> Result<Value, Error> {
    let (actor, op, origin) = (who.clone(), op.to_owned(), Origin::from("test"));
    engine.call(Request { actor, op, input, key: None, origin }).map(|answer| answer.value)
}

/// Returns all runs that `who` sees, two at a time.
fn pages(engine: &Engine, who: &Actor) -> Vec<Vec<Value>> {
    let (mut pages, mut before) = (Vec::new(), Value::Null);
    for _ in 0..20 {
        let page = ask(engine, who, "run.list", json!({"limit": 2, "before": before})).unwrap();
        pages.push(page["runs"].as_array().unwrap().iter().map(|r| r["id"].clone()).collect());
        before = page["next"].clone();
        if before.is_null() {
            return pages;
        }
    }
    panic!("the list has no end: {pages:?}");
}

#[test]
fn a_list_is_read_whole_page_by_page_even_where_everything_has_one_time() {
    let (engine, codex, bob) = (engine(), Actor::agent("codex"), Actor::agent("bob"));
    let start = |who: &Actor| ask(&engine, who, "run.start", json!({})).unwrap()["id"].clone();
    let mut mine: Vec<Value> = Vec::new();
    for _ in 0..5 {
        start(&bob);
        mine.push(start(&codex));
    }
    let own = pages(&engine, &codex);
    assert_eq!(own.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
    let mut listed = own.concat();
    listed.sort_by_key(|id| id.as_str().unwrap().to_owned());
    mine.sort_by_key(|id| id.as_str().unwrap().to_owned());
    assert_eq!(listed, mine, "each once, and nobody else's");
    assert_eq!(pages(&engine, &Actor::person("ana")).concat().len(), 10);
    assert_eq!(pages(&engine, &Actor::agent("nobody")), [Vec::<Value>::new()]);
}

#[test]
fn what_is_not_in_a_list_is_no_place_in_it() {
    let (engine, codex) = (engine(), Actor::agent("codex"));
    let foreign = ask(&engine, &Actor::agent("bob"), "run.start", json!({})).unwrap()["id"].clone();
    let tried = |before: Value| {
        ask(&engine, &codex, "run.list", json!({"before": before})).map_err(|e| (e.code, e.message))
    };
    let (code, message) = tried(foreign.clone()).unwrap_err();
    let (_, of_none) = tried(json!("r99")).unwrap_err();
    assert_eq!(code, ErrorCode::NotFound);
    assert_eq!(message.replace(foreign.as_str().unwrap(), "r99"), of_none, "ids of others cannot be probed");
}
