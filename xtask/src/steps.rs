//! `cargo xtask test`: all required steps, on a machine that may lack some of the tools.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::{conformance, installed, packages, schemathesis, tidy, tree::Tree};

/// How a step ended, if it did not fail.
pub enum Done {
    /// It passed.
    Passed,
    /// It could not run here, for this reason.
    Skipped(String),
}

struct Step {
    name: &'static str,
    run: fn(&Path) -> Result<Done, String>,
}

const STEPS: &[Step] = &[
    Step { name: "toolchain", run: toolchain },
    Step { name: "format", run: format },
    Step { name: "tidy", run: tidy },
    Step { name: "clippy", run: clippy },
    Step { name: "servers, agents, browser", run: installed::for_tests },
    Step { name: "tests", run: tests },
    Step { name: "doc tests", run: doc_tests },
    Step { name: "schemathesis", run: schemathesis::run },
    Step { name: "packages", run: packages::step },
    Step { name: "conformance", run: conformance::step },
    Step { name: "licences", run: licences },
];

/// Runs all steps and stops at the first failure.
pub fn test(root: &Path) -> Result<(), String> {
    let begun = Instant::now();
    let mut skipped = Vec::new();
    for (i, step) in STEPS.iter().enumerate() {
        let label = format!("[{}/{}] {}", i + 1, STEPS.len(), step.name);
        println!("{label} …");
        let step_begun = Instant::now();
        match (step.run)(root) {
            Ok(Done::Passed) => println!("{label}: passed in {}", seconds(step_begun.elapsed())),
            Ok(Done::Skipped(why)) => {
                println!("{label}: SKIPPED, {why}");
                skipped.push(format!("{} ({why})", step.name));
            }
            Err(e) => return Err(format!("{label}: failed after {}: {e}", seconds(step_begun.elapsed()))),
        }
    }
    for skipped in skipped {
        println!("not checked here: {skipped}");
    }
    println!("all steps passed in {}", seconds(begun.elapsed()));
    Ok(())
}

/// Runs the benchmarks, a separate crate so that this one starts fast.
pub fn bench(root: &Path, args: &[&str]) -> Result<(), String> {
    // The binary is measured too.
    cargo(root, &["build", "--release", "--package", "countersign"])?;
    run_bench(root, args)
}

/// Runs the benchmarks on an existing program.
pub fn run_bench(root: &Path, args: &[&str]) -> Result<(), String> {
    cargo(root, &["build", "--release", "--package", "countersign-mcp", "--example", "fixture"])?;
    let mut run = vec!["run", "--quiet", "--release", "--package", "countersign-bench", "--"];
    run.extend(args);
    cargo(root, &run)
}

/// Judges the labelled command lines, or those in another folder, and prints the misses.
pub fn corpus(root: &Path, other: Option<&str>) -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.args(["test", "--quiet", "--package", "countersign-analysis", "--test", "it", "corpus", "--"]);
    command.args(["--nocapture", "--test-threads", "1"]).current_dir(root);
    if let Some(dir) = other {
        let dir = Path::new(dir).canonicalize().map_err(|e| format!("cannot use {dir}: {e}"))?;
        command.env("COUNTERSIGN_CORPUS", dir);
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("more missed than may".to_owned()),
        Err(e) => Err(format!("cargo does not run: {e}")),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn toolchain(root: &Path) -> Result<Done, String> {
    let wanted = wanted_version(root)?;
    let have = printed(root, "rustc", &["--version"])
        .ok_or("rustc does not run: install Rust from https://rustup.rs")?;
    let version = parse_version(have.split_whitespace().nth(1).unwrap_or_default());
    let found = version.ok_or_else(|| format!("cannot read the version in {have:?}"))?;
    if found < wanted {
        let (major, minor) = wanted;
        return Err(format!("{} is too old, {major}.{minor} is needed: rustup update stable", have.trim()));
    }
    println!("  {}", have.trim());
    // SQLite is built from source.
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    if cfg!(unix) && printed(root, &compiler, &["--version"]).is_none() {
        return Err(format!(
            "the C compiler `{compiler}` does not run: install one (Debian: apt install gcc libc6-dev)"
        ));
    }
    Ok(Done::Passed)
}

/// Returns the workspace's minimum Rust version.
fn wanted_version(root: &Path) -> Result<(u32, u32), String> {
    let text = std::fs::read_to_string(root.join("Cargo.toml"))
        .map_err(|e| format!("cannot read Cargo.toml: {e}"))?;
    let manifest: toml::Table = text.parse().map_err(|e| format!("Cargo.toml does not parse: {e}"))?;
    let package = manifest.get("workspace").and_then(|w| w.get("package"));
    let version = package.and_then(|p| p.get("rust-version")).and_then(|v| v.as_str());
    version.and_then(parse_version).ok_or_else(|| "Cargo.toml names no rust-version".into())
}

/// Parses `1.92`, `1.95.0` and `1.96.0-nightly` as (major, minor).
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split(['.', '-']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn format(root: &Path) -> Result<Done, String> {
    if let Err(why) = component(root, "fmt", "rustfmt") {
        return Ok(Done::Skipped(why));
    }
    cargo(root, &["fmt", "--all", "--check"]).map_err(|_| "run `cargo fmt`".into()).map(|()| Done::Passed)
}

fn tidy(root: &Path) -> Result<Done, String> {
    tidy::report(&Tree::load(root)?).map(|()| Done::Passed)
}

fn clippy(root: &Path) -> Result<Done, String> {
    if let Err(why) = component(root, "clippy", "clippy") {
        return Ok(Done::Skipped(why));
    }
    cargo(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]).map(|()| Done::Passed)
}

fn tests(root: &Path) -> Result<Done, String> {
    if has(root, "nextest") {
        return cargo(root, &["nextest", "run", "--workspace"]).map(|()| Done::Passed);
    }
    println!("  cargo-nextest is not installed (cargo install --locked cargo-nextest): using cargo test");
    cargo(root, &["test", "--workspace", "--all-targets"]).map(|()| Done::Passed)
}

/// Builds the program and the examples with exactly the features that the tests use: otherwise half of everything would
/// be built twice.
pub fn build(root: &Path) -> Result<(), String> {
    cargo(root, &["test", "--quiet", "--workspace", "--no-run"])
}

fn doc_tests(root: &Path) -> Result<Done, String> {
    cargo(root, &["test", "--workspace", "--doc", "--quiet"]).map(|()| Done::Passed)
}

fn licences(root: &Path) -> Result<Done, String> {
    if !has(root, "deny") {
        return Ok(Done::Skipped("cargo-deny is not installed (cargo install --locked cargo-deny)".into()));
    }
    cargo(root, &["deny", "check"]).map(|()| Done::Passed)
}

/// Makes sure that a toolchain component is installed; an error says why it is not.
fn component(root: &Path, subcommand: &str, component: &str) -> Result<(), String> {
    if has(root, subcommand) {
        return Ok(());
    }
    println!("  {component} is missing: rustup component add {component}");
    let added = Command::new("rustup").args(["component", "add", component]).current_dir(root).status();
    match added {
        Ok(status) if status.success() && has(root, subcommand) => Ok(()),
        Ok(_) => Err(format!(
            "{component} is missing and could not be added: try `rustup component add {component}`"
        )),
        Err(_) => Err(format!(
            "{component} is missing, and there is no rustup to add it: install it with your Rust"
        )),
    }
}

fn has(root: &Path, subcommand: &str) -> bool {
    printed(root, "cargo", &[subcommand, "--version"]).is_some()
}

/// Returns what a command prints; `None` if it cannot run or fails.
pub fn printed(root: &Path, program: &str, args: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    let output = command.args(args).current_dir(root).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs cargo.
pub fn cargo(root: &Path, args: &[&str]) -> Result<(), String> {
    ran(Command::new("cargo").args(args).current_dir(root))
}

/// Variables by which the daemon recognises processes started by an agent: see `peer/marks.rs` of the server.
const OF_AGENTS: &[&str] = &[
    "CLAUDECODE",
    "CODEX_THREAD_ID",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "OPENCODE",
    "GEMINI_CLI",
    "QWEN_CODE",
    "CURSOR_AGENT",
];

/// An agent may run the tests; processes started by tests must not count as its children.
pub fn without_marks_of_agents(command: &mut Command) {
    for name in OF_AGENTS {
        command.env_remove(name);
    }
}

/// Runs a command, and names it in errors.
pub fn ran(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    println!("  {line}");
    without_marks_of_agents(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{line}` failed")),
        Err(e) => Err(format!("`{line}` could not be run: {e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(parse_version("1.95.0"), Some((1, 95)));
        assert!(parse_version("1.100.0-nightly") > parse_version("1.92"));
        assert_eq!(parse_version("stable"), None);
    }

    #[test]
    fn the_workspace_names_the_rust_it_needs() {
        assert!(wanted_version(&crate::tree::repo_root()).unwrap() >= (1, 85));
        assert!(wanted_version(tempfile::tempdir().unwrap().path()).is_err());
    }

    #[test]
    fn a_program_that_is_missing_or_fails_prints_nothing() {
        let root = crate::tree::repo_root();
        assert!(printed(&root, "a-program-that-nobody-has", &[]).is_none());
        assert!(!has(&root, "a-subcommand-that-nobody-has"));
        assert!(printed(&root, "cargo", &["--version"]).is_some());
    }
}
