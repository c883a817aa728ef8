//! Changed settings: tighter ones apply at once, looser ones wait for a person.

use countersign_core::{Actor, ErrorCode};
use serde_json::{Value, json};

use super::world::{World, ana, ben, codex};

fn load(w: &World, text: &str, loosens: &[&str]) -> Value {
    let over = w.ask(&Actor::system(), "settings.show", json!({}))["settings"][0]["digest"].clone();
    let input = json!({"name": "policy", "text": text, "loosens": loosens, "over": over});
    w.ask(&Actor::system(), "settings.load", input)
}

#[test]
fn c1_what_was_compared_with_another_policy_is_not_taken_up() {
    let w = World::new();
    let first = load(&w, "one", &[])["digest"].clone();
    load(&w, "two", &[]);
    for over in [first, Value::Null] {
        let input = json!({"name": "policy", "text": "three", "loosens": [], "over": over});
        assert_eq!(w.fails(&Actor::system(), "settings.load", input).code, ErrorCode::Conflict);
    }
    assert_eq!(w.ask(&ana(), "settings.show", json!({}))["settings"][0]["text"], "two");
}

#[test]
fn c1_a_loosened_policy_waits_for_a_persons_word() {
    let w = World::new();
    assert_eq!(load(&w, "one", &[])["text"], "one", "the first counts");
    assert_eq!(load(&w, "two", &[])["text"], "two", "what loosens nothing counts");
    let held = load(&w, "three", &["sending to x no longer asks"]);
    assert_eq!((&held["text"], &held["waiting"]["text"]), (&json!("two"), &json!("three")));
    let events = w.events().len();
    load(&w, "three", &["sending to x no longer asks"]);
    assert_eq!(w.events().len(), events, "it is told once");
    let waiting = w.ask(&ana(), "inbox.list", json!({}))["waiting"].clone();
    assert_eq!((&waiting[0]["kind"], &waiting[0]["id"]), (&json!("settings"), &json!("policy")), "{waiting}");
    let title = "policy.toml waits for your decision: sending to x no longer asks";
    assert_eq!(waiting[0]["title"], title);
    let digest = held["waiting"]["digest"].as_str().unwrap();
    assert_eq!(w.fails(&codex(), "settings.accept", json!({"digest": digest})).code, ErrorCode::Refused);
    let mut ben = ben();
    ben.role = countersign_core::Role::Approver;
    assert_eq!(w.fails(&ben, "settings.accept", json!({"digest": digest})).code, ErrorCode::Refused);
    let now = w.ask(&ana(), "settings.accept", json!({"digest": &digest[..32]}));
    assert_eq!(
        (&now["text"], &now["by"], &now["waiting"]),
        (&json!("three"), &json!("person:ana"), &Value::Null)
    );
    assert_eq!(w.ask(&ana(), "inbox.list", json!({}))["waiting"], json!([]));
}

#[test]
fn c2_what_is_accepted_is_what_was_shown() {
    let w = World::new();
    load(&w, "one", &[]);
    let first = load(&w, "two", &["x"])["waiting"]["digest"].clone();
    load(&w, "three", &["x", "y"]);
    assert_eq!(w.fails(&ana(), "settings.accept", json!({"digest": first})).code, ErrorCode::NotFound);
    assert_eq!(w.fails(&ana(), "settings.accept", json!({"digest": ""})).code, ErrorCode::Invalid);
    assert_eq!(load(&w, "one", &[])["waiting"], Value::Null, "put back, nothing waits any more");
    assert_eq!(w.ask(&ana(), "settings.show", json!({}))["settings"][0]["text"], "one");
}
