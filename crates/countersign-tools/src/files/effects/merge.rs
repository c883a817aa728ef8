//! Three-way merge of texts.

use countersign_core::text;
use countersign_words::{Message, say};
use similar::{ConflictStyle, TextMerge};

use super::hunks::apart;

/// If more lines differ, merging would take too long and is left to people.
const MERGED_LINES: usize = 20_000;

/// Merges the changes of `ours` and `theirs` to `base`; on a conflict returns how it looks, safe to show.
pub(in crate::files) fn merge(base: &str, ours: &str, theirs: &str) -> Result<String, Message> {
    if ours == theirs || base == theirs {
        return Ok(ours.to_owned());
    }
    if base == ours {
        return Ok(theirs.to_owned());
    }
    if apart(base, ours).max(apart(base, theirs)) > MERGED_LINES {
        return Err(say!("effect-merge-too-many"));
    }
    let mut merge = TextMerge::from_lines(base, ours, theirs);
    if !merge.is_conflicted() {
        return Ok(merge.to_string());
    }
    merge.conflict_style(ConflictStyle::Diff3).labels("as it was", "to be landed", "as it is now");
    Err(text::visible_multiline(&merge.to_string()).text.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec("[a-d]{1,2}", 0..30)
    }

    fn text(lines: &[String]) -> String {
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    proptest! {
        #[test]
        fn what_only_one_side_changed_is_that_sides(base in lines(), other in lines()) {
            let (base, other) = (text(&base), text(&other));
            prop_assert_eq!(merge(&base, &other, &base), Ok(other.clone()));
            prop_assert_eq!(merge(&base, &base, &other), Ok(other.clone()));
            prop_assert_eq!(merge(&base, &other, &other), Ok(other.clone()));
        }

        #[test]
        fn edits_of_different_places_commute(count in 8..40_usize, a in 0..100_usize, b in 0..100_usize) {
            // All lines are different, so the position of an edit is unambiguous.
            let base: Vec<String> = (0..count).map(|n| format!("line {n}")).collect();
            let (a, b) = (a % (count / 2 - 2), count / 2 + 1 + b % (count / 2 - 2));
            let edited = |at: &[usize]| {
                let mut lines = base.clone();
                at.iter().for_each(|at| lines[*at] += " edited");
                text(&lines)
            };
            let (first, second, both) = (edited(&[a]), edited(&[b]), edited(&[a, b]));
            prop_assert_eq!(merge(&text(&base), &first, &second), Ok(both.clone()));
            prop_assert_eq!(merge(&text(&base), &second, &first), Ok(both));
        }

        #[test]
        fn a_merge_is_the_same_from_both_sides_or_a_conflict_on_both(a in lines(), b in lines(), c in lines()) {
            let (base, ours, theirs) = (text(&a), text(&b), text(&c));
            let (one, other) = (merge(&base, &ours, &theirs), merge(&base, &theirs, &ours));
            prop_assert_eq!(one.is_ok(), other.is_ok());
            if let (Ok(one), Ok(other)) = (one, other) {
                prop_assert_eq!(one, other);
            }
        }
    }

    #[test]
    fn both_sides_of_a_conflict_are_shown() {
        let view = merge("a\nb\nc\n", "a\nours\nc\n", "a\ntheirs\u{202e}\nc\n").unwrap_err();
        for part in [
            "<<<<<<< to be landed",
            "ours",
            "||||||| as it was",
            "b",
            "=======",
            "theirs",
            ">>>>>>> as it is now",
        ] {
            assert!(view.contains(part), "{part}: {view}");
        }
        assert!(!view.contains('\u{202e}'), "h2: what turns text around is made visible");
    }
}
