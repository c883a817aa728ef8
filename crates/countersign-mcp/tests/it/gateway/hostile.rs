//! Servers that abuse the protocol.

use std::collections::BTreeMap;

use countersign_core::judge::Policy;
use countersign_mcp::{AgentSettings, ServerSettings, settings::Offer};
use serde_json::json;

use super::world::{World, text};

fn world() -> World {
    // Everything is listed.
    let offer = Offer::new(["all".to_owned()]);
    let settings = AgentSettings { offer, ..AgentSettings::default() };
    let world = World::with(BTreeMap::from([("codex".to_owned(), settings)]));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/hostile.py");
    let args = vec!["-B".to_owned(), script.to_owned()];
    let settings = ServerSettings { command: Some("python3".to_owned()), args, ..ServerSettings::default() };
    world.upstreams.configure(BTreeMap::from([("box".to_owned(), settings)]));
    let entry = |name| format!("[[tool]]\nserver = \"box\"\nname = \"{name}\"\nclass = \"read\"\n");
    let policy = format!("version = 1\n{}", ["ids", "flood", "read"].map(entry).concat());
    let policy = Policy::parse(&policy, &world.engine.setup().catalog).unwrap();
    world.engine.amend_setup(|setup| setup.policy = policy);
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn a3_answers_to_other_requests_and_second_answers_reach_nobody() {
    let world = world();
    let client = world.agent("codex").await;
    client.names().await;
    for _ in 0..3 {
        assert_eq!(text(&client.call("ids", json!({})).await.unwrap()), "first");
    }
    assert_eq!(text(&client.call("read", json!({})).await.unwrap()), "called read");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h4_a_flood_of_notifications_neither_ends_nor_blocks_the_gateway() {
    let world = world();
    let client = world.agent("codex").await;
    client.names().await;
    assert_eq!(text(&client.call("flood", json!({})).await.unwrap()), "flooded");
    assert_eq!(text(&client.call("read", json!({})).await.unwrap()), "called read");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn h2_thousands_of_tools_and_names_that_look_alike_are_bounded_plain_and_told_apart() {
    let world = world();
    let client = world.agent("codex").await;
    let names = client.names().await;
    assert!(names.len() < 5200, "{}", names.len());
    let plain = |name: &String| name.bytes().all(|b| b.is_ascii_graphic());
    assert!(names.iter().all(plain), "{:?}", names.iter().find(|name| !plain(name)));
    let mut once = names.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), names.len(), "no name stands for two tools");
    // Only the tool that the person named is known to read; a lookalike is held.
    assert_eq!(text(&client.call("read", json!({})).await.unwrap()), "called read");
    let alike: Vec<&String> =
        names.iter().filter(|name| name.contains("re") && name.ends_with('d')).collect();
    assert!(alike.len() >= 2, "{alike:?}");
    world.upstreams.stop().await;
}
