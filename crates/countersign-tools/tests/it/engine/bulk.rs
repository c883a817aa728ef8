//! Approving several items at once, and undoing that.

use std::fs;

use serde_json::{Value, json};

use super::{
    effects::Desk,
    world::{ana, codex, text},
};

fn lines(n: usize) -> String {
    (0..n).map(|n| format!("line {n}\n")).collect()
}

fn write(d: &Desk, name: &str, content: &str) -> String {
    d.hold("filesystem.write_file", json!({"path": name, "content": content}))
}

fn chosen(d: &Desk, items: &[&str]) -> Value {
    let all = d.ask(&ana(), "inbox.list", json!({}))["items"].clone();
    let find = |id: &&str| all.as_array().unwrap().iter().find(|i| i["id"] == **id).unwrap().clone();
    let bound = |item: Value| json!({"id": item["id"], "digest": item["digest"]});
    items.iter().map(|id| bound(find(id))).collect()
}

/// Returns the status of each result, and why it was left out.
fn told(results: &Value) -> Vec<(String, String)> {
    let one = |r: &Value| (text(r, "status"), r["left_out"][0].as_str().unwrap_or_default().to_owned());
    results["results"].as_array().unwrap_or_else(|| panic!("{results}")).iter().map(one).collect()
}

fn left(why: &str) -> (String, String) {
    ("left_out".to_owned(), why.to_owned())
}

fn applied() -> (String, String) {
    ("applied".to_owned(), String::new())
}

#[test]
fn c3_h7_confirm_all_leaves_out_what_needs_a_yes_of_its_own_and_says_why_of_each() {
    let d = Desk::new();
    fs::write(d.path("ledger"), "1\n").unwrap();
    let plain = write(&d, "plain.txt", "one\n");
    let large = write(&d, "large.bin", &"\u{0}".repeat(2_000));
    let long = write(&d, "long.txt", &lines(3_000));
    let more = write(&d, "more.txt", &lines(51));
    let later = write(&d, "later.txt", "two\n");
    let gone = d.hold("filesystem.delete_file", json!({"path": "ledger"}));
    let odd = write(&d, "odd.txt", "x\u{202e}y\n");
    let command = d.hold("shell.run", json!({"command": "./make-something"}));
    d.ask(&ana(), "item.defer", json!({"id": later}));
    let set = text(&d.ask(&ana(), "show", json!({"id": plain}))["item"], "change_set");
    d.ask(&ana(), "show", json!({"id": set}));
    let results = d.ask(&ana(), "set.confirm_all", json!({"id": set}));
    let told = told(&results);
    assert_eq!(told[0], applied(), "{results}");
    let at = |name: &str| d.path(name).display().to_string();
    let binary = format!(
        "it is not shown completely: the content of {}: it is not text, or larger than 1 MiB",
        at("large.bin")
    );
    assert_eq!(told[1], left(&binary));
    let cut = format!("it is not shown completely: 1002 lines of the diff of {}", at("long.txt"));
    assert_eq!(told[2], left(&cut));
    assert_eq!(told[3].0, "left_out");
    assert!(told[3].1.ends_with("of its changed lines were not opened"), "{told:?}");
    assert_eq!(told[4], left("it was deferred"));
    assert_eq!(told[5], left("it is destructive"));
    assert!(told[6].1.starts_with("something is odd about it: "), "{told:?}");
    assert!(told[7].1.starts_with("it carries a warning: "), "{told:?}");
    assert_eq!(told.len(), 8);
    for name in ["large.bin", "long.txt", "more.txt", "later.txt", "odd.txt"] {
        assert_eq!(d.read(name), None, "{name}");
    }
    assert!(d.path("ledger").exists());
    // The same rule for individually ticked items.
    let all = chosen(&d, &[&large, &long, &more, &later, &gone, &odd, &command]);
    let again = d.ask(&ana(), "items.confirm_selected", json!({"items": all}));
    assert!(again["results"].as_array().unwrap().iter().all(|r| r["status"] == "left_out"), "{again}");
    // An item that was opened counts as seen, and anything can be confirmed by itself.
    d.ask(&ana(), "show", json!({"id": more}));
    let opened = d.ask(&ana(), "items.confirm_selected", json!({"items": chosen(&d, &[&more])}));
    assert_eq!(opened["results"][0]["status"], "applied", "{opened}");
    for item in [&large, &long, &later, &odd] {
        assert_eq!(d.confirm(item)["status"], "applied", "{item}");
    }
    assert_eq!(d.read("long.txt").unwrap().lines().count(), 3_000);
}

#[test]
fn h7_where_everything_is_left_out_nothing_was_done_and_the_answer_says_so() {
    let d = Desk::new();
    let item = write(&d, "long.txt", &lines(3_000));
    let set = text(&d.ask(&ana(), "show", json!({"id": item}))["item"], "change_set");
    let results = d.ask(&ana(), "set.confirm_all", json!({"id": set}));
    assert_eq!(told(&results).len(), 1);
    let shown = d.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert_eq!((&shown["status"], d.read("long.txt")), (&json!("pending"), None));
    assert_eq!(shown["preview"]["not_shown"].as_array().unwrap().len(), 1);
    assert!(!shown["needs_page"].as_array().unwrap().is_empty());
}

#[test]
fn c3_what_is_chosen_lands_in_the_order_in_which_it_was_proposed() {
    let d = Desk::new();
    let first = write(&d, "a.txt", "one\n");
    let second = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "two\n"}));
    let done = d.ask(&ana(), "items.confirm_selected", json!({"items": chosen(&d, &[&second, &first])}));
    assert_eq!(told(&done), vec![applied(); 2], "{done}");
    assert_eq!(done["results"][0]["item"], first);
    assert_eq!(d.read("a.txt").as_deref(), Some("two\n"));
}

#[test]
fn c3_e4_what_was_confirmed_together_is_taken_back_together_the_last_one_first() {
    let d = Desk::new();
    let first = write(&d, "a.txt", "one\n");
    let second = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "two\n"}));
    let third = write(&d, "b.txt", "three\n");
    let all = chosen(&d, &[&first, &second, &third]);
    let done = d.ask(&ana(), "items.confirm_selected", json!({"items": all}));
    assert_eq!(told(&done), vec![applied(); 3], "{done}");
    let handle = |r: &Value| {
        let receipt = &r["receipt"];
        json!({"id": receipt["id"], "expected_event_id": receipt["undo_action"]["expected_event_id"]})
    };
    let handles: Vec<Value> = done["results"].as_array().unwrap().iter().map(handle).collect();
    fs::write(d.path("b.txt"), "changed since").unwrap();
    let undone = d.ask(&ana(), "receipts.undo_selected", json!({"receipts": handles}));
    let statuses: Vec<String> =
        undone["results"].as_array().unwrap().iter().map(|r| text(r, "status")).collect();
    assert_eq!(statuses, ["stale", "undone", "undone"], "{undone}");
    assert_eq!(undone["results"][2]["receipt"], handles[0]["id"]);
    assert_eq!((d.read("a.txt"), d.read("b.txt").as_deref()), (None, Some("changed since")));
}

#[test]
fn c7_what_was_dismissed_together_is_pending_again_as_long_as_the_agent_was_not_told() {
    let d = Desk::new();
    let (first, second) = (write(&d, "a.txt", "one\n"), write(&d, "b.txt", "two\n"));
    let set = text(&d.ask(&ana(), "show", json!({"id": first}))["item"], "change_set");
    d.ask(&ana(), "set.dismiss", json!({"id": set}));
    d.ask(&codex(), "item.status", json!({"id": first}));
    let back = d.ask(&ana(), "items.withdraw_selected", json!({"items": [first, second]}));
    let statuses: Vec<String> =
        back["results"].as_array().unwrap().iter().map(|r| text(r, "status")).collect();
    assert_eq!(statuses, ["withdrawn", "irreversible"], "{back}");
}

#[test]
fn h6_a_no_carries_what_was_shown_too() {
    let d = Desk::new();
    let item = write(&d, "a.txt", "one\n");
    let shown = text(&d.ask(&ana(), "show", json!({"id": item}))["item"], "digest");
    let other = json!({"path": d.path("a.txt"), "content": "two\n"});
    d.ask(&ana(), "item.edit", json!({"id": item, "args": other}));
    for op in ["item.reject", "item.defer"] {
        let answer = d.ask(&ana(), op, json!({"id": item, "digest": shown}));
        assert_eq!(answer["status"], "changed", "{op}: {answer}");
    }
    let now = text(&d.ask(&ana(), "show", json!({"id": item}))["item"], "digest");
    assert_eq!(d.ask(&ana(), "item.reject", json!({"id": item, "digest": now}))["status"], "rejected");
}
