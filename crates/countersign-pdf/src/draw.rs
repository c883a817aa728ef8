//! Writes the file: paper, fonts, and the position of each line on a page.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::{
    About, LINE, Line,
    letters::{bytes, fit},
};

/// A4, landscape.
const WIDTH: f32 = 842.0;
const HEIGHT: f32 = 595.0;
const MARGIN: f32 = 36.0;
/// The height of a line.
const LEAD: f32 = 10.5;
/// The font size; each character is 0.6 of this wide.
const SIZE: f32 = 7.5;
const TEXT: Name<'static> = Name(b"F1");
const BOLD: Name<'static> = Name(b"F2");

/// Writes the pages to a file.
pub fn draw(about: &About<'_>, pages: &[Vec<Line>], foot: impl Fn(usize, usize) -> String) -> Vec<u8> {
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, text, bold) = (fresh(), fresh(), fresh(), fresh(), fresh());
    let places: Vec<(Ref, Ref)> = pages.iter().map(|_| (fresh(), fresh())).collect();
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr(about.language));
    pdf.document_info(info).title(TextStr(about.title)).producer(TextStr(about.producer));
    pdf.pages(tree).kids(places.iter().map(|(page, _)| *page)).count(count);
    for (font, name) in [(text, Name(b"Courier")), (bold, Name(b"Courier-Bold"))] {
        pdf.type1_font(font).base_font(name).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (number, (lines, (page, content))) in pages.iter().zip(&places).enumerate() {
        let mut sheet = pdf.page(*page);
        sheet.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).contents(*content);
        sheet.resources().fonts().pair(TEXT, text).pair(BOLD, bold);
        sheet.finish();
        pdf.stream(*content, &on_page(lines, &foot(number + 1, pages.len())));
    }
    pdf.finish()
}

/// Returns the content of one page.
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
