//! `countersign backup` and `restore`: a whole home in one file, and a new home that goes on with it.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use serde_json::json;

use crate::{Home, Scene, ended};

/// A home in which a file was deleted with a yes, so that only the trash has it.
fn with_a_deletion() -> (Scene, String) {
    let scene = Scene::new();
    let (home, file) = (&scene.home, scene.home.dir.path().join("notes.txt"));
    fs::write(&file, "only here\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let args = json!({"path": file}).to_string();
    let asked = home.json(&scene.agent, &["call", "filesystem.delete_file", "--args", &args], 7);
    let item = asked["item"]["id"].as_str().unwrap();
    home.run(&scene.person, &["show", item]).expect(0);
    let done = home.json(&scene.person, &["confirm", item, "--type", "notes.txt"], 0);
    let receipt = done["results"][0]["receipt"]["id"].as_str().unwrap().to_owned();
    assert!(!file.exists());
    (scene, receipt)
}

/// A home that holds nothing, whatever tests keep in theirs.
fn empty() -> Home {
    let home = Home::new();
    let _none = fs::remove_file(home.path().join("config.toml"));
    home
}

#[test]
fn e7_a_restored_home_undoes_what_was_done_before_the_backup() {
    let (scene, receipt) = with_a_deletion();
    let home = &scene.home;
    home.write("policy.toml", "version = 1\nhosts = [\"docs.rs\"]\n");
    let file = home.dir.path().join("whole.backup").display().to_string();
    assert!(home.daemon().is_some(), "it is made while the daemon runs");
    let made = home.json("", &["backup", &file], 0);
    assert_eq!((&made["verified"], &made["keys"]), (&json!(true), &json!(false)), "{made}");
    assert!(made["files"].as_u64().unwrap() >= 3, "{made}");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    home.run("", &["backup", &file]).expect(2);
    home.down();

    let other = empty();
    let restored = other.json("", &["restore", &file], 0);
    assert_eq!((&restored["events"], &restored["files"]), (&made["events"], &made["files"]), "{restored}");
    assert_eq!(
        fs::read(other.path().join("policy.toml")).unwrap(),
        fs::read(home.path().join("policy.toml")).unwrap()
    );
    assert!(!other.path().join("person.token").exists(), "keys are only in it if asked for");
    assert_eq!(other.json("", &["audit", "verify"], 0)["ok"], true);
    other.run(&scene.person, &["undo", &receipt]).expect(0);
    let notes = home.dir.path().join("notes.txt");
    assert_eq!(fs::read_to_string(&notes).unwrap(), "only here\n");
    assert_eq!(fs::metadata(&notes).unwrap().permissions().mode() & 0o777, 0o640);
    let second = other.run("", &["restore", &file]).expect(4);
    assert!(second.err.contains("not empty"), "{second:?}");
}

#[test]
fn the_keys_are_in_a_backup_that_asked_for_them() {
    let (scene, _) = with_a_deletion();
    let home = &scene.home;
    home.run("", &["audit", "checkpoint", "--to", &home.dir.path().join("witness").display().to_string()])
        .expect(0);
    let file = home.dir.path().join("keys.backup").display().to_string();
    let told = home.run("", &["backup", &file, "--keys"]).expect(0);
    assert!(told.err.contains("like a password"), "{told:?}");
    let other = empty();
    other.run("", &["restore", &file]).expect(0);
    let key = |home: &Home| fs::read(home.path().join("checkpoint.key")).unwrap();
    assert_eq!(key(&other), key(home));
    let mode = fs::metadata(other.path().join("checkpoint.key")).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "and nobody else can read them");
}

#[test]
fn g4_an_altered_backup_of_a_home_is_refused_and_nothing_is_written() {
    let (scene, _) = with_a_deletion();
    let file = scene.home.dir.path().join("whole.backup");
    let named = file.display().to_string();
    scene.home.run("", &["backup", &named]).expect(0);
    let raw = rusqlite::Connection::open(&file).unwrap();
    let trash = "SELECT id FROM file WHERE place = 'data' AND kind = 'file' LIMIT 1";
    raw.execute(&format!("UPDATE piece SET bytes = x'00' WHERE file = ({trash})"), []).unwrap();
    drop(raw);
    let other = empty();
    let refused = other.run("", &["restore", &named]).expect(6);
    assert!(refused.err.contains("altered"), "{refused:?}");
    assert!(!other.path().join("countersign.db").exists() && !other.path().join("trash").exists());
    let store = scene.home.dir.path().join("store.backup").display().to_string();
    scene.home.run("", &["store", "backup", &store]).expect(0);
    let wrong = other.run("", &["restore", &store]).expect(2);
    assert!(wrong.err.contains("store restore"), "{wrong:?}");
}

#[test]
fn c1_an_agent_copies_no_home() {
    let (scene, _) = with_a_deletion();
    let file = scene.home.dir.path().join("mine").display().to_string();
    let as_agent = |home: &Home, args: &[&str]| {
        let mut agent = home.command(&scene.agent, args);
        ended(std::mem::replace(agent.env("CLAUDECODE", "1"), Command::new("true")), "")
    };
    assert_eq!(as_agent(&scene.home, &["backup", &file]).code, 3);
    assert!(!fs::exists(&file).unwrap());
    scene.home.run("", &["backup", &file]).expect(0);
    let other = empty();
    assert_eq!(as_agent(&other, &["restore", &file]).code, 3);
    assert!(!other.path().join("countersign.db").exists());
}
