//! Tests what a call on files touches, and what is always asked about.

use std::{fs, os::unix::fs::symlink};

use countersign_core::judge::Class;
use countersign_words::Language;

use super::*;

#[test]
fn h1_what_is_shown_is_the_resolved_path_and_the_difference() {
    let desk = Desk::new();
    desk.put("real/a.txt", "one\ntwo\n");
    symlink("real", desk.path("alias")).unwrap();
    symlink("a.txt", desk.path("real/b.txt")).unwrap();
    let forecast = desk.forecast("write_file", json!({"path": "x/../alias/b.txt", "content": "one\n2\n"}));
    refused(forecast, "invalid", "folder that does not exist");
    let forecast =
        desk.forecast("write_file", json!({"path": "alias/./b.txt", "content": "one\n2\n"})).unwrap();
    let real = desk.path("real/a.txt").display().to_string();
    assert_eq!(forecast.args["path"], json!(real));
    assert_eq!(forecast.facts.writes, vec![real.clone()]);
    assert_eq!(forecast.preview.target, real);
    assert!(forecast.preview.diff.unwrap().contains(" one\n-two\n+2\n"));
    assert_eq!(forecast.summary, "Overwrite real/a.txt (6 bytes)");
    assert_eq!(forecast.facts.class(), Class::Mutable);
}

#[test]
fn what_is_said_of_files_can_be_said_in_another_language() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let forecast = desk.forecast("write_file", json!({"path": "a.txt", "content": "two\n2\n"})).unwrap();
    assert_eq!(forecast.summary.in_language(Language::German), "a.txt überschreiben (6 Bytes)");
    let [change] = forecast.preview.changes.as_slice() else { panic!("{forecast:?}") };
    let after = change.after_words.as_ref().unwrap();
    assert_eq!(change.after, json!(after));
    let german = after.in_language(Language::German);
    assert!(german.starts_with("Datei, 6 Bytes, blake3 "), "{german}");
    let deleted = desk.forecast("delete_file", json!({"path": "a.txt"})).unwrap();
    let [reason] = deleted.facts.protected.as_slice() else { panic!("{deleted:?}") };
    assert_ne!(reason.in_language(Language::German), reason.as_str());
    let refused = desk.forecast("edit_file", json!({"path": "b.txt", "edits": []})).unwrap_err();
    let german = refused.message.in_language(Language::German);
    assert!(german.ends_with("b.txt") && german != refused.message.as_str(), "{german}");
}

#[test]
fn a2_reaching_outside_the_workspace_is_a_fact_however_it_is_written() {
    let desk = Desk::new();
    let evil = desk.path("../work-evil");
    fs::create_dir(&evil).unwrap();
    fs::write(evil.join("a"), "x").unwrap();
    symlink(&evil, desk.path("link")).unwrap();
    for path in ["../work-evil/a", "link/a"] {
        assert!(desk.forecast("read_file", json!({"path": path})).unwrap().facts.outside, "{path}");
        assert!(
            desk.forecast("write_file", json!({"path": path, "content": ""})).unwrap().facts.outside,
            "{path}"
        );
        assert!(
            desk.forecast("copy_file", json!({"from": path, "to": "c"})).unwrap().facts.outside,
            "{path}"
        );
    }
    assert!(!desk.forecast("write_file", json!({"path": "new", "content": ""})).unwrap().facts.outside);
}

#[test]
fn configured_roots_decide_what_is_inside() {
    let mut desk = Desk::new();
    fs::create_dir(desk.path("a")).unwrap();
    fs::create_dir(desk.path("b")).unwrap();
    desk.files.roots = vec![desk.path("a")];
    assert!(!desk.forecast("write_file", json!({"path": "a/x", "content": ""})).unwrap().facts.outside);
    assert!(desk.forecast("write_file", json!({"path": "b/x", "content": ""})).unwrap().facts.outside);
}

#[test]
fn a5_protected_paths_are_named_on_the_resolved_path() {
    let desk = Desk::new();
    desk.put(".env", "KEY=1\n");
    symlink(".env", desk.path("innocent.txt")).unwrap();
    fs::create_dir_all(desk.path(".git/hooks")).unwrap();
    for (tool, args) in [
        ("read_file", json!({"path": "innocent.txt"})),
        ("write_file", json!({"path": "innocent.txt", "content": "x"})),
        ("copy_file", json!({"from": ".env", "to": "x"})),
        ("move_file", json!({"from": ".env", "to": "x"})),
        ("write_file", json!({"path": "x", "source": "innocent.txt"})),
        ("write_file", json!({"path": ".git/hooks/pre-commit", "content": "x"})),
        ("read_file", json!({"path": desk.files.own[0].join("store.db")})),
    ] {
        let forecast = desk.forecast(tool, args.clone()).unwrap();
        assert!(!forecast.facts.protected.is_empty(), "{tool} {args}");
    }
    let forecast = desk.forecast("write_file", json!({"path": "plain.txt", "content": "x"})).unwrap();
    assert!(forecast.facts.protected.is_empty());
}

#[test]
fn a5_moving_a_folder_with_secrets_in_it_says_so() {
    let desk = Desk::new();
    desk.put("app/deep/.env", "KEY=1\n");
    let forecast = desk.forecast("move_file", json!({"from": "app", "to": "b"})).unwrap();
    assert!(forecast.facts.protected[0].contains("app/deep/.env"), "{:?}", forecast.facts.protected);
}

#[test]
fn a5_deleting_is_always_asked_about_except_in_scratch() {
    let mut desk = Desk::new();
    desk.put("src/a.rs", "x");
    desk.put("target/debug/a.o", "x");
    desk.files.scratch = vec!["target/**".to_owned()];
    let forecast = desk.forecast("delete_file", json!({"path": "src/a.rs"})).unwrap();
    assert_eq!(forecast.facts.class(), Class::Destructive);
    assert!(forecast.facts.protected[0].starts_with("deleting files"));
    for path in ["target", "target/debug/a.o"] {
        let forecast = desk.forecast("delete_file", json!({"path": path, "recursive": true})).unwrap();
        assert!(forecast.facts.protected.is_empty() && forecast.facts.deletes.is_empty(), "{path}");
    }
}

#[test]
fn h1_a_delete_says_what_it_hits() {
    let desk = Desk::new();
    for n in 0..30 {
        desk.put(&format!("d/{n:02}"), "1234567890");
    }
    let forecast = desk.forecast("delete_file", json!({"path": "d", "recursive": true})).unwrap();
    let warning = &forecast.preview.warnings[0];
    assert!(warning.starts_with("deletes 30 things in it, 300 bytes: 00, 01,"), "{warning}");
    assert!(warning.ends_with("19, … (+10)"), "{warning}");
    assert_eq!(forecast.typed, "d");
}

#[test]
fn b5_what_is_already_so_is_nothing_to_do() {
    let desk = Desk::new();
    desk.put("a.txt", "same\n");
    fs::create_dir(desk.path("d")).unwrap();
    for (tool, args) in [
        ("write_file", json!({"path": "a.txt", "content": "same\n"})),
        ("edit_file", json!({"path": "a.txt", "edits": [{"old_text": "same", "new_text": "same"}]})),
        ("create_dir", json!({"path": "d"})),
        ("move_file", json!({"from": "a.txt", "to": "d/../a.txt"})),
        ("copy_file", json!({"from": "a.txt", "to": "./a.txt"})),
    ] {
        assert!(desk.forecast(tool, args.clone()).unwrap().noop.is_some(), "{tool} {args}");
    }
}

#[test]
fn h2_a_name_that_hides_is_written_out() {
    let desk = Desk::new();
    let forecast =
        desk.forecast("write_file", json!({"path": "gpj.\u{202e}exe", "content": "\u{1b}[2J"})).unwrap();
    assert!(forecast.summary.contains("⟨U+202E⟩"), "{}", forecast.summary);
    assert!(forecast.preview.diff.unwrap().contains("+\\x1b[2J"));
    assert!(
        forecast.args["path"].as_str().unwrap().contains('\u{202e}'),
        "what is done is exactly what was asked"
    );
}

#[test]
fn h6_the_text_of_what_is_deleted_is_shown_unless_it_is_secret_or_no_text() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n--- /etc/passwd\n");
    desk.put("b.bin", b"\0\x01\xff");
    desk.put(".env", "PLAIN=word\n");
    desk.put("long.txt", "x\n".repeat(3_000));
    symlink("a.txt", desk.path("link")).unwrap();
    let diff = |path: &str| {
        let args = json!({"path": path, "recursive": true});
        desk.forecast("delete_file", args).unwrap().preview
    };
    let path = desk.path("a.txt").display().to_string();
    let text = diff("a.txt");
    assert_eq!(
        text.diff.unwrap(),
        format!("--- {path}\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n---- /etc/passwd\n")
    );
    assert!(text.is_diff_for_people && text.not_shown.is_empty() && text.changes[0].in_diff);
    for path in ["b.bin", ".env", "link"] {
        let preview = diff(path);
        assert_eq!((preview.diff, preview.lost.len()), (None, 1), "{path}");
        assert!(preview.not_shown.is_empty(), "{path}");
    }
    let long = diff("long.txt");
    assert!(long.diff.unwrap().ends_with("… (+1002 lines)\n") && long.not_shown.len() == 1);
    desk.put("d/x.txt", "x\n");
    desk.put("d/deep/y.txt", "y\n");
    desk.put("d/deep/.env", "PLAIN=word\n");
    symlink("../a.txt", desk.path("d/link")).unwrap();
    let folder = diff("d").diff.unwrap();
    assert_eq!(folder.matches("+++ /dev/null\n").count(), 2, "{folder}");
    assert!(folder.contains("-x\n") && folder.contains("-y\n") && !folder.contains("PLAIN"), "{folder}");
    (0..30).for_each(|n| drop(desk.put(&format!("many/{n}"), "x\n")));
    assert_eq!(diff("many").diff, None);
}
