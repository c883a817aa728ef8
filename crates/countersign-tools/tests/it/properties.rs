//! Tests laws that hold for any sequence of calls.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::World;

/// One call, with ids chosen from those that exist when it is made.
#[derive(Debug, Clone)]
enum Step {
    Create(u8),
    Title(u8, u8),
    Update(u8, u8, u8),
    Label(u8, u8),
    Add(u8, u8),
    Check(u8, bool),
    Link(u8, u8, u8, bool),
    Report(Option<u8>, u8),
    Observe(u8),
    Block(u8, u8),
}

fn step() -> impl Strategy<Value = Step> {
    let n = || 0..4u8;
    prop_oneof![
        2 => n().prop_map(Step::Create),
        2 => (n(), n()).prop_map(|(a, b)| Step::Title(a, b)),
        2 => (n(), n(), n()).prop_map(|(a, b, c)| Step::Update(a, b, c)),
        2 => (n(), n()).prop_map(|(a, b)| Step::Label(a, b)),
        2 => (n(), n()).prop_map(|(a, b)| Step::Add(a, b)),
        2 => (n(), any::<bool>()).prop_map(|(a, b)| Step::Check(a, b)),
        2 => (n(), n(), n(), any::<bool>()).prop_map(|(a, b, c, d)| Step::Link(a, b, c, d)),
        1 => (proptest::option::of(n()), n()).prop_map(|(a, b)| Step::Report(a, b)),
        1 => n().prop_map(Step::Observe),
        1 => (n(), n()).prop_map(|(a, b)| Step::Block(a, b)),
    ]
}

/// Returns an id of a kind for a step.
fn pick(world: &World, kind: &str, n: u8) -> String {
    let ids: Vec<String> = world.rows().into_iter().filter(|r| r.kind == kind).map(|r| r.id).collect();
    if ids.is_empty() { "t0".to_owned() } else { ids[usize::from(n) % ids.len()].clone() }
}

fn call(world: &World, step: &Step) -> (&'static str, Value) {
    let task = |n: u8| pick(world, "task", n);
    match *step {
        Step::Create(n) => {
            ("task.create_task", json!({"title": format!("Task {n}"), "estimate": u32::from(n) + 1}))
        }
        Step::Title(t, n) => ("task.set_title", json!({"task": task(t), "title": format!("Title {n}")})),
        Step::Update(t, a, b) => {
            let estimate = if a == 0 { json!("none") } else { json!(a) };
            ("task.update_task", json!({"task": task(t), "estimate": estimate, "priority": b.to_string()}))
        }
        Step::Label(t, n) => ("task.assign_label", json!({"task": task(t), "label": format!("label {n}")})),
        Step::Add(t, n) => {
            ("task.add_checklist_item", json!({"task": task(t), "title": format!("Item {n}")}))
        }
        Step::Check(n, checked) => (
            "task.update_checklist_item",
            json!({"id": pick(world, "checklist_item", n), "checked": checked}),
        ),
        Step::Link(a, b, relation, dismiss) => {
            let relation = ["relates_to", "blocks", "duplicates", "part_of"][usize::from(relation)];
            let state = if dismiss { "dismissed" } else { "confirmed" };
            ("task.link_tasks", json!({"a": task(a), "b": task(b), "relation": relation, "state": state}))
        }
        Step::Report(t, n) => {
            ("task.update_report", json!({"task": t.map(task), "text": format!("Report {n}")}))
        }
        Step::Observe(n) => {
            ("task.record_observations", json!({"observations": vec!["seen"; usize::from(n) + 1]}))
        }
        Step::Block(t, n) => {
            let start = format!("2026-11-16T1{n}:00");
            ("calendar.create_time_block", json!({"task": task(t), "start": start, "minutes": 30}))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn e4_inverting_the_last_event_restores_every_row_and_chains_walk_back(
        steps in proptest::collection::vec(step(), 1..24)
    ) {
        let world = World::new();
        let mut landed = Vec::new();
        for step in &steps {
            let before = world.rows();
            let (tool, args) = call(&world, step);
            // Invented ids, no-ops and self-links are included: they must leave no trace.
            if world.apply(tool, args).is_err() {
                prop_assert_eq!(world.rows(), before);
                continue;
            }
            let (event, after) = (world.last(), world.rows());
            let undone = world.undo(event).unwrap();
            prop_assert_eq!(&world.rows(), &before, "undo of {}", tool);
            world.undo(undone).unwrap();
            prop_assert_eq!(&world.rows(), &after, "redo of {}", tool);
            landed.push((event, before));
        }
        for (event, before) in landed.into_iter().rev() {
            world.undo(event).unwrap();
            prop_assert_eq!(world.rows(), before);
        }
        prop_assert_eq!(world.rows(), vec![]);
    }
}
