//! The file itself: what stays in it, who may read it, and which files are refused.

use std::{fs, path::Path};

use countersign_core::{ErrorCode, audit, store::Store};
use countersign_store::{SqliteStore, sql, sqlite::VERSION};

use crate::world::{Home, Step, call, everything, put, read, run};

fn beside(home: &Home, suffix: &str) -> bool {
    let mut path = home.path().into_os_string();
    path.push(suffix);
    Path::new(&path).exists()
}

fn refusal(path: &Path) -> countersign_core::Error {
    let opened = SqliteStore::open(path);
    let e = opened.err().expect("the file was accepted");
    assert_eq!(e.code, ErrorCode::Store);
    e
}

#[test]
fn reopening_finds_everything_and_the_log_folded_back() {
    let home = Home::new();
    let store = home.open();
    run(&store, 1, vec![put("n1", "one", 1), put("n2", "two", 2), Step::PutBlob { fill: 3, len: 90_000 }]);
    run(&store, 2, vec![Step::Delete("n1".into())]);
    let before = everything(&store);
    assert!(beside(&home, "-wal"));
    drop(store);
    assert!(!beside(&home, "-wal") && !beside(&home, "-shm"), "the write-ahead log was left behind");

    let store = home.open();
    assert_eq!(everything(&store), before);
    run(&store, 3, vec![put("n3", "three", 3)]);
    everything(&store).check();
}

#[test]
fn dropping_the_store_finishes_what_was_queued() {
    let home = Home::new();
    let store = home.open();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let submit = |n: u64| call(n, vec![put(&format!("n{n}"), "t", n)]);
        let threads: Vec<_> = (1..=16)
            .map(|n| {
                scope.spawn({
                    let store = &store;
                    move || store.submit(submit(n))
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    drop(store);
    assert!(answers.iter().all(Result::is_ok));
    assert_eq!(everything(&home.open()).records.len(), 16);
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_what_the_store_creates() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let folder = home.dir.path().join("deep/er");
    let path = folder.join("countersign.db");
    let store = SqliteStore::open(&path).unwrap();
    run(&store, 1, vec![put("n1", "one", 1), Step::PutBlob { fill: 3, len: 90_000 }]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join("blobs")), 0o700);
    for name in ["countersign.db", "countersign.db-wal", "countersign.db-shm"] {
        assert_eq!(mode(&folder.join(name)), 0o600, "{name}");
    }
}

#[test]
fn a_database_of_a_newer_version_is_refused_untouched() {
    let home = Home::new();
    run(&home.open(), 1, vec![put("n1", "one", 1)]);
    let newer = VERSION + 1;
    let history = "INSERT INTO refinery_schema_history SELECT ?1, 'newer', applied_on, checksum \
                   FROM refinery_schema_history WHERE version = 1";
    home.raw().execute(history, [newer]).unwrap();
    let before = fs::read(home.path()).unwrap();

    let e = refusal(&home.path());
    assert_eq!(
        e.message,
        format!("the database has version {newer}, but this program supports only up to {VERSION}")
    );
    assert!(e.hint.unwrap().starts_with("upgrade"));
    assert_eq!(fs::read(home.path()).unwrap(), before);
    assert!(SqliteStore::open_read_only(&home.path()).is_err());
}

#[test]
fn a_database_of_the_first_version_is_brought_up_to_date_with_all_that_is_in_it() {
    let new = Home::new();
    let store = new.open();
    run(&store, 1, (0..50).map(|n| put(&format!("n{n}"), &"t".repeat(40 * n as usize), n)).collect());
    run(&store, 2, vec![Step::Delete("n7".into()), Step::PutBlob { fill: 3, len: 900 }]);
    let before = everything(&store);
    drop(store);

    let old = Home::new();
    let raw = old.raw();
    raw.execute_batch(include_str!("../../migrations/sqlite/V1__records_log_blobs.sql")).unwrap();
    raw.execute("ATTACH ?1 AS new", [new.path().to_str().unwrap()]).unwrap();
    let same =
        "CREATE TABLE refinery_schema_history AS SELECT * FROM new.refinery_schema_history WHERE version = 1;
                INSERT INTO record SELECT kind, id, doc, stamps FROM new.record;
                INSERT INTO idx SELECT * FROM new.idx;
                INSERT INTO event SELECT * FROM new.event;
                INSERT INTO blob SELECT * FROM new.blob;";
    raw.execute_batch(same).unwrap();
    drop(raw);
    assert_eq!(everything(&SqliteStore::open_read_only(&old.path()).unwrap()), before, "read as it is");

    let store = old.open();
    assert_eq!(everything(&store), before);
    run(&store, 3, vec![put("n1", "again", 1)]);
    everything(&store).check();
    drop(store);
    let rows: i64 = old.raw().query_row("SELECT max(rowid) FROM record", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 49);
    let views = "SELECT count(*) FROM undo_stack";
    old.raw().query_row(views, [], |row| row.get::<_, i64>(0)).unwrap();
}

#[test]
fn g1_entries_of_indexes_that_are_no_more_are_no_edit_and_go_when_the_file_is_written() {
    let home = Home::new();
    run(&home.open(), 1, vec![put("n1", "one", 1)]);
    let setup = call(2, Vec::new()).setup;
    let bad = |store: SqliteStore| read(&store, |base| audit::verify(base, &setup, &[], None)).first_bad;
    home.raw()
        .execute_batch(
            "DELETE FROM refinery_schema_history WHERE version >= 3;
             INSERT INTO idx VALUES ('receipt.event', 'e1-abc/', 'rc1-ab'), ('set.open', '0001', 's1-ab')",
        )
        .unwrap();
    let read_only = || SqliteStore::open_read_only(&home.path()).unwrap();
    assert!(bad(read_only()).is_none());
    home.raw().execute("INSERT INTO idx VALUES ('note.rank', '0009', 'n9')", []).unwrap();
    assert_eq!(bad(read_only()).unwrap().at, "the indexes");
    home.raw().execute("DELETE FROM idx WHERE id = 'n9'", []).unwrap();
    assert!(bad(home.open()).is_none());
    everything(&read_only()).check();
}

#[test]
fn a_file_that_is_not_ours_is_refused_untouched() {
    let home = Home::new();
    home.raw().execute("CREATE TABLE theirs (x)", []).unwrap();
    let before = fs::read(home.path()).unwrap();
    assert_eq!(refusal(&home.path()).message, "the file is a database, but not one of Countersign's");
    assert_eq!(fs::read(home.path()).unwrap(), before);

    let text = home.dir.path().join("notes.txt");
    fs::write(&text, "milk, bread, and much more that makes a header's length of plain text. ".repeat(9))
        .unwrap();
    assert_eq!(refusal(&text).message, "the file is not a database");
    assert!(refusal(home.dir.path()).message.contains("cannot be created"));
}

#[test]
fn opening_for_reading_changes_nothing() {
    let home = Home::new();
    assert!(SqliteStore::open_read_only(&home.path()).is_err());
    assert!(!home.path().exists(), "looking for a database created one");

    run(&home.open(), 1, vec![put("n1", "one", 1)]);
    let before = fs::read(home.path()).unwrap();
    let store = SqliteStore::open_read_only(&home.path()).unwrap();
    assert_eq!(everything(&store).records.len(), 1);
    everything(&store).check();
    let e = store.submit(call(2, vec![put("n1", "two", 1)])).unwrap_err();
    assert_eq!((e.code, e.message.as_str()), (ErrorCode::Store, "the database cannot be written"));
    drop(store);
    assert_eq!(fs::read(home.path()).unwrap(), before);

    // An empty file has no version yet, and reading does not set one.
    let empty = home.dir.path().join("empty.db");
    fs::write(&empty, "").unwrap();
    assert!(SqliteStore::open_read_only(&empty).is_err());
    assert_eq!(fs::read(&empty).unwrap(), b"");
}

#[test]
fn lists_walk_their_index_and_sort_nothing() {
    let home = Home::new();
    drop(home.open());
    let raw = home.raw();
    let plan = |text: &str| -> String {
        let mut statement = raw.prepare(&format!("EXPLAIN QUERY PLAN {text}")).unwrap();
        let parameters = statement.parameter_count();
        let nulls = rusqlite::params_from_iter(vec![rusqlite::types::Null; parameters]);
        let lines = statement.query_map(nulls, |row| row.get::<_, String>(3)).unwrap();
        lines.map(Result::unwrap).collect::<Vec<_>>().join("; ")
    };
    use sql::EventFilter::{After, Run, Tool};
    let statements = [
        sql::SCAN_UP.to_owned(),
        sql::SCAN_DOWN.to_owned(),
        sql::IDS_FROM.to_owned(),
        sql::RECORDS_AFTER.to_owned(),
        sql::INDEX_AFTER.to_owned(),
        sql::events([], false),
        sql::events([Run], false),
        sql::events([Run, After], true),
        sql::events([Tool], false),
    ];
    for text in &statements {
        assert!(!plan(text).contains("TEMP B-TREE"), "{text}: {}", plan(text));
    }
    let scan = plan(sql::SCAN_UP);
    assert!(
        scan.starts_with("SEARCH idx USING PRIMARY KEY (name=? AND sort>? AND sort<?); SEARCH record"),
        "{scan}"
    );
    assert!(plan(&sql::events([Run], false)).contains("event_run"));
    assert!(plan(&sql::events([Tool], false)).contains("event_tool"));
    for (rows, way) in [
        (&sql::DELETE_RECORDS, "SEARCH record USING COVERING INDEX"),
        (&sql::DELETE_INDEX, "SEARCH idx USING PRIMARY KEY"),
        (&sql::DELETE_BLOBS, "SEARCH blob USING PRIMARY KEY"),
    ] {
        let deletion = plan(rows.group(8).1);
        assert!(deletion.starts_with(way), "{deletion}");
    }
}
