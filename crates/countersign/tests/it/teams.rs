//! A home whose log and records are in a PostgreSQL database, with the real daemon.

#[path = "../../../countersign-store/tests/it/postgres/server.rs"]
#[expect(dead_code, reason = "the store's own tests use the rest")]
pub mod server;

use std::{cell::RefCell, fs};

use serde_json::json;
use server::Server;

use crate::Home;

thread_local! {
    /// The store of the homes that a test makes: a file if there is none.
    static CHOSEN: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs a test whose homes keep their log and records in PostgreSQL.
pub fn on_postgres(test: fn()) {
    let server = Server::start();
    CHOSEN.set(Some(server.url("countersign", "postgres", "tools")));
    test();
    CHOSEN.set(None);
    assert!(server.count("SELECT count(*) FROM countersign_tools.event") > 3, "the store was not used");
}

/// Returns the address of the store that a new home has, if it is not a file.
pub fn chosen() -> Option<String> {
    CHOSEN.with_borrow(Clone::clone)
}

fn home_of(server: &Server, team: &str) -> Home {
    let home = Home::new();
    home.write("config.toml", &format!("store = \"{}\"\n", server.url("countersign", "postgres", team)));
    home
}

#[test]
fn d4_a_team_works_on_a_database_as_on_a_file_and_a_killed_daemon_loses_nothing() {
    let server = Server::start();
    let home = home_of(&server, "tools");
    let (ana, codex) = home.with_people();
    let task = home.with_task(&ana, &codex, "Write the notes");
    let file = home.dir.path().join("notes.txt");
    let args = json!({"path": file, "content": "one\n"}).to_string();
    let call = home.json(&codex, &["call", "filesystem.write_file", "--args", &args], 7);
    let item = call["item"]["id"].as_str().unwrap();
    assert!(home.kill_daemon());
    home.run(&ana, &["show", item]).expect(0);
    let done = home.json(&ana, &["confirm", item], 0);
    let receipt = done["results"][0]["receipt"]["id"].as_str().unwrap().to_owned();
    assert_eq!(fs::read_to_string(&file).unwrap(), "one\n");
    assert!(home.kill_daemon());
    home.run(&ana, &["undo", &receipt]).expect(0);
    assert!(!file.exists());
    let listed = home.run(&codex, &["call", "task.list_tasks", "--json"]).expect(0);
    assert!(listed.out.contains(&task), "{listed:?}");

    let verified = home.json("", &["audit", "verify"], 0);
    assert_eq!(verified["ok"], true, "{verified}");
    assert!(!home.path().join("countersign.db").exists(), "nothing of it is in a file");
    assert!(server.count("SELECT count(*) FROM countersign_tools.event") > 8);
    let doctor = home.run("", &["doctor"]);
    assert!(doctor.out.contains("?team=tools, version 2, "), "{doctor:?}");
    home.down();
    let told = home.run("", &["audit", "verify"]).expect(0);
    assert!(told.out.contains("events"), "{told:?}");
}

#[test]
fn g1_teams_on_one_database_have_their_own_people_and_see_nothing_of_each_other() {
    let server = Server::start();
    let (tools, sales) = (home_of(&server, "tools"), home_of(&server, "sales"));
    let (ana, codex) = tools.with_people();
    let (ben, _) = sales.with_people();
    tools.with_task(&ana, &codex, "Of tools");
    for (home, stranger) in [(&sales, &ana), (&sales, &codex), (&tools, &ben)] {
        let refused = home.run(stranger, &["inbox"]);
        assert_ne!(refused.code, 0, "{refused:?}");
    }
    let theirs = sales.run(&ben, &["receipts", "--json"]).expect(0);
    assert!(!theirs.out.contains("Of tools"), "{theirs:?}");
    assert_eq!(server.count("SELECT count(*) FROM countersign_sales.record WHERE doc LIKE '%Of tools%'"), 0);
}

#[test]
fn d1_while_the_database_is_away_calls_fail_with_a_hint_and_go_on_when_it_is_back() {
    let mut server = Server::start();
    let home = home_of(&server, "tools");
    let (ana, codex) = home.with_people();
    home.with_task(&ana, &codex, "Before");
    server.stop();
    let args = json!({"title": "Lost"}).to_string();
    let away = home.json(&codex, &["call", "task.create_task", "--args", &args], 6);
    assert!(away["detail"].as_str().unwrap().contains("the database cannot be reached"), "{away}");
    assert!(away["hint"].is_string(), "{away}");
    server.go_on();
    home.with_task(&ana, &codex, "After");
    let verified = home.json("", &["audit", "verify"], 0);
    assert_eq!(verified["ok"], true, "{verified}");
}

#[test]
fn a_bad_address_is_named_and_a_password_must_be_private() {
    for (store, says) in [
        ("mysql://host/db", "no address of a PostgreSQL database"),
        ("postgres://host/db?team=A b", "cannot be the name of a team"),
        ("postgres://ana@127.0.0.1:1/db", "cannot be reached"),
        ("postgres://ana:s3cret@127.0.0.1:1/db", "is open to others"),
    ] {
        let home = Home::new();
        home.write("config.toml", &format!("store = \"{store}\"\n"));
        let ended = home.run("", &["inbox"]);
        assert!(ended.code != 0 && ended.err.contains(says), "{store}: {ended:?}");
        assert!(!format!("{ended:?}").contains("s3cret"), "{ended:?}");
        assert!(!home.path().join("countersign.db").exists(), "no other store is used instead");
    }
}
