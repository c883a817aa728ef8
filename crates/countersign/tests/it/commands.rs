//! Commands as an agent calls them, and as `check` judges them.

use serde_json::{Value, json};

use crate::Home;

fn judged(home: &Home, line: &str) -> Value {
    home.json("", &["check", "--command", line], 0)
}

#[test]
fn a1_a_reading_command_runs_at_once_and_is_logged_as_automatic() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    std::fs::write(home.dir.path().join("a.txt"), "one\ntwo\n").unwrap();
    let args = json!({"command": "cat a.txt | wc -l"}).to_string();
    let answer = home.json(&agent, &["call", "shell.run", "--args", &args], 0);
    assert_eq!(answer["result"]["stdout"].as_str().map(str::trim), Some("2"), "{answer}");
    let log = home.json(&person, &["audit", "log"], 0).to_string();
    assert!(log.contains("shell.run") && !log.contains("confirmed_by"), "{log}");
}

#[test]
fn a2_a_deleting_command_waits_and_wants_the_name_typed() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let file = home.dir.path().join("old.log");
    std::fs::write(&file, "x").unwrap();
    let args = json!({"command": "rm old.log"}).to_string();
    let call = home.json(&agent, &["call", "shell.run", "--args", &args], 7);
    assert_eq!(call["item"]["class"], "destructive", "{call}");
    let item = call["item"]["id"].as_str().unwrap();
    let shown = home.run(&person, &["show", item]).expect(0).out;
    assert!(shown.contains("old.log") && shown.contains("deletes a file"), "{shown}");
    home.run(&person, &["confirm", item]).expect(4);
    assert!(file.exists(), "a plain yes is not enough");
    home.run(&person, &["confirm", item, "--type", "old.log"]).expect(0);
    assert!(!file.exists());
}

#[test]
fn c6_always_covers_the_same_words_in_the_same_folder() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let call = |command: &str, code: i32| {
        let args = json!({"command": command}).to_string();
        home.json(&agent, &["call", "shell.run", "--args", &args], code)
    };
    let held = call("touch made.txt", 7);
    let item = held["item"]["id"].as_str().unwrap();
    home.run(&person, &["show", item]).expect(0);
    home.run(&person, &["confirm", item, "--type", "touch", "--always", "1h"]).expect(0);
    call("touch made.txt", 0);
    call("ls && touch made.txt", 0);
    for other in [
        "touch other.txt",
        "touch made.txt; touch other.txt",
        "touch -d yesterday made.txt",
        "PATH=. touch made.txt",
        "FOO=x touch made.txt",
        "export FOO=x; touch made.txt",
    ] {
        call(other, 7);
    }
}

#[test]
fn a7_check_explains_a_command_and_leaves_nothing_behind() {
    let home = Home::new();
    let read = judged(&home, "git log --oneline -5 | head -3");
    assert_eq!((&read["class"], &read["verdict"]), (&json!("read"), &json!("proceed")), "{read}");
    let text = home.run("", &["check", "--command", "ls && rm -rf build", "--explain"]).expect(0).out;
    assert!(text.contains("^^^^^ deletes a file") && text.contains("destructive"), "{text}");
    assert!(!home.path().exists(), "looking makes no home");
}

#[test]
fn a3_what_cannot_be_judged_is_never_called_harmless() {
    let home = Home::new();
    let lines = [
        json!({"id": 1, "tool": "shell.run", "args": {"command": "ls\u{0}rm x"}}),
        json!({"id": 2, "tool": "shell.run", "args": {"command": "ls\rrm x"}}),
        json!({"id": 3, "tool": "shell.run", "args": {"command": ""}}),
        json!({"id": 4, "tool": "shell.run", "args": {}}),
        json!({"id": 5, "tool": "shell.run", "args": {"command": "ls", "risk": "none"}}),
        json!({"id": 6, "tool": "shell.run", "args": {"command": "ls;".repeat(60_000)}}),
    ];
    let input: String = lines.iter().map(|l| format!("{l}\n")).collect();
    let ended = home.run_with("", &["check", "--jsonl"], &input);
    let answers: Vec<Value> = ended.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers.len(), lines.len());
    for answer in answers {
        assert_ne!(answer["class"], "read", "{answer}");
        assert_ne!(answer["verdict"], "proceed", "{answer}");
    }
    let elsewhere =
        json!({"id": 7, "tool": "shell.run", "args": {"command": "ls"}, "cwd": "/no/such/folder"});
    let answer: Value =
        serde_json::from_str(&home.run_with("", &["check", "--jsonl"], &format!("{elsewhere}\n")).out)
            .unwrap();
    assert_eq!(answer["class"], "read", "judging needs no folder");
}

#[test]
fn who_may_not_is_told_who_may_in_good_words() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let refused = home.run(&person, &["news"]).expect(3);
    assert!(refused.err.contains("only an agent may"), "{refused:?}");
    let refused = home.run(&agent, &["freeze"]).expect(3);
    assert!(refused.err.contains("only a person may"), "{refused:?}");
}
