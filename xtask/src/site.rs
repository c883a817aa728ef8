//! `cargo xtask docs`: the documentation as a site of plain files, made by the renderer of the desk, with every link checked.
//! Where mdbook is installed it builds `docs/book.toml`, too, so that both ways stay open.

use std::{fmt::Write as _, fs, path::Path, process::Command};

use countersign_docs::{INDEX, Part, Target, broken, html, parts};

const DOCS: &str = "docs";
const SITE: &str = "target/site";
const STYLE: &str = include_str!("site/style.css");
/// Where files of the repository are shown that are no pages.
const REPOSITORY: &str = "https://github.com/countersign/countersign/blob/main";

/// Builds it; fails if a link leads nowhere.
pub fn build(root: &Path) -> Result<(), String> {
    let docs = root.join(DOCS);
    let summary = read(&docs.join("SUMMARY.md"))?;
    let parts = parts(&summary);
    let site = root.join(SITE);
    if site.exists() {
        fs::remove_dir_all(&site).map_err(|e| format!("cannot empty {SITE}: {e}"))?;
    }
    fs::create_dir_all(site.join("img")).map_err(|e| format!("cannot make {SITE}: {e}"))?;
    let mut wrong = Vec::new();
    let entries: Vec<_> = parts.iter().flat_map(|part| &part.entries).collect();
    for entry in &entries {
        let text = read(&docs.join(format!("{}.md", entry.name)))?;
        let page = |path: &str| fs::read_to_string(docs.join(path)).ok();
        wrong.extend(broken(entry.name, &text, &page, &|path| docs.join(path).exists()));
        let body = html(&text, &|target| Some(address(target)));
        write(&site.join(format!("{}.html", entry.name)), &whole(entry.title, entry.name, &parts, &body))?;
    }
    write(&site.join("style.css"), STYLE)?;
    copy_pictures(&docs.join("img"), &site.join("img"))?;
    if !wrong.is_empty() {
        return Err(format!("links that lead nowhere:\n  {}", wrong.join("\n  ")));
    }
    println!("{} pages in {SITE}, every link checked: {SITE}/{INDEX}.html", entries.len());
    by_mdbook(&docs)
}

/// The address of what a link leads to, from any page.
fn address(target: &Target) -> String {
    match target {
        Target::Page(name, anchor) => {
            let page = if name.is_empty() { String::new() } else { format!("{name}.html") };
            format!("{page}{}", anchor.as_ref().map(|anchor| format!("#{anchor}")).unwrap_or_default())
        }
        Target::Picture(name) => format!("img/{name}"),
        Target::File(path) => match path.strip_prefix("../") {
            Some(path) => format!("{REPOSITORY}/{path}"),
            None => format!("{REPOSITORY}/{DOCS}/{path}"),
        },
        Target::Away(address) => address.clone(),
    }
}

fn whole(title: &str, here: &str, parts: &[Part<'_>], body: &str) -> String {
    let mut nav = String::new();
    for part in parts {
        if !part.title.is_empty() {
            let _ = write!(nav, "<h2>{}</h2>", part.title);
        }
        nav.push_str("<ul>");
        for entry in &part.entries {
            let current = if entry.name == here { " aria-current=\"page\"" } else { "" };
            let _ = write!(nav, "<li><a href=\"{}.html\"{current}>{}</a></li>", entry.name, entry.title);
        }
        nav.push_str("</ul>");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{title} · Countersign</title>\
         <link rel=\"stylesheet\" href=\"style.css\"></head><body>\
         <a class=\"skip\" href=\"#main\">Skip to the page</a>\
         <nav aria-label=\"Pages\"><p><a class=\"brand\" href=\"{INDEX}.html\">Countersign</a></p>\
         <details open><summary>Pages</summary>{nav}</details></nav>\
         <main id=\"main\">{body}</main></body></html>\n"
    )
}

fn copy_pictures(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |e| format!("cannot copy the pictures: {e}");
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        fs::copy(entry.path(), to.join(entry.file_name())).map_err(failed)?;
    }
    Ok(())
}

/// Builds the same pages with mdbook, if somebody has it.
fn by_mdbook(docs: &Path) -> Result<(), String> {
    if Command::new("mdbook").arg("--version").output().is_err() {
        println!("mdbook is not installed: docs/book.toml was not tried (cargo install mdbook)");
        return Ok(());
    }
    let built = Command::new("mdbook").arg("build").arg(docs).status();
    match built.map_err(|e| format!("cannot run mdbook: {e}"))?.success() {
        true => Ok(()),
        false => Err("mdbook could not build docs/".to_owned()),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_the_site_leads_to_pages_pictures_and_files() {
        let text = "# T\n[p](trust.md#limits) [h](#t) [c](../crates/x.rs) ![i](img/i.svg)\n";
        let body = html(text, &|target| Some(address(target)));
        for part in [
            "href=\"trust.html#limits\"",
            "href=\"#t\"",
            "href=\"https://github.com/countersign/countersign/blob/main/crates/x.rs\"",
            "src=\"img/i.svg\"",
        ] {
            assert!(body.contains(part), "{part} is not in {body}");
        }
        let parts = parts("# Summary\n\n[A](index.md)\n\n# P\n\n- [T](t.md)\n");
        let page = whole("T", "t", &parts, &body);
        assert!(page.contains("<li><a href=\"t.html\" aria-current=\"page\">T</a></li>"), "{page}");
        assert!(!page.contains("<script"), "the site works without script");
    }

    #[test]
    fn mdbook_would_read_the_same_folder() {
        let book = read(&crate::tree::repo_root().join("docs/book.toml")).unwrap();
        let book: toml::Table = book.parse().unwrap();
        assert_eq!(book["book"]["src"].as_str(), Some("."));
    }
}
