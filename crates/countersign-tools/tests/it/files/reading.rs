//! Tests reads: limits, odd files, and the run's own pending writes.

use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt};

use super::*;

fn names(listed: &Value) -> Vec<&str> {
    listed["entries"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect()
}

#[test]
fn reading_gives_text_or_base64_in_parts_that_add_up() {
    let desk = Desk::new();
    desk.put("a.txt", "aä€z");
    let whole = desk.read("read_file", json!({"path": "a.txt"})).unwrap();
    assert_eq!((&whole["text"], &whole["size"]), (&json!("aä€z"), &json!(7)));
    let part = desk.read("read_file", json!({"path": "a.txt", "limit": 4})).unwrap();
    assert_eq!(part["text"], "aä", "a character is not cut in two");
    assert_eq!(part["truncated"], "3 of 7 bytes; go on at offset 3");
    let rest = desk.read("read_file", json!({"path": "a.txt", "offset": 3})).unwrap();
    assert_eq!(rest["text"], "€z");
    desk.put("b.bin", [0, 255, 128]);
    assert_eq!(desk.read("read_file", json!({"path": "b.bin"})).unwrap()["base64"], "AP+A");
    let past = desk.read("read_file", json!({"path": "a.txt", "offset": 99})).unwrap();
    assert_eq!(past["text"], "");
    refused(desk.read("read_file", json!({"path": "nope"})), "not_found", "nothing at");
    refused(desk.read("read_file", json!({"path": "."})), "invalid", "a folder, not a file");
}

#[test]
fn a_large_file_is_read_up_to_the_limit() {
    let desk = Desk::new();
    let file = fs::File::create(desk.path("big")).unwrap();
    file.set_len(5_000_000_000).unwrap();
    let read = desk.read("read_file", json!({"path": "big", "limit": 9_000_000_000_u64})).unwrap();
    assert_eq!(read["size"], 5_000_000_000_u64);
    assert!(read["truncated"].as_str().unwrap().starts_with("1048576 of"));
}

#[test]
fn listing_tells_kinds_sizes_and_names_that_are_no_text() {
    let desk = Desk::new();
    desk.put("b.txt", "12345");
    fs::create_dir(desk.path("a")).unwrap();
    fs::write(desk.work.join(OsStr::from_bytes(b"c\xff")), "").unwrap();
    let listed = desk.read("list_dir", json!({"path": "."})).unwrap();
    assert_eq!(names(&listed), ["a", "b.txt", "c\u{fffd}"]);
    assert_eq!(listed["entries"][0]["kind"], "dir");
    assert_eq!(listed["entries"][1]["size"], 5);
    assert_eq!(listed["entries"][2]["name_base64"], "Y/8=");
}

#[test]
fn long_listings_say_what_they_leave_out() {
    let desk = Desk::new();
    for n in 0..1_005 {
        desk.put(&format!("f{n:04}"), "");
    }
    let listed = desk.read("list_dir", json!({"path": "."})).unwrap();
    assert_eq!(names(&listed).len(), 1_000);
    assert_eq!(listed["truncated"], "the first 1000 of 1005 entries");
    let found = desk.read("search_files", json!({"path": ".", "pattern": "f*"})).unwrap();
    assert_eq!(found["truncated"], "stopped after 1000 matches");
}

#[test]
fn searching_finds_names_and_text_but_no_secrets() {
    let desk = Desk::new();
    desk.put("src/a.rs", "fn main() {}\nlet needle = 1;\n");
    desk.put("src/b.rs", "nothing\n");
    desk.put("bin", b"\0needle");
    desk.put(".env", "needle=1\n");
    let found = desk.read("search_files", json!({"path": ".", "pattern": "*.rs"})).unwrap();
    assert_eq!(found["matches"].as_array().unwrap().len(), 2);
    let found = desk.read("search_files", json!({"path": ".", "pattern": "*", "content": "needle"})).unwrap();
    assert_eq!(found["matches"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["matches"][0]["line"], 2);
    assert_eq!(found["matches"][0]["text"], "let needle = 1;");
    assert_eq!(found["skipped"], 1);
    let found = desk.read("search_files", json!({"path": ".", "pattern": "src/**"})).unwrap();
    assert_eq!(found["matches"].as_array().unwrap().len(), 2);
}

#[test]
fn metadata_tells_the_content_hash() {
    let desk = Desk::new();
    desk.put("a.txt", "x");
    let told = desk.read("get_metadata", json!({"path": "a.txt"})).unwrap();
    assert_eq!(told["blake3"], blake3::hash(b"x").to_string());
    assert_eq!((&told["kind"], &told["links"]), (&json!("file"), &json!(1)));
}

#[test]
fn b1_reads_see_the_runs_own_pending_writes() {
    let desk = Desk::new();
    desk.put("a.txt", "one two\n");
    desk.put("old/deep/x.txt", "x\n");
    desk.put("gone.txt", "g\n");
    let mut ask = desk.ask("read_file", json!({"path": "a.txt"}));
    desk.pending(&mut ask, "write_file", json!({"path": "new.txt", "content": "fresh needle\n"}));
    desk.pending(
        &mut ask,
        "edit_file",
        json!({"path": "a.txt", "edits": [{"old_text": "one", "new_text": "1"}]}),
    );
    desk.pending(
        &mut ask,
        "edit_file",
        json!({"path": "a.txt", "edits": [{"old_text": "two", "new_text": "2"}]}),
    );
    desk.pending(&mut ask, "move_file", json!({"from": "old", "to": "moved"}));
    desk.pending(&mut ask, "write_file", json!({"path": "moved/deep/y.txt", "content": "y\n"}));
    desk.pending(&mut ask, "copy_file", json!({"from": "moved", "to": "copied"}));
    desk.pending(&mut ask, "create_dir", json!({"path": "p/q"}));
    desk.pending(&mut ask, "delete_file", json!({"path": "gone.txt"}));
    let with = |tool: &str, args: Value| {
        let mut call = desk.ask(tool, args);
        call.pending = ask.pending.clone();
        desk.files.read(&call)
    };
    let read = with("read_file", json!({"path": "a.txt"})).unwrap();
    assert_eq!((&read["text"], &read["pending"]), (&json!("1 2\n"), &json!(["itm_2", "itm_3"])));
    let read = with("read_file", json!({"path": "moved/deep/x.txt"})).unwrap();
    assert_eq!((&read["text"], &read["pending"]), (&json!("x\n"), &json!(["itm_4"])));
    refused(with("read_file", json!({"path": "old/deep/x.txt"})), "not_found", "nothing at");
    refused(with("read_file", json!({"path": "gone.txt"})), "not_found", "nothing at");
    let listed = with("list_dir", json!({"path": "."})).unwrap();
    assert_eq!(names(&listed), ["a.txt", "copied", "moved", "new.txt", "p"]);
    let listed = with("list_dir", json!({"path": "copied/deep"})).unwrap();
    assert_eq!(names(&listed), ["x.txt", "y.txt"]);
    assert_eq!(names(&with("list_dir", json!({"path": "p"})).unwrap()), ["q"]);
    let found = with("search_files", json!({"path": ".", "pattern": "*", "content": "needle"})).unwrap();
    assert_eq!(found["matches"][0]["pending"], json!(["itm_1"]));
    let told = with("get_metadata", json!({"path": "p/q"})).unwrap();
    assert_eq!((&told["kind"], &told["pending"]), (&json!("dir"), &json!(["itm_7"])));
    assert!(!desk.path("new.txt").exists(), "nothing of it is on the disk");
}

#[test]
fn b8_an_edit_of_a_pending_write_builds_on_it_and_lands_after_it() {
    let desk = Desk::new();
    let mut ask =
        desk.ask("edit_file", json!({"path": "d/a.txt", "edits": [{"old_text": "one", "new_text": "two"}]}));
    desk.pending(&mut ask, "create_dir", json!({"path": "d"}));
    desk.pending(&mut ask, "write_file", json!({"path": "d/a.txt", "content": "one\n"}));
    let forecast = desk.files.forecast(&ask).unwrap();
    assert_eq!(forecast.built_on, ["itm_2"]);
    assert!(forecast.preview.diff.as_ref().unwrap().contains("-one\n+two\n"));
    let edit = desk.order_of("edit_file", forecast);
    refused(desk.files.apply(&edit), "stale", "it is gone");
    desk.run("create_dir", json!({"path": "d"}));
    desk.run("write_file", json!({"path": "d/a.txt", "content": "one\n"}));
    desk.files.apply(&edit).unwrap();
    assert_eq!(desk.text("d/a.txt"), "two\n");
}
