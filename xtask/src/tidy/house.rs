//! The files around the code: manifests, the architecture page, the CI command.

use super::{CHECKS, Finding};
use crate::tree::Tree;

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const ARCHITECTURE_LINES_MAX: usize = 300;

/// The only command that CI runs, so that what passes there passes here.
const CI_COMMAND: &str = "cargo xtask test";

const EXPECTED: &[&str] =
    &[ARCHITECTURE, "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE-APACHE", "LICENSE-MIT", "deny.toml"];

/// Finds manifests without the workspace's lints, missing files, and an outdated architecture page.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let missing = EXPECTED.iter().filter(|path| tree.file(path).is_none());
    let mut findings: Vec<Finding> = missing.map(|path| Finding::in_file(path, "is missing")).collect();
    findings.extend(lints(tree));
    findings.extend(architecture(tree));
    findings.extend(ci(tree));
    findings
}

fn lints(tree: &Tree) -> Vec<Finding> {
    // The fuzz targets are built with another toolchain, outside the workspace.
    tree.manifests()
        .filter(|m| m.folder != "fuzz")
        .filter(|m| {
            let lints = m.content.as_ref().ok().and_then(|c| c.get("lints")).and_then(|l| l.get("workspace"));
            lints.and_then(|w| w.as_bool()) != Some(true)
        })
        .map(|m| Finding::in_file(m.path, "needs `[lints] workspace = true`"))
        .collect()
}

fn architecture(tree: &Tree) -> Vec<Finding> {
    let Some(page) = tree.file(ARCHITECTURE) else { return Vec::new() };
    let mut findings = Vec::new();
    let lines = page.text.lines().count();
    if lines >= ARCHITECTURE_LINES_MAX {
        let what = format!("{lines} lines: a guide stays under {ARCHITECTURE_LINES_MAX}");
        findings.push(Finding::in_file(ARCHITECTURE, what));
    }
    for manifest in tree.manifests() {
        let name = manifest.folder.rsplit('/').next().unwrap_or_default();
        if !page.text.contains(&format!("`{name}`")) && !page.text.contains(&format!("`{name}/`")) {
            findings.push(Finding::in_file(ARCHITECTURE, format!("does not name `{name}`")));
        }
    }
    for check in CHECKS.iter().filter(|c| !page.text.contains(&format!("`{}`", c.name))) {
        findings
            .push(Finding::in_file(ARCHITECTURE, format!("does not name the tidy check `{}`", check.name)));
    }
    findings
}

fn ci(tree: &Tree) -> Vec<Finding> {
    let Some(script) = tree.file(".ci/run") else {
        return vec![Finding::in_file(".ci/run", "is missing")];
    };
    let mut commands: Vec<&str> = script.text.lines().map(str::trim).collect();
    commands
        .retain(|l| !l.is_empty() && !l.starts_with('#') && !l.starts_with("set ") && !l.starts_with("cd "));
    if matches!(commands.as_slice(), [only] if only.trim_start_matches("exec ") == CI_COMMAND) {
        return Vec::new();
    }
    vec![Finding::in_file(".ci/run", format!("must call exactly `{CI_COMMAND}`"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(change: impl Fn(&str, &str) -> Option<String>) -> Vec<String> {
        let checks: String = CHECKS.iter().map(|c| format!("`{}`\n", c.name)).collect();
        let architecture = format!("`a` and {checks}");
        let files = [
            (ARCHITECTURE, architecture.as_str()),
            ("CHANGELOG.md", "x"),
            ("CONTRIBUTING.md", "x"),
            ("LICENSE-APACHE", "x"),
            ("LICENSE-MIT", "x"),
            ("deny.toml", "x"),
            (".ci/run", "#!/bin/sh\nset -eu\ncd x\n\nexec cargo xtask test\n"),
            ("crates/a/Cargo.toml", "[lints]\nworkspace = true"),
        ];
        let changed: Vec<(&str, String)> =
            files.iter().filter_map(|(path, text)| Some((*path, change(path, text)?))).collect();
        let files: Vec<(&str, &str)> = changed.iter().map(|(p, t)| (*p, t.as_str())).collect();
        check(&Tree::of(&files)).iter().map(Finding::to_string).collect()
    }

    fn with(path: &'static str, text: impl Into<String>) -> Vec<String> {
        let text = text.into();
        found(|p, t| Some(if p == path { text.clone() } else { t.to_owned() }))
    }

    #[test]
    fn a_house_in_order_passes() {
        assert!(found(|_, t| Some(t.to_owned())).is_empty());
    }

    #[test]
    fn a_missing_file_is_found() {
        for path in EXPECTED.iter().chain(&[".ci/run"]) {
            assert_eq!(found(|p, t| (p != *path).then(|| t.to_owned())), [format!("{path}: is missing")]);
        }
    }

    #[test]
    fn a_crate_without_the_lints_is_found() {
        assert_eq!(with("crates/a/Cargo.toml", "[package]\nname = \"a\"").len(), 1);
        assert_eq!(with("crates/a/Cargo.toml", "[lints]\nworkspace = false").len(), 1);
    }

    #[test]
    fn an_architecture_page_that_is_too_long_or_leaves_something_out_is_found() {
        let checks: String = CHECKS.iter().skip(1).map(|c| format!("`{}`\n", c.name)).collect();
        let found = with(ARCHITECTURE, checks + &"\n".repeat(300));
        assert_eq!(found.len(), 3, "{found:?}");
    }

    #[test]
    fn ci_that_does_more_or_less_is_found() {
        assert_eq!(with(".ci/run", "cargo test").len(), 1);
        assert_eq!(with(".ci/run", "cargo xtask test\ncargo build").len(), 1);
    }
}
