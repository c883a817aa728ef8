//! Databases as they are, and hostile ones.

use rusqlite::{Connection, MAIN_DB, config::DbConfig};

use super::*;

/// Returns the bytes of a database.
fn database(script: &str) -> Vec<u8> {
    let mut conn = Connection::open_in_memory().unwrap();
    conn.execute_batch(script).unwrap();
    conn.serialize(MAIN_DB).unwrap().to_vec()
}

const USERS: &str = "CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT, note);
    INSERT INTO users VALUES (1, 'Ana', NULL), (2, 'Bo', 'x, \"y\"'), (3, 'Cy', x'00ff');";

fn differs(before: &str, after: &str) -> String {
    let (before, after) = (database(before), database(after));
    compared("/w/app.db", Some(&before), Some(&after), usize::MAX).unwrap().text
}

#[test]
fn h6_of_a_database_rows_that_are_removed_changed_and_added_are_shown_by_table() {
    let after = format!(
        "{USERS} DELETE FROM users WHERE id = 1; UPDATE users SET name = 'Bob' WHERE id = 2; INSERT INTO users VALUES (4, 'Di', 1.5);
         CREATE TABLE log(line); INSERT INTO log VALUES ('new');"
    );
    let (before, after) = (database(USERS), database(&after));
    let tables = compared("/w/app.db", Some(&before), Some(&after), usize::MAX).unwrap();
    let want = "--- /w/app.db (schema)\n+++ /w/app.db (schema)\n@@ -0,0 +1,1 @@\n+CREATE TABLE log(line)\n\
        --- /w/app.db (table log)\n+++ /w/app.db (table log)\n@@ -1,1 +1,2 @@ added rows\n row,line\n+1,new\n\
        --- /w/app.db (table users)\n+++ /w/app.db (table users)\n\
        @@ -1,2 +1,1 @@ removed rows\n id,name,note\n-1,Ana,NULL\n\
        @@ -3,1 +2,1 @@ changed rows\n-2,Bo,\"x, \"\"y\"\"\"\n+2,Bob,\"x, \"\"y\"\"\"\n\
        @@ -3,0 +3,1 @@ added rows\n+4,Di,1.5\n";
    assert_eq!(tables.text, format!("{SHOWN}\n{want}"));
    assert_eq!((tables.added, tables.taken), (4, 2));
    let new = compared("/w/app.db", None, Some(&before), usize::MAX).unwrap().text;
    assert!(
        new.contains("--- /dev/null\n+++ /w/app.db (table users)\n")
            && new.contains("+3,Cy,\"blob, 2 bytes\"\n")
    );
    let empty = compared("/w/app.db", Some(b""), Some(&before), usize::MAX).unwrap().text;
    assert!(empty.contains("+1,Ana,NULL\n"), "{empty}");
}

#[test]
fn rows_are_told_by_their_key_and_new_columns_by_their_values() {
    let keyed = "CREATE TABLE t(a TEXT, b INT, PRIMARY KEY(b, a)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1), ('y', 2);";
    let text = differs(keyed, &format!("{keyed} DELETE FROM t WHERE b = 1;"));
    assert!(text.contains(" a,b\n-x,1\n") && !text.contains("y,2"), "{text}");
    let text =
        differs(keyed, &format!("{keyed} ALTER TABLE t ADD COLUMN c; UPDATE t SET c = 5 WHERE b = 2;"));
    assert!(text.contains("+CREATE TABLE t(a TEXT, b INT, c, PRIMARY KEY(b, a)) WITHOUT ROWID\n"), "{text}");
    assert!(text.contains(" a,b,c\n-y,2,NULL\n+y,2,5\n") && !text.contains("x,1"), "{text}");
    let text = differs(USERS, &format!("{USERS} CREATE INDEX i ON users(name);"));
    assert!(text.ends_with("+CREATE INDEX i ON users(name)\n"), "{text}");
    let text = differs(USERS, USERS);
    assert!(text.ends_with("neither its schema nor a row of its tables differs\n"), "{text}");
}

#[test]
fn h7_what_is_left_out_of_a_database_is_counted() {
    let many = "CREATE TABLE t(x); WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 500) INSERT INTO t SELECT x FROM n;";
    let text = differs("CREATE TABLE t(x);", many);
    assert!(text.ends_with("+100,100\n… (+400 rows)\n"), "{text}");
    let (before, after) = (database(""), database(many));
    let text = compared("/w/app.db", Some(&before), Some(&after), 300).unwrap().text;
    assert!(text.contains("(table t)\nnot shown, since there is too much of it\n"), "{text}");
    let huge = "CREATE TABLE t(x); WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 60000) INSERT INTO t SELECT x FROM n;";
    let text = differs("", huge);
    assert!(text.contains("(table t)\nnot shown, since it cannot be read, is too large"), "{text}");
}

#[test]
fn h2_a_name_in_a_database_cannot_pass_for_a_heading() {
    let after = "CREATE TABLE \"a)\n--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\"(\"c\n-x\");
        INSERT INTO \"a)\n--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\" VALUES ('v\n--- /etc/shadow'), ('\u{1b}[2J\u{202e}');";
    let text = differs("", after);
    let heads: Vec<&str> = text.lines().filter(|l| l.starts_with("--- ") || l.starts_with("+++ ")).collect();
    assert!(heads.iter().all(|head| head.contains("/dev/null") || head.contains(" /w/app.db (")), "{text}");
    assert!(heads.iter().all(|head| !head.starts_with("--- /etc")), "{text}");
    assert!(text.contains("+1,v\\n--- /etc/shadow\n+2,\\x1b[2J⟨U+202E⟩\n"), "{text}");
}

#[test]
fn h6_nothing_of_a_hostile_database_is_run() {
    let endless =
        "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
        CREATE TABLE g(a, b AS (hex(zeroblob(a))) VIRTUAL, c AS (a + 1) STORED); INSERT INTO g VALUES (1);
        CREATE TRIGGER tr AFTER INSERT ON g BEGIN SELECT * FROM v; END;
        CREATE VIRTUAL TABLE f USING fts5(x);";
    let text = differs("", endless);
    assert!(text.contains("(table g)\n@@ -1,1 +1,2 @@ added rows\n row,a\n+1,1\n"), "{text}");
    assert!(!text.contains("(table v)") && !text.contains("(table f"), "{text}");
    // A view that passes for a plain table, and a schema that is no schema.
    for lie in [
        "UPDATE sqlite_schema SET type = 'table' WHERE name = 'v'",
        "UPDATE sqlite_schema SET name = 'u', tbl_name = 'u' WHERE name = 'v'",
        "UPDATE sqlite_schema SET name = 'h', tbl_name = 'h' WHERE name = 'f'",
        "UPDATE sqlite_schema SET sql = 'create table g(x)' WHERE name = 'g'",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE z(x)' WHERE name = 'g'",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE g(((' WHERE name = 'g'",
    ] {
        let mut conn = Connection::open_in_memory().unwrap();
        conn.execute_batch(endless).unwrap();
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false).unwrap();
        conn.execute_batch(&format!("PRAGMA writable_schema = ON; {lie};")).unwrap();
        let bytes = conn.serialize(MAIN_DB).unwrap().to_vec();
        assert!(compared("/w/app.db", None, Some(&bytes), usize::MAX).is_none(), "{lie}");
    }
}

#[test]
fn h6_a_corrupt_database_is_read_to_no_end_and_does_no_harm() {
    let whole = database(&format!(
        "{USERS} CREATE TABLE k(a PRIMARY KEY) WITHOUT ROWID; INSERT INTO k VALUES ('x'), (zeroblob(9000));"
    ));
    for n in 0..400_usize {
        let mut bytes = whole.clone();
        // Somewhere in the headers of the pages and in their cells.
        let at = 16 + n.wrapping_mul(2_654_435_761) % (bytes.len() - 16);
        bytes[at] ^= 1 << (n % 8);
        bytes[100 + n % 40] = bytes[100 + n % 40].wrapping_add(u8::try_from(n % 7).unwrap());
        let _any = compared("/w/app.db", Some(&whole), Some(&bytes), usize::MAX);
    }
    for end in [16, 100, 5_000] {
        let _any = compared("/w/app.db", Some(&whole), Some(&whole[..end]), usize::MAX);
    }
    assert!(compared("/w/app.db", None, Some(b"SQLite format 3\0"), usize::MAX).is_none());
    assert!(compared("/w/app.db", None, Some(b""), usize::MAX).is_none());
}

#[test]
fn a_database_that_writes_ahead_says_what_is_not_shown() {
    let mut bytes = database(USERS);
    bytes[18..20].copy_from_slice(&[2, 2]);
    let text = compared("/w/app.db", None, Some(&bytes), usize::MAX).unwrap().text;
    assert!(
        text.contains("rows that are in its -wal file are not shown\n") && text.contains("+1,Ana"),
        "{text}"
    );
}
