//! Statements, by their first word.

use countersign_words::{Message, say};
use sqlparser::{ast, tokenizer::Token};

use crate::facts::{Class, Effect};

use super::{Judge, lex::Words};

/// First words of statements that change something, with the reason.
static CHANGES: &[(&str, Message)] = &[
    ("GRANT", say!("analysis-grants-rights")),
    ("REVOKE", say!("analysis-takes-rights-away")),
    ("DENY", say!("analysis-takes-rights-away")),
    ("LOCK", say!("analysis-locks-tables")),
    ("COMMENT", say!("analysis-changes-a-comment-in-the-schema")),
    ("REFRESH", say!("analysis-refreshes-a-materialized-view")),
    ("CLUSTER", say!("analysis-rewrites-a-table-in-another-order")),
    ("REINDEX", say!("analysis-rebuilds-an-index")),
    ("CHECKPOINT", say!("analysis-makes-the-database-write-its-state-to-disk")),
    ("NOTIFY", say!("analysis-notifies-other-sessions")),
    ("FLUSH", say!("analysis-flushes-caches-or-logs-of-the-server")),
    ("KILL", say!("analysis-ends-another-session-or-query")),
    ("OPTIMIZE", say!("analysis-rewrites-a-table")),
    ("REPAIR", say!("analysis-rewrites-a-table")),
    ("RENAME", say!("analysis-renames-a-table")),
    ("IMPORT", say!("analysis-imports-into-the-database")),
    ("INSTALL", say!("analysis-installs-an-extension")),
    ("UNINSTALL", say!("analysis-removes-an-extension")),
    ("CHANGE", say!("analysis-changes-replication")),
    ("STOP", say!("analysis-stops-a-part-of-the-server")),
    ("SECURITY", say!("analysis-changes-a-security-label")),
    ("REASSIGN", say!("analysis-changes-owners")),
    ("CACHE", say!("analysis-caches-a-table")),
    ("UNCACHE", say!("analysis-removes-a-table-from-the-cache")),
    ("MSCK", say!("analysis-repairs-a-table-partitions")),
    ("UNDROP", say!("analysis-restores-a-dropped-object")),
    ("BACKUP", say!("analysis-writes-a-backup")),
    ("DBCC", say!("analysis-runs-a-maintenance-command-of-the-server")),
    ("BULK", say!("analysis-loads-rows-into-a-table")),
    ("UNLOAD", say!("analysis-writes-rows-to-files")),
    ("PUT", say!("analysis-copies-files-to-a-stage")),
    ("GET", say!("analysis-copies-files-from-a-stage")),
    ("BINLOG", say!("analysis-runs-events-of-a-log")),
    ("XA", say!("analysis-takes-part-in-a-distributed-transaction")),
];
static DESTROYS: &[(&str, Message)] = &[
    ("SHUTDOWN", say!("analysis-stops-the-server")),
    ("RESTART", say!("analysis-stops-the-server")),
    ("PURGE", say!("analysis-deletes-logs-or-dropped-objects")),
    ("REMOVE", say!("analysis-deletes-files-of-a-stage")),
    ("RM", say!("analysis-deletes-files-of-a-stage")),
    ("RESTORE", say!("analysis-replaces-a-database")),
];
/// Words that begin another statement within an apparently harmless one; some servers need no semicolons.
pub(super) const VERBS: &[&str] = &[
    "DELETE",
    "DROP",
    "TRUNCATE",
    "INSERT",
    "UPDATE",
    "MERGE",
    "ALTER",
    "CREATE",
    "EXEC",
    "EXECUTE",
    "CALL",
    "GRANT",
    "REVOKE",
    "REPLACE",
    "INTO",
    "SHUTDOWN",
    "KILL",
    "RESTORE",
    "BACKUP",
    "BULK",
    "COPY",
    "RECONFIGURE",
    "SELECT",
];
const QUERIES: &[&str] =
    &["SELECT", "WITH", "VALUES", "TABLE", "FROM", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE"];
/// Words between `EXPLAIN` and the statement.
const HOW_TO_EXPLAIN: &[&str] = &[
    "ANALYZE",
    "ANALYSE",
    "VERBOSE",
    "QUERY",
    "PLAN",
    "EXTENDED",
    "PARTITIONS",
    "FORMAT",
    "JSON",
    "TEXT",
    "TREE",
    "TRADITIONAL",
    "YAML",
    "XML",
    "PROFILE",
    "ESTIMATE",
    "AST",
    "SYNTAX",
    "PIPELINE",
    "FOR",
    "CODEGEN",
    "COST",
    "FORMATTED",
    "LOGICAL",
    "TYPE",
    "DISTSQL",
    "OPT",
    "VEC",
    "TREE",
];
/// SQL Server procedures that only report.
const TELLING: &[&str] = &[
    "SP_HELP",
    "SP_HELPTEXT",
    "SP_HELPINDEX",
    "SP_HELPDB",
    "SP_HELPCONSTRAINT",
    "SP_WHO",
    "SP_WHO2",
    "SP_COLUMNS",
    "SP_TABLES",
    "SP_DATABASES",
    "SP_LOCK",
    "SP_DEPENDS",
    "SP_STORED_PROCEDURES",
    "SP_PKEYS",
    "SP_FKEYS",
    "SP_STATISTICS",
    "SP_SERVER_INFO",
];

impl Judge<'_, '_> {
    /// Analyses one statement.
    pub(super) fn statement(&mut self, words: Words<'_>) {
        match words.upper(0) {
            "SELECT" | "WITH" | "VALUES" | "FROM" => self.query(words),
            "" if words.token(0) == Some(&Token::LParen) => self.query(words),
            "TABLE" => self.table(words),
            "INSERT" | "UPDATE" | "DELETE" | "MERGE" | "REPLACE" => self.scan(words, false),
            "EXPLAIN" | "DESCRIBE" | "DESC" | "ANALYZE" | "ANALYSE" | "SUMMARIZE" => self.explain(words),
            "SHOW" | "HELP" | "CHECKSUM" | "LIST" | "LS" | "PRINT" | "DECLARE" | "EXISTS" => {
                self.telling(words)
            }
            "USE" | "CLOSE" | "FETCH" | "MOVE" | "DEALLOCATE" | "LISTEN" | "UNLISTEN" | "DISCARD"
            | "UNLOCK" | "GO" => self.harmless(words),
            "BEGIN" | "START" | "COMMIT" | "END" | "ROLLBACK" | "ABORT" | "SAVEPOINT" | "RELEASE" => {
                self.transaction(words);
            }
            "SET" => self.set(words),
            "RESET" => self.reset(words),
            "PRAGMA" => self.pragma(words),
            "COPY" => self.copy(words),
            "ATTACH" => self.attach(words),
            "DETACH" => self.detach(words),
            "VACUUM" => self.vacuum(words),
            "LOAD" => self.load(words),
            "EXPORT" => self.export(words),
            "PREPARE" => self.prepare(words),
            "CALL" | "EXEC" | "EXECUTE" => self.call(words),
            "DO" => self.opaque(Class::Destructive, say!("analysis-runs-a-block-of-procedural-code")),
            "CREATE" => self.create(words),
            "ALTER" => self.alter(words),
            "DROP" => {
                self.drop(words, 0);
            }
            "TRUNCATE" => {
                self.truncate(words, 0);
            }
            lead => self.other(lead, words),
        }
    }

    fn other(&mut self, lead: &str, words: Words<'_>) {
        let reason = |list: &[(&str, Message)]| {
            list.iter().find(|(word, _)| *word == lead).map(|(_, reason)| reason.clone())
        };
        if let Some(reason) = reason(DESTROYS) {
            self.note(Effect::Destroy, reason);
        } else if let Some(reason) = reason(CHANGES) {
            self.note(Effect::Change, reason);
            self.functions(words, false);
        } else {
            self.unknown(words);
        }
    }

    /// Checks a reading statement: nothing in it does more, and the grammar agrees.
    pub(super) fn query(&mut self, words: Words<'_>) {
        self.scan(words, true);
        let is_query = |statement: &ast::Statement| {
            use ast::Statement::{Delete, Insert, Merge, Query, Update};
            matches!(statement, Query(_) | Insert(_) | Update(_) | Delete(_) | Merge(_))
        };
        if !words.parses(self.dialect, is_query) {
            self.unknown(words);
        }
    }

    /// `TABLE name`.
    fn table(&mut self, words: Words<'_>) {
        match words.name(1) {
            Some((name, end)) if end == words.len() => self.reads(&name),
            _ => self.unknown(words),
        }
    }

    /// A statement that only reports, unless it contains another statement.
    fn telling(&mut self, words: Words<'_>) {
        let rare = [
            "SHUTDOWN",
            "KILL",
            "RESTORE",
            "BACKUP",
            "BULK",
            "GRANT",
            "REVOKE",
            "RECONFIGURE",
            "ALTER",
            "CALL",
        ];
        if words.is(0, "DECLARE") && words.has_any(&["SELECT"]) && !words.has_any(&rare) {
            self.scan(words, true);
        } else if words.upper(0) != "SHOW" && words.from(1).has_any(VERBS) {
            self.unknown(words);
        } else {
            self.functions(words, true);
        }
    }

    /// A statement that only affects the session.
    pub(super) fn harmless(&mut self, words: Words<'_>) {
        if words.from(1).has_any(VERBS) {
            self.unknown(words);
        } else {
            self.functions(words, true);
        }
    }

    /// `EXPLAIN` and the like: the statement only runs with `ANALYZE`.
    fn explain(&mut self, words: Words<'_>) {
        let parenthesized = words.token(1) == Some(&Token::LParen)
            && (words.is_any(2, QUERIES) || words.token(2) == Some(&Token::LParen));
        let inner = if parenthesized {
            Some(1)
        } else {
            words.find(1, QUERIES).or_else(|| words.find(1, &["CREATE", "EXECUTE", "DECLARE", "REFRESH"]))
        };
        // DuckDB reads all rows to summarize them, MariaDB to analyze a statement.
        let analyze = words.is_any(0, &["ANALYZE", "ANALYSE", "SUMMARIZE"]);
        let Some(inner) = inner else {
            return if analyze && !words.is(0, "SUMMARIZE") {
                self.note(Effect::Change, say!("analysis-updates-the-statistics-of-tables"));
            } else if words.from(1).has_any(VERBS) || words.len() > 8 {
                self.unknown(words);
            } else if let Some((name, _)) = words.name(1) {
                self.reads(&name);
            };
        };
        let how = |i: usize| words.upper(i).is_empty() || words.is_any(i, HOW_TO_EXPLAIN);
        let options = words.closing(1).filter(|_| !parenthesized).unwrap_or(0);
        if !(options + 1..inner).all(how) {
            return self.unknown(words);
        }
        let runs = (1..inner).any(|i| {
            let off = words.is_any(i + 1, &["FALSE", "OFF"])
                || matches!(words.token(i + 1), Some(Token::Number(n, _)) if n == "0");
            words.is_any(i, &["ANALYZE", "ANALYSE", "PROFILE"]) && !off
        });
        let statement = words.from(inner);
        if runs || analyze {
            self.statement(statement);
        } else {
            self.functions(statement, true);
            self.tables(statement);
        }
    }

    /// `PREPARE`: counts as running it.
    fn prepare(&mut self, words: Words<'_>) {
        if words.is(1, "TRANSACTION") {
            return self.note(Effect::Change, say!("analysis-prepares-a-transaction-for-a-later-commit"));
        }
        let Some((name, end)) = words.name(1) else { return self.unknown(words) };
        if let Some(at) = words.find(end, &["AS"]) {
            self.prepared.push(name.to_lowercase());
            self.statement(words.from(at + 1));
        } else if words.is(end, "FROM")
            && let Some(text) = words.string(end + 1)
        {
            self.prepared.push(name.to_lowercase());
            self.inner(text);
        } else {
            self.opaque(Class::Destructive, say!("analysis-prepares-a-statement-that-is-not-in-the-text"));
        }
    }

    /// `CALL`, `EXEC` and `EXECUTE`: the procedure's content is unknown.
    pub(super) fn call(&mut self, words: Words<'_>) {
        let (at, paren) = match (words.is(1, "IMMEDIATE"), words.token(1)) {
            (true, _) => (2, false),
            (_, Some(Token::LParen)) => (2, true),
            _ => (1, false),
        };
        if (at == 2 || paren)
            && let Some(text) = words.string(at)
        {
            let whole = if paren { words.len() == 4 } else { true };
            if whole {
                return self.inner(text);
            }
        }
        let Some((name, _)) = words.name(at).filter(|_| at == 1) else {
            return self
                .opaque(Class::Destructive, say!("analysis-runs-sql-that-is-put-together-when-it-runs"));
        };
        let last = name.rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
        if TELLING.contains(&last.as_str()) && !words.from(2).has_any(VERBS) {
            return;
        }
        if last == "XP_CMDSHELL" {
            self.runs(None, say!("analysis-runs-a-command-of-the-operating-system"));
        }
        if !self.prepared.contains(&name.to_lowercase()) {
            self.opaque(
                Class::Destructive,
                say!("analysis-calls-and-nobody-can-see-what-that-does", function = name),
            );
        }
    }
}
