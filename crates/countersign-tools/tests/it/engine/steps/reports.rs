//! A8, A9: how a report is answered, and what people reply to it.

use countersign_core::{Actor, ErrorCode};
use serde_json::json;

use super::{
    super::world::{ana, codex, id, text},
    CHECKED, Desk, THRESHOLD, laura,
};

#[test]
fn a8_a_step_whose_checks_passed_goes_on_unless_somebody_objects() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let answer = d.report();
    assert_eq!((&answer["answer"], &answer["confidence"]), (&json!("proceed_after"), &json!(0.79)));
    assert_eq!(answer["words"], "1 of 1 checks passed, nothing destructive, no history");
    assert_eq!(answer["auto_approve_timeout"], 10);
    assert_eq!((d.standing(&step).as_str(), d.asked()), ("counting", 1));
    let run = d.ask(&ana(), "run.show", json!({"id": answer["step"]["run"]}));
    assert_eq!((&run["status"], &run["waiting_for"][0]["id"]), (&json!("waiting_approval"), &json!(step)));
    let inbox = d.ask(&ana(), "inbox.list", json!({}));
    assert_eq!(inbox["waiting"][0]["auto_approve_timeout"], 10, "{inbox}");
}

#[test]
fn a8_at_the_number_that_a_person_named_a_step_is_done_at_once() {
    let d = Desk::new(THRESHOLD);
    let step = d.begin();
    assert_eq!(d.report()["answer"], "proceed");
    let done = d.step(&step);
    assert_eq!((&done["status"], &done["decided_by"]), (&json!("completed"), &json!("evidence")));
    d.begin();
}

#[test]
fn a8_a_step_with_a_failed_check_is_asked_about_with_what_the_check_told() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    d.passes(false);
    let answer = d.report();
    assert_eq!((&answer["answer"], &answer["confidence"]), (&json!("ask"), &json!(0.49)));
    let failed = &answer["diagnostics"]["failed_checks"][0];
    assert_eq!((&failed["command"], &failed["output"]), (&json!("./check.sh"), &json!("it is false")));
    assert_eq!(d.standing(&step), "waiting");
}

#[test]
fn a8_a_step_for_which_nothing_speaks_is_stopped_with_diagnostics() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    d.passes(false);
    let call =
        d.ask(&codex(), "call.propose", json!({"tool": "shell.run", "args": {"command": "mkdir a/b/c"}}));
    d.confirm(&id(&call["item"]));
    let answer = d.ask(&codex(), "step.report", json!({"outcome": "succeeded", "retries": 3}));
    assert_eq!(answer["answer"], "stop", "{answer}");
    assert_eq!(
        answer["words"],
        "0 of 1 checks passed, 3 retries, nothing destructive, 0 of 1 calls succeeded, no history"
    );
    assert!(answer["diagnostics"]["tried"][0].as_str().unwrap().contains("mkdir"), "{answer}");
    assert!(answer["diagnostics"]["errors"][0].as_str().unwrap().contains("a/b/c"), "{answer}");
    assert_eq!(answer["choices"].as_array().unwrap().len(), 3);
    assert_eq!(d.fails(&ana(), "step.approve", json!({"id": step})).code, ErrorCode::Conflict);
    assert_eq!(d.ask(&ana(), "step.retry", json!({"id": step}))["status"], "running");
    assert_eq!(d.step(&step)["retries"], 4);
    d.passes(true);
    assert_eq!(d.report()["answer"], "proceed_after", "what failed before was gathered anew");
}

#[test]
fn a8_in_manual_mode_every_step_is_asked_about() {
    let d = Desk::new(&format!("{CHECKED}\nmode = \"manual\""));
    let step = d.begin();
    assert_eq!(d.report()["answer"], "ask");
    assert_eq!(d.ask(&ana(), "step.approve", json!({"id": step}))["status"], "completed");
    assert_eq!(d.step(&step)["decided_by"], "person:ana");
}

#[test]
fn a9_no_evidence_asks_whatever_the_number() {
    let d = Desk::new("version = 1\nmode = \"confidence_threshold\"\nconfidence_threshold = 0.1");
    d.begin();
    let answer = d.report();
    assert_eq!(
        (&answer["answer"], &answer["words"]),
        (&json!("ask"), &json!("no checks, nothing destructive, no history"))
    );
}

#[test]
fn a9_what_an_agent_claims_can_only_lower() {
    for (claim, answer, confidence) in [
        (
            json!({"outcome": "succeeded", "claims": {"confidence": 1.0, "checks_passed": 99}}),
            "proceed_after",
            0.79,
        ),
        (json!({"outcome": "uncertain"}), "ask", 0.49),
        (json!({"outcome": "failed"}), "stop", 0.0),
        (json!({"outcome": "succeeded", "retries": 3}), "proceed_after", 0.714_285),
    ] {
        let d = Desk::new(CHECKED);
        d.begin();
        let told = d.ask(&codex(), "step.report", claim.clone());
        assert_eq!((&told["answer"], &told["confidence"]), (&json!(answer), &json!(confidence)), "{claim}");
    }
}

#[test]
fn a8_a_critical_run_needs_one_band_more() {
    let d = Desk::new(CHECKED);
    d.ask(&codex(), "run.start", json!({"critical": true}));
    d.begin();
    assert_eq!(d.report()["answer"], "ask");
}

#[test]
fn a_report_may_begin_its_step_and_a_run_is_at_one_at_a_time() {
    let d = Desk::new(CHECKED);
    d.ask(&codex(), "run.start", json!({}));
    let said = json!({"outcome": "succeeded", "title": "tidy up"});
    let answer = d.ask(&codex(), "step.report", said.clone());
    assert_eq!((&answer["answer"], &answer["step"]["title"]), (&json!("proceed_after"), &json!("tidy up")));
    let step = id(&answer["step"]);
    let error = d.fails(&codex(), "step.begin", json!({"title": "next"}));
    assert!(error.code == ErrorCode::Conflict && error.message.contains(&step), "{error:?}");
    assert_eq!(d.fails(&codex(), "step.report", said).code, ErrorCode::Conflict, "twice");
    d.ask(&ana(), "step.approve", json!({"id": step}));
    let second = d.begin();
    assert_eq!(d.step(&second)["ordinal"], 2);
    let other = d.fails(&codex(), "step.report", json!({"outcome": "succeeded", "title": "something else"}));
    assert!(other.code == ErrorCode::Conflict && other.message.contains(&second), "{other:?}");
}

#[test]
fn a_rejected_step_has_failed_with_the_reason_and_what_it_did_can_be_taken_back() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    for name in ["a.txt", "b.txt"] {
        let call = d.write(name, "new\n");
        d.confirm(&id(&call["item"]));
    }
    d.report();
    let no = d.ask(&ana(), "step.reject", json!({"id": step, "reason": "not like this"}));
    assert_eq!((&no["status"], &no["step"]["reason"]), (&json!("failed"), &json!("not like this")));
    assert_eq!(no["receipts"].as_array().unwrap().len(), 2, "the checks have no way back: {no}");
    assert_eq!(d.fails(&ana(), "step.approve", json!({"id": step})).code, ErrorCode::Conflict);
    let back = d.ask(&ana(), "step.rollback", json!({"id": step}));
    assert_eq!(back["undone"].as_array().unwrap().len(), 2, "{back}");
    assert_eq!((d.read("a.txt"), d.read("b.txt")), (None, None));
    let error = d.fails(&codex(), "step.report", json!({"outcome": "succeeded", "id": step}));
    assert!(error.message.contains("not like this"), "the agent reads why: {error:?}");
}

#[test]
fn a_skipped_step_is_over_and_the_run_goes_on() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    assert_eq!(d.ask(&ana(), "step.skip", json!({"id": step}))["status"], "skipped");
    assert_ne!(d.begin(), step);
}

#[test]
fn a_report_that_cannot_be_meant_changes_nothing() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let run = text(&d.step(&step), "run");
    let before = d.step(&step);
    for (input, code) in [
        (json!({"outcome": "splendid"}), ErrorCode::Usage),
        (json!({}), ErrorCode::Usage),
        (json!({"outcome": "succeeded", "retries": -1}), ErrorCode::Usage),
        (json!({"outcome": "succeeded", "retries": 1e99}), ErrorCode::Usage),
        (json!({"outcome": "succeeded", "confidence": 1.0}), ErrorCode::Usage),
        (json!({"outcome": "succeeded", "notes": "x".repeat(4_001)}), ErrorCode::Invalid),
        (json!({"outcome": "succeeded", "id": "st999"}), ErrorCode::NotFound),
        (json!({"outcome": "succeeded", "run": "run999"}), ErrorCode::NotFound),
    ] {
        assert_eq!(d.fails(&codex(), "step.report", input.clone()).code, code, "{input}");
    }
    for (input, code) in [
        (json!({"title": " "}), ErrorCode::Invalid),
        (json!({"title": "x".repeat(201)}), ErrorCode::Invalid),
        (json!({"title": "x", "max_retries": 101}), ErrorCode::Invalid),
        (json!({"title": "x", "max_retries": -1}), ErrorCode::Usage),
    ] {
        assert_eq!(d.fails(&codex(), "step.begin", input.clone()).code, code, "{input}");
    }
    assert_eq!((d.step(&step), d.asked()), (before, 0));
    let other = id(&d.ask(&codex(), "run.start", json!({})));
    let foreign = json!({"outcome": "succeeded", "run": other, "id": step});
    assert_eq!(d.fails(&codex(), "step.report", foreign).code, ErrorCode::NotFound, "a step of another run");
    d.ask(&codex(), "run.end", json!({"id": run}));
    let late = json!({"outcome": "succeeded", "run": run, "id": step});
    assert_eq!(d.fails(&codex(), "step.report", late).code, ErrorCode::Conflict, "after the end");
}

#[test]
fn c1_an_agent_neither_decides_on_its_steps_nor_sees_those_of_others() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    d.report();
    for op in ["step.approve", "step.reject", "step.retry", "step.skip", "step.rollback", "countdown.stop"] {
        for actor in [codex(), laura()] {
            assert_eq!(d.fails(&actor, op, json!({"id": step})).code, ErrorCode::Refused, "{op}");
            assert_eq!(d.last_event().status, "refused", "{op} is in the log");
        }
    }
    let other = Actor::agent("other");
    for (op, input) in [
        ("step.show", json!({"id": step})),
        ("step.list", json!({"run": d.step(&step)["run"]})),
        ("step.report", json!({"run": d.step(&step)["run"], "id": step, "outcome": "succeeded"})),
        ("step.check", json!({"run": d.step(&step)["run"], "id": step})),
    ] {
        assert_eq!(d.fails(&other, op, input).code, ErrorCode::NotFound, "{op}");
    }
    assert_eq!(d.standing(&step), "counting");
}

#[test]
fn a8_a9_what_people_confirmed_often_enough_goes_on_at_once_however_often_it_was_checked() {
    let d = Desk::new(CHECKED);
    for n in 1..=4 {
        let item = id(&d.write("notes.txt", &format!("note {n}\n"))["item"]);
        assert_eq!(d.confirm(&item)["status"], "applied");
    }
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    let call = d.write("notes.txt", "as ever\n");
    assert_eq!(call["status"], "done", "{call}");
    let answer = d.report();
    assert_eq!(answer["answer"], "proceed", "what checks do is not what the agent did: {answer}");
    assert_eq!(answer["step"]["decided_by"], "evidence");
}
