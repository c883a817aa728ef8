//! Commands whose words a table cannot describe: those that have a language of their own, run other commands,
//! or change the meaning of the following text. The tables name them by `special = "…"`.

mod awk;
mod awk_text;
mod builtin;
mod curl;
mod dd;
mod docker;
mod env;
mod environment;
mod find;
mod git;
mod interpreter;
mod kill;
mod module;
mod mongosh;
mod options;
mod output;
mod print;
mod sed;
mod sed_text;
mod shells;
mod sqlite;
mod ssh;
mod switches;
mod tar;
mod vim;
mod xargs;

pub(crate) use self::output::{are_numbers, is_tame};
use crate::{
    command::Given,
    facts::{Class, Span},
    walk::{Input, Output, Scope, Value, Walk},
    word::{Piece, Unknown, Word, are_inert},
};
use countersign_words::say;

/// A handler.
pub(crate) enum Special {
    /// Adds to the effects from the table.
    After(fn(&mut Walk<'_>, &Given<'_>, &Input) -> Output),
    /// Replaces the table.
    Whole(fn(&mut Walk<'_>, &[Word], &Input) -> Output),
}

/// Returns the handler of that name.
pub(crate) fn find(name: &str) -> Option<Special> {
    Some(match name {
        "find" => Special::Whole(find::run),
        "xargs" => Special::Whole(xargs::run),
        "env" => Special::Whole(env::run),
        "sed" => Special::After(sed::run),
        "awk" => Special::After(awk::run),
        "git" => Special::After(git::run),
        "dd" => Special::After(dd::run),
        "interpreter" => Special::After(interpreter::run),
        "sqlite3" => Special::After(sqlite::run),
        "kill" => Special::Whole(kill::run),
        "mongosh" => Special::After(mongosh::run),
        "ssh" => Special::After(ssh::run),
        "curl" => Special::After(curl::run),
        "echo" => Special::After(print::run),
        "tar" => Special::After(tar::run),
        "docker" => Special::After(docker::run),
        "vim" => Special::After(vim::run),
        "test" => Special::After(builtin::test),
        "cd" => Special::After(builtin::cd),
        "export" => Special::After(builtin::export),
        "trap" => Special::After(builtin::trap),
        "eval" => Special::After(builtin::eval),
        "source" => Special::After(builtin::source),
        "read" => Special::After(builtin::read),
        "alias" => Special::After(builtin::alias),
        "response" => Special::After(response),
        "jq" => Special::After(environment::filter),
        "ps" => Special::After(environment::ps),
        _ => return None,
    })
}

/// Compilers read more options from `@file` arguments.
fn response(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    for word in given.words.iter().skip(1).filter(|word| word.prefix().starts_with('@')) {
        walk.opaque(Class::Mutable, say!("analysis-takes-more-options-from-a-file"), word.span);
    }
    Output::Unknown
}

/// Runs `f` as in a separate process: it does not see functions, aliases and variables of the text, and its
/// changes end with it.
fn apart<T>(walk: &mut Walk<'_>, f: impl FnOnce(&mut Walk<'_>) -> T) -> T {
    // It is not tracked which variables are exported, but those that could run something are kept.
    let held = walk.scope.variables.iter().filter(|(_, value)| !are_inert(&value.0));
    let any = |name: &String| Value(vec![Piece::Unknown(Unknown::anything(format!("${name}")))]);
    let variables = held.map(|(name, _)| (name.clone(), any(name))).collect();
    let set_elsewhere = walk.scope.set_elsewhere;
    let inside = Scope { cwd: walk.scope.cwd.clone(), variables, set_elsewhere, ..Scope::default() };
    let outside = std::mem::replace(&mut walk.scope, inside);
    let result = f(walk);
    walk.scope = outside;
    result
}

/// Returns the last part of a command's name without extension: `python3.12` for `/usr/bin/python3.12`.
fn name_of(words: &[Word]) -> String {
    let name = words.first().and_then(Word::known).unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    name.strip_suffix(".exe").unwrap_or(name).to_owned()
}

/// Returns a word for a file name known only at run time.
fn some_file(shown: &str, span: Span) -> Word {
    Word { pieces: vec![file_piece(shown)], span }
}

/// Returns a piece of a word for a file name.
fn file_piece(shown: &str) -> Piece {
    Piece::Unknown(Unknown { shown: shown.to_owned(), dash: false, split: false, inert: false })
}

/// Whether the word may become an option at run time, at its beginning or where it splits.
fn may_inject(word: &Word) -> bool {
    word.has_unknown() && word.may_be_option()
        || word.pieces.iter().any(|p| matches!(p, Piece::Unknown(u) if u.split && u.dash))
}

/// Whether writing to the path only reaches the output.
fn is_output(path: &str) -> bool {
    matches!(path, "/dev/stdout" | "/dev/stderr" | "/dev/null" | "/dev/tty" | "/dev/fd/1" | "/dev/fd/2" | "-")
}

/// Whether the path is an already open file: the input, a here-document, a pipe.
fn is_open_file(path: &str) -> bool {
    path == "/dev/stdin"
        || path.starts_with("/dev/fd/")
        || path.starts_with("/proc/") && path.contains("/fd/")
}

/// Returns the span from the first word to the last.
fn span_of(words: &[Word]) -> Span {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    }
}

/// Joins the words with blanks; None if one of them is not known.
fn joined(words: &[Word]) -> Option<String> {
    let known: Option<Vec<String>> = words.iter().map(Word::known).collect();
    known.map(|known| known.join(" "))
}

#[cfg(test)]
mod tests;
