//! Which parts of a line were changed, where one line replaces another: words, not characters, since nobody reads a word
//! of which two letters are marked.

use std::{collections::BTreeMap, ops::Range};

use countersign_core::text;
use similar::{Algorithm, ChangeTag, TextDiff};

use super::{Diff, Kind, LINE};

/// Lines with fewer equal characters than this share, in percent, have nothing in common that is worth showing.
const ALIKE: usize = 40;
/// The longest run of replaced lines that is compared.
const RUN: usize = 200;

/// The changed parts of a line, in bytes of its visible text.
pub(super) type Marks = Vec<Range<usize>>;

/// Returns the marks of the lines in a range, by their row.
pub(super) fn marks(diff: &Diff<'_>, rows: Range<usize>) -> BTreeMap<usize, Marks> {
    let mut all = BTreeMap::new();
    let mut at = rows.start;
    while at < rows.end {
        let run = |from: usize, kind: Kind| {
            diff.rows[from..rows.end].iter().take_while(|row| row.kind == kind).count()
        };
        let removed = run(at, Kind::Removed);
        let added = run(at + removed, Kind::Added);
        if removed == added && removed <= RUN {
            for n in 0..removed {
                let (old, new) = (at + n, at + removed + n);
                if let Some((left, right)) = compared(diff.rows[old].text, diff.rows[new].text) {
                    all.insert(old, left);
                    all.insert(new, right);
                }
            }
        }
        at += (removed + added).max(1);
    }
    all
}

/// Compares two lines as they are shown; `None` if they have too little in common or are too long.
fn compared(old: &str, new: &str) -> Option<(Marks, Marks)> {
    let (old, new) = (text::visible_multiline(old).text, text::visible_multiline(new).text);
    let fits = |line: &str| line.chars().count() <= LINE;
    if !fits(&old) || !fits(&new) || old.trim().is_empty() || new.trim().is_empty() {
        return None;
    }
    let (mut left, mut right, mut alike) = (Marks::new(), Marks::new(), 0);
    let (mut at_old, mut at_new) = (0, 0);
    let put = |marks: &mut Marks, part: Range<usize>| match marks.last_mut() {
        Some(last) if last.end == part.start => last.end = part.end,
        _ => marks.push(part),
    };
    let found = TextDiff::configure().algorithm(Algorithm::Patience).diff_words(&old, &new);
    for change in found.iter_all_changes() {
        let length = change.value().len();
        match change.tag() {
            ChangeTag::Equal => {
                alike += if change.value().trim().is_empty() { 0 } else { length };
                at_old += length;
                at_new += length;
            }
            ChangeTag::Delete => {
                put(&mut left, at_old..at_old + length);
                at_old += length;
            }
            ChangeTag::Insert => {
                put(&mut right, at_new..at_new + length);
                at_new += length;
            }
        }
    }
    let longest = old.trim().len().max(new.trim().len());
    (alike * 100 >= longest * ALIKE).then_some((left, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(old: &str, new: &str) -> Option<(Vec<String>, Vec<String>)> {
        let (left, right) = compared(old, new)?;
        let parts = |line: &str, marks: Marks| marks.into_iter().map(|m| line[m].to_owned()).collect();
        Some((parts(old, left), parts(new, right)))
    }

    #[test]
    fn the_changed_words_of_a_line_are_marked_and_nothing_else() {
        let (left, right) = changed("version = \"1.0.0\" # é", "version = \"1.1.0\" # é").unwrap();
        assert_eq!((left, right), (vec!["\"1.0.0\"".to_owned()], vec!["\"1.1.0\"".to_owned()]));
        let (left, right) = changed("fn price(n: u32) -> u32 {", "pub fn price(n: u32) -> u64 {").unwrap();
        assert_eq!((left, right), (vec!["u32".to_owned()], vec!["pub ".to_owned(), "u64".to_owned()]));
    }

    #[test]
    fn lines_without_anything_in_common_have_no_marks() {
        assert_eq!(changed("the quick brown fox", "jumped over it all"), None);
        assert_eq!(changed("", "x"), None);
        assert_eq!(changed(&"x ".repeat(LINE), &"x ".repeat(LINE)), None);
    }

    #[test]
    fn only_lines_that_replace_each_other_are_compared() {
        let diff = Diff::read(
            "--- a\n+++ a\n@@ -1,4 +1,5 @@\n-let a = 1;\n-let b = 2;\n+let a = 7;\n+let b = 2;;\n same\n-let c = 1;\n+let c = 1;\n+let d = 1;\n",
        );
        let marked: Vec<usize> = marks(&diff, 0..diff.rows.len()).into_keys().collect();
        assert_eq!(marked, [1, 2, 3, 4], "two for two, and not one for two");
    }
}
