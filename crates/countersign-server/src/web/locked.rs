//! Pages for browsers that are not signed in: how to sign in, and that nothing was lost.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use countersign_core::ErrorCode;
use countersign_words::{Language, Words};
use maud::{Markup, html};

use super::{frame, text::say};
use crate::{answer::Refusal, input::only, sign_in};

/// The cookie with the page to go to after signing in.
pub(crate) const NEXT: &str = "countersign_next";

/// A request for a page, before authentication.
pub(crate) struct Wanted {
    words: Words,
    back: String,
}

/// Returns the requested page, if the request is a browser's.
pub(crate) fn is_page(request: &Request) -> Option<Wanted> {
    let (path, headers) = (request.uri().path(), request.headers());
    let html =
        only(headers, &header::ACCEPT).ok().flatten().is_some_and(|accept| accept.contains("text/html"));
    if path.starts_with("/v1/") || path == "/mcp" || !html {
        return None;
    }
    let words = words_of(headers);
    // A form was sent from a page; the reader returns there.
    let back = match request.method() == Method::GET {
        true => request.uri().path_and_query().map_or("/", |p| p.as_str()).to_owned(),
        false => referer(headers).unwrap_or_default(),
    };
    Some(Wanted { words, back: local(&back).to_owned() })
}

/// Renders the page that says that nothing is there.
pub(crate) fn nowhere(wanted: &Wanted) -> Response {
    let words = wanted.words;
    let (status, problem) = Refusal::NoRoute.told();
    let body = html! {
        h1 { (say(words, &problem.title)) }
        p { (say(words, &problem.detail)) }
        p { a.button href="/" { (words.t("back-to-inbox")) } }
    };
    let mut response = frame::bare(words, &words.say(&problem.title), body);
    *response.status_mut() = status;
    response
}

/// Renders the page that says so, and how to continue.
pub(crate) fn locked_out(wanted: &Wanted, refusal: Refusal, provider: Option<&str>) -> Response {
    let words = wanted.words;
    let signed_out = matches!(&refusal, Refusal::Error(e) if e.code == ErrorCode::Unauthenticated);
    if !signed_out && !matches!(refusal, Refusal::Forged) {
        return refusal.into_response();
    }
    let body = html! {
        h1 { (words.t("locked-title")) }
        p { (words.t("locked-why")) }
        (button(words, provider))
        p { (words.t("locked-how")) }
        pre { code { "countersign open" } }
        p.quiet { (words.t("locked-nothing-lost")) }
    };
    let mut response = frame::bare(words, &words.t("locked-title"), body);
    *response.status_mut() = if signed_out { StatusCode::UNAUTHORIZED } else { StatusCode::FORBIDDEN };
    let keep = format!("{NEXT}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600", wanted.back);
    if let Ok(cookie) = HeaderValue::from_str(&keep) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Renders the page to sign in with the code of a link; without a code, how to get a link.
pub(crate) fn sign_in(headers: &HeaderMap, code: Option<&str>, provider: Option<&str>) -> Response {
    let words = words_of(headers);
    let body = html! {
        h1 { (words.t("locked-title")) }
        @match code {
            Some(code) => {
                p { (words.t("login-this")) }
                form method="post" action="/login" {
                    input type="hidden" name="code" value=(code);
                    button.button.yes autofocus { (words.t("login-do")) }
                }
            }
            None => { (button(words, provider)) p { (words.t("locked-how")) } pre { code { "countersign open" } } }
        }
    };
    frame::bare(words, &words.t("locked-title"), body)
}

/// Renders the button that leads to the provider, if there is one.
fn button(words: Words, provider: Option<&str>) -> Markup {
    html! {
        @if let Some(name) = provider {
            p { a.button.yes href=(sign_in::PATH) { (words.with("login-provider", &[("name", name.into())])) } }
        }
    }
}

/// Renders the page after signing in through the provider; the browser goes on by itself.
pub(crate) fn signed_in(headers: &HeaderMap, next: &str) -> Response {
    let words = words_of(headers);
    let body = html! {
        h1 { (words.t("login-done")) }
        p { a.button.yes href=(local(next)) { (words.t("login-go")) } }
    };
    frame::bare(words, &words.t("login-done"), body)
}

/// Renders the page that leads to the address where signing in works.
pub(crate) fn sign_in_elsewhere(headers: &HeaderMap, url: &str) -> Response {
    let words = words_of(headers);
    let body = html! {
        h1 { (words.t("locked-title")) }
        p { (words.say(&countersign_words::say!("sign-in-elsewhere"))) }
        p { a.button.yes href=(url) { (url) } }
    };
    frame::bare(words, &words.t("locked-title"), body)
}

/// Renders the page that says why somebody was not signed in.
pub(crate) fn not_signed_in(headers: &HeaderMap, refusal: &Refusal) -> Response {
    let words = words_of(headers);
    let (status, problem) = refusal.told();
    let body = html! {
        div.card.trouble {
            h1 { (words.t("login-failed")) }
            p { (say(words, &problem.detail)) }
            @if let Some(hint) = &problem.hint { p.quiet { (say(words, hint)) } }
            p { a.button href="/login" { (words.t("locked-title")) } }
        }
    };
    let mut response = frame::bare(words, &words.t("login-failed"), body);
    *response.status_mut() = status;
    response
}

/// Renders the page for a link that is no longer valid.
pub(crate) fn link_over(headers: &HeaderMap) -> Response {
    let words = words_of(headers);
    let body = html! {
        h1 { (words.t("locked-title")) }
        p { (words.t("login-used")) }
        pre { code { "countersign open" } }
    };
    let mut response = frame::bare(words, &words.t("locked-title"), body);
    *response.status_mut() = StatusCode::FORBIDDEN;
    response
}

fn words_of(headers: &HeaderMap) -> Words {
    Words::of(Language::accepted(text(headers, &header::ACCEPT_LANGUAGE)))
}

/// Returns the page to go to after signing in.
pub(crate) fn next(headers: &HeaderMap) -> String {
    let mut pairs = text(headers, &header::COOKIE).split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == NEXT).map_or("/", |(_, path)| local(path)).to_owned()
}

/// Returns a path of this server; anything else becomes the first page.
pub(crate) fn local(path: &str) -> &str {
    let plain = path.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b';' | b',' | b'"' | b'\\'));
    let own = path.starts_with('/') && !path.starts_with("//") && plain && path.len() <= 2_000;
    if own { path } else { "/" }
}

fn referer(headers: &HeaderMap) -> Option<String> {
    let uri: axum::http::Uri = text(headers, &header::REFERER).parse().ok()?;
    Some(uri.path_and_query()?.as_str().to_owned())
}

fn text<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> &'h str {
    headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_back_leads_nowhere_else() {
        for own in ["/", "/items/i4-ab?view=split", "/runs/r1#plan"] {
            assert_eq!(local(own), own);
        }
        for foreign in [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "javascript:alert(1)",
            "/a\r\nX: y",
            "/a;b",
        ] {
            assert_eq!(local(foreign), "/", "{foreign}");
        }
    }
}
