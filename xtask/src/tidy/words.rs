//! Words that are forbidden in the repository, and the required doc line of every module.

use super::Finding;
use crate::tree::{File, Tree};

/// Markers of unfinished work. Split here, so that this file does not contain them.
const LATER: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];

const MACROS: &[&str] = &["todo", "unimplemented", "dbg"];

/// Folders of individual machines.
const FOLDERS: &[&str] =
    &[concat!("/", "work/"), concat!("/", "root/"), concat!("/", "home/"), concat!("/", "Users/")];

/// Invented users whose home folders may appear in examples and tests, and the one whose folder holds Homebrew on Linux.
const INVENTED: &[&str] = &["ana", "ben", "bob", "linuxbrew", "me", "user", "you"];

/// Finds unfinished work, disabled tests, and paths of individual machines.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.files().flat_map(|file| [later(file), switched_off(file), machine_paths(file)].concat()).collect()
}

/// Command lines that search for such markers, as data.
const SEARCHES: &[&str] = &["crates/countersign-analysis/corpus/", "crates/countersign-analysis/tables/"];

fn later(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if SEARCHES.iter().any(|folder| file.path.starts_with(folder)) {
        return findings;
    }
    for word in LATER {
        for (at, _) in file.text.match_indices(word) {
            let around = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let before = file.text[..at].chars().next_back();
            let after = file.text[at + word.len()..].chars().next();
            if !around(before) && !around(after) {
                findings.push(Finding::at(file, at, format!("{word}: do it now, or open an issue")));
            }
        }
    }
    findings
}

fn switched_off(file: &File) -> Vec<Finding> {
    let Some(source) = &file.source else { return Vec::new() };
    let mut findings = Vec::new();
    for name in MACROS {
        for at in source.words(name).filter(|at| source.code[at + name.len()..].starts_with('!')) {
            findings.push(Finding::at(file, at, format!("{name}! may not be checked in")));
        }
    }
    for at in source.words("ignore") {
        let before = source.code[..at].trim_end();
        if before.ends_with("#[") || (before.ends_with(',') && before.contains("#[cfg_attr(")) {
            findings.push(Finding::at(file, at, "a test may not be switched off: mend it or delete it"));
        }
    }
    findings
}

fn machine_paths(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for folder in FOLDERS {
        for (at, _) in file.text.match_indices(folder) {
            let inside_a_path =
                |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '}' | '*');
            let rest = &file.text[at + folder.len()..];
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !file.text[..at].ends_with(inside_a_path) && !INVENTED.contains(&name.as_str()) {
                findings.push(Finding::at(
                    file,
                    at,
                    format!("{folder}{name} is a path of somebody's machine"),
                ));
            }
        }
    }
    findings
}

/// Finds modules that do not begin with a line saying what they are for.
pub fn module_docs(tree: &Tree) -> Vec<Finding> {
    tree.rust()
        .filter(|(file, _)| !file.text.starts_with("//! "))
        .map(|(file, _)| {
            Finding::in_file(&file.path, "begin with a `//!` line that says what this module is for")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn what_is_left_for_later_is_found_in_any_file() {
        let [a, b] = [LATER[0], LATER[1]];
        assert_eq!(count("a.rs", &format!("// {a}: more\n/* {b} */")), 2);
        assert_eq!(count("a.md", &format!("- {a} write this")), 1);
        assert_eq!(count("a.rs", &format!("const X: &str = \"{a}S and MY_{a}\";")), 0);
    }

    #[test]
    fn macros_and_attributes_of_unfinished_work_are_found() {
        assert_eq!(count("a.rs", "fn f() { todo!() }"), 1);
        assert_eq!(count("a.rs", "fn f() { unimplemented!(\"x\") }"), 1);
        assert_eq!(count("a.rs", "fn f() { dbg!(1); }"), 1);
        assert_eq!(count("a.rs", "#[test]\n#[ignore]\nfn f() {}"), 1);
        assert_eq!(count("a.rs", "#[cfg_attr(unix, ignore)]\nfn f() {}"), 1);
        assert_eq!(count("a.rs", "// todo!() and #[ignore]\nfn ignore() { let todo = 1; }"), 0);
    }

    #[test]
    fn paths_of_a_machine_are_found_and_invented_ones_are_not() {
        for folder in FOLDERS {
            assert_eq!(count("a.md", &format!("see {folder}xyz")), 1, "{folder}");
            assert_eq!(count("a.rs", &format!("const P: &str = \"{folder}xyz\";")), 1, "{folder}");
            assert_eq!(count("a.md", &format!("see net{folder}xyz")), 0, "{folder}");
        }
        assert_eq!(count("a.rs", &format!("const P: &str = \"{}ana/notes\";", FOLDERS[2])), 0);
    }

    #[test]
    fn a_module_without_a_first_line_is_found() {
        assert_eq!(module_docs(&Tree::of(&[("a.rs", "use x;"), ("b.rs", "//! Does b.\n")])).len(), 1);
    }
}
