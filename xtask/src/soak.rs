//! `cargo xtask soak`: runs for minutes what the ordinary tests run briefly: kills at random moments, thousands of
//! random cases, millions of generated commands. Results go to `docs/soak.md`.

use std::{
    fmt::Write as _,
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// How often each seed is killed with the trash on the same file system, and again with it on another.
const KILLS: &str = "50";
const SEEDS: std::ops::RangeInclusive<u32> = 1..=4;
const CASES: &str = "2000";
/// The crates with property tests, and a word that the test names contain.
const PROPERTIES: &[(&str, &str)] = &[
    ("countersign-kernel", "redact"),
    ("countersign-kernel", "text"),
    ("countersign-store", "random"),
    ("countersign-tools", "properties"),
    ("countersign-tools", "data"),
];

/// How many generated commands are judged and run, and their seed, unless environment variables are set.
const GENERATED: [(&str, &str); 2] =
    [("COUNTERSIGN_DIFFERENTIAL_CASES", "1000000"), ("COUNTERSIGN_DIFFERENTIAL_SEED", "1")];
/// The prefix of the output of the differential test.
const DIFFERENTIAL: &str = "differential: ";
/// The prefix of the output of the test of all pages.
const CHECKED: &str = "checked with axe: ";
/// How many misjudged commands the page lists.
const NAMED: usize = 100;

/// Runs everything and writes the page; stops at the first failure, with the seed on the screen.
pub fn run(root: &Path) -> Result<(), String> {
    let begun = Instant::now();
    let mut lines = Vec::new();
    for seed in SEEDS {
        let seed = seed.to_string();
        let variables = [("COUNTERSIGN_KILL_SEED", seed.as_str()), ("COUNTERSIGN_KILLS", KILLS)];
        let said = cargo_test(root, &["--package", "countersign", "--test", "it", "kill::"], &variables)?;
        lines.extend(
            said.iter().filter_map(|line| line.split_once("killed: ")).map(|(_, told)| told.to_owned()),
        );
    }
    let killing = begun.elapsed();
    let begun = Instant::now();
    for (package, filter) in PROPERTIES {
        cargo_test(root, &["--package", package, filter], &[("PROPTEST_CASES", CASES)])?;
    }
    let properties = begun.elapsed();
    // The whole table of hostile commands through every entry point; an ordinary run takes parts of it.
    let hostile = ["--package", "countersign", "--test", "it", "unasked::"];
    cargo_test(root, &hostile, &[("COUNTERSIGN_UNASKED_ALL", "1")])?;
    let checked = every_page(root)?;
    let begun = Instant::now();
    let generated = generated(root)?;
    let page = page(&lines, killing, properties, &checked, &generated, begun.elapsed());
    let path = root.join("docs/soak.md");
    fs::write(&path, page).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    match generated.misses.len() {
        0 => Ok(()),
        n => Err(format!("{n} kinds of commands were judged read and did more: see {}", path.display())),
    }
}

/// Checks every page of the desk with axe in both themes and three widths; an ordinary run takes half of that.
fn every_page(root: &Path) -> Result<String, String> {
    let args = ["--package", "countersign-server", "--test", "it", "every_page_can_be_read"];
    let said = cargo_test(root, &args, &[("COUNTERSIGN_ACCESS_ALL", "1")])?;
    let counts = said.iter().find_map(|line| Some(line.split_once(CHECKED)?.1.to_owned()));
    counts.ok_or_else(|| "the test of all pages told no counts".to_owned())
}

/// The results of the generated commands.
#[derive(Default)]
struct Generated {
    /// The counts, in words.
    counts: String,
    /// Commands that were judged reads but did more, shrunk: the effect and the command.
    misses: Vec<(String, String)>,
}

/// Judges and runs generated commands. Misses are reported on the page and do not stop the soak.
fn generated(root: &Path) -> Result<Generated, String> {
    let file = root.join("target/differential.jsonl");
    if let Err(e) = fs::remove_file(&file)
        && e.kind() != std::io::ErrorKind::NotFound
    {
        return Err(format!("cannot remove {}: {e}", file.display()));
    }
    let wanted =
        GENERATED.map(|(name, value)| (name, std::env::var(name).unwrap_or_else(|_| value.to_owned())));
    let mut variables: Vec<(&str, &str)> =
        wanted.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let found = file.to_str().ok_or("the repository's path is not UTF-8")?;
    variables.push(("COUNTERSIGN_DIFFERENTIAL_FOUND", found));
    let (said, passed) = said_by_tests(
        root,
        // A debug build would spend most of the time on judging.
        &["--release", "--package", "countersign-tools", "--test", "it", "differential::"],
        &variables,
    )?;
    let counts = said.iter().find_map(|line| Some(line.split_once(DIFFERENTIAL)?.1.to_owned()));
    let counts = counts.ok_or("the test of generated commands told no counts")?;
    let text = fs::read_to_string(&file).unwrap_or_default();
    let misses: Vec<_> = text.lines().filter_map(miss).collect();
    if !passed && misses.is_empty() {
        return Err("the tests of generated commands failed".to_owned());
    }
    Ok(Generated { counts, misses })
}

/// Parses a line of the file of misses.
fn miss(line: &str) -> Option<(String, String)> {
    let line: serde_json::Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| line.get(key)?.as_str().map(str::to_owned);
    Some((format!("{}: {}", text("class")?, text("evidence")?), text("line")?))
}

fn page(
    kills: &[String],
    killing: Duration,
    properties: Duration,
    checked: &str,
    generated: &Generated,
    generating: Duration,
) -> String {
    let mut page = String::from(
        "# Soak\n\n\
         Written by `cargo xtask soak`, which fails unless everything below holds.\n\n\
         ## Killed at random moments\n\n\
         Confirms, undos, rollbacks and recoveries run into `kill -9`. After each, the next command recovers; every\n\
         item is in a legal state, every file is as its item and receipts say (content, mode, time), nothing is left\n\
         over, nothing landed twice, and in the end everything is taken back and the log verifies.\n\n",
    );
    for line in kills {
        let _ = writeln!(page, "- {line}");
    }
    let _ = writeln!(page, "\nThat took {}.\n", minutes(killing));
    let _ = writeln!(page, "## Random cases\n\nEach property with {CASES} cases: {}.", minutes(properties));
    let _ = writeln!(page, "\n## The desk\n\nEvery page, with axe-core: {checked}.");
    page.push_str(
        "\n## Generated commands\n\n\
         Command lines are generated, judged, and where they are judged to only read, really run in a world that tells what\n\
         they tried. One that changed a file, ran a planted program, reached for a host or a socket, or opened a secret that\n\
         it names is a miss of the analysis.\n\n",
    );
    let _ = writeln!(page, "- {}\n\nThat took {}.", generated.counts, minutes(generating));
    if !generated.misses.is_empty() {
        page.push_str("\nMisses, each as short as it could be made:\n\n");
    }
    for (what, line) in generated.misses.iter().take(NAMED) {
        let _ = writeln!(page, "- {what}: `` {} ``", line.replace('\n', "⏎"));
    }
    page
}

fn minutes(time: Duration) -> String {
    format!("{:.1} minutes", time.as_secs_f64() / 60.0)
}

/// Runs tests that must pass, echoes their output, and returns it.
fn cargo_test(root: &Path, args: &[&str], variables: &[(&str, &str)]) -> Result<Vec<String>, String> {
    match said_by_tests(root, args, variables)? {
        (said, true) => Ok(said),
        (_, false) => Err(format!("`{}` failed", shown(args, variables))),
    }
}

fn shown(args: &[&str], variables: &[(&str, &str)]) -> String {
    let set: String = variables.iter().map(|(name, value)| format!("{name}={value} ")).collect();
    format!("{set}cargo test {}", args.join(" "))
}

/// Runs tests and echoes their output. Returns it, and whether they passed.
fn said_by_tests(
    root: &Path,
    args: &[&str],
    variables: &[(&str, &str)],
) -> Result<(Vec<String>, bool), String> {
    let line = shown(args, variables);
    println!("{line}");
    let failed = |e: std::io::Error| format!("`{line}` could not be run: {e}");
    let mut command = Command::new("cargo");
    command.arg("test").args(args).args(["--", "--nocapture"]).envs(variables.iter().copied());
    let mut child = command.current_dir(root).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut said = Vec::new();
    if let Some(out) = child.stdout.take() {
        for printed in BufReader::new(out).lines() {
            let printed = printed.map_err(failed)?;
            println!("{printed}");
            said.push(printed);
        }
    }
    let status = child.wait().map_err(failed)?;
    Ok((said, status.success()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_tells_each_line_and_the_minutes() {
        let lines = ["trash elsewhere, seed 1, 50 kills".to_owned()];
        let counts = "seed 1, 10 cases".to_owned();
        let misses = vec![("writes: write p".to_owned(), "x\ny".to_owned())];
        let generated = Generated { counts, misses };
        let (killing, properties, generating) =
            (Duration::from_secs(90), Duration::from_secs(30), Duration::from_secs(6));
        let page = page(&lines, killing, properties, "40 pages", &generated, generating);
        assert!(page.contains("- trash elsewhere, seed 1, 50 kills\n"));
        assert!(page.contains("1.5 minutes") && page.contains("2000 cases: 0.5 minutes"));
        assert!(page.contains("with axe-core: 40 pages.\n"), "{page}");
        assert!(page.contains("- seed 1, 10 cases\n\nThat took 0.1 minutes."), "{page}");
        assert!(page.contains("- writes: write p: `` x⏎y ``\n"), "{page}");
    }

    #[test]
    fn a_miss_is_told_by_its_class_evidence_and_line() {
        let line =
            r#"{"line": "x", "class": "writes", "evidence": "write p", "state": "known", "from": "x y"}"#;
        assert_eq!(miss(line), Some(("writes: write p".to_owned(), "x".to_owned())));
        assert_eq!(miss("{}"), None);
    }

    #[test]
    fn what_fails_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(cargo_test(dir.path(), &[], &[]).is_err());
    }
}
