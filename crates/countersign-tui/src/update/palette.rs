//! The palette: every operation that a person may call, from the table of operations; a prompt for each field it needs.

use countersign_core::{
    ActorKind, OPS, Spec,
    op::{fields::fields, route::Route},
    operations as ops,
};
use countersign_words::Words;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::{Value, json};

use super::{call, note};
use crate::{
    input::Input,
    model::{Call, Effect, Model, Overlay, Wanted},
    text::{Tone, safe},
};

/// Returns the operations that all searched words are found in.
pub fn found(words: Words, wanted: &str) -> Vec<Spec> {
    let wanted = wanted.to_lowercase();
    let matches = |spec: &Spec| {
        let text = format!("{} {} {}", spec.name, words.known(spec.doc), spec.cli).to_lowercase();
        wanted.split_whitespace().all(|word| text.contains(word))
    };
    let may = |spec: &Spec| {
        // Passkeys need a browser.
        let here = !spec.name.starts_with("passkey.") || spec.name == "passkey.list";
        here && spec.audience.contains(&ActorKind::Person) && Route::of(spec).is_some()
    };
    OPS.iter().map(|op| op.spec()).filter(may).filter(matches).collect()
}

/// Handles a key in the list of operations.
pub fn press(model: &mut Model, mut input: Input, at: usize, key: &KeyEvent) -> Vec<Effect> {
    let listed = found(model.words, &input.text());
    let last = listed.len().saturating_sub(1);
    let at = match key.code {
        KeyCode::Down => (at + 1).min(last),
        KeyCode::Up => at.saturating_sub(1),
        KeyCode::Enter => match listed.get(at) {
            Some(spec) => return begin(model, spec.name),
            None => at,
        },
        _ => {
            input.press(key);
            0
        }
    };
    model.overlay = Some(Overlay::Palette { input, at });
    Vec::new()
}

/// Asks for the fields that an operation needs, or calls it.
fn begin(model: &mut Model, op: &'static str) -> Vec<Effect> {
    let Some(found) = ops::find(op) else { return Vec::new() };
    let needed: Vec<String> =
        fields(found).into_iter().filter(|(_, field)| field.required).map(|(name, _)| name).collect();
    ask(model, op, json!({}), needed)
}

fn ask(model: &mut Model, op: &'static str, input: Value, names: Vec<String>) -> Vec<Effect> {
    let Some(name) = names.first() else {
        return call(model, Call { op, input, whole: true });
    };
    let Some(found) = ops::find(op) else { return Vec::new() };
    let doc = fields(found).get(name).map(|field| model.words.known(&field.doc)).unwrap_or_default();
    let selected = model.list().row().filter(|_| name == "id").map(|row| row.id.clone());
    let title = format!("{op} · {name} – {}", safe(&doc));
    let wanted = Wanted::Form { op, input, fields: names };
    let prompt = Input::new(&selected.unwrap_or_default());
    model.overlay = Some(Overlay::Prompt { title, exact: None, input: prompt, wanted });
    Vec::new()
}

/// Takes a field, and asks for the next one.
pub fn typed(
    model: &mut Model,
    op: &'static str,
    mut input: Value,
    mut names: Vec<String>,
    text: &str,
) -> Vec<Effect> {
    let Some(found) = ops::find(op) else { return Vec::new() };
    let known = fields(found);
    let Some(field) = names.first().and_then(|name| known.get(name)) else { return Vec::new() };
    match field.read(&names[0], text) {
        Ok(value) => {
            input[&names[0]] = value;
            names.remove(0);
            ask(model, op, input, names)
        }
        Err(e) => {
            let why = crate::text::said(model.words, &e.message);
            let effects = ask(model, op, input, names);
            note(model, Tone::Bad, why);
            effects
        }
    }
}
