//! What an item does, in a line and in the reader's language.

use countersign_core::text::truncate;
use countersign_words::Words;
use serde_json::Value;

use super::text::shown;

/// At most so much of the line; how much more there is, is said.
pub(crate) fn summary_of(words: Words, item: &Value, most: usize) -> String {
    truncate(&summary(words, item), most)
}

/// The line, whole: what the tool generated, or for a reader of another language the same said from the arguments.
fn summary(words: Words, item: &Value) -> String {
    let english = item["summary"].as_str().unwrap_or_default();
    let tool = item["tool"].as_str().unwrap_or_default();
    let said = words.summary(tool, |name| match &item["args"][name] {
        Value::String(text) => Some(shown(as_told(text, english))),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    said.unwrap_or_else(|| shown(english))
}

/// A path as the generated line has it: without the folders that it leaves out there.
fn as_told<'a>(text: &'a str, line: &str) -> &'a str {
    if !text.starts_with('/') || line.contains(text) {
        return text;
    }
    let shorter = text.match_indices('/').map(|(at, _)| &text[at + 1..]).filter(|rest| !rest.is_empty());
    shorter.into_iter().find(|rest| line.contains(*rest)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use countersign_words::Language;
    use serde_json::json;

    use super::*;

    #[test]
    fn b3_the_line_of_an_item_is_in_the_language_of_its_reader_and_keeps_its_paths_short() {
        let item = json!({"tool": "filesystem.delete_file", "summary": "Delete docs/old.md",
                          "args": {"path": "/home/ana/shop/docs/old.md"}});
        assert_eq!(summary(Words::of(Language::English), &item), "Delete docs/old.md");
        assert_eq!(summary(Words::of(Language::German), &item), "docs/old.md löschen");
        let other = json!({"tool": "github.merge", "summary": "Merge\u{202e}", "args": {}});
        assert_eq!(summary(Words::of(Language::German), &other), "Merge⟨U+202E⟩");
    }
}
