//! Simple commands: assignments, redirections and words.

use brush_parser::ast::{
    self, Assignment, AssignmentName, AssignmentValue, CommandPrefixOrSuffixItem as Item,
    ProcessSubstitutionKind, SimpleCommand, SourceLocation as _,
};
use countersign_words::{Message, say};

use super::{
    environment::{env_raises, set_raises, unknown_raises},
    redirect::{Redirects, substituted},
    tree::is_special_builtin,
};
use crate::{
    command,
    facts::{Class, Effect, Span},
    walk::{Input, Output, Value, Walk},
    word::{Piece, Unknown, Word},
};

/// Reason for noting `set -k`.
const ASSIGNS_ANYWHERE: Message = say!("analysis-lets-operands-of-commands-set-variables");

/// Builtins that evaluate their words as names or expressions.
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
        let mut arrays = Vec::new();
        for item in simple.prefix.iter().flat_map(|p| &p.0) {
            match item {
                Item::AssignmentWord(assignment, _) if simple.word_or_name.is_some() => {
                    assigned.extend(self.before_a_command(assignment));
                }
                Item::AssignmentWord(assignment, _) => self.assign(assignment),
                other => self.item(other, &mut redirects, &mut words, &mut arrays),
            }
        }
        if let Some(word) = &simple.word_or_name {
            let span = self.span(word.loc.as_ref());
            words.extend(self.expand_at(word, span));
        }
        for item in simple.suffix.iter().flat_map(|s| &s.0) {
            self.item(item, &mut redirects, &mut words, &mut arrays);
        }
        if words.is_empty() {
            let alone = simple.word_or_name.is_none();
            // `$(< file)` is the content of the file.
            let reads = redirects.input != *input;
            let left = redirects.land(self, &Output::Text(String::new()), alone);
            return if reads { Output::Unknown } else { left };
        }
        for (name, value, span) in &assigned {
            let value = Word { pieces: value.clone(), span: *span }.known();
            env_raises(self, name, value.as_deref(), *span);
            if value.is_none() {
                unknown_raises(self, name, *span);
            }
        }
        if redirects.writes {
            // The printed text is what is written, so a grant is for exactly these words.
            self.command(&words, Class::Mutable);
        }
        let before = self.facts.reads.len();
        let first = words.first().and_then(Word::known).unwrap_or_default();
        let output =
            self.with(assigned, is_special_builtin(&first), |walk| walk.run(&words, &redirects.input));
        for (name, elements, span) in arrays {
            self.give_array(&name, elements, span);
        }
        let printed = output.clone();
        // Only a file that this command itself reads can be lost to its own redirection.
        let earlier: Vec<String> = self.facts.reads.drain(..before.min(self.facts.reads.len())).collect();
        let left = redirects.land(self, &printed, false);
        self.facts.reads.splice(0..0, earlier);
        left
    }

    /// Runs `f` with temporary variables: functions and `eval` see the assignments before their command.
    fn with<T>(
        &mut self,
        assigned: Vec<(String, Vec<Piece>, Span)>,
        stays: bool,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut outer = Vec::new();
        let splitting = self.scope.odd_splitting;
        for (name, value, span) in assigned {
            let before = self.scope.variables.get(&name).cloned();
            let array = self.scope.arrays.get(&name).cloned();
            self.hold(&name, value, span);
            outer.push((name, before, array));
        }
        let result = f(self);
        for (name, before, array) in outer.into_iter().rev() {
            if stays {
                // Some shells keep assignments before some builtins.
                self.maybe(|walk| walk.restore(name, before, array));
            } else {
                self.restore(name, before, array);
                self.scope.odd_splitting = splitting;
            }
        }
        result
    }

    fn restore(&mut self, name: String, value: Option<Value>, array: Option<Vec<Word>>) {
        if let Some(array) = array {
            self.scope.arrays.insert(name.clone(), array);
        }
        match value {
            Some(value) => self.scope.variables.insert(name, value),
            None => self.scope.variables.remove(&name),
        };
    }

    fn item(
        &mut self,
        item: &Item,
        redirects: &mut Redirects,
        words: &mut Vec<Word>,
        arrays: &mut Vec<(String, Option<Vec<Word>>, Span)>,
    ) {
        match item {
            Item::IoRedirect(redirect) => redirects.look(self, redirect),
            Item::Word(word) => words.extend(self.expand(word)),
            Item::AssignmentWord(assignment, word) => {
                let span = self.span(Some(&assignment.loc));
                if let AssignmentValue::Array(elements) = &assignment.value {
                    let flag = |letter: char| {
                        let has = |w: &Word| w.prefix().starts_with('-') && w.prefix().contains(letter);
                        words.iter().any(has)
                    };
                    let name = assignment.name.to_string();
                    if flag('A') {
                        self.scope.associative.insert(name.clone());
                    }
                    if flag('i') {
                        self.scope.integers.insert(name.clone());
                    }
                    let held = self.elements(&name, elements, Some(Vec::new()), span);
                    words.push(Word::known_as(name.clone(), span));
                    arrays.push((name, held, span));
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

    /// An assignment for one command only.
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

    /// A permanent assignment.
    pub(super) fn assign(&mut self, assignment: &Assignment) {
        let span = self.span(Some(&assignment.loc));
        let name = match &assignment.name {
            AssignmentName::VariableName(name) => name.clone(),
            AssignmentName::ArrayElementName(name, index) => {
                self.index(name, index, span);
                let value = match &assignment.value {
                    AssignmentValue::Scalar(word) => self.expand_value(word, span),
                    AssignmentValue::Array(_) => vec![Piece::Unknown(Unknown::anything(name.clone()))],
                };
                return self.give_element(name, &value, span);
            }
        };
        match &assignment.value {
            AssignmentValue::Scalar(word) => {
                let mut pieces = self.expand_value(word, span);
                if assignment.append {
                    let earlier = self.scope.variables.get(&name).map(|v| v.0.clone());
                    let inert = self.holds_numbers(&name);
                    let any = || Unknown { inert, ..Unknown::anything(format!("${name}")) };
                    let earlier = earlier.unwrap_or_else(|| vec![Piece::Unknown(any())]);
                    // The parts may only be one text when joined.
                    pieces = match (earlier.as_slice(), pieces.as_slice()) {
                        ([Piece::Text(a)], [Piece::Text(b)]) => vec![Piece::Text(format!("{a}{b}"))],
                        _ => earlier.into_iter().chain(pieces).collect(),
                    };
                }
                self.give(&name, pieces, span);
            }
            AssignmentValue::Array(elements) => {
                let before =
                    if assignment.append { self.scope.arrays.remove(&name) } else { Some(Vec::new()) };
                let words = self.elements(&name, elements, before, span);
                self.give_array(&name, words, span);
            }
        }
    }

    /// Returns the elements of an array with the new ones; None if known only at run time.
    fn elements(
        &mut self,
        name: &str,
        elements: &[(Option<ast::Word>, ast::Word)],
        before: Option<Vec<Word>>,
        span: Span,
    ) -> Option<Vec<Word>> {
        let mut words = before;
        for (key, element) in elements {
            if let Some(key) = key {
                self.index(name, &key.value, span);
                let value = self.expand_value(element, span);
                self.index_with_command(&value, span);
                words = None;
                continue;
            }
            let more = self.expand(element);
            words = words.map(|words| words.into_iter().chain(more).collect());
        }
        words
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
        self.state(words, input);
        let output = command::run(self, words, input);
        match name.as_str() {
            ":" | "true" | "false" | "sleep" | "set" | "unset" | "shift" | "wait" => {
                Output::Text(String::new())
            }
            // Filters that drop or reorder lines print them unchanged.
            "head" | "tail" | "sort" | "uniq" | "grep" | "tac" | "shuf"
                if *input == Input::Paths && output == Output::Unknown =>
            {
                Output::Paths
            }
            "head" | "tail" | "sort" | "uniq" | "cut" | "cat"
                if *input == Input::Numbers && rest.iter().all(is_short_option) =>
            {
                Output::Numbers
            }
            "tr" if *input == Input::Numbers
                && rest.first().and_then(Word::known).as_deref() == Some("-d") =>
            {
                Output::Numbers
            }
            "cat" | "tee" | "cp" => self.emptied(&name, rest, input).unwrap_or(output),
            _ => output,
        }
    }

    /// Follows what builtins change in the shell itself, also after `command` or `builtin`.
    fn state(&mut self, words: &[Word], input: &Input) {
        let wraps = |w: &Word| matches!(w.known().as_deref(), Some("command" | "builtin"));
        let flag = |w: &Word| matches!(w.known().as_deref(), Some("-p" | "--"));
        let mut words = words;
        while let [first, rest @ ..] = words
            && wraps(first)
        {
            words = rest;
            while let [first, rest @ ..] = words
                && flag(first)
            {
                words = rest;
            }
        }
        let Some((first, rest)) = words.split_first() else { return };
        let Some(name) = first.known() else { return };
        if EVALUATING.contains(&name.as_str()) {
            rest.iter().for_each(|word| self.index_with_command(&word.pieces, word.span));
        }
        match name.as_str() {
            "return" | "break" | "continue" => self.jump(),
            "set" => {
                let all = |w: String| {
                    w == "allexport" || (w.starts_with('-') && !w.starts_with("--") && w.contains('a'))
                };
                self.scope.exporting |= rest.iter().any(|w| w.known().is_none_or(all));
                let keyword = |w: String| w.starts_with('-') && !w.starts_with("--") && w.contains('k');
                for word in rest.iter().take_while(|w| w.known().is_some_and(|text| text != "--")) {
                    if word.known().is_some_and(keyword) {
                        self.opaque(Class::Mutable, ASSIGNS_ANYWHERE, word.span);
                    }
                }
                self.modes(rest);
                self.set(rest);
            }
            "shopt" | "setopt" | "unsetopt" | "emulate" => self.modes(rest),
            "shift" => self.scope.positional = None,
            "unset" => self.unset(rest),
            // Shells started from here on know the function, too.
            "export" | "declare" | "typeset" => {
                let bare = |w: String| !w.starts_with('-') && !w.contains('=');
                self.scope.exporting |= rest.iter().any(|w| w.known().is_none_or(bare));
                self.exported(rest, input);
            }
            "let" => rest.iter().for_each(|word| self.evaluate(&word.pieces, word.span)),
            "getopts" => {
                if let Some(variable) = rest.get(1)
                    && let Some(variable) = self.named(variable)
                {
                    self.give_unknown(&variable, first.span);
                }
                self.give_unknown("OPTARG", first.span);
            }
            "wait" => {
                let named = rest.iter().skip_while(|word| !word.prefix().starts_with("-p")).take(2);
                for word in named.cloned().collect::<Vec<_>>() {
                    let word = if word.prefix().starts_with("-p") { word.skip(2) } else { word };
                    if let Some(variable) = self.named(&word).filter(|name| !name.is_empty()) {
                        self.give_unknown(&variable, word.span);
                    }
                }
            }
            _ => {}
        }
    }

    /// Copying nothing empties the target: `cp /dev/null f`, `tee f < /dev/null`, `cat /dev/null > f`.
    fn emptied(&mut self, name: &str, rest: &[Word], input: &Input) -> Option<Output> {
        let nothing = |word: &Word| word.known().as_deref() == Some("/dev/null");
        let empty = match input {
            Input::File(word) => nothing(word),
            Input::Text(text, _) => text.is_empty(),
            Input::Inherited | Input::Paths | Input::Numbers | Input::Unknown => false,
        };
        let operands: Vec<&Word> = rest.iter().filter(|word| !word.may_be_option()).collect();
        let appends = rest.iter().any(|word| matches!(word.known().as_deref(), Some("-a" | "--append")));
        match (name, operands.as_slice()) {
            ("cat", []) if empty => Some(Output::Text(String::new())),
            ("cat", words) if !words.is_empty() && words.iter().all(|w| nothing(w)) => {
                Some(Output::Text(String::new()))
            }
            ("tee", files) if empty && !appends => {
                files
                    .iter()
                    .for_each(|file| self.path(Effect::Delete, file, say!("analysis-empties-a-file")));
                Some(Output::Text(String::new()))
            }
            ("cp", [from, .., to]) if nothing(from) => {
                self.path(Effect::Delete, to, say!("analysis-empties-a-file"));
                None
            }
            _ => None,
        }
    }

    /// Shell modes that change the meaning of text.
    fn modes(&mut self, rest: &[Word]) {
        let options = rest.iter().take_while(|w| w.known().as_deref() != Some("--"));
        for word in options {
            match word.known().as_deref() {
                // Programs started from here on may accept options only before operands.
                Some("posix" | "posixbuiltins" | "sh") => {
                    set_raises(self, "POSIXLY_CORRECT", Some("y"), word.span);
                }
                Some("keyword") => self.opaque(Class::Mutable, ASSIGNS_ANYWHERE, word.span),
                Some("lastpipe" | "expand_aliases" | "extdebug" | "localvar_inherit" | "localvar_unset") => {
                    let why = say!("analysis-switches-the-shell-to-a-mode-in-which-text");
                    self.opaque(Class::Mutable, why, word.span);
                }
                Some(_) => {}
                None if word.may_be_option() && word.may_split() => {
                    self.opaque(
                        Class::Mutable,
                        say!("analysis-switches-modes-of-the-shell-that-only-running-tells"),
                        word.span,
                    );
                }
                None => {}
            }
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

    /// Walks the bodies of functions that are exported to other shells, as if called there.
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
}

fn is_short_option(word: &Word) -> bool {
    word.known().is_some_and(|text| text.starts_with('-') && !text.starts_with("--"))
}
