//! Judges generated command lines and then runs them: a line judged a read must not write, run planted
//! programs, reach a host or open a secret that it names.
//!
//! `COUNTERSIGN_DIFFERENTIAL_CASES` and `COUNTERSIGN_DIFFERENTIAL_SEED` choose how many lines and which;
//! `COUNTERSIGN_DIFFERENTIAL_FOUND` names a file to which new misses are appended, shrunk, as lines of `kept.jsonl`.

mod generate;
mod grammar;
mod hunt;
mod kept;
mod mutate;
mod plant;
mod random;
mod scene;
mod shrink;

use std::{fs, io::Write as _};

use generate::Generator;
use hunt::hunt;
use kept::{Kept, State};
use scene::{Miss, Scene};

/// The seed of an ordinary run, which is always the same.
const SEED: usize = 25;
const CASES: usize = 10_000;
/// Maximum number of misses to shrink; the others are reported as generated.
const SHRUNK: usize = 12;

#[test]
fn a13_no_generated_read_writes_executes_connects_or_names_a_secret() {
    let Some(scene) = Scene::try_new() else { return };
    let number = |name: &str, otherwise| std::env::var(name).map_or(otherwise, |n| n.parse().unwrap());
    let seed = number("COUNTERSIGN_DIFFERENTIAL_SEED", SEED);
    let cases = number("COUNTERSIGN_DIFFERENTIAL_CASES", CASES);
    let (generator, kept) = (Generator::new(), kept::load());
    let done = hunt(&generator, &scene, seed, cases);
    let is_known = |line: &str| kept.iter().any(|kept| kept.state == State::Known && kept.is_of(line));
    let count = |miss: Miss| done.misses.iter().filter(|found| found.miss == miss).count();
    let by_class: Vec<String> =
        Miss::ALL.iter().map(|miss| format!("{} {}", miss.name(), count(*miss))).collect();
    let mut file = std::env::var_os("COUNTERSIGN_DIFFERENTIAL_FOUND")
        .map(|path| fs::File::options().create(true).append(true).open(path).unwrap());
    let mut new: Vec<Kept> = Vec::new();
    for (n, found) in done.misses.iter().filter(|found| !is_known(&found.line)).enumerate() {
        let line = match n < SHRUNK {
            true => shrink::shrink(&found.line, &mut |line| scene.shows(line, found.miss)),
            false => found.line.clone(),
        };
        if !is_known(&line) && !new.iter().any(|other| other.line == line) {
            let (class, from) = (found.miss.name().to_owned(), found.line.clone());
            let kept = Kept { line, class, evidence: found.evidence.clone(), state: State::Known, from };
            if let Some(file) = &mut file {
                writeln!(file, "{}", serde_json::to_string(&kept).unwrap()).unwrap();
            }
            new.push(kept);
        }
    }
    say(&format!(
        "differential: seed {seed}, {cases} cases, {} judged read and run, {} misses ({}), {} of them new forms",
        done.reads,
        done.misses.len(),
        by_class.join(", "),
        new.len()
    ));
    assert!(scene.nobody_came(), "a command in a world reached a listener outside");
    let told: Vec<String> =
        new.iter().map(|kept| format!("{} ({}): {:?}", kept.class, kept.evidence, kept.line)).collect();
    assert!(told.is_empty(), "judged read, and did more than read:\n{}", told.join("\n"));
}

#[test]
fn a13_each_miss_that_was_found_is_mended_or_still_known() {
    let Some(scene) = Scene::try_new() else { return };
    let (mut back, mut mended) = (Vec::new(), Vec::new());
    for kept in kept::load() {
        let facts = scene.unasked(&kept.line);
        match (kept.state, facts) {
            (State::Mended, Some(facts)) => {
                let missed = scene.miss(&kept.line, &facts);
                back.extend(missed.map(|(_, evidence)| format!("{:?}: {evidence}", kept.line)));
            }
            // Whether it does more than read depends on the installed programs; how it is judged does not.
            (State::Known, None) => mended.push(format!("{:?}", kept.line)),
            (State::Mended, None) | (State::Known, Some(_)) => {}
        }
    }
    assert!(back.is_empty(), "judged read again, and does more than read:\n{}", back.join("\n"));
    assert!(mended.is_empty(), "no misses any more; say \"mended\" in kept.jsonl:\n{}", mended.join("\n"));
}

#[test]
fn a13_the_scene_tells_each_class_of_miss() {
    let Some(scene) = Scene::try_new() else { return };
    let port = scene.port();
    let hosts = format!("exec 3<>/dev/tcp/127.0.0.1/{port}");
    let socket = "curl -s --unix-socket sock http://x/".to_owned();
    for (line, expected) in [
        ("cat a.txt".to_owned(), None),
        ("cat nosuch; ls -la; git status; git log --oneline; echo x > /dev/null".to_owned(), None),
        ("grep -r canary .".to_owned(), None),
        ("touch p".to_owned(), Some(Miss::Writes)),
        ("rm a.txt".to_owned(), Some(Miss::Writes)),
        ("echo x > /tmp/left".to_owned(), Some(Miss::Writes)),
        ("./evil".to_owned(), Some(Miss::Executes)),
        ("python3 conf.py".to_owned(), Some(Miss::Executes)),
        ("git st".to_owned(), Some(Miss::Executes)),
        (hosts, Some(Miss::Connects)),
        (socket, Some(Miss::Connects)),
        ("cat .env".to_owned(), Some(Miss::Secret)),
        ("cat sub/*s".to_owned(), Some(Miss::Secret)),
        ("git show HEAD~1:.env".to_owned(), Some(Miss::Secret)),
    ] {
        let seen = scene.miss(&line, &scene.facts(&line));
        assert_eq!(seen.as_ref().map(|(miss, _)| *miss), expected, "{line}: {seen:?}");
    }
    assert!(scene.work().join("a.txt").exists() && !scene.work().join("p").exists(), "nothing was real");
}

#[test]
fn a13_the_same_seed_gives_the_same_lines() {
    let (one, other) = (Generator::new(), Generator::new());
    let lines = |generator: &Generator, seed| (0..500).map(|n| generator.line(seed, n)).collect::<Vec<_>>();
    assert_eq!(lines(&one, 3), lines(&other, 3));
    assert_ne!(lines(&one, 3), lines(&one, 4));
}

#[test]
fn a13_a_miss_shrinks_to_what_shows_it() {
    let mut tried = 0;
    let short = shrink::shrink("ls -la && echo \"${x:-'$(touch p)'}\" | wc -l", &mut |line| {
        tried += 1;
        line.contains("$(touch p)")
    });
    assert_eq!(short, "$(touch p)");
    assert!(tried < 200, "{tried}");
}

/// Prints a line for whoever runs the test or the soak.
#[expect(clippy::print_stdout, reason = "the counts are what this test is run for")]
fn say(line: &str) {
    println!("{line}");
}
