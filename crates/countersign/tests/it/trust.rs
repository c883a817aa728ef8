//! `countersign trust`: a person trusts a folder, sees the list, and ends it; an agent cannot.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;

use crate::{Home, eventually};

fn project(home: &Home) -> PathBuf {
    let folder = home.dir.path().canonicalize().unwrap().join("shop");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a call of an agent in a folder; returns its exit code and output.
fn call(home: &Home, folder: &Path, agent: &str, path: &Path) -> (Option<i32>, String) {
    let args = json!({"path": path, "content": "x\n"}).to_string();
    let mut command = home.command(agent, &["call", "filesystem.write_file", "--args", &args]);
    let ended = command.current_dir(folder).output().unwrap();
    (ended.status.code(), String::from_utf8(ended.stdout).unwrap())
}

fn policy(home: &Home) -> Option<String> {
    fs::read_to_string(home.path().join("policy.toml")).ok()
}

#[test]
fn a14_a_person_trusts_a_folder_with_one_command_and_ends_it_with_another() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.write("policy.toml", "version = 1 # mine\n");
    let folder = project(&home);
    let name = folder.to_str().unwrap();
    let told = home.run(&person, &["trust", name, "--files", "20", "--agents", "codex,claude*"]).expect(0);
    assert!(told.out.contains(&format!("Trusted: {name}")) && told.out.contains("20 files"), "{told:?}");
    assert_eq!(told.err, "", "nothing waits any more");
    let text = policy(&home).unwrap();
    assert!(text.starts_with("version = 1 # mine\n"), "the rest of the file stays: {text}");
    let listed = home.json(&person, &["trust"], 0);
    let entry = json!({"folder": name, "files": 20, "agents": ["codex", "claude*"]});
    assert_eq!(listed["trust"], json!([entry]));
    assert!(home.run(&person, &["trust"]).expect(0).out.contains("agents codex, claude*"));

    let (code, out) = call(&home, &folder, &agent, &folder.join("a.txt"));
    assert!(code == Some(0) && out.contains("undo: countersign undo"), "{code:?} {out}");
    assert_eq!(fs::read_to_string(folder.join("a.txt")).unwrap(), "x\n");

    home.run(&person, &["trust", "--end", name]).expect(0);
    assert_eq!(home.json(&person, &["trust"], 0)["trust"], json!([]));
    assert_eq!(policy(&home).unwrap().trim_end(), "version = 1 # mine");
    home.run(&person, &["trust", "--end", name]).expect(5);
    assert_eq!(call(&home, &folder, &agent, &folder.join("b.txt")).0, Some(7));
    assert!(!folder.join("b.txt").exists());
}

#[test]
fn a14_an_agent_can_neither_trust_a_folder_nor_widen_trust() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let name = project(&home).to_str().unwrap().to_owned();
    let refused = home.run(&agent, &["trust", &name]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert_eq!(policy(&home), None, "the file is as it was");
    // Whoever can write the file decides nothing with it.
    home.write("policy.toml", &format!("version = 1\n[[trust]]\nfolder = {name:?}\n"));
    eventually("it waits for a person", || {
        home.json(&person, &["policy", "changes"], 0).to_string().contains("land without asking")
    });
    assert_eq!(home.json(&person, &["trust"], 0)["trust"], json!([]));
}

#[test]
fn what_cannot_be_trusted_is_refused_with_a_reason() {
    let home = Home::new();
    let (person, _) = home.with_people();
    let file = project(&home).join("file");
    fs::write(&file, "x").unwrap();
    for (path, code, said) in [
        ("/", 2, "home folder"),
        ("/no/such/folder", 5, "cannot be found"),
        (file.to_str().unwrap(), 2, "not a folder"),
    ] {
        let ended = home.run(&person, &["trust", path]);
        assert!(ended.err.contains(said), "{path}: {ended:?}");
        assert_eq!(ended.code, code, "{path}: {ended:?}");
    }
    home.write("policy.toml", "version = 1\nmodus = \"x\"\n");
    let name = project(&home).to_str().unwrap().to_owned();
    let ended = home.run(&person, &["trust", &name]);
    assert!(ended.code != 0 && ended.err.contains("policy.toml:2:1"), "{ended:?}");
}

#[test]
fn c11_modes_of_an_agent_a_folder_and_a_run_are_set_listed_and_ended_on_the_command_line() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let folder = project(&home).to_str().unwrap().to_owned();
    let run = home.json(&agent, &["run", "start"], 0)["id"].as_str().unwrap().to_owned();
    let mode = || {
        let shown = home.json(&person, &["run", "show", &run], 0);
        (shown["mode"].as_str().unwrap().to_owned(), shown["mode_from"].as_str().unwrap().to_owned())
    };
    let both = |mode: &str, from: &str| (mode.to_owned(), from.to_owned());
    for args in
        [&["mode", "set", "auto", "--agent", "codex"][..], &["run", "mode", &run, "auto"], &["mode", "list"]]
    {
        home.run(&agent, args).expect(3);
    }
    home.run(&person, &["mode", "set", "auto", "--agent", "codex"]).expect(0);
    assert_eq!(mode(), both("auto", "agent"));
    let threshold = ["--folder", &folder, "--confidence-threshold", "0.9"];
    home.run(&person, &[&["mode", "set", "confidence_threshold"][..], &threshold].concat()).expect(0);
    home.run(&person, &["run", "mode", &run, "manual"]).expect(0);
    assert_eq!(mode(), both("manual", "run"));
    let listed = home.json(&person, &["mode", "list"], 0)["modes"].as_array().unwrap().clone();
    assert_eq!(listed.len(), 2, "{listed:?}");
    let told = home.run(&person, &["mode", "list"]).expect(0).out;
    assert!(told.contains("codex") && told.contains(&folder), "{told}");
    for one in &listed {
        home.run(&person, &["mode", "clear", one["id"].as_str().unwrap()]).expect(0);
    }
    assert_eq!(home.json(&person, &["mode", "list"], 0)["modes"], json!([]));
    let whose = home.run(&person, &["mode", "set", "auto"]);
    assert!(whose.code != 0 && whose.err.contains("an agent, a folder or both"), "{whose:?}");
}

#[test]
fn c11_a_running_run_is_trusted_and_that_is_ended_on_the_command_line() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let folder = project(&home);
    let mut start = home.command(&agent, &["run", "start", "--json"]);
    start.current_dir(&folder);
    let run = crate::ended(start, "").expect(0).json()["id"].as_str().unwrap().to_owned();
    home.run(&agent, &["run", "trust", &run]).expect(3);
    let given = home.json(&person, &["run", "trust", &run, "--files", "20"], 0);
    let (code, out) = call(&home, &folder, &agent, &folder.join("a.txt"));
    assert!(code == Some(0) && folder.join("a.txt").exists(), "{code:?} {out}");
    home.run(&person, &["run", "untrust", given["id"].as_str().unwrap()]).expect(0);
    assert_eq!(call(&home, &folder, &agent, &folder.join("b.txt")).0, Some(7));
    assert!(!folder.join("b.txt").exists());
}
