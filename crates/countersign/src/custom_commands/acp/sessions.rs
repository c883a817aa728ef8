//! What the editor and the agent agree on: capabilities, sessions with their folders, servers and modes.

use std::path::Path;

use countersign_core::{
    Error, Result,
    agent::news::{self, AgentNews},
};
use countersign_words::say;
use serde_json::{Value, json};

use super::{
    gate::{Gate, Message, Sent},
    modes, wire,
};
use crate::home;

/// The version of the protocol in which files and commands go through the client.
const VERSION: u64 = 1;

/// The editor introduces itself: the agent is offered files and terminals, which the gate carries out; in a stage none,
/// because they would be outside of it.
pub fn hello(gate: &Gate, message: &mut Message) {
    let Some(params) = message.get_mut("params").filter(|params| params.is_object()) else { return };
    let asked = params["protocolVersion"].as_u64().unwrap_or(VERSION);
    params["protocolVersion"] = asked.min(VERSION).into();
    if !params["clientCapabilities"].is_object() {
        params["clientCapabilities"] = json!({});
    }
    let able = &mut params["clientCapabilities"];
    gate.state().editor_reads = able["fs"]["readTextFile"] == true;
    let offers = gate.staged.is_none();
    able["fs"] = json!({"readTextFile": offers, "writeTextFile": offers});
    able["terminal"] = offers.into();
}

/// The agent introduces itself.
pub fn hello_back(gate: &Gate, message: &mut Message) {
    let Some(result) = message.get("result") else { return };
    if result["protocolVersion"].as_u64() != Some(VERSION) {
        let told =
            say!("command-acp-version", agent = gate.agent, version = result["protocolVersion"].to_string());
        gate.session.screen.note(&told);
        message.remove("result");
        message.insert("error".to_owned(), json!({"code": wire::FAILED, "message": told.to_string()}));
        return;
    }
    let text = |field: &str| result["agentInfo"][field].as_str().unwrap_or_default().to_owned();
    gate.state().info = (text("name"), text("version"));
}

/// Whether the editor wants a mode in which less is asked.
pub fn is_free_mode(method: &str, message: &Message) -> bool {
    let Some(params) = message.get("params") else { return false };
    match method {
        "session/set_mode" => params["modeId"].as_str().is_some_and(modes::is_free),
        "session/set_config_option" => modes::is_free_option(params),
        _ => false,
    }
}

/// Looks at a request of the editor: one that begins a session gets our server in place of its own.
pub fn of_request(gate: &Gate, method: &str, message: &mut Message) -> Result<Sent> {
    if method == "initialize" {
        return Ok(Sent::Hello);
    }
    let Some(params) = message.get_mut("params") else { return Ok(Sent::Other) };
    if params.get("mcpServers").is_some() {
        let given = params["mcpServers"].take();
        params["mcpServers"] = servers(gate, &given)?;
    }
    let Some(folder) = params["cwd"].as_str().filter(|_| method.starts_with("session/")) else {
        return Ok(Sent::Other);
    };
    let folder = folder.to_owned();
    let real = Path::new(&folder).canonicalize().unwrap_or_else(|_| Path::new(&folder).to_owned());
    if let Some(stage) = gate.staged.as_ref().filter(|stage| !real.starts_with(stage)) {
        let told = say!("command-acp-outside-stage", path = folder, stage = stage.display());
        return Err(Error::invalid(told));
    }
    let id = params["sessionId"].as_str().map(str::to_owned);
    if let Some(id) = &id {
        gate.state().folders.insert(id.clone(), folder.clone());
    }
    // Listing sessions of a folder begins none.
    match method {
        "session/list" => Ok(Sent::Other),
        _ => Ok(Sent::Session { folder, id }),
    }
}

/// The servers that the agent gets: ours, which stands before those of the settings. Others are left out and named.
fn servers(gate: &Gate, given: &Value) -> Result<Value> {
    let config = home::config(&gate.session.home.config())?;
    let behind = config.servers();
    let given = given.as_array().map(Vec::as_slice).unwrap_or_default();
    let names: Vec<&str> = given.iter().map(|server| server["name"].as_str().unwrap_or("?")).collect();
    let left_out: Vec<&str> = names
        .iter()
        .filter(|name| !behind.contains_key(**name) && **name != "countersign")
        .copied()
        .collect();
    if !left_out.is_empty() {
        let names = countersign_core::text::line(&left_out.join(", "), 200);
        gate.session.screen.note(&say!("command-acp-servers-left-out", names));
    }
    // In a stage nothing of Countersign can be reached.
    if gate.staged.is_some() || (names.is_empty() && behind.is_empty()) {
        return Ok(json!([]));
    }
    let own = std::env::current_exe().map_err(Error::bug)?;
    let variable = |name: &str| {
        let value = std::env::var(name).ok().filter(|value| !value.is_empty())?;
        Some(json!({"name": name, "value": value}))
    };
    let mut env: Vec<Value> =
        ["COUNTERSIGN_HOME", "COUNTERSIGN_SOCKET"].into_iter().filter_map(variable).collect();
    // An agent's token is its own authority; a person's is not handed on.
    if super::agents_token(&gate.session).is_some() {
        env.extend(variable("COUNTERSIGN_TOKEN"));
    }
    Ok(json!([{"name": "countersign", "command": own, "args": ["mcp", "--agent", gate.agent], "env": env}]))
}

/// A session has begun: its folder is known, and it is in a mode that asks.
pub fn begun(gate: &Gate, message: &mut Message, folder: String, id: Option<String>) {
    let Some(result) = message.get_mut("result") else { return };
    let Some(id) = id.or_else(|| result["sessionId"].as_str().map(str::to_owned)) else { return };
    gate.state().folders.insert(id.clone(), folder);
    match modes::held(result) {
        None => {}
        Some(mode) if mode.is_empty() => {
            gate.session.screen.note(&say!("command-acp-mode-none", agent = gate.agent));
        }
        Some(mode) => lead(gate, &id, &mode),
    }
}

/// Changes the mode of a session to one that asks.
fn lead(gate: &Gate, session: &str, mode: &str) {
    let id = format!("countersign-{}-{}", gate.nonce, gate.next());
    gate.state().open.insert(json!(id).to_string(), Sent::Own);
    let params = json!({"sessionId": session, "modeId": mode});
    let _gone = gate.child.send(&wire::request(&id, "session/set_mode", params));
}

/// Puts what the agent does not know yet before the person's next words: what was decided, undone, or said to it.
pub fn with_news(gate: &Gate, message: &mut Message) {
    let Some(params) = message.get_mut("params") else { return };
    let session = params["sessionId"].as_str().unwrap_or_default().to_owned();
    // What is fetched counts as told: nothing is, where it cannot be put.
    let Some(prompt) = params.get_mut("prompt").and_then(Value::as_array_mut) else { return };
    let Ok(client) = gate.client(&session) else { return };
    // A failure here does not stop the agent.
    let Ok(news) = client.ask::<AgentNews>(&news::Input::default()) else { return };
    if news.text.trim().is_empty() {
        return;
    }
    let text = countersign_core::text::visible_multiline(news.text.trim_end()).text;
    prompt.insert(0, json!({"type": "text", "text": text}));
}
