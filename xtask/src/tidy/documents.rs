//! Checks that each statement of the founding documents has its row, and each row the tests that it names.

use super::Finding;
use crate::{documents, tree::Tree};

/// Finds rows that are missing, unfinished, or name tests that are not there.
pub fn check(tree: &Tree) -> Vec<Finding> {
    documents::findings(tree).into_iter().map(|(place, what)| Finding::in_file(&place, what)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_document_is_found() {
        assert_eq!(check(&Tree::of(&[])).len(), 1);
    }
}
