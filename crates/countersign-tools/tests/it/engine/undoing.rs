//! E: receipts, undo, rollback.

use std::fs;

use serde_json::{Value, json};

use super::{
    effects::Desk,
    world::{World, ana, codex, id, text},
};

fn undo(w: &World, receipt: &str) -> Value {
    w.ask(&ana(), "receipt.undo", json!({"id": receipt}))
}

/// Changes a title as the agent with Ana's approval; returns the receipt.
#[track_caller]
fn retitle(w: &World, task: &str, title: &str) -> String {
    id(&w.confirm(&w.hold("task.set_title", json!({"task": task, "title": title})))["receipt"])
}

#[test]
fn e1_a_receipt_says_what_who_and_the_way_back() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    assert_eq!(
        w.ask(&ana(), "show", json!({"id": item}))["item"]["reversal"]["tier"],
        "exact",
        "told before"
    );
    let landed = w.confirm(&item);
    let receipt = &landed["receipt"];
    assert_eq!(receipt["allowed_by"], json!({"by": "person", "name": "ana"}));
    assert_eq!(receipt["undo_action"], json!({"label": "Undo", "expected_event_id": receipt["event_id"]}));
    assert_eq!(receipt["effects"], json!([{"label": "title", "before": "Fix login", "after": "B"}]));
    assert_eq!(landed["latest_reversible_event_id"], receipt["event_id"]);
    let note = w.call("task.record_observations", json!({"observations": ["It is slow"]}));
    assert_eq!(note["status"], "done", "{note}");
    assert_eq!(note["receipt"]["allowed_by"]["by"], "policy");
    assert_eq!(note["latest_reversible_event_id"], note["receipt"]["event_id"]);
}

#[test]
fn e3_undo_takes_an_exact_handle_and_says_why_it_will_not() {
    let w = World::new();
    let task = w.task("Fix login");
    let first = retitle(&w, &task, "B");
    let handle = text(&w.ask(&ana(), "show", json!({"id": first}))["receipt"], "event_id");
    let wrong = w.ask(&ana(), "receipt.undo", json!({"id": first, "expected_event_id": "e1-000000"}));
    assert_eq!(wrong["status"], "stale");
    let second = retitle(&w, &task, "C");
    let stale = w.ask(&ana(), "receipt.undo", json!({"id": first, "expected_event_id": handle}));
    assert_eq!(stale["status"], "stale");
    assert!(text(&stale, "message").contains("title"), "{stale}");
    assert_eq!(w.title(&task).unwrap(), "C", "nothing was touched");
    assert_eq!(undo(&w, &second)["status"], "undone");
    assert_eq!(undo(&w, &first)["status"], "undone", "looked at afresh, it can be undone now");
    assert_eq!(w.title(&task).unwrap(), "Fix login");
}

#[test]
fn e3_a_value_that_changed_and_changed_back_is_still_stale() {
    let w = World::new();
    let task = w.task("Fix login");
    let first = retitle(&w, &task, "B");
    retitle(&w, &task, "C");
    retitle(&w, &task, "B");
    assert_eq!(undo(&w, &first)["status"], "stale");
    assert_eq!(w.title(&task).unwrap(), "B");
}

#[test]
fn e3_undoing_a_create_is_refused_while_others_rest_on_it() {
    let w = World::new();
    let made = w.confirm(&w.hold("task.create_task", json!({"title": "A"})));
    let (task, create) = (text(&made["receipt"]["result"], "id"), id(&made["receipt"]));
    let step = w.confirm(&w.hold("task.add_checklist_item", json!({"task": task, "title": "step"})));
    let refused = undo(&w, &create);
    assert_eq!(refused["status"], "stale");
    assert!(text(&refused, "message").contains("added later"), "{refused}");
    assert_eq!(undo(&w, &id(&step["receipt"]))["status"], "undone");
    assert_eq!(undo(&w, &create)["status"], "undone");
    assert_eq!(w.title(&task), None);
}

#[test]
fn e4_an_undo_has_its_own_receipt_and_can_be_undone() {
    let w = World::new();
    let task = w.task("Fix login");
    let first = retitle(&w, &task, "B");
    let undone = undo(&w, &first);
    assert_eq!(
        (text(&undone, "status"), text(&undone, "undone_event_type")),
        ("undone".into(), "task.set_title".into())
    );
    assert_eq!(undone["restored"][0]["value"]["title"], "Fix login");
    assert_eq!(undone["resume"]["id"], task);
    assert_eq!(undone["undo_event_id"], w.events().last().unwrap().id());
    let twice = undo(&w, &first);
    assert_eq!(
        (text(&twice, "status"), &twice["undo_event_id"]),
        ("already_undone".into(), &undone["undo_event_id"])
    );
    let redone = undo(&w, &id(&undone["receipt"]));
    assert_eq!(redone["status"], "undone");
    let said = |answer: &Value| (text(&answer["receipt"], "summary"), answer["receipt"]["is_redo"] == true);
    let (undo_said, redo_said) = (said(&undone), said(&redone));
    assert!(undo_said.0.starts_with("Undo: Set title") && !undo_said.1, "{undo_said:?}");
    assert!(redo_said.0.starts_with("Redo: Set title") && redo_said.1, "what undoes an undo: {redo_said:?}");
    assert_eq!(w.title(&task).unwrap(), "B");
    assert_eq!(undo(&w, &first)["status"], "undone", "after redo the first stands again and can be undone");
    assert_eq!(w.title(&task).unwrap(), "Fix login");
    assert!(w.verify().ok);
}

#[test]
fn e4_chains_walk_back_one_by_one() {
    let w = World::new();
    let task = w.task("0");
    let receipts: Vec<String> = (1..=5).map(|n| retitle(&w, &task, &n.to_string())).collect();
    for (n, receipt) in receipts.iter().enumerate().rev() {
        assert_eq!(undo(&w, receipt)["status"], "undone");
        assert_eq!(w.title(&task).unwrap(), n.to_string());
    }
}

#[test]
fn e5_a_run_that_touched_one_thing_five_times_comes_back_whole() {
    let w = World::new();
    let task = w.task("Fix login");
    w.ask(&codex(), "run.end", json!({}));
    let run = id(&w.ask(&codex(), "run.start", json!({"subject": "login"})));
    for n in 1..=5 {
        let call =
            json!({"run": run, "tool": "task.set_title", "args": {"task": task, "title": format!("v{n}")}});
        w.confirm(&id(&w.ask(&codex(), "call.propose", call)["item"]));
    }
    let back = w.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!((text(&back, "status"), back["undone"].as_array().unwrap().len()), ("rolled_back".into(), 5));
    assert_eq!(w.title(&task).unwrap(), "Fix login");
    let shown = w.ask(&ana(), "run.show", json!({"id": run}));
    assert_eq!(shown["active"], false, "it stays in history and counts no more");
    assert!(w.request(&ana(), "run.rollback", json!({"id": run}), None).is_err());
}

#[test]
fn e5_only_the_latest_active_run_of_a_subject_and_a_partial_one_can_be_resumed() {
    let w = World::new();
    let (task, other) = (w.task("Fix login"), w.task("Other"));
    w.ask(&codex(), "run.end", json!({}));
    let start = || id(&w.ask(&codex(), "run.start", json!({"subject": "login"})));
    let change = |run: &str, task: &str, title: &str| {
        let call = json!({"run": run, "tool": "task.set_title", "args": {"task": task, "title": title}});
        id(&w.confirm(&id(&w.ask(&codex(), "call.propose", call)["item"]))["receipt"])
    };
    let first = start();
    change(&first, &task, "a");
    change(&first, &other, "x");
    let second = start();
    let later = change(&second, &task, "b");
    let e = w.fails(&ana(), "run.rollback", json!({"id": first}));
    assert!(e.message.contains("is newer"), "{e:?}");
    // A change from outside the subject conflicts with one of the two.
    undo(&w, &later);
    let elsewhere = id(&w.ask(&codex(), "run.start", json!({"subject": "elsewhere"})));
    let foreign = change(&elsewhere, &task, "foreign");
    let partial = w.ask(&ana(), "run.rollback", json!({"id": first}));
    assert_eq!(partial["status"], "partial");
    assert_eq!(partial["undone"].as_array().unwrap().len(), 1);
    assert_eq!(partial["remaining"].as_array().unwrap().len(), 1);
    assert_eq!(w.title(&other).unwrap(), "Other");
    undo(&w, &foreign);
    let resumed = w.ask(&ana(), "run.rollback", json!({"id": first}));
    assert_eq!(
        (text(&resumed, "status"), resumed["undone"].as_array().unwrap().len()),
        ("rolled_back".into(), 1)
    );
    assert_eq!(w.title(&task).unwrap(), "Fix login");
}

#[test]
fn e6_stale_is_looked_at_afresh_and_definitive_stays() {
    let w = World::new();
    let task = w.task("Fix login");
    let first = retitle(&w, &task, "B");
    let second = retitle(&w, &task, "C");
    assert_eq!(undo(&w, &first)["status"], "stale");
    let shown = w.ask(&ana(), "show", json!({"id": first}))["receipt"].clone();
    assert!(shown["undo_action"].is_object(), "the handle stays while it may become valid again");
    undo(&w, &second);
    assert_eq!(undo(&w, &first)["status"], "undone");
    assert_eq!(undo(&w, &first)["status"], "already_undone");
}

#[test]
fn e8_a_rerun_passes_the_gate() {
    let w = World::new();
    let landed = w.confirm(&w.hold("task.create_task", json!({"title": "Weekly review"})));
    let receipt = id(&landed["receipt"]);
    assert!(landed["receipt"]["rerun_action"].is_object(), "{landed}");
    let again = w.ask(&codex(), "receipt.rerun", json!({"id": receipt}));
    assert_eq!(again["status"], "queued");
    assert_ne!(id(&again["item"]), text(&landed, "item"));
    let changed = retitle(&w, &text(&landed["receipt"]["result"], "id"), "B");
    assert!(
        w.request(&ana(), "receipt.rerun", json!({"id": changed}), None).is_err(),
        "setting twice makes no sense"
    );
}

#[test]
fn e1_an_undo_that_may_not_restore_everything_needs_a_yes_to_that() {
    let d = Desk::new();
    fs::write(d.path("a.csv"), "n\n1\n").unwrap();
    fs::hard_link(d.path("a.csv"), d.path("other.csv")).unwrap();
    let args = json!({"path": "a.csv", "header": ["n"], "rows": [[2]]});
    let made = d.confirm(&d.hold("data.write_csv", args))["receipt"].clone();
    assert_eq!(made["undo_action"]["label"], "Rollback", "{made}");
    let asked = d.undo(&made);
    assert_eq!(asked["status"], "unconfirmed", "{asked}");
    assert!(!asked["operations"].as_array().unwrap().is_empty(), "what it would do: {asked}");
    assert!(!asked["receipt"]["rollback_cues"].as_array().unwrap().is_empty());
    assert!(d.read("a.csv").unwrap().contains('2'), "nothing happened");
    let run = made["run"].clone();
    let partial = d.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!((&partial["status"], d.read("a.csv").unwrap().contains('2')), (&json!("partial"), true));
    assert_eq!(partial["receipt"], Value::Null, "nothing was undone");
    let back = d.ask(&ana(), "receipt.undo", json!({"id": made["id"], "best_effort": true}));
    assert_eq!(back["status"], "undone", "{back}");
    assert_eq!(d.read("a.csv").unwrap(), "n\n1\n");
}

#[test]
fn e15_a_rollback_has_a_receipt_that_says_what_remains_and_where_to_go_on() {
    let d = Desk::new();
    let (one, two) = (d.write("a.txt", "one\n"), d.write("b.txt", "two\n"));
    let run = text(&one, "run");
    let shown = d.ask(&ana(), "run.show", json!({"id": run}));
    assert_eq!(
        shown["undo_action"],
        json!({"label": "Undo", "expected_event_id": two["event_id"]}),
        "{shown}"
    );
    assert_eq!(d.ask(&ana(), "show", json!({"id": run}))["undo_action"], shown["undo_action"]);
    let old = json!({"id": run, "expected_event_id": one["event_id"]});
    assert!(d.fails(&ana(), "run.rollback", old).message.contains("not as it was shown"));
    fs::write(d.path("a.txt"), "mine\n").unwrap();
    let handle = json!({"id": run, "expected_event_id": two["event_id"]});
    let partial = d.ask(&ana(), "run.rollback", handle);
    assert_eq!(partial["status"], "partial", "{partial}");
    let made = &partial["receipt"];
    assert_eq!((&made["rolls_back"], &made["remaining"][0]["receipt"]), (&json!(run), &one["id"]), "{made}");
    assert!(made["remaining"][0]["reason"].as_str().unwrap().contains("a.txt"), "{made}");
    assert_eq!(
        partial["resume"],
        json!({"surface": "review", "kind": "run", "id": run, "url": format!("/runs/{run}")})
    );
    fs::write(d.path("a.txt"), "one\n").unwrap();
    assert_eq!(d.ask(&ana(), "run.rollback", json!({"id": run}))["status"], "rolled_back");
    let over = d.ask(&ana(), "run.show", json!({"id": run}));
    assert_eq!((&over["active"], &over["undo_action"]), (&json!(false), &Value::Null));
}

#[test]
fn e4_resume_leads_to_the_thing_and_the_thing_says_what_happened_to_it() {
    let w = World::new();
    let task = w.task("Fix login");
    let first = retitle(&w, &task, "B");
    let undone = undo(&w, &first);
    let resume = &undone["resume"];
    assert_eq!(
        (&resume["kind"], &resume["url"]),
        (&json!("task"), &json!(format!("/things/task?id={task}")))
    );
    let thing = w.ask(&ana(), "thing.show", json!({"kind": "task", "id": task}));
    assert_eq!(thing["value"]["title"], "Fix login");
    let receipts = thing["receipts"].as_array().unwrap();
    assert!(receipts.iter().any(|r| r["id"] == undone["receipt"]["id"]), "{thing}");
    assert!(receipts.iter().any(|r| r["id"] == first.as_str()), "{thing}");
    w.fails(&ana(), "thing.show", json!({"kind": "token", "id": task}));
    let d = Desk::new();
    let made = d.write("a.txt", "one\n");
    let path = d.path("a.txt").canonicalize().unwrap().display().to_string();
    d.write("b.txt", "two\n");
    let file = d.ask(&ana(), "thing.show", json!({"kind": "file", "id": path}));
    assert_eq!(file["receipts"].as_array().unwrap().len(), 1, "{file}");
    assert_eq!(file["receipts"][0]["id"], made["id"]);
}
