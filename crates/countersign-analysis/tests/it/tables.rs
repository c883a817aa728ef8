//! Checks every example in every table.

use std::{collections::BTreeMap, fs, path::Path};

use countersign_analysis::{Class, Setting, shell};
use serde::Deserialize;

#[derive(Deserialize)]
struct Entry {
    examples: Vec<String>,
}

#[test]
fn every_example_of_every_table_has_the_class_that_it_names() {
    let setting = Setting {
        cwd: Some("/home/ana/project".to_owned()),
        home: Some("/home/ana".to_owned()),
        ..Setting::default()
    };
    let mut files: Vec<_> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tables"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    let (mut tried, mut wrong) = (0, Vec::new());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let entries: BTreeMap<String, Entry> = match toml::from_str(&fs::read_to_string(&path).unwrap()) {
            Ok(entries) => entries,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        for (entry, Entry { examples }) in entries {
            if examples.is_empty() {
                wrong.push(format!("{name}: [{entry}] has no example"));
            }
            for example in examples {
                tried += 1;
                wrong.extend(try_one(&example, &setting).map(|why| format!("{name}: [{entry}] {why}")));
            }
        }
    }
    assert!(tried > 0, "there are no examples");
    assert!(wrong.is_empty(), "{} of {tried} examples:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns what is wrong with an example.
fn try_one(example: &str, setting: &Setting) -> Option<String> {
    let (class, line) = example.split_once(": ")?;
    // Two kinds of reads: those that stay on the machine, and those that contact somebody.
    let sends = match class {
        "local" => Some(false),
        "sends" => Some(true),
        _ => None,
    };
    let named = if sends.is_some() { "read" } else { class };
    let Some(expected) = Class::ALL.into_iter().find(|c| c.as_str() == named) else {
        return Some(format!("names no class: {example}"));
    };
    let facts = shell(line, setting);
    if sends.is_some_and(|sends| sends != facts.sends_out()) {
        return Some(format!("expected {class}, got hosts {:?}, sends {}: {line}", facts.hosts, facts.sends));
    }
    let got = facts.class();
    let raised = facts.findings.iter().filter(|f| f.effect.class() == got).map(|f| f.reason.as_str());
    let why: Vec<&str> = raised.take(3).collect();
    (got != expected).then(|| format!("expected {class}, got {}: {line}  ({})", got.as_str(), why.join("; ")))
}
