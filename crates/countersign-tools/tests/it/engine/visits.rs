//! E10: events since a person last looked, with the same handles as everywhere else.

use countersign_core::{Actor, ErrorCode, Origin, Request, Role};
use serde_json::{Value, json};

use super::world::{DAY, NOON, World, ana, ben, codex, id, text};

fn since(w: &World, who: &Actor) -> Value {
    w.ask(who, "visit.since", json!({}))
}

fn told(list: &Value) -> Vec<(String, String)> {
    list["happened"].as_array().unwrap().iter().map(|h| (text(h, "what"), text(h, "kind"))).collect()
}

#[test]
fn e10_one_handle_is_the_same_wherever_it_is_offered() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    let landed = w.confirm(&item);
    let set = w.ask(&ana(), "working_set.create", json!({"name": "Today", "things": [task]}));
    for answer in [&landed, &set] {
        let (receipt, handle) = (id(&answer["receipt"]), answer["latest_reversible_event_id"].clone());
        let listed = w.ask(&ana(), "receipt.list", json!({}))["receipts"].clone();
        let listed = listed.as_array().unwrap().iter().find(|r| r["id"] == json!(receipt)).unwrap().clone();
        let visited = since(&w, &ana())["happened"].clone();
        let visited = visited.as_array().unwrap().iter().find(|h| h["id"] == json!(receipt)).unwrap().clone();
        let shown = w.ask(&ana(), "show", json!({"id": receipt}))["receipt"].clone();
        for offered in [&answer["receipt"], &listed, &visited["receipt"], &shown] {
            assert_eq!(offered["undo_action"]["expected_event_id"], handle);
        }
        assert_eq!(visited["event_id"], handle);
        let undone = w.ask(&ana(), "receipt.undo", json!({"id": receipt, "expected_event_id": handle}));
        assert_eq!(undone["status"], "undone");
        let visited = since(&w, &ana());
        assert_eq!(visited["happened"][0]["what"], "undone");
        assert_eq!(
            visited["happened"][0]["receipt"]["undo_action"]["expected_event_id"],
            undone["latest_reversible_event_id"],
            "the next handle"
        );
    }
}

#[test]
fn e10_a_list_tells_what_was_asked_decided_and_landed_since_the_visit_that_was_marked() {
    let w = World::new();
    w.task("Before");
    assert_eq!(w.ask(&ana(), "visit.since", json!({"mark": true}))["since"], Value::Null, "the first visit");
    assert_eq!(told(&since(&w, &ana())), []);
    assert_eq!(
        since(&w, &ben())["happened"].as_array().unwrap().len(),
        3,
        "each person's visits are their own"
    );
    let yes = w.hold("task.create_task", json!({"title": "A"}));
    let no = w.hold("task.create_task", json!({"title": "B"}));
    w.hold("task.create_task", json!({"title": "C"}));
    w.call("task.list_tasks", json!({}));
    w.confirm(&yes);
    w.ask(&ben(), "item.reject", json!({"id": no, "reason": "no"}));
    let list = since(&w, &ana());
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        told(&list),
        [
            pair("decided", "decision"),
            pair("decided", "decision"),
            pair("landed", "receipt"),
            pair("asked", "item"),
            pair("asked", "item"),
            pair("asked", "item")
        ],
        "a read is not worth telling"
    );
    assert_eq!(
        (&list["happened"][0]["by"], &list["happened"][0]["status"]),
        (&json!("person:ben"), &json!("rejected"))
    );
    assert_eq!(list["happened"][5]["status"], "applied", "as it stands now");
    let waiting = list["waiting"].as_array().unwrap();
    assert_eq!(waiting.len(), 1);
    assert_eq!((&waiting[0]["title"], &list["more_waiting"]), (&list["happened"][3]["title"], &json!(false)));
    let marked = w.ask(&ana(), "visit.since", json!({"mark": true}));
    assert_eq!(
        (&marked["marked"], told(&marked)),
        (&json!(true), told(&list)),
        "what is marked is what was told"
    );
    assert_eq!(told(&since(&w, &ana())), []);
    assert_eq!(since(&w, &ana())["waiting"].as_array().unwrap().len(), 1, "what waits waits on");
}

#[test]
fn e10_what_expired_unanswered_is_told() {
    let w = World::new();
    w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "visit.since", json!({"mark": true}));
    w.env.advance(8 * DAY);
    w.ask(&Actor::system(), "timer.fire", json!({}));
    let list = since(&w, &ana());
    assert_eq!((&list["happened"][0]["what"], &list["waiting"]), (&json!("expired"), &json!([])), "{list}");
}

#[test]
fn a_list_is_read_to_its_end_page_by_page_though_its_first_page_was_marked() {
    let w = World::new();
    let all = |w: &World| {
        let (mut ids, mut before, mut mark) = (Vec::new(), Value::Null, true);
        for _ in 0..20 {
            let input = match mark {
                true => json!({"limit": 2, "mark": true}),
                false => json!({"limit": 2, "before": before}),
            };
            let page = w.ask(&ana(), "visit.since", input);
            ids.extend(page["happened"].as_array().unwrap().iter().map(id));
            (before, mark) = (page["next"].clone(), false);
            if before.is_null() {
                return ids;
            }
        }
        panic!("the list has no end: {ids:?}");
    };
    (0..5).for_each(|n| drop(w.hold("task.create_task", json!({"title": format!("first {n}")}))));
    assert_eq!(all(&w).len(), 5);
    (0..4).for_each(|n| drop(w.hold("task.create_task", json!({"title": format!("second {n}")}))));
    let second = all(&w);
    assert_eq!(second.len(), 4, "what was seen before is not told again: {second:?}");
    assert_eq!(all(&w), Vec::<String>::new());
}

#[test]
fn a_clock_that_steps_back_hides_nothing() {
    let w = World::new();
    w.task("Before");
    w.ask(&ana(), "visit.since", json!({"mark": true}));
    let w = w.restarted_at(NOON - 30 * DAY);
    w.hold("task.create_task", json!({"title": "A"}));
    assert_eq!(told(&since(&w, &ana())), [("asked".to_owned(), "item".to_owned())]);
}

#[test]
fn where_nothing_is_new_nothing_is_written_and_a_look_alone_records_no_visit() {
    let w = World::new();
    w.task("A");
    let events = w.events().len();
    since(&w, &ana());
    assert_eq!(w.events().len(), events);
    w.ask(&ana(), "visit.since", json!({"mark": true}));
    assert_eq!(w.events().len(), events + 1);
    w.ask(&ana(), "visit.since", json!({"mark": true}));
    assert_eq!(w.events().len(), events + 1);
}

#[test]
fn c1_a_visit_is_a_persons_and_no_process_of_an_agent_makes_it_for_them() {
    let w = World::new();
    w.task("A");
    assert_eq!(w.fails(&codex(), "visit.since", json!({})).code, ErrorCode::Refused);
    let viewer = Actor { role: Role::Viewer, ..ana() };
    assert_eq!(w.ask(&viewer, "visit.since", json!({}))["since"], Value::Null);
    let origin = Origin { agent_process: Some("codex".into()), ..Origin::from("cli") };
    let (op, input) = ("visit.since".to_owned(), json!({"mark": true}));
    let refused = w.engine.call(Request { actor: ana(), op, input, key: None, origin }).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
    assert_eq!(since(&w, &ana())["happened"].as_array().unwrap().len(), 3);
    for (input, code) in [
        (json!({"mark": true, "before": "e3"}), ErrorCode::Invalid),
        (json!({"before": "yesterday"}), ErrorCode::NotFound),
        (json!({"mark": "so"}), ErrorCode::Usage),
        (json!({"limit": -1}), ErrorCode::Usage),
    ] {
        assert_eq!(w.fails(&ana(), "visit.since", input.clone()).code, code, "{input}");
    }
}
