//! Parameters: what `$x` and its many forms stand for.

use brush_parser::word::{Parameter, ParameterExpr, ParameterTransformOp, SpecialParameter};

use crate::{
    facts::{Class, Effect, Span},
    path,
    walk::Walk,
    word::{Piece, Unknown, Word},
};

/// Variables that the shell or the login sets, and whose values are no options.
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

impl Walk<'_> {
    /// The words of an expansion that gives a list, where they are known.
    pub(super) fn list_of(&mut self, expr: &ParameterExpr, span: Span) -> Option<Vec<Word>> {
        let ParameterExpr::Parameter { parameter, indirect: false } = expr else { return None };
        match parameter {
            Parameter::Special(SpecialParameter::AllPositionalParameters { .. }) => {
                self.scope.positional.clone()
            }
            Parameter::NamedWithAllIndices { name, .. } => self.scope.arrays.get(name).cloned(),
            Parameter::NamedWithIndex { name, index } => {
                self.arithmetic(index, span);
                let words = self.scope.arrays.get(name)?;
                words.get(index.parse::<usize>().ok()?).map(|word| vec![word.clone()])
            }
            _ => None,
        }
    }

    /// What an expansion stands for.
    pub(super) fn parameter(&mut self, expr: &ParameterExpr, quoted: bool, span: Span) -> Vec<Piece> {
        match expr {
            ParameterExpr::Parameter { parameter, indirect } => {
                self.plain(parameter, *indirect, quoted, span)
            }
            ParameterExpr::UseDefaultValues { parameter, indirect, default_value, .. } => {
                let default = default_value.as_ref().map(|text| self.side(text, span)).unwrap_or_default();
                let value = self.plain(parameter, *indirect, quoted, span);
                either_of(value, default, parameter, quoted)
            }
            ParameterExpr::AssignDefaultValues { parameter, indirect, default_value, .. } => {
                let default = default_value.as_ref().map(|text| self.side(text, span)).unwrap_or_default();
                let value = self.plain(parameter, *indirect, quoted, span);
                let value = either_of(value, default, parameter, quoted);
                if let Parameter::Named(name) = parameter {
                    super::env_raises(self, name, None, span);
                    self.scope.variables.insert(name.clone(), crate::walk::Value(value.clone()));
                }
                value
            }
            ParameterExpr::IndicateErrorIfNullOrUnset { parameter, indirect, error_message, .. } => {
                if let Some(text) = error_message {
                    self.side(text, span);
                }
                self.plain(parameter, *indirect, quoted, span)
            }
            ParameterExpr::UseAlternativeValue { parameter, alternative_value, .. } => {
                let value = alternative_value.as_ref().map(|text| self.side(text, span)).unwrap_or_default();
                let dash = Word { pieces: value, span }.may_be_option();
                vec![unknown(&parameter.to_string(), dash, !quoted)]
            }
            ParameterExpr::ParameterLength { parameter, .. } => {
                vec![unknown(&parameter.to_string(), false, false)]
            }
            ParameterExpr::RemoveSmallestSuffixPattern { parameter, indirect, pattern }
            | ParameterExpr::RemoveLargestSuffixPattern { parameter, indirect, pattern }
            | ParameterExpr::UppercaseFirstChar { parameter, indirect, pattern }
            | ParameterExpr::UppercasePattern { parameter, indirect, pattern }
            | ParameterExpr::LowercaseFirstChar { parameter, indirect, pattern }
            | ParameterExpr::LowercasePattern { parameter, indirect, pattern } => {
                self.changed(parameter, *indirect, pattern.as_deref(), false, quoted, span)
            }
            ParameterExpr::RemoveSmallestPrefixPattern { parameter, indirect, pattern }
            | ParameterExpr::RemoveLargestPrefixPattern { parameter, indirect, pattern } => {
                self.changed(parameter, *indirect, pattern.as_deref(), true, quoted, span)
            }
            ParameterExpr::Substring { parameter, indirect, offset, length } => {
                self.arithmetic(&offset.value, span);
                if let Some(length) = length {
                    self.arithmetic(&length.value, span);
                }
                self.changed(parameter, *indirect, None, true, quoted, span)
            }
            ParameterExpr::ReplaceSubstring { parameter, indirect, pattern, replacement, .. } => {
                if let Some(text) = replacement {
                    self.side(text, span);
                }
                self.changed(parameter, *indirect, Some(pattern), true, quoted, span)
            }
            ParameterExpr::Transform { parameter, indirect, op } => {
                let value = self.plain(parameter, *indirect, quoted, span);
                if matches!(op, ParameterTransformOp::PromptExpand) {
                    let known = Word { pieces: value.clone(), span }.known();
                    if known
                        .is_none_or(|text| text.contains("$(") || text.contains('`') || text.contains('\\'))
                    {
                        self.opaque(
                            Class::Destructive,
                            "expands text that is made elsewhere as a prompt",
                            span,
                        );
                    }
                }
                vec![unknown(&parameter.to_string(), true, !quoted)]
            }
            ParameterExpr::VariableNames { .. } | ParameterExpr::MemberKeys { .. } => {
                vec![unknown("${!…}", false, !quoted)]
            }
        }
    }

    /// An expansion that changes a value: what is left may begin otherwise.
    fn changed(
        &mut self,
        parameter: &Parameter,
        indirect: bool,
        pattern: Option<&str>,
        beginning: bool,
        quoted: bool,
        span: Span,
    ) -> Vec<Piece> {
        if let Some(pattern) = pattern {
            self.side(pattern, span);
        }
        let value = Word { pieces: self.plain(parameter, indirect, quoted, span), span };
        // A known path that loses its beginning is hardly an option; a known option may appear from anywhere else.
        let dash = match (beginning, value.known()) {
            (true, Some(text)) => text.contains('-'),
            (true, None) => value.has_unknown() && value.may_be_option(),
            (false, _) => value.may_be_option(),
        };
        vec![unknown(&parameter.to_string(), dash, !quoted)]
    }

    fn plain(&mut self, parameter: &Parameter, indirect: bool, quoted: bool, span: Span) -> Vec<Piece> {
        let any = |dash| vec![unknown(&parameter.to_string(), dash, !quoted)];
        match parameter {
            Parameter::Named(name) if indirect => {
                let target =
                    self.scope.variables.get(name).and_then(|v| Word { pieces: v.0.clone(), span }.known());
                match target {
                    Some(target) => self.variable(&target, quoted, span),
                    None => any(true),
                }
            }
            Parameter::Named(name) => self.variable(name, quoted, span),
            Parameter::Positional(n) => {
                let words = self.scope.positional.as_ref();
                let index = usize::try_from(*n).unwrap_or(usize::MAX).checked_sub(1);
                match (words, index) {
                    (Some(words), Some(index)) => {
                        words.get(index).map(|w| w.pieces.clone()).unwrap_or_default()
                    }
                    _ => any(true),
                }
            }
            Parameter::Special(SpecialParameter::AllPositionalParameters { .. }) => {
                vec![unknown(&parameter.to_string(), true, true)]
            }
            // A number, or the name of the shell.
            Parameter::Special(_) => vec![unknown(&parameter.to_string(), false, false)],
            Parameter::NamedWithIndex { name, index } => {
                self.arithmetic(index, span);
                any(!TAME.contains(&name.as_str()))
            }
            Parameter::NamedWithAllIndices { name, .. } => {
                let dash = !TAME.contains(&name.as_str());
                vec![unknown(&parameter.to_string(), dash, true)]
            }
        }
    }

    fn variable(&mut self, name: &str, quoted: bool, span: Span) -> Vec<Piece> {
        if let Some(value) = self.scope.variables.get(name) {
            if self.scope.odd_splitting && !quoted {
                return vec![unknown(&format!("${name}"), true, true)];
            }
            return value.0.clone();
        }
        if let Some(first) = self.scope.arrays.get(name).and_then(|words| words.first()) {
            return first.pieces.clone();
        }
        if path::secret_variable(name) {
            self.note_on(Effect::Protected, format!("${name}"), "a variable that holds a secret", span);
        }
        match name {
            "IFS" => vec![Piece::Text(" \t\n".to_owned())],
            "HOME" => vec![Piece::Text(self.setting.home.clone().unwrap_or_else(|| "~".to_owned()))],
            "PWD" if self.scope.cwd.is_some() => {
                vec![Piece::Text(self.scope.cwd.clone().unwrap_or_default())]
            }
            name => vec![unknown(&format!("${name}"), !TAME.contains(&name), !quoted)],
        }
    }
}

fn unknown(shown: &str, dash: bool, split: bool) -> Piece {
    Piece::Unknown(Unknown { shown: shown.to_owned(), dash, split })
}

/// A value, or the default that stands in for it.
fn either_of(value: Vec<Piece>, default: Vec<Piece>, parameter: &Parameter, quoted: bool) -> Vec<Piece> {
    let span = Span::default();
    let (value, default) = (Word { pieces: value, span }, Word { pieces: default, span });
    match value.known() {
        Some(text) if !text.is_empty() => value.pieces,
        Some(_) => default.pieces,
        None => {
            let dash = value.may_be_option() || default.may_be_option();
            vec![unknown(&parameter.to_string(), dash, !quoted)]
        }
    }
}
