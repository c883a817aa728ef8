//! A difference without the lines that differ only in spaces and tabs: these are shown as the same, and counted.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Diff, Kind, Row};

/// The longest run of replaced lines that is compared.
const RUN: usize = 2_000;

/// Returns a difference that ignores spaces and tabs, with the number of changed lines that it shows as the same.
pub(crate) fn without_space<'a>(diff: &Diff<'a>) -> (Diff<'a>, usize) {
    let mut hidden = 0;
    let mut made = Diff { rows: Vec::with_capacity(diff.rows.len()), files: diff.files.clone() };
    let ends = diff.files.iter().skip(1).map(|file| file.row).chain([diff.rows.len()]);
    let ends: Vec<usize> = ends.collect();
    let first = diff.files.first().map_or(diff.rows.len(), |file| file.row);
    made.rows.extend_from_slice(&diff.rows[..first]);
    for (n, end) in ends.into_iter().enumerate().take(diff.files.len()) {
        let begun = made.rows.len();
        let rows = &diff.rows[diff.files[n].row..end];
        let mut at = 0;
        while at < rows.len() {
            let run =
                |from: usize, kind: Kind| rows[from..].iter().take_while(|row| row.kind == kind).count();
            let removed = run(at, Kind::Removed);
            let added = run(at + removed, Kind::Added);
            let (old, rest) = rows[at..].split_at(removed);
            hidden += paired(old, &rest[..added], &mut made.rows);
            at += removed + added;
            if removed + added == 0 {
                made.rows.push(rows[at]);
                at += 1;
            }
        }
        let count = |kind| made.rows[begun..].iter().filter(|row| row.kind == kind).count();
        let (added, removed) = (count(Kind::Added), count(Kind::Removed));
        let file = &mut made.files[n];
        (file.row, file.added, file.removed) = (begun, added, removed);
    }
    (made, hidden)
}

/// Writes replaced lines, those that are alike but for spaces as the same; returns how many lines these were.
fn paired<'a>(old: &[Row<'a>], new: &[Row<'a>], rows: &mut Vec<Row<'a>>) -> usize {
    if old.is_empty() || new.is_empty() || old.len().max(new.len()) > RUN {
        rows.extend_from_slice(old);
        rows.extend_from_slice(new);
        return 0;
    }
    let [left, right] = [old, new].map(|side| side.iter().map(|row| bare(row.text)).collect::<Vec<_>>());
    let mut hidden = 0;
    for op in capture_diff_slices(Algorithm::Myers, &left, &right) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            for (old, new) in old[old_index..][..len].iter().zip(&new[new_index..][..len]) {
                rows.push(Row { kind: Kind::Same, old: old.old, ..*new });
            }
            hidden += 2 * len;
        } else {
            rows.extend_from_slice(&old[op.old_range()]);
            rows.extend_from_slice(&new[op.new_range()]);
        }
    }
    hidden
}

/// Returns a line without its spaces and tabs. Other white space is rare enough to be shown.
fn bare(line: &str) -> String {
    line.chars().filter(|c| !matches!(c, ' ' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_in_nothing_but_space_are_the_same() {
        let text = "--- a\n+++ a\n@@ -1,4 +1,5 @@\n-if x {\n-\ta();\n-}\n+  if x {\n+    a( );\n+    b();\n+  }\n end\n\
                    --- b\n+++ b\n@@ -1 +1 @@\n-a\u{a0}b\n+a b\n";
        let diff = Diff::read(text);
        let (made, hidden) = without_space(&diff);
        let told: Vec<_> = made.rows.iter().map(|row| (row.kind, row.text, row.old, row.new)).collect();
        assert_eq!(
            told[1..6],
            [
                (Kind::Same, "  if x {", 1, 1),
                (Kind::Same, "    a( );", 2, 2),
                (Kind::Added, "    b();", 0, 3),
                (Kind::Same, "  }", 3, 4),
                (Kind::Same, "end", 4, 5),
            ]
        );
        let files: Vec<_> = made.files.iter().map(|file| (file.row, file.added, file.removed)).collect();
        assert_eq!((hidden, files), (6, vec![(0, 1, 0), (6, 1, 1)]), "another space is no space");
    }

    #[test]
    fn a_difference_without_such_lines_stays_as_it_is() {
        let text = "note\n--- a\n+++ a\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n\\ No newline at end of file\nrename from p\nrename to q\n";
        let diff = Diff::read(text);
        let (made, hidden) = without_space(&diff);
        assert_eq!((made.rows, made.files, hidden), (diff.rows, diff.files, 0));
    }
}
