//! Tests changes made while a command is rehearsed.

use super::*;

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
            desk.engine.end_work(&work.id, &ana()).unwrap();
        });
        desk.held("python3 s.py")
    });
    assert!(item["preview"]["warnings"].to_string().contains("ana ended it"), "{item}");
    assert!(desk.engine.works().is_empty() && desk.kept().is_empty());
    assert_eq!(desk.holds("a.txt"), None);
}
