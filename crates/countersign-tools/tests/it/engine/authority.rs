//! C1: who may do what, by kind, role, scope, time and process.

use countersign_core::{Actor, ActorKind, ErrorCode, OPS, Origin, Request, Role};
use serde_json::{Value, json};

use super::world::{DAY, MINUTE, World, ana, codex, id};

/// Ana with a token of hers, as the home knows her.
fn admin(w: &World) -> Actor {
    let owner = w.engine.authenticate(None).unwrap();
    let made = w.ask(&owner, "token.create", json!({"kind": "person", "name": "ana"}));
    w.engine.authenticate(made["token"].as_str()).unwrap()
}

fn made(w: &World, by: &Actor, input: Value) -> (String, Actor) {
    let token = w.ask(by, "token.create", input)["token"].as_str().unwrap().to_owned();
    let actor = w.engine.authenticate(Some(&token)).unwrap();
    (token, actor)
}

#[test]
fn c1_a_viewer_looks_an_approver_decides_and_an_admin_gives_authority() {
    let w = World::new();
    let ana = admin(&w);
    let (_, viewer) = made(&w, &ana, json!({"kind": "person", "name": "vera", "role": "viewer"}));
    let (_, approver) = made(&w, &ana, json!({"kind": "person", "name": "ben", "role": "approver"}));
    let item = w.hold("task.create_task", json!({"title": "x"}));
    w.ask(&viewer, "inbox.list", json!({}));
    w.ask(&viewer, "show", json!({"id": item}));
    for op in ["item.confirm", "item.reject", "item.defer"] {
        let error = w.fails(&viewer, op, json!({"id": item}));
        assert_eq!(error.code, ErrorCode::Refused, "{op}");
        assert_eq!(w.last_event().status, "refused", "{op}: the attempt is in the log");
    }
    w.ask(&approver, "show", json!({"id": item}));
    assert_eq!(w.ask(&approver, "item.confirm", json!({"id": item}))["status"], "applied");
    let more = json!({"kind": "person", "name": "eve"});
    assert_eq!(w.fails(&approver, "token.create", more.clone()).code, ErrorCode::Refused);
    w.ask(&ana, "token.create", more);
}

#[test]
fn c1_a_token_with_scopes_is_for_nothing_else() {
    let w = World::new();
    let ana = admin(&w);
    let scopes = json!(["call.propose", "item.*", "tool:task.*"]);
    let (_, agent) = made(&w, &ana, json!({"kind": "agent", "name": "codex", "scopes": scopes}));
    let held = w.ask(&agent, "call.propose", json!({"tool": "task.create_task", "args": {"title": "x"}}));
    w.ask(&agent, "item.status", json!({"id": held["item"]["id"]}));
    assert_eq!(w.fails(&agent, "run.start", json!({})).code, ErrorCode::Refused);
    let other = json!({"tool": "calendar.create_event", "args": {"title": "x"}});
    assert_eq!(w.fails(&agent, "call.propose", other).code, ErrorCode::Refused);
    assert_eq!(w.last_event().status, "refused");
    for wrong in ["nothing at all", "tool:", ""] {
        let input = json!({"kind": "agent", "name": "other", "scopes": [wrong]});
        assert_eq!(w.fails(&ana, "token.create", input).code, ErrorCode::Invalid, "{wrong:?}");
    }
    let (_, person) = made(&w, &ana, json!({"kind": "person", "name": "ben", "scopes": ["inbox.list"]}));
    assert_eq!(w.fails(&person, "link.create", json!({})).code, ErrorCode::Refused);
}

#[test]
fn c1_a_token_ends_by_itself_and_at_once_when_revoked() {
    let w = World::new();
    let ana = admin(&w);
    let (token, ben) = made(&w, &ana, json!({"kind": "person", "name": "ben", "days": 1}));
    w.ask(&ben, "inbox.list", json!({}));
    w.env.advance(DAY);
    assert_eq!(w.engine.authenticate(Some(&token)).unwrap_err().code, ErrorCode::Unauthenticated);
    // A person who was let in before is locked out, too: the writer checks again.
    assert_eq!(w.fails(&ben, "freeze", json!({})).code, ErrorCode::Unauthenticated);
    let (token, ben) = made(&w, &ana, json!({"kind": "person", "name": "ben"}));
    w.ask(&ana, "token.revoke", json!({"id": ben.token}));
    assert!(w.engine.authenticate(Some(&token)).is_err());
    assert_eq!(w.fails(&ben, "freeze", json!({})).code, ErrorCode::Unauthenticated);
}

#[test]
fn the_last_admin_cannot_be_revoked_nor_outlived() {
    let w = World::new();
    let ana = admin(&w);
    made(&w, &ana, json!({"kind": "person", "name": "ben", "role": "approver"}));
    made(&w, &ana, json!({"kind": "person", "name": "cara", "days": 1}));
    assert_eq!(w.fails(&ana, "token.revoke", json!({"id": ana.token})).code, ErrorCode::Conflict);
}

#[test]
fn c1_a_persons_token_in_an_agents_process_decides_nothing() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "x"}));
    let from_agent = |op: &str, input: Value| {
        let origin = Origin { agent_process: Some("codex (pid 7)".into()), ..Origin::from("http") };
        let (actor, op) = (ana(), op.to_owned());
        w.engine.call(Request { actor, op, input, key: None, origin })
    };
    from_agent("inbox.list", json!({})).unwrap();
    for (op, input) in [
        ("show", json!({"id": item})),
        ("item.confirm", json!({"id": item})),
        ("item.reject", json!({"id": item})),
        ("freeze", json!({})),
        ("token.create", json!({"kind": "person", "name": "me"})),
        ("link.create", json!({})),
        ("listener.open", json!({"address": "192.168.1.5"})),
        ("listener.close", json!({})),
        // Operations that agents may use are not available to a person there either.
        (
            "run.start",
            json!({"mode": "confidence_threshold", "confidence_threshold": 0.0, "checks": ["true"]}),
        ),
        ("run.end", json!({})),
        ("item.retract", json!({"id": item})),
        ("call.propose", json!({"tool": "task.create_task", "args": {"title": "y"}})),
    ] {
        let error = from_agent(op, input).unwrap_err();
        assert_eq!(error.code, ErrorCode::Refused, "{op}");
        let event = w.last_event();
        assert_eq!((event.op.as_str(), event.status.as_str()), (op, "refused"), "the attempt is in the log");
    }
    assert_eq!(w.status(&item), "pending");
}

#[test]
fn a_link_becomes_a_session_once_and_in_time() {
    let w = World::new();
    let ana = admin(&w);
    let link = w.ask(&ana, "link.create", json!({"label": "telephone"}));
    let redeem = json!({"code": link["code"]});
    assert_eq!(w.fails(&codex(), "link.redeem", redeem.clone()).code, ErrorCode::Refused);
    let session = w.ask(&Actor::system(), "link.redeem", redeem.clone());
    let browser = w.engine.authenticate(session["token"].as_str()).unwrap();
    assert_eq!((browser.name.as_str(), browser.role), ("ana", Role::Admin));
    assert_eq!(w.fails(&Actor::system(), "link.redeem", redeem).code, ErrorCode::Unauthenticated);
    w.ask(&browser, "session.end", json!({}));
    assert!(w.engine.authenticate(session["token"].as_str()).is_err());
    assert_eq!(w.fails(&ana, "session.end", json!({})).code, ErrorCode::Conflict);
    let late = w.ask(&ana, "link.create", json!({"minutes": 5}));
    w.env.advance(5 * MINUTE);
    let redeem = json!({"code": late["code"]});
    assert_eq!(w.fails(&Actor::system(), "link.redeem", redeem).code, ErrorCode::Unauthenticated);
}

#[test]
fn a_link_gives_nobody_more_than_its_maker_has() {
    let w = World::new();
    let ana = admin(&w);
    let (_, ben) = made(&w, &ana, json!({"kind": "person", "name": "ben", "role": "approver"}));
    for input in [json!({"role": "admin"}), json!({"name": "ana"})] {
        assert_eq!(w.fails(&ben, "link.create", input).code, ErrorCode::Refused);
    }
    made(&w, &ana, json!({"kind": "agent", "name": "codex"}));
    assert_eq!(w.fails(&ana, "link.create", json!({"name": "codex"})).code, ErrorCode::Conflict);
    let link = w.ask(&ana, "link.create", json!({"name": "vera", "role": "viewer"}));
    let session = w.ask(&Actor::system(), "link.redeem", json!({"code": link["code"]}));
    let vera = w.engine.authenticate(session["token"].as_str()).unwrap();
    assert_eq!((vera.name.as_str(), vera.role), ("vera", Role::Viewer));
    assert_eq!(w.fails(&codex(), "link.create", json!({})).code, ErrorCode::Refused);
}

#[test]
fn a_session_of_an_empty_home_leaves_its_owner_in() {
    let w = World::new();
    let owner = w.engine.authenticate(None).unwrap();
    let link = w.ask(&owner, "link.create", json!({}));
    w.ask(&Actor::system(), "link.redeem", json!({"code": link["code"]}));
    assert!(w.engine.authenticate(None).is_ok());
    admin(&w);
    assert!(w.engine.authenticate(None).is_err());
}

#[test]
fn g2_codes_and_sessions_are_in_no_event_and_no_list() {
    let w = World::new();
    let ana = admin(&w);
    let link = w.ask(&ana, "link.create", json!({}));
    let session = w.ask(&Actor::system(), "link.redeem", json!({"code": link["code"]}));
    let listed = w.ask(&ana, "token.list", json!({})).to_string();
    for secret in [&link["code"], &session["token"]] {
        let secret = secret.as_str().unwrap();
        assert!(!listed.contains(secret));
        for event in w.events() {
            let text =
                [event.body.clone(), event.changes.clone()].map(|b| String::from_utf8(b.unwrap()).unwrap());
            assert!(!text.iter().any(|t| t.contains(secret)), "{} tells a secret", event.op);
        }
    }
    assert_eq!(id(&listed_session(&w, &ana)), session["id"].as_str().unwrap());
}

fn listed_session(w: &World, ana: &Actor) -> Value {
    let all = w.ask(ana, "token.list", json!({}))["tokens"].clone();
    all.as_array().unwrap().iter().find(|t| t["session"] == true).unwrap().clone()
}

#[test]
fn c1_no_tool_for_agents_leads_to_what_only_a_person_does() {
    let mut named = 0;
    for spec in OPS.iter().map(|op| op.spec()) {
        if let Some(name) = spec.mcp {
            named += 1;
            assert!(spec.audience.contains(&ActorKind::Agent), "{name} is a tool that agents may not call");
            assert!(!spec.is_persons_own(), "{name}");
        }
    }
    assert!(named > 0);
    // Deciding operations do not exist there, and reject an agent in any case.
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "x"}));
    for op in
        ["item.confirm", "item.reject", "item.resolve", "set.confirm_all", "receipt.undo", "server.accept"]
    {
        let op = OPS.iter().find(|o| o.spec().name == op).unwrap().spec();
        assert_eq!(op.mcp, None, "{}", op.name);
        assert!(op.is_persons_own(), "{}", op.name);
    }
    assert_eq!(w.fails(&codex(), "item.confirm", json!({"id": item})).code, ErrorCode::Refused);
}

#[test]
fn c1_whoever_may_not_call_is_refused_whatever_the_input_is_and_the_attempt_is_logged() {
    let w = World::new();
    let laura = Actor::new(ActorKind::Verifier, "laura");
    let vera = Actor { role: Role::Viewer, ..Actor::person("vera") };
    let mut tried = 0;
    for spec in OPS.iter().map(|op| op.spec()) {
        for actor in [codex(), laura.clone(), vera.clone(), Actor::system()] {
            let may = spec.audience.contains(&actor.kind)
                && (actor.kind != ActorKind::Person || actor.role >= spec.role);
            for input in [json!({"no such field": [1]}), json!(7), Value::Null] {
                let before = w.events().len();
                let answer = w.request(&actor, spec.name, input.clone(), None);
                if may {
                    assert!(
                        !answer.is_err_and(
                            |e| e.code == ErrorCode::Refused && e.message.contains("may not call")
                        )
                    );
                    continue;
                }
                tried += 1;
                assert_eq!(answer.unwrap_err().code, ErrorCode::Refused, "{actor} {} {input}", spec.name);
                let event = w.last_event();
                assert_eq!(w.events().len(), before + 1, "{actor} {}", spec.name);
                assert_eq!((event.op.as_str(), event.status.as_str()), (spec.name, "refused"));
            }
        }
    }
    assert!(tried > 300, "{tried}");
    assert!(w.verify().ok);
}

#[test]
fn c1_a_link_is_not_redeemed_for_an_agents_process_nor_for_another_user_of_the_machine() {
    let w = World::new();
    let ana = admin(&w);
    let call = |actor: &Actor, op: &str, input: Value, uid: Option<u32>, agent: Option<&str>| {
        let origin = Origin { uid, agent_process: agent.map(str::to_owned), ..Origin::from("web") };
        let (actor, op) = (actor.clone(), op.to_owned());
        w.engine.call(Request { actor, op, input, key: None, origin })
    };
    let link = |uid, name: &str| {
        call(&ana, "link.create", json!({"name": name}), uid, None).unwrap().value["code"].clone()
    };
    let redeem = |code: &Value, uid: Option<u32>, agent| {
        call(&Actor::system(), "link.redeem", json!({"code": code, "uid": uid}), uid, agent)
            .map_err(|e| e.code)
    };
    let own = link(Some(1000), "ana");
    assert_eq!(redeem(&own, Some(1000), Some("codex (pid 7)")).unwrap_err(), ErrorCode::Refused);
    let event = w.last_event();
    assert_eq!((event.op.as_str(), event.status.as_str()), ("link.redeem", "refused"));
    assert_eq!(redeem(&own, Some(1001), None).unwrap_err(), ErrorCode::Refused);
    redeem(&own, Some(1000), None).unwrap();
    // Another machine, a link for another person, and one that root made for a person are bound to no user.
    redeem(&link(Some(1000), "ana"), None, None).unwrap();
    redeem(&link(Some(1000), "ben"), Some(1001), None).unwrap();
    redeem(&link(Some(0), "ana"), Some(1000), None).unwrap();
}
