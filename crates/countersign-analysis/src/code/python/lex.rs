//! Tokenizes Python. Code in f-strings is added to the other tokens, so it is checked like the rest.

use super::super::token::{Chars, Token};

/// Represents the indentation of a line.
pub(super) const INDENT: char = '\t';
/// Maximum nesting of f-strings.
const DEPTH: usize = 3;

/// Returns the tokens of a text; None if it uses unsupported syntax.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    lex(text, 0, &mut tokens)?;
    Some(tokens)
}

fn lex(text: &str, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    let mut chars = Chars::new(text);
    let mut line = 0;
    while let Some(c) = chars.ahead(0) {
        match c {
            '\n' => {
                chars.next();
                line += 1;
                if depth == 0 {
                    tokens.push(Token::Newline);
                    let indented = !chars.take(|c| matches!(c, ' ' | '\t')).is_empty();
                    tokens.extend(indented.then_some(Token::Op(INDENT)));
                }
            }
            ' ' | '\t' => {
                chars.next();
            }
            // A lone carriage return ends a line, too.
            '\r' => {
                chars.next();
                chars.ahead(0).filter(|c| *c == '\n')?;
            }
            '\\' => {
                chars.next();
                chars.next().filter(|c| *c == '\n')?;
            }
            '#' if depth == 0 => {
                let comment = chars.take(|c| c != '\n' && c != '\r');
                // One of the first two lines can declare another encoding.
                if line < 2 && comment.contains("coding") {
                    return None;
                }
            }
            '"' | '\'' => string(&mut chars, "", depth, tokens)?,
            '0'..='9' => {
                chars.number();
                tokens.push(Token::Number);
            }
            _ if c.is_ascii_alphabetic() || c == '_' => {
                let word = chars.take(|c| c.is_ascii_alphanumeric() || c == '_');
                // Python normalizes other letters to ASCII, so a name may continue in them.
                chars.ahead(0).is_none_or(|c| c.is_ascii()).then_some(())?;
                if matches!(chars.ahead(0), Some('"' | '\'')) {
                    string(&mut chars, &word.to_ascii_lowercase(), depth, tokens)?;
                } else {
                    tokens.push(Token::Name(word));
                }
            }
            _ if !c.is_ascii() || c.is_ascii_control() || matches!(c, '#' | '$' | '?' | '`') => return None,
            _ => {
                chars.next();
                tokens.push(Token::Op(c));
            }
        }
    }
    Some(())
}

fn string(chars: &mut Chars, prefix: &str, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    if !["", "r", "b", "u", "f", "rb", "br", "rf", "fr"].contains(&prefix) {
        return None;
    }
    let quote = chars.next()?;
    let triple = chars.ahead(0) == Some(quote) && chars.ahead(1) == Some(quote);
    if triple {
        chars.skip(2);
    }
    let mut raw = String::new();
    loop {
        match chars.next()? {
            c if c == quote && !triple => break,
            c if c == quote && chars.ahead(0) == Some(quote) && chars.ahead(1) == Some(quote) => {
                chars.skip(2);
                break;
            }
            '\n' if !triple => return None,
            '\\' => raw.extend(['\\', chars.next()?]),
            c => raw.push(c),
        }
    }
    if prefix.contains('f') {
        tokens.push(Token::Filled);
        return filled(&raw, depth + 1, tokens);
    }
    tokens.push(if raw.contains('\\') && !prefix.contains('r') { Token::Filled } else { Token::Text(raw) });
    Some(())
}

/// Adds the code in an f-string as `% (code)`. A nested quote of the same kind, which newer versions allow,
/// leaves a brace open here.
fn filled(text: &str, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    let mut chars = Chars::new(text);
    if depth > DEPTH {
        return None;
    }
    while let Some(c) = chars.next() {
        match c {
            '{' if chars.ahead(0) == Some('{') => chars.skip(1),
            '}' if chars.ahead(0) == Some('}') => chars.skip(1),
            '}' => return None,
            '{' => {
                let code = chars.braced()?;
                let (code, format) = code.split_at(format_begins(&code));
                let code = ["!r", "!s", "!a"].iter().find_map(|end| code.strip_suffix(end)).unwrap_or(code);
                let code = code.trim_end();
                let code = code.strip_suffix('=').unwrap_or(code);
                tokens.extend([Token::Op('%'), Token::Op('(')]);
                lex(code, depth, tokens)?;
                tokens.push(Token::Op(')'));
                filled(format, depth + 1, tokens)?;
            }
            _ => {}
        }
    }
    Some(())
}

/// Returns where the format spec of an f-string value begins: at the first colon outside of brackets and
/// quotes.
fn format_begins(code: &str) -> usize {
    let mut depth = 0usize;
    let mut quote = None;
    for (at, c) in code.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ':') if depth == 0 => return at,
            _ => {}
        }
    }
    code.len()
}
