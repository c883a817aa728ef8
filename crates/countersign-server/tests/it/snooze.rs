//! What a person puts off until a time waits again by itself at that time.

use std::time::Duration;

use countersign_core::{Actor, ActorKind};
use countersign_server::{Limits, timers};
use serde_json::{Value, json};

use super::{
    desk::{Desk, attribute},
    streaming::{DAY, PATIENCE, World, codex, owner},
    world,
};

const HOUR: u64 = 3_600_000;

fn with_timers() -> World {
    World::with(Limits { timer_sleep: Duration::from_millis(20), ..Limits::default() })
}

async fn until(mut so: impl FnMut() -> bool) {
    let wait = async {
        while !so() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("it did not happen");
}

fn shown(w: &World, item: &str) -> Value {
    w.ask(&owner(), "show", json!({"id": item}))["item"].clone()
}

fn told(w: &World, item: &str) -> (Value, Value, Value) {
    let told = w.ask(&codex(), "item.status", json!({"id": item}));
    (told["status"].clone(), told["open"].clone(), told["reason"].clone())
}

fn waiting(w: &World) -> Value {
    w.ask(&owner(), "inbox.count", json!({}))["waiting"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn c5_what_is_put_off_until_a_time_waits_again_by_itself() {
    let w = with_timers();
    let run = w.run(&codex(), "billing");
    let (item, other) = (w.hold(&codex(), &run, "one"), w.hold(&codex(), &run, "two"));
    let timers = tokio::spawn(timers::run(w.app.clone()));
    let answer = w.ask(&owner(), "item.defer", json!({"id": item, "until": "2h"}));
    assert!(answer["message"].as_str().unwrap().starts_with("Deferred until 2026-11-15 14:00"), "{answer}");
    w.ask(&owner(), "item.defer", json!({"id": other}));
    let until_at = shown(&w, &item)["deferred_until"].as_u64().unwrap();
    assert!(until_at.abs_diff(w.app.engine.env().now_ms() + 2 * HOUR) < 1000, "{until_at}");
    assert_eq!(
        (told(&w, &item).0, told(&w, &item).1, waiting(&w)),
        ("deferred".into(), true.into(), 0.into())
    );
    w.env.advance(2 * HOUR - 1000);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(shown(&w, &item)["status"], "deferred", "not before its time");
    w.env.advance(2000);
    until(|| shown(&w, &item)["status"] == "pending").await;
    assert_eq!(shown(&w, &item)["deferred_until"], Value::Null);
    assert_eq!(told(&w, &item), ("pending".into(), true.into(), Value::Null));
    assert_eq!((shown(&w, &other)["status"].clone(), waiting(&w)), ("deferred".into(), 1.into()));
    let digest = shown(&w, &item)["digest"].clone();
    let landed = w.ask(&owner(), "item.confirm", json!({"id": item, "digest": digest}));
    assert_eq!(landed["status"], "applied");
    w.app.stop.stop();
    timers.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn c5_b11_what_was_put_off_expires_all_the_same_and_nothing_returns_while_all_is_frozen() {
    let w = with_timers();
    let run = w.run(&codex(), "billing");
    let (early, late) = (w.hold(&codex(), &run, "one"), w.hold(&codex(), &run, "two"));
    let refused = |until: &str| {
        let input = json!({"id": late, "until": until});
        w.request(&owner(), "item.defer", input).unwrap_err().message.to_string()
    };
    assert!(refused("8d").contains("it expires before that"), "{}", refused("8d"));
    assert!(refused("7d").contains("it expires before that"), "at the same moment it is over");
    for past in ["2020-01-01", "0s", "next year"] {
        refused(past);
    }
    assert_eq!(shown(&w, &late)["status"], "pending", "what is refused changes nothing");
    w.ask(&owner(), "item.defer", json!({"id": early, "until": "1h"}));
    w.ask(&owner(), "item.defer", json!({"id": late, "until": "6d"}));
    // A second time replaces the first.
    w.ask(&owner(), "item.defer", json!({"id": late}));
    w.ask(&owner(), "freeze", json!({}));
    let timers = tokio::spawn(timers::run(w.app.clone()));
    w.env.advance(2 * HOUR);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(shown(&w, &early)["status"], "deferred");
    w.ask(&owner(), "thaw", json!({}));
    until(|| shown(&w, &early)["status"] == "pending").await;
    w.env.advance(6 * DAY);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(shown(&w, &late)["status"], "deferred");
    w.env.advance(DAY);
    until(|| shown(&w, &early)["status"] == "expired" && shown(&w, &late)["status"] == "expired").await;
    w.app.stop.stop();
    timers.await.unwrap();
}

#[test]
fn c5_on_its_page_an_item_is_put_off_for_an_hour_until_the_morning_or_until_somebody_comes_back() {
    let world = world::World::new();
    let item = world.propose("Write the report");
    let desk = Desk::new(&world);
    let fire = || world.direct(&Actor::new(ActorKind::System, "countersign"), "timer.fire", json!({}));
    let page = || desk.open(&format!("/items/{item}"));
    assert!(
        page().says("In an hour")
            && page().says("Tomorrow morning")
            && page().says("Until I come back to it")
    );
    let done = desk.press(&page(), "item.defer", "until=1h");
    assert!(done.says("Put off:"), "{}", done.text());
    assert!(page().says("in 59 minutes") && desk.open("/").says("in 59 minutes"), "{}", page().text());
    world.env.advance(HOUR);
    assert_eq!(fire()["returned"], json!([item]));
    assert_eq!(world.show(&item)["status"], "pending");

    desk.press(&page(), "item.defer", "until=tomorrow");
    let until = world.show(&item)["deferred_until"].as_u64().unwrap();
    // Eight o'clock of the sixteenth.
    assert_eq!(until, super::streaming::NOON + 20 * HOUR);
    // Who comes back earlier can choose again; the last button has no time.
    let page = page();
    let back = page.html.split("<button").find(|b| b.contains("Until I come back to it")).unwrap();
    let with = attribute(back.split('>').next().unwrap(), "value").unwrap();
    assert!(with.contains("digest=") && !with.contains("until"), "{with}");
    world.direct(&Actor::person("ana"), "item.defer", json!({"id": item}));
    assert_eq!(world.show(&item)["deferred_until"], Value::Null);
    world.env.advance(DAY);
    assert_eq!(fire()["returned"], Value::Null);
    assert_eq!(world.show(&item)["status"], "deferred");
}
