//! Reads the text of an argument: typed, from a file (`@path`), or from standard input (`-`).

use std::io::Read;

use countersign_core::{
    Error, Result,
    op::fields::{Field, Kind, read_json},
};
use countersign_words::{Message, say};
use serde_json::Value;

/// Reads the value of a field; `label` names the argument in messages.
pub fn read(field: &Field, label: &str, text: &str, stdin: &mut dyn Read) -> Result<Value> {
    if field.kind != Kind::Json {
        return field.read(label, text);
    }
    let (text, place) = if text == "-" {
        let mut all = String::new();
        stdin
            .read_to_string(&mut all)
            .map_err(|e| Error::usage(say!("command-input-unreadable", label, error = e)))?;
        (all, say!("command-place-stdin"))
    } else if let Some(path) = text.strip_prefix('@') {
        let all = std::fs::read_to_string(path).map_err(|e| {
            Error::usage(say!("command-file-unreadable", label, path = format!("{path:?}"), error = e))
        })?;
        (all, Message::from(path))
    } else {
        (text.to_owned(), Message::from(label))
    };
    read_json(&place, &text).map_err(|e| e.hint(say!("command-give-json")))
}

#[cfg(test)]
mod tests {
    use countersign_core::ErrorCode;
    use serde_json::json;

    use super::*;

    fn json_field() -> Field {
        Field { kind: Kind::Json, required: false, doc: String::new() }
    }

    #[test]
    fn json_may_come_from_a_file_or_from_standard_input() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("args.json");
        std::fs::write(&path, "[1]").unwrap();
        let read = |text: &str| read(&json_field(), "--args", text, &mut "[2]".as_bytes()).unwrap();
        assert_eq!(read(&format!("@{}", path.display())), json!([1]));
        assert_eq!(read("-"), json!([2]));
    }

    #[test]
    fn what_cannot_be_read_is_wrong_usage_and_names_the_place() {
        for (text, say) in
            [("@/nowhere/at/all.json", "/nowhere/at/all.json"), (r#"{"a": tru}"#, "--x is not")]
        {
            let error = read(&json_field(), "--x", text, &mut std::io::empty()).unwrap_err();
            assert_eq!(error.code, ErrorCode::Usage);
            assert!(error.message.contains(say), "{}", error.message);
        }
    }
}
