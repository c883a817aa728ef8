//! A person steers an agent over MCP: instructions, pauses, stops, questions.

use std::{collections::BTreeMap, time::Duration};

use countersign_core::{Actor, Origin, tool::Hold};
use countersign_mcp::AgentSettings;
use rmcp::ClientLifecycleMode;
use serde_json::{Value, json};

use super::world::{Client, World, text};

const INSTRUCTIONS: &str = "Instructions from the user";

async fn list(client: &Client) -> String {
    text(&client.call("filesystem_list_dir", json!({"path": "."})).await.unwrap())
}

/// The runs, newest first.
async fn runs(world: &World) -> Vec<Value> {
    world.person("run.list", json!({})).await["runs"].as_array().unwrap().clone()
}

async fn run_of(world: &World) -> String {
    runs(world).await[0]["id"].as_str().unwrap().to_owned()
}

async fn steer(world: &World, run: &str, say: &str) {
    world.person("run.steer", json!({"id": run, "instruction": say})).await;
}

/// Waits until the client got a progress message with that beginning.
async fn told(client: &Client, begins: &str) {
    let until = std::time::Instant::now() + super::world::PATIENCE;
    while !client.heard.progress.lock().unwrap().iter().any(|t| t.starts_with(begins)) {
        assert!(std::time::Instant::now() < until, "it was not told: {begins}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f4_an_instruction_rides_on_the_next_result_whole_and_once() {
    let world = World::new();
    let client = world.agent("codex").await;
    assert!(!list(&client).await.contains(INSTRUCTIONS));
    let long = format!("use PostgreSQL {}", "x".repeat(10_000));
    steer(&world, &run_of(&world).await, &long).await;
    let heard = list(&client).await;
    assert!(heard.contains(INSTRUCTIONS) && heard.contains(&long), "{heard}");
    assert!(!list(&client).await.contains(INSTRUCTIONS));
}

#[tokio::test(flavor = "multi_thread")]
async fn f4_two_sessions_of_one_agent_hear_only_what_is_for_their_run() {
    let world = World::new();
    let here = world.agent("codex").await;
    list(&here).await;
    let first = run_of(&world).await;
    let elsewhere = world.dir_named("elsewhere");
    let mut who = world.who(Actor::agent("codex"));
    who.origin = Origin { cwd: Some(elsewhere), ..who.origin };
    let there = world.connect(who, ClientLifecycleMode::Initialize).await;
    list(&there).await;
    assert_eq!(runs(&world).await.len(), 2);
    steer(&world, &first, "for the first").await;
    assert!(!list(&there).await.contains(INSTRUCTIONS));
    assert!(list(&here).await.contains("for the first"));
}

#[tokio::test(flavor = "multi_thread")]
async fn f4_a_call_in_a_paused_run_waits_and_goes_on_when_it_is_resumed() {
    let world = World::new();
    let client = world.agent("codex").await;
    list(&client).await;
    let run = run_of(&world).await;
    world.person("run.pause", json!({"id": run})).await;
    let resume = async {
        told(&client, "waits: a person has paused the run").await;
        steer(&world, &run, "carefully").await;
        world.person("run.resume", json!({"id": run})).await;
    };
    let (heard, ()) = tokio::join!(list(&client), resume);
    assert!(!heard.contains("refused") && heard.contains("carefully"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn f4_a_call_that_waits_for_a_resume_ends_with_a_stop() {
    let world = World::new();
    let client = world.agent("codex").await;
    list(&client).await;
    let run = run_of(&world).await;
    world.person("run.pause", json!({"id": run})).await;
    let stop = async {
        told(&client, "waits: a person has paused the run").await;
        world.person("run.stop", json!({"id": run, "reason": "enough"})).await;
    };
    let (heard, ()) = tokio::join!(list(&client), stop);
    assert!(heard.contains("stopped by ana (reason: \"enough\")"), "{heard}");
    assert!(list(&client).await.contains("was stopped"), "this session is over");
    assert_eq!(runs(&world).await.len(), 1);
    // Sessions and stops are timed in milliseconds.
    tokio::time::sleep(Duration::from_millis(5)).await;
    let anew = world.agent("codex").await;
    assert!(!list(&anew).await.contains("stopped"), "a new session is a new start");
    assert!(list(&client).await.contains("was stopped"));
}

#[tokio::test(flavor = "multi_thread")]
async fn f4_when_time_is_up_a_paused_call_is_refused_with_what_to_do() {
    let settings = AgentSettings { hold: None, wait: Some(Duration::ZERO), ..AgentSettings::default() };
    let world = World::with(BTreeMap::from([("codex".to_owned(), settings)]));
    let client = world.agent("codex").await;
    list(&client).await;
    world.person("run.pause", json!({"id": run_of(&world).await})).await;
    let heard = list(&client).await;
    assert!(heard.contains("is paused by ana") && heard.contains("Hint: wait"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn f5_ask_user_waits_for_the_answer() {
    let world = World::new();
    let client = world.agent("codex").await;
    let input = json!({"text": "Which database?", "choices": ["PostgreSQL", "SQLite"]});
    let answer = async {
        told(&client, "waits for an answer to q").await;
        let inbox = world.person("inbox.list", json!({})).await;
        let id = inbox["waiting"][0]["id"].as_str().unwrap().to_owned();
        world.person("question.answer", json!({"id": id, "answer": "SQLite"})).await;
        id
    };
    let (result, id) = tokio::join!(client.call("ask_user", input.clone()), answer);
    let told = result.unwrap().structured_content.unwrap();
    assert_eq!((&told["status"], &told["answer"]), (&json!("answered"), &json!("SQLite")));
    let taken = world.person("question.take_back", json!({"id": id})).await;
    assert_eq!(taken["status"], "irreversible", "it was told");
    let again = client.call("ask_user", input).await.unwrap().structured_content.unwrap();
    assert_eq!(again["answer"], "SQLite", "asked again it is the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn f5_an_answer_that_comes_later_rides_on_the_next_result() {
    let settings = AgentSettings { hold: Some(Hold::Queue), wait: None, ..AgentSettings::default() };
    let world = World::with(BTreeMap::from([("codex".to_owned(), settings)]));
    let client = world.agent("codex").await;
    let queued = client.call("ask_user", json!({"text": "Which name?"})).await.unwrap();
    let queued = queued.structured_content.unwrap();
    assert_eq!(queued["status"], "queued");
    let id = queued["question"].as_str().unwrap();
    world.person("question.answer", json!({"id": id, "answer": "Countersign"})).await;
    let heard = list(&client).await;
    assert!(heard.contains("answered by ana: Countersign"), "{heard}");
    assert!(!list(&client).await.contains("Countersign"));
}
