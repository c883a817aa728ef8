//! `sed`: finds the script in the words and notes its effects.

use countersign_words::say;

use super::{
    is_output,
    options::{Options, Parsed},
    sed_text::{self, Act, Script},
    span_of,
};
use crate::{
    command::Given,
    facts::{Class, Effect, Span},
    shell,
    walk::{Input, Output, Walk},
    word::Word,
};

const OPTIONS: Options = Options {
    short: "nErsuzbae:f:l:i::I:",
    long: &[
        "quiet",
        "silent",
        "debug",
        "expression:",
        "file:",
        "follow-symlinks",
        "in-place::",
        "line-length:",
        "posix",
        "regexp-extended",
        "separate",
        "sandbox",
        "unbuffered",
        "null-data",
        "zero-terminated",
        "binary",
        "help",
        "version",
    ],
    posix: false,
};

/// Notes what the script does.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    let parsed = OPTIONS.parse(words);
    if parsed.has(&["help", "version"]) {
        return Output::Unknown;
    }
    for file in parsed.values(&["f", "file"]) {
        match file.known() {
            Some(_) => {
                walk.path(Effect::Execute, file, say!("analysis-runs-a-sed-script-that-may-write-files-and"))
            }
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-runs-a-sed-script-that-is-made-elsewhere"),
                file.span,
            ),
        }
    }
    let mut scripts: Vec<&Word> = parsed.values(&["e", "expression"]).collect();
    let mut files = parsed.operands.as_slice();
    if scripts.is_empty() && !parsed.has(&["f", "file"]) {
        let Some((first, rest)) = files.split_first() else { return Output::Unknown };
        scripts.push(first);
        files = rest;
    }
    let in_place = parsed.has(&["i", "in-place", "I"]);
    // On BSD the suffix after -i is a separate word; an empty one is not a script.
    if in_place && scripts.first().and_then(|s| s.known()).is_some_and(|s| s.is_empty()) && files.len() > 1 {
        scripts = files.first().into_iter().collect();
    }
    let text: Option<Vec<String>> = scripts.iter().map(|word| word.known()).collect();
    let span =
        scripts.iter().fold(scripts.first().map_or(span_of(words), |s| s.span), |all, s| all.to(s.span));
    let Some(text) = text else {
        walk.opaque(Class::Destructive, say!("analysis-runs-a-sed-script-that-only-running-tells"), span);
        return Output::Unknown;
    };
    let text = text.join("\n");
    // A script may begin with `#n`, which means -n.
    let silent = parsed.has(&["n", "quiet", "silent"]) || text.starts_with("#n\n") || text == "#n";
    match sed_text::read(&text) {
        Some(script) => {
            note(walk, &script, &parsed, span);
            if in_place && !parsed.has(&["f", "file"]) && (script.deletes_all || silent && !script.prints) {
                files
                    .iter()
                    .for_each(|file| walk.path(Effect::Delete, file, say!("analysis-empties-the-file")));
                if files.is_empty() {
                    walk.note(Effect::Destroy, say!("analysis-empties-files"), span);
                }
            }
        }
        None => walk.opaque(Class::Destructive, say!("analysis-the-sed-script-cannot-be-read"), span),
    }
    Output::Unknown
}

fn note(walk: &mut Walk<'_>, script: &Script, parsed: &Parsed, span: Span) {
    if parsed.has(&["sandbox"]) {
        return;
    }
    for act in &script.acts {
        match act {
            Act::Write(file) if is_output(file) => {}
            Act::Write(file) => {
                walk.path(
                    Effect::Write,
                    &Word::known_as(file.clone(), span),
                    say!("analysis-sed-w-command-writes-a-file"),
                );
            }
            Act::Read(file) => walk.path(
                Effect::Read,
                &Word::known_as(file.clone(), span),
                say!("analysis-sed-r-command-reads-a-file"),
            ),
            Act::Run(text) => {
                super::apart(walk, |walk| shell::script(walk, text, span, &Input::Unknown));
            }
            Act::RunInput => walk.opaque(
                Class::Destructive,
                say!("analysis-sed-runs-lines-of-its-input-as-commands"),
                span,
            ),
        }
    }
}
