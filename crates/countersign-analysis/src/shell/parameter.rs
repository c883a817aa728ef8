//! Parameter expansion: `$x` and its many forms.

use brush_parser::word::{Parameter, ParameterExpr, ParameterTransformOp, SpecialParameter};
use countersign_words::say;

use super::expand::Quoting;
use crate::{
    facts::{Class, Effect, Span},
    path,
    walk::Walk,
    word::{Piece, Unknown, Word, are_inert},
};

/// Variables set by the shell or the login whose values are never options.
const TAME: &[&str] = &[
    "HOME",
    "PWD",
    "OLDPWD",
    "USER",
    "LOGNAME",
    "SHELL",
    "TMPDIR",
    "UID",
    "EUID",
    "GROUPS",
    "HOSTNAME",
    "HOSTTYPE",
    "OSTYPE",
    "MACHTYPE",
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "EPOCHSECONDS",
    "EPOCHREALTIME",
    "LINENO",
    "BASH",
    "BASHPID",
    "BASH_VERSION",
    "BASH_SOURCE",
    "BASH_LINENO",
    "FUNCNAME",
    "PPID",
    "SHLVL",
    "PATH",
    "LANG",
    "LC_ALL",
    "TERM",
    "COLUMNS",
    "LINES",
    "PIPESTATUS",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "XDG_RUNTIME_DIR",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "GOPATH",
    "GOROOT",
    "JAVA_HOME",
    "NVM_DIR",
    "PYENV_ROOT",
    "EDITOR",
    "PAGER",
    "DISPLAY",
    "WORKSPACE",
    "GITHUB_WORKSPACE",
    "PROJECT_ROOT",
    "PYTHONPATH",
    "NODE_ENV",
    "CI",
];

/// Shell variables that always hold numbers.
const NUMBERS: &[&str] = &[
    "UID",
    "EUID",
    "GROUPS",
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "EPOCHSECONDS",
    "EPOCHREALTIME",
    "LINENO",
    "BASHPID",
    "BASH_LINENO",
    "BASH_SUBSHELL",
    "PPID",
    "SHLVL",
    "COLUMNS",
    "LINES",
    "PIPESTATUS",
    "OPTIND",
];

/// Variables that the shell sets to texts from the commands it runs.
const TOLD: &[&str] = &[
    "_",
    "BASH_ALIASES",
    "BASH_ARGV",
    "BASH_ARGV0",
    "BASH_CMDS",
    "BASH_COMMAND",
    "BASH_EXECUTION_STRING",
    "BASH_REMATCH",
    "BASH_SOURCE",
    "DIRSTACK",
    "FUNCNAME",
    "MAPFILE",
    "OLDPWD",
    "OPTARG",
    "PWD",
    "READLINE_LINE",
    "REPLY",
];

/// Whether evaluating a variable that the text does not set may run something; `set_elsewhere`: it may be set all the same.
pub(super) fn may_run(name: &str, set_elsewhere: bool) -> bool {
    TOLD.contains(&name) || set_elsewhere && !NUMBERS.contains(&name)
}

impl Walk<'_> {
    /// Returns the words of an expansion to a list, if they are known.
    pub(super) fn list_of(&self, expr: &ParameterExpr) -> Option<Vec<Word>> {
        let ParameterExpr::Parameter { parameter, indirect: false } = expr else { return None };
        match parameter {
            Parameter::Special(SpecialParameter::AllPositionalParameters { .. }) => {
                self.scope.positional.clone()
            }
            Parameter::NamedWithAllIndices { name, .. } | Parameter::NamedWithIndex { name, .. }
                if self.trapped.contains(name) =>
            {
                None
            }
            Parameter::NamedWithAllIndices { name, .. } => self.scope.arrays.get(name).cloned(),
            Parameter::NamedWithIndex { name, index } => {
                let words = self.scope.arrays.get(name)?;
                words.get(index.parse::<usize>().ok()?).map(|word| vec![word.clone()])
            }
            _ => None,
        }
    }

    /// Returns the value of an expansion.
    pub(super) fn parameter(&mut self, expr: &ParameterExpr, quoting: Quoting, span: Span) -> Vec<Piece> {
        let quoted = quoting.keeps();
        match expr {
            ParameterExpr::Parameter { parameter, indirect } => {
                self.plain(parameter, *indirect, quoted, span)
            }
            ParameterExpr::UseDefaultValues { parameter, indirect, default_value, .. } => {
                let default = self.aside(default_value.as_ref(), quoting, span);
                let value = self.plain(parameter, *indirect, quoted, span);
                either_of(value, default, parameter, quoted)
            }
            ParameterExpr::AssignDefaultValues { parameter, indirect, default_value, .. } => {
                let default = self.aside(default_value.as_ref(), quoting, span);
                let value = self.plain(parameter, *indirect, quoted, span);
                let value = either_of(value, default, parameter, quoted);
                self.assign_default(parameter, *indirect, value.clone(), span);
                value
            }
            ParameterExpr::IndicateErrorIfNullOrUnset { parameter, indirect, error_message, .. } => {
                self.aside(error_message.as_ref(), quoting, span);
                self.plain(parameter, *indirect, quoted, span)
            }
            ParameterExpr::UseAlternativeValue { parameter, indirect, alternative_value, .. } => {
                let value = self.aside(alternative_value.as_ref(), quoting, span);
                self.plain(parameter, *indirect, quoted, span);
                let inert = are_inert(&value);
                let dash = Word { pieces: value, span }.may_be_option();
                vec![unknown(&parameter.to_string(), dash, !quoted, inert)]
            }
            ParameterExpr::ParameterLength { parameter, indirect } => {
                self.plain(parameter, *indirect, quoted, span);
                vec![unknown(&parameter.to_string(), false, false, true)]
            }
            ParameterExpr::RemoveSmallestSuffixPattern { parameter, indirect, pattern }
            | ParameterExpr::RemoveLargestSuffixPattern { parameter, indirect, pattern }
            | ParameterExpr::UppercaseFirstChar { parameter, indirect, pattern }
            | ParameterExpr::UppercasePattern { parameter, indirect, pattern }
            | ParameterExpr::LowercaseFirstChar { parameter, indirect, pattern }
            | ParameterExpr::LowercasePattern { parameter, indirect, pattern } => {
                self.changed(parameter, *indirect, pattern.as_deref(), false, quoting, span)
            }
            ParameterExpr::RemoveSmallestPrefixPattern { parameter, indirect, pattern }
            | ParameterExpr::RemoveLargestPrefixPattern { parameter, indirect, pattern } => {
                self.changed(parameter, *indirect, pattern.as_deref(), true, quoting, span)
            }
            ParameterExpr::Substring { parameter, indirect, offset, length } => {
                self.arithmetic(&offset.value, span);
                if let Some(length) = length {
                    self.arithmetic(&length.value, span);
                }
                self.changed(parameter, *indirect, None, true, quoting, span)
            }
            ParameterExpr::ReplaceSubstring { parameter, indirect, pattern, replacement, .. } => {
                if let Some(text) = replacement {
                    self.pattern(text, quoting, span);
                }
                self.changed(parameter, *indirect, Some(pattern), true, quoting, span)
            }
            ParameterExpr::Transform { parameter, indirect, op } => {
                self.transformed(parameter, *indirect, op, quoted, span)
            }
            ParameterExpr::VariableNames { prefix, .. } => {
                let held = self.scope.variables.keys().chain(self.scope.arrays.keys());
                let inert = held.filter(|name| name.starts_with(prefix)).all(|name| self.holds_numbers(name));
                vec![unknown("${!…}", false, !quoted, inert)]
            }
            ParameterExpr::MemberKeys { variable_name, .. } => {
                let inert = !self.scope.associative.contains(variable_name);
                vec![unknown("${!…}", !inert, !quoted, inert)]
            }
        }
    }

    fn aside(&mut self, text: Option<&String>, quoting: Quoting, span: Span) -> Vec<Piece> {
        text.map(|text| self.side(text, quoting, span)).unwrap_or_default()
    }

    /// `${x:=value}`.
    fn assign_default(&mut self, parameter: &Parameter, indirect: bool, value: Vec<Piece>, span: Span) {
        match parameter {
            Parameter::Named(name) if indirect => {
                let held = self.scope.variables.get(name).map(|v| Word { pieces: v.0.clone(), span });
                match held.and_then(|word| self.named(&word)) {
                    Some(name) => self.give_unknown(&name, span),
                    None => self.opaque(
                        Class::Mutable,
                        say!("analysis-sets-a-variable-that-only-running-tells"),
                        span,
                    ),
                }
            }
            Parameter::Named(name) => {
                super::env_raises(self, name, None, span);
                self.hold(name, value, span);
            }
            Parameter::NamedWithIndex { name, .. } | Parameter::NamedWithAllIndices { name, .. } => {
                self.give_element(name, &value, span);
            }
            Parameter::Positional(_) | Parameter::Special(_) => {}
        }
    }

    /// `${x@P}` and the like.
    fn transformed(
        &mut self,
        parameter: &Parameter,
        indirect: bool,
        op: &ParameterTransformOp,
        quoted: bool,
        span: Span,
    ) -> Vec<Piece> {
        let value = self.plain(parameter, indirect, quoted, span);
        if matches!(op, ParameterTransformOp::PromptExpand) {
            let known = Word { pieces: value, span }.known();
            if known.is_none_or(|text| text.contains(['$', '`', '\\'])) {
                self.opaque(
                    Class::Destructive,
                    say!("analysis-expands-text-that-is-made-elsewhere-as-a-prompt"),
                    span,
                );
            }
        }
        vec![unknown(&parameter.to_string(), true, !quoted, false)]
    }

    /// An expansion that changes a value: the result may begin differently.
    fn changed(
        &mut self,
        parameter: &Parameter,
        indirect: bool,
        pattern: Option<&str>,
        beginning: bool,
        quoting: Quoting,
        span: Span,
    ) -> Vec<Piece> {
        if let Some(pattern) = pattern {
            self.pattern(pattern, quoting, span);
        }
        let quoted = quoting.keeps();
        let value = Word { pieces: self.plain(parameter, indirect, quoted, span), span };
        // A known path without its beginning is hardly an option; from anything else, an option may result.
        let dash = match (beginning, value.known()) {
            (true, Some(text)) => text.contains('-'),
            (true, None) => value.has_unknown() && value.may_be_option(),
            (false, _) => value.may_be_option(),
        };
        vec![unknown(&parameter.to_string(), dash, !quoted, are_inert(&value.pieces))]
    }

    fn plain(&mut self, parameter: &Parameter, indirect: bool, quoted: bool, span: Span) -> Vec<Piece> {
        if !indirect {
            return self.direct(parameter, quoted, span);
        }
        // The value is a name, and an index in it is evaluated.
        let name = Word { pieces: self.direct(parameter, quoted, span), span };
        if !are_inert(&name.pieces) || name.known().is_some() {
            let target = self.named(&name);
            if let Some(target) = target.filter(|target| Some(target) == name.known().as_ref()) {
                return self.variable(&target, quoted, span);
            }
        }
        vec![unknown(&parameter.to_string(), true, !quoted, false)]
    }

    fn direct(&mut self, parameter: &Parameter, quoted: bool, span: Span) -> Vec<Piece> {
        let any = |dash, inert| vec![unknown(&parameter.to_string(), dash, !quoted, inert)];
        match parameter {
            Parameter::Named(name) => self.variable(name, quoted, span),
            Parameter::Positional(n) => {
                let words = self.scope.positional.as_ref();
                let index = usize::try_from(*n).unwrap_or(usize::MAX).checked_sub(1);
                match (words, index) {
                    (Some(words), Some(index)) => {
                        words.get(index).map(|w| w.pieces.clone()).unwrap_or_default()
                    }
                    _ => any(true, false),
                }
            }
            Parameter::Special(SpecialParameter::AllPositionalParameters { .. }) => {
                vec![unknown(&parameter.to_string(), true, true, false)]
            }
            // A number, or the name of the shell.
            Parameter::Special(special) => {
                let inert = !matches!(special, SpecialParameter::ShellName);
                vec![unknown(&parameter.to_string(), false, false, inert)]
            }
            Parameter::NamedWithIndex { name, index } => {
                self.index(name, index, span);
                any(!TAME.contains(&name.as_str()), self.holds_numbers(name))
            }
            Parameter::NamedWithAllIndices { name, .. } => {
                let dash = !TAME.contains(&name.as_str());
                vec![unknown(&parameter.to_string(), dash, true, self.holds_numbers(name))]
            }
        }
    }

    fn variable(&mut self, name: &str, quoted: bool, span: Span) -> Vec<Piece> {
        if self.trapped.contains(name) {
            return vec![unknown(&format!("${name}"), true, !quoted, false)];
        }
        if let Some(value) = self.scope.variables.get(name) {
            if self.scope.odd_splitting && !quoted {
                return vec![unknown(&format!("${name}"), true, true, are_inert(&value.0))];
            }
            return value.0.clone();
        }
        if let Some(first) = self.scope.arrays.get(name).and_then(|words| words.first()) {
            return first.pieces.clone();
        }
        if path::secret_variable(name) {
            self.note_on(
                Effect::Protected,
                format!("${name}"),
                say!("analysis-a-variable-that-holds-a-secret"),
                span,
            );
        }
        match name {
            "IFS" => vec![Piece::Text(" \t\n".to_owned())],
            "HOME" => vec![Piece::Text(self.setting.home.clone().unwrap_or_else(|| "~".to_owned()))],
            "PWD" if self.scope.cwd.is_some() => {
                vec![Piece::Text(self.scope.cwd.clone().unwrap_or_default())]
            }
            name => {
                let inert = !may_run(name, self.scope.set_elsewhere);
                vec![unknown(&format!("${name}"), !TAME.contains(&name), !quoted, inert)]
            }
        }
    }
}

fn unknown(shown: &str, dash: bool, split: bool, inert: bool) -> Piece {
    Piece::Unknown(Unknown { shown: shown.to_owned(), dash, split, inert })
}
/// Returns a value, or the default in its place.
fn either_of(value: Vec<Piece>, default: Vec<Piece>, parameter: &Parameter, quoted: bool) -> Vec<Piece> {
    let span = Span::default();
    let (value, default) = (Word { pieces: value, span }, Word { pieces: default, span });
    match value.known() {
        Some(text) if !text.is_empty() => value.pieces,
        Some(_) => default.pieces,
        None => {
            let dash = value.may_be_option() || default.may_be_option();
            let inert = are_inert(&value.pieces) && are_inert(&default.pieces);
            vec![unknown(&parameter.to_string(), dash, !quoted, inert)]
        }
    }
}
