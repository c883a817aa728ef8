//! Placeholders: arguments that stand for the result of an earlier item (`$item1.result.id`).
//!
//! `$item1` counts the run's items from one; `$i42-9f3a` names one directly. Once resolved to an item, the second
//! form is kept, so that the mapping survives anything.

use serde_json::Value;

use crate::{
    error::{Error, Result},
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
        || item.strip_prefix('i').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
    if !names_item || !(path.is_empty() || path.starts_with('.')) {
        return None;
    }
    Some(Placeholder { item, path: path.split('.').skip(1).collect() })
}

/// Finds every placeholder in `args`: what has landed is filled in, what has not becomes a dependency. Returns
/// the ids of the items that are waited for.
pub fn bind(tx: &mut Tx<'_>, run: &Run, args: &mut Doc) -> Result<Vec<String>> {
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
            let Some(place) = parse(text) else { return Ok(()) };
            let parent = parent(tx, run, place.item)?;
            let bound = match parent.status {
                ItemStatus::Applied => pick(&parent, &place.path)?,
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

fn pick(parent: &Item, path: &[&str]) -> Result<Value> {
    let found = path.iter().try_fold(&parent.result, |value, name| match value {
        Value::Array(list) => list.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    });
    found.cloned().filter(|v| !v.is_null()).ok_or_else(|| {
        Error::invalid(format!("the result of {} has no {}", parent.id, path.join(".")))
            .hint(format!("it has {}", names(&parent.result)))
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
    use super::*;

    #[test]
    fn b8_only_whole_strings_of_the_form_are_placeholders() {
        for yes in ["$item1.result.id", "$item12.result", "$i42-9f3a.result.id", "$i42.1-77ab.result.a.0.b"] {
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
        ] {
            assert!(!is_placeholder(no), "{no}");
        }
        assert_eq!(parse("$i42.1-77ab.result.a.b").unwrap().path, ["a", "b"]);
    }
}
