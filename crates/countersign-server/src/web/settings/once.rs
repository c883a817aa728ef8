//! Secrets that are shown only once: a token, the secret of a webhook, the link for a phone.

use axum::response::Response;
use countersign_core::{
    Op,
    authority::{operations::TokenCreate, sessions::LinkCreate},
    op::read_output,
    webhook::operations::WebhookCreate,
};
use maud::{Markup, html};
use qrcode::{Color, EcLevel, QrCode};
use serde_json::Value;

use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        frame::{self, Tab},
        text::shown,
    },
};

/// Renders the page, if the answer of an operation has such a secret.
pub(in crate::web) async fn once(
    visit: &Visit,
    op: &str,
    back: &str,
    answer: &Value,
) -> Result<Option<Response>, Refusal> {
    let words = visit.words;
    let (title, what, about) = match op {
        TokenCreate::NAME => {
            let made = read_output::<TokenCreate>(answer.clone())?;
            ("settings-once-token", made.token, format!("{} {}", made.kind.as_str(), shown(&made.name)))
        }
        WebhookCreate::NAME => {
            let Some(secret) = read_output::<WebhookCreate>(answer.clone())?.secret else { return Ok(None) };
            ("settings-once-secret", secret, " ".to_owned())
        }
        LinkCreate::NAME => {
            let made = read_output::<LinkCreate>(answer.clone())?;
            let far = visit.app.far.opened().map(|at| at.url);
            let url = far.as_deref().unwrap_or(visit.app.settings.url.trim_end_matches('/'));
            let link = format!("{url}/login?code={}", made.code);
            ("settings-once-link", link, format!(" {}", shown(&made.name)))
        }
        _ => return Ok(None),
    };
    let body = html! {
        section.card.once {
            h1 { (words.t(title)) }
            p { strong { (words.t("settings-once")) } " " (about) }
            @if op == LinkCreate::NAME {
                (code(&what))
                @if is_near(&what) { p.warning.flag { (words.t("settings-once-near")) } }
            }
            pre.copy { code { (shown(&what)) } }
            p { a.button href=(back) { (words.t("settings-once-done")) } }
        }
    };
    Ok(Some(frame::respond(visit, Page::new(words.t(title), Tab::Settings, body)).await))
}

/// Returns whether an address leads only to this machine.
fn is_near(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or_default();
    ["127.", "localhost", "[::1]"].iter().any(|near| host.starts_with(near))
}

/// Renders a QR code, dark on light in every theme, with the quiet zone that cameras need.
fn code(text: &str) -> Markup {
    const ZONE: usize = 4;
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::L) else { return html! {} };
    let width = code.width();
    let mut path = String::new();
    for (at, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            path.push_str(&format!("M{} {}h1v1h-1z", at % width + ZONE, at / width + ZONE));
        }
    }
    let whole = width + 2 * ZONE;
    html! {
        svg.qr viewBox={ "0 0 " (whole) " " (whole) } role="img" aria-label="QR" {
            rect.paper width=(whole) height=(whole) {}
            path.ink d=(path) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_drawn_without_style_of_its_own() {
        let svg = code("https://desk.example.com/login?code=cs_link_0a").into_string();
        assert!(svg.contains("M4 4h1v1h-1z") && !svg.contains("style="), "{svg}");
        assert!(is_near("http://127.0.0.1:4114/x") && !is_near("https://desk.example.com/x"));
    }
}
