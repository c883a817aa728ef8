//! Pages to print: a table of events, what was asked for, and what the chain of hashes proves. The text is plain text
//! in the fonts that every reader has, so that it can be searched, selected and read aloud.

use countersign_words::say;
use jiff::tz::TimeZone;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::{LogFilter, export::Chain};
use crate::{event::Event, text, when};

/// A4, lying.
const WIDTH: f32 = 842.0;
const HEIGHT: f32 = 595.0;
const MARGIN: f32 = 36.0;
/// The height of a line.
const LEAD: f32 = 10.5;
/// All of the table is of one width a letter, 0.6 of this.
const SIZE: f32 = 7.5;
/// How many letters a line has.
const LINE: usize = 170;
const LINES_A_PAGE: usize = 46;
/// How far what an event tells of stands to the right.
const INDENT: usize = 6;
/// How many calls of an event, and how many letters of a call's arguments, are printed; what is left out is counted.
const CALLS: usize = 100;
const ARGUMENTS: usize = 2_000;
/// What stands over the columns, and how many letters each has.
const COLUMNS: [(&str, usize); 8] = [
    ("EVENT", 14),
    ("AT", 25),
    ("WHO", 22),
    ("OPERATION", 22),
    ("RUN", 12),
    ("TOOL", 34),
    ("ENDED", 14),
    ("HASH", 12),
];
const TEXT: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// What the pages are about.
pub(super) struct About {
    pub filter: LogFilter,
    pub after: Option<String>,
    pub next: Option<String>,
    pub by: String,
    pub at: String,
    pub chain: Chain,
}

/// A line of a page.
struct Line {
    text: String,
    bold: bool,
}

impl Line {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), bold: false }
    }

    fn bold(text: impl Into<String>) -> Self {
        Self { text: text.into(), bold: true }
    }
}

/// The file.
pub(super) fn write(about: &About, events: &[Event], zone: &TimeZone) -> Vec<u8> {
    let mut pages: Vec<Vec<Line>> = vec![head(about, events.len()).into_iter().flat_map(on_lines).collect()];
    let heads = || Line::bold(row(&COLUMNS.map(|(name, _)| name.to_owned())));
    pages[0].push(heads());
    for event in events {
        let lines = of_event(event, zone);
        let mut room = LINES_A_PAGE.saturating_sub(pages.last().map_or(0, Vec::len));
        // What fits on a page stands together.
        if lines.len() > room && lines.len() < LINES_A_PAGE {
            room = 0;
        }
        for line in lines {
            if room == 0 {
                pages.push(vec![heads()]);
                room = LINES_A_PAGE - 1;
            }
            if let Some(page) = pages.last_mut() {
                page.push(line);
            }
            room -= 1;
        }
    }
    let end = match &about.next {
        Some(next) => say!("judge-pages-go-on", event = next),
        None => say!("judge-pages-end"),
    };
    if let Some(page) = pages.last_mut() {
        page.extend([Line::new(""), Line::new(end)]);
    }
    draw(about, &pages)
}

/// What stands before the table.
fn head(about: &About, events: usize) -> Vec<Line> {
    let asked = [
        ("run", &about.filter.run),
        ("tool", &about.filter.tool),
        ("actor", &about.filter.actor),
        ("from", &about.filter.from),
        ("until", &about.filter.until),
        ("status", &about.filter.status),
        ("after", &about.after),
    ];
    let asked: Vec<String> =
        asked.iter().filter_map(|(name, value)| Some(format!("{name} = {}", value.as_ref()?))).collect();
    let asked = if asked.is_empty() { say!("judge-pages-whole") } else { asked.join(", ").into() };
    let mut lines = vec![
        Line::bold(say!("judge-pages-title")),
        Line::new(say!("judge-pages-made", at = about.at, who = about.by, n = events, said_asked = asked)),
    ];
    let chain = &about.chain;
    lines.push(match &chain.bad {
        Some((event, said)) => Line::bold(say!("judge-chain-broken", event, said)),
        None if chain.whole => Line::new(say!("judge-chain-holds", n = chain.events)),
        None => Line::new(say!("judge-chain-holds-first", n = chain.events)),
    });
    if let Some((id, hash)) = &chain.head {
        lines.push(Line::new(say!("judge-chain-head", event = id, hash)));
    }
    lines.push(Line::new(say!("judge-pages-unproven")));
    lines.push(Line::new(""));
    lines
}

/// An event, and under it the calls that it tells of.
fn of_event(event: &Event, zone: &TimeZone) -> Vec<Line> {
    let hash = super::export::hex(&event.hash[..6]);
    let cells = [
        event.id(),
        when::rfc3339(when::from_ms(event.at), zone),
        event.actor.clone(),
        event.op.clone(),
        event.run.clone().unwrap_or_default(),
        event.tool.clone().unwrap_or_default(),
        event.status.clone(),
        hash,
    ];
    let mut lines = vec![Line::new(row(&cells))];
    match event.told() {
        Some(body) => {
            for call in body.calls.iter().take(CALLS) {
                let ended = call.result_status.as_deref().unwrap_or("held");
                let made = format!("{} {}", call.tool, text::line(&call.arguments.to_string(), ARGUMENTS));
                let told = if call.user_confirmed {
                    say!("judge-pages-confirmed", call = made, ended)
                } else {
                    format!("{made} -> {ended}").into()
                };
                lines.extend(wrapped(&told));
            }
            if body.calls.len() > CALLS {
                let left = say!("judge-pages-more-calls", n = body.calls.len() - CALLS);
                lines.extend(wrapped(&left));
            }
        }
        None => lines.extend(wrapped(&say!("judge-pages-dropped"))),
    }
    lines
}

/// A line, and below it what of it does not fit.
fn on_lines(line: Line) -> Vec<Line> {
    let letters: Vec<char> = printable(&text::visible(&line.text).text).chars().collect();
    if letters.len() <= LINE {
        return vec![line];
    }
    letters.chunks(LINE).map(|row| Line { text: row.iter().collect(), bold: line.bold }).collect()
}

/// A text under an event, on as many lines as it needs.
fn wrapped(text: &str) -> Vec<Line> {
    let letters: Vec<char> = printable(&text::visible(text).text).chars().collect();
    let margin = |n: usize| if n == 0 { INDENT } else { INDENT + 2 };
    let rows = letters.chunks(LINE - INDENT - 2).enumerate();
    rows.map(|(n, row)| Line::new(" ".repeat(margin(n)) + &row.iter().collect::<String>())).collect()
}

fn row(cells: &[String; 8]) -> String {
    let mut out = String::new();
    for (cell, (_, width)) in cells.iter().zip(COLUMNS) {
        let cell = fit(cell, width);
        out.push_str(&cell);
        out.extend(std::iter::repeat_n(' ', (width + 2).saturating_sub(cell.chars().count())));
    }
    out.trim_end().to_owned()
}

/// At most so many letters, all of which can be printed; those that are left out are counted.
fn fit(text: &str, most: usize) -> String {
    let printable = printable(&text::visible(text).text);
    let all = printable.chars().count();
    if all <= most {
        return printable;
    }
    // The count needs room of its own, by which it may grow once more.
    let counted = |kept: usize| format!("..(+{})", all - kept);
    let kept = most.saturating_sub(counted(most.saturating_sub(counted(0).len())).len());
    printable.chars().take(kept).chain(counted(kept).chars()).collect()
}

/// The letters that the fonts have; others are written out.
fn printable(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match winansi(c) {
            Some(_) => out.push(c),
            None => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        }
    }
    out
}

/// The byte of a letter in the encoding of the fonts.
fn winansi(c: char) -> Option<u8> {
    const HIGH: [(char, u8); 27] = [
        ('€', 0x80),
        ('‚', 0x82),
        ('ƒ', 0x83),
        ('„', 0x84),
        ('…', 0x85),
        ('†', 0x86),
        ('‡', 0x87),
        ('ˆ', 0x88),
        ('‰', 0x89),
        ('Š', 0x8a),
        ('‹', 0x8b),
        ('Œ', 0x8c),
        ('Ž', 0x8e),
        ('‘', 0x91),
        ('’', 0x92),
        ('“', 0x93),
        ('”', 0x94),
        ('•', 0x95),
        ('–', 0x96),
        ('—', 0x97),
        ('˜', 0x98),
        ('™', 0x99),
        ('š', 0x9a),
        ('›', 0x9b),
        ('œ', 0x9c),
        ('ž', 0x9e),
        ('Ÿ', 0x9f),
    ];
    match c {
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => u8::try_from(u32::from(c)).ok(),
        _ => HIGH.iter().find(|(known, _)| *known == c).map(|(_, byte)| *byte),
    }
}

fn bytes(text: &str) -> Vec<u8> {
    text.chars().filter_map(winansi).collect()
}

/// Puts the lines on pages.
fn draw(about: &About, pages: &[Vec<Line>]) -> Vec<u8> {
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, text, bold) = (fresh(), fresh(), fresh(), fresh(), fresh());
    let places: Vec<(Ref, Ref)> = pages.iter().map(|_| (fresh(), fresh())).collect();
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
    pdf.document_info(info).title(TextStr(&say!("judge-pages-title"))).producer(TextStr("Countersign"));
    pdf.pages(tree).kids(places.iter().map(|(page, _)| *page)).count(count);
    for (font, name) in [(text, Name(b"Courier")), (bold, Name(b"Courier-Bold"))] {
        pdf.type1_font(font).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let head = about.chain.head.as_ref().map(|(id, hash)| format!("{id} {hash}")).unwrap_or_default();
    for (number, (lines, (page, content))) in pages.iter().zip(&places).enumerate() {
        let mut sheet = pdf.page(*page);
        sheet.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).contents(*content);
        sheet.resources().fonts().pair(TEXT, text).pair(BOLD, bold);
        sheet.finish();
        let foot = format!("{head}   page {} of {}", number + 1, pages.len());
        pdf.stream(*content, &on_page(lines, &foot));
    }
    pdf.finish()
}

fn on_page(lines: &[Line], foot: &str) -> Vec<u8> {
    let mut content = Content::new();
    content.begin_text();
    content.set_leading(LEAD);
    content.next_line(MARGIN, HEIGHT - MARGIN - LEAD);
    for line in lines {
        content.set_font(if line.bold { BOLD } else { TEXT }, SIZE);
        content.show(Str(&bytes(&fit(&line.text, LINE))));
        content.next_line_using_leading();
    }
    content.end_text();
    content.begin_text();
    content.set_font(TEXT, SIZE);
    content.next_line(MARGIN, MARGIN - LEAD);
    content.show(Str(&bytes(&fit(foot, LINE))));
    content.end_text();
    content.finish().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h2_what_the_fonts_do_not_have_is_written_out() {
        assert_eq!(printable("Grüße €5"), "Grüße €5");
        assert_eq!(printable("日\u{1}"), "\\u{65e5}\\u{1}");
        assert_eq!(bytes("ü€"), [0xfc, 0x80]);
        assert!(!fit("a\u{202e}b\u{1b}[2J", 40).contains(['\u{202e}', '\u{1b}']));
    }

    #[test]
    fn h3_letters_that_do_not_fit_are_counted_and_long_texts_go_on_below() {
        assert_eq!(fit(&"x".repeat(10), 10), "x".repeat(10));
        assert_eq!(fit(&"x".repeat(40), 10), "xxx..(+37)");
        assert_eq!(fit(&"x".repeat(104), 10), "xx..(+102)");
        let long: String = ('a'..='z').cycle().take(400).collect();
        let lines = wrapped(&long);
        assert!(lines.len() == 3 && lines.iter().all(|line| line.text.chars().count() <= LINE));
        assert_eq!(lines.iter().map(|line| line.text.trim()).collect::<String>(), long);
    }
}
