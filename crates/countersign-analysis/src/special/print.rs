//! `echo` and `printf`: their output is known if their words are.

use crate::{
    command::Given,
    walk::{Input, Output, Walk},
    word::{Piece, Unknown, Word},
};

/// Maximum length of printed text to follow.
const LONGEST: usize = 64 * 1024;

/// Returns the printed text.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    if super::name_of(given.words).ends_with("printf") {
        return printed(walk, words);
    }
    let text = known(words).and_then(|words| echo(&words));
    text.filter(|text| can_be_followed(text)).map_or(Output::Unknown, Output::Text)
}

/// Whether the text can be followed: a NUL may or may not be lost, depending on the reader.
fn can_be_followed(text: &str) -> bool {
    text.len() <= LONGEST && !text.contains('\0')
}

fn known(words: &[Word]) -> Option<Vec<String>> {
    words.iter().map(Word::known).collect()
}

fn printed(walk: &mut Walk<'_>, words: &[Word]) -> Output {
    let first = words.first().map(Word::prefix).unwrap_or_default();
    let (variable, rest) = match (first.as_str(), words) {
        ("-v", [_, name, rest @ ..]) => (Some(name.clone()), rest),
        ("--", [_, rest @ ..]) => (None, rest),
        (attached, [name, rest @ ..]) if attached.starts_with("-v") => (Some(name.skip(2)), rest),
        _ => (None, words),
    };
    let text = known(rest).and_then(|words| printf(&words)).filter(|text| can_be_followed(text));
    let Some(variable) = variable else { return text.map_or(Output::Unknown, Output::Text) };
    match walk.named(&variable) {
        Some(name) => {
            crate::shell::env_raises(walk, &name, text.as_deref(), variable.span);
            let any = Unknown::anything(format!("${name}"));
            let piece = match text {
                Some(text) if !variable.prefix().contains('[') => Piece::Text(text),
                _ => Piece::Unknown(any),
            };
            walk.hold(&name, vec![piece], variable.span);
        }
        None => {
            walk.scope.variables.clear();
            walk.scope.set_elsewhere = true;
        }
    }
    Output::Text(String::new())
}

/// Returns what `echo` prints; None if shells differ.
fn echo(words: &[String]) -> Option<String> {
    let is_flag = |word: &&String| {
        word.strip_prefix('-')
            .is_some_and(|f| !f.is_empty() && f.chars().all(|c| matches!(c, 'n' | 'e' | 'E')))
    };
    let flags: String = words.iter().take_while(is_flag).map(String::as_str).collect();
    let count = words.iter().take_while(is_flag).count();
    let text = words.get(count..)?.join(" ");
    let escapes = flags.chars().rev().find(|c| matches!(c, 'e' | 'E'));
    let end = if flags.contains('n') { "" } else { "\n" };
    match escapes {
        Some('e') => {
            let (text, stopped) = unescaped(&text, 3)?;
            Some(if stopped { text } else { text + end })
        }
        None if text.contains('\\') => None,
        _ => Some(text + end),
    }
}

/// Decodes escapes, and returns whether `\c` ended the text. `\0` is followed by up to `after_zero` octal digits.
fn unescaped(text: &str, after_zero: usize) -> Option<(String, bool)> {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let digits = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>, radix: u32, most: usize| {
            let mut number = None;
            for _ in 0..most {
                let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
                number = Some(number.unwrap_or(0) * radix + digit);
                chars.next();
            }
            number
        };
        match chars.next() {
            None => out.push('\\'),
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('a') => out.push('\x07'),
            Some('b') => out.push('\x08'),
            Some('e' | 'E') => out.push('\x1b'),
            Some('f') => out.push('\x0c'),
            Some('v') => out.push('\x0b'),
            Some('c') => return Some((out, true)),
            Some('\\') => out.push('\\'),
            Some('0') => {
                let value = digits(&mut chars, 8, after_zero).unwrap_or(0);
                out.push(char::from(u8::try_from(value).ok().filter(u8::is_ascii)?));
            }
            Some('1'..='7') => return None,
            Some('x') => {
                let value = digits(&mut chars, 16, 2)?;
                out.push(char::from(u8::try_from(value).ok().filter(u8::is_ascii)?));
            }
            Some('u') => out.push(char::from_u32(digits(&mut chars, 16, 4)?)?),
            Some('U') => out.push(char::from_u32(digits(&mut chars, 16, 8)?)?),
            Some('"') => out.push('"'),
            Some(other) => out.extend(['\\', other]),
        }
    }
    Some((out, false))
}

/// Returns what `printf` prints, for the usual formats.
fn printf(words: &[String]) -> Option<String> {
    let (format, mut rest) = words.split_first()?;
    if format.starts_with('-') {
        return None;
    }
    let mut out = String::new();
    loop {
        let before = rest.len();
        let mut parts = format.split('%').peekable();
        out.push_str(&plain(parts.next()?)?);
        while let Some(part) = parts.next() {
            let Some(kind) = part.chars().next() else {
                // `%%` leaves an empty part; the next one is plain text.
                out.push('%');
                out.push_str(&plain(parts.next()?)?);
                continue;
            };
            let argument = rest.first().cloned().unwrap_or_default();
            rest = rest.get(1..).unwrap_or_default();
            match kind {
                's' => out.push_str(&argument),
                'd' | 'i' if argument.parse::<i64>().is_ok() => out.push_str(&argument),
                'b' if !argument.contains('\\') => out.push_str(&argument),
                _ => return None,
            }
            out.push_str(&plain(part.get(kind.len_utf8()..)?)?);
        }
        if rest.is_empty() || rest.len() == before || out.len() > LONGEST {
            return Some(out);
        }
    }
}

fn plain(text: &str) -> Option<String> {
    unescaped(text, 2).filter(|(_, stopped)| !stopped).map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|w| (*w).to_owned()).collect()
    }

    #[test]
    fn echo_prints_what_bash_prints() {
        assert_eq!(echo(&words(&["rm", "-rf", "x"])).unwrap(), "rm -rf x\n");
        assert_eq!(echo(&words(&["-n", "a"])).unwrap(), "a");
        assert_eq!(echo(&words(&["-ne", "a\\tb\\x72\\0155"])).unwrap(), "a\tbrm");
        assert_eq!(echo(&words(&["-x", "a"])).unwrap(), "-x a\n");
        assert_eq!(echo(&words(&["a\\nb"])), None);
        assert_eq!(echo(&words(&["-E", "a\\nb"])).unwrap(), "a\\nb\n");
    }

    #[test]
    fn printf_fills_its_format_again_and_again() {
        assert_eq!(printf(&words(&["%s\\n", "a", "b"])).unwrap(), "a\nb\n");
        assert_eq!(printf(&words(&["100%% %d\\n", "7"])).unwrap(), "100% 7\n");
        assert_eq!(printf(&words(&["rm\\040x"])).unwrap(), "rm x");
        assert_eq!(printf(&words(&["%c%c", "rm", "x"])), None);
        assert_eq!(printf(&words(&["plain"])).unwrap(), "plain");
        assert_eq!(printf(&words(&["plain", "more", "words"])).unwrap(), "plain");
    }
}
