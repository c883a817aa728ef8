//! What an item does, in a line and in the reader's language.

use countersign_core::text::truncate;
use countersign_words::Words;
use serde_json::Value;

use super::text::shown;

/// At most so much of the line that was generated for an item; how much more there is, is said.
pub(crate) fn summary_of(words: Words, item: &Value, most: usize) -> String {
    truncate(&shown(&words.say(item["summary"].as_str().unwrap_or_default())), most)
}

#[cfg(test)]
mod tests {
    use countersign_words::Language;
    use serde_json::json;

    use super::*;

    #[test]
    fn b3_the_line_of_an_item_is_in_the_language_of_its_reader_and_keeps_its_paths_short() {
        let item = json!({"summary": "Delete docs/old.md"});
        assert_eq!(summary_of(Words::of(Language::English), &item, 100), "Delete docs/old.md");
        assert_eq!(summary_of(Words::of(Language::German), &item, 100), "docs/old.md löschen");
        let other = json!({"summary": "Merge\u{202e}"});
        assert_eq!(summary_of(Words::of(Language::German), &other, 100), "Merge⟨U+202E⟩");
    }
}
