//! Passkeys: list, add, revoke; and the challenge for any form that a passkey signs. Signing happens in the browser, so
//! this is the one page that needs the module.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use countersign_core::{
    authority::operations::Nothing,
    operations as ops,
    passkey::operations::{PasskeyList, PasskeyView},
};
use countersign_words::say;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit, act,
    form::hidden,
    frame::{self, Tab},
    text::{ago, shown, shown_if},
};
use crate::{App, answer, answer::Refusal};

/// The page.
pub(super) async fn passkeys(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let found = visit.ask::<PasskeyList>(Nothing {}).await?;
    let (live, revoked): (Vec<&PasskeyView>, Vec<&PasskeyView>) =
        found.passkeys.iter().partition(|p| p.revoked_at.is_none());
    let body = html! {
        h1 { (words.t("passkey-title")) }
        p { (words.t("passkey-why")) }
        noscript { p.warning { (words.t("passkey-script")) } }
        section.card aria-labelledby="passkey-have" {
            h2 id="passkey-have" { (words.t("passkey-have")) }
            @if live.is_empty() { p.quiet { (words.t("passkey-none")) } }
            ul.lines { @for passkey in &live { (line(&visit, passkey)) } }
            @if !revoked.is_empty() {
                details {
                    summary { (words.count("passkey-revoked", revoked.len())) }
                    ul.lines { @for passkey in &revoked { (line(&visit, passkey)) } }
                }
            }
        }
        section.card aria-labelledby="passkey-new" {
            h2 id="passkey-new" { (words.t("passkey-new")) }
            form.asks data-passkey-add {
                label for="passkey-label" { (words.t("passkey-label")) }
                input id="passkey-label" type="text" name="label" maxlength="64" autocomplete="off";
                div.answers { button.button.yes { (words.t("passkey-add")) } }
            }
            p.quiet { (words.t("passkey-lost")) " " code { "countersign passkey reset" } }
        }
        section.card aria-labelledby="notify-title" {
            h2 id="notify-title" { (words.t("passkey-notify")) }
            p { (words.t("passkey-notify-why")) }
            (notify(&visit))
        }
    };
    Ok(Page::new(words.t("passkey-title"), Tab::Settings, body))
}

/// Renders the button that turns this browser's notifications on or off; the module knows which, and shows it.
pub(crate) fn notify(visit: &Visit) -> Markup {
    html! { button.button type="button" hidden data-notify { (visit.words.t("live-notify-on")) } }
}

fn line(visit: &Visit, passkey: &PasskeyView) -> Markup {
    let words = visit.words;
    let (id, live) = (passkey.id.as_str(), passkey.revoked_at.is_none());
    let moment = |at: u64| ago(words, at, visit.now());
    html! {
        li.line data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { @if live { "●" } @else { "○" } }
            div.what {
                strong { (shown(&passkey.label)) } " " span.quiet { (shown(&passkey.person)) " · " (shown(&passkey.rp_id)) }
                p.sub {
                    (words.t("passkey-added")) " " (moment(passkey.created_at))
                    @if let Some(at) = passkey.last_used_at { " · " (words.t("passkey-used")) " " (moment(at)) }
                    @if let Some(at) = passkey.revoked_at { " · " (words.t("passkey-ended")) " " (moment(at)) " (" (shown_if(passkey.revoked_by.as_ref())) ")" }
                }
            }
            @if live {
                div.two {
                    form.act method="post" action="/do/passkey.revoke" data-op="passkey.revoke" data-passkey="" {
                        (hidden(visit))
                        input type="hidden" name="id" value=(id);
                        button.button.no { (words.t("passkey-revoke")) }
                    }
                }
            }
        }
    }
}

/// Returns the challenge for a form, which is sent as it would be submitted: the passkey signs the exact input of the
/// operation.
pub(super) async fn sign(State(app): State<Arc<App>>, visit: Visit, request: Request<Body>) -> Response {
    match try_sign(&app, &visit, request).await {
        Ok(value) => answer::json(StatusCode::OK, "application/json", &value),
        Err(refusal) => refusal.into_response(),
    }
}

async fn try_sign(app: &App, visit: &Visit, request: Request<Body>) -> Result<Value, Refusal> {
    let op = ops::find(visit.param("op")).ok_or_else(|| frame::missing(say!("problem-web-such-act")))?;
    let name = op.spec().name;
    let mut input = match act::form_of(app, op, request).await {
        Ok(sent) => sent.input,
        Err(wrong) => return Err(visit.refused_or(name, wrong).await),
    };
    input.remove("assertion");
    let id = input.get("id").cloned().unwrap_or_default();
    let answer = match name {
        "item.confirm" => {
            visit.call("passkey.challenge", json!({"id": id, "digest": input.get("digest")})).await?
        }
        "passkey.revoke" => visit.call("passkey.authorize", json!({"revoke": id})).await?,
        _ => visit.call("passkey.authorize", json!({"allow": {"op": shown(name), "input": input}})).await?,
    };
    Ok(answer.value)
}
