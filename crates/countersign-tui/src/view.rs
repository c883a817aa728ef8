//! Draws the model. Nothing here decides anything: each function turns a part of the model into cells.

mod overlay;

use ratatui::{
    Frame,
    layout::{Alignment, Rect},
    style::{Color, Modifier, Style},
    text::{Line as Drawn, Span},
    widgets::{Paragraph, Wrap},
};
use unicode_width::UnicodeWidthStr as _;

use crate::{
    keys::{Action, Binding, KEYS},
    model::{Focus, LEAST, Link, Model, OpenPage, Row, Tab},
    text::{Piece, Tone, cut},
};

/// How long a call or a read may take before the screen says that it waits.
const SLOW_MS: u64 = 1_000;

/// Where the parts of the screen are.
#[derive(Debug, Clone, Copy)]
pub struct Areas {
    /// The tabs.
    pub head: Rect,
    /// Below the tabs.
    pub rule: Rect,
    /// The list, if it is shown.
    pub list: Option<Rect>,
    /// The page, if it is shown.
    pub page: Option<Rect>,
    /// The last thing that happened.
    pub note: Rect,
    /// The keys.
    pub foot: Rect,
}

/// Returns where the parts of the screen are.
pub fn areas(model: &Model) -> Areas {
    let (width, height) = model.size;
    let line = |y: u16| Rect::new(0, y, width, 1);
    let body = Rect::new(0, 2, width, model.body_height());
    let (list, page) = match (model.is_wide(), model.focus) {
        (true, _) => {
            let left = width * 2 / 5;
            let page = Rect::new(left + 1, body.y, width - left - 1, body.height);
            (Some(Rect::new(0, body.y, left, body.height)), Some(page))
        }
        (false, Focus::List) => (Some(body), None),
        (false, Focus::Page) => (None, Some(body)),
    };
    Areas {
        head: line(0),
        rule: line(1),
        list,
        page,
        note: line(height.saturating_sub(2)),
        foot: line(height.saturating_sub(1)),
    }
}

/// Returns the first row of the list on the screen: the selected one stays in the middle.
pub fn first_row(model: &Model) -> usize {
    let (height, all) = (usize::from(model.body_height()), model.list().found().len());
    model.list().at.saturating_sub(height / 2).min(all.saturating_sub(height))
}

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    if model.is_too_small() {
        return too_small(frame, model);
    }
    let areas = areas(model);
    head(frame, areas.head, model);
    rule(frame, areas, model);
    if let Some(area) = areas.list {
        list(frame, area, model);
    }
    if let Some(area) = areas.page {
        page(frame, area, model);
    }
    if areas.list.is_some() && areas.page.is_some() {
        let x = areas.page.map_or(0, |page| page.x - 1);
        for y in 2..2 + model.body_height() {
            frame.buffer_mut().set_string(x, y, "│", style(Tone::Dim, model));
        }
    }
    note(frame, areas.note, model);
    foot(frame, areas.foot, model);
    overlay::draw(frame, model);
}

/// Returns the style of a tone. Without colours, what is dangerous is bold and what differs is underlined.
pub fn style(tone: Tone, model: &Model) -> Style {
    let plain = Style::new();
    match (tone, model.colours) {
        (Tone::Plain, _) => plain,
        (Tone::Strong, _) => plain.add_modifier(Modifier::BOLD),
        (Tone::Dim, _) => plain.add_modifier(Modifier::DIM),
        (Tone::Good, true) => plain.fg(Color::Green),
        (Tone::Warn, true) => plain.fg(Color::Yellow),
        (Tone::Bad, true) => plain.fg(Color::Red).add_modifier(Modifier::BOLD),
        (Tone::Handle, true) => plain.fg(Color::Cyan),
        (Tone::GoodPart, true) => plain.fg(Color::Black).bg(Color::Green),
        (Tone::BadPart, true) => plain.fg(Color::Black).bg(Color::Red),
        (Tone::Good | Tone::Handle, false) => plain,
        (Tone::Warn | Tone::Bad, false) => plain.add_modifier(Modifier::BOLD),
        (Tone::GoodPart | Tone::BadPart, false) => plain.add_modifier(Modifier::UNDERLINED),
    }
}

/// Draws pieces as one line.
fn drawn(pieces: Vec<Piece>, model: &Model) -> Drawn<'static> {
    let span = |piece: Piece| Span::styled(piece.text, style(piece.tone, model));
    Drawn::from(pieces.into_iter().map(span).collect::<Vec<_>>())
}

fn too_small(frame: &mut Frame<'_>, model: &Model) {
    let (width, height) = model.size;
    let told = [
        ("width", width.into()),
        ("height", height.into()),
        ("least", LEAST.0.into()),
        ("lines", LEAST.1.into()),
    ];
    let text = model.words.with("tui-too-small", &told);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

/// Returns the labels of the tabs.
fn tabs(model: &Model) -> [(Tab, String); Tab::ALL.len()] {
    Tab::ALL.map(|tab| {
        let waiting =
            model.inbox.rows.iter().filter(|row| !matches!(row.thing, crate::model::Thing::Set(..)));
        let more = if model.inbox.more { "+" } else { "" };
        let count = match tab {
            Tab::Inbox if model.inbox.loaded => format!(" ({}{more})", waiting.count()),
            _ => String::new(),
        };
        (tab, format!(" {}{count} ", model.words.t(tab.word())))
    })
}

/// Returns the tab at a column of the first line.
pub fn tab_at(model: &Model, column: u16) -> Option<Tab> {
    let mut x = 0;
    tabs(model).into_iter().find_map(|(tab, label)| {
        x += label.width();
        (usize::from(column) < x).then_some(tab)
    })
}

fn head(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let tab = |(tab, label): (Tab, String)| {
        let chosen = if tab == model.tab { Modifier::REVERSED | Modifier::BOLD } else { Modifier::empty() };
        Span::styled(label, Style::new().add_modifier(chosen))
    };
    let spans: Vec<Span<'_>> = tabs(model).into_iter().map(tab).collect();
    let used: usize = spans.iter().map(|span| span.content.width()).sum();
    frame.render_widget(Drawn::from(spans), area);
    let (tone, text) = match &model.link {
        Link::Unknown => (Tone::Dim, "…".to_owned()),
        Link::Up => (Tone::Good, format!("● {}", model.words.t("tui-live"))),
        Link::Down(_) => (Tone::Bad, format!("○ {}", model.words.t("tui-lost"))),
        Link::Refused(_) => (Tone::Bad, format!("○ {}", model.words.t("tui-refused"))),
    };
    let text = cut(&text, usize::from(area.width).saturating_sub(used + 1));
    let right = Drawn::styled(text, style(tone, model)).alignment(Alignment::Right);
    frame.render_widget(right, area);
}

/// Draws the line below the tabs: what is searched, and how much of the page is shown.
fn rule(frame: &mut Frame<'_>, areas: Areas, model: &Model) {
    let area = areas.rule;
    let dim = style(Tone::Dim, model);
    frame.buffer_mut().set_string(area.x, area.y, "─".repeat(usize::from(area.width)), dim);
    let search = &model.list().search;
    if !search.is_empty() && areas.list.is_some() {
        let text = cut(&format!(" /{search} "), usize::from(area.width / 3));
        frame.buffer_mut().set_string(1, area.y, text, style(Tone::Handle, model));
    }
    let (Some(page), Some(open)) = (areas.page, &model.page) else { return };
    let all = open.page.lines.len();
    if all > usize::from(page.height) || open.top > 0 {
        let told = [("n", (open.top + 1).into()), ("total", all.into())];
        let text = format!(" {} ", model.words.with("tui-line-of", &told));
        let width = u16::try_from(text.width()).unwrap_or(area.width).min(area.width);
        frame.buffer_mut().set_string(area.width - width, area.y, text, dim);
    }
    if model.focus == Focus::Page && model.is_wide() {
        let from = usize::from(page.width).min(3);
        frame.buffer_mut().set_string(page.x, area.y, "━".repeat(from), style(Tone::Handle, model));
    }
}

fn list(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let list = model.list();
    let found = list.found();
    if found.is_empty() {
        let word = match (list.loaded, list.search.is_empty(), model.tab) {
            (false, _, _) => "tui-reading",
            (true, false, _) => "live-find-none",
            (true, true, Tab::Inbox) => "empty-title",
            (true, true, Tab::Runs) => "runs-none",
            (true, true, Tab::History) => "receipts-none",
            (true, true, Tab::Plans) => "tui-plans-none",
            (true, true, Tab::Log) => "tui-audit-none",
            (true, true, Tab::Sets) => "tui-sets-none",
        };
        let text = Paragraph::new(model.words.t(word).into_owned()).wrap(Wrap { trim: true });
        frame.render_widget(text.style(style(Tone::Dim, model)), area);
        return;
    }
    let first = first_row(model);
    let shown = found.iter().enumerate().skip(first).take(usize::from(area.height));
    for (y, (place, row)) in (area.y..).zip(shown) {
        let line = Rect::new(area.x, y, area.width, 1);
        let is_selected = place == list.at;
        let drawn = row_line(row, is_selected, usize::from(area.width), model);
        let chosen = if is_selected { Modifier::REVERSED } else { Modifier::empty() };
        frame.render_widget(drawn.style(Style::new().add_modifier(chosen)), line);
    }
}

fn row_line(row: &Row, is_selected: bool, width: usize, model: &Model) -> Drawn<'static> {
    let indent = if row.inside { "  " } else { "" };
    let mut notes: Vec<String> = Some(row.note.clone()).filter(|note| !note.is_empty()).into_iter().collect();
    if let Some(at) = row.continues_at {
        let left = at.saturating_sub(model.now).div_ceil(1000);
        notes.insert(0, model.words.with("goes-on-in", &[("n", left.into())]));
    }
    let under_way = model.calls.iter().any(|call| call.id == row.id);
    let sign = if under_way { "◔" } else { row.sign };
    let note = cut(&notes.join(", "), width / 2);
    let room = width.saturating_sub(indent.len() + 3 + note.width() + usize::from(!note.is_empty()));
    let title = cut(&row.title, room);
    let gap = " ".repeat(room.saturating_sub(title.width()) + usize::from(!note.is_empty()));
    Drawn::from(vec![
        Span::raw(format!("{}{indent}", if is_selected { "›" } else { " " })),
        Span::styled(format!("{sign} "), style(row.tone, model)),
        Span::raw(title),
        Span::raw(gap),
        Span::styled(note, style(Tone::Warn, model)),
    ])
}

fn page(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let Some(open) = &model.page else { return };
    let mut rows = Vec::new();
    if open.changed {
        let text = model.words.t("tui-changed-banner").into_owned();
        rows.push(Drawn::styled(
            cut(&text, area.width.into()),
            style(Tone::Warn, model).add_modifier(Modifier::REVERSED),
        ));
    }
    let room = usize::from(area.height);
    for (n, line) in open.page.lines.iter().enumerate().skip(open.top) {
        if rows.len() >= room {
            break;
        }
        let mark = mark(open, n);
        let wrapped = line.rows(area.width.saturating_sub(mark.len() as u16), room - rows.len());
        for (at, mut pieces) in wrapped.into_iter().enumerate() {
            if at == 0 && !mark.is_empty() {
                pieces.insert(0, Piece { tone: Tone::Handle, text: mark.to_owned() });
            }
            rows.push(drawn(pieces, model));
        }
    }
    rows.truncate(room);
    frame.render_widget(Paragraph::new(rows), area);
}

/// Returns the box before a file or hunk that can be chosen.
fn mark(open: &OpenPage, line: usize) -> &'static str {
    let is_stage = matches!(open.page.about, crate::page::About::Stage(_));
    match open.page.parts.iter().find(|part| is_stage && part.line == line) {
        Some(part) if open.chosen.contains(&part.name) => "[x] ",
        Some(_) => "[ ] ",
        None => "",
    }
}

fn note(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let since = |at: u64| model.now.saturating_sub(at);
    let slowest =
        model.calls.iter().map(|call| call.since).chain(model.reading.iter().map(|(_, at)| *at)).min();
    let waits = slowest.map(since).filter(|waited| *waited >= SLOW_MS);
    let (tone, text) = match (&model.link, waits, &model.note) {
        (Link::Refused(why), _, _) => (Tone::Bad, why.clone()),
        (_, Some(waited), _) => {
            (Tone::Warn, model.words.with("tui-waiting", &[("n", (waited / 1000).into())]))
        }
        (_, None, Some(note)) => (note.tone, note.text.clone()),
        (Link::Down(why), None, None) => (Tone::Bad, why.clone()),
        (_, None, None) => return,
    };
    let text = cut(&text, usize::from(area.width));
    frame.render_widget(Drawn::styled(text, style(tone, model)), area);
}

fn foot(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let key = |shown: &'static str| shown.split(' ').next().unwrap_or_default();
    let here: Vec<(&Binding, String)> = KEYS
        .iter()
        .filter(|binding| binding.is_in(model.tab))
        .filter_map(|binding| Some((binding, model.words.t(binding.footer?).into_owned())))
        .collect();
    let width = |(binding, word): &(&Binding, String)| key(binding.shown).width() + word.width() + 3;
    // These lead to all others and out, so they are always there.
    let always = |binding: &Binding| matches!(binding.action, Action::Help | Action::Quit);
    let kept: usize = here.iter().filter(|(binding, _)| always(binding)).map(width).sum();
    let mut left = usize::from(area.width).saturating_sub(kept);
    let mut spans = Vec::new();
    for entry in &here {
        if !always(entry.0) {
            if width(entry) > left {
                continue;
            }
            left -= width(entry);
        }
        let bold = style(Tone::Handle, model).add_modifier(Modifier::BOLD);
        spans.push(Span::styled(key(entry.0.shown), bold));
        spans.push(Span::raw(format!(" {}  ", entry.1)));
    }
    frame.render_widget(Drawn::from(spans), area);
}

#[cfg(test)]
mod tests;
