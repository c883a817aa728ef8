//! `store backup`, `store restore` and `store copy`, with the real daemon and a real database.

use std::{
    fs,
    process::{Command, Stdio},
};

use serde_json::json;

use crate::{Home, ended, teams::server::Server};

/// A home with a person, an agent, a file that was written with a yes, and a proposal that waits.
struct Busy {
    home: Home,
    ana: String,
    codex: String,
    receipt: String,
    waits: String,
}

impl Busy {
    fn new() -> Self {
        let home = Home::new();
        let (ana, codex) = home.with_people();
        let propose = |name: &str| {
            let path = home.dir.path().join(name);
            let args = json!({"path": path, "content": "one\n"}).to_string();
            let asked = home.json(&codex, &["call", "filesystem.write_file", "--args", &args], 7);
            asked["item"]["id"].as_str().unwrap().to_owned()
        };
        let item = propose("notes.txt");
        home.run(&ana, &["show", &item]).expect(0);
        let done = home.json(&ana, &["confirm", &item], 0);
        let receipt = done["results"][0]["receipt"]["id"].as_str().unwrap().to_owned();
        let waits = propose("more.txt");
        Self { home, ana, codex, receipt, waits }
    }

    fn file(&self, name: &str) -> String {
        self.home.dir.path().join(name).display().to_string()
    }
}

#[test]
fn g1_a_store_moves_into_a_database_and_everything_goes_on_there_also_undo() {
    let server = Server::start();
    let busy = Busy::new();
    let home = &busy.home;
    let address = server.url("countersign", "postgres", "tools");
    let copied = home.json("", &["store", "copy", &address], 0);
    assert_eq!(copied["verified"], true, "{copied}");
    assert!(home.daemon().is_none(), "nothing was written to the file meanwhile");
    home.write("config.toml", &format!("store = \"{address}\"\n"));
    home.run(&busy.ana, &["show", &busy.waits]).expect(0);
    home.run(&busy.ana, &["confirm", &busy.waits]).expect(0);
    assert_eq!(fs::read_to_string(busy.file("more.txt")).unwrap(), "one\n");
    home.run(&busy.ana, &["undo", &busy.receipt]).expect(0);
    assert!(!fs::exists(busy.file("notes.txt")).unwrap());
    let there = home.json("", &["audit", "verify"], 0);
    assert_eq!(there["ok"], true, "{there}");
    assert!(there["events"].as_u64() > copied["events"].as_u64());
    // And back, into a file that is no store of a home so far.
    let back = home.json("", &["store", "copy", &address, &busy.file("back/countersign.db")], 0);
    assert_eq!(back["events"], there["events"], "{back}");
    let mixed = home.run("", &["store", "copy", &busy.file("back"), &address]).expect(4);
    assert!(mixed.err.contains("there is a log in that store already"), "{mixed:?}");
}

#[test]
fn g1_a_backup_is_made_while_the_daemon_runs_and_a_new_home_goes_on_with_it() {
    let busy = Busy::new();
    assert!(busy.home.daemon().is_some());
    let file = busy.file("countersign.backup");
    let made = busy.home.run("", &["store", "backup", &file]).expect(0);
    assert!(made.out.contains("verified up to"), "{made:?}");
    let again = busy.home.run("", &["store", "backup", &file]).expect(2);
    assert!(again.err.contains("exists"), "{again:?}");

    let other = Home::new();
    other.run("", &["store", "restore", &file]).expect(0);
    let inbox = other.run(&busy.ana, &["inbox"]).expect(0);
    assert!(inbox.out.contains(busy.waits.split('-').next().unwrap()), "{inbox:?}");
    other.json(&busy.codex, &["call", "task.list_tasks"], 0);
    assert_eq!(other.json("", &["audit", "verify"], 0)["ok"], true);
    let second = other.run("", &["store", "restore", &file]).expect(4);
    assert!(second.err.contains("there is a log in that store already"), "{second:?}");
}

#[test]
fn g4_an_altered_backup_is_refused_and_nothing_is_written() {
    let busy = Busy::new();
    let file = busy.file("countersign.backup");
    busy.home.run("", &["store", "backup", &file]).expect(0);
    let raw = rusqlite::Connection::open(&file).unwrap();
    raw.execute("UPDATE event SET actor = 'person:eve' WHERE seq = 2", []).unwrap();
    drop(raw);
    let other = Home::new();
    let refused = other.run("", &["store", "restore", &file]).expect(6);
    assert!(
        refused.err.contains("does not verify") && refused.err.contains("nothing was written"),
        "{refused:?}"
    );
    assert!(!other.path().join("countersign.db").exists());
    for (name, says) in [("not-there", "no database"), ("notes.txt", "error")] {
        let bad = other.run("", &["store", "restore", &busy.file(name)]);
        assert!(bad.code != 0 && bad.err.contains(says), "{name}: {bad:?}");
    }
}

#[test]
fn c1_an_agent_copies_no_store() {
    let busy = Busy::new();
    for command in [
        &["store", "backup", &busy.file("mine")] as &[&str],
        &["store", "copy", &busy.file("mine")],
        &["store", "restore", &busy.file("mine")],
    ] {
        let mut agent = busy.home.command(&busy.codex, command);
        let refused = ended(std::mem::replace(agent.env("CLAUDECODE", "1"), Command::new("true")), "");
        assert_eq!(refused.code, 3, "{refused:?}");
        assert!(!fs::exists(busy.file("mine")).unwrap());
    }
    // Nor does it put one into an empty home, with tokens of its own.
    busy.home.run("", &["store", "backup", &busy.file("backup")]).expect(0);
    let empty = Home::new();
    let mut agent = empty.command("", &["store", "restore", &busy.file("backup")]);
    let refused = ended(std::mem::replace(agent.env("CLAUDECODE", "1"), Command::new("true")), "");
    assert_eq!(refused.code, 3, "{refused:?}");
    assert!(!empty.path().join("countersign.db").exists());
}

#[test]
fn d4_a_copy_that_is_killed_leaves_an_empty_store_and_the_next_one_is_whole() {
    let server = Server::start();
    let busy = Busy::new();
    let address = server.url("countersign", "postgres", "tools");
    let mut interrupted = 0;
    for wait_ms in [0, 20, 60, 120, 200] {
        let mut command = busy.home.command("", &["store", "copy", &address]);
        let mut copying = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait_ms));
        copying.kill().unwrap();
        interrupted += usize::from(!copying.wait().unwrap().success());
    }
    assert!(interrupted > 0);
    let last = busy.home.run("", &["store", "copy", &address, "--json"]);
    match last.code {
        0 => assert_eq!(last.json()["verified"], true),
        // One of them had been quick enough.
        _ => assert!(last.err.contains("there is a log") || last.out.contains("there is a log"), "{last:?}"),
    }
    busy.home.write("config.toml", &format!("store = \"{address}\"\n"));
    assert_eq!(busy.home.json("", &["audit", "verify"], 0)["ok"], true);
    busy.home.run(&busy.ana, &["undo", &busy.receipt]).expect(0);
}
