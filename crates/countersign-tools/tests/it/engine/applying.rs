//! D: what happens after approval.

use countersign_core::{Outcome, event::ResultStatus};
use serde_json::json;

use super::world::{World, ana, codex, id, text};

#[test]
fn d1_decision_effect_and_receipt_are_one_event() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "show", json!({"id": item}));
    let before = w.events().len();
    let landed = w.ask(&ana(), "item.confirm", json!({"id": item}));
    assert_eq!(w.events().len(), before + 1, "there is no moment between the intent and the result");
    assert_eq!(landed["receipt"]["event_id"], w.last_event().id());
}

#[test]
fn d2_drift_that_matters_makes_an_item_stale_and_harmless_drift_passes() {
    let w = World::new();
    let task = w.task("Fix login");
    let title = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    let estimate = w.hold("task.set_estimate", json!({"task": task, "estimate": 30}));
    w.confirm(&w.hold("task.set_title", json!({"task": task, "title": "C"})));
    let stale = w.confirm(&title);
    assert_eq!(stale["status"], "stale");
    assert!(
        text(&stale, "message").contains("\"Fix login\"") && text(&stale, "message").contains("\"C\""),
        "{stale}"
    );
    assert_eq!(w.title(&task).unwrap(), "C", "nothing was applied");
    assert_eq!(w.confirm(&estimate)["status"], "applied", "the title is none of its business");
    let fresh = w.ask(&ana(), "item.refresh", json!({"id": title}));
    assert_eq!(fresh["item"]["preview"]["changes"][0]["before"], "C");
    assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": title}))["status"], "applied");
    assert_eq!(w.title(&task).unwrap(), "B");
}

#[test]
fn d2_a_changed_tool_definition_is_not_what_was_approved() {
    let w = World::with("", vec![super::judging::shredder()]);
    let item = w.hold("test.shred", json!({"name": "x"}));
    w.ask(&ana(), "show", json!({"id": item}));
    let mut other = super::judging::shredder();
    other.doc = "Does something else now.".into();
    let w = w.restarted("", vec![other]);
    let answer = w.ask(&ana(), "item.confirm", json!({"id": item, "typed": "x"}));
    assert_eq!(answer["status"], "failed");
    assert!(text(&answer, "message").contains("definition"), "{answer}");
}

#[test]
fn d2_a_frozen_world_lets_no_effect_through() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "freeze", json!({"reason": "lunch"}));
    assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "frozen");
    assert_eq!(w.call("task.create_task", json!({"title": "B"}))["status"], "refused");
    assert_eq!(w.call("task.list_tasks", json!({}))["status"], "done", "reading is no effect");
    let w = w.restarted("", Vec::new());
    assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "frozen");
    w.ask(&ana(), "thaw", json!({}));
    assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "applied");
}

#[test]
fn d3_a_failed_dispatch_returns_the_item_with_its_error_and_spends_the_decision() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.add_checklist_item", json!({"task": task, "title": "step"}));
    let receipt = {
        let made = w.ask(&ana(), "receipt.list", json!({}))["receipts"][0].clone();
        id(&made)
    };
    w.ask(&ana(), "receipt.undo", json!({"id": receipt}));
    let failed = w.confirm(&item);
    assert!(matches!(failed["status"].as_str(), Some("failed" | "stale")), "{failed}");
    assert!(failed["receipt"].is_null());
    let shown = w.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert!(matches!(shown["status"].as_str(), Some("pending" | "stale")));
    assert!(shown["error"].is_string());
    let note = w.events().iter().rev().find_map(|e| e.told().filter(|b| !b.calls.is_empty())).unwrap();
    assert_eq!(note.calls[0].result_status, Some(ResultStatus::Error));
}

#[test]
fn d4_an_operation_that_panics_or_fails_leaves_every_record_as_it_was() {
    let w = World::new();
    let task = w.task("Fix login");
    let before = w.verify();
    assert!(before.ok, "{before:?}");
    w.fails(&ana(), "item.edit", json!({"id": "i999", "args": {}}));
    w.fails(&codex(), "call.propose", json!({"run": "run999", "tool": "task.list_tasks"}));
    let after = w.verify();
    assert_eq!((before.events, before.records), (after.events, after.records), "an error leaves no trace");
    assert_eq!(w.title(&task).unwrap(), "Fix login");
}

#[test]
fn d5_nothing_is_retried_by_itself() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    w.confirm(&w.hold("task.set_title", json!({"task": task, "title": "C"})));
    w.confirm(&item);
    w.confirm(&w.hold("task.set_title", json!({"task": task, "title": "Fix login"})));
    // Its precondition holds again, but nobody has approved it again.
    assert_eq!(w.title(&task).unwrap(), "Fix login");
    assert_eq!(w.status(&item), "stale");
}

#[test]
fn d6_what_the_agent_is_told_never_changes_what_landed() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.confirm(&item);
    let other = countersign_core::Actor::agent("other");
    assert!(w.request(&other, "item.status", json!({"id": item}), None).is_err());
    assert_eq!(w.outcome(&codex(), "item.status", json!({"id": item})), Outcome::Done);
    assert_eq!(w.status(&item), "applied");
}
