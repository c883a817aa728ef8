//! Runs the tests that the rows name, and says which rows they speak against.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use super::{Test, row::Document};
use crate::steps;

/// Runs them all; an error names the rows whose tests failed or did not run.
pub fn all(root: &Path, documents: &[Document], tests: &BTreeMap<String, Test>) -> Result<(), String> {
    let named = documents.iter().flat_map(|d| &d.rows).flat_map(|row| &row.tests);
    let named: BTreeSet<&Test> = named.filter_map(|id| tests.get(id)).collect();
    println!("running {} tests", named.len());
    // With all packages, everything is built with the features that `cargo xtask test` builds it with.
    let mut command = Command::new("cargo");
    command.args(["nextest", "run", "--workspace", "--no-fail-fast", "--color", "never"]);
    command.args(["--status-level", "all", "--final-status-level", "none", "-E", &filter(&named)]);
    steps::without_marks_of_agents(&mut command);
    let mut child = command
        .current_dir(root)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cargo nextest does not run: {e}"))?;
    let mut passed = BTreeSet::new();
    if let Some(told) = child.stderr.take() {
        for line in BufReader::new(told).lines().map_while(Result::ok) {
            println!("{line}");
            passed.extend(named.iter().filter(|test| passes(&line, test)).map(|test| test.id.as_str()));
        }
    }
    child.wait().map_err(|e| format!("cargo nextest did not end: {e}"))?;
    let against = against(documents, &passed);
    if !against.is_empty() {
        return Err(format!("these did not pass:\n{}", against.join("\n")));
    }
    println!("all {} tests that the rows name passed", named.len());
    Ok(())
}

/// The rows with a test that did not pass.
fn against(documents: &[Document], passed: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    for document in documents {
        for row in &document.rows {
            let failed = row.tests.iter().filter(|id| !passed.contains(id.as_str()));
            found.extend(failed.map(|id| format!("{}, {}: {id}", document.title, row.number)));
        }
    }
    found
}

/// The filter that gives exactly these tests.
fn filter(tests: &BTreeSet<&Test>) -> String {
    let mut names: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for test in tests {
        names.entry((&test.package, &test.modules)).or_default().push(&test.name);
    }
    let one = |((package, modules), names): ((&str, &str), Vec<&str>)| {
        let inside = if modules.is_empty() { String::new() } else { format!("{modules}::") };
        format!("(package(={package}) & test(/^{inside}(\\w+::)*({})$/))", names.join("|"))
    };
    names.into_iter().map(one).collect::<Vec<_>>().join(" | ")
}

/// Whether a line of nextest says that this test passed: `PASS [   0.012s] (1/9) package::it modules::name`.
fn passes(line: &str, test: &Test) -> bool {
    let mut words = line.split_whitespace();
    if words.next() != Some("PASS") {
        return false;
    }
    let (name, binary) = (words.next_back().unwrap_or_default(), words.next_back().unwrap_or_default());
    let whole = name.rsplit("::").next() == Some(&test.name);
    whole && binary.split("::").next() == Some(&test.package) && name.starts_with(&test.modules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(package: &str, modules: &str, name: &str) -> Test {
        let (package, modules, name) = (package.to_owned(), modules.to_owned(), name.to_owned());
        Test { id: format!("{package}::{modules}::{name}"), file: String::new(), package, modules, name }
    }

    #[test]
    fn the_filter_names_each_module_once() {
        let all = [test("a", "x::y", "one"), test("a", "x::y", "two"), test("b", "", "three")];
        let filter = filter(&all.iter().collect());
        assert_eq!(
            filter,
            "(package(=a) & test(/^x::y::(\\w+::)*(one|two)$/)) | (package(=b) & test(/^(\\w+::)*(three)$/))"
        );
    }

    #[test]
    fn only_a_line_about_the_very_test_says_that_it_passed() {
        let one = test("a", "x::y", "one");
        assert!(passes("        PASS [   0.012s] (1/9) a::it x::y::one", &one));
        assert!(passes("        PASS [   0.012s] a x::y::tests::one", &one));
        for line in [
            "        FAIL [   0.012s] (1/9) a::it x::y::one",
            "        PASS [   0.012s] (1/9) b::it x::y::one",
            "        PASS [   0.012s] (1/9) a::it x::y::not_one",
            "        PASS [   0.012s] (1/9) a::it z::one",
            "",
        ] {
            assert!(!passes(line, &one), "{line}");
        }
    }

    #[test]
    fn a_test_that_did_not_run_speaks_against_its_row() {
        let text = "title = \"T\"\n[[row]]\nnumber = 1\nstatement = \"s\"\nplace = \"p\"\nverdict = \"works\"\n\
                    tests = [\"a::one\", \"a::two\"]";
        let documents = [Document::parse(text).unwrap()];
        assert_eq!(against(&documents, &["a::one"].into()), ["T, 1: a::two"]);
        assert!(against(&documents, &["a::one", "a::two"].into()).is_empty());
    }
}
