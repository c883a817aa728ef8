//! Determines what SQL does. Changes are found by words anywhere in a statement; that a statement only reads
//! must also be confirmed by the grammar. Anything else is opaque.

mod client;
mod definition;
mod function;
mod lex;
mod query;
mod session;
mod statement;
#[cfg(test)]
mod tests;

use countersign_words::{Message, say};
use sqlparser::tokenizer::Token;

use crate::{
    facts::{Class, Effect, Facts, Span},
    path,
    text::odd_character,
    walk::{DEPTH, Setting, Walk},
    word::Word,
};

use self::lex::{Tokens, Words};

/// Maximum length of a text in bytes.
const LENGTH: usize = 256 * 1024;
/// Maximum number of statements to analyse.
const STATEMENTS: usize = 2000;
/// Maximum number of findings per text.
const FINDINGS: usize = 300;

/// The SQL dialect: databases differ in quotes, comments and functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Unknown: what holds for any of them counts.
    Generic,
    /// SQLite, with the dot commands of its shell.
    Sqlite,
    /// PostgreSQL, with the backslash commands of psql.
    Postgres,
    /// MySQL and MariaDB, with the commands of their client.
    MySql,
    /// Microsoft SQL Server.
    MsSql,
    /// DuckDB, with the dot commands of its shell.
    DuckDb,
    /// BigQuery.
    BigQuery,
    /// Snowflake.
    Snowflake,
    /// ClickHouse.
    ClickHouse,
}

impl Dialect {
    /// Returns the dialect of that name; unknown names are generic.
    pub fn named(name: &str) -> Self {
        match name.to_ascii_lowercase().as_str() {
            "sqlite" | "sqlite3" => Self::Sqlite,
            "postgres" | "postgresql" | "psql" | "cockroach" => Self::Postgres,
            "mysql" | "mariadb" => Self::MySql,
            "mssql" | "tsql" | "sqlserver" | "sqlcmd" => Self::MsSql,
            "duckdb" => Self::DuckDb,
            "bigquery" => Self::BigQuery,
            "snowflake" => Self::Snowflake,
            "clickhouse" => Self::ClickHouse,
            _ => Self::Generic,
        }
    }
}

/// Analyses SQL. Targets are `table:NAME` and the like; only files have paths.
pub fn sql(text: &str, dialect: Dialect) -> Facts {
    let setting = Setting::default();
    let mut walk = Walk::new(&setting);
    judge(&mut walk, dialect, text, None);
    walk.facts
}

/// Notes what SQL does.
pub(crate) fn note(walk: &mut Walk<'_>, dialect: &str, text: &str, span: Span) {
    judge(walk, Dialect::named(dialect), text, Some(span));
}

fn judge(walk: &mut Walk<'_>, dialect: Dialect, text: &str, place: Option<Span>) {
    let span = place.unwrap_or(Span { start: 0, end: text.len() });
    if text.len() > LENGTH {
        return walk.opaque(Class::Destructive, say!("analysis-holds-more-sql-than-is-looked-at"), span);
    }
    if walk.depth >= DEPTH {
        return walk.opaque(Class::Destructive, say!("analysis-holds-sql-nested-too-deep"), span);
    }
    walk.depth += 1;
    let mut judge = Judge { walk, dialect, place, span, left: FINDINGS, prepared: Vec::new() };
    if is_odd(text) {
        judge
            .not_understood(text, say!("analysis-holds-sql-with-characters-that-databases-read-differently"));
    } else {
        let plain = client::commands(&mut judge, text);
        for (text, dialect) in readings(&plain, dialect) {
            judge.dialect = dialect;
            judge.text(&text);
        }
    }
    judge.walk.depth -= 1;
}

/// Whether it contains characters that only some databases treat as a blank or the end of a line.
fn is_odd(text: &str) -> bool {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let line_end = c == '\r' && chars.peek().is_none_or(|next| *next == '\n');
        if odd_character(c).is_some() && !line_end {
            return true;
        }
    }
    false
}

/// Returns the possible readings: with executable comments, and with different quotes and comments if the
/// dialect is unknown.
fn readings(text: &str, dialect: Dialect) -> Vec<(String, Dialect)> {
    let mut readings = vec![(text.to_owned(), dialect)];
    let mysql = matches!(dialect, Dialect::MySql | Dialect::Generic);
    let other = |sign| text.contains(sign);
    let marked = |pair: &[u8]| matches!(pair, [mark, b'\''] if mark.is_ascii_alphabetic());
    let told_apart = ["\\", "#", "$", "\"", "--", "/*", "'''"].into_iter().any(other);
    if dialect == Dialect::Generic && (told_apart || text.as_bytes().windows(2).any(marked)) {
        readings.push((text.to_owned(), Dialect::MySql));
        readings.push((text.to_owned(), Dialect::Sqlite));
    }
    if mysql && (other("/*!") || other("/*M!")) {
        readings.push((opened(text), Dialect::MySql));
        readings.push((text.replace("/*M!", "/*  ").replace("/*!", "/* "), Dialect::MySql));
    }
    readings
}

/// Returns the text with MySQL's executable comments turned into plain text; positions do not change.
fn opened(text: &str) -> String {
    let text = text.replace("/*M!", " /*!");
    let mut pieces = text.split("/*!");
    let mut opened = pieces.next().unwrap_or_default().replace("*/", "  ");
    for piece in pieces {
        // A version number says which servers run it; it is not part of the statement.
        let digits = piece.bytes().take(6).take_while(u8::is_ascii_digit).count();
        let number = if digits >= 5 { digits } else { 0 };
        opened.extend(std::iter::repeat_n(' ', "/*!".len() + number));
        opened.push_str(&piece.get(number..).unwrap_or_default().replace("*/", "  "));
    }
    opened
}

/// The analysis of one text.
struct Judge<'w, 's> {
    walk: &'w mut Walk<'s>,
    dialect: Dialect,
    /// The position of all findings, if it is one place.
    place: Option<Span>,
    /// The position of the current statement.
    span: Span,
    /// How many more findings may be noted.
    left: usize,
    /// The statements that the text prepares, by name.
    prepared: Vec<String>,
}

impl Judge<'_, '_> {
    /// Analyses all statements of a text.
    fn text(&mut self, text: &str) {
        let Some(tokens) = Tokens::of(text, self.dialect) else {
            return self.not_understood(text, say!("analysis-holds-sql-that-could-not-be-taken-apart"));
        };
        let statements = tokens.statements(self.dialect);
        for (i, words) in statements.into_iter().enumerate() {
            self.span = self.place.unwrap_or_else(|| words.span());
            if i >= STATEMENTS {
                return self
                    .opaque(Class::Destructive, say!("analysis-holds-more-statements-than-are-looked-at"));
            }
            self.statement(words);
        }
    }

    /// Analyses SQL in a string.
    fn inner(&mut self, text: &str) {
        let span = self.span;
        judge(self.walk, self.dialect, text, Some(span));
    }

    fn may_note(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(0) => {
                self.left = 0;
                self.walk.opaque(Class::Destructive, say!("analysis-does-more-than-is-told-here"), self.span);
                false
            }
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    fn note(&mut self, effect: Effect, reason: Message) {
        if self.may_note() {
            self.walk.note(effect, reason, self.span);
        }
    }

    fn note_on(&mut self, effect: Effect, target: impl Into<String>, reason: Message) {
        if self.may_note() {
            self.walk.note_on(effect, target, reason, self.span);
        }
    }

    fn opaque(&mut self, class: Class, reason: Message) {
        if self.may_note() {
            self.walk.opaque(class, reason, self.span);
        }
    }

    /// Notes that something is run, by its name if known.
    fn runs(&mut self, what: Option<&str>, reason: Message) {
        match what {
            Some(what) => self.note_on(Effect::Execute, what, reason),
            None => self.note(Effect::Execute, reason),
        }
    }

    /// Notes an effect on a file, or a contacted address.
    fn path(&mut self, effect: Effect, text: &str, reason: Message) {
        if !self.may_note() {
            return;
        }
        match text.split_once("://") {
            Some((scheme, rest)) if scheme != "file" => {
                let host = rest.split(['/', '?']).next().unwrap_or_default();
                self.walk.note_on(Effect::Send, host, say!("analysis-contacts-a-host"), self.span);
                if effect != Effect::Read {
                    self.walk.note_on(Effect::Change, text, reason, self.span);
                }
            }
            Some((_, rest)) => path::note(self.walk, effect, &Word::known_as(rest, self.span), reason),
            None => path::note(self.walk, effect, &Word::known_as(text, self.span), reason),
        }
    }

    /// Notes a statement that could not be understood.
    fn unknown(&mut self, words: Words<'_>) {
        // A backslash outside of quotes is a client command, which may run anything.
        let destroys = words.has_any(DESTROYING) || words.has(&Token::Backslash);
        let class = if destroys { Class::Destructive } else { Class::Mutable };
        self.opaque(class, say!("analysis-holds-sql-that-could-not-be-understood"));
    }

    /// Notes a text that could not be tokenized.
    fn not_understood(&mut self, text: &str, reason: Message) {
        let upper = text.to_ascii_uppercase();
        let mut words = upper.split(|c: char| !c.is_alphanumeric() && c != '_');
        let destroys = words.any(|w| DESTROYING.contains(&w)) || text.contains('\\');
        self.opaque(if destroys { Class::Destructive } else { Class::Mutable }, reason);
    }
}

/// Words by which an unknown statement may destroy or run something.
const DESTROYING: &[&str] = &[
    "DROP",
    "DELETE",
    "TRUNCATE",
    "EXEC",
    "EXECUTE",
    "CALL",
    "DO",
    "PROGRAM",
    "SHUTDOWN",
    "RESTART",
    "PURGE",
    "OVERWRITE",
    "RESTORE",
    "REMOVE",
    "SYSTEM",
    "XP_CMDSHELL",
    "SYS_EXEC",
    "SYS_EVAL",
    "LOAD_EXTENSION",
    "LO_UNLINK",
    "PG_FILE_UNLINK",
    "DBLINK",
    "DBLINK_EXEC",
];
