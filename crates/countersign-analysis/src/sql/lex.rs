//! Splits SQL into tokens and statements.

use sqlparser::{
    ast::Statement,
    dialect,
    parser::{Parser, ParserError},
    tokenizer::{Location, Token, TokenWithSpan, Tokenizer, Whitespace},
};

use crate::facts::Span;

use super::{Dialect, client::quoted_ends};

/// Maximum nesting for the grammar: each level costs much stack.
const RECURSION: usize = 45;
/// Maximum number of operators per statement for the grammar: chains of them nest, and dropping the tree costs stack.
const OPERATORS: usize = 1500;
/// Maximum nesting on the caller's stack.
const SHALLOW: usize = 7;
/// Maximum number of operators on the caller's stack.
const FEW: usize = 200;
/// The stack, in bytes, for deeper nesting.
const STACK: usize = 32 * 1024 * 1024;
/// Maximum number of words per statement for the grammar.
const WORDS: usize = 40_000;
/// Maximum number of routines to parse as a whole: each attempt reads everything that follows.
const ROUTINES: usize = 20;

/// A token other than blanks and comments.
#[derive(Debug)]
pub(super) struct Item {
    pub token: Token,
    /// The word in upper case, if it is one and not quoted.
    pub upper: String,
    /// Its index among all tokens.
    raw: usize,
    pub span: Span,
    line: u64,
    /// Distance to the closing parenthesis.
    closes_after: Option<usize>,
}

/// A whole text.
pub(super) struct Tokens {
    raw: Vec<TokenWithSpan>,
    items: Vec<Item>,
}

/// A statement, or a piece of one.
#[derive(Clone, Copy)]
pub(super) struct Words<'t> {
    tokens: &'t Tokens,
    items: &'t [Item],
}

impl Dialect {
    pub(super) fn grammar(self) -> &'static dyn dialect::Dialect {
        match self {
            Self::Generic => &dialect::GenericDialect {},
            Self::Sqlite => &dialect::SQLiteDialect {},
            Self::Postgres => &dialect::PostgreSqlDialect {},
            Self::MySql => &dialect::MySqlDialect {},
            Self::MsSql => &dialect::MsSqlDialect {},
            Self::DuckDb => &dialect::DuckDbDialect {},
            Self::BigQuery => &dialect::BigQueryDialect {},
            Self::Snowflake => &dialect::SnowflakeDialect {},
            Self::ClickHouse => &dialect::ClickHouseDialect {},
        }
    }
}

impl Tokens {
    /// Tokenizes a text; None if that fails.
    pub fn of(text: &str, dialect: Dialect) -> Option<Self> {
        let raw = Tokenizer::new(dialect.grammar(), text).tokenize_with_location().ok()?;
        let mut place = Place { chars: text.chars(), at: 0, line: 1, column: 1 };
        let mut items = Vec::new();
        let mut quoted = Vec::new();
        for (index, token) in raw.iter().enumerate() {
            let span = Span { start: place.of(token.span.start), end: place.of(token.span.end) };
            if is_quoted(&token.token) {
                quoted.push(span.end);
            }
            if matches!(token.token, Token::Whitespace(_) | Token::EOF) {
                continue;
            }
            let upper = match &token.token {
                Token::Word(word) if word.quote_style.is_none() => word.value.to_ascii_uppercase(),
                _ => String::new(),
            };
            let line = token.span.start.line;
            let item = Item { token: token.token.clone(), upper, raw: index, span, line, closes_after: None };
            items.push(item);
        }
        // A string with two possible ends can hide anything. Executable comments are handled elsewhere.
        let runs = matches!(dialect, Dialect::MySql | Dialect::Generic) && text.contains("/*!");
        if !runs && quoted != quoted_ends(text, dialect) {
            return None;
        }
        pair(&mut items);
        Some(Self { raw, items })
    }

    /// All words.
    pub fn all(&self) -> Words<'_> {
        Words { tokens: self, items: &self.items }
    }

    /// Returns the statements. The body of a trigger or routine between `BEGIN` and `END` stays in one piece
    /// if the grammar recognizes it.
    pub fn statements(&self, dialect: Dialect) -> Vec<Words<'_>> {
        let mut statements = Vec::new();
        let mut start = 0;
        let mut routines = 0;
        while start < self.items.len() {
            let rest = self.all().from(start);
            let mut length = rest.ends(dialect);
            if rest.is_routine() && rest.items.get(length).is_some() && routines < ROUTINES {
                routines += 1;
                length = rest.routine_length(dialect).filter(|whole| *whole > length).unwrap_or(length);
            }
            if length > 0 {
                statements.push(rest.to(length));
            }
            start += length + 1;
        }
        statements
    }
}

/// Pairs the parentheses.
fn pair(items: &mut [Item]) {
    let mut open = Vec::new();
    for i in 0..items.len() {
        match items.get(i).map(|item| &item.token) {
            Some(Token::LParen) => open.push(i),
            Some(Token::RParen) => {
                if let Some(start) = open.pop()
                    && let Some(item) = items.get_mut(start)
                {
                    item.closes_after = Some(i - start);
                }
            }
            // The end of a statement closes everything.
            Some(Token::SemiColon) => open.clear(),
            _ => {}
        }
    }
}

/// A position in a text that only moves forward.
struct Place<'a> {
    chars: std::str::Chars<'a>,
    at: usize,
    line: u64,
    column: u64,
}

impl Place<'_> {
    fn of(&mut self, location: Location) -> usize {
        while (self.line, self.column) < (location.line, location.column) {
            let Some(c) = self.chars.next() else { break };
            self.at += c.len_utf8();
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.at
    }
}

impl<'t> Words<'t> {
    /// Returns the number of words.
    pub fn len(self) -> usize {
        self.items.len()
    }

    /// Returns the words from the `i`th on.
    pub fn from(self, i: usize) -> Self {
        Self { items: self.items.get(i..).unwrap_or_default(), ..self }
    }

    /// Returns the words before the `i`th.
    pub fn to(self, i: usize) -> Self {
        Self { items: self.items.get(..i).unwrap_or(self.items), ..self }
    }

    /// Returns the `i`th token.
    pub fn token(self, i: usize) -> Option<&'t Token> {
        self.items.get(i).map(|item| &item.token)
    }

    /// Returns the `i`th word in upper case; empty if it is quoted or not a word.
    pub fn upper(self, i: usize) -> &'t str {
        self.items.get(i).map_or("", |item| item.upper.as_str())
    }

    /// Returns the word before the `i`th in upper case.
    pub fn before(self, i: usize) -> &'t str {
        i.checked_sub(1).map_or("", |i| self.upper(i))
    }

    /// Whether the `i`th is this word.
    pub fn is(self, i: usize, word: &str) -> bool {
        self.upper(i) == word
    }

    /// Whether the `i`th is one of these words.
    pub fn is_any(self, i: usize, words: &[&str]) -> bool {
        words.contains(&self.upper(i))
    }

    /// Finds the first of these words outside of parentheses, from the `i`th on.
    pub fn find(self, i: usize, words: &[&str]) -> Option<usize> {
        let mut depth = 0usize;
        for at in i..self.len() {
            match self.token(at) {
                Some(Token::LParen) => depth += 1,
                Some(Token::RParen) => depth = depth.checked_sub(1)?,
                _ if depth == 0 && words.contains(&self.upper(at)) => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// Whether it contains one of these words.
    pub fn has_any(self, words: &[&str]) -> bool {
        self.items.iter().any(|item| words.contains(&item.upper.as_str()))
    }

    /// Whether it contains this token.
    pub fn has(self, token: &Token) -> bool {
        self.items.iter().any(|item| item.token == *token)
    }

    /// Returns where the parenthesis opened by the `i`th closes.
    pub fn closing(self, i: usize) -> Option<usize> {
        self.items.get(i)?.closes_after.map(|distance| i + distance).filter(|at| *at < self.len())
    }

    /// Returns the text of the `i`th, if it is a string.
    pub fn string(self, i: usize) -> Option<&'t str> {
        match self.token(i)? {
            Token::SingleQuotedString(text)
            | Token::DoubleQuotedString(text)
            | Token::EscapedStringLiteral(text)
            | Token::NationalStringLiteral(text)
            | Token::SingleQuotedRawStringLiteral(text)
            | Token::UnicodeStringLiteral(text) => Some(text),
            Token::DollarQuotedString(text) => Some(&text.value),
            Token::Word(word) if word.quote_style == Some('"') => Some(&word.value),
            _ => None,
        }
    }

    /// Returns the dotted name that begins at the `i`th, and where it ends.
    pub fn name(self, i: usize) -> Option<(String, usize)> {
        let part = |i| match self.token(i)? {
            Token::Word(word) => Some(word.value.as_str()),
            Token::DoubleQuotedString(text) | Token::SingleQuotedString(text) => Some(text.as_str()),
            Token::Number(text, _) => Some(text.as_str()),
            _ => None,
        };
        let mut name = part(i)?.to_owned();
        let mut at = i + 1;
        while self.token(at) == Some(&Token::Period)
            && let Some(more) = part(at + 1)
        {
            name.push('.');
            name.push_str(more);
            at += 2;
        }
        Some((name, at))
    }

    /// Returns its position in the text.
    pub fn span(self) -> Span {
        match (self.items.first(), self.items.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }

    /// Returns the number of words of the first statement.
    fn ends(self, dialect: Dialect) -> usize {
        let alone = |i: usize| {
            let line = |i: usize| self.items.get(i).map(|item| item.line);
            line(i) != line(i + 1) && (i == 0 || line(i) != line(i - 1))
        };
        let end = (0..self.len()).find(|&i| {
            self.token(i) == Some(&Token::SemiColon)
                || (dialect == Dialect::MsSql && self.is(i, "GO") && alone(i))
        });
        end.unwrap_or(self.len())
    }

    /// Whether it creates an object that contains statements.
    fn is_routine(self) -> bool {
        const ROUTINES: &[&str] = &["TRIGGER", "PROCEDURE", "FUNCTION", "EVENT"];
        self.is(0, "CREATE") && (1..12).any(|i| self.is_any(i, ROUTINES))
    }

    /// Returns the number of words of a routine according to the grammar.
    fn routine_length(self, dialect: Dialect) -> Option<usize> {
        let first = self.items.first()?.raw;
        if !self.has_any(&["BEGIN"]) {
            return None;
        }
        let used = self.parsed(self.tokens.raw.get(first..)?, &[dialect], &|_| true)?;
        let length = self.items.iter().position(|item| item.raw >= first + used).unwrap_or(self.len());
        let ended = length == self.len() || self.token(length) == Some(&Token::SemiColon);
        ended.then_some(length)
    }

    /// Counts its operators; None if it is too deeply nested or too long for the grammar.
    fn operators(self) -> Option<usize> {
        let mut operators = 0usize;
        let mut depth = 0usize;
        for item in self.items {
            match &item.token {
                Token::LParen | Token::LBracket | Token::LBrace => depth += 1,
                Token::RParen | Token::RBracket | Token::RBrace => depth = depth.saturating_sub(1),
                Token::Comma | Token::Period | Token::SemiColon | Token::Number(..) => {}
                Token::Word(word) if word.quote_style.is_some() => {}
                Token::Word(_) => operators += usize::from(nests(&item.upper)),
                token if is_literal(token) => {}
                _ => operators += 1,
            }
            if depth > RECURSION {
                return None;
            }
        }
        (operators <= OPERATORS && self.len() <= WORDS).then_some(operators)
    }

    /// Whether the grammar parses it as a whole as this kind of statement: a second opinion on statements
    /// that look harmless.
    pub fn parses(self, dialect: Dialect, kind: impl Fn(&Statement) -> bool + Sync) -> bool {
        let (Some(first), Some(last)) = (self.items.first(), self.items.last()) else { return false };
        let Some(raw) = self.tokens.raw.get(first.raw..=last.raw) else { return false };
        // Another dialect's grammar is good enough: the words were checked already.
        let dialects = [dialect, Dialect::Generic, Dialect::Postgres, Dialect::DuckDb];
        self.parsed(raw, &dialects, &kind).is_some_and(|used| used >= raw.len())
    }

    /// Returns how many tokens the grammar of one of the dialects parses as one statement of that kind.
    fn parsed(
        self,
        raw: &[TokenWithSpan],
        dialects: &[Dialect],
        kind: &(dyn Fn(&Statement) -> bool + Sync),
    ) -> Option<usize> {
        let operators = self.operators()?;
        let with = |limit| {
            dialects.iter().map(|dialect| parse(raw, *dialect, limit, kind)).find(|p| *p != Parsed::No)
        };
        if operators <= FEW {
            match with(SHALLOW) {
                Some(Parsed::Yes(used)) => return Some(used),
                None => return None,
                _ => {}
            }
        }
        // The tree is dropped in that thread as well.
        let deep = std::thread::scope(|scope| {
            let thread =
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || with(RECURSION));
            thread.ok()?.join().ok()?
        });
        if let Some(Parsed::Yes(used)) = deep { Some(used) } else { None }
    }
}

/// The result of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parsed {
    /// One statement with this many tokens.
    Yes(usize),
    No,
    TooDeep,
}

fn parse(
    raw: &[TokenWithSpan],
    dialect: Dialect,
    limit: usize,
    kind: &(dyn Fn(&Statement) -> bool + Sync),
) -> Parsed {
    let parser = Parser::new(dialect.grammar()).with_recursion_limit(limit);
    let mut parser = parser.with_tokens_with_locations(raw.to_vec());
    match parser.parse_statement() {
        Ok(statement) if kind(&statement) => match parser.peek_token_ref().token {
            Token::EOF => Parsed::Yes(raw.len()),
            Token::SemiColon => Parsed::Yes(parser.index()),
            _ => Parsed::No,
        },
        Err(ParserError::RecursionLimitExceeded) => Parsed::TooDeep,
        _ => Parsed::No,
    }
}

/// Whether the token is quoted text or a comment.
fn is_quoted(token: &Token) -> bool {
    use Whitespace::{MultiLineComment, SingleLineComment};
    match token {
        Token::Whitespace(blank) => matches!(blank, SingleLineComment { .. } | MultiLineComment(_)),
        Token::Word(word) => word.quote_style.is_some(),
        Token::Placeholder(_) => false,
        Token::TripleSingleQuotedString(_)
        | Token::TripleDoubleQuotedString(_)
        | Token::SingleQuotedByteStringLiteral(_)
        | Token::DoubleQuotedByteStringLiteral(_)
        | Token::TripleSingleQuotedByteStringLiteral(_)
        | Token::TripleDoubleQuotedByteStringLiteral(_)
        | Token::SingleQuotedRawStringLiteral(_)
        | Token::DoubleQuotedRawStringLiteral(_)
        | Token::TripleSingleQuotedRawStringLiteral(_)
        | Token::TripleDoubleQuotedRawStringLiteral(_)
        | Token::QuoteDelimitedStringLiteral(_)
        | Token::NationalQuoteDelimitedStringLiteral(_)
        | Token::UnicodeStringLiteral(_) => true,
        token => is_literal(token),
    }
}

fn is_literal(token: &Token) -> bool {
    matches!(
        token,
        Token::SingleQuotedString(_)
            | Token::DoubleQuotedString(_)
            | Token::EscapedStringLiteral(_)
            | Token::NationalStringLiteral(_)
            | Token::DollarQuotedString(_)
            | Token::HexStringLiteral(_)
            | Token::Placeholder(_)
    )
}

/// Whether a word joins expressions or queries, so that a chain of them nests.
fn nests(upper: &str) -> bool {
    const JOINS: &[&str] = &[
        "AND",
        "OR",
        "NOT",
        "IS",
        "ISNULL",
        "NOTNULL",
        "IN",
        "LIKE",
        "ILIKE",
        "RLIKE",
        "REGEXP",
        "GLOB",
        "MATCH",
        "SIMILAR",
        "BETWEEN",
        "COLLATE",
        "AT",
        "UNION",
        "EXCEPT",
        "INTERSECT",
        "MINUS",
        "XOR",
        "DIV",
        "MOD",
        "OVERLAPS",
        "OPERATOR",
        "MEMBER",
        "ESCAPE",
        "EXPLAIN",
        "DESCRIBE",
        "DESC",
        "PREPARE",
        "PIVOT",
        "UNPIVOT",
        "ARRAY",
        "CASE",
        "BEGIN",
        "IF",
        "WHILE",
        "INTERVAL",
        "BINARY",
        "PRIOR",
        "CONNECT_BY_ROOT",
        "JOIN",
    ];
    JOINS.contains(&upper)
}
