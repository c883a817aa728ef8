//! Variables: every way a text sets or unsets one.

use countersign_words::say;

use super::environment::{env_raises, set_raises, unset_raises};
use crate::{
    facts::{Class, Span},
    walk::{Scope, Value, Walk},
    word::{Piece, Unknown, Word, are_inert},
};

/// Variables whose values the shell evaluates as expressions.
const COUNTED: &[&str] = &["RANDOM", "SRANDOM", "SECONDS", "LINENO", "OPTIND", "HISTCMD", "BASH_SUBSHELL"];

impl Walk<'_> {
    /// Sets a variable in any way: an assignment, a loop, `read`, an expression.
    pub(crate) fn give(&mut self, name: &str, pieces: Vec<Piece>, span: Span) {
        let value = Word { pieces: pieces.clone(), span }.known();
        if self.scope.exporting {
            env_raises(self, name, value.as_deref(), span);
        } else {
            set_raises(self, name, value.as_deref(), span);
        }
        self.hold(name, pieces, span);
    }

    /// Like `give`, if the meaning of the variable for commands is already noted.
    pub(crate) fn hold(&mut self, name: &str, pieces: Vec<Piece>, span: Span) {
        self.index_with_command(&pieces, span);
        if COUNTED.contains(&name) || self.scope.integers.contains(name) {
            self.evaluate_once(&pieces, span);
        }
        self.scope.odd_splitting |= name == "IFS";
        self.scope.arrays.remove(name);
        self.scope.variables.insert(name.to_owned(), Value(pieces));
    }

    /// Evaluates an assigned value; a value that sets the same variable again would never end.
    fn evaluate_once(&mut self, pieces: &[Piece], span: Span) {
        let sets = |piece: &Piece| matches!(piece, Piece::Text(t) | Piece::Glob(t) if t.contains('='));
        match pieces.iter().any(sets) {
            true => {
                self.opaque(Class::Mutable, say!("analysis-assigns-an-expression-that-sets-variables"), span)
            }
            false => self.evaluate(pieces, span),
        }
    }

    /// Sets a variable to a value known only at run time.
    pub(crate) fn give_unknown(&mut self, name: &str, span: Span) {
        self.give(name, vec![Piece::Unknown(Unknown::anything(format!("${name}")))], span);
    }

    /// Sets an array to words; None if known only at run time.
    pub(super) fn give_array(&mut self, name: &str, words: Option<Vec<Word>>, span: Span) {
        set_raises(self, name, None, span);
        for word in words.iter().flatten() {
            self.index_with_command(&word.pieces, span);
            if self.scope.integers.contains(name) {
                self.evaluate_once(&word.pieces, span);
            }
        }
        self.scope.odd_splitting |= name == "IFS";
        self.scope.variables.remove(name);
        match words {
            Some(words) => {
                self.scope.arrays.insert(name.to_owned(), words);
            }
            None => {
                self.scope.arrays.remove(name);
                let any = Unknown::anything(format!("${name}"));
                self.scope.variables.insert(name.to_owned(), Value(vec![Piece::Unknown(any)]));
            }
        }
    }

    /// Sets one element of an array: of the others it is only known whether they are numbers.
    pub(super) fn give_element(&mut self, name: &str, value: &[Piece], span: Span) {
        set_raises(self, name, None, span);
        if self.scope.integers.contains(name) {
            self.evaluate_once(value, span);
        }
        let inert = are_inert(value) && self.holds_numbers(name);
        self.scope.arrays.remove(name);
        let any = Unknown { inert, ..Unknown::anything(format!("${name}")) };
        self.scope.variables.insert(name.to_owned(), Value(vec![Piece::Unknown(any)]));
    }

    /// Whether a variable certainly holds numbers, or nothing that the text set.
    pub(crate) fn holds_numbers(&self, name: &str) -> bool {
        let (scalar, words) = (self.scope.variables.get(name), self.scope.arrays.get(name));
        if scalar.is_none() && words.is_none() {
            return !super::parameter::may_run(name, self.scope.set_elsewhere);
        }
        scalar.is_none_or(|value| are_inert(&value.0))
            && words.is_none_or(|words| words.iter().all(|word| are_inert(&word.pieces)))
    }

    /// Declares a variable without giving it a value.
    pub(crate) fn declare(&mut self, name: &str, span: Span) {
        let inert = self.holds_numbers(name);
        set_raises(self, name, None, span);
        self.scope.arrays.remove(name);
        let any = Unknown { inert, ..Unknown::anything(format!("${name}")) };
        self.scope.variables.insert(name.to_owned(), Value(vec![Piece::Unknown(any)]));
    }

    /// Makes a variable local to the function being walked: outside it keeps its value.
    pub(crate) fn make_local(&mut self, name: &str) {
        let held = match (self.scope.variables.get(name), self.scope.arrays.get(name)) {
            (Some(value), _) => Some(value.clone()),
            (None, Some(words)) => {
                let inert = words.iter().all(|word| are_inert(&word.pieces));
                let any = Unknown { inert, ..Unknown::anything(format!("${name}")) };
                Some(Value(vec![Piece::Unknown(any)]))
            }
            (None, None) => None,
        };
        if let Some(locals) = self.locals.last_mut() {
            locals.entry(name.to_owned()).or_insert(held);
        }
    }

    /// Leaves a function: its local variables get back their outer values, or those assigned before they became local.
    pub(super) fn leave_locals(&mut self) {
        for (name, held) in self.locals.pop().unwrap_or_default() {
            let now = self.scope.variables.remove(&name);
            self.scope.arrays.remove(&name);
            if let Some(value) = either_value(&name, held.as_ref(), now.as_ref()) {
                self.scope.variables.insert(name, value);
            }
        }
    }

    pub(super) fn unset(&mut self, rest: &[Word]) {
        let mut options = true;
        for word in rest {
            match word.known() {
                Some(text) if options && text == "--" => options = false,
                Some(text) if options && text.starts_with('-') => {}
                Some(_) => {
                    let Some(name) = self.named(word) else { continue };
                    unset_raises(self, &name, word.span);
                    // It may be read-only, or the variable of that name is unset instead.
                    if let Some(function) = self.scope.functions.get_mut(&name) {
                        function.certain = false;
                    }
                    self.scope.variables.remove(&name);
                    self.scope.arrays.remove(&name);
                    self.scope.integers.remove(&name);
                    if self.scope.associative.contains(&name) && self.conditions > 0 {
                        self.scope.associative.remove(&name);
                    }
                }
                None => {
                    self.opaque(Class::Mutable, say!("analysis-unsets-what-only-running-tells"), word.span);
                    self.scope.functions.values_mut().for_each(|function| function.certain = false);
                }
            }
        }
    }
}

/// Merges the two possible values of a variable; None is its value before the text.
fn either_value(name: &str, one: Option<&Value>, other: Option<&Value>) -> Option<Value> {
    if one == other {
        return one.cloned();
    }
    let dashes = |value: Option<&Value>| {
        value.is_none_or(|v| Word { pieces: v.0.clone(), span: Span::default() }.may_be_option())
    };
    let numbers = |value: Option<&Value>| value.is_none_or(|v| are_inert(&v.0));
    let any = Unknown {
        shown: format!("${name}"),
        dash: dashes(one) || dashes(other),
        split: true,
        inert: numbers(one) && numbers(other),
    };
    Some(Value(vec![Piece::Unknown(any)]))
}

/// Merges two possible scopes.
pub(super) fn either(one: Scope, other: Scope) -> Scope {
    let mut joined = other;
    let lost = joined.arrays.extract_if(.., |name, words| one.arrays.get(name) != Some(words));
    let mut changed: Vec<(String, bool)> =
        lost.map(|(name, words)| (name, words.iter().all(|word| are_inert(&word.pieces)))).collect();
    changed.extend(
        one.arrays
            .iter()
            .filter(|(name, _)| !joined.arrays.contains_key(*name))
            .map(|(name, words)| (name.clone(), words.iter().all(|word| are_inert(&word.pieces)))),
    );
    let mut names: Vec<&String> = joined.variables.keys().chain(one.variables.keys()).collect();
    names.sort();
    names.dedup();
    let values = names.into_iter().filter_map(|name| {
        let value = either_value(name, one.variables.get(name), joined.variables.get(name))?;
        Some((name.clone(), value))
    });
    joined.variables = values.collect();
    for (name, inert) in changed {
        let before = joined.variables.get(&name).is_none_or(|value| are_inert(&value.0));
        let any = Unknown { inert: inert && before, ..Unknown::anything(format!("${name}")) };
        joined.variables.insert(name, Value(vec![Piece::Unknown(any)]));
    }
    for (name, function) in &mut joined.functions {
        match one.functions.get(name) {
            Some(other) => {
                function.certain &= other.certain;
                for body in &other.bodies {
                    if !function.bodies.iter().any(|b| std::rc::Rc::ptr_eq(&b.tree, &body.tree)) {
                        function.bodies.push(body.clone());
                    }
                }
            }
            None => function.certain = false,
        }
    }
    for (name, mut function) in one.functions {
        function.certain = false;
        joined.functions.entry(name).or_insert(function);
    }
    for (name, text) in one.aliases {
        joined.aliases.entry(name).or_insert(text);
    }
    joined.integers.extend(one.integers);
    joined.associative.retain(|name| one.associative.contains(name));
    if joined.cwd != one.cwd {
        joined.cwd = None;
    }
    joined.odd_splitting |= one.odd_splitting;
    joined.exporting |= one.exporting;
    joined.set_elsewhere |= one.set_elsewhere;
    if joined.positional != one.positional {
        joined.positional = None;
    }
    joined
}
