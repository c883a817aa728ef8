//! G: what an attacker who rewrites records and log together cannot hide.

use countersign_core::{record::Key, store::Base};
use serde_json::{Value, json};

use super::{
    authenticator::{Authenticator, encode},
    outcome_of, register, world,
};
use crate::engine::world::{World, ana, id};

/// Edits a record and the log consistently, so that only a signature can reveal it.
pub fn forge(w: &World, kind: &'static str, id: &str, edit: impl FnOnce(&mut Value)) {
    w.store.with(|base| {
        let key = Key { kind, id: id.to_owned() };
        let old = base.get(&key).unwrap().unwrap();
        let mut doc: Value = serde_json::from_str(&old.doc).unwrap();
        edit(&mut doc);
        base.tamper(kind, id, &doc.to_string()).unwrap();
        let new = base.get(&key).unwrap().unwrap();
        let last = base.events_mut().last_mut().unwrap();
        last.state = last.state.minus(old.mark).plus(new.mark);
        *last = last.clone().sealed();
    });
}

fn signed_world() -> (World, String) {
    let w = world();
    let mut key = Authenticator::new(1);
    register(&w, &ana(), &key);
    assert_eq!(outcome_of(&w, "ledger", |o| key.get(o)).0, "applied");
    let decision = id(&w.ask(&ana(), "decision.list", json!({}))["decisions"][0]);
    (w, decision)
}

#[test]
fn g1_a_signature_shows_what_a_rewritten_log_cannot_hide() {
    let (w, decision) = signed_world();
    forge(&w, "decision", &decision, |doc| doc["summary"] = "Something else".into());
    assert!(w.verify().ok, "what is not signed can be rewritten by whoever rewrites the whole log");
    type Edit = fn(&mut Value);
    let edits: [(&str, Edit, &str); 11] = [
        ("digest", |d| d["digest"] = "0".repeat(64).into(), "something else"),
        ("answer", |d| d["decision"] = "rejected".into(), "something else"),
        ("person", |d| d["by"] = "person:ben".into(), "passkey of ana"),
        ("nonce", |d| d["proof"]["nonce"] = "x".into(), "something else"),
        ("end", |d| d["proof"]["expires_at"] = json!(1), "at that time"),
        ("signature", |d| d["proof"]["signature"] = encode(&[1; 70]).into(), "not that passkey's"),
        ("told", |d| d["proof"]["authenticator_data"] = encode(&[1; 37]).into(), "another site"),
        ("client", |d| d["proof"]["client_data_json"] = "e30".into(), "client data is malformed"),
        ("key", |d| d["proof"]["public_key"] = "oA".into(), "does not match the key"),
        ("passkey", |d| d["proof"]["passkey"] = "pk99-0000".into(), "not known"),
        ("removed", |d| drop(d.as_object_mut().unwrap().remove("proof")), "marked as signed"),
    ];
    for (name, edit, why) in edits {
        let (w, decision) = signed_world();
        forge(&w, "decision", &decision, edit);
        let found = w.verify();
        let bad = found.first_bad.unwrap_or_else(|| panic!("{name} went unseen"));
        assert!(!found.ok && bad.at == format!("decision {decision}"), "{name}: {bad:?}");
        assert!(bad.what.contains(why), "{name}: {bad:?}");
    }
    let (w, decision) = signed_world();
    forge(&w, "decision", &decision, |doc| {
        doc["level"] = "own_user".into();
        doc.as_object_mut().unwrap().remove("proof");
    });
    assert!(w.verify().first_bad.unwrap().what.contains("not signed, though ana had a passkey"));
}

#[test]
fn g1_an_edited_assertion_is_found_without_forging_the_log_as_well() {
    let (w, decision) = signed_world();
    let key = Key { kind: "decision", id: decision.clone() };
    let doc = w.store.with(|base| base.get(&key).unwrap().unwrap().doc.clone());
    let edited = doc.replacen("\"nonce\":\"", "\"nonce\":\"A", 1);
    w.store.with(|base| base.tamper("decision", &decision, &edited)).unwrap();
    assert_eq!(w.verify().first_bad.unwrap().at, format!("decision {decision}"));
}
