//! A server of the newest revision behind the gateway: its questions, tasks and notifications reach only the client
//! that supports them.

#![expect(deprecated, reason = "clients of older revisions have sampling and subscribe")]

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use bytes::Bytes;
use countersign_core::{Actor, judge::Policy};
use countersign_mcp::ServerSettings;
use http_body_util::{BodyExt as _, Full};
use rmcp::{
    ClientLifecycleMode, ErrorData,
    model::*,
    service::{PeerRequestOptions, ServiceError},
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::world::{Client, PATIENCE, World, text};

const READS: &[&str] = &["can", "need", "wrong", "log", "touch", "ask", "work", "never", "slowly"];

/// A world with that server; a person declares its tools as reading, except `asked`.
fn world(asked: &[&str]) -> World {
    let world = World::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/newest.py");
    let args = vec![script.to_owned()];
    let server = ServerSettings { command: Some("python3".to_owned()), args, ..ServerSettings::default() };
    world.upstreams.configure(BTreeMap::from([("newest".to_owned(), server)]));
    let mut policy = "version = 1\n".to_owned();
    for name in READS.iter().filter(|name| !asked.contains(name)) {
        policy += &format!("[[tool]]\nserver = \"newest\"\nname = \"{name}\"\nclass = \"read\"\n");
    }
    let policy = Policy::parse(&policy, &world.engine.setup().catalog).unwrap();
    world.engine.amend_setup(|setup| setup.policy = policy);
    world
}

/// From now on only tools are let through.
fn refuse_readings(world: &World) {
    let rule = "version = 1\n[[rule]]\nname = \"no\"\ntools = [\"mcp.*\"]\nthen = \"refuse\"\n";
    let policy = Policy::parse(rule, &world.engine.setup().catalog).unwrap();
    world.engine.amend_setup(|setup| setup.policy = policy);
}

/// The number of logged calls of a tool.
async fn logged(world: &World, tool: &str) -> usize {
    let log = world.person("audit.log", json!({})).await;
    let calls = log["calls"].as_array().unwrap_or_else(|| panic!("{log}"));
    calls.iter().filter(|call| call["tool"] == tool).count()
}

async fn newest(world: &World, agent: &str) -> Client {
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let client = world.connect(world.who(Actor::agent(agent)), lifecycle).await;
    client.names().await;
    client
}

/// Asks as a client with exactly these capabilities.
async fn ask(
    client: &Client,
    can: &ClientCapabilities,
    request: ClientRequest,
) -> Result<ServerResult, ErrorData> {
    let mut meta = RequestMetaObject::new();
    meta.set_client_capabilities(can.clone());
    let options = PeerRequestOptions::no_options().with_meta(meta);
    let asked = async {
        client.running.peer().send_request_with_option(request, options).await?.await_response().await
    };
    match tokio::time::timeout(PATIENCE, asked).await.unwrap() {
        Ok(result) => Ok(result),
        Err(ServiceError::McpError(error)) => Err(error),
        Err(e) => panic!("{e}"),
    }
}

fn tool(name: &'static str, args: Value) -> CallToolRequestParams {
    CallToolRequestParams::new(name).with_arguments(args.as_object().unwrap().clone())
}

fn call(params: CallToolRequestParams) -> ClientRequest {
    ClientRequest::CallToolRequest(CallToolRequest::new(params))
}

fn elicits() -> ClientCapabilities {
    ClientCapabilities::builder().enable_elicitation().build()
}

fn tasks() -> ClientCapabilities {
    ClientCapabilities::builder().enable_tasks().build()
}

fn result(answer: ServerResult) -> CallToolResult {
    match answer {
        ServerResult::CallToolResult(result) => result,
        other => panic!("no result: {other:?}"),
    }
}

fn question(answer: ServerResult) -> InputRequiredResult {
    match answer {
        ServerResult::InputRequiredResult(wanted) => wanted,
        other => panic!("no question: {other:?}"),
    }
}

fn named(name: &str) -> InputResponses {
    [("who".to_owned(), json!({"action": "accept", "content": {"name": name}}))].into()
}

async fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_told_what_the_client_of_this_very_request_can_do() {
    let world = world(&["touch"]);
    let client = newest(&world, "codex").await;
    for can in [ClientCapabilities::default(), elicits(), tasks()] {
        let answer = ask(&client, &can, call(tool("can", json!({})))).await.unwrap();
        let told: Value = serde_json::from_str(&text(&result(answer))).unwrap();
        assert_eq!(told, serde_json::to_value(&can).unwrap());
    }
    let old = world.agent("codex").await;
    let told: Value = serde_json::from_str(&text(&old.call("can", json!({})).await.unwrap())).unwrap();
    assert_eq!(told, json!({"roots": {}}), "for an older client we have roots, and nothing that it has not");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_that_a_client_must_act_on_stays_one_and_others_are_for_the_model() {
    let world = world(&[]);
    let client = newest(&world, "codex").await;
    let missing =
        ask(&client, &ClientCapabilities::default(), call(tool("need", json!({})))).await.unwrap_err();
    assert_eq!(missing.code, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY);
    assert_eq!(missing.data, Some(json!({"requiredCapabilities": {"sampling": {}}})));
    let wrong = client.call("wrong", json!({})).await.unwrap();
    assert_eq!(wrong.is_error, Some(true));
    assert!(text(&wrong).contains("that is no argument"), "{}", text(&wrong));
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_comes_back_with_its_state_for_the_same_call_of_the_same_agent_once() {
    let world = world(&[]);
    let client = newest(&world, "codex").await;
    let first = tool("ask", json!({"what": "tea"}));
    let asked = question(ask(&client, &elicits(), call(first.clone())).await.unwrap());
    assert!(asked.input_requests.unwrap().contains_key("who"));
    let state = asked.request_state.unwrap();
    assert_ne!(state, "round-2");
    let again = |what: &str, state: &str| {
        let params = tool("ask", json!({"what": what})).with_input_responses(named("Ana"));
        call(params.with_request_state(state))
    };
    for (what, state) in [("tea", format!("{state}x")), ("tea", "round-2".to_owned()), ("rum", state.clone())]
    {
        let refused = ask(&client, &elicits(), again(what, &state)).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::INVALID_PARAMS, "{what} {state}");
    }
    let other = newest(&world, "other").await;
    let refused = ask(&other, &elicits(), again("tea", &state)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::INVALID_PARAMS, "it was given to another agent");
    let done = ask(&client, &elicits(), again("tea", &state)).await.unwrap();
    assert!(text(&result(done)).starts_with("Ana wants tea"));
    let refused = ask(&client, &elicits(), again("tea", &state)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::INVALID_PARAMS, "it was used");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a6_prompts_and_resources_ask_back_too_and_each_round_goes_through_the_gate() {
    let world = world(&[]);
    let client = newest(&world, "codex").await;
    let prompt = GetPromptRequestParams::new("greet");
    let get = |params| ClientRequest::GetPromptRequest(GetPromptRequest::new(params));
    let asked = question(ask(&client, &elicits(), get(prompt.clone())).await.unwrap());
    let mut again = prompt;
    (again.input_responses, again.request_state) = (Some(named("Bob")), asked.request_state);
    let got = serde_json::to_value(ask(&client, &elicits(), get(again)).await.unwrap()).unwrap();
    assert_eq!(got["messages"][0]["content"]["text"], "Hello, Bob");
    let resource = ReadResourceRequestParams::new("new://thing");
    let read = |params| ClientRequest::ReadResourceRequest(ReadResourceRequest::new(params));
    let asked = question(ask(&client, &elicits(), read(resource.clone())).await.unwrap());
    let mut again = resource;
    (again.input_responses, again.request_state) = (Some(named("Bob")), asked.request_state);
    let got = serde_json::to_value(ask(&client, &elicits(), read(again)).await.unwrap()).unwrap();
    assert_eq!(got["contents"][0]["text"], "For Bob");
    assert_eq!(logged(&world, "mcp.get_prompt").await, 2);
    assert_eq!(logged(&world, "mcp.read_resource").await, 2);
    refuse_readings(&world);
    let refused = ask(&client, &elicits(), get(GetPromptRequestParams::new("greet"))).await;
    assert!(refused.is_err(), "{refused:?}");
    world.upstreams.stop().await;
}

/// Begins a task; returns the agent's name for it.
async fn begun(client: &Client) -> String {
    match ask(client, &tasks(), call(tool("work", json!({})))).await.unwrap() {
        ServerResult::CreateTaskResult(begun) => {
            assert_eq!(begun.task.status_message.as_deref(), Some("busy⟨U+202E⟩"));
            begun.task.task_id
        }
        other => panic!("no task: {other:?}"),
    }
}

async fn get(client: &Client, can: &ClientCapabilities, task: &str) -> Result<Value, ErrorData> {
    let request = ClientRequest::GetTaskRequest(GetTaskRequest::new(GetTaskParams::new(task)));
    ask(client, can, request).await.map(|got| serde_json::to_value(got).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_is_asked_about_answered_and_ended_by_the_agent_it_was_begun_for_alone() {
    let world = world(&[]);
    let client = newest(&world, "codex").await;
    let (one, two) = (begun(&client).await, begun(&client).await);
    assert!(one != "t1" && one != two);
    let got = get(&client, &tasks(), &one).await.unwrap();
    assert_eq!((&got["taskId"], &got["status"]), (&json!(one), &json!("working")));
    let other = newest(&world, "other").await;
    begun(&other).await;
    for (client, task) in [(&other, one.as_str()), (&client, "t1"), (&client, "")] {
        let unknown = get(client, &tasks(), task).await.unwrap_err();
        assert_eq!(unknown.code, ErrorCode::INVALID_PARAMS, "{task}");
    }
    let undeclared = get(&client, &ClientCapabilities::default(), &one).await.unwrap_err();
    assert_eq!(undeclared.code, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY);
    let update = UpdateTaskRequest::new(UpdateTaskParams::new(&one, named("Ana")));
    ask(&client, &tasks(), ClientRequest::UpdateTaskRequest(update)).await.unwrap();
    let got = get(&client, &tasks(), &one).await.unwrap();
    assert_eq!(got["status"], "completed");
    assert!(got["result"]["content"][0]["text"].as_str().unwrap().contains("Ana"), "{got}");
    let cancel = CancelTaskRequest::new(CancelTaskParams::new(&two));
    ask(&client, &tasks(), ClientRequest::CancelTaskRequest(cancel)).await.unwrap();
    assert_eq!(get(&client, &tasks(), &two).await.unwrap()["status"], "cancelled");
    assert_eq!(
        logged(&world, "mcp.get_task").await,
        3,
        "what is asked about its own tasks, and nothing else"
    );
    assert_eq!(logged(&world, "mcp.update_task").await, 1);
    refuse_readings(&world);
    assert!(get(&client, &tasks(), &two).await.is_err(), "it goes through the gate");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_knows_tasks_hears_at_once_that_a_server_does() {
    let world = world(&[]);
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let plain = world.connect(world.who(Actor::agent("codex")), lifecycle).await;
    let told = |can: ClientCapabilities| {
        let peer = plain.running.peer().clone();
        async move {
            let mut meta = RequestMetaObject::new();
            meta.set_client_capabilities(can);
            let request = ClientRequest::DiscoverRequest(DiscoverRequest::new(DiscoverRequestParams {}));
            let options = PeerRequestOptions::no_options().with_meta(meta);
            let answer =
                peer.send_request_with_option(request, options).await.unwrap().await_response().await;
            match answer.unwrap() {
                ServerResult::DiscoverResult(told) => told.capabilities.supports_tasks(),
                other => panic!("{other:?}"),
            }
        }
    };
    assert!(!told(ClientCapabilities::default()).await, "no server is started for whoever cannot use it");
    assert!(world.upstreams.status()[0].instances.is_empty());
    assert!(told(tasks()).await);
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b1_a_held_call_is_never_answered_with_a_task() {
    let world = world(&["work"]);
    let client = newest(&world, "codex").await;
    let tasks = tasks();
    let confirm = async { world.confirm(&world.waiting().await).await };
    let (landed, _) = tokio::join!(ask(&client, &tasks, call(tool("work", json!({})))), confirm);
    assert!(text(&result(landed.unwrap())).starts_with("worked at once"));
    // A call that continues on its own anyway may have done anything: a person has to check.
    let confirm = async { world.confirm(&world.waiting().await).await };
    let (doubt, _) = tokio::join!(ask(&client, &tasks, call(tool("work", json!({"anyway": true})))), confirm);
    let doubt = result(doubt.unwrap());
    assert_eq!(doubt.structured_content.as_ref().unwrap()["status"], "queued", "{}", text(&doubt));
    assert!(text(&doubt).contains("needs review"), "{}", text(&doubt));
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn log_lines_of_a_call_reach_its_client_as_its_revision_has_it() {
    let world = world(&[]);
    let client = newest(&world, "codex").await;
    assert_eq!(text(&client.call("log", json!({})).await.unwrap()).lines().next(), Some("nobody wants it"));
    let mut meta = RequestMetaObject::new();
    meta.set_log_level(LoggingLevel::Info);
    let options = PeerRequestOptions::no_options().with_meta(meta);
    let peer = client.running.peer();
    let asked = peer.send_request_with_option(call(tool("log", json!({}))), options).await.unwrap();
    assert!(text(&result(asked.await_response().await.unwrap())).starts_with("logged"));
    eventually("a line of the log", || client.heard.log.lock().unwrap().len() == 1).await;
    let old = world.agent("codex").await;
    assert!(text(&old.call("log", json!({})).await.unwrap()).starts_with("logged"));
    eventually("a line of the log", || *old.heard.log.lock().unwrap() == [json!("working")]).await;
    assert_eq!(client.heard.log.lock().unwrap().len(), 1, "it is no line of this one's call");
    world.upstreams.stop().await;
}

/// Sends one request over HTTP; returns the status and the whole response.
async fn post(world: &World, name: &str, more: Value) -> (u16, String) {
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    meta.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let params = json!({"name": name, "arguments": {}, "_meta": meta});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let body = body.to_string();
    let request = http::Request::post("http://127.0.0.1/mcp")
        .header("content-length", body.len())
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", name)
        .body(Full::new(Bytes::from(body)))
        .unwrap();
    let served = world.gateway.http(1 << 20, CancellationToken::new());
    let response = served.handle(world.who(Actor::agent("codex")), request).await;
    let status = response.status().as_u16();
    let body = tokio::time::timeout(PATIENCE, response.into_body().collect()).await.unwrap().unwrap();
    (status, String::from_utf8(body.to_bytes().to_vec()).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn over_http_log_lines_come_before_the_answer_and_a_missing_capability_is_a_bad_request() {
    let world = world(&[]);
    newest(&world, "codex").await;
    for round in 0..50 {
        let (status, said) = post(&world, "log", json!({"io.modelcontextprotocol/logLevel": "info"})).await;
        let (line, answer) = (said.find("notifications/message"), said.find("logged"));
        assert!(status == 200 && line.is_some() && line < answer, "round {round}: {said}");
    }
    let (status, said) = post(&world, "log", json!({"io.modelcontextprotocol/logLevel": "error"})).await;
    assert!(status == 200 && !said.contains("notifications/message"), "{said}");
    let (status, said) = post(&world, "need", json!({})).await;
    assert!(status == 400 && said.contains("-32021") && said.contains("sampling"), "{status} {said}");
    world.upstreams.stop().await;
}

/// The one message of a response, in either form.
fn message(said: &str) -> Value {
    let line = said.lines().find_map(|line| line.strip_prefix("data: {")).map(|line| format!("{{{line}"));
    let mut message: Value = serde_json::from_str(line.as_deref().unwrap_or(said)).unwrap();
    // It differs each time.
    message["result"].as_object_mut().and_then(|result| result.remove("requestState"));
    message
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_is_answered_on_the_spot_is_answered_as_the_library_answers_it() {
    let world = world(&["work"]);
    newest(&world, "codex").await;
    for name in ["can", "need", "wrong", "log", "ask", "touch"] {
        let (status, said) = post(&world, name, json!({})).await;
        let (again, listened) = post(&world, name, json!({"progressToken": "p"})).await;
        assert_eq!((status, message(&said)), (again, message(&listened)), "{name}");
        assert!(!listened.contains("data:"), "where nothing comes before, there is one message: {listened}");
        // Requests with a log level are answered by the library.
        if name != "log" {
            let (by_library, told) =
                post(&world, name, json!({"io.modelcontextprotocol/logLevel": "error"})).await;
            assert_eq!((status, message(&said)), (by_library, message(&told)), "{name}");
        }
    }
    let log = world.person("audit.log", json!({"limit": 100, "tool": "newest.log"})).await;
    assert_eq!(log["calls"].as_array().map(Vec::len), Some(2), "both are logged, each once: {log}");
    world.upstreams.stop().await;
}

/// The progress messages in order, and the last message.
fn progress(said: &str) -> (Vec<(f64, String)>, Value) {
    let mut messages: Vec<Value> = said
        .lines()
        .filter_map(|line| line.strip_prefix("data: {"))
        .map(|line| serde_json::from_str(&format!("{{{line}")).unwrap())
        .collect();
    let last = messages.pop().unwrap_or_else(|| panic!("{said}"));
    let told = messages.iter().map(|m| {
        let params = &m["params"];
        assert_eq!((&m["method"], &params["progressToken"]), (&json!("notifications/progress"), &json!("p")));
        (params["progress"].as_f64().unwrap(), params["message"].as_str().unwrap().to_owned())
    });
    (told.collect(), last)
}

#[tokio::test(flavor = "multi_thread")]
async fn over_http_progress_only_grows_and_comes_before_the_answer() {
    let world = world(&[]);
    newest(&world, "codex").await;
    // By the fast path, and by the library.
    for more in [json!({}), json!({"io.modelcontextprotocol/logLevel": "error"})] {
        for round in 0..20 {
            let mut meta = more.clone();
            meta["progressToken"] = "p".into();
            let (status, said) = post(&world, "slowly", meta).await;
            let (told, last) = progress(&said);
            assert_eq!((status, &last["result"]["content"][0]["text"]), (200, &json!("done at last")));
            assert!(told.is_sorted_by(|a, b| a.0 < b.0), "round {round}, {more}: {told:?}");
            assert_eq!(told.last().map(|(n, said)| (*n, said.as_str())), Some((39.0, "step 39;")));
        }
    }
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b3_over_http_whoever_waits_for_a_person_hears_so() {
    let world = world(&[]);
    newest(&world, "codex").await;
    let rule = "version = 1\n[[tool]]\nserver = \"newest\"\nname = \"can\"\nclass = \"read\"\n\
                [[rule]]\nname = \"ask\"\ntools = [\"newest.can\"]\nthen = \"ask\"\n";
    let policy = Policy::parse(rule, &world.engine.setup().catalog).unwrap();
    world.engine.amend_setup(|setup| setup.policy = policy);
    let confirm = async { world.confirm(&world.waiting().await).await };
    let ((status, said), _) = tokio::join!(post(&world, "can", json!({"progressToken": "p"})), confirm);
    let (told, last) = progress(&said);
    assert!(status == 200 && told[0].1.contains("waits for a person"), "{told:?}");
    assert_eq!(last["result"]["content"][0]["text"], "{\"roots\": {}}", "{said}");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a1_a_read_whose_caller_goes_away_is_in_the_log_all_the_same() {
    let world = world(&[]);
    newest(&world, "codex").await;
    // The first call of an agent also begins its run.
    post(&world, "can", json!({})).await;
    for (calls, meta) in [json!({}), json!({"progressToken": "p"})].into_iter().enumerate() {
        let gone = tokio::time::timeout(Duration::from_millis(200), post(&world, "never", meta)).await;
        assert!(gone.is_err(), "it never answers");
        let mut tries = 0;
        loop {
            let log = world.person("audit.log", json!({"limit": 100, "tool": "newest.never"})).await;
            if log["calls"].as_array().map(Vec::len) == Some(calls + 1) {
                break;
            }
            tries += 1;
            assert!(tries < 500, "the call is not in the log: {log}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resource_that_changes_is_told_to_an_older_client_that_subscribed() {
    let world = world(&[]);
    let old = world.agent("codex").await;
    let peer = old.running.peer();
    peer.subscribe(SubscribeRequestParams::new("new://thing")).await.unwrap();
    peer.subscribe(SubscribeRequestParams::new("new://thing")).await.unwrap();
    old.call("touch", json!({})).await.unwrap();
    eventually("the change", || !old.heard.updated.lock().unwrap().is_empty()).await;
    assert_eq!(*old.heard.updated.lock().unwrap(), ["new://thing"], "once, however often it was asked for");
    assert!(peer.subscribe(SubscribeRequestParams::new("new://none")).await.is_err());
    peer.unsubscribe(UnsubscribeRequestParams::new("new://thing")).await.unwrap();
    world.upstreams.stop().await;
}
