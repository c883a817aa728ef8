//! Plans that are carried out: what is shown, what an approval covers, and what is still asked about.

use super::*;

#[test]
fn f1_a_plan_is_shown_whole_before_it_runs_and_a_yes_covers_its_steps() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let steps = json!([
        read("a.txt"),
        {"title": "say two", "tool": "filesystem.write_file", "args": {"path": "a.txt", "content": "two\n"}},
        after(write("b.txt", "b\n"), &[2]),
    ]);
    let (proposed, outcome) =
        d.request(&codex(), "plan.propose", json!({"title": "Tidy up", "steps": steps})).unwrap();
    assert_eq!((outcome, text(&proposed, "status")), (Outcome::Held, "proposed".into()));
    let plan = id(&proposed);
    assert_eq!(d.go(&plan)["status"], "proposed", "nothing of it runs before a yes");
    let shown = d.show(&plan);
    let step = &shown["steps"][1];
    assert_eq!((text(step, "title"), text(step, "class")), ("say two".into(), "mutable".into()));
    assert!(text(step, "summary").contains("a.txt"), "{step}");
    assert_eq!(step["facts"]["writes"][0], d.path("a.txt").display().to_string());
    assert_eq!((&step["reversal"]["tier"], &step["asked"]), (&json!("exact"), &json!(false)));
    assert_eq!(shown["steps"][2]["depends_on"], json!([2]));
    d.say("approve", &plan);
    let done = d.go(&plan);
    assert_eq!(done["status"], "completed", "{done}");
    assert_eq!(statuses(&done), ["done"; 3]);
    assert!(done["steps"][0]["result"].to_string().contains("one"), "{}", done["steps"][0]);
    assert_eq!((d.read("a.txt").unwrap(), d.read("b.txt").unwrap()), ("two\n".into(), "b\n".into()));
    let receipts = d.receipts();
    assert_eq!(receipts.len(), 2);
    for receipt in receipts {
        assert_eq!(receipt["allowed_by"], json!({"by": "plan", "name": plan}));
        assert_eq!(receipt["plan"]["id"], plan.as_str());
    }
    let run = d.ask(&ana(), "run.show", json!({"id": done["run"]}));
    assert_eq!((&run["plan"], &run["status"]), (&json!(null), &json!("running")));
    assert!(d.verified());
}

#[test]
fn f1_a_yes_binds_to_what_was_shown() {
    let d = Desk::new();
    let plan = d.propose(json!([write("a.txt", "a")]));
    let never = d.fails(&ana(), "plan.approve", json!({"id": plan}));
    assert_eq!(never.code, countersign_core::ErrorCode::Stale, "{never:?}");
    assert!(never.message.contains("never shown"), "{never:?}");
    d.show(&plan);
    let other = d.fails(&ana(), "plan.approve", json!({"id": plan, "digest": "0".repeat(64)}));
    assert_eq!(other.code, countersign_core::ErrorCode::Stale, "{other:?}");
    assert_eq!(d.go(&plan)["status"], "proposed");
    let digest = text(&d.show(&plan), "digest");
    d.ask(&ana(), "plan.approve", json!({"id": plan, "digest": digest}));
    let again = d.fails(&ana(), "plan.approve", json!({"id": plan}));
    assert!(again.message.contains("approved by ana"), "{again:?}");
}

#[test]
fn f1_steps_build_on_what_earlier_ones_write_and_give() {
    let d = Desk::new();
    let plan = d.approved(json!([
        write("a.txt", "one\n"),
        edit("a.txt", "one", "two"),
        {"tool": "task.create_task", "args": {"title": "Release"}},
        {"tool": "task.add_checklist_item", "args": {"task": "$step3.result.id", "title": "Tag it"}},
    ]));
    let shown = d.show(&plan);
    assert_eq!(shown["steps"][1]["depends_on"], json!([1]), "found by looking: {shown}");
    assert_eq!(shown["steps"][3]["depends_on"], json!([3]), "found in the arguments");
    assert!(shown["steps"][3]["flags"].to_string().contains("uses the result of step 3"), "{shown}");
    let done = d.go(&plan);
    assert_eq!(statuses(&done), ["done"; 4], "{done}");
    assert_eq!(d.read("a.txt").unwrap(), "two\n");
    assert_eq!(d.inbox()["items"], json!([]), "nobody was asked again");
    let tasks = d.call("task.list_tasks", json!({}))["result"].to_string();
    assert!(tasks.contains("Release"), "{tasks}");
}

#[test]
fn f1_a_step_that_cannot_be_looked_at_yet_is_asked_about_when_its_turn_comes() {
    let d = Desk::new();
    let plan = d.approved(json!([shell("echo one > made.txt"), after(edit("made.txt", "one", "two"), &[1])]));
    let shown = d.show(&plan);
    assert_eq!(shown["steps"][1]["asked"], true);
    assert!(shown["steps"][1]["flags"].to_string().contains("cannot be inspected yet"), "{shown}");
    let waits = d.go(&plan);
    assert_eq!(statuses(&waits), ["done", "running"], "{waits}");
    assert_eq!(d.confirm(&item(&waits, 2))["status"], "applied");
    assert_eq!(
        (d.go(&plan)["status"].clone(), d.read("made.txt").unwrap()),
        (json!("completed"), "two\n".into())
    );
}

#[test]
fn f1_what_is_no_longer_as_it_was_shown_is_asked_about() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let plan = d.approved(json!([write("b.txt", "b\n"), write("a.txt", "two\n")]));
    fs::write(d.path("a.txt"), "mine, which nobody was shown\n").unwrap();
    let waits = d.go(&plan);
    assert_eq!(statuses(&waits), ["done", "running"], "{waits}");
    assert_eq!(d.read("a.txt").unwrap(), "mine, which nobody was shown\n");
    let asked = d.ask(&ana(), "show", json!({"id": item(&waits, 2)}))["item"].clone();
    assert_eq!((&asked["status"], &asked["plan"]), (&json!("pending"), &json!({"id": plan, "step": 2})));
}

#[test]
fn f1_a_link_that_leads_elsewhere_since_changes_no_target() {
    let d = Desk::new();
    fs::create_dir(d.path("old")).unwrap();
    fs::create_dir(d.path("new")).unwrap();
    std::os::unix::fs::symlink(d.path("old"), d.path("here")).unwrap();
    let plan = d.approved(json!([write("here/a.txt", "a\n")]));
    fs::remove_file(d.path("here")).unwrap();
    std::os::unix::fs::symlink(d.path("new"), d.path("here")).unwrap();
    d.go(&plan);
    assert_eq!(d.read("new/a.txt"), None, "what was shown is what is written");
}

#[test]
fn f2_step_by_step_reads_flow_and_each_change_pauses() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let plan = d.propose(json!([read("a.txt"), write("a.txt", "two\n"), read("a.txt"), write("b.txt", "b")]));
    d.show(&plan);
    d.ask(&ana(), "plan.approve", json!({"id": plan, "stepwise": true}));
    let first = d.go(&plan);
    assert_eq!((text(&first, "status"), statuses(&first)[1].clone()), ("stepwise".into(), "running".into()));
    assert_eq!(d.read("a.txt").unwrap(), "one\n");
    assert_eq!(d.confirm(&item(&first, 2))["status"], "applied");
    let second = d.go(&plan);
    assert_eq!(statuses(&second), ["done", "done", "done", "running"]);
    assert!(second["steps"][2]["result"].to_string().contains("two"), "the read came after the change");
    let receipt = &d.receipts()[0];
    assert_eq!(receipt["allowed_by"]["by"], "person");
    assert_eq!(receipt["plan"], json!({"id": plan, "step": 2}));
}

#[test]
fn f2_a_grant_or_a_rule_does_not_answer_for_a_person_who_wants_to_see_each_step() {
    let rule = "version = 1\n[[rule]]\nname = \"files\"\ntools = [\"filesystem.*\"]\nthen = \"allow\"\n\
                classes = [\"mutable\"]\n";
    let d = Desk::with(rule);
    let plan = d.propose(json!([write("a.txt", "a")]));
    d.show(&plan);
    d.ask(&ana(), "plan.approve", json!({"id": plan, "stepwise": true}));
    assert_eq!(statuses(&d.go(&plan)), ["running"]);
    assert_eq!(d.read("a.txt"), None);
}

#[test]
fn f2_a5_what_is_destructive_or_protected_pauses_whatever_was_approved() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let steps = json!([
        {"tool": "filesystem.delete_file", "args": {"path": "a.txt"}},
        write(".env", "TOKEN=1\n"),
        write("b.txt", "b\n"),
    ]);
    let plan = d.approved(steps);
    let shown = d.show(&plan);
    assert_eq!(shown["steps"][0]["class"], "destructive");
    assert_eq!([&shown["steps"][0]["asked"], &shown["steps"][1]["asked"]], [&json!(true); 2], "{shown}");
    assert_eq!(statuses(&d.go(&plan)), ["running", "waiting", "waiting"]);
    assert!(d.read("a.txt").is_some());
    assert_eq!(d.confirm(&item(&d.show(&plan), 1))["status"], "applied");
    assert_eq!(statuses(&d.go(&plan)), ["done", "running", "waiting"]);
    assert_eq!(d.read(".env"), None);
    d.confirm(&item(&d.show(&plan), 2));
    assert_eq!(d.go(&plan)["status"], "completed");
}

#[test]
fn f2_a_step_without_an_inverse_is_flagged_before_approval() {
    let d = Desk::new();
    let plan = d.propose(json!([shell("make all"), write("a.txt", "a")]));
    let shown = d.show(&plan);
    assert!(shown["steps"][0]["flags"].to_string().contains("taken back"), "{}", shown["steps"][0]);
    assert_eq!(shown["steps"][1]["flags"], json!([]));
}

#[test]
fn h5_a_plan_waits_in_the_inbox_as_dangerous_as_the_worst_of_it() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let steps = json!([read("a.txt"), {"tool": "filesystem.delete_file", "args": {"path": "a.txt"}}]);
    let plan = d.propose(steps);
    let waiting = d.inbox()["waiting"].clone();
    assert_eq!((&waiting[0]["kind"], &waiting[0]["id"]), (&json!("plan"), &json!(plan)));
    assert_eq!((&waiting[0]["risk_level"], &waiting[0]["status"]), (&json!("high"), &json!("proposed")));
    let run = text(&d.show(&plan), "run");
    let run = d.ask(&codex(), "run.show", json!({"id": run}));
    assert_eq!((&run["status"], &run["waiting_for"][0]["id"]), (&json!("waiting_approval"), &json!(plan)));
    d.show(&plan);
    d.say("approve", &plan);
    assert_eq!(d.inbox()["waiting"], json!([]));
}

#[test]
fn d7_while_everything_is_frozen_no_plan_goes_on() {
    let d = Desk::new();
    let plan = d.approved(json!([write("a.txt", "a"), write("b.txt", "b")]));
    d.ask(&ana(), "freeze", json!({}));
    assert_eq!(statuses(&d.go(&plan)), ["waiting", "waiting"]);
    d.ask(&ana(), "thaw", json!({}));
    assert_eq!(d.go(&plan)["status"], "completed");
}

#[test]
fn g2_a_secret_in_a_plan_is_shown_to_nobody_and_used_where_it_is_needed() {
    let d = Desk::new();
    let token = format!("ghp_{}", "a1B2c3D4e5".repeat(4).chars().take(36).collect::<String>());
    let plan = d.approved(json!([write("a.txt", &format!("token: {token}\n"))]));
    assert!(!d.show(&plan).to_string().contains(&token), "{}", d.show(&plan));
    let waits = d.go(&plan);
    if statuses(&waits)[0] == "running" {
        d.confirm(&item(&waits, 1));
    }
    assert_eq!(d.go(&plan)["status"], "completed");
    assert!(d.read("a.txt").unwrap().contains(&token));
}
