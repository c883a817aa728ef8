//! What an agent is told without asking: the outcome of its proposals.

use countersign_core::{Actor, ErrorCode, Origin, Request};
use serde_json::{Value, json};

use super::{
    super::world::{DAY, ana, codex, text},
    Desk,
};

fn news(d: &Desk) -> Value {
    d.ask(&codex(), "agent.news", json!({}))
}

fn told(d: &Desk) -> Vec<(String, String)> {
    let news = news(d);
    let items = news["items"].as_array().unwrap();
    items.iter().map(|n| (text(n, "summary"), text(n, "status"))).collect()
}

fn pair(summary: &str, status: &str) -> (String, String) {
    (summary.into(), status.into())
}

#[test]
fn b1_what_was_decided_while_the_agent_was_away_is_told_once_oldest_first() {
    let d = Desk::new();
    let held: Vec<String> = ["a", "b", "c"].iter().map(|n| d.hold("notes.add", json!({"name": n}))).collect();
    assert_eq!(news(&d), json!({"text": "", "items": [], "more": false}));
    let events = d.events().len();
    assert_eq!(told(&d), []);
    assert_eq!(d.events().len(), events, "nothing to tell leaves no event");
    d.ask(&ana(), "item.reject", json!({"id": held[1], "reason": "not now"}));
    let landed = d.confirm(&held[0]);
    let news = news(&d);
    assert_eq!(
        text(&news, "text"),
        format!(
            "## News of your proposals\n\n- ✗ {} notes.add: Notes.add b — rejected (reason: \"not now\")\n\
             - ✓ {} notes.add: Notes.add a — it landed, receipt {}\n\nitem_status tells the whole result of one.\n",
            held[1],
            held[0],
            text(&landed["receipt"], "id")
        )
    );
    assert!(news["items"][1]["receipt"].is_string());
    assert_eq!(told(&d), [], "once");
    let later = d.ask(&codex(), "item.status", json!({"id": held[0]}));
    assert_eq!(later["result"]["names"], json!(["a"]), "the whole result is kept");
    let withdrawn = d.ask(&ana(), "item.withdraw", json!({"id": held[1]}));
    assert_eq!(withdrawn["status"], "irreversible", "it was told");
    d.verify();
}

#[test]
fn b1_what_the_agent_was_told_in_an_answer_is_no_news() {
    let d = Desk::with_policy(
        "version = 1\n[[rule]]\nname = \"trust\"\ntools = [\"notes.add\"]\nthen = \"allow\"\n",
    );
    assert_eq!(d.call("notes.add", json!({"name": "a"}))["status"], "done");
    assert_eq!(d.call("notes.list", json!({}))["status"], "done");
    assert_eq!(told(&d), [], "done at once");
    let item = d.hold("notes.remove", json!({"name": "a"}));
    d.confirm(&item);
    assert_eq!(d.ask(&codex(), "item.status", json!({"id": item}))["status"], "applied");
    assert_eq!(told(&d), [], "it asked");
    let item = d.hold("notes.remove", json!({"name": "b"}));
    d.ask(&codex(), "item.retract", json!({"id": item}));
    assert_eq!(told(&d), [], "its own doing");
}

#[test]
fn b1_edits_failures_and_what_went_stale_are_told() {
    let d = Desk::new();
    let (a, b) = (d.hold("notes.add", json!({"name": "a"})), d.hold("notes.add", json!({"name": "b"})));
    d.show(&a);
    d.ask(&ana(), "item.edit", json!({"id": a, "args": {"name": "x"}}));
    assert_eq!(told(&d), [pair("Notes.add x", "edited")]);
    d.ask(&ana(), "item.defer", json!({"id": a}));
    assert_eq!(told(&d), [], "to put it off says nothing new");
    d.confirm(&a);
    assert_eq!(told(&d), [pair("Notes.add x", "applied")], "told of the edit is not told of the landing");
    d.shelf.names().insert("b".into());
    assert_eq!(d.confirm(&b)["status"], "stale");
    let stale = news(&d);
    assert!(text(&stale, "text").contains("(b is not as it was)"), "{stale}");
    assert_eq!(told(&d), []);
    d.verify();
}

#[test]
fn b11_no_decision_is_told_as_such() {
    let d = Desk::new();
    d.hold("notes.add", json!({"name": "a"}));
    d.env.advance(8 * DAY);
    d.ask(&Actor::system(), "timer.fire", json!({}));
    let news = news(&d);
    assert!(text(&news, "text").contains("— no decision"), "{news}");
}

#[test]
fn i1_news_are_bounded_and_the_rest_comes_next_time() {
    let d = Desk::new();
    let long = "why ".repeat(200);
    for n in 0..25 {
        let item = d.hold("notes.add", json!({"name": format!("n{n}")}));
        d.ask(&ana(), "item.reject", json!({"id": item, "reason": if n < 3 { &long } else { "no" }}));
    }
    let mut total = 0;
    let mut rounds = 0;
    loop {
        let news = news(&d);
        let count = news["items"].as_array().unwrap().len();
        assert!(count <= 20 && text(&news, "text").chars().count() <= 2000, "{news}");
        total += count;
        rounds += 1;
        if news["more"] == false {
            break;
        }
        assert!(count > 0 && rounds < 25);
    }
    assert_eq!((total, rounds > 1), (25, true));
}

#[test]
fn c1_news_are_the_agents_own() {
    let d = Desk::new();
    d.added("a");
    assert_eq!(d.ask(&Actor::agent("claude"), "agent.news", json!({}))["items"], json!([]));
    assert_eq!(d.fails(&ana(), "agent.news", json!({})).code, ErrorCode::Refused);
    assert_eq!(told(&d).len(), 1);
}

#[test]
fn f4_what_is_applying_when_the_run_is_stopped_finishes_and_the_rest_is_denied() {
    let d = Desk::new();
    let (first, second) =
        (d.hold("notes.add", json!({"name": "a"})), d.hold("notes.add", json!({"name": "b"})));
    let run = text(&d.show(&first), "run");
    let engine = d.engine.clone();
    let stop = move || {
        let (op, input) = ("run.stop".to_owned(), json!({"id": run}));
        let request = Request { actor: ana(), op, input, key: None, origin: Origin::from("test") };
        let stopped = engine.call(request).unwrap().value;
        assert_eq!(stopped["denied"].as_array().unwrap().len(), 1, "{stopped}");
    };
    *d.shelf.meanwhile.lock().unwrap() = Some(Box::new(stop));
    let landed = d.confirm(&first);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert!(d.shelf.names().contains("a"));
    assert_eq!(d.show(&second)["status"], "rejected");
    assert_eq!(d.call("notes.list", json!({}))["why"]["row"], "stopped");
    d.verify();
}
