//! Makes text from elsewhere safe to show: invisible characters, cursor movement and bidirectional controls
//! are written out, and lookalikes are flagged.

use std::fmt::Write as _;

use countersign_words::{Message, say};
use unicode_script::{Script, UnicodeScript};

/// Text that is safe to show, and what was odd about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The text, without anything that is invisible, moves the cursor or changes the reading order.
    pub text: String,
    /// The findings, each once, in words for a person.
    pub flags: Vec<Message>,
}

/// Makes everything invisible in one line of text visible, line breaks and tabs included.
pub fn visible(s: &str) -> Shown {
    show(s, false)
}

/// Like [`visible`] for several lines: line feeds and tabs stay.
pub fn visible_multiline(s: &str) -> Shown {
    show(s, true)
}

/// Cuts `s` to `n` characters, and says how many more there are.
pub fn truncate(s: &str, n: usize) -> String {
    match s.char_indices().nth(n) {
        None => s.to_owned(),
        Some((end, _)) => {
            let hidden = s[end..].chars().count();
            let noun = if hidden == 1 { "character" } else { "characters" };
            format!("{}… (+{hidden} {noun})", &s[..end])
        }
    }
}

/// Makes one line of text visible, and cuts it to `n` characters.
pub fn line(s: &str, n: usize) -> String {
    truncate(&visible(s).text, n)
}

/// Shortens the paths of what is in a folder. Only where a path begins: within one, what is left would name something else.
pub fn seen_from(folder: &str, text: &str) -> String {
    let folder = folder.trim_end_matches('/');
    if folder.is_empty() {
        return text.to_owned();
    }
    let within = format!("{folder}/");
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(&within) {
        let begins = rest[..at].chars().next_back().or(told.chars().next_back());
        let begins = begins.is_none_or(|c| c.is_whitespace() || "\"'“„«(".contains(c));
        let end = at + if begins { 0 } else { within.len() };
        told.push_str(&rest[..end]);
        rest = &rest[at + within.len()..];
    }
    told + rest
}

static CONTROL: Message = say!("judge-odd-control");
static BREAK: Message = say!("judge-odd-breaks");
static BIDI: Message = say!("judge-odd-bidi");
static INVISIBLE: Message = say!("judge-odd-invisible");
static SPACE: Message = say!("judge-odd-spaces");
static LOOK_ALIKE: Message = say!("judge-odd-scripts");

fn show(s: &str, multiline: bool) -> Shown {
    // Most text is plain ASCII.
    if s.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return Shown { text: s.to_owned(), flags: Vec::new() };
    }
    let mut text = String::with_capacity(s.len());
    let mut flags = Vec::new();
    let mut previous = None;
    for c in s.chars() {
        match odd(c, previous) {
            Some(_) if multiline && matches!(c, '\n' | '\t') => text.push(c),
            Some(flag) => {
                push_escape(&mut text, c);
                push_once(&mut flags, flag);
            }
            None => text.push(c),
        }
        previous = Some(c);
    }
    if s.split(|c: char| !c.is_alphanumeric() && !is_combining(c)).any(mixes_scripts) {
        push_once(&mut flags, &LOOK_ALIKE);
    }
    Shown { text, flags }
}

fn push_once(flags: &mut Vec<Message>, flag: &Message) {
    if !flags.contains(flag) {
        flags.push(flag.clone());
    }
}

fn push_escape(text: &mut String, c: char) {
    let n = u32::from(c);
    let written = match c {
        '\n' => text.write_str("\\n"),
        '\r' => text.write_str("\\r"),
        '\t' => text.write_str("\\t"),
        _ if n < 0x100 && c.is_control() => write!(text, "\\x{n:02x}"),
        _ => write!(text, "⟨U+{n:04X}⟩"),
    };
    written.expect("BUG: a string takes any text");
}

/// Returns why a character must not be shown as it is.
fn odd(c: char, previous: Option<char>) -> Option<&'static Message> {
    match c {
        '\n' | '\t' => Some(&BREAK),
        _ if c.is_control() => Some(&CONTROL),
        // Programs that know line and paragraph separators break the line there.
        '\u{2028}' | '\u{2029}' => Some(&CONTROL),
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(&BIDI)
        }
        '\u{200c}' | '\u{200d}' => (!joins(previous)).then_some(&INVISIBLE),
        '\u{fe00}'..='\u{fe0f}' => (!takes_variation(previous)).then_some(&INVISIBLE),
        '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => Some(&INVISIBLE),
        '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' => {
            Some(&INVISIBLE)
        }
        '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{2800}' => Some(&INVISIBLE),
        '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => Some(&INVISIBLE),
        // Tags and the supplementary variation selectors can carry whole hidden sentences.
        '\u{e0000}'..='\u{e0fff}' => Some(&INVISIBLE),
        // Private use: their appearance is unknown.
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' => Some(&INVISIBLE),
        '\u{00a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            Some(&SPACE)
        }
        _ => None,
    }
}

/// Joiners are legitimate in scripts that join, and in emoji; anywhere else they hide something.
fn joins(previous: Option<char>) -> bool {
    previous.is_some_and(|p| is_pictograph(p) || p == '\u{fe0f}' || is_joining(p.script()))
}

fn is_joining(script: Script) -> bool {
    matches!(
        script,
        Script::Arabic
            | Script::Bengali
            | Script::Devanagari
            | Script::Gujarati
            | Script::Gurmukhi
            | Script::Kannada
            | Script::Khmer
            | Script::Malayalam
            | Script::Mongolian
            | Script::Oriya
            | Script::Sinhala
            | Script::Syriac
            | Script::Tamil
            | Script::Telugu
    )
}

/// One selector after a symbol chooses its appearance; a sequence of them can encode a message.
fn takes_variation(previous: Option<char>) -> bool {
    previous.is_some_and(|p| is_pictograph(p) || p.is_ascii_digit() || matches!(p, '#' | '*'))
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{21ff}'
        | '\u{2300}'..='\u{27ff}' | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{3030}' | '\u{303d}'
        | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

fn is_combining(c: char) -> bool {
    c.script() == Script::Inherited
}

/// Whether a word mixes scripts with similar-looking letters.
fn mixes_scripts(word: &str) -> bool {
    if word.is_ascii() {
        return false;
    }
    let mut first = None;
    for script in word.chars().map(|c| c.script()) {
        let confusable = matches!(
            script,
            Script::Latin | Script::Cyrillic | Script::Greek | Script::Armenian | Script::Cherokee
        );
        if confusable && *first.get_or_insert(script) != script {
            return true;
        }
    }
    false
}

/// Formats a number of bytes as people say it.
pub fn size(n: u64) -> Message {
    let units = ["", "kB", "MB", "GB", "TB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    match unit {
        0 => say!("effect-bytes", n),
        unit => format!("{value:.1} {}", units[unit]).into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(given: &str, text: &str, flags: &[&str]) {
        assert_eq!(visible(given), Shown { text: text.into(), flags: visible(given).flags });
        assert_eq!(visible(given).flags, flags, "{given:?}");
    }

    #[test]
    fn a_path_is_shortened_only_where_it_begins() {
        for (text, seen) in [
            ("/w/a.rs", "a.rs"),
            ("the diff of /w/a.rs; \"/w/b/c.rs\"", "the diff of a.rs; \"b/c.rs\""),
            ("/etc/profile/w/.d", "/etc/profile/w/.d"),
            ("/w/w/w/a", "w/w/a"),
            ("/w", "/w"),
            ("/wide/a", "/wide/a"),
        ] {
            assert_eq!(seen_from("/w", text), seen, "{text}");
        }
        assert_eq!(seen_from("/", "/etc/passwd"), "/etc/passwd");
    }

    #[test]
    fn h2_control_characters_are_written_out() {
        check("a\x1b[31mred\x1b[0m", r"a\x1b[31mred\x1b[0m", &[&CONTROL]);
        check("\x1b]0;title\x07", r"\x1b]0;title\x07", &[&CONTROL]);
        check("safe\rrm -rf", r"safe\rrm -rf", &[&CONTROL]);
        check("a\0b\x0bc\x7fd\u{9b}e", r"a\x00b\x0bc\x7fd\x9be", &[&CONTROL]);
        check("a\nb\tc", r"a\nb\tc", &[&BREAK]);
        check("a\u{2028}b\u{2029}", "a⟨U+2028⟩b⟨U+2029⟩", &[&CONTROL]);
    }

    #[test]
    fn h2_bidi_and_invisible_characters_are_written_out() {
        check("gpj.\u{202e}exe", "gpj.⟨U+202E⟩exe", &[&BIDI]);
        check("a\u{2066}b\u{2069}", "a⟨U+2066⟩b⟨U+2069⟩", &[&BIDI]);
        check("pay\u{200b}pal\u{feff}", "pay⟨U+200B⟩pal⟨U+FEFF⟩", &[&INVISIBLE]);
        check("hi\u{e0041}\u{e007f}", "hi⟨U+E0041⟩⟨U+E007F⟩", &[&INVISIBLE]);
        check("a\u{200d}b\u{fe0f}", "a⟨U+200D⟩b⟨U+FE0F⟩", &[&INVISIBLE]);
        check("x\u{a0}y\u{3000}z", "x⟨U+00A0⟩y⟨U+3000⟩z", &[&SPACE]);
        check("\u{1f600}\u{fe00}\u{fe01}", "\u{1f600}\u{fe00}⟨U+FE01⟩", &[&INVISIBLE]);
    }

    #[test]
    fn h2_look_alikes_are_flagged() {
        check("p\u{430}ypal", "p\u{430}ypal", &[&LOOK_ALIKE]);
        check("\u{3bf}k go\u{3bf}gle", "\u{3bf}k go\u{3bf}gle", &[&LOOK_ALIKE]);
        check("Привет world", "Привет world", &[]);
        check("日本語とLatin", "日本語とLatin", &[]);
        check("naïve café Ångström", "naïve café Ångström", &[]);
    }

    #[test]
    fn ordinary_text_of_any_language_stays_as_it_is() {
        for s in [
            "Fix login",
            "Größe: 5 µm",
            "משהו",
            "مرحبا",
            "کتاب\u{200c}ها",
            "क्\u{200d}ष",
            "👩\u{200d}🚀 ok ❤\u{fe0f} 1\u{fe0f}⃣",
        ] {
            check(s, s, &[]);
        }
    }

    #[test]
    fn several_lines_stay_several_lines() {
        let shown = visible_multiline("a\n\tb\r\n\x1b[2J");
        assert_eq!(shown.text, "a\n\tb\\r\n\\x1b[2J");
        assert_eq!(shown.flags, [CONTROL.as_str()]);
    }

    #[test]
    fn h3_truncation_says_what_it_hides() {
        assert_eq!(truncate("short", 5), "short");
        assert_eq!(truncate("héllo wörld", 5), "héllo… (+6 characters)");
        assert_eq!(truncate("ab", 1), "a… (+1 character)");
        assert_eq!(truncate("", 0), "");
    }

    proptest! {
        #[test]
        fn h2_nothing_invisible_is_ever_shown(s in proptest::collection::vec(any::<char>(), 0..40)) {
            let s: String = s.into_iter().collect();
            let one = visible(&s);
            prop_assert!(!one.text.chars().any(|c| c.is_control()));
            let bidi = |c: char| ('\u{202a}'..='\u{202e}').contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
            prop_assert!(!one.text.contains(bidi));
            prop_assert_eq!(visible(&one.text).text, one.text.clone());
            let many = visible_multiline(&s);
            prop_assert!(!many.text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
            if one.text != s {
                prop_assert!(!one.flags.is_empty());
            }
        }

        #[test]
        fn h3_truncation_keeps_a_prefix_and_counts_the_rest(s in "\\PC{0,50}", n in 0usize..60) {
            let cut = truncate(&s, n);
            let kept: String = s.chars().take(n).collect();
            prop_assert!(cut.starts_with(&kept));
            let hidden = s.chars().count().saturating_sub(n);
            prop_assert_eq!(hidden > 0, cut.contains(&format!("(+{hidden} character")) && cut != s);
        }
    }
}
