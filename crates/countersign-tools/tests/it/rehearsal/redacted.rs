//! Tests settings of package managers: commands see them without passwords and tokens, and nobody is asked for that.

use std::fs;

use serde_json::json;

use super::{asides::Machine, has_means};

const NPMRC: &str = "registry=https://npm.example.com/\n//npm.example.com/:_authToken=npm_hunter2hunter2hunter2\nfund=false\n";

#[test]
fn a5_package_managers_find_their_settings_and_no_command_sees_the_token() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("");
    fs::write(machine.at("ana/.npmrc"), NPMRC).unwrap();
    fs::write(machine.at("ana/one/.npmrc"), "_auth=hunter2\nsave-exact=true\n").unwrap();
    let answer = machine.script("one", "cat HOME/.npmrc .npmrc; cp HOME/.npmrc /tmp/x; cat /tmp/x");
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("done"), &json!("rehearsed")), "{answer}");
    let seen = "registry=https://npm.example.com/\nfund=false\n";
    assert_eq!(answer["result"]["stdout"], format!("{seen}save-exact=true\n{seen}"), "{answer}");
    let withheld =
        [machine.at("ana/.npmrc"), machine.at("ana/one/.npmrc")].map(|path| path.display().to_string());
    assert_eq!(answer["result"]["withheld"], json!(withheld), "what was left out is told: {answer}");
    assert!(!answer.to_string().contains("hunter2"), "{answer}");

    let named = machine.run("one", &format!("cat {}", machine.at("ana/.npmrc").display()));
    assert_eq!(named["status"], "queued", "by its name it is asked about: {named}");
    let told = machine.asked("one", "cat HOME/.npmrc; echo x > HOME/.profile");
    assert!(told.contains("had no secrets in it") && !told.contains("hunter2"), "{told}");
    let told = machine.asked("one", "echo x >> HOME/.npmrc");
    assert!(told.contains(".npmrc") && !told.contains("hunter2"), "{told}");
    assert_eq!(fs::read_to_string(machine.at("ana/.npmrc")).unwrap(), NPMRC);
}

#[test]
fn a5_settings_without_secrets_are_shown_and_other_secrets_stay_hidden() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("");
    fs::write(machine.at("ana/.npmrc"), "fund=false\n").unwrap();
    fs::write(machine.at("ana/.netrc"), "machine example.com password hunter2\n").unwrap();
    let answer = machine.script("one", "cat HOME/.npmrc");
    assert_eq!(answer["result"]["stdout"], "fund=false\n", "{answer}");
    assert!(answer["result"]["withheld"].is_null(), "{answer}");
    let told = machine.asked("one", "cat HOME/.netrc");
    assert!(told.contains(".netrc") && !told.contains("hunter2"), "{told}");
}
