//! What is shown once and never again: a token, the secret of a webhook, the link for a telephone.

use axum::response::Response;
use maud::{Markup, html};
use qrcode::{Color, EcLevel, QrCode};
use serde_json::Value;

use crate::web::{
    Page, Visit,
    frame::{self, Tab},
    text::{field, shown},
};

/// The page with it, where the answer of an operation has such a thing.
pub(in crate::web) async fn once(visit: &Visit, op: &str, back: &str, answer: &Value) -> Option<Response> {
    let words = visit.words;
    let (title, what) = match op {
        "token.create" => ("settings-once-token", answer["token"].as_str()?.to_owned()),
        "webhook.create" => ("settings-once-secret", answer["secret"].as_str()?.to_owned()),
        "link.create" => {
            let url = visit.app.settings.url.trim_end_matches('/');
            ("settings-once-link", format!("{url}/login?code={}", answer["code"].as_str()?))
        }
        _ => return None,
    };
    let body = html! {
        section.card.once {
            h1 { (words.t(title)) }
            p { strong { (words.t("settings-once")) } " " (field(answer, "kind")) " " (field(answer, "name")) }
            @if op == "link.create" {
                (code(&what))
                @if is_near(&what) { p.warning.flag { (words.t("settings-once-near")) } }
            }
            pre.copy { code { (shown(&what)) } }
            p { a.button href=(back) { (words.t("settings-once-done")) } }
        }
    };
    Some(frame::respond(visit, Page::new(words.t(title), Tab::Settings, body)).await)
}

/// Whether an address leads only to this machine.
fn is_near(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or_default();
    ["127.", "localhost", "[::1]"].iter().any(|near| host.starts_with(near))
}

/// A QR code, dark on light in every theme, with the quiet zone that cameras need.
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
