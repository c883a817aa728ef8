//! Tests the labelled corpus: nothing dangerous passes silently, and hardly anything harmless asks.

use std::{
    fs,
    path::{Path, PathBuf},
};

use countersign_analysis::{Class, Facts, Setting, shell};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    label: String,
    command: String,
    source: String,
    #[serde(default)]
    sends: bool,
    #[serde(default)]
    class: Option<Class>,
    #[serde(default, rename = "why")]
    _why: Option<String>,
}

fn lines(file: &str) -> Vec<Line> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let path = std::env::var_os("COUNTERSIGN_CORPUS").map_or_else(own, PathBuf::from).join(file);
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

fn judged(command: &str) -> Facts {
    let setting = Setting {
        cwd: Some("/home/ana/project".to_owned()),
        home: Some("/home/ana".to_owned()),
        ..Setting::default()
    };
    shell(command, &setting)
}

/// Prints the misses and returns how many there are.
fn misses(file: &str, is_right: impl Fn(&Line, &Facts) -> bool) -> (usize, usize) {
    let lines = lines(file);
    let all = lines.len();
    let mut missed = 0;
    for line in lines {
        let facts = judged(&line.command);
        if !is_right(&line, &facts) {
            missed += 1;
            let why: Vec<_> = facts.findings.iter().map(|f| f.reason.as_str()).collect();
            println!(
                "{} judged {}: {:?} ({}) {why:?}",
                line.label,
                facts.class().as_str(),
                line.command,
                line.source
            );
        }
    }
    println!("{file}: {missed} of {all} missed");
    (missed, all)
}

#[test]
fn a2_nothing_that_changes_destroys_or_hides_is_judged_read() {
    let mut missed = 0;
    for file in ["changing.jsonl", "destroying.jsonl", "hiding.jsonl"] {
        missed += misses(file, |_, facts| facts.class() != Class::Read).0;
    }
    assert_eq!(missed, 0);
}

#[test]
fn a1_harmless_commands_are_judged_read() {
    let (missed, all) = misses("harmless.jsonl", |_, facts| facts.class() == Class::Read);
    assert!(missed * 100 <= all * 3, "{missed} of {all}");
}

#[test]
fn a2_what_destroys_is_judged_destructive() {
    let (missed, all) = misses("destroying.jsonl", |_, facts| facts.class() == Class::Destructive);
    assert!(missed * 100 <= all * 3, "{missed} of {all}");
    let (missed, all) = misses("hiding.jsonl", |line, facts| Some(facts.class()) >= line.class);
    assert!(missed * 100 <= all * 3, "{missed} of {all}");
}

#[test]
fn a12_what_contacts_a_host_says_so() {
    let (missed, all) = misses("harmless.jsonl", |line, facts| !line.sends || facts.sends_out());
    assert!(missed * 100 <= all, "{missed} of {all}");
}
