//! Agents that try to get more from an answer than they asked for: code in a patch, one approval for several
//! calls, fields that hide what a call does.

use countersign_core::Actor;
use serde_json::{Value, json};

use super::{Desk, ana, codex, text};

/// Returns the answer about a command for an agent that applies patches itself.
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
    // Passed to the tool itself, no shell reads it, and nothing happens.
    assert_eq!(desk.ask("apply_patch", json!({"command": patch}), "t2")["decision"], "allow");
    // Text after the end or beside a position is not a patch.
    for (n, odd) in [format!("{patch}\n$(touch x)"), patch.replace("@@", "@@$(touch x)")].iter().enumerate() {
        let told = desk.ask("apply_patch", json!({"command": odd}), &format!("o{n}"));
        assert_eq!(told["decision"], "deny", "{odd}: {told}");
    }
}

#[test]
fn d1_one_yes_is_given_out_once_however_often_it_was_asked_for() {
    let desk = Desk::new();
    let pay = json!({"to": "shop", "amount": 10});
    let items: Vec<_> = (0..5).map(|n| desk.held("mcp__bank__pay", pay.clone(), &format!("t{n}"))).collect();
    assert!(items.iter().all(|item| *item == items[0]), "a person is asked once: {items:?}");
    desk.confirm(&items[0]);
    let told: Vec<_> = (0..5)
        .map(|n| desk.ask("mcp__bank__pay", pay.clone(), &format!("t{n}"))["decision"].clone())
        .collect();
    assert_eq!(json!(told), json!(["allow", "deny", "deny", "deny", "deny"]));
    // Nor is it a late approval of a later call: that is asked about again.
    let next = desk.held("mcp__bank__pay", pay, "t9");
    assert_ne!(next, items[0]);
}

#[test]
fn d1_a_late_yes_is_used_up_for_all_who_asked() {
    let desk = Desk::new();
    let pay = json!({"to": "shop"});
    let item = desk.held("mcp__bank__pay", pay.clone(), "t1");
    desk.held("mcp__bank__pay", pay.clone(), "t2");
    desk.confirm(&item);
    assert_eq!(desk.ask("mcp__bank__pay", pay.clone(), "t3")["decision"], "allow");
    for id in ["t1", "t2", "t3"] {
        assert_eq!(desk.ask("mcp__bank__pay", pay.clone(), id)["decision"], "deny", "{id}");
    }
    assert_eq!(desk.ask("mcp__bank__pay", pay, "t4")["decision"], "held");
}

#[test]
fn d1_a_yes_counts_for_the_input_that_was_asked_about() {
    let desk = Desk::new();
    let pay = |key: &str| json!({"to": "shop", "note": format!("api_key=sk-ant-api03-{}", key.repeat(40))});
    // Only hidden fields differ.
    let (a, b) = (desk.held("mcp__bank__pay", pay("A"), "t1"), desk.held("mcp__bank__pay", pay("B"), "t2"));
    assert_ne!(a, b);
    desk.confirm(&a);
    assert_eq!(desk.ask("mcp__bank__pay", pay("B"), "t2")["decision"], "held");
    assert_eq!(desk.ask("mcp__bank__pay", pay("B"), "t3")["decision"], "held");
    assert_eq!(desk.ask("mcp__bank__pay", pay("A"), "t1")["decision"], "allow");
    let kept = desk.store.with(|base| format!("{:?}", base.events_mut()));
    assert!(!kept.contains("AAAAAAAA") && !kept.contains("BBBBBBBB"), "no secret is kept");
    // Other content is another call, whatever is shown of it.
    let write = |content: &str| json!({"file_path": desk.file("b.txt"), "content": content});
    assert_ne!(desk.held("Write", write("good"), "t6"), desk.held("Write", write("evil"), "t7"));
    // A field that is not judged does not count either: the agent gets the whole input.
    let edit = |more: u32| json!({"file_path": desk.file("a.txt"), "content": "new", "mode": more});
    assert_ne!(desk.held("Write", edit(1), "t4"), desk.held("Write", edit(2), "t5"));
}

#[test]
fn d1_a_yes_counts_for_the_agent_that_asked() {
    let desk = Desk::new();
    let other = Actor::agent("other");
    for agent in [codex(), other.clone()] {
        desk.done(&agent, "run.start", json!({"subject": "garden"}));
    }
    let ask = |agent: &Actor, tool: &str, input: Value, id: &str| {
        desk.done(agent, "handover.ask", json!({"tool_name": tool, "input": input, "tool_use_id": id}))
    };
    for (n, (tool, input)) in
        [("mcp__bank__pay", json!({"to": "shop"})), ("Bash", json!({"command": "echo x >> log"}))]
            .into_iter()
            .enumerate()
    {
        let id = format!("t{n}");
        let own = text(&ask(&codex(), tool, input.clone(), &id), "item");
        let others = text(&ask(&other, tool, input.clone(), &id), "item");
        assert_ne!(own, others, "{tool}");
        let shown = desk.done(&ana(), "show", json!({"id": others}));
        assert_eq!(shown["item"]["agent"], "other", "{tool}");
        desk.confirm(&own);
        let told = ask(&other, tool, input, &id);
        assert!(told["decision"] == "held" || told["updated_input"].is_object(), "{told}");
        desk.done(&other, "handover.exec", json!({"id": others}));
        let status = desk.done(&other, "item.status", json!({"id": others}));
        assert_eq!(status["status"], "pending", "{tool}");
    }
    assert_eq!(desk.holds("log").unwrap(), "x\n");
}

#[test]
fn a13_fields_that_a_tool_does_not_have_decide_nothing() {
    let desk = Desk::new();
    desk.put("notes.txt", "a\n");
    let (notes, secret) = (desk.file("notes.txt"), "~/.ssh/id_rsa");
    for (n, (tool, input)) in [
        ("Edit", json!({"file_path": notes, "old_string": "a", "new_string": "evil", "edits": []})),
        ("MultiEdit", json!({"file_path": notes, "edits": []})),
        ("NotebookEdit", json!({"notebook_path": secret, "file_path": notes, "new_source": "x"})),
        ("Read", json!({"file_path": notes, "path": secret})),
        ("Read", json!({"file_path": notes, "notebook_path": secret})),
        ("Grep", json!({"pattern": "x", "path": [secret]})),
        ("Write", json!({"file_path": notes, "content": "a\n", "path": "/etc/passwd"})),
        ("write_stdin", json!({"session_id": 1, "chars": "", "text": "rm -rf x\n"})),
    ]
    .into_iter()
    .enumerate()
    {
        let told = desk.ask(tool, input.clone(), &format!("t{n}"));
        assert_eq!(told["decision"], "held", "{tool} {input}: {told}");
        let shown = desk.done(&ana(), "show", json!({"id": told["item"]}));
        assert_eq!(shown["item"]["tool"], "agent.other", "{tool} {input}");
    }
}
