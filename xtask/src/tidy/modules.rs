//! Finds files that no `mod` names: they are neither compiled nor tested.

use std::collections::BTreeSet;

use super::Finding;
use crate::{
    source::{Declaration, Source},
    tree::{Manifest, Tree},
};

/// Finds Rust files that no crate root reaches.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut reached: BTreeSet<String> = BTreeSet::new();
    for manifest in tree.manifests() {
        for root in roots(tree, &manifest) {
            reach(tree, &root, true, &mut reached);
        }
    }
    tree.rust()
        .filter(|(file, _)| !reached.contains(&file.path))
        .map(|(file, _)| Finding::in_file(&file.path, "no `mod` leads here: declare it or delete it"))
        .collect()
}

/// Returns the files that cargo starts from: by convention, and by the manifest.
fn roots(tree: &Tree, manifest: &Manifest<'_>) -> Vec<String> {
    let folder = manifest.folder;
    let mut roots: Vec<String> = Vec::new();
    for (file, _) in tree.rust() {
        let Some(inner) = file.path.strip_prefix(folder).and_then(|p| p.strip_prefix('/')) else { continue };
        let parts: Vec<&str> = inner.split('/').collect();
        if matches!(
            parts.as_slice(),
            ["build.rs"]
                | ["src", "lib.rs" | "main.rs"]
                | ["src", "bin", _]
                | ["src", "bin", _, "main.rs"]
                | ["tests" | "examples" | "benches", _]
                | ["tests" | "examples" | "benches", _, "main.rs"]
        ) {
            roots.push(file.path.clone());
        }
    }
    let Ok(content) = &manifest.content else { return roots };
    let lists =
        ["bin", "test", "example", "bench"].into_iter().filter_map(|k| content.get(k)?.as_array()).flatten();
    for target in lists.chain(content.get("lib")) {
        if let Some(path) = target.get("path").and_then(|p| p.as_str()) {
            roots.push(format!("{folder}/{path}"));
        }
    }
    roots
}

fn reach(tree: &Tree, path: &str, is_root: bool, reached: &mut BTreeSet<String>) {
    let Some(source) = tree.file(path).and_then(|f| f.source.as_ref()) else { return };
    if !reached.insert(path.to_owned()) {
        return;
    }
    for (child, is_root) in children(path, is_root, source) {
        reach(tree, &child, is_root, reached);
    }
}

/// Returns the files that a file's declarations may refer to; a `#[path]` file resolves its own like a root.
fn children(path: &str, is_root: bool, source: &Source) -> Vec<(String, bool)> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.trim_end_matches(".rs");
    let own = if is_root || stem == "mod" { folder.to_owned() } else { format!("{folder}/{stem}") };
    let mut found = Vec::new();
    for Declaration { inside, name, path } in source.declarations() {
        let at: Vec<&str> = std::iter::once(own.as_str()).chain(inside.iter().map(String::as_str)).collect();
        match path {
            Some(path) if inside.is_empty() => found.push((normal(&format!("{folder}/{path}")), true)),
            Some(path) => found.push((normal(&format!("{}/{path}", at.join("/"))), true)),
            None => {
                found.push((format!("{}/{name}.rs", at.join("/")), false));
                found.push((format!("{}/{name}/mod.rs", at.join("/")), false));
            }
        }
    }
    found
}

/// Resolves `..` in a path.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forgotten(files: &[(&str, &str)]) -> Vec<String> {
        let mut files = files.to_vec();
        files.push((
            "crates/a/Cargo.toml",
            "[package]\nname = \"a\"\n[[bin]]\nname = \"x\"\npath = \"src/x/start.rs\"",
        ));
        check(&Tree::of(&files)).into_iter().map(|f| f.place).collect()
    }

    #[test]
    fn a_file_without_a_declaration_is_found() {
        let files = [
            ("crates/a/src/lib.rs", "mod b; // mod d;"),
            ("crates/a/src/b.rs", "mod c;"),
            ("crates/a/src/b/c.rs", ""),
            ("crates/a/src/d.rs", ""),
            ("crates/a/src/c.rs", ""),
            ("crates/a/tests/it/main.rs", "mod e;"),
            ("crates/a/tests/it/e.rs", ""),
            ("crates/a/tests/it/f.rs", ""),
        ];
        assert_eq!(forgotten(&files), ["crates/a/src/c.rs", "crates/a/src/d.rs", "crates/a/tests/it/f.rs"]);
    }

    #[test]
    fn every_kind_of_declaration_is_followed() {
        let files = [
            ("crates/a/src/main.rs", "mod b { mod c; }\n#[path = \"../odd/d.rs\"]\nmod d;\nmod e;"),
            ("crates/a/src/b/c.rs", ""),
            ("crates/a/odd/d.rs", "mod f;"),
            ("crates/a/odd/f.rs", ""),
            ("crates/a/src/e/mod.rs", "mod g;"),
            ("crates/a/src/e/g.rs", ""),
            ("crates/a/src/x/start.rs", "mod h;"),
            ("crates/a/src/x/h.rs", ""),
            ("crates/a/examples/i.rs", ""),
        ];
        assert!(forgotten(&files).is_empty());
    }
}
