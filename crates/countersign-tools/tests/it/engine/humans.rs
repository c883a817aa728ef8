//! C10: several approvers must be several humans: who created whom, and what proves that two persons are different.

use countersign_core::{Actor, Origin, Request, Setup, site::Site, store::Base};
use serde_json::{Value, json};

use super::{
    passkeys::authenticator::Authenticator,
    world::{World, setup, text},
};

const TWO: &str = "version = 1\n[[rule]]\nname = \"four eyes\"\ntools = [\"task.create_task\"]\nthen = \"ask\"\napprovers = 2\n";
const NOT_OWNER: &str = "version = 1\n[[rule]]\nname = \"someone else\"\ntools = [\"task.create_task\"]\nthen = \"ask\"\nnot_owner = true\n";

/// A home with real tokens.
struct Team {
    w: World,
    ana: Actor,
}

impl Team {
    fn new(policy: &str) -> Self {
        let w = World::new();
        let site = Some(Site { rp_id: "localhost".into(), origins: vec!["http://localhost:7777".into()] });
        w.engine.set_setup(Setup { site, ..setup(policy, Vec::new()).unwrap() });
        let owner = w.engine.authenticate(None).unwrap();
        let ana = made(&w, &owner, "ana");
        Self { w, ana }
    }

    fn makes(&self, who: &Actor, name: &str) -> Actor {
        made(&self.w, who, name)
    }

    fn session(&self, who: &Actor, name: &str) -> Actor {
        let link = self.w.ask(who, "link.create", json!({"name": name}));
        let redeem = json!({"code": link["code"]});
        let session = self.w.ask(&Actor::system(), "link.redeem", redeem);
        self.w.engine.authenticate(session["token"].as_str()).unwrap()
    }

    /// Returns a new item that needs several approvers.
    fn item(&self) -> String {
        let title = format!("Fix {}", self.w.events().len());
        self.w.hold("task.create_task", json!({"title": title}))
    }

    /// Approves from a process of that machine user.
    fn yes(&self, who: &Actor, item: &str, uid: Option<u32>) -> Value {
        self.answer(who, "show", json!({"id": item}), uid);
        self.answer(who, "item.confirm", json!({"id": item}), uid)
    }

    fn signed(&self, who: &Actor, item: &str, key: &mut Authenticator) -> Value {
        self.answer(who, "show", json!({"id": item}), None);
        let options = self.w.ask(who, "passkey.challenge", json!({"id": item}));
        self.answer(who, "item.confirm", json!({"id": item, "assertion": key.get(&options)}), None)
    }

    fn answer(&self, who: &Actor, op: &str, input: Value, uid: Option<u32>) -> Value {
        self.w.env.advance(1);
        let origin = Origin { uid, ..Origin::from("test") };
        let request = Request { actor: who.clone(), op: op.into(), input, key: None, origin };
        self.w.engine.call(request).unwrap().value
    }

    fn register(&self, who: &Actor, seed: u8) -> Authenticator {
        let key = Authenticator::new(seed);
        let options = self.w.ask(who, "passkey.begin", json!({}));
        self.w.ask(who, "passkey.finish", key.create(&options));
        key
    }
}

fn made(w: &World, who: &Actor, name: &str) -> Actor {
    let token = w.ask(who, "token.create", json!({"kind": "person", "name": name}));
    w.engine.authenticate(token["token"].as_str()).unwrap()
}

fn status(answer: &Value) -> String {
    text(answer, "status")
}

#[test]
fn c10_tokens_and_sessions_of_one_person_count_once() {
    let team = Team::new(TWO);
    let item = team.item();
    assert_eq!(status(&team.yes(&team.ana, &item, Some(1000))), "approved");
    for again in [team.makes(&team.ana, "ana"), team.session(&team.ana, "ana")] {
        let answer = team.yes(&again, &item, Some(1001));
        assert_eq!(
            (status(&answer).as_str(), answer["message"].as_str().unwrap()),
            ("approved", "you said yes before; 1 of 2 approvals")
        );
    }
    assert_eq!(team.w.status(&item), "blocked");
}

#[test]
fn c10_whoever_makes_a_person_is_not_two_approvers_however_long_the_chain() {
    let team = Team::new(TWO);
    let ben = team.makes(&team.ana, "ben");
    let carl = team.makes(&ben, "carl");
    let dora = team.session(&carl, "dora");
    for second in [&ben, &carl, &dora] {
        for (first, then) in [(&team.ana, second), (second, &team.ana)] {
            let item = team.item();
            assert_eq!(status(&team.yes(first, &item, None)), "approved");
            let answer = team.yes(then, &item, None);
            assert_eq!(status(&answer), "same_human", "{answer}");
            assert!(text(&answer, "message").contains("could be the same human"), "{answer}");
            assert_eq!(status(&team.yes(then, &item, Some(1000))), "same_human", "one user says nothing");
            assert_eq!(team.w.status(&item), "blocked", "nothing landed");
        }
    }
}

#[test]
fn c10_two_persons_whom_a_third_made_are_not_two_approvers() {
    let team = Team::new(TWO);
    let [ben, carl] = ["ben", "carl"].map(|name| team.makes(&team.ana, name));
    let item = team.item();
    assert_eq!(status(&team.yes(&ben, &item, None)), "approved");
    let answer = team.yes(&carl, &item, None);
    assert_eq!(status(&answer), "same_human");
    assert!(text(&answer, "message").starts_with("ana made ben and carl, so"), "{answer}");
}

#[test]
fn c10_a_token_that_an_admin_makes_for_somebody_who_is_there_makes_them_one() {
    let team = Team::new(TWO);
    let owner = team.session(&team.ana, "ben");
    assert_eq!(owner.name, "ben");
    let item = team.item();
    team.yes(&team.ana, &item, None);
    // Signing out does not change that ana had it.
    team.w.ask(&owner, "session.end", json!({}));
    let ben = team.makes(&team.ana, "ben");
    assert_eq!(status(&team.yes(&ben, &item, None)), "same_human");
}

#[test]
fn c10_two_users_of_the_machine_are_two_humans_and_root_is_none_of_them() {
    let team = Team::new(TWO);
    let ben = team.makes(&team.ana, "ben");
    for (one, other, second) in [
        (Some(1000), Some(1001), "applied"),
        (Some(1000), Some(1000), "same_human"),
        (Some(1000), Some(0), "same_human"),
        (Some(0), Some(1001), "same_human"),
        (None, Some(1001), "same_human"),
        (Some(1000), None, "same_human"),
    ] {
        let item = team.item();
        assert_eq!(status(&team.yes(&team.ana, &item, one)), "approved");
        assert_eq!(status(&team.yes(&ben, &item, other)), second, "{one:?} {other:?}");
    }
}

#[test]
fn c10_two_passkeys_are_two_humans_and_one_is_not() {
    let team = Team::new(TWO);
    let ben = team.makes(&team.ana, "ben");
    let mut bens = team.register(&ben, 2);
    let item = team.item();
    assert_eq!(status(&team.yes(&team.ana, &item, None)), "approved");
    assert_eq!(status(&team.signed(&ben, &item, &mut bens)), "same_human", "ana's yes is not signed");
    let mut anas = team.register(&team.ana, 1);
    assert_eq!(
        status(&team.signed(&team.ana, &item, &mut anas)),
        "approved",
        "her signed yes takes the place"
    );
    assert_eq!(status(&team.yes(&ben, &item, None)), "same_human", "ben's yes is not signed");
    assert_eq!(status(&team.signed(&ben, &item, &mut bens)), "applied");
    assert!(team.w.verify().ok);
}

#[test]
fn c10_whom_the_agent_works_for_does_not_agree_by_way_of_a_person_they_made() {
    let team = Team::new(NOT_OWNER);
    let ben = team.makes(&team.ana, "ben");
    let item = team.item();
    let answer = team.yes(&ben, &item, None);
    assert_eq!(status(&answer), "not_you", "{answer}");
    assert!(text(&answer, "message").contains("ana made ben"), "{answer}");
    let mut key = team.register(&ben, 2);
    assert_eq!(status(&team.signed(&ben, &item, &mut key)), "applied");
}

#[test]
fn c10_no_yes_is_remembered_where_a_rule_says_who_must_agree() {
    for policy in [TWO, NOT_OWNER] {
        let team = Team::new(policy);
        let ben = team.makes(&team.ana, "ben");
        let item = team.item();
        team.w.ask(&ben, "show", json!({"id": item}));
        let e = team.w.fails(&ben, "item.confirm", json!({"id": item, "always": "forever"}));
        assert!(e.message.contains("yours alone") || e.message.contains("someone other"), "{e:?}");
        assert!(team.w.ask(&ben, "grant.list", json!({}))["grants"].as_array().unwrap().is_empty());
    }
}

#[test]
fn c10_the_log_and_the_list_of_tokens_show_who_made_whom() {
    let team = Team::new("");
    let ben = team.makes(&team.ana, "ben");
    team.session(&ben, "carl");
    let tokens = team.w.ask(&team.ana, "token.list", json!({}))["tokens"].clone();
    let maker =
        |name: &str| tokens.as_array().unwrap().iter().find(|t| t["name"] == name).unwrap()["owner"].clone();
    assert_eq!([maker("ana"), maker("ben"), maker("carl")], ["owner", "ana", "person:ben"]);
    let told = |op: &str| {
        let event = team.w.events().into_iter().rfind(|e| e.op == op).unwrap();
        (event.actor.clone(), event.told().unwrap())
    };
    let (actor, body) = told("token.create");
    assert_eq!((actor.as_str(), &body.input["name"]), ("person:ana", &json!("ben")));
    assert_eq!(told("link.redeem").1.note["signed_in"], json!({"name": "carl", "made_by": "person:ben"}));
}

#[test]
fn c10_tokens_of_an_earlier_version_are_looked_up_in_the_log() {
    let team = Team::new(TWO);
    let ben = team.makes(&team.ana, "ben");
    // Earlier versions did not record who had created a person's token.
    for actor in [&team.ana, &ben] {
        let id = actor.token.clone().unwrap();
        team.w.store.with(|base| {
            let key = countersign_core::record::Key { kind: "token", id: id.clone() };
            let doc = base.get(&key).unwrap().unwrap().doc.clone();
            let old = [r#""owner":"ana","#, r#""owner":"owner","#]
                .iter()
                .fold(doc.clone(), |d, owner| d.replace(owner, ""));
            assert_ne!(old, doc);
            base.tamper("token", &id, &old).unwrap();
        });
    }
    let item = team.item();
    team.yes(&team.ana, &item, None);
    assert_eq!(status(&team.yes(&ben, &item, None)), "same_human");
}

#[test]
fn c10_the_passkeys_of_who_leaves_stay_so_that_nobody_signs_under_that_name() {
    let team = Team::new(TWO);
    let ben = team.makes(&team.ana, "ben");
    team.register(&team.ana, 1);
    // Ben has no passkey: a stolen session of his must not make Ana's name free for the taking.
    team.answer(&ben, "person.remove", json!({"name": "ana"}), None);
    let again = team.makes(&ben, "ana");
    let kept = team.answer(&again, "passkey.list", json!({}), None);
    let is_live = |key: &Value| key["person"] == "ana" && key["revoked_at"].is_null();
    assert!(kept["passkeys"].as_array().unwrap().iter().any(is_live), "{kept}");
    assert!(team.w.verify().ok);
}
