//! Words of a command, as far as they are known before it runs.

use crate::facts::Span;

/// A word, or what will become one or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
    /// Where it stands.
    pub span: Span,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text, quotes and escapes gone.
    Text(String),
    /// A pattern that stands for names of files.
    Glob(String),
    /// What only running tells.
    Unknown(Unknown),
}

/// What is known of what is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unknown {
    /// How it is written: `$x`.
    pub shown: String,
    /// Whether it may begin with a dash.
    pub dash: bool,
    /// Whether it may become several words, or none.
    pub split: bool,
    /// Whether evaluating it as an expression runs nothing: a number, or what was there before the text.
    pub inert: bool,
}

impl Unknown {
    /// What may be anything.
    pub fn anything(shown: impl Into<String>) -> Self {
        Self { shown: shown.into(), dash: true, split: true, inert: false }
    }

    /// A number.
    pub fn number(shown: impl Into<String>) -> Self {
        Self { shown: shown.into(), dash: false, split: false, inert: true }
    }
}

/// Whether evaluating these as an expression certainly runs nothing, whatever variables hold.
pub(crate) fn are_inert(pieces: &[Piece]) -> bool {
    pieces.iter().all(|piece| match piece {
        Piece::Text(text) => text.bytes().all(|b| b.is_ascii_digit() || b"+- \t\n".contains(&b)),
        Piece::Glob(_) => false,
        Piece::Unknown(unknown) => unknown.inert,
    })
}

impl Word {
    /// A known word.
    pub fn known_as(text: impl Into<String>, span: Span) -> Self {
        Self { pieces: vec![Piece::Text(text.into())], span }
    }

    /// A word of which nothing is known.
    pub fn unknown(shown: impl Into<String>, span: Span) -> Self {
        Self { pieces: vec![Piece::Unknown(Unknown::anything(shown))], span }
    }

    /// The whole text, where it is known.
    pub fn known(&self) -> Option<String> {
        self.pieces.iter().map(|p| if let Piece::Text(t) = p { Some(t.as_str()) } else { None }).collect()
    }

    /// The text that it certainly begins with.
    pub fn prefix(&self) -> String {
        let known =
            self.pieces.iter().map_while(|p| if let Piece::Text(t) = p { Some(t.as_str()) } else { None });
        known.collect()
    }

    /// Whether part of it only running tells; a pattern for files does not count.
    pub fn has_unknown(&self) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Unknown(_)))
    }

    /// Whether it may become an option. A pattern for files does not count: names that begin with a dash are taken
    /// for an accident.
    pub fn may_be_option(&self) -> bool {
        let first = self.pieces.iter().find(|p| !matches!(p, Piece::Text(t) if t.is_empty()));
        match first {
            Some(Piece::Text(text)) => text.starts_with('-'),
            Some(Piece::Unknown(unknown)) => unknown.dash,
            Some(Piece::Glob(_)) | None => false,
        }
    }

    /// Whether it may become several words, or none.
    pub fn may_split(&self) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Unknown(u) if u.split))
    }

    /// As a person would write it: known text plain, patterns as patterns, the rest as it is written.
    pub fn shown(&self) -> String {
        let piece = |p: &Piece| match p {
            Piece::Text(text) | Piece::Glob(text) => text.clone(),
            Piece::Unknown(unknown) => unknown.shown.clone(),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// The word without its first `n` bytes, all of which must be known.
    pub fn skip(&self, n: usize) -> Self {
        let mut left = n;
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) if left > 0 => {
                    let cut = left.min(text.len());
                    left -= cut;
                    pieces.push(Piece::Text(text.get(cut..).unwrap_or_default().to_owned()));
                }
                other => pieces.push(other.clone()),
            }
        }
        Self { pieces, span: self.span }
    }
}
