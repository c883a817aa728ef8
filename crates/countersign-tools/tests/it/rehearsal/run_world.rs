//! Tests the world of a run: what one command starts in the background is there for the next, and reaches nothing real.

use std::{fs, thread, time::Duration};

use serde_json::{Value, json};

use super::{Desk, ana, has_means, outside_tmp};

fn desk() -> Desk {
    Desk::in_dir(outside_tmp(), "")
}

/// Runs a command that nobody needs to be asked about; returns its output.
#[track_caller]
fn unasked(desk: &Desk, command: &str) -> String {
    let answer = desk.run(command);
    assert_eq!(
        (&answer["status"], &answer["result"]["exit_code"]),
        (&json!("done"), &json!(0)),
        "{command}: {answer}"
    );
    answer["result"]["stdout"].as_str().unwrap().to_owned()
}

const SERVER: &str = "python3 -m http.server 8123 --bind 127.0.0.1 > /tmp/q-server.log 2>&1 & \
    echo $! > /tmp/q-server.pid; \
    for n in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/8123) 2>/dev/null && break; sleep 0.05; done";

fn run_of(desk: &Desk) -> Value {
    desk.done(&ana(), "run.list", json!({}))["runs"][0]["id"].clone()
}

#[test]
fn a16_a_server_in_the_background_serves_the_next_commands_and_nobody_is_asked() {
    if !has_means() {
        return;
    }
    let desk = desk();
    desk.put("page.txt", "first\n");
    let answer = desk.run(SERVER);
    assert_eq!(answer["status"], "done", "{answer}");
    assert!(answer["result"]["background"].as_str().unwrap().contains("go on"), "{answer}");
    assert_eq!(unasked(&desk, "curl -s http://127.0.0.1:8123/page.txt"), "first\n");
    assert_eq!(unasked(&desk, "curl -s http://localhost:8123/page.txt | cat"), "first\n");
    assert!(
        unasked(&desk, "cat /tmp/q-server.log").contains("GET /page.txt"),
        "its log is there as it grows"
    );
    assert!(unasked(&desk, "ps ax").contains("http.server"));
    unasked(&desk, "kill $(cat /tmp/q-server.pid) && rm /tmp/q-server.*");
    let gone = desk.run("sleep 0.2; curl -s http://127.0.0.1:8123/page.txt");
    assert_eq!(gone["result"]["exit_code"], 7, "{gone}");
    assert!(!std::path::Path::new("/tmp/q-server.log").exists(), "nothing of it is real");
}

/// Whether a process of this machine has these words on its command line.
fn runs(words: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).any(|line| line.contains(words))
}

#[test]
fn a16_the_background_of_a_run_ends_with_it_and_other_runs_do_not_see_it() {
    if !has_means() {
        return;
    }
    let desk = desk();
    assert_eq!(desk.run(&SERVER.replace("8123", "8124"))["status"], "done");
    assert!(runs("http.server 8124 "));
    let first = run_of(&desk);
    let other =
        desk.done(&super::codex(), "run.start", json!({"title": "another one", "thread": "t2"}))["run"]
            .clone();
    let call = json!({"tool": "shell.run", "args": {"command": "ps ax; ls /tmp/q-server.pid"}, "run": other});
    let answer = desk.done(&super::codex(), "call.propose", call);
    assert_eq!(answer["status"], "done", "{answer}");
    assert!(!answer["result"]["stdout"].as_str().unwrap().contains("http.server"), "{answer}");
    assert_eq!(answer["result"]["exit_code"], 2, "{answer}");
    desk.done(&ana(), "run.stop", json!({"id": first}));
    for _ in 0..200 {
        if !runs("http.server 8124 ") {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("it goes on");
}

#[test]
fn e1_what_lands_is_what_was_shown_whatever_the_background_writes_later() {
    if !has_means() {
        return;
    }
    let desk = desk();
    desk.put("config.txt", "real\n");
    let command = "echo shown > config.txt; (sleep 0.4; echo sneaked > config.txt; echo more > later.txt; sleep 60) > /dev/null 2>&1 &";
    let item = desk.held(command);
    thread::sleep(Duration::from_millis(900));
    let landed = desk.confirm(&item);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!(desk.holds("config.txt").as_deref(), Some("shown\n"));
    assert_eq!(desk.holds("later.txt"), None, "what comes after the command lands nowhere");
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": landed["receipt"]["id"]}));
    assert_eq!(
        (undone["status"].as_str(), desk.holds("config.txt").as_deref()),
        (Some("undone"), Some("real\n"))
    );
}

#[test]
fn e1_a_background_that_never_stops_changing_its_files_ends_with_its_command() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let command = "echo 1 > a.txt; (while :; do date +%N >> a.txt; done) > /dev/null 2>&1 & sleep 0.2";
    let item = desk.held(command);
    let landed = desk.confirm(&item);
    assert_eq!(landed["status"], "applied", "{landed}");
    let text = desk.holds("a.txt").unwrap();
    thread::sleep(Duration::from_millis(100));
    assert_eq!(desk.holds("a.txt").unwrap(), text);
}

#[test]
fn a5_a_background_ends_when_something_is_hidden_that_it_could_see() {
    if !has_means() {
        return;
    }
    let desk = desk();
    desk.put("a.txt", "plain\n");
    desk.put(".env", "KEY=first\n");
    assert_eq!(desk.run(SERVER)["status"], "done");
    assert_eq!(unasked(&desk, "curl -s http://127.0.0.1:8123/a.txt"), "plain\n");
    assert_eq!(unasked(&desk, "curl -s http://127.0.0.1:8123/.env"), "", "hidden from it, too");
    // An editor saves by renaming, and another secret appears.
    desk.put("new", "KEY=hunter2\n");
    fs::rename(desk.work().join("new"), desk.work().join(".env")).unwrap();
    let answer = desk.run("curl -s http://127.0.0.1:8123/.env");
    assert!(!answer.to_string().contains("hunter2"), "{answer}");
    assert_eq!(answer["result"]["exit_code"], 7, "it has ended: {answer}");
}

#[test]
fn a13_what_a_run_left_in_the_background_cannot_reach_into_an_approved_command() {
    if !has_means() {
        return;
    }
    let desk = desk();
    desk.put("secret/.env", "KEY=hunter2\n");
    let spy = "python3 - > /dev/null 2>&1 <<'END' &\n\
        import os, time\n\
        time.sleep(1)\n\
        while True:\n\
        \tfor p in os.listdir('/proc'):\n\
        \t\ttry:\n\
        \t\t\tfor f in os.listdir(f'/proc/{p}/cwd/secret'): open('/tmp/spied', 'a').write(open(f'/proc/{p}/cwd/secret/{f}').read())\n\
        \t\texcept OSError: pass\n\
        END\n\
        sleep 0.2";
    assert_eq!(desk.run(spy)["status"], "done");
    // It wants a host, so that it runs with that host, and with what is secret, after the yes.
    let item = desk
        .held("cat secret/.env > /dev/null; timeout 1 bash -c 'exec 3<>/dev/tcp/192.0.2.1/9' ; sleep 0.5");
    desk.confirm(&item);
    let spied = desk.run("cat /tmp/spied 2>/dev/null; true");
    assert!(!spied.to_string().contains("hunter2"), "{spied}");
}

#[test]
fn a3_a_signal_to_a_process_that_is_not_of_the_run_is_asked_about() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let mut real = std::process::Command::new("sleep").arg("600.5").spawn().unwrap();
    for command in [format!("kill {}", real.id()), "pkill -f 'sleep 600.5' || true".to_owned()] {
        let answer = desk.run(&command);
        assert_eq!(answer["status"], "queued", "{command}: {answer}");
    }
    assert!(real.try_wait().unwrap().is_none(), "nothing has happened to it");
    unasked(&desk, "sleep 601.5 > /dev/null 2>&1 &");
    unasked(&desk, "pkill -f 'sleep 601[.]5'");
    unasked(&desk, "kill -0 $$; sleep 602 & kill $!");
    real.kill().unwrap();
    real.wait().unwrap();
}
