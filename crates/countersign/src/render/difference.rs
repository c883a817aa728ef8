//! Differences: with relative paths, and what differs within lines marked, as on the review desk in the terminal.

use countersign_tui::{Line, Tone as Part};

use super::{Tone, View, shown};

/// What stands before a path in a heading.
const HEADS: [&str; 4] = ["--- ", "+++ ", "rename from ", "rename to "];

/// Renders a diff, at most so many lines of it.
pub fn diff(diff: Option<&str>, indent: &str, most: usize, view: &View) -> String {
    without(diff, &[], indent, most, view)
}

/// Renders a diff without the files in some folders, unless everything is wanted.
pub fn without(diff: Option<&str>, folders: &[String], indent: &str, most: usize, view: &View) -> String {
    let Some(text) = diff else { return String::new() };
    let mut out = String::new();
    let mut lines = countersign_tui::difference(text);
    let left_out = if view.verbose { Vec::new() } else { leave_out(&mut lines, folders) };
    for line in lines.iter().take(most) {
        out.push_str(&format!("{indent}{}\n", painted(line, view)));
    }
    if lines.len() > most {
        let of = [("n", (lines.len() - most).into()), ("total", lines.len().into())];
        let more = view.words.with("diff-after", &of);
        out.push_str(&format!("{indent}{}\n", view.paint.warn(&format!("… {more}"))));
    }
    for (folder, n) in left_out {
        let of = [("n", n.into()), ("folder", view.near(&folder).into())];
        out.push_str(&format!("{indent}{}\n", view.paint.dim(&view.words.with("term-in-folder", &of))));
    }
    out
}

/// Renders one line. Only a heading, which is outside of every hunk, names a path.
fn painted(line: &Line, view: &View) -> String {
    let is_heading = line.pieces.first().is_some_and(|piece| piece.tone == Part::Strong);
    if is_heading {
        let text = line.text();
        let named = HEADS.iter().find_map(|head| Some((*head, text.strip_prefix(head)?)));
        let text = named.map(|(head, path)| format!("{head}{}", view.near(path)));
        return view.paint.strong(&text.unwrap_or_else(|| line.text()));
    }
    line.pieces.iter().map(|piece| view.paint.tone(tone(piece.tone), &piece.text)).collect()
}

fn tone(part: Part) -> Tone {
    match part {
        Part::Plain => Tone::Plain,
        Part::Strong => Tone::Strong,
        Part::Dim | Part::Handle => Tone::Dim,
        Part::Good => Tone::Good,
        Part::Warn => Tone::Warn,
        Part::Bad => Tone::Bad,
        Part::GoodPart => Tone::GoodPart,
        Part::BadPart => Tone::BadPart,
    }
}

/// The file that a line begins, if it is the heading of one.
fn begins(lines: &[Line], at: usize) -> Option<String> {
    let heading = |at: usize| {
        let line = lines.get(at)?;
        (line.pieces.first()?.tone == Part::Strong).then(|| line.text())
    };
    let text = heading(at)?;
    let (old, next) = (text.strip_prefix("--- "), heading(at + 1));
    let new = next.as_deref().and_then(|next| next.strip_prefix("+++ "));
    let renamed = text.strip_prefix("rename from ");
    match (old, new) {
        (Some(old), Some("/dev/null")) => Some(old.to_owned()),
        (Some(_), Some(new)) => Some(new.to_owned()),
        _ => renamed.map(str::to_owned),
    }
}

/// Removes the files in some folders, and counts them.
fn leave_out(lines: &mut Vec<Line>, folders: &[String]) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    let mut is_kept = true;
    let mut kept = Vec::with_capacity(lines.len());
    for at in 0..lines.len() {
        let is_commit = || {
            let is_heading = lines[at].pieces.first().is_some_and(|piece| piece.tone == Part::Strong);
            is_heading && lines[at].text().starts_with("commit ")
        };
        if let Some(file) = begins(lines, at) {
            let folder = folders.iter().find(|folder| file.starts_with(folder.as_str()));
            is_kept = folder.is_none();
            if let Some(folder) = folder {
                match counts.iter_mut().find(|(known, _)| known == folder) {
                    Some((_, n)) => *n += 1,
                    None => counts.push((folder.clone(), 1)),
                }
            }
        } else if is_commit() {
            is_kept = true;
        }
        kept.push(is_kept);
    }
    let mut kept = kept.into_iter();
    lines.retain(|_| kept.next().unwrap_or(true));
    counts
}

/// How many lines change in a file.
pub struct Stat {
    /// The file.
    pub file: String,
    /// Lines that come.
    pub added: usize,
    /// Lines that go.
    pub removed: usize,
}

/// Counts the changed lines of each file of a diff.
pub fn stats(diff: &str) -> Vec<Stat> {
    let lines = countersign_tui::difference(diff);
    let mut all: Vec<Stat> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(file) = begins(&lines, at) {
            all.push(Stat { file, added: 0, removed: 0 });
        } else if let Some(last) = all.last_mut() {
            match line.pieces.first().map(|piece| piece.tone) {
                Some(Part::Good) => last.added += 1,
                Some(Part::Bad) => last.removed += 1,
                _ => {}
            }
        }
    }
    all
}

/// Renders the counts: `a.txt | 3 ++-`.
pub fn stat(all: &[Stat], view: &View) -> String {
    const BAR: usize = 40;
    let name = |stat: &Stat| view.near(&shown(&stat.file));
    let width = all.iter().map(|stat| countersign_tui::width(&name(stat))).max().unwrap_or_default();
    let most = all.iter().map(|stat| stat.added + stat.removed).max().unwrap_or_default().max(BAR);
    let bar = |n: usize| (n * BAR).div_ceil(most);
    let mut out = String::new();
    for one in all {
        let name = name(one);
        let pad = " ".repeat(width - countersign_tui::width(&name));
        let plus = view.paint.tone(Tone::Good, &"+".repeat(bar(one.added)));
        let minus = view.paint.tone(Tone::Bad, &"-".repeat(bar(one.removed)));
        out.push_str(&format!(" {name}{pad} | {:>4} {plus}{minus}\n", one.added + one.removed));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Paint, tests::plain},
        *,
    };

    const TWO: &str = "--- /w/a.txt\n+++ /w/a.txt\n@@ -1,2 +1 @@\n-let port = 8080;\n--- /w/target/x\n+let port = 9090;\n\
        --- /dev/null\n+++ /w/target/b\n@@ -0,0 +1 @@\n+new\n";

    #[test]
    fn h1_paths_are_relative_and_what_differs_within_a_line_is_marked() {
        let view = View { paint: Paint::always(), cwd: "/w".to_owned(), ..plain() };
        let text = diff(Some(TWO), "", usize::MAX, &view);
        assert!(text.contains("+++ a.txt") && text.contains("+++ target/b"), "{text}");
        let one = "--- /w/a\n+++ /w/a\n@@ -1 +1 @@\n-let port = 8080;\n+let port = 9090;\n";
        let text = diff(Some(one), "", usize::MAX, &view);
        assert!(text.contains("\u{1b}[30;42m909"), "{text:?}");
    }

    #[test]
    fn h7_a_line_of_a_file_cannot_leave_out_others() {
        let text = without(Some(TWO), &["/w/target/".to_owned()], "", usize::MAX, &plain());
        assert!(text.contains("--- /w/target/x") && text.contains("+let port"), "{text}");
        assert!(!text.contains("+new") && text.contains("1 difference in /w/target/: -v"), "{text}");
        let all = View { verbose: true, ..plain() };
        assert!(without(Some(TWO), &["/w/target/".to_owned()], "", usize::MAX, &all).contains("+new"));
    }

    #[test]
    fn lines_are_counted_for_each_file() {
        let text = stat(&stats(TWO), &View { cwd: "/w".to_owned(), ..plain() });
        assert_eq!(text, " a.txt    |    3 +--\n target/b |    1 +\n");
    }
}
