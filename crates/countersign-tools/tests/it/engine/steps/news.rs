//! I1: what an agent hears of its steps, and what must not sound like a person's word.

use countersign_core::Actor;
use serde_json::{Value, json};

use super::{
    super::world::{ana, codex, text},
    CHECKED, Desk,
    countdowns::counting,
    laura,
};

fn news(d: &Desk) -> Value {
    d.ask(&codex(), "agent.news", json!({}))
}

/// A step that waits for a person.
fn waiting(d: &Desk) -> String {
    d.passes(false);
    let step = d.begin();
    assert_eq!(d.report()["answer"], "ask");
    assert_eq!(news(d)["text"], "", "the report was answered");
    step
}

#[test]
fn i1_an_agent_hears_once_what_a_person_made_of_its_step() {
    for (word, status, told) in [
        ("approve", "completed", "approved by ana; go on"),
        ("reject", "failed", "rejected by ana (reason: \"mend it\")"),
        ("skip", "skipped", "left out by ana"),
        ("retry", "running", "you may try again"),
    ] {
        let d = Desk::new(CHECKED);
        let step = waiting(&d);
        let mut input = json!({"id": step});
        if word == "reject" {
            input["reason"] = "mend it".into();
        }
        d.ask(&ana(), &format!("step.{word}"), input);
        assert_eq!(d.ask(&Actor::agent("laura"), "agent.news", json!({}))["text"], "", "others hear nothing");
        let heard = news(&d);
        assert_eq!(
            (&heard["steps"][0]["step"], &heard["steps"][0]["status"]),
            (&json!(step), &json!(status))
        );
        let line = format!("step {step} \"tidy up\": {told}");
        assert!(text(&heard, "text").contains(&line), "{heard}");
        assert_eq!(news(&d)["text"], "", "{word}: told once");
    }
}

#[test]
fn i1_an_agent_hears_that_nobody_objected_to_its_step_or_that_somebody_did() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let at = d.report()["step"]["proceeds_at"].clone();
    assert_eq!(news(&d)["text"], "");
    d.fire_ripe(&step, &at);
    let heard = news(&d);
    assert_eq!(heard["steps"][0]["decided_by"], "timeout", "{heard}");
    assert!(text(&heard, "text").contains("nobody objected in time"), "{heard}");
    let held = d.begin();
    d.report();
    d.ask(&ana(), "countdown.stop", json!({"id": held}));
    let heard = news(&d);
    assert_eq!((&heard["steps"][0]["step"], &heard["steps"][0]["status"]), (&json!(held), &json!("waiting")));
    assert!(text(&heard, "text").contains("do nothing that depends on it"), "{heard}");
    assert_eq!(news(&d)["text"], "");
}

#[test]
fn i1_an_agent_hears_what_later_evidence_made_of_its_step() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    d.report();
    let doubt = json!({"id": step, "checks": [{"name": "review", "passed": false}]});
    d.ask(&laura(), "step.verify", doubt);
    let heard = news(&d);
    assert_eq!((&heard["steps"][0]["step"], &heard["steps"][0]["status"]), (&json!(step), &json!("waiting")));
}

#[test]
fn i1_an_agent_hears_that_its_step_ended_with_its_run() {
    let d = Desk::new(CHECKED);
    let step = waiting(&d);
    let run = text(&d.step(&step), "run");
    d.ask(&ana(), "run.stop", json!({"id": run, "reason": "enough"}));
    let heard = news(&d);
    assert_eq!(heard["steps"][0]["status"], "failed", "{heard}");
    assert!(text(&heard, "text").contains("the run was stopped: enough"), "{heard}");
}

#[test]
fn i1_many_steps_are_told_in_turns_and_none_is_lost() {
    let d = Desk::new(CHECKED);
    for _ in 0..7 {
        let step = d.begin();
        d.ask(&ana(), "step.skip", json!({"id": step}));
    }
    let first = news(&d);
    assert_eq!((first["steps"].as_array().unwrap().len(), &first["more"]), (5, &json!(true)));
    let second = news(&d);
    assert_eq!((second["steps"].as_array().unwrap().len(), &second["more"]), (2, &json!(false)));
}

#[test]
fn i1_what_nobody_objected_to_is_not_told_as_confirmed_by_the_person() {
    let d = Desk::new(CHECKED);
    let (item, at) = counting(&d);
    d.fire_ripe(&item, &at);
    let context = d.ask(&codex(), "context", json!({}));
    assert_eq!(
        (&context["decisions"][0]["item"], &context["decisions"][0]["decision"]),
        (&json!(item), &json!("timeout"))
    );
    let told = text(&context, "text");
    assert!(told.contains("nobody objected in time") && !told.contains("confirmed"), "{told}");
    let receipt = text(&d.item(&item), "receipt");
    d.ask(&ana(), "receipt.undo", json!({"id": receipt}));
    let told = text(&d.ask(&codex(), "context", json!({})), "text");
    assert!(told.contains("undone after it had landed") && !told.contains("confirmed"), "{told}");
}

#[test]
fn i1_what_a_plan_let_go_ahead_is_nobodys_word_on_that_call() {
    let d = Desk::new(CHECKED);
    let write = json!({"tool": "filesystem.write_file", "args": {"path": "a.txt", "content": "one\n"}});
    let plan = d.ask(&codex(), "plan.propose", json!({"title": "write it", "steps": [write]}))["id"].clone();
    d.ask(&ana(), "plan.show", json!({"id": plan}));
    d.ask(&ana(), "plan.approve", json!({"id": plan}));
    while d.ask(&Actor::system(), "plan.advance", json!({"id": plan}))["more"] == true {}
    assert!(d.read("a.txt").is_some());
    assert_eq!(d.ask(&codex(), "context", json!({}))["decisions"], json!([]));
}
