//! `cargo xtask soak`: what the ordinary tests try a little, tried for minutes: kills at random moments, and random
//! cases by the thousand. The results are kept in `docs/soak.md`.

use std::{
    fmt::Write as _,
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Each seed is killed this often where the trash is beside the files, and again where it is not.
const KILLS: &str = "50";
const SEEDS: std::ops::RangeInclusive<u32> = 1..=4;
const CASES: &str = "2000";
/// The crates with properties, and a word that the names of their tests or modules contain.
const PROPERTIES: &[(&str, &str)] = &[
    ("countersign-core", "redact"),
    ("countersign-core", "text"),
    ("countersign-store", "random"),
    ("countersign-tools", "properties"),
    ("countersign-tools", "data"),
];

/// Runs everything and writes the page; the first failure ends it, with the seed on the screen.
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
    let page = page(&lines, killing, begun.elapsed());
    let path = root.join("docs/soak.md");
    fs::write(&path, page).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

fn page(kills: &[String], killing: Duration, properties: Duration) -> String {
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
    page
}

fn minutes(time: Duration) -> String {
    format!("{:.1} minutes", time.as_secs_f64() / 60.0)
}

/// Runs tests, repeats what they print on the screen, and hands it over.
fn cargo_test(root: &Path, args: &[&str], variables: &[(&str, &str)]) -> Result<Vec<String>, String> {
    let set: String = variables.iter().map(|(name, value)| format!("{name}={value} ")).collect();
    let line = format!("{set}cargo test {}", args.join(" "));
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
    match child.wait() {
        Ok(status) if status.success() => Ok(said),
        Ok(_) => Err(format!("`{line}` failed")),
        Err(e) => Err(failed(e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_tells_each_line_and_the_minutes() {
        let lines = ["trash elsewhere, seed 1, 50 kills".to_owned()];
        let page = page(&lines, Duration::from_secs(90), Duration::from_secs(30));
        assert!(page.contains("- trash elsewhere, seed 1, 50 kills\n"));
        assert!(page.contains("1.5 minutes") && page.contains("2000 cases: 0.5 minutes"));
    }

    #[test]
    fn what_fails_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(cargo_test(dir.path(), &[], &[]).is_err());
    }
}
