//! The person at this terminal: what is said to them in lines, and the keys and lines that they answer with.

use std::{
    io::{self, IsTerminal as _, Write as _},
    time::{Duration, Instant},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;
use ratatui::crossterm::{
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    terminal::{self, disable_raw_mode, enable_raw_mode},
};
use rustix::process::{Signal, kill_current_process_group};

use crate::{
    model::SETTLE_MS,
    screen,
    text::{Line, safe},
};

/// Whether keys and words go to a terminal.
pub fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Somebody who can be asked.
pub struct Person {
    colours: bool,
    /// Whether single keys cannot be read: an answer is then a line.
    by_line: bool,
}

impl Person {
    /// Returns whoever is there.
    pub fn new() -> Result<Self> {
        if !is_there() {
            return Err(screen::nobody());
        }
        let by_line = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Ok(Self { colours: screen::has_colours() && !by_line, by_line })
    }

    /// Prints a line.
    pub fn line(&self, line: &Line) -> Result<()> {
        self.rows(line, usize::MAX).map(drop)
    }

    /// Prints the first so many rows of a line; returns how many these are.
    pub fn rows(&self, line: &Line, most: usize) -> Result<usize> {
        let rows = self.painted(line, most);
        rows.iter().try_for_each(|row| writeln!(io::stdout(), "{row}")).map_err(|e| failed(&e))?;
        Ok(rows.len())
    }

    fn painted(&self, line: &Line, most: usize) -> Vec<String> {
        // A terminal that does not know its width says 0.
        let width = terminal::size().map_or(0, |(width, _)| width);
        let width = if width == 0 { 80 } else { width.max(20) };
        let row = |row: &Vec<crate::text::Piece>| {
            let text = |piece: &crate::text::Piece| match self.colours {
                true => piece.tone.painted(&piece.text),
                false => piece.text.clone(),
            };
            row.iter().map(text).collect::<String>()
        };
        line.rows(width, most).iter().map(row).collect()
    }

    /// Asks for one key. What was typed before, and while the question has just appeared, is thrown away: nobody has
    /// answered what they had not seen.
    pub fn key(&self, question: &[Line]) -> Result<KeyEvent> {
        let rows: Vec<String> = question.iter().flat_map(|line| self.painted(line, usize::MAX)).collect();
        if self.by_line {
            return self.key_of_line(&rows);
        }
        screen::end_with_terminal();
        loop {
            enable_raw_mode().map_err(|e| failed(&e))?;
            let read = pressed(&rows.join("\r\n"));
            let restored = disable_raw_mode();
            let key = read.and_then(|key| restored.map(|()| key)).map_err(|e| failed(&e))?;
            let held = key.modifiers.contains(KeyModifiers::CONTROL);
            let (code, echo) = match key.code {
                KeyCode::Char('z') if held => {
                    let _ = writeln!(io::stdout());
                    let _ = kill_current_process_group(Signal::TSTP);
                    continue;
                }
                KeyCode::Char('c' | 'd') if held => (KeyCode::Esc, String::new()),
                KeyCode::Char(c) => (key.code, safe(&c.to_string())),
                code => (code, String::new()),
            };
            writeln!(io::stdout(), "{echo}").map_err(|e| failed(&e))?;
            return Ok(KeyEvent::new(code, KeyModifiers::NONE));
        }
    }

    /// Reads a key as a line: its letter, `yes` or `no`, or nothing for `Enter`.
    fn key_of_line(&self, rows: &[String]) -> Result<KeyEvent> {
        let typed = asked(&format!("{} ", rows.join("\n")))?;
        let code = match typed.as_deref().map(str::trim) {
            None => KeyCode::Esc,
            Some("") => KeyCode::Enter,
            Some("yes") => KeyCode::Char('y'),
            Some("no") => KeyCode::Char('n'),
            Some(text) => {
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(only), None) => KeyCode::Char(only),
                    _ => KeyCode::Char('?'),
                }
            }
        };
        Ok(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// Asks for a line, as the terminal edits it; None if the person leaves.
    pub fn text(&self, question: &Line) -> Result<Option<String>> {
        asked(&format!("{}\n> ", self.painted(question, usize::MAX).join("\n")))
    }
}

/// Prints a question and reads a line.
fn asked(question: &str) -> Result<Option<String>> {
    let mut typed = String::new();
    let read = screen::forget_typed()
        .and_then(|()| write!(io::stdout(), "{question}").and_then(|()| io::stdout().flush()))
        .and_then(|()| io::stdin().read_line(&mut typed))
        .map_err(|e| failed(&e))?;
    if read == 0 {
        writeln!(io::stdout()).map_err(|e| failed(&e))?;
        return Ok(None);
    }
    Ok(Some(typed.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Prints a question and waits for a key, in a terminal that gives single keys.
fn pressed(question: &str) -> io::Result<KeyEvent> {
    screen::forget_typed()?;
    // Also what was read together with the key before.
    while event::poll(Duration::ZERO)? {
        event::read()?;
    }
    write!(io::stdout(), "{question} ").and_then(|()| io::stdout().flush())?;
    let mut quiet = Instant::now();
    loop {
        if let Event::Key(key) = event::read()? {
            if counts(&key, quiet.elapsed()) {
                return Ok(key);
            }
            // A key that is held down answers nothing, however long.
            quiet = Instant::now();
        }
    }
}

/// Whether a key is meant for a question, after so long without one. Leaving it always is.
fn counts(key: &KeyEvent, quiet: Duration) -> bool {
    let leaves = key.code == KeyCode::Esc || key.modifiers.contains(KeyModifiers::CONTROL);
    key.kind != KeyEventKind::Release && (leaves || quiet >= Duration::from_millis(SETTLE_MS))
}

fn failed(e: &io::Error) -> Error {
    Error::new(ErrorCode::Internal, say!("command-review-terminal-lost", error = e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h6_a_key_counts_only_after_the_question_could_be_read_and_leaving_always_does() {
        let (soon, later) = (Duration::from_millis(SETTLE_MS - 1), Duration::from_millis(SETTLE_MS));
        let yes = KeyEvent::new(KeyCode::Char('y'), KeyModifiers::NONE);
        assert!(!counts(&yes, soon) && counts(&yes, later));
        let leaving = [
            KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE),
            KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL),
        ];
        assert!(leaving.iter().all(|key| counts(key, soon)));
        let released = KeyEvent { kind: KeyEventKind::Release, ..yes };
        assert!(!counts(&released, later));
    }
}
