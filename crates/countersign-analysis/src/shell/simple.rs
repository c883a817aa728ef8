//! Simple commands: assignments, redirections and words, then whatever the first word means.

use brush_parser::ast::{
    Assignment, AssignmentName, AssignmentValue, CommandPrefixOrSuffixItem as Item, ProcessSubstitutionKind,
    SimpleCommand, SourceLocation as _,
};

use super::{
    environment::{env_raises, set_raises, unknown_raises},
    redirect::{Redirects, substituted},
};
use crate::{
    command,
    facts::{Class, Effect, Span},
    walk::{Input, Output, Value, Walk},
    word::{Piece, Unknown, Word},
};

/// Builtins that evaluate words of theirs as names or expressions.
const EVALUATING: &[&str] = &[
    "let",
    "wait",
    "declare",
    "typeset",
    "local",
    "export",
    "readonly",
    "unset",
    "read",
    "mapfile",
    "readarray",
    "printf",
    "test",
    "[",
    "getopts",
    "ulimit",
    "shift",
    "return",
    "exit",
    "break",
    "continue",
];

impl Walk<'_> {
    pub(super) fn simple(&mut self, simple: &SimpleCommand, input: &Input) -> Output {
        let mut redirects = Redirects::new(input);
        let mut assigned: Vec<(String, Vec<Piece>, Span)> = Vec::new();
        let mut words = Vec::new();
        for item in simple.prefix.iter().flat_map(|p| &p.0) {
            match item {
                Item::AssignmentWord(assignment, _) if simple.word_or_name.is_some() => {
                    assigned.extend(self.before_a_command(assignment));
                }
                Item::AssignmentWord(assignment, _) => self.assign(assignment),
                other => self.item(other, &mut redirects, &mut words),
            }
        }
        if let Some(word) = &simple.word_or_name {
            let span = self.span(word.loc.as_ref());
            words.extend(self.expand_at(word, span));
        }
        for item in simple.suffix.iter().flat_map(|s| &s.0) {
            self.item(item, &mut redirects, &mut words);
        }
        if words.is_empty() {
            let alone = simple.word_or_name.is_none();
            return redirects.land(self, &Output::Text(String::new()), alone);
        }
        for (name, value, span) in &assigned {
            let value = Word { pieces: value.clone(), span: *span }.known();
            env_raises(self, name, value.as_deref(), *span);
            if value.is_none() {
                unknown_raises(self, name, *span);
            }
        }
        if redirects.writes {
            // What it prints is what is written, so a remembered yes is for these very words.
            self.command(&words, Class::Mutable);
        }
        let before = self.facts.reads.len();
        let output = self.with(assigned, |walk| walk.run(&words, &redirects.input));
        let printed = output.clone();
        // Only what this very command reads can be lost to its own redirection.
        let earlier: Vec<String> = self.facts.reads.drain(..before.min(self.facts.reads.len())).collect();
        let left = redirects.land(self, &printed, false);
        self.facts.reads.splice(0..0, earlier);
        left
    }

    /// Runs `f` while variables have other values: functions and `eval` see what stands before their command.
    fn with<T>(&mut self, assigned: Vec<(String, Vec<Piece>, Span)>, f: impl FnOnce(&mut Self) -> T) -> T {
        let mut outer = Vec::new();
        for (name, value, _) in assigned {
            let before = self.scope.variables.insert(name.clone(), Value(value));
            outer.push((name, before));
        }
        let result = f(self);
        for (name, before) in outer.into_iter().rev() {
            match before {
                Some(value) => self.scope.variables.insert(name, value),
                None => self.scope.variables.remove(&name),
            };
        }
        result
    }

    fn item(&mut self, item: &Item, redirects: &mut Redirects, words: &mut Vec<Word>) {
        match item {
            Item::IoRedirect(redirect) => redirects.look(self, redirect),
            Item::Word(word) => words.extend(self.expand(word)),
            Item::AssignmentWord(assignment, word) => {
                let span = self.span(Some(&assignment.loc));
                if let AssignmentValue::Array(elements) = &assignment.value {
                    for (key, element) in elements {
                        if let Some(key) = key {
                            self.expand_value(key, span);
                        }
                        self.expand(element);
                    }
                    words.push(Word::known_as(assignment.name.to_string(), span));
                    return;
                }
                // `declare x=…` and `make x=…` alike: one word, not split.
                let pieces = self.expand_value(word, span);
                words.push(Word { pieces, span });
            }
            Item::ProcessSubstitution(kind, subshell) => {
                let input = match kind {
                    ProcessSubstitutionKind::Read => Input::Inherited,
                    ProcessSubstitutionKind::Write => Input::Unknown,
                };
                self.apart(|walk| walk.list(&subshell.list, &input));
                words.push(substituted(self.span(subshell.location().as_ref())));
            }
        }
    }

    /// An assignment that holds for one command only.
    fn before_a_command(&mut self, assignment: &Assignment) -> Option<(String, Vec<Piece>, Span)> {
        let span = self.span(Some(&assignment.loc));
        match (&assignment.name, &assignment.value) {
            (AssignmentName::VariableName(name), AssignmentValue::Scalar(word)) => {
                Some((name.clone(), self.expand_value(word, span), span))
            }
            _ => {
                self.assign(assignment);
                None
            }
        }
    }

    /// An assignment that stays.
    pub(super) fn assign(&mut self, assignment: &Assignment) {
        let span = self.span(Some(&assignment.loc));
        let name = match &assignment.name {
            AssignmentName::VariableName(name) => name.clone(),
            AssignmentName::ArrayElementName(name, index) => {
                self.arithmetic(index, span);
                if matches!(name.as_str(), "BASH_ALIASES" | "BASH_CMDS") {
                    self.opaque(Class::Destructive, "gives a command another meaning", span);
                }
                if let AssignmentValue::Scalar(word) = &assignment.value {
                    self.expand_value(word, span);
                }
                self.scope.arrays.remove(name);
                let any = Unknown { shown: format!("${name}"), dash: true, split: true };
                self.scope.variables.insert(name.clone(), Value(vec![Piece::Unknown(any)]));
                return;
            }
        };
        match &assignment.value {
            AssignmentValue::Scalar(word) => {
                let mut pieces = self.expand_value(word, span);
                if assignment.append {
                    let earlier = self.scope.variables.get(&name).map(|v| v.0.clone());
                    let earlier = earlier.unwrap_or_else(|| {
                        vec![Piece::Unknown(Unknown { shown: format!("${name}"), dash: true, split: true })]
                    });
                    pieces = earlier.into_iter().chain(pieces).collect();
                }
                let value = Word { pieces: pieces.clone(), span }.known();
                if self.scope.exporting {
                    env_raises(self, &name, value.as_deref(), span);
                } else {
                    set_raises(self, &name, value.as_deref(), span);
                }
                self.index_with_command(&pieces, span);
                if name == "IFS" {
                    self.scope.odd_splitting = true;
                }
                self.scope.arrays.remove(&name);
                self.scope.variables.insert(name, Value(pieces));
            }
            AssignmentValue::Array(elements) => {
                let mut words =
                    if assignment.append { self.scope.arrays.remove(&name) } else { Some(Vec::new()) };
                for (key, element) in elements {
                    let more = self.expand(element);
                    match (&mut words, key) {
                        (Some(words), None) => words.extend(more),
                        (words, _) => *words = None,
                    }
                    if let Some(key) = key {
                        self.expand_value(key, span);
                    }
                }
                self.scope.variables.remove(&name);
                match words {
                    Some(words) => self.scope.arrays.insert(name, words),
                    None => self.scope.arrays.remove(&name),
                };
            }
        }
    }

    fn run(&mut self, words: &[Word], input: &Input) -> Output {
        let Some((first, rest)) = words.split_first() else { return Output::Text(String::new()) };
        let Some(name) = first.known() else { return command::run(self, words, input) };
        if let Some(function) = self.scope.functions.get(&name).cloned() {
            let output = self.call(&name, &function, rest, input, first.span);
            if function.certain {
                return output;
            }
        }
        if let Some(text) = self.scope.aliases.get(&name).cloned() {
            let line =
                std::iter::once(text).chain(rest.iter().map(Word::shown)).collect::<Vec<_>>().join(" ");
            self.scope.aliases.remove(&name);
            super::script(self, &line, first.span, input);
        }
        if EVALUATING.contains(&name.as_str()) {
            rest.iter().for_each(|word| self.index_with_command(&word.pieces, word.span));
        }
        match name.as_str() {
            "set" => {
                let all = |w: String| {
                    w == "allexport" || (w.starts_with('-') && !w.starts_with("--") && w.contains('a'))
                };
                self.scope.exporting |= rest.iter().any(|w| w.known().is_none_or(all));
                self.set(rest);
            }
            "shift" => self.scope.positional = None,
            "unset" => self.unset(rest),
            // Shells that are started from here on know the function, too.
            "export" | "declare" | "typeset" => {
                let bare = |w: String| !w.starts_with('-') && !w.contains('=');
                self.scope.exporting |= rest.iter().any(|w| w.known().is_none_or(bare));
                self.exported(rest, input);
            }
            "getopts" | "wait" => rest.iter().filter_map(Word::known).for_each(|name| self.forget(&name)),
            _ => {}
        }
        let output = command::run(self, words, input);
        match name.as_str() {
            ":" | "true" | "false" | "sleep" | "set" | "unset" | "shift" | "wait" => {
                Output::Text(String::new())
            }
            // What only leaves lines out, or puts them in another order, prints lines as it got them.
            "head" | "tail" | "sort" | "uniq" | "grep" | "tac" | "shuf"
                if *input == Input::Paths && output == Output::Unknown =>
            {
                Output::Paths
            }
            "cat" | "tee" | "cp" => self.emptied(&name, rest, input).unwrap_or(output),
            _ => output,
        }
    }

    /// What copies nothing empties what it copies to: `cp /dev/null f`, `tee f < /dev/null`, `cat /dev/null > f`.
    fn emptied(&mut self, name: &str, rest: &[Word], input: &Input) -> Option<Output> {
        let nothing = |word: &Word| word.known().as_deref() == Some("/dev/null");
        let empty = match input {
            Input::File(word) => nothing(word),
            Input::Text(text, _) => text.is_empty(),
            Input::Inherited | Input::Paths | Input::Unknown => false,
        };
        let operands: Vec<&Word> = rest.iter().filter(|word| !word.may_be_option()).collect();
        let appends = rest.iter().any(|word| matches!(word.known().as_deref(), Some("-a" | "--append")));
        match (name, operands.as_slice()) {
            ("cat", []) if empty => Some(Output::Text(String::new())),
            ("cat", words) if !words.is_empty() && words.iter().all(|w| nothing(w)) => {
                Some(Output::Text(String::new()))
            }
            ("tee", files) if empty && !appends => {
                files.iter().for_each(|file| self.path(Effect::Delete, file, "empties a file"));
                Some(Output::Text(String::new()))
            }
            ("cp", [from, .., to]) if nothing(from) => {
                self.path(Effect::Delete, to, "empties a file");
                None
            }
            _ => None,
        }
    }

    fn set(&mut self, rest: &[Word]) {
        let end = rest.iter().position(|w| w.known().as_deref() == Some("--"));
        if let Some(words) = end.and_then(|end| rest.get(end + 1..)) {
            self.scope.positional = (!words.iter().any(Word::may_split)).then(|| words.to_vec());
        } else if rest.iter().any(|w| w.known().is_none_or(|t| !t.starts_with(['-', '+']))) {
            self.scope.positional = None;
        }
    }

    /// Walks the bodies of functions that are handed on to other shells, as if they were called there.
    fn exported(&mut self, rest: &[Word], input: &Input) {
        let flags =
            rest.iter().filter_map(Word::known).filter(|w| w.starts_with('-') && !w.starts_with("--"));
        if !flags.flat_map(|w| w.chars().collect::<Vec<_>>()).any(|c| c == 'f') {
            return;
        }
        for name in rest.iter().filter_map(Word::known) {
            if let Some(function) = self.scope.functions.get(&name).cloned() {
                let words = [Word::unknown("$@", Span::default())];
                self.apart(|walk| walk.call(&name, &function, &words, input, Span::default()));
            }
        }
    }

    /// Makes a variable one of which nothing is known.
    fn forget(&mut self, name: &str) {
        if let Some(value) = self.scope.variables.get_mut(name) {
            value.0 = vec![Piece::Unknown(Unknown { shown: format!("${name}"), dash: true, split: true })];
        }
    }

    fn unset(&mut self, rest: &[Word]) {
        for word in rest {
            match word.known() {
                Some(name) => {
                    self.evaluated(&word.pieces, word.span);
                    self.scope.functions.remove(&name);
                    self.scope.variables.remove(&name);
                    self.scope.arrays.remove(&name);
                }
                None => {
                    self.opaque(Class::Mutable, "unsets what only running tells", word.span);
                    self.scope.functions.clear();
                }
            }
        }
    }
}
