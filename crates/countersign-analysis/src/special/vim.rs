//! Editors of the vi family: their command options may run anything.

use countersign_words::say;

use super::apart;
use crate::{
    code::listed,
    command::Given,
    facts::{Class, Effect},
    shell,
    walk::{Input, Output, Walk},
    word::Word,
};

/// Maximum number of editor commands of the input to follow.
const LINES: usize = 200;

/// Notes what editor commands run.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, input: &Input) -> Output {
    if given.dry {
        return Output::Unknown;
    }
    let words = given.words.get(1..).unwrap_or_default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let text = word.prefix();
        let bundle = text.strip_prefix('-').and_then(|letters| letters.strip_suffix('c'));
        if bundle.is_some_and(|letters| letters.chars().all(|c| c.is_ascii_alphabetic())) || text == "--cmd" {
            words.get(at).into_iter().for_each(|command| ex(walk, command));
            at += 1;
        } else if text.starts_with("-c") && text.len() > 2 {
            ex(walk, &word.skip(2));
        } else if text.starts_with('+') {
            ex(walk, &word.skip(1));
        } else if text == "-S" || text == "-s" && !super::name_of(given.words).ends_with("ex") {
            let script = words.get(at).filter(|file| !file.prefix().starts_with('-'));
            script.into_iter().for_each(|file| {
                walk.path(Effect::Execute, file, say!("analysis-runs-a-script-of-editor-commands"))
            });
        }
    }
    let scripted = matches!(super::name_of(given.words).as_str(), "ex" | "ed" | "red")
        || given
            .words
            .iter()
            .any(|word| matches!(word.known().as_deref(), Some("-es" | "-Es" | "-e" | "-E")));
    match input {
        Input::Text(text, span) if scripted && text.lines().count() <= LINES => {
            text.lines().for_each(|line| ex(walk, &Word::known_as(line, *span)));
        }
        Input::Unknown | Input::Paths | Input::File(_) | Input::Text(..) if scripted => {
            walk.opaque(
                Class::Destructive,
                say!("analysis-runs-editor-commands-that-come-in"),
                super::span_of(given.words),
            );
        }
        _ => {}
    }
    Output::Unknown
}

/// Analyses one editor command. Shell commands are followed; code in other languages is not.
fn ex(walk: &mut Walk<'_>, word: &Word) {
    let Some(text) = word.known() else {
        return walk.opaque(
            Class::Destructive,
            say!("analysis-runs-editor-commands-that-only-running-tells"),
            word.span,
        );
    };
    let text = text.trim_start_matches([':', ' ']);
    if let Some(at) = text.find('!') {
        let before = text.get(..at).unwrap_or_default();
        let command = text.get(at + 1..).unwrap_or_default();
        // `q!` and `wq!` force; `!ls`, `r !ls`, `%!sort` and `silent !ls` run.
        let forces = before.chars().last().is_some_and(char::is_alphabetic);
        if !forces && !command.trim().is_empty() {
            apart(walk, |walk| shell::script(walk, command, word.span, &Input::Unknown));
        }
    }
    if text
        .split('|')
        .any(|part| matches!(part.trim(), "%d" | "%delete" | "1,$d" | "1,$delete" | ",d" | "0,$d"))
    {
        walk.note(Effect::Destroy, say!("analysis-deletes-every-line-of-the-file"), word.span);
    }
    const RUNS: &str = "lua luado luafile python python3 py py3 pyx py3file pyfile perl perldo ruby rubydo tcl mzscheme \
    execute exe source so runtime call terminal term make delete normal norm";
    let first: String = text
        .trim_start_matches(|c: char| !c.is_ascii_alphabetic())
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric())
        .collect();
    let runs = listed(RUNS, &first);
    if runs
        || text.contains("system(")
        || text.contains("job_start")
        || text.contains("writefile(")
        || text.contains("delete(")
    {
        walk.opaque(
            Class::Destructive,
            say!("analysis-runs-editor-commands-that-may-do-anything"),
            word.span,
        );
    }
}
