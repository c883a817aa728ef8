//! B11, D7: what happens because time has passed.

use countersign_core::Actor;
use serde_json::{Value, json};

use super::world::{DAY, MINUTE, NOON, World, ana, codex};

fn fire(w: &World) -> Value {
    w.ask(&Actor::system(), "timer.fire", json!({}))
}

fn has_events(w: &World) -> usize {
    w.events().len()
}

#[test]
fn b11_what_nobody_decides_expires_without_traffic_and_the_agent_reads_no_decision() {
    let w = World::new();
    let first = w.hold("task.create_task", json!({"title": "a"}));
    w.env.advance(DAY);
    let second = w.hold("task.create_task", json!({"title": "b"}));
    let due = fire(&w)["next_at"].as_u64().unwrap();
    w.env.advance(6 * DAY);
    let fired = fire(&w);
    assert_eq!(fired["expired"], json!([first]));
    assert!(due <= NOON + 7 * DAY + MINUTE, "it is looked at in time: {due}");
    assert_eq!((w.status(&first).as_str(), w.status(&second).as_str()), ("expired", "pending"));
    let inbox = w.ask(&ana(), "inbox.list", json!({}));
    assert_eq!(inbox["items"].as_array().unwrap().len(), 1, "what expired is hidden");
    let told = w.ask(&codex(), "context", json!({})).to_string();
    assert!(told.contains("no decision"), "{told}");
    assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": first}))["status"], "already_decided");
}

#[test]
fn b11_firing_when_nothing_is_due_leaves_no_trace() {
    let w = World::new();
    w.hold("task.create_task", json!({"title": "a"}));
    let before = has_events(&w);
    for _ in 0..3 {
        assert_eq!(fire(&w)["expired"], json!([]));
    }
    assert_eq!(has_events(&w), before);
}

#[test]
fn b11_never_is_never() {
    let w = World::with_policy("version = 1\nexpire_days = 0");
    let item = w.hold("task.create_task", json!({"title": "a"}));
    w.env.advance(400 * DAY);
    assert_eq!(fire(&w)["expired"], json!([]));
    assert_eq!(w.status(&item), "pending");
}

#[test]
fn b11_children_go_with_their_parent() {
    let w = World::new();
    let parent = w.hold("task.create_task", json!({"title": "a"}));
    let child = w.hold("task.set_title", json!({"task": "$item1.result.id", "title": "b"}));
    w.env.advance(7 * DAY + MINUTE);
    let expired = fire(&w)["expired"].clone();
    assert_eq!(expired.as_array().unwrap()[0], parent.as_str());
    assert_ne!(w.status(&child), "pending");
    assert_eq!(fire(&w)["expired"], json!([]));
}

#[test]
fn b11_a_clock_that_steps_back_expires_nothing_early() {
    let w = World::new();
    w.env.advance(30 * DAY);
    let item = w.hold("task.create_task", json!({"title": "a"}));
    let back = w.restarted_at(NOON);
    assert_eq!(fire(&back)["expired"], json!([]));
    assert_eq!(back.status(&item), "pending");
}

#[test]
fn d7_timers_stand_still_while_everything_is_frozen() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "a"}));
    w.env.advance(6 * DAY);
    w.ask(&ana(), "freeze", json!({}));
    w.env.advance(10 * DAY);
    w.ask(&ana(), "freeze", json!({"reason": "again"}));
    assert_eq!(fire(&w)["expired"], json!([]));
    assert_eq!(w.ask(&ana(), "inbox.list", json!({}))["items"].as_array().unwrap().len(), 1);
    w.ask(&ana(), "thaw", json!({}));
    assert_eq!(fire(&w)["expired"], json!([]), "the frozen days do not count");
    assert_eq!(w.status(&item), "pending");
    w.env.advance(DAY + MINUTE);
    assert_eq!(fire(&w)["expired"], json!([item]));
}

#[test]
fn kept_answers_and_unused_links_are_forgotten() {
    let w = World::new();
    let ask = json!({"tool": "task.create_task", "args": {"title": "a"}});
    let first = w.request(&codex(), "call.propose", ask.clone(), Some("k")).unwrap();
    w.ask(&ana(), "link.create", json!({}));
    w.env.advance(6 * DAY);
    assert_eq!(fire(&w)["forgotten"], 1, "the link");
    let again = w.request(&codex(), "call.propose", ask, Some("k")).unwrap();
    assert_eq!(again.value["item"]["id"], first.value["item"]["id"]);
    w.env.advance(2 * DAY);
    assert_eq!(fire(&w)["forgotten"], 1, "the answer");
}
