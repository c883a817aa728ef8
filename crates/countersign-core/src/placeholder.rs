//! Placeholders: arguments that stand for the result of an earlier item (`$item1.result.id`).
//!
//! `$item1` counts the run's items from one; `$i42-9f3a` names one directly. Once resolved to an item, the second
//! form is kept, so that the mapping survives anything. In a plan, `$step1` stands for what its first step gives.

use serde_json::Value;

use crate::{
    error::{Error, Result},
    large_result,
    model::{Item, ItemStatus, Run},
    record::{Doc, Record},
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
    // An id may hold a dot of its own (`i42.1-77ab`), so the split is at the word, not at the first dot.
    let (item, path) = rest.split_once(".result")?;
    let names_item = item.strip_prefix("item").is_some_and(|n| n.parse::<u32>().is_ok())
        || item.strip_prefix('i').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
        || step_number(item).is_some();
    if !names_item || !(path.is_empty() || path.starts_with('.')) {
        return None;
    }
    Some(Placeholder { item, path: path.split('.').skip(1).collect() })
}

fn step_number(name: &str) -> Option<u32> {
    name.strip_prefix("step")?.parse().ok().filter(|n| *n > 0)
}

/// Finds every placeholder in `args`: what has landed is filled in, what has not becomes a dependency. Returns
/// the ids of the items that are waited for. What stands for a step is only known inside its plan.
pub fn bind(tx: &mut Tx<'_>, run: &Run, args: &mut Doc) -> Result<Vec<String>> {
    if let Some((step, _)) = steps_in(args).first() {
        return Err(Error::invalid(format!("{step} stands for a step of a plan, and this is not in one"))
            .hint("give the value itself: plan_status tells the results of a plan's steps"));
    }
    bind_items(tx, run, args)
}

/// The placeholders in `args` that stand for steps of a plan, each with the step's number.
pub fn steps_in(args: &Doc) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    args.values().for_each(|value| find_steps(value, &mut found));
    found.sort_unstable();
    found.dedup();
    found
}

fn find_steps(value: &Value, found: &mut Vec<(String, u32)>) {
    match value {
        Value::Array(list) => list.iter().for_each(|v| find_steps(v, found)),
        Value::Object(map) => map.values().for_each(|v| find_steps(v, found)),
        Value::String(text) => {
            found.extend(parse(text).and_then(|p| step_number(p.item)).map(|n| (text.clone(), n)));
        }
        _ => {}
    }
}

/// Puts values in the place of placeholders, as `give` knows them.
pub fn fill(value: &mut Value, give: &impl Fn(&str) -> Option<Value>) {
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

/// The part of `result` that the placeholder `text` stands for; `whose` says whose result it is.
pub fn picked(text: &str, result: &Value, whose: &str) -> Result<Value> {
    let path = parse(text).map(|p| p.path).unwrap_or_default();
    pick(result, whose, &path)
}

/// The same as [`bind`] where placeholders for the steps of a plan stay as they are.
pub fn bind_items(tx: &mut Tx<'_>, run: &Run, args: &mut Doc) -> Result<Vec<String>> {
    let mut waits = Vec::new();
    for value in args.values_mut() {
        bind_value(tx, run, value, &mut waits)?;
    }
    waits.sort_unstable();
    waits.dedup();
    Ok(waits)
}

fn bind_value(tx: &mut Tx<'_>, run: &Run, value: &mut Value, waits: &mut Vec<String>) -> Result<()> {
    match value {
        Value::Array(list) => list.iter_mut().try_for_each(|v| bind_value(tx, run, v, waits)),
        Value::Object(map) => map.values_mut().try_for_each(|v| bind_value(tx, run, v, waits)),
        Value::String(text) => {
            let Some(place) = parse(text).filter(|p| step_number(p.item).is_none()) else { return Ok(()) };
            let parent = parent(tx, run, place.item)?;
            let bound = match parent.status {
                ItemStatus::Applied => pick(&large_result::of_item(tx, &parent)?, &parent.id, &place.path)?,
                status if status.is_open() => {
                    let path: String = place.path.iter().map(|p| format!(".{p}")).collect();
                    waits.push(parent.id.clone());
                    Value::String(format!("${}.result{path}", parent.id))
                }
                status => {
                    return Err(Error::invalid(format!(
                        "{text} will never have a result: it is {}",
                        status.as_str()
                    )));
                }
            };
            *value = bound;
            Ok(())
        }
        _ => Ok(()),
    }
}

fn parent(tx: &mut Tx<'_>, run: &Run, name: &str) -> Result<Item> {
    let missing = || Error::invalid(format!("${name} is no item of this run"));
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
        Error::invalid(format!("the result of {whose} has no {}", path.join(".")))
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
