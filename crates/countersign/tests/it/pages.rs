//! Help, completions and manual pages.

use std::{fs, process::Command};

use serde_json::json;

use crate::Home;

#[test]
fn version_help_completions_and_manual_need_no_home() {
    let home = Home::new();
    assert_eq!(
        home.run("", &["--version"]).expect(0).out,
        format!("countersign {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert!(home.run("", &["--help"]).expect(0).out.contains("inbox"));
    assert!(home.run("", &["confirm", "--help"]).expect(0).out.contains("--type"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(home.run("", &["completions", shell]).expect(0).out.contains("__complete"), "{shell}");
    }
    assert!(home.run("", &["completions", "elvish"]).expect(0).out.contains("confirm"));
    assert!(home.run("", &["man"]).expect(0).out.contains("countersign\\-confirm"));
    assert!(home.run("", &["man", "stage", "land"]).expect(0).out.contains("countersign stage land sg11"));
    home.run("", &["man", "nonsense"]).expect(2);
    home.run("", &["completions", "csh"]).expect(2);
    assert!(!home.path().exists());
}

#[test]
fn the_manual_can_be_a_folder_of_pages() {
    let home = Home::new();
    let dir = home.path().join("man");
    home.run("", &["man", "--dir", dir.to_str().unwrap()]).expect(0);
    assert!(dir.join("countersign.1").exists() && dir.join("countersign-audit-verify.1").exists());
}

#[test]
fn without_a_command_there_is_help_and_a_wrong_exit_code() {
    let ended = Home::new().run("", &[]).expect(2);
    assert!(ended.err.contains("Usage:"), "{ended:?}");
}

#[test]
fn h8_help_explains_a_command_as_its_own_option_does() {
    let home = Home::new();
    for words in [&["confirm"][..], &["stage", "land"], &["hook"]] {
        let asked = home.run("", &[&["help"], words].concat()).expect(0).out;
        assert_eq!(asked, home.run("", &[words, &["--help"]].concat()).expect(0).out);
    }
    let land = home.run("", &["help", "stage", "land"]).expect(0).out;
    assert!(land.contains("Example:\n  countersign stage land sg11"), "{land}");
    assert_eq!(home.run("", &["help"]).expect(0).out, home.run("", &["--help"]).expect(0).out);
    let unknown = home.run("", &["help", "confrm"]).expect(2);
    assert!(unknown.err.contains("confirm"), "{unknown:?}");
    let old = home.run("", &["help", "withdraw"]).expect(0).out;
    assert!(old.contains("older spelling") && old.contains("countersign undo i5"), "{old}");
}

#[test]
fn h8_only_help_all_lists_what_agents_call() {
    let home = Home::new();
    let lists =
        |args: &[&str], word: &str| home.run("", args).expect(0).out.contains(&format!("\n  {word} "));
    assert!(!lists(&["--help"], "retract") && lists(&["--help-all"], "retract"));
    assert!(!lists(&["step", "--help"], "report") && lists(&["step", "--help-all"], "report"));
    let german = {
        let mut command = home.command("", &["--help"]);
        command.env("LC_ALL", "de_DE.UTF-8");
        crate::ended(command, "").expect(0).out
    };
    assert!(german.contains("\nPrüfen:\n  review ") && german.contains("\nOptionen:\n"), "{german}");
}

/// What a shell would be offered, without what each is.
fn offered(home: &Home, token: &str, words: &[&str]) -> Vec<String> {
    let out = home.run(token, &[&["__complete", "--"], words].concat()).expect(0).out;
    out.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn h8_completions_offer_ids_and_tools_and_start_no_daemon() {
    let home = Home::new();
    assert_eq!(offered(&home, "", &["confi"]), ["confirm"]);
    assert_eq!(offered(&home, "", &["confirm", ""]), [""; 0], "nobody is there to ask");
    assert!(!home.path().exists());
    let (person, agent) = home.with_people();
    let args = json!({"title": "Fix login\u{1b}[2J"}).to_string();
    let held = home.json(&agent, &["call", "task.create_task", "--args", &args], 7);
    let item = held["item"]["id"].as_str().unwrap().split('-').next().unwrap().to_owned();
    let told = home.run(&person, &["__complete", "--", "confirm", "i"]).expect(0).out;
    assert!(told.starts_with(&format!("{item}\tCreate task")) && !told.contains('\u{1b}'), "{told:?}");
    assert_eq!(offered(&home, &person, &["reject", ""])[0], item);
    assert_eq!(offered(&home, &person, &["call", "task.create_t"]), ["task.create_task"]);
    assert!(offered(&home, &person, &["run", "show", ""])[0].starts_with("run"));
    assert_eq!(offered(&home, "cs_person_wrong", &["confirm", ""]), [""; 0], "a stranger learns nothing");
    let log = home.json(&person, &["log", "--calls"], 0);
    assert!(!log.to_string().contains("inbox"), "completing is not logged");
    home.down();
    assert_eq!(offered(&home, &person, &["confirm", ""]), [""; 0]);
    assert_eq!(home.daemon(), None);
}

#[test]
fn h8_bash_completes_with_the_script_that_is_printed() {
    let home = Home::new();
    let bin = home.dir.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_countersign"), bin.join("countersign")).unwrap();
    let script = r#"
        eval "$(countersign completions bash)"
        COMP_WORDS=(countersign stage la); COMP_CWORD=2; _countersign; echo "${COMPREPLY[*]}"
        COMP_WORDS=(countersign token person ana --role = ad); COMP_CWORD=6; _countersign; echo "${COMPREPLY[*]}"
        complete -p countersign
    "#;
    let mut command = Command::new("bash");
    command.args(["--norc", "-c", script]).env_clear().env("COUNTERSIGN_HOME", home.path());
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let out = crate::ended(
        {
            command.env("PATH", path);
            command
        },
        "",
    )
    .expect(0)
    .out;
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[..2], ["land", "admin"], "{out}");
    assert!(lines[2].contains("-F _countersign"), "{out}");
}

#[test]
fn h8_manual_pages_are_valid_roff() {
    let home = Home::new();
    let dir = home.path().join("man");
    home.run("", &["man", "--dir", dir.to_str().unwrap()]).expect(0);
    for page in fs::read_dir(&dir).unwrap() {
        let text = fs::read_to_string(page.unwrap().path()).unwrap();
        assert!(text.contains(".TH COUNTERSIGN") && text.contains("EXIT STATUS"), "{text}");
        let wrong = text.lines().find(|line| line.starts_with('\''));
        assert_eq!(wrong, None);
    }
    assert!(!dir.join("countersign-withdraw.1").exists(), "an older spelling has a page");
}
