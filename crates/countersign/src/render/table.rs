//! Tables. Free text goes into the last column, so that wide characters never break the others.

use super::{Tone, View};

/// One cell: its text and tone.
pub type Cell = (String, Tone);

/// A plain cell.
pub fn plain(text: impl Into<String>) -> Cell {
    (text.into(), Tone::Plain)
}

/// Renders rows under headings, columns aligned; empty columns are omitted.
pub fn table(headings: &[String], rows: &[Vec<Cell>], view: &View) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|r| r.get(column)).map(|(text, _)| text.chars().count());
        cells.max().unwrap_or_default()
    };
    let columns: Vec<(usize, usize)> =
        (0..headings.len()).map(|c| (c, width(c))).filter(|(_, w)| *w > 0).collect();
    let mut out = String::new();
    let heading: Vec<Cell> = headings.iter().map(|h| (h.clone(), Tone::Dim)).collect();
    for row in std::iter::once(&heading).chain(rows) {
        let mut line = String::new();
        for (n, (column, width)) in columns.iter().enumerate() {
            let (text, tone) = &row[*column];
            let width = (*width).max(headings[*column].chars().count());
            let pad = if n + 1 == columns.len() { 0 } else { width.saturating_sub(text.chars().count()) + 2 };
            line.push_str(&view.paint.tone(*tone, text));
            line.push_str(&" ".repeat(pad));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Renders lines named by messages, names aligned; lines without a value are omitted.
pub fn lines(pairs: &[(&str, String)], view: &View) -> String {
    let said = pairs.iter().filter(|(_, value)| !value.is_empty());
    let said: Vec<(String, String)> = said.map(|(id, value)| (view.t(id), value.clone())).collect();
    named(&said, view)
}

/// Renders named lines, names aligned; lines without a value are omitted.
pub fn named(pairs: &[(String, String)], view: &View) -> String {
    let width =
        pairs.iter().filter(|(_, v)| !v.is_empty()).map(|(k, _)| k.chars().count()).max().unwrap_or_default();
    let mut out = String::new();
    for (name, value) in pairs.iter().filter(|(_, v)| !v.is_empty()) {
        let pad = " ".repeat(width - name.chars().count() + 2);
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
    fn lines_without_a_value_are_left_out() {
        let pairs =
            [("term-target", "x".to_owned()), ("term-to", String::new()), ("term-why", "y".to_owned())];
        assert_eq!(lines(&pairs, &view()), "  target  x\n  why     y\n");
    }
}
