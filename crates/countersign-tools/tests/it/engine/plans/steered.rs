//! D7, E5, F4, F5: steering a run also steers its plan.

use std::panic::{AssertUnwindSafe, catch_unwind};

use countersign_core::ErrorCode;

use super::*;

/// The plan, its run, and the pending item of its second step; the first is done.
struct Asked {
    plan: String,
    run: String,
    item: String,
}

fn asked(d: &Desk) -> Asked {
    fs::write(d.path("old.txt"), "old\n").unwrap();
    let plan = d.approved(json!([
        shell("echo once >> log.txt"),
        {"tool": "filesystem.delete_file", "args": {"path": "old.txt"}},
        write("b.txt", "b\n"),
    ]));
    let stands = d.go(&plan);
    assert_eq!(statuses(&stands), ["done", "running", "waiting"], "{stands}");
    Asked { run: text(&stands, "run"), item: item(&stands, 2), plan }
}

fn news(d: &Desk) -> Value {
    d.ask(&codex(), "agent.news", json!({}))
}

fn item_status(d: &Desk, item: &str) -> String {
    text(&d.ask(&ana(), "show", json!({"id": item}))["item"], "status")
}

#[test]
fn f4_a_run_that_is_paused_holds_its_plan_and_nothing_is_done_twice() {
    let d = Desk::new();
    let plan =
        d.approved(json!([shell("echo once >> log.txt"), write("a.txt", "a\n"), write("b.txt", "b\n")]));
    d.advance(&plan);
    let run = text(&d.show(&plan), "run");
    d.ask(&ana(), "run.pause", json!({"id": run}));
    assert_eq!(statuses(&d.go(&plan)), ["done", "waiting", "waiting"]);
    d.say("pause", &plan);
    d.say("resume", &plan);
    assert_eq!(
        statuses(&d.go(&plan)),
        ["done", "waiting", "waiting"],
        "the run is held, whatever the plan is"
    );
    d.ask(&ana(), "run.resume", json!({"id": run}));
    let done = d.go(&plan);
    assert_eq!((text(&done, "status"), done["done"].as_u64()), ("completed".into(), Some(3)), "{done}");
    assert_eq!((d.read("log.txt").unwrap(), d.receipts().len()), ("once\n".into(), 3));
}

#[test]
fn f4_a_persons_own_yes_lands_in_a_paused_run_and_nothing_follows_it() {
    let d = Desk::new();
    let Asked { plan, run, item } = asked(&d);
    d.ask(&ana(), "run.pause", json!({"id": run}));
    assert_eq!(statuses(&d.go(&plan)), ["done", "running", "waiting"]);
    assert_eq!(d.confirm(&item)["status"], "applied");
    assert_eq!(statuses(&d.go(&plan)), ["done", "done", "waiting"]);
    assert_eq!(d.read("b.txt"), None);
    d.ask(&ana(), "run.resume", json!({"id": run}));
    assert_eq!(d.go(&plan)["status"], "completed");
    assert_eq!((d.read("old.txt"), d.read("log.txt").unwrap()), (None, "once\n".into()));
    assert!(d.verified());
}

#[test]
fn f4_to_stop_a_run_ends_its_plan_and_denies_what_it_asks() {
    let d = Desk::new();
    let Asked { plan, run, item } = asked(&d);
    let stopped = d.ask(&ana(), "run.stop", json!({"id": run, "reason": "enough"}));
    assert_eq!(stopped["denied"], json!([item]), "{stopped}");
    assert_eq!(statuses(&d.show(&plan)), ["done", "failed", "waiting"]);
    assert_eq!(item_status(&d, &item), "rejected");
    let ended = d.go(&plan);
    assert_eq!(text(&ended, "status"), "aborted");
    assert!(text(&ended, "reason").contains("enough"), "{ended}");
    assert_eq!((d.read("old.txt").is_some(), d.read("b.txt")), (true, None));
    let heard = news(&d);
    assert_eq!((&heard["plans"][0]["status"], &heard["items"][0]["item"]), (&json!("aborted"), &json!(item)));
    assert!(text(&heard, "text").contains("enough"), "{heard}");
    assert_eq!(news(&d)["text"], "", "told once");
    for word in ["resume", "retry", "approve", "skip"] {
        assert_eq!(d.fails(&ana(), &format!("plan.{word}"), json!({"id": plan})).code, ErrorCode::Conflict);
    }
    assert_eq!(d.inbox()["items"], json!([]));
    assert_eq!(d.go(&plan)["status"], "aborted");
}

#[test]
fn f4_what_a_stop_finds_under_way_finishes_and_nothing_follows() {
    let mut d = Desk::new();
    let plan = d.approved(json!([write("a.txt", "a\n"), write("b.txt", "b\n")]));
    let run = text(&d.show(&plan), "run");
    d.restart(Dies::After, Vec::new());
    assert!(catch_unwind(AssertUnwindSafe(|| d.advance(&plan))).is_err());
    d.restart(Dies::Never, Vec::new());
    let stopped = d.ask(&ana(), "run.stop", json!({"id": run}));
    assert_eq!(stopped["denied"], json!([]), "what was begun is not denied: {stopped}");
    d.engine.recover().unwrap();
    let ended = d.go(&plan);
    assert_eq!((text(&ended, "status"), statuses(&ended)[0].as_str()), ("aborted".into(), "done"), "{ended}");
    assert_eq!((d.read("a.txt").as_deref(), d.read("b.txt")), (Some("a\n"), None));
    assert_eq!(d.say("rollback", &plan)["status"], "rolled_back");
    assert_eq!(d.read("a.txt"), None);
    assert!(d.verified());
}

#[test]
fn f4_to_redirect_a_run_ends_its_plan_and_another_may_be_proposed() {
    let d = Desk::new();
    let Asked { plan, run, item } = asked(&d);
    let input = json!({"id": run, "instruction": "leave old.txt alone"});
    assert_eq!(d.ask(&ana(), "run.redirect", input)["rejected"], json!([item]));
    let ended = d.go(&plan);
    assert_eq!(text(&ended, "status"), "aborted");
    assert!(text(&ended, "reason").contains("leave old.txt alone"), "{ended}");
    let heard = news(&d);
    assert_eq!(heard["instructions"][0]["text"], "leave old.txt alone");
    assert_eq!(heard["plans"][0]["status"], "aborted");
    let other = d.approved(json!([write("b.txt", "b\n")]));
    assert_eq!(d.go(&other)["status"], "completed");
    assert!(d.read("old.txt").is_some());
}

#[test]
fn d7_a_freeze_in_the_middle_of_a_plan_holds_it_and_its_questions() {
    let d = Desk::new();
    let Asked { plan, item, .. } = asked(&d);
    d.ask(&ana(), "freeze", json!({}));
    let shown = d.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    let yes = json!({"id": item, "typed": shown["typed"]});
    assert_eq!(d.ask(&ana(), "item.confirm", yes)["status"], "frozen");
    assert_eq!(statuses(&d.go(&plan)), ["done", "running", "waiting"], "{}", d.show(&plan));
    assert!(d.read("old.txt").is_some());
    d.ask(&ana(), "thaw", json!({}));
    assert_eq!(d.confirm(&item)["status"], "applied");
    assert_eq!(d.go(&plan)["status"], "completed");
    assert_eq!(d.read("log.txt").unwrap(), "once\n");
}

#[test]
fn f4_plans_of_two_runs_go_side_by_side_and_stopping_one_leaves_the_other() {
    let d = Desk::new();
    let plan_in = |name: &str| {
        let run = id(&d.ask(&codex(), "run.start", json!({"subject": name})));
        let steps = json!([write(&format!("{name}1.txt"), "x"), write(&format!("{name}2.txt"), "x")]);
        let input = json!({"run": run, "title": name, "steps": steps});
        let plan = id(&d.ask(&codex(), "plan.propose", input));
        d.show(&plan);
        d.say("approve", &plan);
        (run, plan)
    };
    let ((first_run, first), (_, second)) = (plan_in("a"), plan_in("b"));
    d.advance(&first);
    d.advance(&second);
    d.ask(&ana(), "run.stop", json!({"id": first_run}));
    assert_eq!(
        (d.go(&first)["status"].as_str(), d.go(&second)["status"].as_str()),
        (Some("aborted"), Some("completed"))
    );
    assert_eq!((d.read("a1.txt").is_some(), d.read("a2.txt")), (true, None));
    assert!(d.read("b1.txt").is_some() && d.read("b2.txt").is_some());
}

#[test]
fn f5_a_question_in_the_run_of_a_plan_waits_beside_it() {
    let d = Desk::new();
    let Asked { plan, run, item } = asked(&d);
    let question = id(&d.ask(&codex(), "question.ask", json!({"run": run, "text": "Which name?"})));
    let waits = d.ask(&ana(), "run.show", json!({"id": run}))["waiting_for"].clone();
    let kinds: Vec<&str> = waits.as_array().unwrap().iter().map(|w| w["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["item", "question"], "{waits}");
    d.confirm(&item);
    assert_eq!(d.go(&plan)["status"], "completed", "a question holds up nothing");
    d.ask(&ana(), "question.answer", json!({"id": question, "answer": "b"}));
    let heard = news(&d);
    assert_eq!(
        (&heard["questions"][0]["answer"], &heard["plans"][0]["status"]),
        (&json!("b"), &json!("completed"))
    );
}

#[test]
fn e11_an_answer_that_supersedes_what_a_plan_asks_lets_the_plan_stand_still() {
    let d = Desk::new();
    let question = id(&d.ask(&codex(), "question.ask", json!({"text": "Which name?"})));
    let call = json!({"tool": "filesystem.write_file", "args": {"path": "b.txt", "content": "b\n"}, "question": question});
    let assumed = id(&d.ask(&codex(), "call.propose", call)["item"]);
    let plan = d.propose(json!([write("b.txt", "b\n")]));
    d.show(&plan);
    d.ask(&ana(), "plan.approve", json!({"id": plan, "stepwise": true}));
    assert_eq!(item(&d.go(&plan), 1), assumed, "it is not asked about twice");
    let answered = d.ask(&ana(), "question.answer", json!({"id": question, "answer": "c.txt"}));
    assert_eq!(answered["superseded"], json!([assumed]));
    let paused = d.go(&plan);
    assert_eq!((text(&paused, "status"), d.read("b.txt")), ("paused".into(), None));
    assert!(text(&paused, "reason").contains("superseded"), "{paused}");
}

#[test]
fn f3_a_plan_outlives_the_end_of_its_run_as_proposals_do() {
    let d = Desk::new();
    let Asked { plan, run, item } = asked(&d);
    let ended = d.ask(&codex(), "run.end", json!({"id": run}));
    assert_eq!((&ended["status"], &ended["open_items"]), (&json!("completed"), &json!(1)));
    assert_eq!(d.confirm(&item)["status"], "applied");
    assert_eq!(d.go(&plan)["status"], "completed");
    assert_eq!((d.read("b.txt").as_deref(), d.read("log.txt").unwrap()), (Some("b\n"), "once\n".into()));
}

#[test]
fn e5_to_roll_a_run_back_ends_its_plan_and_its_step_at_once() {
    let d = Desk::new();
    let step = id(&d.ask(&codex(), "step.begin", json!({"title": "tidy up"})));
    let plan = d.approved(json!([write("a.txt", "a\n"), write("b.txt", "b\n")]));
    d.advance(&plan);
    let run = text(&d.show(&plan), "run");
    let back = d.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!((&back["status"], back["undone"].as_array().unwrap().len()), (&json!("rolled_back"), 1));
    assert_eq!(d.show(&plan)["status"], "rolled_back", "nobody had to look at it first");
    let over = d.ask(&ana(), "step.show", json!({"id": step}));
    assert_eq!((&over["status"], &over["reason"]), (&json!("failed"), &json!("the run is rolled back")));
    assert_eq!(statuses(&d.go(&plan)), ["done", "waiting"]);
    assert_eq!((d.read("a.txt"), d.read("b.txt")), (None, None));
    assert!(d.verified());
}

#[test]
fn e5_what_cannot_all_be_taken_back_ends_the_plan_all_the_same() {
    let d = Desk::new();
    let plan = d.approved(json!([write("a.txt", "a\n"), write("b.txt", "b\n"), write("c.txt", "c\n")]));
    d.advance(&plan);
    d.advance(&plan);
    fs::write(d.path("a.txt"), "mine\n").unwrap();
    let run = text(&d.show(&plan), "run");
    let back = d.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!(back["status"], "partial", "{back}");
    assert_eq!(d.go(&plan)["status"], "aborted");
    assert_eq!((d.read("a.txt").as_deref(), d.read("b.txt"), d.read("c.txt")), (Some("mine\n"), None, None));
    fs::write(d.path("a.txt"), "a\n").unwrap();
    assert_eq!(d.ask(&ana(), "run.rollback", json!({"id": run}))["status"], "rolled_back");
    assert_eq!(d.read("a.txt"), None);
}
