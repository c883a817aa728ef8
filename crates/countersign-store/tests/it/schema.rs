//! G4: gaps in the log are detected, and so are tables, indexes, views and triggers that are not
//! Countersign's.

use countersign_core::audit::{self, Bad};
use countersign_store::{SqliteStore, sqlite::VERSION};

use crate::world::{Home, Step, call, everything, put, read, run};

fn filled() -> Home {
    let home = Home::new();
    let store = home.open();
    run(&store, 1, vec![put("n1", "one", 1), put("n2", "two", 2)]);
    run(&store, 2, vec![Step::Delete("n1".into())]);
    drop(store);
    home
}

fn first_bad(home: &Home) -> Option<Bad> {
    let setup = call(9, Vec::new()).setup;
    let store = SqliteStore::open_read_only(&home.path()).unwrap();
    read(&store, |base| audit::verify(base, &setup, &[], None)).first_bad
}

#[test]
fn g4_a_log_from_which_bodies_or_changes_were_taken_does_not_verify() {
    let edits = [
        ("UPDATE event SET body = NULL", "e1", "its body is missing"),
        ("UPDATE event SET changes = NULL WHERE seq = 2", "e2", "its changes are missing"),
        (
            "UPDATE event SET body = NULL, changes = NULL WHERE seq = 2",
            "e2",
            "its body and its changes are missing",
        ),
    ];
    for (edit, at, what) in edits {
        let home = filled();
        assert_eq!(first_bad(&home), None);
        home.raw().execute(edit, []).unwrap();
        let bad = first_bad(&home).unwrap_or_else(|| panic!("{edit} went unseen"));
        assert!(bad.at.starts_with(at) && bad.what.starts_with(what), "{bad:?}");
    }
}

#[test]
fn g4_what_was_added_to_the_schema_taken_from_it_or_replaced_is_found_and_named() {
    let edits = [
        (
            "CREATE TRIGGER quiet AFTER INSERT ON event BEGIN UPDATE event SET body = NULL WHERE seq = new.seq; END",
            "the trigger quiet was added",
        ),
        ("CREATE TRIGGER t INSTEAD OF DELETE ON audit_log BEGIN SELECT 1; END", "the trigger t was added"),
        ("CREATE TABLE mine (x)", "the table mine was added"),
        ("CREATE INDEX mine ON event (actor)", "the index mine was added"),
        ("CREATE VIEW mine AS SELECT 1", "the view mine was added"),
        ("DROP VIEW audit_log", "the view audit_log is missing"),
        ("DROP INDEX event_at", "the index event_at is missing"),
        (
            "DROP VIEW audit_log; CREATE VIEW audit_log AS SELECT * FROM event WHERE actor <> 'agent:codex'",
            "the view audit_log differs from Countersign's schema",
        ),
        ("DROP VIEW undo_stack; CREATE TABLE undo_stack (id, session_id)", "the view undo_stack is missing"),
        (
            "ALTER TABLE blob RENAME TO kept; CREATE VIEW blob AS SELECT * FROM kept",
            "the table blob is missing",
        ),
        ("ALTER TABLE event ADD COLUMN extra", "the table event differs from Countersign's schema"),
        (
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'DESC', 'ASC') || ' -- x' \
             WHERE name = 'audit_log'",
            "the view audit_log differs from Countersign's schema",
        ),
    ];
    for (edit, what) in edits {
        let home = filled();
        home.raw().execute_batch(edit).unwrap();
        let bad = first_bad(&home).unwrap_or_else(|| panic!("{edit} went unseen"));
        assert_eq!((bad.at.as_str(), bad.what.as_str()), ("the database", what), "{edit}");
    }
}

#[test]
fn g4_files_of_every_earlier_version_verify_before_and_after_they_are_brought_up_to_date() {
    let steps = [
        include_str!("../../migrations/sqlite/V1__records_log_blobs.sql"),
        include_str!("../../migrations/sqlite/V2__records_by_row.sql"),
        include_str!("../../migrations/sqlite/V3__indexes_nobody_reads.sql"),
        include_str!("../../migrations/sqlite/V4__newest_index_entries.sql"),
    ];
    assert_eq!(steps.len() as i64, VERSION - 1, "a new version: add the one before it here");
    for version in 1..=steps.len() {
        let (new, old) = (filled(), Home::new());
        let store = new.open();
        run(&store, 3, vec![put("n3", "three", 3)]);
        let before = everything(&store);
        drop(store);
        let raw = old.raw();
        raw.execute_batch(&steps[..version].concat()).unwrap();
        raw.execute("ATTACH ?1 AS new", [new.path().to_str().unwrap()]).unwrap();
        raw.execute_batch(&format!(
            "CREATE TABLE refinery_schema_history AS
                 SELECT * FROM new.refinery_schema_history WHERE version <= {version};
             INSERT INTO record SELECT kind, id, doc, stamps FROM new.record;
             INSERT INTO idx SELECT * FROM new.idx;
             INSERT INTO event SELECT * FROM new.event;"
        ))
        .unwrap();
        drop(raw);
        assert_eq!(first_bad(&old), None, "version {version}");
        assert_eq!(everything(&old.open()), before);
        assert_eq!(first_bad(&old), None, "version {version}, brought up to date");
        old.raw().execute("DROP VIEW undo_stack", []).unwrap();
        assert_eq!(first_bad(&old).unwrap().what, "the view undo_stack is missing");
    }
}
