//! A10, F4: steering a run also steers its steps and countdowns, and what the end of a run leaves of them.

use countersign_core::{Actor, ErrorCode};
use serde_json::{Value, json};

use super::{
    super::world::{ana, codex, id, text},
    CHECKED, Desk,
    countdowns::counting,
};

fn run_of(d: &Desk) -> String {
    text(&d.ask(&ana(), "run.list", json!({}))["runs"][0], "id")
}

/// Returns a step that counts down, and when it ends.
fn counting_step(d: &Desk) -> (String, Value) {
    let step = d.begin();
    let answer = d.report();
    assert_eq!(answer["answer"], "proceed_after", "{answer}");
    (step, answer["step"]["proceeds_at"].clone())
}

/// Returns the only pending countdown as shown in each view.
fn countdowns_shown(d: &Desk, run: &str) -> Vec<Value> {
    let inbox = d.ask(&ana(), "inbox.list", json!({}));
    let since = d.ask(&ana(), "visit.since", json!({}));
    let shown = d.ask(&ana(), "run.show", json!({"id": run}));
    let first = if inbox["items"] == json!([]) { &inbox["waiting"][0] } else { &inbox["items"][0] };
    [first, &since["waiting"][0], &shown["waiting_for"][0]]
        .map(|w| w["auto_approve_timeout"].clone())
        .to_vec()
}

#[test]
fn a10_f4_countdowns_of_a_paused_run_stand_still_and_begin_anew() {
    for counting in [counting, counting_step] {
        let d = Desk::new(CHECKED);
        let (what, at) = counting(&d);
        let run = run_of(&d);
        assert!(countdowns_shown(&d, &run).iter().all(Value::is_u64), "{what}");
        d.ask(&ana(), "run.pause", json!({"id": run}));
        assert!(d.fire().get("counting").is_none(), "{what}");
        assert!(d.fire_ripe(&what, &at).get("proceeded").is_none(), "{what}");
        assert_eq!(countdowns_shown(&d, &run), vec![Value::Null; 3], "none is shown");
        d.env.advance(60_000);
        d.ask(&ana(), "run.resume", json!({"id": run}));
        let anew = d.fire()["counting"][0]["proceeds_at"].clone();
        assert!(anew.as_u64() >= at.as_u64().map(|at| at + 60_000), "{anew}");
        assert!(d.fire_ripe(&what, &at).get("proceeded").is_none(), "what was watched before counts no more");
        assert_eq!(d.fire_ripe(&what, &anew)["proceeded"], json!([what]));
    }
}

#[test]
fn a10_f4_to_stop_or_redirect_a_run_ends_its_countdowns_and_nothing_lands() {
    for (op, reason) in [("run.stop", "reason"), ("run.redirect", "instruction")] {
        for counting in [counting, counting_step] {
            let d = Desk::new(CHECKED);
            let (what, at) = counting(&d);
            let run = run_of(&d);
            d.ask(&ana(), op, json!({"id": run, reason: "something else"}));
            assert!(d.fire().get("counting").is_none(), "{op} {what}");
            assert!(d.fire_ripe(&what, &at).get("proceeded").is_none(), "{op} {what}");
            assert_eq!(d.read("a.txt"), None, "{op}");
            let step = d.ask(&ana(), "step.list", json!({"run": run}))["steps"][0].clone();
            assert_eq!(
                (&step["status"], &step["proceeds_at"]),
                (&json!("failed"), &Value::Null),
                "{op} {step}"
            );
            assert!(text(&step, "reason").contains("something else"), "{op} {step}");
            assert_eq!(d.ask(&ana(), "inbox.list", json!({}))["items"], json!([]), "{op}");
        }
    }
}

#[test]
fn a10_f4_what_is_held_while_its_run_is_paused_waits_after_it_is_resumed() {
    for counting in [counting, counting_step] {
        let d = Desk::new(CHECKED);
        let (what, _) = counting(&d);
        let run = run_of(&d);
        d.ask(&ana(), "run.pause", json!({"id": run}));
        d.ask(&ana(), "countdown.stop", json!({"id": what}));
        d.ask(&ana(), "run.resume", json!({"id": run}));
        assert!(d.fire().get("counting").is_none(), "{what}");
        assert_eq!(d.read("a.txt"), None);
    }
}

#[test]
fn a10_what_counts_down_when_its_run_is_rolled_back_does_not_go_on() {
    let d = Desk::new(CHECKED);
    let (item, at) = counting(&d);
    d.ask(&ana(), "run.rollback", json!({"id": run_of(&d)}));
    assert!(d.fire_ripe(&item, &at).get("proceeded").is_none());
    assert_eq!((d.item(&item)["status"].as_str(), d.read("a.txt")), (Some("pending"), None));
}

#[test]
fn a_run_that_ends_with_an_unreported_step_leaves_it_failed_with_the_reason() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let run = run_of(&d);
    d.ask(&codex(), "run.end", json!({}));
    let over = d.step(&step);
    assert_eq!(
        (&over["status"], &over["reason"]),
        (&json!("failed"), &json!("the run ended before it was reported"))
    );
    let late = d.fails(&codex(), "step.report", json!({"run": run, "id": step, "outcome": "succeeded"}));
    assert_eq!(late.code, ErrorCode::Conflict);
    assert_eq!(d.ask(&codex(), "agent.news", json!({}))["text"], "", "it ended the run itself");
}

#[test]
fn a_step_that_waits_outlives_its_run_and_is_decided_by_a_person() {
    let d = Desk::new(CHECKED);
    d.passes(false);
    let step = d.begin();
    assert_eq!(d.report()["answer"], "ask");
    d.ask(&codex(), "run.end", json!({}));
    assert_eq!(d.standing(&step), "waiting");
    assert_eq!(d.ask(&ana(), "inbox.list", json!({}))["waiting"][0]["id"], step.as_str());
    let again = d.fails(&ana(), "step.retry", json!({"id": step}));
    assert_eq!(again.code, ErrorCode::Conflict, "nobody is left to try");
    assert_eq!(d.ask(&ana(), "step.approve", json!({"id": step}))["status"], "completed");
}

#[test]
fn a10_what_counts_down_when_its_run_ends_waits_for_a_person() {
    for counting in [counting, counting_step] {
        let d = Desk::new(CHECKED);
        let (what, at) = counting(&d);
        d.ask(&codex(), "run.end", json!({}));
        assert!(d.fire_ripe(&what, &at).get("proceeded").is_none(), "{what}");
        assert!(d.fire().get("counting").is_none(), "{what}");
        assert_eq!(d.read("a.txt"), None);
    }
}

#[test]
fn a9_what_a_plan_does_inside_a_step_counts_as_done_in_it() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    d.ask(&codex(), "step.check", json!({}));
    let write = json!({"tool": "filesystem.write_file", "args": {"path": "a.txt", "content": "one\n"}});
    let plan = id(&d.ask(&codex(), "plan.propose", json!({"title": "write it", "steps": [write]})));
    d.ask(&ana(), "plan.show", json!({"id": plan}));
    d.ask(&ana(), "plan.approve", json!({"id": plan}));
    while d.ask(&Actor::system(), "plan.advance", json!({"id": plan}))["more"] == true {}
    assert_eq!(d.read("a.txt").as_deref(), Some("one\n"));
    let receipt = d.ask(&ana(), "receipt.list", json!({}))["receipts"][0].clone();
    assert_eq!((&receipt["step"], &receipt["plan"]["id"]), (&json!(step), &json!(plan)), "{receipt}");
    let other = d.write("b.txt", "two\n");
    assert_eq!(other["item"]["proceeds_at"], Value::Null, "the check was made of what stood before: {other}");
    let asked = d.asked();
    d.report();
    assert_eq!(d.asked(), asked + 1, "it is made again");
    d.ask(&ana(), "step.reject", json!({"id": step}));
    d.ask(&ana(), "step.rollback", json!({"id": step}));
    assert_eq!(d.read("a.txt"), None, "what its plan did goes with it");
}
