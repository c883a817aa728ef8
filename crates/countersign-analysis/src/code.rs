//! Inline code of interpreters: opaque, unless a small list of shapes proves that it only computes, reads and prints.
//!
//! Each language has a reader of its own that takes the text apart and lets nothing pass that it does not know: names,
//! members and calls are looked up in lists. What is outside the lists may do anything.

mod listed;
mod mongo;
mod node;
mod perl;
mod python;
mod ruby;
mod token;

use self::token::Token;
use std::path::Path;

use countersign_words::say;

use crate::{
    facts::{Class, Effect, Span},
    path, sql,
    walk::Walk,
    word::Word,
};

/// Longer text is nobody's one-liner, and the lists are looked up for each name in it.
const LENGTH: usize = 20_000;

/// Perl whose text runs for each line of the files that it is given (`-n`, `-p`).
pub(crate) const PERL_LOOP: &str = "perl in a loop over files";

/// What code reads that only computes, reads and prints.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// Files that it opens.
    pub files: Vec<String>,
    /// Other text in it, which may name files, too.
    pub texts: Vec<String>,
    /// Names that may be those of variables of the environment.
    pub variables: Vec<String>,
    /// SQL that it runs in a database of SQLite.
    pub sql: Vec<String>,
}

impl Reads {
    /// What a text may read whose tokens these are, where nobody tells files, variables and other text apart.
    fn of_texts(tokens: &[Token]) -> Self {
        let texts = |token: &Token| match token {
            Token::Text(text) => Some(text.clone()),
            _ => None,
        };
        let texts: Vec<String> = tokens.iter().filter_map(texts).collect();
        let names =
            tokens.iter().filter_map(|t| if let Token::Name(name) = t { Some(name.clone()) } else { None });
        Self { variables: texts.iter().cloned().chain(names).collect(), texts, ..Self::default() }
    }
}

/// Whether loading a module of Perl changes nothing.
pub(crate) fn perl_module(name: &str) -> bool {
    listed(perl::MODULES, name)
}

/// Whether the pattern of Perl's `-F` runs nothing.
pub(crate) fn perl_splits(pattern: &str) -> bool {
    perl::only_splits(pattern)
}

/// Whether loading a library of Ruby changes nothing.
pub(crate) fn ruby_library(name: &str) -> bool {
    listed(ruby::LIBRARIES, name)
}

/// Whether a list of words, with blanks between them, holds this one.
pub(crate) fn listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// What the text reads, if it certainly only computes, reads and prints.
fn reads(language: &str, text: &str) -> Option<Reads> {
    if text.len() > LENGTH {
        return None;
    }
    match language {
        "python" => python::reads(text),
        "node" => node::reads(text),
        "mongo" => mongo::reads(text),
        "perl" => perl::reads(text, false),
        PERL_LOOP => perl::reads(text, true),
        "ruby" => ruby::reads(text),
        "php" => listed::reads(&listed::PHP, text),
        "lua" => listed::reads(&listed::LUA, text),
        "julia" => listed::reads(&listed::JULIA, text),
        "r" => listed::reads(&listed::R, text),
        _ => None,
    }
}

/// Notes what code does that is given as a word.
pub(crate) fn note(walk: &mut Walk<'_>, language: &str, word: &Word) {
    match word.known() {
        Some(text) => note_text(walk, language, &text, word.span),
        None => walk.opaque(Class::Destructive, say!("analysis-runs-code-that-is-made-elsewhere"), word.span),
    }
}

/// Notes words that are given to code: what is always asked about is told, should it be the name of a file.
pub(crate) fn note_arguments(walk: &mut Walk<'_>, words: &[Word]) {
    for word in words {
        if word.known().is_some_and(|text| path::reading(Path::new(&text), &[]).is_some()) {
            walk.path(Effect::Read, word, say!("analysis-may-read-a-file"));
        }
    }
}

/// Notes what code does.
pub(crate) fn note_text(walk: &mut Walk<'_>, language: &str, text: &str, span: Span) {
    let Some(reads) = reads(language, text) else {
        let language = language.split(' ').next().unwrap_or_default();
        return walk.opaque(
            Class::Destructive,
            say!("analysis-runs-code-that-may-do-anything-of", language),
            span,
        );
    };
    for file in reads.files.iter().filter(|file| !file.is_empty()) {
        walk.path(Effect::Read, &Word::known_as(file.as_str(), span), say!("analysis-reads-a-file"));
    }
    // Any other text may be put together to the name of a file: what is always asked about is told.
    let named = |text: &&String| text.len() < 200 && (text.contains('/') || text.starts_with('.'));
    for text in reads.texts.iter().filter(named) {
        if path::reading(Path::new(text), &[]).is_some() {
            walk.path(Effect::Read, &Word::known_as(text.as_str(), span), say!("analysis-may-read-a-file"));
        }
    }
    for name in reads.variables.iter().filter(|name| path::secret_variable(name)) {
        walk.note_on(
            Effect::Protected,
            name.as_str(),
            say!("analysis-reads-a-variable-that-holds-a-secret"),
            span,
        );
    }
    // Connecting makes the file, unless the address says otherwise.
    let kept = text.contains(":memory:") || text.contains("mode=ro") || text.contains("mode=rw&");
    if language == "python" && text.contains("sqlite3") && text.contains("connect") && !kept {
        walk.note(Effect::Change, say!("analysis-creates-the-database-where-it-is-not-there-yet"), span);
    }
    for text in &reads.sql {
        sql::note(walk, "sqlite", text, span);
    }
}

/// Holds each text against what must be said of it, and tells all that were misjudged at once.
#[cfg(test)]
fn each(texts: &[&str], right: impl Fn(&str) -> bool) {
    let wrong: Vec<&&str> = texts.iter().filter(|text| !right(text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
