//! Walks the tree of a shell text: visits every command that could run.

use std::{collections::BTreeMap, rc::Rc};

use brush_parser::{
    SourceSpan,
    ast::{
        AndOr, AndOrList, BinaryPredicate, Command, CompoundCommand, CompoundList, ExtendedTestExpr,
        ForClauseCommand, FunctionDefinition, IfClauseCommand, Pipeline, Program, RedirectList,
        SeparatorOperator, SourceLocation, UnaryPredicate,
    },
};
use countersign_words::{Message, say};

use super::variables::either;
use crate::{
    facts::{Class, Effect, Span},
    walk::{Body, Function, Input, Output, Value, Walk},
    word::{Piece, Unknown, Word, are_inert},
};

/// Loops of up to this many values are followed value by value.
const UNROLLED: usize = 32;
/// Maximum number of loop rounds until nothing changes.
const ROUNDS: usize = 8;
/// Maximum number of exits from loops and functions to follow.
const JUMPS: usize = 64;
pub(super) const TOO_MANY: Message = say!("analysis-has-more-commands-than-are-looked-at");

impl Walk<'_> {
    pub(super) fn program(&mut self, program: &Program, input: &Input) -> Output {
        let outputs = program.complete_commands.iter().map(|list| self.list(list, input)).collect();
        joined(outputs)
    }

    pub(super) fn list(&mut self, list: &CompoundList, input: &Input) -> Output {
        let mut outputs = Vec::new();
        for item in &list.0 {
            outputs.push(match item.1 {
                SeparatorOperator::Sequence => self.and_or(&item.0, input),
                SeparatorOperator::Async => self.apart(|walk| walk.and_or(&item.0, input)),
            });
        }
        joined(outputs)
    }

    fn and_or(&mut self, list: &AndOrList, input: &Input) -> Output {
        let first = self.pipeline(&list.first, input);
        if list.additional.is_empty() {
            return first;
        }
        let mut outputs = vec![first];
        self.maybe(|walk| {
            for next in &list.additional {
                let (AndOr::And(pipeline) | AndOr::Or(pipeline)) = next;
                // It is not known which of them run.
                walk.pipeline(pipeline, input);
                outputs.push(Output::Unknown);
            }
        });
        joined(outputs)
    }

    fn pipeline(&mut self, pipeline: &Pipeline, input: &Input) -> Output {
        if let [command] = pipeline.seq.as_slice() {
            return self.tree_command(command, input);
        }
        let mut input = input.clone();
        let mut output = Output::Text(String::new());
        for command in &pipeline.seq {
            let span = self.span(command.location().as_ref());
            output = self.apart(|walk| walk.tree_command(command, &input));
            input = match &output {
                Output::Text(text) => Input::Text(text.clone(), span),
                Output::Paths => Input::Paths,
                Output::Numbers => Input::Numbers,
                Output::Unknown => Input::Unknown,
            };
        }
        output
    }

    fn tree_command(&mut self, command: &Command, input: &Input) -> Output {
        if !self.spend() {
            return Output::Unknown;
        }
        match command {
            Command::Simple(simple) => self.simple(simple, input),
            Command::Compound(compound, redirects) => {
                self.redirected(redirects.as_ref(), input, |walk, input| walk.compound(compound, input))
            }
            Command::Function(definition) => {
                self.define(definition);
                Output::Text(String::new())
            }
            Command::ExtendedTest(test, redirects) => {
                self.redirected(redirects.as_ref(), input, |walk, _| {
                    walk.test(&test.expr);
                    Output::Text(String::new())
                })
            }
        }
    }

    fn redirected(
        &mut self,
        redirects: Option<&RedirectList>,
        input: &Input,
        run: impl FnOnce(&mut Self, &Input) -> Output,
    ) -> Output {
        let Some(redirects) = redirects else { return run(self, input) };
        let mut all = super::redirect::Redirects::new(input);
        for redirect in &redirects.0 {
            all.look(self, redirect);
        }
        let output = run(self, &all.input);
        all.land(self, &output, false)
    }

    fn compound(&mut self, compound: &CompoundCommand, input: &Input) -> Output {
        match compound {
            CompoundCommand::BraceGroup(group) => self.list(&group.list, input),
            CompoundCommand::Subshell(subshell) => self.apart(|walk| walk.list(&subshell.list, input)),
            CompoundCommand::IfClause(clause) => self.branches(clause, input),
            CompoundCommand::ForClause(clause) => self.for_each(clause, input),
            CompoundCommand::CaseClause(case) => {
                let span = self.span(Some(&case.loc));
                self.expand(&case.value);
                for item in &case.cases {
                    self.maybe(|walk| {
                        for pattern in &item.patterns {
                            walk.expand_value(pattern, span);
                        }
                        if let Some(list) = &item.cmd {
                            walk.list(list, input);
                        }
                    });
                }
                Output::Unknown
            }
            CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
                self.again_and_again(|walk| {
                    walk.list(&clause.0, input);
                    walk.list(&clause.1.list, input);
                });
                Output::Unknown
            }
            CompoundCommand::Coprocess(coprocess) => {
                self.apart(|walk| walk.tree_command(&coprocess.body, &Input::Unknown))
            }
            CompoundCommand::Arithmetic(command) => {
                let span = self.span(Some(&command.loc));
                // The parser also accepts `( (`, which are two subshells in the shell.
                if !self.text.get(span.start..).is_some_and(|rest| rest.starts_with("((")) {
                    self.opaque(
                        Class::Destructive,
                        say!("analysis-holds-brackets-that-can-be-read-in-two-ways"),
                        span,
                    );
                }
                self.arithmetic(&command.expr.value, span);
                Output::Text(String::new())
            }
            CompoundCommand::ArithmeticForClause(clause) => {
                let span = self.span(Some(&clause.loc));
                let exprs = [&clause.initializer, &clause.condition, &clause.updater];
                exprs.into_iter().flatten().for_each(|expr| self.arithmetic(&expr.value, span));
                self.again_and_again(|walk| {
                    walk.list(&clause.body.list, input);
                    // The next round evaluates what the body sets.
                    let next = [&clause.updater, &clause.condition];
                    next.into_iter().flatten().for_each(|expr| walk.arithmetic(&expr.value, span));
                });
                Output::Unknown
            }
        }
    }

    fn branches(&mut self, clause: &IfClauseCommand, input: &Input) -> Output {
        self.list(&clause.condition, input);
        self.maybe(|walk| {
            walk.list(&clause.then, input);
        });
        for other in clause.elses.iter().flatten() {
            self.maybe(|walk| {
                if let Some(condition) = &other.condition {
                    walk.list(condition, input);
                }
                walk.list(&other.body, input);
            });
        }
        Output::Unknown
    }

    fn for_each(&mut self, clause: &ForClauseCommand, input: &Input) -> Output {
        let values: Vec<Word> = match &clause.values {
            Some(words) => words.iter().flat_map(|word| self.expand(word)).collect(),
            None => {
                self.scope.positional.clone().unwrap_or_else(|| vec![Word::unknown("$@", Span::default())])
            }
        };
        let name = &clause.variable_name;
        let span = self.span(Some(&clause.loc));
        let settled = values.iter().all(|v| !v.has_unknown());
        if settled && values.len() <= UNROLLED {
            let mark = self.jumps.len();
            self.maybe(|walk| {
                for value in &values {
                    walk.give(name, value.pieces.clone(), span);
                    walk.list(&clause.body.list, input);
                    walk.land(mark);
                }
            });
        } else {
            let dash = values.iter().any(Word::may_be_option);
            let inert = values.iter().all(|v| are_inert(&v.pieces));
            let any = Unknown { shown: format!("${name}"), dash, split: false, inert };
            self.again_and_again(|walk| {
                walk.give(name, vec![Piece::Unknown(any.clone())], span);
                walk.list(&clause.body.list, input);
            });
        }
        Output::Unknown
    }

    fn define(&mut self, definition: &FunctionDefinition) {
        let span = self.span(definition.fname.loc.as_ref());
        let names = self.expand(&definition.fname);
        let name = match names.as_slice() {
            [name] => name.known(),
            _ => None,
        };
        let Some(name) = name else {
            return self.opaque(
                Class::Destructive,
                say!("analysis-defines-a-function-whose-name-only-running-tells"),
                span,
            );
        };
        let body = Body { tree: Rc::new(definition.body.clone()), within: self.within };
        let function = Function { bodies: vec![body], certain: !is_special_builtin(&name) };
        self.scope.functions.insert(name.clone(), function.clone());
        // The shell itself calls these, or shells that it starts.
        if is_called_by_shell(&name) || self.scope.exporting {
            let words = [Word::unknown("$@", span)];
            self.apart(|walk| walk.call(&name, &function, &words, &Input::Unknown, span));
        }
        // Traps may run something else from here on.
        let traps = std::mem::take(&mut self.traps);
        for (text, span) in &traps {
            self.trap(&Word::known_as(text.clone(), *span));
        }
        self.traps.splice(0..0, traps);
    }

    /// Walks a function called with `arguments`, in each definition that may apply.
    pub(super) fn call(
        &mut self,
        name: &str,
        function: &Function,
        arguments: &[Word],
        input: &Input,
        span: Span,
    ) -> Output {
        if self.calling.iter().any(|n| n == name) {
            self.note(Effect::Destroy, say!("analysis-calls-itself-again-and-again", name), span);
            return Output::Unknown;
        }
        match function.bodies.as_slice() {
            [body] => self.call_body(name, body, arguments, input),
            bodies => {
                for body in bodies {
                    self.maybe(|walk| {
                        walk.call_body(name, body, arguments, input);
                    });
                }
                Output::Unknown
            }
        }
    }

    fn call_body(&mut self, name: &str, body: &Body, arguments: &[Word], input: &Input) -> Output {
        self.calling.push(name.to_owned());
        self.locals.push(BTreeMap::new());
        let outer = self.scope.positional.replace(arguments.to_vec());
        if arguments.iter().any(Word::may_split) {
            self.scope.positional = None;
        }
        let place = self.within;
        self.within = place.or(body.within);
        let mark = self.jumps.len();
        let tree = body.tree.clone();
        let output = self.redirected(tree.1.as_ref(), input, |walk, input| walk.compound(&tree.0, input));
        let jumped = self.jumps.len() > mark;
        self.land(mark);
        self.jumps.truncate(mark);
        self.within = place;
        self.scope.positional = outer;
        self.leave_locals();
        self.calling.pop();
        if jumped { Output::Unknown } else { output }
    }

    /// Notes that a loop or a function may be left here.
    pub(super) fn jump(&mut self) {
        if self.jumps.len() < JUMPS {
            self.jumps.push(self.scope.clone());
        } else {
            self.opaque(
                Class::Mutable,
                say!("analysis-leaves-loops-in-more-ways-than-are-looked-at"),
                Span::default(),
            );
        }
    }

    /// Merges the scopes of all exits from a loop or a function.
    fn land(&mut self, mark: usize) {
        for at in mark..self.jumps.len() {
            let Some(jumped) = self.jumps.get(at).cloned() else { break };
            let here = std::mem::take(&mut self.scope);
            self.scope = either(jumped, here);
        }
    }

    /// Walks a text that runs at some later time, when variables may have changed.
    pub(crate) fn trap(&mut self, text: &Word) {
        let after = self.apart(|walk| {
            walk.scope.variables.clear();
            walk.scope.arrays.clear();
            walk.scope.associative.clear();
            walk.scope.positional = None;
            walk.scope.set_elsewhere = true;
            super::script_word(walk, text, &Input::Unknown);
            walk.scope.clone()
        });
        self.trapped.extend(after.variables.into_keys().chain(after.arrays.into_keys()));
        for (name, mut function) in after.functions {
            function.certain = false;
            self.scope.functions.entry(name).or_insert(function);
        }
        if after.cwd != self.scope.cwd {
            self.scope.cwd = None;
        }
        if after.positional.is_some() {
            self.opaque(
                Class::Mutable,
                say!("analysis-sets-the-positional-parameters-at-any-time"),
                text.span,
            );
        }
    }

    fn test(&mut self, expr: &ExtendedTestExpr) {
        match expr {
            ExtendedTestExpr::And(a, b) | ExtendedTestExpr::Or(a, b) => {
                self.test(a);
                self.test(b);
            }
            ExtendedTestExpr::Not(a) | ExtendedTestExpr::Parenthesized(a) => self.test(a),
            ExtendedTestExpr::UnaryTest(predicate, word) => {
                let span = self.span(word.loc.as_ref());
                let value = self.expand_value(word, span);
                let named = matches!(
                    predicate,
                    UnaryPredicate::ShellVariableIsSetAndAssigned
                        | UnaryPredicate::ShellVariableIsSetAndNameRef
                );
                if named {
                    self.named(&Word { pieces: value, span });
                }
            }
            ExtendedTestExpr::BinaryTest(predicate, a, b) => {
                let counts = matches!(
                    predicate,
                    BinaryPredicate::ArithmeticEqualTo
                        | BinaryPredicate::ArithmeticNotEqualTo
                        | BinaryPredicate::ArithmeticLessThan
                        | BinaryPredicate::ArithmeticLessThanOrEqualTo
                        | BinaryPredicate::ArithmeticGreaterThan
                        | BinaryPredicate::ArithmeticGreaterThanOrEqualTo
                );
                for (n, word) in [a, b].into_iter().enumerate() {
                    let span = self.span(word.loc.as_ref());
                    let value = self.expand_value(word, span);
                    if counts {
                        self.evaluate(&value, span);
                    }
                    if n == 0 && matches!(predicate, BinaryPredicate::StringMatchesRegex) {
                        let inert = are_inert(&value);
                        let found = Unknown { inert, ..Unknown::anything("$BASH_REMATCH") };
                        self.scope
                            .variables
                            .insert("BASH_REMATCH".to_owned(), Value(vec![Piece::Unknown(found)]));
                    }
                }
            }
        }
    }

    /// Notes text that runs as soon as it is evaluated as an expression or a name: `a[$(command)]`. Nobody
    /// writes that by accident, so it counts where it is created.
    pub(super) fn index_with_command(&mut self, value: &[Piece], span: Span) {
        let runs =
            |t: &str| t.split_once('[').is_some_and(|(_, rest)| rest.contains("$(") || rest.contains('`'));
        if value.iter().any(|p| matches!(p, Piece::Text(t) | Piece::Glob(t) if runs(t))) {
            self.opaque(
                Class::Destructive,
                say!("analysis-holds-a-substitution-that-runs-when-it-is-evaluated"),
                span,
            );
        }
    }

    /// Runs `f` and discards its changes of the scope.
    pub(super) fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.clone();
        let mark = self.jumps.len();
        let result = f(self);
        self.jumps.truncate(mark);
        self.scope = outer;
        result
    }

    /// Runs `f`, which may or may not be executed.
    pub(super) fn maybe(&mut self, f: impl FnOnce(&mut Self)) {
        let before = self.scope.clone();
        self.conditions += 1;
        f(self);
        self.conditions -= 1;
        let after = std::mem::take(&mut self.scope);
        self.scope = either(before, after);
    }

    /// Runs `f` repeatedly: what one round sets may apply in the next.
    fn again_and_again(&mut self, f: impl Fn(&mut Self)) {
        let mark = self.jumps.len();
        for _ in 0..ROUNDS {
            let before = self.scope.clone();
            self.maybe(&f);
            self.land(mark);
            if self.scope == before {
                return;
            }
        }
        self.opaque(
            Class::Mutable,
            say!("analysis-holds-a-loop-that-goes-on-changing-its-variables"),
            Span::default(),
        );
    }

    /// Counts a command; false if there are too many.
    pub(super) fn spend(&mut self) -> bool {
        match self.budget.checked_sub(1) {
            Some(left) => {
                self.budget = left;
                true
            }
            None => {
                if !self.facts.opaque {
                    self.opaque(Class::Destructive, TOO_MANY, Span::default());
                }
                false
            }
        }
    }

    /// Returns the position in the outermost text, in bytes.
    pub(super) fn span(&self, loc: Option<&SourceSpan>) -> Span {
        let Some(loc) = loc else { return Span::default() };
        let end = self.text.len();
        let byte = |index: usize| match &self.starts {
            Some(starts) => starts.get(index).copied().unwrap_or(end),
            None => index.min(end),
        };
        Span { start: byte(loc.start.index), end: byte(loc.end.index) }
    }
}

/// Returns the concatenated output.
fn joined(outputs: Vec<Output>) -> Output {
    let mut all = Vec::new();
    let mut text = String::new();
    for output in outputs {
        match output {
            Output::Text(t) => text.push_str(&t),
            other => all.push(other),
        }
    }
    match all.as_slice() {
        [] => Output::Text(text),
        [Output::Paths] if text.is_empty() => Output::Paths,
        [Output::Numbers] if text.is_empty() => Output::Numbers,
        _ => Output::Unknown,
    }
}

/// Whether a builtin precedes functions of the same name in some shell modes.
pub(super) fn is_special_builtin(name: &str) -> bool {
    matches!(
        name,
        ":" | "."
            | "source"
            | "break"
            | "continue"
            | "eval"
            | "exec"
            | "exit"
            | "export"
            | "readonly"
            | "return"
            | "set"
            | "shift"
            | "times"
            | "trap"
            | "unset"
    )
}

/// Whether a function is called without being named.
fn is_called_by_shell(name: &str) -> bool {
    let zsh = ["chpwd", "precmd", "preexec", "periodic", "zshaddhistory", "zshexit"];
    matches!(name, "command_not_found_handle" | "command_not_found_handler")
        || zsh.contains(&name)
        || name.starts_with("TRAP")
}
