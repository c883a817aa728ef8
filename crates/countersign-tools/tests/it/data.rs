//! The data tools on real databases and files.

use std::{fs, path::Path, time::Duration};

use countersign_core::{
    Error, ErrorCode,
    judge::Class,
    record::Doc,
    tool::{Forecast, Reversal},
    world::{Ask, Landed, Order, PendingWrite, RecoveryState},
};
use countersign_tools::data::Data;
use rusqlite::{Connection, types::ValueRef};
use serde_json::{Value, json};
use tempfile::TempDir;

mod crash;
mod csv;
mod records;
mod undo;

pub struct Desk {
    pub dir: TempDir,
    pub data: Data,
}

const SHOP: &str = "
    CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers ON DELETE CASCADE,
                         total REAL, note BLOB);
    CREATE TABLE tags (name TEXT PRIMARY KEY, weight) WITHOUT ROWID;
    CREATE TABLE journal (line TEXT);
    CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT);
    CREATE TRIGGER noted AFTER UPDATE ON orders BEGIN INSERT INTO log (what) VALUES ('order ' || new.id); END;
    INSERT INTO customers (name) VALUES ('Ada'), ('Bob'), ('Cyd');
    INSERT INTO orders VALUES (1, 1, 10.5, x'00ff'), (2, 1, 20.0, NULL), (3, 2, 9e999, 'text');
    INSERT INTO tags VALUES ('new', 1), ('old', 1.0), ('bad', CAST(x'ff' AS TEXT));
    INSERT INTO journal VALUES ('a'), ('a');
";

impl Desk {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let data = Data::new(dir.path().join("trash"));
        let desk = Self { dir, data };
        desk.sql(SHOP);
        desk
    }

    pub fn path(&self, name: &str) -> String {
        self.dir.path().canonicalize().unwrap().join(name).to_str().unwrap().to_owned()
    }

    /// Changes the database as another program would.
    pub fn sql(&self, sql: &str) {
        Connection::open(self.dir.path().join("shop.db")).unwrap().execute_batch(sql).unwrap();
    }

    pub fn ask(&self, tool: &str, args: Value) -> Ask {
        let args: Doc = args.as_object().unwrap().clone();
        Ask { tool: tool.to_owned(), args, cwd: Some(self.path("")), ..Ask::default() }
    }

    pub fn query(&self, sql: &str) -> Result<Value, Error> {
        self.data.read(&self.ask("data.query_sqlite", json!({ "database": "shop.db", "sql": sql })))
    }

    pub fn forecast(&self, sql: &str) -> Result<Forecast, Error> {
        self.data.forecast(&self.ask("data.write_sqlite", json!({ "database": "shop.db", "sql": sql })))
    }

    pub fn order(&self, id: &str, tool: &str, forecast: Forecast) -> Order {
        Order {
            id: id.to_owned(),
            tool: tool.to_owned(),
            args: forecast.args,
            preconditions: forecast.preconditions,
            agent: "codex".to_owned(),
            cwd: Some(self.path("")),
            ..Order::default()
        }
    }

    pub fn write(&self, id: &str, sql: &str) -> Landed {
        let order = self.order(id, "data.write_sqlite", self.forecast(sql).unwrap());
        self.data.apply(&order).unwrap()
    }

    /// Returns the whole content of the database, with types.
    pub fn content(&self) -> Vec<String> {
        let conn = Connection::open(self.dir.path().join("shop.db")).unwrap();
        let mut found = Vec::new();
        let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1";
        let mut names = conn.prepare(names).unwrap();
        let names: Vec<String> = names.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect();
        for name in names {
            let mut rows_of = conn
                .prepare(&format!("SELECT * FROM \"{name}\" ORDER BY 1, 2"))
                .or_else(|_| conn.prepare(&format!("SELECT * FROM \"{name}\" ORDER BY 1")));
            let statement = rows_of.as_mut().unwrap();
            let width = statement.column_count();
            let mut rows = statement.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                let cells: Vec<String> = (0..width).map(|i| cell(row.get_ref(i).unwrap())).collect();
                found.push(format!("{name}: {}", cells.join(" ")));
            }
        }
        let mut schema = conn.prepare("SELECT name, sql FROM sqlite_schema ORDER BY 1").unwrap();
        let schema =
            schema.query_map([], |r| Ok(format!("{} {}", cell(r.get_ref(0)?), cell(r.get_ref(1)?)))).unwrap();
        found.extend(schema.map(Result::unwrap));
        found
    }
}

fn cell(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(text) => format!("Text({:?})", String::from_utf8_lossy(text)),
        other => format!("{other:?}"),
    }
}

pub fn class(forecast: &Forecast) -> Class {
    Class::Mutable.max(forecast.facts.class())
}

#[test]
fn a1_a_query_tells_rows_with_their_types() {
    let desk = Desk::new();
    let forecast = desk
        .data
        .forecast(&desk.ask("data.query_sqlite", json!({ "database": "./shop.db", "sql": "SELECT 1" })))
        .unwrap();
    assert_eq!(forecast.facts.reads, [desk.path("shop.db")]);
    assert_eq!(forecast.facts.class(), Class::Read);
    let told = desk.query("SELECT id, total, note FROM orders ORDER BY id").unwrap();
    assert_eq!(told["columns"], json!(["id", "total", "note"]));
    assert_eq!(told["rows"][0], json!([1, 10.5, { "base64": "AP8=" }]));
    assert_eq!(told["rows"][2], json!([3, "inf", "text"]));
    let ask = json!({ "database": "shop.db", "sql": "SELECT name FROM customers WHERE id = :id", "params": { "id": 2 } });
    assert_eq!(desk.data.read(&desk.ask("data.query_sqlite", ask)).unwrap()["rows"], json!([["Bob"]]));
    let ask = json!({ "database": "shop.db", "sql": "SELECT id FROM orders", "limit": 2 });
    assert_eq!(desk.data.read(&desk.ask("data.query_sqlite", ask)).unwrap()["truncated"], true);
}

#[test]
fn a4_a_query_cannot_write_however_it_is_put() {
    let desk = Desk::new();
    let before = desk.content();
    let elsewhere = desk.path("elsewhere.db");
    for sql in [
        "INSERT INTO journal VALUES ('x')",
        "WITH x AS (SELECT 'x') INSERT INTO journal SELECT * FROM x",
        "DELETE FROM orders RETURNING id",
        "REPLACE INTO tags VALUES ('new', 2)",
        "DROP TABLE orders",
        "CREATE TEMP TABLE t AS SELECT 1",
        "PRAGMA user_version = 7",
        "PRAGMA journal_mode = WAL",
        "PRAGMA query_only = OFF",
        "PRAGMA writable_schema = ON",
        "SELECT * FROM pragma_user_version(7)",
        &format!("ATTACH '{elsewhere}' AS other"),
        &format!("VACUUM INTO '{elsewhere}'"),
        "VACUUM",
        "BEGIN IMMEDIATE",
        "SELECT load_extension('x')",
        "SELECT 1; DELETE FROM orders",
        "REINDEX",
        "ANALYZE",
    ] {
        let error = desk.query(sql).expect_err(sql);
        assert!(matches!(error.code, ErrorCode::Invalid), "{sql}: {error:?}");
    }
    assert_eq!(desk.content(), before);
    assert!(!Path::new(&elsewhere).exists());
    assert!(desk.query("PRAGMA table_info(orders)").is_ok());
}

#[test]
fn b1_later_calls_of_a_run_see_its_pending_writes_and_depend_on_them() {
    let desk = Desk::new();
    let before = desk.content();
    let create = desk.forecast("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)").unwrap();
    let pending = |item: &str, args: &Doc| PendingWrite {
        item: item.to_owned(),
        tool: "data.write_sqlite".to_owned(),
        args: args.clone(),
    };
    let insert = json!({ "database": "shop.db", "sql": "INSERT INTO notes (text) VALUES ('x')" });
    let mut ask = desk.ask("data.write_sqlite", insert);
    assert_eq!(desk.data.forecast(&ask).unwrap_err().code, ErrorCode::Invalid);
    ask.pending = vec![pending("item1", &create.args)];
    let second = desk.data.forecast(&ask).unwrap();
    assert_eq!(second.built_on, ["item1"]);
    let mut ask =
        desk.ask("data.query_sqlite", json!({ "database": "shop.db", "sql": "SELECT text FROM notes" }));
    ask.pending = vec![pending("item1", &create.args), pending("item2", &second.args)];
    let told = desk.data.read(&ask).unwrap();
    assert_eq!((&told["rows"], &told["pending"]), (&json!([["x"]]), &json!(["item1", "item2"])));
    assert_eq!(desk.content(), before);

    let first = desk.data.apply(&desk.order("e1", "data.write_sqlite", create)).unwrap();
    desk.data.apply(&desk.order("e2", "data.write_sqlite", second)).unwrap();
    assert_eq!(desk.query("SELECT text FROM notes").unwrap()["rows"], json!([["x"]]));
    assert_eq!(desk.data.revert("u1", &first.inverse.unwrap()).unwrap_err().code, ErrorCode::Stale);
}

#[test]
fn a5_our_own_database_and_secret_files_are_always_asked_about() {
    let mut desk = Desk::new();
    desk.data.own = vec![desk.dir.path().canonicalize().unwrap()];
    assert_eq!(desk.forecast("DELETE FROM journal WHERE rowid = 1").unwrap().facts.protected.len(), 1);
    let query = desk.ask("data.query_sqlite", json!({ "database": "shop.db", "sql": "SELECT 1" }));
    assert_eq!(desk.data.forecast(&query).unwrap().facts.protected.len(), 1);
    desk.data.own.clear();
    assert!(desk.data.forecast(&query).unwrap().facts.protected.is_empty());
    let csv = desk.ask("data.write_csv", json!({ "path": ".env", "rows": [["A=1"]] }));
    assert_eq!(desk.data.forecast(&csv).unwrap().facts.protected.len(), 1);
}

#[test]
fn a3_a_query_that_never_ends_is_ended() {
    let mut desk = Desk::new();
    desk.data.query_time = Duration::from_millis(200);
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    assert!(desk.query(endless).unwrap_err().message.contains("too long"));
}

#[test]
fn bad_databases_are_told_apart() {
    let desk = Desk::new();
    let ask = |name: &str| {
        let ask =
            desk.ask("data.query_sqlite", json!({ "database": name, "sql": "SELECT * FROM sqlite_schema" }));
        desk.data.read(&ask).unwrap_err().code
    };
    fs::write(desk.dir.path().join("text.db"), "hello, this is no database at all").unwrap();
    assert_eq!(ask("text.db"), ErrorCode::Invalid);
    assert_eq!(ask("missing.db"), ErrorCode::NotFound);
    assert_eq!(ask("/dev/null"), ErrorCode::Invalid);
    assert_eq!(ask(""), ErrorCode::Invalid);
}

#[test]
fn a2_a_write_shows_row_counts_and_rows_and_changes_nothing_yet() {
    let desk = Desk::new();
    let before = desk.content();
    let forecast = desk.forecast("UPDATE orders SET total = total + 1 WHERE customer = 1").unwrap();
    assert_eq!(desk.content(), before);
    assert_eq!(class(&forecast), Class::Mutable);
    assert_eq!(forecast.facts.writes, [desk.path("shop.db")]);
    assert_eq!(forecast.reversal, Reversal::Exact);
    assert_eq!(forecast.summary, "add 2 rows of log, change 2 rows of orders in shop.db");
    let row = forecast.preview.changes.iter().find(|c| c.label == "orders id=1").unwrap();
    assert_eq!((&row.before["total"], &row.after["total"]), (&json!(10.5), &json!(11.5)));
    let rows = forecast.preview.changes.iter().find(|c| c.label == "rows of log").unwrap();
    assert_eq!((&rows.before, &rows.after), (&json!(0), &json!(2)));
    assert!(desk.forecast("UPDATE orders SET total = total").unwrap().noop.is_none(), "the trigger writes");
    assert!(desk.forecast("UPDATE tags SET weight = weight").unwrap().noop.is_some());
    assert!(!fs::read_dir(&desk.data.trash).unwrap().any(|_| true), "nothing is left of the try");
}

#[test]
fn a2_deleting_rows_or_tables_is_destructive_whatever_the_statement_looks_like() {
    let desk = Desk::new();
    for (sql, deletes) in [
        ("DELETE FROM orders WHERE id = 1", "1 row of table orders"),
        ("DELETE FROM customers WHERE id = 1", "2 rows of table orders"),
        ("DROP TABLE tags", "table tags with 3 rows"),
        ("ALTER TABLE orders DROP COLUMN note", "columns of table orders"),
        ("UPDATE tags SET name = 'x' WHERE name = 'new'", "1 row of table tags"),
    ] {
        let forecast = desk.forecast(sql).unwrap();
        assert_eq!(class(&forecast), Class::Destructive, "{sql}");
        assert!(
            forecast.facts.deletes.iter().any(|d| d.ends_with(deletes)),
            "{sql}: {:?}",
            forecast.facts.deletes
        );
        assert!(forecast.preview.warnings.iter().any(|w| w.contains(deletes)), "{sql}");
    }
    for (sql, why) in [("DROP TABLE tags", "drops table tags"), ("DELETE FROM tags", "empties table tags")] {
        assert_eq!(desk.forecast(sql).unwrap().facts.protected, [why]);
    }
    assert_eq!(class(&desk.forecast("REPLACE INTO tags VALUES ('new', 5)").unwrap()), Class::Mutable);
}

#[test]
fn a4_statements_cannot_reach_out_of_the_database_or_end_the_transaction() {
    let desk = Desk::new();
    let before = desk.content();
    for sql in [
        &format!("ATTACH '{}' AS other", desk.path("other.db")),
        "COMMIT",
        "INSERT INTO journal VALUES ('x'); COMMIT; DELETE FROM orders",
        "SAVEPOINT x",
        "PRAGMA foreign_keys = OFF",
        "PRAGMA writable_schema = ON",
        "VACUUM",
        "DETACH countersign_before",
        "DELETE FROM countersign_before.orders",
        "INSERT INTO journal SELECT load_extension('x')",
        "UPDATE sqlite_schema SET sql = ''",
        "no statement at all",
        "",
    ] {
        assert_eq!(desk.forecast(sql).expect_err(sql).code, ErrorCode::Invalid, "{sql}");
    }
    assert_eq!(desk.content(), before);
}

#[test]
fn d2_a_write_whose_effect_would_be_another_is_stale_and_unrelated_drift_passes() {
    let desk = Desk::new();
    let sql = "DELETE FROM orders WHERE total < 15";
    let order = desk.order("e1", "data.write_sqlite", desk.forecast(sql).unwrap());
    desk.sql("INSERT INTO orders VALUES (9, 2, 1.0, NULL)");
    let drifted = desk.content();
    let error = desk.data.apply(&order).unwrap_err();
    assert_eq!(error.code, ErrorCode::Stale);
    assert!(error.detail.is_some());
    assert_eq!(desk.content(), drifted);
    assert_eq!(desk.data.check(&order).unwrap(), RecoveryState::NotBegun);

    let order = desk.order("e2", "data.write_sqlite", desk.forecast(sql).unwrap());
    desk.sql("INSERT INTO journal VALUES ('unrelated'); INSERT INTO orders VALUES (10, 2, 99.0, NULL)");
    let landed = desk.data.apply(&order).unwrap();
    assert_eq!(landed.result["tables"]["orders"]["deleted"], 2);

    let order =
        desk.order("e3", "data.write_sqlite", desk.forecast("INSERT INTO log (what) VALUES ('x')").unwrap());
    desk.sql("INSERT INTO log (what) VALUES ('somebody was faster')");
    desk.data.apply(&order).unwrap();
    let order =
        desk.order("e4", "data.write_sqlite", desk.forecast("UPDATE tags SET weight = random()").unwrap());
    desk.data.apply(&order).unwrap();
}

#[test]
fn d2_a_database_that_another_program_holds_is_left_alone() {
    let desk = Desk::new();
    let order = desk.order("e1", "data.write_sqlite", desk.forecast("DELETE FROM journal").unwrap());
    let other = Connection::open(desk.dir.path().join("shop.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(desk.data.apply(&order).unwrap_err().code, ErrorCode::Conflict);
    other.execute_batch("ROLLBACK").unwrap();
    desk.data.apply(&order).unwrap();
}

#[test]
fn e2_a_database_too_large_to_keep_is_irreversible_from_the_start() {
    let mut desk = Desk::new();
    desk.data.capture_max = 1024;
    let before = desk.content();
    let forecast = desk.forecast("DELETE FROM orders WHERE id = 1").unwrap();
    assert!(matches!(forecast.reversal, Reversal::Irreversible { .. }));
    assert_eq!(class(&forecast), Class::Destructive);
    assert_eq!(desk.content(), before);
    let order = desk.order("e1", "data.write_sqlite", forecast);
    let landed = desk.data.apply(&order).unwrap();
    assert!(landed.inverse.is_none());
    assert_ne!(desk.content(), before);
    assert!(matches!(desk.data.check(&order).unwrap(), RecoveryState::Unknown(_)));
}
