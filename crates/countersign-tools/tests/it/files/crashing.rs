//! Tests a process that dies at any moment: what is found afterwards, and how it is recovered.

use std::{
    env, fs,
    os::unix::fs::symlink,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use countersign_core::world::RecoveryState;

use super::*;

/// Leaves the disk as a crash between "begun" and the effect would: with the manifest only.
fn begin_only(desk: &Desk, order: &Order) {
    let landed = desk.files.apply(order).unwrap();
    let manifest = fs::read(desk.files.trash.join(&order.id).join("manifest.json")).unwrap();
    let back = desk.revert(&landed.inverse).unwrap();
    drop(back);
    desk.files.forget(&order.id).unwrap();
    fs::create_dir(desk.files.trash.join(&order.id)).unwrap();
    fs::write(desk.files.trash.join(&order.id).join("manifest.json"), manifest).unwrap();
}

fn stage(desk: &Desk, order: &Order) -> PathBuf {
    desk.path(&format!(".countersign-{}-0", order.id))
}

#[test]
fn d4_an_order_that_never_began_is_known_as_such() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let order = desk.order("write_file", json!({"path": "a.txt", "content": "two\n"}));
    assert_eq!(desk.files.check(&order).unwrap(), RecoveryState::NotBegun);
    let folder = desk.files.trash.join(&order.id);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("manifest.json"), "{\"version\":1,\"ste").unwrap();
    assert_eq!(desk.files.check(&order).unwrap(), RecoveryState::NotBegun);
    desk.files.apply(&order).unwrap();
    assert_eq!(desk.text("a.txt"), "two\n");
}

#[test]
fn d4_a_crash_before_the_rename_leaves_nothing_and_can_be_done_again() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "one\n"));
    let before = desk.picture();
    let order = desk.order("write_file", json!({"path": "a.txt", "content": "two\n"}));
    begin_only(&desk, &order);
    fs::write(stage(&desk, &order), "tw").unwrap();
    fs::hard_link(desk.path("a.txt"), desk.files.trash.join(&order.id).join("0")).unwrap();
    assert_eq!(desk.files.check(&order).unwrap(), RecoveryState::NotBegun);
    assert_eq!(desk.picture(), before, "leftovers are removed");
    let landed = desk.files.apply(&order).unwrap();
    assert_eq!(desk.text("a.txt"), "two\n");
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn d4_a_crash_before_the_rename_is_survived_by_applying_again_too() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    for (tool, args) in [
        ("write_file", json!({"path": "a.txt", "content": "two\n"})),
        ("edit_file", json!({"path": "a.txt", "edits": [{"old_text": "one", "new_text": "two"}]})),
    ] {
        let order = desk.order(tool, args);
        begin_only(&desk, &order);
        fs::write(stage(&desk, &order), "tw").unwrap();
        let landed = desk.files.apply(&order).unwrap();
        assert_eq!(desk.text("a.txt"), "two\n");
        desk.revert(&landed.inverse).unwrap();
        assert_eq!(desk.text("a.txt"), "one\n");
    }
}

#[test]
fn d4_a_crash_after_the_effect_is_found_to_have_landed_and_can_be_undone() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "one\n"));
    desk.put("b.txt", "b");
    desk.put("d/x", "x");
    symlink("a.txt", desk.path("l")).unwrap();
    for (tool, args) in [
        ("write_file", json!({"path": "a.txt", "content": "two\n"})),
        ("write_file", json!({"path": "new.txt", "content": "two\n"})),
        ("edit_file", json!({"path": "a.txt", "edits": [{"old_text": "one", "new_text": "1"}]})),
        ("move_file", json!({"from": "a.txt", "to": "b.txt"})),
        ("copy_file", json!({"from": "d", "to": "e"})),
        ("create_dir", json!({"path": "p/q/r"})),
        ("delete_file", json!({"path": "d", "recursive": true})),
        ("delete_file", json!({"path": "l"})),
    ] {
        let before = desk.picture();
        let order = desk.order(tool, args);
        let landed = desk.files.apply(&order).unwrap();
        let after = desk.picture();
        let RecoveryState::Landed(found) = desk.files.check(&order).unwrap() else {
            panic!("{tool} did land")
        };
        assert_eq!((&found.inverse, &found.effects), (&landed.inverse, &landed.effects), "{tool}");
        let again = desk.files.apply(&order).unwrap();
        assert_eq!((again.inverse, desk.picture()), (landed.inverse, after), "{tool} is not done twice");
        desk.revert(&found.inverse).unwrap();
        assert_eq!(desk.picture(), before, "{tool}");
    }
}

#[test]
fn d4_a_file_that_is_neither_is_for_a_person_to_look_at() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let order = desk.order("write_file", json!({"path": "a.txt", "content": "two\n"}));
    desk.files.apply(&order).unwrap();
    desk.put("a.txt", "three\n");
    let RecoveryState::Unknown(why) = desk.files.check(&order).unwrap() else { panic!("nobody can tell") };
    assert!(why.contains("a.txt") && why.contains(&order.id), "{why}");
    assert_eq!(desk.text("a.txt"), "three\n");
}

#[test]
fn d4_an_undo_run_again_after_a_crash_ends_the_same() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "a"));
    decorate(&desk.put("b.txt", "b"));
    let before = desk.picture();
    let landed = desk.run("move_file", json!({"from": "a.txt", "to": "b.txt"}));
    let after = desk.picture();
    let inverse = landed.inverse.unwrap();
    let first = desk.files.revert("u1", &inverse).unwrap();
    assert_eq!(desk.picture(), before);
    assert_eq!(desk.files.revert("u1", &inverse).unwrap(), first);
    assert_eq!(desk.picture(), before);
    desk.revert(&first.inverse).unwrap();
    assert_eq!(desk.picture(), after);
}

#[test]
fn d4_an_undo_cut_in_half_is_finished_by_running_it_again() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "a"));
    decorate(&desk.put("b.txt", "b"));
    let before = desk.picture();
    let order = desk.order("move_file", json!({"from": "a.txt", "to": "b.txt"}));
    let inverse = desk.files.apply(&order).unwrap().inverse.unwrap();
    // The first of its two steps is done by hand, as if the second had not been reached.
    let folder = desk.files.trash.join("u1");
    fs::create_dir(&folder).unwrap();
    let manifest = json!({"version": 1, "steps": inverse.steps});
    fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
    fs::rename(desk.path("b.txt"), desk.path("a.txt")).unwrap();
    desk.files.revert("u1", &inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn e7_forgetting_removes_what_was_kept() {
    let desk = Desk::new();
    desk.put("a.txt", "a");
    let order = desk.order("delete_file", json!({"path": "a.txt"}));
    desk.files.apply(&order).unwrap();
    assert!(desk.files.trash.join(&order.id).join("0").exists());
    desk.files.forget(&order.id).unwrap();
    assert!(!desk.files.trash.join(&order.id).exists());
    desk.files.forget(&order.id).unwrap();
    assert!(desk.files.forget("../work").is_err());
}

/// Does what the file named in the environment says, in a process that can be killed.
#[test]
fn victim() {
    let Ok(told) = env::var("COUNTERSIGN_TEST_VICTIM") else { return };
    let told: Value = serde_json::from_slice(&fs::read(told).unwrap()).unwrap();
    let files = Files { trash: told["trash"].as_str().unwrap().into(), ..Files::default() };
    if let Ok(order) = serde_json::from_value::<Order>(told["order"].clone()) {
        files.apply(&order).unwrap();
    } else {
        let inverse: Inverse = serde_json::from_value(told["inverse"].clone()).unwrap();
        files.revert(told["id"].as_str().unwrap(), &inverse).unwrap();
    }
}

/// Runs a victim and kills it `after` it has begun the effect `id`.
fn kill(desk: &Desk, told: Value, id: &str, after: Duration) {
    let path = desk.work.with_file_name("told.json");
    fs::write(&path, told.to_string()).unwrap();
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "files::crashing::victim"])
        .env("COUNTERSIGN_TEST_VICTIM", &path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = desk.files.trash.join(id);
    let patience = Instant::now();
    while !begun.exists() && child.try_wait().unwrap().is_none() {
        assert!(patience.elapsed() < Duration::from_secs(20), "the victim never began");
        thread::yield_now();
    }
    thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn d4_killed_at_any_moment_every_file_is_accounted_for() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "one\n".repeat(50_000)));
    desk.put("b.txt", "b");
    desk.put("d/x/y", "x");
    let calls = [
        ("write_file", json!({"path": "a.txt", "content": "two\n".repeat(70_000)})),
        ("move_file", json!({"from": "a.txt", "to": "b.txt"})),
        ("delete_file", json!({"path": "d", "recursive": true})),
        ("copy_file", json!({"from": "d", "to": "e"})),
    ];
    let before = desk.picture();
    for round in 0..24_u64 {
        let (tool, args) = &calls[usize::try_from(round % 4).unwrap()];
        let order = desk.order(tool, args.clone());
        // Later rounds wait longer, so that each call is interrupted at several points.
        let after = Duration::from_micros(round * 150);
        kill(&desk, json!({"trash": desk.files.trash, "order": order}), &order.id, after);
        let landed = match desk.files.check(&order).unwrap() {
            RecoveryState::NotBegun => {
                assert_eq!(desk.picture(), before, "{tool}, round {round}");
                desk.files.apply(&order).unwrap()
            }
            RecoveryState::Landed(landed) => *landed,
            RecoveryState::Unknown(why) => panic!("{tool}, round {round}: {why}"),
        };
        let inverse = landed.inverse.unwrap();
        let id = desk.id();
        kill(&desk, json!({"trash": desk.files.trash, "id": id, "inverse": inverse}), &id, after);
        desk.files.revert(&id, &inverse).unwrap();
        assert_eq!(desk.picture(), before, "{tool} undone, round {round}");
    }
}
