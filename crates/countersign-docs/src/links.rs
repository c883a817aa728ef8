//! Headings, anchors and links of a page, and which links lead nowhere.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::events;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A page of the documentation (empty: this one) and, if given, a heading on it.
    Page(String, Option<String>),
    /// A picture in `img/`.
    Picture(String),
    /// Another file of the repository, from `docs/`.
    File(String),
    /// Elsewhere.
    Away(String),
}

impl Target {
    /// Reads the address of a link.
    pub fn of(address: &str) -> Self {
        if address.contains("://") || address.starts_with("mailto:") {
            return Self::Away(address.to_owned());
        }
        let (path, anchor) = match address.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor.to_owned())),
            None => (address, None),
        };
        if path.is_empty() {
            return Self::Page(String::new(), anchor);
        }
        if let Some(name) = path.strip_suffix(".md").filter(|name| !name.contains('/')) {
            return Self::Page(name.to_owned(), anchor);
        }
        match path.strip_prefix("img/") {
            Some(name) => Self::Picture(name.to_owned()),
            None => Self::File(path.to_owned()),
        }
    }
}

/// Returns the headings of a page: level and text.
pub(crate) fn headings(text: &str) -> Vec<(usize, String)> {
    let mut headings = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => open = Some((level as usize, String::new())),
            Event::End(TagEnd::Heading(_)) => headings.extend(open.take()),
            Event::Text(part) | Event::Code(part) => {
                if let Some((_, heading)) = &mut open {
                    heading.push_str(&part);
                }
            }
            _ => {}
        }
    }
    headings
}

/// Returns the anchors of the headings of a page, in order, as GitHub and mdbook make them.
pub fn anchors(text: &str) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let anchor = |(_, heading): (usize, String)| {
        let kept = heading.trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let before = seen.entry(anchor.clone()).or_default();
        *before += 1;
        if *before > 1 { format!("{anchor}-{}", *before - 1) } else { anchor }
    };
    headings(text).into_iter().map(anchor).collect()
}

/// Returns where the links and pictures of a page lead.
pub fn links(text: &str) -> Vec<Target> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(Target::of(&dest_url)),
        _ => None,
    };
    events(text).into_iter().filter_map(target).collect()
}

/// Returns what is wrong with the links of a page. `read` returns a file's text and `exists` says whether there is a file
/// or a folder, both by their paths from `docs/`. Nothing is fetched.
pub fn broken(
    page: &str,
    text: &str,
    read: &dyn Fn(&str) -> Option<String>,
    exists: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let wrong = |target: Target| match target {
        Target::Page(name, anchor) => {
            let there = if name.is_empty() { Some(text.to_owned()) } else { read(&format!("{name}.md")) };
            let Some(there) = there else { return Some(format!("{page}: no page is called {name}")) };
            let anchor = anchor.filter(|anchor| !anchors(&there).contains(anchor))?;
            Some(format!("{page}: {name} has no heading #{anchor}"))
        }
        Target::Picture(name) => {
            (!exists(&format!("img/{name}"))).then(|| format!("{page}: there is no picture {name}"))
        }
        Target::File(path) => (!exists(&path)).then(|| format!("{page}: there is no file {path}")),
        Target::Away(_) => None,
    };
    links(text).into_iter().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_github() {
        let page = "# A title\n## `policy.toml`: what's in it?\n## Same\n## Same\n```\n# not one\n```\n";
        assert_eq!(anchors(page), ["a-title", "policytoml-whats-in-it", "same", "same-1"]);
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found_and_others_pass() {
        let page = "# P\n[a](b.md) [b](b.md#there) [c](#p) [d](../x.rs) ![e](img/e.svg) [f](https://x.y/z) `[g](g.md)`";
        let read = |path: &str| (path == "b.md").then(|| "# There".to_owned());
        let all = |_: &str| true;
        assert_eq!(broken("p", page, &read, &all), [""; 0]);
        let none = |_: &str| false;
        assert_eq!(broken("p", page, &read, &none).len(), 2);
        let wrong = "[a](c.md) [b](b.md#gone) [c](#gone)";
        assert_eq!(
            broken("p", wrong, &read, &all),
            ["p: no page is called c", "p: b has no heading #gone", "p:  has no heading #gone"]
        );
    }
}
