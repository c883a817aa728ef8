//! Shutdown.

use axum::http::StatusCode;
use tokio::net::TcpStream;

use super::daemon::{Daemon, GET_HELLO};

#[tokio::test(flavor = "multi_thread")]
async fn a_request_under_way_is_answered_and_nobody_else_is_let_in() {
    let daemon = Daemon::start().await;
    let (addr, go_on) = (daemon.addr, daemon.go_on.clone());
    let mut client = daemon.connect().await;
    client.send("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n").await;
    daemon.reached.notified().await;
    let mut idle = daemon.connect().await;
    idle.send(GET_HELLO).await;
    assert_eq!(idle.answer().await.0, StatusCode::OK);
    daemon.app.stop.stop();
    assert_eq!(idle.rest().await, "", "a connection between two requests is closed");
    assert!(!daemon.serving.is_finished(), "it waits for the request");
    go_on.notify_one();
    let answer = client.rest().await;
    assert!(answer.ends_with("at last"), "{answer}");
    daemon.ended().await.unwrap();
    assert!(TcpStream::connect(addr).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_only_connected_does_not_hold_it_up() {
    let daemon = Daemon::start().await;
    let (mut tcp, mut unix) = (daemon.connect().await, daemon.connect_unix().await);
    while daemon.app.idle.uses() < 2 {
        tokio::task::yield_now().await;
    }
    daemon.app.stop.stop();
    assert_eq!((tcp.rest().await, unix.rest().await), (String::new(), String::new()));
    daemon.ended().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_stream_ends_whole() {
    let daemon = Daemon::start().await;
    let mut client = daemon.connect().await;
    client.send("GET /events HTTP/1.1\r\nhost: x\r\n\r\n").await;
    client.read_to("data: 1\n\n").await;
    assert_eq!(daemon.app.idle.uses(), 1, "an event stream is a use");
    daemon.app.stop.stop();
    assert!(client.rest().await.ends_with("0\r\n\r\n"), "it must look complete");
    daemon.ended().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_was_told_before_it_began_ends_at_once() {
    let daemon = Daemon::start().await;
    daemon.app.stop.stop();
    daemon.ended().await.unwrap();
}
