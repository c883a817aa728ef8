//! Tables. Free text goes into the last column, so that wide characters never break the others.

use countersign_tui::{cut, width};

use super::{Tone, View};

/// No column becomes narrower than this: ids and times stay whole.
const NARROW: usize = 19;

/// One cell: its text and tone.
pub type Cell = (String, Tone);

/// A plain cell.
pub fn plain(text: impl Into<String>) -> Cell {
    (text.into(), Tone::Plain)
}

/// Renders rows under headings, columns aligned; empty columns are omitted.
pub fn table(headings: &[String], rows: &[Vec<Cell>], view: &View) -> String {
    let wide = |column: usize| {
        let cells = rows.iter().filter_map(|r| r.get(column)).map(|(text, _)| width(text));
        cells.max().unwrap_or_default()
    };
    let columns = (0..headings.len()).map(|c| (c, wide(c))).filter(|(_, w)| *w > 0);
    let columns: Vec<(usize, usize)> = columns.map(|(c, w)| (c, w.max(width(&headings[c])))).collect();
    let columns = fitting(columns, view.width.filter(|_| view.is_terminal));
    let mut out = String::new();
    let heading: Vec<Cell> = headings.iter().map(|h| (h.clone(), Tone::Dim)).collect();
    for row in std::iter::once(&heading).chain(rows) {
        let mut line = String::new();
        for (n, (column, most)) in columns.iter().enumerate() {
            let (text, tone) = &row[*column];
            let text = cut(text, *most);
            let pad = if n + 1 == columns.len() { 0 } else { most.saturating_sub(width(&text)) + 2 };
            line.push_str(&view.paint.tone(*tone, &text));
            line.push_str(&" ".repeat(pad));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Makes columns fit a terminal: the widest ones become narrower, down to a few characters.
fn fitting(mut columns: Vec<(usize, usize)>, most: Option<usize>) -> Vec<(usize, usize)> {
    let Some(most) = most else { return columns };
    let between = 2 * columns.len().saturating_sub(1);
    while columns.iter().map(|(_, width)| width).sum::<usize>() + between > most {
        match columns.iter_mut().max_by_key(|(_, width)| *width) {
            Some((_, width)) if *width > NARROW => *width -= 1,
            _ => break,
        }
    }
    columns
}

/// Renders lines named by messages, names aligned; lines without a value are omitted.
pub fn lines(pairs: &[(&str, String)], view: &View) -> String {
    let said = pairs.iter().filter(|(_, value)| !value.is_empty());
    let said: Vec<(String, String)> = said.map(|(id, value)| (view.t(id), value.clone())).collect();
    named(&said, view)
}

/// Renders named lines, names aligned; lines without a value are omitted.
pub fn named(pairs: &[(String, String)], view: &View) -> String {
    let most = pairs.iter().filter(|(_, v)| !v.is_empty()).map(|(k, _)| width(k)).max().unwrap_or_default();
    let mut out = String::new();
    for (name, value) in pairs.iter().filter(|(_, v)| !v.is_empty()) {
        let pad = " ".repeat(most - width(name) + 2);
        out.push_str(&format!("  {}{pad}{value}\n", view.paint.dim(name)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{super::tests::plain as view, *};

    #[test]
    fn columns_align_and_empty_ones_vanish() {
        let rows = [
            vec![plain("i1"), plain(""), plain("short")],
            vec![plain("i100"), plain(""), plain("a longer text")],
        ];
        assert_eq!(
            table(&["ID", "NONE", "TEXT"].map(str::to_owned), &rows, &view()),
            "ID    TEXT\ni1    short\ni100  a longer text\n"
        );
    }

    #[test]
    fn h8_a_table_fits_the_terminal_and_wide_characters_take_two_columns() {
        let text = "日本語".repeat(30);
        let rows = [vec![plain("i1"), plain(text.as_str())], vec![plain("i100"), plain("short")]];
        let narrow = View { width: Some(40), ..view() };
        let shown = table(&["ID", "TEXT"].map(str::to_owned), &rows, &narrow);
        assert!(shown.lines().all(|line| width(line) <= 40) && shown.contains('…'), "{shown}");
        let piped = View { is_terminal: false, ..narrow };
        assert!(
            table(&["ID", "TEXT"].map(str::to_owned), &rows, &piped).contains(&text),
            "a file gets all of it"
        );
    }

    #[test]
    fn lines_without_a_value_are_left_out() {
        let pairs =
            [("term-target", "x".to_owned()), ("term-to", String::new()), ("term-why", "y".to_owned())];
        assert_eq!(lines(&pairs, &view()), "  target  x\n  why     y\n");
    }
}
