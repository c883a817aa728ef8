//! Perl and Ruby switches that take digits and can be followed by others in the same word.

use crate::word::{Piece, Word};

/// How an interpreter's switches are joined.
pub(super) struct Switches {
    /// Those followed by digits only.
    digits: &'static str,
    /// Those that take the rest of the word.
    rest: &'static str,
    /// Those that take the rest of the word, or the next word.
    next: &'static str,
}

/// Perl's.
pub(super) const PERL_SWITCHES: Switches = Switches { digits: "0lC", rest: "xmMdDiV", next: "eEFI" };
/// Ruby's.
pub(super) const RUBY_SWITCHES: Switches = Switches { digits: "0WT", rest: "xiK", next: "eEFIrCX" };

impl Switches {
    /// Splits joined switches: `-0777pi` is `-0777 -pi`.
    pub fn split(&self, words: &[Word]) -> Vec<Word> {
        let mut split = Vec::new();
        // Whether the word is the value of the switch before it.
        let mut value = false;
        for word in words {
            let prefix = word.prefix();
            let cluster = prefix.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            match cluster.filter(|_| !std::mem::take(&mut value)) {
                Some(cluster) => value = self.take_apart(cluster, word, &mut split),
                None => split.push(word.clone()),
            }
        }
        split
    }

    /// Splits one word, and returns whether the next one is its value.
    fn take_apart(&self, cluster: &str, word: &Word, split: &mut Vec<Word>) -> bool {
        let (mut from, mut at) = (0, 0);
        let mut value = false;
        while let Some(letter) = cluster.get(at..).and_then(|rest| rest.chars().next()) {
            at += letter.len_utf8();
            let rest = cluster.get(at..).unwrap_or_default();
            if self.digits.contains(letter) {
                at += digits(letter, rest);
                if at < cluster.len() {
                    let switch = cluster.get(from..at).unwrap_or_default();
                    split.push(Word::known_as(format!("-{switch}"), word.span));
                    from = at;
                }
            } else if self.rest.contains(letter) || self.next.contains(letter) {
                value = self.next.contains(letter) && rest.is_empty() && word.known().is_some();
                break;
            }
        }
        if from == 0 {
            split.push(word.clone());
        } else {
            let mut last = word.skip(1 + from);
            last.pieces.insert(0, Piece::Text("-".to_owned()));
            split.push(last);
        }
        value
    }
}

/// Returns how many bytes after a switch belong to it.
fn digits(letter: char, rest: &str) -> usize {
    let count = |text: &str, fits: &dyn Fn(char) -> bool| text.chars().take_while(|c| fits(*c)).count();
    match (letter, rest.strip_prefix(['x', 'X'])) {
        ('0', Some(hex)) => 1 + count(hex, &|c| c.is_ascii_hexdigit()),
        ('C', _) if !rest.starts_with(|c: char| c.is_ascii_digit()) => {
            count(rest, &|c| "IOEioADSLa".contains(c))
        }
        ('C', _) => count(rest, &|c| c.is_ascii_digit()),
        _ => count(rest, &|c| c.is_digit(8)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Setting, facts::Span, shell};

    fn split(line: &str) -> String {
        let words: Vec<Word> = line.split(' ').map(|w| Word::known_as(w, Span::default())).collect();
        let split = PERL_SWITCHES.split(&words);
        split.iter().map(Word::shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a13_switches_behind_digits_are_seen() {
        for (line, apart) in [
            ("-0pi -e s/a/b/ f", "-0 -pi -e s/a/b/ f"),
            ("-0777pi -e x", "-0777 -pi -e x"),
            ("-l0pi -e x", "-l0 -pi -e x"),
            ("-0x1fpi -e x", "-0x1f -pi -e x"),
            ("-s -0pi -e x", "-s -0 -pi -e x"),
            ("-CSDpi -e x", "-CSD -pi -e x"),
            ("-e -0pi f", "-e -0pi f"),
            ("-pi.0l f", "-pi.0l f"),
            ("-lane x", "-l -ane x"),
            ("-0 -n f", "-0 -n f"),
        ] {
            assert_eq!(split(line), apart, "{line}");
        }
    }

    #[test]
    fn a13_a_file_that_is_changed_in_place_is_written_however_the_switches_are_joined() {
        let setting = Setting { cwd: Some("/w".to_owned()), ..Setting::default() };
        for switches in [
            "-0pi -e",
            "-0777pi -e",
            "-l0pi -e",
            "-s -0pi -e",
            "-pi.bak -e",
            "-pi -e",
            "-i -pe",
            "-i.bak -pe",
            "-wpi -e",
            "-Mstrict -0pi -e",
            "-0x1pi -e",
            "-C0pi -e",
            "-p -i -e",
            "-0i -pe",
            "-ni -e",
            "-0777 -i -pe",
            "-lpi -e",
            "-l012pi -e",
            "-api -e",
            "-p0i -e",
            "-p0777i.orig -e",
        ] {
            let facts = shell(&format!("perl {switches} 's/a/b/; print' f.txt"), &setting);
            assert!(
                facts.class() >= Class::Mutable && facts.writes.contains(&"/w/f.txt".to_owned()),
                "{switches}"
            );
        }
        for switches in ["-pi -e", "-i -pe", "-0pi -e", "-i.bak -pe", "-W0pi -e", "-ni -e"] {
            let facts = shell(&format!("ruby {switches} 'puts 1' f.txt"), &setting);
            assert!(facts.writes.contains(&"/w/f.txt".to_owned()), "ruby {switches}");
        }
        for line in [
            "perl -ne 'print if /x/' f",
            "perl -0777 -ne 'print' f",
            "perl -F: -lane 'print $F[0]' f",
            "perl -l -0 -ne print f",
        ] {
            assert_eq!(shell(line, &setting).class(), Class::Read, "{line}");
        }
    }
}
