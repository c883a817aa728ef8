//! E13, E14: what undoing would need is said when a receipt is shown, and an undo can be merged with later changes.

use std::fs;

use serde_json::{Value, json};

use super::{
    effects::Desk,
    world::{World, ana, codex, id, text},
};

/// Changes a title as the agent with Ana's approval; returns the receipt.
#[track_caller]
fn retitle(w: &World, task: &str, title: &str) -> Value {
    w.confirm(&w.hold("task.set_title", json!({"task": task, "title": title})))["receipt"].clone()
}

fn receipt(w: &World, id: &Value) -> Value {
    w.ask(&ana(), "show", json!({"id": id}))["receipt"].clone()
}

fn listed(answer: &Value, id: &Value) -> Value {
    let all = answer["receipts"].as_array().unwrap();
    all.iter().find(|receipt| receipt["id"] == *id).unwrap().clone()
}

/// The ids of what would have to be undone first.
fn first(receipt: &Value) -> Vec<Value> {
    let first = receipt["stale"]["first"].as_array().cloned().unwrap_or_default();
    first.into_iter().map(|one| one["receipt"].clone()).collect()
}

/// The input that undoes a receipt after all that stands in its way, as it is shown.
fn chain(shown: &Value) -> Value {
    let handle =
        |id: &Value, action: &Value| json!({"id": id, "expected_event_id": action["expected_event_id"]});
    let first = shown["stale"]["first"].as_array().unwrap();
    let first: Vec<Value> = first.iter().map(|one| handle(&one["receipt"], &one["undo_action"])).collect();
    let mut input = handle(&shown["id"], &shown["undo_action"]);
    input["first"] = first.into();
    input
}

fn statuses(answer: &Value) -> Vec<String> {
    answer["results"].as_array().unwrap().iter().map(|result| text(result, "status")).collect()
}

#[test]
fn e13_a_receipt_says_what_would_have_to_be_undone_first_before_anybody_tries() {
    let w = World::new();
    let task = w.task("S0");
    let [one, two, three] = ["S1", "S2", "S3"].map(|title| retitle(&w, &task, title));
    let shown = receipt(&w, &one["id"]);
    assert!(text(&shown["stale"], "reason").contains("title"), "{shown}");
    assert_eq!(first(&shown), [three["id"].clone(), two["id"].clone()], "the last one first");
    assert!(text(&shown["stale"]["first"][0], "summary").contains("S3"), "by name: {shown}");
    let all = w.ask(&ana(), "receipt.list", json!({}));
    assert_eq!(first(&listed(&all, &one["id"])).len(), 2);
    assert_eq!(first(&listed(&all, &two["id"])), [three["id"].clone()]);
    assert_eq!(listed(&all, &three["id"])["stale"], Value::Null);
    let since = w.ask(&ana(), "visit.since", json!({}));
    let told = since["happened"].as_array().unwrap().iter().find(|one| one["id"] == two["id"]).unwrap();
    assert_eq!(first(&told["receipt"]), [three["id"].clone()]);
    w.ask(&ana(), "receipt.undo", json!({"id": three["id"]}));
    assert_eq!(receipt(&w, &two["id"])["stale"], Value::Null, "it can be undone again");
}

#[test]
fn e13_what_stands_in_the_way_is_undone_in_order_by_one_action() {
    let w = World::new();
    let task = w.task("S0");
    let [one, ..] = ["S1", "S2", "S3"].map(|title| retitle(&w, &task, title));
    let input = chain(&receipt(&w, &one["id"]));
    let undone = w.ask(&ana(), "receipt.undo_chain", input.clone());
    assert_eq!(statuses(&undone), ["undone", "undone", "undone"], "{undone}");
    assert_eq!(w.title(&task).unwrap(), "S0");
    assert!(w.verify().ok);
}

#[test]
fn e13_the_action_refuses_when_anything_moved_and_touches_nothing() {
    let w = World::new();
    let task = w.task("S0");
    let [one, ..] = ["S1", "S2"].map(|title| retitle(&w, &task, title));
    let input = chain(&receipt(&w, &one["id"]));
    let late = retitle(&w, &task, "S3");
    let refused = w.ask(&ana(), "receipt.undo_chain", input.clone());
    assert_eq!(statuses(&refused), ["stale", "stale"], "{refused}");
    assert_eq!(w.title(&task).unwrap(), "S3");
    w.ask(&ana(), "receipt.undo", json!({"id": late["id"]}));
    let other = json!({"id": one["id"], "expected_event_id": one["event_id"], "first": []});
    assert_eq!(statuses(&w.ask(&ana(), "receipt.undo_chain", other)), ["stale"]);
    assert_eq!(statuses(&w.ask(&ana(), "receipt.undo_chain", input)), ["undone", "undone"]);
}

#[test]
fn e13_what_was_added_to_a_thing_or_deleted_it_is_named_too() {
    let w = World::new();
    let made = w.confirm(&w.hold("task.create_task", json!({"title": "A"})))["receipt"].clone();
    let task = text(&made["result"], "id");
    let step = w.confirm(&w.hold("task.add_checklist_item", json!({"task": task, "title": "step"})));
    let step = step["receipt"]["id"].clone();
    let title = retitle(&w, &task, "B")["id"].clone();
    let needed = first(&receipt(&w, &made["id"]));
    assert!(needed.len() == 2 && needed.contains(&step) && needed.contains(&title), "{needed:?}");
    let set = id(&w.ask(&ana(), "working_set.create", json!({"name": "Today"})));
    let renamed = w.ask(&ana(), "working_set.rename", json!({"id": set, "name": "Tomorrow"}));
    let gone = w.ask(&ana(), "working_set.delete", json!({"id": set}));
    let shown = receipt(&w, &renamed["receipt"]["id"]);
    assert_eq!(first(&shown), [gone["receipt"]["id"].clone()], "{shown}");
}

#[test]
fn e13_an_agent_is_not_told_of_the_work_of_others() {
    let w = World::new();
    let task = w.task("S0");
    let one = retitle(&w, &task, "S1");
    let item = w.ask(
        &countersign_core::Actor::new(countersign_core::ActorKind::Agent, "other"),
        "call.propose",
        json!({"tool": "task.set_title", "args": {"task": task, "title": "S2"}}),
    );
    w.confirm(&id(&item["item"]));
    let all = w.ask(&codex(), "receipt.list", json!({}));
    let own = listed(&all, &one["id"]);
    assert!(own["stale"]["reason"].is_string() && first(&own).is_empty(), "{own}");
}

#[test]
fn e13_a_file_that_changed_makes_its_receipt_stale_when_it_is_shown() {
    let d = Desk::new();
    let show = |id: &Value| d.ask(&ana(), "show", json!({"id": id}))["receipt"].clone();
    let one = d.write("a.txt", "one\n");
    assert_eq!(show(&one["id"])["stale"], Value::Null);
    let two = d.write("a.txt", "two\n");
    assert_eq!(first(&show(&one["id"])), [two["id"].clone()]);
    let input = chain(&show(&one["id"]));
    fs::write(d.path("a.txt"), "by hand\n").unwrap();
    for id in [&one["id"], &two["id"]] {
        let shown = show(id);
        assert!(text(&shown["stale"], "reason").contains("a.txt"), "{shown}");
        assert!(first(&shown).is_empty(), "undoing others does not help: {shown}");
    }
    assert_eq!(statuses(&d.ask(&ana(), "receipt.undo_chain", input.clone())), ["stale", "stale"]);
    assert_eq!(d.read("a.txt").as_deref(), Some("by hand\n"));
    fs::write(d.path("a.txt"), "two\n").unwrap();
    assert_eq!(show(&two["id"])["stale"], Value::Null, "the same content again");
    assert_eq!(statuses(&d.ask(&ana(), "receipt.undo_chain", input)), ["undone", "undone"]);
    assert_eq!(d.read("a.txt"), None);
}

const BEFORE: &str = "a\nb\nc\nd\ne\nf\ng\n";

#[test]
fn e14_a_file_that_moved_is_undone_by_a_merge_that_is_shown_and_confirmed() {
    let d = Desk::new();
    d.write("a.txt", BEFORE);
    let edit = d.write("a.txt", &BEFORE.replace('b', "B"));
    fs::write(d.path("a.txt"), BEFORE.replace('b', "B").replace('f', "by hand")).unwrap();
    let shown = d.ask(&ana(), "show", json!({"id": edit["id"]}))["receipt"].clone();
    assert_eq!(shown["stale"]["can_merge"], true, "{shown}");
    let asked = d.ask(&ana(), "receipt.merge", json!({"id": edit["id"]}));
    assert_eq!(asked["status"], "queued", "{asked}");
    let item = d.ask(&ana(), "show", json!({"id": id(&asked["item"])}))["item"].clone();
    let diff = text(&item["preview"], "diff");
    assert!(diff.contains("-B") && diff.contains("+b") && !diff.contains("-by hand"), "{diff}");
    assert!(d.read("a.txt").unwrap().contains("B\n"), "nothing happened yet");
    let landed = d.confirm(&id(&asked["item"]));
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!(d.read("a.txt").unwrap(), BEFORE.replace('f', "by hand"));
    assert_eq!(landed["receipt"]["undoes"], edit["id"]);
    let again = d.undo(&landed["receipt"]);
    assert_eq!(again["status"], "undone", "the merge itself can be undone: {again}");
    assert_eq!(d.read("a.txt").unwrap(), BEFORE.replace('b', "B").replace('f', "by hand"));
}

#[test]
fn e14_a_conflict_is_named_and_nothing_lands() {
    let d = Desk::new();
    d.write("a.txt", BEFORE);
    let edit = d.write("a.txt", &BEFORE.replace('b', "B"));
    fs::write(d.path("a.txt"), BEFORE.replace('b', "by hand")).unwrap();
    let e = d.fails(&ana(), "receipt.merge", json!({"id": edit["id"]}));
    assert!(e.message.contains("a.txt"), "{e:?}");
    let view = e.detail.unwrap().to_string();
    assert!(view.contains("by hand") && view.contains("<<<<<<<"), "{view}");
    let shown = d.ask(&ana(), "show", json!({"id": edit["id"]}))["receipt"].clone();
    assert_eq!(shown["stale"]["can_merge"], Value::Null);
    assert_eq!(d.read("a.txt").unwrap(), BEFORE.replace('b', "by hand"));
}

#[test]
fn e14_a_merge_binds_to_what_was_shown() {
    let d = Desk::new();
    d.write("a.txt", BEFORE);
    let edit = d.write("a.txt", &BEFORE.replace('b', "B"));
    fs::write(d.path("a.txt"), BEFORE.replace('b', "B").replace('f', "F")).unwrap();
    let asked = d.ask(&ana(), "receipt.merge", json!({"id": edit["id"]}));
    let late = BEFORE.replace('b', "B").replace('f', "later");
    fs::write(d.path("a.txt"), &late).unwrap();
    let refused = d.confirm(&id(&asked["item"]));
    assert_eq!(refused["status"], "stale", "{refused}");
    assert_eq!(d.read("a.txt").unwrap(), late);
}

#[test]
fn e14_records_are_merged_field_by_field() {
    let w = World::new();
    let [a, b, c] = ["a", "b", "c"].map(|title| w.task(title));
    let set = id(&w.ask(&ana(), "working_set.create", json!({"name": "Today", "things": [a]})));
    let added = w.ask(&ana(), "working_set.add", json!({"id": set, "things": [b]}))["receipt"].clone();
    w.ask(&ana(), "working_set.add", json!({"id": set, "things": [c]}));
    let shown = receipt(&w, &added["id"]);
    assert_eq!(shown["stale"]["can_merge"], true, "{shown}");
    let asked = w.ask(&ana(), "receipt.merge", json!({"id": added["id"]}));
    let landed = w.confirm(&id(&asked["item"]));
    assert_eq!(landed["status"], "applied", "{landed}");
    let things = w.ask(&ana(), "working_set.show", json!({"id": set}))["entries"].to_string();
    assert!(things.contains(&a) && !things.contains(&b) && things.contains(&c), "{things}");
    assert!(!receipt(&w, &added["id"])["undone"].is_null());
    assert!(w.verify().ok);
}

#[test]
fn e14_a_field_that_both_sides_changed_is_named() {
    let w = World::new();
    let task = w.task("S0");
    let [one, _two] = ["S1", "S2"].map(|title| retitle(&w, &task, title));
    let e = w.fails(&ana(), "receipt.merge", json!({"id": one["id"]}));
    for part in ["title", "S0", "S1", "S2"] {
        assert!(e.message.contains(part), "{part}: {}", e.message);
    }
    assert_eq!(w.title(&task).unwrap(), "S2");
}

/// The same of what landed outside of the store.
fn shown(d: &Desk, receipt: &Value) -> Value {
    d.ask(&ana(), "show", json!({"id": receipt["id"]}))["receipt"].clone()
}

#[test]
fn e13_a_written_table_is_shown_as_stale_with_the_later_write_that_goes_first() {
    let d = Desk::new();
    fs::write(d.path("a.csv"), "n\n1\n").unwrap();
    let write = |n: u64| {
        let args = json!({"path": "a.csv", "header": ["n"], "rows": [[n]]});
        d.confirm(&d.hold("data.write_csv", args))["receipt"].clone()
    };
    let (one, two) = (write(2), write(3));
    let stale = shown(&d, &one);
    assert!(text(&stale["stale"], "reason").contains("a.csv"), "{stale}");
    assert_eq!(first(&stale), [two["id"].clone()], "{stale}");
    assert_eq!(shown(&d, &two)["stale"], Value::Null);
    let left = d.read("a.csv").unwrap();
    fs::write(d.path("a.csv"), "mine\n").unwrap();
    for receipt in [&one, &two] {
        let now = shown(&d, receipt);
        assert!(now["stale"].is_object() && first(&now).is_empty(), "nothing of ours helps: {now}");
    }
    fs::remove_file(d.path("a.csv")).unwrap();
    assert!(shown(&d, &two)["stale"].is_object());
    fs::write(d.path("a.csv"), left).unwrap();
    assert_eq!(shown(&d, &two)["stale"], Value::Null, "the same content again");
    let undone = d.ask(&ana(), "receipt.undo_chain", chain(&shown(&d, &one)));
    assert_eq!(statuses(&undone), ["undone", "undone"], "{undone}");
    assert_eq!(d.read("a.csv").unwrap(), "n\n1\n");
}

#[test]
fn e13_a_written_database_is_shown_as_stale_row_by_row() {
    let d = Desk::new();
    let db = || rusqlite::Connection::open(d.path("a.db")).unwrap();
    db().execute_batch("CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 1), (2, 1)")
        .unwrap();
    let write = |sql: &str| {
        d.confirm(&d.hold("data.write_sqlite", json!({"database": "a.db", "sql": sql})))["receipt"].clone()
    };
    let one = write("UPDATE t SET n = 2 WHERE id = 1");
    let apart = write("UPDATE t SET n = 2 WHERE id = 2");
    assert_eq!(shown(&d, &one)["stale"], Value::Null, "another row is no matter");
    let two = write("UPDATE t SET n = 3 WHERE id = 1");
    let stale = shown(&d, &one);
    assert!(text(&stale["stale"], "reason").contains("a.db"), "{stale}");
    assert_eq!(first(&stale), [two["id"].clone()], "not what changed another row: {stale}");
    db().execute("UPDATE t SET n = 9 WHERE id = 2", []).unwrap();
    let moved = shown(&d, &apart);
    assert!(moved["stale"].is_object() && first(&moved).is_empty(), "{moved}");
    assert_eq!(shown(&d, &two)["stale"], Value::Null);
    // Refused as it was shown, and taken back once it is not.
    assert_eq!(d.undo(&apart)["status"], "stale");
    db().execute("UPDATE t SET n = 2 WHERE id = 2", []).unwrap();
    assert_eq!(shown(&d, &apart)["stale"], Value::Null);
    let undone = d.ask(&ana(), "receipt.undo_chain", chain(&shown(&d, &one)));
    assert_eq!(statuses(&undone), ["undone", "undone"], "{undone}");
    let n: i64 = db().query_row("SELECT n FROM t WHERE id = 1", [], |row| row.get(0)).unwrap();
    assert_eq!(n, 1);
}

#[test]
fn e13_a_database_without_keys_is_compared_as_a_whole() {
    let d = Desk::new();
    let db = || rusqlite::Connection::open(d.path("a.db")).unwrap();
    db().execute_batch("CREATE TABLE t (n)").unwrap();
    let write = |sql: &str| {
        d.confirm(&d.hold("data.write_sqlite", json!({"database": "a.db", "sql": sql})))["receipt"].clone()
    };
    let one = write("CREATE TABLE u (m)");
    assert_eq!(shown(&d, &one)["stale"], Value::Null);
    let two = write("CREATE TABLE v (m)");
    let stale = shown(&d, &one);
    assert_eq!(first(&stale), [two["id"].clone()], "{stale}");
}
