//! B and C: what sets, items and decisions say of whose they are and what they are about, and lists that keep to that.

use serde_json::{Value, json};

use super::world::{World, ana, codex, id, text};

/// A run of the agent about `subject`, which proposes a task; returns the run and the answer.
fn proposed(w: &World, subject: &str, title: &str) -> (String, Value) {
    let run = id(&w.ask(&codex(), "run.start", json!({"subject": subject, "thread": "conv-1"})));
    let call = json!({"run": run, "tool": "task.create_task", "args": {"title": title}});
    let answer = w.ask(&codex(), "call.propose", call);
    (run, answer)
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap_or_else(|| panic!("{list}")).iter().map(id).collect()
}

#[test]
fn b1_a_set_its_items_and_its_decisions_say_whose_they_are_and_what_they_are_about() {
    let w = World::new();
    let (run, answer) = proposed(&w, "login", "Fix login");
    let (item, set) = (id(&answer["item"]), id(&answer["change_set"]));
    let shown = w.ask(&ana(), "show", json!({"id": set}));
    let about = &shown["change_set"];
    for (field, value) in [("agent", "codex"), ("subject", "login"), ("thread", "conv-1"), ("run", &*run)] {
        assert_eq!(about[field], value, "{field}: {about}");
    }
    assert_eq!((&about["status"], &about["resolved_at"]), (&json!("pending"), &Value::Null));
    assert!(about["created_at"].is_u64(), "{about}");
    assert_eq!(ids(&shown["items"]), std::slice::from_ref(&item));
    let first = &shown["items"][0];
    assert_eq!(
        (text(first, "tool"), &first["args"]["title"]),
        ("task.create_task".into(), &json!("Fix login"))
    );
    w.ask(&ana(), "item.reject", json!({"id": item, "reason": "not now"}));
    let decision = w.ask(&ana(), "decision.list", json!({"agent": "codex"}))["decisions"][0].clone();
    for (field, value) in [
        ("item", &*item),
        ("set", &set),
        ("run", &run),
        ("agent", "codex"),
        ("tool", "task.create_task"),
        ("subject", "login"),
        ("decision", "rejected"),
        ("reason", "not now"),
        ("by", "person:ana"),
    ] {
        assert_eq!(decision[field], value, "{field}: {decision}");
    }
    assert!(decision["at"].is_u64() && decision["id"].is_string(), "{decision}");
}

#[test]
fn h5_i1_the_inbox_and_the_context_keep_to_one_subject() {
    let w = World::new();
    let (_, login) = proposed(&w, "login", "Fix login");
    let (_, billing) = proposed(&w, "billing", "Fix billing");
    let (login, billing) = (id(&login["item"]), id(&billing["item"]));
    let inbox = |filter: Value| ids(&w.ask(&ana(), "inbox.list", filter)["items"]);
    assert_eq!(inbox(json!({})).len(), 2);
    assert_eq!(inbox(json!({"subject": "login"})), std::slice::from_ref(&login));
    assert!(inbox(json!({"subject": "login", "agent": "other"})).is_empty());
    w.ask(&ana(), "item.reject", json!({"id": login, "reason": "one"}));
    w.ask(&ana(), "item.reject", json!({"id": billing, "reason": "two"}));
    let context = w.ask(&ana(), "context", json!({"agent": "codex", "subject": "billing"}));
    assert!(text(&context, "text").contains("two") && !text(&context, "text").contains("one"), "{context}");
    assert_eq!(context["decisions"].as_array().unwrap().len(), 1);
}

#[test]
fn b1_every_status_of_a_set_is_reached() {
    let w = World::new();
    let (run, first) = proposed(&w, "login", "one");
    let call = json!({"run": run, "tool": "task.create_task", "args": {"title": "two"}});
    let second = id(&w.ask(&codex(), "call.propose", call)["item"]);
    let set = id(&first["change_set"]);
    let status = || text(&w.ask(&ana(), "show", json!({"id": set}))["change_set"], "status");
    assert_eq!(status(), "pending");
    w.ask(&ana(), "item.reject", json!({"id": id(&first["item"])}));
    assert_eq!(status(), "partially_resolved");
    w.ask(&ana(), "item.reject", json!({"id": second}));
    assert_eq!(status(), "resolved", "also where everything in it was rejected");
    let (_, late) = proposed(&w, "billing", "three");
    w.env.advance(8 * super::world::DAY);
    w.ask(&countersign_core::Actor::system(), "timer.fire", json!({}));
    let late = w.ask(&ana(), "show", json!({"id": id(&late["change_set"])}));
    assert_eq!(late["change_set"]["status"], "expired");
}
