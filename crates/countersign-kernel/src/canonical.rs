//! A sorted JSON encoding for the digests that people approve.
//!
//! Any dependency may switch `serde_json` to insertion order, so digests never depend on how a map was built:
//! object keys are sorted by their bytes here. Numbers and strings are written as `serde_json` writes them.

use serde_json::{Map, Value};

/// Writes `value` with sorted keys and no whitespace.
pub fn encode(value: &Value) -> String {
    let mut out = Vec::with_capacity(256);
    write(value, &mut out);
    String::from_utf8(out).expect("BUG: JSON is UTF-8")
}

/// Returns the hex digest of the canonical encoding, bound to `domain`.
pub fn digest(domain: &str, value: &Value) -> String {
    let mut out = Vec::with_capacity(512);
    out.extend_from_slice(&(domain.len() as u64).to_le_bytes());
    out.extend_from_slice(domain.as_bytes());
    write(value, &mut out);
    blake3::hash(&out).to_hex().to_string()
}

fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Array(list) => {
            out.push(b'[');
            for (i, v) in list.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                write(v, out);
            }
            out.push(b']');
        }
        Value::Object(map) => write_map(map, out),
        scalar => write_plain(scalar, out),
    }
}

fn write_map(map: &Map<String, Value>, out: &mut Vec<u8>) {
    let mut keys: Vec<&String> = map.keys().collect();
    keys.sort_unstable();
    out.push(b'{');
    for (i, key) in keys.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write_plain(key, out);
        out.push(b':');
        write(&map[key], out);
    }
    out.push(b'}');
}

fn write_plain(value: &impl serde::Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("BUG: a plain value is JSON");
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn order_of_keys_does_not_matter_and_everything_else_does() {
        let a: Value = serde_json::from_str(r#"{"b":1,"a":[{"y":null,"x":"é"}]}"#).unwrap();
        let b: Value = serde_json::from_str(r#"{"a":[{"x":"é","y":null}],"b":1}"#).unwrap();
        assert_eq!(encode(&a), r#"{"a":[{"x":"é","y":null}],"b":1}"#);
        assert_eq!(digest("t", &a), digest("t", &b));
        assert_ne!(digest("t", &a), digest("u", &a));
        assert_ne!(digest("t", &json!(["a", "b"])), digest("t", &json!(["ab"])));
    }
}
