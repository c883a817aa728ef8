//! Lines of text with tones. Every foreign text enters through [`safe`] or [`safe_lines`], so that nothing an agent says
//! can move the cursor, and lines are wrapped only when they are on the screen.

use countersign_core::text;
use countersign_words::{Message, Words};
use unicode_width::UnicodeWidthChar as _;

/// The role of a text, which decides its colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// A heading.
    Strong,
    /// Less important.
    Dim,
    /// Done, or added.
    Good,
    /// Needs attention.
    Warn,
    /// Wrong, dangerous, or removed.
    Bad,
    /// An id, a key.
    Handle,
    /// The part of an added line that is new.
    GoodPart,
    /// The part of a removed line that goes.
    BadPart,
}

impl Tone {
    /// Returns a text in this colour, for a terminal that has colours. The text must be safe to show.
    pub fn painted(self, text: &str) -> String {
        let code = match self {
            Self::Plain => return text.to_owned(),
            _ if text.is_empty() => return String::new(),
            Self::Strong => "1",
            Self::Dim => "2",
            Self::Good => "32",
            Self::Warn => "33",
            Self::Bad => "1;31",
            Self::Handle => "36",
            Self::GoodPart => "30;42",
            Self::BadPart => "30;41",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its role.
    pub tone: Tone,
    /// Its text, safe to show.
    pub text: String,
}

/// One line of a page, as long as it may be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// How far it and its continuations are indented.
    pub indent: u16,
    /// Whether it is wrapped between words.
    pub prose: bool,
    /// What it says.
    pub pieces: Vec<Piece>,
}

impl Line {
    /// Creates a line of one piece. The text must be safe to show.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { indent: 0, prose: true, pieces: vec![Piece { tone, text: text.into() }] }
    }

    /// Creates an empty line.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Adds a piece. The text must be safe to show.
    #[must_use]
    pub fn and(mut self, tone: Tone, text: impl Into<String>) -> Self {
        self.pieces.push(Piece { tone, text: text.into() });
        self
    }

    /// Indents it.
    #[must_use]
    pub fn indent(mut self, indent: u16) -> Self {
        self.indent = indent;
        self
    }

    /// Wraps it anywhere, as code and differences need.
    #[must_use]
    pub fn code(mut self) -> Self {
        self.prose = false;
        self
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    /// Returns the rows that it takes at a width, `most` at most.
    pub fn rows(&self, width: u16, most: usize) -> Vec<Vec<Piece>> {
        let room = usize::from(width.saturating_sub(self.indent).max(8));
        let chars: Vec<(Tone, char)> =
            self.pieces.iter().flat_map(|p| p.text.chars().map(|c| (p.tone, c))).collect();
        let mut rows = Vec::new();
        let mut from = 0;
        while rows.len() < most && (from < chars.len() || rows.is_empty()) {
            let to = self.end_of_row(&chars, from, room);
            rows.push(self.row(&chars[from..to]));
            from = to;
            while self.prose && chars.get(from).is_some_and(|(_, c)| *c == ' ') {
                from += 1;
            }
        }
        rows
    }

    /// Returns where a row that begins at `from` ends.
    fn end_of_row(&self, chars: &[(Tone, char)], from: usize, room: usize) -> usize {
        let (mut used, mut at, mut space) = (0, from, None);
        while let Some((_, c)) = chars.get(at) {
            let wide = c.width().unwrap_or_default();
            if used + wide > room {
                let between = space.filter(|_| self.prose && *c != ' ');
                return between.map_or(at.max(from + 1), |space: usize| space + 1);
            }
            if *c == ' ' {
                space = Some(at);
            }
            used += wide;
            at += 1;
        }
        at
    }

    fn row(&self, chars: &[(Tone, char)]) -> Vec<Piece> {
        let indent = " ".repeat(usize::from(self.indent));
        let mut pieces = vec![Piece { tone: Tone::Plain, text: indent }];
        for (tone, c) in chars {
            match pieces.last_mut().filter(|last| last.tone == *tone) {
                Some(last) => last.text.push(*c),
                None => pieces.push(Piece { tone: *tone, text: c.to_string() }),
            }
        }
        pieces
    }
}

/// Makes one line of foreign text safe to show.
pub fn safe(foreign: &str) -> String {
    text::visible(foreign).text
}

/// Like [`safe`], shortened to `most` characters; says how many are left out.
pub fn safe_short(foreign: &str, most: usize) -> String {
    text::line(foreign, most)
}

/// How a tab is shown.
const TAB: &str = "→   ";
/// Longer lines are continued on the next one, so that no single line makes a frame slow.
const LINE_CHARS: usize = 1_000;

/// Makes several lines of foreign text safe to show, each no longer than a page can wrap at once.
pub fn safe_lines(foreign: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in foreign.lines() {
        let shown = text::visible_multiline(line).text.replace('\t', TAB);
        if shown.len() <= LINE_CHARS {
            lines.push(shown);
            continue;
        }
        let chars: Vec<char> = shown.chars().collect();
        lines.extend(chars.chunks(LINE_CHARS).map(|part| part.iter().collect::<String>()));
    }
    lines
}

/// Returns a message of the engine in the reader's language, safe to show.
pub fn said(words: Words, message: &Message) -> String {
    safe(&words.say(message))
}

/// Shortens an id to the form that commands accept: `i12` for `i12-9f3a`.
pub fn short(id: &str) -> String {
    let id = safe(id);
    match id.split_once('-') {
        Some((head, _)) if head.ends_with(|c: char| c.is_ascii_digit()) => head.to_owned(),
        _ => id,
    }
}

/// Returns how many columns a text takes on the screen.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or_default()).sum()
}

/// Cuts a text to a width on the screen, with an ellipsis where something is left out.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let (mut out, mut used) = (String::new(), 0);
    for c in text.chars() {
        let next = c.width().unwrap_or_default();
        if used + next + 1 > most {
            break;
        }
        used += next;
        out.push(c);
    }
    if most > 0 {
        out.push('…');
    }
    out
}

/// Returns how long ago something was: `5 minutes ago`.
pub fn ago(words: Words, at: u64, now: u64) -> String {
    let seconds = usize::try_from(now.saturating_sub(at) / 1000).unwrap_or(usize::MAX);
    match seconds {
        0..5 => words.t("time-now").into_owned(),
        5..60 => words.count("time-seconds-ago", seconds),
        60..3600 => words.count("time-minutes-ago", seconds / 60),
        3600..86_400 => words.count("time-hours-ago", seconds / 3600),
        _ => words.count("time-days-ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(line: &Line, width: u16) -> Vec<String> {
        let text = |row: Vec<Piece>| row.into_iter().map(|piece| piece.text).collect::<String>();
        line.rows(width, usize::MAX).into_iter().map(text).collect()
    }

    #[test]
    fn prose_breaks_between_words_and_code_anywhere() {
        let prose = Line::new(Tone::Plain, "one two three four");
        assert_eq!(rows(&prose, 9), ["one two ", "three ", "four"]);
        assert_eq!(rows(&prose.clone().code(), 9), ["one two t", "hree four"]);
        assert_eq!(rows(&Line::new(Tone::Plain, "日本語日本語").code(), 8), ["日本語日", "本語"]);
        assert_eq!(rows(&Line::empty(), 9), [""]);
    }

    #[test]
    fn only_the_rows_that_are_needed_are_made() {
        let long = Line::new(Tone::Plain, "x".repeat(100_000)).code();
        assert_eq!(long.rows(10, 3).len(), 3);
    }

    #[test]
    fn h2_foreign_lines_have_no_control_characters_and_no_endless_lines() {
        let hostile = format!("a\x1b[2Jb\tc\n\u{202e}{}", "y".repeat(2_500));
        let lines = safe_lines(&hostile);
        assert_eq!(lines[0], r"a\x1b[2Jb→   c");
        assert!(lines[1].starts_with("⟨U+202E⟩y") && lines.len() == 4, "{}", lines.len());
        assert!(lines.iter().all(|line| !line.chars().any(char::is_control)));
    }

    #[test]
    fn a_cut_text_fits_and_says_that_it_is_cut() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("longer", 5), "long…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("x", 0), "");
    }
}
