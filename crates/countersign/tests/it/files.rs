//! Files on the command line: later changes block an undo, and a rollback resumes where it stopped.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

use crate::{Ended, Home};

/// A workspace, and an agent whose writes a person confirms.
struct Desk {
    home: Home,
    person: String,
    agent: String,
    run: String,
}

impl Desk {
    fn new() -> Self {
        let home = Home::new();
        let (person, agent) = home.with_people();
        fs::create_dir(home.dir.path().join("workspace")).unwrap();
        let mut desk = Self { home, person, agent, run: String::new() };
        let run = desk.run(&desk.agent, &["run", "start", "--subject", "notes", "--json"]).expect(0).json();
        desk.run = run["id"].as_str().unwrap().to_owned();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.dir.path().join("workspace").join(name)
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    fn run(&self, token: &str, args: &[&str]) -> Ended {
        let mut command = self.home.command(token, args);
        command.current_dir(self.path(""));
        crate::ended(command, "")
    }

    fn json(&self, args: &[&str], code: i32) -> Value {
        self.run(&self.person, &[args, &["--json"]].concat()).expect(code).json()
    }

    /// Proposes a call and confirms it; returns the receipt's id.
    #[track_caller]
    fn land(&self, tool: &str, args: &Value) -> String {
        let args = args.to_string();
        let call = ["call", tool, "--args", &args, "--run", &self.run, "--json"];
        let call = self.run(&self.agent, &call).expect(7).json();
        let item = call["item"]["id"].as_str().unwrap();
        self.run(&self.person, &["show", item]).expect(0);
        let done = self.json(&["confirm", item], 0);
        done["results"][0]["receipt"]["id"].as_str().unwrap_or_else(|| panic!("{done}")).to_owned()
    }

    #[track_caller]
    fn write(&self, name: &str, text: &str) -> String {
        self.land("filesystem.write_file", &json!({"path": name, "content": text}))
    }
}

#[test]
fn e3_an_undo_of_a_file_that_drifted_is_refused_with_the_difference() {
    let desk = Desk::new();
    desk.put("plan.md", "old plan\n");
    let receipt = desk.write("plan.md", "new plan\nstep one\n");
    desk.put("plan.md", "new plan\nstep one\nadded by hand\n");

    let refused = desk.json(&["undo", &receipt], 4);
    assert_eq!(refused["status"], "stale");
    let difference = refused["difference"].as_str().unwrap_or_else(|| panic!("{refused}"));
    assert!(difference.contains("+added by hand"), "{difference}");
    assert!(refused["message"].as_str().unwrap().contains("plan.md changed since"), "{refused}");
    assert_eq!(desk.text("plan.md").unwrap(), "new plan\nstep one\nadded by hand\n");
    let shown = desk.run(&desk.person, &["undo", &receipt]).expect(4);
    assert!([shown.out, shown.err].concat().contains("+added by hand"));

    desk.put("plan.md", "new plan\nstep one\n");
    assert_eq!(desk.json(&["undo", &receipt], 0)["status"], "undone", "what stood in the way is gone");
    assert_eq!(desk.text("plan.md").unwrap(), "old plan\n");
}

#[test]
fn e3_an_undo_whose_name_is_taken_is_refused_and_touches_nothing() {
    let desk = Desk::new();
    desk.put("a.txt", "a\n");
    let receipt = desk.land("filesystem.move_file", &json!({"from": "a.txt", "to": "b.txt"}));
    desk.put("a.txt", "somebody else's\n");
    let refused = desk.json(&["undo", &receipt], 4);
    assert!(refused["message"].as_str().unwrap().contains("is taken"), "{refused}");
    assert_eq!(desk.text("a.txt").unwrap(), "somebody else's\n");
    assert_eq!(desk.text("b.txt").unwrap(), "a\n");
}

#[test]
fn e5_a_rollback_that_fails_half_way_says_so_and_is_resumed() {
    let desk = Desk::new();
    desk.put("first.txt", "1\n");
    desk.put("gone.txt", "kept in the trash\n");
    desk.write("first.txt", "one\n");
    let second = desk.write("second.txt", "two\n");
    desk.land("filesystem.delete_file", &json!({"path": "gone.txt"}));
    desk.write("first.txt", "uno\n");
    desk.put("second.txt", "two, and more\n");

    let partial = desk.json(&["run", "rollback", &desk.run], 4);
    assert_eq!(partial["status"], "partial", "{partial}");
    let remaining = partial["remaining"].as_array().unwrap();
    assert_eq!(remaining.len(), 1, "{partial}");
    assert_eq!(remaining[0]["receipt"], second.as_str());
    assert!(remaining[0]["reason"].as_str().unwrap().contains("second.txt changed since"), "{partial}");
    assert_eq!(desk.text("first.txt").unwrap(), "1\n", "touched twice, back whole");
    assert_eq!(desk.text("gone.txt").unwrap(), "kept in the trash\n");
    assert_eq!(desk.text("second.txt").unwrap(), "two, and more\n");

    desk.put("second.txt", "two\n");
    let done = desk.json(&["run", "rollback", &desk.run], 0);
    assert_eq!((&done["status"], done["undone"].as_array().unwrap().len()), (&json!("rolled_back"), 1));
    assert_eq!(desk.text("second.txt"), None);
    assert_eq!(desk.text("first.txt").unwrap(), "1\n", "what was back stays as it is");
    let verified = desk.run("", &["audit", "verify", "--json"]).expect(0).json();
    assert_eq!(verified["ok"], true);
}

#[test]
fn e4_an_effect_that_was_undone_and_redone_can_be_undone_again() {
    let desk = Desk::new();
    desk.put("plan.md", "old\n");
    let receipt = desk.write("plan.md", "new\n");
    let undo = desk.json(&["undo", &receipt], 0)["receipt"]["id"].as_str().unwrap().to_owned();
    assert_eq!(desk.text("plan.md").unwrap(), "old\n");
    desk.json(&["undo", &undo], 0);
    assert_eq!(desk.text("plan.md").unwrap(), "new\n");
    assert_eq!(desk.json(&["undo", &receipt], 0)["status"], "undone");
    assert_eq!(desk.text("plan.md").unwrap(), "old\n");
}

#[test]
fn e5_a_run_of_which_something_was_undone_and_redone_rolls_back_whole() {
    let desk = Desk::new();
    desk.put("plan.md", "old\n");
    let receipt = desk.write("plan.md", "new\n");
    let undo = desk.json(&["undo", &receipt], 0)["receipt"]["id"].as_str().unwrap().to_owned();
    let redo = desk.json(&["undo", &undo], 0)["receipt"]["id"].as_str().unwrap().to_owned();
    desk.json(&["undo", &redo], 0);
    assert_eq!(desk.text("plan.md").unwrap(), "old\n");
    let status = |value: &Value| value["status"].as_str().unwrap().to_owned();
    assert_eq!(status(&desk.json(&["undo", &receipt], 4)), "already_undone");
    assert_eq!(status(&desk.json(&["run", "rollback", &desk.run], 0)), "nothing_to_do");
}

#[test]
fn b6_another_content_of_the_same_length_is_another_proposal() {
    let desk = Desk::new();
    let item = |text: &str| {
        let args = json!({"path": "a.txt", "content": text}).to_string();
        let call = ["call", "filesystem.write_file", "--args", &args, "--run", &desk.run, "--json"];
        desk.run(&desk.agent, &call).expect(7).json()["item"]["id"].clone()
    };
    assert_ne!(item("one\n"), item("two\n"));
    assert_eq!(item("one\n"), item("one\n"));
}

#[test]
fn d2_a_stale_item_says_on_the_command_line_what_to_do_next() {
    let desk = Desk::new();
    desk.put("plan.md", "old\n");
    let args = json!({"path": "plan.md", "content": "new\n"}).to_string();
    let call = ["call", "filesystem.write_file", "--args", &args, "--run", &desk.run, "--json"];
    let call = desk.run(&desk.agent, &call).expect(7).json();
    let item = call["item"]["id"].as_str().unwrap();
    desk.run(&desk.person, &["show", item]).expect(0);
    desk.put("plan.md", "mine\n");
    let refused = desk.run(&desk.person, &["confirm", item]).expect(4);
    assert!(format!("{refused:?}").contains("plan.md"), "{refused:?}");
    let next = format!("countersign refresh {}", item.split('-').next().unwrap());
    let shown = desk.run(&desk.person, &["show", item]).expect(0);
    assert!(shown.out.contains(&next), "{shown:?}");
    desk.run(&desk.person, &["refresh", item]).expect(0);
    desk.run(&desk.person, &["show", item]).expect(0);
    desk.run(&desk.person, &["confirm", item]).expect(0);
    assert_eq!(desk.text("plan.md").as_deref(), Some("new\n"));
}
