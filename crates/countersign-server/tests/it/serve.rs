//! The outer shell against clients that break the rules, and those that do not.

mod daemon;
mod limits;
mod stop;
mod tls;

use axum::http::StatusCode;

use self::daemon::{Daemon, GET_HELLO, small, status};

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_serves_one_request_after_another() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    for _ in 0..3 {
        client.send(GET_HELLO).await;
        assert_eq!(client.answer().await, (StatusCode::OK, "hello".to_owned()));
    }
    assert_eq!(daemon.app.idle.uses(), 1, "an open connection is a use");
    client.send("GET /hello HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    assert!(client.rest().await.ends_with("hello"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_answered_and_the_daemon_stays_up() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    for route in ["/panic", "/late-panic"] {
        client.send(&format!("GET {route} HTTP/1.1\r\nhost: x\r\n\r\n")).await;
        let (status, body) = client.answer().await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        let problem: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!((&problem["code"], &problem["status"]), (&"internal".into(), &500.into()));
        assert!(!body.contains("hush"), "what it panicked about stays inside");
    }
    client.send(GET_HELLO).await;
    assert_eq!(client.answer().await.0, StatusCode::OK, "the same connection goes on");
    assert!(daemon.metrics().contains("countersign_requests_total{status=\"5xx\"} 2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_breaks_down_takes_only_its_connection_along() {
    let daemon = Daemon::start().await;
    let answer = daemon.say("GET /broken-stream HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(!answer.ends_with("0\r\n\r\n"), "it must not look complete: {answer}");
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_unix_socket_tells_whose_process_it_is() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect_unix().await;
    client.send("GET /peer HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let (uid, pid) = (rustix::process::getuid().as_raw(), std::process::id());
    assert_eq!(client.answer().await.1, format!("unix {:?} {:?}", Some(uid), Some(pid)));
}

#[tokio::test(flavor = "multi_thread")]
async fn tcp_tells_both_addresses_and_no_process() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    client.send("GET /peer HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let body = client.answer().await.1;
    assert_eq!(body, format!("{} {} tls=false None None", daemon.addr, client.here.unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_not_http_are_refused() {
    let daemon = Daemon::start_with(small(), None).await;
    let garbage: [&[u8]; 10] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"\0\0\0\0\0\0\0\0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /hello\r\n\r\n",
        b"GET /hello HTTP/9.9\r\n\r\n",
        b"GET /he\xff\xfello HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /hello HTTP/1.1\r\nhost: x\r\nx-\xc3\xbc: 1\r\n\r\n",
        b"GET /hello HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n",
        b"POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\nab",
    ];
    for bytes in garbage {
        let answer = daemon.say_bytes(bytes).await;
        let refused = status(&answer).is_none_or(|status| status.is_client_error());
        assert!(refused, "{:?} gave {answer}", String::from_utf8_lossy(bytes));
    }
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_could_be_read_in_two_ways_is_never_two_requests() {
    let daemon = Daemon::start_with(small(), None).await;
    let answer = daemon
        .say(
            "POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n\
             GET /hello HTTP/1.1\r\nhost: x\r\n\r\n",
        )
        .await;
    assert!(!answer.contains("hello"), "{answer}");
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c1_a_body_with_two_lengths_is_refused_and_the_connection_closed() {
    let daemon = Daemon::start_with(small(), None).await;
    let body = "5\r\nhello\r\n0\r\n\r\nGET /hello HTTP/1.1\r\nhost: x\r\n\r\n";
    for lengths in [
        "transfer-encoding: chunked\r\ncontent-length: 5",
        "content-length: 5\r\ntransfer-encoding: chunked",
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "CONTENT-LENGTH: 5\r\nx: y\r\nTRANSFER-ENCODING: CHUNKED",
        "content-length: 5\r\ncontent-length: 5\r\ntransfer-encoding: chunked",
        "content-length: nonsense\r\ntransfer-encoding: chunked",
        "transfer-encoding: chunked\r\ncontent-length: nonsense",
    ] {
        let answer = daemon.say(&format!("POST /echo HTTP/1.1\r\nhost: x\r\n{lengths}\r\n\r\n{body}")).await;
        assert_eq!(status(&answer), Some(StatusCode::BAD_REQUEST), "{lengths}: {answer}");
        assert!(answer.contains("connection: close") && !answer.contains("hello"), "{lengths}: {answer}");
    }
    // Byte by byte, and after a valid request.
    let mut client = daemon.connect().await;
    client.send(GET_HELLO).await;
    assert_eq!(client.answer().await.0, StatusCode::OK);
    for byte in
        "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n".bytes()
    {
        client.send_bytes(&[byte]).await;
    }
    let answer = client.rest().await;
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("two_lengths"), "{answer}");
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_in_chunks_is_read_one_after_another_and_bad_chunks_close() {
    let daemon = Daemon::start_with(small(), None).await;
    let mut client = daemon.connect().await;
    let head = "POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    for _ in 0..3 {
        // This only looks like a head, in the body.
        client.send(&format!("{head}17\r\ncontent-length: 5\r\n\r\nab\r\n0\r\n\r\n")).await;
        assert_eq!(client.answer().await.0, StatusCode::OK);
    }
    for chunks in
        ["xyz\r\nhello\r\n0\r\n\r\n", "5\r\nhelloo\r\n0\r\n\r\n", "-1\r\n\r\n", "fffffffffffffffff\r\n"]
    {
        let answer = daemon.say(&format!("{head}{chunks}GET /hello HTTP/1.1\r\nhost: x\r\n\r\n")).await;
        assert!(status(&answer).is_none_or(|s| s.is_client_error()), "{chunks}: {answer}");
        assert!(answer.is_empty() || answer.contains("connection: close"), "{chunks}: {answer}");
        assert!(!answer.ends_with("hello"), "{chunks}: {answer}");
    }
    daemon.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_leaves_a_body_unread_says_that_it_closes() {
    let daemon = Daemon::start_with(small(), None).await;
    let mut client = daemon.connect().await;
    client.send("POST /refuses HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n\r\nhalf").await;
    let answer = client.rest().await;
    assert!(answer.starts_with("HTTP/1.1 4") && answer.contains("connection: close"), "{answer}");
    let mut client = daemon.connect().await;
    for _ in 0..2 {
        client.send("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nab").await;
        assert_eq!(client.answer().await, (StatusCode::OK, "2".to_owned()), "one that was read stays open");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_utf8_in_a_header_harms_nothing() {
    let daemon = Daemon::start().await;
    let answer = daemon
        .say_bytes(b"GET /hello HTTP/1.1\r\nhost: x\r\nx-name: \xff\xfe\xc3\x28\r\nconnection: close\r\n\r\n")
        .await;
    assert_eq!(status(&answer), Some(StatusCode::OK));
    daemon.is_well().await;
}
