//! The page of the agents: its commands are run as they stand there, and everything is as it was afterwards.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::Desk;

/// The commands in backticks on the page that begin with these words.
fn commands(words: &str) -> Vec<String> {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hooks.md")).unwrap();
    let parts = page.split('`').skip(1).step_by(2);
    parts.filter(|part| part.starts_with(words)).map(str::to_owned).collect()
}

/// Every file below a folder.
fn files(at: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut all, mut open) = (BTreeMap::new(), vec![at.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                all.insert(path.clone(), fs::read(path).unwrap());
            }
        }
    }
    all
}

#[test]
fn h8_each_agents_commands_on_the_page_install_its_hook_and_take_it_back() {
    let desk = Desk::new();
    let status = || desk.run(&["hook", "status", "--json"]).expect(0).json();
    let state = |agent: &str| {
        let all = status()["hooks"].as_array().unwrap().clone();
        let user = desk.user().display().to_string();
        let is_users = |own: &serde_json::Value| own["path"].as_str().unwrap().starts_with(&user);
        let of = |own: &&serde_json::Value| own["agent"] == agent && is_users(own);
        all.iter().find(of).unwrap_or_else(|| panic!("{agent}"))["state"].clone()
    };
    let mut tried = BTreeSet::new();
    for line in commands("countersign hook install ") {
        let mut words: Vec<&str> = line.split(' ').skip(1).collect();
        let agent = words[2].to_owned();
        let before = files(&desk.user());
        assert_eq!(state(&agent), "none", "{agent}");
        if !words.contains(&"--yes") {
            desk.run(&words).expect(0);
            assert_eq!(files(&desk.user()), before, "{line} only shows it");
            words.push("--yes");
        }
        desk.run(&words).expect(0);
        assert_eq!(state(&agent), "installed", "{agent}");
        desk.run(&words).expect(0);
        assert_eq!(state(&agent), "installed", "{agent}, twice");
        words[1] = "remove";
        desk.run(&words).expect(0);
        assert_eq!(files(&desk.user()), before, "{agent}: as it was");
        tried.insert(agent);
    }
    let all = status()["hooks"].as_array().unwrap().clone();
    let all: BTreeSet<String> = all.iter().map(|own| own["agent"].as_str().unwrap().to_owned()).collect();
    // These two stand in the first example.
    let tried: BTreeSet<String> =
        tried.into_iter().chain(["claude-code", "codex"].map(str::to_owned)).collect();
    assert_eq!(tried, all, "every agent has its commands on the page");
}

#[test]
fn h8_the_first_example_of_the_page_does_what_it_says() {
    let desk = Desk::new();
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hooks.md")).unwrap();
    let example = page.split("```").nth(1).unwrap();
    let before = files(&desk.user());
    for line in example.lines().filter(|line| !line.is_empty()) {
        let command = line.split('#').next().unwrap().trim();
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        desk.run(&words).expect(0);
        if words.starts_with(&["hook", "install"]) {
            assert_eq!(files(&desk.user()), before, "{command}");
        }
    }
    assert_eq!(files(&desk.user()), before);
}
