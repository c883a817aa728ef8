//! Tokenizes JavaScript. Code in templates is added to the other tokens, so it is checked like the rest.

use super::super::{
    listed,
    token::{Chars, Token},
};

/// Keywords.
pub(super) const KEYWORDS: &str = "const let var if else for of in while do return typeof instanceof new true false null undefined NaN \
    Infinity try catch finally throw break continue void delete function switch case default";
/// Keywords that are values, so a slash after them divides.
const VALUES: &str = "true false null undefined NaN Infinity this super";
/// Maximum nesting of templates.
const DEPTH: usize = 3;

/// Whether a value ends here, so a slash divides and a bracket looks up.
pub(super) fn ends_value(token: &Token) -> bool {
    match token {
        Token::Name(name) => listed(VALUES, name) || !listed(KEYWORDS, name),
        other => other.ends_value(KEYWORDS),
    }
}

/// Returns the tokens of a text; None if it uses unsupported syntax.
pub(in super::super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    // These begin comments only in some contexts.
    if text.contains("<!--") || text.contains("-->") {
        return None;
    }
    lex(text, 0, &mut tokens)?;
    Some(tokens)
}

fn lex(text: &str, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    let mut chars = Chars::new(text);
    while let Some(c) = chars.ahead(0) {
        match c {
            '\n' | ' ' | '\t' => {
                chars.next();
            }
            '\r' => {
                chars.next();
                chars.ahead(0).filter(|c| *c == '\n')?;
            }
            // A comment in a template can hide where its code ends.
            '/' if chars.at("//") && depth == 0 => {
                chars.take(|c| !is_line_end(c));
            }
            '/' if chars.at("//") || chars.at("/*") => return None,
            '/' => slash(&mut chars, depth, tokens)?,
            '"' | '\'' => {
                chars.next();
                let text = chars.quoted(c)?;
                tokens.push(Token::Text(text));
            }
            '`' => {
                chars.next();
                tokens.push(Token::Filled);
                template(&mut chars, depth, tokens)?;
            }
            '0'..='9' => {
                chars.number();
                tokens.push(Token::Number);
            }
            _ if c.is_ascii_alphabetic() || c == '_' || c == '$' => {
                tokens.push(Token::Name(chars.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')));
                chars.ahead(0).is_none_or(|c| c.is_ascii() && c != '\\').then_some(())?;
            }
            '?' if chars.at("?.") && chars.ahead(2).is_none_or(|c| !c.is_ascii_digit()) => {
                chars.skip(2);
                // `a?.b` is `a.b`; `a?.(…)` and `a?.[…]` are not supported.
                chars.ahead(0).filter(|c| c.is_ascii_alphabetic() || *c == '_')?;
                tokens.push(Token::Op('.'));
            }
            _ if !c.is_ascii() || c.is_ascii_control() || matches!(c, '@' | '#' | '\\') => return None,
            _ => {
                chars.next();
                tokens.push(Token::Op(c));
            }
        }
    }
    Some(())
}

/// Reads a slash as division or as a pattern; fails if that is ambiguous.
fn slash(chars: &mut Chars, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    let condition = |t: &Token| ["if", "while", "for", "with"].iter().any(|word| t.is_name(word));
    let pattern = match tokens.as_slice() {
        [.., Token::Op(a @ ('+' | '-')), Token::Op(b)] if a == b => return None,
        // After a block it begins a pattern, after an object it divides.
        [.., Token::Op('}')] => return None,
        [.., Token::Op(')')] if tokens.iter().any(condition) => return None,
        // A member can be named like a keyword, and these keywords can be names.
        [.., Token::Op('.'), Token::Name(_)] => false,
        [.., Token::Name(name)] if matches!(name.as_str(), "of" | "let") => return None,
        [.., last] => !ends_value(last),
        [] => true,
    };
    chars.next();
    if !pattern {
        tokens.push(Token::Op('/'));
        return Some(());
    }
    let mut bracket = false;
    loop {
        match chars.next()? {
            '\\' => {
                chars.next().filter(|c| !is_line_end(*c))?;
            }
            c if is_line_end(c) => return None,
            '[' => bracket = true,
            ']' => bracket = false,
            '/' if !bracket => break,
            _ => {}
        }
    }
    chars.take(|c| c.is_ascii_alphabetic());
    tokens.push(Token::Pattern);
    (depth == 0).then_some(())
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Adds the code in a template as `+ (code)`.
fn template(chars: &mut Chars, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    if depth >= DEPTH {
        return None;
    }
    loop {
        match chars.next()? {
            '`' => return Some(()),
            '\\' => {
                chars.next()?;
            }
            '$' if chars.ahead(0) == Some('{') => {
                chars.next();
                let code = chars.braced()?;
                tokens.extend([Token::Op('+'), Token::Op('(')]);
                lex(&code, depth + 1, tokens)?;
                tokens.push(Token::Op(')'));
            }
            _ => {}
        }
    }
}
