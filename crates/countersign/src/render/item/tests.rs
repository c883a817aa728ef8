//! How items are rendered.

use serde_json::json;

use super::{
    super::tests::{filled, plain},
    *,
};

#[test]
fn the_status_of_a_watch_tells_what_was_noticed() {
    let changes = json!([
        {"at": 0, "kind": "renamed", "path": "a", "to": "b"},
        {"at": 0, "kind": "gap", "why": "away"},
    ]);
    let result = json!({"watch": "w1", "path": "src", "recursive": false, "until_at": 0, "state": "watching",
                        "ended": null, "noticed": 3, "changes": changes});
    let value = json!({
        "id": "i4-0eac", "tool": "filesystem.watch_folder", "status": "applied", "summary": "Watch src",
        "result": result,
    });
    let shown = status(&filled(value), &plain());
    assert!(shown.contains("watching") && shown.ends_with("    renamed a → b\n    gap away\n"), "{shown}");
}

#[test]
fn h3_a_line_of_the_inbox_counts_what_it_leaves_out_and_the_whole_leaves_out_nothing() {
    let changes: Vec<Value> =
        (0..30).map(|n| json!({"label": format!("f{n}"), "before": null, "after": n})).collect();
    let item = filled(json!({"id": "i4-0eac", "summary": "Run it", "preview": {"changes": changes}}));
    let how = Line { width: 2, with_target: false, whole: false };
    let folded = line(&item, how, &plain());
    assert!(folded.contains("f5:") && !folded.contains("f6:"), "{folded}");
    assert!(folded.contains("… 24 more of 30: countersign show i4"), "{folded}");
    let whole = line(&item, Line { whole: true, ..how }, &plain());
    assert!(whole.contains("f29:") && !whole.contains("more of"), "{whole}");
}

#[test]
fn h1_a_line_of_the_inbox_says_what_a_rehearsed_command_changed_and_not_how_it_was_run() {
    let item = filled(
        json!({"id": "i4-0eac", "summary": "1 file deleted: rm b", "rehearsed": true, "preview": {"changes": [
            {"label": "working folder", "before": null, "after": "/home/ana/shop"},
            {"label": "rehearsed", "before": null, "after": "1 file deleted", "after_words": "1 file deleted"},
            {"label": "/home/ana/shop/b", "before": "file, 3 bytes", "after": null, "before_words": "file, 3 bytes"},
        ]}}),
    );
    let how = Line { width: 2, with_target: false, whole: false };
    let told = line(&item, how, &plain());
    assert!(told.contains("/home/ana/shop/b") && !told.contains("working folder"), "{told}");
    let whole = line(&item, Line { whole: true, ..how }, &plain());
    assert!(whole.contains("working folder"), "{whole}");
}

#[test]
fn h1_the_page_of_an_item_has_facts_first_and_the_agents_words_last() {
    let page = page(
        &filled(json!({
            "id": "i12-aaaa", "status": "pending", "class": "mutable", "tool": "task.set_title",
            "summary": "Set title of \"Fix\" to \"Fix login\"", "human_summary": "say what is broken",
            "flags": ["says format, but deletes"],
            "preview": {"target": "task \"Fix\"", "changes": [{"label": "title", "before": "Fix", "after": "Fix login"}]},
            "facts": {"writes": ["task:t3/title"]}, "reversal": {"tier": "exact"},
            "why": {"row": "class", "reasons": ["it changes something"]},
            "agent": "codex", "subject": "t3", "run": "run2-bbbb", "change_set": "s12-cccc", "created_at": 0,
            "expires_at": 604_800_000, "digest": "0123456789abcdef0123", "approvers": 2,
            "approved_by": ["ana"], "args": {"id": "t3", "title": "Fix login"},
        })),
        &plain(),
    );
    assert!(page.find("writes").unwrap() < page.find("agent says").unwrap());
    insta::assert_snapshot!(page);
}

#[test]
fn h7_a_name_cannot_hide_a_change_and_hashes_only_are_left_out() {
    let diff = "--- /w/a\n+++ /w/a\n@@ -1 +1,2 @@\n one\n+++ /w/c\n";
    let changes = json!([
        {"label": "/w/a", "before": "1 byte", "after": "2 bytes", "in_diff": true},
        {"label": "/w/a (1).bin", "before": null, "after": "file, 9 bytes"},
        {"label": "/w/c", "before": null, "after": "x", "after_words": "link to b, blake3 /../../etc, blake3 00ff"},
    ]);
    let item =
        filled(json!({"id": "i4-0eac", "summary": "Run it", "preview": {"changes": changes, "diff": diff}}));
    let shown = page(&item, &plain());
    assert!(shown.contains("/w/a (1).bin") && shown.contains("link to b, blake3 /../../etc\n"), "{shown}");
    assert!(!shown.contains("2 bytes"), "{shown}");
}
