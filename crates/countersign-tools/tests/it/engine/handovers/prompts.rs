//! Agents that ask for permission themselves, beside or in place of a hook, and then act themselves.

use super::*;

impl Desk {
    /// Returns the answer to an agent's own permission request.
    #[track_caller]
    fn prompt(&self, tool: &str, input: Value, id: &str) -> Value {
        let asked = json!({"tool_name": tool, "input": input, "tool_use_id": id, "runs_itself": true, "after_hook": true});
        self.done(&codex(), "handover.ask", asked)
    }
}

#[test]
fn a13_a_command_that_the_agent_runs_itself_is_not_held_to_its_text_and_is_asked_about() {
    let desk = Desk::new();
    desk.put("a.txt", "x");
    for (n, line) in ["ls", "cat a.txt", "grep x a.txt"].into_iter().enumerate() {
        let told = desk.prompt("Bash", json!({"command": line}), &format!("r{n}"));
        assert_eq!((&told["decision"], told.get("updated_input")), (&json!("allow"), None), "{line}");
    }
    for (n, line) in
        ["cat $x", "git status", "touch b", "cat .env", "rm a.txt", "ls; rm a.txt"].into_iter().enumerate()
    {
        let told = desk.prompt("Bash", json!({"command": line}), &format!("w{n}"));
        assert_eq!(told["decision"], "held", "{line}: {told}");
    }
    let asked = json!({"command": "touch c"});
    let item = text(&desk.prompt("Bash", asked.clone(), "t1"), "item");
    desk.confirm(&item);
    assert!(desk.holds("c").is_none(), "the gate does not run it");
    assert_eq!(desk.prompt("Bash", asked.clone(), "t1")["decision"], "allow");
    assert_eq!(desk.prompt("Bash", asked, "t1")["decision"], "deny", "it is allowed once");
    let receipt = desk.receipt(&item);
    assert!(receipt["undo_action"].is_null() && receipt["irreversible_reason"].is_string(), "{receipt}");
}

#[test]
fn what_a_hook_was_told_holds_once_for_the_permission_request_of_the_same_call() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let path = desk.file("a.txt");
    let edit = json!({"file_path": path, "old_string": "one", "new_string": "two"});
    let item = desk.held("Edit", edit.clone(), "t1");
    // Nobody has answered the hook yet: the request is no shortcut.
    let whole = json!({"file_path": path, "content": "two\n"});
    let early = desk.call(
        &codex(),
        "handover.ask",
        json!({"tool_name": "Write", "input": whole, "tool_use_id": "t1",
        "after_hook": true}),
    );
    assert_eq!(early.unwrap_err().code, ErrorCode::Conflict);
    desk.confirm(&item);
    assert_eq!(desk.ask("Edit", edit.clone(), "t1")["decision"], "allow");
    // Another file is another call.
    let other = json!({"file_path": desk.file("b.txt"), "content": "x"});
    let asked = json!({"tool_name": "Write", "input": other, "tool_use_id": "t1", "after_hook": true});
    assert_eq!(desk.call(&codex(), "handover.ask", asked).unwrap_err().code, ErrorCode::Conflict);
    let told = desk.prompt("Write", whole.clone(), "t1");
    assert_eq!((&told["decision"], &told["item"]), (&json!("allow"), &json!(item)));
    let again = json!({"tool_name": "Write", "input": whole, "tool_use_id": "t1", "after_hook": true});
    assert_eq!(desk.call(&codex(), "handover.ask", again).unwrap_err().code, ErrorCode::Conflict);
}

#[test]
fn what_an_agent_says_that_it_did_unasked_is_in_the_log_and_judges_nothing() {
    let desk = Desk::new();
    let noted = json!({"tool_use_id": "u1", "title": "curl -H 'Authorization: Bearer ghp_abcdefghijklmnopqrstuvwxyz0123456789' x",
        "kind": "execute", "paths": ["/w/x"]});
    desk.done(&codex(), "handover.note", noted.clone());
    assert!(desk.call(&ana(), "handover.note", noted).is_err(), "only agents say so");
    let log = desk.done(&ana(), "audit.log", json!({})).to_string();
    assert!(log.contains("handover.note") && log.contains("/w/x"), "{log}");
    assert!(!log.contains("ghp_abcdefghijklmnop"), "{log}");
}
