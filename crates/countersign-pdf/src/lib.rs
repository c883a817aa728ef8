//! Lays plain text out on pages, as a PDF file: A4 landscape, monospaced, in the standard fonts of every
//! reader, so that the text can be searched, selected and read aloud. Characters that the fonts lack are
//! written out; text that is too long for a line continues below or is cut with a count: nothing is dropped
//! silently. Pure: the same lines give the same bytes.
//!
//! # Limitations
//!
//! The fonts have the characters of Western European languages (Windows-1252); any other is written as
//! `\u{65e5}`. The caller must say whether such a character hides something or misleads.

mod draw;
mod letters;

pub use letters::fit;

use letters::printable;

/// The number of characters in a line.
pub const LINE: usize = 170;
/// The number of lines on a page.
pub const LINES_A_PAGE: usize = 46;
/// The extra indentation of continuation lines.
const HANG: usize = 2;
/// The number of spaces between two cells of a row.
const GAP: usize = 2;

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// Whether it is printed bold.
    pub bold: bool,
}

impl Line {
    /// Creates a line in regular weight.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), bold: false }
    }

    /// Creates a bold line.
    pub fn bold(text: impl Into<String>) -> Self {
        Self { text: text.into(), bold: true }
    }

    /// Makes the line printable and wraps it.
    fn wrapped(self) -> Vec<Self> {
        let text = printable(&self.text);
        if text.chars().count() <= LINE {
            return vec![Self { text, bold: self.bold }];
        }
        let letters: Vec<char> = text.chars().collect();
        letters.chunks(LINE).map(|part| Self { text: part.iter().collect(), bold: self.bold }).collect()
    }
}

/// Indents a text by `by` characters, on as many lines as it needs.
pub fn indented(text: &str, by: usize) -> Vec<Line> {
    let by = by.min(LINE / 2);
    let letters: Vec<char> = printable(text).chars().collect();
    let margin = |n: usize| if n == 0 { by } else { by + HANG };
    let parts = letters.chunks(LINE - by - HANG).enumerate();
    parts.map(|(n, part)| Line::new(" ".repeat(margin(n)) + &part.iter().collect::<String>())).collect()
}

/// Returns a table row as text; each cell comes with the width of its column.
pub fn row<'a>(cells: impl IntoIterator<Item = (&'a str, usize)>) -> String {
    let mut out = String::new();
    for (cell, width) in cells {
        let cell = fit(cell, width);
        out.push_str(&cell);
        out.extend(std::iter::repeat_n(' ', (width + GAP).saturating_sub(cell.chars().count())));
    }
    out.trim_end().to_owned()
}

/// The metadata of the file.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// Its title.
    pub title: &'a str,
    /// Which program made it.
    pub producer: &'a str,
    /// The language of its text (`en`).
    pub language: &'a str,
}

/// Pages, filled block by block.
#[derive(Debug, Default)]
pub struct Pages {
    full: Vec<Vec<Line>>,
    /// The page that is being filled.
    page: Vec<Line>,
    heading: Option<Line>,
}

impl Pages {
    /// Creates one empty page.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a line here and, cut to one line, at the top of every following page.
    pub fn heading(&mut self, line: Line) {
        self.heading = None;
        self.add([line.clone()]);
        self.heading = line.wrapped().into_iter().next();
    }

    /// Adds lines that belong together: they are kept on one page if they fit.
    pub fn add(&mut self, lines: impl IntoIterator<Item = Line>) {
        let lines: Vec<Line> = lines.into_iter().flat_map(Line::wrapped).collect();
        let fit_on_one = lines.len() + usize::from(self.heading.is_some()) <= LINES_A_PAGE;
        if fit_on_one && self.page.len() + lines.len() > LINES_A_PAGE {
            self.turn();
        }
        for line in lines {
            if self.page.len() >= LINES_A_PAGE {
                self.turn();
            }
            self.page.push(line);
        }
    }

    /// Begins the next page.
    fn turn(&mut self) {
        let next = self.heading.iter().cloned().collect();
        self.full.push(std::mem::replace(&mut self.page, next));
    }

    /// Writes the file. `foot` returns the footer of a page, given its number and the number of pages.
    pub fn write(mut self, about: &About<'_>, foot: impl Fn(usize, usize) -> String) -> Vec<u8> {
        self.full.push(self.page);
        draw::draw(about, &self.full, foot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: About<'_> = About { title: "t", producer: "p", language: "en" };

    fn lines(count: usize) -> Vec<Line> {
        (0..count).map(|n| Line::new(n.to_string())).collect()
    }

    fn sizes(mut pages: Pages) -> Vec<usize> {
        pages.turn();
        pages.full.iter().map(Vec::len).collect()
    }

    /// The file as text, one character per byte.
    fn file(pages: Pages) -> String {
        let bytes = pages.write(&ABOUT, |page, all| format!("page {page} of {all}"));
        assert!(bytes.starts_with(b"%PDF-"));
        bytes.iter().map(|b| char::from(*b)).collect()
    }

    #[test]
    fn h3_long_texts_go_on_below() {
        let long: String = ('a'..='z').cycle().take(400).collect();
        let lines = indented(&long, 6);
        assert!(lines.len() == 3 && lines.iter().all(|line| line.text.chars().count() <= LINE));
        assert_eq!(lines.iter().map(|line| line.text.trim()).collect::<String>(), long);
        let lines = Line::bold(&long).wrapped();
        assert!(lines.len() == 3 && lines.iter().all(|line| line.bold && line.text.chars().count() <= LINE));
        assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<String>(), long);
        assert!(indented(&long, usize::MAX).iter().all(|line| line.text.chars().count() <= LINE));
    }

    #[test]
    fn h3_what_becomes_long_by_being_written_out_goes_on_below() {
        let lines = Line::new("日".repeat(LINE)).wrapped();
        assert!(lines.iter().all(|line| line.text.chars().count() <= LINE));
        assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<String>(), "\\u{65e5}".repeat(LINE));
    }

    #[test]
    fn cells_stand_below_their_heads() {
        assert_eq!(row([("A", 4), ("B", 3)]), "A     B");
        assert_eq!(row([("abcd", 4), ("x", 3)]), "abcd  x");
        assert_eq!(row([("x".repeat(40).as_str(), 10), ("y", 3)]), "xxx..(+37)  y");
    }

    #[test]
    fn what_belongs_together_stands_on_one_page_if_it_can() {
        let mut pages = Pages::new();
        pages.add(lines(40));
        pages.heading(Line::bold("head"));
        pages.add(lines(5));
        pages.add(lines(45));
        pages.add(lines(50));
        assert!(pages.full[1..].iter().chain([&pages.page]).all(|page| page[0] == Line::bold("head")));
        assert_eq!(sizes(pages), [46, 46, 46, 6]);
        let mut pages = Pages::new();
        pages.add(lines(40));
        pages.add(lines(100));
        assert_eq!(sizes(pages), [46, 46, 46, 2], "what fits on no page goes on where it is");
    }

    #[test]
    fn every_page_has_its_text_and_its_foot() {
        let mut pages = Pages::new();
        pages.add([Line::bold("first")]);
        pages.add(lines(LINES_A_PAGE));
        let file = file(pages);
        for part in ["(first)", "(45)", "(page 1 of 2)", "(page 2 of 2)"] {
            assert!(file.contains(part), "{part}: {file}");
        }
    }

    #[test]
    fn h2_nothing_that_is_printed_is_hidden_or_left_out() {
        let mut pages = Pages::new();
        pages.add([Line::new("a\u{202e}b\u{1b}c\u{a0}d\u{ad}e\nf日")]);
        pages.add(indented("g\u{200b}h", 2));
        pages.add([Line::new(row([("i\u{7f}j", 20)]))]);
        let file = file(pages);
        // A backslash is written as two in the file.
        let line = r"a\\u{202e}b\\u{1b}c\\u{a0}d\\u{ad}e\\u{a}f\\u{65e5}";
        for part in [line, r"g\\u{200b}h", r"i\\u{7f}j"] {
            assert!(file.contains(part), "{part}: {file}");
        }
    }
}
