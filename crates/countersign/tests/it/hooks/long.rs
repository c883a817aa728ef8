//! Commands that run for long: a person who says yes to one gets an answer, and it goes on.

use std::fs;

use serde_json::json;

use super::{Desk, output};
use crate::eventually;

/// A command that ends when the test says so, and some time after a test that has failed.
const LONG: &str = "echo out; n=0; until [ -e go ] || [ $n = 2000 ]; do sleep 0.05; n=$((n+1)); done; echo x > made; echo end";

impl Desk {
    /// The command that replaces one in the background, and its item.
    #[track_caller]
    fn in_background(&self, line: &str, id: &str) -> (String, String) {
        let input = json!({"command": line, "run_in_background": true});
        let told = self.before("claude-code", "Bash", &input, id);
        assert_eq!(told["updatedInput"]["run_in_background"], true, "{told}");
        let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned();
        let item = line.split(" exec ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        self.run(&["show", &item]).expect(0);
        (line, item)
    }

    /// The answer to a yes to one item.
    #[track_caller]
    fn confirmed(&self, item: &str, options: &[&str], code: i32) -> serde_json::Value {
        let told = self.run(&[&["confirm", item, "--json"], options].concat()).expect(code).json();
        told["results"][0].clone()
    }

    #[track_caller]
    fn status(&self, item: &str) -> serde_json::Value {
        self.run(&["status", item, "--json"]).expect(0).json()
    }
}

#[test]
fn d1_a_yes_to_a_command_in_the_background_is_answered_while_it_runs_and_its_end_is_told() {
    let desk = Desk::new();
    let (line, item) = desk.in_background(LONG, "t1");
    let told = desk.run(&["confirm", &item, "--yes"]).expect(7);
    assert!(told.out.contains("it runs; its receipt comes when it ends"), "{told:?}");
    assert!(told.out.contains("`countersign show i"), "{told:?}");
    assert_eq!(desk.status(&item)["status"], "applying");
    assert!(!desk.file("made").exists());
    let waiting = desk.shell(&line);
    fs::write(desk.file("go"), "").unwrap();
    let (code, out, _) = output(waiting);
    assert_eq!((code, out.as_str()), (0, "out\nend\n"));
    let ended = desk.status(&item);
    assert!(ended["status"] == "applied" && ended["receipt"]["id"].is_string(), "{ended}");
    assert!(desk.file("made").exists());
}

#[test]
fn e1_what_goes_on_after_the_answer_has_a_receipt_whose_undo_works() {
    let desk = Desk::new();
    fs::write(desk.file("go"), "").unwrap();
    let (line, item) = desk.in_background(LONG, "t1");
    let waiting = desk.shell(&line);
    eventually("it was rehearsed", || {
        let shown = desk.run(&["show", &item, "--json"]).expect(0).json();
        shown.to_string().contains("\"rehearsed\":true")
    });
    // Something has changed since: it is rehearsed once more when it lands, and that takes until the test says so.
    fs::remove_file(desk.file("go")).unwrap();
    assert_eq!(desk.confirmed(&item, &["--wait-s", "0"], 7)["status"], "applying");
    assert!(!desk.file("made").exists());
    fs::write(desk.file("go"), "").unwrap();
    let (code, out, err) = output(waiting);
    assert_eq!((code, out.as_str()), (0, "out\nend\n"), "{err}");
    let receipt = desk.status(&item)["receipt"].clone();
    desk.run(&["undo", receipt["id"].as_str().unwrap()]).expect(0);
    assert!(!desk.file("made").exists() && desk.file("go").exists());
}

#[test]
fn d1_programs_are_told_that_it_applies_and_wait_as_long_as_they_say() {
    let desk = Desk::new();
    let (_, item) = desk.in_background(LONG, "t1");
    let told = desk.confirmed(&item, &["--wait-s", "0"], 7);
    assert_eq!((&told["status"], &told["receipt"]), (&json!("applying"), &json!(null)), "{told}");
    // A second yes is none.
    let again = desk.confirmed(&item, &["--wait-s", "0"], 0);
    assert_eq!(
        (&again["status"], &again["same_answer"]),
        (&json!("already_decided"), &json!(true)),
        "{again}"
    );
    fs::write(desk.file("go"), "").unwrap();
    eventually("it has landed", || desk.status(&item)["status"] == "applied");
    // Who wants the receipt at once says how long they wait.
    let (_, item) = desk.in_background(&LONG.replace("made", "other"), "t2");
    let told = desk.confirmed(&item, &["--wait-s", "600"], 0);
    assert!(told["status"] == "applied" && told["receipt"]["id"].is_string(), "{told}");
}

#[test]
fn c3_of_several_confirmed_at_once_each_says_how_it_stands_and_all_are_carried_out() {
    let desk = Desk::new();
    fs::write(desk.file("go"), "").unwrap();
    let lines = ["one", "two"].map(|name| LONG.replace("made", name));
    let asked = [desk.in_background(&lines[0], "t1"), desk.in_background(&lines[1], "t2")];
    let waiting: Vec<_> = asked.iter().map(|(line, _)| desk.shell(line)).collect();
    let mut set = String::new();
    for (_, item) in &asked {
        eventually("it was rehearsed", || {
            let shown = desk.run(&["show", item, "--json"]).expect(0).json();
            set = shown["item"]["change_set"].as_str().unwrap_or_else(|| panic!("{shown}")).to_owned();
            shown.to_string().contains("\"rehearsed\":true")
        });
    }
    fs::remove_file(desk.file("go")).unwrap();
    let told = desk.run(&["confirm-all", &set, "--wait-s", "0", "--json"]).expect(7).json();
    let results = told["results"].as_array().unwrap();
    assert!(results.len() == 2, "{told}");
    for one in results {
        let (status, said) = (one["status"].as_str().unwrap(), one["message"].as_str().unwrap());
        let word = match status {
            "applying" => "it runs",
            "confirmed" => "has its turn",
            other => panic!("{other}: {told}"),
        };
        assert!(said.contains(word), "{told}");
    }
    fs::write(desk.file("go"), "").unwrap();
    for shell in waiting {
        assert_eq!(output(shell).0, 0);
    }
    assert!(desk.file("one").exists() && desk.file("two").exists());
}

#[test]
fn d1_a_command_that_is_over_at_once_is_answered_with_its_receipt() {
    let desk = Desk::new();
    let (_, item) = desk.in_background("echo x > made", "t1");
    let told = desk.confirmed(&item, &[], 0);
    assert!(told["status"] == "applied" && told["receipt"]["id"].is_string(), "{told}");
}
