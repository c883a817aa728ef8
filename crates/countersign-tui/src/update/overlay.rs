//! Keys while something lies over the screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::json;

use super::{call, follow, note_id, palette};
use crate::{
    input::Input,
    model::{Call, Effect, Model, Overlay, Then, Wanted},
    text::Tone,
};

/// Handles a key.
pub fn press(model: &mut Model, key: &KeyEvent) -> Vec<Effect> {
    if model.is_too_small() {
        return Vec::new();
    }
    let Some(overlay) = model.overlay.take() else { return Vec::new() };
    if key.code == KeyCode::Esc {
        if let Overlay::Prompt { wanted: Wanted::Search, .. } = overlay {
            return search(model, "");
        }
        return Vec::new();
    }
    match overlay {
        Overlay::Help(top) => {
            model.overlay = scrolled(top, key).map(Overlay::Help);
            Vec::new()
        }
        Overlay::Answer(page, top) => {
            let last = page.lines.len().saturating_sub(1);
            model.overlay = scrolled(top, key).map(|top| Overlay::Answer(page, top.min(last)));
            Vec::new()
        }
        Overlay::Sure { title, why, call: made } => {
            if key.code == KeyCode::Enter {
                return call(model, made);
            }
            // Any other key is no yes; only those that clearly mean no close it.
            if !matches!(key.code, KeyCode::Char('n' | 'q')) {
                model.overlay = Some(Overlay::Sure { title, why, call: made });
            }
            Vec::new()
        }
        Overlay::Pick { title, choices, at } => {
            let last = choices.len().saturating_sub(1);
            let (at, taken) = picked(at, last, key);
            if taken && let Some(choice) = choices.get(at) {
                return match choice.then.clone() {
                    Then::Call(made) => call(model, made),
                    Then::Ask(next) => {
                        model.overlay = Some(*next);
                        Vec::new()
                    }
                };
            }
            model.overlay = Some(Overlay::Pick { title, choices, at });
            Vec::new()
        }
        Overlay::Palette { input, at } => palette::press(model, input, at, key),
        Overlay::Prompt { title, exact, mut input, wanted } => {
            if key.code == KeyCode::Enter {
                return typed(model, title, exact, input, wanted);
            }
            input.press(key);
            let text = Some(input.text()).filter(|_| wanted == Wanted::Search);
            model.overlay = Some(Overlay::Prompt { title, exact, input, wanted });
            text.map(|text| search(model, &text)).unwrap_or_default()
        }
    }
}

/// Returns the new place in a list of choices, and whether it was taken: by `Enter` or by its number.
pub fn picked(at: usize, last: usize, key: &KeyEvent) -> (usize, bool) {
    match key.code {
        KeyCode::Enter => (at, true),
        KeyCode::Down | KeyCode::Char('j') => ((at + 1).min(last), false),
        KeyCode::Up | KeyCode::Char('k') => (at.saturating_sub(1), false),
        KeyCode::Char(c @ '1'..='9') => {
            let place = usize::from(c as u8 - b'1');
            if place <= last { (place, true) } else { (at, false) }
        }
        _ => (at, false),
    }
}

/// Returns the new first line; None if the key closes it.
fn scrolled(top: usize, key: &KeyEvent) -> Option<usize> {
    match key.code {
        KeyCode::Down | KeyCode::Char('j') => Some(top + 1),
        KeyCode::Up | KeyCode::Char('k') => Some(top.saturating_sub(1)),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(top + 10),
        KeyCode::PageUp => Some(top.saturating_sub(10)),
        KeyCode::Home | KeyCode::Char('g') => Some(0),
        _ => None,
    }
}

fn search(model: &mut Model, wanted: &str) -> Vec<Effect> {
    let list = model.list_mut();
    list.search = wanted.to_owned();
    list.settle();
    follow(model, false)
}

/// Takes a typed text.
fn typed(
    model: &mut Model,
    title: String,
    exact: Option<String>,
    input: Input,
    wanted: Wanted,
) -> Vec<Effect> {
    let text = input.text();
    match wanted {
        Wanted::Search => Vec::new(),
        Wanted::Form { op, input: given, fields } => palette::typed(model, op, given, fields, &text),
        Wanted::Field { op, input: given, name, optional } => {
            let is_wrong = exact.as_ref().is_some_and(|exact| text.trim() != exact.trim());
            if is_wrong || (text.trim().is_empty() && !optional) {
                note_id(model, Tone::Warn, if is_wrong { "tui-typed-other" } else { "tui-typed-nothing" });
                let wanted = Wanted::Field { op, input: given, name, optional };
                model.overlay = Some(Overlay::Prompt { title, exact, input, wanted });
                return Vec::new();
            }
            let mut given = given;
            if !text.trim().is_empty() {
                // What must be exact is sent as it is wanted; spaces around it are no other text.
                given[name] = exact.map_or_else(|| json!(text.trim()), |exact| json!(exact));
            }
            call(model, Call::new(op, given))
        }
    }
}
