//! `tar`: old-style letters in the first word, and actions that run commands.

use countersign_words::say;

use super::apart;
use crate::{
    command::Given,
    facts::{Class, Effect},
    shell,
    walk::{Input, Output, Walk},
    word::Word,
};

/// Letters with a value; in old style the values are the following words, in order.
const WITH_VALUE: &str = "bCfFgHIKLNTVX";

/// Notes the effects of an old-style call, and those on the archive.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let words = given.words.get(1..).unwrap_or_default();
    if let Some((first, rest)) = words.split_first()
        && let Some(letters) = first.known().filter(|text| is_bundle(text))
    {
        bundle(walk, first, &letters, rest);
    }
    let has = |names: &[&str]| given.options.iter().any(|o| names.contains(&o.name.as_str()));
    let changes = has(&[
        "-c",
        "--create",
        "-r",
        "--append",
        "-u",
        "--update",
        "-A",
        "--catenate",
        "--concatenate",
        "--delete",
    ]);
    note_mode(walk, given, changes);
    for option in &given.options {
        let Some(value) = &option.value else { continue };
        match option.name.as_str() {
            "-f" | "--file" if changes && value.known().as_deref() != Some("-") => {
                walk.path(Effect::Write, value, say!("analysis-writes-an-archive"));
            }
            "-I"
            | "-F"
            | "--use-compress-program"
            | "--to-command"
            | "--info-script"
            | "--new-volume-script" => {
                apart(walk, |walk| shell::script_word(walk, value, &Input::Unknown));
            }
            "--checkpoint-action" => match value.known() {
                Some(action) => {
                    if let Some(text) = action.strip_prefix("exec=") {
                        apart(walk, |walk| shell::script(walk, text, value.span, &Input::Unknown));
                    }
                }
                None => {
                    walk.opaque(Class::Destructive, say!("analysis-does-what-only-running-tells"), value.span)
                }
            },
            _ => {}
        }
    }
    for word in words {
        // The other words may be options in any position.
        if word.known().is_none() && word.prefix().is_empty() && super::may_inject(word) {
            walk.opaque(Class::Destructive, say!("analysis-may-be-an-option-of-tar-that-runs-a"), word.span);
        }
    }
    Output::Unknown
}

/// Notes what is written besides the archive: extracted files, unless printed.
fn note_mode(walk: &mut Walk<'_>, given: &Given<'_>, changes: bool) {
    let has = |names: &[&str]| given.options.iter().any(|o| names.contains(&o.name.as_str()));
    let span = given.words.first().map(|word| word.span).unwrap_or_default();
    if has(&["-x", "--extract", "--get"]) && !has(&["-O", "--to-stdout", "--to-command"]) {
        walk.note(Effect::Change, say!("analysis-extracts-files-over-existing-ones"), span);
    }
    if changes && !has(&["-f", "--file"]) {
        walk.note(Effect::Change, say!("analysis-writes-to-the-usual-archive"), span);
    }
}

/// Whether the first word is letters without a dash.
fn is_bundle(text: &str) -> bool {
    let known = "ABCFGHIJKLMNOPRSTUVWXZabcdfghijklmnoprtuvwxz01234567";
    !text.is_empty()
        && text.chars().all(|c| known.contains(c))
        && text.contains(['c', 'x', 't', 'r', 'u', 'A', 'd'])
}

fn bundle(walk: &mut Walk<'_>, first: &Word, letters: &str, rest: &[Word]) {
    let mut values = rest.iter();
    let writes = letters.contains(['c', 'r', 'u', 'A']);
    match () {
        () if letters.contains('c') && letters.contains('f') => {}
        () if letters.contains('c') => {
            walk.note(Effect::Change, say!("analysis-writes-to-the-usual-archive"), first.span)
        }
        () if letters.contains('x') && letters.contains('O') => {}
        () if letters.contains('x') => {
            walk.note(Effect::Change, say!("analysis-extracts-files-over-existing-ones"), first.span)
        }
        () if writes => walk.note(Effect::Change, say!("analysis-changes-the-archive"), first.span),
        () => {}
    }
    for letter in letters.chars().filter(|letter| WITH_VALUE.contains(*letter)) {
        let Some(value) = values.next() else { break };
        match letter {
            'f' if value.known().as_deref() == Some("-") => {}
            'f' if writes => walk.path(Effect::Write, value, say!("analysis-writes-an-archive")),
            'f' => walk.path(Effect::Read, value, say!("analysis-reads-an-archive")),
            'I' | 'F' => {
                apart(walk, |walk| shell::script_word(walk, value, &Input::Unknown));
            }
            'T' => walk.path(Effect::Execute, value, say!("analysis-takes-options-and-names-from-a-file")),
            'g' => walk.path(Effect::Write, value, say!("analysis-writes-a-list-of-files")),
            'X' => walk.path(Effect::Read, value, say!("analysis-reads-a-list-of-patterns")),
            'C' => walk.path(Effect::Read, value, say!("analysis-works-in-a-folder")),
            _ => {}
        }
    }
}
