//! SQL as words: what the tokenizer makes of a text, in statements.

use sqlparser::{
    ast::Statement,
    dialect,
    parser::{Parser, ParserError},
    tokenizer::{Location, Token, TokenWithSpan, Tokenizer, Whitespace},
};

use crate::facts::Span;

use super::{Dialect, client::quoted_ends};

/// How deep the grammar may nest: each level costs much stack.
const RECURSION: usize = 45;
/// How many operators a statement may have for the grammar: chains of them nest, and dropping the tree costs stack.
const OPERATORS: usize = 1500;
/// How deep it may nest on the stack of whoever calls.
const SHALLOW: usize = 7;
/// How many operators it may have on the stack of whoever calls.
const FEW: usize = 200;
/// The stack, in bytes, for what nests deeper.
const STACK: usize = 32 * 1024 * 1024;
/// How many words a statement may have for the grammar.
const WORDS: usize = 40_000;
/// How many routines are looked at as wholes: each try looks at all that follows.
const ROUTINES: usize = 20;

/// A token that means something: neither blank nor comment.
#[derive(Debug)]
pub(super) struct Item {
    pub token: Token,
    /// The word in upper case, where it is one and not quoted.
    pub upper: String,
    /// Where it stands among all tokens.
    raw: usize,
    pub span: Span,
    line: u64,
    /// How far away the parenthesis is that ends what this one opens.
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
    /// The words of a text; None where it cannot be taken apart.
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
        // A string that one reads further than the other can hide anything. Comments that run are told apart elsewhere.
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

    /// The statements. What a trigger or routine holds between its `BEGIN` and `END` stays in one piece where the
    /// grammar can tell that it is one.
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

/// Notes for each parenthesis where it ends.
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
            // A statement ends whatever it left open.
            Some(Token::SemiColon) => open.clear(),
            _ => {}
        }
    }
}

/// A place in a text that only moves on.
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
    /// How many there are.
    pub fn len(self) -> usize {
        self.items.len()
    }

    /// The words from the `i`th on.
    pub fn from(self, i: usize) -> Self {
        Self { items: self.items.get(i..).unwrap_or_default(), ..self }
    }

    /// The words before the `i`th.
    pub fn to(self, i: usize) -> Self {
        Self { items: self.items.get(..i).unwrap_or(self.items), ..self }
    }

    /// The `i`th token.
    pub fn token(self, i: usize) -> Option<&'t Token> {
        self.items.get(i).map(|item| &item.token)
    }

    /// The `i`th word in upper case; empty where it is quoted or no word.
    pub fn upper(self, i: usize) -> &'t str {
        self.items.get(i).map_or("", |item| item.upper.as_str())
    }

    /// The word before the `i`th in upper case.
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

    /// Where one of these words first stands outside of parentheses, from the `i`th on.
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

    /// Whether one of these words stands anywhere.
    pub fn has_any(self, words: &[&str]) -> bool {
        self.items.iter().any(|item| words.contains(&item.upper.as_str()))
    }

    /// Whether this token stands anywhere.
    pub fn has(self, token: &Token) -> bool {
        self.items.iter().any(|item| item.token == *token)
    }

    /// Where the parenthesis ends that the `i`th opens.
    pub fn closing(self, i: usize) -> Option<usize> {
        self.items.get(i)?.closes_after.map(|distance| i + distance).filter(|at| *at < self.len())
    }

    /// The text of the `i`th, where it is a string.
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

    /// The name that begins at the `i`th, with its dots, and where it ends.
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

    /// Where it stands in the text.
    pub fn span(self) -> Span {
        match (self.items.first(), self.items.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }

    /// How many words the first statement has.
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

    /// Whether it creates something that holds statements.
    fn is_routine(self) -> bool {
        const ROUTINES: &[&str] = &["TRIGGER", "PROCEDURE", "FUNCTION", "EVENT"];
        self.is(0, "CREATE") && (1..12).any(|i| self.is_any(i, ROUTINES))
    }

    /// How many words a routine has by the grammar.
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

    /// How many operators it has; None where it nests too deep for the grammar, or is too long.
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

    /// Whether the grammar knows it as a whole, as this kind of statement: the second opinion on what looks harmless.
    pub fn parses(self, dialect: Dialect, kind: impl Fn(&Statement) -> bool + Sync) -> bool {
        let (Some(first), Some(last)) = (self.items.first(), self.items.last()) else { return false };
        let Some(raw) = self.tokens.raw.get(first.raw..=last.raw) else { return false };
        // What another dialect knows is known: the words were looked at already.
        let dialects = [dialect, Dialect::Generic, Dialect::Postgres, Dialect::DuckDb];
        self.parsed(raw, &dialects, &kind).is_some_and(|used| used >= raw.len())
    }

    /// How many tokens the grammar of one of the dialects takes for one statement of that kind.
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
        // The tree is dropped there as well.
        let deep = std::thread::scope(|scope| {
            let thread =
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || with(RECURSION));
            thread.ok()?.join().ok()?
        });
        if let Some(Parsed::Yes(used)) = deep { Some(used) } else { None }
    }
}

/// What the grammar makes of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parsed {
    /// One statement, of so many tokens.
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

/// Whether a word can join expressions or queries into a longer one, so that a chain of them nests.
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
