//! The walk over the tree of a shell text: everything that may run is run, in thought.

use std::rc::Rc;

use brush_parser::{
    SourceSpan,
    ast::{
        AndOr, AndOrList, BinaryPredicate, Command, CompoundCommand, CompoundList, ExtendedTestExpr,
        ForClauseCommand, FunctionDefinition, IfClauseCommand, Pipeline, Program, RedirectList,
        SeparatorOperator, SourceLocation, UnaryPredicate,
    },
};

use crate::{
    facts::{Class, Effect, Span},
    walk::{Function, Input, Output, Scope, Value, Walk},
    word::{Piece, Unknown, Word},
};

/// Up to so many values a loop is followed value by value.
const UNROLLED: usize = 32;
pub(super) const TOO_MANY: &str = "has more commands than are looked at";

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
                // Which of them run is not known.
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
                // The parser takes `( (` for its beginning, too, which to the shell are two subshells.
                if !self.text.get(span.start..).is_some_and(|rest| rest.starts_with("((")) {
                    self.opaque(Class::Destructive, "holds brackets that can be read in two ways", span);
                }
                self.arithmetic(&command.expr.value, span);
                Output::Text(String::new())
            }
            CompoundCommand::ArithmeticForClause(clause) => {
                let span = self.span(Some(&clause.loc));
                for expr in [&clause.initializer, &clause.condition, &clause.updater].into_iter().flatten() {
                    self.arithmetic(&expr.value, span);
                }
                self.again_and_again(|walk| {
                    walk.list(&clause.body.list, input);
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
        let settled = values.iter().all(|v| !v.has_unknown());
        if settled && values.len() <= UNROLLED {
            self.maybe(|walk| {
                for value in &values {
                    walk.scope.variables.insert(name.clone(), Value(value.pieces.clone()));
                    walk.list(&clause.body.list, input);
                }
            });
        } else {
            let dash = values.iter().any(Word::may_be_option);
            let any = Unknown { shown: format!("${name}"), dash, split: false };
            self.again_and_again(|walk| {
                walk.scope.variables.insert(name.clone(), Value(vec![Piece::Unknown(any.clone())]));
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
            return self.opaque(Class::Destructive, "defines a function whose name only running tells", span);
        };
        let certain = self.conditions == 0;
        let function = Function { body: Rc::new(definition.body.clone()), certain, within: self.within };
        self.scope.functions.insert(name, function);
    }

    /// Walks the body of a function that is called with `arguments`.
    pub(super) fn call(
        &mut self,
        name: &str,
        function: &Function,
        arguments: &[Word],
        input: &Input,
        span: Span,
    ) -> Output {
        if self.calling.iter().any(|n| n == name) {
            self.note(Effect::Destroy, format!("calls itself again and again: {name}"), span);
            return Output::Unknown;
        }
        self.calling.push(name.to_owned());
        let outer = self.scope.positional.replace(arguments.to_vec());
        let place = self.within;
        self.within = place.or(function.within);
        let body = function.body.clone();
        let output = self.redirected(body.1.as_ref(), input, |walk, input| walk.compound(&body.0, input));
        self.within = place;
        self.scope.positional = outer;
        self.calling.pop();
        output
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
                    self.evaluated(&value, span);
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
                for word in [a, b] {
                    let span = self.span(word.loc.as_ref());
                    let value = self.expand_value(word, span);
                    if counts {
                        self.evaluated(&value, span);
                    }
                }
            }
        }
    }

    /// Notes text that the shell evaluates once more as an expression or a name: substitutions in it run.
    pub(super) fn evaluated(&mut self, value: &[Piece], span: Span) {
        let runs = |p: &Piece| matches!(p, Piece::Text(t) | Piece::Glob(t) if t.contains("$(") || t.contains('`') || t.contains("${"));
        if value.iter().any(runs) {
            self.opaque(Class::Destructive, "holds a substitution that runs when it is evaluated", span);
        }
    }

    /// Notes text that runs as soon as anything takes it for an expression or a name: `a[$(command)]`. Nobody writes
    /// that by accident, so that it counts where it is made.
    pub(super) fn index_with_command(&mut self, value: &[Piece], span: Span) {
        let runs =
            |t: &str| t.split_once('[').is_some_and(|(_, rest)| rest.contains("$(") || rest.contains('`'));
        if value.iter().any(|p| matches!(p, Piece::Text(t) | Piece::Glob(t) if runs(t))) {
            self.opaque(Class::Destructive, "holds a substitution that runs when it is evaluated", span);
        }
    }

    /// Runs `f`, whose settings do not outlive it.
    pub(super) fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.clone();
        let result = f(self);
        self.scope = outer;
        result
    }

    /// Runs `f`, which may run or not.
    fn maybe(&mut self, f: impl FnOnce(&mut Self)) {
        let before = self.scope.clone();
        self.conditions += 1;
        f(self);
        self.conditions -= 1;
        let after = std::mem::take(&mut self.scope);
        self.scope = either(before, after);
    }

    /// Runs `f` as often as it may run: what one round settles may hold in the next.
    fn again_and_again(&mut self, f: impl Fn(&mut Self)) {
        let before = self.scope.variables.clone();
        self.maybe(&f);
        if self.scope.variables != before {
            self.maybe(&f);
        }
    }

    /// Counts a command; false when too many have been looked at.
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

    /// Where something of the outermost text stands, in bytes.
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

/// What all of them print, one after the other.
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
        _ => Output::Unknown,
    }
}

/// What is settled where either the one or the other holds.
fn either(before: Scope, after: Scope) -> Scope {
    let mut joined = after;
    for (name, value) in &mut joined.variables {
        if before.variables.get(name) != Some(value) {
            let other = before.variables.get(name);
            let dash = may_dash(value) || other.is_none_or(may_dash);
            *value = Value(vec![Piece::Unknown(Unknown { shown: format!("${name}"), dash, split: true })]);
        }
    }
    joined.arrays.retain(|name, words| before.arrays.get(name) == Some(words));
    for (name, function) in before.functions {
        joined.functions.entry(name).or_insert(Function { certain: false, ..function });
    }
    if joined.cwd != before.cwd {
        joined.cwd = None;
    }
    joined.odd_splitting |= before.odd_splitting;
    joined.exporting |= before.exporting;
    if joined.positional != before.positional {
        joined.positional = None;
    }
    joined
}

fn may_dash(value: &Value) -> bool {
    Word { pieces: value.0.clone(), span: Span::default() }.may_be_option()
}
