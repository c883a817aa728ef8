//! Operations over HTTP: their responses, their errors, and invalid input.

use std::{
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use countersign_core::{Actor, Engine, Origin, Request};
use countersign_server::Limits;
use serde_json::{Value, json};

use crate::world::{Ask, World};

#[test]
fn a_proposal_is_shown_confirmed_and_undone() {
    let world = World::new();
    let run = world.send(Ask::post("/v1/runs").bearer(&world.codex).json(json!({"subject": "garden"})));
    assert_eq!(run.status, 201, "{}", run.text());
    let run = run.json()["id"].as_str().unwrap().to_owned();
    let body = json!({"tool": "task.create_task", "args": {"title": "Water the roses"}});
    let held = world.send(Ask::post(&format!("/v1/runs/{run}/calls")).bearer(&world.codex).json(body));
    assert_eq!((held.status, held.header("countersign-outcome")), (202, Some("held")), "{}", held.text());
    assert!(held.header("countersign-event").is_some_and(|e| e.starts_with('e')));
    assert_eq!(held.header("cache-control"), Some("no-store"));
    assert_eq!(held.header("x-content-type-options"), Some("nosniff"));
    let item = held.json()["item"]["id"].as_str().unwrap().to_owned();

    let inbox = world.send(Ask::get("/v1/inbox?limit=5").bearer(&world.ana)).json();
    assert_eq!(inbox["items"][0]["id"], json!(item), "{inbox}");
    let digest = world.show(&item)["digest"].clone();
    let confirm = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana);
    let landed = world.send(confirm.json(json!({"digest": digest})));
    assert_eq!(
        (landed.status, landed.json()["status"].clone()),
        (200, json!("applied")),
        "{}",
        landed.text()
    );
    let receipt = landed.json()["receipt"].clone();

    let undo =
        Ask::post(&format!("/v1/receipts/{}/undo", receipt["id"].as_str().unwrap())).bearer(&world.ana);
    let undo = undo.json(json!({"expected_event_id": receipt["event_id"]}));
    let undone = world.send(undo.clone());
    assert_eq!((undone.status, undone.json()["status"].clone()), (200, json!("undone")), "{}", undone.text());
    let again = world.send(undo);
    assert_eq!((again.status, again.header("countersign-outcome")), (409, Some("stale")));
    assert_eq!(again.json()["status"], "already_undone");
}

#[test]
fn c1_no_agent_and_no_verifier_decides_and_each_try_is_in_the_log() {
    let world = World::new();
    let item = world.propose("Water the roses");
    let digest = world.show(&item)["digest"].clone();
    for (who, token) in [("agent:codex", &world.codex), ("verifier:laura", &world.laura)] {
        for (op, path, body) in [
            ("item.confirm", format!("/v1/items/{item}/confirm"), json!({"digest": digest})),
            ("item.reject", format!("/v1/items/{item}/reject"), json!({})),
            ("token.create", "/v1/tokens".to_owned(), json!({"kind": "person", "name": "eve"})),
            ("link.create", "/v1/links".to_owned(), json!({})),
        ] {
            world.send(Ask::post(&path).bearer(token).json(body)).is_problem(403, "refused");
            assert_eq!(world.logged(who, op, "refused"), 1, "{who} {op}");
        }
    }
    assert_eq!(world.show(&item)["status"], "pending");
}

#[test]
fn c1_what_only_countersign_itself_calls_is_not_served() {
    let world = World::new();
    for path in ["/v1/links/redeem", "/v1/effects/i1/finish", "/v1/effects/rc1/reverted"] {
        world.send(Ask::post(path).bearer(&world.ana).json(json!({}))).is_problem(404, "not_found");
    }
}

#[test]
fn c2_a_digest_that_no_longer_fits_is_a_conflict_that_says_what_changed() {
    let world = World::new();
    let item = world.propose("Water the roses");
    let seen = world.show(&item)["digest"].clone();
    let edit = Ask::post(&format!("/v1/items/{item}/edit")).bearer(&world.ana);
    let edited = world.send(edit.json(json!({"args": {"title": "Burn the roses"}})));
    assert_eq!(edited.status, 200, "{}", edited.text());
    let confirm = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana);
    let reply = world.send(confirm.json(json!({"digest": seen})));
    assert_eq!((reply.status, reply.header("countersign-outcome")), (409, Some("stale")), "{}", reply.text());
    let answer = reply.json();
    assert_eq!(answer["status"], "changed", "{answer}");
    assert!(answer["message"].as_str().unwrap().contains("changed"), "{answer}");
    assert_eq!(world.show(&item)["status"], "pending", "nothing was decided");
}

#[test]
fn c2_a_get_remembers_nothing_and_a_post_to_the_same_path_does() {
    let world = World::new();
    let id = world.propose("Water the roses");
    let before = world.log().len();
    for path in
        [format!("/v1/show/{id}"), format!("/v1/items/{id}/status"), "/v1/visits/since?mark=true".into()]
    {
        let looked = world.send(Ask::get(&path).bearer(&world.ana));
        assert_eq!(looked.status, 200, "{path}: {}", looked.text());
        assert_ne!(looked.json()["marked"], true, "{path}");
    }
    for path in ["/v1/agent/news", "/v1/context"] {
        assert_eq!(world.send(Ask::get(path).bearer(&world.codex)).status, 200, "{path}");
    }
    assert_eq!(world.log().len(), before, "{:?}", world.log().last());
    let confirm =
        || world.send(Ask::post(&format!("/v1/items/{id}/confirm")).json(json!({})).bearer(&world.ana));
    assert_eq!(confirm().json()["status"], "not_shown");
    assert_eq!(world.send(Ask::post(&format!("/v1/show/{id}")).bearer(&world.ana)).status, 200);
    assert_eq!(confirm().json()["status"], "applied");
    let news = || world.send(Ask::get("/v1/agent/news").bearer(&world.codex)).json();
    assert_eq!(news()["items"], news()["items"], "a look does not use them up");
    let told = world.send(Ask::post("/v1/agent/news").json(json!({})).bearer(&world.codex)).json();
    assert!(!told["items"].as_array().unwrap().is_empty(), "{told}");
    assert_ne!(news()["items"], told["items"]);
}

#[test]
fn c2_a_second_decision_names_the_first() {
    let world = World::new();
    let ben = world.token_of(json!({"kind": "person", "name": "ben", "role": "approver"})).json();
    let ben = ben["token"].as_str().unwrap();
    let item = world.propose("Water the roses");
    let digest = world.show(&item)["digest"].clone();
    let confirm = |token: &str| {
        let ask = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(token);
        world.send(ask.json(json!({"digest": digest})))
    };
    assert_eq!(confirm(&world.ana).json()["status"], "applied");
    let second = confirm(ben);
    assert_eq!((second.status, second.json()["status"].clone()), (200, json!("already_decided")));
    assert!(second.json()["message"].as_str().unwrap().contains("ana"), "{}", second.text());
    let reject = world.send(Ask::post(&format!("/v1/items/{item}/reject")).bearer(ben).json(json!({})));
    assert_eq!(reject.status, 409, "{}", reject.text());
    assert!(reject.json()["message"].as_str().unwrap().contains("ana"), "{}", reject.text());
}

#[test]
fn the_same_key_gives_the_same_answer_and_another_request_under_it_is_a_conflict() {
    let world = World::new();
    let start = |subject: &str| {
        let ask = Ask::post("/v1/runs").bearer(&world.codex).header("Idempotency-Key", "k-1");
        world.send(ask.json(json!({"subject": subject})))
    };
    let (first, second) = (start("garden"), start("garden"));
    assert_eq!((first.status, second.status), (201, 201));
    assert_eq!(first.json()["id"], second.json()["id"]);
    start("kitchen").is_problem(409, "conflict");
    let runs = world.send(Ask::get("/v1/runs").bearer(&world.ana)).json();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 1);
    for key in ["", "a b", &"k".repeat(256)] {
        let ask = Ask::post("/v1/runs").bearer(&world.codex).header("Idempotency-Key", key);
        world.send(ask.json(json!({}))).is_problem(400, "usage");
    }
}

#[test]
fn lists_are_read_page_by_page() {
    let world = World::new();
    let all: Vec<Value> = (0..5)
        .map(|n| {
            world.send(Ask::post("/v1/runs").bearer(&world.codex).json(json!({"subject": n.to_string()})))
        })
        .map(|reply| reply.json()["id"].clone())
        .collect();
    let (mut seen, mut path) = (Vec::new(), "/v1/runs?limit=2".to_owned());
    for _ in 0..5 {
        let page = world.send(Ask::get(&path).bearer(&world.ana)).json();
        seen.extend(page["runs"].as_array().unwrap().iter().map(|r| r["id"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/runs?limit=2&before={next}");
    }
    seen.reverse();
    assert_eq!(seen, all);
}

#[test]
fn the_inbox_goes_on_behind_an_item_that_was_decided_meanwhile() {
    let world = World::new();
    let all: Vec<String> = ["Roses", "Tulips", "Weeds"].map(|title| world.propose(title)).to_vec();
    let (mut seen, mut path) = (Vec::new(), "/v1/inbox?limit=1".to_owned());
    for _ in 0..all.len() {
        let page = world.send(Ask::get(&path).bearer(&world.ana)).json();
        let item = page["items"][0]["id"].as_str().unwrap().to_owned();
        let reject = Ask::post(&format!("/v1/items/{item}/reject")).bearer(&world.ana).json(json!({}));
        assert_eq!(world.send(reject).status, 200);
        seen.push(item);
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/inbox?limit=1&after={next}");
    }
    assert_eq!(seen, all);
}

#[test]
fn what_is_not_served_says_so_as_a_problem() {
    let world = World::new();
    let nowhere = world.send(Ask::get("/v1/nothing").bearer(&world.ana));
    nowhere.is_problem(404, "not_found");
    assert!(nowhere.json()["hint"].is_string());
    for (ask, allow) in [
        (Ask::new("DELETE", "/v1/runs"), "POST, GET, HEAD, OPTIONS"),
        (Ask::get("/v1/items/i1/confirm"), "POST, OPTIONS"),
        (Ask::new("DELETE", "/v1/show/i1"), "POST, GET, HEAD, OPTIONS"),
    ] {
        let reply = world.send(ask.bearer(&world.ana));
        assert_eq!((reply.status, reply.header("allow")), (405, Some(allow)), "{}", reply.text());
    }
    world.send(Ask::new("PUT", "/v1/runs").bearer(&world.ana)).is_problem(405, "method");
    let health = world.send(Ask::post("/healthz"));
    health.is_problem(405, "method");
    assert!(health.header("allow").unwrap().contains("GET"));
    let options = world.send(Ask::new("OPTIONS", "/v1/runs").bearer(&world.ana));
    assert_eq!((options.status, options.header("allow")), (204, Some("POST, GET, HEAD, OPTIONS")));
    let head = world.send(Ask::new("HEAD", "/v1/runs").bearer(&world.ana));
    assert_eq!((head.status, head.body().len()), (200, 0));
    assert_eq!(world.send(Ask::get("/healthz")).json(), json!({"status": "ok"}));
}

#[test]
fn bad_input_is_refused_and_the_next_request_is_served() {
    let limits = Limits { json_depth: 16, body_bytes: 4096, ..Limits::default() };
    let world = World::with(limits);
    let deep = format!("{}1{}", "[".repeat(50), "]".repeat(50));
    let runs = || Ask::post("/v1/runs").bearer(&world.codex);
    let json = "application/json";
    for (ask, status, code) in [
        (runs().body(json, format!(r#"{{"subject":{deep}}}"#)), 400, "usage"),
        (runs().body(json, "[".repeat(4000)), 400, "usage"),
        (runs().body(json, &b"{\"subject\":\"\xff\"}"[..]), 400, "usage"),
        (runs().body(json, r#"{"subject":"\ud800"}"#), 400, "usage"),
        (runs().body(json, "{"), 400, "usage"),
        (runs().body(json, "[]"), 400, "usage"),
        (runs().body(json, "null"), 400, "usage"),
        (runs().json(json!({"subject": 7})), 400, "usage"),
        (runs().json(json!({"subject": "x", "colour": "red"})), 400, "usage"),
        (runs().json(json!({"subject": " "})), 422, "invalid"),
        (runs().body("text/plain", "{}"), 415, "media_type"),
        (runs().body("application/x-www-form-urlencoded", "subject=x"), 415, "media_type"),
        (runs().json(json!({"subject": "x".repeat(5000)})), 413, "too_large"),
        (Ask::post("/v1/runs?subject=x").bearer(&world.codex), 400, "usage"),
        (Ask::get("/v1/runs?limit=many").bearer(&world.ana), 400, "usage"),
        (Ask::get("/v1/runs?limit=-1").bearer(&world.ana), 400, "usage"),
        (Ask::get("/v1/runs?limit=1&limit=2").bearer(&world.ana), 400, "usage"),
        (Ask::get("/v1/runs?colour=red").bearer(&world.ana), 400, "usage"),
        (Ask::get("/v1/runs?before=%FF").bearer(&world.ana), 400, "usage"),
        (Ask::get("/v1/show/%FF").bearer(&world.ana), 400, "usage"),
        (Ask::get("/v1/show/i1?id=i1").bearer(&world.ana), 400, "usage"),
        (Ask::get("/v1/show/nothing").bearer(&world.ana), 404, "not_found"),
        (Ask::get("/v1/runs").bearer(&world.ana).header("Content-Length", "2"), 400, "usage"),
        (Ask::get("/v1/runs").bearer(&world.ana).header("Countersign-Folder", "w"), 400, "usage"),
    ] {
        world.send(ask).is_problem(status, code);
    }
    assert_eq!(world.send(runs().json(json!({}))).status, 201);
}

#[test]
fn what_fits_the_document_is_never_malformed() {
    let world = World::new();
    let post = |path: &str, body: Value| world.send(Ask::post(path).bearer(&world.ana).json(body));
    post("/v1/passkeys/authorize", json!({})).is_problem(422, "invalid");
    post("/v1/settings/accept", json!({"digest": "short"})).is_problem(422, "invalid");
    // To a JSON Schema, 30.0 is an integer.
    let swept = post("/v1/retention/sweep", json!({"days": 30.0}));
    assert_eq!(swept.status, 200, "{}", swept.text());
    post("/v1/retention/sweep", json!({"days": 30.5})).is_problem(400, "usage");
}

#[test]
fn a_limit_that_the_document_does_not_have_is_refused_and_none_ends_an_export_early() {
    let world = World::new();
    let get = |path: &str| world.send(Ask::get(path).bearer(&world.ana));
    for path in ["/v1/audit?limit=0", "/v1/audit?limit=1001", "/v1/audit/report?limit=0"] {
        get(path).is_problem(422, "invalid");
    }
    let export = get("/v1/audit/export?limit=0").json();
    assert!(export["next"].is_string(), "an empty page would say that this was all: {export}");
}

#[test]
fn a_body_without_a_length_is_cut_off_at_the_limit() {
    let world = World::with(Limits { body_bytes: 1000, ..Limits::default() });
    let mut bytes = format!(
        "POST /v1/runs HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        world.address, world.codex
    );
    for _ in 0..20 {
        bytes.push_str(&format!("64\r\n{}\r\n", " ".repeat(100)));
    }
    bytes.push_str("0\r\n\r\n");
    world.raw(bytes.as_bytes()).is_problem(413, "too_large");
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let world = World::with(Limits { body_time: Duration::from_millis(50), ..Limits::default() });
    let bytes = format!(
        "POST /v1/runs HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{",
        world.address, world.codex
    );
    world.raw(bytes.as_bytes()).is_problem(408, "slow_body");
}

#[test]
fn fields_of_the_path_may_stand_in_the_body_only_as_they_are() {
    let world = World::new();
    let item = world.propose("Water the roses");
    let reject = |body: Value| {
        world.send(Ask::post(&format!("/v1/items/{item}/reject")).bearer(&world.ana).json(body))
    };
    reject(json!({"id": "i999"})).is_problem(400, "usage");
    let reply = reject(json!({"id": item, "reason": "no"}));
    assert_eq!(reply.json()["status"], "rejected", "{}", reply.text());
}

#[test]
fn where_a_call_came_from_is_in_its_event() {
    let world = World::new();
    let ask = Ask::post("/v1/runs").bearer(&world.codex).json(json!({}));
    let ask = ask.header("Countersign-Folder", "/w/my%20garden").header("Countersign-Surface", "mcp");
    assert_eq!(world.send(ask).status, 201);
    let ask = Ask::post("/v1/runs").bearer(&world.codex).json(json!({}));
    assert_eq!(world.send(ask.header("Countersign-Surface", "timer")).status, 201);
    let log = world.log();
    let origin = |event: &Value| event["body"]["origin"].clone();
    let [.., first, second] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((&origin(first)["surface"], &origin(first)["cwd"]), (&json!("mcp"), &json!("/w/my garden")));
    assert_eq!(origin(first)["peer"], "127.0.0.1");
    assert_eq!(origin(second)["surface"], "http", "nobody passes for a timer");
}

#[test]
fn h4_an_agent_that_floods_is_slowed_and_nobody_else() {
    let world = World::with(Limits { agent_calls_per_s: 1, agent_burst: 3, ..Limits::default() });
    let ask = |token: &str| world.send(Ask::get("/v1/runs").bearer(token));
    let slowed: Vec<_> = (0..30).map(|_| ask(&world.codex)).filter(|reply| reply.status == 429).collect();
    let first = slowed.first().unwrap();
    first.is_problem(429, "too_often");
    assert!(first.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    assert!((0..30).all(|_| ask(&world.ana).status == 200), "persons are not limited");
    let verifier = (0..30).map(|_| ask(&world.laura)).find(|reply| reply.status == 429);
    assert!(verifier.is_some(), "verifiers are");
}

#[test]
fn h4_however_many_calls_of_agents_take_long_a_person_is_answered() {
    let world = World::new();
    let threads = tokio::runtime::Builder::new_multi_thread().max_blocking_threads(300).build().unwrap();
    let over = Arc::new((Mutex::new(false), Condvar::new()));
    let begun = Arc::new(AtomicUsize::new(0));
    for _ in 0..400 {
        let (app, over, begun) = (world.app.clone(), over.clone(), begun.clone());
        threads.spawn(async move {
            let lasting = move |_: &Engine| {
                begun.fetch_add(1, Ordering::Relaxed);
                drop(over.1.wait_while(over.0.lock().unwrap(), |over| !*over).unwrap());
                Ok(())
            };
            app.blocking_for(&Actor::agent("codex"), lasting).await
        });
    }
    while begun.load(Ordering::Relaxed) < 256 {
        std::thread::yield_now();
    }
    let ana = Actor::person("ana");
    let person = world.app.blocking_for(&ana, |_| Ok("answered"));
    assert_eq!(threads.block_on(person).unwrap(), "answered");
    assert_eq!(begun.load(Ordering::Relaxed), 256, "the others wait without a thread");
    *over.0.lock().unwrap() = true;
    over.1.notify_all();
}

#[test]
fn notices_ride_on_every_answer_to_a_person_and_on_none_to_others() {
    let world = World::new();
    let told = |token: &str, path: &str| {
        let reply = world.send(Ask::get(path).bearer(token));
        reply.header("countersign-notice").map(str::to_owned)
    };
    assert_eq!(told(&world.ana, "/v1/inbox"), None);
    world.app.notices.set("policy.toml", Some("it waits".into()));
    for path in ["/v1/inbox", "/v1/show/i99"] {
        assert_eq!(told(&world.ana, path).as_deref(), Some("it%20waits"), "{path}");
        for other in [&world.codex, &world.laura, "cs_wrong"] {
            assert_eq!(told(other, path), None, "{path}");
        }
    }
}

#[test]
fn d1_a_decision_takes_its_effect_when_nobody_waits_for_the_answer_any_more() {
    let world = World::new();
    let path = world.work.join("notes.txt");
    let args = json!({"path": path, "content": "written\n"});
    let held =
        world.at_work(&world.codex, "call.propose", json!({"tool": "filesystem.write_file", "args": args}));
    let (item, digest) = (held["item"]["id"].clone(), held["item"]["digest"].clone());
    let actor = world.engine.authenticate(Some(&world.ana)).unwrap();
    let (op, input) = ("item.confirm".to_owned(), json!({"id": item, "digest": digest}));
    let call = Request { actor, op, input, key: None, origin: Origin::from("test") };
    let call = world.engine.prepare(call).unwrap();
    world.runtime.block_on(async {
        let making = world.app.make(call);
        // It has begun, and the caller disappears.
        assert!(tokio::time::timeout(Duration::ZERO, making).await.is_err());
        // Like the daemon before it exits.
        world.app.settled().await;
    });
    assert_eq!(std::fs::read_to_string(path).unwrap(), "written\n");
    let shown = world.at_work(&world.ana, "show", json!({"id": item}));
    assert_eq!(shown["item"]["status"], "applied");
}

#[test]
fn c1_authority_is_looked_at_before_the_input() {
    let world = World::new();
    let item = world.propose("Water the roses");
    let vera = world.token_of(json!({"kind": "person", "name": "vera", "role": "viewer"}));
    let vera = vera.json()["token"].as_str().unwrap().to_owned();
    let confirm = || Ask::post(&format!("/v1/items/{item}/confirm"));
    let bad: [Ask; 6] = [
        confirm().json(json!({"digest": 7})),
        confirm().json(json!({"no such field": 1})),
        confirm().body("application/json", "{"),
        confirm().body("text/plain", "yes"),
        Ask::post(&format!("/v1/items/{item}/confirm?digest=x")).json(json!({})),
        confirm().json(json!({})).header("Idempotency-Key", "no spaces please"),
    ];
    for (who, token) in [("agent:codex", &world.codex), ("person:vera", &vera)] {
        for (n, ask) in bad.iter().enumerate() {
            world.send(ask.clone().bearer(token)).is_problem(403, "refused");
            assert_eq!(
                world.logged(who, "item.confirm", "refused"),
                n + 1,
                "{who}: each attempt is in the log"
            );
        }
    }
    for ask in bad {
        let reply = world.send(ask.bearer(&world.ana));
        assert!(matches!(reply.status, 400 | 415 | 422), "who may is told what is wrong: {}", reply.text());
    }
}

#[test]
fn c11_modes_and_trust_are_set_listed_and_ended_over_http_by_persons_only() {
    let world = World::new();
    let run = world.send(Ask::post("/v1/runs").bearer(&world.codex).json(json!({"subject": "garden"})));
    let run = run.json()["id"].as_str().unwrap().to_owned();
    let post = |who: &str, path: &str, body: Value| world.send(Ask::post(path).bearer(who).json(body));
    let own = format!("/v1/runs/{run}/mode");
    let folder = std::env::temp_dir().join("countersign-trusted");
    std::fs::create_dir_all(&folder).unwrap();
    let trust = json!({"folder": folder, "agent": "codex"});
    for (path, body) in [
        ("/v1/modes", json!({"mode": "auto", "agent": "codex"})),
        (own.as_str(), json!({"mode": "auto"})),
        ("/v1/trust", trust.clone()),
    ] {
        post(&world.codex, path, body).is_problem(403, "refused");
    }
    let mode = || {
        let shown = world.send(Ask::get(&format!("/v1/runs/{run}")).bearer(&world.ana)).json();
        (shown["mode"].clone(), shown["mode_from"].clone())
    };
    let set = post(&world.ana, "/v1/modes", json!({"mode": "auto", "agent": "codex"}));
    assert!(set.status < 300, "{}", set.text());
    assert_eq!((set.json()["runs"].clone(), mode()), (json!([run]), (json!("auto"), json!("agent"))));
    assert!(post(&world.ana, &own, json!({"mode": "manual"})).status < 300);
    assert_eq!(mode(), (json!("manual"), json!("run")));
    let listed = world.send(Ask::get("/v1/modes").bearer(&world.ana)).json();
    let id = listed["modes"][0]["id"].as_str().unwrap_or_else(|| panic!("{listed}")).to_owned();
    assert!(post(&world.ana, &format!("/v1/modes/{id}/clear"), json!({})).status < 300);
    assert_eq!(world.send(Ask::get("/v1/modes").bearer(&world.ana)).json()["modes"], json!([]));

    let given = post(&world.ana, "/v1/trust", trust);
    assert!(given.status < 300, "{}", given.text());
    let listed = || world.send(Ask::get("/v1/trust").bearer(&world.ana)).json()["trust"].clone();
    assert_eq!(listed()[0]["trust"]["agents"], json!(["codex"]), "{}", listed());
    let end = format!("/v1/trust/{}/end", given.json()["id"].as_str().unwrap());
    post(&world.codex, &end, json!({})).is_problem(403, "refused");
    assert!(post(&world.ana, &end, json!({})).status < 300);
    assert_eq!(listed(), json!([]));
}
