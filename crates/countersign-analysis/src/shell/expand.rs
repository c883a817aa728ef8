//! Expands words: quotes, escapes, braces, tildes and substitutions, as far as the text itself determines.

use brush_parser::{
    ast,
    word::{self, BraceExpressionMember, BraceExpressionOrText, TildeExpr, WordPiece, WordPieceWithSource},
};
use countersign_words::say;

use super::parse;
use crate::{
    facts::{Class, Span},
    walk::{Input, Output, Walk},
    word::{Piece, Unknown, Word},
};

/// The context of an expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// Outside of quotes: the result is split into words.
    Split,
    /// Outside of quotes, without splitting: a value, a test.
    Whole,
    /// In double quotes or a context like them: single quotes are literal.
    Double,
}

impl Quoting {
    /// Whether the result stays one word.
    pub fn keeps(self) -> bool {
        self != Self::Split
    }
}

/// Maximum number of words from brace expansion.
const BRACED: usize = 500;

/// Words under construction.
#[derive(Default)]
struct Fields {
    done: Vec<Vec<Piece>>,
    /// The current word; None between words.
    open: Option<Vec<Piece>>,
}

impl Fields {
    fn push(&mut self, piece: Piece) {
        let open = self.open.get_or_insert_default();
        match (open.last_mut(), piece) {
            (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
            (_, piece) => open.push(piece),
        }
    }

    fn cut(&mut self) {
        self.done.extend(self.open.take());
    }

    /// Adds the result of an expansion; outside of quotes it is split into words.
    fn add(&mut self, pieces: Vec<Piece>, quoted: bool) {
        for piece in pieces {
            match piece {
                Piece::Text(text) if !quoted => self.split(&text),
                Piece::Unknown(unknown) if quoted => {
                    self.push(Piece::Unknown(Unknown { split: false, ..unknown }))
                }
                other => self.push(other),
            }
        }
        if quoted {
            self.open.get_or_insert_default();
        }
    }

    fn split(&mut self, text: &str) {
        let blank = |c: char| matches!(c, ' ' | '\t' | '\n');
        let mut rest = text;
        while let Some(at) = rest.find(blank) {
            if at > 0 {
                self.push(plain_or_glob(&rest[..at]));
            }
            self.cut();
            rest = rest[at..].trim_start_matches(blank);
        }
        if !rest.is_empty() {
            self.push(plain_or_glob(rest));
        }
    }
}

fn plain_or_glob(text: &str) -> Piece {
    let bracket = text.split_once('[').is_some_and(|(_, rest)| rest.contains(']'));
    match bracket || text.contains(['*', '?']) {
        true => Piece::Glob(text.to_owned()),
        false => Piece::Text(text.to_owned()),
    }
}

impl Walk<'_> {
    /// Expands a word to words.
    pub(super) fn expand(&mut self, word: &ast::Word) -> Vec<Word> {
        let span = self.span(word.loc.as_ref());
        self.expand_at(word, span)
    }

    pub(super) fn expand_at(&mut self, word: &ast::Word, span: Span) -> Vec<Word> {
        if is_plain(&word.value) {
            return vec![Word::known_as(word.value.clone(), span)];
        }
        let Some(texts) = braced(&word.value) else {
            // It is known which commands it runs, but not how often.
            self.value_of(&word.value, span);
            return vec![Word::unknown(&word.value, span)];
        };
        let mut fields = Fields::default();
        for text in texts {
            match parse::word(&text) {
                Some(pieces) => {
                    for piece in pieces {
                        self.piece(&piece.piece, Quoting::Split, span, &mut fields);
                    }
                }
                None => {
                    self.opaque(
                        Class::Destructive,
                        say!("analysis-holds-a-word-that-is-not-understood"),
                        span,
                    );
                    fields.push(Piece::Unknown(Unknown::anything(text)));
                }
            }
            fields.cut();
        }
        fields.done.into_iter().map(|pieces| Word { pieces, span }).collect()
    }

    /// Expands a word that is neither split nor a pattern: a value, a test.
    pub(super) fn expand_value(&mut self, word: &ast::Word, span: Span) -> Vec<Piece> {
        if is_plain(&word.value) {
            return vec![Piece::Text(word.value.clone())];
        }
        self.value_of(&word.value, span)
    }

    /// Like `expand_value`, for text in the place of a word.
    pub(super) fn value_of(&mut self, text: &str, span: Span) -> Vec<Piece> {
        self.unsplit(parse::word(text), Quoting::Whole, text, span)
    }

    /// Expands text that is read as in double quotes, except that double quotes are literal: a here-document, an expression.
    pub(super) fn here_document(&mut self, text: &str, span: Span) -> Vec<Piece> {
        self.unsplit(parse::here_document(text), Quoting::Double, text, span)
    }

    fn unsplit(
        &mut self,
        parsed: Option<Vec<WordPieceWithSource>>,
        quoting: Quoting,
        text: &str,
        span: Span,
    ) -> Vec<Piece> {
        let Some(parsed) = parsed else {
            self.opaque(Class::Destructive, say!("analysis-holds-text-that-is-not-understood"), span);
            return vec![Piece::Unknown(Unknown::anything(text))];
        };
        let mut fields = Fields::default();
        for piece in parsed {
            self.piece(&piece.piece, quoting, span, &mut fields);
        }
        fields.cut();
        let mut words = fields.done.into_iter();
        let mut all = words.next().unwrap_or_default();
        for more in words {
            all.push(Piece::Text(" ".to_owned()));
            all.extend(more);
        }
        all
    }

    fn piece(&mut self, piece: &WordPiece, quoting: Quoting, span: Span, fields: &mut Fields) {
        let quoted = quoting.keeps();
        match piece {
            WordPiece::Text(text) if quoted => fields.push(Piece::Text(text.replace("\\\n", ""))),
            WordPiece::Text(text) => fields.push(pattern_or_text(text)),
            WordPiece::SingleQuotedText(text) => fields.push(Piece::Text(text.clone())),
            WordPiece::AnsiCQuotedText(text) => fields.push(Piece::Text(ansi_c(text))),
            WordPiece::DoubleQuotedSequence(pieces) | WordPiece::GettextDoubleQuotedSequence(pieces) => {
                // An empty list makes no word, not even in quotes.
                let list = matches!(pieces.as_slice(), [one] if is_list(&one.piece));
                if !list {
                    fields.push(Piece::Text(String::new()));
                }
                for piece in pieces {
                    self.piece(&piece.piece, Quoting::Double, span, fields);
                }
            }
            WordPiece::TildeExpansion(tilde) => {
                let piece = self.tilde(tilde);
                fields.push(piece);
            }
            WordPiece::ParameterExpansion(expr) => match self.list_of(expr) {
                Some(words) => {
                    for (n, word) in words.into_iter().enumerate() {
                        if n > 0 {
                            fields.cut();
                        }
                        fields.add(word.pieces, quoted);
                    }
                }
                None => {
                    let value = self.parameter(expr, quoting, span);
                    fields.add(value, quoted);
                }
            },
            WordPiece::CommandSubstitution(text) => {
                let value = self.substitution(text, quoted, span);
                fields.add(value, quoted);
            }
            WordPiece::BackquotedCommandSubstitution(text) => {
                let value = self.backquoted(text, quoted, span);
                fields.add(value, quoted);
            }
            WordPiece::EscapeSequence(text) => match text.strip_prefix('\\').unwrap_or(text) {
                "\n" => {}
                escaped => fields.push(Piece::Text(escaped.to_owned())),
            },
            WordPiece::ArithmeticExpression(expr) => {
                self.arithmetic(&expr.value, span);
                let shown = format!("$(({}))", expr.value);
                fields.push(Piece::Unknown(Unknown::number(shown)));
            }
        }
    }

    fn tilde(&self, tilde: &TildeExpr) -> Piece {
        let known = match tilde {
            TildeExpr::Home => Some(self.setting.home.clone().unwrap_or_else(|| "~".to_owned())),
            TildeExpr::UserHome(user) => Some(format!("~{user}")),
            TildeExpr::WorkingDir => self.scope.cwd.clone(),
            _ => None,
        };
        match known {
            Some(text) => Piece::Text(text),
            None => {
                Piece::Unknown(Unknown { shown: "~…".to_owned(), dash: false, split: false, inert: false })
            }
        }
    }

    fn backquoted(&mut self, text: &str, quoted: bool, span: Span) -> Vec<Piece> {
        if !text.contains('\\') {
            return self.substitution(text, quoted, span);
        }
        // Backslashes are removed once more in here; both readings count.
        self.substitution(text, quoted, span);
        let mut inner = String::with_capacity(text.len());
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let escapes = c == '\\'
                && rest.peek().is_some_and(|n| matches!(n, '\\' | '$' | '`') || (quoted && *n == '"'));
            inner.extend(if escapes { rest.next() } else { Some(c) });
        }
        self.substitution(&inner, quoted, span)
    }

    fn substitution(&mut self, text: &str, quoted: bool, span: Span) -> Vec<Piece> {
        let output = self.apart(|walk| super::script(walk, text, span, &Input::Inherited));
        let shown = format!("$({text})");
        match output {
            Output::Text(text) => vec![Piece::Text(text.trim_end_matches('\n').to_owned())],
            Output::Numbers => vec![Piece::Unknown(Unknown { split: !quoted, ..Unknown::number(shown) })],
            Output::Paths => {
                vec![Piece::Unknown(Unknown { shown, dash: false, split: !quoted, inert: false })]
            }
            Output::Unknown => {
                vec![Piece::Unknown(Unknown { shown, dash: true, split: !quoted, inert: false })]
            }
        }
    }

    /// Follows the commands in a text inside an expansion (a default, a message).
    pub(super) fn side(&mut self, text: &str, quoting: Quoting, span: Span) -> Vec<Piece> {
        if quoting != Quoting::Double {
            return self.value_of(text, span);
        }
        let value = self.here_document(text, span);
        match text.contains('"') {
            true => vec![Piece::Unknown(Unknown { split: false, ..Unknown::anything(text) })],
            false => value,
        }
    }

    /// Follows the commands in a pattern or its replacement inside an expansion. Shells differ in what single
    /// quotes mean there in double quotes, so both readings count.
    pub(super) fn pattern(&mut self, text: &str, quoting: Quoting, span: Span) {
        self.value_of(text, span);
        if quoting == Quoting::Double && text.contains('\'') && text.contains(['$', '`']) {
            self.here_document(text, span);
        }
    }
}

fn is_list(piece: &WordPiece) -> bool {
    use word::{Parameter, ParameterExpr, SpecialParameter};
    let WordPiece::ParameterExpansion(ParameterExpr::Parameter { parameter, .. }) = piece else {
        return false;
    };
    matches!(
        parameter,
        Parameter::Special(SpecialParameter::AllPositionalParameters { concatenate: false })
            | Parameter::NamedWithAllIndices { concatenate: false, .. }
    )
}

/// Whether every reading of the text is the text itself.
fn is_plain(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_-./:=@%+,".contains(&b);
    !text.is_empty() && text.bytes().all(plain)
}

fn pattern_or_text(text: &str) -> Piece {
    let extended = ["@(", "+(", "!("].iter().any(|open| text.contains(open));
    if extended { Piece::Glob(text.to_owned()) } else { plain_or_glob(text) }
}

/// Returns the results of brace expansion; None if there are too many.
fn braced(text: &str) -> Option<Vec<String>> {
    match parse::braces(text) {
        Ok(Some(parts)) => combined(&parts),
        Ok(None) => Some(vec![text.to_owned()]),
        Err(()) => None,
    }
}

fn combined(parts: &[BraceExpressionOrText]) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for part in parts {
        let next = match part {
            BraceExpressionOrText::Text(text) => vec![text.clone()],
            BraceExpressionOrText::Expr(members) => {
                let mut texts = Vec::new();
                for member in members {
                    texts.extend(alternatives(member)?);
                }
                texts
            }
        };
        if all.len() * next.len() > BRACED {
            return None;
        }
        all = all.iter().flat_map(|a| next.iter().map(move |b| format!("{a}{b}"))).collect();
    }
    Some(all)
}

fn alternatives(member: &BraceExpressionMember) -> Option<Vec<String>> {
    match member {
        BraceExpressionMember::Child(parts) => combined(parts),
        BraceExpressionMember::NumberSequence { start, end, increment } => {
            let step = increment.unsigned_abs().max(1);
            let count = start.abs_diff(*end) / step + 1;
            let at = |n: u64| -> Option<i64> {
                let by = i64::try_from(n.checked_mul(step)?).ok()?;
                if start <= end { start.checked_add(by) } else { start.checked_sub(by) }
            };
            (count <= BRACED as u64).then(|| (0..count).filter_map(at).map(|n| n.to_string()).collect())
        }
        BraceExpressionMember::CharSequence { start, end, .. } => {
            let (low, high) = (*start.min(end), *start.max(end));
            let all: Vec<String> = (low..=high).take(BRACED + 1).map(String::from).collect();
            (all.len() <= BRACED).then_some(all)
        }
    }
}

/// Decodes `$'…'`.
pub(super) fn ansi_c(text: &str) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let mut put = |c: char| out.extend(c.to_string().as_bytes());
        if c != '\\' {
            put(c);
            continue;
        }
        let Some(kind) = rest.next() else {
            put('\\');
            break;
        };
        let mut digits = |first: Option<char>, most: usize, radix: u32| -> Option<u32> {
            let mut value = first.and_then(|c| c.to_digit(radix));
            let mut left = most - usize::from(first.is_some());
            while left > 0
                && let Some(digit) = rest.peek().and_then(|c| c.to_digit(radix))
            {
                value = Some(value.unwrap_or(0).wrapping_mul(radix).wrapping_add(digit));
                rest.next();
                left -= 1;
            }
            value
        };
        match kind {
            'a' => out.push(7),
            'b' => out.push(8),
            'e' | 'E' => out.push(27),
            'f' => out.push(12),
            'n' => out.push(10),
            'r' => out.push(13),
            't' => out.push(9),
            'v' => out.push(11),
            '\\' | '\'' | '"' | '?' => put(kind),
            'x' => match digits(None, 2, 16) {
                Some(n) => out.push(u8::try_from(n & 0xff).unwrap_or(0)),
                None => out.extend(b"\\x"),
            },
            '0'..='7' => out.push(u8::try_from(digits(Some(kind), 3, 8).unwrap_or(0) & 0xff).unwrap_or(0)),
            'u' | 'U' => match digits(None, if kind == 'u' { 4 } else { 8 }, 16).and_then(char::from_u32) {
                Some(c) => put(c),
                None => {
                    put('\\');
                    put(kind);
                }
            },
            'c' => match rest.next() {
                Some(c) => out.push(u8::try_from(u32::from(c) & 0x1f).unwrap_or(0)),
                None => out.extend(b"\\c"),
            },
            other => {
                put('\\');
                put(other);
            }
        }
    }
    // The shell truncates the text at a NUL.
    out.truncate(out.iter().position(|b| *b == 0).unwrap_or(out.len()));
    String::from_utf8_lossy(&out).into_owned()
}
