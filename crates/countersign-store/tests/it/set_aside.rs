//! Files of schema version 4, which set the newest index changes aside.

use countersign_core::{
    Error, ErrorCode,
    audit::{self, Bad},
    store::{Base, Scan},
};
use countersign_store::SqliteStore;

use crate::world::{Home, Step, call, everything, put, read, run, try_read};

/// Returns a file as version 4 left it when its process died, after applying `edit`.
fn left(edit: &str) -> Home {
    let home = Home::new();
    home.raw().execute_batch(include_str!("version_4.sql")).unwrap();
    home.raw().execute_batch(edit).unwrap();
    home
}

fn ranks(base: &mut dyn Base) -> Vec<(String, String)> {
    let hits = base.scan(&Scan::prefix("note", "note.rank", "")).unwrap();
    hits.into_iter().map(|hit| (hit.sort, hit.id)).collect()
}

fn read_only(home: &Home) -> SqliteStore {
    SqliteStore::open_read_only(&home.path()).unwrap()
}

fn first_bad(home: &Home) -> Result<Option<Bad>, Error> {
    let setup = call(99, Vec::new()).setup;
    try_read(&read_only(home), |base| audit::verify(base, &setup, &[], None)).map(|found| found.first_bad)
}

fn is_damage(e: &Error) -> bool {
    (e.code, e.message.as_str()) == (ErrorCode::Store, "the database is damaged")
}

#[test]
fn what_was_set_aside_is_read_there_and_put_into_the_indexes_when_the_file_is_written() {
    let home = left("");
    let before = std::fs::read(home.path()).unwrap();
    let expected = [("0001", "n1"), ("0003", "n3"), ("0004", "n4"), ("0005", "n5"), ("0009", "n2")]
        .map(|(rank, id)| (rank.to_owned(), id.to_owned()));

    let all = everything(&read_only(&home));
    all.check();
    assert_eq!(read(&read_only(&home), |base| Ok(ranks(base))), expected);
    assert_eq!(first_bad(&home), Ok(None));
    assert_eq!(std::fs::read(home.path()).unwrap(), before, "reading changed the file");

    let store = home.open();
    assert_eq!(everything(&store), all);
    assert_eq!(read(&store, |base| Ok(ranks(base))), expected);
    run(&store, 9, vec![put("n7", "seven", 7), Step::Delete("n2".into())]);
    everything(&store).check();
    drop(store);
    assert_eq!(first_bad(&home), Ok(None));
    let entries = "SELECT count(*), (SELECT count(*) FROM sqlite_schema WHERE name = 'idx_tail') FROM idx";
    let found: (i64, i64) = home.raw().query_row(entries, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert_eq!(found, (5, 0));
}

#[test]
fn g1_an_edit_of_what_was_set_aside_shows() {
    for edit in [
        "DELETE FROM idx_tail",
        "UPDATE idx_tail SET entries = replace(entries, '0009', '0008')",
        "INSERT INTO idx_tail VALUES (9, '{\"note.rank\":[[\"0009\",\"n9\",true]]}')",
        "INSERT INTO idx_tail VALUES (9, '{\"note.rank\":[[\"0001\",\"n1\",false]]}')",
    ] {
        let home = left(edit);
        assert_eq!(first_bad(&home).unwrap().unwrap().at, "the indexes", "{edit}");
        drop(home.open());
        assert_eq!(first_bad(&home).unwrap().unwrap().at, "the indexes", "{edit}, brought up to date");
    }
}

#[test]
fn g1_damage_in_what_was_set_aside_is_named_and_the_file_stays_as_it_was() {
    let not_json = left("UPDATE idx_tail SET entries = 'x' WHERE seq = 7");
    for _ in 0..2 {
        assert!(is_damage(&first_bad(&not_json).unwrap_err()));
    }
    // Valid JSON, but not of the right form.
    let no_entry = left("UPDATE idx_tail SET entries = '{\"note.rank\":[[\"0001\"]]}' WHERE seq = 8");
    assert_eq!(first_bad(&no_entry).unwrap().unwrap().at, "the indexes");
    for home in [not_json, no_entry] {
        let e = SqliteStore::open(&home.path()).map(drop).unwrap_err();
        assert!(is_damage(&e), "{e:?}");
        let rows = "SELECT count(*) FROM idx_tail";
        assert_eq!(home.raw().query_row(rows, [], |row| row.get::<_, i64>(0)), Ok(3));
    }
}

#[test]
fn a_view_sees_its_own_snapshot_whatever_is_written_meanwhile() {
    let home = Home::new();
    let store = home.open();
    run(&store, 1, vec![put("n1", "one", 1), put("n2", "two", 2)]);
    let only_ranks = |base: &mut dyn Base| ranks(base).into_iter().map(|(rank, _)| rank).collect::<Vec<_>>();
    read(&store, |base| {
        // The snapshot begins with the first read.
        assert_eq!(base.head()?.seq, 1);
        for n in 2..=9 {
            run(&store, n, vec![put("n1", "moved", n + 1), Step::Delete("n2".into())]);
        }
        assert_eq!(only_ranks(base), ["0001", "0002"]);
        Ok(())
    });
    assert_eq!(read(&store, |base| Ok(only_ranks(base))), ["0010"]);
}
