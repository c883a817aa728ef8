//! Upstream resources and prompts pass through, and upstream calls are judged.

use std::{collections::BTreeMap, time::Duration, time::Instant};

use countersign_core::{Actor, Origin};
use countersign_mcp::ServerSettings;
use rmcp::{
    ClientLifecycleMode,
    model::{
        ArgumentInfo, CallToolRequest, CallToolRequestParams, ClientRequest, CompleteRequestParams,
        GetPromptRequestParams, ProtocolVersion, ReadResourceRequestParams, Reference, RequestMetaObject,
        ServerResult,
    },
    service::PeerRequestOptions,
};
use serde_json::{Value, json};

use super::world::{Client, PATIENCE, World, text};

fn things(name: &str) -> ServerSettings {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/things.py");
    let args = vec![script.to_owned(), name.to_owned()];
    ServerSettings { command: Some("python3".to_owned()), args, ..ServerSettings::default() }
}

fn world(names: &[&str]) -> World {
    let world = World::new();
    world.upstreams.configure(names.iter().map(|n| ((*n).to_owned(), things(n))).collect::<BTreeMap<_, _>>());
    world
}

/// Calls a tool that a person then confirms.
async fn confirmed(world: &World, client: &Client, tool: &'static str, args: Value) -> Value {
    let confirm = async { world.confirm(&world.waiting().await).await };
    let (result, _) = tokio::join!(client.call(tool, args), confirm);
    serde_json::to_value(result.unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_keeps_its_name_and_its_result_passes_as_it_is() {
    let world = world(&["one"]);
    let client = world.agent("codex").await;
    let tools = client.running.peer().list_all_tools().await.unwrap();
    let echo = tools.iter().find(|t| t.name == "echo").unwrap();
    assert_eq!((echo.title.as_deref(), echo.meta.is_some()), (Some("Echo"), true));
    assert!(echo.input_schema["properties"].get("human_summary").is_some());
    assert!(echo.output_schema.as_ref().unwrap().get("anyOf").is_some());
    let result = confirmed(&world, &client, "echo", json!({"text": "hi", "human_summary": "says hi"})).await;
    assert_eq!(
        (&result["content"][0]["text"], &result["structuredContent"]),
        (&json!("hi"), &json!({"said": "hi"}))
    );
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_of_two_servers_are_told_apart_and_a_dead_server_is_left_out() {
    let world = world(&["one", "two"]);
    let mut servers: BTreeMap<String, ServerSettings> =
        ["one", "two"].map(|n| (n.to_owned(), things(n))).into();
    servers.insert(
        "dead".to_owned(),
        ServerSettings { command: Some("/bin/false".to_owned()), ..Default::default() },
    );
    world.upstreams.configure(servers);
    let client = world.agent("codex").await;
    let names = client.names().await;
    assert!(names.contains(&"one_echo".to_owned()) && names.contains(&"two_echo".to_owned()), "{names:?}");
    assert!(!names.contains(&"echo".to_owned()));
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a6_resources_and_prompts_are_one_servers_and_go_through_the_gate() {
    let world = world(&["one", "two"]);
    let client = world.agent("codex").await;
    let peer = client.running.peer();
    let uris: Vec<String> =
        peer.list_all_resources().await.unwrap().into_iter().map(|r| r.uri.clone()).collect();
    assert_eq!(
        uris,
        ["thing://one", "thing://same", "thing://two"],
        "of two with the same address the first has it"
    );
    let read = async |uri: &str| {
        let read = peer.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
        serde_json::to_value(read).unwrap()["contents"][0]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(read("thing://two").await, "two has thing://two");
    assert_eq!(read("thing://same").await, "one has thing://same");
    assert_eq!(read("thing://two/7").await, "two has thing://two/7", "found by its form");
    assert!(peer.read_resource(ReadResourceRequestParams::new("other://x")).await.is_err());
    let prompts: Vec<String> = peer.list_all_prompts().await.unwrap().into_iter().map(|p| p.name).collect();
    assert_eq!(prompts, ["review", "two_review"]);
    let arguments = json!({"what": "it"}).as_object().unwrap().clone();
    let got =
        peer.get_prompt(GetPromptRequestParams::new("two_review").with_arguments(arguments)).await.unwrap();
    assert!(serde_json::to_string(&got).unwrap().contains("two reviews it"));
    let asked =
        CompleteRequestParams::new(Reference::for_prompt("two_review"), ArgumentInfo::new("what", "i"));
    assert_eq!(peer.complete(asked).await.unwrap().completion.values, ["two:i…"]);
    let log = world.person("audit.log", json!({})).await.to_string();
    assert!(log.contains("mcp.read_resource") && log.contains("mcp.get_prompt"), "{log}");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a5_a_resource_that_is_a_protected_file_is_asked_about() {
    let world = world(&["one"]);
    world.write(".env", "SECRET=1");
    let uri = format!("file://{}/.env", world.folder().display());
    let cwd = world.folder().to_str().unwrap().to_owned();
    let folder = world.folder().display().to_string();
    for (uri, status) in [
        (uri.clone(), "queued"),
        (uri.replacen("file", "FILE", 1), "queued"),
        (uri.replacen("file", "File", 1), "queued"),
        (uri.replacen("file://", "file:", 1), "queued"),
        (format!("file://localhost{folder}/.env"), "queued"),
        (format!("file://{folder}/%2eenv"), "queued"),
        (format!("file://{folder}/%252eenv"), "queued"),
        (format!("file://{folder}/.env?x#y"), "queued"),
        (format!("file://elsewhere{folder}/.env"), "queued"),
        ("thing://one".to_owned(), "done"),
    ] {
        let args = json!({"server": "one", "uri": uri});
        let origin = Origin { cwd: Some(cwd.clone()), ..Origin::from("http") };
        let answer = world.call_from(
            Actor::agent("codex"),
            origin,
            "call.propose",
            json!({"tool": "mcp.read_resource", "args": args}),
        );
        assert_eq!(answer.await.unwrap()["status"], status, "{uri}");
    }
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a12_what_leaves_for_a_server_on_another_machine_is_asked_about_with_its_host() {
    let world = World::new();
    let far = ServerSettings { url: Some("https://Far.example:8443/mcp".to_owned()), ..Default::default() };
    let near = ServerSettings { url: Some("http://127.0.0.1:1/mcp".to_owned()), ..Default::default() };
    world.upstreams.configure([("far".to_owned(), far), ("near".to_owned(), near)].into());
    let propose = async |tool: &str, args: Value| {
        let input = json!({"tool": tool, "args": args});
        world.call(Actor::agent("codex"), "call.propose", input).await
    };
    let request =
        json!({"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": "secret"}});
    for (tool, args) in [
        ("mcp.read_resource", json!({"server": "far", "uri": "far://x?secret"})),
        ("mcp.get_prompt", json!({"server": "far", "name": "p", "arguments": {"a": "secret"}})),
        ("mcp.complete", json!({"server": "far", "request": request})),
    ] {
        let held = propose(tool, args).await.unwrap();
        assert_eq!(held["status"], "queued", "{tool}: {held}");
        let shown = world.person("show", json!({"id": held["item"]["id"]})).await["item"].clone();
        assert_eq!(shown["facts"]["hosts"], json!(["far.example"]), "{tool}: {shown}");
        assert_eq!(shown["why"]["row"], "unlisted_host", "{tool}: {shown}");
    }
    // A local server is asked at once; nobody listens there.
    let near = propose("mcp.read_resource", json!({"server": "near", "uri": "near://x?secret"})).await;
    assert!(near.is_err() || near.unwrap()["status"] != "queued");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_meta_and_other_tools_are_passed_on() {
    let world = world(&["one"]);
    let policy = "version = 1\n[[tool]]\nserver = \"one\"\nname = \"echo\"\nclass = \"read\"\n";
    let setup = world.engine.setup();
    let policy = countersign_core::judge::Policy::parse(policy, &setup.catalog).unwrap();
    world.engine.amend_setup(|setup| setup.policy = policy);
    let client = world.agent("codex").await;
    client.names().await;
    let arguments = json!({"text": "grow"}).as_object().unwrap().clone();
    let params = CallToolRequestParams::new("echo").with_arguments(arguments);
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let mut meta = RequestMetaObject::new();
    meta.0.0.insert("example/sent".to_owned(), json!("along"));
    let options = PeerRequestOptions::no_options().with_meta(meta);
    let answer = client.running.peer().send_request_with_option(request, options).await.unwrap();
    let ServerResult::CallToolResult(result) = answer.await_response().await.unwrap() else {
        panic!("no result")
    };
    assert_eq!(serde_json::to_value(&result).unwrap()["_meta"]["example/meta"], "along");
    let until = Instant::now() + PATIENCE;
    // The first listing also counts as a change: the test waits for the new tool.
    while client.heard.progress.lock().unwrap().is_empty()
        || *client.heard.tools_changed.lock().unwrap() == 0
        || !client.names().await.contains(&"later".to_owned())
    {
        assert!(Instant::now() < until, "nobody told of it");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(client.heard.progress.lock().unwrap()[0], "half");
    world.upstreams.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_servers_say_of_themselves_is_told_with_the_instructions() {
    let world = world(&["one"]);
    let first = world.agent("codex").await;
    first.names().await;
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let again = world.connect(world.who(Actor::agent("codex")), lifecycle).await;
    let info = again.running.peer().peer_info().unwrap();
    let told = info.instructions.as_deref().unwrap();
    assert!(told.contains("The server one says") && told.contains("Be kind to one."), "{told}");
    let result = confirmed(&world, &again, "echo", json!({"text": "new"})).await;
    assert_eq!(result["content"][0]["text"], "new");
    let missing = first.call("echo", json!({"text": 7})).await.unwrap();
    assert!(text(&missing).contains("invalid arguments for"), "{}", text(&missing));
    world.upstreams.stop().await;
}
