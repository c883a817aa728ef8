//! Authentication: tokens, sessions, names and sites.

use countersign_server::Limits;
use serde_json::json;

use crate::world::{Ask, DAY, Reply, World};

/// Signs in and returns the browser's cookie.
fn sign_in(world: &World) -> String {
    let link = world.send(Ask::post("/v1/links").bearer(&world.ana).json(json!({"label": "desk"})));
    assert_eq!(link.status, 201, "{}", link.text());
    let reply = world.send(Ask::post("/login").form(&format!("code={}", code(&link))));
    assert_eq!((reply.status, reply.header("location")), (303, Some("/")), "{}", reply.text());
    session(&reply)
}

fn code(link: &Reply) -> String {
    link.json()["code"].as_str().unwrap().to_owned()
}

fn session(reply: &Reply) -> String {
    let cookie = reply.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let value = cookie.split(';').next().unwrap().strip_prefix("countersign_session=").unwrap();
    value.to_owned()
}

fn csrf(world: &World, session: &str) -> String {
    let reply = world.send(Ask::get("/v1/session").cookie(session));
    let json = reply.json();
    assert_eq!((&json["name"], &json["role"]), (&json!("ana"), &json!("admin")), "{}", reply.text());
    json["csrf"].as_str().unwrap().to_owned()
}

#[test]
fn c1_without_a_token_nobody_is_let_in_by_tcp() {
    for world in [World::new(), World::empty(Limits::default())] {
        let reply = world.send(Ask::get("/v1/runs"));
        reply.is_problem(401, "unauthenticated");
        assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
        assert!(reply.json()["hint"].is_string());
        assert_eq!(world.send(Ask::get("/healthz")).status, 200);
    }
}

#[test]
fn an_empty_home_is_its_owners_by_the_socket_until_somebody_has_a_token() {
    let world = World::empty(Limits::default());
    let make = Ask::post("/v1/tokens").json(json!({"kind": "person", "name": "ana"}));
    assert_eq!(world.send_unix(make.clone()).status, 201);
    world.send_unix(make).is_problem(401, "unauthenticated");
    world.send_unix(Ask::get("/v1/runs")).is_problem(401, "unauthenticated");
}

#[test]
fn c1_a_token_is_one_bearer_and_is_never_read_from_elsewhere() {
    let world = World::new();
    let runs = || Ask::get("/v1/runs");
    assert_eq!(world.send(runs().bearer(&world.ana)).status, 200);
    for ask in [
        runs().bearer("cs_person_0000"),
        runs().bearer(&world.ana.to_uppercase()),
        runs().header("Authorization", "Basic YW5hOmFuYQ=="),
        runs().header("Authorization", &world.ana),
        runs().header("X-Token", &world.ana),
        Ask::get(&format!("/v1/runs?access_token={}", world.ana)),
        Ask::get(&format!("/v1/runs?token={}", world.ana)),
    ] {
        world.send(ask).is_problem(401, "unauthenticated");
    }
    world.send(runs().bearer(&world.ana).bearer(&world.ana)).is_problem(400, "usage");
}

#[test]
fn a_revoked_and_an_expired_token_end_at_once() {
    let world = World::new();
    let made = world.token_of(json!({"kind": "person", "name": "ben"})).json();
    let (id, ben) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    assert_eq!(world.send(Ask::get("/v1/runs").bearer(ben)).status, 200);
    let revoked = world.send(Ask::post(&format!("/v1/tokens/{id}/revoke")).bearer(&world.ana));
    assert_eq!(revoked.status, 200, "{}", revoked.text());
    world.send(Ask::get("/v1/runs").bearer(ben)).is_problem(401, "unauthenticated");

    let made = world.token_of(json!({"kind": "agent", "name": "bob", "days": 1})).json();
    let bob = made["token"].as_str().unwrap();
    assert_eq!(world.send(Ask::get("/v1/runs").bearer(bob)).status, 200);
    world.env.advance(DAY);
    world.send(Ask::get("/v1/runs").bearer(bob)).is_problem(401, "unauthenticated");
}

#[test]
fn c1_a_token_of_one_user_is_taken_from_that_user_alone() {
    let world = World::new();
    let uid = rustix::process::geteuid().as_raw();
    let bound = |uid: u32, name: &str| {
        let made = world.token_of(json!({"kind": "person", "name": name, "uid": uid})).json();
        made["token"].as_str().unwrap().to_owned()
    };
    let (own, other) = (bound(uid, "ben"), bound(uid + 1, "eve"));
    assert_eq!(world.send_unix(Ask::get("/v1/runs").bearer(&own)).status, 200);
    world.send_unix(Ask::get("/v1/runs").bearer(&other)).is_problem(403, "refused");
    // The machine's connection table also reports the user of a TCP connection.
    assert_eq!(world.send(Ask::get("/v1/runs").bearer(&own)).status, 200);
    world.send(Ask::get("/v1/runs").bearer(&other)).is_problem(403, "refused");
}

#[test]
fn wrong_tokens_are_slowed_and_right_ones_are_not() {
    let world = World::with(Limits { wrong_tokens_per_min: 3, ..Limits::default() });
    let wrong = |n: usize| world.send(Ask::get("/v1/runs").bearer(&format!("cs_person_{n}")));
    let replies: Vec<Reply> = (0..20).map(wrong).collect();
    assert!(replies.iter().take(3).all(|reply| reply.status == 401));
    let slowed = replies.iter().find(|reply| reply.status == 429).unwrap();
    slowed.is_problem(429, "too_often");
    assert!(slowed.header("retry-after").is_some());
    assert_eq!(world.send(Ask::get("/v1/runs").bearer(&world.ana)).status, 200);
    let guessed = world.send(Ask::post("/login").form("code=cs_link_0"));
    guessed.is_problem(429, "too_often");
}

#[test]
fn c1_names_of_others_and_pages_of_others_are_refused() {
    let world = World::new();
    let (port, own) = (world.address.port(), world.address.to_string());
    let runs = || Ask::get("/v1/runs").bearer(&world.ana);
    for host in [&own, &format!("localhost:{port}"), "desk.example.com"] {
        assert_eq!(world.send(runs().host(host)).status, 200, "{host}");
    }
    for host in ["evil.example", &format!("evil.example:{port}"), "localhost", "127.0.0.1:1", ""] {
        world.send(runs().host(host)).is_problem(421, "misdirected");
    }
    world.send(Ask::get("/healthz").host("evil.example")).is_problem(421, "misdirected");
    world.send(Ask::get("/login").host("evil.example")).is_problem(421, "misdirected");
    assert_eq!(world.send(runs().header("Origin", &format!("http://{own}"))).status, 200);
    for origin in
        ["http://evil.example", "null", "http://localhost:3000", &format!("http://evil.example:{port}")]
    {
        world.send(runs().header("Origin", origin)).is_problem(403, "cross_site");
    }
    let start = || Ask::post("/v1/runs").bearer(&world.ana).json(json!({}));
    world.send(start().header("Sec-Fetch-Site", "cross-site")).is_problem(403, "cross_site");
    assert_eq!(world.send(start().header("Sec-Fetch-Site", "same-origin")).status, 201);
}

#[test]
fn a_link_signs_in_one_browser_once_and_looking_at_it_does_not_use_it_up() {
    let world = World::new();
    let link = world.send(Ask::post("/v1/links").bearer(&world.ana).json(json!({})));
    let code = code(&link);
    for _ in 0..2 {
        let page = world.send(Ask::get(&format!("/login?code={code}")));
        assert_eq!(page.status, 200);
        assert!(page.text().contains(&code) && !page.text().contains("<script"));
        assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert!(page.header("set-cookie").is_none());
    }
    let form = format!("code={code}");
    let foreign = Ask::post("/login").form(&form).header("Origin", "http://evil.example");
    world.send(foreign).is_problem(403, "cross_site");
    let first = world.send(Ask::post("/login").form(&form));
    assert_eq!(world.send(Ask::get("/v1/runs").cookie(&session(&first))).status, 200);
    let second = world.send(Ask::post("/login").form(&form));
    assert_eq!((second.status, second.header("set-cookie")), (403, None));
    assert!(second.text().contains("already used"));

    let late = world.send(Ask::post("/v1/links").bearer(&world.ana).json(json!({"minutes": 1})));
    world.env.advance(61_000);
    let form = format!("code={}", late.json()["code"].as_str().unwrap());
    assert_eq!(world.send(Ask::post("/login").form(&form)).status, 403);
    let injected = world.send(Ask::get("/login?code=%22%3E%3Cb%3E"));
    assert!(!injected.text().contains("<b>"));
}

#[test]
fn c1_a_cookie_alone_changes_nothing() {
    let world = World::new();
    let session = sign_in(&world);
    let word = csrf(&world, &session);
    let freeze = || Ask::post("/v1/freeze").cookie(&session).json(json!({}));
    world.send(freeze()).is_problem(403, "csrf");
    let of_another = csrf(&world, &sign_in(&world));
    for forged in ["", "x", &session, &of_another, &word.replace(&word[..1], "g"), &format!("{word}0")] {
        world.send(freeze().header("Countersign-CSRF", forged)).is_problem(403, "csrf");
    }
    let freeze = freeze().header("Countersign-CSRF", &word);
    world.send(freeze.clone().header("Sec-Fetch-Site", "same-site")).is_problem(403, "cross_site");
    world.send(freeze.clone().header("Origin", "http://localhost:3000")).is_problem(403, "cross_site");
    let look = Ask::get("/v1/runs").cookie(&session).header("Sec-Fetch-Site", "same-site");
    world.send(look).is_problem(403, "cross_site");
    assert_eq!(world.logged("person:ana", "freeze", "done"), 0);
    assert_eq!(world.send(freeze).status, 200);
    assert_eq!(world.logged("person:ana", "freeze", "done"), 1);
}

#[test]
fn c1_a_session_is_no_token_and_a_token_is_no_session() {
    let world = World::new();
    let session = sign_in(&world);
    world.send(Ask::get("/v1/runs").bearer(&session)).is_problem(401, "unauthenticated");
    world.send(Ask::get("/v1/runs").cookie(&world.ana)).is_problem(401, "unauthenticated");
    world.send(Ask::get("/v1/runs").cookie(&world.codex)).is_problem(401, "unauthenticated");
    world.send(Ask::get("/v1/runs").cookie(&session).bearer(&world.ana)).is_problem(400, "usage");
    world.send(Ask::get("/v1/runs").cookie(&session).cookie(&session)).is_problem(400, "usage");
    world.send_unix(Ask::get("/v1/runs").cookie(&session)).is_problem(400, "usage");
    let own = world.send(Ask::get("/v1/session").bearer(&world.codex)).json();
    assert_eq!(own, json!({"kind": "agent", "name": "codex"}));
}

#[test]
fn signing_out_takes_the_word_of_the_session_and_ends_it() {
    let world = World::new();
    let session = sign_in(&world);
    let word = csrf(&world, &session);
    world.send(Ask::post("/logout").cookie(&session).form("csrf=x")).is_problem(403, "csrf");
    assert_eq!(world.send(Ask::get("/v1/runs").cookie(&session)).status, 200);
    let out = world.send(Ask::post("/logout").cookie(&session).form(&format!("csrf={word}")));
    assert_eq!((out.status, out.header("location")), (303, Some("/login")), "{}", out.text());
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    world.send(Ask::get("/v1/runs").cookie(&session)).is_problem(401, "unauthenticated");
}

#[test]
fn c1_a_session_that_was_revoked_elsewhere_ends_at_once() {
    let world = World::new();
    let session = sign_in(&world);
    let tokens = world.send(Ask::get("/v1/tokens").bearer(&world.ana)).json();
    let id =
        tokens["tokens"].as_array().unwrap().iter().find(|t| t["session"] == true).unwrap()["id"].clone();
    let path = format!("/v1/tokens/{}/revoke", id.as_str().unwrap());
    assert_eq!(world.send(Ask::post(&path).bearer(&world.ana)).status, 200);
    world.send(Ask::get("/v1/session").cookie(&session)).is_problem(401, "unauthenticated");
}
