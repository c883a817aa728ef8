//! Processes that die in the middle of a command in a stage, or of a landing.

use std::fs;

use super::Desk;
use crate::eventually;

#[test]
fn d4_a_stage_whose_process_died_is_open_again_with_all_that_is_in_it() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let mut lasting = desk.lasting("echo uno > a.txt; echo begun; read wait; echo dos > a.txt");
    let stage = desk.stages()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(desk.stages()[0]["status"], "running");
    desk.run(&["stage", "diff", &stage]).expect(0);
    for args in [["stage", "land", &stage], ["stage", "drop", &stage]] {
        desk.run(&args).expect(4);
    }
    desk.run(&["stage", "run", &stage, "--", "true"]).expect(4);
    let held = lasting.0.stdin.take();
    lasting.0.kill().unwrap();
    lasting.0.wait().unwrap();
    eventually("the stage is open again", || desk.stages()[0]["status"] == "open");
    drop(held);
    desk.land(&stage, &[]).expect(0);
    assert_eq!(desk.real("a.txt").unwrap(), "uno\n", "what it started ended with it");
}

#[test]
fn d4_what_a_dead_process_left_is_swept_and_live_stages_stay() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (stage, _) = desk.stage(&[], "echo uno > a.txt");
    let stages = desk.home.path().join("stages");
    desk.home.kill_daemon();
    // The state after a process died between the record of a drop and the drop.
    fs::create_dir_all(stages.join("sg999-dead/0")).unwrap();
    fs::write(stages.join("sg999-dead.lock"), "").unwrap();
    fs::create_dir_all(stages.join("notes")).unwrap();
    desk.stages();
    let names: Vec<String> =
        fs::read_dir(&stages).unwrap().flatten().map(|e| e.file_name().into_string().unwrap()).collect();
    assert!(names.contains(&stage) && names.contains(&"notes".to_owned()), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("sg999")), "{names:?}");
    desk.land(&stage, &[]).expect(0);
    assert_eq!(desk.real("a.txt").unwrap(), "uno\n");
}

#[test]
fn d4_a_daemon_killed_while_it_lands_has_landed_all_or_nothing_after_restart() {
    for delay_ms in [0, 2, 5, 10, 20, 40] {
        let desk = Desk::new();
        (0..200).for_each(|n| desk.put(&format!("f{n}"), "one\n"));
        let (stage, _) = desk.stage(&[], "for f in f*; do echo uno > $f; done");
        desk.run(&["stage", "diff", &stage]).expect(0);
        let mut landing = desk.command(&desk.person, &["stage", "land", &stage]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay_ms));
        desk.home.kill_daemon();
        let _ = landing.wait();
        // The next command starts another daemon, which first recovers.
        let receipts = desk.json(&["receipts"], 0)["receipts"].as_array().unwrap().len();
        let landed = (0..200).filter(|n| desk.real(&format!("f{n}")).unwrap() == "uno\n").count();
        assert!(
            matches!((receipts, landed), (0, 0) | (1, 200)),
            "{receipts} receipts, {landed} files, {delay_ms} ms"
        );
        if receipts == 0 {
            desk.land(&stage, &[]).expect(0);
        }
        let receipt = desk.json(&["receipts"], 0)["receipts"][0]["id"].as_str().unwrap().to_owned();
        desk.run(&["undo", &receipt]).expect(0);
        assert!((0..200).all(|n| desk.real(&format!("f{n}")).unwrap() == "one\n"));
    }
}
