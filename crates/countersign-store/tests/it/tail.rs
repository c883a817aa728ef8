//! The newest changes of the indexes, which lie apart until there are many.

use countersign_core::{
    Error, ErrorCode, audit,
    store::{Base, Scan, Store},
};
use countersign_store::SqliteStore;

use crate::world::{Home, Index, Step, call, everything, put, read, run};

/// How many rows lie apart, and how many entries are in their places.
fn rows(home: &Home) -> (i64, i64) {
    let both = "SELECT (SELECT count(*) FROM idx_tail), (SELECT count(*) FROM idx)";
    home.raw().query_row(both, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
}

fn ranks(base: &mut dyn Base) -> Vec<String> {
    let hits = base.scan(&Scan::prefix("note", "note.rank", "")).unwrap();
    hits.into_iter().map(|hit| hit.sort).collect()
}

#[test]
fn what_a_dead_process_left_apart_is_read_there_and_put_into_its_place_later() {
    let home = Home::new();
    let store = home.open();
    for n in 1..=5 {
        run(&store, n, vec![put(&format!("n{n}"), "one", n)]);
    }
    run(&store, 6, vec![put("n2", "moved", 9), Step::Delete("n4".into())]);
    let all = everything(&store);
    all.check();

    let left = home.as_if_it_died();
    assert_eq!(rows(&left), (6, 0));
    assert_eq!(everything(&SqliteStore::open_read_only(&left.path()).unwrap()), all);
    let next = left.open();
    assert_eq!(everything(&next), all);
    run(&next, 7, vec![put("n7", "seven", 7)]);
    drop(next);
    assert_eq!(rows(&left), (0, 5), "whoever ends tidies up");
    everything(&left.open()).check();
}

#[test]
fn many_changes_are_put_into_their_places_while_the_store_is_open() {
    let home = Home::new();
    let store = home.open_with_tail(10);
    for n in 1..=10 {
        run(&store, n, vec![put("n1", "one", n)]);
    }
    // Each took the one before it back: nineteen changes, of which one is left.
    assert_eq!(rows(&home), (4, 1));
    everything(&store).check();
    assert_eq!(read(&store, |base| Ok(ranks(base))), ["0010"]);
}

#[test]
fn a_view_sees_its_own_snapshot_whatever_is_put_into_its_place_meanwhile() {
    let home = Home::new();
    let store = home.open_with_tail(3);
    run(&store, 1, vec![put("n1", "one", 1), put("n2", "two", 2)]);
    read(&store, |base| {
        // The view begins with what is first read.
        assert_eq!(base.head()?.seq, 1);
        for n in 2..=9 {
            run(&store, n, vec![put("n1", "moved", n + 1), Step::Delete("n2".into())]);
        }
        assert_eq!(ranks(base), ["0001", "0002"]);
        Ok(())
    });
    assert_eq!(read(&store, |base| Ok(ranks(base))), ["0010"]);
}

#[test]
fn g1_an_edit_of_what_lies_apart_shows() {
    let home = Home::new();
    let store = home.open();
    run(&store, 1, vec![put("n1", "one", 1)]);
    let setup = call(2, Vec::new()).setup;
    let verify = |home: &Home| {
        let store = SqliteStore::open_read_only(&home.path()).unwrap();
        let mut found = None;
        store
            .view(&mut |base| {
                found = Some(audit::verify(base, &setup, &[], None)?);
                Ok(())
            })
            .map(|()| found.unwrap().first_bad)
    };
    assert!(verify(&home.as_if_it_died()).unwrap().is_none());
    for edit in [
        "DELETE FROM idx_tail",
        "UPDATE idx_tail SET entries = replace(entries, '0001', '0002')",
        "INSERT INTO idx_tail VALUES (9, '{\"note.rank\":[[\"0009\",\"n9\",true]]}')",
    ] {
        let left = home.as_if_it_died();
        left.raw().execute(edit, []).unwrap();
        assert_eq!(verify(&left).unwrap().unwrap().at, "the indexes", "{edit}");
    }
    let left = home.as_if_it_died();
    left.raw().execute("UPDATE idx_tail SET entries = 'x'", []).unwrap();
    let e = verify(&left).unwrap_err();
    assert_eq!((e.code, e.message.as_str()), (ErrorCode::Store, "the database is damaged"));
}

#[test]
fn g1_damage_in_what_lies_apart_is_met_by_everybody_and_not_only_by_the_first() {
    let home = Home::new();
    let store = home.open();
    for n in 1..=2 {
        run(&store, n, vec![put(&format!("n{n}"), "one", n)]);
    }
    let left = home.as_if_it_died();
    // JSON, and not what is written there; the row after it is sound.
    left.raw()
        .execute("UPDATE idx_tail SET entries = '{\"note.rank\":[[\"0001\"]]}' WHERE seq = 1", [])
        .unwrap();
    let damaged =
        |e: Error| assert_eq!((e.code, e.message.as_str()), (ErrorCode::Store, "the database is damaged"));
    let by_rank = Scan::prefix("note", "note.rank", "");

    let reader = SqliteStore::open_read_only(&left.path()).unwrap();
    read(&reader, |base| {
        for _ in 0..2 {
            damaged(base.scan(&by_rank).unwrap_err());
        }
        Ok(())
    });
    // Several calls of one batch: nothing of it is written, and what is damaged stays where it can be seen.
    let next = left.open();
    let list =
        || call(3, vec![Step::Scan { index: Index::Rank, prefix: String::new(), reverse: false, limit: 9 }]);
    for answer in next.submit_all(vec![list(), list(), call(4, vec![put("n4", "four", 4)])]) {
        damaged(answer.unwrap_err());
    }
    drop(next);
    assert_eq!(rows(&left), (2, 0));
}
