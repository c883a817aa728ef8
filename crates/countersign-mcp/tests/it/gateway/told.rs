//! B13, E15: an agent over MCP hears what became of its work without asking, and what landed carries its handle.

use std::{collections::BTreeMap, time::Duration};

use countersign_core::tool::Hold;
use countersign_mcp::AgentSettings;
use rmcp::model::CallToolResult;
use serde_json::{Value, json};

use super::world::{Client, World, text};

/// What Countersign says in the structured content beside a result.
fn beside(result: &CallToolResult) -> Value {
    result.structured_content.as_ref().unwrap()["countersign"].clone()
}

fn landed(result: &CallToolResult) -> Value {
    let meta = serde_json::to_value(result.meta.as_ref().unwrap()).unwrap();
    meta["countersign/landed"].clone()
}

async fn list(client: &Client) -> CallToolResult {
    client.call("filesystem_list_dir", json!({"path": "."})).await.unwrap()
}

/// Creates a task, which a person confirms while the call waits.
async fn task(world: &World, client: &Client, title: &str) -> CallToolResult {
    let confirm = async { world.confirm(&world.waiting().await).await };
    let (made, _) = tokio::join!(client.call("task_create_task", json!({"title": title})), confirm);
    let made = made.unwrap();
    assert_ne!(made.is_error, Some(true), "{}", text(&made));
    made
}

async fn undo(world: &World, receipt: &Value) {
    let undone = world.person("receipt.undo", json!({"id": receipt})).await;
    assert_eq!(undone["status"], "undone", "{undone}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b13_what_a_person_undid_is_in_the_next_result_without_asking() {
    let world = World::new();
    let client = world.agent("codex").await;
    list(&client).await;
    let made = task(&world, &client, "Fix login").await;
    let receipt = landed(&made)["receipt"].clone();
    undo(&world, &receipt).await;
    let next = list(&client).await;
    let said = format!(
        "↶ {} task.create_task: Create task \"Fix login\" — undone by ana",
        receipt.as_str().unwrap()
    );
    assert!(text(&next).contains(&said), "{}", text(&next));
    assert!(text(&next).contains("[countersign "), "with the mark");
    assert!(
        beside(&next)["message"].as_str().unwrap().contains(&said),
        "also for clients that show structure only"
    );
    let after = list(&client).await;
    assert!(!text(&after).contains("undone by"), "once: {}", text(&after));
    assert_eq!(beside(&after), Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn b13_a_rolled_back_run_is_told_and_the_next_proposal_belongs_to_another() {
    let world = World::new();
    let client = world.agent("codex").await;
    task(&world, &client, "one").await;
    let run = world.person("run.list", json!({})).await["runs"][0]["id"].clone();
    world.person("run.rollback", json!({"id": run})).await;
    let next = task(&world, &client, "two").await;
    let said = format!("run {}: rolled back by ana; nothing of it stands any more", run.as_str().unwrap());
    assert!(text(&next).contains(&said), "{}", text(&next));
    let runs = world.person("run.list", json!({})).await["runs"].clone();
    assert_eq!(runs.as_array().unwrap().len(), 2, "{runs}");
    let old = world.person("run.show", json!({"id": run})).await;
    assert_eq!(old["items"].as_array().unwrap().len(), 1, "{old}");
}

#[tokio::test(flavor = "multi_thread")]
async fn e15_a_call_that_landed_while_it_waited_carries_its_handle_and_undo_takes_it() {
    let world = World::new();
    let client = world.agent("codex").await;
    for by in ["receipt", "item", "latest_reversible_event_id"] {
        let made = task(&world, &client, by).await;
        let handle = landed(&made);
        assert_eq!(
            handle["undo_action"]["expected_event_id"], handle["latest_reversible_event_id"],
            "{handle}"
        );
        assert_eq!(handle["latest_reversible_event_type"], "task.create_task", "{handle}");
        assert_eq!(beside(&made)["landed"], handle);
        for named in ["receipt", "item", "latest_reversible_event_id"] {
            assert!(text(&made).contains(handle[named].as_str().unwrap()), "{named}: {}", text(&made));
        }
        assert!(made.structured_content.as_ref().unwrap()["id"].is_string(), "beside the tool's own result");
        let confirm = async { world.confirm(&world.waiting().await).await };
        let (undone, _) = tokio::join!(client.call("undo", json!({"receipt": handle[by]})), confirm);
        let undone = undone.unwrap();
        assert_ne!(undone.is_error, Some(true), "{by}: {}", text(&undone));
        assert_ne!(landed(&undone)["receipt"], handle["receipt"], "the undo has its own");
    }
    let listed = list(&client).await;
    assert_eq!((listed.meta.is_none(), beside(&listed)), (true, Value::Null), "a read lands nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn e15_an_agent_lists_its_receipts_and_nobody_elses() {
    let world = World::new();
    let client = world.agent("codex").await;
    let made = landed(&task(&world, &client, "one").await);
    let listed = client.call("receipts", json!({})).await.unwrap().structured_content.unwrap();
    let receipts = listed["receipts"].as_array().unwrap();
    assert_eq!(receipts.len(), 1, "{listed}");
    assert_eq!((&receipts[0]["id"], &receipts[0]["undo_action"]), (&made["receipt"], &made["undo_action"]));
    let other = world.agent("bob").await;
    let theirs = other.call("receipts", json!({})).await.unwrap().structured_content.unwrap();
    assert_eq!(theirs["receipts"], json!([]), "{theirs}");
}

/// Calls a batch of checklist items, of which a person confirms the first and rejects the second.
async fn batch(world: &World, client: &Client, items: Value) -> Value {
    let made = task(world, client, "Fix login").await;
    let args = json!({"task": made.structured_content.unwrap()["id"], "items": items});
    let decide = async {
        world.waiting().await;
        let inbox = world.person("inbox.list", json!({})).await;
        let mut ids: Vec<&str> =
            inbox["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        assert_eq!(ids.len(), 2, "{inbox}");
        world.confirm(ids[0]).await;
        world.person("item.reject", json!({"id": ids[1], "reason": "no"})).await;
    };
    let (answer, ()) = tokio::join!(client.call("task_add_checklist_items", args), decide);
    answer.unwrap().structured_content.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn b2_a_batch_says_what_became_of_it_and_of_each_element() {
    let world = World::new();
    let client = world.agent("codex").await;
    let items = json!([{"title": "Design"}, {"title": "Build"}, {"title": "Design"}, 7]);
    let answer = batch(&world, &client, items).await;
    assert_eq!(answer["status"], "done", "{answer}");
    let message = answer["message"].as_str().unwrap();
    assert_eq!(
        message, "1 of 4 elements done, 1 rejected by the person, 1 redundant, 1 malformed.",
        "{answer}"
    );
    let n = |field: &str| answer["counts"][field].as_u64().unwrap();
    assert_eq!(n("added") + n("malformed") + n("redundant") + n("rejected"), n("elements"));
    let elements = answer["elements"].as_array().unwrap();
    let became = |field: &str| elements.iter().map(|e| e[field].clone()).collect::<Vec<_>>();
    assert_eq!(became("outcome"), ["added", "added", "redundant", "malformed"]);
    assert_eq!(became("status")[..2], ["applied", "rejected"]);
    let handle = &elements[0]["landed"];
    assert_eq!(handle["undo_action"]["expected_event_id"], handle["latest_reversible_event_id"], "{answer}");
    assert_eq!(answer["latest_reversible_event_id"], handle["latest_reversible_event_id"]);
    assert_eq!(answer["items"][0]["landed"], *handle);
    assert_eq!(elements[1].get("landed"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn b2_a_batch_that_waits_says_so_and_counts_what_waits() {
    let settings = AgentSettings { hold: None, wait: Some(Duration::ZERO), ..AgentSettings::default() };
    let world = World::with(BTreeMap::from([("codex".to_owned(), settings)]));
    let client = world.agent("codex").await;
    client.call("task_create_task", json!({"title": "Fix login"})).await.unwrap();
    let made = world.confirm(&world.waiting().await).await;
    let task = &made["receipt"]["result"]["id"];
    let args = json!({"task": task, "items": [{"title": "Design"}, {"title": "Build"}, 7]});
    let answer = client.call("task_add_checklist_items", args).await.unwrap().structured_content.unwrap();
    let message = answer["message"].as_str().unwrap();
    assert_eq!(answer["status"], "queued");
    let said = "Proposal queued for user review. 0 of 3 elements done, 2 wait for the person, 1 malformed. ";
    assert!(message.starts_with(said), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn b13_a_call_that_was_queued_landed_and_was_undone_is_told_as_undone() {
    let settings = AgentSettings { hold: Some(Hold::Queue), wait: None, ..AgentSettings::default() };
    let world = World::with(BTreeMap::from([("codex".to_owned(), settings)]));
    let client = world.agent("codex").await;
    client.call("task_create_task", json!({"title": "Fix login"})).await.unwrap();
    let made = world.confirm(&world.waiting().await).await;
    undo(&world, &made["receipt"]["id"]).await;
    let next = text(&list(&client).await);
    assert!(next.contains("it landed, and was undone by ana since"), "{next}");
}
