//! Tests undoing writes, after anything that may have happened in between.

use countersign_core::{ErrorCode, world::RecoveryState};
use proptest::prelude::*;

use super::*;

/// Statements of every kind: rows, cascades, triggers, keys, tables without one, structure.
const STATEMENTS: &[&str] = &[
    "INSERT INTO customers (name) VALUES ('Dan'), ('Eve')",
    "UPDATE orders SET total = total * 2, note = 'changed' WHERE id < 3",
    "UPDATE customers SET name = 'ADA' WHERE id = 1",
    "DELETE FROM customers WHERE id = 1",
    "REPLACE INTO customers (id, name) VALUES (9, 'bob')",
    "UPDATE orders SET id = id + 100",
    "UPDATE tags SET weight = 1 WHERE name = 'old'; DELETE FROM tags WHERE name < 'm'",
    "UPDATE tags SET name = name || 'x'",
    "UPDATE orders SET id = -id; UPDATE orders SET id = 4 + id",
    "DELETE FROM journal WHERE rowid = 1",
    "INSERT INTO journal VALUES ('b')",
    "CREATE TABLE extra (x); INSERT INTO extra VALUES (1)",
    "DROP TABLE orders",
    "ALTER TABLE tags RENAME COLUMN weight TO heft",
    "CREATE INDEX by_total ON orders (total)",
    "DELETE FROM orders; DELETE FROM customers",
];

#[test]
fn e9_undo_of_every_kind_of_write_brings_the_same_content_back_and_redo_the_other() {
    for mode in ["DELETE", "WAL"] {
        for sql in STATEMENTS {
            let desk = Desk::new();
            desk.sql(&format!("PRAGMA journal_mode = {mode}"));
            let before = desk.content();
            let landed = desk.write("e1", sql);
            let after = desk.content();
            assert_ne!(before, after, "{sql}");
            let undone = desk.data.revert("u1", &landed.inverse.unwrap()).unwrap();
            assert_eq!(desk.content(), before, "undo of {sql} in {mode}");
            let redone = desk.data.revert("u2", &undone.inverse.unwrap()).unwrap();
            assert_eq!(desk.content(), after, "redo of {sql} in {mode}");
            desk.data.revert("u3", &redone.inverse.unwrap()).unwrap();
            assert_eq!(desk.content(), before, "second undo of {sql} in {mode}");
        }
    }
}

#[test]
fn e3_a_row_that_changed_since_is_refused_with_the_difference_and_nothing_is_touched() {
    let desk = Desk::new();
    let landed = desk.write("e1", "UPDATE orders SET total = 1 WHERE id < 3");
    desk.sql("UPDATE orders SET total = 77 WHERE id = 2");
    let drifted = desk.content();
    let error = desk.data.revert("u1", &landed.inverse.clone().unwrap()).unwrap_err();
    assert_eq!(error.code, ErrorCode::Stale);
    assert!(error.detail.unwrap().contains("77"));
    assert_eq!(desk.content(), drifted);
    // The log has the trigger's row for the drift; it is not ours, and stays.
    desk.sql("DROP TRIGGER noted; UPDATE orders SET total = 1 WHERE id = 2");
    desk.data.revert("u2", &landed.inverse.unwrap()).unwrap();
}

#[test]
fn e3_rows_of_others_stay_and_what_stands_in_the_way_is_told() {
    let desk = Desk::new();
    let landed = desk.write("e1", "DELETE FROM customers WHERE name = 'Cyd'");
    desk.sql("INSERT INTO journal VALUES ('unrelated')");
    desk.sql("INSERT INTO customers (name) VALUES ('cyd')");
    let drifted = desk.content();
    let error = desk.data.revert("u1", &landed.inverse.clone().unwrap()).unwrap_err();
    assert_eq!(error.code, ErrorCode::Stale);
    assert_eq!(desk.content(), drifted);
    desk.sql("DELETE FROM customers WHERE name = 'cyd'");
    desk.data.revert("u2", &landed.inverse.unwrap()).unwrap();
    assert!(desk.content().iter().any(|l| l.contains("unrelated")));

    let landed = desk.write("e2", "INSERT INTO customers (id, name) VALUES (50, 'Parent')");
    desk.sql("INSERT INTO orders VALUES (60, 50, 1, NULL)");
    let drifted = desk.content();
    assert_eq!(desk.data.revert("u3", &landed.inverse.unwrap()).unwrap_err().code, ErrorCode::Stale);
    assert_eq!(desk.content(), drifted);
}

#[test]
fn e3_a_whole_database_is_put_back_only_if_nothing_in_it_changed_since() {
    let desk = Desk::new();
    let landed = desk.write("e1", "DROP TABLE tags");
    desk.sql("INSERT INTO journal VALUES ('later')");
    let drifted = desk.content();
    assert_eq!(desk.data.revert("u1", &landed.inverse.unwrap()).unwrap_err().code, ErrorCode::Stale);
    assert_eq!(desk.content(), drifted);
}

#[test]
fn d4_after_a_crash_the_database_itself_tells_whether_a_write_landed() {
    for sql in STATEMENTS {
        let desk = Desk::new();
        let order = desk.order("e1", "data.write_sqlite", desk.forecast(sql).unwrap());
        assert_eq!(desk.data.check(&order).unwrap(), RecoveryState::NotBegun);
        let before = fs::read(desk.dir.path().join("shop.db")).unwrap();
        let landed = desk.data.apply(&order).unwrap();
        let RecoveryState::Landed(found) = desk.data.check(&order).unwrap() else { panic!("{sql} landed") };
        assert_eq!((found.result, &found.inverse), (landed.result, &landed.inverse));
        // Killed before the commit: the note exists, the database is not changed.
        fs::write(desk.dir.path().join("shop.db"), before).unwrap();
        assert_eq!(desk.data.check(&order).unwrap(), RecoveryState::NotBegun, "{sql}");
        desk.data.apply(&order).unwrap();
        desk.data.revert("u1", &landed.inverse.unwrap()).unwrap();
    }
    let desk = Desk::new();
    let order = desk.order("e1", "data.write_sqlite", desk.forecast("UPDATE tags SET weight = 5").unwrap());
    desk.data.apply(&order).unwrap();
    desk.sql("UPDATE tags SET weight = 6 WHERE name = 'new'");
    assert!(matches!(desk.data.check(&order).unwrap(), RecoveryState::Unknown(_)));
}

#[test]
fn d4_an_undo_done_again_after_a_crash_ends_the_same() {
    for sql in STATEMENTS {
        let desk = Desk::new();
        let before = desk.content();
        let landed = desk.write("e1", sql);
        let after = desk.content();
        let inverse = landed.inverse.unwrap();
        let first = desk.data.revert("u1", &inverse).unwrap();
        assert_eq!(desk.data.revert("u1", &inverse).unwrap(), first, "{sql}");
        assert_eq!(desk.content(), before);
        desk.data.revert("u2", &first.inverse.unwrap()).unwrap();
        assert_eq!(desk.content(), after);
    }
}

#[test]
fn e3_what_is_forgotten_can_no_longer_be_taken_back() {
    let desk = Desk::new();
    let landed = desk.write("e1", "UPDATE tags SET weight = 5");
    desk.data.forget("e1").unwrap();
    desk.data.forget("e1").unwrap();
    assert_eq!(desk.data.revert("u1", &landed.inverse.unwrap()).unwrap_err().code, ErrorCode::Stale);
    assert!(desk.data.forget("../shop.db").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn e9_chains_of_writes_walk_back_to_where_they_began(picks in proptest::collection::vec(0..11usize, 1..5)) {
        let desk = Desk::new();
        let mut states = vec![desk.content()];
        let mut inverses = Vec::new();
        for (i, pick) in picks.into_iter().enumerate() {
            let Ok(forecast) = desk.forecast(STATEMENTS[pick]) else { continue };
            if forecast.noop.is_some() {
                continue;
            }
            let landed = desk.data.apply(&desk.order(&format!("e{i}"), "data.write_sqlite", forecast)).unwrap();
            inverses.push(landed.inverse.unwrap());
            states.push(desk.content());
        }
        for (i, inverse) in inverses.iter().enumerate().rev() {
            desk.data.revert(&format!("u{i}"), inverse).unwrap();
            prop_assert_eq!(&desk.content(), &states[i]);
        }
    }
}
