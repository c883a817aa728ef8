//! B13: what an agent does not know yet rides on its answers over HTTP.

use serde_json::{Value, json};

use crate::world::{Ask, Reply, World};

fn list(world: &World) -> Ask {
    let read = json!({"tool": "task.list_tasks", "args": {}});
    Ask::post("/v1/runs/-/calls").bearer(&world.codex).json(read)
}

/// A call of the agent.
fn call(world: &World) -> Reply {
    let reply = world.send(list(world));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
}

fn run_of(world: &World) -> String {
    call(world).json()["run"].as_str().unwrap().to_owned()
}

fn news(reply: &Reply) -> Value {
    reply.json()["news"].clone()
}

/// A task of the agent that landed; returns its receipt, of which the agent has heard.
fn landed(world: &World) -> Value {
    let item = world.propose("Water the roses");
    let digest = world.show(&item)["digest"].clone();
    let confirm = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana);
    let answer = world.send(confirm.json(json!({"digest": digest}))).json();
    assert_eq!(answer["status"], "applied", "{answer}");
    let told = news(&call(world));
    assert_eq!(told["items"][0]["status"], "applied", "{told}");
    answer["receipt"].clone()
}

fn undo(world: &World, receipt: &Value) {
    let path = format!("/v1/receipts/{}/undo", receipt["id"].as_str().unwrap());
    let undone = world.send(Ask::post(&path).bearer(&world.ana).json(json!({})));
    assert_eq!(undone.status, 200, "{}", undone.text());
}

#[test]
fn b13_an_undo_rides_on_the_next_answer_once() {
    let world = World::new();
    let receipt = landed(&world);
    undo(&world, &receipt);
    let told = news(&call(&world));
    assert_eq!(
        (&told["receipts"][0]["receipt"], &told["receipts"][0]["status"]),
        (&receipt["id"], &json!("undone")),
        "{told}"
    );
    assert!(told["text"].as_str().unwrap().contains("undone by ana"), "{told}");
    let after = call(&world);
    assert_eq!((news(&after), after.header("countersign-news")), (Value::Null, None), "once");
}

#[test]
fn b13_instructions_ride_on_the_answers_of_their_run_and_count_as_delivered() {
    let world = World::new();
    let run = run_of(&world);
    let steer = Ask::new("PATCH", &format!("/v1/runs/{run}")).bearer(&world.ana);
    assert!(world.send(steer.json(json!({"instruction": "use PostgreSQL"}))).status < 300);
    let memory = || {
        world.send(Ask::get(&format!("/v1/runs/{run}/memory")).bearer(&world.ana)).json()["memory"].clone()
    };
    assert_eq!(memory()[0].get("delivered_at"), None);
    let other = Ask::post("/v1/runs").bearer(&world.codex).json(json!({"subject": "elsewhere"}));
    let elsewhere = world.send(other).json()["id"].as_str().unwrap().to_owned();
    let read = json!({"tool": "task.list_tasks", "args": {}});
    let call = |run: &str| {
        world.send(Ask::post(&format!("/v1/runs/{run}/calls")).bearer(&world.codex).json(read.clone()))
    };
    assert_eq!(news(&call(&elsewhere)), Value::Null, "it is for another run");
    let told = news(&call(&run));
    assert_eq!(told["instructions"][0]["text"], "use PostgreSQL", "{told}");
    assert!(memory()[0]["delivered_at"].is_u64());
    assert_eq!(news(&call(&run)), Value::Null, "once");
}

#[test]
fn b13_what_cannot_carry_news_says_that_some_wait_and_uses_none_up() {
    let world = World::new();
    let receipt = landed(&world);
    undo(&world, &receipt);
    let looked = world.send(Ask::get("/v1/receipts").bearer(&world.codex));
    assert_eq!((looked.header("countersign-news"), news(&looked)), (Some("waiting"), Value::Null));
    let problem = world.send(Ask::post("/v1/items/i999/status").bearer(&world.codex).json(json!({})));
    assert_eq!((problem.status, problem.header("countersign-news")), (404, Some("waiting")));
    let hook = world.send(list(&world).header("Countersign-Surface", "hook"));
    assert_eq!(
        (hook.header("countersign-news"), news(&hook)),
        (Some("waiting"), Value::Null),
        "a hook asks itself"
    );
    let persons = world.send(Ask::get("/v1/receipts").bearer(&world.ana));
    assert_eq!(persons.header("countersign-news"), None);
    assert_eq!(news(&call(&world))["receipts"][0]["status"], "undone");
}

#[test]
fn b13_what_a_function_of_a_process_reads_uses_no_news_up() {
    let world = World::new();
    let receipt = landed(&world);
    undo(&world, &receipt);
    let function = json!({"function": "send_mail", "args": {"to": "ana"}, "call_id": "c1"});
    let asked = world.send(Ask::post("/v1/functions/ask").bearer(&world.codex).json(function));
    let item = asked.json()["item"].as_str().unwrap().to_owned();
    let status = Ask::post(&format!("/v1/items/{item}/status")).bearer(&world.codex).json(json!({}));
    let status = world.send(status.header("Countersign-Surface", "function"));
    for reply in [&asked, &status] {
        assert!(reply.status < 300, "{}", reply.text());
        assert_eq!((reply.header("countersign-news"), news(reply)), (Some("waiting"), Value::Null));
    }
    // Handed on by whoever can, it counts as told.
    let told = world.send(Ask::post("/v1/agent/news").bearer(&world.codex).json(json!({}))).json();
    assert_eq!(told["receipts"][0]["status"], "undone", "{told}");
    let again = world.send(
        Ask::post("/v1/functions/begin")
            .bearer(&world.codex)
            .json(json!({"item": item, "claim": "x".repeat(20)})),
    );
    assert_eq!(again.header("countersign-news"), None, "once");
}
