//! B: how calls become items.

use countersign_core::Actor;
use serde_json::json;

use super::world::{DAY, MINUTE, World, ana, codex, id, text};

#[test]
fn b1_a_held_call_becomes_an_item_and_the_agent_goes_on() {
    let w = World::new();
    let answer = w.call("task.create_task", json!({"title": "Fix login"}));
    assert_eq!(
        (text(&answer, "status"), text(&answer, "message")),
        ("queued".into(), "Proposal queued for user review.".into())
    );
    let item = id(&answer["item"]);
    let inbox = w.ask(&ana(), "inbox.list", json!({}));
    assert_eq!(inbox["items"][0]["id"], item);
    assert_eq!(inbox["change_sets"][0]["title"], "codex suggests 1 change");
}

#[test]
fn b2_a_batch_comes_apart_and_its_counts_reconcile() {
    let w = World::new();
    let task = w.task("Fix login");
    let items = json!([{"title": "Design"}, {"title": "Build"}, 7, {"nonsense": true}, {"title": "Design"}]);
    let answer = w.call("task.add_checklist_items", json!({"task": task, "items": items}));
    assert_eq!(answer["status"], "queued");
    let counts = &answer["counts"];
    let n = |f: &str| counts[f].as_u64().unwrap();
    assert_eq!((n("elements"), n("added"), n("malformed"), n("redundant"), n("rejected")), (5, 2, 2, 1, 0));
    assert_eq!(answer["items"].as_array().unwrap().len(), 2);
    assert!(answer["items"][0]["human_summary"].is_null(), "summaries of elements are always generated");
    assert_eq!(answer["elements"].as_array().unwrap().len(), 5);
    assert_eq!(answer["items"][0]["tool"], "task.add_checklist_item");
    let empty = w.call("task.add_checklist_items", json!({"task": task, "items": []}));
    assert_eq!((empty["status"].as_str(), empty["counts"]["elements"].as_u64()), (Some("done"), Some(0)));
    let labels = w.call("task.assign_labels", json!({"task": task, "labels": ["bug", "auth", "bug"]}));
    assert_eq!(
        (labels["counts"]["added"].as_u64(), labels["counts"]["redundant"].as_u64()),
        (Some(2), Some(1))
    );
    assert_eq!(labels["items"][0]["tool"], "task.assign_label");
}

#[test]
fn b2_a_batch_cannot_be_called_as_if_it_were_one_element() {
    let w = World::new();
    let task = w.task("Fix login");
    let call = json!({"tool": "task.add_checklist_items", "args": {"task": task, "items": [{"title": "x"}]}, "element": true});
    assert_eq!(w.ask(&codex(), "call.propose", call)["status"], "invalid");
}

#[test]
fn b3_the_agents_words_stand_apart_from_the_generated_summary() {
    let w = World::new();
    let task = w.task("Fix login");
    let said = json!({"tool": "task.set_title", "args": {"task": task, "title": "B", "human_summary": "Just reading the title"}});
    let item = w.ask(&codex(), "call.propose", said)["item"].clone();
    assert_eq!(item["human_summary"], "Just reading the title");
    assert_eq!(item["summary"], "Set title to \"B\"");
    assert!(item["args"].get("human_summary").is_none(), "it is stripped before judging");
    assert!(!item["flags"].as_array().unwrap().is_empty(), "it claims to read and it writes: {item}");
}

#[test]
fn b4_invalid_arguments_are_told_to_the_agent_and_never_shown_to_a_person() {
    let w = World::new();
    let task = w.task("Fix login");
    for args in [
        json!({"task": task}),
        json!({"task": task, "title": 7}),
        json!({"task": task, "title": "x", "y": 1}),
    ] {
        let answer = w.call("task.set_title", args);
        assert_eq!(answer["status"], "invalid", "{answer}");
        assert_eq!(w.last_event().status, "invalid", "it is logged");
    }
    assert!(w.ask(&ana(), "inbox.list", json!({}))["items"].as_array().unwrap().is_empty());
}

#[test]
fn b5_a_no_op_is_suppressed_after_normalisation() {
    let w = World::new();
    let task = w.task("Fix login");
    let answer = w.call("task.set_title", json!({"task": task, "title": "  Fix login "}));
    assert_eq!((text(&answer, "status"), answer["redundant"].as_bool()), ("done".into(), Some(true)));
    assert!(answer["item"].is_null());
}

#[test]
fn b5_an_invented_id_is_rejected_with_feedback() {
    let w = World::new();
    let answer = w.call("task.set_title", json!({"task": "t999", "title": "x"}));
    assert_eq!(answer["status"], "invalid");
    assert!(text(&answer, "message").contains("there is no task t999"), "{answer}");
}

#[test]
fn b6_an_open_twin_blocks_a_new_one() {
    let w = World::new();
    let task = w.task("Fix login");
    let first = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    let again = w.call("task.set_title", json!({"title": " B", "task": task}));
    assert_eq!(
        (again["item"]["id"].as_str(), again["redundant"].as_bool()),
        (Some(first.as_str()), Some(true))
    );
    w.ask(&ana(), "item.defer", json!({"id": first}));
    assert_eq!(w.call("task.set_title", json!({"task": task, "title": "B"}))["item"]["id"], first);
    assert_eq!(w.ask(&ana(), "inbox.list", json!({}))["items"].as_array().unwrap().len(), 1);
}

#[test]
fn b6_a_rejected_twin_blocks_until_something_changes_or_a_person_lifts_it() {
    let w = World::new();
    let task = w.task("Fix login");
    let change = json!({"task": task, "title": "B"});
    let first = w.hold("task.set_title", change.clone());
    w.ask(&ana(), "item.reject", json!({"id": first, "reason": "mine is better"}));
    let again = w.call("task.set_title", change.clone());
    assert_eq!(again["status"], "rejected");
    assert!(text(&again, "message").contains("mine is better"));
    // Once its precondition has changed, it is another proposal.
    let other = w.hold("task.set_title", json!({"task": task, "title": "C"}));
    w.confirm(&other);
    let after_change = w.hold("task.set_title", change.clone());
    w.ask(&ana(), "item.reject", json!({"id": after_change}));
    assert_eq!(w.call("task.set_title", change.clone())["status"], "rejected");
    w.ask(&ana(), "item.lift", json!({"id": after_change}));
    assert_eq!(w.call("task.set_title", change)["status"], "queued");
}

#[test]
fn b6_a_twin_is_found_in_spite_of_case_and_white_space() {
    let w = World::new();
    let task = w.task("Release");
    let first = w.hold("task.add_checklist_item", json!({"task": task, "title": "Run smoke tests"}));
    w.ask(&ana(), "item.reject", json!({"id": first, "reason": "done by CI"}));
    let again = w.call("task.add_checklist_item", json!({"task": task, "title": " run  SMOKE\ttests"}));
    assert_eq!(again["status"], "rejected", "{again}");
    let other = w.call("task.add_checklist_item", json!({"task": task, "title": "Run smoke test"}));
    assert_eq!(other["status"], "queued", "another text is another proposal: {other}");
}

#[test]
fn b6_confirmed_and_retracted_ones_do_not_block() {
    let w = World::new();
    let task = w.task("Fix login");
    let change = json!({"task": task, "title": "B"});
    let first = w.hold("task.set_title", change.clone());
    w.ask(&codex(), "item.retract", json!({"id": first}));
    let second = w.hold("task.set_title", change.clone());
    assert_ne!(first, second);
    w.confirm(&second);
    let back = w.hold("task.set_title", json!({"task": task, "title": "Fix login"}));
    w.confirm(&back);
    w.hold("task.set_title", change);
}

#[test]
fn b6_a_rejection_counts_for_seven_days_on_the_same_subject_only() {
    let w = World::new();
    let task = w.task("Fix login");
    let start = |subject: &str| id(&w.ask(&codex(), "run.start", json!({"subject": subject})));
    let propose = |run: &str| {
        let call = json!({"run": run, "tool": "task.set_title", "args": {"task": task, "title": "B"}});
        w.ask(&codex(), "call.propose", call)
    };
    let (first, second, other) = (start("login"), start("login"), start("billing"));
    let item = id(&propose(&first)["item"]);
    w.ask(&ana(), "item.reject", json!({"id": item}));
    assert_eq!(propose(&second)["status"], "rejected");
    assert_eq!(propose(&other)["status"], "queued");
    w.env.advance(8 * DAY);
    assert_eq!(propose(&second)["status"], "queued");
}

#[test]
fn b6_the_same_idempotency_key_returns_the_same_item() {
    let w = World::new();
    let call = json!({"tool": "task.create_task", "args": {"title": "Once"}});
    let first = w.request(&codex(), "call.propose", call.clone(), Some("k1")).unwrap();
    let events = w.events().len();
    let again = w.request(&codex(), "call.propose", call, Some("k1")).unwrap();
    assert_eq!((first.value, first.event), (again.value, again.event));
    assert_eq!(w.events().len(), events, "a repetition appends nothing");
    let other = json!({"tool": "task.create_task", "args": {"title": "Twice"}});
    assert!(w.request(&codex(), "call.propose", other, Some("k1")).is_err());
}

#[test]
fn an_agent_sees_its_own_runs_however_many_others_there_are() {
    let w = World::new();
    let mine = id(&w.ask(&codex(), "run.start", json!({"title": "mine"})));
    let other = Actor::agent("other");
    for n in 0..5 {
        w.ask(&other, "run.start", json!({"title": format!("other {n}")}));
    }
    let listed = w.ask(&codex(), "run.list", json!({"limit": 2}));
    assert_eq!(listed["runs"].as_array().unwrap().iter().map(id).collect::<Vec<_>>(), [mine]);
    assert_eq!(w.ask(&other, "run.list", json!({"limit": 2}))["runs"].as_array().unwrap().len(), 2);
}

#[test]
fn b7_ten_items_fill_a_set_and_the_eleventh_starts_another() {
    let w = World::new();
    let items: Vec<_> = (0..13).map(|n| json!({"title": format!("step {n}")})).collect();
    let task = w.task("Fix login");
    let answer = w.call("task.add_checklist_items", json!({"task": task, "items": items}));
    assert_eq!(answer["counts"]["added"], 13);
    let sets = w.ask(&ana(), "inbox.list", json!({}))["change_sets"].clone();
    let mut totals: Vec<u64> =
        sets.as_array().unwrap().iter().map(|s| s["total"].as_u64().unwrap()).collect();
    totals.sort_unstable();
    assert_eq!(totals, [3, 10]);
}

#[test]
fn b8_a_child_waits_for_its_parent_and_gets_its_result() {
    let w = World::new();
    let run = id(&w.ask(&codex(), "run.start", json!({})));
    let propose = |tool: &str, args: serde_json::Value| {
        w.ask(&codex(), "call.propose", json!({"run": run, "tool": tool, "args": args}))
    };
    let parent = id(&propose("task.create_task", json!({"title": "Parent"}))["item"]);
    let child = propose("task.set_estimate", json!({"task": "$item1.result.id", "estimate": 90}));
    let child_id = id(&child["item"]);
    assert_eq!(child["item"]["status"], "blocked");
    assert_eq!(child["item"]["depends_on"], json!([parent]));
    assert_eq!(w.confirm(&child_id)["status"], "blocked", "a child before its parent is refused");
    let w = w.restarted("", Vec::new());
    assert_eq!(w.confirm(&parent)["status"], "applied");
    assert_eq!(w.status(&child_id), "pending");
    assert_eq!(w.confirm(&child_id)["status"], "applied");
}

#[test]
fn b8_confirm_all_takes_parent_and_child_in_order() {
    let w = World::new();
    let run = id(&w.ask(&codex(), "run.start", json!({})));
    let propose = |tool: &str, args: serde_json::Value| {
        w.ask(&codex(), "call.propose", json!({"run": run, "tool": tool, "args": args}))
    };
    let set = text(&propose("task.create_task", json!({"title": "Parent"}))["change_set"], "id");
    propose("task.set_estimate", json!({"task": "$item1.result.id", "estimate": 90}));
    w.ask(&ana(), "show", json!({"id": set}));
    let results = w.ask(&ana(), "set.confirm_all", json!({"id": set}))["results"].clone();
    let statuses: Vec<_> = results.as_array().unwrap().iter().map(|r| text(r, "status")).collect();
    assert_eq!(statuses, ["applied", "changed"], "what holds its result was not shown: {results}");
    let again = w.ask(&ana(), "show", json!({"id": set}))["items"].clone();
    assert!(text(&again[1]["args"], "task").starts_with('t'), "{again}");
    let results = w.ask(&ana(), "set.confirm_all", json!({"id": set}))["results"].clone();
    assert_eq!(results[0]["status"], "applied", "{results}");
}

#[test]
fn b8_rejecting_a_parent_rejects_its_children() {
    let w = World::new();
    let parent = w.hold("task.create_task", json!({"title": "Parent"}));
    let child = w.hold("task.set_estimate", json!({"task": format!("${parent}.result.id"), "estimate": 5}));
    let grandchild_args = json!({"task": format!("${child}.result.id"), "estimate": 6});
    let grandchild = w.hold("task.set_estimate", grandchild_args);
    w.ask(&ana(), "item.reject", json!({"id": parent}));
    assert_eq!((w.status(&child), w.status(&grandchild)), ("rejected".into(), "rejected".into()));
    let orphan = w.call("task.set_estimate", json!({"task": format!("${parent}.result.id"), "estimate": 7}));
    assert_eq!(orphan["status"], "invalid");
}

#[test]
fn b9_the_three_answers_of_retract_are_told_apart() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    let retract = |id: &str| text(&w.ask(&codex(), "item.retract", json!({"id": id})), "status");
    assert_eq!(retract(&item), "retracted");
    assert_eq!(retract(&item), "not_open");
    assert_eq!(retract("i999"), "not_found");
    let foreign = Actor::agent("other");
    let open = w.hold("task.create_task", json!({"title": "B"}));
    let answer = w.ask(&foreign, "item.retract", json!({"id": open}));
    assert_eq!(answer["status"], "not_found", "another agent's items do not exist for it");
    assert_eq!(w.status(&open), "pending");
    assert!(w.ask(&ana(), "decision.list", json!({}))["decisions"].as_array().unwrap().is_empty());
}

#[test]
fn b9_a_change_after_a_look_is_visible() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    w.ask(&super::world::ben(), "show", json!({"id": item}));
    w.ask(&ana(), "item.edit", json!({"id": item, "args": {"task": task, "title": "C"}}));
    let seen = w.ask(&super::world::ben(), "inbox.list", json!({}));
    assert_eq!(seen["items"][0]["changed_since_seen"], true);
    let late = w.ask(&super::world::ben(), "item.confirm", json!({"id": item}));
    assert_eq!(late["status"], "changed", "{late}");
    assert!(text(&late, "message").contains("C"));
}

#[test]
fn b10_each_run_has_its_own_sets_and_a_resolved_one_is_never_appended_to() {
    let w = World::new();
    let run = |w: &World| id(&w.ask(&codex(), "run.start", json!({"subject": "s"})));
    let (a, b) = (run(&w), run(&w));
    let propose = |run: &str, title: &str| {
        let call = json!({"run": run, "tool": "task.create_task", "args": {"title": title}});
        w.ask(&codex(), "call.propose", call)
    };
    let first = propose(&a, "one");
    let second = propose(&b, "two");
    assert_ne!(first["change_set"]["id"], second["change_set"]["id"]);
    assert_eq!(w.ask(&ana(), "inbox.list", json!({}))["change_sets"].as_array().unwrap().len(), 2);
    w.confirm(&id(&first["item"]));
    let set = w.ask(&ana(), "show", json!({"id": first["change_set"]["id"]}));
    assert_eq!(set["change_set"]["status"], "resolved");
    assert!(set["change_set"]["resolved_at"].is_u64());
    assert_ne!(propose(&a, "three")["change_set"]["id"], first["change_set"]["id"]);
    let empty = run(&w);
    w.ask(&codex(), "run.end", json!({"id": empty}));
    assert!(w.ask(&ana(), "run.show", json!({"id": empty}))["change_sets"].as_array().unwrap().is_empty());
}

#[test]
fn b10_a_call_without_a_run_uses_the_open_one_until_it_is_idle_for_half_an_hour() {
    let w = World::new();
    let run = |title: &str| text(&w.call("task.create_task", json!({"title": title})), "run");
    let first = run("a");
    w.env.advance(29 * MINUTE);
    assert_eq!(run("b"), first);
    w.env.advance(31 * MINUTE);
    let next = run("c");
    assert_ne!(next, first);
    assert_eq!(w.ask(&ana(), "run.show", json!({"id": first}))["status"], "completed");
}

#[test]
fn b6_the_same_words_about_another_thing_are_another_proposal() {
    let w = World::new();
    let (a, b) = (w.task("A"), w.task("B"));
    let first = w.hold("task.set_priority", json!({"task": a, "priority": "P2"}));
    let second = w.hold("task.set_priority", json!({"task": b, "priority": "P2"}));
    assert_ne!(first, second);
}
