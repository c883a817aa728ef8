//! Parses a unified diff. The length in a hunk's header decides what belongs to it, so that no line of a file can pass
//! for the header of another.

use super::{Built, tree};

/// The prefix of the line that stands for omitted lines. No line of a file can have it: each has a sign before it.
const CUT: &str = "… (+";

/// The kind of a diff line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// On both sides.
    Same,
    /// Only after.
    Added,
    /// Only before.
    Removed,
    /// A hunk header.
    Hunk,
    /// Any other note.
    Note,
}

impl Kind {
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Added => "+",
            Self::Removed => "−",
            Self::Same => " ",
            Self::Hunk | Self::Note => "",
        }
    }
}

/// One line, with its number on each side, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub old: usize,
    pub new: usize,
}

impl Row<'_> {
    /// Returns whether it says that part of a file is omitted.
    pub(crate) fn says_cut(&self) -> bool {
        let left_out = [CUT, "not shown, since ", "conflict:"];
        self.kind == Kind::Note && left_out.iter().any(|begin| self.text.starts_with(begin))
    }
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct File<'a> {
    /// Its path.
    pub name: &'a str,
    /// Its first row.
    pub row: usize,
    /// How many lines were added.
    pub added: usize,
    /// How many lines were removed.
    pub removed: usize,
    /// Whether lines of it are omitted.
    pub cut: bool,
    /// The numbers of its hunks, if they can be chosen.
    pub hunks: Vec<usize>,
    /// What becomes of the file itself.
    pub fate: Fate<'a>,
}

/// What becomes of a file, beside its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate<'a> {
    /// It stays.
    Stays,
    /// It is new.
    Comes,
    /// It is deleted.
    Goes,
    /// It had another name.
    Renamed(&'a str),
}

/// A parsed diff.
#[derive(Debug, Default)]
pub(crate) struct Diff<'a> {
    /// Its lines, without the file headers.
    pub rows: Vec<Row<'a>>,
    /// Its files, in order.
    pub files: Vec<File<'a>>,
}

/// The remaining lines of the current hunk.
#[derive(Default)]
struct Hunk {
    old: usize,
    new: usize,
    old_left: usize,
    new_left: usize,
}

impl<'a> Diff<'a> {
    /// Parses a diff.
    pub(crate) fn read(text: &'a str) -> Self {
        let mut diff = Self::default();
        let mut hunk = Hunk::default();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let inside = hunk.old_left + hunk.new_left > 0;
            if let Some(begun) = line.strip_prefix("@@ ").and_then(begins) {
                hunk = begun;
                if let (Some(file), Some(n)) = (diff.files.last_mut(), hunk_number(line)) {
                    file.hunks.push(n);
                }
                diff.push(Kind::Hunk, line, 0, 0);
            } else if inside && line.starts_with(CUT) {
                // The rest of the hunk is omitted; next comes another file.
                hunk = Hunk::default();
                diff.push(Kind::Note, line, 0, 0);
            } else if inside && diff.inside(line, &mut hunk) {
            } else if let Some((old, new)) =
                line.strip_prefix("--- ").zip(lines.peek().and_then(|l| l.strip_prefix("+++ ")))
            {
                lines.next();
                let (name, fate) = match (old, new) {
                    (old, "/dev/null") => (old, Fate::Goes),
                    ("/dev/null", new) => (new, Fate::Comes),
                    (_, new) => (new, Fate::Stays),
                };
                if !diff.is_renamed(name) {
                    diff.begin(name, fate);
                }
            } else {
                let renamed = line.starts_with("rename from ");
                if let Some(name) =
                    lines.peek().and_then(|l| l.strip_prefix("rename to ")).filter(|_| renamed)
                {
                    diff.begin(name, Fate::Renamed(line.trim_start_matches("rename from ")));
                }
                diff.push(Kind::Note, line, 0, 0);
            }
        }
        diff
    }

    fn begin(&mut self, name: &'a str, fate: Fate<'a>) {
        // What git says of how alike two files are stands before their names.
        let is_of_next = |row: &&Row<'_>| row.kind == Kind::Note && row.text.starts_with("similarity index ");
        let before = self.rows.last().filter(|_| matches!(fate, Fate::Renamed(_))).filter(is_of_next);
        let row = self.rows.len() - usize::from(before.is_some());
        self.files.push(File { name, row, added: 0, removed: 0, cut: false, hunks: Vec::new(), fate });
    }

    /// Returns whether the heading that follows belongs to a file that was just renamed.
    fn is_renamed(&self, name: &str) -> bool {
        self.files.last().is_some_and(|file| {
            let is_last = self.rows[file.row..].iter().all(|row| row.kind == Kind::Note);
            let is_name = file.name == name || name.strip_prefix("b/") == Some(file.name);
            matches!(file.fate, Fate::Renamed(_)) && is_last && is_name
        })
    }

    /// Returns the rows from this one on that say that a file was renamed, and how alike both are, in percent.
    pub(super) fn renamed_from(&self, row: usize) -> Option<(usize, Option<u8>)> {
        let note = |row: usize, begin: &str| {
            self.rows
                .get(row)
                .filter(|row| row.kind == Kind::Note)
                .and_then(|row| row.text.strip_prefix(begin))
        };
        let alike = note(row, "similarity index ").and_then(|text| text.strip_suffix('%')?.parse().ok());
        let from = row + usize::from(alike.is_some());
        (note(from, "rename from ").is_some() && note(from + 1, "rename to ").is_some())
            .then_some((from + 2 - row, alike.filter(|percent| *percent <= 100)))
    }

    /// Returns the rows from this one on that say that the rights of a file change, with the rights before and after.
    pub(super) fn mode_from(&self, row: usize) -> Option<(usize, &'a str, &'a str)> {
        let note = |row: usize, begin: &str| {
            self.rows
                .get(row)
                .filter(|row| row.kind == Kind::Note)
                .and_then(|row| row.text.strip_prefix(begin))
        };
        let pair = match (note(row, "old mode "), note(row + 1, "new mode ")) {
            (Some(old), Some(new)) => (2, old, new),
            _ => {
                let (old, new) = note(row, "mode ")?.split_once(" → ")?;
                (1, old, new)
            }
        };
        let is_mode =
            |mode: &str| (3..=6).contains(&mode.len()) && mode.bytes().all(|b| (b'0'..=b'7').contains(&b));
        (is_mode(pair.1) && is_mode(pair.2)).then_some(pair)
    }

    /// Consumes a line of a hunk; false if it is not one.
    fn inside(&mut self, line: &'a str, hunk: &mut Hunk) -> bool {
        let (kind, text) = match line.as_bytes().first() {
            Some(b'+') => (Kind::Added, &line[1..]),
            Some(b'-') => (Kind::Removed, &line[1..]),
            Some(b' ') => (Kind::Same, &line[1..]),
            None => (Kind::Same, line),
            _ => return false,
        };
        let (is_old, is_new) = (kind != Kind::Added, kind != Kind::Removed);
        self.push(kind, text, if is_old { hunk.old } else { 0 }, if is_new { hunk.new } else { 0 });
        if is_old {
            (hunk.old, hunk.old_left) = (hunk.old + 1, hunk.old_left.saturating_sub(1));
        }
        if is_new {
            (hunk.new, hunk.new_left) = (hunk.new + 1, hunk.new_left.saturating_sub(1));
        }
        if let Some(file) = self.files.last_mut() {
            file.added += usize::from(kind == Kind::Added);
            file.removed += usize::from(kind == Kind::Removed);
        }
        true
    }

    fn push(&mut self, kind: Kind, text: &'a str, old: usize, new: usize) {
        let row = Row { kind, text, old, new };
        if let Some(file) = self.files.last_mut() {
            file.cut |= row.says_cut();
        }
        self.rows.push(row);
    }

    /// Returns the file of a row.
    pub(super) fn file_of(&self, row: usize) -> Option<&File<'a>> {
        let after = self.files.partition_point(|file| file.row <= row);
        self.files.get(after.checked_sub(1)?)
    }

    /// Returns the files of one folder of build output from a row on, and the row after them.
    pub(super) fn built_from(&self, row: usize) -> Option<(Built<'_>, usize)> {
        let at = self.files.partition_point(|file| file.row <= row).checked_sub(1)?;
        let folder = tree::built(self.files[at].name)?;
        let is_in = |file: &&File<'_>| tree::built(file.name) == Some(folder);
        let files = self.files[at..].iter().take_while(is_in).count();
        let some = &self.files[at..at + files];
        let (added, removed) = some.iter().fold((0, 0), |(a, r), file| (a + file.added, r + file.removed));
        let end = self.files.get(at + files).map_or(self.rows.len(), |file| file.row);
        Some((Built { folder, files, row, added, removed }, end))
    }

    /// Counts the blank lines from this one on, of one kind and one file.
    pub(super) fn blank_from(&self, row: usize) -> usize {
        let kind = self.rows[row].kind;
        let after = self.files.partition_point(|file| file.row <= row);
        let end = self.files.get(after).map_or(self.rows.len(), |file| file.row);
        let blank = |r: &&Row<'_>| r.kind == kind && r.kind != Kind::Hunk && r.text.trim().is_empty();
        self.rows[row..end].iter().take_while(blank).count()
    }
}

/// Parses `-1,3 +1,4 @@ hunk 2`, without its first sign.
fn begins(rest: &str) -> Option<Hunk> {
    let (spans, _) = rest.split_once(" @@")?;
    let (old, new) = spans.split_once(' ')?;
    let span = |text: &str, sign: char| {
        let text = text.strip_prefix(sign)?;
        let (start, length) = text.split_once(',').unwrap_or((text, "1"));
        Some((start.parse::<usize>().ok()?, length.parse::<usize>().ok()?))
    };
    let ((old, old_left), (new, new_left)) = (span(old, '-')?, span(new, '+')?);
    Some(Hunk { old, new, old_left, new_left })
}

/// Returns the path of the database that a file of a difference is a part of: `/w/app.db (table users)`.
pub(crate) fn database_of(name: &str) -> Option<&str> {
    let inside = name.strip_suffix(')')?;
    inside.split_once(" (table ").map(|(path, _)| path).or_else(|| inside.strip_suffix(" (schema"))
}

pub(super) fn hunk_number(line: &str) -> Option<usize> {
    line.rsplit_once("@@ hunk ")?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "2 files changed; 3 lines added, 2 removed\n--- /w/a\n+++ /w/a\n@@ -1,2 +1,3 @@ hunk 1\n one\n--- fake\n+++ fake\n+two\n\
        --- /dev/null\n+++ /w/b\n@@ -0,0 +1 @@ hunk 1\n+new\n\\ No newline at end of file\n";

    #[test]
    fn h3_a_line_of_a_file_cannot_pass_for_the_heading_of_another() {
        let diff = Diff::read(TWO);
        let files: Vec<_> =
            diff.files.iter().map(|f| (f.name, f.added, f.removed, f.hunks.as_slice())).collect();
        assert_eq!(files, [("/w/a", 2, 1, &[1][..]), ("/w/b", 1, 0, &[1][..])]);
        let fake: Vec<_> =
            diff.rows.iter().filter(|r| r.text.contains("fake")).map(|r| (r.kind, r.text)).collect();
        assert_eq!(fake, [(Kind::Removed, "-- fake"), (Kind::Added, "++ fake")]);
    }

    #[test]
    fn lines_have_their_numbers_on_each_side() {
        let diff = Diff::read(TWO);
        let numbers: Vec<_> =
            diff.rows.iter().filter(|r| r.kind != Kind::Note).map(|r| (r.old, r.new)).collect();
        assert_eq!(numbers, [(0, 0), (1, 1), (2, 0), (0, 2), (0, 3), (0, 0), (0, 1)]);
        assert_eq!(diff.rows.iter().filter(|r| r.kind == Kind::Note).count(), 2);
    }

    #[test]
    fn blank_lines_are_counted_and_those_of_another_file_are_not() {
        let text =
            format!("--- a\n+++ a\n@@ -0,0 +1,6 @@\n{}+x\n--- b\n+++ b\n@@ -0,0 +1 @@\n+\n", "+\n".repeat(5));
        let diff = Diff::read(&text);
        assert_eq!(
            (diff.blank_from(1), diff.blank_from(5), diff.blank_from(6), diff.blank_from(8)),
            (5, 1, 0, 1)
        );
    }

    #[test]
    fn h7_a_file_of_which_lines_are_left_out_is_known() {
        let diff = Diff::read(
            "--- a\n+++ a\n@@ -0,0 +1,9 @@\n+… (+3 lines)\n… (+8 lines)\n--- b\n+++ b\n@@ -0,0 +1 @@\n+… (+3\n",
        );
        assert_eq!(diff.files.iter().map(|f| f.cut).collect::<Vec<_>>(), [true, false]);
        let large = Diff::read(
            "--- /dev/null\n+++ b\nnot shown, since it is no text, or a very long one: nothing → file\n",
        );
        assert!(large.files[0].cut);
    }

    #[test]
    fn a_renamed_file_is_one_with_the_lines_that_change_in_it() {
        let diff = Diff::read(
            "diff --git a/x b/y\nsimilarity index 91%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n\
             rename from /w/p\nrename to /w/q\nold mode 100644\nnew mode 100755\nmode 644 → 755\nmode x → 755\n",
        );
        let files: Vec<_> = diff.files.iter().map(|f| (f.name, f.row, f.fate, f.added)).collect();
        assert_eq!(files, [("y", 1, Fate::Renamed("x"), 1), ("/w/q", 7, Fate::Renamed("/w/p"), 0)]);
        assert_eq!(
            (diff.renamed_from(1), diff.renamed_from(7), diff.renamed_from(2)),
            (Some((3, Some(91))), Some((2, None)), Some((2, None)))
        );
        assert_eq!(diff.mode_from(9), Some((2, "100644", "100755")));
        assert_eq!((diff.mode_from(11), diff.mode_from(12)), (Some((1, "644", "755")), None));
        let text = "--- /w/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n--- /dev/null\n+++ /w/b\n@@ -0,0 +1,2 @@\n+similarity index 9%\n+rename from a\n";
        let fates: Vec<_> = Diff::read(text).files.iter().map(|f| (f.fate, f.added, f.removed)).collect();
        assert_eq!(fates, [(Fate::Goes, 0, 1), (Fate::Comes, 2, 0)]);
    }

    #[test]
    fn whatever_is_no_difference_is_shown_as_it_is() {
        let diff = Diff::read("@@ nothing @@\nBinary files differ\n… (+3002 lines)\n");
        assert!(diff.files.is_empty() && diff.rows.iter().all(|r| r.kind == Kind::Note), "{diff:?}");
        assert_eq!(diff.rows.len(), 3);
    }
}
