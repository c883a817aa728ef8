//! Shell builtins that change the meaning of the following text, or run text.

use countersign_words::say;

use super::{options::Options, span_of};
use crate::{
    command::Given,
    facts::{Class, Effect, Span},
    path, shell,
    walk::{Input, Output, Walk},
    word::{Piece, Unknown, Word, are_inert},
};

fn forget_all(walk: &mut Walk<'_>) {
    walk.scope.variables.clear();
    walk.scope.arrays.clear();
    walk.scope.set_elsewhere = true;
    walk.scope.functions.values_mut().for_each(|function| function.certain = false);
}

/// `test` and `[`: evaluated names and numbers must not run anything.
pub(super) fn test(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    const COUNTING: [&str; 6] = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"];
    let known: Vec<Option<String>> = given.words.iter().map(Word::known).collect();
    let tests = |word: &Option<String>, names: &[&str]| word.as_deref().is_some_and(|w| names.contains(&w));
    for (at, word) in given.words.iter().enumerate().skip(2) {
        if known.get(at - 1).is_some_and(|before| tests(before, &["-v", "-R"])) {
            walk.named(word);
        }
    }
    if known.iter().any(|word| tests(word, &COUNTING)) {
        // Bash accepts only numbers here, other shells evaluate.
        for word in given.words.iter().filter(|w| w.known().is_some_and(|text| text.contains(['$', '`']))) {
            walk.opaque(
                Class::Destructive,
                say!("analysis-holds-a-substitution-that-runs-when-it-is-evaluated"),
                word.span,
            );
        }
    }
    Output::Unknown
}

/// `cd`, `pushd` and `popd`: change the working folder.
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
        let local = matches!(name.as_str(), "local" | "declare" | "typeset") && !flags.contains('g');
        match prefix.split_once('=') {
            Some((variable, _)) => {
                let value = word.skip(variable.len() + 1);
                let appends = variable.ends_with('+');
                let variable = Word::known_as(variable.trim_end_matches('+'), word.span);
                declare(walk, &variable, value, &flags, (appends, local));
            }
            None => undeclared(walk, &name, word, &flags, local),
        }
    }
    // A reference or a case-changing attribute alters the meaning of later assignments.
    let whole = span_of(given.words);
    if name != "export" && flags.contains('n') {
        walk.opaque(Class::Destructive, say!("analysis-makes-a-variable-that-stands-for-another-one"), whole);
    } else if name != "export" && flags.contains(['l', 'u', 'c']) {
        walk.opaque(Class::Mutable, say!("analysis-makes-a-variable-that-does-not-hold-what-is"), whole);
    }
    Output::Unknown
}

/// `declare x=value`.
fn declare(walk: &mut Walk<'_>, variable: &Word, value: Word, flags: &str, (appends, local): (bool, bool)) {
    let element = variable.prefix().contains('[');
    let Some(name) = walk.named(variable) else { return };
    if local {
        walk.make_local(&name);
    }
    attributes(walk, &name, flags);
    shell::env_raises(walk, &name, value.known().as_deref(), value.span);
    if flags.contains(['a', 'A']) && value.known().is_some_and(|text| text.starts_with('(')) {
        // In quotes it is still an array, and is parsed once more.
        walk.opaque(Class::Mutable, say!("analysis-makes-an-array-of-text"), value.span);
    }
    if appends || element || flags.contains(['l', 'u', 'c', 'a', 'A']) {
        let (before, inert) = (walk.holds_numbers(&name), are_inert(&value.pieces));
        let any = Unknown { inert: before && inert, ..Unknown::anything(format!("${name}")) };
        walk.hold(&name, value.pieces, variable.span);
        walk.hold(&name, vec![Piece::Unknown(any)], variable.span);
    } else {
        walk.hold(&name, value.pieces, variable.span);
    }
}

/// `declare x`.
fn undeclared(walk: &mut Walk<'_>, command: &str, word: &Word, flags: &str, local: bool) {
    if word.known().is_none() && !word.prefix().contains('[') {
        walk.opaque(Class::Mutable, say!("analysis-sets-variables-that-only-running-tells"), word.span);
        return forget_all(walk);
    }
    if flags.contains(['f', 'F']) {
        return;
    }
    let Some(name) = walk.named(word) else { return };
    if flags.contains('p') && !flags.contains(['i', 'A']) {
        return;
    }
    let keeps = matches!(command, "export" | "readonly");
    if local {
        walk.make_local(&name);
    }
    attributes(walk, &name, flags);
    if !keeps {
        walk.declare(&name, word.span);
    } else if command == "export" && !flags.contains('n') {
        exported(walk, &name, word.span);
    }
}

/// Records the attributes of a variable.
fn attributes(walk: &mut Walk<'_>, name: &str, flags: &str) {
    if flags.contains('i') {
        walk.scope.integers.insert(name.to_owned());
    }
    if flags.contains('A') && !flags.contains("+A") {
        walk.scope.associative.insert(name.to_owned());
    }
}

/// A variable that was set before and is now exported.
fn exported(walk: &mut Walk<'_>, name: &str, span: Span) {
    if let Some(value) = walk.scope.variables.get(name).cloned() {
        let value = Word { pieces: value.0, span }.known();
        shell::env_raises(walk, name, value.as_deref(), span);
    } else if walk.scope.arrays.contains_key(name) {
        shell::env_raises(walk, name, None, span);
    }
}

/// Maximum number of traps to follow.
const TRAPS: usize = 8;

/// `trap`: text that runs later, when variables may have changed.
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
    if let Some(text) = known {
        if walk.traps.len() >= TRAPS {
            walk.opaque(Class::Mutable, say!("analysis-sets-more-traps-than-are-looked-at"), action.span);
        } else if !walk.traps.iter().any(|(other, _)| *other == text) {
            walk.traps.push((text, action.span));
        }
    }
    walk.trap(action);
    Output::Unknown
}

/// `eval`: runs its words as one text.
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
            walk.opaque(
                Class::Destructive,
                say!("analysis-runs-text-that-is-made-elsewhere"),
                span_of(words),
            );
            forget_all(walk);
            Output::Unknown
        }
    }
}

/// `source` and `.`: run a file in this shell.
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
            walk.opaque(Class::Destructive, say!("analysis-runs-text-that-is-made-elsewhere"), file.span);
        }
        (None, _) => {
            walk.opaque(Class::Destructive, say!("analysis-runs-text-that-is-made-elsewhere"), file.span)
        }
        (Some(_), _) => walk.path(Effect::Execute, file, say!("analysis-runs-a-script")),
    }
    forget_all(walk);
    walk.scope.cwd = None;
    Output::Unknown
}

const READ: Options = Options { short: "ersEa:d:i:n:N:p:t:u:", long: &[], posix: true };
const MAPFILE: Options = Options { short: "td:n:O:s:u:C:c:", long: &[], posix: true };

/// `read`, `mapfile` and `readarray`: set variables from the input.
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
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-runs-text-that-is-made-elsewhere"),
                callback.span,
            ),
        }
        walk.scope = before;
    }
    let arrays: Vec<Word> = if lines { Vec::new() } else { parsed.values(&["a"]).cloned().collect() };
    let names: Vec<Word> = parsed.operands.iter().cloned().chain(arrays).collect();
    if names.is_empty() {
        let name = if lines { "MAPFILE" } else { "REPLY" };
        walk.give_unknown(name, span_of(given.words));
    }
    for word in &names {
        match walk.named(word) {
            Some(name) => {
                shell::env_raises(walk, &name, None, word.span);
                walk.give_unknown(&name, word.span);
            }
            None => forget_all(walk),
        }
    }
    Output::Unknown
}

/// `alias`: text that replaces a later word.
pub(super) fn alias(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    for word in given.words.iter().skip(1) {
        let prefix = word.prefix();
        let Some((name, _)) = prefix.split_once('=') else {
            if word.known().is_none() {
                walk.opaque(
                    Class::Mutable,
                    say!("analysis-makes-an-alias-that-only-running-tells"),
                    word.span,
                );
            }
            continue;
        };
        const RESERVED: [&str; 23] = [
            "!", "[[", "]]", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for",
            "function", "if", "in", "select", "then", "time", "until", "while", "repeat",
        ];
        if RESERVED.contains(&name) {
            walk.opaque(
                Class::Destructive,
                say!("analysis-gives-a-word-of-the-shell-language-another-meaning"),
                word.span,
            );
        }
        match word.skip(name.len() + 1).known() {
            Some(text) => {
                walk.scope.aliases.insert(name.to_owned(), text);
            }
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-makes-an-alias-of-text-that-is-made-elsewhere"),
                word.span,
            ),
        }
    }
    Output::Unknown
}
