//! Work in progress: its progress, its agent, and the button that ends it.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use countersign_core::{Error, engine::work::WorkView};
use countersign_words::say;
use maud::{Markup, html};

use super::{
    Visit,
    form::hidden,
    frame,
    locked::local,
    text::{ago, folded, shown},
};
use crate::{App, answer::Refusal, input};

/// The length of a description.
const WHAT: usize = 300;
/// How many are listed; omitted ones are counted.
const LISTED: usize = 20;

/// Renders the part of the inbox that lists them, if there are any.
pub(super) fn under_way(visit: &Visit) -> Markup {
    let works = visit.app.engine.works();
    let words = visit.words;
    html! {
        @if !works.is_empty() {
            section.card.under-way data-under-way aria-labelledby="under-way" {
                h2 id="under-way" { (words.t("live-under-way")) }
                ul.lines { @for work in works.iter().take(LISTED) { (line(visit, work)) } }
                @if works.len() > LISTED { p.quiet { (words.count("live-under-way-more", works.len() - LISTED)) } }
            }
        }
    }
}

fn line(visit: &Visit, work: &WorkView) -> Markup {
    let words = visit.words;
    let what = folded(&work.what, WHAT);
    html! {
        li.line data-work=(work.id) {
            span.mark aria-hidden="true" { "◔" }
            div.what {
                span.summary { (what) } " " span.badge { (shown(&work.kind)) }
                p.sub {
                    (words.with("live-work-for", &[("who", shown(&work.by).into())])) " · " (ago(words, work.begun_at, visit.now()))
                    @if work.total > 0 { " · " (words.with("live-work-part", &[("done", work.done.into()), ("total", work.total.into())])) }
                }
                @if work.total > 0 { progress aria-label=(what) value=(work.done) max=(work.total) {} }
            }
            @match &work.ended_by {
                Some(who) => span.quiet { (words.with("live-work-ended", &[("who", shown(who).into())])) },
                None if !work.can_end => {},
                None => form.act method="post" action={ "/works/" (work.id) "/end" } {
                    (hidden(visit))
                    button.button.no aria-label=(words.with("live-work-end", &[("what", what.as_str().into())])) { (words.t("live-cancel")) }
                },
            }
        }
    }
}

/// Ends one, and returns to the page of the form.
pub(super) async fn end(State(app): State<Arc<App>>, visit: Visit, request: Request<Body>) -> Response {
    match try_end(&app, &visit, request).await {
        Ok(response) => response,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}

async fn try_end(app: &App, visit: &Visit, request: Request<Body>) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let bytes = input::read_body(&parts.headers, body, &app.settings.limits).await?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Error::usage(say!("problem-input-form-text")))?;
    let pairs = input::pairs(text)?;
    let back = pairs.iter().find(|(name, _)| name == "back").map_or("/", |(_, path)| local(path));
    visit.end_work(visit.param("id")).await?;
    let mut response = StatusCode::SEE_OTHER.into_response();
    let to = HeaderValue::from_str(back).map_err(Error::bug)?;
    response.headers_mut().insert(header::LOCATION, to);
    Ok(response)
}
