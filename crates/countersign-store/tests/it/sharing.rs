//! Concurrency: readers beside the writer, callers in one batch, several handles and processes on one file.

use std::sync::{
    Arc, Barrier,
    atomic::{AtomicUsize, Ordering},
};

use countersign_core::{
    Actor, ActorKind, Answer, Engine, ErrorCode, Origin, Ran, Request, Result, Setup,
    authority::Control,
    env::FixedEnv,
    execute::Call,
    record::Key,
    store::{Base, Store},
};
use countersign_store::SqliteStore;
use serde_json::{Value, json};

use crate::world::{Home, Step, call, everything, head, note, put, read, run};

#[test]
fn a_view_sees_one_snapshot_while_others_write() {
    let home = Home::new();
    let store = home.open();
    run(&store, 1, vec![put("n1", "one", 1)]);
    read(&store, |base| {
        let before = base.head()?;
        run(&store, 2, vec![put("n1", "two", 2), put("n2", "new", 2)]);
        assert_eq!(head(&store).seq, 2, "a view of its own sees the newest");
        assert_eq!(base.head()?, before);
        assert_eq!(base.get(&note("n1"))?.unwrap().row.doc.get("title"), Some(&"one".into()));
        assert_eq!(base.ids("note", "", 9)?, ["n1"]);
        Ok(())
    });
    assert_eq!(head(&store).seq, 2);
}

#[test]
fn many_callers_get_one_chain() {
    let home = Home::new();
    let store = home.open();
    let barrier = Barrier::new(8);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (store, barrier) = (&store, &barrier);
            scope.spawn(move || {
                barrier.wait();
                for i in 0..25 {
                    run(
                        store,
                        thread * 100 + i,
                        vec![Step::New("t".into()), put("n-shared", "t", thread * 100 + i)],
                    );
                }
            });
        }
    });
    let all = everything(&store);
    all.check();
    assert_eq!((all.events.len(), all.records.len()), (200, 201));
}

#[test]
fn a_panic_or_failure_in_a_batch_leaves_its_neighbours_alone() {
    let home = Home::new();
    let store = home.open();
    let barrier = Barrier::new(24);
    std::thread::scope(|scope| {
        for n in 0..24_u64 {
            let (store, barrier) = (&store, &barrier);
            scope.spawn(move || {
                barrier.wait();
                let last = match n % 4 {
                    0 => Some((Step::PanicHalfway, ErrorCode::Internal)),
                    1 => Some((Step::Fail, ErrorCode::Conflict)),
                    _ => None,
                };
                let mut steps = vec![put(&format!("n{n}"), "t", n)];
                steps.extend(last.iter().map(|(step, _)| step.clone()));
                let code = store.submit(call(n, steps)).err().map(|e| e.code);
                assert_eq!(code, last.map(|(_, code)| code), "call {n}");
            });
        }
    });
    let all = everything(&store);
    all.check();
    assert_eq!((all.events.len(), all.records.len()), (12, 12));
}

#[test]
fn two_handles_on_one_file_interleave_into_one_chain() {
    let home = Home::new();
    let stores = [home.open(), home.open()];
    std::thread::scope(|scope| {
        for (i, store) in stores.iter().enumerate() {
            scope.spawn(move || {
                for n in 0..40 {
                    let n = i as u64 * 1_000 + n;
                    run(store, n, vec![put(&format!("n{n}"), "t", n), put("n-shared", "t", n)]);
                }
            });
        }
    });
    let all = everything(&stores[0]);
    all.check();
    assert_eq!(all.head.seq, 80);
    assert_eq!(everything(&stores[1]), all);
    let [first, second] = stores;
    drop(first);
    run(&second, 9_999, vec![put("n-last", "t", 1)]);
    drop(second);
    everything(&home.open()).check();
}

#[test]
fn handles_that_open_a_new_file_at_once_all_find_it_ready() {
    for _ in 0..5 {
        let home = Home::new();
        let barrier = Barrier::new(4);
        std::thread::scope(|scope| {
            for n in 0..4 {
                let (home, barrier) = (&home, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    run(&home.open(), n, vec![put(&format!("n{n}"), "t", n)]);
                });
            }
        });
        let all = everything(&home.open());
        all.check();
        assert_eq!(all.records.len(), 4);
    }
}

#[test]
fn c1_what_is_remembered_of_tokens_ends_with_any_change_of_one() {
    let home = Home::new();
    let setup = Setup::clone(&call(1, Vec::new()).setup);
    let engine = Engine::new(Arc::new(home.open()), setup, Box::new(FixedEnv::at(1_000)));
    let by = |actor: Actor, op: &str, input: Value| {
        let (op, origin) = (op.to_owned(), Origin::from("test"));
        engine.call(Request { actor, op, input, key: None, origin }).unwrap().value
    };
    let owner = Actor::new(ActorKind::Person, "owner");
    let person = by(owner, "token.create", json!({"kind": "person", "name": "ana"}));
    let ana = person["token"].as_str().unwrap();
    let ask = |op: &str, input: Value| by(engine.authenticate(Some(ana)).unwrap(), op, input);
    let agent = ask("token.create", json!({"kind": "agent", "name": "codex"}));
    let codex = agent["token"].as_str().unwrap();
    assert!(engine.remembered_token(codex).is_none(), "nobody has looked it up");
    let actor = Actor::from(engine.token(codex).unwrap());
    let at = engine.store().identities_at();
    // A change that concerns no token keeps the cache; this process's writer says so.
    ask("run.start", json!({}));
    assert_eq!(engine.store().identities_at(), at);
    assert!(engine.remembered_token(codex).is_some() && engine.still_counts(&actor).is_ok());
    ask("token.revoke", json!({"id": agent["id"]}));
    assert!(engine.store().identities_at() > at && engine.remembered_token(codex).is_none());
    assert_eq!(engine.token(codex).unwrap_err().code, ErrorCode::Unauthenticated);
    assert_eq!(engine.still_counts(&actor).unwrap_err().code, ErrorCode::Unauthenticated);
    assert!(engine.token(ana).is_ok() && engine.remembered_token(ana).is_some());
}

#[test]
fn c1_what_another_process_changed_is_noticed_also_by_a_call_that_writes_nothing() {
    let home = Home::new();
    let (ours, theirs) = (home.open(), home.open());
    run(&ours, 1, vec![put("a", "one", 1)]);
    run(&theirs, 2, vec![put("b", "two", 2)]);
    let (identities, records) = (ours.identities_at(), ours.records_at());
    // It fails and leaves no event, but what the other process changed is still unknown.
    assert!(ours.submit(call(3, vec![Step::Fail])).is_err());
    assert!(ours.identities_at() > identities && ours.records_at() > records);
    let (identities, records) = (ours.identities_at(), ours.records_at());
    assert!(ours.submit(call(4, vec![Step::Fail])).is_err());
    assert_eq!((ours.identities_at(), ours.records_at()), (identities, records), "nothing has changed since");
}

/// A store that counts how often it is read.
struct Counting(SqliteStore, AtomicUsize);

impl Store for Counting {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        self.0.submit(call)
    }

    fn records_at(&self) -> Option<u64> {
        self.0.records_at()
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.view(f)
    }
}

#[test]
fn a1_what_is_remembered_of_records_ends_with_any_change_of_one() {
    let home = Home::new();
    let setup = Setup::clone(&call(1, Vec::new()).setup);
    let store = Arc::new(Counting(home.open(), AtomicUsize::new(0)));
    let engine = Engine::new(store.clone(), setup, Box::new(FixedEnv::at(1_000)));
    let ask = |actor: Actor, op: &str| {
        let (op, input, origin) = (op.to_owned(), json!({}), Origin::from("test"));
        engine.call(Request { actor, op, input, key: None, origin })
    };
    let owner = || Actor::new(ActorKind::Person, "owner");
    let frozen = || {
        let mut found = false;
        let key = Key::of::<Control>(Control::FREEZE);
        let looked = engine.read_cached(&mut |base| {
            found = base.get(&key)?.is_some();
            Ok(())
        });
        looked.unwrap();
        found
    };
    ask(owner(), "run.start").unwrap();
    let looks = || store.1.swap(0, Ordering::SeqCst);
    looks();
    assert!(!frozen() && !frozen() && !frozen());
    assert_eq!(looks(), 1, "what was looked at once is known");
    let at = store.records_at();
    assert!(at.is_some());
    // A refusal is an event without record changes, so the cache stays valid.
    assert_eq!(ask(Actor::agent("codex"), "freeze").unwrap_err().code, ErrorCode::Refused);
    assert_eq!(store.records_at(), at);
    looks();
    assert!(!frozen());
    assert_eq!(looks(), 0);
    ask(owner(), "freeze").unwrap();
    assert!(store.records_at() > at && frozen(), "whoever froze it is believed at once");
    ask(owner(), "thaw").unwrap();
    assert!(!frozen());
}
