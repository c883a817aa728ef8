//! What a collector is told: calls as spans, events as log records; and that nothing waits for it.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use countersign_server::{
    sign_in::Secret,
    telemetry::{self, Otlp},
};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{
    browser::installed_in,
    world::{Ask, World},
};

const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const SECRET: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/// What a collector answers.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Takes,
    Busy,
    Refuses,
    Silent,
}

/// A receiver of OTLP over HTTP.
struct Collector {
    address: SocketAddr,
    mood: Arc<Mutex<Mood>>,
    told: Receiver<(String, Value)>,
    asked: Receiver<Mood>,
}

impl Collector {
    fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (tell, told) = mpsc::channel();
        let (ask, asked) = mpsc::channel();
        let mood = Arc::new(Mutex::new(mood));
        let now = mood.clone();
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mood = *now.lock().unwrap();
                // The test may be over.
                let _ = ask.send(mood);
                match mood {
                    Mood::Silent => silent.push(stream),
                    mood => receive(&mut stream, mood, &tell),
                }
            }
        });
        Self { address, mood, told, asked }
    }

    /// Waits for the next message.
    fn next(&self) -> (String, Value) {
        self.told.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// Waits for messages until `enough` spans came; returns all messages.
    fn until(&self, enough: usize) -> Vec<(String, Value)> {
        let mut messages = Vec::new();
        while spans(&messages).len() < enough {
            messages.push(self.next());
        }
        // The log records of the same part follow.
        messages.push(self.next());
        messages
    }
}

fn receive(stream: &mut TcpStream, mood: Mood, tell: &Sender<(String, Value)>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut first, mut length, mut key) = (String::new(), 0, false);
    reader.read_line(&mut first).unwrap();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap(),
            "content-type" => assert_eq!(value, "application/json"),
            "x-key" => key = value == "k1",
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let status = match mood {
        Mood::Busy => "503 Busy\r\nRetry-After: 0",
        Mood::Refuses => "400 No",
        Mood::Takes | Mood::Silent => "200 OK",
    };
    if mood == Mood::Takes {
        assert!(key, "the headers of the settings are sent");
        let path = first.split(' ').nth(1).unwrap().to_owned();
        // The test may be over.
        let _ = tell.send((path, serde_json::from_slice(&body).unwrap()));
    }
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}");
    stream.write_all(answer.as_bytes()).unwrap();
}

fn spans(messages: &[(String, Value)]) -> Vec<Value> {
    let traces = messages.iter().filter(|(path, _)| path == "/v1/traces");
    traces
        .flat_map(|(_, body)| body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().clone())
        .collect()
}

fn attribute<'s>(span: &'s Value, key: &str) -> Option<&'s str> {
    let all = span["attributes"].as_array()?;
    all.iter().find(|a| a["key"] == key)?["value"]["stringValue"].as_str()
}

/// A home that tells a collector.
fn home(collector: &Collector) -> (World, JoinHandle<()>) {
    let url = format!("http://{}", collector.address);
    let world = World::settled(
        |_, _| {},
        |settings, _| {
            let headers = vec![("x-key".to_owned(), Secret("k1".to_owned()))];
            let otlp = Otlp { url, headers, service: "countersign".to_owned() };
            settings.otlp = Some(otlp.checked().unwrap());
        },
    );
    let sender = world.runtime.block_on(telemetry::prepare(&world.app)).unwrap();
    let task = world.runtime.spawn(sender.run());
    (world, task)
}

fn propose(world: &World, title: &str) -> String {
    let body = json!({"tool": "task.create_task", "args": {"title": title}, "human_summary": "I plan it"});
    let ask = Ask::post("/v1/runs/-/calls").bearer(&world.codex).header("traceparent", PARENT);
    let reply = world.send(ask.json(body));
    assert_eq!(reply.status, 202, "{}", reply.text());
    reply.json()["item"]["id"].as_str().unwrap().to_owned()
}

fn confirm(world: &World, item: &str) {
    world.show(item);
    let ask = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana);
    let reply = world.send(ask.json(json!({})));
    assert_eq!(reply.json()["status"], "applied", "{}", reply.text());
}

#[test]
fn a_call_that_waited_is_a_trace_below_the_agents_own_and_a_collector_can_read_it() {
    let collector = Collector::start(Mood::Takes);
    let (world, _task) = home(&collector);
    let item = propose(&world, &format!("Use {SECRET}"));
    world.env.advance(60_000);
    confirm(&world, &item);
    let refused = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.codex).json(json!({}));
    assert_eq!(world.send(refused).status, 403);
    let messages = collector.until(4);
    let spans = spans(&messages);
    let names: Vec<&str> = spans.iter().map(|span| span["name"].as_str().unwrap()).collect();
    let tool = "task.create_task";
    let phases = ["judge", "wait", "effect"].map(|phase| format!("{phase} {tool}"));
    assert_eq!(names[0], format!("execute_tool {tool}"));
    assert_eq!(names[1..4], phases);
    let root = &spans[0];
    assert_eq!((&root["traceId"], &root["parentSpanId"]), (&json!(&PARENT[3..35]), &json!(&PARENT[36..52])));
    for (key, value) in [
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", tool),
        ("gen_ai.tool.call.id", item.as_str()),
        ("gen_ai.agent.name", "codex"),
        ("countersign.status", "applied"),
        ("countersign.class", "mutable"),
    ] {
        assert_eq!(attribute(root, key), Some(value), "{root}");
    }
    assert!(attribute(root, "gen_ai.conversation.id").unwrap().starts_with('r'), "{root}");
    let times = |span: &Value, name: &str| span[name].as_str().unwrap().parse::<u64>().unwrap();
    let waited = times(&spans[2], "endTimeUnixNano") - times(&spans[2], "startTimeUnixNano");
    assert!(waited >= 60_000_000_000, "{waited}");
    let all: String =
        messages.iter().map(|(path, body)| json!({"path": path, "body": body}).to_string() + "\n").collect();
    for hidden in [SECRET, "Use ", "I plan it", "title"] {
        assert!(!all.contains(hidden), "{hidden} is told: {all}");
    }
    let counted = python("decode.py", &all);
    let mut counts = counted.split(' ').map(|n| n.trim().parse::<usize>().unwrap());
    assert_eq!((counts.next(), counts.next() > Some(1)), (Some(spans.len()), true), "{counted}");
}

#[test]
fn a_call_that_was_over_at_once_and_one_that_was_rejected_are_traces_too() {
    let collector = Collector::start(Mood::Takes);
    let (world, _task) = home(&collector);
    let read = json!({"tool": "task.list_tasks", "args": {}});
    assert_eq!(world.send(Ask::post("/v1/runs/-/calls").bearer(&world.codex).json(read)).status, 200);
    let messages = collector.until(1);
    let read = spans(&messages);
    assert_eq!(read[0]["name"], "execute_tool task.list_tasks", "{read:?}");
    assert!(read[0].get("parentSpanId").is_none() && attribute(&read[0], "error.type").is_none());
    let item = propose(&world, "Write");
    let reject = Ask::post(&format!("/v1/items/{item}/reject")).bearer(&world.ana);
    assert_eq!(world.send(reject.json(json!({"reason": "not now"}))).status, 200);
    let messages = collector.until(3);
    let rejected = spans(&messages);
    assert_eq!(attribute(&rejected[0], "countersign.status"), Some("rejected"), "{rejected:?}");
    assert!(!rejected.iter().any(|span| span["name"].as_str().unwrap().starts_with("effect")));
    assert!(
        !json!(messages.iter().map(|(_, body)| body).collect::<Vec<_>>()).to_string().contains("not now")
    );
}

#[test]
fn a_collector_that_is_busy_misses_nothing_and_one_that_refuses_is_not_asked_again() {
    let collector = Collector::start(Mood::Busy);
    let (world, _task) = home(&collector);
    let item = propose(&world, "Write");
    confirm(&world, &item);
    assert!(collector.asked.recv_timeout(Duration::from_secs(60)).unwrap() == Mood::Busy);
    *collector.mood.lock().unwrap() = Mood::Takes;
    let messages = collector.until(4);
    assert_eq!(spans(&messages).len(), 4, "each span once");
    *collector.mood.lock().unwrap() = Mood::Refuses;
    let lost = propose(&world, "Lost");
    confirm(&world, &lost);
    while collector.asked.recv_timeout(Duration::from_secs(60)).unwrap() != Mood::Refuses {}
    let dropped = || {
        let text = world.send(Ask::get("/metrics").bearer(&world.ana)).text();
        let line = text.lines().find(|l| l.contains("telemetry_events_total{result=\"dropped\"}")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    while dropped() == 0 {
        thread::yield_now();
    }
    *collector.mood.lock().unwrap() = Mood::Takes;
    let last = propose(&world, "Next");
    confirm(&world, &last);
    // What was refused before does not come; this does.
    while !spans(&[collector.next()]).iter().any(|span| attribute(span, "gen_ai.tool.call.id") == Some(&last))
    {
    }
}

#[test]
fn a_collector_that_says_nothing_holds_nothing_up_not_even_the_end() {
    let collector = Collector::start(Mood::Silent);
    let (world, task) = home(&collector);
    for n in 0..5 {
        confirm(&world, &propose(&world, &format!("Write {n}")));
    }
    collector.asked.recv_timeout(Duration::from_secs(60)).unwrap();
    confirm(&world, &propose(&world, "And more"));
    world.app.stop.stop();
    world.runtime.block_on(task).unwrap();
}

#[test]
fn what_happened_last_is_sent_before_the_daemon_ends() {
    let collector = Collector::start(Mood::Takes);
    let (world, task) = home(&collector);
    // The first part shows that it has begun.
    confirm(&world, &propose(&world, "First"));
    collector.until(4);
    confirm(&world, &propose(&world, "Last"));
    world.app.stop.stop();
    world.runtime.block_on(task).unwrap();
    let mut rest = Vec::new();
    while let Ok(message) = collector.told.try_recv() {
        rest.push(message);
    }
    assert_eq!(spans(&rest).len(), 4, "{rest:?}");
}

#[test]
fn g3_security_tools_read_every_line_of_the_export_by_the_schema() {
    let world = World::new();
    confirm(&world, &world.propose("Write the report"));
    let export = world.send(Ask::get("/v1/audit/export?format=ocsf").bearer(&world.ana)).json();
    let lines = export["text"].as_str().unwrap();
    assert!(lines.lines().count() > 4);
    assert_eq!(python("validate.py", lines).trim(), lines.lines().count().to_string());
}

/// Runs a script of this folder with the packages that `cargo xtask install` installed.
fn python(script: &str, input: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/telemetry/");
    let mut child = Command::new(installed_in("telemetry", "bin/python"))
        .arg(format!("{folder}{script}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    let writer = thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let ended = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).unwrap()
}
