//! E9: an undo by a call needs that call to be permitted.

use countersign_core::{Outcome, judge::Class};
use serde_json::{Value, json};

use super::{
    super::world::{ana, text},
    Desk,
};

fn undo(d: &Desk, receipt: &Value) -> Value {
    d.ask(&ana(), "receipt.undo", json!({"id": receipt["id"]}))
}

fn refuses(tool: &str) -> String {
    format!("version = 1\n[[rule]]\nname = \"never\"\ntools = [\"{tool}\"]\nthen = \"refuse\"\n")
}

#[test]
fn e9_an_undo_by_a_declared_call_is_made_and_can_itself_be_undone() {
    let d = Desk::new();
    let receipt = d.added("a");
    d.asked();
    let undone = undo(&d, &receipt);
    assert_eq!(undone["status"], "undone", "{undone}");
    assert!(d.shelf.names().is_empty());
    assert_eq!(d.asked(), ["look notes.remove", "revert notes.remove"], "it was judged before");
    assert_eq!(undo(&d, &undone["receipt"])["status"], "undone");
    assert!(d.shelf.names().contains("a"));
    assert_eq!(
        undo(&d, &receipt)["status"],
        "undone",
        "what the redo made is taken back by the first handle"
    );
    d.verify();
}

#[test]
fn e9_an_undo_whose_call_the_policy_refuses_is_told_and_does_nothing() {
    let d = Desk::with_policy(&refuses("notes.remove"));
    let receipt = d.added("a");
    let answer = d.request(&ana(), "receipt.undo", json!({"id": receipt["id"]})).unwrap();
    assert_eq!((answer.outcome, &answer.value["status"]), (Outcome::Refused, &json!("refused")));
    assert!(text(&answer.value, "message").contains("the rule \"never\" refuses it"), "{}", answer.value);
    assert!(d.shelf.names().contains("a"));
    assert_eq!(undo(&d, &receipt)["status"], "refused", "the handle stays");
    // Without the rule, nothing prevents it.
    d.engine.amend_setup(|setup| setup.policy = Default::default());
    assert_eq!(undo(&d, &receipt)["status"], "undone");
    d.verify();
}

#[test]
fn e9_an_undo_stops_at_a_freeze_and_at_a_definition_that_nobody_accepted() {
    let d = Desk::new();
    let receipt = d.added("a");
    d.ask(&ana(), "freeze", json!({}));
    assert_eq!(undo(&d, &receipt)["status"], "refused");
    d.ask(&ana(), "thaw", json!({}));
    d.changed("remove", Class::Destructive, "Removes everything.");
    let answer = undo(&d, &receipt);
    assert_eq!(answer["status"], "refused", "{answer}");
    assert!(text(&answer, "message").contains("nobody has accepted"), "{answer}");
    assert!(d.shelf.names().contains("a"));
}

#[test]
fn e9_an_undo_whose_arguments_no_longer_fit_is_told_and_does_nothing() {
    let d = Desk::new();
    let receipt = d.added("a");
    let mut tools = super::tools();
    tools[1].schema = json!({"type": "object", "required": ["reason"]});
    d.engine.amend_setup(|setup| setup.catalog = setup.catalog.with_server("notes", tools));
    let answer = undo(&d, &receipt);
    assert_eq!(answer["status"], "failed", "{answer}");
    assert!(text(&answer, "message").contains("reason"), "{answer}");
    assert!(d.shelf.names().contains("a"));
}

#[test]
fn e4_an_agents_undo_is_a_proposal_with_the_class_and_facts_of_the_call() {
    let d = Desk::new();
    let receipt = d.added("a");
    let item = d.hold("countersign.undo", json!({"receipt": receipt["id"]}));
    let shown = d.show(&item);
    assert_eq!(shown["class"], "destructive", "{shown}");
    assert_eq!(shown["facts"]["deletes"], json!(["note:a"]));
    assert_eq!(shown["preview"]["warnings"][0], "calls notes.remove, which is destructive");
    assert!(d.shelf.names().contains("a"));
    let answer = d.confirm(&item);
    assert_eq!(answer["status"], "applied", "{answer}");
    assert!(d.shelf.names().is_empty());
    d.verify();
}

#[test]
fn e4_an_agents_undo_is_not_proposed_where_its_call_is_refused() {
    let d = Desk::with_policy(&refuses("notes.remove"));
    let receipt = d.added("a");
    let answer = d.call("countersign.undo", json!({"receipt": receipt["id"]}));
    assert_eq!(answer["status"], "invalid", "{answer}");
    assert!(text(&answer, "message").contains("refused"), "{answer}");
}

#[test]
fn e9_a_confirmed_undo_is_judged_again_before_it_is_made() {
    let d = Desk::new();
    let receipt = d.added("a");
    let item = d.hold("countersign.undo", json!({"receipt": receipt["id"]}));
    d.changed("remove", Class::Destructive, "Removes everything.");
    let answer = d.confirm(&item);
    assert_eq!(answer["status"], "stale", "{answer}");
    assert!(d.shelf.names().contains("a"));
    d.verify();
}
