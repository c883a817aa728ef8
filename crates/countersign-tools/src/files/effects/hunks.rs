//! The diff of two texts in numbered hunks, which is deterministic, so that a person can choose some of them.

use std::{collections::BTreeSet, ops::Range};

use countersign_core::text;
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

/// If more lines lie between the first and the last difference, they are one hunk: finding equal lines among
/// them would take too long.
const COMPARED: usize = 10_000;
/// Number of context lines around a change.
const CONTEXT: usize = 3;

/// The diff of two texts.
pub(super) struct Hunks<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    groups: Vec<Vec<DiffOp>>,
}

impl<'a> Hunks<'a> {
    /// Compares two texts.
    pub fn of(old: &'a str, new: &'a str) -> Self {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let new: Vec<&str> = new.split_inclusive('\n').collect();
        let groups = group_diff_ops(compared(&old, &new), CONTEXT);
        let changed = |group: &Vec<DiffOp>| group.iter().any(|op| !matches!(op, DiffOp::Equal { .. }));
        Self { groups: groups.into_iter().filter(changed).collect(), old, new }
    }

    /// Returns the number of hunks.
    pub fn count(&self) -> usize {
        self.groups.len()
    }

    /// Returns the wanted hunks with their numbers from 1; all if none are named.
    fn wanted<'b>(&'b self, wanted: &'b BTreeSet<usize>) -> impl Iterator<Item = (usize, &'b Vec<DiffOp>)> {
        let is_wanted = |n: &usize| wanted.is_empty() || wanted.contains(n);
        self.groups.iter().enumerate().map(|(n, group)| (n + 1, group)).filter(move |(n, _)| is_wanted(n))
    }

    /// Returns how many lines the wanted hunks add and remove.
    pub fn lines(&self, wanted: &BTreeSet<usize>) -> (usize, usize) {
        let ops =
            self.wanted(wanted).flat_map(|(_, group)| group).filter(|op| !matches!(op, DiffOp::Equal { .. }));
        ops.fold((0, 0), |(added, taken), op| (added + op.new_range().len(), taken + op.old_range().len()))
    }

    /// Returns the lines of each hunk as they are shown, wherever in the text they are.
    pub fn lines_shown(&self) -> Vec<Vec<(char, &'a str)>> {
        let lines = |group: &Vec<DiffOp>| {
            let of = |op: &DiffOp| {
                let equal = matches!(op, DiffOp::Equal { .. });
                let (sign, added) = if equal { (' ', 0..0) } else { ('-', op.new_range()) };
                let old = self.old[op.old_range()].iter().map(move |line| (sign, *line));
                old.chain(self.new[added].iter().map(|line| ('+', *line))).collect::<Vec<_>>()
            };
            group.iter().flat_map(of).collect()
        };
        self.groups.iter().map(lines).collect()
    }

    /// Whether the old text has the lines that each hunk shows of it only once.
    pub fn are_where_only(&self) -> bool {
        let is_once = |group: &Vec<DiffOp>| {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { return false };
            let shown = &self.old[first.old_range().start..last.old_range().end];
            !shown.is_empty() && self.old.windows(shown.len()).filter(|lines| *lines == shown).count() == 1
        };
        self.groups.iter().all(is_once)
    }

    /// Returns the old text with only the chosen hunks, counted from 1.
    pub fn with(&self, chosen: &[usize]) -> String {
        let mut text = String::new();
        let mut at = 0;
        for (n, group) in self.groups.iter().enumerate() {
            if !chosen.contains(&(n + 1)) {
                continue;
            }
            for op in group.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
                text.extend(self.old[at..op.old_range().start].iter().copied());
                text.extend(self.new[op.new_range()].iter().copied());
                at = op.old_range().end;
            }
        }
        text.extend(self.old[at..].iter().copied());
        text
    }

    /// Returns the diff of the wanted hunks with their numbers, safe to show.
    pub fn shown(&self, wanted: &BTreeSet<usize>) -> String {
        self.written(wanted, |n| format!(" hunk {n}"))
    }

    /// Returns the whole diff without numbers: nobody can choose from it.
    pub fn unnumbered(&self) -> String {
        self.written(&BTreeSet::new(), |_| String::new())
    }

    fn written(&self, wanted: &BTreeSet<usize>, numbered: impl Fn(usize) -> String) -> String {
        let mut shown = String::new();
        let (mut old_lines, mut new_lines) = (0, 0);
        for (n, group) in self.wanted(wanted) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let old = first.old_range().start..last.old_range().end;
            // Its position also depends on the wanted hunks before it.
            let start = old.start + new_lines - old_lines;
            let new = start..start + last.new_range().end - first.new_range().start;
            (old_lines, new_lines) = (old_lines + old.len(), new_lines + new.len());
            shown += &format!("@@ -{} +{} @@{}\n", span(&old), span(&new), numbered(n));
            for op in group {
                let equal = matches!(op, DiffOp::Equal { .. });
                let (taken, added) = if equal { (' ', 0..0) } else { ('-', op.new_range()) };
                self.old[op.old_range()].iter().for_each(|line| write_line(&mut shown, taken, line));
                self.new[added].iter().for_each(|line| write_line(&mut shown, '+', line));
            }
        }
        shown
    }
}

fn span(range: &Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => (range.start + 1).to_string(),
        length => format!("{},{length}", range.start + 1),
    }
}

fn write_line(shown: &mut String, sign: char, line: &str) {
    let (body, whole) = match line.strip_suffix('\n') {
        Some(body) => (body, true),
        None => (line, false),
    };
    shown.push(sign);
    *shown += &text::visible_multiline(body).text;
    *shown += if whole { "\n" } else { "\n\\ No newline at end of file\n" };
}

/// Compares the lines. The result depends on the texts alone, never on timing.
fn compared(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_middle, new_middle) = (&old_rest[..old_rest.len() - tail], &new_rest[..new_rest.len() - tail]);
    let mut ops = Vec::new();
    if head > 0 {
        ops.push(DiffOp::Equal { old_index: 0, new_index: 0, len: head });
    }
    let (old_len, new_len) = (old_middle.len(), new_middle.len());
    if old_len + new_len > COMPARED {
        ops.push(DiffOp::Replace { old_index: head, old_len, new_index: head, new_len });
    } else {
        let middle = capture_diff_slices(Algorithm::Myers, old_middle, new_middle);
        ops.extend(middle.into_iter().map(|op| moved(op, head)));
    }
    if tail > 0 {
        let (old_index, new_index) = (head + old_len, head + new_len);
        ops.push(DiffOp::Equal { old_index, new_index, len: tail });
    }
    ops
}

fn moved(op: DiffOp, by: usize) -> DiffOp {
    match op {
        DiffOp::Equal { old_index, new_index, len } => {
            DiffOp::Equal { old_index: old_index + by, new_index: new_index + by, len }
        }
        DiffOp::Delete { old_index, old_len, new_index } => {
            DiffOp::Delete { old_index: old_index + by, old_len, new_index: new_index + by }
        }
        DiffOp::Insert { old_index, new_index, new_len } => {
            DiffOp::Insert { old_index: old_index + by, new_index: new_index + by, new_len }
        }
        DiffOp::Replace { old_index, old_len, new_index, new_len } => {
            DiffOp::Replace { old_index: old_index + by, old_len, new_index: new_index + by, new_len }
        }
    }
}

/// Returns the number of lines between the first and the last difference, on both sides together.
pub(super) fn apart(old: &str, new: &str) -> usize {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    old.len() + new.len() - 2 * (head + tail)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: BTreeSet<usize> = BTreeSet::new();

    fn text() -> impl Strategy<Value = String> {
        (prop::collection::vec(0..6_u8, 0..40), any::<bool>()).prop_map(|(lines, whole)| {
            let text: Vec<String> = lines.iter().map(|n| format!("line {n}")).collect();
            text.join("\n") + if whole { "\n" } else { "" }
        })
    }

    /// Applies a diff like a patch program.
    fn patched(old: &str, difference: &str) -> String {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut text, mut at) = (String::new(), 0);
        let mut lines = difference.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(head) = line.strip_prefix("@@ -") {
                let (start, length) = head.split_once(' ').unwrap().0.split_once(',').unwrap_or((head, "1"));
                let start: usize = start.split(' ').next().unwrap().parse().unwrap();
                let from = if length == "0" { start } else { start - 1 };
                text.extend(old[at..from].iter().copied());
                at = from;
                continue;
            }
            let (sign, rest) = line.split_at(1);
            let end = if lines.next_if(|next| next.starts_with('\\')).is_some() { "" } else { "\n" };
            if sign != "+" {
                assert_eq!(old[at], format!("{rest}{end}"));
                at += 1;
            }
            if sign != "-" {
                text.push_str(rest);
                text.push_str(end);
            }
        }
        text.extend(old[at..].iter().copied());
        text
    }

    proptest! {
        #[test]
        fn all_hunks_give_the_new_text_and_none_the_old(old in text(), new in text()) {
            let hunks = Hunks::of(&old, &new);
            let all: Vec<usize> = (1..=hunks.count()).collect();
            prop_assert_eq!(hunks.with(&all), new.clone());
            prop_assert_eq!(hunks.with(&[]), old.clone());
            prop_assert_eq!(hunks.count() == 0, old == new);
            prop_assert_eq!(hunks.shown(&ALL).matches("@@ hunk ").count(), hunks.count());
        }

        #[test]
        fn what_one_choice_leaves_out_the_other_choice_lands(old in text(), new in text()) {
            let hunks = Hunks::of(&old, &new);
            let (odd, even): (Vec<usize>, Vec<usize>) = (1..=hunks.count()).partition(|n| n % 2 == 1);
            let once = hunks.with(&odd);
            let (added, taken) = hunks.lines(&ALL);
            let lines = |text: &str| text.split_inclusive('\n').count();
            prop_assert_eq!(lines(&new) + taken, lines(&old) + added);
            if even.is_empty() {
                prop_assert_eq!(once, new);
            } else if !odd.is_empty() {
                // A part must show the diff that it makes. Of two equally short diffs, another may be found
                // for the part alone.
                let odd: BTreeSet<usize> = odd.into_iter().collect();
                prop_assert_eq!(Hunks::of(&old, &once).lines(&ALL), hunks.lines(&odd));
                prop_assert_eq!(patched(&old, &hunks.shown(&odd)), once);
            }
        }
    }

    #[test]
    fn a_hunk_is_numbered_where_patch_programs_do_not_look() {
        let shown = Hunks::of("a\nb\nc\n", "a\nB\nc\nd").shown(&ALL);
        assert_eq!(shown, "@@ -1,3 +1,4 @@ hunk 1\n a\n-b\n+B\n c\n+d\n\\ No newline at end of file\n");
    }

    #[test]
    fn h2_a_line_cannot_pass_for_a_hunk_of_its_own_nor_move_the_cursor() {
        let shown = Hunks::of("", "@@ -1 +1 @@ hunk 7\n\u{1b}[2J\r\n").shown(&ALL);
        assert!(shown.contains("\n+@@ -1 +1 @@ hunk 7\n+\\x1b[2J"), "{shown}");
        assert_eq!(shown.lines().filter(|line| line.starts_with("@@")).count(), 1);
    }

    #[test]
    fn texts_that_differ_in_too_many_lines_are_one_hunk() {
        let lines = |word: &str| (0..COMPARED).map(|n| format!("{word} {n}\n")).collect::<String>();
        let (old, new) = (format!("head\n{}tail\n", lines("a")), format!("head\n{}tail\n", lines("b")));
        let hunks = Hunks::of(&old, &new);
        assert_eq!((hunks.count(), hunks.lines(&ALL)), (1, (COMPARED, COMPARED)));
        assert_eq!(hunks.with(&[1]), new);
        assert_eq!(apart(&old, &new), 2 * COMPARED);
    }
}
