//! What the tests of this crate share: things as the daemon sends them, and a model that shows them.

use countersign_core::{
    inbox,
    item::view::{ItemView, SetView, Waits},
    receipt::Receipt,
    run::Run,
};
use countersign_words::{Language, Words};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Value, json};

use crate::{
    model::{Call, Effect, Model, Read, SETTLE_MS, Source},
    update::{Msg, begin, update},
};

/// The time of all tests.
pub const NOW: u64 = 1_700_000_000_000;

/// An item, with these fields other than usual.
pub fn item(id: &str, more: Value) -> ItemView {
    let mut value = json!({
        "id": id, "change_set": format!("s-{id}"), "run": "run2-bbbb", "agent": "codex", "subject": "t3",
        "ordinal": 1, "tool": "task.set_title", "class": "mutable", "risk_level": "medium", "status": "pending",
        "summary": format!("Set the title of {id}"), "human_summary": null, "flags": [], "args": {"title": "Fix login"},
        "original_args": null,
        "preview": {"target": "task \"Fix\"", "changes": [{"label": "title", "before": "Fix", "after": "Fix login"}]},
        "facts": {"writes": ["task:t3/title"]}, "why": {"row": "class", "rule": null, "reasons": ["it changes something"]},
        "digest": format!("digest of {id}"), "can_remember": true, "reversal": {"tier": "exact"}, "typed": null,
        "depends_on": [], "approvers": 1, "approved_by": [], "hold": "queue", "created_at": NOW - 60_000,
        "expires_at": null, "decided_at": null, "reason": null, "receipt": null, "error": null, "claimed_by": null,
        "changed_since_seen": false,
    });
    merge(&mut value, more);
    serde_json::from_value(value).expect("BUG: it is what the daemon sends")
}

fn merge(value: &mut Value, more: Value) {
    for (name, field) in more.as_object().into_iter().flatten() {
        value[name] = field.clone();
    }
}

/// A change set.
pub fn set(id: &str, total: u32) -> SetView {
    serde_json::from_value(json!({
        "id": id, "run": "run2-bbbb", "agent": "codex", "subject": "t3", "thread": null, "status": "pending",
        "total": total, "open": total, "created_at": NOW, "resolved_at": null,
        "title": format!("codex suggests {total} changes"),
    }))
    .expect("BUG: it is what the daemon sends")
}

/// Something else that waits.
pub fn waits(kind: &str, id: &str, title: &str) -> Waits {
    serde_json::from_value(json!({
        "kind": kind, "id": id, "run": "run2-bbbb", "agent": "codex", "title": title, "risk_level": "medium",
        "status": "open", "at": NOW - 1000,
    }))
    .expect("BUG: it is what the daemon sends")
}

/// A run.
pub fn run(id: &str, status: &str) -> Run {
    serde_json::from_value(json!({
        "id": id, "agent": "codex", "owner": null, "subject": null, "thread": null, "title": "Fix the login",
        "cwd": "/work", "status": status, "active": true, "started_at": NOW - 600_000, "last_at": NOW,
        "ended_at": null, "proposed": 2, "open_set": null,
    }))
    .expect("BUG: it is what the daemon sends")
}

/// A receipt.
pub fn receipt(id: &str, more: Value) -> Receipt {
    let mut value = json!({
        "id": id, "item": "i1-aaaa", "run": "run2-bbbb", "agent": "codex", "subject": "t3", "tool": "task.set_title",
        "summary": "Set the title", "class": "mutable", "allowed_by": {"by": "person", "name": "ana"}, "event_id": "e9-cccc",
        "event_type": "task", "at": NOW - 30_000, "duration_ms": 3,
        "effects": [{"label": "title", "before": "Fix", "after": "Fix login"}],
        "undo_action": {"label": "Undo", "expected_event_id": "e9-cccc"}, "rollback_label": "can be undone",
        "rerun_action": null, "undone": null, "undoes": null, "action": "write",
    });
    merge(&mut value, more);
    serde_json::from_value(value).expect("BUG: it is what the daemon sends")
}

/// An inbox.
pub fn inbox(items: Vec<ItemView>, sets: Vec<SetView>, waiting: Vec<Waits>) -> inbox::Output {
    inbox::Output { items, change_sets: sets, waiting, more: false, next: None }
}

/// A model of a size that shows an inbox, long enough to be answered.
pub fn model(size: (u16, u16), output: inbox::Output) -> Model {
    let mut model = Model::new(Words::of(Language::English), size, NOW, true);
    begin(&mut model);
    arrive(&mut model, output);
    settle(&mut model);
    model
}

/// The inbox was read.
pub fn arrive(model: &mut Model, output: inbox::Output) -> Vec<Effect> {
    let source = Source::Inbox(model.inbox.limit);
    update(model, Msg::Read(source, Ok(Read::Inbox(output))))
}

/// Lets what is shown be answered.
pub fn settle(model: &mut Model) {
    let now = model.now + SETTLE_MS;
    let _ = update(model, Msg::Tick(now));
}

/// Presses keys, one after the other.
pub fn keys(model: &mut Model, keys: &str) -> Vec<Effect> {
    keys.chars().flat_map(|c| press(model, KeyCode::Char(c))).collect()
}

/// Presses one key.
pub fn press(model: &mut Model, code: KeyCode) -> Vec<Effect> {
    update(model, Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

/// Returns the one call among effects.
#[track_caller]
pub fn the_call(effects: Vec<Effect>) -> Call {
    let mut calls = effects.into_iter().filter_map(|effect| match effect {
        Effect::Call(_, call) => Some(call),
        _ => None,
    });
    let call = calls.next().expect("a call was asked for");
    assert!(calls.next().is_none(), "only one");
    call
}
