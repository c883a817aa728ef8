//! B13, E15: an agent hears what became of its work, also afterwards, and every answer that landed something carries its
//! handle.

use countersign_core::{Actor, ErrorCode};
use serde_json::{Value, json};

use super::world::{DAY, World, ana, codex, id, text};

fn news(w: &World) -> Value {
    w.ask(&codex(), "agent.news", json!({}))
}

/// Returns what the agent reads now; empty if there is nothing.
fn heard(w: &World) -> String {
    text(&news(w), "text")
}

fn undo(w: &World, receipt: &str) -> Value {
    w.ask(&ana(), "receipt.undo", json!({"id": receipt}))
}

/// Returns a receipt that landed with Ana's approval, of which the agent heard.
#[track_caller]
fn landed(w: &World, title: &str) -> Value {
    let answer = w.confirm(&w.hold("task.create_task", json!({"title": title})));
    news(w);
    answer["receipt"].clone()
}

#[test]
fn b13_an_undo_is_told_once_and_a_redo_is_told_again() {
    let w = World::new();
    let receipt = landed(&w, "Fix login");
    let undone = undo(&w, &id(&receipt));
    let told = news(&w);
    let line = format!(
        "- ↶ {} task.create_task: Create task \"Fix login\" — undone by ana: it is as it was before\n",
        id(&receipt)
    );
    assert!(text(&told, "text").contains(&line), "{told}");
    assert_eq!(
        (&told["receipts"][0]["status"], &told["receipts"][0]["by"]),
        (&json!("undone"), &json!("person:ana"))
    );
    let events = w.events().len();
    assert_eq!(heard(&w), "", "once");
    assert_eq!(w.events().len(), events, "nothing to tell leaves no event");
    undo(&w, &id(&undone["receipt"]));
    assert!(heard(&w).contains("redone by ana: it is in effect again"));
    assert_eq!(heard(&w), "");
    assert!(w.verify().ok);
}

#[test]
fn b13_what_landed_and_was_undone_before_the_agent_heard_is_one_line() {
    let w = World::new();
    let receipt = w.confirm(&w.hold("task.create_task", json!({"title": "Fix login"})))["receipt"].clone();
    undo(&w, &id(&receipt));
    let told = news(&w);
    assert_eq!(told["items"][0]["status"], "undone", "{told}");
    assert!(text(&told, "text").contains("it landed, and was undone by ana since"), "{told}");
    assert!(!text(&told, "text").contains(&format!("↶ {}", id(&receipt))), "{told}");
    assert_eq!(heard(&w), "");
}

#[test]
fn b13_an_undo_that_the_agent_proposed_is_told_by_its_proposal_alone() {
    let w = World::new();
    let receipt = landed(&w, "Fix login");
    w.confirm(&w.hold("countersign.undo", json!({"receipt": id(&receipt)})));
    let told = news(&w);
    assert_eq!(told.get("receipts"), None, "{told}");
    assert_eq!(told["items"][0]["tool"], "countersign.undo");
}

#[test]
fn b13_asking_for_an_item_or_the_history_counts_as_told() {
    let w = World::new();
    let first = landed(&w, "one");
    undo(&w, &id(&first));
    let status = w.ask(&codex(), "item.status", json!({"id": first["item"]}));
    assert!(status["receipt"]["undone"].is_object(), "{status}");
    assert_eq!(heard(&w), "");
    let second = landed(&w, "two");
    undo(&w, &id(&second));
    assert!(text(&w.ask(&codex(), "context", json!({})), "text").contains("confirmed, then undone"));
    assert_eq!(heard(&w), "");
    let third = landed(&w, "three");
    undo(&w, &id(&third));
    w.ask(&ana(), "context", json!({"agent": "codex"}));
    assert!(heard(&w).contains("undone by ana"), "a person who looks tells nobody");
}

#[test]
fn b13_expiry_is_told() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "late"}));
    w.env.advance(8 * DAY);
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "item.confirm", json!({"id": item}));
    assert!(heard(&w).contains("no decision"));
}

#[test]
fn b13_a_rollback_is_told_and_later_work_gets_a_run_of_its_own() {
    let w = World::new();
    for n in 0..20 {
        landed(&w, &n.to_string());
    }
    let run = text(&w.call("task.list_tasks", json!({})), "run");
    w.ask(&ana(), "run.rollback", json!({"id": run}));
    let told = news(&w);
    let said = text(&told, "text");
    assert_eq!((&told["runs"][0]["run"], &told["runs"][0]["remaining"]), (&json!(run), &json!(0)), "{told}");
    assert!(said.contains("rolled back by ana; nothing of it stands any more"), "{said}");
    assert!(said.contains("belongs to a new run"), "{said}");
    assert_eq!((told["receipts"].as_array().unwrap().len(), &told["more"]), (8, &json!(false)), "{told}");
    assert_eq!(heard(&w), "", "the run's line tells of the others");
    let e = w.fails(&codex(), "call.propose", json!({"run": run, "tool": "task.list_tasks"}));
    assert!(e.code == ErrorCode::Conflict && e.message.contains("rolled back"), "{e:?}");
    let anew = w.call("task.create_task", json!({"title": "again"}));
    assert_ne!(text(&anew, "run"), run);
}

#[test]
fn b13_after_a_rollback_in_part_nothing_joins_the_run_either_and_instructions_go_along() {
    let w = World::new();
    let kept = landed(&w, "kept");
    let task = text(&kept["result"], "id");
    landed(&w, "other");
    let run = text(&w.call("task.list_tasks", json!({})), "run");
    // What rests on the first task belongs to another run, and keeps it from being undone.
    let elsewhere = id(&w.ask(&codex(), "run.start", json!({"subject": "elsewhere"})));
    let call =
        json!({"run": elsewhere, "tool": "task.add_checklist_item", "args": {"task": task, "title": "x"}});
    w.confirm(&id(&w.ask(&codex(), "call.propose", call)["item"]));
    w.ask(&codex(), "run.end", json!({"id": elsewhere}));
    news(&w);
    let back = w.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!(back["status"], "partial", "{back}");
    w.ask(&ana(), "run.steer", json!({"id": run, "instruction": "leave the rest"}));
    let anew = text(&w.call("task.list_tasks", json!({})), "run");
    assert_ne!(anew, run);
    let told = news(&w);
    assert_eq!(
        (&told["runs"][0]["remaining"], &told["receipts"][0]["status"]),
        (&json!(1), &json!("undone")),
        "{told}"
    );
    assert_eq!(told["instructions"][0]["text"], "leave the rest", "{told}");
    let shown = w.ask(&ana(), "run.show", json!({"id": run}));
    assert_eq!((&shown["active"], &shown["status"]), (&json!(true), &json!("completed")), "{shown}");
}

#[test]
fn b13_an_agent_hears_nothing_of_others() {
    let w = World::new();
    let receipt = landed(&w, "Fix login");
    undo(&w, &id(&receipt));
    let other = Actor::agent("bob");
    assert_eq!(w.ask(&other, "agent.news", json!({}))["text"], "");
    for named in [id(&receipt), text(&receipt, "item"), text(&receipt, "event_id")] {
        let call = json!({"tool": "countersign.undo", "args": {"receipt": named}});
        let answer = w.ask(&other, "call.propose", call);
        assert_eq!(answer["status"], "invalid", "{answer}");
        assert!(text(&answer, "message").contains("of yours"), "{answer}");
    }
}

#[test]
fn e15_an_agents_undo_takes_a_receipt_an_item_or_an_event() {
    let w = World::new();
    let receipt = landed(&w, "Fix login");
    let event = text(&receipt, "event_id");
    let short = event.split('-').next().unwrap().to_owned();
    for named in [id(&receipt), text(&receipt, "item"), event, short] {
        let answer = w.call("countersign.undo", json!({"receipt": named}));
        assert_eq!(answer["status"], "queued", "{named}: {answer}");
        assert_eq!(answer["item"]["args"]["receipt"], id(&receipt), "{answer}");
        w.ask(&codex(), "item.retract", json!({"id": answer["item"]["id"]}));
    }
    for wrong in ["e1", "e99999-000000", "rc1", "nonsense"] {
        assert_eq!(w.call("countersign.undo", json!({"receipt": wrong}))["status"], "invalid", "{wrong}");
    }
    let pending = w.hold("task.create_task", json!({"title": "pending"}));
    let answer = w.call("countersign.undo", json!({"receipt": pending}));
    assert!(text(&answer, "message").contains("nothing of"), "{answer}");
    let undone = w.ask(&ana(), "receipt.undo", json!({"id": receipt["event_id"]}));
    assert_eq!(undone["status"], "undone", "a person's takes an event, too");
}

#[test]
fn e15_a_status_carries_the_handle_until_it_is_undone() {
    let w = World::new();
    let receipt = landed(&w, "Fix login");
    let status = || w.ask(&codex(), "item.status", json!({"id": receipt["item"]}));
    let told = status();
    assert_eq!(told["latest_reversible_event_id"], receipt["event_id"]);
    assert_eq!(told["latest_reversible_event_type"], "task.create_task");
    assert_eq!(told["receipt"]["undo_action"]["expected_event_id"], receipt["event_id"]);
    undo(&w, &id(&receipt));
    assert_eq!(status().get("latest_reversible_event_id"), None);
}

#[test]
fn e15_each_element_of_a_batch_that_landed_carries_its_handle() {
    let w = World::with_policy(
        "version = 1\n[[rule]]\nname = \"steps\"\ntools = [\"task.add_checklist_item\"]\nthen = \"allow\"\n",
    );
    let task = w.task("Fix login");
    let items = json!([{"title": "Design"}, 7, {"title": "Build"}]);
    let answer = w.call("task.add_checklist_items", json!({"task": task, "items": items}));
    assert_eq!(
        (&answer["status"], &answer["message"]),
        (&json!("done"), &json!("2 of 3 elements done, 1 malformed"))
    );
    let handle = |n: usize| answer["elements"][n]["landed"].clone();
    assert_eq!(answer["elements"][1].get("landed"), None);
    for n in [0, 2] {
        let landed = handle(n);
        assert_eq!(
            landed["undo_action"]["expected_event_id"], landed["latest_reversible_event_id"],
            "{landed}"
        );
    }
    assert_eq!(answer["latest_reversible_event_id"], handle(2)["latest_reversible_event_id"], "the last one");
    assert_eq!(undo(&w, &text(&handle(0), "receipt"))["status"], "undone");
}

#[test]
fn b2_the_message_of_a_batch_counts_each_element_once() {
    let w = World::new();
    let task = w.task("Fix login");
    let reject = w.hold("task.add_checklist_item", json!({"task": task, "title": "Never"}));
    w.ask(&ana(), "item.reject", json!({"id": reject}));
    let titles = ["Design", "Build", "Design", "Never"].map(|title| json!({"title": title}));
    let mut items = titles.to_vec();
    items.extend([json!(7), json!({"nonsense": true}), json!({"title": "Build"})]);
    let answer = w.call("task.add_checklist_items", json!({"task": task, "items": items}));
    assert_eq!(
        text(&answer, "message"),
        "Proposal queued for user review. 2 of 7 elements, 2 redundant, 2 malformed, 1 rejected"
    );
    let again = w.call("task.add_checklist_items", json!({"task": task, "items": [{"title": "Build"}]}));
    assert_eq!(
        (&again["status"], &again["message"]),
        (&json!("queued"), &json!("0 of 1 elements done, 1 redundant"))
    );
}

#[test]
fn i1_the_history_names_arguments_in_the_order_of_the_tool() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_priority", json!({"priority": "P2", "task": task}));
    w.ask(&ana(), "item.reject", json!({"id": item}));
    let told = text(&w.ask(&codex(), "context", json!({})), "text");
    assert!(
        told.contains(&format!("✗ task.set_priority(task: \"{task}\", priority: \"P2\") — rejected")),
        "{told}"
    );
}

#[test]
fn i1_a_confirmation_whose_effect_failed_says_so() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    let other = w.confirm(&w.hold("task.set_title", json!({"task": task, "title": "C"})));
    let stale = w.confirm(&item);
    assert_eq!(stale["status"], "stale", "{stale}");
    let context = w.ask(&codex(), "context", json!({}));
    let entry = &context["decisions"][0];
    assert_eq!((&entry["item"], &entry["decision"]), (&json!(item), &json!("failed")), "{context}");
    assert!(
        text(&context, "text").contains("title: \"B\") — confirmed, and it failed (error: "),
        "{context}"
    );
    let history = w.ask(&ana(), "decision.list", json!({}))["decisions"].clone();
    let of = |item: &Value| history.as_array().unwrap().iter().find(|d| d["item"] == *item).unwrap().clone();
    assert!(of(&json!(item))["failed"].is_string(), "{history}");
    assert_eq!(of(&other["item"]).get("failed"), None);
    // Proposed again for what is now there, it lands: then the last decision counts.
    w.ask(&ana(), "item.refresh", json!({"id": item}));
    assert_eq!(w.confirm(&item)["status"], "applied");
    let context = w.ask(&codex(), "context", json!({}));
    assert_eq!(context["decisions"][0]["decision"], "confirmed", "{context}");
    assert!(w.verify().ok);
}
