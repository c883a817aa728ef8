//! Commands of the mysql client, short (`\G`) and by name.

use countersign_words::say;

use crate::facts::{Class, Effect};

use super::{Dialect, Judge, Rewrite, arguments};

/// Named commands that only affect the client.
const HARMLESS: &[&str] = &[
    "notee",
    "nopager",
    "status",
    "quit",
    "exit",
    "go",
    "ego",
    "clear",
    "print",
    "prompt",
    "rehash",
    "warnings",
    "nowarning",
    "charset",
    "resetconnection",
    "connect",
];

/// Notes the client's own commands and returns the text without them.
pub(super) fn commands(judge: &mut Judge<'_, '_>, text: &str) -> String {
    let mut rewrite = Rewrite::new(text, Dialect::MySql);
    let mut delimiter = None;
    while !rewrite.rest().is_empty() {
        if rewrite.quoted() {
            continue;
        }
        let rest = rewrite.rest();
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if let Some(end) = delimiter.filter(|end: &&str| rest.starts_with(*end)) {
            rewrite.blank(end.len(), true);
        } else if rest.starts_with('\\') {
            let (length, ends) = judge.mysql_short(rest, rewrite.line());
            if let Some(new) = rest.strip_prefix("\\d") {
                delimiter = new_delimiter(new);
            }
            rewrite.blank(length, ends);
        } else if !rewrite.pending && judge.mysql_named(&word.to_ascii_lowercase(), rewrite.line()) {
            if word.eq_ignore_ascii_case("delimiter") {
                delimiter = rest.get(word.len()..).and_then(new_delimiter);
            }
            rewrite.blank(rewrite.line().len(), true);
        } else {
            // A word is copied whole, so that no command is found inside it.
            rewrite.pending |= !word.is_empty();
            if word.is_empty() { rewrite.character() } else { rewrite.keep(word.len()) }
        }
    }
    rewrite.out
}

/// Returns the new statement delimiter, unless it is the semicolon.
fn new_delimiter(rest: &str) -> Option<&str> {
    let line = rest.split('\n').next().unwrap_or_default();
    line.split_whitespace().next().filter(|end| *end != ";")
}

impl Judge<'_, '_> {
    /// Notes a command such as `\G`; returns its length, and whether it ends a statement.
    fn mysql_short(&mut self, rest: &str, line: &str) -> (usize, bool) {
        let Some(letter) = rest.chars().nth(1) else { return (rest.len(), false) };
        let given = line.get(1 + letter.len_utf8()..).unwrap_or_default();
        let name = match letter {
            '!' => "system",
            '.' => "source",
            'T' => "tee",
            'P' => "pager",
            'e' => "edit",
            'd' | 'u' | 'C' | 'R' | 'r' => "connect",
            'g' | 'G' | 'c' => return (2, true),
            'q' | 's' | 'h' | '?' | 'w' | 'W' | 'n' | 't' | 'p' | '#' | 'x' => return (2, false),
            _ => {
                self.opaque(Class::Mutable, say!("analysis-runs-a-short-command-that-is-none-of-the"));
                return (1 + letter.len_utf8(), false);
            }
        };
        self.mysql_command(name, given);
        (line.len(), false)
    }

    /// Notes a named command; returns whether it is one.
    fn mysql_named(&mut self, name: &str, line: &str) -> bool {
        let given = line.get(name.len()..).unwrap_or_default();
        let known = matches!(name, "system" | "source" | "tee" | "pager" | "edit" | "delimiter");
        if known || HARMLESS.contains(&name) {
            self.mysql_command(name, given);
            return true;
        }
        false
    }

    fn mysql_command(&mut self, name: &str, given: &str) {
        let given = given.trim().trim_end_matches(';').trim();
        let first = arguments(given).into_iter().next().unwrap_or_default();
        match name {
            "system" => self.shell(given),
            "source" => self.runs_file(&first),
            "tee" if !first.is_empty() => {
                self.path(Effect::Write, &first, say!("analysis-writes-the-client-output-to-a-file"))
            }
            "pager" if !given.is_empty() => self.shell(given),
            "edit" => {
                self.runs(None, say!("analysis-opens-an-editor-and-runs-what-comes-out-of"));
                self.opaque(Class::Destructive, say!("analysis-runs-what-comes-out-of-an-editor"));
            }
            // Otherwise `exit; DROP TABLE x` would hide the rest of its line.
            _ if given.contains(';') => {
                self.not_understood(given, say!("analysis-holds-more-on-the-line-of-a-client-command"))
            }
            _ => {}
        }
    }
}
