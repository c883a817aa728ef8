//! What the core may not do, and where `unsafe` is allowed.

use super::Finding;
use crate::{
    source::Source,
    tree::{File, Tree},
};

const PURE: &[&str] = &[
    "crates/countersign-core/src/",
    "crates/countersign-kernel/src/",
    "crates/countersign-analysis/src/",
    "crates/countersign-webauthn/src/",
    "crates/countersign-pdf/src/",
];

/// Modules of the standard library that do IO.
const MODULES: &[&str] = &["std::fs", "std::net", "std::process", "std::env", "std::thread", "std::os"];

/// Names that bring a clock, IO, or an order that differs from run to run.
const NAMES: &[&str] = &["HashMap", "HashSet", "SystemTime", "Instant"];

/// Calls that read the time or the machine's settings.
const CALLS: &[&str] =
    &["Timestamp::now", "Zoned::now", "TimeZone::system", "io::stdin", "io::stdout", "io::stderr"];

const MACROS: &[&str] = &["print", "println", "eprint", "eprintln"];

/// Exceptions: (file, name, why).
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "crates/countersign-kernel/src/judge/policy/condition.rs",
        "std::thread",
        "the parser of conditions recurses deeply, so they are compiled on a thread with a big stack",
    ),
    (
        "crates/countersign-kernel/src/judge/policy/tests.rs",
        "std::thread",
        "shows that one policy serves many threads",
    ),
    (
        "crates/countersign-analysis/src/shell/parse.rs",
        "std::thread",
        "the parser recurses deeply, so that deep texts are parsed on a thread with a big stack",
    ),
    (
        "crates/countersign-analysis/src/sql/lex.rs",
        "std::thread",
        "the parser recurses deeply, so that deep texts are parsed on a thread with a big stack",
    ),
    (
        "crates/countersign-analysis/src/table.rs",
        "HashMap",
        "names of commands are looked up and never listed; the faster map starts twice as fast",
    ),
    (
        "crates/countersign-analysis/src/table/tests.rs",
        "std::fs",
        "shows that every table in the folder is part of the program",
    ),
];

/// Finds IO, clocks, environment, threads and unordered maps in crates that must be pure.
pub fn core_is_pure(tree: &Tree) -> Vec<Finding> {
    let pure = tree.rust().filter(|(f, _)| PURE.iter().any(|p| f.path.starts_with(p)));
    pure.flat_map(|(file, source)| impurities(file, source)).collect()
}

fn impurities(file: &File, source: &Source) -> Vec<Finding> {
    let mut hits: Vec<(usize, &str)> = Vec::new();
    for module in MODULES {
        let imported = source.imports().into_iter().filter(|(_, path)| within(path, module));
        hits.extend(imported.map(|(at, _)| (at, *module)));
        hits.extend(source.words(module).map(|at| (at, *module)));
    }
    for name in NAMES.iter().chain(CALLS) {
        hits.extend(source.words(name).map(|at| (at, *name)));
    }
    for name in MACROS {
        let called = source.words(name).filter(|at| source.code[at + name.len()..].starts_with('!'));
        hits.extend(called.map(|at| (at, *name)));
    }
    hits.sort_unstable();
    hits.dedup_by_key(|(at, what)| (file.line(*at), *what));
    let excepted = |what: &str| EXCEPTIONS.iter().any(|(path, w, _)| *path == file.path && *w == what);
    hits.into_iter()
        .filter(|(_, what)| !excepted(what))
        .map(|(at, what)| Finding::at(file, at, format!("{what} has no place here: hand it in from outside")))
        .collect()
}

/// Returns whether an imported path is the module, is inside it, or imports it by a glob.
fn within(path: &str, module: &str) -> bool {
    path == module || path.strip_prefix(module).is_some_and(|rest| rest.starts_with("::")) || path == "std::*"
}

/// Finds `unsafe` outside the one crate that may have it.
pub fn unsafe_in_one_place(tree: &Tree) -> Vec<Finding> {
    let elsewhere = tree.rust().filter(|(f, _)| !f.path.starts_with("crates/countersign-rehearsal/"));
    elsewhere
        .flat_map(|(file, source)| {
            source.words("unsafe").map(|at| Finding::at(file, at, "only countersign-rehearsal may be unsafe"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(check: fn(&Tree) -> Vec<Finding>, path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn each_way_out_of_the_core_is_found() {
        for text in [
            "use std::fs;",
            "use std::{collections::BTreeMap, net::TcpStream};",
            "use std::{\n    process::{Command, Stdio},\n};",
            "use std::*;",
            "fn f() { std::env::var(\"X\"); }",
            "use std::time::Instant;",
            "fn f() { std::time::SystemTime::now(); }",
            "fn f() { std::thread::spawn(g); }",
            "fn f() { println!(\"x\"); }",
            "use std::collections::HashMap;",
            "fn f() { jiff::Timestamp::now(); }",
        ] {
            assert_ne!(count(core_is_pure, "crates/countersign-core/src/x.rs", text), 0, "{text}");
            assert_ne!(count(core_is_pure, "crates/countersign-analysis/src/x.rs", text), 0, "{text}");
            assert_eq!(count(core_is_pure, "crates/countersign-store/src/x.rs", text), 0, "{text}");
        }
    }

    #[test]
    fn words_in_comments_and_texts_are_no_io() {
        let text =
            "//! No std::fs, no HashMap.\nuse crate::env::Env;\nconst S: &str = \"std::net println!\";";
        assert_eq!(count(core_is_pure, "crates/countersign-core/src/x.rs", text), 0);
    }

    #[test]
    fn only_conditions_may_start_a_thread() {
        let text = "fn f() { std::thread::Builder::new(); std::fs::read(p); }";
        assert_eq!(count(core_is_pure, "crates/countersign-kernel/src/judge/policy/condition.rs", text), 1);
        assert_eq!(count(core_is_pure, "crates/countersign-kernel/src/judge/policy.rs", text), 2);
    }

    #[test]
    fn unsafe_is_found_outside_the_rehearsal() {
        let text = "fn f() { unsafe { g() } }";
        assert_eq!(count(unsafe_in_one_place, "crates/countersign-store/src/x.rs", text), 1);
        assert_eq!(count(unsafe_in_one_place, "crates/countersign-rehearsal/src/x.rs", text), 0);
        assert_eq!(count(unsafe_in_one_place, "xtask/src/x.rs", "// unsafe\n#![deny(unsafe_code)]"), 0);
    }
}
