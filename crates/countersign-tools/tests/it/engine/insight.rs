//! Insight, over a world in which every answer is known.

use countersign_core::Actor;
use serde_json::{Value, json};

use super::{
    steps::{Desk, laura},
    world::{DAY, ana, ben, codex, id, text},
};

const SECOND: u64 = 1_000;

fn hold(d: &Desk, tool: &str, args: Value) -> String {
    let answer = d.ask(&codex(), "call.propose", json!({"tool": tool, "args": args}));
    assert_eq!(answer["status"], "queued", "{answer}");
    id(&answer["item"])
}

fn task(d: &Desk, title: &str) -> String {
    hold(d, "task.create_task", json!({"title": title}))
}

fn write(d: &Desk, name: &str, lines: usize) -> String {
    let content: String = (0..lines).map(|n| format!("line {n}\n")).collect();
    hold(d, "filesystem.write_file", json!({"path": name, "content": content}))
}

fn file_to_delete(d: &Desk, name: &str) -> String {
    std::fs::write(d.path(name), "1\n").unwrap();
    hold(d, "filesystem.delete_file", json!({"path": name}))
}

/// Looks at an item for so many seconds, and says yes.
#[track_caller]
fn confirm_after(d: &Desk, who: &Actor, item: &str, seconds: u64) -> Value {
    let shown = d.ask(who, "show", json!({"id": item}))["item"].clone();
    d.env.advance(seconds * SECOND);
    let done = d.ask(who, "item.confirm", json!({"id": item, "typed": shown["typed"]}));
    assert_eq!(done["status"], "applied", "{done}");
    done
}

/// Says yes to a line of the inbox: what it changes was on no page.
#[track_caller]
fn confirm_unseen(d: &Desk, item: &str) -> Value {
    let all = d.ask(&ana(), "inbox.list", json!({}))["items"].clone();
    let found = all.as_array().unwrap().iter().find(|one| one["id"] == item).unwrap().clone();
    let done = d.ask(&ana(), "item.confirm", json!({"id": item, "digest": found["digest"]}));
    assert_eq!(done["status"], "applied", "{done}");
    done
}

fn undo(d: &Desk, done: &Value) {
    let receipt = &done["receipt"];
    let handle = &receipt["undo_action"]["expected_event_id"];
    let undone = d.ask(&ana(), "receipt.undo", json!({"id": receipt["id"], "expected_event_id": handle}));
    assert_eq!(undone["status"], "undone", "{undone}");
}

fn insight(d: &Desk, days: u32) -> Value {
    d.ask(&ana(), "insight.show", json!({"days": days}))
}

fn part<'v>(found: &'v Value, list: &str, name: &str) -> &'v Value {
    let all = found[list].as_array().unwrap();
    all.iter().find(|part| part["name"] == name).unwrap_or_else(|| panic!("no {name} in {all:?}"))
}

fn kinds(found: &Value) -> Vec<String> {
    found["advice"].as_array().unwrap().iter().map(|one| text(one, "kind")).collect()
}

/// Three days of answers, from 15 to 17 November.
fn busy() -> Desk {
    let d = Desk::new("");
    for _ in 0..4 {
        d.ask(&codex(), "call.propose", json!({"tool": "task.list_tasks", "args": {}}));
    }
    let first = task(&d, "first");
    d.env.advance(10 * SECOND);
    confirm_after(&d, &ana(), &first, 6);
    d.env.advance(DAY);
    let second = task(&d, "second");
    d.env.advance(30 * SECOND);
    confirm_unseen(&d, &second);
    let third = task(&d, "third");
    d.ask(&ana(), "show", json!({"id": third}));
    d.ask(&ana(), "item.reject", json!({"id": third, "reason": "no"}));
    d.env.advance(DAY);
    let quick = file_to_delete(&d, "ledger");
    confirm_after(&d, &ana(), &quick, 2);
    let slow = file_to_delete(&d, "other");
    let done = confirm_after(&d, &ana(), &slow, 60);
    d.env.advance(300 * SECOND);
    undo(&d, &done);
    let long = write(&d, "long.txt", 3_000);
    confirm_after(&d, &ana(), &long, 10);
    let listed = write(&d, "short.txt", 1);
    let set = d.ask(&ana(), "inbox.list", json!({}))["items"][0]["change_set"].clone();
    d.ask(&ana(), "show", json!({"id": set}));
    d.ask(&ana(), "item.confirm", json!({"id": listed}));
    let back = task(&d, "taken back");
    d.ask(&ana(), "show", json!({"id": back}));
    d.ask(&ana(), "item.reject", json!({"id": back, "reason": "no"}));
    d.ask(&ana(), "item.withdraw", json!({"id": back}));
    let later = task(&d, "later");
    d.ask(&ana(), "show", json!({"id": later}));
    d.ask(&ana(), "item.defer", json!({"id": later}));
    let bens = task(&d, "ben's");
    confirm_after(&d, &ben(), &bens, 7);
    d
}

#[test]
fn c5_insight_counts_each_day_and_each_answer_as_it_was() {
    let d = busy();
    let found = insight(&d, 5);
    let points = found["points"].as_array().unwrap();
    let days: Vec<String> = points.iter().map(|point| text(point, "day")).collect();
    assert_eq!(days, ["2026-11-13", "2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17"]);
    let of = |n: usize| {
        let stats = &points[n]["stats"];
        ["asked", "confirmed", "rejected"].map(|name| stats[name].as_u64().unwrap())
    };
    assert_eq!([of(0), of(1)], [[0; 3]; 2], "days on which nothing was are points too");
    assert_eq!([of(2), of(3), of(4)], [[1, 1, 0], [2, 1, 1], [7, 5, 0]]);
    assert_eq!(points[2]["stats"]["saved"], json!({"read": 4}));
    assert_eq!(points[2]["stats"]["median_ms"], 16_002, "ten seconds waiting, six looking, and two calls");
    let total = &found["total"];
    assert_eq!(
        (&total["asked"], &total["confirmed"], &total["rejected"]),
        (&json!(10), &json!(7), &json!(1))
    );
    assert_eq!(total["saved"], json!({"read": 4}));
    assert_eq!(
        (&found["step"], &found["complete"], &found["forgotten"]),
        (&json!(1), &json!(true), &json!(0))
    );
    let agent = &part(&found, "agents", "codex")["total"];
    assert_eq!(*agent, json!({"yes": 7, "no": 1}));
    let deleting = part(&found, "tools", "filesystem.delete_file");
    assert_eq!((&deleting["total"], &deleting["undone"]), (&json!({"yes": 2, "no": 0}), &json!(1)));
    assert_eq!(deleting["points"][4], json!({"yes": 2, "no": 0}));
    assert_eq!(part(&found, "tools", "task.create_task")["total"], json!({"yes": 3, "no": 1}));
    assert_eq!(part(&found, "risks", "high")["total"], json!({"yes": 2, "no": 0}));
    assert_eq!(part(&found, "risks", "medium")["total"], json!({"yes": 5, "no": 1}));
    // Yesterday and before are not in a period of one day.
    let today = insight(&d, 1);
    assert_eq!(today["points"].as_array().unwrap().len(), 1);
    assert_eq!((&today["total"]["confirmed"], &today["total"]["saved"]), (&json!(5), &json!({})));
    let year = insight(&d, 365);
    assert_eq!((&year["step"], year["points"].as_array().unwrap().len()), (&json!(7), 53));
    assert_eq!(year["total"], *total, "in weeks, the same");
    let other = d.ask(&ana(), "insight.show", json!({"agent": "nobody"}));
    assert_eq!((&other["total"]["asked"], &other["undone"]["yes"]), (&json!(0), &json!(0)));
}

#[test]
fn c7_insight_tells_what_was_undone_after_a_yes() {
    let d = busy();
    let undone = insight(&d, 30)["undone"].clone();
    assert_eq!((&undone["yes"], &undone["undone"]), (&json!(7), &json!(1)));
    let one = &undone["newest"][0];
    assert_eq!(
        (text(one, "tool"), text(one, "undone_by")),
        ("filesystem.delete_file".into(), "person:ana".into())
    );
    assert_eq!(one["after_ms"], 300 * SECOND + 1);
    assert!(text(one, "summary").contains("other"), "{one}");
}

#[test]
fn h7_insight_says_which_yeses_came_quickly_or_without_the_difference_on_the_screen() {
    let d = busy();
    let found = insight(&d, 30)["oversight"].clone();
    assert_eq!(found["sights"], json!({"opened": 4, "listed": 1, "cut": 1, "never": 1}));
    assert_eq!((&found["dangerous"], &found["quick"]), (&json!(2), &json!(1)));
    let quick = &found["quick_newest"].as_array().unwrap()[..];
    assert_eq!((quick.len(), &quick[0]["seen_ms"]), (1, &json!(2 * SECOND + 1)));
    assert!(text(&quick[0], "summary").contains("ledger"), "{quick:?}");
    let unseen = found["unseen_newest"].as_array().unwrap();
    let sights: Vec<String> = unseen.iter().map(|one| text(one, "sight")).collect();
    assert_eq!(sights, ["cut", "never"], "{unseen:?}");
    assert_eq!(unseen[1]["seen_ms"], Value::Null, "never shown, so nobody knows for how long");
    let runs: Vec<Value> = found["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| json!([r["person"], r["longest"], r["current"]]))
        .collect();
    // A no ends the first, "later" the second; what was taken back is no answer.
    assert_eq!(runs, [json!(["person:ana", 4, 0]), json!(["person:ben", 1, 1])]);
    assert_eq!(kinds(&insight(&d, 30)), [""; 0], "too little for advice");
}

#[test]
fn c6_insight_gives_advice_where_the_numbers_call_for_it() {
    let d = Desk::new("");
    for n in 0..5 {
        let args = json!({"title": format!("Meeting {n}"), "start": "2026-11-20T10:00:00Z", "end": "2026-11-20T11:00:00Z"});
        let item = hold(&d, "calendar.create_event", args);
        d.ask(&ana(), "show", json!({"id": item}));
        d.ask(&ana(), "item.reject", json!({"id": item, "reason": "not now"}));
    }
    for n in 0..20 {
        confirm_unseen(&d, &task(&d, &format!("Chore {n}")));
    }
    for n in 0..3 {
        let done = confirm_after(&d, &ana(), &write(&d, &format!("{n}.txt"), 1), 8);
        undo(&d, &done);
        confirm_after(&d, &ana(), &file_to_delete(&d, &format!("gone{n}")), 1);
    }
    let found = insight(&d, 30);
    let kinds = kinds(&found);
    for kind in ["quick", "unseen", "long_run", "undone", "refuse"] {
        assert!(kinds.iter().any(|one| one == kind), "{kind} is missing: {}", found["advice"]);
    }
    let advice = found["advice"].as_array().unwrap();
    let of = |kind: &str| advice.iter().find(|one| one["kind"] == kind).unwrap().clone();
    assert!(text(&of("quick"), "sentence").starts_with("3 of 3 yeses to something dangerous"), "{advice:?}");
    assert!(text(&of("unseen"), "sentence").starts_with("20 of 26 yeses"), "{advice:?}");
    assert!(
        text(&of("long_run"), "sentence").starts_with("person:ana said yes 26 times in a row"),
        "{advice:?}"
    );
    assert!(
        text(&of("undone"), "sentence").starts_with("filesystem.write_file was undone after 3 of 3"),
        "{advice:?}"
    );
    // What is advised can be tried: the rule loads, and refuses what was refused.
    let rule = text(&of("refuse"), "rule");
    let tried = d.ask(&ana(), "policy.backtest", json!({"text": rule}));
    assert_eq!((&tried["changed"], &tried["stricter"]), (&json!(5), &json!(5)), "{tried}");
    // What is advised to be granted is what is suggested, and in the same words.
    let suggested = d.ask(&ana(), "grant.suggest", json!({}))["suggestions"].clone();
    let grants: Vec<&Value> = advice.iter().filter(|one| one["kind"] == "grant").collect();
    assert_eq!(grants.len(), suggested.as_array().unwrap().len(), "{suggested}");
    for (grant, one) in grants.iter().zip(suggested.as_array().unwrap()) {
        assert_eq!((&grant["suggestion"], &grant["sentence"]), (&one["id"], &one["sentence"]));
    }
    assert!(!grants.is_empty(), "{advice:?}");
}

#[test]
fn a9_insight_compares_scores_with_what_became_of_the_steps() {
    let d = Desk::new("version = 1\nmode = \"manual\"");
    let report = |sure: f64| {
        let step = d.begin();
        d.ask(&laura(), "step.verify", json!({"id": step, "confidence": sure}));
        d.report();
        step
    };
    let value = |step: &str| d.step(step)["confidence"]["value"].as_f64();
    let answer = |step: &str, op: &str| d.ask(&ana(), op, json!({"id": step}));
    let band_of = |value: f64| ((value * 10.0) as usize).min(9);
    let mut expected = vec![[0_u64; 4]; 10];
    for (sure, op, column) in [
        (1.0, "step.approve", 0),
        (1.0, "step.approve", 0),
        (1.0, "step.reject", 1),
        (0.2, "step.reject", 1),
        (0.9, "step.skip", 2),
    ] {
        let step = report(sure);
        let score = value(&step).unwrap();
        answer(&step, op);
        expected[band_of(score)][column] += 1;
    }
    // Sent back, and approved the second time: two reports, two scores.
    let step = report(0.9);
    expected[band_of(value(&step).unwrap())][1] += 1;
    answer(&step, "step.retry");
    d.ask(&laura(), "step.verify", json!({"id": step, "confidence": 1}));
    d.report();
    expected[band_of(value(&step).unwrap())][0] += 1;
    answer(&step, "step.approve");
    // Approved, and then undone.
    let step = d.begin();
    let done = confirm_after(&d, &ana(), &task(&d, "in a step"), 9);
    d.ask(&laura(), "step.verify", json!({"id": step, "confidence": 1}));
    d.report();
    expected[band_of(value(&step).unwrap())][3] += 1;
    answer(&step, "step.approve");
    undo(&d, &done);
    let found = insight(&d, 30);
    let scores = found["scores"].as_array().unwrap();
    assert_eq!(scores.len(), 10);
    for (n, band) in scores.iter().enumerate() {
        let counts = ["confirmed", "rejected", "skipped", "undone"].map(|name| band[name].as_u64().unwrap());
        assert_eq!(counts, expected[n], "{band}");
        assert_eq!(band["scored"], expected[n].iter().sum::<u64>(), "{band}");
        assert_eq!(band["from"].as_f64().unwrap(), n as f64 / 10.0);
    }
    let other = d.ask(&ana(), "insight.show", json!({"agent": "nobody"}));
    assert!(other["scores"].as_array().unwrap().iter().all(|band| band["scored"] == 0), "{other}");
}

#[test]
fn c1_insight_is_for_persons_and_changes_nothing() {
    let d = busy();
    let before = d.last_event().seq;
    insight(&d, 30);
    assert_eq!(d.last_event().seq, before);
    for actor in [codex(), laura()] {
        assert_eq!(d.fails(&actor, "insight.show", json!({})).code.as_str(), "refused", "{actor}");
    }
    for days in [0, 366] {
        assert_eq!(d.fails(&ana(), "insight.show", json!({"days": days})).code.as_str(), "invalid");
    }
}
