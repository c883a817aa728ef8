//! Tests commands that wait beside each other and change the same files: a yes to one does not make the others stale, where
//! they still do what was shown; otherwise they say what has changed.

use super::{git::repository, *};

/// Compares an item with how things are now, as the daemon does after each landing.
fn recheck(desk: &Desk, item: &Value) -> Value {
    let answer = desk.call(&Actor::system(), "item.recheck", json!({"id": item["id"]})).unwrap();
    answer.value
}

fn numbered(lines: u32) -> String {
    (1..=lines).map(|n| format!("line {n}\n")).collect()
}

#[test]
fn d2_five_commands_that_change_different_lines_of_one_file_all_land_under_what_was_seen() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", &numbered(60));
    let before = contents(&desk.work());
    let items: Vec<Value> =
        (1..=5).map(|n| desk.held(&format!("sed -i 's/^line {n}0$/changed {n}0/' a.txt"))).collect();
    let mut receipts = Vec::new();
    for item in &items {
        let told = desk.confirm(item);
        assert_eq!(told["status"], "applied", "{told}");
        receipts.push(told["receipt"]["id"].clone());
        for other in &items[receipts.len()..] {
            assert_eq!(recheck(&desk, other)["changed"], Value::Null);
            let now = desk.done(&ana(), "show", json!({"id": other["id"]}))["item"].clone();
            assert_eq!(now["digest"], other["digest"], "it can be confirmed under what was seen");
        }
    }
    let text = desk.holds("a.txt").unwrap();
    assert_eq!(text.matches("changed").count(), 5, "{text}");
    assert_eq!(text.replace("changed", "line"), numbered(60));
    for id in receipts.iter().rev() {
        let undone = desk.done(&ana(), "receipt.undo", json!({"id": id}));
        assert_eq!(undone["status"], "undone", "{undone}");
    }
    assert_eq!(contents(&desk.work()), before);
    assert!(desk.kept().is_empty());
}

#[test]
fn d2_commands_on_one_file_that_are_confirmed_together_all_land() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", &numbered(60));
    let items: Vec<Value> =
        (1..=5).map(|n| desk.held(&format!("sed -i 's/^line {n}0$/changed {n}0/' a.txt"))).collect();
    let set = desk.done(&ana(), "set.confirm_all", json!({"id": items[0]["change_set"]}));
    assert_eq!(statuses(&set), ["applied"; 5], "{set}");
    assert_eq!(desk.holds("a.txt").unwrap().matches("changed").count(), 5);
}

#[test]
fn d2_a_line_that_a_person_adds_meanwhile_stays_and_the_shown_change_lands_below_it() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", &numbered(20));
    let item = desk.held("sed -i 's/^line 12$/twelve/' a.txt");
    desk.put("a.txt", &format!("mine\n{}", numbered(20)));
    assert_eq!(desk.confirm(&item)["status"], "applied");
    assert_eq!(
        desk.holds("a.txt").unwrap(),
        format!("mine\n{}", numbered(20)).replace("line 12\n", "twelve\n")
    );
}

#[test]
fn d2_a_command_that_now_hits_other_lines_says_what_has_changed_before_anybody_decides() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", &numbered(20));
    // Both go by the number of the line.
    let (first, second) = (desk.held("sed -i 2d a.txt"), desk.held("sed -i '12s/line/twelfth/' a.txt"));
    assert_eq!(desk.confirm(&first)["status"], "applied");
    let changed = text(&recheck(&desk, &second), "changed");
    assert!(changed.contains("a.txt") && changed.contains("something else"), "{changed}");
    // What was seen cannot be confirmed any more.
    let told = desk.confirm(&second);
    assert_eq!(told["status"], "changed", "{told}");
    let now = desk.done(&ana(), "show", json!({"id": second["id"]}))["item"].clone();
    assert_eq!(now["status"], "pending");
    assert_ne!(now["digest"], second["digest"]);
    assert!(
        now["preview"]["warnings"].to_string().contains("examined again, since something else landed"),
        "{now}"
    );
    assert!(now["preview"]["diff"].to_string().contains("+twelfth 13"), "{now}");
    // Nothing has landed since: it is not compared twice, and no event is written for that.
    let head = || {
        let mut head = None;
        let read = desk.engine.store().view(&mut |base| base.head().map(|now| head = Some(now)));
        read.unwrap();
        head.unwrap()
    };
    let before = head();
    assert_eq!(recheck(&desk, &now)["changed"], Value::Null);
    assert_eq!(head(), before);
    assert_eq!(desk.confirm(&now)["status"], "applied");
    assert!(desk.holds("a.txt").unwrap().contains("twelfth 13\n"));
    assert!(desk.kept().is_empty(), "the rehearsal that was shown first is not kept either");
}

#[test]
fn d2_the_same_text_twice_is_not_taken_for_one_that_moved() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    // The lines that a difference shows around the change are the same in every block.
    let block = |n: u32| format!("block {n}\n.\n.\n.\n.\nx\n.\n.\n.\n.\n");
    let blocks = |from: u32| (from..5).map(block).collect::<String>();
    desk.put("a.txt", &blocks(1));
    let item = desk.held("sed -i '16s/x/y/' a.txt");
    assert!(item["preview"]["diff"].to_string().contains(" .\\n-x\\n+y\\n ."), "{item}");
    desk.put("a.txt", &blocks(2));
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "stale", "{told}");
    assert_eq!(desk.holds("a.txt").unwrap(), blocks(2));
}

#[test]
fn d2_a_file_that_became_a_program_or_a_chosen_part_is_not_transported() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.sh", &numbered(40));
    let item = desk.held("sed -i 's/^line 30$/thirty/' a.sh");
    desk.put("a.sh", &format!("mine\n{}", numbered(40)));
    fs::set_permissions(desk.work().join("a.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(desk.confirm(&item)["status"], "stale");

    desk.put("b.txt", &numbered(40));
    let item = desk.held("sed -i 's/^line 10$/ten/; s/^line 30$/thirty/' b.txt");
    let land = json!([{"path": desk.work().join("b.txt"), "hunks": [1]}]);
    let edited = desk.done(&ana(), "item.edit", json!({"id": item["id"], "land": land}))["item"].clone();
    desk.put("b.txt", &format!("mine\n{}", numbered(40)));
    assert_eq!(desk.confirm(&edited)["status"], "stale");
    assert_eq!(desk.holds("b.txt").unwrap(), format!("mine\n{}", numbered(40)));
}

#[test]
fn d2_a_file_that_a_tool_would_write_says_that_it_has_changed() {
    if !has_means() {
        return;
    }
    let desk = repository();
    let args = json!({"path": desk.work().join("a.txt"), "content": "other\n"});
    let written = desk.done(&codex(), "call.propose", json!({"tool": "filesystem.write_file", "args": args}));
    let written = desk.done(&ana(), "show", json!({"id": written["item"]["id"]}))["item"].clone();
    assert_eq!(recheck(&desk, &written)["changed"], Value::Null, "nothing has changed");
    desk.put("a.txt", "mine\n");
    let changed = text(&recheck(&desk, &written), "changed");
    assert!(changed.contains("a.txt"), "{changed}");
    assert_eq!(desk.confirm(&written)["status"], "changed");
    let now = desk.done(&ana(), "show", json!({"id": written["id"]}))["item"].clone();
    assert!(now["preview"]["diff"].to_string().contains("-mine"), "{now}");
    assert_eq!(desk.confirm(&now)["status"], "applied");
}

#[test]
fn d2_what_was_built_on_another_change_is_confirmed_under_what_was_seen() {
    let desk = Desk::new();
    for n in 0..4 {
        desk.put(&format!("old{n}.txt"), "old\n");
    }
    let at = |name: &str| desk.work().join(name);
    let held = |tool: &str, args: Value| {
        let held = desk.done(&codex(), "call.propose", json!({"tool": tool, "args": args}));
        desk.done(&ana(), "show", json!({"id": held["item"]["id"]}))["item"].clone()
    };
    let written = |name: &str| {
        held("filesystem.write_file", json!({"path": at(name), "content": format!("new {name}\n")}))
    };
    let pairs = [
        [written("old0.txt"), held("filesystem.delete_file", json!({"path": at("old0.txt")}))],
        [
            written("old1.txt"),
            held("filesystem.move_file", json!({"from": at("old1.txt"), "to": at("moved.txt")})),
        ],
        [
            held("filesystem.copy_file", json!({"from": at("old2.txt"), "to": at("copy.txt")})),
            held(
                "filesystem.edit_file",
                json!({"path": at("copy.txt"), "edits": [{"old_text": "old", "new_text": "newer"}]}),
            ),
        ],
        [held("filesystem.create_dir", json!({"path": at("made")})), written("made/a.txt")],
    ];
    for [first, second] in &pairs {
        assert_eq!(second["depends_on"], json!([first["id"]]), "{second}");
        assert_eq!(desk.confirm(first)["status"], "applied");
        assert_eq!(recheck(&desk, second)["changed"], Value::Null, "{second}");
        assert_eq!(desk.confirm(second)["status"], "applied");
    }
    assert!(desk.holds("old0.txt").is_none() && desk.holds("old1.txt").is_none());
    assert_eq!(desk.holds("moved.txt").unwrap(), "new old1.txt\n");
    assert_eq!(desk.holds("copy.txt").unwrap(), "newer\n");
    assert_eq!(desk.holds("made/a.txt").unwrap(), "new made/a.txt\n");
}

#[test]
fn d2_a_file_that_is_only_written_again_with_the_same_content_has_not_changed() {
    let desk = Desk::new();
    desk.put("a.txt", "old\n");
    let args = json!({"path": desk.work().join("a.txt"), "content": "new\n"});
    let held = desk.done(&codex(), "call.propose", json!({"tool": "filesystem.write_file", "args": args}));
    let held = desk.done(&ana(), "show", json!({"id": held["item"]["id"]}))["item"].clone();
    let later = fs::File::open(desk.work().join("a.txt")).unwrap();
    later.set_modified(std::time::SystemTime::now() + std::time::Duration::from_secs(60)).unwrap();
    assert_eq!(recheck(&desk, &held)["changed"], Value::Null);
    fs::set_permissions(desk.work().join("a.txt"), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(text(&recheck(&desk, &held), "changed").contains("755"), "its mode is what a person saw");
}

#[test]
fn d2_rows_and_tables_that_changed_since_are_said_before_anybody_decides() {
    let desk = Desk::new();
    desk.put("a.csv", "n\n1\n");
    let database = desk.work().join("a.db");
    let open = || rusqlite::Connection::open(&database).unwrap();
    open().execute_batch("CREATE TABLE t(n); INSERT INTO t VALUES (1)").unwrap();
    let held = |tool: &str, args: Value| {
        let held = desk.done(&codex(), "call.propose", json!({"tool": tool, "args": args}));
        desk.done(&ana(), "show", json!({"id": held["item"]["id"]}))["item"].clone()
    };
    let rows = json!({"path": desk.work().join("a.csv"), "rows": [[2]], "append": true});
    let rows = held("data.write_csv", rows);
    let update = held("data.write_sqlite", json!({"database": database, "sql": "UPDATE t SET n = n + 1"}));
    for item in [&rows, &update] {
        assert_eq!(recheck(&desk, item)["changed"], Value::Null, "{item}");
    }
    desk.put("a.csv", "n\n1\n7\n");
    open().execute_batch("INSERT INTO t VALUES (2)").unwrap();
    for (item, name) in [(&rows, "a.csv"), (&update, "a.db")] {
        let changed = text(&recheck(&desk, item), "changed");
        assert!(changed.contains("changed since it was proposed") && changed.contains(name), "{changed}");
        assert_eq!(desk.confirm(item)["status"], "changed");
    }
}

#[test]
fn c1_only_the_daemon_compares_items_again() {
    let desk = Desk::new();
    for actor in [ana(), codex()] {
        let refused = desk.call(&actor, "item.recheck", json!({"id": "i1"})).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Refused, "{refused:?}");
    }
}
