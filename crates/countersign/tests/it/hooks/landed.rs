//! What landed behind hooks: the agent is told the receipt where it reads news, and proposes the undo with it.

use std::fs;

use serde_json::json;

use super::{Desk, output};
use crate::{eventually, rehearsal::has_means};

impl Desk {
    /// What the next hook tells beside a call that writes nothing yet.
    #[track_caller]
    fn beside(&self, id: &str) -> String {
        let told = self.before("claude-code", "Bash", &json!({"command": format!("touch {id}")}), id);
        assert_eq!(told["permissionDecision"], "allow", "{told}");
        told["additionalContext"].as_str().unwrap_or_default().to_owned()
    }

    /// The item that waits for a tool.
    #[track_caller]
    fn waiting_for(&self, tool: &str) -> String {
        let mut item = String::new();
        eventually("it is proposed", || {
            let inbox = self.run(&["inbox", "--json"]).expect(0).json();
            let items = inbox["items"].as_array().unwrap();
            let found = items.iter().find(|item| item["tool"] == tool);
            item = found.map(|item| item["id"].as_str().unwrap().to_owned()).unwrap_or_default();
            !item.is_empty()
        });
        item
    }

    #[track_caller]
    fn receipt_of(&self, item: &str) -> String {
        let shown = self.run(&["show", item, "--json"]).expect(0).json();
        shown["item"]["receipt"].as_str().unwrap_or_else(|| panic!("{shown}")).to_owned()
    }
}

impl Desk {
    /// Confirms a command as its rehearsal shows it.
    #[track_caller]
    fn confirm_rehearsed(&self, item: &str) {
        eventually("it is rehearsed", || {
            let shown = self.run(&["show", item, "--json"]).expect(0).json();
            shown["item"]["reversal"]["tier"] == "exact"
        });
        self.confirm(item);
    }

    /// Runs a command behind the gate with a person's yes; returns its item.
    #[track_caller]
    fn landed(&self, line: &str) -> String {
        let (line, item) = self.rewritten("claude-code", line, "t1");
        let waiting = self.shell(&line);
        self.confirm_rehearsed(&item);
        assert_eq!(output(waiting), (0, String::new(), String::new()), "the command's own output alone");
        item
    }
}

#[test]
fn e15_the_next_hook_tells_the_receipt_of_a_command_once_and_its_agent_proposes_the_undo_with_it() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let item = desk.landed("echo x >> log");
    let receipt = desk.receipt_of(&item);
    let told = desk.beside("t2");
    assert!(told.contains(&receipt) && told.lines().count() == 1, "{told}");
    assert_eq!(desk.beside("t3"), "", "once");
    let undo = told.split("). ").nth(1).and_then(|rest| rest.split(" proposes").next()).unwrap();
    let own = desk.before("claude-code", "Bash", &json!({"command": undo}), "t4");
    assert_eq!((&own["permissionDecision"], own.get("updatedInput")), (&json!("allow"), None), "{own}");
    let waiting = desk.shell(undo);
    let proposed = desk.waiting_for("countersign.undo");
    assert!(desk.file("log").exists(), "nothing is taken back before a yes");
    desk.confirm(&proposed);
    let (code, out, err) = output(waiting);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains(&format!("{proposed} is applied")), "{err}");
    assert!(!desk.file("log").exists());
    // The undo of an undo is for people; what was taken back is not offered again.
    assert_eq!(desk.beside("t5"), "");
}

#[test]
fn e15_a_no_to_the_undo_leaves_everything_and_reaches_the_agent() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.landed("echo x >> log");
    let told = desk.beside("t2");
    let undo = told.split("). ").nth(1).and_then(|rest| rest.split(" proposes").next()).unwrap();
    let waiting = desk.shell(undo);
    let proposed = desk.waiting_for("countersign.undo");
    desk.run(&["reject", &proposed, "--reason", "we need it"]).expect(0);
    let (code, _, err) = output(waiting);
    assert!(code == 3 && err.contains("we need it"), "{code} {err}");
    assert!(desk.file("log").exists());
    // A receipt that is another agent's is none for this one.
    let others = undo.replace("--agent claude-code", "--agent codex");
    assert_ne!(output(desk.shell(&others)).0, 0);
    assert!(desk.file("log").exists());
}

#[test]
fn e15_what_was_undone_before_it_was_told_is_news_and_no_offer() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let item = desk.landed("echo x >> log");
    desk.run(&["undo", &desk.receipt_of(&item)]).expect(0);
    let told = desk.beside("t2");
    assert!(told.contains("undone by") && !told.contains("proposes to take it back"), "{told}");
}

#[test]
fn e15_a_written_file_is_told_with_its_receipt_by_the_next_hook() {
    let desk = Desk::new();
    let input = json!({"file_path": desk.file("a.txt"), "content": "after\n"});
    desk.before("claude-code", "Write", &input, "t1");
    desk.confirm(&desk.waiting_for("agent.write"));
    let told = desk.before("claude-code", "Write", &input, "t2");
    assert_eq!(told["permissionDecision"], "allow", "{told}");
    assert!(!told.to_string().contains("proposes to take it back"), "it has not written yet: {told}");
    fs::write(desk.file("a.txt"), "after\n").unwrap();
    let post = desk.event("PostToolUse", "Write", &input, "t2");
    crate::ended(desk.command(&["hook", "run", "claude-code"]), &post).expect(0);
    let receipts = desk.run(&["receipts", "--json"]).expect(0).json();
    let told = desk.beside("t3");
    assert!(told.contains(receipts["receipts"][0]["id"].as_str().unwrap()), "{told}");
}

#[test]
fn e15_an_agent_whose_hooks_cannot_tell_it_reads_the_receipt_beside_the_output() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let program = env!("CARGO_BIN_EXE_countersign");
    let line = "exec --agent goose --wait-s 50 --line 'echo out; echo x >> log'";
    let home = desk.home.path();
    let line = format!("COUNTERSIGN_HOME='{}' {program} {line}", home.display());
    let waiting = desk.shell(&line);
    let item = desk.waiting_for("shell.run");
    desk.confirm_rehearsed(&item);
    let (code, out, err) = output(waiting);
    assert_eq!((code, out.as_str()), (0, "out\n"), "{err}");
    assert!(err.contains(&desk.receipt_of(&item)) && err.lines().count() == 1, "{err}");
}
