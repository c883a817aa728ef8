//! `kill`: the signal and its targets.

use countersign_words::say;

use super::span_of;
use crate::{
    facts::{Class, Effect},
    walk::{Input, Output, Walk},
    word::Word,
};

/// How bash reads a word that may be the signal: only the first one with a dash is.
enum Said {
    Asks,
    Signal(Word),
    Next,
    Ends,
    Process,
}

fn said(word: &Word, has_signal: bool) -> Said {
    match word.known().as_deref() {
        Some("-l" | "-L" | "--list" | "--table" | "--help" | "--version" | "-h" | "-V") => Said::Asks,
        Some("--") => Said::Ends,
        Some("-s" | "-n" | "--signal" | "-q" | "--queue" | "--timeout") => Said::Next,
        Some("-a" | "--all" | "-v" | "--verbose" | "-p" | "--pid" | "-r" | "--require-handler") => Said::Ends,
        Some(text) if text.starts_with('-') && text.len() > 1 && !has_signal => Said::Signal(word.skip(1)),
        _ => Said::Process,
    }
}

/// Notes the targets of a signal; signal 0 has no effect.
pub(super) fn run(walk: &mut Walk<'_>, words: &[Word], _input: &Input) -> Output {
    let mut signal: Option<Word> = None;
    let mut processes: Vec<&Word> = Vec::new();
    let mut ended = false;
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        match said(word, signal.is_some()) {
            _ if ended => processes.push(word),
            Said::Asks if processes.is_empty() && signal.is_none() => return Output::Unknown,
            Said::Signal(name) => signal = Some(name),
            Said::Next => signal = rest.next().cloned().or(signal),
            Said::Ends => ended |= word.known().as_deref() == Some("--"),
            Said::Asks | Said::Process => processes.push(word),
        }
    }
    let name = signal.and_then(|s| s.known());
    let only_asks = matches!(name.as_deref(), Some("0" | "EXIT" | "SIGEXIT"));
    if only_asks && !processes.iter().any(|word| word.may_split()) {
        return Output::Unknown;
    }
    walk.note(Effect::Change, say!("analysis-signals-a-process"), span_of(words));
    for word in processes {
        let known = word.known();
        if known.as_deref() == Some("-1") {
            walk.note(Effect::Destroy, say!("analysis-signals-every-process"), word.span);
        } else if known.is_none() && word.may_be_option() {
            let reason = say!("analysis-may-stand-for-every-process", word = word.shown());
            walk.opaque(Class::Destructive, reason, word.span);
        }
    }
    Output::Unknown
}
