//! Texts that look other than they are: characters that hide, move, reorder or imitate, and padding that pushes
//! something out of sight.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::Span;

/// How a text can look other than it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LieKind {
    /// A control character, a carriage return and other odd line breaks among them.
    Control,
    /// A sequence that a terminal obeys instead of showing it.
    Escape,
    /// A character that changes the order of reading.
    Bidi,
    /// A character that is not seen.
    Invisible,
    /// A blank that is no blank to a shell.
    Space,
    /// A letter or sign that is taken for another one.
    LookAlike,
    /// Many blanks or empty lines before more text.
    Padding,
    /// A line that nobody reads to its end.
    Long,
}

/// A place where text is shown otherwise than it runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lie {
    /// How.
    pub kind: LieKind,
    /// Where.
    pub span: Span,
    /// In words, for a person.
    pub reason: Message,
    /// Whether a shell may read it otherwise than a person does, so that it must not run at all.
    pub refuse: bool,
}

/// Maximum number of lies reported per text.
const LIES: usize = 1000;
/// More consecutive blanks push the following text out of sight.
const BLANKS: usize = 60;
/// More consecutive empty lines push the following text out of sight.
const EMPTY_LINES: usize = 20;
/// Lines with more characters are not read to the end.
const LINE: usize = 1000;

type Range = (u32, u32);

const BIDI_RANGES: &[Range] = &[(0x061c, 0x061c), (0x200e, 0x200f), (0x202a, 0x202e), (0x2066, 0x2069)];
const INVISIBLE_RANGES: &[Range] = &[
    (0x00ad, 0x00ad),
    (0x034f, 0x034f),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200d),
    (0x2060, 0x2065),
    (0x206a, 0x206f),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    // Private use: their appearance is unknown.
    (0xe000, 0xf8ff),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x1bca0, 0x1bca3),
    (0x1d173, 0x1d17a),
    // Tags and the supplementary variation selectors can carry whole hidden sentences.
    (0xe0000, 0xe0fff),
    (0xf0000, 0x10_ffff),
];
const SPACE_RANGES: &[Range] = &[
    (0x00a0, 0x00a0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
];
/// Alphabets whose letters resemble Latin ones: Greek, Cyrillic, Armenian, Cherokee, Coptic, Lisu, full-width.
const FOREIGN_RANGES: &[Range] = &[
    (0x0370, 0x052f),
    (0x0531, 0x0588),
    (0x13a0, 0x13ff),
    (0x1c80, 0x1c8f),
    (0x1f00, 0x1fff),
    (0x2c80, 0x2cff),
    (0x2de0, 0x2dff),
    (0xa4d0, 0xa4ff),
    (0xa640, 0xa69f),
    (0xab70, 0xabbf),
    (0xff10, 0xff19),
    (0xff21, 0xff3a),
    (0xff41, 0xff5a),
];
/// Latin letter variants, odd in any context: phonetic small capitals, mathematical and enclosed letters.
const COSTUME_RANGES: &[Range] =
    &[(0x0131, 0x0131), (0x017f, 0x017f), (0x1d00, 0x1d7f), (0x24b6, 0x24e9), (0x1d400, 0x1d7ff)];
/// Signs that resemble a shell operator, a dash, a slash or a dot.
const SIGN_RANGES: &[Range] = &[
    (0x01c3, 0x01c3),
    (0x037e, 0x037e),
    (0x2010, 0x2015),
    (0x2018, 0x201f),
    (0x2024, 0x2024),
    (0x2039, 0x203a),
    (0x2044, 0x2044),
    (0x2212, 0x2212),
    (0x2215, 0x2217),
    (0x2223, 0x2223),
    (0x2236, 0x2236),
    (0x223c, 0x223c),
    (0x29f8, 0x29f9),
    (0xa789, 0xa789),
    (0xfe50, 0xfe6b),
    (0xff01, 0xff0f),
    (0xff1a, 0xff20),
    (0xff3b, 0xff40),
    (0xff5b, 0xff5e),
];
/// Scripts whose letters join, so that joiners belong there.
const JOINING_RANGES: &[Range] =
    &[(0x0600, 0x077f), (0x08a0, 0x08ff), (0x0900, 0x0dff), (0x1780, 0x17ff), (0x1800, 0x18af)];
const PICTOGRAPH_RANGES: &[Range] = &[
    (0x00a9, 0x00a9),
    (0x00ae, 0x00ae),
    (0x203c, 0x203c),
    (0x2049, 0x2049),
    (0x2122, 0x2122),
    (0x2139, 0x2139),
    (0x2190, 0x21ff),
    (0x2300, 0x27ff),
    (0x2900, 0x297f),
    (0x2b00, 0x2bff),
    (0x3030, 0x3030),
    (0x303d, 0x303d),
    (0x3297, 0x3299),
    (0x1f000, 0x1faff),
];

fn within(ranges: &[Range], c: char) -> bool {
    let n = u32::from(c);
    ranges.iter().any(|&(first, last)| (first..=last).contains(&n))
}

/// Returns why a character must not be shown as it is, in any context; tab and line feed may be.
///
/// Joiners and variation selectors count here; [`lies`] accepts them where they belong to the character before them.
pub fn odd_character(c: char) -> Option<LieKind> {
    match c {
        '\n' | '\t' | ' '..='~' => None,
        '\u{2028}' | '\u{2029}' => Some(LieKind::Control),
        _ if c.is_control() => Some(LieKind::Control),
        _ if within(BIDI_RANGES, c) => Some(LieKind::Bidi),
        _ if within(INVISIBLE_RANGES, c) => Some(LieKind::Invisible),
        _ if within(SPACE_RANGES, c) => Some(LieKind::Space),
        _ => None,
    }
}

/// Whether a joiner or selector belongs to the character before it.
fn belongs(c: char, previous: Option<char>) -> bool {
    let Some(previous) = previous else { return false };
    match c {
        '\u{200c}' | '\u{200d}' => {
            previous == '\u{fe0f}' || within(PICTOGRAPH_RANGES, previous) || within(JOINING_RANGES, previous)
        }
        // One selector after a symbol chooses its look; several can hide a message.
        '\u{fe00}'..='\u{fe0f}' => {
            within(PICTOGRAPH_RANGES, previous) || previous.is_ascii_digit() || matches!(previous, '#' | '*')
        }
        _ => false,
    }
}

/// Returns the places where a text looks different from what runs, in order.
pub fn lies(text: &str) -> Vec<Lie> {
    let mut found = Found::default();
    // Most text is plain ASCII: only its layout can deceive.
    if !text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t')) {
        characters(text, &mut found);
        words(text, &mut found);
    }
    layout(text, &mut found);
    found.0.sort_by_key(|lie| lie.span);
    found.0
}

#[derive(Default)]
struct Found(Vec<Lie>);

impl Found {
    fn add(&mut self, kind: LieKind, start: usize, end: usize, reason: Message, refuse: bool) {
        if let Some(last) = self.0.last_mut()
            && last.kind == kind
            && last.span.end == start
            && matches!(kind, LieKind::Control | LieKind::Bidi | LieKind::Invisible | LieKind::Space)
        {
            last.span.end = end;
            last.refuse |= refuse;
        } else if self.0.len() < LIES {
            self.0.push(Lie { kind, span: Span { start, end }, reason, refuse });
        }
    }
}

/// Tracks shell quotes, well enough to tell data from syntax.
#[derive(Default)]
struct Quotes {
    open: Option<char>,
    escaped: bool,
}

impl Quotes {
    fn take(&mut self, c: char) {
        if self.escaped {
            self.escaped = false;
        } else {
            match (self.open, c) {
                (None | Some('"'), '\\') => self.escaped = true,
                (None, '\'' | '"') => self.open = Some(c),
                (Some(open), _) if open == c => self.open = None,
                _ => {}
            }
        }
    }
}

/// Finds characters that deceive by themselves.
fn characters(text: &str, found: &mut Found) {
    let mut quotes = Quotes::default();
    let mut previous = None;
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        let bare = quotes.open.is_none();
        quotes.take(c);
        if at < skip {
            continue;
        }
        let end = at + c.len_utf8();
        if let Some(kind) = odd_character(c)
            && !belongs(c, previous)
        {
            let sequence = text.get(at..).map_or(0, escape_length);
            if sequence > 0 {
                skip = at + sequence;
                let reason = say!("analysis-holds-an-escape-sequence-which-a-terminal-obeys-instead");
                found.add(LieKind::Escape, at, skip, reason, bare);
            } else {
                let refuse = c == '\0' || (bare && kind == LieKind::Control);
                found.add(kind, at, end, reason(c, kind), refuse);
            }
        } else if within(SIGN_RANGES, c) && bare {
            let reason = say!("analysis-holds-which-looks-like-a-sign-that-a-shell", code = code(c));
            found.add(LieKind::LookAlike, at, end, reason, false);
        }
        previous = Some(c);
    }
}

fn code(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

fn reason(c: char, kind: LieKind) -> Message {
    let code = code(c);
    match (c, kind) {
        ('\r', _) => say!("analysis-holds-a-carriage-return-after-which-a-terminal-writes", code),
        ('\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}', _) => {
            say!("analysis-holds-a-line-break-that-is-none-to-a", code)
        }
        ('\0', _) => say!("analysis-holds-a-nul-at-which-some-programs-stop-reading", code),
        (_, LieKind::Bidi) => say!("analysis-holds-a-character-that-changes-the-order-of-reading", code),
        (_, LieKind::Invisible) => say!("analysis-holds-a-character-that-is-not-seen", code),
        (_, LieKind::Space) => say!("analysis-holds-a-blank-that-is-none-to-a-shell", code),
        _ => say!("analysis-holds-a-control-character", code),
    }
}

/// Returns the length in bytes of the escape sequence that `text` begins with.
fn escape_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let Some((_, first)) = chars.next() else { return 0 };
    let kind = match first {
        '\u{1b}' => match chars.next() {
            Some((_, c)) => c,
            None => return 0,
        },
        '\u{9b}' => '[',
        '\u{9d}' => ']',
        '\u{90}' => 'P',
        _ => return 0,
    };
    match kind {
        '[' => ends(&mut chars, |c| ('@'..='~').contains(&c)),
        ']' | 'P' | 'X' | '^' | '_' => ends(&mut chars, |c| matches!(c, '\u{7}' | '\u{9c}' | '\\')),
        _ => first.len_utf8() + kind.len_utf8(),
    }
}

/// Returns where a sequence ends: after its final character, or with the text.
fn ends(chars: &mut std::str::CharIndices<'_>, last: impl Fn(char) -> bool) -> usize {
    let mut end = chars.offset();
    for (at, c) in chars.by_ref() {
        if c == '\n' {
            break;
        }
        end = at + c.len_utf8();
        if last(c) {
            break;
        }
    }
    end
}

/// Finds words in which a letter of one alphabet imitates another.
fn words(text: &str, found: &mut Found) {
    let mut start = None;
    let mut latin = false;
    let mut foreign = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphanumeric() || c == '_' {
            start.get_or_insert(at);
            latin |= c.is_ascii_alphabetic();
            if within(FOREIGN_RANGES, c) || within(COSTUME_RANGES, c) {
                foreign.get_or_insert(c);
            }
            continue;
        }
        if let (Some(start), Some(c)) = (start, foreign)
            && (latin || within(COSTUME_RANGES, c))
        {
            let reason = say!("analysis-holds-in-a-word-of-latin-letters-which-looks", code = code(c));
            found.add(LieKind::LookAlike, start, at, reason, false);
        }
        (start, latin, foreign) = (None, false, None);
    }
}

/// Finds text that is pushed out of sight.
fn layout(text: &str, found: &mut Found) {
    let mut at = 0;
    let mut empty: Option<(usize, usize)> = None;
    for line in text.split('\n') {
        if line.trim().is_empty() {
            let (start, count) = empty.unwrap_or((at, 0));
            empty = Some((start, count + 1));
        } else {
            if let Some((start, count)) = empty.take()
                && count > EMPTY_LINES
            {
                let reason = say!("analysis-hides-what-follows-under-empty-lines", count);
                found.add(LieKind::Padding, start, at, reason, false);
            }
            line_layout(line, at, found);
        }
        at += line.len() + 1;
    }
}

fn line_layout(line: &str, at: usize, found: &mut Found) {
    if line.len() > LINE {
        let count = line.chars().count();
        if count > LINE {
            let reason = say!("analysis-is-a-line-of-characters", count);
            found.add(LieKind::Long, at, at + line.len(), reason, false);
        }
    }
    let mut run: Option<(usize, usize)> = None;
    for (i, b) in line.trim_end().bytes().enumerate() {
        match b {
            b' ' | b'\t' => {
                let (start, width) = run.unwrap_or((i, 0));
                run = Some((start, width + if b == b'\t' { 8 } else { 1 }));
            }
            _ => {
                if let Some((start, width)) = run.take()
                    && width > BLANKS
                {
                    let reason = say!("analysis-pushes-what-follows-aside-with-blanks", width);
                    found.add(LieKind::Padding, at + start, at + i, reason, false);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(LieKind, &str, bool)> {
        let shown = |lie: &Lie| text.get(lie.span.range()).unwrap_or("<bad span>");
        lies(text).iter().map(|lie| (lie.kind, shown(lie), lie.refuse)).collect()
    }

    fn check(text: &str, expected: &[(LieKind, &str, bool)]) {
        assert_eq!(kinds(text), expected, "{text:?}");
    }

    #[test]
    fn h2_what_a_shell_reads_otherwise_is_refused_outside_of_quotes() {
        check("ls\r\nrm x", &[(LieKind::Control, "\r", true)]);
        check("ls\u{b}\u{c}x", &[(LieKind::Control, "\u{b}\u{c}", true)]);
        check("ls\u{2028}rm", &[(LieKind::Control, "\u{2028}", true)]);
        check("echo 'a\u{1}b'", &[(LieKind::Control, "\u{1}", false)]);
        check(
            "echo \"a\\\"\u{1}b\" \u{2}",
            &[(LieKind::Control, "\u{1}", false), (LieKind::Control, "\u{2}", true)],
        );
        check("echo 'a\0b'", &[(LieKind::Control, "\0", true)]);
    }

    #[test]
    fn h2_escape_sequences_are_found_whole() {
        check("echo \u{1b}[31mred", &[(LieKind::Escape, "\u{1b}[31m", true)]);
        check("echo '\u{1b}]0;title\u{7}x'", &[(LieKind::Escape, "\u{1b}]0;title\u{7}", false)]);
        check("\u{9b}2J", &[(LieKind::Escape, "\u{9b}2J", true)]);
        check("x \u{1b}", &[(LieKind::Control, "\u{1b}", true)]);
    }

    #[test]
    fn h2_invisible_reordering_and_odd_blanks_are_found() {
        check("rm\u{200b}\u{feff} x", &[(LieKind::Invisible, "\u{200b}\u{feff}", false)]);
        check(
            "a\u{202e}b\u{2066}",
            &[(LieKind::Bidi, "\u{202e}", false), (LieKind::Bidi, "\u{2066}", false)],
        );
        check("hi\u{e0041}\u{e007f}", &[(LieKind::Invisible, "\u{e0041}\u{e007f}", false)]);
        check("ls\u{a0}-l", &[(LieKind::Space, "\u{a0}", false)]);
        check("\u{1f600}\u{fe00}\u{fe01}", &[(LieKind::Invisible, "\u{fe01}", false)]);
    }

    #[test]
    fn h2_look_alikes_are_found_in_words_of_latin_letters() {
        check("c\u{430}t x", &[(LieKind::LookAlike, "c\u{430}t", false)]);
        check("go\u{3bf}gle", &[(LieKind::LookAlike, "go\u{3bf}gle", false)]);
        check("\u{ff52}m", &[(LieKind::LookAlike, "\u{ff52}m", false)]);
        check("\u{1d42b}\u{1d426}", &[(LieKind::LookAlike, "\u{1d42b}\u{1d426}", false)]);
        check("ls \u{ff1b} rm", &[(LieKind::LookAlike, "\u{ff1b}", false)]);
        check("rm \u{2013}rf x", &[(LieKind::LookAlike, "\u{2013}", false)]);
        check("git commit -m 'it\u{2019}s'", &[]);
    }

    #[test]
    fn h3_padding_and_long_lines_are_found() {
        let blanks = format!("ls{}; rm x", " ".repeat(61));
        check(&blanks, &[(LieKind::Padding, &" ".repeat(61), false)]);
        check(&format!("ls{}", " ".repeat(200)), &[]);
        check(&format!("ls{};x", " ".repeat(60)), &[]);
        let lines = format!("ls{}rm x", "\n".repeat(22));
        check(&lines, &[(LieKind::Padding, &"\n".repeat(21), false)]);
        check(&format!("ls{}", "\n".repeat(100)), &[]);
        let long = "x".repeat(1001);
        check(&format!("a\n{long}"), &[(LieKind::Long, &long, false)]);
    }

    #[test]
    fn ordinary_text_of_any_language_does_not_lie() {
        for text in [
            "git log --oneline | head -5\n\tx",
            "echo 'Größe: 5 µm'",
            "echo Привет world",
            "echo 日本語とLatin",
            "echo naïve café Ångström",
            "echo کتاب\u{200c}ها क्\u{200d}ष",
            "echo 👩\u{200d}🚀 ok ❤\u{fe0f} 1\u{fe0f}⃣",
            "",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn odd_characters_are_told_wherever_they_stand() {
        assert_eq!(odd_character('\u{1b}'), Some(LieKind::Control));
        assert_eq!(odd_character('\u{2028}'), Some(LieKind::Control));
        assert_eq!(odd_character('\u{202e}'), Some(LieKind::Bidi));
        assert_eq!(odd_character('\u{200d}'), Some(LieKind::Invisible));
        assert_eq!(odd_character('\u{3000}'), Some(LieKind::Space));
        for c in ['a', '\n', '\t', 'é', '日', '\u{1f600}'] {
            assert_eq!(odd_character(c), None, "{c:?}");
        }
    }

    #[test]
    fn no_text_makes_it_panic_and_spans_are_whole_characters() {
        let pieces = [
            "\u{1b}[", "\u{1b}]", "'", "\"", "\\", "\n", "é", "\u{9b}", "\u{202e}", "   ", "a", "\u{430}",
            "\0",
        ];
        let mut seed = 7u64;
        for _ in 0..3000 {
            let mut text = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let n = (seed >> 33) as usize;
                match n % 3 {
                    0 => text.extend(char::from_u32((seed >> 40) as u32 % 0x11_0000)),
                    _ => text.push_str(pieces[n / 3 % pieces.len()]),
                }
            }
            assert!(lies(&text).iter().all(|lie| text.get(lie.span.range()).is_some()), "{text:?}");
        }
    }
}
