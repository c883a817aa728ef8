//! Checks that generated documents are checked in and up to date.

use super::Finding;
use crate::{behaviours, documents, reference, tree::Tree};

/// Finds outdated generated documents. `docs/operations.md` needs the engine, so a test compares it.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut pages = vec![(behaviours::PAGE, behaviours::page(tree))];
    // Where the rows cannot be read, `documents-have-tests` says so.
    pages.extend(documents::page(tree).ok().map(|page| (documents::PAGE, page)));
    // A tree without the code has none of these pages; where the code cannot be read, tests of `reference` say so.
    let made = reference::PAGES.iter().filter(|(path, _)| tree.file(path).is_some());
    pages.extend(made.filter_map(|(path, page)| Some((*path, page(tree).ok()?))));
    let outdated = pages.iter().filter(|(path, page)| tree.file(path).is_none_or(|f| f.text != *page));
    outdated
        .map(|(path, _)| Finding::in_file(path, "is not what would be generated: run cargo xtask docgen"))
        .collect()
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
