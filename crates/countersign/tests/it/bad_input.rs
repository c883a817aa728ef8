//! Wrong input: a clear message, the right exit code, nothing half-written.

use crate::Home;

#[test]
fn an_unknown_command_is_wrong_usage_and_the_nearest_is_named() {
    let home = Home::new();
    let ended = home.run("", &["confrim", "i1"]).expect(2);
    assert!(ended.err.contains("confirm"), "{}", ended.err);
    assert!(ended.out.is_empty());
    assert!(!home.path().exists(), "wrong usage must not make a home");
}

#[test]
fn wrong_usage_with_json_is_a_problem_on_standard_output() {
    let home = Home::new();
    for args in [
        &["confrim", "--json"][..],
        &["confirm", "--json"],
        &["--json"],
        &["inbox", "--json", "--limit", "x"],
    ] {
        let ended = home.run("", args).expect(2);
        let problem = ended.json();
        assert_eq!(problem["code"], "usage", "{args:?}");
        assert_eq!(problem["type"], "about:blank");
        assert!(!problem["detail"].as_str().unwrap().is_empty());
        assert!(ended.err.is_empty(), "{}", ended.err);
    }
}

#[test]
fn json_that_does_not_parse_is_told_with_its_place() {
    let home = Home::new();
    let ended = home.run("", &["call", "task.set_title", "--args", r#"{"title": "x""#]).expect(2);
    assert!(ended.err.contains("line 1 column 13"), "{}", ended.err);
    assert!(ended.err.contains("hint:"), "{}", ended.err);
}

#[test]
fn arguments_may_come_from_a_file_or_from_standard_input() {
    let home = Home::new();
    let (_, agent) = home.with_people();
    home.write("args.json", r#"{"title": "from a file"}"#);
    let at = format!("@{}", home.path().join("args.json").display());
    let call = home.json(&agent, &["call", "task.create_task", "--args", &at], 7);
    assert_eq!(call["item"]["args"]["title"], "from a file");
    let piped = home.run_with(
        &agent,
        &["call", "task.create_task", "--args", "-", "--json"],
        r#"{"title": "piped"}"#,
    );
    assert_eq!(piped.expect(7).json()["item"]["args"]["title"], "piped");
}

#[test]
fn an_unknown_tool_is_not_found_and_the_nearest_is_named() {
    let home = Home::new();
    let (_, agent) = home.with_people();
    let ended = home.run(&agent, &["call", "task.set_titel", "--args", "{}"]).expect(5);
    assert!(ended.err.contains("task.set_title"), "{}", ended.err);
}

#[test]
fn b4_arguments_that_break_the_schema_never_reach_a_person() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let args = r#"{"title": 7}"#;
    let ended = home.run(&agent, &["call", "task.create_task", "--args", args]).expect(2);
    assert!(format!("{}{}", ended.out, ended.err).contains("title"), "{ended:?}");
    assert_eq!(home.json(&person, &["inbox"], 0)["items"], serde_json::json!([]));
}

#[test]
fn an_unknown_id_is_not_found_in_every_command_that_takes_one() {
    let home = Home::new();
    let (person, _) = home.with_people();
    for args in
        [&["show", "i99"][..], &["confirm", "i99"], &["reject", "i99"], &["defer", "i99"], &["undo", "rc99"]]
    {
        let ended = home.run(&person, args).expect(5);
        assert!(ended.err.contains("99"), "{args:?}: {ended:?}");
    }
}

#[test]
fn a_witness_that_cannot_be_used_is_told() {
    let home = Home::new();
    home.with_people();
    home.run("", &["audit", "verify", "--witness", "/nowhere/at/all"]).expect(5);
    home.write("witness", "{\"seq\": 1}\n");
    let witness = home.path().join("witness");
    let ended = home.run("", &["audit", "verify", "--witness", witness.to_str().unwrap()]).expect(2);
    assert!(ended.err.contains("line 1"), "{}", ended.err);
}

#[test]
fn waiting_and_going_on_exclude_each_other() {
    let home = Home::new();
    home.run("", &["call", "task.list_tasks", "--wait", "--queue"]).expect(2);
    home.run("", &["call", "task.list_tasks", "--wait-s", "5"]).expect(2);
}

#[test]
fn an_unknown_word_for_a_choice_lists_the_known_ones() {
    let home = Home::new();
    let ended = home.run("", &["confirm", "i1", "--always", "sometimes"]).expect(2);
    assert!(ended.err.contains("forever"), "{}", ended.err);
}

#[test]
fn several_ids_are_several_results_and_the_worst_is_the_exit_code() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let call = home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#], 7);
    let id = call["item"]["id"].as_str().unwrap();
    home.run(&person, &["show", id]).expect(0);
    let results = home.json(&person, &["confirm", "i99", id], 5)["results"].clone();
    assert_eq!(results[0]["item"], "i99");
    assert_eq!(results[0]["status"], "not_found");
    assert_eq!(results[1]["status"], "applied", "a failure does not stop what comes after it");
    let one = home.json(&person, &["confirm", id], 0);
    assert_eq!(one["results"][0]["status"], "already_decided", "one id gives a list, too");
}

#[test]
fn h7_several_ids_are_a_yes_to_several_and_leave_out_what_needs_its_own() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    std::fs::write(home.dir.path().join("del.txt"), "precious\n").unwrap();
    let propose = |tool: &str, args: serde_json::Value| {
        let call = home.json(&agent, &["call", tool, "--args", &args.to_string()], 7);
        home.run(&person, &["show", call["item"]["change_set"].as_str().unwrap()]).expect(0);
        call["item"]["id"].as_str().unwrap().to_owned()
    };
    let write = |path: &str, text: &str| {
        propose("filesystem.write_file", serde_json::json!({"path": path, "content": text}))
    };
    let plain = write("p.txt", "hello\n");
    let deletes = propose("filesystem.delete_file", serde_json::json!({"path": "del.txt"}));
    let unopened = write("q.txt", &"x\n".repeat(60));
    let secret = write("s.txt", &format!("password = \"{}\"\n", "kT9x".repeat(6)));
    let all = [plain.as_str(), &deletes, &unopened, &secret];
    let several = home.run(&person, &[&["confirm"], &all[..], &["--json"]].concat()).json();
    let statuses: Vec<&str> = (0..4).map(|n| several["results"][n]["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["applied", "left_out", "left_out", "left_out"], "{several}");
    assert!(home.dir.path().join("del.txt").exists());
    home.run(&person, &["confirm", &unopened, &secret, "--always", "1h"]).expect(2);
    home.run(&person, &["show", &unopened]).expect(0);
    assert_eq!(home.json(&person, &["confirm", &unopened], 0)["results"][0]["status"], "applied");
}

#[test]
fn c2_what_was_never_shown_cannot_be_confirmed() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let call = home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#], 7);
    let id = call["item"]["id"].as_str().unwrap();
    home.run(&person, &["confirm", id]).expect(4);
}

#[test]
fn ids_may_be_shortened() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let call = home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#], 7);
    let id = call["item"]["id"].as_str().unwrap();
    let short = id.split('-').next().unwrap();
    let shown = home.run(&person, &["show", short]).expect(0);
    assert!(shown.out.contains(&format!("confirm {short}")), "{}", shown.out);
    assert_eq!(home.json(&person, &["defer", short], 0)["results"][0]["item"], id);
}

#[test]
fn c1_an_agent_cannot_decide_and_its_attempt_is_in_the_log() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let call = home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#], 7);
    let id = call["item"]["id"].as_str().unwrap();
    let refused = home.json(&agent, &["confirm", id], 3);
    assert_eq!(refused["results"][0]["status"], "refused");
    let log = home.run(&person, &["audit", "export"]).expect(0).out;
    let mut events = log.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
    let tried = |e: serde_json::Value| {
        e["op"] == "item.confirm" && e["actor"] == "agent:codex" && e["status"] == "refused"
    };
    assert!(events.any(tried), "{log}");
}

#[test]
fn without_a_token_a_home_that_has_tokens_is_closed() {
    let home = Home::new();
    let (_, _) = home.with_people();
    let problem = home.json("", &["inbox"], 3);
    assert_eq!(problem["code"], "unauthenticated");
    home.run("csp_wrong", &["inbox"]).expect(3);
    home.run("", &["token", "person", "mallory"]).expect(3);
}
