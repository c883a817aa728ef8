//! Parses text to a tree, within limits.

use std::panic::{AssertUnwindSafe, catch_unwind};

use brush_parser::{
    ParserOptions, Token,
    ast::Program,
    parse_tokens, uncached_tokenize_str,
    word::{self, BraceExpressionOrText, WordPieceWithSource},
};
use countersign_words::{Message, say};

/// Maximum length of a text.
const LONGEST: usize = 128 * 1024;
/// Maximum nesting.
const OPEN: usize = 100;
/// Above this nesting, the parser gets a stack of its own.
const OPEN_HERE: usize = 12;
const STACK: usize = 64 * 1024 * 1024;
/// Maximum nesting of parentheses and `case`: each level doubles the time the parser takes to fail.
const TRIED_TWICE: usize = 8;
/// Maximum nesting of braces in a word, for the same reason.
const BRACES: usize = 4;
/// Maximum nesting of substitutions in a word, and maximum number of unclosed ones.
const SUBSTITUTIONS: (usize, usize) = (6, 3);

/// Parses a text, or returns why it cannot.
pub(super) fn parse(text: &str) -> Result<Program, Message> {
    if text.len() > LONGEST {
        return Err(say!("analysis-is-longer-than-kib-and-was-not-looked-at", n = LONGEST / 1024));
    }
    let Some(open) = openings(text) else { return Err(say!("analysis-is-nested-too-deeply-to-be-followed")) };
    if has_empty_delimiter(text) {
        return Err(not_understood(Message::default()));
    }
    match open {
        n if n > OPEN_HERE => std::thread::scope(|scope| {
            let parsing =
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || parse_here(text));
            parsing
                .map_err(|e| Message::from(e.to_string()))?
                .join()
                .unwrap_or_else(|_| Err(not_understood(Message::default())))
        }),
        _ => parse_here(text),
    }
}

fn parse_here(text: &str) -> Result<Program, Message> {
    let options = ParserOptions::default();
    let parsed = guarded(|| {
        let tokens = uncached_tokenize_str(text, &options.tokenizer_options());
        let tokens = tokens.map_err(|e| Message::from(e.to_string()))?;
        if tried_twice(&tokens) > TRIED_TWICE {
            return Err(say!("analysis-it-is-nested-too-deeply"));
        }
        parse_tokens(&tokens, &options).map_err(|e| Message::from(e.to_string()))
    });
    parsed.unwrap_or_else(|| Err(Message::default())).map_err(not_understood)
}

/// Whether the delimiter of a here-document is an empty word (`<<''`): the tokenizer may search for its end
/// forever and exhaust memory. Quoted text that looks like it counts as well.
fn has_empty_delimiter(text: &str) -> bool {
    text.match_indices("<<").any(|(at, _)| {
        let word = text[at + 2..].trim_start_matches(['-', ' ', '\t', '\\', '\n', '\r']);
        let end = word.find(|c: char| c.is_whitespace() || ";|&<>()".contains(c)).unwrap_or(word.len());
        end > 0 && word[..end].chars().all(|c| matches!(c, '\'' | '"' | '\\' | '$'))
    })
}

/// Parses a word to its pieces.
pub(super) fn word(text: &str) -> Option<Vec<WordPieceWithSource>> {
    if is_tangled(text, true) {
        return None;
    }
    guarded(|| word::parse(text, &ParserOptions::default()).ok())?
}

/// Parses a here-document to its pieces.
pub(super) fn here_document(text: &str) -> Option<Vec<WordPieceWithSource>> {
    if is_tangled(text, false) {
        return None;
    }
    guarded(|| word::parse_heredoc(text, &ParserOptions::default()).ok())?
}

/// Parses the braces of a word, if any; fails if that is not possible.
pub(super) fn braces(text: &str) -> Result<Option<Vec<BraceExpressionOrText>>, ()> {
    if !text.contains('{') {
        return Ok(None);
    }
    if open_braces(text) > BRACES {
        return Err(());
    }
    guarded(|| word::parse_brace_expansions(text, &ParserOptions::default()).unwrap_or(None)).ok_or(())
}

/// Whether substitutions are nested too deeply, unclosed (the parser tries each several times), or contain a
/// comment: a parenthesis in it does not end them, but the parser thinks so.
fn is_tangled(text: &str, quotes: bool) -> bool {
    // For each open construct, its closing character and whether it is a substitution.
    let mut stack: Vec<(u8, bool)> = Vec::new();
    let (mut open, mut most) = (0_usize, 0);
    let mut escaped = false;
    let mut previous = 0;
    for byte in text.bytes() {
        let end = stack.last().map(|(end, _)| *end);
        let quotes = quotes || !stack.is_empty();
        match byte {
            _ if escaped => escaped = false,
            b'\\' if end != Some(b'\'') => escaped = true,
            _ if end == Some(byte) => open -= usize::from(stack.pop().is_some_and(|(_, counts)| counts)),
            _ if end == Some(b'\'') => {}
            b'#' if end == Some(b')') && b" \t\n;(|&".contains(&previous) => return true,
            b'\'' if quotes && end != Some(b'"') => stack.push((byte, false)),
            b'"' if quotes => stack.push((byte, false)),
            b'(' | b'{' if previous == b'$' => {
                stack.push((if byte == b'(' { b')' } else { b'}' }, true));
                open += 1;
            }
            b'(' if end == Some(b')') => stack.push((b')', false)),
            _ => {}
        }
        most = most.max(open);
        previous = byte;
    }
    most > SUBSTITUTIONS.0 || open > SUBSTITUTIONS.1
}

/// Runs the third-party parser and catches its panics.
fn guarded<T>(parse: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(parse)).ok()
}

/// Returns the maximum nesting of parentheses and `case`.
fn tried_twice(tokens: &[Token]) -> usize {
    let mut open = Vec::new();
    let mut most = 0;
    let mut begins = true;
    for token in tokens {
        match token {
            Token::Operator(sign, _) if sign == "(" => open.push('('),
            Token::Operator(sign, _) if sign == ")" => {
                // After a `case` pattern it closes nothing.
                open.pop_if(|last| *last == '(');
            }
            Token::Word(word, _) if word == "case" => open.push('c'),
            Token::Word(word, _) if word == "esac" && begins => {
                open.pop_if(|last| *last == 'c');
            }
            _ => {}
        }
        most = most.max(open.len());
        begins = match token {
            Token::Operator(..) => true,
            Token::Word(word, _) => matches!(word.as_str(), "in" | "esac" | "fi" | "done" | "}"),
        };
    }
    most
}

/// Returns the maximum nesting of braces. Where quotes may be nested, all of them count as open.
fn open_braces(text: &str) -> usize {
    if ["$(", "${", "`"].iter().any(|sign| text.contains(sign)) {
        return text.matches('{').count() - text.matches("${").count();
    }
    let (mut open, mut most) = (0_usize, 0);
    let mut quote = None;
    let mut escaped = false;
    let mut previous = 0;
    for byte in text.bytes() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (None | Some(b'"' | b'$'), b'\\') => escaped = true,
            (Some(b'\'' | b'$'), b'\'') | (Some(b'"'), b'"') => quote = None,
            (None, b'\'') => quote = Some(if previous == b'$' { b'$' } else { b'\'' }),
            (None, b'"') => quote = Some(b'"'),
            (None, b'{') => open += 1,
            (None, b'}') => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
        previous = byte;
    }
    most
}

/// Returns the message that a text is not understood, with the reason if known.
fn not_understood(why: Message) -> Message {
    match why.is_empty() {
        true => say!("analysis-is-not-understood-as-shell-text"),
        false => say!("analysis-is-not-understood-as-shell-text-of", said = why),
    }
}

/// Returns the maximum nesting; None if it is too deep. Quotes may hide what closes, so either few constructs
/// are opened at all, or the second parser knows the nesting.
fn openings(text: &str) -> Option<usize> {
    let signs = text.bytes().filter(|b| b"({`[".contains(b)).count();
    let opens =
        |word: &&str| matches!(*word, "if" | "case" | "while" | "until" | "for" | "select" | "function");
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(opens).count();
    // The second parser treats these as commands and arguments.
    let prefixes = prefixes(text);
    match signs + words + prefixes {
        all if all <= OPEN => Some(all),
        _ if prefixes > OPEN => None,
        _ => super::crosscheck::depth(text).map(|depth| depth + prefixes).filter(|depth| *depth <= OPEN),
    }
}

/// Returns the longest run of words that make a command part of another one.
fn prefixes(text: &str) -> usize {
    let (mut row, mut most, mut named) = (0_usize, 0, 0_usize);
    for word in text.split_whitespace() {
        row = if matches!(word, "!" | "time" | "-p" | "--") { row + 1 } else { 0 };
        most = most.max(row);
        named += usize::from(word == "coproc");
    }
    most + named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a3_what_is_too_long_or_too_deep_is_not_parsed() {
        assert!(parse(&"a".repeat(LONGEST + 1)).is_err());
        assert!(parse(&format!("{}ls{}", "(".repeat(5000), ")".repeat(5000))).is_err());
        assert!(parse(&format!("{}ls{}", "( ".repeat(8), " )".repeat(8))).is_ok());
        assert!(parse(&format!("{}ls{}", "{ ".repeat(60), "; }".repeat(60))).is_ok());
        assert!(parse("echo 'unbalanced").is_err());
    }

    /// Does not call the tokenizer itself: it would exhaust memory.
    #[test]
    fn a3_a_here_document_that_ends_on_an_empty_word_never_reaches_the_tokenizer() {
        for text in [
            "<<'' ",
            "<<\"\"<du -sch #$(ln -s a.txt p) .git/objects/pack/*.pack",
            "cat <<'' ",
            "cat <<-\"\" ",
            "cat << '' x",
            "cat <<\\\n'' ",
            "cat 0<<'''' ",
            "cat <<$'' ",
            "echo $(cat <<'' )",
            "<<'';ls",
        ] {
            assert!(has_empty_delimiter(text), "{text:?}");
            assert!(parse(text).is_err(), "{text:?}");
        }
        for text in
            ["cat <<E\nx\nE", "cat <<'E'\nx\nE", "cat <<-\"E F\"\nx\nE F", "wc <<< ''", "echo $((1 << 2))"]
        {
            assert!(parse(text).is_ok(), "{text:?}");
        }
    }
}
