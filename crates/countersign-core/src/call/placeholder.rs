//! Placeholders: arguments that stand for the result of an earlier item (`$item1.result.id`).
//!
//! `$item1` counts the run's items from one; `$i42-9f3a` names one directly. Resolved placeholders are stored
//! in the second form, so that they always mean the same item. In a plan, `$step1` stands for the result of
//! its first step.

use std::collections::BTreeMap;

use countersign_words::say;
use serde_json::Value;

use crate::{
    effect::large_result,
    error::{Error, Result},
    item::{Item, ItemStatus},
    record::{Doc, Record},
    run::Run,
    store::Scan,
    tx::Tx,
};

/// One placeholder in the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Placeholder<'a> {
    item: &'a str,
    path: Vec<&'a str>,
}

/// Whether `text` has the form of a placeholder.
pub fn is_placeholder(text: &str) -> bool {
    parse(text).is_some()
}

fn parse(text: &str) -> Option<Placeholder<'_>> {
    let rest = text.strip_prefix('$')?;
    // An id may contain a dot (`i42.1-77ab`), so split at the word, not at the first dot.
    let (item, path) = rest.split_once(".result")?;
    let names_item = item.strip_prefix("item").is_some_and(|n| n.parse::<u32>().is_ok())
        || item.strip_prefix('i').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
        || step_number(item).is_some();
    // It must be the whole string: with a word after it, it is ordinary text.
    let plain = |text: &str, more: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c));
    if !names_item || !(path.is_empty() || path.starts_with('.')) || !plain(item, "-.") || !plain(path, "-_.")
    {
        return None;
    }
    Some(Placeholder { item, path: path.split('.').skip(1).collect() })
}

fn step_number(name: &str) -> Option<u32> {
    name.strip_prefix("step")?.parse().ok().filter(|n| *n > 0)
}

/// Arguments of a call, and whether they still have placeholders. Plain arguments (`Doc`) are taken
/// literally: bound values are never bound again, whatever they look like.
#[derive(Debug, Clone, Default)]
pub struct Bound {
    /// The arguments. If open, all placeholders are still in them; otherwise none is.
    pub args: Doc,
    /// Whether they hold placeholders.
    pub open: bool,
    /// The ids of the items whose results are missing.
    pub waits_for: Vec<String>,
}

impl From<Doc> for Bound {
    fn from(args: Doc) -> Self {
        Self { args, ..Self::default() }
    }
}

/// Replaces placeholders by results, all at once. While a result is missing nothing is replaced, because text
/// in a result could later be mistaken for a placeholder. Placeholders for steps are only known inside their
/// plan.
pub fn bind(tx: &mut Tx<'_>, run: &Run, args: Doc) -> Result<Bound> {
    if let Some((step, _)) = steps_in(&args).first() {
        return Err(Error::invalid(say!("judge-stands-for-step", text = step))
            .hint(say!("judge-stands-for-step-hint")));
    }
    bind_with(tx, run, args, &|_, _| Ok(None))
}

/// Like [`bind`] for a step of a plan: `of_step` returns the value of a placeholder for an earlier step, if
/// known.
pub fn bind_with(
    tx: &mut Tx<'_>,
    run: &Run,
    args: Doc,
    of_step: &dyn Fn(&str, u32) -> Result<Option<Value>>,
) -> Result<Bound> {
    let (mut values, mut waits_for, mut open) = (BTreeMap::new(), Vec::new(), false);
    for text in all_in(&args) {
        let Some(place) = parse(&text) else { continue };
        if let Some(n) = step_number(place.item) {
            match of_step(&text, n)? {
                Some(value) => drop(values.insert(text, value)),
                None => open = true,
            }
            continue;
        }
        let parent = parent(tx, run, place.item)?;
        match parent.status {
            ItemStatus::Applied => {
                let value = pick(&large_result::of_item(tx, &parent)?, &parent.id, &place.path)?;
                values.insert(text, value);
            }
            status if status.is_open() => {
                open = true;
                waits_for.push(parent.id.clone());
                values.insert(text, Value::Null);
            }
            status => {
                let why = say!("judge-never-result", text, status = status.as_str());
                return Err(Error::invalid(why));
            }
        }
    }
    if open {
        // Counting names (`$item1`) become ids, so that they always mean the same item.
        for (text, value) in &mut values {
            *value = Value::String(lasting(tx, run, text)?);
        }
    }
    waits_for.sort_unstable();
    waits_for.dedup();
    let mut args = args;
    args.values_mut().for_each(|value| fill(value, &|text| values.get(text).cloned()));
    Ok(Bound { args, open, waits_for })
}

/// Returns a placeholder with the id of its item.
fn lasting(tx: &mut Tx<'_>, run: &Run, text: &str) -> Result<String> {
    let Some(place) = parse(text).filter(|p| step_number(p.item).is_none()) else {
        return Ok(text.to_owned());
    };
    let path: String = place.path.iter().map(|p| format!(".{p}")).collect();
    Ok(format!("${}.result{path}", parent(tx, run, place.item)?.id))
}

/// The placeholders in `args`, for items and for steps of a plan.
pub fn all_in(args: &Doc) -> Vec<String> {
    let mut found = Vec::new();
    args.values().for_each(|value| find(value, &mut found));
    found.sort_unstable();
    found.dedup();
    found
}

fn find(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|v| find(v, found)),
        Value::Object(map) => map.values().for_each(|v| find(v, found)),
        Value::String(text) => found.extend(parse(text).map(|_| text.clone())),
        _ => {}
    }
}

/// The placeholders in `args` that stand for steps of a plan, each with the step's number.
pub fn steps_in(args: &Doc) -> Vec<(String, u32)> {
    let numbered = |text: String| {
        let number = step_number(parse(&text)?.item)?;
        Some((text, number))
    };
    all_in(args).into_iter().filter_map(numbered).collect()
}

/// Whether a placeholder stands for the id of what an item or a step created, and for nothing else of its
/// result.
pub fn is_id(text: &str) -> bool {
    parse(text).is_some_and(|p| p.path == ["id"])
}

/// Replaces placeholders by the values that `give` knows. Inserted values are not scanned again.
fn fill(value: &mut Value, give: &impl Fn(&str) -> Option<Value>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|v| fill(v, give)),
        Value::Object(map) => map.values_mut().for_each(|v| fill(v, give)),
        Value::String(text) => {
            if let Some(given) = give(text) {
                *value = given;
            }
        }
        _ => {}
    }
}

/// Returns the part of `result` that the placeholder `text` selects; `whose` names the source in errors.
pub fn picked(text: &str, result: &Value, whose: &str) -> Result<Value> {
    let path = parse(text).map(|p| p.path).unwrap_or_default();
    pick(result, whose, &path)
}

fn parent(tx: &mut Tx<'_>, run: &Run, name: &str) -> Result<Item> {
    let missing = || Error::invalid(say!("judge-no-item-of-run", text = format!("${name}")));
    if let Some(n) = name.strip_prefix("item").and_then(|n| n.parse::<u32>().ok()) {
        let scan = Scan::prefix(Item::KIND.name, "item.run", &format!("{}/{n:06}", run.id)).limit(1);
        return tx.list::<Item>(&scan)?.pop().ok_or_else(missing);
    }
    let item = tx.find::<Item>(name).map_err(|_| missing())?;
    if item.run == run.id { Ok(item) } else { Err(missing()) }
}

fn pick(result: &Value, whose: &str, path: &[&str]) -> Result<Value> {
    let found = path.iter().try_fold(result, |value, name| match value {
        Value::Array(list) => list.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    });
    found.cloned().filter(|v| !v.is_null()).ok_or_else(|| {
        Error::invalid(say!("judge-result-has-no", whose, path = path.join(".")))
            .hint(format!("it has {}", names(result)))
    })
}

fn names(value: &Value) -> String {
    match value.as_object() {
        Some(map) if !map.is_empty() => map.keys().cloned().collect::<Vec<_>>().join(", "),
        _ => "no named parts".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn b8_only_whole_strings_of_the_form_are_placeholders() {
        for yes in [
            "$item1.result.id",
            "$item12.result",
            "$i42-9f3a.result.id",
            "$i42.1-77ab.result.a.0.b",
            "$step2.result",
        ] {
            assert!(is_placeholder(yes), "{yes}");
        }
        for no in [
            "item1.result.id",
            "$item.result.id",
            "$itemx.result",
            "$item1.resultid",
            "$5",
            "costs $item1",
            "$i.result",
            "$step.result",
            "$step0.result",
            "$item1.result.id and more",
            "$i42-9f3a.result.stdout; ls",
            "$i42 ls.result",
        ] {
            assert!(!is_placeholder(no), "{no}");
        }
        assert_eq!(parse("$i42.1-77ab.result.a.b").unwrap().path, ["a", "b"]);
    }

    #[test]
    fn f1_what_stands_for_a_step_is_found_and_filled_wherever_it_is() {
        let args =
            json!({"a": ["$step2.result.id"], "b": {"c": "$step1.result"}, "d": "costs $step3.result"});
        let args = args.as_object().unwrap();
        let found = steps_in(args);
        assert_eq!(found, [("$step1.result".to_owned(), 1), ("$step2.result.id".to_owned(), 2)]);
        let mut filled = Value::Object(args.clone());
        fill(&mut filled, &|text| (text == "$step2.result.id").then(|| json!(7)));
        assert_eq!((&filled["a"], &filled["b"]["c"]), (&json!([7]), &json!("$step1.result")));
        assert_eq!(picked("$step2.result.id", &json!({"id": 7}), "step 2").unwrap(), 7);
        let missing = picked("$step2.result.name", &json!({"id": 7}), "step 2").unwrap_err();
        assert_eq!(missing.message, "the result of step 2 has no name");
    }
}
