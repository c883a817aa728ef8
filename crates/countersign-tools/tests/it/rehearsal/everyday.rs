//! Tests that commands that work directly also work behind the gate.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::{Desk, ana, has_means, reading::has};

/// Returns the result of a command that nobody was asked about.
#[track_caller]
fn answered(desk: &Desk, command: &str) -> Value {
    let answer = desk.run(command);
    assert_eq!(answer["status"], "done", "{command}: {answer}");
    answer["result"].clone()
}

fn repository() -> Desk {
    let desk = Desk::new();
    desk.put("f", "1\n");
    let script = "git init -q -b main . && git config user.email a@b.c && git config user.name A && git add f \
                  && git commit -qm one && echo 2 > f && git commit -qam two";
    let done = std::process::Command::new("sh").args(["-c", script]).current_dir(desk.work()).status();
    assert!(done.unwrap().success());
    desk
}

#[test]
fn a1_a_search_without_a_path_finds_what_is_in_the_folder() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("src/a.txt", "needle\n");
    let device = "test -c /dev/stdin && ! test -p /dev/stdin && echo device";
    assert_eq!(answered(&desk, device)["stdout"], "device\n");
    let script = "import os, stat; print(stat.S_ISCHR(os.fstat(0).st_mode)); open('kept', 'w')\n";
    desk.put("s.py", script);
    desk.held("python3 s.py");
    for (program, command) in [("rg", "rg needle"), ("grep", "grep -r needle")] {
        if has(program) {
            let found = answered(&desk, command);
            assert!(found["stdout"].as_str().unwrap().contains("src/a.txt"), "{command}: {found}");
        }
    }
    let args = json!({"command": "cat; test -p /dev/stdin && echo pipe", "stdin": "given\n"});
    let given = desk.done(&super::codex(), "call.propose", json!({"tool": "shell.run", "args": args}));
    assert_eq!(given["result"]["stdout"], "given\npipe\n", "{given}");
}

#[test]
fn a1_what_lists_installed_packages_asks_nobody() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("package.json", r#"{"name": "x", "version": "1.0.0"}"#);
    for (program, command) in [
        ("pip", "pip list"),
        ("pip", "pip show pip"),
        ("pip", "pip freeze"),
        ("npm", "npm ls"),
        ("npm", "npm root"),
        ("npm", "npm config get registry"),
        ("go", "go env GOPATH"),
        ("gem", "gem list"),
    ] {
        if has(program) {
            let result = answered(&desk, command);
            assert_eq!(result["exit_code"], 0, "{command}: {result}");
        }
    }
    let asked = desk.run("npm ping");
    let host = (&asked["status"], &asked["why"]["row"]);
    assert_eq!(host, (&json!("queued"), &json!("unlisted_host")), "{asked}");
    assert!(asked.to_string().contains("registry.npmjs.org"), "{asked}");
}

#[test]
fn a1_a_variable_or_an_unlisted_option_does_not_undo_what_was_shown() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("src/m.py", "print('imported')\n");
    desk.put("t.py", "import sys; sys.path.insert(0, 'src'); import m\n");
    for command in [
        "PYTHONPATH=src python3 -c 'import m'",
        "PYTHONPATH=$PWD/src python3 -c 'import m'",
        "export PYTHONPATH=src; python3 -c 'import m'",
        "PATH=$PATH:/opt/x python3 t.py",
        "CI=1 NODE_ENV=test RUST_BACKTRACE=1 python3 t.py",
        "SETTINGS_FILE=conf/test.ini python3 t.py",
        "python3 -X nosuch t.py",
        "python3 --check-hash-based-pycs always t.py",
    ] {
        let result = answered(&desk, command);
        assert_eq!(result["stdout"], "imported\n", "{command}: {result}");
        assert_eq!(result["rehearsed"], true, "{command}: {result}");
    }
    assert_eq!(desk.holds("src/__pycache__"), None);
    assert!(!desk.work().join("src/__pycache__").exists(), "nothing of it is real");
    // What is known to change something is not dropped, whatever else stands before it.
    let repository = repository();
    repository.put("g", "new\n");
    repository.held("PYTHONPATH=src git add g");
    // A variable that loads code for what runs for real is still shown.
    let item = desk.held("LD_PRELOAD=./x.so touch made");
    assert!(item["preview"].to_string().contains("LD_PRELOAD"), "{item}");
}

#[test]
fn a5_certificates_can_be_read_and_a_key_beside_them_cannot() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    desk.put("tls/server.pem", certificate);
    desk.put("tls/other.pem", "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n");
    desk.put("show.py", "import glob\nfor p in sorted(glob.glob('tls/s*')): print(open(p).read())\n");
    let shown = answered(&desk, "python3 show.py");
    assert!(shown["stdout"].as_str().unwrap().contains("MIIB"), "{shown}");
    let named = answered(&desk, "cat tls/server.pem");
    assert_eq!(named["stdout"], certificate, "{named}");
    for command in ["cat tls/other.pem", "cat tls/server.pem tls/other.pem", "echo x > tls/server.pem"] {
        let asked = desk.run(command);
        assert_eq!(
            (&asked["status"], &asked["why"]["row"]),
            (&json!("queued"), &json!("protected")),
            "{asked}"
        );
    }
    let walked = answered(&desk, "grep -r '[M2]' tls");
    assert!(walked["stdout"].as_str().unwrap().contains("MIIB"), "{walked}");
    assert!(!walked.to_string().contains("hunter2"), "{walked}");
    assert!(walked["withheld"].to_string().contains("other.pem"), "{walked}");
}

#[test]
fn a1_what_needs_an_editor_says_so_at_once() {
    if !has_means() {
        return;
    }
    let desk = repository();
    desk.put("f", "3\n");
    for command in
        ["git commit -a", "git commit --amend", "git tag -a v1", "git stash -q; git rebase -i HEAD~1"]
    {
        let before = super::contents(&desk.work());
        let answer = desk.run(command);
        if command.contains("stash") {
            continue;
        }
        assert_eq!(answer["status"], "done", "{command}: {answer}");
        let said = answer["result"]["stderr"].as_str().unwrap();
        assert!(said.contains("this needs an editor or a terminal"), "{command}: {answer}");
        assert_ne!(answer["result"]["exit_code"], 0, "{command}");
        assert_eq!(super::contents(&desk.work()), before, "{command}");
    }
    let clean = repository();
    let answer = clean.run("git rebase -i HEAD~1");
    assert!(answer["result"]["stderr"].as_str().unwrap().contains("needs an editor"), "{answer}");
    // Whoever names an editor gets it.
    for command in [
        "EDITOR=true git commit --amend",
        "VISUAL=true git commit --amend",
        "GIT_EDITOR=true git commit --amend",
        "git -c core.editor=true commit --amend",
        "GIT_EDITOR=true git rebase -i --force-rebase HEAD~1",
        "GIT_SEQUENCE_EDITOR=true git rebase -i --force-rebase HEAD~1",
    ] {
        let answer = clean.run(command);
        assert!(!answer.to_string().contains("needs an editor"), "{command}: {answer}");
    }
    // Interactive programs end with their input.
    for (program, command) in [("python3", "python3"), ("less", "less f"), ("bc", "bc"), ("sh", "sh -i")] {
        if has(program) {
            let answer = clean.run(command);
            assert_ne!(answer["result"]["timed_out"], true, "{command}: {answer}");
        }
    }
}

#[test]
fn a12_waiting_for_a_denied_host_is_cut_short_and_the_host_is_shown() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let script = "import socket, time\nopen('begun', 'w')\nwhile True:\n    try: socket.create_connection(('example.com', 443))\n    except OSError: time.sleep(20)\n";
    desk.put("retry.py", script);
    let item = desk.held("python3 retry.py");
    super::warns(&item, "wants network: example.com:443");
    super::warns(&item, "it was ended when it only waited for that host");
    super::warns(&item, "1 file created");
}

#[test]
fn a2_a12_what_it_deletes_before_it_wants_a_host_is_told_and_typed() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("precious.txt", "text\n");
    desk.put(
        "phone.py",
        "import os, socket\nos.remove('precious.txt')\nsocket.create_connection(('192.0.2.1', 9), 5)\n",
    );
    let item = desk.held("python3 phone.py");
    super::warns(&item, "wants network");
    super::warns(&item, "1 file deleted");
    assert_eq!((&item["class"], &item["typed"]), (&json!("destructive"), &json!("precious.txt")), "{item}");
    assert!(item["facts"]["deletes"].to_string().contains("precious.txt"), "{item}");
}

#[test]
fn h6_a_command_that_changes_a_database_shows_which_rows() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let database = rusqlite::Connection::open(desk.work().join("app.db")).unwrap();
    let users = "CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO users VALUES (1, 'Ana'), (2, 'Bo');";
    database.execute_batch(users).unwrap();
    drop(database);
    let item = desk.held(
        "python3 -c 'import sqlite3; c = sqlite3.connect(\"app.db\"); c.execute(\"delete from users where id = 1\"); c.commit()'",
    );
    let (preview, path) = (&item["preview"], desk.work().join("app.db").display().to_string());
    let diff = preview["diff"].as_str().unwrap();
    let head = format!("--- {path}\n+++ {path}\nnot shown, since it is no text");
    let rows = format!(
        "--- {path} (table users)\n+++ {path} (table users)\n@@ -1,2 +1,1 @@ removed rows\n id,name\n-1,Ana\n"
    );
    assert!(diff.contains(&head) && diff.contains(&rows), "{diff}");
    // The rows are not all that a database holds.
    assert_eq!(preview["not_shown"].as_array().unwrap().len(), 1, "{preview}");
}

#[test]
fn h6_a_command_that_changes_a_picture_shows_it_to_people_and_to_no_agent() {
    const PNG: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    std::fs::write(desk.work().join("a.png"), STANDARD.decode(PNG).unwrap()).unwrap();
    desk.put("lie.png", "<script>alert(1)</script>\0");
    let answer =
        desk.run("cp a.png b.png; cp lie.png other.png; (cat a.png; head -c 200000 /dev/zero) > large.png");
    assert_eq!(answer["status"], "queued", "{answer}");
    assert!(answer["item"]["preview"]["pictures"].is_null() && !answer.to_string().contains(PNG), "{answer}");
    let preview = &desk.done(&ana(), "show", json!({"id": answer["item"]["id"]}))["item"]["preview"];
    let path = desk.work().join("b.png").display().to_string();
    let after = json!({"media_type": "image/png", "base64": PNG});
    assert_eq!(preview["pictures"], json!([{"path": path, "after": after}]), "{preview}");
    assert_eq!(preview["not_shown"].as_array().unwrap().len(), 3, "{preview}");
    let listed = desk.done(&ana(), "inbox.list", json!({}));
    assert!(!listed.to_string().contains(PNG), "lists have no pictures: {listed}");
}
