//! Settings of a project that are links: a repository must not choose which file of the person is written.

use std::{fs, os::unix::fs::symlink, path::Path};

use super::Desk;

const THEIRS: &str = "{\"theirs\": true}\n";

fn link(to: &Path, at: &Path) {
    fs::create_dir_all(at.parent().unwrap()).unwrap();
    symlink(to, at).unwrap();
}

#[test]
fn a5_a_projects_settings_that_lead_out_of_it_are_not_written() {
    let desk = Desk::new();
    let target = desk.user().join("private/settings.json");
    fs::create_dir_all(target.parent().unwrap()).unwrap();
    fs::write(&target, THEIRS).unwrap();
    link(&target, &desk.file(".claude/settings.json"));
    link(target.parent().unwrap(), &desk.file(".gemini"));
    link(target.parent().unwrap(), &desk.file(".pi"));
    for agent in ["claude-code", "gemini", "pi"] {
        for (word, yes) in [("install", false), ("install", true), ("remove", true)] {
            let mut args = vec!["hook", word, agent, "--project"];
            args.extend(yes.then_some("--yes"));
            let ended = desk.run(&args);
            assert!(ended.code != 0 && ended.err.contains("outside the project"), "{agent}: {ended:?}");
            assert!(ended.err.contains("private") && ended.err.contains("hint"), "{agent}: {ended:?}");
            assert!(!ended.out.contains("theirs"), "what it leads to is not shown: {ended:?}");
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), THEIRS);
        assert_eq!(fs::read_dir(target.parent().unwrap()).unwrap().count(), 1, "{agent}");
    }
}

#[test]
fn a5_settings_that_lead_to_what_is_protected_or_have_other_names_are_not_written() {
    let desk = Desk::new();
    let secret = desk.user().join(".ssh/settings.json");
    fs::create_dir_all(secret.parent().unwrap()).unwrap();
    fs::write(&secret, THEIRS).unwrap();
    let settings = desk.user().join(".claude/settings.json");
    link(&secret, &settings);
    let ended = desk.run(&["hook", "install", "claude-code", "--yes"]);
    assert!(ended.code != 0 && ended.err.contains("protected"), "{ended:?}");
    fs::remove_file(&settings).unwrap();
    fs::hard_link(&secret, &settings).unwrap();
    let ended = desk.run(&["hook", "install", "claude-code", "--yes"]);
    assert!(ended.code != 0 && ended.err.contains("2 hard links"), "{ended:?}");
    fs::remove_file(&settings).unwrap();
    link(&desk.user().join("nowhere.json"), &settings);
    let ended = desk.run(&["hook", "install", "claude-code", "--yes"]);
    assert!(ended.code != 0 && ended.err.contains("a link to nothing"), "{ended:?}");
    assert_eq!(fs::read_to_string(&secret).unwrap(), THEIRS);
}

#[test]
fn a_users_own_link_is_shown_with_its_target_and_stays_one() {
    let desk = Desk::new();
    let target = desk.user().join("dotfiles/claude.json");
    fs::create_dir_all(target.parent().unwrap()).unwrap();
    fs::write(&target, THEIRS).unwrap();
    let settings = desk.user().join(".claude/settings.json");
    link(Path::new("../dotfiles/claude.json"), &settings);
    let shown = desk.run(&["hook", "install", "claude-code"]).expect(0);
    let named = format!("{} → {}", settings.display(), target.display());
    assert!(shown.out.contains(&named), "{shown:?}");
    desk.run(&["hook", "install", "claude-code", "--yes"]).expect(0);
    assert!(fs::read_to_string(&target).unwrap().contains("hook run claude-code"));
    desk.run(&["hook", "remove", "claude-code", "--yes"]).expect(0);
    assert!(fs::symlink_metadata(&settings).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), THEIRS);
}
