//! Backslash commands of psql, and its variables in the text.

use countersign_words::say;

use crate::facts::{Class, Effect};

use super::{Dialect, Judge, Rewrite, arguments, quoted_end};
use crate::sql::lex::Tokens;

/// Commands that only show something, or only affect psql.
const HARMLESS: &str = "
l l+ list list+ z S sf sf+ sv sv+ x a t T f C H html q quit ? h help copyright conninfo echo qecho warn timing pset encoding
errverbose p print r reset if elif else endif watch crosstabview bind bind_named parse gdesc gset set unset getenv prompt c connect
cd lo_list startpipeline endpipeline sendpipeline syncpipeline flush flushrequest getresults close_prepared restrict unrestrict
g gx \\ ;
";
/// Commands that end the statement before them.
const ENDING: &str = "g gx gdesc gset gexec crosstabview watch ;";

/// Notes psql's own commands and returns the text without them.
pub(super) fn commands(judge: &mut Judge<'_, '_>, text: &str) -> String {
    let mut rewrite = Rewrite::new(text, Dialect::Postgres);
    while !rewrite.rest().is_empty() {
        if rewrite.quoted() {
            continue;
        }
        let rest = rewrite.rest();
        if rest.starts_with('\\') {
            let (name, length) = command(rest);
            let given = rest.get(1 + name.len()..length).unwrap_or_default();
            judge.psql(name, given);
            rewrite.blank(length, listed(ENDING, name));
        } else if rest.starts_with("::") {
            rewrite.keep(2);
        } else {
            if is_variable(rest) {
                judge.opaque(Class::Destructive, say!("analysis-lets-psql-put-the-value-of-a-variable-into"));
            }
            rewrite.character();
        }
    }
    rewrite.out
}

fn listed(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|item| item == name)
}

/// Whether psql would insert a variable's value here unquoted; quoted ones stay values.
fn is_variable(rest: &str) -> bool {
    rest.strip_prefix(':').is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Returns the name of the command that `rest` begins with, and its length.
fn command(rest: &str) -> (&str, usize) {
    let after = rest.get(1..).unwrap_or_default();
    for short in ["!", ";", "\\"] {
        if after.starts_with(short) {
            let whole = if short == "!" { line_length(rest) } else { 2 };
            return (after.get(..1).unwrap_or_default(), whole);
        }
    }
    let length = after.find(|c: char| c.is_whitespace() || c == '\\').unwrap_or(after.len());
    let name = after.get(..length).unwrap_or_default();
    if name == "copy" {
        return (name, line_length(rest));
    }
    let mut at = 1 + length;
    let end = line_length(rest);
    while at < end {
        let more = rest.get(at..end).unwrap_or_default();
        if more.starts_with('\\') {
            return (name, at);
        }
        let backticks = more
            .starts_with('`')
            .then(|| more.get(1..).and_then(|m| m.find('`')).map_or(more.len(), |n| n + 2));
        let quotes = more.starts_with(['\'', '"']).then(|| quoted_end(more, 0, Dialect::MySql).unwrap_or(1));
        at += backticks.or(quotes).unwrap_or_else(|| more.chars().next().map_or(1, char::len_utf8));
    }
    (name, at.min(end))
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

impl Judge<'_, '_> {
    fn psql(&mut self, name: &str, given: &str) {
        let given = given.trim();
        if name != "!" && name != "copy" {
            self.backticks(given);
        }
        let words = arguments(given);
        let first = words.first().map(String::as_str).unwrap_or_default();
        match name {
            "!" => self.shell(given),
            "copy" => self.psql_copy(given),
            "g" | "gx" => {
                let target =
                    if given.starts_with('(') { given.split_once(')').map_or("", |(_, t)| t) } else { given };
                self.output(target);
            }
            "o" | "out" | "w" | "write" | "s" => self.output(given),
            "i" | "ir" | "include" | "include_relative" => self.runs_file(first),
            "e" | "edit" | "ef" | "ev" => {
                self.runs(None, say!("analysis-opens-an-editor-and-runs-what-comes-out-of"));
                self.opaque(Class::Destructive, say!("analysis-runs-what-comes-out-of-an-editor"));
            }
            // Prompts run the text between backticks whenever they are shown.
            "set" if first.starts_with("PROMPT") && given.contains('`') => {
                self.opaque(Class::Destructive, say!("analysis-lets-a-prompt-run-shell-commands"));
            }
            "gexec" => self.opaque(Class::Destructive, say!("analysis-runs-each-value-of-the-result-as-sql")),
            "setenv" => self.note(Effect::Change, say!("analysis-changes-the-client-environment")),
            "password" => self.note(Effect::Change, say!("analysis-changes-a-password")),
            "lo_import" => {
                self.path(Effect::Read, first, say!("analysis-loads-a-file-into-a-large-object"));
                self.note(Effect::Change, say!("analysis-creates-a-large-object"));
            }
            "lo_export" => {
                let file = words.get(1).map(String::as_str).unwrap_or_default();
                self.path(Effect::Write, file, say!("analysis-writes-a-large-object-to-a-file"));
            }
            "lo_unlink" => self.note(Effect::Destroy, say!("analysis-deletes-a-large-object")),
            name if listed(HARMLESS, name) || describes(name) => {}
            name => self.opaque(
                Class::Mutable,
                say!("analysis-runs-which-is-no-known-command-of-psql", command = name),
            ),
        }
    }

    /// Analyses text between backticks in a command's arguments: a shell runs it.
    fn backticks(&mut self, given: &str) {
        let mut at = 0;
        while let Some(rest) = given.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with('\'') {
                at = quoted_end(given, at, Dialect::MySql).unwrap_or(given.len());
            } else if let Some(command) = rest.strip_prefix('`') {
                let command = command.split('`').next().unwrap_or_default();
                self.shell(command);
                at += command.len() + 2;
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
    }

    /// `\copy`: like `COPY`, but files and programs are local.
    fn psql_copy(&mut self, given: &str) {
        let text = format!("COPY {given}");
        let Some(tokens) = Tokens::of(&text, Dialect::Postgres) else {
            return self.not_understood(&text, say!("analysis-holds-a-copy-that-could-not-be-taken-apart"));
        };
        let words = tokens.all();
        let Some((at, out)) = self.copied(words) else { return self.unknown(words) };
        if words.is(at + 1, "PROGRAM") {
            match words.string(at + 2) {
                Some(command) => self.shell(command),
                None => {
                    self.opaque(Class::Destructive, say!("analysis-runs-a-command-that-is-not-in-the-text"))
                }
            }
        } else if !words.is_any(at + 1, &["STDIN", "STDOUT", "PSTDIN", "PSTDOUT"]) {
            let start = words.from(at + 1).span().start;
            let written = text.get(start..).and_then(|rest| rest.split_whitespace().next());
            let file = words.string(at + 1).or(written).unwrap_or_default();
            let (effect, reason) = if out {
                (Effect::Write, say!("analysis-copies-rows-to-a-file"))
            } else {
                (Effect::Read, say!("analysis-copies-rows-from-a-file"))
            };
            self.path(effect, file, reason);
        }
    }
}

/// Whether it is one of the many describe commands: `\d`, `\dt+`, `\dRp`.
fn describes(name: &str) -> bool {
    name.starts_with('d') && name.len() <= 6 && name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'+')
}
