//! A line of text that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The text and the cursor in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Input {
    chars: Vec<char>,
    at: usize,
}

/// The longest text that can be typed or pasted.
const MOST: usize = 10_000;

impl Input {
    /// Starts with a text.
    pub fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        Self { at: chars.len(), chars }
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        self.chars.iter().collect()
    }

    /// Returns the text before the cursor.
    pub fn before(&self) -> String {
        self.chars[..self.at].iter().collect()
    }

    /// Returns the text after the cursor.
    pub fn after(&self) -> String {
        self.chars[self.at..].iter().collect()
    }

    /// Adds a text at the cursor, on one line.
    pub fn insert(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control() || *c == '\n' || *c == '\t') {
            if self.chars.len() < MOST {
                self.chars.insert(self.at, if c.is_control() { ' ' } else { c });
                self.at += 1;
            }
        }
    }

    /// Handles a key; false if it is none for a text.
    pub fn press(&mut self, key: &KeyEvent) -> bool {
        let held = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('u') if held => {
                self.chars.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Char('w') if held => {
                let kept =
                    self.before().trim_end().rfind(' ').map_or(0, |n| self.before()[..=n].chars().count());
                self.chars.drain(kept..self.at);
                self.at = kept;
            }
            KeyCode::Char('a') if held => self.at = 0,
            KeyCode::Char('e') if held => self.at = self.chars.len(),
            KeyCode::Char(c) if !held => self.insert(c.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.chars.remove(self.at);
            }
            KeyCode::Delete if self.at < self.chars.len() => {
                self.chars.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.chars.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.chars.len(),
            KeyCode::Backspace | KeyCode::Delete => {}
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_edited_where_the_cursor_is() {
        let mut input = Input::new("rm -rf x");
        for code in
            [KeyCode::Backspace, KeyCode::Char('y'), KeyCode::Home, KeyCode::Delete, KeyCode::Char('R')]
        {
            assert!(input.press(&KeyEvent::new(code, KeyModifiers::NONE)));
        }
        assert_eq!(input.text(), "Rm -rf y");
        input.press(&KeyEvent::new(KeyCode::End, KeyModifiers::NONE));
        input.press(&KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(input.text(), "Rm -rf ");
        input.insert("a\nb\x1b[2J");
        assert_eq!(input.text(), "Rm -rf a b[2J", "what is pasted stays on one line");
        assert!(!input.press(&KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    }
}
