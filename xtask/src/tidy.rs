//! The rules of ARCHITECTURE.md that the compiler does not check. Each is a function from the tree to findings, with
//! tests that show it can fail; all of them also run as ordinary tests of this crate.

mod docs;
mod documents;
mod edges;
mod house;
mod modules;
mod purity;
mod sizes;
mod sql;
mod tests_named;
mod words;

use std::fmt;

use crate::tree::{File, Tree};

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// A warning; nothing fails.
    Warning,
    /// Must be fixed.
    Error,
}

/// One violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its severity.
    pub level: Level,
    /// The file, and the line where there is one.
    pub place: String,
    /// What is wrong, and what to do.
    pub what: String,
}

impl Finding {
    /// A finding about a whole file.
    pub fn in_file(path: &str, what: impl Into<String>) -> Self {
        Self { level: Level::Error, place: path.to_owned(), what: what.into() }
    }

    /// A finding at byte `at` of a file.
    pub fn at(file: &File, at: usize, what: impl Into<String>) -> Self {
        Self::in_file(&format!("{}:{}", file.path, file.line(at)), what)
    }

    /// Turns it into a warning.
    #[must_use]
    pub fn only_a_warning(mut self) -> Self {
        self.level = Level::Warning;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// One rule.
pub struct Check {
    /// Its name, as ARCHITECTURE.md uses it.
    pub name: &'static str,
    /// Finds violations.
    pub run: fn(&Tree) -> Vec<Finding>,
}

/// All rules.
pub const CHECKS: &[Check] = &[
    Check { name: "edges", run: edges::check },
    Check { name: "core-is-pure", run: purity::core_is_pure },
    Check { name: "unsafe-in-one-place", run: purity::unsafe_in_one_place },
    Check { name: "no-forgotten-file", run: modules::check },
    Check { name: "file-sizes", run: sizes::files },
    Check { name: "function-sizes", run: sizes::functions },
    Check { name: "sql-order", run: sql::check },
    Check { name: "behaviours-have-tests", run: tests_named::check },
    Check { name: "documents-have-tests", run: documents::check },
    Check { name: "words", run: words::check },
    Check { name: "module-docs", run: words::module_docs },
    Check { name: "house", run: house::check },
    Check { name: "generated-docs", run: docs::check },
];

/// Runs all rules and prints their findings; fails if there are errors.
pub fn report(tree: &Tree) -> Result<(), String> {
    let mut errors = 0;
    for check in CHECKS {
        for finding in (check.run)(tree) {
            let word = match finding.level {
                Level::Warning => "warning",
                Level::Error => "error",
            };
            errors += usize::from(finding.level == Level::Error);
            eprintln!("{word}[{}]: {finding}", check.name);
        }
    }
    match errors {
        0 => Ok(()),
        n => Err(format!("tidy found {n} thing(s) to mend")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes one test per rule, so that a failure names the rule.
    macro_rules! the_tree_passes {
        ($($name:ident: $rule:literal,)*) => {
            $(#[test]
            fn $name() {
                let check = CHECKS.iter().find(|c| c.name == $rule).expect("the rule is in the table");
                let mut errors = (check.run)(&Tree::this());
                errors.retain(|f| f.level == Level::Error);
                let lines: Vec<String> = errors.iter().map(Finding::to_string).collect();
                assert!(lines.is_empty(), "\n{}", lines.join("\n"));
            })*

            #[test]
            fn every_rule_is_tried_on_the_tree() {
                assert_eq!(CHECKS.iter().map(|c| c.name).collect::<Vec<_>>(), [$($rule),*]);
            }
        };
    }

    the_tree_passes! {
        crates_use_only_the_crates_they_may: "edges",
        core_does_no_io_and_knows_no_clock: "core-is-pure",
        unsafe_is_in_one_crate: "unsafe-in-one-place",
        every_file_belongs_to_a_crate: "no-forgotten-file",
        files_are_short: "file-sizes",
        functions_that_are_exempted_exist: "function-sizes",
        sql_parameters_come_in_order: "sql-order",
        every_claimed_behaviour_has_a_test: "behaviours-have-tests",
        every_statement_of_the_documents_has_tests: "documents-have-tests",
        nothing_is_left_for_later: "words",
        every_module_says_what_it_is_for: "module-docs",
        the_house_is_in_order: "house",
        generated_documents_are_current: "generated-docs",
    }
}
