//! A10, D7: what proceeds by itself unless somebody objects in time.

use serde_json::{Value, json};

use countersign_core::Actor;

use super::{
    super::world::{DAY, ana, ben, codex, id},
    CHECKED, Desk,
};

/// Builds the input of a person's operation from the item and its set.
type Input = fn(&str, Value) -> Value;
/// What happens while a countdown runs.
type Move = fn(&Desk);

/// Makes a call that counts down; returns its item, and when it ends.
pub(super) fn counting(d: &Desk) -> (String, Value) {
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    let call = d.write("a.txt", "one\n");
    assert_eq!(
        (&call["status"], &call["item"]["auto_approve_timeout"]),
        (&json!("queued"), &json!(10)),
        "{call}"
    );
    assert!(call["message"].as_str().unwrap().contains("goes on in 10 s"), "{call}");
    (id(&call["item"]), call["item"]["proceeds_at"].clone())
}

#[test]
fn a10_a_call_goes_on_when_nobody_objected_and_is_decided_by_timeout() {
    let d = Desk::new(CHECKED);
    let (item, at) = counting(&d);
    let told = &d.fire()["counting"][0];
    assert_eq!((&told["id"], &told["proceeds_at"], &told["wait_ms"]), (&json!(item), &at, &json!(10_000)));
    assert_eq!(d.fire_ripe(&item, &at)["proceeded"], json!([item]));
    assert_eq!(d.read("a.txt").as_deref(), Some("one\n"));
    let shown = d.ask(&ana(), "show", json!({"id": item}));
    assert_eq!(
        (&shown["item"]["status"], &shown["decisions"][0]["by"]),
        (&json!("applied"), &json!("timeout"))
    );
    assert_eq!(shown["receipt"]["allowed_by"]["by"], "timeout");
    assert_eq!(shown["item"]["auto_approve_timeout"], Value::Null);
    let calls = d.ask(&ana(), "audit.log", json!({}))["calls"].clone();
    let mut written = calls.as_array().unwrap().iter().filter(|c| c["tool"] == "filesystem.write_file");
    assert!(written.all(|c| c["user_confirmed"] == false), "{calls}");
    assert_eq!(d.ask(&codex(), "agent.news", json!({}))["items"][0]["status"], "applied");
    assert!(d.fire_ripe(&item, &at).get("proceeded").is_none(), "firing twice does no harm");
}

#[test]
fn a10_h7_what_is_not_shown_whole_does_not_count_down() {
    let d = Desk::new(CHECKED);
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    let call = d.write("a.txt", &"a line\n".repeat(5_000));
    assert_eq!(
        (&call["status"], &call["item"]["auto_approve_timeout"]),
        (&json!("queued"), &Value::Null),
        "{call}"
    );
    let secret = d.write("b.txt", &format!("password = \"{}\"\n", "kT9x".repeat(6)));
    assert_eq!(secret["item"]["auto_approve_timeout"], Value::Null, "{secret}");
    assert!(d.fire().get("counting").is_none());
}

#[test]
fn a10_whatever_a_person_does_with_it_ends_the_countdown() {
    let set_of = |d: &Desk, item: &str| d.item(item)["change_set"].clone();
    let acts: [(&str, Input); 6] = [
        ("countdown.stop", |item, _| json!({"id": item})),
        ("item.defer", |item, _| json!({"id": item})),
        ("item.reject", |item, _| json!({"id": item})),
        ("item.edit", |item, _| json!({"id": item, "args": {"path": "a.txt", "content": "two\n"}})),
        ("item.claim", |item, _| json!({"id": item})),
        ("item.claim", |_, set| json!({"id": set})),
    ];
    for (op, input) in acts {
        let d = Desk::new(CHECKED);
        let (item, at) = counting(&d);
        d.ask(&ben(), op, input(&item, set_of(&d, &item)));
        assert_eq!(d.item(&item)["proceeds_at"], Value::Null, "{op}");
        assert!(d.fire().get("counting").is_none(), "{op}");
        assert!(d.fire_ripe(&item, &at).get("proceeded").is_none(), "{op}");
        assert_eq!(d.read("a.txt"), None, "{op}");
    }
}

#[test]
fn a10_a_stopped_countdown_waits_for_the_persons_own_yes() {
    let d = Desk::new(CHECKED);
    let (item, _) = counting(&d);
    d.ask(&ana(), "countdown.stop", json!({"id": item}));
    assert_eq!(d.item(&item)["status"], "pending");
    let again = d.fails(&ana(), "countdown.stop", json!({"id": item}));
    assert_eq!(again.code, countersign_core::ErrorCode::Conflict);
    assert_eq!(d.confirm(&item)["status"], "applied");
    let unknown = d.fails(&ana(), "countdown.stop", json!({"id": "i999"}));
    assert_eq!(unknown.code, countersign_core::ErrorCode::NotFound);
}

#[test]
fn a10_an_agent_that_proposes_again_what_a_person_held_is_asked_about_it() {
    let acts: [(&str, Input); 6] = [
        ("countdown.stop", |item, _| json!({"id": item})),
        ("item.defer", |item, _| json!({"id": item})),
        ("item.claim", |item, _| json!({"id": item})),
        ("item.claim", |_, set| json!({"id": set})),
        ("item.edit", |item, _| json!({"id": item, "args": {"path": "a.txt", "content": "two\n"}})),
        ("item.refresh", |item, _| json!({"id": item})),
    ];
    for (op, input) in acts {
        let d = Desk::new(CHECKED);
        let (item, _) = counting(&d);
        d.ask(&ana(), op, input(&item, d.item(&item)["change_set"].clone()));
        d.ask(&codex(), "item.retract", json!({"id": item}));
        let again = d.write("a.txt", "one\n");
        assert_eq!(
            (&again["status"], &again["item"]["proceeds_at"]),
            (&json!("queued"), &Value::Null),
            "{op}"
        );
        assert_eq!(d.report()["answer"], "ask", "{op}: the step waits for a person, too");
    }
}

#[test]
fn a10_the_clock_on_the_wall_ends_nothing_and_forgets_nothing() {
    let d = Desk::new(CHECKED);
    let (item, at) = counting(&d);
    d.env.advance(DAY / 2);
    assert_eq!(d.fire()["counting"].as_array().unwrap().len(), 1, "it is over only when it was watched");
    assert_eq!(
        (d.item(&item)["status"].as_str(), d.item(&item)["auto_approve_timeout"].as_u64()),
        (Some("pending"), Some(0))
    );
    assert_eq!(d.fire_ripe(&item, &at)["proceeded"], json!([item]));
}

#[test]
fn a10_after_a_restart_a_countdown_begins_anew() {
    let d = Desk::new(CHECKED);
    let (item, at) = counting(&d);
    d.env.advance(9_000);
    let told = d.ask(&Actor::system(), "timer.fire", json!({"restarted": true}));
    let anew = told["counting"][0]["proceeds_at"].clone();
    assert!(anew.as_u64() >= at.as_u64().map(|at| at + 9_000), "{told}");
    assert!(d.fire_ripe(&item, &at).get("proceeded").is_none(), "what was watched before counts no more");
    assert_eq!(d.fire_ripe(&item, &anew)["proceeded"], json!([item]));
}

#[test]
fn d7_countdowns_stand_still_while_everything_is_frozen_and_begin_anew() {
    let d = Desk::new(CHECKED);
    let (item, at) = counting(&d);
    d.ask(&ana(), "freeze", json!({}));
    assert!(d.fire().get("counting").is_none());
    assert!(d.fire_ripe(&item, &at).get("proceeded").is_none());
    assert_eq!(d.item(&item)["auto_approve_timeout"], Value::Null, "none is shown");
    d.env.advance(60_000);
    d.ask(&ana(), "thaw", json!({}));
    let anew = d.item(&item)["proceeds_at"].clone();
    assert!(anew.as_u64() > at.as_u64());
    assert!(d.fire_ripe(&item, &at).get("proceeded").is_none());
    assert_eq!(d.fire_ripe(&item, &anew)["proceeded"], json!([item]));
}

#[test]
fn a10_everything_is_looked_at_again_when_the_time_is_over() {
    let moves: [(&str, Move); 3] = [
        ("something it depends on has changed", |d| std::fs::write(d.path("a.txt"), "mine\n").unwrap()),
        ("no longer releases it", |d| {
            d.passes(false);
            d.ask(&codex(), "step.check", json!({}));
        }),
        ("its step is over", |d| {
            d.report();
            let waits = d.ask(&ana(), "inbox.list", json!({}))["waiting"][0]["id"].clone();
            d.ask(&ana(), "step.approve", json!({"id": waits}));
        }),
    ];
    for (why, moves) in moves {
        let d = Desk::new(CHECKED);
        let (item, at) = counting(&d);
        moves(&d);
        assert!(d.fire_ripe(&item, &at).get("proceeded").is_none(), "{why}");
        let shown = d.item(&item);
        assert_eq!((&shown["status"], &shown["proceeds_at"]), (&json!("pending"), &Value::Null), "{why}");
        let reasons = shown["why"]["reasons"].to_string();
        assert!(reasons.contains(why), "{reasons}");
    }
}

#[test]
fn a10_of_two_calls_on_the_same_evidence_only_the_first_goes_on_by_itself() {
    let d = Desk::new(CHECKED);
    let (first, at) = counting(&d);
    let second = d.write("b.txt", "one\n");
    let (second, then) = (id(&second["item"]), second["item"]["proceeds_at"].clone());
    let ripe = json!([{"id": first, "proceeds_at": at}, {"id": second, "proceeds_at": then}]);
    assert_eq!(d.ask(&Actor::system(), "timer.fire", json!({"ripe": ripe}))["proceeded"], json!([first]));
    assert!(d.fire_ripe(&second, &then).get("proceeded").is_none());
    assert_eq!((d.read("a.txt").is_some(), d.read("b.txt")), (true, None));
}

#[test]
fn a10_a_step_goes_on_when_nobody_objected_and_not_when_its_countdown_was_stopped() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let at = d.report()["step"]["proceeds_at"].clone();
    assert_eq!(d.fire_ripe(&step, &at)["proceeded"], json!([step]));
    let done = d.step(&step);
    assert_eq!((&done["status"], &done["decided_by"]), (&json!("completed"), &json!("timeout")));
    let held = d.begin();
    let at = d.report()["step"]["proceeds_at"].clone();
    d.ask(&ana(), "countdown.stop", json!({"id": held}));
    assert!(d.fire_ripe(&held, &at).get("proceeded").is_none());
    assert_eq!(d.standing(&held), "waiting");
    assert_eq!(d.ask(&ana(), "step.approve", json!({"id": held}))["status"], "completed");
}

#[test]
fn a10_a_step_in_which_something_was_destroyed_is_never_done_by_itself() {
    let d = Desk::new(CHECKED);
    std::fs::write(d.path("old.txt"), "x").unwrap();
    d.begin();
    let delete = json!({"tool": "filesystem.delete_file", "args": {"path": "old.txt"}});
    let item = id(&d.ask(&codex(), "call.propose", delete)["item"]);
    assert_eq!(d.confirm(&item)["status"], "applied");
    let answer = d.report();
    assert_eq!(answer["answer"], "ask", "{answer}");
    assert!(answer["words"].as_str().unwrap().contains("something destructive"));
}
