//! Agents that ask about several changes at once: a person says yes to all, and the agent makes one after the other.

use super::*;

const LINES: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

/// Returns the input of a patch that replaces one line of `a.txt` by another.
fn patch(old: &str, new: &str) -> Value {
    json!({"command": format!("*** Begin Patch\n*** Update File: a.txt\n@@\n-{old}\n+{new}\n*** End Patch")})
}

impl Desk {
    /// Replaces a text in a file, as an agent does it, and reports that.
    #[track_caller]
    fn makes(&self, name: &str, old: &str, new: &str, id: &str) {
        let text = self.holds(name).unwrap();
        assert!(text.contains(old), "{text}");
        self.put(name, &text.replacen(old, new, 1));
        let found = self.done(&codex(), "handover.finish", json!({"tool_use_id": id}));
        assert_eq!(found["found"], "as_approved", "{id}");
    }

    /// Asks until the agent may, or may not: at most once more, after it was handed over.
    #[track_caller]
    fn may(&self, tool: &str, input: &Value, id: &str) -> Value {
        let told = self.ask(tool, input.clone(), id);
        if told["decision"] == "held" { self.ask(tool, input.clone(), id) } else { told }
    }

    /// Has what waits compared with how things are, as the daemon does after each landing.
    fn recheck(&self, item: &str) -> Value {
        self.done(&Actor::system(), "item.recheck", json!({"id": item}))["changed"].clone()
    }

    fn digest(&self, item: &str) -> Value {
        self.done(&ana(), "show", json!({"id": item}))["item"]["digest"].clone()
    }
}

#[test]
fn d2_changes_of_different_files_never_make_each_other_stale() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    desk.put("b.txt", LINES);
    let of_a = patch("two", "2");
    let of_b = json!({"file_path": desk.file("b.txt"), "old_string": "two", "new_string": "2"});
    let (first, second) =
        (desk.held("apply_patch", of_a.clone(), "t1"), desk.held("Edit", of_b.clone(), "t2"));
    for item in [&first, &second] {
        assert_eq!(desk.confirm(item)["status"], "applied");
    }
    // Both begin before either has ended.
    assert_eq!(desk.ask("apply_patch", of_a, "t1")["decision"], "allow");
    assert_eq!(desk.ask("Edit", of_b, "t2")["decision"], "allow");
    desk.makes("a.txt", "two", "2", "t1");
    desk.makes("b.txt", "two", "2", "t2");
    for (item, name) in [(&first, "a.txt"), (&second, "b.txt")] {
        assert_eq!(desk.undo(item)["status"], "undone");
        assert_eq!(desk.holds(name).unwrap(), LINES);
    }
}

#[test]
fn d2_two_patches_of_one_file_are_both_made_and_each_is_undone_by_itself() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    let (top, end) = (patch("two", "2\n+2.5"), patch("nine", "9"));
    let first = desk.held("apply_patch", top.clone(), "t1");
    let second = desk.held("apply_patch", end.clone(), "t2");
    for item in [&first, &second] {
        assert_eq!(desk.confirm(item)["status"], "applied");
    }
    assert_eq!(desk.ask("apply_patch", top, "t1")["decision"], "allow");
    // The agent may be writing now: the other waits, and nothing is captured that is half of it.
    let told = desk.ask("apply_patch", end.clone(), "t2");
    assert_eq!(told["decision"], "held", "{told}");
    assert!(text(&told, "message").contains("same file"), "{told}");
    desk.makes("a.txt", "two\n", "2\n2.5\n", "t1");
    let old = text(&desk.receipt(&second), "id");
    assert_eq!(desk.may("apply_patch", &end, "t2")["decision"], "allow");
    desk.makes("a.txt", "nine", "9", "t2");
    // What was captured first, and never used, has no way back.
    assert_ne!(text(&desk.receipt(&second), "id"), old);
    let before = desk.done(&ana(), "show", json!({"id": old}));
    assert_eq!(before["receipt"]["undo_action"], Value::Null, "{before}");
    assert_eq!(desk.undo(&second)["status"], "undone");
    assert_eq!(desk.holds("a.txt").unwrap(), LINES.replace("two\n", "2\n2.5\n"));
    assert_eq!(desk.undo(&first)["status"], "undone");
    assert_eq!(desk.holds("a.txt").unwrap(), LINES);
}

#[test]
fn d2_a_yes_holds_for_a_change_whose_neighbour_was_made_meanwhile() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    let edit =
        |old: &str, new: &str| json!({"file_path": desk.file("a.txt"), "old_string": old, "new_string": new});
    let (top, end) = (edit("two\n", ""), edit("nine", "9"));
    let (first, second) = (desk.held("Edit", top.clone(), "t1"), desk.held("Edit", end.clone(), "t2"));
    let shown = desk.digest(&second);
    desk.confirm(&first);
    assert_eq!(desk.ask("Edit", top, "t1")["decision"], "allow");
    desk.makes("a.txt", "two\n", "", "t1");
    // What waits is still what was shown.
    assert_eq!((desk.recheck(&second), desk.digest(&second)), (Value::Null, shown.clone()));
    let landed = desk.done(&ana(), "item.confirm", json!({"id": second, "digest": shown}));
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!(desk.ask("Edit", end, "t2")["decision"], "allow");
    desk.makes("a.txt", "nine", "9", "t2");
    assert_eq!(desk.undo(&second)["status"], "undone");
    assert_eq!(desk.holds("a.txt").unwrap(), LINES.replace("two\n", ""));
}

#[test]
fn d2_late_yeses_to_several_patches_of_one_file_all_count_when_the_calls_are_made_again() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    let calls = [("one", "1"), ("five", "5\n+5.5"), ("ten", "10")];
    let items: Vec<String> = calls
        .iter()
        .enumerate()
        .map(|(n, (old, new))| desk.held("apply_patch", patch(old, new), &format!("t{n}")))
        .collect();
    items.iter().for_each(|item| assert_eq!(desk.confirm(item)["status"], "applied"));
    for (n, (old, new)) in calls.iter().enumerate() {
        let id = format!("again{n}");
        let told = desk.may("apply_patch", &patch(old, new), &id);
        assert_eq!((&told["decision"], &told["item"]), (&json!("allow"), &json!(items[n])), "{told}");
        desk.makes("a.txt", old, &new.replace('+', ""), &id);
    }
    assert_eq!(desk.holds("a.txt").unwrap(), "1\ntwo\nthree\nfour\n5\n5.5\nsix\nseven\neight\nnine\n10\n");
    for item in items.iter().rev() {
        assert_eq!(desk.undo(item)["status"], "undone");
    }
    assert_eq!(desk.holds("a.txt").unwrap(), LINES);
}

#[test]
fn d2_a_change_that_is_another_one_now_is_not_handed_over_and_asked_about_again() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    let (three, four) = (patch("three", "3"), patch(" three\n-four", "4").clone());
    let four = json!({"command": text(&four, "command").replace("- three\n-four", " three\n-four")});
    let first = desk.held("apply_patch", three.clone(), "t1");
    let second = desk.held("apply_patch", four.clone(), "t2");
    for item in [&first, &second] {
        assert_eq!(desk.confirm(item)["status"], "applied");
    }
    assert_eq!(desk.ask("apply_patch", three, "t1")["decision"], "allow");
    desk.makes("a.txt", "three", "3", "t1");
    let told = desk.ask("apply_patch", four.clone(), "t2");
    let said = text(&told, "message");
    assert_eq!(told["decision"], "deny", "{told}");
    assert!(said.contains("a.txt changed since") && said.contains("make the call again"), "{said}");
    // Made again, it is asked about as it is now, and says why.
    let told = desk.ask("apply_patch", four.clone(), "t3");
    assert_eq!(told["decision"], "held", "{told}");
    assert!(text(&told, "message").contains("a.txt changed since"), "{told}");
    let item = text(&told, "item");
    assert_ne!(item, second);
    let shown = desk.done(&ana(), "show", json!({"id": item}))["item"].clone();
    assert!(shown["preview"]["warnings"].to_string().contains("a.txt changed since"), "{shown}");
    let told = desk.ask("apply_patch", four, "t3");
    assert!(
        text(&told, "message").contains("a.txt changed since"),
        "it is said until somebody decides: {told}"
    );
}

#[test]
fn d2_a_stale_change_that_is_asked_again_is_shown_anew_and_counts_after_another_yes() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    let write = json!({"file_path": desk.file("a.txt"), "content": "all new\n"});
    let item = desk.held("Write", write.clone(), "t1");
    let shown = desk.digest(&item);
    desk.put("a.txt", &LINES.replace("two", "2"));
    // What would be lost is another text now.
    let told = desk.done(&ana(), "item.confirm", json!({"id": item, "digest": shown}));
    assert_eq!(told["status"], "stale", "{told}");
    let told = desk.ask("Write", write.clone(), "t1");
    assert_eq!(told["decision"], "deny", "{told}");
    assert!(text(&told, "message").contains("make the call again"), "{told}");
    let again = desk.ask("Write", write.clone(), "t2");
    assert_eq!((&again["decision"], &again["item"]), (&json!("held"), &json!(item)), "{again}");
    assert_ne!(desk.digest(&item), shown, "the old yes is for another digest");
    assert_eq!(desk.confirm(&item)["status"], "applied");
    assert_eq!(desk.ask("Write", write, "t2")["decision"], "allow");
}

#[test]
fn d2_a_place_that_is_there_twice_now_is_asked_about() {
    let desk = Desk::new();
    let block = "begin\n  a\n  b\n  old\n  c\n  d\nend\n";
    desk.put("a.txt", &format!("top\n{block}"));
    let call = patch("  old", "  new");
    let item = desk.held("apply_patch", call.clone(), "t1");
    assert_eq!(desk.confirm(&item)["status"], "applied");
    // The agent would change the first of them, which the person has not seen.
    desk.put("a.txt", &format!("top\n{block}{block}"));
    let told = desk.ask("apply_patch", call, "t1");
    assert_eq!(told["decision"], "deny", "{told}");
}

#[test]
fn d2_what_only_the_agent_can_foretell_is_asked_about_whatever_has_changed() {
    let desk = Desk::new();
    desk.put("a.ipynb", "{\"cells\": []}\n");
    let call = json!({"notebook_path": desk.file("a.ipynb"), "new_source": "x"});
    let item = desk.held("NotebookEdit", call.clone(), "t1");
    assert_eq!(desk.confirm(&item)["status"], "applied");
    desk.put("a.ipynb", "{\"cells\": [], \"more\": 1}\n");
    assert_eq!(desk.ask("NotebookEdit", call, "t1")["decision"], "deny");
}

#[test]
fn g2_a_change_with_a_secret_is_handed_over_anew_as_the_agent_gave_it() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    let key = format!("sk-ant-api03-{}", "A".repeat(40));
    let (top, end) = (patch("two", "2"), patch("nine", &format!("api_key={key}")));
    let first = desk.held("apply_patch", top.clone(), "t1");
    let second = desk.held("apply_patch", end.clone(), "t2");
    for item in [&first, &second] {
        assert_eq!(desk.confirm(item)["status"], "applied");
    }
    assert_eq!(desk.ask("apply_patch", top, "t1")["decision"], "allow");
    desk.makes("a.txt", "two", "2", "t1");
    assert_eq!(desk.may("apply_patch", &end, "t2")["decision"], "allow");
    desk.makes("a.txt", "nine", &format!("api_key={key}"), "t2");
    let kept = desk.store.with(|base| format!("{:?}", base.events_mut()));
    assert!(!kept.contains("AAAAAAAA"), "no secret is kept");
}

#[test]
fn d2_an_agent_that_reports_nothing_does_not_hold_up_its_next_change_for_long() {
    let desk = Desk::new();
    desk.put("a.txt", LINES);
    let (top, end) = (patch("two", "2"), patch("nine", "9"));
    let (first, second) =
        (desk.held("apply_patch", top.clone(), "t1"), desk.held("apply_patch", end.clone(), "t2"));
    for item in [&first, &second] {
        desk.confirm(item);
    }
    assert_eq!(desk.ask("apply_patch", top, "t1")["decision"], "allow");
    desk.put("a.txt", &LINES.replace("two", "2"));
    assert_eq!(desk.may("apply_patch", &end, "t2")["decision"], "held");
    desk.env.advance(10_000);
    assert_eq!(desk.may("apply_patch", &end, "t2")["decision"], "allow");
    desk.makes("a.txt", "nine", "9", "t2");
}
