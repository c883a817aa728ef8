//! A running run that a person turns into a staged one.

use countersign_core::ErrorCode;
use serde_json::json;

use super::{Desk, ana, codex, has_means};

#[test]
fn c11_only_a_person_turns_a_run_into_a_staged_one_and_only_once() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let id = desk.done(&codex(), "run.start", json!({}))["id"].clone();
    let refused = desk.call(&codex(), "run.stage", json!({"id": id}));
    assert_eq!(refused.unwrap_err().code, ErrorCode::Refused, "an agent does not turn it");
    let turned = desk.done(&ana(), "run.stage", json!({"id": id}));
    assert!(turned["stage"].is_string(), "{turned}");
    let again = desk.call(&ana(), "run.stage", json!({"id": id}));
    assert_eq!(again.unwrap_err().code, ErrorCode::Conflict);
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
