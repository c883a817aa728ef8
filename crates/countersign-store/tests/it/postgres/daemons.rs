//! Several daemons on one log.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use countersign_core::{ErrorCode, audit, store::Store};
use countersign_store::{Host, PostgresStore};

use super::server::Server;
use crate::world::{call, everything, head, put, read, run};

/// How long something that happens by itself may take before the test gives up.
const MOST: Duration = Duration::from_secs(60);

fn open(server: &Server, home: &str) -> PostgresStore {
    PostgresStore::open(server.address("tools"), Host::new(home, home)).unwrap()
}

fn wait(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + MOST;
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn g1_daemons_that_write_at_once_make_one_log_without_a_gap() {
    let server = Server::start();
    let stores = [open(&server, "one"), open(&server, "two"), open(&server, "three")];
    thread::scope(|scope| {
        for (at, store) in stores.iter().enumerate() {
            for client in 0..4 {
                scope.spawn(move || {
                    for n in 0..25 {
                        // All change one record as well, so what one remembers of it must end with the others' writes.
                        let own = put(&format!("{at}-{client}-{n}"), "own", n);
                        run(store, n, vec![own, put("shared", &format!("{at}-{client}"), n)]);
                    }
                });
            }
        }
    });
    let all = everything(&stores[0]);
    all.check();
    assert_eq!((all.events.len(), all.records.len()), (300, 301));
    let setup = call(9, Vec::new()).setup;
    for store in &stores {
        assert_eq!(head(store).seq, 300);
        assert_eq!(read(store, |base| audit::verify(base, &setup, &[], None)).first_bad, None);
    }
}

#[test]
fn c8_what_one_remembers_ends_when_another_has_written() {
    let server = Server::start();
    let (one, two) = (open(&server, "one"), open(&server, "two"));
    let told = Arc::new(AtomicUsize::new(0));
    let count = told.clone();
    two.on_written(Arc::new(move || {
        count.fetch_add(1, Ordering::SeqCst);
    }));
    run(&one, 1, vec![put("n1", "one", 1)]);
    let before = two.records_at();
    assert!(before.is_some() && before == one.records_at());
    let heard = told.load(Ordering::SeqCst);
    run(&one, 2, vec![put("n1", "other", 2)]);
    // The number has grown before the writer was answered, whether or not a notification has come.
    assert!(two.records_at() > before);
    wait("nothing was heard of the other's write", || told.load(Ordering::SeqCst) > heard);
    // Also after the connection that hears was lost.
    server.cut_others();
    let heard = told.load(Ordering::SeqCst);
    wait("after a lost connection nothing is heard", || told.load(Ordering::SeqCst) > heard + 1);
    run(&one, 3, vec![put("n1", "again", 3)]);
    assert_eq!(head(&two).seq, 3);
}

#[test]
fn a_home_has_one_daemon_and_a_name_one_home() {
    let server = Server::start();
    let one = open(&server, "one");
    let same = PostgresStore::open(server.address("tools"), Host::new("one", "one")).err().unwrap();
    assert!(same.message.as_str().contains("another daemon of this home"), "{same:?}");
    let named = PostgresStore::open(server.address("tools"), Host::new("two", "one")).err().unwrap();
    assert!(named.message.as_str().contains("is called “one”") && named.hint.is_some(), "{named:?}");
    drop(one);
    // It goes on where it ended.
    run(&open(&server, "one"), 3, vec![put("n3", "three", 3)]);
}

#[test]
fn d3_a_daemon_whose_place_was_taken_writes_nothing_and_does_nothing_however_late_it_wakes() {
    let server = Server::start();
    let paused = open(&server, "one");
    run(&paused, 1, vec![put("n1", "one", 1)]);
    assert!(paused.may_act().is_ok());
    // The database has given it up, and another process of the same home has started.
    let next = loop {
        server.cut_others();
        match PostgresStore::open(server.address("tools"), Host::new("one", "one")) {
            Ok(next) => break next,
            // The first had its connection again before.
            Err(e) => assert_eq!(e.code, ErrorCode::Store),
        }
    };
    run(&next, 2, vec![put("n2", "two", 2)]);
    for _ in 0..2 {
        let e = paused.submit(call(3, vec![put("n3", "three", 3)])).err().unwrap();
        assert!(e.message.as_str().contains("has taken the place"), "{e:?}");
        assert!(paused.may_act().is_err());
    }
    assert_eq!(head(&next).seq, 2);
    assert!(next.may_act().is_ok());
    everything(&next).check();
}

#[test]
fn d3_without_its_database_a_daemon_may_do_nothing() {
    let mut server = Server::start();
    let store = open(&server, "one");
    assert!(store.may_act().is_ok());
    server.stop();
    assert!(store.may_act().is_err() && store.hosts().is_err());
    assert_eq!((store.records_at(), store.identities_at()), (None, None));
    server.go_on();
    assert!(store.may_act().is_ok());
}

#[test]
fn one_leads_and_when_it_ends_another_does() {
    let server = Server::start();
    let (one, two) = (open(&server, "one"), open(&server, "two"));
    wait("nobody leads", || one.leads() || two.leads());
    assert!(one.leads() != two.leads());
    let (leader, other) = if one.leads() { (one, two) } else { (two, one) };
    let names: Vec<_> =
        other.hosts().unwrap().into_iter().map(|h| (h.name, h.is_first, h.away_ms.is_some())).collect();
    assert_eq!(names, [("one".to_owned(), true, false), ("two".to_owned(), false, false)]);
    drop(leader);
    wait("the other does not lead", || other.leads());
    assert_eq!(other.hosts().unwrap().iter().filter(|host| host.away_ms.is_some()).count(), 1);
}

#[test]
fn a_daemon_that_stops_in_the_middle_of_a_write_keeps_the_others_waiting_only_so_long() {
    let server = Server::start();
    let one = open(&server, "one");
    // It holds the log's lock in a transaction and says nothing more; the server ends it.
    let mut stuck = server.connect().unwrap();
    stuck
        .batch_execute(
            "SET idle_in_transaction_session_timeout = '3s'; BEGIN; \
             SELECT pg_advisory_xact_lock(hashtextextended('log of countersign_tools', 0))",
        )
        .unwrap();
    run(&one, 1, vec![put("n1", "one", 1)]);
    assert_eq!(head(&one).seq, 1);
}
