//! Tests servers that are slow to start, which hold up nobody else's tools, and those whose tools fail.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use countersign_mcp::{AgentSettings, upstream::Limits};
use serde_json::json;

use super::world::{Client, PATIENCE, World, text};
use crate::upstream::script;

pub async fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Lists the tools until `name` is among them.
async fn listed(client: &Client, name: &str) -> Vec<String> {
    let until = Instant::now() + PATIENCE;
    loop {
        let names = client.names().await;
        if names.iter().any(|n| n == name) {
            return names;
        }
        assert!(Instant::now() < until, "{name} is not in {names:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Nobody waits long.
fn short() -> Limits {
    Limits { list: Duration::from_millis(50), list_late: Duration::from_millis(5), ..Limits::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_late_holds_up_no_other_tools_and_its_own_come_when_it_has_started() {
    let world = World::with_limits(BTreeMap::new(), short());
    let ready = world.folder().join("ready");
    let late = script("odd.py", &["late", ready.to_str().unwrap()]);
    world
        .upstreams
        .configure(BTreeMap::from([("odd".to_owned(), late), ("even".to_owned(), script("odd.py", &[]))]));

    let client = world.agent("codex").await;
    let names = listed(&client, "echo").await;
    let has = |names: &[String], name: &str| names.iter().any(|n| n == name);
    assert!(has(&names, "filesystem_read_file"), "{names:?}");
    let told = client.heard.log.lock().unwrap().iter().map(ToString::to_string).collect::<String>();
    assert!(told.contains("the tools of odd are missing") && told.contains("in time"), "{told}");
    // The other connection has its tools, too.
    let other = world.agent("codex").await;
    assert!(has(&other.names().await, "echo"));

    let before = *client.heard.tools_changed.lock().unwrap();
    std::fs::write(&ready, "").unwrap();
    eventually("clients are told of new tools", || *client.heard.tools_changed.lock().unwrap() > before)
        .await;
    // Two servers have a tool of that name now.
    let names = listed(&client, "odd_echo").await;
    assert!(has(&names, "even_echo"), "{names:?}");
    let call = client.call("odd_echo", json!({"text": "here"}));
    let (answer, ()) = tokio::join!(call, async { drop(world.confirm(&world.waiting().await).await) });
    assert!(text(&answer.unwrap()).contains("here"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_server_is_started_once_however_often_it_is_waited_for() {
    let world = World::with_limits(BTreeMap::new(), short());
    let starts = world.folder().join("starts");
    let silent = script("odd.py", &["silent", starts.to_str().unwrap()]);
    world.upstreams.configure(BTreeMap::from([("odd".to_owned(), silent)]));
    let count = || std::fs::read_to_string(&starts).map_or(0, |text| text.lines().count());

    let client = world.agent("codex").await;
    assert!(client.names().await.iter().any(|n| n == "filesystem_read_file"));
    eventually("it is started", || count() > 0).await;
    for _ in 0..5 {
        let another = world.agent("codex").await;
        assert!(another.names().await.iter().any(|n| n == "filesystem_read_file"));
        another.running.peer().list_all_prompts().await.unwrap();
    }
    assert_eq!(count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_waits_is_told_at_once_that_an_approved_call_failed() {
    // It would wait longer than the test.
    let hour =
        AgentSettings { hold: None, wait: Some(Duration::from_secs(3600)), ..AgentSettings::default() };
    let world = World::with(BTreeMap::from([("codex".to_owned(), hour)]));
    world.upstreams.configure(BTreeMap::from([("odd".to_owned(), script("odd.py", &[]))]));
    let client = world.agent("codex").await;
    for tool in ["fail", "refuse"] {
        let decide = async {
            let item = world.waiting().await;
            world.confirm(&item).await;
            item
        };
        let (answer, item) = tokio::join!(client.call(tool, json!({})), decide);
        let answer = answer.unwrap();
        assert_eq!(answer.is_error, Some(true));
        let told = text(&answer);
        assert!(told.contains("approved this call, and it failed") && told.contains(&item), "{told}");
        assert!(told.contains("did not work") || told.contains("wrong arguments"), "{told}");
        // Proposed again it is the same item, and waits for the person, who now says no.
        let reject = async {
            assert_eq!(world.waiting().await, item);
            world.person("item.reject", json!({"id": item, "reason": "leave it"})).await;
        };
        let (again, ()) = tokio::join!(client.call(tool, json!({})), reject);
        assert!(text(&again.unwrap()).contains("leave it"));
    }
}
