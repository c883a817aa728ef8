//! Teams: who may say yes by a rule, who is to decide, what persons say to each other, and a person who leaves.

use countersign_core::{Actor, ErrorCode, Setup};
use serde_json::{Value, json};

use super::world::{World, ana, ben, codex, setup, text};

const DBA: &str = "version = 1\n[groups]\ndba = [\"ben\", \"eve\"]\n[[rule]]\nname = \"production\"\n\
    tools = [\"task.create_task\"]\nthen = \"ask\"\ndecided_by = [\"@dba\"]\n";

fn eve() -> Actor {
    Actor::person("eve")
}

fn item(w: &World) -> String {
    w.hold("task.create_task", json!({"title": format!("Fix {}", w.events().len())}))
}

fn yes(w: &World, who: &Actor, item: &str) -> Value {
    w.ask(who, "show", json!({"id": item}));
    w.ask(who, "item.confirm", json!({"id": item}))
}

#[test]
fn c8_only_the_persons_that_a_rule_names_may_say_yes() {
    let w = World::with_policy(DBA);
    let one = item(&w);
    let refused = yes(&w, &ana(), &one);
    assert_eq!(refused["status"], "not_you", "{refused}");
    assert_eq!(refused["message"], "ben, eve may say yes to this, nobody else");
    let shown = w.ask(&ana(), "show", json!({"id": one}));
    assert_eq!(shown["item"]["deciders"], json!(["ben", "eve"]), "{shown}");
    let all = w.ask(&ana(), "set.confirm_all", json!({"id": shown["item"]["change_set"]}));
    assert_eq!(w.status(&one), "pending", "{all}");
    // Whoever may not say yes may say no.
    assert_eq!(w.ask(&ana(), "item.reject", json!({"id": item(&w)}))["status"], "rejected");
    assert_eq!(yes(&w, &ben(), &one)["status"], "applied");
}

#[test]
fn c8_a_remembered_yes_of_others_waives_no_rule_that_names_who_decides() {
    let w = World::new();
    let first = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "show", json!({"id": first}));
    let granted = w.ask(&ana(), "item.confirm", json!({"id": first, "always": "1d", "scope": "tool"}));
    assert_eq!(granted["status"], "applied", "{granted}");
    w.engine.set_setup(Setup { ..setup(DBA, Vec::new()).unwrap() });
    let next = item(&w);
    assert_eq!(w.status(&next), "pending", "the grant of ana is not enough");
    w.ask(&ben(), "show", json!({"id": next}));
    let kept = w.fails(&ben(), "item.confirm", json!({"id": next, "always": "1d"}));
    assert_eq!(kept.code, ErrorCode::Invalid, "{kept:?}");
}

#[test]
fn c8_who_is_taken_out_of_a_group_decides_nothing_more_and_an_empty_group_nobody() {
    let w = World::with_policy(&DBA.replace("then = \"ask\"", "then = \"ask\"\napprovers = 2"));
    let one = item(&w);
    assert_eq!(yes(&w, &eve(), &one)["status"], "approved");
    // Eve leaves the group: her yes of before no longer counts.
    let without = DBA.replace("[\"ben\", \"eve\"]", "[\"ben\", \"ana\"]");
    w.engine.set_setup(Setup { ..setup(&without, Vec::new()).unwrap() });
    assert_eq!(yes(&w, &eve(), &one)["status"], "not_you");
    let one_of_two = yes(&w, &ben(), &one);
    assert_eq!(one_of_two["message"], "1 of 2 approvals", "{one_of_two}");
    let nobody = DBA.replace("[\"ben\", \"eve\"]", "[]");
    let error = setup(&nobody, Vec::new()).err().expect("a rule that nobody can meet is refused");
    assert!(error.message.as_str().contains("only 0 are named"), "{error:?}");
    // A policy without the group: what waited for it waits for nobody.
    w.engine.set_setup(Setup { ..setup("version = 1\n", Vec::new()).unwrap() });
    let refused = yes(&w, &ben(), &one);
    assert!(text(&refused, "message").contains("nobody may say yes"), "{refused}");
}

#[test]
fn c8_a_person_must_be_among_those_of_every_rule_that_matches() {
    let two = format!(
        "{DBA}[[rule]]\nname = \"security\"\ntools = [\"task.*\"]\nthen = \"ask\"\ndecided_by = [\"eve\", \"zoe\"]\n"
    );
    let w = World::with_policy(&two);
    let one = item(&w);
    assert_eq!(yes(&w, &ben(), &one)["status"], "not_you");
    assert_eq!(yes(&w, &eve(), &one)["status"], "applied");
}

#[test]
fn c9_persons_talk_about_an_item_and_agents_see_nothing_of_it() {
    let w = World::new();
    let one = item(&w);
    w.ask(&ana(), "item.comment", json!({"id": one, "text": "  is this\nthe staging cluster?  "}));
    w.env.advance(1);
    w.ask(&ben(), "item.comment", json!({"id": one, "text": "yes"}));
    let said = w.ask(&ana(), "item.comments", json!({"id": one}));
    let said: Vec<(&str, &str)> = said["comments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (c["person"].as_str().unwrap(), c["text"].as_str().unwrap()))
        .collect();
    assert_eq!(said, [("ana", "is this\nthe staging cluster?"), ("ben", "yes")]);
    assert_eq!(w.ask(&ben(), "show", json!({"id": one}))["item"]["comments"], 2);
    let agent = codex();
    for op in ["item.comment", "item.comments", "item.assign"] {
        let refused = w.fails(&agent, op, json!({"id": one, "text": "I say so"}));
        assert!(matches!(refused.code, ErrorCode::Refused | ErrorCode::Invalid), "{op}: {refused:?}");
    }
    let status = w.ask(&agent, "item.status", json!({"id": one}));
    assert!(!status.to_string().contains("staging"), "{status}");
    for bad in ["", "   ", &"x".repeat(2_001)] {
        assert_eq!(w.fails(&ana(), "item.comment", json!({"id": one, "text": bad})).code, ErrorCode::Invalid);
    }
}

/// A home with real tokens: ana, who is its admin, and the persons that she made.
fn team(policy: &str, names: &[(&str, &str)]) -> (World, Actor, Vec<(Actor, String)>) {
    let w = World::new();
    w.engine.set_setup(setup(policy, Vec::new()).unwrap());
    let owner = w.engine.authenticate(None).unwrap();
    let made = |who: &Actor, name: &str, role: &str| {
        let token = w.ask(who, "token.create", json!({"kind": "person", "name": name, "role": role}));
        let token = token["token"].as_str().unwrap().to_owned();
        (w.engine.authenticate(Some(&token)).unwrap(), token)
    };
    let (ana, _) = made(&owner, "ana", "admin");
    let others = names.iter().map(|(name, role)| made(&ana, name, role)).collect();
    (w, ana, others)
}

#[test]
fn c9_an_item_is_assigned_to_somebody_who_may_decide_it_and_found_by_that() {
    let (w, ana, _) = team(DBA, &[("ben", "approver"), ("vera", "viewer"), ("tom", "approver")]);
    let one = item(&w);
    for (name, says) in
        [("nobody-here", "there is no person"), ("vera", "viewer"), ("tom", "only ben, eve may")]
    {
        let refused = w.fails(&ana, "item.assign", json!({"id": one, "person": name}));
        assert!(refused.message.as_str().contains(says), "{name}: {refused:?}");
    }
    w.ask(&ana, "item.assign", json!({"id": one, "person": "ben"}));
    let found = |find: &str| {
        let inbox = w.ask(&ana, "inbox.list", json!({"find": find}));
        inbox["items"].as_array().unwrap().len()
    };
    assert_eq!((found("for:ben"), found("for:me"), found("for:nobody")), (1, 0, 0));
    w.ask(&ana, "item.assign", json!({"id": one}));
    assert_eq!((found("for:ben"), found("for:nobody")), (0, 1));
}

#[test]
fn c1_who_is_removed_is_out_everywhere_at_once_and_nothing_rests_on_their_word() {
    let rule = "version = 1\n[groups]\nops = [\"ben\"]\n[[rule]]\nname = \"two\"\ntools = [\"task.set_title\"]\nthen = \"ask\"\napprovers = 2\n";
    let (w, ana, others) = team(rule, &[("ben", "admin")]);
    let (ben, token) = others[0].clone();
    let agent = w.ask(&ben, "token.create", json!({"kind": "agent", "name": "bens"}))["token"].clone();
    let task = w.task("Fix login");
    let waits = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    assert_eq!(yes(&w, &ben, &waits)["status"], "approved");
    w.ask(&ana, "item.assign", json!({"id": waits, "person": "ben"}));
    w.ask(&ben, "item.claim", json!({"id": waits, "minutes": 600}));
    let granted = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ben, "show", json!({"id": granted}));
    assert_eq!(w.ask(&ben, "item.confirm", json!({"id": granted, "always": "1d"}))["status"], "applied");
    w.ask(&ben, "view.save", json!({"name": "mine", "find": "risk:high"}));
    w.ask(&ben, "mode.set", json!({"mode": "auto", "agent": "claude"}));

    let list = w.ask(&ana, "person.list", json!({}));
    let of_ben = list["persons"].as_array().unwrap().iter().find(|p| p["name"] == "ben").unwrap().clone();
    assert_eq!(
        (&of_ben["groups"], &of_ben["agents"], &of_ben["role"]),
        (&json!(["ops"]), &json!(1), &json!("admin"))
    );

    assert_eq!(w.fails(&ana, "person.remove", json!({"name": "ana"})).code, ErrorCode::Conflict);
    assert_eq!(w.fails(&ana, "person.remove", json!({"name": "bne"})).code, ErrorCode::NotFound);
    let gone = w.ask(&ana, "person.remove", json!({"name": "ben", "reason": "left"}));
    assert_eq!(
        (&gone["tokens"], &gone["permissions"], &gone["items"]),
        (&json!(2), &json!(2), &json!(1)),
        "{gone}"
    );
    assert!(text(&gone, "message").contains("@ops"), "{gone}");
    for token in [Some(token.as_str()), agent.as_str()] {
        assert_eq!(w.engine.authenticate(token).unwrap_err().code, ErrorCode::Unauthenticated);
    }
    assert_eq!(w.ask(&ana, "grant.list", json!({}))["grants"], json!([]));
    assert_eq!(w.ask(&ana, "mode.list", json!({}))["modes"], json!([]));
    let left = w.ask(&ana, "show", json!({"id": waits}));
    let left = &left["item"];
    assert_eq!(
        (&left["approved_by"], &left["assigned_to"], &left["claimed_by"]),
        (&json!([]), &Value::Null, &Value::Null)
    );
    assert_eq!(yes(&w, &ana, &waits)["message"], "1 of 2 approvals", "ben's yes is gone");
    // A second time there is nothing left to end.
    let again = w.ask(&ana, "person.remove", json!({"name": "ben"}));
    assert_eq!((&again["tokens"], &again["permissions"], &again["items"]), (&json!(0), &json!(0), &json!(0)));
    assert!(w.verify().ok);
}

#[test]
fn c1_who_leaves_gets_in_by_no_link_and_is_known_by_the_tokens_that_they_made() {
    let (w, ana, others) = team("version = 1\n", &[("ben", "admin")]);
    let ben = &others[0].0;
    let link = w.ask(ben, "link.create", json!({"name": "dora"}));
    w.ask(ben, "token.create", json!({"kind": "person", "name": "carl"}));
    let gone = w.ask(&ana, "person.remove", json!({"name": "ben"}));
    assert_eq!(gone["made"], json!(["carl"]), "{gone}");
    assert!(text(&gone, "message").contains("carl"), "{gone}");
    let redeemed = w.fails(&Actor::system(), "link.redeem", json!({"code": link["code"]}));
    assert_eq!(redeemed.code, ErrorCode::Unauthenticated, "{redeemed:?}");
}

#[test]
fn c8_a_rule_that_comes_later_says_who_decides_what_already_waits() {
    let w = World::new();
    let one = item(&w);
    w.engine.set_setup(setup(DBA, Vec::new()).unwrap());
    assert_eq!(yes(&w, &ana(), &one)["status"], "not_you");
    assert_eq!(yes(&w, &ben(), &one)["status"], "applied");
}

#[test]
fn g2_a_secret_in_a_comment_is_not_kept() {
    let w = World::new();
    let one = item(&w);
    let key = "AKIAIOSFODNN7EXAMPLE";
    w.ask(&ana(), "item.comment", json!({"id": one, "text": format!("use {key}")}));
    let said = w.ask(&ana(), "item.comments", json!({"id": one}));
    assert!(!said.to_string().contains(key), "{said}");
}

#[test]
fn c1_only_an_admin_removes_persons() {
    let (w, _, others) = team("version = 1\n", &[("ben", "approver"), ("vera", "viewer")]);
    for (who, _) in &others {
        assert_eq!(w.fails(who, "person.remove", json!({"name": "ana"})).code, ErrorCode::Refused);
    }
    assert_eq!(
        w.fails(&Actor::agent("claude"), "person.remove", json!({"name": "ana"})).code,
        ErrorCode::Refused
    );
}
