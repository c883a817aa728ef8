//! What every message does to the model, and what it asks for. No IO: the loop in `run.rs` does what is asked.

mod answer;
mod overlay;
mod palette;

use std::collections::BTreeSet;

use countersign_core::record::Doc;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use serde_json::json;

pub use palette::found as palette_found;

use crate::{
    input::Input,
    keys::{self, Action},
    model::{
        Call, Effect, Focus, Link, List, MORE_ITEMS, Model, Note, OpenPage, Outcome, Overlay, Read, Source,
        Tab, Thing, UnderWay, Wanted,
    },
    page::{self, Page},
    row,
    text::{Line, Tone},
};

/// How soon the lists are read again after something happened; long ones, a millisecond later for each row.
const AGAIN_MS: u64 = 100;
/// However long they are.
const AGAIN_MOST_MS: u64 = 2_000;
/// How near the end of the list is when more is read.
const NEAR: usize = 50;
/// How many ways back are remembered.
const UNDOS: usize = 100;

/// Something that happened.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyEvent),
    /// A text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// The screen has another size.
    Resize(u16, u16),
    /// The time, in milliseconds.
    Tick(u64),
    /// The daemon told of an event.
    Happened,
    /// Whether the daemon answers.
    Link(Link),
    /// What was read, or why not.
    Read(Source, Result<Read, String>),
    /// What became of a call.
    Called(u64, Outcome),
    /// What the person left in the editor; None if nothing changed.
    Edited(String, Result<Option<Doc>, String>),
}

/// Changes the model, and returns what is to be done. What is not done stays under way for ever.
#[cfg_attr(not(test), must_use)]
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(key) => press(model, &key),
        Msg::Paste(text) => {
            if let Some(Overlay::Prompt { input, .. } | Overlay::Palette { input, .. }) = &mut model.overlay {
                input.insert(&text);
            }
            Vec::new()
        }
        Msg::Mouse(mouse) => moused(model, mouse),
        Msg::Resize(width, height) => {
            model.size = (width, height);
            Vec::new()
        }
        Msg::Tick(now) => {
            model.now = now;
            tick(model)
        }
        Msg::Happened => {
            model.dirty = true;
            tick(model)
        }
        Msg::Link(link) => {
            // After a gap anything may have happened.
            model.dirty |= link == Link::Up && model.link != Link::Up;
            model.link = link;
            tick(model)
        }
        Msg::Read(source, read) => arrived(model, &source, read),
        Msg::Called(number, outcome) => called(model, number, outcome),
        Msg::Edited(id, edited) => match edited {
            Ok(Some(args)) => call(model, Call::new("item.edit", json!({"id": id, "args": args}))),
            Ok(None) => note_id(model, Tone::Plain, "tui-edit-same"),
            Err(why) => note(model, Tone::Bad, why),
        },
    }
}

/// Returns what is read first.
pub fn begin(model: &mut Model) -> Vec<Effect> {
    let mut effects = vec![Effect::Title(0)];
    effects.extend(read_tab(model));
    effects
}

fn note(model: &mut Model, tone: Tone, text: impl Into<String>) -> Vec<Effect> {
    model.note = Some(Note { tone, text: text.into() });
    Vec::new()
}

fn note_id(model: &mut Model, tone: Tone, id: &str) -> Vec<Effect> {
    let text = model.words.t(id).into_owned();
    note(model, tone, text)
}

/// Begins a call.
fn call(model: &mut Model, call: Call) -> Vec<Effect> {
    let id = call.input["id"].as_str().unwrap_or_default().to_owned();
    model.last_call += 1;
    model.calls.push(UnderWay { number: model.last_call, since: model.now, id, op: call.op });
    (model.note, model.leaving) = (None, false);
    vec![Effect::Call(model.last_call, call)]
}

/// Reads something, unless that is being read already: then again afterwards.
fn read(model: &mut Model, source: Source) -> Vec<Effect> {
    let same = |known: &Source| std::mem::discriminant(known) == std::mem::discriminant(&source);
    if source.is_list() && model.reading.iter().any(|(known, _)| same(known)) {
        model.dirty = true;
        return Vec::new();
    }
    model.reading.push((source.clone(), model.now));
    vec![Effect::Read(source)]
}

/// Reads the list of the current tab, and what waits: its number is always shown.
fn read_tab(model: &mut Model) -> Vec<Effect> {
    model.dirty = false;
    model.read_at = model.now;
    let mut effects = read(model, Source::Inbox(model.inbox.limit));
    match model.tab {
        Tab::Inbox => {}
        Tab::Runs => effects.extend(read(model, Source::Runs)),
        Tab::History => effects.extend(read(model, Source::History)),
        tab @ (Tab::Plans | Tab::Log | Tab::Sets) => effects.extend(read(model, Source::Rows(tab))),
    }
    effects
}

fn tick(model: &mut Model) -> Vec<Effect> {
    let rows = u64::try_from(model.inbox.rows.len()).unwrap_or(AGAIN_MOST_MS);
    let pause = rows.clamp(AGAIN_MS, AGAIN_MOST_MS);
    let due = model.dirty && model.now.saturating_sub(model.read_at) >= pause;
    let free = !model.reading.iter().any(|(source, _)| source.is_list());
    if due && free { read_tab(model) } else { Vec::new() }
}

fn arrived(model: &mut Model, source: &Source, read: Result<Read, String>) -> Vec<Effect> {
    model.reading.retain(|(known, _)| known != source);
    let words = model.words;
    match read {
        // Without the numbers the choice is the same.
        Err(_) if matches!(source, Source::Scopes(_)) => Vec::new(),
        Err(why) => note(model, Tone::Bad, why),
        Ok(Read::Inbox(output)) => inbox(model, source, output),
        Ok(Read::Runs(runs)) => {
            let rows = runs.into_iter().map(|run| row::run(words, run)).collect();
            fill(&mut model.runs, rows);
            follow(model, false)
        }
        Ok(Read::History(receipts)) => {
            let rows = receipts.into_iter().map(|receipt| row::receipt(words, receipt)).collect();
            fill(&mut model.history, rows);
            follow(model, false)
        }
        Ok(Read::Rows(tab, rows)) => {
            match tab {
                Tab::Plans => fill(&mut model.plans, rows),
                Tab::Log => fill(&mut model.log, rows),
                _ => fill(&mut model.sets, rows),
            }
            follow(model, false)
        }
        Ok(Read::Page(page)) => opened(model, *page),
        Ok(Read::Scopes(counted)) => answer::counted(model, source, counted),
    }
}

fn fill(list: &mut List, rows: Vec<crate::model::Row>) {
    list.rows = rows;
    list.loaded = true;
    list.settle();
}

fn inbox(model: &mut Model, source: &Source, output: countersign_core::inbox::Output) -> Vec<Effect> {
    let known: BTreeSet<String> = model.inbox.rows.iter().map(|row| row.id.clone()).collect();
    // Items further down that are only read now are no news.
    let limit = if let Source::Inbox(limit) = source { *limit } else { 0 };
    let is_same_part = model.inbox.loaded && limit <= model.inbox.last_limit;
    model.inbox.last_limit = limit;
    let waiting = output.items.len() + output.waiting.len();
    model.inbox.more = output.more;
    let rows = row::inbox(model.words, output, model.now);
    // A set is no news beside its items.
    let counts = |row: &crate::model::Row| !matches!(row.thing, Thing::Set(..)) && !known.contains(&row.id);
    let news: Vec<String> =
        rows.iter().filter(|row| is_same_part && counts(row)).map(|row| row.title.clone()).collect();
    fill(&mut model.inbox, rows);
    let mut effects = vec![Effect::Title(waiting)];
    if !news.is_empty() {
        effects.push(Effect::Bell(news));
    }
    effects.extend(follow(model, false));
    effects
}

/// Puts a page that was read in full beside the list, if its row is still selected.
fn opened(model: &mut Model, page: Page) -> Vec<Effect> {
    let Some(row) = model.list().row().filter(|row| row.id == page.id) else { return Vec::new() };
    let version = row.version.clone();
    let before = model.page.take().filter(|open| open.page.id == page.id);
    let same = before.as_ref().is_some_and(|open| open.version == version && !open.changed);
    let top = before.as_ref().map_or(0, |open| open.top.min(page.lines.len().saturating_sub(1)));
    let since = before.as_ref().filter(|open| same && open.opened).map_or(model.now, |open| open.since);
    let chosen = before.filter(|_| same).map(|open| open.chosen).unwrap_or_default();
    let (changed, opened, printed) = (false, true, None);
    model.page = Some(OpenPage { page, top, since, version, changed, opened, chosen, printed });
    Vec::new()
}

/// Shows the page of the selected row. What only counts as seen when a person looks is read only if `by_person`.
fn follow(model: &mut Model, by_person: bool) -> Vec<Effect> {
    let (words, now) = (model.words, model.now);
    let Some(row) = model.list().row().cloned() else {
        model.page = None;
        model.focus = Focus::List;
        return Vec::new();
    };
    let (id, version) = (row.id.clone(), row.version.clone());
    let is_run = matches!(row.thing, Thing::Run);
    let is_past = matches!(row.thing, Thing::Receipt(_) | Thing::Whole(_));
    if let Some(open) = model.page.as_mut().filter(|open| open.page.id == id) {
        if open.version == version {
            return Vec::new();
        }
        if !is_run && !is_past {
            // It is not replaced under the finger of somebody who is about to answer.
            open.changed = true;
            return Vec::new();
        }
    }
    let page = match &row.thing {
        Thing::Item(item) => Some(page::item(words, item)),
        Thing::Set(set, items) => Some(page::set(words, set, items)),
        Thing::Receipt(receipt) => Some(page::receipt(words, receipt)),
        Thing::Whole(page) => Some(Page::clone(page)),
        Thing::Waits | Thing::Run => None,
    };
    let must_read = page.is_none() && (by_person || is_run);
    let hint = if is_run { "tui-reading" } else { "tui-look" };
    let lines = || vec![Line::new(Tone::Strong, row.title.clone()), Line::new(Tone::Dim, words.t(hint))];
    let page = page.unwrap_or_else(|| Page::of_lines(&id, lines()));
    let keep = model.page.take().filter(|open| open.page.id == id && is_run);
    model.page = match keep {
        // The timeline of a run stays until the new one is there.
        Some(open) => Some(OpenPage { version, ..open }),
        None => Some(OpenPage {
            page,
            top: 0,
            since: now,
            version,
            changed: false,
            opened: false,
            chosen: Vec::new(),
            printed: None,
        }),
    };
    if must_read { read(model, Source::Thing { id, is_run }) } else { Vec::new() }
}

/// Opens the selected row: it is read in full, and counts as seen.
fn open(model: &mut Model) -> Vec<Effect> {
    let Some(row) = model.list().row() else { return Vec::new() };
    if matches!(row.thing, Thing::Whole(_)) {
        model.focus = Focus::Page;
        return Vec::new();
    }
    let (id, is_run) = (row.id.clone(), matches!(row.thing, Thing::Run));
    let changed = model.page.as_ref().is_some_and(|open| open.page.id == id && open.changed);
    if changed {
        model.page = None;
        // It is read in full below.
        let _ = follow(model, false);
    }
    model.focus = Focus::Page;
    read(model, Source::Thing { id, is_run })
}

fn called(model: &mut Model, number: u64, outcome: Outcome) -> Vec<Effect> {
    let made = model.calls.iter().position(|call| call.number == number).map(|at| model.calls.remove(at));
    // What the person has changed themselves is shown as it is now.
    let is_own = made.is_some_and(|made| matches!(made.op, "item.edit" | "item.refresh"));
    if is_own {
        model.page = None;
    }
    model.note = Some(outcome.note);
    model.undo.extend(outcome.undo);
    let surplus = model.undo.len().saturating_sub(UNDOS);
    model.undo.drain(..surplus);
    if let Some(page) = outcome.page {
        model.overlay = Some(Overlay::Answer(page, 0));
    }
    model.dirty = true;
    tick(model)
}

fn press(model: &mut Model, key: &KeyEvent) -> Vec<Effect> {
    let is_ctrl_c = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
    if is_ctrl_c && model.overlay.take().is_none() {
        return quit(model);
    }
    if model.overlay.is_some() {
        return overlay::press(model, key);
    }
    let Some(action) = keys::action(model.tab, key) else { return Vec::new() };
    model.note = None;
    if model.is_too_small() && !matches!(action, Action::Quit | Action::Suspend) {
        return Vec::new();
    }
    act(model, action)
}

/// Does what a key asks for.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Down => step(model, 1),
        Action::Up => step(model, -1),
        Action::PageDown => step(model, isize::from(model.body_height() as i16).max(2) - 1),
        Action::PageUp => step(model, 1 - isize::from(model.body_height() as i16).max(2)),
        Action::Top => step(model, isize::MIN),
        Action::Bottom => step(model, isize::MAX),
        Action::Open => open(model),
        Action::Back => {
            let searched = !std::mem::take(&mut model.list_mut().search).is_empty();
            if searched && model.focus == Focus::List {
                model.list_mut().settle();
            }
            model.focus = Focus::List;
            Vec::new()
        }
        Action::NextTab => turn(model, 1),
        Action::PreviousTab => turn(model, Tab::ALL.len() - 1),
        Action::Search => {
            let (title, input) = (model.words.t("tui-search").into_owned(), Input::new(&model.list().search));
            model.overlay = Some(Overlay::Prompt { title, exact: None, input, wanted: Wanted::Search });
            Vec::new()
        }
        Action::Palette => {
            model.overlay = Some(Overlay::Palette { input: Input::default(), at: 0 });
            Vec::new()
        }
        Action::Help => {
            model.overlay = Some(Overlay::Help(0));
            Vec::new()
        }
        Action::Reload => read_tab(model),
        Action::Suspend => vec![Effect::Suspend],
        Action::Quit => quit(model),
        answer => answer::answer(model, answer),
    }
}

/// Leaves; while a call is under way, only if the person insists.
fn quit(model: &mut Model) -> Vec<Effect> {
    if model.calls.is_empty() || std::mem::replace(&mut model.leaving, true) {
        return vec![Effect::Quit];
    }
    note_id(model, Tone::Warn, "tui-quit-under-way")
}

/// Moves in the list, or scrolls the page.
fn step(model: &mut Model, by: isize) -> Vec<Effect> {
    if model.focus == Focus::Page {
        if let Some(open) = &mut model.page {
            let last = open.page.lines.len().saturating_sub(1);
            open.top = open.top.saturating_add_signed(by).min(last);
        }
        return Vec::new();
    }
    let list = model.list_mut();
    let at = list.at.saturating_add_signed(by);
    list.select(at);
    let mut effects = follow(model, true);
    let list = &mut model.inbox;
    if model.tab == Tab::Inbox && list.more && list.at + NEAR >= list.rows.len() {
        list.limit = list.rows.len() + MORE_ITEMS;
        let limit = list.limit;
        effects.extend(read(model, Source::Inbox(limit)));
    }
    effects
}

fn turn(model: &mut Model, by: usize) -> Vec<Effect> {
    let at = Tab::ALL.iter().position(|tab| *tab == model.tab).unwrap_or_default();
    go_to(model, Tab::ALL[(at + by) % Tab::ALL.len()])
}

fn go_to(model: &mut Model, tab: Tab) -> Vec<Effect> {
    model.tab = tab;
    (model.focus, model.page) = (Focus::List, None);
    let mut effects = follow(model, false);
    effects.extend(read_tab(model));
    effects
}

fn moused(model: &mut Model, mouse: MouseEvent) -> Vec<Effect> {
    if model.overlay.is_some() || model.is_too_small() {
        return Vec::new();
    }
    let areas = crate::view::areas(model);
    let at = (mouse.column, mouse.row);
    let on_page = areas.page.is_some_and(|area| area.contains(at.into()));
    let on_list = areas.list.is_some_and(|area| area.contains(at.into()));
    let focus = model.focus;
    match mouse.kind {
        MouseEventKind::ScrollDown | MouseEventKind::ScrollUp if on_page || on_list => {
            model.focus = if on_page { Focus::Page } else { Focus::List };
            let effects = step(model, if mouse.kind == MouseEventKind::ScrollDown { 3 } else { -3 });
            model.focus = focus;
            effects
        }
        MouseEventKind::Down(MouseButton::Left) if on_list => {
            model.focus = Focus::List;
            let top = crate::view::first_row(model);
            let row = usize::from(mouse.row - areas.list.map_or(0, |area| area.y));
            let (list, place) = (model.list_mut(), top + row);
            if place < list.found().len() {
                list.select(place);
            }
            follow(model, true)
        }
        MouseEventKind::Down(MouseButton::Left) if on_page => {
            model.focus = Focus::Page;
            Vec::new()
        }
        MouseEventKind::Down(MouseButton::Left) if mouse.row == 0 => {
            let tab = crate::view::tab_at(model, mouse.column);
            tab.map(|tab| go_to(model, tab)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
