//! Tests a rehearsal of a command that is called a read.

use std::fs;

use serde_json::json;

use super::*;

#[test]
fn a13_what_is_called_a_read_changes_nothing_real_and_what_it_wanted_is_told() {
    if std::env::var_os("COUNTERSIGN_TESTS_WITHOUT_WORLDS").is_some() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let work = dir.path().canonicalize().unwrap().join("work");
    fs::create_dir(&work).unwrap();
    fs::write(work.join("a.txt"), "as it is\n").unwrap();
    fs::write(work.join(".env"), "KEY=hunter2\n").unwrap();
    let shell = Shell { stages: dir.path().join("stages"), ..Shell::default() };
    let run = |line: &str| {
        let run: Run = serde_json::from_value(json!({"command": line, "cwd": work})).unwrap();
        let why = As::Reading { besides: Vec::new(), hosts: Vec::new() };
        Trial::run(&shell, &run, Caller { cwd: work.to_str(), run: "", trusted: &[], aloud: false }, &why)
            .unwrap()
    };
    let reads = run("cat a.txt .env");
    assert!(reads.result["stdout"].as_str().unwrap().contains("as it is"), "{}", reads.result);
    assert!(!reads.result.to_string().contains("hunter2") && reads.effects.changes.is_empty());
    assert!(!reads.wanted_to_change(std::slice::from_ref(&work)));
    let writes = run("cat .env > stolen; cat stolen; rm a.txt && echo gone");
    assert!(writes.wanted_to_change(std::slice::from_ref(&work)), "{:?}", writes.ended);
    assert!(!writes.result.to_string().contains("hunter2"), "{}", writes.result);
    assert!(!writes.result.to_string().contains("gone"), "{}", writes.result);
    assert_eq!(fs::read_to_string(work.join("a.txt")).unwrap(), "as it is\n");
    assert!(!work.join("stolen").exists());
}
