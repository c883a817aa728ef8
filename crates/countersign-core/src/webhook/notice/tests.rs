//! When a person is notified, for all orders of events.

use serde_json::json;

use super::*;

const NOW: u64 = 1_000_000;

fn item(ordinal: u32, status: &str, class: &str, created_at: u64, decided_at: Option<u64>) -> Item {
    let decision = decided_at.map(|_| format!("d{ordinal}"));
    serde_json::from_value(json!({
        "id": format!("i{ordinal}-aaaa"), "set": "s1", "run": "run1", "agent": "codex", "subject": "release",
        "ordinal": ordinal, "tool": "task.create_task", "class": class, "status": status, "args": {},
        "summary": format!("change {ordinal}"), "preview": {}, "facts": {}, "digest": "x", "definition": "x",
        "why": {"row": "class", "reasons": []}, "reversal": {"tier": "exact"}, "approvers": 1, "hold": "queue",
        "created_at": created_at, "decided_at": decided_at, "decision": decision,
    }))
    .unwrap()
}

fn pending(ordinal: u32, at: u64) -> Item {
    item(ordinal, "pending", "mutable", at, None)
}

#[test]
fn b12_nothing_that_waits_rings_nothing() {
    assert_eq!(ring(&[], None, NOW), None);
    assert_eq!(ring(&[item(1, "applied", "mutable", 1, Some(2))], None, NOW), None);
    assert_eq!(ring(&[item(1, "retracted", "mutable", 1, None)], None, NOW), None);
    let expired = Item { expires_at: Some(NOW), ..pending(1, 1) };
    assert_eq!(ring(&[expired], None, NOW), None);
}

#[test]
fn b12_it_rings_once_until_a_person_emptied_it() {
    let first = ring(&[pending(1, 1), pending(2, 2)], None, NOW).unwrap();
    assert_eq!((first.waiting, first.item.as_str()), (2, "i2-aaaa"));
    let rung = Some(&first.rung);
    let done = |n: u32, created: u64, decided: u64| item(n, "applied", "mutable", created, Some(decided));
    assert_eq!(ring(&[pending(1, 1), pending(2, 2), pending(3, 3)], rung, NOW), None);
    // The third came before the others were decided: something always waited.
    assert_eq!(ring(&[done(1, 1, 5), done(2, 2, 5), pending(3, 3)], rung, NOW), None);
    let anew = ring(&[done(1, 1, 5), done(2, 2, 5), done(3, 3, 6), pending(4, 7)], rung, NOW).unwrap();
    assert_eq!(anew.waiting, 1);
    let put_off = [item(1, "deferred", "mutable", 1, None), done(2, 2, 5), pending(3, 7)];
    assert!(ring(&put_off, rung, NOW).is_some(), "what a person put off does not wait");
    let taken_back =
        [item(1, "retracted", "mutable", 1, None), item(2, "retracted", "mutable", 2, None), pending(3, 7)];
    assert_eq!(ring(&taken_back, rung, NOW), None, "the agent emptied it, not the person");
}

#[test]
fn b12_the_first_destructive_item_rings_and_is_shown_first() {
    let calm = ring(&[pending(1, 1)], None, NOW).unwrap();
    let items = [pending(1, 1), item(2, "pending", "destructive", 2, None), pending(3, 3)];
    let alarm = ring(&items, Some(&calm.rung), NOW).unwrap();
    assert_eq!((alarm.waiting, alarm.destructive, alarm.item.as_str()), (3, 1, "i2-aaaa"));
    assert_eq!(ring(&items, Some(&alarm.rung), NOW), None);
}

#[test]
fn what_an_agent_says_stands_apart_from_the_facts() {
    let given = Item { human_summary: Some("harmless".into()), ..pending(1, 1) };
    let told = request(&given, Some("http://x/items/i1"));
    assert_eq!(told["agent_says"]["human_summary"], "harmless");
    assert_eq!(told["proposed_action"], "change 1");
    assert_eq!(told.to_string().matches("harmless").count(), 1);
}

#[test]
fn long_lists_say_how_much_they_leave_out() {
    let mut given = pending(1, 1);
    given.facts.deletes = (0..60).map(|n| format!("/w/{n}")).collect();
    let told = request(&given, None);
    let deletes = told["details"]["deletes"].as_array().unwrap();
    assert_eq!((deletes.len(), deletes.last().unwrap()), (51, &json!("… (+10 more)")));
}

#[test]
fn a_request_names_reason_action_risk_and_what_the_call_touches() {
    let mut given = item(1, "pending", "destructive", 1, None);
    given.facts = serde_json::from_value(json!({
        "writes": ["/w/a.txt"], "deletes": ["/w/b.txt"], "executes": ["sed -i s/a/b/ a.txt"],
    }))
    .unwrap();
    given.why.reasons = serde_json::from_value(json!(["always asked about: deleting files"])).unwrap();
    let told = request(&given, Some("http://x/items/i1"));
    assert_eq!((&told["task_id"], &told["subtask_id"]), (&json!("run1"), &json!("i1-aaaa")));
    assert_eq!(told["reason"], "always asked about: deleting files");
    assert_eq!((&told["proposed_action"], &told["risk_level"]), (&json!("change 1"), &json!("high")));
    let details = &told["details"];
    assert_eq!((&details["tool"], &details["writes"]), (&json!("task.create_task"), &json!(["/w/a.txt"])));
    assert_eq!(details["deletes"], json!(["/w/b.txt"]));
    assert_eq!(details["executes"], json!(["sed -i s/a/b/ a.txt"]));
}
