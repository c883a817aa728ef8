//! Checks that generated documents are checked in and up to date.

use super::Finding;
use crate::{behaviours, tree::Tree};

/// Finds outdated generated documents. `docs/operations.md` needs the engine, so a test compares it.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let current = behaviours::page(tree);
    if tree.file(behaviours::PAGE).is_some_and(|f| f.text == current) {
        return Vec::new();
    }
    vec![Finding::in_file(behaviours::PAGE, "is not what would be generated: run cargo xtask docgen")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_fell_behind_is_found() {
        let test = ("crates/a/src/lib.rs", "#[test]\nfn a1_reads_run_at_once() {}");
        let page = behaviours::page(&Tree::of(&[test]));
        assert!(check(&Tree::of(&[test, (behaviours::PAGE, &page)])).is_empty());
        assert_eq!(check(&Tree::of(&[(behaviours::PAGE, &page)])).len(), 1);
        assert_eq!(check(&Tree::of(&[test])).len(), 1);
    }
}
