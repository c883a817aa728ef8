//! Tests texts that are too long, too deep, odd or random.

use super::*;

#[test]
fn a3_texts_that_are_too_long_or_odd_are_never_read() {
    let long = format!("SELECT '{}'", "x".repeat(LENGTH));
    assert_eq!(sql(&long, Dialect::Generic).class(), Class::Destructive);
    for text in [
        format!("SELECT {}1", "1+".repeat(40_000)),
        format!("SELECT {}1{}", "(".repeat(20_000), ")".repeat(20_000)),
        format!("SELECT {}", "f(".repeat(20_000)),
        format!("SELECT 1 {}", "UNION SELECT 1 ".repeat(10_000)),
        format!("SELECT {}1", "NOT ".repeat(20_000)),
        format!("{}SELECT 1", "EXPLAIN ".repeat(20_000)),
        "SELECT 1;".repeat(5_000),
        "DROP TABLE a;".repeat(5_000),
        "DELETE FROM a ".repeat(5_000),
        format!("SELECT * FROM {}", "a, FROM b, ".repeat(5_000)),
        format!("SELECT CAST(1 AS {}INT{})", "ARRAY<".repeat(20_000), ">".repeat(20_000)),
        format!("SELECT 1 FROM {}a", "(".repeat(40)),
        format!("SELECT {}", "x IS NULL ".repeat(20_000)),
        format!("SELECT {}", "case when ".repeat(20_000)),
        "SELECT 1\0; DROP TABLE x".to_owned(),
        "SELECT 1\u{b}".to_owned(),
        "SELECT\u{a0}1".to_owned(),
        "SELECT 1 \r; DELETE FROM x".to_owned(),
    ] {
        for dialect in [Dialect::Generic, Dialect::Postgres] {
            let shown: String = text.chars().take(40).collect();
            assert_ne!(sql(&text, dialect).class(), Class::Read, "{dialect:?} {shown}");
        }
    }
}

#[test]
fn large_inserts_are_still_understood() {
    let rows = "(1, 'a', NULL, TRUE),".repeat(5000);
    let text = format!("INSERT INTO t VALUES {rows} (2, 'b', NULL, FALSE)");
    let facts = sql(&text, Dialect::Postgres);
    assert_eq!((facts.class(), facts.opaque), (Class::Mutable, false));
}

#[test]
fn no_text_makes_it_panic() {
    let pieces = [
        "SELECT ",
        "DELETE FROM ",
        "(",
        ")",
        "'",
        "\"",
        "`",
        "$$",
        "$a$",
        "--",
        "/*",
        "*/",
        "/*!",
        "\\",
        "\n",
        ";",
        "t",
        ".",
        ",",
        "é",
        "EXPLAIN ",
        "COPY ",
        "FROM ",
        "TO ",
        "PROGRAM ",
        "WITH x AS ",
        "INTO ",
        "FOR UPDATE",
        "PRAGMA ",
        "=",
        "SET ",
        "@x",
        "EXEC ",
        "CREATE ",
        "TABLE ",
        "BEGIN ",
        "END",
        "\\g",
        "\\copy ",
        ".read ",
        ":x",
        "DELIMITER //\n",
        "//",
        "[",
        "]",
        "#",
        "E'",
        "DROP ",
        "IF EXISTS ",
        "PREPARE a AS ",
        "GO\n",
        "f(",
        "1",
        "::",
        "source ",
        "|",
        "INSERT ",
        "TRIGGER ",
        "ALTER ",
    ];
    let dialects = [
        Dialect::Generic,
        Dialect::Sqlite,
        Dialect::Postgres,
        Dialect::MySql,
        Dialect::MsSql,
        Dialect::DuckDb,
        Dialect::BigQuery,
        Dialect::Snowflake,
        Dialect::ClickHouse,
    ];
    let mut seed = 11u64;
    for _ in 0..6000 {
        let mut text = String::new();
        let mut n = 0;
        for _ in 0..14 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            n = (seed >> 33) as usize;
            match n % 9 {
                0 => text.extend(char::from_u32((seed >> 40) as u32 % 0x11_0000)),
                _ => text.push_str(pieces[n / 9 % pieces.len()]),
            }
        }
        let facts = sql(&text, dialects[n % dialects.len()]);
        for finding in &facts.findings {
            let span = finding.span.expect("every finding has a span");
            assert!(span.start <= span.end && span.end <= text.len(), "{text:?}");
        }
    }
}
