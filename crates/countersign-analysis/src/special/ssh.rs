//! `ssh`: options that run programs locally, and the remote command.

use countersign_words::say;

use super::{apart, options::Options, span_of};
use crate::{
    command::Given,
    facts::{Class, Effect},
    shell,
    walk::{Input, Output, Walk},
    word::{Piece, Word},
};

const OPTIONS: Options = Options {
    short: "46AaCfGgKkMNnqsTtVvXxYyB:b:c:D:E:e:F:I:i:J:L:l:m:O:o:P:p:Q:R:S:W:w:",
    long: &[],
    posix: true,
};

/// Notes what runs locally and remotely.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    // Options may also stand between the host and the command.
    let mut parsed = OPTIONS.parse(given.words.get(1..).unwrap_or_default());
    let mut operands = std::mem::take(&mut parsed.operands);
    if !operands.is_empty() {
        let host = operands.remove(0);
        let rest = OPTIONS.parse(&operands);
        parsed.options.extend(rest.options);
        operands = std::iter::once(host).chain(rest.operands).collect();
    }
    for option in &parsed.options {
        let value = option.value.as_ref();
        match option.name.as_str() {
            "o" => value.into_iter().for_each(|value| setting(walk, value)),
            "L" | "R" | "D" | "w" => {
                walk.note(Effect::Change, say!("analysis-forwards-connections"), option.span)
            }
            "F" => value.into_iter().for_each(|file| {
                walk.path(Effect::Execute, file, say!("analysis-takes-settings-that-can-run-programs"))
            }),
            "I" => value
                .into_iter()
                .for_each(|file| walk.path(Effect::Execute, file, say!("analysis-loads-a-library"))),
            "E" => value
                .into_iter()
                .for_each(|file| walk.path(Effect::Write, file, say!("analysis-writes-a-log"))),
            "O" => walk.note(Effect::Change, say!("analysis-controls-a-shared-connection"), option.span),
            _ => {}
        }
    }
    if parsed.has(&["V", "Q", "G"]) {
        return Output::Unknown;
    }
    let Some((host, command)) = operands.split_first() else { return Output::Unknown };
    if host.prefix().starts_with('-') {
        walk.opaque(Class::Destructive, say!("analysis-may-be-an-option-of-ssh-that-runs-a"), host.span);
    }
    if command.is_empty() {
        if !parsed.has(&["N", "O"]) {
            match input {
                Input::Text(text, span) => {
                    apart(walk, |walk| shell::script(walk, text, *span, &Input::Unknown));
                }
                Input::Inherited => {
                    walk.note(Effect::Change, say!("analysis-opens-a-session-on-another-machine"), host.span)
                }
                _ => walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-on-another-machine-what-comes-in"),
                    host.span,
                ),
            }
        }
        return Output::Unknown;
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for word in command {
        if !pieces.is_empty() {
            pieces.push(Piece::Text(" ".to_owned()));
        }
        pieces.extend(word.pieces.iter().cloned());
    }
    let text = Word { pieces, span: span_of(command) };
    apart(walk, |walk| {
        // The remote working folder is unknown.
        walk.scope.cwd = None;
        shell::script_word(walk, &text, input)
    });
    Output::Unknown
}

/// Reads one `Key=value` of `-o`.
fn setting(walk: &mut Walk<'_>, word: &Word) {
    let prefix = word.prefix();
    let key: String = prefix.chars().take_while(|c| *c != '=' && *c != ' ').collect();
    let value = word.skip(key.len() + 1);
    match key.to_ascii_lowercase().as_str() {
        "proxycommand" | "localcommand" | "knownhostscommand" => {
            if value.known().as_deref() == Some("none") {
                return;
            }
            walk.note(Effect::Execute, say!("analysis-runs-what-says", key), word.span);
            apart(walk, |walk| shell::script_word(walk, &value, &Input::Unknown));
        }
        "permitlocalcommand"
        | "pkcs11provider"
        | "securitykeyprovider"
        | "include"
        | "xauthlocation"
        | "proxyusefdpass" => {
            walk.note(Effect::Execute, say!("analysis-runs-or-loads-what-says", key), word.span);
        }
        "localforward" | "remoteforward" | "dynamicforward" | "tunnel" | "controlmaster" | "controlpath"
        | "controlpersist" => {
            walk.note(Effect::Change, say!("analysis-shares-or-forwards-connections"), word.span);
        }
        "userknownhostsfile" | "globalknownhostsfile" if value.known().as_deref() == Some("/dev/null") => {}
        "" => walk.opaque(
            Class::Destructive,
            say!("analysis-gives-ssh-a-setting-that-only-running-tells"),
            word.span,
        ),
        "remotecommand" => {
            apart(walk, |walk| shell::script_word(walk, &value, &Input::Unknown));
        }
        _ => {}
    }
}
