//! Statements about the session, about settings, and about files.

use countersign_words::say;
use sqlparser::tokenizer::Token;

use crate::facts::{Class, Effect};

use super::{Dialect, Judge, lex::Words, statement::VERBS};

/// Session settings that change how a statement runs, not what it does or how it is parsed.
const HARMLESS: &str = "
search_path statement_timeout lock_timeout idle_in_transaction_session_timeout transaction_timeout timezone datestyle
intervalstyle client_min_messages client_encoding application_name work_mem maintenance_work_mem jit extra_float_digits bytea_output
default_transaction_read_only transaction_read_only default_transaction_isolation transaction_isolation tx_isolation
max_parallel_workers_per_gather random_page_cost seq_page_cost effective_cache_size cpu_tuple_cost join_collapse_limit
from_collapse_limit geqo plan_cache_mode track_io_timing constraint_exclusion temp_buffers hash_mem_multiplier
max_execution_time max_statement_time net_read_timeout net_write_timeout wait_timeout interactive_timeout group_concat_max_len
innodb_lock_wait_timeout lock_wait_timeout profiling optimizer_trace time_zone lc_time_names long_query_time sql_select_limit
max_join_size tmp_table_size max_heap_table_size sort_buffer_size join_buffer_size read_buffer_size transaction_read_only
nocount statistics showplan_text showplan_all showplan_xml rowcount datefirst dateformat language deadlock_priority noexec
parseonly fmtonly xact_abort arithabort ansi_nulls ansi_warnings textsize
threads memory_limit temp_directory preserve_insertion_order enable_progress_bar schema catalog query_tag max_threads
max_memory_usage max_rows_to_read transaction constraints
";
/// Pragmas that only report, with any argument.
const TELLING: &str = "
table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check integrity_check quick_check
function_list module_list pragma_list collation_list compile_options database_list data_version freelist_count page_count
show_tables show_tables_expanded database_size version storage_info platform show show_databases functions collations
user_agent metadata_info
";
/// Pragmas that only report without a value.
const TELLING_ALONE: &str = "
user_version application_id schema_version journal_mode synchronous page_size cache_size cache_spill foreign_keys encoding
auto_vacuum busy_timeout locking_mode temp_store mmap_size max_page_count wal_autocheckpoint query_only recursive_triggers
secure_delete journal_size_limit automatic_index case_sensitive_like checkpoint_fullfsync fullfsync count_changes
defer_foreign_keys default_cache_size empty_result_callbacks full_column_names short_column_names ignore_check_constraints
legacy_alter_table legacy_file_format read_uncommitted reverse_unordered_selects soft_heap_limit hard_heap_limit stats threads
trusted_schema writable_schema analysis_limit cell_size_check
";
/// Pragmas whose value only applies to the session.
const PASSING: &str =
    "query_only busy_timeout cache_size foreign_keys threads memory_limit enable_progress_bar";

const TRANSACTION: &[&str] = &[
    "TRANSACTION",
    "TRAN",
    "WORK",
    "ISOLATION",
    "LEVEL",
    "READ",
    "ONLY",
    "WRITE",
    "COMMITTED",
    "UNCOMMITTED",
    "REPEATABLE",
    "SERIALIZABLE",
    "SNAPSHOT",
    "DEFERRABLE",
    "NOT",
    "DEFERRED",
    "IMMEDIATE",
    "EXCLUSIVE",
    "CONCURRENT",
    "WITH",
    "CONSISTENT",
    "AND",
    "NO",
    "CHAIN",
];

fn listed(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|item| item == name)
}

impl Judge<'_, '_> {
    /// `BEGIN`, `COMMIT` and the like; a block of statements is something else.
    pub(super) fn transaction(&mut self, words: Words<'_>) {
        let lead = words.upper(0);
        let named = matches!(lead, "SAVEPOINT" | "RELEASE" | "ROLLBACK") && words.len() <= 5;
        let plain =
            (1..words.len()).all(|i| words.is_any(i, TRANSACTION) || words.token(i) == Some(&Token::Comma));
        if words.is(1, "PREPARED") {
            self.note(Effect::Change, say!("analysis-ends-a-prepared-transaction"));
        } else if lead == "START" && !words.is(1, "TRANSACTION") {
            self.note(Effect::Change, say!("analysis-starts-a-part-of-the-server"));
        } else if !plain && (!named || words.from(1).has_any(VERBS)) {
            self.unknown(words);
        }
    }

    pub(super) fn set(&mut self, words: Words<'_>) {
        let verbs: Vec<&str> = VERBS.iter().copied().filter(|verb| *verb != "SELECT").collect();
        if words.from(1).has_any(&verbs) {
            return self.unknown(words);
        }
        self.scan(words.from(1), true);
        let global = ["GLOBAL", "PERSIST", "PERSIST_ONLY", "PASSWORD"];
        if words.is_any(1, &global) {
            return self.note(Effect::Change, say!("analysis-changes-a-setting-of-the-database-server"));
        }
        if words.is_any(1, &["ROLE", "AUTHORIZATION"]) || words.is(2, "AUTHORIZATION") {
            return self.note(Effect::Change, say!("analysis-goes-on-as-another-role"));
        }
        if words.is_any(1, &["NAMES", "CHARSET"]) || (words.is(1, "CHARACTER") && words.is(2, "SET")) {
            return self.set_names(words);
        }
        let mut at = 1 + usize::from(words.is_any(1, &["SESSION", "LOCAL", "VARIABLE"]));
        if words.is_any(at, &["CHARACTERISTICS", "TIME"]) {
            return;
        }
        loop {
            let Some((name, end)) = words.name(at) else { return self.unknown(words) };
            self.set_one(&name);
            let next = (end..words.len()).find(|i| words.token(*i) == Some(&Token::Comma));
            // A list of values contains no further name.
            match next.filter(|next| matches!(words.token(next + 2), Some(Token::Eq | Token::Assignment))) {
                Some(next) if self.left > 0 => at = next + 1,
                _ => return,
            }
        }
    }

    fn set_one(&mut self, name: &str) {
        let lower = name.to_lowercase();
        let last = lower.rsplit('.').next().unwrap_or_default();
        let variable = lower.starts_with('@') && !lower.starts_with("@@");
        let global = lower.starts_with("@@global") || lower.starts_with("@@persist");
        let known = listed(HARMLESS, last.trim_start_matches('@')) || last.starts_with("enable_");
        if !variable && (global || !known) {
            self.note(Effect::Change, say!("analysis-changes-the-setting", name));
        }
    }

    /// `SET NAMES`: some character sets hide quotes.
    fn set_names(&mut self, words: Words<'_>) {
        let usual = ["utf8", "utf8mb3", "utf8mb4", "latin1", "ascii", "binary", "default", "set"];
        let name = (2..4).filter_map(|i| words.name(i)).map(|(name, _)| name.to_lowercase());
        if name.filter(|name| name != "collate").any(|name| !usual.contains(&name.as_str())) {
            self.note(Effect::Change, say!("analysis-changes-the-character-set-and-with-it-how-quotes"));
        }
    }

    pub(super) fn reset(&mut self, words: Words<'_>) {
        match words.upper(1) {
            "MASTER" | "BINARY" => self.note(Effect::Destroy, say!("analysis-deletes-the-server-logs")),
            "SLAVE" | "REPLICA" | "PERSIST" | "QUERY" => {
                self.note(Effect::Change, say!("analysis-resets-a-part-of-the-server"))
            }
            _ => self.harmless(words),
        }
    }

    pub(super) fn pragma(&mut self, words: Words<'_>) {
        let Some((name, end)) = words.name(1) else { return self.unknown(words) };
        let lower = name.to_lowercase();
        let last = lower.rsplit('.').next().unwrap_or_default();
        let alone = end == words.len();
        let on = words.is_any(end + 1, &["ON", "TRUE", "YES"])
            || matches!(words.token(end + 1), Some(Token::Number(n, _)) if n == "1");
        let passing = listed(PASSING, last) && (last != "foreign_keys" || on);
        let tells = listed(TELLING, last) || (alone && listed(TELLING_ALONE, last)) || passing;
        // A value has at most three words: `= -5`, `(x)`.
        if words.len() > end + 3 {
            self.unknown(words);
        } else if !tells {
            let reason = match alone {
                true => say!("analysis-runs-pragma", name = last),
                false => say!("analysis-sets-pragma", name = last),
            };
            self.note(Effect::Change, reason);
        }
    }

    pub(super) fn copy(&mut self, words: Words<'_>) {
        if words.is(1, "INTO") {
            return self.copy_into(words);
        }
        let Some((at, out)) = self.copied(words) else { return self.unknown(words) };
        if words.is(at + 1, "PROGRAM") {
            self.runs(words.string(at + 2), say!("analysis-runs-a-command-on-the-database-server"));
            self.opaque(Class::Destructive, say!("analysis-runs-a-command-on-the-database-server"));
        } else if words.is_any(at + 1, &["STDIN", "STDOUT"]) {
            // To or from the client.
        } else if let Some(path) = words.string(at + 1) {
            let effect = if out { Effect::Write } else { Effect::Read };
            self.path(
                effect,
                path,
                if out {
                    say!("analysis-copies-rows-to-a-file")
                } else {
                    say!("analysis-copies-rows-from-a-file")
                },
            );
        } else {
            self.opaque(Class::Mutable, say!("analysis-copies-rows-to-or-from-a-place-that-is"));
        }
    }

    /// Notes the rows that `COPY` reads or writes; returns the position of the other side, and whether rows go there.
    pub(super) fn copied(&mut self, words: Words<'_>) -> Option<(usize, bool)> {
        let at = words.find(1, &["FROM", "TO"])?;
        let out = words.is(at, "TO");
        match words.closing(1) {
            Some(close) => self.query(words.to(close).from(2)),
            None => {
                let binary = usize::from(words.is(1, "BINARY"));
                let name = words.name(1 + binary).map(|(name, _)| name).unwrap_or_default();
                if out {
                    self.reads(&name);
                } else {
                    self.note_on(
                        Effect::Write,
                        format!("table:{name}"),
                        say!("analysis-loads-rows-into-table", table = name),
                    );
                }
            }
        }
        Some((at, out))
    }

    /// `COPY INTO`, which loads and unloads.
    fn copy_into(&mut self, words: Words<'_>) {
        match (words.string(2), words.name(2)) {
            (Some(path), _) => self.path(Effect::Write, path, say!("analysis-copies-rows-to-files")),
            (None, Some((name, _))) if !name.starts_with('@') => {
                self.note_on(
                    Effect::Write,
                    format!("table:{name}"),
                    say!("analysis-loads-rows-into-table", table = name),
                );
            }
            _ => self.note(Effect::Change, say!("analysis-copies-rows-to-a-stage")),
        }
        self.scan(words.from(3), false);
    }

    pub(super) fn attach(&mut self, words: Words<'_>) {
        let mut at = 1;
        while words.is_any(at, &["DATABASE", "IF", "NOT", "EXISTS"]) {
            at += 1;
        }
        let known = words.is(at + 1, "AS") || at + 1 == words.len() || self.dialect == Dialect::DuckDb;
        let Some(path) = words.string(at).filter(|_| known) else {
            return self.opaque(Class::Mutable, say!("analysis-opens-a-database-that-is-not-in-the-text"));
        };
        let (file, options) = path.split_once('?').unwrap_or((path, ""));
        let read_only = options.split('&').any(|o| matches!(o, "mode=ro" | "immutable=1"))
            || words.has_any(&["READ_ONLY"]);
        let file = file.strip_prefix("file:").unwrap_or(file);
        if file.is_empty() || file == ":memory:" || options.contains("mode=memory") {
            return;
        }
        if read_only {
            self.path(Effect::Read, file, say!("analysis-opens-a-database-file"));
        } else {
            self.path(Effect::Write, file, say!("analysis-opens-or-creates-a-database-file"));
        }
    }

    pub(super) fn detach(&mut self, words: Words<'_>) {
        if words.is_any(1, &["TABLE", "VIEW", "DICTIONARY", "PARTITION"]) {
            self.note(Effect::Change, say!("analysis-takes-a-table-out-of-the-database"));
        } else {
            self.harmless(words);
        }
    }

    pub(super) fn vacuum(&mut self, words: Words<'_>) {
        match words.find(1, &["INTO"]) {
            Some(at) => match words.string(at + 1) {
                Some(path) => self.path(Effect::Write, path, say!("analysis-writes-a-copy-of-the-database")),
                None => self.note(Effect::Change, say!("analysis-writes-a-copy-of-the-database")),
            },
            None => self.note(Effect::Change, say!("analysis-rewrites-tables-to-free-space")),
        }
        self.functions(words, false);
    }

    pub(super) fn load(&mut self, words: Words<'_>) {
        if !words.is_any(1, &["DATA", "XML"]) {
            return self.runs(words.string(1), say!("analysis-loads-code-into-the-database"));
        }
        if let Some(path) = words.find(2, &["INFILE", "INPATH"]).and_then(|at| words.string(at + 1)) {
            self.path(Effect::Read, path, say!("analysis-loads-rows-from-a-file"));
        }
        let table = words.find(2, &["TABLE"]).and_then(|at| words.name(at + 1));
        let name = table.map(|(name, _)| name).unwrap_or_default();
        let (effect, reason) = if words.has_any(&["OVERWRITE"]) {
            (Effect::Delete, say!("analysis-replaces-the-rows-of-table", table = name))
        } else {
            (Effect::Write, say!("analysis-loads-rows-into-table", table = name))
        };
        self.note_on(effect, format!("table:{name}"), reason);
    }

    pub(super) fn export(&mut self, words: Words<'_>) {
        match (2..words.len().min(12)).find_map(|i| words.string(i)) {
            Some(path) => self.path(Effect::Write, path, say!("analysis-exports-to-files")),
            None => self.note(Effect::Change, say!("analysis-exports-data")),
        }
        self.functions(words, false);
    }
}
