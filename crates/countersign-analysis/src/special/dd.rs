//! `dd`: its output file.

use countersign_words::say;

use crate::{
    command::Given,
    facts::{Class, Effect},
    walk::{Input, Output, Walk},
    word::Word,
};

/// Notes an emptied file, and a possible device.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let value = |key: &str| {
        let word = given.words.iter().rev().find(|word| word.prefix().starts_with(key));
        word.map(|word| word.skip(key.len()))
    };
    for word in
        given.words.iter().skip(1).filter(|word| word.known().is_none() && !word.prefix().contains('='))
    {
        walk.opaque(Class::Destructive, say!("analysis-may-write-to-a-device"), word.span);
    }
    let Some(file) = value("of=") else { return Output::Unknown };
    let beginning = file.prefix();
    match file.known() {
        None if beginning.is_empty() || "/dev/".starts_with(&beginning) || beginning.starts_with("/dev/") => {
            walk.opaque(Class::Destructive, say!("analysis-may-write-to-a-device"), file.span);
        }
        _ => {}
    }
    let is = |key: &str, text: &str| {
        value(key).and_then(|word: Word| word.known()).is_some_and(|value| value == text)
    };
    let keeps = value("conv=").and_then(|word| word.known()).is_some_and(|conv| conv.contains("notrunc"));
    if (is("if=", "/dev/null") || is("count=", "0")) && !keeps {
        walk.path(Effect::Delete, &file, say!("analysis-empties-the-file"));
    }
    if is("if=", "/dev/zero") && keeps {
        walk.path(Effect::Delete, &file, say!("analysis-overwrites-the-file-with-zeros"));
    }
    Output::Unknown
}
