//! Agents that get more out of an answer than was asked for: code in a patch.

use serde_json::{Value, json};

use super::{Desk, codex, text};

/// What an agent that applies patches itself is told about a command.
#[track_caller]
fn ask_patching(desk: &Desk, command: &str, id: &str) -> Value {
    let input = json!({"command": command});
    let ask = json!({"tool_name": "Bash", "input": input, "tool_use_id": id, "applies_patches": true});
    desk.done(&codex(), "handover.ask", ask)
}

#[test]
fn a6_a_patch_that_a_shell_would_expand_is_left_to_exec() {
    let desk = Desk::new();
    desk.put("notes.txt", "a\n");
    let lines = [
        "apply_patch <<EOF\n*** Begin Patch\n*** Add File: b.txt\n+hello $(touch x)\n*** End Patch\nEOF",
        "apply_patch <<EOF\n*** Begin Patch\n*** Update File: notes.txt\n@@$(touch x)\n-a\n+a\n*** End Patch\nEOF",
        "apply_patch <<EOF\n*** Begin Patch\n*** Add File: notes.txt\n+a\n*** End Patch\n`touch x`\n*** End Patch\nEOF",
    ];
    for (n, line) in lines.into_iter().enumerate() {
        for told in [
            desk.ask("Bash", json!({"command": line}), &format!("t{n}")),
            ask_patching(&desk, line, &format!("p{n}")),
        ] {
            let instead = told["updated_input"]["command"].as_str().unwrap_or_default();
            assert!(instead.starts_with("countersign exec "), "{line}: {told}");
        }
    }
}

#[test]
fn a6_a_patch_below_a_command_is_asked_about_even_if_it_changes_nothing() {
    let desk = Desk::new();
    desk.put("notes.txt", "a\n");
    let patch = "*** Begin Patch\n*** Update File: notes.txt\n@@\n-a\n+a\n*** End Patch";
    let line = format!("apply_patch <<'EOF'\n{patch}\nEOF");
    let told = ask_patching(&desk, &line, "t1");
    assert_eq!(told["decision"], "held", "{told}");
    desk.confirm(&text(&told, "item"));
    let told = ask_patching(&desk, &line, "t1");
    assert_eq!((&told["decision"], told.get("updated_input")), (&json!("allow"), None), "{told}");
    // Given to the tool itself no shell reads it, and nothing happens.
    assert_eq!(desk.ask("apply_patch", json!({"command": patch}), "t2")["decision"], "allow");
    // What stands behind the end, or beside a place, is no patch.
    for (n, odd) in [format!("{patch}\n$(touch x)"), patch.replace("@@", "@@$(touch x)")].iter().enumerate() {
        let told = desk.ask("apply_patch", json!({"command": odd}), &format!("o{n}"));
        assert_eq!(told["decision"], "deny", "{odd}: {told}");
    }
}
