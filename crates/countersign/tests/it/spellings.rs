//! One command for what several did, and the older spellings, which go on working.

use serde_json::{Value, json};

use crate::Home;

fn id(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no id")).to_owned()
}

fn propose(home: &Home, agent: &str, title: &str) -> String {
    let args = json!({"title": title}).to_string();
    id(&home.json(agent, &["call", "task.create_task", "--args", &args], 7)["item"]["id"])
}

#[test]
fn h8_undo_takes_back_a_rejection_until_its_agent_knows_and_then_lets_it_propose_again() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let item = propose(&home, &agent, "one");
    home.run(&person, &["reject", &item]).expect(0);
    let undone = |item: &str| home.run(&person, &["undo", item]).expect(0).out;
    home.run(&person, &["undo", &item, "--json"]).expect(4);
    assert!(undone(&item).contains("Pending again"), "a script undoes what landed, and nothing else");
    assert_eq!(home.json(&person, &["inbox"], 0)["items"][0]["status"], "pending");

    home.run(&person, &["reject", &item]).expect(0);
    assert_eq!(home.json(&agent, &["show", &item], 0)["status"], "rejected", "now its agent knows");
    assert!(undone(&item).contains("again"), "it may be proposed again");
    let again = propose(&home, &agent, "one");
    assert_ne!(again, item);

    home.run(&person, &["show", &again]).expect(0);
    home.run(&person, &["confirm", &again]).expect(0);
    assert!(undone(&again).contains("Undo: "), "what landed is undone");
    home.run(&agent, &["undo", &again]).expect(3);
}

#[test]
fn h8_undo_takes_back_a_whole_run_and_an_answer() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.with_task(&person, &agent, "Fix login");
    let run = id(&home.json(&person, &["run", "list"], 0)["runs"][0]["id"]);
    home.run(&person, &["undo", &run]).expect(0);
    let tasks = home.json(&agent, &["call", "task.list_tasks", "--args", "{}"], 0);
    assert_eq!(tasks["result"]["tasks"], json!([]), "{tasks}");
    let asked = home.json(&agent, &["ask", "Which?", "--choices", "left,right"], 7);
    let question = id(&asked["id"]);
    home.run(&person, &["answer", &question, "left"]).expect(0);
    assert_eq!(home.json(&person, &["undo", &question], 0)["status"], "taken_back");
}

#[test]
fn h8_log_shows_what_four_commands_showed() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.with_task(&person, &agent, "Fix login");
    for (now, before) in [
        (&["log"][..], &["receipts"][..]),
        (&["log", "--decisions"], &["history"]),
        (&["log", "--calls"], &["audit", "log"]),
        (&["log", "--limit", "1"], &["receipts", "--limit", "1"]),
    ] {
        assert_eq!(home.json(&person, now, 0), home.json(&person, before, 0), "{now:?}");
    }
    let new = home.json(&person, &["log", "--new"], 0);
    assert_eq!(new.as_object().unwrap().keys().len(), {
        home.json(&person, &["since"], 0).as_object().unwrap().keys().len()
    });
    let wrong = home.run(&person, &["log", "--tool", "task.create_task"]).expect(2);
    assert!(wrong.err.contains("--tool goes with --calls"), "{wrong:?}");
    home.run(&person, &["log", "--calls", "--tool", "task.create_task"]).expect(0);
    home.run(&person, &["log", "--calls", "--decisions"]).expect(2);
    home.run(&agent, &["log", "--decisions"]).expect(3);
}

#[test]
fn h8_pause_and_resume_take_a_run() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let run = id(&home.json(&agent, &["run", "start"], 0)["id"]);
    home.run(&agent, &["pause", &run]).expect(3);
    let paused = home.run(&person, &["pause", &run, "--reason", "a moment"]).expect(0).out;
    assert!(paused.contains("a moment"), "{paused}");
    let list = ["call", "task.list_tasks"];
    assert_eq!(home.json(&agent, &list, 3)["why"]["row"], "paused");
    home.run(&agent, &["resume", &run]).expect(3);
    home.run(&person, &["resume", &run]).expect(0);
    home.run(&agent, &list).expect(0);
    // Nothing of it counts down.
    let item = propose(&home, &agent, "one");
    for word in ["pause", "hold"] {
        home.run(&person, &[word, &item]).expect(4);
    }
    home.run(&person, &["pause", &item, "--reason", "x"]).expect(2);
    home.run(&person, &["resume", &item]).expect(2);
}

#[test]
fn h8_show_tells_an_agent_how_its_proposal_stands_and_status_lists_what_waits() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let item = propose(&home, &agent, "one");
    assert_eq!(home.json(&agent, &["show", &item], 0), home.json(&agent, &["status", &item], 0));
    assert_eq!(home.json(&person, &["show", &item], 0)["kind"], "item");
    assert_eq!(home.json(&person, &["status"], 0), home.json(&person, &["inbox"], 0));
    let set = id(&home.json(&person, &["inbox"], 0)["items"][0]["change_set"]);
    home.run(&agent, &["show", &set]).expect(3);
}

#[test]
fn h8_older_spellings_go_on_working() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let item = propose(&home, &agent, "one");
    home.run(&person, &["reject", &item]).expect(0);
    assert_eq!(home.json(&person, &["withdraw", &item], 0)["results"][0]["status"], "withdrawn");
    home.run(&person, &["reject", &item]).expect(0);
    assert_eq!(home.json(&person, &["lift", &item], 0)["results"][0]["status"], "lifted");
    assert_eq!(home.json(&agent, &["status", &item], 0)["status"], "rejected");
    let set = id(
        &home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"two"}"#], 7)["change_set"]["id"],
    );
    home.run(&person, &["show", &set]).expect(0);
    home.run(&person, &["confirm-all", &set]).expect(0);
    let further = json!({"title": "three"}).to_string();
    let set =
        id(&home.json(&agent, &["call", "task.create_task", "--args", &further], 7)["change_set"]["id"]);
    home.run(&person, &["dismiss", &set]).expect(0);
    for words in [&["receipts"][..], &["history"], &["since"], &["audit", "log"]] {
        home.run(&person, words).expect(0);
    }
}
