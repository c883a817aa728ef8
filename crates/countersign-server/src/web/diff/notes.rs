//! What the notes of a difference say, in the reader's language. Differences are text, the same for everybody, so their
//! notes are English; what is not known here stays as it is.

use countersign_words::Words;

use super::{Kind, Row};

/// What follows the words by which a note says that something is left out.
const LEFT_OUT: &str = "not shown, since ";
/// Notes without a variable part, each with its message.
const FIXED: [(&str, &str); 9] = [
    ("conflict:", "diff-note-conflict"),
    ("it writes ahead: rows that are in its -wal file are not shown", "diff-note-wal"),
    ("neither its schema nor a row of its tables differs", "diff-note-no-rows"),
    ("no text, or a very long one: the file in the work tree", "diff-note-work-tree"),
    ("\\ No newline at end of file", "diff-note-no-newline"),
    ("removed rows", "diff-note-removed-rows"),
    ("changed rows", "diff-note-changed-rows"),
    ("added rows", "diff-note-added-rows"),
    (
        "it is a SQLite database: below is what differs in its schema and in the rows of its tables; not views, virtual \
         tables, generated columns, and what is beyond 200 characters of a value",
        "diff-note-sqlite",
    ),
];
/// Why something is left out.
const WHY: [(&str, &str); 3] = [
    ("it is no text, or a very long one", "diff-note-no-text"),
    ("there is too much of it", "diff-note-too-much"),
    ("it cannot be read, is too large, or its rows cannot be told apart", "diff-note-unreadable"),
];

/// Translates a row, if it is a note or the header of a hunk that says something in words.
pub(super) fn translated(words: Words, row: &Row<'_>) -> Option<String> {
    match row.kind {
        Kind::Note => note(words, row.text),
        Kind::Hunk => hunk(words, row.text),
        Kind::Same | Kind::Added | Kind::Removed => None,
    }
}

/// Translates what stands behind the numbers of a hunk.
fn hunk(words: Words, text: &str) -> Option<String> {
    let at = text.rfind("@@ ")? + "@@ ".len();
    let (numbers, said) = text.split_at(at);
    if numbers.trim() == "@@" {
        return None;
    }
    let said = match said.strip_prefix("hunk ").map(str::parse::<usize>) {
        Some(Ok(n)) => words.with("diff-note-hunk", &[("n", n.into())]),
        _ => fixed(words, said)?,
    };
    Some(format!("{numbers}{said}"))
}

fn fixed(words: Words, text: &str) -> Option<String> {
    let (_, word) = FIXED.iter().find(|(known, _)| *known == text)?;
    Some(words.t(word).into_owned())
}

fn note(words: Words, text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix(LEFT_OUT) {
        let (why, sides) = rest.split_once(": ").map_or((rest, None), |(why, sides)| (why, Some(sides)));
        let (_, word) = WHY.iter().find(|(known, _)| *known == why)?;
        let said = words.t(word);
        return Some(match sides.and_then(|sides| sides.split_once(" → ")) {
            Some((old, new)) => format!("{said}: {} → {}", side(words, old), side(words, new)),
            None => said.into_owned(),
        });
    }
    fixed(words, text).or_else(|| more(words, text)).or_else(|| totals(words, text))
}

/// A side of what is left out. Its checksum says nothing to people; pages show what it would tell.
fn side(words: Words, text: &str) -> String {
    let mut parts = text.split(", ").filter(|part| !part.starts_with("blake3 "));
    match (text, parts.next()) {
        ("nothing", _) | (_, None) => "–".to_owned(),
        (_, Some("file")) => {
            let rest = parts.map(|part| {
                let bytes = part.strip_suffix(" bytes").or(part.strip_suffix(" byte"));
                match (bytes.and_then(|n| n.parse().ok()), part.strip_prefix("mode ")) {
                    (Some(n), _) => words.count("file-bytes", n),
                    (None, Some(mode)) => format!("{} {mode}", words.t("diff-mode")),
                    (None, None) => part.to_owned(),
                }
            });
            rest.collect::<Vec<_>>().join(", ")
        }
        (_, Some(first)) => [first].into_iter().chain(parts).collect::<Vec<_>>().join(", "),
    }
}

/// `… (+12 lines)`.
fn more(words: Words, text: &str) -> Option<String> {
    let (n, what) = text.strip_prefix("… (+")?.strip_suffix(')')?.split_once(' ')?;
    ["line", "lines", "rows", "tables", "things"]
        .contains(&what)
        .then(|| n.parse::<usize>().ok())
        .flatten()
        .map(|n| words.with("diff-note-more", &[("n", n.into())]))
}

/// `2 files changed; 2 lines added, 1 removed; 1 difference is not shown`.
fn totals(words: Words, text: &str) -> Option<String> {
    let mut parts = text.split("; ");
    let number = |text: &str, nouns: &[&str]| {
        let (n, noun) = text.split_once(' ')?;
        nouns.contains(&noun).then(|| n.parse::<usize>().ok()).flatten()
    };
    let files = number(parts.next()?, &["file changed", "files changed"])?;
    let (added, removed) = parts.next()?.split_once(", ")?;
    let added = number(added, &["line added", "lines added"])?;
    let removed = number(removed, &["removed"])?;
    let mut said = format!(
        "{}; {}",
        words.count("diff-files", files),
        words.with("diff-counts", &[("added", added.into()), ("removed", removed.into())])
    );
    if let Some(left) = parts.next() {
        let left = number(left, &["difference is not shown", "differences are not shown"])?;
        said += &format!("; {}", words.with("diff-note-left", &[("n", left.into())]));
    }
    parts.next().is_none().then_some(said)
}

#[cfg(test)]
mod tests {
    use countersign_words::Language;

    use super::*;

    fn of(language: Language, kind: Kind, text: &str) -> Option<String> {
        translated(Words::of(language), &Row { kind, text, old: 0, new: 0 })
    }

    #[test]
    fn h1_notes_are_in_the_language_of_their_reader_without_checksums() {
        let note = |text: &str| of(Language::German, Kind::Note, text).unwrap_or_default();
        let binary = "not shown, since it is no text, or a very long one: file, 4320 bytes, mode 644, blake3 1cd54316 → file, 14286 bytes, mode 644, blake3 31e9aa8a";
        assert_eq!(
            note(binary),
            "Nicht gezeigt: kein Text, oder ein sehr langer: 4320 Bytes, Rechte 644 → 14286 Bytes, Rechte 644"
        );
        assert!(
            note("not shown, since there is too much of it: nothing → file, 1 byte, mode 600")
                .ends_with("– → 1 Byte, Rechte 600")
        );
        assert_eq!(
            note("2 files changed; 2 lines added, 1 removed; 1 difference is not shown"),
            "2 Dateien; Zeilen hinzu: 2, weg: 1; nicht gezeigte Unterschiede: 1"
        );
        assert_eq!(note("… (+12 rows)"), "… (+12, nicht gezeigt)");
        for (text, _) in FIXED {
            assert!(!note(text).is_empty() && note(text) != text, "{text}");
        }
        assert_eq!(
            of(Language::German, Kind::Hunk, "@@ -1,2 +1,3 @@ hunk 2"),
            Some("@@ -1,2 +1,3 @@ Abschnitt 2".to_owned())
        );
        assert_eq!(
            of(Language::German, Kind::Hunk, "@@ -1 +1 @@ removed rows"),
            Some("@@ -1 +1 @@ entfernte Zeilen".to_owned())
        );
    }

    #[test]
    fn h3_what_is_not_a_known_note_stays_as_it_is() {
        for (kind, text) in [
            (Kind::Added, "conflict:"),
            (Kind::Same, "… (+12 rows)"),
            (Kind::Note, "not shown, since I say so"),
            (Kind::Note, "2 files changed; and more"),
            (Kind::Hunk, "@@ -1,2 +1,3 @@ fn main() {"),
            (Kind::Hunk, "@@ -1,2 +1,3 @@"),
        ] {
            assert_eq!(of(Language::German, kind, text), None, "{text}");
        }
    }
}
