//! Parts of a query anywhere in it: writing statements, functions, locks, targets, tables that are read.

use countersign_words::say;
use sqlparser::tokenizer::Token;

use crate::facts::{Class, Effect};

use super::{
    Dialect, Judge,
    function::{self, Call},
    lex::Words,
};

/// After these a word such as `UPDATE` does not begin a statement.
const NO_VERB_AFTER: &[&str] = &["FOR", "KEY", "DO", "THEN", "AS", "ON", "OF", "BEFORE", "AFTER", "BY"];
/// Functions that use `FROM` between their arguments.
const WITH_FROM: &[&str] = &["EXTRACT", "SUBSTRING", "SUBSTR", "TRIM", "OVERLAY", "POSITION"];
/// Maximum number of tables to note as read.
const TABLES: usize = 200;

impl Judge<'_, '_> {
    /// Checks every word of a statement. With `strict`, unknown functions count as changing something.
    pub(super) fn scan(&mut self, words: Words<'_>, strict: bool) {
        let mut i = 0;
        while i < words.len() && self.left > 0 {
            i = match self.verb(words, i) {
                Some(next) => next.max(i + 1),
                None => {
                    self.clause(words, i);
                    i + 1
                }
            };
        }
        self.functions(words, strict);
        self.tables(words);
    }

    /// Notes a statement that begins at the `i`th word; returns where its target ends.
    fn verb(&mut self, words: Words<'_>, i: usize) -> Option<usize> {
        let first = i == 0;
        let after_dot = i > 0 && words.token(i - 1) == Some(&Token::Period);
        let shaped = matches!(words.token(i + 1), Some(Token::Word(_) | Token::DoubleQuotedString(_)));
        if !first && (after_dot || !shaped || NO_VERB_AFTER.contains(&words.before(i))) {
            return None;
        }
        match words.upper(i) {
            "DELETE" => self.delete(words, i),
            "INSERT" => self.insert(words, i),
            "REPLACE" if first || words.is(i + 1, "INTO") => self.insert(words, i),
            "UPDATE" => self.update(words, i),
            "MERGE" if first || (i + 1..i + 7).any(|at| words.is_any(at, &["INTO", "USING"])) => {
                self.merge(words, i)
            }
            "TRUNCATE" if words.is(i + 1, "TABLE") => Some(self.truncate(words, i)),
            "DROP" if super::definition::is_kind(words.upper(i + 1)) => Some(self.drop(words, i)),
            "ALTER" | "CREATE" if super::definition::is_kind(words.upper(i + 1)) => {
                self.note(Effect::Change, say!("analysis-changes-the-schema"));
                None
            }
            "EXEC" | "EXECUTE" => {
                self.call(words.from(i));
                None
            }
            _ => None,
        }
    }

    /// Returns the name after modifiers.
    fn after(words: Words<'_>, i: usize, skip: &[&str]) -> Option<(String, usize)> {
        let mut at = i + 1;
        loop {
            if words.is(at, "TOP") && words.token(at + 1) == Some(&Token::LParen) {
                at = words.closing(at + 1)? + 1;
            } else if words.is_any(at, skip) && words.token(at + 1) != Some(&Token::Period) {
                at += 1;
            } else {
                return words.name(at);
            }
        }
    }

    fn delete(&mut self, words: Words<'_>, i: usize) -> Option<usize> {
        let skip = ["FROM", "ONLY", "LOW_PRIORITY", "QUICK", "IGNORE"];
        let Some((name, end)) = Self::after(words, i, &skip) else {
            self.note(Effect::Destroy, say!("analysis-deletes-rows"));
            return None;
        };
        let reason = if words.find(i, &["WHERE", "USING", "JOIN"]).is_some() {
            say!("analysis-deletes-rows-of-table", table = name)
        } else {
            say!("analysis-deletes-rows-of-table-all-of-them-there-is", table = name)
        };
        self.note_on(Effect::Delete, format!("table:{name}"), reason);
        Some(end)
    }

    fn insert(&mut self, words: Words<'_>, i: usize) -> Option<usize> {
        let skip = [
            "OR",
            "REPLACE",
            "IGNORE",
            "ABORT",
            "FAIL",
            "ROLLBACK",
            "LOW_PRIORITY",
            "DELAYED",
            "HIGH_PRIORITY",
            "INTO",
            "TABLE",
            "OVERWRITE",
            "LOCAL",
            "DIRECTORY",
            "ALL",
        ];
        let Some((name, end)) = Self::after(words, i, &skip) else {
            self.note(Effect::Change, say!("analysis-inserts-rows"));
            return None;
        };
        let said = |word: &str| (i..end).any(|at| words.is(at, word));
        if said("DIRECTORY") {
            self.path(Effect::Delete, &name, say!("analysis-replaces-what-is-in-a-folder"));
        } else if said("OVERWRITE") {
            self.note_on(
                Effect::Delete,
                format!("table:{name}"),
                say!("analysis-replaces-all-rows-of-table", table = name),
            );
        } else if said("REPLACE") {
            self.note_on(
                Effect::Write,
                format!("table:{name}"),
                say!("analysis-inserts-or-replaces-rows-of-table", table = name),
            );
        } else {
            self.note_on(
                Effect::Write,
                format!("table:{name}"),
                say!("analysis-inserts-rows-into-table", table = name),
            );
        }
        Some(end)
    }

    fn update(&mut self, words: Words<'_>, i: usize) -> Option<usize> {
        let skip = ["ONLY", "LOW_PRIORITY", "IGNORE", "OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL"];
        let Some((name, end)) = Self::after(words, i, &skip) else {
            self.note(Effect::Change, say!("analysis-changes-rows"));
            return None;
        };
        let reason = if words.find(i, &["WHERE"]).is_some() {
            say!("analysis-changes-rows-of-table", table = name)
        } else {
            say!("analysis-changes-rows-of-table-all-of-them-there-is", table = name)
        };
        self.note_on(Effect::Write, format!("table:{name}"), reason);
        Some(end)
    }

    fn merge(&mut self, words: Words<'_>, i: usize) -> Option<usize> {
        let Some((name, end)) = Self::after(words, i, &["INTO"]) else {
            self.note(Effect::Change, say!("analysis-merges-rows"));
            return None;
        };
        let deletes = (i..words.len()).any(|at| words.is(at, "DELETE") && words.before(at) == "THEN");
        let (effect, reason) = if deletes {
            (Effect::Delete, say!("analysis-merges-into-and-deletes-rows-of-table", table = name))
        } else {
            (Effect::Write, say!("analysis-merges-rows-into-table", table = name))
        };
        self.note_on(effect, format!("table:{name}"), reason);
        Some(end)
    }

    /// Notes effects of a clause besides reading.
    fn clause(&mut self, words: Words<'_>, i: usize) {
        let next = words.upper(i + 1);
        match words.upper(i) {
            "INTO" if matches!(next, "OUTFILE" | "DUMPFILE") => match words.string(i + 2) {
                Some(path) => self.path(Effect::Write, path, say!("analysis-writes-the-result-to-a-file")),
                None => self.note(Effect::Change, say!("analysis-writes-the-result-to-a-file")),
            },
            // Variables only exist in the session.
            "INTO" if next.starts_with('@') || matches!(words.token(i + 1), Some(Token::AtSign)) => {}
            "INTO" => {
                let skip = ["TEMP", "TEMPORARY", "UNLOGGED", "TABLE", "STRICT"];
                if let Some((name, _)) = Self::after(words, i, &skip) {
                    let reason = say!("analysis-writes-the-result-into-table", table = name);
                    self.note_on(Effect::Write, format!("table:{name}"), reason);
                }
            }
            "FOR" if matches!(next, "UPDATE" | "SHARE") => {
                self.note(Effect::Change, say!("analysis-locks-the-rows-it-reads"))
            }
            "FOR" if matches!(next, "NO" | "KEY") && words.is_any(i + 2, &["KEY", "SHARE"]) => {
                self.note(Effect::Change, say!("analysis-locks-the-rows-it-reads"));
            }
            "LOCK" if next == "IN" => self.note(Effect::Change, say!("analysis-locks-the-rows-it-reads")),
            // SQL Server needs no semicolon: an apparent alias may be the next statement.
            "SHUTDOWN" if self.needs_no_semicolon(words, i) => {
                self.note(Effect::Destroy, say!("analysis-stops-the-server"))
            }
            "RECONFIGURE" | "CHECKPOINT" if self.needs_no_semicolon(words, i) => {
                self.note(Effect::Change, say!("analysis-acts-on-the-database-server"));
            }
            "UPDLOCK" | "XLOCK" | "TABLOCKX" | "TABLOCK" | "HOLDLOCK" => {
                self.note(Effect::Change, say!("analysis-locks-what-it-reads"));
            }
            _ => {}
        }
    }

    fn needs_no_semicolon(&self, words: Words<'_>, i: usize) -> bool {
        let dotted = i > 0 && words.token(i - 1) == Some(&Token::Period);
        matches!(self.dialect, Dialect::MsSql | Dialect::Generic) && words.before(i) != "AS" && !dotted
    }

    /// Checks every function call.
    pub(super) fn functions(&mut self, words: Words<'_>, strict: bool) {
        for i in 0..words.len() {
            if self.left == 0 {
                return;
            }
            let Some(Token::Word(word)) = words.token(i) else { continue };
            if words.token(i + 1) != Some(&Token::LParen) || is_no_call(words, i) {
                continue;
            }
            let name = word.value.to_lowercase();
            match function::call(&name) {
                Call::Fine | Call::Unknown if !strict => {}
                Call::Fine if schema(words, i).is_none() => {}
                Call::Fine | Call::Unknown => {
                    let function = match schema(words, i) {
                        Some(schema) => format!("{schema}.{name}"),
                        None => name,
                    };
                    self.note(Effect::Change, say!("analysis-calls-which-may-change-something", function));
                }
                call => self.far_call(words, i, &name, call),
            }
        }
    }

    fn far_call(&mut self, words: Words<'_>, i: usize, name: &str, call: Call) {
        match call {
            Call::Fine | Call::Unknown => {}
            Call::Changes(calls) => self.note(Effect::Change, calls(name)),
            Call::Destroys(calls) => self.note(Effect::Destroy, calls(name)),
            Call::Executes(calls) => {
                let reason = calls(name);
                self.note_on(Effect::Execute, name, reason.clone());
                self.opaque(Class::Destructive, reason);
            }
            Call::Runs => {
                self.opaque(
                    Class::Destructive,
                    say!("analysis-calls-which-runs-sql-given-as-text", function = name),
                );
            }
            Call::Reads => match words.string(i + 2) {
                // These databases run in the calling process, as the same user.
                Some(path) if matches!(self.dialect, Dialect::Sqlite | Dialect::DuckDb) => {
                    self.path(Effect::Read, path, say!("analysis-reads-a-file-by", function = name));
                }
                path => {
                    if let Some(path) = path {
                        self.path(
                            Effect::Read,
                            path,
                            say!("analysis-reads-a-file-of-the-database-server-by", function = name),
                        );
                    }
                    self.note(
                        Effect::Change,
                        say!("analysis-calls-which-reaches-outside-of-the-database", function = name),
                    );
                }
            },
            Call::Writes(argument) => {
                let at = argument_at(words, i + 1, argument);
                match at.and_then(|at| words.string(at)) {
                    Some(path) => {
                        self.path(Effect::Write, path, say!("analysis-writes-a-file-by", function = name))
                    }
                    None => {
                        self.note(Effect::Change, say!("analysis-calls-which-writes-a-file", function = name))
                    }
                }
            }
        }
    }

    /// Notes that a table is read.
    pub(super) fn reads(&mut self, name: &str) {
        self.note_on(Effect::Read, format!("table:{name}"), say!("analysis-reads-table", table = name));
    }

    /// Notes the tables that are read.
    pub(super) fn tables(&mut self, words: Words<'_>) {
        let with = common_names(words);
        let mut seen: Vec<String> = Vec::new();
        // For each open parenthesis, whether `FROM` in it belongs to a function.
        let mut open = Vec::new();
        let mut lists = 0;
        for i in 0..words.len() {
            match words.token(i) {
                Some(Token::LParen) => open.push(WITH_FROM.contains(&words.before(i))),
                Some(Token::RParen) => {
                    open.pop();
                }
                _ => {}
            }
            let from = words.is(i, "FROM")
                && !open.last().copied().unwrap_or_default()
                && !matches!(words.before(i), "DISTINCT" | "DELETE");
            if (from || words.is_any(i, &["JOIN", "APPLY"])) && lists < TABLES {
                lists += 1;
                listed(words, i + 1, &mut |name, quoted_text| {
                    let lower = name.to_lowercase();
                    if seen.len() < TABLES && !with.contains(&lower) && !seen.contains(&lower) {
                        seen.push(lower);
                        if quoted_text && self.dialect == Dialect::DuckDb {
                            self.path(Effect::Read, name, say!("analysis-reads-a-file-as-a-table"));
                        } else {
                            self.reads(name);
                        }
                    }
                });
            }
        }
    }
}

/// Reports the tables of a list that begins at the `i`th word.
fn listed(words: Words<'_>, mut i: usize, tell: &mut dyn FnMut(&str, bool)) {
    for _ in 0..TABLES {
        while words.is_any(i, &["ONLY", "LATERAL"]) || words.token(i) == Some(&Token::LParen) {
            i += 1;
        }
        if words.is_any(i, &["SELECT", "WITH", "VALUES", "TABLE", "UNNEST"]) {
            return;
        }
        let Some((name, end)) = words.name(i) else { return };
        if words.token(end) != Some(&Token::LParen) {
            tell(&name, matches!(words.token(i), Some(Token::SingleQuotedString(_))));
        } else {
            return;
        }
        i = end;
        if words.is(i, "AS") {
            i += 1;
        }
        if matches!(words.token(i), Some(Token::Word(_))) && words.token(i + 1) == Some(&Token::Comma) {
            i += 1;
        }
        if words.token(i) != Some(&Token::Comma) {
            return;
        }
        i += 1;
    }
}

/// Returns the names of `WITH` queries.
fn common_names(words: Words<'_>) -> Vec<String> {
    let mut names = Vec::new();
    if !words.has_any(&["WITH"]) {
        return names;
    }
    for i in 0..words.len() {
        let introduced = words.is_any(i, &["WITH", "RECURSIVE"]) || words.token(i) == Some(&Token::Comma);
        let Some((name, mut end)) = words.name(i + 1).filter(|_| introduced) else { continue };
        if words.token(end) == Some(&Token::LParen) {
            let Some(closing) = words.closing(end) else { continue };
            end = closing + 1;
        }
        if names.len() < TABLES && words.is(end, "AS") && defines(words, end + 1) {
            names.push(name.to_lowercase());
        }
    }
    names
}

/// Whether a query in parentheses, as in `WITH`, begins at the `i`th word.
fn defines(words: Words<'_>, mut i: usize) -> bool {
    while words.is_any(i, &["NOT", "MATERIALIZED"]) {
        i += 1;
    }
    const QUERIES: &[&str] =
        &["SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "MERGE", "TABLE", "FROM"];
    let paren = |i| words.token(i) == Some(&Token::LParen);
    paren(i) && (words.is_any(i + 1, QUERIES) || paren(i + 1))
}

/// Whether the word before the parenthesis at `i` is not a function.
fn is_no_call(words: Words<'_>, i: usize) -> bool {
    let upper = words.upper(i);
    if !upper.is_empty() && function::is_syntax(upper) {
        return true;
    }
    let previous = i.checked_sub(1).and_then(|i| words.token(i));
    // Types, aliases with columns, targets with columns.
    if matches!(previous, Some(Token::DoubleColon | Token::RParen))
        || matches!(words.before(i), "AS" | "INTO" | "TABLE" | "REFERENCES" | "UPDATE" | "INDEX")
    {
        return true;
    }
    let close = words.closing(i + 1).unwrap_or(words.len());
    words.is(close + 1, "AS") && defines(words, close + 2)
}

/// Returns the schema of the function name at `i`, unless it is the system's.
fn schema<'t>(words: Words<'t>, i: usize) -> Option<&'t str> {
    const SYSTEM: &[&str] = &["pg_catalog", "information_schema", "safe", "net", "hll_count"];
    let dotted = i.checked_sub(2).filter(|_| words.token(i - 1) == Some(&Token::Period))?;
    match words.token(dotted) {
        Some(Token::Word(word)) if SYSTEM.contains(&word.value.to_lowercase().as_str()) => None,
        Some(Token::Word(word))
            if word.value.eq_ignore_ascii_case("sys") && words.upper(i).starts_with("DM_") =>
        {
            None
        }
        Some(Token::Word(word)) => Some(&word.value),
        _ => Some(""),
    }
}

/// Returns where the argument of that number begins in the parentheses opened at `i`.
fn argument_at(words: Words<'_>, i: usize, number: usize) -> Option<usize> {
    let close = words.closing(i)?;
    let mut depth = 0usize;
    let mut count = 0;
    if number == 0 {
        return Some(i + 1);
    }
    for at in i + 1..close {
        match words.token(at) {
            Some(Token::LParen | Token::LBracket) => depth += 1,
            Some(Token::RParen | Token::RBracket) => depth = depth.saturating_sub(1),
            Some(Token::Comma) if depth == 0 => {
                count += 1;
                if count == number {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}
