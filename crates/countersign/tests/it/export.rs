//! Exports a long log: all of it, or the requested part and how to continue.

use std::{
    io::{Read as _, Write as _},
    os::unix::net::UnixStream,
};

use rusqlite::Connection;
use serde_json::Value;

use crate::Home;

/// More than two parts of an export.
const EVENTS: usize = 20_050;

/// A home with a long log. Its events are copies of one: an export prints the log, only `audit verify` checks it.
fn long() -> Home {
    let home = Home::new();
    home.run("", &["run", "start", "--title", "A long one"]).expect(0);
    home.down();
    let database = Connection::open(home.path().join("countersign.db")).unwrap();
    let copies = format!(
        "WITH RECURSIVE n(seq) AS (SELECT (SELECT max(seq) FROM event) + 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < {EVENTS})
         INSERT INTO event SELECT n.seq, at, actor, op, run, tool, status, prev, state, body_commitment,
             changes_commitment, salt, hash, body, changes FROM n, event WHERE event.seq = 1"
    );
    database.execute_batch(&copies).unwrap();
    home
}

fn numbers(lines: &str) -> Vec<u64> {
    let number = |line: &str| serde_json::from_str::<Value>(line).unwrap()["seq"].as_u64().unwrap();
    lines.lines().map(number).collect()
}

#[test]
fn g3_a_long_log_is_exported_whole() {
    let home = long();
    let lines = home.run("", &["audit", "export"]).expect(0);
    let found = numbers(&lines.out);
    assert!(found.len() >= EVENTS, "only {}", found.len());
    assert!(found.iter().zip(1..).all(|(found, seq)| *found == seq), "none twice and none left out");
    assert_eq!(lines.err, "");

    let table = home.run("", &["audit", "export", "--format", "csv"]).expect(0).out;
    assert!(table.lines().count() > EVENTS);
    assert_eq!(table.lines().filter(|line| line.starts_with("event,at,")).count(), 1);
}

#[test]
fn g3_an_export_ends_with_its_reader() {
    let home = long();
    let mut export = home.command("", &["audit", "export"]);
    let (reader, writer) = std::io::pipe().unwrap();
    let mut child = export.stdout(writer).spawn().unwrap();
    drop((export, reader));
    assert!(child.wait().unwrap().success());
    home.down();
    let log = std::fs::read_to_string(home.path().join("daemon.log")).unwrap();
    let asked = log.lines().filter(|line| line.contains("\"/v1/audit/export\"")).count();
    assert_eq!(asked, 1, "nobody reads on, so nothing more is asked for: {log}");
}

/// A page, as a browser requests it.
fn page(home: &Home, target: &str, token: &str) -> (String, String) {
    let mut stream = UnixStream::connect(home.path().join("daemon.sock")).unwrap();
    let request =
        format!("GET {target} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no body: {answer}"));
    (head.to_owned(), body.to_owned())
}

#[test]
fn g3_a_long_log_is_downloaded_whole() {
    let home = long();
    let ana = home.run("", &["token", "person", "ana", "--json"]).expect(0).json();
    let ana = ana["token"].as_str().unwrap();
    let (head, lines) = page(&home, "/audit/export.jsonl", ana);
    assert!(head.starts_with("HTTP/1.0 200"), "{head}");
    let found = numbers(&lines);
    assert!(found.len() >= EVENTS && found.iter().zip(1..).all(|(found, seq)| *found == seq));
    let (_, table) = page(&home, "/audit/export.csv", ana);
    assert!(table.lines().count() > EVENTS);
    assert_eq!(table.lines().filter(|line| line.starts_with("event,at,")).count(), 1);
}

#[test]
fn g3_a_part_of_a_long_log_comes_with_how_to_go_on() {
    let home = long();
    let part = home.run("", &["audit", "export", "--limit", "3"]).expect(0);
    assert_eq!(numbers(&part.out), [1, 2, 3]);
    assert!(part.err.contains("There is more: --after e3"), "{}", part.err);
    let rest = home.run("", &["audit", "export", "--limit", "2", "--after", "e3"]).expect(0);
    assert_eq!(numbers(&rest.out), [4, 5]);

    let one = home.run("", &["audit", "export", "--json"]).expect(0).json();
    assert_eq!((one["events"].as_u64(), one["next"].is_string()), (Some(10_000), true));

    let log = home.run("", &["run", "list", "--limit", "1"]).expect(0).out;
    assert!(!log.contains("There is more"), "there is one run: {log}");
}

#[test]
fn a_list_goes_on_where_the_last_one_ended() {
    let home = Home::new();
    for title in ["One", "Two", "Three"] {
        let args = format!(r#"{{"title":"{title}"}}"#);
        home.run("", &["call", "task.create_task", "--args", &args]).expect(7);
    }
    let (mut seen, mut after) = (Vec::new(), None);
    for _ in 0..3 {
        let mut words = vec!["inbox", "--limit", "1"];
        words.extend(after.iter().flat_map(|id: &String| ["--after", id.as_str()]));
        let page = home.run("", &words).expect(0).out;
        seen.extend(["One", "Two", "Three"].into_iter().filter(|title| page.contains(title)));
        after = page.lines().find_map(|l| l.strip_prefix("There is more: --after ")).map(str::to_owned);
    }
    seen.sort_unstable();
    assert_eq!((seen, after), (vec!["One", "Three", "Two"], None));
}

#[test]
fn beyond_the_end_of_a_list_there_is_no_more_of_it() {
    let home = Home::new();
    assert_eq!(home.run("", &["run", "list"]).expect(0).out, "No runs yet.\n");
    home.run("", &["call", "task.create_task", "--args", r#"{"title":"One"}"#]).expect(7);
    let runs = home.run("", &["run", "list", "--json"]).expect(0).json();
    let oldest = runs["runs"][0]["id"].as_str().unwrap();
    let beyond = ["run", "list", "--before", oldest];
    assert_eq!(home.run("", &beyond).expect(0).out, "There is no more.\n");
    let as_data = home.run("", &[&beyond[..], &["--json"]].concat()).expect(0).json();
    assert_eq!(as_data["runs"].as_array().map(Vec::len), Some(0));
}
