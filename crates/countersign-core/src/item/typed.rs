//! What must be typed to confirm something: mostly a name, which is the same in every language; where there is none, a
//! number and a kind, which are typed in the reader's language.

use std::borrow::Cow;

use countersign_words::{Language, Words};

/// The kinds that are counted: how they are kept, and the message that says them.
const KINDS: [(&str, &str); 3] =
    [("files", "typed-files"), ("targets", "typed-targets"), ("things", "typed-things")];

/// Returns what is typed for so many files that have no common folder.
pub fn of_files(n: usize) -> String {
    format!("{n} {}", KINDS[0].0)
}

/// Returns what is typed for so many targets of commands.
pub fn of_targets(n: usize) -> String {
    format!("{n} {}", KINDS[1].0)
}

/// Returns what is typed for so many things of which no name is known.
pub fn of_things(n: usize) -> String {
    format!("{n} {}", KINDS[2].0)
}

/// Returns what a reader of this language types.
pub fn in_words(words: Words, typed: &str) -> Cow<'_, str> {
    match counted(typed) {
        Some((n, message)) => Cow::Owned(words.count(message, n)),
        None => Cow::Borrowed(typed),
    }
}

/// Whether the given text is what was wanted, in any language.
pub fn is(wanted: &str, given: &str) -> bool {
    given == wanted
        || counted(wanted).is_some()
            && Language::ALL.into_iter().any(|language| in_words(Words::of(language), wanted) == given)
}

fn counted(typed: &str) -> Option<(usize, &'static str)> {
    let (n, kind) = typed.split_once(' ')?;
    let (_, message) = KINDS.into_iter().find(|(known, _)| *known == kind)?;
    Some((n.parse().ok()?, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h6_a_number_and_a_kind_are_typed_in_the_readers_language_and_nothing_else_passes() {
        assert_eq!(in_words(Words::of(Language::German), &of_files(25)), "25 Dateien");
        assert_eq!(in_words(Words::of(Language::German), "Documents"), "Documents");
        assert!(is("25 files", "25 Dateien") && is("25 files", "25 files") && is("release", "release"));
        for wrong in ["", "25", "24 Dateien", "Dateien", "25 targets"] {
            assert!(!is("25 files", wrong), "{wrong}");
        }
        assert!(!is("release", "Release") && !is("files", "1 files"));
    }
}
