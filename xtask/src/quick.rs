//! `cargo xtask test --quick`: format, tidy, and the tests affected by changes since the last commit. It prints what it
//! skipped; `cargo xtask test` is what must pass.

use std::{
    collections::BTreeSet,
    path::Path,
    time::{Duration, Instant},
};

use crate::{steps, tidy, tree::Tree};

/// Slow tests, by the beginning of their names: whole programs, browsers, generated cases and kills.
const SLOW: &str = "/^(agents|kill|unasked|differential|properties|pages|servers|levels|browser)::/";

/// Crates whose operations are tested elsewhere: the crate, the crate with the tests, and a filter for them.
const TESTED_IN: &[(&str, &str, &str)] = &[("countersign-core", "countersign-tools", "test(/^engine::/)")];

/// The crate that depends on all others: with it, dependencies get the same features as in the whole workspace, so that
/// nothing is built twice.
const PROGRAM: &str = "countersign";

/// Runs it.
pub fn run(root: &Path) -> Result<(), String> {
    let begun = Instant::now();
    let changed = changed(root).ok_or("git does not tell what has changed: run `cargo xtask test`")?;
    if changed.is_empty() {
        println!("nothing has changed since the last commit");
        return Ok(());
    }
    steps::cargo(root, &["fmt", "--all", "--check"]).map_err(|_| "run `cargo fmt`".to_owned())?;
    tidy::report(&Tree::load(root)?)?;
    let wanted = filter(&changed);
    let built = built(&changed);
    if let Some(wanted) = &wanted {
        let filter = format!("({wanted}) and not test({SLOW})");
        let mut args = vec!["nextest", "run", "--no-tests", "pass", "-E", &filter];
        args.extend(built.iter().flat_map(|package| ["-p", *package]));
        steps::cargo(root, &args)?;
    }
    println!("\nchanged: {}", changed.join(", "));
    println!("tested: {}", wanted.as_deref().unwrap_or("nothing, no code has changed"));
    println!(
        "left out: clippy, doc tests, schemathesis, conformance, licences, tests that take long, tests of"
    );
    println!("{PROGRAM} that do not name what has changed, and all of every crate but");
    println!("{}. Before you hand it over: cargo xtask test", built.join(", "));
    println!("took {}", seconds(begun.elapsed()));
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The files that differ from the last commit, or are new.
fn changed(root: &Path) -> Option<Vec<String>> {
    let differ = steps::printed(root, "git", &["diff", "--name-only", "HEAD"])?;
    let new = steps::printed(root, "git", &["ls-files", "--others", "--exclude-standard"])?;
    let files: BTreeSet<&str> = differ.lines().chain(new.lines()).collect();
    Some(files.into_iter().map(str::to_owned).collect())
}

/// The crates whose tests are built: those that have changed, those that test them, and the program.
fn built(changed: &[String]) -> Vec<&str> {
    let packages: BTreeSet<&str> = changed.iter().filter_map(|file| package_of(file)).collect();
    let elsewhere = TESTED_IN.iter().filter(|(package, ..)| packages.contains(package));
    let elsewhere = elsewhere.map(|(_, tested_in, _)| *tested_in);
    let all: BTreeSet<&str> = packages.iter().copied().chain(elsewhere).chain([PROGRAM]).collect();
    all.into_iter().collect()
}

/// Builds the test filter: tests of the changed crates, and tests elsewhere whose names contain a word of a changed
/// file's name. `None` if no crate has changed.
fn filter(changed: &[String]) -> Option<String> {
    let mut wanted = BTreeSet::new();
    for file in changed {
        let Some(package) = package_of(file) else { continue };
        wanted.insert(format!("package({package})"));
        let elsewhere = TESTED_IN.iter().filter(|(tested, ..)| *tested == package);
        wanted.extend(elsewhere.map(|(_, tested_in, tests)| format!("(package({tested_in}) and {tests})")));
        wanted.extend(words_of(file).into_iter().map(|word| format!("test({word})")));
    }
    (!wanted.is_empty()).then(|| wanted.into_iter().collect::<Vec<_>>().join(" or "))
}

fn package_of(file: &str) -> Option<&str> {
    let mut parts = file.split('/');
    match parts.next()? {
        "crates" => parts.next(),
        "xtask" => Some("xtask"),
        "bench" => Some("countersign-bench"),
        _ => None,
    }
}

/// Returns the words of a file's name by which tests may name it. Words common to many tests are left out.
fn words_of(file: &str) -> Vec<&str> {
    const COMMON: &[&str] = &["tests", "model", "error", "world", "store", "tools", "state", "cargo"];
    let name = file.rsplit('/').next().unwrap_or_default();
    let Some(stem) = name.strip_suffix(".rs") else { return Vec::new() };
    stem.split('_').filter(|word| word.len() > 4 && !COMMON.contains(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_changed_says_which_tests_matter() {
        let of = |files: &[&str]| filter(&files.iter().map(|f| (*f).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["README.md", "docs/people.md"]), None);
        assert_eq!(of(&["crates/countersign-store/Cargo.toml"]).unwrap(), "package(countersign-store)");
        let core = of(&["crates/countersign-core/src/item/confirm.rs"]).unwrap();
        for part in ["package(countersign-core)", "test(/^engine::/)", "test(confirm)"] {
            assert!(core.contains(part), "{core}");
        }
        assert!(!core.contains("test(item)"), "a word that every second test has: {core}");
        assert_eq!(of(&["xtask/src/main.rs"]).unwrap(), "package(xtask)");
    }

    #[test]
    fn only_what_has_changed_what_tests_it_and_the_program_are_built() {
        let of = |file: &str| built(&[file.to_owned()]).join(" ");
        assert_eq!(
            of("crates/countersign-core/src/item.rs"),
            "countersign countersign-core countersign-tools"
        );
        assert_eq!(of("crates/countersign-server/src/lib.rs"), "countersign countersign-server");
        assert_eq!(of("xtask/src/main.rs"), "countersign xtask");
    }
}
