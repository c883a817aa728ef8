//! Limits the size of files and functions.

use super::Finding;
use crate::tree::Tree;

const FILE_LINES_MAX: usize = 600;
const FUNCTION_LINES_MAX: usize = 70;

/// Files that may be longer, each with its reason: tables, never logic.
const LONG_FILES: &[(&str, &str)] = &[];

/// Functions that may be longer: (file, function, reason).
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[];

/// Finds files that are too long, and exemptions that are no longer needed.
pub fn files(tree: &Tree) -> Vec<Finding> {
    files_except(tree, LONG_FILES)
}

fn files_except(tree: &Tree, exempt: &[(&str, &str)]) -> Vec<Finding> {
    let long: Vec<(&str, usize)> = tree
        .rust()
        .map(|(file, _)| (file.path.as_str(), file.text.lines().count()))
        .filter(|(_, lines)| *lines > FILE_LINES_MAX)
        .collect();
    let mut findings: Vec<Finding> = long
        .iter()
        .filter(|(path, _)| !exempt.iter().any(|(p, _)| p == path))
        .map(|(path, lines)| {
            Finding::in_file(path, format!("{lines} lines, at most {FILE_LINES_MAX}: take it apart"))
        })
        .collect();
    let needless = exempt.iter().filter(|(path, _)| !long.iter().any(|(p, _)| p == path));
    findings
        .extend(needless.map(|(path, _)| Finding::in_file(path, "is short enough: remove its exemption")));
    findings
}

/// Finds functions that are too long (a warning), and exemptions that are no longer needed.
pub fn functions(tree: &Tree) -> Vec<Finding> {
    functions_except(tree, LONG_FUNCTIONS)
}

fn functions_except(tree: &Tree, exempt: &[(&str, &str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut needed = vec![false; exempt.len()];
    for (file, source) in tree.rust() {
        for function in source.functions().iter().filter(|f| f.lines > FUNCTION_LINES_MAX) {
            match exempt.iter().position(|(path, name, _)| *path == file.path && *name == function.name) {
                Some(i) => needed[i] = true,
                None => {
                    let what = format!(
                        "{} has {} lines, at most {FUNCTION_LINES_MAX}",
                        function.name, function.lines
                    );
                    findings.push(Finding::at(file, function.at, what).only_a_warning());
                }
            }
        }
    }
    for ((path, name, _), _) in exempt.iter().zip(needed).filter(|(_, needed)| !needed) {
        findings.push(Finding::in_file(path, format!("{name} is short enough: remove its exemption")));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::Level;

    #[test]
    fn a_file_of_601_lines_is_found_unless_exempted() {
        let (fits, long) = ("x\n".repeat(600), "x\n".repeat(601));
        let tree = Tree::of(&[("a.rs", &fits), ("b.rs", &long), ("c.md", &long)]);
        assert_eq!(files_except(&tree, &[]).iter().map(|f| f.place.as_str()).collect::<Vec<_>>(), ["b.rs"]);
        assert!(files_except(&tree, &[("b.rs", "a table")]).is_empty());
    }

    #[test]
    fn a_function_of_71_lines_is_a_warning_unless_exempted() {
        let body = |lines: usize| format!("fn f() {{{}}}", "\n".repeat(lines - 1));
        assert!(functions_except(&Tree::of(&[("a.rs", &body(70))]), &[]).is_empty());
        let tree = Tree::of(&[("a.rs", &body(71))]);
        assert_eq!(functions_except(&tree, &[])[0].level, Level::Warning);
        assert!(functions_except(&tree, &[("a.rs", "f", "one table")]).is_empty());
    }

    #[test]
    fn an_exemption_that_is_not_needed_is_found() {
        let tree = Tree::of(&[("a.rs", "fn f() {}")]);
        assert_eq!(files_except(&tree, &[("a.rs", "once long")])[0].level, Level::Error);
        assert_eq!(functions_except(&tree, &[("a.rs", "f", "once long")])[0].level, Level::Error);
    }
}
