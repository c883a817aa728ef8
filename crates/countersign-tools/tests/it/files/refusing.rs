//! Tests refused calls, and that they touch nothing.

use std::{
    fs,
    os::unix::{fs::PermissionsExt, fs::symlink, net::UnixListener},
};

use rustix::fs::{CWD, Mode, mkfifoat};

use super::*;

#[test]
fn d2_a_link_swapped_in_between_look_and_apply_is_noticed() {
    let desk = Desk::new();
    desk.put("dir/a.txt", "one\n");
    desk.put("elsewhere/a.txt", "one\n");
    let order = desk.order("write_file", json!({"path": "dir/a.txt", "content": "two\n"}));
    fs::rename(desk.path("dir"), desk.path("was")).unwrap();
    symlink(desk.path("elsewhere"), desk.path("dir")).unwrap();
    refused(desk.files.apply(&order), "stale", "changed since");
    assert_eq!(desk.text("elsewhere/a.txt"), "one\n");

    let order = desk.order("write_file", json!({"path": "was/a.txt", "content": "two\n"}));
    fs::remove_file(desk.path("was/a.txt")).unwrap();
    symlink(desk.path("elsewhere/a.txt"), desk.path("was/a.txt")).unwrap();
    refused(desk.files.apply(&order), "stale", "it was a file and is a link");
    assert_eq!(desk.text("elsewhere/a.txt"), "one\n");
}

#[test]
fn d2_a_file_that_changed_since_it_was_shown_is_left_alone() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let write = desk.order("write_file", json!({"path": "a.txt", "content": "two\n"}));
    let delete = desk.order("delete_file", json!({"path": "a.txt"}));
    let create = desk.order("write_file", json!({"path": "b.txt", "content": "b"}));
    desk.put("a.txt", "mine\n");
    desk.put("b.txt", "mine\n");
    let before = desk.picture();
    refused(desk.files.apply(&write), "stale", "its content changed");
    refused(desk.files.apply(&delete), "stale", "its content changed");
    refused(desk.files.apply(&create), "stale", "a file is there now");
    assert_eq!(desk.picture(), before);
}

#[test]
fn d2_a_folder_in_which_anything_changed_is_not_deleted() {
    let desk = Desk::new();
    desk.put("d/x/a.txt", "one\n");
    let delete = desk.order("delete_file", json!({"path": "d", "recursive": true}));
    desk.put("d/x/a.txt", "two\n");
    refused(desk.files.apply(&delete), "stale", "its content changed");
    assert_eq!(desk.text("d/x/a.txt"), "two\n");
}

#[test]
fn d2_a_source_that_changed_is_not_written() {
    let desk = Desk::new();
    desk.put("source", "one");
    let write = desk.order("write_file", json!({"path": "target", "source": "source"}));
    desk.put("source", "two");
    refused(desk.files.apply(&write), "stale", "source changed since");
    assert!(!desk.path("target").exists());
}

#[test]
fn parents_that_vanish_are_stale_and_missing_ones_are_said() {
    let desk = Desk::new();
    fs::create_dir(desk.path("d")).unwrap();
    let order = desk.order("write_file", json!({"path": "d/a.txt", "content": "x"}));
    fs::remove_dir(desk.path("d")).unwrap();
    refused(desk.files.apply(&order), "stale", "the folder of");
    let error = refused(
        desk.forecast("write_file", json!({"path": "d/a.txt", "content": "x"})),
        "invalid",
        "no folder",
    );
    assert!(error.hint.unwrap().contains("create_dir"));
}

#[test]
fn pipes_sockets_and_devices_are_refused_without_waiting() {
    let desk = Desk::new();
    mkfifoat(CWD, desk.path("pipe"), Mode::RUSR | Mode::WUSR).unwrap();
    let _socket = UnixListener::bind(desk.path("socket")).unwrap();
    for path in ["pipe", "socket"] {
        refused(desk.read("read_file", json!({"path": path})), "invalid", "pipe or a socket");
        refused(
            desk.forecast("write_file", json!({"path": path, "content": "x"})),
            "invalid",
            "pipe or a socket",
        );
        refused(desk.forecast("delete_file", json!({"path": path})), "invalid", "pipe or a socket");
        refused(desk.forecast("copy_file", json!({"from": path, "to": "x"})), "invalid", "pipe or a socket");
    }
    for path in ["/dev/zero", "/proc/self/mem", "/sys/kernel"] {
        refused(desk.read("read_file", json!({"path": path})), "invalid", "holds no real files");
    }
    let forecast = desk.forecast("read_file", json!({"path": "/proc/self/root/etc/passwd"})).unwrap();
    assert_eq!((forecast.facts.reads, forecast.facts.outside), (vec!["/etc/passwd".to_owned()], true));
    let listed = desk.read("list_dir", json!({"path": "."})).unwrap();
    assert_eq!(listed["entries"][0]["kind"], "other");
}

#[test]
fn links_to_nothing_and_in_circles_are_refused() {
    let desk = Desk::new();
    symlink("nowhere", desk.path("dangling")).unwrap();
    symlink("round", desk.path("round")).unwrap();
    refused(
        desk.forecast("write_file", json!({"path": "dangling", "content": "x"})),
        "invalid",
        "link to nothing",
    );
    refused(
        desk.forecast("write_file", json!({"path": "round", "content": "x"})),
        "invalid",
        "link is in the way",
    );
    refused(
        desk.forecast("write_file", json!({"path": "dangling/x", "content": "x"})),
        "invalid",
        "link to nothing",
    );
}

#[test]
fn odd_arguments_are_refused_in_words() {
    let desk = Desk::new();
    desk.put("a.txt", "aa\n");
    fs::create_dir(desk.path("d")).unwrap();
    for (tool, args, words) in [
        ("write_file", json!({"path": "", "content": "x"}), "not a path"),
        ("write_file", json!({"path": "a\u{0}b", "content": "x"}), "not a path"),
        ("write_file", json!({"path": "a.txt"}), "exactly one of"),
        ("write_file", json!({"path": "a.txt", "content": "x", "source": "d"}), "exactly one of"),
        ("write_file", json!({"path": "a.txt", "content_base64": "%"}), "not base64"),
        ("write_file", json!({"path": "d", "content": "x"}), "is a folder, not a file"),
        ("write_file", json!({"path": "a.txt/b", "content": "x"}), "not a folder"),
        ("write_file", json!({"path": "nope/../a.txt", "content": "x"}), "folder that does not exist"),
        ("write_file", json!({"path": "x".repeat(300), "content": "x"}), "name is too long"),
        ("write_file", json!({"pth": "x"}), "unknown field"),
        (
            "edit_file",
            json!({"path": "a.txt", "edits": [{"old_text": "a", "new_text": "b"}]}),
            "more than once",
        ),
        (
            "edit_file",
            json!({"path": "a.txt", "edits": [{"old_text": "z", "new_text": "b"}]}),
            "does not occur",
        ),
        ("edit_file", json!({"path": "a.txt", "edits": [{"old_text": "", "new_text": "b"}]}), "is empty"),
        ("move_file", json!({"from": "d", "to": "d/e"}), "is inside"),
        ("move_file", json!({"from": "a.txt", "to": "d"}), "already exists"),
        ("delete_file", json!({"path": ".", "recursive": true}), "whole workspace"),
        ("delete_file", json!({"path": "/", "recursive": true}), "whole workspace"),
    ] {
        let error = desk.forecast(tool, args.clone()).err().unwrap_or_else(|| panic!("{tool} {args}"));
        assert_eq!(error.code.as_str(), "invalid", "{tool} {args}: {error}");
        assert!(error.message.contains(words), "{tool} {args}: {error}");
    }
    desk.put("d/x", "x");
    refused(desk.forecast("delete_file", json!({"path": "d"})), "invalid", "1 thing in it");
    refused(desk.forecast("delete_file", json!({"path": "nope"})), "not_found", "nothing at");
    refused(desk.forecast("edit_file", json!({"path": "nope", "edits": []})), "not_found", "no file");
}

#[test]
fn permission_lost_in_between_leaves_everything_as_it_was() {
    let desk = Desk::new();
    desk.put("d/a.txt", "one\n");
    let order = desk.order("write_file", json!({"path": "d/a.txt", "content": "two\n"}));
    fs::set_permissions(desk.path("d"), fs::Permissions::from_mode(0o555)).unwrap();
    let applied = desk.files.apply(&order);
    fs::set_permissions(desk.path("d"), fs::Permissions::from_mode(0o755)).unwrap();
    // Root may write anywhere.
    if let Err(error) = applied {
        assert_eq!(error.code.as_str(), "conflict");
        assert!(error.message.contains("permission is denied"), "{error}");
        assert_eq!(desk.text("d/a.txt"), "one\n");
        assert_eq!(fs::read_dir(desk.path("d")).unwrap().count(), 1);
        assert!(!desk.files.trash.join(&order.id).exists());
    }
}
