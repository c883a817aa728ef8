//! Tests which events of the log each caller sees.

use countersign_core::{Actor, ErrorCode};
use serde_json::{Value, json};

use crate::world::World;

/// Two agents with a run each; laura made two calls in hers, and a person confirmed one.
fn told() -> World {
    let world = World::new();
    world.start_run("run1", "laura");
    world.start_run("run2", "otto");
    world.apply_in(Some("run1"), "task.create_task", json!({"title": "One"})).unwrap();
    world.become_actor(Actor::person("ana"));
    world.apply_in(Some("run1"), "task.set_title", json!({"task": "t3", "title": "Two"})).unwrap();
    world.become_actor(Actor::agent("otto"));
    world.apply_in(Some("run2"), "task.set_title", json!({"task": "t3", "title": "Three"})).unwrap();
    world
}

fn tools(answer: &Value) -> Vec<&str> {
    answer["calls"].as_array().unwrap().iter().map(|c| c["tool"].as_str().unwrap()).collect()
}

fn log(world: &World, args: Value) -> Value {
    world.apply("audit.get_tool_log", args).unwrap()
}

#[test]
fn g3_the_log_is_asked_by_run_tool_actor_time_and_status() {
    let world = told();
    world.become_actor(Actor::person("ana"));
    for (args, expected) in [
        (json!({"run": "run1"}), vec!["task.set_title", "task.create_task"]),
        (json!({"tool": "task.set_title"}), vec!["task.set_title", "task.set_title"]),
        (json!({"actor": "agent:otto"}), vec!["task.set_title"]),
        (json!({"actor": "laura"}), vec!["task.create_task"]),
        (json!({"until": "2026-11-14"}), vec![]),
        (json!({"from": "2026-11-16"}), vec![]),
        (
            json!({"run": "run1", "from": "2026-11-15", "until": "2026-11-15", "limit": 1}),
            vec!["task.set_title"],
        ),
        (json!({"run": "run1", "status": "error"}), vec![]),
        (json!({"run": "run2", "status": "success"}), vec!["task.set_title"]),
    ] {
        assert_eq!(tools(&log(&world, args.clone())), expected, "{args}");
    }
}

#[test]
fn g3_an_agent_is_told_of_its_own_runs_only() {
    let world = told();
    world.become_actor(Actor::agent("otto"));
    assert_eq!(tools(&log(&world, json!({}))), ["task.set_title"]);
    for tool in [
        "audit.get_tool_log",
        "audit.get_session_summary",
        "audit.generate_audit_report",
        "audit.export_audit_pdf",
    ] {
        let theirs = world.apply(tool, json!({"run": "run1"})).unwrap_err();
        let nobodys = world.apply(tool, json!({"run": "run7"})).unwrap_err();
        assert_eq!((theirs.code, theirs.message.as_str()), (ErrorCode::NotFound, "there is no run run1"));
        assert_eq!(nobodys.message, "there is no run run7");
    }
    let report = world.apply("audit.generate_audit_report", json!({})).unwrap();
    assert!(!report["markdown"].as_str().unwrap().contains("laura"));
    world.become_actor(Actor::agent("laura"));
    assert_eq!(
        tools(&log(&world, json!({}))),
        ["task.set_title", "task.create_task"],
        "with the person's yes"
    );
}

#[test]
fn g3_a_session_is_summed_up() {
    let world = told();
    world.become_actor(Actor::agent("laura"));
    let summary = world.apply("audit.get_session_summary", json!({})).unwrap();
    assert_eq!((&summary["run"], &summary["agent"]), (&json!("run1"), &json!("laura")));
    let totals = &summary["totals"];
    let numbers = ["calls", "success", "confirmed", "automatic", "rejected", "total_ms"]
        .map(|n| totals[n].as_u64().unwrap());
    assert_eq!(numbers, [2, 2, 1, 1, 0, 6]);
    assert_eq!(summary["tools"]["task.set_title"]["confirmed"], 1);
    world.become_actor(Actor::agent("nobody"));
    assert_eq!(world.apply("audit.get_session_summary", json!({})).unwrap_err().code, ErrorCode::NotFound);
}

#[test]
fn g3_a_report_is_data_and_text() {
    let world = told();
    world.become_actor(Actor::person("ana"));
    let report =
        world.apply("audit.generate_audit_report", json!({"from": "2026-11-01", "limit": 1})).unwrap();
    assert_eq!(report["totals"]["calls"], 3);
    assert_eq!(report["runs"]["run1"]["calls"], 2);
    assert_eq!(report["actors"]["agent:otto"]["calls"], 1);
    assert_eq!(report["calls"].as_array().unwrap().len(), 1, "the limit is for rows, not for counts");
    assert_eq!(report["complete"], true);
    let text = report["markdown"].as_str().unwrap();
    for part in ["# Audit report", "From 2026-11-01 until now.", "| task.set_title |", "| all | 3 | 3 |"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}
