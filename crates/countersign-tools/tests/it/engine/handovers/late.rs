//! Tests commands of agents with hooks that are repeated after a late yes.

use super::*;

#[test]
fn b6_a_command_that_is_repeated_after_a_late_yes_is_the_item_that_was_decided() {
    let desk = Desk::new();
    let input = json!({"command": "echo x >> a.txt"});
    let told = desk.ask("Bash", input.clone(), "t1");
    let item = text(&told, "item");
    assert_eq!(desk.confirm(&item)["status"], "applied");
    let again = desk.ask("Bash", input.clone(), "t2");
    assert_eq!((&again["decision"], text(&again, "item")), (&json!("allow"), item.clone()), "{again}");
    assert!(text(&again["updated_input"], "command").contains(&format!("exec {item} ")), "{again}");
    // What `exec` does: nothing happens once more.
    let ended = desk.done(&codex(), "handover.exec", json!({"id": item}));
    assert_eq!((&ended["status"], &ended["result"]["exit_code"]), (&json!("applied"), &json!(0)), "{ended}");
    assert_eq!(desk.holds("a.txt").as_deref(), Some("x\n"));
    // Now it has heard of it.
    let third = desk.ask("Bash", input, "t3");
    assert_ne!(text(&third, "item"), item);
}

#[test]
fn b6_a_patch_that_the_agent_applies_itself_is_allowed_once_and_not_answered_by_a_result() {
    let desk = Desk::new();
    desk.put("a.txt", "before");
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    let item = desk.held("Write", input.clone(), "t1");
    desk.confirm(&item);
    desk.put("a.txt", "something else");
    // The yes was for a file that stood otherwise: a person is asked again.
    let again = desk.ask("Write", input, "t2");
    assert_eq!(again["decision"], "held", "{again}");
    assert_ne!(text(&again, "item"), item);
}
