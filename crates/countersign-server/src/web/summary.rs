//! What an item does, in one line and in the reader's language.

use super::text::shown;
use countersign_core::{
    item::view::ItemView,
    text::{seen_from, truncate},
};
use countersign_words::{Message, Words};

/// Shortens the summary of an item; how much more there is, is given.
pub(crate) fn summary_of(words: Words, summary: &Message, most: usize) -> String {
    truncate(&shown(&words.say(summary)), most)
}

/// Says what an item does, with its paths seen from its folder. A command is shown as it is.
pub(crate) fn line_of(words: Words, item: &ItemView, most: usize) -> String {
    let said = shown(&words.say(&item.summary));
    let folder = item.facts.folder.as_deref().filter(|_| item.facts.commands.is_empty());
    truncate(&folder.map_or(said.clone(), |folder| seen_from(folder, &said)), most)
}

#[cfg(test)]
mod tests {
    use countersign_words::{Language, say};

    use super::*;

    #[test]
    fn b3_the_line_of_an_item_is_in_the_language_of_its_reader_and_keeps_its_paths_short() {
        let item = say!("sum-filesystem-delete-file", path = "docs/old.md");
        assert_eq!(summary_of(Words::of(Language::English), &item, 100), "Delete docs/old.md");
        assert_eq!(summary_of(Words::of(Language::German), &item, 100), "docs/old.md löschen");
        assert_eq!(summary_of(Words::of(Language::German), &"Merge\u{202e}".into(), 100), "Merge⟨U+202E⟩");
    }
}
