//! Unified differences: by file and hunk, with counts, and what is long folded behind them. The lines of a hunk are
//! counted as its head says, so that nothing in a file can be taken for the head of another.

use maud::{Markup, html};

use crate::web::{Visit, text::shown};

/// A file with more lines than these stands behind a fold that says how many.
const OPEN: usize = 120;

/// The difference of one file.
#[derive(Debug, Default, PartialEq)]
struct File<'a> {
    path: &'a str,
    hunks: Vec<Hunk<'a>>,
    /// What is told instead of a difference: a rename, a conflict, what is not shown and why.
    notes: Vec<&'a str>,
}

/// One hunk.
#[derive(Debug, Default, PartialEq)]
struct Hunk<'a> {
    head: &'a str,
    /// Its number, by which it can be chosen.
    number: Option<usize>,
    lines: Vec<&'a str>,
}

impl File<'_> {
    fn count(&self, sign: char) -> usize {
        self.hunks.iter().flat_map(|h| &h.lines).filter(|line| line.starts_with(sign)).count()
    }

    fn length(&self) -> usize {
        self.hunks.iter().map(|h| h.lines.len()).sum::<usize>() + self.notes.len()
    }
}

/// A difference as it is, file by file.
pub(in crate::web) fn plain(visit: &Visit, text: &str) -> Markup {
    html! { @for file in files(text) { (shown_file(visit, &file, None)) } }
}

/// A difference of which files and hunks can be chosen, in the form of that name. What conflicts cannot.
pub(in crate::web) fn by_file(visit: &Visit, text: &str, form: &str, conflicts: &[String]) -> Markup {
    let files = files(text);
    let named = files.iter().filter(|file| !file.path.is_empty()).count();
    html! {
        h2.between { (visit.words.count("work-files", named)) }
        @for file in &files {
            @let choice = (!file.path.is_empty() && !conflicts.iter().any(|c| c == file.path)).then_some(form);
            (shown_file(visit, file, choice))
        }
    }
}

fn shown_file(visit: &Visit, file: &File<'_>, form: Option<&str>) -> Markup {
    let words = visit.words;
    let path = shown(file.path);
    let lines = html! {
        @for note in &file.notes { p.note { (countersign_core::text::visible_multiline(note).text) } }
        @for hunk in &file.hunks { (shown_hunk(visit, file, hunk, form.filter(|_| file.hunks.len() > 1))) }
    };
    if file.path.is_empty() {
        // What is said of all of it stands before the first file.
        return html! { div.all { (lines) } };
    }
    html! {
        section.file {
            header {
                @if let Some(form) = form {
                    input.choose type="checkbox" form=(form) name="only[]" value=(file.path) aria-label=(words.with("work-choose-file", &[("path", path.as_str().into())]));
                }
                code.path { (super::super::text::path(&path)) }
                span.counts { span.plus { "+" (file.count('+')) } " " span.minus { "−" (file.count('-')) } }
            }
            @if file.length() > OPEN { details { summary { (words.count("work-lines", file.length())) } (lines) } } @else { (lines) }
        }
    }
}

fn shown_hunk(visit: &Visit, file: &File<'_>, hunk: &Hunk<'_>, form: Option<&str>) -> Markup {
    let words = visit.words;
    html! {
        div.hunk {
            p.head {
                @if let (Some(form), Some(n)) = (form, hunk.number) {
                    input.choose type="checkbox" form=(form) name="only[]" value={ (file.path) "#" (n) } aria-label=(words.with("work-choose-hunk", &[("n", n.into()), ("path", shown(file.path).into())]));
                }
                code { (shown(hunk.head)) }
            }
            div.udiff { @for line in &hunk.lines { span class=(look(line)) { (countersign_core::text::visible_multiline(line).text) "\n" } } }
        }
    }
}

fn look(line: &str) -> &'static str {
    match line.as_bytes().first() {
        Some(b'+') => "add",
        Some(b'-') => "del",
        _ => "same",
    }
}

/// The files of a difference.
fn files(text: &str) -> Vec<File<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut files, mut at): (Vec<File<'_>>, usize) = (Vec::new(), 0);
    while let Some(line) = lines.get(at) {
        at += 1;
        let next = lines.get(at).copied().unwrap_or_default();
        if let (Some(old), Some(new)) = (line.strip_prefix("--- "), next.strip_prefix("+++ ")) {
            at += 1;
            let path = if new == "/dev/null" { old } else { new };
            files.push(File { path, ..File::default() });
        } else if let (Some(_), Some(path)) =
            (line.strip_prefix("rename from "), next.strip_prefix("rename to "))
        {
            at += 1;
            files.push(File { path, notes: vec![*line, next], ..File::default() });
        } else {
            if files.is_empty() {
                files.push(File::default());
            }
            let Some(file) = files.last_mut() else { continue };
            match span(line) {
                Some((old, new)) => {
                    let end = end_of(&lines, at, old, new);
                    let number = line.rsplit_once(" hunk ").and_then(|(_, n)| n.parse().ok());
                    file.hunks.push(Hunk { head: line, number, lines: lines[at..end].to_vec() });
                    at = end;
                }
                None => file.notes.push(line),
            }
        }
    }
    files
}

/// How many old and how many new lines a hunk has, by its head.
fn span(head: &str) -> Option<(usize, usize)> {
    let (old, rest) = head.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let length = |range: &str| match range.split_once(',') {
        Some((_, n)) => n.parse().ok(),
        None => Some(1),
    };
    Some((length(old)?, length(new)?))
}

/// Where a hunk that begins at `at` ends.
fn end_of(lines: &[&str], mut at: usize, mut old: usize, mut new: usize) -> usize {
    while let Some(line) = lines.get(at) {
        match line.as_bytes().first() {
            Some(b'\\') => {}
            Some(b'+') if new > 0 => new -= 1,
            Some(b'-') if old > 0 => old -= 1,
            Some(b' ') if old > 0 && new > 0 => (old, new) = (old - 1, new - 1),
            _ => break,
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_read_by_file_and_hunk() {
        let text = "--- /w/a\n+++ /w/a\n@@ -1,2 +1,2 @@ hunk 1\n-x\n+y\n z\n@@ -9 +9 @@ hunk 2\n-p\n+q\n\\ No newline at end of file\n\
                    --- /w/b\n+++ /dev/null\nnot shown, since it is no text\nrename from /w/c\nrename to /w/d\n";
        let files = files(text);
        let told: Vec<(&str, usize, usize, usize)> =
            files.iter().map(|f| (f.path, f.hunks.len(), f.count('+'), f.notes.len())).collect();
        assert_eq!(told, [("/w/a", 2, 2, 0), ("/w/b", 0, 0, 1), ("/w/d", 0, 0, 2)]);
        assert_eq!(files[0].hunks[1].number, Some(2));
        assert_eq!(files[0].hunks[1].lines, ["-p", "+q", "\\ No newline at end of file"]);
    }

    #[test]
    fn h3_lines_that_look_like_the_head_of_another_file_stay_in_theirs() {
        let text = "--- /w/a\n+++ /w/a\n@@ -1,1 +1,1 @@ hunk 1\n--- /w/b\n+++ /w/b\n@@ -5 +5 @@ hunk 2\n-@@ -1 +1 @@\n+z\n";
        let files = files(text);
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].hunks[0].lines, ["--- /w/b", "+++ /w/b"]);
        assert_eq!(files[0].hunks[1].lines, ["-@@ -1 +1 @@", "+z"]);
    }
}
