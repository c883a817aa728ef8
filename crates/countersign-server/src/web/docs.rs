//! The documentation on the desk: the pages that are part of this program, so that they fit it.

use axum::{
    extract::Path,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use countersign_docs::{Found, INDEX, PICTURES, Page as Doc, Target, find, html, look_up, pages};
use countersign_words::{Words, say};
use maud::{Markup, PreEscaped, html as markup};

use super::{
    Page, Visit,
    frame::{self, Tab},
};
use crate::answer::Refusal;

/// A picture has a style of its own, which follows the theme of the device; it may do nothing else.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The list of pages with the first of them, or what was looked for.
pub(super) async fn docs(visit: Visit) -> Result<Page, Refusal> {
    match visit.asked("q").map(look_up) {
        None => show(&visit, INDEX),
        Some(Found::Page(doc)) => show(&visit, doc.name),
        Some(Found::Said(said)) => Ok(found(&visit, &said)),
    }
}

/// One page.
pub(super) async fn doc(visit: Visit) -> Result<Page, Refusal> {
    show(&visit, visit.param("name"))
}

/// A picture on a page.
pub(super) async fn picture(Path(name): Path<String>) -> Response {
    let Some((_, text)) = PICTURES.iter().find(|(known, _)| *known == name) else {
        return axum::http::StatusCode::NOT_FOUND.into_response();
    };
    let mut response = text.into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, PICTURE_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn show(visit: &Visit, name: &str) -> Result<Page, Refusal> {
    let doc = find(name).ok_or_else(|| frame::missing(say!("problem-web-no-doc")))?;
    let text = html(doc.text, &place);
    let body = markup! {
        (contents(visit.words, Some(&doc), visit.asked("q")))
        // The pages are part of the program, and their renderer passes no HTML of theirs on.
        article.card.doc lang="en" { (PreEscaped(text)) }
    };
    Ok(Page::new(doc.title, Tab::Elsewhere, body))
}

fn found(visit: &Visit, said: &[(Doc, String)]) -> Page {
    let words = visit.words;
    let body = markup! {
        (contents(words, None, visit.asked("q")))
        section.card {
            h1 { (words.t("docs-title")) }
            @if said.is_empty() { p.quiet { (words.t("docs-none")) } }
            ul.doc-found lang="en" {
                @for (doc, heading) in said { li { a href=(address(doc.name)) { (doc.title) } " · " (heading) } }
            }
        }
    };
    Page::new(words.t("docs-title"), Tab::Elsewhere, body)
}

/// The search and the list of pages.
fn contents(words: Words, here: Option<&Doc>, wanted: Option<&str>) -> Markup {
    let all = pages();
    let mut parts: Vec<&str> = all.iter().map(|doc| doc.part).collect();
    parts.dedup();
    markup! {
        form.find method="get" action="/docs" role="search" {
            label.sr-only for="docs-q" { (words.t("docs-find")) }
            input id="docs-q" type="search" name="q" value=(wanted.unwrap_or_default()) placeholder=(words.t("docs-find")) autocomplete="off" spellcheck="false";
            button.button { (words.t("palette-search")) }
        }
        details.card.docs {
            summary { (words.t("docs-pages")) }
            nav aria-label=(words.t("docs-pages")) lang="en" {
                @for part in parts {
                    @if !part.is_empty() { h2 { (part) } }
                    ul {
                        @for doc in all.iter().filter(|doc| doc.part == part) {
                            li { a href=(address(doc.name)) aria-current=[here.is_some_and(|here| here == doc).then_some("page")] { (doc.title) } }
                        }
                    }
                }
            }
        }
    }
}

fn address(name: &str) -> String {
    if name == INDEX { "/docs".to_owned() } else { format!("/docs/{name}") }
}

/// Where a link leads on the desk: to pages and drawings of the program, and away. Other files are not here.
fn place(target: &Target) -> Option<String> {
    match target {
        Target::Page(name, anchor) => {
            let page = if name.is_empty() { String::new() } else { address(find(name)?.name) };
            Some(format!("{page}{}", anchor.as_ref().map(|anchor| format!("#{anchor}")).unwrap_or_default()))
        }
        Target::Picture(name) => {
            PICTURES.iter().any(|(known, _)| known == name).then(|| format!("/docs/img/{name}"))
        }
        Target::Away(address) => Some(address.clone()),
        Target::File(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h8_links_of_a_page_lead_to_pages_of_the_desk_or_nowhere() {
        let at = |address: &str| place(&Target::of(address));
        assert_eq!(at("trust.md#limits").as_deref(), Some("/docs/trust#limits"));
        assert_eq!(at("index.md").as_deref(), Some("/docs"));
        assert_eq!(at("#here").as_deref(), Some("#here"));
        assert_eq!(at("img/three-levels.svg").as_deref(), Some("/docs/img/three-levels.svg"));
        for away in ["img/inbox-laptop-dark.webp", "behaviours.md", "../README.md", "examples/hooks.sh"] {
            assert_eq!(at(away), None, "{away} is not part of the program");
        }
    }
}
