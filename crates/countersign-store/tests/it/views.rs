//! The views `undo_stack` and `audit_log`: the columns and values that readers of the database rely on.

use countersign_core::execute::Call;
use countersign_core::store::Store;
use rusqlite::types::Value as Sql;
use serde_json::{Value, json};

use crate::world::{Home, Step, call, run};

fn rows(home: &Home, text: &str) -> (Vec<String>, Vec<Vec<Sql>>) {
    let raw = home.raw();
    let mut statement = raw.prepare(text).unwrap();
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let width = names.len();
    let rows = statement.query_map([], |row| (0..width).map(|i| row.get(i)).collect()).unwrap();
    (names, rows.map(Result::unwrap).collect())
}

fn text(s: &str) -> Sql {
    Sql::Text(s.into())
}

/// At 2026-11-03 04:05:06.789 UTC.
fn at_five_past_four(n: u64, steps: Vec<Step>) -> Call {
    let mut call = call(n, steps);
    call.at = 1_793_678_706_789;
    call
}

fn receipt(id: &str, event_id: &str, class: &str, more: Value) -> Value {
    let mut receipt = json!({
        "id": id, "agent": "a", "subject": "s", "tool": "task.set_title", "summary": "…", "class": class,
        "allowed_by": {"by": "person", "name": "ana"}, "event_id": event_id, "event_type": "item.confirm",
        "at": 1_793_678_706_789_u64, "duration_ms": 3, "rollback_label": "Undo", "action": "write",
    });
    receipt.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    receipt
}

#[test]
fn undo_stack_has_a_row_per_receipt_of_a_call_that_changed_something() {
    let home = Home::new();
    let store = home.open();
    let effects = json!([
        {"label": "title", "before": "Fix \"login\"", "after": {"nested": [1, null]}},
        {"label": "due", "before": null, "after": 7},
    ]);
    let undone = json!({"event_id": "e9-aaaaaa", "receipt": "rc9", "by": "person:ana", "at": 1});
    run(
        &store,
        1,
        vec![
            Step::Receipt(receipt(
                "rc1",
                "e12-abcdef",
                "mutable",
                json!({"run": "run1", "effects": effects}),
            )),
            Step::Receipt(receipt(
                "rc2",
                "e13-00ff00",
                "destructive",
                json!({"action": "delete", "undone": undone}),
            )),
            Step::Receipt(receipt("rc3", "e14-123456", "read", json!({}))),
        ],
    );
    let (names, found) = rows(&home, "SELECT * FROM undo_stack ORDER BY id");
    assert_eq!(
        names,
        [
            "id",
            "session_id",
            "timestamp",
            "tool_name",
            "action_type",
            "original_state",
            "new_state",
            "undone"
        ]
    );
    let expected = [
        [
            Sql::Integer(12),
            text("run1"),
            text("2026-11-03 04:05:06"),
            text("task.set_title"),
            text("write"),
            text(r#"{"title":"Fix \"login\"","due":null}"#),
            text(r#"{"title":{"nested":[1,null]},"due":7}"#),
            Sql::Integer(0),
        ],
        [
            Sql::Integer(13),
            text(""),
            text("2026-11-03 04:05:06"),
            text("task.set_title"),
            text("delete"),
            text("{}"),
            text("{}"),
            Sql::Integer(1),
        ],
    ];
    assert_eq!(found, expected);
}

#[test]
fn audit_log_has_a_row_per_call_that_ended() {
    let home = Home::new();
    let store = home.open();
    let note = |more: Value| {
        let mut note = json!({"tool": "task.set_title", "arguments": {"title": "née", "n": [1.50, true]}});
        note.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Step::NoteCall(note)
    };
    let done = json!({
        "result": {"ok": true}, "result_status": "success", "user_confirmed": true, "execution_time_ms": 42,
    });
    let about = Step::About { run: Some("run1".into()), tool: None };
    store.submit(at_five_past_four(1, vec![about, note(json!({})), note(done)])).unwrap();
    let rejected = json!({"result_status": "rejected_by_user"});
    let failed = json!({"result_status": "error", "result": "no such task"});
    store.submit(at_five_past_four(2, vec![note(rejected), note(failed)])).unwrap();
    store.submit(at_five_past_four(3, vec![])).unwrap();

    let (names, found) = rows(&home, "SELECT * FROM audit_log");
    let columns = [
        "session_id",
        "timestamp",
        "tool_name",
        "arguments",
        "result",
        "result_status",
        "user_confirmed",
        "execution_time_ms",
    ];
    assert_eq!(names, columns);
    let row = |session: &str, result: Sql, status: &str, confirmed: i64, ms: i64| {
        let arguments = text(r#"{"n":[1.5,true],"title":"née"}"#);
        let (at, tool) = (text("2026-11-03 04:05:06"), text("task.set_title"));
        vec![
            text(session),
            at,
            tool,
            arguments,
            result,
            text(status),
            Sql::Integer(confirmed),
            Sql::Integer(ms),
        ]
    };
    let expected = [
        row("run1", text(r#"{"ok":true}"#), "success", 1, 42),
        row("", Sql::Null, "rejected_by_user", 0, 0),
        row("", text(r#""no such task""#), "error", 0, 0),
    ];
    assert_eq!(found, expected);
}

#[test]
fn g2_the_views_go_on_without_what_was_dropped_or_broken() {
    let home = Home::new();
    let store = home.open();
    let note = json!({"tool": "t", "arguments": {}, "result_status": "success"});
    for n in 1..=3 {
        let id = format!("rc{n}");
        let steps = vec![
            Step::NoteCall(note.clone()),
            Step::Receipt(receipt(&id, &format!("e{n}-abcdef"), "mutable", json!({}))),
        ];
        run(&store, n, steps);
    }
    home.raw().execute("UPDATE event SET body = NULL WHERE seq = 1", []).unwrap();
    home.raw().execute("UPDATE event SET body = x'7bff' WHERE seq = 2", []).unwrap();
    home.raw().execute("UPDATE record SET doc = '{broken' WHERE id = 'rc2'", []).unwrap();
    assert_eq!(rows(&home, "SELECT count(*) FROM audit_log").1, [[Sql::Integer(1)]]);
    assert_eq!(rows(&home, "SELECT id FROM undo_stack").1, [[Sql::Integer(1)], [Sql::Integer(3)]]);
}
