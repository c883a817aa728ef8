//! Statements that create, alter, drop and empty.

use countersign_words::say;
use sqlparser::tokenizer::Token;

use crate::facts::Effect;

use super::{Judge, lex::Words};

const KINDS: &[&str] = &[
    "TABLE",
    "VIEW",
    "INDEX",
    "TRIGGER",
    "FUNCTION",
    "PROCEDURE",
    "PROC",
    "ROUTINE",
    "AGGREGATE",
    "SCHEMA",
    "DATABASE",
    "SEQUENCE",
    "TYPE",
    "DOMAIN",
    "ROLE",
    "USER",
    "GROUP",
    "LOGIN",
    "EXTENSION",
    "POLICY",
    "RULE",
    "EVENT",
    "SERVER",
    "TABLESPACE",
    "PUBLICATION",
    "SUBSCRIPTION",
    "COLLATION",
    "CONVERSION",
    "OPERATOR",
    "CAST",
    "LANGUAGE",
    "OWNED",
    "SECRET",
    "MACRO",
    "STAGE",
    "WAREHOUSE",
    "PIPE",
    "STREAM",
    "TASK",
    "DICTIONARY",
    "SYNONYM",
    "STATISTICS",
    "SYSTEM",
    "COLUMN",
    "CONSTRAINT",
    "PARTITION",
    "SNAPSHOT",
    "MODEL",
];

/// Words that may precede the kind of object that is created or dropped.
const BEFORE_KIND: &[&str] = &[
    "OR",
    "REPLACE",
    "TEMP",
    "TEMPORARY",
    "GLOBAL",
    "LOCAL",
    "UNLOGGED",
    "UNIQUE",
    "FULLTEXT",
    "SPATIAL",
    "CLUSTERED",
    "NONCLUSTERED",
    "EXTERNAL",
    "VIRTUAL",
    "MATERIALIZED",
    "RECURSIVE",
    "FORCE",
    "CONSTRAINT",
    "FOREIGN",
    "TRANSIENT",
    "VOLATILE",
    "SECURE",
    "LIVE",
    "PERSISTENT",
    "TRUSTED",
    "EVENT",
    "TEXT",
    "ACCESS",
    "ALGORITHM",
    "DEFINER",
];

/// Whether the word names a kind of schema object.
pub(super) fn is_kind(upper: &str) -> bool {
    KINDS.contains(&upper) || matches!(upper, "MATERIALIZED" | "TEMPORARY" | "TEMP" | "UNIQUE" | "FOREIGN")
}

/// Returns the kind and name of the object that a statement is about, and where the name ends.
fn about(words: Words<'_>, i: usize) -> Option<(String, String, usize)> {
    let mut at = i + 1;
    while words.is_any(at, BEFORE_KIND) && !(is_last_kind(words, at)) {
        at += 1;
    }
    // `DEFINER = 'x'@'y'` and `ALGORITHM = MERGE` precede the kind.
    let kind = (at..at + 12).find(|at| KINDS.contains(&words.upper(*at)))?;
    let mut at = kind + 1;
    while words
        .is_any(at, &["IF", "NOT", "EXISTS", "CONCURRENTLY", "ONLY", "BY", "MAPPING", "FOR", "TRIGGER"])
    {
        at += 1;
    }
    let (name, end) = words.name(at)?;
    Some((words.upper(kind).to_lowercase(), name, end))
}

/// Whether the word is the whole kind: `DROP EVENT x`, but not `DROP EVENT TRIGGER x`.
fn is_last_kind(words: Words<'_>, at: usize) -> bool {
    KINDS.contains(&words.upper(at)) && !KINDS.contains(&words.upper(at + 1))
}

impl Judge<'_, '_> {
    /// Notes a `DROP` at the `i`th word; returns where its first target ends.
    pub(super) fn drop(&mut self, words: Words<'_>, i: usize) -> usize {
        let Some((kind, name, mut end)) = about(words, i) else {
            self.note(Effect::Destroy, say!("analysis-drops-a-part-of-the-database"));
            return i + 1;
        };
        self.note_on(Effect::Delete, format!("{kind}:{name}"), say!("analysis-drops-kind", kind, name));
        while words.token(end) == Some(&Token::Comma)
            && self.left > 0
            && let Some((name, next)) = words.name(end + 1)
        {
            self.note_on(Effect::Delete, format!("{kind}:{name}"), say!("analysis-drops-kind", kind, name));
            end = next;
        }
        end
    }

    /// Notes a `TRUNCATE` at the `i`th word; returns where its last target ends.
    pub(super) fn truncate(&mut self, words: Words<'_>, i: usize) -> usize {
        let mut at = i + 1;
        while words.is_any(at, &["TABLE", "ONLY", "IF", "EXISTS"]) {
            at += 1;
        }
        let mut found = false;
        while let Some((name, next)) = words.name(at).filter(|_| self.left > 0) {
            self.note_on(
                Effect::Delete,
                format!("table:{name}"),
                say!("analysis-empties-table", table = name),
            );
            found = true;
            at = next;
            if words.token(at) != Some(&Token::Comma) {
                break;
            }
            at += 1;
        }
        if !found {
            self.note(Effect::Destroy, say!("analysis-empties-a-table"));
        }
        at
    }

    pub(super) fn create(&mut self, words: Words<'_>) {
        let Some((kind, name, end)) = about(words, 0) else {
            self.note(Effect::Change, say!("analysis-creates-a-part-of-the-database"));
            return self.functions(words, false);
        };
        let replaces = words.is(1, "OR") && words.is(2, "REPLACE");
        let target = format!("{kind}:{name}");
        match kind.as_str() {
            "table" | "database" | "schema" if replaces => {
                self.note_on(Effect::Delete, target, say!("analysis-replaces-kind", kind, name));
            }
            "trigger" | "event" | "rule" | "task" => {
                self.note_on(Effect::Write, target, say!("analysis-creates-kind-running-later", kind, name));
            }
            _ => self.note_on(Effect::Write, target, say!("analysis-creates-kind", kind, name)),
        }
        if kind == "table" {
            self.scan(words.from(end), false);
        } else if kind != "function" && kind != "procedure" {
            self.functions(words.from(end), false);
        }
    }

    pub(super) fn alter(&mut self, words: Words<'_>) {
        let about = about(words, 0);
        if about.is_none() && words.is(1, "SYSTEM") {
            return self.note(Effect::Change, say!("analysis-changes-a-setting-of-the-database-server"));
        }
        let end = about.as_ref().map_or(1, |(_, _, end)| *end);
        let drops = (end..words.len()).any(|i| match words.upper(i) {
            "DROP" => !words.is_any(i + 1, &["NOT", "DEFAULT", "IDENTITY", "EXPRESSION"]),
            "DELETE" => !matches!(words.before(i), "ON"),
            "TRUNCATE" | "DISCARD" | "CLEAR" => true,
            _ => false,
        });
        match about {
            Some((kind, name, _)) if drops => {
                let reason = say!("analysis-drops-a-part-of-kind", kind, name);
                self.note_on(Effect::Delete, format!("{kind}:{name}"), reason);
            }
            Some((kind, name, _)) => {
                let reason = say!("analysis-alters-kind", kind, name);
                self.note_on(Effect::Write, format!("{kind}:{name}"), reason);
            }
            None if drops => self.note(Effect::Destroy, say!("analysis-drops-a-part-of-the-database")),
            None => self.note(Effect::Change, say!("analysis-alters-part-of-the-database")),
        }
        self.functions(words.from(end), false);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, sql};

    use super::KINDS;

    #[test]
    fn every_kind_is_told_by_its_name() {
        for kind in KINDS {
            for (verb, said) in [("CREATE", "creates"), ("ALTER", "alters"), ("DROP", "drops")] {
                let facts = sql(&format!("{verb} {kind} x"), Dialect::Generic);
                let expected = format!("{said} {} x", kind.to_lowercase());
                let told = |reason: &str| {
                    reason.strip_suffix(", which runs by itself later").unwrap_or(reason) == expected
                };
                let is_told = facts.findings.iter().any(|f| told(&f.reason));
                assert!(is_told, "{verb} {kind} x: {:?}", facts.findings);
            }
        }
    }
}
