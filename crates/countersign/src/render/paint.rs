//! Colours, where they help and where the terminal has them.

use std::io::IsTerminal;

pub use countersign_tui::Tone;

/// Whether and how to colour.
#[derive(Debug, Clone, Copy)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Colours for a stream: only on a terminal, and only if `NO_COLOR` is unset.
    pub fn of(stream: &impl IsTerminal) -> Self {
        Self { on: stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) }
    }

    /// No colours.
    pub fn plain() -> Self {
        Self { on: false }
    }

    /// Colours for any stream.
    #[cfg(test)]
    pub fn always() -> Self {
        Self { on: true }
    }

    /// `text` in the colour of its tone.
    pub fn tone(self, tone: Tone, text: &str) -> String {
        if self.on { tone.painted(text) } else { text.to_owned() }
    }

    /// A heading.
    pub fn strong(self, text: &str) -> String {
        self.tone(Tone::Strong, text)
    }

    /// Less important.
    pub fn dim(self, text: &str) -> String {
        self.tone(Tone::Dim, text)
    }

    /// Wrong or dangerous.
    pub fn bad(self, text: &str) -> String {
        self.tone(Tone::Bad, text)
    }

    /// Needs attention.
    pub fn warn(self, text: &str) -> String {
        self.tone(Tone::Warn, text)
    }

    /// An id, a command.
    pub fn handle(self, text: &str) -> String {
        self.tone(Tone::Handle, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_terminal_there_is_no_escape() {
        assert_eq!(Paint::plain().bad("x"), "x");
        assert_eq!(Paint::always().bad("x"), "\u{1b}[1;31mx\u{1b}[0m");
        assert_eq!(Paint::always().bad(""), "");
    }
}
