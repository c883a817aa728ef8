//! Tests changes made while a command is rehearsed.

mod git;
mod neighbours;
mod queued_git;

use super::*;

/// Returns the status of each result of a yes to several.
fn statuses(results: &Value) -> Vec<String> {
    results["results"]
        .as_array()
        .unwrap_or_else(|| panic!("{results}"))
        .iter()
        .map(|r| text(r, "status"))
        .collect()
}

#[test]
fn d2_commands_that_have_nothing_to_do_with_each_other_all_land_when_confirmed_together() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let items: Vec<Value> = (0..5).map(|n| desk.held(&format!("echo {n} > q{n}.txt"))).collect();
    let before = contents(&desk.work());
    let set = desk.done(&ana(), "set.confirm_all", json!({"id": items[0]["change_set"]}));
    assert_eq!(statuses(&set), ["applied"; 5], "{set}");
    for n in 0..5 {
        assert_eq!(desk.holds(&format!("q{n}.txt")), Some(format!("{n}\n")));
    }
    assert!(desk.kept().is_empty(), "what was rehearsed again is not kept either");
    for result in set["results"].as_array().unwrap() {
        let undone = desk.done(&ana(), "receipt.undo", json!({"id": result["receipt"]["id"]}));
        assert_eq!(undone["status"], "undone", "{undone}");
    }
    assert_eq!(contents(&desk.work()), before);
}

#[test]
fn d2_an_unrelated_file_that_moved_does_not_matter_and_exactly_what_was_shown_lands() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "b\na\n");
    desk.put("notes.txt", "one\n");
    let item = desk.held("sort a.txt > sorted.txt; cat notes.txt");
    let written = |name: &str| fs::metadata(desk.work().join(name)).unwrap().modified().unwrap();
    let rehearsed = desk.dir.path().join("home/stages/rehearsals").join(&desk.kept()[0]);
    let shown = fs::metadata(rehearsed.join("0/upper/sorted.txt")).unwrap().modified().unwrap();
    desk.put("notes.txt", "two\n");
    desk.put("new/more.txt", "x\n");
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "applied", "{told}");
    assert_eq!(desk.holds("sorted.txt").as_deref(), Some("a\nb\n"));
    assert_eq!(written("sorted.txt"), shown, "what lands is the first rehearsal, to the nanosecond");
    assert_eq!((desk.holds("notes.txt").as_deref(), desk.kept()), (Some("two\n"), Vec::<String>::new()));
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": told["receipt"]["id"]}));
    assert_eq!((&undone["status"], desk.holds("sorted.txt")), (&json!("undone"), None));
}

/// Writes a file, and connects somewhere if another one is there.
const SENDS: &str = "import os, socket\nopen('f.txt', 'w').write('x')\nif os.path.exists('send'):\n    \
                     try: socket.create_connection(('203.0.113.1', 80))\n    except OSError: pass\n";

#[test]
fn d2_what_would_do_something_else_now_is_stale_and_nothing_of_it_lands() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    for (command, moved, content, told) in [
        ("sort a.txt > b.txt", "a.txt", "c\n", "something else"),
        ("rm -f x; test -e flag && exit 3; echo > c.txt", "flag", "", "something else"),
        ("echo > d.txt; test ! -e other", "other", "", "another exit code"),
        (
            "echo > e.txt; for f in *.extra; do cp $f $f.copy; done 2> /dev/null; true",
            "q.extra",
            "",
            "something else",
        ),
        ("python3 send.py", "send", "", "again"),
    ] {
        desk.put("a.txt", "b\na\n");
        desk.put("send.py", SENDS);
        let item = desk.held(command);
        desk.put(moved, content);
        let before = tree(&desk.work());
        let answer = desk.confirm(&item);
        let message = text(&answer, "message");
        assert_eq!(answer["status"], "stale", "{command}: {answer}");
        assert!(message.contains(moved) && message.contains(told), "{command}: {message}");
        assert_eq!(tree(&desk.work()), before, "{command}");
    }
}

#[test]
fn d2_what_a_command_itself_changes_is_stale_when_it_would_do_something_else_to_it_now() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    desk.put("runs", "");
    let item = desk.held("sed -i s/one/1/ a.txt");
    desk.put("a.txt", "one and more\n");
    desk.put("unrelated.txt", "x\n");
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "stale", "{told}");
    let message = text(&told, "message");
    assert!(message.contains("a.txt") && !message.contains("unrelated"), "{told}");
    assert_eq!(desk.holds("a.txt").as_deref(), Some("one and more\n"));

    let item = desk.held("echo new > taken.txt");
    desk.put("taken.txt", "mine\n");
    desk.put("unrelated.txt", "y\n");
    assert_eq!(desk.confirm(&item)["status"], "stale");
    assert_eq!(desk.holds("taken.txt").as_deref(), Some("mine\n"));
}

#[test]
fn d2_h3_what_moves_while_it_is_rehearsed_again_is_found_and_nothing_lands_unseen() {
    if !has_means() {
        return;
    }
    let desk = Desk::in_dir(outside_tmp(), "");
    desk.put("a.txt", "shown\n");
    let (gate, stages) = (desk.work().join("../gate"), desk.dir.path().join("home/stages/rehearsals"));
    fs::write(&gate, "").unwrap();
    desk.put(
        "s.py",
        &format!(
            "import os, time\nt = open('a.txt').read()\nopen('b.txt', 'w').write(t)\n\
             while not os.path.exists({gate:?}): time.sleep(0.01)\n"
        ),
    );
    let item = desk.held("python3 s.py");
    let first = desk.kept();
    fs::remove_file(&gate).unwrap();
    desk.put("unrelated.txt", "x\n");
    let written_again = || {
        let all = fs::read_dir(&stages).into_iter().flatten().flatten();
        let mut again = all.filter(|one| !first.contains(&one.file_name().into_string().unwrap()));
        again.any(|one| one.path().join("0/upper/b.txt").exists())
    };
    let told = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !written_again() {
                std::thread::yield_now();
            }
            // It has read the text that was shown and will have the effect that was shown.
            desk.put("a.txt", "other\n");
            fs::write(&gate, "").unwrap();
        });
        desk.confirm(&item)
    });
    assert_eq!(told["status"], "stale", "{told}");
    assert!(told["message"].to_string().contains("a.txt"), "{told}");
    assert_eq!(desk.holds("b.txt"), None);
    assert_eq!(desk.kept(), first, "the one that was shown is kept until the item is decided");
}

#[test]
fn d2_a_part_that_a_person_chose_lands_after_something_else_moved() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let item = desk.held("echo a > a.txt; echo b > b.txt");
    let land = json!([{"path": desk.work().join("a.txt")}]);
    let edited = desk.done(&ana(), "item.edit", json!({"id": item["id"], "land": land}));
    assert!(edited["item"].is_object(), "{edited}");
    let shown = desk.done(&ana(), "show", json!({"id": item["id"]}))["item"].clone();
    desk.put("unrelated.txt", "x\n");
    assert_eq!(desk.confirm(&shown)["status"], "applied");
    assert_eq!((desk.holds("a.txt").as_deref(), desk.holds("b.txt")), (Some("a\n"), None));
}

#[test]
fn d2_what_moves_while_a_command_is_rehearsed_makes_it_stale() {
    if !has_means() {
        return;
    }
    // Not in `/tmp`, which is private in a world: the command waits for a file beside the workspace.
    let desk = Desk::in_dir(outside_tmp(), "");
    for n in 0..1_100 {
        desk.put(&format!("many/{n}"), "x");
    }
    desk.put("b.txt", "read\n");
    let (go, stages) = (desk.work().join("../go"), desk.dir.path().join("home/stages/rehearsals"));
    desk.put(
        "s.py",
        &format!(
            "import os, time\nt = open('b.txt').read()\nopen('a.txt', 'w').write(t)\n\
             while not os.path.exists({go:?}): time.sleep(0.01)\n"
        ),
    );
    let written = || {
        let all = fs::read_dir(&stages).into_iter().flatten().flatten();
        all.into_iter().any(|one| one.path().join("0/upper/a.txt").exists())
    };
    let item = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !written() {
                std::thread::yield_now();
            }
            desk.put("b.txt", "READ\n");
            fs::write(&go, "").unwrap();
        });
        desk.held("python3 s.py")
    });
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "stale", "{told}");
    assert!(told.to_string().contains("b.txt"), "{told}");
    assert_eq!(desk.holds("a.txt"), None);
    let item = desk.done(&ana(), "item.refresh", json!({"id": item["id"]}))["item"].clone();
    assert_eq!(desk.confirm(&item)["status"], "applied");
    assert_eq!(desk.holds("a.txt").as_deref(), Some("READ\n"));
}

#[test]
fn h3_a_rehearsal_that_a_person_ends_is_asked_about_and_says_who_ended_it() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("s.py", "import time\nopen('a.txt', 'w').write('x')\nwhile True: time.sleep(1)\n");
    let item = std::thread::scope(|scope| {
        scope.spawn(|| {
            let work = loop {
                if let Some(work) = desk.engine.works().into_iter().next() {
                    break work;
                }
                std::thread::yield_now();
            };
            assert_eq!((work.kind.as_str(), work.what.as_str()), ("rehearsal", "python3 s.py"));
            desk.engine.end_work(&work.id, &ana(), &Origin::from("test")).unwrap();
        });
        desk.held("python3 s.py")
    });
    assert!(item["preview"]["warnings"].to_string().contains("ana ended it"), "{item}");
    assert!(desk.engine.works().is_empty() && desk.kept().is_empty());
    assert_eq!(desk.holds("a.txt"), None);
}
