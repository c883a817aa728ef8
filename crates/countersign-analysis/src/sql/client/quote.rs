//! Where quotes and comments end.

use super::Dialect;

/// Returns the ends of quoted texts and comments, in order: a second opinion on the tokenizer.
pub(in crate::sql) fn quoted_ends(text: &str, dialect: Dialect) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match quoted_end(text, at, dialect) {
            Some(end) => {
                ends.push(end);
                at = end.max(at + 1);
            }
            None => at += c.len_utf8(),
        }
    }
    ends
}

/// Returns the end of the quoted text or comment that begins at `at`, if any. An unclosed one ends with the text.
pub(super) fn quoted_end(text: &str, at: usize, dialect: Dialect) -> Option<usize> {
    use Dialect::{BigQuery, ClickHouse, DuckDb, Generic, MsSql, MySql, Postgres, Snowflake, Sqlite};
    let rest = text.get(at..)?;
    let byte = |i: usize| rest.as_bytes().get(i).copied();
    let second = byte(1);
    let escapes = matches!(dialect, MySql | BigQuery | ClickHouse | Snowflake);
    let nested = matches!(dialect, Postgres | Generic | MsSql | DuckDb | ClickHouse);
    let length = match byte(0)? {
        b'\'' => closed(rest, b'\'', escapes || has_escapes(text, at, dialect)),
        b'"' => closed(rest, b'"', matches!(dialect, MySql | BigQuery | ClickHouse)),
        b'`' if !matches!(dialect, Postgres | MsSql) => closed(rest, b'`', dialect == ClickHouse),
        b'[' if dialect == Sqlite => rest.find(']').map_or(rest.len(), |end| end + 1),
        b'[' if dialect == MsSql => closed(rest, b']', false),
        b'$' if !matches!(dialect, Sqlite | MySql | MsSql | BigQuery) => dollar(text, at)?,
        b'-' if second == Some(b'-') && (dialect != MySql || is_blank(byte(2))) => line(rest, dialect),
        b'#' if matches!(dialect, MySql | BigQuery | Snowflake) => line(rest, dialect),
        b'/' if second == Some(b'/') && dialect == Snowflake => line(rest, dialect),
        b'/' if second == Some(b'*') => comment(rest, nested),
        _ => return None,
    };
    Some(at + length)
}

fn is_blank(b: Option<u8>) -> bool {
    b.is_none_or(|b| b.is_ascii_whitespace())
}

fn line(rest: &str, dialect: Dialect) -> usize {
    let end = if dialect == Dialect::Postgres { rest.find(['\r', '\n']) } else { rest.find('\n') };
    end.unwrap_or(rest.len())
}

/// Whether the string at `at` has backslash escapes: `E'…'`.
fn has_escapes(text: &str, at: usize, dialect: Dialect) -> bool {
    let mut before = text.get(..at).unwrap_or_default().bytes().rev();
    let marked = matches!(before.next(), Some(b'e' | b'E'));
    let word = before.next().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_' || !b.is_ascii());
    matches!(dialect, Dialect::Postgres | Dialect::DuckDb | Dialect::Generic) && marked && !word
}

/// Returns the length of a quoted text; a doubled quote does not end it.
fn closed(rest: &str, quote: u8, escapes: bool) -> usize {
    let mut bytes = rest.bytes().enumerate().skip(1).peekable();
    while let Some((i, b)) = bytes.next() {
        if escapes && b == b'\\' {
            bytes.next();
        } else if b == quote {
            if bytes.peek().map(|(_, b)| *b) != Some(quote) {
                return i + 1;
            }
            bytes.next();
        }
    }
    rest.len()
}

/// Returns the length of a dollar-quoted text: `$tag$ … $tag$`.
fn dollar(text: &str, at: usize) -> Option<usize> {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || !b.is_ascii();
    if text.get(..at)?.bytes().next_back().is_some_and(word) {
        return None;
    }
    let rest = text.get(at..)?;
    let name = rest.bytes().skip(1).take_while(|b| word(*b)).count();
    let tag = rest.get(..name + 2).filter(|tag| tag.ends_with('$'))?;
    if tag.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let end = rest.get(tag.len()..)?.find(tag).map_or(rest.len(), |end| end + 2 * tag.len());
    Some(end)
}

fn comment(rest: &str, nested: bool) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(rest) = rest.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") && (nested || depth == 0) {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth = depth.saturating_sub(1);
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_end_where_the_dialect_ends_them() {
        for (text, dialect, end) in [
            ("'a''b'c", Dialect::Postgres, 6),
            (r"'a\'b'c", Dialect::Postgres, 4),
            (r"'a\'b'c", Dialect::MySql, 6),
            ("'open", Dialect::Sqlite, 5),
            ("$$a'b$$c", Dialect::Postgres, 7),
            ("$x$a$$b$x$c", Dialect::Postgres, 10),
            ("/* a /* b */ c */d", Dialect::Postgres, 17),
            ("/* a /* b */ c */d", Dialect::MySql, 12),
            ("-- a\nb", Dialect::MySql, 4),
            ("[a'b]c", Dialect::Sqlite, 5),
        ] {
            assert_eq!(quoted_end(text, 0, dialect), Some(end), "{text}");
        }
        assert_eq!(quoted_end(r"E'a\'b'c", 1, Dialect::Postgres), Some(7));
        assert_eq!(quoted_ends("SELECT 'a' -- b\n, \"c\"", Dialect::Postgres), [10, 15, 21]);
        assert_eq!(quoted_end("--1", 0, Dialect::MySql), None);
        assert_eq!(quoted_end("$1", 0, Dialect::Postgres), None);
        assert_eq!(quoted_end("a$$b", 1, Dialect::Postgres), None);
    }
}
