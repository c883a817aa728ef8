//! Shells: finds the text that they run, in the words or the input.

use countersign_words::say;

use super::{
    apart,
    interpreter::{input_elsewhere, opaque_text},
    options::Options,
    span_of,
};
use crate::{
    facts::{Class, Effect},
    shell,
    walk::{Input, Output, Walk},
    word::Word,
};

/// Analyses a text that a shell runs in a separate process, with these as `$1`, `$2`….
fn shell_text(walk: &mut Walk<'_>, text: &Word, arguments: &[Word], input: &Input) -> Output {
    apart(walk, |walk| {
        let known = !arguments.iter().any(Word::may_split);
        walk.scope.positional = known.then(|| arguments.to_vec());
        shell::script_word(walk, text, input)
    })
}

/// A shell's words before the text or the script.
struct ShellWords<'w> {
    command: bool,
    stdin: bool,
    only_parses: bool,
    says_what_it_is: bool,
    operands: &'w [Word],
}

fn shell_words<'w>(walk: &mut Walk<'_>, words: &'w [Word]) -> ShellWords<'w> {
    let mut found = ShellWords {
        command: false,
        stdin: false,
        only_parses: false,
        says_what_it_is: false,
        operands: &[],
    };
    // Whether something may cancel the parse-only mode.
    let mut executes = false;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let text = word.prefix();
        at += 1;
        let more = at < words.len();
        executes |= text.starts_with('+') || more && word.has_unknown() && word.may_be_option();
        match text.as_str() {
            "--" | "-" => break,
            "--version" | "--help" => found.says_what_it_is = true,
            "--rcfile" | "--init-file" => {
                if let Some(file) = words.get(at) {
                    walk.path(Effect::Execute, file, say!("analysis-runs-a-startup-file"));
                }
                at += 1;
            }
            "--dump-strings" | "--dump-po-strings" | "--pretty-print" => found.only_parses = true,
            "--posix" => shell::env_raises(walk, "POSIXLY_CORRECT", Some("y"), word.span),
            _ if text.starts_with("--") => {}
            _ if text.len() > 1 && text.starts_with(['-', '+']) => {
                let on = text.starts_with('-');
                for letter in text.chars().skip(1) {
                    match letter {
                        'c' if on => found.command = true,
                        's' if on => found.stdin = true,
                        'i' => executes = true,
                        'n' if on => found.only_parses = true,
                        'D' if on => found.only_parses = true,
                        'k' if on => {
                            walk.opaque(
                                Class::Mutable,
                                say!("analysis-lets-operands-of-commands-set-variables"),
                                word.span,
                            );
                        }
                        'o' | 'O' => {
                            let name = words.get(at).and_then(Word::known).unwrap_or_default();
                            found.only_parses |= on && name == "noexec";
                            if name == "keyword" {
                                let why = say!("analysis-lets-operands-of-commands-set-variables");
                                walk.opaque(Class::Mutable, why, word.span);
                            }
                            if name == "posix" {
                                shell::env_raises(walk, "POSIXLY_CORRECT", Some("y"), word.span);
                            }
                            at += 1;
                        }
                        _ => {}
                    }
                }
            }
            _ => {
                at -= 1;
                break;
            }
        }
    }
    found.only_parses &= !executes;
    found.operands = words.get(at..).unwrap_or_default();
    found
}

/// Whether zsh may run something that bash reads as a pattern or a parameter: `*(e:…:)`, `${(e)x}`.
fn runs_in_patterns(text: &str) -> bool {
    let follows = |before: &str| before.ends_with(|c: char| !c.is_whitespace() && !"$;&|(<>=`".contains(c));
    let qualifies = |(at, _): (usize, &str)| {
        let (before, after) = text.split_at(at);
        let inside = after.split(')').next().unwrap_or_default();
        follows(before) && inside.contains(['e', '+', '#'])
    };
    text.contains("${(") || text.match_indices('(').any(qualifies)
}

/// Notes what a bash-compatible shell runs.
pub(super) fn posix(walk: &mut Walk<'_>, zsh: bool, words: &[Word], input: &Input) -> Output {
    let found = shell_words(walk, words);
    if found.says_what_it_is || found.only_parses {
        return Output::Unknown;
    }
    match found.operands {
        [text, rest @ ..] if found.command => {
            if zsh && text.known().is_some_and(|text| runs_in_patterns(&text)) {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-text-in-a-language-that-is-not-followed"),
                    text.span,
                );
            }
            shell_text(walk, text, rest.get(1..).unwrap_or_default(), input)
        }
        [] if found.command => Output::Unknown,
        [script, rest @ ..] if !found.stdin => match script.known().as_deref() {
            Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") => shell_input(walk, words, rest, input),
            Some(name) if super::is_open_file(name) => {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-a-script-that-only-running-tells"),
                    script.span,
                );
                Output::Unknown
            }
            Some(_) => {
                walk.path(Effect::Execute, script, say!("analysis-runs-a-script"));
                Output::Unknown
            }
            None => {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-a-script-that-only-running-tells"),
                    script.span,
                );
                Output::Unknown
            }
        },
        rest => shell_input(walk, words, rest, input),
    }
}

fn shell_input(walk: &mut Walk<'_>, words: &[Word], arguments: &[Word], input: &Input) -> Output {
    match input {
        Input::Text(text, span) => {
            let text = Word::known_as(text.clone(), *span);
            shell_text(walk, &text, arguments, &Input::Unknown)
        }
        other => {
            input_elsewhere(walk, other, span_of(words));
            Output::Unknown
        }
    }
}

const FISH: Options = Options {
    short: "c:C:d:f:o:p:nNilPvhD::",
    long: &[
        "command:",
        "init-command:",
        "debug:",
        "features:",
        "debug-output:",
        "profile:",
        "profile-startup:",
        "no-execute",
        "no-config",
        "interactive",
        "login",
        "private",
        "version",
        "help",
    ],
    posix: true,
};

const CSH: Options = Options { short: "bdefFilmnqstvVxXc:", long: &["version", "help"], posix: true };

/// Notes what a shell runs that is bash-compatible only for simple text.
pub(super) fn foreign(walk: &mut Walk<'_>, name: &str, words: &[Word], input: &Input) -> Output {
    let parsed = if name == "fish" { FISH.parse(words) } else { CSH.parse(words) };
    let silent = parsed.has(&["n", "no-execute", "version", "help"]);
    if silent || name == "fish" && parsed.has(&["v", "h"]) {
        return Output::Unknown;
    }
    let texts: Vec<Word> = parsed.values(&["c", "command", "C", "init-command"]).cloned().collect();
    for text in &texts {
        if text.known().is_some_and(|text| text.contains(['(', '{', '\\', '^', '%', '!', '@'])) {
            walk.opaque(
                Class::Destructive,
                say!("analysis-runs-text-in-a-language-that-is-not-followed"),
                text.span,
            );
        }
        shell_text(walk, text, &[], input);
    }
    match parsed.operands.first() {
        _ if !texts.is_empty() => {}
        Some(script) => walk.path(Effect::Execute, script, say!("analysis-runs-a-script")),
        None => input_elsewhere(walk, &opaque_text(input), span_of(words)),
    }
    Output::Unknown
}
