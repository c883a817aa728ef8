//! What the log keeps of a call's result: redacted, shortened, and whether it says that the call failed.

use serde_json::Value;

use crate::redact;

/// The maximum size of a result in the log.
const MAX_TOLD_BYTES: usize = 4096;

/// Whether a call that was made reports that it failed: a command by its exit code, another server in its own words.
pub fn is_failure(result: &Value) -> bool {
    let code = result.get("exit_code").and_then(Value::as_i64);
    let signal = result.get("signal").is_some_and(|signal| !signal.is_null());
    code.is_some_and(|code| code != 0) || signal || result.get("isError") == Some(&Value::Bool(true))
}

/// Shortens a result for the log. Of a long output of a command its exit code stays.
pub fn told_result(result: &Value) -> Value {
    let mut told = redact::value(result);
    let is_long = told.get("exit_code").is_some() && !weighs_at_most(&told, MAX_TOLD_BYTES / 8);
    for name in ["stdout", "stderr"].iter().filter(|_| is_long) {
        if let Some(Value::String(text)) = told.get_mut(*name) {
            *text = crate::text::truncate(text, MAX_TOLD_BYTES / 8);
        }
    }
    cut(told)
}

pub(crate) fn cut(value: Value) -> Value {
    if weighs_at_most(&value, MAX_TOLD_BYTES / 8) {
        return value;
    }
    let text = value.to_string();
    if text.len() <= MAX_TOLD_BYTES {
        value
    } else {
        Value::String(crate::text::truncate(&text, MAX_TOLD_BYTES))
    }
}

/// Whether a value is certainly small, without encoding it: escapes make a character at most six times as
/// long.
pub(crate) fn weighs_at_most(value: &Value, most: usize) -> bool {
    fn weight(value: &Value) -> usize {
        match value {
            Value::String(text) => text.len() + 2,
            Value::Array(list) => list.iter().map(weight).sum::<usize>() + list.len() + 2,
            Value::Object(map) => map.iter().map(|(k, v)| k.len() + weight(v) + 4).sum::<usize>() + 2,
            _ => 24,
        }
    }
    weight(value) <= most
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn g3_a_command_that_failed_is_a_failure_whatever_it_printed() {
        for (result, failed) in [
            (json!({"exit_code": 0, "stdout": "error"}), false),
            (json!({"exit_code": 1, "stdout": "fine"}), true),
            (json!({"exit_code": null, "signal": 9}), true),
            (json!({"isError": true, "content": []}), true),
            (json!({"isError": false}), false),
            (json!("exit_code"), false),
        ] {
            assert_eq!(is_failure(&result), failed, "{result}");
        }
    }

    #[test]
    fn g3_the_exit_code_of_a_command_stays_in_the_log_however_much_it_printed() {
        let told = told_result(&json!({"exit_code": 3, "stdout": "x".repeat(100_000), "stderr": ""}));
        assert_eq!(told["exit_code"], 3, "{told}");
        assert!(told.to_string().len() <= MAX_TOLD_BYTES, "{}", told.to_string().len());
    }
}
