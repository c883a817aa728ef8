//! Arithmetic expressions: what the shell evaluates as a number or as a variable name, and what that runs.
//!
//! The value of a variable in an expression is itself an expression, and commands in its indices run. So each
//! variable that an expression names must be proved to hold a number.

use std::collections::BTreeSet;

use countersign_words::say;

use crate::{
    facts::{Class, Span},
    walk::Walk,
    word::{Piece, Unknown, Word},
};

/// Maximum length of a chain of variables.
const LED: usize = 16;

/// Why evaluating may run something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Risk {
    /// It contains a substitution.
    Runs,
    /// Its content is unknown.
    Unknown,
}

impl Walk<'_> {
    /// Follows an unexpanded expression: its expansions run, and the result is evaluated.
    pub(super) fn arithmetic(&mut self, text: &str, span: Span) {
        if text.bytes().all(|b| b.is_ascii_digit() || b" +-*/%<>=!&|^~(),?:\t\n@".contains(&b)) {
            return;
        }
        let pieces = match text.contains(['$', '`', '\\']) {
            true => self.here_document(text, span),
            false => vec![Piece::Text(text.to_owned())],
        };
        self.evaluate(&pieces, span);
    }

    /// Follows an expanded expression.
    pub(crate) fn evaluate(&mut self, pieces: &[Piece], span: Span) {
        match self.risk(pieces, &mut BTreeSet::new()) {
            Some(Risk::Runs) => self.opaque(
                Class::Destructive,
                say!("analysis-holds-a-substitution-that-runs-when-it-is-evaluated"),
                span,
            ),
            Some(Risk::Unknown) => self.opaque(
                Class::Mutable,
                say!("analysis-evaluates-what-is-not-proved-to-be-a-number"),
                span,
            ),
            None => {}
        }
        for name in assigned(pieces) {
            let number = Unknown::number(format!("${name}"));
            self.give(&name, vec![Piece::Unknown(number)], span);
        }
    }

    /// Follows a word that names a variable or an array element; returns the variable's name.
    pub(crate) fn named(&mut self, word: &Word) -> Option<String> {
        let prefix = word.prefix();
        let Some((name, _)) = prefix.split_once('[') else {
            if word.known().is_some() {
                return Some(prefix);
            }
            self.opaque(Class::Mutable, say!("analysis-names-a-variable-that-only-running-tells"), word.span);
            return None;
        };
        let index = word.skip(name.len() + 1).pieces;
        self.element(name, &index, word.span);
        Some(name.to_owned())
    }

    /// Follows an array index that the shell reads from a word: it is expanded once more.
    fn element(&mut self, name: &str, index: &[Piece], span: Span) {
        let all = matches!(index, [Piece::Text(text)] if matches!(text.as_str(), "@]" | "*]"));
        if all {
            return;
        }
        let texts = self.scope.associative.contains(name)
            && index.iter().all(|p| matches!(p, Piece::Text(text) if !text.contains(['$', '`'])));
        if !texts {
            self.evaluate(index, span);
        }
    }

    /// Follows an unexpanded array index.
    pub(super) fn index(&mut self, name: &str, text: &str, span: Span) {
        if self.scope.associative.contains(name) {
            if text.contains(['$', '`']) {
                self.here_document(text, span);
            }
        } else {
            self.arithmetic(text, span);
        }
    }

    fn risk(&self, pieces: &[Piece], seen: &mut BTreeSet<String>) -> Option<Risk> {
        let mut found = None;
        for (at, piece) in pieces.iter().enumerate() {
            let risk = match piece {
                Piece::Text(text) if text.contains(['$', '`']) => Some(Risk::Runs),
                Piece::Text(text) => {
                    let open = pieces.get(at + 1).is_some();
                    self.risk_of_names(text, open, seen)
                }
                Piece::Unknown(unknown) if unknown.inert => None,
                Piece::Glob(text) if text.contains(['$', '`']) => Some(Risk::Runs),
                // `a[1]` outside of quotes is also a pattern.
                Piece::Glob(text) if !text.contains(['*', '?']) => self.risk_of_names(text, true, seen),
                Piece::Glob(_) | Piece::Unknown(_) => Some(Risk::Unknown),
            };
            match risk {
                Some(Risk::Runs) => return risk,
                other => found = found.or(other),
            }
        }
        found
    }

    /// Returns the risk of the variables that a text names; `open`: a name at its end may continue.
    fn risk_of_names(&self, text: &str, open: bool, seen: &mut BTreeSet<String>) -> Option<Risk> {
        let mut found = None;
        for (name, end) in names(text) {
            let begins = open && end == text.len();
            let held: Vec<&String> = match begins {
                true => {
                    let all = self.scope.variables.keys().chain(self.scope.arrays.keys());
                    all.filter(|variable| variable.starts_with(name)).collect()
                }
                false => {
                    let scalar = self.scope.variables.get_key_value(name).map(|(name, _)| name);
                    scalar
                        .or(self.scope.arrays.get_key_value(name).map(|(name, _)| name))
                        .into_iter()
                        .collect()
                }
            };
            let trapped = self.trapped.contains(name);
            if trapped || held.is_empty() && super::parameter::may_run(name, self.scope.set_elsewhere) {
                found = found.or(Some(Risk::Unknown));
            }
            for variable in held {
                if seen.len() > LED {
                    return Some(Risk::Unknown);
                }
                if !seen.insert(variable.clone()) {
                    continue;
                }
                let scalar = self.scope.variables.get(variable).and_then(|value| self.risk(&value.0, seen));
                let words = self.scope.arrays.get(variable).into_iter().flatten();
                let risks = scalar.into_iter().chain(words.filter_map(|word| self.risk(&word.pieces, seen)));
                for risk in risks.collect::<Vec<_>>() {
                    match risk {
                        Risk::Runs => return Some(risk),
                        Risk::Unknown => found = Some(risk),
                    }
                }
            }
        }
        found
    }
}

/// Returns the names in an expression with their ends. Numbers such as `0xff` and `16#ff` are not names.
fn names(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let start = at + rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_')?;
            let word = text.get(start..)?;
            let number = word.starts_with(|c: char| c.is_ascii_digit());
            let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || number && matches!(c, '#' | '@');
            let end = start + word.find(|c| !part(c)).unwrap_or(word.len());
            at = end;
            if !number {
                return Some((text.get(start..end)?, end));
            }
        }
    })
}

/// Returns the variables that an expression sets.
fn assigned(pieces: &[Piece]) -> Vec<String> {
    let mut found = Vec::new();
    for piece in pieces {
        let (Piece::Text(text) | Piece::Glob(text)) = piece else { continue };
        if !text.contains('=') && !text.contains("++") && !text.contains("--") {
            continue;
        }
        for (name, end) in names(text) {
            let start = end - name.len();
            let before = text.get(..start).unwrap_or_default().trim_end();
            let mut after = text.get(end..).unwrap_or_default().trim_start();
            if after.starts_with('[') {
                after = after.find(']').and_then(|close| after.get(close + 1..)).unwrap_or("=").trim_start();
            }
            let operator = after.trim_start_matches(['+', '-', '*', '/', '%', '<', '>', '&', '^', '|']);
            let compares = after.starts_with("==")
                || after.starts_with("<=") && !after.starts_with("<<=")
                || after.starts_with(">=") && !after.starts_with(">>=");
            let sets = operator.starts_with('=') && !operator.starts_with("==") && !compares;
            let steps = ["++", "--"].iter().any(|sign| after.starts_with(sign) || before.ends_with(sign));
            if sets || steps {
                found.push(name.to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_numbers() {
        let found = |text| names(text).map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(found("0xff + 16#ff * a1 - _b[c] % 3"), ["a1", "_b", "c"]);
    }

    #[test]
    fn an_expression_sets_what_stands_before_its_operators() {
        let found = |text: &str| assigned(&[Piece::Text(text.to_owned())]);
        assert_eq!(found("a = b, c += d, e[f] <<= 2, g++, --h"), ["a", "c", "e", "g", "h"]);
        assert!(found("a == b, c <= d, e >= f, g != h").is_empty());
    }
}
