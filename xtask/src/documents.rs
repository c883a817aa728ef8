//! `cargo xtask documents`: the statements of the founding documents, what became of each, and the tests that show it.
//! The rows are data, `xtask/documents/*.toml`; `docs/documents.md` is written from them.

mod page;
mod row;
mod run;

use std::{collections::BTreeMap, path::Path};

pub use page::{PAGE, page};
use row::{Document, Row};

use crate::{docgen, tree::Tree};

/// The folder of the rows.
const FOLDER: &str = "xtask/documents";

/// The documents in order: the name of the file, and how many statements the document makes.
const DOCUMENTS: &[(&str, usize)] =
    &[("localcowork", 80), ("lotti-plan", 98), ("lotti-adr-0006", 28), ("loom", 60), ("cloop", 74)];

/// Where a test is: the file, and the names that nextest knows it by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Test {
    /// Its path as rows write it: crate, modules, name.
    pub id: String,
    /// Its file.
    pub file: String,
    /// The package.
    pub package: String,
    /// The modules that its file is, without the crate.
    pub modules: String,
    /// Its name.
    pub name: String,
}

/// Checks the rows and writes the page; with `--run`, runs the tests that the rows name.
pub fn now(root: &Path, flags: &[&str]) -> Result<(), String> {
    let tree = Tree::load(root)?;
    let found = findings(&tree);
    if !found.is_empty() {
        return Err(found
            .iter()
            .map(|(place, what)| format!("{place}: {what}"))
            .collect::<Vec<_>>()
            .join("\n"));
    }
    docgen::put(root, PAGE, &page(&tree)?)?;
    let documents = load(&tree)?;
    print!("{}", page::totals(&documents));
    if flags.contains(&"--run") { run::all(root, &documents, &known_tests(&tree)) } else { Ok(()) }
}

/// Reads all documents.
fn load(tree: &Tree) -> Result<Vec<Document>, String> {
    let read = |(name, _): &(&str, usize)| {
        let path = path_of(name);
        let file = tree.file(&path).ok_or_else(|| format!("{path} is missing"))?;
        Document::parse(&file.text).map_err(|e| format!("{path}: {e}"))
    };
    DOCUMENTS.iter().map(read).collect()
}

fn path_of(name: &str) -> String {
    format!("{FOLDER}/{name}.toml")
}

/// Finds rows that are missing, unfinished or name tests that are not there: (file, what is wrong).
pub fn findings(tree: &Tree) -> Vec<(String, String)> {
    let documents = match load(tree) {
        Ok(documents) => documents,
        Err(e) => return vec![(FOLDER.to_owned(), e)],
    };
    let tests = known_tests(tree);
    let mut found = Vec::new();
    for (document, (name, count)) in documents.iter().zip(DOCUMENTS) {
        let wrong = document.numbers(*count).into_iter();
        let wrong = wrong.chain(document.rows.iter().flat_map(|row| in_row(row, &tests)));
        found.extend(wrong.map(|what| (path_of(name), what)));
    }
    found
}

fn in_row(row: &Row, tests: &BTreeMap<String, Test>) -> Vec<String> {
    let unknown = row.tests.iter().filter(|id| !tests.contains_key(*id));
    let unknown = unknown.map(|id| format!("there is no test {id}"));
    let found = row.unfinished().map(str::to_owned).into_iter().chain(unknown);
    found.map(|what| format!("row {}: {what}", row.number)).collect()
}

/// All tests of the repository, by the path that rows write.
pub fn known_tests(tree: &Tree) -> BTreeMap<String, Test> {
    let mut all = BTreeMap::new();
    for (file, source) in tree.rust() {
        let Some((package, modules)) = place(&file.path) else { continue };
        for function in source.functions().iter().filter(|f| f.is_test) {
            let short = package.strip_prefix("countersign-").unwrap_or(package);
            let words = [short, &modules, function.name];
            let id = words.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join("::");
            let test = Test {
                id: id.clone(),
                file: file.path.clone(),
                package: package.to_owned(),
                modules: modules.clone(),
                name: function.name.to_owned(),
            };
            all.insert(id, test);
        }
    }
    all
}

/// The package of a Rust file, and the modules that it is: `crates/x/tests/it/a/b.rs` gives `x` and `a::b`.
fn place(path: &str) -> Option<(&str, String)> {
    let (package, inside) = match path.strip_prefix("crates/") {
        Some(rest) => rest.split_once('/')?,
        None => path.split_once('/')?,
    };
    let inside = inside.strip_prefix("src/").or_else(|| inside.strip_prefix("tests/it/"))?;
    let modules = inside.strip_suffix(".rs")?;
    let modules = if matches!(modules, "lib" | "main") { "" } else { modules };
    Some((package, modules.replace('/', "::")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TESTS: (&str, &str) =
        ("crates/countersign-tools/tests/it/engine/undoing.rs", "#[test]\nfn e1_it_shows() {}\nfn no() {}");

    fn rows(count: usize, last: &str) -> String {
        let one = |n: usize| {
            let rest = if n == count { last } else { "verdict = \"missing\"\nreason = \"later\"" };
            format!("[[row]]\nnumber = {n}\nstatement = \"s\"\nplace = \"p\"\n{rest}\n")
        };
        format!("title = \"T\"\n{}", (1..=count).map(one).collect::<String>())
    }

    fn found(last: &str) -> Vec<(String, String)> {
        let mut files = vec![(TESTS.0.to_owned(), TESTS.1.to_owned())];
        files.extend(DOCUMENTS.iter().map(|(name, count)| (path_of(name), rows(*count, last))));
        let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        findings(&Tree::of(&files))
    }

    #[test]
    fn a_test_is_known_by_its_crate_its_file_and_its_name() {
        let tree = Tree::of(&[
            TESTS,
            ("crates/countersign/tests/it/main.rs", "#[test]\nfn a() {}"),
            ("crates/countersign-core/src/item/view.rs", "mod tests { #[test]\nfn b() {} }"),
            ("xtask/src/tidy.rs", "#[test]\nfn c() {}"),
        ]);
        let ids: Vec<String> = known_tests(&tree).into_keys().collect();
        assert_eq!(
            ids,
            [
                "core::item::view::b",
                "countersign::a",
                "tools::engine::undoing::e1_it_shows",
                "xtask::tidy::c"
            ]
        );
    }

    #[test]
    fn a_row_that_works_names_a_test_that_is_there() {
        let works = |tests: &str| format!("verdict = \"works\"\ntests = [{tests}]");
        assert!(found(&works("\"tools::engine::undoing::e1_it_shows\"")).is_empty());
        let gone = found(&works("\"tools::engine::undoing::no\""));
        assert_eq!(gone.len(), DOCUMENTS.len());
        assert_eq!(gone[0].1, "row 80: there is no test tools::engine::undoing::no");
        assert_eq!(found(&works("")).len(), DOCUMENTS.len(), "nothing shows it");
        assert!(found("verdict = \"works\"\nby_hand = \"countersign demo\"").is_empty());
    }

    #[test]
    fn what_is_other_than_described_has_a_reason() {
        for verdict in ["better", "differs", "missing"] {
            let by_hand = "by_hand = \"countersign demo\"";
            assert!(!found(&format!("verdict = \"{verdict}\"\n{by_hand}")).is_empty(), "{verdict}");
            assert!(found(&format!("verdict = \"{verdict}\"\nreason = \"so\"\n{by_hand}")).is_empty());
        }
    }

    #[test]
    fn a_row_that_is_left_out_is_found() {
        let short = rows(2, "verdict = \"missing\"\nreason = \"later\"");
        let files: Vec<(String, &str)> =
            DOCUMENTS.iter().map(|(name, _)| (path_of(name), short.as_str())).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let found = findings(&Tree::of(&files));
        assert_eq!(found[0].1, "has 2 rows, and the document makes 80 statements");
        assert_eq!(findings(&Tree::of(&files[..4])).len(), 1, "a document is missing");
    }
}
