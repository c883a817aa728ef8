//! Which crate may depend on which: data flows one way.

use super::Finding;
use crate::tree::{Manifest, Tree};

const ALL: &[&str] = &[
    "countersign-analysis",
    "countersign-client",
    "countersign-core",
    "countersign-docs",
    "countersign-kernel",
    "countersign-mcp",
    "countersign-pdf",
    "countersign-probe",
    "countersign-rehearsal",
    "countersign-server",
    "countersign-store",
    "countersign-tools",
    "countersign-tui",
    "countersign-webauthn",
    "countersign-words",
];

/// Each crate and the crates of ours that it may use, also in tests; includes planned crates.
const MAY_USE: &[(&str, &[&str])] = &[
    ("countersign-analysis", &["countersign-words"]),
    ("countersign-webauthn", &["countersign-words"]),
    ("countersign-pdf", &[]),
    ("countersign-docs", &[]),
    ("countersign-probe", &[]),
    ("countersign-kernel", &["countersign-analysis", "countersign-webauthn", "countersign-words"]),
    (
        "countersign-core",
        &[
            "countersign-analysis",
            "countersign-kernel",
            "countersign-pdf",
            "countersign-webauthn",
            "countersign-words",
        ],
    ),
    ("countersign-store", &["countersign-core", "countersign-kernel", "countersign-words"]),
    ("countersign-rehearsal", &["countersign-words"]),
    ("countersign-tools", &["countersign-core", "countersign-rehearsal", "countersign-words"]),
    ("countersign-mcp", &["countersign-core", "countersign-tools", "countersign-words"]),
    (
        "countersign-server",
        &[
            "countersign-core",
            "countersign-docs",
            "countersign-mcp",
            "countersign-store",
            "countersign-tools",
            "countersign-words",
        ],
    ),
    ("countersign-client", &["countersign-core", "countersign-words"]),
    ("countersign-tui", &["countersign-client", "countersign-core", "countersign-words"]),
    ("countersign-words", &[]),
    ("countersign", ALL),
    ("countersign-sim", &["countersign-core", "countersign-store", "countersign-tools"]),
];

/// Finds crates that use a crate they may not, or that are not in the table.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.manifests().flat_map(|m| check_manifest(&m)).collect()
}

fn check_manifest(manifest: &Manifest<'_>) -> Vec<Finding> {
    let content = match &manifest.content {
        Ok(content) => content,
        Err(e) => return vec![Finding::in_file(manifest.path, format!("does not parse: {}", e.message()))],
    };
    let Some(folder) = manifest.folder.strip_prefix("crates/") else { return Vec::new() };
    let name =
        content.get("package").and_then(|p| p.get("name")).and_then(|n| n.as_str()).unwrap_or_default();
    let mut findings = Vec::new();
    if name != folder {
        findings
            .push(Finding::in_file(manifest.path, format!("the folder is {folder} and the crate {name:?}")));
    }
    let Some((_, allowed)) = MAY_USE.iter().find(|(n, _)| *n == name) else {
        let what = format!("{name} is not in the table of edges: say in {} what it may use", file!());
        findings.push(Finding::in_file(manifest.path, what));
        return findings;
    };
    for used in dependencies(content) {
        let ours = used.starts_with("countersign") || used == "xtask";
        if ours && !allowed.contains(&used.as_str()) {
            findings.push(Finding::in_file(manifest.path, format!("{name} may not use {used}")));
        }
    }
    findings
}

/// Returns the packages that a manifest names, in any table, under any alias.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let mut found = Vec::new();
    for (key, value) in manifest {
        let Some(table) = value.as_table() else { continue };
        match key.as_str() {
            "dependencies" | "dev-dependencies" | "build-dependencies" => {
                found.extend(table.iter().map(|(alias, spec)| {
                    spec.get("package").and_then(|p| p.as_str()).unwrap_or(alias).to_owned()
                }));
            }
            "target" => found.extend(table.values().filter_map(|t| t.as_table()).flat_map(dependencies)),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn an_edge_against_the_flow_is_found_wherever_it_hides() {
        for table in [
            "[dependencies]\ncountersign-store.workspace = true",
            "[dev-dependencies]\ncountersign-store = { path = \"../countersign-store\" }",
            "[target.'cfg(unix)'.dependencies]\ns = { package = \"countersign-store\" }",
        ] {
            let text = format!("[package]\nname = \"countersign-core\"\n{table}");
            let found = found("crates/countersign-core/Cargo.toml", &text);
            assert_eq!(
                found,
                ["crates/countersign-core/Cargo.toml: countersign-core may not use countersign-store"]
            );
        }
    }

    #[test]
    fn an_allowed_edge_and_foreign_crates_pass() {
        let text = "[package]\nname = \"countersign-store\"\n[dependencies]\ncountersign-core.workspace = true\nserde = \"1\"";
        assert!(found("crates/countersign-store/Cargo.toml", text).is_empty());
    }

    #[test]
    fn an_unknown_crate_and_a_strange_folder_are_found() {
        assert_eq!(
            found("crates/countersign-new/Cargo.toml", "[package]\nname = \"countersign-new\"").len(),
            1
        );
        assert_eq!(found("crates/store/Cargo.toml", "[package]\nname = \"countersign-store\"").len(), 1);
    }

    #[test]
    fn the_table_has_no_circle() {
        fn reaches(from: &str, to: &str) -> bool {
            let uses = MAY_USE.iter().find(|(n, _)| *n == from).map_or(&[][..], |(_, u)| u);
            uses.iter().any(|u| *u == to || reaches(u, to))
        }
        for (name, _) in MAY_USE {
            assert!(!reaches(name, name), "{name} uses itself");
        }
    }
}
