//! Checks that each claimed behaviour has a test that names its number.

use super::Finding;
use crate::{
    behaviours::{self, BEHAVIOURS},
    tree::Tree,
};

/// Finds behaviours without a test, and tests with unknown numbers.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let tests = behaviours::tests(tree);
    let mut findings = Vec::new();
    for behaviour in BEHAVIOURS.iter().filter(|b| b.claimed) {
        if !tests.iter().any(|t| t.numbers.iter().any(|n| n == behaviour.number)) {
            let example = format!("fn {}_…()", behaviour.number.to_lowercase());
            let what =
                format!("{} has no test ({}): name one `{example}`", behaviour.number, behaviour.title);
            findings.push(Finding::in_file("behaviours", what));
        }
    }
    for test in &tests {
        for number in test.numbers.iter().filter(|n| BEHAVIOURS.iter().all(|b| b.number != *n)) {
            let what = format!("{} names {number}, and there is no such behaviour", test.name);
            findings.push(Finding::in_file(&test.path, what));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_behaviour_without_a_test_and_a_number_without_a_behaviour_are_found() {
        let all = |skip: &str| -> String {
            let named = BEHAVIOURS.iter().map(|b| b.number).filter(|n| *n != skip);
            named.map(|n| format!("#[test]\nfn {}_holds() {{}}\n", n.to_lowercase())).collect()
        };
        assert!(check(&Tree::of(&[("crates/a/src/lib.rs", &all(""))])).is_empty());
        let found = check(&Tree::of(&[("crates/a/src/lib.rs", &all("B5"))]));
        assert_eq!(found.len(), 1);
        assert!(found[0].what.starts_with("B5 has no test"));
        let strange = all("") + "#[test]\nfn a99_nobody_knows() {}";
        assert_eq!(check(&Tree::of(&[("crates/a/src/lib.rs", &strange)])).len(), 1);
        let no_test = all("B5") + "fn b5_is_not_a_test() {}\n// #[test] fn b5_x() {}";
        assert_eq!(check(&Tree::of(&[("crates/a/src/lib.rs", &no_test)])).len(), 1);
    }
}
