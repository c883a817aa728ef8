//! A page as text for a terminal: wrapped, with lists and tables laid out; links are followed by where they lead.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use unicode_width::UnicodeWidthStr as _;

use crate::{events, links::Target};

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";
/// The longest line, however wide the screen is.
const READABLE: usize = 100;
const NARROWEST: usize = 30;

/// Renders a page for a terminal of `width` columns; with `styled`, headings and what is strong are bold.
pub fn terminal(text: &str, width: usize, styled: bool) -> String {
    let mut page = Layout { width: width.clamp(NARROWEST, READABLE), styled, ..Layout::default() };
    events(text).into_iter().for_each(|event| page.event(event));
    let mut text = page.out.trim_end().to_owned();
    text.push('\n');
    text
}

/// A word or part of one, and whether it is bold.
type Piece = (String, bool);

#[derive(Default)]
struct Layout {
    out: String,
    width: usize,
    styled: bool,
    /// The text of the open paragraph, heading, item or cell.
    pieces: Vec<Piece>,
    bold: bool,
    /// What each open list counts, if it counts.
    lists: Vec<Option<u64>>,
    /// Set until the first line of an item is written.
    mark: Option<String>,
    /// Where the open links lead.
    links: Vec<Option<String>>,
    code: Option<String>,
    row: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Layout {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code.is_some() => self.code.iter_mut().for_each(|c| c.push_str(&text)),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.say(&text),
            Event::Code(text) => self.say(&text),
            Event::SoftBreak | Event::HardBreak => self.say(" "),
            Event::Rule => self.line(&"─".repeat(self.width)),
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        self.pieces.push((text.to_owned(), self.bold));
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.bold = true,
            Tag::Strong => self.bold = true,
            Tag::CodeBlock(kind) => {
                self.flush();
                let _: CodeBlockKind<'_> = kind;
                self.code = Some(String::new());
            }
            Tag::List(from) => {
                self.flush();
                self.lists.push(from);
            }
            Tag::Item => {
                let mark = match self.lists.last_mut() {
                    Some(Some(n)) => {
                        *n += 1;
                        format!("{}. ", *n - 1)
                    }
                    _ => "• ".to_owned(),
                };
                self.mark = Some(mark);
            }
            Tag::Link { dest_url, .. } => self.links.push(match Target::of(&dest_url) {
                Target::Away(address) => Some(address),
                Target::Page(name, _) if !name.is_empty() => Some(format!("countersign docs {name}")),
                _ => None,
            }),
            Tag::Image { .. } => self.say("[picture: "),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let underlined = level == HeadingLevel::H1;
                let width = self.pieces.iter().map(|(text, _)| text.width()).sum::<usize>();
                self.flush();
                self.bold = false;
                if underlined {
                    self.trim();
                    self.line(&"═".repeat(width.min(self.width)));
                    self.gap();
                }
            }
            TagEnd::Strong => self.bold = false,
            TagEnd::Paragraph => {
                self.flush();
                self.gap();
            }
            TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
                if self.lists.is_empty() {
                    self.gap();
                }
            }
            TagEnd::CodeBlock => self.code_block(),
            TagEnd::Link => self.end_link(),
            TagEnd::Image => self.say("]"),
            TagEnd::TableCell => {
                let cell: String = self.pieces.drain(..).map(|(text, _)| text).collect();
                self.row.push(cell);
            }
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(std::mem::take(&mut self.row)),
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// In cells and in words that already say it, an address is only noise.
    fn end_link(&mut self) {
        let Some(Some(address)) = self.links.pop() else { return };
        let says = self.pieces.last().is_some_and(|(text, _)| address.contains(text.as_str()));
        if !says {
            self.say(&format!(" ({address})"));
        }
    }

    fn code_block(&mut self) {
        let code = self.code.take().unwrap_or_default();
        let indent = " ".repeat(self.indent() + 2);
        for line in code.lines() {
            self.line(&format!("{indent}{line}"));
        }
        self.gap();
    }

    fn indent(&self) -> usize {
        self.lists.len() * 2
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Leaves one empty line.
    fn gap(&mut self) {
        if !self.out.ends_with("\n\n") && !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn trim(&mut self) {
        let end = self.out.trim_end().len();
        self.out.truncate(end);
        self.out.push('\n');
    }

    /// Writes what was said, wrapped.
    fn flush(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        let is_heading = self.bold && self.lists.is_empty() && pieces.iter().all(|(_, bold)| *bold);
        let mark = self.mark.take();
        if pieces.iter().all(|(text, _)| text.trim().is_empty()) {
            self.mark = mark;
            return;
        }
        if is_heading {
            self.gap();
        }
        let indent = self.indent();
        let first = match &mark {
            Some(mark) => format!("{}{mark}", " ".repeat(indent.saturating_sub(2))),
            None => " ".repeat(indent),
        };
        let lines = self.wrapped(&pieces, &first, indent);
        self.out.push_str(&lines);
        if is_heading {
            self.gap();
        }
    }

    fn wrapped(&self, pieces: &[Piece], first: &str, indent: usize) -> String {
        let mut out = first.to_owned();
        let (mut at, mut is_bold, mut is_begun) = (first.width(), false, false);
        for word in words(pieces) {
            let width: usize = word.iter().map(|(text, _)| text.width()).sum();
            if is_bold && word.first().is_some_and(|(_, bold)| !bold) {
                out.push_str(PLAIN);
                is_bold = false;
            }
            if is_begun && at + 1 + width > self.width {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                at = indent;
            } else if is_begun {
                out.push(' ');
                at += 1;
            }
            for (text, bold) in &word {
                if self.styled && *bold != is_bold {
                    out.push_str(if *bold { BOLD } else { PLAIN });
                    is_bold = *bold;
                }
                out.push_str(text);
            }
            (at, is_begun) = (at + width, true);
        }
        if is_bold {
            out.push_str(PLAIN);
        }
        out.push('\n');
        out
    }

    /// Lays a table out in columns where they fit; otherwise each row is a paragraph.
    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let widest = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.width()).max();
        let widths: Vec<usize> = (0..columns).map(|i| widest(i).unwrap_or_default()).collect();
        if widths.iter().sum::<usize>() + 2 * columns <= self.width {
            for (n, row) in rows.iter().enumerate() {
                let cell = |(cell, width): (&String, &usize)| {
                    format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width()) + 2))
                };
                let line: String = row.iter().zip(&widths).map(cell).collect();
                self.line(&line);
                if n == 0 {
                    self.line(&"─".repeat(widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1)));
                }
            }
        } else {
            self.stacked(&rows);
        }
        self.gap();
    }

    fn stacked(&mut self, rows: &[Vec<String>]) {
        let Some((head, rows)) = rows.split_first() else { return };
        for row in rows {
            let Some((name, cells)) = row.split_first() else { continue };
            let name = self.wrapped(&[(name.clone(), true)], "", 0);
            self.out.push_str(&name);
            for (title, cell) in head.iter().skip(1).zip(cells).filter(|(_, cell)| !cell.trim().is_empty()) {
                let title =
                    if title.is_empty() || head.len() == 2 { String::new() } else { format!("{title}: ") };
                let lines = self.wrapped(&[(format!("{title}{cell}"), false)], "    ", 4);
                self.out.push_str(&lines);
            }
        }
    }
}

/// Splits pieces into words, each of pieces that no space parts.
fn words(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    let mut words: Vec<Vec<Piece>> = Vec::new();
    let mut joins = false;
    for (text, bold) in pieces {
        for (n, part) in text.split(char::is_whitespace).enumerate() {
            joins = joins && n == 0;
            if part.is_empty() {
                continue;
            }
            let piece = (part.to_owned(), *bold);
            match words.last_mut() {
                Some(word) if joins => word.push(piece),
                _ => words.push(vec![piece]),
            }
            joins = true;
        }
        joins = joins && !text.ends_with(char::is_whitespace);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_readable_in_a_terminal() {
        let page = "# A page\n\nSome **strong** words, `code` and a [page](trust.md) that go on.\n\n## Part\n\n\
                    1. one\n2. two that is longer than\n   one line is\n   - inner\n\n```console\n$ ls -l\n```\n\n\
                    | key | what |\n|---|---|\n| `a` | b |\n| c | d |\n";
        let told = terminal(page, 40, false);
        let expected = "A page\n══════\n\nSome strong words, code and a page\n(countersign docs trust) that go on.\n\n\
                        Part\n\n1. one\n2. two that is longer than one line is\n  • inner\n\n  $ ls -l\n\n\
                        key  what\n─────────\na    b\nc    d\n";
        assert_eq!(told, expected);
        assert!(terminal(page, 40, true).contains("\x1b[1mstrong\x1b[0m words,"), "{told}");
    }

    #[test]
    fn a_table_that_is_too_wide_is_stacked_and_no_line_of_prose_is_too_long() {
        let page = "| key | type | meaning |\n|---|---|---|\n| `hosts` | list | where sending needs no question, as names of hosts |\n";
        let told = terminal(page, 36, false);
        assert_eq!(
            told,
            "hosts\n    type: list\n    meaning: where sending needs no\n    question, as names of hosts\n"
        );
    }
}
