//! What a person is shown of a deletion before they say yes to it.

use std::fs;

use serde_json::{Value, json};

use super::{
    effects::Desk,
    world::{ana, codex, id, text},
};

#[test]
fn h6_a_deletion_lists_every_file_with_its_size_says_until_when_it_comes_back_and_why_it_is_typed() {
    let d = Desk::new();
    fs::create_dir_all(d.path("many/deep")).unwrap();
    (0..24).for_each(|n| fs::write(d.path("many").join(format!("{n:02}")), "xyz").unwrap());
    fs::write(d.path("many/deep/last"), "longer").unwrap();
    let item = d.hold("filesystem.delete_file", json!({"path": "many", "recursive": true}));
    let item = d.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    let lost = item["preview"]["lost"].as_array().unwrap();
    let files: Vec<&Value> = lost.iter().filter(|one| one["is_folder"] != true).collect();
    assert_eq!((lost.len(), files.len()), (27, 25), "{lost:?}");
    assert!(files[..24].iter().all(|file| file["bytes"] == 3), "{files:?}");
    assert!(text(files[24], "path").ends_with("/many/deep/last") && files[24]["bytes"] == 6, "{files:?}");
    assert_eq!(item["verb"], "Delete 25 files");
    assert_eq!(item["typed_why"], "it hits 26 things at once");
    assert!(text(&item, "kept").ends_with("for 30 days: undo works until 2026-12-15"), "{}", item["kept"]);
    let refused = d.ask(&ana(), "item.confirm", json!({"id": item["id"], "typed": "x"}));
    let message = text(&refused, "message");
    assert!(message.ends_with("type \"many\" to confirm it: it hits 26 things at once"), "{message}");
    let receipt = d.confirm(&id(&item))["receipt"].clone();
    let (at, until) = (receipt["at"].as_u64().unwrap(), receipt["undo_until"].as_u64().unwrap());
    assert_eq!(until - at, 30 * 24 * 3_600_000);
    // What can be taken back exactly and lies inside needs no typing; its button says what it does as well.
    let small = d.call("filesystem.write_file", json!({"path": "a.txt", "content": "x"}));
    d.confirm(&id(&small["item"]));
    let one = d.hold("filesystem.delete_file", json!({"path": "a.txt"}));
    let one = d.ask(&ana(), "show", json!({"id": one}))["item"].clone();
    assert_eq!((&one["verb"], &one["typed_why"]), (&json!("Delete 1 file"), &Value::Null));
    let write = d.hold("filesystem.write_file", json!({"path": "b.txt", "content": "x"}));
    assert_eq!(d.ask(&ana(), "show", json!({"id": write}))["item"]["verb"], "Confirm");
}

#[test]
fn h6_a_deletion_shows_the_text_that_goes_to_people_and_to_no_agent() {
    let d = Desk::new();
    fs::write(d.path("notes.txt"), "one\nsaid in private\n").unwrap();
    let call = json!({"tool": "filesystem.delete_file", "args": {"path": "notes.txt"}});
    let answer = d.call("filesystem.delete_file", json!({"path": "notes.txt"}));
    assert!(!answer.to_string().contains("said in private"), "{answer}");
    let check = d.ask(&codex(), "policy.check", call.clone());
    assert!(check["preview"]["lost"].is_array() && !check.to_string().contains("said in private"), "{check}");
    let check = d.ask(&ana(), "policy.check", call);
    assert!(text(&check["preview"], "diff").contains("-said in private\n"), "{check}");
    let item = d.ask(&ana(), "show", json!({"id": id(&answer["item"])}))["item"].clone();
    let path = d.path("notes.txt").canonicalize().unwrap().display().to_string();
    assert_eq!(
        item["preview"]["diff"],
        format!("--- {path}\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-said in private\n")
    );
    assert_eq!(item["preview"]["not_shown"], Value::Null);
    fs::write(d.path("other.txt"), "said in private\n").unwrap();
    let plan = json!({"title": "tidy", "steps": [
        {"title": "away", "tool": "filesystem.delete_file", "args": {"path": "other.txt"}},
    ]});
    let plan = d.ask(&codex(), "plan.propose", plan);
    assert!(plan["steps"][0]["preview"]["lost"].is_array(), "{plan}");
    assert!(!plan.to_string().contains("said in private"), "{plan}");
}

#[test]
fn h6_a_difference_tells_no_agent_what_it_may_not_read_without_a_yes() {
    let d = Desk::new();
    let outside = tempfile::tempdir().unwrap();
    let other = outside.path().join("letter.txt");
    for file in [d.path("id_rsa"), other.clone()] {
        fs::write(file, "first line\nsaid in private\n").unwrap();
    }
    for args in [
        json!({"path": "id_rsa", "content": "first line\n"}),
        json!({"path": other, "content": "first line\n"}),
        json!({"path": "copy.txt", "source": "id_rsa"}),
        json!({"path": "other.txt", "source": other}),
    ] {
        let answer = d.call("filesystem.write_file", args.clone());
        assert!(answer["item"].is_object(), "{args}: {answer}");
        let item = id(&answer["item"]);
        assert!(!answer.to_string().contains("in private"), "{answer}");
        let status = d.ask(&codex(), "item.status", json!({"id": item}));
        assert!(!status.to_string().contains("in private"), "{status}");
        let shown = d.ask(&ana(), "show", json!({"id": item}))["item"].clone();
        assert!(text(&shown["preview"], "diff").contains("said in private"), "{shown}");
    }
    // What it may read it is told.
    fs::write(d.path("open.txt"), "one\ntwo\n").unwrap();
    let answer = d.call("filesystem.write_file", json!({"path": "open.txt", "content": "one\n"}));
    assert!(text(&answer["item"]["preview"], "diff").contains("-two"), "{answer}");
}
