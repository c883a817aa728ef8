//! Checks that no message is unused. Scans the tokens of the code, without tests.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use crate::{AREAS, Language, MADE, source};

/// The crates whose messages people read.
pub const CRATES: &[&str] = &[
    "countersign",
    "countersign-analysis",
    "countersign-client",
    "countersign-core",
    "countersign-kernel",
    "countersign-mcp",
    "countersign-rehearsal",
    "countersign-server",
    "countersign-store",
    "countersign-tools",
    "countersign-tui",
    "countersign-webauthn",
];

/// Returns the folder of all crates.
pub fn house() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Finds the Rust files below a folder, without tests.
pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" && !path.iter().any(|part| part == "tests") {
            found.push(path);
        }
    }
}

/// The strings and names of Rust code, without attributes and tests.
#[derive(Default)]
pub struct Code {
    /// Its string literals.
    pub texts: Vec<String>,
    /// The names of its types, variants and fields.
    pub names: BTreeSet<String>,
}

impl Code {
    /// Adds more code.
    pub fn read(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut skip = false;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' => {
                    if matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!') {
                        tokens.next();
                    }
                    if let Some(TokenTree::Group(group)) = tokens.peek()
                        && group.delimiter() == Delimiter::Bracket
                    {
                        skip |= group.stream().to_string().replace(' ', "") == "cfg(test)";
                        tokens.next();
                    }
                }
                TokenTree::Group(group) => {
                    if !(skip && group.delimiter() == Delimiter::Brace) {
                        self.read(group.stream());
                    }
                    skip &= group.delimiter() != Delimiter::Brace;
                }
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        self.texts.push(text.value());
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ';' => skip = false,
                TokenTree::Punct(_) => {}
                TokenTree::Ident(ident) => {
                    let is_field =
                        matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
                    self.name(&ident, is_field);
                }
            }
        }
    }

    /// Notes a name that may be part of an id, as ids write it: `NeedsTyped` and `needs_typed` are
    /// `needs-typed`.
    fn name(&mut self, ident: &Ident, is_field: bool) {
        let name = ident.to_string();
        if name.starts_with(char::is_uppercase) {
            let mut written = String::new();
            for c in name.chars() {
                if c.is_uppercase() && !written.is_empty() {
                    written.push('-');
                }
                written.extend(c.to_lowercase());
            }
            self.names.insert(written);
        } else if is_field {
            self.names.insert(name.replace('_', "-"));
        }
    }

    /// Returns the ids that the code does not use. An id appears as a whole, or is built from a fixed part
    /// and a variable one: `work-{state}`, or `"term-is-"` where the rest is appended. The variable part must
    /// be a string or a name in the code itself.
    fn unused<'i>(&self, ids: &[&'i str]) -> Vec<&'i str> {
        let whole: BTreeSet<&str> = self.texts.iter().map(String::as_str).collect();
        let mut words: BTreeSet<String> =
            self.texts.iter().map(|t| t.replace(['_', '.', ' '], "-")).collect();
        words.extend(self.names.iter().cloned());
        let made: BTreeSet<(&str, &str)> = whole.iter().filter_map(|text| fixed(text)).collect();
        let is_made = |id: &str| {
            made.iter().any(|(before, after)| {
                let inside = id.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                inside.is_some_and(|inside| words.contains(inside))
            })
        };
        ids.iter().filter(|id| !whole.contains(**id) && !is_made(id)).copied().collect()
    }
}

/// Splits a format string for ids at its placeholder.
fn fixed(text: &str) -> Option<(&str, &str)> {
    let (before, after) = match text.split_once('{') {
        Some((before, rest)) => (before, rest.split_once('}')?.1),
        None => (text.strip_suffix('-').map(|_| text)?, ""),
    };
    let part = |part: &str| part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let begins = before.ends_with('-') && before.starts_with(|c: char| c.is_ascii_lowercase());
    (begins && part(before) && part(after)).then_some((before, after))
}

/// The code of all crates.
fn code() -> Code {
    let mut paths = Vec::new();
    for name in CRATES {
        sources(&house().join(name).join("src"), &mut paths);
    }
    let mut code = Code::default();
    for path in paths {
        code.read(fs::read_to_string(path).unwrap().parse().unwrap());
    }
    code
}

/// The ids of the English messages of these areas, with their texts.
fn entries(made: bool) -> Vec<(&'static str, &'static str)> {
    let areas = AREAS.iter().filter(|area| MADE.contains(area) == made);
    let lines = areas.flat_map(|area| source(Language::English, area).lines());
    lines
        .filter_map(|line| line.split_once(" ="))
        .filter(|(id, _)| id.starts_with(|c: char| c.is_ascii_lowercase()) && !id.contains(' '))
        .map(|(id, text)| (id, text.trim()))
        .collect()
}

#[test]
fn b3_every_message_that_is_named_by_its_id_is_used() {
    let ids: Vec<&str> = entries(false).into_iter().map(|(id, _)| id).collect();
    assert!(ids.len() > 1000, "only {} were found", ids.len());
    assert_eq!(code().unused(&ids), [""; 0], "these messages are used nowhere");
}

#[test]
fn b3_every_message_that_is_made_where_it_arises_is_used() {
    let code = code();
    let texts: BTreeSet<&str> = code.texts.iter().map(String::as_str).collect();
    // Documentation that is its own key is in the tables of commands, in the packs and in the docs of fields.
    let mut documents = String::new();
    let mut paths = Vec::new();
    CRATES.iter().for_each(|name| sources(&house().join(name).join("src"), &mut paths));
    for path in paths {
        let text = fs::read_to_string(path).unwrap();
        documents.extend(text.lines().map(str::trim).filter_map(|line| line.strip_prefix("///")));
    }
    let tables = ["countersign-analysis/tables", "countersign-tools/packs"];
    for table in tables.iter().flat_map(|folder| fs::read_dir(house().join(folder)).unwrap()) {
        // These tables write "executes" where something is run.
        documents.push_str(&fs::read_to_string(table.unwrap().path()).unwrap().replace("executes ", "runs "));
    }
    let is_used = |id: &str, text: &str| {
        let text = text.replace("{\"{\"}", "{").replace("{\"}\"}", "}");
        texts.contains(id)
            || texts.contains(text.as_str())
            || (!text.contains("{ $") && documents.contains(&text))
    };
    let made = entries(true);
    assert!(made.len() > 3000, "only {} were found", made.len());
    let unused: Vec<&str> = made.iter().filter(|(id, text)| !is_used(id, text)).map(|(id, _)| *id).collect();
    assert!(unused.is_empty(), "{} messages are used nowhere:\n{}", unused.len(), unused.join("\n"));
}

#[test]
fn b3_a_message_that_is_used_nowhere_is_found() {
    let made_up = [
        "work-nobody-says-this",
        "term-never-shown",
        "did-nothing-at-all",
        "details-class-purple",
        "unheard-of",
    ];
    assert_eq!(code().unused(&made_up), made_up);

    let mut code = Code::default();
    let text = r#"
        fn f(state: &str) { (words.t("a-whole"), words.t(&format!("a-{state}-ago")), view.coded(&["is-"], state)) }
        enum E { NeedsTyped }
        const WORDS: &[&str] = &["working_set.add"];
        #[cfg(test)]
        mod tests { fn g() { words.t("a-tested"); } }
    "#;
    code.read(text.parse().unwrap());
    assert_eq!(
        code.unused(&[
            "a-whole",
            "a-needs-typed-ago",
            "is-working-set-add",
            "is-state",
            "a-tested",
            "a-needs-typed"
        ]),
        ["a-tested", "a-needs-typed"]
    );
}
