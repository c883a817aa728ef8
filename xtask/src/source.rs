//! A minimal Rust lexer for rules about text: code, strings, and where functions and modules begin and end.
//!
//! # Limitations
//! Macros are read as if they were code, and `cfg` is not evaluated.

/// A parsed Rust file.
pub struct Source {
    /// The file with comments and the contents of literals blanked; byte offsets are unchanged.
    pub code: String,
    /// The string literals, in order.
    pub literals: Vec<Literal>,
}

/// A string literal.
#[derive(Debug, PartialEq, Eq)]
pub struct Literal {
    /// Where it begins, in bytes.
    pub at: usize,
    /// Its content, escapes as written.
    pub text: String,
}

/// A function.
#[derive(Debug, PartialEq, Eq)]
pub struct Function<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where its name begins, in bytes.
    pub at: usize,
    /// How many lines it has, from its name to its closing brace.
    pub lines: usize,
    /// Whether it is a test.
    pub is_test: bool,
}

/// A `mod name;` declaration: a file that is part of the crate.
#[derive(Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The inline modules around it, outermost first.
    pub inside: Vec<String>,
    /// The module's name.
    pub name: String,
    /// The value of `#[path = "…"]`.
    pub path: Option<String>,
}

/// The number of the line that byte `at` is on.
pub fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1
}

impl Source {
    /// Parses `text`.
    pub fn read(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut code = bytes.to_vec();
        let mut literals = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let starts_word = at == 0 || !is_word(bytes[at - 1]);
            let end = if rest.starts_with(b"//") {
                at + rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
            } else if rest.starts_with(b"/*") {
                at + block_comment(rest)
            } else if let Some((inner, end)) = string(rest, starts_word) {
                literals.push(Literal { at, text: text[at + inner.start..at + inner.end].to_owned() });
                at + end
            } else if let Some(len) = char_literal(rest) {
                at + len
            } else {
                at += 1;
                continue;
            };
            code[at..end].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
            at = end;
        }
        let code = String::from_utf8(code).expect("BUG: only whole literals and comments were blanked");
        Self { code, literals }
    }

    /// Finds every whole-word occurrence of `word` in code.
    pub fn words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        let bytes = self.code.as_bytes();
        self.code.match_indices(word).map(|(at, _)| at).filter(move |at| {
            let end = at + word.len();
            (*at == 0 || !is_word(bytes[at - 1])) && (end == bytes.len() || !is_word(bytes[end]))
        })
    }

    /// Finds all functions that have a body.
    pub fn functions(&self) -> Vec<Function<'_>> {
        self.words("fn").filter_map(|at| self.function(at)).collect()
    }

    fn function(&self, keyword: usize) -> Option<Function<'_>> {
        let bytes = self.code.as_bytes();
        let at = skip_blank(bytes, keyword + 2);
        let name = word_at(&self.code, at)?;
        let mut depth = 0;
        let mut open = at + name.len();
        while depth > 0 || !matches!(bytes.get(open)?, b'{' | b';') {
            match bytes.get(open)? {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ => {}
            }
            open += 1;
        }
        if bytes[open] == b';' {
            return None;
        }
        let end = closing_brace(bytes, open)?;
        let lines = line_of(&self.code, end) - line_of(&self.code, at) + 1;
        Some(Function { name, at, lines, is_test: self.has_test_attribute(keyword) })
    }

    fn has_test_attribute(&self, keyword: usize) -> bool {
        let before = &self.code[..keyword];
        let start = before.rfind(['}', ';', '{']).map_or(0, |i| i + 1);
        before[start..].split("#[").skip(1).any(|attribute| {
            let path = attribute.split([']', '(']).next().unwrap_or_default();
            path.trim().rsplit("::").next() == Some("test")
        })
    }

    /// Finds all `mod name;` declarations.
    pub fn declarations(&self) -> Vec<Declaration> {
        let bytes = self.code.as_bytes();
        let mut found = Vec::new();
        let mut braces: Vec<Option<String>> = Vec::new();
        let mut opening = None;
        let mut path = None;
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b'{' => braces.push(opening.take()),
                b'}' => drop(braces.pop()),
                b'#' if self.code[at..].starts_with("#[path") => {
                    path = self.literals.iter().find(|l| l.at > at).map(|l| l.text.clone());
                }
                b if is_word(b) => {
                    let word = word_at(&self.code, at).unwrap_or(" ");
                    at += word.len();
                    if word != "mod" {
                        continue;
                    }
                    at = skip_blank(bytes, at);
                    let Some(name) = word_at(&self.code, at) else { continue };
                    at = skip_blank(bytes, at + name.len());
                    if bytes.get(at) == Some(&b';') {
                        let inside = braces.iter().flatten().cloned().collect();
                        found.push(Declaration { inside, name: name.to_owned(), path: path.take() });
                    } else {
                        opening = Some(name.to_owned());
                    }
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// Lists every imported path, groups expanded: `use a::{b, c::d};` gives `a::b` and `a::c::d`.
    pub fn imports(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for at in self.words("use") {
            let Some(len) = self.code[at..].find(';') else { continue };
            let tree: String = self.code[at + 3..at + len].split_whitespace().collect::<Vec<_>>().join(" ");
            expand("", &tree, &mut |path| found.push((at, path)));
        }
        found
    }
}

fn expand(prefix: &str, tree: &str, found: &mut dyn FnMut(String)) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        if !path.is_empty() {
            found(format!("{prefix}{path}").trim_end_matches("::self").to_owned());
        }
        return;
    };
    let prefix = format!("{prefix}{}", tree[..open].replace(' ', ""));
    let inner = tree[open + 1..].strip_suffix('}').unwrap_or(&tree[open + 1..]);
    let mut depth = 0;
    let mut start = 0;
    for (i, b) in inner.bytes().enumerate() {
        match b {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b',' if depth == 0 => {
                expand(&prefix, &inner[start..i], found);
                start = i + 1;
            }
            _ => {}
        }
    }
    expand(&prefix, &inner[start..], found);
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80
}

fn word_at(code: &str, at: usize) -> Option<&str> {
    let rest = code.get(at..)?;
    let len = rest.bytes().take_while(|b| is_word(*b)).count();
    (len > 0).then(|| &rest[..len])
}

fn skip_blank(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|b| b.is_ascii_whitespace()).count()
}

fn closing_brace(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, b) in bytes.iter().enumerate().skip(open) {
        match b {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

fn block_comment(bytes: &[u8]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

/// Finds a string at the beginning of `bytes`: the range of its content, and its end.
fn string(bytes: &[u8], starts_word: bool) -> Option<(std::ops::Range<usize>, usize)> {
    let mut at = 0;
    let mut raw = false;
    if starts_word {
        at += usize::from(matches!(bytes.first(), Some(b'b' | b'c')));
        raw = bytes.get(at) == Some(&b'r');
        at += usize::from(raw);
    }
    let hashes = if raw { bytes[at..].iter().take_while(|b| **b == b'#').count() } else { 0 };
    at += hashes;
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let start = at + 1;
    let mut end = start;
    while end < bytes.len() {
        match bytes[end] {
            b'\\' if !raw => end += 2,
            b'"' if bytes[end + 1..].iter().take_while(|b| **b == b'#').count() >= hashes => {
                return Some((start..end, end + 1 + hashes));
            }
            _ => end += 1,
        }
    }
    Some((start..bytes.len(), bytes.len()))
}

/// Returns the length of the character literal at the beginning of `bytes`; a lifetime is not one.
fn char_literal(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"'")?;
    if rest.first() == Some(&b'\\') {
        return rest.iter().skip(2).position(|b| *b == b'\'').map(|i| i + 4);
    }
    let width = match rest.first()? {
        0..0xC0 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    (rest.get(width) == Some(&b'\'')).then_some(width + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_not_code() {
        let text = r##"a /* b /* c */ d */ e // f
let s = "g \" h"; let r = r#"i " j"#; let c = 'k'; let q = '\''; let l: &'m str = b"n"; let u = 'é';"##;
        let source = Source::read(text);
        let words: Vec<&str> = source.code.split_whitespace().collect();
        assert_eq!(
            words.join(" "),
            "a e let s = ; let r = ; let c = ; let q = ; let l: &'m str = ; let u = ;"
        );
        let literals: Vec<&str> = source.literals.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(literals, [r#"g \" h"#, r#"i " j"#, "n"]);
        assert_eq!(source.code.len(), text.len());
    }

    #[test]
    fn functions_know_their_length_and_whether_they_are_tests() {
        let source = Source::read(
            "fn one() -> [u8; 2] {\n  x\n}\ntrait T { fn none(&self); }\n#[test]\n/// Why.\nfn two() {}\n#[tokio::test(a = 1)]\nasync fn three() { fn four() {} }",
        );
        let found: Vec<_> = source.functions().iter().map(|f| (f.name, f.lines, f.is_test)).collect();
        assert_eq!(found, [("one", 3, false), ("two", 1, true), ("three", 1, true), ("four", 1, false)]);
    }

    #[test]
    fn declarations_know_the_modules_around_them() {
        let source = Source::read(
            "mod a;\nmod b { fn f() {} mod c; }\n#[path = \"x.rs\"]\nmod d;\n// mod e;\nmod g {}",
        );
        let found = source.declarations();
        let names: Vec<&str> = found.iter().map(|d| d.name.as_str()).collect();
        assert_eq!(names, ["a", "c", "d"]);
        assert_eq!(found[1].inside, ["b"]);
        assert_eq!(found[2].path.as_deref(), Some("x.rs"));
    }

    #[test]
    fn imports_are_taken_apart() {
        let source = Source::read("use std::{\n  fs as f,\n  io::{self, Read},\n};\nuse a::b;");
        let found: Vec<String> = source.imports().into_iter().map(|(_, p)| p).collect();
        assert_eq!(found, ["std::fs", "std::io", "std::io::Read", "a::b"]);
    }
}
