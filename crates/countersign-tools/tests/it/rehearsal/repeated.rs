//! Tests calls that an agent repeats because it no longer waited when a person said yes.

use super::*;

#[test]
fn b6_a_call_that_is_repeated_after_a_late_yes_gets_its_result_and_nothing_happens_twice() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let line = "echo x >> a.txt; echo done";
    let item = desk.held(line);
    assert_eq!(desk.confirm(&item)["status"], "applied");
    let again = desk.run(line);
    assert_eq!((&again["status"], &again["item"]["id"]), (&json!("done"), &item["id"]), "{again}");
    assert_eq!((&again["result"]["stdout"], &again["result"]["exit_code"]), (&json!("done\n"), &json!(0)));
    assert!(
        again["receipt"]["undo_action"].is_object() && again["latest_reversible_event_id"].is_string(),
        "{again}"
    );
    assert!(text(&again, "message").contains("has landed since, once"), "{again}");
    assert_eq!(desk.holds("a.txt").as_deref(), Some("x\n"));
    // It has heard of it now, and means another one.
    let third = desk.run(line);
    assert_eq!(third["status"], "queued", "{third}");
    assert_ne!(third["item"]["id"], item["id"]);
}

#[test]
fn b6_what_its_agent_has_heard_of_is_proposed_anew() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let item = desk.held("echo x >> a.txt");
    assert_eq!(desk.confirm(&item)["status"], "applied");
    desk.done(&codex(), "item.status", json!({"id": item["id"]}));
    assert_eq!(desk.run("echo x >> a.txt")["status"], "queued");
}

#[test]
fn b6_what_was_taken_back_or_belongs_to_another_agent_is_no_answer() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let item = desk.held("echo x >> a.txt");
    let told = desk.confirm(&item);
    let other = Actor::agent("robin");
    let args = json!({"command": "echo x >> a.txt"});
    let theirs = desk.done(&other, "call.propose", json!({"tool": "shell.run", "args": args}));
    assert_eq!(theirs["status"], "queued", "{theirs}");
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": told["receipt"]["id"]}));
    assert_eq!(undone["status"], "undone");
    let again = desk.run("echo x >> a.txt");
    assert_eq!(again["status"], "queued", "a person took it back: {again}");
}

#[test]
fn c4_b6_what_a_person_changed_before_the_yes_answers_the_call_that_was_changed() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let item = desk.held("echo wrong >> a.txt");
    let mut args = item["args"].clone();
    args["command"] = "echo right >> a.txt".into();
    let edited = desk.done(&ana(), "item.edit", json!({"id": item["id"], "args": args}))["item"].clone();
    assert_eq!(desk.confirm(&edited)["status"], "applied");
    let again = desk.run("echo wrong >> a.txt");
    assert_eq!((&again["status"], &again["item"]["id"]), (&json!("done"), &item["id"]), "{again}");
    assert_eq!(desk.holds("a.txt").as_deref(), Some("right\n"));
}
