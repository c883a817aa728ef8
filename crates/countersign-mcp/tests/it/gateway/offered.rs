//! What an agent is offered: little unasked, what its settings name, and the rest by words.

use std::collections::BTreeMap;

use countersign_mcp::{AgentSettings, ServerSettings, settings::Offer};
use rmcp::model::ErrorCode;
use serde_json::{Value, json};

use super::world::{Client, World, text};
use crate::upstream::script;

/// The most that the tools which every agent is offered may take in each of its prompts.
const BYTES_MOST: usize = 12_000;

fn offering(words: &[&str]) -> World {
    let offer = Offer::new(words.iter().map(|word| (*word).to_owned()));
    World::with(BTreeMap::from([("codex".to_owned(), AgentSettings { offer, ..AgentSettings::default() })]))
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|n| n == name)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_offered_unasked_is_small() {
    let world = World::new();
    let client = world.agent("codex").await;
    let tools = client.running.peer().list_all_tools().await.unwrap();
    let bytes = serde_json::to_vec(&tools).unwrap().len();
    let size = |tool: &rmcp::model::Tool| (serde_json::to_vec(tool).unwrap().len(), tool.name.to_string());
    assert!(bytes < BYTES_MOST, "{bytes} bytes: {:?}", tools.iter().map(size).collect::<Vec<_>>());
    let all = offering(&["all"]);
    let client = all.agent("codex").await;
    let everything = client.running.peer().list_all_tools().await.unwrap();
    let more = serde_json::to_vec(&everything).unwrap().len();
    assert!(everything.len() > tools.len() && more > bytes, "{more} bytes of {} tools", everything.len());
    // Also with the two tools that find and call what large servers bring.
    let search = large();
    let client = search.agent("codex").await;
    let listed = client.running.peer().list_all_tools().await.unwrap();
    let two: Vec<_> =
        listed.iter().filter(|tool| ["find_tools", "call_tool"].contains(&&*tool.name)).collect();
    assert_eq!(two.len(), 2);
    let whole = bytes + serde_json::to_vec(&two).unwrap().len();
    assert!(whole < BYTES_MOST, "{whole} bytes");
    println!("{bytes} bytes of {} tools, {whole} with search; all {}: {more}", tools.len(), everything.len());
    // What it is for is said once.
    let instructions = client.running.peer().peer_info().unwrap().instructions.clone().unwrap();
    assert!(instructions.contains("human_summary"));
    for tool in everything {
        let told = tool.description.unwrap_or_default();
        assert!(!told.contains("human_summary") && told.len() < 300, "{}: {told}", tool.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_offered_what_its_settings_name_and_a_call_of_anything_else_is_judged_like_every_other() {
    let world = offering(&["default", "task", "calendar.list_events"]);
    let client = world.agent("codex").await;
    let names = client.names().await;
    assert!(has(&names, "task_create_task") && has(&names, "shell_run"), "{names:?}");
    assert!(has(&names, "calendar_list_events") && !has(&names, "calendar_create_event"), "{names:?}");

    let world = offering(&["servers"]);
    world.upstreams.configure(BTreeMap::from([("odd".to_owned(), script("odd.py", &[]))]));
    let client = world.agent("codex").await;
    let names = client.names().await;
    assert!(has(&names, "echo") && has(&names, "item_status") && has(&names, "undo"), "{names:?}");
    for other in ["filesystem_read_file", "shell_run", "propose_plan", "begin_step", "find_tools"] {
        assert!(!has(&names, other), "{other} is in {names:?}");
    }
    // It is no permission.
    let listed = client.call("filesystem_list_dir", json!({"path": "."})).await.unwrap();
    assert_ne!(listed.is_error, Some(true));
    let write = client.call("filesystem_write_file", json!({"path": "a.txt", "content": "x"}));
    let decide = async { drop(world.confirm(&world.waiting().await).await) };
    let (written, ()) = tokio::join!(write, decide);
    assert_ne!(written.unwrap().is_error, Some(true));
}

/// A world with a server of many tools, and a small one.
fn large() -> World {
    let world = World::new();
    let servers = [("many", script("many.py", &["200"])), ("odd", script("odd.py", &[]))];
    world.upstreams.configure(servers.map(|(name, server)| (name.to_owned(), server)).into());
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_of_a_large_server_are_found_by_words_listed_once_found_and_called() {
    let world = large();
    let (client, other) = (world.agent("codex").await, world.agent("bob").await);
    let names = client.names().await;
    assert!(has(&names, "echo") && has(&names, "find_tools") && has(&names, "call_tool"), "{names:?}");
    assert!(!has(&names, "add_numbers") && !has(&names, "report_7"), "{names:?}");
    other.names().await;
    let before = *client.heard.tools_changed.lock().unwrap();
    let before_other = *other.heard.tools_changed.lock().unwrap();

    let found = client.call("find_tools", json!({"words": "adding a number"})).await.unwrap();
    let told: Value = serde_json::from_str(text(&found).split("\n[").next().unwrap()).unwrap();
    assert_eq!(told["tools"][0]["name"], "add_numbers", "{told}");
    assert!(told["tools"][0]["inputSchema"]["properties"]["second"].is_object(), "{told}");
    super::late::eventually("its client is told", || *client.heard.tools_changed.lock().unwrap() > before)
        .await;
    assert!(has(&client.names().await, "add_numbers"));
    assert!(!has(&other.names().await, "add_numbers"), "another agent has not looked for it");
    assert_eq!(*other.heard.tools_changed.lock().unwrap(), before_other);

    let nothing = client.call("find_tools", json!({"words": "weather"})).await.unwrap();
    assert!(nothing.is_error == Some(true) && text(&nothing).contains("many (200)"), "{}", text(&nothing));
}

#[tokio::test(flavor = "multi_thread")]
async fn a6_a_call_by_way_of_call_tool_is_judged_as_the_tool_that_it_names() {
    let world = large();
    let client = world.agent("codex").await;
    client.names().await;
    let call = |name: &str, args: Value| json!({"name": name, "args": args, "human_summary": "to know it"});
    let add = client.call("call_tool", call("add_numbers", json!({"first": 2, "second": 3})));
    let decide = async {
        let item = world.waiting().await;
        let shown = world.person("show", json!({"id": item})).await;
        world.confirm(&item).await;
        shown.to_string()
    };
    let (sum, shown) = tokio::join!(add, decide);
    assert_eq!(text(&sum.unwrap()).split('\n').next(), Some("5"));
    assert!(shown.contains("many.add_numbers") && shown.contains("to know it"), "{shown}");
    assert!(!shown.contains("call_tool"), "{shown}");

    // Our own tools, too; a read runs at once, a change waits.
    let listed = client.call("call_tool", call("filesystem_list_dir", json!({"path": "."}))).await.unwrap();
    assert_ne!(listed.is_error, Some(true), "{}", text(&listed));
    let write = client.call("call_tool", call("filesystem_write_file", json!({"path": "a", "content": "x"})));
    let decide = async {
        let item = world.waiting().await;
        world.person("item.reject", json!({"id": item, "reason": "not that"})).await;
    };
    let (written, ()) = tokio::join!(write, decide);
    assert!(text(&written.unwrap()).contains("not that"));
    assert!(!world.folder().join("a").exists());

    let code = |refused: Result<_, rmcp::service::ServiceError>| match refused {
        Err(rmcp::service::ServiceError::McpError(e)) => e.code,
        other => panic!("{other:?}"),
    };
    for wrong in [
        call("call_tool", json!({"name": "shell_run"})),
        call("item.confirm", json!({"id": "i1"})),
        json!({"args": {}}),
        json!({"name": "shell_run", "args": []}),
        json!({"name": "shell_run", "args": {}, "tool": "other"}),
    ] {
        assert_eq!(code(client.call("call_tool", wrong).await), ErrorCode::INVALID_PARAMS);
    }
}

/// Confirms two items that wait.
async fn confirm_two(world: &World) {
    for _ in 0..2 {
        world.confirm(&world.waiting().await).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn b2_a_batch_of_which_all_landed_has_the_shape_of_the_servers_own_tool() {
    let world = World::new();
    let path = world.folder().join("graph.json").display().to_string();
    let graph = ServerSettings { pack: Some("memory".to_owned()), ..script("graph.py", &[&path]) };
    world.upstreams.configure(BTreeMap::from([("graph".to_owned(), graph)]));
    let client: Client = world.agent("codex").await;
    client.names().await;
    let entity = |name: &str| json!({"name": name, "entityType": "person", "observations": []});
    let entities = json!([entity("Ada"), entity("Bob")]);
    let (made, ()) =
        tokio::join!(client.call("create_entities", json!({"entities": entities})), confirm_two(&world));
    let made = made.unwrap();
    let structure = made.structured_content.clone().unwrap();
    assert_eq!(structure["entities"], entities, "{structure}");
    assert!(structure.get("elements").is_none() && structure.get("status").is_none(), "{structure}");
    let own: Value = serde_json::from_str(&made.content[0].as_text().unwrap().text).unwrap();
    assert_eq!(own, json!({"entities": entities}));
    assert!(made.content[1].as_text().unwrap().text.contains("All 2 elements landed"), "{}", text(&made));
    let meta = serde_json::to_value(made.meta.as_ref().unwrap()).unwrap();
    assert_eq!(meta["countersign/landed"].as_array().map(Vec::len), Some(2), "{meta}");

    // One of them is rejected: then it is told what became of each.
    let decide = async {
        world.confirm(&world.waiting().await).await;
        let item = world.waiting().await;
        world.person("item.reject", json!({"id": item, "reason": "no"})).await;
    };
    let entities = json!([entity("Cleo"), entity("Dan")]);
    let (made, ()) = tokio::join!(client.call("create_entities", json!({"entities": entities})), decide);
    let structure = made.unwrap().structured_content.unwrap();
    assert_eq!(structure["elements"].as_array().map(Vec::len), Some(2), "{structure}");
}
