//! Tests what each writing tool previews, does, and returns.

use countersign_core::{Actor, ErrorCode, tool::Reversal};
use countersign_words::Language;
use serde_json::{Value, json};

use crate::world::World;

/// One row of the table below.
struct Case {
    tool: &'static str,
    args: Value,
    summary: &'static str,
    target: &'static str,
    /// (label, before, after) of the preview.
    changes: Vec<(&'static str, Value, Value)>,
    /// What the result must contain; `id` is checked for all.
    result: Value,
    /// Whether repeating the call has nothing to do.
    settles: bool,
}

fn case(
    tool: &'static str,
    args: Value,
    (summary, target): (&'static str, &'static str),
    changes: Vec<(&'static str, Value, Value)>,
    result: Value,
) -> Case {
    Case { tool, args, summary, target, changes, result, settles: true }
}

const TASK: &str = "task \"Fix login\" (t1)";

fn field_cases() -> Vec<Case> {
    let null = Value::Null;
    vec![
        case(
            "task.set_title",
            json!({"task": " t1", "title": "  Fix   login bug "}),
            ("Set title to \"Fix login bug\"", TASK),
            vec![("title", json!("Fix login"), json!("Fix login bug"))],
            json!({"title": "Fix login bug"}),
        ),
        case(
            "task.set_estimate",
            json!({"task": "t1", "estimate": "2h"}),
            ("Set estimate to 2h", TASK),
            vec![("estimate", null.clone(), json!("2h"))],
            json!({"estimate_min": 120}),
        ),
        case(
            "task.set_due_date",
            json!({"task": "t1", "due": "tomorrow"}),
            ("Set due date to 2026-11-16", TASK),
            vec![("due date", null.clone(), json!("2026-11-16"))],
            json!({"due": "2026-11-16"}),
        ),
        case(
            "task.set_priority",
            json!({"task": "t1", "priority": "p2"}),
            ("Set priority to P2", TASK),
            vec![("priority", null.clone(), json!("P2"))],
            json!({"priority": "P2"}),
        ),
        case(
            "task.set_status",
            json!({"task": "t1", "status": "In Progress"}),
            ("Set status to in_progress", TASK),
            vec![("status", json!("open"), json!("in_progress"))],
            json!({"status": "in_progress"}),
        ),
        case(
            "task.set_language",
            json!({"task": "t1", "language": "DE"}),
            ("Set language to de", TASK),
            vec![("language", null.clone(), json!("de"))],
            json!({"language": "de"}),
        ),
        case(
            "task.update_task",
            json!({"task": "t1", "title": "Fix login", "status": "done", "estimate": 90, "notes": "as told"}),
            ("Set title to \"Fix login\", status to done, estimate to 1h 30m, notes to \"as told\"", TASK),
            vec![
                ("status", json!("open"), json!("done")),
                ("estimate", null.clone(), json!("1h 30m")),
                ("notes", null, json!("as told")),
            ],
            json!({"status": "done", "estimate_min": 90, "title": "Fix login"}),
        ),
    ]
}

fn record_cases() -> Vec<Case> {
    let null = Value::Null;
    vec![
        Case {
            settles: false,
            ..case(
                "task.create_task",
                json!({"title": "Write docs", "priority": "P1", "estimate": "45m", "due": "2026-11-20"}),
                ("Create task \"Write docs\"", "a new task \"Write docs\""),
                vec![
                    ("title", null.clone(), json!("Write docs")),
                    ("status", null.clone(), json!("open")),
                    ("priority", null.clone(), json!("P1")),
                    ("estimate", null.clone(), json!("45m")),
                    ("due date", null.clone(), json!("2026-11-20")),
                ],
                json!({"title": "Write docs", "status": "open", "estimate_min": 45}),
            )
        },
        case(
            "task.assign_label",
            json!({"task": "t1", "label": " Bug "}),
            ("Assign label \"bug\"", TASK),
            vec![("label", null.clone(), json!("bug"))],
            json!({"label": "bug"}),
        ),
        case(
            "task.add_checklist_item",
            json!({"task": "t1", "title": "Write tests"}),
            ("Add: \"Write tests\"", TASK),
            vec![("checklist item", null.clone(), json!("Write tests"))],
            json!({"title": "Write tests", "checked": false, "position": 2}),
        ),
        case(
            "task.update_checklist_item",
            json!({"id": "ck3", "checked": true}),
            ("Check off \"Design mockup\"", "checklist item \"Design mockup\" (ck3)"),
            vec![("checked", json!(false), json!(true))],
            json!({"title": "Design mockup", "checked": true}),
        ),
        case(
            "task.link_tasks",
            json!({"a": "t1", "b": "t2", "relation": "blocks"}),
            ("Link: \"Fix login\" blocks \"Release\"", "task \"Fix login\" (t1) and task \"Release\" (t2)"),
            vec![("link", null.clone(), json!("\"Fix login\" blocks \"Release\""))],
            json!({"relation": "blocks", "state": "confirmed"}),
        ),
        case(
            "task.update_report",
            json!({"task": "t1", "text": "Half done."}),
            ("Update the report: \"Half done.\"", "the report of laura on task \"Fix login\" (t1)"),
            vec![("report", null.clone(), json!("Half done."))],
            json!({"agent": "laura", "text": "Half done."}),
        ),
        Case {
            settles: false,
            ..case(
                "task.record_observations",
                json!({"observations": ["Short titles.", "No jargon."]}),
                ("Note: \"Short titles.\" and 1 more", "the observations of laura on its work"),
                vec![
                    ("observation", null.clone(), json!("Short titles.")),
                    ("observation", null.clone(), json!("No jargon.")),
                ],
                json!({}),
            )
        },
        case(
            "calendar.create_event",
            json!({"title": "Review", "start": "2026-11-16T10:00", "end": "2026-11-16T11:30"}),
            (
                "Create event \"Review\" on 2026-11-16 10:00 for 1h 30m",
                "the calendar, 2026-11-16 10:00 to 2026-11-16 11:30",
            ),
            vec![
                ("title", null.clone(), json!("Review")),
                ("start", null.clone(), json!("2026-11-16 10:00")),
                ("end", null.clone(), json!("2026-11-16 11:30")),
            ],
            json!({"kind": "event", "start": "2026-11-16T10:00:00+01:00"}),
        ),
        case(
            "calendar.create_time_block",
            json!({"task": "t1", "start": "2026-11-16T13:00:00Z", "minutes": "1h"}),
            (
                "Block time for \"Fix login\" on 2026-11-16 14:00 for 1h",
                "the calendar, 2026-11-16 14:00 to 2026-11-16 15:00",
            ),
            vec![
                ("title", null.clone(), json!("Fix login")),
                ("start", null.clone(), json!("2026-11-16 14:00")),
                ("end", null.clone(), json!("2026-11-16 15:00")),
                ("task", null, json!(TASK)),
            ],
            json!({"kind": "time_block", "title": "Fix login", "end": "2026-11-16T15:00:00+01:00"}),
        ),
    ]
}

fn cases() -> impl Iterator<Item = Case> {
    field_cases().into_iter().chain(record_cases())
}

#[test]
fn every_tool_that_writes_one_thing_is_in_the_table() {
    let mut tested: Vec<String> = cases().map(|c| c.tool.to_owned()).collect();
    tested.sort_unstable();
    let mut written: Vec<String> = countersign_tools::journal::catalog()
        .into_iter()
        .filter(|t| t.action != "read" && t.explode.is_none())
        .map(|t| t.name)
        .collect();
    written.sort_unstable();
    assert_eq!(tested, written);
}

#[test]
fn b3_a_look_tells_what_a_call_would_change_and_changes_nothing() {
    for case in cases() {
        let world = World::furnished();
        let before = world.rows();
        let forecast = world.forecast(case.tool, case.args).unwrap_or_else(|e| panic!("{}: {e}", case.tool));
        assert_eq!(forecast.summary, case.summary, "{}", case.tool);
        assert_eq!(forecast.preview.target, case.target, "{}", case.tool);
        let changes: Vec<_> =
            forecast.preview.changes.into_iter().map(|c| (c.label.to_string(), c.before, c.after)).collect();
        let expected: Vec<_> = case
            .changes
            .into_iter()
            .map(|(label, before, after)| (label.to_owned(), before, after))
            .collect();
        assert_eq!(changes, expected, "{}", case.tool);
        assert_eq!(forecast.noop, None, "{}", case.tool);
        assert_eq!(forecast.reversal, Reversal::Exact, "{}", case.tool);
        assert!(!forecast.facts.writes.is_empty(), "{}", case.tool);
        assert_eq!(world.rows(), before, "{} wrote while looking", case.tool);
    }
}

#[test]
fn what_was_looked_at_is_what_is_applied() {
    for case in cases() {
        let world = World::furnished();
        let result = world.apply(case.tool, case.args).unwrap_or_else(|e| panic!("{}: {e}", case.tool));
        assert!(
            result["id"].as_str().is_some_and(|id| !id.is_empty()),
            "{} gives no id: {result}",
            case.tool
        );
        for (field, value) in case.result.as_object().unwrap() {
            assert_eq!(&result[field], value, "{field} of {}", case.tool);
        }
    }
}

#[test]
fn b5_the_same_call_once_more_has_nothing_to_do() {
    for case in cases() {
        let world = World::furnished();
        world.apply(case.tool, case.args.clone()).unwrap();
        let again = world.forecast(case.tool, case.args).unwrap();
        assert_eq!(again.noop.is_some(), case.settles, "{}: {:?}", case.tool, again.noop);
    }
}

#[test]
fn b5_a_normalised_call_is_its_own_normal_form() {
    for case in cases() {
        let world = World::furnished();
        let once = world.forecast(case.tool, case.args).unwrap();
        let twice = world.forecast(case.tool, Value::Object(once.args.clone())).unwrap();
        assert_eq!(once, twice, "{}", case.tool);
    }
}

#[test]
fn e4_undo_gives_back_the_former_rows_and_redo_the_later() {
    for case in cases() {
        let world = World::furnished();
        let before = world.rows();
        world.apply(case.tool, case.args).unwrap();
        let after = world.rows();
        assert_ne!(before, after, "{} did nothing", case.tool);
        let undone = world.undo(world.last()).unwrap();
        assert_eq!(world.rows(), before, "{}", case.tool);
        world.undo(undone).unwrap();
        assert_eq!(world.rows(), after, "{}", case.tool);
    }
}

#[test]
fn d2_a_preview_rests_on_what_it_shows_of_the_present() {
    for case in cases() {
        let world = World::furnished();
        let forecast = world.forecast(case.tool, case.args).unwrap();
        let shows_present = forecast.preview.changes.iter().any(|c| !c.before.is_null());
        assert!(!shows_present || !forecast.relies_on.is_empty(), "{} rests on nothing", case.tool);
    }
    let world = World::furnished();
    let forecast = world.forecast("task.set_title", json!({"task": "t1", "title": "New"})).unwrap();
    let fields: Vec<&str> = forecast.relies_on.iter().map(|(_, f)| f.as_str()).collect();
    assert_eq!(fields, ["title"]);
    assert!(forecast.relies_on[0].0.id.starts_with("t1-"));
}

#[test]
fn c6_what_is_written_is_named_as_grants_name_it() {
    let world = World::furnished();
    for case in cases() {
        let name = case.tool;
        for target in world.forecast(name, case.args).unwrap().facts.writes {
            let (kind, rest) =
                target.split_once(':').unwrap_or_else(|| panic!("{name}: {target} has no kind"));
            assert!(countersign_tools::KINDS.iter().any(|k| k.name == kind), "{name}: {target}");
            let (id, field) = rest.split_once('/').unwrap_or((rest, "field"));
            let plain = |s: &str| !s.is_empty() && !s.contains([':', '/']);
            assert!(plain(id) && plain(field), "{name}: {target}");
        }
    }
    let forecast =
        world.forecast("task.update_task", json!({"task": "t1", "title": "x", "estimate": 5})).unwrap();
    let fields: Vec<&str> = forecast.facts.writes.iter().map(|w| w.split_once('/').unwrap().1).collect();
    assert_eq!(fields, ["title", "estimate_min"]);
}

#[test]
fn b5_an_invented_id_is_rejected_with_feedback() {
    let world = World::furnished();
    for (tool, args, message) in [
        ("task.set_title", json!({"task": "t9", "title": "x"}), "there is no task t9"),
        ("task.update_task", json!({"task": "abc", "status": "done"}), "there is no task abc"),
        ("task.assign_label", json!({"task": "", "label": "bug"}), "there is no task "),
        ("task.add_checklist_item", json!({"task": "t9", "title": "x"}), "there is no task t9"),
        (
            "task.update_checklist_item",
            json!({"id": "ck9", "checked": true}),
            "there is no checklist item ck9",
        ),
        ("task.link_tasks", json!({"a": "t1", "b": "t9", "relation": "blocks"}), "there is no task t9"),
        ("task.update_report", json!({"task": "t9", "text": "x"}), "there is no task t9"),
        ("task.record_observations", json!({"task": "t9", "observations": ["x"]}), "there is no task t9"),
        (
            "calendar.create_event",
            json!({"title": "x", "start": "2026-11-16T10:00", "end": "2026-11-16T11:00", "task": "t9"}),
            "there is no task t9",
        ),
        (
            "calendar.create_time_block",
            json!({"task": "t9", "start": "2026-11-16T10:00", "minutes": 5}),
            "there is no task t9",
        ),
        ("task.list_tasks", json!({"task": "t9"}), "there is no task t9"),
    ] {
        let error = world.forecast(tool, args).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (ErrorCode::NotFound, message), "{tool}");
        assert!(error.hint.is_some(), "{tool}");
    }
}

#[test]
fn b4_arguments_that_cannot_be_meant_are_invalid() {
    let world = World::furnished();
    for (tool, args) in [
        ("task.set_title", json!({"task": "t1", "title": "  "})),
        ("task.set_title", json!({"task": "t1"})),
        ("task.set_title", json!({"task": "t1", "title": "x", "sudo": true})),
        ("task.set_status", json!({"task": "t1", "status": "finished"})),
        ("task.set_priority", json!({"task": "t1", "priority": "P9"})),
        ("task.set_due_date", json!({"task": "t1", "due": "2026-02-30"})),
        ("task.set_estimate", json!({"task": "t1", "estimate": "soon"})),
        ("task.update_task", json!({"task": "t1"})),
        ("task.update_checklist_item", json!({"id": "ck3"})),
        ("task.update_checklist_item", json!({"id": "ck3", "checked": true, "task": "t2"})),
        ("task.link_tasks", json!({"a": "t1", "b": "t1", "relation": "blocks"})),
        ("task.link_tasks", json!({"a": "t1", "b": "t2", "relation": "likes"})),
        ("task.record_observations", json!({"observations": []})),
        (
            "calendar.create_event",
            json!({"title": "x", "start": "2026-11-16T11:00", "end": "2026-11-16T10:00"}),
        ),
        (
            "calendar.create_event",
            json!({"title": "x", "start": "2026-11-16T11:00", "end": "2027-11-16T10:00"}),
        ),
        ("calendar.create_event", json!({"title": "x", "start": "now", "end": "later"})),
        ("calendar.create_time_block", json!({"start": "2026-11-16T11:00", "minutes": 30})),
    ] {
        let error = world.forecast(tool, args.clone()).unwrap_err();
        assert_eq!(error.code, ErrorCode::Invalid, "{tool} {args}: {error}");
    }
}

#[test]
fn b8_an_id_that_is_not_known_yet_is_looked_at_without_a_lookup() {
    let world = World::furnished();
    for (tool, args) in [
        ("task.set_title", json!({"task": "$item1.result.id", "title": "x"})),
        ("task.assign_label", json!({"task": "$item1.result.id", "label": "bug"})),
        ("task.add_checklist_item", json!({"task": "$item1.result.id", "title": "x"})),
        ("task.update_checklist_item", json!({"id": "$item1.result.id", "checked": true})),
        ("task.link_tasks", json!({"a": "$item1.result.id", "b": "t2", "relation": "part_of"})),
        ("task.update_report", json!({"task": "$item1.result.id", "text": "x"})),
    ] {
        let forecast = world.forecast(tool, args.clone()).unwrap();
        assert!(
            forecast.preview.target.contains("the result of item 1"),
            "{tool}: {}",
            forecast.preview.target
        );
        assert_eq!((forecast.noop, forecast.relies_on), (None, vec![]), "{tool}");
        let kept = forecast.args.values().any(|v| *v == "$item1.result.id");
        assert!(kept, "{tool} lost the placeholder");
        assert_eq!(
            world.apply(tool, args).unwrap_err().code,
            ErrorCode::Conflict,
            "{tool} ran without its parent"
        );
    }
    let forecast = world
        .forecast("task.update_checklist_item", json!({"id": "$item3.result.id", "checked": true}))
        .unwrap();
    assert_eq!(forecast.summary, "Check off the result of item 3");
}

#[test]
fn a_value_can_be_taken_away() {
    let world = World::furnished();
    world
        .apply(
            "task.update_task",
            json!({"task": "t1", "estimate": 60, "due": "today", "priority": 1.to_string()}),
        )
        .unwrap();
    let forecast = world.forecast("task.set_estimate", json!({"task": "t1", "estimate": "none"})).unwrap();
    assert_eq!(forecast.summary, "Set estimate to none");
    assert_eq!(
        (&forecast.preview.changes[0].before, &forecast.preview.changes[0].after),
        (&json!("1h"), &Value::Null)
    );
    let result =
        world.apply("task.update_task", json!({"task": "t1", "due": "none", "priority": "none"})).unwrap();
    assert_eq!((result.get("due"), result.get("priority")), (None, None));
    assert_eq!(result["estimate_min"], 60);
}

#[test]
fn b2_a_batch_looked_at_whole_is_the_sum_of_its_elements() {
    let world = World::furnished();
    let args = json!({"task": "t1", "items": ["Design mockup", {"title": "Implement API"}, "Write tests"]});
    let forecast = world.forecast("task.add_checklist_items", args.clone()).unwrap();
    assert_eq!(forecast.noop, None);
    assert_eq!(forecast.summary, "Add: \"Design mockup\"; Add: \"Implement API\"; Add: \"Write tests\"");
    let result = world.apply("task.add_checklist_items", args.clone()).unwrap();
    assert_eq!(result["ids"].as_array().unwrap().len(), 2, "the first was there already");
    assert!(world.forecast("task.add_checklist_items", args).unwrap().noop.is_some());
    assert!(
        world.forecast("task.assign_labels", json!({"task": "t1", "labels": []})).unwrap().noop.is_some()
    );
    let malformed =
        world.forecast("task.assign_labels", json!({"task": "t1", "labels": ["ok", 7]})).unwrap_err();
    assert_eq!(malformed.message, "element 2 of labels is malformed");
}

#[test]
fn e3_a_task_with_later_children_cannot_be_taken_back() {
    for (tool, args) in [
        ("task.add_checklist_item", json!({"task": "t1", "title": "x"})),
        ("task.assign_label", json!({"task": "t1", "label": "bug"})),
        ("task.link_tasks", json!({"a": "t2", "b": "t1", "relation": "blocks"})),
        ("calendar.create_time_block", json!({"task": "t1", "start": "2026-11-16T10:00", "minutes": 30})),
    ] {
        let world = World::new();
        world.apply("task.create_task", json!({"title": "One"})).unwrap();
        world.apply("task.create_task", json!({"title": "Two"})).unwrap();
        world.apply(tool, args).unwrap();
        let child = world.last();
        let error = world.undo(1).unwrap_err();
        assert_eq!(error.code, ErrorCode::Stale, "{tool}: {error}");
        world.undo(child).unwrap();
        world.undo(1).unwrap_or_else(|e| panic!("after {tool} was undone: {e}"));
    }
}

#[test]
fn e3_a_change_to_another_field_does_not_stand_in_the_way() {
    let world = World::furnished();
    world.apply("task.set_title", json!({"task": "t1", "title": "New"})).unwrap();
    let titled = world.last();
    world.apply("task.set_priority", json!({"task": "t1", "priority": "P0"})).unwrap();
    world.undo(titled).unwrap();
    let task = &world.apply("task.list_tasks", json!({"task": "t1"})).unwrap()["tasks"][0];
    assert_eq!((&task["title"], &task["priority"]), (&json!("Fix login"), &json!("P0")));
}

#[test]
fn e12_a_link_is_taken_back_only_while_the_pair_is_as_it_was_left() {
    let world = World::furnished();
    world.apply("task.link_tasks", json!({"a": "t1", "b": "t2", "relation": "relates_to"})).unwrap();
    world.apply("task.link_tasks", json!({"a": "t1", "b": "t2", "relation": "blocks"})).unwrap();
    let blocks = world.last();
    // From the other side, and another field of the same link: the pair has changed all the same.
    world
        .apply("task.link_tasks", json!({"a": "t1", "b": "t2", "relation": "blocks", "state": "dismissed"}))
        .unwrap();
    let dismissed = world.last();
    assert_eq!(world.undo(blocks).unwrap_err().code, ErrorCode::Stale);
    world.undo(dismissed).unwrap();
    world.undo(blocks).unwrap();
    let twin =
        world.forecast("task.link_tasks", json!({"a": "t2", "b": "t1", "relation": "relates_to"})).unwrap();
    assert!(twin.noop.is_some(), "what relates either way is one link");
}

#[test]
fn a4_an_agent_reports_in_its_own_name_only() {
    let world = World::furnished();
    let args = json!({"text": "All is well.", "agent": "mallory"});
    let forecast = world.forecast("task.update_report", args.clone()).unwrap();
    assert_eq!(forecast.args["agent"], "laura");
    assert_eq!(world.apply("task.update_report", args).unwrap()["id"], "laura/");
    world.become_actor(Actor::person("ana"));
    let seen = world.forecast("task.update_report", Value::Object(forecast.args)).unwrap();
    assert!(seen.noop.is_some(), "a person who looks at it sees the agent's report");
}

#[test]
fn what_a_tool_says_can_be_said_in_another_language() {
    let world = World::furnished();
    let args = json!({"task": "t1", "status": "done", "estimate": 90});
    let forecast = world.forecast("task.update_task", args).unwrap();
    assert_eq!(
        forecast.summary.in_language(Language::German),
        "Status auf done, Schätzung auf 1h 30m setzen"
    );
    let linked = json!({"a": "t1", "b": "t2", "relation": "blocks"});
    let change = world.forecast("task.link_tasks", linked).unwrap().preview.changes.remove(0);
    assert_eq!(change.label.in_language(Language::German), "Verknüpfung");
    let words = change.after_words.unwrap();
    assert_eq!(words.in_language(Language::German), "„Fix login“ blockiert „Release“");
    // Serde only carries the error text: a message without arguments is found by it.
    let wrong = world.forecast("task.assign_label", json!({"task": "t1", "label": "a/b"})).unwrap_err();
    assert_eq!(wrong.message, "invalid arguments for task.assign_label: a label cannot contain a slash");
    let german = wrong.message.in_language(Language::German);
    assert!(german.ends_with(": ein Etikett darf keinen Schrägstrich enthalten"), "{german}");
    // The error of one call must not appear in the next.
    let missing = world.forecast("task.assign_label", json!({"task": "t1"})).unwrap_err();
    assert!(missing.message.ends_with("missing field `label`"), "{}", missing.message);
}
