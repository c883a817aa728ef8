//! C, G: destructive items need a signature by a person's passkey, and nothing else will do.

pub mod authenticator;
mod forged;
mod vouched;

use countersign_core::{
    Actor, ActorKind, Answer, ErrorCode, Origin, Outcome, Request, Role, Setup, site::Site, store::Base,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{
    judging::shredder,
    world::{MINUTE, World, ana, ben, codex, id, setup, text},
};
use authenticator::{Authenticator, PRESENT, VERIFIED, decode, encode};
use forged::forge;

const FOUR_EYES: &str = "version = 1\n[[rule]]\nname = \"four eyes\"\ntools = [\"test.*\"]\nthen = \"ask\"\nalways = true\napprovers = 2\n";

fn site() -> Option<Site> {
    Some(Site { rp_id: "localhost".into(), origins: vec!["http://localhost:7777".into()] })
}

fn world_under(policy: &str, site: Option<Site>) -> World {
    let w = World::new();
    w.engine.set_setup(Setup { site, ..setup(policy, vec![shredder()]).unwrap() });
    w
}

fn world() -> World {
    world_under("", site())
}

/// A person registers a passkey, which needs no approval.
#[track_caller]
fn register(w: &World, who: &Actor, key: &Authenticator) -> Value {
    let options = w.ask(who, "passkey.begin", json!({}));
    assert_eq!(options["needs_assertion"], false, "{options}");
    w.ask(who, "passkey.finish", key.create(&options))
}

/// Returns a destructive item that ana and ben have looked at.
#[track_caller]
fn shred(w: &World, name: &str) -> String {
    let item = w.hold("test.shred", json!({"name": name}));
    for who in [ana(), ben()] {
        w.ask(&who, "show", json!({"id": item}));
    }
    item
}

fn challenge(w: &World, who: &Actor, item: &str) -> Value {
    w.ask(who, "passkey.challenge", json!({"id": item}))
}

fn confirm(w: &World, who: &Actor, item: &str, name: &str, assertion: Option<&Value>) -> Answer {
    let mut input = json!({"id": item, "typed": name});
    if let Some(assertion) = assertion {
        input["assertion"] = assertion.clone();
    }
    w.request(who, "item.confirm", input, None).unwrap()
}

/// Confirms a new item as ana, signed with the result of `sign`; returns status and message.
#[track_caller]
fn outcome_of(w: &World, name: &str, sign: impl FnOnce(&Value) -> Value) -> (String, String) {
    let item = shred(w, name);
    let assertion = sign(&challenge(w, &ana(), &item));
    let answer = confirm(w, &ana(), &item, name, Some(&assertion));
    let status = text(&answer.value, "status");
    let landed = status == "applied";
    assert_eq!(w.status(&item), if landed { "applied" } else { "pending" });
    assert_eq!(answer.outcome, if landed { Outcome::Done } else { Outcome::Refused });
    (status, text(&answer.value, "message"))
}

#[track_caller]
fn refused(w: &World, name: &str, why: &str, sign: impl FnOnce(&Value) -> Value) {
    let (status, message) = outcome_of(w, name, sign);
    assert_eq!(status, "bad_assertion", "{name}");
    assert!(message.contains(why), "{name}: {message}");
    let logged = w.last_event_of("item.confirm");
    assert_eq!(logged.status, "refused", "{name} left no trace");
}

impl World {
    fn last_event_of(&self, op: &str) -> countersign_core::event::Event {
        self.events().into_iter().rfind(|e| e.op == op).unwrap()
    }
}

#[test]
fn c1_a_signed_yes_lands_and_is_kept_with_its_signature() {
    let w = world();
    let mut key = Authenticator::new(1);
    let passkey = register(&w, &ana(), &key);
    assert_eq!(text(&passkey, "algorithm"), "es256");
    assert_eq!(outcome_of(&w, "ledger", |o| key.get(o)).0, "applied");
    let decision = w.ask(&ana(), "decision.list", json!({}))["decisions"][0].clone();
    assert_eq!(decision["level"], "passkey", "{decision}");
    assert_eq!(decision["proof"]["passkey"], passkey["id"]);
    let told = w.last_event_of("item.confirm").told().unwrap().note;
    assert_eq!(told["signed"]["statement"]["item"], decision["item"]);
    assert_eq!(told["signed"]["proof"], decision["proof"]);
    let found = w.verify();
    assert!(found.ok && found.signed == 1, "{found:?}");
    let listed = w.ask(&ben(), "passkey.list", json!({}))["passkeys"][0].clone();
    assert!(listed["last_used_at"].is_u64() && listed.get("user_handle").is_none(), "{listed}");
}

#[test]
fn c1_an_eddsa_passkey_signs_as_well() {
    let w = world();
    let mut key = Authenticator::eddsa(3);
    register(&w, &ana(), &key);
    assert_eq!(outcome_of(&w, "ledger", |o| key.get(o)).0, "applied");
    assert_eq!(w.verify().signed, 1);
}

#[test]
fn c1_whoever_has_a_passkey_must_sign_what_is_destructive_and_nothing_is_spent_by_forgetting() {
    let w = world();
    let mut key = Authenticator::new(1);
    register(&w, &ana(), &key);
    let item = shred(&w, "ledger");
    let unsigned = confirm(&w, &ana(), &item, "ledger", None);
    assert_eq!(
        (text(&unsigned.value, "status"), unsigned.outcome),
        ("needs_passkey".into(), Outcome::Refused)
    );
    assert_eq!(w.last_event().status, "refused", "a session that tries without is in the log");
    assert_eq!(w.status(&item), "pending");
    let assertion = key.get(&challenge(&w, &ana(), &item));
    assert_eq!(text(&confirm(&w, &ana(), &item, "ledger", Some(&assertion)).value, "status"), "applied");
    // A non-destructive item needs no signature, and a person without a passkey works as before.
    assert_eq!(w.confirm(&w.hold("task.create_task", json!({"title": "A"})))["status"], "applied");
    let other = shred(&w, "diary");
    assert_eq!(text(&confirm(&w, &ben(), &other, "diary", None).value, "status"), "applied");
    let found = w.verify();
    assert!(found.ok && found.signed == 1, "{found:?}");
}

#[test]
fn c2_a_signature_serves_only_the_item_digest_answer_and_person_it_was_given_for() {
    let w = world();
    let (mut anas, mut bens) = (Authenticator::new(1), Authenticator::new(2));
    register(&w, &ana(), &anas);
    register(&w, &ben(), &bens);
    let other = shred(&w, "diary");
    let theirs = anas.get(&challenge(&w, &ana(), &other));
    refused(&w, "another item", "something else", |_| theirs);
    let item = shred(&w, "rejected");
    let no = w.ask(&ana(), "passkey.challenge", json!({"id": item, "decision": "rejected"}));
    let answer = confirm(&w, &ana(), &item, "rejected", Some(&anas.get(&no)));
    assert_eq!(text(&answer.value, "status"), "bad_assertion", "another answer");
    // Ana signs, then the item is edited: her signature is for what she saw.
    let before = anas.get(&challenge(&w, &ana(), &item));
    w.ask(&ben(), "item.edit", json!({"id": item, "args": {"name": "edited"}}));
    w.ask(&ana(), "show", json!({"id": item}));
    let answer = confirm(&w, &ana(), &item, "edited", Some(&before));
    assert_eq!(text(&answer.value, "status"), "bad_assertion", "another digest");
    refused(&w, "another person's passkey", "that passkey does not belong to this person", |o| bens.get(o));
    let item = shred(&w, "bens challenge");
    let bens_options = challenge(&w, &ben(), &item);
    let answer = confirm(&w, &ana(), &item, "bens challenge", Some(&anas.get(&bens_options)));
    assert!(text(&answer.value, "message").contains("not given to this person"));
    let stale = w.fails(&ana(), "passkey.challenge", json!({"id": item, "digest": "0".repeat(64)}));
    assert_eq!(stale.code, ErrorCode::Stale);
    assert_eq!(w.verify().signed, 0);
}

#[test]
fn c1_what_another_page_site_or_key_signed_does_not_count() {
    let w = world();
    let key = Authenticator::new(1);
    register(&w, &ana(), &key);
    let liar = |edit: fn(&mut Authenticator)| {
        let mut liar = key.clone();
        edit(&mut liar);
        move |o: &Value| liar.get(o)
    };
    refused(&w, "phishing", "another origin", liar(|k| k.origin = "https://evil.example".into()));
    refused(&w, "port", "another origin", liar(|k| k.origin = "http://localhost:6666".into()));
    refused(&w, "lookalike", "another origin", liar(|k| k.origin = "http://localhost:7777.evil".into()));
    refused(&w, "frame", "inside another page", liar(|k| k.cross_origin = true));
    refused(&w, "site", "another site", liar(|k| k.rp_id = "evil.example".into()));
    refused(&w, "absent", "no user was present", liar(|k| k.flags = VERIFIED));
    refused(&w, "no pin", "did not verify the user", liar(|k| k.flags = PRESENT));
    refused(&w, "backup", "authenticator data is malformed", liar(|k| k.flags = PRESENT | VERIFIED | 0x10));
    refused(&w, "making", "another ceremony", liar(|k| k.kind = Some("webauthn.create")));
    refused(&w, "key", "not that passkey's", liar(|k| k.secret = Authenticator::new(9).secret));
    refused(&w, "curve", "not that passkey's", liar(|k| k.secret = Authenticator::eddsa(9).secret));
    refused(&w, "unknown", "does not belong to", liar(|k| k.credential = vec![7; 16]));
    refused(&w, "challenge", "not given", |o| {
        let mut made_up = o.clone();
        made_up["publicKey"]["challenge"] = encode(&[5; 32]).into();
        key.clone().get(&made_up)
    });
    refused(&w, "forged", "not that passkey's", |o| {
        let mut forged = key.clone().get(o);
        let mut bytes = decode(&forged["authenticatorData"]);
        bytes[36] ^= 1;
        forged["authenticatorData"] = encode(&bytes).into();
        forged
    });
    assert_eq!(outcome_of(&w, "right", liar(|_| ())).0, "applied");
    assert!(w.verify().ok);
}

#[test]
fn c2_a_challenge_counts_once_and_for_five_minutes() {
    let w = world_under(FOUR_EYES, site());
    let mut key = Authenticator::new(1);
    register(&w, &ana(), &key);
    let item = shred(&w, "ledger");
    let assertion = key.get(&challenge(&w, &ana(), &item));
    assert_eq!(text(&confirm(&w, &ana(), &item, "ledger", Some(&assertion)).value, "status"), "approved");
    let again = confirm(&w, &ana(), &item, "ledger", Some(&assertion)).value;
    assert!(text(&again, "message").contains("already answered"), "{again}");
    let late = key.get(&challenge(&w, &ana(), &item));
    w.env.advance(5 * MINUTE);
    let late = confirm(&w, &ana(), &item, "ledger", Some(&late)).value;
    assert!(text(&late, "message").contains("expired"), "{late}");
    // The first approver's signature is kept and checked, though the second one decides.
    let shown = w.ask(&ben(), "item.confirm", json!({"id": item, "typed": "ledger"}));
    assert_eq!(shown["status"], "applied", "{shown}");
    assert!(w.verify().ok);
    forge(&w, "item", &item, |doc| doc["approvals"][0]["proof"]["nonce"] = "other".into());
    let bad = w.verify().first_bad.unwrap();
    assert!(bad.at.contains(&item) && bad.what.contains("something else"), "{bad:?}");
}

#[test]
fn c1_a_counter_that_does_not_go_on_shows_a_copy() {
    let w = world();
    let mut key = Authenticator { count: 5, ..Authenticator::new(1) };
    register(&w, &ana(), &key);
    let mut copy = key.clone();
    assert_eq!(outcome_of(&w, "first", |o| key.get(o)).0, "applied");
    refused(&w, "copied", "copy of it", |o| copy.get(o));
    refused(&w, "zero", "copy of it", |o| Authenticator { count: 0, ..key.clone() }.get(o));
    assert_eq!(outcome_of(&w, "second", |o| key.get(o)).0, "applied");
    assert_eq!(w.ask(&ana(), "passkey.list", json!({}))["passkeys"][0]["sign_count"], 7);
}

#[test]
fn c1_no_agent_and_no_process_of_an_agent_comes_near_a_passkey() {
    let w = world();
    let key = Authenticator::new(1);
    let passkey = id(&register(&w, &ana(), &key));
    let item = shred(&w, "ledger");
    let made = key.create(&w.ask(&ana(), "passkey.begin", json!({})));
    let tries = [
        ("passkey.begin", json!({})),
        ("passkey.finish", made),
        ("passkey.list", json!({})),
        ("passkey.challenge", json!({"id": item})),
        ("passkey.authorize", json!({"revoke": passkey})),
        ("passkey.revoke", json!({"id": passkey})),
        ("passkey.reset", json!({"person": "ana", "reason": "x"})),
    ];
    for actor in [codex(), Actor::new(ActorKind::Verifier, "ci")] {
        for (op, input) in &tries {
            assert_eq!(w.fails(&actor, op, input.clone()).code, ErrorCode::Refused, "{op}");
            assert_eq!((w.last_event().op.as_str(), w.last_event().status.as_str()), (*op, "refused"));
        }
    }
    // An agent with a person's own token can only read.
    for (op, input) in tries.into_iter().filter(|(op, _)| *op != "passkey.list") {
        let origin = Origin { agent_process: Some("codex".into()), ..Origin::from("http") };
        let actor = if op == "passkey.reset" { Actor::system() } else { ana() };
        let request = Request { actor, op: op.into(), input, key: None, origin };
        assert_eq!(w.engine.call(request).unwrap_err().code, ErrorCode::Refused, "{op}");
    }
    assert!(w.verify().ok);
}

#[test]
fn c1_a_stolen_session_cannot_add_a_passkey() {
    let w = world();
    let mut mine = Authenticator::new(1);
    register(&w, &ana(), &mine);
    let thief = Authenticator::new(6);
    let options = w.ask(&ana(), "passkey.begin", json!({}));
    assert_eq!(options["needs_assertion"], true);
    assert_eq!(options["publicKey"]["excludeCredentials"][0]["id"], encode(&mine.credential));
    let made = thief.create(&options);
    let e = w.fails(&ana(), "passkey.finish", made.clone());
    assert_eq!(e.code, ErrorCode::Refused);
    assert!(e.hint.unwrap().contains("authorize"));
    assert_eq!(w.last_event().status, "refused");
    let finish = |assertion: Value| {
        let mut input = made.clone();
        input["assertion"] = assertion;
        input
    };
    // The new passkey's own signature, and ana's signatures of anything else.
    let add = |w: &World, object: &Value| w.ask(&ana(), "passkey.authorize", json!({"add": object}));
    let itself = thief.clone().get(&add(&w, &made["response"]["attestationObject"]));
    assert_eq!(w.fails(&ana(), "passkey.finish", finish(itself)).code, ErrorCode::Refused);
    let item = shred(&w, "ledger");
    let yes = mine.get(&challenge(&w, &ana(), &item));
    assert_eq!(w.fails(&ana(), "passkey.finish", finish(yes)).code, ErrorCode::Refused);
    // The same credential id with another key.
    let twin = Authenticator { credential: thief.credential.clone(), ..Authenticator::new(8) };
    let object = twin.create(&options)["response"]["attestationObject"].clone();
    let swapped = mine.get(&add(&w, &object));
    assert_eq!(w.fails(&ana(), "passkey.finish", finish(swapped)).code, ErrorCode::Refused);
    // A passkey that ana vouches for is accepted; only a successful attempt consumes the challenge.
    let vouched = mine.get(&add(&w, &made["response"]["attestationObject"]));
    let added = w.ask(&ana(), "passkey.finish", finish(vouched));
    assert_eq!(outcome_of(&w, "second", |o| thief.clone().get(o)).0, "applied");
    assert!(w.verify().ok);
    forge(&w, "passkey", &id(&added), |doc| drop(doc.as_object_mut().unwrap().remove("added_by")));
    let bad = w.verify().first_bad.unwrap();
    assert!(
        bad.what.contains("added without a signature"),
        "a passkey slipped in behind the log's back: {bad:?}"
    );
}

#[test]
fn c1_a_stolen_session_cannot_revoke_a_passkey_and_go_on_without() {
    let w = world();
    let (mut anas, mut bens) = (Authenticator::new(1), Authenticator::new(2));
    let passkey = id(&register(&w, &ana(), &anas));
    let revoke = |who: &Actor, assertion: Option<Value>| {
        let input = match assertion {
            Some(a) => json!({"id": passkey, "assertion": a}),
            None => json!({"id": passkey}),
        };
        w.request(who, "passkey.revoke", input, None)
    };
    let authorize = |who: &Actor| w.ask(who, "passkey.authorize", json!({"revoke": passkey}));
    assert_eq!(revoke(&ana(), None).unwrap_err().code, ErrorCode::Refused);
    // An admin's stolen session can do no more: without a passkey there is nothing to sign with.
    assert_eq!(revoke(&ben(), None).unwrap_err().code, ErrorCode::Refused);
    let e = w.fails(&ben(), "passkey.authorize", json!({"revoke": passkey}));
    assert_eq!(e.code, ErrorCode::Conflict);
    assert_eq!(w.last_event_of("passkey.revoke").status, "refused");
    // An approver may not, even with a passkey of their own; an admin with one may.
    register(&w, &ben(), &bens);
    let approver = Actor { role: Role::Approver, ..ben() };
    let signed = bens.get(&authorize(&approver));
    assert_eq!(revoke(&approver, Some(signed)).unwrap_err().code, ErrorCode::Refused);
    let item = shred(&w, "ledger");
    let yes = anas.get(&challenge(&w, &ana(), &item));
    assert_eq!(revoke(&ana(), Some(yes)).unwrap_err().code, ErrorCode::Refused, "another statement");
    let signed = bens.get(&authorize(&ben()));
    let revoked = revoke(&ben(), Some(signed)).unwrap().value;
    assert_eq!(revoked["revoked_by"], "person:ben");
    assert_eq!(revoke(&ana(), None).unwrap_err().code, ErrorCode::Conflict);
    assert!(w.verify().ok);
    forge(&w, "passkey", &passkey, |doc| doc["revoked_with"]["signature"] = encode(&[1; 70]).into());
    assert!(w.verify().first_bad.unwrap().what.contains("signature"));
}

#[test]
fn c1_a_revoked_passkey_signs_nothing_any_more() {
    let w = world();
    let mut key = Authenticator::new(1);
    let passkey = id(&register(&w, &ana(), &key));
    let item = shred(&w, "ledger");
    let early = key.get(&challenge(&w, &ana(), &item));
    let signed = key.get(&w.ask(&ana(), "passkey.authorize", json!({"revoke": passkey})));
    w.ask(&ana(), "passkey.revoke", json!({"id": passkey, "assertion": signed}));
    let answer = confirm(&w, &ana(), &item, "ledger", Some(&early)).value;
    assert!(text(&answer, "message").contains("revoked"), "{answer}");
    let again = key.create(&w.ask(&ana(), "passkey.begin", json!({})));
    assert_eq!(w.fails(&ana(), "passkey.finish", again).code, ErrorCode::Conflict, "nor does it come back");
    assert_eq!(w.fails(&ana(), "passkey.challenge", json!({"id": item})).code, ErrorCode::Conflict);
    assert!(w.verify().ok, "its owner's last word was signed");
}

#[test]
fn c1_only_somebody_at_the_store_itself_resets_lost_passkeys_and_the_log_says_so() {
    let w = world();
    register(&w, &ana(), &Authenticator::new(1));
    let lost = json!({"person": "ana", "reason": "lost the phone"});
    assert_eq!(w.fails(&ben(), "passkey.reset", lost.clone()).code, ErrorCode::Refused, "no admin's token");
    let reset = w.ask(&Actor::system(), "passkey.reset", lost.clone());
    assert_eq!(reset["passkeys"][0]["revoked_by"], "system:countersign");
    let event = w.last_event();
    assert_eq!((event.actor.as_str(), event.op.as_str()), ("system:countersign", "passkey.reset"));
    assert_eq!(event.told().unwrap().input["reason"], "lost the phone");
    assert_eq!(w.fails(&Actor::system(), "passkey.reset", lost).code, ErrorCode::NotFound);
    register(&w, &ana(), &Authenticator::new(2));
    assert!(w.verify().ok);
}

#[test]
fn a_passkey_belongs_to_one_person() {
    let w = world();
    let key = Authenticator::new(1);
    register(&w, &ana(), &key);
    let options = w.ask(&ben(), "passkey.begin", json!({}));
    assert_eq!(w.fails(&ben(), "passkey.finish", key.create(&options)).code, ErrorCode::Conflict);
    let mut made = Authenticator::new(2).create(&options);
    made["rawId"] = encode(b"other").into();
    assert_eq!(w.fails(&ben(), "passkey.finish", made).code, ErrorCode::Refused);
    let anas = w.ask(&ana(), "passkey.begin", json!({}));
    let e = w.fails(&ben(), "passkey.finish", Authenticator::new(2).create(&anas));
    assert_eq!(e.code, ErrorCode::Refused, "a challenge belongs to one person, too");
}

#[test]
fn a_passkey_is_not_taken_from_another_page_site_or_ceremony() {
    let w = world();
    let lies: [fn(&mut Authenticator); 6] = [
        |k| k.origin = "https://evil.example".into(),
        |k| k.rp_id = "evil.example".into(),
        |k| k.flags = PRESENT,
        |k| k.flags = VERIFIED,
        |k| k.cross_origin = true,
        |k| k.kind = Some("webauthn.get"),
    ];
    for (n, lie) in lies.iter().enumerate() {
        let mut liar = Authenticator::new(1);
        lie(&mut liar);
        let made = liar.create(&w.ask(&ana(), "passkey.begin", json!({})));
        assert_eq!(w.fails(&ana(), "passkey.finish", made).code, ErrorCode::Refused, "lie {n}");
    }
    let late = Authenticator::new(1).create(&w.ask(&ana(), "passkey.begin", json!({})));
    w.env.advance(5 * MINUTE);
    assert_eq!(w.fails(&ana(), "passkey.finish", late).code, ErrorCode::Refused);
    let mut decide = Authenticator::new(1);
    register(&w, &ana(), &decide);
    let item = shred(&w, "ledger");
    let asked = challenge(&w, &ana(), &item);
    let made = Authenticator::new(2).create(&asked);
    assert_eq!(w.fails(&ana(), "passkey.finish", made).code, ErrorCode::Refused, "made for a decision");
    assert_eq!(confirm(&w, &ana(), &item, "ledger", Some(&decide.get(&asked))).outcome, Outcome::Done);
}

#[test]
fn what_browsers_are_asked_for_is_what_the_standard_says() {
    let w = world();
    let options = w.request(&ana(), "passkey.begin", json!({}), Some("k1")).unwrap().value;
    let asked = &options["publicKey"];
    assert_eq!(asked["rp"], json!({"id": "localhost", "name": "Countersign"}));
    assert_eq!((&asked["user"]["name"], &asked["user"]["displayName"]), (&json!("ana"), &json!("ana")));
    let kinds = json!([{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -8}]);
    assert_eq!(asked["pubKeyCredParams"], kinds);
    let selection = json!({"residentKey": "preferred", "userVerification": "required"});
    assert_eq!((&asked["authenticatorSelection"], &asked["attestation"]), (&selection, &json!("none")));
    assert_eq!(decode(&asked["challenge"]).len(), 32);
    w.ask(&ana(), "passkey.finish", Authenticator::new(1).create(&options));
    let second = w.ask(&ana(), "passkey.begin", json!({}))["publicKey"].clone();
    assert_eq!(second["user"]["id"], asked["user"]["id"], "one person, one handle");
    let item = shred(&w, "ledger");
    let ask = || w.request(&ana(), "passkey.challenge", json!({"id": item}), Some("k2")).unwrap().value;
    let (first, repeated) = (ask(), ask());
    assert_eq!(first, repeated, "a repeated request is answered alike");
    let asked = &first["publicKey"];
    assert_eq!((&asked["rpId"], &asked["userVerification"]), (&json!("localhost"), &json!("required")));
    assert_eq!(asked["allowCredentials"], json!([{"type": "public-key", "id": encode(&[1; 16])}]));
    assert_eq!(first["statement"]["item"], item);
}

#[test]
fn without_a_site_passkeys_cannot_be_used_and_who_has_one_is_not_let_off() {
    let w = world_under("", None);
    let e = w.fails(&ana(), "passkey.begin", json!({}));
    assert_eq!(e.code, ErrorCode::Conflict);
    assert!(e.message.contains("no site") && e.hint.is_some());
    let w = world();
    let mut key = Authenticator::new(1);
    register(&w, &ana(), &key);
    let item = shred(&w, "ledger");
    let assertion = key.get(&challenge(&w, &ana(), &item));
    w.engine.set_setup(setup("", vec![shredder()]).unwrap());
    assert_eq!(text(&confirm(&w, &ana(), &item, "ledger", None).value, "status"), "needs_passkey");
    let input = json!({"id": item, "typed": "ledger", "assertion": assertion});
    assert_eq!(w.fails(&ana(), "item.confirm", input).code, ErrorCode::Conflict);
    let moved = Site { rp_id: "example.org".into(), origins: vec!["https://example.org".into()] };
    w.engine.set_setup(Setup { site: Some(moved), ..setup("", vec![shredder()]).unwrap() });
    assert_eq!(text(&confirm(&w, &ana(), &item, "ledger", None).value, "status"), "needs_passkey");
    assert_eq!(w.status(&item), "pending");
}

#[test]
fn challenges_that_nobody_answers_do_not_pile_up() {
    let w = world();
    register(&w, &ana(), &Authenticator::new(1));
    let item = shred(&w, "ledger");
    let kept = || w.store.with(|base| base.ids("challenge", "", 1000)).unwrap().len();
    for _ in 0..50 {
        challenge(&w, &ana(), &item);
    }
    assert_eq!(kept(), 32);
    w.env.advance(6 * MINUTE);
    let mut key = Authenticator::new(1);
    let assertion = key.get(&challenge(&w, &ana(), &item));
    assert_eq!(kept(), 1);
    assert_eq!(confirm(&w, &ana(), &item, "ledger", Some(&assertion)).outcome, Outcome::Done);
}

#[test]
fn malformed_answers_are_refused_one_by_one_and_nothing_moves() {
    let w = world();
    let mut key = Authenticator::new(1);
    register(&w, &ana(), &key);
    let item = shred(&w, "ledger");
    let good = key.get(&challenge(&w, &ana(), &item));
    let long = "A".repeat(100_000);
    for part in ["id", "clientDataJSON", "authenticatorData", "signature"] {
        for bad in ["", "=", "a", "YQ==", "\u{0}", "💥", "AAAA", "e30", "bnVsbA", &long] {
            let mut edited = good.clone();
            edited[part] = bad.into();
            let answer = confirm(&w, &ana(), &item, "ledger", Some(&edited));
            assert_eq!(text(&answer.value, "status"), "bad_assertion", "{part}");
        }
        for odd in [json!(null), json!(7), json!([]), json!({})] {
            let mut edited = good.clone();
            edited[part] = odd;
            let input = json!({"id": item, "typed": "ledger", "assertion": edited});
            assert_eq!(w.fails(&ana(), "item.confirm", input).code, ErrorCode::Usage, "{part}");
        }
    }
    let made = Authenticator::new(2).create(&w.ask(&ana(), "passkey.begin", json!({})));
    for part in ["clientDataJSON", "attestationObject"] {
        for bad in ["", "=", "oA", "gA", "_w", "AAAA", &long] {
            let mut edited = made.clone();
            edited["response"][part] = bad.into();
            let code = w.fails(&ana(), "passkey.finish", edited).code;
            assert_eq!(code, ErrorCode::Invalid, "{part}");
            let code = w.fails(&ana(), "passkey.authorize", json!({"add": bad})).code;
            assert_eq!(code, ErrorCode::Invalid, "add {part}");
        }
    }
    assert_eq!(w.fails(&ana(), "passkey.authorize", json!({})).code, ErrorCode::Invalid);
    assert_eq!(confirm(&w, &ana(), &item, "ledger", Some(&good)).outcome, Outcome::Done, "nothing was spent");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_edited_registration_makes_a_panic_or_a_passkey_of_another_id(
        at in any::<prop::sample::Index>(), flip in 1u8.., cut in any::<bool>()
    ) {
        let w = world();
        let key = Authenticator::new(1);
        let mut made = key.create(&w.ask(&ana(), "passkey.begin", json!({})));
        let mut object = decode(&made["response"]["attestationObject"]);
        let at = at.index(object.len());
        if cut { object.truncate(at) } else { object[at] ^= flip }
        made["response"]["attestationObject"] = encode(&object).into();
        if let Ok(answer) = w.request(&ana(), "passkey.finish", made, None) {
            // Fields that nobody vouches for may differ: the format, the model, the counter, the backup flags.
            prop_assert_eq!(&answer.value["credential_id"], &json!(encode(&key.credential)));
            prop_assert_eq!(&answer.value["algorithm"], &json!("es256"));
        }
        prop_assert!(w.verify().ok);
    }
}
