//! Commands of SQL clients: psql, mysql, and the shells of SQLite and DuckDB.

mod dots;
mod mysql;
mod psql;
mod quote;

use countersign_words::say;

use crate::{
    facts::{Class, Effect},
    path, shell,
    walk::Input,
    word::Word,
};

use self::quote::quoted_end;
pub(super) use self::quote::quoted_ends;
use super::{Dialect, Judge};

/// Notes the client's own commands and returns the text without them: each becomes blanks, or a semicolon if
/// it ends a statement, so positions do not change.
pub(super) fn commands(judge: &mut Judge<'_, '_>, text: &str) -> String {
    match judge.dialect {
        Dialect::Postgres if text.contains(['\\', ':']) => psql::commands(judge, text),
        Dialect::MySql => mysql::commands(judge, text),
        Dialect::Sqlite | Dialect::DuckDb if text.contains('.') => dots::commands(judge, text),
        _ => text.to_owned(),
    }
}

/// Copies a text while reading it once.
struct Rewrite<'t> {
    text: &'t str,
    at: usize,
    out: String,
    /// Whether a statement has begun.
    pending: bool,
    dialect: Dialect,
}

impl<'t> Rewrite<'t> {
    fn new(text: &'t str, dialect: Dialect) -> Self {
        Self { text, at: 0, out: String::with_capacity(text.len()), pending: false, dialect }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Copies a quoted text or comment here; returns whether there was one.
    fn quoted(&mut self) -> bool {
        let Some(end) = quoted_end(self.text, self.at, self.dialect) else { return false };
        let piece = self.text.get(self.at..end).unwrap_or_default();
        self.pending |= !piece.starts_with("--") && !piece.starts_with("/*") && !piece.starts_with('#');
        self.keep(piece.len());
        true
    }

    /// Copies `length` bytes.
    fn keep(&mut self, length: usize) {
        let piece = self.text.get(self.at..self.at + length).unwrap_or_default();
        self.out.push_str(piece);
        self.at += length;
    }

    /// Copies one character.
    fn character(&mut self) {
        if let Some(c) = self.rest().chars().next() {
            self.pending = match c {
                ';' => false,
                c => self.pending || !c.is_whitespace(),
            };
            self.out.push(c);
            self.at += c.len_utf8();
        }
    }

    /// Blanks out `length` bytes; with `ends`, a statement ends there.
    fn blank(&mut self, length: usize, ends: bool) {
        let piece = self.text.get(self.at..self.at + length).unwrap_or_default();
        for (i, b) in piece.bytes().enumerate() {
            self.out.push(match b {
                _ if i == 0 && ends => ';',
                b'\n' => '\n',
                _ => ' ',
            });
        }
        self.pending &= !ends;
        self.at += length;
    }

    /// Returns the rest of the line.
    fn line(&self) -> &'t str {
        self.rest().split('\n').next().unwrap_or_default()
    }
}

impl Judge<'_, '_> {
    /// Analyses text that the client passes to a shell.
    fn shell(&mut self, command: &str) {
        let span = self.span;
        self.runs(None, say!("analysis-runs-a-shell-command-from-the-sql-client"));
        shell::script(self.walk, command, span, &Input::Inherited);
    }

    /// Notes a file of SQL that the client runs.
    fn runs_file(&mut self, file: &str) {
        let word = Word::known_as(file, self.span);
        path::note(self.walk, Effect::Execute, &word, say!("analysis-runs-sql-from-a-file"));
        self.opaque(Class::Destructive, say!("analysis-runs-sql-from-a-file-which-is-not-in"));
    }

    /// Notes the target of the client's output: a file, or a command after a bar.
    fn output(&mut self, target: &str) {
        let target = target.trim().trim_end_matches(';').trim();
        if let Some(command) = target.strip_prefix('|') {
            self.shell(command);
        } else if let Some(file) = arguments(target).first() {
            self.path(Effect::Write, file, say!("analysis-writes-the-client-output-to-a-file"));
        }
    }
}

/// Returns the arguments of a client command without quotes.
fn arguments(text: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                current.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => arguments.extend(current.take()),
            (_, c) => current.get_or_insert_default().push(c),
        }
    }
    arguments.extend(current);
    arguments
}
