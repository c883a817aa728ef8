//! Clients that send too much, or take too long.

use std::time::Duration;

use axum::http::StatusCode;
use countersign_server::Limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::daemon::{Client, Daemon, GET_HELLO, PATIENCE, patient, small, status};

/// The problem object of a response.
fn problem(answer: &str) -> Value {
    assert!(answer.contains("content-type: application/problem+json"), "{answer}");
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Returns whether a connection was closed without a response.
async fn is_closed(client: &mut Client) -> bool {
    let mut byte = [0];
    let read = tokio::time::timeout(PATIENCE, client.stream.read(&mut byte)).await.expect("it stays open");
    !matches!(read, Ok(1))
}

/// Sends a byte now and then until the other side closes; returns its response.
async fn drip(client: Client, begin: &str, byte: u8) -> String {
    let (mut from, mut to) = tokio::io::split(client.stream);
    to.write_all(begin.as_bytes()).await.unwrap();
    let dripping = tokio::spawn(async move {
        while to.write_all(&[byte]).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    });
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, from.read_to_end(&mut answer)).await.expect("it is never cut");
    dripping.abort();
    String::from_utf8(answer).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_comes_byte_by_byte_is_cut() {
    let daemon = Daemon::start_with(small(), None).await;
    let answer = drip(daemon.connect().await, "GET /hello HTTP/1.1\r\nx: ", b'a').await;
    assert_ne!(status(&answer), Some(StatusCode::OK));
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_says_nothing_is_cut_before_and_after_its_first_request() {
    let daemon = Daemon::start_with(small(), None).await;
    assert!(is_closed(&mut daemon.connect().await).await);
    let mut client = daemon.connect().await;
    client.send(GET_HELLO).await;
    assert_eq!(client.answer().await.0, StatusCode::OK);
    assert!(is_closed(&mut client).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_comes_byte_by_byte_or_not_at_all_is_too_slow() {
    let daemon = Daemon::start_with(small(), None).await;
    let begin = "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n";
    let mut silent = daemon.connect().await;
    silent.send(begin).await;
    for answer in [drip(daemon.connect().await, begin, b'a').await, silent.rest().await] {
        assert_eq!(status(&answer), Some(StatusCode::REQUEST_TIMEOUT), "{answer}");
        assert_eq!(problem(&answer)["code"], "slow_body");
    }
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_says_it_is_too_large_is_refused_before_it_comes() {
    let daemon = Daemon::start().await;
    for length in ["3145729", "1000000000000"] {
        let mut client = daemon.connect().await;
        client.send(&format!("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n")).await;
        let answer = client.rest().await;
        assert_eq!(status(&answer), Some(StatusCode::PAYLOAD_TOO_LARGE), "{answer}");
        assert_eq!(
            (&problem(&answer)["code"], &problem(&answer)["status"]),
            (&"too_large".into(), &413.into())
        );
    }
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_say_so_is_refused_when_it_is() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    client.send("POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n").await;
    let chunk = format!("{:x}\r\n{}\r\n", 65536, "a".repeat(65536));
    for _ in 0..=(3 << 20) / 65536 {
        client.send(&chunk).await;
    }
    let answer = client.rest().await;
    assert_eq!(status(&answer), Some(StatusCode::PAYLOAD_TOO_LARGE), "{answer}");
    assert_eq!(problem(&answer)["code"], "too_large");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_sends_all_of_a_large_body_still_reads_why_it_was_refused() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    let body = "a".repeat(6 << 20);
    client
        .send(&format!("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{body}", body.len()))
        .await;
    assert_eq!(status(&client.rest().await), Some(StatusCode::PAYLOAD_TOO_LARGE));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_as_large_as_allowed_is_read() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    let body = "a".repeat(3 << 20);
    client
        .send(&format!("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n{body}", body.len()))
        .await;
    assert_eq!(client.answer().await, (StatusCode::OK, "3145728".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_refused_is_refused_before_the_body_is_read() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    client.send("POST /refuses HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n").await;
    assert_eq!(client.answer().await, (StatusCode::UNAUTHORIZED, "who are you?".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_headers_and_too_long_ones_are_refused() {
    let daemon = Daemon::start().await;
    let many: String = (0..200).map(|n| format!("x-{n}: 1\r\n")).collect();
    let long = format!("x: {}\r\n", "a".repeat(1 << 20));
    let path = "a".repeat(1 << 20);
    for request in [
        format!("GET /hello HTTP/1.1\r\nhost: x\r\n{many}\r\n"),
        format!("GET /hello HTTP/1.1\r\nhost: x\r\n{long}\r\n"),
        format!("GET /{path} HTTP/1.1\r\nhost: x\r\n\r\n"),
    ] {
        let answer = daemon.say(&request).await;
        // Data still being sent when it is refused may discard the response.
        assert!(status(&answer).is_none_or(|s| s.is_client_error()), "{answer}");
    }
    let answer = daemon.say(&format!("GET /hello HTTP/1.1\r\nhost: x\r\n{many}\r\n")).await;
    assert_eq!(status(&answer), Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE));
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_takes_nothing_of_its_answer_is_cut() {
    let daemon = Daemon::start_with(Limits { head_time: PATIENCE, ..small() }, None).await;
    let mut client = daemon.connect().await;
    client.send("GET /flood HTTP/1.1\r\nhost: x\r\n\r\n").await;
    daemon.is_alone().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_hangs_up_does_not_keep_its_place() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    client.send("GET /hello HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    assert!(client.rest().await.ends_with("hello"));
    daemon.is_alone().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_connections_too_many_are_closed_and_the_others_stay() {
    let daemon = Daemon::start_with(Limits { connections: 16, ..patient() }, None).await;
    let mut inside = Vec::new();
    // Two of the sixteen places are reserved for the UNIX socket.
    for _ in 0..14 {
        let mut client = daemon.connect().await;
        client.send(GET_HELLO).await;
        assert_eq!(client.answer().await.0, StatusCode::OK);
        inside.push(client);
    }
    for n in 0..200 {
        assert!(is_closed(&mut daemon.connect().await).await, "connection {n} was let in");
    }
    assert!(daemon.metrics().contains("countersign_connections_refused_total 200"));
    assert!(daemon.metrics().contains("countersign_connections_open 14"));
    for _ in 0..2 {
        let mut local = daemon.connect_unix().await;
        local.send(GET_HELLO).await;
        assert_eq!(local.answer().await.0, StatusCode::OK);
        inside.push(local);
    }
    assert!(is_closed(&mut daemon.connect_unix().await).await, "there are no more places than sixteen");
    for client in &mut inside {
        client.send(GET_HELLO).await;
        assert_eq!(client.answer().await.0, StatusCode::OK);
    }
    drop(inside);
    daemon.is_alone().await;
    daemon.is_well().await;
}

/// Its limit on open files would affect all other tests, so it runs in its own process.
#[test]
fn running_out_of_files_passes() {
    const INSIDE: &str = "COUNTERSIGN_TEST_STARVED";
    if std::env::var_os(INSIDE).is_some() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        return runtime.block_on(starved_of_files());
    }
    let child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "serve::limits::running_out_of_files_passes", "--nocapture"])
        .env(INSIDE, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && text.contains("1 passed"), "{text}");
}

async fn starved_of_files() {
    let daemon = Daemon::start().await;
    daemon.is_well().await;
    let open = std::fs::read_dir("/proc/self/fd").unwrap().count() as u64;
    let limit = Rlimit { current: Some(open + 20), ..getrlimit(Resource::Nofile) };
    setrlimit(Resource::Nofile, limit).unwrap();
    let mut clients = Vec::new();
    while let Ok(client) = tokio::net::TcpStream::connect(daemon.addr).await {
        clients.push(client);
    }
    assert!(clients.len() > 5, "only {} could connect", clients.len());
    // Long enough for the daemon to notice a few times.
    tokio::time::sleep(Duration::from_millis(200)).await;
    drop(clients);
    daemon.is_alone().await;
    daemon.is_well().await;
}
