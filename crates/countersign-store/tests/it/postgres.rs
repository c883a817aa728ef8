//! The store in PostgreSQL, on a real server.

mod daemons;
pub mod server;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use countersign_core::{ErrorCode, audit, memory::MemoryStore, store::Store};
use countersign_store::{Address, Host, PostgresStore};

use self::server::Server;
use crate::{
    conformance,
    world::{Step, call, everything, head, put, read, run},
};

/// The only host of most tests.
pub fn desk() -> Host {
    Host::new("home", "desk")
}

fn open(server: &Server, team: &str) -> PostgresStore {
    PostgresStore::open(server.address(team), desk()).unwrap()
}

#[test]
fn it_answers_as_every_other_store_does() {
    let server = Server::start();
    let failed = std::thread::scope(|scope| {
        let halves = conformance::ALL.chunks(conformance::ALL.len().div_ceil(2));
        let threads = halves.map(|half| {
            let server = &server;
            scope.spawn(move || {
                let failed = half.iter().filter(|(name, test)| {
                    let store = open(server, name.get(..40).unwrap_or(name));
                    catch_unwind(AssertUnwindSafe(|| test(&store))).is_err()
                });
                failed.map(|(name, _)| *name).collect::<Vec<_>>()
            })
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn a_team_sees_nothing_of_another_and_its_log_is_its_own() {
    let server = Server::start();
    let (tools, sales) = (open(&server, "tools"), open(&server, "sales"));
    run(&tools, 1, vec![put("n1", "of tools", 1)]);
    run(&tools, 2, vec![put("n2", "of tools", 2)]);
    assert_eq!(everything(&sales), everything(&MemoryStore::new()));
    run(&sales, 1, vec![put("n1", "of sales", 1)]);
    let mine = everything(&tools);
    mine.check();
    assert_eq!((mine.events.len(), mine.records.len()), (2, 2));
    assert_eq!((head(&sales).seq, everything(&sales).records.len()), (1, 1));
}

#[test]
fn d1_a_server_that_restarts_loses_nothing_that_was_answered_and_is_found_again() {
    let mut server = Server::start();
    let store = open(&server, "tools");
    run(&store, 1, vec![put("n1", "one", 1)]);
    server.stop();
    let lost = store.submit(call(2, vec![put("n2", "two", 2)])).err().unwrap();
    assert_eq!(lost.code, ErrorCode::Store);
    assert!(lost.message.as_str().contains("the database cannot be reached"), "{lost:?}");
    assert!(store.view(&mut |base| base.head().map(drop)).is_err());
    server.go_on();
    run(&store, 3, vec![put("n3", "three", 3)]);
    let all = everything(&store);
    all.check();
    assert_eq!(all.events.len(), 2);
}

#[test]
fn d1_a_server_that_stands_still_is_not_waited_for_for_ever() {
    let server = Server::start();
    let address = Address::parse(&format!("{}&timeout=1", server.url("countersign", "postgres", "tools")));
    let store = PostgresStore::open(address.unwrap(), desk()).unwrap();
    run(&store, 1, vec![put("n1", "one", 1)]);
    server.pause(true);
    let stuck = store.submit(call(2, vec![put("n2", "two", 2)])).err().unwrap();
    assert!(stuck.message.as_str().contains("cannot be reached"), "{stuck:?}");
    assert!(stuck.internal().is_some_and(|why| why.contains("no answer in 1 s")), "{stuck:?}");
    server.pause(false);
    run(&store, 3, vec![put("n3", "three", 3)]);
    let all = everything(&store);
    all.check();
    // What was not answered may have been committed, whole.
    assert!([2, 3].contains(&all.events.len()));
}

#[test]
fn d1_a_connection_that_ends_in_a_transaction_leaves_nothing_half_written() {
    let server = Server::start();
    let store = open(&server, "tools");
    run(&store, 1, vec![put("n1", "one", 1)]);
    // Every write finds its connection cut somewhere: before it, or in it.
    let mut done = 1;
    for n in 2..40 {
        let cut = std::thread::scope(|scope| {
            let cutter = scope.spawn(|| {
                std::thread::sleep(Duration::from_micros(n * 150));
                server.cut_others();
            });
            let step = (0..60).map(|i| put(&format!("n{n}-{i}"), "t", n)).collect();
            let answered = store.submit(call(n, step)).is_ok();
            cutter.join().unwrap();
            answered
        });
        let all = loop {
            // A reader whose connection was cut is lost as well, once.
            let mut head = None;
            if store.view(&mut |base| base.head().map(|found| head = Some(found))).is_ok() {
                break head.unwrap();
            }
        };
        // What was not answered may have been committed, whole.
        assert!(all.seq == done + 1 || !cut && all.seq == done, "{n}: {} after {done}", all.seq);
        done = all.seq;
    }
    let all = everything(&store);
    all.check();
    assert_eq!(all.records.len() as u64, 1 + (done - 1) * 60);
    let setup = call(9, Vec::new()).setup;
    assert_eq!(read(&store, |base| audit::verify(base, &setup, &[], None)).first_bad, None);
}

#[test]
fn a_schema_of_somebody_else_or_of_a_newer_version_is_not_touched() {
    let server = Server::start();
    server.sql("CREATE SCHEMA countersign_theirs; CREATE TABLE countersign_theirs.event (n int)");
    let foreign = PostgresStore::open(server.address("theirs"), desk()).err().unwrap();
    assert!(foreign.message.as_str().contains("not Countersign's"), "{foreign:?}");
    assert_eq!(server.count("SELECT count(*) FROM countersign_theirs.event"), 0);

    drop(open(&server, "mine"));
    let other = Host::new("another", "desk");
    let elsewhere = PostgresStore::open(server.address("mine"), other).err().unwrap();
    assert!(
        elsewhere.message.as_str().contains("another home of this team is called “desk”"),
        "{elsewhere:?}"
    );
    drop(open(&server, "mine"));

    drop(open(&server, "newer"));
    server.sql("UPDATE countersign_newer.refinery_schema_history SET version = 99 WHERE version = 2");
    for refused in [
        PostgresStore::open(server.address("newer"), desk()).err().unwrap(),
        PostgresStore::open_read_only(server.address("newer")).err().unwrap(),
    ] {
        assert!(refused.message.as_str().contains("has version 99"), "{refused:?}");
    }
    let none = PostgresStore::open_read_only(server.address("nobody")).err().unwrap();
    assert!(none.message.as_str().contains("no data in the database yet"), "{none:?}");
    assert_eq!(server.count("SELECT count(*) FROM pg_namespace WHERE nspname = 'countersign_nobody'"), 0);
}

#[test]
fn g4_what_was_changed_behind_the_log_is_found() {
    let server = Server::start();
    let store = open(&server, "tools");
    run(&store, 1, vec![put("n1", "one", 1)]);
    run(&store, 2, vec![put("n2", "two", 2)]);
    let setup = call(9, Vec::new()).setup;
    let damage = || read(&store, |base| base.damage());
    let bad = || read(&store, |base| audit::verify(base, &setup, &[], None)).first_bad;
    assert_eq!((damage(), bad()), (Vec::new(), None));
    server.sql("UPDATE countersign_tools.event SET actor = 'person:eve' WHERE seq = 2");
    assert!(bad().is_some_and(|bad| bad.at.starts_with("e2")), "{:?}", bad());
    server.sql(
        "CREATE FUNCTION countersign_tools.quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; \
         CREATE TRIGGER quiet BEFORE INSERT ON countersign_tools.event \
         FOR EACH ROW EXECUTE FUNCTION countersign_tools.quiet(); \
         DROP VIEW countersign_tools.audit_log",
    );
    let found = damage().iter().map(|said| said.as_str().to_owned()).collect::<Vec<_>>().join("\n");
    for part in
        ["the trigger quiet was added", "the function quiet was added", "the view audit_log is missing"]
    {
        assert!(found.contains(part), "{part} is not in {found}");
    }
}

#[test]
fn the_views_that_readers_rely_on_give_the_same_as_elsewhere() {
    let server = Server::start();
    let store = open(&server, "tools");
    let receipt = serde_json::json!({
        "id": "rc1", "run": "run1", "agent": "a", "subject": "s", "tool": "task.set_title", "summary": "…",
        "class": "mutable", "allowed_by": {"by": "person", "name": "ana"}, "event_id": "e12-abcdef",
        "event_type": "item.confirm", "at": 1_793_678_706_789_u64, "duration_ms": 3, "rollback_label": "Undo",
        "action": "write", "effects": [{"label": "title", "before": "a\u{0}b", "after": {"nested": [1, null]}}],
    });
    run(&store, 1, vec![Step::Receipt(receipt)]);
    let row = server.row(
        "SELECT concat_ws('|', id, session_id, timestamp, tool_name, action_type, original_state, new_state, undone) \
         FROM countersign_tools.undo_stack",
    );
    assert_eq!(
        row,
        "12|run1|2026-11-03 04:05:06|task.set_title|write|{ \"title\" : \"a\\ufffdb\" }|\
         { \"title\" : {\"nested\":[1,null]} }|f"
    );
    // A record that is no JSON is left out, and the others stay.
    server.sql("UPDATE countersign_tools.record SET doc = 'broken' WHERE kind = 'receipt'");
    assert_eq!(server.count("SELECT count(*) FROM countersign_tools.undo_stack"), 0);
    assert_eq!(server.count("SELECT count(*) FROM countersign_tools.audit_log"), 0);
}

#[test]
fn what_leaves_the_machine_is_encrypted_to_a_server_that_proves_its_name() {
    let server = Server::with_tls();
    let address = |more: &str| Address::parse(&format!("{}{more}", server.over_tls())).unwrap();
    let trusted = format!("&sslmode=require&sslrootcert={}", server.certificate().display());
    let store = PostgresStore::open(address(&trusted), desk()).unwrap();
    run(&store, 1, vec![put("n1", "one", 1)]);
    assert_eq!(head(&store).seq, 1);
    assert_eq!(
        server.count("SELECT count(*) FROM pg_stat_ssl WHERE ssl"),
        3,
        "the writer, a reader and who listens"
    );
    drop(store);
    let refused = PostgresStore::open(address("&sslmode=require"), desk()).err().unwrap();
    assert!(refused.message.as_str().contains("cannot be reached"), "{refused:?}");
    let elsewhere = format!("{}{trusted}", server.over_tls().replace("127.0.0.1", "localhost"));
    let refused = PostgresStore::open(Address::parse(&elsewhere).unwrap(), desk()).err().unwrap();
    assert!(refused.detail.as_ref().unwrap().as_str().contains("not valid for name"), "{refused:?}");
}

#[test]
fn bad_access_says_what_to_do() {
    let server = Server::start();
    server.sql("CREATE ROLE guest LOGIN");
    server.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'");
    for (user, database, says) in [
        ("guest", "postgres", "cannot be written"),
        ("nobody_here", "postgres", "did not let Countersign in"),
        ("countersign", "not_there", "did not let Countersign in"),
        ("countersign", "latin", "LATIN1"),
    ] {
        let e = PostgresStore::open(server.address_as(user, database), desk()).err().unwrap();
        assert_eq!(e.code, ErrorCode::Store);
        assert!(e.message.as_str().contains(says) && e.hint.is_some(), "{user} {database}: {e:?}");
    }
}
