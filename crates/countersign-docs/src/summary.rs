//! Reads `SUMMARY.md`, as mdbook does: headings are parts, items of lists are pages.

/// The part with what is measured and checked of this project; its pages are on the site, not in the program.
#[cfg(test)]
pub(crate) const PROJECT: &str = "The project";

/// A part of the documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'a> {
    /// Its title; empty for what stands before the first.
    pub title: &'a str,
    /// Its pages.
    pub entries: Vec<Entry<'a>>,
}

/// A page, as the summary lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its title.
    pub title: &'a str,
    /// The name of its file, without the ending.
    pub name: &'a str,
}

/// Reads the parts of a summary.
pub fn parts(summary: &str) -> Vec<Part<'_>> {
    let mut parts = vec![Part { title: "", entries: Vec::new() }];
    for line in summary.lines() {
        if let Some(title) = line.strip_prefix("# ").filter(|title| *title != "Summary") {
            parts.push(Part { title, entries: Vec::new() });
        } else if let (Some(entry), Some(part)) = (entry(line), parts.last_mut()) {
            part.entries.push(entry);
        }
    }
    parts.retain(|part| !part.entries.is_empty());
    parts
}

/// Reads `- [Title](name.md)`, or that without the dash.
fn entry(line: &str) -> Option<Entry<'_>> {
    let line = line.trim_start().trim_start_matches("- ");
    let (title, rest) = line.strip_prefix('[')?.split_once("](")?;
    let name = rest.trim_end().strip_suffix(".md)")?;
    Some(Entry { title, name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_parts_and_items_are_pages() {
        let read =
            parts("# Summary\n\n[Begin](index.md)\n\n# One\n\n- [A](a.md)\n  - [B *b*](b.md)\n\n# Empty\n");
        let told: Vec<_> =
            read.iter().map(|p| (p.title, p.entries.iter().map(|e| (e.title, e.name)).collect())).collect();
        let expected: Vec<(&str, Vec<(&str, &str)>)> =
            vec![("", vec![("Begin", "index")]), ("One", vec![("A", "a"), ("B *b*", "b")])];
        assert_eq!(told, expected);
    }
}
