//! Characters: which of them the fonts have, and how the others are written out.

/// Returns at most `most` characters, all printable; says how many were cut.
pub fn fit(text: &str, most: usize) -> String {
    let printable = printable(text);
    let all = printable.chars().count();
    if all <= most {
        return printable;
    }
    // The count itself needs room, which may make it longer once more.
    let counted = |kept: usize| format!("..(+{})", all - kept);
    let kept = most.saturating_sub(counted(most.saturating_sub(counted(0).len())).len());
    printable.chars().take(kept).chain(counted(kept).chars()).collect()
}

/// Keeps characters that the fonts have; writes others out.
pub fn printable(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match winansi(c) {
            Some(_) => out.push(c),
            None => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        }
    }
    out
}

/// Returns the byte of a character in the encoding of the fonts.
fn winansi(c: char) -> Option<u8> {
    const HIGH: [(char, u8); 27] = [
        ('€', 0x80),
        ('‚', 0x82),
        ('ƒ', 0x83),
        ('„', 0x84),
        ('…', 0x85),
        ('†', 0x86),
        ('‡', 0x87),
        ('ˆ', 0x88),
        ('‰', 0x89),
        ('Š', 0x8a),
        ('‹', 0x8b),
        ('Œ', 0x8c),
        ('Ž', 0x8e),
        ('‘', 0x91),
        ('’', 0x92),
        ('“', 0x93),
        ('”', 0x94),
        ('•', 0x95),
        ('–', 0x96),
        ('—', 0x97),
        ('˜', 0x98),
        ('™', 0x99),
        ('š', 0x9a),
        ('›', 0x9b),
        ('œ', 0x9c),
        ('ž', 0x9e),
        ('Ÿ', 0x9f),
    ];
    match c {
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => u8::try_from(u32::from(c)).ok(),
        _ => HIGH.iter().find(|(known, _)| *known == c).map(|(_, byte)| *byte),
    }
}

/// Encodes a text for the fonts.
pub fn bytes(text: &str) -> Vec<u8> {
    printable(text).chars().filter_map(winansi).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h2_what_the_fonts_do_not_have_is_written_out() {
        assert_eq!(printable("Grüße €5"), "Grüße €5");
        assert_eq!(printable("日\u{1}"), "\\u{65e5}\\u{1}");
        assert_eq!(bytes("ü€"), [0xfc, 0x80]);
        assert_eq!(bytes("\u{202e}"), b"\\u{202e}");
        assert!(!fit("a\u{202e}b\u{1b}[2J", 40).contains(['\u{202e}', '\u{1b}']));
    }

    #[test]
    fn h2_what_was_written_out_stays_as_it_is() {
        let all: String = ('\0'..='\u{2fff}').collect();
        let once = printable(&all);
        assert_eq!(printable(&once), once);
        let hidden = |c: char| c.is_control() || matches!(c, '\u{a0}' | '\u{ad}' | '\u{200b}'..='\u{200f}');
        assert!(!once.contains(hidden));
        assert_eq!(bytes(&once).len(), once.chars().count());
    }

    #[test]
    fn h3_letters_that_do_not_fit_are_counted() {
        assert_eq!(fit(&"x".repeat(10), 10), "x".repeat(10));
        assert_eq!(fit(&"x".repeat(40), 10), "xxx..(+37)");
        assert_eq!(fit(&"x".repeat(104), 10), "xx..(+102)");
    }
}
