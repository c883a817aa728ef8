//! Tests undo and redo of file changes.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt, fs::MetadataExt, fs::PermissionsExt, fs::symlink},
};

use super::*;

/// Applies a call, undoes, redoes and undoes it again: the files must be exactly as expected each time.
#[track_caller]
fn to_and_fro(desk: &Desk, tool: &str, args: Value) {
    let before = desk.picture();
    let landed = desk.run(tool, args);
    let after = desk.picture();
    assert_ne!(before, after);
    let undone = desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before, "undone");
    let redone = desk.revert(&undone.inverse).unwrap();
    assert_eq!(desk.picture(), after, "redone");
    desk.revert(&redone.inverse).unwrap();
    assert_eq!(desk.picture(), before, "undone again");
}

#[test]
fn e2_overwriting_comes_back_with_bytes_mode_times_and_attributes() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "one\n"));
    to_and_fro(&desk, "write_file", json!({"path": "a.txt", "content": "two\n"}));
}

#[test]
fn an_overwritten_file_keeps_its_mode_and_attributes() {
    let desk = Desk::new();
    let path = desk.put("a.sh", "one\n");
    decorate(&path);
    let note = xattr(&path);
    desk.run("write_file", json!({"path": "a.sh", "content": "two\n"}));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o741);
    assert_eq!(xattr(&path), note);
    assert_eq!(desk.text("a.sh"), "two\n");
}

#[test]
fn e4_a_created_file_goes_to_the_trash_and_back() {
    let desk = Desk::new();
    to_and_fro(&desk, "write_file", json!({"path": "new.txt", "content": "hello\n"}));
}

#[test]
fn e9_edits_come_back() {
    let desk = Desk::new();
    desk.put("a.txt", "one two three\n");
    let edits = json!([{"old_text": "one", "new_text": "1"}, {"old_text": "three", "new_text": "3"}]);
    to_and_fro(&desk, "edit_file", json!({"path": "a.txt", "edits": edits}));
}

#[test]
fn e9_binary_files_and_sources_are_written_byte_by_byte() {
    let desk = Desk::new();
    let bytes: Vec<u8> = (0..=255).cycle().take(700_001).collect();
    desk.put("source.bin", &bytes);
    desk.put("target.bin", [0, 1, 2]);
    to_and_fro(&desk, "write_file", json!({"path": "target.bin", "source": "source.bin"}));
    desk.run("write_file", json!({"path": "target.bin", "content_base64": "AP+A"}));
    assert_eq!(fs::read(desk.path("target.bin")).unwrap(), [0, 255, 128]);
}

#[test]
fn e9_moves_come_back_also_from_onto_another_file() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "a"));
    decorate(&desk.put("b.txt", "b"));
    to_and_fro(&desk, "move_file", json!({"from": "a.txt", "to": "c.txt"}));
    to_and_fro(&desk, "move_file", json!({"from": "a.txt", "to": "b.txt"}));
}

#[test]
fn e9_copies_come_back_also_from_over_another_file() {
    let desk = Desk::new();
    desk.put("a.txt", "a");
    decorate(&desk.put("b.txt", "b"));
    to_and_fro(&desk, "copy_file", json!({"from": "a.txt", "to": "c.txt"}));
    to_and_fro(&desk, "copy_file", json!({"from": "a.txt", "to": "b.txt"}));
}

#[test]
fn e9_new_folders_come_back_with_the_ones_above_them() {
    let desk = Desk::new();
    to_and_fro(&desk, "create_dir", json!({"path": "x/y/z"}));
}

/// A folder with one of everything in it.
fn zoo(desk: &Desk) {
    decorate(&desk.put("zoo/deep/er/file.bin", [0, 159, 146, 150]));
    fs::create_dir_all(desk.path("zoo/empty/emptier")).unwrap();
    symlink("../nowhere", desk.path("zoo/dangling")).unwrap();
    fs::hard_link(desk.path("zoo/deep/er/file.bin"), desk.path("zoo/twin")).unwrap();
    fs::write(desk.path("zoo").join(OsStr::from_bytes(b"not\xffutf8")), "x").unwrap();
    fs::set_permissions(desk.path("zoo/empty"), fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn e7_deleted_folders_come_back_with_links_odd_names_and_empty_folders() {
    let desk = Desk::new();
    zoo(&desk);
    to_and_fro(&desk, "delete_file", json!({"path": "zoo", "recursive": true}));
}

#[test]
fn e7_deleted_files_and_links_come_back() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "a"));
    symlink("a.txt", desk.path("link")).unwrap();
    to_and_fro(&desk, "delete_file", json!({"path": "a.txt"}));
    to_and_fro(&desk, "delete_file", json!({"path": "link"}));
    assert_eq!(desk.text("a.txt"), "a", "deleting a link leaves what it points to");
}

#[test]
fn e9_whole_folders_are_copied_and_moved() {
    let desk = Desk::new();
    zoo(&desk);
    to_and_fro(&desk, "copy_file", json!({"from": "zoo", "to": "ark"}));
    to_and_fro(&desk, "move_file", json!({"from": "zoo", "to": "ark"}));
}

#[test]
fn e7_a_trash_on_another_file_system_gives_everything_back() {
    let other = Path::new("/dev/shm");
    let mut desk = Desk::new();
    let near = fs::metadata(&desk.work).unwrap().dev();
    if !fs::metadata(other).is_ok_and(|m| m.dev() != near) {
        return;
    }
    let far = TempDir::new_in(other).unwrap();
    desk.files.trash = far.path().join("trash");
    zoo(&desk);
    decorate(&desk.put("a.txt", "a"));
    to_and_fro(&desk, "write_file", json!({"path": "a.txt", "content": "b"}));
    to_and_fro(&desk, "delete_file", json!({"path": "a.txt"}));
    to_and_fro(&desk, "delete_file", json!({"path": "zoo", "recursive": true}));
    let to = far.path().join("moved").display().to_string();
    let before = desk.picture();
    let landed = desk.run("move_file", json!({"from": "zoo", "to": to}));
    assert!(!desk.path("zoo").exists());
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn hard_links_stay_one_file() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "one\n"));
    fs::hard_link(desk.path("a.txt"), desk.path("b.txt")).unwrap();
    let before = desk.picture();
    let forecast = desk.forecast("write_file", json!({"path": "a.txt", "content": "two\n"})).unwrap();
    assert!(forecast.preview.warnings[0].contains("2 hard links"), "{:?}", forecast.preview.warnings);
    let landed = desk.run("write_file", json!({"path": "a.txt", "content": "two\n"}));
    assert_eq!(desk.text("b.txt"), "two\n");
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
    assert_eq!(desk.text("b.txt"), "one\n");
}

#[test]
fn holes_are_not_filled_in() {
    let desk = Desk::new();
    let file = fs::File::create(desk.path("sparse")).unwrap();
    file.set_len(64 * 1024 * 1024).unwrap();
    drop(file);
    if fs::metadata(desk.path("sparse")).unwrap().blocks() > 1_000 {
        return;
    }
    desk.run("copy_file", json!({"from": "sparse", "to": "copy"}));
    let copy = fs::metadata(desk.path("copy")).unwrap();
    assert_eq!(copy.len(), 64 * 1024 * 1024);
    assert!(copy.blocks() < 1_000, "{} blocks", copy.blocks());
}

#[test]
fn e3_drift_is_refused_with_the_difference() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let landed = desk.run("write_file", json!({"path": "a.txt", "content": "two\nsame\n"}));
    desk.put("a.txt", "three\nsame\n");
    let before = desk.picture();
    let error = refused(desk.revert(&landed.inverse), "stale", "a.txt changed since: its content changed");
    let detail = error.detail.unwrap();
    assert!(detail.contains("-two\n+three\n same\n"), "{detail}");
    assert_eq!(desk.picture(), before);
}

#[test]
fn e3_a_touched_time_alone_does_not_stand_in_the_way() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let landed = desk.run("write_file", json!({"path": "a.txt", "content": "two\n"}));
    desk.put("a.txt", "two\n");
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.text("a.txt"), "one\n");
}

#[test]
fn e3_a_name_taken_since_is_refused() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let landed = desk.run("delete_file", json!({"path": "a.txt"}));
    desk.put("a.txt", "another\n");
    refused(desk.revert(&landed.inverse), "stale", "is taken");
    assert_eq!(desk.text("a.txt"), "another\n");
    let moved = desk.run("move_file", json!({"from": "a.txt", "to": "b.txt"}));
    desk.put("a.txt", "a third\n");
    refused(desk.revert(&moved.inverse), "stale", "is taken");
    assert_eq!((desk.text("a.txt"), desk.text("b.txt")), ("a third\n".into(), "another\n".into()));
}

#[test]
fn e3_what_is_gone_is_refused() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let landed = desk.run("delete_file", json!({"path": "a.txt"}));
    desk.files.forget("o1").unwrap();
    refused(desk.revert(&landed.inverse), "stale", "gone from the trash");
    let made = desk.run("write_file", json!({"path": "a.txt", "content": "x"}));
    fs::remove_file(desk.path("a.txt")).unwrap();
    refused(desk.revert(&made.inverse), "stale", "it is gone");
}

#[test]
fn e3_a_new_folder_that_was_filled_since_stays() {
    let desk = Desk::new();
    let landed = desk.run("create_dir", json!({"path": "x/y"}));
    desk.put("x/y/file", "mine");
    refused(desk.revert(&landed.inverse), "stale", "x changed since");
    assert_eq!(desk.text("x/y/file"), "mine");
}

#[test]
fn e5_a_file_written_five_times_walks_back_one_by_one() {
    let desk = Desk::new();
    decorate(&desk.put("a.txt", "0"));
    let mut turns = vec![(desk.picture(), None)];
    for n in 1..=5 {
        let landed = desk.run("write_file", json!({"path": "a.txt", "content": n.to_string()}));
        turns.push((desk.picture(), landed.inverse));
    }
    let (_, inverse) = &turns[2];
    refused(desk.revert(inverse), "stale", "changed since");
    while let Some((_, inverse)) = turns.pop() {
        if inverse.is_some() {
            desk.revert(&inverse).unwrap();
            assert_eq!(desk.picture(), turns.last().unwrap().0);
        }
    }
}

#[test]
fn e3_a_file_touched_between_look_and_apply_comes_back_as_it_was_when_it_was_displaced() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let order = desk.order("write_file", json!({"path": "a.txt", "content": "two\n"}));
    decorate(&desk.put("a.txt", "one\n"));
    fs::set_permissions(desk.path("a.txt"), fs::Permissions::from_mode(0o644)).unwrap();
    let before = desk.picture();
    let landed = desk.files.apply(&order).unwrap();
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn e9_a_file_moved_onto_its_own_second_name_leaves_one_and_comes_back() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    fs::hard_link(desk.path("a.txt"), desk.path("b.txt")).unwrap();
    let landed = desk.run("move_file", json!({"from": "a.txt", "to": "b.txt"}));
    assert!(!desk.path("a.txt").exists());
    desk.revert(&landed.inverse).unwrap();
    assert_eq!((desk.text("a.txt"), desk.text("b.txt")), ("one\n".into(), "one\n".into()));
}
