//! `demo` by itself, and with keys in a real terminal.

use std::fs;

use crate::{Home, ended, review::Pane};

#[test]
fn h8_the_demo_shows_a_rehearsal_a_stage_an_undo_and_the_log_in_under_60_lines() {
    let home = Home::new();
    let scratch = tempfile::tempdir().unwrap();
    let mut command = home.command("", &["demo"]);
    command.env("TMPDIR", scratch.path());
    let played = ended(command, "").expect(0);
    for said in ["shop 1.0.0", "+version = \"1.1.0\"", "+1.1.0: fewer files", "Undo: ", "The log is intact"] {
        assert!(played.out.contains(said), "{said:?} is not in {}", played.out);
    }
    assert!(played.out.lines().count() < 60, "{}", played.out);
    assert!(!played.out.contains("Write NEWS"), "it landed only on the stage: {}", played.out);
    assert!(!home.path().exists(), "the demo has a home of its own");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0, "its folder is gone");
}

#[test]
fn h8_the_demo_is_played_with_keys() {
    let home = Home::new();
    let scratch = tempfile::tempdir().unwrap();
    let tmp = scratch.path().to_str().unwrap();
    let pane = Pane::running(&home, "", (100, 60), "demo", &[("TMPDIR", tmp)]);
    pane.shows("rm old.md");
    pane.shows("Land it?");
    pane.until("y", "3. In a stage");
    pane.shows("+1.1.0: fewer files");
    pane.until("n", "4. ");
    pane.until("y", "The log is intact");
    let screen = pane.shows("left with 0");
    assert!(!screen.contains("✓ Land the stage"), "{screen}");
    assert!(pane.shows(" icanon").contains(" echo "), "the terminal is as before");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0, "its folder is gone");
}

#[test]
fn h8_leaving_the_demo_with_ctrl_c_leaves_no_folder_behind() {
    let home = Home::new();
    let scratch = tempfile::tempdir().unwrap();
    let tmp = scratch.path().to_str().unwrap();
    let pane = Pane::running(&home, "", (100, 60), "demo", &[("TMPDIR", tmp)]);
    pane.shows("Land it?");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    pane.until("C-c", "left with 1");
    assert!(pane.shows(" icanon").contains(" echo "), "the terminal is as before");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0, "its folder is gone");
}

#[test]
fn h8_ctrl_c_while_the_demo_works_ends_it_cleanly() {
    let home = Home::new();
    let scratch = tempfile::tempdir().unwrap();
    let mut command = home.command("", &["demo"]);
    command
        .env("TMPDIR", scratch.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    let mut child = command.spawn().unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    crate::eventually("it has begun", || fs::read_dir(scratch.path()).unwrap().count() == 1);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert!(child.wait().unwrap().code().is_some(), "it ends by itself");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0, "its folder is gone");
}
