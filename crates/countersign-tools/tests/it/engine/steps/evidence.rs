//! A9: which evidence counts, and for how long.

use std::fs;

use countersign_core::{ActorKind, ErrorCode};
use serde_json::{Value, json};

use super::{
    super::world::{ana, codex, id, text},
    CHECKED, Desk, THRESHOLD, laura,
};

#[test]
fn a9_evidence_from_an_agents_or_a_persons_token_is_refused_and_logged() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let found = json!({"id": step, "confidence": 1, "checks": [{"name": "all", "passed": true}]});
    for actor in [codex(), ana()] {
        assert_eq!(d.fails(&actor, "step.verify", found.clone()).code, ErrorCode::Refused);
        assert_eq!(d.last_event().status, "refused");
    }
    assert!(d.step(&step).get("verified").is_none());
    assert_ne!(laura().kind, ActorKind::Agent);
}

#[test]
fn a9_what_a_verifier_found_counts_and_the_least_sure_one_is_heard() {
    let d = Desk::new("version = 1");
    let step = d.begin();
    d.ask(
        &laura(),
        "step.verify",
        json!({"id": step, "confidence": 0.9, "checks": [{"name": "a", "passed": true}]}),
    );
    let maya = countersign_core::Actor::new(ActorKind::Verifier, "maya");
    d.ask(&maya, "step.verify", json!({"id": step, "confidence": 0.5}));
    let answer = d.report();
    assert_eq!(
        answer["words"],
        "1 of 1 checks passed, verifier confidence 0.50, nothing destructive, no history"
    );
    assert_eq!(answer["answer"], "proceed_after");
}

#[test]
fn a9_numbers_that_are_none_are_not_taken_from_a_verifier() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    for (input, code) in [
        (json!({"id": step, "confidence": 1.000_001}), ErrorCode::Usage),
        (json!({"id": step, "confidence": -0.1}), ErrorCode::Usage),
        (json!({"id": step, "confidence": "NaN"}), ErrorCode::Usage),
        (json!({"id": step, "confidence": 1e300}), ErrorCode::Usage),
        (json!({"id": step}), ErrorCode::Invalid),
        (json!({"id": step, "checks": [{"name": " ", "passed": true}]}), ErrorCode::Invalid),
        (json!({"id": step, "checks": vec![json!({"name": "x", "passed": true}); 101]}), ErrorCode::Invalid),
        (json!({"id": "st999", "confidence": 1}), ErrorCode::NotFound),
        (json!({"id": step, "run": "run999", "confidence": 1}), ErrorCode::NotFound),
    ] {
        assert_eq!(d.fails(&laura(), "step.verify", input.clone()).code, code, "{input}");
    }
    d.ask(&ana(), "step.skip", json!({"id": step}));
    let late = d.fails(&laura(), "step.verify", json!({"id": step, "confidence": 1}));
    assert_eq!(late.code, ErrorCode::Conflict);
}

#[test]
fn a9_a_verifier_who_finds_fault_ends_a_countdown() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let at = d.report()["step"]["proceeds_at"].clone();
    let found = json!({"id": step, "checks": [{"name": "smoke", "passed": false}]});
    assert_eq!(d.ask(&laura(), "step.verify", found)["status"], "waiting");
    assert!(d.fire_ripe(&step, &at).get("proceeded").is_none());
    assert_eq!(d.standing(&step), "waiting");
}

#[test]
fn a9_a_check_that_an_agent_declares_can_speak_against_it_and_not_for_it() {
    let own = |d: &Desk, checks: Value| {
        d.ask(&codex(), "run.start", json!({"checks": checks}));
        d.begin();
        d.report()
    };
    let d = Desk::new("version = 1");
    let answer = own(&d, json!(["true"]));
    assert_eq!(
        (&answer["answer"], &answer["words"]),
        (&json!("ask"), &json!("no checks, nothing destructive, no history"))
    );
    let d = Desk::new(CHECKED);
    let answer = own(&d, json!(["false"]));
    assert_eq!((&answer["answer"], &answer["confidence"]), (&json!("ask"), &json!(0.49)), "{answer}");
    // Even where a failure alone would be enough.
    let d = Desk::new("version = 1\nmode = \"confidence_threshold\"\nconfidence_threshold = 0.2");
    assert_eq!(own(&d, json!(["false"]))["answer"], "ask");
}

#[test]
fn a9_a_check_that_a_person_declares_with_a_run_counts_and_passes_the_gate() {
    let d = Desk::new("version = 1");
    let run = id(&d.ask(&ana(), "run.start", json!({"checks": ["./check.sh"]})));
    let step = id(&d.ask(&ana(), "step.begin", json!({"run": run, "title": "tidy up"})));
    let answer = d.ask(&ana(), "step.report", json!({"run": run, "outcome": "succeeded"}));
    let item = text(&d.step(&step)["checks"][0], "item");
    assert!(answer["answer"] == "ask" && text(&answer, "message").contains(&item), "{answer}");
    assert_eq!(d.asked(), 0, "it is asked about first");
    d.confirm(&item);
    let concluded = d.step(&step);
    assert_eq!((&concluded["status"], d.asked()), (&json!("counting"), 1), "{concluded}");
}

#[test]
fn a9_a_check_that_was_rejected_is_no_evidence() {
    let d = Desk::new("version = 1");
    let run = id(&d.ask(&ana(), "run.start", json!({"checks": ["./check.sh"]})));
    let step = id(&d.ask(&ana(), "step.begin", json!({"run": run, "title": "tidy up"})));
    d.ask(&ana(), "step.report", json!({"run": run, "outcome": "succeeded"}));
    let item = text(&d.step(&step)["checks"][0], "item");
    d.ask(&ana(), "item.reject", json!({"id": item}));
    assert_eq!((d.standing(&step).as_str(), d.asked()), ("waiting", 0));
}

#[test]
fn a5_a_check_of_the_policy_that_destroys_something_is_asked_about_all_the_same() {
    let d = Desk::new("version = 1\nchecks = [\"rm -rf build\", \"cat .env\"]");
    fs::create_dir(d.path("build")).unwrap();
    fs::write(d.path(".env"), "KEY=1").unwrap();
    let step = d.begin();
    assert_eq!(d.report()["answer"], "ask");
    assert!(d.path("build").exists());
    let checks = d.step(&step)["checks"].clone();
    for check in checks.as_array().unwrap() {
        assert_eq!(d.item(&text(check, "item"))["status"], "pending", "{check}");
    }
}

#[test]
fn a9_only_what_is_declared_is_run_as_a_check() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    let error = d.fails(&codex(), "step.run_check", json!({"id": step, "command": "touch evil"}));
    assert_eq!((error.code, d.read("evil")), (ErrorCode::Invalid, None));
}

#[test]
fn a9_whoever_leaves_a_check_out_has_not_passed_it() {
    let d = Desk::new("version = 1\nchecks = [\"./check.sh\", \"./other.sh\"]");
    d.script("other.sh", "exit 1\n");
    let step = d.begin();
    d.ask(&codex(), "step.run_check", json!({"id": step, "command": "./check.sh"}));
    let answer = d.ask(&codex(), "step.settle", json!({"outcome": "succeeded"}));
    assert_eq!((&answer["answer"], &answer["confidence"]), (&json!("ask"), &json!(0.49)));
    assert!(text(&answer, "words").starts_with("1 of 2 checks passed"), "{answer}");
}

#[test]
fn a9_asking_again_until_it_passes_is_a_retry_each_time() {
    let d = Desk::new(CHECKED);
    let step = d.begin();
    d.passes(false);
    d.ask(&codex(), "step.check", json!({}));
    d.ask(&codex(), "step.check", json!({}));
    d.passes(true);
    d.ask(&codex(), "step.check", json!({}));
    let answer = d.report();
    assert_eq!((d.step(&step)["retries"].as_u64(), d.asked()), (Some(2), 3), "reporting ran it no more");
    assert!(text(&answer, "words").contains("2 retries"), "{answer}");
}

#[test]
fn a9_a_check_counts_only_for_what_it_was_made_of() {
    let d = Desk::new(CHECKED);
    d.begin();
    let waits = id(&d.write("a.txt", "one\n")["item"]);
    d.ask(&codex(), "step.check", json!({}));
    assert_eq!(d.asked(), 1);
    d.confirm(&waits);
    d.report();
    assert_eq!(d.asked(), 2, "what landed since made it void");
}

#[test]
fn a9_evidence_releases_one_change_of_the_step_it_belongs_to() {
    let d = Desk::new(THRESHOLD);
    assert_eq!(d.write("a.txt", "one\n")["status"], "queued", "no step");
    let step = d.begin();
    assert_eq!(d.write("b.txt", "one\n")["status"], "queued", "no evidence");
    d.ask(&codex(), "step.check", json!({}));
    let call = d.write("c.txt", "one\n");
    assert_eq!((&call["status"], &call["why"]["row"]), (&json!("done"), &json!("evidence")), "{call}");
    assert_eq!(call["receipt"]["step"], json!(step));
    assert_eq!(d.write("d.txt", "one\n")["status"], "queued", "the check knows nothing of c.txt");
    d.ask(&codex(), "step.check", json!({}));
    d.ask(&codex(), "step.report", json!({"outcome": "succeeded"}));
    assert_eq!(d.write("e.txt", "one\n")["status"], "queued", "the step is over");
    d.begin();
    assert_eq!(d.write("f.txt", "one\n")["status"], "queued", "another step");
}

#[test]
fn a9_what_was_checked_in_one_folder_releases_nothing_in_another() {
    let d = Desk::new(THRESHOLD);
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    let elsewhere = d.path("../elsewhere.txt").display().to_string();
    assert_eq!(d.write(&elsewhere, "one\n")["status"], "queued");
    let beside = format!("{}x.txt", d.path("").display().to_string().trim_end_matches('/'));
    assert_eq!(d.write(&beside, "one\n")["status"], "queued");
    assert_eq!(d.write("here.txt", "one\n")["status"], "done");
}

#[test]
fn a5_evidence_releases_nothing_that_is_always_asked_about() {
    let d = Desk::new(THRESHOLD);
    fs::write(d.path("old.txt"), "x").unwrap();
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    assert_eq!(d.write(".env", "KEY=1")["status"], "queued");
    let delete = json!({"tool": "filesystem.delete_file", "args": {"path": "old.txt"}});
    assert_eq!(d.ask(&codex(), "call.propose", delete)["status"], "queued");
    assert!(d.path("old.txt").exists());
}
