//! What a page cuts of a difference: in parts, or as a file; and the new content of a file that is written, as a file. For
//! persons only. What nobody can have says so.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use countersign_core::{
    Error,
    item::{
        view::ItemView,
        whole::{self, Input, ItemWhole, LINES},
    },
    show,
    text::visible_multiline,
};
use countersign_words::say;
use maud::{Markup, html};
use std::sync::Arc;

use super::super::{
    Page, Visit, card,
    frame::{self, Tab, missing},
    text::{all_said, say as said, shown},
};
use crate::{App, answer::Refusal};

/// The names of the files.
const DIFFERENCE: &str = "difference.txt";
const CONTENT: &str = "content.txt";

/// Renders the ways to what the page does not show, or why there are none.
pub(super) fn ways(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    if item.preview.is_whole() || !card::is_decidable(item) {
        return html! {};
    }
    if let Some(why) = whole::why_not(item) {
        let why = said(words, &why);
        return html! { p.quiet.whole { (words.with("whole-none", &[("said", why.into())])) } };
    }
    html! {
        p.whole {
            a.button href={ "/items/" (item.id) "/whole" } { (words.t("whole-parts")) } " "
            a.button href={ "/items/" (item.id) "/" (DIFFERENCE) } download { (words.t("whole-file")) } " "
            @if content(item).is_some() { a.button href={ "/items/" (item.id) "/" (CONTENT) } download { (words.t("whole-content")) } }
        }
    }
}

/// Returns the new content of a file that is written, with secrets redacted.
fn content(item: &ItemView) -> Option<&str> {
    let text = item.args.get("content")?.as_str();
    text.filter(|_| item.tool == "filesystem.write_file" && whole::why_not(item).is_none())
}

/// The page with a part of the difference.
pub(in super::super) async fn page(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let from = visit.asked("from").and_then(|text| text.parse().ok()).unwrap_or_default();
    let id = visit.param("id").to_owned();
    let found = visit.ask::<ItemWhole>(Input { id, from: Some(from) }).await?;
    let (to, total) = (found.lines.min(from.saturating_add(LINES)), found.lines);
    let at = |from: usize| format!("/items/{}/whole?from={from}", found.id);
    let turn = html! {
        p.pages {
            @if from > 0 { a.button href=(at(from.saturating_sub(LINES))) rel="prev" { (words.t("list-before")) } " " }
            span.quiet { (words.with("whole-here", &[("from", from.saturating_add(1).min(total).into()), ("to", to.into()), ("total", total.into())])) }
            @if to < total { " " a.button href=(at(to)) rel="next" { (words.t("list-after")) } }
        }
    };
    let title = words.t("whole-title");
    let body = html! {
        nav.crumbs { a href={ "/items/" (found.id) } { (words.t("whole-back")) } }
        h1 { (title) ": " code { (shown(&found.id)) } }
        @for what in all_said(words, &found.not_shown) { p.not-shown { strong { (words.t("not-shown")) } " " (what) } }
        (turn)
        pre.diff { (visible_multiline(&found.text).text) }
        (turn)
    };
    Ok(Page::new(title, Tab::Inbox, body))
}

/// A file with all of it.
pub(in super::super) async fn file(State(_): State<Arc<App>>, visit: Visit) -> Response {
    match made(&visit).await {
        Ok(response) => response,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}

async fn made(visit: &Visit) -> Result<Response, Refusal> {
    let id = visit.param("id").to_owned();
    let (text, name) = match visit.param("file") {
        DIFFERENCE => (visit.ask::<ItemWhole>(Input { id, from: None }).await?.text, DIFFERENCE),
        CONTENT => {
            let show::Output::Item { item, .. } = visit.show(&id).await? else {
                return Err(missing(say!("problem-web-such-item")));
            };
            let text = content(&item).ok_or_else(|| missing(say!("problem-web-such-file")))?;
            (text.to_owned(), CONTENT)
        }
        _ => return Err(missing(say!("problem-web-such-file"))),
    };
    let mut response = Response::new(Body::from(text));
    let named = format!("attachment; filename=\"countersign-{name}\"");
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&named).map_err(Error::bug)?);
    for (name, value) in [
        // Nothing that an agent wrote is shown as a page of ours.
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
