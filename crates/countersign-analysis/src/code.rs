//! Inline code of interpreters: opaque, unless a small set of shapes proves that it only computes, reads and
//! prints.
//!
//! Each language has its own reader, which tokenizes the text and rejects everything it does not know: names,
//! members and calls are looked up in lists. Code outside the lists may do anything.

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

/// Longer texts are opaque: each name in them is looked up in the lists.
const LENGTH: usize = 20_000;

/// Perl code that runs for each line of its files (`-n`, `-p`).
pub(crate) const PERL_LOOP: &str = "perl in a loop over files";

/// What code reads that only computes, reads and prints.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// Files that it opens.
    pub files: Vec<String>,
    /// Other texts in it, which may also name files.
    pub texts: Vec<String>,
    /// Names that may be environment variables.
    pub variables: Vec<String>,
    /// SQL that it runs in an SQLite database.
    pub sql: Vec<String>,
}

impl Reads {
    /// Returns what a text with these tokens may read, if files, variables and other text are not told apart.
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

/// Whether loading a Perl module changes nothing.
pub(crate) fn perl_module(name: &str) -> bool {
    listed(perl::MODULES, name)
}

/// Whether the pattern of Perl's `-F` runs no code.
pub(crate) fn perl_splits(pattern: &str) -> bool {
    perl::only_splits(pattern)
}

/// Whether loading a Ruby library changes nothing.
pub(crate) fn ruby_library(name: &str) -> bool {
    listed(ruby::LIBRARIES, name)
}

/// Whether a blank-separated list contains this word.
pub(crate) fn listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// Returns what the text reads, if it certainly only computes, reads and prints.
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

/// Notes what code given as a word does.
pub(crate) fn note(walk: &mut Walk<'_>, language: &str, word: &Word) {
    match word.known() {
        Some(text) => note_text(walk, language, &text, word.span),
        None => walk.opaque(Class::Destructive, say!("analysis-runs-code-that-is-made-elsewhere"), word.span),
    }
}

/// Notes words passed to code, in case one names a protected file.
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
    // Other texts may be joined to the name of a file: protected ones are noted.
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
    // Connecting creates the file, unless the address says otherwise.
    let kept = text.contains(":memory:") || text.contains("mode=ro") || text.contains("mode=rw&");
    if language == "python" && text.contains("sqlite3") && text.contains("connect") && !kept {
        walk.note(Effect::Change, say!("analysis-creates-the-database-where-it-is-not-there-yet"), span);
    }
    for text in &reads.sql {
        sql::note(walk, "sqlite", text, span);
    }
}

/// Checks each text and reports all failures at once.
#[cfg(test)]
fn each(texts: &[&str], right: impl Fn(&str) -> bool) {
    let wrong: Vec<&&str> = texts.iter().filter(|text| !right(text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
