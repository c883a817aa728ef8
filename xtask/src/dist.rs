//! `cargo xtask dist`: builds the shipped program with profile-guided optimisation. It is built twice: first
//! instrumented, then, after running a typical workload, from the profile. Hot code is optimised more and laid out
//! together, so that much less of the program is in memory.

use std::{
    env,
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};

use crate::{installed, steps, tree::Tree};

/// Tells the linker to separate hot, cold and other code.
const APART: &str = "link-arg=-Wl,-z,keep-text-section-prefix";

/// The file beside the program with a digest of its sources.
const SOURCE: &str = "countersign.source";

/// Builds the program and prints its path.
pub fn run(root: &Path) -> Result<(), String> {
    let host = host(root)?;
    let merger = merger(root, &host)?;
    let folder = folder(root);
    let source = source(root)?;
    let counted = folder.join("counted");
    let counting = build(root, &host, "counting", &flag("-Cprofile-generate=", &counted))?;
    // Profiles of an earlier build do not fit this one.
    drop(fs::remove_dir_all(&counted));
    remove_profiles(&folder);
    let named = ["--program", &counting.display().to_string(), "--train"];
    steps::run_bench(root, &named)?;
    let profile = merged(&merger, &counted, &folder)?;
    let built = build(root, &host, "built", &flag("-Cprofile-use=", &profile))?;
    let program = folder.join("countersign");
    fs::copy(&built, &program).map_err(|e| format!("cannot write {}: {e}", program.display()))?;
    fs::write(folder.join(SOURCE), source).map_err(|e| format!("cannot write {SOURCE}: {e}"))?;
    println!("{}", program.display());
    Ok(())
}

/// Runs the benchmarks on the shipped program.
pub fn bench(root: &Path, flags: &[&str]) -> Result<(), String> {
    let program = folder(root).join("countersign");
    if !program.is_file() {
        return Err(format!("{} is not there: build it with `cargo xtask dist`", program.display()));
    }
    if fs::read_to_string(folder(root).join(SOURCE)).ok() != Some(source(root)?) {
        return Err(format!(
            "{} was built from other sources than these: build it again with `cargo xtask dist`",
            program.display()
        ));
    }
    let program = program.display().to_string();
    let mut args = vec!["--program", &program];
    args.extend(flags);
    steps::run_bench(root, &args)
}

/// Returns a digest of the program's sources.
fn source(root: &Path) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    for file in Tree::load(root)?.files().filter(|file| is_built(&file.path)) {
        (&file.path, &file.text).hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Returns whether a file may be part of the program.
fn is_built(path: &str) -> bool {
    let of_a_crate = path.starts_with("crates/") && !path.contains("/tests/") && !path.ends_with(".md");
    of_a_crate || ["Cargo.toml", "Cargo.lock"].contains(&path)
}

fn folder(root: &Path) -> PathBuf {
    installed::target(root).join("dist")
}

/// Returns the host triple.
fn host(root: &Path) -> Result<String, String> {
    let told = steps::printed(root, "rustc", &["--version", "--verbose"]).ok_or("rustc does not run")?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("rustc names no host in {told:?}"))
}

/// Finds `llvm-profdata`; its version must match the compiler.
fn merger(root: &Path, host: &str) -> Result<PathBuf, String> {
    let sysroot = steps::printed(root, "rustc", &["--print", "sysroot"]).ok_or("rustc does not run")?;
    let folder = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin");
    let tool = folder.join(format!("llvm-profdata{}", env::consts::EXE_SUFFIX));
    if !tool.is_file() {
        let _ = steps::ran(Command::new("rustup").args(["component", "add", "llvm-tools"]).current_dir(root));
    }
    if tool.is_file() {
        return Ok(tool);
    }
    Err(format!("{} is missing: try `rustup component add llvm-tools`", tool.display()))
}

fn flag(name: &str, path: &Path) -> OsString {
    let mut flag = OsString::from(name);
    flag.push(path);
    flag
}

/// Builds the program with one more flag, in its own target folder, so that the builds do not invalidate each other.
/// `--target` keeps the flag away from build scripts.
fn build(root: &Path, host: &str, name: &str, flag: &OsString) -> Result<PathBuf, String> {
    let target = folder(root).join(name);
    let mut flags = env::var_os("CARGO_ENCODED_RUSTFLAGS").unwrap_or_else(|| plain_flags().into());
    if !flags.is_empty() {
        flags.push("\u{1f}");
    }
    flags.push(flag);
    let mut cargo = Command::new("cargo");
    cargo.args([
        "rustc",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "countersign",
        "--bin",
        "countersign",
    ]);
    cargo.args(["--target", host]).arg("--target-dir").arg(&target);
    if cfg!(target_os = "linux") {
        cargo.args(["--", "-C", APART]);
    }
    steps::ran(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags).current_dir(root))?;
    Ok(target.join(host).join("dist").join(format!("countersign{}", env::consts::EXE_SUFFIX)))
}

/// Returns the caller's own rustflags, in the form that allows spaces in each.
fn plain_flags() -> String {
    let flags = env::var("RUSTFLAGS").unwrap_or_default();
    flags.split_whitespace().collect::<Vec<_>>().join("\u{1f}")
}

/// Merges the profiles. The file name contains a digest: cargo only sees the name and rebuilds when it changes.
fn merged(merger: &Path, counted: &Path, folder: &Path) -> Result<PathBuf, String> {
    let whole = folder.join("counted.profdata");
    // Not sparse: the compiler must also know the functions that never ran, which it then optimises for size.
    steps::ran(Command::new(merger).args(["merge", "--output"]).arg(&whole).arg(counted))?;
    let said = |e: std::io::Error| format!("cannot read {}: {e}", whole.display());
    let profile = folder.join(name_of(&fs::read(&whole).map_err(said)?));
    fs::rename(&whole, &profile).map_err(said)?;
    Ok(profile)
}

fn remove_profiles(folder: &Path) {
    let found = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for profile in found.filter(|path| path.extension().is_some_and(|e| e == "profdata")) {
        drop(fs::remove_file(profile));
    }
}

fn name_of(profile: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    profile.hash(&mut hasher);
    format!("{:016x}.profdata", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_profile_has_another_name() {
        assert_ne!(name_of(b"one"), name_of(b"other"));
        assert_eq!(name_of(b"one"), name_of(b"one"));
    }

    #[test]
    fn profiles_of_before_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["0a.profdata", "countersign"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        remove_profiles(folder.path());
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["countersign"]);
    }

    #[test]
    fn a_program_is_known_by_what_it_is_built_from() {
        let root = crate::tree::repo_root();
        assert_eq!(source(&root), source(&root));
        assert!(is_built("crates/countersign/src/main.rs") && is_built("Cargo.lock"));
        assert!(!is_built("crates/countersign/tests/it/main.rs") && !is_built("docs/bench.md"));
    }

    #[test]
    fn the_compiler_names_its_host() {
        let host = host(&crate::tree::repo_root()).unwrap();
        assert!(host.contains(env::consts::ARCH), "{host}");
    }
}
