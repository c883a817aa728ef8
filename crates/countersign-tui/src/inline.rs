//! Asks about one thing in the running terminal: a card, a line of keys, and one key. Answers go the same way as on the
//! screen, through `update`.

use std::io::{self, Write};

use countersign_client::Client;
use countersign_core::{Error, ErrorCode, Outcome as Ended, Result};
use countersign_words::{Words, say};
use ratatui::crossterm::{
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    terminal::{self, disable_raw_mode, enable_raw_mode},
};

use crate::{
    keys::Action,
    model::{Effect, Model, OpenPage, Overlay, Read, Source},
    outcome, reading, run, screen,
    text::{Line, Piece, Tone},
    update::{Msg, act, update},
};

/// What came of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It was answered, and ended so.
    Answered(Ended),
    /// The person left it as it is.
    Left,
}

/// How many rows a card has at most; `v` shows everything.
const CARD_ROWS: usize = 40;

/// Shows one thing that waits, by its id, and asks for one key.
pub fn ask(client: &Client, words: Words, id: &str) -> Result<Asked> {
    screen::check()?;
    let mut asking = Asking { client, words, colours: screen::has_colours() };
    let mut model = asking.open(id)?;
    asking.card(&model, false)?;
    loop {
        asking.keys_line()?;
        let action = match key()?.code {
            KeyCode::Char('y') => Action::Yes,
            KeyCode::Char('a') => Action::Always,
            KeyCode::Char('n') => Action::No,
            KeyCode::Char('r') => Action::NoBecause,
            KeyCode::Char('d') => Action::Defer,
            KeyCode::Char('v') => {
                asking.card(&model, true)?;
                continue;
            }
            KeyCode::Char('q') | KeyCode::Esc => {
                asking.line(&Line::new(Tone::Dim, words.t("tui-left")))?;
                return Ok(Asked::Left);
            }
            _ => {
                asking.help()?;
                continue;
            }
        };
        model.note = None;
        let effects = act(&mut model, action);
        if let Some(ended) = asking.follow(&mut model, effects)? {
            return Ok(ended);
        }
    }
}

struct Asking<'c> {
    client: &'c Client,
    words: Words,
    colours: bool,
}

impl Asking<'_> {
    /// Reads the thing in full: it counts as shown.
    fn open(&self, id: &str) -> Result<Model> {
        let source = Source::Thing { id: id.to_owned(), is_run: false };
        let Read::Page(page) = reading::read(self.client, self.words, &source, run::now())? else {
            return Err(Error::bug("one thing is one page"));
        };
        let size = terminal::size().unwrap_or((80, 24));
        // The card is on the screen, whatever the size; nothing can replace it.
        let mut model =
            Model::new(self.words, (size.0.max(crate::model::SIDE_BY_SIDE), 50), run::now(), self.colours);
        model.page = Some(OpenPage {
            page: *page,
            top: 0,
            since: 0,
            version: String::new(),
            changed: false,
            opened: true,
            chosen: Vec::new(),
        });
        Ok(model)
    }

    /// Does what an answer asks for, with whatever must be typed or chosen first.
    fn follow(&mut self, model: &mut Model, mut effects: Vec<Effect>) -> Result<Option<Asked>> {
        loop {
            for effect in effects {
                let Effect::Call(number, call) = effect else { continue };
                let answer = self.client.call(call.op, call.input.clone(), None);
                let outcome = outcome::read(self.words, &call, answer);
                let ended = outcome.ended;
                self.line(&Line::new(outcome.note.tone, outcome.note.text.clone()))?;
                // Only the model's own bookkeeping: nothing is read again here.
                let _ = update(model, Msg::Called(number, outcome));
                model.reading.clear();
                return Ok(ended.map(Asked::Answered));
            }
            if let Some(note) = model.note.take() {
                self.line(&Line::new(note.tone, note.text))?;
            }
            effects = match model.overlay.clone() {
                None => return Ok(None),
                Some(overlay) => self.overlay(model, &overlay)?,
            };
        }
    }

    /// Asks for what lies over the screen otherwise.
    fn overlay(&mut self, model: &mut Model, overlay: &Overlay) -> Result<Vec<Effect>> {
        let send = |model: &mut Model, code| {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            update(model, Msg::Key(key))
        };
        match overlay {
            Overlay::Prompt { title, .. } => {
                let question = Line::new(Tone::Strong, title.clone());
                self.line(&question)?;
                let typed = self.read_line()?;
                let _ = update(model, Msg::Paste(typed));
                Ok(send(model, KeyCode::Enter))
            }
            Overlay::Pick { title, choices, .. } => {
                self.line(&Line::new(Tone::Strong, title.clone()))?;
                for (n, choice) in choices.iter().enumerate() {
                    let line =
                        Line::new(Tone::Handle, format!("{} ", n + 1)).and(Tone::Plain, choice.label.clone());
                    self.line(&line.and(Tone::Dim, format!("  {}", choice.detail)).indent(2))?;
                }
                Ok(send(model, key()?.code))
            }
            Overlay::Sure { title, why, .. } => {
                self.line(&Line::new(Tone::Strong, title.clone()))?;
                for why in why {
                    self.line(&Line::new(Tone::Warn, why.clone()).indent(2))?;
                }
                self.line(&Line::new(Tone::Handle, self.words.t("tui-sure-keys")))?;
                Ok(send(model, key()?.code))
            }
            Overlay::Help(_) | Overlay::Palette { .. } | Overlay::Answer(..) => {
                model.overlay = None;
                Ok(Vec::new())
            }
        }
    }

    /// Prints what would happen, or with `whole` also the background and however long it is.
    fn card(&self, model: &Model, whole: bool) -> Result<()> {
        let Some(open) = &model.page else { return Ok(()) };
        let all = &open.page.lines;
        let lines = if whole { &all[..] } else { &all[..open.page.background] };
        let mut left = if whole { usize::MAX } else { CARD_ROWS };
        for (n, line) in lines.iter().enumerate() {
            if left == 0 {
                let told = [("n", (lines.len() - n).into()), ("total", lines.len().into())];
                let more = format!("… {} [v]", self.words.with("diff-after", &told));
                return self.line(&Line::new(Tone::Warn, more));
            }
            let rows = line.rows(width(), left);
            left -= rows.len();
            rows.iter().try_for_each(|row| self.row(row))?;
        }
        Ok(())
    }

    fn keys_line(&self) -> Result<()> {
        let mut out = io::stdout();
        let text = self.painted(Tone::Handle, &self.words.t("tui-inline-keys"));
        write!(out, "{text} ").and_then(|()| out.flush()).map_err(|e| failed(&e))
    }

    fn help(&self) -> Result<()> {
        for id in ["tui-help-yes", "tui-help-always", "tui-help-no", "tui-help-because", "tui-help-defer"] {
            self.line(&Line::new(Tone::Plain, self.words.t(id)).indent(2))?;
        }
        self.line(&Line::new(Tone::Plain, self.words.t("tui-inline-rest")).indent(2))
    }

    fn line(&self, line: &Line) -> Result<()> {
        line.rows(width(), usize::MAX).iter().try_for_each(|row| self.row(row))
    }

    fn row(&self, row: &[Piece]) -> Result<()> {
        let text: String = row.iter().map(|piece| self.painted(piece.tone, &piece.text)).collect();
        writeln!(io::stdout(), "{text}").map_err(|e| failed(&e))
    }

    /// Returns a text in the colour of its tone. The text is safe to show already.
    fn painted(&self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Plain => return text.to_owned(),
            Tone::Strong => "1",
            Tone::Dim => "2",
            Tone::Good => "32",
            Tone::Warn => "33",
            Tone::Bad => "1;31",
            Tone::Handle => "36",
            Tone::GoodPart => "30;42",
            Tone::BadPart => "30;41",
        };
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Reads a line as the terminal edits it.
    fn read_line(&self) -> Result<String> {
        let mut out = io::stdout();
        write!(out, "> ").and_then(|()| out.flush()).map_err(|e| failed(&e))?;
        screen::forget_typed().map_err(|e| failed(&e))?;
        let mut typed = String::new();
        io::stdin().read_line(&mut typed).map_err(|e| failed(&e))?;
        Ok(typed.trim_end_matches(['\n', '\r']).to_owned())
    }
}

/// Returns the width of the terminal.
fn width() -> u16 {
    terminal::size().map_or(80, |(width, _)| width).max(20)
}

fn failed(e: &io::Error) -> Error {
    Error::new(ErrorCode::Internal, say!("command-review-terminal-lost", error = e))
}

/// Takes one key. The terminal is as before afterwards, and the cursor on a new line.
fn key() -> Result<KeyEvent> {
    screen::end_with_terminal();
    enable_raw_mode().and_then(|()| screen::forget_typed()).map_err(|e| failed(&e))?;
    let read = loop {
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => break Ok(key),
            Ok(_) => {}
            Err(e) => break Err(failed(&e)),
        }
    };
    let restored = disable_raw_mode().map_err(|e| failed(&e));
    let key = read?;
    restored?;
    let is_ctrl_c = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
    let key = if is_ctrl_c { KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE) } else { key };
    if let KeyCode::Char(c) = key.code {
        let _ = writeln!(io::stdout(), "{}", crate::text::safe(&c.to_string()));
    } else {
        let _ = writeln!(io::stdout());
    }
    Ok(key)
}
