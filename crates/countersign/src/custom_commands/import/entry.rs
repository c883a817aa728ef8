//! Adds the entry for Countersign to the settings of an agent that has no servers to import.

use std::path::PathBuf;

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;
use serde_json::{Map, Value, json};

use super::{
    agent::Place,
    file::{self, Settings},
    jsonc,
    plan::{Change, ENTRY, Entry, broken, tables},
    server, toml_text,
};

/// Checks that a settings file of a person may be changed: it is theirs, wherever it leads.
pub fn check(file: &Settings, own: &[PathBuf]) -> Result<()> {
    file::check_place(file, None, own)?;
    if file.owner.0 != rustix::process::geteuid().as_raw() {
        let (path, said) = (file.named.display(), say!("command-setup-other-owner"));
        return Err(Error::new(ErrorCode::Settings, say!("command-cannot-change", path, said))
            .hint(say!("command-setup-other-owner-hint")));
    }
    file::check_writable(file)
}

/// Returns the change that adds the entry to an agent's settings, which may not exist yet; `None` if they have it.
pub fn added(place: &Place, entry: &Entry, token: Option<&str>, own: &[PathBuf]) -> Result<Option<Change>> {
    let file = file::read(&place.path)?;
    file.as_ref().map_or(Ok(()), |file| check(file, own))?;
    let text = file.as_ref().map_or("", |file| file.text.as_str());
    let value = parse(place, text)?;
    let keys = tables(place, &value).into_iter().next().unwrap_or_default();
    let servers = match keys.iter().try_fold(&value, |v, key| v.get(key)) {
        None => Map::new(),
        Some(Value::Object(servers)) => servers.clone(),
        Some(_) => {
            let what = say!("command-import-no-servers", path = place.path.display(), key = keys.join("."));
            return Err(Error::new(ErrorCode::Settings, what));
        }
    };
    if servers.values().any(server::is_countersign) {
        return Ok(None);
    }
    let numbered = (2..).map(|n| format!("{ENTRY}-{n}"));
    let name = std::iter::once(ENTRY.to_owned()).chain(numbered).find(|name| !servers.contains_key(name));
    let keys: Vec<String> = keys.into_iter().chain(name).collect();
    let fields = entry.fields(place.agent, token, keys.len() > 2);
    let new: Value = fields.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect::<Map<_, _>>().into();
    let after = match place.agent.writes_toml() {
        true => {
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            let line = if text.is_empty() { "" } else { "\n" };
            format!("{text}{gap}{line}{}", toml_text::section(&keys.join("."), &fields))
        }
        false => in_json(text, &keys, &new),
    };
    let mut expected = value;
    put(&mut expected, &keys, new);
    if parse(place, &after).ok() != Some(expected) {
        let what = say!("command-import-cannot-edit", path = place.path.display());
        return Err(Error::new(ErrorCode::Settings, what).hint(say!("command-import-cannot-edit-hint")));
    }
    let path = file.as_ref().map_or_else(|| place.path.clone(), |file| file.path.clone());
    let mode = file.as_ref().map_or(0o600, |file| file.mode);
    Ok(Some(Change { path, before: file, after, mode, own: vec![keys], is_toml: place.agent.writes_toml() }))
}

fn parse(place: &Place, text: &str) -> Result<Value> {
    let parsed = match place.agent.writes_toml() {
        true => toml_text::parse(text),
        false if text.trim().is_empty() => Ok(json!({})),
        false => jsonc::parse(text).map(|node| node.to_value()),
    };
    parsed.map_err(|wrong| broken(&place.path, text, &wrong))
}

/// Adds a value to a JSON text below those keys; what is missing on the way is made.
fn in_json(text: &str, keys: &[String], value: &Value) -> String {
    let nested = |keys: &[String]| {
        keys.iter().rev().fold(value.clone(), |inner, key| Map::from_iter([(key.clone(), inner)]).into())
    };
    let Ok(root) = jsonc::parse(text) else {
        let whole: Value = nested(keys);
        return serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n";
    };
    let mut object = &root;
    let mut depth = 0;
    while let Some(inner) = keys.get(depth).and_then(|key| object.get(key)) {
        object = inner;
        depth += 1;
    }
    let Some(key) = keys.get(depth) else { return text.to_owned() };
    let edit = jsonc::append(text, object, key, &nested(&keys[depth + 1..]));
    jsonc::edited(text, vec![edit])
}

fn put(into: &mut Value, keys: &[String], value: Value) {
    let Some((first, rest)) = keys.split_first() else {
        *into = value;
        return;
    };
    if let Some(map) = into.as_object_mut() {
        put(map.entry(first.clone()).or_insert_with(|| json!({})), rest, value);
    }
}
