//! Live events: which are sent, to whom, from where, and until when.

use std::time::Duration;

use axum::body::Body;
use countersign_core::Actor;
use countersign_server::Limits;
use serde_json::json;
use tower::ServiceExt;

use crate::streaming::{Block, DAY, Reader, World, codex, get, ids, kinds, open, owner, problem, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_tells_what_is_committed_after_it_began() {
    let w = World::new();
    w.run(&codex(), "before");
    let mut stream = open(w.serve(&owner()).await, "", None).await;
    let run = w.run(&codex(), "billing");
    let item = w.hold(&codex(), &run, "send the invoice");
    w.ask(&owner(), "item.reject", json!({"id": item, "reason": "too early"}));
    let events = stream.events(3).await;
    assert_eq!(ids(&events), [2, 3, 4]);
    assert_eq!(kinds(&events), ["run.start", "approval_requested", "item.reject"]);
    let held = &events[1].data;
    assert!(text(held, "id").starts_with("e3-"));
    assert_eq!(
        [&held["actor"], &held["op"], &held["status"], &held["tool"], &held["subject"]],
        ["agent:codex", "call.propose", "held", "task.create_task", "billing"]
    );
    assert_eq!(held["run"], run);
    assert_eq!(held["told"]["input"]["args"]["title"], "send the invoice");
    assert_eq!(events[2].data["told"]["input"]["reason"], "too early");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_zero_tells_the_whole_log_and_goes_on_with_what_is_new() {
    let w = World::new();
    // More than the buffer holds, so that the stream begins in the store.
    for n in 0..1100 {
        w.run(&codex(), &format!("s{n}"));
    }
    let server = w.serve(&owner()).await;
    let mut early = open(server, "", None).await;
    let mut stream = open(server, "?after=0", None).await;
    assert_eq!(ids(&stream.events(1100).await), (1..=1100).collect::<Vec<u64>>());
    w.run(&codex(), "new");
    assert_eq!(ids(&stream.events(1).await), [1101]);
    assert_eq!(ids(&early.events(1).await), [1101]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_cut_again_and_again_misses_and_repeats_nothing() {
    const EVENTS: u64 = 300;
    let w = std::sync::Arc::new(World::new());
    let server = w.serve(&owner()).await;
    let first = open(server, "", None).await;
    drop(first);
    let writer = {
        let w = w.clone();
        tokio::task::spawn_blocking(move || {
            for n in 0..EVENTS {
                w.run(&codex(), &format!("s{n}"));
            }
        })
    };
    let (mut seen, mut last, mut length) = (Vec::new(), 0, 1);
    while last < EVENTS {
        let mut stream = open(server, "?after=7", Some(&last.to_string())).await;
        let wanted = length.min((EVENTS - last) as usize);
        seen.extend(ids(&stream.events(wanted).await));
        last = *seen.last().unwrap();
        length = length % 17 + 3;
    }
    writer.await.unwrap();
    assert_eq!(seen, (1..=EVENTS).collect::<Vec<u64>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_cannot_be_is_refused() {
    let w = World::new();
    w.run(&codex(), "one");
    let server = w.serve(&owner()).await;
    for (query, last, status, code) in [
        ("", Some("2"), 409, "conflict"),
        ("?after=99", None, 409, "conflict"),
        ("?after=0", Some("e1-aabbcc"), 400, "usage"),
        ("?after=-1", None, 400, "usage"),
        ("?after=%2B1", None, 400, "usage"),
        ("?after=", None, 400, "usage"),
        ("", Some("99999999999999999999999"), 400, "usage"),
        ("?kind=item.confrim", None, 400, "usage"),
        ("?kind=", None, 400, "usage"),
        ("?colour=red", None, 400, "usage"),
        ("?run=run99", None, 404, "not_found"),
        ("?run=", None, 404, "not_found"),
    ] {
        let (found, told) = problem(server, &format!("/v1/events{query}"), last).await;
        assert_eq!((found, told["code"].as_str().unwrap()), (status, code), "{query} {last:?}");
        assert_eq!(told["status"], status);
    }
    assert_eq!(w.counts().open(), 0, "a stream that was refused takes no place");
    open(server, "", Some("1")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_are_filtered_by_run_subject_and_kind() {
    let w = World::new();
    let (mine, other) = (w.run(&codex(), "billing"), w.run(&codex(), "garden"));
    let item = w.hold(&codex(), &mine, "one");
    w.hold(&codex(), &other, "two");
    w.ask(&owner(), "item.reject", json!({"id": item}));
    w.ask(&owner(), "freeze", json!({}));
    let server = w.serve(&owner()).await;
    for (query, want) in [
        (format!("?after=0&run={mine}"), vec![1, 3, 5]),
        ("?after=0&subject=garden".to_owned(), vec![2, 4]),
        ("?after=0&kind=approval_requested".to_owned(), vec![3, 4]),
        ("?after=0&kind=call.propose".to_owned(), vec![3, 4]),
        ("?after=0&kind=item.*,freeze".to_owned(), vec![5, 6]),
        ("?after=0&subject=billing&kind=run.*".to_owned(), vec![1]),
    ] {
        let mut stream = open(server, &query, None).await;
        assert_eq!(ids(&stream.events(want.len()).await), want, "{query}");
    }
    // New events are filtered like old ones.
    let mut live = open(server, "?kind=thaw", None).await;
    w.ask(&owner(), "run.end", json!({"id": mine}));
    w.ask(&owner(), "thaw", json!({}));
    assert_eq!(kinds(&live.events(1).await), ["thaw"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_that_repeats_an_open_one_asks_nobody_again() {
    let w = World::new();
    let run = w.run(&codex(), "billing");
    let first = w.hold(&codex(), &run, "one");
    assert_eq!(w.hold(&codex(), &run, "one"), first);
    let mut stream = open(w.serve(&owner()).await, "?after=0", None).await;
    assert_eq!(kinds(&stream.events(3).await), ["run.start", "approval_requested", "call.propose"]);
}

/// All events that a non-person receives.
async fn all(w: &World, actor: &Actor, query: &str) -> Vec<Block> {
    let mut stream = open(w.serve(actor).await, &format!("?after=0{query}"), None).await;
    // The refusal of this call marks the end, since the reader sees it.
    w.request(actor, "freeze", json!({})).unwrap_err();
    let mut events = Vec::new();
    loop {
        let event = stream.event().await.unwrap();
        if event.data["op"] == "freeze" {
            return events;
        }
        events.push(event);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_sees_its_own_runs_and_no_others() {
    let w = World::new();
    let (codex, bob) = (codex(), Actor::agent("bob"));
    let mine = w.run(&codex, "billing");
    let his = w.run(&bob, "billing");
    w.hold(&codex, &mine, "one");
    w.hold(&bob, &his, "two");
    let told = all(&w, &codex, "").await;
    assert_eq!(ids(&told), [1, 3]);
    let server = w.serve(&codex).await;
    let mut stream = open(server, "?after=0&subject=billing", None).await;
    assert_eq!(ids(&stream.events(2).await), [1, 3]);
    let (status, _) = problem(server, &format!("/v1/events?run={his}"), None).await;
    assert_eq!(status, 404, "another's run is as if it did not exist");
}

#[tokio::test(flavor = "multi_thread")]
async fn c7_an_agent_is_not_told_of_a_rejection_before_it_asks() {
    let w = World::new();
    let run = w.run(&codex(), "billing");
    let item = w.hold(&codex(), &run, "one");
    w.ask(&owner(), "show", json!({"id": item}));
    w.ask(&owner(), "item.reject", json!({"id": item, "reason": "never"}));
    let told = all(&w, &codex(), "").await;
    assert_eq!(kinds(&told), ["run.start", "approval_requested", "run.moved"]);
    let moved = told[2].data.to_string();
    for secret in ["reject", "never", "owner", "item"] {
        assert!(!moved.contains(secret), "{moved} tells {secret}");
    }
    // Nor can it be guessed by requesting one kind after the other.
    let told = all(&w, &codex(), "&kind=item.*,freeze").await;
    assert!(told.is_empty(), "{told:?}");
    // It can still be withdrawn.
    assert_eq!(w.ask(&owner(), "item.withdraw", json!({"id": item}))["status"], "withdrawn");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verifier_sees_nothing_but_its_own_calls() {
    let w = World::new();
    let verifier = Actor::new(countersign_core::ActorKind::Verifier, "ci");
    let run = w.run(&codex(), "billing");
    w.hold(&codex(), &run, "one");
    w.request(&verifier, "inbox.list", json!({})).unwrap_err();
    let told = all(&w, &verifier, "").await;
    assert_eq!(kinds(&told), ["inbox.list"]);
    assert_eq!(told[0].data["status"], "refused");
    let server = w.serve(&verifier).await;
    assert_eq!(problem(server, &format!("/v1/events?run={run}"), None).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_with_scopes_opens_the_stream_only_if_it_is_for_it() {
    let w = World::new();
    let scoped = |scope: &str| Actor { scopes: vec![scope.to_owned()], ..owner() };
    let narrow = w.serve(&scoped("item.*")).await;
    let (status, told) = problem(narrow, "/v1/events", None).await;
    assert_eq!((status, told["code"].as_str().unwrap()), (403, "refused"));
    for scope in ["events.*", "events.stream", "tool:task.*"] {
        open(w.serve(&scoped(scope)).await, "", None).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn revoking_a_token_ends_its_streams_and_nothing_later_is_told() {
    let w = World::new();
    let ana = w.token(&owner(), json!({"kind": "person", "name": "ana"}));
    let ben = w.token(&ana, json!({"kind": "person", "name": "ben"}));
    let mut ended = open(w.serve(&ben).await, "", None).await;
    let mut kept = open(w.serve(&ana).await, "", None).await;
    w.run(&codex(), "one");
    assert_eq!(kinds(&ended.events(1).await), ["run.start"]);
    w.ask(&ana, "token.revoke", json!({"id": ben.token}));
    w.run(&codex(), "two");
    let (told, last) = ended.rest().await;
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(last, "cut: that token was revoked");
    assert_eq!(kinds(&kept.events(3).await), ["run.start", "token.revoke", "run.start"]);
    let (status, _) = problem(w.serve(&ben).await, "/v1/events", None).await;
    assert_eq!(status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_expires_ends_its_streams_with_and_without_traffic() {
    let w = World::with(Limits { heartbeat: Duration::from_millis(20), ..Limits::default() });
    let ana = w.token(&owner(), json!({"kind": "person", "name": "ana"}));
    let ben = w.token(&ana, json!({"kind": "person", "name": "ben", "days": 1}));
    let mut idle = open(w.serve(&ben).await, "?kind=thaw", None).await;
    w.env.advance(DAY - 1000);
    let mut busy = open(w.serve(&ben).await, "", None).await;
    w.env.advance(1000);
    w.run(&codex(), "too late");
    for stream in [&mut idle, &mut busy] {
        let (told, last) = stream.rest().await;
        assert!(told.is_empty(), "{told:?}");
        assert_eq!(last, "cut: that token has expired");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_person_is_let_in_without_a_token_until_there_is_one() {
    let w = World::new();
    let mut stream = open(w.serve(&owner()).await, "", None).await;
    w.token(&owner(), json!({"kind": "person", "name": "ana"}));
    let (told, last) = stream.rest().await;
    assert!(told.is_empty(), "{told:?}");
    assert!(last.contains("this home uses tokens"), "{last}");
}

/// Opens a stream that nobody reads yet.
async fn unread(w: &World, query: &str) -> axum::response::Response {
    let request = hyper::Request::get(format!("/v1/events{query}")).body(Body::empty()).unwrap();
    w.routes(&owner()).oneshot(request).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_does_not_keep_up_is_cut_and_resumes_where_it_was() {
    let w = World::with(Limits { stream_stall: Duration::from_millis(100), ..Limits::default() });
    for n in 0..50 {
        w.run(&codex(), &format!("s{n}"));
    }
    let slow = unread(&w, "?after=0").await;
    while w.counts().cut() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (told, last) = Reader::of(slow).rest().await;
    assert!(told.len() < 10, "{} events were kept for a reader that took none", told.len());
    assert!(last.starts_with("cut: you do not keep up"), "{last}");
    let at = told.last().and_then(|e| e.id).unwrap();
    let mut again = open(w.serve(&owner()).await, "", Some(&at.to_string())).await;
    assert_eq!(ids(&again.events(50 - told.len()).await), (at + 1..=50).collect::<Vec<u64>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_end_at_once_when_the_daemon_does() {
    let w = World::new();
    let mut stream = open(w.serve(&owner()).await, "", None).await;
    w.app.stop.stop();
    assert_eq!(stream.rest().await, (Vec::new(), "cut: the server ends".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_only_so_many_streams_and_a_place_is_given_back() {
    let w = World::with(Limits { streams: 2, ..Limits::default() });
    let server = w.serve(&owner()).await;
    let (_first, second) = (open(server, "", None).await, open(server, "", None).await);
    let (status, told) = problem(server, "/v1/events", None).await;
    assert_eq!((status, told["code"].as_str().unwrap()), (503, "busy"));
    assert_eq!((w.counts().open(), w.counts().turned_away()), (2, 1));
    drop(second);
    while w.counts().open() > 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    open(server, "", None).await;
    assert_eq!(w.counts().opened(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quiet_stream_says_that_it_is_alive_and_how_far_it_is() {
    let w = World::with(Limits { heartbeat: Duration::from_millis(20), ..Limits::default() });
    let mut stream = open(w.serve(&owner()).await, "?kind=thaw", None).await;
    w.run(&codex(), "one");
    loop {
        let block = stream.block().await.unwrap();
        assert_eq!((block.comment.as_str(), block.event.as_str()), ("alive", ""));
        if block.id == Some(1) {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_streams_share_one_reader_of_the_store() {
    const STREAMS: usize = 200;
    let w = World::new();
    let mut readers = Vec::new();
    for _ in 0..STREAMS {
        let mut reader = Reader::of(unread(&w, "").await);
        assert_eq!(reader.block().await.unwrap().id, Some(0));
        readers.push(reader);
    }
    w.run(&codex(), "warm");
    for reader in &mut readers {
        reader.events(1).await;
    }
    let before = w.reads();
    for n in 0..10 {
        w.run(&codex(), &format!("s{n}"));
        for reader in &mut readers {
            assert_eq!(ids(&reader.events(1).await), [n + 2]);
        }
    }
    let reads = w.reads() - before;
    assert!(reads < STREAMS / 2, "{reads} reads for 10 commits and {STREAMS} streams");
    // It is counted after sending, so its reader may see it first.
    let all = 11 * STREAMS as u64;
    for _ in 0..1_000 {
        if w.counts().told() >= all {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(w.counts().told(), all);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_is_redacted_and_one_line_of_json() {
    let w = World::new();
    let run = w.run(&codex(), "billing");
    let mut stream = open(w.serve(&owner()).await, "", None).await;
    let token = format!("ghp_{}", "a1B2".repeat(9));
    w.hold(&codex(), &run, &format!("line one\nid: 99\n\ndata: {token}\u{2028}"));
    let event = stream.event().await.unwrap();
    assert_eq!((event.id, event.event.as_str()), (Some(2), "approval_requested"));
    assert!(!event.data.to_string().contains(&token), "{}", event.data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_nobody_let_in_opens_nothing() {
    let w = World::new();
    let routes = w.streams.clone().routes().with_state(w.app.clone());
    let request = hyper::Request::get("/v1/events").body(Body::empty()).unwrap();
    assert_eq!(routes.oneshot(request).await.unwrap().status(), 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_may_not_be_kept_by_whoever_is_between() {
    let w = World::new();
    let response = get(w.serve(&owner()).await, "/v1/events", None).await;
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
}

#[tokio::test(flavor = "multi_thread")]
async fn h5_f4_a_question_asks_for_approval_and_steering_is_told_as_such_to_persons_only() {
    let w = World::new();
    let run = w.run(&codex(), "billing");
    let (to_person, to_agent) = (w.serve(&owner()).await, w.serve(&codex()).await);
    let mut person = open(to_person, "", None).await;
    let mut agent = open(to_agent, "", None).await;
    let asked = w.ask(&codex(), "question.ask", json!({"run": run, "text": "which?"}));
    w.ask(&owner(), "run.steer", json!({"id": run, "instruction": "go left"}));
    w.ask(&owner(), "run.redirect", json!({"id": run, "instruction": "go right"}));
    w.ask(&owner(), "question.answer", json!({"id": asked["id"], "answer": "that one"}));
    let told = person.events(4).await;
    assert_eq!(
        kinds(&told),
        ["approval_requested", "steer_instruction", "steer_instruction", "question.answer"]
    );
    assert_eq!(told[1].data["told"]["input"]["instruction"], "go left");
    let told = agent.events(4).await;
    assert_eq!(kinds(&told), ["approval_requested", "run.moved", "run.moved", "run.moved"]);
    assert!(!told[3].data.to_string().contains("that one"), "an answer can be taken back until it is told");
}
