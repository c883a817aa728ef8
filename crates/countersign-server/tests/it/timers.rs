//! Timers: they fire without traffic, and nothing ends them.

use std::time::Duration;

use countersign_server::{Limits, timers};
use serde_json::json;

use crate::streaming::{DAY, PATIENCE, World, codex, owner};

fn world() -> World {
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

fn status(w: &World, item: &str) -> String {
    w.ask(&owner(), "show", json!({"id": item}))["item"]["status"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_what_nobody_decides_expires_without_traffic() {
    let w = world();
    let run = w.run(&codex(), "billing");
    let item = w.hold(&codex(), &run, "one");
    let timers = tokio::spawn(timers::run(w.app.clone()));
    let before = w.head();
    w.env.advance(7 * DAY - 1000);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(w.head(), before, "nothing is due, so nothing is written");
    w.env.advance(2000);
    until(|| w.head() > before).await;
    assert_eq!(status(&w, &item), "expired");
    w.app.stop.stop();
    timers.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn b11_what_was_due_while_nothing_ran_expires_at_start() {
    let w = World::new();
    let run = w.run(&codex(), "billing");
    let item = w.hold(&codex(), &run, "one");
    w.env.advance(8 * DAY);
    let before = w.head();
    let timers = tokio::spawn(timers::run(w.app.clone()));
    until(|| w.head() > before).await;
    assert_eq!(status(&w, &item), "expired");
    w.app.stop.stop();
    timers.await.unwrap();
}
