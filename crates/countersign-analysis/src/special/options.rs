//! Parses options of commands that no table describes, like `getopt_long`.

use crate::{facts::Span, word::Word};

/// The options of a command.
pub(super) struct Options {
    /// In `getopt` notation: `n` has no value, `e:` has one, `i::` an attached one.
    pub short: &'static str,
    /// Long ones, in the same notation: `quiet`, `expression:`, `in-place::`.
    pub long: &'static [&'static str],
    /// Whether options end at the first operand.
    pub posix: bool,
}

/// A given option: `-e` is `e`, `--expression` is `expression`.
#[derive(Debug, Clone)]
pub(super) struct Opt {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Option<Word>,
    /// Its position.
    pub span: Span,
}

/// A parsed command line.
#[derive(Debug, Clone, Default)]
pub(super) struct Parsed {
    /// Options, in order. Unknown ones are called `?`.
    pub options: Vec<Opt>,
    /// The operands.
    pub operands: Vec<Word>,
}

impl Parsed {
    /// Whether one of these was given.
    pub fn has(&self, names: &[&str]) -> bool {
        self.options.iter().any(|o| names.contains(&o.name.as_str()))
    }

    /// Returns the values of these, in order.
    pub fn values<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = &'a Word> {
        self.options.iter().filter(|o| names.contains(&o.name.as_str())).filter_map(|o| o.value.as_ref())
    }
}

impl Options {
    /// Parses the words after the command name.
    pub fn parse(&self, words: &[Word]) -> Parsed {
        let mut parsed = Parsed::default();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let prefix = word.prefix();
            if prefix == "--" && word.known().is_some() {
                parsed.operands.extend(words.get(at..).unwrap_or_default().iter().cloned());
                break;
            } else if let Some(long) = prefix.strip_prefix("--") {
                self.long(&mut parsed, long, word, words, &mut at);
            } else if prefix.len() > 1 && prefix.starts_with('-') {
                self.cluster(&mut parsed, &prefix, word, words, &mut at);
            } else {
                let rest = if self.posix { words.len() } else { at };
                parsed.operands.extend(words.get(at - 1..rest).unwrap_or_default().iter().cloned());
                if self.posix {
                    break;
                }
            }
        }
        parsed
    }

    fn long(&self, parsed: &mut Parsed, text: &str, word: &Word, words: &[Word], at: &mut usize) {
        let (given, attached) = match text.split_once('=') {
            Some((name, _)) => (name, Some(word.skip(2 + name.len() + 1))),
            None => (text, None),
        };
        let bare = |known: &str| known.trim_end_matches(':').to_owned();
        let exact = self.long.iter().find(|known| bare(known) == given);
        let mut near = self.long.iter().filter(|known| known.starts_with(given));
        let found = exact.or_else(|| near.next().filter(|_| near.next().is_none()));
        let (name, value) = match found {
            Some(known) if attached.is_none() && known.ends_with(':') && !known.ends_with("::") => {
                *at += 1;
                (bare(known), words.get(*at - 1).cloned())
            }
            Some(known) => (bare(known), attached),
            None => ("?".to_owned(), attached),
        };
        parsed.options.push(Opt { name, value, span: word.span });
    }

    fn cluster(&self, parsed: &mut Parsed, prefix: &str, word: &Word, words: &[Word], at: &mut usize) {
        let mut offset = 1;
        for letter in prefix.chars().skip(1) {
            offset += letter.len_utf8();
            let known = (letter != ':').then(|| self.short.find(letter)).flatten();
            let arity = known.and_then(|at| self.short.get(at + letter.len_utf8()..)).unwrap_or_default();
            let name = if known.is_some() { letter.to_string() } else { "?".to_owned() };
            let takes = arity.starts_with(':');
            let value = if !takes {
                None
            } else if offset < prefix.len() || word.known().is_none() {
                Some(word.skip(offset))
            } else if arity.starts_with("::") {
                None
            } else {
                *at += 1;
                words.get(*at - 1).cloned()
            };
            parsed.options.push(Opt { name, value, span: word.span });
            if takes {
                return;
            }
        }
        if word.known().is_none() {
            parsed.options.push(Opt { name: "?".to_owned(), value: None, span: word.span });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<Word> {
        line.split(' ').map(|w| Word::known_as(w, Span::default())).collect()
    }

    fn shown(parsed: &Parsed) -> String {
        let option = |o: &Opt| match &o.value {
            Some(value) => format!("{}={}", o.name, value.shown()),
            None => o.name.clone(),
        };
        let options: Vec<String> = parsed.options.iter().map(option).collect();
        let operands: Vec<String> = parsed.operands.iter().map(Word::shown).collect();
        format!("{} | {}", options.join(" "), operands.join(" "))
    }

    const SED: Options =
        Options { short: "nEe:i::", long: &["quiet", "expression:", "in-place::"], posix: false };

    #[test]
    fn clusters_values_and_abbreviations_are_taken_apart() {
        assert_eq!(
            shown(&SED.parse(&words("-nEi.bak -es/a/b/ a --expr p b"))),
            "n E i=.bak e=s/a/b/ expression=p | a b"
        );
        assert_eq!(shown(&SED.parse(&words("-i a --in-place=x -- -n"))), "i in-place=x | a -n");
        assert_eq!(shown(&SED.parse(&words("-q --nope x"))), "? ? | x");
    }

    #[test]
    fn posix_options_end_at_the_first_operand() {
        let env = Options { short: "iu:", long: &[], posix: true };
        assert_eq!(shown(&env.parse(&words("-iu X ls -i"))), "i u=X | ls -i");
    }
}
