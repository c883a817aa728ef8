//! Words of a command, as far as they are known before it runs.

use crate::facts::Span;

/// A word, or text that expands to one or more words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
    /// Its position.
    pub span: Span,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text without quotes and escapes.
    Text(String),
    /// A glob pattern.
    Glob(String),
    /// Known only at run time.
    Unknown(Unknown),
}

/// What is known about an unknown piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unknown {
    /// Its source text: `$x`.
    pub shown: String,
    /// Whether it may begin with a dash.
    pub dash: bool,
    /// Whether it may become several words, or none.
    pub split: bool,
    /// Whether evaluating it as an expression runs nothing: a number, or a value from before the text.
    pub inert: bool,
}

impl Unknown {
    /// Creates one that may be anything.
    pub fn anything(shown: impl Into<String>) -> Self {
        Self { shown: shown.into(), dash: true, split: true, inert: false }
    }

    /// Creates a number.
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
    /// Creates a known word.
    pub fn known_as(text: impl Into<String>, span: Span) -> Self {
        Self { pieces: vec![Piece::Text(text.into())], span }
    }

    /// Creates a completely unknown word.
    pub fn unknown(shown: impl Into<String>, span: Span) -> Self {
        Self { pieces: vec![Piece::Unknown(Unknown::anything(shown))], span }
    }

    /// Returns the whole text, if known.
    pub fn known(&self) -> Option<String> {
        self.pieces.iter().map(|p| if let Piece::Text(t) = p { Some(t.as_str()) } else { None }).collect()
    }

    /// Returns its known prefix.
    pub fn prefix(&self) -> String {
        let known =
            self.pieces.iter().map_while(|p| if let Piece::Text(t) = p { Some(t.as_str()) } else { None });
        known.collect()
    }

    /// Returns the beginning that it has whatever its pattern matches.
    pub fn steady_prefix(&self) -> String {
        let texts = self.pieces.iter().take_while(|p| matches!(p, Piece::Text(_))).count();
        let pattern = match self.pieces.get(texts) {
            Some(Piece::Glob(pattern)) => pattern.as_str(),
            _ => "",
        };
        let end = pattern.find(['*', '?', '[', '(']).unwrap_or(pattern.len());
        let (steady, rest) = pattern.split_at(end);
        let steady = if rest.starts_with('(') { steady.trim_end_matches(['+', '@', '!']) } else { steady };
        self.prefix() + steady
    }

    /// Whether a part is known only at run time; glob patterns do not count.
    pub fn has_unknown(&self) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Unknown(_)))
    }

    /// Whether it may become an option. A glob pattern does not count: file names that begin with a dash are
    /// considered accidents.
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

    /// Returns it as a person would write it: known text plain, patterns as patterns, the rest as in the source.
    pub fn shown(&self) -> String {
        let piece = |p: &Piece| match p {
            Piece::Text(text) | Piece::Glob(text) => text.clone(),
            Piece::Unknown(unknown) => unknown.shown.clone(),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// Returns the word without its first `n` bytes, which must be known.
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
