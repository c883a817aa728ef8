//! Changed tables and notebooks in a form that is easier to read than their lines: beside the difference, which stays what
//! is decided.

use countersign_core::text;
use maud::{Markup, html};

use super::{Diff, File, Kind, Row, database_of, notes};
use crate::web::{
    Visit,
    text::{folded, shown},
};

/// How many rows of a table are shown, how many of its columns, and how much of a cell.
const ROWS: usize = 200;
const COLUMNS: usize = 30;
const CELL: usize = 200;
/// How many lines of a notebook are shown.
const NOTEBOOK: usize = 400;
/// Longer lines are not read.
const LINE: usize = 20_000;
/// How many files are shown again.
const FILES: usize = 10;

/// Renders the tables and notebooks of a difference again, each folded.
pub(super) fn again(visit: &Visit, diff: &Diff<'_>) -> Markup {
    let ends = diff.files.iter().skip(1).map(|file| file.row).chain([diff.rows.len()]);
    let parts = diff.files.iter().zip(ends).filter_map(|(file, end)| {
        let rows = &diff.rows[file.row..end];
        let (title, body) = match extension(file).as_str() {
            _ if database_of(file.name).is_some_and(|path| file.name[path.len()..].starts_with(" (table ")) => ("diff-as-table", table_of_database(visit, rows)?),
            "csv" => ("diff-as-table", table(visit, rows, ',')?),
            "tsv" => ("diff-as-table", table(visit, rows, '\t')?),
            "ipynb" => ("diff-as-notebook", notebook(visit, rows)?),
            _ => return None,
        };
        let name = shown(file.name);
        Some(html! { details.again open { summary { (visit.words.t(title)) ": " (name) } p.quiet { (visit.words.t("diff-again")) } (body) } })
    });
    html! { @for part in parts.take(FILES) { (part) } }
}

/// Returns the extension of a file's name. What follows the path in brackets is where the file is.
fn extension(file: &File<'_>) -> String {
    let path = file
        .name
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("))
        .map_or(file.name, |(path, _)| path);
    path.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default()
}

/// Renders rows of a database. The first line says its columns; notes at the end say what is left out.
fn table_of_database(visit: &Visit, rows: &[Row<'_>]) -> Option<Markup> {
    let left = rows.iter().rev().take_while(|row| row.kind == Kind::Note).count();
    let (rows, left) = rows.split_at(rows.len() - left);
    let table = table(visit, rows, ',')?;
    Some(
        html! { (table) @for note in left { p.quiet { (folded(&notes::translated(visit.words, note).unwrap_or_else(|| note.text.to_owned()), CELL)) } } },
    )
}

/// Splits a line of a table into its cells; `None` if a quoted cell does not end on it.
fn cells(line: &str, comma: char) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut chars = line.trim_end_matches('\r').chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            c if c == comma && !quoted => all.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    all.push(cell);
    (!quoted).then_some(all)
}

/// A row of a changed table.
#[derive(Debug, PartialEq)]
enum Line {
    Same(Vec<String>),
    Added(Vec<String>),
    Removed(Vec<String>),
    /// Before and after.
    Changed(Vec<String>, Vec<String>),
    /// Rows in between are as they were.
    Gap,
}

/// Reads the rows of a table; `None` if a line of it cannot be read by itself, or is cut.
fn read(rows: &[Row<'_>], comma: char) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    let mut at = 0;
    let of = |row: &Row<'_>| if row.text.len() > LINE { None } else { cells(row.text, comma) };
    while at < rows.len() && lines.len() <= ROWS {
        let run = |from: usize, kind: Kind| rows[from..].iter().take_while(|row| row.kind == kind).count();
        let (removed, added) = (run(at, Kind::Removed), run(at + run(at, Kind::Removed), Kind::Added));
        let (old, new) = (&rows[at..at + removed], &rows[at + removed..at + removed + added]);
        if removed == added {
            for (old, new) in old.iter().zip(new) {
                lines.push(Line::Changed(of(old)?, of(new)?));
            }
        } else {
            by_key(old, new, &of, &mut lines)?;
        }
        at += removed + added;
        if removed + added == 0 {
            match rows[at].kind {
                Kind::Same => lines.push(Line::Same(of(&rows[at])?)),
                Kind::Hunk if lines.is_empty() => {}
                Kind::Hunk => lines.push(Line::Gap),
                _ if rows[at].says_cut() => return None,
                _ => {}
            }
            at += 1;
        }
    }
    Some(lines)
}

/// Pairs rows that begin with the same cell, in order.
fn by_key(
    old: &[Row<'_>],
    new: &[Row<'_>],
    of: &dyn Fn(&Row<'_>) -> Option<Vec<String>>,
    lines: &mut Vec<Line>,
) -> Option<()> {
    let few = |side: &[Row<'_>]| side.iter().take(ROWS + 1).map(of).collect::<Option<Vec<_>>>();
    let (old, mut new) = (few(old)?, few(new)?.into_iter().peekable());
    for before in old {
        match new.next_if(|after| after.first() == before.first()) {
            Some(after) => lines.push(Line::Changed(before, after)),
            None => lines.push(Line::Removed(before)),
        }
    }
    lines.extend(new.map(Line::Added));
    Some(())
}

fn table(visit: &Visit, rows: &[Row<'_>], comma: char) -> Option<Markup> {
    let lines = read(rows, comma)?;
    let words = visit.words;
    let widest = lines.iter().map(Line::width).max().filter(|width| *width > 1)?;
    let cell = |text: &str| folded(text, CELL);
    let plain = |cells: &[String]| html! { @for text in cells.iter().take(COLUMNS) { td { (cell(text)) } } };
    let changed = |old: &[String], new: &[String]| {
        html! {
            @for n in 0..old.len().max(new.len()).min(COLUMNS) {
                @let (before, after) = (old.get(n).map(String::as_str).unwrap_or_default(), new.get(n).map(String::as_str).unwrap_or_default());
                @if before == after { td { (cell(after)) } }
                @else { td.changed { @if !before.is_empty() { del { (cell(before)) } " " } @if !after.is_empty() { ins { (cell(after)) } } } }
            }
        }
    };
    Some(html! {
        div.rows tabindex="0" role="region" aria-label=(words.t("diff-as-table")) {
            table.cells {
                tbody {
                    @for line in lines.iter().take(ROWS) {
                        @match line {
                            Line::Gap => tr { td.quiet colspan=(widest.min(COLUMNS) + 1) { "…" } },
                            Line::Same(cells) => tr { td {} (plain(cells)) },
                            Line::Added(cells) => tr.a { td { (words.t("diff-added")) } (plain(cells)) },
                            Line::Removed(cells) => tr.d { td { (words.t("diff-removed")) } (plain(cells)) },
                            Line::Changed(old, new) => tr { td { (words.t("diff-changed")) } (changed(old, new)) },
                        }
                    }
                }
            }
        }
        @if lines.len() > ROWS || widest > COLUMNS { p.quiet { (words.with("diff-table-part", &[("rows", ROWS.into()), ("columns", COLUMNS.into())])) } }
    })
}

impl Line {
    fn width(&self) -> usize {
        match self {
            Self::Same(cells) | Self::Added(cells) | Self::Removed(cells) => cells.len(),
            Self::Changed(old, new) => old.len().max(new.len()),
            Self::Gap => 0,
        }
    }
}

/// A line of a notebook.
#[derive(Debug, PartialEq)]
enum Said {
    /// A cell begins; whether it is code.
    Cell(bool),
    /// A line of what somebody wrote.
    Source(Kind, String),
    /// Changed lines of outputs: added and removed.
    Outputs(usize, usize),
}

/// The part of a notebook that a line is in. Notebooks are written with one space for each level, so a line of a cell's
/// source stands four deep, also where a hunk begins in the middle.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Source,
    Outputs,
    Other,
}

fn cells_of(rows: &[Row<'_>]) -> Vec<Said> {
    let mut told: Vec<Said> = Vec::new();
    let mut place = Place::Other;
    for row in rows.iter().filter(|row| row.text.len() <= LINE) {
        let line = row.text.trim();
        let deep = row.text.len() - row.text.trim_start().len();
        if matches!(row.kind, Kind::Hunk | Kind::Note) {
            place = Place::Other;
            continue;
        }
        if let Some(kind) = line.strip_prefix("\"cell_type\": ") {
            told.push(Said::Cell(kind.starts_with("\"code\"")));
            place = Place::Other;
        } else if deep == 3 && line.starts_with("\"source\": [") {
            place = Place::Source;
        } else if deep == 3 && line.starts_with("\"outputs\": [") {
            place = Place::Outputs;
        } else if deep <= 3 {
            place = Place::Other;
        } else if deep == 4
            && place != Place::Outputs
            && let Some(text) = string(line)
        {
            told.push(Said::Source(row.kind, text));
            continue;
        }
        if deep > 3 && row.kind != Kind::Same && place != Place::Source {
            let (added, removed) =
                (usize::from(row.kind == Kind::Added), usize::from(row.kind == Kind::Removed));
            match told.last_mut() {
                Some(Said::Outputs(a, r)) => (*a, *r) = (*a + added, *r + removed),
                _ => told.push(Said::Outputs(added, removed)),
            }
        }
    }
    told
}

/// Returns the text of a JSON string that stands alone on a line, without the line's end.
fn string(line: &str) -> Option<String> {
    let line = line.strip_suffix(',').unwrap_or(line);
    let text: String = serde_json::from_str(line).ok()?;
    Some(text.strip_suffix('\n').unwrap_or(&text).to_owned())
}

fn notebook(visit: &Visit, rows: &[Row<'_>]) -> Option<Markup> {
    let words = visit.words;
    let told = cells_of(rows);
    if told.is_empty() {
        return None;
    }
    let look = |kind: Kind| if matches!(kind, Kind::Added | Kind::Removed) { super::look(kind) } else { "" };
    Some(html! {
        div.glance {
            @for one in told.iter().take(NOTEBOOK) {
                @match one {
                    Said::Cell(true) => p.more { (words.t("diff-cell-code")) },
                    Said::Cell(false) => p.more { (words.t("diff-cell-text")) },
                    Said::Source(kind, line) => code class=(look(*kind)) {
                        span aria-hidden="true" { (kind.sign()) }
                        @match kind { Kind::Added => span.sr-only { (words.t("diff-added")) " " }, Kind::Removed => span.sr-only { (words.t("diff-removed")) " " }, _ => {} }
                        (text::visible_multiline(line).text)
                    },
                    Said::Outputs(added, removed) => p.more { (words.t("diff-outputs")) " " (super::counts(visit, *added, *removed)) },
                }
            }
        }
        @if told.len() > NOTEBOOK { p.quiet { (words.count("more-lines", told.len() - NOTEBOOK)) } }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &str) -> Vec<String> {
        cells.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn changed_rows_of_a_table_are_paired_and_others_are_added_or_removed() {
        let text = "--- a.csv\n+++ a.csv\n@@ -1,3 +1,4 @@\n name,\"a, \"\"b\"\"\"\n-x,1\n-y,2\n+x,3\n+y,2\n+z,4\n@@ -9 +9 @@\n-p,1\n+p,2\n";
        let lines = read(&Diff::read(text).rows, ',').unwrap();
        assert_eq!(
            lines,
            [
                Line::Same(row("name|a, \"b\"")),
                Line::Changed(row("x|1"), row("x|3")),
                Line::Changed(row("y|2"), row("y|2")),
                Line::Added(row("z|4")),
                Line::Gap,
                Line::Changed(row("p|1"), row("p|2")),
            ]
        );
        for unreadable in ["+a,\"b\n", "+a,b\n… (+3 lines)\n"] {
            let text = format!("--- a.csv\n+++ a.csv\n@@ -0,0 +1,9 @@\n{unreadable}");
            assert_eq!(read(&Diff::read(&text).rows, ','), None, "{unreadable}");
        }
    }

    #[test]
    fn the_cells_of_a_notebook_are_read_and_their_outputs_summed_up() {
        let text = "--- a.ipynb\n+++ a.ipynb\n@@ -1,12 +1,12 @@\n   \"cell_type\": \"code\",\n    \"outputs\": [\n     {\n-     \"text\": \"1\"\n+     \"text\": \"2\"\n     }\n    ],\n\
                    \x20   \"source\": [\n-    \"a = 1\\n\",\n+    \"a = \\\"2\\\"\\n\",\n     \"b\"\n    ]\n@@ -40,2 +40,1 @@\n-    \"gone\\n\",\n     \"stays\"\n";
        assert_eq!(
            cells_of(&Diff::read(text).rows),
            [
                Said::Cell(true),
                Said::Outputs(1, 1),
                Said::Source(Kind::Removed, "a = 1".to_owned()),
                Said::Source(Kind::Added, "a = \"2\"".to_owned()),
                Said::Source(Kind::Same, "b".to_owned()),
                Said::Source(Kind::Removed, "gone".to_owned()),
                Said::Source(Kind::Same, "stays".to_owned()),
            ]
        );
    }
}
