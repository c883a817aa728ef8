//! C1: a person with a passkey must also sign what gives or removes authority; otherwise a stolen session
//! could create a new person.

use countersign_core::{Actor, ErrorCode, Role};
use serde_json::{Value, json};

use super::{Authenticator, register, world};
use crate::engine::world::{World, ana, ben, text};

/// Returns the input of a call with ana's signature.
fn signed(w: &World, key: &mut Authenticator, op: &str, input: &Value) -> Value {
    let options = w.ask(&ana(), "passkey.authorize", json!({"allow": {"op": op, "input": input}}));
    let mut input = input.clone();
    input["assertion"] = key.get(&options);
    input
}

/// Returns a person with a token, as in a home with several people.
fn with_token(w: &World, who: &Actor) -> Actor {
    let made = w.ask(&ana(), "token.create", json!({"kind": "person", "name": who.name}));
    w.engine.authenticate(Some(&text(&made, "token"))).unwrap()
}

fn waiting_settings(w: &World) -> Value {
    let load = |text: &str, loosens: &[&str], over: &Value| {
        let input = json!({"name": "policy", "text": text, "loosens": loosens, "over": over});
        w.ask(&Actor::system(), "settings.load", input)
    };
    let first = load("one", &[], &Value::Null);
    json!({"digest": load("two", &["x"], &first["digest"])["waiting"]["digest"]})
}

/// A server that changes its tool's definition.
fn offering_server(w: &World) -> Value {
    for description in ["one", "two"] {
        let tools = json!([{"name": "add", "definition": {"description": description}}]);
        w.ask(&Actor::system(), "server.listed", json!({"server": "notes", "tools": tools}));
    }
    json!({"name": "notes", "digest": w.ask(&ana(), "server.list", json!({}))["servers"][0]["digest"]})
}

#[test]
fn c1_a_stolen_session_of_who_has_a_passkey_makes_no_person_and_changes_no_authority() {
    let w = world();
    let bens = w.ask(&ana(), "token.create", json!({"kind": "person", "name": "ben"}));
    let mut key = Authenticator::new(1);
    register(&w, &ana(), &key);
    for (op, input) in [
        ("token.create", json!({"kind": "person", "name": "mallory"})),
        ("token.create", json!({"kind": "person", "name": "ana"})),
        ("link.create", json!({"name": "ben"})),
        ("token.revoke", json!({"id": bens["id"]})),
        ("settings.accept", waiting_settings(&w)),
        ("server.accept", offering_server(&w)),
        ("server.forget", json!({"name": "notes"})),
    ] {
        let error = w.fails(&ana(), op, input.clone());
        assert_eq!(error.code, ErrorCode::Refused, "{op}");
        assert!(error.message.contains("must be signed"), "{op}: {}", error.message);
        assert_eq!((w.last_event().op.as_str(), w.last_event().status.as_str()), (op, "refused"));
        let input = signed(&w, &mut key, op, &input);
        w.ask(&ana(), op, input.clone());
        let told = w.last_event().told().unwrap().note;
        assert_eq!(told["signed"]["statement"]["op"], op, "the signature is in the log");
        assert_ne!(w.fails(&ana(), op, input).code, ErrorCode::Internal, "{op}: once");
    }
    assert!(w.verify().ok);
}

#[test]
fn c1_what_gives_nobody_new_a_say_needs_no_signature() {
    let w = world();
    let (ana, ben) = (with_token(&w, &ana()), with_token(&w, &ben()));
    register(&w, &ana, &Authenticator::new(1));
    let agent = w.ask(&ana, "token.create", json!({"kind": "agent", "name": "helper"}));
    w.ask(&ana, "token.revoke", json!({"id": agent["id"]}));
    w.ask(&ana, "link.create", json!({}));
    w.ask(&ana, "link.create", json!({"role": "viewer"}));
    w.ask(&ben, "token.create", json!({"kind": "person", "name": "carl"}));
}

#[test]
fn c2_a_signed_call_is_made_as_it_was_signed_and_by_nobody_else() {
    let w = world();
    let (ana, ben) = (with_token(&w, &ana()), with_token(&w, &ben()));
    let (mut anas, mut bens) = (Authenticator::new(1), Authenticator::new(2));
    register(&w, &ana, &anas);
    register(&w, &ben, &bens);
    let input = json!({"kind": "person", "name": "carl", "role": "viewer"});
    let good = signed(&w, &mut anas, "token.create", &input);
    let with = |edit: &dyn Fn(&mut Value)| {
        let mut edited = good.clone();
        edit(&mut edited);
        edited
    };
    for (what, edited) in [
        ("another name", with(&|v| v["name"] = json!("mallory"))),
        ("another role", with(&|v| v["role"] = json!("admin"))),
        ("no role, which is the highest", with(&|v| v["role"] = Value::Null)),
        ("more", with(&|v| v["uid"] = json!(0))),
    ] {
        let error = w.fails(&ana, "token.create", edited);
        assert!(error.code == ErrorCode::Refused && error.message.contains("something else"), "{what}");
    }
    assert_eq!(w.fails(&ben, "token.create", good.clone()).code, ErrorCode::Refused, "ana's, by ben");
    let mut link = json!({"name": "carl", "role": "viewer"});
    link["assertion"] = good["assertion"].clone();
    assert_eq!(w.fails(&ana, "link.create", link).code, ErrorCode::Refused, "another operation");
    let options = w.ask(&ana, "passkey.authorize", json!({"allow": {"op": "token.create", "input": input}}));
    let mut others = input.clone();
    others["assertion"] = bens.get(&options);
    assert_eq!(w.fails(&ana, "token.create", others).code, ErrorCode::Refused, "ben's passkey");
    assert_eq!(text(&w.ask(&ana, "token.create", good.clone()), "name"), "carl");
    let again = w.fails(&ana, "token.create", good);
    assert!(again.message.contains("already answered"), "{}", again.message);
    w.ask(&ana, "passkey.authorize", json!({"allow": {"op": "token.create", "input": {}}}));
    for bad in [json!({"op": "freeze", "input": {}}), json!({"op": "", "input": {}})] {
        assert_eq!(w.fails(&ana, "passkey.authorize", json!({"allow": bad})).code, ErrorCode::Invalid);
    }
    let both = json!({"revoke": "x", "allow": {"op": "token.create", "input": {}}});
    assert_eq!(w.fails(&ana, "passkey.authorize", both).code, ErrorCode::Invalid);
}

#[test]
fn c2_the_beginning_of_a_digest_is_not_enough_to_sign() {
    let w = world();
    let mut key = Authenticator::new(1);
    register(&w, &ana(), &key);
    let whole = waiting_settings(&w);
    let short = json!({"digest": whole["digest"].as_str().unwrap()[..40]});
    let input = signed(&w, &mut key, "settings.accept", &short);
    let error = w.fails(&ana(), "settings.accept", input);
    assert!(error.code == ErrorCode::Refused && error.message.contains("whole digest"), "{}", error.message);
    let input = signed(&w, &mut key, "settings.accept", &whole);
    assert_eq!(w.ask(&ana(), "settings.accept", input)["text"], "two");
}

#[test]
fn c1_a_lesser_role_is_refused_before_any_signature_counts() {
    let w = world();
    register(&w, &ana(), &Authenticator::new(1));
    let approver = Actor { role: Role::Approver, ..ana() };
    let error = w.fails(&approver, "token.create", json!({"kind": "person", "name": "x"}));
    assert!(error.message.contains("approver"), "{}", error.message);
    let error = w.fails(&approver, "link.create", json!({"name": "ben"}));
    assert!(error.message.contains("only an admin"), "{}", error.message);
}
