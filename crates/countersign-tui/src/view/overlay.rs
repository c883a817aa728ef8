//! What lies over the screen: help, prompts, choices, the palette.

use ratatui::{
    Frame,
    layout::{Position, Rect},
    style::Modifier,
    text::{Line as Drawn, Span},
    widgets::{Block, Clear, Paragraph},
};
use unicode_width::UnicodeWidthStr as _;

use super::{drawn, style};
use crate::{
    input::Input,
    keys::KEYS,
    model::{Choice, Model, Overlay},
    text::{Line, Tone, cut, safe},
    update::palette_found,
};

/// The widest overlay.
const WIDTH: u16 = 96;

/// Draws what lies over the screen, if anything does.
pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    match &model.overlay {
        None => {}
        Some(Overlay::Help(top)) => help(frame, *top, model),
        Some(Overlay::Prompt { title, input, .. }) => prompt(frame, title, input, model),
        Some(Overlay::Pick { title, choices, at }) => pick(frame, title, choices, *at, model),
        Some(Overlay::Sure { title, why, .. }) => sure(frame, title, why, model),
        Some(Overlay::Palette { input, at }) => palette(frame, input, *at, model),
        Some(Overlay::Answer(page, top)) => {
            let rows = wrapped(page.lines.iter().skip(*top), model, usize::from(model.size.1));
            boxed(frame, &model.words.t("palette-answer"), rows, model);
        }
    }
}

/// Wraps lines to the width of an overlay, `most` rows at most.
fn wrapped<'l>(lines: impl Iterator<Item = &'l Line>, model: &Model, most: usize) -> Vec<Drawn<'static>> {
    let width = width(model) - 4;
    let mut rows = Vec::new();
    for line in lines {
        if rows.len() >= most {
            break;
        }
        rows.extend(line.rows(width, most - rows.len()).into_iter().map(|pieces| drawn(pieces, model)));
    }
    rows
}

fn width(model: &Model) -> u16 {
    model.size.0.saturating_sub(4).min(WIDTH)
}

/// Draws a box with lines in the middle of the screen, and returns where its lines are.
fn boxed(frame: &mut Frame<'_>, title: &str, rows: Vec<Drawn<'static>>, model: &Model) -> Rect {
    let wide = width(model);
    let wanted = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_add(2);
    let high = wanted.min(model.size.1.saturating_sub(2)).max(3);
    let (x, y) = ((model.size.0 - wide) / 2, (model.size.1 - high) / 2);
    let area = Rect::new(x, y, wide, high);
    let title = format!(" {} ", cut(title, usize::from(wide).saturating_sub(6)));
    let block = Block::bordered().title(Span::styled(title, style(Tone::Strong, model)));
    let inner = block.inner(area);
    let inner = Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(2), inner.height);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(rows), inner);
    inner
}

fn help(frame: &mut Frame<'_>, top: usize, model: &Model) {
    let here = KEYS.iter().filter(|binding| binding.is_in(model.tab));
    let rows: Vec<Drawn<'static>> = here
        .map(|binding| {
            let key = format!("{:<9}", binding.shown);
            let help = model.words.t(binding.help).into_owned();
            Drawn::from(vec![Span::styled(key, style(Tone::Handle, model)), Span::raw(help)])
        })
        .collect();
    let room = usize::from(model.size.1.saturating_sub(4));
    let top = top.min(rows.len().saturating_sub(room));
    boxed(frame, &model.words.t("palette-keys"), rows.into_iter().skip(top).collect(), model);
}

fn prompt(frame: &mut Frame<'_>, title: &str, input: &Input, model: &Model) {
    let asked = Line::new(Tone::Strong, title);
    let mut rows = wrapped([asked].iter(), model, 6);
    let typed = u16::try_from(rows.len()).unwrap_or_default();
    let room = usize::from(width(model)).saturating_sub(6);
    // The end of what was typed before the cursor is always in sight.
    let before = safe(&input.before());
    let skipped = before.width().saturating_sub(room);
    let before: String = before.chars().skip(skipped).collect();
    let column = u16::try_from(before.width()).unwrap_or_default() + 2;
    let after = cut(&safe(&input.after()), room.saturating_sub(before.width()));
    rows.push(Drawn::from(vec![
        Span::styled("> ", style(Tone::Handle, model)),
        Span::raw(format!("{before}{after}")),
    ]));
    rows.push(Drawn::styled(model.words.t("tui-prompt").into_owned(), style(Tone::Dim, model)));
    let inner = boxed(frame, "countersign", rows, model);
    frame.set_cursor_position(Position::new(inner.x + column.min(inner.width), inner.y + typed));
}

fn pick(frame: &mut Frame<'_>, title: &str, choices: &[Choice], at: usize, model: &Model) {
    let mut rows = wrapped([Line::new(Tone::Strong, title), Line::empty()].iter(), model, 8);
    for (n, choice) in choices.iter().enumerate() {
        let line = Line::new(Tone::Handle, format!("{} ", n + 1)).and(Tone::Strong, choice.label.clone());
        let mut made = wrapped([line].iter(), model, 4);
        if n == at {
            made = made.into_iter().map(|line| line.style(Modifier::REVERSED)).collect();
        }
        rows.extend(made);
        if !choice.detail.is_empty() {
            let detail = Line::new(Tone::Dim, choice.detail.clone()).indent(2);
            rows.extend(wrapped([detail].iter(), model, 4));
        }
    }
    rows.push(Drawn::default());
    rows.push(Drawn::styled(model.words.t("tui-pick").into_owned(), style(Tone::Dim, model)));
    boxed(frame, "countersign", rows, model);
}

fn sure(frame: &mut Frame<'_>, title: &str, why: &[String], model: &Model) {
    let mut lines = vec![Line::new(Tone::Strong, title)];
    lines.extend(why.iter().map(|why| Line::new(Tone::Warn, why.clone()).indent(2)));
    lines.push(Line::empty());
    lines.push(Line::new(Tone::Handle, model.words.t("tui-sure-keys")));
    let rows = wrapped(lines.iter(), model, usize::from(model.size.1));
    boxed(frame, "countersign", rows, model);
}

fn palette(frame: &mut Frame<'_>, input: &Input, at: usize, model: &Model) {
    let found = palette_found(model.words, &input.text());
    let room = usize::from(model.size.1.saturating_sub(6)).max(1);
    let first = at.saturating_sub(room - 1);
    let text = safe(&input.text());
    let mut rows =
        vec![Drawn::from(vec![Span::styled(": ", style(Tone::Handle, model)), Span::raw(text.clone())])];
    for (n, spec) in found.iter().enumerate().skip(first).take(room) {
        let doc = model.words.known(spec.doc);
        let line = Drawn::from(vec![
            Span::styled(format!("{:<24}", spec.name), style(Tone::Handle, model)),
            Span::raw(doc),
        ]);
        rows.push(if n == at { line.style(Modifier::REVERSED) } else { line });
    }
    if found.is_empty() {
        rows.push(Drawn::styled(model.words.t("live-find-none").into_owned(), style(Tone::Dim, model)));
    }
    let inner = boxed(frame, &model.words.t("palette-title"), rows, model);
    let column = u16::try_from(safe(&input.before()).width()).unwrap_or_default() + 2;
    frame.set_cursor_position(Position::new(inner.x + column.min(inner.width), inner.y));
}
