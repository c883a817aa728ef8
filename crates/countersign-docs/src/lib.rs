//! The documentation of Countersign: which pages there are, each as HTML (the desk and the site use one renderer) and as
//! text for a terminal, and which links on them lead nowhere. Does no IO: the pages are part of the program.
//!
//! The order and the titles are those of `docs/SUMMARY.md`, which mdbook reads, too.

mod html;
mod links;
mod pages;
mod summary;
mod terminal;

use pulldown_cmark::{Event, Options, Parser};

pub use self::{
    html::html,
    links::{Target, anchors, broken, links},
    pages::PICTURES,
    summary::{Entry, Part, parts},
    terminal::terminal,
};

/// The page that a reader without a question begins with.
pub const INDEX: &str = "index";

/// A page that is part of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Its name: that of its file, without the ending.
    pub name: &'static str,
    /// Its title, in the summary.
    pub title: &'static str,
    /// The part of the summary that lists it.
    pub part: &'static str,
    /// Its text, in Markdown.
    pub text: &'static str,
}

/// Returns all pages, in the order of the summary.
pub fn pages() -> Vec<Page> {
    let listed = parts(pages::SUMMARY)
        .into_iter()
        .flat_map(|part| part.entries.into_iter().map(move |entry| (part.title, entry)));
    listed
        .filter_map(|(part, Entry { title, name })| {
            let text = pages::TEXTS.iter().find(|(known, _)| *known == name)?.1;
            Some(Page { name, title, part, text })
        })
        .collect()
}

/// Finds a page by its name.
pub fn find(name: &str) -> Option<Page> {
    pages().into_iter().find(|page| page.name == name)
}

/// What a word names.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// This page: by its name, or the only one whose name begins so.
    Page(Page),
    /// These pages say it, each with the first heading under which it does.
    Said(Vec<(Page, String)>),
}

/// Looks a word up, as a reader types it.
pub fn look_up(word: &str) -> Found {
    let word = word.trim().trim_end_matches(".md").to_lowercase();
    if let Some(page) = find(&word) {
        return Found::Page(page);
    }
    let begun: Vec<Page> = pages().into_iter().filter(|page| page.name.starts_with(&word)).collect();
    if let ([page], false) = (begun.as_slice(), word.is_empty()) {
        return Found::Page(*page);
    }
    let said = pages().into_iter().filter_map(|page| Some((page, heading_over(page.text, &word)?)));
    Found::Said(said.collect())
}

/// Returns the heading of the first section that says `word`; a heading that says it comes before all others.
fn heading_over(text: &str, word: &str) -> Option<String> {
    let says = |line: &&str| line.to_lowercase().contains(word);
    let is_heading = |line: &str| line.starts_with('#');
    let plain = |line: &str| line.trim_start_matches('#').trim().replace(['`', '*'], "");
    if let Some(line) = text.lines().filter(|line| is_heading(line)).find(says) {
        return Some(plain(line));
    }
    let mut heading = "";
    for line in text.lines() {
        if is_heading(line) {
            heading = line;
        } else if says(&line) {
            return Some(plain(heading));
        }
    }
    None
}

/// Reads Markdown as all pages are written.
fn events(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    fn folder() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"))
    }

    #[test]
    fn h8_every_page_of_the_folder_is_in_the_summary_once_and_every_entry_is_a_page() {
        let listed: Vec<_> =
            parts(pages::SUMMARY).into_iter().flat_map(|part| part.entries).map(|e| e.name).collect();
        let once: BTreeSet<String> = listed.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(once.len(), listed.len(), "a page is listed twice");
        let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|e| e == "md"));
        let files = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
        let files: BTreeSet<String> = files.filter(|name| name != "SUMMARY").collect();
        assert_eq!(once, files);
    }

    #[test]
    fn h8_the_program_has_every_page_that_is_for_users() {
        for part in parts(pages::SUMMARY) {
            let (here, away): (Vec<Entry<'_>>, Vec<Entry<'_>>) =
                part.entries.iter().partition(|entry| find(entry.name).is_some());
            let is_for_users = part.title != summary::PROJECT;
            let wrong = if is_for_users { away } else { here };
            assert!(wrong.is_empty(), "{}: {wrong:?}", part.title);
        }
    }

    #[test]
    fn every_page_begins_with_its_only_title() {
        for page in pages() {
            let titles = links::headings(page.text).into_iter().filter(|(level, _)| *level == 1).count();
            assert!(page.text.starts_with("# ") && titles == 1, "{}", page.name);
        }
    }

    #[test]
    fn h8_no_link_of_a_page_leads_nowhere() {
        let mut wrong = Vec::new();
        for entry in parts(pages::SUMMARY).iter().flat_map(|part| &part.entries) {
            let text = fs::read_to_string(folder().join(format!("{}.md", entry.name))).unwrap();
            let read = |path: &str| fs::read_to_string(folder().join(path)).ok();
            let exists = |path: &str| folder().join(path).exists();
            wrong.extend(broken(entry.name, &text, &read, &exists));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_picture_of_a_page_of_the_program_is_part_of_it_or_a_photograph() {
        for page in pages() {
            for target in links(page.text) {
                if let Target::Picture(name) = target {
                    let is_there = PICTURES.iter().any(|(known, _)| *known == name);
                    assert!(is_there || name.ends_with(".webp"), "{}: {name}", page.name);
                }
            }
        }
        for (name, text) in PICTURES {
            assert!(text.contains("prefers-color-scheme: dark"), "{name} is drawn for one theme only");
            assert!(text.contains("<title"), "{name} says nothing to whoever cannot see it");
            assert!(!text.contains("<script") && !text.contains("href="), "{name} is more than a picture");
        }
    }

    #[test]
    fn a_reader_finds_a_page_by_its_name_its_beginning_or_what_it_says() {
        let name = |found: Found| match found {
            Found::Page(page) => page.name,
            Found::Said(_) => "",
        };
        assert_eq!(name(look_up("trust")), "trust");
        assert_eq!(name(look_up("Trust.md")), "trust");
        assert_eq!(name(look_up("troub")), "troubleshooting");
        let Found::Said(said) = look_up("countdown") else { panic!("no page is called that") };
        assert!(said.iter().any(|(page, _)| page.name == "runs"), "{said:?}");
        assert_eq!(look_up("zzzzqq"), Found::Said(Vec::new()));
    }
}
