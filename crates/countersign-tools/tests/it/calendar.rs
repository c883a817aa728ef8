//! The calendar.

use countersign_core::ErrorCode;
use serde_json::{Value, json};

use crate::world::World;

fn with_events() -> World {
    let world = World::new();
    for (title, start, end) in [
        ("Standup", "2026-11-16T09:30", "2026-11-16T10:00"),
        ("Lunch", "2026-11-16T12:00", "2026-11-16T13:00"),
        ("Overlapping lunch", "2026-11-16T12:30", "2026-11-16T14:00"),
        ("Trip", "2026-11-17T16:00", "2026-11-19T10:00"),
    ] {
        let args = json!({"title": title, "start": start, "end": end});
        world.apply("calendar.create_event", args).unwrap();
    }
    world
}

fn slots(world: &World, args: Value) -> Vec<(String, String)> {
    let answer = world.apply("calendar.find_free_slots", args).unwrap();
    let part = |v: &Value| v.as_str().unwrap()[5..16].to_owned();
    answer["slots"].as_array().unwrap().iter().map(|s| (part(&s["start"]), part(&s["end"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

#[test]
fn free_slots_are_the_gaps_in_working_hours() {
    let world = with_events();
    assert_eq!(
        slots(&world, json!({"from": "2026-11-16", "to": "2026-11-16", "minutes": 30})),
        pairs(&[
            ("11-16T09:00", "11-16T09:30"),
            ("11-16T10:00", "11-16T12:00"),
            ("11-16T14:00", "11-16T17:00")
        ])
    );
    assert_eq!(
        slots(&world, json!({"from": "2026-11-16", "to": "2026-11-16", "minutes": "2h 30m"})),
        pairs(&[("11-16T14:00", "11-16T17:00")])
    );
    let hours = json!({"from": "2026-11-16T11:00", "to": "2026-11-16T16:00", "minutes": 60,
        "day_start": "08:00", "day_end": "15:30"});
    assert_eq!(
        slots(&world, hours),
        pairs(&[("11-16T11:00", "11-16T12:00"), ("11-16T14:00", "11-16T15:30")])
    );
}

#[test]
fn an_event_over_several_days_takes_all_of_them() {
    let world = with_events();
    assert_eq!(
        slots(&world, json!({"from": "2026-11-17", "to": "2026-11-19", "minutes": 60})),
        pairs(&[("11-17T09:00", "11-17T16:00"), ("11-19T10:00", "11-19T17:00")])
    );
}

#[test]
fn a_search_has_limits() {
    let world = World::new();
    for args in [
        json!({"from": "2026-11-16", "to": "2027-11-16", "minutes": 30}),
        json!({"from": "2026-11-17", "to": "2026-11-16", "minutes": 30}),
        json!({"from": "2026-11-16", "to": "2026-11-17", "minutes": 30, "day_start": "18:00"}),
        json!({"from": "2026-11-16", "to": "2026-11-17", "minutes": 30, "day_start": "early"}),
        json!({"from": "2026-11-16", "to": "2026-11-17", "minutes": "none"}),
    ] {
        let error = world.apply("calendar.find_free_slots", args.clone()).unwrap_err();
        assert_eq!(error.code, ErrorCode::Invalid, "{args}");
    }
}

#[test]
fn events_are_listed_by_overlap_with_the_range() {
    let world = with_events();
    let list = |args: Value| -> Vec<String> {
        let answer = world.apply("calendar.list_events", args).unwrap();
        answer["events"].as_array().unwrap().iter().map(|e| e["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(list(json!({})), ["Standup", "Lunch", "Overlapping lunch", "Trip"]);
    assert_eq!(list(json!({"from": "2026-11-18", "to": "2026-11-18"})), ["Trip"]);
    assert_eq!(list(json!({"from": "2026-11-16T10:00", "to": "2026-11-16T12:00"})), Vec::<String>::new());
    assert_eq!(list(json!({"from": "2026-11-16T09:59", "to": "2026-11-16T12:01"})), ["Standup", "Lunch"]);
}

#[test]
fn a_preview_warns_of_what_it_overlaps() {
    let world = with_events();
    let args = json!({"title": "Interview", "start": "2026-11-16T09:45", "end": "2026-11-16T12:15"});
    let forecast = world.forecast("calendar.create_event", args).unwrap();
    assert_eq!(
        forecast.preview.warnings,
        [
            "overlaps \"Standup\" (cal1), 2026-11-16 09:30 to 2026-11-16 10:00",
            "overlaps \"Lunch\" (cal2), 2026-11-16 12:00 to 2026-11-16 13:00",
        ]
    );
    let beside = json!({"title": "Tea", "start": "2026-11-16T10:00", "end": "2026-11-16T12:00"});
    assert!(world.forecast("calendar.create_event", beside).unwrap().preview.warnings.is_empty());
}

#[test]
fn b5_the_same_moment_written_in_another_way_is_the_same_event() {
    let world = with_events();
    let args =
        json!({"title": " Standup ", "start": "2026-11-16T08:30:00Z", "end": "2026-11-16T10:00:00+01:00"});
    assert!(world.forecast("calendar.create_event", args).unwrap().noop.is_some());
}
