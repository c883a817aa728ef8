//! Colours, where they help and where the terminal has them.

use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};

/// The role of a text, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// A heading.
    Strong,
    /// Less important.
    Dim,
    /// Done.
    Good,
    /// Needs attention.
    Warn,
    /// Wrong or dangerous.
    Bad,
    /// An id, a command.
    Handle,
}

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
    #[cfg(test)]
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
        let style = match tone {
            Tone::Plain => return text.to_owned(),
            Tone::Strong => Style::new().bold(),
            Tone::Dim => Style::new().dimmed(),
            Tone::Good => AnsiColor::Green.on_default(),
            Tone::Warn => AnsiColor::Yellow.on_default(),
            Tone::Bad => AnsiColor::Red.on_default().bold(),
            Tone::Handle => AnsiColor::Cyan.on_default(),
        };
        if self.on && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
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
        assert_eq!(Paint::always().bad("x"), "\u{1b}[1m\u{1b}[31mx\u{1b}[0m");
        assert_eq!(Paint::always().bad(""), "");
    }
}
