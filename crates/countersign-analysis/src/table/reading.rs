//! Parses words by a table: options, their values and operands.

use std::borrow::Cow;

use countersign_words::{Message, say};

use super::{Entry, Kind, Meaning, Operands, Place, Style, Takes, entry::Choice};
use crate::{
    facts::{Class, Span},
    word::{Piece, Word},
};

/// An option that was given.
#[derive(Clone)]
pub(crate) struct Hit {
    /// Its name in the table.
    pub name: String,
    /// Its value.
    pub value: Option<Word>,
    /// Its position.
    pub span: Span,
    /// The entry that lists it.
    entry: &'static Entry,
    /// Its meanings.
    pub meanings: &'static [Meaning],
    /// Whether it has a value.
    pub takes: Takes,
    /// Whether the word cannot mean another option.
    pub sure: bool,
    /// The command that begins with its value.
    pub command: Vec<Word>,
}

/// Something about the words known only at run time.
pub(crate) struct Doubt {
    /// The class of its worst reading.
    pub class: Class,
    /// The reason.
    pub reason: Message,
    /// Its position.
    pub span: Span,
}

/// Whether the table has the subcommand.
pub(crate) enum Subcommand {
    /// It has, or there is none.
    Known,
    /// It has not.
    Missing(Word),
    /// Known only at run time.
    Hidden,
}

/// The parsed words of a command.
pub(crate) struct Reading {
    /// Their position in the table.
    pub place: Place,
    /// The options, in order.
    pub hits: Vec<Hit>,
    /// Options that the table does not list, and whether they are harmless.
    pub unlisted: Vec<(String, Span, bool)>,
    /// The operands, in order.
    pub operands: Vec<Word>,
    /// Indexes of operands before which more words may appear.
    pub gaps: Vec<usize>,
    /// Whether the subcommand is known.
    pub subcommand: Subcommand,
    /// The index of the operand that begins another command.
    pub command_from: Option<usize>,
    /// What is known only at run time.
    pub doubts: Vec<Doubt>,
    /// Replacements of the operands by options.
    instead: Vec<&'static Operands>,
    /// Whether an option replaced the first operand.
    first: bool,
}

/// Maximum number of doubts and unlisted options per command, unless later ones are worse.
const DOUBTS: usize = 32;

/// Parses the words of a command; the first is its name.
pub(crate) fn read(words: &[Word], place: Place) -> Reading {
    let reading = Reading {
        place,
        hits: Vec::new(),
        unlisted: Vec::new(),
        operands: Vec::new(),
        gaps: Vec::new(),
        subcommand: Subcommand::Known,
        command_from: None,
        doubts: Vec::new(),
        instead: Vec::new(),
        first: false,
    };
    let mut reader = Reader { out: reading, words, at: 1, ended: false, assigned: 0 };
    while let Some(word) = words.get(reader.at) {
        reader.at += 1;
        let option = !reader.ended && reader.option(word);
        if !option {
            reader.operand(word);
        }
    }
    reader.out.place.settle();
    reader.out
}

/// Values that may still be given to a flag without a value.
const SWITCH: [&str; 12] =
    ["true", "false", "yes", "no", "on", "off", "always", "never", "auto", "none", "0", "1"];

/// Values that switch an option off.
const OFF: [&str; 9] = ["none", "false", "no", "off", "never", "0", "n", "f", ""];

type Found = Vec<(&'static Entry, &'static Choice)>;

struct Reader<'a> {
    out: Reading,
    words: &'a [Word],
    at: usize,
    ended: bool,
    /// Number of leading assignments among the operands.
    assigned: usize,
}

impl Reader<'_> {
    /// Returns the syntax of options here. `Long` is inherited by subcommands; where operands begin is not.
    fn style(&self) -> Style {
        let own = self.out.place.entry().and_then(|e| e.style);
        let long = || self.out.place.chain().any(|e| e.style == Some(Style::Long)).then_some(Style::Long);
        own.or_else(long).unwrap_or(Style::Gnu)
    }

    /// Reads a word as an option; false if it is not or may not be one.
    fn option(&mut self, word: &Word) -> bool {
        let style = self.style();
        let prefix = word.prefix();
        let known = word.known().is_some();
        if style == Style::Keys
            && let Some(done) = self.key(word, &prefix, known)
        {
            return done;
        }
        if prefix.starts_with('+') {
            return known && self.plus(word, &prefix);
        }
        if !word.may_be_option() || known && prefix == "-" {
            if spills_options(word) {
                self.doubt(word, "");
            }
            return false;
        }
        if known && prefix == "--" {
            self.ended = true;
            return true;
        }
        if prefix.is_empty() || prefix == "-" {
            self.doubt(word, "");
            return false;
        }
        match style {
            Style::Long => self.long(word, &prefix, known),
            _ if prefix.starts_with("--") => self.double(word, &prefix, known),
            _ => self.single(word, &prefix, known),
        }
        true
    }

    /// Notes a word that may be any option with this prefix.
    fn doubt(&mut self, word: &Word, prefix: &str) {
        let options = self.out.place.chain();
        let worst =
            options.map(|e| if prefix.is_empty() { e.options_worst } else { e.options.worst(prefix) }).max();
        if let Some(class) = worst.filter(|class| *class > Class::Read) {
            let reason = say!("analysis-may-be-an-option-that-changes-what-it-does", word = word.shown());
            self.out.wonder(Doubt { class, reason, span: word.span });
        }
    }

    /// Notes that a value may become several words.
    fn may_spill(&mut self, value: &Word) {
        if !value.may_split() {
            return;
        }
        if spills_options(value) {
            self.doubt(value, "");
        }
        if self.out.place.has_subcommands() && self.out.operands.is_empty() {
            self.hidden(value);
        }
        self.out.gaps.push(self.out.operands.len());
    }

    fn hidden(&mut self, word: &Word) {
        let class = self.out.place.worst_subcommand().max(Class::Mutable);
        let reason = say!("analysis-may-be-any-subcommand", word = word.shown());
        self.out.wonder(Doubt { class, reason, span: word.span });
    }

    fn unlisted(&mut self, shown: &str, span: Span) {
        let fine = self.out.place.entry().is_some_and(|e| e.unlisted_fine);
        let last = self.out.unlisted.last();
        let same = last.is_some_and(|(_, at, _)| *at == span);
        let enough = self.out.unlisted.len() >= DOUBTS && last.is_some_and(|(.., before)| *before == fine);
        if !same && !enough {
            self.out.unlisted.push((shown.to_owned(), span, fine));
        }
    }

    /// Returns the options of exactly this name in the innermost entry that has any.
    fn exact(&self, name: &str) -> Found {
        for entry in self.out.place.chain() {
            let found = entry.options.exact(name);
            if !found.is_empty() {
                return found.iter().map(|choice| (entry, choice)).collect();
            }
        }
        Vec::new()
    }

    /// Returns the options that a long name can mean. A subcommand does not know the options of its command:
    /// an abbreviation of its own options counts as well.
    fn meant(&self, name: &str) -> Found {
        let mut found = Vec::new();
        for entry in self.out.place.chain() {
            let exact = entry.options.exact(name);
            let these = if exact.is_empty() { entry.options.beginning(name) } else { exact };
            found.extend(these.iter().map(|choice| (entry, choice)));
            if !exact.is_empty() {
                break;
            }
        }
        found
    }

    /// Reads `name=value`; None if the word should be read as usual.
    fn key(&mut self, word: &Word, prefix: &str, known: bool) -> Option<bool> {
        if let Some((name, _)) = prefix.split_once('=') {
            let found = self.exact(name);
            if found.is_empty() {
                self.unlisted(name, word.span);
            } else {
                self.choose(found, Some(word.skip(name.len() + 1)), word, true);
            }
            return Some(true);
        }
        if known || prefix.starts_with('-') {
            return None;
        }
        self.doubt(word, prefix);
        Some(false)
    }

    fn plus(&mut self, word: &Word, text: &str) -> bool {
        let (name, value) = split_value(word, text);
        let mut found = self.exact(name);
        if found.is_empty() && text.len() > 1 && text.bytes().skip(1).all(|b| b.is_ascii_digit()) {
            found = self.exact("+#");
        }
        let listed = !found.is_empty();
        if listed {
            self.choose(found, value, word, true);
        }
        listed
    }

    /// `--name`, `--name=value`, `--na`.
    fn double(&mut self, word: &Word, prefix: &str, known: bool) {
        let (name, value) = split_value(word, prefix);
        if value.is_none() && !known {
            self.doubt(word, name);
            return self.may_spill(word);
        }
        let found = self.meant(name);
        if found.is_empty() {
            self.unlisted(name, word.span);
            if let Some(value) = value {
                self.may_spill(&value);
            }
            return;
        }
        self.choose(found, value, word, true);
    }

    /// `-name`, `--name`, `-name=value`.
    fn long(&mut self, word: &Word, prefix: &str, known: bool) {
        let (name, value) = split_value(word, prefix);
        if value.is_none() && !known {
            self.doubt(word, "");
            return self.may_spill(word);
        }
        let bare = name.trim_start_matches('-');
        let mut found = self.exact(&format!("-{bare}"));
        if found.is_empty() {
            found = self.exact(&format!("--{bare}"));
        }
        if !found.is_empty() {
            return self.choose(found, value, word, true);
        }
        // `-Dname=value`, `-Xmx1g`: a capital letter with an attached value.
        let capital = name.get(..2).filter(|n| n.ends_with(|c: char| c.is_ascii_uppercase()));
        let joined = capital.map(|n| self.exact(n)).unwrap_or_default();
        if !joined.is_empty() && joined.iter().all(|(_, c)| c.takes != Takes::Nothing) {
            return self.choose(joined, Some(word.skip(2)), word, true);
        }
        let digits = !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit());
        let number = if digits { self.exact("-#") } else { Vec::new() };
        if number.is_empty() {
            return self.unlisted(name, word.span);
        }
        self.choose(number, None, word, true);
    }

    /// Reads `-x`, `-xyz`, `-xVALUE`, `-5`, and longer names that the table lists whole.
    fn single(&mut self, word: &Word, prefix: &str, known: bool) {
        let (name, value) = split_value(word, prefix);
        if (known || value.is_some()) && (name.chars().count() > 2 || value.is_some()) {
            let found = self.exact(name);
            if !found.is_empty()
                && (name.chars().count() > 2 || found.iter().all(|(_, c)| c.takes != Takes::Nothing))
            {
                return self.choose(found, value, word, true);
            }
        }
        let number = self.exact("-#");
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if known && !number.is_empty() && prefix.get(1..).is_some_and(digits) && self.exact(prefix).is_empty()
        {
            return self.choose(number, None, word, true);
        }
        let mut sure = true;
        for (at, letter) in prefix.char_indices().skip(1) {
            let found = self.exact(&format!("-{letter}"));
            let after = at + letter.len_utf8();
            let more = after < prefix.len() || !known;
            if found.is_empty() {
                let part_of_number = letter.is_ascii_digit() && !number.is_empty();
                if !part_of_number {
                    sure = false;
                    self.unlisted(prefix, word.span);
                }
            } else if found.iter().any(|(_, c)| c.takes != Takes::Nothing) {
                return self.choose(found, more.then(|| word.skip(after)), word, sure);
            } else {
                self.choose(found, None, word, sure);
            }
        }
        if !known {
            self.doubt(word, "-");
            self.may_spill(word);
        }
    }

    /// Records the options found for a word; `certain` is false after an unlisted letter, so the next word
    /// may or may not be its value.
    fn choose(&mut self, found: Found, attached: Option<Word>, word: &Word, certain: bool) {
        let (about_one_value, plain): (Found, Found) = found.into_iter().partition(|(_, c)| c.only.is_some());
        let takes_value = |(_, c): &(&Entry, &Choice)| c.takes == Takes::Value;
        let mut next = None;
        if attached.is_none() && plain.iter().any(takes_value) {
            next = self.words.get(self.at).cloned();
            if certain && plain.iter().all(takes_value) && next.is_some() {
                self.at += 1;
            }
        }
        let given = attached.as_ref().or(next.as_ref()).and_then(Word::known);
        let mut found = about_one_value;
        found.retain(|(_, c)| c.only.as_deref() == given.as_deref());
        if found.is_empty() {
            found = plain;
        }
        if found.is_empty() {
            return self.unlisted(&word.shown(), word.span);
        }
        if let Some(value) = attached.as_ref().or(next.as_ref()) {
            self.may_spill(value);
        }
        let dry = |(e, c): &(&'static Entry, &'static Choice)| e.options.meanings(c).contains(&Meaning::Dry);
        let sure = found.len() == 1 || found.iter().all(dry);
        for (entry, choice) in found {
            let value = match choice.takes {
                Takes::Value => attached.clone().or_else(|| next.clone()),
                Takes::Attached => attached.clone(),
                Takes::Nothing => {
                    let switch = |w: &Word| w.known().is_some_and(|t| SWITCH.contains(&t.as_str()));
                    if attached.as_ref().is_some_and(|w| !switch(w)) {
                        self.unlisted(&word.shown(), word.span);
                    }
                    attached.clone()
                }
            };
            let meanings = entry.options.meanings(choice);
            self.ended |= meanings.contains(&Meaning::Ends);
            // A command's own option does not affect the operands of a subcommand.
            if self.out.place.entry().is_some_and(|own| std::ptr::eq(own, entry)) {
                self.out.obey(meanings);
            }
            let begins = meanings.contains(&Meaning::Value(Kind::Command));
            let command =
                if begins { self.rest_as_command(attached.as_ref().or(next.as_ref())) } else { Vec::new() };
            let (name, takes) = (choice.name.to_string(), choice.takes);
            self.out.hits.push(Hit { name, value, span: word.span, entry, meanings, takes, sure, command });
        }
    }

    /// Returns the words of the command that an option begins: up to a `;`, else all.
    fn rest_as_command(&mut self, first: Option<&Word>) -> Vec<Word> {
        let mut command: Vec<Word> = first.into_iter().cloned().collect();
        while let Some(word) = self.words.get(self.at) {
            self.at += 1;
            if word.known().as_deref() == Some(";") {
                break;
            }
            command.push(word.clone());
        }
        command
    }

    /// Reads a word as a subcommand, or as an operand.
    fn operand(&mut self, word: &Word) {
        let no_operand = self.out.operands.is_empty() && matches!(self.out.subcommand, Subcommand::Known);
        if no_operand && self.out.place.has_subcommands() {
            match word.known() {
                Some(text) if self.out.place.descend(&text) => {
                    self.out.instead.clear();
                    self.out.first = false;
                    return;
                }
                Some(_) => {
                    self.out.place.settle();
                    if !self.out.place.takes_operands() {
                        self.out.subcommand = Subcommand::Missing(word.clone());
                    }
                }
                None => {
                    self.hidden(word);
                    self.out.subcommand = Subcommand::Hidden;
                }
            }
        }
        if matches!(self.out.subcommand, Subcommand::Known) && self.begins_command(word) {
            self.out.command_from = Some(self.out.operands.len());
            let rest = self.words.get(self.at..).unwrap_or_default();
            let first = if word.known().as_deref() == Some("--") { None } else { Some(word) };
            self.out.operands.extend(first.into_iter().chain(rest).cloned());
            self.at = self.words.len();
            return;
        }
        self.out.operands.push(word.clone());
        if self.style() == Style::Posix {
            self.ended = true;
        }
    }

    /// Whether this operand begins another command.
    fn begins_command(&mut self, word: &Word) -> bool {
        let given = self.out.operands.len();
        let assigns = self.assigned == given && assigns(word);
        let mut env = false;
        let begins = self.out.operand_kinds().iter().any(|kinds| {
            let still_env = kinds.env_first() && assigns;
            env |= still_env;
            let before =
                if kinds.env_first() { kinds.without_env().before_command() } else { kinds.before_command() };
            let counted = if kinds.env_first() { given - self.assigned } else { given };
            !still_env && before.is_some_and(|before| counted >= before)
        });
        self.assigned += usize::from(env);
        begins
    }
}

impl Reading {
    fn wonder(&mut self, doubt: Doubt) {
        if self.doubts.len() < DOUBTS || self.doubts.iter().all(|d| d.class < doubt.class) {
            self.doubts.push(doubt);
        }
    }

    /// Applies the effects of an option on the operands.
    fn obey(&mut self, meanings: &'static [Meaning]) {
        for meaning in meanings {
            match meaning {
                Meaning::Operands(operands) if !self.instead.contains(&operands) => {
                    self.instead.push(operands)
                }
                Meaning::First => self.first = true,
                _ => {}
            }
        }
    }

    /// Returns the kinds of the operands after applying the options; several if options disagree.
    pub fn operand_kinds(&self) -> Vec<Cow<'static, Operands>> {
        let own = || match self.place.entry().and_then(|e| e.operands.as_ref()) {
            Some(operands) => Cow::Borrowed(operands),
            None => Cow::Owned(Operands::text()),
        };
        let mut kinds: Vec<_> = self.instead.iter().map(|operands| Cow::Borrowed(*operands)).collect();
        if kinds.is_empty() {
            kinds.push(own());
        }
        if self.first {
            kinds = kinds.iter().map(|k| Cow::Owned(k.without_first())).collect();
        }
        kinds
    }

    /// Whether an option makes the call read-only, and none cancels that.
    pub fn dry(&self) -> bool {
        let off = |h: &Hit| match (&h.value, h.takes) {
            (None, _) => false,
            (Some(value), Takes::Nothing) => {
                !matches!(value.known().as_deref(), Some("true" | "yes" | "on" | "always" | "1"))
            }
            (Some(value), _) => value.known().is_none_or(|text| OFF.contains(&text.as_str())),
        };
        let own = |h: &Hit| self.place.entry().is_some_and(|own| std::ptr::eq(own, h.entry));
        let holds = |h: &Hit| own(h) || h.entry.options.dries_subcommands(&h.name);
        let dries = |h: &Hit| h.sure && h.meanings.contains(&Meaning::Dry) && !off(h) && holds(h);
        let undoes = |name: &str| {
            let positive = name.strip_prefix("--no-").map(|rest| format!("--{rest}"));
            positive.is_some_and(|p| self.place.chain().any(|e| e.options.dries(&p)))
        };
        let undone = |h: &Hit| undoes(&h.name) || h.meanings.contains(&Meaning::Dry) && off(h);
        // Some programs take the word after a switch as its value: `--dry-run false`.
        let denied = || self.operands.iter().any(|w| w.known().as_deref() == Some("false"));
        let taken_back = || {
            self.hits.iter().any(undone) || self.unlisted.iter().any(|(name, ..)| undoes(name)) || denied()
        };
        self.hits.iter().any(dries) && !taken_back() || self.only_asks_for_help()
    }

    /// Whether it only has a lone, unlisted `--help` or `--version`.
    fn only_asks_for_help(&self) -> bool {
        let alone = self.hits.is_empty() && self.operands.is_empty() && self.doubts.is_empty();
        let asks = |(shown, ..): &(String, Span, bool)| matches!(shown.as_str(), "--help" | "--version");
        alone && !self.unlisted.is_empty() && self.unlisted.iter().all(asks)
    }
}

/// Whether a word may become several, of which a later one is an option: `a$IFS--output=b`, `a$x`.
fn spills_options(word: &Word) -> bool {
    let splits = |p: &Piece| matches!(p, Piece::Unknown(u) if u.split);
    let dash = |p: &Piece| matches!(p, Piece::Unknown(u) if u.split && u.dash);
    let text = |p: &Piece| matches!(p, Piece::Text(t) | Piece::Glob(t) if t.starts_with('-'));
    let followed = |pair: &[Piece]| matches!(pair, [a, b] if splits(a) && text(b));
    word.pieces.iter().any(dash) || word.pieces.windows(2).any(followed)
}

/// Whether a word is `NAME=value`.
pub(crate) fn assigns(word: &Word) -> bool {
    let prefix = word.prefix();
    let Some((name, _)) = prefix.split_once('=') else { return false };
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn split_value<'p>(word: &Word, prefix: &'p str) -> (&'p str, Option<Word>) {
    match prefix.split_once('=') {
        Some((name, _)) => (name, Some(word.skip(name.len() + 1))),
        None => (prefix, None),
    }
}
