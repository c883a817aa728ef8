//! The frame of all pages: head, navigation, the bar with undo, and the security headers.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use countersign_core::{
    Error,
    inbox::{self, InboxList},
    item::Item,
    record::Record,
    store::Scan,
};
use countersign_words::{Message, Words, say};
use maud::{DOCTYPE, Markup, html};

use super::{Visit, assets, bar, form, live, settings, strip, text::say};
use crate::answer::Refusal;

pub(crate) use super::bar::TOLD;

/// Nothing external, nothing inline, not in a frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A page without its frame.
pub(crate) struct Page {
    /// Its title.
    pub title: String,
    /// Its tab.
    pub tab: Tab,
    /// Its content.
    pub body: Markup,
    /// How the request ended.
    pub status: StatusCode,
}

impl Page {
    /// Creates a page with status 200.
    pub(crate) fn new(title: impl Into<String>, tab: Tab, body: Markup) -> Self {
        Self { title: title.into(), tab, body, status: StatusCode::OK }
    }
}

/// The tabs of the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    Inbox,
    Receipts,
    Runs,
    Sets,
    History,
    Audit,
    Policy,
    Settings,
    /// None of them.
    Elsewhere,
}

impl Tab {
    /// All of them, in display order.
    pub(crate) const ALL: [Self; 8] = [
        Self::Inbox,
        Self::Receipts,
        Self::Runs,
        Self::Sets,
        Self::History,
        Self::Audit,
        Self::Policy,
        Self::Settings,
    ];

    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Inbox => "/",
            Self::Receipts => "/receipts",
            Self::Runs => "/runs",
            Self::Sets => "/sets",
            Self::History => "/history",
            Self::Audit => "/audit",
            Self::Policy => "/policy",
            Self::Settings => "/settings",
            Self::Elsewhere => "/palette",
        }
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Inbox => "tab-inbox",
            Self::Receipts => "tab-receipts",
            Self::Runs => "tab-runs",
            Self::Sets => "tab-sets",
            Self::History => "tab-history",
            Self::Audit => "tab-audit",
            Self::Policy => "tab-policy",
            Self::Settings => "tab-settings",
            Self::Elsewhere => "palette-title",
        }
    }
}

/// Renders a page in its frame.
pub(crate) async fn respond(visit: &Visit, page: Page) -> Response {
    let (count, bar, frozen) = (pending(visit).await, bar::bar(visit).await, settings::banner(visit).await);
    let counting = strip::strip(visit).await;
    let words = visit.words;
    let notices = visit.app.notices.lines();
    let body = html! {
        a.skip href="#main" { (words.t("skip-to-content")) }
        div.pinned {
        header.top {
            a.brand href="/" aria-label="Countersign" { img src=(assets::address("icon.svg")) alt="" width="28" height="28"; span { "Countersign" } }
            (rooms(words, page.tab, count))
            a.palette-open href="/palette" data-open="palette" title=(words.t("palette-title")) {
                (search()) span { (words.t("palette-open")) } " " kbd { "Ctrl K" }
            }
        }
        (counting)
        }
        (frozen)
        @for notice in &notices { p.notice role="status" { (say(words, notice)) } }
        main id="main" tabindex="-1" { (page.body) }
        (form::shared(visit))
        div id="bar" aria-live="polite" { (bar) }
        p.sr-only id="live" role="status" aria-live="polite" {}
        p.sr-only id="live-counting" role="status" aria-live="polite" {}
        (live::parts(visit))
    };
    let state = (count, visit.at, visit.now());
    let mut response = whole(words, visit.theme, &page.title, Some(state), visit.csrf.as_deref(), body);
    *response.status_mut() = page.status;
    response
}

/// Renders a page for somebody who is not signed in.
pub(crate) fn bare(words: Words, title: &str, body: Markup) -> Response {
    let body = html! {
        header.top { span.brand { img src=(assets::address("icon.svg")) alt="" width="28" height="28"; span { "Countersign" } } }
        main.narrow id="main" { (body) }
    };
    whole(words, None, title, None, None, body)
}

/// Renders the page of an error.
pub(crate) async fn trouble(visit: &Visit, refusal: Refusal) -> Response {
    let (status, problem) = refusal.told();
    let words = visit.words;
    if let Refusal::Error(e) = &refusal
        && let Some(internal) = e.internal()
    {
        tracing::error!(code = e.code.as_str(), internal, "a page failed inside");
    }
    let body = html! {
        div.card.trouble {
            h1 { (say(words, &problem.title)) }
            p { (say(words, &problem.detail)) }
            @if let Some(hint) = &problem.hint { p.quiet { (say(words, hint)) } }
            p { a.button href="/" { (words.t("back-to-inbox")) } }
        }
    };
    respond(visit, Page { status, ..Page::new(words.say(&problem.title), Tab::Inbox, body) }).await
}

/// Renders the icon of the palette.
fn search() -> Markup {
    html! { svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" { circle cx="8.5" cy="8.5" r="5.5" {} path d="M13 13l4.5 4.5" {} } }
}

fn rooms(words: Words, here: Tab, count: usize) -> Markup {
    html! {
        nav.rooms aria-label=(words.t("rooms")) {
            @for tab in Tab::ALL {
                a href=(tab.path()) aria-current=[(tab == here).then_some("page")] {
                    (words.t(tab.word()))
                    @if tab == Tab::Inbox && count > 0 {
                        " " span.count aria-label=(words.count("inbox-count", count)) { (capped(count)) }
                    }
                }
            }
        }
    }
}

fn capped(count: usize) -> String {
    if count > 999 { "999+".to_owned() } else { count.to_string() }
}

/// Returns how many things wait for a person. A page is rendered even if that fails.
pub(super) async fn pending(visit: &Visit) -> usize {
    let items = visit.app.blocking(|engine| {
        let mut count = 0;
        engine.store().view(&mut |base| {
            count = base.scan(&Scan::prefix(Item::KIND.name, "item.open", ""))?.len();
            Ok(())
        })?;
        Ok(count)
    });
    let others = visit.ask::<InboxList>(inbox::Input { limit: Some(1), ..inbox::Input::default() }).await;
    let others = others.map(|inbox| inbox.waiting.len());
    items.await.unwrap_or_default() + others.unwrap_or_default()
}

/// Renders the document. `state` is the number of waiting things, the last event, and the time; `None` on a page for
/// nobody.
fn whole(
    words: Words,
    theme: Option<&str>,
    title: &str,
    state: Option<(usize, u64, u64)>,
    csrf: Option<&str>,
    body: Markup,
) -> Response {
    let count = state.map_or(0, |(count, ..)| count);
    let (at, now) = (state.map(|(_, at, _)| at), state.map(|(.., now)| now));
    let badge = if count > 0 { format!("({}) ", capped(count)) } else { String::new() };
    let markup = html! {
        (DOCTYPE)
        html lang=(words.language().code()) data-theme=[theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#17503f";
                @if let Some(word) = csrf { meta name="csrf" content=(word); }
                title { (badge) (title) " · Countersign" }
                link rel="icon" href=(assets::address("icon.svg")) type="image/svg+xml";
                link rel="apple-touch-icon" href=(assets::address("icon-192.png"));
                link rel="manifest" href=(assets::address("manifest.json"));
                link rel="stylesheet" href=(assets::address("desk.css"));
                // No script without a session.
                @if csrf.is_some() { script type="module" src=(assets::address("desk.js")) {} }
            }
            body data-count=(count) data-at=[at] data-now=[now] { (body) }
        }
    };
    let mut response = Response::new(Body::from(markup.into_string()));
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // Not `no-referrer`: with that a browser would hide a form's origin from us too.
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::VARY, "Accept-Language, Cookie"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the error for an unknown address.
pub(crate) fn missing(what: Message) -> Refusal {
    Error::not_found(say!("problem-web-missing", said = what)).hint(say!("problem-web-missing-hint")).into()
}
