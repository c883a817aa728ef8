//! `awk`: finds the program among the words and notes what it does.

use countersign_words::say;

use super::{
    awk_text::{self, Act},
    is_output,
    options::Options,
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
    short: "F:v:f:e:E:i:l:W:bcCd::D::ghIkL::MnNo::Op::PrsStV",
    long: &[
        "field-separator:",
        "assign:",
        "file:",
        "source:",
        "exec:",
        "include:",
        "load:",
        "characters-as-bytes",
        "traditional",
        "copyright",
        "dump-variables::",
        "debug::",
        "gen-pot",
        "help",
        "trace",
        "csv",
        "lint::",
        "bignum",
        "use-lc-numeric",
        "non-decimal-data",
        "optimize",
        "no-optimize",
        "pretty-print::",
        "profile::",
        "posix",
        "re-interval",
        "sandbox",
        "lint-old",
        "version",
    ],
    posix: true,
};

/// Notes what the program does.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    let parsed = OPTIONS.parse(words);
    if parsed.has(&["h", "V", "help", "version", "C", "copyright"]) {
        return Output::Unknown;
    }
    let mut operands = parsed.operands.as_slice();
    let mut programs: Vec<(Option<String>, Span)> = Vec::new();
    for option in &parsed.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "e" | "source" => programs.push((value.known(), value.span)),
            "f" | "file" | "E" | "exec" => programs.extend(file(walk, value, input)),
            "i" | "include" if value.known().as_deref() == Some("inplace") => {
                for word in operands.iter().skip(usize::from(!parsed.has(&["f", "file", "e", "source"]))) {
                    walk.path(Effect::Write, word, say!("analysis-rewrites-the-file-in-place"));
                }
            }
            "i" | "include" | "l" | "load" => walk.path(Effect::Execute, value, say!("analysis-loads-code")),
            _ => {}
        }
    }
    if !parsed.has(&["e", "source", "f", "file", "E", "exec"]) {
        let Some((first, rest)) = operands.split_first() else { return Output::Unknown };
        programs.push((first.known(), first.span));
        operands = rest;
    }
    for (text, span) in programs {
        match text.as_deref().map(awk_text::read) {
            Some(Some(acts)) => acts.iter().for_each(|act| note(walk, act, span)),
            Some(None) => {
                walk.opaque(Class::Destructive, say!("analysis-the-awk-program-cannot-be-read"), span)
            }
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-runs-an-awk-program-that-only-running-tells"),
                span,
            ),
        }
    }
    if operands.iter().any(|word| word.known().is_some_and(|word| word.starts_with("/inet"))) {
        walk.note(Effect::Send, say!("analysis-talks-to-a-host"), span_of(operands));
    }
    Output::Unknown
}

/// Returns the text of a program file: only known if it is the input.
fn file(walk: &mut Walk<'_>, file: &Word, input: &Input) -> Option<(Option<String>, Span)> {
    match (file.known().as_deref(), input) {
        (Some("-" | "/dev/stdin"), Input::Text(text, _)) => Some((Some(text.clone()), file.span)),
        (Some("-" | "/dev/stdin") | None, _) => Some((None, file.span)),
        (Some(_), _) => {
            walk.path(Effect::Execute, file, say!("analysis-runs-an-awk-program-that-may-write-files-and"));
            None
        }
    }
}

fn note(walk: &mut Walk<'_>, act: &Act, span: Span) {
    let known = |file: &str| Word::known_as(file, span);
    match act {
        Act::Write(Some(file)) if is_output(file) => {}
        Act::Write(Some(file)) => {
            walk.path(Effect::Write, &known(file), say!("analysis-awk-prints-to-a-file"))
        }
        Act::Write(None) => walk.note(Effect::Write, say!("analysis-awk-prints-to-files"), span),
        Act::Read(Some(file)) => walk.path(Effect::Read, &known(file), say!("analysis-awk-reads-a-file")),
        Act::Read(None) => {}
        Act::Run(Some(text)) if text.starts_with("/inet") => {}
        Act::Run(Some(text)) => {
            super::apart(walk, |walk| shell::script(walk, text, span, &Input::Unknown));
        }
        Act::Run(None) => {
            walk.opaque(Class::Destructive, say!("analysis-awk-runs-text-that-is-made-elsewhere"), span)
        }
        Act::Load(file) => walk.path(Effect::Execute, &known(file), say!("analysis-loads-code")),
        Act::Send(host) => {
            let host = host.split('/').nth(4).unwrap_or(host);
            walk.note_on(Effect::Send, host, say!("analysis-awk-talks-to-a-host"), span);
            walk.note(Effect::Change, say!("analysis-awk-sends-data-to-a-host"), span);
        }
    }
}
