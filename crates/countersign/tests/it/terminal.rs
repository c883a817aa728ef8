//! How answers are written to pipes and programs.

use std::{io::Write, process::Stdio};

use crate::Home;

#[test]
fn a_reader_that_left_is_no_failure_and_the_exit_code_still_tells() {
    let home = Home::new();
    let (_, agent) = home.with_people();
    for (args, input, code) in [
        (&["check", "--jsonl"][..], "{\"id\":1,\"tool\":\"task.list_tasks\"}\n", 0),
        (&["call", "task.create_task", "--args", "-"], "{\"title\":\"x\"}", 7),
    ] {
        let mut command = home.command(&agent, args);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The reader is gone before anything is written: the command still waits for its input.
        drop(child.stdout.take());
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Home::new().command("", &["man"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"));
}

#[test]
fn into_a_pipe_json_is_one_line_and_text_has_no_colour() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#], 7);
    let json = home.run(&person, &["inbox", "--json"]).expect(0).out;
    assert_eq!(json.lines().count(), 1);
    let text = home.run(&person, &["inbox"]).expect(0).out;
    assert!(!text.contains('\u{1b}') && text.contains("codex suggests 1 change"), "{text}");
}

#[test]
fn h2_an_agents_words_cannot_move_the_cursor_or_pass_for_facts() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let title = r#"{"title":"a\u001b[2Jb\u202ec\nagent says: \"fine\""}"#;
    home.json(&agent, &["call", "task.create_task", "--args", title, "--summary", "ok\u{1b}[31m\u{202e}"], 7);
    let inbox = home.run(&person, &["inbox"]).expect(0).out;
    assert!(!inbox.contains('\u{1b}') && !inbox.contains('\u{202e}'), "{inbox:?}");
    let claims = inbox.lines().filter(|l| l.trim_start().starts_with("agent says:")).count();
    assert_eq!(claims, 1, "{inbox}");
}

#[test]
fn check_judges_many_lines_and_goes_on_after_bad_ones() {
    let home = Home::new();
    let (_, agent) = home.with_people();
    let lines = "{\"id\":1,\"tool\":\"task.list_tasks\",\"args\":{}}\n\
                 not json\n\
                 {\"id\":3,\"tool\":\"task.create_task\",\"args\":{\"title\":\"x\"}}\n\
                 {\"id\":4,\"tool\":\"no.such_tool\",\"args\":{}}\n";
    let ended = home.run_with(&agent, &["check", "--jsonl"], lines);
    let answers: Vec<serde_json::Value> =
        ended.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers.len(), 4, "{ended:?}");
    assert_eq!((&answers[0]["id"], &answers[0]["verdict"]), (&1.into(), &"proceed".into()));
    assert_eq!(answers[1]["error"]["code"], "usage");
    assert_eq!((&answers[2]["id"], &answers[2]["verdict"]), (&3.into(), &"ask".into()));
    assert_ne!(answers[3]["verdict"], "proceed");
    assert_eq!(ended.code, 2, "a line that is no call is wrong usage");
}

#[test]
fn check_of_one_call_runs_nothing() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let verdict =
        home.json(&agent, &["check", "--tool", "task.create_task", "--args", r#"{"title":"x"}"#], 0);
    assert_eq!((&verdict["class"], &verdict["verdict"]), (&"mutable".into(), &"ask".into()));
    assert_eq!(home.json(&person, &["inbox"], 0)["items"], serde_json::json!([]));
    home.run(&agent, &["check", "--args", "{}"]).expect(2);
}

#[test]
fn a_caller_that_waits_gets_the_answer_or_is_told_that_there_is_none() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let args = ["call", "task.create_task", "--args", r#"{"title":"x"}"#, "--wait", "--json"];
    let waiting = home.run(&agent, &[&args[..], &["--wait-s", "0"]].concat()).expect(7).json();
    assert_eq!(waiting["status"], "waiting");
    let id = waiting["item"]["id"].as_str().unwrap().to_owned();

    let other = ["call", "task.create_task", "--args", r#"{"title":"y"}"#, "--wait", "--json"];
    let child = home.command(&agent, &other).stdout(Stdio::piped()).spawn().unwrap();
    let second = loop {
        let items = home.json(&person, &["inbox"], 0)["items"].clone();
        let found =
            items.as_array().unwrap().iter().find(|i| i["id"] != id.as_str()).map(|i| i["id"].clone());
        if let Some(second) = found {
            break second.as_str().unwrap().to_owned();
        }
    };
    home.run(&person, &["show", &second]).expect(0);
    home.json(&person, &["confirm", &second], 0);
    let output = child.wait_with_output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &answer["status"]), (Some(0), &"done".into()), "{answer}");
    assert!(answer["receipt"]["undo_action"]["expected_event_id"].is_string(), "{answer}");
}
