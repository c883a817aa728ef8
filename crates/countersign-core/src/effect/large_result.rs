//! Large results: stored once, as a blob. The item, its receipt and the log only have the size and the
//! beginning.

use serde_json::{Map, Value, json};

use crate::{
    effect::landing::weighs_at_most,
    error::{Error, Result},
    item::Item,
    redact, text,
    tx::Tx,
};

/// From this size on a result is stored as a blob.
const LARGE_BYTES: usize = 256 * 1024;
/// Up to this size a field of a large result is not shortened.
const SMALL_BYTES: usize = 4096;
/// How much of a larger one is shown, from its beginning and from its end.
const SHOWN_CHARS: usize = 2000;

/// Returns a result for a receipt, redacted.
pub fn told(result: &Value) -> Value {
    let result = redact::value(result);
    if weighs_at_most(&result, LARGE_BYTES) { result } else { shortened(&result, &result.to_string()) }
}

/// Stores a result in an item; a large one goes into a blob.
pub fn keep(tx: &mut Tx<'_>, item: &mut Item, result: &Value) -> Result<()> {
    let result = redact::value(result);
    (item.result, item.result_blob) = if weighs_at_most(&result, LARGE_BYTES) {
        (result, None)
    } else {
        let written = result.to_string();
        (shortened(&result, &written), Some(tx.put_blob(written.into_bytes())?))
    };
    Ok(())
}

/// Returns the whole result of an item.
pub fn of_item(tx: &mut Tx<'_>, item: &Item) -> Result<Value> {
    let Some(name) = &item.result_blob else { return Ok(item.result.clone()) };
    match tx.blob(name)? {
        Some(bytes) => serde_json::from_slice(&bytes).map_err(Error::bug),
        // Retention may have dropped it.
        None => Ok(item.result.clone()),
    }
}

/// Returns the large result in the report of an effect, if there is one.
pub fn in_report(report: &Value) -> Option<&Value> {
    let result = report.get("outcome")?.get("done")?.get("result")?;
    (!weighs_at_most(result, LARGE_BYTES)).then_some(result)
}

/// Shortens the report of an effect for the log; None if that is not needed.
pub fn told_report(report: &Value) -> Option<Value> {
    in_report(report)?;
    let without = |value: &Value, field: &str| -> Map<String, Value> {
        let all = value.as_object().into_iter().flatten();
        all.filter(|(name, _)| *name != field).map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    let done = &report["outcome"]["done"];
    let mut landed = without(done, "result");
    landed.insert("result".to_owned(), told(&done["result"]));
    let mut told = without(report, "outcome");
    told.insert("outcome".to_owned(), json!({"done": landed}));
    Some(Value::Object(told))
}

/// Shortens a large result. Its small fields stay, since they tell whether it succeeded.
fn shortened(result: &Value, written: &str) -> Value {
    let Value::Object(fields) = result else { return beginning(written) };
    let short = |value: &Value| match value {
        small if weighs_at_most(small, SMALL_BYTES) => small.clone(),
        Value::String(text) => Value::String(both_ends(text)),
        other => beginning(&other.to_string()),
    };
    let short: Map<String, Value> = fields.iter().map(|(name, value)| (name.clone(), short(value))).collect();
    let short = Value::Object(short);
    if weighs_at_most(&short, LARGE_BYTES) { short } else { beginning(written) }
}

fn beginning(written: &str) -> Value {
    json!({"bytes": written.len(), "begins": text::truncate(written, SHOWN_CHARS)})
}

/// Returns the beginning and the end of a text.
fn both_ends(text: &str) -> String {
    let end = text.char_indices().rev().nth(SHOWN_CHARS - 1).map_or(0, |(at, _)| at);
    format!("{}\n{}", text::truncate(text, SHOWN_CHARS), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_large_result_ended_can_still_be_read() {
        let result =
            json!({"exit_code": 1, "stdout": format!("{}the end", "x".repeat(1 << 20)), "isError": true});
        let short = told(&result);
        assert_eq!((&short["exit_code"], &short["isError"]), (&json!(1), &json!(true)));
        assert!(short["stdout"].as_str().unwrap().ends_with("the end"));
        assert!(short.to_string().len() < 8192);
        let many: Map<String, Value> = (0..2000).map(|n| (n.to_string(), json!("x".repeat(1000)))).collect();
        assert!(told(&Value::Object(many)).to_string().len() < 8192);
    }

    #[test]
    fn only_a_large_result_is_told_by_its_beginning() {
        let small = json!({"outcome": {"done": {"result": {"n": 1}}}});
        assert_eq!((in_report(&small), told_report(&small)), (None, None));
        assert_eq!(told(&json!({"n": 1})), json!({"n": 1}));
        let large =
            json!({"item": "i1", "outcome": {"done": {"result": "x".repeat(1 << 20), "duration_ms": 7}}});
        let report = told_report(&large).unwrap();
        assert_eq!((&report["item"], &report["outcome"]["done"]["duration_ms"]), (&json!("i1"), &json!(7)));
        assert_eq!(report["outcome"]["done"]["result"]["bytes"], (1 << 20) + 2);
        assert!(report.to_string().len() < 4096);
        assert_eq!(in_report(&json!({"outcome": {"failed": {"message": "x"}}})), None);
    }
}
