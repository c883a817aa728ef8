//! The client against real sockets whose other end sends exactly what the test wants.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    io::{Read, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::PathBuf,
    thread::JoinHandle,
    time::Duration,
};

use countersign_client::{Client, Filter};
use countersign_core::{ErrorCode, Outcome};
use serde_json::json;

/// The other end: sends each connection its responses, one per request, and then closes it.
struct Daemon {
    _dir: tempfile::TempDir,
    path: PathBuf,
    heard: JoinHandle<Vec<String>>,
}

fn daemon(script: Vec<Vec<&'static str>>) -> Daemon {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("daemon.sock");
    let listener = UnixListener::bind(&path).unwrap();
    let heard = std::thread::spawn(move || {
        let mut heard = Vec::new();
        for answers in script {
            let (mut stream, _) = listener.accept().unwrap();
            for answer in answers {
                heard.push(request(&mut stream));
                stream.write_all(answer.as_bytes()).unwrap();
            }
        }
        heard
    });
    Daemon { _dir: dir, path, heard }
}

/// Reads one request, by its length.
fn request(stream: &mut UnixStream) -> String {
    let mut text = Vec::new();
    let mut byte = [0];
    while !text.ends_with(b"\r\n\r\n") {
        if stream.read(&mut byte).unwrap() == 0 {
            return String::from_utf8(text).unwrap();
        }
        text.push(byte[0]);
    }
    let head = String::from_utf8(text).unwrap();
    let length =
        head.lines().find_map(|l| l.strip_prefix("Content-Length: ")).map_or(0, |n| n.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    head + &String::from_utf8(body).unwrap()
}

const EMPTY: &str =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"items\":[]}";
const STREAM: &str =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

#[test]
fn an_answer_has_a_value_an_outcome_and_an_event() {
    let daemon = daemon(vec![vec![
        "HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nCountersign-Outcome: held\r\n\
         Countersign-Event: e7\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n",
    ]]);
    let client = Client::unix(&daemon.path);
    let answer = client.call("call.propose", json!({"tool": "x", "args": {}}), Some("k1")).unwrap();
    assert_eq!((answer.value, answer.outcome), (json!({"a": 1}), Outcome::Held));
    assert_eq!(answer.event.as_deref(), Some("e7"));
    let heard = daemon.heard.join().unwrap();
    assert!(heard[0].starts_with("POST /v1/runs/-/calls HTTP/1.1\r\n"), "{}", heard[0]);
    assert!(heard[0].contains("\r\nIdempotency-Key: k1\r\n"), "{}", heard[0]);
    assert!(heard[0].ends_with("\r\n\r\n{\"args\":{},\"tool\":\"x\"}"), "{}", heard[0]);
}

#[test]
fn what_is_stale_is_an_answer_though_its_status_is_409() {
    let daemon = daemon(vec![vec![
        "HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\nCountersign-Outcome: stale\r\nContent-Length: 2\r\n\r\n{}",
    ]]);
    let answer = Client::unix(&daemon.path).call("receipt.undo", json!({"id": "rc1"}), None).unwrap();
    assert_eq!(answer.outcome, Outcome::Stale);
}

#[test]
fn a_problem_is_an_error_with_its_code_and_hint() {
    let daemon = daemon(vec![vec![
        "HTTP/1.1 403 Forbidden\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: 45\r\n\r\n\
         {\"code\":\"refused\",\"detail\":\"no\",\"hint\":\"ask\"} ",
    ]]);
    let error = Client::unix(&daemon.path).call("inbox.list", json!({}), None).unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str(), error.hint.as_deref()),
        (ErrorCode::Refused, "no", Some("ask"))
    );
}

#[test]
fn a_connection_serves_several_calls() {
    let daemon = daemon(vec![vec![EMPTY, EMPTY, EMPTY]]);
    let client = Client::unix(&daemon.path);
    for _ in 0..3 {
        client.call("inbox.list", json!({}), None).unwrap();
    }
    assert_eq!(daemon.heard.join().unwrap().len(), 3);
}

#[test]
fn a_question_is_asked_again_where_the_connection_was_closed_meanwhile() {
    let daemon = daemon(vec![vec![EMPTY], vec![EMPTY]]);
    let client = Client::unix(&daemon.path);
    client.call("inbox.list", json!({}), None).unwrap();
    client.call("inbox.list", json!({}), None).unwrap();
    assert_eq!(daemon.heard.join().unwrap().len(), 2);
}

#[test]
fn an_act_without_a_key_is_never_sent_twice() {
    let daemon = daemon(vec![vec![EMPTY, ""], vec![EMPTY]]);
    let client = Client::unix(&daemon.path);
    client.call("inbox.list", json!({}), None).unwrap();
    let error = client.call("run.start", json!({"subject": "x"}), None).unwrap_err();
    assert_eq!(error.code, ErrorCode::Store);
    assert!(error.hint.unwrap().contains("may have taken effect"));
    client.call("inbox.list", json!({}), None).unwrap();
    let heard = daemon.heard.join().unwrap();
    assert_eq!(heard.iter().filter(|r| r.starts_with("POST")).count(), 1, "{heard:?}");
}

#[test]
fn an_answer_that_is_cut_off_or_framed_twice_is_none() {
    for answer in [
        "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}",
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{}}",
        "HTTP/1.1 200 OK\r\nCountersign-Outcome: wonderful\r\nContent-Length: 2\r\n\r\n{}",
    ] {
        let daemon = daemon(vec![vec![answer]]);
        assert!(Client::unix(&daemon.path).call("run.start", json!({}), None).is_err(), "{answer:?}");
    }
}

#[test]
fn a_stream_that_is_cut_goes_on_after_the_last_event_seen() {
    const FIRST: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
                         9\r\n: alive\n\n\r\n12\r\nid: 4\ndata: \"a\"\n\ni\r\n2\r\nd:\r\n";
    const SECOND: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\
                          id: 5\r\nevent: x\r\ndata: \"b\"\r\n\r\nid: 6\rdata: \"c\"\n\n";
    let daemon = daemon(vec![vec![FIRST], vec![SECOND]]);
    let client = Client::unix(&daemon.path);
    let filter = Filter { run: Some("r1".into()), kinds: vec!["x".into(), "y".into()], ..Filter::default() };
    let mut events = client.events(Some(3), &filter);
    let got: Vec<_> = events.by_ref().take(3).map(|e| e.unwrap()).map(|e| (e.seq, e.data)).collect();
    assert_eq!(got, [(Some(4), json!("a")), (Some(5), json!("b")), (Some(6), json!("c"))]);
    let heard = daemon.heard.join().unwrap();
    assert!(heard[0].starts_with("GET /v1/events?kind=x&kind=y&run=r1 HTTP/1.1\r\n"), "{}", heard[0]);
    assert!(
        heard[0].contains("Last-Event-ID: 3\r\n") && heard[1].contains("Last-Event-ID: 4\r\n"),
        "{heard:?}"
    );
}

#[test]
fn a_stream_without_news_gives_nothing_in_time_and_keeps_what_has_come() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("daemon.sock");
    let listener = UnixListener::bind(&path).unwrap();
    let client = Client::unix(&path);
    let (half, rest) = std::sync::mpsc::channel();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        request(&mut stream);
        stream.write_all(format!("{STREAM}8\r\nid: 1\nda\r\n").as_bytes()).unwrap();
        rest.recv().unwrap();
        stream.write_all(b"7\r\nta: 1\n\n\r\n").unwrap();
        rest.recv().unwrap();
    });
    let mut events = client.events(None, &Filter::default());
    assert_eq!(events.next_within(Duration::from_millis(50)).unwrap(), None);
    half.send(()).unwrap();
    let event = events.next_within(Duration::from_secs(30)).unwrap().unwrap();
    assert_eq!((event.seq, event.data), (Some(1), json!(1)));
    half.send(()).unwrap();
    other.join().unwrap();
}

#[test]
fn a_stream_that_is_refused_ends() {
    let daemon = daemon(vec![vec![
        "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/problem+json\r\nContent-Length: 43\r\n\r\n\
         {\"code\":\"unauthenticated\",\"detail\":\"who?\"}  ",
    ]]);
    let client = Client::unix(&daemon.path);
    let all: Vec<_> = client.events(None, &Filter::default()).collect();
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].as_ref().unwrap_err().code, ErrorCode::Unauthenticated);
}
