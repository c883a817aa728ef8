//! Posted calls: in order with all others, durable no later than the next change, never lost while the
//! process lives.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::channel,
    },
    thread::sleep,
    time::{Duration, Instant},
};

use countersign_core::{
    Actor, Engine, Error, ErrorCode, FixedEnv, Origin, Request, Result, Setup, audit,
    judge::{Class, Facts, Policy},
    kinds,
    store::{EventQuery, Replied, Store},
    tool::{Catalog, Effect, Forecast, Preview, Reversal, Tool},
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted, World},
};
use countersign_store::{Options, SqliteStore};
use serde_json::{Value, json};

use crate::world::{EPOCH, Home, call, everything, head, put, read, run};

/// Waits for a while until a condition holds.
#[track_caller]
fn until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        sleep(Duration::from_millis(2));
    }
}

fn post(store: &dyn Store, n: u64) {
    let durable = store.post(call(n, vec![put(&format!("n{n}"), "posted", n)])).unwrap();
    assert!(!durable, "it was waited for");
}

fn ids(store: &dyn Store) -> Vec<String> {
    let changed = |e: &countersign_core::event::Event| {
        let text = String::from_utf8(e.changes.clone().unwrap()).unwrap();
        let at = text.find("\"id\":\"n").unwrap() + 6;
        text[at..].split('"').next().unwrap().to_owned()
    };
    everything(store).events.iter().map(changed).collect()
}

#[test]
fn a1_what_was_posted_stands_before_the_change_that_came_after_it() {
    let home = Home::new();
    let store = home.open();
    post(&store, 1);
    post(&store, 2);
    run(&store, 3, vec![put("n3", "a change", 3)]);
    assert_eq!(ids(&store), ["n1", "n2", "n3"], "durable with the change at the latest");
    everything(&store).check();
}

#[test]
fn what_is_sent_is_told_when_it_is_durable_in_order_and_comes_back() {
    let home = Home::new();
    let store = home.open();
    let (tell, told) = channel::<Replied>();
    for n in 1..=40 {
        let tell = tell.clone();
        let sent = call(n, vec![put(&format!("n{n}"), "sent", n)]);
        store.send(sent, Box::new(move |replied| tell.send(replied).unwrap()));
    }
    drop(tell);
    let replied: Vec<Replied> = told.iter().collect();
    assert_eq!(replied.len(), 40);
    for (n, (executed, call)) in (1..).zip(replied) {
        let event = read(&store, |base| base.event(n)).map(|e| e.id());
        assert_eq!(executed.unwrap().done().unwrap().event, event, "it is in the log when it is told");
        assert_eq!(call.unwrap().at, EPOCH + n);
    }
    everything(&store).check();
    let read_only = SqliteStore::open_read_only(&home.path()).unwrap();
    let (tell, told) = channel::<Replied>();
    read_only.send(call(99, Vec::new()), Box::new(move |replied| tell.send(replied).unwrap()));
    assert_eq!(told.recv().unwrap().0.err().unwrap().code, ErrorCode::Store);
}

#[test]
fn what_was_posted_becomes_durable_by_itself_and_is_told() {
    let home = Home::new();
    let store = home.open();
    let told = Arc::<AtomicUsize>::default();
    let count = told.clone();
    store.on_written(Arc::new(move || {
        count.fetch_add(1, Ordering::SeqCst);
    }));
    post(&store, 1);
    until("it is never written", || head(&store).seq == 1);
    until("it is never told", || told.load(Ordering::SeqCst) > 0);
    post(&store, 2);
    store.settle().unwrap();
    assert_eq!(head(&store).seq, 2);
    everything(&store).check();
}

#[test]
fn closing_the_store_writes_what_was_posted() {
    let home = Home::new();
    let store = home.open();
    (1..=50).for_each(|n| post(&store, n));
    drop(store);
    let store = home.open();
    assert_eq!(head(&store).seq, 50);
    everything(&store).check();
}

#[test]
fn d1_what_cannot_be_written_stays_and_nothing_else_is_done_meanwhile() {
    let home = Home::new();
    let options = Options { busy_timeout: Duration::from_millis(20), ..Options::default() };
    let store = SqliteStore::open_with(&home.path(), &options).unwrap();
    run(&store, 1, vec![put("n1", "one", 1)]);
    let other = home.raw();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    post(&store, 2);
    until("nobody noticed", || store.is_behind());
    let e = store.submit(call(3, vec![put("n3", "three", 3)])).unwrap_err();
    assert_eq!(e.code, ErrorCode::Store);
    assert!(store.is_behind() && store.settle().is_err());
    other.execute_batch("ROLLBACK").unwrap();
    run(&store, 4, vec![put("n4", "four", 4)]);
    assert!(!store.is_behind());
    assert_eq!(ids(&store), ["n1", "n2", "n4"]);
    everything(&store).check();
}

#[test]
fn what_could_not_be_written_is_tried_again_by_itself() {
    let home = Home::new();
    let options = Options { busy_timeout: Duration::from_millis(20), ..Options::default() };
    let store = SqliteStore::open_with(&home.path(), &options).unwrap();
    let other = home.raw();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    post(&store, 1);
    until("nobody noticed", || store.is_behind());
    other.execute_batch("ROLLBACK").unwrap();
    until("it is never written", || head(&store).seq == 1);
    until("nobody noticed", || !store.is_behind());
}

/// A world with one thing to read and one to write.
struct Clock;

impl World for Clock {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        let writes = ask.tool == "clock.set";
        Ok(Forecast {
            args: ask.args.clone(),
            facts: if writes { Facts::write("clock") } else { Facts::default() },
            summary: ask.tool.as_str().into(),
            preview: Preview::default(),
            reversal: Reversal::None,
            typed: String::new(),
            ..Forecast::default()
        })
    }
    fn read(&self, _ask: &Ask) -> Result<Value> {
        Ok(json!("noon"))
    }
    fn apply(&self, _order: &Order) -> Result<Landed> {
        Err(Error::conflict("it stands still"))
    }
    fn check(&self, _order: &Order) -> Result<RecoveryState> {
        Ok(RecoveryState::NotBegun)
    }
    fn revert(&self, _id: &str, _inverse: &Inverse) -> Result<Reverted> {
        Err(Error::conflict("it stands still"))
    }
    fn forget(&self, _id: &str) -> Result<()> {
        Ok(())
    }
}

fn setup() -> Setup {
    let tool = |name: &str, class| Tool {
        server: "clock".into(),
        name: format!("clock.{name}"),
        doc: String::new(),
        schema: json!({"type": "object"}),
        class,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::World,
        upstream: None,
    };
    Setup {
        catalog: Catalog::new([tool("get", Class::Read), tool("set", Class::Mutable)]),
        policy: Policy::default(),
        kinds: kinds::KINDS.to_vec(),
        zone: jiff::tz::TimeZone::UTC,
        servers: Default::default(),
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    }
}

fn propose(engine: &Engine, tool: &str) -> Result<Value> {
    let (actor, op, input) = (Actor::agent("tester"), "call.propose".to_owned(), json!({"tool": tool}));
    let origin = Origin::from("test");
    Ok(engine.call(Request { actor, op, input, key: None, origin })?.value)
}

#[test]
fn a1_reads_by_many_and_changes_make_one_log_that_verifies() {
    let home = Home::new();
    let store = Arc::new(home.open());
    let engine =
        Engine::new(store.clone(), setup(), Box::new(FixedEnv::at(EPOCH))).with_world(Box::new(Clock));
    propose(&engine, "clock.get").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(propose(&engine, "clock.get").unwrap()["result"], "noon");
                }
            });
        }
    });
    assert_eq!(propose(&engine, "clock.set").unwrap()["status"], "queued");
    let all = everything(&*store);
    assert_eq!(all.events.len(), 202);
    let (last, reads) = all.events.split_last().unwrap();
    assert_eq!(last.tool.as_deref(), Some("clock.set"), "the change comes last");
    assert!(reads.iter().all(|e| e.tool.as_deref() == Some("clock.get") && e.status == "done"));
    let found = read(&*store, |base| audit::verify(base, &setup(), &[], None));
    assert!(found.ok, "{found:?}");
}

#[test]
fn the_log_is_shown_with_what_was_just_read() {
    let home = Home::new();
    let store = Arc::new(home.open());
    let engine =
        Engine::new(store.clone(), setup(), Box::new(FixedEnv::at(EPOCH))).with_world(Box::new(Clock));
    for n in 1..=3 {
        propose(&engine, "clock.get").unwrap();
        let (actor, op) = (Actor::person("ana"), "audit.log".to_owned());
        let (input, origin) = (json!({}), Origin::from("test"));
        let log = engine.call(Request { actor, op, input, key: None, origin }).unwrap().value;
        assert_eq!(log["calls"].as_array().map(Vec::len), Some(n), "{log}");
    }
}

#[test]
fn d1_nothing_is_read_while_the_log_cannot_be_written() {
    let home = Home::new();
    let options = Options { busy_timeout: Duration::from_millis(20), ..Options::default() };
    let store = Arc::new(SqliteStore::open_with(&home.path(), &options).unwrap());
    let engine =
        Engine::new(store.clone(), setup(), Box::new(FixedEnv::at(EPOCH))).with_world(Box::new(Clock));
    propose(&engine, "clock.get").unwrap();
    let other = home.raw();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(propose(&engine, "clock.get").unwrap()["status"], "done", "its event waits");
    until("nobody noticed", || store.is_behind());
    assert_eq!(propose(&engine, "clock.get").unwrap_err().code, ErrorCode::Store);
    other.execute_batch("ROLLBACK").unwrap();
    propose(&engine, "clock.get").unwrap();
    store.settle().unwrap();
    let events =
        read(&*store, |base| base.events(&EventQuery { ascending: true, limit: 9, ..Default::default() }));
    assert_eq!(events.len(), 3, "the one that was refused left nothing");
}
