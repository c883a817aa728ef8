//! Tests the results of the reading tools.

use countersign_core::ErrorCode;
use serde_json::{Value, json};

use crate::world::World;

fn titles(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|t| t["title"].as_str().unwrap()).collect()
}

fn with_tasks() -> World {
    let world = World::new();
    for args in [
        json!({"title": "Old", "due": "2026-11-10"}),
        json!({"title": "Old but done", "due": "2026-11-10", "status": "done"}),
        json!({"title": "Today", "due": "2026-11-15", "estimate": "2h"}),
        json!({"title": "Running", "status": "in_progress", "priority": "P1", "estimate": 30}),
        json!({"title": "Later", "due": "2026-12-01", "notes": "call Ana"}),
    ] {
        world.apply("task.create_task", args).unwrap();
    }
    world
}

#[test]
fn tasks_are_listed_newest_first_by_what_is_asked() {
    let world = with_tasks();
    world.apply("task.assign_label", json!({"task": "t1", "label": "Bug"})).unwrap();
    world.apply("task.assign_label", json!({"task": "t5", "label": "bug"})).unwrap();
    for (args, expected) in [
        (json!({}), vec!["Later", "Running", "Today", "Old but done", "Old"]),
        (json!({"status": "open"}), vec!["Later", "Today", "Old"]),
        (json!({"priority": "p1"}), vec!["Running"]),
        (json!({"label": "BUG"}), vec!["Later", "Old"]),
        (json!({"label": "bug", "text": " ANA"}), vec!["Later"]),
        (json!({"task": "t3"}), vec!["Today"]),
        (json!({"limit": 2}), vec!["Later", "Running"]),
    ] {
        let answer = world.apply("task.list_tasks", args.clone()).unwrap();
        assert_eq!(titles(&answer["tasks"]), expected, "{args}");
    }
    assert_eq!(world.apply("task.list_tasks", json!({"limit": 2})).unwrap()["total"], 5);
}

#[test]
fn a_listed_task_comes_with_what_belongs_to_it() {
    let world = World::furnished();
    world.apply("task.assign_labels", json!({"task": "t1", "labels": ["b", "A"]})).unwrap();
    world.apply("task.link_tasks", json!({"a": "t1", "b": "t2", "relation": "blocks"})).unwrap();
    let answer = world.apply("task.list_tasks", json!({})).unwrap();
    let (release, login) = (&answer["tasks"][0], &answer["tasks"][1]);
    assert_eq!(login["labels"], json!(["a", "b"]));
    assert_eq!(login["checklist"][0]["title"], "Design mockup");
    assert_eq!(login["links"], release["links"]);
    assert_eq!(release.get("labels"), None);
}

#[test]
fn overdue_is_what_is_open_and_was_due_before_today() {
    let world = with_tasks();
    assert_eq!(titles(&world.apply("task.get_overdue", json!({})).unwrap()["tasks"]), ["Old"]);
    let later = world.apply("task.get_overdue", json!({"date": "2026-11-16"})).unwrap();
    assert_eq!(titles(&later["tasks"]), ["Old", "Today"]);
    world.apply("task.set_status", json!({"task": "t1", "status": "rejected"})).unwrap();
    assert_eq!(world.apply("task.get_overdue", json!({})).unwrap()["total"], 0);
}

#[test]
fn the_briefing_tells_the_day_in_the_persons_zone() {
    let world = with_tasks();
    // 23:30 UTC on the 14th is 00:30 on the 15th where the person is.
    let event = json!({"title": "Call", "start": "2026-11-14T23:30:00Z", "end": "2026-11-15T00:30:00Z"});
    world.apply("calendar.create_event", event).unwrap();
    let briefing = world.apply("task.daily_briefing", json!({})).unwrap();
    assert_eq!(briefing["date"], "2026-11-15");
    assert_eq!(titles(&briefing["events"]), ["Call"]);
    assert_eq!(titles(&briefing["due_today"]), ["Today"]);
    assert_eq!(titles(&briefing["overdue"]), ["Old"]);
    assert_eq!(titles(&briefing["in_progress"]), ["Running"]);
    let counts = json!({"events": 1, "due_today": 1, "overdue": 1, "open": 3, "groomed": 0, "in_progress": 1,
        "blocked": 0, "on_hold": 0});
    assert_eq!(briefing["counts"], counts);
    assert_eq!(briefing["planned_min"], 150);
    let tomorrow = world.apply("task.daily_briefing", json!({"date": "tomorrow"})).unwrap();
    assert_eq!((&tomorrow["counts"]["events"], &tomorrow["counts"]["overdue"]), (&json!(0), &json!(2)));
}

#[test]
fn a1_reading_leaves_every_row_as_it_was() {
    let world = World::furnished();
    world.start_run("run9", "laura");
    let before = world.rows();
    for tool in countersign_tools::journal::catalog().into_iter().filter(|t| t.action == "read") {
        let example = match tool.name.as_str() {
            "audit.get_session_summary" => json!({"run": "run9"}),
            _ => tool.schema["examples"][0].clone(),
        };
        let forecast =
            world.forecast(&tool.name, example.clone()).unwrap_or_else(|e| panic!("{}: {e}", tool.name));
        assert!(forecast.facts.writes.is_empty() && !forecast.facts.reads.is_empty(), "{}", tool.name);
        assert!(!forecast.summary.is_empty(), "{}", tool.name);
        world.apply(&tool.name, example).unwrap_or_else(|e| panic!("{}: {e}", tool.name));
    }
    assert_eq!(world.rows(), before);
}

#[test]
fn a_shortened_id_that_fits_two_tasks_says_so() {
    let world = World::new();
    for n in 1..=10 {
        world.apply("task.create_task", json!({"title": format!("Task {n}")})).unwrap();
    }
    let one = world.forecast("task.set_title", json!({"task": "t1", "title": "x"})).unwrap();
    assert!(one.args["task"].as_str().unwrap().starts_with("t1-"), "t1 is the first task, not the tenth");
    assert_eq!(
        world.forecast("task.set_title", json!({"task": "t", "title": "x"})).unwrap_err().code,
        ErrorCode::Conflict
    );
}
