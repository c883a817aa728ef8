//! A whole diff, file by file and hunk by hunk, each with its controls; long files are behind a fold that says how many
//! lines they have.

use std::ops::Range;

use maud::{Markup, html};

use super::{Diff, File, How, Kind, Looks, Part, counts_of, one, part};
use crate::web::{
    Visit,
    text::{path, shown},
};

/// Longer files are folded.
const OPEN: usize = 120;

/// Renders the controls of a file, or of one of its hunks, which has a number if it can be chosen.
pub(crate) type Beside<'b> = dyn Fn(&File<'_>, Option<usize>) -> Markup + 'b;

/// Renders a whole diff.
pub(crate) fn whole(visit: &Visit, diff: &Diff<'_>, beside: &Beside<'_>) -> Markup {
    let first = diff.files.first().map_or(diff.rows.len(), |file| file.row);
    html! {
        // Notes on the whole diff come before the first file.
        @if first > 0 { div.all { (rows(visit, diff, 0..first)) } }
        @for (n, part) in diff.files.iter().enumerate() {
            @let (length, hunks) = (rows_of(diff, n).len(), file(visit, diff, n, beside));
            section.file {
                header {
                    (beside(part, None))
                    code.path { (path(&shown(part.name))) } " " (counts_of(visit, part))
                }
                @if length > OPEN { details { summary { (visit.words.count("work-lines", length)) } (hunks) } } @else { (hunks) }
            }
        }
    }
}

/// Renders all lines of one file.
pub(crate) fn file(visit: &Visit, diff: &Diff<'_>, n: usize, beside: &Beside<'_>) -> Markup {
    let hunks = hunks(diff, rows_of(diff, n));
    html! { @for hunk in hunks { (shown_hunk(visit, diff, &diff.files[n], hunk, beside)) } }
}

fn rows_of(diff: &Diff<'_>, n: usize) -> Range<usize> {
    diff.files[n].row..diff.files.get(n + 1).map_or(diff.rows.len(), |next| next.row)
}

/// Returns the hunks of a file, each from its header on; lines before the first form one without a header.
fn hunks(diff: &Diff<'_>, file: Range<usize>) -> Vec<Range<usize>> {
    let heads = file.clone().filter(|row| diff.rows[*row].kind == Kind::Hunk);
    let mut starts: Vec<usize> = heads.collect();
    if starts.first() != Some(&file.start) && !file.is_empty() {
        starts.insert(0, file.start);
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([file.end]).collect();
    starts.into_iter().zip(ends).map(|(from, to)| from..to).collect()
}

fn shown_hunk(
    visit: &Visit,
    diff: &Diff<'_>,
    file: &File<'_>,
    hunk: Range<usize>,
    beside: &Beside<'_>,
) -> Markup {
    let head = &diff.rows[hunk.start];
    if head.kind != Kind::Hunk {
        return rows(visit, diff, hunk);
    }
    html! {
        div.hunk {
            p.head {
                // The only hunk of a file is chosen with the file.
                @if let (true, Some(n)) = (file.hunks.len() > 1, super::read::hunk_number(head.text)) { (beside(file, Some(n))) }
                code { (shown(head.text)) }
            }
            (rows(visit, diff, hunk.start + 1..hunk.end))
        }
    }
}

fn rows(visit: &Visit, diff: &Diff<'_>, range: Range<usize>) -> Markup {
    let how = How {
        from: range.start,
        most: range.len(),
        split: false,
        at: &|_| String::new(),
        line: None,
        folder: None,
        all: None,
    };
    let (parts, _) = part(diff, range, usize::MAX, false);
    let looks = Looks::of(visit, diff, &parts);
    html! { @for Part { rows, .. } in &parts { div.rows { (one(visit, diff, rows, &how, &looks)) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_falls_into_its_hunks_and_what_is_said_before_them() {
        let text = "--- /w/a\n+++ /w/a\n@@ -1,2 +1,2 @@ hunk 1\n-x\n+y\n z\n@@ -9 +9 @@ hunk 2\n-p\n+q\n\\ No newline at end of file\n\
                    --- /w/b\n+++ /dev/null\nnot shown, since it is no text\nrename from /w/c\nrename to /w/d\n";
        let diff = Diff::read(text);
        let names: Vec<&str> = diff.files.iter().map(|file| file.name).collect();
        assert_eq!(names, ["/w/a", "/w/b", "/w/d"]);
        assert_eq!(hunks(&diff, 0..8), [0..4, 4..8]);
        assert_eq!((hunks(&diff, 8..9).len(), hunks(&diff, 9..11).len()), (1, 1));
        assert_eq!(
            (diff.rows[7].text, diff.rows[9].text),
            ("\\ No newline at end of file", "rename from /w/c")
        );
    }
}
