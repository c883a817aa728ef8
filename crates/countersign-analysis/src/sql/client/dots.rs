//! Dot commands of the shells of SQLite and DuckDB.

use countersign_words::say;

use crate::facts::{Class, Effect};

use super::{Judge, Rewrite, arguments};

/// Commands that only show something, or only affect the shell.
const HARMLESS: &str = "
auth bail binary cd changes check columns connection constant constantrow crlf databases dbconfig dbinfo decimal_sep
display_colors dump echo eqp exit expert explain fullschema headers help highlight highlight_colors indexes indices
intck large_number_rendering limit lint maxrows maxwidth mode nullvalue nulvalue parameter print progress prompt quit recover
render_completion render_errors rows scanstats schema separator sha3sum show stats tables thousand_sep timeout timer
version vfsinfo vfslist vfsname width
";
const FAR: &[&str] = &[
    "archive", "backup", "clone", "edit", "excel", "filectrl", "import", "imposter", "load", "log", "nonce",
    "once", "open", "output", "read", "restore", "save", "selftest", "session", "shell", "system",
    "testcase", "testctrl", "trace", "unmodule", "www",
];

/// Notes the shell's own commands and returns the text without them.
pub(super) fn commands(judge: &mut Judge<'_, '_>, text: &str) -> String {
    let mut rewrite = Rewrite::new(text, judge.dialect);
    while !rewrite.rest().is_empty() {
        if !rewrite.pending && rewrite.rest().starts_with('.') {
            let line = rewrite.line();
            judge.dot(line.get(1..).unwrap_or_default());
            rewrite.blank(line.len(), true);
        } else if !rewrite.quoted() {
            rewrite.character();
        }
    }
    rewrite.out
}

impl Judge<'_, '_> {
    fn dot(&mut self, line: &str) {
        let (name, given) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = name.to_ascii_lowercase();
        // Names may be abbreviated; every reading counts.
        let may_be = |whole: &&str| whole.starts_with(name.as_str());
        let exact = FAR.iter().find(|whole| **whole == name);
        let far: Vec<&str> = match exact {
            Some(whole) => vec![*whole],
            None if HARMLESS.split_whitespace().any(|whole| whole == name) => Vec::new(),
            None => FAR.iter().filter(|whole| may_be(whole)).copied().collect(),
        };
        let harmless = HARMLESS.split_whitespace().any(|whole| may_be(&whole));
        if far.is_empty() && (!harmless || name.is_empty()) {
            self.opaque(
                Class::Mutable,
                say!("analysis-runs-which-is-no-known-command-of-the-shell", command = name),
            );
        }
        for whole in far {
            self.dot_far(whole, given.trim());
        }
    }

    fn dot_far(&mut self, name: &str, given: &str) {
        let words = arguments(given);
        let plain: Vec<&str> = words.iter().map(String::as_str).filter(|w| !w.starts_with('-')).collect();
        let first = plain.first().copied().unwrap_or_default();
        let last = plain.last().copied().unwrap_or_default();
        let says = |options: &[&str]| words.iter().any(|w| options.contains(&w.trim_start_matches('-')));
        match name {
            "shell" | "system" => self.shell(given),
            "output" | "once" if says(&["e", "x", "w"]) => {
                self.runs(None, say!("analysis-opens-the-output-in-a-program"));
            }
            "output" | "once" if given.starts_with('|') => self.output(given),
            "output" | "once" if matches!(first, "" | "stdout" | "off") => {}
            "output" | "once" => {
                self.path(Effect::Write, first, say!("analysis-writes-the-output-to-a-file"))
            }
            "log" | "trace" if matches!(first, "" | "stdout" | "stderr" | "off" | "on") => {}
            "log" | "trace" => self.path(Effect::Write, first, say!("analysis-writes-a-log-to-a-file")),
            "read" if given.starts_with('|') => {
                self.opaque(Class::Destructive, say!("analysis-runs-sql-that-a-command-prints"))
            }
            "read" => self.runs_file(first),
            "import" => {
                if let Some(command) = first.strip_prefix('|') {
                    self.shell(command);
                } else {
                    self.path(Effect::Read, first, say!("analysis-imports-rows-from-a-file"));
                }
                self.note_on(
                    Effect::Write,
                    format!("table:{last}"),
                    say!("analysis-imports-rows-into-table", table = last),
                );
            }
            "backup" | "save" | "clone" => {
                self.path(Effect::Write, last, say!("analysis-writes-a-copy-of-the-database"))
            }
            "restore" => self.note(Effect::Destroy, say!("analysis-replaces-the-database-with-a-backup")),
            "open" if says(&["readonly"]) => {
                self.path(Effect::Read, first, say!("analysis-opens-a-database-file"))
            }
            "open" if says(&["new"]) => {
                self.path(Effect::Delete, first, say!("analysis-empties-a-database-file"))
            }
            "open" if matches!(first, "" | ":memory:") => {}
            "open" => self.path(Effect::Write, first, say!("analysis-opens-or-creates-a-database-file")),
            "archive" if says(&["t", "tf", "tv", "tvf", "list"]) => {}
            "archive" => self.note(Effect::Change, say!("analysis-creates-changes-or-unpacks-an-archive")),
            "load" => self.note_on(Effect::Execute, first, say!("analysis-loads-code-into-the-database")),
            "edit" | "excel" | "www" => self.runs(None, say!("analysis-opens-the-output-in-a-program")),
            "selftest" if !says(&["init"]) => {}
            _ => self.note(Effect::Change, say!("analysis-runs", command = name)),
        }
    }
}
