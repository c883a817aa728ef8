//! Writes the documents that are generated from the code.

use std::{fs, path::Path, process::Command};

use crate::{behaviours, documents, reference, tree::Tree};

const OPERATIONS: &str = "docs/operations.md";
const OPENAPI: &str = "openapi.json";

/// Writes all of them.
pub fn write(root: &Path) -> Result<(), String> {
    let tree = Tree::load(root)?;
    put(root, behaviours::PAGE, &behaviours::page(&tree))?;
    put(root, documents::PAGE, &documents::page(&tree)?)?;
    for (path, page) in reference::PAGES {
        put(root, path, &page(&tree)?)?;
    }
    put(root, OPERATIONS, &printed(root, "xtask", "operations")?)?;
    // A test of the server compares this one.
    put(root, OPENAPI, &printed(root, "countersign-server", "openapi")?)
}

/// Returns what an example of a package prints.
fn printed(root: &Path, package: &str, example: &str) -> Result<String, String> {
    let printed = Command::new("cargo")
        .args(["run", "--quiet", "--package", package, "--example", example])
        .current_dir(root)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if !printed.status.success() {
        return Err(format!("the example {example} of {package} failed"));
    }
    String::from_utf8(printed.stdout).map_err(|e| format!("the example {example} printed no text: {e}"))
}

/// Writes a document unless it is already so.
pub fn put(root: &Path, path: &str, text: &str) -> Result<(), String> {
    let full = root.join(path);
    if fs::read_to_string(&full).is_ok_and(|old| old == text) {
        println!("{path} is current");
        return Ok(());
    }
    fs::create_dir_all(full.parent().expect("BUG: a document is in a folder"))
        .and_then(|()| fs::write(&full, text))
        .map_err(|e| format!("cannot write {path}: {e}"))?;
    println!("{path} written");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_operations_is_current() {
        let now = crate::operations::page();
        let there = fs::read_to_string(crate::tree::repo_root().join(OPERATIONS)).unwrap_or_default();
        assert!(there == now, "{OPERATIONS} is not what would be generated: run cargo xtask docgen");
    }

    #[test]
    fn a_document_is_written_once() {
        let home = tempfile::tempdir().unwrap();
        put(home.path(), "docs/x.md", "one").unwrap();
        let written = || fs::metadata(home.path().join("docs/x.md")).unwrap().modified().unwrap();
        let first = written();
        put(home.path(), "docs/x.md", "one").unwrap();
        assert_eq!(written(), first);
        put(home.path(), "docs/x.md", "two").unwrap();
        assert_eq!(fs::read_to_string(home.path().join("docs/x.md")).unwrap(), "two");
    }
}
