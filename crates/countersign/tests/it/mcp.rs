//! Agents over MCP: the bridge as a process, and `/mcp` of the daemon.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use serde_json::{Value, json};

use crate::{Home, eventually};

const PATIENCE: Duration = Duration::from_secs(60);

/// A client at the end of a bridge.
pub struct Bridge {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    kept: VecDeque<Value>,
    id: u64,
}

impl Drop for Bridge {
    fn drop(&mut self) {
        // A panic here would hide the one that ended the test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Bridge {
    fn new(home: &Home, token: &str, args: &[&str]) -> Self {
        Self::of(home.command(token, &[&["mcp"], args].concat()))
    }

    /// The client of a bridge that is started by this command.
    pub fn of(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (tell, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        let input = child.stdin.take();
        Self { child, input, lines, kept: VecDeque::new(), id: 0 }
    }

    fn say(&mut self, message: &Value) {
        self.input.as_mut().unwrap().write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    /// Sends a request; returns its id.
    fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.id += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}));
        self.id
    }

    /// Returns the answer to a request; every line must be a message.
    #[track_caller]
    fn answer(&mut self, id: u64) -> Value {
        if let Some(at) = self.kept.iter().position(|m| m["id"] == id) {
            return self.kept.remove(at).unwrap();
        }
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap();
            let message: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    pub fn hello(&mut self) -> Value {
        let client = json!({"name": "Test Client", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        let id = self.ask("initialize", params);
        let answer = self.answer(id);
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    fn call(&mut self, tool: &str, args: Value) -> u64 {
        self.ask("tools/call", json!({"name": tool, "arguments": args}))
    }

    #[track_caller]
    pub fn result(&mut self, tool: &str, args: Value) -> Value {
        let id = self.call(tool, args);
        let answer = self.answer(id);
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }
}

/// Waits for a pending item and returns it.
#[track_caller]
fn waiting(home: &Home, person: &str) -> String {
    let mut found = None;
    eventually("something waits", || {
        let inbox = home.json(person, &["inbox"], 0);
        found = inbox["items"][0]["id"].as_str().map(str::to_owned);
        found.is_some()
    });
    found.unwrap()
}

#[test]
fn b1_a_held_call_is_confirmed_from_another_terminal_and_a_rejected_one_says_why() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let mut bridge = Bridge::new(&home, &agent, &[]);
    let hello = bridge.hello();
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18", "{hello}");
    let id = bridge.call("filesystem_write_file", json!({"path": "b.txt", "content": "new"}));
    let item = waiting(&home, &person);
    home.run(&person, &["show", &item]).expect(0);
    home.run(&person, &["confirm", &item]).expect(0);
    let answer = bridge.answer(id);
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    assert_eq!(std::fs::read_to_string(home.dir.path().join("b.txt")).unwrap(), "new");

    let id = bridge.call("filesystem_write_file", json!({"path": "c.txt", "content": "new"}));
    let item = waiting(&home, &person);
    home.run(&person, &["reject", &item, "--reason", "not there"]).expect(0);
    let answer = bridge.answer(id);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("not there"), "{answer}");
    let log = home.json(&person, &["audit", "log"], 0).to_string();
    assert!(log.contains("agent:codex"), "{log}");
}

#[test]
fn c1_a_token_that_was_revoked_ends_what_a_connection_that_is_still_open_may_do() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    std::fs::write(home.dir.path().join("a.txt"), "hello").unwrap();
    let mut bridge = Bridge::new(&home, &agent, &[]);
    bridge.hello();
    let read = json!({"path": "a.txt"});
    assert!(bridge.result("filesystem_read_file", read.clone()).to_string().contains("hello"));
    let tokens = home.json(&person, &["token", "list"], 0);
    let own = tokens["tokens"].as_array().unwrap().iter().find(|t| t["name"] == "codex").unwrap();
    home.run(&person, &["token", "revoke", own["id"].as_str().unwrap()]).expect(0);
    let id = bridge.call("filesystem_read_file", read);
    let answer = bridge.answer(id);
    assert!(!answer.to_string().contains("hello") && answer.to_string().contains("revoked"), "{answer}");
}

#[test]
fn a_server_that_is_added_while_the_daemon_runs_is_there_for_an_agent_that_is_connected() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let mut bridge = Bridge::new(&home, &agent, &[]);
    bridge.hello();
    let names = |bridge: &mut Bridge| {
        let id = bridge.ask("tools/list", json!({}));
        let tools = bridge.answer(id)["result"]["tools"].take();
        tools.as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(!names(&mut bridge).contains(&"echo".to_owned()));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../countersign-mcp/tests/servers/things.py");
    let of = |path: &str| format!("[server.things]\ncommand = \"python3\"\nargs = [\"{path}\"]\n");
    home.write("config.toml", &of(script));
    eventually("its tools are listed", || names(&mut bridge).contains(&"echo".to_owned()));
    let servers = home.json(&person, &["servers"], 0);
    assert_eq!(servers["servers"][0]["name"], "things", "{servers}");
    home.write("config.toml", "");
    eventually("they are gone with it", || !names(&mut bridge).contains(&"echo".to_owned()));
}

/// The total size of the files in a folder.
fn size(folder: &std::path::Path) -> u64 {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => size(&entry.path()),
            Ok(about) => about.len(),
            // It was removed meanwhile.
            Err(_) => 0,
        })
        .sum()
}

#[test]
fn e1_a_large_result_is_kept_once_and_reaches_the_agent_whole() {
    const BYTES: u64 = 30 << 20;
    let home = Home::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../countersign-mcp/tests/servers/odd.py");
    let server = format!("[server.odd]\ncommand = \"python3\"\nargs = [\"-B\", \"{script}\"]\n");
    home.write("config.toml", &server);
    let (person, agent) = home.with_people();
    let mut bridge = Bridge::new(&home, &agent, &[]);
    bridge.hello();
    eventually("its tools are listed", || {
        let listed = bridge.ask("tools/list", json!({}));
        bridge.answer(listed).to_string().contains("\"huge\"")
    });
    let before = size(&home.path());
    let id = bridge.call("huge", json!({"bytes": BYTES}));
    let item = waiting(&home, &person);
    home.run(&person, &["show", &item]).expect(0);
    home.run(&person, &["confirm", &item, "--wait-s", "600"]).expect(0);
    let answer = bridge.answer(id);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
    assert_eq!(text.len() as u64, BYTES, "the agent gets all of it");
    let grown = size(&home.path()) - before;
    assert!(grown < 3 * BYTES, "a result of {BYTES} bytes takes {grown}");
}

#[test]
fn a4_the_mark_of_what_countersign_says_outlives_the_daemon() {
    let home = Home::new();
    let (_, agent) = home.with_people();
    let mut bridge = Bridge::new(&home, &agent, &[]);
    let told = bridge.hello();
    let told = told["result"]["instructions"].as_str().unwrap();
    let at = told.find("[countersign ").unwrap();
    let mark = told[at..=at + told[at..].find(']').unwrap()].to_owned();
    assert!(home.kill_daemon());
    let mut ask = || {
        let id = bridge.call("filesystem_read_file", json!({"path": mark}));
        bridge.answer(id)
    };
    // The first message may still go to the dead daemon.
    let first = ask();
    let answer = if first["result"].is_object() { first } else { ask() };
    let held = &answer["result"];
    let said = held["content"][0]["text"].as_str().unwrap();
    assert!(said.starts_with(&mark) && said.contains("its arguments hold the mark"), "{held}");
}

#[test]
fn when_the_daemon_dies_open_requests_are_answered_and_the_next_one_goes_to_another() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let mut bridge = Bridge::new(&home, &agent, &[]);
    bridge.hello();
    let id = bridge.call("filesystem_write_file", json!({"path": "b.txt", "content": "new"}));
    let item = waiting(&home, &person);
    assert!(home.kill_daemon());
    let answer = bridge.answer(id);
    assert!(answer["error"]["message"].as_str().unwrap().contains("ended before it answered"), "{answer}");
    // The client need not notice: it continues, and its proposal still exists.
    let status = bridge.result("item_status", json!({"id": item}));
    assert_eq!(status["structuredContent"]["status"], "pending", "{status}");
    home.run(&person, &["show", &item]).expect(0);
    home.run(&person, &["confirm", &item]).expect(0);
    let landed = bridge.result("item_status", json!({"id": item}));
    assert_eq!(landed["structuredContent"]["status"], "applied", "{landed}");
    assert!(bridge.kept.iter().all(|m| m.get("method").is_some()), "nobody asked for {:?}", bridge.kept);
}

#[test]
fn the_bridge_ends_with_its_client_and_answers_what_was_asked() {
    let home = Home::new();
    let hello = json!({"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}});
    let list = json!({"jsonrpc": "2.0", "id": "b", "method": "tools/list"});
    let held = json!({"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": {
        "name": "task_create_task", "arguments": {"title": "x"}}});
    let ended = home.run_with("", &["mcp", "--agent", "mine"], &format!("{hello}\n{list}\n{held}\n"));
    let ended = ended.expect(0);
    let answers: Vec<Value> = ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |id: &str| answers.iter().find(|a| a["id"] == id).unwrap_or_else(|| panic!("{id}: {answers:?}"));
    assert!(of("b")["result"]["tools"].as_array().unwrap().len() > 10);
    // Nobody waits any more, so the proposal is queued.
    assert_eq!(of("c")["result"]["structuredContent"]["status"], "queued");
    let inbox = home.json("", &["inbox"], 0);
    assert_eq!(inbox["items"][0]["agent"], "mine", "{inbox}");
}

#[test]
fn a_wrong_token_and_a_broken_home_are_told_on_standard_error_alone() {
    let home = Home::new();
    home.with_people();
    let ended = home.run_with("cs_agent_wrong", &["mcp", "--json"], "");
    assert_ne!(ended.code, 0);
    assert_eq!(ended.out, "", "{}", ended.err);
    assert!(ended.err.contains("token"), "{}", ended.err);
}

/// Sends one request over TCP; returns the status, all headers in one string, and the body.
fn http(home: &Home, token: &str, headers: &[(&str, &str)], body: &Value) -> (u16, String, String) {
    let info: Value =
        serde_json::from_slice(&std::fs::read(home.path().join("daemon.json")).unwrap()).unwrap();
    let address = info["address"].as_str().unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let body = body.to_string();
    let mut head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
        body.len()
    );
    if !token.is_empty() {
        head.push_str(&format!("Authorization: Bearer {token}\r\n"));
    }
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_ascii_lowercase(), body.to_owned())
}

fn modern(id: u64, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "x", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

const VERSION: (&str, &str) = ("MCP-Protocol-Version", "2026-07-28");

#[test]
fn over_http_a_request_stands_for_itself_and_needs_a_token() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    std::fs::write(home.dir.path().join("a.txt"), "hello").unwrap();
    let folder = home.dir.path().to_str().unwrap().replace('/', "%2F");
    let call =
        modern(1, "tools/call", json!({"name": "filesystem_read_file", "arguments": {"path": "a.txt"}}));
    let headers = [
        VERSION,
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "filesystem_read_file"),
        ("Countersign-Folder", folder.as_str()),
    ];
    let (status, head, body) = http(&home, &agent, &headers, &call);
    assert_eq!(status, 200, "{head} {body}");
    assert!(body.contains("hello") && body.contains("resultType"), "{body}");
    assert!(!head.contains("mcp-session-id"), "{head}");
    let (status, _, body) = http(&home, "", &headers, &call);
    assert_eq!(status, 401, "{body}");
    let verifier = home.json(&person, &["token", "verifier", "ci"], 0)["token"].as_str().unwrap().to_owned();
    let (status, _, body) = http(&home, &verifier, &headers, &call);
    assert_eq!(status, 403, "{body}");
    let (status, _, body) = http(&home, &agent, &[("Origin", "https://evil.example")], &call);
    assert_eq!(status, 403, "{body}");
    let log = home.json(&person, &["audit", "log"], 0).to_string();
    assert!(log.contains("filesystem.read_file"), "{log}");
}

#[test]
fn a_session_is_its_owners_alone() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let other = home.json(&person, &["token", "agent", "other"], 0)["token"].as_str().unwrap().to_owned();
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}});
    let (status, head, body) = http(&home, &agent, &[], &hello);
    assert_eq!(status, 200, "{body}");
    let session = head.lines().find_map(|l| l.strip_prefix("mcp-session-id: ")).unwrap().to_owned();
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}});
    let headers = [("Mcp-Session-Id", session.as_str()), ("MCP-Protocol-Version", "2025-06-18")];
    let (status, _, body) = http(&home, &agent, &headers, &list);
    assert_eq!((status, body.contains("filesystem_read_file")), (200, true), "{body}");
    let (status, _, body) = http(&home, &other, &headers, &list);
    assert_eq!(status, 404, "{body}");
}

#[test]
fn a_server_cannot_have_the_name_of_our_tools() {
    let home = Home::new();
    for (text, told) in [
        ("[server.filesystem]\ncommand = \"x\"\n", "filesystem-server"),
        ("[server.mcp]\nurl = \"http://127.0.0.1:1/\"\n", "mcp-server"),
        ("[server.\"a.b\"]\ncommand = \"x\"\n", "letters"),
        ("[server.x]\ncommand = \"x\"\nurl = \"http://127.0.0.1:1/\"\n", "keep the one"),
        ("[agent.codex]\nhold = \"never\"\n", "never"),
    ] {
        home.write("config.toml", text);
        let ended = home.run("", &["inbox"]).expect(1);
        assert!(ended.err.contains(told), "{text} {}", ended.err);
    }
    home.write(
        "config.toml",
        "[server.x]\ncommand = \"x\"\ncwd = \"/\"\n[agent.codex]\nhold = \"queue\"\nwait_s = 5\n",
    );
    home.run("", &["inbox"]).expect(0);
}
