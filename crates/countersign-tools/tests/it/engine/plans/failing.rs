//! Plans that fail: failures, restarts, and how to continue.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;

/// Six steps of which the fourth fails; the fifth depends on it.
fn six(d: &Desk) -> String {
    d.approved(json!([
        write("a.txt", "a\n"),
        write("b.txt", "b\n"),
        shell("echo c > c.txt"),
        {"title": "check", "tool": "shell.run", "args": {"command": "test -e ready && touch passed"}},
        after(write("e.txt", "e\n"), &[4]),
        write("f.txt", "f\n"),
    ]))
}

#[test]
fn f3_a_failure_pauses_and_explains_and_a_person_says_how_to_go_on() {
    let d = Desk::new();
    let plan = six(&d);
    let paused = d.go(&plan);
    assert_eq!(statuses(&paused), ["done", "done", "done", "failed", "waiting", "waiting"], "{paused}");
    assert_eq!(
        (text(&paused, "status"), &paused["choices"]),
        ("paused".into(), &json!(["retry", "skip", "abort"]))
    );
    assert!(text(&paused, "reason").contains("step 4 (check) failed: it ended with exit code 1"), "{paused}");
    let waiting = d.inbox()["waiting"][0].clone();
    assert_eq!((&waiting["id"], &waiting["status"]), (&json!(plan), &json!("paused")));
    let resumed = d.fails(&ana(), "plan.resume", json!({"id": plan}));
    assert!(resumed.message.contains("step 4 failed"), "{resumed:?}");
    d.say("retry", &plan);
    let again = d.go(&plan);
    assert_eq!((text(&again, "status"), &again["steps"][3]["tries"]), ("paused".into(), &json!(2)));
    fs::write(d.path("ready"), "").unwrap();
    d.say("retry", &plan);
    let done = d.go(&plan);
    assert_eq!(
        (text(&done, "status"), statuses(&done)),
        ("completed".into(), vec!["done".into(); 6]),
        "{done}"
    );
    assert_eq!(done["steps"][0]["tries"], 1, "what was done is not repeated");
}

#[test]
fn f3_e5_skipping_blocks_what_depends_on_it_and_aborting_offers_rollback() {
    let d = Desk::new();
    let plan = six(&d);
    d.go(&plan);
    let skipped = d.say("skip", &plan);
    assert_eq!(statuses(&skipped), ["done", "done", "done", "skipped", "blocked", "waiting"], "{skipped}");
    d.ask(&ana(), "plan.pause", json!({"id": plan, "reason": "wait"}));
    assert_eq!(statuses(&d.go(&plan))[5], "waiting");
    let early = d.fails(&ana(), "plan.rollback", json!({"id": plan}));
    assert!(early.message.contains("paused"), "{early:?}");
    let aborted = d.ask(&ana(), "plan.abort", json!({"id": plan, "reason": "enough"}));
    assert_eq!((text(&aborted, "status"), &aborted["choices"]), ("aborted".into(), &json!(["rollback"])));
    assert!(text(&aborted, "message").contains("3 of 6 steps done, 2 left out"), "{aborted}");
    let other = d.call("filesystem.write_file", json!({"path": "other.txt", "content": "x"}));
    d.confirm(&id(&other["item"]));
    let back = d.say("rollback", &plan);
    let names = ["a.txt", "b.txt", "e.txt", "f.txt"];
    assert!(names.iter().all(|n| d.read(n).is_none()), "{back}");
    assert_eq!(d.read("other.txt").unwrap(), "x", "only what the plan did");
    let undone = back["undone"].as_array().unwrap().len() + back["remaining"].as_array().unwrap().len();
    assert_eq!(undone, 4, "the failed command counts, too: {back}");
    let shown = d.show(&plan);
    assert_eq!((&shown["steps"][0]["undone"], &shown["steps"][1]["undone"]), (&json!(true), &json!(true)));
    assert!(d.verified());
}

#[test]
fn f3_a_plan_completes_with_what_was_left_out_told() {
    let d = Desk::new();
    let plan = six(&d);
    d.go(&plan);
    d.say("skip", &plan);
    let done = d.go(&plan);
    assert_eq!(statuses(&done), ["done", "done", "done", "skipped", "blocked", "done"]);
    assert_eq!(text(&done, "message"), "4 of 6 steps done, 2 left out");
    assert_eq!((d.read("e.txt"), d.read("f.txt").unwrap()), (None, "f\n".into()));
    let news = d.ask(&codex(), "agent.news", json!({}));
    assert_eq!(news["plans"][0]["status"], "completed", "{news}");
    assert!(text(&news, "text").contains("4 of 6 steps done"), "{news}");
    assert!(d.ask(&codex(), "agent.news", json!({})).get("plans").is_none(), "told once");
}

#[test]
fn f3_a_no_pauses_the_plan_and_the_question_can_be_put_again() {
    let d = Desk::new();
    let plan = d.propose(json!([write("a.txt", "a"), after(write("b.txt", "b"), &[1])]));
    d.show(&plan);
    d.ask(&ana(), "plan.approve", json!({"id": plan, "stepwise": true}));
    let first = item(&d.go(&plan), 1);
    d.ask(&ana(), "item.reject", json!({"id": first, "reason": "not now"}));
    let paused = d.go(&plan);
    assert!(text(&paused, "reason").contains("not now"), "{paused}");
    d.say("retry", &plan);
    let again = d.go(&plan);
    let second = item(&again, 1);
    assert_ne!(first, second, "asked anew");
    d.confirm(&second);
    let skipped = d.ask(&ana(), "plan.skip", json!({"id": plan, "step": 2}));
    assert_eq!(statuses(&skipped), ["done", "skipped"]);
    assert_eq!(d.go(&plan)["status"], "completed");
}

#[test]
fn f3_a_no_that_is_taken_back_is_not_asked_a_second_time() {
    let d = Desk::new();
    let plan = d.propose(json!([shell("echo once >> log.txt")]));
    d.show(&plan);
    d.ask(&ana(), "plan.approve", json!({"id": plan, "stepwise": true}));
    let asked = item(&d.go(&plan), 1);
    d.ask(&ana(), "item.reject", json!({"id": asked}));
    assert_eq!(d.go(&plan)["status"], "paused");
    d.ask(&ana(), "item.withdraw", json!({"id": asked}));
    assert_eq!(d.confirm(&asked)["status"], "applied");
    let none = d.fails(&ana(), "plan.retry", json!({"id": plan}));
    assert!(none.hint.unwrap_or_default().contains("no step of it failed"));
    d.say("resume", &plan);
    assert_eq!(d.go(&plan)["status"], "completed");
    assert_eq!(d.read("log.txt").unwrap(), "once\n");
}

#[test]
fn f3_a_restart_in_the_middle_repeats_nothing() {
    for dies in [Dies::Before, Dies::After] {
        let mut d = Desk::new();
        let plan =
            d.approved(json!([shell("echo once >> log.txt"), write("a.txt", "a\n"), write("b.txt", "b\n")]));
        // The first step, and a check of its outcome.
        d.advance(&plan);
        d.restart(dies, Vec::new());
        assert!(catch_unwind(AssertUnwindSafe(|| d.advance(&plan))).is_err(), "killed at the second step");
        d.restart(Dies::Never, Vec::new());
        assert_eq!(statuses(&d.go(&plan)), ["done", "running", "waiting"], "begun, and not reported");
        d.engine.recover().unwrap();
        let done = d.go(&plan);
        assert_eq!((text(&done, "status"), statuses(&done)), ("completed".into(), vec!["done".into(); 3]));
        assert_eq!((d.read("log.txt").unwrap(), d.receipts().len()), ("once\n".into(), 3));
        assert!(d.verified());
    }
}

#[test]
fn f3_a_step_that_nobody_saw_end_pauses_the_plan_until_a_person_says() {
    for landed in [true, false] {
        let mut d = Desk::new();
        let plan = d.approved(json!([shell("echo once >> log.txt"), write("a.txt", "a\n")]));
        d.restart(Dies::After, Vec::new());
        assert!(catch_unwind(AssertUnwindSafe(|| d.advance(&plan))).is_err());
        d.restart(Dies::Never, Vec::new());
        d.engine.recover().unwrap();
        let paused = d.go(&plan);
        assert_eq!(
            (text(&paused, "status"), statuses(&paused)),
            ("paused".into(), vec!["running".into(), "waiting".into()])
        );
        assert!(text(&paused, "reason").contains("is unknown"), "{paused}");
        for word in ["resume", "retry"] {
            let e = d.fails(&ana(), &format!("plan.{word}"), json!({"id": plan}));
            assert!(e.message.contains("the outcome of step 1 is unknown"), "{e:?}");
        }
        d.ask(&ana(), "item.resolve", json!({"id": item(&paused, 1), "landed": landed}));
        let decided = d.go(&plan);
        assert_eq!(text(&decided, "status"), "paused", "what was in doubt is not gone on from by itself");
        assert_eq!(d.read("log.txt").unwrap(), "once\n", "it was not run again");
        d.say(if landed { "resume" } else { "retry" }, &plan);
        assert_eq!(statuses(&d.go(&plan)), ["done", "done"]);
    }
}

#[test]
fn f3_what_is_under_way_when_a_plan_ends_is_accounted_for() {
    let mut d = Desk::new();
    let plan = d.approved(json!([write("a.txt", "a\n"), write("b.txt", "b\n")]));
    d.restart(Dies::After, Vec::new());
    assert!(catch_unwind(AssertUnwindSafe(|| d.advance(&plan))).is_err());
    d.restart(Dies::Never, Vec::new());
    d.say("abort", &plan);
    let early = d.fails(&ana(), "plan.rollback", json!({"id": plan}));
    assert_eq!(early.code, countersign_core::ErrorCode::Conflict, "a step is still under way: {early:?}");
    d.engine.recover().unwrap();
    assert_eq!(statuses(&d.go(&plan)), ["done", "waiting"]);
    assert_eq!(d.say("rollback", &plan)["status"], "rolled_back");
    assert_eq!((d.read("a.txt"), d.read("b.txt")), (None, None));
}

#[test]
fn f3_a_run_that_was_rolled_back_takes_its_plan_along() {
    let d = Desk::new();
    let plan = d.approved(json!([write("a.txt", "a\n"), write("b.txt", "b\n")]));
    d.advance(&plan);
    let run = text(&d.show(&plan), "run");
    assert_eq!(d.ask(&ana(), "run.rollback", json!({"id": run}))["status"], "rolled_back");
    let ended = d.go(&plan);
    assert_eq!(ended["status"], "rolled_back", "{ended}");
    assert_eq!((d.read("a.txt"), d.read("b.txt")), (None, None));
}

#[test]
fn f3_a_paused_plan_stands_still_until_it_is_resumed() {
    let d = Desk::new();
    let plan = d.approved(json!([write("a.txt", "a"), write("b.txt", "b")]));
    d.advance(&plan);
    d.say("pause", &plan);
    assert_eq!(statuses(&d.go(&plan)), ["done", "waiting"]);
    d.fails(&ana(), "plan.pause", json!({"id": plan}));
    d.say("resume", &plan);
    assert_eq!(d.go(&plan)["status"], "completed");
    for word in ["pause", "resume", "retry", "skip", "abort", "reject", "approve"] {
        let e = d.fails(&ana(), &format!("plan.{word}"), json!({"id": plan}));
        assert_eq!(e.code, countersign_core::ErrorCode::Conflict, "{word}: {e:?}");
        assert!(e.hint.is_some(), "{word}");
    }
}
