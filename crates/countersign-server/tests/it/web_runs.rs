//! Runs and plans at the review desk: what they do, their instructions, and how they are held, stopped and rolled back.

use std::fs;

use serde_json::{Value, json};

use super::{
    desk::Desk,
    world::{Ask, World},
};

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}")).to_owned()
}

/// A run of the agent.
fn run(world: &World) -> String {
    text(&world.at_work(&world.codex, "run.start", json!({"title": "Ship it", "subject": "release"})), "id")
}

fn status(world: &World, run: &str) -> String {
    text(&world.at_work(&world.ana, "run.show", json!({"id": run})), "status")
}

/// The agent writes a file in a run, and Ana confirms it.
fn write(world: &World, run: &str, path: &str, content: &str) -> Value {
    let args = json!({"path": path, "content": content});
    let call = json!({"run": run, "tool": "filesystem.write_file", "args": args});
    let held = world.at_work(&world.codex, "call.propose", call);
    let item = text(&held["item"], "id");
    world.at_work(&world.ana, "show", json!({"id": item}));
    world.at_work(&world.ana, "item.confirm", json!({"id": item}))["receipt"].clone()
}

#[test]
fn f4_a_run_is_steered_paused_resumed_and_stopped_by_plain_forms() {
    let world = World::new();
    let run = run(&world);
    let path = format!("/runs/{run}");
    let desk = Desk::new(&world);
    assert!(desk.open("/runs").says("Ship it"));
    let told = desk.fill(&desk.open(&path), "run.steer", &[("instruction", "Leave the docs alone")]);
    assert!(told.says("Leave the docs alone") && told.says("not read yet"), "{}", told.html);
    let held = desk.fill(&told, "run.pause", &[("reason", "lunch")]);
    assert!(held.says("paused") && held.says("lunch") && status(&world, &run) == "paused", "{}", held.html);
    let going = desk.press(&held, "run.resume", &run);
    assert_eq!(status(&world, &run), "running", "{}", going.html);
    world.at_work(&world.codex, "agent.news", json!({}));
    assert!(desk.open(&path).says("read just now"), "{}", desk.open(&path).html);
    let turned = desk.fill(&desk.open(&path), "run.redirect", &[("instruction", "Only the docs")]);
    assert!(turned.says("What it was told (2)"), "{}", turned.html);
    let stopped = desk.fill(&turned, "run.stop", &[("reason", "enough")]);
    assert_eq!(status(&world, &run), "aborted", "{}", stopped.html);
    assert!(!stopped.html.contains("/do/run.steer"), "what is over is not steered: {}", stopped.html);
}

#[test]
fn the_timeline_tells_what_was_asked_told_proposed_and_done_in_order() {
    let world = World::new();
    let run = run(&world);
    let ask = json!({"run": run, "text": "Which branch?", "choices": ["main", "next"]});
    world.at_work(&world.codex, "question.ask", ask);
    world.at_work(&world.ana, "run.steer", json!({"id": run, "instruction": "Be brief"}));
    world.at_work(&world.codex, "step.begin", json!({"run": run, "title": "Write it"}));
    write(&world, &run, "a.txt", "one\n");
    let page = Desk::new(&world).open(&format!("/runs/{run}"));
    let story = page.html.split("id=\"timeline\"").nth(1).unwrap();
    let at: Vec<usize> = ["Which branch?", "Be brief", "Write it", "entry item", "entry receipt"]
        .iter()
        .map(|what| story.find(what).unwrap_or_else(|| panic!("{what}: {story}")))
        .collect();
    assert!(at.is_sorted(), "{at:?}");
    assert!(story.contains("/do/receipt.undo"), "each effect has its way back");
}

#[test]
fn e5_a_run_rollback_says_what_would_come_back_and_goes_on_after_a_partial_one() {
    let world = World::new();
    let run = run(&world);
    write(&world, &run, "a.txt", "one\n");
    write(&world, &run, "b.txt", "two\n");
    let desk = Desk::new(&world);
    let path = format!("/runs/{run}/rollback");
    assert!(desk.open(&format!("/runs/{run}")).html.contains(&path));
    let ask = desk.open(&path);
    assert!(ask.says("2 effects would be undone") && ask.says("a.txt"), "{}", ask.html);
    assert!(world.work.join("a.txt").exists(), "looking takes nothing back");

    fs::write(world.work.join("a.txt"), "mine\n").unwrap();
    let partial = desk.fill(&ask, "run.rollback", &[]);
    assert_eq!(partial.status, 409, "{}", partial.html);
    assert!(partial.says("1 effect not undone") && partial.says("1 effect undone"), "{}", partial.html);
    assert!(!world.work.join("b.txt").exists() && world.work.join("a.txt").exists());

    fs::write(world.work.join("a.txt"), "one\n").unwrap();
    let rest = desk.open(&path);
    assert!(rest.says("1 effect would be undone") && rest.says("Continue the rollback"), "{}", rest.html);
    let done = desk.fill(&rest, "run.rollback", &[]);
    assert!(done.says("2 effects undone") && done.says("Rolled back:"), "{}", done.html);
    assert!(!world.work.join("a.txt").exists());
    assert!(desk.open(&format!("/runs/{run}")).says("rolled back"), "it stays in history, inactive");
}

/// The agent proposes to write, to write more after that, and to delete.
fn plan(world: &World) -> String {
    fs::write(world.work.join("old.txt"), "old\n").unwrap();
    let write = |path: &str| json!({"tool": "filesystem.write_file", "args": {"path": path, "content": "x\n"}, "title": "only a note"});
    let mut second = write("b.txt");
    second["depends_on"] = json!([1]);
    let delete = json!({"tool": "filesystem.delete_file", "args": {"path": "old.txt"}});
    let steps = json!([write("a.txt"), second, delete]);
    text(&world.at_work(&world.codex, "plan.propose", json!({"title": "Tidy up", "steps": steps})), "id")
}

/// Countersign carries out what it can.
fn carry_out(world: &World, plan: &str) {
    for _ in 0..50 {
        let told = world.direct(&countersign_core::Actor::system(), "plan.advance", json!({"id": plan}));
        if told["more"] == false {
            return;
        }
    }
    panic!("the plan does not come to a stop");
}

fn plan_status(world: &World, plan: &str) -> String {
    text(&world.at_work(&world.ana, "plan.show", json!({"id": plan})), "status")
}

#[test]
fn f1_f2_a_plan_is_shown_whole_with_class_way_back_and_order_and_approved_by_what_was_shown() {
    let world = World::new();
    let plan = plan(&world);
    let desk = Desk::new(&world);
    assert!(desk.open("/").says("A plan"), "it waits in the inbox");
    let page = desk.open(&format!("/plans/{plan}"));
    for words in [
        "Upcoming (3)",
        "destructive",
        "can be undone exactly",
        "needs its own approval",
        "after 1",
        "Tidy up",
    ] {
        assert!(page.says(words), "{words}: {}", page.html);
    }
    assert!(page.says("The agent says: “only a note”") && page.says("+x"), "{}", page.html);
    let wrong = desk.fill(&page, "plan.approve", &[("digest", "0000"), ("stepwise", "")]);
    assert_eq!((wrong.status, plan_status(&world, &plan).as_str()), (409, "proposed"), "{}", wrong.html);
    let yes = desk.fill(&page, "plan.approve", &[("stepwise", "")]);
    assert!(yes.says("approved as a whole") && yes.says("as a whole, by ana"), "{}", yes.html);
    carry_out(&world, &plan);
    let going = desk.open(&format!("/plans/{plan}"));
    assert!(going.says("Done (2)") && going.says("Under way (1)"), "{}", going.html);
    assert!(going.says("waits for you as"), "deleting is asked about all the same: {}", going.html);
    assert!(world.work.join("old.txt").exists());
}

#[test]
fn f3_a_plan_is_paused_goes_on_leaves_a_step_out_is_ended_and_taken_back() {
    let world = World::new();
    let plan = plan(&world);
    let path = format!("/plans/{plan}");
    let desk = Desk::new(&world);
    desk.fill(&desk.open(&path), "plan.approve", &[("stepwise", "")]);
    let paused = desk.fill(&desk.open(&path), "plan.pause", &[("reason", "wait")]);
    assert!(plan_status(&world, &plan) == "paused" && paused.says("wait"), "{}", paused.html);
    let going = desk.press(&paused, "plan.resume", &plan);
    let left = desk.press(&going, "plan.skip", "step=3");
    assert!(left.says("Skipped (1)"), "{}", left.html);
    carry_out(&world, &plan);
    assert_eq!(plan_status(&world, &plan), "completed");
    let ask = desk.open(&format!("{path}/rollback"));
    assert!(ask.says("2 effects would be undone"), "{}", ask.html);
    let back = desk.fill(&ask, "plan.rollback", &[]);
    assert!(back.says("2 effects undone") && !world.work.join("a.txt").exists(), "{}", back.html);
}

#[test]
fn f3_a_failed_step_is_explained_tried_again_and_the_plan_ended_with_a_reason() {
    let world = World::new();
    let plan = plan(&world);
    let path = format!("/plans/{plan}");
    let desk = Desk::new(&world);
    desk.fill(&desk.open(&path), "plan.approve", &[("stepwise", "")]);
    // A folder is in place of the file.
    fs::create_dir_all(world.work.join("a.txt/in")).unwrap();
    carry_out(&world, &plan);
    let failed = desk.open(&path);
    assert!(failed.says("Failed (1)") && failed.says("Try again"), "{}", failed.html);
    fs::remove_dir_all(world.work.join("a.txt")).unwrap();
    let again = desk.press(&failed, "plan.retry", &plan);
    carry_out(&world, &plan);
    assert!(world.work.join("a.txt").is_file(), "{}", again.html);
    let ended = desk.fill(&desk.open(&path), "plan.abort", &[("reason", "no longer needed")]);
    assert!(ended.says("no longer needed") && plan_status(&world, &plan) == "aborted", "{}", ended.html);
    assert!(ended.html.contains(&format!("{path}/rollback")), "what was done can be taken back");
}

#[test]
fn f1_a_plan_is_rejected_with_a_reason_and_step_by_step_asks_for_each_change() {
    let world = World::new();
    let desk = Desk::new(&world);
    let first = plan(&world);
    let no = desk.fill(&desk.open(&format!("/plans/{first}")), "plan.reject", &[("reason", "too much")]);
    assert!(plan_status(&world, &first) == "rejected" && no.says("too much"), "{}", no.html);
    let second = plan(&world);
    let page = desk.open(&format!("/plans/{second}"));
    assert!(page.says("Step by step"));
    desk.fill(&page, "plan.approve", &[]);
    carry_out(&world, &second);
    assert_eq!(plan_status(&world, &second), "stepwise");
    assert!(!world.work.join("a.txt").exists(), "each change is asked about");
}

#[test]
fn c1_an_agent_sees_none_of_these_pages() {
    let world = World::new();
    let run = run(&world);
    for path in [
        "/runs".to_owned(),
        format!("/runs/{run}"),
        "/receipts".to_owned(),
        "/since".to_owned(),
        "/sets".to_owned(),
    ] {
        let reply = world.send(Ask::get(&path).header("Accept", "text/html").bearer(&world.codex));
        assert_eq!(reply.status, 403, "{path}: {}", reply.text());
    }
}
