//! A running run that a person turns into a staged one.

use countersign_core::ErrorCode;
use serde_json::{Value, json};

use super::{Desk, ana, codex, has_means};

#[track_caller]
fn run(desk: &Desk, run: &Value, command: &str) -> Value {
    let call = json!({"tool": "shell.run", "run": run, "args": {"command": command}});
    desk.done(&codex(), "call.propose", call)
}

#[test]
fn c11_a_running_run_is_turned_into_a_staged_one_and_what_was_pending_stays_as_it_is() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a", "one\n");
    let id = desk.done(&codex(), "run.start", json!({}))["id"].clone();
    let pending = run(&desk, &id, "printf x > before");
    assert_eq!(pending["status"], "queued", "{pending}");
    let refused = desk.call(&codex(), "run.stage", json!({"id": id}));
    assert_eq!(refused.unwrap_err().code, ErrorCode::Refused, "an agent does not turn it");
    let turned = desk.done(&ana(), "run.stage", json!({"id": id}));
    assert!(turned["stage"].is_string(), "{turned}");
    let again = desk.call(&ana(), "run.stage", json!({"id": id}));
    assert_eq!(again.unwrap_err().code, ErrorCode::Conflict);

    let after = run(&desk, &id, "sed -i s/one/two/ a; printf y > after");
    assert_eq!((&after["status"], &after["why"]["row"]), (&json!("done"), &json!("stage")), "{after}");
    let seen = run(&desk, &id, "cat a after");
    assert_eq!(seen["result"]["stdout"], "two\ny", "the run sees its stage: {seen}");
    assert_eq!((desk.holds("a").as_deref(), desk.holds("after")), (Some("one\n"), None));

    let item = desk.done(&ana(), "show", json!({"id": pending["item"]["id"]}))["item"].clone();
    assert_eq!(desk.confirm(&item)["status"], "applied");
    assert_eq!(desk.holds("before").as_deref(), Some("x"), "it was proposed for real, and is real");
    assert_eq!(desk.holds("after"), None);

    let stage = turned["stage"].clone();
    let diff = desk.done(&ana(), "stage.diff", json!({"id": stage}));
    assert!(diff.to_string().contains("+two") && !diff.to_string().contains("/before"), "{diff}");
    let landed = desk.done(&ana(), "stage.land", json!({"id": stage, "digest": diff["digest"]}));
    assert_eq!(
        (desk.holds("a").as_deref(), desk.holds("after").as_deref()),
        (Some("two\n"), Some("y")),
        "{landed}"
    );
    desk.done(&ana(), "receipt.undo", json!({"id": landed["receipt"]["id"]}));
    assert_eq!((desk.holds("a").as_deref(), desk.holds("after")), (Some("one\n"), None));
    assert_eq!(desk.holds("before").as_deref(), Some("x"));
}

#[test]
fn c11_a_run_whose_plan_is_not_over_or_that_has_ended_is_not_turned() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let id = desk.done(&codex(), "run.start", json!({}))["id"].clone();
    let steps = json!([{"tool": "shell.run", "args": {"command": "printf x > c"}}]);
    let plan = desk.done(&codex(), "plan.propose", json!({"run": id, "title": "work", "steps": steps}));
    let refused = desk.call(&ana(), "run.stage", json!({"id": id})).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict, "what was shown of it is for real: {refused:?}");
    desk.done(&ana(), "plan.reject", json!({"id": plan["id"]}));
    desk.done(&ana(), "run.stage", json!({"id": id}));
    let other = desk.done(&codex(), "run.start", json!({}))["id"].clone();
    desk.done(&codex(), "run.end", json!({"id": other}));
    assert_eq!(desk.call(&ana(), "run.stage", json!({"id": other})).unwrap_err().code, ErrorCode::Conflict);
}
