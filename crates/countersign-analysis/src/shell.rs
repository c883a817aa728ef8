//! Shell text: parsed as bash parses it, expanded as far as the text itself determines, and walked to every
//! command.
//!
//! Anything the text does not determine is opaque: unparsable text, a command word known only at run time,
//! text from elsewhere that reaches an interpreter. So is text that exceeds the limits on length, depth and
//! number of commands.

mod arithmetic;
mod crosscheck;
mod environment;
mod expand;
mod parameter;
mod parse;
mod redirect;
mod simple;
mod tree;
mod variables;

use countersign_words::say;
pub(crate) use environment::env_raises;

use crate::{
    facts::{Class, Facts, Span},
    text,
    walk::{DEPTH, Input, Output, Setting, Walk},
    word::Word,
};

/// How many commands an unparsable text counts as: finding that out takes long.
const FAILED: usize = 200;

/// Analyses a command line as bash reads it.
pub fn shell(line: &str, setting: &Setting) -> Facts {
    let mut walk = Walk::new(setting);
    let whole = Span { start: 0, end: line.len() };
    for lie in text::lies(line).into_iter().filter(|lie| lie.refuse) {
        walk.opaque(Class::Destructive, lie.reason, lie.span);
    }
    for (name, value) in &setting.variables {
        env_raises(&mut walk, name, value.as_deref(), whole);
    }
    let input = match &setting.stdin {
        Some(text) => Input::Text(text.clone(), whole),
        None => Input::Inherited,
    };
    run(&mut walk, line, whole, &input);
    walk.finish()
}

/// Analyses a command given word by word, without a shell.
pub fn argv(words: &[String], setting: &Setting) -> Facts {
    let mut walk = Walk::new(setting);
    let mut at = 0;
    let words: Vec<Word> = words
        .iter()
        .map(|word| {
            let span = Span { start: at, end: at + word.len() };
            at = span.end + 1;
            Word::known_as(word.clone(), span)
        })
        .collect();
    for (name, value) in &setting.variables {
        env_raises(&mut walk, name, value.as_deref(), Span::default());
    }
    let input = match &setting.stdin {
        Some(text) => Input::Text(text.clone(), Span::default()),
        None => Input::Inherited,
    };
    crate::command::run(&mut walk, &words, &input);
    walk.finish()
}

/// Walks shell text nested in other text.
pub(crate) fn script(walk: &mut Walk<'_>, text: &str, span: Span, input: &Input) -> Output {
    let outer = walk.within.replace(walk.within.unwrap_or(span));
    let output = run(walk, text, span, input);
    walk.within = outer;
    output
}

/// Walks a word that a shell will run as text.
pub(crate) fn script_word(walk: &mut Walk<'_>, word: &Word, input: &Input) -> Output {
    match word.known() {
        Some(text) => script(walk, &text, word.span, input),
        None => {
            walk.opaque(Class::Destructive, say!("analysis-runs-text-that-is-made-elsewhere"), word.span);
            Output::Unknown
        }
    }
}

fn run(walk: &mut Walk<'_>, text: &str, span: Span, input: &Input) -> Output {
    let left = walk.bytes.checked_sub(text.len());
    walk.bytes = left.unwrap_or(0);
    let why = match left {
        _ if walk.depth >= DEPTH => Some(say!("analysis-is-nested-too-deeply-to-be-followed")),
        None => Some(say!("analysis-holds-more-text-in-text-than-is-looked-at")),
        _ if walk.budget == 0 => Some(tree::TOO_MANY),
        _ => None,
    };
    if let Some(why) = why {
        walk.opaque(Class::Destructive, why, span);
        return Output::Unknown;
    }
    match parse::parse(text) {
        Ok(program) => {
            let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            let starts = (!text.is_ascii()).then(|| starts.collect());
            let outer =
                (std::mem::replace(&mut walk.text, text.into()), std::mem::replace(&mut walk.starts, starts));
            walk.depth += 1;
            if let Some(why) = crosscheck::disagreement(text, &program) {
                walk.opaque(Class::Mutable, why, span);
            }
            let output = walk.program(&program, input);
            walk.depth -= 1;
            (walk.text, walk.starts) = outer;
            output
        }
        Err(why) => {
            walk.budget = walk.budget.saturating_sub(FAILED);
            walk.opaque(Class::Destructive, why, span);
            Output::Unknown
        }
    }
}

#[cfg(test)]
mod tests;
