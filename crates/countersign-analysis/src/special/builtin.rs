//! Builtins of the shell that change what the following text means, or run text.

use super::{options::Options, span_of};
use crate::{
    command::Given,
    facts::{Class, Effect, Span},
    path, shell,
    walk::{Input, Output, Value, Walk},
    word::{Piece, Unknown, Word},
};

/// Whether the shell would run something while it evaluates the text as a name or a number.
fn runs_when_evaluated(text: &str) -> bool {
    text.contains("$(") || text.contains('`') || text.contains("${")
}

fn evaluated(walk: &mut Walk<'_>, text: &str, span: Span) {
    if runs_when_evaluated(text) {
        walk.opaque(Class::Destructive, "runs text while it evaluates a name or a number", span);
    }
}

fn forget(walk: &mut Walk<'_>, name: &str) {
    let any = Unknown { shown: format!("${name}"), dash: true, split: true };
    walk.scope.arrays.remove(name);
    walk.scope.variables.insert(name.to_owned(), Value(vec![Piece::Unknown(any)]));
    if name == "IFS" {
        walk.scope.odd_splitting = true;
    }
}

fn forget_all(walk: &mut Walk<'_>) {
    walk.scope.variables.clear();
    walk.scope.arrays.clear();
    walk.scope.functions.values_mut().for_each(|function| function.certain = false);
}

/// `test` and `[`: what is evaluated as a name or a number must not run anything.
pub(super) fn test(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    const EVALUATING: [&str; 8] = ["-v", "-R", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"];
    let known: Vec<Option<String>> = given.words.iter().map(Word::known).collect();
    if known.iter().flatten().any(|word| EVALUATING.contains(&word.as_str())) {
        for (word, text) in given.words.iter().zip(&known) {
            evaluated(walk, text.as_deref().unwrap_or_default(), word.span);
        }
    }
    Output::Unknown
}

/// `cd`, `pushd` and `popd`: where the text goes on.
pub(super) fn cd(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let is_flag = |word: &&Word| word.known().is_some_and(|w| w.starts_with('-') && w.len() > 1);
    let operands: Vec<&Word> = given.words.iter().skip(1).filter(|word| !is_flag(word)).collect();
    let goes_home = super::name_of(given.words) == "cd" && operands.is_empty();
    walk.scope.cwd = match operands.as_slice() {
        [] if goes_home => walk.setting.home.clone(),
        [one] => one
            .known()
            .filter(|dir| dir != "-" && !dir.starts_with('+') && !dir.is_empty())
            .and_then(|dir| path::resolve(walk.scope.cwd.as_deref(), walk.setting.home.as_deref(), &dir)),
        _ => None,
    };
    Output::Unknown
}

/// `export`, `declare`, `typeset`, `local` and `readonly`: assignments.
pub(super) fn export(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let mut flags = String::new();
    let name = super::name_of(given.words);
    for word in given.words.iter().skip(1) {
        let prefix = word.prefix();
        if prefix.starts_with(['-', '+']) && !prefix.contains('=') {
            flags.push_str(&prefix);
            continue;
        }
        let Some((variable, _)) = prefix.split_once('=') else {
            match word.known() {
                Some(text) => {
                    evaluated(walk, &text, word.span);
                    let keeps =
                        matches!(name.as_str(), "export" | "readonly") || flags.contains(['f', 'F', 'p']);
                    if !keeps {
                        forget(walk, &text);
                    } else if name == "export" && !flags.contains('n') {
                        exported(walk, &text, word.span);
                    }
                }
                None => {
                    walk.opaque(Class::Mutable, "sets variables that only running tells", word.span);
                    forget_all(walk);
                }
            }
            continue;
        };
        let value = word.skip(variable.len() + 1);
        evaluated(walk, variable, word.span);
        let variable = variable.trim_end_matches('+').to_owned();
        if flags.contains('i') {
            evaluated(walk, &value.known().unwrap_or_default(), word.span);
        }
        shell::env_raises(walk, &variable, value.known().as_deref(), word.span);
        let appends = prefix.contains("+=");
        if appends || variable.contains('[') || flags.contains(['i', 'l', 'u', 'c', 'a', 'A']) {
            forget(walk, variable.split('[').next().unwrap_or_default());
        } else {
            walk.scope.arrays.remove(&variable);
            walk.scope.odd_splitting |= variable == "IFS";
            walk.scope.variables.insert(variable, Value(value.pieces));
        }
    }
    // A reference or a value that changes its letters makes later assignments mean something else.
    let whole = span_of(given.words);
    if name != "export" && flags.contains('n') {
        walk.opaque(Class::Destructive, "makes a variable that stands for another one", whole);
    } else if name != "export" && flags.contains(['l', 'u', 'c']) {
        walk.opaque(Class::Mutable, "makes a variable that does not hold what is assigned to it", whole);
    }
    Output::Unknown
}

/// A variable that was set before and now reaches the environment.
fn exported(walk: &mut Walk<'_>, name: &str, span: Span) {
    if let Some(value) = walk.scope.variables.get(name).cloned() {
        let value = Word { pieces: value.0, span }.known();
        shell::env_raises(walk, name, value.as_deref(), span);
    }
}

/// `trap`: text that runs later, when variables may hold something else.
pub(super) fn trap(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    let words = match words.first().and_then(Word::known).as_deref() {
        Some("--") => words.get(1..).unwrap_or_default(),
        Some("-l" | "-p" | "-lp" | "-P") => return Output::Unknown,
        _ => words,
    };
    let [action, signals @ ..] = words else { return Output::Unknown };
    let known = action.known();
    if matches!(known.as_deref(), Some("-" | "")) || known.is_some() && signals.is_empty() {
        return Output::Unknown;
    }
    let before = walk.scope.clone();
    walk.scope.variables.clear();
    walk.scope.arrays.clear();
    walk.scope.positional = None;
    shell::script_word(walk, action, &Input::Unknown);
    walk.scope = before;
    Output::Unknown
}

/// `eval`: its words are one text.
pub(super) fn eval(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    let words = match words.first().and_then(Word::known).as_deref() {
        Some("--") => words.get(1..).unwrap_or_default(),
        _ => words,
    };
    if words.is_empty() {
        return Output::Text(String::new());
    }
    match super::joined(words) {
        Some(text) => shell::script(walk, &text, span_of(words), input),
        None => {
            walk.opaque(Class::Destructive, "runs text that is made elsewhere", span_of(words));
            forget_all(walk);
            Output::Unknown
        }
    }
}

/// `source` and `.`: a file that runs in this very shell.
pub(super) fn source(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    let words = match words.first().and_then(Word::known).as_deref() {
        Some("--") => words.get(1..).unwrap_or_default(),
        _ => words,
    };
    let Some(file) = words.first() else { return Output::Unknown };
    match (file.known().as_deref(), input) {
        (Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"), Input::Text(text, span)) => {
            return shell::script(walk, text, *span, &Input::Unknown);
        }
        (Some(name), _) if super::is_open_file(name) => {
            walk.opaque(Class::Destructive, "runs text that is made elsewhere", file.span);
        }
        (None, _) => walk.opaque(Class::Destructive, "runs text that is made elsewhere", file.span),
        (Some(_), _) => walk.path(Effect::Execute, file, "runs a script"),
    }
    forget_all(walk);
    walk.scope.cwd = None;
    Output::Unknown
}

const READ: Options = Options { short: "ersEa:d:i:n:N:p:t:u:", long: &[], posix: true };
const MAPFILE: Options = Options { short: "td:n:O:s:u:C:c:", long: &[], posix: true };

/// `read`, `mapfile` and `readarray`: variables that hold what comes in.
pub(super) fn read(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    let lines = matches!(super::name_of(given.words).as_str(), "mapfile" | "readarray");
    let parsed = if lines { MAPFILE.parse(words) } else { READ.parse(words) };
    for callback in parsed.values(&["C"]).filter(|_| lines) {
        let before = walk.scope.clone();
        match callback.known() {
            Some(text) => {
                shell::script(
                    walk,
                    &format!("{text} 0 \"$LINE_OF_THE_INPUT\""),
                    callback.span,
                    &Input::Unknown,
                );
            }
            None => walk.opaque(Class::Destructive, "runs text that is made elsewhere", callback.span),
        }
        walk.scope = before;
    }
    let arrays: Vec<Word> = if lines { Vec::new() } else { parsed.values(&["a"]).cloned().collect() };
    let names: Vec<Word> = parsed.operands.iter().cloned().chain(arrays).collect();
    if names.is_empty() {
        forget(walk, if lines { "MAPFILE" } else { "REPLY" });
    }
    for word in &names {
        match word.known() {
            Some(name) => {
                evaluated(walk, &name, word.span);
                let name = name.split('[').next().unwrap_or_default();
                shell::env_raises(walk, name, None, word.span);
                forget(walk, name);
            }
            None => {
                walk.opaque(Class::Mutable, "sets variables that only running tells", word.span);
                forget_all(walk);
            }
        }
    }
    Output::Unknown
}

/// `alias`: text that a later word stands for.
pub(super) fn alias(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    for word in given.words.iter().skip(1) {
        let prefix = word.prefix();
        let Some((name, _)) = prefix.split_once('=') else {
            if word.known().is_none() {
                walk.opaque(Class::Mutable, "makes an alias that only running tells", word.span);
            }
            continue;
        };
        match word.skip(name.len() + 1).known() {
            Some(text) => {
                walk.scope.aliases.insert(name.to_owned(), text);
            }
            None => {
                walk.opaque(Class::Destructive, "makes an alias of text that is made elsewhere", word.span)
            }
        }
    }
    Output::Unknown
}
