//! The pages that list every key, code, event, metric and variable: read from the code that defines them, so that none is
//! missing and each says what the comment beside it says.

mod codes;
mod keys;

use crate::tree::Tree;

/// Makes a page.
type Make = fn(&Tree) -> Result<String, String>;

/// The generated pages: where each is, and how it is made.
pub const PAGES: &[(&str, Make)] = &[
    ("docs/policy-file.md", keys::policy),
    ("docs/config-file.md", keys::config),
    ("docs/codes.md", codes::page),
];

/// Reads the text of a file of the tree.
fn text<'t>(tree: &'t Tree, path: &str) -> Result<&'t str, String> {
    tree.file(path).map(|file| file.text.as_str()).ok_or_else(|| format!("{path} is missing"))
}

/// Returns the lines between `start`, which begins a line, and the line that is `end`.
fn block<'t>(text: &'t str, start: &str, end: &str) -> Result<&'t str, String> {
    let from = text.find(start).ok_or_else(|| format!("nothing begins with `{start}`"))?;
    let inner = &text[from..];
    let inner = &inner[inner.find('\n').map_or(inner.len(), |at| at + 1)..];
    let to = inner.find(&format!("\n{end}\n")).ok_or_else(|| format!("`{start}` has no end"))?;
    Ok(&inner[..to])
}

/// An entry of a struct or an enum, or a constant: what its comment says, its attributes, its line.
struct Entry<'t> {
    doc: String,
    attributes: Vec<&'t str>,
    line: &'t str,
}

/// Reads the entries of a block of code: each line that is neither comment nor attribute, with those above it.
fn entries(block: &str) -> Vec<Entry<'_>> {
    let (mut found, mut doc, mut attributes) = (Vec::new(), Vec::new(), Vec::new());
    for line in block.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(said) = line.strip_prefix("///") {
            doc.push(said.trim());
        } else if line.starts_with("#[") {
            attributes.push(line);
        } else {
            let doc = std::mem::take(&mut doc).join(" ");
            found.push(Entry { doc, attributes: std::mem::take(&mut attributes), line });
        }
    }
    found
}

/// Writes `CamelCase` as `snake_case`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Makes a text fit into a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_what_stands_above_them() {
        let block = "    /// One\n    /// thing.\n    #[serde(default)]\n    pub a: u8,\n\n    b: bool,\n";
        let read = entries(block);
        assert_eq!((read[0].doc.as_str(), read[0].line), ("One thing.", "pub a: u8,"));
        assert_eq!(read[0].attributes, ["#[serde(default)]"]);
        assert_eq!((read[1].doc.as_str(), read[1].line), ("", "b: bool,"));
        assert_eq!(snake("ConfidenceThreshold"), "confidence_threshold");
    }

    #[test]
    fn every_page_can_be_made() {
        let tree = Tree::this();
        for (path, make) in PAGES {
            let page = make(&tree).unwrap_or_else(|e| panic!("{path}: {e}"));
            assert!(page.starts_with("# ") && page.lines().count() > 40, "{path}");
        }
    }
}
